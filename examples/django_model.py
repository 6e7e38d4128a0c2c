"""A Django model whose keys the database generates.

`db_default` (Django 5.0) puts the default into the table, so that rows have keys of the same kind however they come in;
Django reads the new key with RETURNING. The server is named by libpq's environment variables (PGHOST, PGUSER ...).
"""

from __future__ import annotations

import os

import django
from django.conf import settings

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": os.environ.get("PGHOST", ""),
            "USER": os.environ.get("PGUSER", ""),
            "NAME": os.environ.get("PGDATABASE", "postgres"),
        }
    },
    INSTALLED_APPS=[],
    USE_TZ=True,
)
django.setup()

from django.db import connection, models  # noqa: E402 (after the settings, as in each project's models.py)


class UuidTimeNextval(models.Func):
    """uuid_time_nextval(), as a default."""

    function = "uuid_time_nextval"
    output_field = models.UUIDField()


class Order(models.Model):
    """An order, with a key by the time of its insertion."""

    id = models.UUIDField(primary_key=True, db_default=UuidTimeNextval(), editable=False)
    item = models.TextField()

    class Meta:
        """Where a project has its app's name."""

        app_label = "shop"
        db_table = "django_orders"


def main() -> None:
    """Create the table, insert, find."""
    with connection.schema_editor() as editor:
        editor.create_model(Order)
    order = Order.objects.create(item="a book")
    print(f"one order: {order.id}")
    Order.objects.bulk_create(Order(item=f"book {number}") for number in range(1000))
    keys = list(Order.objects.values_list("id", flat=True))
    print(f"{len(keys)} orders, {len(set(keys))} keys, versions { ({key.version for key in keys}) }")


if __name__ == "__main__":
    main()
