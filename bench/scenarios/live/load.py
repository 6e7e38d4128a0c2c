"""The load: clients of pgbench, a job that deletes, and what is looked at each minute."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import psycopg
from psycopg.rows import dict_row

from bench.load import APPLICATION, PERCENTILES, RunningLoad
from bench.results import Case
from bench.scenarios.live.past import LEFT_BEHIND, OLD_KEYS, PAYLOAD, RECENT_KEYS, set_seed
from bench.server import PrivateServer, value
from bench.tables import INDEX, TABLE

CLIENTS = 8
LOOK_UPS_PER_SECOND = 100
"""Half of them of recent keys, half of old ones, by two clients of their own."""
DELETE_SECONDS = 10
"""Between two batches of the job that deletes."""
REFRESHED = 100
"""Recent keys that are replaced by newer ones with each batch: all of them in ten minutes."""
INSERT = f"INSERT INTO {TABLE} (payload) VALUES (repeat('x', {PAYLOAD}));\n"
LOOK_UPS = {
    name: f"\\set n random(1, {count})\n"
    f"SELECT length(payload) FROM {TABLE} WHERE id = (SELECT id FROM {name} WHERE n = :n);\n"
    for name, count in (("recent_keys", RECENT_KEYS), ("old_keys", OLD_KEYS))
}


class Job(threading.Thread):
    """Does something again and again, on a connection of its own, until it is stopped."""

    def __init__(
        self, server: PrivateServer, seconds: float, work: Callable[[psycopg.Connection], None], seed: int
    ) -> None:
        """Do it every `seconds`, or as often as it can be done."""
        super().__init__(daemon=True)
        self.server, self.seconds, self.work, self.seed = server, seconds, work, seed
        self.stopped = threading.Event()
        self.error: BaseException | None = None

    def run(self) -> None:
        """Until it is stopped."""
        try:
            with self.server.connect() as connection:
                set_seed(connection, self.seed, "job")
                due = time.monotonic() + self.seconds
                while not self.stopped.wait(max(due - time.monotonic(), 0)):
                    self.work(connection)
                    due = max(due + self.seconds, time.monotonic())
        except BaseException as error:
            self.error = error

    def stop(self) -> None:
        """Wait until what it does is done; its error, if there is one."""
        self.stopped.set()
        self.join()
        if self.error:
            raise self.error


class Deletes:
    """The job that deletes rows once they are old enough, and keeps the sample of recent keys recent."""

    def __init__(self, case: Case, bound: float) -> None:
        """All rows of before `bound`, a Unix time, have been treated."""
        self.kept_seconds = int(case["kept_rows"]) / int(case["rate"])
        self.bound = bound
        self.deleted = self.batches = 0

    def __call__(self, connection: psycopg.Connection) -> None:
        """A batch."""
        bound = time.time() - self.kept_seconds
        self.deleted += connection.execute(
            f"""DELETE FROM {TABLE} WHERE created_at > to_timestamp(%s) AND created_at <= to_timestamp(%s)
                   AND random() >= {LEFT_BEHIND}""",
            (self.bound, bound),
        ).rowcount
        self.bound = bound
        connection.execute(
            f"""UPDATE recent_keys SET id = newest.id
                  FROM (SELECT row_number() OVER () + %s AS n, id
                          FROM (SELECT id FROM {TABLE}
                                 WHERE created_at > now() - interval '{DELETE_SECONDS} s'
                                 ORDER BY random() LIMIT {REFRESHED}) AS found) AS newest
                 WHERE recent_keys.n = newest.n""",
            (self.batches * REFRESHED % RECENT_KEYS,),
        )
        self.batches += 1


def counters(connection: psycopg.Connection) -> dict[str, Any]:
    """What the server counts, and how large things are, now."""
    cursor = connection.cursor(row_factory=dict_row)
    found = cursor.execute(
        f"""SELECT extract(epoch FROM clock_timestamp())::float8 AS time, pg_current_wal_insert_lsn()::text AS lsn,
                   pg_relation_size('{INDEX}') AS index_bytes, pg_relation_size('{TABLE}') AS table_bytes,
                   t.n_tup_ins AS inserted, t.n_tup_del AS deleted, t.autovacuum_count AS autovacuums,
                   i.idx_blks_read AS index_reads, i.idx_blks_hit AS index_hits,
                   w.wal_bytes::float8, w.wal_fpi AS page_images
              FROM pg_stat_user_tables AS t JOIN pg_statio_user_indexes AS i USING (relid), pg_stat_wal AS w
             WHERE t.relid = '{TABLE}'::regclass AND i.indexrelid = '{INDEX}'::regclass"""
    ).fetchone()
    assert found is not None
    return {**found, "io": reads_and_writes(connection)}


def reads_and_writes(connection: psycopg.Connection) -> dict[str, list[int]]:
    """Pages read and written so far, by the kind of process, as pg_stat_io has them; it came with 16."""
    if connection.info.server_version < 160000:
        return {}
    reads, writes = "reads", "coalesce(writes, 0) + coalesce(extends, 0)"
    if connection.info.server_version >= 180000:
        # The others count operations since then, of one page or many.
        size = int(value(connection, "SELECT current_setting('block_size')"))
        reads, writes = f"read_bytes / {size}", f"(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) / {size}"
    return {
        kind: [int(read), int(written)]
        for kind, read, written in connection.execute(
            f"""SELECT * FROM (SELECT backend_type, sum(coalesce({reads}, 0)) AS read, sum({writes}) AS written
                                 FROM pg_stat_io WHERE object = 'relation' GROUP BY 1) AS io
                 WHERE read + written > 0"""
        )
    }


class Reindex:
    """A job that builds the index again, the first time it is called."""

    def __init__(self) -> None:
        """Nothing is done yet."""
        self.figures: dict[str, Any] = {}

    def __call__(self, connection: psycopg.Connection) -> None:
        """Build it, while rows go on coming."""
        if self.figures:
            return
        size = f"SELECT pg_relation_size('{INDEX}')"
        before, started = value(connection, size), time.monotonic()
        connection.execute(f"REINDEX INDEX CONCURRENTLY {INDEX}")
        self.figures = {
            "seconds": round(time.monotonic() - started, 1),
            "bytes_before": int(before),
            "bytes_after": int(value(connection, size)),
        }


class Seen(NamedTuple):
    """What was seen of the load."""

    samples: list[dict[str, Any]]
    """A record of the start, and one for each minute."""
    latencies: dict[str, Any]
    """Of the whole."""


class Load:
    """The clients, and what is seen of them each minute."""

    def __init__(self, server: PrivateServer, pgbench: Path, minute: int, case: Case) -> None:
        """`minute` is how many seconds a minute has: fewer in a quick run."""
        self.server, self.pgbench, self.minute = server, pgbench, minute
        self.minutes, self.rate, self.seed = int(case["minutes"]), int(case["rate"]), int(case["seed"])

    def run(self, deletes: Deletes, reindex: Reindex | None) -> Seen:
        """Insert at the rate of the load; build the index again after a minute, if it is to be."""
        conninfo = self.server.conninfo(APPLICATION)
        common = (f"--time={self.minutes * self.minute}", f"--random-seed={self.seed}")
        inserts = ([INSERT], f"--client={CLIENTS}", "--jobs=2", f"--rate={self.rate}", *common)
        look_ups = (list(LOOK_UPS.values()), "--client=2", f"--rate={LOOK_UPS_PER_SECOND}", *common)
        # So that it comes in a quick run, too.
        jobs = [Job(self.server, min(DELETE_SECONDS, self.minute / 2), deletes, self.seed)]
        if reindex:
            jobs.append(Job(self.server, self.minute, reindex, self.seed))
        with self.server.connect() as connection:
            samples = [counters(connection)]
            started = time.monotonic()
            with (
                RunningLoad(self.pgbench, conninfo, *inserts) as inserting,
                RunningLoad(self.pgbench, conninfo, *look_ups) as looking,
            ):
                for job in jobs:
                    job.start()
                try:
                    for number in range(1, self.minutes + 1):
                        time.sleep(max(started + number * self.minute - time.monotonic(), 0))
                        samples.append(counters(connection))
                finally:
                    for job in jobs:
                        job.stop()
                inserted, looked = inserting.log(), looking.log()
        for before, sample in pairwise(samples):
            sample.update(latencies(inserted, looked, before["time"], sample["time"]))
        return Seen(samples, latencies(inserted, looked, 0, math.inf))


def latencies(inserted: numpy.ndarray, looked: numpy.ndarray, start: float, end: float) -> dict[str, Any]:
    """Those of inserts and look-ups."""
    return {
        "insert_ms": latency(inserted, 0, start, end),
        **{f"{script}_ms": latency(looked, number, start, end) for number, script in enumerate(LOOK_UPS)},
    }


def latency(log: numpy.ndarray, script: int, start: float, end: float) -> dict[str, float]:
    """Percentiles and maximum in milliseconds of what ended in a span of time, and how much that was.

    At a fixed rate, a latency begins when the transaction was due.
    """
    chosen = log[(log[:, 1] == script) & (log[:, 2] >= start) & (log[:, 2] < end), 0]
    if not chosen.size:
        return {}
    figures = {f"p{p}": round(float(numpy.percentile(chosen, p)) / 1000, 3) for p in PERCENTILES}
    return {**figures, "max": round(float(chosen.max()) / 1000, 3), "count": int(chosen.size)}


def rows_found(connection: psycopg.Connection) -> int:
    """How many rows the table has."""
    return int(value(connection, f"SELECT count(*) FROM {TABLE}"))
