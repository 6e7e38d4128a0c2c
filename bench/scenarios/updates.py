"""Rows that are updated: what updates that are not HOT cost, by how long they come after the row.

Rows, checkpoints and measurements are those of the steady state. Each row is updated so many times, each time the same
number of rows later; an update changes a column of a partial index that has no rows, so it is never HOT, and adds an
entry to the index on the key alone. Random keys scatter these entries; others keep them with the rows of their age.

The report has what the model of uuid_advise says beside what was measured.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import psycopg

from bench.results import Case, Figures, Run
from bench.scenarios.base import Chapter, Table
from bench.scenarios.steady.cases import FOR_GOOD, RETENTIONS, WRAPPING
from bench.scenarios.steady.prediction import predict
from bench.scenarios.steady.simulation import SCALE_FACTOR, FilledTable, Simulated, impossible
from bench.tables import TABLE

LEFT = "5 % left"
KEYS = {"random": "", "UUIDv7": "", WRAPPING: "0.5"}
"""With the cycles that the rows span."""
RATES = {FOR_GOOD: 10, LEFT: 1_000}
"""Rows of a block."""
LOADS = (
    (FOR_GOOD, 1, 100, 1_000, 100_000),
    (FOR_GOOD, 3, 50, 1_000, 100_000),
    (FOR_GOOD, 3, 250, 1_000, 100_000),
    (FOR_GOOD, 3, 1_000, 1_000, 100_000),
    (FOR_GOOD, 3, 4_000, 1_000, 100_000),
    (FOR_GOOD, 3, 1_000, 100, 30_000),
    (FOR_GOOD, 7, 7, 7, 5_000),
    (LEFT, 3, 250, 1_000, 30_000),
    (LEFT, 3, 4_000, 1_000, 30_000),
)
"""Retention, updates of a row, rows between two of them, rows between two checkpoints, rows kept."""
QUICK = (FOR_GOOD, 3, 100, 100, 10_000)
DELETES = "DELETE and VACUUM, "
INDEX_PARTS = ("index: images", "index: records", "splits: records")
BOUND = 0.2
"""How far the model may be off, as a share: some few rows per checkpoint are 19 % off."""
MOST_AT_ONCE = 10
"""Rows of a transaction: an update's dead entry can go from a full page only once it is committed."""


class Updates(Simulated):
    """Each case is a table, filled row by row."""

    name = "updates"
    title = "Rows that are updated"
    figures = ("wal", "wal_per_row", "page_images", "density", "index_megabytes")
    settings = {**Simulated.settings, "shared_buffers": "256MB"}

    def cases(self) -> list[Case]:
        """Each load with each key."""
        return [self.case(key, *load) for load in ([QUICK] if self.quick else LOADS) for key in KEYS]

    def case(self, key: str, retention: str, *load: int) -> Case:
        """A case, and about how long it takes."""
        updates, after, between, rows = load
        rate = RATES[retention] if key == WRAPPING else 10
        choices = (
            *(("updates", updates), ("updated_after", after), ("retention", retention), ("key", key)),
            *(("cycles_spanned", KEYS[key]), ("rate", rate), ("rows_between", between), ("rows", rows)),
        )
        return Case(self.name, choices, (1 + updates) * rows * (1 if RETENTIONS[retention] == 1 else 12) / 20_000)

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """Measure a table whose rows are updated."""
        return {
            **UpdatedTable(connection, case).figures(),
            "model": predict_updates(connection, dict(case.key)),
        }

    def problems(self, figures: Figures) -> list[str]:
        """What is impossible however long rows are kept."""
        return impossible(figures)

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Every figure, and the model's."""
        header = ["rows", "updates of each", "apart, in checkpoints", "rows between checkpoints", "key"]
        header += ["WAL of the index per row", "of which page images", "by the model", "error"]
        return Chapter(
            tables=[Table("Rows that are updated", header, [row_of(run) for run in runs])],
            findings=[how_good(runs)],
        )


class UpdatedTable(FilledTable):
    """The table of a case, whose rows are updated."""

    def __init__(self, connection: psycopg.Connection, case: Case) -> None:
        """Make it, empty."""
        super().__init__(connection, case)
        self.updates, self.after = int(case["updates"]), int(case["updated_after"])
        # The keys of the parts of rows that came last, the newest first.
        self.recent: deque[list[str]] = deque(maxlen=self.updates * self.after // self.part + 1)
        self.payload -= 4
        connection.execute(f"ALTER TABLE {TABLE} ADD state int NOT NULL DEFAULT 0")
        connection.execute(f"CREATE INDEX ON {TABLE} (state) WHERE state < 0")
        connection.execute("SET plan_cache_mode = force_generic_plan")
        connection.execute("SET enable_seqscan = off")

    @property
    def part(self) -> int:
        """Rows that are inserted between two rounds of updates."""
        return max(1, min(MOST_AT_ONCE, self.after // 10))

    def step(self, end: int) -> int:
        """Rows to insert until autovacuum would come for dead rows, in whole intervals between checkpoints."""
        if self.left == 1 or not self.aged:
            rows = SCALE_FACTOR * max(self.live, self.kept / 10) / self.updates
            if self.left < 1:
                # The first rows come of age.
                rows = min(rows, self.kept * (1 + SCALE_FACTOR) - self.inserted)
        else:
            rows = SCALE_FACTOR * self.live / (1 - self.left + self.updates)
        return min(max(round(rows / self.between), 1) * self.between, end - self.inserted)

    def insert(self, rows: int) -> None:
        """Insert the next rows in parts, and after each part update the rows that are due."""
        while rows > 0:
            part = min(self.part, rows)
            self.recent.appendleft(
                [
                    str(row[0])
                    for row in self.connection.execute(
                        f"""INSERT INTO {TABLE} (id, at, n, payload)
                            SELECT {self.past}, t, i, repeat('x', {self.payload})
                              FROM (SELECT i, {self.time} AS t
                                      FROM generate_series({self.inserted + 1}, {self.inserted + part}::bigint) AS i
                                    OFFSET 0) AS log
                            RETURNING id"""
                    )
                ]
            )
            self.inserted += part
            self.live += part
            rows -= part
            for update in range(1, self.updates + 1):
                age = update * self.after // self.part
                if age < len(self.recent):
                    self.connection.execute(
                        f"UPDATE {TABLE} SET state = state + 1 WHERE id = ANY (%s::uuid[])", (self.recent[age],)
                    )

    def delete(self) -> bool:
        """Delete what has come of age, and vacuum, also if nothing has: updated rows are dead."""
        if not super().delete():
            self.vacuum()
        return True


def predict_updates(connection: psycopg.Connection, case: dict[str, Any]) -> dict[str, Any]:
    """What the model says of a case."""
    return predict(connection, case, updates=int(case["updates"]), updated_after_rows=int(case["updated_after"]))


def index_wal_of(run: Run) -> tuple[float, float]:
    """WAL of the index per row inserted, measured and by the model.

    What updates write in the table is the same under any key, and not in the model.
    """
    wal, model = run.figures["wal"], run.figures["model"]
    measured = sum(wal.get(f"{phase}{part}", 0) for phase in ("", DELETES) for part in INDEX_PARTS)
    return measured, model["wal_per_row"] - model["wal_table"]


def wrong(runs: list[Run]) -> list[str]:
    """Where the model's WAL per row is too far from what was measured."""
    return [
        f"{said(run)}: {index_wal_of(run)[1]:,.0f} instead of {index_wal_of(run)[0]:,.0f}"
        for run in runs
        if abs(index_wal_of(run)[1] / index_wal_of(run)[0] - 1) > BOUND
    ]


def apart(run: Run) -> str:
    """The time between two updates, in checkpoints."""
    return f"{int(run.case['updated_after']) / int(run.case['rows_between']):g}"


def said(run: Run) -> str:
    """The case for a sentence."""
    case = run.case
    checkpoint = f"a checkpoint every {case['rows_between']:,} rows"
    return f"{case['retention']}, {case['updates']} updates {apart(run)} checkpoints apart, {checkpoint}, {case['key']}"


def how_good(runs: list[Run]) -> str:
    """In how many cases the model is good enough, and where it is not."""
    off = wrong(runs)
    text = (
        f"The model gives the index's WAL per row to within {BOUND:.0%} in {len(runs) - len(off)} of {len(runs)} cases"
    )
    return f"{text}; not in these: {'; '.join(off)}." if off else f"{text}."


def row_of(run: Run) -> list[str]:
    """A row of the table."""
    case, figures = run.case, run.figures
    measured, model = index_wal_of(run)
    images = sum(figures["wal"].get(f"{phase}index: images", 0) for phase in ("", DELETES))
    return [
        *(str(case["retention"]), str(case["updates"]), apart(run), f"{case['rows_between']:,}", str(case["key"])),
        *(f"{measured:,.0f}", f"{images:,.0f}", f"{model:,.0f}", f"{100 * (model / measured - 1):+.0f} %"),
    ]
