\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, advice is the same file in both editions
-- uuid_advise.  t/pgtap/advice_properties.sql compares its figures with real indexes, and t/pgtap/workloads.sql
-- tries random workloads.  What would come from the server's settings is given.
CREATE SCHEMA "advice ""here";
CREATE EXTENSION sequential_uuids_advice SCHEMA "advice ""here";
CREATE SCHEMA advice;
ALTER EXTENSION sequential_uuids_advice SET SCHEMA advice;
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

-- kept for good, deleted whole, in part, with privacy in mind, above random keys, where another key saves little
CREATE VIEW kinds AS
SELECT w.n, a.*, row_number() OVER (PARTITION BY n) = 1 AS best
  FROM (VALUES
		(1, 100, NULL::interval, 0, 'cheapest', NULL::float8, false),
		(2, 100, '30 days', 0, 'cheapest', NULL, false),
		(3, 20, '30 days', 0.05, 'cheapest', NULL, false),
		(4, 20, '30 days', 0.05, 'reveals least', NULL, false),
		(5, 0.1, NULL, 0, 'cheapest', 1e6, true),
		(6, 0.001, NULL, 0, 'cheapest', 100, true)
	   ) AS w (n, rate, kept, left_behind, goal, rows, random_before),
	   uuid_advise(rate, kept, left_behind, goal, rows, '32 MB', '5 min', 0.2, random_before => random_before) AS a;
-- from PostgreSQL 18 on with core's uuidv7(), and by default with checksums, which count if rows get deleted
SELECT n, best, key,
	   regexp_replace(replace(call, 'uuidv7()', 'public.uuid_v7_nextval()'), '[0-9a-f]{32}', 'RANDOM') AS call,
	   CASE WHEN n IN (1, 5, 6) THEN wal_per_row END AS wal, reads_per_row AS reads, density
  FROM kinds ORDER BY n, key;
SELECT n, key, interval_range, E'\n    ' || outsider_learns AS outsider_learns
  FROM kinds
 WHERE key ~ '^(wrapping|opaque) by time'
 ORDER BY n, key;
SELECT DISTINCT n, assumes FROM kinds ORDER BY n;
-- the terms are all of the cost; which of them another key saves
SELECT count(*) FILTER (WHERE abs(wal_per_row - wal_records - wal_images - wal_splits - wal_deletes - wal_vacuum
								  - wal_hint_bits) > 3) AS other_sums
  FROM kinds;
SELECT key, wal_records, wal_images, wal_splits, wal_deletes, wal_vacuum, wal_hint_bits
  FROM kinds WHERE n = 1 AND key IN ('random', 'UUIDv7') ORDER BY key;

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
	('total_rows', '1e8', '2e8'),
	('index_memory', '32 MB', '64 kB'),
	('checkpoint_interval', '5 min', '1 min'),
	('dead_at_vacuum', '0.2', '0.02'),
	('peak_rows_per_second', '20', '1000'),
	('row_bytes', '100', '101'),
	('random_before', 'false', 'true');
WITH calls AS (
	SELECT o.name,
		   concat('20, ', string_agg(format('%s => %L', a.name, a.usual), ', ')) AS usual,
		   concat('20, ', string_agg(format('%s => %L', a.name, CASE a.name WHEN o.name THEN a.other ELSE a.usual END), ', '))
		   AS with_other
	  FROM arguments AS o, arguments AS a
	 GROUP BY o.name
)
SELECT name, pg_temp.advice(usual) = pg_temp.advice(with_other) AS same FROM calls ORDER BY name;
SELECT pg_temp.advice('20') = pg_temp.advice('20, horizon => ''10 years''') AS same_for_any_horizon,
	   pg_temp.advice('20') = pg_temp.advice('20, total_rows => 20 * 157788000.0') AS five_years_by_default;
-- rows of before that stay: those beyond the young ones, if some stay, all if nothing is deleted.  20 rows per second
-- are 51,840,000 in 30 days, and 2,073,600,000 in 1200.
SELECT kept_days, left_behind, rows_before,
	   (sequential_uuids_rows(20, kept_days * 86400, left_behind, rows_before, NULL, 1200 * 86400)).horizon_rows
  FROM unnest(ARRAY[30, 30, NULL], ARRAY[0.05, 0, 0]) AS l (kept_days, left_behind),
	   unnest(ARRAY[1e7, 5e8]) AS rows_before
 ORDER BY kept_days, left_behind, rows_before;
-- every value out of range, and each NULL that has no meaning
SELECT call || in_lines(error_of(format('SELECT FROM uuid_advise(%s)', call))) AS refused
  FROM unnest(ARRAY[
		'NULL',
		$$'NaN'$$,
		$$1, '-1 day'$$,
		$$1, '1 day', 1.1$$,
		'1, left_behind => 0.1',
		$$1, goal => 'fast'$$,
		'1, goal => NULL',
		'1, total_rows => 0.5',
		$$1, index_memory => 'eight'$$,
		$$1, index_memory => '8191'$$,
		$$1, checkpoint_interval => '0'$$,
		'1, dead_at_vacuum => -0.1',
		'9, peak_rows_per_second => 8',
		'1, row_bytes => 23',
		'1, random_before => NULL',
		$$1, horizon => '0'$$,
		'1, horizon => NULL']) AS call;

-- without page images, reads alone decide
SELECT key, wal_images, wal_vacuum < 10 AS little_vacuum, wal_hint_bits, reads_per_row > 0.5 AS reads
  FROM sequential_uuids_ways(
		'cheapest', 100, 100, 2.6e8, 0.1, 2.6e9, 0, 5e8, 300, 100, 3e7, false, true, NULL, 'label');

-- a call with a label can be pasted into a DEFAULT as it is; each advice has another label
SELECT call FROM uuid_advise(20, goal => 'reveals least') WHERE key ~ 'opaque' \gset
SELECT :'call' ~ '^public\.uuid_opaque_nextval\(''[0-9a-f]{32}'', ''\d+ \w+'', ''\d+ days''\)$' AS is_ready,
	   count(DISTINCT call) AS labels
  FROM generate_series(1, 20) AS i, LATERAL uuid_advise(20 + 0 * i, goal => 'reveals least')
 WHERE key ~ 'opaque';
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT :call);
INSERT INTO orders DEFAULT VALUES;
-- without the extension, functions of the edition in SQL, but not those of anyone
BEGIN;
DROP TABLE orders;
SET LOCAL client_min_messages = warning;
DROP EXTENSION sequential_uuids CASCADE;
DROP FUNCTION IF EXISTS public.uuid_opaque_nextval;
CREATE ROLE regress_anyone;
CREATE SCHEMA uuids;
CREATE SCHEMA of_anyone AUTHORIZATION regress_anyone;
CREATE FUNCTION of_anyone.uuid_interval_nextval(interval, interval, int4) RETURNS uuid
	LANGUAGE sql RETURN gen_random_uuid();
CREATE FUNCTION uuids.uuid_interval_nextval(interval, interval, int4) RETURNS uuid
	LANGUAGE sql RETURN gen_random_uuid();
CREATE FUNCTION uuids.uuid_time_nextval(int4, int4) RETURNS uuid
	LANGUAGE sql RETURN gen_random_uuid();
ALTER FUNCTION uuids.uuid_time_nextval OWNER TO regress_anyone;
SELECT wrapped(regexp_replace(call, '[0-9a-f]{32}', 'RANDOM')) AS call, note
  FROM kinds
 WHERE key ~ 'time$' AND n = 4;
ROLLBACK;

-- the session's settings change nothing
CREATE TEMPORARY TABLE usual AS SELECT * FROM uuid_advise(1000, '30 days', 0.1);
SET IntervalStyle = 'iso_8601';
SET extra_float_digits = -15;
SET search_path = pg_temp;
SELECT count(*) AS other FROM (SELECT * FROM advice.uuid_advise(1000, '30 days', 0.1) EXCEPT TABLE usual) AS s;
RESET ALL;
DROP TABLE usual, advice.orders;
DROP VIEW advice.kinds;
DROP EXTENSION sequential_uuids_advice;
DROP SCHEMA advice, "advice ""here";
