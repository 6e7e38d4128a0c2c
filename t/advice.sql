-- Compares the figures of uuid_advise_costs with real indexes: the first cycle with
-- blocks of several sizes, two and eight cycles held, rows deleted completely and in
-- part.  Time is simulated: keys are those of consecutive rows from the start of a
-- cycle; the age of rows counts in rows; a checkpoint follows every batch, and VACUUM
-- runs when autovacuum would.  There is no transaction around all this, since neither
-- of the two can run in one.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
CREATE EXTENSION IF NOT EXISTS pageinspect;
DROP SCHEMA IF EXISTS advice CASCADE;
CREATE SCHEMA advice;
SET search_path = advice, public;
CREATE EXTENSION sequential_uuids SCHEMA advice;
SELECT plan(6);

-- Blocks of one row and a count of 1 stand for random keys, a count of NULL for
-- UUIDv7.  With "rows" rows inserted the index is looked at.  The WAL counts of
-- "window" rows, half of them later if no row is deleted: the cycles held grow
-- meanwhile, and are on average those that the model is asked for.  "kept" is how
-- many rows come until one is deleted, except one of "one_stays_of".  With
-- "random_before" there are 500 random keys before the first.  Blocks of opaque keys
-- lie in a random order, another one in each cycle; here without their extension.
CREATE TABLE cases (n int GENERATED ALWAYS AS IDENTITY, label text, block_size int, block_count int8, kept int, one_stays_of int, rows int, wal_window int, random_before bool DEFAULT false, opaque bool DEFAULT false, batch int DEFAULT 1000);
INSERT INTO cases (label, block_size, block_count, kept, one_stays_of, rows, wal_window) VALUES
	('first cycle', 1, 16777216, NULL, NULL, 75000, 50000),
	('first cycle', 100, 16777216, NULL, NULL, 75000, 50000),
	('first cycle', 150, 16777216, NULL, NULL, 75000, 50000),
	('first cycle', 300, 16777216, NULL, NULL, 75000, 50000),
	('first cycle', 5000, 65536, NULL, NULL, 150000, 50000),
	('two cycles', 1000, 60, NULL, NULL, 120000, 60000),
	('two cycles', 5000, 16, NULL, NULL, 160000, 80000),
	('eight cycles', 100, 120, NULL, NULL, 96000, 12000),
	('eight cycles', 2000, 6, NULL, NULL, 96000, 12000),
	('deleted whole', 100, 520, 40000, 0, 208000, 52000),
	('deleted whole', 1000, 52, 40000, 0, 208000, 52000),
	('random, deleted whole', 1, 1, 40000, 0, 160000, 20000),
	('one of 20 stays', 1000, 52, 40000, 20, 312000, 52000),
	('first cycle, one of 20 stays', 5000, 65536, 40000, 20, 310000, 50000),
	('UUIDv7, one of 20 stays', 1, NULL, 40000, 20, 312000, 52000);
CREATE TABLE steps (n int, rows int, statement text, part int GENERATED ALWAYS AS IDENTITY);
INSERT INTO cases (label, block_size, block_count, rows, wal_window, random_before) VALUES
	('first cycle', 100, 16777216, 75000, 50000, true),
	('first cycle', 5000, 65536, 150000, 50000, true);
INSERT INTO cases (label, block_size, block_count, kept, one_stays_of, rows, wal_window, opaque) VALUES
	('opaque, first cycle', 2000, 100, NULL, NULL, 150000, 50000, true),
	('opaque, two cycles', 1000, 60, NULL, NULL, 120000, 60000, true),
	('opaque, deleted whole', 1000, 52, 40000, 0, 208000, 52000, true),
	('opaque, one of 20 stays', 1000, 26, 40000, 20, 312000, 52000, true);
CREATE TABLE places AS
SELECT n, cycle * block_count + row_number() OVER (PARTITION BY n, cycle ORDER BY md5(format('%s %s', cycle, place))) - 1 AS block, place
  FROM cases, generate_series(0, (rows + wal_window) / block_size / block_count) AS cycle, generate_series(1, block_count) AS place WHERE opaque;
CREATE UNIQUE INDEX ON places (n, block);
INSERT INTO steps
SELECT n, 0, unnest(ARRAY['CREATE TABLE filled (n int8, id uuid) WITH (autovacuum_enabled = off)', 'CREATE UNIQUE INDEX filled_id ON filled (id)',
		CASE WHEN random_before THEN 'INSERT INTO filled SELECT 0, gen_random_uuid() FROM generate_series(1, 500)' END]) FROM cases;
-- In one go up to what counts, unless rows are deleted.
CREATE TABLE measured (n int, wal_from pg_lsn, wal_to pg_lsn, density float8, pages float8);
INSERT INTO steps
SELECT n, last, unnest(ARRAY[
		format('INSERT INTO filled SELECT n, %s FROM generate_series(%s, %s) AS of_row (n)', CASE WHEN block_count IS NULL THEN 'uuid_v7_nextval()' WHEN opaque THEN format('uuid_serial_at((SELECT place FROM places AS p WHERE p.n = %s AND block = (of_row.n - 1) / %s), 1, %s)', n, block_size, block_count) ELSE format('uuid_serial_at(n, %s, %s)', block_size, block_count) END, last - inserted + 1, last),
		CASE WHEN last > kept THEN format('DELETE FROM filled WHERE n BETWEEN %s AND %s%s', greatest(last - inserted - kept + 1, 1), last - kept, ' AND n % ' || nullif(one_stays_of, 0) || ' > 0') END,
		CASE WHEN last > kept AND floor((last - kept) / rows_until_vacuum) > floor((last - inserted - kept) / rows_until_vacuum) THEN 'VACUUM (INDEX_CLEANUP ON) filled' END,
		'CHECKPOINT',
		CASE last WHEN wal_end - wal_window THEN format('INSERT INTO measured SELECT %s, pg_current_wal_insert_lsn()', n) WHEN wal_end THEN format('UPDATE measured SET wal_to = pg_current_wal_insert_lsn() WHERE n = %s', n) END])
  FROM cases,
	   LATERAL (SELECT CASE WHEN kept IS NULL THEN rows + wal_window / 2 ELSE rows END AS wal_end, CASE WHEN one_stays_of > 0 THEN 1.0 / one_stays_of ELSE 0 END AS left_behind) AS l,
	   LATERAL (SELECT (50 + 0.2 * (kept + left_behind * (rows - kept))) / (1 - left_behind) AS rows_until_vacuum) AS v,
	   LATERAL (SELECT CASE WHEN kept IS NULL THEN wal_end - wal_window ELSE batch END AS first_batch) AS f,
	   LATERAL (SELECT first_batch AS last, first_batch AS inserted UNION ALL SELECT generate_series(first_batch + batch, wal_end, batch), batch) AS b;
INSERT INTO steps
SELECT n, rows, unnest(ARRAY[
		CASE WHEN kept IS NOT NULL THEN 'VACUUM (INDEX_CLEANUP ON) filled' END,
		-- the leaf pages with keys of a block, on average of the last five
		format('UPDATE measured SET density = avg_leaf_density, pages = p.pages FROM pgstatindex(''filled_id''),
			(SELECT count(DISTINCT (page, (filled.n - 1) / %2$s)) / %3$s.0 AS pages FROM filled, generate_series(1, pg_relation_size(''filled_id'') / current_setting(''block_size'')::int - 1) AS page, bt_page_items(''filled_id'', page) AS i
			  WHERE i.htid = filled.ctid AND filled.n > %4$s) AS p WHERE measured.n = %1$s', n, size, blocks, rows - blocks * size)])
  FROM cases, LATERAL (SELECT CASE block_count WHEN 1 THEN rows ELSE block_size END AS size, CASE block_count WHEN 1 THEN 1 ELSE 5 END AS blocks) AS b;
INSERT INTO steps SELECT n, 1000000, 'DROP TABLE filled' FROM cases;
SELECT statement FROM steps WHERE statement IS NOT NULL ORDER BY n, rows, part \gexec

CREATE TABLE compared AS
SELECT c.*, (wal_to - wal_from) / wal_window AS wal, m.density, m.pages, a.wal_per_row, CASE WHEN label = 'first cycle' THEN first_density ELSE steady_density END AS expected_density, warm_pages
  FROM cases AS c JOIN measured AS m USING (n),
	   LATERAL (SELECT coalesce(1.0 / nullif(one_stays_of, 0), 0) AS left_behind) AS l,
	   LATERAL uuid_advise_costs(block_count IS NULL, block_size, block_count, 1000, kept * interval '1 ms', left_behind, coalesce(kept + left_behind * (rows - kept), rows), 134217728, batch * interval '1 ms', 48, random_before, opaque) AS a;
SELECT diag(format('%s, blocks of %s%s: leaf density %s %%, measured %s %%; WAL per row %s, measured %s; warm pages %s, measured %s', label, block_size, CASE WHEN random_before THEN ' among random keys' END, round(expected_density::numeric, 1), density, round(wal_per_row), round(wal), warm_pages, pages))
  FROM compared ORDER BY n;
SELECT is((SELECT count(*) FROM compared WHERE wal > 0 AND density > 0 AND pages > 0), (SELECT count(*) FROM cases), 'all are measured');
-- 5 points, and one for the chance in a few hundred pages; more where chance is more than
-- that, for six standard deviations of 14 runs: large blocks split at nearly the same
-- times (1.3 points, 1.8 with six blocks), and random keys that come and go leave fewer
-- keys on a page with time than the model has it (3.8 points, by chance 1.4).
SELECT is_empty('SELECT * FROM compared WHERE (abs(density - expected_density) <= CASE WHEN block_count = 1 THEN 13 WHEN block_count <= 6 THEN 12 WHEN block_size >= 1000 THEN 10 ELSE 6 END) IS NOT TRUE', 'the leaf density is right to within 6 points, with large blocks to within 10, with few or random ones 13');
SELECT cmp_ok(avg(abs(density - expected_density)), '<=', 3::float8, 'on average to within 3') FROM compared;
SELECT is_empty('SELECT * FROM compared WHERE (abs(wal_per_row - wal) <= 0.15 * wal) IS NOT TRUE', 'WAL per row to within 15 %');
SELECT is_empty('SELECT * FROM compared WHERE (abs(warm_pages - pages) <= 2 + 0.25 * pages) IS NOT TRUE', 'warm pages to within a quarter, and two');
SELECT ok(max(density) > 5 * min(density) AND max(wal) > 5 * min(wal) AND max(pages) > 100 * min(pages), 'and all of these differ between the cases') FROM compared;

SELECT * FROM finish();
DROP SCHEMA advice CASCADE;
