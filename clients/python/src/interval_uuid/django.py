# SPDX-License-Identifier: PostgreSQL
"""A field for Django 5 and later, whose keys both the program and the database generate.

    id = IntervalUuidField(timedelta(minutes=5), timedelta(days=60), primary_key=True, editable=False)

An object has its key from the start, so it can be compared, hashed and referred to before it is saved, and
`bulk_create()` of parents and children works. The column has the same default, `uuid_interval_nextval()`, for other
programs. With a different interval or cycle, `makemigrations` finds a change, and the migration sets the new default.
`check --database default` warns of a table whose default generates other keys, or cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core import checks
from django.db import DatabaseError, connections, models, router, transaction

from interval_uuid import IntervalUuid
from interval_uuid._server import OTHER_DEFAULT, as_interval, sqlstate

__all__ = ["IntervalUuidField"]


class IntervalUuidField(models.UUIDField):
    """A key by time. Migrations name its lengths, and create no functions: create the extension before."""

    def __init__(
        self, interval: timedelta, cycle: timedelta, *, version: int = 4, schema: str | None = None, **options: Any
    ) -> None:
        """Set both defaults.

        Args:
            interval: How long keys share a prefix.
            cycle: After how long prefixes repeat.
            version: The UUID version, 4 or 8.
            schema: Where the server's functions are, if that is not on the search_path.
            options: Those of a UUIDField.

        Raises:
            TypeError: A default is among the options, or a parameter has a wrong type.
            ValueError: `IntervalUuid` does not accept the parameters.
        """
        if given := {"default", "db_default"} & options.keys():
            raise TypeError(f"IntervalUuidField sets {' and '.join(sorted(given))} itself")
        self.keys = IntervalUuid(interval, cycle, version=version)
        self._parameters = {"interval": interval, "cycle": cycle, "version": version, "schema": schema}
        # Each statement has parameters, with which Django needs two of %.
        self._schema = "" if schema is None else '"' + schema.replace('"', '""').replace("%", "%%") + '".'
        arguments: list[models.Value] = [models.Value(as_interval(interval)), models.Value(as_interval(cycle))]
        if version != 4:
            arguments.append(models.Value(version))
        db_default = models.Func(*arguments, function=f"{self._schema}uuid_interval_nextval")
        super().__init__(default=self.keys.next, db_default=db_default, **options)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Tell migrations the parameters in place of the defaults, of which one could not be written into a file."""
        name, path, positional, options = super().deconstruct()
        del options["default"], options["db_default"]
        return name, path, positional, options | self._parameters

    def check(self, **options: Any) -> list[checks.CheckMessage]:
        """Compare the default of the table, too, in the databases that are checked."""
        messages: list[checks.CheckMessage] = super().check(**options)
        for alias in options.get("databases") or ():
            if connections[alias].vendor == "postgresql" and router.allow_migrate_model(alias, self.model):
                messages += self._compare_default(alias)
        return messages

    def _compare_default(self, alias: str) -> list[checks.CheckMessage]:
        table = connections[alias].ops.quote_name(self.model._meta.db_table)
        exists = "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attname = %s"
        query = (
            "SELECT interval_microseconds, interval_count, version"
            f" FROM {self._schema}uuid_key_parameters(to_regclass(%s), %s)"
        )
        with connections[alias].cursor() as cursor:
            cursor.execute(exists, [table, self.column])
            if not cursor.fetchall():
                return []  # A migration will create it.
            try:
                with transaction.atomic(alias):
                    cursor.execute(query, [table, self.column])
                    [row] = cursor.fetchall()
                found = IntervalUuid.from_parameters(*row)
            except DatabaseError as error:
                if sqlstate(error.__cause__) not in OTHER_DEFAULT:
                    return [self._warning("W002", f"the column default of {table} could not be read: {error}", alias)]
                found, why = None, str(error)
            except ValueError as error:
                found, why = None, str(error)
            else:
                why = f"it generates keys as {found} does, the field as {self.keys}"
        if found == self.keys:
            return []
        return [self._warning("W001", f"the column has another default: {why}", alias)]

    def _warning(self, number: str, message: str, alias: str) -> checks.CheckMessage:
        hint = {
            "W001": "Run makemigrations and migrate. If they find nothing to do, set the default by SQL.",
            "W002": "Look whether the database has uuid_key_parameters(), in this schema or on the search_path.",
        }[number]
        message = f"In the database {alias!r}, {message}"
        return checks.Warning(message, hint=hint, obj=self, id=f"interval_uuid.{number}")
