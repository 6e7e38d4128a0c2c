"""A B-tree's leaf pages, simulated: what the ranges of density in the model are compared with, and a check of it.

A page is a sorted array of keys with room for KEYS_PER_PAGE, as in an index on a uuid with pages of 8 kB. It splits as
in PostgreSQL: the rightmost one so that 90 % stays, any other in half. DELETE marks keys dead, VACUUM removes them, and
pages that have lost all of them. Prints the density of the cases that the model distinguishes, from the lowest to the
highest over their last cycle. With a connection string, fills a real index of that server with each sequence of keys and
deletes as well, and compares density and pages:

    python -m bench.leaf_pages [DSN]
"""

from __future__ import annotations

import random
import sys
from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import psycopg

KEYS_PER_PAGE, STAY_AT_THE_END = 290, 261
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
        """Remove dead keys, then empty pages; never the rightmost."""
        last = len(self.pages) - 1
        kept = [[key for key in page if key not in dead] for page in self.pages]
        stay = [number for number, page in enumerate(kept) if page or number == last]
        self.pages = [kept[number] for number in stay]
        # A removed page leaves its keys' space to its right neighbour.
        self.first = [0] + [self.first[before + 1] for before in stay[:-1]]

    def density(self) -> float:
        """How full the pages are, in percent."""
        return 100 * sum(map(len, self.pages)) / len(self.pages) / KEYS_PER_PAGE


@dataclass(frozen=True)
class Case:
    """Keys, and what becomes of their rows."""

    kind: str
    block: int = 1
    cycles: float = 0.5
    """That the rows kept span."""
    left: float = 1
    """The share that stays when the others of their age are deleted."""

    def __str__(self) -> str:
        """For people."""
        life = {0.0: "all deleted", 1.0: "kept for good"}.get(self.left, f"{100 * self.left:g} % left")
        return f"{self.kind}, {life}" + (
            f", blocks of {self.block:,}, {self.cycles:g} cycles" if self.kind in KINDS_WITH_BLOCKS else ""
        )

    def keys(self) -> Callable[[int], int]:
        """The key of the row with that number."""
        count = max(round(ROWS / self.cycles / self.block), 1)

        def key(row: int) -> int:
            if self.kind == "random":
                return random.getrandbits(BITS)
            if self.kind == "ascending":
                return row << 20 | random.getrandbits(20)
            cycle, place = divmod(row // self.block, count)
            if self.kind == "opaque":
                place = places(cycle, count)[place]
            return (place << BITS) // count + random.getrandbits(BITS) // count

        return key


@lru_cache(maxsize=2)
def places(cycle: int, count: int) -> list[int]:
    """Where the blocks of a cycle lie, in their order in time."""
    return random.Random(f"{cycle} {count}").sample(range(count), count)


KINDS_WITH_BLOCKS = ("wrapping", "opaque")
CASES = [
    Case("random"),
    Case("random", left=0),
    Case("ascending"),
    Case("ascending", left=0.05),
    *(Case("wrapping", block, 0.5) for block in (1, 100, 300, 1_000, 5_000)),
    *(Case("wrapping", block, 2) for block in (10, 1_000)),
    *(Case("wrapping", block, 8) for block in (10, 1_000)),
    *(Case("wrapping", block, cycles, left) for left in (0, 0.05) for block in (10, 1_000) for cycles in (0.9, 1, 2, 8)),
    *(Case("opaque", block, cycles, left) for left in (1, 0, 0.05) for block in (10, 100, 2_000) for cycles in (0.9, 2)),
]


def steps(case: Case) -> Iterator[tuple[list[int], list[int]]]:
    """Keys to insert and then keys to delete, with VACUUM, in turn."""
    key, young, done = case.keys(), [], 0
    last = ROWS if case.left == 1 else int(ROWS * max(6, 4 / case.cycles if case.kind in KINDS_WITH_BLOCKS else 0))
    step = ROWS // 20
    while done < last:
        new = [key(row) for row in range(done, done + step)]
        done += step
        young += new
        aged = max(len(young) - ROWS, 0) if case.left < 1 else 0
        yield new, [old for old in young[:aged] if random.random() >= case.left]
        del young[:aged]


def simulate(case: Case, connection: psycopg.Connection | None) -> str:
    """A line with the densities."""
    random.seed(1)
    leaves, densities = Leaves(), []
    if connection:
        connection.execute("DROP TABLE IF EXISTS leaf_pages")
        connection.execute("CREATE TEMPORARY TABLE leaf_pages (key numeric, id uuid) WITH (autovacuum_enabled = off)")
        connection.execute("CREATE UNIQUE INDEX leaf_pages_id ON leaf_pages (id)")
    for new, dead in steps(case):
        for key in new:
            leaves.insert(key)
        leaves.vacuum(set(dead))
        densities.append(leaves.density())
        if connection:
            with connection.cursor() as cursor, cursor.copy("COPY leaf_pages (id) FROM STDIN") as copy:
                for key in new:
                    copy.write_row([uuid_of(key)])
            if dead:
                connection.execute("DELETE FROM leaf_pages WHERE id = ANY (%s::uuid[])", ([uuid_of(key) for key in dead],))
                connection.execute("VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) leaf_pages")
    late = densities[-max(len(densities) // 4, 4) :]
    line = f"{case}: {min(late):.0f} to {max(late):.0f} %"
    if connection:
        row = connection.execute("SELECT avg_leaf_density, leaf_pages FROM pgstatindex('leaf_pages_id')").fetchone()
        assert row is not None
        ratios = (densities[-1] / row[0], len(leaves.pages) / row[1])
        line += f"; simulated / real: density {ratios[0]:.3f}, pages {ratios[1]:.3f}"
        if not all(1 - BOUND < ratio < 1 + BOUND for ratio in ratios):
            line += " FAILED"
    return line


def uuid_of(key: int) -> str:
    """A UUID that begins with the key."""
    return f"{key:016x}{0:016x}"


def main() -> int:
    """Print all cases; 1 if a real index differs by more than that."""
    connection = psycopg.connect(sys.argv[1], autocommit=True) if sys.argv[1:] else None
    if connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pgstattuple")
    failed = False
    for case in CASES:
        line = simulate(case, connection)
        failed |= line.endswith("FAILED")
        print(line, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
