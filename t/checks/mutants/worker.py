"""Copies of the tree, of PostgreSQL and of a server, in which mutants are built and tested one by one."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from .sources import Mutant

OPTIONS = ["CC=ccache gcc", "COPT=-g0 -Wall -Wextra -Wno-unused-parameter -Wshadow -Werror"]
"""The same as in CI: compiler warnings are errors."""
LIBRARY = "sequential_uuids.so"
MAX_MEMORY = 4 << 30
BUILD_SECONDS = 120
LAST_STAGE = 3
SHORTEST_HANG, TIMES_AS_LONG = 60, 20
"""A test hangs if it takes so many seconds, and so many times as long as without a mutant on this machine."""
SURVIVED = "survived"
CALLS, MORE_CALLS = 300, 3000
"""How many random calls a test makes, in most stages and in the last one."""
ADVICE = r"uuid_advise|uuid_index_report|uuid_key_dependencies|sequential_uuids_advice"
"""What a test of advice calls or creates."""


class InvalidError(Exception):
    """The mutant is not a valid program."""


@dataclass(frozen=True)
class Test:
    """A test: its name and the command that runs it."""

    name: str
    command: tuple[str, ...]
    stage: int
    """Tests of earlier stages run first."""


@dataclass
class History:
    """How long the tests took and what they found, which decides their order."""

    seconds: dict[str, float] = field(default_factory=dict)
    """By a test's name, without a mutant."""
    killed: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """By file: the lines of mutants, and the tests that killed them."""

    def order(self, mutant: Mutant, tests: list[Test]) -> list[Test]:
        """Sort tests by stage; then prefer those that killed mutants of neighbouring lines and are fast."""
        found = {test.name: 0.5 if test.name.split()[-1] in mutant.file else 0.01 for test in tests}
        for line, name in self.killed.get(mutant.file, []):
            if name in found:
                found[name] += 1 / (1 + abs(line - mutant.line))
        return sorted(tests, key=lambda test: (test.stage, -found[test.name] / self.seconds.get(test.name, 1)))


class Worker:
    """One at a time."""

    def __init__(self, number: int, work: Path, prefix: list[str], pg_config: Path) -> None:
        """Copy what t/checks/mutants/run has prepared in "work"; "prefix" runs a command as the server's user."""
        self.prefix = prefix
        self.home = work / f"worker.{number}"
        self.tree = self.home / "src"
        self.data = self.home / "data"
        self._run(["mkdir", str(self.home)], BUILD_SECONDS)
        for name in ("src", "postgres", "data"):
            self._run(["cp", "-a", str(work / name), str(self.home / name)], BUILD_SECONDS)
        self.pg_config = self.home / "postgres" / pg_config.relative_to(work / "postgres")
        self.bin = self.pg_config.parent
        self.installed = Path(self._output([str(self.pg_config), "--pkglibdir"]).strip())
        self.make = ["make", "-s", "-C", str(self.tree), f"PG_CONFIG={self.pg_config}"]
        self.units = sorted(
            str(file.with_suffix("").relative_to(self.tree)) for file in self.tree.glob("t/unit/*_test.c")
        )
        self._start()
        self._run([*self.make, *OPTIONS, "clean"], BUILD_SECONDS)
        self._build()
        self._install()
        self.pristine = self._hashes()

    def tests_of(self, file: str) -> list[Test]:
        """Return the tests that run code of this file, or else RuntimeError."""
        if file.startswith("clients/"):
            language = file.split("/")[1]
            return [Test(f"vectors {language}", (str(self.tree / "t/checks/clients/run"), language), 0)]
        if file.startswith("sql-only/"):
            found = self._mentioning("sql-only/", "t/pgtap/*.sql")
        elif file.startswith("advice/"):
            found = self._mentioning(ADVICE, "sql/*.sql", "t/pgtap/*.sql", "t/*.pl")
        else:
            found = self._tests_of_c()
        if not found:
            raise RuntimeError(f"there are no tests of {file}")
        return found

    def _tests_of_c(self) -> list[Test]:
        """Return all tests that run C code: those for the sanitizers, and those marked for mutants."""
        return [
            *(Test(unit, (str(self.tree / unit),), 0) for unit in self.units),
            *self._mentioning(r"runs: .*sanitizers: yes", "sql/*.sql", "specs/*.spec"),
            *self._mentioning(r"runs: .*mutants: yes", "t/pgtap/*.sql", "t/*.pl"),
        ]

    def _mentioning(self, pattern: str, *places: str) -> list[Test]:
        """Return the tests in these places whose text matches; pgTAP also in the last stage, with more calls."""
        texts = {path: path.read_text() for place in places for path in sorted(self.tree.glob(place))}
        # The edition in SQL is not installed here, only compared.  What takes long would take days for all mutants.
        not_here = r"runs: (long|.*edition in SQL: only)"
        paths = [
            path
            for path, text in texts.items()
            if path.stem != "helpers" and re.search(pattern, text) and not re.search(not_here, text)
        ]
        more_calls = [self.pgtap(path.stem, LAST_STAGE, MORE_CALLS) for path in paths if path.parent.name == "pgtap"]
        return [self._test(path) for path in paths] + more_calls

    def _test(self, path: Path) -> Test:
        """Return the test in this file."""
        name = path.stem
        install = [*self.make, "installcheck"]
        if path.parent.name == "pgtap":
            return self.pgtap(name, 2)
        if path.suffix == ".pl":
            return Test(name, (*install, "REGRESS=", f"PROVE_TESTS=t/{name}.pl"), LAST_STAGE)
        if path.suffix == ".spec":
            return Test(f"isolation {name}", (*install, "TAP_TESTS=", "REGRESS=", f"ISOLATION={name}"), 1)
        group = name if name == "install" else f"helpers {name}"
        return Test(group, (*install, "TAP_TESTS=", "ISOLATION=", f"REGRESS={group}"), 1)

    def pgtap(self, name: str, stage: int, calls: int = CALLS) -> Test:
        """Return a file of pgTAP tests, with this many random calls, the same in each run."""
        command = (
            "env",
            f"CALLS={calls}",
            "SEED=1",
            "pg_prove",
            "--psql-bin",
            str(self.bin / "psql"),
            f"t/pgtap/{name}.sql",
        )
        return Test(name if stage < LAST_STAGE else f"{name}, {calls} calls", command, stage)

    def time_tests(self, tests: list[Test], history: History) -> None:
        """Run each test without a mutant; it must not fail."""
        for test in tests:
            start = time.monotonic()
            if not self._passes(test, None):
                raise RuntimeError(
                    f"{test.name} fails without a mutant: {self.home.with_suffix('.output').read_text()[-3000:]}"
                )
            history.seconds[test.name] = time.monotonic() - start

    def judge(self, mutant: Mutant, tests: list[Test], history: History, seen: dict[str, str]) -> str:
        """Return the outcome: "no program", "same code", SURVIVED, or the name of the test that fails."""
        path = self.tree / mutant.file
        original = path.read_text()
        path.write_text(mutant.apply(original))
        try:
            if path.suffix not in (".c", ".h"):
                # The library is still that of the last mutant of C, with which the edition in SQL is compared.
                self.restore()
                self._install_text(path)
                return self._first_failure(mutant, tests, history)
            self._build()
            hashes = self._hashes()
            if hashes == self.pristine:
                return "same code"
            code = hashlib.sha256("".join(hashes.values()).encode()).hexdigest()
            if code not in seen:
                concerned = [test for test in tests if test.stage > 0 or hashes[test.name] != self.pristine[test.name]]
                if hashes[LIBRARY] == self.pristine[LIBRARY]:
                    concerned = [test for test in concerned if test.stage == 0]
                self._install()
                seen[code] = self._first_failure(mutant, concerned, history)
            return seen[code]
        except InvalidError:
            return "no program"
        finally:
            path.write_text(original)
            if path.suffix not in (".c", ".h"):
                self._install_text(path)

    def restore(self) -> None:
        """Build and install the code without a mutant."""
        self._build()
        if self._hashes() != self.pristine:
            raise RuntimeError("the tree is not what it was")
        self._install()

    def stop(self) -> None:
        """Stop the server."""
        self._run([str(self.bin / "pg_ctl"), "-D", str(self.data), "-m", "immediate", "-w", "stop"], 60)

    def _first_failure(self, mutant: Mutant, tests: list[Test], history: History) -> str:
        for test in history.order(mutant, tests):
            longest = max(SHORTEST_HANG, TIMES_AS_LONG * history.seconds[test.name])
            if not self._passes(test, longest):
                if test.stage > 0:
                    self._reset()
                history.killed.setdefault(mutant.file, []).append((mutant.line, test.name))
                return test.name
        return SURVIVED

    def _build(self) -> None:
        if not self._run([*self.make, *OPTIONS, "all", *self.units], BUILD_SECONDS):
            raise InvalidError

    def _hashes(self) -> dict[str, str]:
        return {name: hashlib.sha256((self.tree / name).read_bytes()).hexdigest() for name in (LIBRARY, *self.units)}

    def _install(self) -> None:
        shutil.copy(self.tree / LIBRARY, self.installed / "next")
        (self.installed / "next").rename(self.installed / LIBRARY)

    def _install_text(self, path: Path) -> None:
        """Install an extension's script or a client anew; refuse a script that is not even SQL."""
        file = str(path.relative_to(self.tree))
        if file.startswith("clients/"):
            return
        create = "CREATE EXTENSION sequential_uuids CASCADE SCHEMA loaded;"
        if file.startswith("sql-only/"):
            create = f"SET search_path = loaded;\n\\i {path}"
        elif not self._run([*self.make, *OPTIONS, "install"], BUILD_SECONDS):
            raise InvalidError
        if file.startswith("advice/"):
            create = create.replace("uuids", "uuids_advice")
        script = f"BEGIN;\nCREATE SCHEMA loaded;\n{create}\nROLLBACK;\n"
        (self.home / "load.sql").write_text(script)
        self._wait_for_server()
        if not self._psql("load.sql"):
            raise InvalidError

    def _passes(self, test: Test, longest: float | None) -> bool:
        """Return whether it passes, within so many seconds."""
        if test.stage > 0:
            self._wait_for_server()
        return self._run(list(test.command), longest)

    def _wait_for_server(self) -> None:
        """Wait, since the server restarts after a backend has crashed."""
        for _ in range(600):
            if self._run([str(self.bin / "pg_isready"), "-q"], 60):
                return
            time.sleep(0.05)
        self._start()

    def _reset(self) -> None:
        """Remove what a failed test left in the server, or create the server again."""
        script = r"""
            SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database WHERE NOT datistemplate \gexec
            SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE rolname ~ '^regress_' \gexec
            CREATE DATABASE postgres;
        """
        (self.home / "reset.sql").write_text(script)
        self._wait_for_server()
        if not self._psql("reset.sql", "--dbname=template1"):
            self.stop()
            self._run(["rm", "-rf", str(self.data)], 60)
            self._run(["cp", "-a", str(self.home.parent / "data"), str(self.data)], 60)
            self._start()

    def _start(self) -> None:
        # As scripts/test does.
        options = f"-k {self.home} -c fsync=off -c autovacuum=off -c checkpoint_timeout=1d -c max_wal_size=8GB"
        if not self._run(
            [str(self.bin / "pg_ctl"), "-D", str(self.data), "-w", "-l", "/dev/null", "-o", options, "start"], 120
        ):
            raise RuntimeError("the server does not start")

    def _psql(self, file: str, *options: str) -> bool:
        """Return whether a file in the home directory runs without an error."""
        script = ["--set=ON_ERROR_STOP=1", "-f", str(self.home / file)]
        return self._run([str(self.bin / "psql"), "-Xq", *options, *script], 60)

    def _output(self, command: list[str]) -> str:
        return subprocess.run([*self.prefix, *command], check=True, capture_output=True, text=True).stdout

    def _run(self, command: list[str], seconds: float | None) -> bool:
        """Return whether the command succeeds within so many seconds; its output goes to the file "output"."""
        # The tools of clients are the caller's, and reserve as much memory as they like.
        limited = ["prlimit", f"--as={MAX_MEMORY}", "--core=0", *self.prefix]
        prefix = [] if "clients" in command[0] else limited
        environment = {"PGHOST": str(self.home), "PGUSER": "postgres", "PGDATABASE": "postgres"}
        with (self.home.with_suffix(".output")).open("wb") as output:
            process = subprocess.Popen(
                [*prefix, *command],
                cwd=self.tree if self.tree.exists() else None,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                return process.wait(seconds) == 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return False
