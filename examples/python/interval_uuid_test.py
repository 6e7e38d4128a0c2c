"""Test the package interval-uuid with the vectors in the file on the command line, then print keys for the server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import and_, or_
from pathlib import Path
from uuid import UUID

from interval_uuid import interval_uuid, interval_uuid_at

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

for vector in json.loads(Path(sys.argv[1]).read_text()):
    for version in 4, 8:
        at = EPOCH + timedelta(microseconds=vector["time_us"])
        keys = [interval_uuid_at(at, vector["interval_ms"], vector["count"], version).int for _ in range(64)]
        # The bits that each key has, and those that any has: all others are random.
        labelled = (version ^ 4) << 76
        assert UUID(int=reduce(and_, keys) ^ labelled) == UUID(vector["smallest"]), vector
        assert UUID(int=reduce(or_, keys) ^ labelled) == UUID(vector["largest"]), vector

REFUSED = {
    "interval_millis must be an int from 1 to 2^53 - 1, not ": [(0, 1), (2**53, 1), (1.5, 1), ("60000", 1), (True, 1)],
    "count must be an int from 1 to 2^48, not ": [(1, 0), (1, 2**48 + 1), (1, 1.5), (1, "65536"), (1, True)],
    "version must be 4 or 8, not ": [(1, 1, 7), (1, 1, 4.0), (1, 1, "4")],
    "of interval_millis and count, give both or neither": [(300_000,), (None, 38_016)],
}


def error_of(call: Callable[..., UUID], *parameters: object) -> str:
    """Return what the ValueError of the call says."""
    try:
        call(*parameters)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{parameters} are taken")


for message, calls in REFUSED.items():
    for parameters in calls:
        assert error_of(interval_uuid, *parameters).startswith(message), parameters
        assert error_of(interval_uuid_at, EPOCH, *parameters).startswith(message), parameters
assert error_of(interval_uuid, "60000", 65_536).endswith("not '60000'")
for at in "2026-11-01", 0, None, datetime(2026, 11, 1):  # the last one has no time zone
    assert error_of(interval_uuid_at, at).startswith("at must be a datetime with a time zone, not "), at

for interval_millis, count, version in (60_000, 65_536, 4), (300_000, 38_016, 4), (300_000, 38_016, 8):
    for _ in range(100):
        print(interval_millis, count, version, interval_uuid(interval_millis, count, version), sep=",")
