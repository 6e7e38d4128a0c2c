"""The table of keys that most scenarios fill: items (id, and what else they ask for)."""

from __future__ import annotations

import psycopg

from bench.contenders import Contender
from bench.server import value

TABLE = "items"
INDEX = "items_id_key"
TURNS_IN_PAST = 2
"""How many turns of 65536 minutes the keys of the past stem from."""


def make_table(connection: psycopg.Connection, contender: Contender, more_columns: str = "") -> None:
    """Make the table anew, empty, with a unique index on its key."""
    connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
    connection.execute("DROP SEQUENCE IF EXISTS keys")
    if "IDENTITY" not in contender.column:
        connection.execute("CREATE SEQUENCE keys")
    connection.execute(f"CREATE TABLE {TABLE} (id {contender.column} {more_columns})")
    connection.execute(f"CREATE UNIQUE INDEX {INDEX} ON {TABLE} (id)")


def fill_table(connection: psycopg.Connection, contender: Contender, rows: int) -> None:
    """Make the table anew with rows of the past, whose keys are as the contender would have made them.

    The heap is in the order of time; the index is as full as one that took its keys one by one: ln 2 for keys that
    come in random order within pages, the fill factor's 90 % for those that ascend.
    """
    make_table(connection, contender)
    if not rows:
        return
    connection.execute(f"DROP INDEX {INDEX}")
    connection.execute(
        f"""INSERT INTO {TABLE} (id)
            SELECT {contender.past}
              FROM (SELECT i, now() - ({rows} - i) * (interval '65536 minutes' * {TURNS_IN_PAST} / {rows}) AS t
                      FROM generate_series(1, {rows}::bigint) AS i OFFSET 0) AS log"""
    )
    full = 90 if contender.ascends else 69
    connection.execute(f"CREATE UNIQUE INDEX {INDEX} ON {TABLE} (id) WITH (fillfactor = {full})")
    connection.execute(f"ALTER INDEX {INDEX} RESET (fillfactor)")
    connection.execute("SELECT setval('keys', %s)", (rows,))
    # Hint bits now, not by whoever reads the rows first.
    connection.execute(f"VACUUM (ANALYZE) {TABLE}")


def end_of_table(connection: psycopg.Connection) -> int:
    """The last page of the heap, or 0."""
    pages = value(connection, f"SELECT pg_relation_size('{TABLE}') / current_setting('block_size')::int")
    return max(0, int(pages) - 1)


def rows_from(connection: psycopg.Connection, page: int) -> int:
    """How many rows the heap has from a page on, without reading the rest."""
    return int(value(connection, f"SELECT count(*) FROM {TABLE} WHERE ctid >= '({page},0)'"))


def index_figures(connection: psycopg.Connection, index: str = INDEX) -> dict[str, float]:
    """Size, leaf pages, density and fragmentation of the index."""
    row = connection.execute(
        f"SELECT index_size, leaf_pages, avg_leaf_density, leaf_fragmentation FROM pgstatindex('{index}')"
    ).fetchone()
    assert row is not None
    return {
        "index_bytes": int(row[0]),
        "leaf_pages": int(row[1]),
        "density_percent": float(row[2]),
        "fragmentation_percent": 0.0 if row[3] != row[3] else float(row[3]),
    }
