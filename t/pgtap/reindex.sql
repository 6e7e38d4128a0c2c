-- runs: every; edition in SQL: no, advice is the same in both editions
-- What REINDEX makes of an index: how much smaller each would be today, and how large one of UUIDv7 gets that is built
-- again every so often.  Time is simulated, a row a second.  No transaction is around all this, for the sake of VACUUM.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
SELECT plan(4);

CREATE TABLE indexes (name text, definition text);
INSERT INTO indexes VALUES
	('of_random', 'UNIQUE INDEX of_random ON keys (id)'),
	('with_fill', 'UNIQUE INDEX with_fill ON keys (id) WITH (fillfactor = 60)'),
	('behind_tenant', 'UNIQUE INDEX behind_tenant ON keys (tenant, id)'),
	('of_text', 'UNIQUE INDEX of_text ON keys (code)'),
	('with_nulls', 'INDEX with_nulls ON keys (half)'),
	('of_three', 'INDEX of_three ON keys (parent)'),
	('of_hundred', 'INDEX of_hundred ON keys (grandparent)');
CREATE TABLE keys (id uuid DEFAULT gen_random_uuid(), tenant bigint, code text, half uuid, parent uuid,
	grandparent uuid) WITH (autovacuum_enabled = off);
SELECT 'CREATE ' || definition FROM indexes \gexec
INSERT INTO keys
SELECT gen_random_uuid(), i % 50, gen_random_uuid(), CASE WHEN i % 2 = 0 THEN gen_random_uuid() END,
	   md5((i / 3)::text)::uuid, md5((i % 300)::text)::uuid
  FROM generate_series(1, 30000) AS i;
-- before the counts of ANALYZE
SELECT pg_stat_force_next_flush() \gset ignored_
VACUUM ANALYZE keys;
CREATE TABLE said AS
SELECT c.index, c.index_bytes, c.rebuilt_bytes
  FROM sequential_uuids_indexes(sequential_uuids_watch(NULL), 'keys'::regclass) AS i,
	   sequential_uuids_read_columns(i, 1) AS c;
REINDEX TABLE keys;
SELECT diag(format('%s: %s bytes, %s by REINDEX, %s are said', index::regclass, index_bytes, pg_relation_size(index),
		rebuilt_bytes)) FROM said ORDER BY index;
SELECT set_eq('SELECT index::regclass::text FROM said', 'SELECT name FROM indexes', 'all indexes are looked at');
SELECT is_empty('SELECT * FROM said WHERE (abs(rebuilt_bytes / pg_relation_size(index) - 1) < 0.08) IS NOT TRUE',
	'each is as large as is said, to within 8 %');

-- Of rows that are kept for 20,000 others, 5 % stay.  In batches of 4,000, each with a VACUUM.
CREATE TABLE maintained (every int, at int, bytes int8, wal numeric);
SELECT statement
  FROM unnest('{20000,60000,240000}'::int[]) AS every, generate_series(4000, 240000, 4000) AS n, unnest(ARRAY[
		CASE WHEN n = 4000 THEN 'CREATE TABLE filled (n int8, id uuid) WITH (autovacuum_enabled = off)' END,
		CASE WHEN n = 4000 THEN 'CREATE UNIQUE INDEX filled_id ON filled (id)' END,
		format('INSERT INTO filled SELECT i, uuid_v7_nextval() FROM generate_series(%s, %s) AS i', n - 3999, n),
		format('DELETE FROM filled WHERE n <= %s AND n > %s AND n %% 20 > 0', n - 20000, n - 24000),
		'VACUUM (INDEX_CLEANUP ON) filled',
		CASE WHEN n % every = 0 THEN format('INSERT INTO maintained SELECT %s, %s, pg_relation_size(''filled_id''), '
			'pg_current_wal_insert_lsn() - ''0/0''', every, n) END,
		CASE WHEN n % every = 0 THEN 'REINDEX INDEX filled_id' END,
		CASE WHEN n % every = 0 THEN format('UPDATE maintained SET wal = pg_current_wal_insert_lsn() - ''0/0'' - wal '
			'WHERE every = %s AND at = %s', every, n) END,
		CASE WHEN n = 240000 THEN 'DROP TABLE filled' END]) WITH ORDINALITY AS s (statement, step)
 WHERE statement IS NOT NULL ORDER BY every, n, step \gexec
CREATE TABLE compared AS
SELECT m.every, max(m.bytes) AS bytes, max(m.wal) / m.every AS wal_per_row, r.most_bytes, r.wal_per_second
  FROM maintained AS m,
	   jsonb_populate_record(NULL::sequential_uuids_workload, jsonb_build_object('rows_per_second', 1,
			'young_rows', 20000, 'vacuum_rows', 4000, 'total_rows', 31000, 'random_rows', 0, 'left_behind', 0.05)) AS load,
	   sequential_uuids_rebuilt(load, m.every) AS r
 GROUP BY m.every, r.most_bytes, r.wal_per_second;
SELECT diag(format('REINDEX every %s rows: at most %s bytes, %s are said; %s bytes of WAL per row, %s are said', every,
		bytes, round(most_bytes), round(wal_per_row, 1), round(wal_per_second::numeric, 1))) FROM compared ORDER BY every;
SELECT is_empty('SELECT * FROM compared WHERE (abs(most_bytes / bytes - 1) < 0.1) IS NOT TRUE',
	'an index of UUIDv7 gets as large as is said, to within 10 %');
SELECT is_empty('SELECT * FROM compared WHERE (abs(wal_per_second / wal_per_row - 1) < 0.15) IS NOT TRUE',
	'and REINDEX writes as much WAL, to within 15 %');

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
