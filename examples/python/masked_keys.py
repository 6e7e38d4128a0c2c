"""UUIDv7 in the table, and masks of it outside, where the server can have no opaque keys.

python-uuidv47 masks a key's time by a secret and the key's random bits (https://github.com/stateless-me/uuidv47).
Every way out has to mask, and every way in to unmask.  The secret is not in the database: whoever has both reads all
times.
"""

from __future__ import annotations

import os
import uuid

import psycopg
import python_uuidv47

# 32 hexadecimal digits, such as "openssl rand -hex 16" prints.
secret = os.environ["KEY_MASK_SECRET"]
assert len(secret) == 32, "KEY_MASK_SECRET has other than 32 digits"
python_uuidv47.set_keys(int(secret[:16], 16), int(secret[16:], 16))
connection = psycopg.connect(autocommit=True)


def outside(key: uuid.UUID) -> str:
    """Return what to show instead of a key, which has to be a UUIDv7: of others, the version would be lost."""
    assert key.version == 7, f"{key} is no UUIDv7"
    return str(python_uuidv47.encode(str(key)))


def inside(mask: str) -> uuid.UUID:
    """Return the key of a mask: of a wrong one, a key that no row has; ValueError if it is none."""
    key = uuid.UUID(python_uuidv47.decode(str(uuid.UUID(mask))))
    # Other versions of a mask give the same key, and would pass a list of masks that are refused.
    if outside(key) != str(uuid.UUID(mask)):
        raise ValueError(f"{mask} is no mask of a key")
    return key


connection.execute("CREATE TABLE masked_orders (id uuid PRIMARY KEY DEFAULT uuid_v7_nextval(), item text)")
row = connection.execute("INSERT INTO masked_orders (item) VALUES ('a book') RETURNING id").fetchone()
assert row is not None
mask = outside(row[0])
print("/orders/" + mask)
assert uuid.UUID(mask).version == 4
assert connection.execute("SELECT item FROM masked_orders WHERE id = %s", [inside(mask)]).fetchone() == ("a book",)
assert connection.execute("SELECT FROM masked_orders WHERE id = %s", [inside(str(uuid.uuid4()))]).fetchone() is None
