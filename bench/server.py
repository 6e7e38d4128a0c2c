"""The PostgreSQL server that is measured: a private one, or one that --dsn names."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bench.contenders import V1_AT
from bench.limits import Limits

SCHEMA = "sequential_uuids_bench"
EXTENSIONS = ("sequential_uuids", "uuid-ossp", "pgstattuple", "pageinspect", "pg_walinspect", "pg_uuidv7")


class Server:
    """A server with the schema SCHEMA, in which everything is made."""

    private = False
    as_user: tuple[str, ...] = ()
    """A command prefix that changes to the user of a private server."""
    owner: tuple[int, int] = (-1, -1)
    """That user's numbers and its group's, for files that it is to own."""

    def __init__(self, dsn: str, limits: Limits) -> None:
        """Nothing is connected yet."""
        self.dsn = dsn
        self.limits = limits
        self.search_path = SCHEMA
        self.notes: list[str] = []

    def configure(self, settings: Mapping[str, str], memory: int | None) -> None:
        """Bring the server into the state that a scenario asks for, with an empty schema."""
        del settings, memory
        self.make_schema()

    def connect(self) -> psycopg.Connection:
        """A connection that commits each statement."""
        connection = psycopg.connect(self.dsn, autocommit=True, application_name="bench")
        connection.execute(f"SET search_path = {self.search_path}")
        return connection

    def environment(self) -> dict[str, str]:
        """For clients that libpq connects."""
        return {**os.environ, "PGOPTIONS": f"-c search_path={self.search_path.replace(' ', '')}"}

    def make_schema(self) -> None:
        """Make the schema anew, with the extensions that can be had."""
        self.search_path = SCHEMA
        with self.connect() as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
            connection.execute(f"CREATE SCHEMA {SCHEMA}")
            schemas = [SCHEMA, "public"]
            for name in EXTENSIONS:
                found = connection.execute(
                    "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = %s", (name,)
                ).fetchone()
                if found:
                    schemas.append(found[0])
                    continue
                try:
                    connection.execute(f'CREATE EXTENSION "{name}" SCHEMA {SCHEMA}')
                except psycopg.Error as error:
                    note = f"without the extension {name}: {error.diag.message_primary}"
                    if note not in self.notes:
                        self.notes.append(note)
            connection.execute(V1_AT)
        self.search_path = ", ".join(dict.fromkeys(schemas))

    def drop_schema(self) -> None:
        """Drop all that was made."""
        with self.connect() as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")

    def processes(self) -> list[int]:
        """Process ids of the server, if it runs here."""
        return []

    def close(self) -> None:
        """Leave nothing behind."""
        self.drop_schema()


class PrivateServer(Server):
    """A server of our own in a directory, on a Unix socket, within the limits."""

    private = True

    def __init__(self, bindir: Path, directory: Path, as_user: list[str], limits: Limits) -> None:
        """`directory` is the user's own."""
        super().__init__(make_conninfo(host=str(directory), user="postgres", dbname="postgres"), limits)
        self.bindir = bindir
        self.directory = directory
        self.data = directory / "data"
        self.as_user = tuple(as_user)
        self.owner = (directory.stat().st_uid, directory.stat().st_gid)

    def call(self, *command: str) -> None:
        """Run a program of the server as its user, within the limits."""
        done = subprocess.run(
            self.limits.command([*self.as_user, *command]), stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            log = self.data / "server.log"
            tail = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise RuntimeError(f"{command[0]} failed:\n{done.stdout}{done.stderr}{tail}")

    def configure(self, settings: Mapping[str, str], memory: int | None) -> None:
        """A new cluster with these settings, whose files count as its memory."""
        self.stop()
        subprocess.run(["rm", "-rf", str(self.data)], check=True)
        self.limits.set_memory(memory)
        data = str(self.data)
        self.call(
            *(str(self.bindir / "initdb"), "--pgdata", data, "--username=postgres", "--auth=trust"),
            *("--encoding=UTF8", "--no-locale", "--no-sync"),
        )
        all_settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.directory),
            "max_connections": "100",
            "wal_keep_size": "4GB",
            "autovacuum": "off",
            "jit": "off",
            **settings,
        }
        options = " ".join(f"-c {shlex.quote(f'{name}={value}')}" for name, value in all_settings.items())
        log = str(self.data / "server.log")
        self.call(str(self.bindir / "pg_ctl"), "-D", data, "-w", "-t", "120", "-l", log, "-o", options, "start")
        self.make_schema()

    def processes(self) -> list[int]:
        """The postmaster and its children."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        children = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(status.read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == postmaster:
                children.append(int(status.parent.name))
        return [postmaster, *children]

    def close(self) -> None:
        """Stop the server and lift the limits; the data goes with the directory."""
        self.stop()
        self.limits.close()

    def stop(self) -> None:
        """Stop the server, if it runs."""
        if (self.data / "postmaster.pid").exists():
            self.limits.set_disk("native")
            self.call(str(self.bindir / "pg_ctl"), "-D", str(self.data), "-w", "-m", "immediate", "stop")


def given_server(dsn: str, limits: Limits) -> Server:
    """The server of a connection string, after a first connection to it."""
    server = Server(dsn, limits)
    with server.connect():
        pass
    if conninfo_to_dict(dsn).get("options"):
        server.notes.append("options in the connection string do not reach pgbench")
    return server


SETTINGS = (
    *("server_version", "shared_buffers", "max_wal_size", "checkpoint_timeout", "synchronous_commit", "fsync"),
    *("full_page_writes", "wal_compression", "wal_level", "autovacuum", "work_mem", "maintenance_work_mem"),
)


def settings_of(connection: psycopg.Connection) -> dict[str, str]:
    """The settings that matter, as they are in force."""
    query = "SELECT name, current_setting(name) FROM pg_settings WHERE name = ANY (%s)"
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
            raise RuntimeError(f"did not come true in {seconds} s: {query}")
        time.sleep(0.02)
