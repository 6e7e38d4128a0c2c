-- uuid_serial_at and uuid_interval_at: keys for existing rows, and for tests that
-- need a certain time.

-- the key's prefix is the block of the sequence's value or of the time, its
-- version the one asked for
SELECT leftmost(uuid_serial_at(65536), 16) AS last_of_block_0, leftmost(uuid_serial_at(65537), 16) AS first_of_block_1, leftmost(uuid_serial_at(1001, 10), 16) AS size, leftmost(uuid_serial_at(1001, 10, 8), 3) AS count,
	   substr(uuid_serial_at(1)::text, 15, 1) AS version, substr(uuid_serial_at(1, version => 8)::text, 15, 1) AS version_8;
SELECT leftmost(uuid_interval_at('1970-01-01 00:01:00+00'), 16) AS defaults, leftmost(uuid_interval_at('1970-01-01 01:00:00+00', '1 s'), 22) AS length,
	   leftmost(uuid_interval_at('1970-01-01 01:00:00+00', '1 s', '256 s'), 8) AS cycle,
	   substr(uuid_interval_at('2026-01-01')::text, 15, 1) AS version, substr(uuid_interval_at('2026-01-01', version => 8)::text, 15, 1) AS version_8;

-- times and values before block 0
SELECT leftmost(uuid_serial_at(0, 10, 256), 8) AS value, leftmost(uuid_serial_at(-9223372036854775808, 1, 256), 8) AS smallest,
	   leftmost(uuid_interval_at('1969-12-31 23:59:59.999999+00', '1 s', '256 s'), 8) AS before_1970;

-- the same block as the generators have
CREATE SEQUENCE seq;
SELECT bool_and(uuid_block(uuid_serial_nextval('seq', 3, 5), 5) = uuid_block(uuid_serial_at(i, 3, 5), 5)) AS as_serial
  FROM generate_series(1, 100) AS i;
-- and neither disturbs the other
SELECT setval('seq', 1, false);
SELECT value, uuid_block(uuid_serial_nextval('seq', 3, 5), 5) AS nextval, uuid_block(uuid_serial_at(value, 3, 5), 5) AS at, uuid_block(uuid_serial_at(value + 3, 3, 5), 5) AS next_block
  FROM generate_series(1, 8) AS value;
DROP SEQUENCE seq;
SELECT uuid_block(uuid_interval_nextval('36500 days', '146000 days'), 4) = uuid_block(uuid_interval_at(clock_timestamp(), '36500 days', '146000 days'), 4) AS as_interval;

-- an old table: keys from the times of its rows, in one statement each
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz);
INSERT INTO orders (created_at) SELECT timestamptz '2026-01-01 00:00:00+00' + i * interval '10 s' FROM generate_series(1, 10000) AS i;
UPDATE orders SET id = uuid_interval_at(created_at);
SELECT count(*), count(DISTINCT id), bool_and(uuid_block(id) = uuid_interval_block(created_at)) AS by_time FROM orders;
CREATE TABLE orders_2 (id uuid PRIMARY KEY, created_at timestamptz);
INSERT INTO orders_2 SELECT uuid_interval_at(created_at, '10 ms', '500 days', 8), created_at FROM orders;
SELECT count(*), count(DISTINCT id), bool_and(uuid_block(id, 4320000000) = uuid_interval_block(created_at, '10 ms', '500 days')) AS by_time FROM orders_2;
-- and by number
UPDATE orders SET id = uuid_serial_at(n, 256) FROM (SELECT id AS old_id, row_number() OVER (ORDER BY created_at) AS n FROM orders) AS numbered WHERE id = old_id;
SELECT count(*), count(DISTINCT uuid_block(id)) AS blocks, min(uuid_block(id)), max(uuid_block(id)) FROM orders;
DROP TABLE orders, orders_2;

-- volatile: one for each row and call
SELECT count(DISTINCT a), count(DISTINCT b) FROM (SELECT uuid_interval_at('2026-01-01') AS a, uuid_serial_at(1) AS b FROM generate_series(1, 10000)) AS s;

-- in parallel workers
CREATE TABLE old_rows AS SELECT timestamptz '2026-01-01' + i * interval '1 s' AS at FROM generate_series(1, 50000) AS i;
ANALYZE old_rows;
SET min_parallel_table_scan_size = 0;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) CREATE TABLE generated AS SELECT uuid_interval_at(at) AS a, uuid_serial_at(1) AS b FROM old_rows;
CREATE TABLE generated AS SELECT uuid_interval_at(at) AS a, uuid_serial_at(1) AS b FROM old_rows;
SELECT count(DISTINCT a), count(DISTINCT b) FROM generated;
RESET min_parallel_table_scan_size;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET max_parallel_workers_per_gather;
DROP TABLE generated, old_rows;
