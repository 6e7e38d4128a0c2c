-- Invoices as "A new uuid column" has left them.
ALTER TABLE invoices ADD COLUMN id uuid;
UPDATE invoices SET id = uuid_interval_at(created_at, '5 min', '60 days');
ALTER TABLE invoices ALTER COLUMN id SET DEFAULT uuid_interval_nextval('5 min', '60 days'),
    ALTER COLUMN id SET NOT NULL;
CREATE UNIQUE INDEX invoices_id ON invoices (id);
