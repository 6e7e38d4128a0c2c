-- runs: long; edition in SQL: no, an index does not depend on who made its keys
-- Measures on real indexes how full leaf pages get in the first cycle, by the size of blocks,
-- and how much WAL an insert writes in a later one; and what doc/switching.md says of an
-- index after its table was switched from random keys.
-- Each index has ROWS rows.  There is no transaction around all this, since VACUUM cannot
-- run in one.
--
-- Behind their prefixes, keys have a hash in the place of random bits, so that each run fills the same pages.  By
-- chance densities would differ by up to 3 points, since pages that fill in step split at about the same time.
\ir ../lib/own_schema.sql
\ir ../lib/rows.sql
CREATE EXTENSION IF NOT EXISTS pgstattuple SCHEMA public;
SELECT plan(12);
SELECT set_config('test.rows', :'rows', false) \gset ignored_

-- Key n, of a block whose prefix is so many hexadecimal digits long.
CREATE FUNCTION key_of(block bigint, block_count bigint, digits int, n bigint) RETURNS uuid RETURN
	overlay(md5(n::text) PLACING left(uuid_block_lower(block, block_count)::text, digits) FROM 1)::uuid;

-- The leaf density of an index on keys for as many rows, one for each number i.
CREATE FUNCTION density(key text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	density float8;
BEGIN
	CREATE TABLE filled (id uuid PRIMARY KEY) WITH (autovacuum_enabled = off);
	EXECUTE format('INSERT INTO filled SELECT %s FROM generate_series(0, %s) AS i',
		key, current_setting('test.rows')::int - 1);
	SELECT avg_leaf_density INTO density FROM pgstatindex('filled_pkey');
	DROP TABLE filled;
	RETURN density;
END $$;

-- The first cycle, into an empty index.
CREATE TABLE densities AS
SELECT block_size, density(format('key_of(i / %s, 16777216, 6, i)', block_size))
  FROM unnest('{1,100,150,300,400,1000,5000,65536}'::int[]) AS block_size;
SELECT density('md5(i::text)::uuid') AS of_random_keys \gset
SELECT diag(format('leaf density with blocks of %s: %s %%', block_size, density)) FROM densities;
SELECT diag(format('leaf density with random keys: %s %%', :of_random_keys));
SELECT is_empty('SELECT * FROM densities WHERE block_size <= 100 AND density < 89',
	'blocks of up to 100 rows fill pages up to the fill factor of 90 %');
SELECT is_empty('SELECT * FROM densities WHERE block_size IN (150, 300) AND density > 60',
	'blocks of a little over half a page and over a page leave pages half empty');
SELECT is_empty('SELECT * FROM densities WHERE block_size >= 400 AND density NOT BETWEEN 60 AND 78',
	'blocks of 400 rows or more fill pages to about ln 2 = 69 %');
SELECT ok(:of_random_keys BETWEEN 60 AND 78, 'random keys fill pages to about ln 2 = 69 %');

-- Blocks of 100 rows of a sequence with a cache, on which eight sessions draw
-- one after the other: each takes as many values at once as the cache has.
CREATE TABLE cached (cache int, density float8);
INSERT INTO cached
SELECT cache, density(format('key_of((i / %1$s * %1$s + i %% 8 * %2$s + i %% %1$s / 8) / 100, 16777216, 6, i)',
		8 * cache, cache))
  FROM unnest('{1,10,100}'::int[]) AS cache;
SELECT diag(format('leaf density with blocks of 100, 8 sessions, CACHE %s: %s %%', cache, density)) FROM cached;
SELECT is_empty('SELECT * FROM cached WHERE cache <= 10 AND density < 89',
	'blocks of 100 rows fill pages while sessions times cache is below 100');
SELECT is_empty('SELECT * FROM cached WHERE cache = 100 AND density > 80',
	'blocks of 100 rows do not fill pages when sessions times cache is 800');

-- A table of random keys, kept 100,000 rows long except 5 %, is switched to blocks of
-- 1,000 rows.  VACUUM comes at a fifth of dead rows, as it does on its own, and the cycle
-- is 1.47 times as long as rows are kept, as uuid_advise has it then.  REINDEX comes
-- when the last random key is gone that does not stay.
CREATE TABLE switched (id uuid PRIMARY KEY, n int) WITH (autovacuum_enabled = off);
CREATE TABLE sizes (step int, bytes bigint, density float8);
CREATE VIEW size_now AS
	SELECT pg_relation_size('switched_pkey') AS bytes, avg_leaf_density FROM pgstatindex('switched_pkey');
INSERT INTO switched SELECT md5(n::text)::uuid, n FROM generate_series(-99999, 0) AS n;
-- An index of so few random keys is 63 to 71 % full.  So sizes are compared with one that
-- is packed to 90 %, by the size that it would have at ln 2 = 69 %.
CREATE INDEX packed ON switched (id);
SELECT pg_relation_size('packed') * 0.9 / ln(2) AS bytes_at_69 \gset
DROP INDEX packed;
-- A step is a twentieth of the rows that are kept.
SELECT format('INSERT INTO switched
				SELECT key_of((n - 1) / 1000 %% 147, 147, 2, n), n FROM generate_series(%s, %s) AS n',
			  step * 5000 - 4999, step * 5000),
	   -- All but 13 of 256.
	   format('DELETE FROM switched WHERE n BETWEEN %s AND %s AND right(md5(n::text), 2) >= ''0d''',
			  step * 5000 - 104999, step * 5000 - 100000),
	   CASE WHEN step % 4 = 0 THEN 'VACUUM switched' END,
	   format('INSERT INTO sizes SELECT %s, * FROM size_now', step),
	   CASE WHEN step = 24 THEN 'REINDEX INDEX switched_pkey' END
  FROM generate_series(1, 84) AS step \gexec
SELECT diag(format('times the rows that are kept after a switch: %s, index of %s kB, density %s %%',
		round(step / 20.0, 1), bytes / 1024, density))
  FROM sizes WHERE step % 4 = 0;
SELECT ok(bytes BETWEEN 1.8 * :bytes_at_69 AND 2.3 * :bytes_at_69,
		  'when the random keys are gone, the index is 1.8 to 2.3 times as large as at 69 %')
  FROM sizes WHERE step = 24;
SELECT is_empty(format('SELECT * FROM sizes WHERE step > 24 AND bytes > 1.8 * %s', :bytes_at_69),
	'after one REINDEX the index stays below 1.8 times its size at 69 %');
SELECT is_empty('SELECT * FROM sizes WHERE step > 24 AND density < 45',
	'after one REINDEX leaf density stays above 45 %');

-- 65,536 rows more into an index of eight times as many that stands for old
-- cycles: of half a cycle, two and eight, by blocks of several sizes, from 16 rows to 65,536.
CREATE TABLE wal (cycles numeric, digits int, bytes_per_row numeric);
CREATE PROCEDURE measure_wal(cycles numeric, digits int) LANGUAGE plpgsql AS $$
DECLARE
	block_count CONSTANT int := 16 ^ digits;
	block_size CONSTANT int := 8 * 65536 / cycles / block_count;
	before pg_lsn;
BEGIN
	CREATE TABLE filled (id uuid PRIMARY KEY) WITH (autovacuum_enabled = off);
	INSERT INTO filled SELECT md5(i::text)::uuid FROM generate_series(1, 8 * 65536) AS i;
	COMMIT;
	CHECKPOINT;
	before := pg_current_wal_insert_lsn();
	INSERT INTO filled
	SELECT key_of(i / block_size % block_count, block_count, digits, -i) FROM generate_series(0, 65535) AS i;
	INSERT INTO wal VALUES (cycles, digits, round((pg_current_wal_insert_lsn() - before) / 65536));
	DROP TABLE filled;
END $$;
SELECT format('CALL measure_wal(%s, %s)', cycles, digits)
  FROM unnest('{0.5,2,8}'::numeric[]) AS cycles, unnest('{1,3}'::int[]) AS digits \gexec
SELECT diag(format('WAL bytes per row in an index of %s cycles of %s blocks: %s', cycles, 16 ^ digits, bytes_per_row))
  FROM wal;
SELECT is_empty('SELECT cycles, min(bytes_per_row), max(bytes_per_row) FROM wal
		GROUP BY cycles HAVING max(bytes_per_row) > 1.15 * min(bytes_per_row)',
	'in an index of the same number of cycles, the block size changes the WAL by at most 15 %');
SELECT is_empty('SELECT * FROM wal AS few JOIN wal AS many USING (digits)
		WHERE few.cycles = 0.5 AND many.cycles = 8 AND many.bytes_per_row < 1.5 * few.bytes_per_row',
	'in an index of eight cycles, a row writes at least 1.5 times as much WAL as in one of half a cycle');
SELECT is_empty('SELECT * FROM wal AS few JOIN wal AS many USING (digits)
		WHERE few.cycles < many.cycles
		  AND (many.bytes_per_row - few.bytes_per_row) / (many.cycles - few.cycles) NOT BETWEEN 22 AND 38',
	'each cycle costs some 29 bytes per row: a page as a whole for every 200 rows');

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
