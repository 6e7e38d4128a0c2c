# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
"""UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.

It takes nothing but Python 3.11.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from os import urandom
from time import time_ns
from uuid import UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def interval_uuid(interval_millis: int | None = None, count: int | None = None, version: int = 4) -> UUID:
    """Generate a key of the present block.

    The arguments are the column default's: its interval in milliseconds, and the number of intervals in its cycle.
    Without both, they are those of uuid_time_nextval().
    """
    return _generate(time_ns() // 1_000_000, interval_millis, count, version)


def interval_uuid_at(
    at: datetime,
    interval_millis: int | None = None,
    count: int | None = None,
    version: int = 4,
) -> UUID:
    """Generate a key of the block of that time, which must have a time zone."""
    if not isinstance(at, datetime) or at.utcoffset() is None:
        raise ValueError(f"at must be a datetime with a time zone, not {at!r}")
    return _generate((at - _EPOCH) // _MILLISECOND, interval_millis, count, version)


def _generate(millis: int, interval_millis: int | None, count: int | None, version: int) -> UUID:
    if interval_millis is None and count is None:
        interval_millis, count = 60_000, 65_536
    if interval_millis is None or count is None:
        raise ValueError("of interval_millis and count, give both or neither")
    # Not isinstance(), since True is an int, too.
    if type(interval_millis) is not int or not 1 <= interval_millis < 2**53:
        raise ValueError(f"interval_millis must be an int from 1 to 2^53 - 1, not {interval_millis!r}")
    if type(count) is not int or not 1 <= count <= 2**48:
        raise ValueError(f"count must be an int from 1 to 2^48, not {count!r}")
    if type(version) is not int or version not in (4, 8):
        raise ValueError(f"version must be 4 or 8, not {version!r}")
    block = millis // interval_millis % count
    free = 2**48 >> (count - 1).bit_length()
    random = int.from_bytes(urandom(16))
    head = block * free + (random >> 80) % free
    return UUID(int=head << 80 | version << 76 | random & 0x0FFF_3FFF_FFFF_FFFF_FFFF | 1 << 63)
