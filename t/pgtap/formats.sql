-- runs: long; edition in SQL: no, an index does not depend on who made its keys
-- Compares versions 1, 6 and 7 and the interval generator: ROWS rows each, with the times
-- of a simulated log (steps of 1 to 10 ms, longer for fewer rows), inserted in that order.
\ir ../lib/quiet.sql
\ir ../lib/rows.sql
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE EXTENSION sequential_uuids;
SELECT plan(5);

CREATE TEMPORARY TABLE log AS
	SELECT n, timestamptz '2026-01-01'
		   + sum(1 + ascii(md5(n::text)) % 10) OVER (ORDER BY n) * interval '1 ms' * (1000000 / :rows) AS at
	  FROM generate_series(1, :rows) AS n;
-- A UUIDv6 of one node, as RFC 9562 lays it out.
CREATE FUNCTION pg_temp.v6(at timestamptz) RETURNS uuid LANGUAGE sql AS $$
	SELECT (left(hex, 12) || '6' || right(hex, 3) || 'b3c89f6bdeced846')::uuid
	  FROM to_hex((extract(epoch FROM at) * 10000000)::bigint + x'1b21dd213814000'::bigint) AS ticks,
		   lpad(ticks, 15, '0') AS hex $$;

CREATE TEMPORARY TABLE measured (name text, pages_of_first_heap_page bigint, correlation float8, index_mb numeric,
	leaf_pages bigint, density float8, fragmentation float8);
CREATE PROCEDURE pg_temp.measure(name text, key text) LANGUAGE plpgsql AS $$
DECLARE
	last_page bigint;
BEGIN
	CREATE TABLE filled (id uuid PRIMARY KEY, payload text);
	EXECUTE format('INSERT INTO filled SELECT %s, repeat(''x'', 60) FROM log ORDER BY n', key);
	ANALYZE filled;
	last_page := pg_relation_size('filled_pkey') / current_setting('block_size')::int - 1;
	INSERT INTO measured
	SELECT name,
		   (SELECT count(DISTINCT page) FROM generate_series(1, last_page) AS page, bt_page_items('filled_pkey', page)
			 WHERE htid < '(1,0)'),
		   (SELECT s.correlation FROM pg_stats AS s WHERE s.tablename = 'filled' AND s.attname = 'id'),
		   round(index_size / 1024.0 / 1024), i.leaf_pages, avg_leaf_density, leaf_fragmentation
	  FROM pgstatindex('filled_pkey') AS i;
	DROP TABLE filled;
END $$;
CALL pg_temp.measure('v1', 'uuid_v6_to_v1(pg_temp.v6(at))');
CALL pg_temp.measure('v6', 'pg_temp.v6(at)');
CALL pg_temp.measure('v7', 'uuid_v7_at(at)');
CALL pg_temp.measure('interval', 'uuid_interval_at(at, ''1 min'', ''45 days 12:16:00'')');

SELECT diag(format('%s: index pages of the first heap page %s, correlation %s, index %s MB, leaf pages %s, '
		'density %s %%, fragmentation %s %%',
		name, pages_of_first_heap_page, round(correlation::numeric, 3), index_mb, leaf_pages, density, fragmentation))
  FROM measured;
SELECT is((SELECT count(*) FROM measured), 4::bigint, 'all four kinds of keys are measured');
SELECT is_empty($$SELECT * FROM measured
		WHERE name IN ('v6', 'v7') AND (correlation < 0.99 OR density < 89 OR fragmentation > 1)$$,
	'UUIDv6 and UUIDv7 ascend with the rows, and fill pages up to the fill factor');
SELECT is_empty($$SELECT * FROM measured WHERE name = 'v1' AND correlation > 0.5$$,
	'UUIDv1 does not ascend with the rows');
SELECT cmp_ok(
	(SELECT pages_of_first_heap_page FROM measured WHERE name = 'v1'), '>',
	(SELECT 2 * pages_of_first_heap_page FROM measured WHERE name = 'v7'),
	'the rows of a heap page are on more than twice as many index pages with UUIDv1 as with UUIDv7');
SELECT is_empty($$SELECT * FROM measured WHERE name = 'interval' AND density NOT BETWEEN 50 AND 95$$,
	'the keys of the interval generator fill pages as far as its blocks allow');

SELECT * FROM finish();
ROLLBACK;
