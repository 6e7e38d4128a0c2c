-- The edition in pure SQL beside the one in C: every deterministic function
-- gives the same value, over the vectors and CALLS random arguments (from the
-- environment; 100000 by default); what they generate is alike; and a table
-- moves from the one to the other and back.  SEED in the environment, a whole
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
SELECT plan(59);
SELECT diag('SEED=' || :'seed');
-- Settings of a session that must not matter.
SET TimeZone = 'America/New_York';
SET IntervalStyle = 'iso_8601';
SET DateStyle = 'German';
SET bytea_output = 'escape';
SET extra_float_digits = -15;
SELECT setseed((:seed % 1000000007) / 1000000007.0);

-- The same functions, with the same signatures, labels and comments.  Those that only one edition has to itself are
-- internal, except that of opaque keys.  The planner looks at the COST of no function that it inlines.
CREATE TEMPORARY VIEW functions AS
SELECT pronamespace::regnamespace::text AS schema, proname, pg_get_function_arguments(oid) AS arguments, pg_get_function_result(oid) AS result,
	   prokind, provolatile, proparallel, proleakproof, prosecdef, proretset, prorows, proisstrict, procost,
	   -- SQL has no state in which a process could remember its last UUIDv7.
	   CASE WHEN proname <> 'uuid_v7_nextval' OR pronargs > 0 THEN obj_description(oid) END AS comment
  FROM pg_proc AS p
 WHERE pronamespace IN ('regress_c'::regnamespace, 'regress_sql'::regnamespace)
   AND (proname ~ '^uuid_(?!opaque)' OR EXISTS (SELECT FROM pg_proc AS other WHERE other.pronamespace IN ('regress_c'::regnamespace, 'regress_sql'::regnamespace)
										AND (other.proname, other.proargtypes) = (p.proname, p.proargtypes) AND other.pronamespace <> p.pronamespace));
SELECT results_eq(format(compared, 'regress_sql'), format(compared, 'regress_c'), 'the same functions, with the same parameters, defaults, results, labels and comments')
  FROM (SELECT 'SELECT proname, arguments, result, prokind, provolatile, proparallel, proleakproof, prosecdef, proretset, prorows, comment FROM functions WHERE schema = %L ORDER BY 1, 2' AS compared) AS c;
SELECT is((SELECT string_agg(proname, ' ' ORDER BY proname) FROM functions AS f
			WHERE schema = 'regress_sql' AND NOT proisstrict AND EXISTS (SELECT FROM functions AS c WHERE schema = 'regress_c' AND (c.proname, c.arguments) = (f.proname, f.arguments) AND c.proisstrict)),
	'uuid_interval_nextval uuid_sequence_nextval uuid_serial_nextval uuid_time_nextval',
	'STRICT as well, except four, which would not be inlined');
SELECT is((SELECT string_agg(DISTINCT concat_ws(' ', nullif(proname, CASE procost WHEN 100 THEN proname END), procost::int), ', ') FROM functions WHERE schema = 'regress_sql'),
	'100, sequential_uuids_present 1', 'the usual COST, except of one, which a condition would otherwise not use on an index');
SELECT is((SELECT string_agg(DISTINCT lanname, ' ' ORDER BY lanname) FROM pg_proc JOIN pg_language ON pg_language.oid = prolang WHERE pronamespace = 'regress_sql'::regnamespace),
	'plpgsql sql', 'and nothing is in C');

-- Random arguments: numbers and times of any magnitude, some at the bounds.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS int8 LANGUAGE sql VOLATILE AS $$SELECT floor(2::numeric ^ (random() * bits)::numeric * 0.99999999999)::int8$$;
CREATE FUNCTION pg_temp.one_of(choices anyarray) RETURNS anyelement LANGUAGE sql VOLATILE AS 'SELECT choices[1 + floor(random() * cardinality(choices))::int]';
CREATE FUNCTION pg_temp.microseconds(length interval) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT extract(epoch FROM length) * 1000000';
CREATE FUNCTION pg_temp.length_of(microseconds numeric) RETURNS interval LANGUAGE sql IMMUTABLE AS 'SELECT make_interval(days => div(microseconds, 86400000000)::int, secs => mod(microseconds, 86400000000)::float8 / 1000000)';
-- Since 1970, or the first or the last timestamp.
CREATE FUNCTION pg_temp.time_of(microseconds numeric) RETURNS timestamptz LANGUAGE sql STABLE AS $$
	SELECT (timestamp '1970-01-01 00:00:00' + pg_temp.length_of(greatest(-210866803200000000, least(microseconds, 9224318015999999999)))) AT TIME ZONE 'UTC' $$;
CREATE TEMPORARY TABLE arguments AS
SELECT i, CASE WHEN random() < 0.1 THEN pg_temp.one_of('{-9223372036854775808,-9223372036854775807,-1,0,1,9223372036854775807}'::int8[])
			ELSE pg_temp.up_to(63) * CASE WHEN random() < 0.3 THEN -1 ELSE 1 END END AS value,
	   CASE WHEN random() < 0.1 THEN pg_temp.one_of('{1,2,65536,9223372036854775806,9223372036854775807}'::int8[]) ELSE greatest(pg_temp.up_to(63), 1) END AS size,
	   CASE WHEN random() < 0.1 THEN pg_temp.one_of('{1,2,65536,281474976710655,281474976710656}'::int8[]) ELSE greatest(pg_temp.up_to(48), 1) END AS count,
	   overlay(gen_random_uuid()::text PLACING pg_temp.one_of('{1,1,6,7,8}'::text[]) FROM 15 FOR 1)::uuid AS id,
	   CASE WHEN random() < 0.1 THEN pg_temp.one_of('{4714-11-24 00:00:00+00 BC,1969-12-31 23:59:59.999999+00,1970-01-01 00:00:00+00,294247-01-10 04:00:54.775807+00}'::timestamptz[])
			WHEN random() < 0.3 THEN timestamptz '1970-01-01 00:00:00+00' - exp(random() * 25.9) * interval '1 s'
			ELSE timestamptz '1970-01-01 00:00:00+00' + exp(random() * 29.8) * interval '1 s' END AS at,
	   timestamptz '1970-01-01 00:00:00+00' + exp(random() * 26) * interval '1 s' AS at_2,
	   CASE WHEN random() < 0.1 THEN pg_temp.one_of('{1 us,106751991 days 04:00:54.775807,53375995 days 14:00:27.387904}'::interval[])
			WHEN random() < 0.1 THEN exp(random() * 15)::int * interval '1 day' - random() * interval '23 hours'
			ELSE exp(random() * 28) * interval '1 us' + (exp(random() * 18)::int - 1) * interval '1 day' END AS length
  FROM generate_series(1, :calls) AS i;
-- A cycle of "intervals" intervals, as many as there can be at most.
ALTER TABLE arguments ADD intervals int8, ADD cycle interval, ADD from_time timestamptz, ADD to_time timestamptz;
UPDATE arguments SET intervals = least(CASE WHEN random() < 0.1 THEN 281474976710656 WHEN random() < 0.3 THEN pg_temp.up_to(4) ELSE pg_temp.up_to(48) END, div(9223372036854775807, pg_temp.microseconds(length)));
UPDATE arguments SET intervals = greatest(intervals, 1);
UPDATE arguments SET cycle = pg_temp.length_of(intervals * pg_temp.microseconds(length));
-- A span of any time, from or to the edge of an interval, within a cycle or two,
-- reversed, infinite, or far away.
UPDATE arguments SET from_time = CASE WHEN random() < 0.1 THEN pg_temp.one_of('{-infinity,infinity,4714-11-24 00:00:00+00 BC,1970-01-01 00:00:00+00,294247-01-10 04:00:54.775808+00,294276-12-31 23:59:59.999999+00}'::timestamptz[])
	WHEN random() < 0.4 THEN pg_temp.time_of(div((extract(epoch FROM at) * 1000000)::numeric, pg_temp.microseconds(length)) * pg_temp.microseconds(length) + floor(random() * 3)::int - 1) ELSE at END;
UPDATE arguments SET to_time = CASE WHEN random() < 0.1 OR NOT isfinite(from_time) THEN pg_temp.one_of('{-infinity,infinity,4714-11-24 00:00:00+00 BC,4714-11-24 00:00:00.000001+00 BC,1970-01-01 00:00:00+00,294276-12-31 23:59:59.999999+00}'::timestamptz[])
	WHEN random() < 0.1 THEN at_2
	WHEN random() < 0.4 THEN pg_temp.time_of((extract(epoch FROM from_time) * 1000000)::numeric + floor((random() * 3 - 0.5) * intervals)::numeric * pg_temp.microseconds(length) + floor(random() * 3)::int - 1)
	ELSE pg_temp.time_of((extract(epoch FROM from_time) * 1000000)::numeric + floor(exp(random() * ln(2 * least(intervals * pg_temp.microseconds(length), 9e18))))::numeric) END;

-- What a statement's error says.
CREATE FUNCTION pg_temp.error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' | ', SQLSTATE, message, detail, hint);
END $$;

-- Names of PostgreSQL's types in the temporary schema, which is looked into for
-- types before all others: before any function has been called in this session.
CREATE DOMAIN pg_temp.int8 AS pg_catalog.text;
CREATE DOMAIN pg_temp.uuid AS pg_catalog.text;
CREATE DOMAIN pg_temp.numeric AS pg_catalog.text;
CREATE DOMAIN pg_temp.interval AS pg_catalog.text;
-- Until PostgreSQL 18, literals can mean something else.
SELECT CASE WHEN current_setting('server_version_num')::int < 190000 THEN set_config('standard_conforming_strings', 'off', false) END \gset ignored_
CREATE TEMPORARY TABLE trapped AS
SELECT i, (regress_sql.uuid_block(id, count), regress_sql.uuid_interval_window(id, at, length, cycle), regress_sql.uuid_timestamp(id), regress_sql.uuid_block_upper(0, count), regress_sql.uuid_serial_block(value, size, count),
		regress_sql.uuid_interval_between(id, from_time, to_time, length, cycle), regress_sql.uuid_v7_between(id, from_time, to_time))::pg_catalog.text AS among_traps
  FROM arguments WHERE i <= 100;
DROP DOMAIN pg_temp.int8, pg_temp.uuid, pg_temp.numeric, pg_temp.interval;
RESET standard_conforming_strings;

-- An expression with both editions' functions, compared in each row.
CREATE FUNCTION pg_temp.differences(expression text, condition text DEFAULT 'true') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT a::text FROM arguments AS a WHERE CASE WHEN %s THEN (%s) IS DISTINCT FROM (%s) END', regexp_replace(condition, '\m(sequential_uuids|uuid)_', 'regress_c.\&', 'g'), regexp_replace(expression, '\m(sequential_uuids|uuid)_', 'regress_c.\&', 'g'), regexp_replace(expression, '\m(sequential_uuids|uuid)_', 'regress_sql.\&', 'g'));
END $$;
SELECT is_empty(format('SELECT pg_temp.differences(%L)', expression), 'the same: ' || expression)
  FROM unnest(ARRAY['uuid_serial_block(value, size, count)', 'uuid_interval_block(at, length, cycle)', 'uuid_block(id, count)',
	'uuid_block_lower(mod(abs(value::numeric), count)::int8, count)', 'uuid_block_upper(mod(abs(value::numeric), count)::int8, count)',
	'uuid_interval_window(id, at, length, cycle)', 'uuid_version(id)', 'uuid_timestamp(id)',
	'(sequential_uuids_lower(1, from_time, to_time, length, cycle), sequential_uuids_upper(1, from_time, to_time, length, cycle))',
	'(sequential_uuids_lower(2, from_time, to_time, length, cycle), sequential_uuids_upper(2, from_time, to_time, length, cycle))',
	'uuid_interval_between(id, from_time, to_time, length, cycle)', 'uuid_interval_since(id, from_time, length, cycle)',
	'(sequential_uuids_v7_lower(from_time, to_time), sequential_uuids_v7_upper(from_time, to_time))',
	'(uuid_v7_between(id, from_time, to_time), uuid_v7_since(id, from_time))']) AS expression;
SELECT is_empty(format('SELECT pg_temp.differences(%L, %L)', expression, condition), 'the same: ' || expression)
  FROM (VALUES ('uuid_v1_to_v6(id)', 'uuid_version(id) = 1'), ('uuid_v6_to_v1(id)', 'uuid_version(id) = 6'), ('uuid_v1_to_v7(id)', 'uuid_version(id) = 1 AND uuid_timestamp(id) >= ''1970-01-01 00:00:00+00'''),
	('uuid_interval_block(from_time, length, cycle)', 'isfinite(from_time) AND from_time <= ''294247-01-10 04:00:54.775807+00'''),
	('(uuid_v7_lower(from_time), uuid_v7_upper(from_time))', 'from_time >= ''1970-01-01 00:00:00+00'' AND from_time < ''10889-08-02 05:31:50.656+00''')) AS v (expression, condition);
-- Of each kind there are enough.
SELECT is_empty(format($$SELECT kind FROM (SELECT CASE WHEN lower > upper THEN 'none' WHEN lower_wrapped < upper_wrapped AND regress_c.uuid_block(upper_wrapped, intervals) + 1 < regress_c.uuid_block(lower, intervals) THEN 'over the wrap' WHEN lower_wrapped < upper_wrapped THEN 'all' WHEN lower = '00000000-0000-0000-0000-000000000000' AND regress_c.uuid_block(upper, intervals) = intervals - 1 THEN 'all' ELSE 'one range' END AS kind
		  FROM arguments, LATERAL regress_c.sequential_uuids_lower(1, from_time, to_time, length, cycle) AS lower, LATERAL regress_c.sequential_uuids_upper(1, from_time, to_time, length, cycle) AS upper,
			   LATERAL regress_c.sequential_uuids_lower(2, from_time, to_time, length, cycle) AS lower_wrapped, LATERAL regress_c.sequential_uuids_upper(2, from_time, to_time, length, cycle) AS upper_wrapped) AS spans
	  RIGHT JOIN unnest('{none,over the wrap,all,one range}'::text[]) AS kinds (kind) USING (kind) GROUP BY kind HAVING count(*) < %s$$, :calls / 50), 'spans without a key, with a wrap, of all keys, and of one range');
-- The interval that ends with the first timestamp.
SELECT is_empty($$SELECT * FROM unnest('{4714-11-24 00:00:00+00 BC,4714-11-24 00:00:00.000001+00 BC}'::timestamptz[]) AS at, generate_series(0, 1) AS block, LATERAL regress_c.uuid_block_lower(block, 2) AS id
		WHERE regress_c.uuid_interval_window(id, at, '1 us', '2 us') IS DISTINCT FROM regress_sql.uuid_interval_window(id, at, '1 us', '2 us')$$, 'and where time begins');
-- The condition, with the ends of the span as keys.
SELECT is_empty($$SELECT from_time, to_time, length, cycle, id FROM (SELECT a.*, regress_c.sequential_uuids_lower(1, from_time, to_time, length, cycle) AS a, regress_c.sequential_uuids_upper(1, from_time, to_time, length, cycle) AS b,
				regress_c.sequential_uuids_lower(2, from_time, to_time, length, cycle) AS c, regress_c.sequential_uuids_upper(2, from_time, to_time, length, cycle) AS d FROM arguments AS a WHERE i % 4 = 0) AS ends,
			LATERAL unnest(ARRAY[a, b, c, d]) AS key
		WHERE regress_c.uuid_interval_between(key, from_time, to_time, length, cycle) IS DISTINCT FROM regress_sql.uuid_interval_between(key, from_time, to_time, length, cycle)$$, 'the condition, at the ends of its spans');

SELECT is_empty($$SELECT * FROM unnest('{3,5,7}'::int[]) AS count, generate_series(1, count - 1) AS days, LATERAL (SELECT now() - days * interval '24:00' AS from_time, count * interval '1 day' AS cycle) AS s,
			LATERAL unnest(ARRAY[regress_c.sequential_uuids_lower(1, from_time, now(), '1 day', cycle), regress_c.sequential_uuids_upper(1, from_time, now(), '1 day', cycle),
				regress_c.sequential_uuids_lower(2, from_time, now(), '1 day', cycle), regress_c.sequential_uuids_upper(2, from_time, now(), '1 day', cycle)]) AS key
		WHERE regress_c.uuid_interval_since(key, from_time, '1 day', cycle) IS DISTINCT FROM regress_sql.uuid_interval_since(key, from_time, '1 day', cycle)$$, 'and of those up to the present');
-- The worked cases of the arithmetic.
CREATE TEMPORARY TABLE vectors (kind text, counter int8, size int8, count int8, block int8, prefix_bits int, first_uuid uuid, last_uuid uuid);
\copy vectors FROM 't/vectors/blocks.csv' (FORMAT csv, HEADER)
SELECT is_empty('SELECT * FROM vectors WHERE regress_sql.uuid_serial_block(counter + 1, size, count) <> block OR regress_sql.uuid_block(regress_sql.uuid_serial_at(counter + 1, size, count), count) <> block
		OR regress_sql.uuid_block(first_uuid, count) <> block OR regress_sql.uuid_block(last_uuid, count) <> block
		OR NOT regress_sql.uuid_serial_at(counter + 1, size, count) BETWEEN first_uuid AND last_uuid', 'the worked cases, and what is generated for each');

-- Errors: SQLSTATE, message, detail, hint.
CREATE SEQUENCE regress_sql.s MINVALUE -9223372036854775808;
CREATE TEMPORARY TABLE errors AS
SELECT call, pg_temp.error_of('SELECT ' || replace(call, 'uuid_', 'regress_c.uuid_')) AS in_c, pg_temp.error_of('SELECT ' || replace(call, 'uuid_', 'regress_sql.uuid_')) AS in_sql
  FROM (SELECT replace(replace(f, 'SIZE', size), 'COUNT', count) AS call
		  FROM unnest(ARRAY['uuid_serial_block(1, SIZE, COUNT)', 'uuid_serial_at(1, SIZE, COUNT, 5)', 'uuid_serial_at(1, 1, COUNT, SIZE::int4)', 'uuid_serial_nextval(''regress_sql.s'', SIZE, COUNT)', 'uuid_sequence_nextval(''regress_sql.s'', SIZE::int4, COUNT::int4)', 'uuid_serial_nextval(''regress_sql.s'', 1, COUNT, SIZE::int4)',
				'uuid_block(gen_random_uuid(), COUNT)', 'uuid_block_lower(SIZE, COUNT)', 'uuid_block_upper(SIZE, COUNT)', 'uuid_v7_nextval(SIZE::int4, COUNT::int4)', 'uuid_time_nextval(SIZE::int4, COUNT::int4)']) AS f,
			   unnest('{-1,0,5,7,8,16,17,65535,65536,2147483647,9223372036854775807}'::text[]) AS size, unnest('{-9223372036854775808,-1,0,1,16,17,65536,2147483647,281474976710656,281474976710657}'::text[]) AS count
		UNION
		SELECT replace(replace(replace(f, 'AT', quote_literal(at)), 'LENGTH', quote_literal(length)), 'CYCLE', quote_literal(cycle))
		  FROM unnest(ARRAY['uuid_interval_block(AT, LENGTH, CYCLE)', 'uuid_interval_at(AT, LENGTH, CYCLE, 5)', 'uuid_v7_at(AT)', 'uuid_v7_lower(AT)', 'uuid_v7_upper(AT)',
				'uuid_interval_window(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', AT, LENGTH, CYCLE)', 'uuid_interval_between(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', AT, ''2026-01-01'', LENGTH, CYCLE)']) AS f,
			   unnest('{infinity,-infinity,294247-01-10 04:00:54.775807+00,294247-01-10 04:00:54.775808+00,10889-08-02 05:31:50.655999+00,10889-08-02 05:31:50.656+00,1970-01-01+00,1969-12-31 23:59:59.999999+00,4714-11-24 00:00:00+00 BC}'::text[]) AS at,
			   unnest('{60 s,0,1 us,1 mon,106751991 days 04:00:54.775808}'::text[]) AS length,
			   unnest('{1 day,90 s,1 mon}'::text[]) AS cycle
		UNION
		SELECT format(f, length, cycle)
		  FROM unnest(ARRAY['uuid_interval_nextval(%L, %L)', 'uuid_interval_nextval(%L, %L, 5)', 'uuid_interval_block(now(), %L, %L)', 'uuid_interval_since(gen_random_uuid(), now(), %L, %L)']) AS f,
			   unnest('{60 s,0,-1 us,1 us,7 us,1 mon,13 mon,1 year -1 year,1 mon -30 days,1 mon -31 days,1 year 12:00,1 year 05:59:59.999999,1 year 06:00:00.000001,1 year -1 day -06:00,106751991 days 04:00:54.775807,106751991 days 04:00:54.775808,178956970 years,-178956970 years,2147483647 days,2147483647 days -2562047788:00:00,-1 days 25:00:00,00:00:00.3,36:00:00}'::text[]) AS length,
			   unnest('{60 s,89 s,90 s,91 s,0,-1 us,1 us,281474976710656 us,281474976710657 us,3 us,1 mon,32 years,1 year -1 year,1 mon -31 days,195 years,106751991 days 04:00:54.775807,106751991 days 04:00:54.775808,178956970 years 11 mons,-178956970 years,292271 years,2147483647 days,-1 days 25:00:00,45 days 12:16:00,45 days 12:16:00.000001}'::text[]) AS cycle
		UNION
		SELECT format('%s(%L)', f, id) FROM unnest('{uuid_v1_to_v6,uuid_v6_to_v1,uuid_v1_to_v7}'::text[]) AS f,
			   unnest('{c232ab00-9414-11ec-b3c8-9f6bdeced846,1ec9414c-232a-6b00-b3c8-9f6bdeced846,00000000-0000-1000-8000-000000000000,13813fff-1dd2-11b2-8000-000000000000,13814000-1dd2-11b2-8000-000000000000,c232ab00-9414-11ec-f3c8-9f6bdeced846}'::text[]) AS id) AS calls;
-- Lengths with a random number that is no multiple.
INSERT INTO errors
SELECT call, pg_temp.error_of('SELECT ' || replace(call, 'uuid_', 'regress_c.uuid_')), pg_temp.error_of('SELECT ' || replace(call, 'uuid_', 'regress_sql.uuid_'))
  FROM (SELECT format('uuid_interval_block(now(), %L, %L)', length, cycle + CASE i % 4 WHEN 0 THEN interval '1 us' WHEN 1 THEN length / 2 WHEN 2 THEN exp(random() * 20) * interval '1 day' ELSE months * interval '1 mon' END) AS call
		  FROM arguments, LATERAL pg_temp.up_to(20) AS months WHERE i <= least(:calls, 5000) AND cycle < '2000000000 days') AS calls;
SELECT cmp_ok((SELECT count(*) FROM errors WHERE in_c <> 'no error'), '>', 1000::bigint, 'errors of the one in C');
SELECT is_empty($$SELECT * FROM errors WHERE in_c ~ '^42(601|883)'$$, 'none of which is that there is no such call');
SELECT is_empty('SELECT * FROM errors WHERE in_c <> in_sql', 'are those of the other, to the letter, in ' || (SELECT count(*) FROM errors) || ' calls');
-- What the detail advises to write is valid.
SELECT is_empty($$SELECT * FROM (SELECT length, cycle, pg_temp.error_of(format('SELECT regress_sql.uuid_interval_block(now(), %L, %L)', length, substring(pg_temp.error_of(format('SELECT regress_sql.uuid_interval_block(now(), %L, %L)', length, cycle + interval '1 mon')) FROM 'such as ([^ ]*)\.( |$)'))) AS error
		FROM arguments WHERE i <= least(1000, (SELECT count(*) FROM arguments))) AS advised WHERE error <> 'no error'$$, 'and the value that they advise is valid');

SELECT is_empty($$SELECT from_time, to_time, edge FROM arguments, LATERAL unnest(ARRAY[regress_c.sequential_uuids_v7_lower(from_time, to_time), regress_c.sequential_uuids_v7_upper(from_time, to_time)]) AS edge
		WHERE regress_sql.uuid_v7_between(edge, from_time, to_time) <> regress_c.uuid_v7_between(edge, from_time, to_time)$$, 'the first and the last UUIDv7 of a span belong to it in both');

-- UUIDs of a time carry it.
SELECT is_empty($$SELECT at_2 FROM arguments WHERE regress_sql.uuid_timestamp(regress_sql.uuid_v7_at(at_2)) <> date_trunc('milliseconds', at_2)
		OR NOT regress_sql.uuid_v7_at(at_2) BETWEEN regress_c.uuid_v7_lower(at_2) AND regress_c.uuid_v7_upper(at_2)
		OR left(regress_sql.uuid_v7_at(at_2)::text, 18) <> left(regress_c.uuid_v7_at(at_2)::text, 18)
		OR regress_c.uuid_version(regress_sql.uuid_interval_at(at_2, length, cycle, 8)) <> 8
		OR regress_c.uuid_block(regress_sql.uuid_interval_at(at_2, length, cycle, 8), intervals) <> regress_c.uuid_interval_block(at_2, length, cycle)$$, 'UUIDs of a time carry it');
SELECT is((SELECT string_agg(DISTINCT concat_ws(' ', uuid_version, bits), ', ') FROM (
		SELECT regress_c.uuid_version(id) AS uuid_version, (('x' || replace(id::text, '-', ''))::bit(128) << 66)::bit(4)::int AS bits
		  FROM (SELECT regress_sql.uuid_v7_nextval(5, 4) AS id FROM generate_series(1, 1000) OFFSET 0) AS keys) AS generated), '7 5', 'and UUIDv7 a node');
-- The present, early and late in an interval.
SELECT is_empty($$SELECT * FROM unnest('{2.1,2.5,2.9}'::float8[]) AS intervals, unnest('{65535,65536}'::int[]) AS count, LATERAL (SELECT (extract(epoch FROM clock_timestamp()) / intervals)::int AS length) AS l
		WHERE regress_c.uuid_block(regress_sql.uuid_time_nextval(length, count), count) <> 2$$, 'the block of the present, wherever in an interval that is');
SELECT is_empty($$SELECT * FROM (SELECT regress_sql.uuid_interval_nextval('1 min', cycle, version) AS id, count, cycle, version
		FROM unnest('{1,3,128,256,300,65535,65536,16777216}'::int[]) AS count, unnest('{4,8}'::int[]) AS version, LATERAL (SELECT count * interval '1 min' AS cycle) AS c) AS keys
		WHERE regress_c.uuid_version(id) <> version OR regress_c.uuid_block(id, count) NOT IN (regress_c.uuid_interval_block(statement_timestamp(), '1 min', cycle), regress_c.uuid_interval_block(clock_timestamp(), '1 min', cycle))$$, 'whatever the number of blocks');
-- Around edges of blocks: generators with a column instead of the clock.
CREATE FUNCTION pg_temp.with_clock(generator oid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	definition CONSTANT text := pg_get_functiondef(generator);
BEGIN
	EXECUTE regexp_replace(replace(definition, 'clock_timestamp()', '(at)'), 'FUNCTION regress_sql\.(\w+)\(',
		'FUNCTION pg_temp.\1(at timestamptz' || CASE (SELECT pronargs FROM pg_proc WHERE oid = generator) WHEN 0 THEN '' ELSE ', ' END);
	RETURN definition;
END $$;
CREATE TEMPORARY TABLE edges AS
SELECT seconds, count, seconds * interval '1 s' AS length, seconds * count * interval '1 s' AS cycle, at
  FROM unnest('{1,7,60,300,86399,86400}'::int[]) AS seconds, unnest('{32768,32769,38016,65536,65537}'::int8[]) AS count,
	   generate_series(1, 100) AS i, LATERAL (SELECT floor(random() * (7258118400 / seconds))::int8 AS drawn) AS d,
	   LATERAL (SELECT CASE WHEN i % 2 = 0 THEN drawn - drawn % count ELSE drawn END * seconds AS start) AS s,
	   unnest('{-1,0,1,999999}'::int8[]) AS microseconds,
	   LATERAL (SELECT pg_temp.time_of(start::numeric * 1000000 + microseconds) AS at) AS a
 WHERE at >= '1970-01-01 00:00:00+00';
SELECT matches(pg_temp.with_clock('regress_sql.uuid_time_nextval'::regproc), 'clock_timestamp', 'a generator reads the clock');
SELECT is_empty($$SELECT * FROM edges, LATERAL pg_temp.uuid_time_nextval(at, seconds, count::int) AS id
		WHERE CASE WHEN count > 32768 AND count <= 65536 THEN
			regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle) END$$,
	'no key is in another block around an edge: uuid_time_nextval()');
SELECT pg_temp.with_clock('regress_sql.sequential_uuids_any_time'::regproc) \gset ignored_
SELECT is_empty($$SELECT * FROM edges, LATERAL pg_temp.sequential_uuids_any_time(at, seconds, count::int) AS id
		WHERE regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)$$,
	'the same with any count');
SELECT pg_temp.with_clock('regress_sql.uuid_interval_nextval'::regproc) \gset ignored_
SELECT is_empty($$SELECT * FROM edges, unnest('{4,8}'::int[]) AS version,
				LATERAL pg_temp.uuid_interval_nextval(at, length, cycle, version) AS id
		WHERE CASE WHEN version = 4 AND count > 32768 AND count <= 65536 THEN
			regress_c.uuid_block(id, count) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)
			OR regress_c.uuid_version(id) IS DISTINCT FROM version END$$, 'uuid_interval_nextval()');
SELECT pg_temp.with_clock('regress_sql.sequential_uuids_any_interval'::regproc) \gset ignored_
SELECT is_empty($$SELECT at, length, cycle, id
		FROM (SELECT at, length, cycle, intervals FROM arguments UNION ALL SELECT at, length, cycle, count FROM edges) AS a,
			 unnest('{4,8}'::int[]) AS version, LATERAL pg_temp.sequential_uuids_any_interval(at, length, cycle, version) AS id
		WHERE regress_c.uuid_block(id, intervals) IS DISTINCT FROM regress_c.uuid_interval_block(at, length, cycle)
		   OR regress_c.uuid_version(id) IS DISTINCT FROM version$$, 'and with any interval, cycle and version');
-- From 18 on, core's function stands in its place.
SELECT to_regprocedure('uuidv7()') IS NULL AS is_own \gset
SELECT pg_temp.with_clock('regress_sql.uuid_v7_nextval()'::regprocedure) AS definition \gset
\if :is_own
SELECT is_empty($$SELECT * FROM edges WHERE left(pg_temp.uuid_v7_nextval(at)::text, 18) <> left(regress_c.uuid_v7_at(at)::text, 18)$$,
	'UUIDv7 has the time to the last bit');
\else
SELECT matches(:'definition'::text, 'RETURN uuidv7\(\)', 'UUIDv7 is core''s');
\endif
-- The block of a sequence's value: the target list is computed in its order.
SELECT is_empty($$SELECT * FROM (SELECT CASE call WHEN 1 THEN regress_sql.uuid_sequence_nextval('regress_sql.s', size, count) ELSE regress_sql.uuid_serial_nextval('regress_sql.s', size, count, 8) END AS id,
			currval('regress_sql.s') AS value, call, size, count
		FROM generate_series(1, 2) AS call, unnest('{1,2,7,65536,2147483647}'::int[]) AS size, unnest('{1,3,256,65535,65536,65537,2147483647}'::int[]) AS count, generate_series(1, 15)) AS keys
		WHERE regress_c.uuid_block(id, count) <> regress_c.uuid_serial_block(value, size, count) OR regress_c.uuid_version(id) <> 4 * call$$, 'the block of a sequence''s value');
-- The bits that are neither prefix nor version nor variant are random: each is set
-- in some of 1000 UUIDs and not in others.
CREATE FUNCTION pg_temp.fixed_bits(expression text, OUT zero_or_one text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($q$SELECT translate(((bit_or(b) # bit_and(b)))::text, '01', 'f.') FROM (SELECT ('x' || replace((%s)::text, '-', ''))::bit(128) AS b FROM generate_series(1, 1000)) AS keys$q$, expression) INTO zero_or_one;
END $$;
SELECT is(pg_temp.fixed_bits('regress_sql.uuid_serial_at(1, 10, ' || count || ', 8)'), overlay(overlay(rpad(repeat('f', bits), 128, '.') PLACING 'ffff' FROM 49) PLACING 'ff' FROM 65), 'random bits behind a prefix of ' || bits)
  FROM (VALUES (1, 0), (5, 3), (65536, 16), (281474976710656, 48)) AS v (count, bits);

SELECT is_empty($$SELECT i, among_traps FROM trapped JOIN arguments USING (i)
		 WHERE among_traps <> (regress_c.uuid_block(id, count), regress_c.uuid_interval_window(id, at, length, cycle), regress_c.uuid_timestamp(id), regress_c.uuid_block_upper(0, count), regress_c.uuid_serial_block(value, size, count),
			regress_c.uuid_interval_between(id, from_time, to_time, length, cycle), regress_c.uuid_v7_between(id, from_time, to_time))::text$$,
	'the same among traps');

-- What is generated is of the same block and version; NULL gives NULL.
CREATE FUNCTION pg_temp.is_null(call text, OUT answer bool) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || call || ' IS NULL' INTO answer;
END $$;
SELECT setval('regress_sql.s', -9223372036854775808, false) \gset ignored_
SELECT is((SELECT string_agg(DISTINCT concat_ws(' ', regress_c.uuid_block(regress_sql.uuid_sequence_nextval('regress_sql.s', 3, 5), 5), regress_c.uuid_block(regress_sql.uuid_serial_nextval('regress_sql.s', 3, 5, 8), 5)), ', ') FROM generate_series(1, 1)),
	concat_ws(' ', 5 - 1 - mod(div(9223372036854775808, 3), 5), 5 - 1 - mod(div(9223372036854775807, 3), 5)), 'from the smallest value of a sequence on');
SELECT is_empty('SELECT call FROM unnest(ARRAY[''uuid_sequence_nextval(NULL)'', ''uuid_sequence_nextval(NULL, 0)'', ''uuid_sequence_nextval(''''regress_sql.s'''', NULL, 0)'', ''uuid_serial_nextval(NULL, 0, 0, 5)'',
		''uuid_time_nextval(NULL, 0)'', ''uuid_time_nextval(0, NULL)'', ''uuid_sequence_nextval(''''regress_sql.s'''', NULL)'', ''uuid_serial_nextval(''''regress_sql.s'''', 1, 1, NULL)'', ''uuid_time_nextval(NULL)'', ''uuid_time_nextval(60, NULL)'',
		''uuid_interval_nextval(NULL, ''''0'''')'', ''uuid_interval_nextval(''''0'''', NULL)'', ''uuid_interval_nextval(version => NULL)'', ''uuid_serial_at(NULL)'', ''uuid_interval_at(NULL)'', ''uuid_v7_nextval(NULL, 1)'', ''uuid_v7_at(NULL)'']) AS call
		WHERE NOT pg_temp.is_null(''regress_sql.'' || call)', 'NULL in, NULL out');
SELECT count(pg_temp.error_of('SELECT regress_sql.' || call || ' FROM (VALUES (0)) AS v (zero)')) FROM unnest('{uuid_serial_nextval(''regress_sql.s'', 0),"uuid_serial_nextval(''regress_sql.s'', 1, zero)","uuid_serial_nextval(''regress_sql.s'', version => zero)","uuid_sequence_nextval(''regress_sql.s'', zero)"}'::text[]) AS call \gset ignored_
SELECT is((SELECT last_value FROM regress_sql.s), -9223372036854775807, 'a call that is refused, or gives NULL, uses up no value of the sequence');
COMMIT;

-- Run again, it changes nothing that is the user's.
REVOKE EXECUTE ON FUNCTION regress_sql.uuid_v1_to_v6 FROM PUBLIC;
CREATE TEMPORARY VIEW kept AS SELECT string_agg(concat_ws(' ', oid, proname, proacl), ', ' ORDER BY oid) AS functions FROM pg_proc WHERE pronamespace = 'regress_sql'::regnamespace;
CREATE TEMPORARY TABLE before AS SELECT * FROM kept;
SET search_path = regress_sql;
\ir ../../sql-only/sequential_uuids.sql
RESET search_path;
SELECT results_eq('SELECT * FROM kept', 'SELECT * FROM before', 'run again, it changes no privileges');
GRANT EXECUTE ON FUNCTION regress_sql.uuid_v1_to_v6 TO PUBLIC;

-- The way from the one to the other, and back.
CREATE TABLE regress_orders (a uuid DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s', 4, 256), b uuid DEFAULT regress_sql.uuid_time_nextval(), c uuid DEFAULT regress_sql.uuid_v7_nextval(5, 4),
	d uuid DEFAULT coalesce(regress_sql.uuid_interval_at(now(), '1 ms', '256 ms', 8), gen_random_uuid()), e uuid DEFAULT gen_random_uuid(), f int DEFAULT 1,
	"G's ""regress_sql"".uuid_v7_nextval()" text DEFAULT 'regress_sql.uuid_v7_nextval() it''s' || regress_sql.uuid_v7_nextval(), g uuid GENERATED ALWAYS AS (regress_sql.uuid_v1_to_v7(regress_sql.uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846'))) STORED)
PARTITION BY RANGE (f);
CREATE TABLE "Regress Orders 1" PARTITION OF regress_orders (a DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s')) FOR VALUES FROM (1) TO (2);
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
CREATE TEMPORARY TABLE inserted AS SELECT count(*) AS by_user FROM regress_orders WHERE a IS NULL AND b IS NOT NULL AND c IS NOT NULL AND d IS NOT NULL;
DELETE FROM regress_orders;
DROP OWNED BY regress_sql_only_user;
DROP ROLE regress_sql_only_user;
CREATE FUNCTION pg_temp.defaults() RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(concat_ws(' ', adrelid::regclass, attname, pg_get_expr(adbin, adrelid)), E'\n' ORDER BY adrelid, adnum)
	  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum AND attgenerated = ''
	 WHERE adrelid IN (SELECT relid FROM pg_partition_tree('regress_orders') UNION ALL SELECT 'regress_there'::regclass) $$;
SELECT pg_temp.defaults() AS defaults_before \gset
\set from regress_sql
\set to regress_c
\ir ../../sql-only/move-defaults.sql
SELECT pg_temp.defaults() AS defaults_on_c \gset
\set others_of_sql :others
INSERT INTO regress_orders SELECT FROM generate_series(1, 100);
\set from regress_c
\set to regress_sql
\ir ../../sql-only/move-defaults.sql
SELECT pg_temp.defaults() AS defaults_back \gset
INSERT INTO regress_orders SELECT FROM generate_series(1, 50);
INSERT INTO "Regress Orders 1" (f) SELECT 1 FROM generate_series(1, 50);
BEGIN;
SELECT is((SELECT by_user FROM inserted), 1::bigint, 'a role with no right on the schema inserts from the column default');
SELECT isnt(:'defaults_on_c', :'defaults_before'::text, 'defaults move');
SELECT is(:'defaults_on_c', regexp_replace(:'defaults_before', '(?<!'')regress_sql\.uuid', 'regress_c.uuid', 'g'), 'all to the edition in C, those of partitions and foreign tables too, and nothing else of them changes');
SELECT is(:'others_of_sql', string_agg(E'\n  default value for column g of table public.' || relid::regclass, '' ORDER BY relid::regclass::text COLLATE "C"), 'generated columns are left, and listed') FROM pg_partition_tree('regress_orders');
SELECT is(:'defaults_back', :'defaults_before'::text, 'and back');
SELECT is((SELECT concat_ws(' ', count(*), count(DISTINCT a), count(DISTINCT b), count(DISTINCT c), count(DISTINCT d)) FROM regress_orders), '200 200 200 200 200', 'and rows are inserted all the while');

SELECT * FROM finish();
COMMIT;
DROP TABLE regress_orders;
DROP FOREIGN DATA WRAPPER regress_nothing CASCADE;
DROP SCHEMA regress_c, regress_sql CASCADE;
