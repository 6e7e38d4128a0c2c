-- The files of sql-only/, by psql in PGlite: run in a schema, twice; used by a role
-- that may do nothing else; and moving column defaults from there to an extension of
-- the same name and back.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE SCHEMA in_extension;
CREATE EXTENSION sequential_uuids SCHEMA in_extension;
CREATE ROLE regress_uuids_user;
CREATE SCHEMA uuids AUTHORIZATION regress_uuids_user;
SET ROLE regress_uuids_user;
SET search_path = uuids;
\ir ../../../sql-only/sequential_uuids.sql
\ir ../../../sql-only/sequential_uuids.sql
RESET search_path;
RESET ROLE;

CREATE TABLE orders (n int GENERATED ALWAYS AS IDENTITY, a uuid DEFAULT uuids.uuid_time_nextval(), b uuid DEFAULT uuids.uuid_v7_nextval(), c uuid DEFAULT uuids.uuid_interval_nextval('1 day', '65536 days'));
CREATE FUNCTION pg_temp.defaults() RETURNS text LANGUAGE sql AS $$SELECT string_agg(pg_get_expr(adbin, adrelid), ' ' ORDER BY adnum) FROM pg_attrdef WHERE adrelid = 'orders'::regclass$$;
INSERT INTO orders SELECT FROM generate_series(1, 100);
\set from uuids
\set to in_extension
\ir ../../../sql-only/move-defaults.sql
SELECT pg_temp.defaults() AS defaults_there \gset
INSERT INTO orders SELECT FROM generate_series(1, 100);
\set from in_extension
\set to uuids
\ir ../../../sql-only/move-defaults.sql
SELECT pg_temp.defaults() AS defaults_back \gset

SELECT plan(7);
SELECT is(:'defaults_there'::text, 'in_extension.uuid_time_nextval() in_extension.uuid_v7_nextval() in_extension.uuid_interval_nextval(''@ 1 day''::interval, ''@ 65536 days''::interval)', 'defaults move');
SELECT is(:'defaults_back'::text, replace(:'defaults_there', 'in_extension', 'uuids'), 'and back');
SELECT is((SELECT concat_ws(' ', count(*), count(DISTINCT a), count(DISTINCT b), count(DISTINCT c)) FROM orders), '200 200 200 200', 'and rows are inserted all the while');
SELECT is((SELECT count(DISTINCT left(c::text, 4)) <= 2 FROM orders), true, 'keys of both are in the block of the day');
SELECT is((SELECT count(*) FROM orders WHERE NOT uuids.uuid_interval_since(a, now() - interval '1 hour') OR NOT uuids.uuid_v7_since(b, now() - interval '1 hour')
		OR NOT uuids.uuid_interval_window(c, clock_timestamp(), '1 day', '65536 days') && tstzrange(now() - interval '1 hour', NULL)), 0::bigint, 'each has the time of its row');
SELECT is((SELECT string_agg(DISTINCT proowner::regrole::text, ' ') FROM pg_proc WHERE pronamespace = 'uuids'::regnamespace), 'regress_uuids_user', 'a role without other rights owns what it has run');
SELECT results_eq($$SELECT proname, pg_get_function_arguments(oid), prosrc FROM pg_proc WHERE pronamespace = 'uuids'::regnamespace AND proname ~ '^uuid_' ORDER BY 1, 2$$,
	$$SELECT proname, replace(pg_get_function_arguments(oid), 'in_extension.', 'uuids.'), replace(prosrc, 'in_extension.', 'uuids.') FROM pg_proc WHERE pronamespace = 'in_extension'::regnamespace AND proname ~ '^uuid_' ORDER BY 1, 2$$,
	'the functions are those of the extension');
SELECT * FROM finish();

DROP TABLE orders;
DROP EXTENSION sequential_uuids CASCADE;
DROP SCHEMA in_extension, uuids CASCADE;
DROP ROLE regress_uuids_user;
