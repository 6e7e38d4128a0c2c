"""Print keys of now, as many as the argument says, from four threads in each of two processes, one a fork."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from interval_uuid import IntervalUuid

keys = IntervalUuid(timedelta(minutes=5), timedelta(days=60))


def print_keys(count: int) -> None:
    """Write some keys at a time."""
    for first in range(0, count, 1000):
        lines = "".join(f"{keys.next()}\n" for _ in range(min(1000, count - first)))
        os.write(sys.stdout.fileno(), lines.encode())


child = os.fork()
with ThreadPoolExecutor(4) as pool:
    list(pool.map(print_keys, [int(sys.argv[1]) // 8] * 4))
if child != 0:
    os.waitpid(child, 0)
