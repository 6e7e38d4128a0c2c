-- A table with random keys, its clients at work, goes over to keys by time; and
-- then its old rows get such keys too, by the hour.  Clients wait for no longer
-- than one of these batches takes.
--
-- The tables are invoices (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
-- number, created_at timestamptz) and invoice_lines, whose foreign key on it has
-- ON UPDATE CASCADE.  Both created_at and the referring column need an index.

\set ON_ERROR_STOP on

-- The one lock on the table takes no time, but has to wait for the clients'
-- transactions: for a second, then it lets those pass that wait behind it.
DO $$
BEGIN
    LOOP
        BEGIN
            SET LOCAL lock_timeout = '1 s';
            ALTER TABLE invoices ALTER id SET DEFAULT uuid_time_nextval();
            EXIT;
        EXCEPTION WHEN lock_not_available THEN
            PERFORM pg_sleep(1);
        END;
    END LOOP;
END $$;

-- That may be all: new rows come in blocks now.  If conditions by time are to find
-- the old rows as well, these follow, provided that nobody keeps a key: a client
-- that refers to a row has to read its key in the same statement, or lock the
-- row with FOR KEY SHARE.
--
-- A row whose key was generated within the hour after created_at, which is
-- longer than any transaction takes here, is left alone: it has such a key
-- already.  So this can be stopped, and begun again; begin it again if a client's
-- lock was in the way (a deadlock ends one of the two).
DO $$
DECLARE
    hour timestamptz := (SELECT date_trunc('hour', min(created_at)) FROM invoices WHERE isfinite(created_at));
    last_hour CONSTANT timestamptz := now();
    changed bigint;
    total bigint := 0;
BEGIN
    WHILE hour <= last_hour LOOP
        UPDATE invoices SET id = uuid_interval_at(created_at)
         WHERE created_at >= hour AND created_at < hour + interval '1 hour'
           AND NOT uuid_interval_between(id, created_at, created_at + interval '1 hour');
        GET DIAGNOSTICS changed = ROW_COUNT;
        total := total + changed;
        COMMIT;
        hour := hour + interval '1 hour';
    END LOOP;
    RAISE NOTICE '% rows have new keys', total;
END $$;

-- The old keys' entries leave the index, and then their pages.
VACUUM invoices;
REINDEX INDEX CONCURRENTLY invoices_pkey;

-- Every row is found by its time, and every line still has its invoice.
SELECT (SELECT count(*) FROM invoices) AS rows,
       (SELECT count(*) FROM invoices WHERE uuid_interval_between(id, created_at, created_at + interval '1 hour')) AS found_by_time,
       (SELECT count(*) FROM invoice_lines) AS lines,
       (SELECT count(*) FROM invoice_lines AS l JOIN invoices AS i ON i.id = l.invoice_id AND i.number = l.number) AS matching_lines;
