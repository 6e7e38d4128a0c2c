"""The chapter of the report: every figure beside the model's, and the charts of the lives that decide."""

from __future__ import annotations

from collections.abc import Callable

from bench.charts import Chart, number
from bench.results import Run, Spread
from bench.scenarios.base import Chapter, Table, conditions
from bench.scenarios.steady.cases import (
    FOR_GOOD,
    LIVES,
    NAMES,
    OPAQUE,
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

CHARTED_LIVES = {
    FOR_GOOD: "If rows are kept for good",
    "deleted whole": "If all rows of an age are deleted",
    "5 % left": "If 5 % of the rows stay",
}
"""With how the sentence of the chart begins."""
RANDOM, UUIDV7 = NAMES["random", ""], NAMES["UUIDv7", ""]
NO_MODEL = "bigint identity"
"""uuid_advise does not predict these keys."""


def chapter(runs: list[Run]) -> Chapter:
    """What the charts show, how good the predictions are, and a pair of tables for each life."""
    made = Chapter()
    shown = [run for run in runs if charted(run)]
    for life in CHARTED_LIVES:
        of_life = by_name(life, shown)
        if of_life:
            add_chart(made, life, of_life, shown)
    made.findings += predictions([run for run in runs if run.case["key"] != NO_MODEL])
    for life in LIVES:
        all_of_life = [run for run in runs if run.case["life"] == life]
        if all_of_life:
            made.tables += [beside(life, all_of_life), parts(life, [run for run in all_of_life if charted(run)])]
    return made


def by_name(life: str, runs: list[Run]) -> dict[str, Run]:
    """The runs of a life, by their keys with the cycles held."""
    return {name_of(run): run for run in runs if run.case["life"] == life}


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


def add_chart(made: Chapter, life: str, of_life: dict[str, Run], shown: list[Run]) -> None:
    """WAL and density in one life, with the sentence that they come to."""
    finding = fullness(life, of_life)
    values, marks = {}, {}
    for name, run in of_life.items():
        for panel, (measured, predicted), around in (
            ("bytes of WAL per row", wal_of(run), wal_of(run)[:1]),
            ("leaf density, %", density_of(run), run.figures["density"]),
        ):
            values[panel, name] = Spread(measured, min(around), max(around), 1)
            if run.case["key"] != NO_MODEL:
                marks[panel, name] = predicted
    case = shown[0].case
    # The last life, which tells the keys apart best, comes first.
    made.findings.insert(0, finding)
    made.charts.append(
        Chart(
            finding,
            "",
            conditions(
                shown,
                f"{case['rows']:,} rows kept, {rows_per_block(life)}, a checkpoint every {case['rows_between']:,} rows",
                "without page images for hint bits",
                "diamonds and figures in brackets: as uuid_advise predicts",
            ),
            list(dict.fromkeys(panel for panel, _ in values)),
            [name for name in NAMES.values() if name in of_life],
            values,
            marks=marks,
        )
    )


def fullness(life: str, of_life: dict[str, Run]) -> str:
    """How full index pages are, of those runs that have not failed."""
    fits = NAMES[WRAPPING, "0.5" if life == FOR_GOOD else "0.9"]
    phrases = {RANDOM: "full under random keys", UUIDV7: "under UUIDv7", fits: "in a cycle that fits"}
    full = ", ".join(f"{density(of_life[name]):.0f} % {text}" for name, text in phrases.items() if name in of_life)
    begun = CHARTED_LIVES[life]
    return f"{begun}, index pages are {full}." if full else f"{begun}: WAL and leaf density."


def rows_per_block(life: str) -> str:
    """Those of a chart."""
    return f"{advised_rate(WRAPPING, life):,} rows per interval, {advised_rate(OPAQUE, life):,} with opaque keys"


def heading(life: str) -> str:
    """The life at the beginning of a caption."""
    return f"{life[0].upper()}{life[1:]}"


def beside(life: str, runs: list[Run]) -> Table:
    """A line for each case, with each figure beside the model's."""
    header = ["key", "rows per block", "rows between checkpoints", "WAL per row", "model", "error"]
    header += ["of which DELETE and VACUUM", "model", "index page images per row", "model"]
    header += ["density, %", "lowest to highest", "model", "error"]
    header += ["index, MB per million rows", "model", "reads per row", "model", "leaf pages between checkpoints"]
    return Table(f"{heading(life)}: measured, and as predicted", header, [row_beside(run) for run in runs])


def row_beside(run: Run) -> list[str]:
    """The line of a case."""
    figures, model, modelled = run.figures, run.figures["model"], run.case["key"] != NO_MODEL

    def pair(measured: float, name: str, scale: float = 1) -> tuple[str, str]:
        return number(measured), number(model[name] * scale) if modelled else "—"

    (wal, wal_model), (full, full_model) = wal_of(run), density_of(run)
    lowest, highest = min(figures["density"]), max(figures["density"])
    return [
        name_of(run),
        f"{run.case['rate']:,}" if run.case["cycles_held"] else "—",
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


def parts(life: str, runs: list[Run]) -> Table:
    """What the WAL consists of."""
    names = list(dict.fromkeys(part for run in runs for part in run.figures["wal"]))
    rows = [[name_of(run), *(number(run.figures["wal"].get(part, 0)) for part in names)] for run in runs]
    caption = f"{heading(life)}: what the WAL consists of, bytes per row ({rows_per_block(life)})"
    return Table(caption, ["key", *names], rows)


def implausible(life: str, runs: list[Run]) -> list[str]:
    """What cannot be when the keys of a life are compared."""
    of_life = by_name(life, [run for run in runs if charted(run)])
    random, v7, fits = (of_life.get(name) for name in (RANDOM, UUIDV7, NAMES[WRAPPING, "0.9"]))
    others = [run for run in runs if usual(run) and run.case["life"] == life and run is not random]
    found = []
    if random and any(run.figures["wal_per_row"] >= random.figures["wal_per_row"] for run in others):
        found.append(f"steady: {life}: random keys do not write the most WAL")
    if random and v7 and life in (FOR_GOOD, "deleted whole") and density(v7) < max(85, density(random) + 5):
        found.append(f"steady: {life}: random keys pack the index as well as ascending ones")
    if v7 and fits and life == "5 % left" and density(v7) >= density(fits):
        found.append(f"steady: {life}: ascending keys pack the index as well as those of a cycle that fits")
    return found
