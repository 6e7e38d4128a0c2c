"""What it costs to generate a key, to read one, and to load many rows whose keys come from the column default.

Follows no study. The cost of a call is the time per row of SELECT count(f()) FROM generate_series(1, N), or FROM a
table of N rows for the functions that read keys; other functions are measured for comparison. "Net of the query" is
that time less the time of SELECT count(1) in the same repetition. The cost of a bulk load is the time of INSERT INTO an
empty table SELECT FROM generate_series(1, N). For column defaults that need no C, INSERT of a row, sent by pgbench in
each protocol, and INSERT … SELECT of N rows are compared with those of gen_random_uuid(). One connection measures
everything else, each once per repetition in turn, so that a slow spell of the machine slows all of them. Ratios are
taken within a repetition; the aims are for ratios of the whole time.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg

from bench.charts import Chart
from bench.contenders import BY_NAME, MINUTES, Contender
from bench.load import APPLICATION, NO_WAIT_FOR_DISK
from bench.measure import checkpoint
from bench.results import Case, Figures, Run, Spread, choices, spread, spread_of
from bench.scenarios.base import Bench, Chapter, Scenario, Table, between, cell, conditions, listed, median_of
from bench.server import SCHEMA, Server, value
from bench.tables import SEQUENCE, TABLE, make_table

UUIDS = f"{SCHEMA}.uuids"
SQL_ONLY = f"{SCHEMA}_sql_only"
"""The schema of the edition in SQL, on a private server."""
TOP = Path(__file__).parents[2]
PLAIN = "the default that needs nothing"
RANDOM = "gen_random_uuid()"
OPAQUE = f"uuid_opaque_nextval('bench', {MINUTES})"
BY_MINUTES = f"uuid_interval_nextval({MINUTES})"
IN_SQL = {
    f"{call} in SQL": f"{SQL_ONLY}.{call}"
    for call in (
        "uuid_time_nextval()",
        "uuid_interval_nextval('5 min', '57 days')",
        "uuid_interval_nextval('10 ms', '500 days', 8)",
        "uuid_sequence_nextval('keys')",
        "uuid_v7_nextval()",
    )
}
"""Calls of the edition in SQL, by their names in the report."""
PROTOCOLS = ("simple", "extended", "prepared")
INSERTS = (*(f"INSERT, {protocol} protocol" for protocol in PROTOCOLS), "INSERT … SELECT")
"""Statements with keys from the default of an unlogged table."""
AIM_IN_SQL = "at most 1.75"
"""For INSERT of a row, with keys of the edition in SQL."""
DEFAULTS = (RANDOM, PLAIN, *IN_SQL)
NEW_BLOCKS = {
    f"uuid_opaque_nextval('new ' || i, {MINUTES})": (1, "at most 1 ms"),
    **{f"uuid_opaque_nextval('table ' || i % {tables}, {MINUTES})": (1000, "") for tables in (1, 2, 8, 33, 200)},
    "uuid_opaque_nextval('bench', '1 us', '65536 us')": (1, ""),
}
"""Calls with a new label each, with those of a few tables in turn, and a new block and cycle each; how many times as
many rows; and the aims."""
CONSTANT = "1"
"""A constant, for the cost of the query without a call."""
CALLS = (
    CONSTANT,
    "clock_timestamp()",
    "gen_random_uuid()",
    "uuidv7()",
    "nextval('keys')",
    "uuid_time_nextval()",
    BY_MINUTES,
    "uuid_interval_nextval('1 day', '65536 days')",
    OPAQUE,
    "uuid_sequence_nextval('keys')",
    "uuid_v7_nextval()",
    *IN_SQL,
)
READERS = (CONSTANT, "uuid_send(id)", "uuid_block(id, 65536)", "uuid_block_lower(block, 65536)")
IN_UNITS_OF = "bigint identity"
FINE = Contender("wrapping 10 us", "uuid DEFAULT uuid_interval_nextval('10 us', '12 h')", "", "")
"""Intervals short enough for a bulk load, only here."""
# What is compared with what, and the aims of this extension.
AIMS = (
    ("uuid_time_nextval()", "clock_timestamp()", "at most 1.25"),
    ("uuid_time_nextval()", "gen_random_uuid()", "at most 0.143"),
    ("uuid_time_nextval()", "uuidv7()", ""),
    (BY_MINUTES, "uuid_time_nextval()", "at most 1.05"),
    ("uuid_interval_nextval('1 day', '65536 days')", "uuid_time_nextval()", "at most 1.05"),
    (OPAQUE, BY_MINUTES, "at most 1.1"),
    ("uuid_sequence_nextval('keys')", "nextval('keys')", "at most 1.2"),
    ("uuid_sequence_nextval('keys')", "gen_random_uuid()", ""),
    ("uuid_v7_nextval()", "clock_timestamp()", "at most 1.25"),
    ("uuid_v7_nextval()", "gen_random_uuid()", ""),
    ("uuid_v7_nextval()", "uuidv7()", ""),
    *((call, "gen_random_uuid()", "") for call in IN_SQL),
    ("uuid_block(id, 65536)", "uuid_send(id)", "at most 1.5"),
    ("uuid_block_lower(block, 65536)", "uuid_send(id)", "at most 1.5"),
)


@contextlib.contextmanager
def on_one_processor(server: Server) -> Iterator[None]:
    """Keep this program, and what it and the server start, on one processor.

    On two, the time of an INSERT depends on whether the scheduler finds the other end asleep: 14 to 110 us for the same
    one.
    """
    mine = os.getpid()
    before = {process: os.sched_getaffinity(process) for process in (mine, *server.processes()[:1])}
    try:
        for process in before:
            os.sched_setaffinity(process, {max(before[mine])})
        yield
    finally:
        for process, processors in before.items():
            os.sched_setaffinity(process, processors)


class Generate(Scenario):
    """In memory, without JIT, and with no checkpoint during a measurement."""

    name = "generate"
    title = "The cost of a call"
    # Only uuidv7() is not on every private server.
    figures = (
        *(f"call: {call}" for call in CALLS if call != "uuidv7()"),
        *(f"read: {call}" for call in READERS),
        *(f"{statement}: {default}" for statement in INSERTS for default in DEFAULTS),
        *(f"load: {name}" for name in (IN_UNITS_OF, FINE.name)),
        *(f"new block: {call}" for call in NEW_BLOCKS),
    )
    settings = {
        "shared_buffers": "512MB",
        "work_mem": "1GB",
        "min_wal_size": "2GB",
        "max_wal_size": "4GB",
        "checkpoint_timeout": "1d",
        "max_parallel_workers_per_gather": "0",
    }

    def repetitions(self) -> int:
        """Many short ones, since nanoseconds matter: a slow spell of the machine then hits some of them as a whole."""
        return 3 if self.quick else 21

    def __init__(self, bench: Bench) -> None:
        """Set how many rows each query has."""
        super().__init__(bench)
        self.rows = 100_000 if self.quick else 300_000
        self.blocks = 200 if self.quick else 500

    def cases(self) -> list[Case]:
        """One, which measures everything in turn."""
        return [Case(self.name, (("rows", self.rows),), 2 + self.rows / 70_000)]

    def prepare(self) -> None:
        """Make the table for the functions that read keys, and install the edition in SQL."""
        super().prepare()
        with self.bench.server.connect() as connection:
            if self.bench.server.private:
                script = TOP / "sql-only" / "sequential_uuids.sql"
                connection.execute(f"CREATE SCHEMA {SQL_ONLY}")
                connection.execute(f"SET search_path = {SQL_ONLY}")
                connection.execute(script.read_text())
                connection.execute("RESET search_path")
            connection.execute(
                f"""CREATE TABLE {UUIDS} AS
                    SELECT id, i % 65536 AS block
                      FROM generate_series(1, {self.rows}::bigint) AS i, gen_random_uuid() AS id"""
            )
            connection.execute(f"VACUUM (ANALYZE) {UUIDS}")

    def run(self, case: Case, repetition: int) -> Figures:
        """Nanoseconds per row for each call, seconds for each load."""
        figures: Figures = {"rows_inserted": self.rows}
        with self.bench.server.connect() as connection:
            connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
            connection.execute(f"DROP SEQUENCE IF EXISTS {SEQUENCE}")
            connection.execute(f"CREATE SEQUENCE {SEQUENCE} CACHE 1000")
            for kind, calls, table in (("call", CALLS, ""), ("read", READERS, UUIDS)):
                # The first query is slower whatever it calls, since it allocates the memory.
                self.time_call(connection, CONSTANT, self.rows, table)
                for call in calls:
                    # Not every server has every function.
                    with contextlib.suppress(
                        psycopg.errors.UndefinedFunction,
                        psycopg.errors.InvalidSchemaName,
                        psycopg.errors.UndefinedObject,
                    ):
                        figures[f"{kind}: {call}"] = self.time_call(
                            connection, IN_SQL.get(call, call), self.rows, table
                        )
            for call, (times, _) in NEW_BLOCKS.items():
                with contextlib.suppress(psycopg.Error):
                    figures[f"new block: {call}"] = self.time_call(connection, call, self.blocks * times)
            if self.bench.server.private:
                figures |= self.time_inserts(connection)
            connection.execute(f"DROP SEQUENCE {SEQUENCE}")
            cases = [Case("", (("contender", name),), 0) for name in dict.fromkeys((*self.taking_part(), IN_UNITS_OF))]
            contenders = [self.contender(case) for case in cases]
            if any("sequential_uuids" in contender.extension for contender in contenders):
                contenders.append(FINE)
            figures["defaults"] = {contender.name: contender.default for contender in contenders}
            found = {self.rows}
            for contender in contenders:
                make_table(connection, contender)
                checkpoint(connection)
                started = time.perf_counter()
                connection.execute(f"INSERT INTO {TABLE} SELECT FROM generate_series(1, {self.rows})")
                figures[f"load: {contender.name}"] = time.perf_counter() - started
                found.add(value(connection, f"SELECT count(*) FROM {TABLE}"))
        figures["rows_found"] = found.pop() if len(found) == 1 else 0
        return figures

    def time_inserts(self, connection: psycopg.Connection) -> Figures:
        """Nanoseconds per row for each statement of INSERTS and each of DEFAULTS, in turn."""
        figures: Figures = {}
        plain = re.search(r"DEFAULT\s+(encode\(.*?::uuid),\n", (TOP / "doc/choosing.md").read_text(), re.DOTALL)
        assert plain is not None
        for default in DEFAULTS:
            expression = {PLAIN: plain[1], **IN_SQL}.get(default, default)
            connection.execute(f"CREATE UNLOGGED TABLE {TABLE} (id uuid PRIMARY KEY DEFAULT {expression}, n int)")
            with on_one_processor(self.bench.server):
                for protocol in PROTOCOLS:
                    figures[f"INSERT, {protocol} protocol: {default}"] = self.time_insert(protocol)
            connection.execute(f"TRUNCATE {TABLE}")
            started = time.perf_counter()
            connection.execute(f"INSERT INTO {TABLE} (n) SELECT generate_series(1, {self.rows})")
            figures[f"INSERT … SELECT: {default}"] = (time.perf_counter() - started) * 1e9 / self.rows
            connection.execute(f"DROP TABLE {TABLE}")
        return figures

    def time_insert(self, protocol: str) -> float:
        """Nanoseconds per INSERT of a row by one client of pgbench."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
            script.write(f"INSERT INTO {TABLE} (n) VALUES (1);\n")
            script.flush()
            command = [
                str(self.bench.pgbench.program),
                "--no-vacuum",
                f"--protocol={protocol}",
                f"--file={script.name}",
            ]
            command += [f"--transactions={self.rows // 100}", self.bench.server.conninfo(APPLICATION, NO_WAIT_FOR_DISK)]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        latency = re.search(r"^latency average = ([\d.]+) ms$", done.stdout, re.MULTILINE)
        assert latency is not None
        return float(latency[1]) * 1e6

    def time_call(self, connection: psycopg.Connection, call: str, rows: int, table: str = "") -> float:
        """Nanoseconds per row, of a table that has so many or of numbers."""
        started = time.perf_counter()
        counted = value(connection, f"SELECT count({call}) FROM {table or f'generate_series(1, {rows}) AS i'}")
        if counted != rows:
            raise RuntimeError(f"{counted} of {rows} rows counted for {call}")
        return (time.perf_counter() - started) * 1e9 / rows

    def problems(self, figures: Figures) -> list[str]:
        """Calls that cost nothing."""
        found = []
        found += [
            f"{name} took {ns} ns" for name, ns in figures.items() if name[:4] in ("call", "read") and not 1 < ns < 1e5
        ]
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Strong randomness in each call cannot be cheaper than from the pool."""
        ratio = cls.ratio(runs, "uuid_time_nextval()", "gen_random_uuid()")
        if ratio and ratio.median > 2:
            return [f"generate: uuid_time_nextval() costs {ratio.median} times as much as gen_random_uuid()"]
        return []

    @classmethod
    def ratio(cls, runs: list[Run], numerator: str, denominator: str, net: bool = False) -> Spread | None:
        """The spread of a ratio within repetitions, of times net of the query or as they are."""
        kind = "read" if numerator in READERS else "call"
        names = f"{kind}: {numerator}", f"{kind}: {denominator}"
        return spread_of(
            (run.figures[names[0]] - less) / max(run.figures[names[1]] - less, 1e-9)
            for run in runs
            if all(name in run.figures for name in names)
            for less in [run.figures[f"{kind}: {CONSTANT}"] if net else 0]
        )

    @classmethod
    def table_of_calls(cls, caption: str, runs: list[Run], kind: str, calls: Mapping[str, Spread]) -> Table:
        """Nanoseconds for each call, as they are and net of the query in the same repetition."""
        rows = []
        for call, gross in calls.items():
            figure, constant = f"{kind}: {call}", f"{kind}: {CONSTANT}"
            net = spread_of(run.figures[figure] - run.figures[constant] for run in runs if figure in run.figures)
            rows.append([call, cell(gross), "" if call == CONSTANT else cell(net)])
        return Table(caption, ["call", "ns", "net of the query"], rows)

    @classmethod
    def table_of_inserts(cls, runs: list[Run]) -> Table:
        """For each statement and default, the time per row, and its ratio to that of RANDOM in the same repetition."""
        rows = []
        for statement in INSERTS:
            for default in DEFAULTS:
                name, random = f"{statement}: {default}", f"{statement}: {RANDOM}"
                ratio = spread_of(run.figures[name] / run.figures[random] for run in runs if name in run.figures)
                aim = AIM_IN_SQL if default in IN_SQL and "protocol" in statement else ""
                if ratio:
                    rows.append([statement, default, cell(spread(runs, name)), cell(ratio), aim])
        return Table(
            f"Nanoseconds per row inserted into an unlogged table, and as a multiple of {RANDOM}",
            ["statement", "column default", "ns", "ratio", "aim"],
            rows,
        )

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Calls, ratios, loads."""
        calls, readers, loads = (
            {name: found for name in names if (found := spread(runs, f"{kind}: {name}"))}
            for kind, names in (("call", CALLS), ("read", READERS), ("load", (*BY_NAME, FINE.name)))
        )
        compared = {
            name: spread_of(run.figures[f"load: {name}"] / run.figures[f"load: {IN_UNITS_OF}"] for run in runs)
            for name in loads
        }
        ratios = [
            [f"{numerator} / {denominator}", cell(found), aim, cell(cls.ratio(runs, numerator, denominator, net=True))]
            for numerator, denominator, aim in AIMS
            if (found := cls.ratio(runs, numerator, denominator))
        ]
        rows = choices(runs, "rows")[-1]
        in_c = [found for call, found in calls.items() if call.startswith("uuid_") and call not in IN_SQL]
        answer = (
            f"Generating a key takes {between(in_c)} nanoseconds, with gen_random_uuid() "
            f"{median_of(calls.get('gen_random_uuid()'))}; "
            f"the query itself takes {median_of(calls.get(CONSTANT))} of these."
        )
        load = {name: median_of(loads.get(name), " s") for name in ("random", "UUIDv7", "wrapping")}
        caption = conditions(runs, "in memory", "one connection", "keys from the column default")
        return Chapter(
            charts=[
                Chart(
                    answer,
                    "nanoseconds per row of SELECT count(f()); hatched: the query without the call",
                    caption,
                    [""],
                    # Calls that take microseconds would hide the others.
                    [call for call in calls if call not in IN_SQL],
                    {("", name): found for name, found in calls.items()},
                    hatched={("", name): calls[CONSTANT] for name in calls},
                ),
                Chart(
                    f"Loading {rows:,} rows takes {load['random']} with random keys, {load['UUIDv7']} with UUIDv7, "
                    f"{load['wrapping']} with wrapping keys as advised.",
                    "seconds",
                    caption,
                    [""],
                    list(loads),
                    {("", name): found for name, found in loads.items()},
                ),
            ],
            tables=[
                cls.table_of_calls("Nanoseconds per row", runs, "call", calls),
                cls.table_of_inserts(runs),
                cls.table_of_calls("Nanoseconds per row, reading from a table", runs, "read", readers),
                Table(
                    "Nanoseconds per call for other blocks of opaque keys",
                    ["call", "ns", "aim"],
                    [
                        [call, cell(found), aim]
                        for call, (_, aim) in NEW_BLOCKS.items()
                        if (found := spread(runs, f"new block: {call}"))
                    ],
                ),
                Table("Ratios of the time per row", ["calls", "whole time", "aim", "net of the query"], ratios),
                Table(
                    "Seconds for the load",
                    ["primary key", "seconds", f"times as long as {IN_UNITS_OF}", "aim"],
                    [
                        [name, cell(found), cell(compared[name]), "at most 1" if name == FINE.name else ""]
                        for name, found in loads.items()
                    ],
                ),
            ],
            findings=[
                answer,
                f"Nanoseconds per row: {listed(calls)}.",
                f"Seconds to load {rows:,} rows: {listed(loads)}.",
            ],
        )
