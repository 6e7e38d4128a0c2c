-- Updates the extension of the edition in SQL, with the script that creates it, as a role
-- that is no superuser.  Objects that use the functions and grants stay.  The update adds
-- functions that there were not, and does not take over anyone else's.  scripts/test has
-- written the version "next".
\ir ../lib/quiet.sql
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT plan(15);
CREATE ROLE regress_uuids_stranger;
CREATE ROLE regress_uuids_granted;
CREATE ROLE regress_uuids_owner;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_uuids_owner;
SET LOCAL ROLE regress_uuids_owner;
CREATE SCHEMA regress_update;
CREATE EXTENSION sequential_uuids SCHEMA regress_update;
GRANT EXECUTE ON FUNCTION regress_update.uuid_interval_window TO regress_uuids_granted;
CREATE TABLE regress_update.orders (id uuid DEFAULT regress_update.uuid_time_nextval());
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);

RESET ROLE;
SELECT throws_ok($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$, '42723', NULL, 'a superuser does not put functions of its own among those of another role');
SET LOCAL ROLE regress_uuids_owner;

-- The functions, their bodies, owners and grants, in one text.
CREATE FUNCTION pg_temp.state() RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(concat_ws(' ', oid::regprocedure, prosrc, pg_get_function_sqlbody(oid), proowner::regrole, proacl), E'\n' ORDER BY oid::regprocedure::text)
	  FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace $$;
CREATE TEMPORARY TABLE published AS SELECT proname AS name, pg_get_function_arguments(oid) AS arguments FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace;
SELECT bag_eq($$SELECT format('%s(%s)', proname, replace(oidvectortypes(proargtypes), ', ', ',')) FROM pg_proc
	   WHERE oid IN (SELECT ('regress_update.' || function)::regprocedure
					   FROM regress_update.sequential_uuids_functions() AS function)$$,
	$$SELECT format('%s(%s)', proname, replace(oidvectortypes(proargtypes), ', ', ',')) FROM pg_proc
	   WHERE pronamespace = 'regress_update'::regnamespace$$,
	'the list has just the functions that the script creates');
CREATE FUNCTION regress_update.uuid_own(int) RETURNS int LANGUAGE sql RETURN $1;
CREATE TEMPORARY TABLE before AS SELECT pg_temp.state();

-- What an earlier version lacked, or had otherwise.
ALTER EXTENSION sequential_uuids DROP FUNCTION regress_update.uuid_v1_to_v6(uuid);
DROP FUNCTION regress_update.uuid_v1_to_v6(uuid);
CREATE OR REPLACE FUNCTION regress_update.uuid_version(id uuid) RETURNS int4 LANGUAGE sql RETURN 0;

GRANT USAGE, CREATE ON SCHEMA regress_update TO regress_uuids_stranger;
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_update.sequential_uuids_check(text, int4, int4, int4) RETURNS int8 LANGUAGE sql AS 'SELECT NULL::int8';
SET LOCAL ROLE regress_uuids_owner;
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
SELECT is(pg_temp.error_of($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$),
	'42723 | schema regress_update already has functions of sequential_uuids | '
	'regress_update.sequential_uuids_check(text,integer,integer,integer) belongs to role regress_uuids_stranger.',
	'a stranger''s function of such a name stops an update, and the error names it');
RESET ROLE;
DROP FUNCTION regress_update.sequential_uuids_check(text, int4, int4, int4);
-- Anybody's function of another name is none of ours.
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_update.uuid_time_orders() RETURNS int LANGUAGE sql RETURN 1;
SET LOCAL ROLE regress_uuids_owner;

\set script `cat sql-only/sequential_uuids.sql`
SET LOCAL search_path = regress_update, public;
SELECT throws_ok(:'script', '42723', NULL, 'run as plain SQL, the script does not replace the functions of an extension');
CREATE SCHEMA regress_plain;
SET LOCAL search_path = regress_plain, public;
SELECT lives_ok(:'script', 'it runs in another schema');
RESET search_path;
CREATE SCHEMA regress_planted;
GRANT USAGE, CREATE ON SCHEMA regress_planted TO regress_uuids_stranger;
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_planted.product(numeric, int4) RETURNS numeric LANGUAGE sql RETURN 0;
CREATE OPERATOR regress_planted.* (FUNCTION = regress_planted.product, LEFTARG = numeric, RIGHTARG = int4);
SET LOCAL ROLE regress_uuids_owner;
SET LOCAL search_path = regress_planted, public;
SELECT throws_ok(:'script', '42725', 'functions of sequential_uuids would use operator regress_planted.*(numeric,integer)', 'it does not use what a stranger has put there');
-- Nor a function that would match its calls better, whether it is there before, in an
-- extension of the stranger's, or comes while the script runs.
RESET ROLE;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_uuids_stranger;
SET LOCAL ROLE regress_uuids_stranger;
DROP FUNCTION regress_planted.product(numeric, int4) CASCADE;
\set plant 'CREATE FUNCTION regress_planted.sequential_uuids_check_range(text, int8, int4, int8) RETURNS int8 LANGUAGE sql IMMUTABLE AS ''SELECT 0::int8'''
SET LOCAL ROLE regress_uuids_owner;
SELECT throws_ok(regexp_replace(:'script', '\nEND \$\$;', format(E'\nEND $$; SET LOCAL ROLE regress_uuids_stranger; %s; SET LOCAL ROLE regress_uuids_owner;', :'plant')),
	'42723', 'another role has meanwhile created functions of sequential_uuids in schema regress_planted', 'nor what comes there meanwhile');
SET LOCAL ROLE regress_uuids_stranger;
SET LOCAL search_path = public;
CREATE SCHEMA regress_theirs;
CREATE EXTENSION sequential_uuids_advice SCHEMA regress_theirs;
:plant;
ALTER EXTENSION sequential_uuids_advice ADD FUNCTION regress_planted.sequential_uuids_check_range(text, int8, int4, int8);
SET LOCAL ROLE regress_uuids_owner;
SET LOCAL search_path = regress_planted, public;
SELECT throws_ok(:'script', '42723', 'schema regress_planted already has functions of sequential_uuids', 'nor what is of an extension of theirs');
SET LOCAL ROLE regress_uuids_stranger;
DROP EXTENSION sequential_uuids_advice;
SET LOCAL ROLE regress_uuids_owner;
RESET search_path;
SELECT bag_eq($$SELECT proname, pg_get_function_arguments(oid) FROM pg_proc WHERE pronamespace = 'regress_plain'::regnamespace$$,
	$$SELECT name, arguments FROM published$$, 'it creates all functions there');

SELECT lives_ok($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$, 'an update, beside a function of somebody''s own');
RESET ROLE;
SELECT lives_ok('DROP FUNCTION regress_update.uuid_time_orders()', 'which is not of the extension');
SET LOCAL ROLE regress_uuids_owner;
SELECT is(pg_temp.state(), state, 'all functions, bodies and grants are those of the whole script, as before') FROM before;
SELECT is(string_agg(extversion, ' '), 'next', 'the version is new') FROM pg_extension WHERE extname ~ '^sequential_uuids';
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);
SELECT is(count(DISTINCT id), 200::bigint, 'the default generates on') FROM regress_update.orders;
SELECT is((SELECT count(*) FROM pg_depend WHERE refobjid IN (SELECT oid FROM pg_extension WHERE extname ~ '^sequential_uuids') AND classid = 'pg_proc'::regclass AND deptype = 'e'),
	(SELECT count(*) - 1 FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace), 'all functions but one belong to the extension');

SELECT * FROM finish();
ROLLBACK;
