"""The chapter of the report: every figure beside the model's, and the charts of the retentions that decide."""

from __future__ import annotations

from collections.abc import Callable

from bench.charts import Chart, number
from bench.results import Run, Spread
from bench.scenarios.base import Chapter, Table, conditions
from bench.scenarios.steady.cases import (
    FOR_GOOD,
    NAMES,
    OPAQUE,
    RETENTIONS,
    WRAPPING,
    advised_rate,
    charted,
    name_of,
    said,
    usual,
)
from bench.scenarios.steady.prediction import (
    DENSITY_BOUND,
    WAL_BOUND,
    density,
    density_of,
    density_wrong,
    ranking,
    wal_of,
    wal_wrong,
)

CHARTED_RETENTIONS = {
    FOR_GOOD: "If rows are kept for good",
    "deleted whole": "If all rows of an age are deleted",
    "5 % left": "If 5 % of the rows stay",
}
"""With how the sentence of the chart begins."""
RANDOM, UUIDV7 = NAMES["random", ""], NAMES["UUIDv7", ""]
NO_MODEL = "bigint identity"
"""uuid_advise does not predict these keys."""


def chapter(runs: list[Run]) -> Chapter:
    """What the charts show, how good the predictions are, and a pair of tables for each retention."""
    made = Chapter()
    shown = [run for run in runs if charted(run)]
    for retention in CHARTED_RETENTIONS:
        of_retention = by_name(retention, shown)
        if of_retention:
            add_chart(made, retention, of_retention, shown)
    made.findings += predictions([run for run in runs if run.case["key"] != NO_MODEL])
    for retention in RETENTIONS:
        all_of_retention = [run for run in runs if run.case["retention"] == retention]
        if all_of_retention:
            made.tables += [
                beside(retention, all_of_retention),
                parts(retention, [run for run in all_of_retention if charted(run)]),
            ]
    return made


def by_name(retention: str, runs: list[Run]) -> dict[str, Run]:
    """The runs of a retention, by their keys with the cycles spanned."""
    return {name_of(run): run for run in runs if run.case["retention"] == retention}


def predictions(runs: list[Run]) -> list[str]:
    """In how many cases the model is right."""
    bound = f"{100 * WAL_BOUND:.0f} %"
    misranked, pairs = ranking(runs)
    return [
        how_good(f"WAL per row to within {bound}", "bytes", runs, wal_wrong, wal_of),
        how_good(f"density to within {DENSITY_BOUND} points", "%", runs, density_wrong, density_of),
        f"Of {pairs} pairs of keys for the same rows whose WAL per row differs by more than {bound}, uuid_advise ranks "
        f"{pairs - len(misranked)} as measured" + (f"; not these: {'; '.join(misranked)}." if misranked else "."),
    ]


def how_good(
    what: str,
    unit: str,
    runs: list[Run],
    wrong: Callable[[Run], bool],
    figures: Callable[[Run], tuple[float, float]],
) -> str:
    """In how many cases the model is right about one figure, and where it is not."""
    off = [run for run in runs if wrong(run)]
    text = f"uuid_advise predicts {what} in {len(runs) - len(off)} of {len(runs)} cases"
    listed = []
    for run in off:
        measured, predicted = figures(run)
        listed.append(f"{said(run)}: {number(predicted)} instead of {number(measured)} {unit}")
    return f"{text}; not in these: {'; '.join(listed)}." if off else f"{text}."


def add_chart(made: Chapter, retention: str, of_retention: dict[str, Run], shown: list[Run]) -> None:
    """WAL and density in one retention, with the sentence that they come to."""
    finding = fullness(retention, of_retention)
    values, marks = {}, {}
    for name, run in of_retention.items():
        for panel, (measured, predicted), around in (
            ("bytes of WAL per row", wal_of(run), wal_of(run)[:1]),
            ("leaf density, %", density_of(run), run.figures["density"]),
        ):
            values[panel, name] = Spread(measured, min(around), max(around), 1)
            if run.case["key"] != NO_MODEL:
                marks[panel, name] = predicted
    case = shown[0].case
    # The last retention, which tells the keys apart best, comes first.
    made.findings.insert(0, finding)
    made.charts.append(
        Chart(
            finding,
            "",
            conditions(
                shown,
                f"{case['rows']:,} rows kept, {rows_per_block(retention)}, "
                f"a checkpoint every {case['rows_between']:,} rows",
                "without page images for hint bits",
                "diamonds and figures in brackets: as uuid_advise predicts",
            ),
            list(dict.fromkeys(panel for panel, _ in values)),
            [name for name in NAMES.values() if name in of_retention],
            values,
            marks=marks,
        )
    )


def fullness(retention: str, of_retention: dict[str, Run]) -> str:
    """How full index pages are, of those runs that have not failed."""
    fits = NAMES[WRAPPING, "0.5" if retention == FOR_GOOD else "0.9"]
    phrases = {RANDOM: "full under random keys", UUIDV7: "under UUIDv7", fits: "in a cycle that fits"}
    full = ", ".join(
        f"{density(of_retention[name]):.0f} % {text}" for name, text in phrases.items() if name in of_retention
    )
    begun = CHARTED_RETENTIONS[retention]
    return f"{begun}, index pages are {full}." if full else f"{begun}: WAL and leaf density."


def rows_per_block(retention: str) -> str:
    """Those of a chart."""
    return (
        f"{advised_rate(WRAPPING, retention):,} rows per interval, {advised_rate(OPAQUE, retention):,} with opaque keys"
    )


def heading(retention: str) -> str:
    """The retention at the beginning of a caption."""
    return f"{retention[0].upper()}{retention[1:]}"


def beside(retention: str, runs: list[Run]) -> Table:
    """A line for each case, with each figure beside the model's."""
    header = ["key", "rows per block", "rows between checkpoints", "WAL per row", "model", "error"]
    header += ["of which DELETE and VACUUM", "model", "index page images per row", "model"]
    header += ["density, %", "lowest to highest", "model", "error"]
    header += ["index, MB per million rows", "model", "reads per row", "model", "leaf pages between checkpoints"]
    return Table(f"{heading(retention)}: measured, and as predicted", header, [row_beside(run) for run in runs])


def row_beside(run: Run) -> list[str]:
    """The line of a case."""
    figures, model, modelled = run.figures, run.figures["model"], run.case["key"] != NO_MODEL

    def pair(measured: float, name: str, scale: float = 1) -> tuple[str, str]:
        return number(measured), number(model[name] * scale) if modelled else "—"

    (wal, wal_model), (full, full_model) = wal_of(run), density_of(run)
    lowest, highest = min(figures["density"]), max(figures["density"])
    return [
        name_of(run),
        f"{run.case['rate']:,}" if run.case["cycles_spanned"] else "—",
        f"{run.case['rows_between']:,}",
        *(*pair(wal, "wal_per_row"), f"{100 * (wal_model / wal - 1):+.0f} %" if modelled else "—"),
        *pair(figures["delete_wal"], "delete_wal"),
        *pair(figures["page_images"], "page_images"),
        *(f"{full:.0f}", f"{lowest:.0f} to {highest:.0f}"),
        *((f"{full_model:.0f}", f"{full_model - full:+.0f}") if modelled else ("—", "—")),
        *pair(figures["index_megabytes"] / figures["rows_found"] * 1e6, "bytes_per_million_rows", 1e-6),
        *pair(figures["reads_per_row"], "reads_per_row"),
        number(figures["pages_between_checkpoints"]),
    ]


def parts(retention: str, runs: list[Run]) -> Table:
    """What the WAL consists of."""
    names = list(dict.fromkeys(part for run in runs for part in run.figures["wal"]))
    rows = [[name_of(run), *(number(run.figures["wal"].get(part, 0)) for part in names)] for run in runs]
    caption = f"{heading(retention)}: what the WAL consists of, bytes per row ({rows_per_block(retention)})"
    return Table(caption, ["key", *names], rows)


def implausible(retention: str, runs: list[Run]) -> list[str]:
    """What cannot be when the keys of a retention are compared."""
    of_retention = by_name(retention, [run for run in runs if charted(run)])
    random, v7, fits = (of_retention.get(name) for name in (RANDOM, UUIDV7, NAMES[WRAPPING, "0.9"]))
    others = [run for run in runs if usual(run) and run.case["retention"] == retention and run is not random]
    found = []
    if random and any(run.figures["wal_per_row"] >= random.figures["wal_per_row"] for run in others):
        found.append(f"steady: {retention}: random keys do not write the most WAL")
    if random and v7 and retention in (FOR_GOOD, "deleted whole") and density(v7) < max(85, density(random) + 5):
        found.append(f"steady: {retention}: random keys pack the index as well as ascending ones")
    if v7 and fits and retention == "5 % left" and density(v7) >= density(fits):
        found.append(f"steady: {retention}: ascending keys pack the index as well as those of a cycle that fits")
    return found
