-- Moves what refers to an integer key to the uuid that uuid_column.sql has created beside
-- it, while clients are at work; then makes the uuid the primary key.
--
-- The tables are invoices (number bigint PRIMARY KEY, id uuid) and invoice_lines, whose
-- column invoice refers to invoices (number).  comments refers to invoices without a
-- foreign key, messages in JSON.  Run this as the tables' owner, step by step: the last
-- step comes after the last program has changed.  If a transaction with a lock_timeout
-- fails, repeat it.

\set ON_ERROR_STOP on
SET statement_timeout = 0;

-- 1. A second foreign key for each table that has one.  The trigger fills in whichever of
-- the two columns a client leaves out.
CREATE FUNCTION same_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.invoice_id IS NULL OR TG_OP = 'UPDATE' AND NEW.invoice <> OLD.invoice THEN
        NEW.invoice_id := (SELECT id FROM invoices WHERE number = NEW.invoice);
    ELSIF NEW.invoice IS NULL OR TG_OP = 'UPDATE' AND NEW.invoice_id <> OLD.invoice_id THEN
        NEW.invoice := (SELECT number FROM invoices WHERE id = NEW.invoice_id);
    END IF;
    RETURN NEW;
END $$;
BEGIN;
SET LOCAL lock_timeout = '500 ms';
ALTER TABLE invoice_lines ADD COLUMN invoice_id uuid;
CREATE TRIGGER same_invoice BEFORE INSERT OR UPDATE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION same_invoice();
COMMIT;

-- The trigger fills old rows, too.  This writes a new version of each: in a large table, do
-- it in batches, as uuid_column.sql does.
UPDATE invoice_lines SET invoice_id = NULL WHERE invoice_id IS NULL;

-- Write the ON DELETE and DEFERRABLE of the old foreign key, which \d shows.  For a moment,
-- this locks all clients out of invoice_lines, and writers out of invoices.
CREATE INDEX CONCURRENTLY invoice_lines_invoice_id ON invoice_lines (invoice_id);
BEGIN;
SET LOCAL lock_timeout = '500 ms';
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_id_is_there CHECK (invoice_id IS NOT NULL) NOT VALID,
    ADD FOREIGN KEY (invoice_id) REFERENCES invoices (id) NOT VALID;
COMMIT;
ALTER TABLE invoice_lines VALIDATE CONSTRAINT invoice_id_is_there;
ALTER TABLE invoice_lines VALIDATE CONSTRAINT invoice_lines_invoice_id_fkey;

-- 2. References that are no foreign keys, from the table of keys.  Repeat this once the last
-- program has changed, until it changes no row.
INSERT INTO new_invoice_keys SELECT number, id FROM invoices ON CONFLICT (number) DO NOTHING;
ALTER TABLE comments ADD COLUMN IF NOT EXISTS subject_id uuid;
UPDATE comments AS c SET subject_id = k.id
  FROM new_invoice_keys AS k
 WHERE c.subject_type = 'invoice' AND k.number = c.subject_number AND c.subject_id IS DISTINCT FROM k.id;
UPDATE messages AS m SET content = m.content || jsonb_build_object('invoice_id', k.id)
  FROM new_invoice_keys AS k
 WHERE k.number = (m.content ->> 'invoice')::bigint AND m.content ->> 'invoice_id' IS DISTINCT FROM k.id::text;

-- 3. Change all programs to read and write the new columns only.

-- 4. Drop the old column, and change the primary key.  This fails as long as another table
-- refers to invoices (number), which stays, without an index.
BEGIN;
SET LOCAL lock_timeout = '500 ms';
DROP TRIGGER same_invoice ON invoice_lines;
DROP FUNCTION same_invoice();
ALTER TABLE invoice_lines ALTER COLUMN invoice_id SET NOT NULL;
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_id_is_there, DROP COLUMN invoice;
ALTER TABLE invoices DROP CONSTRAINT invoices_pkey, ADD CONSTRAINT invoices_pkey PRIMARY KEY USING INDEX invoices_id;
COMMIT;
