"""A table that keeps its rows for ten rounds: load, delete most rows that are ten rounds old, vacuum, repeat.

Follows what PostgreSQL's documentation says about B-trees ("Routine Reindexing"): a leaf page is reclaimed only when it
is completely empty. An ascending key never returns to the pages where a few rows stayed; a key that wraps does, in
every cycle. A cycle is longer here than rows are kept, twice as long for advised keys and a little longer for others:
most rows of the pages it returns to have been deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.charts import Chart, number
from bench.results import Case, Figures, Run, Spread, choices, spread_of
from bench.scenarios.base import Chapter, Scenario, Table, conditions, median_of
from bench.server import value
from bench.tables import TABLE, index_figures, make_table, place_blocks

KEPT_ROUNDS = 10
ROUND_DAYS = 4
CYCLE_ROUNDS = 65536 / (24 * 60) / ROUND_DAYS
"""That of uuid_time_nextval(), and of the sequence."""
START = "timestamptz '2026-01-01'"
SERIES = {95: "95 % deleted", 100: "100 % deleted"}


class Retention(Scenario):
    """Keys of simulated time: a round is four days."""

    name = "retention"
    title = "Deleting old rows, round after round"
    # A cycle of four billion rows never ends here; keys of the past of pg_uuidv7 would be those of core's.
    left_out = ("wrapping 65536 rows", "UUIDv7 of pg_uuidv7")
    figures = ("index_megabytes", "density_percent")
    settings = {"shared_buffers": "128MB", "max_wal_size": "2GB"}

    def cases(self) -> list[Case]:
        """Percentage deleted, contender."""
        rounds, rows = (40, 2_000) if self.quick else (60, 20_000)
        return [
            Case(
                self.name,
                (("deleted_percent", percent), ("rounds", rounds), ("rows", rows), ("contender", contender)),
                0.5 + rounds * (0.02 + rows / 200_000),
            )
            for percent in SERIES
            for contender in self.taking_part()
        ]

    def load_of(self, case: Case) -> Mapping[str, Any]:
        """VACUUM comes each round, at the end for a smaller share of the table if rows are left behind."""
        rounds, deleted = int(case["rounds"]), int(case["deleted_percent"]) / 100
        return {
            "rows_per_second": int(case["rows"]) / (ROUND_DAYS * 86_400),
            "kept": f"{KEPT_ROUNDS * ROUND_DAYS} days",
            "left_behind": 1 - deleted,
            "dead_at_vacuum": deleted / (KEPT_ROUNDS + (rounds - KEPT_ROUNDS) * (1 - deleted)),
            "horizon": f"{rounds * ROUND_DAYS} days",
        }

    def run(self, case: Case, repetition: int) -> Figures:
        """Run all rounds; take the figures of the index after each."""
        contender = self.contender(case)
        rows, percent = int(case["rows"]), int(case["deleted_percent"])
        # As many blocks as give the sequence a cycle of that length.
        blocks = round(rows * CYCLE_ROUNDS / 256)
        past = contender.past.replace("256, 65536", f"256, {blocks}")
        sizes, densities, live = [], [], 0
        with self.bench.server.connect() as connection:
            make_table(connection, contender, ", round int NOT NULL")
            connection.execute("SELECT setseed(%s)", (repetition / 100,))
            place_blocks(connection, contender, START, f"{START} + {case['rounds']} * interval '{ROUND_DAYS} days'")
            for number_ in range(1, int(case["rounds"]) + 1):
                live += connection.execute(
                    f"""INSERT INTO {TABLE} (id, round)
                        SELECT {past}, {number_}
                          FROM (SELECT i, {START} + i * interval '{ROUND_DAYS} days' / {rows} AS t
                                  FROM generate_series({(number_ - 1) * rows + 1}, {number_ * rows}::bigint) AS i
                                OFFSET 0) AS log ORDER BY i"""
                ).rowcount
                live -= connection.execute(
                    f"DELETE FROM {TABLE} WHERE round = {number_ - KEPT_ROUNDS} AND random() < {percent / 100}"
                ).rowcount
                connection.execute(f"VACUUM {TABLE}")
                figures = index_figures(connection)
                sizes.append((figures["index_bytes"] or 0) / 1e6)
                if figures["density_percent"] is not None:
                    densities.append(figures["density_percent"])
            found = value(connection, f"SELECT count(*) FROM {TABLE}")
        return {"index_megabytes": sizes, "density_percent": densities, "rows_inserted": live, "rows_found": found}

    def problems(self, figures: Figures) -> list[str]:
        """Pages fuller than full, an index without pages."""
        found = []
        if not all(0 < density <= 100 for density in figures["density_percent"]):
            found.append("an impossible density")
        if not all(size > 0 for size in figures["index_megabytes"]):
            found.append("an empty index")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """If rows are left behind, the index of an ascending key has to be the larger one."""
        v7, time = (cls.last(runs, "index_megabytes", 95, name) for name in ("UUIDv7", "wrapping"))
        return (
            ["retention: an ascending key's index is not larger than a wrapping one's"]
            if v7 and time and v7.median <= time.median
            else []
        )

    @classmethod
    def last(cls, runs: list[Run], figure: str, percent: int, name: str) -> Spread | None:
        """A figure after the last round."""
        return spread_of(
            run.figures[figure][-1]
            for run in runs
            if (run.case["deleted_percent"], run.case["contender"]) == (percent, name)
        )

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Size and density by round."""
        names = [str(name) for name in choices(runs, "contender")]
        rounds, rows = runs[0].case["rounds"], runs[0].case["rows"]
        chapter = Chapter()
        size = {
            (label, name): found
            for percent, label in SERIES.items()
            for name in names
            if (found := cls.last(runs, "index_megabytes", percent, name))
        }
        left = SERIES[95]
        v7, wrapping = (median_of(size.get((left, name)), " MB") for name in ("UUIDv7", "wrapping"))
        answer = (
            f"After {rounds} rounds with {left}, the index takes {v7} under UUIDv7, {wrapping} under a wrapping key."
        )
        chapter.charts.append(
            Chart(
                answer,
                "index size, MB",
                conditions(runs, f"rounds of {rows:,} rows that are deleted when ten rounds old"),
                list(SERIES.values()),
                names,
                size,
                columns=2,
            )
        )
        chapter.findings.append(answer)

        def shown(name: str, percent: int) -> str:
            size, density = (cls.last(runs, figure, percent, name) for figure in ("index_megabytes", "density_percent"))
            return f"{number(size.median)} MB, {density.median:.0f} % full" if size and density else "—"

        chapter.tables.append(
            Table(
                f"The index after {rounds} rounds",
                ["key", *SERIES.values()],
                [[name, *(shown(name, percent) for percent in SERIES)] for name in names],
            )
        )
        return chapter
