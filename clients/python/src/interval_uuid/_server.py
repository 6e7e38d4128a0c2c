# SPDX-License-Identifier: PostgreSQL
"""What the column default of a generator is, for the modules that create one."""

from __future__ import annotations

from datetime import timedelta


def as_interval(length: timedelta) -> str:
    """Write a length as PostgreSQL shows an interval.

    >>> [as_interval(timedelta(days=days, seconds=seconds)) for days, seconds in ((60, 0), (1, 0.01), (0, 3600))]
    ['60 days', '1 day 00:00:00.01', '01:00:00']
    """
    parts = []
    if length.days:
        parts.append(f"{length.days} day{'s' * (length.days != 1)}")
    if length.seconds or length.microseconds:
        minutes, seconds = divmod(length.seconds, 60)
        time = f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
        parts.append(time + f".{length.microseconds:06}".rstrip("0").rstrip("."))
    return " ".join(parts)
