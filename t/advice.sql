-- The figures of uuid_advise against indexes really filled with half a million
-- rows: at 1000 per second in the first cycle, the second and the fifth, by each
-- setting that it proposes; and by the default at rates that make blocks of 150
-- and 300 rows, which fit pages badly.  The clock is simulated: uuid_interval_at
-- gives the keys that uuid_interval_nextval would give at that rate.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE EXTENSION sequential_uuids;
SELECT plan(9);

CREATE TEMPORARY TABLE advice AS
	SELECT row_number() OVER () AS n, rate, w.cycle, a.*, prefix_count::numeric AS count
	  FROM (VALUES (1000, interval '1 h'), (1000, '7 min'), (1000, '2 min'), (2.5, '45 days'), (5, '45 days')) AS w (rate, cycle),
		   uuid_advise(rate, w.cycle, 500000, 2097152) AS a,
		   LATERAL (SELECT regexp_match(call, 'interval_nextval\(''(.*)'', ''(.*)''\)$') AS by_interval, regexp_match(call, 'serial_nextval\(.*, (\d+)\)$') AS by_serial) AS m,
		   LATERAL (SELECT coalesce(extract(epoch FROM by_interval[2]::interval) / extract(epoch FROM by_interval[1]::interval), by_serial[1]::numeric, 65536)) AS c (prefix_count)
	 WHERE rate = 1000 OR call = 'uuid_time_nextval()';
CREATE TEMPORARY TABLE measured (n bigint, density float8, pages bigint);

CREATE PROCEDURE pg_temp.measure(advice) LANGUAGE plpgsql AS $$
DECLARE
	rows CONSTANT int := 500000;
	block CONSTANT int := $1.rows_per_block;
	-- the last block that is complete
	last_row CONSTANT int := rows / block * block;
BEGIN
	CREATE SEQUENCE seq CACHE 1000;
	CREATE TABLE filled (n int, id uuid);
	CREATE UNIQUE INDEX filled_id ON filled (id);
	EXECUTE format('INSERT INTO filled SELECT n, %s FROM generate_series(1, %s) AS n, LATERAL (SELECT timestamptz ''2026-01-01'' + (n - 1) / %s::float8 * interval ''1 s'' AS at) AS t',
		replace(replace($1.call, 'uuid_interval_nextval(', 'uuid_interval_at(at, '), 'uuid_time_nextval()', 'uuid_interval_at(at)'), rows, $1.rate);
	INSERT INTO measured
		SELECT $1.n, (SELECT avg_leaf_density FROM pgstatindex('filled_id')),
			   (SELECT count(DISTINCT page) FROM generate_series(1, pg_relation_size('filled_id') / current_setting('block_size')::int - 1) AS page, bt_page_items('filled_id', page)
				 WHERE htid BETWEEN (SELECT min(ctid) FROM filled WHERE filled.n = last_row - block + 1) AND (SELECT max(ctid) FROM filled WHERE filled.n = last_row));
	DROP TABLE filled;
	DROP SEQUENCE seq;
END $$;
DO $$
DECLARE
	a advice;
BEGIN
	FOR a IN SELECT * FROM advice WHERE rows_per_block <= 500000 LOOP
		CALL pg_temp.measure(a);
	END LOOP;
END $$;

SELECT diag(format('%s rows per second, cycle %s, %s: leaf density %s %%, measured %s %%; warm pages %s, measured %s', rate, cycle, call, leaf_density, round(density::numeric, 1), warm_pages, pages))
  FROM advice JOIN measured USING (n) ORDER BY n;
SELECT is((SELECT count(*) FROM measured), 26::bigint, 'all settings are measured');
SELECT is_empty('SELECT * FROM advice JOIN measured USING (n) WHERE abs(density - leaf_density) > CASE WHEN wraps_after * rate > interval ''500000 s'' THEN 6 ELSE 10 END',
	'the leaf density is right to within 6 points in the first cycle, later to within 10');
SELECT is_empty('SELECT * FROM advice JOIN measured USING (n) WHERE abs(pages - warm_pages) > 1 + 0.25 * warm_pages',
	'the warm pages are right to within a quarter, and one page');
SELECT ok(max(leaf_density) > 90 AND min(leaf_density) < 55 AND max(warm_pages) > 30 * min(warm_pages), 'and both differ between the settings') FROM advice;

-- What is arithmetic rather than a model.
SELECT is_empty('SELECT * FROM advice WHERE random_bits <> 122 - (SELECT min(b) FROM generate_series(0, 48) AS b WHERE 2::numeric ^ b >= count)',
	'the random bits are those that prefix, version and variant leave');
SELECT is_empty('SELECT * FROM advice WHERE goal NOT LIKE ''the default%'' AND wraps_after NOT BETWEEN cycle AND 1.1 * cycle',
	'settings wrap after the cycle asked for, and hardly later');
SELECT is_empty('SELECT * FROM advice WHERE call ~ ''^uuid_(time|interval)'' AND extract(epoch FROM wraps_after) <> rows_per_block / rate * count',
	'a setting by time wraps after its intervals');

-- Collisions: the pairs of rows under one prefix, counted.  A full cycle has as
-- many as 122 random bits would have to meet in.
SELECT is_empty('SELECT * FROM advice, LATERAL (
		SELECT sum(n * (n - 1) / 2) AS pairs FROM (SELECT count(*) AS n FROM generate_series(1, 500000) AS i GROUP BY uuid_serial_block(i, rows_per_block::bigint, count::bigint)) AS g) AS c
		WHERE abs(collision_odds * 2::float8 ^ random_bits / pairs - 1) > 0.05', 'the odds of a collision are those of the pairs under one prefix');
SELECT ok(abs(collision_odds - 0.5) < 0.01, 'at a full cycle they are those of 122 bits: one half for 2.71e18 UUIDs')
  FROM uuid_advise(1e9, '31366 days', 2710000000000000000) WHERE goal LIKE 'the default%' AND call LIKE 'uuid_sequence%';

SELECT * FROM finish();
ROLLBACK;
