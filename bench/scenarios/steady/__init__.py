"""What keys cost once a table has reached its steady state, next to what uuid_advise predicts.

Time is simulated, so that minutes show years. Rows arrive at a constant rate, in the order of their times, with a
checkpoint after every so many. They are kept for good, or deleted once they are old enough: all of them, or all but a
share. A DELETE comes whenever there are as many such rows as autovacuum waits for with a scale factor of 5 %, with its
VACUUM halfway between two checkpoints, so that both share page images with inserts. A block is a minute, so it has the
rows of a minute. The length of a cycle follows from how many cycles the rows kept are to span; a cycle begins with the
first row. Opaque blocks lie in a different order in each cycle.

If rows are kept for good, the last fifth of the inserts is measured. Otherwise rows are inserted for six times the time
that they are kept and for six cycles, or until there were 1.6 million; the last cycle is measured, or the last time
that rows are kept if that is longer. If a share stays for good, the table is still growing then. "Above random keys" is
a table that had as many random keys before; its density is that of the pages added since.

WAL per row is all that the server writes, for index and heap, including DELETE and VACUUM, per row inserted. It lacks
only commits, since there is one for many rows; transactions of one row add 34 bytes to each. With data checksums, the
first reader of a row, here the DELETE, may also cause an image of the heap page, whose hint bits it sets,
whatever the key. The model leaves them out, and so do the figures beside it; the table of parts has them.
"""

from __future__ import annotations

import psycopg

from bench.results import Case, Figures, Run
from bench.scenarios.base import Chapter
from bench.scenarios.steady import cases, report
from bench.scenarios.steady.prediction import predict
from bench.scenarios.steady.simulation import Simulated, impossible


class Steady(Simulated):
    """Each case is a table, filled until its state is steady."""

    name = cases.SCENARIO
    title = "The steady state, measured and as uuid_advise predicts it"
    figures = (
        *("wal", "wal_per_row", "delete_wal", "page_images", "pages_between_checkpoints"),
        *("density", "index_megabytes", "reads_per_row", "rows_expected", "model"),
    )

    def cases(self) -> list[Case]:
        """All of them, or those of the quick run."""
        return cases.cases(self.quick)

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """Measure, and ask for the model's figures."""
        return {**super().measure(connection, case), "model": predict(connection, case)}

    def problems(self, figures: Figures) -> list[str]:
        """Rows deleted in vain, too many reads, and what is impossible however long rows are kept."""
        found = impossible(figures)
        if abs(figures["rows_found"] / figures["rows_expected"] - 1) > 0.03:
            found.append(f"{figures['rows_found']} rows instead of {figures['rows_expected']}")
        if not figures["page_images"]:
            found.append("no page images")
        if not 0 <= figures["reads_per_row"] <= 3:
            found.append(f"{figures['reads_per_row']} reads per row")
        return found

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Random keys write the most WAL; ascending ones pack best, unless a few rows stay behind."""
        return [problem for retention in cases.RETENTIONS for problem in report.implausible(retention, runs)]

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Every figure beside the model's."""
        return report.chapter(runs)
