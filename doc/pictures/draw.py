#!/usr/bin/env python3
"""Draw the pictures of the documentation: one SVG file each, for light and dark pages, in this directory.

    doc/pictures/draw.py [--check]

With --check it writes nothing, and fails if a file differs from what it would write.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
# As in bench/contenders.py and playground/src/style.css.
KEYS = {"random": "#CC6677", "v7": "#AA4499", "wrapping": "#117733"}
LIGHT = {
    "ink": "#1f2328",
    "faint": "#59636e",
    "line": "#b1bac4",
    "page": "#eaeef2",
    "data": "#9aa7b4",
    "new": "#0f6b2e",
    "note": "#8c4a00",
    "on": "#ffffff",
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
    "on": "#ffffff",
    **KEYS,
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

    def __init__(self, width: int, height: int, title: str) -> None:
        """With the finding as its title, which screen readers read."""
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"'
            f' font-family="{SANS}">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
        ]

    def text(self, x: float, y: float, text: str, kind: str = "ink", anchor: str = "middle", size: int = 22) -> None:
        """A line of text, in a colour."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" fill="{LIGHT[kind]}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def small(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        """A line that explains."""
        self.text(x, y, text, "faint", anchor, 19)

    def head(self, x: float, y: float, text: str, kind: str = "ink") -> None:
        """A line that names what is below it."""
        self.text(x, y, text, kind, size=25)
        self.parts[-1] = self.parts[-1].replace("<text ", '<text font-weight="600" ')

    def mono(self, x: float, y: float, text: str, anchor: str = "start") -> None:
        """A line of digits."""
        self.text(x, y, text, "ink", anchor, 20)
        self.parts[-1] = self.parts[-1].replace("<text ", f'<text font-family="{MONO}" ')

    def box(self, x: float, y: float, width: float, height: float, kind: str, round_by: float = 3) -> None:
        """A rectangle; that of a page has an outline."""
        outline = f' stroke="{LIGHT["line"]}" stroke-width="1.5"' if kind == "page" else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_by:g}" fill="{LIGHT[kind]}"{outline}/>'
        )

    def line(self, *points: tuple[float, float]) -> None:
        """Lines from point to point."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{LIGHT["line"]}" stroke-width="2"/>')

    def arrow(self, x: float, y: float, kind: str = "new", head: str = "l -7 -13 h 14 z") -> None:
        """A head that points down, or as its path says, to a place."""
        self.parts.append(f'<path d="M {x:g} {y:g} {head}" fill="{LIGHT[kind]}"/>')

    def page(self, x: float, y: float, width: float, height: float, full: float, kind: str = "data") -> None:
        """A page of an index, filled from below."""
        self.box(x, y, width, height, "page")
        self.box(x + 2, y + 2 + (height - 4) * (1 - full), width - 4, (height - 4) * full, kind, 1)

    def svg(self) -> str:
        """The whole file."""
        return "\n".join([*self.parts, "</svg>", ""])


def bits() -> Picture:
    """The 128 bits of a key."""
    picture = Picture(
        1080,
        360,
        "A wrapping key has a short prefix that its block shares, and 106 random bits; UUIDv7 has 60 bits of time, 62 "
        "random ones",
    )
    per_bit = 1040 / 128

    def row(y: float, name: str, parts: list[tuple[int, str, str]]) -> None:
        picture.mono(20, y - 14, name)
        x = 20.0
        for length, kind, label in parts:
            width = length * per_bit
            picture.box(x, y, width - 2, 52, kind)
            if label:
                if kind == "page":
                    picture.small(x + width / 2 - 1, y + 33, label)
                elif width > 22:
                    picture.text(x + width / 2 - 1, y + 33, label, "on")
                else:
                    picture.small(x + width / 2 - 1, y - 10, label)
            x += width

    row(
        70,
        "89741bef-1ddd-401a-9d89-960dec2cfbfd",
        [
            (16, "wrapping", "prefix"),
            (32, "page", "random"),
            (4, "note", "4"),
            (12, "page", "random"),
            (2, "note", "variant"),
            (62, "page", "random"),
        ],
    )
    picture.small(20, 152, "The prefix is the minute, counted modulo 65,536: all rows of that minute share it.", "start")
    row(
        250,
        "01a10e77-9380-7cc3-98c4-dc0c0c07398f",
        [
            (48, "v7", "time in milliseconds"),
            (4, "note", "7"),
            (12, "v7", "µs"),
            (2, "note", "variant"),
            (62, "page", "random"),
        ],
    )
    picture.small(20, 332, "UUIDv7 shows the time of each row to everyone who sees its key.", "start")
    return picture


def cycle() -> Picture:
    """A cycle with its blocks, deletes behind it, and the wrap."""
    picture = Picture(
        1080,
        380,
        "New rows fill the current block, deletes thin out older blocks, and after the last block the prefix wraps and meets "
        "the oldest",
    )
    chance = random.Random(7)
    pages, now, width = 40, 24, 25
    for n in range(pages):
        age = (now - n) % pages
        full = 0.62 if age == 0 else chance.uniform(0.64, 0.76) if age < 17 else chance.uniform(0.22, 0.36)
        picture.page(40 + n * width, 130, width - 3, 90, full, "wrapping" if age == 0 else "data")
    here = 40 + now * width + 11
    picture.text(here, 70, "now: inserts go here", "new")
    picture.arrow(here, 122)
    picture.line((here, 80), (here, 108))
    picture.small(40 + 15.5 * width, 256, "rows of the last weeks")
    picture.small(40 + 32.5 * width, 256, "oldest rows, mostly deleted")
    picture.small(40 + 3.5 * width, 256, "mostly deleted")
    picture.line((1040, 228), (1040, 296), (40, 296), (40, 240))
    picture.arrow(40, 228, "data", "l -7 13 h 14 z")
    picture.text(540, 330, "the wrap: block 0 again, every 45.5 days by default")
    picture.mono(40, 364, "key 0000…")
    picture.mono(1040, 364, "key ffff…", "end")
    return picture


def decision() -> Picture:
    """Which key to take."""
    picture = Picture(
        1080,
        672,
        "If rows' dates must stay secret forever, or if the index stays in memory and fewer than 1 row per second is inserted, "
        "take gen_random_uuid(); if a key alone must show no date, an opaque key; if most rows are deleted and up to half stay, "
        "if old random keys stay, or if the exact time and order must stay private, a wrapping key; else UUIDv7",
    )
    questions = (
        ("Must rows' dates", "stay secret forever?", "gen_random_uuid()", "reveals nothing"),
        ("Does the index stay in memory, with", "fewer than 1 insert per second?", "gen_random_uuid()", "nothing to install"),
        ("Must a key alone", "show no date?", "opaque key", "uuid_opaque_nextval('orders')"),
        (
            "Are most rows deleted, up to half kept,",
            "or do old random keys stay?",
            "wrapping key",
            "uuid_interval_nextval(interval, cycle)",
        ),
        ("Must the exact time and", "order of rows stay private?", "wrapping key", "uuid_time_nextval()"),
    )
    for n, (first, second, key, call) in enumerate(questions):
        y = 14 + n * 112
        picture.box(20, y, 480, 80, "page", 8)
        picture.text(260, y + 34, first)
        picture.text(260, y + 63, second)
        picture.line((500, y + 40), (640, y + 40))
        picture.arrow(652, y + 40, "data", "l -13 -7 v 14 z")
        picture.text(568, y + 30, "yes", "new")
        picture.box(656, y, 404, 80, "page", 8)
        picture.head(858, y + 34, key, "new" if "key" in key else "ink")
        picture.small(858, y + 63, call)
        picture.line((260, y + 80), (260, y + 100))
        picture.arrow(260, y + 112, "data")
        picture.small(282, y + 103, "no", "start")
    picture.box(20, 574, 480, 80, "page", 8)
    picture.head(260, 608, "UUIDv7")
    picture.small(260, 637, "uuidv7() from 18 on, or uuid_v7_nextval()")
    return picture


def main() -> bool:
    """Write all pictures, or compare them; whether all are as they should be."""
    check = sys.argv[1:] == ["--check"]
    right = True
    for draw in (bits, cycle, decision):
        path = HERE / f"{draw.__name__}.svg"
        svg = draw().svg()
        if not check:
            path.write_text(svg)
        elif not path.exists() or path.read_text() != svg:
            print(f"{path} is not what {Path(__file__).name} draws")
            right = False
    return right


sys.exit(0 if main() else 1)
