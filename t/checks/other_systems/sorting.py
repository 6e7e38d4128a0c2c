"""Print the keys in a file as a system sorts them."""

import sqlite3
import sys
from pathlib import Path
from uuid import UUID

system, file = sys.argv[1:]
keys = Path(file).read_text().split()
values = ", ".join(f"('{key}')" for key in keys)

if system == "duckdb":
    import duckdb

    rows = duckdb.sql(f"SELECT id FROM (SELECT id::UUID AS id FROM (VALUES {values}) AS v (id)) ORDER BY id")
    print(*(row[0] for row in rows.fetchall()), sep="\n")
elif system == "sqlite":
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE keys (id blob)")
    database.executemany("INSERT INTO keys VALUES (?)", [(UUID(key).bytes,) for key in keys])
    print(*(UUID(bytes=row[0]) for row in database.execute("SELECT id FROM keys ORDER BY id")), sep="\n")
else:
    import chdb

    order = {"clickhouse": "id", "clickhouse_text": "toString(id)"}[system]
    print(chdb.query(f"SELECT id FROM values('id UUID', {values}) ORDER BY {order}", "TSV"), end="")
