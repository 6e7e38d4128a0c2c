"""SQLAlchemy and SQLModel, with keys from the program: the module interval_uuid.sqlalchemy."""

from __future__ import annotations

import time
import warnings
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from interval_uuid import IntervalUuid
from interval_uuid.sqlalchemy import compare_server_default, key_column
from sqlalchemy import (
    Column,
    DateTime,
    Engine,
    MetaData,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, Session, mapped_column
from sqlmodel import Field, SQLModel

MINUTES, DAYS = timedelta(minutes=5), timedelta(days=60)
KEYS = IntervalUuid(MINUTES, DAYS)
# It needs quotes, and has what SQLAlchemy and drivers take for parameters.
SCHEMA = "Key's :x 100%s"


class Base(DeclarativeBase):
    """All tables of SQLAlchemy."""


class Order(Base):
    """An order, with a key from the program."""

    __tablename__ = "sqlalchemy_adapter_orders"

    id: Mapped[UUID] = key_column(MINUTES, DAYS)
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class DataclassOrder(MappedAsDataclass, Base):
    """The same, as a dataclass."""

    __tablename__ = "sqlalchemy_adapter_dataclass_orders"

    id: Mapped[UUID] = key_column(MINUTES, DAYS, init=False)
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now(), init=False)


class SqlModelOrder(SQLModel, table=True):
    """The same in SQLModel."""

    __tablename__ = "sqlalchemy_adapter_sqlmodel_orders"

    id: UUID | None = Field(default=None, sa_column=key_column(MINUTES, DAYS).column)
    item: str = Field(sa_column=Column(Text, nullable=False))
    created_at: datetime | None = Field(
        default=None, sa_column=Column(DateTime(timezone=True), nullable=False, server_default=func.now())
    )


class EditionOrder(Base):
    """The same with the edition in SQL, in a schema that is not on the search_path; version 8."""

    __tablename__ = "sqlalchemy_adapter_edition_orders"

    id: Mapped[UUID] = key_column(timedelta(milliseconds=10), timedelta(days=500), version=8, schema=SCHEMA)
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class TwoKeys(Base):
    """A table with two keys, of which the second is none of the primary key."""

    __tablename__ = "sqlalchemy_adapter_two_keys"

    id: Mapped[UUID] = key_column(MINUTES, DAYS)
    batch: Mapped[UUID] = key_column(MINUTES, DAYS, primary_key=False)
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Numbered(Base):
    """A table whose primary key is another one."""

    __tablename__ = "sqlalchemy_adapter_numbered"

    number: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[UUID] = key_column(MINUTES, DAYS, primary_key=False)
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class TwoInPrimaryKey(Base):
    """A primary key of two."""

    __tablename__ = "sqlalchemy_adapter_two_in_primary_key"

    id: Mapped[UUID] = key_column(MINUTES, DAYS)
    second: Mapped[UUID] = key_column(MINUTES, DAYS, insert_sentinel=False)
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class ServerOrder(Base):
    """The same with a key from the database."""

    __tablename__ = "sqlalchemy_adapter_server_orders"

    id: Mapped[UUID] = mapped_column(
        primary_key=True,
        server_default=text("uuid_interval_nextval('00:05:00'::interval, '60 days'::interval)"),
    )
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


WITH_KEYS = [Order, DataclassOrder, SqlModelOrder, EditionOrder]


def create_edition(engine: Engine) -> None:
    """Create the edition in SQL, in a schema of its own."""
    script = Path(__file__).parents[2] / "sql-only/sequential_uuids.sql"
    with engine.begin() as connection:
        for statement in f'CREATE SCHEMA "{SCHEMA}"', f'SET LOCAL search_path = "{SCHEMA}"', script.read_text():
            connection.exec_driver_sql(statement.replace("%", "%%"))


def changes(engine: Engine) -> list[object]:
    """Return what Alembic would change."""
    metadata = MetaData()
    for model in WITH_KEYS:
        model.__table__.to_metadata(metadata)
    with engine.connect() as connection:
        options = {
            "compare_server_default": compare_server_default,
            "include_object": lambda _table, name, kind, *_more: kind != "table" or name in metadata.tables,
        }
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


def check_changes(engine: Engine) -> None:
    """Find those that make other keys, and no others."""
    assert changes(engine) == []
    for default, differs in (
        # The same keys, in other words.
        ("uuid_time_nextval(300, 17280)", False),
        ("uuid_interval_nextval('10 min', '60 days')", True),
        ("uuid_interval_nextval('5 min', '60 days', 8)", True),
        ("gen_random_uuid()", True),
        # What no program can generate, and what nobody can.
        ("uuid_interval_nextval('1500 us', '15 s')", True),
        ("uuid_interval_nextval('1 mon', '60 days')", True),
        ("uuid_interval_nextval('5 min', '60 days')", False),
    ):
        with engine.begin() as connection:
            connection.execute(text(f"ALTER TABLE sqlalchemy_adapter_orders ALTER COLUMN id SET DEFAULT {default}"))
        assert bool(changes(engine)) == differs, default
    # Without the functions, Alembic compares the texts, and says so.
    options = {"options": "-c search_path=pg_catalog"}
    bare = create_engine("postgresql+psycopg://", connect_args=options)
    with bare.connect() as connection, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        context = MigrationContext.configure(connection)
        column = Order.__table__.to_metadata(MetaData(), schema="public").c.id
        assert compare_server_default(context, column, column, "gen_random_uuid()") is None
    assert "uuid_key_parameters" in str(warned[0].message), warned
    # Another error is none of the default.
    column = Column("missing", column.type, default=column.default.arg)
    Order.__table__.to_metadata(MetaData()).append_column(column)
    try:
        with engine.connect() as connection:
            compare_server_default(MigrationContext.configure(connection), column, column, "gen_random_uuid()")
    except DBAPIError as error:
        assert "missing" in str(error), error
    else:
        raise AssertionError("a column that does not exist has been compared")


def insert_many(engine: Engine, orders: list[Any]) -> int:
    """Insert objects, which then have keys and times; print and return the number of statements."""
    statements: list[str] = []

    @event.listens_for(engine, "before_cursor_execute")
    def record(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    began = time.monotonic()
    with Session(engine, expire_on_commit=False) as session:
        session.add_all(orders)
        session.commit()
    print(f"{type(orders[0]).__name__}: {len(statements)} statements, {(time.monotonic() - began) * 1000:.0f} ms")
    event.remove(engine, "before_cursor_execute", record)
    assert all(isinstance(order.id, UUID) for order in orders) and all(order.created_at for order in orders)
    return len(statements)


def check_ctes(engine: Engine) -> None:
    """Generate keys for INSERTs in CTEs and beside them, and refuse those that copy rows into the same table."""
    source = select(ServerOrder.item).limit(3)
    one = insert(Order).values(item="a pen").returning(Order.id)
    copy = insert(Order).from_select(["item"], source).cte("copied")
    by_the_server = insert(Order).from_select(["item"], source, include_defaults=False).cte("copied")
    elsewhere = insert(ServerOrder).from_select(["item"], source)
    for statement, refused in (
        (select(one.cte()), False),
        (insert(Order).values([{"item": "a pen"}, {"item": "a pencil"}]), False),
        (elsewhere.add_cte(one.cte("one")), False),
        (select(one.cte()).add_cte(by_the_server), False),
        (insert(ServerOrder).values(item="a pen").add_cte(copy), True),
        (select(ServerOrder.id).add_cte(copy), True),
        (delete(ServerOrder).where(ServerOrder.item == "none").add_cte(copy), True),
    ):
        with engine.connect() as connection:
            try:
                connection.execute(statement)
            except StatementError as error:
                assert refused and "pass it include_defaults=False" in str(error), (statement, error)
            else:
                assert not refused, statement
    with engine.connect() as connection:
        assert isinstance(connection.scalar(Order.__table__.c.id.default), UUID)


def books(model: type) -> list[Any]:
    """Return 1,000 objects without a key."""
    return [model(item=f"book {number}") for number in range(1000)]


def check_rows(session: Session, model: type, keys: IntervalUuid) -> None:
    """Look at rows of several programs."""
    table = model.__table__
    name = session.connection().dialect.identifier_preparer.format_table(table)
    # A key that the program has set is stored.
    own = keys.next()
    session.add_all([model(item="a pen")])
    session.execute(insert(model), [{"id": own, "item": "a pen"}, {"id": keys.next(), "item": "a pen"}])
    assert session.scalar(select(table.c.item).where(table.c.id == own)) == "a pen"
    # Others leave the key to the database.
    session.execute(text(f"INSERT INTO {name} (item) VALUES ('a pencil')"))
    # So does INSERT … SELECT, which would have one key for all rows.
    source = select(ServerOrder.item).limit(3)
    session.execute(insert(table).from_select(["item"], source, include_defaults=False))
    try:
        # Another statement, since SQLAlchemy 2.0 would take the one above for the same.
        session.execute(insert(table).from_select(["item"], source.offset(1)))
    except StatementError as error:
        assert "pass it include_defaults=False" in str(error), error
    else:
        raise AssertionError("the rows have got one key")
    for [key] in session.execute(select(table.c.id)):
        window = keys.window(key, datetime.now().astimezone() + timedelta(seconds=1))
        assert window.stop > datetime.now().astimezone() - timedelta(hours=1), key
    assert session.scalar(select(func.count()).select_from(table)) == 1007
    session.rollback()


def main() -> None:
    """Create the tables, insert, and look at the rows."""
    engine = create_engine("postgresql+psycopg://")
    create_edition(engine)
    Base.metadata.create_all(engine)
    SQLModel.metadata.create_all(engine)
    check_changes(engine)
    # One row for each key that comes back: without keys, and without a sentinel, nothing tells which is whose.
    assert insert_many(engine, books(ServerOrder)) == 1000
    check_ctes(engine)
    for model in TwoKeys, TwoInPrimaryKey, Numbered:
        assert insert_many(engine, books(model)) == 1
    # Objects with and without a key of their own, in turn, and sorted.
    for step, statements in (1, 10), (5, 2):
        keys = [{"id": KEYS.next()} if number // step % 2 else {} for number in range(10)]
        assert insert_many(engine, [TwoKeys(item="a pen", **key) for key in keys]) == statements
    for model in WITH_KEYS:
        # psycopg sends up to 1,000 rows in one statement.
        assert insert_many(engine, books(model)) == 1
        parameters = "SELECT interval_microseconds, interval_count, version FROM {}uuid_key_parameters('{}', 'id')"
        schema = f'"{SCHEMA}".'.replace(":", "\\:") if model is EditionOrder else ""
        with Session(engine) as session:
            row = session.execute(text(parameters.format(schema, model.__tablename__))).one()
            assert row.version == (8 if model is EditionOrder else 4)
            check_rows(session, model, IntervalUuid.from_parameters(*row))


main()
