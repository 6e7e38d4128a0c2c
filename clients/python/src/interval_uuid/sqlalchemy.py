# SPDX-License-Identifier: PostgreSQL
"""A column for SQLAlchemy 2 and SQLModel, whose keys both the program and the database generate.

    id: Mapped[UUID] = key_column(timedelta(minutes=5), timedelta(days=60))

Since the program knows the keys, `add_all()` sends one INSERT for many rows. The column has the same default,
`uuid_interval_nextval()`, for other programs, as the database shows it, so that Alembic finds no difference.

In SQLModel: `id: UUID | None = Field(default=None, sa_column=key_column(…).column)`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Uuid, text
from sqlalchemy.orm import MappedColumn, mapped_column

from interval_uuid import IntervalUuid
from interval_uuid._server import as_interval

__all__ = ["key_column"]


def key_column(
    interval: timedelta,
    cycle: timedelta,
    *,
    version: Literal[4, 8] = 4,
    function: str = "uuid_interval_nextval",
    **options: Any,
) -> MappedColumn[UUID]:
    """Map a primary key with both defaults.

    Args:
        interval: How long keys share a prefix.
        cycle: After how long prefixes repeat.
        version: The UUID version, 4 or 8.
        function: The server's function, with its schema if that is not on the search_path.
        options: Those of mapped_column(); `primary_key` is true unless it is among them.

    Raises:
        TypeError: A default is among the options, or a parameter has a wrong type.
        ValueError: `IntervalUuid` does not accept the parameters.
    """
    keys = IntervalUuid(interval, cycle, version=version)
    arguments = [f"'{as_interval(length)}'::interval" for length in (interval, cycle)]
    if version != 4:
        arguments.append(str(version))
    server_default = text(f"{function}({', '.join(arguments)})".replace(":", r"\:"))
    options.setdefault("primary_key", True)
    return mapped_column(Uuid, default=keys.next, server_default=server_default, **options)
