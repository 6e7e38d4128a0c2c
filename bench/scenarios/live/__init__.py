"""A database under load: rows at a fixed rate, with autovacuum, checkpoints, deletes and look-ups.

Each key has a table of its own, on a new server, and the same schedule. The table begins with a past: it is five times
as old as rows are kept, with the keys that its rows would have had; the newest are kept, and 5 % of the older ones are
left. That is two and a half cycles, since uuid_advise gives a cycle of twice the time that rows are kept. Then eight
clients insert one row in each transaction, and wait for the disk; two others look up keys of the last ten minutes, and
keys of rows that were left behind; every ten seconds, a job deletes what has become old enough. Autovacuum comes at
2.5 % of dead rows, once in each run. Data checksums are on. Neither the index of random keys nor the table fits into
memory, beside what the server itself needs. UUIDv7 runs a second time, with a REINDEX INDEX CONCURRENTLY after a
minute.

It is a scale model, so that each key can run three times, in turn with the others, and a figure be a median: a table of
eight million rows, kept for nine hours, with a checkpoint every five minutes would change as large a part of its pages
between two checkpoints as this one with a fifth of the rows and a checkpoint every minute.

Autovacuum does not come for inserted rows (autovacuum_vacuum_insert_threshold is -1): the model is asked for dead rows
alone. It leaves indexes alone while less than 2 % of the table's pages have dead rows, which the model does not know:
the report has how often it did scan them.

A latency begins when the transaction was due. WAL is archived. After the load, an incremental backup is taken of what
has changed since it began. Then a standby that was copied before the load replays all WAL, alone on the machine, within
the same memory.

The model is not asked about the table's index on the time, commits, REINDEX, or what else the server writes. WAL per
row without these is compared with its promise.
"""

from __future__ import annotations

import time
from typing import Any

from bench.contenders import advised
from bench.results import Case, Figures, Run
from bench.scenarios.base import Bench, Chapter, Scenario
from bench.scenarios.live import chapter, keys, past, wal
from bench.scenarios.live.load import Deletes, Load, Reindex, counters, rows_found
from bench.scenarios.live.options import options_of
from bench.server import PrivateServer, settings_of
from bench.tables import TABLE, index_figures

CHECKPOINT = "1min"
CHECKSUMS = "--data-checksums"
"""The default from 18 on."""
BACKUP = "backup"
"""The directory of the full backup, of which the standby is made."""
ALLOWED_LATE = 30
"""Seconds."""


class Live(Scenario):
    """Each case is a key."""

    name = "live"
    title = "A database under load"
    on_given_server = False
    takes_hours = True
    figures = ("samples", "latencies", "promise", "wal", "index", "replay_seconds", "full_backup_bytes", "log")
    settings = {
        "shared_buffers": "24MB",
        "autovacuum": "on",
        "checkpoint_timeout": CHECKPOINT,
        # So that checkpoints come by time.
        "max_wal_size": "24GB",
        "wal_keep_size": "0",
        "wal_compression": "off",
        "archive_mode": "on",
        # As by default, unlike in other scenarios, whose WAL is not archived and only grows.
        "wal_init_zero": "on",
        "autovacuum_naptime": "10s",
        # With the default, REINDEX needs more memory than there is.
        "maintenance_work_mem": "8MB",
        "max_parallel_maintenance_workers": "0",
        "autovacuum_vacuum_scale_factor": str(past.SCALE_FACTOR),
        # The model knows of dead rows only.
        "autovacuum_vacuum_insert_threshold": "-1",
        "log_autovacuum_min_duration": "0",
        "log_checkpoints": "on",
        # A Unix time.
        "log_line_prefix": "%n [%p] ",
    }
    quick_settings = {"shared_buffers": "16MB", "checkpoint_timeout": "30s"}

    def __init__(self, bench: Bench) -> None:
        """Nothing is run yet."""
        super().__init__(bench)
        self.options = options_of(bench.asked)

    def cases(self) -> list[Case]:
        """Keys, and the load."""
        load = self.options
        chosen = load.keys or (keys.QUICK_KEYS if self.quick else keys.KEYS)
        return [
            Case(
                self.name,
                (
                    *(("key", key), ("rate", load.rate), ("past_rows", load.past_rows), ("kept_rows", load.kept_rows)),
                    *(("minutes", load.minutes), ("minute_seconds", self.minute)),
                    *(("memory", load.memory), ("seed", load.seed)),
                ),
                load.minutes * self.minute + load.past_seconds + 30,
            )
            for key in chosen
        ]

    @property
    def minute(self) -> int:
        """How many seconds a minute of the schedule has."""
        return 4 if self.quick else 60

    def prepare(self) -> None:
        """Start a server with the settings of the load, for its settings to be recorded; each run makes its own."""
        server = self.bench.server
        assert isinstance(server, PrivateServer)
        server.configure(self.load_settings(server), self.options.memory << 20, CHECKSUMS)

    def load_settings(self, server: PrivateServer) -> dict[str, str]:
        """Those under load."""
        settings = {**self.settings, **(self.quick_settings if self.quick else {})}
        settings["archive_command"] = wal.archive_command(server)
        if server.major >= 17:
            settings["summarize_wal"] = "on"
        return settings

    def run(self, case: Case, repetition: int) -> Figures:
        """Make the past, load, back up, replay."""
        del repetition
        server = self.bench.server
        assert isinstance(server, PrivateServer)
        try:
            figures = self.make_past(server, case, self.load_settings(server))
            return {**figures, **self.load(server, case, figures)}
        finally:
            wal.remove(server.directory / BACKUP, wal.archive_of(server))

    def make_past(self, server: PrivateServer, case: Case, settings: dict[str, str]) -> Figures:
        """Make the past as fast as possible, and start the server for the load."""
        wal.remove(wal.archive_of(server), server.directory / BACKUP)
        wal.make_archive(server)
        server.configure({**past.SETTINGS, **(past.QUICK_SETTINGS if self.quick else {})}, None, CHECKSUMS)
        begin = time.time() + self.options.past_seconds
        name, arguments = str(case["key"]), self.arguments(case, settings)
        with server.connect() as connection:
            key = keys.key_of(name, advised(connection, arguments))
        made = past.make_past(server, case, key, name == keys.OPAQUE, begin)
        server.limits.set_memory(int(case["memory"]) << 20)
        server.restart(settings)
        with server.connect() as connection:
            # With the settings of the load.
            promise = keys.promise_of(name, advised(connection, arguments))
        full = wal.back_up(server, BACKUP)
        # Rows are as old as they should be if the load begins at its time.
        late = time.time() - begin
        time.sleep(max(-late, 0))
        if late > ALLOWED_LATE and not self.quick:
            server.note(f"{name}: making the past took {late:.0f} s longer than planned: a pause without inserts")
        return {
            **made,
            "late_seconds": late,
            "call": key.call,
            "promise": promise,
            "advice_arguments": arguments,
            "full_backup_bytes": wal.size_of(full),
        }

    def arguments(self, case: Case, settings: dict[str, str]) -> dict[str, Any]:
        """What uuid_advise is asked, named as its parameters: the middle of the load."""
        rate, minutes = int(case["rate"]), int(case["minutes"])
        horizon = int(case["past_rows"]) / rate + minutes * int(case["minute_seconds"]) / 2
        return {
            "rows_per_second": rate,
            "kept": f"{int(case['kept_rows']) / rate} s",
            "left_behind": past.LEFT_BEHIND,
            "row_bytes": past.ROW_BYTES,
            "index_memory": f"{int(case['memory']) // 2} MB",
            "checkpoint_interval": settings["checkpoint_timeout"],
            "dead_at_vacuum": past.SCALE_FACTOR,
            "random_before": False,
            "horizon": f"{horizon} s",
        }

    def load(self, server: PrivateServer, case: Case, made: Figures) -> Figures:
        """The load, and what follows from it."""
        full = server.directory / BACKUP
        # Those that come of age while the past is made are the first batch.
        deletes = Deletes(case, made["past_start"] + made["past_deleted"] / int(case["rate"]))
        reindex = Reindex() if str(case["key"]).endswith(keys.REINDEX) else None
        with server.connect() as connection:
            connection.execute(f"ALTER TABLE {TABLE} RESET (autovacuum_enabled)")
            connection.execute("CHECKPOINT")
            start, before = counters(connection), wal.relations(connection)
            seen = Load(server, self.bench.pgbench.program, self.minute, case).run(deletes, reindex)
            figures = {
                "settings": settings_of(connection),
                "index": index_figures(connection),
                "latencies": seen.latencies,
                **({"reindex": reindex.figures} if reindex else {}),
                **wal.incremental_backup(server, connection, full),
            }
            end = counters(connection)
            figures["rows_inserted"] = made["past_live"] + end["inserted"] - start["inserted"]
            figures["rows_inserted"] -= end["deleted"] - start["deleted"]
            figures["rows_found"] = rows_found(connection)
            archive = wal.Wal(server, before, wal.relations(connection))
            last = wal.finish_archive(connection)
        server.stop("fast")
        figures.update(wal.replay(server, full, seen.samples, last))
        server.start()
        figures["wal"] = archive.by_relation(seen.samples[0]["lsn"], seen.samples[-1]["lsn"])
        return {**figures, "samples": seen.samples, "log": wal.log_of(server), "delete_batches": deletes.batches}

    def problems(self, figures: Figures) -> list[str]:
        """What cannot be, whatever the key and the machine."""
        # A quick run says nothing about speed.
        return chapter.problems(figures) + ([] if self.quick else chapter.rate_problems(figures))

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Measured figures beside those promised."""
        return chapter.chapter(runs)
