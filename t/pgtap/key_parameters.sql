-- runs: every; majors: all; edition in SQL: no, it compares both editions; sanitizers: yes; JIT: 0; mutants: yes
-- uuid_key_parameters(): what a default generates, in each form, under each setting, for a role without privileges; and
-- why there are no parameters, in both editions alike.
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS "Edition (in) C", edition, "Shop" CASCADE;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA "Edition (in) C";
CREATE SCHEMA edition;
CREATE EXTENSION sequential_uuids SCHEMA "Edition (in) C";
SET search_path = edition;
\ir ../../sql-only/sequential_uuids.sql
RESET search_path;
BEGIN;
\ir ../lib/error_of.sql
SELECT plan(9);
CREATE SCHEMA "Shop";
CREATE SEQUENCE "Shop".numbers;

-- A default, with S for the schema of the functions, and the parameters or else the error.
CREATE TABLE cases (number serial, expression text, type text, result text);
INSERT INTO cases (type, expression, result) VALUES
	('uuid', $$S.uuid_interval_nextval('5 min', '60 days')$$, '(uuid_interval_nextval,300000000,17280,4)'),
	('uuid', $$S.uuid_interval_nextval(cycle => '2 s', interval_length => '1.5 ms', version => 8)$$,
		'cycle'),
	('uuid', $$S.uuid_interval_nextval(cycle => '3 s', interval_length => '1.5 ms', version => 8)$$,
		'(uuid_interval_nextval,1500,2000,8)'),
	('uuid', $$S.uuid_interval_nextval('5 min', cycle => '60 days', version => 8)$$,
		'(uuid_interval_nextval,300000000,17280,8)'),
	('uuid', $$S.uuid_interval_nextval('1 us', '1 us')$$, '(uuid_interval_nextval,1,1,4)'),
	('uuid', $$S.uuid_interval_nextval('106751991 days', '106751991 days')$$,
		'(uuid_interval_nextval,9223372022400000000,1,4)'),
	('uuid', $$S.uuid_interval_nextval('106751991 days 04:00:54.775807', '106751991 days 04:00:54.775807')$$,
		'(uuid_interval_nextval,9223372036854775807,1,4)'),
	('uuid', $$S.uuid_interval_nextval('1 us', '281474976710656 us')$$, '(uuid_interval_nextval,1,281474976710656,4)'),
	('uuid', $$S.uuid_interval_nextval('1 us', '281474976710657 us')$$, 'cycle'),
	('uuid', $$S.uuid_interval_nextval('32768 us', '106751991 days 04:00:54.775808')$$, 'cycle'),
	('uuid', $$S.uuid_interval_nextval('1 day -1 hours', '2 days -2 hours')$$,
		'(uuid_interval_nextval,82800000000,2,4)'),
	('uuid', $$S.uuid_time_nextval()$$, '(uuid_time_nextval,60000000,65536,4)'),
	('uuid', $$S.uuid_time_nextval(10)$$, '(uuid_time_nextval,10000000,65536,4)'),
	('uuid', $$S.uuid_time_nextval(interval_count => 7)$$, '(uuid_time_nextval,60000000,7,4)'),
	('uuid', $$S.uuid_time_nextval(2147483647, 2147483647)$$, '(uuid_time_nextval,2147483647000000,2147483647,4)'),
	('text', $$S.uuid_time_nextval()::text$$, '(uuid_time_nextval,60000000,65536,4)'),
	('varchar(36)', $$S.uuid_time_nextval()::text$$, '(uuid_time_nextval,60000000,65536,4)'),
	('char(32)', $$replace(S.uuid_time_nextval()::text, '-', '')$$, '(uuid_time_nextval,60000000,65536,4)'),
	('bytea', $$uuid_send(S.uuid_time_nextval())$$, '(uuid_time_nextval,60000000,65536,4)'),
	('"Shop".key', $$S.uuid_time_nextval()$$, '(uuid_time_nextval,60000000,65536,4)'),
	('uuid', $$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 300 % '34560'), 7)
		|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid$$, '(,300000000,34560,4)'),
	('uuid', $$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 300 % '32769'), 7)
		|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid$$, '(,300000000,32769,4)'),
	('text', $$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 300 % '65536'), 7)
		|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid::text$$, '(,300000000,65536,4)'),
	('uuid', $$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 300 % '32768'), 7)
		|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid$$, 'It is no plain call'),
	('uuid', $$gen_random_uuid()$$, 'It is no plain call'),
	('uuid', 'NULL', 'It has no default'),
	('uuid', $$'05a03e5c-1b5f-4f3c-9c1d-6f4c5d3e2b1a'$$, 'It is no plain call'),
	('text', $$left(S.uuid_time_nextval()::text, 8)$$, 'It is no plain call'),
	('text', $$S.uuid_time_nextval()::varchar(8)$$, 'It is no plain call'),
	('text', $$replace(S.uuid_time_nextval()::text, '-', '_')$$, 'It is no plain call'),
	('uuid', $$coalesce(S.uuid_time_nextval(), gen_random_uuid())$$, 'It is no plain call'),
	('uuid', $$"Shop".uuid_time_nextval()$$, 'It is no plain call'),
	('uuid', $$S.uuid_interval_at(now(), '5 min', '60 days')$$, 'It calls uuid_interval_at()'),
	('uuid', $$S.uuid_interval_nextval(make_interval(mins => 5), '60 days')$$, 'An argument of uuid_interval_nextval()'),
	('uuid', $$S.uuid_time_nextval(length('60'))$$, 'An argument of uuid_time_nextval()'),
	('uuid', $$S.uuid_sequence_nextval('"Shop".numbers')$$, 'Only the server can generate keys by sequence'),
	('uuid', $$S.uuid_v7_nextval()$$, 'Its keys are UUIDv7'),
	('uuid', $$S.uuid_interval_nextval(interval '5' minute, interval '60 days' day)$$,
		'(uuid_interval_nextval,300000000,17280,4)'),
	('uuid', $$S.uuid_interval_nextval(interval(0) '5 min', '60 days')$$, '(uuid_interval_nextval,300000000,17280,4)'),
	('text', $$S.uuid_time_nextval()::text::"Shop".short$$, 'It is no plain call'),
	('"Shop".long', $$S.uuid_time_nextval()::text$$, '(uuid_time_nextval,60000000,65536,4)'),
	('"Shop".bytes', $$uuid_send(S.uuid_time_nextval())$$, '(uuid_time_nextval,60000000,65536,4)'),
	('text', $$S.uuid_time_nextval()::text::bpchar$$, 'It is no plain call'),
	('text', $$uuid_send(S.uuid_time_nextval())::text$$, 'It is no plain call'),
	('uuid', $$S.uuid_time_nextval()::text::uuid$$, 'It is no plain call'),
	('text', $$upper(S.uuid_time_nextval()::text)$$, 'It is no plain call'),
	('uuid', $$S.uuid_time_nextval(1, 2, 3)$$, 'It '),
	('uuid', $$S.uuid_time_nextval(1::int8, 2::int8)$$, 'It '),
	('uuid', $$S.uuid_interval_nextval('1 day', '200000000 days')$$, 'cycle'),
	('uuid', $$S.uuid_time_nextval(-1)$$, 'interval_length'),
	('uuid', $$S.uuid_interval_nextval('1 mon', '1 year')$$, 'interval_length'),
	('uuid', $$S.uuid_interval_nextval('0', '1 day')$$, 'interval_length'),
	('uuid', $$S.uuid_interval_nextval('1 day', '1 year')$$, 'cycle'),
	('uuid', $$S.uuid_interval_nextval('1 day', '36 hours')$$, 'cycle'),
	('uuid', $$S.uuid_interval_nextval('1 day', '2 days', 7)$$, 'version'),
	('uuid', $$S.uuid_time_nextval(0)$$, 'interval_length'),
	('uuid', $$S.uuid_time_nextval(60, 0)$$, 'interval_count');
CREATE DOMAIN "Shop".key AS uuid;
CREATE DOMAIN "Shop".short AS varchar(8);
CREATE DOMAIN "Shop".long AS varchar(36);
CREATE DOMAIN "Shop".bytes AS bytea;
-- Overloads of the extension's owner, who need not be a superuser, in the extension or beside it.
CREATE FUNCTION edition.uuid_time_nextval(int, int, int) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
CREATE FUNCTION edition.uuid_time_nextval(int8, int8) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
CREATE FUNCTION "Edition (in) C".uuid_time_nextval(int, int, int) RETURNS uuid LANGUAGE sql
AS 'SELECT gen_random_uuid()';
CREATE FUNCTION "Edition (in) C".uuid_time_nextval(int8, int8) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
ALTER EXTENSION sequential_uuids ADD FUNCTION "Edition (in) C".uuid_time_nextval(int, int, int);
ALTER EXTENSION sequential_uuids ADD FUNCTION "Edition (in) C".uuid_time_nextval(int8, int8);
CREATE FUNCTION "Shop".uuid_time_nextval(interval_length int DEFAULT 60, interval_count int DEFAULT 65536)
RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';

-- What each edition says: the row, or else SQLSTATE and the detail, or the parameter.
CREATE FUNCTION said(schema text, relation regclass, column_name name) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
	detail text;
BEGIN
	EXECUTE format('SELECT %I.uuid_key_parameters(%L, %L)', schema, relation, column_name) INTO result;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN concat(SQLSTATE, ' ', CASE SQLSTATE WHEN '55000' THEN concat(SQLERRM, ': ', detail)
		WHEN '22023' THEN substring(SQLERRM FROM '"(.*)"') ELSE SQLERRM END);
END $$;
CREATE TABLE said (schema text, number int, setting text, result text);
CREATE TABLE ways (setting text);
INSERT INTO ways VALUES ('intervalstyle = iso_8601'), ('intervalstyle = sql_standard'),
	('intervalstyle = postgres_verbose'), ('quote_all_identifiers = on'), ('search_path = "Edition (in) C", public'),
	('search_path = public, edition, pg_catalog'), ('standard_conforming_strings = off'), ('role = nobody');
-- PostgreSQL 19 does not have that any more.
DELETE FROM ways WHERE setting ~ '^standard' AND current_setting('server_version_num')::int >= 190000;
CREATE ROLE nobody;
GRANT USAGE ON SCHEMA edition, "Edition (in) C", "Shop" TO nobody;
GRANT ALL ON said TO nobody;
GRANT SELECT ON cases TO nobody;
DO $$
DECLARE
	c record;
	setting text;
BEGIN
	FOR c IN SELECT * FROM unnest('{edition,"Edition (in) C"}'::text[]) AS schema, cases LOOP
		EXECUTE format('CREATE TABLE "Shop".%I (id %s DEFAULT %s)', c.schema || c.number, c.type,
			replace(c.expression, 'S.', quote_ident(c.schema) || '.'));
	END LOOP;
	FOR setting IN TABLE ways LOOP
		EXECUTE 'SET LOCAL ' || setting;
		INSERT INTO public.said
			SELECT s, n, setting, public.said(s, format('"Shop".%I', s || n)::regclass, 'id')
			  FROM unnest('{edition,"Edition (in) C"}'::text[]) AS s, (SELECT number FROM public.cases) AS c (n);
		EXECUTE 'RESET ' || split_part(setting, ' ', 1);
	END LOOP;
END $$;
SELECT is(count(*), 2 * (SELECT count(*) FROM ways, cases), 'each case has been tried under each setting') FROM said;
SELECT is_empty($$SELECT schema, expression, setting, said.result FROM said JOIN cases USING (number)
	WHERE NOT CASE WHEN cases.result LIKE '(%' THEN said.result = cases.result
		WHEN cases.result ~ '^[a-z_]+$' THEN said.result = '22023 ' || cases.result
		ELSE said.result LIKE '55000 default of column "id" of relation "%" has no parameters for programs: '
			|| replace(cases.result, '_', '\_') || '%' END$$,
	'each default of ours has its parameters; another has an error that says why');
SELECT is_empty($$SELECT number, setting FROM said GROUP BY 1, 2
	HAVING count(DISTINCT replace(result, schema, '')) > 1$$, 'both editions say the same');

DO $$
DECLARE
	schema text;
BEGIN
	FOREACH schema IN ARRAY '{edition,"Edition (in) C"}'::text[] LOOP
		EXECUTE format('CREATE DOMAIN "Shop".%1$I AS uuid DEFAULT %1$I.uuid_time_nextval(10)', schema);
		EXECUTE format('CREATE TABLE "Shop".%I (id "Shop".%I)', 'of ' || schema, schema);
	END LOOP;
END $$;
SELECT set_eq($$SELECT said(s, format('"Shop".%I', 'of ' || s)::regclass, 'id')
	FROM unnest('{edition,"Edition (in) C"}'::text[]) AS s$$, ARRAY['(uuid_time_nextval,10000000,65536,4)'],
	'... also of a default that a domain has');

SELECT is_empty($$SELECT proname FROM pg_proc
	WHERE pronamespace = '"Edition (in) C"'::regnamespace AND proname ~ '_nextval$' AND proname <> 'uuid_opaque_nextval'
	  AND NOT EXISTS (SELECT FROM cases WHERE expression LIKE '%S.' || proname || '(%')$$,
	'each generator is among the cases, or below');
CREATE TABLE others (id uuid DEFAULT "Edition (in) C".uuid_opaque_nextval('others', '5 min', '60 days'), gone int);
ALTER TABLE others DROP gone, ADD made text GENERATED ALWAYS AS (id::text) STORED,
	ADD number int GENERATED BY DEFAULT AS IDENTITY;
CREATE VIEW seen AS SELECT id FROM others;
SELECT is(said('Edition (in) C', 'others', 'id'), '55000 default of column "id" of relation "others" has no parameters '
	'for programs: Only the server can generate opaque keys.', 'the keys of an opaque default stay the server''s');
SELECT results_eq(format($$SELECT s, said(s, %L, c) FROM (VALUES ('Edition (in) C'), ('edition')) AS s (s),
		(VALUES ('gone'), ('ctid'), ('ID')) AS c (c) ORDER BY 1, 2$$, 'others'),
	$$SELECT s, r FROM (VALUES ('Edition (in) C'), ('edition')) AS s (s), (VALUES
		('42703 column "ID" of relation "others" does not exist'),
		('42703 column "gone" of relation "others" does not exist'),
		('55000 default of column "ctid" of relation "others" has no parameters for programs: It has no default.'))
		AS r (r) ORDER BY 1, 2$$, 'a column that is not there is an error');
SELECT results_eq($$SELECT s, said(s, r, c) FROM (VALUES ('Edition (in) C'), ('edition')) AS s (s),
		(VALUES ('others'::regclass, 'made'), ('others', 'number'), ('seen', 'id')) AS c (r, c) ORDER BY 1, 2$$,
	$$SELECT s, '55000 default of column "' || r FROM (VALUES ('Edition (in) C'), ('edition')) AS s (s), (VALUES
		('id" of relation "seen" has no parameters for programs: It has no default; ask for the column of the '
			'view''s table.'),
		('made" of relation "others" has no parameters for programs: It is a generated or an identity column.'),
		('number" of relation "others" has no parameters for programs: It is a generated or an identity column.'))
		AS r (r) ORDER BY 1, 2$$, 'generated columns and views have none');
SELECT is_empty($$SELECT FROM unnest('{edition,"Edition (in) C"}'::text[]) AS s
	WHERE said(s, 0, 'id') <> '42P01 relation with OID 0 does not exist'$$, 'and so is a table');
SELECT * FROM finish();
ROLLBACK;
DROP EXTENSION sequential_uuids;
DROP SCHEMA "Edition (in) C", edition CASCADE;
