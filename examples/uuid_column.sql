-- Gives a table in use a second key, a uuid by time, while its clients are at work: new
-- rows get theirs from the column default, old ones in batches of 1,000.
--
-- The table is invoices (number bigint PRIMARY KEY, created_at timestamptz NOT NULL).  Run
-- this as its owner, since an UPDATE runs the table's triggers, connected directly and
-- outside of a transaction.  If a transaction with a lock_timeout fails, repeat it.

\set ON_ERROR_STOP on
SET statement_timeout = 0;

-- First the column, then its default: in one step, ALTER TABLE would rewrite the table
-- under a lock, and give every old row a key of today.
BEGIN;
SELECT uuid_interval_nextval('5 min', '60 days');
SET LOCAL lock_timeout = '500 ms';
ALTER TABLE invoices ADD COLUMN id uuid;
ALTER TABLE invoices ALTER COLUMN id SET DEFAULT uuid_interval_nextval('5 min', '60 days');
COMMIT;

-- Which row gets which key is written down first.  So you can stop this and start it
-- again, and each row gets the same key.  Keep the table until nobody needs an old key.
CREATE TABLE IF NOT EXISTS new_invoice_keys (number bigint PRIMARY KEY, id uuid NOT NULL UNIQUE);
DO $$
DECLARE
    next_number bigint := (SELECT min(number) FROM invoices);
    last_number CONSTANT bigint := (SELECT max(number) FROM invoices);
BEGIN
    WHILE next_number <= last_number LOOP
        INSERT INTO new_invoice_keys
        SELECT number, coalesce(id, uuid_interval_at(created_at, '5 min', '60 days'))
          FROM invoices WHERE number >= next_number AND number < next_number + 1000
            ON CONFLICT (number) DO NOTHING;
        UPDATE invoices AS i SET id = k.id
          FROM new_invoice_keys AS k
         WHERE k.number = i.number AND i.number >= next_number AND i.number < next_number + 1000 AND i.id IS NULL;
        COMMIT;
        next_number := next_number + 1000;
    END LOOP;
END $$;

-- Makes it unique and NOT NULL.  VALIDATE reads the table without locking clients out, and
-- SET NOT NULL then needn't read it under the lock, unless the constraint is dropped in
-- the same ALTER TABLE.
CREATE UNIQUE INDEX CONCURRENTLY invoices_id ON invoices (id);
BEGIN;
SET LOCAL lock_timeout = '500 ms';
ALTER TABLE invoices ADD CONSTRAINT id_is_there CHECK (id IS NOT NULL) NOT VALID;
COMMIT;
ALTER TABLE invoices VALIDATE CONSTRAINT id_is_there;
BEGIN;
SET LOCAL lock_timeout = '500 ms';
ALTER TABLE invoices ALTER COLUMN id SET NOT NULL;
ALTER TABLE invoices DROP CONSTRAINT id_is_there;
COMMIT;
