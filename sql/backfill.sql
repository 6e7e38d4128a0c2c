-- uuid_sequence_at and uuid_time_at: keys for rows that are there already, and
-- for tests at a time of one's own.

-- the UUID's prefix is the block of the counter or the time, its version the
-- one asked for
SELECT leftmost(uuid_sequence_at(65536), 16) AS defaults, leftmost(uuid_sequence_at(1000, 10), 16) AS size, leftmost(uuid_sequence_at(1000, 10, 8), 3) AS count,
	   substr(uuid_sequence_at(0)::text, 15, 1) AS version, substr(uuid_sequence_at(0, version => 8)::text, 15, 1) AS version_8;
SELECT leftmost(uuid_time_at('1970-01-01 00:01:00+00'), 16) AS defaults, leftmost(uuid_time_at('1970-01-01 01:00:00+00', '1 s'), 16) AS length,
	   leftmost(uuid_time_at('1970-01-01 01:00:00+00', '1 s', 256), 8) AS count,
	   substr(uuid_time_at('2026-01-01')::text, 15, 1) AS version, substr(uuid_time_at('2026-01-01', version => 8)::text, 15, 1) AS version_8;

-- times and counters below zero
SELECT leftmost(uuid_sequence_at(-1, 10, 256), 8) AS counter, leftmost(uuid_sequence_at(-9223372036854775808, 1, 256), 8) AS smallest,
	   leftmost(uuid_time_at('1969-12-31 23:59:59.999999+00', '1 s', 256), 8) AS before_1970;

-- the same block as the generators have
CREATE SEQUENCE seq;
SELECT bool_and(uuid_block(uuid_sequence_nextval('seq', 3, 5, 4), 5) = uuid_block(uuid_sequence_at(i - 1, 3, 5), 5)) AS as_sequence
  FROM generate_series(1, 100) AS i;
-- and neither disturbs the other, one counting from 1 and the other from 0
SELECT setval('seq', 1, false);
SELECT value, uuid_block(uuid_sequence_nextval('seq', 3, 5, 4), 5) AS by_value, uuid_block(uuid_sequence_at(value, 3, 5), 5) AS by_counter, uuid_block(uuid_sequence_at(value + 3, 3, 5), 5) AS next_block
  FROM generate_series(1, 8) AS value;
DROP SEQUENCE seq;
SELECT uuid_block(uuid_time_nextval('36500 days', 4, 4), 4) = uuid_block(uuid_time_at(clock_timestamp(), '36500 days', 4), 4) AS as_time;

-- an old table: keys from the times of its rows, in one statement each
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz);
INSERT INTO orders (created_at) SELECT timestamptz '2026-01-01 00:00:00+00' + i * interval '10 s' FROM generate_series(1, 10000) AS i;
UPDATE orders SET id = uuid_time_at(created_at);
SELECT count(*), count(DISTINCT id), bool_and(uuid_block(id, 65536) = uuid_time_block(created_at, '60 s', 65536)) AS by_time FROM orders;
CREATE TABLE orders_2 (id uuid PRIMARY KEY, created_at timestamptz);
INSERT INTO orders_2 SELECT uuid_time_at(created_at, '1 ms', 4294967296, 8), created_at FROM orders;
SELECT count(*), count(DISTINCT id), bool_and(uuid_block(id, 4294967296) = uuid_time_block(created_at, '1 ms', 4294967296)) AS by_time FROM orders_2;
-- and by number
UPDATE orders SET id = uuid_sequence_at(n, 256) FROM (SELECT id AS old_id, row_number() OVER (ORDER BY created_at) - 1 AS n FROM orders) AS numbered WHERE id = old_id;
SELECT count(*), count(DISTINCT uuid_block(id, 65536)) AS blocks, min(uuid_block(id, 65536)), max(uuid_block(id, 65536)) FROM orders;
DROP TABLE orders, orders_2;

-- volatile: one for each row and call
SELECT count(DISTINCT a), count(DISTINCT b) FROM (SELECT uuid_time_at('2026-01-01') AS a, uuid_sequence_at(1) AS b FROM generate_series(1, 10000)) AS s;

-- in parallel workers
CREATE TABLE old_rows AS SELECT timestamptz '2026-01-01' + i * interval '1 s' AS at FROM generate_series(1, 50000) AS i;
ANALYZE old_rows;
SET min_parallel_table_scan_size = 0;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) CREATE TABLE made AS SELECT uuid_time_at(at) AS a, uuid_sequence_at(1) AS b FROM old_rows;
CREATE TABLE made AS SELECT uuid_time_at(at) AS a, uuid_sequence_at(1) AS b FROM old_rows;
SELECT count(DISTINCT a), count(DISTINCT b) FROM made;
RESET min_parallel_table_scan_size;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET max_parallel_workers_per_gather;
DROP TABLE made, old_rows;
