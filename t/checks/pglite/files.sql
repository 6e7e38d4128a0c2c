-- The edition in SQL as a file, by psql in PGlite: run in a schema, twice, by a role that
-- may do nothing else; its functions are those of the extension.
\ir ../../lib/quiet.sql
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

SELECT plan(3);
SELECT is((SELECT count(DISTINCT (uuids.uuid_time_nextval(), uuids.uuid_v7_nextval())) FROM generate_series(1, 100)),
	100::bigint, 'they generate');
SELECT is((SELECT string_agg(DISTINCT proowner::regrole::text, ' ')
			 FROM pg_proc WHERE pronamespace = 'uuids'::regnamespace),
	'regress_uuids_user', 'a role without other rights owns what it has run');
CREATE FUNCTION functions_in(schema text) RETURNS TABLE (name name, arguments text, body text) LANGUAGE sql AS $$
	SELECT proname, replace(pg_get_function_arguments(oid), schema || '.', ''), replace(prosrc, schema || '.', '')
	  FROM pg_proc WHERE pronamespace = schema::regnamespace AND proname ~ '^uuid_' ORDER BY 1, 2
$$;
SELECT results_eq($$SELECT * FROM functions_in('uuids')$$, $$SELECT * FROM functions_in('in_extension')$$,
	'the functions are those of the extension');
SELECT * FROM finish();

DROP EXTENSION sequential_uuids CASCADE;
DROP SCHEMA in_extension, uuids CASCADE;
DROP FUNCTION functions_in;
DROP ROLE regress_uuids_user;
