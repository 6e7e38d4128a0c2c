"""SQLAlchemy and SQLModel, with keys from the program: the module interval_uuid.sqlalchemy."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from interval_uuid.sqlalchemy import key_column
from sqlalchemy import Engine, MetaData, create_engine, event, func, select, text
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlmodel import Field, SQLModel

MINUTES, DAYS = timedelta(minutes=5), timedelta(days=60)


class Base(DeclarativeBase):
    """All tables of SQLAlchemy."""


class WithKeys(Base):
    """Has keys from the program."""

    __tablename__ = "adapter_with_keys"
    id: Mapped[UUID] = key_column(MINUTES, DAYS)
    item: Mapped[str]


class Version8(Base):
    """Has keys of version 8."""

    __tablename__ = "adapter_version_8"
    id: Mapped[UUID] = key_column(timedelta(milliseconds=10), timedelta(days=500), version=8)


class OfEdition(Base):
    """Has keys from the program, and the default of the edition in SQL, in a schema that is not on the search_path."""

    __tablename__ = "adapter_of_edition"
    id: Mapped[UUID] = key_column(MINUTES, DAYS, version=8, function="sqlalchemy_uuids.uuid_interval_nextval")


class WithoutKeys(Base):
    """Has keys from the database alone."""

    __tablename__ = "adapter_without_keys"
    id: Mapped[UUID] = mapped_column(
        primary_key=True, server_default=text("uuid_interval_nextval('00:05:00'::interval, '60 days'::interval)")
    )
    item: Mapped[str]


class OfSqlModel(SQLModel, table=True):
    """Has keys from the program, in SQLModel."""

    __tablename__ = "adapter_of_sqlmodel"
    id: UUID | None = Field(default=None, sa_column=key_column(MINUTES, DAYS).column)
    item: str


def create_edition(engine: Engine) -> None:
    """Create the edition in SQL, in a schema of its own."""
    script = Path(__file__).parents[2] / "sql-only/sequential_uuids.sql"
    with engine.begin() as connection:
        connection.execute(text("CREATE SCHEMA sqlalchemy_uuids"))
        connection.execute(text("SET LOCAL search_path = sqlalchemy_uuids"))
        connection.exec_driver_sql(script.read_text().replace("%", "%%"))


def changes(engine: Engine, *models: type) -> list[object]:
    """Return what Alembic would change."""
    metadata = MetaData()
    for model in models:
        model.__table__.to_metadata(metadata)
    with engine.connect() as connection:
        options = {
            "compare_server_default": True,
            "include_object": lambda _table, name, kind, *_more: kind != "table" or name in metadata.tables,
        }
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


def insert(engine: Engine, model: type) -> int:
    """Insert 1,000 objects; print and return the number of statements."""
    statements: list[str] = []

    @event.listens_for(engine, "before_cursor_execute")
    def record(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    began = time.monotonic()
    with Session(engine) as session:
        session.add_all([model(item=f"book {number}") for number in range(1000)])
        session.commit()
    print(f"{model.__name__}: {len(statements)} statements, {(time.monotonic() - began) * 1000:.0f} ms")
    event.remove(engine, "before_cursor_execute", record)
    return len(statements)


def main() -> None:
    """Create the tables, insert, and look at the rows."""
    engine = create_engine("postgresql+psycopg://")
    create_edition(engine)
    Base.metadata.create_all(engine)
    SQLModel.metadata.create_all(engine)
    found = changes(engine, WithKeys, Version8, OfEdition, OfSqlModel)
    assert found == [], found
    # One row for each key that comes back: without keys, and without a sentinel, nothing tells which is whose.
    assert insert(engine, WithoutKeys) == 1000
    # psycopg sends up to 1,000 rows in one statement.
    assert insert(engine, WithKeys) == 1
    assert insert(engine, OfSqlModel) == 1
    with Session(engine) as session:
        for table in (WithKeys, OfSqlModel):
            # Others leave the key to the database.
            session.execute(text(f"INSERT INTO {table.__tablename__} (item) VALUES ('a pen')"))
            of_now = func.bool_and(func.uuid_interval_since(table.id, func.now() - timedelta(hours=1), MINUTES, DAYS))
            assert session.execute(select(func.count(), of_now).select_from(table)).one() == (1001, True)
        for model, table in ((Version8, "adapter_version_8"), (OfEdition, "adapter_of_edition")):
            row = model()
            session.add(row)
            session.flush()
            assert row.id.version == 8
            assert session.scalar(text(f"INSERT INTO {table} DEFAULT VALUES RETURNING id")).version == 8
        of_now = func.bool_and(func.uuid_interval_since(OfEdition.id, func.now() - timedelta(hours=1), MINUTES, DAYS))
        assert session.execute(select(func.count(), of_now).select_from(OfEdition)).one() == (2, True)


main()
