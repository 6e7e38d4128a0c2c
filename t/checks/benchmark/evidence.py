"""Fail if a table of the documentation disagrees with the report that it quotes, or a report cannot be right.

Either may have fewer digits than the other. In each report, rows are as long as their headings, percentages are those
of their figures, ranges go from the lowest figure over the median to the highest, and as many cases are named as the
model gets wrong. A report is of the last run of each case that has not failed.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.charts import number
from bench.results import Results, Run
from bench.scenarios import SCENARIOS
from bench.scenarios.base import Chapter, Table
from bench.scenarios.retention import COMPARED

TOP = Path(__file__).resolve().parents[3]
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
AMOUNT = r"(-?\d[\d,.]*(?: [GM]\b)?)"
EXCEPT = re.compile(r"in (\d+) of (\d+) cases(?:; not in these: (.*))?\.$")
"""In so many cases something is so, but not in those listed."""
RANGES = re.compile(rf"(?:{AMOUNT}[^()]*\()?{AMOUNT} to {AMOUNT}")
"""Of two figures, with the one in front if they are in brackets."""
SHARES = {"error": ("WAL", 1), "saved by ascending keys": ("random", -1)}
"""Columns that say by how many percent the one before is above (1) or below (-1) the first with such a heading."""
FACTORS = {"": 1.0, "M": 1e6, "G": 1e9}


class Cell(NamedTuple):
    """Where the report has a number: the beginning of a table's caption, a heading, and which number there."""

    caption: str
    heading: str
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
AGES = "By age"
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
            [Cell(INSERT, "inserts per second")],
            [Cell(INSERT, "WAL bytes per insert")],
            [Cell("Look-ups", "look-ups per second")],
            [Cell("Seconds for the load", "seconds")],
            [Cell("Nanoseconds per row", "ns")],
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
        [
            *(
                [Cell(GROWTH, f"{rows},000,000 rows"), Cell(GROWTH, f"{rows},000,000 rows", 1)]
                for rows in (1, 3, 10, 30)
            ),
            [Cell(GROWTH, "1,000,000,000, promised")],
            [Cell(GROWTH, "10,000,000,000, promised")],
        ],
        {"random": "random", "UUIDv7": "UUIDv7", "wrapping": "wrapping"},
    ),
    Shown(
        "doc/evidence.md",
        "key | WAL bytes per row",
        ("2026-11-29-live",),
        [
            [Cell(LOAD, "WAL per row")],
            [Cell(LOAD, "index, bytes per row")],
            [Cell(LOAD, "INSERT p50, ms")],
            [Cell(LOAD, "p99, ms")],
            [Cell(LOAD, "replay, ms per 1,000 rows")],
            [Cell(LOAD, "incremental backup, MB")],
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
        [
            [Cell(AGES, f"{retention}, {age} times as old: {what} per row (the model)")]
            for retention, age in COMPARED.items()
            for what in ("WAL", "index")
        ],
        {
            "random": "random",
            "UUIDv7": "UUIDv7",
            "UUIDv7, `REINDEX` every three months": "UUIDv7, REINDEX",
            "wrapping": "wrapping",
            "opaque": "opaque",
        },
    ),
    Shown(
        "doc/time.md",
        "98 % of the rows are deleted; found through | all WAL per row",
        ("2026-11-28-ageing",),
        [
            [Cell(AGEING, "WAL per row, bytes")],
            [Cell(AGEING, "all indexes, MB")],
            [Cell(AGEING, "DELETE of 5,000 rows, ms")],
            [Cell(AGEING, "pages it reads")],
        ],
        {
            "wrapping keys, and a B-tree on `created_at`": "wrapping | index on created_at",
            "wrapping keys alone": "wrapping | the key alone",
        },
    ),
]


PARTS = {4: "a quarter", 5: "a fifth", 6: "a sixth", 7: "a seventh", 8: "an eighth", 9: "a ninth", 10: "a tenth"}


@cache
def report(results: tuple[str, ...]) -> list[Chapter]:
    """Return the chapters in the report of these results."""
    stores = [Results(TOP / "bench/results" / name) for name in results]
    chapters = []
    for scenario in SCENARIOS:
        runs: list[Run] = []
        for found in (store.good(scenario.name) for store in stores):
            again = [run.case for run in found]
            runs = [run for run in runs if run.case not in again] + found
        if runs:
            chapters.append(scenario.chapter(runs))
    return chapters


def tables_of(results: tuple[str, ...]) -> list[Table]:
    """Return the tables in the report of these results."""
    return [table for chapter in report(results) for table in chapter.tables]


def number_at(cell: Cell, name: str, tables: list[Table]) -> list[str]:
    """Return the number that the report has there; none if it has a dash."""
    table = next(table for table in tables if table.caption.startswith(cell.caption))
    column = list(table.header).index(cell.heading)
    wanted = (CALLS.get(name, name) if cell.caption == "Nanoseconds per row" else name).split(" | ")
    found = [row[column] for row in table.rows if list(row[: len(wanted)]) == wanted]
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
    tables = tables_of(shown.results)
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
    """Yield what a page says of wrapping keys under load, compared with random keys, if the report has it otherwise."""
    tables, page = tables_of(("2026-11-29-live",)), " ".join((TOP / "doc/evidence.md").read_text().split())

    def median(key: str, heading: str) -> float:
        return float(number_at(Cell(LOAD, heading), key, tables)[0].replace(",", ""))

    for heading, sentence in (
        ("WAL per row", "write {} of the WAL of random keys"),
        ("replay, ms per 1,000 rows", "replays it in {} of the time"),
    ):
        said = sentence.format(PARTS.get(round(median("random", heading) / median("wrapping by time", heading))))
        if said not in page:
            yield f"doc/evidence.md: not {said}"


def amount(text: str) -> float:
    """Return the figure that a report writes so."""
    figure, _, factor = text.partition(" ")
    return float(figure.replace(",", "")) * FACTORS[factor]


def ranges(chapter: Chapter) -> Iterator[tuple[str, list[float]]]:
    """Yield the ranges in a chapter's sentences, tables and charts, which have to ascend, with where they are."""
    for finding in chapter.findings:
        yield from ((finding, [amount(low), amount(high)]) for _, low, high in RANGES.findall(finding))
    for table in chapter.tables:
        for text in (text for row in table.rows for text in row):
            for found in RANGES.findall(text):
                median, lowest, highest = found
                yield f"{table.caption}: {text}", [amount(part) for part in (lowest, median, highest) if part]
    for chart in chapter.charts:
        for spread in (*chart.values.values(), *chart.hatched.values()):
            yield chart.title, [spread.lowest, spread.median, spread.highest]


def shares(table: Table) -> Iterator[tuple[str, float]]:
    """Yield the percentages in a table, and by how much more each is than its two figures say."""
    for place in (place for place, heading in enumerate(table.header) if heading in SHARES):
        beginning, sign = SHARES[table.header[place]]
        base = next(number for number, heading in enumerate(table.header) if heading.startswith(beginning))
        for row in (row for row in table.rows if row[place].endswith(" %")):
            of, figure = (float(NUMBER.findall(row[column])[0].replace(",", "")) for column in (base, place - 1))
            yield row[place], int(row[place][:-2]) - sign * 100 * (figure / of - 1)


def impossible() -> Iterator[str]:
    """Yield what is wrong about the reports themselves."""
    proper = compared = 0
    for file in sorted((TOP / "bench/results").glob("*/runs.jsonl.xz")):
        for chapter in report((file.parent.name,)):
            for table in chapter.tables:
                if any(len(row) != len(table.header) for row in table.rows):
                    yield f"{table.caption}: its rows are not as long as its heading"
                for text, excess in shares(table):
                    compared += 1
                    # All three are rounded.
                    if abs(excess) > 1.5:
                        yield f"{table.caption}: {text} is not what its row says"
            for where, figures in ranges(chapter):
                proper += figures[0] < figures[-1]
                if figures != sorted(figures):
                    yield f"{where}: {figures} do not ascend"
            for finding in chapter.findings:
                for right, cases, listed in EXCEPT.findall(finding):
                    if int(cases) - int(right) != len(re.findall(" instead of ", listed)):
                        yield f"{finding}: not so many are listed"
    # Of the tables alone, there are over a thousand.
    if proper < 1000:
        yield f"the reports have {proper} ranges, which are too few to tell"
    if compared < 100:
        yield f"the reports have {compared} percentages, which are too few to tell"
    for figure in (0.00123, 12.3, 1230.0, 4.56e6, 7.89e9):
        if not agree(str(figure), str(amount(number(figure)))):
            yield f"{number(figure)} stands for {figure}"


def misread() -> Iterator[str]:
    """Yield which runs count that should not: one that failed, and one that was run again."""
    with tempfile.TemporaryDirectory() as directory:
        store = Results(Path(directory))
        for key, seconds, error in ("a", 1, ""), ("b", 1, "it failed"), ("a", 2, ""):
            store.add(Run("insert", {"contender": key}, 1, error=error, seconds=seconds))
        found = [(run.case["contender"], run.seconds) for run in Results(Path(directory)).good("insert")]
    if found != [("a", 2)]:
        yield f"a report of {found}"


def main() -> int:
    """Return 1 if something is wrong."""
    found = [f"{shown.page}: {line}" for shown in TABLES for line in wrong(shown)]
    found += [*wrong_parts(), *impossible(), *misread()]
    print(*(f"not so in {line}" for line in found), sep="\n", end="\n" if found else "")
    return 1 if found else 0


sys.exit(main())
