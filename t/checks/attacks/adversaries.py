"""What adversaries do with keys.

They know code, parameters and clock, how the table's rows came and went, and one dated row: their own. They have
neither the server's nonce nor the database. Each attack is tried on each kind of key, though it may be meant for
another.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator

from attacks.keyed_tables import Bytes, Clock, Floats, History, Integers, Table


def v7_times(keys: Bytes) -> Integers:
    """The time in a UUIDv7: 4,096ths of a millisecond since 1970, each about a quarter of a microsecond."""
    milliseconds = np.zeros((len(keys), 8), np.uint8)
    milliseconds[:, 2:] = keys[:, :6]
    fraction = keys[:, 6:8].copy().view(">u2")[:, 0].astype(np.int64) & 0xFFF
    return milliseconds.view(">i8")[:, 0].astype(np.int64) * 4096 + fraction


def v7_blocks(keys: Bytes, clock: Clock) -> Integers:
    """The blocks of UUIDv7s."""
    return v7_times(keys) * 1000 // 4096 // clock.interval


def latest_blocks(block_in_cycle: Integers, now: int, clock: Clock) -> Integers:
    """The latest blocks, up to the present one, with these numbers in their cycle."""
    return now - (now - block_in_cycle) % clock.count


def without_xor(table: Table, kind: str, own: int) -> Integers:
    """Prefixes without the constant that turns the prefix of the adversary's own row into its block."""
    prefix = table.clock.prefix(table.keys[kind])
    without: Integers = prefix ^ prefix[own] ^ table.blocks[own] % table.clock.count
    return without


# --- Which of two keys is older ----------------------------------------------


class Counting:
    """Estimates the age of a block from how many visible keys share its prefix, as simulated tables have taught."""

    def __init__(self, history: History, clock: Clock, rows: float, seen: float, random: Generator) -> None:
        """`rows` is the most that a block has, on average; `seen` the share of the keys that are visible."""
        shares = history.shares(clock)
        learned = []
        for _ in range(64):
            rows_of_blocks = random.poisson(rows * shares)
            # Each cycle in an order of its own; the oldest may be a part of one.
            cycles = math.ceil(history.cycles)
            places = np.concatenate([random.permutation(clock.count) for _ in range(cycles)])[-len(shares) :]
            keys = np.bincount(places, weights=random.binomial(rows_of_blocks, seen))[places]
            learned.append(np.column_stack([keys, np.arange(len(shares)), rows_of_blocks]))
        found = np.concatenate(learned)
        groups = np.array_split(found[np.argsort(found[:, 0], kind="stable")], 256)
        groups = [group for group in groups if group[:, 2].sum()]
        self.keys = [np.average(group[:, 0], weights=group[:, 2]) for group in groups]
        self.blocks = [np.average(group[:, 1], weights=group[:, 2]) for group in groups]

    def newness(self, prefixes: Integers, visible: Integers) -> Floats:
        """How new keys with these prefixes seem, if only the rows `visible` are seen."""
        keys = np.bincount(prefixes[visible], minlength=prefixes.max() + 1)[prefixes]
        return np.asarray(np.interp(keys, self.keys, self.blocks))


def ordered_rightly(
    table: Table, kind: str, counting: Counting | None, seen: float, pairs: tuple[Integers, Integers], random: Generator
) -> float:
    """The share of pairs that the best attack orders correctly."""
    a, b = pairs
    keys, clock, now = table.keys[kind], table.clock, table.now
    prefixes = clock.prefix(keys)
    attacks: list[Integers | Floats] = [
        v7_times(keys),
        latest_blocks(prefixes, now, clock),
        latest_blocks(without_xor(table, kind, int(random.integers(len(keys)))), now, clock),
    ]
    if counting:
        visible = np.flatnonzero(random.random(len(keys)) < seen)
        attacks.append(counting.newness(prefixes, visible))
    older = table.times[a] < table.times[b]
    # Where an attack cannot tell, it tosses a coin.
    return max(float(np.where(order[a] == order[b], 0.5, (order[a] < order[b]) == older).mean()) for order in attacks)


# --- Dates of other keys, from dated ones -------------------------------------


def dated_rightly(table: Table, kind: str, dated: Integers, targets: Integers, random: Generator) -> float:
    """The share of targets whose block the best attack finds, given the blocks of the rows `dated`."""
    keys, clock, now = table.keys[kind], table.clock, table.now
    prefixes, blocks = clock.prefix(keys), table.blocks
    nothing = np.full(clock.count, -1)
    # The same block as that of a dated key with the same prefix: the latest of them, or the one that most of them have.
    same_latest, same_usual = nothing.copy(), nothing.copy()
    np.maximum.at(same_latest, prefixes[dated], blocks[dated])
    there, times_there = np.unique(np.column_stack([prefixes[dated], blocks[dated]]), axis=0, return_counts=True)
    by_frequency = there[np.argsort(times_there, kind="stable")]
    same_usual[by_frequency[:, 0]] = by_frequency[:, 1]
    # The same in each cycle.
    same_in_cycle = np.where(same_latest < 0, -1, latest_blocks(same_latest, now, clock))
    # Other prefixes' blocks are none of those that are known.
    left = np.setdiff1d(np.arange(blocks.min(), now + 1), blocks[dated])
    guess = random.choice(left, len(targets)) if len(left) else np.full(len(targets), now)
    attacks = [
        v7_blocks(keys[targets], clock),
        latest_blocks(prefixes[targets], now, clock),
        latest_blocks(without_xor(table, kind, dated[0])[targets], now, clock),
    ]
    attacks += [
        np.where(same[prefixes[targets]] < 0, guess, same[prefixes[targets]])
        for same in (same_latest, same_usual, same_in_cycle)
    ]
    return max(float((found == blocks[targets]).mean()) for found in attacks)


def covered(table: Table, dated: Integers, targets: Integers) -> float:
    """The share of targets that share their block with a dated row."""
    return float(np.isin(table.blocks[targets], table.blocks[dated]).mean())


# --- For how long, and how many rows ------------------------------------------


def active_blocks(table: Table, kind: str) -> list[float]:
    """For how many blocks the table has been active, as each attack estimates from a sample of rows; or NaN."""
    keys, clock, now = table.keys[kind], table.clock, table.now
    prefixes = clock.prefix(keys)
    # As many blocks as give that many different prefixes.
    blocks = np.geomspace(1, clock.count, 2000)
    different = blocks * (1 - np.exp(len(keys) * np.log1p(-1 / (blocks + 1e-9))))
    oldest = [
        v7_blocks(keys, clock).min(),
        latest_blocks(prefixes, now, clock).min(),
        latest_blocks(without_xor(table, kind, 0), now, clock).min(),
    ]
    from_coincidences = np.interp(len(np.unique(prefixes)), different, blocks, right=np.nan)
    return [*(float((now - block) * (len(keys) + 1) / len(keys)) for block in oldest), float(from_coincidences)]


def features(keys: Bytes, clock: Clock) -> Floats:
    """What may depend on the number of rows, as logarithms."""
    prefixes, times = clock.prefix(keys), v7_times(keys)
    numbers = [len(np.unique(prefixes)), np.ptp(prefixes), np.ptp(times)]
    return np.array([1, *np.log(np.array(numbers, float) + 1)])


def error_of_rows(known: list[Floats], rows: Floats) -> float:
    """The factor by which half of the estimates of the number of rows err, at most.

    The estimate for each table is learned from the others. If that is worse than none, all get the same guess.
    """
    errors = []
    for features_of_all in (np.array(known), np.ones((len(known), 1))):
        estimates = []
        for table in range(len(rows)):
            others = np.arange(len(rows)) != table
            learned = np.linalg.lstsq(features_of_all[others], np.log(rows[others]), rcond=None)[0]
            estimates.append(features_of_all[table] @ learned)
        errors.append(float(np.exp(np.median(np.abs(estimates - np.log(rows))))))
    return min(errors)
