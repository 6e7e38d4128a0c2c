"""One-row inserts into a table of one unique key, while its index is small, medium and large.

Follows Tomas Vondra's "Sequential UUID Generators" (2018, rotating disks) and "Sequential UUID Generators on SSD"
(2019): the index is empty at first, larger than shared_buffers but not than memory, and larger than memory.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bench.charts import bars, lines
from bench.contenders import ALL, BY_NAME
from bench.measure import Meter, checkpoint
from bench.results import Case, Figures, Run, Spread, choices, spread
from bench.scenarios.base import MB, Bench, Chapter, Published, Scenario, grid, median_of, percent, table_of
from bench.tables import end_of_table, fill_table, rows_from

STUDIED = ("random", "time 60 s", "sequence 256", "sequence 65536")
COLUMNS = {
    "per_second": "inserts a second",
    "p50": "latency ms, median",
    "p99": "99 %",
    "p99.9": "99.9 %",
    "wal_bytes_per_row": "WAL bytes an insert",
    "image_percent": "of it page images, %",
    "wal_megabytes": "WAL of the run, MB",
    "gigabytes_per_million": "WAL GB a million rows",
    "index_hit_percent": "index hit ratio, %",
    "index_blocks_of_last_inserts": "index blocks of the last 10,000 inserts",
    "disk_reads": "disk reads",
    "disk_writes": "disk writes",
    "read_megabytes": "MB read",
    "written_megabytes": "MB written",
    "checkpoints": "checkpoints",
}


@dataclass
class FilledTable:
    """The table that is there."""

    contender: str
    rows: int
    end: int
    """The heap's last page before any load; inserts may go to each page behind it, in any repetition."""

    def passes_for(self, contender: str, rows: int) -> bool:
        """Whether it will do for a load that wants so many rows: it may have grown by a third."""
        return self.contender == contender and rows <= self.rows <= rows * 4 / 3


class Insert(Scenario):
    """Transactions of one insert, by clients that do not wait for the commit to reach the disk."""

    name = "insert"
    title = "Inserts into a small, a medium and a large index"
    contenders = ALL
    settings = {  # noqa: RUF012
        "shared_buffers": "128MB",
        "max_wal_size": "1GB",
        "maintenance_work_mem": "256MB",
        "synchronous_commit": "off",
    }
    quick_settings = {"shared_buffers": "16MB", "max_wal_size": "64MB", "maintenance_work_mem": "32MB"}  # noqa: RUF012
    memory = 600 * MB
    quick_memory = 110 * MB
    clients = 8

    def __init__(self, bench: Bench) -> None:
        """Without a table yet."""
        super().__init__(bench)
        self.seconds = 1 if self.quick else 30
        self.filled: FilledTable | None = None

    def prepare(self) -> None:
        """A new server has no table."""
        super().prepare()
        self.filled = None

    def cases(self) -> list[Case]:
        """Disk, size, contender."""
        rows = [0, 200_000, 800_000] if self.quick else [0, 4_000_000, 30_000_000]
        found = []
        for disk in self.bench.disks:
            # On a disk that slow, what the study had.
            taking_part = [name for name in self.taking_part() if disk != "hdd" or name in STUDIED]
            for size, count in zip(("small", "medium", "large"), rows, strict=True):
                for contender in taking_part:
                    key = (("disk", disk), ("size", size), ("rows_before", count), ("contender", contender))
                    found.append(Case(self.name, key, self.seconds + 3 + count / 500_000))
        return found

    def run(self, case: Case, repetition: int) -> Figures:
        """Load for some seconds. Repetitions go on with the same table, until it has grown too much."""
        server = self.bench.server
        contender = BY_NAME[str(case["contender"])]
        rows_before = int(case["rows_before"])
        with server.connect() as connection:
            if not (self.filled and self.filled.passes_for(contender.name, rows_before)):
                self.filled = None
                fill_table(connection, contender, rows_before)
                self.filled = FilledTable(contender.name, rows_before, end_of_table(connection))
            checkpoint(connection)
            added_before = rows_from(connection, self.filled.end)
            with server.limits.slow_disk(str(case["disk"])):
                meter = Meter(server, connection)
                load = self.bench.pgbench.run(server, "INSERT INTO items DEFAULT VALUES;\n", self.clients, self.seconds)
                figures = meter.read(load.transactions)
            rows = rows_from(connection, self.filled.end) - added_before
            self.filled.rows += rows
        return {**asdict(load), **figures, "rows_inserted": load.transactions, "rows_found": rows}

    def problems(self, figures: Figures) -> list[str]:
        """WAL and hits that cannot be."""
        found = []
        if not 20 <= figures["wal_bytes_per_row"] <= 30_000:
            found.append(f"{figures['wal_bytes_per_row']} WAL bytes an insert")
        if figures["full_page_image_bytes"] is not None and not (0 <= figures["full_page_image_bytes"] <= figures["wal_bytes"]):
            found.append("more full-page images than WAL")
        if not 0 <= figures["index_hit_percent"] <= 100:
            found.append(f"a hit ratio of {figures['index_hit_percent']} %")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """For each disk: speed, WAL, hits, speed over time."""
        chapter = Chapter()
        for disk in choices(runs, "disk"):
            cls.add_disk(chapter, str(disk), [run for run in runs if run.case["disk"] == disk])
        return chapter

    @classmethod
    def add_disk(cls, chapter: Chapter, disk: str, runs: list[Run]) -> None:
        """The charts, table and sentences for one disk."""
        sizes = [str(size) for size in choices(runs, "size")]
        names = [str(name) for name in choices(runs, "contender")]
        on = f"disk: {disk}"
        speed = grid(runs, "per_second", "size")
        wal = grid(runs, "wal_bytes_per_row", "size")
        chapter.charts[f"insert-{disk}-speed"] = bars(
            f"Inserts a second by size of the index ({on})", "transactions of one insert a second", sizes, names, speed
        )
        chapter.charts[f"insert-{disk}-wal"] = bars(
            f"WAL that an insert writes ({on})",
            "bytes an insert, that is at equal throughput; hatched: full-page images",
            sizes,
            names,
            wal,
            hatched=grid(with_units(runs), "image_bytes_per_row", "size"),
        )
        chapter.charts[f"insert-{disk}-hits"] = bars(
            f"Index pages found in shared_buffers ({on})",
            "percent of the accesses to the index",
            sizes,
            names,
            grid(runs, "index_hit_percent", "size"),
        )
        chapter.charts[f"insert-{disk}-time"] = lines(
            f"Inserts a second over time ({on})",
            "seconds since a checkpoint",
            "transactions a second",
            sizes,
            names,
            {(size, name): cls.series(runs, size, name) for size in sizes for name in names},
        )
        for size in sizes:
            caption = f"{size} index, disk {disk}, {cls.clients} clients"
            chapter.tables.append(table_of(caption, with_units(runs), COLUMNS, size=size))
        largest = sizes[-1]
        random, best = wal.get((largest, "random")), wal.get((largest, "time 60 s"))
        chapter.findings += [
            f"On {disk}, with a {largest} index, random keys make {median_of(speed.get((largest, 'random')))} inserts a "
            f"second, keys by time {median_of(speed.get((largest, 'time 60 s')))}, by sequence "
            f"{median_of(speed.get((largest, 'sequence 65536')))} and UUIDv7 {median_of(speed.get((largest, 'v7')))}.",
            f"An insert writes {median_of(random)} bytes of WAL with random keys and {median_of(best)} with keys by time: "
            f"for a million rows {gigabytes(random)} against {gigabytes(best)} GB to archive, to send to each standby "
            f"and to keep until a base backup is complete.",
        ]
        chapter.published += cls.published(disk, speed, runs)

    @classmethod
    def series(cls, runs: list[Run], size: str, name: str) -> list[tuple[float, Spread]]:
        """Transactions per second, second by second."""
        all_series = [run.figures["each_second"] for run in runs if (run.case["size"], run.case["contender"]) == (size, name)]
        return [
            (second + 1, Spread(sorted(found)[len(found) // 2], min(found), max(found), len(found)))
            for second, found in enumerate(zip(*all_series, strict=False))
        ]

    @classmethod
    def published(cls, disk: str, speed: dict[tuple[str, str], Spread], runs: list[Run]) -> list[Published]:
        """The studies' figures for the disk."""
        large = [run for run in runs if run.case["size"] == "large"]
        hits = {name: spread(large, "index_hit_percent", contender=name) for name in STUDIED}

        def of_small(size: str, name: str) -> str:
            return percent(speed.get((size, name)), speed.get(("small", name)))

        image_share = median_of(spread(with_units(large), "image_percent", contender="random"), " %")
        if disk == "hdd":
            return [
                Published("random, medium, in percent of its speed when small", "under 30 %", of_small("medium", "random")),
                Published("random, large", "about 20 %", of_small("large", "random")),
                Published("time 60 s, large", "holds its speed", of_small("large", "time 60 s")),
                Published("sequence 65536, large", "holds its speed", of_small("large", "sequence 65536")),
                Published("sequence 256, large", "half", of_small("large", "sequence 256")),
                *(
                    Published(f"hit ratio of the index, large, {name}", theirs, median_of(hits[name], " %"))
                    for name, theirs in zip(STUDIED, ("85 %", "99 %", "93 %", "99 %"), strict=True)
                ),
                Published("page images in the WAL of random keys", "over 95 %", image_share),
            ]
        return [
            Published("random, large, in percent of its speed when small", "about 50 %", of_small("large", "random")),
            Published("page images in the WAL of random keys", "75 to 90 %", image_share),
        ]


def with_units(runs: list[Run]) -> list[Run]:
    """The runs, with figures in the units of the table."""
    return [Run(run.scenario, run.case, run.repetition, {**run.figures, **in_units(run.figures)}) for run in runs]


def in_units(figures: Figures) -> Figures:
    """Figures that the table shows and a run does not have."""
    images = figures["full_page_image_bytes"]
    read, written = figures.get("read_bytes"), figures.get("write_bytes")
    return {
        **figures["latency_ms"],
        "image_bytes_per_row": None if images is None else images / max(figures["transactions"], 1),
        "image_percent": None if images is None else 100 * images / figures["wal_bytes"],
        "wal_megabytes": figures["wal_bytes"] / 1e6,
        "gigabytes_per_million": figures["wal_bytes_per_row"] / 1e3,
        "read_megabytes": None if read is None else read / 1e6,
        "written_megabytes": None if written is None else written / 1e6,
    }


def gigabytes(wal_per_row: Spread | None) -> str:
    """Gigabytes for a million rows."""
    return f"{wal_per_row.median / 1e3:.2f}" if wal_per_row else "—"
