\set ECHO errors
-- What the functions are for: column defaults, with every way to insert rows.
CREATE SEQUENCE order_seq;
CREATE TABLE orders (
	id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
	alternative uuid UNIQUE DEFAULT uuid_sequence_nextval('order_seq', 256, 65536),
	item text
);
\d orders

INSERT INTO orders (item) VALUES ('one row');
INSERT INTO orders (item) VALUES ('many'), ('rows');
INSERT INTO orders (item) SELECT 'row ' || i FROM generate_series(1, 50000) AS i;
COPY orders (item) FROM stdin;
copied
too
\.
INSERT INTO orders (item) VALUES ('returned') RETURNING id IS NOT NULL AS id, alternative IS NOT NULL AS alternative;
INSERT INTO orders (id, item) SELECT id, 'conflict' FROM orders LIMIT 1 ON CONFLICT (id) DO NOTHING;
UPDATE orders SET id = DEFAULT, alternative = DEFAULT WHERE item = 'returned';
SELECT count(*), count(DISTINCT id), count(DISTINCT alternative) FROM orders;

-- volatile: a new value for each row and each call
SELECT count(DISTINCT a), count(DISTINCT b), count(*) FILTER (WHERE a = b) AS same
  FROM (SELECT uuid_time_nextval() AS a, uuid_time_nextval() AS b FROM orders) AS s;

-- a column added with the default gets a value per row, not one for all
ALTER TABLE orders ADD COLUMN added uuid DEFAULT uuid_sequence_nextval('order_seq');
SELECT count(DISTINCT added) FROM orders;

-- in a function whose plan is kept over several calls
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE plpgsql AS $$ BEGIN RETURN uuid_time_nextval(1, 4); END $$;
SELECT count(DISTINCT new_id()) FROM generate_series(1, 1000);
DROP FUNCTION new_id();

DROP TABLE orders;
DROP SEQUENCE order_seq;
