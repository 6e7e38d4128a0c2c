-- Properties of uuid_advise for any workload: at the bounds of all parameters, and for
-- CALLS / 40 random workloads (CALLS from the environment; 100000 by default).  SEED in
-- the environment, a whole number, repeats those of a run.
\ir ../lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA generators;
CREATE EXTENSION sequential_uuids SCHEMA generators;
CREATE SCHEMA advice;
SET LOCAL search_path = advice, public;
\ir ../../advice/sequential_uuids_advice--1.0.sql
SELECT plan(13);
SELECT diag('SEED=' || :'seed');
SELECT setseed((:seed % 1000000007) / 1000000007.0);

-- Each magnitude is as likely.
CREATE FUNCTION pg_temp.magnitude(lowest float8, highest float8) RETURNS float8 LANGUAGE sql VOLATILE AS 'SELECT greatest(lowest, least(highest, lowest * exp(random() * ln(highest / lowest))))';
-- No row, or the first of them are shown.
CREATE FUNCTION pg_temp.none(query text, description text) RETURNS text LANGUAGE sql AS $$SELECT is_empty(query || ' LIMIT 3', description)$$;

CREATE TEMPORARY TABLE workloads (n int GENERATED ALWAYS AS IDENTITY, rate float8, kept interval, left_behind float8, goal text, rows float8, memory float8, checkpoints interval, dead float8, peak float8, row_bytes int, random_before bool);
INSERT INTO workloads (rate, kept, left_behind, goal, rows, memory, checkpoints, dead, peak, row_bytes, random_before)
SELECT rate, kept, CASE WHEN kept IS NULL THEN 0 ELSE left_behind END, (ARRAY['cheapest', 'reveals least'])[1 + floor(random() * 2)::int], rows, memory, checkpoints, dead, peak, CASE WHEN random() < 0.5 THEN 24 ELSE 8160 END, random() < 0.5
  FROM unnest('{0.0001,1e9}'::float8[]) AS rate, unnest('{1 ms,10000000000 s,NULL}'::interval[]) AS kept, unnest('{0,5e-324,0.9999999999999999,1}'::float8[]) AS left_behind, unnest('{1,1e15,NULL}'::float8[]) AS rows,
	   unnest(ARRAY[current_setting('block_size')::float8, 1e18]) AS memory, unnest('{1 ms,10000000000 s}'::interval[]) AS checkpoints, unnest('{0,100,NULL}'::float8[]) AS dead, LATERAL (SELECT unnest(ARRAY[rate, 1e9]) GROUP BY 1) AS p (peak);
INSERT INTO workloads (rate, kept, left_behind, goal, rows, memory, checkpoints, dead, peak, row_bytes, random_before)
SELECT rate, kept, CASE WHEN kept IS NULL OR random() < 0.4 THEN 0 ELSE pg_temp.magnitude(1e-9, 1) END, (ARRAY['cheapest', 'reveals least'])[1 + floor(random() * 2)::int],
	   CASE WHEN random() < 0.5 THEN pg_temp.magnitude(1, 1e15) END, CASE WHEN random() < 0.7 THEN pg_temp.magnitude(65536, 1e18) END, CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END,
	   CASE WHEN random() < 0.5 THEN pg_temp.magnitude(1e-6, 100) END, CASE WHEN random() < 0.5 THEN pg_temp.magnitude(rate, 1e9) END, pg_temp.magnitude(24, 8160)::int, random() < 0.2
  FROM (SELECT pg_temp.magnitude(0.0001, 1e9) AS rate, CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END AS kept FROM generate_series(1, :calls / 40) OFFSET 0) AS r;

CREATE TEMPORARY TABLE answers AS SELECT 0 AS n, 0::int8 AS place, a.* FROM uuid_advise(1) AS a LIMIT 0;
CREATE TEMPORARY TABLE errors (n int, error text);
DO $$
DECLARE
	w workloads;
BEGIN
	FOR w IN SELECT * FROM workloads LOOP
		BEGIN
			INSERT INTO answers SELECT w.n, row_number() OVER (), a.* FROM uuid_advise(w.rate, w.kept, w.left_behind, w.goal, w.rows, w.memory, w.checkpoints, w.dead, w.peak, w.row_bytes, w.random_before) AS a WHERE w.n % 2 = 1;
			INSERT INTO answers SELECT w.n, row_number() OVER (), a.* FROM sequential_uuids_advice('advice', w.rate, w.kept, w.left_behind, w.goal, w.rows, w.memory::text, w.checkpoints, w.dead, w.peak, w.row_bytes, w.random_before, jsonb_build_object('kind', 'wrapping', 'block_rows', w.rate, 'cycle_rows', w.rate * 1e6)) AS a WHERE w.n % 2 = 0;
		EXCEPTION WHEN OTHERS THEN
			INSERT INTO errors VALUES (w.n, concat_ws(' ', SQLSTATE, SQLERRM));
		END;
	END LOOP;
END $$;
SELECT pg_temp.none('SELECT error, w FROM errors JOIN workloads AS w USING (n)', 'no error for any of ' || (SELECT count(*) FROM workloads) || ' workloads');
SELECT pg_temp.none($$SELECT w.n FROM workloads AS w JOIN answers USING (n) GROUP BY w.n, w.goal HAVING count(*) <> CASE w.goal WHEN 'reveals least' THEN 5 ELSE 4 END + 1 - w.n % 2$$, 'a row for each way to make the key');
-- The figures.  Nothing is less than NaN.
SELECT pg_temp.none(format('SELECT w, a FROM workloads AS w JOIN answers AS a USING (n) WHERE (%s) IS NOT TRUE', condition), condition)
  FROM unnest(ARRAY['wal_per_row > 0 AND wal_per_row < ''infinity''', 'reads_per_row BETWEEN 0 AND 1', 'bytes_per_million_rows >= 28000000', 'density ~ ''^\d+ (to \d+ )?%$'' AND regexp_replace(density, ''\D*$|.*to '', '''', ''g'')::float8 <= 100',
	'(outsider_learns <> '''' OR key = ''now'') AND assumes <> '''' AND note <> '''' IS NOT FALSE']) AS condition;

-- What comes first: nothing that is worth over 15 % more comes later.
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN answers AS a USING (n) JOIN answers AS b USING (n) WHERE w.goal = 'cheapest' AND w.n % 2 = 1 AND a.place < b.place AND a.wal_per_row > (b.wal_per_row + 1) / 0.85$$,
	'"cheapest": no row comes after one with over 15 % more WAL');
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN answers AS a USING (n) WHERE w.goal = 'reveals least' AND ((key = 'random') <> (place = 1) OR (key = 'UUIDv7') <> (place = 5) OR (key = 'now') <> (place = 6))$$,
	'"reveals least": random keys first, UUIDv7 last');
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN answers AS a USING (n) JOIN answers AS b USING (n) JOIN answers AS now ON now.n = w.n AND now.key = 'now'
	WHERE w.goal = 'cheapest' AND b.key <> 'now' AND a.place < b.place AND a.wal_per_row > 0.85 * now.wal_per_row + 1 AND b.wal_per_row < 0.85 * now.wal_per_row - 1$$, 'first come those that save 15 % of what keys cost now');

-- The calls, each in the place of a column default.
CREATE FUNCTION pg_temp.generated(call text, OUT id uuid) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || regexp_replace(call, '^uuid_opaque_nextval\(''[0-9a-f]{32}'', ', 'generators.uuid_interval_nextval(') INTO id;
EXCEPTION WHEN OTHERS THEN
	RAISE WARNING '%: %', call, SQLERRM;
END $$;
SELECT pg_temp.none('SELECT call FROM (SELECT DISTINCT call FROM answers WHERE call IS NOT NULL) AS c WHERE pg_temp.generated(call) IS NULL', 'each of ' || (SELECT count(DISTINCT call) FROM answers) || ' calls generates a key');
SELECT pg_temp.none($$SELECT a.call FROM answers AS a, LATERAL regexp_match(call, 'uuid_(?:interval|opaque)_nextval\((?:''[0-9a-f]{32}'', )?''(.*)'', ''(.*)''\)$') AS p
	WHERE mod(extract(epoch FROM p[2]::interval), extract(epoch FROM p[1]::interval)) <> 0$$, 'a cycle is a multiple of the interval');
-- 2^48 blocks are the most there can be, and 2.8e14 are advised.
SELECT pg_temp.none($$SELECT w, call FROM workloads AS w JOIN answers AS a USING (n), LATERAL regexp_match(call, 'uuid_(?:interval|opaque)_nextval\((?:''[0-9a-f]{32}'', )?''(.*)'', ''(.*)''\)$') AS p
	WHERE p IS NOT NULL AND kept IS NOT NULL AND left_behind < 1 AND extract(epoch FROM p[2]::interval) < least(extract(epoch FROM kept), extract(epoch FROM p[1]::interval) * 2.8e14)$$, 'with deletes a cycle is longer than rows are kept');

SELECT * FROM finish();
ROLLBACK;
