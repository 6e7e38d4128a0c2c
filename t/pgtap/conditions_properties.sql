-- Conditions by time on a key, with a million rows, one every two seconds up to now: the
-- run times that doc/functions.md quotes, of plans that sql/conditions.sql and
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
INSERT INTO orders SELECT uuid_interval_at(at, '1 min', '36500 days'), at
  FROM generate_series(1, 1000000) AS i, LATERAL (SELECT clock_timestamp() - (1000000 - i) * interval '2 s' AS at) AS t;
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
SELECT format('uuid_interval_between(id, %L, %L, ''1 min'', ''36500 days'')', now() - interval '3 days 1 hour', now() - interval '3 days') AS three_days_ago \gset
SELECT matches(pg_temp.plan_of(:'last_hour' || ' AND ' || :'since'), :'uses_key', 'the last hour: the primary key');
SELECT cmp_ok((SELECT count(*) FROM orders WHERE created_at >= now() - interval '1 hour'), '>', 1000::bigint, 'there are rows to find');
SELECT set_eq(:'last_hour' || ' AND ' || :'since', :'last_hour', 'and it finds what a scan finds');
SELECT matches(pg_temp.plan_of(:'last_hour'), 'Workers Planned: 2.*Parallel Seq Scan on orders', 'in which two workers read the table');
SELECT matches(pg_temp.plan_of(format('SELECT * FROM orders WHERE %s ORDER BY id LIMIT 10', :'three_days_ago')), :'uses_key', 'constants, in the order of the key: the primary key');
SELECT matches(pg_temp.plan_of(format('SELECT * FROM (SELECT * FROM orders WHERE %s AND created_at >= now() - interval ''1 hour'' OFFSET 0) AS o ORDER BY id LIMIT 10', :'since')), :'uses_key', 'now(), with OFFSET 0: the primary key');
-- This tests every row, which would take a minute in SQL.
SELECT lanname = 'c' AS in_c FROM pg_proc JOIN pg_language AS l ON l.oid = prolang WHERE pg_proc.oid = 'sequential_uuids_present()'::regprocedure \gset
\if :in_c
SELECT matches(pg_temp.plan_of(format('SELECT * FROM orders WHERE %s ORDER BY id LIMIT 10', :'since')), 'Index Scan using orders_pkey.*Filter: .*Rows Removed by Filter: 99\d{4}\M', 'without OFFSET 0: all of the index');
\else
SELECT skip('it takes long in SQL');
\endif

SELECT * FROM finish();
ROLLBACK;
