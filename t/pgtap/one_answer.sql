-- runs: every; majors: ends; edition in SQL: yes
-- uuid_index_report() and uuid_advise() have to give one answer: both are asked about twenty tables.
\ir ../lib/own_schema.sql
\ir ../../advice/sequential_uuids_advice.sql
SELECT plan(6);

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

CREATE TABLE reported AS
SELECT l.*, r.rows_per_second, r.verdict, r.alter, r.advised, r.wal_advised, r.wal_later
  FROM loads AS l, LATERAL uuid_index_report(kept => l.kept, left_behind => l.left_behind) AS r
 WHERE r."table" = format('tested.load_%s', l.n);
-- The first row of advice is the call that it recommends.
CREATE TABLE compared AS
SELECT r.*, a.*
  FROM reported AS r, LATERAL (
		SELECT (array_agg(call))[1] AS call, (array_agg(wal_per_row))[1] AS wal_per_row,
			   max(wal_per_row) FILTER (WHERE key = 'random') AS random_wal
		  FROM uuid_advise(r.rows_per_second, r.kept, r.left_behind, row_bytes => 44 + 10 * r.n, random_before => true)
	   ) AS a;
SELECT is(count(*), 20::bigint, 'the report has all twenty tables') FROM compared;
SELECT is_empty('SELECT * FROM compared WHERE advised IS DISTINCT FROM call',
	'the report advises the call that uuid_advise() has first');
-- The report rounds to two digits.
SELECT is_empty('SELECT * FROM compared WHERE (abs(wal_advised / wal_per_row - 1) <= 0.06) IS NOT TRUE',
	'wal_advised is what that call costs, to two digits');
SELECT is_empty('SELECT * FROM compared WHERE (abs(wal_later / random_wal - 1) <= 0.06) IS NOT TRUE',
	'wal_later is what random keys cost, to two digits');
SELECT is_empty($$SELECT * FROM compared
		WHERE (alter IS NOT NULL) <> (call <> 'gen_random_uuid()' AND wal_per_row <= 0.85 * random_wal)$$,
	'the report has an ALTER just where the call is another one that saves 15 %');
SELECT diag(answer) FROM (SELECT DISTINCT verdict || ' ' || call AS answer FROM compared) AS a;
SELECT ok(count(DISTINCT call) >= 4 AND count(DISTINCT verdict) >= 2, 'not all tables have the same answer')
  FROM compared;

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
