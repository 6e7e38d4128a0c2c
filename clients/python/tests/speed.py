"""Print nanoseconds per key of next(), as text, and of uuid.uuid4()."""

from __future__ import annotations

from datetime import timedelta
from timeit import repeat
from uuid import uuid4

from interval_uuid import IntervalUuid

keys = IntervalUuid(timedelta(minutes=5), timedelta(days=60))
ours, theirs = (
    min(repeat(lambda generate=generate: str(generate()), repeat=40, number=20_000)) / 20_000
    for generate in (keys.next, uuid4)
)
print(round(ours * 1e9), round(theirs * 1e9))
