"""What a key costs as its table gets older: WAL and the size of the index, by how long the cycle is.

Time is simulated, as in the steady state, and rows and blocks are those of it. A table's age is counted in the time
that rows are kept. Once rows are older than that, all of them are deleted, or all but 5 %, whenever there are as many
as autovacuum waits for by default, and its VACUUM comes halfway between two checkpoints. UUIDv7 also has its index
built again, every three times the time that rows are kept, right after the size is taken.

Keys are compared by averages of the last six ages. WAL is all that the server writes, including REINDEX, per row
inserted, and without data checksums, as the model has it. The index is per row that is in the table if deletes are on
time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any

import psycopg

from bench.charts import number
from bench.results import Case, Figures, Run
from bench.scenarios.base import Chapter, Table
from bench.scenarios.steady.cases import FOR_GOOD, OPAQUE, RETENTIONS, WRAPPING
from bench.scenarios.steady.prediction import predict
from bench.scenarios.steady.simulation import FilledTable, Simulated
from bench.server import PrivateServer, value
from bench.tables import INDEX, TABLE, index_figures

SCALE_FACTOR = 0.2
"""The share of dead rows at which autovacuum comes, by default."""
WHOLE, LEFT = "deleted whole", "5 % left"
LAST = {WHOLE: 12, LEFT: 60, FOR_GOOD: 12}
"""The age at the end, in times that rows are kept."""
COMPARED = {WHOLE: 12, LEFT: 30, FOR_GOOD: 12}
"""The age at which keys are compared, at which a REINDEX is due."""
AGES = (2, 4, 10, 20, 30, 60)
"""At which cycles are compared."""
TWICE = "2"
CYCLES = (TWICE, "1.5", "1.3", "1.2")
"""Lengths of a cycle, in times that rows are kept."""
REINDEX_EVERY = 3
AVERAGED = 6
"""Ages over which figures are averaged: two REINDEX, three cycles. VACUUM comes four times an age at first, and once
when the table is 60 times as old."""
KEPT, BETWEEN = 100_000, 1_000
"""Rows that are kept, and between two checkpoints."""
RATES = {WRAPPING: {FOR_GOOD: 10}, OPAQUE: {FOR_GOOD: 2_000}}
"""Rows of a block, where they are not those between two checkpoints, in a table in which nothing has to be refilled."""
FOR_EVER = "36"
"""A cycle that doesn't end here, in times."""
BOUND, INDEX_BOUND = 0.15, 0.2
"""How far the model may be off, as a share: WAL, and the size of the index if some rows stay. Where all go, the model
leaves out the pages that VACUUM has emptied, and where cycles are shorter than advised, when exactly it comes."""
Pair = tuple[float, float | None]
"""What was measured, and what the model says."""


class Retention(Simulated):
    """Each case is a table, from its first row on."""

    name = "retention"
    title = "A table that gets older"
    figures = ("index_bytes", "density", "wal_per_row")
    settings = {**Simulated.settings, "shared_buffers": "256MB", "wal_keep_size": "0"}

    def prepare(self) -> None:
        """Without data checksums, which 18 has by default."""
        server = self.bench.server
        assert isinstance(server, PrivateServer)
        server.configure(self.settings, self.memory, *(["--no-data-checksums"] if server.major >= 18 else []))

    def cases(self) -> list[Case]:
        """Retention, key, length of the cycle, and every how often a REINDEX comes."""
        cases = [
            self.case(retention, *key)
            for retention in LAST
            for key in (("random",), ("UUIDv7",), ("UUIDv7", "", REINDEX_EVERY), (WRAPPING, TWICE), (OPAQUE, TWICE))
            if retention != FOR_GOOD or len(key) < 3
        ]
        cases += [self.case(LEFT, WRAPPING, cycle) for cycle in CYCLES if cycle != TWICE]
        return [case for case in cases if case["key"] in self.bench.available]

    def case(self, retention: str, key: str, cycle: str = "", reindex_every: int = 0) -> Case:
        """A case, and about how long it takes."""
        kept, between = (KEPT // 10, BETWEEN // 2) if self.quick else (KEPT, BETWEEN)
        cycle = FOR_EVER if cycle and retention == FOR_GOOD else cycle
        choices = (
            *(("retention", retention), ("key", key), ("cycle", cycle), ("reindex_every", reindex_every)),
            ("cycles_spanned", f"{1 / float(cycle):.5f}" if cycle else ""),
            *(("rate", RATES.get(key, {}).get(retention, between)), ("rows_between", between), ("rows", kept)),
        )
        return Case(self.name, choices, kept * LAST[retention] / 20_000)

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """Fill the table, and ask for the model's figures at each age."""
        figures = AgeingTable(connection, case).figures()
        # It isn't asked about REINDEX.
        return figures if case["reindex_every"] else {**figures, "model": predict_ages(connection, dict(case.key))}

    def problems(self, figures: Figures) -> list[str]:
        """Pages fuller than full, an index without pages."""
        found = []
        if not all(0 < density <= 100 for density in figures["density"]):
            found.append("an impossible density")
        if not all(size > 0 for size in figures["index_bytes"]):
            found.append("an empty index")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """If rows are left behind, the index of UUIDv7 is the largest, and a REINDEX makes it smaller."""
        found = {
            (run.case["key"], run.case["reindex_every"]): run.figures["index_bytes"][COMPARED[LEFT] - 1]
            for run in runs
            if run.case["retention"] == LEFT and run.case["cycle"] in ("", TWICE)
        }
        largest = found.get(("UUIDv7", 0), 0)
        return [
            f"retention: {LEFT}: the index of UUIDv7 is not larger than that of {key}{', with REINDEX' * bool(every)}"
            for (key, every), size in found.items()
            if largest and (key, every) != ("UUIDv7", 0) and size >= largest
        ]

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """The keys at one age, and cycles at each."""
        shown = [run for run in runs if run.case["cycle"] in ("", TWICE, FOR_EVER)]
        return Chapter(findings=[how_good(runs)], tables=[compared(shown), by_age(runs)])


class AgeingTable(FilledTable):
    """The table of a case, which is looked at whenever it has got older by the time that rows are kept."""

    def rows_in_all(self) -> int:
        """How many rows will be inserted."""
        return LAST[str(self.case["retention"])] * self.kept

    def figures(self) -> Figures:
        """Fill the table, and look at it at each age."""
        found: dict[str, list[float]] = {"index_bytes": [], "density": [], "wal_per_row": []}
        every = int(self.case["reindex_every"])
        for age in range(1, self.rows_in_all() // self.kept + 1):
            start = self.insert_lsn()
            for _ in range(self.kept // self.between):
                self.interval()
            index = index_figures(self.connection)
            if every and age % every == 0:
                self.connection.execute(f"REINDEX INDEX CONCURRENTLY {INDEX}")
            written = int(value(self.connection, "SELECT %s::pg_lsn - %s::pg_lsn", self.insert_lsn(), start))
            found["index_bytes"].append(index["index_bytes"] or 0)
            found["density"].append(index["density_percent"] or 0)
            found["wal_per_row"].append(written / self.kept)
        rows = value(self.connection, f"SELECT count(*) FROM {TABLE}")
        return {**found, "rows_inserted": self.live, "rows_found": rows}

    def interval(self) -> None:
        """Rows of the time between two checkpoints, with a VACUUM halfway if it is due."""
        self.insert(self.between // 2)
        due = (self.inserted - self.kept - self.aged) * (1 - self.left)
        if self.left < 1 and due >= SCALE_FACTOR * (self.live - due):
            self.delete()
        self.insert(self.between - self.between // 2)
        self.connection.execute("CHECKPOINT")


def rows_at(case: dict[str, Any], age: int) -> float:
    """How many rows a table of this age has, if deletes are on time."""
    return int(case["rows"]) * (1 + RETENTIONS[str(case["retention"])] * (age - 1))


def predict_age(connection: psycopg.Connection, case: dict[str, Any], age: int) -> dict[str, Any]:
    """What the model says of a table of this age."""
    rows, left = rows_at(case, age), RETENTIONS[str(case["retention"])]
    return predict(connection, case, total_rows=rows, vacuum_rows=SCALE_FACTOR * rows / max(1 - left, SCALE_FACTOR))


def predict_ages(connection: psycopg.Connection, case: dict[str, Any]) -> list[dict[str, Any]]:
    """What the model says of it at each age."""
    return [predict_age(connection, case, age) for age in range(1, LAST[str(case["retention"])] + 1)]


def said(run: Run) -> str:
    """The key of a case, for people."""
    case = run.case
    if case["reindex_every"]:
        return f"{case['key']}, REINDEX"
    return f"{case['key']}, {case['cycle']} times" if case["cycle"] not in ("", TWICE, FOR_EVER) else str(case["key"])


def at(run: Run, age: int, measured: str, modelled: str, unit: float = 1) -> Pair:
    """What was measured at an age, and what the model says, if it was asked."""
    model = run.figures["model"][age - 1][modelled] if "model" in run.figures else None
    return run.figures[measured][age - 1], model and model * unit


def wal_of(run: Run, age: int) -> Pair:
    """WAL per row in an age."""
    return at(run, age, "wal_per_row", "wal_per_row")


def index_of(run: Run, age: int) -> Pair:
    """Bytes of the index at an age."""
    return at(run, age, "index_bytes", "bytes_per_million_rows", rows_at(run.case, age) / 1e6)


def index_per_row(run: Run, age: int) -> Pair:
    """Bytes of the index per row at an age."""
    measured, modelled = index_of(run, age)
    rows = rows_at(run.case, age)
    return measured / rows, modelled and modelled / rows


def averaged(figure: Callable[[Run, int], Pair], run: Run, age: int) -> Pair:
    """A figure on average over the ages up to this one."""
    assert age >= AVERAGED
    measured, modelled = zip(*(figure(run, each) for each in range(age - AVERAGED + 1, age + 1)), strict=True)
    return mean(measured), None if None in modelled else mean(modelled)


def shown(figures: Pair, unit: float = 1) -> str:
    """What was measured, with the model's in brackets."""
    measured, modelled = figures
    return number(measured / unit) + (f" ({number(modelled / unit)})" if modelled else "")


def compared(runs: list[Run]) -> Table:
    """The keys at one age: a column for the WAL and the index of each retention."""
    header, keys = ["key"], list(dict.fromkeys(map(said, runs)))
    for retention, age in COMPARED.items():
        header += [f"{retention}, {age} times as old: {what} per row (the model)" for what in ("WAL", "index")]
    rows = []
    for key in keys:
        row = [key]
        for retention, age in COMPARED.items():
            found = [run for run in runs if said(run) == key and run.case["retention"] == retention]
            row += [shown(averaged(figure, run, age)) for run in found for figure in (wal_of, index_per_row)] or [
                "—"
            ] * 2
        rows.append(row)
    return Table("By age, as many times as rows are kept: bytes, on average over the last six", header, rows)


def by_age(runs: list[Run]) -> Table:
    """The index of wrapping keys at each age, and WAL up to the end, by the length of the cycle."""
    found = {run.case["cycle"]: run for run in runs if (run.case["retention"], run.case["key"]) == (LEFT, WRAPPING)}
    rows = [
        [
            cycle,
            *(shown(index_of(found[cycle], age), 1e6) for age in AGES),
            *(shown(averaged(wal_of, found[cycle], age)) for age in AGES if age >= AVERAGED),
        ]
        for cycle in CYCLES
        if cycle in found
    ]
    header = [f"{age} times as old" for age in AGES] + [f"WAL, {age}" for age in AGES if age >= AVERAGED]
    return Table("Cycles by age: MB of index, and WAL per row (the model)", ["cycle, times kept", *header], rows)


def wrong(runs: list[Run]) -> list[str]:
    """Where the model is too far from what was measured."""
    return [
        f"{run.case['retention']}, {said(run)}, {what}: {number(modelled)} instead of {number(measured)} bytes"
        for run in runs
        for what, (measured, modelled), bound in compared_with_model(run)
        if modelled and abs(modelled / measured - 1) > bound
    ]


def compared_with_model(run: Run) -> Iterator[tuple[str, Pair, float]]:
    """What is compared, what was measured and modelled, and how far that may be off."""
    retention, is_advised = str(run.case["retention"]), run.case["cycle"] in ("", TWICE)
    for age in sorted({COMPARED[retention], *(age for age in AGES if AVERAGED <= age <= LAST[retention])}):
        yield f"WAL, {age} times as old", averaged(wal_of, run, age), BOUND
        if retention == LEFT and is_advised:
            yield f"index, {age} times as old", index_of(run, age), INDEX_BOUND


def how_good(runs: list[Run]) -> str:
    """Whether the model is good enough, and where it is not."""
    off = wrong(runs)
    text = (
        f"The model gives the WAL per row to within {BOUND:.0%}, and the size of the index to within {INDEX_BOUND:.0%} "
        "if 5 % of the rows stay and the cycle is as advised"
    )
    return f"{text}; not here: {'; '.join(off)}." if off else f"{text}."
