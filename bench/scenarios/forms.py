"""What UUIDs cost that a table keeps as texts or bytes, next to what the model says.

The tables and the way to measure are those of the steady state. A text has 36 characters, or 32 without hyphens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import psycopg

from bench.charts import number
from bench.contenders import Contender
from bench.results import Case, Figures, Run, choices
from bench.scenarios.base import Chapter, Table
from bench.scenarios.steady.cases import BETWEEN, FOR_GOOD, KEYS_WITHOUT_BLOCKS_AT, WRAPPING
from bench.scenarios.steady.prediction import WAL_BOUND, predict, wal_of
from bench.scenarios.steady.simulation import FilledTable, Simulated, impossible

ROWS = 100_000
DELETED = "deleted whole"
KEYS = (("random", "", KEYS_WITHOUT_BLOCKS_AT), ("UUIDv7", "", KEYS_WITHOUT_BLOCKS_AT), (WRAPPING, "0.9", 1_000))
"""With the cycles that the rows span, and the rows of a block."""


@dataclass(frozen=True)
class Form:
    """How a column keeps a UUID."""

    expression: str
    """Of the UUID, {}."""
    column_bytes: int
    """In a row, with the length in front of it."""
    entry_bytes: int
    """In the index: IndexTupleData 8 and the key, aligned to 8, and a line pointer 4."""


FORMS = {
    "uuid": Form("{}", 16, 28),
    "varchar(36)": Form("({})::text", 37, 52),
    "char(32)": Form("replace(({})::text, '-', '')", 33, 52),
    "bytea": Form("uuid_send({})", 17, 36),
}


class Forms(Simulated):
    """Each case is a form and a kind of keys."""

    name = "forms"
    title = "UUIDs as texts and bytes, and as uuid_advise predicts it"
    figures = ("wal", "wal_per_row", "density", "index_megabytes", "model")

    def cases(self) -> list[Case]:
        """What the steady state distinguishes, and the form."""
        scale = 10 if self.quick else 1
        return [
            Case(
                self.name,
                (
                    *(("retention", retention), ("key", key), ("cycles_spanned", cycles), ("rate", rate // scale)),
                    *(("rows_between", BETWEEN // scale), ("rows", ROWS // scale), ("form", form)),
                ),
                (5 if retention == FOR_GOOD else 30) / scale,
            )
            for form in FORMS
            for retention in (FOR_GOOD, DELETED)
            for key, cycles, rate in KEYS
        ]

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """Measure, and ask for the model's figures."""
        return {**TableInForm(connection, case).figures(), "model": predict_form(connection, dict(case.key))}

    def problems(self, figures: Figures) -> list[str]:
        """What is impossible however long rows are kept."""
        return impossible(figures)

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Entries of the index have the bytes that they are said to have, at its density."""
        found = []
        for run in runs:
            live = run.figures["rows_found"] * FORMS[str(run.case["form"])].entry_bytes / 1e6
            if not 0.8 < live / run.figures["index_megabytes"] / (run.figures["density"][-1] / 100) < 1.1:
                found.append(f"forms: {said(run)}: an index of {run.figures['index_megabytes']} MB")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """WAL per row for each form, measured and by the model."""
        chapter = Chapter()
        for retention in choices(runs, "retention"):
            rows = []
            for key in choices(runs, "key"):
                wal = {
                    str(run.case["form"]): "{:,.0f} ({:,.0f})".format(*wal_of(run))
                    for run in runs
                    if (run.case["retention"], run.case["key"]) == (retention, key)
                }
                rows.append([key, *(wal.get(form, "—") for form in FORMS)])
                chapter.findings.append(
                    f"Bytes of WAL per row, {key} keys, {retention}, and what the model says: "
                    f"{', '.join(f'{size} as {form}' for form, size in wal.items())}."
                )
            chapter.tables.append(Table(f"Bytes of WAL per row, {retention}", ["key", *FORMS], rows))
        sizes = [[said(run), number(run.figures["index_megabytes"])] for run in runs]
        chapter.tables.append(Table("The index", ["case", "megabytes"], sizes))
        return chapter


class TableInForm(FilledTable):
    """The table of a case, whose key column has another form. The row is as long as in the steady state."""

    def __init__(self, connection: psycopg.Connection, case: Case) -> None:
        """Make it, empty."""
        self.form_name = str(case["form"])
        super().__init__(connection, case)
        self.payload -= FORMS[self.form_name].column_bytes - FORMS["uuid"].column_bytes

    def in_form(self, contender: Contender) -> Contender:
        """The same keys, in the column's form."""
        past = FORMS[self.form_name].expression.format(contender.past)
        return replace(contender, column=self.form_name, past=past)


def predict_form(connection: psycopg.Connection, case: dict[str, Any]) -> dict[str, Any]:
    """What the model says of a case."""
    return predict(connection, case, entry_bytes=FORMS[str(case["form"])].entry_bytes)


def said(run: Run) -> str:
    """The case for a sentence."""
    return f"{run.case['form']}, {run.case['retention']}, {run.case['key']}"


def wrong(runs: list[Run]) -> list[str]:
    """Where the model's WAL per row is too far from what was measured."""
    found = []
    for run in runs:
        measured, modelled = wal_of(run)
        if abs(modelled / measured - 1) > WAL_BOUND:
            found.append(f"{said(run)}: WAL {modelled:,.0f} instead of {measured:,.0f}")
    return found
