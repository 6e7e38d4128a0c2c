"""A SQLAlchemy model whose keys the database generates.

The default is the database's, so that rows have keys of the same kind however they come in; SQLAlchemy reads the new
key with RETURNING. The server is named by libpq's environment variables (PGHOST, PGUSER ...).
"""

from __future__ import annotations

import uuid

from sqlalchemy import create_engine, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column


class Base(DeclarativeBase):
    """All tables."""


class Order(Base):
    """An order, with a key by the time of its insertion."""

    __tablename__ = "sqlalchemy_orders"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, server_default=func.uuid_time_nextval())
    item: Mapped[str]


def main() -> None:
    """Create the table, insert, find."""
    engine = create_engine("postgresql+psycopg://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        order = Order(item="a book")
        session.add(order)
        session.commit()
        print(f"one order: {order.id}")

        session.add_all(Order(item=f"book {number}") for number in range(1000))
        session.commit()
        keys = session.scalars(select(Order.id)).all()
        print(f"{len(keys)} orders, {len(set(keys))} keys, versions { ({key.version for key in keys}) }")


if __name__ == "__main__":
    main()
