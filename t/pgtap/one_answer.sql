-- runs: every; edition in SQL: no, advice is the same file in both editions
-- uuid_index_report(), uuid_advise() and the pages have to give one answer: they are asked about the same tables.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
SELECT plan(9);

CREATE TABLE loads (n int GENERATED ALWAYS AS IDENTITY, rows int, kept interval, left_behind float8);
INSERT INTO loads (rows, kept, left_behind)
SELECT rows, kept, left_behind
  FROM unnest('{50,300,3000,30000}'::int[]) AS rows,
	   (VALUES (NULL::interval, 0::float8),
			   ('10 s', 0),
			   ('90 days', 0),
			   ('90 days', 0.05),
			   ('2 years', 0.5)) AS deletes (kept, left_behind);

-- Each table has the same number of rows twice: only the second time counts as its load.
CREATE VIEW inserts AS SELECT format('INSERT INTO load_%s SELECT FROM generate_series(1, %s)', n, rows) FROM loads;
SELECT format('CREATE TABLE load_%s (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), '
			  'filler text DEFAULT repeat(''x'', %s))', n, 10 * n)
  FROM loads \gexec
TABLE inserts \gexec
ANALYZE;
SELECT pg_stat_reset() \gset ignored_
TABLE inserts \gexec
SELECT pg_stat_force_next_flush() \gset ignored_
-- As if each were so large that random keys cost as much today as later, unless rows go soon: otherwise the report says
-- to wait.
UPDATE pg_class SET reltuples = 1e8 FROM loads
 WHERE pg_class.oid = format('load_%s', n)::regclass AND kept IS DISTINCT FROM '10 s';

-- With the average size of rows that the report takes from statistics: 3 bytes more are 2 % of the WAL of a small row.
-- Other tests make checkpoints, which the server counts.
CREATE TABLE reported AS
SELECT l.*, (SELECT 24 + sum(avg_width)::int FROM pg_stats WHERE tablename = format('load_%s', l.n)) AS row_bytes,
	   r.rows_per_second, r.verdict, r.cause, r.advised, r.wal_now, r.wal_advised, r.saved_bytes_per_day
  FROM loads AS l, LATERAL uuid_index_report(kept => l.kept, left_behind => l.left_behind,
		only_table => format('tested.load_%s', l.n)::regclass, checkpoint_interval => '1 min') AS r;
-- The first row of advice is the call that it recommends; here without labels.
CREATE TABLE compared AS
SELECT r.*, a.*
  FROM reported AS r, LATERAL (
		SELECT (array_agg(key))[1] AS key, (array_agg(call))[1] AS call,
			   (array_agg(wal_per_row) FILTER (WHERE key <> 'random'))[1] AS wal_per_row
		  FROM uuid_advise(r.rows_per_second, r.kept, r.left_behind, row_bytes => r.row_bytes, random_before => true,
			checkpoint_interval => '1 min')
	   ) AS a;
SELECT is(count(*), 20::bigint, 'the report has all twenty tables') FROM compared;
SELECT is_empty($$SELECT * FROM compared WHERE (verdict = 'switch' OR cause IN ('small', 'advised')) IS NOT TRUE$$,
	'it has a verdict on costs for each');
SELECT is_empty($$SELECT * FROM compared WHERE (verdict = 'switch') <> (key <> 'random')$$,
	'it says to switch just where uuid_advise() has another key first');
SELECT is_empty($$SELECT * FROM compared WHERE verdict = 'switch' AND advised IS DISTINCT FROM call$$,
	'... and advises that call');
SELECT is_empty($$SELECT * FROM compared WHERE verdict <> 'switch' AND advised IS NOT NULL$$, 'otherwise none');
SELECT is_empty($$SELECT * FROM compared WHERE verdict = 'switch' AND (wal_advised < wal_now) IS NOT TRUE$$,
	'which costs less today');
SELECT is_empty($$SELECT * FROM compared WHERE (verdict = 'switch') <> (saved_bytes_per_day >= 2 ^ 30)
		AND cause IS DISTINCT FROM 'advised'$$,
	'it is worth it from 1 GB a day on');
-- As the README and doc/choosing.md have it: random keys if another would save little; wrapping ones if most rows get
-- deleted and some stay, or if old random keys stay; otherwise UUIDv7.
SELECT is_empty($$SELECT * FROM compared WHERE key <> CASE
		WHEN verdict <> 'switch' THEN 'random'
		WHEN left_behind > 0 AND left_behind < 0.5 OR kept IS NULL THEN 'wrapping by time'
		ELSE 'UUIDv7' END$$,
	'the key is that of the pages');
SELECT diag(answer) FROM (SELECT DISTINCT verdict || ' ' || call AS answer FROM compared) AS a;
SELECT ok(count(DISTINCT call) >= 4 AND count(DISTINCT verdict) >= 2, 'not all tables have the same answer')
  FROM compared;

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
