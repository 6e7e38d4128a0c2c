"""What a piece of work cost: WAL, cache hits, reads and writes, checkpoints."""

from __future__ import annotations

import contextlib
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from bench.server import Server, value, wait_until
from bench.tables import INDEX, TABLE

SECTOR = 512
BLOCKS_SAMPLE = 10_000
"""How many of the last inserts tell how many index blocks are in use."""


def process_io(pids: list[int]) -> dict[str, int]:
    """Bytes that processes caused to be read from and written to a disk; ended children are in their parents'."""
    total = {"read_bytes": 0, "write_bytes": 0}
    for pid in pids:
        # A process may have ended, or be somebody else's.
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{pid}/io").read_text()
            for name in total:
                total[name] += int(re.search(rf"^{name}: (\d+)", text, re.MULTILINE)[1])  # type: ignore[index]
    return total


def device_io(device: str) -> dict[str, int]:
    """Operations and bytes of a whole disk, whoever caused them; nothing where there are no such figures."""
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
    """How many checkpoints there were."""
    if connection.info.server_version >= 170000:
        return int(value(connection, "SELECT num_timed + num_requested FROM pg_stat_checkpointer"))
    return int(value(connection, "SELECT checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter"))


def checkpoint(connection: psycopg.Connection) -> None:
    """Make a checkpoint, where that is allowed."""
    with contextlib.suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute("CHECKPOINT")


@dataclass
class Meter:
    """Differences between two moments. read() gives them, rows being what was inserted meanwhile."""

    server: Server
    connection: psycopg.Connection
    start: dict[str, int] = field(default_factory=dict)
    start_lsn: str = ""
    started: float = 0

    def __post_init__(self) -> None:
        """Start now."""
        self.start = self.counters()
        self.start_lsn = value(self.connection, "SELECT pg_current_wal_insert_lsn()")
        self.started = time.monotonic()

    def counters(self) -> dict[str, int]:
        """All that only grows."""
        self.connection.execute("SELECT pg_stat_force_next_flush()")
        row = self.connection.execute(
            f"""SELECT i.idx_blks_hit, i.idx_blks_read, t.heap_blks_hit, t.heap_blks_read
                  FROM pg_statio_user_indexes AS i JOIN pg_statio_user_tables AS t USING (relid)
                 WHERE i.indexrelid = to_regclass('{INDEX}') AND t.relid = to_regclass('{TABLE}')"""
        ).fetchone() or (0, 0, 0, 0)
        return {
            "index_hits": int(row[0]),
            "index_reads": int(row[1]),
            "heap_hits": int(row[2]),
            "heap_reads": int(row[3]),
            "checkpoints": checkpoints(self.connection),
            **process_io(self.server.processes()),
            **(device_io(self.server.limits.device) if self.server.private else {}),
        }

    def read(self, rows: int) -> dict[str, float | None]:
        """What happened since the start, per row where that makes sense."""
        wait_until(
            self.connection,
            "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'pgbench')",
        )
        end_lsn = value(self.connection, "SELECT pg_current_wal_insert_lsn()")
        now = self.counters()
        figures: dict[str, float | None] = {name: now[name] - count for name, count in self.start.items()}
        wal_bytes = int(value(self.connection, "SELECT %s::pg_lsn - %s::pg_lsn", end_lsn, self.start_lsn))
        accesses = now["index_hits"] - self.start["index_hits"] + now["index_reads"] - self.start["index_reads"]
        figures["index_hit_percent"] = 100 * (now["index_hits"] - self.start["index_hits"]) / max(accesses, 1)
        figures["wal_bytes"] = wal_bytes
        figures["wal_bytes_per_row"] = wal_bytes / max(rows, 1)
        figures.update(self.inspect_wal(end_lsn, wal_bytes, rows))
        return figures

    def inspect_wal(self, end_lsn: str, wal_bytes: int, rows: int) -> dict[str, float | None]:
        """Full-page images in the WAL, and the index blocks of its end; None where WAL cannot be read."""
        sample = min(rows, BLOCKS_SAMPLE)
        try:
            # The last records may not be on disk yet; this waits until they are.
            self.connection.execute("SET synchronous_commit = on")
            self.connection.execute("SELECT pg_logical_emit_message(true, 'bench', '')")
            images = value(
                self.connection,
                "SELECT sum(fpi_size) FROM pg_get_wal_stats(%s, %s, false)",
                *(self.start_lsn, end_lsn),
            )
            blocks = value(
                self.connection,
                f"""SELECT count(DISTINCT block[1])
                      FROM pg_get_wal_records_info(%s::pg_lsn - %s::numeric, %s),
                           regexp_match(block_ref, 'rel [0-9]+/[0-9]+/' || pg_relation_filenode('{INDEX}')
                                                   || ' (?:fork main )?blk ([0-9]+)') AS block
                     WHERE resource_manager = 'Btree'""",
                *(end_lsn, wal_bytes * sample // max(rows, 1), end_lsn),
            )
        except psycopg.Error:
            return {"full_page_image_bytes": None, "index_blocks_of_last_inserts": None}
        return {"full_page_image_bytes": int(images), "index_blocks_of_last_inserts": int(blocks)}
