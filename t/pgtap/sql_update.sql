-- Updates the extensions of the edition in SQL, with the script that creates them, as
-- a role that is no superuser.  Objects that use the functions, secrets and grants
-- stay.  The update drops functions that the new version lacks, adds new ones, and does
-- not take over anyone else's.  scripts/test has written the version "next".
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT plan(20);
CREATE ROLE regress_uuids_stranger;
CREATE ROLE regress_uuids_granted;
CREATE ROLE regress_uuids_owner;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_uuids_owner;
SET LOCAL ROLE regress_uuids_owner;
CREATE SCHEMA regress_update;
CREATE EXTENSION sequential_uuids SCHEMA regress_update;
CREATE EXTENSION sequential_uuids_opaque SCHEMA regress_update;
GRANT EXECUTE ON FUNCTION regress_update.uuid_opaque_window TO regress_uuids_granted;
GRANT SELECT (name) ON regress_update.sequential_uuids_secrets TO regress_uuids_granted;
SELECT regress_update.uuid_secret_create('orders') \gset ignored_
CREATE TABLE regress_update.orders (id uuid DEFAULT regress_update.uuid_time_nextval(), opaque_id uuid DEFAULT regress_update.uuid_opaque_nextval('orders'));
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);

RESET ROLE;
SELECT throws_ok($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$, '42723', NULL, 'a superuser does not put functions of its own among those of another role');
SELECT throws_ok($$ALTER EXTENSION sequential_uuids_opaque UPDATE TO 'next'$$, '42723', NULL, 'nor among those of opaque keys');
SET LOCAL ROLE regress_uuids_owner;

-- The functions of both, their bodies, owners and grants, in one text; and the secrets.
CREATE FUNCTION pg_temp.state() RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(concat_ws(' ', oid::regprocedure, prosrc, pg_get_function_sqlbody(oid), proowner::regrole, proacl), E'\n' ORDER BY oid::regprocedure::text)
		|| (SELECT string_agg(s::text, ',') FROM regress_update.sequential_uuids_secrets AS s)
		|| (SELECT concat_ws(' ', relacl, (SELECT attacl FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'name')) FROM pg_class WHERE oid = 'regress_update.sequential_uuids_secrets'::regclass)
	  FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace $$;
CREATE TEMPORARY TABLE published AS SELECT proname AS name, pg_get_function_arguments(oid) AS arguments FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace;
CREATE FUNCTION regress_update.uuid_own(int) RETURNS int LANGUAGE sql RETURN $1;
CREATE TEMPORARY TABLE before AS SELECT pg_temp.state();

-- What an earlier version had, and what it lacked.
CREATE FUNCTION regress_update.sequential_uuids_former(int) RETURNS int LANGUAGE sql RETURN $1;
CREATE FUNCTION regress_update.uuid_former(int) RETURNS int LANGUAGE sql RETURN regress_update.sequential_uuids_former($1);
ALTER EXTENSION sequential_uuids ADD FUNCTION regress_update.sequential_uuids_former(int);
ALTER EXTENSION sequential_uuids ADD FUNCTION regress_update.uuid_former(int);
CREATE FUNCTION regress_update.uuid_secret_former() RETURNS int LANGUAGE sql RETURN 1;
ALTER EXTENSION sequential_uuids_opaque ADD FUNCTION regress_update.uuid_secret_former();
ALTER EXTENSION sequential_uuids DROP FUNCTION regress_update.uuid_v1_to_v6(uuid);
DROP FUNCTION regress_update.uuid_v1_to_v6(uuid);
ALTER EXTENSION sequential_uuids_opaque DROP FUNCTION regress_update.uuid_secret_drop(text);
DROP FUNCTION regress_update.uuid_secret_drop(text);

GRANT USAGE, CREATE ON SCHEMA regress_update TO regress_uuids_stranger;
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_update.sequential_uuids_check(text, int4, int4, int4) RETURNS int8 LANGUAGE sql AS 'SELECT NULL::int8';
SET LOCAL ROLE regress_uuids_owner;
SELECT throws_ok($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$, '42723', NULL, 'a stranger''s function of such a name stops an update');
SELECT throws_ok($$ALTER EXTENSION sequential_uuids_opaque UPDATE TO 'next'$$, '42723', NULL, 'and one of opaque keys');
RESET ROLE;
DROP FUNCTION regress_update.sequential_uuids_check(text, int4, int4, int4);
SET LOCAL ROLE regress_uuids_owner;

\set script `sql-only/as-extension | sed 's/@extschema@/regress_update/g'`
SELECT throws_ok(:'script', '42723', NULL, 'run as plain SQL, the script does not replace the functions of an extension');
\set script `sql-only/as-extension opaque.sql | sed 's/@extschema@/regress_update/g'`
SELECT throws_ok(:'script', '42723', NULL, 'nor those of opaque keys');
CREATE SCHEMA regress_plain;
\set script `sql-only/as-extension | sed 's/@extschema@/regress_plain/g'`
SELECT lives_ok(:'script' || 'RESET search_path', 'it runs in another schema');
\set script `sql-only/as-extension opaque.sql | sed 's/@extschema@/regress_plain/g'`
SELECT lives_ok(:'script' || 'RESET search_path', 'so does that of opaque keys');
SELECT bag_eq($$SELECT proname, pg_get_function_arguments(oid) FROM pg_proc WHERE pronamespace = 'regress_plain'::regnamespace$$,
	$$SELECT name, arguments FROM published$$, 'they create all functions there');

CREATE VIEW regress_update.uses AS SELECT regress_update.uuid_former(1);
SELECT throws_ok($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$, '2BP01', NULL, 'a function in use is not dropped');
DROP VIEW regress_update.uses;

SELECT lives_ok($$ALTER EXTENSION sequential_uuids UPDATE TO 'next'$$, 'an update');
SELECT hasnt_function('regress_update', 'uuid_former', 'drops what the new version lacks');
SELECT hasnt_function('regress_update', 'sequential_uuids_former', 'and what only that called');
SELECT has_function('regress_update', 'uuid_secret_former', 'not what is of the other extension');
SELECT lives_ok($$ALTER EXTENSION sequential_uuids_opaque UPDATE TO 'next'$$, 'an update of opaque keys');
SELECT is(pg_temp.state(), state, 'all other functions, grants and secrets are as before') FROM before;
SELECT is(string_agg(extversion, ' '), 'next next', 'the versions are new') FROM pg_extension WHERE extname ~ '^sequential_uuids';
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);
SELECT is(count(DISTINCT id) + count(DISTINCT opaque_id), 400::bigint, 'the defaults generate on') FROM regress_update.orders;
SELECT is(count(*), 200::bigint, 'all keys are decoded') FROM regress_update.orders WHERE regress_update.uuid_opaque_window('orders', opaque_id, clock_timestamp()) && tstzrange(now() - interval '1 min', clock_timestamp());
SELECT is((SELECT count(*) FROM pg_depend WHERE refobjid IN (SELECT oid FROM pg_extension WHERE extname ~ '^sequential_uuids') AND classid = 'pg_proc'::regclass AND deptype = 'e'),
	(SELECT count(*) - 1 FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace), 'all functions but one belong to the extensions');

SELECT * FROM finish();
ROLLBACK;
