"""A B-tree's leaf pages, simulated: what the ranges of density in the model are compared with, and a check of it.

A page is a sorted array of keys with room for KEYS_PER_PAGE, as in an index on a uuid with pages of 8 kB. It splits as
in PostgreSQL: the rightmost one so that 90 % stays, any other in half. VACUUM removes dead keys, and pages that have
lost all of them. Prints the lowest and highest density of the cases that the model distinguishes, over the last fifth.
With a connection string, fills a real index of that server with the same keys as well, and compares density:

    t/checks/model/leaf_pages.py [DSN]
"""

from __future__ import annotations

import random
import sys
from bisect import bisect_right, insort
from functools import cache
from typing import NamedTuple

import psycopg

from bench.tables import KEYS_PER_PAGE

STAY_AT_THE_END = 261
ROWS = 60_000
"""How many rows are kept."""
BITS = 64
BOUND = 0.05
"""How far a real index may be off, where empty pages are removed, and by chance."""


class Leaves:
    """The leaf pages, in the order of their keys."""

    def __init__(self) -> None:
        """One empty page."""
        self.pages: list[list[int]] = [[]]
        self.first = [0]
        """The lowest key that belongs on each page."""

    def insert(self, key: int) -> None:
        """Insert a key, and split its page if it is full."""
        number = bisect_right(self.first, key) - 1
        page = self.pages[number]
        insort(page, key)
        if len(page) > KEYS_PER_PAGE:
            stay = STAY_AT_THE_END if number == len(self.pages) - 1 else len(page) // 2
            self.pages.insert(number + 1, page[stay:])
            self.first.insert(number + 1, page[stay])
            del page[stay:]

    def vacuum(self, dead: set[int]) -> None:
        """Remove dead keys, then empty pages, whose space goes to the right neighbour; never the rightmost."""
        kept = [[key for key in page if key not in dead] for page in self.pages]
        stay = [number for number, page in enumerate(kept) if page or number == len(kept) - 1]
        self.pages = [kept[number] for number in stay]
        self.first = [0] + [self.first[before + 1] for before in stay[:-1]]

    def density(self) -> float:
        """How full the pages are, in percent."""
        return 100 * sum(map(len, self.pages)) / len(self.pages) / KEYS_PER_PAGE


class Case(NamedTuple):
    """Keys, the cycles that the rows kept span, and the share that stays when others of their age are deleted."""

    kind: str
    left: float = 1
    block: int = 1
    cycles: float = 0.5

    def key(self, row: int) -> int:
        """The key of the row with that number."""
        if self.kind == "random":
            return random.getrandbits(BITS)
        if self.kind == "ascending":
            return row << 20 | random.getrandbits(20)
        count = max(round(ROWS / self.cycles / self.block), 1)
        cycle, place = divmod(row // self.block, count)
        if self.kind == "opaque":
            place = places(cycle, count)[place]
        return (place << BITS) // count + random.getrandbits(BITS) // count


@cache
def places(cycle: int, count: int) -> list[int]:
    """Where the blocks of a cycle lie, in their order in time."""
    return random.Random(f"{cycle} {count}").sample(range(count), count)


CASES = [
    *(Case("random", left) for left in (1, 0)),
    *(Case("ascending", left) for left in (1, 0.05)),
    *(Case("wrapping", 1, block, 0.5) for block in (1, 100, 300, 1_000, 5_000)),
    *(Case("wrapping", 1, block, cycles) for block in (10, 1_000) for cycles in (2, 8)),
    *(
        Case("wrapping", left, block, cycles)
        for left in (0, 0.05)
        for block in (10, 1_000)
        for cycles in (0.9, 1, 2, 8)
    ),
    *(
        Case("opaque", left, block, cycles)
        for left in (1, 0, 0.05)
        for block in (10, 100, 2_000)
        for cycles in (0.9, 2)
    ),
]


def simulate(case: Case, connection: psycopg.Connection | None) -> str:
    """A line with the densities."""
    random.seed(1)
    leaves, young, densities, step = Leaves(), list[int](), list[float](), ROWS // 20
    if connection:
        connection.execute("DROP TABLE IF EXISTS leaf_pages")
        connection.execute("CREATE TEMPORARY TABLE leaf_pages (id uuid) WITH (autovacuum_enabled = off)")
        connection.execute("CREATE UNIQUE INDEX leaf_pages_id ON leaf_pages (id)")
    for done in range(0, ROWS if case.left == 1 else 6 * ROWS, step):
        new = [case.key(row) for row in range(done, done + step)]
        young += new
        aged = max(len(young) - ROWS, 0) if case.left < 1 else 0
        dead = [old for old in young[:aged] if random.random() >= case.left]
        del young[:aged]
        for key in new:
            leaves.insert(key)
        leaves.vacuum(set(dead))
        densities.append(leaves.density())
        if connection:
            connection.execute("INSERT INTO leaf_pages SELECT unnest(%s::uuid[])", ([f"{key:032x}" for key in new],))
            connection.execute("DELETE FROM leaf_pages WHERE id = ANY (%s::uuid[])", ([f"{key:032x}" for key in dead],))
            connection.execute("VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) leaf_pages")
    late = densities[-len(densities) // 5 :]
    line = f"{case}: {min(late):.0f} to {max(late):.0f} %"
    if connection:
        real = connection.execute("SELECT avg_leaf_density FROM pgstatindex('leaf_pages_id')").fetchone() or (0,)
        line += f"; simulated / real: {densities[-1] / real[0]:.3f}"
        line += "" if abs(densities[-1] / real[0] - 1) < BOUND else " FAILED"
    return line


def main() -> int:
    """Print all cases; 1 if a real index differs by more than that."""
    connection = psycopg.connect(sys.argv[1], autocommit=True) if sys.argv[1:] else None
    if connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pgstattuple")
    lines = [simulate(case, connection) for case in CASES]
    print(*lines, sep="\n")
    return int(any(line.endswith("FAILED") for line in lines))


if __name__ == "__main__":
    sys.exit(main())
