"""The report of a directory of results: one self-contained page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape

from bench.charts import NEUTRAL, contender_of
from bench.contenders import BY_NAME
from bench.results import Results, Run
from bench.scenarios import SCENARIOS
from bench.scenarios.base import Chapter, Scenario, Table

FIGURE = re.compile(r"([0-9][0-9.,]*)( [GM]\b)?( %| MB, .*)?( \(.* to .*\))?")
"""A cell of a table that has a bar."""
FACTORS = {None: 1.0, " M": 1e6, " G": 1e9}


def write(store: Results) -> Path:
    """Write report.html into the results' directory; the path of the page."""
    chapters = []
    for scenario in SCENARIOS:
        runs = store.good(scenario.name)
        if runs:
            chapter = scenario.chapter(runs)
            chapters.append(as_template_data(scenario, chapter, runs))
    done = [run for run in store.last() if not run.error]
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape(["html.j2"]), trim_blocks=True
    )
    page = environment.get_template("report.html.j2").render(
        chapters=chapters,
        machines=[dict(found) for found in dict.fromkeys(tuple(run.machine.items()) for run in done)],
        versions=sorted({run.settings["server_version"] for run in done}),
        commits=sorted({run.commit for run in done if run.commit}),
        started=min((run.started for run in done), default=""),
        quick=any(run.quick for run in store.runs),
        notes=sorted({note for run in done for note in run.notes}),
        failed=store.failed(),
    )
    file = store.directory / "report.html"
    file.write_text(page)
    return file


def as_template_data(scenario: type[Scenario], chapter: Chapter, runs: list[Run]) -> dict[str, object]:
    """A chapter as the template wants it."""
    memory = {run.limits["memory_bytes"] for run in runs}
    disks = {run.limits["disk"] for run in runs}
    return {
        "name": scenario.name,
        "title": scenario.title,
        "about": linked(inspect.cleandoc(inspect.getmodule(scenario).__doc__ or "")),
        "chapter": chapter,
        "tables": [with_bars(table) for table in chapter.tables if table.rows],
        "charts": [Markup(chart.svg()) for chart in chapter.charts],
        "settings": ", ".join(sorted({f"{name} = {value}" for run in runs for name, value in run.settings.items()})),
        "memory": ", ".join(
            f"{size >> 20} MiB" if size else "not limited" for size in sorted(memory, key=lambda size: size or 0)
        ),
        "disk": ", ".join(sorted(disks)),
    }


def with_bars(table: Table) -> dict[str, object]:
    """A table with a bar for each figure: its share of the largest one of its column, and a colour."""
    columns = [bars(column) for column in zip(*table.rows, strict=True)]
    rows = []
    for place, row in enumerate(table.rows):
        key = contender_of(row[0])
        colour = BY_NAME[key].colour if key else NEUTRAL
        rows.append([(text, column[place], colour) for text, column in zip(row, columns, strict=True)])
    return {"caption": table.caption, "header": table.header, "rows": rows}


def bars(column: Sequence[str]) -> list[float | None]:
    """The lengths of a column's bars in percent: none if some cells are no figures, or all are the same."""
    found = [FIGURE.fullmatch(text) for text in column]
    figures = [float(match[1].replace(",", "")) * FACTORS[match[2]] if match else None for match in found]
    known = [figure for figure in figures if figure is not None]
    others = [text for text, figure in zip(column, figures, strict=True) if figure is None and text not in ("", "—")]
    if others or len(set(known)) < 2:
        return [None] * len(column)
    return [None if figure is None else round(100 * figure / max(known), 1) for figure in figures]


def linked(text: str) -> Markup:
    """Paragraphs, with addresses as links."""
    paragraphs = [
        re.sub(
            r"https://[^\s<)]+[^\s<).,;]", lambda address: f'<a href="{address[0]}">{address[0]}</a>', str(escape(part))
        )
        for part in re.split(r"\n\s*\n", text)
    ]
    return Markup("".join(f"<p>{paragraph}</p>" for paragraph in paragraphs))
