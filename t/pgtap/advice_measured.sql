-- runs: long; edition in SQL: no, advice is the same file in both editions
-- Compares the model of uuid_advise with tables that were really filled, under loads that
-- the benchmark does not have.  Time is simulated: keys are those of consecutive rows,
-- and the age of rows counts in rows; a checkpoint follows every batch.  There is no
-- transaction around all this, since VACUUM cannot run in one.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
CREATE EXTENSION IF NOT EXISTS pgstattuple SCHEMA public;
SELECT plan(4);

-- Rows are deleted once "kept" others have come, except "stays" percent; VACUUM comes when
-- "dead" percent of the table are due.  The WAL of the last "counted" rows counts.
CREATE TABLE cases (n int GENERATED ALWAYS AS IDENTITY, kind text, block_rows int8, cycle_rows int8, batch int,
	dead int, kept int8, stays int, row_bytes int, rows int, counted int, prefixes int, random_rows int DEFAULT 0);
INSERT INTO cases (kind, block_rows, cycle_rows, batch, dead, kept, stays, row_bytes, rows, counted) VALUES
	('random', 1, NULL, 20000, 20, 100000, 0, 200, 400000, 200000),
	('wrapping', 300, 71400, 3000, 20, 100000, 20, 120, 450000, 200000),
	('wrapping', 5000, 30000, 15000, 20, 105000, 0, 60, 400000, 200000),
	('wrapping', 200, 50000, 5000, NULL, NULL, NULL, 80, 250000, 25000),
	('opaque', 3000, 72000, 2000, 20, 100000, 10, 100, 400000, 200000),
	('ascending', 1, NULL, 7000, 20, 50000, 30, 400, 250000, 100000),
	('random', 1, NULL, 25000, NULL, NULL, NULL, 60, 350000, 50000),
	('wrapping', 2000, 140000, 5000, 20, 100000, 3, 100, 650000, 280000),
	-- Nearly all rows are left behind.
	('ascending', 1, NULL, 7000, 1, 50000, 95, 800, 300000, 160000),
	-- Opaque keys in their first cycle, early in their second, and early in their third.
	('opaque', 2000, 400000, 2000, 5, 100000, 5, 100, 250000, 20000),
	('opaque', 2000, 200000, 2000, 5, 100000, 5, 100, 250000, 20000),
	('opaque', 2000, 108000, 2000, 5, 100000, 5, 100, 250000, 20000);
-- Behind a column of so many values.
INSERT INTO cases (kind, block_rows, cycle_rows, batch, dead, kept, stays, row_bytes, rows, counted, prefixes) VALUES
	('random', 1, NULL, 5000, 5, 200000, 0, 97, 800000, 200000, 200),
	('ascending', 1, NULL, 5000, 5, 200000, 0, 97, 800000, 200000, 200),
	('wrapping', 5000, 400000, 5000, 5, 200000, 0, 97, 800000, 200000, 200),
	('ascending', 1, NULL, 5000, 5, 200000, 5, 97, 800000, 200000, 2000),
	('wrapping', 5000, 400000, 5000, 5, 200000, 20, 97, 800000, 200000, 50);
-- And after permanent rows with random keys.
INSERT INTO cases (kind, block_rows, cycle_rows, batch, row_bytes, rows, counted, prefixes, random_rows) VALUES
	('ascending', 1, NULL, 3000, 97, 430000, 60000, 200, 300000),
	('wrapping', 3000, 300000000, 3000, 97, 430000, 60000, 200, 300000);
CREATE VIEW loads AS
SELECT c.*, blocks, left_behind, total_rows, dead / 100.0 * total_rows / (1 - left_behind) AS vacuum_rows
  FROM cases AS c,
	   LATERAL (SELECT cycle_rows / block_rows AS blocks, coalesce(stays, 0) / 100.0 AS left_behind) AS d,
	   -- In the middle of the rows that count.
	   LATERAL (SELECT rows - counted / 2 AS inserted) AS m,
	   LATERAL (SELECT coalesce(kept + left_behind * (inserted - kept), inserted) AS total_rows) AS t;

-- Opaque keys: the blocks of each cycle have their places in another order.
CREATE TABLE places AS
SELECT n, place - 1 AS place,
	   cycle * blocks - 1
	   + row_number() OVER (PARTITION BY n, cycle ORDER BY md5(format('%s %s', cycle, place))) AS block
  FROM loads, generate_series(0, rows / cycle_rows) AS cycle, generate_series(1, blocks) AS place
 WHERE kind = 'opaque';
CREATE UNIQUE INDEX ON places (n, block);

-- The expression for the key of row i.
CREATE FUNCTION key_of(load loads) RETURNS text RETURN format(
	'CASE WHEN i > %s THEN %s ELSE gen_random_uuid() END', load.random_rows, CASE load.kind
	WHEN 'random' THEN 'gen_random_uuid()'
	WHEN 'ascending' THEN 'uuid_v7_nextval()'
	WHEN 'wrapping' THEN format('uuid_sequence_at(i, %s, %s)', load.block_rows, load.blocks)
	WHEN 'opaque' THEN
		format('uuid_sequence_at(1 + (SELECT place FROM places WHERE n = %s AND block = (i - 1) / %s), 1, %s)',
			load.n, load.block_rows, load.blocks) END);

CREATE TABLE measured (n int, wal_from pg_lsn, wal_to pg_lsn, density float8);
WITH batches AS (
	-- None goes over the first row that counts.
	SELECT l.*, key_of(l) AS key, first,
		   least(first + batch - 1, CASE WHEN first <= rows - counted THEN rows - counted ELSE rows END) AS last
	  FROM loads AS l, LATERAL (
			SELECT generate_series(1, rows - counted, batch)
			 UNION ALL
			SELECT generate_series(rows - counted + 1, rows, batch)) AS f (first)
), deletes AS (
	-- Up to which row they have come before a batch, and after it.
	SELECT *, greatest(floor((first - 1 - kept) / vacuum_rows) * vacuum_rows, 0)::int8 AS due_before,
		   greatest(floor((last - kept) / vacuum_rows) * vacuum_rows, 0)::int8 AS due
	  FROM batches
)
SELECT statement
  FROM deletes, unnest(ARRAY[
		CASE WHEN first = 1 THEN
			'CREATE TABLE filled (n int8, id uuid, payload text, prefix int8) WITH (autovacuum_enabled = off)' END,
		CASE WHEN first = 1 THEN
			format('CREATE UNIQUE INDEX filled_id ON filled (%sid)', CASE WHEN prefixes > 1 THEN 'prefix, ' END) END,
		format('INSERT INTO filled SELECT i, %s, repeat(''x'', %s), %s FROM generate_series(%s, %s) AS i',
			key, row_bytes - 49 - CASE WHEN prefixes > 1 THEN 8 ELSE 0 END,
			'abs(hashint8(i)::int8) % ' || coalesce(prefixes, 1), first, last),
		'CHECKPOINT',
		CASE WHEN due > due_before THEN
			format('DELETE FROM filled WHERE n <= %s AND n > %s AND n * 7919 %% 100 >= %s', due, due_before, stays) END,
		CASE WHEN due > due_before THEN
			'VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) filled' END,
		CASE WHEN last = rows - counted THEN
			format('INSERT INTO measured SELECT %s, pg_current_wal_insert_lsn()', n) END,
		CASE WHEN last = rows THEN
			format('UPDATE measured SET wal_to = pg_current_wal_insert_lsn(), density = avg_leaf_density '
				'FROM pgstatindex(''filled_id'') WHERE n = %s', n) END,
		CASE WHEN last = rows THEN
			'DROP TABLE filled' END
	   ]) WITH ORDINALITY AS steps (statement, step)
 WHERE statement IS NOT NULL
 ORDER BY n, first, step
\gexec

CREATE TABLE compared AS
SELECT l.*, (wal_to - wal_from) / counted AS measured_wal, m.density AS measured_density, k.wal_per_row, low, high
  FROM loads AS l JOIN measured AS m USING (n),
	   LATERAL sequential_uuids_model(jsonb_populate_record(NULL::sequential_uuids_workload, jsonb_build_object(
			'kind', kind, 'block_rows', block_rows, 'cycle_rows', cycle_rows, 'checkpoint_rows', batch,
			'vacuum_rows', vacuum_rows, 'young_rows', kept, 'total_rows', total_rows, 'random_rows', random_rows,
			'left_behind', left_behind, 'row_bytes', row_bytes, 'memory_bytes', 1e12,
			'prefixes', prefixes, 'entry_bytes', CASE WHEN prefixes > 1 THEN 36 END,
			'full_page_writes', true, 'hint_bits', false))) AS k,
	   LATERAL (SELECT 100 * density_low AS low, 100 * density_high AS high) AS range;
SELECT diag(format('%s, blocks of %s%s: WAL per row %s, measured %s; leaf density %s to %s, measured %s %%',
		kind, block_rows, ', prefixes: ' || prefixes, round(wal_per_row), round(measured_wal), round(low), round(high),
		measured_density))
  FROM compared ORDER BY n;
SELECT is((SELECT count(*) FROM compared WHERE measured_wal > 0 AND measured_density > 0), (SELECT count(*) FROM cases),
	'each case is measured');
SELECT is_empty('SELECT * FROM compared WHERE (abs(wal_per_row - measured_wal) <= 0.15 * measured_wal) IS NOT TRUE',
	'the WAL per row of the model is that measured, to within 15 %');
-- Rows that wait for VACUUM still have keys.  Pages that random keys have filled are no fuller for others that come.
SELECT is_empty($$SELECT * FROM compared
		WHERE random_rows = 0 AND (measured_density
			BETWEEN low - CASE WHEN prefixes > 1000 THEN 11 WHEN prefixes > 1 THEN 4 ELSE 3 END
			AND high * (1 + coalesce(dead, 0) / 100.0) + 3) IS NOT TRUE$$,
	'the measured leaf density is in the range of the model, to within 3 points, or 4 behind prefixes, or 11 where pages '
	'have several of them');
SELECT ok(max(measured_density) > 1.3 * min(measured_density) AND max(measured_wal) > 3 * min(measured_wal),
		  'leaf density and WAL are not alike in all cases')
  FROM compared;

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
