-- Properties of uuid_advise for any workload: at the bounds of all parameters, and for
-- CALLS / 40 random workloads (CALLS from the environment; 100000 by default).  SEED in
-- the environment, a whole number, repeats those of a run.
\ir lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(28);
SELECT diag('SEED=' || :'seed');
SELECT setseed((:seed % 1000000007) / 1000000007.0);

CREATE FUNCTION pg_temp.one_of(choices anyarray) RETURNS anyelement LANGUAGE sql VOLATILE AS 'SELECT choices[1 + floor(random() * cardinality(choices))::int]';
-- Each magnitude is as likely.
CREATE FUNCTION pg_temp.magnitude(lowest float8, highest float8) RETURNS float8 LANGUAGE sql VOLATILE AS 'SELECT greatest(lowest, least(highest, lowest * exp(random() * ln(highest / lowest))))';

-- No row, or the first of them are shown.
CREATE FUNCTION pg_temp.none(query text, description text) RETURNS text LANGUAGE sql AS $$SELECT is_empty(query || ' LIMIT 3', description)$$;

CREATE TEMPORARY TABLE workloads (n int GENERATED ALWAYS AS IDENTITY, rate float8, kept interval, left_behind float8, goal text, rows int8, memory int8, checkpoints interval, peak float8, row_bytes int, random_before bool);
INSERT INTO workloads (rate, kept, left_behind, goal, rows, memory, checkpoints, peak, row_bytes, random_before)
SELECT rate, kept, left_behind, pg_temp.one_of('{cheapest,smallest index,reveals least}'::text[]), rows, memory, checkpoints, peak, row_bytes, random() < 0.5
  FROM unnest('{0.0001,1e9}'::float8[]) AS rate, unnest('{1 ms,10000000000 s,NULL}'::interval[]) AS kept, unnest('{0,5e-324,0.9999999999999999,1}'::float8[]) AS left_behind,
	   unnest('{1,9223372036854775807,NULL}'::int8[]) AS rows, unnest(ARRAY[current_setting('block_size')::int8, 9223372036854775807]) AS memory,
	   unnest('{1 ms,10000000000 s}'::interval[]) AS checkpoints, LATERAL (SELECT unnest(ARRAY[rate, 1e9]) GROUP BY 1) AS p (peak), unnest('{24,8160}'::int[]) AS row_bytes;
INSERT INTO workloads (rate, kept, left_behind, goal, rows, memory, checkpoints, peak, row_bytes, random_before)
SELECT rate, CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END, CASE WHEN random() < 0.4 THEN 0 WHEN random() < 0.3 THEN 1 - pg_temp.magnitude(1e-9, 1) ELSE pg_temp.magnitude(1e-9, 1) END,
	   pg_temp.one_of('{cheapest,smallest index,reveals least}'::text[]), CASE WHEN random() < 0.5 THEN pg_temp.magnitude(1, 9.2e18)::int8 END, CASE WHEN random() < 0.7 THEN pg_temp.magnitude(65536, 9.2e18)::int8 END,
	   CASE WHEN random() < 0.8 THEN make_interval(secs => pg_temp.magnitude(0.001, 1e10)) END, CASE WHEN random() < 0.5 THEN pg_temp.magnitude(rate, 1e9) END, pg_temp.magnitude(24, 8160)::int, random() < 0.2
  FROM (SELECT pg_temp.magnitude(0.0001, 1e9) AS rate FROM generate_series(1, :calls / 40) OFFSET 0) AS r;

CREATE TEMPORARY TABLE advice (n int, place int, key text, call text, why text, wal_per_row float8, page_images float8, delete_wal float8, reads_per_row float8, warm_pages int8,
	first_density float8, steady_density float8, bytes_per_million_rows int8, wraps_after interval, collision_odds float8, outsider_learns text);
CREATE TEMPORARY TABLE errors (n int, error text);
DO $$
DECLARE
	w workloads;
BEGIN
	FOR w IN SELECT * FROM workloads LOOP
		BEGIN
			INSERT INTO advice SELECT w.n, row_number() OVER (), a.* FROM uuid_advise(w.rate, w.kept, w.left_behind, w.goal, w.rows, w.memory, w.checkpoints, w.peak, w.row_bytes, w.random_before) AS a;
		EXCEPTION WHEN OTHERS THEN
			INSERT INTO errors VALUES (w.n, concat_ws(' ', SQLSTATE, SQLERRM));
		END;
	END LOOP;
END $$;
ANALYZE advice;
SELECT pg_temp.none('SELECT error, w FROM errors JOIN workloads AS w USING (n)', 'no error for any of ' || (SELECT count(*) FROM workloads) || ' workloads');
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN advice AS a USING (n) GROUP BY w
		HAVING array_agg(key ORDER BY key COLLATE "C") <> '{UUIDv7,default by sequence,default by time,opaque by time,random,wrapping by sequence,wrapping by time}'$$, 'seven rows, one for each way to make the key');

-- The figures.  Nothing is less than NaN.
CREATE FUNCTION pg_temp.wrong(condition text) RETURNS TABLE (workload workloads, advice advice) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT w, a FROM workloads AS w JOIN advice AS a USING (n), LATERAL (SELECT kept IS NOT NULL AND left_behind < 1 AS deletes, key ~ ''time$'' AS by_time, key ~ ''sequence$'' AS by_sequence) AS k WHERE (%s) IS NOT TRUE', condition);
END $$;
SELECT pg_temp.none(format('SELECT pg_temp.wrong(%L)', condition), condition)
  FROM unnest(ARRAY['wal_per_row > 0 AND wal_per_row < ''infinity''', 'page_images > 0 AND page_images < 1.000001', 'delete_wal >= 0 AND delete_wal <= wal_per_row AND (delete_wal > 0) = deletes',
	'reads_per_row >= 0 AND reads_per_row < 1.000001', 'warm_pages >= 1', 'first_density > 0 AND first_density <= 100', 'steady_density > 0 AND steady_density < 100.000001',
	'bytes_per_million_rows >= 28000000', 'collision_odds >= 0 AND collision_odds <= 1',
	'CASE WHEN by_time THEN wraps_after > ''0'' WHEN by_sequence THEN coalesce(wraps_after >= ''0'', true) ELSE wraps_after IS NULL END',
	'why <> '''' AND outsider_learns <> ''''']) AS condition;

-- What comes first: nothing that is worth over 15 % more comes later.
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN advice AS a USING (n) JOIN advice AS b USING (n) WHERE w.goal = 'cheapest' AND a.place < b.place AND a.wal_per_row > 1.150001 * b.wal_per_row$$,
	'"cheapest": no row comes after one with over 15 % more WAL');
SELECT pg_temp.none($$SELECT w, a FROM workloads AS w JOIN advice AS a USING (n) JOIN advice AS b USING (n),
			LATERAL (SELECT coalesce(CASE WHEN NOT (random_before AND kept IS NOT NULL AND left_behind < 1) THEN rows END, greatest(1, rate * CASE WHEN kept IS NOT NULL THEN extract(epoch FROM kept)::float8 + left_behind * greatest(157788000 - extract(epoch FROM kept)::float8, 0) ELSE 157788000 END)) / 1e6 AS millions) AS m
		WHERE w.goal = 'smallest index' AND a.place < b.place AND a.bytes_per_million_rows * millions > 1.150001 * greatest(b.bytes_per_million_rows * millions, current_setting('block_size')::int)$$,
	'"smallest index": no row comes after one with an index over 15 % larger');
SELECT pg_temp.none($$SELECT w FROM workloads AS w JOIN advice AS a USING (n) WHERE w.goal = 'reveals least' AND ((key = 'random') <> (place = 1) OR (key = 'UUIDv7') <> (place = 7)
			OR key ~ '^(default|wrapping)' AND call !~ ', 1\)$' AND place < (SELECT o.place FROM advice AS o WHERE o.n = a.n AND o.key = 'opaque by time'))$$,
	'"reveals least": random keys first, opaque ones before all with more than one block, UUIDv7 last');
SELECT pg_temp.none($$SELECT w, a FROM workloads AS w JOIN (SELECT *, min(bytes_per_million_rows) OVER (PARTITION BY n) AS smallest FROM advice) AS a USING (n)
		WHERE why !~ CASE WHEN page_images < 0.01 THEN '^hardly any page images;' ELSE '^a page image for every [0-9.]+ rows;' END
			OR (why ~ '; [0-9]+ reads for every 100 rows;') <> (reads_per_row > 0.01)
			OR (why ~ '; needs the extension sequential_uuids_opaque and a secret$') <> (key ~ '^opaque')
			OR (why ~ '; more warm pages than index_memory holds(; needs .*)?$') <> (warm_pages > coalesce(memory, pg_size_bytes(current_setting('shared_buffers')) / 4) / current_setting('block_size')::int)
			OR why ~ '; an index as small as any' AND rows > 1000000 AND NOT random_before AND bytes_per_million_rows > 1.150001 * smallest
			OR why ~ '; an index [0-9.]+ times the smallest' AND bytes_per_million_rows <= 1.149999 * smallest$$, 'why: as the figures have it');

-- The calls, each in the place of a column default.
CREATE SEQUENCE seq;
-- Opaque keys take the same parameters, and an extension of their own.
CREATE FUNCTION uuid_opaque_nextval(secret text, interval_length interval, cycle interval) RETURNS uuid LANGUAGE sql RETURN uuid_interval_nextval(interval_length, cycle);
CREATE FUNCTION pg_temp.generated(call text, OUT id uuid) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || call INTO id;
EXCEPTION WHEN OTHERS THEN
	RAISE WARNING '%: %', call, SQLERRM;
END $$;
SELECT pg_temp.none('SELECT call FROM (SELECT DISTINCT call FROM advice) AS c WHERE pg_temp.generated(call) IS NULL', 'each of ' || (SELECT count(DISTINCT call) FROM advice) || ' calls generates a key');
SELECT pg_temp.none($$SELECT n, key, call FROM advice WHERE call <> CASE key WHEN 'random' THEN 'gen_random_uuid()' WHEN 'UUIDv7' THEN 'uuid_v7_nextval()'
		WHEN 'default by time' THEN 'uuid_time_nextval()' WHEN 'default by sequence' THEN 'uuid_sequence_nextval(''seq'')' ELSE call END$$, 'those without parameters are the ones of their names');
CREATE TEMPORARY TABLE settings AS
SELECT n, call, wraps_after, extract(epoch FROM wraps_after) * 1000000 AS wrap, extract(epoch FROM p[1]::interval) * 1000000 AS length, extract(epoch FROM p[2]::interval) * 1000000 AS cycle, NULL::numeric AS size, NULL::numeric AS count
  FROM advice, LATERAL regexp_match(call, '^uuid_(?:interval|opaque)_nextval\((?:''secret'', )?''(.*)'', ''(.*)''\)$') AS p WHERE key IN ('wrapping by time', 'opaque by time')
UNION ALL
SELECT n, call, wraps_after, extract(epoch FROM wraps_after) * 1000000, NULL, NULL, p[1]::numeric, p[2]::numeric
  FROM advice, LATERAL regexp_match(call, '^uuid_serial_nextval\(''seq'', (\d+), (\d+)\)$') AS p WHERE key = 'wrapping by sequence';
SELECT is((SELECT count(length) FROM settings) + (SELECT count(size) FROM settings), 3 * (SELECT count(*) FROM workloads), 'the parameters of the others are read');
SELECT pg_temp.none('SELECT * FROM settings WHERE mod(cycle, length) <> 0 OR cycle <> wrap', 'by time: the cycle is a multiple of the interval, and wraps after itself');
SELECT pg_temp.none('SELECT s, rate FROM settings AS s JOIN workloads USING (n) WHERE abs(wrap / 1000000 - size * count / rate::numeric) > 0.5 + 1e-12 * wrap', 'by sequence: it wraps after its blocks');
-- 2^48 blocks are the most there can be, and 1e10 seconds the longest that
-- anything takes.
SELECT pg_temp.none($$SELECT s, w FROM settings AS s JOIN workloads AS w USING (n),
			LATERAL (SELECT coalesce(CASE WHEN NOT (random_before AND kept IS NOT NULL AND left_behind < 1) THEN rows END, greatest(1, rate * (extract(epoch FROM kept)::float8 + left_behind * greatest(157788000 - extract(epoch FROM kept)::float8, 0)))) AS held) AS h,
			LATERAL (SELECT coalesce(cycle / 1000000, size * count / rate::numeric)::float8 AS seconds, least(least(current_setting('autovacuum_vacuum_threshold')::float8 + current_setting('autovacuum_vacuum_scale_factor')::float8 * held, nullif(current_setting('autovacuum_vacuum_max_threshold', true)::float8, -1)) / greatest(1 - left_behind, 1e-6),
				current_setting('autovacuum_vacuum_insert_threshold')::float8 + current_setting('autovacuum_vacuum_insert_scale_factor')::float8 * held) / rate AS wait) AS c
		WHERE kept IS NOT NULL AND left_behind < 1 AND NOT (left_behind = 0 AND w.goal = 'smallest index') AND coalesce(count, cycle / length) < 281474976710656 AND seconds < least(CASE WHEN call ~ '^uuid_opaque' AND w.goal <> 'reveals least' THEN 0.5 ELSE 1 END * (extract(epoch FROM kept)::float8 + least(wait, 1e12)), 1e12) * 0.999999$$,
	'with deletes a cycle is longer than rows are kept and wait for VACUUM, after deletes or inserts; of opaque keys, except for privacy, than half of that');
SELECT pg_temp.none($$SELECT s, w FROM settings AS s JOIN workloads AS w USING (n)
		WHERE (kept IS NULL OR left_behind = 1 OR left_behind = 0 AND w.goal = 'smallest index') AND coalesce(count, cycle / length) < 281474976710656
			AND coalesce(cycle / 1000000, size * count / rate::numeric) NOT BETWEEN 0.999999 * 36500 * 86400 AND 1.1 * 36500 * 86400.0 + coalesce(size / rate::numeric, 0)$$, 'without, and for the smallest index if all are deleted, a century');

-- Collisions: the pairs of rows under one prefix, counted.  Over full cycles they
-- are as many as 122 random bits would have to meet in.
SELECT pg_temp.none($$SELECT w, pairs FROM (VALUES (interval '1 min', 500000), ('7 min', 500000), ('1 h', 500000), ('2 min', 100000), (NULL, 500000)) AS w (kept, rows), uuid_advise(1000, kept, 0, 'cheapest', rows, 2097152, '1 s') AS a,
			LATERAL regexp_match(call, '^uuid_serial_nextval\(''seq'', (\d+), (\d+)\)$') AS p,
			LATERAL (SELECT sum(n * (n - 1) / 2) AS pairs FROM (SELECT count(*) AS n FROM generate_series(1, rows) AS i GROUP BY uuid_serial_block(i, p[1]::int8, p[2]::int8)) AS g) AS c
		WHERE p IS NOT NULL AND (abs(collision_odds * 2::float8 ^ (122 - ceil(log(2, p[2]::numeric))) / pairs - 1) < 0.05) IS NOT TRUE$$, 'the odds of a collision are those of the pairs under one prefix');
SELECT ok(abs(collision_odds - 0.5) < 0.01, 'over full cycles they are those of 122 bits: one half for 2.71e18 UUIDs')
  FROM uuid_advise(1e9, total_rows => 2710000000000000000) WHERE call ~ '^uuid_sequence';

-- An infinite interval, which PostgreSQL 17 brought, is no length.
SELECT throws_ok(format('SELECT uuid_advise(1, %s => ''infinity'')', argument), CASE WHEN current_setting('server_version_num')::int >= 170000 THEN '22023' ELSE '22007' END, NULL, argument || ': infinity is refused')
  FROM unnest('{kept,checkpoint_interval}'::text[]) AS argument;

SELECT * FROM finish();
ROLLBACK;
