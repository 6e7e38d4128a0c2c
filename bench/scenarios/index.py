"""The index after a million rows of a simulated log, whose events are 1 to 10 ms apart, in a table that was empty."""

from __future__ import annotations

import contextlib

import psycopg

from bench.charts import Chart
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Chapter, Scenario, conditions, listed, median_of, table_of
from bench.server import value
from bench.tables import INDEX, TABLE, index_figures, make_table, place_blocks

FIGURES = {
    "index_megabytes": "index size, MB",
    "leaf_pages": "leaf pages",
    "density_percent": "leaf density, %",
    "fragmentation_percent": "leaf fragmentation, %",
    "correlation": "correlation of key and heap order (pg_stats)",
    "pages_of_first_heap_page": "leaf pages that hold the keys of the first heap page",
}


class Index(Scenario):
    """Rows inserted one after the other, in the order of their times."""

    name = "index"
    title = "The index after a million rows of a log"
    left_out = ("UUIDv7 of pg_uuidv7",)  # its keys of the past would be those of core's
    figures = tuple(FIGURES)
    advised_load = {"rows_per_second": 180}
    settings = {"shared_buffers": "256MB", "max_wal_size": "2GB", "work_mem": "64MB"}

    def cases(self) -> list[Case]:
        """Contender."""
        rows = 100_000 if self.quick else 1_000_000
        return [
            Case(self.name, (("rows", rows), ("contender", contender)), 0.5 + rows / 200_000)
            for contender in self.taking_part()
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Insert, and look at the index. Each repetition has its own log, the same for all keys."""
        contender = self.contender(case)
        with self.bench.server.connect() as connection:
            make_table(connection, contender, ", payload text")
            place_blocks(
                connection, contender, "'2026-01-01'", f"'2026-01-01'::timestamptz + {case['rows']} * interval '10 ms'"
            )
            connection.execute("SELECT setseed(%s)", (repetition / 100,))
            connection.execute(
                f"""INSERT INTO {TABLE} (id, payload)
                    SELECT {contender.past}, repeat('x', 60)
                      FROM (SELECT i, timestamptz '2026-01-01'
                                      + sum(1 + floor(random() * 10)) OVER (ORDER BY i) * interval '1 ms' AS t
                              FROM generate_series(1, {case["rows"]}::bigint) AS i OFFSET 0) AS log ORDER BY i"""
            )
            connection.execute(f"ANALYZE {TABLE}")
            figures = index_figures(connection)
            return {
                "rows_found": value(connection, f"SELECT count(*) FROM {TABLE}"),
                "rows_inserted": case["rows"],
                "pages_of_first_heap_page": self.pages_of_first_heap_page(connection),
                "correlation": value(
                    connection,
                    "SELECT correlation FROM pg_stats WHERE schemaname || '.' || tablename = %s AND attname = 'id'",
                    TABLE,
                ),
                "index_megabytes": (figures["index_bytes"] or 0) / 1e6,
                **figures,
            }

    def pages_of_first_heap_page(self, connection: psycopg.Connection) -> int | None:
        """How many leaf pages have the rows of the first heap page; None if the role may not look into pages."""
        with contextlib.suppress(psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction):
            return int(
                value(
                    connection,
                    f"""SELECT count(DISTINCT page)
                          FROM current_setting('block_size') AS size,
                               generate_series(1, pg_relation_size('{INDEX}') / size::int - 1) AS page,
                               bt_page_stats('{INDEX}', page) AS s, bt_page_items('{INDEX}', page) AS item
                         WHERE s.type = 'l' AND htid < '(1,0)'""",
                )
            )
        return None

    def problems(self, figures: Figures) -> list[str]:
        """Pages fuller than full."""
        found = []
        if not 30 <= (figures["density_percent"] or 100) <= 100:
            found.append(f"a density of {figures['density_percent']} %")
        if not 15 <= figures["index_bytes"] / figures["rows_inserted"] <= 100:
            found.append(f"an index of {figures['index_bytes']} bytes")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Ascending keys fill the pages, random ones do not."""
        random, v7 = (spread(runs, "density_percent", contender=name) for name in ("random", "UUIDv7"))
        if random and v7 and not random.highest < 85 < v7.lowest:
            return ["index: random keys fill the pages as well as ascending ones"]
        return []

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """A panel for each figure."""
        names = [str(name) for name in choices(runs, "contender")]
        values = {
            (label, name): found
            for figure, label in FIGURES.items()
            for name in names
            if (found := spread(runs, figure, contender=name))
        }
        figures = {figure: {name: spread(runs, figure, contender=name) for name in names} for figure in FIGURES}

        full = {name: median_of(found, " %") for name, found in figures["density_percent"].items()}
        answer = (
            f"After inserting {runs[0].case['rows']:,} rows, index pages are {full.get('UUIDv7')} full under UUIDv7, "
            f"{full.get('wrapping')} under wrapping keys as advised, {full.get('random')} under random keys."
        )
        return Chapter(
            charts=[
                Chart(
                    answer,
                    "",
                    conditions(runs, "rows 1 to 10 ms apart"),
                    list(FIGURES.values()),
                    names,
                    values,
                    columns=3,
                )
            ],
            tables=[table_of("The index", runs, FIGURES)],
            findings=[
                answer,
                "Leaf pages that hold the keys of the first heap page: "
                + listed(figures["pages_of_first_heap_page"])
                + ".",
            ],
        )
