-- Twenty tables, of which uuid_index_report() and uuid_advise() are asked: they have to give one answer.
\ir ../lib/quiet.sql
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
DROP SCHEMA IF EXISTS one_answer CASCADE;
CREATE SCHEMA one_answer;
SET search_path = one_answer, public;
CREATE EXTENSION sequential_uuids SCHEMA one_answer;
\ir ../../advice/sequential_uuids_advice.sql
SELECT plan(6);

CREATE TABLE loads (n int GENERATED ALWAYS AS IDENTITY, rows int, kept interval, left_behind float8);
INSERT INTO loads (rows, kept, left_behind)
SELECT rows, kept, left_behind
  FROM unnest('{50,300,3000,30000}'::int[]) AS rows,
	   (VALUES (NULL::interval, 0::float8), ('10 s', 0), ('90 days', 0), ('90 days', 0.05), ('2 years', 0.5)) AS k (kept, left_behind);
DO $$
DECLARE
	load loads;
BEGIN
	FOR load IN TABLE loads LOOP
		EXECUTE format('CREATE TABLE load_%s (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat(''x'', %s))',
			load.n, 10 * load.n);
		EXECUTE format('INSERT INTO load_%s SELECT FROM generate_series(1, %s)', load.n, load.rows);
	END LOOP;
END $$;
ANALYZE;
SELECT pg_stat_reset() \gset ignored_
DO $$
DECLARE
	load loads;
BEGIN
	FOR load IN TABLE loads LOOP
		EXECUTE format('INSERT INTO load_%s SELECT FROM generate_series(1, %s)', load.n, load.rows);
	END LOOP;
END $$;
SELECT pg_stat_force_next_flush() \gset ignored_

CREATE TABLE answers AS
SELECT l.*, r.rows_per_second, r.verdict, r.alter, r.advised, r.wal_advised, r.wal_later
  FROM loads AS l, LATERAL uuid_index_report(kept => l.kept, left_behind => l.left_behind) AS r
 WHERE r."table" = format('one_answer.load_%s', l.n);
CREATE TABLE compared AS
SELECT n.*, f.call, f.wal_per_row, f.random_wal
  FROM answers AS n, LATERAL (
		SELECT (array_agg(call))[1], (array_agg(wal_per_row))[1], max(wal_per_row) FILTER (WHERE key = 'random')
		  FROM uuid_advise(n.rows_per_second, n.kept, n.left_behind, row_bytes => 44 + 10 * n.n, random_before => true) AS a
	   ) AS f (call, wal_per_row, random_wal);
SELECT is(count(*), 20::bigint, 'twenty tables') FROM compared;
SELECT is_empty('SELECT * FROM compared WHERE advised <> call', 'the same call');
SELECT is_empty('SELECT * FROM compared WHERE abs(wal_advised / wal_per_row - 1) > 0.06', 'the same costs, to two digits');
SELECT is_empty('SELECT * FROM compared WHERE abs(wal_later / random_wal - 1) > 0.06', 'and those of random keys');
SELECT is_empty($$SELECT * FROM compared WHERE (alter IS NOT NULL) <> (call <> 'gen_random_uuid()' AND wal_per_row <= 0.85 * random_wal)$$,
	'an ALTER, if the call saves 15 %');
SELECT ok(count(DISTINCT call) >= 4 AND count(DISTINCT verdict) >= 2, 'more than one answer for all: '
	|| string_agg(DISTINCT verdict || ' ' || call, ', ')) FROM compared;

SELECT * FROM finish();
DROP SCHEMA one_answer CASCADE;
