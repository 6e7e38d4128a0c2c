"""Run the edition in SQL, and advice, as a migration of a tool: edition.py alembic|django.

t/checks/examples writes the scripts, with a schema for each, to $EDITION; in a project, they lie beside the migration.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

SCRIPTS = [Path(os.environ["EDITION"], name).read_text() for name in ("uuids.sql", "advice.sql")]


def alembic() -> None:
    """As op.execute() would, the driver has to get the text as it is: % and : are none of its own."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from sqlalchemy import create_engine

    with create_engine("postgresql+psycopg://").begin() as connection:
        op = Operations(MigrationContext.configure(connection))
        for script in SCRIPTS:
            op.get_bind().exec_driver_sql(script.replace("%", "%%"))


def django() -> None:
    """RunSQL takes a text as it is, in a list of statements."""
    from django_project import set_up

    set_up("edition")
    from django.core.management import call_command

    with tempfile.TemporaryDirectory() as directory:
        migrations = Path(directory, "edition_migrations")
        migrations.mkdir()
        (migrations / "__init__.py").touch()
        (migrations / "0001_keys.py").write_text(
            "from django.db.migrations import Migration as Base, RunSQL\n"
            "from __main__ import SCRIPTS\n"
            "class Migration(Base):\n"
            "    operations = [RunSQL([script]) for script in SCRIPTS]\n"
        )
        sys.path.insert(0, directory)
        call_command("migrate", verbosity=0)


if __name__ == "__main__":
    {"alembic": alembic, "django": django}[sys.argv[1]]()
