"""Change the parameters of a column default while programs of two versions run, as doc/switching.md says.

    PGHOST=… PYTHONPATH=clients/python/src python3 clients/python/tests/change.py

In the order of that page, each program accepts the default that it starts with, and finds all rows, those of each other
program and of the default included. In each other order, one of them does not.
"""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from itertools import permutations
from uuid import UUID

from interval_uuid import IntervalUuid

OLD = IntervalUuid(timedelta(minutes=5), timedelta(days=60))
NEW = IntervalUuid(timedelta(minutes=10), timedelta(days=80))
READ_PARAMETERS = "SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')"


def sql(statement: str) -> list[str]:
    """Return the rows of a statement, as psql prints them."""
    command = ["psql", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-qAtc", statement]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def read_default() -> IntervalUuid:
    """Build the generator for the column default."""
    [row] = sql(READ_PARAMETERS)
    return IntervalUuid.from_parameters(*map(int, row.split("|")))


class Program:
    """A running program, which accepts some defaults and searches for the keys of some."""

    def __init__(self, accepted: list[IntervalUuid], searched: list[IntervalUuid]) -> None:
        """Start it: read the default, and stop if that is none of the accepted ones."""
        self.keys = read_default()
        if self.keys not in accepted:
            raise ValueError(f"the column default generates keys as {self.keys} does")
        self.searched = searched

    def insert(self) -> UUID:
        """Insert a row whose key it generates."""
        key = self.keys.next()
        sql(f"INSERT INTO orders VALUES ('{key}')")
        return key

    def find(self) -> set[UUID]:
        """Find the rows of the last minute."""
        now = datetime.now(UTC)
        pairs = [pair for keys in self.searched for pair in keys.ranges(now - timedelta(minutes=1), now)]
        condition = " OR ".join(f"id BETWEEN '{smallest}' AND '{largest}'" for smallest, largest in pairs)
        return {UUID(row) for row in sql(f"SELECT id FROM orders WHERE {condition}")}


VERSIONS = {"first": ([OLD], [OLD]), "both": ([OLD, NEW], [OLD, NEW]), "last": ([NEW], [NEW, OLD])}


def trouble(steps: tuple[str, ...]) -> str | None:
    """Take these steps, and return the first thing that goes wrong."""
    sql("DROP TABLE IF EXISTS orders")
    sql("CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'))")
    rows: set[UUID] = set()
    version = "first"
    running = [Program(*VERSIONS[version])]
    for step in steps:
        if step == "default":
            sql("ALTER TABLE orders ALTER COLUMN id SET DEFAULT uuid_interval_nextval('10 min', '80 days')")
        else:
            version = step
        # A rolling deployment: instances that run go on beside those that are started, or restarted.
        try:
            running.append(Program(*VERSIONS[version]))
        except ValueError as error:
            return f"{version} after {step}: {error}"
        rows |= {program.insert() for program in running}
        rows |= {UUID(row) for row in sql("INSERT INTO orders DEFAULT VALUES RETURNING id")}
        for program in running:
            if program.find() != rows:
                return f"a program that was started with {program.keys} misses rows after {step}"
        # In the end, no instance of an earlier version is left.
        if step != "default":
            running = running[-1:]
    return None


if __name__ == "__main__":
    right = ("both", "default", "last")
    for order in permutations(right):
        found = trouble(order)
        print(*order, "-", found or "no trouble")
        assert (found is None) == (order == right), order
    # Without programs that accept both.
    for order in permutations(("default", "last")):
        assert trouble(order) is not None, order
    assert read_default() in (OLD, NEW)
