"""Load by pgbench, and what it reports."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bench.server import Server

PERCENTILES = (50, 95, 99, 99.9)
APPLICATION = "sequential_uuids_bench pgbench"
NO_WAIT_FOR_DISK = {"synchronous_commit": "off"}
"""Session settings of clients whose commits do not wait for the disk."""


@dataclass(frozen=True)
class Load:
    """What a run of pgbench did."""

    transactions: int
    per_second: float
    """Transactions per second over the whole run."""
    latency_ms: dict[str, float]
    """Percentiles of the latency in milliseconds, from a fifth of the transactions."""


class Pgbench:
    """pgbench of the server's installation, run by the user who runs the benchmark."""

    def __init__(self, program: Path) -> None:
        """`program` is the path of pgbench."""
        self.program = program

    def start(
        self, server: Server, script: str, clients: int, seconds: int, settings: Mapping[str, str] | None = None
    ) -> RunningLoad:
        """Start clients that repeat a script for `seconds`, in sessions with these settings."""
        return RunningLoad(self.program, server.conninfo(APPLICATION, settings), script, clients, seconds)

    def run(
        self, server: Server, script: str, clients: int, seconds: int, settings: Mapping[str, str] | None = None
    ) -> Load:
        """Like start(), but wait for the end."""
        with self.start(server, script, clients, seconds, settings) as load:
            return load.wait()


class RunningLoad:
    """A running pgbench; leaving its context ends it."""

    def __init__(self, program: Path, conninfo: str, script: str, clients: int, seconds: int) -> None:
        """Start it."""
        # Its log of transactions must not be written to the disk that is measured.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.directory = tempfile.TemporaryDirectory(prefix="pgbench.", dir=memory)
        here = Path(self.directory.name)
        (here / "script.sql").write_text(script)
        # Any user can see a command's arguments.
        password = conninfo_to_dict(conninfo).get("password")
        environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
        command = [str(program), "--no-vacuum", "--protocol=prepared", f"--client={clients}"]
        command += [f"--jobs={min(clients, os.cpu_count() or 1)}", f"--time={seconds}"]
        command += [
            "--log",
            "--sampling-rate=0.2",
            f"--file={here / 'script.sql'}",
            make_conninfo(conninfo, password=None),
        ]
        self.output = here / "output"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                command, cwd=here, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )

    def __enter__(self) -> RunningLoad:
        """It runs already."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End it, and remove what it wrote."""
        self.process.kill()
        self.process.wait()
        self.directory.cleanup()

    def wait(self) -> Load:
        """Wait for its end and read what it wrote."""
        status = self.process.wait()
        output = self.output.read_text()
        if status:
            raise RuntimeError(f"pgbench failed:\n{output[-2000:]}")
        transactions = re.search(r"^number of transactions actually processed: (\d+)", output, re.MULTILINE)
        rate = re.search(r"^tps = ([\d.]+)", output, re.MULTILINE)
        if not transactions or not rate:
            raise RuntimeError(f"pgbench's output cannot be parsed:\n{output[-2000:]}")
        logs = sorted(Path(self.directory.name).glob("pgbench_log.*"))
        # The third column is the latency in microseconds.
        latencies = numpy.concatenate([numpy.loadtxt(log, usecols=2, ndmin=1) for log in logs if log.stat().st_size])
        return Load(
            int(transactions[1]),
            float(rate[1]),
            {f"p{p}": round(float(numpy.percentile(latencies, p)) / 1000, 4) for p in PERCENTILES},
        )
