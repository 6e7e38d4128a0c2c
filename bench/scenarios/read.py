"""Look-ups by key of the newest 1 % of the rows, with a table and an index that are larger than memory.

Follows the remark in "Sequential UUID Generators" (2018) that applications mostly read recent rows: random keys spread
them over the whole index. The table holds rows of the past, spread evenly over the 131,072 minutes before, which are
two cycles of uuid_time_nextval(): its newest 1 % are of the last 22 hours.

Also measures conditions by time as filters: sequential scans of a table in memory, which has keys of one cycle of
uuid_time_nextval(), in turn with the same scan for two constant keys.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from statistics import median
from typing import Any

import psycopg

from bench.charts import Chart
from bench.contenders import MINUTES, Contender
from bench.measure import Meter
from bench.results import Case, Figures, Run, Spread, choices, spread, spread_of
from bench.scenarios.base import (
    MB,
    Bench,
    Chapter,
    Scenario,
    Table,
    between,
    cell,
    conditions,
    listed,
    median_of,
    table_of,
)
from bench.server import SCHEMA, value
from bench.tables import MINUTES_OF_PAST, TABLE, fill_table

CHARTS = {
    "per_second": "look-ups per second",
    "index_hit_percent": "index pages found in shared_buffers, %",
    "pages_per_lookup": "pages not in shared_buffers, per look-up",
}
PART = 100
NEWEST = f"{SCHEMA}.newest"

FILTERED = f"{SCHEMA}.filtered"
FILTERED_BY = "wrapping 1 min"
"""The contender in whose runs filters are measured."""
CONSTANTS = "id BETWEEN '40000000-0000-0000-0000-000000000000' AND '7fffffff-ffff-ffff-ffff-ffffffffffff'"
AT_MOST = "at most 3"
FILTERS = {
    f"uuid_interval_since(id, '2026-01-01', {MINUTES})": AT_MOST,
    f"uuid_interval_since(id, now() - interval '1 hour', {MINUTES})": AT_MOST,
    f"uuid_interval_since(id, now() - interval '240 hours', {MINUTES})": AT_MOST,
    f"uuid_interval_between(id, now() - interval '480 hours', now() - interval '240 hours', {MINUTES})": AT_MOST,
    "uuid_v7_since(id, now() - interval '240 hours')": AT_MOST,
    f"uuid_interval_since(id, now() - interval '10 days', {MINUTES})": "the argument costs more",
    f"uuid_interval_between(id, now() - interval '20 days', now() - interval '10 days', {MINUTES})": (
        "the arguments cost more"
    ),
}
"""Conditions, and the aims for their time in times that of two constant keys."""


class Read(Scenario):
    """Each look-up takes a key from a small table in memory, at the same cost for all, and fetches the row."""

    name = "read"
    title = "Look-ups of recent rows"
    left_out = ("UUIDv7 of pg_uuidv7",)  # its keys of the past would be those of core's
    settings = {"shared_buffers": "128MB", "max_wal_size": "1GB", "maintenance_work_mem": "128MB"}
    quick_settings = {"shared_buffers": "8MB", "max_wal_size": "64MB", "maintenance_work_mem": "16MB"}
    memory = 300 * MB
    quick_memory = 100 * MB
    clients = 8
    figures = (*CHARTS, "latency_ms")

    def load_of(self, case: Case) -> Mapping[str, Any]:
        """That of the past."""
        return {"rows_per_second": int(case["rows"]) / MINUTES_OF_PAST / 60}

    def __init__(self, bench: Bench) -> None:
        """Without a table yet."""
        super().__init__(bench)
        self.seconds = 1 if self.quick else 8
        self.filled = ""
        self.filtered_rows = 100_000 if self.quick else 1_000_000

    def prepare(self) -> None:
        """A new server has no table."""
        super().prepare()
        self.filled = ""

    def cases(self) -> list[Case]:
        """Contender. The disk is limited if possible."""
        rows = 400_000 if self.quick else 10_000_000
        disk = "ssd" if "ssd" in self.bench.server.limits.disks else "native"
        return [
            Case(
                self.name,
                (("disk", disk), ("rows", rows), ("contender", contender)),
                2 * self.seconds + 1 + rows / 1_000_000,
            )
            for contender in self.taking_part()
        ]

    def plan(self) -> list[tuple[Case, int]]:
        """Tables take long to fill, so each is filled once for all repetitions."""
        cases = self.cases()
        return sorted(super().plan(), key=lambda run: cases.index(run[0]))

    def run(self, case: Case, repetition: int) -> Figures:
        """Read for some seconds, after a cold start and as long a warm-up, at the disk's full speed."""
        server, pgbench = self.bench.server, self.bench.pgbench
        contender = self.contender(case)
        if self.filled != contender.name:
            self.filled = ""
            with server.connect() as connection:
                self.fill(connection, contender, int(case["rows"]))
            self.filled = contender.name
        server.forget()
        with server.connect() as connection:
            newest = value(connection, f"SELECT max(i) FROM {NEWEST}")
            script = (
                f"\\set i random(1, {newest})\n"
                f"SELECT t.ctid FROM {NEWEST} AS n JOIN {TABLE} AS t USING (id) WHERE n.i = :i;\n"
            )
            pgbench.run(server, script, self.clients, self.seconds)
            with server.limits.slow_disk(str(case["disk"])):
                meter = Meter(server, connection)
                load = pgbench.run(server, script, self.clients, self.seconds)
                meter.stop()
            figures = meter.figures(0)
            found = value(
                connection,
                f"""SELECT count(*)
                      FROM (SELECT id FROM {NEWEST} ORDER BY i LIMIT 100) AS n JOIN {TABLE} AS t USING (id)""",
            )
        return {
            "per_second": load.per_second,
            "transactions": load.transactions,
            "latency_ms": load.latency_ms,
            "pages_per_lookup": ((figures["index_reads"] or 0) + (figures["heap_reads"] or 0))
            / max(load.transactions, 1),
            "rows_inserted": 100,
            "rows_found": found,
            **{name: figure for name, figure in figures.items() if figure is not None},
            **(self.filters() if contender.name == FILTERED_BY else {}),
        }

    def filters(self) -> Figures:
        """Nanoseconds per row of a sequential scan for each condition, the median of 7 that take turns."""
        rows = self.filtered_rows
        taken: dict[str, list[float]] = {name: [] for name in (CONSTANTS, *FILTERS)}
        with self.bench.server.connect() as connection:
            connection.execute("SET jit = off")
            connection.execute("SET max_parallel_workers_per_gather = 0")
            connection.execute(
                f"""CREATE TABLE {FILTERED} AS
                    SELECT uuid_interval_at(created_at, {MINUTES}) AS id, created_at, repeat('x', 60) AS payload
                      FROM (SELECT now() - i * (interval '65536 minutes' / {rows}) AS created_at
                              FROM generate_series(1, {rows}) AS i) AS t"""
            )
            connection.execute(f"VACUUM (ANALYZE) {FILTERED}")
            for _ in range(7):
                for name, found in taken.items():
                    started = time.perf_counter()
                    connection.execute(f"SELECT count(*) FROM {FILTERED} WHERE {name}")
                    found.append((time.perf_counter() - started) * 1e9 / rows)
            connection.execute(f"DROP TABLE {FILTERED}")
        return {f"filter: {name}": median(found) for name, found in taken.items()}

    def fill(self, connection: psycopg.Connection, contender: Contender, rows: int) -> None:
        """Fill the table, and copy the keys of the newest rows, at the end of the heap, into a small one."""
        fill_table(connection, contender, rows)
        connection.execute(f"DROP TABLE IF EXISTS {NEWEST}")
        connection.execute(
            f"""CREATE TABLE {NEWEST} AS
                SELECT row_number() OVER () AS i, id
                  FROM {TABLE}
                 WHERE ctid >= format('(%s,0)', pg_relation_size('{TABLE}') / current_setting('block_size')::int
                                                * {PART - 1} / {PART})::tid"""
        )
        connection.execute(f"CREATE UNIQUE INDEX ON {NEWEST} (i) INCLUDE (id)")
        connection.execute(f"VACUUM (ANALYZE) {NEWEST}")

    def problems(self, figures: Figures) -> list[str]:
        """Impossible ratios."""
        found = []
        if not 0 < figures["index_hit_percent"] <= 100:
            found.append(f"a hit ratio of {figures['index_hit_percent']} %")
        if not 0 <= figures["pages_per_lookup"] <= 6:
            found.append(f"{figures['pages_per_lookup']} pages read per look-up")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Speed, hits, pages."""
        names = [str(name) for name in choices(runs, "contender")]
        values: dict[tuple[str, str], Spread] = {
            (label, name): found
            for figure, label in CHARTS.items()
            for name in names
            if (found := spread(runs, figure, contender=name))
        }
        speed = {name: spread(runs, "per_second", contender=name) for name in names}
        pages = {name: spread(runs, "pages_per_lookup", contender=name) for name in names}
        rows = int(runs[0].case["rows"])
        ratios = {
            name: spread_of(
                run.figures[f"filter: {name}"] / run.figures[f"filter: {CONSTANTS}"]
                for run in runs
                if f"filter: {name}" in run.figures
            )
            for name in FILTERS
        }
        answer = (
            f"Random keys allow {median_of(speed.get('random'))} look-ups of recent rows per second, all others "
            f"{between(found for name, found in speed.items() if name != 'random')}."
        )
        caption = conditions(
            runs, f"{cls.clients} clients", f"the newest 1 % of {rows:,} rows spread over {MINUTES_OF_PAST:,} minutes"
        )
        return Chapter(
            charts=[
                Chart(
                    answer,
                    "look-ups per second",
                    caption,
                    [CHARTS["per_second"]],
                    names,
                    {k: v for k, v in values.items() if k[0] == CHARTS["per_second"]},
                )
            ],
            tables=[
                table_of(
                    f"Look-ups, {cls.clients} clients, {rows:,} rows, disk {runs[0].case['disk']}",
                    [Run("", run.case, run.repetition, {**run.figures, **run.figures["latency_ms"]}) for run in runs],
                    {**CHARTS, "disk_reads": "disk reads", "p50": "latency, ms: median", "p99": "latency, ms: 99 %"},
                ),
                Table(
                    "Conditions by time as a filter of a sequential scan. Each bound, two to four per row, evaluates "
                    "its arguments: PostgreSQL looks up the time zone to subtract days, and since reads the clock",
                    ["condition", "ns per row", "times two constant keys", "aim"],
                    [
                        [name, cell(spread(runs, f"filter: {name}")), cell(ratios.get(name)), FILTERS.get(name, "")]
                        for name in (CONSTANTS, *FILTERS)
                        if spread(runs, f"filter: {name}")
                    ],
                ),
            ],
            findings=[
                answer,
                f"Pages that a look-up does not find in shared_buffers: {listed(pages)}.",
                f"Time of a filter, in times that of two constant keys: {listed(ratios)}.",
            ],
        )
