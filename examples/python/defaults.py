"""What a tool's migration makes of a column's default: a row of defaults.tsv, for t/checks/examples.

Usage: defaults.py TOOL MODEL

It brings the table TOOL_defaults to the model, whose key has a default in the "table", "other" than before, in
"both" the table and the client, or in the "client" alone.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from example import KEYS

TOOL, MODEL = sys.argv[1:]
TABLE = f"{TOOL}_defaults"
INTERVAL = "00:10:00" if MODEL == "other" else "00:05:00"
TABLE_DEFAULT = "" if MODEL == "client" else f"uuid_interval_nextval('{INTERVAL}'::interval, '60 days'::interval)"
CLIENT_DEFAULT = MODEL in ("both", "client")


def new_key() -> UUID:
    """Generate a key, by a function that migrations can name."""
    return KEYS.next()


def server() -> dict[str, str]:
    """Return what asyncpg takes, from libpq's environment variables."""
    return {name: os.environ[f"PG{name.upper()}"] for name in ("host", "port", "user", "password", "database")}


def alembic(compare: bool = True) -> str:
    """Compare, and run what Alembic would write."""
    import alembic
    import sqlalchemy
    from alembic.autogenerate import produce_migrations
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.operations.ops import OpContainer

    options: dict[str, Any] = {}
    if TABLE_DEFAULT:
        options["server_default"] = sqlalchemy.text(TABLE_DEFAULT)
    if CLIENT_DEFAULT:
        options["default"] = new_key
    metadata = sqlalchemy.MetaData()
    sqlalchemy.Table(TABLE, metadata, sqlalchemy.Column("id", sqlalchemy.Uuid, primary_key=True, **options))
    with sqlalchemy.create_engine("postgresql+psycopg://").begin() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_server_default": compare,
                "include_object": lambda _table, name, kind, *_more: kind != "table" or name == TABLE,
            },
        )
        operations = Operations(context)
        rest = list(produce_migrations(context, metadata).upgrade_ops.ops)
        for operation in rest:
            # The operations on one table stand in one of them.
            if isinstance(operation, OpContainer):
                rest.extend(operation.ops)
            else:
                operations.invoke(operation)
    return f"Alembic {alembic.__version__}" + (", compare_server_default=True" if compare else "")


def alembic_plain() -> str:
    """Compare without defaults, as Alembic does unless told otherwise."""
    return alembic(compare=False)


def django() -> str:
    """Make migrations, and run them."""
    import django
    from django_project import set_up

    directory = Path(os.environ["STATE"], "defaults_migrations")
    directory.mkdir(exist_ok=True)
    (directory / "__init__.py").touch()
    sys.path.insert(0, os.environ["STATE"])
    set_up("defaults")
    from django.core.management import call_command
    from django.db import models

    options: dict[str, Any] = {}
    if TABLE_DEFAULT:
        lengths = (models.Value(INTERVAL), models.Value("60 days"))
        options["db_default"] = models.Func(*lengths, function="uuid_interval_nextval")
    if CLIENT_DEFAULT:
        options["default"] = new_key
    meta = type("Meta", (), {"app_label": "defaults", "db_table": TABLE})
    key = models.UUIDField(primary_key=True, editable=False, **options)
    type("Row", (models.Model,), {"id": key, "Meta": meta, "__module__": "__main__"})
    call_command("makemigrations", "defaults", verbosity=0)
    call_command("migrate", verbosity=0)
    return f"Django {django.__version__}, migrate"


def tortoise() -> str:
    """Create the table, if it is not there; look at the keys of new rows."""
    import tortoise
    from tortoise import Tortoise, fields, models
    from tortoise.fields.db_defaults import SqlDefault

    async def run() -> None:
        # It generates random keys beside a db_default, unless default is None.
        options: dict[str, Any] = {"default": new_key if CLIENT_DEFAULT else None}
        if TABLE_DEFAULT:
            options["db_default"] = SqlDefault(TABLE_DEFAULT)
        meta = type("Meta", (), {"table": TABLE})
        row = type("Row", (models.Model,), {"id": fields.UUIDField(primary_key=True, **options), "Meta": meta})
        trap = {"id": fields.UUIDField(primary_key=True, db_default=options.get("db_default")), "Meta": meta}
        sys.modules["tortoise_models"] = module = type(sys)("tortoise_models")
        module.Row = row
        row.__module__ = "tortoise_models"
        await Tortoise.init(
            config={
                "connections": {"default": {"engine": "tortoise.backends.asyncpg", "credentials": server()}},
                "apps": {"models": {"models": ["tortoise_models"], "default_connection": "default"}},
            }
        )
        await Tortoise.generate_schemas(safe=True)
        for _ in range(3):
            await row.create()
        await Tortoise.close_connections()
        assert type("Row", (models.Model,), trap)().id.version == 4

    asyncio.run(run())
    return f"Tortoise {tortoise.__version__}, generate_schemas()"


def peewee() -> str:
    """Create the tables, if they are not there."""
    import peewee

    constraints = [peewee.SQL(f"DEFAULT {TABLE_DEFAULT}")] if TABLE_DEFAULT else []
    default = new_key if CLIENT_DEFAULT else None
    host, port, user = (os.environ[name] for name in ("PGHOST", "PGPORT", "PGUSER"))
    database = peewee.PostgresqlDatabase(os.environ["PGDATABASE"], host=host, port=port, user=user)
    meta = type("Meta", (), {"database": database, "table_name": TABLE})
    key = peewee.UUIDField(primary_key=True, default=default, constraints=constraints)
    row = type("Row", (peewee.Model,), {"id": key, "Meta": meta})
    database.create_tables([row])
    return f"peewee {peewee.__version__}, create_tables()"


def piccolo() -> str:
    """Create the table, if it is not there; look at the keys of new rows."""
    import importlib.metadata

    from piccolo import columns
    from piccolo.columns.defaults.uuid import UUID4
    from piccolo.engine.postgres import PostgresEngine
    from piccolo.querystring import Unquoted
    from piccolo.table import Table

    class NextKey(UUID4):
        """The default, which a program leaves to the table, unless it generates keys itself."""

        @property
        def postgres(self) -> str:
            return TABLE_DEFAULT

        def python(self) -> UUID | Unquoted:
            return new_key() if CLIENT_DEFAULT else Unquoted("DEFAULT")

    engine = PostgresEngine(server(), extensions=())

    class Row(Table, tablename=TABLE, db=engine):
        id = columns.UUID(primary_key=True, default=NextKey() if TABLE_DEFAULT else new_key)

    class Trap(Table, tablename=TABLE, db=engine):
        id = columns.UUID(primary_key=True)

    async def run() -> None:
        await Row.create_table(if_not_exists=True)
        await Row.insert(Row(), Row())
        # Unless told otherwise, it generates random keys.
        assert Trap().id.version == 4

    asyncio.run(run())
    return f"piccolo {importlib.metadata.version('piccolo')}, create_table()"


print(globals()[TOOL]())
