"""1 to 64 clients insert into one table, empty at first: does the right edge of an ascending index become a bottleneck?

Tests the common warning that the rightmost page of a B-tree becomes "hot"; keys in blocks spread inserts over several
pages. What the clients wait for is sampled from pg_stat_activity. The number of cores limits what can be seen.
"""

from __future__ import annotations

import time
from collections import Counter

from bench.load import APPLICATION, NO_WAIT_FOR_DISK
from bench.measure import checkpoint
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Bench, Chapter, Scenario, Table, cell, listed
from bench.server import value
from bench.tables import TABLE, make_table

SAMPLE_EVERY = 0.02


class Contention(Scenario):
    """Transactions of one insert, by clients that do not wait for the commit to reach the disk."""

    name = "contention"
    title = "Many clients on one table"
    left_out = ("UUIDv1", "wrapping 65536 rows")  # one is slow to generate, the other like "wrapping 1 min"
    settings = {"shared_buffers": "512MB", "max_wal_size": "2GB"}
    figures = ("per_second", "latency_ms", "samples", "waits")

    def __init__(self, bench: Bench) -> None:
        """Set how long each run takes."""
        super().__init__(bench)
        self.seconds = 1 if self.quick else 5

    def cases(self) -> list[Case]:
        """Clients, contender."""
        return [
            Case(self.name, (("clients", clients), ("contender", contender)), self.seconds + 1)
            for clients in ((1, 64) if self.quick else (1, 8, 64))
            for contender in self.taking_part()
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Load for some seconds, while another connection watches."""
        waits: Counter[str] = Counter()
        with self.bench.server.connect() as connection:
            make_table(connection, self.contender(case))
            checkpoint(connection)
            script = f"INSERT INTO {TABLE} DEFAULT VALUES;\n"
            with self.bench.pgbench.start(
                self.bench.server, script, int(case["clients"]), self.seconds, NO_WAIT_FOR_DISK
            ) as load:
                while load.process.poll() is None:
                    for event, count in connection.execute(
                        f"""SELECT CASE WHEN state <> 'active' THEN 'between statements'
                                        ELSE coalesce(wait_event_type || ': ' || wait_event, 'running') END, count(*)
                              FROM pg_stat_activity WHERE application_name = '{APPLICATION}' GROUP BY 1"""
                    ):
                        waits[event] += count
                    time.sleep(SAMPLE_EVERY)
                done = load.wait()
            return {
                "per_second": done.per_second,
                "latency_ms": done.latency_ms,
                "rows_inserted": done.transactions,
                "rows_found": value(connection, f"SELECT count(*) FROM {TABLE}"),
                "samples": sum(waits.values()),
                "waits": dict(waits.most_common()),
            }

    def problems(self, figures: Figures) -> list[str]:
        """No client seen."""
        return [] if figures["samples"] else ["no client was seen"]

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Throughput by clients; the commonest waits of the most clients."""
        names = [str(name) for name in choices(runs, "contender")]
        clients = choices(runs, "clients")
        most = clients[-1]
        rows = [
            [
                name,
                *(cell(spread(runs, "per_second", clients=count, contender=name)) for count in clients),
                cls.commonest([run for run in runs if (run.case["clients"], run.case["contender"]) == (most, name)]),
            ]
            for name in names
        ]
        best = {name: spread(runs, "per_second", clients=most, contender=name) for name in names}
        return Chapter(
            tables=[
                Table(
                    "Inserts per second by number of clients",
                    [
                        "key",
                        *(f"{count}" for count in clients),
                        f"what {most} clients were doing, in % of the samples",
                    ],
                    rows,
                )
            ],
            findings=[
                f"Inserts per second with {most} clients: {listed(best)}.",
                f"What {most} clients were doing, in percent of the samples: "
                + "; ".join(f"{name}: {row[-1]}" for name, row in zip(names, rows, strict=True))
                + ".",
            ],
        )

    @classmethod
    def commonest(cls, runs: list[Run]) -> str:
        """The three most frequent states, in percent of the samples."""
        waits: Counter[str] = Counter()
        for run in runs:
            waits.update(run.figures["waits"])
        return ", ".join(f"{event} {100 * count / waits.total():.0f} %" for event, count in waits.most_common(3))
