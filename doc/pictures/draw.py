#!/usr/bin/env python3
"""Draw the pictures of the documentation: one SVG file each, for light and dark pages, in this directory.

    doc/pictures/draw.py [--check]

With --check it writes nothing, and fails if a file differs from what it would write, if a text of any picture that a
page shows is too small to read, if the page says other numbers of it, or if a kind of key has another colour elsewhere.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
KEYS = {"random": "#CC6677", "v7": "#AA4499", "wrapping": "#117733", "opaque": "#EE7733"}
"""The colour of each kind of key, here and elsewhere; bench/contenders.py has those of kinds that only charts show."""
NAMES = {"random": "random", "v7": "UUIDv7", "wrapping": "wrapping", "opaque": "opaque"}
"""Their names in pictures, and in charts of the benchmark."""
DARK_KEYS = {**KEYS, "v7": "#BB55AA", "wrapping": "#2A9153"}
"""On dark pages, where two of them would have too little contrast."""
WIDTH = 880
"""Of each picture, in pixels."""
SHOWN, READABLE = 440, 11
"""A picture may be shown as narrow as this; then its smallest text has this size, in pixels."""
BELOW = "below: "
"""How a label begins that stands below the others, since there is no room beside them."""
SMALL, NORMAL = 22, 24
"""Sizes of text."""
LIGHT = {
    "ink": "#1f2328",
    "faint": "#59636e",
    "line": "#b1bac4",
    "page": "#eaeef2",
    "data": "#9aa7b4",
    "new": "#0f6b2e",
    "note": "#8c4a00",
    **KEYS,
}
DARK = {
    "ink": "#e6edf3",
    "faint": "#9198a1",
    "line": "#59636e",
    "page": "#21262d",
    "data": "#59636e",
    "new": "#4fb477",
    "note": "#a85f14",
    **DARK_KEYS,
}
# Colours are attributes, since viewers other than browsers know neither variables nor
# media queries; browsers let the rules for dark pages win.
STYLE = "@media (prefers-color-scheme: dark) {{ {} }}".format(
    " ".join(
        f'[{role}="{LIGHT[name]}"] {{ {role}: {DARK[name]} }}'
        for name in LIGHT
        if LIGHT[name] != DARK[name]
        for role in ("fill", "stroke")
    )
)
SANS = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, monospace"


class Picture:
    """An SVG file under way; lengths are pixels."""

    def __init__(self, height: int, title: str) -> None:
        """With the finding as its title, which screen readers read."""
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img"'
            f' font-family="{SANS}">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
        ]

    def text(
        self,
        x: float,
        y: float,
        text: str,
        kind: str = "ink",
        anchor: str = "middle",
        size: int = NORMAL,
    ) -> None:
        """A line of text, in a colour."""
        style = f'fill="{LIGHT[kind]}" font-size="{size}" text-anchor="{anchor}"'
        self.parts.append(f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>')

    def small(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        """A line that explains."""
        self.text(x, y, text, "faint", anchor, SMALL)

    def mono(self, x: float, y: float, text: str, anchor: str = "start") -> None:
        """A line of digits."""
        self.text(x, y, text, "ink", anchor, SMALL)
        self.parts[-1] = self.parts[-1].replace("<text ", f'<text font-family="{MONO}" ')

    def box(self, x: float, y: float, width: float, height: float, kind: str, round_by: float = 3) -> None:
        """A rectangle; that of a page has an outline."""
        outline = f' stroke="{LIGHT["line"]}" stroke-width="1.5"' if kind == "page" else ""
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.parts.append(f'<rect {place} rx="{round_by:g}" fill="{LIGHT[kind]}"{outline}/>')

    def line(self, *points: tuple[float, float], kind: str = "line", width: int = 2) -> None:
        """Lines from point to point."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{LIGHT[kind]}" stroke-width="{width}"/>')

    def arrow(self, x: float, y: float, kind: str = "new", head: str = "l -7 -13 h 14 z") -> None:
        """A head that points down, or as its path says, to a place."""
        self.parts.append(f'<path d="M {x:g} {y:g} {head}" fill="{LIGHT[kind]}"/>')

    def page(self, x: float, y: float, width: float, height: float, full: float, kind: str = "data") -> None:
        """A page of an index, filled from below."""
        self.box(x, y, width, height, "page")
        self.box(x + 2, y + 2 + (height - 4) * (1 - full), width - 4, (height - 4) * full, kind, 1)

    def dot(self, x: float, y: float, kind: str, radius: float) -> None:
        """Where something was measured."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{LIGHT[kind]}"/>')

    def svg(self) -> str:
        """The whole file."""
        return "\n".join([*self.parts, "</svg>", ""])


def bits() -> Picture:
    """The digits of two keys, each over its four bits, and the parts that these bits make."""
    wrapping = [
        (16, "wrapping", "prefix"),
        (32, "data", "random"),
        (4, "note", "version"),
        (12, "data", BELOW + "random"),
        (2, "note", ""),
        (62, "data", "random"),
    ]
    v7 = [
        (48, "v7", "time in milliseconds"),
        (4, "note", "version"),
        (12, "v7", BELOW + "parts of a millisecond"),
        (2, "note", ""),
        (62, "data", "random"),
    ]

    def bits_of(parts: list[tuple[int, str, str]], kind: str) -> int:
        return sum(length for length, of, _ in parts if of == kind)

    picture = Picture(
        400,
        f"A wrapping key has a short prefix that its block shares, and {bits_of(wrapping, 'data')} random bits; UUIDv7 "
        f"has {bits_of(v7, 'v7')} bits of time, {bits_of(v7, 'data')} random ones",
    )
    cell, gap = 25.0, 10.0

    def left(bit: int) -> float:
        digit = bit // 4
        groups = sum(digit >= first for first in (8, 12, 16, 20))
        return 20 + digit * cell + groups * gap + bit % 4 * (cell - 3) / 4

    def row(y: float, key: str, parts: list[tuple[int, str, str]]) -> None:
        digits = key.replace("-", "")
        assert sum(length for length, _, _ in parts) == 4 * len(digits), key
        for place, digit in enumerate(digits):
            x = left(4 * place)
            picture.box(x, y, cell - 3, 36, "page")
            picture.mono(x + (cell - 3) / 2, y + 26, digit, "middle")
        first = 0
        for length, kind, label in parts:
            for bit in range(first, first + length):
                one = int(digits[bit // 4], 16) >> 3 - bit % 4 & 1
                picture.box(left(bit), y + 42, (cell - 3) / 4 - 1, 26, kind if one else "page", 1)
            if label.startswith(BELOW):
                picture.text(left(first), y + 128, label.removeprefix(BELOW), "ink", "start", SMALL)
                picture.box(left(first), y + 72, left(first + length - 1) + (cell - 3) / 4 - left(first), 5, kind, 0)
            elif label:
                begin, end = left(first), left(first + length - 1) + (cell - 3) / 4
                picture.box(begin, y + 72, end - begin, 5, kind, 0)
                # What is narrow begins its label where it stands.
                anchor = "start" if length < 16 else "middle"
                picture.text(begin if length < 16 else (begin + end) / 2, y + 104, label, "ink", anchor, SMALL)
            first += length

    row(20, "89741bef-1ddd-401a-9d89-960dec2cfbfd", wrapping)
    prefixes = 2 ** bits_of(wrapping, "wrapping")
    picture.small(20, 180, f"Wrapping key. Prefix: the minute modulo {prefixes:,}, which its rows share", "start")
    row(224, "01a10e77-9380-7cc3-98c4-dc0c0c07398f", v7)
    picture.small(20, 384, "UUIDv7: anyone who sees a key knows when its row was created", "start")
    return picture


KEPT = 30
"""For how many days rows are kept in the picture of a switch; the cycle is twice as long."""
STEPS = (
    ("first hour", "inserts write", "few pages:", "WAL falls"),
    (f"{KEPT} days", "the index grows,", "old pages", "thin out"),
    (f"{2 * KEPT} days", "VACUUM has freed", "the old keys:", "REINDEX now"),
    ("then", "keys start over,", "and fill the", "old space"),
)
"""What happens after a switch, by the end of each time."""


def switch() -> Picture:
    """What happens in the first hour, while old rows are kept, in the first cycle, and later."""
    title = "After a switch: " + "; ".join(f"{when}: {' '.join(lines)}" for when, *lines in STEPS)
    picture = Picture(190, title)
    width = (WIDTH - 40) / len(STEPS)
    picture.line((20, 60), (WIDTH - 34, 60), width=3)
    picture.arrow(WIDTH - 20, 60, "line", "l -14 -7 v 14 z")
    for place, (when, *lines) in enumerate(STEPS):
        x = 20 + (place + 0.5) * width
        picture.dot(x, 60, "wrapping", 9)
        picture.text(x, 34, when, "new")
        for number, line in enumerate(lines):
            picture.text(x, 104 + 30 * number, line, "ink", "middle", SMALL)
    return picture


def cycle() -> Picture:
    """A cycle with its blocks, deletes behind it, and the wrap."""
    picture = Picture(
        336,
        "New rows fill the current block, deletes thin out older blocks, and after the last block the prefix wraps and "
        "meets the oldest",
    )
    chance = random.Random(7)
    pages, now, width, left = 40, 24, 21, 20
    for n in range(pages):
        age = (now - n) % pages
        full = 0.62 if age == 0 else chance.uniform(0.64, 0.76) if age < 17 else chance.uniform(0.22, 0.36)
        picture.page(left + n * width, 90, width - 3, 90, full, "wrapping" if age == 0 else "data")
    here, right = left + now * width + 9, left + pages * width - 3
    picture.text(here, 30, "now: inserts go here", "new")
    picture.arrow(here, 82)
    picture.line((here, 40), (here, 68))
    picture.small(left + 13, 212, "mostly deleted", "start")
    picture.small(left + 16 * width, 212, "rows of the last weeks")
    picture.small(left + 32.5 * width, 212, "oldest, mostly deleted")
    picture.line((right, 188), (right, 250), (left, 250), (left, 200))
    picture.arrow(left, 188, "data", "l -7 13 h 14 z")
    picture.text(WIDTH / 2, 284, "the wrap: block 0 again, once per cycle")
    picture.mono(left, 322, "key 0000…")
    picture.mono(right, 322, "key ffff…", "end")
    return picture


def smallest(picture: Path) -> float:
    """The size in pixels of an SVG file's smallest text, where the picture is shown as narrow as that."""
    svg = picture.read_text()
    width = re.search(r'viewBox="0 0 ([0-9.]+)', svg)
    sizes = re.findall(r"""font(?:-size|)[:=]["' ]*(?:\w+ )?([0-9.]+)""", svg)
    return min(map(float, sizes)) * SHOWN / float(width[1]) if width and sizes else 0


def too_small() -> Iterator[str]:
    """Pictures with texts that are too small."""
    pages = [TOP / "README.md", *TOP.glob("*/README.md"), *TOP.glob("doc/**/*.md")]
    shown: set[Path] = set()
    for page in pages:
        names = re.findall(r'[("]([^("\s]+\.svg)[)"]', page.read_text())
        shown |= {(page.parent / name).resolve() for name in names}
    for picture in sorted(shown):
        if smallest(picture) < READABLE:
            yield f"{picture.relative_to(TOP)} has text of {smallest(picture):.1f} pixels at {SHOWN}"
    # The animation is a picture of the page.
    style, script = ((TOP / "playground/tools" / name).read_text() for name in ("picture.css", "picture.mjs"))
    widths = re.findall(r"width: (\d+)", script)
    size = min(map(float, re.findall(r"font-size: ([0-9.]+)px", style))) * SHOWN / min(map(int, widths))
    if size < READABLE:
        yield f"the animation has text of {size:.1f} pixels at {SHOWN}"


def other_figures() -> Iterator[str]:
    """Where a page has other numbers in place of a picture than its title."""
    for page in (TOP / "README.md", *TOP.glob("doc/**/*.md")):
        for text, name in re.findall(r"!\[([^\]]*)\]\(([^)]+\.svg)\)", page.read_text()):
            (title,) = re.findall(r"<title>(.*?)</title>", (page.parent / name).read_text(), re.DOTALL)
            missing = sorted(set(re.findall(r"[\d.,]*\d", text)) - set(re.findall(r"[\d.,]*\d", title)))
            if missing:
                yield f"{page.relative_to(TOP)} says {', '.join(missing)} of {name}"


def other_colours() -> Iterator[str]:
    """Where a kind of key has a colour of its own."""
    style = (TOP / "playground/src/style.css").read_text()
    contenders = (TOP / "bench/contenders.py").read_text()
    for key, colour in KEYS.items():
        of_page = re.findall(rf"--{key}: (#\w{{6}});", style)
        of_charts = re.findall(rf'\("{NAMES[key]}",.*"(#\w{{6}})"', contenders)
        all_found = {found.upper() for found in (*of_page, *of_charts)}
        if all_found != {colour, DARK_KEYS[key]} or not of_page or not of_charts:
            yield f"{key} is {colour} in pictures, {of_page} in the playground, {of_charts} in charts"


def main() -> bool:
    """Write all pictures, or check them; whether all are as they should be."""
    check = sys.argv[1:] == ["--check"]
    problems = []
    for draw in (bits, cycle, switch):
        path = HERE / f"{draw.__name__}.svg"
        svg = draw().svg()
        if not check:
            path.write_text(svg)
        elif not path.exists() or path.read_text() != svg:
            problems.append(f"{path.relative_to(TOP)} is not what {Path(__file__).name} draws")
    if check:
        problems += [*too_small(), *other_figures(), *other_colours()]
    print(*problems, sep="\n", end="\n" if problems else "")
    return not problems


sys.exit(0 if main() else 1)
