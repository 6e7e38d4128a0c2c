-- runs: every; majors: all; edition in SQL: no, it needs neither
-- max(uuid) and min(uuid) of examples/max_uuid.sql: what PostgreSQL's own would return, by the index.
\ir ../lib/own_schema.sql
SELECT plan(7);
\ir ../../examples/max_uuid.sql

CREATE TABLE keys (id uuid PRIMARY KEY);
SELECT is(max(id) IS NULL AND min(id) IS NULL, true, 'of no keys there is none') FROM keys;
INSERT INTO keys SELECT gen_random_uuid() FROM generate_series(1, 5000);
ANALYZE keys;
SELECT is(max(id), (SELECT id FROM keys ORDER BY id DESC LIMIT 1), 'the largest') FROM keys;
SELECT is(min(id), (SELECT id FROM keys ORDER BY id LIMIT 1), 'the smallest') FROM keys;
SELECT is(max(id), max(id) FILTER (WHERE id IS NOT NULL), 'NULL is none of them')
  FROM (TABLE keys UNION ALL SELECT NULL) AS k (id);
CREATE FUNCTION plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS
	$$BEGIN RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query; END$$;
SELECT ok(string_agg(p, ' ') ~ 'Index Only Scan Backward', 'max() reads the end of the index')
  FROM plan_of('SELECT max(id) FROM keys') AS p;
SELECT ok(string_agg(p, ' ') ~ 'Index Only Scan using', 'min() reads its beginning')
  FROM plan_of('SELECT min(id) FROM keys') AS p;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET enable_indexonlyscan = off;
SET enable_indexscan = off;
SELECT ok(string_agg(p, ' ') ~ 'Partial Aggregate', 'they work in parallel')
  FROM plan_of('SELECT max(id), min(id) FROM keys') AS p;

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
