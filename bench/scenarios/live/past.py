"""The past of the table: rows come, and all but 5 % of those that are old enough go, until the load begins."""

from __future__ import annotations

import os
import random
import re
import time
from typing import Any

import psycopg

from bench.contenders import Contender
from bench.results import Case, output_of
from bench.scenarios.live.keys import Key, place_blocks
from bench.server import PrivateServer, drop_from_cache
from bench.tables import SEQUENCE, TABLE, make_table

LEFT_BEHIND = 0.05
ROW_BYTES = 100
PAYLOAD = ROW_BYTES - 24 - 16 - 8 - 1
"""Bytes, besides the row's header, its key, its time and the payload's length."""
SCALE_FACTOR = 0.025
"""The share of dead rows at which autovacuum comes: once in three minutes. By default, it would twice in an hour."""
SETTINGS = {
    "shared_buffers": "4GB",
    "maintenance_work_mem": "1GB",
    "max_wal_size": "16GB",
    "checkpoint_timeout": "1d",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "wal_keep_size": "0",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}
"""Of the server that makes the past. Of it, nothing is measured."""
QUICK_SETTINGS = {"shared_buffers": "256MB", "maintenance_work_mem": "64MB"}
RECENT_KEYS, OLD_KEYS = 6_000, 100_000
"""How many keys there are to look up: of the last ten minutes, and of rows that have been left behind."""
RECENT = "10 minutes"


def set_seed(connection: psycopg.Connection, seed: int, use: str) -> None:
    """Have random() of this session follow from the seed, and from what it is used for."""
    connection.execute("SELECT setseed(%s)", (random.Random(f"{use} {seed}").uniform(-1, 1),))


class Past:
    """The table before the load."""

    def __init__(self, connection: psycopg.Connection, case: Case, key: Key, end: float) -> None:
        """`end` is the Unix time at which the load will begin."""
        self.connection, self.key = connection, key
        self.rows, self.kept, self.rate = int(case["past_rows"]), int(case["kept_rows"]), int(case["rate"])
        self.start = end - self.rows / self.rate
        self.end = end
        self.inserted = self.deleted = self.live = 0

    def time_of(self, row: int | str) -> str:
        """SQL for the time of a row."""
        return f"to_timestamp({self.start} + {row} * {1 / self.rate}::float8)"

    def fill(self, nonce: bytes, opaque: bool) -> None:
        """Make the table, and its past in steps of as many rows as autovacuum waits for."""
        contender = Contender("", f"uuid DEFAULT {self.key.call}", self.key.past, "")
        make_table(self.connection, contender, ", created_at timestamptz DEFAULT now(), payload text")
        self.connection.execute(f"CREATE INDEX items_created_at_idx ON {TABLE} (created_at)")
        # The load switches it on, so that it does not come while the server waits for the time of the load.
        self.connection.execute(f"ALTER TABLE {TABLE} SET (autovacuum_enabled = off)")
        self.connection.execute("SET enable_seqscan = off")
        if opaque:
            place_blocks(self.connection, self.key.call, nonce, self.start, self.end)
        step = round(SCALE_FACTOR * self.kept / (1 - LEFT_BEHIND))
        # The load begins in the middle between two VACUUMs.
        last = step // 2
        while self.inserted < self.rows - last:
            # No row is old enough before.
            rows = step if self.inserted >= self.kept else self.kept
            self.insert(min(rows, self.rows - last - self.inserted))
            self.delete()
            self.vacuum()
        self.connection.execute(f"ANALYZE {TABLE}")
        self.insert(last)
        self.delete()
        self.connection.execute("RESET enable_seqscan")
        self.connection.execute(f"SELECT setval('{SEQUENCE}', {self.rows})")
        self.sample_keys()

    def insert(self, rows: int) -> None:
        """Insert the next rows."""
        first, last = self.inserted + 1, self.inserted + rows
        self.connection.execute(
            f"""INSERT INTO {TABLE} (id, created_at, payload)
                SELECT {self.key.past}, t, repeat('x', {PAYLOAD})
                  FROM (SELECT i, {self.time_of("i")} AS t FROM generate_series({first}, {last}::bigint) AS i
                        OFFSET 0) AS log"""
        )
        self.inserted += rows
        self.live += rows

    def delete(self) -> None:
        """Delete what is old enough, but for what is left behind."""
        aged = self.inserted - self.kept
        if aged <= self.deleted:
            return
        self.live -= self.connection.execute(
            f"""DELETE FROM {TABLE} WHERE created_at > {self.time_of(self.deleted)}
                   AND created_at <= {self.time_of(aged)} AND random() >= {LEFT_BEHIND}"""
        ).rowcount
        self.deleted = aged

    def vacuum(self) -> None:
        """As autovacuum would. It never truncates the table, whose end is in use."""
        self.connection.execute(f"VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) {TABLE}")

    def sample_keys(self) -> None:
        """Choose the keys that will be looked up."""
        for name, count, condition in (
            ("recent_keys", RECENT_KEYS, f"created_at > to_timestamp({self.end}) - interval '{RECENT}'"),
            ("old_keys", OLD_KEYS, f"created_at <= {self.time_of(self.deleted)}"),
        ):
            self.connection.execute(f"DROP TABLE IF EXISTS {name}")
            self.connection.execute(f"CREATE UNLOGGED TABLE {name} (n int PRIMARY KEY, id uuid)")
            self.connection.execute(
                f"""INSERT INTO {name}
                    SELECT row_number() OVER (), id
                      FROM (SELECT id FROM {TABLE} WHERE {condition} ORDER BY random() LIMIT {count}) AS chosen"""
            )
            self.connection.execute(f"VACUUM (ANALYZE) {name}")
        # A table of make_schema(), for which autovacuum would come in the load, and write images of its pages.
        self.connection.execute("VACUUM (ANALYZE) places")


def nonce_of(server: PrivateServer) -> bytes:
    """What the places of opaque keys depend on."""
    printed = output_of(*server.as_user, str(server.bindir / "pg_controldata"), str(server.data))
    found = re.search(r"^Mock authentication nonce: +([0-9a-f]+)$", printed, re.MULTILINE)
    if not found:
        raise RuntimeError("pg_controldata shows no nonce")
    return bytes.fromhex(found[1])


def make_past(server: PrivateServer, case: Case, key: Key, opaque: bool, end: float) -> dict[str, Any]:
    """Make the past on a running server, stop that, and write everything to the disk."""
    started = time.monotonic()
    with server.connect() as connection:
        set_seed(connection, int(case["seed"]), "past")
        past = Past(connection, case, key, end)
        past.fill(nonce_of(server), opaque)
    server.stop("fast")
    # The server did not wait for the disk.
    os.sync()
    drop_from_cache(server.data)
    return {
        "past_start": past.start,
        "past_deleted": past.deleted,
        "past_live": past.live,
        "past_seconds": time.monotonic() - started,
    }
