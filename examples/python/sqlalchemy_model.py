"""A SQLAlchemy model whose keys the database generates.

The default is in the database, so rows from all clients have the same kind of key. SQLAlchemy leaves the
columns out of its INSERTs and reads them with RETURNING. libpq's environment variables (PGHOST, PGUSER ...) name the
server.
"""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from uuid import UUID

import psycopg
import sqlalchemy
from sqlalchemy import DateTime, Engine, Interval, Text, cast, create_engine, event, func, insert, select, text
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, orm_insert_sentinel
from sqlalchemy.schema import CreateSequence, Sequence


class Base(DeclarativeBase):
    """All tables."""


class Order(Base):
    """An order, with a key by the time of its insertion."""

    __tablename__ = "sqlalchemy_orders"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuid_time_nextval())
    item: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Line(Base):
    """A row that add_all() inserts together with others, whose default has arguments.

    SQLAlchemy has to know which of the returned keys belongs to which object. An additional column, the sentinel, shows
    that. Without one, add_all() sends an INSERT for each object.
    """

    __tablename__ = "sqlalchemy_lines"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=text("uuid_interval_nextval('5 min', '132 days')"))
    item: Mapped[str] = mapped_column(Text)
    _sentinel: Mapped[int] = orm_insert_sentinel()


def insert_orders(session: Session) -> set[UUID]:
    """Insert one row and a thousand; return their keys."""
    order = Order(item="a book")
    session.add(order)
    session.flush()
    # One INSERT, which returns keys in any order, so it needs no sentinel. Without returning(), it is one for each row.
    rows = [{"item": f"book {number}"} for number in range(1000)]
    return {order.id, *session.scalars(insert(Order).returning(Order.id), rows)}


def call_with_parameters(session: Session) -> None:
    """Pass int and timedelta as they are; a str is sent as VARCHAR, which needs a cast to interval."""
    session.execute(CreateSequence(Sequence("sqlalchemy_sequence")))
    for version, call in [
        (4, func.uuid_time_nextval(60, 65536)),
        (8, func.uuid_interval_nextval(timedelta(milliseconds=10), timedelta(days=500), 8)),
        (8, func.uuid_interval_nextval(cast("10 ms", Interval), cast("500 days", Interval), 8)),
        (8, func.uuid_serial_nextval("sqlalchemy_sequence", 100, 2**32, 8)),
        (7, func.uuid_v7_nextval(5, 4)),
    ]:
        assert session.scalars(select(call)).one().version == version
    try:
        with session.begin_nested():
            session.execute(select(func.uuid_interval_nextval("10 ms", "500 days", 8)))
        raise AssertionError("VARCHAR is taken for interval")
    except ProgrammingError as error:
        assert isinstance(error.orig, psycopg.errors.UndefinedFunction)


def count_inserts(engine: Engine) -> list[str]:
    """Return a list to which all further INSERTs are added."""
    inserts: list[str] = []

    @event.listens_for(engine, "before_cursor_execute")
    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        inserts.extend([statement] if statement.startswith("INSERT") else [])

    return inserts


def main() -> None:
    """Create the tables, insert, find."""
    engine = create_engine("postgresql+psycopg://")
    with Session(engine) as session:
        if sys.argv[1:] == ["insert"]:
            insert_orders(session)
            session.commit()
            return
        Base.metadata.create_all(engine)
        inserts = count_inserts(engine)
        started = session.scalars(select(func.clock_timestamp())).one()

        keys = insert_orders(session)
        assert len(inserts) == 2
        read = session.scalars(select(Order.id)).all()
        assert len(read) == 1001
        assert set(read) == keys

        key = min(keys)
        assert session.get_one(Order, key).id == key
        hour_ago = func.now() - timedelta(hours=1)
        last_hour = select(Order).where(func.uuid_interval_since(Order.id, hour_ago), Order.created_at >= hour_ago)
        assert len(session.scalars(last_hour).all()) == 1001
        # The server generated them all: their blocks are the present ones.
        ours = select(func.count()).where(func.uuid_interval_since(Order.id, started))
        assert session.scalars(ours).one() == 1001

        inserts.clear()
        lines = [Line(item=f"book {number}") for number in range(1000)]
        session.add_all(lines)
        session.flush()
        assert len(inserts) == 1
        assert len({line.id for line in lines}) == 1000
        recent = func.uuid_interval_since(Line.id, started, timedelta(minutes=5), timedelta(days=132))
        assert session.scalars(select(func.count()).where(recent)).one() == 1000

        call_with_parameters(session)
        session.commit()
    print(f"{len(keys)} orders with keys of the server, such as {key}; add_all() of {len(lines)}: {len(inserts)} INSERT")
    print(f"SQLAlchemy {sqlalchemy.__version__} with psycopg {psycopg.__version__}")


if __name__ == "__main__":
    main()
