"""The report of a directory of results: one self-contained page."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape

from bench.results import Results, Run
from bench.scenarios import SCENARIOS
from bench.scenarios.base import Chapter, Scenario


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
        "charts": [Markup(chart.svg()) for chart in chapter.charts],
        "settings": ", ".join(sorted({f"{name} = {value}" for run in runs for name, value in run.settings.items()})),
        "memory": ", ".join(
            f"{size >> 20} MiB" if size else "not limited" for size in sorted(memory, key=lambda size: size or 0)
        ),
        "disk": ", ".join(sorted(disks)),
    }


def linked(text: str) -> Markup:
    """Paragraphs, with addresses as links."""
    paragraphs = [
        re.sub(
            r"https://[^\s<)]+[^\s<).,;]", lambda address: f'<a href="{address[0]}">{address[0]}</a>', str(escape(part))
        )
        for part in re.split(r"\n\s*\n", text)
    ]
    return Markup("".join(f"<p>{paragraph}</p>" for paragraph in paragraphs))
