"""How many rows a block may have: one INSERT into a table of random keys, by the rows of a block.

The pages of a small block stay in the processor's cache while its rows come, so an insert takes as long as one of
UUIDv7. Those of a large block do not, and it writes no less WAL. Advice takes its bound from here.

A block that lasts for several checkpoints has its pages written whole after each of them: inserts with a checkpoint
after every so many rows, by the rows of a block. So an interval is not longer than the time between two checkpoints.
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
BETWEEN = 1_000
"""Rows between two checkpoints, where there are any."""
BLOCKS_OF_CHECKPOINTS = (BETWEEN, 10 * BETWEEN)


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
        without = [
            Case(
                self.name,
                (("keys", keys), ("rows_before", 3_000_000 // scale), ("rows", 500_000 // scale)),
                30 / scale,
            )
            for keys in ("random", "UUIDv7", *(f"blocks of {rows // scale:,} rows" for rows in BLOCKS))
        ]
        rows = 50_000 // (5 if self.quick else 1)
        return without + [
            Case(
                self.name,
                (("keys", f"blocks of {block:,} rows"), ("rows_before", 0), ("rows", rows), ("rows_between", BETWEEN)),
                5,
            )
            for block in BLOCKS_OF_CHECKPOINTS
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Insert all rows by one statement, or by one between two checkpoints."""
        del repetition
        before, rows = int(case["rows_before"]), int(case["rows"])
        between = int(dict(case.key).get("rows_between", rows))
        with self.bench.server.connect() as connection:
            fill_table(connection, BY_NAME["random"], before)
            connection.execute("CHECKPOINT")
            seconds, wal = 0.0, 0
            for first in range(1, rows + 1, between):
                start_lsn = value(connection, "SELECT pg_current_wal_insert_lsn()")
                start = time.perf_counter()
                connection.execute(
                    f"""INSERT INTO {TABLE} (id) SELECT {key_of(str(case["keys"]))}
                          FROM generate_series({first}, {first + between - 1}) AS n"""
                )
                seconds += time.perf_counter() - start
                wal += int(value(connection, "SELECT pg_current_wal_insert_lsn() - %s::pg_lsn", start_lsn))
                if between < rows:
                    connection.execute("CHECKPOINT")
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
        """Random keys write the most, and blocks that outlast checkpoints more than those that do not."""
        found = medians([run for run in runs if "rows_between" not in run.case])
        problems = []
        if found.get("random", 0) < max(found.values(), default=0):
            problems.append("blocks: random keys do not write the most WAL")
        short, long = (medians(runs, rows_between=BETWEEN).get(f"blocks of {b:,} rows") for b in BLOCKS_OF_CHECKPOINTS)
        if short and long and long < 1.3 * short:
            problems.append(f"blocks: {long:.0f} bytes with blocks that outlast checkpoints, {short:.0f} otherwise")
        return problems

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Time, WAL and size by the rows of a block."""
        chapter = Chapter(
            findings=[
                f"Advice gives a block at most {ADVISED:,} rows, whose pages fit into a processor's cache.",
                *(
                    f"A checkpoint every {BETWEEN:,} rows, {keys}: {wal:,.0f} bytes of WAL per row."
                    for keys, wal in medians(runs, rows_between=BETWEEN).items()
                ),
            ]
        )
        header = ["keys", "milliseconds", "WAL per row", "index, MB"]
        for between in (None, BETWEEN):
            part = [run for run in runs if run.case.get("rows_between") == between]
            if part:
                inserted, before = int(part[0].case["rows"]), int(part[0].case["rows_before"])
                caption = f"INSERT of {number(inserted)} rows among {number(before)} with random keys"
                caption += f", a checkpoint every {between:,}" if between else ""
                rows = [
                    [str(keys), *(cell(spread(part, figure, keys=keys)) for figure in cls.figures)]
                    for keys in choices(part, "keys")
                ]
                chapter.tables.append(Table(caption, header, rows))
        return chapter


def medians(runs: list[Run], **case: str | int) -> dict[str, float]:
    """WAL per row of each kind of keys."""
    found = {str(keys): spread(runs, "wal_per_row", keys=keys, **case) for keys in choices(runs, "keys")}
    return {keys: wal.median for keys, wal in found.items() if wal}


def key_of(keys: str) -> str:
    """SQL for the key of row n: a row comes every millisecond."""
    if keys == "random":
        return "gen_random_uuid()"
    if keys == "UUIDv7":
        return "uuid_v7_nextval()"
    milliseconds = int(keys.split()[2].replace(",", ""))
    lengths = f"{milliseconds} * interval '1 ms', {1024 * milliseconds} * interval '1 ms'"
    return f"uuid_interval_at(timestamptz '1970-01-01 00:00:00+00' + (n - 1) * interval '1 ms', {lengths})"
