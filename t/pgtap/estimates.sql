-- runs: long; edition in SQL: no, the planner sees the same comparisons
-- What doc/time.md says of conditions by time beside the index of the key: how many rows PostgreSQL expects,
-- when parallel workers evaluate them, and what other kinds of indexes do with such keys.  A million rows, 20 per
-- second.  No transaction around all this: the WAL of one would be that of others, too.
\ir ../lib/own_schema.sql
CREATE EXTENSION IF NOT EXISTS pageinspect SCHEMA public;
SELECT plan(12);
SET timezone = 'UTC';
SET synchronous_commit = off;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE readings (id uuid NOT NULL, created_at timestamptz NOT NULL) WITH (autovacuum_enabled = off);
INSERT INTO readings
SELECT uuid_interval_at(at, '5 min', '60 days'), at
  FROM generate_series(timestamptz '2026-11-12 00:00', '2026-11-12 13:59:59.99', '0.05 s') AS at;

-- The plan of a query, as JSON.
CREATE FUNCTION plan_of(query text, options text = 'FORMAT JSON') RETURNS json LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE format('EXPLAIN (%s) %s', options, query) INTO plan;
	RETURN plan -> 0 -> 'Plan';
END $$;

-- BRIN, before there is another index: rows lie in the order in which they came.
CREATE INDEX by_range ON readings USING brin (id);
VACUUM ANALYZE readings;
CREATE TEMPORARY TABLE scanned AS
SELECT (plan ->> 'Actual Rows')::numeric AS rows, (plan ->> 'Lossy Heap Blocks')::int AS pages,
	   pg_relation_size('readings') / current_setting('block_size')::int AS of_pages
  FROM plan_of($$SELECT * FROM readings
				 WHERE uuid_interval_between(id, '2026-11-12 07:00', '2026-11-12 08:00', '5 min', '60 days')$$,
			   'ANALYZE, FORMAT JSON') AS plan;
SELECT diag(format('BRIN: %s rows from %s of %s pages', rows, pages, of_pages)) FROM scanned;
SELECT is(rows, 72000::numeric, 'BRIN finds an hour') FROM scanned;
SELECT ok(pages < of_pages / 9, 'in less than a ninth of the pages') FROM scanned;
DROP INDEX by_range;

-- Estimates: of each of the 168 blocks, beside 101 bounds of a histogram.
ALTER TABLE readings ADD CONSTRAINT readings_pkey PRIMARY KEY (id);
CREATE FUNCTION estimates(further text) RETURNS SETOF int LANGUAGE sql AS $$
	SELECT (plan_of(format('SELECT * FROM readings WHERE uuid_interval_between(id, %1$L, %2$L, %3$L, %4$L)'
						   || further, at, at + interval '5 min', '5 min', '60 days')) ->> 'Plan Rows')::int
	  FROM generate_series(timestamptz '2026-11-12 00:00', '2026-11-12 13:55', '5 min') AS at
$$;
CREATE FUNCTION shares(further text) RETURNS text LANGUAGE sql AS $$
	SELECT format('%s are 1; of the others, the least is %s, the greatest %s', count(*) FILTER (WHERE rows = 1),
				  min(rows) FILTER (WHERE rows > 1), max(rows))
	  FROM estimates(further) AS rows
$$;
SELECT diag('estimates of 6,000 rows: ' || shares(''));
SELECT ok(count(*) >= 67, 'if no bound lies within a block, PostgreSQL expects one row')
  FROM estimates('') AS rows WHERE rows = 1;
ALTER TABLE readings ALTER COLUMN id SET STATISTICS 1000;
ANALYZE readings;
SELECT diag('with a finer histogram: ' || shares(''));
SELECT is_empty($$SELECT * FROM estimates('') AS rows WHERE rows NOT BETWEEN 2000 AND 18000$$,
	'with STATISTICS 1000, it expects about as many as there are');
SELECT diag('with created_at: ' || shares(' AND created_at >= %1$L AND created_at < %2$L'));
SELECT is_empty($$SELECT * FROM estimates(' AND created_at >= %1$L AND created_at < %2$L') AS rows WHERE rows > 600$$,
	'with a condition on created_at, a tenth of them or less');
SELECT diag('with an expression: ' || shares(' AND created_at + interval ''0'' >= %1$L'));
SELECT is_empty($$SELECT * FROM estimates(' AND created_at + interval ''0'' >= %1$L') AS rows
		WHERE rows NOT BETWEEN 600 AND 6000$$, 'with one on an expression, a third');

-- Parallel workers.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SELECT unalike(plan_of($$SELECT count(*) FROM readings
		WHERE uuid_interval_since(id, '2026-11-12', '5 min', '60 days')$$)::text, '%Gather%',
	'uuid_interval_since keeps a table from parallel workers');
SELECT alike(plan_of($$SELECT count(*) FROM readings
		WHERE uuid_interval_between(id, '2026-11-12', now() + interval '1 min', '5 min', '60 days')$$)::text,
	'%Gather%', 'uuid_interval_between does not');

-- Bytes of WAL per row right after a checkpoint, and pages changed, in an index of random keys.
CREATE TABLE random_keys (id uuid) WITH (autovacuum_enabled = off);
INSERT INTO random_keys SELECT gen_random_uuid() FROM generate_series(1, 300000);
CREATE TABLE wal (index_kind text, key text, bytes_per_row numeric, pages int, changed_pages int);
-- How many pages of the index have changed since, which is what an incremental backup copies.
CREATE FUNCTION changed_pages(since pg_lsn) RETURNS TABLE (pages int, changed int) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY
		SELECT count(*)::int,
			   count(*) FILTER (WHERE (page_header(get_raw_page('random_keys_id', page))).lsn > since)::int
		  FROM generate_series(0, pg_relation_size('random_keys_id') / current_setting('block_size')::int - 1) AS page;
END $$;
CREATE PROCEDURE measure_wal(index_kind text) LANGUAGE plpgsql AS $$
DECLARE
	key text;
	before pg_lsn;
BEGIN
	EXECUTE format('CREATE INDEX random_keys_id ON random_keys USING %I (id)', index_kind);
	FOREACH key IN ARRAY ARRAY['gen_random_uuid()', 'uuid_interval_nextval(''5 min'', ''60 days'')'] LOOP
		CHECKPOINT;
		before := pg_current_wal_insert_lsn();
		EXECUTE format('INSERT INTO random_keys SELECT %s FROM generate_series(1, 1000)', key);
		INSERT INTO wal
		SELECT index_kind, key, round((pg_current_wal_insert_lsn() - before) / 1000), c.*
		  FROM changed_pages(before) AS c;
	END LOOP;
	DROP INDEX random_keys_id;
END $$;
CALL measure_wal('btree');
CALL measure_wal('hash');
SELECT diag(format('WAL bytes per row, %s, %s: %s; of %s pages, %s have changed', index_kind, key, bytes_per_row, pages,
		changed_pages)) FROM wal;
SELECT is(array_agg(index_kind), '{btree}', 'wrapping keys save WAL with a B-tree, and not with a hash index')
  FROM wal AS random JOIN wal AS wrapping USING (index_kind)
 WHERE random.key LIKE 'gen%' AND wrapping.key LIKE 'uuid%' AND wrapping.bytes_per_row < 0.5 * random.bytes_per_row;
SELECT ok(bytes_per_row > 1000, 'a hash index costs page images')
  FROM wal WHERE index_kind = 'hash' AND key LIKE 'uuid%';
SELECT ok(changed_pages > 0.4 * pages, 'a thousand random keys change about half of the pages')
  FROM wal WHERE index_kind = 'btree' AND key LIKE 'gen%';
SELECT ok(changed_pages < 20, 'a thousand wrapping keys change some pages')
  FROM wal WHERE index_kind = 'btree' AND key LIKE 'uuid%';

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
