"""Compares the model of uuid_advise with what has been measured: cases of the steady state, and databases that live.

    t/checks/model/measured.py [--update] DSN DIRECTORY...

Each DIRECTORY is that of a run of the benchmark. The database of the connection string DSN needs the functions of
advice/sequential_uuids_advice--1.0.sql on its search_path, and wal_log_hints, which costs what data checksums cost;
nothing is measured again. Fails unless

- WAL per row is within 15 % in 85 % of the cases, and within 30 % in all that have ten rows or more per block,
- wherever the model is asked for the best of several keys, that one is within 15 % of the cheapest measured,
- each term of the WAL is, in the sum over the cases of a retention, as near to its part of what was measured as TERMS
  says,
- 98 % of the pairs of keys that differ by more than 15 % are in the right order,
- WAL per row is within 15 % in all cases of UUIDs as texts and bytes, in all behind a tenant, and in all tables that
  get older; within 20 % in all of updated rows,
- the model's figures in the report are those of today,
- the promises in the report of a database under load are what uuid_advise says now, and it advises what was run.

--update stores the model's figures, for the report of the benchmark.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from dataclasses import replace
from math import isclose
from pathlib import Path

import psycopg

from bench.contenders import advised
from bench.results import Figures, Results, Run
from bench.scenarios import forms, retention, tenants, updates
from bench.scenarios.live import Live
from bench.scenarios.live.chapter import promised, wal_off
from bench.scenarios.live.keys import promise_of
from bench.scenarios.steady.cases import RETENTIONS, SCENARIO, name_of, said
from bench.scenarios.steady.prediction import density_of, predict, ranking, same_rows, wal_of

DELETES = "DELETE and VACUUM, "
TERMS = {
    "wal_records": (0.05, 0, ("heap: records", "index: records", "rest: records")),
    "wal_images": (0.15, 0, ("heap: images", "index: images")),
    "wal_splits": (0.15, 5, ("splits: records",)),
    "wal_deletes": (0.1, 0, (f"{DELETES}heap: records", f"{DELETES}heap: images")),
    "wal_vacuum": (0.2, 25, (f"{DELETES}index: records", f"{DELETES}index: images", f"{DELETES}splits: records")),
}
"""Each term of the model, by which share or by how many bytes per row it may be off, and the parts of the WAL that it
stands for."""


def off(run: Run) -> float:
    """How far the model is from the WAL measured, as a share."""
    measured, modelled = wal_of(run)
    return modelled / measured - 1


def bad_choices(runs: list[Run]) -> tuple[list[str], int]:
    """Where the model's best key is over 15 % more expensive than the best measured, and the number of choices."""
    rivals: dict[str, list[Run]] = defaultdict(list)
    for one, other in same_rows(runs):
        rate = max(run.case["rate"] if run.case["cycles_spanned"] else 0 for run in (one, other))
        where = f"{one.case['retention']}, {one.case['rows_between']} rows between checkpoints, {rate} per block"
        rivals[where] += [run for run in (one, other) if run not in rivals[where]]
    bad = []
    for where, choices in rivals.items():
        advised, best = min(choices, key=lambda run: wal_of(run)[1]), min(choices, key=lambda run: wal_of(run)[0])
        if wal_of(advised)[0] > 1.15 * wal_of(best)[0]:
            bad.append(f"{where}: {name_of(advised)} instead of {name_of(best)}")
    return bad, len(rivals)


def promise_now(connection: psycopg.Connection, run: Run) -> Figures:
    """What uuid_advise says now of the key of a database under load.

    Function, label and note depend on what is installed, but interval and cycle have to be those that were run.
    """
    promise = promise_of(str(run.case["key"]), advised(connection, run.figures["advice_arguments"]))
    then = run.figures["promise"]
    return {**promise, **({name: then[name] for name in ("call", "note")} if same_lengths(promise, then) else {})}


def same_lengths(*promises: Figures) -> bool:
    """Whether two calls have the same interval and cycle, if any."""
    one, other = (re.findall(r"'[^']*'(?=[,)])", promise["call"])[-2:] for promise in promises)
    return one == other


def older(runs: list[Run], modelled: list[Figures]) -> list[Run]:
    """The runs whose report shows other figures of the model than those of today, which may have other names."""
    return [
        run
        for run, figures in zip(runs, modelled, strict=True)
        if not all(
            isclose(run.figures.get("model", {}).get(name, figure), figure, rel_tol=1e-6)
            for name, figure in figures.items()
            if isinstance(figure, float)
        )
    ]


def one_age(run: Run, age: int) -> Run:
    """A run of a table that gets older, with the model's figures of one age."""
    return replace(run, figures={"model": run.figures["model"][age]})


def terms_agree(runs: list[Run]) -> bool:
    """Print the terms that are too far from what was measured, and whether there are none."""
    agree = True
    for rows_kept in RETENTIONS:
        for term, (share, few, parts) in TERMS.items():
            cases = [run for run in runs if run.case["retention"] == rows_kept]
            measured = sum(run.figures["wal"].get(part, 0) for run in cases for part in parts)
            modelled = sum(run.figures["model"][term] for run in cases)
            if cases and abs(modelled - measured) > max(share * measured, few * len(cases)):
                agree = False
                print(
                    f"{rows_kept}, {term}: "
                    f"{modelled / len(cases):.0f} instead of {measured / len(cases):.0f} bytes per row"
                )
    return agree


def steady_agrees(runs: list[Run]) -> bool:
    """Print how the model compares with the cases of the steady state, and whether that is good enough."""
    modelled = [run for run in runs if run.case["key"] != "bigint identity"]
    for run in sorted(modelled, key=lambda run: abs(off(run)), reverse=True)[:12]:
        print(f"{said(run)}: WAL {wal_of(run)[1]:,.0f} instead of {wal_of(run)[0]:,.0f} ({off(run):+.0%})")
    within = {share: sum(abs(off(run)) <= share for run in modelled) for share in (0.1, 0.15, 0.3)}
    far = [
        run
        for run in modelled
        if abs(off(run)) > 0.3 and not (run.case["cycles_spanned"] and int(run.case["rate"]) < 10)
    ]
    (misranked, pairs), (bad, choices) = ranking(modelled), bad_choices(modelled)
    print(
        f"WAL per row: {', '.join(f'{count} within {share:.0%}' for share, count in within.items())} of {len(modelled)}"
    )
    print(f"density: {sum(abs(density_of(run)[1] - density_of(run)[0]) <= 5 for run in modelled)} within 5 points")
    print(f"keys that differ by over 15 %: {pairs - len(misranked)} of {pairs} pairs in order", *misranked, sep="\n  ")
    print(f"the best key: {choices - len(bad)} of {choices} within 15 % of the cheapest measured", *bad, sep="\n  ")
    agree = terms_agree(modelled)
    return agree and within[0.15] >= 0.85 * len(modelled) and not far and not bad and len(misranked) <= 0.02 * pairs


def forms_agree(runs: list[Run]) -> bool:
    """Print how the model compares with UUIDs in each form, and whether that is good enough."""
    for run in runs:
        print(f"{forms.said(run)}: WAL {wal_of(run)[1]:,.0f} instead of {wal_of(run)[0]:,.0f} ({off(run):+.1%})")
    return not forms.wrong(runs)


def tenants_agree(runs: list[Run]) -> bool:
    """Print how the model compares with keys behind a tenant, and whether that is good enough."""
    for run in runs:
        print(f"{tenants.said(run)}: WAL {wal_of(run)[1]:,.0f} instead of {wal_of(run)[0]:,.0f} ({off(run):+.1%})")
    return not tenants.wrong(runs)


def updates_agree(runs: list[Run]) -> bool:
    """Print how the model compares with indexes of rows that are updated, and whether that is good enough."""
    for run in runs:
        measured, modelled = updates.index_wal_of(run)
        print(f"{updates.said(run)}: WAL {modelled:,.0f} instead of {measured:,.0f} ({modelled / measured - 1:+.1%})")
    return not updates.wrong(runs)


def ages_agree(runs: list[Run]) -> bool:
    """Print how the model compares with tables that get older, and whether that is good enough."""
    for run in runs:
        for what, (measured, modelled), _ in retention.compared_with_model(run):
            print(f"{run.case['retention']}, {retention.said(run)}, {what}: {modelled:,.0f} instead of {measured:,.0f}")
    return not retention.wrong(runs)


def live_agrees(runs: list[Run], promises: list[Figures]) -> bool:
    """Print how the model compares with databases that live, and whether their report has these promises."""
    for run in promised(runs):
        print(f"{run.case['key']}, a database under load: WAL {wal_off(run):+.0%}")
    other = [
        str(run.case["key"]) for run, promise in zip(runs, promises, strict=True) if run.figures["promise"] != promise
    ]
    if other:
        print(f"promises in the report that are older than the model: {', '.join(other)}")
    return not other


def agrees(results: Results, connection: psycopg.Connection, *, update: bool) -> bool:
    """Print how the model compares with these results, and whether that is good enough."""
    steady, in_forms, live = (
        [run for run in results.good(scenario) if not run.quick] for scenario in (SCENARIO, forms.Forms.name, Live.name)
    )
    of_tenants = [
        run for run in results.good(tenants.Tenants.name) if not run.quick and run.case["key"] in tenants.MODELLED
    ]
    updated = [run for run in results.good(updates.Updates.name) if not run.quick]
    ages = [run for run in results.good(retention.Retention.name) if not run.quick and not run.case["reindex_every"]]
    modelled = [predict(connection, run.case) for run in steady]
    modelled += [forms.predict_form(connection, run.case) for run in in_forms]
    modelled += [tenants.predict_tenants(connection, run.case) for run in of_tenants]
    modelled += [updates.predict_updates(connection, run.case) for run in updated]
    promises = [promise_now(connection, run) for run in live]
    of_ages = [retention.predict_ages(connection, run.case) for run in ages]
    with_model = steady + in_forms + of_tenants + updated
    outdated = [] if update else older(with_model, modelled)
    outdated += [
        run
        for run, figures in zip(ages, of_ages, strict=True)
        if not update and older([one_age(run, age) for age in range(len(figures))], figures)
    ]
    if outdated:
        print(
            "figures of the model in the report that are older than it:",
            *map(str, (run.case for run in outdated[:12])),
            sep="\n  ",
        )
    for run, figures in zip(with_model, modelled, strict=True):
        run.figures["model"] = figures
    for run, figures_by_age in zip(ages, of_ages, strict=True):
        run.figures["model"] = figures_by_age
    if update:
        for run, promise in zip(live, promises, strict=True):
            run.figures["promise"] = promise
        results.compress()
    agree = [
        bool(with_model + live + ages),
        not outdated,
        not steady or steady_agrees(steady),
        not in_forms or forms_agree(in_forms),
        not of_tenants or tenants_agree(of_tenants),
        not updated or updates_agree(updated),
        not ages or ages_agree(ages),
        not live or live_agrees(live, promises),
    ]
    return all(agree)


def main() -> int:
    """Compare with each directory; 1 if the model is not good enough for one."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    dsn, *directories = arguments
    update = len(arguments) < len(sys.argv) - 1
    with psycopg.connect(dsn) as connection:
        agree = [agrees(Results(Path(directory)), connection, update=update) for directory in directories]
    return int(not agree or not all(agree))


if __name__ == "__main__":
    sys.exit(main())
