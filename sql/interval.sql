\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- The interval family: lengths from a microsecond on, and cycles of whole multiples of
-- them.  The clock cannot be set here, so each key is compared with the readings before
-- and after it.  errors.sql tests what is refused, t/pgtap/condition_properties.sql what an
-- error proposes instead.
SET IntervalStyle = 'postgres';

-- In whole microseconds, which the multiplication of intervals is not.
CREATE FUNCTION microseconds_of(i interval) RETURNS numeric RETURN extract(epoch FROM i) * 1000000;
-- The block of a time as defined, and whether a key's is that of its call.
CREATE FUNCTION block_at(at timestamptz, length interval, count bigint) RETURNS bigint
RETURN mod(div(extract(epoch FROM at) * 1000000, microseconds_of(length)), count);
CREATE FUNCTION block_of_now(length interval, count bigint) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	earliest timestamptz := clock_timestamp();
	id uuid := uuid_interval_nextval(length, (microseconds_of(length) * count || ' us')::interval);
	latest timestamptz := clock_timestamp();
	size numeric := microseconds_of(length);
BEGIN
	RETURN EXISTS (
		SELECT FROM generate_series(div(extract(epoch FROM earliest) * 1000000, size),
									div(extract(epoch FROM latest) * 1000000, size)) AS i
		 WHERE mod(i, count) = uuid_block(id, count));
END $$;
-- The parts of a length add up.
SELECT count(*) AS tested, count(*) FILTER (WHERE block_of_now(length, count)) AS right
  FROM unnest('{1 us, 10 us, 1 ms, 100 ms, 1 s, 60 s, 1 h, 1 day, 24:00:00, 1000 days,
				1 day -23:59:59.999, -1 day 48:00:00, 106751991 days 04:00:54.775807}'::interval[]) AS length,
	   unnest('{1,2,1000,65536,4294967296,281474976710655,281474976710656}'::bigint[]) AS count
 WHERE microseconds_of(length) * count <= 9223372036854775807;

-- The same blocks as those of uuid_time_nextval.
SELECT EXISTS (SELECT FROM generate_series(1, 3)
				WHERE leftmost(uuid_interval_nextval('1 min', '45 days 12:16:00'), 16)
					  = leftmost(uuid_time_nextval(), 16)) AS same,
	   interval '45 days 12:16:00' = 65536 * interval '1 min' AS cycle_of_65536_minutes;
-- The cycle may have any fields, too.
SELECT array_agg(uuid_block(uuid_interval_at('1970-01-10', '1 day', cycle), 7)) AS blocks_of_7_days
  FROM unnest('{7 days,168:00:00,8 days -24:00:00,-1 day 192:00:00,604800 s}'::interval[]) AS cycle;

-- The parameters of the last call are kept, converted: each call goes by its own all the
-- same.  All of these differ in the block of today, or in its bits.
CREATE TABLE parameters (n serial, length interval, cycle interval, count bigint);
INSERT INTO parameters (length, cycle, count) VALUES
	('1 day', '65536 days', 65536),
	('24:00:00', '65536 days', 65536),
	('1 day', '1572864:00:00', 65536),
	('2 days -24:00:00', '65537 days -24:00:00', 65536),
	('1 day', '65535 days', 65535),
	('1 day', '32768 days', 32768),
	('1 day 00:00:00.000001', '65536 days 00:00:00.065536', 65536),
	('1 day -00:00:00.000001', '65536 days -00:00:00.065536', 65536),
	('2 days', '65536 days', 32768),
	('32 days', '65536 days', 2048),
	('65536 days', '65536 days', 1),
	('1 min', '45 days 12:16:00', 65536);
-- Over the days that today may be by the clock.
SELECT count(*) AS calls,
	   count(*) FILTER (WHERE uuid_block(id, count) IN (block_at(now(), length, count),
														block_at(clock_timestamp(), length, count))) AS right_block,
	   count(DISTINCT left(id::text, 4)) > 5 AS they_differ
  FROM (SELECT length, count, uuid_interval_nextval(length, cycle) AS id
		  FROM generate_series(1, 1000) AS i, parameters OFFSET 0) AS s
 WHERE length <> '1 min';
-- In another order, each by the side of each other one, in all functions.
SELECT count(*) AS calls,
	   count(*) FILTER (
		WHERE uuid_block(uuid_interval_at(at, p.length, p.cycle), p.count) = block_at(at, p.length, p.count)
		  AND uuid_block(uuid_interval_at(at, q.length, q.cycle), q.count) = block_at(at, q.length, q.count)
		  AND uuid_interval_block(at, p.length, p.cycle) = block_at(at, p.length, p.count)
		  AND at <@ uuid_interval_window(uuid_interval_at(at, q.length, q.cycle), at, q.length, q.cycle)) AS right_block
  FROM parameters AS p, parameters AS q, CAST('2026-01-01' AS timestamptz) AS at;
-- An error in between, in one statement and across statements: of the length, of the
-- cycle with a length that is valid, of a version.
WITH bad (length, cycle, version) AS (
	VALUES ('0', '65536 days', 4),
		   ('1 mon', '65536 days', 4),
		   ('1 day', '65536 days 1 us', 4),
		   ('2 days', '1 day', 4),
		   ('3 days', '65536 days', 4),
		   ('1 day', '1 mon', 4),
		   ('1 us', '65536 days', 4),
		   ('5 days', '50 days', 5),
		   ('1 mon 1 day', '65536 days', 4),
		   ('1 day', '1 mon 65536 days', 4)
), calls AS MATERIALIZED (
	SELECT p.count,
		   block_at('2026-01-01', p.length, p.count) AS block,
		   uuid_interval_at('2026-01-01', p.length, p.cycle) AS a,
		   error_of(format('SELECT uuid_interval_nextval(%L, %L, %s)', bad.length, bad.cycle, bad.version)) ~ '^22023'
		   AS refused,
		   uuid_interval_at('2026-01-01', p.length, p.cycle) AS b
	  FROM parameters AS p, bad
)
SELECT count(*) AS calls,
	   count(*) FILTER (WHERE refused) AS refused,
	   count(*) FILTER (WHERE uuid_block(a, count) = block AND uuid_block(b, count) = block) AS right_block
  FROM calls;
\set SHOW_CONTEXT never
\set VERBOSITY sqlstate
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '3 days') AS third_of_three;
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '3 days 1 s');
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '3 days') AS still_the_third;
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '45 days 12:16:00');
DROP FUNCTION block_of_now(interval, bigint), block_at(timestamptz, interval, bigint), microseconds_of(interval);
DROP TABLE parameters;

-- The parameters are checked in their order.
SELECT array_agg(substring(error_of('SELECT uuid_interval_nextval' || call), '"(\w+)"')) AS refused
  FROM unnest(ARRAY[$$('0', '0', 0)$$, $$('1 s', '0', 0)$$, $$('1 s', '1 s', 0)$$]) AS call;
-- Both versions, one after the other in the same block, and the variant.
SELECT version, id::text ~ pattern AS of_now, at::text ~ pattern AS of_then
  FROM unnest('{4,8,4,8}'::int[]) AS version,
	   uuid_interval_nextval('1 day', '65536 days', version) AS id,
	   uuid_interval_at('2026-01-01', '1 day', '65536 days', version) AS at,
	   format('^.{14}%s.{4}[89ab]', version) AS pattern;
