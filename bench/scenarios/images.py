"""What the settings that shrink page images save: wal_compression, and full_page_writes, which may be off.

The tables and the way to measure are those of the steady state, with rows that are kept for good. A server may turn
full_page_writes off only if its storage never tears a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from bench.charts import number
from bench.results import Case, Figures, Run, choices
from bench.scenarios.base import Bench, Chapter, Table
from bench.scenarios.steady.cases import BETWEEN, FOR_GOOD, KEYS_WITHOUT_BLOCKS_AT, ROWS, WRAPPING
from bench.scenarios.steady.simulation import Simulated, impossible
from bench.server import value, wait_until

NO_IMAGES = "full_page_writes = off"
KEYS = (("random", ""), ("UUIDv7", ""), (WRAPPING, "2"))
"""With the cycles that the rows span."""


class Images(Simulated):
    """Each case is a key and a setting."""

    name = "images"
    title = "Page images, compressed or left out"
    figures = ("wal", "wal_per_row", "density")

    def __init__(self, bench: Bench) -> None:
        """Nothing is run yet."""
        super().__init__(bench)
        with bench.server.connect() as connection:
            methods = value(connection, "SELECT enumvals FROM pg_settings WHERE name = 'wal_compression'")
        self.settings_compared = [
            *(f"wal_compression = {method}" for method in ("off", "pglz", "lz4", "zstd") if method in methods),
            NO_IMAGES,
        ]

    def cases(self) -> list[Case]:
        """Key, setting; what else the steady state distinguishes is the same in all."""
        scale = 10 if self.quick else 1
        return [
            Case(
                self.name,
                (
                    *(
                        ("retention", FOR_GOOD),
                        ("key", key),
                        ("cycles_spanned", cycles),
                        ("rate", KEYS_WITHOUT_BLOCKS_AT),
                    ),
                    *(("rows_between", BETWEEN // scale), ("rows", ROWS // scale), ("setting", setting)),
                ),
                5 / scale,
            )
            for key, cycles in KEYS
            for setting in self.settings_compared
        ]

    def measure(self, connection: psycopg.Connection, case: Case) -> Figures:
        """Measure under the setting."""
        with setting(connection, *str(case["setting"]).split(" = ")):
            return super().measure(connection, case)

    def problems(self, figures: Figures) -> list[str]:
        """What is impossible however long rows are kept."""
        return impossible(figures)

    @classmethod
    def implausible(cls, runs: list[Run]) -> list[str]:
        """Images there are only with full_page_writes, and compressed ones are hardly ever larger."""
        found = []
        for run in runs:
            if (run.figures["page_images"] > 0) == (run.case["setting"] == NO_IMAGES):
                found.append(f"images: {run.figures['page_images']} images per row with {run.case['setting']}")
        for key in choices(runs, "key"):
            wal = wal_by_setting(runs, key)
            if any(size > 1.05 * wal.get("wal_compression = off", size) for size in wal.values()):
                found.append(f"images: compression makes the WAL of {key} larger")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """WAL per row for each key and setting."""
        settings = choices(runs, "setting")
        chapter = Chapter()
        rows = []
        for key in choices(runs, "key"):
            wal = wal_by_setting(runs, key)
            shown = [f"{size:,.0f} with {name}" for name, size in wal.items()]
            chapter.findings.append(f"Bytes of WAL per row, {key} keys: {', '.join(shown)}.")
            rows.append([key, *(f"{wal[name]:,.0f}" if name in wal else "—" for name in settings)])
        chapter.tables.append(Table("Bytes of WAL per row", ["key", *settings], rows))
        sizes = []
        for run in runs:
            images = run.figures["page_images"]
            size = number(run.figures["wal"]["index: images"] / images) if images else "—"
            sizes.append([str(run.case["key"]), str(run.case["setting"]), number(images), size])
        header = ["key", "setting", "index page images per row", "bytes of each"]
        chapter.tables.append(Table("Index page images", header, sizes))
        return chapter


@contextmanager
def setting(connection: psycopg.Connection, name: str, choice: str) -> Iterator[None]:
    """Change a setting of the whole server for a while; the next checkpoint sees to full_page_writes."""
    before = str(value(connection, "SELECT current_setting(%s)", name))
    try:
        change(connection, name, choice)
        yield
    finally:
        change(connection, name, before)


def change(connection: psycopg.Connection, name: str, choice: str) -> None:
    """Set it in the server's configuration, and wait until it holds."""
    connection.execute(f"ALTER SYSTEM SET {name} = '{choice}'")
    connection.execute("SELECT pg_reload_conf()")
    wait_until(connection, f"SELECT current_setting('{name}') = '{choice}'")
    connection.execute("CHECKPOINT")


def wal_by_setting(runs: list[Run], key: str) -> dict[str, float]:
    """Bytes per row under each setting."""
    return {str(run.case["setting"]): float(run.figures["wal_per_row"]) for run in runs if run.case["key"] == key}
