"""Run the benchmark, and write its report. See scripts/bench --help."""

from __future__ import annotations

import argparse
import datetime
import platform
import re
import shlex
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

from bench import report, results
from bench.contenders import available
from bench.limits import OPERATIONS_PER_SECOND, Limits
from bench.load import Pgbench
from bench.results import Case, Figures, Results, Run
from bench.scenarios import SCENARIOS
from bench.scenarios.base import Bench, Scenario
from bench.server import PrivateServer, Server, given_server, settings_of

RESULTS = Path(__file__).parent / "results"


def arguments() -> argparse.Namespace:
    """What the user asked for; the options that scripts/bench adds are not shown."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure what sequential UUID keys are worth on this machine, and write a report with charts.",
    )
    names = [scenario.name for scenario in SCENARIOS]
    parser.add_argument("scenario", nargs="*", help=f"what to measure, by default all: {', '.join(names)}")
    parser.add_argument(
        "--quick", action="store_true", help="everything small, in some three minutes: shows that it works, hardly more"
    )
    parser.add_argument(
        "--dsn", help="measure this server, in a schema of its own that is dropped at the end, instead of a private one"
    )
    parser.add_argument(
        "--disk",
        action="append",
        choices=["native", *OPERATIONS_PER_SECOND],
        help="how fast the disk may be for the scenario insert: as it is, like a rotating disk (300 operations a second) "
        "or like a slow SSD (2000); may be given several times (default: native)",
    )
    parser.add_argument("--name", help="name of the results' directory instead of DATE-HOST")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the newest results, or those of --name; what failed is tried again",
    )
    parser.add_argument("--report", action="store_true", help="only write the report anew, from the results that are there")
    parser.add_argument("--bindir", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--as-user", type=shlex.split, help=argparse.SUPPRESS)
    asked = parser.parse_intermixed_args()
    unknown = set(asked.scenario) - set(names)
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))} (there are {', '.join(names)})")
    return asked


def results_directory(asked: argparse.Namespace) -> Path:
    """Where the results are, or will be."""
    if asked.name:
        directory = RESULTS / str(asked.name)
        if directory.exists() and not asked.resume and not asked.report:
            sys.exit(f"bench: {directory} is there already; --resume goes on with it")
        return directory
    there = sorted(RESULTS.glob("*/runs.jsonl"), key=lambda file: file.stat().st_mtime)
    if asked.resume or asked.report:
        if not there:
            sys.exit("bench: there are no results yet")
        return there[-1].parent
    base = f"{datetime.date.today()}-{re.sub('[^a-zA-Z0-9.-]', '-', platform.node()) or 'here'}"
    if asked.quick:
        base += "-quick"
    taken = [RESULTS / base, *(RESULTS / f"{base}-{number}" for number in range(2, 100))]
    return next(directory for directory in taken if not directory.exists())


class TimeLeft(ProgressColumn):
    """The plan's own estimate, scaled by how long the runs took so far."""

    def render(self, task: Task) -> Text:
        """Minutes and seconds, once something is done."""
        if not task.completed or task.total is None or task.elapsed is None:
            return Text("-:--:-- left")
        left = task.elapsed * (task.total - task.completed) / task.completed
        return Text(f"{datetime.timedelta(seconds=round(left))} left")


def run_one(scenario: Scenario, case: Case, repetition: int, server: Server, machine: dict[str, object]) -> Run:
    """Measure once; whatever goes wrong is in the record."""
    run = Run(case.scenario, dict(case.key), repetition, quick=scenario.quick, started=results.now(), machine=machine)
    started = time.monotonic()
    try:
        with server.connect() as connection:
            run.settings = settings_of(connection)
        run.limits = {
            "memory_bytes": server.limits.memory,
            "disk": dict(case.key).get("disk", "native"),
            "problem": server.limits.problem,
        }
        run.figures = scenario.run(case, repetition)
        run.error = "; ".join(problems(scenario, run.figures))
    except Exception as error:
        run.error = f"{type(error).__name__}: {error}"
        if not isinstance(error, RuntimeError):
            run.error += "\n" + "".join(traceback.format_tb(error.__traceback__)[-2:])
    run.seconds = round(time.monotonic() - started, 1)
    return run


def problems(scenario: Scenario, figures: Figures) -> list[str]:
    """What is missing or impossible about the figures of one run."""
    found = [f"no {name}" for name, figure in figures.items() if figure is None and scenario.bench.server.private]
    rows, expected = figures.get("rows_found"), figures.get("rows_inserted")
    if rows != expected:
        found.append(f"{expected} rows inserted, {rows} found")
    return found + scenario.problems(figures)


def measure(bench: Bench, scenarios: list[Scenario], store: Results, console: Console, directory: Path) -> None:
    """Run what the results do not have yet."""
    machine = results.machine(directory)
    plan = [
        (scenario, [(case, n) for case in scenario.cases() for n in range(1, scenario.repetitions() + 1)])
        for scenario in scenarios
    ]
    todo = [(scenario, [run for run in runs if not store.has(*run)]) for scenario, runs in plan]
    total = sum(case.seconds for _, runs in todo for case, _ in runs)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeLeft())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        for scenario, runs in todo:
            if not runs:
                continue
            console.print(f"[bold]{scenario.title}[/bold]: {len(runs)} runs")
            progress.update(task, description=f"{scenario.name}: preparing")
            try:
                scenario.prepare()
            except Exception as error:
                console.print(f"  cannot be prepared: {error}", style="red", markup=False)
                for case, repetition in runs:
                    store.add(Run(case.scenario, dict(case.key), repetition, error=str(error), quick=bench.quick))
                continue
            for case, repetition in runs:
                progress.update(task, description=f"{scenario.name}: {case}, {repetition}")
                run = run_one(scenario, case, repetition, bench.server, machine)
                store.add(run)
                progress.advance(task, case.seconds)
                text = f"  {case}, {repetition}: {run.seconds:.0f} s"
                console.print(text + (f" FAILED: {run.error}" if run.error else ""), markup=False, highlight=False)


def interrupted(*_: object) -> NoReturn:
    """A signal that asks to end is like Ctrl-C."""
    raise KeyboardInterrupt


def main() -> int:
    """Do what was asked for; 1 if a run failed, 130 if it was interrupted."""
    asked = arguments()
    console = Console(soft_wrap=True)
    store = Results(results_directory(asked))
    if asked.report:
        console.print(f"Report: {report.write(store)}", markup=False)
        return 0

    signal.signal(signal.SIGTERM, interrupted)
    status = 0
    limits = Limits(asked.work)
    server: Server
    if asked.dsn:
        limits.close()
        limits.problem = "a server that was there already is not limited"
        server = given_server(asked.dsn, limits)
    else:
        server = PrivateServer(asked.bindir, asked.work / "server", asked.as_user, limits)
    try:
        server.configure({}, None)
        with server.connect() as connection:
            found = available(connection)
        disks = tuple(dict.fromkeys(asked.disk or ["native"]))
        bench = Bench(server, Pgbench(asked.bindir / "pgbench"), asked.quick, disks, found, console.print)
        if limits.problem:
            console.print(f"Note: {limits.problem}", markup=False)
        for note in server.notes:
            console.print(f"Note: {note}", markup=False)
        chosen = [scenario(bench) for scenario in SCENARIOS if not asked.scenario or scenario.name in asked.scenario]
        measure(bench, chosen, store, console, asked.work)
    except KeyboardInterrupt:
        console.print("Interrupted. What is finished is kept; scripts/bench --resume goes on, with the same options.")
        status = 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        server.close()
    if store.runs:
        console.print(f"Results and report: {report.write(store)}", markup=False)
    failed = store.failed()
    for run in failed:
        console.print(f"FAILED: {run.scenario}, {run.case}, {run.repetition}: {run.error}", markup=False)
    implausible = [problem for scenario in SCENARIOS for problem in scenario.implausible(store.good(scenario.name))]
    for problem in implausible:
        console.print(f"IMPLAUSIBLE: {problem}", markup=False)
    return status or (1 if failed or implausible else 0)


if __name__ == "__main__":
    sys.exit(main())
