# SPDX-License-Identifier: PostgreSQL
"""A field for Django 5 and later, whose keys both the program and the database generate.

    id = IntervalUuidField(timedelta(minutes=5), timedelta(days=60), primary_key=True, editable=False)

An object has its key from the start, so it can be compared, hashed and referred to before it is saved, and
`bulk_create()` of parents and children works. The column has the same default, `uuid_interval_nextval()`, for other
programs. With a different interval or cycle, `makemigrations` finds a change, and the migration sets the new default.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Literal

from django.db import models

from interval_uuid import IntervalUuid
from interval_uuid._server import as_interval

__all__ = ["IntervalUuidField"]


class IntervalUuidField(models.UUIDField):
    """A key by time. Migrations name its lengths, and create no functions: create the extension before."""

    def __init__(
        self,
        interval: timedelta,
        cycle: timedelta,
        *,
        version: Literal[4, 8] = 4,
        function: str = "uuid_interval_nextval",
        **options: Any,
    ) -> None:
        """Set both defaults.

        Args:
            interval: How long keys share a prefix.
            cycle: After how long prefixes repeat.
            version: The UUID version, 4 or 8.
            function: The server's function, with its schema if that is not on the search_path.
            options: Those of a UUIDField.

        Raises:
            TypeError: A default is among the options, or a parameter has a wrong type.
            ValueError: `IntervalUuid` does not accept the parameters.
        """
        if given := {"default", "db_default"} & options.keys():
            raise TypeError(f"IntervalUuidField sets {' and '.join(sorted(given))} itself")
        self.keys = IntervalUuid(interval, cycle, version=version)
        self._parameters = {"interval": interval, "cycle": cycle, "version": version, "function": function}
        arguments: list[models.Value] = [models.Value(as_interval(interval)), models.Value(as_interval(cycle))]
        if version != 4:
            arguments.append(models.Value(version))
        db_default = models.Func(*arguments, function=function)
        super().__init__(default=self.keys.next, db_default=db_default, **options)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Tell migrations the parameters in place of the defaults, of which one could not be written into a file."""
        name, path, positional, options = super().deconstruct()
        del options["default"], options["db_default"]
        return name, path, positional, options | self._parameters
