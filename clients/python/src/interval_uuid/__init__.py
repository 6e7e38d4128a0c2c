# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
"""Generate UUID keys by time, as `uuid_interval_nextval()` of the PostgreSQL extension sequential_uuids does.

>>> from datetime import timedelta
>>> keys = IntervalUuid(timedelta(minutes=5), timedelta(days=60))  # uuid_interval_nextval('5 min', '60 days')
>>> keys.next().version
4
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

__all__ = ["IntervalUuid", "KeyRange", "TimeWindow"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_MAX_COUNT = 2**48
_MAX_CYCLE = timedelta(milliseconds=2**63 // 1000)  # The server counts microseconds in 63 bits.


class KeyRange(NamedTuple):
    """The smallest and the largest key of some blocks, which carry no version.

    No key lies in the range of an empty span, whose `smallest` is above its `largest`. Never swap them.
    """

    smallest: UUID
    largest: UUID


# The range of an empty span. No range at all would be dangerous: many ORMs take an empty OR for "all rows".
_NO_KEYS = KeyRange(UUID(int=1), UUID(int=0))


class TimeWindow(NamedTuple):
    """The times in which a key may have been generated: from `start` until just before `stop`."""

    start: datetime
    stop: datetime


class IntervalUuid:
    """A generator of keys by time, of which a program needs one for each column default. Threads may share it."""

    __slots__ = ("_count", "_free_bits", "_interval", "_version")

    def __init__(self, interval: timedelta, cycle: timedelta, *, version: int = 4) -> None:
        """Take the lengths of the column default, if there is no connection for `from_parameters()`.

        With other lengths, keys are in wrong places for good, unnoticed.

        Args:
            interval: How long keys share a prefix, a whole number of milliseconds.
            cycle: After how long prefixes repeat: a multiple of `interval`, at most 2^48 times it.
            version: The UUID version, 4 unless the column default says 8.

        Raises:
            TypeError: A length is no timedelta, or the version no int.
            ValueError: A length or the version is out of range, or `cycle` is no multiple of `interval`.

        >>> IntervalUuid(timedelta(minutes=5), timedelta(days=60, minutes=1))
        Traceback (most recent call last):
        ValueError: cycle must be a multiple of interval (0:05:00): the nearest to 60 days, 0:01:00 is 60 days, 0:00:00
        """
        for name, length in (("interval", interval), ("cycle", cycle)):
            if not isinstance(length, timedelta):
                raise TypeError(f"{name} must be a timedelta, not {type(length).__name__}")
            if length < _MILLISECOND or length % _MILLISECOND:
                raise ValueError(f"{name} must be a whole number of milliseconds from 1, not {length}")
        if cycle > _MAX_CYCLE:
            raise ValueError(f"cycle must be at most {_MAX_CYCLE}, not {cycle}")
        _check_int("version", version)
        if version not in (4, 8):
            raise ValueError(f"version must be 4 or 8, not {version}")
        count, rest = divmod(cycle, interval)
        if rest:
            nearest = max(count + (2 * rest >= interval), 1) * interval
            raise ValueError(f"cycle must be a multiple of interval ({interval}): the nearest to {cycle} is {nearest}")
        if count > _MAX_COUNT:
            raise ValueError(f"cycle must be at most 2^48 times interval ({interval}), not {cycle}")
        self._interval = interval // _MILLISECOND
        self._count = count
        self._free_bits = 128 - (count - 1).bit_length()
        self._version = version

    @classmethod
    def from_parameters(
        cls, interval_microseconds: int, interval_count: int, version: int, *more: object, **_others: object
    ) -> IntervalUuid:
        """Build the generator for a column default from a row in which the server describes it.

        `SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')` returns it.
        Other columns by name are ignored.

        Raises:
            TypeError: An argument is no int, as in a row of NULLs, or there are more than three without a name.
            ValueError: An argument is out of range, or the interval no whole number of milliseconds.

        >>> IntervalUuid.from_parameters(300_000_000, 17_280, 4)
        IntervalUuid(datetime.timedelta(seconds=300), datetime.timedelta(days=60), version=4)
        """
        if more:
            raise TypeError(
                "select interval_microseconds, interval_count and version, in this order,"
                f" not {3 + len(more)} columns of uuid_key_parameters()"
            )
        for name, value in (
            ("interval_microseconds", interval_microseconds),
            ("interval_count", interval_count),
            ("version", version),
        ):
            if value is None:
                raise TypeError(f"{name} is None: pass a row of uuid_key_parameters() for a table and a column")
            _check_int(name, value)
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if interval_microseconds * interval_count >= 2**63:
            raise ValueError(
                "interval_microseconds times interval_count must be below 2^63,"
                f" not {interval_microseconds} times {interval_count}"
            )
        interval = timedelta(microseconds=interval_microseconds)
        return cls(interval, interval_count * interval, version=version)

    def __eq__(self, other: object) -> bool:
        """Compare interval, cycle and version."""
        return self._key() == other._key() if isinstance(other, IntervalUuid) else NotImplemented

    def __hash__(self) -> int:
        """Agree with `==`."""
        return hash(self._key())

    def _key(self) -> tuple[int, int, int]:
        return self._interval, self._count, self._version

    def __repr__(self) -> str:
        """Show the lengths and the version."""
        interval = self._interval * _MILLISECOND
        return f"IntervalUuid({interval!r}, {interval * self._count!r}, version={self._version})"

    def next(self) -> UUID:
        """Generate a key of the present block.

        Raises:
            OSError, NotImplementedError: `os.urandom()` has no random bytes.
        """
        return self._generate(time.time_ns() // 1_000_000)

    def __next__(self) -> UUID:
        """Do what `next()` does, for `next(keys)`."""
        return self.next()

    def __iter__(self) -> IntervalUuid:
        """Generate keys without end."""
        return self

    def at(self, at: datetime) -> UUID:
        """Generate a key of the block of a time, for rows that are older than now.

        Args:
            at: The time, with a time zone.

        Raises:
            TypeError: `at` is no datetime.
            ValueError: `at` has no time zone.
            OSError, NotImplementedError: `os.urandom()` has no random bytes.

        >>> keys = IntervalUuid(timedelta(minutes=1), timedelta(minutes=65_536))
        >>> str(keys.at(datetime(1970, 1, 1, 0, 3, tzinfo=UTC)))[:4]
        '0003'
        """
        return self._generate(_since_epoch("at", at) // _MILLISECOND)

    def ranges(self, start: datetime, stop: datetime) -> list[KeyRange]:
        """Find the ranges of keys generated from `start` until just before `stop`, both ends included.

        There are two if prefixes begin anew between them, else one. If `stop` is not later than `start`, no key lies
        in it. Like `uuid_interval_between()`, they cover whole blocks, of each cycle: for the exact span, also compare
        a timestamp.

        Args:
            start: The first time, with a time zone.
            stop: The time after the last, with a time zone.

        Raises:
            TypeError: A time is no datetime.
            ValueError: A time has no time zone.

        >>> keys = IntervalUuid(timedelta(minutes=1), timedelta(minutes=65_536))
        >>> [(smallest, largest)] = keys.ranges(
        ...     datetime(1970, 1, 1, 0, 3, tzinfo=UTC), datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
        ... )
        >>> print(smallest, largest)
        00030000-0000-0000-0000-000000000000 0004ffff-ffff-ffff-ffff-ffffffffffff
        """
        begin, end = _since_epoch("start", start), _since_epoch("stop", stop)
        if begin >= end:
            return [_NO_KEYS]
        interval = self._interval * _MILLISECOND
        first = begin // interval
        last = min(-(-end // interval) - 1, first + self._count - 1)
        lower, upper = first % self._count, last % self._count
        if lower <= upper:
            return [self._range(lower, upper)]
        return [self._range(lower, self._count - 1), self._range(0, upper)]

    def block(self, key: UUID) -> int | None:
        """Return the number of a key's block, from 0, or None if its first bits are no block of this cycle.

        Raises:
            TypeError: `key` is no UUID.
        """
        if not isinstance(key, UUID):
            raise TypeError(f"key must be a UUID, not {type(key).__name__}")
        block = key.int >> self._free_bits
        return block if block < self._count else None

    def window(self, key: UUID, not_after: datetime) -> TimeWindow | None:
        """Find the latest interval that begins no later than a time and in which a key may have been generated.

        It is None if the key's first bits are no block of this cycle, or if no datetime is that early or late.

        Args:
            key: The key.
            not_after: A time after the key was generated, with a time zone.

        Raises:
            TypeError: `key` is no UUID, or `not_after` no datetime.
            ValueError: `not_after` has no time zone.

        >>> keys = IntervalUuid(timedelta(minutes=1), timedelta(minutes=65_536))
        >>> print(*keys.window(UUID("0003f00d-0000-4000-8000-000000000000"), datetime(1970, 1, 1, 1, tzinfo=UTC)))
        1970-01-01 00:03:00+00:00 1970-01-01 00:04:00+00:00
        """
        block = self.block(key)
        interval = self._interval * _MILLISECOND
        number = _since_epoch("not_after", not_after) // interval
        if block is None:
            return None
        try:
            start = _EPOCH + (number - (number - block) % self._count) * interval
            return TimeWindow(start, start + interval)
        except OverflowError:
            return None

    def _range(self, first: int, last: int) -> KeyRange:
        return KeyRange(UUID(int=first << self._free_bits), UUID(int=(last + 1 << self._free_bits) - 1))

    def _generate(self, millis: int) -> UUID:
        block = millis // self._interval % self._count
        random = int.from_bytes(os.urandom(16)) & (1 << self._free_bits) - 1
        key = block << self._free_bits | random
        return UUID(int=key & 0xFFFF_FFFF_FFFF_0FFF_3FFF_FFFF_FFFF_FFFF | self._version << 76 | 1 << 63)


def _check_int(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")


def _since_epoch(name: str, at: datetime) -> timedelta:
    if not isinstance(at, datetime):
        raise TypeError(f"{name} must be a datetime, not {type(at).__name__}")
    if at.utcoffset() is None:
        raise ValueError(f"{name} must have a time zone: {at}")
    return at - _EPOCH
