"""Fail if a table of the documentation disagrees with the report that it quotes.

Either may have fewer digits than the other. A cell may be empty.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.results import Results, Run
from bench.scenarios import SCENARIOS

TOP = Path(__file__).resolve().parents[3]
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")


class Cell(NamedTuple):
    """Where the report has a number: the beginning of a table's caption, its column, and which number there."""

    caption: str
    column: int
    place: int = 0


class Shown(NamedTuple):
    """A table of the page."""

    page: str
    heading: str
    """Of its first column, and the beginning of that of its second."""
    results: tuple[str, ...]
    """Of which later ones replace earlier ones of the same case."""
    columns: list[list[Cell]]
    """Of each column after the first, the numbers in it."""
    rows: dict[str, str]
    """The names of the page, with the report's: cells from the first on."""


INSERT = "large index, disk ssd"
GROWTH = "Bytes of WAL per row: measured"
LOAD = "Under load"
AGES, CYCLES = "By age", "Cycles by age"
AGEING = "Rows deleted by age, 98 %"
# Calls have a table of their own, by what is called.
CALLS = {
    "random": "gen_random_uuid()",
    "UUIDv7": "uuid_v7_nextval()",
    "UUIDv7 of core": "uuidv7()",
    "wrapping": "uuid_interval_nextval('1 min', '65536 min')",
    "opaque": "uuid_opaque_nextval('bench', '1 min', '65536 min')",
}
TABLES = [
    Shown(
        "doc/evidence.md",
        "key | inserts per second",
        ("2026-11-26-two-cores",),
        [
            [Cell(INSERT, 1)],
            [Cell(INSERT, 6)],
            [Cell("Look-ups", 1)],
            [Cell("Seconds for the load", 1)],
            [Cell("Nanoseconds per row", 1)],
        ],
        {
            "`gen_random_uuid()`": "random",
            "`uuid_v7_nextval()`": "UUIDv7",
            "`uuidv7()` of PostgreSQL 18": "UUIDv7 of core",
            "wrapping": "wrapping",
            "opaque": "opaque",
            "`bigint` identity": "bigint identity",
        },
    ),
    Shown(
        "doc/dev/model.md",
        "key | 1 million rows",
        ("2026-11-26-two-cores", "2026-11-28-growth"),
        [*([Cell(GROWTH, at), Cell(GROWTH, at, 1)] for at in range(1, 5)), [Cell(GROWTH, 5)], [Cell(GROWTH, 6)]],
        {"random": "random", "UUIDv7": "UUIDv7", "wrapping": "wrapping"},
    ),
    Shown(
        "doc/evidence.md",
        "key | WAL bytes per row",
        ("2026-11-29-live",),
        [
            [Cell(LOAD, 1)],
            [Cell(LOAD, 3)],
            [Cell(LOAD, 4)],
            [Cell(LOAD, 5)],
            [Cell(LOAD, 6)],
            [Cell(LOAD, 7)],
        ],
        {
            "random": "random",
            "UUIDv7": "UUIDv7",
            "UUIDv7, `REINDEX`": "UUIDv7, REINDEX",
            "wrapping": "wrapping by time",
            "opaque": "opaque by time",
        },
    ),
    Shown(
        "README.md",
        "bytes per row | all",
        ("2026-11-29-ages",),
        [[Cell(AGES, at)] for at in range(1, 7)],
        {
            "random": "random",
            "UUIDv7": "UUIDv7",
            "UUIDv7, `REINDEX` every three months": "UUIDv7, REINDEX",
            "wrapping": "wrapping",
            "opaque": "opaque",
        },
    ),
    Shown(
        "doc/choosing.md",
        "MB of index, by cycle | age 2",
        ("2026-11-29-ages",),
        [[Cell(CYCLES, at)] for at in range(1, 7)],
        {"twice": "2", "1.5 times": "1.5", "1.3 times": "1.3", "1.2 times": "1.2"},
    ),
    Shown(
        "doc/time.md",
        "98 % of the rows are deleted; found through | all WAL per row",
        ("2026-11-28-ageing",),
        [[Cell(AGEING, 2)], [Cell(AGEING, 3)], [Cell(AGEING, 4)], [Cell(AGEING, 5)]],
        {
            "wrapping keys, and a B-tree on `created_at`": "wrapping | index on created_at",
            "wrapping keys, and BRIN on `created_at`": "wrapping | BRIN on created_at",
            "wrapping keys alone": "wrapping | the key alone",
            "UUIDv7, and a B-tree on `created_at`": "UUIDv7 | index on created_at",
            "UUIDv7 alone": "UUIDv7 | the key alone",
        },
    ),
]


PARTS = {4: "a quarter", 5: "a fifth", 6: "a sixth", 7: "a seventh", 8: "an eighth", 9: "a ninth", 10: "a tenth"}


def report(results: tuple[str, ...]) -> dict[str, list[list[str]]]:
    """Return the rows of all tables in the report of these results, by their captions."""
    stores = [Results(TOP / "bench/results" / name) for name in results]
    tables = {}
    for scenario in SCENARIOS:
        runs: list[Run] = []
        for found in (store.good(scenario.name) for store in stores):
            again = [run.case for run in found]
            runs = [run for run in runs if run.case not in again] + found
        if runs:
            tables |= {table.caption: table.rows for table in scenario.chapter(runs).tables}
    return tables


def number_at(cell: Cell, name: str, tables: dict[str, list[list[str]]]) -> list[str]:
    """Return the number that the report has there; none if it has a dash."""
    rows = next((rows for caption, rows in tables.items() if caption.startswith(cell.caption)), [])
    wanted = (CALLS.get(name, name) if cell.caption == "Nanoseconds per row" else name).split(" | ")
    found = [row[cell.column] for row in rows if row[: len(wanted)] == wanted]
    return NUMBER.findall(found[0])[cell.place : cell.place + 1] if found else []


def unit(number: str) -> float:
    """Return what the last digit counts that is known: of whole numbers, the third."""
    whole, _, decimals = number.replace(",", "").partition(".")
    return 10.0 ** (-len(decimals) if decimals else max(0, len(whole) - 3))


def agree(shown: str, reported: str) -> bool:
    """Return whether two numbers are the same, but for how they are rounded."""
    difference = float(shown.replace(",", "")) - float(reported.replace(",", ""))
    return abs(difference) <= max(unit(shown), unit(reported)) / 2 + 1e-9


def wrong(shown: Shown) -> Iterator[str]:
    """Yield what a table of a page has that the report does not."""
    page = (TOP / shown.page).read_text()
    tables = report(shown.results)
    (text,) = re.findall(rf"^\| {re.escape(shown.heading)}.*\n\|[-| ]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    if [row[0] for row in rows] != list(shown.rows):
        yield f"{shown.heading}: other rows than {list(shown.rows)}"
        return
    for name, *cells in rows:
        for text, places in zip(cells, shown.columns, strict=True):
            numbers = NUMBER.findall(text)
            reported = [number for cell in places for number in number_at(cell, shown.rows[name], tables)]
            if len(numbers) != len(reported) or not all(map(agree, numbers, reported)):
                yield f"{name}: {text} instead of {', '.join(reported)}, in {', '.join(shown.results)}"


def wrong_parts() -> Iterator[str]:
    """Yield what README says of wrapping keys under load, compared with random keys, if the report has it otherwise."""
    tables, page = report(("2026-11-29-live",)), " ".join((TOP / "README.md").read_text().split())

    def median(key: str, column: int) -> float:
        return float(number_at(Cell(LOAD, column), key, tables)[0].replace(",", ""))

    for column, sentence in ((1, "wrote {} of the WAL of random keys"), (6, "replayed it in {} of the time")):
        said = sentence.format(PARTS.get(round(median("random", column) / median("wrapping by time", column))))
        if said not in page:
            yield f"README.md: not {said}"


def main() -> int:
    """Return 1 if something is wrong."""
    found = [f"{shown.page}: {line}" for shown in TABLES for line in wrong(shown)]
    found += wrong_parts()
    print(*(f"not so in {line}" for line in found), sep="\n", end="\n" if found else "")
    return 1 if found else 0


sys.exit(main())
