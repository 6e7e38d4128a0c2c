"""What keys cost once a table has reached its steady state, next to what uuid_advise predicts.

Time is simulated, so that minutes show years. Rows arrive at a constant rate, in the order of their times, with a
checkpoint after every so many. They are kept for good, or deleted once they are old enough: all of them, or all but a
share. A DELETE comes whenever there are as many such rows as autovacuum waits for with a scale factor of 5 %; with its
VACUUM, it has an interval between checkpoints of its own. A block is a minute, so it has the rows of a minute. The length
of a cycle follows from how many cycles the rows kept are to span; a cycle begins with the first row. Opaque blocks lie in
a different order in each cycle.

If rows are kept for good, the last fifth of the inserts is measured. Otherwise rows are inserted for six times the time
that they are kept and for six cycles, or until there were 1.6 million; the last cycle is measured, or the last time that
rows are kept if that is longer. If a share stays for good, the table is still growing then. "Above random keys" is a
table that held as many random keys before; its density is that of the pages added since.

WAL per row is all that the server writes, for index and heap, including DELETE and VACUUM, per row inserted. It lacks
only commits, since there is one for many rows; transactions of one row add 34 bytes to each. With data checksums, the
first reader of a row, here the DELETE, may also cause an image of the heap page, whose hint bits it sets,
whatever the key. The model leaves them out, and so do the figures beside it; the table of parts has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import mean
from typing import Any

import psycopg
from psycopg.rows import dict_row

from bench.charts import NARROW, Chart, number
from bench.contenders import BY_NAME
from bench.results import Case, Figures, Run, Spread
from bench.scenarios.base import Chapter, Scenario, Table, conditions
from bench.server import value
from bench.tables import INDEX, TABLE, index_figures, make_table

FOR_GOOD = "kept for good"
ABOVE_RANDOM = "kept for good, above random keys"
LIVES = {FOR_GOOD: 1.0, "deleted whole": 0.0, "5 % left": 0.05, "50 % left": 0.5, ABOVE_RANDOM: 1.0}
"""The share of rows that stays when those of their age are deleted."""
CHARTED_LIVES = {
    FOR_GOOD: ("kept-for-good", "If rows are kept for good"),
    "deleted whole": ("deleted-whole", "If all rows of an age are deleted"),
    "5 % left": ("5-percent-left", "If 5 % of the rows stay"),
}
"""With the name of the chart's file, and how its sentence begins."""
CHARTED_CYCLES = ("", "0.5", "0.9", "2", "8", "50")
OTHERS = ("random", "UUIDv7", "bigint identity")
WRAPPING = "wrapping 1 min"
OPAQUE = "opaque 1 min"
"""The contenders with blocks; their cycles here are not the default."""
CYCLES_HELD = ("0.5", "0.9", "1", "2", "8", "50")
RATES = {WRAPPING: (10, 1, 1_000), OPAQUE: (2_000, 10, 100, 20_000)}
"""Rows per minute, and so per block."""
KEYS_WITHOUT_BLOCKS_AT = 10
BETWEEN = 1_000
"""Rows between two checkpoints, in most cases."""
SCALE_FACTOR = 0.05
MOST_ROWS = 1_600_000
START = 1_767_225_600
"""2026-01-01, as a Unix time."""
ROW_BYTES = 100
KEYS_PER_PAGE = 290
"""How many keys a full leaf page of 8 kB has."""
HINT_BITS = ("rest: images", "DELETE and VACUUM, rest: images")
"""The parts of the WAL that are page images for hint bits."""
WAL_BOUND, DENSITY_BOUND = 0.15, 5
"""How far the model may be off: a share of WAL per row, and percent of a page."""
NAMES = {(key, ""): key for key in OTHERS} | {
    (key, cycles): f"{key}, {cycles} cycle{'' if cycles == '1' else 's'}" for key in RATES for cycles in CYCLES_HELD
}


class Steady(Scenario):
    """Each case is a table, filled until its state is steady."""

    name = "steady"
    title = "The steady state, measured and as uuid_advise predicts it"
    figures = (
        *("wal", "wal_per_row", "delete_wal", "page_images", "pages_between_checkpoints"),
        *("density", "index_megabytes", "reads_per_row", "rows_expected", "model"),
    )
    settings = {
        # So that the index does not fit.
        "shared_buffers": "4MB",
        "max_wal_size": "4GB",
        "wal_keep_size": "1GB",
        # Neither changes what is counted.
        "fsync": "off",
        "synchronous_commit": "off",
        "checkpoint_timeout": "1d",
        "autovacuum_vacuum_scale_factor": str(SCALE_FACTOR),
        "autovacuum_vacuum_threshold": "0",
    }
    on_given_server = False

    def repetitions(self) -> int:
        """Once, since nothing is timed, and what chance there is in the keys is that of 200,000 of them."""
        return 1

    def case(
        self, life: str, key: str, cycles: str, rate: int = KEYS_WITHOUT_BLOCKS_AT, between: int = BETWEEN, rows: int = 200_000
    ) -> Case:
        """A case; what depends on the size of the quick run is smaller in it."""
        if self.quick:
            between, rows = between // 10, rows // 10
        choices: dict[str, str | int] = {
            "life": life,
            "key": key,
            "cycles_held": cycles,
            "rate": rate,
            "rows_between": between,
            "rows": rows,
        }
        return Case(self.name, tuple(choices.items()), rows / (40_000 if LIVES[life] == 1 else 25_000))

    def cases(self) -> list[Case]:
        """Life, key, cycles that the rows kept span, rows per minute, rows between checkpoints, rows kept."""
        if self.quick:
            return [
                self.case(life, key, cycles, rate)
                for life in (FOR_GOOD, "5 % left")
                for key, cycles, rate in (
                    ("random", "", KEYS_WITHOUT_BLOCKS_AT),
                    ("UUIDv7", "", KEYS_WITHOUT_BLOCKS_AT),
                    (WRAPPING, "0.9", advised_rate(WRAPPING, life)),
                    (WRAPPING, "2", advised_rate(WRAPPING, life)),
                    (OPAQUE, "2", advised_rate(OPAQUE, life)),
                )
            ]
        found = []
        for life in LIVES:
            found += [self.case(life, key, "") for key in OTHERS if (life, key) != (ABOVE_RANDOM, "bigint identity")]
            found += [
                self.case(life, WRAPPING, cycles, rate)
                for cycles in CYCLES_HELD
                for rate in RATES[WRAPPING]
                if LIVES[life] < 1 or cycles in ("0.5", "1", "2") or (life == FOR_GOOD and cycles != "0.9")
            ]
        # Checkpoints more often and less.
        for life in list(LIVES)[:3]:
            for between in (200, 5_000):
                found += [self.case(life, key, "", between=between) for key in ("random", "UUIDv7")]
                found += [self.case(life, WRAPPING, cycles, 1, between) for cycles in ("0.9", "2", "8")]
        # Blocks of many pages.
        found += [self.case(FOR_GOOD, WRAPPING, "8", rate, rows=rows) for rate, rows in ((10_000, 400_000), (50_000, 1_600_000))]
        found += [self.case("deleted whole", WRAPPING, cycles, 10_000) for cycles in ("0.9", "2")]
        for life, left in LIVES.items():
            held = ("0.5", "2", "8") if left == 1 else ("0.5", "0.9", "1", "2", "8")
            found += [self.case(life, OPAQUE, cycles, RATES[OPAQUE][0]) for cycles in held]
        # Opaque blocks of other sizes, and fewer checkpoints.
        for life in list(LIVES)[:3]:
            least_held = "0.5" if life == FOR_GOOD else "0.9"
            found += [self.case(life, OPAQUE, cycles, rate) for cycles in (least_held, "2") for rate in RATES[OPAQUE][1:]]
            found.append(self.case(life, OPAQUE, "2", RATES[OPAQUE][0], 5_000))
        return found

    def run(self, case: Case, repetition: int) -> Figures:
        """Fill the table, measure, and ask for the model's figures."""
        with self.bench.server.connect() as connection:
            connection.execute("SELECT setseed(%s)", (repetition / 100,))
            return {**Life(connection, case).figures(), "model": model(connection, case)}

    def problems(self, figures: Figures) -> list[str]:
        """Rows deleted in vain, too many reads, and what is impossible in any life."""
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
        found = []
        for life in LIVES:
            there = {name_of(run): run for run in runs if charted(run) and run.case["life"] == life}
            random, v7, fits = (there.get(NAMES[key]) for key in (("random", ""), ("UUIDv7", ""), (WRAPPING, "0.9")))
            others = [run for run in runs if usual(run) and run.case["life"] == life and run is not random]
            if random and any(run.figures["wal_per_row"] >= random.figures["wal_per_row"] for run in others):
                found.append(f"steady: {life}: random keys do not write the most WAL")
            if random and v7 and life in (FOR_GOOD, "deleted whole") and density(v7) < max(85, density(random) + 5):
                found.append(f"steady: {life}: random keys pack the index as well as ascending ones")
            if v7 and fits and life == "5 % left" and density(v7) >= density(fits):
                found.append(f"steady: {life}: ascending keys pack the index as well as those of a cycle that fits")
        return found

    @classmethod
    def chapter(cls, runs: list[Run]) -> Chapter:
        """Every figure beside the model's."""
        chapter = Chapter()
        modelled = [run for run in runs if run.case["key"] != "bigint identity"]
        for what, unit, wrong in (
            (f"WAL per row to within {100 * WAL_BOUND:.0f} %", "bytes", wal_wrong),
            (f"density to within {DENSITY_BOUND} points", "%", density_wrong),
        ):
            off = [run for run in modelled if wrong(run)]
            text = f"uuid_advise predicts {what} in {len(modelled) - len(off)} of {len(modelled)} cases"
            figures = wal_of if wrong is wal_wrong else density_of
            listed = [f"{said(run)}: {' instead of '.join(number(x) for x in reversed(figures(run)))} {unit}" for run in off]
            chapter.findings.append(f"{text}; not in these: {'; '.join(listed)}." if off else f"{text}.")
        bound = f"{100 * WAL_BOUND:.0f} %"
        misranked, pairs = ranking(modelled)
        chapter.findings.append(
            f"Of {pairs} pairs of keys for the same rows whose WAL per row differs by more than {bound}, uuid_advise ranks "
            f"{pairs - len(misranked)} as measured" + (f"; not these: {'; '.join(misranked)}." if misranked else ".")
        )
        shown = [run for run in runs if charted(run)]
        if shown:
            cls.add_charts(chapter, shown)
        for life in LIVES:
            of_life = [run for run in runs if run.case["life"] == life]
            if of_life:
                chapter.tables += [beside(life, of_life), parts(life, [run for run in of_life if charted(run)])]
        return chapter

    @classmethod
    def add_charts(cls, chapter: Chapter, shown: list[Run]) -> None:
        """A chart for each of the lives that decide, with WAL and density."""
        findings = {}
        for life, (file, condition) in CHARTED_LIVES.items():
            of = {name_of(run): run for run in shown if run.case["life"] == life}
            if not of:
                continue
            full = ", ".join(
                f"{density(of[NAMES[key]]):.0f} % {under}"
                for under, key in (
                    ("full under random keys", ("random", "")),
                    ("under UUIDv7", ("UUIDv7", "")),
                    ("in a cycle that fits", (WRAPPING, "0.5" if life == FOR_GOOD else "0.9")),
                )
                if NAMES[key] in of
            )
            # All of these may have failed.
            findings[life] = f"{condition}, index pages are {full}." if full else f"{condition}: WAL and leaf density."
            values, marks = {}, {}
            for name, run in of.items():
                for panel, (measured, model), around in (
                    ("bytes of WAL per row", wal_of(run), wal_of(run)[:1]),
                    ("leaf density, %", density_of(run), run.figures["density"]),
                ):
                    values[panel, name] = Spread(measured, min(around), max(around), 1)
                    if run.case["key"] != "bigint identity":
                        marks[panel, name] = model
            case = shown[0].case
            chapter.charts[f"steady-{file}"] = Chart(
                findings[life],
                "",
                conditions(
                    shown,
                    f"{case['rows']:,} rows kept, {rows_per_block(life)}, a checkpoint every {case['rows_between']:,} rows",
                    "without page images for hint bits",
                    "diamonds and figures in brackets: as uuid_advise predicts",
                ),
                list(dict.fromkeys(panel for panel, _ in values)),
                [name for name in NAMES.values() if name in of],
                values,
                marks=marks,
            )
            if life == "5 % left":
                cls.add_picture(chapter, of, condition)
        chapter.findings[:0] = reversed(findings.values())

    @classmethod
    def add_picture(cls, chapter: Chapter, of: dict[str, Run], condition: str) -> None:
        """How full index pages are, under the keys that README compares."""
        labels = {
            "random": NAMES["random", ""],
            "UUIDv7": NAMES["UUIDv7", ""],
            f"{WRAPPING}, advised cycle": NAMES[WRAPPING, "0.9"],
            f"{OPAQUE}, advised cycle": NAMES[OPAQUE, "0.9"],
        }
        shown = {label: of[name] for label, name in labels.items() if name in of}
        kinds = ("full under random keys", "under UUIDv7", "under wrapping keys")
        full = ", ".join(f"{density(run):.0f} % {kind}" for run, kind in zip(shown.values(), kinds, strict=False))
        case = next(iter(of.values())).case
        chapter.pictures["steady-in-short"] = Chart(
            f"{condition}, index pages are {full}.",
            "how full index pages are, %",
            conditions(
                list(of.values()),
                f"{case['rows']:,} rows kept, {rows_per_block(str(case['life']))}, after six times as long as they are kept",
            ),
            [""],
            list(shown),
            {
                ("", label): Spread(density(run), min(run.figures["density"]), max(run.figures["density"]), 1)
                for label, run in shown.items()
            },
            width=NARROW,
        )


class Life:
    """The table of a case."""

    def __init__(self, connection: psycopg.Connection, case: Case) -> None:
        """Make it, empty."""
        self.connection, self.case = connection, case
        self.kept, self.between, self.rate = int(case["rows"]), int(case["rows_between"]), int(case["rate"])
        self.left = LIVES[str(case["life"])]
        self.contender = BY_NAME[str(case["key"])]
        self.past, start = self.contender.past, START
        if case["key"] in RATES:
            blocks = cycle_of(case) // self.rate
            self.past = self.past.replace("t)", f"t, '1 minute', {blocks} * interval '1 minute')")
            start = -(-START // (60 * blocks)) * 60 * blocks
            minutes = measured_rows(case)[0] // self.rate
            connection.execute(f"CALL place_blocks({blocks}, {start // 60}, {start // 60 + minutes})")
        self.time = f"to_timestamp({start}) + (i - 1) * (interval '1 minute' / {self.rate})"
        # Tuple header, key, time, number, and the length of the payload.
        self.payload = ROW_BYTES - 24 - (8 if "IDENTITY" in self.contender.column else 16) - 8 - 8 - 1
        make_table(connection, self.contender, ", at timestamptz, n bigint, payload text")
        self.inserted = self.live = self.aged = 0
        self.above_random = case["life"] == ABOVE_RANDOM
        self.leaves_before = 0
        self.wal: dict[str, int] = {}
        self.bytes = self.delete_bytes = self.images = self.reads = 0
        self.pages: list[int] = []
        self.densities: list[float] = []

    def figures(self) -> Figures:
        """Fill, and measure."""
        total, window = measured_rows(self.case)
        if self.above_random:
            self.connection.execute(
                f"""INSERT INTO {TABLE} (id, payload)
                    SELECT gen_random_uuid(), repeat('x', {self.payload + 16}) FROM generate_series(1, {self.kept})"""
            )
            self.live += self.kept
            self.leaves_before = int(index_figures(self.connection)["leaf_pages"] or 0)
        while self.inserted < total - window:
            self.insert(self.step(total - window))
            self.delete()
        self.connection.execute("CHECKPOINT")
        first = self.inserted
        while self.inserted < total:
            self.measure_insert(self.step(total))
            self.measure_delete()
        rows = self.inserted - first
        size = index_figures(self.connection)["index_bytes"] or 0
        return {
            "rows_inserted": self.live,
            "rows_found": value(self.connection, f"SELECT count(*) FROM {TABLE}"),
            "rows_expected": self.inserted + self.above_random * self.kept - self.aged * (1 - self.left),
            "wal": {part: size / rows for part, size in self.wal.items()},
            "wal_per_row": self.bytes / rows,
            "delete_wal": self.delete_bytes / rows,
            "page_images": self.images / rows,
            "pages_between_checkpoints": mean(self.pages),
            "density": self.densities,
            "index_megabytes": size / 1e6,
            "reads_per_row": self.reads / rows,
        }

    def step(self, end: int) -> int:
        """Rows to insert until autovacuum would come, in whole intervals between checkpoints, but not past `end`."""
        if self.left == 1:
            rows = SCALE_FACTOR * self.kept
        elif not self.aged:
            # The first rows come of age.
            rows = self.kept * (1 + SCALE_FACTOR)
        else:
            rows = SCALE_FACTOR * self.live / (1 - self.left)
        return min(max(round(rows / self.between), 1) * self.between, end - self.inserted)

    def insert(self, rows: int) -> None:
        """Insert the next rows, one by one for WAL, in one transaction."""
        self.connection.execute(
            f"""INSERT INTO {TABLE} (id, at, n, payload)
                SELECT {self.past}, t, i, repeat('x', {self.payload})
                  FROM (SELECT i, {self.time} AS t
                          FROM generate_series({self.inserted + 1}, {self.inserted + rows}::bigint) AS i OFFSET 0) AS log"""
        )
        self.inserted += rows
        self.live += rows

    def delete(self) -> None:
        """Delete what has come of age, and vacuum."""
        aged = self.inserted - self.kept
        if self.left == 1 or aged <= self.aged:
            return
        self.live -= self.connection.execute(
            f"DELETE FROM {TABLE} WHERE n > {self.aged} AND n <= {aged} AND random() >= {self.left}"
        ).rowcount
        self.aged = aged
        # Autovacuum never truncates the heap here, since its end is in use; nor does it ever skip the index.
        self.connection.execute(f"VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) {TABLE}")

    def measure_insert(self, rows: int) -> None:
        """Insert, with checkpoints; add up WAL and reads."""
        reads, start = self.index_reads(), self.lsn()
        last = start
        for place in range(0, rows, self.between):
            last = self.lsn()
            self.insert(min(self.between, rows - place))
            self.connection.execute("CHECKPOINT")
        end = self.lsn()
        self.reads += self.index_reads() - reads
        self.count_wal(start, end, "")
        images, pages = self.connection.execute(
            """SELECT sum((length(block_ref) - length(replace(block_ref, '(FPW', ''))) / length('(FPW')),
                      count(DISTINCT substring(block_ref FROM 'blk [0-9]+'))
                          FILTER (WHERE record_type = 'INSERT_LEAF' AND start_lsn >= %s)
                 FROM pg_get_wal_records_info(%s, %s) WHERE resource_manager = 'Btree'""",
            (last, start, end),
        ).fetchone() or (0, 0)
        self.images += int(images)
        self.pages.append(int(pages))
        self.add_density()

    def measure_delete(self) -> None:
        """Delete between two checkpoints; add up WAL."""
        aged, start = self.aged, self.lsn()
        self.delete()
        if self.aged > aged:
            self.connection.execute("CHECKPOINT")
            end = self.lsn()
            self.delete_bytes += self.count_wal(start, end, "DELETE and VACUUM, ")
            self.add_density()

    def lsn(self) -> str:
        """How far the WAL is on disk, which just after a checkpoint is all of it."""
        return str(value(self.connection, "SELECT pg_current_wal_flush_lsn()"))

    def count_wal(self, start: str, end: str, phase: str) -> int:
        """Add up the WAL between two positions, by part; its bytes."""
        for part, records, images in self.connection.execute(
            """SELECT CASE WHEN kind ~ '^Btree/(SPLIT|INSERT_UPPER|NEWROOT)' THEN 'splits' WHEN kind LIKE 'Btree/%%' THEN 'index'
                           WHEN kind LIKE 'Heap%%' THEN 'heap' ELSE 'rest' END,
                      sum(record_size), sum(fpi_size)
                 FROM pg_get_wal_stats(%s, %s, true) AS stats (kind) WHERE count > 0 GROUP BY 1""",
            (start, end),
        ):
            whole = "index" if part == "splits" else part
            for name, size in ((f"{phase}{part}: records", records), (f"{phase}{whole}: images", images)):
                self.wal[name] = self.wal.get(name, 0) + int(size)
        size = int(value(self.connection, "SELECT %s::pg_lsn - %s::pg_lsn", end, start))
        self.bytes += size
        return size

    def index_reads(self) -> int:
        """Pages of the index that were not in shared_buffers, so far."""
        self.connection.execute("SELECT pg_stat_force_next_flush()")
        reads = int(
            value(self.connection, f"SELECT idx_blks_read FROM pg_statio_user_indexes WHERE indexrelid = '{INDEX}'::regclass")
        )
        if self.connection.info.server_version < 160000:
            # Before 16 each new page counts as a miss.
            reads -= int(value(self.connection, f"SELECT pg_relation_size('{INDEX}') / current_setting('block_size')::int"))
        return reads

    def add_density(self) -> None:
        """Look at the index's density now."""
        figures = index_figures(self.connection)
        if self.above_random and self.contender.name != "random":
            self.densities.append(100 * self.inserted / KEYS_PER_PAGE / ((figures["leaf_pages"] or 0) - self.leaves_before))
        else:
            self.densities.append(figures["density_percent"] or 0)


def impossible(figures: Figures) -> list[str]:
    """Pages fuller than full, more WAL than there is, an image of more than a page."""
    found = []
    if not all(0 < density <= 100 for density in figures["density"]):
        found.append("an impossible density")
    # Headers of WAL pages, and little else, are in no record.
    if not 0.9 < sum(figures["wal"].values()) / figures["wal_per_row"] <= 1:
        found.append("the parts of the WAL are not the whole")
    if not 0 <= figures["wal"]["index: images"] <= 8300 * figures["page_images"]:
        found.append("page images of an impossible size")
    return found


def cycle_of(case: Case | dict[str, str | int]) -> int:
    """Rows of a cycle, in whole blocks; as many as are kept if there is none."""
    held = case["cycles_held"]
    return round(int(case["rows"]) / float(held) / int(case["rate"])) * int(case["rate"]) if held else int(case["rows"])


def measured_rows(case: Case | dict[str, str | int]) -> tuple[int, int]:
    """How many rows are inserted in all, and how many of them are measured."""
    kept, cycle = int(case["rows"]), cycle_of(case)
    if LIVES[str(case["life"])] == 1:
        return kept, kept // 5
    return min(6 * max(kept, cycle), max(MOST_ROWS, 3 * kept)), max(kept, cycle)


def model(connection: psycopg.Connection, case: Case | dict[str, str | int]) -> dict[str, Any]:
    """What the model of uuid_advise says of a case."""
    kept, left, above_random = int(case["rows"]), LIVES[str(case["life"])], case["life"] == ABOVE_RANDOM
    total, window = measured_rows(case)
    random_rows = kept if above_random else 0
    rows = total - window / 2 + random_rows if left == 1 else kept + left * (total - window / 2 - kept)
    kind = {"random": "random", WRAPPING: "wrapping", OPAQUE: "opaque"}.get(str(case["key"]), "ascending")
    cursor = connection.cursor(row_factory=dict_row).execute(
        "SELECT * FROM sequential_uuids_costs(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, pg_size_bytes(%s), true, false)",
        (
            *(kind, case["rate"] if case["cycles_held"] else 1, cycle_of(case) if case["cycles_held"] else float("inf")),
            *(case["rows_between"], SCALE_FACTOR * rows / max(1 - left, SCALE_FACTOR), kept if left < 1 else None),
            *(rows, random_rows, left % 1, ROW_BYTES, Steady.settings["shared_buffers"]),
        ),
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


def name_of(run: Run) -> str:
    """The key, with the cycles held."""
    return NAMES[str(run.case["key"]), str(run.case["cycles_held"])]


def usual(run: Run) -> bool:
    """Whether it is one of the grid, and no further case."""
    case = run.case
    scale = 10 if run.quick else 1
    return case["rate"] in rates_of(run) and (case["rows_between"], case["rows"]) == (BETWEEN // scale, 200_000 // scale)


def charted(run: Run) -> bool:
    """Whether it is one of the grid with blocks as doc/choosing.md recommends them, and not of a cycle between others."""
    key, life = str(run.case["key"]), str(run.case["life"])
    rate = advised_rate(key, life) if key in RATES else KEYS_WITHOUT_BLOCKS_AT
    return usual(run) and run.case["rate"] == rate and run.case["cycles_held"] in CHARTED_CYCLES


def advised_rate(key: str, life: str) -> int:
    """Rows per block: small ones keep a new index dense, and those of 1,000 and more leave pages that deletes empty."""
    return 1_000 if key == WRAPPING and life != FOR_GOOD else RATES[key][0]


def rates_of(run: Run) -> tuple[int, ...]:
    """The rows per block in the grid of its key."""
    return RATES.get(str(run.case["key"]), (KEYS_WITHOUT_BLOCKS_AT,))


def rows_per_block(life: str) -> str:
    """Those of a chart."""
    return f"{advised_rate(WRAPPING, life):,} rows per interval, {advised_rate(OPAQUE, life):,} with opaque keys"


def said(run: Run) -> str:
    """The case for a sentence."""
    case = run.case
    text = f"{case['life']}, {name_of(run)}"
    if case["cycles_held"]:
        text += f" of {case['rate']:,} rows per block"
    return text if usual(run) else f"{text}, a checkpoint every {case['rows_between']:,} rows"


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
        same = all(one.case[name] == other.case[name] for name in ("life", "rows_between", "rows"))
        rates = {run.case["rate"] for run in (one, other) if run.case["cycles_held"]}
        if same and len(rates) <= 1:
            yield one, other


def beside(life: str, runs: list[Run]) -> Table:
    """A line for each case, with each figure beside the model's."""
    header = ["key", "rows per block", "rows between checkpoints", "WAL per row", "model", "error"]
    header += ["of which DELETE and VACUUM", "model", "index page images per row", "model"]
    header += ["density, %", "lowest to highest", "model", "error"]
    header += ["index, MB per million rows", "model", "reads per row", "model", "leaf pages between checkpoints"]
    rows = []
    for run in runs:
        figures, model = run.figures, run.figures["model"]
        known = run.case["key"] != "bigint identity"

        def theirs(name: str, scale: float = 1, model: dict[str, Any] = model, known: bool = known) -> str:
            return number(model[name] * scale) if known else "—"

        (wal, wal_model), (full, full_model) = wal_of(run), density_of(run)
        size = figures["index_megabytes"] / figures["rows_found"] * 1e6
        rows.append(
            [
                name_of(run),
                f"{run.case['rate']:,}" if run.case["cycles_held"] else "—",
                f"{run.case['rows_between']:,}",
                *(number(wal), theirs("wal_per_row"), f"{100 * (wal_model / wal - 1):+.0f} %" if known else "—"),
                *(number(figures["delete_wal"]), theirs("delete_wal"), number(figures["page_images"]), theirs("page_images")),
                *(f"{full:.0f}", f"{min(figures['density']):.0f} to {max(figures['density']):.0f}"),
                *((f"{full_model:.0f}", f"{full_model - full:+.0f}") if known else ("—", "—")),
                *(
                    number(size),
                    theirs("bytes_per_million_rows", 1e-6),
                    number(figures["reads_per_row"]),
                    theirs("reads_per_row"),
                ),
                number(figures["pages_between_checkpoints"]),
            ]
        )
    return Table(f"{life[0].upper()}{life[1:]}: measured, and as predicted", header, rows)


def parts(life: str, runs: list[Run]) -> Table:
    """What the WAL consists of."""
    names = list(dict.fromkeys(part for run in runs for part in run.figures["wal"]))
    rows = [[name_of(run), *(number(run.figures["wal"].get(part, 0)) for part in names)] for run in runs]
    return Table(
        f"{life[0].upper()}{life[1:]}: what the WAL consists of, bytes per row ({rows_per_block(life)})", ["key", *names], rows
    )
