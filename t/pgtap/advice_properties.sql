-- Compares the model of uuid_advise with tables that were really filled, under loads that
-- the benchmark does not have.  Time is simulated: keys are those of consecutive rows,
-- and the age of rows counts in rows; a checkpoint follows every batch.  There is no
-- transaction around all this, since neither CHECKPOINT nor VACUUM can run in one.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
DROP SCHEMA IF EXISTS advice CASCADE;
CREATE SCHEMA advice;
SET search_path = advice, public;
CREATE EXTENSION sequential_uuids SCHEMA advice;
\ir ../../advice/sequential_uuids_advice.sql
SELECT plan(4);

-- Rows are deleted once "kept" others have come, except "stays" percent; VACUUM comes when
-- "dead" percent of the table are due.  The WAL of the last "counted" rows counts.
CREATE TABLE cases (n int GENERATED ALWAYS AS IDENTITY, kind text, block_rows int8, cycle_rows int8, batch int, dead int, kept int8, stays int, row_bytes int, rows int, counted int);
INSERT INTO cases (kind, block_rows, cycle_rows, batch, dead, kept, stays, row_bytes, rows, counted) VALUES
	('random', 1, NULL, 20000, 20, 100000, 0, 200, 400000, 200000),
	('wrapping', 300, 71400, 3000, 20, 100000, 20, 120, 450000, 200000),
	('wrapping', 5000, 30000, 15000, 20, 105000, 0, 60, 400000, 200000),
	('wrapping', 200, 50000, 5000, NULL, NULL, NULL, 80, 250000, 25000),
	('opaque', 3000, 72000, 2000, 20, 100000, 10, 100, 400000, 200000),
	('ascending', 1, NULL, 7000, 20, 50000, 30, 400, 250000, 100000),
	('random', 1, NULL, 25000, NULL, NULL, NULL, 60, 350000, 50000),
	('wrapping', 2000, 140000, 5000, 20, 100000, 3, 100, 650000, 280000);
CREATE TABLE places AS
SELECT n, cycle * blocks + row_number() OVER (PARTITION BY n, cycle ORDER BY md5(format('%s %s', cycle, place))) - 1 AS block, place - 1 AS place
  FROM cases, LATERAL (SELECT cycle_rows / block_rows AS blocks) AS b, generate_series(0, rows / cycle_rows) AS cycle, generate_series(1, blocks) AS place WHERE kind = 'opaque';
CREATE UNIQUE INDEX ON places (n, block);
CREATE TABLE measured (n int, wal_from pg_lsn, wal_to pg_lsn, density float8);
CREATE TABLE steps (part int GENERATED ALWAYS AS IDENTITY, statement text);
INSERT INTO steps (statement)
SELECT unnest(ARRAY[
		CASE WHEN first = 1 THEN 'CREATE TABLE filled (n int8, id uuid, payload text) WITH (autovacuum_enabled = off)' END,
		CASE WHEN first = 1 THEN 'CREATE UNIQUE INDEX filled_id ON filled (id)' END,
		format('INSERT INTO filled SELECT n, %s, repeat(''x'', %s) FROM generate_series(%s, %s) AS of_row (n)', CASE kind WHEN 'random' THEN 'gen_random_uuid()' WHEN 'ascending' THEN 'uuid_v7_nextval()'
			WHEN 'opaque' THEN format('uuid_serial_at((SELECT place FROM places AS p WHERE p.n = %s AND block = (of_row.n - 1) / %s) + 1, 1, %s)', n, block_rows, cycle_rows / block_rows)
			ELSE format('uuid_serial_at(n, %s, %s)', block_rows, cycle_rows / block_rows) END, row_bytes - 49, first, last),
		'CHECKPOINT',
		CASE WHEN due > due_before THEN format('DELETE FROM filled WHERE n <= %s AND n > %s AND n * 7919 %% 100 >= %s', due, due_before, stays) END,
		CASE WHEN due > due_before THEN 'VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) filled' END,
		CASE WHEN due > due_before THEN 'CHECKPOINT' END,
		CASE WHEN last = rows - counted THEN format('INSERT INTO measured SELECT %s, pg_current_wal_insert_lsn()', n) END,
		CASE WHEN last = rows THEN format('UPDATE measured SET wal_to = pg_current_wal_insert_lsn(), density = avg_leaf_density FROM pgstatindex(''filled_id'') WHERE n = %s', n) END,
		CASE WHEN last = rows THEN 'DROP TABLE filled' END])
  FROM (SELECT *, greatest(floor((last - kept) / vacuum_rows) * vacuum_rows, 0)::int8 AS due, greatest(floor((first - 1 - kept) / vacuum_rows) * vacuum_rows, 0)::int8 AS due_before
		  FROM (SELECT *, dead / 100.0 * (kept + stays / 100.0 * (rows - counted / 2 - kept)) / (1 - stays / 100.0) AS vacuum_rows FROM cases) AS c,
			   LATERAL (SELECT first, least(first + batch - 1, CASE WHEN first <= rows - counted THEN rows - counted ELSE rows END) AS last
				  FROM (SELECT generate_series(1, rows - counted, batch) UNION ALL SELECT generate_series(rows - counted + 1, rows, batch)) AS f (first)) AS b) AS d
 ORDER BY n, first;
SELECT statement FROM steps WHERE statement IS NOT NULL ORDER BY part \gexec

CREATE TABLE compared AS
SELECT c.*, (wal_to - wal_from) / counted AS wal, m.density AS measured, k.*, regexp_match(k.density, '^(\d+) (?:to (\d+) )?%$')::float8[] AS range
  FROM cases AS c JOIN measured AS m USING (n), LATERAL (SELECT coalesce(stays, 0) / 100.0 AS left_behind) AS s,
	   LATERAL (SELECT coalesce(kept + left_behind * (rows - counted / 2 - kept), rows - counted / 2) AS total_rows) AS t,
	   LATERAL sequential_uuids_costs(kind, block_rows, coalesce(cycle_rows, 'infinity'::float8), batch,
			dead / 100.0 * total_rows / (1 - left_behind), kept, total_rows, 0, left_behind, row_bytes, 1e12, true, false) AS k;
SELECT diag(format('%s, blocks of %s: WAL per row %s, measured %s; leaf density %s, measured %s %%', kind, block_rows, round(wal_per_row), round(wal), density, measured)) FROM compared ORDER BY n;
SELECT is((SELECT count(*) FROM compared WHERE wal > 0 AND measured > 0), (SELECT count(*) FROM cases), 'all are measured');
SELECT is_empty('SELECT * FROM compared WHERE (abs(wal_per_row - wal) <= 0.15 * wal) IS NOT TRUE', 'WAL per row is right to within 15 %');
-- Rows that wait for VACUUM still have keys.
SELECT is_empty('SELECT * FROM compared WHERE (measured BETWEEN range[1] - 3 AND coalesce(range[2], range[1]) * (1 + coalesce(dead, 0) / 100.0) + 3) IS NOT TRUE', 'leaf density is in its range, to within 3 points');
SELECT ok(max(measured) > 1.3 * min(measured) AND max(wal) > 3 * min(wal), 'both differ between the cases') FROM compared;

SELECT * FROM finish();
DROP SCHEMA advice CASCADE;
