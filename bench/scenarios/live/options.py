"""The load of a database under load, as the command line asks for it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from bench.scenarios.live.keys import KEYS

# Name: default of a quick run, default otherwise, what it is.
OPTIONS = {
    "--rate": (100, 250, "rows per second"),
    "--past-rows": (60_000, 8_000_000, "rows of the past"),
    "--kept-rows": (20_000, 1_600_000, "rows that are kept, the newest of these"),
    "--past-seconds": (1, 90, "seconds after which the load begins, if the past is made by then"),
    "--minutes": (3, 3, "minutes of load"),
    "--memory": (256, 96, "MiB of memory"),
    "--seed": (1, 1, "seed of what is random, but for keys"),
}


@dataclass(frozen=True)
class Options:
    """The load."""

    rate: int
    """Rows per second."""
    past_rows: int
    kept_rows: int
    """Of the past: the newest, of which none has been deleted."""
    past_seconds: int
    """How long making the past may take; the load begins at the end of it."""
    minutes: int
    memory: int
    """MiB, of the server and the page cache of its files."""
    seed: int
    keys: tuple[str, ...]
    """If not all."""


def options_of(asked: argparse.Namespace) -> Options:
    """Those of a command line, with a default for each that it has not."""
    load = {}
    for name, (quick, full, _) in OPTIONS.items():
        name = name.removeprefix("--").replace("-", "_")
        given = getattr(asked, name)
        load[name] = given if given is not None else quick if asked.quick else full
    return Options(**load, keys=tuple(key for key in asked.key or () if key in KEYS))
