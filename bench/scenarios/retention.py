"""A table that keeps its rows for ten rounds: load, delete most rows that are ten rounds old, vacuum, repeat.

Follows what PostgreSQL's documentation says about B-trees ("Routine Reindexing"): a leaf page is reclaimed only when it
is completely empty. An ascending key never returns to the pages where a few rows stayed; a key that wraps does, in
every cycle. A cycle is a little longer here than rows are kept (11 rounds, or 13 with intervals of 1 ms), so most rows
of the pages it returns to have been deleted. Other cycles are measured only for opaque keys, whose blocks lie elsewhere
in each cycle: besides the default, with 3.5 rows per block, there are blocks of 12 hours (2,500 rows), in cycles of
11.4 and of 5.6 rounds.
"""

from __future__ import annotations

from bench.charts import Chart, number
from bench.contenders import BY_NAME
from bench.results import Case, Figures, Run, Spread, choices, spread_of
from bench.scenarios.base import Chapter, Scenario, Table, conditions, listed, median_of
from bench.server import value
from bench.tables import TABLE, index_figures, make_table

KEPT_ROUNDS = 10
ROUND_DAYS = 4
CYCLE_ROUNDS = 65536 / (24 * 60) / ROUND_DAYS
OPAQUE = "opaque 1 min"
LARGE_BLOCKS = {
    f"{OPAQUE}, but blocks of 12 h": ", '12 h', '45.5 days'",
    f"{OPAQUE}, but blocks of 12 h, half the cycle": ", '12 h', '22.5 days'",
}
"""Opaque keys with further parameters."""
SERIES = {95: "95 % deleted", 100: "100 % deleted"}


class Retention(Scenario):
    """Keys of simulated time: a round is four days, and a cycle of uuid_time_nextval() 45.5 days or 11.4 rounds."""

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
            for contender in self.taking_part() + [name for name in LARGE_BLOCKS if OPAQUE in self.taking_part()]
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Run all rounds; take the figures of the index after each."""
        name = str(case["contender"])
        contender = BY_NAME[OPAQUE if name in LARGE_BLOCKS else name]
        rows, percent = int(case["rows"]), int(case["deleted_percent"])
        # As many blocks as give the sequence a cycle of that length.
        blocks = round(rows * CYCLE_ROUNDS / 256)
        past = contender.past.replace("256, 65536", f"256, {blocks}")
        past = past.replace(", t)", f", t{LARGE_BLOCKS.get(name, '')})")
        sizes, densities, live = [], [], 0
        with self.bench.server.connect() as connection:
            make_table(connection, contender, ", round int NOT NULL")
            connection.execute("SELECT setseed(%s)", (repetition / 100,))
            for number_ in range(1, int(case["rounds"]) + 1):
                live += connection.execute(
                    f"""INSERT INTO {TABLE} (id, round)
                        SELECT {past}, {number_}
                          FROM (SELECT i, timestamptz '2026-01-01' + i * interval '{ROUND_DAYS} days' / {rows} AS t
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
        v7, time = (cls.last(runs, "index_megabytes", 95, name) for name in ("UUIDv7", "wrapping 1 min"))
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
        v7, wrapping = (median_of(size.get((left, name)), " MB") for name in ("UUIDv7", "wrapping 1 min"))
        answer = (
            f"After {rounds} rounds with {left}, the index takes {v7} under UUIDv7, {wrapping} under a wrapping key."
        )
        cycles = "wrapping keys in cycles of 11 to 13 rounds"
        chapter.charts.append(
            Chart(
                answer,
                "index size, MB",
                conditions(runs, f"rounds of {rows:,} rows that are deleted when ten rounds old", cycles),
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
        price = {
            name: cls.last(runs, "density_percent", 95, name)
            for name in names
            if name.startswith(("wrapping 1 min", OPAQUE))
        }
        chapter.findings.append(
            f"Opaque blocks lie in another order in each cycle. Leaf density with {SERIES[95]}: {listed(price, ' %')}."
        )
        return chapter
