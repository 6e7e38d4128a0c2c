\set ECHO errors
-- uuid_serial_at and uuid_interval_at: keys for existing rows, and for tests that need a
-- certain time.  t/pgtap/generator_properties.sql tests random values and times.

-- The key's prefix is the block of the sequence's value or of the time, also before block
-- 0; its version the one asked for.
SELECT call, block, version
  FROM (VALUES (16, 'uuid_serial_at(65536)', uuid_serial_at(65536)), (16, 'uuid_serial_at(65537)', uuid_serial_at(65537)), (16, 'uuid_serial_at(1001, 10)', uuid_serial_at(1001, 10)),
		(3, 'uuid_serial_at(1001, 10, 8)', uuid_serial_at(1001, 10, 8)), (8, 'uuid_serial_at(0, 10, 256)', uuid_serial_at(0, 10, 256)),
		(8, 'uuid_serial_at(-9223372036854775808, 1, 256)', uuid_serial_at(-9223372036854775808, 1, 256)), (16, 'uuid_serial_at(1, version => 8)', uuid_serial_at(1, version => 8)),
		(16, 'uuid_interval_at(1970-01-01 00:01)', uuid_interval_at('1970-01-01 00:01:00+00')), (22, 'uuid_interval_at(1970-01-01 01:00, 1 s)', uuid_interval_at('1970-01-01 01:00:00+00', '1 s')),
		(8, 'uuid_interval_at(1970-01-01 01:00, 1 s, 256 s)', uuid_interval_at('1970-01-01 01:00:00+00', '1 s', '256 s')),
		(8, 'uuid_interval_at(1969-12-31 23:59:59.999999, 1 s, 256 s)', uuid_interval_at('1969-12-31 23:59:59.999999+00', '1 s', '256 s')),
		(16, 'uuid_interval_at(1970-01-01, version => 8)', uuid_interval_at('1970-01-01 00:00:00+00', version => 8))) AS c (bits, call, id),
	   leftmost(id, bits) AS block, substr(id::text, 15, 1) AS version;
-- The same block as the generators have, and neither disturbs the other.
CREATE SEQUENCE seq;
SELECT count(*) FILTER (WHERE uuid_block(uuid_serial_nextval('seq', 3, 5), 5) = uuid_block(uuid_serial_at(value, 3, 5), 5) AND uuid_block(uuid_serial_at(value + 3, 3, 5), 5) = uuid_serial_block(value + 3, 3, 5)) AS as_serial,
	   bool_and(uuid_block(uuid_interval_nextval('36500 days', '146000 days'), 4) = uuid_block(uuid_interval_at(clock_timestamp(), '36500 days', '146000 days'), 4)) AS as_interval
  FROM generate_series(1, 100) AS value;
DROP SEQUENCE seq;

-- An old table: keys from the times of its rows, and by number, in one statement each;
-- one for each row and call.
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz);
INSERT INTO orders (created_at) SELECT timestamptz '2026-01-01 00:00:00+00' + i * interval '10 s' FROM generate_series(1, 10000) AS i;
UPDATE orders SET id = uuid_interval_at(created_at);
CREATE TABLE orders_2 (id uuid PRIMARY KEY, created_at timestamptz);
INSERT INTO orders_2 SELECT uuid_interval_at(created_at, '10 ms', '500 days', 8), created_at FROM orders;
SELECT count(DISTINCT orders.id), bool_and(uuid_block(orders.id) = uuid_interval_block(created_at)) AS by_time,
	   count(DISTINCT orders_2.id), bool_and(uuid_block(orders_2.id, 4320000000) = uuid_interval_block(created_at, '10 ms', '500 days')) AS by_10_ms FROM orders JOIN orders_2 USING (created_at);
UPDATE orders SET id = uuid_serial_at(n, 256) FROM (SELECT id AS old_id, row_number() OVER (ORDER BY created_at) AS n FROM orders) AS numbered WHERE id = old_id;
SELECT count(*), count(DISTINCT uuid_block(id)) AS blocks, min(uuid_block(id)), max(uuid_block(id)) FROM orders;
DROP TABLE orders, orders_2;
