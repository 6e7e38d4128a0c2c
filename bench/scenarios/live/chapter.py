"""What the report shows of databases that live."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any

from bench.charts import number
from bench.contenders import BY_NAME
from bench.lines import Line, Lines
from bench.results import Figures, Run
from bench.scenarios.base import Chapter, Table, conditions
from bench.scenarios.live.keys import BY_SEQUENCE, LZ4, OPAQUE
from bench.scenarios.live.past import LEFT_BEHIND, SCALE_FACTOR
from bench.scenarios.live.wal import position

BOUND = 0.15
"""How far the model may be off."""
HELD = 0.01
"""How far the rows of the fixed rate may be from those due."""
FIRST_MINUTES = 10
"""Two intervals between checkpoints."""
ALIGNMENT = 8
"""Bytes, of records in WAL."""
COLOURS = {
    **{"random": "random", "UUIDv7": "UUIDv7", "wrapping by time": "wrapping", OPAQUE: "opaque"},
    **{BY_SEQUENCE: "wrapping 65536 rows", "plain default": "wrapping 1 min"},
}
FIXED, FAST = "fixed rate", "full speed"
WAL, INDEX, P99, REPLAY = (
    *("WAL so far at the fixed rate, GB", "index size, MB"),
    *("p99 of an INSERT, ms", "replay by a standby, ms per 1,000 rows"),
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


def counted(kinds: dict[str, list[int]]) -> int:
    """Bytes of records and page images, as pg_waldump counts."""
    return sum(records + images for _, records, images in kinds.values())


def aligned(count: int, records: int) -> int:
    """Bytes of the records of a kind as they lie in WAL, as if all were of the same length."""
    return count * math.ceil(records / count / ALIGNMENT) * ALIGNMENT


def wal_of(kinds: dict[str, list[int]]) -> int:
    """Bytes of records and page images as they lie in WAL, but for headers of its pages."""
    return sum(aligned(count, records) + images for count, records, images in kinds.values())


def wal_per_row(figures: Figures, relation: str = "all", phase: str = FIXED) -> float:
    """Bytes of WAL for each row inserted."""
    return wal_of(figures["wal"][phase][relation]) / grown(figures, "inserted", phase)


def wal_at_first(figures: Figures) -> float:
    """Bytes of all WAL for each row of the first minutes, for a shorter run elsewhere to be compared with."""
    samples = samples_of(figures, FIXED)[: FIRST_MINUTES + 1]
    return float(written(samples) / (samples[-1]["inserted"] - samples[0]["inserted"]))


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


def replay_per_row(first: dict[str, Any], last: dict[str, Any]) -> float | None:
    """Milliseconds of replay for 1,000 rows, between two records."""
    if "replayed_at" not in first or "replayed_at" not in last or last["inserted"] <= first["inserted"]:
        return None
    return float((last["replayed_at"] - first["replayed_at"]) * 1e6 / (last["inserted"] - first["inserted"]))


def replay_of(figures: Figures, phase: str) -> float | None:
    """Milliseconds of replay for 1,000 rows of a phase."""
    samples = samples_of(figures, phase)
    return replay_per_row(samples[0], samples[-1])


def autovacuums(figures: Figures) -> list[str]:
    """What the log says of the runs of autovacuum on the table that ended at the fixed rate."""
    samples = samples_of(figures, FIXED)
    runs = [(re.match(r"(\d+\.\d+) \[", entry), entry) for entry in figures["log"] if "automatic vacuum" in entry]
    return [entry for found, entry in runs if found and samples[0]["time"] <= float(found[1]) <= samples[-1]["time"]]


def autovacuum_wal(figures: Figures) -> list[int]:
    """Bytes of WAL of each of these."""
    runs = (re.search(r"WAL usage: .* (\d+) bytes", entry) for entry in autovacuums(figures))
    return [int(found[1]) for found in runs if found]


def index_scans(figures: Figures) -> int:
    """How many of them scanned the indexes."""
    return sum("index scan needed:" in entry for entry in autovacuums(figures))


def bypassed(figures: Figures) -> int:
    """How many left the indexes alone, as VACUUM does if less than 2 % of the pages have dead rows."""
    return sum("index scan bypassed:" in entry for entry in autovacuums(figures))


def index_scans_assumed(figures: Figures) -> float:
    """How many the model assumes, which has dead rows come as steadily as new ones."""
    rows = live_rows(figures, samples_of(figures, FIXED)[0])
    return grown(figures, "inserted", FIXED) * (1 - LEFT_BEHIND) / (SCALE_FACTOR * rows)


def rate_problems(figures: Figures) -> list[str]:
    """Whether the fixed rate was held. pgbench drops those that are due and not yet begun at its end."""
    rate = grown(figures, "inserted", FIXED) / grown(figures, "time", FIXED)
    due = float(figures["advice_arguments"]["rows_per_second"])
    return [f"{rate:.1f} rows per second instead of {due:.0f}"] if abs(rate / due - 1) > HELD else []


def problems(figures: Figures) -> list[str]:
    """What cannot be, whatever the key and the machine."""
    found = []
    for phase in (FIXED, FAST):
        # Headers of WAL pages and padding, and little else, are in no record.
        if not 0.9 < counted(figures["wal"][phase]["all"]) / written(samples_of(figures, phase)) <= 1:
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


def percentile(figures: Figures, name: str, phase: str, which: str) -> str:
    """A percentile of a phase."""
    found = figures["latencies"][phase][name].get(which)
    return "—" if found is None else number(found)


def by_minute(figures: Figures, name: str, phase: str) -> str:
    """The median and the worst of the minutes' 99th percentiles."""
    found = [sample[name]["p99"] for sample in samples_of(figures, phase) if sample.get(name)]
    return f"{number(median(found))}, {number(max(found))}" if found else "—"


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
        WAL: [
            (minute, (position(sample["lsn"]) - first) / 1e9) for minute, sample in timed if sample["phase"] == FIXED
        ],
        INDEX: [(minute, sample["index_bytes"] / 1e6) for minute, sample in timed],
        P99: [(minute, sample["insert_ms"]["p99"]) for minute, sample in timed if sample.get("insert_ms")],
        REPLAY: [
            (minute, figure)
            for (before_minute, before), (minute, sample) in pairwise(timed)
            if minute > before_minute and (figure := replay_per_row(before, sample)) is not None
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
    """The WAL of each key without compression."""
    each = [f"{number(wal_per_row(run.figures))} with {run.case['key']}" for run in promised(runs)]
    return f"At {runs[0].case['rate']:,} rows per second, bytes of WAL per row: {', '.join(each)}."


def far_off(runs: list[Run]) -> str:
    """Where the model is off by more than it may be."""
    far = [f"{run.case['key']}: WAL {100 * wal_off(run):+.0f} %, {vacuum_of(run)}" for run in off_by(wal_off, runs)]
    far += [f"{run.case['key']}: index {100 * index_off(run):+.0f} %" for run in off_by(index_off, runs)]
    bound = f"The model's promises are within {100 * BOUND:.0f} % of what was measured"
    return f"{bound}, but for these: {'; '.join(far)}." if far else f"{bound}."


def off_by(error: Callable[[Run], float], runs: list[Run]) -> list[Run]:
    """Those of which a promise is off by more than it may be."""
    return [run for run in promised(runs) if abs(error(run)) > BOUND]


def vacuum_of(run: Run) -> str:
    """VACUUM's part of the index's WAL."""
    size = wal_of({kind: counts for kind, counts in run.figures["wal"][FIXED]["index"].items() if "VACUUM" in kind})
    measured = number(size / grown(run.figures, "inserted", FIXED))
    return (
        f"of which VACUUM's of the index are {measured} bytes instead of {number(run.figures['promise']['wal_vacuum'])}"
    )


def other_vacuums(runs: list[Run]) -> list[str]:
    """Where VACUUM scanned the indexes more or less often than the model assumes."""
    other = [
        f"{run.case['key']}: {index_scans(run.figures)} instead of {index_scans_assumed(run.figures):.1f}, "
        f"in {len(autovacuums(run.figures))} runs, of which {bypassed(run.figures)} found dead rows on too few pages"
        for run in runs
        if abs(index_scans(run.figures) - index_scans_assumed(run.figures)) > 0.5
    ]
    return [f"VACUUM did not scan the indexes as often as the model assumes: {'; '.join(other)}."] if other else []


def promised(runs: list[Run]) -> list[Run]:
    """Those that the model has a promise for: it knows nothing of compression."""
    return [run for run in runs if not str(run.case["key"]).endswith(LZ4)]


def chapter(runs: list[Run]) -> Chapter:
    """Lines over time, and measured figures beside those promised."""
    found = Chapter(charts=[chart(runs)], findings=[summary(runs), far_off(runs), *other_vacuums(runs)])
    found.tables = [promises(runs), load_table(runs), kinds_table(runs)]
    return found


def cells(runs: list[Run], *columns: Callable[[Run], str]) -> list[list[str]]:
    """A row for each run."""
    return [[str(run.case["key"]), *(column(run) for column in columns)] for run in runs]


def when_run(run: Run) -> dict[str, Any]:
    """The promise that the run has recorded, if the model has been corrected since."""
    return dict(run.figures.get("promise_when_run") or run.figures["promise"])


def promises(runs: list[Run]) -> Table:
    """What the model says, beside what was measured, at the fixed rate."""
    known = set(map(id, promised(runs)))

    def if_known(run: Run, text: str) -> str:
        return text if id(run) in known else "—"

    header = [
        "key",
        "column default",
        f"all WAL per row, first {FIRST_MINUTES} minutes",
        "that of records, all minutes",
    ]
    header += ["of table and index", "promised", "off by", "promised when it ran"]
    header += ["index, bytes per row", "promised", "off by", "index at first, % of the memory"]
    header += ["VACUUMs that scanned indexes", "assumed"]
    rows = cells(
        runs,
        lambda run: str(run.figures["call"]),
        lambda run: number(wal_at_first(run.figures)),
        lambda run: number(wal_per_row(run.figures)),
        lambda run: number(compared(run.figures)),
        lambda run: if_known(run, number(float(run.figures["promise"]["wal_per_row"]))),
        lambda run: if_known(run, f"{100 * wal_off(run):+.0f} %"),
        lambda run: if_known(run, number(float(when_run(run)["wal_per_row"]))),
        lambda run: number(index_bytes_per_row(run.figures)),
        lambda run: if_known(run, number(float(run.figures["promise"]["bytes_per_million_rows"]) / 1e6)),
        lambda run: if_known(run, f"{100 * index_off(run):+.0f} %"),
        lambda run: f"{100 * run.figures['samples'][0]['index_bytes'] / (int(run.case['memory']) << 20):.0f}",
        lambda run: str(index_scans(run.figures)),
        lambda run: f"{index_scans_assumed(run.figures):.1f}",
    )
    return Table(
        "At the fixed rate: bytes measured, and as uuid_advise promises. WAL of records, each rounded up to "
        f"{ALIGNMENT} bytes, has no headers of WAL pages, which all WAL and the chart have. The index is one "
        f"after a past of {runs[0].case['past_rows']:,} rows; that of UUIDv7 grows with it.",
        header,
        rows,
    )


def load_table(runs: list[Run]) -> Table:
    """Latency, speed, replay, backup."""
    header = ["key", "INSERT p50, p95, p99, p99.9, longest, ms", "p99 of the median and the worst minute"]
    header += ["look-up of a recent key p99, ms", "of an old key p99, ms"]
    header += ["rows per second at full speed", "INSERT p99 then, ms", "median and worst minute", "index full, %"]
    header += ["index pages not in shared_buffers, of all reads, per row", "pages read per row", "written per row"]
    header += ["replay, ms per 1,000 rows at the fixed rate", "at full speed", "incremental backup, MB", "of, MB"]
    header += ["runs of autovacuum", "their WAL, MB"]
    rows = cells(
        runs,
        lambda run: ", ".join(
            percentile(run.figures, "insert_ms", FIXED, which) for which in ("p50", "p95", "p99", "p99.9", "max")
        ),
        lambda run: by_minute(run.figures, "insert_ms", FIXED),
        lambda run: percentile(run.figures, "recent_keys_ms", FIXED, "p99"),
        lambda run: percentile(run.figures, "old_keys_ms", FIXED, "p99"),
        lambda run: number(grown(run.figures, "inserted", FAST) / grown(run.figures, "time", FAST)),
        lambda run: percentile(run.figures, "insert_ms", FAST, "p99"),
        lambda run: by_minute(run.figures, "insert_ms", FAST),
        lambda run: f"{run.figures['index_between']['density_percent']:.0f}",
        lambda run: number(grown(run.figures, "index_reads", FIXED) / max(grown(run.figures, "inserted", FIXED), 1)),
        lambda run: or_none(pages_per_row(run.figures, 0)),
        lambda run: or_none(pages_per_row(run.figures, 1)),
        lambda run: or_none(replay_of(run.figures, FIXED)),
        lambda run: or_none(replay_of(run.figures, FAST)),
        lambda run: or_none(run.figures["incremental_backup_bytes"], 1e6),
        lambda run: number(run.figures["full_backup_bytes"] / 1e6),
        lambda run: str(len(autovacuum_wal(run.figures))),
        lambda run: number(sum(autovacuum_wal(run.figures)) / 1e6),
    )
    return Table(
        "Latency, speed, replay, backup. But for full speed, all is of the fixed rate. One run of each key: speed and "
        "latency differ from run to run, too",
        header,
        rows,
    )


def kinds_table(runs: list[Run]) -> Table:
    """What the WAL at the fixed rate is made of."""

    def part(relation: str, is_images: bool) -> Callable[[Run], str]:
        def column(run: Run) -> str:
            kinds = run.figures["wal"][FIXED][relation].values()
            size = sum(images if is_images else aligned(count, records) for count, records, images in kinds)
            return number(size / grown(run.figures, "inserted", FIXED))

        return column

    names = ("table", "index", "index on the time")
    header = ["key", *(f"{name}: {what}" for name in names for what in ("records", "images")), "commits and all else"]
    rows = cells(
        runs,
        *(part(name, is_images) for name in names for is_images in (False, True)),
        lambda run: number(wal_per_row(run.figures) - sum(wal_per_row(run.figures, name) for name in names)),
    )
    return Table("Bytes of WAL per row at the fixed rate", header, rows)


def or_none(figure: float | None, unit: float = 1) -> str:
    """A figure that may be missing."""
    return "—" if figure is None else number(figure / unit)
