-- Switches a table with random keys to keys by time while its clients are at work.
-- Then gives such keys to the old rows too, one hour of rows at a time.  Clients
-- never wait longer than one of these batches takes.
--
-- The tables are invoices (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
-- number, created_at timestamptz) and invoice_lines, whose foreign key to it has
-- ON UPDATE CASCADE.  Both created_at and the referencing column need an index.
-- Run it as their owner, since an UPDATE runs the tables' triggers.

\set ON_ERROR_STOP on

-- This is the only lock on the table.  It is held briefly, but has to wait for the
-- clients' transactions.  After half a second, it lets those pass that wait behind it.
-- With more than deadlock_timeout (one second), it would cancel autovacuum.  Between
-- tries, COMMIT lets VACUUM remove rows.
SET statement_timeout = 0;
DO $$
BEGIN
    PERFORM uuid_interval_nextval('5 min', '60 days');
    LOOP
        BEGIN
            SET LOCAL lock_timeout = '500 ms';
            ALTER TABLE invoices ALTER id SET DEFAULT uuid_interval_nextval('5 min', '60 days');
            EXIT;
        EXCEPTION WHEN lock_not_available THEN
        END;
        COMMIT;
        PERFORM pg_sleep(1);
    END LOOP;
END $$;

-- You can stop here: new rows now come in blocks.  Change the old rows too if
-- conditions by time should find them, but only if no client keeps keys: a client
-- that refers to a row has to read its key in the same statement, or lock the row
-- with FOR KEY SHARE.
--
-- The new keys are random and cannot be computed again, so this table keeps which
-- one each old key has become.  Update what refers to the rows without a foreign key
-- from it, and drop it when nobody needs an old key any more.
CREATE TABLE IF NOT EXISTS new_invoice_keys (old_id uuid PRIMARY KEY, new_id uuid NOT NULL);

-- Rows whose key was generated within the hour after created_at stay as they are:
-- they already have such a key, as no transaction here takes an hour.  So you can
-- stop this and start it again.  Do that if a client's lock was in the way (a
-- deadlock ends one of the two).
DO $$
DECLARE
    hour timestamptz := (SELECT date_trunc('hour', min(created_at)) FROM invoices WHERE isfinite(created_at));
    last_hour CONSTANT timestamptz := now();
    changed bigint;
    total bigint := 0;
BEGIN
    WHILE hour <= last_hour LOOP
        WITH changed AS (
            INSERT INTO new_invoice_keys
            SELECT id, uuid_interval_at(created_at, '5 min', '60 days')
              FROM invoices
             WHERE created_at >= hour AND created_at < hour + interval '1 hour'
               AND NOT uuid_interval_between(id, created_at, created_at + interval '1 hour', '5 min', '60 days')
            RETURNING old_id, new_id
        )
        UPDATE invoices SET id = new_id FROM changed WHERE id = old_id;
        GET DIAGNOSTICS changed = ROW_COUNT;
        total := total + changed;
        COMMIT;
        hour := hour + interval '1 hour';
    END LOOP;
    RAISE NOTICE '% rows have new keys', total;
END $$;

-- Remove the entries of the old keys from the index, and then their pages.
VACUUM invoices;
REINDEX INDEX CONCURRENTLY invoices_pkey;

-- Every row is found by its time, and every line still has its invoice.
SELECT (SELECT count(*) FROM invoices) AS rows,
       (SELECT count(*) FROM invoices
         WHERE uuid_interval_between(id, created_at, created_at + interval '1 hour', '5 min', '60 days')
       ) AS found_by_time,
       (SELECT count(*) FROM invoice_lines) AS lines,
       (SELECT count(*) FROM invoice_lines AS l
          JOIN invoices AS i ON i.id = l.invoice_id AND i.number = l.number) AS matching_lines,
       (SELECT count(*) FROM new_invoice_keys JOIN invoices ON id = new_id) AS mapped;
