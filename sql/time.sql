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

-- The defaults are 60 seconds and 65536 intervals.  Version 4, variant 10 (RFC 9562).
SELECT bool_or(leftmost(id, 16) = leftmost(uuid_time_nextval(60, 65536), 16)) AS same,
	   bool_and(id::text ~ '^.{14}4.{4}[89ab]') AS version_4
  FROM (SELECT uuid_time_nextval() AS id FROM generate_series(1, 1000) OFFSET 0) AS s;

-- The wall clock of the call, not the start of the transaction or statement: another block a
-- second later.
SELECT count(DISTINCT leftmost(uuid_time_nextval(1, 65536), 16)) AS blocks
  FROM generate_series(0, 1) AS i, LATERAL (SELECT pg_sleep(i * 1.01) OFFSET 0) AS s;

DROP FUNCTION block_of_now(int, int);
