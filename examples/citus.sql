-- Statements that are particular on Citus: doc/servers.md says when you need them. For the coordinator, unless
-- a heading names another node. t/019_citus.pl runs them.

-- with citus: tables distributed by their keys; for orders, by the column that refers to another table
CREATE EXTENSION sequential_uuids;
CREATE TABLE customers (
    id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
    name text,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE orders (customer_id uuid, id uuid DEFAULT uuid_time_nextval(), item text, PRIMARY KEY (customer_id, id));
SELECT create_distributed_table('customers', 'id');
SELECT create_distributed_table('orders', 'customer_id', colocate_with => 'customers');
INSERT INTO customers (name) SELECT 'customer ' || i FROM generate_series(1, 100) AS i;
INSERT INTO orders (customer_id, item) SELECT id, 'an order' FROM customers;
SELECT count(*) FROM customers JOIN orders ON customer_id = customers.id;

-- with citus: the rows of a span of time; uuid_interval_since ends at the clock of each worker
SELECT count(*) FROM customers
 WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
   AND created_at >= now() - interval '1 hour';
SET citus.explain_all_tasks = on;
EXPLAIN (COSTS OFF)
SELECT * FROM customers
 WHERE uuid_interval_between(id, '2026-11-16 12:00+00', '2026-11-16 13:00+00', '1 min', '65536 min')
   AND created_at >= '2026-11-16 12:00+00' AND created_at < '2026-11-16 13:00+00';

-- with citus: changing them; uuid_interval_since would fail here
UPDATE customers SET name = upper(name)
 WHERE uuid_interval_between(id, now() - interval '1 hour', now(), '1 min', '65536 min')
   AND created_at >= now() - interval '1 hour';

-- with citus: a table with random keys
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), item text, created_at timestamptz DEFAULT now());
SELECT create_distributed_table('events', 'id');
INSERT INTO events (item, created_at) SELECT 'old', now() - i * interval '1 min' FROM generate_series(1, 1000) AS i;
-- Then set another default, as the page shows.

-- with citus: what is impossible on a distributed table. This locks it, and takes space for all rows on the
-- coordinator, which the last statement gives back. Give the colocate_with or shard_count that it had.
BEGIN;
SELECT uuid_interval_nextval('10 s', '45 days');
SELECT undistribute_table('events');
ALTER TABLE events ALTER COLUMN id SET DEFAULT uuid_interval_nextval('10 s', '45 days');
SELECT create_distributed_table('events', 'id');
COMMIT;
SELECT truncate_local_data_after_distributing_table('events');

-- with citus: keys for old rows, with the interval and cycle of the column default. Before COMMIT, set owner,
-- privileges, row-level security and policies, triggers, foreign keys and storage parameters again, and rename other
-- indexes. If other tables hold the keys, keep the old key in a column until you have changed those.
BEGIN;
LOCK TABLE events;
CREATE TABLE new_events (LIKE events INCLUDING ALL);
SELECT create_distributed_table('new_events', 'id', colocate_with => 'events');
INSERT INTO new_events SELECT uuid_interval_at(created_at, '10 s', '45 days'), item, created_at FROM events;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
ALTER INDEX new_events_pkey RENAME TO events_pkey;
COMMIT;

-- with citus: a sequence exists before the table is distributed, with its owner:
-- `cannot create sequences that specify a distributed table in their OWNED BY option`. Roles need USAGE on it, which
-- Citus grants on every node: `permission denied for sequence invoices_id_seq`. A worker's values begin at 2^48 times
-- its groupid, plus 1: at block 0, like the coordinator's, if block size times count divides 2^48.
CREATE TABLE invoices (id uuid PRIMARY KEY, amount numeric);
CREATE SEQUENCE invoices_id_seq CACHE 100 OWNED BY invoices.id;
SELECT uuid_sequence_nextval('invoices_id_seq');
ALTER TABLE invoices ALTER COLUMN id SET DEFAULT uuid_sequence_nextval('invoices_id_seq');
SELECT create_distributed_table('invoices', 'id');

-- with citus: UUIDv7 with the groupid as its node (8 bits are enough up to 255), for some microseconds per key
CREATE FUNCTION this_node() RETURNS int LANGUAGE sql STABLE PARALLEL SAFE
    AS 'SELECT groupid FROM pg_catalog.pg_dist_local_group';
CREATE TABLE readings (id uuid PRIMARY KEY DEFAULT uuid_v7_nextval(this_node(), 8), value float8);
SELECT create_distributed_table('readings', 'id');
INSERT INTO readings (value) VALUES (20.5);
INSERT INTO readings (value) SELECT 21 FROM readings;

-- with citus: a reference table gets a column with keys; rows inserted meanwhile keep theirs
CREATE TABLE countries (code text PRIMARY KEY);
SELECT create_reference_table('countries');
INSERT INTO countries VALUES ('de'), ('fr'), ('it');

ALTER TABLE countries ADD COLUMN id uuid;
SELECT uuid_time_nextval();
ALTER TABLE countries ALTER COLUMN id SET DEFAULT uuid_time_nextval();
WITH new AS MATERIALIZED (SELECT code, uuid_time_nextval() AS id FROM countries WHERE id IS NULL)
UPDATE countries SET id = new.id FROM new WHERE new.code = countries.code AND countries.id IS NULL;
ALTER TABLE countries ALTER COLUMN id SET NOT NULL;

-- with citus: opaque keys; each node that generates some puts them in places of its own
CREATE TABLE documents (
    id uuid PRIMARY KEY DEFAULT uuid_opaque_nextval('documents 3f9d0c6e51b7a2844e08d1f7b6c95a30', '1 min', '65536 min'),
    body text,
    created_at timestamptz NOT NULL DEFAULT now()
);
SELECT create_distributed_table('documents', 'id');
INSERT INTO documents (body) SELECT 'a text' FROM generate_series(1, 1000);
INSERT INTO documents (body) SELECT body FROM documents;

-- with citus, on a worker: what the indexes cost
SET citus.override_table_visibility = off;
SELECT table_name, rows, wal_now, reason FROM uuid_index_report() LIMIT 10;
