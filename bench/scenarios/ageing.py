"""Deleting rows by age: through an index on created_at, through BRIN, or through the key alone.

A row comes every 240 ms, and is kept a day. Every 20 minutes those that have come of age are deleted, 5,000 at once,
but for a share that stays; VACUUM comes when a twentieth of the table is dead, a checkpoint every five minutes. Time is
simulated. The last of four days is measured, when new rows have long used the room of deleted ones.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from statistics import median
from typing import Any

import psycopg

from bench.contenders import Contender, lengths_of
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Chapter, Scenario, Table, cell
from bench.server import value
from bench.tables import TABLE, make_table

START = "timestamptz '2026-01-01 00:00:00+00'"
INTERVAL_MINUTES = 5
DELETE_MINUTES = 20
VACUUM_MINUTES = 80
DAYS = 4
INTERVALS_OF_DAY = 24 * 60 // INTERVAL_MINUTES
WAYS = {
    "index on created_at": f"CREATE INDEX ON {TABLE} (created_at)",
    "BRIN on created_at": f"CREATE INDEX ON {TABLE} USING brin (created_at)",
    "the key alone": "",
}
"""How rows of an age are found, and the index that this takes beside the primary key's."""
KEYS = ("wrapping", "UUIDv7")
FIGURES = {
    "wal_per_row": "WAL per row, bytes",
    "index_megabytes": "all indexes, MB",
    "delete_milliseconds": "DELETE of 5,000 rows, ms",
    "pages_per_delete": "pages it reads",
}


class Ageing(Scenario):
    """Each case is a kind of key, a way to find the rows, and how many stay."""

    name = "ageing"
    title = "One index fewer: deleting rows by age"
    figures = tuple(FIGURES)
    settings = {
        "shared_buffers": "256MB",
        "max_wal_size": "16GB",
        "checkpoint_timeout": "1d",
        # Neither changes what is counted, nor do deletes wait for a disk.
        "fsync": "off",
        "synchronous_commit": "off",
    }
    on_given_server = False

    def cases(self) -> list[Case]:
        """Rows of five minutes, in a quick run a tenth."""
        rows = 125 if self.quick else 1_250
        return [
            Case(
                self.name, (("key", key), ("way", way), ("stay_percent", stay), ("rows", rows)), 5 if self.quick else 60
            )
            for stay in (0, 2)
            for key in KEYS
            for way in WAYS
        ]

    def load_of(self, case: Case) -> Mapping[str, Any]:
        """Rows are kept a day."""
        return {
            "rows_per_second": int(case["rows"]) / INTERVAL_MINUTES / 60,
            "kept": "1 day",
            "left_behind": int(case["stay_percent"]) / 100,
            "checkpoint_interval": f"{INTERVAL_MINUTES} min",
        }

    def contender(self, case: Case) -> Contender:
        """Keys have no further dimension here."""
        return super().contender(Case(case.scenario, (*case.key, ("contender", case["key"])), case.seconds))

    def run(self, case: Case, repetition: int) -> Figures:
        """Let the table live, and measure its last day."""
        with self.bench.server.connect() as connection:
            connection.execute("SELECT setseed(%s)", (repetition / 100,))
            return AgeingTable(connection, self.contender(case), case).figures()

    def problems(self, figures: Figures) -> list[str]:
        """Less WAL than the rows have, a delete that reads nothing."""
        return [
            f"{name}: {figures[name]}"
            for name, least in (("wal_per_row", 100), ("index_megabytes", 0.1), ("pages_per_delete", 10))
            if figures[name] < least
        ]

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """A B-tree more takes room, whatever the keys."""
        found = []
        for key in choices(runs, "key"):
            sizes = [spread(runs, "index_megabytes", key=key, way=way, stay_percent=0) for way in WAYS]
            if sizes[0] and sizes[2] and sizes[0].median <= sizes[2].median:
                found.append(f"ageing: {key}: two indexes are no larger than one")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """All figures for each way."""
        chapter = Chapter()
        for stay in choices(runs, "stay_percent"):
            rows = []
            for key in choices(runs, "key"):
                for way in choices(runs, "way"):
                    found = {name: spread(runs, name, key=key, way=way, stay_percent=stay) for name in FIGURES}
                    rows.append([str(key), str(way), *map(cell, found.values())])
            caption = f"Rows deleted by age, {100 - int(stay)} % of them"
            chapter.tables.append(Table(caption, ["key", "found through", *FIGURES.values()], rows))
            wal = ", ".join(f"{key} through {way} {size.split()[0]}" for key, way, size, *_ in rows)
            chapter.findings.append(f"{caption}, bytes of WAL per row: {wal}.")
        return chapter


class AgeingTable:
    """The table of a case."""

    def __init__(self, connection: psycopg.Connection, contender: Contender, case: Case) -> None:
        """Make it, empty."""
        self.connection, self.contender = connection, contender
        self.rows, self.stay = int(case["rows"]), int(case["stay_percent"]) / 100
        self.by_key = case["way"] == "the key alone"
        make_table(connection, contender, ", created_at timestamptz NOT NULL, payload text DEFAULT repeat('x', 60)")
        if WAYS[str(case["way"])]:
            connection.execute(WAYS[str(case["way"])])
        self.live = 0
        self.milliseconds: list[float] = []
        self.pages: list[int] = []

    def figures(self) -> Figures:
        """Four days in intervals."""
        start_lsn = self.lsn()
        for number in range(DAYS * INTERVALS_OF_DAY):
            if number == (DAYS - 1) * INTERVALS_OF_DAY:
                self.milliseconds.clear()
                self.pages.clear()
                start_lsn = self.lsn()
            self.insert(number)
            minutes = (number + 1 - INTERVALS_OF_DAY) * INTERVAL_MINUTES
            if minutes > 0 and minutes % DELETE_MINUTES == 0:
                self.delete(minutes)
            if minutes % VACUUM_MINUTES == 0:
                self.connection.execute(f"VACUUM (ANALYZE) {TABLE}")
            self.connection.execute("CHECKPOINT")
        wal = int(value(self.connection, "SELECT %s::pg_lsn - %s::pg_lsn", self.lsn(), start_lsn))
        return {
            "wal_per_row": wal / self.rows / INTERVALS_OF_DAY,
            "index_megabytes": int(value(self.connection, f"SELECT pg_indexes_size('{TABLE}')")) / 1e6,
            "delete_milliseconds": median(self.milliseconds),
            "pages_per_delete": median(self.pages),
            "default": self.contender.default,
            "rows_inserted": self.live,
            "rows_found": value(self.connection, f"SELECT count(*) FROM {TABLE}"),
        }

    def insert(self, number: int) -> None:
        """Insert the rows of an interval."""
        self.live += self.connection.execute(
            f"""INSERT INTO {TABLE} (id, created_at)
                SELECT {self.contender.past}, t
                  FROM (SELECT i, {START} + (i - 1) * (interval '{INTERVAL_MINUTES} minutes' / {self.rows}) AS t
                          FROM generate_series({number * self.rows + 1}, {(number + 1) * self.rows}::bigint) AS i
                        OFFSET 0) AS log ORDER BY i"""
        ).rowcount

    def delete(self, minutes: int) -> None:
        """Delete what has come of age in the last minutes, so many after the start."""
        first, last = (f"{START} + interval '{m} min'" for m in (minutes - DELETE_MINUTES, minutes))
        condition = f"created_at >= {first} AND created_at < {last} AND random() >= {self.stay}"
        if self.by_key:
            lengths = f", {lengths_of(self.contender.past)}" if "interval" in self.contender.past else ""
            function = "uuid_interval_between" if lengths else "uuid_v7_between"
            condition = f"{function}(id, {first}, {last}{lengths}) AND {condition}"
        started = time.perf_counter()
        plan = value(
            self.connection,
            f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) DELETE FROM {TABLE} WHERE {condition}",
        )[0]["Plan"]
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        (scan,) = plan["Plans"]
        self.live -= int(scan["Actual Rows"])
        self.pages.append(int(scan["Shared Hit Blocks"]) + int(scan["Shared Read Blocks"]))

    def lsn(self) -> str:
        """Where the next record will be."""
        return str(value(self.connection, "SELECT pg_current_wal_insert_lsn()"))
