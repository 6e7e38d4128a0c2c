"""Bulk loads in batches of 10,000 and of 1,000 rows, by INSERT and by COPY, and the query for the newest rows after it.

Follows the comparisons of UUIDv4 and UUIDv7 that load millions of rows in batches, such as the one published for another
database: 5 million rows in batches of 10,000 took 217.8 s with v4 and 28.6 s with v7, in batches of 1,000 290.9 s and
55.8 s, with indexes of 140 MB and 88.8 MB. Here the keys come from the column default, or stand in the data: COPY gives
up inserting many rows into a page at once for a volatile default other than nextval(). A load of less than a minute is
one block of uuid_time_nextval() or two, in random order; intervals of 1 ms leave only the rows of a millisecond so. All
tables are empty before.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import psycopg

from bench.charts import bars
from bench.contenders import BY_NAME
from bench.measure import Meter, checkpoint
from bench.results import Case, Figures, Run, Spread, choices, spread
from bench.scenarios.base import Chapter, Published, Scenario, Table, cell, grid, median_of
from bench.server import value
from bench.tables import TABLE, index_figures, make_table

METHODS = {
    "INSERT, keys by default": "INSERT, keys from the column default",
    "INSERT, keys in the data": "INSERT, keys in the data",
    "COPY, keys by default": "COPY, keys from the column default",
    "COPY, keys in the data": "COPY, keys in the data",
}
"""What they are called in the results, and in the report."""


class Batch(Scenario):
    """One connection that commits each batch."""

    name = "batch"
    title = "Bulk loads in batches"
    left_out = ("v1", "sequence 256")  # to save time: the scenario index shows the same
    settings = {"shared_buffers": "128MB", "max_wal_size": "1GB"}
    quick_settings = {"shared_buffers": "16MB", "max_wal_size": "64MB"}
    figures = ("load_seconds", "wal_bytes_per_row", "density_percent", "index_megabytes")

    def cases(self) -> list[Case]:
        """Batch size, method, contender."""
        rows = 50_000 if self.quick else 5_000_000
        return [
            Case(
                self.name,
                (("rows", rows), ("batch", batch), ("method", method), ("contender", contender)),
                0.5 + rows / 300_000,
            )
            for batch in (10_000, 1_000)
            for method in METHODS
            for contender in self.taking_part()
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Load all rows. The data is ready before the clock starts."""
        contender = BY_NAME[str(case["contender"])]
        rows, batch, method = int(case["rows"]), int(case["batch"]), str(case["method"])
        copy = method.startswith("COPY")
        with self.bench.server.connect() as connection:
            make_table(connection, contender, ", amount int NOT NULL")
            if "data" in method:
                columns = "id, amount"
                batches = batches_of(self.keys(connection, contender.default, rows), batch, copy)
            else:
                columns = "amount"
                batches = [b"1\n" * batch if copy else b",".join([b"(1)"] * batch)] * (rows // batch)
            checkpoint(connection)
            meter = Meter(self.bench.server, connection)
            started = time.monotonic()
            with connection.cursor() as cursor:
                for data in batches:
                    if copy:
                        with cursor.copy(f"COPY {TABLE} ({columns}) FROM STDIN") as stream:
                            stream.write(data)
                    else:
                        cursor.execute(f"INSERT INTO {TABLE} ({columns}) VALUES ".encode() + data)
            seconds = time.monotonic() - started
            meter.stop()
            figures = meter.figures(rows)
            found = value(connection, f"SELECT count(*) FROM {TABLE}")
            newest = self.newest(connection) if contender.ascends else {}
            return {
                "load_seconds": seconds,
                "rows_inserted": rows // batch * batch,
                "rows_found": found,
                **figures,
                **(size := index_figures(connection)),
                "index_megabytes": (size["index_bytes"] or 0) / 1e6,
                **newest,
            }

    def keys(self, connection: psycopg.Connection, default: str, rows: int) -> list[bytes]:
        """Keys of the contender, as text, one for each row."""
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY (SELECT {default} FROM generate_series(1, {rows})) TO STDOUT") as stream,
        ):
            return b"".join(bytes(chunk) for chunk in stream).split(b"\n")[:-1]

    def newest(self, connection: psycopg.Connection) -> Figures:
        """Time and buffers of the second run of the query for the newest 100 rows, by key."""
        query = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM {TABLE} ORDER BY id DESC LIMIT 100"
        value(connection, query)
        plan = value(connection, query)
        top = (json.loads(plan) if isinstance(plan, str) else plan)[0]
        buffers = top["Plan"]["Shared Hit Blocks"] + top["Plan"]["Shared Read Blocks"]
        return {"newest_ms": top["Execution Time"], "newest_buffers": buffers}

    def problems(self, figures: Figures) -> list[str]:
        """An impossible amount of WAL, or size of the index."""
        found = []
        if not 20 <= figures["wal_bytes_per_row"] <= 30_000:
            found.append(f"{figures['wal_bytes_per_row']} WAL bytes per row")
        if not 10 <= figures["index_bytes"] / figures["rows_inserted"] <= 200:
            found.append(f"an index of {figures['index_bytes']} bytes")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Random keys cannot pack the index as ascending ones do."""
        for rows in choices(runs, "rows"):
            random, v7 = (spread(runs, "index_bytes", contender=name, rows=rows) for name in ("random", "v7"))
            if random and v7 and random.median < 1.1 * v7.median:
                return ["batch: the index of random keys is hardly larger than that of v7"]
        return []

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Seconds by method, WAL by method, and what is left behind."""
        names = [str(name) for name in choices(runs, "contender")]
        chapter = Chapter()
        for batch in choices(runs, "batch"):
            mine = [run for run in runs if run.case["batch"] == batch]
            chapter.charts[f"batch-{batch}-seconds"] = bars(
                f"Loading {runs[0].case['rows']:,} rows in batches of {batch:,}",
                "seconds",
                list(METHODS.values()),
                names,
                by_label(mine, "load_seconds"),
                columns=2,
                same_scale=True,
            )
        large = [run for run in runs if run.case["batch"] == 10_000]
        wal = by_label(large, "wal_bytes_per_row")
        from_default, in_data = list(METHODS.values())[2:]
        chapter.charts["batch-wal"] = bars(
            "WAL of a bulk load in batches of 10,000",
            "bytes per row",
            list(METHODS.values()),
            names,
            wal,
            columns=2,
            same_scale=True,
        )
        rows = [
            [
                f"{name}, {label}, {batch:,}",
                *(
                    cell(spread(runs, figure, contender=name, method=method, batch=batch))
                    for figure in (
                        "load_seconds",
                        "wal_bytes_per_row",
                        "density_percent",
                        "newest_ms",
                        "newest_buffers",
                    )
                ),
                cell(spread(runs, "index_megabytes", contender=name, method=method, batch=batch)),
            ]
            for batch in choices(runs, "batch")
            for method, label in METHODS.items()
            for name in names
        ]
        header = ["key, method, batch", "seconds", "WAL bytes per row", "leaf density, %", "newest 100 rows, ms"]
        chapter.tables.append(Table("Bulk loads", [*header, "of it buffers", "index, MB"], rows))
        copied = {name: spread(large, "load_seconds", contender=name, method="COPY, keys by default") for name in names}
        chapter.findings += [
            "Seconds for COPY in batches of 10,000, keys from the column default: "
            + ", ".join(f"{name} {median_of(copied[name])}" for name in names)
            + ".",
            "WAL bytes per row of COPY with keys from the column default and with keys in the data: "
            + ", ".join(
                f"{name} {median_of(wal.get((from_default, name)))} and {median_of(wal.get((in_data, name)))}" for name in names
            )
            + ".",
        ]
        chapter.published = cls.published(runs)
        return chapter

    @classmethod
    def published(cls, runs: list[Run]) -> list[Published]:
        """The published comparison, by INSERT with keys in the data, as an application does."""

        def ours(batch: int) -> str:
            found = (
                spread(runs, "load_seconds", contender=name, method="INSERT, keys in the data", batch=batch)
                for name in ("random", "v7")
            )
            return " against ".join(median_of(one, " s") for one in found)

        sizes = (spread(runs, "index_megabytes", contender=name, batch=10_000) for name in ("random", "v7"))
        remark = "another database, whose table is its primary key's index; here it is a heap, and the index fits into memory"
        return [
            Published("5 million rows, batches of 10,000, random against v7", "217.8 s against 28.6 s", ours(10_000), remark),
            Published("5 million rows, batches of 1,000, random against v7", "290.9 s against 55.8 s", ours(1_000), remark),
            Published(
                "index of random keys against v7",
                "140 MB against 88.8 MB",
                " against ".join(median_of(size, " MB") for size in sizes),
            ),
        ]


def by_label(runs: list[Run], figure: str) -> dict[tuple[str, str], Spread]:
    """The spread of a figure for each method, as the report calls it, and each contender."""
    return {(METHODS[method], name): found for (method, name), found in grid(runs, figure, "method").items()}


def batches_of(keys: list[bytes], batch: int, copy: bool) -> list[bytes]:
    """The data to send for each batch."""

    def rows() -> Iterator[bytes]:
        for start in range(0, len(keys), batch):
            part = keys[start : start + batch]
            if copy:
                yield b"".join(key + b"\t1\n" for key in part)
            else:
                yield b",".join(b"('" + key + b"',1)" for key in part)

    return list(rows())
