-- Two tables with integer keys: 50,000 invoices, 60 of the last half hour, and some of their lines, which also say to
-- which invoice they belong.
CREATE TABLE invoices (
    number     bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    item       text,
    created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO invoices (item, created_at)
SELECT 'item ' || n,
       now() - CASE WHEN n <= 60 THEN n * interval '30 s' ELSE interval '2 hours' + n * interval '1 min' END
  FROM generate_series(1, 50000) AS n;
CREATE TABLE invoice_lines (
    id           bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    invoice      bigint NOT NULL REFERENCES invoices (number),
    invoice_item text
);
INSERT INTO invoice_lines (invoice, invoice_item) SELECT number, item FROM invoices WHERE number % 10 = 0;
-- References without a foreign key: a polymorphic one, and one in JSON.
CREATE TABLE comments (
    id             bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    subject_type   text NOT NULL,
    subject_number bigint NOT NULL,
    subject_item   text
);
INSERT INTO comments (subject_type, subject_number, subject_item)
SELECT 'invoice', number, item FROM invoices WHERE number % 10 = 1 UNION ALL SELECT 'customer', 7, NULL;
CREATE TABLE messages (content jsonb);
INSERT INTO messages
SELECT jsonb_build_object('invoice', number, 'item', item) FROM invoices WHERE number % 10 = 2
UNION ALL SELECT '{"greeting": "hello"}';
