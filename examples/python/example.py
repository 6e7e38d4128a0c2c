"""What the examples for Python have in common. libpq's environment variables (PGHOST, PGUSER ...) name the server."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import timedelta

from interval_uuid import IntervalUuid

# Generates keys like the default of orders, for drafts.
KEYS = IntervalUuid(timedelta(minutes=5), timedelta(days=57))
ITEMS = [f"book {number}" for number in range(1000)]


def run(
    name: str,
    create: Callable[[], object],
    insert: Callable[[], object],
    count_latest: Callable[[], int],
    insert_others: Callable[[], object] = lambda: None,
) -> None:
    """Run the parts of an example, for scripts/examples, which looks at the rows.

    They create the tables; insert an order and 1,000 by two statements; insert two drafts and two notes; count the
    orders of the last hour. With the argument "insert", only insert the orders.
    """
    if sys.argv[1:] == ["insert"]:
        insert()
        return
    create()
    insert()
    insert_others()
    print(count_latest())
    print(name)
