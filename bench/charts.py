"""Charts in one style, as SVG for light and dark pages: the finding as title, the conditions below, ranges as lines."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from bench.contenders import BY_NAME
from bench.results import Spread

NEUTRAL = "#8c959f"
INK, FAINT, PAGE = "#1f2328", "#59636e", "#ffffff"
DARK = {
    **{INK: "#e6edf3", FAINT: "#9198a1", PAGE: "#0d1117"},
    # Contenders with too little contrast there; the first two are as in doc/pictures/draw.py.
    **{"#aa4499": "#bb55aa", "#117733": "#2a9153", "#882255": "#c2557f", "#332288": "#8578d8", "#666666": "#9198a1"},
}
"""What these become on a dark page."""
NARROWEST = 9.0
"""Inches: the width of a chart with one panel."""
SMALLEST = 11.1
"""The size of the smallest text."""
LINE_OF_TITLE, LINE_OF_CAPTION, LINE_OF_PANEL = 98, 150, 28
"""Characters on a line, the first two for a chart of four columns."""

pyplot.rcParams.update(
    {
        "font.size": 12,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlesize": 12.5,
        "axes.edgecolor": FAINT,
        "xtick.color": FAINT,
        "ytick.color": INK,
        "text.color": INK,
        "axes.titlecolor": INK,
        "axes.labelcolor": FAINT,
        "axes.facecolor": "none",
        "figure.facecolor": "none",
        "hatch.linewidth": 1.6,
        "svg.fonttype": "none",
        "svg.hashsalt": "bench",
    }
)


def number(figure: float) -> str:
    """A figure with three significant digits: no figure here is known more exactly."""
    for limit, divisor, suffix in ((1e9, 1e9, " G"), (1e6, 1e6, " M")):
        if abs(figure) >= limit:
            return f"{figure / divisor:.3g}{suffix}"
    if 0 < abs(figure) < 0.0005:
        return "0.000"
    if abs(figure) >= 100:
        return f"{float(f'{figure:.3g}'):,.0f}"
    if figure == int(figure):
        return f"{figure:.0f}"
    return f"{figure:.3g}"


def filled(text: str, longest: int) -> str:
    """As few lines as serve, of about the same length, so that no word stands alone on the last one."""
    text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(text, longest)
    shorter = (textwrap.wrap(text, width, break_long_words=False) for width in range(1, longest))
    return "\n".join(next((found for found in shorter if len(found) == len(lines)), lines))


def contender_of(name: str) -> str:
    """The kind of key that is meant, or the call that generates it; "" for anything else."""
    # A name may go on after a comma, with what is particular about the key.
    key = name.split(",")[0]
    if key in BY_NAME:
        return key
    return next((contender.name for contender in BY_NAME.values() if contender.default == name), "")


def ours(name: str) -> bool:
    """Whether this extension generates the key."""
    key = contender_of(name)
    return name.startswith("uuid_") or (key != "" and BY_NAME[key].extension.startswith("sequential_uuids"))


@dataclass(frozen=True)
class Chart:
    """Horizontal bars: a panel for each choice, in it a bar for each name, with a line from lowest to highest."""

    title: str
    """What the chart shows, as a sentence."""
    unit: str
    """"" if each panel has its own, which is its name."""
    caption: str
    """The conditions that the figures hold under."""
    panels: Sequence[str]
    names: Sequence[str]
    values: Mapping[tuple[str, str], Spread]
    """By panel and name."""
    columns: int = 4
    same_scale: bool = False
    hatched: Mapping[tuple[str, str], Spread] = field(default_factory=dict)
    """The part of each bar to hatch."""
    marks: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Figures to compare with, shown as diamonds and in brackets."""

    @property
    def alternative(self) -> str:
        """The text for readers who cannot see the chart."""
        shown = self.unit or " and ".join(self.panels)
        return f"{self.title} {shown[:1].upper()}{shown[1:]}."

    def svg(self) -> str:
        """The file."""
        return saved(self.figure(), self.alternative)

    def figure(self) -> Figure:
        """The drawing."""
        columns = min(self.columns, len(self.panels))
        rows = -(-len(self.panels) // columns)
        width = max(NARROWEST, 2.9 * columns + 2.2)
        share = width / 13.8
        title = filled(self.title, int(LINE_OF_TITLE * share))
        # The height leaves room for two lines of the title.
        more = 0.3 * max(title.count("\n") - 1, 0)
        figure, grid = pyplot.subplots(
            rows,
            columns,
            figsize=(width, rows * (0.75 + 0.34 * len(self.names)) + more),
            sharey=True,
            sharex=self.same_scale,
            squeeze=False,
            layout="constrained",
        )
        for axes, panel in zip(grid.flat, self.panels, strict=False):
            self.draw_panel(axes, panel)
        grid[0, 0].invert_yaxis()
        for axes in list(grid.flat)[len(self.panels) :]:
            axes.set_visible(False)
        figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
        caption = filled(f"{self.caption} Bold: generated by this extension.", int(LINE_OF_CAPTION * share))
        figure.supxlabel(self.unit, fontsize=12, color=INK)
        figure.text(0.01, -0.01, caption, ha="left", va="top", fontsize=11.5, color=FAINT)
        return figure

    def draw_panel(self, axes: Axes, panel: str) -> None:
        """One panel."""
        drawn = (key for key in self.values if key[1] in self.names and (self.same_scale or key[0] == panel))
        largest = max((self.values[key].highest for key in drawn), default=1)
        for place, name in enumerate(self.names):
            shown = self.values.get((panel, name))
            if shown is None:
                axes.text(0, place, " —", va="center", color=FAINT)
                continue
            key = contender_of(name)
            axes.barh(place, shown.median, color=BY_NAME[key].colour if key else NEUTRAL, height=0.72)
            part = self.hatched.get((panel, name))
            if part:
                axes.barh(place, part.median, color="none", edgecolor=PAGE, hatch="///", height=0.72, linewidth=0)
            if shown.highest > shown.lowest:
                axes.plot([shown.lowest, shown.highest], [place, place], color=INK, linewidth=1.4)
            end, text = max(shown.median, shown.highest), number(shown.median)
            mark = self.marks.get((panel, name))
            if mark is not None:
                axes.plot(mark, place, marker="D", markersize=5, color=PAGE, markeredgecolor=INK)
                end, text = max(end, mark + largest * 0.025), f"{text} ({number(mark)})"
            axes.text(end + largest * 0.02, place, text, va="center", fontsize=11.5)
        axes.set_title(filled(panel, LINE_OF_PANEL), loc="left")
        axes.set_xlim(0, largest * (1.6 if self.marks else 1.38) or 1)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: number(x)))
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.tick_params(axis="y", length=0)
        axes.locator_params(axis="x", nbins=3)
        axes.grid(axis="x", alpha=0.35, color=FAINT)
        axes.set_axisbelow(True)
        axes.set_yticks(range(len(self.names)), self.names)
        for label in axes.get_yticklabels():
            if ours(label.get_text()):
                label.set_fontweight("bold")


def saved(figure: Figure, alternative: str) -> str:
    """The drawing as a file; it is not needed any more."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return themed(buffer.getvalue(), alternative)


def themed(svg: str, title: str) -> str:
    """The file with a title, and with rules for dark pages, which viewers other than browsers ignore."""
    rules = " ".join(
        f'[style*="{role}: {light}"] {{ {role}: {dark} !important }}'
        for light, dark in DARK.items()
        for role in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme: dark) {{ {rules} }}</style>"
    svg = re.sub(r"<\?xml.*?(?=<svg)", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return re.sub(r"(<svg [^>]*?)>", rf'\1 role="img"><title>{escape(title)}</title>{style}', svg, count=1)
