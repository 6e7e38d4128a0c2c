\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; JIT: 0
-- Plans and estimates that the documentation promises and no other test of their
-- functions shows.  ANALYZE reads all rows of each table, and those after now() are in
-- no cycle that ends soon: nothing depends on a sample or on the date.
SET TimeZone = 'UTC';
SELECT lanname = 'c' AS in_c
  FROM pg_proc
  JOIN pg_language AS l ON l.oid = prolang
 WHERE pg_proc.oid = 'sequential_uuids_present()'::regprocedure
\gset
-- A row each two seconds: with fixed times, in blocks of 30 rows, and up to now().
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, n int NOT NULL);
INSERT INTO orders
SELECT uuid_interval_at(at, '1 min', '36 days'), at, n
  FROM generate_series(0, 19999) AS n,
	   LATERAL (SELECT timestamptz '2026-01-01' + n * interval '2 s' AS at) AS t;
VACUUM ANALYZE orders;
-- In one transaction, whose now() is the last row's time.
BEGIN;
CREATE TABLE recent (LIKE orders INCLUDING ALL);
INSERT INTO recent
SELECT uuid_interval_at(at, '1 min', '36500 days'), at, n
  FROM generate_series(0, 19999) AS n,
	   LATERAL (SELECT now() - n * interval '2 s' AS at) AS t;
ANALYZE recent;

-- Up to now(), a condition on the rows of the last minute, of the last hour.
\set last_minute 'uuid_interval_since(id, now() - interval ''1 min'', ''1 min'', ''36500 days'')'
\set last_hour 'uuid_interval_since(id, now() - interval ''1 hour'', ''1 min'', ''36500 days'')'
\set minute_before_now 'uuid_interval_between(id, now() - interval ''1 min'', now(), ''1 min'', ''36500 days'')'
-- Estimates are as exact as a bin of the histogram, 200 rows: none or
-- one of them; half of one up to now().  No rows and an empty second range count as one
-- row.  Generic plans and joins get a share of the table.
CREATE VIEW of_minutes AS
SELECT estimated(query) / 10 * 10 AS estimate, count(*) > 50 AS often
  FROM generate_series(timestamptz '2026-01-01 01:00', '2026-01-01 10:00', '1 min') AS at,
	   format($$SELECT FROM orders WHERE uuid_interval_between(id, %L, %L, '1 min', '36 days')$$,
			  at, at + interval '1 min') AS query
 GROUP BY 1
 ORDER BY 1;
TABLE of_minutes;
PREPARE of_span(timestamptz, timestamptz) AS
SELECT FROM orders WHERE uuid_interval_between(id, $1, $2, '1 min', '36 days');
SET plan_cache_mode = force_generic_plan;
SELECT name, lowest, highest, estimated(query) BETWEEN lowest AND highest AS as_expected
  FROM (VALUES ('since', 100, 102, 'SELECT FROM recent WHERE ' || :'last_minute'),
			   ('between', 100, 102, 'SELECT FROM recent WHERE ' || :'minute_before_now'),
			   ('no time', 1, 1, $$
				SELECT FROM orders
				 WHERE uuid_interval_between(id, '2026-01-01 05:00', '2026-01-01 05:00', '1 min', '36 days')$$),
			   ('any span', 100, 200, $$EXECUTE of_span('2026-01-01 05:00', '2026-01-01 05:01')$$),
			   ('a join', 2000, 5000, $$
				SELECT FROM (SELECT max(created_at) AS a FROM orders) AS t
				  JOIN orders AS o ON uuid_interval_since(o.id, t.a, '1 min', '36 days')$$)
	   ) AS q (name, lowest, highest, query);
RESET plan_cache_mode;
-- More bins help: here of 20 rows.
ALTER TABLE orders ALTER COLUMN id SET STATISTICS 1000;
ALTER TABLE recent ALTER COLUMN id SET STATISTICS 1000;
ANALYZE orders, recent;
TABLE of_minutes;
SELECT estimated('SELECT FROM recent WHERE ' || :'last_minute') BETWEEN 30 AND 72 AS since_a_minute;
DROP VIEW of_minutes;
COMMIT;

-- Two ranges, by a BitmapOr: with now() and other stable expressions, and with
-- uuid_interval_since() always, so that ORDER BY with LIMIT goes through the whole
-- index; with OFFSET 0 it does not.  An argument may cost 10, not more; the default of
-- PL/pgSQL is 100.
CREATE FUNCTION costs_100() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN now() - interval '1 hour';
END $$;
CREATE FUNCTION costs_11() RETURNS timestamptz LANGUAGE plpgsql STABLE COST 11 AS $$
BEGIN
	RETURN now() - interval '1 hour';
END $$;
CREATE FUNCTION costs_10() RETURNS timestamptz LANGUAGE plpgsql STABLE COST 10 AS $$
BEGIN
	RETURN now() - interval '1 hour';
END $$;
SELECT name, scans('SELECT * FROM ' || relation)
  FROM (VALUES ('now()', 'recent WHERE ' || :'minute_before_now'),
			   ('stable', $$orders WHERE uuid_interval_between(id, '2026-01-01 05:00',
								   timestamptz '2026-01-01 05:00' + interval '1 min',
								   '1 min', '36 days')$$)) AS q (name, relation);
SET enable_seqscan = off;
SELECT name, scans('SELECT * FROM ' || relation)
  FROM (VALUES ('since', $$recent WHERE uuid_interval_since(id, '2026-01-01', '1 min', '36500 days')$$),
			   ('LIMIT', 'recent WHERE ' || :'last_hour' || ' ORDER BY id LIMIT 10'),
			   ('OFFSET 0', format('(SELECT * FROM recent WHERE %s OFFSET 0) AS o ORDER BY id LIMIT 10', :'last_hour')),
			   ('cost 100', $$recent WHERE uuid_interval_since(id, costs_100(), '1 min', '36500 days')$$),
			   ('cost 11', $$recent WHERE uuid_interval_since(id, costs_11(), '1 min', '36500 days')$$),
			   ('cost 10', $$recent WHERE uuid_interval_since(id, costs_10(), '1 min', '36500 days')$$)
	   ) AS q (name, relation);
-- Under IS TRUE, as SQLAlchemy's .is_(True) and PostgREST's is.true write it, PostgreSQL makes no condition of an index
-- from what is inlined; = true is simplified to the bare call.
SELECT form, string_agg(name || ' ' || (scans(format('SELECT * FROM orders WHERE ' || form, condition)) ~ 'Index Cond'),
						', ' ORDER BY name COLLATE "C") AS uses_the_index
  FROM (VALUES ('%s'), ('%s = true'), ('%s IS TRUE'), ('coalesce(%s, false)')) AS f (form),
	   (VALUES ('since', $$uuid_interval_since(id, '2026-01-01', '1 min', '36500 days')$$),
			   ('between', $$uuid_interval_between(id, '2026-01-01 05:00', '2026-01-01 05:01', '1 min', '36 days')$$),
			   ('v7_since', $$uuid_v7_since(id, '2026-01-01')$$),
			   ('v7_between', $$uuid_v7_between(id, '2026-01-01', '2026-01-02')$$)) AS c (name, condition)
 GROUP BY form
 ORDER BY form COLLATE "C";
-- A function for the conditions of one table, so that queries do not repeat its parameters, is inlined as well.
CREATE FUNCTION recent_since(id uuid, from_time timestamptz) RETURNS boolean LANGUAGE sql STABLE
	RETURN uuid_interval_since(id, from_time, '1 min', '36500 days');
SELECT scans($$SELECT * FROM recent WHERE recent_since(id, now() - interval '1 hour')$$) AS by_function_of_the_table,
	   (SELECT count(*) FROM recent WHERE recent_since(id, now() - interval '1 hour'))
	   = (SELECT count(*) FROM recent WHERE :last_hour) AS same_rows;
-- doc/switching.md: also one that finds rows of the parameters before and of those after a change.
CREATE OR REPLACE FUNCTION recent_since(id uuid, from_time timestamptz) RETURNS boolean LANGUAGE sql STABLE
	RETURN uuid_interval_since(id, from_time, '1 min', '36500 days')
		OR uuid_interval_since(id, from_time, '5 min', '60 days');
SELECT scans($$SELECT * FROM recent WHERE recent_since(id, now() - interval '1 hour')$$) AS by_function_for_both;
DROP FUNCTION costs_100(), costs_11(), costs_10(), recent_since(uuid, timestamptz);
-- Row-level security lets no condition of a join through, but one with a parameter.
CREATE ROLE regress_uuids_user;
GRANT SELECT ON recent TO regress_uuids_user;
ALTER TABLE recent ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON recent USING (n % 2 = 1);
SET ROLE regress_uuids_user;
PREPARE recent_ones(timestamptz) AS SELECT * FROM recent WHERE uuid_interval_since(id, $1, '1 min', '36500 days');
SELECT scans($$SELECT o.* FROM (SELECT now() - interval '1 hour' AS a OFFSET 0) AS t
				 JOIN recent AS o ON uuid_interval_since(o.id, t.a, '1 min', '36500 days')$$) AS a_join;
SELECT scans($$EXECUTE recent_ones(now() - interval '1 hour')$$) AS custom;
SET plan_cache_mode = force_generic_plan;
SELECT scans($$EXECUTE recent_ones(now() - interval '1 hour')$$) AS generic;
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
SELECT (SELECT bool_or(line ~ '^ *Filter:')
		  FROM explained('SELECT * FROM recent WHERE ' || :'minute_before_now') AS line) <> :'in_c'::bool
	   AS between_is_checked_again_in_sql_only,
	   (SELECT bool_or(line ~ '^ *Filter:')
		  FROM explained('SELECT * FROM recent WHERE ' || :'last_minute') AS line)
	   AS since_is_checked_again;

-- doc/reference.md: UUIDv7.  Partitions are left out while planning for literals, at
-- the start of the execution for now(), and not for a condition on uuid_generated_at().
-- Always one range, in the order of the key.  No worker scans for a condition up to now.
CREATE TABLE readings (id uuid PRIMARY KEY, value float8) PARTITION BY RANGE (id);
CREATE TABLE readings_2026_01 PARTITION OF readings
	FOR VALUES FROM (uuid_v7_lower('2026-01-01')) TO (uuid_v7_lower('2026-02-01'));
CREATE TABLE readings_2026_02 PARTITION OF readings
	FOR VALUES FROM (uuid_v7_lower('2026-02-01')) TO (uuid_v7_lower('2026-03-01'));
CREATE TABLE readings_later PARTITION OF readings DEFAULT;
INSERT INTO readings
SELECT uuid_v7_at(timestamptz '2026-01-01' + n * interval '4 min') FROM generate_series(0, 19999) AS n;
VACUUM ANALYZE readings;
SELECT name, scans('SELECT * FROM ' || relation)
  FROM (VALUES ('literals', $$readings WHERE uuid_v7_between(id, '2026-01-21', '2026-01-22')$$),
			   ('now()', $$readings WHERE uuid_v7_since(id, now() - interval '1 hour')$$),
			   ('in order', $$readings_2026_01
				 WHERE uuid_v7_since(id, now() - interval '1 hour') ORDER BY id LIMIT 10$$)
	   ) AS q (name, relation);
CALL prefer_workers();
SELECT condition,
	   count(*) FILTER (WHERE line ~ 'Scan on' AND condition ~ '^uuid_generated_at') AS scanned,
	   bool_or(line ~ 'Workers Planned') AS by_workers
  FROM unnest(ARRAY[
		$$uuid_generated_at(id) >= '2026-01-21' AND uuid_generated_at(id) < '2026-01-22'$$,
		$$uuid_v7_between(id, least(now(), '2025-12-31'), now())$$,
		$$uuid_v7_since(id, least(now(), '2025-12-31'))$$]) AS condition,
	   plan('SELECT count(value) FROM readings WHERE ' || condition) AS line
 GROUP BY 1
 ORDER BY 1;
RESET ALL;
SET TimeZone = 'UTC';
DROP TABLE readings;

-- Functions that decode can be indexed, and the index is used.  Below a row-level security
-- policy only a leakproof one is: uuid_generated_at(), in C.  No workers, since calls
-- cost more in SQL.
SET max_parallel_workers_per_gather = 0;
CREATE INDEX by_window ON orders USING gist (uuid_interval_window(id, created_at, '1 min', '36 days'))
 WHERE n < 1000;
CREATE INDEX by_time ON orders (uuid_interval_block(created_at, '1 min', '36 days'));
CREATE INDEX of_a_block ON orders (n) WHERE uuid_block(id, 51840) = 8640;
CREATE TABLE customers (id uuid PRIMARY KEY);
INSERT INTO customers
SELECT uuid_v7_at(at) FROM generate_series(timestamptz '2026-01-01 00:00:01', '2026-01-01 05:31:40', '1 s') AS at;
CREATE INDEX by_generation ON customers (uuid_generated_at(id));
CREATE INDEX by_block ON customers (uuid_block(id, 256));
VACUUM ANALYZE orders, customers;
CREATE VIEW indexes AS
SELECT name,
	   (SELECT string_agg(index, ', ')
		  FROM plan(query) AS line, substring(line, 'Index (?:Only )?Scan (?:using|on) (\w+)') AS index) AS index
  FROM (VALUES ('window', $$SELECT * FROM orders
				 WHERE uuid_interval_window(id, created_at, '1 min', '36 days') @> timestamptz '2026-01-01 00:15'
				   AND n < 1000$$),
			   ('block of a time', $$SELECT * FROM orders
				 WHERE uuid_interval_block(created_at, '1 min', '36 days') = 8644$$),
			   ('block', 'SELECT * FROM orders WHERE uuid_block(id, 51840) = 8640 AND n < 10'),
			   ('first byte', 'SELECT id FROM customers WHERE uuid_block(id, 256) = 3'),
			   ('generation', $$SELECT id FROM customers
				 WHERE uuid_generated_at(id) BETWEEN '2026-01-01 01:00' AND '2026-01-01 01:05'$$)) AS q (name, query);
TABLE indexes;
DROP VIEW indexes;
CREATE ROLE regress_uuids_user;
GRANT SELECT ON customers TO regress_uuids_user;
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON customers USING (id::text ~ '[13579bdf]$');
SET ROLE regress_uuids_user;
SELECT scans($$SELECT id FROM customers WHERE uuid_generated_at(id) < '2026-01-01 00:01'$$)
	   ~ 'Scan .*by_generation' = :'in_c'::bool AS time_of_generation_is_indexed_in_c,
	   scans('SELECT id FROM customers WHERE uuid_block(id, 256) = 3') AS first_byte;
RESET ROLE;
DROP TABLE orders, recent, customers;
DROP ROLE regress_uuids_user;
