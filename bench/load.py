"""Load made by pgbench, and what it reports."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy

from bench.server import Server

PERCENTILES = (50, 95, 99, 99.9)


@dataclass(frozen=True)
class Load:
    """What a run of pgbench did."""

    transactions: int
    per_second: float
    """Transactions per second over the whole run."""
    each_second: list[float]
    """Transactions per second, second by second."""
    latency_ms: dict[str, float]
    """Percentiles of the latency in milliseconds, from a sample of the transactions."""


class Pgbench:
    """pgbench of the server's installation, run as whoever runs the benchmark."""

    def __init__(self, program: Path) -> None:
        """`program` is the path of pgbench."""
        self.program = program

    def start(self, server: Server, script: str, clients: int, seconds: int) -> RunningLoad:
        """Start clients that repeat a script for so many seconds."""
        return RunningLoad(self.program, server, script, clients, seconds)

    def run(self, server: Server, script: str, clients: int, seconds: int) -> Load:
        """Like start(), to the end."""
        return self.start(server, script, clients, seconds).wait()


class RunningLoad:
    """A pgbench that is under way."""

    def __init__(self, program: Path, server: Server, script: str, clients: int, seconds: int) -> None:
        """Start it."""
        self.directory = tempfile.TemporaryDirectory(prefix="pgbench.")
        here = Path(self.directory.name)
        (here / "script.sql").write_text(script)
        command = [str(program), "--no-vacuum", "--protocol=prepared", f"--client={clients}"]
        command += [f"--jobs={min(clients, 2)}", f"--time={seconds}", "--progress=1"]
        command += ["--log", "--sampling-rate=0.2", f"--file={here / 'script.sql'}", server.dsn]
        self.output = here / "output"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                command,
                cwd=here,
                env=server.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> Load:
        """Wait for its end and read what it wrote."""
        try:
            status = self.process.wait()
            output = self.output.read_text()
            if status:
                raise RuntimeError(f"pgbench failed:\n{output[-2000:]}")
            return self.read(output)
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.directory.cleanup()

    def read(self, output: str) -> Load:
        """Parse pgbench's report and its log of single transactions."""
        transactions = re.search(r"^number of transactions actually processed: (\d+)", output, re.MULTILINE)
        rate = re.search(r"^tps = ([\d.]+)", output, re.MULTILINE)
        assert transactions and rate, output
        logs = sorted(Path(self.directory.name).glob("pgbench_log.*"))
        # The third column is the latency in microseconds.
        latencies = numpy.concatenate([numpy.loadtxt(log, usecols=2, ndmin=1) for log in logs if log.stat().st_size])
        return Load(
            int(transactions[1]),
            float(rate[1]),
            [float(tps) for tps in re.findall(r"^progress: [\d.]+ s, ([\d.]+) tps", output, re.MULTILINE)],
            {f"p{p}": round(float(numpy.percentile(latencies, p)) / 1000, 4) for p in PERCENTILES},
        )
