"""Read what scripts/demo has printed, and fail if its sentences do not follow from its tables.

No bound depends on how fast the server is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

KEYS = ("random keys", "UUIDv7", "wrapping keys")
HEADINGS = (
    ("inserts per second", "WAL bytes per insert", "page images per insert", "index pages changed"),
    ("rows left", "index size", "density"),
)
"""Of the tables of figures, each in columns of 14 characters behind one of 15."""
UNITS = {"kB": 1, "MB": 1024}


def tables(text: str) -> Iterator[dict[str, list[str]]]:
    """Return the keys and the two tables of figures: the words of each row, by its name."""
    for part in re.split(r"\n\n(?=Keys:|\d\. )", text)[1:]:
        rows = re.findall(rf"^({'|'.join(KEYS)}) {{2,}}(.*(?:\n {{15}}\S.*)?)", part, re.MULTILINE)
        yield {name: words.split() for name, words in rows}


def headings(text: str) -> Iterator[tuple[str, ...]]:
    """Return those of the tables of figures: the lines of each, up to the first key."""
    for lines in re.findall(rf"^((?: {{15}}.*\n)+){KEYS[0]}", text, re.MULTILINE):
        rows = [line[15:] for line in lines.splitlines()]
        places = range(0, max(map(len, rows)), 14)
        yield tuple(" ".join(row[place : place + 14].strip() for row in rows) for place in places)


def number(text: str) -> float:
    """Return a number that may have separators."""
    return float(text.replace(",", ""))


def said(pattern: str, text: str) -> list[float]:
    """Return the numbers in the sentence that matches."""
    found = re.search(pattern, " ".join(text.split()))
    if not found:
        sys.exit(f"the demo does not say: {pattern}")
    return [number(text) for text in found.groups()]


def seconds_of_steps(text: str) -> list[int]:
    """Return for how long each step of inserts may have taken, with all that it does besides."""
    steps = re.findall(r"^\[ *(\d+) s\] (?!waiting )(.*)", text, re.MULTILINE)
    begun = [int(second) for second, _ in steps]
    return [begun[place + 1] - begun[place] + 1 for place, (_, what) in enumerate(steps) if ": inserting " in what]


def follows(ratio: float, dividend: float, divisor: float) -> bool:
    """Return whether a rounded ratio is that of two rounded figures."""
    return abs(ratio / (dividend / divisor) - 1) < 0.03


def main() -> int:
    """Return 1 if something is wrong."""
    text = sys.stdin.read()
    keys, inserts, deletes = tables(text)
    wal = {name: number(row[1]) for name, row in inserts.items()}
    size = {name: number(row[1]) * UNITS[row[2]] for name, row in deletes.items()}
    # The part in front, the rest, and both again in the other key; random keys are not cut.
    shared = {name: row[0] == row[2] != "" and row[1] != row[3] for name, row in keys.items() if len(row) == 4}
    (more_wal,) = said(r"random keys wrote ([\d.]+) times the WAL of wrapping keys", text)
    (larger,) = said(r"UUIDv7's index is ([\d.]+) times as large as that of wrapping keys", text)
    per_day, kept, deleted, of = said(
        r"A year with ([\d,]+) new rows per day; after (\d+) days, (\d+) of (\d+) are deleted", text
    )
    (seconds,) = said(r"these digits, which change every (\d+) seconds", text)
    (rows,) = said(r"1\. Inserting ([\d,]+) rows", text)
    steps = seconds_of_steps(text)
    # The first digits of 48 bits, which count milliseconds.
    v7_digits = len(keys["UUIDv7"][0].replace("-", ""))
    # An image has a page without its free space; a row's other records are some hundred bytes.
    random_wal, random_images = (number(inserts["random keys"][column]) for column in (1, 2))
    expected = per_day * (kept + (365 - kept) * (1 - deleted / of))
    holds = {
        "columns have these headings": tuple(headings(text)) == HEADINGS,
        "there is a row for each key": all(tuple(table) == KEYS for table in (keys, inserts, deletes)),
        "neighbours share what is in front": shared == {"UUIDv7": True, "wrapping keys": True},
        "so many inserts per second": all(
            number(row[0]) * step >= 0.99 * rows for row, step in zip(inserts.values(), steps, strict=True)
        ),
        "these digits change so often": seconds == round(2 ** (48 - 4 * v7_digits) / 1000),
        "WAL of random keys is images and records": 2000 < (random_wal - 200) / random_images < 8300,
        "so much more WAL": follows(more_wal, wal["random keys"], wal["wrapping keys"]),
        "so much larger": follows(larger, size["UUIDv7"], size["wrapping keys"]),
        "so many rows are left": all(abs(number(row[0]) / expected - 1) < 0.06 for row in deletes.values()),
    }
    wrong = [what for what, is_so in holds.items() if not is_so]
    print(*(f"not so: {what}" for what in wrong), sep="\n")
    return 1 if wrong else 0


sys.exit(main())
