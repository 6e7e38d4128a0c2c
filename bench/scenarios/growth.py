"""WAL per row of tables of more and more rows, beside what uuid_advise says, from which one can extrapolate.

Time is simulated: 250 rows come per second, and a checkpoint every five minutes. A table keeps its rows until it has as
many as the case says, then all but 5 % of the older ones are deleted; more rows mean that they are kept for longer.
Data checksums are off, since rows of a bulk load do not cause their images for hint bits.

The past, 2.2 times as long as rows are kept, is made in bulk: rows that are still there, those of the latest cycle,
which are deleted then, and, since an ascending key never returns to their pages, all older ones for UUIDv7. The index
is built, not grown: as full as uuid_advise says, so its size is shown and not measured. Then at least a tenth as many
rows as are kept are inserted and as many deleted, checkpoint by checkpoint, and there is one VACUUM, halfway between
the last two: of these, WAL is measured. Half an interval before them is not, so that the VACUUM removes as many.

The index of UUIDv7 grows with the age of the table, which is always 2.2 times here. For more rows, uuid_advise is asked
with VACUUM at 100 million dead rows at the latest, as PostgreSQL 18 does by default.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import psycopg

from bench.charts import number
from bench.contenders import Contender, advised
from bench.results import Case, Figures, Run, choices
from bench.scenarios.base import Chapter, Scenario, Table
from bench.scenarios.steady.simulation import ROW_BYTES, START
from bench.server import PrivateServer, value
from bench.tables import INDEX, INDEX_NAME, KEYS_PER_PAGE, TABLE, index_figures, make_table

RATE = 250
CHECKPOINT_ROWS = 75_000
LEFT = 20
"""One row of so many is never deleted."""
PAST = 2.2
"""The length of the past, in times that rows are kept."""
THERE = 1.2
"""How many rows are there when VACUUM comes, in those kept: by default, it waits for a fifth of the rows to be dead."""
LIVE = 10
"""What is measured is at least this part of the rows kept."""
MOST_DEAD = 100_000_000
"""autovacuum_vacuum_max_threshold."""
PAYLOAD = ROW_BYTES - 24 - 16 - 8 - 1
PAGE = 8192
KEYS = {"random": "random", "UUIDv7": "UUIDv7", "wrapping": "wrapping by time"}
"""Contenders, and the names that uuid_advise has for them."""
BEYOND = (1_000_000_000, 10_000_000_000)
"""Rows for which there are only promises."""


class Growth(Scenario):
    """Each case is a table and a key."""

    name = "growth"
    title = "More and more rows"
    on_given_server = False
    figures = ("wal_per_row", "index_bytes_per_row", "promise", "beyond")
    settings = {
        "shared_buffers": "4GB",
        "maintenance_work_mem": "2GB",
        "max_wal_size": "8GB",
        "checkpoint_timeout": "1d",
        "wal_keep_size": "0",
        # Neither changes what is counted.
        "fsync": "off",
        "synchronous_commit": "off",
    }
    quick_settings = {"shared_buffers": "256MB", "maintenance_work_mem": "64MB"}

    def prepare(self) -> None:
        """Without data checksums: rows of a bulk load do not cause their images for hint bits."""
        server = self.bench.server
        assert isinstance(server, PrivateServer)
        options = ("--no-data-checksums",) if server.major >= 18 else ()
        server.configure({**self.settings, **(self.quick_settings if self.quick else {})}, None, *options)

    @property
    def scale(self) -> int:
        """Of a quick run, which has fewer rows and as many intervals."""
        return 50 if self.quick else 1

    def repetitions(self) -> int:
        """Once: nothing is timed."""
        return 1

    def cases(self) -> list[Case]:
        """Rows, contender."""
        return [
            Case(self.name, (("rows", rows // self.scale), ("contender", name)), rows / self.scale / 50_000)
            for rows in (1_000_000, 3_000_000, 10_000_000, 30_000_000)
            for name in KEYS
            if name in self.taking_part()
        ]

    def load_of(self, case: Case) -> Mapping[str, Any]:
        """At the end of what is measured, whose VACUUM removes all rows that have been deleted meanwhile."""
        return self.load_for(int(case["rows"]))

    def load_for(self, rows: int) -> Mapping[str, Any]:
        """What uuid_advise is asked, of a table that keeps so many rows."""
        between = CHECKPOINT_ROWS // self.scale
        inserted = round(PAST * rows) + between * intervals(rows, between)
        dead = min((inserted - round(PAST * rows)) * (1 - 1 / LEFT), MOST_DEAD)
        return {
            "rows_per_second": RATE,
            "kept": f"{rows / RATE} s",
            "left_behind": 1 / LEFT,
            "row_bytes": ROW_BYTES,
            "checkpoint_interval": f"{between / RATE} s",
            "dead_at_vacuum": dead / (rows + (inserted - rows) / LEFT),
            "horizon": f"{inserted / RATE} s",
        }

    def run(self, case: Case, repetition: int) -> Figures:
        """Make the past, and measure what follows."""
        del repetition
        contender, rows, between = self.contender(case), int(case["rows"]), CHECKPOINT_ROWS // self.scale
        key = KEYS[contender.name]
        with self.bench.server.connect() as connection:
            advice = advised(connection, self.load_of(case))
            table = GrowingTable(connection, contender, rows)
            # Those of a cycle, as the keys of the next one meet them.
            is_wrapping = contender.name == "wrapping"
            there = cycle_rows(connection, advice[key]["call"]) if is_wrapping else round(THERE * rows)
            table.make_past(there, advice[key])
            table.turn(between // 2)
            wal = table.live(intervals(rows, between), between)
            return {
                "wal_per_row": wal / (between * intervals(rows, between)),
                "index_bytes_per_row": (index_figures(connection)["index_bytes"] or 0) / table.rows(),
                "promise": advice[key],
                "beyond": {str(more): advised(connection, self.load_for(more))[key] for more in BEYOND},
                "rows_inserted": table.expected(),
                "rows_found": table.rows(),
            }

    def problems(self, figures: Figures) -> list[str]:
        """Fewer bytes than a row has, or more than an image of each page."""
        found = []
        if not 150 < figures["wal_per_row"] < 20_000:
            found.append(f"{figures['wal_per_row']} bytes of WAL per row")
        if not 0.8 < figures["index_bytes_per_row"] / size_of(figures["promise"]) < 1.25:
            found.append(f"an index of {figures['index_bytes_per_row']} bytes per row, not as it was built")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Measured and promised, by rows; and what is promised for more."""
        return Chapter(
            tables=[
                table("Bytes of WAL per row: measured (promised)", runs, "wal_per_row", wal_of),
                table("Bytes of the index per row: built (promised)", runs, "index_bytes_per_row", size_of),
            ],
            findings=[f"{name}: {run_on(runs, name)}." for name in choices(runs, "contender")],
        )


class GrowingTable:
    """The table of a case; rows are numbered from 1, and n is a row's number."""

    def __init__(self, connection: psycopg.Connection, contender: Contender, kept: int) -> None:
        """Nothing is made yet."""
        self.connection, self.contender, self.kept = connection, contender, kept
        self.inserted = round(PAST * kept)

    def insert(self, first: int, last: int, condition: str = "true") -> None:
        """Insert the rows with these numbers."""
        self.connection.execute(
            f"""INSERT INTO {TABLE} (id, n, payload)
                SELECT {self.contender.past}, i, repeat('x', {PAYLOAD})
                  FROM (SELECT i, to_timestamp({START} + i / {RATE}::float8) AS t
                          FROM generate_series({first}, {last}::bigint) AS i WHERE {condition} OFFSET 0) AS log"""
        )

    def delete(self, first: int, last: int) -> None:
        """Delete the rows with these numbers, but for those that stay."""
        self.connection.execute(f"DELETE FROM {TABLE} WHERE n BETWEEN {first} AND {last} AND n % {LEFT} <> 0")

    def make_past(self, there: int, promise: dict[str, Any]) -> None:
        """Insert so many rows and older ones that stay, build the index, and delete what is too old."""
        make_table(self.connection, self.contender, ", n bigint, payload text")
        self.connection.execute(f"DROP INDEX {INDEX}")
        still_there = f"i > {self.inserted - there} OR i % {LEFT} = 0"
        self.insert(1, self.inserted, "true" if self.contender.ascends else still_there)
        aged = self.inserted - self.kept
        size = promise["bytes_per_million_rows"] / 1e6 * (self.kept + aged // LEFT)
        # Nobody inserts between ascending keys.
        full = 90 if self.contender.ascends else min(90, round(100 * self.rows() / KEYS_PER_PAGE * PAGE / size))
        self.connection.execute(f"CREATE UNIQUE INDEX {INDEX_NAME} ON {TABLE} (id) WITH (fillfactor = {full})")
        self.connection.execute(f"ALTER INDEX {INDEX} RESET (fillfactor)")
        self.delete(1, aged)
        self.connection.execute(f"VACUUM (ANALYZE, INDEX_CLEANUP ON, TRUNCATE OFF) {TABLE}")

    def turn(self, rows: int) -> None:
        """Insert so many rows, and delete those that come of age."""
        first, self.inserted = self.inserted + 1, self.inserted + rows
        self.insert(first, self.inserted)
        self.delete(first - self.kept, self.inserted - self.kept)

    def live(self, number_of_intervals: int, between: int) -> int:
        """Insert and delete so many rows after each of so many checkpoints, and vacuum in the last; bytes of WAL."""
        start = None
        for still_to_come in reversed(range(number_of_intervals)):
            self.connection.execute("CHECKPOINT")
            start = start or value(self.connection, "SELECT pg_current_wal_insert_lsn()")
            self.turn(between // 2)
            if not still_to_come:
                self.connection.execute(f"VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) {TABLE}")
            self.turn(between - between // 2)
        return int(value(self.connection, "SELECT pg_current_wal_insert_lsn() - %s::pg_lsn", start))

    def rows(self) -> int:
        """How many there are."""
        return int(value(self.connection, f"SELECT count(*) FROM {TABLE}"))

    def expected(self) -> int:
        """How many there have to be."""
        return self.kept + (self.inserted - self.kept) // LEFT


def intervals(rows: int, between: int) -> int:
    """How many intervals of so many rows are measured."""
    return math.ceil(rows / LIVE / between)


def cycle_rows(connection: psycopg.Connection, call: str) -> int:
    """The rows of a cycle of uuid_interval_nextval()."""
    cycle = call.split("'")[3]
    return int(value(connection, "SELECT extract(epoch FROM %s::interval)", cycle)) * RATE


def wal_of(promise: dict[str, Any]) -> float:
    """The model's bytes of WAL per row."""
    return float(promise["wal_per_row"])


def size_of(promise: dict[str, Any]) -> float:
    """The model's bytes of the index per row."""
    return float(promise["bytes_per_million_rows"]) / 1e6


def of(runs: list[Run], name: str) -> list[Run]:
    """Those of a contender."""
    return [run for run in runs if run.case["contender"] == name]


def table(caption: str, runs: list[Run], figure: str, promised: Any) -> Table:
    """A row for each key, a column for each number of rows: measured, and promised in brackets."""
    sizes = choices(runs, "rows")
    rows = []
    for name in choices(runs, "contender"):
        found = {run.case["rows"]: run.figures for run in of(runs, name)}
        cells = {
            size: f"{number(figures[figure])} ({number(promised(figures['promise']))})"
            for size, figures in found.items()
        }
        more = found[max(found)]["beyond"]
        rows.append(
            [name, *(cells.get(size, "—") for size in sizes), *(number(promised(more[str(n)])) for n in BEYOND)]
        )
    header = ["key", *(f"{size:,} rows" for size in sizes), *(f"{more:,}, promised" for more in BEYOND)]
    return Table(caption, header, rows)


def run_on(runs: list[Run], name: str) -> str:
    """From the smallest table to the largest."""
    first, last = of(runs, name)[0], of(runs, name)[-1]
    return (
        f"WAL per row {number(first.figures['wal_per_row'])} bytes in a table of {first.case['rows']:,} rows, "
        f"{number(last.figures['wal_per_row'])} in one of {last.case['rows']:,}"
    )
