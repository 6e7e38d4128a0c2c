"""What a key costs to make, what it costs to read one, and what a bulk load costs by the default of its primary key.

Follows no study. The cost of a call is the time per row of SELECT count(f()) FROM generate_series(1, N), or FROM a table
of N rows for the functions that decode, beside functions to compare with; the cost of a bulk load is the time of INSERT
INTO an empty table SELECT FROM generate_series(1, N). One connection measures all, each once per repetition in turn, so
that what slows the machine slows all of them. Ratios are taken within a repetition.
"""

from __future__ import annotations

import time

from bench.charts import bars, number
from bench.contenders import ALL, BY_NAME
from bench.results import Case, Figures, Run, Spread, choices
from bench.scenarios.base import Chapter, Scenario, Table, cell
from bench.server import value
from bench.tables import TABLE, make_table

CONSTANT = "1"
"""A constant, for what the query costs without the call."""
CALLS = (
    CONSTANT,
    "clock_timestamp()",
    "gen_random_uuid()",
    "uuidv7()",
    "nextval('keys')",
    "uuid_time_nextval()",
    "uuid_time_nextval('60 s', 65536, 4)",
    "uuid_sequence_nextval('keys')",
    "uuid_sequence_nextval('keys', 65536, 65536, 4)",
    "uuid_v7_nextval()",
)
READERS = (CONSTANT, "uuid_send(id)", "uuid_block(id, 65536)", "uuid_block_bounds(block, 65536)")
FINE = "time 10 us"
FINE_COLUMN = "uuid DEFAULT uuid_time_nextval('10 us', 4294967296, 4)"
AIMS = (
    ("uuid_time_nextval()", "clock_timestamp()", "at most 1.2"),
    ("uuid_time_nextval()", "gen_random_uuid()", "at most 0.143"),
    ("uuid_time_nextval()", "uuidv7()", ""),
    ("uuid_time_nextval('60 s', 65536, 4)", "uuid_time_nextval()", "within the spread of 1"),
    ("uuid_sequence_nextval('keys')", "nextval('keys')", "at most 1.2"),
    ("uuid_sequence_nextval('keys')", "gen_random_uuid()", ""),
    ("uuid_sequence_nextval('keys', 65536, 65536, 4)", "uuid_sequence_nextval('keys')", "within the spread of 1"),
    ("uuid_v7_nextval()", "clock_timestamp()", "at most 1.25"),
    ("uuid_v7_nextval()", "gen_random_uuid()", ""),
    ("uuid_v7_nextval()", "uuidv7()", ""),
    ("uuid_block(id, 65536)", "uuid_send(id)", "at most 1.5"),
    ("uuid_block_bounds(block, 65536)", "uuid_send(id)", "at most 1.5"),
)


class Generate(Scenario):
    """In memory, without JIT, and with no checkpoint in a measurement."""

    name = "generate"
    title = "The cost of a call"
    contenders = ALL
    settings = {  # noqa: RUF012
        "shared_buffers": "512MB",
        "work_mem": "1GB",
        "min_wal_size": "2GB",
        "max_wal_size": "4GB",
        "checkpoint_timeout": "1d",
        "max_parallel_workers_per_gather": "0",
    }

    def repetitions(self) -> int:
        """More than elsewhere, as a percent matters."""
        return 3 if self.quick else 9

    def cases(self) -> list[Case]:
        """One, which measures everything in turn."""
        rows = 100_000 if self.quick else 3_000_000
        return [Case(self.name, (("rows", rows),), 2 + rows / 70_000)]

    def prepare(self) -> None:
        """The table for the functions that decode."""
        super().prepare()
        with self.bench.server.connect() as connection:
            connection.execute(
                f"""CREATE TABLE uuids AS
                    SELECT id, uuid_block(id, 65536) AS block
                      FROM generate_series(1, {self.cases()[0]["rows"]}), gen_random_uuid() AS id"""
            )
            connection.execute("VACUUM (ANALYZE) uuids")

    def run(self, case: Case, repetition: int) -> Figures:
        """Nanoseconds a row for each call, seconds for each load."""
        rows = int(case["rows"])
        figures: Figures = {"rows_inserted": rows}
        columns = {name: BY_NAME[name].column for name in self.taking_part()} | {FINE: FINE_COLUMN}
        with self.bench.server.connect() as connection:
            connection.execute("DROP TABLE IF EXISTS items")
            connection.execute("DROP SEQUENCE IF EXISTS keys")
            connection.execute("CREATE SEQUENCE keys CACHE 1000")
            for kind, calls, source in (("call", CALLS, f"generate_series(1, {rows})"), ("read", READERS, "uuids")):
                for call in calls:
                    if call == "uuidv7()" and "v7 of core" not in columns:
                        continue
                    started = time.perf_counter()
                    counted = value(connection, f"SELECT count({call}) FROM {source}")
                    figures[f"{kind}: {call}"] = (time.perf_counter() - started) * 1e9 / rows
                    if counted != rows:
                        raise RuntimeError(f"{counted} of {rows} rows counted for {call}")
            connection.execute("DROP SEQUENCE keys")
            found = set()
            for name, column in columns.items():
                contender = BY_NAME.get(name, BY_NAME["time 60 s"])
                make_table(connection, contender)
                connection.execute(
                    f"ALTER TABLE {TABLE} ALTER id SET DEFAULT {column.split('DEFAULT ', 1)[1]}" if name == FINE else "SELECT"
                )
                connection.execute("CHECKPOINT")
                started = time.perf_counter()
                connection.execute(f"INSERT INTO {TABLE} SELECT FROM generate_series(1, {rows})")
                figures[f"load: {name}"] = time.perf_counter() - started
                found.add(value(connection, f"SELECT count(*) FROM {TABLE}"))
        figures["rows_found"] = min(found) if len(found) == 1 else -1
        return figures

    def problems(self, figures: Figures) -> list[str]:
        """Calls that cost nothing."""
        found = []
        found += [f"{name} took {ns} ns" for name, ns in figures.items() if name[:4] in ("call", "read") and not 1 < ns < 1e5]
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Strong randomness call by call cannot be cheaper than from the pool."""
        ratio = cls.ratio(runs, "uuid_time_nextval()", "gen_random_uuid()")
        return ["generate: uuid_time_nextval() costs more than gen_random_uuid()"] if ratio and ratio.median > 1 else []

    @classmethod
    def figure(cls, runs: list[Run], name: str) -> Spread | None:
        """The spread of a figure by its full name."""
        values = [float(run.figures[name]) for run in runs if name in run.figures]
        return Spread(sorted(values)[len(values) // 2], min(values), max(values), len(values)) if values else None

    @classmethod
    def ratio(cls, runs: list[Run], numerator: str, denominator: str, net: bool = False) -> Spread | None:
        """The spread of a ratio within repetitions; net of what a constant costs, or as it is."""
        kind = "read" if numerator in READERS else "call"
        names = f"{kind}: {numerator}", f"{kind}: {denominator}"
        values = []
        for run in runs:
            if all(name in run.figures for name in names):
                less = run.figures[f"{kind}: {CONSTANT}"] if net else 0
                values.append((run.figures[names[0]] - less) / max(run.figures[names[1]] - less, 1e-9))
        return Spread(sorted(values)[len(values) // 2], min(values), max(values), len(values)) if values else None

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Calls, ratios, loads."""
        rows = choices(runs, "rows")[-1]
        runs = [run for run in runs if run.case["rows"] == rows]
        calls = [call for call in CALLS if cls.figure(runs, f"call: {call}")]
        loads = [name.removeprefix("load: ") for name in runs[0].figures if name.startswith("load: ")]
        values = {("", call): found for call in calls if (found := cls.figure(runs, f"call: {call}"))}
        seconds = {("", name): found for name in loads if (found := cls.figure(runs, f"load: {name}"))}
        ratios = [
            [
                f"{numerator} / {denominator}",
                cell(cls.ratio(runs, numerator, denominator)),
                aim,
                cell(cls.ratio(runs, numerator, denominator, net=True)),
            ]
            for numerator, denominator, aim in AIMS
            if cls.ratio(runs, numerator, denominator)
        ]
        identity = {run.repetition: run.figures["load: bigint identity"] for run in runs}
        load_rows = []
        for name in loads:
            compared = [run.figures[f"load: {name}"] / identity[run.repetition] for run in runs]
            spread = Spread(sorted(compared)[len(compared) // 2], min(compared), max(compared), len(compared))
            load_rows.append([name, cell(seconds["", name]), cell(spread), "at most 1" if name == FINE else ""])
        time_call, random_call = (values.get(("", call)) for call in ("uuid_time_nextval()", "gen_random_uuid()"))
        fine, random_load = seconds.get(("", FINE)), seconds.get(("", "random"))
        return Chapter(
            charts={
                "generate-calls": bars("The cost of a call, in SELECT count(f())", "nanoseconds a row", [""], calls, values),
                "generate-loads": bars(
                    f"Loading {rows:,} rows by INSERT ... SELECT, keys by default", "seconds", [""], loads, seconds
                ),
            },
            tables=[
                Table(
                    "Nanoseconds a row",
                    ["call", "ns"],
                    [
                        [call, cell(cls.figure(runs, f"{kind}: {call}"))]
                        for kind, listed in (("call", calls), ("read", READERS))
                        for call in listed
                    ],
                ),
                Table(
                    "How many times the one the other costs",
                    ["calls", "as it is", "aim", "net of the constant 1"],
                    ratios,
                ),
                Table("Seconds for the load", ["primary key", "seconds", "times bigint identity", "aim"], load_rows),
            ],
            findings=[
                f"uuid_time_nextval() takes {number(time_call.median) if time_call else '—'} ns a row, gen_random_uuid() "
                f"{number(random_call.median) if random_call else '—'} ns.",
                f"A bulk load takes {number(fine.median) if fine else '—'} s with keys by time in intervals of 10 microseconds, "
                f"and {number(random_load.median) if random_load else '—'} s with random keys.",
            ],
        )
