"""What the examples for Python have in common. libpq's environment variables (PGHOST, PGUSER ...) name the server."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from interval_uuid import IntervalUuid, KeyRange

# Generates keys like the default of orders, for drafts.
KEYS = IntervalUuid(timedelta(minutes=5), timedelta(days=60))
ITEMS = [f"book {number}" for number in range(1000)]


def run(
    name: str,
    create: Callable[[], object],
    insert: Callable[[], object],
    delete: Callable[[list[KeyRange]], object],
    count_latest: Callable[[], int],
    insert_others: Callable[[], object] = lambda: None,
) -> None:
    """Run the parts of an example, for t/checks/examples, which looks at the rows.

    They create the tables; insert an order and 1,000 by two statements; insert two drafts and two notes; delete the
    orders of an empty span, which are none; count those of the last hour. With the argument "insert", only insert the
    orders, and with "delete" delete those of the last hour.
    """
    now = datetime.now(UTC)
    if sys.argv[1:] == ["insert"]:
        insert()
        return
    if sys.argv[1:] == ["delete"]:
        delete(KEYS.ranges(now - timedelta(hours=1), now))
        return
    create()
    insert()
    insert_others()
    delete(KEYS.ranges(now, now))
    print(count_latest())
    print(name)
