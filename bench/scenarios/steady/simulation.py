"""The simulation: a table is filled in the order of time, and rows that are old enough are deleted."""

from __future__ import annotations

from statistics import mean

import psycopg

from bench.contenders import BY_NAME, Contender
from bench.results import Case, Figures
from bench.scenarios.base import Scenario
from bench.scenarios.steady.cases import ABOVE_RANDOM, RATES, RETENTIONS, cycle_of, measured_rows
from bench.server import value
from bench.tables import INDEX, KEYS_PER_PAGE, TABLE, index_figures, make_table, place_blocks

START = 1_767_225_600
"""2026-01-01, as a Unix time."""
ROW_BYTES = 100
"""Of a row in the table."""
SCALE_FACTOR = 0.05
"""The share of a table's rows that autovacuum waits for."""


class Simulated(Scenario):
    """A scenario of which each case is a table, filled in simulated time. Nothing is timed, so once is enough."""

    settings = {
        # So that the index does not fit.
        "shared_buffers": "4MB",
        "max_wal_size": "4GB",
        "wal_keep_size": "1GB",
        # Neither changes what is counted.
        "fsync": "off",
        "synchronous_commit": "off",
        "checkpoint_timeout": "1d",
        "autovacuum_vacuum_scale_factor": str(SCALE_FACTOR),
        "autovacuum_vacuum_threshold": "0",
    }
    on_given_server = False

    def repetitions(self) -> int:
        """Once; what chance there is in the keys is that of 200,000 of them."""
        return 1

    def run(self, case: Case, repetition: int) -> Figures:
        """Fill the table, and measure."""
        with self.bench.server.connect() as connection:
            connection.execute("SELECT setseed(%s)", (repetition / 100,))
            return self.measure(connection, case)

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """The figures of a case, on this connection."""
        return FilledTable(connection, case).figures()


class FilledTable:
    """The table of a case."""

    def __init__(self, connection: psycopg.Connection, case: Case) -> None:
        """Make it, empty."""
        self.connection, self.case = connection, case
        self.kept, self.between, self.rate = int(case["rows"]), int(case["rows_between"]), int(case["rate"])
        self.left = RETENTIONS[str(case["retention"])]
        key, start = str(case["key"]), START
        self.contender = BY_NAME[key]
        if key in RATES:
            blocks = cycle_of(case) // self.rate
            self.contender = self.contender.with_lengths(f"'1 min', '{blocks} min'")
            start = -(-START // (60 * blocks)) * 60 * blocks
            end = start + 60 * (self.rows_in_all() // self.rate)
            place_blocks(connection, self.contender, f"to_timestamp({start})", f"to_timestamp({end})")
        self.contender = self.in_form(self.contender)
        self.past = self.contender.past
        self.time = f"to_timestamp({start}) + (i - 1) * (interval '1 minute' / {self.rate})"
        # Tuple header, key, time, number, and the length of the payload.
        self.payload = ROW_BYTES - 24 - (8 if "IDENTITY" in self.contender.column else 16) - 8 - 8 - 1
        make_table(connection, self.contender, ", at timestamptz, n bigint, payload text")
        self.inserted = self.live = self.aged = 0
        self.above_random = case["retention"] == ABOVE_RANDOM
        self.leaves_before = 0
        self.wal: dict[str, int] = {}
        self.bytes = self.delete_bytes = self.images = self.reads = 0
        self.pages: list[int] = []
        self.densities: list[float] = []

    def rows_in_all(self) -> int:
        """How many rows will be inserted."""
        return measured_rows(self.case)[0]

    def in_form(self, contender: Contender) -> Contender:
        """The keys as the column keeps them."""
        return contender

    def figures(self) -> Figures:
        """Fill, and measure."""
        total, window = measured_rows(self.case)
        if self.above_random:
            self.connection.execute(
                f"""INSERT INTO {TABLE} (id, payload)
                    SELECT gen_random_uuid(), repeat('x', {self.payload + 16}) FROM generate_series(1, {self.kept})"""
            )
            self.live += self.kept
            self.leaves_before = int(index_figures(self.connection)["leaf_pages"] or 0)
        while self.inserted < total - window:
            self.insert(self.step(total - window))
            self.delete()
        self.connection.execute("CHECKPOINT")
        first = self.inserted
        while self.inserted < total:
            self.measure(self.step(total))
        rows = self.inserted - first
        size = index_figures(self.connection)["index_bytes"] or 0
        return {
            "rows_inserted": self.live,
            "rows_found": value(self.connection, f"SELECT count(*) FROM {TABLE}"),
            "rows_expected": self.inserted + self.above_random * self.kept - self.aged * (1 - self.left),
            "wal": {part: size / rows for part, size in self.wal.items()},
            "wal_per_row": self.bytes / rows,
            "delete_wal": self.delete_bytes / rows,
            "page_images": self.images / rows,
            "pages_between_checkpoints": mean(self.pages),
            "density": self.densities,
            "index_megabytes": size / 1e6,
            "reads_per_row": self.reads / rows,
        }

    def step(self, end: int) -> int:
        """Rows to insert until autovacuum would come, in whole intervals between checkpoints, but not past `end`."""
        if self.left == 1:
            rows = SCALE_FACTOR * self.kept
        elif not self.aged:
            # The first rows come of age.
            rows = self.kept * (1 + SCALE_FACTOR)
        else:
            rows = SCALE_FACTOR * self.live / (1 - self.left)
        return min(max(round(rows / self.between), 1) * self.between, end - self.inserted)

    def insert(self, rows: int) -> None:
        """Insert the next rows, one by one for WAL, in one transaction."""
        self.connection.execute(
            f"""INSERT INTO {TABLE} (id, at, n, payload)
                SELECT {self.past}, t, i, repeat('x', {self.payload})
                  FROM (SELECT i, {self.time} AS t
                          FROM generate_series({self.inserted + 1}, {self.inserted + rows}::bigint) AS i
                        OFFSET 0) AS log"""
        )
        self.inserted += rows
        self.live += rows

    def delete(self) -> bool:
        """Delete what has come of age, and vacuum; whether anything has."""
        aged = self.inserted - self.kept
        if self.left == 1 or aged <= self.aged:
            return False
        self.live -= self.connection.execute(
            f"DELETE FROM {TABLE} WHERE n > {self.aged} AND n <= {aged} AND random() >= {self.left}"
        ).rowcount
        self.aged = aged
        self.vacuum()
        return True

    def vacuum(self) -> None:
        """Vacuum as autovacuum does, which never truncates the heap here, as its end is in use, nor skips the index."""
        self.connection.execute(f"VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) {TABLE}")

    def measure(self, rows: int) -> None:
        """Insert, with checkpoints, and delete halfway between the last two; add up WAL and reads.

        VACUUM shares page images with the inserts of its interval, as autovacuum does.
        """
        reads, start, last = self.index_reads(), self.lsn(), self.lsn()
        whole = (rows - 1) // self.between
        for _ in range(whole):
            self.insert(self.between)
            self.connection.execute("CHECKPOINT")
            last = self.lsn()
        rest = rows - whole * self.between
        self.insert(rest // 2)
        self.reads += self.index_reads() - reads
        self.add_density()
        delete = self.insert_lsn()
        has_deleted = self.delete()
        deleted = self.insert_lsn()
        if has_deleted:
            self.add_density()
        reads = self.index_reads()
        self.insert(rest - rest // 2)
        self.connection.execute("CHECKPOINT")
        self.reads += self.index_reads() - reads
        end = self.lsn()
        self.count_wal(start, delete, "")
        self.count_wal(deleted, end, "")
        if has_deleted:
            self.delete_bytes += self.count_wal(delete, deleted, "DELETE and VACUUM, ")
        self.count_images((start, delete), (deleted, end), last)

    def count_images(self, before: tuple[str, str], after: tuple[str, str], last: str) -> None:
        """Add up page images of the index in two parts of the WAL, and its pages changed from "last" on."""
        images, pages = self.connection.execute(
            """SELECT sum((length(block_ref) - length(replace(block_ref, '(FPW', ''))) / length('(FPW')),
                      count(DISTINCT substring(block_ref FROM 'blk [0-9]+'))
                          FILTER (WHERE record_type = 'INSERT_LEAF' AND start_lsn >= %s)
                 FROM (SELECT * FROM pg_get_wal_records_info(%s, %s)
                       UNION ALL SELECT * FROM pg_get_wal_records_info(%s, %s)) AS inserts
                WHERE resource_manager = 'Btree'""",
            (last, *before, *after),
        ).fetchone() or (0, 0)
        self.images += int(images or 0)
        self.pages.append(int(pages))

    def lsn(self) -> str:
        """How far the WAL is on disk, which just after a checkpoint is all of it."""
        return str(value(self.connection, "SELECT pg_current_wal_flush_lsn()"))

    def insert_lsn(self) -> str:
        """Where the next record will be."""
        return str(value(self.connection, "SELECT pg_current_wal_insert_lsn()"))

    def count_wal(self, start: str, end: str, phase: str) -> int:
        """Add up the WAL between two positions, on disk by now, by part; its bytes."""
        for part, records, images in self.connection.execute(
            """SELECT CASE WHEN kind ~ '^Btree/(SPLIT|INSERT_UPPER|NEWROOT)' THEN 'splits'
                           WHEN kind LIKE 'Btree/%%' THEN 'index'
                           WHEN kind LIKE 'Heap%%' THEN 'heap' ELSE 'rest' END,
                      sum(record_size), sum(fpi_size)
                 FROM pg_get_wal_stats(%s, %s, true) AS stats (kind) WHERE count > 0 GROUP BY 1""",
            (start, end),
        ):
            whole = "index" if part == "splits" else part
            for name, size in ((f"{phase}{part}: records", records), (f"{phase}{whole}: images", images)):
                self.wal[name] = self.wal.get(name, 0) + int(size)
        size = int(value(self.connection, "SELECT %s::pg_lsn - %s::pg_lsn", end, start))
        self.bytes += size
        return size

    def index_reads(self) -> int:
        """Pages of the index that were not in shared_buffers, so far."""
        self.connection.execute("SELECT pg_stat_force_next_flush()")
        reads = int(
            value(
                self.connection,
                f"SELECT idx_blks_read FROM pg_statio_user_indexes WHERE indexrelid = '{INDEX}'::regclass",
            )
        )
        if self.connection.info.server_version < 160000:
            # Before 16 each new page counts as a miss.
            reads -= int(
                value(self.connection, f"SELECT pg_relation_size('{INDEX}') / current_setting('block_size')::int")
            )
        return reads

    def add_density(self) -> None:
        """Look at the index's density now."""
        figures = index_figures(self.connection)
        if self.above_random and self.contender.name != "random":
            self.densities.append(
                100 * self.inserted / KEYS_PER_PAGE / ((figures["leaf_pages"] or 0) - self.leaves_before)
            )
        else:
            self.densities.append(figures["density_percent"] or 0)


def impossible(figures: Figures) -> list[str]:
    """Pages fuller than full, more WAL than there is, an image of more than a page."""
    found = []
    if not all(0 < density <= 100 for density in figures["density"]):
        found.append("an impossible density")
    # Headers of WAL pages, and little else, are in no record.
    if not 0.9 < sum(figures["wal"].values()) / figures["wal_per_row"] <= 1:
        found.append("the parts of the WAL are not the whole")
    if not 0 <= figures["wal"]["index: images"] <= 8300 * figures["page_images"]:
        found.append("page images of an impossible size")
    return found
