"""What the examples for Django have in common: a project with one app, which is the program."""

from __future__ import annotations

import os
import sys

import django
from django.apps import AppConfig
from django.conf import settings


def set_up(label: str) -> None:
    """Set up the project, whose migrations are in the package LABEL_migrations."""
    sys.modules["__main__"].Shop = type("Shop", (AppConfig,), {"name": "__main__", "label": label})
    server = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "NAME": "PGDATABASE"}
    engine = {"ENGINE": "django.db.backends.postgresql"}
    settings.configure(
        DATABASES={"default": engine | {key: os.environ.get(name, "") for key, name in server.items()}},
        INSTALLED_APPS=["__main__.Shop"],
        MIGRATION_MODULES={label: f"{label}_migrations"},
        USE_TZ=True,
    )
    django.setup()
