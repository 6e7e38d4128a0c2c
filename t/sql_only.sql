-- The edition in pure SQL beside the one in C: every deterministic function
-- gives the same value, over the vectors and CALLS random arguments (from the
-- environment; 100000 by default); what they make is alike; and a table moves
-- from the one to the other and back.  SEED in the environment, a whole
-- number, repeats a run's arguments.
\ir lib/random_tests.sql
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS regress_c, regress_sql CASCADE;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA regress_c;
CREATE SCHEMA regress_sql;
CREATE EXTENSION sequential_uuids SCHEMA regress_c;
\set schema regress_sql
\ir ../sql-only/sequential_uuids.sql
BEGIN;
SELECT plan(30);
SELECT diag('SEED=' || :'seed');
-- What a session may have set, and must not matter.
SET TimeZone = 'America/New_York';
SET IntervalStyle = 'iso_8601';
SET DateStyle = 'German';
SET bytea_output = 'escape';
SET extra_float_digits = -15;
SELECT setseed((:seed % 1000000007) / 1000000007.0);

-- The same functions, with the same parameters, defaults and labels.
CREATE TEMPORARY VIEW functions AS
SELECT pronamespace::regnamespace::text AS schema, proname,
	   regexp_replace(pg_get_function_arguments(oid), 'regress_\w+\.', '', 'g') AS arguments, regexp_replace(pg_get_function_result(oid), 'regress_\w+\.', '', 'g') AS result,
	   provolatile, proparallel, proretset, proisstrict
  FROM pg_proc WHERE pronamespace IN ('regress_c'::regnamespace, 'regress_sql'::regnamespace) AND proname NOT LIKE 'sequential\_uuids\_%';
SELECT results_eq('SELECT proname, arguments, result, provolatile, proparallel, proretset FROM functions WHERE schema = ''regress_sql'' ORDER BY 1, 2',
	'SELECT proname, arguments, result, provolatile, proparallel, proretset FROM functions WHERE schema = ''regress_c'' ORDER BY 1, 2',
	'the same functions, with the same parameters, defaults, results, volatility and safety in parallel');
SELECT is((SELECT string_agg(proname || '(' || arguments || ')', ' ' ORDER BY proname, arguments) FROM functions WHERE schema = 'regress_sql' AND NOT proisstrict),
	'uuid_sequence_nextval(sequence regclass, block_size bigint, block_count bigint, version integer) uuid_sequence_nextval(sequence regclass, block_size integer DEFAULT 65536, block_count integer DEFAULT 65536) uuid_time_nextval(interval_length integer DEFAULT 60, interval_count integer DEFAULT 65536)',
	'STRICT as well, but for three, which as such could not be put in the place of the call');

-- Random arguments: numbers and times of any magnitude, some at the bounds.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS int8 LANGUAGE sql VOLATILE AS $$SELECT floor(2::numeric ^ (random() * bits)::numeric * 0.99999999999)::int8$$;
CREATE FUNCTION pg_temp.one_of(choices anyarray) RETURNS anyelement LANGUAGE sql VOLATILE AS 'SELECT choices[1 + floor(random() * cardinality(choices))::int]';
CREATE TEMPORARY TABLE arguments AS
SELECT i, CASE WHEN random() < 0.1 THEN pg_temp.one_of('{-9223372036854775808,-9223372036854775807,-1,0,9223372036854775807}'::int8[])
			ELSE pg_temp.up_to(63) * CASE WHEN random() < 0.3 THEN -1 ELSE 1 END END AS counter,
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

-- Names of PostgreSQL's types in the temporary schema, which is looked into for
-- types before all others: before any function has been called in this session.
CREATE DOMAIN pg_temp.int8 AS pg_catalog.text;
CREATE DOMAIN pg_temp.uuid AS pg_catalog.text;
CREATE DOMAIN pg_temp.numeric AS pg_catalog.text;
CREATE DOMAIN pg_temp.interval AS pg_catalog.text;
CREATE TEMPORARY TABLE trapped AS
SELECT i, (regress_sql.uuid_block(id, count), regress_sql.uuid_time_window(id, at, length, count), regress_sql.uuid_timestamp(id), regress_sql.uuid_block_bounds(0, count), regress_sql.uuid_sequence_block(counter, size, count))::pg_catalog.text AS among_traps
  FROM arguments WHERE i <= 100;
DROP DOMAIN pg_temp.int8, pg_temp.uuid, pg_temp.numeric, pg_temp.interval;

-- An expression with both editions' functions, compared in each row.
CREATE FUNCTION pg_temp.differences(expression text, condition text DEFAULT 'true') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT a::text FROM arguments AS a WHERE CASE WHEN %s THEN (%s) IS DISTINCT FROM (%s) END', replace(condition, 'uuid_', 'regress_c.uuid_'), replace(expression, 'uuid_', 'regress_c.uuid_'), replace(expression, 'uuid_', 'regress_sql.uuid_'));
END $$;
SELECT is_empty(format('SELECT pg_temp.differences(%L)', expression), 'the same: ' || expression)
  FROM unnest(ARRAY['uuid_sequence_block(counter, size, count)', 'uuid_time_block(at, length, count)', 'uuid_block(id, count)', 'uuid_block_bounds(mod(abs(counter::numeric), count)::int8, count)',
	'(SELECT array_agg(r) FROM uuid_time_ranges(least(at, at_2), greatest(at, at_2), length, count) AS r)', 'uuid_time_window(id, at, length, count)', 'uuid_version(id)', 'uuid_timestamp(id)']) AS expression;
SELECT is_empty(format('SELECT pg_temp.differences(%L, %L)', expression, condition), 'the same: ' || expression)
  FROM (VALUES ('uuid_v1_to_v6(id)', 'uuid_version(id) = 1'), ('uuid_v6_to_v1(id)', 'uuid_version(id) = 6'), ('uuid_v1_to_v7(id)', 'uuid_version(id) = 1 AND uuid_timestamp(id) >= ''1970-01-01 00:00:00+00'''),
	('uuid_v7_bounds(least(at, at_2), greatest(at, at_2))', 'least(at, at_2) >= ''1970-01-01 00:00:00+00'' AND greatest(at, at_2) < ''10889-08-02 00:00:00+00''')) AS v (expression, condition);

-- At the edges of intervals, for as long as it is said to be exact.
CREATE TEMPORARY TABLE edges AS
SELECT timestamptz '1970-01-01 00:00:00+00' + (microseconds - mod(microseconds, regress_sql.sequential_uuids_length('length', length)) - before) * interval '1 us' AS at, length, count
  FROM (SELECT length, count, ((CASE WHEN random() < 0.5 THEN -1 ELSE 1 END) * exp(random() * 36) * 0.996)::int8 AS microseconds FROM arguments) AS moments, generate_series(0, 1) AS before;
SELECT is_empty('SELECT * FROM edges WHERE regress_sql.sequential_uuids_clock_block(at, regress_sql.sequential_uuids_length(''length'', length), count) <> regress_c.uuid_time_block(at, length, count)',
	'the block of the current time, at ' || (SELECT count(DISTINCT at) FROM edges) || ' edges of intervals from ' || (SELECT min(at) FROM edges)::date || ' to ' || (SELECT max(at) FROM edges)::date);

-- The worked cases of the arithmetic.
CREATE TEMPORARY TABLE vectors (kind text, counter int8, size int8, count int8, block int8, prefix_bits int, first_uuid uuid, last_uuid uuid);
\copy vectors FROM 't/vectors/blocks.csv' (FORMAT csv, HEADER)
SELECT is_empty('SELECT * FROM vectors WHERE regress_sql.uuid_sequence_block(counter, size, count) <> block OR regress_sql.uuid_block(regress_sql.uuid_sequence_at(counter, size, count), count) <> block
		OR regress_sql.uuid_block(first_uuid, count) <> block OR regress_sql.uuid_block(last_uuid, count) <> block
		OR NOT regress_sql.uuid_sequence_at(counter, size, count) BETWEEN first_uuid AND last_uuid', 'the worked cases, and what is made for each');

-- Errors: SQLSTATE, message, detail.
CREATE FUNCTION pg_temp.error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' | ', SQLSTATE, message, detail);
END $$;
CREATE TEMPORARY TABLE errors AS
SELECT call, pg_temp.error_of('SELECT ' || replace(call, 'uuid_', 'regress_c.uuid_')) AS in_c, pg_temp.error_of('SELECT ' || replace(call, 'uuid_', 'regress_sql.uuid_')) AS in_sql
  FROM (SELECT replace(replace(f, 'SIZE', size), 'COUNT', count) AS call
		  FROM unnest('{uuid_sequence_block(1, SIZE, COUNT),uuid_sequence_at(1, SIZE, COUNT),uuid_sequence_at(1, 1, COUNT, SIZE),uuid_block(gen_random_uuid(), COUNT),uuid_block_bounds(SIZE, COUNT),uuid_v7_nextval(SIZE::int4, COUNT::int4),uuid_time_nextval(SIZE::int4, COUNT::int4)}'::text[]) AS f,
			   unnest('{-1,0,5,7,8,16,17,65535,65536,9223372036854775807}'::text[]) AS size, unnest('{-1,0,1,16,17,281474976710656,281474976710657}'::text[]) AS count
		UNION
		SELECT replace(replace(f, 'AT', quote_literal(at)), 'LENGTH', quote_literal(length))
		  FROM unnest(ARRAY['uuid_time_block(AT, LENGTH, 7)', 'uuid_time_at(AT, LENGTH)', 'uuid_time_nextval(LENGTH::interval, 7, 4)', 'uuid_v7_at(AT)', 'uuid_v7_bounds(AT, ''2026-01-01'')', 'uuid_v7_bounds(''2026-01-01'', AT)',
				'uuid_time_ranges(AT, ''2026-01-01'', LENGTH)', 'uuid_time_ranges(AT, ''2026-01-01'', ''60 s'', 0)', 'uuid_time_window(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', AT, LENGTH, 0)', 'uuid_time_ranges(''2026-01-01'', AT, LENGTH)', 'uuid_time_window(''89741bef-1ddd-401a-9d89-960dec2cfbfd'', AT, LENGTH)']) AS f,
			   unnest('{infinity,-infinity,294247-01-10 04:00:54.775807+00,294247-01-10 04:00:54.775808+00,10889-08-02 05:31:50.655999+00,10889-08-02 05:31:50.656+00,1970-01-01+00,1969-12-31 23:59:59.999999+00,4714-11-24 00:00:00+00 BC}'::text[]) AS at,
			   unnest('{60 s,0,-1 us,1 us,1 mon,1 year -1 year,1 mon -30 days,106751991 days 04:00:54.775807,106751991 days 04:00:54.775808,-1 days 25:00:00}'::text[]) AS length
		UNION
		SELECT format('%s(%L)', f, id) FROM unnest('{uuid_v1_to_v6,uuid_v6_to_v1,uuid_v1_to_v7}'::text[]) AS f,
			   unnest('{c232ab00-9414-11ec-b3c8-9f6bdeced846,1ec9414c-232a-6b00-b3c8-9f6bdeced846,00000000-0000-1000-8000-000000000000,13813fff-1dd2-11b2-8000-000000000000,13814000-1dd2-11b2-8000-000000000000,c232ab00-9414-11ec-f3c8-9f6bdeced846}'::text[]) AS id) AS calls;
SELECT cmp_ok((SELECT count(*) FROM errors WHERE in_c <> 'no error'), '>', 300::bigint, 'errors of the one in C');
SELECT is_empty('SELECT * FROM errors WHERE in_c <> in_sql', 'are those of the other, to the letter, in ' || (SELECT count(*) FROM errors) || ' calls');

-- UUIDs of a time carry it.
SELECT is_empty($$SELECT at_2 FROM arguments WHERE regress_sql.uuid_timestamp(regress_sql.uuid_v7_at(at_2)) <> date_trunc('milliseconds', at_2)
		OR NOT regress_sql.uuid_v7_at(at_2) BETWEEN (regress_c.uuid_v7_bounds(at_2, at_2)).lo AND (regress_c.uuid_v7_bounds(at_2, at_2)).hi
		OR regress_c.uuid_block(regress_sql.uuid_time_at(at_2, length, count, 8), count) <> regress_c.uuid_time_block(at_2, length, count)$$, 'UUIDs of a time carry it');
SELECT is((SELECT string_agg(DISTINCT concat_ws(' ', uuid_version, bits), ', ') FROM (
		SELECT regress_c.uuid_version(id) AS uuid_version, (('x' || replace(id::text, '-', ''))::bit(128) << 66)::bit(4)::int AS bits FROM generate_series(1, 1000), regress_sql.uuid_v7_nextval(5, 4) AS id) AS made), '7 5', 'and UUIDv7 a node');

SELECT is_empty($$SELECT i, among_traps FROM trapped JOIN arguments USING (i)
		 WHERE among_traps <> (regress_c.uuid_block(id, count), regress_c.uuid_time_window(id, at, length, count), regress_c.uuid_timestamp(id), regress_c.uuid_block_bounds(0, count), regress_c.uuid_sequence_block(counter, size, count))::text$$,
	'the same among traps');

-- The advice, whose floating point may differ in the last digits: C on 32-bit
-- x86 rounds to them only what it stores.
CREATE TEMPORARY TABLE loads AS
SELECT exp(random() * 29 - 9) AS rate, exp(random() * 30) * interval '1 us' AS turn, pg_temp.up_to(63) + 1 AS rows, pg_temp.up_to(50) + 8192 AS memory FROM generate_series(1, greatest(:calls / 500, 10));
CREATE FUNCTION pg_temp.advice(schema text) RETURNS TABLE (load text, place int8, goal text, call text, seconds float8, random_bits int, outsider text, rows_per_block float8, pages int8, odds float8, density float8) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT l::text, row_number() OVER (PARTITION BY l), goal, call, extract(epoch FROM wraps_after)::float8, random_bits, outsider_learns, rows_per_block, warm_pages, collision_odds, leaf_density
		FROM loads AS l, LATERAL (SELECT * FROM %I.uuid_advise(rate, turn, rows, memory)) AS a', schema);
END $$;
SELECT is_empty('SELECT * FROM pg_temp.advice(''regress_c'') AS c FULL JOIN pg_temp.advice(''regress_sql'') AS s USING (load, place)
		WHERE (c.goal, c.call, c.random_bits, c.outsider) IS DISTINCT FROM (s.goal, s.call, s.random_bits, s.outsider)
			OR abs(c.seconds - s.seconds) > 1e-6 + 1e-15 * c.seconds OR abs(c.rows_per_block - s.rows_per_block) > 1e-15 * c.rows_per_block
			OR abs(c.pages - s.pages) > 1 OR abs(c.odds - s.odds) > 1e-12 * c.odds OR abs(c.density - s.density) > 0.1', 'the same advice for ' || (SELECT count(*) FROM loads) || ' loads');

-- What is made is of the same block and version; NULL gives NULL.
CREATE FUNCTION pg_temp.is_null(call text, OUT answer bool) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || call || ' IS NULL' INTO answer;
END $$;
CREATE SEQUENCE regress_sql.s MINVALUE -9223372036854775808;
SELECT setval('regress_sql.s', -9223372036854775808, false) \gset ignored_
SELECT is((SELECT string_agg(DISTINCT concat_ws(' ', regress_c.uuid_block(regress_sql.uuid_sequence_nextval('regress_sql.s', 3, 5), 5), regress_c.uuid_block(regress_sql.uuid_sequence_nextval('regress_sql.s', 3, 5, 8), 5)), ', ') FROM generate_series(1, 1)),
	concat_ws(' ', 5 - 1 - mod(div(9223372036854775808, 3), 5), 5 - 1 - mod(div(9223372036854775807, 3), 5)), 'from the smallest value of a sequence on');
SELECT is_empty('SELECT call FROM unnest(ARRAY[''uuid_sequence_nextval(NULL)'', ''uuid_sequence_nextval(NULL, 0)'', ''uuid_sequence_nextval(''''regress_sql.s'''', NULL, 0)'', ''uuid_sequence_nextval(NULL, 0, 0, 5)'',
		''uuid_time_nextval(NULL, 0)'', ''uuid_time_nextval(0, NULL)'', ''uuid_sequence_nextval(''''regress_sql.s'''', NULL)'', ''uuid_sequence_nextval(''''regress_sql.s'''', 1, 1, NULL)'', ''uuid_time_nextval(NULL)'', ''uuid_time_nextval(60, NULL)'',
		''uuid_time_nextval(interval ''''1 s'''', 1, NULL)'', ''uuid_sequence_at(NULL)'', ''uuid_time_at(NULL)'', ''uuid_v7_nextval(NULL, 1)'', ''uuid_v7_at(NULL)'']) AS call
		WHERE NOT pg_temp.is_null(''regress_sql.'' || call)', 'NULL in, NULL out');
COMMIT;

-- The way from the one to the other, and back.
CREATE TABLE regress_orders (a uuid DEFAULT regress_sql.uuid_sequence_nextval('regress_sql.s', 4, 256), b uuid DEFAULT regress_sql.uuid_time_nextval(), c uuid DEFAULT regress_sql.uuid_v7_nextval(5, 4),
	d uuid DEFAULT coalesce(regress_sql.uuid_time_at(now(), '1 ms', 256, 8), gen_random_uuid()), e uuid DEFAULT gen_random_uuid(), f int DEFAULT 1,
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
\ir ../sql-only/move-defaults.sql
SELECT pg_temp.defaults() AS defaults_on_c \gset
\set others_of_sql :others
INSERT INTO regress_orders SELECT FROM generate_series(1, 100);
\set from regress_c
\set to regress_sql
\ir ../sql-only/move-defaults.sql
SELECT pg_temp.defaults() AS defaults_back \gset
INSERT INTO regress_orders SELECT FROM generate_series(1, 50);
INSERT INTO "Regress Orders 1" (f) SELECT 1 FROM generate_series(1, 50);
BEGIN;
SELECT is((SELECT by_user FROM inserted), 1::bigint, 'a role with no right on the schema inserts by default');
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
