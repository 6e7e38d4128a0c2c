-- runs: every; majors: ends; edition in SQL: no, advice is the same file in both editions
-- Properties of uuid_advise for any workload: at the bounds of all parameters, and for CALLS / 40 random workloads.
-- SEED in the environment, a whole number, repeats those of a run.
\ir ../lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA generators;
CREATE EXTENSION sequential_uuids SCHEMA generators;
CREATE SCHEMA advice;
SET LOCAL search_path = advice, public;
\ir ../../advice/sequential_uuids_advice.sql
SELECT plan(15);

-- Each magnitude is as likely.
CREATE FUNCTION pg_temp.magnitude(lowest float8, highest float8) RETURNS float8 LANGUAGE sql VOLATILE
RETURN greatest(lowest, least(highest, lowest * exp(random() * ln(highest / lowest))));
-- No row, or the first of them are shown.
CREATE FUNCTION pg_temp.none(query text, description text) RETURNS text LANGUAGE sql AS
	$$SELECT is_empty(query || ' LIMIT 3', description)$$;
-- All answers fulfil a condition.
CREATE FUNCTION pg_temp.all_fulfil(condition text, description text) RETURNS text LANGUAGE sql AS $$
	SELECT pg_temp.none(format(
		'SELECT w, a FROM workloads AS w JOIN answers AS a USING (n) WHERE (%s) IS NOT TRUE', condition), description) $$;

CREATE TEMPORARY TABLE workloads AS
-- at the bounds: one in eight of all combinations
SELECT rate, kept,
	   CASE WHEN kept IS NULL THEN 0 ELSE left_behind END AS left_behind,
	   goal, rows, memory, checkpoints, dead,
	   CASE WHEN random() < 0.5 THEN rate ELSE 1e9 END AS peak,
	   CASE WHEN random() < 0.5 THEN 24 ELSE 8160 END AS row_bytes,
	   random() < 0.5 AS random_before,
	   CASE WHEN random() < 0.5 THEN interval '1 s' ELSE interval '10000000000 s' END AS horizon
  FROM unnest('{0.0001,1e9}'::float8[]) AS rate,
	   unnest('{1 ms,10000000000 s,NULL}'::interval[]) AS kept,
	   unnest('{0,5e-324,0.9999999999999999,1}'::float8[]) AS left_behind,
	   unnest('{cheapest,reveals least}'::text[]) AS goal,
	   unnest('{1,1e15,NULL}'::float8[]) AS rows,
	   unnest(ARRAY[current_setting('block_size'), '1e18']) AS memory,
	   unnest('{1 ms,10000000000 s}'::interval[]) AS checkpoints,
	   unnest('{0,100,NULL}'::float8[]) AS dead
 WHERE random() < 0.125
 UNION ALL
-- and between them
SELECT rate, kept,
	   CASE WHEN kept IS NULL OR random() < 0.4 THEN 0 ELSE pg_temp.magnitude(1e-9, 1) END,
	   CASE WHEN random() < 0.5 THEN 'cheapest' ELSE 'reveals least' END,
	   CASE WHEN random() < 0.5 THEN pg_temp.magnitude(1, 1e15) END,
	   CASE WHEN random() < 0.7 THEN round(pg_temp.magnitude(65536, 1e18)::numeric)::text END,
	   CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END,
	   CASE WHEN random() < 0.5 THEN pg_temp.magnitude(1e-6, 100) END,
	   CASE WHEN random() < 0.5 THEN pg_temp.magnitude(rate, 1e9) END,
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
			  FROM uuid_advise(w.rate, w.kept, w.left_behind, w.goal, w.rows, w.memory, w.checkpoints, w.dead, w.peak,
					w.row_bytes, w.random_before, w.horizon) AS a;
		EXCEPTION WHEN OTHERS THEN
			INSERT INTO errors VALUES (w.n, concat_ws(' ', SQLSTATE, SQLERRM));
		END;
	END LOOP;
END $$;
SELECT diag(count(*) || ' workloads') FROM workloads;
SELECT pg_temp.none('SELECT error, w FROM errors JOIN workloads AS w USING (n)', 'no workload raises an error');
SELECT pg_temp.none($$SELECT w.n FROM workloads AS w LEFT JOIN answers USING (n)
	GROUP BY w.n, w.goal
	HAVING count(answers) <> CASE w.goal WHEN 'reveals least' THEN 5 ELSE 4 END$$,
	'each workload has a row for each way to make the key: four, and opaque keys if they are to reveal little');
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
SELECT pg_temp.all_fulfil($$outsider_learns <> '' AND assumes <> '' AND note <> '' IS NOT FALSE$$,
	'each row says what an outsider learns and what it assumes, and no note is empty');

-- Also those that have kept a single row; of an index of 100,000 rows, 53 to 66 % were measured.
SELECT results_eq($$SELECT stays::numeric FROM unnest('{0.0001,0.0005,0.002,0.003,0.004,0.05}'::float8[]) AS stays,
			uuid_advise(200, '90 days', stays, dead_at_vacuum => 0.2) AS a
	 WHERE key = 'wrapping by time' AND substring(density FROM '^\d+')::int >= 50 ORDER BY stays$$,
	$$SELECT unnest('{0.0001,0.0005,0.002,0.003,0.004,0.05}'::numeric[])$$,
	'however few rows stay, wrapping keys refill the pages on which they do');

-- What comes first: nothing that is worth over 15 % more comes later.
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN answers AS a USING (n) JOIN answers AS b USING (n)
	WHERE w.goal = 'cheapest' AND a.place < b.place AND a.wal_per_row > (b.wal_per_row + 1) / 0.85$$,
	'with the goal "cheapest", no row comes after one with over 15 % more WAL');
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN answers AS a USING (n)
	WHERE w.goal = 'reveals least' AND ((key = 'random') <> (place = 1) OR (key = 'UUIDv7') <> (place = 5))$$,
	'with the goal "reveals least", random keys come first and UUIDv7 last');
-- Of keys that cost about the same, those that save 15 % of what the present ones cost: here, of 5,500 bytes.
CREATE FUNCTION pg_temp.ways(rate float8, present float8) RETURNS TABLE (place int8, wal float8) LANGUAGE sql AS $$
	SELECT rank, wal_per_row
	  FROM advice.sequential_uuids_ways('cheapest', rate, rate, NULL, 0, 1e9, 1e9, 1e5, 300, 100, 1e8,
			true, false, present, 'label') $$;
SELECT pg_temp.none($$SELECT rate, array_agg(w ORDER BY place)
	FROM unnest('{0.1,1,10,100,1000,10000}'::float8[]) AS rate, unnest('{300,1000,3000,5500}'::float8[]) AS present,
		 pg_temp.ways(rate, present) AS w
	GROUP BY rate, present
	HAVING max(place) FILTER (WHERE wal <= 0.85 * present) > min(place) FILTER (WHERE wal > 0.85 * present)$$,
	'keys that save 15 % of what keys cost now come before all others');

-- The calls, each in the place of a column default.  Opaque keys are not in the edition in SQL; sql/helpers.sql
-- may have left a stand-in.
CREATE FUNCTION pg_temp.generated(call text, OUT id uuid) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT '
		|| regexp_replace(call, '^(public\.)?uuid_opaque_nextval\(''\w+'', ', 'generators.uuid_interval_nextval(') INTO id;
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
SELECT pg_temp.none('SELECT call FROM calls WHERE pg_temp.generated(call) IS NULL',
	'each advised call generates a key');
SELECT pg_temp.none('SELECT call FROM calls WHERE mod(cycle, length) <> 0',
	'each advised cycle is a multiple of its interval');
-- 2^48 blocks are the most there can be, and 2.8e14 are advised.
SELECT pg_temp.none($$SELECT w, call FROM workloads AS w JOIN calls USING (n)
	WHERE kept IS NOT NULL AND left_behind < 1 AND cycle < least(extract(epoch FROM kept), length * 2.8e14)$$,
	'each advised cycle is as long as rows are kept, if they are deleted');

SELECT * FROM finish();
ROLLBACK;
