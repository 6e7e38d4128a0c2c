"""The PostgreSQL server that is measured: a private one, or one that --dsn names."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bench.contenders import PAST
from bench.limits import Limits

SCHEMA = "sequential_uuids_bench"
EXTENSIONS = (
    *(
        "sequential_uuids",
        "sequential_uuids_advice",
        "uuid-ossp",
        "pgstattuple",
        "pageinspect",
        "pg_walinspect",
    ),
    "pg_uuidv7",
)
NEEDED_ON_A_PRIVATE_SERVER = EXTENSIONS[:-1]


class Server:
    """A server with the schema SCHEMA, which holds everything."""

    private = False
    as_user: tuple[str, ...] = ()
    """A command prefix that changes to the user of a private server."""
    owner: tuple[int, int] = (-1, -1)
    """The ids of that user and its group, for files that it has to own."""

    def __init__(self, dsn: str, limits: Limits) -> None:
        """Nothing is connected yet."""
        self.dsn = dsn
        self.limits = limits
        self.search_path = SCHEMA
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Add a note to the report, once."""
        if text not in self.notes:
            self.notes.append(text)

    def configure(self, settings: Mapping[str, str], memory: int | None, *initdb_options: str) -> None:
        """Set up the server for a scenario, with an empty schema."""
        del settings, memory, initdb_options
        self.make_schema()

    def conninfo(self, application: str, settings: Mapping[str, str] | None = None) -> str:
        """For a client of this name, with the search path and these settings of the session."""
        options = str(conninfo_to_dict(self.dsn).get("options") or "")
        for name, setting in {"search_path": self.search_path, **(settings or {})}.items():
            # Spaces and backslashes are escaped by backslashes in these options.
            options += f" -c {name}=" + setting.replace("\\", "\\\\").replace(" ", "\\ ")
        return make_conninfo(self.dsn, application_name=application, options=options)

    def connect(self) -> psycopg.Connection:
        """A connection that commits each statement, and prepares none by itself."""
        return psycopg.connect(self.conninfo("bench"), autocommit=True, prepare_threshold=None)

    def make_schema(self) -> None:
        """Make the schema again, with the available extensions."""
        self.search_path = SCHEMA
        with self.connect() as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
            connection.execute(f"CREATE SCHEMA {SCHEMA}")
            schemas = [SCHEMA]
            for name in EXTENSIONS:
                found = connection.execute(
                    "SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace AS n ON n.oid = extnamespace"
                    " WHERE extname = %s",
                    (name,),
                ).fetchone()
                if found:
                    schemas.append(found[0])
                    continue
                try:
                    connection.execute(
                        sql.SQL("CREATE EXTENSION {} SCHEMA {}").format(sql.Identifier(name), sql.Identifier(SCHEMA))
                    )
                except psycopg.Error as error:
                    if self.private and name in NEEDED_ON_A_PRIVATE_SERVER:
                        raise
                    self.note(f"the extension {name} is not used: {error.diag.message_primary}")
            connection.execute(PAST)
        self.search_path = ", ".join(dict.fromkeys(schemas))

    def processes(self) -> list[int]:
        """Process ids of the server, if it runs here."""
        return []

    def forget(self) -> None:
        """Drop the tables from memory, if possible."""

    def close(self) -> None:
        """Leave nothing behind."""
        self.search_path = SCHEMA
        with self.connect() as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


class PrivateServer(Server):
    """A server of our own in a directory, on a Unix socket, within the limits."""

    private = True

    def __init__(
        self, bindir: Path, directory: Path, as_user: Sequence[str], limits: Limits, data: str = "data"
    ) -> None:
        """`directory` belongs to the server's user; the cluster is in `data` in it."""
        super().__init__(make_conninfo(host=str(directory), user="postgres", dbname="postgres"), limits)
        self.bindir = bindir
        self.directory = directory
        self.data = directory / data
        self.settings: dict[str, str] = {}
        self.as_user = tuple(as_user)
        self.owner = (directory.stat().st_uid, directory.stat().st_gid)

    @property
    def major(self) -> int:
        """The major version of its programs."""
        printed = subprocess.run([self.bindir / "postgres", "--version"], check=True, capture_output=True, text=True)
        return int(re.findall(r"\d+", printed.stdout)[0])

    def call_as_user(self, *command: str) -> None:
        """Run any program as the server's user."""
        subprocess.run([*self.as_user, *command], check=True, stdin=subprocess.DEVNULL)

    def call(self, program: str, *arguments: str) -> None:
        """Run a program of the server as its user, within the limits."""
        done = subprocess.run(
            self.limits.command([*self.as_user, str(self.bindir / program), *arguments]),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            log = self.data / "server.log"
            tail = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise RuntimeError(f"{program} failed:\n{done.stdout}{done.stderr}{tail}")

    def configure(self, settings: Mapping[str, str], memory: int | None, *initdb_options: str) -> None:
        """Create a cluster with these settings; its page cache counts as memory, too."""
        self.stop("immediate")
        subprocess.run(["rm", "-rf", str(self.data)], check=True)
        self.limits.set_memory(memory)
        data = str(self.data)
        options = (
            "--pgdata",
            data,
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        )
        self.call("initdb", *options, *initdb_options)
        self.restart(settings)
        self.make_schema()

    def restart(self, settings: Mapping[str, str]) -> None:
        """Start the cluster with these settings, instead of those that it has."""
        self.stop("fast")
        self.settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.directory),
            "max_connections": "100",
            "wal_keep_size": "4GB",
            # Otherwise the first gigabytes of WAL, and only those, would be written twice.
            "wal_init_zero": "off",
            "autovacuum": "off",
            "jit": "off",
            **settings,
        }
        self.start()

    def start(self) -> None:
        """Start the server."""
        options = " ".join(f"-c {shlex.quote(f'{name}={value}')}" for name, value in self.settings.items())
        log = str(self.data / "server.log")
        self.call("pg_ctl", "-D", str(self.data), "-w", "-t", "120", "-l", log, "-o", options, "start")

    def postmaster(self) -> int | None:
        """The postmaster's process id, if it runs."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            os.kill(pid, 0)
        except (OSError, ValueError, IndexError):
            return None
        return pid

    def processes(self) -> list[int]:
        """The postmaster and its children."""
        postmaster = self.postmaster()
        if postmaster is None:
            return []
        children = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            # It may have ended meanwhile.
            with contextlib.suppress(OSError):
                if int(status.read_text().rpartition(")")[2].split()[1]) == postmaster:
                    children.append(int(status.parent.name))
        return [postmaster, *children]

    def stop(self, mode: str) -> None:
        """Stop the server, if it runs."""
        if self.postmaster() is not None:
            self.limits.set_disk("native")
            self.call("pg_ctl", "-D", str(self.data), "-w", "-t", "300", "-m", mode, "stop")

    def forget(self) -> None:
        """Restart, and drop the page cache of the tables."""
        self.stop("fast")
        drop_from_cache(self.data)
        self.start()

    def close(self) -> None:
        """Stop the server and lift the limits; the data goes with the directory."""
        try:
            self.stop("immediate")
        finally:
            self.limits.close()


def drop_from_cache(data: Path) -> None:
    """Drop the tables of a cluster that is on the disk from the page cache."""
    for file in (data / "base").glob("*/*"):
        descriptor = os.open(file, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


SETTINGS = (
    *(
        "server_version",
        "block_size",
        "data_checksums",
        "shared_buffers",
        "wal_level",
        "wal_buffers",
        "wal_compression",
    ),
    *(
        "full_page_writes",
        "fsync",
        "synchronous_commit",
        "wal_init_zero",
        "wal_keep_size",
        "min_wal_size",
        "max_wal_size",
    ),
    *("checkpoint_timeout", "checkpoint_completion_target", "autovacuum", "work_mem", "maintenance_work_mem", "jit"),
    *("max_parallel_workers_per_gather", "effective_io_concurrency", "io_method", "huge_pages"),
    *("archive_mode", "wal_recycle", "summarize_wal"),
    *("autovacuum_vacuum_scale_factor", "autovacuum_vacuum_insert_threshold"),
)


def settings_of(connection: psycopg.Connection) -> dict[str, str]:
    """The current values of the settings that matter, and the extension's version."""
    query = """SELECT name, current_setting(name) FROM pg_settings WHERE name = ANY (%s)
                UNION ALL
               SELECT extname || ' (extension)', extversion FROM pg_extension WHERE extname = 'sequential_uuids'"""
    return dict(connection.execute(query, (list(SETTINGS),)).fetchall())


def value(connection: psycopg.Connection, query: str, *parameters: Any) -> Any:
    """The one value of a query."""
    row = connection.execute(query, parameters or None).fetchone()
    assert row is not None
    return row[0]


def wait_until(connection: psycopg.Connection, query: str, seconds: float = 30) -> None:
    """Wait until a query is true."""
    end = time.monotonic() + seconds
    while not value(connection, query):
        if time.monotonic() > end:
            raise RuntimeError(f"still not true after {seconds} s: {query}")
        time.sleep(0.02)
