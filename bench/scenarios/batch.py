"""Bulk loads in batches of 10,000 rows, by INSERT and by COPY, and a query for the newest rows afterwards.

The keys come from the column default, or are part of the data: with a volatile default other than nextval(), COPY
cannot insert many rows into a page at once. All rows of a load of less than a minute are in one block of
uuid_time_nextval() or two, in random order; with intervals of 1 ms, only the rows of the same millisecond are. All
tables are empty at first.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import psycopg

from bench.charts import Chart
from bench.measure import Meter, checkpoint
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Chapter, Scenario, Table, between, cell, conditions, grid, median_of
from bench.server import value
from bench.tables import TABLE, index_figures, make_table

BATCH = 10_000
METHODS = (
    "INSERT, keys from the column default",
    "INSERT, keys in the data",
    "COPY, keys from the column default",
    "COPY, keys in the data",
)


class Batch(Scenario):
    """One connection that commits each batch."""

    name = "batch"
    title = "Bulk loads in batches"
    left_out = ("UUIDv1", "wrapping 256 rows")  # to save time: the scenario index shows the same
    settings = {"shared_buffers": "40MB", "max_wal_size": "300MB"}
    quick_settings = {"shared_buffers": "16MB", "max_wal_size": "64MB"}
    figures = ("load_seconds", "wal_bytes_per_row", "density_percent", "index_megabytes")

    def cases(self) -> list[Case]:
        """Method, contender."""
        rows = 50_000 if self.quick else 1_500_000
        return [
            Case(
                self.name,
                (("rows", rows), ("method", method), ("contender", contender)),
                0.5 + rows / 300_000,
            )
            for method in METHODS
            for contender in self.taking_part()
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Load all rows. The data is ready before the clock starts."""
        contender = self.contender(case)
        rows, method = int(case["rows"]), str(case["method"])
        copy = method.startswith("COPY")
        with self.bench.server.connect() as connection:
            make_table(connection, contender, ", amount int NOT NULL")
            if "data" in method:
                columns = "id, amount"
                batches = batches_of(self.keys(connection, contender.default, rows), copy)
            else:
                columns = "amount"
                batches = [b"1\n" * BATCH if copy else b",".join([b"(1)"] * BATCH)] * (rows // BATCH)
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
                "rows_inserted": rows // BATCH * BATCH,
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
            random, v7 = (spread(runs, "index_bytes", contender=name, rows=rows) for name in ("random", "UUIDv7"))
            if random and v7 and random.median < 1.1 * v7.median:
                return ["batch: the index of random keys is hardly larger than that of v7"]
        return []

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Seconds by method, WAL by method, and what is left behind."""
        names = [str(name) for name in choices(runs, "contender")]
        chapter = Chapter()
        seconds, wal = (grid(runs, figure, "method") for figure in ("load_seconds", "wal_bytes_per_row"))
        inserted, _, from_default, in_data = METHODS
        caption = conditions(runs, "one connection", f"batches of {BATCH:,}")
        random = median_of(seconds.get((inserted, "random")), " s")
        others = between((seconds.get((inserted, name)) for name in names if name != "random"), " s")
        answer = (
            f"Loading {runs[0].case['rows']:,} rows by INSERT takes {random} with random keys, "
            f"{others} with all others."
        )
        chapter.charts.append(Chart(answer, "seconds", caption, METHODS, names, seconds, columns=2, same_scale=True))
        chapter.charts.append(
            Chart(
                f"COPY of UUIDv7 writes {median_of(wal.get((from_default, 'UUIDv7')))} bytes of WAL per row "
                "if keys come from the column default, "
                f"{median_of(wal.get((in_data, 'UUIDv7')))} if they are in the data.",
                "bytes of WAL per row",
                caption,
                METHODS,
                names,
                wal,
                columns=2,
                same_scale=True,
            )
        )
        chapter.findings.append(answer)
        rows = [
            [
                f"{name}, {method}",
                *(
                    cell(spread(runs, figure, contender=name, method=method))
                    for figure in (
                        "load_seconds",
                        "wal_bytes_per_row",
                        "density_percent",
                        "newest_ms",
                        "newest_buffers",
                    )
                ),
                cell(spread(runs, "index_megabytes", contender=name, method=method)),
            ]
            for method in METHODS
            for name in names
        ]
        header = ["key, method", "seconds", "WAL bytes per row", "leaf density, %", "newest 100 rows, ms"]
        chapter.tables.append(Table("Bulk loads", [*header, "newest 100 rows, buffers", "index, MB"], rows))
        copied = {name: spread(runs, "load_seconds", contender=name, method=from_default) for name in names}
        chapter.findings += [
            "Seconds for COPY with keys from the column default: "
            + ", ".join(f"{name} {median_of(copied[name])}" for name in names)
            + ".",
            "WAL bytes per row of COPY with keys from the column default and with keys in the data: "
            + ", ".join(
                f"{name} {median_of(wal.get((from_default, name)))} and {median_of(wal.get((in_data, name)))}"
                for name in names
            )
            + ".",
        ]
        return chapter


def batches_of(keys: list[bytes], copy: bool) -> list[bytes]:
    """The data to send for each batch."""

    def rows() -> Iterator[bytes]:
        for start in range(0, len(keys), BATCH):
            part = keys[start : start + BATCH]
            if copy:
                yield b"".join(key + b"\t1\n" for key in part)
            else:
                yield b",".join(b"('" + key + b"',1)" for key in part)

    return list(rows())
