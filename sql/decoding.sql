\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- What keys reveal: blocks, bounds of blocks and windows of time.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- Of each count, whatever the version and the variant; NULL for a prefix that is no block
-- of that count.
SELECT count,
	   uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', count),
	   uuid_block('ffffffff-ffff-ffff-ffff-ffffffffffff', count) AS of_all_ones
  FROM unnest('{1,2,3,4,256,1000,65535,65536,65537,281474976710655,281474976710656}'::bigint[]) AS count;

-- The latest interval not after a time, half-open, and not in the future except the rest of
-- the interval.  At the ends of the type a bound that no timestamp can be is open, and an
-- interval in which no timestamp lies is none.
SELECT before, uuid_interval_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', before, '1 min', '45 days 12:16:00')
  FROM unnest('{2026-11-20 12:00:30,
				2026-10-05 23:49,
				2026-10-05 23:48:59.999999,
				2026-10-05 23:48,
				2026-10-05 23:47:59.999999,
				1970-01-01}'::timestamptz[]) AS before;
\set longest '''106751991 days 04:00:54.775807'''
\set first '''00000000-0000-0000-0000-000000000000'''
\set middle '''80000000-0000-0000-0000-000000000000'''
\set last '''ffffffff-ffff-ffff-ffff-ffffffffffff'''
SET IntervalStyle = 'postgres';
SELECT left(id::text, 8) AS id, before, length, cycle,
	   E'\n    ' || coalesce(uuid_interval_window(id, before, length, cycle)::text, 'none') AS window
  FROM (VALUES
		(:first::uuid, timestamptz '1970-01-01', interval '1 us', interval '1 us'),
		(:first, '2026-11-20 12:00:00.000005', '10 us', '42949.67296 s'),
		(:last, '2026-11-20 12:00:00', '1 day', '365 days'),
		(:middle, '2026-11-20', '1 day', '67108864 days'),
		(:middle, '4714-11-24 BC', '1 day', '2 days'),
		(:first, '1960-01-01', :longest, :longest),
		(:middle, '200000-01-01', '53375995 days 14:00:27.387903', '106751991 days 04:00:54.775806'),
		(:middle, '1970-01-01', '53375995 days 14:00:27.387903', '106751991 days 04:00:54.775806')
	   ) AS windows (id, before, length, cycle);
-- The range type is looked up once, and lasts.
SELECT count(upper(uuid_interval_window(uuid_sequence_at(i, 1, 65536), '2026-11-20', '1 min', '45 days 12:16:00')))
  FROM generate_series(1, 100000) AS i;
