-- uuid_time_ranges: the keys of a span of time.
SET TimeZone = 'UTC';

-- within one interval, over two, over many; both times are inclusive
SELECT * FROM uuid_time_ranges('2026-10-07 11:36', '2026-10-07 11:36');
SELECT * FROM uuid_time_ranges('2026-10-07 11:36', '2026-10-07 11:36:59.999999');
SELECT * FROM uuid_time_ranges('2026-10-07 11:36', '2026-10-07 11:37');
SELECT * FROM uuid_time_ranges('2026-10-07 11:36', '2026-10-08');
-- over the wrap: two, in the order of the index
SELECT * FROM uuid_time_ranges('1970-01-01 00:00:06', '1970-01-01 00:00:09', '1 s', 8);
-- up to it, and from it on
SELECT * FROM uuid_time_ranges('1970-01-01 00:00:06', '1970-01-01 00:00:07', '1 s', 8);
SELECT * FROM uuid_time_ranges('1970-01-01 00:00:08', '1970-01-01 00:00:09', '1 s', 8);
-- all blocks but one, a full turn, and more than that; touching ranges are one
SELECT * FROM uuid_time_ranges('1970-01-01 00:00:02', '1970-01-01 00:00:08.999999', '1 s', 8);
SELECT * FROM uuid_time_ranges('1970-01-01 00:00:02', '1970-01-01 00:00:09', '1 s', 8);
SELECT * FROM uuid_time_ranges('1970-01-01 00:00:00', '1970-01-01 00:00:07', '1 s', 8);
SELECT * FROM uuid_time_ranges('4714-11-24 00:00:00 BC', '294247-01-10 04:00:54.775807', '1 us', 8);
SELECT * FROM uuid_time_ranges('4714-11-24 00:00:00 BC', '294247-01-10 04:00:54.775807', '1 us', 281474976710656);
-- a count that is no power of two: a full turn ends at the last block
SELECT * FROM uuid_time_ranges('1970-01-01', '1971-01-01', '1 s', 5);
SELECT * FROM uuid_time_ranges('1970-01-01', '1970-01-01', '1 s', 1) AS one_block;
-- before 1970
SELECT * FROM uuid_time_ranges('1969-12-31 23:59:59', '1970-01-01', '1 s', 8);
-- in the list of a SELECT, for several spans, and in a join that repeats it
SELECT uuid_time_ranges('1970-01-01 00:00:06', '1970-01-01 00:00:09', '1 s', 8);
SELECT i, r.* FROM generate_series(5, 7) AS i, uuid_time_ranges(to_timestamp(i), to_timestamp(i + 2), '1 s', 8) AS r;
-- NULL gives no rows
SELECT count(*) FROM uuid_time_ranges(NULL, now());
SELECT count(*) FROM uuid_time_ranges(now(), NULL);
SELECT count(*) FROM uuid_time_ranges(now(), now(), NULL);
SELECT count(*) FROM uuid_time_ranges(now(), now(), '1 s', NULL);

-- every row of the span and no other one, while its turn is the only one
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz);
INSERT INTO orders SELECT uuid_time_at(at, '10 s', 1024), at FROM generate_series(timestamptz '2026-01-01', timestamptz '2026-01-01 02:50', '1 s') AS at;
SELECT count(*) FROM orders WHERE created_at >= '2026-01-01 01:00' AND created_at < '2026-01-01 02:00';
SELECT count(*) FROM uuid_time_ranges('2026-01-01 01:00', '2026-01-01 01:59:59.999999', '10 s', 1024), orders WHERE id BETWEEN lo AND hi;
DROP TABLE orders;
RESET TimeZone;
