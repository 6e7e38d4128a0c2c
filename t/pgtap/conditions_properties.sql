-- Conditions by time on a key, with a million rows: their plans, which use the primary
-- key, and their run times.  One table has one cycle; one has twenty, so that rows of
-- earlier cycles share its blocks.  Also across the wrap, and with rows of the
-- transaction itself.  The rows end now, as in a table that is in use.  The one cycle
-- is long, since otherwise its wrap would be among the rows on some days only.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(23);

SET LOCAL work_mem = '16MB';
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL client_min_messages = warning;
CREATE TABLE one_cycle (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, payload text DEFAULT repeat('x', 60));
INSERT INTO one_cycle SELECT uuid_interval_at(at, '1 min', '36500 days'), at
  FROM generate_series(1, 1000000) AS i, LATERAL (SELECT clock_timestamp() - (1000000 - i) * interval '2 s' AS at) AS t;
CREATE TABLE twenty_cycles (LIKE one_cycle INCLUDING ALL);
INSERT INTO twenty_cycles SELECT uuid_interval_at(created_at, '20 s', '100000 s'), created_at FROM one_cycle ORDER BY created_at;
CREATE TABLE by_v7 (LIKE one_cycle INCLUDING ALL);
INSERT INTO by_v7 SELECT uuid_v7_at(created_at), created_at FROM one_cycle ORDER BY created_at;
ANALYZE one_cycle, twenty_cycles, by_v7;

CREATE FUNCTION pg_temp.explain(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ' || query;
END $$;

-- The rows of a span of time, by the key and its blocks' other rows left out, and
-- by a scan of the whole table.
CREATE FUNCTION pg_temp.exact(from_time text, to_time text) RETURNS text
RETURN 'created_at >= ' || from_time || coalesce(' AND created_at < ' || to_time, '');
CREATE FUNCTION pg_temp.by_key(tab text, condition text, from_time text, to_time text DEFAULT NULL) RETURNS text
RETURN format('SELECT * FROM %I WHERE %s AND %s', tab, condition, pg_temp.exact(from_time, to_time));
CREATE FUNCTION pg_temp.by_scan(tab text, from_time text, to_time text DEFAULT NULL) RETURNS text
RETURN format('SELECT * FROM %I WHERE %s', tab, pg_temp.exact(from_time, to_time));

-- The plan, shown.
CREATE FUNCTION pg_temp.plan_of(query text, title text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	plan text := (SELECT string_agg(line, E'\n') FROM pg_temp.explain(query) AS line);
BEGIN
	RAISE INFO E'%:\n%\n%\n', title, query, plan;
	RETURN plan;
END $$;

-- Does it use the primary key, and no sequential scan?
CREATE FUNCTION pg_temp.uses_key(query text, title text) RETURNS bool LANGUAGE sql AS $$
	SELECT plan ~ 'Index Scan (using|on) \w+_pkey' AND plan ~ 'Index Cond: .*\mid >= ' AND plan !~ 'Seq Scan on' FROM pg_temp.plan_of(query, title) AS plan $$;

\set last_hour '$$now() - interval ''1 hour''$$'
\set since '$$uuid_interval_since(id, now() - interval ''1 hour'', ''1 min'', ''36500 days'')$$'
\set since_of_twenty '$$uuid_interval_since(id, now() - interval ''1 hour'', ''20 s'', ''100000 s'')$$'

SELECT ok(pg_temp.uses_key(pg_temp.by_key('one_cycle', :since, :last_hour), 'one cycle, the last hour'), 'one cycle: the query uses the primary key');
SELECT cmp_ok((SELECT count(*) FROM one_cycle WHERE created_at >= now() - interval '1 hour'), '>', 1000::bigint, 'there are rows to find');
SELECT set_eq(pg_temp.by_key('one_cycle', :since, :last_hour), pg_temp.by_scan('one_cycle', :last_hour), 'and it finds what a scan finds');
SELECT matches(pg_temp.plan_of(pg_temp.by_scan('one_cycle', :last_hour), 'the same by a scan'), 'Workers Planned: 2.*Parallel Seq Scan on one_cycle', 'in which two workers read the table');
SELECT is_empty($$SELECT * FROM one_cycle WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '36500 days') AND created_at < date_trunc('minute', now() - interval '1 hour')$$,
	'the condition alone is true from the beginning of a block on');

SELECT ok(pg_temp.uses_key(pg_temp.by_key('twenty_cycles', :since_of_twenty, :last_hour), 'twenty cycles, the last hour'), 'twenty cycles: the query uses the primary key');
SELECT set_eq(pg_temp.by_key('twenty_cycles', :since_of_twenty, :last_hour), pg_temp.by_scan('twenty_cycles', :last_hour), 'and finds what a scan finds');
SELECT cmp_ok((SELECT count(*) FROM twenty_cycles WHERE uuid_interval_since(id, now() - interval '1 hour', '20 s', '100000 s')), '>',
	10 * (SELECT count(*) FROM twenty_cycles WHERE created_at >= now() - interval '1 hour'), 'among rows of earlier cycles in the same blocks');

SELECT ok(pg_temp.uses_key(pg_temp.by_key('by_v7', $$uuid_v7_since(id, now() - interval '1 hour')$$, :last_hour), 'UUIDv7, the last hour'), 'UUIDv7: the query uses the primary key');
SELECT set_eq(pg_temp.by_key('by_v7', $$uuid_v7_since(id, now() - interval '1 hour')$$, :last_hour), pg_temp.by_scan('by_v7', :last_hour), 'and finds what a scan finds');

-- A span of constants in the past.
SELECT quote_literal(now() - interval '3 days 1 hour') AS day_from, quote_literal(now() - interval '3 days') AS day_to \gset
SELECT format('uuid_interval_between(id, %s, %s, ''1 min'', ''36500 days'')', :'day_from', :'day_to') AS between_days \gset
SELECT ok(pg_temp.uses_key(pg_temp.by_key('one_cycle', :'between_days', :'day_from', :'day_to'), 'one cycle, an hour three days ago'), 'with constants: the query uses the primary key');
SELECT set_eq(pg_temp.by_key('one_cycle', :'between_days', :'day_from', :'day_to'), pg_temp.by_scan('one_cycle', :'day_from', :'day_to'), 'and finds what a scan finds');

-- Keys and times from the column defaults, in blocks of a few rows: no row of
-- this transaction is missed, since created_at is its start.
CREATE TABLE by_default (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('10 us', '1 day'), v7 uuid UNIQUE DEFAULT uuid_v7_nextval(), created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO by_default SELECT FROM generate_series(1, 100000);
SELECT is((SELECT count(*) FROM by_default WHERE uuid_interval_since(id, now(), '10 us', '1 day') AND created_at >= now()), 100000::bigint, 'rows generated since are all found');
SELECT is((SELECT count(*) FROM by_default WHERE uuid_v7_since(v7, now()) AND created_at >= now()), 100000::bigint, 'by UUIDv7 as well');
-- One that the statement itself has just generated.
SELECT is((SELECT count(*) FROM (SELECT uuid_interval_nextval('1 us', '1 day') AS id, uuid_v7_nextval() AS v7 FROM generate_series(1, 1000) OFFSET 0) AS s
		WHERE uuid_interval_since(id, now(), '1 us', '1 day') AND uuid_v7_since(v7, now())), 1000::bigint, 'and keys of the statement itself');

-- Over the wrap: the last start of a cycle in the table.
SELECT quote_literal(lower(w) - interval '30 min') AS wrap_from, quote_literal(lower(w) + interval '30 min') AS wrap_to
  FROM uuid_interval_window('00000000-0000-0000-0000-000000000000', clock_timestamp() - interval '1 h', '20 s', '100000 s') AS w \gset
SELECT format('uuid_interval_between(id, %s, %s, ''20 s'', ''100000 s'')', :'wrap_from', :'wrap_to') AS between_wrap \gset
SELECT ok(pg_temp.uses_key(pg_temp.by_key('twenty_cycles', :'between_wrap', :'wrap_from', :'wrap_to'), 'twenty cycles, an hour over the wrap'), 'over the wrap: the query uses the primary key');
SELECT set_eq(pg_temp.by_key('twenty_cycles', :'between_wrap', :'wrap_from', :'wrap_to'), pg_temp.by_scan('twenty_cycles', :'wrap_from', :'wrap_to'), 'and finds what a scan finds');
SELECT cmp_ok((SELECT count(DISTINCT uuid_block(id, 5000) < 2500) FROM twenty_cycles WHERE created_at >= :wrap_from AND created_at < :wrap_to), '=', 2::bigint, 'at both ends of the index');

-- What doc/functions.md says of other forms, with the figures that it quotes.
SELECT ok(pg_temp.uses_key($$SELECT o.* FROM (SELECT max(at) AS a FROM unnest(ARRAY[now() - interval '1 hour']) AS at) AS t JOIN one_cycle AS o ON uuid_interval_since(o.id, t.a, '1 min', '36500 days')$$, 'a join'), 'a join: the primary key');
SELECT ok(pg_temp.uses_key(format('SELECT * FROM one_cycle WHERE %s ORDER BY id LIMIT 10', :'between_days'), 'constants, ORDER BY id LIMIT 10'), 'constants, in the order of the key: the primary key');
SELECT ok(pg_temp.uses_key($$SELECT * FROM (SELECT * FROM one_cycle WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '36500 days') OFFSET 0) AS o ORDER BY id LIMIT 10$$, 'now(), ORDER BY id LIMIT 10, with OFFSET 0'), 'now(), in the order of the key, with OFFSET 0: the primary key');
-- These test every row, which would take a minute in SQL.
SELECT lanname = 'c' AS in_c FROM pg_proc JOIN pg_language AS l ON l.oid = prolang WHERE pg_proc.oid = 'sequential_uuids_present()'::regprocedure \gset
\if :in_c
SELECT matches(pg_temp.plan_of($$SELECT * FROM one_cycle WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '36500 days') ORDER BY id LIMIT 10$$, 'now(), ORDER BY id LIMIT 10'), 'Index Scan using one_cycle_pkey.*Filter: .*Rows Removed by Filter: 99\d{4}\M', 'without OFFSET 0: all of the index');
SELECT matches(pg_temp.plan_of($$SELECT * FROM one_cycle WHERE uuid_interval_since(id, clock_timestamp() - interval '1 hour', '1 min', '36500 days')$$, 'a volatile argument'), 'Seq Scan on one_cycle.*Filter: uuid_interval_between', 'a volatile argument: no index');
\else
SELECT skip('it takes long in SQL', 2);
\endif

SELECT * FROM finish();
ROLLBACK;
