"""Mutate the project's code, and run its tests on each mutant. See t/checks/mutants/run --help."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections import Counter
from pathlib import Path

from .sources import Mutant, equivalents, mutants_of
from .worker import LAST_STAGE, SURVIVED, History, Worker

SQL_EDITION = ["sql-only/sequential_uuids.sql"]
NO_MUTANT = ("no program", "same code")


class Run:
    """All mutants, and the outcome of each."""

    def __init__(self, mutants: list[Mutant], workers: list[Worker]) -> None:
        """Have the workers test the mutants in this order."""
        self.waiting = iter(mutants)
        self.workers = workers
        self.listed = equivalents()
        self.history = History()
        self.seen: dict[str, str] = {}
        self.outcomes: dict[Mutant, str] = {}
        self.lock = threading.Lock()
        self.errors: list[BaseException] = []

    def next(self) -> Mutant | None:
        """Return the next mutant."""
        with self.lock:
            return next(self.waiting, None)

    def note(self, mutant: Mutant, outcome: str) -> None:
        """Record and show the outcome."""
        with self.lock:
            self.outcomes[mutant] = outcome
            if outcome not in NO_MUTANT:
                print(
                    f"{len(self.outcomes)}: {outcome}: {mutant.file}:{mutant.line}: {mutant.before} ==> {mutant.after}",
                    flush=True,
                )

    def work(self, worker: Worker) -> None:
        """Test mutants with one worker until there is none left."""
        try:
            while mutant := self.next():
                tests = every = worker.tests_of(mutant.file)
                if str(mutant) in self.listed:
                    # Tests of the last stage take longer than all others.
                    tests = [test for test in tests if test.stage < LAST_STAGE]
                # An outcome of fewer tests does not apply to other mutants with the same code.
                self.note(mutant, worker.judge(mutant, tests, self.history, self.seen if tests == every else {}))
        except BaseException as error:
            self.errors.append(error)

    def all(self) -> None:
        """Work until there is none left."""
        threads = [threading.Thread(target=self.work, args=[worker]) for worker in self.workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def report(self) -> bool:
        """Print a row for each file, then all problems; return whether there are none."""
        rows: dict[str, Counter[str]] = {}
        wrong = []
        for mutant, outcome in self.outcomes.items():
            if outcome in NO_MUTANT:
                continue
            listed = str(mutant) in self.listed
            survived = outcome == SURVIVED
            kind = "equivalent" if listed else SURVIVED if survived else "killed"
            rows.setdefault(mutant.file, Counter())[kind] += 1
            if kind == SURVIVED:
                wrong.append(f"{kind}: {mutant}")
            elif listed and not survived:
                wrong.append(f"listed as equivalent, and killed by {outcome}: {mutant}")
        kinds = ("killed", "equivalent", SURVIVED)
        print(f"\n| file | mutants | {' | '.join(kinds)} |\n|---|---|---|---|---|")
        for file in [*sorted(rows), "all"]:
            row = rows[file] if file != "all" else sum(rows.values(), Counter())
            print(f"| `{file}` | {row.total()} | {' | '.join(str(row[kind]) for kind in kinds)} |")
        print(*sorted(wrong), sep="\n")
        if not rows:
            print("no mutant was tried")
        return bool(rows) and not wrong


def chosen(top: Path, files: list[str], count: int | None) -> list[Mutant]:
    """Return the mutants to try, so many of the files, or else of each edition; SEED decides which."""
    c_files = sorted(str(file.relative_to(top)) for pattern in ("*.c", "src/*.[ch]") for file in top.glob(pattern))
    groups = [files] if files else [c_files, SQL_EDITION]
    mutants: list[Mutant] = []
    for group in groups:
        mutants += sorted(
            (mutant for file in group for mutant in mutants_of(top, file)),
            key=lambda mutant: mutant.rank(os.environ.get("SEED", "1")),
        )[:count]
    return mutants


def not_made(top: Path, files: list[str]) -> list[str]:
    """Return what is listed as equivalent for one of these files, and made no more."""
    names = [name for name in equivalents() if name.split(": ")[0].split("#")[0] in files]
    made = {str(mutant) for file in files for mutant in mutants_of(top, file)}
    return [name for name in names if name not in made]


def main() -> bool:
    """Return whether each mutant is killed or listed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--pg-config", type=Path, required=True)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    top = arguments.work / "src"

    mutants = chosen(top, arguments.files, arguments.count)
    files = sorted({mutant.file for mutant in mutants})
    print(f"{len(mutants)} mutants", flush=True)

    workers = [
        Worker(number, arguments.work, arguments.prefix.split(), arguments.pg_config)
        for number in range(arguments.workers)
    ]
    run = Run(mutants, workers)
    tests = list({test.name: test for file in files for test in workers[0].tests_of(file)}.values())
    workers[0].time_tests(tests, run.history)
    run.all()
    if run.errors:
        run.report()
        raise run.errors[0]
    # Check that the workers are as they were at the start.
    for worker in workers:
        worker.restore()
    workers[-1].time_tests(tests, run.history)
    gone = not_made(top, files)
    print(*(f"listed as equivalent, and made no more: {name}" for name in gone), sep="\n")
    return run.report() and not gone


sys.exit(0 if main() else 1)
