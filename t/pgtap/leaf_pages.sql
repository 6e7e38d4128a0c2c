-- Measures on real indexes what doc/dev/model.md says about the block size: how full
-- leaf pages get in the first cycle, and how much WAL an insert writes in a later one; and
-- what doc/dba.md says of an index after its table was switched from random keys.
-- ROWS in the environment is the number of rows per index, a million by default.  There
-- is no transaction around all this, since CHECKPOINT cannot run in one.
\ir ../lib/quiet.sql
\getenv rows ROWS
\if :{?rows}
\else
\set rows 1000000
\endif
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
DROP SCHEMA IF EXISTS leaf_pages CASCADE;
CREATE SCHEMA leaf_pages;
SET search_path = leaf_pages, public;
CREATE EXTENSION sequential_uuids SCHEMA leaf_pages;
SELECT plan(9);

-- The first cycle, into an empty index; a block size of NULL stands for random
-- keys.
SELECT set_config('test.rows', :'rows', false) \gset ignored_
CREATE SEQUENCE seq CACHE 1000;
CREATE TABLE sizes (block_size int);
INSERT INTO sizes VALUES (1), (10), (50), (100), (120), (140), (150), (200), (256), (300), (400), (512), (700), (1000), (5000), (65536), (NULL);
CREATE TABLE densities (block_size int, density float8);
DO $$
DECLARE
	s int;
BEGIN
	FOR s IN SELECT block_size FROM sizes LOOP
		CREATE TABLE filled (id uuid PRIMARY KEY) WITH (autovacuum_enabled = off);
		PERFORM setval('seq', 1, false);
		INSERT INTO filled SELECT CASE WHEN s IS NULL THEN gen_random_uuid() ELSE uuid_sequence_nextval('seq', s, 16777216) END FROM generate_series(1, current_setting('test.rows')::int);
		INSERT INTO densities SELECT s, avg_leaf_density FROM pgstatindex('filled_pkey');
		DROP TABLE filled;
	END LOOP;
END $$;
SELECT diag(format('leaf density with %s: %s %%', coalesce('blocks of ' || block_size, 'random keys'), density)) FROM densities;
SELECT is_empty('SELECT * FROM densities WHERE block_size <= 100 AND density < 89', 'blocks of up to 100 rows pack at the fill factor of 90 %');
SELECT is_empty('SELECT * FROM densities WHERE block_size IN (150, 300) AND density > 60', 'blocks of a little over half a page and over a page leave pages half empty');
SELECT is_empty('SELECT * FROM densities WHERE (block_size >= 400 OR block_size IS NULL) AND density NOT BETWEEN 60 AND 78', 'larger blocks and random keys pack at about ln 2 = 69 %');

-- Blocks of 100 rows of a sequence with a cache, on which eight sessions draw
-- one after the other: each takes as many values at once as the cache has.
CREATE TABLE cached (cache int, density float8);
DO $$
DECLARE
	sessions CONSTANT int := 8;
	cache int;
BEGIN
	FOREACH cache IN ARRAY '{1,10,100}'::int[] LOOP
		CREATE TABLE filled (id uuid PRIMARY KEY) WITH (autovacuum_enabled = off);
		INSERT INTO filled SELECT uuid_serial_at(1 + i / (sessions * cache) * (sessions * cache) + i % sessions * cache + i % (sessions * cache) / sessions, 100, 16777216)
		  FROM generate_series(0, current_setting('test.rows')::int - 1) AS i;
		INSERT INTO cached SELECT cache, avg_leaf_density FROM pgstatindex('filled_pkey');
		DROP TABLE filled;
	END LOOP;
END $$;
SELECT diag(format('leaf density with blocks of 100, 8 sessions, CACHE %s: %s %%', cache, density)) FROM cached;
SELECT is_empty('SELECT * FROM cached WHERE density < 89 AND cache <= 10 OR density > 80 AND cache = 100', 'blocks of 100 rows stay dense while sessions times cache is below 100');

-- A table of random keys, kept 100,000 rows long except 5 %, is switched to blocks of
-- 1,000 rows.  VACUUM comes at a fifth of dead rows, as it does on its own, and the cycle
-- is 1.47 times as long as rows are kept, as uuid_advise has it then.  REINDEX comes
-- when the last random key is gone that does not stay.
CREATE TABLE switched (id uuid PRIMARY KEY, n int) WITH (autovacuum_enabled = off);
CREATE TABLE sizes_after (step int, bytes bigint, density float8);
INSERT INTO switched SELECT gen_random_uuid(), n FROM generate_series(-99999, 0) AS n;
INSERT INTO sizes_after SELECT 0, pg_relation_size('switched_pkey'), avg_leaf_density FROM pgstatindex('switched_pkey');
SELECT format('INSERT INTO switched SELECT uuid_serial_at(n, 1000, 147), n FROM generate_series(%s, %s) AS n', step * 5000 - 4999, step * 5000),
	   format('DELETE FROM switched WHERE n BETWEEN %s AND %s AND random() >= 0.05', step * 5000 - 104999, step * 5000 - 100000),
	   CASE WHEN step % 4 = 0 THEN 'VACUUM switched' END,
	   format('INSERT INTO sizes_after SELECT %s, pg_relation_size(%L), avg_leaf_density FROM pgstatindex(%2$L)', step, 'switched_pkey'),
	   CASE WHEN step = 24 THEN 'REINDEX INDEX switched_pkey' END
  FROM generate_series(1, 84) AS step \gexec
SELECT diag(format('times the rows that are kept after a switch: %s, index of %s kB, density %s %%', round(step / 20.0, 1), bytes / 1024, density)) FROM sizes_after WHERE step % 4 = 0;
SELECT ok(later.bytes BETWEEN 1.6 * before.bytes AND 2.1 * before.bytes, 'the index grows while the random keys go')
  FROM sizes_after AS before, sizes_after AS later WHERE before.step = 0 AND later.step = 24;
SELECT is_empty('SELECT * FROM sizes_after AS before, sizes_after AS later WHERE before.step = 0 AND later.step > 24 AND (later.bytes > 1.7 * before.bytes OR later.density < 45)', 'after one REINDEX it stays smaller and fuller');

-- 65,536 rows more into an index of eight times as many that stands for old
-- cycles: of half a cycle, two and eight, by blocks of several sizes.
CREATE TABLE wal (cycles numeric, block_size int, bytes_per_row numeric);
CREATE PROCEDURE measure_wal(cycles numeric, block_size int) LANGUAGE plpgsql AS $$
DECLARE
	block_count CONSTANT int := ceil(8 * 65536 / cycles / block_size);
BEGIN
	CREATE TABLE filled (id uuid PRIMARY KEY) WITH (autovacuum_enabled = off);
	-- in random order, and under the prefixes that there are
	INSERT INTO filled SELECT uuid_serial_at(floor(random() * 4294967296)::bigint, 1, block_count) FROM generate_series(1, 8 * 65536);
	PERFORM setval('seq', 1, false);
	COMMIT;
	CHECKPOINT;
	PERFORM set_config('test.before', pg_current_wal_insert_lsn()::text, false);
	INSERT INTO filled SELECT uuid_sequence_nextval('seq', block_size, block_count) FROM generate_series(1, 65536);
	INSERT INTO wal VALUES (cycles, block_size, round((pg_current_wal_insert_lsn() - current_setting('test.before')::pg_lsn) / 65536));
	DROP TABLE filled;
END $$;
SELECT format('CALL measure_wal(%s, %s)', cycles, block_size) FROM unnest('{0.5,2,8}'::numeric[]) AS cycles, unnest('{100,5000,65536}'::int[]) AS block_size \gexec
SELECT diag(format('WAL bytes per row in an index of %s cycles with blocks of %s: %s', cycles, block_size, bytes_per_row)) FROM wal;
SELECT is_empty('SELECT cycles FROM wal GROUP BY cycles HAVING max(bytes_per_row) > 1.15 * min(bytes_per_row)', 'in an index of the same number of cycles, the size of a block hardly matters to the WAL');
SELECT is_empty('SELECT * FROM wal AS few JOIN wal AS many USING (block_size) WHERE few.cycles = 0.5 AND many.cycles = 8 AND many.bytes_per_row < 1.5 * few.bytes_per_row', 'the number of cycles does');
SELECT is_empty('SELECT * FROM wal AS few JOIN wal AS many USING (block_size) WHERE few.cycles < many.cycles AND (many.bytes_per_row - few.bytes_per_row) / (many.cycles - few.cycles) NOT BETWEEN 22 AND 38',
	'each cycle costs some 29 bytes per row: a page as a whole for every 200 rows');

SELECT * FROM finish();
DROP SCHEMA leaf_pages CASCADE;
