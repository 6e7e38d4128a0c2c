\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, advice is the same file in both editions
-- uuid_advise.  t/pgtap/advice_measured.sql compares its figures with real indexes, and
-- t/pgtap/advice_properties.sql tries random workloads.  What would come from the server's settings is given.
SET IntervalStyle = 'postgres';
CREATE SCHEMA "advice here";
CREATE EXTENSION sequential_uuids_advice SCHEMA "advice here";
SELECT count(*) > 0 AS may_be_quoted FROM "advice here".uuid_advise(1);
DROP EXTENSION sequential_uuids_advice;
CREATE SCHEMA advice;
-- as with standard_conforming_strings = off, which PostgreSQL 19 does not have any more
SELECT count(set_config(name, 'off', false)) FROM pg_settings
 WHERE name = 'standard_conforming_strings' AND current_setting('server_version_num')::int < 190000 \gset ignored_
CREATE EXTENSION sequential_uuids_advice SCHEMA advice;
RESET standard_conforming_strings;
-- what a user can call
SELECT format(E'%s(%s)\n    %s',
			  p.oid::regproc,
			  replace(pg_get_function_identity_arguments(p.oid), ', ', E',\n    '),
			  obj_description(p.oid)) AS function,
	   provolatile AS volatile, proparallel AS parallel
  FROM pg_proc AS p
 WHERE pronamespace = 'advice'::regnamespace AND proname !~ '^sequential_uuids_'
 ORDER BY proname;
SET search_path = advice, public;

-- kept for good, deleted whole, in part, above random keys, where another key saves little, many rows per second
CREATE VIEW kinds AS
SELECT w.n, a.*
  FROM (VALUES
		(1, 100, NULL::interval, 0, false),
		(2, 100, '30 days', 0, false),
		(3, 20, '30 days', 0.05, false),
		(4, 100, NULL, 0, true),
		(5, 0.7, NULL, 0, true),
		(6, 500000, '1 day', 0.1, true)
	   ) AS w (n, rate, kept, left_behind, random_before),
	   uuid_advise(rate, kept, left_behind, 100, '32 MB', '5 min', 0.2, random_before) WITH ORDINALITY AS a
			(key, call, wal_per_row, wal_records, wal_images, wal_splits, wal_deletes, wal_vacuum, wal_hint_bits,
			 wal_updates, reads_per_row, density, bytes_per_million_rows, outsider_learns, note, place);
-- from PostgreSQL 18 on with core's uuidv7(), and with checksums, which count if rows get deleted
SELECT n, key, place = 1 AS best,
	   regexp_replace(regexp_replace(replace(call, 'uuidv7()', 'public.uuid_v7_nextval()'), '[0-9a-f]{32}', 'RANDOM'),
		'encode.* / (.*) % (.*)\), 7\).*', 'EXPRESSION \1 \2') AS call,
	   CASE WHEN n IN (1, 4, 5) THEN wal_per_row END AS wal, density,
	   regexp_replace(note, 'write \d+ %', 'write N %') AS note
  FROM kinds ORDER BY n, key COLLATE "C";
SELECT key, E'\n    ' || outsider_learns AS outsider_learns FROM kinds WHERE n = 3 ORDER BY key COLLATE "C";
-- the terms are all of the cost; which of them another key saves
SELECT count(*) FILTER (WHERE abs(wal_per_row - wal_records - wal_images - wal_splits - wal_deletes - wal_vacuum
								  - wal_hint_bits - wal_updates) > 3) AS other_sums
  FROM kinds;
SELECT key, wal_records, wal_images, wal_splits, wal_deletes, wal_vacuum, wal_hint_bits, wal_updates
  FROM kinds WHERE n = 1 AND key IN ('random', 'UUIDv7') ORDER BY key COLLATE "C";

-- an index of UUIDv7 can be built again, which counts where rows are left behind on its pages
SELECT kept, left_behind, key, coalesce(substring(note FROM 'with REINDEX.*'), '') AS rebuilt
  FROM (VALUES ('30 days'::interval, 0.05), ('30 days', 0), ('30 days', 0.00001), (NULL, 0)) AS w (kept, left_behind),
	   uuid_advise(100, kept, left_behind, checkpoint_interval => '5 min')
 WHERE key = 'UUIDv7' OR note LIKE '%REINDEX%' ORDER BY 1, 2;

-- each argument counts
CREATE FUNCTION pg_temp.advice(arguments text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($q$SELECT string_agg(regexp_replace(a::text, '[0-9a-f]{32}', 'RANDOM'), ' ')
						FROM advice.uuid_advise(%s) AS a$q$, arguments) INTO said;
END $$;
CREATE TEMPORARY TABLE arguments (name text, usual text, other text);
INSERT INTO arguments VALUES
	('kept', '30 days', '29 days'),
	('left_behind', '0.05', '0.1'),
	('row_bytes', '100', '101'),
	('index_memory', '32 MB', '64 kB'),
	('checkpoint_interval', '5 min', '1 min'),
	('dead_at_vacuum', '0.2', '0.02'),
	('horizon', '5 years', '4 years'),
	('active', '1', '0.5'),
	('active_every', '1 day', '1 s'),
	('maintenance', '90 days', '80 days'),
	('prefixes', '1', '100'),
	('updated_after', '1 min', '2 min'),
	('updates', '2', '1');
WITH calls AS (
	SELECT o.name,
		   concat('20, ', string_agg(format('%s => %L', a.name, a.usual), ', ')) AS usual,
		   concat('20, ', string_agg(
				format('%s => %L', a.name, CASE a.name WHEN o.name THEN a.other ELSE a.usual END), ', ')) AS with_other
	  FROM arguments AS o, arguments AS a
	 GROUP BY o.name
)
SELECT name, pg_temp.advice(usual) = pg_temp.advice(with_other) AS same FROM calls ORDER BY name COLLATE "C";
SELECT pg_temp.advice('20') = pg_temp.advice('20, random_before => true') AS same_above_random_keys,
	   pg_temp.advice('20, random_before => NULL') = pg_temp.advice('20') AS null_is_false;
-- every value out of range, and each NULL that has no meaning
SELECT call || in_lines(error_of(format('SELECT FROM uuid_advise(%s)', call))) AS refused
  FROM unnest(ARRAY[
		'NULL',
		$$'NaN'$$,
		$$1, '-1 day'$$,
		$$1, '1 day', 1.1$$,
		'1, left_behind => 0.1',
		$$1, index_memory => 'eight'$$,
		$$1, index_memory => '8191'$$,
		$$1, checkpoint_interval => '0'$$,
		'1, dead_at_vacuum => -0.1',
		'1, row_bytes => 23',
		'1, row_bytes => NULL',
		$$1, horizon => '0'$$,
		'1, horizon => NULL',
		'1, active => 0',
		'1, active => 1.1',
		'1, active => NULL',
		$$1, active_every => '0'$$,
		'1, prefixes => 0',
		$$1, maintenance => '0'$$,
		'1, maintenance => NULL',
		$$1, updates => 'NaN'$$,
		$$1, updates => -1, updated_after => '1 s'$$,
		$$1, updates => 1, updated_after => '-1 s'$$]) AS call;

-- Rows come for a part of the time: as many between two checkpoints as come in all of it, or in a part of it, but never
-- less than on average.  A block has no more than the rows of one part.
SELECT w.*, r.checkpoint_rows, advice.sequential_uuids_rows_in(r, 10) AS in_10_seconds
  FROM (VALUES (NULL::float8, 86400::float8), (1, 86400), (0.5, 86400), (0.0001, 86400), (0.5, 400), (0.5, 200))
		AS w (active, active_every),
	   LATERAL advice.sequential_uuids_rows(jsonb_populate_record(
		NULL::advice.sequential_uuids_workload, jsonb_build_object('rows_per_second', 2, 'left_behind', 0, 'rows_now', 0,
			'horizon_seconds', 1e6, 'active', w.active, 'active_every_seconds', w.active_every, 'checkpoint_seconds', 300,
			'dead_at_vacuum', 0.2)), true) AS r;
SELECT active, substring(call FROM '(?<='').*(?='')') AS lengths
  FROM unnest('{1, 0.5, 0.001, 0.0001}'::float8[]) AS active,
	   uuid_advise(2.315, '30 days', 0.05, checkpoint_interval => '5 min', dead_at_vacuum => 0.2, active => active)
 WHERE key = 'wrapping by time';
-- The cycle: twice the time that rows are kept, unless a longer one writes 5 % less WAL, as where rows left behind
-- outnumber the kept ones many times.
SELECT kept, left_behind, substring(call FROM '(?<='').*(?='')') AS lengths,
	   regexp_replace(note, 'write \d+ %', 'write N %') AS note
  FROM (VALUES (interval '1 day', 0), ('1 day', 0.0001), ('1 day', 0.05), ('30 days', 0.2), ('10 years', 0.05))
		AS w (kept, left_behind),
	   uuid_advise(20, kept, left_behind, checkpoint_interval => '5 min', dead_at_vacuum => 0.2)
 WHERE key = 'wrapping by time';
-- Of keys that others see, those that show no time by themselves
SELECT public, string_agg(key, ', ' ORDER BY key COLLATE "C") AS keys
  FROM unnest('{false,true,NULL}'::bool[]) AS public, uuid_advise(15, public => public)
 GROUP BY public;

-- the rule: less than 1 GB a day is too little, from both sides (5,720 bytes per row, 2.173 rows per second)
SELECT rate, key, coalesce(note ~ 'less than 1 GB', false) AS too_little FROM unnest('{2.16,2.19}'::float8[]) AS rate,
	   LATERAL (SELECT * FROM uuid_advise(rate, checkpoint_interval => '5 min') LIMIT 1) AS a;
-- of keys within 15 % of the least WAL, the smaller index, by 15 %; of these, what needs least
CREATE FUNCTION pg_temp.ranked(ways text) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(r.key, ' ' ORDER BY r.ordinality)
	  FROM ROWS FROM (advice.sequential_uuids_ranked((
			SELECT array_agg(w) FROM jsonb_populate_recordset(NULL::advice.sequential_uuids_cost, ways::jsonb) AS w)))
		   WITH ORDINALITY AS r $$;
SELECT wal, size, pg_temp.ranked(format('[
	{"key": "a", "wal_per_row": %s, "bytes_per_million_rows": %s, "needs": 1},
	{"key": "b", "wal_per_row": 850, "bytes_per_million_rows": 100, "needs": 0}]', wal, size)) AS ranked
  FROM (VALUES (978, 50), (977, 86), (977, 87), (739, 200), (740, 200), (850, 100), (500, 200)) AS w (wal, size);

-- how full pages are, and what a split moves, a line for each reason
SELECT w.*, d.density_low, d.density_high, d.split_moves
  FROM (VALUES ('opaque', 1, 0.1, 0, 1, 1), ('opaque', 1, 0.1, 0, 1, 1.1),
		('random', 1, 0, 0, 0, 1), ('random', 1, 0.1, 0, 0, 1),
		('wrapping', NULL, 0, 0, 2, 0.5), ('wrapping', 1, 0, 0, 3, 1), ('wrapping', 1, 0, 0, 2, 1),
		('ascending', NULL, 0, 1, 0, 0.5), ('wrapping', NULL, 0, 1, 0, 2), ('wrapping', NULL, 0, 1, 0, 2.1),
		('ascending', NULL, 0, 0, 0, 0.5), ('wrapping', NULL, 0, 0, 0, 0.4), ('wrapping', NULL, 0, 0, 0, 2),
		('wrapping', NULL, 0, 0, 0, 2.1), ('wrapping', 1, 0, 0, 0.5, 2)
	   ) AS w (kind, young, left_behind, random_rows, cycles_found, block_pages),
	   LATERAL advice.sequential_uuids_density(
		jsonb_populate_record(NULL::advice.sequential_uuids_index, jsonb_build_object(
			'cycles_found', w.cycles_found, 'page_keys', 1, 'prefixes', 1, 'prefix_block_rows', w.block_pages)),
		jsonb_populate_record(NULL::advice.sequential_uuids_workload, jsonb_build_object(
			'kind', w.kind, 'young_rows', w.young, 'left_behind', w.left_behind, 'random_rows', w.random_rows))) AS d;
-- behind 100 prefixes with rows of 2 and of 100 pages each; wrapping keys ascend if their blocks are small
SELECT w.*, d.density_low, d.density_high, d.split_moves
  FROM (VALUES ('ascending', 1, 200), ('ascending', 1, 10000), ('wrapping', 0.4, 10000), ('wrapping', 0.5, 10000),
		('random', 1, 10000)) AS w (kind, block_pages, total_rows),
	   LATERAL advice.sequential_uuids_density(
		jsonb_populate_record(NULL::advice.sequential_uuids_index, jsonb_build_object(
			'cycles_found', 0, 'page_keys', 1, 'prefixes', 100, 'prefix_block_rows', w.block_pages)),
		jsonb_populate_record(NULL::advice.sequential_uuids_workload, jsonb_build_object(
			'kind', w.kind, 'left_behind', 0, 'random_rows', 0, 'total_rows', w.total_rows))) AS d;
-- where a page has rows of several prefixes, all keys cost as much; where each row comes to a page of its own, too
SELECT prefixes, count(DISTINCT wal_per_row) FILTER (WHERE key <> 'plain default') AS costs,
	   bool_or(key = 'random' AND wal_per_row > 5000) AS are_high
  FROM unnest('{1,1000,1000000000}'::int[]) AS prefixes, LATERAL advice.uuid_advise(
		100, index_memory => '1 GB', checkpoint_interval => '5 min', horizon => '10 days', prefixes => prefixes) AS a
 GROUP BY prefixes ORDER BY prefixes;
-- the room of opaque keys, in cycles: by how many of them rows are kept, the share that stays, and the table's age
SELECT w.*, round((p.room_rows / 10000)::numeric, 3) AS room
  FROM (VALUES (0.5, 0.05, 0.6), (0.5, 0.05, 1), (0.5, 0.05, 2), (0.5, 0.05, 3), (0.5, 0.05, 4), (3, 0.05, 3.5),
			   (0.5, 0, 3), (3, 0, 4)) AS w (spanned, stays, age),
	   LATERAL advice.sequential_uuids_past(
		jsonb_populate_record(NULL::advice.sequential_uuids_workload, jsonb_build_object(
			'kind', 'opaque', 'block_rows', 1000, 'cycle_rows', 10000, 'random_rows', 0, 'vacuum_rows', 0,
			'young_rows', 10000 * spanned, 'left_behind', stays,
			'total_rows', 10000 * (spanned + stays * (age - spanned))))) AS p;
-- a partition by time has no more young rows than it can have, and the cycle of its table
SELECT m.partition_rows, r.young_rows, r.total_rows, c.interval_length, c.cycle_seconds / 86400 AS cycle_days
  FROM unnest('{NULL,1728000}'::float8[]) AS m (partition_rows),
	   LATERAL advice.sequential_uuids_rows(jsonb_populate_record(
		NULL::advice.sequential_uuids_workload, jsonb_build_object('rows_per_second', 20, 'most_rows_per_second', 20,
			'kept_seconds', 30 * 86400, 'left_behind', 0.05, 'rows_now', 0, 'horizon_seconds', 157766400,
			'partition_rows', m.partition_rows, 'checkpoint_seconds', 300, 'dead_at_vacuum', 0.2)), true) AS r,
	   advice.sequential_uuids_lengths(r, 'wrapping by time', advice.sequential_uuids_needed(r)) AS c;
-- the interval: at most a tenth of the cycle, 100 rows in order, 50,000 otherwise, from both sides; checkpoints every
-- minute, and rows kept for good or 30 days
SELECT rate, extract(epoch FROM kept)::int AS kept, random_before, substring(call FROM '(?<='').*(?='')') AS lengths
  FROM (VALUES (10, NULL::interval, false), (11, NULL, false), (500, NULL, true), (833, NULL, true), (834, NULL, true),
			   (20000, '30 days', true), (50000, '30 days', true), (50001, '30 days', true), (1e9, '30 days', true),
			   (3.33, '30 days', true), (3.34, '30 days', true), (1000, '1 min', true)
	   ) AS w (rate, kept, random_before),
	   uuid_advise(rate, kept, random_before => random_before, checkpoint_interval => '1 min', dead_at_vacuum => 0.2)
 WHERE key = 'wrapping by time';
-- the highest rate may be that of a bulk load: up to a checkpoint, an interval has 1,000 rows at the present one
SELECT w.*, c.interval_length
  FROM (VALUES (50, 50), (50, 1000), (50, 1e6), (1, 1e6)) AS w (rate, most),
	   LATERAL advice.sequential_uuids_rows(jsonb_populate_record(
		NULL::advice.sequential_uuids_workload, jsonb_build_object('rows_per_second', rate, 'most_rows_per_second', most,
			'kept_seconds', 30 * 86400, 'left_behind', 0.05, 'rows_now', 0, 'horizon_seconds', 157766400,
			'checkpoint_seconds', 300, 'dead_at_vacuum', 0.2)), true) AS r,
	   advice.sequential_uuids_lengths(r, 'wrapping by time', advice.sequential_uuids_needed(r)) AS c
 ORDER BY w;

-- a call with a label can be pasted into a DEFAULT as it is; each has another label
SELECT call FROM uuid_advise(20) WHERE key ~ 'opaque' \gset
SELECT :'call' ~ '^public\.uuid_opaque_nextval\(''[0-9a-f]{32}'', ''\d+ \w+'', ''\d+ days''\)$' AS is_ready,
	   count(DISTINCT call) AS labels
  FROM generate_series(1, 20) AS i, LATERAL uuid_advise(20 + 0 * i)
 WHERE key ~ 'opaque';
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT :call);
INSERT INTO orders DEFAULT VALUES;
-- without the extension, functions of the edition in SQL, but not those of anyone
BEGIN;
DROP TABLE orders;
SET LOCAL client_min_messages = warning;
DROP EXTENSION sequential_uuids CASCADE;
CREATE VIEW found AS
SELECT key, regexp_replace(call, '''[0-9a-f]{32}''|encode.*', 'ANY') AS call, note
  FROM uuid_advise(20, '30 days', 0.05, checkpoint_interval => '5 min', dead_at_vacuum => 0.2)
 WHERE key <> 'UUIDv7' ORDER BY key COLLATE "C";
TABLE found;
CREATE ROLE regress_anyone;
CREATE SCHEMA of_anyone;
CREATE SCHEMA uuids;
CREATE FUNCTION of_anyone.uuid_interval_nextval(interval, interval, int4) RETURNS uuid
	LANGUAGE sql RETURN gen_random_uuid();
CREATE FUNCTION of_anyone.uuid_interval_nextval(text, text) RETURNS uuid
	LANGUAGE sql RETURN gen_random_uuid();
ALTER FUNCTION of_anyone.uuid_interval_nextval(text, text) OWNER TO regress_anyone;
SELECT call FROM found WHERE key ~ '^wrapping';
CREATE FUNCTION uuids.uuid_interval_nextval(interval, interval, int4) RETURNS uuid
	LANGUAGE sql RETURN gen_random_uuid();
SELECT call FROM found WHERE key ~ '^wrapping';
-- Whoever may not call it, for want of EXECUTE or of USAGE on its schema, is not advised to.
CREATE FUNCTION advised(change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	found text;
BEGIN
	EXECUTE change;
	SET LOCAL ROLE regress_anyone;
	found := (SELECT a.call FROM advice.uuid_advise(20, '30 days', checkpoint_interval => '5 min') AS a
			   WHERE a.key = 'wrapping by time');
	RESET ROLE;
	RETURN found;
END $$;
GRANT USAGE ON SCHEMA advice TO regress_anyone;
SELECT change, advised(change)
  FROM unnest(ARRAY['SELECT',
		'GRANT USAGE ON SCHEMA uuids TO regress_anyone',
		'REVOKE EXECUTE ON FUNCTION uuids.uuid_interval_nextval FROM PUBLIC',
		'GRANT EXECUTE ON FUNCTION uuids.uuid_interval_nextval TO regress_anyone',
		'REVOKE USAGE ON SCHEMA uuids FROM regress_anyone']) AS change;
ROLLBACK;

-- the session's settings change nothing
CREATE TEMPORARY TABLE usual AS
SELECT * FROM uuid_advise(1000, '30 days', 0.1, checkpoint_interval => '5 min') WHERE key !~ 'opaque';
SET IntervalStyle = 'iso_8601';
SET extra_float_digits = -15;
SET quote_all_identifiers = on;
SET plpgsql.extra_errors = 'all';
SET search_path = pg_temp;
SELECT count(*) AS other
  FROM (SELECT * FROM advice.uuid_advise(1000, '30 days', 0.1, checkpoint_interval => '5 min') WHERE key !~ 'opaque'
		EXCEPT TABLE usual) AS s;
RESET ALL;
DROP TABLE usual, advice.orders;
DROP VIEW advice.kinds;
DROP EXTENSION sequential_uuids_advice;
DROP SCHEMA advice, "advice here";
