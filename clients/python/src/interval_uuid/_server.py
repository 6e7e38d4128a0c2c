# SPDX-License-Identifier: PostgreSQL
"""What the column default of a generator is, for the modules that create one and compare it."""

from __future__ import annotations

from datetime import timedelta

# The SQLSTATEs with which uuid_key_parameters() says that programs cannot generate the keys of a column: the default is
# no call of a generator, or one with parameters out of range.
OTHER_DEFAULT = ("55000", "22023")


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


def sqlstate(error: BaseException | None) -> str | None:
    """Return the SQLSTATE in an error of psycopg, asyncpg, psycopg2 or pg8000.

    >>> sqlstate(Exception({"S": "ERROR", "C": "55000"})), sqlstate(Exception("closed")), sqlstate(None)
    ('55000', None, None)
    """
    for name in ("sqlstate", "pgcode"):
        if isinstance(state := getattr(error, name, None), str):
            return state
    fields = error.args[0] if error is not None and error.args else None
    return fields.get("C") if isinstance(fields, dict) else None
