-- runs: long; edition in SQL: yes; JIT: 10
-- Conditions by time on a key, with a million rows, one every two seconds up to now: the
-- run times that doc/time.md quotes, of plans that sql/conditions.sql and
-- sql/plans.sql test with fewer rows, and that they find what a scan finds.  The cycle is
-- long, since otherwise its wrap would be among the rows on some days only.
\ir ../lib/quiet.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(7);

SET LOCAL work_mem = '16MB';
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL client_min_messages = warning;
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, payload text DEFAULT repeat('x', 60));
WITH minutes AS MATERIALIZED (
	SELECT minute, uuid_interval_at(minute, '1 min', '36500 days')::text AS key
	  FROM generate_series(date_trunc('minute', now()) - interval '33333 min', now(), '1 min') AS minute
)
INSERT INTO orders
SELECT (left(key, 14) || substr(gen_random_uuid()::text, 15))::uuid, at
  FROM minutes, LATERAL generate_series(minute, minute + interval '58 s', '2 s') AS at
 WHERE at <= now();
ANALYZE orders;

-- The plan, shown.
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text; plan text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ' || query LOOP
		plan := plan || line || E'\n';
	END LOOP;
	RAISE INFO E'%\n%', query, plan;
	RETURN plan;
END $$;

\set uses_key 'Index Scan (using|on) orders_pkey.*Index Cond: .*id >= '
\set last_hour 'SELECT * FROM orders WHERE created_at >= now() - interval ''1 hour'''
\set since 'uuid_interval_since(id, now() - interval ''1 hour'', ''1 min'', ''36500 days'')'
SELECT format('uuid_interval_between(id, %L, %L, ''1 min'', ''36500 days'')',
			  now() - interval '3 days 1 hour', now() - interval '3 days') AS between_constants \gset
SELECT :'last_hour' || ' AND ' || :'since' AS last_hour_by_key,
	   format('SELECT * FROM orders WHERE %s ORDER BY id LIMIT 10', :'since') AS ten_since,
	   format('SELECT * FROM (%s AND %s OFFSET 0) AS o ORDER BY id LIMIT 10', :'last_hour', :'since')
	   AS ten_of_last_hour,
	   format('SELECT * FROM orders WHERE %s ORDER BY id LIMIT 10', :'between_constants') AS ten_between_constants \gset

SELECT matches(pg_temp.plan_of(:'last_hour_by_key'), :'uses_key',
	'a condition on the last hour uses the primary key');
SELECT cmp_ok((SELECT count(*) FROM (:last_hour) AS o), '>', 1000::bigint,
	'the last hour has more than a thousand rows');
SELECT set_eq(:'last_hour_by_key', :'last_hour', 'the condition on the key finds all rows of the last hour');
SELECT matches(pg_temp.plan_of(:'last_hour'), 'Workers Planned: 2.*Parallel Seq Scan on orders',
	'without that condition, two workers read the whole table');
SELECT matches(pg_temp.plan_of(:'ten_between_constants'), :'uses_key',
	'a condition with constants uses the primary key, also in its order');
SELECT matches(pg_temp.plan_of(:'ten_of_last_hour'), :'uses_key',
	'a condition with now() uses the primary key, also in its order, if OFFSET 0 keeps them apart');
-- This tests every row, which would take a minute in SQL.
SELECT lanname = 'c' AS in_c
  FROM pg_proc JOIN pg_language AS l ON l.oid = prolang
 WHERE pg_proc.oid = 'sequential_uuids_present()'::regprocedure \gset
\if :in_c
SELECT matches(pg_temp.plan_of(:'ten_since'),
	'Index Scan using orders_pkey.*Filter: .*Rows Removed by Filter: 99\d{4}\M',
	'without OFFSET 0, a condition with now() reads the whole index');
\else
SELECT skip('it takes long in SQL');
\endif

SELECT * FROM finish();
ROLLBACK;
