"""The records of runs: one JSON object per line, in a directory of results.

They are in runs.jsonl while the benchmark runs, so that it can be ended at any time, and in runs.jsonl.xz afterwards.
"""

from __future__ import annotations

import datetime
import json
import lzma
import os
import platform
import re
import subprocess
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.limits import disk_of

Figures = dict[str, Any]
CaseKey = tuple[tuple[str, str | int], ...]


@dataclass(frozen=True)
class Case:
    """What is measured: a scenario with one choice for each of its dimensions."""

    scenario: str
    key: CaseKey
    seconds: float
    """About how long one run takes."""

    def __getitem__(self, name: str) -> str | int:
        """The choice for a dimension."""
        return dict(self.key)[name]

    def __str__(self) -> str:
        """The choices, for people."""
        return ", ".join(str(choice) for _, choice in self.key)


@dataclass
class Run:
    """One repetition of a case: figures, or why it failed."""

    scenario: str
    case: dict[str, str | int]
    repetition: int
    figures: Figures = field(default_factory=dict)
    error: str = ""
    quick: bool = False
    started: str = ""
    seconds: float = 0
    settings: dict[str, str] = field(default_factory=dict)
    limits: dict[str, Any] = field(default_factory=dict)
    machine: dict[str, Any] = field(default_factory=dict)
    commit: str = ""
    notes: list[str] = field(default_factory=list)

    def is_of(self, case: Case, repetition: int) -> bool:
        """Whether it is this run of the plan."""
        return (self.scenario, self.case, self.repetition) == (case.scenario, dict(case.key), repetition)


class Results:
    """A directory of results."""

    def __init__(self, directory: Path) -> None:
        """Read what is there."""
        self.directory = directory
        self.file = directory / "runs.jsonl"
        self.compressed = directory / "runs.jsonl.xz"
        text = ""
        if self.compressed.exists():
            text = lzma.decompress(self.compressed.read_bytes()).decode()
        elif self.file.exists():
            text = self.file.read_text()
        # A last line without its end is no run: the benchmark was killed while writing.
        self.runs = [Run(**json.loads(line)) for line in text.splitlines(True) if line.endswith("\n")]

    def add(self, run: Run) -> None:
        """Append a run; the last of several of the same case and repetition counts."""
        self.directory.mkdir(parents=True, exist_ok=True)
        if self.compressed.exists():
            self.file.write_text(lines(self.runs))
            self.compressed.unlink()
        with self.file.open("a") as file:
            file.write(lines([run]))
        self.runs.append(run)

    def compress(self) -> None:
        """Store all runs in little space."""
        # Under its name there is never a part of it.
        unfinished = self.compressed.with_suffix(".new")
        unfinished.write_bytes(lzma.compress(lines(self.runs).encode(), preset=9))
        unfinished.replace(self.compressed)
        self.file.unlink(missing_ok=True)

    def last(self) -> list[Run]:
        """The last of each run, in the order of the first."""
        runs: dict[str, Run] = {}
        for run in self.runs:
            runs[json.dumps([run.scenario, run.case, run.repetition])] = run
        return list(runs.values())

    def good(self, scenario: str) -> list[Run]:
        """The runs of a scenario that did not fail."""
        return [run for run in self.last() if run.scenario == scenario and not run.error]

    def failed(self) -> list[Run]:
        """The runs that failed and have not succeeded since."""
        return [run for run in self.last() if run.error]

    def has(self, case: Case, repetition: int) -> bool:
        """Whether a run of the plan is done."""
        return any(run.is_of(case, repetition) and not run.error for run in self.last())

    def differs(self, quick: bool, machine: dict[str, Any], version: str) -> str:
        """Why these runs cannot be mixed with new ones; "" if they can."""
        for run in self.runs:
            if run.quick != quick:
                return "runs of the other kind (quick or full)"
            if run.machine and run.machine != machine:
                return f"runs of another machine, {run.machine}"
            if run.settings and run.settings.get("server_version") != version:
                return f"runs of PostgreSQL {run.settings.get('server_version')}"
        return ""


def lines(runs: Iterable[Run]) -> str:
    """A line of JSON for each run."""
    return "".join(json.dumps(asdict(run)) + "\n" for run in runs)


@dataclass(frozen=True)
class Spread:
    """A figure over repetitions: its median, smallest and largest value."""

    median: float
    lowest: float
    highest: float
    count: int


def spread_of(values: Iterable[float]) -> Spread | None:
    """The spread of these values; None if there are none."""
    found = list(values)
    return Spread(median(found), min(found), max(found), len(found)) if found else None


def spread(runs: Iterable[Run], figure: str, **case: str | int) -> Spread | None:
    """The spread of a figure over the runs that match."""
    return spread_of(
        float(run.figures[figure])
        for run in runs
        if all(run.case.get(name) == choice for name, choice in case.items()) and run.figures.get(figure) is not None
    )


def choices(runs: Iterable[Run], name: str) -> list[Any]:
    """The choices for a dimension that the runs have, in their order."""
    return list(dict.fromkeys(run.case[name] for run in runs if name in run.case))


def machine(directory: Path) -> dict[str, Any]:
    """This machine, without its name, and the disk that a directory is on."""
    processor = ""
    if Path("/proc/cpuinfo").exists():
        found = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        processor = found[1] if found else ""
    disk = Path(f"/sys/dev/block/{disk_of(directory)}").resolve()
    about = [disk.name if disk.exists() else "unknown disk"]
    if (disk / "size").exists():
        about.append(f"{int((disk / 'size').read_text()) * 512 // 10**9} GB")
    file_system = output_of("df", "--output=fstype", str(directory)).splitlines()[-1:]
    about += file_system
    if file_system == ["ext4"] and not list(Path("/proc/fs/jbd2").glob(f"{disk.name}*")):
        about.append("no journal")
    return {
        "processor": processor or platform.processor(),
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()}",
        "disk": ", ".join(about),
    }


def commit() -> str:
    """The benchmark's version: the commit, and whether there are changes; "" outside a repository.

    Published results aren't part of it: a run adds to them.
    """
    git = "git", "-C", str(Path(__file__).parents[1])
    name = output_of(*git, "rev-parse", "--short=12", "HEAD")
    if not name:
        return ""
    changes = subprocess.run((*git, "diff", "--quiet", "HEAD", "--", ":(exclude)bench/results"))
    return name + ("-dirty" if changes.returncode else "")


def output_of(*command: str) -> str:
    """What a program prints, if there is such a program."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def now() -> str:
    """The time in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
