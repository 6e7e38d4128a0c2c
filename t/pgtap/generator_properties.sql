-- Properties of all UUIDs, for any parameters.  SEED in the environment, a whole
-- number, repeats the parameters of a run.
\ir ../lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(18);
SELECT diag('SEED=' || :'seed');
SELECT setseed((:seed % 1000000007) / 1000000007.0);

-- A random number of at most 2 ^ bits, each length as likely.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT floor(2::numeric ^ (random() * bits)::numeric)$$;

-- The block is the one of the definition, for random values and parameters.
CREATE TEMPORARY SEQUENCE seq MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807;
CREATE TEMPORARY TABLE tested AS
	SELECT value, size, count, uuid_sequence_nextval('seq', size::int, count::int) AS id
	  FROM (SELECT least(pg_temp.up_to(63), 9223372036854775807) * CASE WHEN random() < 0.5 THEN -1 ELSE 1 END AS value,
				   least(pg_temp.up_to(31), 2147483647) AS size, least(pg_temp.up_to(31), 2147483647) AS count FROM generate_series(1, 5000) OFFSET 0) AS p
	 WHERE setval('seq', value::bigint, false) IS NOT NULL;
-- In whole numbers, since the division of numerics rounds.
CREATE FUNCTION pg_temp.floor_mod(a numeric, b numeric) RETURNS numeric RETURN mod(mod(a, b) + b, b);
CREATE FUNCTION pg_temp.definition(value numeric, size numeric, count numeric) RETURNS bigint
RETURN pg_temp.floor_mod(div(value - 1 - pg_temp.floor_mod(value - 1, size), size), count);
SELECT is((SELECT count(*) FROM tested), 5000::bigint, 'random parameters are tested');
SELECT is_empty('SELECT *, pg_temp.definition(value, size, count) FROM tested WHERE uuid_block(id, count::bigint) IS DISTINCT FROM pg_temp.definition(value, size, count)',
	'the block is floor((value - 1) / size) mod count');

-- The functions of 2.0, over their full range.  Times are numbers of
-- microseconds here, which numeric counts exactly.
CREATE FUNCTION pg_temp.microseconds(n numeric) RETURNS interval RETURN (n || ' us')::interval;
CREATE FUNCTION pg_temp.at(n numeric) RETURNS timestamptz RETURN timestamptz 'epoch' + pg_temp.microseconds(n);
CREATE FUNCTION pg_temp.unix(at timestamptz) RETURNS numeric RETURN extract(epoch FROM at) * 1000000;
-- A random bigint or time, of either sign.
CREATE FUNCTION pg_temp.signed(lowest numeric) RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT greatest(lowest, least(9223372036854775807, CASE WHEN random() < 0.3 THEN -1 ELSE 1 END * pg_temp.up_to(63)))$$;
-- By value with any size and count, by time with those whose product an interval
-- holds.
CREATE TEMPORARY TABLE by_value AS
	SELECT pg_temp.signed(-9223372036854775808)::bigint AS value, least(pg_temp.up_to(63), 9223372036854775807)::bigint AS size, pg_temp.up_to(48)::bigint AS count,
		   CASE WHEN random() < 0.5 THEN 4 ELSE 8 END AS version
	  FROM generate_series(1, 10000);
CREATE TEMPORARY TABLE by_time AS
	SELECT *, pg_temp.microseconds(size) AS length, pg_temp.microseconds(size::numeric * count) AS cycle, pg_temp.at(microseconds) AS at
	  FROM (SELECT microseconds, size, least(count, div(9223372036854775807, size))::bigint AS count, version
			  FROM (SELECT pg_temp.signed(-210866803200000000) AS microseconds, least(pg_temp.up_to(63), 9223372036854775807)::bigint AS size, pg_temp.up_to(48) AS count,
						   CASE WHEN random() < 0.5 THEN 4 ELSE 8 END AS version
					  FROM generate_series(1, 10000)) AS r) AS p;
ALTER TABLE by_value ADD id uuid;
ALTER TABLE by_time ADD id uuid;
UPDATE by_value SET id = uuid_serial_at(value, size, count, version);
UPDATE by_time SET id = uuid_interval_at(at, length, cycle, version);
CREATE TEMPORARY TABLE encoded AS
	SELECT id, count, version, uuid_serial_block(value, size, count) AS block, pg_temp.definition(value, size, count) AS defined FROM by_value UNION ALL
	SELECT id, count, version, uuid_interval_block(at, length, cycle), pg_temp.definition(microseconds + 1, size, count) FROM by_time;

SELECT is((SELECT count(*) FROM encoded), 20000::bigint, 'random values and times are tested');
SELECT is_empty('SELECT * FROM encoded WHERE block IS DISTINCT FROM defined', 'the block of a value is floor((value - 1) / size) mod count, that of a time floor(time / size) mod count');
SELECT is_empty('SELECT * FROM encoded WHERE uuid_block(id, count) IS DISTINCT FROM block', 'a key gives back the block that it was generated with');
SELECT is_empty('SELECT * FROM encoded WHERE substr(id::text, 15, 1)::int <> version OR substr(id::text, 20, 1) NOT IN (''8'', ''9'', ''a'', ''b'')',
	'and carries its version and the variant');
SELECT is_empty('SELECT * FROM encoded WHERE id NOT BETWEEN uuid_block_lower(block, count) AND uuid_block_upper(block, count)
		OR uuid_block(uuid_block_lower(block, count), count) <> block OR uuid_block(uuid_block_upper(block, count), count) <> block',
	'and lies within the bounds of its block');
SELECT is_empty('SELECT * FROM by_time WHERE (at <@ uuid_interval_window(id, at, length, cycle)) IS NOT TRUE', 'a time lies in the window of its key');

-- Windows seen from up to three cycles later.
CREATE TEMPORARY TABLE windows AS
	SELECT before, size, count, uuid_block(id, count) AS block, pg_temp.unix(lower(w)) AS first, pg_temp.unix(upper(w)) AS after
	  FROM (SELECT *, least(floor(microseconds + size::numeric * count * (3 * random())::numeric), 9223372036854775807) AS before FROM by_time) AS e,
		   uuid_interval_window(id, pg_temp.at(before), length, cycle) AS w
	 WHERE NOT lower_inf(w) AND NOT upper_inf(w);
SELECT cmp_ok((SELECT count(*) FROM windows), '>', 5000::bigint, 'windows are tested');
SELECT is_empty('SELECT * FROM windows WHERE after - first <> size OR pg_temp.floor_mod(first, size) <> 0 OR pg_temp.definition(first + 1, size, count) <> block
		OR first > before OR before >= first + size::numeric * count',
	'a window is the latest interval with the block of the key that does not begin later');

-- Spans of up to one and a half cycles, "till" being their last microsecond.
CREATE TEMPORARY TABLE spans AS
	SELECT row_number() OVER () AS n, *, pg_temp.at(microseconds) AS from_time, pg_temp.at(till) + interval '1 us' AS to_time,
		   div(microseconds - pg_temp.floor_mod(microseconds, size), size) AS first_interval, div(till - pg_temp.floor_mod(till, size), size) AS last_interval
	  FROM (SELECT microseconds, least(floor(microseconds + size::numeric * count * (1.5 * random())::numeric), 9223372036854775807) AS till, size, length, count, cycle FROM by_time) AS e;
SELECT is_empty('SELECT * FROM spans, generate_series(0, 10) AS i, uuid_interval_at(pg_temp.at(microseconds + floor((till - microseconds) * i / 10)), length, cycle) AS id
		WHERE uuid_interval_between(id, from_time, to_time, length, cycle) IS NOT TRUE',
	'uuid_interval_between is true for every key of the span');
-- The blocks at both ends, those beside them, and any other one.
SELECT is_empty('SELECT * FROM spans, unnest(ARRAY[first_interval - 1, first_interval, last_interval, last_interval + 1, floor(random()::numeric * count)]) AS i, pg_temp.floor_mod(i, count) AS block,
			unnest(ARRAY[uuid_block_lower(block::bigint, count), uuid_block_upper(block::bigint, count)]) AS id
		WHERE uuid_interval_between(id, from_time, to_time, length, cycle) IS DISTINCT FROM (pg_temp.floor_mod(block - first_interval, count) <= last_interval - first_interval)',
	'and for the keys of the blocks of the span, no others');
-- As keys are in the index: of each pair of bounds the number of blocks.
CREATE TEMPORARY TABLE ranges AS
	SELECT spans.*, lower, upper, lower_wrapped, upper_wrapped,
		   CASE WHEN lower <= upper THEN uuid_block(upper, count) - uuid_block(lower, count) + 1 ELSE 0 END AS blocks,
		   CASE WHEN lower_wrapped <= upper_wrapped THEN uuid_block(upper_wrapped, count) - uuid_block(lower_wrapped, count) + 1 ELSE 0 END AS blocks_wrapped
	  FROM spans, sequential_uuids_lower(1, from_time, to_time, length, cycle) AS lower, sequential_uuids_upper(1, from_time, to_time, length, cycle) AS upper,
		   sequential_uuids_lower(2, from_time, to_time, length, cycle) AS lower_wrapped, sequential_uuids_upper(2, from_time, to_time, length, cycle) AS upper_wrapped;
SELECT is_empty('SELECT * FROM ranges WHERE blocks + blocks_wrapped <> least(last_interval - first_interval + 1, count) OR blocks < 1',
	'its ranges are minimal: as many blocks as the span has intervals, or all');
SELECT is_empty('SELECT * FROM ranges WHERE CASE WHEN blocks_wrapped = 0 THEN lower_wrapped <> overlay(lower::text PLACING ''1'' FROM 36)::uuid OR upper_wrapped <> lower
		ELSE NOT (uuid_block(lower_wrapped, count) = 0 AND uuid_block(upper_wrapped, count) < uuid_block(lower, count) AND uuid_block(upper, count) = count - 1) END',
	'the second one is empty, or from block 0 to one before the first range');
SELECT cmp_ok((SELECT count(*) FROM ranges WHERE blocks_wrapped > 0), '>', 1000::bigint, 'spans over the wrap are among them');

-- What an error proposes to write: the nearest value, which is accepted, however
-- the session writes intervals.
CREATE FUNCTION pg_temp.nearest(i interval) RETURNS numeric LANGUAGE sql AS $$
	SELECT least(greatest(CASE WHEN months = 0 THEN microseconds ELSE div(microseconds + 43200000000, 86400000000) * 86400000000 END, 1), 9223372036854775807)
	  FROM (SELECT extract(year FROM i) * 12 + extract(month FROM i) AS months,
				   (extract(year FROM i) * 365.25 + extract(month FROM i) * 30 + extract(day FROM i)) * 86400000000
				   + extract(hour FROM i) * 3600000000 + extract(minute FROM i) * 60000000 + extract(microseconds FROM i) AS microseconds) AS p $$;
CREATE FUNCTION pg_temp.nearest_multiple(n numeric, size numeric) RETURNS numeric
RETURN least(greatest(div(2 * n + size, 2 * size), 1), 281474976710656, div(9223372036854775807, size)) * size;
CREATE FUNCTION pg_temp.proposal(length interval, cycle interval, OUT parameter text, OUT write interval, OUT accepted bool) LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text;
BEGIN
	PERFORM set_config('IntervalStyle', (ARRAY['postgres', 'postgres_verbose', 'sql_standard', 'iso_8601'])[1 + floor(random() * 4)::int], true);
	PERFORM uuid_interval_nextval(length, cycle);
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	parameter := (regexp_match(message, 'parameter "(\w+)"'))[1];
	write := (regexp_match(detail, ', such as (.*)\.$'))[1];
	accepted := uuid_interval_nextval(CASE parameter WHEN 'interval_length' THEN write ELSE length END, write) IS NOT NULL;
END $$;
-- A random interval: mostly microseconds alone, else parts of any sign.
CREATE FUNCTION pg_temp.random_interval(others float8) RETURNS interval LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN random() >= others THEN pg_temp.microseconds(least(pg_temp.up_to(63), 9223372036854775807))
		ELSE format('%s mons %s days %s us', CASE WHEN random() < 0.5 THEN trunc(pg_temp.signed(-1e18) / 5e9) ELSE 0 END, trunc(pg_temp.signed(-1e18) / 5e9), pg_temp.signed(-9e18))::interval END $$;
CREATE TEMPORARY TABLE proposals AS
	SELECT length, cycle, p.*
	  FROM (SELECT length, CASE WHEN random() < 0.4 THEN pg_temp.random_interval(0.5)
						   -- beside a multiple, and often one
						   ELSE pg_temp.microseconds(least(9223372036854775807, greatest(0, pg_temp.nearest(length) * pg_temp.up_to(49) + floor(random() * 5)::int - 2))) END AS cycle
			  FROM (SELECT pg_temp.random_interval(0.1) AS length FROM generate_series(1, 5000) OFFSET 0) AS l OFFSET 0) AS i,
		   LATERAL pg_temp.proposal(length, cycle) AS p;
SELECT ok(count(*) FILTER (WHERE parameter = 'interval_length') > 100 AND count(*) FILTER (WHERE parameter = 'cycle') > 1000 AND count(*) FILTER (WHERE parameter IS NULL) > 100,
	'lengths and cycles are tested, valid and not') FROM proposals;
SELECT is_empty('SELECT * FROM proposals WHERE NOT accepted', 'what an error proposes is accepted');
SELECT is_empty('SELECT * FROM proposals WHERE CASE parameter WHEN ''interval_length'' THEN pg_temp.nearest(write) <> pg_temp.nearest(length)
		ELSE pg_temp.nearest(coalesce(write, cycle)) <> pg_temp.nearest_multiple(pg_temp.nearest(cycle), pg_temp.nearest(length)) END', 'and the nearest valid value');

SELECT * FROM finish();
ROLLBACK;
