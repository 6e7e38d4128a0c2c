"""How many rows a block may have: one INSERT into a table of random keys, by the rows of a block.

The pages of a small block stay in the processor's cache while its rows come, so an insert takes as long as one of
UUIDv7. Those of a large block do not, and it writes no less WAL. Advice takes its bound from here.
"""

from __future__ import annotations

import time

from bench.charts import number
from bench.contenders import BY_NAME
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Chapter, Scenario, Table, cell
from bench.server import value
from bench.tables import TABLE, fill_table, index_figures

BLOCKS = (1_000, 5_000, 10_000, 25_000, 50_000, 250_000, 500_000)
"""Rows of a block."""
ADVISED = 50_000
"""The largest block that is advised."""


class Blocks(Scenario):
    """Each case is a size of block, UUIDv7 or random keys."""

    name = "blocks"
    title = "How many rows a block may have"
    figures = ("milliseconds", "wal_per_row", "index_megabytes")
    # No checkpoint comes between, and memory holds everything.
    settings = {"shared_buffers": "1GB", "max_wal_size": "16GB", "checkpoint_timeout": "1d", "autovacuum": "off"}
    quick_settings = {"shared_buffers": "128MB"}

    def cases(self) -> list[Case]:
        """Keys, and how many rows are inserted among how many."""
        scale = 100 if self.quick else 1
        return [
            Case(
                self.name,
                (("keys", keys), ("rows_before", 3_000_000 // scale), ("rows", 500_000 // scale)),
                30 / scale,
            )
            for keys in ("random", "UUIDv7", *(f"blocks of {rows // scale:,} rows" for rows in BLOCKS))
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Insert all rows by one statement."""
        del repetition
        before, rows = int(case["rows_before"]), int(case["rows"])
        with self.bench.server.connect() as connection:
            fill_table(connection, BY_NAME["random"], before)
            connection.execute("CHECKPOINT")
            start_lsn = value(connection, "SELECT pg_current_wal_insert_lsn()")
            start = time.perf_counter()
            connection.execute(
                f"INSERT INTO {TABLE} (id) SELECT {key_of(str(case['keys']))} FROM generate_series(1, {rows}) AS n"
            )
            seconds = time.perf_counter() - start
            wal = int(value(connection, "SELECT pg_current_wal_insert_lsn() - %s::pg_lsn", start_lsn))
            return {
                "milliseconds": 1000 * seconds,
                "wal_per_row": wal / rows,
                "index_megabytes": (index_figures(connection)["index_bytes"] or 0) / 1e6,
                "rows_inserted": before + rows,
                "rows_found": value(connection, f"SELECT count(*) FROM {TABLE}"),
            }

    def problems(self, figures: Figures) -> list[str]:
        """No time, or less WAL than the rows have."""
        return [f"{name}: {figures[name]}" for name in ("milliseconds", "index_megabytes") if figures[name] <= 0] + (
            [f"{figures['wal_per_row']} bytes of WAL per row"] if figures["wal_per_row"] < 60 else []
        )

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Random keys write the most."""
        found = {keys: spread(runs, "wal_per_row", keys=keys) for keys in choices(runs, "keys")}
        medians = {keys: wal.median for keys, wal in found.items() if wal}
        if medians.get("random", 0) < max(medians.values(), default=0):
            return ["blocks: random keys do not write the most WAL"]
        return []

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Time, WAL and size by the rows of a block."""
        rows = [
            [str(keys), *(cell(spread(runs, figure, keys=keys)) for figure in cls.figures)]
            for keys in choices(runs, "keys")
        ]
        inserted, before = runs[0].case["rows"], runs[0].case["rows_before"]
        caption = f"One INSERT of {number(int(inserted))} rows among {number(int(before))} with random keys"
        header = ["keys", "milliseconds", "WAL per row", "index, MB"]
        return Chapter(
            tables=[Table(caption, header, rows)],
            findings=[f"Advice gives a block at most {ADVISED:,} rows, whose pages fit into a processor's cache."],
        )


def key_of(keys: str) -> str:
    """SQL for the key of row n: a row comes every millisecond."""
    if keys == "random":
        return "gen_random_uuid()"
    if keys == "UUIDv7":
        return "uuid_v7_nextval()"
    milliseconds = int(keys.split()[2].replace(",", ""))
    lengths = f"{milliseconds} * interval '1 ms', {1024 * milliseconds} * interval '1 ms'"
    return f"uuid_interval_at(timestamptz '1970-01-01 00:00:00+00' + (n - 1) * interval '1 ms', {lengths})"
