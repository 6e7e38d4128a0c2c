"""What a piece of work cost: WAL, cache hits, reads and writes, checkpoints."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import psycopg

from bench.load import APPLICATION
from bench.server import Server, value, wait_until
from bench.tables import INDEX, TABLE

SECTOR = 512
LAST_INSERTS = 10_000
"""How many of the last inserts are looked at for the leaf pages in use."""
Counters = dict[str, int]


def process_io(pids: list[int]) -> Counters:
    """Bytes that processes read from a disk, and bytes to be written that they dirtied, with those of ended children.

    Empty if we may not read them.
    """
    total: Counters = {}
    for pid in pids:
        # A process may have ended, or belong to another user.
        with contextlib.suppress(OSError):
            for name, count in re.findall(
                r"^(read_bytes|write_bytes): (\d+)", Path(f"/proc/{pid}/io").read_text(), re.MULTILINE
            ):
                total[name] = total.get(name, 0) + int(count)
    return total


def device_io(device: str) -> Counters:
    """Operations and bytes of a whole disk, by any process; empty if the system does not count them."""
    file = Path(f"/sys/dev/block/{device}/stat")
    if not file.exists():
        return {}
    fields = [int(word) for word in file.read_text().split()]
    return {
        "disk_reads": fields[0],
        "disk_read_bytes": fields[2] * SECTOR,
        "disk_writes": fields[4],
        "disk_write_bytes": fields[6] * SECTOR,
    }


def checkpoints(connection: psycopg.Connection) -> int:
    """The number of checkpoints so far."""
    if connection.info.server_version >= 170000:
        return int(value(connection, "SELECT num_timed + num_requested FROM pg_stat_checkpointer"))
    return int(value(connection, "SELECT checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter"))


def checkpoint(connection: psycopg.Connection) -> None:
    """Make a checkpoint, if the role may."""
    with contextlib.suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute("CHECKPOINT")


class Meter:
    """Differences of counters between its creation and stop()."""

    def __init__(self, server: Server, connection: psycopg.Connection) -> None:
        """Start now."""
        self.server = server
        self.connection = connection
        self.start = self.counters()
        self.end = self.start
        self.start_lsn = self.end_lsn = self.lsn()

    def lsn(self) -> str:
        """Where the WAL ends."""
        return str(value(self.connection, "SELECT pg_current_wal_insert_lsn()"))

    def counters(self) -> Counters:
        """All counters, which only grow."""
        self.connection.execute("SELECT pg_stat_force_next_flush()")
        row = self.connection.execute(
            f"""SELECT i.idx_blks_hit, i.idx_blks_read, t.heap_blks_hit, t.heap_blks_read,
                       pg_relation_size(i.indexrelid) / current_setting('block_size')::int
                  FROM pg_statio_user_indexes AS i JOIN pg_statio_user_tables AS t USING (relid)
                 WHERE i.indexrelid = '{INDEX}'::regclass AND t.relid = '{TABLE}'::regclass"""
        ).fetchone()
        assert row is not None
        return {
            **dict(
                zip(("index_hits", "index_reads", "heap_hits", "heap_reads", "index_pages"), map(int, row), strict=True)
            ),
            "checkpoints": checkpoints(self.connection),
            **process_io(self.server.processes()),
            **(device_io(self.server.limits.device) if self.server.private else {}),
        }

    def stop(self) -> None:
        """Stop once the clients' sessions have ended, since a session reports its statistics at its end."""
        wait_until(
            self.connection,
            f"SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = '{APPLICATION}')",
        )
        self.end_lsn = self.lsn()
        self.end = self.counters()

    def figures(self, rows: int) -> dict[str, float | None]:
        """The differences, and some of them per row; `rows` is the number of rows inserted meanwhile."""
        figures: dict[str, float | None] = {name: self.end[name] - count for name, count in self.start.items()}
        hits, misses = (
            self.end["index_hits"] - self.start["index_hits"],
            self.end["index_reads"] - self.start["index_reads"],
        )
        if self.connection.info.server_version < 160000:
            # Before 16 each new page of an index counts as a miss.
            misses -= min(misses, self.end["index_pages"] - self.start["index_pages"])
        wal_bytes = int(value(self.connection, "SELECT %s::pg_lsn - %s::pg_lsn", self.end_lsn, self.start_lsn))
        figures["index_reads"] = misses
        figures["index_hit_percent"] = 100 * hits / (hits + misses) if hits + misses else None
        figures["index_misses_per_row"] = misses / rows if rows else None
        figures["wal_bytes"] = wal_bytes
        figures["wal_bytes_per_row"] = wal_bytes / rows if rows else None
        return {**figures, **(self.inspect_wal(wal_bytes, rows) if rows else {})}

    def inspect_wal(self, wal_bytes: int, rows: int) -> dict[str, float | None]:
        """Full-page images in the WAL, and the leaf pages of the last inserts; None if the WAL cannot be read."""
        figures: dict[str, float | None] = {
            "full_page_image_bytes": None,
            "last_inserts": None,
            "leaf_pages_of_last_inserts": None,
        }
        try:
            # The last records may not be on disk yet; this waits until they are.
            self.connection.execute("SET synchronous_commit = on")
            self.connection.execute("SELECT pg_logical_emit_message(true, 'bench', '')")
            images = value(
                self.connection,
                "SELECT sum(fpi_size) FROM pg_get_wal_stats(%s, %s, false)",
                self.start_lsn,
                self.end_lsn,
            )
            figures["full_page_image_bytes"] = int(images)
            # Three times the average distance, as late inserts write fewer page images.
            window = min(wal_bytes, wal_bytes * LAST_INSERTS * 3 // rows)
            found = self.connection.execute(
                f"""SELECT count(*), count(DISTINCT (regexp_match(block_ref, pattern))[1])
                      FROM (SELECT block_ref FROM pg_get_wal_records_info(%s::pg_lsn - %s::numeric, %s)
                             WHERE record_type = 'INSERT_LEAF' ORDER BY start_lsn DESC LIMIT {LAST_INSERTS}) AS last,
                           concat('rel [0-9]+/[0-9]+/', pg_relation_filenode('{INDEX}'),
                                  ' (?:fork main )?blk ([0-9]+)') AS pattern""",
                (self.end_lsn, window, self.end_lsn),
            ).fetchone()
            assert found is not None
            figures["last_inserts"], figures["leaf_pages_of_last_inserts"] = map(int, found)
        except psycopg.Error as error:
            self.server.note(f"WAL cannot be inspected: {error.diag.message_primary or error}")
        return figures
