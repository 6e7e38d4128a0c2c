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

BY_SEQUENCE, OPAQUE = "wrapping by sequence", "opaque by time"
LZ4 = " lz4"
"""The end of the name of a key that is measured with wal_compression."""
KEYS = (
    *("random", "UUIDv7", "wrapping by time", BY_SEQUENCE, OPAQUE, "plain default"),
    *(f"random{LZ4}", f"wrapping by time{LZ4}"),
)
"""By the names that uuid_advise has, but for the sequence: it has the blocks of the key by time."""
QUICK_KEYS = ("random", "wrapping by time", OPAQUE)
ROUNDS = 640
"""Of swap-or-not, in the places of opaque keys."""


@dataclass(frozen=True)
class Key:
    """A way to generate keys, now and in the past."""

    call: str
    """The column default."""
    past: str
    """SQL for the key of row number i (bigint, from 1), as generated at time t (timestamptz)."""


def key_of(connection: psycopg.Connection, name: str, advice: dict[str, dict[str, Any]], rate: int) -> Key:
    """The key of this name."""
    call = str(promise_of(name, advice)["call"])
    name = name.removesuffix(LZ4)
    if name == "random":
        return Key(call, call)
    if name == "UUIDv7":
        return Key(call, "uuid_v7_at(t)")
    if name == "plain default":
        return Key(call, call.replace("clock_timestamp()", "t"))
    lengths = lengths_of(call)
    if name == BY_SEQUENCE:
        block_rows, blocks = block_of(connection, lengths, rate)
        return Key(
            f"uuid_sequence_nextval('keys', {block_rows}, {blocks})",
            f"uuid_sequence_at(i, {block_rows}, {blocks})",
        )
    return Key(call, f"uuid_interval_at({'place_at(t)' if name == OPAQUE else 't'}, {lengths})")


def promise_of(name: str, advice: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What the model says of a key: a row of uuid_advise. A key by sequence costs what one by time costs."""
    found = advice.get("wrapping by time" if name == BY_SEQUENCE else name.removesuffix(LZ4))
    if found is None:
        raise RuntimeError(f"uuid_advise has no {name} for this load")
    return found


def block_of(connection: psycopg.Connection, lengths: str, rate: int) -> tuple[int, int]:
    """The rows of a block and the number of blocks in a cycle."""
    seconds, blocks = connection.execute(
        f"""SELECT extract(epoch FROM size)::float8, (extract(epoch FROM cycle) / extract(epoch FROM size))::int
              FROM (VALUES ({lengths.replace("',", "'::interval,")}::interval)) AS lengths (size, cycle)"""
    ).fetchone() or (0, 0)
    return round(seconds * rate), int(blocks)


def place_blocks(connection: psycopg.Connection, call: str, nonce: bytes, first: float, last: float) -> None:
    """Create place_at(t), a time in the block whose number is the place of that of t, for times from first to last.

    The places are those of this server, so that the cycle that the load goes on with has a gap for each of its blocks.
    """
    lengths = lengths_of(call)
    label, size_text = re.findall(r"'([^']*)'", call)[:2]
    size = int(value(connection, "SELECT (extract(epoch FROM %s::interval) * 1000000)::bigint", size_text))
    _, count = block_of(connection, lengths, 1)
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
