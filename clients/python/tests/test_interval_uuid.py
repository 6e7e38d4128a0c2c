"""Test the package, with vectors from the server."""

from __future__ import annotations

import csv
import doctest
import os
import pickle
import random
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, tzinfo
from functools import reduce
from operator import and_, or_
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import UUID

import interval_uuid
import interval_uuid._server
from interval_uuid import IntervalUuid, KeyRange

VECTORS = Path(os.environ.get("VECTORS", Path(__file__).parents[3] / "t" / "vectors"))
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND, MILLISECOND = timedelta(microseconds=1), timedelta(milliseconds=1)
# Each millisecond is a block, and the first 48 bits its number.
BY_MILLISECOND = IntervalUuid(MILLISECOND, 2**48 * MILLISECOND)


class NoOffset(tzinfo):
    """A time zone that does not say how far it is from UTC."""

    def utcoffset(self, _: datetime | None) -> timedelta | None:
        """Return that it is not known."""
        return None


def read(name: str) -> list[dict[str, str]]:
    """Read a file of vectors."""
    with (VECTORS / f"{name}.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 100
    return rows


def generator(vector: dict[str, str], **version: Any) -> IntervalUuid:
    """Build the generator of a vector."""
    interval = int(vector["interval_ms"]) * MILLISECOND
    return IntervalUuid(interval, int(vector["count"]) * interval, **version)


def text_of(ranges: list[KeyRange]) -> str:
    """Write ranges as the vectors do."""
    return ";".join(f"{smallest}..{largest}" for smallest, largest in ranges)


class Keys(unittest.TestCase):
    """Keys and ranges."""

    def test_at(self) -> None:
        """Give the keys of the vectors."""
        for vector in read("client_keys"):
            at = EPOCH + timedelta(microseconds=int(vector["time_us"]))
            for version in 4, 8:
                keys = [generator(vector, version=version).at(at).int for _ in range(64)]
                # The bits that each key has, and those that any has: all others are random.
                labelled = (version ^ 4) << 76
                self.assertEqual(UUID(int=reduce(and_, keys) ^ labelled), UUID(vector["smallest"]), vector)
                self.assertEqual(UUID(int=reduce(or_, keys) ^ labelled), UUID(vector["largest"]), vector)

    def test_ranges(self) -> None:
        """Give the ranges of the vectors."""
        for vector in read("ranges"):
            span = (EPOCH + int(vector[name]) * MILLISECOND for name in ("from_ms", "to_ms"))
            self.assertEqual(text_of(generator(vector).ranges(*span)), vector["ranges"], vector)

    def test_ranges_of_microseconds(self) -> None:
        """Round the end up."""
        second = IntervalUuid(timedelta(seconds=1), timedelta(seconds=256))
        for micros, last in (1_000_000, "00"), (1_000_001, "01"):
            span = EPOCH + timedelta(microseconds=999_999), EPOCH + timedelta(microseconds=micros)
            self.assertEqual([str(largest)[:2] for _, largest in second.ranges(*span)], [last])

    def test_windows(self) -> None:
        """Decode the keys of the vectors."""
        for vector in read("client_windows"):
            client, key = generator(vector), UUID(vector["id"])
            self.assertEqual(client.block(key), int(vector["block"]) if vector["block"] else None, vector)
            times = [EPOCH + int(vector[name]) * MILLISECOND for name in ("from_ms", "to_ms") if vector[name]]
            not_after = EPOCH + int(vector["not_after_ms"]) * MILLISECOND
            self.assertEqual(client.window(key, not_after), tuple(times) or None, vector)
        long = IntervalUuid(timedelta(days=1), timedelta(days=10_000_000))
        self.assertIsNone(long.window(long.at(EPOCH + timedelta(days=1)), EPOCH))
        end = datetime.max.replace(tzinfo=UTC)
        self.assertIsNone(long.window(long.at(end), end))

    def test_parameters(self) -> None:
        """Build a generator from a row of the server's."""
        for vector in read("client_keys"):
            row = int(vector["interval_ms"]) * 1000, int(vector["count"]), 8
            self.assertEqual(IntervalUuid.from_parameters(*row), generator(vector, version=8), vector)
        named = {"interval_microseconds": 300_000_000, "interval_count": 17_280, "version": 4}
        expected = IntervalUuid(timedelta(minutes=5), timedelta(days=60))
        self.assertEqual(IntervalUuid.from_parameters(**named), expected)
        self.assertEqual(IntervalUuid.from_parameters(**named, function_name="uuid_interval_nextval"), expected)
        longest = timedelta(days=106_751_991)
        self.assertEqual(IntervalUuid.from_parameters(longest // MICROSECOND, 1, 4), IntervalUuid(longest, longest))

    def test_equality(self) -> None:
        """Compare by value."""
        keys = IntervalUuid(MILLISECOND, MILLISECOND)
        self.assertEqual({keys, IntervalUuid(MILLISECOND, MILLISECOND)}, {keys})
        self.assertNotEqual(keys, IntervalUuid(MILLISECOND, MILLISECOND, version=8))
        self.assertNotEqual(keys, BY_MILLISECOND)
        self.assertNotEqual(keys, 4)

    def test_next(self) -> None:
        """Take the present millisecond."""
        for by_builtin in (False, True) * 5:
            before = time.time_ns() // 1_000_000
            block = (next(BY_MILLISECOND) if by_builtin else BY_MILLISECOND.next()).int >> 80
            self.assertTrue(before <= block <= time.time_ns() // 1_000_000)
            time.sleep(0.002)

    def test_iterator(self) -> None:
        """Generate as many keys as are asked for."""
        self.assertEqual(len(dict(zip("abc", BY_MILLISECOND, strict=False))), 3)

    def test_threads(self) -> None:
        """Share a generator between threads, and between a process and its fork."""
        keys = IntervalUuid(MILLISECOND, MILLISECOND)
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(lambda _: keys.next(), range(10_000)))
        self.assertEqual(len(set(made)), 10_000)

    def test_fork(self) -> None:
        """Generate other keys in a fork."""
        keys = IntervalUuid(MILLISECOND, MILLISECOND)
        reader, writer = os.pipe()
        child = os.fork()
        made = [keys.next() for _ in range(1000)]
        if child == 0:
            os.write(writer, b"".join(key.bytes for key in made))
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            theirs = pipe.read()
        os.waitpid(child, 0)
        self.assertEqual(len(theirs), 16_000)
        self.assertEqual(len({key.bytes for key in made} | {theirs[i : i + 16] for i in range(0, 16_000, 16)}), 2000)

    def test_pickle(self) -> None:
        """Survive the way to another process."""
        self.assertEqual(repr(pickle.loads(pickle.dumps(BY_MILLISECOND))), repr(BY_MILLISECOND))


class Errors(unittest.TestCase):
    """What is refused."""

    def test_random_source(self) -> None:
        """Fail with the random source, have its bytes, and repeat nothing with a seed."""
        with mock.patch("os.urandom", side_effect=NotImplementedError("no entropy")):
            self.assertRaisesRegex(NotImplementedError, "no entropy", BY_MILLISECOND.next)
            self.assertRaisesRegex(NotImplementedError, "no entropy", BY_MILLISECOND.at, EPOCH)
        with mock.patch("os.urandom", return_value=b"\xab" * 16):
            key = IntervalUuid(MILLISECOND, MILLISECOND).next()
        self.assertEqual(str(key), "abababab-abab-4bab-abab-abababababab")
        made = []
        for _ in range(2):
            random.seed(0)
            made.append(BY_MILLISECOND.at(EPOCH))
        self.assertNotEqual(*made)

    def test_types(self) -> None:
        """Refuse wrong types."""
        for wrong in 60_000, "5 min", None, 1.5:
            with self.assertRaisesRegex(TypeError, "^interval must be a timedelta, not "):
                IntervalUuid(wrong, MILLISECOND)  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, "^cycle must be a timedelta, not "):
                IntervalUuid(MILLISECOND, wrong)  # type: ignore[arg-type]
        for version in "4", 4.0, True, None:
            with self.assertRaisesRegex(TypeError, "^version must be an int, not "):
                IntervalUuid(MILLISECOND, MILLISECOND, version=version)  # type: ignore[arg-type]
        for at in "2026-11-01", 0, None, EPOCH.date():
            with self.assertRaisesRegex(TypeError, "^at must be a datetime, not "):
                BY_MILLISECOND.at(at)  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, "^stop must be a datetime, not "):
                BY_MILLISECOND.ranges(EPOCH, at)  # type: ignore[arg-type]

            with self.assertRaisesRegex(TypeError, "^not_after must be a datetime, not "):
                BY_MILLISECOND.window(BY_MILLISECOND.next(), at)  # type: ignore[arg-type]
        self.assertRaisesRegex(TypeError, "^key must be a UUID, not str$", BY_MILLISECOND.block, str(UUID(int=0)))

    def test_parameters(self) -> None:
        """Refuse what is no row of a server's."""
        message = "^select interval_microseconds, interval_count and version, in this order, not 4 columns"
        self.assertRaisesRegex(TypeError, message, IntervalUuid.from_parameters, "uuid_interval_nextval", 1000, 1, 4)
        names = "interval_microseconds", "interval_count", "version"
        for place, name in enumerate(names):
            for wrong, error, message in (
                (None, TypeError, r" is None: pass a row of uuid_key_parameters\(\) for a table and a column$"),
                ("5", TypeError, " must be an int, not str$"),
                (1e6, TypeError, " must be an int, not float$"),
                (True, TypeError, " must be an int, not bool$"),
                (0, ValueError, " must be at least 1, not 0$"),
                (-1000, ValueError, " must be at least 1, not -1000$"),
            ):
                row: list[Any] = [1000, 1, 4]
                row[place] = wrong
                self.assertRaisesRegex(error, f"^{name}{message}", IntervalUuid.from_parameters, *row)
        for row, message in (
            ((1500, 1, 4), "^interval must be a whole number of milliseconds from 1, not 0:00:00.001500$"),
            ((1000, 2**48 + 1, 4), r"^cycle must be at most 2\^48 times interval"),
            ((1000, 1, 7), "^version must be 4 or 8, not 7$"),
            ((2**62, 2, 4), f"^interval_microseconds times interval_count must be below 2\\^63, not {2**62} times 2$"),
        ):
            self.assertRaisesRegex(ValueError, message, IntervalUuid.from_parameters, *row)

    def test_values(self) -> None:
        """Refuse what is out of range."""
        for wrong in timedelta(0), -MILLISECOND, timedelta(microseconds=1), timedelta(microseconds=1500):
            with self.assertRaisesRegex(ValueError, "^interval must be a whole number of milliseconds from 1, not "):
                IntervalUuid(wrong, MILLISECOND)
        with self.assertRaisesRegex(ValueError, r": the nearest to 0:12:30 is 0:15:00$"):
            IntervalUuid(timedelta(minutes=5), timedelta(minutes=12.5))
        with self.assertRaisesRegex(ValueError, r": the nearest to 0:00:00.001000 is 0:05:00$"):
            IntervalUuid(timedelta(minutes=5), MILLISECOND)
        with self.assertRaisesRegex(
            ValueError, r"^cycle must be at most 2\^48 times interval \(0:00:00.001000\), not "
        ):
            IntervalUuid(MILLISECOND, (2**48 + 1) * MILLISECOND)
        longest = (2**63 - 1) // 1000 * MILLISECOND
        self.assertIn("IntervalUuid", repr(IntervalUuid(longest, longest)))
        with self.assertRaisesRegex(ValueError, "^cycle must be at most 106751991 days, 4:00:54.775000, not "):
            IntervalUuid(longest + MILLISECOND, longest + MILLISECOND)
        with self.assertRaisesRegex(ValueError, "^version must be 4 or 8, not 7$"):
            IntervalUuid(MILLISECOND, MILLISECOND, version=7)
        for naive in datetime(2026, 11, 1), datetime(2026, 11, 1, tzinfo=NoOffset()):
            with self.assertRaisesRegex(ValueError, "^at must have a time zone: "):
                BY_MILLISECOND.at(naive)


def load_tests(_: object, tests: unittest.TestSuite, __: object) -> unittest.TestSuite:
    """Run the examples in the documentation, too."""
    tests.addTests(doctest.DocTestSuite(interval_uuid))
    tests.addTests(doctest.DocTestSuite(interval_uuid._server))
    return tests


if __name__ == "__main__":
    unittest.main()
