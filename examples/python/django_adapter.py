"""Django with keys from the program: the module interval_uuid.django. Parents, children, and migrations."""

from __future__ import annotations

import os
import pydoc
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import django
import django.db.transaction
from django_project import set_up

set_up("adapter")

from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402 (after the settings, as in each project's models.py)
from django.db.migrations.writer import MigrationWriter  # noqa: E402
from django.db.models.functions import Now  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from interval_uuid import IntervalUuid  # noqa: E402
from interval_uuid.django import IntervalUuidField  # noqa: E402

# Says so with a second argument: the project of some time later, whose blocks are longer.
LATER = sys.argv[2:] == ["later"]
# It needs quotes, and has what the driver takes for a parameter.
SCHEMA = "Django's 100%s"
INTERVAL = timedelta(minutes=10 if LATER else 5)
SHOWN = f"uuid_interval_nextval('00:{10 if LATER else '05'}:00'::interval, '60 days'::interval)"


class Order(models.Model):
    """A parent."""

    id = IntervalUuidField(INTERVAL, timedelta(days=60), primary_key=True, editable=False)
    item = models.TextField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """The app's name is where a project has it."""

        app_label = "adapter"
        db_table = "django_adapter_orders"


class Line(models.Model):
    """A child, with keys of version 8, by functions of the edition in SQL in a schema of their own."""

    id = IntervalUuidField(INTERVAL, timedelta(days=60), version=8, schema=SCHEMA, primary_key=True, editable=False)
    order = models.ForeignKey(Order, models.CASCADE, related_name="lines")
    item = models.TextField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """The app's name is where a project has it."""

        app_label = "adapter"
        db_table = "django_adapter_lines"


class PlainOrder(models.Model):
    """The same parent, with no more than the column default."""

    id = models.UUIDField(primary_key=True, db_default=models.Func(function="gen_random_uuid"), editable=False)
    item = models.TextField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """The table is that of Order."""

        app_label = "adapter"
        db_table = "django_adapter_orders"
        managed = False


class PlainLine(models.Model):
    """Its child."""

    id = models.UUIDField(primary_key=True, db_default=models.Func(function="gen_random_uuid"), editable=False)
    order = models.ForeignKey(PlainOrder, models.CASCADE, related_name="lines")
    item = models.TextField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """The table is that of Line."""

        app_label = "adapter"
        db_table = "django_adapter_lines"
        managed = False


def column_default(table: str) -> str:
    """Return the default that the database has."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_default FROM information_schema.columns WHERE table_name = %s AND column_name = 'id'",
            [table],
        )
        [[shown]] = cursor.fetchall()
    return shown


def create_edition() -> None:
    """Create the edition in SQL, in a schema of its own."""
    script = Path(__file__).parents[2] / "sql-only/sequential_uuids.sql"
    with django.db.transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f'CREATE SCHEMA "{SCHEMA}"')
        cursor.execute(f'SET LOCAL search_path = "{SCHEMA}"')
        cursor.execute(script.read_text())


def migrate(directory: str) -> None:
    """Make migrations and run them, twice: then nothing is left to do."""
    call_command("makemigrations", "adapter", verbosity=0)
    call_command("migrate", verbosity=0)
    before = sorted(path.name for path in Path(directory, "adapter_migrations").glob("0*.py"))
    call_command("makemigrations", "adapter", check_changes=True, verbosity=0)
    call_command("makemigrations", "adapter", verbosity=0)
    call_command("migrate", verbosity=0)
    assert before == sorted(path.name for path in Path(directory, "adapter_migrations").glob("0*.py"))
    assert column_default("django_adapter_orders") == SHOWN
    assert column_default("django_adapter_lines") == f'"{SCHEMA}".' + SHOWN[:-1] + ", 8)"
    check_defaults()


def warnings(number: str = "W001") -> list[str]:
    """Return what check says of the defaults in the database, in warnings of this number."""
    return [
        message.msg
        for model in (Order, Line)
        for message in model.check(databases=["default"])
        if message.id == f"interval_uuid.{number}"
    ]


def check_defaults() -> None:
    """Warn of a default that generates other keys, however it is written, and of no other one."""
    assert warnings() == []
    parameters = f"'{INTERVAL}', '60 days'"
    for default, why in (
        (f"uuid_time_nextval({INTERVAL.seconds}, {timedelta(days=60) // INTERVAL})", None),
        ("uuid_interval_nextval('1 min', '60 days')", "timedelta(seconds=60)"),
        (f"uuid_interval_nextval({parameters}, 8)", "version=8"),
        ("gen_random_uuid()", "has another default"),
        ("uuid_interval_nextval('1500 us', '15 s')", "whole number of milliseconds"),
        ("uuid_interval_nextval('1 mon', '60 days')", "has another default"),
        (f"uuid_interval_nextval({parameters})", None),
    ):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE django_adapter_orders ALTER COLUMN id SET DEFAULT {default}")
        found = warnings()
        assert [True for message in found if why and why in message] == [True] * bool(why), (default, found)
        assert warnings("W002") == []
    # As on a database that is yet to be migrated.
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_adapter_orders RENAME TO elsewhere")
        assert warnings() == []
        cursor.execute("ALTER TABLE elsewhere RENAME TO django_adapter_orders")
        # Where it cannot be read, it may well be the same.
        cursor.execute("ALTER EXTENSION sequential_uuids SET SCHEMA information_schema")
        assert warnings() == []
        [message] = warnings("W002")
        assert "could not be read: function uuid_key_parameters" in message, message
        cursor.execute("ALTER EXTENSION sequential_uuids SET SCHEMA public")


def save_in_every_order() -> None:
    """Save parents and children, each first, singly and in bulk."""
    order = Order(item="a book")
    line = Line(order=order, item="a cover")
    assert isinstance(order.pk, UUID) and order.pk.version == 4 and line.pk.version == 8
    assert line.order_id == order.pk and order != Order() and len({order, Order(), line, Line()}) == 4

    order.save()
    line.save()
    # The child first, which the foreign key allows until the transaction ends.
    with django.db.transaction.atomic():
        order = Order(item="a book")
        Line(order=order, item="a cover").save(force_insert=True)
        order.save()
    orders = [Order(item="a book") for _ in range(500)]
    lines = [Line(order=order, item="a cover") for order in orders for _ in range(2)]
    with CaptureQueriesContext(connection) as queries:
        Order.objects.bulk_create(orders)
        Line.objects.bulk_create(lines)
    inserts = [query for query in queries.captured_queries if query["sql"].startswith("INSERT")]
    print(f"500 parents and 1,000 children: {len(inserts)} statements")
    assert len(inserts) == 2
    assert all(row.created_at for row in Order.objects.all())
    with django.db.transaction.atomic():
        order = Order(item="a book")
        Line.objects.bulk_create([Line(order=order, item="a cover"), Line(order=order, item="a cover")])
        Order.objects.bulk_create([order])
    Order.objects.create(item="a book").lines.create(item="a cover")
    # An object that is saved again is updated, and one with a key of its own keeps it.
    order.item = "a pen"
    order.save()
    Order(pk=order.pk, item="a pencil", created_at=Now()).save(force_update=True)
    assert Order.objects.get(item="a pencil").pk == order.pk
    found, created = Order.objects.update_or_create(pk=Order().pk, defaults={"item": "a pen"})
    assert created and found.pk.version == 4
    # Other programs leave the key to the database.
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_adapter_orders (item) VALUES ('a pen') RETURNING id")
        cursor.execute(
            "INSERT INTO django_adapter_lines (item, order_id) SELECT 'a cap', id FROM django_adapter_orders LIMIT 1"
        )
        for table, version, rows in (("orders", 4, 506), ("lines", 8, 1006)):
            cursor.execute(
                "SELECT count(*), bool_and(uuid_interval_since(id, now() - interval '1 hour', %s, '60 days'))"
                f", bool_and(substr(id::text, 15, 1) = '{version}') FROM django_adapter_{table}",
                [INTERVAL],
            )
            assert cursor.fetchone() == (rows, True, True)


def show_what_it_cures() -> None:
    """Without a key before save(), each of these fails; if one no longer does, the page on clients is out of date."""
    order = PlainOrder(item="a book")
    assert order == PlainOrder()
    try:
        hash(order)
    except TypeError:
        pass
    else:
        raise AssertionError("unsaved objects can be hashed")
    line = PlainLine(order=order, item="a cover")
    order.save()
    for save in (line.save, lambda: PlainLine.objects.bulk_create([line])):
        try:
            with django.db.transaction.atomic():
                save()
        except django.db.IntegrityError as error:
            assert 'null value in column "order_id"' in str(error), error
        else:
            raise AssertionError("a child knows the key that its parent has got")
    # A migration names a method by its class, whose call then lacks an object.
    method, _ = MigrationWriter.serialize(IntervalUuid(INTERVAL, timedelta(days=60)).next)
    field = models.UUIDField(default=pydoc.locate(method))
    try:
        field.get_default()
    except TypeError as error:
        assert "missing 1 required positional argument: 'self'" in str(error), error
    else:
        raise AssertionError("a migration can call the method")


def main() -> None:
    """Migrate an empty database, save, and migrate again with another interval."""
    if LATER:
        sys.path.insert(0, sys.argv[1])
        migrate(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "adapter_migrations").mkdir()
        Path(directory, "adapter_migrations", "__init__.py").touch()
        sys.path.insert(0, directory)
        create_edition()
        migrate(directory)
        save_in_every_order()
        # The page is about this one.
        if django.VERSION >= (6,):
            show_what_it_cures()
        status = os.spawnv(os.P_WAIT, sys.executable, [sys.executable, __file__, directory, "later"])
        assert status == 0, status
        assert "'00:10:00'" in column_default("django_adapter_orders")


main()
