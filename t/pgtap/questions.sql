-- runs: every; edition in SQL: no, they are about indexes and WAL
-- What doc/operating.md answers in a line each ("Questions").  No transaction is around all this, for VACUUM.
\ir ../lib/own_schema.sql
SELECT plan(10);

-- Hash partitions
CREATE TABLE parts (id uuid PRIMARY KEY) PARTITION BY HASH (id);
SELECT format('CREATE TABLE part_%s PARTITION OF parts FOR VALUES WITH (MODULUS 4, REMAINDER %1$s)', n)
  FROM generate_series(0, 3) AS n \gexec
INSERT INTO parts SELECT uuid_interval_at('2026-11-29', '5 min', '60 days') FROM generate_series(1, 4000);
SELECT ok(count(*) = 4 AND min(rows) > 800 AND max(rows) < 1200, 'each of four partitions has a fourth of a block')
  FROM (SELECT tableoid, count(*) AS rows FROM parts GROUP BY tableoid) AS p;

-- REINDEX: of rows that are kept for 21 steps, 5 % stay; a cycle has 42.
CREATE TABLE filled (step int, id uuid) WITH (autovacuum_enabled = off);
CREATE UNIQUE INDEX filled_id ON filled (id);
CREATE TABLE sizes (step int, bytes int8);
SELECT statement
  FROM generate_series(1, 210) AS step, unnest(ARRAY[
		format('INSERT INTO filled SELECT %s, uuid_interval_at(timestamptz ''2026-01-01'' + %1$s * interval ''1 day'', '
			'''1 day'', ''42 days'') FROM generate_series(1, 500)', step),
		format('DELETE FROM filled WHERE step = %s AND random() > 0.05', step - 21),
		'VACUUM (INDEX_CLEANUP ON) filled',
		format('INSERT INTO sizes SELECT %s, pg_relation_size(''filled_id'')', step),
		CASE WHEN step = 168 THEN 'REINDEX INDEX filled_id' END,
		CASE WHEN step = 168 THEN 'INSERT INTO sizes SELECT 0, pg_relation_size(''filled_id'')' END])
		WITH ORDINALITY AS s (statement, place)
 WHERE statement IS NOT NULL ORDER BY step, place \gexec
CREATE FUNCTION size_at(at int) RETURNS numeric LANGUAGE sql AS 'SELECT bytes FROM sizes WHERE step = at';
SELECT diag(format('wrapping keys: %s kB, %s after REINDEX, %s and %s after a quarter and a half of a cycle',
	round(size_at(168) / 1024), round(size_at(0) / 1024), round(size_at(179) / 1024), round(size_at(190) / 1024)));
SELECT ok(size_at(0) < 0.6 * size_at(168), 'REINDEX makes an index of wrapping keys smaller');
SELECT ok(size_at(190) > 0.85 * size_at(168), '... for less than half of a cycle');

-- Time zones
CREATE FUNCTION key_in(zone text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('TimeZone', zone, true);
	RETURN uuid_block(uuid_interval_at('2026-11-29 12:00+00', '1 day', '42 days'), 42);
END $$;
SELECT is(count(DISTINCT key_in(zone)), 1::int8, 'a session''s time zone changes no key')
  FROM unnest('{UTC,Asia/Kathmandu,America/St_Johns}'::text[]) AS zone;
CREATE FUNCTION found_in(zone text) RETURNS int8 LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('TimeZone', zone, true);
	RETURN (SELECT count(*) FROM filled
			 WHERE uuid_interval_between(id, '2026-07-01 00:00+00', '2026-07-02 00:00+00', '1 day', '42 days'));
END $$;
SELECT ok(count(DISTINCT found) = 1 AND min(found) > 0, '... and no condition')
  FROM (SELECT found_in(zone) AS found FROM unnest('{UTC,Asia/Kathmandu,America/St_Johns}'::text[]) AS zone) AS z;

-- Index-only scans
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'), item text);
INSERT INTO orders (id, item)
SELECT uuid_interval_at(timestamptz '2026-11-29' - n * interval '10 s', '5 min', '60 days'), repeat('x', 50)
  FROM generate_series(1, 50000) AS n;
VACUUM ANALYZE orders;
CREATE FUNCTION plan_of(span text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	found text := '';
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (COSTS OFF) SELECT id FROM orders '
		'WHERE uuid_interval_between(id, %s, ''5 min'', ''60 days'')', span) LOOP
		found := found || line;
	END LOOP;
	RETURN found;
END $$;
SELECT ok(plan_of($$'2026-11-28 22:00', '2026-11-28 23:00'$$) ~ 'Index Only Scan',
	'literals have an index-only scan');
SELECT ok(plan_of('now() - interval ''1 h'', now()') ~ 'Bitmap Heap Scan', 'now() has a bitmap scan');

-- Tables that write no WAL
CREATE UNLOGGED TABLE unlogged (id uuid PRIMARY KEY);
CREATE TEMPORARY TABLE temporary (id uuid PRIMARY KEY);
CREATE FUNCTION wal_of(target text) RETURNS int8 LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE format('EXPLAIN (ANALYZE, WAL, FORMAT JSON) '
		'INSERT INTO %I SELECT gen_random_uuid() FROM generate_series(1, 10000)', target) INTO plan;
	RETURN plan->0->'Plan'->>'WAL Bytes';
END $$;
CREATE TABLE logged (id uuid PRIMARY KEY);
SELECT ok(wal_of('logged') > 1000000, 'random keys write WAL');
SELECT ok(wal_of(kind) < 10000, '... but hardly any in a table that is ' || kind)
  FROM unnest('{unlogged,temporary}'::text[]) AS kind;

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
