"""What the archived WAL has in it, how long a standby takes to replay it, and how large an incremental backup is.

WAL is read by pg_waldump from the archive when the load is over, so that reading it costs the load nothing. pg_waldump
counts as pg_walinspect does.
"""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg

from bench.server import PrivateServer, drop_from_cache, value, wait_until
from bench.tables import INDEX, TABLE

BYTES = r"(\d+) +\( *[\d.]+\)"
KIND = re.compile(rf"^(\S+) +{BYTES} +{BYTES} +{BYTES} +{BYTES}$", re.MULTILINE)
"""A line of pg_waldump --stats=record: kind, records, their bytes, bytes of page images, the sum."""
NOT_OF_STANDBY = ("archive_mode", "archive_command", "summarize_wal")
"""Settings of the server that would cost its standby more than replay does."""
REPLAY_SETTINGS = {"hot_standby": "on", "recovery_target_timeline": "latest"}
DIRECTLY = "bs=1M oflag=direct status=none"
"""Options of dd."""
PAGE, SEGMENT, SHORT_HEADER, LONG_HEADER = 8192, 16 << 20, 24, 40
"""Bytes, of WAL."""
LONGEST_WAIT = 300
"""Seconds without progress of the standby that are an error."""


REBUILT = "index, built again"
"""The relation that REINDEX makes."""


def relations(connection: psycopg.Connection) -> dict[str, str]:
    """How the relations that the load writes are called in the WAL, now."""
    names = {"table": TABLE, "index": INDEX, "index on the time": f"{TABLE}_created_at_idx"}
    return {
        name: str(
            value(
                connection,
                """SELECT format('%%s/%%s/%%s', t.oid, d.oid, pg_relation_filenode(%s))
                     FROM pg_database AS d JOIN pg_tablespace AS t ON t.oid = d.dattablespace
                    WHERE datname = current_database()""",
                relation,
            )
        )
        for name, relation in names.items()
    }


class Wal:
    """The archive, and the relations that the load writes."""

    def __init__(self, server: PrivateServer, before: dict[str, str], after: dict[str, str]) -> None:
        """The relations as they were called before and after the load."""
        self.server = server
        self.archive = archive_of(server)
        self.relations = {**before, **({REBUILT: after["index"]} if after["index"] != before["index"] else {})}

    def kinds(self, start: str, end: str, relation: str = "") -> dict[str, list[int]]:
        """Records, their bytes, and bytes of page images, by kind; of a relation, those that touch it."""
        command = [*self.server.as_user, str(self.server.bindir / "pg_waldump"), "--stats=record"]
        command += ["--path", str(self.archive), "--start", start, "--end", last_place(end)]
        command += ["--relation", self.relations[relation]] if relation else []
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        # If there is no record at all, which is nothing to fail for.
        if done.returncode and "could not find a valid record" not in done.stderr:
            raise RuntimeError(f"pg_waldump failed: {done.stderr}")
        return {
            kind: [int(count), int(records), int(images)]
            for kind, count, records, images, _ in KIND.findall(done.stdout)
            if int(count)
        }

    def by_relation(self, start: str, end: str) -> dict[str, dict[str, list[int]]]:
        """The kinds of WAL of each relation, and of all."""
        return {"all": self.kinds(start, end), **{name: self.kinds(start, end, name) for name in self.relations}}


def archive_of(server: PrivateServer) -> Path:
    """Where WAL is archived."""
    return server.directory / "archive"


def archive_command(server: PrivateServer) -> str:
    """Copies without the page cache, so that archiving takes little room in memory."""
    return f"dd if=%p of={archive_of(server)}/%f {DIRECTLY}"


def make_archive(server: PrivateServer) -> None:
    """Make it, and look whether the file system can do what archive_command needs."""
    archive = archive_of(server)
    server.call_as_user("mkdir", str(archive))
    server.call_as_user("dd", "if=/dev/zero", f"of={archive / 'try'}", *DIRECTLY.split(), "count=1")
    server.call_as_user("rm", str(archive / "try"))


def back_up(server: PrivateServer, name: str, *options: str) -> Path:
    """A backup, without WAL; the page cache forgets it."""
    directory = server.directory / name
    server.call(
        "pg_basebackup",
        *("--dbname", server.dsn, "--pgdata", str(directory), "--checkpoint=fast", "--wal-method=none", *options),
    )
    drop_from_cache(directory)
    return directory


def size_of(directory: Path) -> int:
    """The bytes of all files."""
    return sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())


def incremental_backup(server: PrivateServer, connection: psycopg.Connection, full: Path) -> dict[str, Any]:
    """The bytes of a backup of what has changed since the full one; they came with 17."""
    figures: dict[str, Any] = {"incremental_backup_bytes": None}
    if connection.info.server_version < 170000:
        server.note("there is no incremental backup before PostgreSQL 17")
    else:
        started = time.monotonic()
        made = back_up(server, "incremental", "--incremental", str(full / "backup_manifest"))
        figures["incremental_backup_bytes"] = size_of(made)
        figures["incremental_backup_seconds"] = time.monotonic() - started
        server.call_as_user("rm", "-rf", str(made))
    return figures


def finish_archive(connection: psycopg.Connection) -> str:
    """Where the WAL ends, once all of it is archived."""
    # Otherwise it might end with a segment, and the place after the next one's header is never replayed.
    connection.execute("SELECT pg_logical_emit_message(true, 'bench', '')")
    end = str(value(connection, "SELECT pg_current_wal_insert_lsn()"))
    last = value(connection, "SELECT pg_walfile_name(pg_switch_wal())")
    wait_until(connection, f"SELECT left(last_archived_wal, 24) >= '{last}' FROM pg_stat_archiver", 300)
    return end


def replay(server: PrivateServer, backup: Path, samples: list[dict[str, Any]], end: str) -> dict[str, Any]:
    """Replay the archive by a standby alone, up to the end; the seconds that each minute of load takes.

    They include copying the archived files, which are not in the page cache.
    """
    standby = PrivateServer(server.bindir, server.directory, server.as_user, server.limits, backup.name)
    standby.settings = {
        **{name: setting for name, setting in server.settings.items() if name not in NOT_OF_STANDBY},
        **REPLAY_SETTINGS,
        "restore_command": f"cp {archive_of(server)}/%f %p",
    }
    server.call_as_user("touch", str(backup / "standby.signal"))
    started = time.monotonic()
    try:
        standby.start()
        with standby.connect() as connection:
            progress = follow(connection, started, end)
    finally:
        standby.stop("immediate")
    add_replay(samples, progress)
    return {"replay_seconds": progress[-1][0], "replay_bytes": progress[-1][1] - progress[0][1]}


def follow(connection: psycopg.Connection, started: float, end: str) -> list[tuple[float, int]]:
    """How far the standby is, in bytes, after how many seconds."""
    progress: list[tuple[float, int]] = []
    last = int(value(connection, "SELECT %s::pg_lsn - '0/0'", end))
    reported = 0.0
    while not progress or progress[-1][1] < last:
        now = time.monotonic() - started
        done = int(value(connection, "SELECT coalesce(pg_last_wal_replay_lsn() - '0/0', 0)"))
        if done and (not progress or done > progress[-1][1]):
            progress.append((now, done))
        if now - (progress[-1][0] if progress else 0) > LONGEST_WAIT:
            raise RuntimeError(f"the standby has not replayed anything for {LONGEST_WAIT} s")
        if now - reported > 60:
            print(f"    replay: {(last - done) / 1e6:,.0f} MB left", flush=True)
            reported = now
        time.sleep(0.2)
    return progress


def add_replay(samples: list[dict[str, Any]], progress: list[tuple[float, int]]) -> None:
    """Add to each minute's record when its end was replayed, between the two times looked at around it."""
    for sample in samples:
        place = position(sample["lsn"])
        reached = [number for number, (_, done) in enumerate(progress) if done >= place]
        if not reached:
            continue
        seconds, done = progress[reached[0]]
        before = progress[reached[0] - 1] if reached[0] else (seconds, done)
        share = (place - before[1]) / (done - before[1]) if done > before[1] else 1
        sample["replayed_at"] = round(before[0] + share * (seconds - before[0]), 2)


def position(lsn: str) -> int:
    """A place in the WAL, in bytes."""
    high, low = lsn.split("/")
    return int(high, 16) << 32 | int(low, 16)


def last_place(lsn: str) -> str:
    """This place, or the start of its page if that has only its header yet, behind which pg_waldump would fail."""
    place = position(lsn)
    if place % PAGE == SHORT_HEADER or place % SEGMENT == LONG_HEADER:
        place -= place % PAGE
    return f"{place >> 32:X}/{place & 0xFFFFFFFF:X}"


def log_of(server: PrivateServer) -> list[str]:
    """What the server says of its checkpoints, and of autovacuum on the table."""
    text = (server.data / "server.log").read_text(errors="replace")
    # A message goes on in lines that begin with a tab.
    entries = re.split(r"\n(?!\t)", text)
    wanted = ("checkpoint complete", f'automatic vacuum of table "postgres.{TABLE}"')
    return [entry for entry in entries if any(what in entry for what in wanted)]


def remove(*paths: Path) -> None:
    """Remove directories of the server."""
    subprocess.run(["rm", "-rf", *map(str, paths)], check=True)
