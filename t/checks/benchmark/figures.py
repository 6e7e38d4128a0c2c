"""Read the runs of the scenarios insert and live, one on each line, and fail if their figures cannot be right.

No bound depends on how fast the server is.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

IN_UNITS = {
    "wal_megabytes": ("wal_bytes", 1e6),
    "image_megabytes": ("full_page_image_bytes", 1e6),
    "read_megabytes": ("read_bytes", 1e6),
    "written_megabytes": ("write_bytes", 1e6),
}
"""Figures of the report, with what was counted, and how much of it the report's unit is."""


def in_units(figures: dict[str, Any]) -> bool:
    """Return whether the report's figures are those that were counted."""
    rows, wal = figures["rows_inserted"], figures["wal_bytes"]
    expected = {name: figures[count] / unit for name, (count, unit) in IN_UNITS.items() if count in figures} | {
        "wal_bytes_per_row": wal / rows,
        "gigabytes_per_million": wal / 1e9 / (rows / 1e6),
        "image_bytes_per_row": figures["full_page_image_bytes"] / rows,
        "image_percent": figures["full_page_image_bytes"] / wal * 100,
    }
    return all(math.isclose(figures[name], figure) for name, figure in expected.items())


def impossible(figures: dict[str, Any]) -> list[str]:
    """Return what is wrong about one run."""
    rows = figures["rows_inserted"]
    holds = {
        "each row is found": figures["rows_found"] == rows == figures["transactions"],
        "the column default has interval and cycle, if any": "{" not in figures["default"]
        and figures["default"].startswith(("gen_random_uuid()", "uuid_interval_nextval('")),
        "each row has 150 to 5,000 bytes of WAL": 150 < figures["wal_bytes_per_row"] < 5000,
        "figures are in the units of the report": in_units(figures),
        "images are part of the WAL": 0 <= figures["full_page_image_bytes"] < figures["wal_bytes"],
        "each insert reads the heap once or twice": rows <= figures["heap_hits"] + figures["heap_reads"] < 3 * rows,
        "and one to eight pages of the index": rows <= figures["index_hits"] + figures["index_reads"] < 8 * rows,
        "the index has no more new pages than rows": 0 <= figures["index_pages"] < rows,
        "latencies are in order": 0 < figures["p50"] <= figures["p95"] <= figures["p99"] <= figures["p99.9"],
        "the last 10,000 inserts are looked at, or all that split no page": min(0.9 * rows, 10_000)
        <= figures["last_inserts"]
        <= min(rows, 10_000),
        "inserts go to some pages": 1 < figures["leaf_pages_of_last_inserts"] <= 10_000,
    }
    return [what for what, is_so in holds.items() if not is_so]


def impossible_figures(case: dict[str, Any], figures: dict[str, Any]) -> list[str]:
    """Return what is wrong about one run of live."""
    samples, aged = figures["samples"], case["past_rows"] - case["kept_rows"]
    replayed = [sample.get("replayed_at") for sample in samples]
    latencies = [kind for kind in figures["latencies"].values() if kind]
    inserts = {
        name: sum(
            count[0]
            for relation in relations
            for kind, count in figures["wal"].get(relation, {}).items()
            if kind.startswith(kinds)
        )
        for name, relations, kinds in (
            ("table", ("table",), ("Heap/INSERT",)),
            ("index", ("index", "index, built again"), ("Btree/INSERT_LEAF", "Btree/SPLIT")),
        )
    }
    few, rebuilt = 0.01 * inserts["table"] + 40, case["key"].endswith("REINDEX")
    holds = {
        "each row is found": figures["rows_found"] == figures["rows_inserted"],
        "two to eight percent of the old rows were left": 0.02 * aged
        < figures["past_live"] - case["kept_rows"]
        < 0.08 * aged,
        "there is a record for the start, and for each minute": len(samples) == case["minutes"] + 1,
        "the standby replays all, one after the other": None not in replayed and replayed == sorted(replayed),
        "latencies are in order": all(
            0 < kind["p50"] <= kind["p95"] <= kind["p99"] <= kind["p99.9"] <= kind["max"] for kind in latencies
        ),
        "there are some of each kind": len(latencies) == 3,
        "pages are counted on": all(
            last >= first >= 0
            for kind, counts in samples[0]["io"].items()
            for first, last in zip(counts, samples[-1]["io"].get(kind, counts), strict=True)
        ),
        "rows come": inserts["table"] > 0,
        "old ones go": figures["delete_batches"] > 0 and samples[-1]["deleted"] > samples[0]["deleted"],
        # Those under way at the ends; a page above the leaves may split; an index being built gets some, too.
        "each goes into the index, too": -few < inserts["index"] - inserts["table"] < (few, inserts["table"])[rebuilt],
        "the model has a promise": figures["promise"]["wal_per_row"] > 0,
        "the column default is the advised call": figures["call"].split("(")[0].split(".")[-1]
        in ("gen_random_uuid", "uuid_opaque_nextval", "uuid_v7_nextval", "uuidv7"),
        "an index is built again where it should be": ("reindex" in figures) == rebuilt,
    }
    return [what for what, is_so in holds.items() if not is_so]


def main() -> int:
    """Return 1 if something is wrong."""
    all_runs = [json.loads(line) for line in sys.stdin]
    runs = [run for run in all_runs if run["scenario"] == "insert"]
    live_runs = [run for run in all_runs if run["scenario"] == "live"]
    wrong = [
        f"{run['case']}: not so: {what}"
        for run in live_runs
        for what in impossible_figures(run["case"], run["figures"])
    ]
    if {run["case"]["key"] for run in live_runs} != {"random", "UUIDv7, REINDEX", "opaque by time"}:
        wrong.append("not all three keys of live were run")
    wrong += [f"{run['case']}: not so: {what}" for run in runs for what in impossible(run["figures"])]
    kinds = {(run["case"]["size"], run["case"]["contender"]) for run in runs}
    if len(kinds) != 6:
        wrong.append(f"{len(kinds)} kinds of runs instead of 6")
    for run in runs:
        pages = run["figures"]["leaf_pages_of_last_inserts"]
        print(
            run["case"]["size"], run["case"]["contender"], pages, "leaf pages,", run["figures"]["rows_inserted"], "rows"
        )
        # Random keys go to all of the pages that the 400,000 rows of before fill, at least 400,000 / 290 of them, or
        # nearly to a page each, if a slow server inserts fewer rows than there are pages.
        # The blocks of wrapping keys are new, and a page that has split has at least 145 of their rows.
        if run["case"]["contender"] != "random":
            if pages > run["figures"]["last_inserts"] / 100 + 10:
                wrong.append(f"{run['case']}: not so: wrapping keys go to pages of their own blocks alone")
        elif run["case"]["size"] == "large" and pages < min(1000, run["figures"]["rows_inserted"] / 2):
            wrong.append(f"{run['case']}: not so: random keys go to all pages")
    print(f"{len(all_runs)} runs", *wrong, sep="\n")
    return 1 if wrong else 0


sys.exit(main())
