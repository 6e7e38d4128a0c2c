"""A role that may connect, and has been granted nothing: what does it learn of opaque keys?"""

from __future__ import annotations

from typing import Any

import numpy as np
import psycopg
from psycopg import errors

from attacks.keyed_tables import Clock, Integers, Table, parameters

CLOCK = Clock(10_000, 16)
"""Short intervals, so that many pass within seconds."""
ENOUGH = 500
"""The fewest keys of each half, on a slow machine, so that blocks that end between two calls have few of them."""
SEEN, BEFORE, SINCE = range(3)

FORBIDDEN = (
    "SELECT pg_read_binary_file('global/pg_control')",
    "SELECT lo_import('global/pg_control')",
    "CREATE TEMPORARY TABLE control (line text); COPY control FROM 'global/pg_control'",
    "COPY (SELECT) TO PROGRAM 'pg_controldata'",
    "CREATE FUNCTION pg_temp.nonce() RETURNS cstring LANGUAGE internal AS 'GetMockAuthenticationNonce'",
    "CREATE FUNCTION pg_temp.nonce() RETURNS cstring LANGUAGE c "
    "AS '$libdir/sequential_uuids', 'GetMockAuthenticationNonce'",
    "SELECT pg_create_physical_replication_slot('mine')",
    "SELECT stavalues1 FROM pg_statistic",
    "SET SESSION AUTHORIZATION postgres",
    "SET ROLE pg_read_server_files",
)
"""What a role without grants is refused."""

FRUITLESS = ("SELECT * FROM pg_stat_activity WHERE usename <> CURRENT_USER AND query <> '<insufficient privilege>'",)
"""What it may run, but what returns no rows."""


def forbidden_things_done(outsider: psycopg.Connection) -> list[str]:
    """What is not refused as it should be, or returns rows."""
    wrong = []
    for statement in FORBIDDEN:
        try:
            outsider.execute(statement)
            wrong.append(f"not refused: {statement}")
        except errors.InsufficientPrivilege:
            continue
        except psycopg.Error as error:
            wrong.append(f"not refused, but {error}: {statement}")
    return wrong + [f"returns rows: {statement}" for statement in FRUITLESS if outsider.execute(statement).fetchone()]


def watch(
    owner: psycopg.Connection, outsider: psycopg.Connection, intervals: int
) -> tuple[Table, Integers, Integers, Integers]:
    """Have the owner insert rows, and then, for as many intervals, the outsider call uuid_opaque_nextval() as well.

    Returns a table of all keys, and which of them the outsider has seen generated, which are the owner's from before,
    and which the owner's since.
    """
    microseconds = "extract(epoch FROM clock_timestamp()) * 1000000"
    calls = f"""{microseconds} AS at, uuid_v7_nextval() AS v7, uuid_interval_nextval({parameters(CLOCK)}) AS wrapping,
        uuid_opaque_nextval('attacked', {parameters(CLOCK)}) AS opaque, gen_random_uuid() AS random,
        {microseconds} AS until"""
    owner.execute(f"CREATE TEMPORARY TABLE orders AS SELECT {calls} LIMIT 0")
    rows: list[tuple[Any, ...]] = []
    whose: list[int] = []
    for watching in (False, True):
        first, enough = len(rows), len(rows) + ENOUGH
        while len(rows) < enough or rows[-1][0] - rows[first][0] < intervals * CLOCK.interval:
            rows += owner.execute(f"INSERT INTO orders SELECT {calls} RETURNING *").fetchall()
            whose.append(SINCE if watching else BEFORE)
            if watching:
                rows += outsider.execute(f"SELECT {calls}").fetchall()
                whose.append(SEEN)
    # Of keys that were generated while an interval ended, nothing says on which side.
    times, until = (np.array([row[place] for row in rows], np.int64) for place in (0, -1))
    known = np.flatnonzero(CLOCK.block(times) == CLOCK.block(until))
    times, rows, whose = times[known], [rows[place] for place in known], [whose[place] for place in known]
    columns = zip(*(row[1:-1] for row in rows), strict=True)
    keys = {
        kind: np.frombuffer(b"".join(key.bytes for key in column), np.uint8).reshape(-1, 16)
        for kind, column in zip(("v7", "wrapping", "opaque", "random"), columns, strict=True)
    }
    keys["xor"] = keys["wrapping"] ^ np.frombuffer(bytes(range(161, 177)), np.uint8)
    table = Table(CLOCK, times, int(CLOCK.block(times.max())), keys)
    seen, before, since = (np.flatnonzero(np.array(whose) == who) for who in (SEEN, BEFORE, SINCE))
    return table, seen, before, since
