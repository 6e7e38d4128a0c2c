"""A tenant in front of the key: what an index on (tenant, id) costs, by the kind of id.

The tenant is a bigint. Each row is of a tenant drawn at random: all have the same share, or tenant t has one in
proportion to about 1/t (skewed). Otherwise rows, checkpoints and measurements are those of the steady state, with rows
that are kept for good; the last fifth of the inserts is measured. A block has 1,000 rows of all tenants.

PostgreSQL packs ascending keys to 90 % behind a leading column, too: a page that is not the rightmost splits after the
new key if that follows its neighbour in both index and heap. But only if an index tuple takes up to 28 bytes with its
line pointer (_bt_afternewitemoff), as two columns of 8 bytes do. A uuid behind any column takes 36: such pages split in
half, and ascending keys never return to the left one.

The report has the pages that inserts touch between two checkpoints beside those measured, as page images. Of p pages, n
rows in random order touch p (1 - (1 - 1/p)^n). With random ids, p is the whole index. With others, each tenant that
inserts between two checkpoints touches one page; besides, its rows pass those of older cycles, and if the page splits,
that changes the first page of the next tenant. They never touch more than random ids, since tenants of a few rows share
pages. The error is that of WAL per row, if all but the number of images is as measured.
"""

from __future__ import annotations

import math

import psycopg

from bench.charts import number
from bench.results import Case, Figures, Run
from bench.scenarios.base import Chapter, Table
from bench.scenarios.steady.cases import FOR_GOOD, WRAPPING, measured_rows
from bench.scenarios.steady.simulation import Life, Simulated, impossible
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
ROWS_OF = {100: 500_000, 10_000: 3_000_000}
"""Rows by the number of tenants: each has more than a page, if all have the same."""
BETWEEN = 10_000
FEW_CHECKPOINTS = 50_000
"""Rows between two checkpoints."""
ROWS_PER_MINUTE = 1_000
BOUND = 0.15
"""How far the formula may be off, as a share of WAL per row."""
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
            *(("tenants", tenants), ("share", share), ("life", FOR_GOOD), ("key", key), ("cycles_held", cycles)),
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
        return TenantLife(connection, case).figures()

    def problems(self, figures: Figures) -> list[str]:
        """What is impossible in any life, and more images or index bytes than rows can cause."""
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
        header += ["tenants between checkpoints", "index page images between checkpoints"]
        header += ["one page per tenant", "error", "with older cycles and splits", "error"]
        return Chapter(
            tables=[Table("An index on (tenant, id)", header, [row_of(run) for run in runs])],
            findings=[
                *map(summary, groups(runs)),
                how_good("One page per tenant gives", runs, 0),
                how_good("With older cycles and splits, the formula gives", runs, 1),
            ],
        )


class TenantLife(Life):
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


def touched(rows: float, pages: float) -> float:
    """Pages that rows in random order touch."""
    return pages * (1 - math.pow(1 - 1 / pages, rows))


def by_formula(run: Run) -> tuple[float, float]:
    """Index page images between two checkpoints: by tenants that insert alone, and with older cycles and splits."""
    case, figures = run.case, run.figures
    between, rows = float(case["rows_between"]), float(case["rows"])
    # In the middle of what is measured.
    share = 1 - measured_rows(case)[1] / rows / 2
    random = touched(between, float(figures["leaf_pages"]) * share)
    if case["key"] == "random":
        return random, random
    tenants = float(figures["tenants_between_checkpoints"])
    rows_per_page = rows / float(figures["leaf_pages"])
    older_cycles = int(share * float(case["cycles_held"] or 0))
    more = older_cycles * between / rows_per_page + touched(between / rows_per_page, tenants)
    return min(tenants, random), min(tenants + more, random)


def images_of(run: Run) -> float:
    """Index page images between two checkpoints, measured."""
    return float(run.figures["page_images"]) * float(run.case["rows_between"])


def errors_of(run: Run) -> list[float]:
    """How far WAL per row is off with the images of each formula, as a share."""
    of_images = run.figures["wal"]["index: images"] / run.figures["wal_per_row"]
    return [(formula / images_of(run) - 1) * of_images for formula in by_formula(run)]


def density_of(run: Run) -> float:
    """Density at the end, in percent."""
    return float(run.figures["density"][-1])


def name_of(run: Run) -> str:
    """The key, with the cycles that the rows span."""
    held = run.case["cycles_held"]
    return f"{run.case['key']}, {held} cycles" if held else str(run.case["key"])


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


def how_good(text: str, runs: list[Run], formula: int) -> str:
    """In how many cases a formula is good enough, and where it is not."""
    off = [run for run in runs if abs(errors_of(run)[formula]) > BOUND]
    text += f" WAL per row to within {100 * BOUND:.0f} % in {len(runs) - len(off)} of {len(runs)} cases"
    listed = [f"{said(run)}: {100 * errors_of(run)[formula]:+.0f} %" for run in off]
    return f"{text}; not in these: {'; '.join(listed)}." if off else f"{text}."


def row_of(run: Run) -> list[str]:
    """A row of the table."""
    case, figures = run.case, run.figures
    compared = [
        text
        for pages, error in zip(by_formula(run), errors_of(run), strict=True)
        for text in (number(pages), f"{100 * error:+.0f} %")
    ]
    return [
        *(f"{case['tenants']:,}", str(case["share"]), f"{case['rows']:,}", f"{case['rows_between']:,}", name_of(run)),
        *(f"{figures['wal_per_row']:,.0f}", f"{figures['wal']['index: images']:,.0f}"),
        *(f"{figures['wal']['splits: records']:,.0f}", f"{density_of(run):.0f}"),
        f"{figures['index_megabytes'] * 1e6 / figures['rows_found']:.0f}",
        *(number(figures["tenants_between_checkpoints"]), number(images_of(run)), *compared),
    ]
