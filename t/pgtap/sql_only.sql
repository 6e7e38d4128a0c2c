-- runs: every; edition in SQL: no, it compares both editions; JIT: 10; mutants: yes
-- The edition in SQL beside the one in C: every function that both have gives the same over
-- CALLS random arguments, including NULL and errors, and generates keys of the same blocks;
-- and column defaults move from the one to the other and back.  SEED in the environment, a
-- whole number, repeats a run's arguments.
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
SELECT plan(44);
-- Settings of a session that must not matter.
SET TimeZone = 'America/New_York';
SET IntervalStyle = 'iso_8601';
SET DateStyle = 'German';
SET bytea_output = 'escape';
SET extra_float_digits = -15;

-- --- what there is -------------------------------------------------------------

CREATE TEMPORARY VIEW functions AS
SELECT pronamespace::regnamespace::text AS schema, p.oid::regprocedure AS function, proname, lanname, provolatile,
	   proparallel, proisstrict, proconfig, pronargs,
	   -- The label LEAKPROOF takes a superuser.  SQL has no state that would keep UUIDv7 in order.
	   concat_ws(' ', proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), provolatile,
		   proisstrict, proretset, prosecdef, CASE WHEN p.oid <> 'regress_c.uuid_v7_nextval()'::regprocedure
			AND p.oid <> 'regress_sql.uuid_v7_nextval()'::regprocedure THEN obj_description(p.oid) END) AS properties
  FROM pg_proc AS p JOIN pg_language ON pg_language.oid = prolang
 WHERE pronamespace IN ('regress_c'::regnamespace, 'regress_sql'::regnamespace);
CREATE FUNCTION pg_temp.left_out(properties text) RETURNS bool LANGUAGE sql AS
	$$SELECT properties ~ '^uuid_(opaque_nextval|v1_to_v6|v6_to_v1|v1_to_v7) |^uuid_v7_nextval node'$$;
SELECT bag_eq($$SELECT properties FROM functions WHERE schema = 'regress_sql' AND proname ~ '^uuid_'$$,
	$$SELECT properties FROM functions
	   WHERE schema = 'regress_c' AND proname ~ '^uuid_' AND NOT pg_temp.left_out(properties)$$,
	'the functions are those in C, with the same parameters, defaults, results, labels and comments, except some');
SELECT is(count(*), 5::bigint, 'it leaves out five') FROM functions
 WHERE schema = 'regress_c' AND pg_temp.left_out(properties);
SELECT is_empty($$SELECT function, lanname, proparallel FROM functions AS s
	   WHERE schema = 'regress_sql' AND proname ~ '^uuid_' AND proparallel <> CASE
		WHEN provolatile = 'v' AND NOT (proname = 'uuid_v7_nextval' AND lanname = 'sql') THEN 'u'
		ELSE (SELECT proparallel FROM functions AS c
			   WHERE c.schema = 'regress_c' AND c.properties = s.properties) END$$,
	'the labels of parallel safety are those in C, except VOLATILE functions, which cannot run in parallel');
-- The condition of rule 0011 of Supabase's advisor (supabase/splinter).
SELECT bag_eq($$SELECT proname FROM functions
	   WHERE schema = 'regress_sql' AND NOT EXISTS (SELECT FROM unnest(proconfig) AS c WHERE c LIKE 'search_path=%')$$,
	'{uuid_time_nextval, uuid_sequence_nextval, uuid_interval_nextval, uuid_v7_nextval, uuid_v7_nextval,
	  uuid_interval_between, uuid_interval_since, uuid_v7_between, uuid_v7_since}'::name[],
	'all functions set the search_path, except fast generators and conditions that are inlined');
SELECT is_empty($$SELECT function, used
		FROM functions, pg_depend, pg_describe_object(refclassid, refobjid, 0) AS used
	   WHERE schema = 'regress_sql' AND classid = 'pg_proc'::regclass AND objid = function::oid
		 AND refclassid NOT IN ('pg_namespace'::regclass, 'pg_language'::regclass)
		 AND NOT (refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT function FROM functions))$$,
	'nothing is bound but PostgreSQL''s own and the edition''s');

-- --- random arguments ----------------------------------------------------------

-- Numbers and times of any magnitude, some at the bounds.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS int8 LANGUAGE sql VOLATILE AS
	'SELECT floor(2::numeric ^ (random() * bits)::numeric * 0.99999999999)::int8';
CREATE FUNCTION pg_temp.one_of(choices anyarray) RETURNS anyelement LANGUAGE sql VOLATILE AS
	'SELECT choices[1 + floor(random() * cardinality(choices))::int]';
CREATE FUNCTION pg_temp.microseconds(length interval) RETURNS numeric LANGUAGE sql IMMUTABLE AS
	'SELECT extract(epoch FROM length) * 1000000';
-- The difference of two timestamps, an interval, does not go as far as timestamps do.
CREATE FUNCTION pg_temp.since_1970(at timestamptz) RETURNS numeric LANGUAGE sql IMMUTABLE AS
	'SELECT extract(epoch FROM at) * 1000000';
CREATE FUNCTION pg_temp.length_of(microseconds numeric) RETURNS interval LANGUAGE sql IMMUTABLE AS $$
	SELECT make_interval(days => div(microseconds, 86400000000)::int,
						 secs => mod(microseconds, 86400000000)::float8 / 1000000) $$;
-- Since 1970, or the first or the last timestamp.
CREATE FUNCTION pg_temp.time_of(microseconds numeric) RETURNS timestamptz LANGUAGE sql STABLE AS $$
	SELECT (timestamp '1970-01-01 00:00:00'
			+ pg_temp.length_of(greatest(-210866803200000000, least(microseconds, 9224318015999999999))))
		   AT TIME ZONE 'UTC' $$;
CREATE TEMPORARY TABLE arguments AS
WITH numbers AS MATERIALIZED (
	SELECT i,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{-9223372036854775808,-9223372036854775807,-1,0,1,9223372036854775807}'::int8[])
				WHEN random() < 0.3 THEN -pg_temp.up_to(63)
				ELSE pg_temp.up_to(63) END AS value,
		   greatest(pg_temp.up_to(31), 1)::int AS size,
		   CASE WHEN random() < 0.1 THEN pg_temp.one_of('{1,2,65536,281474976710655,281474976710656}'::int8[])
				ELSE greatest(pg_temp.up_to(48), 1) END AS count,
		   greatest(pg_temp.up_to(31), 1)::int AS small_count,
		   CASE WHEN random() < 0.1 THEN pg_temp.one_of('{1 us, 106751991 days 04:00:54.775807}'::interval[])
				ELSE exp(random() * 28) * interval '1 us' + (exp(random() * 18)::int - 1) * interval '1 day'
				END AS length,
		   CASE WHEN random() < 0.1
				THEN pg_temp.one_of('{4714-11-24 00:00:00+00 BC, 1969-12-31 23:59:59.999999+00,
						1970-01-01 00:00:00+00, 294247-01-10 04:00:54.775807+00, 294247-01-10 04:00:54.775808+00,
						294276-12-31 23:59:59.999999+00, infinity, -infinity}'::timestamptz[])
				WHEN random() < 0.3 THEN timestamptz '1970-01-01 00:00:00+00' - exp(random() * 25.9) * interval '1 s'
				ELSE timestamptz '1970-01-01 00:00:00+00' + exp(random() * 29.8) * interval '1 s' END AS at
	  FROM generate_series(1, :calls) AS i
), cycles AS MATERIALIZED (
	SELECT *, least(count, div(9223372036854775807, pg_temp.microseconds(length)))::int8 AS intervals,
		   CASE WHEN isfinite(at) THEN pg_temp.since_1970(at) END AS since_1970
	  FROM numbers
), spans AS MATERIALIZED (
	SELECT *, pg_temp.length_of(intervals * pg_temp.microseconds(length)) AS cycle,
		   -- The time itself, or the edge of an interval.
		   CASE WHEN random() < 0.4 AND isfinite(at)
				THEN pg_temp.time_of(since_1970 - mod(since_1970, pg_temp.microseconds(length))
						+ floor(random() * 3)::int - 1)
				ELSE at END AS from_time
	  FROM cycles
)
-- An end within three cycles, at any time or at an edge, or before the start.
SELECT s.*, t.to_time, key AS id, pg_temp.one_of('{4,8}'::int[]) AS version
  FROM spans AS s,
	   LATERAL (SELECT CASE WHEN random() < 0.1 OR NOT isfinite(from_time)
			THEN pg_temp.one_of('{-infinity, infinity, 1970-01-01 00:00:00+00}'::timestamptz[])
			WHEN random() < 0.4
			THEN pg_temp.time_of(pg_temp.since_1970(from_time)
					+ floor(random() * 3)::int - 1
					+ floor((random() * 3 - 0.5) * intervals)::numeric * pg_temp.microseconds(length))
			ELSE pg_temp.time_of(pg_temp.since_1970(from_time)
					+ floor(exp(random() * ln(2 * least(intervals * pg_temp.microseconds(length), 9e18))))::numeric)
			END AS to_time) AS t,
	   -- Any key, one of another version, or one at the end of a range.
	   LATERAL (SELECT CASE floor(random() * 3)
			WHEN 0 THEN gen_random_uuid()
			WHEN 1 THEN overlay(gen_random_uuid()::text PLACING pg_temp.one_of('{1,6,7}'::text[]) FROM 15 FOR 1)::uuid
			ELSE pg_temp.one_of(ARRAY[
				regress_c.sequential_uuids_lower(1, from_time, to_time, length, cycle),
				regress_c.sequential_uuids_upper(1, from_time, to_time, length, cycle),
				regress_c.sequential_uuids_lower(2, from_time, to_time, length, cycle),
				regress_c.sequential_uuids_upper(2, from_time, to_time, length, cycle),
				regress_c.sequential_uuids_v7_lower(from_time, to_time),
				regress_c.sequential_uuids_v7_upper(from_time, to_time)]) END AS key) AS k;
-- What chance would rarely bring: no time at all, within a millisecond; the last millisecond of a day; the last time
-- that a UUIDv7 can hold; and the day before the first timestamp.
UPDATE arguments SET from_time = instant, to_time = instant, id = regress_c.uuid_v7_lower(instant)
  FROM (SELECT timestamptz '2026-01-01 00:00:00.0005+00') AS t (instant)
 WHERE i = 1;
UPDATE arguments SET id = regress_c.uuid_v7_lower('2026-12-31 23:59:59.999+00')
 WHERE i = 2;
UPDATE arguments SET from_time = instant, to_time = 'infinity', id = regress_c.uuid_v7_lower(instant)
  FROM (SELECT timestamptz '10889-08-02 05:31:50.655999+00') AS t (instant)
 WHERE i = 3;
UPDATE arguments SET at = '4714-11-24 00:00:00+00 BC', length = '1 day', cycle = '7 days', intervals = 7,
	   id = regress_c.uuid_block_lower(7 - 2440589 % 7, 7)
 WHERE i = 4;

-- --- the same results ----------------------------------------------------------

-- A call in an edition.
CREATE FUNCTION pg_temp.in_edition(edition text, call text) RETURNS text LANGUAGE sql AS
	$$SELECT regexp_replace(call, '\m(sequential_uuids|uuid)_', edition || '.\&', 'g')$$;
-- Its result, or the SQLSTATE, message and detail of its error.  uuid_v7_lower() in SQL names the millisecond of a time
-- that it refuses, and only the edition in C proposes another value.
CREATE FUNCTION pg_temp.outcome(edition text, call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE 'SELECT ' || pg_temp.in_edition(edition, call) INTO result;
	RETURN coalesce(result, 'NULL');
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS result = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' ', SQLSTATE, regexp_replace(SQLERRM, '(:\d\d\.\d{3})\d+', '\1'),
		nullif(regexp_replace(result, '(?<="interval_length") \([^)]+\)|, such as .*(?=\.$)', '', 'g'), ''));
END $$;
-- Before any function has been called in this session: the temporary schema, in which types
-- are looked up first, has types with the names of PostgreSQL's; and until 18, literals can
-- mean something else.
SELECT pg_temp.in_edition('regress_c', expression) AS in_c, pg_temp.in_edition('regress_sql', expression) AS in_sql
  FROM (SELECT '(uuid_block(id, count), uuid_block_upper(0, count), uuid_generated_at(id),
				 uuid_interval_window(id, greatest(''1000-01-01 BC'', least(at, ''9999-12-31'')), length, cycle),
				 uuid_interval_between(id, from_time, to_time, length, cycle), uuid_v7_between(id, from_time, to_time),
				 uuid_block(uuid_interval_nextval(''365000 days'', ''730000 days'', version), 2),
				 uuid_block(uuid_time_nextval(2147483647, 2), 2),
				 uuid_block(uuid_sequence_nextval(''regress_sql.t'', 2, 1), 1),
				 substr(uuid_v7_nextval()::pg_catalog.text, 15, 1))' AS expression) AS e \gset
CREATE SEQUENCE regress_sql.t;
CREATE DOMAIN pg_temp.int8 AS pg_catalog.text;
CREATE DOMAIN pg_temp.uuid AS pg_catalog.text;
CREATE DOMAIN pg_temp.numeric AS pg_catalog.text;
CREATE DOMAIN pg_temp.interval AS pg_catalog.text;
CREATE DOMAIN pg_temp.timestamptz AS pg_catalog.text;
SELECT CASE WHEN current_setting('server_version_num')::int < 190000
			THEN set_config('standard_conforming_strings', 'off', false) END \gset ignored_
CREATE TEMPORARY TABLE trapped AS SELECT i, :in_sql::pg_catalog.text AS in_sql FROM arguments WHERE i <= 100;
DROP DOMAIN pg_temp.int8, pg_temp.uuid, pg_temp.numeric, pg_temp.interval, pg_temp.timestamptz;
RESET standard_conforming_strings;
CREATE TEMPORARY TABLE untrapped AS SELECT i, :in_c::text AS in_c FROM arguments WHERE i <= 100;
SELECT is_empty('SELECT * FROM trapped FULL JOIN untrapped USING (i) WHERE in_sql IS DISTINCT FROM in_c',
	'types in the temporary schema and the meaning of literals change no result in SQL');

CREATE TEMPORARY TABLE compared (expression text);
CREATE FUNCTION pg_temp.same(expression text, condition text DEFAULT 'true') RETURNS text LANGUAGE sql AS $$
	INSERT INTO compared VALUES (expression);
	SELECT is_empty(
		format('SELECT a FROM arguments AS a WHERE CASE WHEN %s THEN (%s) IS DISTINCT FROM (%s) END', condition,
			pg_temp.in_edition('regress_c', expression), pg_temp.in_edition('regress_sql', expression)),
		'both editions have the same ' || expression) $$;
\set valid_time 'isfinite(at) AND at <= ''294247-01-10 04:00:54.775807+00'''
\set valid_v7_time 'at >= ''1970-01-01 00:00:00+00'' AND at < ''10889-08-02 05:31:50.656+00'''
SELECT pg_temp.same('uuid_interval_block(at, length, cycle)', :'valid_time');
SELECT pg_temp.same('uuid_interval_window(id, at, length, cycle)', :'valid_time');
SELECT pg_temp.same('uuid_interval_between(id, from_time, to_time, length, cycle)');
SELECT pg_temp.same('uuid_interval_since(id, from_time, length, cycle)');
SELECT pg_temp.same('uuid_block(id, count)');
SELECT pg_temp.same('uuid_block_lower(mod(abs(value::numeric), count)::int8, count)');
SELECT pg_temp.same('uuid_block_upper(mod(abs(value::numeric), count)::int8, count)');
SELECT pg_temp.same('uuid_v7_lower(at)', :'valid_v7_time');
SELECT pg_temp.same('uuid_v7_between(id, from_time, to_time)');
SELECT pg_temp.same('uuid_v7_since(id, from_time)');
SELECT pg_temp.same('uuid_generated_at(id)');
SELECT pg_temp.same('left(uuid_v7_at(at)::text, 18)', :'valid_v7_time');
SELECT pg_temp.same('uuid_block(uuid_interval_at(at, length, cycle, version), intervals)', :'valid_time');
SELECT pg_temp.same('substr(uuid_interval_at(at, length, cycle, version)::text, 15, 1)', :'valid_time');
SELECT pg_temp.same('uuid_block(uuid_sequence_at(value, size, small_count), small_count)');
SELECT is_empty($$SELECT function FROM functions WHERE schema = 'regress_sql' AND proname ~ '^uuid_'
	 AND proname <> 'uuid_key_parameters' AND NOT EXISTS (
		SELECT FROM compared WHERE proname ~ '_nextval$' OR strpos(expression, proname || '(') > 0)$$,
	'each function is among these, except generators, which follow, and uuid_key_parameters(): key_parameters.sql');
-- The worked cases of the arithmetic, as far as the types hold them.
CREATE TEMPORARY TABLE vectors (kind text, counter int8, size int8, count int8, block int8, prefix_bits int,
	first_uuid uuid, last_uuid uuid);
\copy vectors FROM 't/vectors/blocks.csv' (FORMAT csv, HEADER)
SELECT is_empty('SELECT * FROM vectors
		WHERE regress_sql.uuid_block(first_uuid, count) IS DISTINCT FROM block
		   OR regress_sql.uuid_block(last_uuid, count) IS DISTINCT FROM block
		   OR CASE WHEN greatest(size, count) < 2^31
				THEN regress_sql.uuid_sequence_at(counter + 1, size::int, count::int)
					NOT BETWEEN first_uuid AND last_uuid END',
	'uuid_block() and uuid_sequence_at() in SQL give the block of each vector');

-- The conversions of version 1, which an example has in SQL.
\set example `sed '/^CREATE SCHEMA/d; s/uuids[.]/regress_sql./' examples/uuidv1.sql`
:example
SELECT is_empty($$SELECT v1
		FROM (SELECT overlay(overlay(id::text PLACING '1' FROM 15) PLACING 'a' FROM 20)::uuid AS v1 FROM arguments) AS a
		WHERE regress_sql.uuid_v1_to_v6(v1) <> regress_c.uuid_v1_to_v6(v1)
		   OR regress_sql.uuid_v6_to_v1(regress_c.uuid_v1_to_v6(v1)) <> v1
		   OR regress_c.uuid_generated_at(v1) >= '1970-01-01 00:00:00+00'
			AND regress_sql.uuid_v1_to_v7(v1) <> regress_c.uuid_v1_to_v7(v1)$$,
	'the conversions of version 1 in their example give the same as those in C');
DROP FUNCTION regress_sql.uuid_v1_to_v6, regress_sql.uuid_v6_to_v1, regress_sql.uuid_v1_to_v7;

-- Each parameter at its bounds and beyond, as NULL, and beside another that is invalid.
CREATE SEQUENCE regress_sql.s MINVALUE -9223372036854775808;
CREATE TEMPORARY TABLE calls AS
WITH lengths AS (
	SELECT quote_nullable(length) || '::interval' AS length FROM unnest('{0, -1 us, 1 us, 7 us, 60 s, 1 day, 1 mon,
		1 year -1 year, 1 mon -30 days, 106751991 days 04:00:54.775807, 106751991 days 04:00:54.775808,
		-1 days 25:00:00, 281474976710656 us, 281474976710657 us, 2147483647 days, 178956970 years,
		-178956970 years, NULL}'::text[]) AS length
), times AS (
	SELECT quote_nullable(at) || '::timestamptz' AS at
	  FROM unnest('{infinity, -infinity, 294247-01-10 04:00:54.775807+00, 294247-01-10 04:00:54.775808+00,
		10889-08-02 05:31:50.655999+00, 10889-08-02 05:31:50.656+00, 1970-01-01+00,
		1969-12-31 23:59:59.999999+00, 4714-11-24 00:00:00+00 BC, NULL}'::text[]) AS at
), numbers AS (
	SELECT coalesce(n::text, 'NULL') AS n
	  FROM unnest('{-2147483648, -1, 0, 1, 4, 8, 16, 65536, 2147483647, NULL}'::int[]) AS n
), counts AS (
	SELECT coalesce(n::text, 'NULL') AS n FROM unnest('{-9223372036854775808, -1, 0, 1, 16, 281474976710656,
		281474976710657, NULL}'::int8[]) AS n
)
SELECT format(call, l.length, c.length) AS call
  FROM lengths AS l, lengths AS c, unnest(ARRAY[
		'uuid_interval_nextval(%s, %s) IS NULL',
		'uuid_interval_at(''2026-01-01+00'', %s, %s) IS NULL',
		'uuid_interval_block(''2026-01-01+00'', %s, %s)',
		'uuid_interval_block(NULL, %s, %s)',
		'uuid_interval_window(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', ''2026-01-01+00'', %s, %s)',
		'uuid_interval_window(NULL, ''2026-01-01+00'', %s, %s)',
		'uuid_interval_between(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', NULL, ''2026-01-01+00'', %s, %s)',
		'uuid_interval_between(NULL, ''2025-01-01+00'', ''2026-01-01+00'', %s, %s)',
		'uuid_interval_since(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', ''2026-01-01+00'', %s, %s)']) AS call
UNION
SELECT format(call, at)
  FROM times, unnest(ARRAY[
		'uuid_interval_block(%s, ''60 s'', ''1 day'')',
		'uuid_interval_at(%s, ''60 s'', ''1 day'') IS NULL',
		'uuid_interval_window(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', %s, ''60 s'', ''1 day'')',
		'uuid_interval_between(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', %s, ''2026-01-01+00'', ''60 s'', ''1 day'')',
		'uuid_v7_between(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', %s, ''2026-01-01+00'')',
		'uuid_v7_at(%s) IS NULL',
		'uuid_v7_lower(%s)']) AS call
UNION
SELECT format(call, a.n, b.n)
  FROM numbers AS a, numbers AS b, unnest(ARRAY[
		'uuid_time_nextval(%s, %s) IS NULL',
		'uuid_sequence_nextval(''regress_sql.s'', %s, %s) IS NULL',
		'uuid_sequence_nextval(NULL, %s, %s)',
		'uuid_sequence_at(1, %s, %s) IS NULL',
		'uuid_sequence_at(NULL, %s, %s)']) AS call
UNION
SELECT format(call, n)
  FROM numbers, unnest(ARRAY[
		'uuid_interval_nextval(''60 s'', ''1 day'', %s) IS NULL',
		'uuid_interval_at(''2026-01-01+00'', ''60 s'', ''1 day'', %s) IS NULL',
		'uuid_interval_at(NULL, ''0'', ''1 day'', %s)']) AS call
UNION
SELECT format(call, a.n, b.n)
  FROM counts AS a, counts AS b, unnest(ARRAY[
		'uuid_block_lower(%s, %s)',
		'uuid_block_upper(%s, %s)',
		'coalesce(%s, uuid_block(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', %s))']) AS call;
CREATE TEMPORARY TABLE outcomes AS
SELECT call, pg_temp.outcome('regress_c', call) AS in_c, pg_temp.outcome('regress_sql', call) AS in_sql FROM calls;
SELECT diag(count(*) || ' calls') FROM outcomes;
SELECT set_eq($$SELECT substring(in_c, '^[0-9A-Z]{5}') || substring(in_c, ' timestamp out of range| "\w+"')
		FROM outcomes WHERE in_c ~ '^[0-9A-Z]{5} .* Valid values |^42'$$, ARRAY['22008 timestamp out of range',
		'22023 "block"', '22023 "block_count"', '22023 "block_size"', '22023 "cycle"', '22023 "interval_count"',
		'22023 "interval_length"', '22023 "version"'],
	'calls in C raise an error for each parameter, and each has its function');
SELECT is_empty('SELECT * FROM outcomes WHERE in_c <> in_sql',
	'each call has the same result, or an error that says the same, in both editions');

-- --- what is generated ---------------------------------------------------------

-- Keys of the present, of any parameters.
CREATE TEMPORARY TABLE generated (call text, lies_in_its_block bool, has_version bool);
DO $$
DECLARE
	a record;
	before timestamptz;
	key uuid;
BEGIN
	FOR a IN SELECT * FROM arguments LOOP
		before := clock_timestamp();
		key := regress_sql.uuid_interval_nextval(a.length, a.cycle, a.version);
		INSERT INTO generated VALUES (format('%s, %s', a.length, a.cycle),
			regress_c.uuid_interval_between(key, before, clock_timestamp() + interval '1 us', a.length, a.cycle),
			substr(key::text, 15, 1) = a.version::text);
		before := clock_timestamp();
		-- At most as long as a cycle of the conditions can be.
		a.intervals := least(a.intervals, 2147483647, 9000000000000 / a.size);
		key := regress_sql.uuid_time_nextval(a.size, a.intervals::int);
		INSERT INTO generated VALUES (format('%s s, %s', a.size, a.intervals), regress_c.uuid_interval_between(
			key, before, clock_timestamp() + interval '1 us', a.size * interval '1 s', pg_temp.length_of(
				a.size::numeric * 1000000 * a.intervals)), substr(key::text, 15, 1) = '4');
	END LOOP;
END $$;
SELECT is_empty('SELECT * FROM generated WHERE lies_in_its_block IS NOT TRUE OR has_version IS NOT TRUE',
	'the generators by the clock in SQL have the block of the present and the version');
-- Keys around the edges of blocks: generators with a parameter "at" instead of the clock.
SELECT replace(replace(pg_get_functiondef(function), 'pg_catalog.clock_timestamp()', 'at'),
			   format('regress_sql.%s(', proname), format('pg_temp.%s(at timestamptz%s', proname,
				CASE WHEN pronargs > 0 THEN ', ' END))
  FROM functions
 WHERE schema = 'regress_sql' AND proname IN ('uuid_time_nextval', 'uuid_interval_nextval', 'uuid_v7_nextval')
\gexec
CREATE TEMPORARY TABLE edges AS
SELECT seconds, count, seconds::int8 * count * interval '1 s' AS cycle, at
  FROM unnest('{1,7,60,300,86399,86400}'::int[]) AS seconds, unnest('{1,5,32769,38016,65537}'::int[]) AS count,
	   generate_series(1, 40) AS i,
	   LATERAL (SELECT floor(random() * (7258118400 / seconds))::int8 AS drawn) AS d,
	   unnest('{0,1,999999,-1}'::int8[]) AS microseconds,
	   LATERAL (SELECT pg_temp.time_of((drawn + 1)::numeric * seconds * 1000000 + microseconds) AS at) AS a;
SELECT is_empty($$SELECT * FROM edges, LATERAL (SELECT
		regress_c.uuid_interval_block(at, seconds * interval '1 s', cycle) AS block,
		regress_sql.uuid_block(pg_temp.uuid_time_nextval(at, seconds, count), count) AS by_time,
		regress_sql.uuid_block(pg_temp.uuid_interval_nextval(at, seconds * interval '1 s', cycle), count) AS by_interval
			) AS b
		WHERE by_time <> block OR by_interval <> block$$,
	'the generators by the clock in SQL have no key in another block around an edge');
SELECT is_empty($$SELECT * FROM arguments
		WHERE at BETWEEN '1970-01-01+00' AND '9999-12-31+00' AND length < '1 day'
		  AND regress_c.uuid_block(pg_temp.uuid_interval_nextval(at, length, cycle), intervals)
			<> regress_c.uuid_interval_block(at, length, cycle)$$,
	'uuid_interval_nextval() in SQL has the block of any time since 1970, in intervals from a microsecond on');
-- From 18 on, it is core's.
SELECT lanname = 'plpgsql' AS is_own FROM functions WHERE function = 'regress_sql.uuid_v7_nextval()'::regprocedure \gset
\if :is_own
SELECT is_empty('SELECT * FROM edges
		WHERE left(pg_temp.uuid_v7_nextval(at)::text, 18) <> left(regress_c.uuid_v7_at(at)::text, 18)',
	'uuid_v7_nextval() in SQL has the time to the last bit');
SELECT is_empty($$SELECT at, shift, outcome
		FROM arguments, unnest(ARRAY[length, -length, '1 us', '-1 us', '1 mon'::interval]) AS shift,
			 pg_temp.outcome('pg_temp', format('left(uuid_v7_nextval(%L, %L)::text, 18)', at, shift)) AS outcome
		WHERE outcome <> pg_temp.outcome('regress_c',
			format('left(uuid_v7_at(%L::timestamptz + %L)::text, 18)', at, shift))$$,
	'uuid_v7_nextval(shift) in SQL has the shifted time to the last bit, or refuses it');
\else
SELECT matches(pg_get_functiondef('regress_sql.uuid_v7_nextval()'::regprocedure), 'RETURN (pg_catalog\.)?uuidv7\(\)',
	'uuid_v7_nextval() in SQL is core''s function');
SELECT matches(pg_get_functiondef('regress_sql.uuid_v7_nextval(interval)'::regprocedure),
	'RETURN (pg_catalog\.)?uuidv7\(shift\)', '... and uuid_v7_nextval(shift)');
\endif

-- Keys of a sequence.  The target list is computed in its order.
SELECT is_empty($$SELECT *
		FROM (SELECT size, count, regress_sql.uuid_sequence_nextval('regress_sql.s', size, count) AS id,
					 currval('regress_sql.s') AS value
				FROM unnest('{1,2,7,65536,2147483647}'::int[]) AS size,
					 unnest('{1,3,256,65535,65536,65537,2147483647}'::int[]) AS count, generate_series(1, 15)) AS keys
		WHERE regress_c.uuid_block(id, count)
			<> regress_c.uuid_block(regress_c.uuid_sequence_at(value, size, count), count)$$,
	'uuid_sequence_nextval() in SQL has the block of the value');
SELECT setval('regress_sql.s', -9223372036854775808, false) \gset ignored_
SELECT throws_ok($$SELECT regress_sql.uuid_sequence_nextval('regress_sql.s', 0)$$, '22023', NULL,
	'it refuses a size of 0');
SELECT is(regress_sql.uuid_sequence_nextval('regress_sql.s', NULL), NULL, 'it gives NULL for NULL');
SELECT is(regress_c.uuid_block(regress_sql.uuid_sequence_nextval('regress_sql.s', 3, 5), 5),
	regress_c.uuid_block(regress_c.uuid_sequence_at(-9223372036854775808, 3, 5), 5),
	'neither uses up a value of the sequence, and the smallest value has its block');

-- Each bit that is neither prefix nor version nor variant is set in some of 1000 keys, not in all.
CREATE FUNCTION pg_temp.bits(id uuid) RETURNS bit(128) RETURN ('x' || replace(id::text, '-', ''))::bit(128);
SELECT is_empty($$SELECT call, translate((bit_or(key) # bit_and(key))::text, '01', '.r') AS found
		FROM (SELECT 'time' AS call, 3 AS prefix, pg_temp.bits(regress_sql.uuid_time_nextval(2147483647, 5)) AS key
				FROM generate_series(1, 1000)
			  UNION ALL
			  SELECT 'sequence', 3, pg_temp.bits(regress_sql.uuid_sequence_nextval('regress_sql.t', 2147483647, 5))
				FROM generate_series(1, 1000)
			  UNION ALL
			  SELECT 'interval', 3, pg_temp.bits(regress_sql.uuid_interval_nextval('365000 days', '1825000 days', 8))
				FROM generate_series(1, 1000)) AS keys
	   GROUP BY call, prefix
	  HAVING translate((bit_or(key) # bit_and(key))::text, '01', '.r')
		<> overlay(overlay(rpad(repeat('.', prefix), 128, 'r') PLACING '....' FROM 49) PLACING '..' FROM 65)$$,
	'all bits behind a prefix vary, except version and variant');

-- --- inlined conditions -----------------------------------------------------------

-- By one function a table, as the pages recommend; with the search_path that Supabase's
-- advisor asks for, the condition is a filter on all rows.
CREATE TABLE regress_sql.events (id uuid PRIMARY KEY);
CREATE FUNCTION regress_sql.event_since(id uuid, from_time timestamptz) RETURNS boolean LANGUAGE sql STABLE
RETURN regress_sql.uuid_interval_since(id, from_time, '5 min', '60 days');
CREATE FUNCTION pg_temp.plan(condition text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) SELECT FROM regress_sql.events WHERE ' || condition;
END $$;
CREATE TEMPORARY TABLE conditions AS
SELECT * FROM unnest(ARRAY[
	'regress_sql.event_since(id, now() - interval ''1 hour'')',
	'regress_sql.uuid_interval_between(id, ''2026-01-01'', ''2026-01-02'', ''5 min'', ''60 days'')',
	'regress_sql.uuid_v7_since(id, now() - interval ''1 hour'')',
	'regress_sql.uuid_v7_between(id, ''2026-01-01'', ''2026-01-02'')']) AS condition;
CREATE TEMPORARY VIEW with_index AS
SELECT condition, (SELECT bool_or(line ~ 'Index Cond') FROM pg_temp.plan(condition) AS line) AS uses_index
  FROM conditions;
SET LOCAL enable_seqscan = off;
SELECT is_empty('SELECT * FROM with_index WHERE NOT uses_index', 'conditions use the index');
SELECT is_empty($$SELECT * FROM conditions, pg_temp.plan(condition) AS line
	   WHERE condition ~ '_between' AND line ~ 'Or'$$,
	'and search it once for a span of constants that does not wrap');
ALTER FUNCTION regress_sql.uuid_interval_since SET search_path = '';
ALTER FUNCTION regress_sql.uuid_interval_between SET search_path = '';
ALTER FUNCTION regress_sql.uuid_v7_since SET search_path = '';
ALTER FUNCTION regress_sql.uuid_v7_between SET search_path = '';
SELECT is_empty('SELECT * FROM with_index WHERE uses_index',
	'... which they would not with a search_path of their own');
DROP TABLE regress_sql.events;
DROP FUNCTION regress_sql.event_since;
COMMIT;

-- --- run again -----------------------------------------------------------------

REVOKE EXECUTE ON FUNCTION regress_sql.uuid_block FROM PUBLIC;
CREATE TEMPORARY VIEW kept AS
	SELECT oid, proname, proacl::text, prosrc, pg_get_function_sqlbody(oid)
	  FROM pg_proc WHERE pronamespace = 'regress_sql'::regnamespace;
CREATE TEMPORARY TABLE before AS TABLE kept;
SET search_path = regress_sql;
\ir ../../sql-only/sequential_uuids.sql
RESET search_path;
SELECT bag_eq('TABLE kept', 'TABLE before', 'run again, the script keeps all functions and their privileges');

-- --- the way from the one to the other, and back --------------------------------

CREATE TABLE regress_orders (
	a uuid DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s', 4, 256),
	b uuid DEFAULT regress_sql.uuid_time_nextval(),
	c uuid DEFAULT regress_sql.uuid_interval_nextval('1 ms', '256 ms', version => 8),
	d uuid DEFAULT coalesce(regress_sql.uuid_v7_nextval(), gen_random_uuid()),
	e text DEFAULT regress_sql.uuid_v7_nextval(),
	f int DEFAULT 1,
	"G's" uuid DEFAULT regress_sql.uuid_v7_nextval())
PARTITION BY RANGE (f);
CREATE TABLE "Regress Orders 1" PARTITION OF regress_orders (
	a DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s'))
FOR VALUES FROM (1) TO (2);
CREATE FOREIGN DATA WRAPPER regress_nothing;
CREATE SERVER regress_nothing FOREIGN DATA WRAPPER regress_nothing;
CREATE FOREIGN TABLE regress_there (a uuid DEFAULT regress_sql.uuid_time_nextval()) SERVER regress_nothing;
CREATE TEMPORARY VIEW defaults AS
	SELECT adrelid::regclass::text AS "table", attname, pg_get_expr(adbin, adrelid) AS expression
	  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
	 WHERE adrelid IN ('regress_orders'::regclass, '"Regress Orders 1"'::regclass, 'regress_there'::regclass);
CREATE TEMPORARY TABLE defaults_before AS TABLE defaults;
SET client_min_messages = warning;
\set from regress_sql
\set to regress_c
\ir ../../sql-only/move-defaults.sql
SELECT bag_eq('TABLE defaults',
	$$SELECT "table", attname, CASE WHEN attname IN ('d', 'e') THEN expression
			ELSE regexp_replace(expression, '^regress_sql', 'regress_c') END FROM defaults_before$$,
	'defaults that are a call and nothing else move to C, those of partitions and foreign tables too');
\set from regress_c
\set to regress_sql
SET intervalstyle = sql_standard;
\ir ../../sql-only/move-defaults.sql
SET IntervalStyle = 'iso_8601';
SELECT bag_eq('TABLE defaults', 'TABLE defaults_before', 'all defaults move back');
ALTER TABLE regress_orders ALTER a SET DEFAULT regress_c.uuid_opaque_nextval('a', '1 s', '1 day');
ALTER TABLE regress_orders ALTER b SET DEFAULT regress_c.uuid_v7_nextval(1, 4);
\set from regress_c
\set ON_ERROR_STOP off
\ir ../../sql-only/move-defaults.sql
\set ON_ERROR_STOP on
SELECT matches(:'LAST_ERROR_MESSAGE'::text, 'function regress_sql.uuid_v7_nextval\(integer, integer\) does not exist',
	'a function that is not there stops it');
SELECT is(count(*), 2::bigint, 'then all defaults are as they were') FROM defaults
 WHERE "table" = 'regress_orders' AND expression ~ '^regress_c';

SELECT * FROM finish();
DROP TABLE regress_orders CASCADE;
DROP FOREIGN DATA WRAPPER regress_nothing CASCADE;
DROP SCHEMA regress_c, regress_sql CASCADE;
