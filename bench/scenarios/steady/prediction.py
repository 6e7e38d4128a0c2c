"""What the model of uuid_advise says of each case, and how far that is from what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import mean
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from bench.results import Case, Run
from bench.scenarios.steady.cases import (
    ABOVE_RANDOM,
    OPAQUE,
    RETENTIONS,
    WRAPPING,
    cycle_of,
    measured_rows,
    name_of,
    said,
)
from bench.scenarios.steady.simulation import ROW_BYTES, SCALE_FACTOR, Simulated
from bench.tables import KEYS_PER_PAGE

HINT_BITS = ("rest: images", "DELETE and VACUUM, rest: images")
"""The parts of the WAL that are page images for hint bits."""
WAL_BOUND, DENSITY_BOUND = 0.15, 5
"""How far the model may be off: a share of WAL per row, and percent of a page."""


def predict(connection: psycopg.Connection, case: Case | dict[str, str | int], **more: float) -> dict[str, Any]:
    """What the model of uuid_advise says of a case; `more` are further fields of its workload."""
    kept, left, above_random = int(case["rows"]), RETENTIONS[str(case["retention"])], case["retention"] == ABOVE_RANDOM
    total, window = measured_rows(case)
    random_rows = kept if above_random else 0
    rows = total - window / 2 + random_rows if left == 1 else kept + left * (total - window / 2 - kept)
    workload = {
        "kind": {"random": "random", WRAPPING: "wrapping", OPAQUE: "opaque"}.get(str(case["key"]), "ascending"),
        "block_rows": case["rate"],
        "cycle_rows": cycle_of(case),
        "checkpoint_rows": case["rows_between"],
        "vacuum_rows": SCALE_FACTOR * rows / max(1 - left + more.get("updates", 0), SCALE_FACTOR),
        "young_rows": kept if left < 1 else None,
        "total_rows": rows,
        "random_rows": random_rows,
        "left_behind": left % 1,
        "row_bytes": ROW_BYTES,
        "full_page_writes": True,
        "hint_bits": False,
        **more,
    }
    cursor = connection.cursor(row_factory=dict_row).execute(
        """
        SELECT m.*
          FROM jsonb_populate_record(NULL::sequential_uuids_workload,
                %s || jsonb_build_object('memory_bytes', pg_size_bytes(%s))) AS workload,
               sequential_uuids_model(workload) AS m
        """,
        (Jsonb(workload), Simulated.settings["shared_buffers"]),
    )
    modelled = cursor.fetchone() or {}
    # The report has one figure for both.
    return {**modelled, "delete_wal": modelled["wal_deletes"] + modelled["wal_vacuum"]}


def wal_of(run: Run) -> tuple[float, float]:
    """WAL per row without page images for hint bits, measured and by the model."""
    hints = sum(run.figures["wal"].get(part, 0) for part in HINT_BITS)
    return run.figures["wal_per_row"] - hints, run.figures["model"]["wal_per_row"]


def density(run: Run) -> float:
    """The mean density over the time measured."""
    return float(mean(run.figures["density"]))


def density_of(run: Run) -> tuple[float, float]:
    """Density in percent, measured and the middle of the model's range."""
    return density(run), 100e6 / KEYS_PER_PAGE * 8192 / run.figures["model"]["bytes_per_million_rows"]


def wal_wrong(run: Run) -> bool:
    """Whether the model is too far off."""
    measured, model = wal_of(run)
    return abs(model / measured - 1) > WAL_BOUND


def density_wrong(run: Run) -> bool:
    """Whether the model is too far off."""
    measured, model = density_of(run)
    return abs(model - measured) > DENSITY_BOUND


def ranking(runs: list[Run]) -> tuple[list[str], int]:
    """The pairs that the model ranks otherwise than measured, and the number of pairs that differ enough."""
    wrong, pairs = [], 0
    for one, other in same_rows(runs):
        less, more = sorted((one, other), key=lambda run: wal_of(run)[0])
        if wal_of(more)[0] / wal_of(less)[0] > 1 + WAL_BOUND:
            pairs += 1
            if wal_of(more)[1] <= wal_of(less)[1]:
                wrong.append(f"{said(less)} before {name_of(more)}")
    return wrong, pairs


def same_rows(runs: list[Run]) -> Iterator[tuple[Run, Run]]:
    """Pairs of different keys for the same rows: keys without blocks cost the same at any rate."""
    for one, other in combinations(runs, 2):
        same = all(one.case[name] == other.case[name] for name in ("retention", "rows_between", "rows"))
        rates = {run.case["rate"] for run in (one, other) if run.case["cycles_spanned"]}
        if same and len(rates) <= 1:
            yield one, other
