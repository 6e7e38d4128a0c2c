-- runs: long; edition in SQL: no, it is about indexes
-- How long it takes to rebuild an index, or to give old rows new keys, and how much WAL that is: the rates with which
-- doc/switching.md computes what a large table needs.  Times are printed; only WAL and sizes are tested.
\ir ../lib/own_schema.sql
SELECT plan(4);
SET maintenance_work_mem = '256MB';
CREATE TABLE orders (id uuid PRIMARY KEY, number int NOT NULL, created_at timestamptz NOT NULL, item text)
  WITH (autovacuum_enabled = off);
INSERT INTO orders
SELECT gen_random_uuid(), n, timestamptz '2026-11-01 00:00+00' + n * interval '1 s', 'an item of some length'
  FROM generate_series(1, 3000000) AS n;
CREATE UNIQUE INDEX ON orders (number);
VACUUM ANALYZE orders;
CHECKPOINT;

SELECT pg_current_wal_insert_lsn() AS before, pg_relation_size('orders_pkey') AS size_before,
	   clock_timestamp() AS at \gset
REINDEX INDEX CONCURRENTLY orders_pkey;
SELECT diag(format('REINDEX INDEX CONCURRENTLY: %s million rows per minute, %s to %s MB, %s bytes of WAL per row',
		round(3e0 * 60 / extract(epoch FROM clock_timestamp() - :'at')), :size_before / 1000000,
		pg_relation_size('orders_pkey') / 1000000, round((pg_current_wal_insert_lsn() - :'before') / 3000000)));
SELECT ok((pg_current_wal_insert_lsn() - :'before') / pg_relation_size('orders_pkey') BETWEEN 0.9 AND 1.2,
	'REINDEX writes the new index to the WAL');
SELECT ok(pg_relation_size('orders_pkey') < 0.85 * :size_before, 'which is smaller than one of random keys');

-- A tenth of the rows, in batches of 1,000, with a checkpoint before them.
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS before, clock_timestamp() AS at \gset
DO $$
BEGIN
	FOR from_number IN 1 .. 299001 BY 1000 LOOP
		UPDATE orders SET id = uuid_interval_at(created_at, '5 min', '60 days')
		 WHERE number >= from_number AND number < from_number + 1000;
		COMMIT;
	END LOOP;
END $$;
SELECT diag(format('new keys: %s million rows per minute, %s bytes of WAL per row',
		round(0.3 * 60 / extract(epoch FROM clock_timestamp() - :'at'), 1),
		round((pg_current_wal_insert_lsn() - :'before') / 300000)));
SELECT ok(pg_current_wal_insert_lsn() - :'before' > 300000 * 200,
	'a new key writes the row, and an entry in each index');
SELECT is((SELECT count(*) FROM orders WHERE number <= 300000
			  AND uuid_interval_between(id, created_at, created_at + interval '1 s', '5 min', '60 days')), 300000::bigint,
	'and is the key of its time');
SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
