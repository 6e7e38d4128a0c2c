"""Charts in one style: the same colour for the same kind of key, units on every axis, the spread of each figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from bench.contenders import BY_NAME
from bench.results import Spread

DOTS_PER_INCH = 130
MARKERS = "os^Dv*Pph<>"
NEUTRAL = "#AAAAAA"

pyplot.rcParams.update(
    {
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlesize": 10.5,
        "figure.titlesize": 12,
        "svg.hashsalt": "bench",
    }
)


def number(figure: float) -> str:
    """A figure with three significant digits."""
    for limit, divisor, suffix in ((1e9, 1e9, " G"), (1e6, 1e6, " M"), (1e5, 1e3, " k")):
        if abs(figure) >= limit:
            return f"{figure / divisor:.3g}{suffix}"
    if 0 < abs(figure) < 0.0005:
        return "0.000"
    if abs(figure) >= 100 or figure == int(figure):
        return f"{figure:,.0f}"
    return f"{figure:.3g}"


def colour(name: str) -> str:
    """The colour of a kind of key, or of the call that generates it; grey for anything else."""
    # A name may go on after a comma, with what is particular about the key.
    key = name.split(",")[0]
    if key in BY_NAME:
        return BY_NAME[key].colour
    return next((contender.colour for contender in BY_NAME.values() if contender.default == name), NEUTRAL)


def bars(
    title: str,
    unit: str,
    panels: Sequence[str],
    names: Sequence[str],
    values: Mapping[tuple[str, str], Spread],
    columns: int = 4,
    same_scale: bool = False,
    hatched: Mapping[tuple[str, str], Spread] | None = None,
    marks: Mapping[tuple[str, str], float] | None = None,
) -> Figure:
    """A panel for each choice, in it a horizontal bar for each name, with a whisker from lowest to highest.

    `hatched` is the part of each bar to hatch; `marks` are figures to compare with, shown as diamonds and in brackets.
    """
    columns = min(columns, len(panels))
    rows = -(-len(panels) // columns)
    figure, grid = pyplot.subplots(
        rows,
        columns,
        figsize=(max(6.5, 3.1 * columns + 1), 1.1 + rows * (0.5 + 0.3 * len(names))),
        sharey=True,
        sharex=same_scale,
        squeeze=False,
        layout="constrained",
    )
    figure.suptitle(title)
    for axes, panel in zip(grid.flat, panels, strict=False):
        largest = max([values[key].highest for key in values if same_scale or key[0] == panel], default=1)
        for place, name in enumerate(names):
            shown = values.get((panel, name))
            if shown is None:
                axes.text(0, place, " —", va="center")
                continue
            axes.barh(place, shown.median, color=colour(name), height=0.72)
            part = (hatched or {}).get((panel, name))
            if part:
                axes.barh(place, part.median, color="none", edgecolor="white", hatch="////", height=0.72, linewidth=0)
            if shown.highest > shown.lowest:
                axes.plot([shown.lowest, shown.highest], [place, place], color="black", linewidth=1.1)
            end, text = max(shown.median, shown.highest), number(shown.median)
            mark = (marks or {}).get((panel, name))
            if mark is not None:
                axes.plot(mark, place, marker="D", markersize=5, color="white", markeredgecolor="black")
                end, text = max(end, mark + largest * 0.025), f"{text} ({number(mark)})"
            axes.text(end + largest * 0.02, place, text, va="center", fontsize=9)
        axes.set_title(panel)
        axes.set_xlim(0, largest * (1.45 if marks else 1.28) or 1)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: number(x)))
        axes.tick_params(axis="x", labelsize=8)
        axes.locator_params(axis="x", nbins=4)
        axes.grid(axis="x", alpha=0.25)
        axes.set_axisbelow(True)
        axes.set_yticks(range(len(names)), names)
    grid[0, 0].invert_yaxis()
    for axes in list(grid.flat)[len(panels) :]:
        axes.set_visible(False)
    figure.supxlabel(unit, fontsize=10)
    return figure


def lines(
    title: str,
    x_label: str,
    y_label: str,
    panels: Sequence[str],
    names: Sequence[str],
    points: Mapping[tuple[str, str], Sequence[tuple[float, Spread]]],
    log_x: bool = False,
    ticks: Sequence[float] | None = None,
) -> Figure:
    """A panel for each choice, in it a line for each name, with a band from lowest to highest."""
    figure, grid = pyplot.subplots(
        1,
        len(panels),
        figsize=(max(7.0, 4.1 * len(panels) + 1.8), 4.1),
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    figure.suptitle(title)
    for axes, panel in zip(grid.flat, panels, strict=True):
        for place, name in enumerate(names):
            shown = points.get((panel, name), ())
            if shown:
                line(axes, name, place, shown)
        axes.set_title(panel)
        axes.set_xlabel(x_label)
        axes.grid(alpha=0.25)
        if log_x:
            axes.set_xscale("log", base=2)
        if ticks:
            axes.set_xticks(ticks, [number(tick) for tick in ticks])
            axes.minorticks_off()
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: number(y)))
    grid[0, 0].set_ylabel(y_label)
    highest = max((y.highest for shown in points.values() for _, y in shown), default=1)
    grid[0, 0].set_ylim(0, highest * 1.06)
    handles: dict[str, Artist] = {}
    for axes in grid.flat:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    labels = [name for name in names if name in handles]
    figure.legend([handles[label] for label in labels], labels, loc="outside right center", frameon=False)
    return figure


def line(axes: Axes, name: str, place: int, points: Sequence[tuple[float, Spread]]) -> None:
    """One line with markers and its band."""
    xs = [x for x, _ in points]
    hue = colour(name)
    marker = MARKERS[(list(BY_NAME).index(name) if name in BY_NAME else place) % len(MARKERS)]
    every = max(1, len(points) // 12)
    axes.fill_between(xs, [y.lowest for _, y in points], [y.highest for _, y in points], color=hue, alpha=0.18, lw=0)
    axes.plot(xs, [y.median for _, y in points], color=hue, label=name, marker=marker, markersize=4.5, markevery=every)
