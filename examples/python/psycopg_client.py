"""psycopg 3, and a default by sequence, for keys that no clock decides about."""

from __future__ import annotations

import psycopg
from example import ITEMS, run
from interval_uuid import KeyRange

connection = psycopg.connect(autocommit=True)


def create() -> None:
    """Create the table."""
    connection.execute("CREATE SEQUENCE psycopg_keys")
    connection.execute("""
        CREATE TABLE psycopg_orders (
            id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('psycopg_keys'),
            item text NOT NULL,
            created_at timestamptz NOT NULL DEFAULT now()
        )""")


def insert() -> None:
    """Insert an order, and many with one statement; executemany() sends one for each row."""
    connection.execute("INSERT INTO psycopg_orders (item) VALUES (%s) RETURNING id", ["a book"])
    connection.execute("INSERT INTO psycopg_orders (item) SELECT unnest(%s::text[]) RETURNING id", [ITEMS])


def delete(ranges: list[KeyRange]) -> None:
    """Delete the orders with keys in these ranges."""
    for key_range in ranges:
        connection.execute("DELETE FROM psycopg_orders WHERE id BETWEEN %s AND %s", key_range)


def count_latest() -> int:
    """Count the orders of the last hour, which keys by sequence do not tell."""
    latest = connection.execute("SELECT FROM psycopg_orders WHERE created_at >= now() - interval '1 hour'")
    return latest.rowcount


run(f"psycopg {psycopg.__version__}", create, insert, delete, count_latest)
