-- Time ranges by primary key on a million rows: the query that the
-- documentation gives, its plan and its time, on a table of one turn and on one
-- of twenty, where rows of earlier turns share the range; and over the wrap.
-- The rows end at this moment, as they do in a table that is in use.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(11);

SET LOCAL work_mem = '16MB';
SET LOCAL client_min_messages = warning;
CREATE TABLE one_turn (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, payload text DEFAULT repeat('x', 60));
INSERT INTO one_turn SELECT uuid_time_at(at), at
  FROM generate_series(1, 1000000) AS i, LATERAL (SELECT clock_timestamp() - (1000000 - i) * interval '2 s' AS at) AS t;
CREATE TABLE twenty_turns (LIKE one_turn INCLUDING ALL);
INSERT INTO twenty_turns SELECT uuid_time_at(created_at, '20 s', 5000), created_at FROM one_turn ORDER BY created_at;
ANALYZE one_turn, twenty_turns;

CREATE FUNCTION pg_temp.explain(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ' || query;
END $$;

-- The rows from a time on, as README has it, and up to another; by the key, and
-- by a scan of the whole table.
CREATE FUNCTION pg_temp.condition(from_time text, to_time text) RETURNS text
RETURN 'created_at >= ' || from_time || CASE WHEN to_time = 'clock_timestamp()' THEN '' ELSE ' AND created_at <= ' || to_time END;
CREATE FUNCTION pg_temp.by_key(tab text, from_time text, to_time text, parameters text DEFAULT '') RETURNS text RETURN format(
'SELECT o.*
  FROM uuid_time_ranges(%2$s, %3$s%4$s) AS r
 CROSS JOIN LATERAL (SELECT * FROM %1$I WHERE id BETWEEN r.lo AND r.hi OFFSET 0) AS o
 WHERE o.%5$s', tab, from_time, to_time, parameters, pg_temp.condition(from_time, to_time));
CREATE FUNCTION pg_temp.by_scan(tab text, from_time text, to_time text) RETURNS text
RETURN format('SELECT * FROM %I WHERE %s', tab, pg_temp.condition(from_time, to_time));

-- The plan, shown; does it use the primary key, and no sequential scan?
CREATE FUNCTION pg_temp.uses_key(query text, title text, OUT uses bool) LANGUAGE plpgsql AS $$
DECLARE
	plan text := (SELECT string_agg(line, E'\n') FROM pg_temp.explain(query) AS line);
BEGIN
	RAISE INFO E'%:\n%\n%\n', title, query, plan;
	uses := plan ~ 'Index Scan (using|on) \w+_pkey' AND plan !~ 'Seq Scan on (one|twenty)';
END $$;

\set last_hour '$$now() - interval ''1 hour''$$, $$clock_timestamp()$$'

SELECT ok(pg_temp.uses_key(pg_temp.by_key('one_turn', :last_hour), 'one turn, the last hour'), 'one turn: the query uses the primary key');
SELECT cmp_ok((SELECT count(*) FROM one_turn WHERE created_at >= now() - interval '1 hour'), '>', 1000::bigint, 'there are rows to find');
SELECT set_eq(pg_temp.by_key('one_turn', :last_hour), pg_temp.by_scan('one_turn', :last_hour), 'and it finds what a scan finds');
SELECT ok(NOT pg_temp.uses_key(pg_temp.by_scan('one_turn', :last_hour), 'the same by a scan'), 'which uses no index');

SELECT ok(pg_temp.uses_key(pg_temp.by_key('twenty_turns', :last_hour, $$, '20 s', 5000$$), 'twenty turns, the last hour'), 'twenty turns: the query uses the primary key');
SELECT set_eq(pg_temp.by_key('twenty_turns', :last_hour, $$, '20 s', 5000$$), pg_temp.by_scan('twenty_turns', :last_hour), 'and finds what a scan finds');
SELECT cmp_ok((SELECT count(*) FROM uuid_time_ranges(now() - interval '1 hour', clock_timestamp(), '20 s', 5000), twenty_turns WHERE id BETWEEN lo AND hi), '>',
	10 * (SELECT count(*) FROM twenty_turns WHERE created_at >= now() - interval '1 hour'), 'among rows of earlier turns in the same ranges');

-- Keys and times as defaults make them, in blocks of a few rows: no row is
-- missed, since created_at is the start of the transaction.
CREATE TABLE by_default (id uuid PRIMARY KEY DEFAULT uuid_time_nextval('10 us', 4294967296, 4), created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO by_default SELECT FROM generate_series(1, 100000);
SELECT is((SELECT count(*) FROM uuid_time_ranges(now(), clock_timestamp(), '10 us', 4294967296), by_default WHERE id BETWEEN lo AND hi AND created_at >= now()),
	100000::bigint, 'rows made since are all found');

-- Over the wrap: the last start of a turn in the table.
SELECT quote_literal(lower(w) - interval '30 min') AS wrap_from, quote_literal(lower(w) + interval '30 min') AS wrap_to
  FROM uuid_time_window('00000000-0000-0000-0000-000000000000', clock_timestamp() - interval '1 h', '20 s', 5000) AS w \gset
SELECT is((SELECT count(*) FROM uuid_time_ranges(:wrap_from, :wrap_to, '20 s', 5000)), 2::bigint, 'over the wrap there are two ranges');
SELECT ok(pg_temp.uses_key(pg_temp.by_key('twenty_turns', :'wrap_from', :'wrap_to', $$, '20 s', 5000$$), 'twenty turns, an hour over the wrap'), 'the query uses the primary key for both');
SELECT set_eq(pg_temp.by_key('twenty_turns', :'wrap_from', :'wrap_to', $$, '20 s', 5000$$), pg_temp.by_scan('twenty_turns', :'wrap_from', :'wrap_to'), 'and finds what a scan finds');

SELECT * FROM finish();
ROLLBACK;
