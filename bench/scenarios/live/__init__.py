"""A database under load: at a fixed rate, then at full speed, with autovacuum, checkpoints, deletes, reads.

Each key has a table of its own, on a new server, and the same schedule. The table begins with a past: rows of so many
hours at the rate of the load, with the keys that they would have had, of which the newest are kept and 5 % of the older
ones are left. That is longer than a cycle. Then eight clients insert one row in each transaction, and wait for the
disk; two others look up keys of the last ten minutes, and keys of rows that were left behind; every ten seconds, a job
deletes what has become old enough. Autovacuum comes at 2.5 % of dead rows, checkpoints every five minutes. Data
checksums are on. Neither the index of random keys nor the table fits into memory. The parameters of each key are those
that uuid_advise gives for this load; a key by sequence has the blocks of the key by time. Opaque keys of the past lie
in the places that this server's permutations give.

Autovacuum does not come for inserted rows (autovacuum_vacuum_insert_threshold is -1): the model is asked for dead rows
alone. By default it would, the sooner from PostgreSQL 18 on, the more pages are frozen; the VACUUMs of this past, which
has no full page writes, freeze none ahead of need. It leaves indexes alone while less than 2 % of the table's pages
have dead rows, which the model does not know: the report has how often it did scan them.

A latency begins when the transaction was due, at a fixed rate, and when it was sent, at full speed. WAL is archived.
Between the phases, after the same work under each key, an incremental backup is taken of what has changed since the
load began. Afterwards a standby that was copied before the load replays all WAL, alone on the machine, within the same
memory.

The model does not know of the table's index on the time, commits, or what else the server writes. WAL per row without
these is compared with its promise. That is of the phase at a fixed rate, which begins at a checkpoint.
"""

from __future__ import annotations

import time
from typing import Any

from bench.contenders import advised
from bench.results import Case, Figures, Run
from bench.scenarios.base import Bench, Chapter, Scenario
from bench.scenarios.live import chapter, keys, past, wal
from bench.scenarios.live.chapter import FAST, FIXED
from bench.scenarios.live.load import Deletes, Phase, counters, rows_found
from bench.scenarios.live.options import options_of
from bench.server import PrivateServer, settings_of
from bench.tables import TABLE, index_figures

CHECKPOINT = "5min"
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
        "shared_buffers": "64MB",
        "autovacuum": "on",
        "checkpoint_timeout": CHECKPOINT,
        # So that checkpoints come by time.
        "max_wal_size": "24GB",
        "wal_keep_size": "0",
        "wal_compression": "off",
        "archive_mode": "on",
        # As by default, unlike in other scenarios, whose WAL is not archived and only grows.
        "wal_init_zero": "on",
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

    def repetitions(self) -> int:
        """Once: it takes the better part of an hour."""
        return 1

    def cases(self) -> list[Case]:
        """Keys, and the load."""
        load = self.options
        chosen = load.keys or (keys.QUICK_KEYS if self.quick else keys.KEYS)
        minute = self.minute
        return [
            Case(
                self.name,
                (
                    *(("key", key), ("rate", load.rate), ("past_rows", load.past_rows), ("kept_rows", load.kept_rows)),
                    *(("minutes", load.minutes), ("full_speed_minutes", load.full_speed_minutes)),
                    *(("minute_seconds", minute), ("memory", load.memory), ("seed", load.seed)),
                ),
                (load.minutes + load.full_speed_minutes) * minute + load.past_rows / 40_000,
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
        settings = self.load_settings(server)
        if str(case["key"]).endswith(keys.LZ4):
            settings["wal_compression"] = "lz4"
        try:
            figures = self.make_past(server, case, settings)
            return {**figures, **self.load(server, case, figures)}
        finally:
            wal.remove(server.directory / BACKUP, wal.archive_of(server))

    def make_past(self, server: PrivateServer, case: Case, settings: dict[str, str]) -> Figures:
        """Make the past as fast as possible, and start the server for the load."""
        wal.remove(wal.archive_of(server), server.directory / BACKUP)
        wal.make_archive(server)
        server.configure({**past.SETTINGS, **(past.QUICK_SETTINGS if self.quick else {})}, None, CHECKSUMS)
        begin = time.time() + self.options.past_seconds
        name, rate, arguments = str(case["key"]), int(case["rate"]), self.arguments(case, settings)
        with server.connect() as connection:
            key = keys.key_of(connection, name, advised(connection, arguments), rate)
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
        """What uuid_advise is asked, named as its parameters: the middle of the phase at a fixed rate."""
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
        """Both phases, and what follows from them."""
        full = server.directory / BACKUP
        phase = Phase(server, self.bench.pgbench.program, self.minute, int(case["seed"]))
        # Those that come of age while the past is made are the first batch.
        deletes = Deletes(case, made["past_start"] + made["past_deleted"] / int(case["rate"]))
        with server.connect() as connection:
            connection.execute(f"ALTER TABLE {TABLE} RESET (autovacuum_enabled)")
            connection.execute("CHECKPOINT")
            start = counters(connection)
            steady = phase.run(FIXED, int(case["minutes"]), int(case["rate"]), deletes)
            between = index_figures(connection)
            # Of equal work. It begins with a checkpoint, so that full speed does, too.
            backup = wal.incremental_backup(server, connection, full)
            fast = phase.run(FAST, int(case["full_speed_minutes"]), None, deletes)
            figures = {
                "settings": settings_of(connection),
                "index_between": between,
                "index": index_figures(connection),
                "latencies": {FIXED: steady.latencies, FAST: fast.latencies},
                **backup,
            }
            samples = [*steady.samples, *fast.samples]
            end = counters(connection)
            figures["rows_inserted"] = made["past_live"] + end["inserted"] - start["inserted"]
            figures["rows_inserted"] -= end["deleted"] - start["deleted"]
            figures["rows_found"] = rows_found(connection)
            archive = wal.Wal(server, connection)
            last = wal.finish_archive(connection)
        server.stop("fast")
        figures.update(wal.replay(server, full, samples, last))
        server.start()
        archive.by_minute(samples)
        figures["wal"] = {
            name: archive.by_relation(seen.samples[0]["lsn"], seen.samples[-1]["lsn"])
            for name, seen in ((FIXED, steady), (FAST, fast))
        }
        return {**figures, "samples": samples, "log": wal.log_of(server), "delete_batches": deletes.batches}

    def problems(self, figures: Figures) -> list[str]:
        """What cannot be, whatever the key and the machine."""
        # A quick run says nothing about speed.
        return chapter.problems(figures) + ([] if self.quick else chapter.rate_problems(figures))

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Lines over time, and measured figures beside those promised."""
        return chapter.chapter(runs)
