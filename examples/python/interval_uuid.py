# SPDX-License-Identifier: PostgreSQL
"""UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.

Copy this file. It takes nothing but Python 3.11.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from uuid import UUID

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def interval_uuid(interval_millis: int = 60_000, count: int = 65_536, version: int = 4) -> UUID:
    """Generate a key of the present block."""
    return interval_uuid_at(datetime.now(UTC), interval_millis, count, version)


def interval_uuid_at(at: datetime, interval_millis: int = 60_000, count: int = 65_536, version: int = 4) -> UUID:
    """Generate a key of the block of that time, which must have a time zone."""
    if not (isinstance(interval_millis, int) and 1 <= interval_millis < 2**53):
        raise ValueError(f"interval_millis must be an int from 1 to 2^53 - 1, not {interval_millis}")
    if not (isinstance(count, int) and 1 <= count <= 2**48):
        raise ValueError(f"count must be an int from 1 to 2^48, not {count}")
    if version not in (4, 8):
        raise ValueError(f"version must be 4 or 8, not {version}")
    block = (at - EPOCH) // timedelta(milliseconds=interval_millis) % count
    free = 2**48 >> (count - 1).bit_length()
    head = block * free + secrets.randbelow(free)
    return UUID(int=head << 80 | version << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))
