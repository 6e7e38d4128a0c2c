"""The cases: what is distinguished, how many rows each has, and which of them the charts show."""

from __future__ import annotations

from collections.abc import Iterator

from bench.results import Case, Run

SCENARIO = "steady"
FOR_GOOD = "kept for good"
ABOVE_RANDOM = "kept for good, above random keys"
RETENTIONS = {FOR_GOOD: 1.0, "deleted whole": 0.0, "5 % left": 0.05, "50 % left": 0.5, ABOVE_RANDOM: 1.0}
"""The share of rows that stays when those of their age are deleted."""
MAIN_RETENTIONS = (FOR_GOOD, "deleted whole", "5 % left")
OTHERS = ("random", "UUIDv7", "bigint identity")
WRAPPING = "wrapping"
OPAQUE = "opaque"
"""Keys in blocks of a simulated minute, in cycles of their own."""
CYCLES_HELD = ("0.5", "0.9", "1", "2", "8", "50")
CHARTED_CYCLES = ("", "0.5", "0.9", "2", "8", "50")
RATES = {WRAPPING: (10, 1, 1_000), OPAQUE: (2_000, 10, 100, 20_000)}
"""Rows per minute, and so per block."""
KEYS_WITHOUT_BLOCKS_AT = 10
ROWS = 200_000
BETWEEN = 1_000
"""Rows, and those between two checkpoints, in most cases."""
MOST_ROWS = 1_600_000
NAMES = {(key, ""): key for key in OTHERS} | {
    (key, cycles): f"{key}, {cycles} cycle{'' if cycles == '1' else 's'}" for key in RATES for cycles in CYCLES_HELD
}


def cases(quick: bool) -> list[Case]:
    """Retention, key, cycles that the rows kept span, rows per minute, rows between checkpoints, rows kept."""
    if quick:
        return list(quick_cases())
    return [
        *(*wrapping(), *other_checkpoints(), *blocks_of_many_pages()),
        *(*opaque(), *other_opaque()),
    ]


def case(
    retention: str,
    key: str,
    cycles: str = "",
    rate: int = KEYS_WITHOUT_BLOCKS_AT,
    between: int = BETWEEN,
    rows: int = ROWS,
) -> Case:
    """A case, and about how long it takes."""
    choices: dict[str, str | int] = {
        "retention": retention,
        "key": key,
        "cycles_spanned": cycles,
        "rate": rate,
        "rows_between": between,
        "rows": rows,
    }
    return Case(SCENARIO, tuple(choices.items()), rows / (40_000 if RETENTIONS[retention] == 1 else 25_000))


def quick_cases() -> Iterator[Case]:
    """A few, with a tenth of the rows."""
    for retention in (FOR_GOOD, "5 % left"):
        for key, cycles in (("random", ""), ("UUIDv7", ""), (WRAPPING, "0.9"), (WRAPPING, "2"), (OPAQUE, "2")):
            yield case(retention, key, cycles, advised_rate(key, retention), BETWEEN // 10, ROWS // 10)


def wrapping() -> Iterator[Case]:
    """Keys without blocks, and wrapping keys of each cycle and rate."""
    for retention, left in RETENTIONS.items():
        for key in OTHERS:
            if (retention, key) != (ABOVE_RANDOM, "bigint identity"):
                yield case(retention, key)
        for cycles in CYCLES_HELD:
            if left < 1 or cycles in ("0.5", "1", "2") or (retention == FOR_GOOD and cycles != "0.9"):
                for rate in RATES[WRAPPING]:
                    yield case(retention, WRAPPING, cycles, rate)


def other_checkpoints() -> Iterator[Case]:
    """Checkpoints more often, and less."""
    for retention in MAIN_RETENTIONS:
        for between in (200, 5_000):
            for key in ("random", "UUIDv7"):
                yield case(retention, key, between=between)
            for cycles in ("0.9", "2", "8"):
                yield case(retention, WRAPPING, cycles, 1, between)


def blocks_of_many_pages() -> Iterator[Case]:
    """Wrapping keys of many rows per block."""
    for rate, rows in ((10_000, 400_000), (50_000, 1_600_000)):
        yield case(FOR_GOOD, WRAPPING, "8", rate, rows=rows)
    for cycles in ("0.9", "2"):
        yield case("deleted whole", WRAPPING, cycles, 10_000)


def opaque() -> Iterator[Case]:
    """Opaque keys of each cycle, at the rate that is advised."""
    for retention, left in RETENTIONS.items():
        for cycles in ("0.5", "2", "8") if left == 1 else ("0.5", "0.9", "1", "2", "8"):
            yield case(retention, OPAQUE, cycles, RATES[OPAQUE][0])


def other_opaque() -> Iterator[Case]:
    """Opaque blocks of other sizes, and fewer checkpoints."""
    for retention in MAIN_RETENTIONS:
        for cycles in ("0.5" if retention == FOR_GOOD else "0.9", "2"):
            for rate in RATES[OPAQUE][1:]:
                yield case(retention, OPAQUE, cycles, rate)
        yield case(retention, OPAQUE, "2", RATES[OPAQUE][0], 5_000)


def advised_rate(key: str, retention: str) -> int:
    """Rows per block: small ones keep a new index dense; of 1,000 and more, deletes empty whole pages."""
    if key not in RATES:
        return KEYS_WITHOUT_BLOCKS_AT
    return 1_000 if key == WRAPPING and retention != FOR_GOOD else RATES[key][0]


def cycle_of(case: Case | dict[str, str | int]) -> int:
    """Rows of a cycle, in whole blocks; as many as are kept if there is none."""
    kept, spanned, rate = int(case["rows"]), case["cycles_spanned"], int(case["rate"])
    return round(kept / float(spanned) / rate) * rate if spanned else kept


def measured_rows(case: Case | dict[str, str | int]) -> tuple[int, int]:
    """How many rows are inserted in all, and how many of them are measured."""
    kept, cycle = int(case["rows"]), cycle_of(case)
    if RETENTIONS[str(case["retention"])] == 1:
        return kept, kept // 5
    return min(6 * max(kept, cycle), max(MOST_ROWS, 3 * kept)), max(kept, cycle)


def usual(run: Run) -> bool:
    """Whether it is one of the grid, and no further case."""
    case, scale = run.case, 10 if run.quick else 1
    rates = RATES.get(str(case["key"]), (KEYS_WITHOUT_BLOCKS_AT,))
    return case["rate"] in rates and (case["rows_between"], case["rows"]) == (BETWEEN // scale, ROWS // scale)


def charted(run: Run) -> bool:
    """Whether it is one of the grid, with blocks as doc/choosing.md recommends them, and of a charted cycle."""
    rate = advised_rate(str(run.case["key"]), str(run.case["retention"]))
    return usual(run) and run.case["rate"] == rate and run.case["cycles_spanned"] in CHARTED_CYCLES


def name_of(run: Run) -> str:
    """The key, with the cycles spanned."""
    return NAMES[str(run.case["key"]), str(run.case["cycles_spanned"])]


def said(run: Run) -> str:
    """The case for a sentence."""
    case = run.case
    text = f"{case['retention']}, {name_of(run)}"
    if case["cycles_spanned"]:
        text += f" of {case['rate']:,} rows per block"
    return text if usual(run) else f"{text}, a checkpoint every {case['rows_between']:,} rows"
