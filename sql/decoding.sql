-- What keys reveal: blocks, bounds of blocks and windows of time.
SET TimeZone = 'UTC';

SELECT uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 65536), uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 256) AS of_256,
	   uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 1) AS of_1, uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 281474976710656) AS of_2_48;
-- whatever the version and the variant
SELECT uuid_block('00010000-0000-0000-0000-000000000000', 65536), uuid_block('ffffffff-ffff-ffff-ffff-ffffffffffff', 65536);
-- a prefix that is no block of that count
SELECT count, uuid_block('ffffffff-ffff-ffff-ffff-ffffffffffff', count) FROM unnest('{1,2,3,4,1000,65535,65536,65537,281474976710655,281474976710656}'::bigint[]) AS count;

SELECT block, count, uuid_block_lower(block, count), uuid_block_upper(block, count)
  FROM (VALUES (0, 1), (0, 2), (1, 2), (0, 3), (2, 3), (35188, 65536), (65535, 65536), (65536, 65537), (281474976710654, 281474976710655), (281474976710655, 281474976710656)) AS b (block, count);
-- of 65536 blocks, if nothing else is said
SELECT uuid_block_lower(35188), uuid_block_upper(35188), uuid_block(uuid_block_lower(35188)) AS lower, uuid_block(uuid_block_upper(35188)) AS upper;
-- neighbouring blocks leave no gap
SELECT string_agg(left(uuid_block_lower(block, 8)::text, 2) || '-' || left(uuid_block_upper(block, 8)::text, 2), ' ' ORDER BY block) AS starts FROM generate_series(0, 7) AS block;

SELECT uuid_serial_block(1) AS first, uuid_serial_block(65536) AS last_of_block_0, uuid_serial_block(65537) AS first_of_block_1, uuid_serial_block(4294967296) AS last, uuid_serial_block(4294967297) AS first_again,
	   uuid_serial_block(0) AS before_block_0, uuid_serial_block(9223372036854775807, 1, 281474976710656) AS largest, uuid_serial_block(-9223372036854775808, 9223372036854775807, 3) AS smallest;
SELECT uuid_interval_block('1970-01-01'), uuid_interval_block('1970-01-01 00:01'), uuid_interval_block('1969-12-31 23:59:59.999999') AS before_1970,
	   uuid_interval_block('4714-11-24 00:00:00 BC', '1 us', '3257 days 19:29:36.710656') AS earliest, uuid_interval_block('294247-01-10 04:00:54.775807', '1 us', '3257 days 19:29:36.710656') AS latest;

-- the latest interval not after a time
SELECT before, uuid_interval_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', before::timestamptz)
  FROM unnest('{2026-11-20 12:00,2026-10-05 23:49,2026-10-05 23:48:59.999999,2026-10-05 23:48,2026-10-05 23:47:59.999999,1970-01-01}'::text[]) AS before;
SELECT uuid_interval_window('00000000-0000-0000-0000-000000000000', '1970-01-01', '1 us', '1 us') AS shortest,
	   uuid_interval_window('00000000-0000-0000-0000-000000000000', '2026-11-20 12:00:00.000005', '10 us', '42949.67296 s') AS "10 us",
	   uuid_interval_window('ffffffff-ffff-ffff-ffff-ffffffffffff', '2026-11-20 12:00:00', '1 day', '365 days') AS no_block;
-- half-open, and not in the future except the rest of the interval
SELECT lower_inc(w), upper_inc(w), lower(w) <= '2026-11-20 12:00:30' AND upper(w) - lower(w) = '60 s' AS right_length
  FROM uuid_interval_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', '2026-11-20 12:00:30') AS w;
-- at the ends of the type: a bound that no timestamp can be is open, and an
-- interval in which no timestamp lies is none
SELECT uuid_interval_window(uuid_interval_at(at, length, cycle), at, length, cycle), at
  FROM unnest('{4714-11-24 00:00:00 BC,1969-12-31 23:59:59.999999,1970-01-01,294247-01-10 04:00:54.775807}'::timestamptz[]) AS at,
	   (VALUES (interval '1 min', interval '45 days 12:16:00'), ('106751991 days 04:00:54.775807', '106751991 days 04:00:54.775807'), ('4000000 days', '104000000 days')) AS p (length, cycle);
SELECT uuid_interval_window('80000000-0000-0000-0000-000000000000', '2026-11-20', '1 day', '67108864 days') AS before_all_timestamps,
	   uuid_interval_window('80000000-0000-0000-0000-000000000000', '4714-11-24 BC', '1 day', '2 days') AS ends_at_the_first,
	   uuid_interval_window('00000000-0000-0000-0000-000000000000', '1960-01-01', '106751991 days 04:00:54.775807', '106751991 days 04:00:54.775807') AS start_overflows,
	   uuid_interval_window('80000000-0000-0000-0000-000000000000', '200000-01-01', '53375995 days 14:00:27.387903', '106751991 days 04:00:54.775806') AS longest_cycle,
	   uuid_interval_window('80000000-0000-0000-0000-000000000000', '1970-01-01', '53375995 days 14:00:27.387903', '106751991 days 04:00:54.775806') AS back_by_half_of_it;
-- the range type is looked up once, and lasts
SELECT count(upper(uuid_interval_window(uuid_serial_at(i), '2026-11-20'))) FROM generate_series(1, 100000) AS i;

-- immutable: in generated columns, in expression and partial indexes
CREATE TABLE orders (
	id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
	created_at timestamptz DEFAULT clock_timestamp(),
	block bigint GENERATED ALWAYS AS (uuid_block(id)) STORED,
	generated_in tstzrange GENERATED ALWAYS AS (uuid_interval_window(id, created_at)) STORED,
	block_of_time bigint GENERATED ALWAYS AS (uuid_interval_block(created_at)) STORED
);
CREATE INDEX by_block ON orders (uuid_block(id));
CREATE INDEX first_half ON orders (created_at) WHERE id <= uuid_block_upper(32767);
CREATE INDEX by_serial_block ON orders (uuid_serial_block(block, 2, 65536));
INSERT INTO orders SELECT uuid_interval_at(at), at FROM generate_series(timestamptz '2026-01-01', '2026-01-02', '100 s') AS at;
SELECT count(*), bool_and(created_at <@ generated_in) AS in_window, bool_and(block = block_of_time) AS same_block FROM orders;
SET enable_seqscan = off;
SELECT plan_nodes('SELECT * FROM orders WHERE uuid_block(id) = 35188') AS plan;
-- the bounds of a block are constants of the plan
EXPLAIN (COSTS OFF) SELECT * FROM orders WHERE id BETWEEN uuid_block_lower(35188) AND uuid_block_upper(35188);
RESET enable_seqscan;
DROP TABLE orders;
RESET TimeZone;
