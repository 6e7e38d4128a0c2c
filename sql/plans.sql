-- Plans and estimates that the documentation promises and no other test of their
-- functions shows.  ANALYZE reads all rows of each table, and those after now() are in
-- no cycle that ends soon: nothing depends on a sample or on the date.
SET TimeZone = 'UTC';
SELECT lanname = 'c' AS in_c FROM pg_proc JOIN pg_language AS l ON l.oid = prolang WHERE pg_proc.oid = 'sequential_uuids_present()'::regprocedure \gset
-- How many rows the planner expects.
CREATE FUNCTION estimated(query text) RETURNS bigint LANGUAGE sql AS $$
	SELECT substring(line, 'rows=(\d+)')::bigint FROM explained(query, 'COSTS') AS line LIMIT 1 $$;
-- A row each two seconds: with fixed times, in blocks of 30 rows, and up to now().
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, n int NOT NULL);
INSERT INTO orders SELECT uuid_interval_at(at), at, n FROM generate_series(0, 19999) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '2 s' AS at) AS t;
VACUUM ANALYZE orders;
-- In one transaction, whose now() is the last row's time.
BEGIN;
CREATE TABLE recent (LIKE orders INCLUDING ALL);
INSERT INTO recent SELECT uuid_interval_at(at, '1 min', '36500 days'), at, n FROM generate_series(0, 19999) AS n, LATERAL (SELECT now() - n * interval '2 s' AS at) AS t;
ANALYZE recent;

-- doc/functions.md: estimates are as exact as a bin of the histogram, 200 rows: none or
-- one of them; half of one up to now().
CREATE VIEW of_minutes AS
SELECT estimated(format('SELECT FROM orders WHERE uuid_interval_between(id, %L, %L)', at, at + interval '1 min')) / 10 * 10 AS estimate, count(*) > 50 AS often
  FROM generate_series(timestamptz '2026-01-01 01:00', '2026-01-01 10:00', '1 min') AS at GROUP BY 1 ORDER BY 1;
TABLE of_minutes;
SELECT estimated('SELECT FROM recent WHERE ' || condition) BETWEEN 100 AND 102 AS half_a_bin, condition
  FROM unnest(ARRAY[$$uuid_interval_since(id, now() - interval '1 min', '1 min', '36500 days')$$, $$uuid_interval_between(id, now() - interval '1 min', now(), '1 min', '36500 days')$$]) AS condition;
-- no rows and an empty second range count as one row
SELECT estimated('SELECT FROM orders WHERE uuid_interval_between(id, ''2026-01-01 05:00'', ''2026-01-01 05:00'')') AS of_no_time;
-- generic plans and joins get a share of the table
PREPARE of_span(timestamptz, timestamptz) AS SELECT FROM orders WHERE uuid_interval_between(id, $1, $2);
SET plan_cache_mode = force_generic_plan;
SELECT estimated('EXECUTE of_span(''2026-01-01 05:00'', ''2026-01-01 05:01'')') BETWEEN 100 AND 200 AS of_any_span;
RESET plan_cache_mode;
SELECT estimated('SELECT FROM (SELECT max(created_at) AS a FROM orders) AS t JOIN orders AS o ON uuid_interval_since(o.id, t.a)') BETWEEN 2000 AND 5000 AS of_a_join;
-- more bins help: here of 20 rows
ALTER TABLE orders ALTER COLUMN id SET STATISTICS 1000;
ALTER TABLE recent ALTER COLUMN id SET STATISTICS 1000;
ANALYZE orders, recent;
TABLE of_minutes;
SELECT estimated($$SELECT FROM recent WHERE uuid_interval_since(id, now() - interval '1 min', '1 min', '36500 days')$$) BETWEEN 30 AND 72 AS since_a_minute;
DROP VIEW of_minutes;
COMMIT;

-- Two ranges, by a BitmapOr: with now() and other stable expressions, and with
-- uuid_interval_since() always.
SELECT plan($$SELECT * FROM recent WHERE uuid_interval_between(id, now() - interval '1 min', now(), '1 min', '36500 days')$$);
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(id, '2026-01-01 05:00', timestamptz '2026-01-01 05:00' + interval '1 min')$$);
SET enable_seqscan = off;
SELECT plan($$SELECT * FROM recent WHERE uuid_interval_since(id, '2026-01-01', '1 min', '36500 days')$$);
-- so that ORDER BY with LIMIT goes through the whole index, with OFFSET 0 it does not
SELECT plan($$SELECT * FROM recent WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '36500 days') ORDER BY id LIMIT 10$$);
SELECT plan($$SELECT * FROM (SELECT * FROM recent WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '36500 days') OFFSET 0) AS o ORDER BY id LIMIT 10$$);
-- An argument may cost 10, not more; the default of PL/pgSQL is 100.
CREATE FUNCTION an_hour_ago() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$BEGIN RETURN now() - interval '1 hour'; END$$;
SELECT plan($$SELECT * FROM recent WHERE uuid_interval_since(id, an_hour_ago(), '1 min', '36500 days')$$);
ALTER FUNCTION an_hour_ago() COST 11;
SELECT plan($$SELECT * FROM recent WHERE uuid_interval_since(id, an_hour_ago(), '1 min', '36500 days')$$);
ALTER FUNCTION an_hour_ago() COST 10;
SELECT plan($$SELECT * FROM recent WHERE uuid_interval_since(id, an_hour_ago(), '1 min', '36500 days')$$);
DROP FUNCTION an_hour_ago();
-- Row-level security lets no condition of a join through, but one with a parameter.
CREATE ROLE regress_uuids_user;
GRANT SELECT ON recent TO regress_uuids_user;
ALTER TABLE recent ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON recent USING (n % 2 = 1);
SET ROLE regress_uuids_user;
SELECT plan($$SELECT o.* FROM (SELECT now() - interval '1 hour' AS a OFFSET 0) AS t JOIN recent AS o ON uuid_interval_since(o.id, t.a, '1 min', '36500 days')$$);
PREPARE recent_ones(timestamptz) AS SELECT * FROM recent WHERE uuid_interval_since(id, $1, '1 min', '36500 days');
SELECT plan('EXECUTE recent_ones(now() - interval ''1 hour'')');
SET plan_cache_mode = force_generic_plan;
SELECT plan('EXECUTE recent_ones(now() - interval ''1 hour'')');
RESET plan_cache_mode;
RESET ROLE;
DEALLOCATE ALL;
DROP POLICY odd ON recent;
ALTER TABLE recent DISABLE ROW LEVEL SECURITY;
REVOKE ALL ON recent FROM regress_uuids_user;
DROP ROLE regress_uuids_user;
RESET enable_seqscan;

-- sql-only/README.md: with times that are not constants, uuid_interval_between() is
-- checked again for each row, uuid_interval_since() is not; in C neither is.
SELECT bool_or(line ~ '^ *Filter:') <> :'in_c'::bool AS "between" FROM explained($$SELECT * FROM recent WHERE uuid_interval_between(id, now() - interval '1 min', now(), '1 min', '36500 days')$$) AS line;
SELECT bool_or(line ~ '^ *Filter:') AS since FROM explained($$SELECT * FROM recent WHERE uuid_interval_since(id, now() - interval '1 min', '1 min', '36500 days')$$) AS line;
-- Calls are replaced by what they stand for, with constant parameters converted, and
-- refused, while planning.
SELECT bool_or(line ~ 'gen_random_uuid\(\)') <> :'in_c'::bool AS replaced, bool_or(line ~ 'sequential_uuids_(size|count|check)') AS not_yet_converted
  FROM explained($$SELECT uuid_time_nextval(), uuid_interval_nextval('10 ms', '500 days')$$, 'COSTS OFF, VERBOSE') AS line;
SELECT error_of($$EXPLAIN SELECT uuid_interval_nextval('0') FROM orders$$) ~ '^22023' <> :'in_c'::bool AS refused;

-- doc/functions.md: UUIDv7.  Partitions are left out while planning for literals, at
-- the start of the execution for now(), and not for a condition on uuid_timestamp().
CREATE TABLE readings (id uuid PRIMARY KEY, value float8) PARTITION BY RANGE (id);
CREATE TABLE readings_2026_01 PARTITION OF readings FOR VALUES FROM (uuid_v7_lower('2026-01-01')) TO (uuid_v7_lower('2026-02-01'));
CREATE TABLE readings_2026_02 PARTITION OF readings FOR VALUES FROM (uuid_v7_lower('2026-02-01')) TO (uuid_v7_lower('2026-03-01'));
CREATE TABLE readings_later PARTITION OF readings DEFAULT;
INSERT INTO readings SELECT uuid_v7_at(timestamptz '2026-01-01' + n * interval '4 min') FROM generate_series(0, 19999) AS n;
VACUUM ANALYZE readings;
SELECT plan_nodes($$SELECT * FROM readings WHERE uuid_v7_between(id, '2026-01-21', '2026-01-22')$$);
SELECT plan_nodes($$SELECT * FROM readings WHERE uuid_v7_since(id, now() - interval '1 hour')$$);
SELECT count(*) AS scanned FROM plan_nodes($$SELECT * FROM readings WHERE uuid_timestamp(id) >= '2026-01-21' AND uuid_timestamp(id) < '2026-01-22'$$) AS line WHERE line ~ 'Scan on';
-- always one range, in the order of the key
SELECT plan($$SELECT * FROM readings_2026_01 WHERE uuid_v7_since(id, now() - interval '1 hour') ORDER BY id LIMIT 10$$);
-- No worker scans for a condition up to now.
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET max_parallel_workers_per_gather = 2;
SELECT condition, (SELECT count(*) FROM plan_nodes(format('SELECT count(value) FROM readings WHERE %s', condition)) AS line WHERE line ~ 'Gather') AS gathered
  FROM unnest('{"uuid_v7_between(id, now() - interval ''10 years'', now())","uuid_v7_since(id, now() - interval ''10 years'')"}'::text[]) AS condition;
RESET min_parallel_table_scan_size;
RESET min_parallel_index_scan_size;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET max_parallel_workers_per_gather;
DROP TABLE readings;

-- Functions that decode can be indexed, and the index is used.
CREATE INDEX by_window ON orders USING gist (uuid_interval_window(id, created_at)) WHERE n < 1000;
CREATE INDEX by_time ON orders (uuid_interval_block(created_at));
CREATE INDEX of_a_block ON orders (n) WHERE uuid_block(id) = 28096;
VACUUM ANALYZE orders;
SELECT count(*) AS by_window FROM plan($$SELECT * FROM orders WHERE uuid_interval_window(id, created_at) @> timestamptz '2026-01-01 00:15' AND n < 1000$$) AS line WHERE line ~ 'Scan.* by_window';
SELECT plan_nodes($$SELECT * FROM orders WHERE uuid_interval_block(created_at) = 28100$$);
SELECT plan_nodes($$SELECT * FROM orders WHERE uuid_block(id) = 28096 AND n < 10$$);
DROP TABLE orders, recent;

-- doc/from-uuidv1.md: a partial index finds what is left to convert, and the primary
-- key the row of an old key or of its new one.
CREATE TABLE customers (id uuid PRIMARY KEY);
INSERT INTO customers SELECT uuid_v6_to_v1(overlay(uuid_v7_at(timestamptz '2026-01-01' + n * interval '1 s')::text PLACING '6' FROM 15 FOR 1)::uuid) FROM generate_series(1, 100) AS n;
INSERT INTO customers SELECT uuid_v7_at(timestamptz '2026-01-01' + n * interval '1 s') FROM generate_series(1, 19900) AS n;
CREATE INDEX customers_v1 ON customers (id) WHERE uuid_version(id) = 1;
CREATE INDEX by_timestamp ON customers (uuid_timestamp(id));
VACUUM ANALYZE customers;
SELECT plan_nodes('SELECT id FROM customers WHERE uuid_version(id) = 1 LIMIT 1000');
SELECT plan_nodes('SELECT count(*) FROM customers WHERE uuid_version(id) = 1');
PREPARE of_either(uuid) AS SELECT id FROM customers WHERE id IN ($1, CASE uuid_version($1) WHEN 1 THEN uuid_v1_to_v7($1) END) FOR KEY SHARE;
SELECT plan_nodes('EXECUTE of_either(''c232ab00-9414-11ec-b3c8-9f6bdeced846'')');
SET plan_cache_mode = force_generic_plan;
SELECT plan_nodes('EXECUTE of_either(''c232ab00-9414-11ec-b3c8-9f6bdeced846'')');
RESET plan_cache_mode;
DEALLOCATE of_either;
SELECT plan_nodes($$SELECT id FROM customers WHERE uuid_timestamp(id) BETWEEN '2026-01-01 01:00' AND '2026-01-01 01:05'$$);
DROP TABLE customers;

-- doc/functions.md: opaque keys.  OFFSET 0 has the planner use the index, although it
-- takes each range for a 200th of the table; a plain join takes it for a ninth, and
-- reads the table from end to end.
CREATE EXTENSION sequential_uuids_opaque;
SELECT uuid_secret_create('orders');
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, payload text);
INSERT INTO orders SELECT uuid_opaque_at('orders', at, '10 min', '100 days'), at, repeat('x', 60) FROM generate_series(timestamptz '2026-01-01', timestamptz '2026-01-01 23:59:40', '20 s') AS at;
VACUUM ANALYZE orders;
CREATE VIEW ranges AS SELECT * FROM uuid_opaque_ranges('orders', '2026-01-01 23:00', '2026-01-02', '10 min', '100 days');
CREATE VIEW by_offset AS SELECT o.* FROM ranges AS r CROSS JOIN LATERAL (SELECT * FROM orders WHERE id BETWEEN r.lo AND r.hi OFFSET 0) AS o;
CREATE VIEW by_join AS SELECT o.* FROM ranges AS r JOIN orders AS o ON id BETWEEN r.lo AND r.hi;
SELECT plan_nodes($$SELECT * FROM by_offset WHERE created_at >= '2026-01-01 23:00'$$);
SELECT plan_nodes($$SELECT * FROM by_join WHERE created_at >= '2026-01-01 23:00'$$);
SELECT (SELECT count(*) FROM by_offset) AS found, (SELECT count(*) FROM by_join) AS found_by_join,
	   round(rows / estimated('TABLE by_offset'), -1) AS "200th", round(rows / estimated('TABLE by_join')) AS ninth
  FROM (SELECT estimated('TABLE ranges') * 4320.0 AS rows) AS s;
DROP VIEW by_offset, by_join, ranges;
DROP TABLE orders;
DROP EXTENSION sequential_uuids_opaque;
DROP FUNCTION estimated(text);
RESET TimeZone;
