-- The interval family: lengths from a microsecond on, and cycles of whole
-- multiples of them.  The clock cannot be set here, so each key is compared with
-- the readings before and after it.
SET IntervalStyle = 'postgres';

-- In whole microseconds, which the multiplication of intervals is not.
CREATE FUNCTION microseconds(n numeric) RETURNS interval RETURN (n || ' us')::interval;
CREATE FUNCTION microseconds_of(i interval) RETURNS numeric RETURN extract(epoch FROM i) * 1000000;

-- Is a new key's block the one of the time at which it was generated?
CREATE FUNCTION block_of_now(length interval, count bigint) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	earliest timestamptz := clock_timestamp();
	id uuid := uuid_interval_nextval(length, microseconds(microseconds_of(length) * count));
	latest timestamptz := clock_timestamp();
	size numeric := microseconds_of(length);
BEGIN
	RETURN EXISTS (SELECT FROM generate_series(div(extract(epoch FROM earliest) * 1000000, size), div(extract(epoch FROM latest) * 1000000, size)) AS i
					WHERE mod(i, count) = uuid_block(id, count));
END $$;
-- the parts of a length add up
SELECT count(*) AS tested, count(*) FILTER (WHERE block_of_now(length, count)) AS right
  FROM unnest('{1 us,10 us,1 ms,100 ms,1 s,60 s,1 h,1 day,24:00:00,1000 days,1 day -23:59:59.999,-1 day 48:00:00,106751991 days 04:00:54.775807}'::interval[]) AS length,
	   unnest('{1,2,1000,65536,4294967296,281474976710655,281474976710656}'::bigint[]) AS count
 WHERE microseconds_of(length) * count <= 9223372036854775807;

-- the defaults are those of uuid_time_nextval
SELECT EXISTS (SELECT FROM generate_series(1, 3)
				WHERE leftmost(uuid_interval_nextval(), 16) = leftmost(uuid_time_nextval(), 16)
				  AND leftmost(uuid_interval_nextval('1 min'), 16) = leftmost(uuid_time_nextval(60, 65536), 16)) AS same,
	   interval '45 days 12:16:00' = 65536 * interval '1 min' AS cycle_of_65536_minutes;

-- the cycle in any fields, too
SELECT uuid_block(uuid_interval_at('1970-01-10', '1 day', cycle), 7) AS block
  FROM unnest('{7 days,168:00:00,8 days -24:00:00,-1 day 192:00:00,604800 s}'::interval[]) AS cycle;
-- the shortest and the longest
SELECT count(DISTINCT leftmost(uuid_interval_nextval('1 us', '1 us'), 48)) AS distinct_starts FROM generate_series(1, 1000);
SELECT uuid_block(uuid_interval_at('294247-01-10 04:00:54.775807+00', '1 us', '3257 days 19:29:36.710656'), 281474976710656) AS last_block,
	   uuid_interval_block('1970-01-01 00:00:00+00', '106751991 days 04:00:54.775807', '106751991 days 04:00:54.775807') AS one_for_all;

-- The parameters of the last call are kept, converted: each call goes by its
-- own all the same.  All of these differ in the block of today, or in its bits.
CREATE TABLE parameters (n serial, length interval, cycle interval, count bigint);
INSERT INTO parameters (length, cycle, count) VALUES
	('1 day', '65536 days', 65536), ('24:00:00', '65536 days', 65536), ('1 day', '1572864:00:00', 65536), ('2 days -24:00:00', '65537 days -24:00:00', 65536),
	('1 day', '65535 days', 65535), ('1 day', '32768 days', 32768), ('1 day 00:00:00.000001', '65536 days 00:00:00.065536', 65536), ('1 day -00:00:00.000001', '65536 days -00:00:00.065536', 65536),
	('2 days', '65536 days', 32768), ('32 days', '65536 days', 2048), ('65536 days', '65536 days', 1), ('1 min', '45 days 12:16:00', 65536);
-- as defined, over the days that today may be by the clock
CREATE FUNCTION block_at(at timestamptz, length interval, count bigint) RETURNS bigint
RETURN mod(div(extract(epoch FROM at) * 1000000, microseconds_of(length)), count);
CREATE FUNCTION is_block_of(id uuid, earliest timestamptz, latest timestamptz, p parameters) RETURNS bool
RETURN uuid_block(id, p.count) IN (block_at(earliest, p.length, p.count), block_at(latest, p.length, p.count));
SELECT count(*) AS calls, count(*) FILTER (WHERE is_block_of(id, now(), clock_timestamp(), p)) AS right_block, count(DISTINCT left(id::text, 4)) > 5 AS they_differ
  FROM (SELECT p, uuid_interval_nextval(p.length, p.cycle) AS id FROM generate_series(1, 1000) AS i, parameters AS p OFFSET 0) AS s
 WHERE (p).length <> '1 min';
-- in another order, each by the side of each other one, in all functions
SELECT count(*) AS calls,
	   count(*) FILTER (WHERE uuid_block(uuid_interval_at('2026-01-01', p.length, p.cycle), p.count) = block_at('2026-01-01', p.length, p.count)
						  AND uuid_block(uuid_interval_at('2026-01-01', q.length, q.cycle), q.count) = block_at('2026-01-01', q.length, q.count)
						  AND uuid_interval_block('2026-01-01', p.length, p.cycle) = block_at('2026-01-01', p.length, p.count)
						  AND timestamptz '2026-01-01' <@ uuid_interval_window(uuid_interval_at('2026-01-01', q.length, q.cycle), '2026-01-01', q.length, q.cycle)) AS right_block
  FROM parameters AS p, parameters AS q;
-- an error in between, in one statement: of the length, of the cycle with a
-- length that is valid, of a version
CREATE FUNCTION refused(length interval, cycle interval, version int DEFAULT 4) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
	PERFORM uuid_interval_nextval(length, cycle, version);
	RETURN false;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN true;
END $$;
SELECT count(*) AS calls, count(*) FILTER (WHERE refused) AS refused, count(*) FILTER (WHERE uuid_block(a, count) = block AND uuid_block(b, count) = block) AS right_block
  FROM (SELECT p.count, block_at('2026-01-01', p.length, p.count) AS block, uuid_interval_at('2026-01-01', p.length, p.cycle) AS a, refused(bad.length, bad.cycle, bad.version), uuid_interval_at('2026-01-01', p.length, p.cycle) AS b
		  FROM parameters AS p,
			   (VALUES (interval '0', interval '65536 days', 4), ('1 mon', '65536 days', 4), ('1 day', '65536 days 1 us', 4), ('2 days', '1 day', 4), ('3 days', '65536 days', 4), ('1 day', '1 mon', 4), ('1 us', '65536 days', 4), ('5 days', '50 days', 5), ('1 mon 1 day', '65536 days', 4), ('1 day', '1 mon 65536 days', 4)) AS bad (length, cycle, version) OFFSET 0) AS s;
-- and across statements
\set SHOW_CONTEXT never
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '3 days');
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '3 days 1 s');
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day', '3 days');
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '1 day');
SELECT uuid_interval_block('1970-01-03 00:00:00+00', '0');
DROP FUNCTION is_block_of(uuid, timestamptz, timestamptz, parameters), refused(interval, interval, int);
DROP TABLE parameters;

-- What the error of a cycle or a length proposes is accepted, and near.  That
-- for random ones is tested in t/pgtap/generator_properties.sql.
CREATE FUNCTION proposal(length text, cycle text, OUT parameter text, OUT write text, OUT accepted bool) LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text;
BEGIN
	PERFORM uuid_interval_nextval(length::interval, cycle::interval);
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	parameter := (regexp_match(message, 'parameter "(\w+)"'))[1];
	write := (regexp_match(detail, ', such as (.*)\.$'))[1];
	IF parameter = 'interval_length' THEN
		accepted := uuid_interval_nextval(write::interval, write::interval) IS NOT NULL;
	ELSE
		accepted := uuid_interval_nextval(length::interval, write::interval) IS NOT NULL;
	END IF;
END $$;
SELECT length, cycle, p.*
  FROM (VALUES ('1 day', '32 years'), ('1 day', '1 year'), ('1 day', '1 mon'), ('1 day', '13 mons'), ('1 day', '1 mon 12:00:00'), ('1 day', '1 mon 11:59:59.999999'), ('1 day', '-1 mon 60 days'), ('1 day', '-1 mon'),
	('1 h', '1 mon 40 min'), ('1 day', '0'), ('1 day', '-5 days'), ('1 day', '12:00:00'), ('1 day', '36:00:00'), ('1 day', '35:59:59.999999'), ('1 day', '1 day 1 us'), ('7 days', '1 year'),
	('1 us', '4000 days'), ('1 us', '3257 days 19:29:36.710657'), ('1 us', '3257 days 19:29:36.710656'), ('1 ms', '178000000 years'), ('1 min', '178000000 years'), ('1 min', '2147483647 days'), ('1 min', '106751991 days 04:00:54.775807'),
	('106751991 days 04:00:54.775807', '1 day'), ('106751991 days 04:00:54.775806', '106751991 days 04:00:54.775807'),
	('1 mon', '1 mon'), ('32 years', '32 years'), ('0', '1 day'), ('-1 day', '1 day'), ('-1 day 24:00:00', '1 day'), ('106751991 days 04:00:54.775808', '1 day'), ('178000000 years', '1 day'), ('-178000000 years', '1 day')) AS v (length, cycle),
	   proposal(length, cycle) AS p;
-- in every style of writing intervals
SET IntervalStyle = 'postgres_verbose';
SELECT * FROM proposal('100 ms', '45 days 00:00:00.06');
SET IntervalStyle = 'sql_standard';
SELECT * FROM proposal('100 ms', '45 days 00:00:00.06');
SET IntervalStyle = 'iso_8601';
SELECT * FROM proposal('100 ms', '45 days 00:00:00.06');
SET IntervalStyle = 'postgres';
-- infinite ones, which PostgreSQL 17 brought
SELECT current_setting('server_version_num')::int >= 170000 AS has_infinity \gset
SELECT call, error
  FROM (VALUES
	('uuid_interval_nextval(''infinity'')', '22023 | invalid value for parameter "interval_length": infinity | Valid values are between 1 microsecond and 106751991 days 04:00:54.775807, without months and years, such as 106751991 days 04:00:54.775807.'),
	('uuid_interval_nextval(''-infinity'')', '22023 | invalid value for parameter "interval_length": -infinity | Valid values are between 1 microsecond and 106751991 days 04:00:54.775807, without months and years, such as 00:00:00.000001.'),
	('uuid_interval_nextval(''1 min'', ''infinity'')', '22023 | invalid value for parameter "cycle": infinity | Valid values are whole multiples of "interval_length" (00:01:00), up to 2^48 times it, without months and years, such as 106751991 days 04:00:00.'),
	('uuid_interval_nextval(''1 min'', ''-infinity'')', '22023 | invalid value for parameter "cycle": -infinity | Valid values are whole multiples of "interval_length" (00:01:00), up to 2^48 times it, without months and years, such as 00:01:00.')) AS e (call, error)
 WHERE CASE WHEN :'has_infinity' THEN NOT starts_with(error_of('SELECT ' || call), error) ELSE left(error_of('SELECT ' || call), 5) <> '22007' END;
DROP FUNCTION proposal(text, text);

-- NULL in, NULL out
SELECT uuid_interval_nextval(NULL) IS NULL AND uuid_interval_nextval('1 s', NULL) IS NULL AND uuid_interval_nextval('1 s', '1 day', NULL) IS NULL AS is_null;
-- the parameters are checked in their order
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_interval_nextval('0', '0', 0)$$, $$uuid_interval_nextval('1 s', '0', 0)$$, $$uuid_interval_nextval('1 s', '1 s', 0)$$]) AS call;

-- both versions, one after the other in the same block, and the variant
SELECT version, substr(id::text, 15, 1) AS digit, substr(id::text, 20, 1) IN ('8', '9', 'a', 'b') AS variant
  FROM unnest('{4,8,4,8}'::int[]) AS version, uuid_interval_nextval('1 day', '65536 days', version) AS id;

DROP FUNCTION block_of_now(interval, bigint), block_at(timestamptz, interval, bigint), microseconds(numeric), microseconds_of(interval);
RESET IntervalStyle;
