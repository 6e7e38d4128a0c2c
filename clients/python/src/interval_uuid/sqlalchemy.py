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

import warnings
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Insert, Uuid, text
from sqlalchemy.dialects.postgresql import dialect
from sqlalchemy.exc import DBAPIError, InvalidRequestError
from sqlalchemy.orm import MappedColumn, mapped_column

from interval_uuid import IntervalUuid
from interval_uuid._server import OTHER_DEFAULT, as_interval, sqlstate

__all__ = ["compare_server_default", "key_column"]

# With the paramstyle of most drivers, it would double each %, which text() does, and a parameter does not need.
_NAMES = dialect(paramstyle="named").identifier_preparer


class _Generator:
    """What SQLAlchemy calls for each row that has no key."""

    def __init__(self, keys: IntervalUuid, schema: str | None) -> None:
        self.keys = keys
        self.schema = "" if schema is None else f"{_NAMES.quote(schema)}."

    def __call__(self, context: Any) -> UUID:
        # There is none if a program executes the default alone.
        if (compiled := context.compiled) is not None:
            # In one of several VALUES, it is not the column of the table.
            column = getattr(context.current_column, "original", context.current_column)
            for statement in (compiled.statement, *(cte.element for cte in compiled.ctes or ())):
                if _needs_many(statement, column.table):
                    raise InvalidRequestError(
                        "insert().from_select() would give all rows the same key: pass it include_defaults=False,"
                        " and the column default generates the keys"
                    )
        return self.keys.next()


def _needs_many(statement: Any, table: Any) -> bool:
    """Tell whether a statement inserts rows of a query into a table, for all of which it asks for one default."""
    return (
        isinstance(statement, Insert)
        and statement.select is not None
        and statement.include_insert_from_select_defaults
        and getattr(statement.table, "fullname", None) == table.fullname
    )


def key_column(
    interval: timedelta, cycle: timedelta, *, version: int = 4, schema: str | None = None, **options: Any
) -> MappedColumn[UUID]:
    """Map a primary key with both defaults.

    Args:
        interval: How long keys share a prefix.
        cycle: After how long prefixes repeat.
        version: The UUID version, 4 or 8.
        schema: Where the server's functions are, if that is not on the search_path.
        options: Those of mapped_column(); `primary_key` is true unless it is among them, and `insert_sentinel`, which
            one column of a table can be, for a primary key: of two in one, pass insert_sentinel=False to one.

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
    # Without it, SQLAlchemy takes the server for the source of keys, and sends a statement for each row that has
    # another server_default to return.
    options.setdefault("insert_sentinel", options["primary_key"])
    return mapped_column(
        Uuid,
        # Not "default", which in a dataclass would be the value of each object.
        insert_default=generator,
        server_default=text(call.replace(":", r"\:")),
        **options,
    )


def compare_server_default(
    context: Any, _inspected: Column[Any], column: Column[Any], default: str | None, *_texts: object
) -> bool | None:
    """Tell Alembic whether a default generates other keys than its key_column(), however they are written.

    Returns:
        None, with which Alembic compares the texts, for another column; and, with a warning, where the server has no
        uuid_key_parameters().

    Raises:
        DBAPIError: The server cannot be asked, for another reason.
    """
    generator = getattr(column.default, "arg", None)
    if default is None or not isinstance(generator, _Generator):
        return None
    schema = generator.schema.replace(":", r"\:")
    query = text(
        "SELECT interval_microseconds, interval_count, version"
        f" FROM {schema}uuid_key_parameters(CAST(:relation AS regclass), :name)"
    )
    relation = _NAMES.format_table(column.table)
    try:
        with context.connection.begin_nested():
            [row] = context.connection.execute(query, {"relation": relation, "name": column.name})
        return IntervalUuid.from_parameters(*row) != generator.keys
    except DBAPIError as error:
        state = sqlstate(error.orig)
        if state == "42883":  # undefined_function
            warnings.warn(f"the texts of {relation}'s defaults are compared: {error.orig}", stacklevel=2)
            return None
        if state in OTHER_DEFAULT:
            return True
        raise
    except ValueError:  # other keys than a program can generate
        return True
