\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- uuid_time_nextval: the block of the wall clock's time.  The clock cannot be
-- set here, so each UUID is compared with the readings before and after it.

-- Is a new UUID's block the one of the time at which it was generated?
CREATE FUNCTION block_of_now(interval_length int, interval_count int) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	bits int := (SELECT min(b) FROM generate_series(0, 31) b WHERE 2::numeric ^ b >= interval_count);
	earliest bigint := floor(extract(epoch FROM clock_timestamp()) / interval_length);
	block bigint := leftmost(uuid_time_nextval(interval_length, interval_count), bits);
	latest bigint := floor(extract(epoch FROM clock_timestamp()) / interval_length);
BEGIN
	RETURN EXISTS (SELECT FROM generate_series(earliest, latest) AS i WHERE i % interval_count = block);
END $$;
-- (60, 1000) among them: 60 seconds, whatever the count.
SELECT count(*) AS tested, count(*) FILTER (WHERE block_of_now(length, count)) AS right
  FROM (VALUES (60, 65536), (60, 1000), (60, 256), (1, 65536), (1, 16777217), (1, 2147483647),
			   (3600, 3), (86400, 366), (1, 1), (2147483647, 2)) AS p (length, count);

-- The defaults are 60 seconds and 65536 intervals.  One interval: no prefix.  Version 4,
-- variant 10 (RFC 9562).
SELECT bool_or(leftmost(id::uuid, 16) = leftmost(uuid_time_nextval(60, 65536), 16)) AS same,
	   count(DISTINCT leftmost(uuid_time_nextval(60, 1), 48)) AS distinct_starts,
	   array_agg(DISTINCT substr(id, 15, 1)) AS versions,
	   bool_and(substr(id, 20, 1) ~ '[89ab]') AS variant
  FROM (SELECT uuid_time_nextval()::text AS id FROM generate_series(1, 1000) OFFSET 0) AS s;

-- The wall clock of the call, not the start of the transaction or statement: the block
-- is another one in the next second.
CREATE FUNCTION block_of_next_second() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	next_second timestamptz := date_trunc('second', clock_timestamp()) + interval '1 s';
BEGIN
	WHILE clock_timestamp() < next_second LOOP
	END LOOP;
	RETURN leftmost(uuid_time_nextval(1, 65536), 16);
END $$;
SELECT leftmost(uuid_time_nextval(1, 65536), 16) <> block_of_next_second() AS another_block;

DROP FUNCTION block_of_now(int, int), block_of_next_second();
