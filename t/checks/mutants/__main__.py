"""Mutate the project's code, and run its tests on each mutant. See t/checks/mutants/run --help."""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from .sources import Mutant, equivalents, mutants_of
from .worker import LAST_STAGE, History, Worker

SQL_EDITION = ["sql-only/sequential_uuids.sql"]
AT_MOST = 3000
"""Mutants of C that are tried."""
NO_MUTANT = ("no program", "same code")


class Run:
    """All mutants, and the outcome of each."""

    def __init__(self, mutants: list[Mutant], seconds: float | None, workers: list[Worker]) -> None:
        """Have the workers test the mutants in this order, for at most "seconds"."""
        self.waiting = iter(mutants)
        self.until = None if seconds is None else time.monotonic() + seconds
        self.workers = workers
        self.listed = equivalents()
        self.history = History()
        self.seen: dict[str, str] = {}
        self.outcomes: dict[Mutant, str] = {}
        self.lock = threading.Lock()
        self.errors: list[BaseException] = []

    def next(self) -> Mutant | None:
        """Return the next mutant, if there is time left."""
        with self.lock:
            if self.until is not None and time.monotonic() > self.until:
                return None
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
            of_c, of_sql = worker.tests_of_c(), worker.tests_of_sql()
            while mutant := self.next():
                tests = of_sql if mutant.file.endswith(".sql") else of_c
                if str(mutant) in self.listed:
                    # Tests of the last stage take longer than all others.
                    tests = [test for test in tests if test.stage < LAST_STAGE]
                # An outcome of fewer tests does not apply to other mutants with the same code.
                self.note(mutant, worker.judge(mutant, tests, self.history, self.seen if tests == of_c else {}))
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
            kind = "equivalent" if listed else "survived" if outcome == "survived" else "killed"
            rows.setdefault(mutant.file, Counter())[kind] += 1
            if kind == "survived":
                wrong.append(f"survived: {mutant}")
            elif listed and outcome != "survived":
                wrong.append(f"listed as equivalent, and killed by {outcome}: {mutant}")
        print("\n| file | mutants | killed | equivalent | survived |\n|---|---|---|---|---|")
        for file in [*sorted(rows), "all"]:
            row = rows[file] if file != "all" else sum(rows.values(), Counter())
            print(f"| `{file}` | {row.total()} | {row['killed']} | {row['equivalent']} | {row['survived']} |")
        print(*sorted(wrong), sep="\n")
        if not rows:
            print("no mutant was tried")
        return bool(rows) and not wrong


def main() -> bool:
    """Return whether each mutant is killed or listed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--pg-config", type=Path, required=True)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    top = arguments.work / "src"

    c_files = sorted(str(file.relative_to(top)) for pattern in ("*.c", "src/*.[ch]") for file in top.glob(pattern))
    of_c = sorted((mutant for file in c_files for mutant in mutants_of(top, file)), key=lambda mutant: mutant.rank)
    of_sql = [mutant for file in SQL_EDITION for mutant in mutants_of(top, file)]
    mutants = of_c[:AT_MOST] + of_sql
    listed = equivalents()
    known = {str(mutant) for mutant in of_c + of_sql}
    gone = [name for name in listed if name not in known]
    if gone:
        print("listed as equivalent, and not made:", *gone, sep="\n")
        return False
    if arguments.files:
        mutants = [mutant for mutant in mutants if mutant.file in arguments.files]
    if arguments.seconds is not None:
        # SQL mutants take ten times as long.
        mutants = [mutant for mutant in mutants if str(mutant) not in listed and mutant.file not in SQL_EDITION]
        print(f"SEED={arguments.seed}", flush=True)
        random.Random(arguments.seed).shuffle(mutants)
    files = {mutant.file for mutant in mutants}
    print(f"{len(mutants)} mutants", flush=True)

    workers = [
        Worker(number, arguments.work, arguments.prefix.split(), arguments.pg_config)
        for number in range(arguments.workers)
    ]
    run = Run(mutants, arguments.seconds, workers)
    if arguments.seconds is None:
        workers[0].time_tests(workers[0].tests(files), run.history)
    run.all()
    if run.errors:
        run.report()
        raise run.errors[0]
    # Check that the workers are as they were at the start.
    for worker in workers:
        worker.restore()
        worker.time_tests(
            worker.tests(files) if arguments.seconds is None else [worker.pgtap("arithmetic", 2)], run.history
        )
    return run.report()


sys.exit(0 if main() else 1)
