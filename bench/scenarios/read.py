"""Look-ups by key of the newest 1 % of the rows, with a table and an index that are larger than memory.

Follows the remark of "Sequential UUID Generators" (2018) that applications mostly read what is recent: random keys
spread it over the whole index.
"""

from __future__ import annotations

from bench.charts import bars
from bench.contenders import BY_NAME
from bench.measure import Meter, checkpoint
from bench.results import Case, Figures, Run, Spread, choices, spread
from bench.scenarios.base import MB, Bench, Chapter, Scenario, median_of, table_of, times
from bench.server import value
from bench.tables import TABLE, fill_table

CHARTS = {
    "per_second": "look-ups a second",
    "index_hit_percent": "hits in shared_buffers, index, %",
    "pages_per_lookup": "pages read a look-up (index and table)",
}
PART = 100


class Read(Scenario):
    """Each look-up takes a key out of a small table in memory, which costs the same for all, and fetches the row."""

    name = "read"
    title = "Look-ups of recent rows"
    contenders = ("random", "v1", "v7", "time 60 s", "sequence 256", "sequence 65536", "bigint identity")
    settings = {"shared_buffers": "128MB", "max_wal_size": "1GB", "maintenance_work_mem": "128MB"}  # noqa: RUF012
    quick_settings = {"shared_buffers": "8MB", "max_wal_size": "64MB", "maintenance_work_mem": "16MB"}  # noqa: RUF012
    memory = 400 * MB
    quick_memory = 100 * MB
    clients = 8
    disk = "ssd"

    def __init__(self, bench: Bench) -> None:
        """Without a table yet."""
        super().__init__(bench)
        self.seconds = 1 if self.quick else 15
        self.filled = ""

    def prepare(self) -> None:
        """A new server has no table."""
        super().prepare()
        self.filled = ""

    def cases(self) -> list[Case]:
        """Contender."""
        rows = 400_000 if self.quick else 15_000_000
        return [
            Case(
                self.name,
                (("disk", self.disk), ("rows", rows), ("contender", contender)),
                self.seconds + 1 + rows / 1_000_000,
            )
            for contender in self.taking_part()
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Read for some seconds. Nothing is in memory but what the same load of before left there."""
        server = self.bench.server
        contender = BY_NAME[str(case["contender"])]
        newest = int(case["rows"]) // PART
        script = f"\\set i random(1, {newest})\nSELECT {TABLE}.ctid FROM newest JOIN {TABLE} USING (id) WHERE newest.i = :i;\n"
        with server.connect() as connection:
            if self.filled != contender.name:
                self.filled = ""
                fill_table(connection, contender, int(case["rows"]))
                # The newest rows are at the end of the heap.
                connection.execute("DROP TABLE IF EXISTS newest")
                connection.execute(
                    f"""CREATE TABLE newest AS
                        SELECT row_number() OVER () AS i, id
                          FROM {TABLE}
                         WHERE ctid >= format('(%s,0)', pg_relation_size('{TABLE}') / current_setting('block_size')::int
                                                        * {PART - 1} / {PART})::tid"""
                )
                connection.execute("CREATE UNIQUE INDEX ON newest (i) INCLUDE (id)")
                connection.execute("VACUUM (ANALYZE) newest")
                self.filled = contender.name
            checkpoint(connection)
            with server.limits.slow_disk(self.disk):
                # Warm up, as a server that has been running.
                self.bench.pgbench.run(server, script, self.clients, max(1, self.seconds // 3))
                meter = Meter(server, connection)
                load = self.bench.pgbench.run(server, script, self.clients, self.seconds)
                figures = meter.read(load.transactions)
            found = value(
                connection,
                f"SELECT count(*) FROM (SELECT id FROM newest ORDER BY i LIMIT 100) AS n JOIN {TABLE} USING (id)",
            )
        read = (figures["index_reads"] or 0) + (figures["heap_reads"] or 0)
        return {
            "per_second": load.per_second,
            "transactions": load.transactions,
            "latency_ms": load.latency_ms,
            "pages_per_lookup": read / max(load.transactions, 1),
            "found_of_100": found,
            **figures,
        }

    def problems(self, figures: Figures) -> list[str]:
        """Keys not found, ratios that cannot be."""
        found = []
        if figures["found_of_100"] != 100:
            found.append(f"{figures['found_of_100']} of 100 keys found")
        if not 0 < figures["index_hit_percent"] <= 100:
            found.append(f"a hit ratio of {figures['index_hit_percent']} %")
        if not 0 <= figures["pages_per_lookup"] <= 6:
            found.append(f"{figures['pages_per_lookup']} pages read a look-up")
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
        return Chapter(
            charts={"read": bars("Look-ups of the newest 1 % of the rows by key", "", list(CHARTS.values()), names, values)},
            tables=[
                table_of(
                    f"Look-ups, {cls.clients} clients, {runs[0].case['rows']:,} rows",
                    [Run("", run.case, run.repetition, {**run.figures, **run.figures["latency_ms"]}) for run in runs],
                    {**CHARTS, "disk_reads": "disk reads", "p50": "latency ms, median", "p99": "99 %"},
                )
            ],
            findings=[
                f"Keys by time are looked up {times(speed.get('time 60 s'), speed.get('random'))} times as fast as random ones, "
                f"and UUIDv7 {times(speed.get('v7'), speed.get('random'))} times.",
                f"A look-up reads {median_of(pages.get('random'))} pages with random keys, {median_of(pages.get('time 60 s'))} "
                "with keys by time: the index pages of the newest rows are together, as their heap pages are.",
            ],
        )
