-- What UUIDs tell: blocks, bounds of blocks and windows of time.
SET TimeZone = 'UTC';

SELECT uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 65536), uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 256) AS of_256,
	   uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 1) AS of_1, uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 281474976710656) AS of_2_48;
-- whatever the version and the variant
SELECT uuid_block('00010000-0000-0000-0000-000000000000', 65536), uuid_block('ffffffff-ffff-ffff-ffff-ffffffffffff', 65536);
-- a prefix that is no block of that count
SELECT count, uuid_block('ffffffff-ffff-ffff-ffff-ffffffffffff', count) FROM unnest('{1,2,3,4,1000,65535,65536,65537,281474976710655,281474976710656}'::bigint[]) AS count;

SELECT block, count, lo, hi
  FROM (VALUES (0, 1), (0, 2), (1, 2), (0, 3), (2, 3), (35188, 65536), (65535, 65536), (65536, 65537), (281474976710654, 281474976710655), (281474976710655, 281474976710656)) AS b (block, count),
	   uuid_block_bounds(block, count);
-- in the list of a SELECT, too
SELECT uuid_block_bounds(1, 4), (uuid_block_bounds(1, 4)).hi;
-- neighbouring blocks leave no gap
SELECT string_agg(left(lo::text, 2) || '-' || left(hi::text, 2), ' ' ORDER BY block) AS starts FROM generate_series(0, 7) AS block, uuid_block_bounds(block, 8);

SELECT uuid_sequence_block(0, 65536, 65536), uuid_sequence_block(65535, 65536, 65536), uuid_sequence_block(65536, 65536, 65536), uuid_sequence_block(4294967296, 65536, 65536),
	   uuid_sequence_block(-1, 65536, 65536) AS below_0, uuid_sequence_block(9223372036854775807, 1, 281474976710656) AS largest, uuid_sequence_block(-9223372036854775808, 9223372036854775807, 3) AS smallest;
SELECT uuid_time_block('1970-01-01', '60 s', 65536), uuid_time_block('1970-01-01 00:01', '60 s', 65536), uuid_time_block('1969-12-31 23:59:59.999999', '60 s', 65536) AS before_1970,
	   uuid_time_block('4714-11-24 00:00:00 BC', '1 us', 281474976710656) AS earliest, uuid_time_block('294247-01-10 04:00:54.775807', '1 us', 281474976710656) AS latest;

-- the last interval not after a time
SELECT before, uuid_time_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', before::timestamptz)
  FROM unnest('{2026-11-20 12:00,2026-10-05 23:49,2026-10-05 23:48:59.999999,2026-10-05 23:48,2026-10-05 23:47:59.999999,1970-01-01}'::text[]) AS before;
SELECT uuid_time_window('00000000-0000-0000-0000-000000000000', '1970-01-01', '1 us', 1) AS shortest,
	   uuid_time_window('00000000-0000-0000-0000-000000000000', '2026-11-20 12:00:00.000005', '10 us', 4294967296) AS "10 us",
	   uuid_time_window('ffffffff-ffff-ffff-ffff-ffffffffffff', '2026-11-20 12:00:00', '1 day', 365) AS no_block;
-- half-open, and not in the future but for the rest of the interval
SELECT lower_inc(w), upper_inc(w), lower(w) <= '2026-11-20 12:00:30' AND upper(w) - lower(w) = '60 s' AS right_length
  FROM uuid_time_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', '2026-11-20 12:00:30') AS w;
-- at the ends of the type: a bound that no timestamp can be is open, and an
-- interval in which no timestamp lies is none
SELECT uuid_time_window(uuid_time_at(at, length, count), at, length, count), at
  FROM unnest('{4714-11-24 00:00:00 BC,1969-12-31 23:59:59.999999,1970-01-01,294247-01-10 04:00:54.775807}'::timestamptz[]) AS at,
	   (VALUES (interval '60 s', 65536), ('106751991 days 04:00:54.775807', 3), ('4000000 days', 281474976710656)) AS p (length, count);
SELECT uuid_time_window('80000000-0000-0000-0000-000000000000', '2026-11-20', '1 day', 4294967296) AS before_all_timestamps,
	   uuid_time_window('80000000-0000-0000-0000-000000000000', '4714-11-24 BC', '1 day', 2) AS ends_at_the_first,
	   uuid_time_window('ffff0000-0000-0000-0000-000000000000', '1970-01-01', '4294.967296 s', 281474976710656) AS distance_overflows,
	   uuid_time_window('40000000-0000-0000-0000-000000000000', '1960-01-01', '106751991 days 04:00:54.775807', 3) AS start_overflows,
	   uuid_time_window('c0000000-0000-0000-0000-000000000000', '200000-01-01', '53375995 days 14:00:27.387904', 4) AS back_by_2_63;
-- row type and range type are looked up once, and last
SELECT count((uuid_block_bounds(i % 8, 8)).hi), count(upper(uuid_time_window(uuid_sequence_at(i), '2026-11-20'))) FROM generate_series(1, 100000) AS i;

-- immutable: in generated columns, in expression and partial indexes
CREATE TABLE orders (
	id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
	created_at timestamptz DEFAULT clock_timestamp(),
	block bigint GENERATED ALWAYS AS (uuid_block(id, 65536)) STORED,
	made_in tstzrange GENERATED ALWAYS AS (uuid_time_window(id, created_at)) STORED,
	block_of_time bigint GENERATED ALWAYS AS (uuid_time_block(created_at, '60 s', 65536)) STORED
);
CREATE INDEX by_block ON orders (uuid_block(id, 65536));
CREATE INDEX first_half ON orders (created_at) WHERE id <= (uuid_block_bounds(32767, 65536)).hi;
CREATE INDEX by_sequence_block ON orders (uuid_sequence_block(block, 2, 65536));
INSERT INTO orders SELECT uuid_time_at(at), at FROM generate_series(timestamptz '2026-01-01', '2026-01-02', '100 s') AS at;
SELECT count(*), bool_and(created_at <@ made_in) AS in_window, bool_and(block = block_of_time) AS same_block FROM orders;
SET enable_seqscan = off;
SELECT plan_nodes('SELECT * FROM orders WHERE uuid_block(id, 65536) = 35188') AS plan;
RESET enable_seqscan;
DROP TABLE orders;
RESET TimeZone;
