-- runs: long; edition in SQL: no, the planner sees the same comparisons
-- What doc/time.md says of a join with the rows of an hour: how many rows PostgreSQL expects, and how long it takes,
-- with each way to write the condition.  A million orders, 20 per second, with two lines each, in memory.
\ir ../lib/own_schema.sql
SELECT plan(9);
SET synchronous_commit = off;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, item text NOT NULL DEFAULT repeat('x', 60))
	WITH (autovacuum_enabled = off);
INSERT INTO orders
SELECT uuid_interval_at(at, '5 min', '60 days'), at
  FROM generate_series(timestamptz '2026-11-12 00:00+00', '2026-11-12 13:53:19.99+00', '0.05 s') AS at;
CREATE TABLE lines (order_id uuid NOT NULL, line text NOT NULL DEFAULT repeat('x', 60)) WITH (autovacuum_enabled = off);
INSERT INTO lines SELECT id FROM orders, generate_series(1, 2) ORDER BY created_at;
CREATE INDEX lines_of_order ON lines (order_id);
VACUUM ANALYZE orders, lines;

-- The rows expected and there, the kind of join, and the shortest of five times, which is shown.
CREATE FUNCTION join_of(way text, condition text, OUT expected numeric, OUT there numeric)
LANGUAGE plpgsql AS $$
DECLARE
	plan json; milliseconds numeric;
BEGIN
	FOR i IN 1 .. 5 LOOP
		EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT * FROM orders JOIN lines ON order_id = id WHERE '
			|| condition INTO plan;
		milliseconds := least(milliseconds, (plan -> 0 ->> 'Execution Time')::numeric);
	END LOOP;
	expected := plan -> 0 -> 'Plan' ->> 'Plan Rows';
	there := plan -> 0 -> 'Plan' ->> 'Actual Rows';
	RAISE INFO '%: % ms, % rows expected: %', way, round(milliseconds), expected, plan -> 0 -> 'Plan' ->> 'Node Type';
END $$;
CREATE TABLE joins (way text, expected numeric, there numeric);
\set key 'uuid_interval_between(id, ''2026-11-12 07:00+00'', ''2026-11-12 08:00+00'', ''5 min'', ''60 days'')'
\set span 'created_at >= ''2026-11-12 07:00+00'' AND created_at < ''2026-11-12 08:00+00'''
SELECT regexp_replace(:'span', 'created_at', 'created_at + interval ''0''', 'g') AS expression \gset
INSERT INTO joins SELECT 'both', j.* FROM join_of('both conditions', :'key' || ' AND ' || :'span') AS j;
INSERT INTO joins SELECT 'expression', j.* FROM join_of('an expression', :'key' || ' AND ' || :'expression') AS j;
CREATE INDEX orders_created_at ON orders (created_at);
INSERT INTO joins SELECT 'time', j.* FROM join_of('created_at alone, with an index', :'span') AS j;
INSERT INTO joins SELECT 'both, index', j.* FROM join_of('both, with an index', :'key' || ' AND ' || :'span') AS j;
SELECT is(there, 144000::numeric, way || ': the rows') FROM joins;
-- Shares multiplied: an hour is a fourteenth, and a half or a third of a range are PostgreSQL's guess.
SELECT cmp_ok(expected, '<', 144000 / 5.0, way || ': too few are expected') FROM joins WHERE way <> 'time';
SELECT cmp_ok(expected, '>', 144000 / 1.5, 'created_at alone: about all are') FROM joins WHERE way = 'time';
SELECT cmp_ok(expected, '<', 144000 * 1.5, '... and no more') FROM joins WHERE way = 'time';
SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
