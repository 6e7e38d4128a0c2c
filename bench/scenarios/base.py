"""The parts of every scenario."""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bench.charts import Chart, number
from bench.contenders import ADVISED, BY_NAME, Contender, advised, lengths_of
from bench.limits import OPERATIONS_PER_SECOND
from bench.load import Pgbench
from bench.results import Case, Figures, Run, Spread, choices, spread
from bench.server import Server

MB = 1 << 20


@dataclass
class Bench:
    """What scenarios work with."""

    server: Server
    pgbench: Pgbench
    asked: argparse.Namespace
    """The command line."""
    quick: bool
    disks: tuple[str, ...]
    available: tuple[str, ...]
    """Names of the contenders whose keys the server can generate."""


@dataclass(frozen=True)
class Table:
    """A table of the report."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Published:
    """A figure from a study, with ours beside it."""

    claim: str
    theirs: str
    ours: str
    remark: str = ""


@dataclass
class Chapter:
    """A scenario's chapter of the report."""

    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    """Sentences on what the figures show; the first one is also listed at the top of the report."""
    published: list[Published] = field(default_factory=list)


class Scenario(ABC):
    """A set of cases, how to run one, and what the figures show."""

    name: ClassVar[str]
    title: ClassVar[str]
    left_out: ClassVar[tuple[str, ...]] = ()
    """The contenders that do not take part, with the reason in a comment."""
    settings: ClassVar[Mapping[str, str]] = {}
    """Settings of a private server."""
    quick_settings: ClassVar[Mapping[str, str]] = {}
    """What is different in a quick run."""
    memory: ClassVar[int | None] = None
    quick_memory: ClassVar[int | None] = None
    """Limit on the memory of a private server, in bytes."""
    on_given_server: ClassVar[bool] = True
    """Whether it can measure the server that --dsn names."""
    takes_hours: ClassVar[bool] = False
    """Whether it runs only if it is asked for, unless in a quick run."""
    advised_load: ClassVar[Mapping[str, Any]] = {"rows_per_second": 50_000}
    """What uuid_advise is asked for the interval and cycle of the contenders in ADVISED: here, rows that stay."""
    figures: ClassVar[tuple[str, ...]]
    """What each run on a private server has to report."""

    def __init__(self, bench: Bench) -> None:
        """Nothing is run yet."""
        self.bench = bench
        self.quick = bench.quick

    @abstractmethod
    def cases(self) -> list[Case]:
        """All cases, in the order in which they are run."""

    @abstractmethod
    def run(self, case: Case, repetition: int) -> Figures:
        """Measure a case once. Missing figures are None; rows_inserted and rows_found have to be equal."""

    @abstractmethod
    def problems(self, figures: Figures) -> list[str]:
        """What is impossible about the figures of one run."""

    @classmethod
    @abstractmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """What the runs show. Any of them may be missing."""

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """What is impossible when the runs are compared, within wide bounds."""
        del runs
        return []

    def repetitions(self) -> int:
        """How often each case is measured."""
        return 1 if self.quick else 3

    def plan(self) -> list[tuple[Case, int]]:
        """All runs in order: every case once, then every case again, so that a slow spell slows all of them."""
        return [(case, repetition) for repetition in range(1, self.repetitions() + 1) for case in self.cases()]

    def prepare(self) -> None:
        """Set up the server for the first case."""
        self.bench.server.configure(
            {**self.settings, **(self.quick_settings if self.quick else {})},
            self.quick_memory if self.quick else self.memory,
        )

    def taking_part(self) -> list[str]:
        """The contenders that this server can measure."""
        return [name for name in self.bench.available if name not in self.left_out]

    def load_of(self, case: Case) -> Mapping[str, Any]:
        """The load of a case."""
        del case
        return self.advised_load

    def contender(self, case: Case) -> Contender:
        """The contender of a case, in ADVISED as uuid_advise has it for the load."""
        found = BY_NAME[str(case["contender"])]
        if found.name not in ADVISED:
            return found
        with self.bench.server.connect() as connection:
            call = advised(connection, self.load_of(case))[ADVISED[found.name]]["call"]
        return found.with_lengths(lengths_of(call))


def cell(value: Spread | None, unit: str = "") -> str:
    """A figure for a table: the median, with the spread in brackets if there are several."""
    if value is None:
        return "—"
    text = f"{number(value.median)}{unit}"
    if value.count > 1:
        text += f" ({number(value.lowest)} to {number(value.highest)})"
    return text


def table_of(caption: str, runs: list[Run], columns: Mapping[str, str], **case: str | int) -> Table:
    """A row for each contender, a column for each figure; `columns` are figures and their headers."""
    rows = [
        [str(name), *(cell(spread(runs, figure, contender=name, **case)) for figure in columns)]
        for name in choices(runs, "contender")
    ]
    return Table(caption, ["key", *columns.values()], rows)


def grid(runs: list[Run], figure: str, dimension: str) -> dict[tuple[str, str], Spread]:
    """The spread of a figure for each choice of a dimension and each contender."""
    return {
        (str(choice), str(contender)): found
        for choice in choices(runs, dimension)
        for contender in choices(runs, "contender")
        if (found := spread(runs, figure, **{dimension: choice, "contender": contender}))
    }


def conditions(runs: list[Run], *more: str) -> str:
    """The conditions of a chart, as its caption."""
    sizes = {run.limits["memory_bytes"] for run in runs}
    disks = {str(run.limits["disk"]) for run in runs}
    parts = [f"PostgreSQL {' and '.join(sorted({run.settings['server_version'].split()[0] for run in runs}))}"]
    parts += [
        f"{size // MB} MiB of memory" if size else "memory not limited"
        for size in sorted(sizes, key=lambda size: size or 0)
    ]
    parts += [
        f"at most {OPERATIONS_PER_SECOND[disk]:,} reads per second"
        for disk in sorted(disks)
        if disk in OPERATIONS_PER_SECOND
    ]
    calls = [run.figures["default"] for run in runs if run.case.get("contender") in ADVISED]
    if calls:
        parts.append(f"as advised, {', '.join(dict.fromkeys(calls))}")
    repetitions = max(run.repetition for run in runs)
    if repetitions > 1:
        parts.append(f"medians of {repetitions} runs, lines from lowest to highest")
    return ", ".join([*parts, *more]) + "."


def between(figures: Iterable[Spread | None], unit: str = "") -> str:
    """The lowest and the highest median, for a sentence."""
    medians = [number(found.median) for found in sorted((x for x in figures if x), key=lambda found: found.median)]
    if not medians:
        return "—"
    return f"{medians[0]}{unit}" if medians[0] == medians[-1] else f"{medians[0]} to {medians[-1]}{unit}"


def listed(figures: Mapping[str, Spread | None], unit: str = "") -> str:
    """Medians with their names, for a sentence."""
    return ", ".join(f"{name} {median_of(found, unit)}" for name, found in figures.items())


def percent(part: Spread | None, whole: Spread | None) -> str:
    """The one's median in percent of the other's."""
    return f"{100 * part.median / whole.median:.0f} %" if part and whole and whole.median else "—"


def median_of(value: Spread | None, unit: str = "") -> str:
    """The median for a sentence."""
    return f"{number(value.median)}{unit}" if value else "—"
