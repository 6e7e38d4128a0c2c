-- Updates the extension of the edition in SQL, with the script that creates it, as a role
-- that is no superuser.  Objects that use the functions and grants stay.  The update adds
-- functions that there were not, and does not take over anyone else's.  scripts/test has
-- written the version "next".
\ir ../lib/quiet.sql
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../lib/error_of.sql
SELECT plan(17);
CREATE ROLE regress_uuids_stranger;
CREATE ROLE regress_uuids_granted;
CREATE ROLE regress_uuids_owner;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_uuids_owner, regress_uuids_stranger;
\set as_owner 'SET LOCAL ROLE regress_uuids_owner;'
\set as_stranger 'SET LOCAL ROLE regress_uuids_stranger;'
\set update 'ALTER EXTENSION sequential_uuids UPDATE TO ''next'''
:as_owner
CREATE SCHEMA regress_update;
CREATE EXTENSION sequential_uuids SCHEMA regress_update;
GRANT EXECUTE ON FUNCTION regress_update.uuid_interval_window TO regress_uuids_granted;
CREATE TABLE regress_update.orders (id uuid DEFAULT regress_update.uuid_time_nextval());
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);

RESET ROLE;
SELECT throws_ok(:'update', '42723', NULL,
	'an update by a superuser who does not own the functions fails');
:as_owner

CREATE TEMPORARY VIEW functions AS
	SELECT oid, oid::regprocedure::text AS signature, proname AS name, pg_get_function_arguments(oid) AS arguments,
		   prosrc, pg_get_function_sqlbody(oid) AS body, proowner::regrole AS owner, proacl AS privileges
	  FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace;
CREATE TEMPORARY TABLE created AS SELECT * FROM functions;
SELECT bag_eq(
	$$SELECT ('regress_update.' || function)::regprocedure::oid
		FROM regress_update.sequential_uuids_functions() AS function$$,
	'SELECT oid FROM created',
	'sequential_uuids_functions() lists just the functions that the script creates');
CREATE FUNCTION regress_update.uuid_own(int) RETURNS int LANGUAGE sql RETURN $1;
CREATE TEMPORARY TABLE before AS SELECT * FROM functions;

-- What an earlier version lacked, or had otherwise.
ALTER EXTENSION sequential_uuids DROP FUNCTION regress_update.uuid_v1_to_v6(uuid);
DROP FUNCTION regress_update.uuid_v1_to_v6(uuid);
CREATE OR REPLACE FUNCTION regress_update.uuid_version(id uuid) RETURNS int4 LANGUAGE sql RETURN 0;

GRANT USAGE, CREATE ON SCHEMA regress_update TO regress_uuids_stranger;
:as_stranger
CREATE FUNCTION regress_update.sequential_uuids_check(text, int4, int4, int4) RETURNS int8
LANGUAGE sql AS 'SELECT NULL::int8';
:as_owner
SELECT is(pg_temp.error_of(:'update'),
	'42723 | schema regress_update already has functions of sequential_uuids | '
	'regress_update.sequential_uuids_check(text,integer,integer,integer) belongs to role regress_uuids_stranger.',
	'a stranger''s function under a name of the extension''s stops an update, and the error names it');
RESET ROLE;
DROP FUNCTION regress_update.sequential_uuids_check(text, int4, int4, int4);
-- Anybody's function of another name is none of ours.
:as_stranger
CREATE FUNCTION regress_update.uuid_time_orders() RETURNS int LANGUAGE sql RETURN 1;
:as_owner

-- The script, not as that of an extension.
\set script `cat sql-only/sequential_uuids.sql`
SET LOCAL search_path = regress_update, public;
SELECT throws_ok(:'script', '42723', NULL,
	'run as plain SQL, the script does not replace the functions of an extension');
CREATE SCHEMA regress_plain;
SET LOCAL search_path = regress_plain, public;
SELECT lives_ok(:'script', 'run as plain SQL, the script works in another schema');
SELECT lives_ok(:'script', '... and there a second time');
CREATE SCHEMA regress_own;
SET LOCAL search_path = regress_own, public;
CREATE FUNCTION regress_own.uuid_version(uuid) RETURNS int4 IMMUTABLE LANGUAGE sql AS 'SELECT 42';
SELECT is(pg_temp.error_of(:'script'),
	'42723 | schema regress_own already has functions of sequential_uuids | '
	'regress_own.uuid_version(uuid) belongs to role ' || quote_ident(current_user) || '.',
	'the script does not replace a function of one''s own where it has never run');
SET LOCAL search_path = regress_plain, public;
SELECT bag_eq(
	$$SELECT proname, pg_get_function_arguments(oid) FROM pg_proc WHERE pronamespace = 'regress_plain'::regnamespace$$,
	'SELECT name, arguments FROM created',
	'run as plain SQL, the script creates the functions of the extension');

-- In a schema in which a stranger has put an operator that matches better than PostgreSQL's own.
RESET search_path;
CREATE SCHEMA regress_planted;
GRANT USAGE, CREATE ON SCHEMA regress_planted TO regress_uuids_stranger;
:as_stranger
CREATE FUNCTION regress_planted.product(numeric, int4) RETURNS numeric LANGUAGE sql RETURN 0;
CREATE OPERATOR regress_planted.* (FUNCTION = regress_planted.product, LEFTARG = numeric, RIGHTARG = int4);
:as_owner
SET LOCAL search_path = regress_planted, public;
SELECT throws_ok(replace(:'script', 'numeric ''1000000''', '1000000'), '42725',
	'functions of sequential_uuids would use operator regress_planted.*(numeric,integer)',
	'the script fails if its functions would use a stranger''s operator, as a changed one would');
:as_stranger
DROP FUNCTION regress_planted.product(numeric, int4) CASCADE;
-- Or a function that matches a call better than ours.
\set planted 'regress_planted.sequential_uuids_check_range(text, int8, int4, int8)'
\set plant 'CREATE FUNCTION ' :planted ' RETURNS int8 LANGUAGE sql IMMUTABLE AS ''SELECT 0::int8'';'
:as_owner
SELECT throws_ok(
	regexp_replace(:'script', '\nEND \$\$;', concat(E'\\&\n', :'as_stranger', :'plant', :'as_owner')),
	'42723', 'another role has meanwhile created functions of sequential_uuids in schema regress_planted',
	'the script fails if a stranger''s function comes while it runs');
:as_stranger
SET LOCAL search_path = public;
CREATE SCHEMA regress_theirs;
CREATE EXTENSION sequential_uuids_advice SCHEMA regress_theirs;
:plant
ALTER EXTENSION sequential_uuids_advice ADD FUNCTION :planted;
:as_owner
SET LOCAL search_path = regress_planted, public;
SELECT throws_ok(:'script', '42723', 'schema regress_planted already has functions of sequential_uuids',
	'the script fails if there is a function of a stranger''s extension');
:as_stranger
DROP EXTENSION sequential_uuids_advice;
:as_owner
RESET search_path;

SELECT lives_ok(:'update', 'an update works beside functions of others under names that the extension does not have');
RESET ROLE;
SELECT lives_ok('DROP FUNCTION regress_update.uuid_time_orders()',
	'an update does not take such a function into the extension');
:as_owner
SELECT bag_eq(
	'SELECT signature, prosrc, body, owner::text, privileges::text FROM functions',
	'SELECT signature, prosrc, body, owner::text, privileges::text FROM before',
	'after an update all functions have the bodies, owners and privileges that the whole script gave them');
SELECT is(string_agg(extversion, ' '), 'next', 'after an update the extension has the new version')
  FROM pg_extension WHERE extname ~ '^sequential_uuids';
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);
SELECT is(count(DISTINCT id), 200::bigint, 'after an update the column default generates other keys')
  FROM regress_update.orders;
SELECT bag_eq(
	$$SELECT objid FROM pg_depend
	   WHERE classid = 'pg_proc'::regclass AND deptype = 'e'
	     AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sequential_uuids')$$,
	$$SELECT oid FROM functions WHERE name <> 'uuid_own'$$,
	'after an update all functions belong to the extension, except the owner''s own');

SELECT * FROM finish();
ROLLBACK;
