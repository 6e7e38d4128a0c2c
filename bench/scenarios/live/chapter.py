"""What the report shows of databases that live."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from bench.charts import number
from bench.contenders import BY_NAME
from bench.lines import Line, Lines
from bench.results import Figures, Run
from bench.scenarios.base import Chapter, Table, conditions
from bench.scenarios.live.keys import BY_SEQUENCE, LZ4, OPAQUE
from bench.scenarios.live.wal import position

BOUND = 0.15
"""How far the model may be off."""
COLOURS = {
    **{"random": "random", "UUIDv7": "UUIDv7", "wrapping by time": "wrapping 1 min", OPAQUE: "opaque 1 min"},
    **{BY_SEQUENCE: "wrapping 65536 rows", "plain default": "wrapping 1 ms"},
}
FIXED, FAST = "fixed rate", "full speed"
WAL, INDEX, P99, REPLAY = (
    *("WAL so far, GB", "index size, MB"),
    *("p99 of an INSERT, ms", "replay by a standby, seconds per minute of load"),
)
Samples = list[dict[str, Any]]


def samples_of(figures: Figures, phase: str = "") -> Samples:
    """The records of each minute, of one phase or of both."""
    return [sample for sample in figures["samples"] if phase in ("", sample["phase"])]


def grown(figures: Figures, name: str, phase: str) -> float:
    """By how much a counter grew."""
    samples = samples_of(figures, phase)
    return float(samples[-1][name] - samples[0][name])


def written(samples: Samples) -> int:
    """Bytes of WAL from the first to the last of these records."""
    return position(samples[-1]["lsn"]) - position(samples[0]["lsn"])


def wal_of(kinds: dict[str, list[int]]) -> int:
    """Bytes of records and page images."""
    return sum(records + images for _, records, images in kinds.values())


def wal_per_row(figures: Figures, relation: str = "all", phase: str = FIXED) -> float:
    """Bytes of WAL for each row inserted."""
    return wal_of(figures["wal"][phase][relation]) / grown(figures, "inserted", phase)


def compared(figures: Figures) -> float:
    """Bytes of WAL per row that the model has a promise of: the table's and the index's."""
    return wal_per_row(figures, "table") + wal_per_row(figures, "index")


def live_rows(figures: Figures, sample: dict[str, Any]) -> float:
    """Rows that are not deleted."""
    first = figures["samples"][0]
    return float(figures["past_live"] + sample["inserted"] - first["inserted"] - sample["deleted"] + first["deleted"])


def index_bytes_per_row(figures: Figures) -> float:
    """Of the index, at the end of the fixed rate."""
    last = samples_of(figures, FIXED)[-1]
    return float(last["index_bytes"] / live_rows(figures, last))


def off(measured: float, promised: float) -> float:
    """How far a promise is from what was measured, as a share."""
    return promised / measured - 1


def wal_off(run: Run) -> float:
    """How far the model's WAL per row is off."""
    return off(compared(run.figures), float(run.figures["promise"]["wal_per_row"]))


def index_off(run: Run) -> float:
    """How far the model's size of the index is off."""
    return off(index_bytes_per_row(run.figures), float(run.figures["promise"]["bytes_per_million_rows"]) / 1e6)


def pages_per_row(figures: Figures, which: int) -> float | None:
    """Pages of tables and indexes that all processes read (0) or wrote (1) at the fixed rate, for each row inserted."""
    samples = samples_of(figures, FIXED)
    if not samples[-1]["io"]:
        return None
    first, last = (sum(counts[which] for counts in sample["io"].values()) for sample in (samples[0], samples[-1]))
    return float(last - first) / grown(figures, "inserted", FIXED)


def replay_seconds(figures: Figures, phase: str) -> float | None:
    """Seconds of replay for a minute of load."""
    samples = samples_of(figures, phase)
    if "replayed_at" not in samples[0] or "replayed_at" not in samples[-1]:
        return None
    return float((samples[-1]["replayed_at"] - samples[0]["replayed_at"]) / (len(samples) - 1))


def autovacuum_wal(figures: Figures) -> list[int]:
    """Bytes of WAL of each run of autovacuum on the table."""
    runs = (re.search(r"WAL usage: .* (\d+) bytes", entry) for entry in figures["log"] if "automatic vacuum" in entry)
    return [int(found[1]) for found in runs if found]


def problems(figures: Figures) -> list[str]:
    """What cannot be, whatever the key and the machine."""
    found = []
    for phase in (FIXED, FAST):
        # Headers of WAL pages, and little else, are in no record.
        if not 0.9 < wal_of(figures["wal"][phase]["all"]) / written(samples_of(figures, phase)) <= 1:
            found.append(f"{phase}: the kinds of WAL are not the whole")
        if grown(figures, "inserted", phase) <= 0:
            found.append(f"{phase}: no rows")
        if wal_per_row(figures, "index", phase) + wal_per_row(figures, "table", phase) >= wal_per_row(
            figures, "all", phase
        ):
            found.append(f"{phase}: index and table have more WAL than there is")
    if not 0 < figures["index"]["density_percent"] <= 100:
        found.append("an impossible density")
    for name in ("insert_ms", "recent_keys_ms", "old_keys_ms"):
        if not sum(sample[name].get("count", 0) for sample in samples_of(figures) if name in sample):
            found.append(f"no {name}")
    return found


def percentile(figures: Figures, name: str, phase: str, which: str) -> float:
    """The median of a percentile over the minutes."""
    found = sorted(sample[name][which] for sample in samples_of(figures, phase) if sample.get(name))
    return float(found[len(found) // 2]) if found else float("nan")


def line_of(key: str) -> Line:
    """How a key is drawn: with compression, dashed."""
    contender = BY_NAME[COLOURS[key.removesuffix(LZ4)]]
    return Line(contender.colour, key.endswith(LZ4))


def minutes_of(figures: Figures) -> list[float]:
    """When each record is of, in minutes of load."""
    minutes: list[float] = []
    phase = figures["samples"][0]["phase"]
    for sample in figures["samples"]:
        # The second phase begins where the first ends.
        minutes.append(minutes[-1] + (sample["phase"] == phase) if minutes else 0)
        phase = sample["phase"]
    return minutes


def lines_of(figures: Figures) -> dict[str, list[tuple[float, float]]]:
    """Time and figure for each panel."""
    samples, minutes = samples_of(figures), minutes_of(figures)
    first = position(samples[0]["lsn"])
    timed = list(zip(minutes, samples, strict=True))
    return {
        WAL: [(minute, (position(sample["lsn"]) - first) / 1e9) for minute, sample in timed],
        INDEX: [(minute, sample["index_bytes"] / 1e6) for minute, sample in timed],
        P99: [(minute, sample["insert_ms"]["p99"]) for minute, sample in timed if sample.get("insert_ms")],
        REPLAY: [
            (minute, sample["replayed_at"] - before["replayed_at"])
            for (before_minute, before), (minute, sample) in pairwise(timed)
            if minute > before_minute and "replayed_at" in before and "replayed_at" in sample
        ],
    }


def chart(runs: list[Run]) -> Lines:
    """Lines over time."""
    load = runs[0].case
    drawn = {str(run.case["key"]): lines_of(run.figures) for run in runs}
    return Lines(
        summary(runs),
        conditions(
            runs,
            f"{load['rate']:,} rows per second, after the dotted line as many as possible",
            f"a past of {load['past_rows']:,} rows, of which {load['kept_rows']:,} are kept and 5 % of the others left",
            "wal_compression off unless the name says otherwise",
        ),
        "minutes of load",
        (WAL, INDEX, P99, REPLAY),
        {key: line_of(key) for key in drawn},
        {(panel, key): points for key, lines in drawn.items() for panel, points in lines.items()},
        float(load["minutes"]),
        frozenset({P99}),
    )


def summary(runs: list[Run]) -> str:
    """The WAL of random keys, and of the others without compression."""
    others = [wal_per_row(run.figures) for run in promised(runs) if run.case["key"] != "random"]
    random = [wal_per_row(run.figures) for run in runs if run.case["key"] == "random"]
    each = [f"{number(size)} with random keys" for size in random]
    if others:
        ends = dict.fromkeys((number(min(others)), number(max(others))))
        each.append(f"{' to '.join(ends)} with the others")
    return f"At {runs[0].case['rate']:,} rows per second, bytes of WAL per row: {', '.join(each)}."


def far_off(runs: list[Run]) -> str:
    """Where the model is off by more than it may be."""
    far = [
        f"{run.case['key']}: {what} {100 * error(run):+.0f} %"
        for run in promised(runs)
        for what, error in (("WAL", wal_off), ("index", index_off))
        if abs(error(run)) > BOUND
    ]
    bound = f"The model's promises are within {100 * BOUND:.0f} % of what was measured"
    return f"{bound}, but for these: {'; '.join(far)}." if far else f"{bound}."


def promised(runs: list[Run]) -> list[Run]:
    """Those that the model has a promise for: it knows nothing of compression."""
    return [run for run in runs if not str(run.case["key"]).endswith(LZ4)]


def chapter(runs: list[Run]) -> Chapter:
    """Lines over time, and measured figures beside those promised."""
    found = Chapter(charts=[chart(runs)], findings=[summary(runs), far_off(runs)])
    found.tables = [promises(runs), load_table(runs), kinds_table(runs)]
    return found


def cells(runs: list[Run], *columns: Callable[[Run], str]) -> list[list[str]]:
    """A row for each run."""
    return [[str(run.case["key"]), *(column(run) for column in columns)] for run in runs]


def promises(runs: list[Run]) -> Table:
    """What the model says, beside what was measured, at the fixed rate."""
    known = set(map(id, promised(runs)))

    def if_known(run: Run, text: str) -> str:
        return text if id(run) in known else "—"

    header = ["key", "column default", "WAL per row", "of table and index", "promised", "off by"]
    header += ["index, bytes per row", "promised", "off by"]
    rows = cells(
        runs,
        lambda run: str(run.figures["call"]),
        lambda run: number(wal_per_row(run.figures)),
        lambda run: number(compared(run.figures)),
        lambda run: if_known(run, number(float(run.figures["promise"]["wal_per_row"]))),
        lambda run: if_known(run, f"{100 * wal_off(run):+.0f} %"),
        lambda run: number(index_bytes_per_row(run.figures)),
        lambda run: if_known(run, number(float(run.figures["promise"]["bytes_per_million_rows"]) / 1e6)),
        lambda run: if_known(run, f"{100 * index_off(run):+.0f} %"),
    )
    return Table("At the fixed rate: bytes measured, and as uuid_advise promises", header, rows)


def load_table(runs: list[Run]) -> Table:
    """Latency, speed, replay, backup."""
    header = ["key", "INSERT p50, p95, p99, ms", "look-up of a recent key p99, ms", "of an old key p99, ms"]
    header += ["rows per second at full speed", "INSERT p99 then, ms", "index full, %", "index pages read per row"]
    header += ["pages read per row", "pages written per row"]
    header += ["replay, s per minute at the fixed rate", "at full speed", "incremental backup, MB", "of, MB"]
    header += ["runs of autovacuum", "their WAL, MB"]
    rows = cells(
        runs,
        lambda run: ", ".join(number(percentile(run.figures, "insert_ms", FIXED, p)) for p in ("p50", "p95", "p99")),
        lambda run: number(percentile(run.figures, "recent_keys_ms", FIXED, "p99")),
        lambda run: number(percentile(run.figures, "old_keys_ms", FIXED, "p99")),
        lambda run: number(grown(run.figures, "inserted", FAST) / grown(run.figures, "time", FAST)),
        lambda run: number(percentile(run.figures, "insert_ms", FAST, "p99")),
        lambda run: f"{run.figures['index_between']['density_percent']:.0f}",
        lambda run: number(grown(run.figures, "index_reads", FIXED) / max(grown(run.figures, "inserted", FIXED), 1)),
        lambda run: or_none(pages_per_row(run.figures, 0)),
        lambda run: or_none(pages_per_row(run.figures, 1)),
        lambda run: or_none(replay_seconds(run.figures, FIXED)),
        lambda run: or_none(replay_seconds(run.figures, FAST)),
        lambda run: or_none(run.figures["incremental_backup_bytes"], 1e6),
        lambda run: number(run.figures["full_backup_bytes"] / 1e6),
        lambda run: str(len(autovacuum_wal(run.figures))),
        lambda run: number(sum(autovacuum_wal(run.figures)) / 1e6),
    )
    return Table("Latency (medians of the minutes), speed, replay, backup", header, rows)


def kinds_table(runs: list[Run]) -> Table:
    """What the WAL at the fixed rate is made of."""

    def part(relation: str, which: int) -> Callable[[Run], str]:
        def column(run: Run) -> str:
            size = sum(kind[which] for kind in run.figures["wal"][FIXED][relation].values())
            return number(size / grown(run.figures, "inserted", FIXED))

        return column

    names = ("table", "index", "index on the time")
    header = ["key", *(f"{name}: {what}" for name in names for what in ("records", "images")), "commits and all else"]
    rows = cells(
        runs,
        *(part(name, which) for name in names for which in (1, 2)),
        lambda run: number(wal_per_row(run.figures) - sum(wal_per_row(run.figures, name) for name in names)),
    )
    return Table("Bytes of WAL per row at the fixed rate", header, rows)


def or_none(figure: float | None, unit: float = 1) -> str:
    """A figure that may be missing."""
    return "—" if figure is None else number(figure / unit)
