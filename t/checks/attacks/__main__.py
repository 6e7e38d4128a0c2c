"""Attack every kind of key, and check what is claimed of them. See t/checks/attacks/run --help."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import psycopg
from numpy.random import Generator
from rich.console import Console
from rich.table import Table as TerminalTable

from attacks import outsider
from attacks.adversaries import (
    Counting,
    active_blocks,
    covered,
    dated_rightly,
    error_of_rows,
    features,
    ordered_rightly,
)
from attacks.keyed_tables import KINDS, Clock, History, Integers, Server, Table

CLOCK = Clock(3_600_000_000, 10)
"""1,024 blocks per cycle, so that tables of several cycles are soon filled."""
DEFAULT_CLOCK = Clock(60_000_000, 16)

NOTHING = History("one cycle")
NOTHING_LONGER = History("one and a half cycles", 1.5)
NOTHING_LONG = History("five cycles", 5)
GROWTH = History("one cycle, the load grows fourfold", 1, lambda age: 4**-age)
HALVES = History("one cycle, half deleted per cycle", 1, lambda age: 0.5**age)
HALVES_LONG = History("five cycles, half deleted per cycle", 5, lambda age: 0.5**age)
QUARTERS_LONG = History("five cycles, half deleted per quarter", 5, lambda age: 0.0625**age)
RETENTION = History("five cycles, 95 % deleted after 0.9", 5, lambda age: np.where(age < 0.9, 1, 0.05))
GONE = History("five cycles, 99.9 % deleted after 0.1", 5, lambda age: np.where(age < 0.1, 1, 0.001))

IN_PAGE = ("wrapping", "opaque")
"""The kinds that doc/evidence.md shows."""

Figures = dict[str, float]
Limits = dict[str, tuple[float, float]]

ORDER = "% of pairs ordered correctly; keys counted"
DATE = "% of keys dated to the block, given dated ones"
ACTIVE = "How long the table has been active: nine of ten estimates err by less, in %"
ROWS = "How many rows it has, 1,000 to a million: half of the estimates err by less than a factor of"


def percent(figure: float) -> str:
    """A share, or an error; one above 100 % is no estimate."""
    return "—" if figure > 1 else f"{100 * figure:.1f}"


@dataclass
class Row:
    """A row of the table, with what is claimed of its figures."""

    group: str
    title: str
    figures: Figures
    limits: Limits = field(default_factory=dict)
    """The least and the most that a figure may be."""
    show: Callable[[float], str] = percent

    def cells(self, kinds: Iterable[str]) -> list[str]:
        """What stands in the table."""
        return [self.title, *(self.show(self.figures[kind]) for kind in kinds)]

    def wrong(self) -> list[str]:
        """The claims that do not hold."""
        return [
            f"{self.group}: {self.title}: {kind} has {self.figures[kind]:.4f}, not {least:.4f} to {most:.4f}"
            for kind, (least, most) in self.limits.items()
            if not least <= self.figures[kind] <= most
        ]


def chance(probability: float, tries: int) -> tuple[float, float]:
    """The share of hits that chance gives, to six standard deviations: outside once in 500 million."""
    noise = 6 * np.sqrt(max(probability * (1 - probability), 1 / tries) / tries)
    return max(0.0, probability - noise), probability + noise


def coin(prefixes: int) -> tuple[float, float]:
    """The share of pairs that an attack orders correctly if it learns nothing.

    To six standard deviations, for the number of prefixes, since many pairs share one.
    """
    noise = 6 * 0.34 / np.sqrt(prefixes)
    return 0.5 - noise, 0.5 + noise


class Attacks:
    """All attacks."""

    def __init__(self, server: Server, random: Generator, quick: bool) -> None:
        """`quick`: on few and small tables."""
        self.random = random
        self.server = server
        self.rows_per_block = 50 if quick else 200
        self.samples = 100 if quick else 300
        tables = 1 if quick else 5
        rows = NOTHING_LONG.cycles * CLOCK.count * self.rows_per_block
        span = round(NOTHING_LONG.cycles * CLOCK.count * CLOCK.interval)
        self.tables = [server.table(CLOCK, random.integers(span, size=random.poisson(rows))) for _ in range(tables)]

    def order(
        self,
        history: History,
        seen: float | None,
        limits: Limits,
        unknown: Iterable[str] = (),
        between: float | None = None,
    ) -> Row:
        """Which of two keys is older.

        `seen` is the share of the keys that are counted (None: nothing is seen but the two); `unknown` the kinds whose
        keys an attack should learn nothing from; `between` an age in cycles that lies between the two.
        """
        counting = Counting(history, CLOCK, self.rows_per_block, seen, self.random) if seen else None
        figures = []
        prefixes = dict.fromkeys(KINDS, 0)
        for whole in self.tables:
            table = whole.after(history, self.random)
            older = newer = np.arange(len(table.times))
            if between is not None:
                is_older = table.now - table.blocks > between * CLOCK.count
                older, newer = older[is_older], newer[~is_older]
            for kind in KINDS:
                prefixes[kind] += min(len(np.unique(CLOCK.prefix(table.keys[kind][keys]))) for keys in (older, newer))
            pairs = self.random.choice(older, 20_000), self.random.choice(newer, 20_000)
            figures.append(
                {kind: ordered_rightly(table, kind, counting, seen or 0, pairs, self.random) for kind in KINDS}
            )
        limits = limits | {kind: coin(prefixes[kind]) for kind in unknown}
        what = "none" if seen is None else "all" if seen == 1 else f"{100 * seen:.0f} %"
        title = f"{history.title}; {what}" + ("" if between is None else ", old and new")
        return Row(ORDER, title, {kind: float(np.mean([each[kind] for each in figures])) for kind in KINDS}, limits)

    def orders(self) -> Iterator[Row]:
        """Which of two keys is older."""
        certain = (0.995, 1.0)
        broken = {"v7": certain, "wrapping": certain, "xor": certain}
        both = ("opaque", "random")
        yield self.order(NOTHING, None, broken, both)
        yield self.order(NOTHING, 1, broken, both)
        yield self.order(NOTHING_LONG, 1, {}, both)
        # The latest half cycle's places are fuller or not: 11/18 if that is all.
        yield self.order(NOTHING_LONGER, 1, {"opaque": (0.57, 0.65)}, ["random"])
        yield self.order(GROWTH, 1, broken | {"opaque": (0.8, 1.0)}, ["random"])
        yield self.order(HALVES, None, broken, both)
        yield self.order(HALVES, 1, broken | {"opaque": (0.7, 1.0)}, ["random"])
        yield self.order(HALVES_LONG, None, {}, both)
        yield self.order(HALVES_LONG, 0.05, {}, ["random"])
        yield self.order(HALVES_LONG, 1, {"opaque": (0.54, 0.7)}, ["random"])
        yield self.order(QUARTERS_LONG, 1, {"opaque": (0.8, 1.0)}, ["random"])
        yield self.order(RETENTION, 1, {"opaque": (0.47, 0.58)}, ["random"])
        yield self.order(RETENTION, 1, {}, ["random"], between=0.9)
        yield self.order(GONE, 1, {}, ["random"])
        yield self.order(GONE, 1, {"opaque": (0.9, 1.0)}, ["random"], between=0.1)

    def date(self, title: str, table: Table, dated: Integers, targets: Integers, limits: Limits) -> Row:
        """The dates of `targets`, given those of `dated`."""
        figures = {kind: dated_rightly(table, kind, dated, targets, self.random) for kind in KINDS}
        return Row(DATE, title, figures, limits)

    def dates(self) -> Iterator[Row]:
        """The dates of other keys, from dated ones."""
        # One block, on average, is where an attack looks for it; ten are not in one of a million runs.
        luck = 10 / (CLOCK.count / 2)
        never = dict.fromkeys(("opaque", "random"), (0.0, luck))
        broken = dict.fromkeys(("v7", "wrapping", "xor"), (1.0, 1.0))
        several_cycles = self.tables[0]
        one_cycle = several_cycles.after(NOTHING, self.random)

        for title, table in (("one cycle", one_cycle), ("five cycles", several_cycles)):
            dated, targets = np.split(self.random.permutation(len(table.times)), [1000])
            share = covered(table, dated, targets)
            least, most = chance(share, len(targets))
            limits = never | {"opaque": (0.0, most + luck)}
            if table is one_cycle:
                limits |= broken | {"opaque": (least, most + luck)}
            text = f"1,000 of {title}, whose blocks hold {percent(share)} % of the others"
            yield self.date(text, table, dated, targets, limits)

        in_last = table.now - table.blocks < CLOCK.count
        dated = self.random.permutation(np.flatnonzero(~in_last))[:1000]
        yield self.date(
            "1,000 of four cycles: keys of the fifth", table, dated, np.flatnonzero(in_last), broken | never
        )

        since = one_cycle.now - one_cycle.blocks < CLOCK.count // 2
        seen = np.unique(np.where(since, one_cycle.blocks, 0), return_index=True)[1][1:]
        others = np.delete(np.arange(len(since)), seen)
        title = "one per interval of half a cycle: keys of the"
        yield self.date(f"{title} half before", one_cycle, seen, others[~since[others]], broken | never)
        yield self.date(
            f"{title} same half", one_cycle, seen, others[since[others]], never | broken | {"opaque": (1.0, 1.0)}
        )

    def extents(self) -> Iterator[Row]:
        """For how long the table has been active, and how many rows it has."""
        spans = {"one day": 1440, "five days": 7200}
        # Of each table a thousand rows.
        rows = (10 ** self.random.uniform(3, 6, self.samples)).astype(int)
        samples = {
            title: self.server.table(
                DEFAULT_CLOCK,
                np.concatenate(
                    [self.random.integers(span * DEFAULT_CLOCK.interval, size=number)[:1000] for number in rows]
                ),
            )
            for title, span in spans.items()
        }
        for size in (1000, 100):
            parts = {
                title: [table.part(np.arange(1000 * number, 1000 * number + size)) for number in range(self.samples)]
                for title, table in samples.items()
            }
            worst = {}
            for kind in KINDS:
                errors = np.abs(
                    [
                        [np.array(active_blocks(table, kind)) / span - 1 for table in parts[title]]
                        for title, span in spans.items()
                    ]
                )
                # By span and attack; the attack that is best for both spans counts.
                of_attacks = np.quantile(np.nan_to_num(errors, nan=np.inf), 0.9, axis=1, method="higher")
                worst[kind] = of_attacks[:, of_attacks.max(axis=0).argmin()]
            for number, title in enumerate(spans):
                limits = dict.fromkeys(("v7", "wrapping", "xor"), (0.0, 0.2)) | {"random": (1.0, np.inf)}
                if (title, size) == ("one day", 1000):
                    limits |= {"opaque": (0.0, 0.2)}
                yield Row(
                    ACTIVE, f"{title}, from {size:,} keys", {kind: float(worst[kind][number]) for kind in KINDS}, limits
                )

            guess = error_of_rows([np.ones(1)] * len(rows), rows)
            serial = [
                features(self.server.serial_keys(self.random.permutation(number)[:size] + 1), DEFAULT_CLOCK)
                for number in rows
            ]
            title = f"from {size:,} keys (a guess: {guess:.2f}; keys by sequence: {error_of_rows(serial, rows):.2f})"
            figures = {
                kind: error_of_rows([features(table.keys[kind], DEFAULT_CLOCK) for table in parts["one day"]], rows)
                for kind in KINDS
            }
            yield Row(ROWS, title, figures, dict.fromkeys(KINDS, (0.6 * guess, np.inf)), "{:.2f}".format)

    def roles(self, outsiders: psycopg.Connection, intervals: int) -> Iterator[Row]:
        """What a role without grants can date."""
        owner = self.server.connection
        table, seen, before, since = outsider.watch(owner, outsiders, intervals)
        blocks = len(np.unique(table.blocks[before]))
        limits = dict.fromkeys(("v7", "wrapping", "xor"), (0.95, 1.0))
        # Those of the block in which the role begins have its prefix, and on a busy machine it has many of them.
        never = {"opaque": (0.0, chance(1 / blocks, len(before))[1] + covered(table, seen, before))}
        title = "those that any role gets by calling the function: keys generated"
        yield self.date(f"{title} before", table, seen, before, limits | never)
        # Those of the blocks that the role has called in; on a busy machine it misses some.
        least = 0.95 * covered(table, seen, since)
        yield self.date(f"{title} later", table, seen, since, limits | {"opaque": (least, 1.0)})


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="t/checks/attacks/run",
        description="Attack every kind of key, and check what doc/evidence.md and doc/security.md say of them.",
    )
    parser.add_argument("--quick", action="store_true", help="fewer and smaller tables, about ten seconds")
    parser.add_argument("--markdown", action="store_true", help="write tables of which doc/evidence.md has rows")
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="other random numbers (default: %(default)s), except in the attack by a role, whose keys are new",
    )
    return parser.parse_args()


def show(rows: list[Row], markdown: bool) -> None:
    """Write the table."""
    console = Console(soft_wrap=markdown)
    groups = list(dict.fromkeys(row.group for row in rows))
    kinds = IN_PAGE if markdown else tuple(KINDS)
    for group in groups:
        cells = [row.cells(kinds) for row in rows if row.group == group]
        heads = [group, *(KINDS[kind] for kind in kinds)]
        if markdown:
            lines = [heads, ["---"] * len(heads), *cells]
            console.print("\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines), markup=False, highlight=False)
        else:
            table = TerminalTable(*heads)
            table.columns[0].overflow = "fold"
            for line in cells:
                table.add_row(*line)
            console.print(table)


def main() -> int:
    """Run all; return 1 if a claim does not hold."""
    asked = arguments()
    with psycopg.connect(autocommit=True) as connection:
        connection.execute("CREATE EXTENSION sequential_uuids")
        connection.execute("CREATE ROLE outsider LOGIN")
        random = np.random.default_rng(asked.seed)
        attacks = Attacks(Server(connection, random), random, asked.quick)
        rows = [*attacks.orders(), *attacks.dates(), *attacks.extents()]
        with psycopg.connect("user=outsider", autocommit=True) as outsiders:
            wrong = outsider.forbidden_things_done(outsiders)
            rows += attacks.roles(outsiders, 100 if asked.quick else 300)
    show(rows, asked.markdown)
    wrong += [text for row in rows for text in row.wrong()]
    for text in wrong:
        print(f"WRONG: {text}", file=sys.stderr)
    if not wrong:
        print(f"{len(rows)} figures are as claimed, and the role was refused all that it may not do.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
