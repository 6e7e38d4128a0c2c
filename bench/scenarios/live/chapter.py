"""What the report shows of databases that live."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from bench.results import Figures, Run, choices, spread_of
from bench.scenarios.base import Chapter, Table, cell
from bench.scenarios.live.keys import REINDEX
from bench.scenarios.live.past import LEFT_BEHIND, SCALE_FACTOR
from bench.scenarios.live.wal import REBUILT, position

BOUND = 0.15
"""How far the model may be off."""
HELD = 0.01
"""How far the rows that came may be from those due."""
ALIGNMENT = 8
"""Bytes, of records in WAL."""
BUILD = "XLOG/FPI"
"""The kind of WAL that holds the pages of an index that is built."""
Kinds = dict[str, list[int]]


def grown(figures: Figures, name: str) -> float:
    """By how much a counter grew."""
    samples = figures["samples"]
    return float(samples[-1][name] - samples[0][name])


def written(figures: Figures) -> int:
    """Bytes of WAL from the first to the last record."""
    samples = figures["samples"]
    return position(samples[-1]["lsn"]) - position(samples[0]["lsn"])


def counted(kinds: Kinds) -> int:
    """Bytes of records and page images, as pg_waldump counts."""
    return sum(records + images for _, records, images in kinds.values())


def aligned(count: int, records: int) -> int:
    """Bytes of the records of a kind as they lie in WAL, as if all were of the same length."""
    return count * math.ceil(records / count / ALIGNMENT) * ALIGNMENT


def wal_of(kinds: Kinds) -> int:
    """Bytes of records and page images as they lie in WAL, but for headers of its pages."""
    return sum(aligned(count, records) + images for count, records, images in kinds.values())


def build_bytes(figures: Figures) -> int:
    """Bytes of WAL by which REINDEX built the index."""
    return wal_of({kind: counts for kind, counts in figures["wal"].get(REBUILT, {}).items() if kind == BUILD})


def wal_per_row(figures: Figures) -> float:
    """Bytes of WAL for each row inserted, without the build of a REINDEX, which comes less often."""
    return (wal_of(figures["wal"]["all"]) - build_bytes(figures)) / grown(figures, "inserted")


def compared(figures: Figures) -> float:
    """Bytes of WAL per row that the model has a promise of: the table's and the index's."""
    parts = (wal_of(figures["wal"].get(relation, {})) for relation in ("table", "index", REBUILT))
    return (sum(parts) - build_bytes(figures)) / grown(figures, "inserted")


def live_rows(figures: Figures, sample: dict[str, Any]) -> float:
    """Rows that are not deleted."""
    first = figures["samples"][0]
    return float(figures["past_live"] + sample["inserted"] - first["inserted"] - sample["deleted"] + first["deleted"])


def index_bytes_per_row(figures: Figures) -> float:
    """Of the index, at the end."""
    last = figures["samples"][-1]
    return float(last["index_bytes"] / live_rows(figures, last))


def off(measured: float, promised: float) -> float:
    """How far a promise is from what was measured, as a share."""
    return promised / measured - 1


def wal_off(run: Run) -> float:
    """How far the model's WAL per row is off."""
    return off(compared(run.figures), float(run.figures["promise"]["wal_per_row"]))


def index_off(run: Run) -> float:
    """How far the model's size of the index is off."""
    return off(index_bytes_per_row(run.figures), promised_index(run))


def promised_index(run: Run) -> float:
    """Bytes of the index per row, by the model."""
    return float(run.figures["promise"]["bytes_per_million_rows"]) / 1e6


def replay_per_row(figures: Figures) -> float | None:
    """Milliseconds of replay for 1,000 rows."""
    first, last = figures["samples"][0], figures["samples"][-1]
    if "replayed_at" not in first or "replayed_at" not in last:
        return None
    return float((last["replayed_at"] - first["replayed_at"]) * 1e6 / grown(figures, "inserted"))


def autovacuums(figures: Figures) -> list[str]:
    """What the log says of the runs of autovacuum on the table that ended under load."""
    samples = figures["samples"]
    runs = [(re.match(r"(\d+\.\d+) \[", entry), entry) for entry in figures["log"] if "automatic vacuum" in entry]
    return [entry for found, entry in runs if found and samples[0]["time"] <= float(found[1]) <= samples[-1]["time"]]


def index_scans(figures: Figures) -> int:
    """How many of them scanned the indexes."""
    return sum("index scan needed:" in entry for entry in autovacuums(figures))


def index_scans_assumed(figures: Figures) -> float:
    """How many the model assumes, which has dead rows come as steadily as new ones."""
    rows = live_rows(figures, figures["samples"][0])
    return grown(figures, "inserted") * (1 - LEFT_BEHIND) / (SCALE_FACTOR * rows)


def rate_problems(figures: Figures) -> list[str]:
    """Whether the rate was kept. pgbench drops those that are due and not yet begun at its end."""
    rate = grown(figures, "inserted") / grown(figures, "time")
    due = float(figures["advice_arguments"]["rows_per_second"])
    return [f"{rate:.1f} rows per second instead of {due:.0f}"] if abs(rate / due - 1) > HELD else []


def problems(figures: Figures) -> list[str]:
    """What cannot be, whatever the key and the machine."""
    found = []
    # Headers of WAL pages and padding, and little else, are in no record.
    if not 0.9 < counted(figures["wal"]["all"]) / written(figures) <= 1:
        found.append("the kinds of WAL are not the whole")
    if grown(figures, "inserted") <= 0:
        found.append("no rows")
    if compared(figures) >= wal_per_row(figures):
        found.append("index and table have more WAL than there is")
    if not 0 < figures["index"]["density_percent"] <= 100:
        found.append("an impossible density")
    if (REBUILT in figures["wal"]) != ("reindex" in figures):
        found.append("no REINDEX where there should be one, or one where there should be none")
    # It begins after a minute.
    if "reindex" in figures and figures["reindex"].get("seconds", math.inf) > grown(figures, "time") / 3:
        found.append("REINDEX was not over before the end")
    for name in ("insert_ms", "recent_keys_ms", "old_keys_ms"):
        if not figures["latencies"][name].get("count", 0):
            found.append(f"no {name}")
    return found


def promised(runs: list[Run]) -> list[Run]:
    """Those that the model has a promise for: it is not asked about REINDEX."""
    return [run for run in runs if not str(run.case["key"]).endswith(REINDEX)]


def far_off(runs: list[Run]) -> str:
    """Where the model is off by more than it may be."""
    far = [
        f"{run.case['key']}: {what} {100 * error(run):+.0f} %"
        for what, error in (("WAL", wal_off), ("index", index_off))
        for run in promised(runs)
        if abs(error(run)) > BOUND
    ]
    bound = f"The model's promises are within {100 * BOUND:.0f} % of what was measured"
    return f"{bound}, but for these: {'; '.join(far)}." if far else f"{bound}."


def chapter(runs: list[Run]) -> Chapter:
    """Measured figures beside those promised."""
    return Chapter(findings=[far_off(runs), *reindexed(runs)], tables=[load_table(runs), promises(runs)])


def reindexed(runs: list[Run]) -> list[str]:
    """What REINDEX did."""
    done = [run.figures for run in runs if run.figures.get("reindex")]
    if not done:
        return []
    written_, before, after, seconds = (
        spread_of(values)
        for values in (
            [build_bytes(figures) / 1e6 for figures in done],
            [figures["reindex"]["bytes_before"] / 1e6 for figures in done],
            [figures["reindex"]["bytes_after"] / 1e6 for figures in done],
            [figures["reindex"]["seconds"] for figures in done],
        )
    )
    return [
        f"REINDEX INDEX CONCURRENTLY made an index of {cell(before)} MB one of {cell(after)} MB, wrote "
        f"{cell(written_)} MB of WAL, and took {cell(seconds)} s."
    ]


def rows_of(runs: list[Run], *columns: Callable[[Run], float | None]) -> list[list[str]]:
    """A row for each key, with the median and the spread of each figure."""

    def shown(key: str, column: Callable[[Run], float | None]) -> str:
        figures = (column(run) for run in runs if run.case["key"] == key)
        return cell(spread_of(figure for figure in figures if figure is not None))

    return [[key, *(shown(key, column) for column in columns)] for key in map(str, choices(runs, "key"))]


def latency(which: str) -> Callable[[Run], float | None]:
    """A percentile of the inserts."""
    return lambda run: run.figures["latencies"]["insert_ms"].get(which)


def load_table(runs: list[Run]) -> Table:
    """WAL, index, latency, replay, backup."""
    header = ["key", "WAL per row", "of table and index", "index, bytes per row", "INSERT p50, ms", "p99, ms"]
    header += ["replay, ms per 1,000 rows", "incremental backup, MB", "look-up of a recent key p99, ms"]
    header += ["of an old key p99, ms", "VACUUMs that scanned indexes"]
    rows = rows_of(
        runs,
        lambda run: wal_per_row(run.figures),
        lambda run: compared(run.figures),
        lambda run: index_bytes_per_row(run.figures),
        latency("p50"),
        latency("p99"),
        lambda run: replay_per_row(run.figures),
        lambda run: scaled(run.figures["incremental_backup_bytes"]),
        lambda run: run.figures["latencies"]["recent_keys_ms"].get("p99"),
        lambda run: run.figures["latencies"]["old_keys_ms"].get("p99"),
        lambda run: index_scans(run.figures),
    )
    return Table(
        f"Under load, medians (lowest to highest). WAL of records, each rounded up to {ALIGNMENT} bytes, without "
        "headers of WAL pages and without the build of a REINDEX",
        header,
        rows,
    )


def scaled(size: float | None) -> float | None:
    """Megabytes."""
    return None if size is None else size / 1e6


def promises(runs: list[Run]) -> Table:
    """What the model says, beside what was measured."""
    known = promised(runs)
    header = ["key", "column default", "WAL of table and index", "promised", "off by"]
    header += ["index, bytes per row", "promised", "off by", "index at first, % of the memory"]
    header += ["VACUUMs that scanned indexes", "assumed"]
    calls = {str(run.case["key"]): str(run.figures["call"]) for run in known}
    rows = rows_of(
        known,
        lambda run: compared(run.figures),
        lambda run: float(run.figures["promise"]["wal_per_row"]),
        lambda run: 100 * wal_off(run),
        lambda run: index_bytes_per_row(run.figures),
        promised_index,
        lambda run: 100 * index_off(run),
        lambda run: 100 * run.figures["samples"][0]["index_bytes"] / (int(run.case["memory"]) << 20),
        lambda run: index_scans(run.figures),
        lambda run: index_scans_assumed(run.figures),
    )
    return Table(
        "Measured, and as uuid_advise promises: bytes per row, errors in percent",
        header,
        [[key, calls[key], *figures] for key, *figures in rows],
    )
