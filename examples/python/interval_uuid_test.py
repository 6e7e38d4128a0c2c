"""Test interval_uuid.py with the vectors in the file on the command line, then print keys generated now, for the server."""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from functools import reduce
from operator import and_, or_
from pathlib import Path
from uuid import UUID

from interval_uuid import EPOCH, interval_uuid, interval_uuid_at

for vector in json.loads(Path(sys.argv[1]).read_text()):
    for version in 4, 8:
        at = EPOCH + timedelta(microseconds=vector["time_us"])
        keys = [interval_uuid_at(at, vector["interval_ms"], vector["count"], version).int for _ in range(64)]
        # The bits that each key has, and those that any has: all others are random.
        labelled = (version ^ 4) << 76
        assert UUID(int=reduce(and_, keys) ^ labelled) == UUID(vector["smallest"]), vector
        assert UUID(int=reduce(or_, keys) ^ labelled) == UUID(vector["largest"]), vector

for parameters in (0, 1), (1.5, 1), (2**53, 1), (1, 0), (1, 2**48 + 1), (1, 1, 7):
    try:
        interval_uuid(*parameters)
    except ValueError:
        continue
    raise AssertionError(parameters)

for interval_millis, count, version in (60_000, 65_536, 4), (300_000, 38_016, 4), (300_000, 38_016, 8):
    for _ in range(100):
        print(interval_millis, count, version, interval_uuid(interval_millis, count, version), sep=",")
