"""Load by pgbench, and what it reports."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
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
        options = (f"--client={clients}", f"--jobs={min(clients, os.cpu_count() or 1)}", f"--time={seconds}")
        conninfo = server.conninfo(APPLICATION, settings)
        return RunningLoad(self.program, conninfo, [script], *options, "--sampling-rate=0.2")

    def run(
        self, server: Server, script: str, clients: int, seconds: int, settings: Mapping[str, str] | None = None
    ) -> Load:
        """Like start(), but wait for the end."""
        with self.start(server, script, clients, seconds, settings) as load:
            return load.wait()


class RunningLoad:
    """A running pgbench; leaving its context ends it."""

    def __init__(self, program: Path, conninfo: str, scripts: Sequence[str], *options: str) -> None:
        """Start it."""
        # Its log of transactions must not be written to the disk that is measured.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.directory = tempfile.TemporaryDirectory(prefix="pgbench.", dir=memory)
        here = Path(self.directory.name)
        files = [here / f"{number}.sql" for number in range(len(scripts))]
        for file, script in zip(files, scripts, strict=True):
            file.write_text(script)
        # Any user can see a command's arguments.
        password = conninfo_to_dict(conninfo).get("password")
        environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
        command = [str(program), "--no-vacuum", "--protocol=prepared", "--log", *options]
        command += [*(f"--file={file}" for file in files), make_conninfo(conninfo, password=None)]
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

    def log(self) -> numpy.ndarray:
        """Wait for its end; for each transaction its latency in microseconds, its script, and the time of its end."""
        if self.process.wait():
            raise RuntimeError(f"pgbench failed:\n{self.output.read_text()[-2000:]}")
        logs = [log for log in sorted(Path(self.directory.name).glob("pgbench_log.*")) if log.stat().st_size]
        return numpy.concatenate([numpy.loadtxt(log, usecols=(2, 3, 4), ndmin=2) for log in logs])

    def wait(self) -> Load:
        """Wait for its end and read what it wrote."""
        latencies = self.log()[:, 0]
        output = self.output.read_text()
        transactions = re.search(r"^number of transactions actually processed: (\d+)", output, re.MULTILINE)
        rate = re.search(r"^tps = ([\d.]+)", output, re.MULTILINE)
        if not transactions or not rate:
            raise RuntimeError(f"pgbench's output cannot be parsed:\n{output[-2000:]}")
        return Load(
            int(transactions[1]),
            float(rate[1]),
            {f"p{p}": round(float(numpy.percentile(latencies, p)) / 1000, 4) for p in PERCENTILES},
        )
