"""The table of keys that most scenarios fill: items (id, and further columns)."""

from __future__ import annotations

import contextlib

import psycopg

from bench.contenders import Contender, lengths_of
from bench.server import SCHEMA, value

# Qualified, so that they are never a user's own table.
TABLE = f"{SCHEMA}.items"
SEQUENCE = f"{SCHEMA}.keys"
INDEX_NAME = "items_id_key"
INDEX = f"{SCHEMA}.{INDEX_NAME}"
KEYS_PER_PAGE = 290
"""Of an index on a uuid with pages of 8 kB, on a full leaf page."""
MINUTES_OF_PAST = 2 * 65_536
"""How many minutes the keys of the past span, up to now: two cycles of uuid_time_nextval()."""


def make_table(connection: psycopg.Connection, contender: Contender, more_columns: str = "") -> None:
    """Make the table again, empty, with a unique index on its key."""
    connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
    connection.execute(f"DROP SEQUENCE IF EXISTS {SEQUENCE}")
    if "IDENTITY" not in contender.column:
        connection.execute(f"CREATE SEQUENCE {SEQUENCE}")
    connection.execute(f"CREATE TABLE {TABLE} (id {contender.column} NOT NULL {more_columns})")
    connection.execute(f"CREATE UNIQUE INDEX {INDEX_NAME} ON {TABLE} (id)")


def place_blocks(connection: psycopg.Connection, contender: Contender, first: str, last: str) -> None:
    """Draw places for the blocks of an opaque key of the past, between two times in SQL."""
    if contender.past.startswith("opaque_at"):
        connection.execute(f"CALL place_blocks({lengths_of(contender.past)}, {first}, {last})")


def fill_table(connection: psycopg.Connection, contender: Contender, rows: int) -> None:
    """Make the table again, with rows of the past and the keys that the contender would have generated for them.

    The heap is in the order of time. The index is as full as if its keys had come one by one: ln 2 for keys in random
    order within pages, the fill factor's 90 % for keys that ascend.
    """
    make_table(connection, contender)
    if not rows:
        return
    connection.execute(f"DROP INDEX {INDEX}")
    connection.execute(
        f"""INSERT INTO {TABLE} (id)
            SELECT {contender.past}
              FROM (SELECT i, now() - ({rows} - i) * (interval '{MINUTES_OF_PAST} minutes' / {rows}) AS t
                      FROM generate_series(1, {rows}::bigint) AS i OFFSET 0) AS log"""
    )
    # Rows stay, for which uuid_advise gives wrapping keys a cycle that never ends: they ascend, too.
    full = 90 if contender.ascends or contender.name == "wrapping" else 69
    connection.execute(f"CREATE UNIQUE INDEX {INDEX_NAME} ON {TABLE} (id) WITH (fillfactor = {full})")
    connection.execute(f"ALTER INDEX {INDEX} RESET (fillfactor)")
    connection.execute(f"SELECT setval('{SEQUENCE}', %s)", (rows,))
    # Set hint bits now, not in the first query that reads the rows.
    connection.execute(f"VACUUM (ANALYZE) {TABLE}")


def end_of_table(connection: psycopg.Connection) -> int:
    """The last page of the heap, or 0."""
    pages = value(connection, f"SELECT pg_relation_size('{TABLE}') / current_setting('block_size')::int")
    return max(0, int(pages) - 1)


def rows_from(connection: psycopg.Connection, page: int) -> int:
    """How many rows the heap has from `page` on, without reading the rest."""
    return int(value(connection, f"SELECT count(*) FROM {TABLE} WHERE ctid >= '({page},0)'"))


def index_figures(connection: psycopg.Connection) -> dict[str, float | None]:
    """Size, leaf pages, density and fragmentation of the index; None what the role may not read."""
    figures: dict[str, float | None] = {
        "index_bytes": int(value(connection, f"SELECT pg_relation_size('{INDEX}')")),
        "leaf_pages": None,
        "density_percent": None,
        "fragmentation_percent": None,
    }
    with contextlib.suppress(psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction):
        row = connection.execute(
            f"SELECT leaf_pages, avg_leaf_density, nullif(leaf_fragmentation, 'NaN') FROM pgstatindex('{INDEX}')"
        ).fetchone()
        assert row is not None
        figures["leaf_pages"], figures["density_percent"] = int(row[0]), float(row[1])
        # An index of one page has none.
        figures["fragmentation_percent"] = float(row[2] or 0)
    return figures
