"""One-row inserts into a table with one unique key, whose index is small, medium or large.

Follows Tomas Vondra's "Sequential UUID Generators" (https://enterprisedb.com/blog/sequential-uuid-generators, 2018,
rotating disks) and "Sequential UUID Generators on SSD" (https://enterprisedb.com/blog/sequential-uuid-generators-ssd,
2019): the small index is empty at first, the medium one is larger than shared_buffers but not than memory, the large
one is larger than memory. Clients do not wait for their commits to reach the disk. What is measured begins with a
checkpoint: random keys write the most page images then, and fewer in the rest of a longer interval between checkpoints.

The table of the small index is empty at first. The others hold rows of the past, spread evenly over the previous
131,072 minutes, which are two cycles of uuid_time_nextval(): a few rows per second at most. The load inserts thousands
of times as fast. For keys by time that is a burst: its blocks have far more rows than those of the past. A table that
is filled at a constant rate for several cycles, so that a block meets as many rows of each earlier cycle, is not
measured here. The keys "wrapping" and "opaque" are as uuid_advise has them for 50,000 rows per second that all stay. A
sequence's blocks have the same number of rows at any rate; a table below says how many cycles the rows fill.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

from bench.charts import Chart, number
from bench.contenders import ADVISED, BY_NAME
from bench.load import NO_WAIT_FOR_DISK
from bench.measure import LAST_INSERTS, Meter, checkpoint
from bench.results import Case, Figures, Run, Spread, choices, spread
from bench.scenarios.base import (
    MB,
    Bench,
    Chapter,
    Published,
    Scenario,
    Table,
    between,
    conditions,
    grid,
    median_of,
    percent,
    table_of,
)
from bench.server import value
from bench.tables import INDEX, MINUTES_OF_PAST, TABLE, end_of_table, fill_table, rows_from

CYCLE_MINUTES = {
    "UUIDv1": 2**32 / 1e7 / 60,
    "wrapping 1 min": 65_536,
}
CYCLE_ROWS = {"wrapping 256 rows": 256 * 65_536, "wrapping 65536 rows": 65_536**2}
"""How long a cycle of the contenders that wrap is, in minutes and in rows. UUIDv1 begins with 32 bits of 100 ns."""
STUDIED = ("random", "wrapping 1 min", "wrapping 256 rows", "wrapping 65536 rows")
COLUMNS = {
    "per_second": "inserts per second",
    "p50": "latency, ms: median",
    "p95": "latency, ms: 95 %",
    "p99": "latency, ms: 99 %",
    "p99.9": "latency, ms: 99.9 %",
    "wal_bytes_per_row": "WAL bytes per insert",
    "image_percent": "of which page images, %",
    "gigabytes_per_million": "WAL GB per million rows",
    "wal_megabytes": "WAL of the run, MB",
    "image_megabytes": "of which page images, MB",
    "index_megabytes": "index before, MB",
    "index_hit_percent": "index hit ratio, %",
    "index_misses_per_row": "index misses per insert",
    "leaf_pages_of_last_inserts": f"leaf pages of the last {LAST_INSERTS:,} inserts",
    "disk_reads": "disk reads",
    "disk_writes": "disk writes",
    "read_megabytes": "MB read",
    "written_megabytes": "MB dirtied",
    "checkpoints": "checkpoints",
}


@dataclass
class FilledTable:
    """The table as it was filled."""

    contender: str
    rows: int
    end: int
    """The heap's last page before any load; later inserts go to it or to pages after it."""


class Insert(Scenario):
    """Transactions of one insert. Each run starts cold, with a warm-up that is not measured."""

    name = "insert"
    title = "Inserts into a small, a medium and a large index"
    settings = {"shared_buffers": "128MB", "max_wal_size": "1GB", "maintenance_work_mem": "256MB"}
    quick_settings = {"shared_buffers": "8MB", "max_wal_size": "64MB", "maintenance_work_mem": "32MB"}
    memory = 600 * MB
    quick_memory = 110 * MB
    figures = (
        *("per_second", "latency_ms", "wal_bytes_per_row", "image_percent", "index_megabytes"),
        *("index_hit_percent", "leaf_pages_of_last_inserts", "checkpoints"),
    )
    clients = 8

    def __init__(self, bench: Bench) -> None:
        """Without a table yet."""
        super().__init__(bench)
        self.seconds, self.warm_up = (1, 1) if self.quick else (10, 4)
        self.filled: FilledTable | None = None

    def prepare(self) -> None:
        """A new server has no table."""
        super().prepare()
        self.filled = None

    def cases(self) -> list[Case]:
        """Disk, size, contender."""
        rows = [0, 100_000, 400_000] if self.quick else [0, 5_000_000, 30_000_000]
        found = []
        for disk in self.bench.disks:
            # On a disk that slow, only the study's keys and UUIDv7; a medium index would be as slow as a large one.
            taking_part = [name for name in self.taking_part() if disk != "hdd" or name in (*STUDIED, "UUIDv7")]
            for size, count in zip(("small", "medium", "large"), rows, strict=True):
                if (disk, size) == ("hdd", "medium"):
                    continue
                for contender in taking_part:
                    key = (("disk", disk), ("size", size), ("rows_before", count), ("contender", contender))
                    found.append(Case(self.name, key, self.seconds + self.warm_up + 5 + count / 700_000))
        return found

    def plan(self) -> list[tuple[Case, int]]:
        """Large tables take long to fill, so each is filled once for all disks and repetitions."""
        runs = super().plan()
        names = self.taking_part()
        return [run for run in runs if run[0]["size"] != "large"] + sorted(
            (run for run in runs if run[0]["size"] == "large"),
            key=lambda run: (names.index(str(run[0]["contender"])), str(run[0]["disk"])),
        )

    def run(self, case: Case, repetition: int) -> Figures:
        """Load for some seconds. A large table is used again: a load adds a few percent to it."""
        server, pgbench = self.bench.server, self.bench.pgbench
        contender = self.contender(case)
        rows_before = int(case["rows_before"])
        script = f"INSERT INTO {TABLE} DEFAULT VALUES;\n"
        if not (
            case["size"] == "large"
            and self.filled
            and (self.filled.contender, self.filled.rows) == (contender.name, rows_before)
        ):
            self.filled = None
            with server.connect() as connection:
                fill_table(connection, contender, rows_before)
                self.filled = FilledTable(contender.name, rows_before, end_of_table(connection))
        if rows_before:
            server.forget()
        if case["size"] == "large" and contender.name == "wrapping 1 min" and not self.quick:
            # A block that an earlier run has filled would begin with thousands of pages.
            time.sleep(60 - time.time() % 60)
        with server.limits.slow_disk(str(case["disk"])):
            if rows_before:
                pgbench.run(server, script, self.clients, self.warm_up, NO_WAIT_FOR_DISK)
            with server.connect() as connection:
                checkpoint(connection)
                rows = rows_from(connection, self.filled.end)
                index_bytes = int(value(connection, f"SELECT pg_relation_size('{INDEX}')"))
                meter = Meter(server, connection)
                load = pgbench.run(server, script, self.clients, self.seconds, NO_WAIT_FOR_DISK)
                meter.stop()
        with server.connect() as connection:
            meter.connection = connection
            figures = meter.figures(load.transactions)
            found = rows_from(connection, self.filled.end) - rows
        return {
            **asdict(load),
            **figures,
            **in_units({**asdict(load), **figures}),
            "index_megabytes": index_bytes / 1e6,
            "rows_inserted": load.transactions,
            "rows_found": found,
        }

    def problems(self, figures: Figures) -> list[str]:
        """Impossible WAL and hits."""
        found = []
        if not 20 <= figures["wal_bytes_per_row"] <= 30_000:
            found.append(f"{figures['wal_bytes_per_row']} WAL bytes per insert")
        if not 0 <= figures.get("image_percent", 0) <= 100:
            found.append(f"{figures['image_percent']} % of the WAL are page images")
        if not 10 <= figures["index_hit_percent"] <= 100:
            found.append(f"a hit ratio of {figures['index_hit_percent']} %")
        if not 1 <= (figures["leaf_pages_of_last_inserts"] or 1) <= LAST_INSERTS:
            found.append(f"{figures['leaf_pages_of_last_inserts']} leaf pages of {LAST_INSERTS:,} inserts")
        # Other records are of inserts that split a page.
        all_inserts = min(figures["rows_inserted"], LAST_INSERTS)
        if not 0.9 * all_inserts <= (figures["last_inserts"] or all_inserts) <= all_inserts:
            found.append(f"only {figures['last_inserts']:,} of the last {LAST_INSERTS:,} inserts")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """In a large index, blocks keep the inserts of a moment on fewer pages than random keys do."""
        for disk in choices(runs, "disk"):
            random, blocks = (
                spread(runs, "leaf_pages_of_last_inserts", disk=disk, size="large", contender=name)
                for name in ("random", "wrapping 256 rows")
            )
            if random and blocks and random.median < 3 * blocks.median:
                return [f"insert: blocks of 256 use {blocks.median} leaf pages, random keys {random.median}"]
        return []

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """For each disk: speed and WAL."""
        chapter = Chapter()
        for disk in choices(runs, "disk"):
            cls.add_disk(chapter, str(disk), [run for run in runs if run.case["disk"] == disk])
        return chapter

    @classmethod
    def add_disk(cls, chapter: Chapter, disk: str, runs: list[Run]) -> None:
        """The charts, table and sentences for one disk."""
        sizes = [str(size) for size in choices(runs, "size")]
        names = [str(name) for name in choices(runs, "contender")]
        rows = {str(run.case["size"]): int(run.case["rows_before"]) for run in runs}
        panels = {size: f"{size}: {number(rows[size])} rows before" for size in sizes}

        def shown(figure: str) -> dict[tuple[str, str], Spread]:
            return {(panels[size], name): found for (size, name), found in grid(runs, figure, "size").items()}

        speed = grid(runs, "per_second", "size")
        wal = grid(runs, "wal_bytes_per_row", "size")
        largest = sizes[-1]

        def finding(of: dict[tuple[str, str], Spread]) -> tuple[str, str]:
            return median_of(of.get((largest, "random"))), between(
                of.get((largest, name)) for name in names if name != "random"
            )

        caption = conditions(
            runs,
            f"{cls.clients} clients",
            "one insert per transaction",
            "synchronous_commit = off",
            "right after a checkpoint",
        )
        random, others = finding(speed)
        answer = f"With a {largest} index, random keys reach {random} inserts per second, all others {others}."
        chapter.charts.append(
            Chart(answer, "inserts per second", caption, list(panels.values()), names, shown("per_second"))
        )
        random, others = finding(wal)
        chapter.charts.append(
            Chart(
                f"With a {largest} index, an insert writes {random} bytes of WAL under random keys, "
                f"{others} under all others.",
                "bytes of WAL per insert; hatched: full-page images",
                caption,
                list(panels.values()),
                names,
                shown("wal_bytes_per_row"),
                hatched=shown("image_bytes_per_row"),
            )
        )
        chapter.findings.append(answer)
        cls.add_past(chapter, disk, rows, runs)
        for size in sizes:
            caption = f"{size} index, disk {disk}, {cls.clients} clients"
            chapter.tables.append(table_of(caption, runs, COLUMNS, size=size))
        shipped = ", ".join(f"{name} {gigabytes(wal.get((largest, name)))}" for name in names if (largest, name) in wal)
        chapter.findings.append(
            "Gigabytes of WAL per million rows of the same load, to archive, to send to each standby and to keep "
            f"until a base backup is complete: {shipped}."
        )
        chapter.published += cls.published(disk, speed, runs)

    @classmethod
    def add_past(cls, chapter: Chapter, disk: str, rows: dict[str, int], runs: list[Run]) -> None:
        """What the tables were before the load, beside the load."""
        filled = {size: count for size, count in rows.items() if count}
        names = [str(name) for name in choices(runs, "contender")]
        chapter.tables.append(
            Table(
                f"How many cycles the rows from before the load fill, disk {disk}",
                ["key", *(f"{size}, {count:,} rows" for size, count in filled.items())],
                [[name, *(cycles_spanned(name, count) for count in filled.values())] for name in names],
            )
        )
        for size, count in filled.items():
            load = [found.median for (of, _), found in grid(runs, "per_second", "size").items() if of == size]
            block = spread(runs, "rows_inserted", size=size, contender="wrapping 1 min")
            chapter.findings.append(
                f"Before the load, the table of the {size} index on {disk} holds {count:,} rows, as if inserted at "
                f"{number(count / MINUTES_OF_PAST / 60)} rows per second over {MINUTES_OF_PAST:,} minutes; "
                f"the load inserts {number(min(load))} to {number(max(load))} per second, depending on the key. "
                f"A block of a minute has {number(count / MINUTES_OF_PAST)} rows in the past; "
                f"the one or two blocks of a run have {median_of(block)}."
            )

    @classmethod
    def published(cls, disk: str, speed: dict[tuple[str, str], Spread], runs: list[Run]) -> list[Published]:
        """The studies' figures for the disk."""
        large = [run for run in runs if run.case["size"] == "large"]
        hits = {name: median_of(spread(large, "index_hit_percent", contender=name), " %") for name in STUDIED}
        image_share = median_of(spread(large, "image_percent", contender="random"), " %")

        def of_small(size: str, name: str) -> str:
            return percent(speed.get((size, name)), speed.get(("small", name)))

        if disk == "hdd":
            varies = "the difference is within what this machine varies during a run: compare small and ssd"
            block = "in the study, a cycle (16.7 million rows) was a small part of the table; here it is more than half"
            return [
                Published(
                    "random, large, in percent of its speed when small",
                    "about 20 %",
                    of_small("large", "random"),
                    "here 8 clients share 300 reads per second",
                ),
                Published("wrapping 1 min, large", "holds its speed", of_small("large", "wrapping 1 min"), varies),
                Published(
                    "wrapping 65536 rows, large", "holds its speed", of_small("large", "wrapping 65536 rows"), varies
                ),
                Published("wrapping 256 rows, large", "half", of_small("large", "wrapping 256 rows"), block),
                *(
                    Published(f"hit ratio of the index, large, {name}", theirs, hits[name])
                    for name, theirs in zip(STUDIED, ("85 %", "99 %", "93 %", "99 %"), strict=True)
                ),
                Published("page images in the WAL of random keys, large", "over 95 %", image_share),
            ]
        return [
            Published(
                "random, large, in percent of its speed when small",
                "about 50 %",
                of_small("large", "random"),
                "their disk reads tens of thousands of pages per second; at 2,000, eight clients wait for each other",
            ),
            Published(
                "page images in the WAL of random keys, large",
                "75 to 90 %",
                image_share,
                "their runs took hours, and changed many pages more than once between checkpoints; ours hardly any",
            ),
        ]


def in_units(figures: Figures) -> Figures:
    """Figures in the units of the table."""
    images, rows = figures["full_page_image_bytes"], max(figures["transactions"], 1)
    found = {
        **figures["latency_ms"],
        "wal_megabytes": figures["wal_bytes"] / 1e6,
        "gigabytes_per_million": figures["wal_bytes"] / rows / 1e3,
        **{
            name: figures[count] / 1e6
            for name, count in (("read_megabytes", "read_bytes"), ("written_megabytes", "write_bytes"))
            if count in figures
        },
    }
    if images is not None:
        found["image_bytes_per_row"] = images / rows
        found["image_percent"] = 100 * images / figures["wal_bytes"]
        found["image_megabytes"] = images / 1e6
    return found


def cycles_spanned(name: str, rows: int) -> str:
    """How many cycles of a contender's keys the rows of the past fill. Rows stay, so advised cycles never end."""
    if name in CYCLE_MINUTES:
        return number(MINUTES_OF_PAST / CYCLE_MINUTES[name])
    if name in CYCLE_ROWS:
        return number(rows / CYCLE_ROWS[name])
    if name in ADVISED:
        return "the first of one"
    return "ascends" if name in BY_NAME and BY_NAME[name].ascends else "at random"


def gigabytes(wal_per_row: Spread | None) -> str:
    """Gigabytes per million rows."""
    return f"{wal_per_row.median / 1e3:.2f}" if wal_per_row else "—"
