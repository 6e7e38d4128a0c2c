-- runs: every; edition in SQL: no, advice is the same file in both editions
-- Properties of uuid_advise for any workload: at the bounds of all parameters, and for CALLS / 40 random workloads.
-- SEED in the environment, a whole number, repeats those of a run.
\ir ../lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA generators;
CREATE EXTENSION sequential_uuids SCHEMA generators;
CREATE SCHEMA advice;
SET LOCAL search_path = advice, public;
CREATE EXTENSION sequential_uuids_advice SCHEMA advice;
SELECT plan(21);

-- Each magnitude is as likely.
CREATE FUNCTION pg_temp.magnitude(lowest float8, highest float8) RETURNS float8 LANGUAGE sql VOLATILE
RETURN greatest(lowest, least(highest, lowest * exp(random() * ln(highest / lowest))));
-- No row, or the first of them are shown.
CREATE FUNCTION pg_temp.none(query text, description text) RETURNS text LANGUAGE sql AS
	$$SELECT is_empty(query || ' LIMIT 3', description)$$;
-- All answers fulfil a condition.
CREATE FUNCTION pg_temp.all_fulfil(condition text, description text) RETURNS text LANGUAGE sql AS $$
	SELECT pg_temp.none(
		format('SELECT w, a FROM workloads AS w JOIN answers AS a USING (n) WHERE (%s) IS NOT TRUE', condition),
		description) $$;

CREATE TEMPORARY TABLE workloads AS
-- at the bounds: all combinations
SELECT rate, kept,
	   CASE WHEN kept IS NULL THEN 0 ELSE left_behind END AS left_behind,
	   memory, checkpoints, dead,
	   CASE WHEN random() < 0.5 THEN 24 ELSE 8160 END AS row_bytes,
	   random() < 0.5 AS random_before,
	   CASE WHEN random() < 0.5 THEN interval '1 s' ELSE interval '10000000000 s' END AS horizon
  FROM unnest('{0.0001,1e9}'::float8[]) AS rate,
	   unnest('{1 ms,10000000000 s,NULL}'::interval[]) AS kept,
	   unnest('{0,5e-324,0.9999999999999999,1}'::float8[]) AS left_behind,
	   unnest(ARRAY[current_setting('block_size'), '1e18']) AS memory,
	   unnest('{1 ms,10000000000 s}'::interval[]) AS checkpoints,
	   unnest('{0,100,NULL}'::float8[]) AS dead
 UNION ALL
-- and between them
SELECT rate, kept,
	   CASE WHEN kept IS NULL OR random() < 0.4 THEN 0 ELSE pg_temp.magnitude(1e-9, 1) END,
	   CASE WHEN random() < 0.7 THEN round(pg_temp.magnitude(65536, 1e18)::numeric)::text END,
	   CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END,
	   CASE WHEN random() < 0.5 THEN pg_temp.magnitude(1e-6, 100) END,
	   pg_temp.magnitude(24, 8160)::int,
	   random() < 0.2,
	   make_interval(secs => pg_temp.magnitude(1, 1e10))
  FROM (SELECT pg_temp.magnitude(0.0001, 1e9) AS rate,
			   CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END AS kept
		  FROM generate_series(1, :calls / 40) OFFSET 0) AS r;
ALTER TABLE workloads ADD n int GENERATED ALWAYS AS IDENTITY;

CREATE TEMPORARY TABLE answers AS SELECT 0 AS n, 0::int8 AS place, a.* FROM uuid_advise(1) AS a LIMIT 0;
CREATE TEMPORARY TABLE errors (n int, error text);
DO $$
DECLARE
	w workloads;
BEGIN
	FOR w IN SELECT * FROM workloads LOOP
		BEGIN
			INSERT INTO answers
			SELECT w.n, row_number() OVER (), a.*
			  FROM uuid_advise(w.rate, w.kept, w.left_behind, w.row_bytes, w.memory, w.checkpoints, w.dead,
					w.random_before, w.horizon) AS a;
		EXCEPTION WHEN OTHERS THEN
			INSERT INTO errors VALUES (w.n, concat_ws(' ', SQLSTATE, SQLERRM));
		END;
	END LOOP;
END $$;
SELECT diag(count(*) || ' workloads') FROM workloads;
SELECT pg_temp.none('SELECT error, w FROM errors JOIN workloads AS w USING (n)', 'no workload raises an error');
SELECT pg_temp.none($$SELECT w.n FROM workloads AS w LEFT JOIN answers AS a USING (n) GROUP BY w.n
	HAVING array_agg(key ORDER BY key COLLATE "C") FILTER (WHERE key <> 'plain default')
		IS DISTINCT FROM '{UUIDv7,"opaque by time",random,"wrapping by time"}' OR count(a) > 5$$,
	'each workload has a row for each way to make the key');
-- The figures.  Nothing is less than NaN.
SELECT pg_temp.all_fulfil($$wal_per_row > 0 AND wal_per_row < 'infinity'$$, 'WAL per row is positive and finite');
SELECT pg_temp.all_fulfil(
	'least(wal_records, wal_images, wal_splits, wal_deletes, wal_vacuum, wal_hint_bits) >= 0',
	'no part of the WAL is negative');
SELECT pg_temp.all_fulfil('reads_per_row BETWEEN 0 AND 1', 'at most one page is read per row');
SELECT pg_temp.all_fulfil('bytes_per_million_rows >= 28000000', 'an index has at least 28 bytes per row');
SELECT pg_temp.all_fulfil(
	$$density ~ '^\d+ (to \d+ )?%$' AND regexp_replace(density, '\D*$|.*to ', '', 'g')::float8 <= 100$$,
	'leaf density is a percentage or a range of them, up to 100 %');
SELECT pg_temp.all_fulfil($$outsider_learns <> '' AND note <> '' IS NOT FALSE$$,
	'each row says what an outsider learns, and no note is empty');

-- Also those that have kept a single row.
SELECT results_eq($$SELECT stays::numeric FROM unnest('{0.0001,0.0005,0.002,0.003,0.004,0.05}'::float8[]) AS stays,
			uuid_advise(200, '90 days', stays, dead_at_vacuum => 0.2) AS a
	 WHERE key = 'wrapping by time' AND substring(density FROM '^\d+')::int >= 30 ORDER BY stays$$,
	$$SELECT unnest('{0.0001,0.0005,0.002,0.003,0.004,0.05}'::numeric[])$$,
	'however few rows stay, wrapping keys refill the pages on which they do');

SELECT results_eq(
	$$SELECT key, wal_per_row, wal_images, density, bytes_per_million_rows FROM uuid_advise(0.001, horizon => '1 s')$$,
	$$SELECT key, wal_per_row, wal_images, density, bytes_per_million_rows FROM uuid_advise(0.001, horizon => '1000 s')$$,
	'a table that is about to get its first row costs as much as one that has got it');

-- What comes first.  A note says where random keys do, since another key would save too little.
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN answers AS a USING (n) JOIN answers AS b USING (n)
	WHERE a.place < b.place AND a.wal_per_row > (b.wal_per_row + 1) * 1.15 AND a.note IS NULL$$,
	'no row comes after one with over 15 % more WAL');
SELECT pg_temp.none($$SELECT w, a, b
	FROM workloads AS w JOIN answers AS a USING (n) JOIN answers AS b USING (n),
		 LATERAL (SELECT min(wal_per_row) * 1.15 AS equal FROM answers AS c WHERE c.n = w.n) AS least
	WHERE a.place = 1 AND b.wal_per_row < equal - 2 AND 1.151 * b.bytes_per_million_rows < a.bytes_per_million_rows
	  AND a.note IS NULL$$,
	'the first has the smallest index, to within 15 %, of those within 15 % of the least WAL');
SELECT pg_temp.none($$SELECT w, a FROM workloads AS w JOIN answers AS a USING (n) JOIN answers AS r USING (n)
	WHERE a.place = 1 AND a.key <> 'random' AND r.key = 'random'
	  AND (r.wal_per_row - a.wal_per_row + 1) * w.rate * 86400 < 2 ^ 30$$,
	'nothing comes before random keys that saves less than 1 GB of WAL a day');

-- The calls, each in the place of a column default.
CREATE FUNCTION pg_temp.generated(call text, OUT id uuid) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || call INTO id;
EXCEPTION WHEN OTHERS THEN
	RAISE WARNING '%: %', call, SQLERRM;
END $$;
-- One for each interval and cycle, whatever the label of opaque keys; others have neither.
CREATE TEMPORARY TABLE calls AS
SELECT DISTINCT ON (regexp_replace(call, '''[0-9a-f]{32}''', '')) n, call,
	   extract(epoch FROM parameters[1]) AS length,
	   extract(epoch FROM parameters[2]) AS cycle
  FROM answers, LATERAL (
		SELECT regexp_match(call, '(?:interval|opaque)_nextval\((?:''\w*'', )?''(.*)'', ''(.*)''\)$')::interval[]
	   ) AS of_call (parameters);
SELECT diag(count(*) || ' calls') FROM calls;
SELECT cmp_ok(count(*), '>', 20::int8, 'many lengths are advised') FROM calls;
SELECT pg_temp.none('SELECT call FROM calls WHERE pg_temp.generated(call) IS NULL',
	'each advised call generates a key');
SELECT pg_temp.none('SELECT call FROM calls WHERE mod(cycle, length) <> 0',
	'each advised cycle is a multiple of its interval');
-- Up to the shortest interval that is advised.
SELECT pg_temp.none('SELECT w, call FROM workloads AS w JOIN calls USING (n)
	WHERE length > 0.000001 AND length * rate > 50001',
	'each advised block has at most 50,000 rows');
-- The rate fills blocks of this length, and too large ones of the next.
SELECT pg_temp.none($$SELECT length, call
	FROM unnest('{100 us,1 ms,10 ms,100 ms,1 s,2 s,5 s,10 s,30 s,1 min,2 min,5 min,10 min,30 min,1 h,2 h,3 h,6 h,12 h,
			1 day,2 days,5 days,10 days,20 days,50 days,100 days,200 days,500 days}'::interval[]) AS length,
		 uuid_advise(49999 / extract(epoch FROM length)::float8, 20 * length + '1 ms', checkpoint_interval => '10 years')
	WHERE key = 'wrapping by time' AND substring(call FROM 'nextval\(''(.*)'', ')::interval IS DISTINCT FROM length$$,
	'each interval that people write is advised at some rate');
-- For a cycle of twice as many days, with a minute between two checkpoints.
SELECT results_eq($$SELECT days, substring(call FROM '/ ([0-9]+ % ''[0-9]+'')')
	  FROM unnest('{12,12.5,15,18,21}'::numeric[]) AS days,
		   uuid_advise(100, days * interval '1 day', checkpoint_interval => '1 min')
	 WHERE key = 'plain default' ORDER BY days$$,
	$$VALUES (12::numeric, '60 % ''34560'''), (12.5, '60 % ''36000'''), (15, '60 % ''43200'''), (18, '54 % ''57600'''),
		(21, '56 % ''64800''')$$,
	'a plain default has a number of intervals that divides its days into whole seconds');
-- 2^48 blocks are the most there can be, and 2.8e14 are advised.
SELECT pg_temp.none($$SELECT w, call FROM workloads AS w JOIN calls USING (n)
	WHERE kept IS NOT NULL AND left_behind < 1 AND cycle < least(extract(epoch FROM kept), length * 2.8e14)$$,
	'each advised cycle is as long as rows are kept, if they are deleted');
-- A DELETE writes the image of a page that no other has come to: of a row in a thousand, of few pages.
SELECT results_eq($$SELECT DISTINCT wal_deletes BETWEEN 1 AND 100 FROM uuid_advise(100, '30 days', 0.999)$$,
	'{true}'::bool[], 'where nearly all rows stay, deletes write little');

SELECT * FROM finish();
ROLLBACK;
