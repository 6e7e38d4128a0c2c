"""Run the edition in SQL, and advice, as a migration of a tool: edition.py alembic|django.

In a project, the scripts lie beside the migration. It needs schemas of its own: uuids, and advice.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).parents[2]
EDITION = "SET LOCAL search_path = uuids;\n" + (TOP / "sql-only/sequential_uuids.sql").read_text()
# Without its first line, which is psql's.
ADVICE = (
    (TOP / "advice/sequential_uuids_advice--1.0.sql").read_text().split("\n", 1)[1].replace("@extschema@", "advice")
)
SCRIPTS = ["CREATE SCHEMA uuids", EDITION, "CREATE SCHEMA advice", ADVICE]


def alembic() -> None:
    """As op.execute() would, the driver has to get the text as it is: % and : are none of its own."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from sqlalchemy import create_engine

    with create_engine("postgresql+psycopg://").begin() as connection:
        op = Operations(MigrationContext.configure(connection))
        for script in SCRIPTS:
            op.get_bind().exec_driver_sql(script.replace("%", "%%"))
            op.execute("SET LOCAL search_path TO DEFAULT")


def django() -> None:
    """RunSQL takes a text as it is, in a list of statements."""
    import django
    from django.apps import AppConfig
    from django.conf import settings

    server = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "NAME": "PGDATABASE"}
    engine = {"ENGINE": "django.db.backends.postgresql"}
    settings.configure(
        DATABASES={"default": engine | {key: os.environ[name] for key, name in server.items()}},
        INSTALLED_APPS=["edition.Shop"],
        MIGRATION_MODULES={"edition": "edition_migrations"},
    )
    sys.modules["edition"] = sys.modules["__main__"]
    sys.modules["__main__"].Shop = type("Shop", (AppConfig,), {"name": "edition", "__module__": "edition"})
    django.setup()
    from django.core.management import call_command

    with tempfile.TemporaryDirectory() as directory:
        migrations = Path(directory, "edition_migrations")
        migrations.mkdir()
        (migrations / "__init__.py").touch()
        (migrations / "0001_keys.py").write_text(
            "from django.db.migrations import Migration as Base, RunSQL\n"
            "from edition import SCRIPTS\n"
            "class Migration(Base):\n"
            "    operations = [RunSQL([script, 'SET LOCAL search_path TO DEFAULT']) for script in SCRIPTS]\n"
        )
        sys.path.insert(0, directory)
        call_command("migrate", verbosity=0)


if __name__ == "__main__":
    {"alembic": alembic, "django": django}[sys.argv[1]]()
