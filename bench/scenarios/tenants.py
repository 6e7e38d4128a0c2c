"""A tenant in front of the key: what an index on (tenant, id) costs, by the kind of id.

The tenant is a bigint. Each row is of a tenant drawn at random: all have the same share, or tenant t has one in
proportion to about 1/t (skewed). Otherwise rows, checkpoints and measurements are those of the steady state, with rows
that are kept for good; the last fifth of the inserts is measured. A block has 1,000 rows of all tenants.

PostgreSQL packs ascending keys to 90 % behind a leading column, too: a page that is not the rightmost splits after the
new key if that follows its neighbour in both index and heap. But only if an index tuple takes up to 28 bytes with its
line pointer (_bt_afternewitemoff), as two columns of 8 bytes do. A uuid behind any column takes 36: such pages split in
half, and ascending keys never return to the left one.

The report has what the model of uuid_advise says beside what was measured. To it, tenants with unequal shares are as
many equal ones as uuid_index_report() makes of the frequencies that ANALYZE keeps, those of the hundred largest.
"""

from __future__ import annotations

import math
from typing import Any

import psycopg

from bench.charts import number
from bench.results import Case, Figures, Run
from bench.scenarios.base import Chapter, Table
from bench.scenarios.steady.cases import FOR_GOOD, WRAPPING, measured_rows
from bench.scenarios.steady.prediction import predict, wal_of, wal_wrong
from bench.scenarios.steady.simulation import FilledTable, Simulated, impossible
from bench.server import value
from bench.tables import INDEX, INDEX_NAME, TABLE, index_figures

TENANTS = {
    "even": "1 + floor({0} * random())",
    "skewed": "floor(power({0} + 1, random()))",
}
"""SQL for a number from 1 to that of tenants."""
KEYS = (("random", ""), ("UUIDv7", ""), (WRAPPING, "4"), ("bigint identity", ""))
"""With the cycles that the rows span."""
FIRST_CYCLE = (WRAPPING, "0.5")
MODELLED = ("random", "UUIDv7", WRAPPING)
ROWS_OF = {100: 500_000, 10_000: 3_000_000}
"""Rows by the number of tenants: each has more than a page, if all have the same."""
BETWEEN = 10_000
FEW_CHECKPOINTS = 50_000
"""Rows between two checkpoints."""
ROWS_PER_MINUTE = 1_000
COMMON = 100
"""Of how many values ANALYZE keeps the frequencies."""
ENTRY_BYTES = 36
"""Of an index entry with a bigint and a uuid."""
DENSITIES = {"random": (60, 80), "UUIDv7": (45, 70), WRAPPING: (45, 80), "bigint identity": (55, 95)}
"""What is plausible, in percent: from pages that all split in half to those that all split at the fill factor."""


class Tenants(Simulated):
    """Each case is a table, filled row by row."""

    name = "tenants"
    title = "A tenant in front of the key"
    figures = (
        *("wal", "wal_per_row", "page_images", "pages_between_checkpoints", "density", "index_megabytes"),
        *("leaf_pages", "tenants_between_checkpoints"),
    )
    settings = {
        **Simulated.settings,
        # So that filling the table takes no reads, and no checkpoint comes by itself.
        "shared_buffers": "1GB",
        "max_wal_size": "16GB",
        "wal_keep_size": "2GB",
    }

    def case(self, tenants: int, share: str, key: str, cycles: str, between: int) -> Case:
        """A case; all but the tenants is a tenth in the quick run, of which there are 100."""
        scale = 10 if self.quick else 1
        rows = ROWS_OF[tenants] // scale
        choices = (
            *(
                ("tenants", tenants),
                ("share", share),
                ("retention", FOR_GOOD),
                ("key", key),
                ("cycles_spanned", cycles),
            ),
            *(("rate", ROWS_PER_MINUTE // scale), ("rows_between", between // scale), ("rows", rows)),
        )
        return Case(self.name, choices, rows / 40_000)

    def cases(self) -> list[Case]:
        """Tenants, their shares, key, cycles that the rows span, rows between two checkpoints."""
        if self.quick:
            return [self.case(100, "even", key, cycles, BETWEEN) for key, cycles in KEYS]
        found = [self.case(tenants, share, *key, BETWEEN) for tenants in ROWS_OF for share in TENANTS for key in KEYS]
        found += [self.case(10_000, "even", *key, FEW_CHECKPOINTS) for key in KEYS[:2]]
        return [*found, self.case(100, "even", *FIRST_CYCLE, BETWEEN)]

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """Measure a table whose index begins with the tenant."""
        figures = TenantTable(connection, case).figures()
        if case["key"] in MODELLED:
            figures["model"] = predict_tenants(connection, dict(case.key))
        return figures

    def problems(self, figures: Figures) -> list[str]:
        """What is impossible however long rows are kept, and more images or index bytes than rows can cause."""
        found = impossible(figures)
        if not 0 < figures["page_images"] <= 2:
            found.append(f"{figures['page_images']} page images per row")
        if not 28 < figures["index_megabytes"] * 1e6 / figures["rows_found"] < 100:
            found.append(f"an index of {figures['index_megabytes']} MB")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """What the splits make of each key, within wide bounds."""
        found = []
        for run in runs:
            low, high = DENSITIES[str(run.case["key"])]
            if not low < density_of(run) < high:
                found.append(f"tenants: pages are {density_of(run):.0f} % full under {name_of(run)}")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Every figure, and the pages that the formula gives."""
        header = ["tenants", "their shares", "rows", "rows between checkpoints", "key"]
        header += ["WAL per row", "of which page images", "splits", "density, %", "index, bytes per row"]
        header += ["tenants between checkpoints", "WAL per row by the model", "error"]
        return Chapter(
            tables=[Table("An index on (tenant, id)", header, [row_of(run) for run in runs])],
            findings=[*map(summary, groups(runs)), how_good(modelled(runs))],
        )


class TenantTable(FilledTable):
    """The table of a case, whose index begins with the tenant."""

    def __init__(self, connection: psycopg.Connection, case: Case) -> None:
        """Make it, empty."""
        super().__init__(connection, case)
        # So that a row has as many bytes as without a tenant.
        self.payload -= 8
        tenant = TENANTS[str(case["share"])].format(case["tenants"])
        connection.execute(f"ALTER TABLE {TABLE} ADD tenant bigint NOT NULL DEFAULT {tenant}")
        connection.execute(f"DROP INDEX {INDEX}")
        connection.execute(f"CREATE UNIQUE INDEX {INDEX_NAME} ON {TABLE} (tenant, id)")

    def figures(self) -> Figures:
        """Fill and measure; how many tenants insert between two checkpoints."""
        total, window = measured_rows(self.case)
        return {
            **super().figures(),
            "leaf_pages": index_figures(self.connection)["leaf_pages"],
            "tenants_between_checkpoints": float(
                value(
                    self.connection,
                    f"""SELECT avg(tenants)
                          FROM (SELECT count(DISTINCT tenant) AS tenants FROM {TABLE}
                                 WHERE n > {total - window} GROUP BY (n - 1) / {self.between}) AS intervals""",
                )
            ),
        }


def predict_tenants(connection: psycopg.Connection, case: dict[str, Any]) -> dict[str, Any]:
    """What the model says of a case."""
    tenants = int(case["tenants"])
    # Tenant t has the share log((t + 1) / t) of log(tenants + 1).
    common = [math.log((t + 1) / t) / math.log(tenants + 1) for t in range(1, COMMON + 1)]
    prefixes = connection.execute(
        "SELECT sequential_uuids_even_values(%s, %s::float4[], false, %s, %s)",
        (
            float(tenants),
            common if case["share"] == "skewed" else None,
            float(case["rows_between"]),
            0.7 * 8192 / ENTRY_BYTES / float(case["rows"]),
        ),
    ).fetchone()
    return predict(connection, case, entry_bytes=ENTRY_BYTES, prefixes=prefixes[0] if prefixes else 1)


def modelled(runs: list[Run]) -> list[Run]:
    """The runs of keys that the model knows."""
    return [run for run in runs if "model" in run.figures]


def wrong(runs: list[Run]) -> list[str]:
    """Where the model's WAL per row is too far from what was measured."""
    return [
        f"{said(run)}: WAL {wal_of(run)[1]:,.0f} instead of {wal_of(run)[0]:,.0f}" for run in runs if wal_wrong(run)
    ]


def density_of(run: Run) -> float:
    """Density at the end, in percent."""
    return float(run.figures["density"][-1])


def name_of(run: Run) -> str:
    """The key, with the cycles that the rows span."""
    spanned = run.case["cycles_spanned"]
    return f"{run.case['key']}, {spanned} cycles" if spanned else str(run.case["key"])


def groups(runs: list[Run]) -> list[list[Run]]:
    """The runs that differ only by the key."""
    found: dict[tuple[str | int, ...], list[Run]] = {}
    for run in runs:
        found.setdefault(tuple(run.case[name] for name in ("tenants", "share", "rows_between")), []).append(run)
    return list(found.values())


def where(run: Run) -> str:
    """The case without the key, for a sentence."""
    case = run.case
    tenants = f"{case['tenants']:,} tenants, {case['share']}"
    return f"{tenants}, a checkpoint every {case['rows_between']:,} of {case['rows']:,} rows"


def said(run: Run) -> str:
    """The case for a sentence."""
    return f"{where(run)}, {name_of(run)}"


def summary(runs: list[Run]) -> str:
    """WAL per row and density of each key."""
    each = [f"{name_of(run)} {run.figures['wal_per_row']:,.0f} ({density_of(run):.0f} %)" for run in runs]
    return f"{where(runs[0])}: bytes of WAL per row (leaf density): {'; '.join(each)}."


def how_good(runs: list[Run]) -> str:
    """In how many cases the model is good enough, and where it is not."""
    off = wrong(runs)
    text = f"The model gives WAL per row to within 15 % in {len(runs) - len(off)} of {len(runs)} cases"
    return f"{text}; not in these: {'; '.join(off)}." if off else f"{text}."


def row_of(run: Run) -> list[str]:
    """A row of the table."""
    case, figures = run.case, run.figures
    compared = ["", ""]
    if "model" in figures:
        measured, model = wal_of(run)
        compared = [f"{model:,.0f}", f"{100 * (model / measured - 1):+.0f} %"]
    return [
        *(f"{case['tenants']:,}", str(case["share"]), f"{case['rows']:,}", f"{case['rows_between']:,}", name_of(run)),
        *(f"{figures['wal_per_row']:,.0f}", f"{figures['wal']['index: images']:,.0f}"),
        *(f"{figures['wal']['splits: records']:,.0f}", f"{density_of(run):.0f}"),
        f"{figures['index_megabytes'] * 1e6 / figures['rows_found']:.0f}",
        *(number(figures["tenants_between_checkpoints"]), *compared),
    ]
