"""Take the random bits out of UUIDs, judge them, and check that all other bits are as expected.

    free_bits.py counter SIZE COUNT VERSION
        keys of a counter that goes up from 0: the prefix is that of the counter's block
    free_bits.py constant BITS VERSION
        this many leading bits are the same as in the first key
    free_bits.py v7 [NODE NODE_BITS]
        ascending UUIDv7 of one process, with this node

Standard input: COPY (SELECT uuid) ... (FORMAT binary). Standard output: the free bits, without gaps. Standard error:
the figures.

A stream is a sequence of samples. A sample has fresh bits, which nothing should predict, and bits known before, for
instance those of the previous key. Count the ones of each fresh bit, the samples in which two fresh bits differ, and
those in which a fresh bit differs from an earlier one. If bits are random, each count is near half of all samples.

The first UUIDv7 in a tick of the clock has a free tail; each one that follows adds a step of 1 to 2^32. So there are
three streams: tails of keys alone in their tick, tails of the first of several keys, and steps.

Fails if a fixed bit is wrong, if a p-value is below one in a billion, or if the input breaks off. A run of
t/checks/randomness has 90 p-values, so that one of ten million fails by chance.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

Array = np.ndarray[Any, Any]

HEADER = b"PGCOPY\n\377\r\n\0" + bytes(8)
ROW = np.dtype([("fields", ">i2"), ("length", ">i4"), ("halves", ">u8", 2)])
BATCH = 1 << 16
MIN_SAMPLES = 10_000
WORST_P = 1e-9
FREE_LOW = (1 << 62) - 1
STEP_BITS = 32


def require(good: bool, what: str) -> None:
    """Fail unless this is true."""
    if not good:
        sys.exit(f"free_bits: {what}")


def batches(version: int) -> Iterator[Array]:
    """Read UUIDs, each as two numbers of 64 bits; see "Binary Format" in PostgreSQL's documentation of COPY."""
    require(sys.stdin.buffer.read(len(HEADER)) == HEADER, "no binary COPY")
    ended = False
    while not ended:
        data = sys.stdin.buffer.read(BATCH * ROW.itemsize)
        ended = len(data) < BATCH * ROW.itemsize
        require(not ended or (len(data) % ROW.itemsize == 2 and data.endswith(b"\377\377")), "the input breaks off")
        rows = np.frombuffer(data, ROW, count=len(data) // ROW.itemsize)
        require(bool(np.all((rows["fields"] == 1) & (rows["length"] == 16))), "not one UUID in a row")
        halves = rows["halves"].astype(np.uint64)
        require(bool(np.all(halves[:, 0] >> 12 & 0xF == version)), "another version")
        require(bool(np.all(halves[:, 1] >> 62 == 2)), "another variant")
        yield halves


def bits_of(numbers: Array, mask: int) -> Array:
    """Return a row of bits for each number: those of the mask, the leftmost first."""
    bits = np.unpackbits(numbers.astype(">u8").view(np.uint8).reshape(len(numbers), 8), axis=1)
    return bits[:, [place for place in range(64) if mask >> (63 - place) & 1]]


def write(bits: Array) -> None:
    """Write bits; up to seven at the end of a batch are left out."""
    flat = bits.ravel()
    sys.stdout.buffer.write(np.packbits(flat[: len(flat) // 8 * 8]).tobytes())


class Stream:
    """Sums over samples of bits as 1 and -1: of each fresh bit, and of products with others."""

    def __init__(self, name: str) -> None:
        """Begin with no samples."""
        self.name = name
        self.samples = 0
        self.sums: list[Array] = []

    def add(self, fresh: Array, before: Array) -> None:
        """Add samples, each a row."""
        for start in range(0, len(fresh), BATCH):
            a, b = (1 - 2 * part[start : start + BATCH].astype(np.float32) for part in (fresh, before))
            pairs = (a.T @ a)[np.tril_indices(a.shape[1], -1)]
            sums = [part.astype(np.float64).ravel() for part in (a.sum(axis=0), pairs, a.T @ b)]
            self.sums = [x + y for x, y in zip(self.sums, sums, strict=True)] if self.sums else sums
            self.samples += len(a)

    def is_random(self) -> bool:
        """Print p-values of each sum: of the squares, nearly chi-squared (Wilson, Hilferty), and the largest."""
        print(f"  {self.samples} {self.name}, {len(self.sums[0]) if self.sums else 0} free bits each", file=sys.stderr)
        if self.samples < MIN_SAMPLES:
            print("    too few", file=sys.stderr)
            return False
        good = True
        for what, sums in zip(("bits", "pairs of bits", "pairs with bits of the key before"), self.sums, strict=True):
            sigmas = sums / math.sqrt(self.samples)
            n, squares, largest = len(sigmas), float(np.sum(sigmas**2)), float(np.max(np.abs(sigmas)))
            spread = 2 / (9 * n)
            p_sum = math.erfc(abs((squares / n) ** (1 / 3) - (1 - spread)) / math.sqrt(spread) / math.sqrt(2))
            p_largest = -math.expm1(n * math.log1p(-math.erfc(largest / math.sqrt(2))))
            print(f"    {n} {what}: chi-squared {squares:.1f}, p = {p_sum:.4f};", end=" ", file=sys.stderr)
            print(f"the largest deviation {largest:.2f} sigma, p = {p_largest:.4f}", file=sys.stderr)
            good &= min(p_sum, p_largest) >= WORST_P
        return good


def judge_prefixed(prefix_bits: int, size: int, count: int, version: int) -> bool:
    """Judge keys with a prefix of a block, or one that does not change (a size of 0)."""
    keys = Stream("keys")
    read, first, before = 0, None, None
    for halves in batches(version):
        prefix = halves[:, 0] >> np.uint64(64 - prefix_bits) if prefix_bits else np.zeros(len(halves), np.uint64)
        if first is None:
            first = prefix[:1]
        expected = (
            (read + np.arange(len(halves), dtype=np.uint64)) // np.uint64(size) % np.uint64(count) if size else first
        )
        require(bool(np.all(prefix == expected)), f"another prefix, after UUID {read}")
        high = bits_of(halves[:, 0], ((1 << (64 - prefix_bits)) - 1) & ~0xF000)
        bits = np.hstack([high, bits_of(halves[:, 1], FREE_LOW)])
        write(bits)
        known = bits if before is None else np.vstack([before, bits])
        keys.add(known[1:], known[:-1])
        read, before = read + len(halves), bits[-1:] if len(bits) else before
    return keys.is_random()


def judge_v7(node: int, node_bits: int) -> bool:
    """Judge UUIDv7, which are all in memory."""
    high, low = np.concatenate(list(batches(7))).T
    tail_mask = FREE_LOW >> node_bits
    require(bool(np.all((low & np.uint64(FREE_LOW)) >> np.uint64(62 - node_bits) == node)), "another node")
    require(bool(np.all(high[1:] >= high[:-1])), "a time before that of the last key")
    follows = np.append(False, high[1:] == high[:-1])
    step = np.append(np.uint64(0), low[1:] - low[:-1] - np.uint64(1))
    require(bool(np.all(step[follows] >> STEP_BITS == 0)), "a step that is not 1 to 2^32")

    # The key before, and the last step before this key.
    places = np.append(0, np.maximum.accumulate(np.where(follows, np.arange(len(low)), 0))[:-1])
    before = np.hstack(
        [bits_of(np.append(np.uint64(0), low[:-1]), tail_mask), bits_of(step[places], (1 << STEP_BITS) - 1)]
    )
    is_first = ~follows[:-1] & follows[1:]
    is_alone = ~follows[:-1] & ~follows[1:]
    tails, steps = bits_of(low, tail_mask), bits_of(step, (1 << STEP_BITS) - 1)
    write(tails[~follows])
    write(steps[follows])
    good = True
    for name, fresh, chosen in (
        ("tails of keys alone in a tick of the clock", tails, np.append(is_alone, False)),
        ("tails of the first of several keys", tails, np.append(is_first, False)),
        ("steps to those that follow", steps, follows),
    ):
        stream = Stream(name)
        stream.add(fresh[chosen], before[chosen])
        good &= stream.is_random()
    return good


def main() -> bool:
    """Return whether all bits are as expected."""
    layout, *arguments = sys.argv[1:]
    numbers = [int(argument) for argument in arguments]
    if layout == "counter":
        size, count, version = numbers
        return judge_prefixed((count - 1).bit_length(), size, count, version)
    if layout == "constant":
        prefix_bits, version = numbers
        return judge_prefixed(prefix_bits, 0, 0, version)
    return judge_v7(*(numbers or (0, 0)))


sys.exit(0 if main() else 1)
