"""A Django model whose keys the database generates.

`db_default` puts the default into the table, so rows from all clients have the same kind of key. Django reads
the new key with RETURNING. This needs Django 6.0: in 5.0 to 5.2, objects of bulk_create() get no keys, and their save()
inserts them once more. libpq's environment variables (PGHOST, PGUSER ...) name the server.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from uuid import UUID

import django
import psycopg
from django.conf import settings

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": os.environ.get("PGHOST", ""),
            "PORT": os.environ.get("PGPORT", ""),
            "USER": os.environ.get("PGUSER", ""),
            "NAME": os.environ.get("PGDATABASE", "postgres"),
        }
    },
    INSTALLED_APPS=[],
    USE_TZ=True,
)
django.setup()

from django.contrib.postgres.operations import CreateExtension  # noqa: E402
from django.db import connection, models  # noqa: E402 (after the settings, as in each project's models.py)
from django.db.models.functions import Now  # noqa: E402


class Order(models.Model):
    """An order, with a key by the time of its insertion."""

    id = models.UUIDField(primary_key=True, db_default=models.Func(function="uuid_time_nextval"), editable=False)
    item = models.TextField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """Where a project has its app's name."""

        app_label = "shop"
        db_table = "django_orders"


class Payment(models.Model):
    """A payment, whose default has arguments."""

    id = models.UUIDField(
        primary_key=True,
        db_default=models.Func(models.Value("5 min"), models.Value("132 days"), function="uuid_interval_nextval"),
        editable=False,
    )

    class Meta:
        """Where a project has its app's name."""

        app_label = "shop"
        db_table = "django_payments"


class IntervalSince(models.Func):
    """uuid_interval_since(), for filter()."""

    function = "uuid_interval_since"
    output_field = models.BooleanField()


def insert() -> list[Order]:
    """Insert one row and a thousand, with two INSERTs."""
    return [
        Order.objects.create(item="a book"),
        *Order.objects.bulk_create(Order(item=f"book {number}") for number in range(1000)),
    ]


def call_with_parameters() -> None:
    """Pass int, str and timedelta as they are: Django lets psycopg write them into the statement."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SEQUENCE django_sequence")
        for version, call, *parameters in [
            (4, "uuid_time_nextval(%s, %s)", 60, 65536),
            (8, "uuid_interval_nextval(%s, %s, %s)", timedelta(milliseconds=10), timedelta(days=500), 8),
            (8, "uuid_interval_nextval(%s, %s, %s)", "10 ms", "500 days", 8),
            (8, "uuid_serial_nextval(%s, %s, %s, %s)", "django_sequence", 100, 2**32, 8),
            (7, "uuid_v7_nextval(%s, %s)", 5, 4),
        ]:
            cursor.execute(f"SELECT {call}", parameters)
            assert cursor.fetchone()[0].version == version


def main() -> None:
    """Create the table, insert, find."""
    if sys.argv[1:] == ["insert"]:
        insert()
        return
    with connection.schema_editor() as editor:
        # A project's first migration has this operation, so that its test database gets the functions, too.
        CreateExtension("sequential_uuids").database_forwards("shop", editor, None, None)
        editor.create_model(Order)
        editor.create_model(Payment)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        started = cursor.fetchone()[0]

    orders = insert()
    keys: set[UUID] = {order.id for order in orders}
    read = Order.objects.values_list("id", flat=True)
    assert len(read) == 1001
    assert set(read) == keys

    key = min(keys)
    assert Order.objects.get(id=key).id == key
    hour_ago = Now() - timedelta(hours=1)
    assert Order.objects.filter(IntervalSince("id", hour_ago), created_at__gte=hour_ago).count() == 1001
    # The server generated them all: their blocks are the present ones.
    assert Order.objects.filter(IntervalSince("id", started)).count() == 1001

    # Objects of bulk_create() have their keys, and save() is an UPDATE.
    orders[-1].item = "another book"
    orders[-1].save()
    assert Order.objects.count() == 1001
    assert Order.objects.get(item="another book").id == orders[-1].id

    paid = Payment.objects.create()
    assert Payment.objects.filter(IntervalSince("id", started, timedelta(minutes=5), timedelta(days=132))).get() == paid

    call_with_parameters()
    print(f"{len(keys)} orders with keys of the server, such as {key}")
    print(f"Django {django.__version__} with psycopg {psycopg.__version__}")


if __name__ == "__main__":
    main()
