"""Lines over time, in the style of the other charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from bench.charts import FAINT, LINE_OF_CAPTION, LINE_OF_TITLE, SMALLEST, filled, number, saved


@dataclass(frozen=True)
class Line:
    """How a key is drawn."""

    colour: str
    dashed: bool


@dataclass(frozen=True)
class Lines:
    """A panel for each figure, in it a line for each key."""

    title: str
    """What the chart shows, as a sentence."""
    caption: str
    """The conditions that the figures hold under."""
    unit: str
    """Of the time."""
    panels: Sequence[str]
    keys: Mapping[str, Line]
    values: Mapping[tuple[str, str], Sequence[tuple[float, float]]]
    """Time and figure, by panel and key."""
    change: float
    """A time at which the conditions change."""
    logarithmic: frozenset[str] = frozenset()
    """The panels with a logarithmic scale."""

    @property
    def alternative(self) -> str:
        """The text for readers who cannot see the chart."""
        return f"{self.title} Over time: {', '.join(self.panels)}."

    def svg(self) -> str:
        """The file."""
        width, rows = 11.5, -(-len(self.panels) // 2)
        share = width / 13.8
        figure, grid = pyplot.subplots(rows, 2, figsize=(width, 3.1 * rows + 1), squeeze=False, layout="constrained")
        for axes, panel in zip(grid.flat, self.panels, strict=False):
            self.draw_panel(axes, panel)
        for axes in grid[-1]:
            axes.set_xlabel(self.unit)
        handles, labels = grid[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="upper left", bbox_to_anchor=(0, 0), ncols=4, frameon=False)
        title = filled(self.title, int(LINE_OF_TITLE * share))
        figure.suptitle(title, x=0.01, ha="left", fontsize=16, fontweight="bold")
        caption = filled(self.caption, int(LINE_OF_CAPTION * share))
        below = -0.04 * (1 + -(-len(labels) // 4))
        figure.text(0.01, below, caption, ha="left", va="top", fontsize=11.5, color=FAINT)
        return saved(figure, self.alternative)

    def draw_panel(self, axes: Axes, panel: str) -> None:
        """One panel."""
        for key, line in self.keys.items():
            points = self.values.get((panel, key), ())
            axes.plot(
                [time for time, _ in points],
                [figure for _, figure in points],
                label=key,
                color=line.colour,
                linestyle="--" if line.dashed else "-",
                linewidth=1.8,
            )
        axes.axvline(self.change, color=FAINT, linewidth=0.8, linestyle=":")
        axes.set_title(panel, loc="left")
        if panel in self.logarithmic:
            axes.set_yscale("log")
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.yaxis.set_minor_locator(NullLocator())
        else:
            axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: number(y)))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.tick_params(labelsize=SMALLEST)
        axes.grid(axis="y", alpha=0.35, color=FAINT)
