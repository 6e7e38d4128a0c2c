"""asyncpg and a table whose keys the database generates.

The INSERTs leave the key out and read it with RETURNING. The server is named by libpq's environment variables
(PGHOST, PGUSER ...).
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta
from uuid import UUID

import asyncpg

TABLE = """
    CREATE TABLE asyncpg_orders (
        id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
        item text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
    )"""
LAST_HOUR = """
    SELECT id, item FROM asyncpg_orders
     WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
       AND created_at >= now() - interval '1 hour'"""


async def insert(connection: asyncpg.Connection) -> set[UUID]:
    """Insert one row and a thousand; return their keys."""
    one = await connection.fetchval("INSERT INTO asyncpg_orders (item) VALUES ($1) RETURNING id", "a book")
    # One statement for all; executemany() and fetchmany() send one for each row.
    items = [f"book {number}" for number in range(1000)]
    many = await connection.fetch("INSERT INTO asyncpg_orders (item) SELECT unnest($1::text[]) RETURNING id", items)
    return {one, *(row["id"] for row in many)}


async def call_with_parameters(connection: asyncpg.Connection) -> None:
    """Pass the types of the server's parameters: timedelta for interval, never a str."""
    await connection.execute("CREATE SEQUENCE asyncpg_sequence")
    for version, call, *parameters in [
        (4, "uuid_time_nextval($1, $2)", 60, 65536),
        (8, "uuid_interval_nextval($1, $2, $3)", timedelta(milliseconds=10), timedelta(days=500), 8),
        (8, "uuid_interval_nextval($1::text::interval, $2::text::interval, $3)", "10 ms", "500 days", 8),
        (4, "uuid_sequence_nextval($1, $2, $3)", "asyncpg_sequence", 100, 65536),
        (7, "uuid_v7_nextval($1, $2)", 5, 4),
    ]:
        key = await connection.fetchval(f"SELECT {call}", *parameters)
        assert key.version == version
    try:
        await connection.fetchval("SELECT uuid_interval_nextval($1, $2)", "10 ms", "500 days")
        raise AssertionError("str is taken for interval")
    except asyncpg.DataError as error:
        assert "invalid input for query argument $1: '10 ms'" in str(error)


async def main() -> None:
    """Create the table, insert, find."""
    connection = await asyncpg.connect()
    if sys.argv[1:] == ["insert"]:
        await insert(connection)
        return
    await connection.execute(TABLE)
    started = await connection.fetchval("SELECT clock_timestamp()")

    keys = await insert(connection)
    read = [row["id"] for row in await connection.fetch("SELECT id FROM asyncpg_orders")]
    assert len(read) == 1001
    assert set(read) == keys

    key = min(keys)
    assert await connection.fetchval("SELECT id FROM asyncpg_orders WHERE id = $1", key) == key
    assert len(await connection.fetch(LAST_HOUR)) == 1001
    # The server generated them all: their blocks are the present ones.
    ours = """SELECT count(*) FROM asyncpg_orders
        WHERE uuid_interval_since(id, $1, '1 min', '65536 min') AND created_at >= $1"""
    assert await connection.fetchval(ours, started) == 1001

    await call_with_parameters(connection)
    await connection.close()
    print(f"{len(keys)} orders with keys of the server, such as {key}")
    print(f"asyncpg {asyncpg.__version__}")


if __name__ == "__main__":
    asyncio.run(main())
