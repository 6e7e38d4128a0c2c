-- runs: every; majors: ends; edition in SQL: no, it compares both editions; JIT: 10; mutants: yes
-- The edition in pure SQL beside the one in C: every deterministic function gives the
-- same value, over the vectors and CALLS random arguments; what they generate is alike;
-- and a table moves from the one to the other and back.  SEED in the environment, a whole
-- number, repeats a run's arguments.
\ir ../lib/random_tests.sql
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS regress_c, regress_sql CASCADE;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA regress_c;
CREATE SCHEMA regress_sql;
CREATE EXTENSION sequential_uuids SCHEMA regress_c;
SET search_path = regress_sql;
\ir ../../sql-only/sequential_uuids.sql
RESET search_path;
BEGIN;
\ir ../lib/error_of.sql
SELECT plan(67);
-- Settings of a session that must not matter.
SET TimeZone = 'America/New_York';
SET IntervalStyle = 'iso_8601';
SET DateStyle = 'German';
SET bytea_output = 'escape';
SET extra_float_digits = -15;

-- --- what there is -------------------------------------------------------------

CREATE TEMPORARY VIEW of_editions AS
SELECT pronamespace::regnamespace::text AS schema, p.*
  FROM pg_proc AS p
 WHERE pronamespace IN ('regress_c'::regnamespace, 'regress_sql'::regnamespace);
-- Functions for users, and those that both editions have.  All others are internal, except that of opaque keys.
CREATE TEMPORARY VIEW functions AS
SELECT schema, proname, pg_get_function_arguments(oid) AS arguments, pg_get_function_result(oid) AS result,
	   prokind, provolatile, proparallel, proleakproof, prosecdef, proretset, prorows, proisstrict, procost,
	   -- SQL has no state in which a process could remember its last UUIDv7.
	   CASE WHEN proname <> 'uuid_v7_nextval' OR pronargs > 0 THEN obj_description(oid) END AS comment
  FROM of_editions AS f
 WHERE proname ~ '^uuid_(?!opaque)'
	OR EXISTS (SELECT FROM of_editions AS other
				WHERE (other.proname, other.proargtypes) = (f.proname, f.proargtypes) AND other.schema <> f.schema);
SELECT bag_eq(format(of_edition, 'regress_sql'), format(of_edition, 'regress_c'),
	'both editions have the same functions, with the same parameters, defaults, results, labels and comments')
  FROM (SELECT 'SELECT proname, arguments, result, prokind, provolatile, proparallel, proleakproof, prosecdef,
					   proretset, prorows, comment FROM functions WHERE schema = %L' AS of_edition) AS f;
SELECT set_eq(
	$$SELECT s.proname FROM functions AS s JOIN functions AS c USING (proname, arguments)
	   WHERE s.schema = 'regress_sql' AND c.schema = 'regress_c' AND s.proisstrict <> c.proisstrict$$,
	'{uuid_interval_nextval,uuid_sequence_nextval,uuid_serial_nextval,uuid_time_nextval}'::name[],
	'a function is STRICT in both editions, except four, which would not be inlined');
-- The planner looks at the COST of no function that it inlines.
SELECT set_eq($$SELECT proname FROM functions WHERE schema = 'regress_sql' AND procost <> 100$$,
	'{sequential_uuids_present}'::name[],
	'a function in SQL has the usual COST, except one that a condition would otherwise not use on an index');
SELECT is(procost, 1::real, 'that one has a COST of 1')
  FROM functions WHERE schema = 'regress_sql' AND proname = 'sequential_uuids_present';
SELECT set_eq(
	$$SELECT lanname FROM of_editions JOIN pg_language AS l ON l.oid = prolang WHERE schema = 'regress_sql'$$,
	'{plpgsql,sql}'::name[],
	'all functions in SQL are in SQL or PL/pgSQL');

-- --- random arguments ----------------------------------------------------------

-- Numbers and times of any magnitude, some at the bounds.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS int8 LANGUAGE sql VOLATILE AS
	'SELECT floor(2::numeric ^ (random() * bits)::numeric * 0.99999999999)::int8';
CREATE FUNCTION pg_temp.one_of(choices anyarray) RETURNS anyelement LANGUAGE sql VOLATILE AS
	'SELECT choices[1 + floor(random() * cardinality(choices))::int]';
CREATE FUNCTION pg_temp.microseconds(length interval) RETURNS numeric LANGUAGE sql IMMUTABLE AS
	'SELECT extract(epoch FROM length) * 1000000';
CREATE FUNCTION pg_temp.microseconds(at timestamptz) RETURNS numeric LANGUAGE sql IMMUTABLE AS
	'SELECT extract(epoch FROM at) * 1000000';
CREATE FUNCTION pg_temp.length_of(microseconds numeric) RETURNS interval LANGUAGE sql IMMUTABLE AS $$
	SELECT make_interval(days => div(microseconds, 86400000000)::int,
						 secs => mod(microseconds, 86400000000)::float8 / 1000000) $$;
-- Since 1970, or the first or the last timestamp.
CREATE FUNCTION pg_temp.time_of(microseconds numeric) RETURNS timestamptz LANGUAGE sql STABLE AS $$
	SELECT (timestamp '1970-01-01 00:00:00'
			+ pg_temp.length_of(greatest(-210866803200000000, least(microseconds, 9224318015999999999))))
		   AT TIME ZONE 'UTC' $$;
CREATE FUNCTION pg_temp.within_a_microsecond(microseconds numeric) RETURNS timestamptz LANGUAGE sql VOLATILE AS
	'SELECT pg_temp.time_of(microseconds + floor(random() * 3)::int - 1)';

CREATE TEMPORARY TABLE arguments AS
WITH numbers AS MATERIALIZED (
	SELECT i,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{-9223372036854775808,-9223372036854775807,-1,0,1,9223372036854775807}'::int8[])
				WHEN random() < 0.3 THEN -pg_temp.up_to(63)
				ELSE pg_temp.up_to(63) END AS value,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{1,2,65536,9223372036854775806,9223372036854775807}'::int8[])
				ELSE greatest(pg_temp.up_to(63), 1) END AS size,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{1,2,65536,281474976710655,281474976710656}'::int8[])
				ELSE greatest(pg_temp.up_to(48), 1) END AS count,
		   overlay(gen_random_uuid()::text PLACING pg_temp.one_of('{1,1,6,7,8}'::text[]) FROM 15 FOR 1)::uuid AS id
	  FROM generate_series(1, :calls) AS i
), times AS MATERIALIZED (
	SELECT *,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{4714-11-24 00:00:00+00 BC, 1969-12-31 23:59:59.999999+00,
						1970-01-01 00:00:00+00, 294247-01-10 04:00:54.775807+00}'::timestamptz[])
				WHEN random() < 0.3 THEN timestamptz '1970-01-01 00:00:00+00' - exp(random() * 25.9) * interval '1 s'
				ELSE timestamptz '1970-01-01 00:00:00+00' + exp(random() * 29.8) * interval '1 s' END AS at,
		   timestamptz '1970-01-01 00:00:00+00' + exp(random() * 26) * interval '1 s' AS at_2
	  FROM numbers
), lengths AS MATERIALIZED (
	SELECT *,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{1 us, 106751991 days 04:00:54.775807, 53375995 days 14:00:27.387904}'::interval[])
				WHEN random() < 0.1
				THEN exp(random() * 15)::int * interval '1 day' - random() * interval '23 hours'
				ELSE exp(random() * 28) * interval '1 us' + (exp(random() * 18)::int - 1) * interval '1 day' END AS length
	  FROM times
), cycles AS MATERIALIZED (
	-- At most as many intervals as a cycle can have.
	SELECT *, greatest(1, least(
			div(9223372036854775807, pg_temp.microseconds(length)),
			CASE WHEN random() < 0.1 THEN 281474976710656
				 WHEN random() < 0.3 THEN pg_temp.up_to(4)
				 ELSE pg_temp.up_to(48) END))::int8 AS intervals
	  FROM lengths
), spans AS MATERIALIZED (
	-- From any time, or from the edge of an interval.
	SELECT *, pg_temp.length_of(intervals * pg_temp.microseconds(length)) AS cycle,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{-infinity, infinity, 4714-11-24 00:00:00+00 BC, 1970-01-01 00:00:00+00,
						294247-01-10 04:00:54.775808+00, 294276-12-31 23:59:59.999999+00}'::timestamptz[])
				WHEN random() < 0.4
				THEN pg_temp.within_a_microsecond(pg_temp.microseconds(length)
						* div(pg_temp.microseconds(at), pg_temp.microseconds(length)))
				ELSE at END AS from_time
	  FROM cycles
)
-- To an infinite or far away time, any time, the edge of an interval, also reversed, or
-- any time within two cycles.
SELECT *,
	   CASE WHEN random() < 0.1 OR NOT isfinite(from_time)
			THEN pg_temp.one_of('{-infinity, infinity, 4714-11-24 00:00:00+00 BC, 4714-11-24 00:00:00.000001+00 BC,
					1970-01-01 00:00:00+00, 294276-12-31 23:59:59.999999+00}'::timestamptz[])
			WHEN random() < 0.1 THEN at_2
			WHEN random() < 0.4
			THEN pg_temp.within_a_microsecond(pg_temp.microseconds(from_time)
					+ floor((random() * 3 - 0.5) * intervals)::numeric * pg_temp.microseconds(length))
			ELSE pg_temp.time_of(pg_temp.microseconds(from_time)
					+ floor(exp(random() * ln(2 * least(intervals * pg_temp.microseconds(length), 9e18))))::numeric)
			END AS to_time
  FROM spans;

-- An expression with the functions of an edition.
CREATE FUNCTION pg_temp.in_edition(edition text, expression text) RETURNS text LANGUAGE sql AS
	$$SELECT regexp_replace(expression, '\m(sequential_uuids|uuid)_', edition || '.\&', 'g')$$;

-- --- among traps ---------------------------------------------------------------

-- Names of PostgreSQL's types in the temporary schema, which is looked into for
-- types before all others: before any function has been called in this session.
SELECT pg_temp.in_edition('regress_c', expression) AS in_c, pg_temp.in_edition('regress_sql', expression) AS in_sql
  FROM (SELECT '(uuid_block(id, count), uuid_interval_window(id, at, length, cycle), uuid_timestamp(id),
				 uuid_block_upper(0, count), uuid_serial_block(value, size, count),
				 uuid_interval_between(id, from_time, to_time, length, cycle),
				 uuid_v7_between(id, from_time, to_time))' AS expression) AS e \gset
CREATE DOMAIN pg_temp.int8 AS pg_catalog.text;
CREATE DOMAIN pg_temp.uuid AS pg_catalog.text;
CREATE DOMAIN pg_temp.numeric AS pg_catalog.text;
CREATE DOMAIN pg_temp.interval AS pg_catalog.text;
-- Until PostgreSQL 18, literals can mean something else.
SELECT CASE WHEN current_setting('server_version_num')::int < 190000
			THEN set_config('standard_conforming_strings', 'off', false) END \gset ignored_
CREATE TEMPORARY TABLE trapped AS
	SELECT i, :in_sql::pg_catalog.text AS in_sql FROM arguments WHERE i <= 100;
DROP DOMAIN pg_temp.int8, pg_temp.uuid, pg_temp.numeric, pg_temp.interval;
RESET standard_conforming_strings;
CREATE TEMPORARY TABLE untrapped AS
	SELECT i, :in_c::text AS in_c FROM arguments WHERE i <= 100;
SELECT is_empty('SELECT * FROM trapped FULL JOIN untrapped USING (i) WHERE in_sql IS DISTINCT FROM in_c',
	'types in the temporary schema and the meaning of literals change no result in SQL');

-- --- the same results ----------------------------------------------------------

CREATE FUNCTION pg_temp.same(expression text, condition text DEFAULT 'true') RETURNS text LANGUAGE sql AS $$
	SELECT is_empty(
		format('SELECT a FROM arguments AS a WHERE CASE WHEN %s THEN (%s) IS DISTINCT FROM (%s) END',
			pg_temp.in_edition('regress_c', condition),
			pg_temp.in_edition('regress_c', expression),
			pg_temp.in_edition('regress_sql', expression)),
		'both editions have the same ' || expression) $$;
SELECT pg_temp.same('uuid_serial_block(value, size, count)');
SELECT pg_temp.same('uuid_interval_block(at, length, cycle)');
SELECT pg_temp.same('uuid_interval_block(from_time, length, cycle)',
	$$isfinite(from_time) AND from_time <= '294247-01-10 04:00:54.775807+00'$$);
SELECT pg_temp.same('uuid_block(id, count)');
SELECT pg_temp.same('uuid_block_lower(mod(abs(value::numeric), count)::int8, count)');
SELECT pg_temp.same('uuid_block_upper(mod(abs(value::numeric), count)::int8, count)');
SELECT pg_temp.same('uuid_interval_window(id, at, length, cycle)');
SELECT pg_temp.same('sequential_uuids_lower(1, from_time, to_time, length, cycle)');
SELECT pg_temp.same('sequential_uuids_upper(1, from_time, to_time, length, cycle)');
SELECT pg_temp.same('sequential_uuids_lower(2, from_time, to_time, length, cycle)');
SELECT pg_temp.same('sequential_uuids_upper(2, from_time, to_time, length, cycle)');
SELECT pg_temp.same('uuid_interval_between(id, from_time, to_time, length, cycle)');
SELECT pg_temp.same('uuid_interval_since(id, from_time, length, cycle)');
SELECT pg_temp.same('sequential_uuids_v7_lower(from_time, to_time)');
SELECT pg_temp.same('sequential_uuids_v7_upper(from_time, to_time)');
SELECT pg_temp.same('uuid_v7_between(id, from_time, to_time)');
SELECT pg_temp.same('uuid_v7_since(id, from_time)');
SELECT pg_temp.same('(uuid_v7_lower(from_time), uuid_v7_upper(from_time))',
	$$from_time >= '1970-01-01 00:00:00+00' AND from_time < '10889-08-02 05:31:50.656+00'$$);
SELECT pg_temp.same('uuid_version(id)');
SELECT pg_temp.same('uuid_timestamp(id)');
SELECT pg_temp.same('uuid_v1_to_v6(id)', 'uuid_version(id) = 1');
SELECT pg_temp.same('uuid_v6_to_v1(id)', 'uuid_version(id) = 6');
SELECT pg_temp.same('uuid_v1_to_v7(id)',
	$$uuid_version(id) = 1 AND uuid_timestamp(id) >= '1970-01-01 00:00:00+00'$$);

-- The interval that ends with the first timestamp.
SELECT is_empty($$SELECT *
		FROM unnest('{4714-11-24 00:00:00+00 BC, 4714-11-24 00:00:00.000001+00 BC}'::timestamptz[]) AS at,
			 generate_series(0, 1) AS block, LATERAL regress_c.uuid_block_lower(block, 2) AS id,
			 LATERAL regress_c.uuid_interval_window(id, at, '1 us', '2 us') AS in_c,
			 LATERAL regress_sql.uuid_interval_window(id, at, '1 us', '2 us') AS in_sql
		WHERE in_c IS DISTINCT FROM in_sql$$,
	'both editions have the same uuid_interval_window() where time begins');

-- What spans of time there are, and the keys at their ends.
CREATE TEMPORARY VIEW ranges AS
SELECT a.*, lower, upper, lower_wrapped, upper_wrapped
  FROM arguments AS a,
	   LATERAL regress_c.sequential_uuids_lower(1, from_time, to_time, length, cycle) AS lower,
	   LATERAL regress_c.sequential_uuids_upper(1, from_time, to_time, length, cycle) AS upper,
	   LATERAL regress_c.sequential_uuids_lower(2, from_time, to_time, length, cycle) AS lower_wrapped,
	   LATERAL regress_c.sequential_uuids_upper(2, from_time, to_time, length, cycle) AS upper_wrapped;
CREATE TEMPORARY TABLE kinds_of_spans AS
SELECT i, CASE
	WHEN lower > upper THEN 'no key'
	WHEN lower_wrapped > upper_wrapped THEN
		CASE WHEN regress_c.uuid_block(upper, intervals) - regress_c.uuid_block(lower, intervals) = intervals - 1
			THEN 'all keys' ELSE 'one range' END
	WHEN regress_c.uuid_block(upper_wrapped, intervals) + 1 = regress_c.uuid_block(lower, intervals) THEN 'all keys'
	ELSE 'two ranges' END AS kind
  FROM ranges;
SELECT is_empty(format('SELECT kind, count(i)
		FROM unnest(''{no key,all keys,one range,two ranges}''::text[]) AS kind LEFT JOIN kinds_of_spans USING (kind)
		GROUP BY kind HAVING count(i) < %s', :calls / 50),
	'spans of each kind are tested: with no key, with all keys, with one range, and with two');
SELECT is_empty('SELECT from_time, to_time, length, cycle, key
		FROM ranges, LATERAL unnest(ARRAY[lower, upper, lower_wrapped, upper_wrapped]) AS key
		WHERE i % 4 = 0
		  AND regress_c.uuid_interval_between(key, from_time, to_time, length, cycle)
			IS DISTINCT FROM regress_sql.uuid_interval_between(key, from_time, to_time, length, cycle)',
	'both editions have the same uuid_interval_between() for the keys at the ends of its ranges');
SELECT is_empty($$SELECT from_time, edge, key
		FROM unnest('{3,5,7}'::int[]) AS count, generate_series(1, count - 1) AS days,
			 LATERAL (SELECT now() - days * interval '24:00' AS from_time, count * interval '1 day' AS cycle) AS s,
			 generate_series(1, 2) AS range,
			 LATERAL (VALUES
				('lower', regress_c.sequential_uuids_lower(range, from_time, now(), '1 day', cycle)),
				('upper', regress_c.sequential_uuids_upper(range, from_time, now(), '1 day', cycle))) AS ends (edge, key)
		WHERE regress_c.uuid_interval_since(key, from_time, '1 day', cycle)
			IS DISTINCT FROM regress_sql.uuid_interval_since(key, from_time, '1 day', cycle)$$,
	'both editions have the same uuid_interval_since() for the keys at the ends of its ranges');
SELECT is_empty('SELECT from_time, to_time, key
		FROM arguments, LATERAL unnest(ARRAY[
			regress_c.sequential_uuids_v7_lower(from_time, to_time),
			regress_c.sequential_uuids_v7_upper(from_time, to_time)]) AS key
		WHERE regress_c.uuid_v7_between(key, from_time, to_time)
			IS DISTINCT FROM regress_sql.uuid_v7_between(key, from_time, to_time)',
	'both editions have the same uuid_v7_between() for the first and the last UUIDv7 of its span');

-- The worked cases of the arithmetic.
CREATE TEMPORARY TABLE vectors (kind text, counter int8, size int8, count int8, block int8, prefix_bits int,
	first_uuid uuid, last_uuid uuid);
\copy vectors FROM 't/vectors/blocks.csv' (FORMAT csv, HEADER)
SELECT is_empty('SELECT * FROM vectors
		WHERE regress_sql.uuid_serial_block(counter + 1, size, count) <> block
		   OR regress_sql.uuid_block(first_uuid, count) IS DISTINCT FROM block
		   OR regress_sql.uuid_block(last_uuid, count) IS DISTINCT FROM block',
	'uuid_serial_block() and uuid_block() in SQL give the block of each vector');
SELECT is_empty('SELECT * FROM vectors, LATERAL regress_sql.uuid_serial_at(counter + 1, size, count) AS id
		WHERE regress_sql.uuid_block(id, count) IS DISTINCT FROM block OR id NOT BETWEEN first_uuid AND last_uuid',
	'uuid_serial_at() in SQL generates a key of the block of each vector');

-- --- the same errors -----------------------------------------------------------

CREATE SEQUENCE regress_sql.s MINVALUE -9223372036854775808;
CREATE TEMPORARY TABLE calls AS
WITH with_numbers AS (
	SELECT replace(replace(template, 'SIZE', size), 'COUNT', count) AS call
	  FROM unnest(ARRAY[
			'uuid_serial_block(1, SIZE, COUNT)',
			'uuid_serial_at(1, SIZE, COUNT, 5)',
			'uuid_serial_at(1, 1, COUNT, SIZE::int4)',
			'uuid_serial_nextval(''regress_sql.s'', SIZE, COUNT)',
			'uuid_serial_nextval(''regress_sql.s'', 1, COUNT, SIZE::int4)',
			'uuid_sequence_nextval(''regress_sql.s'', SIZE::int4, COUNT::int4)',
			'uuid_block(gen_random_uuid(), COUNT)',
			'uuid_block_lower(SIZE, COUNT)',
			'uuid_block_upper(SIZE, COUNT)',
			'uuid_v7_nextval(SIZE::int4, COUNT::int4)',
			'uuid_time_nextval(SIZE::int4, COUNT::int4)']) AS template,
		   unnest('{-1, 0, 5, 7, 8, 16, 17, 65535, 65536, 2147483647, 9223372036854775807}'::text[]) AS size,
		   unnest('{-9223372036854775808, -1, 0, 1, 16, 17, 65536, 2147483647, 281474976710656,
				281474976710657}'::text[]) AS count
), with_times AS (
	SELECT replace(replace(replace(template, 'AT', quote_literal(at)),
						   'LENGTH', quote_literal(length)), 'CYCLE', quote_literal(cycle)) AS call
	  FROM unnest(ARRAY[
			'uuid_interval_block(AT, LENGTH, CYCLE)',
			'uuid_interval_at(AT, LENGTH, CYCLE, 5)',
			'uuid_interval_window(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', AT, LENGTH, CYCLE)',
			'uuid_interval_between(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', AT, ''2026-01-01'', LENGTH, CYCLE)',
			'uuid_v7_at(AT)',
			'uuid_v7_lower(AT)',
			'uuid_v7_upper(AT)']) AS template,
		   unnest('{infinity, -infinity, 294247-01-10 04:00:54.775807+00, 294247-01-10 04:00:54.775808+00,
				10889-08-02 05:31:50.655999+00, 10889-08-02 05:31:50.656+00, 1970-01-01+00,
				1969-12-31 23:59:59.999999+00, 4714-11-24 00:00:00+00 BC}'::text[]) AS at,
		   unnest('{60 s, 0, 1 us, 1 mon, 106751991 days 04:00:54.775808}'::text[]) AS length,
		   unnest('{1 day, 90 s, 1 mon}'::text[]) AS cycle
), with_intervals AS (
	SELECT format(template, length, cycle) AS call
	  FROM unnest(ARRAY[
			'uuid_interval_nextval(%L, %L)',
			'uuid_interval_nextval(%L, %L, 5)',
			'uuid_interval_block(now(), %L, %L)',
			'uuid_interval_since(gen_random_uuid(), now(), %L, %L)']) AS template,
		   unnest('{60 s, 0, -1 us, 1 us, 7 us, 1 mon, 13 mon, 1 year -1 year, 1 mon -30 days, 1 mon -31 days,
				1 year 12:00, 1 year 05:59:59.999999, 1 year 06:00:00.000001, 1 year -1 day -06:00,
				106751991 days 04:00:54.775807, 106751991 days 04:00:54.775808, 178956970 years, -178956970 years,
				2147483647 days, 2147483647 days -2562047788:00:00, -1 days 25:00:00, 00:00:00.3,
				36:00:00}'::text[]) AS length,
		   unnest('{60 s, 89 s, 90 s, 91 s, 0, -1 us, 1 us, 281474976710656 us, 281474976710657 us, 3 us, 1 mon,
				32 years, 1 year -1 year, 1 mon -31 days, 195 years, 106751991 days 04:00:54.775807,
				106751991 days 04:00:54.775808, 178956970 years 11 mons, -178956970 years, 292271 years,
				2147483647 days, -1 days 25:00:00, 45 days 12:16:00, 45 days 12:16:00.000001}'::text[]) AS cycle
), with_a_uuid AS (
	SELECT format('%s(%L)', function, id) AS call
	  FROM unnest('{uuid_v1_to_v6, uuid_v6_to_v1, uuid_v1_to_v7}'::text[]) AS function,
		   unnest('{c232ab00-9414-11ec-b3c8-9f6bdeced846, 1ec9414c-232a-6b00-b3c8-9f6bdeced846,
				00000000-0000-1000-8000-000000000000, 13813fff-1dd2-11b2-8000-000000000000,
				13814000-1dd2-11b2-8000-000000000000, c232ab00-9414-11ec-f3c8-9f6bdeced846}'::text[]) AS id
), with_no_multiple AS (
	-- Beside a multiple of the length, half way to the next one, any number of days or of months more.
	SELECT format('uuid_interval_block(now(), %L, %L)', length, cycle + CASE i % 4
			WHEN 0 THEN interval '1 us'
			WHEN 1 THEN length / 2
			WHEN 2 THEN exp(random() * 20) * interval '1 day'
			ELSE pg_temp.up_to(20) * interval '1 mon' END) AS call
	  FROM arguments WHERE i <= 5000 AND cycle < '2000000000 days'
)
TABLE with_numbers UNION
TABLE with_times UNION
TABLE with_intervals UNION
TABLE with_a_uuid UNION
TABLE with_no_multiple;
CREATE TEMPORARY TABLE errors AS
SELECT call, pg_temp.error_of('SELECT ' || pg_temp.in_edition('regress_c', call)) AS in_c,
	   pg_temp.error_of('SELECT ' || pg_temp.in_edition('regress_sql', call)) AS in_sql
  FROM calls;
SELECT diag(count(*) || ' calls') FROM calls;
SELECT cmp_ok((SELECT count(*) FROM errors WHERE in_c <> 'no error'), '>', 1000::bigint,
	'more than 1000 calls raise an error in C');
SELECT is_empty($$SELECT * FROM errors WHERE in_c ~ '^42(601|883)'$$, 'there is a function in C for each call');
SELECT is_empty('SELECT * FROM errors WHERE in_c <> in_sql',
	'each call raises the same error in both editions, with the same SQLSTATE, message, detail and hint, or none');
CREATE FUNCTION pg_temp.error_of_cycle(length interval, cycle interval) RETURNS text LANGUAGE sql AS $$
	SELECT pg_temp.error_of(format('SELECT regress_sql.uuid_interval_block(now(), %L, %L)', length, cycle)) $$;
SELECT is_empty($$SELECT length, refused, advised
		FROM arguments, LATERAL pg_temp.error_of_cycle(length, cycle + interval '1 mon') AS refused,
			 substring(refused FROM 'such as (\S*)\.( |$)') AS advised
		WHERE i <= 1000 AND (advised IS NULL OR pg_temp.error_of_cycle(length, advised::interval) <> 'no error')$$,
	'the cycle that an error in SQL advises is valid');

-- --- what is generated ---------------------------------------------------------

-- Keys of a given time.
SELECT is_empty($$SELECT at_2, key
		FROM arguments, LATERAL regress_sql.uuid_v7_at(at_2) AS key
		WHERE regress_sql.uuid_timestamp(key) IS DISTINCT FROM date_trunc('milliseconds', at_2)
		   OR key NOT BETWEEN regress_c.uuid_v7_lower(at_2) AND regress_c.uuid_v7_upper(at_2)
		   OR left(key::text, 18) <> left(regress_c.uuid_v7_at(at_2)::text, 18)$$,
	'uuid_v7_at() in SQL carries its time, in the same bits as that in C');
SELECT is_empty('SELECT at_2, length, cycle, key
		FROM arguments, LATERAL regress_sql.uuid_interval_at(at_2, length, cycle, 8) AS key
		WHERE regress_c.uuid_version(key) IS DISTINCT FROM 8
		   OR regress_c.uuid_block(key, intervals) IS DISTINCT FROM regress_c.uuid_interval_block(at_2, length, cycle)',
	'uuid_interval_at() in SQL carries the version and the block of its time');
CREATE FUNCTION pg_temp.bits(id uuid) RETURNS bit(128) RETURN ('x' || replace(id::text, '-', ''))::bit(128);
SELECT is_empty('SELECT *
		FROM (SELECT regress_sql.uuid_v7_nextval(5, 4) AS key FROM generate_series(1, 1000) OFFSET 0) AS keys
		WHERE regress_c.uuid_version(key) IS DISTINCT FROM 7 OR substring(pg_temp.bits(key) FROM 67 FOR 4) <> 5::bit(4)',
	'uuid_v7_nextval() in SQL has the number of the node behind the variant');

-- Keys of the present, early and late in an interval.
SELECT is_empty('SELECT *
		FROM unnest(''{2.1,2.5,2.9}''::float8[]) AS intervals, unnest(''{65535,65536}''::int[]) AS count,
			 LATERAL (SELECT (extract(epoch FROM clock_timestamp()) / intervals)::int AS length) AS l
		WHERE regress_c.uuid_block(regress_sql.uuid_time_nextval(length, count), count) IS DISTINCT FROM 2',
	'uuid_time_nextval() in SQL has the block of the present, wherever in an interval that is');
SELECT is_empty($$SELECT *
		FROM (SELECT regress_sql.uuid_interval_nextval('1 min', cycle, version) AS id, count, cycle, version
				FROM unnest('{1,3,128,256,300,65535,65536,16777216}'::int[]) AS count, unnest('{4,8}'::int[]) AS version,
					 LATERAL (SELECT count * interval '1 min' AS cycle) AS c) AS keys
		WHERE regress_c.uuid_version(id) IS DISTINCT FROM version
		   OR (regress_c.uuid_block(id, count) IN (
				regress_c.uuid_interval_block(statement_timestamp(), '1 min', cycle),
				regress_c.uuid_interval_block(clock_timestamp(), '1 min', cycle))) IS NOT TRUE$$,
	'uuid_interval_nextval() in SQL has the version and the block of the present, whatever the number of blocks');

-- Keys around the edges of blocks: generators with a parameter "at" instead of the clock.
CREATE FUNCTION pg_temp.with_clock(generator regprocedure) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	definition CONSTANT text := pg_get_functiondef(generator);
	name CONSTANT text := (SELECT proname FROM pg_proc WHERE oid = generator);
	parameters CONSTANT text := concat_ws(', ', 'at timestamptz', nullif(pg_get_function_arguments(generator), ''));
BEGIN
	EXECUTE replace(replace(definition, 'clock_timestamp()', '(at)'),
		format('regress_sql.%s(%s)', name, pg_get_function_arguments(generator)),
		format('pg_temp.%s(%s)', name, parameters));
	RETURN definition;
END $$;
CREATE TEMPORARY TABLE edges AS
SELECT seconds, count, seconds * interval '1 s' AS length, seconds * count * interval '1 s' AS cycle, at
  FROM unnest('{1,7,60,300,86399,86400}'::int[]) AS seconds,
	   unnest('{32768,32769,38016,65536,65537}'::int8[]) AS count,
	   generate_series(1, 100) AS i,
	   LATERAL (SELECT floor(random() * (7258118400 / seconds))::int8 AS drawn) AS d,
	   -- Every other block is the first of its cycle.
	   LATERAL (SELECT CASE WHEN i % 2 = 0 THEN drawn - drawn % count ELSE drawn END * seconds AS start) AS s,
	   unnest('{-1,0,1,999999}'::int8[]) AS microseconds,
	   LATERAL (SELECT pg_temp.time_of(start::numeric * 1000000 + microseconds) AS at) AS a
 WHERE at >= '1970-01-01 00:00:00+00';
-- Of other counts, the generators leave it to those for any parameters.
CREATE TEMPORARY VIEW usual_edges AS SELECT * FROM edges WHERE count BETWEEN 32769 AND 65536;
SELECT matches(pg_temp.with_clock('regress_sql.uuid_time_nextval(int4, int4)'), 'clock_timestamp',
	'uuid_time_nextval() in SQL reads the clock');
SELECT is_empty('SELECT * FROM usual_edges, LATERAL pg_temp.uuid_time_nextval(at, seconds, count::int) AS id
		WHERE regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)',
	'uuid_time_nextval() in SQL has no key in another block around an edge');
SELECT pg_temp.with_clock('regress_sql.sequential_uuids_any_time(int4, int4)') \gset ignored_
SELECT is_empty('SELECT * FROM edges, LATERAL pg_temp.sequential_uuids_any_time(at, seconds, count::int) AS id
		WHERE regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)',
	'uuid_time_nextval() in SQL has no key in another block around an edge, with any count');
SELECT pg_temp.with_clock('regress_sql.uuid_interval_nextval(interval, interval, int4)') \gset ignored_
SELECT is_empty('SELECT * FROM usual_edges, LATERAL pg_temp.uuid_interval_nextval(at, length, cycle, 4) AS id
		WHERE regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)
		   OR regress_c.uuid_version(id) IS DISTINCT FROM 4',
	'uuid_interval_nextval() in SQL has no key in another block around an edge');
SELECT pg_temp.with_clock('regress_sql.sequential_uuids_any_interval(interval, interval, int4)') \gset ignored_
SELECT is_empty('SELECT at, length, cycle, id
		FROM (SELECT at, length, cycle, intervals FROM arguments UNION ALL
			  SELECT at, length, cycle, count FROM edges) AS a,
			 unnest(''{4,8}''::int[]) AS version,
			 LATERAL pg_temp.sequential_uuids_any_interval(at, length, cycle, version) AS id
		WHERE regress_c.uuid_block(id, intervals) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)
		   OR regress_c.uuid_version(id) IS DISTINCT FROM version',
	'uuid_interval_nextval() in SQL has no key in another block, with any interval, cycle and version');
-- From 18 on, core's function stands in its place.
SELECT to_regprocedure('uuidv7()') IS NULL AS is_own \gset
SELECT pg_temp.with_clock('regress_sql.uuid_v7_nextval()') AS definition \gset
\if :is_own
SELECT is_empty('SELECT * FROM edges
		WHERE left(pg_temp.uuid_v7_nextval(at)::text, 18) <> left(regress_c.uuid_v7_at(at)::text, 18)',
	'uuid_v7_nextval() in SQL has the time to the last bit');
\else
SELECT matches(:'definition'::text, 'RETURN uuidv7\(\)', 'uuid_v7_nextval() in SQL is core''s function');
\endif

-- Keys of a sequence.  The target list is computed in its order.
SELECT is_empty($$SELECT *
		FROM (SELECT version, size, count,
					 CASE version WHEN 4 THEN regress_sql.uuid_sequence_nextval('regress_sql.s', size, count)
								  WHEN 8 THEN regress_sql.uuid_serial_nextval('regress_sql.s', size, count, 8) END AS id,
					 currval('regress_sql.s') AS value
				FROM unnest('{4,8}'::int[]) AS version,
					 unnest('{1,2,7,65536,2147483647}'::int[]) AS size,
					 unnest('{1,3,256,65535,65536,65537,2147483647}'::int[]) AS count,
					 generate_series(1, 15)) AS keys
		WHERE regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_serial_block(value, size, count)
		   OR regress_c.uuid_version(id) IS DISTINCT FROM version$$,
	'the generators by sequence in SQL have the block of its value, and the version');
SELECT setval('regress_sql.s', -9223372036854775808, false) \gset ignored_
-- The counters are -2^63 - 1 and -2^63.  floor((-n - 1) / 3) is -floor(n / 3) - 1.
SELECT is(
	(SELECT concat_ws(' ',
			regress_c.uuid_block(regress_sql.uuid_sequence_nextval('regress_sql.s', 3, 5), 5),
			regress_c.uuid_block(regress_sql.uuid_serial_nextval('regress_sql.s', 3, 5, 8), 5))),
	concat_ws(' ', 5 - 1 - mod(div(9223372036854775808, 3), 5), 5 - 1 - mod(div(9223372036854775807, 3), 5)),
	'the generators by sequence in SQL have the block of the smallest values of a sequence');

-- The bits that are neither prefix nor version nor variant are random: each is set
-- in some of 1000 UUIDs and not in others.
CREATE FUNCTION pg_temp.varying_bits(count int8) RETURNS text LANGUAGE sql AS $$
	SELECT translate((bit_or(pg_temp.bits(key)) # bit_and(pg_temp.bits(key)))::text, '01', '.r')
	  FROM (SELECT regress_sql.uuid_serial_at(1, 10, count, 8) AS key FROM generate_series(1, 1000) OFFSET 0) AS keys $$;
SELECT is(pg_temp.varying_bits(count),
		  overlay(overlay(rpad(repeat('.', bits), 128, 'r') PLACING '....' FROM 49) PLACING '..' FROM 65),
		  format('all bits behind a prefix of %s vary, except version and variant', bits))
  FROM (VALUES (1, 0), (5, 3), (65536, 16), (281474976710656, 48)) AS v (count, bits);

-- NULL, and calls that are refused.
CREATE FUNCTION pg_temp.is_null(call text, OUT answer bool) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT regress_sql.%s IS NULL', call) INTO answer;
END $$;
CREATE TEMPORARY TABLE with_null AS
SELECT unnest(ARRAY[
	'uuid_sequence_nextval(NULL)',
	'uuid_sequence_nextval(NULL, 0)',
	'uuid_sequence_nextval(''regress_sql.s'', NULL)',
	'uuid_sequence_nextval(''regress_sql.s'', NULL, 0)',
	'uuid_serial_nextval(NULL, 0, 0, 5)',
	'uuid_serial_nextval(''regress_sql.s'', 1, 1, NULL)',
	'uuid_serial_at(NULL)',
	'uuid_time_nextval(NULL)',
	'uuid_time_nextval(NULL, 0)',
	'uuid_time_nextval(0, NULL)',
	'uuid_time_nextval(60, NULL)',
	'uuid_interval_nextval(NULL, ''0'')',
	'uuid_interval_nextval(''0'', NULL)',
	'uuid_interval_nextval(version => NULL)',
	'uuid_interval_at(NULL)',
	'uuid_v7_nextval(NULL, 1)',
	'uuid_v7_at(NULL)']) AS call;
SELECT is_empty('SELECT call FROM with_null WHERE NOT pg_temp.is_null(call)',
	'a generator in SQL returns NULL for NULL');
CREATE TEMPORARY TABLE refused AS
SELECT call, pg_temp.error_of(format('SELECT regress_sql.%s FROM (VALUES (0)) AS v (zero)', call)) AS error
  FROM unnest(ARRAY[
	'uuid_serial_nextval(''regress_sql.s'', 0)',
	'uuid_serial_nextval(''regress_sql.s'', 1, zero)',
	'uuid_serial_nextval(''regress_sql.s'', version => zero)',
	'uuid_sequence_nextval(''regress_sql.s'', zero)']) AS call;
SELECT is_empty($$SELECT * FROM refused WHERE error !~ '^22023 '$$,
	'a generator by sequence in SQL refuses wrong parameters');
SELECT is(last_value, -9223372036854775807,
		  'a call that is refused, or returns NULL, uses up no value of the sequence')
  FROM regress_sql.s;
COMMIT;

-- --- run again -----------------------------------------------------------------

REVOKE EXECUTE ON FUNCTION regress_sql.uuid_v1_to_v6 FROM PUBLIC;
CREATE TEMPORARY VIEW kept AS SELECT oid, proname, proacl::text FROM of_editions WHERE schema = 'regress_sql';
CREATE TEMPORARY TABLE before AS SELECT * FROM kept;
SET search_path = regress_sql;
\ir ../../sql-only/sequential_uuids.sql
RESET search_path;
SELECT bag_eq('SELECT * FROM kept', 'SELECT * FROM before',
	'run again, the script keeps all functions and their privileges');
GRANT EXECUTE ON FUNCTION regress_sql.uuid_v1_to_v6 TO PUBLIC;

-- --- the way from the one to the other, and back --------------------------------

CREATE TABLE regress_orders (
	a uuid DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s', 4, 256),
	b uuid DEFAULT regress_sql.uuid_time_nextval(),
	c uuid DEFAULT regress_sql.uuid_v7_nextval(5, 4),
	d uuid DEFAULT coalesce(regress_sql.uuid_interval_at(now(), '1 ms', '256 ms', 8), gen_random_uuid()),
	e uuid DEFAULT gen_random_uuid(),
	f int DEFAULT 1,
	"G's ""regress_sql"".uuid_v7_nextval()" text
		DEFAULT 'regress_sql.uuid_v7_nextval() it''s' || regress_sql.uuid_v7_nextval(),
	g uuid GENERATED ALWAYS AS (
		regress_sql.uuid_v1_to_v7(regress_sql.uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846'))) STORED)
PARTITION BY RANGE (f);
CREATE TABLE "Regress Orders 1" PARTITION OF regress_orders (
	a DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s'))
FOR VALUES FROM (1) TO (2);
CREATE TABLE regress_orders_rest PARTITION OF regress_orders DEFAULT;
-- For what LOCK TABLE refuses.
CREATE FOREIGN DATA WRAPPER regress_nothing;
CREATE SERVER regress_nothing FOREIGN DATA WRAPPER regress_nothing;
CREATE FOREIGN TABLE regress_there (a uuid DEFAULT regress_sql.uuid_time_nextval()) SERVER regress_nothing;
-- A default needs no right on the schema of its function, as with the one in C.
CREATE ROLE regress_sql_only_user;
GRANT INSERT ON regress_orders TO regress_sql_only_user;
SET ROLE regress_sql_only_user;
INSERT INTO regress_orders (a) VALUES (NULL);
RESET ROLE;
SELECT is(count(*), 1::bigint, 'a role with no right on the schema inserts from the column default')
  FROM regress_orders WHERE a IS NULL AND b IS NOT NULL AND c IS NOT NULL AND d IS NOT NULL;
DELETE FROM regress_orders;
DROP OWNED BY regress_sql_only_user;
DROP ROLE regress_sql_only_user;

CREATE TEMPORARY VIEW tables AS
	SELECT relid FROM pg_partition_tree('regress_orders') UNION ALL SELECT 'regress_there'::regclass;
CREATE TEMPORARY VIEW defaults AS
	SELECT adrelid::regclass::text AS "table", attname, pg_get_expr(adbin, adrelid) AS expression
	  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum AND attgenerated = ''
	 WHERE adrelid IN (TABLE tables);
CREATE TEMPORARY TABLE defaults_before AS TABLE defaults;
\set from regress_sql
\set to regress_c
\ir ../../sql-only/move-defaults.sql
SELECT isnt_empty($$SELECT * FROM defaults_before WHERE expression ~ '(?<!'')regress_sql\.uuid'$$,
	'there are defaults to move');
SELECT bag_eq('SELECT * FROM defaults',
	$$SELECT "table", attname, regexp_replace(expression, '(?<!'')regress_sql\.uuid', 'regress_c.uuid', 'g')
		FROM defaults_before$$,
	'all defaults call the edition in C, those of partitions and foreign tables too, and nothing else of them changes');
SELECT is(:'others',
		  string_agg(E'\n  default value for column g of table public.' || relid::regclass, ''
				ORDER BY relid::regclass::text COLLATE "C"),
		  'generated columns stay, and are listed')
  FROM pg_partition_tree('regress_orders');
INSERT INTO regress_orders SELECT FROM generate_series(1, 100);
\set from regress_c
\set to regress_sql
\ir ../../sql-only/move-defaults.sql
SELECT bag_eq('SELECT * FROM defaults', 'SELECT * FROM defaults_before', 'all defaults move back');
INSERT INTO regress_orders SELECT FROM generate_series(1, 50);
INSERT INTO "Regress Orders 1" (f) SELECT 1 FROM generate_series(1, 50);
SELECT is(concat_ws(' ', count(*), count(DISTINCT a), count(DISTINCT b), count(DISTINCT c), count(DISTINCT d)),
		  '200 200 200 200 200', 'rows with other keys are inserted before and after')
  FROM regress_orders;

SELECT * FROM finish();
DROP TABLE regress_orders CASCADE;
DROP FOREIGN DATA WRAPPER regress_nothing CASCADE;
DROP SCHEMA regress_c, regress_sql CASCADE;
