"""The keys that are compared, each as uuid_advise has it for the load, and as it would have been in the past."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Any

import psycopg

from bench.contenders import lengths_of
from bench.server import value

OPAQUE = "opaque by time"
REINDEX = ", REINDEX"
"""The end of the name of a key whose index is built again under load."""
KEYS = ("random", "UUIDv7", f"UUIDv7{REINDEX}", "wrapping by time", OPAQUE)
"""By the names that uuid_advise has."""
QUICK_KEYS = ("random", f"UUIDv7{REINDEX}", OPAQUE)
ROUNDS = 640
"""Of swap-or-not, in the places of opaque keys."""


@dataclass(frozen=True)
class Key:
    """A way to generate keys, now and in the past."""

    call: str
    """The column default."""
    past: str
    """SQL for the key of row number i (bigint, from 1), as generated at time t (timestamptz)."""


def key_of(name: str, advice: dict[str, dict[str, Any]]) -> Key:
    """The key of this name."""
    call = str(promise_of(name, advice)["call"])
    if name == "random":
        return Key(call, call)
    if name.removesuffix(REINDEX) == "UUIDv7":
        return Key(call, "uuid_v7_at(t)")
    return Key(call, f"uuid_interval_at({'place_at(t)' if name == OPAQUE else 't'}, {lengths_of(call)})")


def promise_of(name: str, advice: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What the model says of a key: a row of uuid_advise."""
    found = advice.get(name.removesuffix(REINDEX))
    if found is None:
        raise RuntimeError(f"uuid_advise has no {name} for this load")
    return found


def place_blocks(connection: psycopg.Connection, call: str, nonce: bytes, first: float, last: float) -> None:
    """Create place_at(t), a time in the block whose number is the place of that of t, for times from first to last.

    The places are those of this server, so that the cycle that the load goes on with has a gap for each of its blocks.
    """
    label, *lengths = re.findall(r"'([^']*)'", call)
    size, cycle = (
        int(value(connection, "SELECT (extract(epoch FROM %s::interval) * 1000000)::bigint", length))
        for length in lengths
    )
    count = cycle // size
    database = int(value(connection, "SELECT oid FROM pg_database WHERE datname = current_database()"))
    start = int(first * 1e6) // size
    places = [
        place(cycle_key(nonce, database, size, count, block // count, label), block % count, count)
        for block in range(start, int(last * 1e6) // size + 1)
    ]
    connection.execute(
        f"""CREATE OR REPLACE FUNCTION place_at(t timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
            SELECT to_timestamp(('{{{",".join(map(str, places))}}}'::int[])
                [floor(date_part('epoch', t) * 1000000 / {size})::bigint - {start} + 1] * {size / 1e6}::float8)
        $$"""
    )
    while True:
        before, key, after = connection.execute(
            f"SELECT clock_timestamp(), uuid_block({call}, {count}), clock_timestamp()"
        ).fetchone() or (None, None, None)
        assert before and after
        present = int(before.timestamp() * 1e6) // size
        if present == int(after.timestamp() * 1e6) // size:
            break
    expected = place(cycle_key(nonce, database, size, count, present // count, label), present % count, count)
    if key != expected:
        raise RuntimeError(f"the place of the present block is {key}, not {expected}")


def cycle_key(nonce: bytes, database: int, size: int, count: int, cycle: int, label: str) -> bytes:
    """What a cycle's permutation is drawn with (doc/dev/internals.md)."""
    numbers = b"".join(number.to_bytes(8, "big", signed=True) for number in (size, count, cycle))
    message = b"sequential_uuids opaque 2" + database.to_bytes(4, "big") + numbers + label.encode()
    return hmac.digest(nonce, message, "sha256")


def place(key: bytes, block: int, count: int) -> int:
    """Where swap-or-not puts a block."""
    x = block
    for number in range(ROUNDS):
        step = number.to_bytes(2, "big")
        pivot = int.from_bytes(hashlib.sha256(key + b"\0" + step).digest()[:16], "big") % count
        partner = (pivot - x) % count
        larger = max(x, partner)
        word = hashlib.sha256(key + b"\1" + step + (larger // 256).to_bytes(8, "big")).digest()
        if word[larger % 256 // 8] >> larger % 8 & 1:
            x = partner
    return x
