-- runs: every; edition in SQL: only, it updates that edition
-- Updates the extension of the edition in SQL, with the script that creates it, as a role
-- that is no superuser.  Objects that use the functions and grants stay.  Names that are
-- taken are refused.  scripts/test has written the version "next".
\ir ../lib/quiet.sql
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../lib/error_of.sql
SELECT plan(14);
CREATE ROLE regress_uuids_stranger;
CREATE ROLE regress_uuids_granted;
CREATE ROLE regress_uuids_owner;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_uuids_owner, regress_uuids_stranger;
\set as_owner 'SET LOCAL ROLE regress_uuids_owner;'
\set as_stranger 'SET LOCAL ROLE regress_uuids_stranger;'
\set update 'ALTER EXTENSION sequential_uuids UPDATE TO ''next'''
\set script `cat sql-only/sequential_uuids.sql`
:as_owner
CREATE SCHEMA regress_update;
CREATE EXTENSION sequential_uuids SCHEMA regress_update;
GRANT USAGE, CREATE ON SCHEMA regress_update TO regress_uuids_stranger;
GRANT EXECUTE ON FUNCTION regress_update.uuid_interval_window TO regress_uuids_granted;
CREATE TABLE regress_update.orders (id uuid DEFAULT regress_update.uuid_time_nextval());
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);
CREATE TEMPORARY VIEW functions AS
	SELECT oid, oid::regprocedure::text AS signature, proname AS name, prosrc, pg_get_function_sqlbody(oid) AS body,
		   proowner::regrole::text AS owner, proacl::text AS privileges
	  FROM pg_proc WHERE pronamespace = 'regress_update'::regnamespace;
CREATE TEMPORARY TABLE created AS TABLE functions;

-- What an earlier version had otherwise, and what others have under other names.
CREATE OR REPLACE FUNCTION regress_update.uuid_generated_at(id uuid) RETURNS timestamptz LANGUAGE sql RETURN now();
:as_stranger
CREATE FUNCTION regress_update.uuid_time_orders() RETURNS int LANGUAGE sql RETURN 1;
RESET ROLE;
SELECT throws_ok(:'update', '42723', NULL, 'an update by a superuser who does not own the functions fails');
:as_owner
SELECT lives_ok(:'update', 'an update works beside a function of another name');
SELECT bag_eq($$SELECT * FROM functions WHERE name <> 'uuid_time_orders'$$, 'TABLE created',
	'after an update all functions have their bodies, owners and privileges');
SELECT is(string_agg(extversion, ' '), 'next', 'after an update the extension has the new version')
  FROM pg_extension WHERE extname ~ '^sequential_uuids';
SELECT bag_eq(
	$$SELECT objid FROM pg_depend
	   WHERE classid = 'pg_proc'::regclass AND deptype = 'e'
	     AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sequential_uuids')$$,
	'SELECT oid FROM created', 'after an update the functions of the script belong to the extension, and no other');
INSERT INTO regress_update.orders SELECT FROM generate_series(1, 100);
SELECT is(count(DISTINCT id), 200::bigint, 'after an update the column default generates other keys')
  FROM regress_update.orders;
SELECT is(current_setting('sequential_uuids.names')::name[] @> array_agg(name)
		  AND array_agg(name) @> current_setting('sequential_uuids.names')::name[], true,
	'the script lists the names of just the functions that it creates') FROM created;

-- The script, not as that of an extension.
SET LOCAL search_path = regress_update, public;
SELECT is(pg_temp.error_of(:'script'), '42723 | schema regress_update already has '
	|| (SELECT min(signature COLLATE "C") FROM created) || ' of extension sequential_uuids',
	'run as plain SQL, the script does not replace the functions of an extension');
CREATE SCHEMA regress_plain;
SET LOCAL search_path = regress_plain, public;
SELECT lives_ok(:'script', 'run as plain SQL, the script works in another schema');
SET LOCAL search_path = regress_plain, pg_catalog, public;
SELECT is(pg_temp.error_of(:'script'), '3F000 | the search_path names pg_catalog after another schema',
	'objects of a schema that come before PostgreSQL''s own are refused');
CREATE SCHEMA regress_own;
SET LOCAL search_path = regress_own, public;
CREATE FUNCTION regress_own.uuid_block(text) RETURNS int4 IMMUTABLE LANGUAGE sql AS 'SELECT 42';
SELECT is(pg_temp.error_of(:'script'),
	'42723 | schema regress_own already has regress_own.uuid_block(text) of role regress_uuids_owner',
	'so is a function of one''s own where the script has never run');
RESET search_path;

-- What others have taken.
CREATE SCHEMA regress_foreign;
GRANT USAGE, CREATE ON SCHEMA regress_foreign TO regress_uuids_stranger;
\set foreign_function 'regress_foreign.sequential_uuids_key(uuid,integer,bigint)'
\set create_it 'CREATE FUNCTION ' :foreign_function ' RETURNS uuid LANGUAGE sql RETURN $1;'
SET LOCAL search_path = regress_foreign, public;
SELECT throws_ok(
	regexp_replace(:'script', '\nEND \$\$;', concat(E'\\&\n', :'as_stranger', :'create_it', :'as_owner')),
	'42723', 'schema regress_foreign now has functions of another role',
	'a function that a stranger creates while the script runs is refused');
:as_stranger
:create_it
:as_owner
SELECT throws_ok(:'script', '42723',
	'schema regress_foreign already has ' || :'foreign_function' || ' of role regress_uuids_stranger',
	'a function that a stranger has created is refused');
:as_stranger
SET LOCAL search_path = public;
CREATE SCHEMA regress_theirs;
CREATE EXTENSION sequential_uuids_advice SCHEMA regress_theirs;
ALTER EXTENSION sequential_uuids_advice ADD FUNCTION :foreign_function;
RESET ROLE;
ALTER FUNCTION :foreign_function OWNER TO regress_uuids_owner;
:as_owner
SET LOCAL search_path = regress_foreign, public;
SELECT throws_ok(:'script', '42723',
	'schema regress_foreign already has ' || :'foreign_function' || ' of extension sequential_uuids_advice',
	'so is one of another extension');

SELECT * FROM finish();
ROLLBACK;
