# SPDX-License-Identifier: PostgreSQL
"""A column for SQLAlchemy 2 and SQLModel, whose keys both the program and the database generate.

    id: Mapped[UUID] = key_column(timedelta(minutes=5), timedelta(days=60))

Since the program knows the keys, `add_all()` sends one INSERT for many rows. The column has the same default,
`uuid_interval_nextval()`, for other programs, as the database shows it.

In SQLModel: `id: UUID | None = Field(default=None, sa_column=key_column(…).column)`.
In a dataclass (MappedAsDataclass): `key_column(…, init=False)`.
In Alembic's env.py: `context.configure(…, compare_server_default=compare_server_default)`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Uuid, text
from sqlalchemy.dialects.postgresql import dialect
from sqlalchemy.exc import DBAPIError, InvalidRequestError
from sqlalchemy.orm import MappedColumn, mapped_column

from interval_uuid import IntervalUuid
from interval_uuid._server import as_interval

__all__ = ["compare_server_default", "key_column"]


class _Generator:
    """What SQLAlchemy calls for each row that has no key."""

    def __init__(self, keys: IntervalUuid, schema: str | None) -> None:
        self.keys = keys
        self.schema = "" if schema is None else f"{dialect().identifier_preparer.quote(schema)}."

    def __call__(self, context: Any) -> UUID:
        if context.compiled.statement.select is not None:
            # It would be called once for all rows.
            raise InvalidRequestError(
                "insert().from_select() would give all rows the same key: pass it include_defaults=False,"
                " and the column default generates the keys"
            )
        return self.keys.next()


def key_column(
    interval: timedelta, cycle: timedelta, *, version: int = 4, schema: str | None = None, **options: Any
) -> MappedColumn[UUID]:
    """Map a primary key with both defaults.

    Args:
        interval: How long keys share a prefix.
        cycle: After how long prefixes repeat.
        version: The UUID version, 4 or 8.
        schema: Where the server's functions are, if that is not on the search_path.
        options: Those of mapped_column(); `primary_key` is true unless it is among them.

    Raises:
        TypeError: A default is among the options, or a parameter has a wrong type.
        ValueError: `IntervalUuid` does not accept the parameters.
    """
    if given := {"default", "insert_default", "server_default"} & options.keys():
        raise TypeError(f"key_column() sets {' and '.join(sorted(given))} itself; in a dataclass, pass init=False")
    generator = _Generator(IntervalUuid(interval, cycle, version=version), schema)
    arguments = [f"'{as_interval(length)}'::interval" for length in (interval, cycle)]
    if version != 4:
        arguments.append(str(version))
    call = f"{generator.schema}uuid_interval_nextval({', '.join(arguments)})"
    options.setdefault("primary_key", True)
    return mapped_column(
        Uuid,
        # Not "default", which in a dataclass would be the value of each object.
        insert_default=generator,
        server_default=text(call.replace(":", r"\:")),
        # Without it, SQLAlchemy takes the server for the source of keys, and sends a statement for each row that has
        # another server_default to return.
        insert_sentinel=True,
        **options,
    )


def compare_server_default(
    context: Any, _inspected: Column[Any], column: Column[Any], default: str | None, *_texts: object
) -> bool | None:
    """Tell Alembic whether a default generates other keys than its key_column(), however they are written.

    Returns:
        None, with which Alembic compares the texts, for another column, and where the server has no
        uuid_key_parameters().
    """
    generator = getattr(column.default, "arg", None)
    if default is None or not isinstance(generator, _Generator):
        return None
    query = text(
        "SELECT interval_microseconds, interval_count, version"
        f" FROM {generator.schema}uuid_key_parameters(CAST(:relation AS regclass), :name)".replace("::", r"\:\:")
    )
    relation = context.dialect.identifier_preparer.format_table(column.table)
    try:
        with context.connection.begin_nested():
            [row] = context.connection.execute(query, {"relation": relation, "name": column.name})
        return IntervalUuid.from_parameters(*row) != generator.keys
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None)
        if state == "42883":  # undefined_function
            return None
        if state == "55000":  # another default
            return True
        raise
    except ValueError:  # other keys than a program can generate
        return True
