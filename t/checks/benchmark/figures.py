"""Read the runs of the scenario insert, one on each line, and fail if their figures cannot be right.

No bound depends on how fast the server is.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def impossible(figures: dict[str, Any]) -> list[str]:
    """Return what is wrong about one run."""
    rows = figures["rows_inserted"]
    holds = {
        "each row is found": figures["rows_found"] == rows == figures["transactions"],
        "each row has 150 to 5,000 bytes of WAL": 150 < figures["wal_bytes_per_row"] < 5000,
        "WAL is that of the rows": abs(figures["wal_bytes"] / rows - figures["wal_bytes_per_row"]) < 0.1,
        "images are part of the WAL": 0 <= figures["full_page_image_bytes"] < figures["wal_bytes"],
        "and a share of it": abs(
            figures["full_page_image_bytes"] / figures["wal_bytes"] - figures["image_percent"] / 100
        )
        < 0.001,
        "each insert reads the heap once or twice": rows <= figures["heap_hits"] + figures["heap_reads"] < 3 * rows,
        "and one to eight pages of the index": rows <= figures["index_hits"] + figures["index_reads"] < 8 * rows,
        "the index has no more new pages than rows": 0 <= figures["index_pages"] < rows,
        "latencies are in order": 0 < figures["p50"] <= figures["p95"] <= figures["p99"] <= figures["p99.9"],
        "inserts go to some pages": 1 < figures["leaf_pages_of_last_inserts"] <= 10_000,
    }
    return [what for what, is_so in holds.items() if not is_so]


def main() -> int:
    """Return 1 if something is wrong."""
    runs = [json.loads(line) for line in sys.stdin]
    wrong = [f"{run['case']}: not so: {what}" for run in runs for what in impossible(run["figures"])]
    pages = {
        (run["case"]["size"], run["case"]["contender"]): run["figures"]["leaf_pages_of_last_inserts"] for run in runs
    }
    if len(pages) != 6:
        wrong.append(f"{len(pages)} runs instead of 6")
    # The small table has random keys and keys of one block in as few pages.
    for size in ("medium", "large"):
        if not pages[size, "random"] > 1.5 * pages[size, "wrapping 1 min"]:
            wrong.append(f"{size}: not so: random keys go to more pages than wrapping keys")
    print(f"{len(runs)} runs", *wrong, sep="\n")
    return 1 if wrong else 0


sys.exit(main())
