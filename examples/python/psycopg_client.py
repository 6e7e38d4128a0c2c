"""psycopg 3 and a table whose keys the database generates.

The INSERTs leave the key out and read it with RETURNING. The server is named by libpq's environment variables
(PGHOST, PGUSER ...).
"""

from __future__ import annotations

import sys
from datetime import timedelta
from uuid import UUID

import psycopg

TABLE = """
    CREATE TABLE psycopg_orders (
        id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
        item text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
    )"""
LAST_HOUR = """
    SELECT id, item FROM psycopg_orders
     WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
       AND created_at >= now() - interval '1 hour'"""


def insert(connection: psycopg.Connection) -> set[UUID]:
    """Insert one row and a thousand; return their keys."""
    one = connection.execute("INSERT INTO psycopg_orders (item) VALUES (%s) RETURNING id", ["a book"]).fetchall()
    # One statement for all; executemany() sends one for each row.
    items = [f"book {number}" for number in range(1000)]
    many = connection.execute("INSERT INTO psycopg_orders (item) SELECT unnest(%s::text[]) RETURNING id", [items])
    return {key for (key,) in one + many.fetchall()}


def call_with_parameters(connection: psycopg.Connection) -> None:
    """Pass int, str and timedelta as they are; a str in binary is text, which needs a cast to interval."""
    connection.execute("CREATE SEQUENCE psycopg_sequence")
    for version, call, *parameters in [
        (4, "uuid_time_nextval(%s, %s)", 60, 65536),
        (8, "uuid_interval_nextval(%s, %s, %s)", timedelta(milliseconds=10), timedelta(days=500), 8),
        (8, "uuid_interval_nextval(%s, %s, %s)", "10 ms", "500 days", 8),
        (8, "uuid_interval_nextval(%b::interval, %b::interval, %b)", "10 ms", "500 days", 8),
        (4, "uuid_sequence_nextval(%s, %s, %s)", "psycopg_sequence", 100, 65536),
        (7, "uuid_v7_nextval(%s, %s)", 5, 4),
    ]:
        assert connection.execute(f"SELECT {call}", parameters).fetchall()[0][0].version == version
    try:
        connection.execute("SELECT uuid_interval_nextval(%b, %b)", ["10 ms", "500 days"])
        raise AssertionError("text is taken for interval")
    except psycopg.errors.UndefinedFunction:
        pass


def main() -> None:
    """Create the table, insert, find."""
    with psycopg.connect(autocommit=True) as connection:
        if sys.argv[1:] == ["insert"]:
            insert(connection)
            return
        connection.execute(TABLE)
        started = connection.execute("SELECT clock_timestamp()").fetchall()[0][0]

        keys = insert(connection)
        read = [key for (key,) in connection.execute("SELECT id FROM psycopg_orders")]
        assert len(read) == 1001
        assert set(read) == keys

        key = min(keys)
        assert connection.execute("SELECT id FROM psycopg_orders WHERE id = %s", [key]).fetchall() == [(key,)]
        assert len(connection.execute(LAST_HOUR).fetchall()) == 1001
        # The server generated them all: their blocks are the present ones.
        ours = connection.execute(
            """SELECT count(*) FROM psycopg_orders
                WHERE uuid_interval_since(id, %s, '1 min', '65536 min') AND created_at >= %s""",
            [started, started],
        )
        assert ours.fetchall() == [(1001,)]

        call_with_parameters(connection)
    print(f"{len(keys)} orders with keys of the server, such as {key}")
    print(f"psycopg {psycopg.__version__}")


if __name__ == "__main__":
    main()
