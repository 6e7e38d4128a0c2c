-- UUIDv7 for old rows, in the order of the rows.  Those that share a created_at would get keys in random order, so each
-- gets the time of its row, or one microsecond after the key before it, whichever is later.
--
-- The table is tickets (id uuid PRIMARY KEY, created_at timestamptz NOT NULL).  Run this as its owner, and then UPDATE
-- from new_v7_keys, as doc/new-keys.md does from new_ticket_keys.

-- If no column has the order.  This rewrites the table, and locks all other sessions out meanwhile.  It numbers rows as
-- they lie in the table, which updates change.
ALTER TABLE tickets ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;

CREATE TABLE new_v7_keys AS
SELECT id AS old_id, uuid_v7_at(max(at - n * interval '1 us') OVER (ORDER BY n) + n * interval '1 us') AS new_id
  FROM (SELECT id, created_at AS at, row_number() OVER (ORDER BY created_at, number) AS n FROM tickets) AS t;
