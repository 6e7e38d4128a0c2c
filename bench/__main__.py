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
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

from bench import report, results
from bench.contenders import BY_NAME, available
from bench.limits import OPERATIONS_PER_SECOND, Limits
from bench.load import Pgbench
from bench.results import Case, Figures, Results, Run
from bench.scenarios import SCENARIOS
from bench.scenarios.base import Bench, Scenario
from bench.scenarios.live.keys import KEYS as LIVE_KEYS
from bench.scenarios.live.options import OPTIONS
from bench.server import PrivateServer, Server, settings_of

RESULTS = Path(__file__).parent / "results"


def arguments() -> argparse.Namespace:
    """The command line; --help does not show the options that scripts/bench adds."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure what sequential UUID keys are worth on this machine, and write a report with charts.",
        allow_abbrev=False,
    )
    names = [scenario.name for scenario in SCENARIOS]
    parser.add_argument(
        "scenario", nargs="*", help=f"what to measure (default: all but live, or all with --quick): {', '.join(names)}"
    )
    parser.add_argument(
        "--quick", action="store_true", help="everything small, under ten minutes: only shows that everything works"
    )
    parser.add_argument(
        "--dsn",
        help="measure this server (libpq connection string), in a schema of its own that is dropped at the end, "
        "instead of a private one",
    )
    parser.add_argument(
        "--disk",
        action="append",
        choices=["native", *OPERATIONS_PER_SECOND],
        help="limit the disk's speed in the scenario insert: not at all (native), to that of a slow SSD (ssd, "
        "2000 operations per second) or of a rotating disk (hdd, 300); may be given several times (default: native)",
    )
    parser.add_argument(
        "--key",
        action="append",
        choices=[*BY_NAME, *LIVE_KEYS],
        metavar="KEY",
        help="compare only these keys, except in steady, forms, tenants, updates, images, blocks and bytes; "
        "may be repeated: " + ", ".join(BY_NAME) + "; and in live: " + ", ".join(LIVE_KEYS),
    )
    for name, (_, default, meaning) in OPTIONS.items():
        parser.add_argument(name, type=int, metavar="N", help=f"in live: {meaning} (default: {default})")
    parser.add_argument("--name", help="name of the results' directory instead of DATE-HOST")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the newest results, or those of --name; failed runs are tried again",
    )
    parser.add_argument(
        "--report", action="store_true", help="only write the reports of all results, or that of --name, from raw data"
    )
    parser.add_argument("--major", type=int, metavar="N", help="use PostgreSQL N, built from source once")
    parser.add_argument("--bindir", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--as-user", type=shlex.split, help=argparse.SUPPRESS)
    asked = parser.parse_intermixed_args()
    unknown = set(asked.scenario) - set(names)
    if "live" in asked.scenario and asked.key and not set(asked.key) & set(LIVE_KEYS):
        parser.error(f"live has none of these keys (it has {', '.join(LIVE_KEYS)})")
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))} (there are {', '.join(names)})")
    return asked


def raw_data(suffix: str = "") -> list[Path]:
    """The files of all results in directories whose names have the suffix."""
    found = [file for file in RESULTS.glob("*/runs.jsonl*") if suffix in file.parent.name]
    return sorted(found) or sys.exit("bench: there are no results yet")


def results_directory(asked: argparse.Namespace) -> Path:
    """Where the results are, or will be."""
    if asked.name:
        directory = RESULTS / str(asked.name)
        if directory.exists() and not asked.resume and not asked.report:
            sys.exit(f"bench: {directory} exists already; --resume continues it")
        if asked.report and not directory.exists():
            sys.exit(f"bench: there is no {directory}")
        return directory
    suffix = "-quick" if asked.quick else ""
    if asked.resume:
        return max(raw_data(suffix), key=lambda file: file.stat().st_mtime).parent
    base = f"{datetime.date.today()}-{re.sub('[^a-zA-Z0-9.-]', '-', platform.node()) or 'here'}{suffix}"
    taken = [RESULTS / base, *(RESULTS / f"{base}-{number}" for number in range(2, 1000))]
    return next(directory for directory in taken if not directory.exists())


class TimeLeft(ProgressColumn):
    """The plan's estimate, scaled by how long the runs have taken so far."""

    def render(self, task: Task) -> Text:
        """Minutes and seconds, once something is done."""
        if not task.completed or task.total is None or task.elapsed is None:
            return Text("-:--:-- left")
        left = task.elapsed * (task.total - task.completed) / task.completed
        return Text(f"{datetime.timedelta(seconds=round(left))} left")


def run_one(scenario: Scenario, case: Case, repetition: int, about: Run) -> Run:
    """Measure once; an error goes into the record. `about` holds what all runs share."""
    server = scenario.bench.server
    run = replace(about, scenario=case.scenario, case=dict(case.key), repetition=repetition, started=results.now())
    started = time.monotonic()
    try:
        with server.connect() as connection:
            run.settings = settings_of(connection)
        run.limits = {
            "memory_bytes": server.limits.memory,
            "disk": dict(case.key).get("disk", "native"),
            "control_groups": 2 if server.limits.version2 else 1,
        }
        run.figures = scenario.run(case, repetition)
        # Those of a run that has its own.
        run.settings = run.figures.pop("settings", run.settings)
        if "contender" in dict(case.key):
            run.figures["default"] = scenario.contender(case).default
        run.error = "; ".join(problems(scenario, run.figures))
    except Exception as error:
        run.error = f"{type(error).__name__}: {error}"
        if not isinstance(error, RuntimeError):
            run.error += "\n" + "".join(traceback.format_tb(error.__traceback__)[-2:])
    run.notes = list(server.notes)
    run.seconds = round(time.monotonic() - started, 1)
    return run


def problems(scenario: Scenario, figures: Figures) -> list[str]:
    """What is missing or impossible about the figures of one run."""
    found = []
    if scenario.bench.server.private:
        found += [f"no {name}" for name in scenario.figures if figures.get(name) in (None, [], {})]
    if not figures["rows_inserted"] or figures["rows_found"] != figures["rows_inserted"]:
        found.append(f"{figures['rows_inserted']} rows inserted, {figures['rows_found']} found")
    return found or scenario.problems(figures)


def measure(scenarios: list[Scenario], store: Results, console: Console, about: Run) -> None:
    """Run what is not in the results yet."""
    todo = [(scenario, [run for run in scenario.plan() if not store.has(*run)]) for scenario in scenarios]
    total = sum(case.seconds for _, runs in todo for case, _ in runs)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeLeft())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        for scenario, runs in todo:
            if runs:
                console.print(f"[bold]{scenario.title}[/bold]: {len(runs)} runs")
            prepared = False
            for case, repetition in runs:
                progress.update(task, description=f"{scenario.name}: {case}, {repetition}")
                try:
                    if not prepared:
                        scenario.prepare()
                    run = run_one(scenario, case, repetition, about)
                except Exception as error:
                    run = replace(about, scenario=case.scenario, case=dict(case.key), repetition=repetition)
                    run.error = f"cannot be prepared: {error}"
                # A failed run may have left anything behind.
                prepared = not run.error
                store.add(run)
                progress.advance(task, case.seconds)
                text = f"  {case}, {repetition}: {run.seconds:.0f} s"
                console.print(text + (f" FAILED: {run.error}" if run.error else ""), markup=False, highlight=False)


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def interrupted(*_: object) -> NoReturn:
    """Treat the first signal like Ctrl-C, and ignore any others until the end."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> int:
    """Run the command; return 1 if a run failed, 130 if it was interrupted."""
    asked = arguments()
    console = Console(soft_wrap=True)
    if asked.report:
        for directory in [results_directory(asked)] if asked.name else [file.parent for file in raw_data()]:
            console.print(f"Report: {report.write(Results(directory))}", markup=False)
        return 0
    store = Results(results_directory(asked))

    # Explicitly, since a shell has its background jobs ignore SIGINT.
    for number in SIGNALS:
        signal.signal(number, interrupted)
    limits = Limits(asked.work)
    server: Server
    if asked.dsn:
        limits.close()
        server = Server(asked.dsn, limits)
        server.note("an existing server, with its own settings and no limit on its memory or disk")
    else:
        server = PrivateServer(asked.bindir, asked.work / "server", asked.as_user, limits)
        if limits.problem:
            server.note(limits.problem)
    status = 0
    try:
        server.configure({}, None)
        with server.connect() as connection:
            reasons = available(connection)
            version = settings_of(connection)["server_version"]
        for name, reason in reasons.items():
            if reason and name in (asked.key or ()):
                sys.exit(f"bench: {name} cannot be compared: {reason}")
            if reason:
                server.note(f"{name} is not compared: {reason}")
        about = Run("", {}, 0, quick=asked.quick, machine=results.machine(asked.work), commit=results.commit())
        difference = store.differs(asked.quick, about.machine, version)
        if difference:
            sys.exit(f"bench: {store.directory} has {difference}; these runs cannot be added to them")
        disks = tuple(disk for disk in dict.fromkeys(asked.disk or ["native"]) if disk in limits.disks) or ("native",)
        found = tuple(name for name, reason in reasons.items() if not reason and name in (asked.key or BY_NAME))
        bench = Bench(server, Pgbench(asked.bindir / "pgbench"), asked, asked.quick, disks, found)
        scenarios = [
            scenario(bench)
            for scenario in SCENARIOS
            if (scenario.name in asked.scenario or (not asked.scenario and (asked.quick or not scenario.takes_hours)))
            and (server.private or scenario.on_given_server)
        ]
        for note in server.notes:
            console.print(f"Note: {note}", markup=False, highlight=False)
        measure(scenarios, store, console, about)
    except KeyboardInterrupt:
        console.print(
            "Interrupted. Finished runs are kept; to continue, run scripts/bench --resume with the same options."
        )
        status = 130
    finally:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        try:
            server.close()
        except Exception as error:
            console.print(f"Cleaning up the server failed: {error}", style="red", markup=False)
    if store.runs:
        store.compress()
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
