"""asyncpg."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
from example import ITEMS, run
from interval_uuid import KeyRange


async def execute(*statements: tuple[object, ...]) -> list[asyncpg.Record]:
    """Run statements with their parameters; return the rows of the last."""
    connection = await asyncpg.connect()
    rows = [await connection.fetch(*statement) for statement in statements]
    await connection.close()
    return rows[-1]


TABLE = """
    CREATE TABLE asyncpg_orders (
        id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
        item text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
    )"""
INSERT = """
    INSERT INTO asyncpg_orders (item) SELECT unnest($1::text[]) RETURNING id"""
DELETE = """
    DELETE FROM asyncpg_orders USING unnest($1::uuid[], $2::uuid[]) AS range (smallest, largest)
     WHERE id BETWEEN smallest AND largest"""
# asyncpg takes a timedelta for an interval, never a str.
LATEST = """
    SELECT FROM asyncpg_orders
     WHERE uuid_interval_since(id, now() - $1::interval, '5 min', '60 days') AND created_at >= now() - $1::interval"""


def delete(ranges: list[KeyRange]) -> None:
    """Delete the orders with keys in these ranges."""
    smallest, largest = zip(*ranges, strict=True)
    asyncio.run(execute((DELETE, smallest, largest)))


run(
    f"asyncpg {asyncpg.__version__}",
    create=lambda: asyncio.run(execute((TABLE,))),
    # One statement for all; executemany() and fetchmany() send one for each row.
    insert=lambda: asyncio.run(execute((INSERT, ["a book"]), (INSERT, ITEMS))),
    delete=delete,
    count_latest=lambda: len(asyncio.run(execute((LATEST, timedelta(hours=1))))),
)
