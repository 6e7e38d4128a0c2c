"""Bytes that a database writes for random and for ascending keys, in heap and in clustered tables.

Follows "Choose the right primary key to save a large amount of disk I/O"
(https://www.toomanyafterthoughts.com/primary-key-random-sequential-performance/): an ascending key saves about
1 - 1/(ln n - 1) of the writes if the table is its primary key's index, some 92 % for a million rows, and far less if it
is a heap. Each database has a cache of 10 MB, and pages of 16 kB if it lets us choose.

Rows are 10 kB long, in a second series 3 kB. Of 10 kB, a clustered table keeps little in its index: InnoDB stores a
value of more than half a page elsewhere, and SQLite all but 2 kB of it, in the order of arrival. Rows of 3 kB stay in
the index. PostgreSQL moves both out of the table (TOAST).
"""

from __future__ import annotations

import math
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import pymysql

from bench.measure import process_io
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Bench, Chapter, Published, Scenario, Table, cell
from bench.server import Server

PAYLOADS = (10_000, 3_000)
"""Bytes per row, random, so that nothing can be compressed."""
TRANSACTION_ROWS = 100
Rows = list[tuple[bytes, bytes]]


class Engine(ABC):
    """A database with an empty table of keys and payloads."""

    clustered: bool
    """Whether the rows are in the index of the primary key."""

    @abstractmethod
    def insert(self, rows: Rows) -> None:
        """One transaction."""

    @abstractmethod
    def count(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def processes(self) -> list[int]:
        """The processes whose writes count."""

    @abstractmethod
    def flush(self) -> None:
        """Write out what is only in memory."""

    @abstractmethod
    def close(self) -> None:
        """Leave nothing behind."""


class PostgreSQL(Engine):
    """A heap with an index; the payload goes to the TOAST table."""

    clustered = False

    def __init__(self, server: Server) -> None:
        """The server has been configured with a small cache."""
        self.server = server
        self.connection = server.connect()
        self.connection.execute("DROP TABLE IF EXISTS items")
        self.connection.execute("CREATE TABLE items (id uuid PRIMARY KEY, payload bytea)")

    def insert(self, rows: Rows) -> None:
        """One transaction."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO items VALUES (%s, %s)", [(uuid.UUID(bytes=key), payload) for key, payload in rows]
            )

    def count(self) -> int:
        """How many rows there are."""
        row = self.connection.execute("SELECT count(*) FROM items").fetchone()
        assert row
        return int(row[0])

    def processes(self) -> list[int]:
        """All of the server."""
        return self.server.processes()

    def flush(self) -> None:
        """A checkpoint."""
        self.connection.execute("CHECKPOINT")

    def close(self) -> None:
        """The next configuration removes the table."""
        self.connection.execute("DROP TABLE items")
        self.connection.close()


class SQLite(Engine):
    """A table with a rowid, whose primary key has an index of its own, or one without, which is that index."""

    def __init__(self, directory: Path, clustered: bool) -> None:
        """The database is in `directory`."""
        self.clustered = clustered
        self.connection = sqlite3.connect(directory / "sqlite.db", isolation_level=None)
        for pragma in ("page_size = 16384", "journal_mode = WAL", "synchronous = NORMAL", "cache_size = -10000"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.execute(
            "CREATE TABLE items (id BLOB PRIMARY KEY, payload BLOB)" + (" WITHOUT ROWID" if clustered else "")
        )

    def insert(self, rows: Rows) -> None:
        """One transaction."""
        self.connection.execute("BEGIN")
        self.connection.executemany("INSERT INTO items VALUES (?, ?)", rows)
        self.connection.execute("COMMIT")

    def count(self) -> int:
        """How many rows there are."""
        return int(self.connection.execute("SELECT count(*) FROM items").fetchone()[0])

    def processes(self) -> list[int]:
        """SQLite is part of this process, which writes little else."""
        return [os.getpid()]

    def flush(self) -> None:
        """Move the write-ahead log into the database."""
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """The caller removes the directory."""
        self.connection.close()


class MariaDB(Engine):
    """InnoDB, whose tables are their primary key's index, on a private server."""

    clustered = True

    def __init__(self, directory: Path, as_user: tuple[str, ...]) -> None:
        """Start a server in `directory`, which the user may write."""
        self.as_user = as_user
        data, socket = directory / "data", directory / "socket"
        self.pid_file = directory / "pid"
        install = shutil.which("mariadb-install-db") or "mariadb-install-db"
        done = subprocess.run(
            [
                *as_user,
                install,
                "--no-defaults",
                f"--datadir={data}",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"mariadb-install-db failed:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
        settings = [f"datadir={data}", "skip-networking", f"socket={socket}", f"pid-file={self.pid_file}"]
        settings += [f"log-error={directory / 'log'}", "innodb-page-size=16384", "innodb-buffer-pool-size=10M"]
        settings += ["innodb-flush-log-at-trx-commit=1", "innodb-use-native-aio=OFF", "max-allowed-packet=64M"]
        self.process = subprocess.Popen(
            [*as_user, str(find_mariadbd()), "--no-defaults", *(f"--{setting}" for setting in settings)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self.connection = self.connect(socket, directory / "log")
            with self.connection.cursor() as cursor:
                cursor.execute("CREATE DATABASE bench")
                cursor.execute("USE bench")
                cursor.execute("CREATE TABLE items (id BINARY(16) PRIMARY KEY, payload BLOB) ENGINE = InnoDB")
        except BaseException:
            self.stop()
            raise

    def connect(self, socket: Path, log: Path) -> pymysql.connections.Connection:
        """Connect, as soon as the server accepts connections."""
        end = time.monotonic() + 60
        while True:
            try:
                return pymysql.connect(unix_socket=str(socket), user="root", autocommit=False)
            except pymysql.err.OperationalError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"mariadbd does not start:\n{log.read_text()[-2000:]}") from None
                time.sleep(0.1)

    def insert(self, rows: Rows) -> None:
        """One transaction."""
        with self.connection.cursor() as cursor:
            cursor.executemany("INSERT INTO items VALUES (%s, %s)", rows)
        self.connection.commit()

    def count(self) -> int:
        """How many rows there are."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM items")
            row = cursor.fetchone()
        assert row
        return int(row[0])

    def processes(self) -> list[int]:
        """The server."""
        return [int(self.pid_file.read_text())]

    def flush(self) -> None:
        """Pages of this table."""
        with self.connection.cursor() as cursor:
            cursor.execute("FLUSH TABLES items FOR EXPORT")
            cursor.execute("UNLOCK TABLES")

    def close(self) -> None:
        """Stop the server."""
        self.connection.close()
        self.stop()

    def stop(self) -> None:
        """Ask the server to end, and kill it if it does not."""
        if self.pid_file.exists():
            subprocess.run([*self.as_user, "kill", "-TERM", self.pid_file.read_text().strip()], capture_output=True)
        else:
            self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()


def find_mariadbd() -> Path | None:
    """The server program, which may not be on the path."""
    found = shutil.which("mariadbd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/libexec")
    return Path(found) if found else None


ENGINES = (
    "PostgreSQL, heap",
    "SQLite, rowid",
    "SQLite, WITHOUT ROWID",
    "MariaDB InnoDB",
)
CLUSTERED = ENGINES[2:]
REMARKS = {
    (10_000, "SQLite, WITHOUT ROWID"): "2 kB of each row are in the index, the rest elsewhere in the order of arrival",
    (10_000, "MariaDB InnoDB"): "values above half a page are outside the index, which then nearly fits into the cache",
}
KEYS: dict[str, Callable[[int], bytes]] = {
    "random": lambda i: uuid.uuid4().bytes,
    # UUIDv7 of one millisecond after the other.
    "UUIDv7": lambda i: (1_767_225_600_000 + i).to_bytes(6, "big") + b"\x70" + os.urandom(9),
}


class Bytes(Scenario):
    """Transactions of 100 rows; bytes that the database's processes dirtied for the disk (/proc/PID/io)."""

    name = "bytes"
    title = "Bytes written for random and for ascending keys"
    settings = {"shared_buffers": "10MB", "max_wal_size": "1GB", "wal_keep_size": "0"}
    figures = ("written", "bytes_per_row", "load_seconds")
    on_given_server = False

    def __init__(self, bench: Bench) -> None:
        """Find out which databases are installed."""
        super().__init__(bench)
        self.engines = list(ENGINES)
        # The last one is what mariadb-install-db calls.
        if not find_mariadbd() or not all(map(shutil.which, ("mariadb-install-db", "my_print_defaults"))):
            self.engines.remove("MariaDB InnoDB")
            bench.server.note(
                "bytes: without MariaDB, which is not installed (Debian: mariadb-server-core mariadb-client-core)"
            )

    def cases(self) -> list[Case]:
        """Payload, engine, keys."""
        rows = 2_000 if self.quick else 100_000
        return [
            Case(
                self.name,
                (("payload", payload), ("engine", engine), ("rows", rows), ("contender", keys)),
                2 + rows / 3_000,
            )
            for payload in PAYLOADS
            for engine in self.engines
            for keys in KEYS
        ]

    def engine(self, name: str, directory: Path) -> Engine:
        """Start one with an empty table."""
        if name.startswith("PostgreSQL"):
            return PostgreSQL(self.bench.server)
        if name.startswith("SQLite"):
            return SQLite(directory, clustered=name in CLUSTERED)
        return MariaDB(directory, self.bench.server.as_user)

    def run(self, case: Case, repetition: int) -> Figures:
        """Insert all rows; the bytes written after each tenth of them."""
        rows, payload = int(case["rows"]), int(case["payload"])
        source = random.Random(repetition)
        noise = source.randbytes(1 << 20)
        make_key = KEYS[str(case["contender"])]
        points: list[tuple[int, int]] = []
        with tempfile.TemporaryDirectory(prefix="bytes.") as name:
            os.chown(name, *self.bench.server.owner)
            engine = self.engine(str(case["engine"]), Path(name))
            try:
                started = time.monotonic()
                before = process_io(engine.processes())["write_bytes"]
                for first in range(0, rows, TRANSACTION_ROWS):
                    batch = []
                    for i in range(first, first + TRANSACTION_ROWS):
                        start = source.randrange(len(noise) - payload)
                        batch.append((make_key(i), noise[start : start + payload]))
                    engine.insert(batch)
                    if (first + TRANSACTION_ROWS) % (rows // 10) == 0:
                        engine.flush()
                        written = process_io(engine.processes())["write_bytes"] - before
                        points.append((first + TRANSACTION_ROWS, written))
                seconds = time.monotonic() - started
                found = engine.count()
            finally:
                engine.close()
        return {
            "load_seconds": seconds,
            "rows_inserted": rows,
            "rows_found": found,
            "written": points,
            "bytes_per_row": points[-1][1] / rows,
            "times_payload": points[-1][1] / rows / payload,
        }

    def problems(self, figures: Figures) -> list[str]:
        """Less written than there is."""
        found = []
        if not 1 <= figures["times_payload"] <= 100:
            found.append(f"{figures['times_payload']} times as much written as there is")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """If rows stay in the index, random keys cannot write less."""
        random_, ascending = (
            spread(runs, "bytes_per_row", payload=3_000, engine="SQLite, WITHOUT ROWID", contender=keys)
            for keys in KEYS
        )
        if random_ and ascending and random_.median < ascending.median:
            return ["bytes: SQLite WITHOUT ROWID writes less for random keys"]
        return []

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """For each payload, what each database writes."""
        chapter = Chapter()
        for payload in choices(runs, "payload"):
            cls.add_payload(chapter, int(payload), [run for run in runs if run.case["payload"] == payload])
        return chapter

    @classmethod
    def add_payload(cls, chapter: Chapter, payload: int, runs: list[Run]) -> None:
        """The table and the sentence for one payload."""
        engines = [name for name in ENGINES if name in choices(runs, "engine")]
        rows = int(runs[0].case["rows"])
        of = f"{rows:,} rows of {payload:,} bytes"
        saved = {engine: cls.saved(runs, engine) for engine in engines}
        table = [
            [
                engine,
                *(cell(spread(runs, "times_payload", engine=engine, contender=keys)) for keys in KEYS),
                saved[engine],
            ]
            for engine in engines
        ]
        header = ["database", *(f"{keys}: bytes written / payload" for keys in KEYS), "saved by ascending keys"]
        chapter.tables.append(Table(f"Bytes written for {of}", header, table))
        chapter.findings.append(
            f"Of the bytes written for {of}, ascending keys save "
            + "; ".join(f"{saved[engine]} in {engine}" for engine in engines)
            + "."
        )
        formula = f"{100 * (1 - 1 / (math.log(rows) - 1)):.0f} %"
        for engine in engines:
            theirs = f"{formula}, by 1 - 1/(ln n - 1)" if engine in CLUSTERED else "far less than in a clustered table"
            remark = REMARKS.get((payload, engine), "")
            chapter.published.append(
                Published(f"saved by ascending keys: {engine}, {of}", theirs, saved[engine], remark)
            )

    @classmethod
    def saved(cls, runs: list[Run], engine: str) -> str:
        """The share of the writes that ascending keys save, after all rows."""
        random_, ascending = (spread(runs, "bytes_per_row", engine=engine, contender=keys) for keys in KEYS)
        return f"{100 * (1 - ascending.median / random_.median):.0f} %" if random_ and ascending else "—"
