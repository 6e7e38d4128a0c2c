-- runs: every; edition in SQL: yes; architectures: all; JIT: 10; mutants: yes
-- Properties of windows and conditions by time, and of what errors propose, for any parameters.
-- arithmetic.sql and the unit tests have those of blocks.  Where a number of cases is tested, that which is expected is
-- at least nine standard deviations from it, for any seed.
\ir ../lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(13);

-- A random number of at most 2 ^ bits, each length as likely.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT floor(2::numeric ^ (random() * bits)::numeric)$$;
CREATE FUNCTION pg_temp.positive_bigint() RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT least(pg_temp.up_to(63), 9223372036854775807)$$;
-- A random bigint or time, of either sign.
CREATE FUNCTION pg_temp.signed(lowest numeric) RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT greatest(lowest, pg_temp.positive_bigint() * CASE WHEN random() < 0.3 THEN -1 ELSE 1 END)$$;
-- In whole numbers, since the division of numerics rounds.
CREATE FUNCTION pg_temp.floor_mod(a numeric, b numeric) RETURNS numeric RETURN mod(mod(a, b) + b, b);
CREATE FUNCTION pg_temp.floor_div(a numeric, b numeric) RETURNS numeric RETURN div(a - pg_temp.floor_mod(a, b), b);
-- floor(counter / size) mod count.
CREATE FUNCTION pg_temp.block_of(counter numeric, size numeric, count numeric) RETURNS bigint
RETURN pg_temp.floor_mod(pg_temp.floor_div(counter, size), count);

-- Times are numbers of microseconds here, which numeric counts exactly.
CREATE FUNCTION pg_temp.microseconds(n numeric) RETURNS interval RETURN (n || ' us')::interval;
CREATE FUNCTION pg_temp.at(n numeric) RETURNS timestamptz RETURN timestamptz 'epoch' + pg_temp.microseconds(n);
CREATE FUNCTION pg_temp.unix(at timestamptz) RETURNS numeric RETURN extract(epoch FROM at) * 1000000;
-- With those whose product an interval holds.
CREATE TEMPORARY TABLE by_time AS
	WITH random AS MATERIALIZED (
		SELECT pg_temp.signed(-210866803200000000) AS microseconds,
			   pg_temp.positive_bigint()::bigint AS size, pg_temp.up_to(48) AS count
		  FROM generate_series(1, 10000)
	), parameters AS (
		SELECT microseconds, size, least(count, div(9223372036854775807, size))::bigint AS count FROM random
	)
	SELECT *, pg_temp.at(microseconds) AS at,
		   pg_temp.microseconds(size) AS length, pg_temp.microseconds(size::numeric * count) AS cycle
	  FROM parameters;
ALTER TABLE by_time ADD id uuid;
UPDATE by_time SET id = uuid_interval_at(at, length, cycle);
SELECT is_empty('SELECT * FROM by_time WHERE (at <@ uuid_interval_window(id, at, length, cycle)) IS NOT TRUE',
	'a time lies in the window of its key');

-- Windows seen from up to three cycles later.
CREATE TEMPORARY TABLE windows AS
	WITH later AS MATERIALIZED (
		SELECT *, floor(microseconds + size::numeric * count * (3 * random())::numeric) AS later FROM by_time
	), seen AS (
		SELECT *, least(later, 9223372036854775807) AS not_after FROM later
	)
	SELECT not_after, size, count, uuid_block(id, count) AS block,
		   pg_temp.unix(lower(w)) AS begins, pg_temp.unix(upper(w)) AS ends
	  FROM seen, uuid_interval_window(id, pg_temp.at(not_after), length, cycle) AS w
	 WHERE NOT lower_inf(w) AND NOT upper_inf(w);
SELECT cmp_ok((SELECT count(*) FROM windows), '>', 5000::bigint, 'more than 5000 windows have both ends');
SELECT is_empty('SELECT * FROM windows
		WHERE ends - begins <> size
		   OR pg_temp.floor_mod(begins, size) <> 0
		   OR pg_temp.block_of(begins, size, count) <> block
		   OR begins > not_after
		   OR not_after >= begins + size::numeric * count',
	'a window is the latest interval with the block of the key that does not begin later');

-- Spans of up to one and a half cycles, "till" being their last microsecond.
CREATE TEMPORARY TABLE spans AS
	WITH later AS MATERIALIZED (
		SELECT *, floor(microseconds + size::numeric * count * (1.5 * random())::numeric) AS later FROM by_time
	), ends AS (
		SELECT *, least(later, 9223372036854775807) AS till FROM later
	)
	SELECT row_number() OVER () AS n, microseconds, till, size, count, length, cycle,
		   pg_temp.at(microseconds) AS from_time, pg_temp.at(till) + interval '1 us' AS to_time,
		   pg_temp.floor_div(microseconds, size) AS first_interval, pg_temp.floor_div(till, size) AS last_interval
	  FROM ends;
SELECT is_empty('SELECT * FROM spans, generate_series(0, 10) AS i,
			LATERAL (SELECT pg_temp.at(microseconds + floor((till - microseconds) * i / 10)) AS at) AS a,
			uuid_interval_at(at, length, cycle) AS id
		WHERE uuid_interval_between(id, from_time, to_time, length, cycle) IS NOT TRUE',
	'uuid_interval_between() is true for keys of any time in the span');
-- The blocks at both ends, those beside them, and any other one.
CREATE TEMPORARY TABLE blocks AS
	SELECT s.*, pg_temp.floor_mod(i, count)::bigint AS block
	  FROM spans AS s, unnest(ARRAY[first_interval - 1, first_interval, last_interval, last_interval + 1,
			floor(random()::numeric * count)]) AS i;
SELECT is_empty('SELECT *
		FROM blocks, unnest(ARRAY[uuid_block_lower(block, count), uuid_block_upper(block, count)]) AS id
		WHERE uuid_interval_between(id, from_time, to_time, length, cycle) IS DISTINCT FROM
			(pg_temp.floor_mod(block - first_interval, count) <= last_interval - first_interval)',
	'uuid_interval_between() is true for all keys of the blocks of the span, and false for those of other blocks');
-- As keys are in the index: of each pair of bounds the number of blocks.
CREATE FUNCTION pg_temp.blocks_between(lower uuid, upper uuid, count bigint) RETURNS bigint
RETURN CASE WHEN lower <= upper THEN uuid_block(upper, count) - uuid_block(lower, count) + 1 ELSE 0 END;
CREATE TEMPORARY TABLE ranges AS
	SELECT s.*, lower, upper, lower_wrapped, upper_wrapped,
		   pg_temp.blocks_between(lower, upper, count) AS blocks,
		   pg_temp.blocks_between(lower_wrapped, upper_wrapped, count) AS blocks_wrapped
	  FROM spans AS s,
		   sequential_uuids_lower(1, from_time, to_time, length, cycle) AS lower,
		   sequential_uuids_upper(1, from_time, to_time, length, cycle) AS upper,
		   sequential_uuids_lower(2, from_time, to_time, length, cycle) AS lower_wrapped,
		   sequential_uuids_upper(2, from_time, to_time, length, cycle) AS upper_wrapped;
SELECT is_empty('SELECT * FROM ranges
		WHERE blocks + blocks_wrapped <> least(last_interval - first_interval + 1, count) OR blocks < 1',
	'the ranges of a span are minimal: as many blocks as it has intervals, or all');
SELECT is_empty($$SELECT * FROM ranges WHERE blocks_wrapped = 0
		AND (lower_wrapped <> overlay(lower::text PLACING '1' FROM 36)::uuid OR upper_wrapped <> lower)$$,
	'without a wrap, the second range is empty: from one after the beginning of the first range to that');
SELECT is_empty('SELECT * FROM ranges WHERE blocks_wrapped > 0
		AND NOT (uuid_block(lower_wrapped, count) = 0
			AND uuid_block(upper_wrapped, count) < uuid_block(lower, count)
			AND uuid_block(upper, count) = count - 1)',
	'over a wrap, the second range is from block 0 to before the first range, which goes to the last block');
SELECT cmp_ok((SELECT count(*) FROM ranges WHERE blocks_wrapped > 0), '>', 1000::bigint,
	'more than 1000 spans go over a wrap');

-- What an error proposes to write: the nearest value, which is accepted, however
-- the session writes intervals.
CREATE FUNCTION pg_temp.proposal(length interval, cycle interval,
	OUT parameter text, OUT write interval, OUT accepted bool) LANGUAGE plpgsql AS $$
DECLARE
	styles CONSTANT text[] := '{postgres,postgres_verbose,sql_standard,iso_8601}';
	message text; detail text;
BEGIN
	PERFORM set_config('IntervalStyle', styles[1 + floor(random() * 4)::int], true);
	PERFORM uuid_interval_nextval(length, cycle);
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	parameter := (regexp_match(message, 'parameter "(\w+)"'))[1];
	write := (regexp_match(detail, ', such as (.*)\.$'))[1];
	accepted := uuid_interval_nextval(
		CASE parameter WHEN 'interval_length' THEN write ELSE length END, write) IS NOT NULL;
END $$;
-- The valid length next to an interval, in microseconds.  extract() counts 365.25 days to
-- a year and 30 to a month; of those, the nearest number of days.
CREATE FUNCTION pg_temp.nearest(i interval) RETURNS numeric LANGUAGE sql AS $$
	WITH lengths AS (
		SELECT date_trunc('month', i) <> interval '0' AS has_months,
			   (extract(year FROM i) * 365.25 + extract(month FROM i) * 30 + extract(day FROM i)) * 86400000000
			   + extract(hour FROM i) * 3600000000 + extract(minute FROM i) * 60000000
			   + extract(microseconds FROM i) AS microseconds
	)
	SELECT least(9223372036854775807, greatest(1,
			CASE WHEN has_months THEN div(microseconds + 43200000000, 86400000000) * 86400000000 ELSE microseconds END))
	  FROM lengths $$;
-- The valid cycle next to a number of microseconds.
CREATE FUNCTION pg_temp.nearest_multiple(n numeric, size numeric) RETURNS numeric
RETURN size * least(greatest(div(2 * n + size, 2 * size), 1), 281474976710656, div(9223372036854775807, size));
-- A random interval: mostly microseconds alone, else parts of any sign.
CREATE FUNCTION pg_temp.random_interval(others float8) RETURNS interval LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN random() >= others THEN pg_temp.microseconds(pg_temp.positive_bigint())
		ELSE format('%s mons %s days %s us',
			CASE WHEN random() < 0.5 THEN trunc(pg_temp.signed(-1e18) / 5e9) ELSE 0 END,
			trunc(pg_temp.signed(-1e18) / 5e9),
			pg_temp.signed(-9e18))::interval END $$;
CREATE FUNCTION pg_temp.beside_a_multiple(length interval) RETURNS interval LANGUAGE sql VOLATILE AS $$
	SELECT pg_temp.microseconds(least(9223372036854775807, greatest(0,
		pg_temp.nearest(length) * pg_temp.up_to(49) + floor(random() * 5)::int - 2))) $$;
CREATE TEMPORARY TABLE proposals AS
	WITH lengths AS MATERIALIZED (
		SELECT pg_temp.random_interval(0.1) AS length FROM generate_series(1, 5000)
	), cycles AS MATERIALIZED (
		SELECT length, CASE WHEN random() < 0.4 THEN pg_temp.random_interval(0.5)
						   ELSE pg_temp.beside_a_multiple(length) END AS cycle FROM lengths
	)
	SELECT length, cycle, p.* FROM cycles, LATERAL pg_temp.proposal(length, cycle) AS p;
SELECT ok(count(*) FILTER (WHERE parameter = 'interval_length') > 100
		  AND count(*) FILTER (WHERE parameter = 'cycle') > 1000
		  AND count(*) FILTER (WHERE parameter IS NULL) > 100,
		  'more than 100 lengths and 1000 cycles are refused, and more than 100 pairs accepted')
  FROM proposals;
-- Errors in SQL propose nothing.
SELECT EXISTS (SELECT FROM pg_proc JOIN pg_language AS l ON l.oid = prolang
	WHERE proname = 'uuid_interval_nextval' AND lanname = 'c') AS in_c \gset
\if :in_c
SELECT is_empty('SELECT * FROM proposals WHERE parameter IS NOT NULL AND accepted IS NOT TRUE',
	'the value that an error proposes is accepted');
SELECT is_empty($$SELECT * FROM proposals
		WHERE parameter = 'interval_length' AND (pg_temp.nearest(write) = pg_temp.nearest(length)) IS NOT TRUE$$,
	'the length that an error proposes is the valid one that is nearest');
SELECT is_empty($$SELECT * FROM proposals
		WHERE parameter IS DISTINCT FROM 'interval_length'
		  AND (pg_temp.nearest(coalesce(write, cycle))
			= pg_temp.nearest_multiple(pg_temp.nearest(cycle), pg_temp.nearest(length))) IS NOT TRUE$$,
	'the cycle that an error proposes, or that is accepted, is the valid one that is nearest');
\else
SELECT skip('errors in SQL propose nothing', 3);
\endif

SELECT * FROM finish();
ROLLBACK;
