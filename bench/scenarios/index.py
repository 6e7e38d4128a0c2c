"""The index after a million rows of a simulated log, whose events are 1 to 10 ms apart, in a table that was empty.

Follows a published comparison of UUIDv1 and UUIDv7 in PostgreSQL: the rows of the first heap page are found on 11 index
pages with v1 and on 1 with v7, the correlation in pg_stats is 0.036 against 1, the index has 37 MB against 30 MB, its
leaf density is 73.1 % against 89.98 %, its fragmentation 49 % against 0 %.
"""

from __future__ import annotations

import contextlib

import psycopg

from bench.charts import bars
from bench.contenders import BY_NAME
from bench.results import Case, Figures, Run, choices, spread
from bench.scenarios.base import Chapter, Published, Scenario, listed, median_of, table_of
from bench.server import value
from bench.tables import INDEX, TABLE, index_figures, make_table

FIGURES = {
    "index_megabytes": "index size, MB",
    "leaf_pages": "leaf pages",
    "density_percent": "leaf density, %",
    "fragmentation_percent": "leaf fragmentation, %",
    "correlation": "correlation of key and heap (pg_stats)",
    "pages_of_first_heap_page": "index pages behind the first heap page",
}


class Index(Scenario):
    """Rows inserted one after the other, in the order of their times."""

    name = "index"
    title = "The index after a million rows of a log"
    figures = tuple(FIGURES)
    settings = {"shared_buffers": "256MB", "max_wal_size": "2GB", "work_mem": "64MB"}

    def cases(self) -> list[Case]:
        """Contender."""
        rows = 100_000 if self.quick else 1_000_000
        return [
            Case(self.name, (("rows", rows), ("contender", contender)), 0.5 + rows / 200_000) for contender in self.taking_part()
        ]

    def run(self, case: Case, repetition: int) -> Figures:
        """Insert, and look at the index. Each repetition has its own log, the same for all keys."""
        contender = BY_NAME[str(case["contender"])]
        with self.bench.server.connect() as connection:
            make_table(connection, contender, ", payload text")
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
                          FROM generate_series(1, pg_relation_size('{INDEX}') / current_setting('block_size')::int - 1) AS page,
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
        random, v7 = (spread(runs, "density_percent", contender=name) for name in ("random", "v7"))
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

        def both(figure: str, unit: str = "") -> str:
            return " against ".join(median_of(figures[figure].get(name), unit) for name in ("v1", "v7"))

        return Chapter(
            charts={
                "index": bars(
                    f"The index after {runs[0].case['rows']:,} rows of a log, in a table that was empty before",
                    "",
                    list(FIGURES.values()),
                    names,
                    values,
                    columns=3,
                )
            },
            tables=[table_of("The index", runs, FIGURES)],
            findings=[
                "Leaf density, in a table that was empty before: " + listed(figures["density_percent"], " %") + ".",
                "Index pages behind the rows of a heap page: " + listed(figures["pages_of_first_heap_page"]) + ".",
            ],
            published=[
                Published(
                    "index pages behind the first heap page, v1 against v7",
                    "11 against 1",
                    both("pages_of_first_heap_page"),
                    "v1 starts with the low bits of the time, so the figure depends on how fast the page's rows came",
                ),
                Published("correlation", "0.036 against 1", both("correlation"), "v1 has none, either way"),
                Published("index size", "37 MB against 30 MB", both("index_megabytes", " MB"), "MB here are 10^6 bytes"),
                Published("leaf density", "73.1 % against 89.98 %", both("density_percent", " %")),
                Published("leaf fragmentation", "49 % against 0 %", both("fragmentation_percent", " %")),
            ],
        )
