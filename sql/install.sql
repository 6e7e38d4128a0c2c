-- The objects of the extension, and who may create it.

-- trusted: a role that may create objects in the database, but is no
-- superuser, creates it and owns the extension, and can drop it again
CREATE ROLE regress_uuids_owner;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_uuids_owner', current_database()) \gexec
CREATE SCHEMA regress_uuids AUTHORIZATION regress_uuids_owner;
CREATE SCHEMA regress_uuids_2 AUTHORIZATION regress_uuids_owner;
SET ROLE regress_uuids_owner;
CREATE EXTENSION sequential_uuids SCHEMA regress_uuids;
SELECT extowner::regrole, extrelocatable FROM pg_extension WHERE extname = 'sequential_uuids';

-- relocatable, though only by a superuser, who owns what is in it
RESET ROLE;
ALTER EXTENSION sequential_uuids SET SCHEMA regress_uuids_2;
SET ROLE regress_uuids_owner;
SELECT regress_uuids_2.uuid_time_nextval() IS NOT NULL AS works;
DROP EXTENSION sequential_uuids;
RESET ROLE;
DROP SCHEMA regress_uuids, regress_uuids_2;
SELECT format('REVOKE CREATE ON DATABASE %I FROM regress_uuids_owner', current_database()) \gexec
DROP ROLE regress_uuids_owner;

CREATE EXTENSION sequential_uuids;

-- the version stands in the control file; the others must agree with it
SELECT default_version = installed_version AS installed, superuser, trusted, relocatable, schema, requires
  FROM pg_available_extensions JOIN pg_available_extension_versions USING (name)
 WHERE name = 'sequential_uuids' AND version = default_version;

-- just these objects, none of them outside of the extension's schema
\dx+ sequential_uuids

-- labels: nextval() cannot run in a parallel worker, the clock can be read there
SELECT oid::regprocedure AS function, provolatile, proisstrict, proparallel, procost, prosecdef, proconfig,
       pg_get_function_arguments(oid) AS arguments, prorettype::regtype AS result
  FROM pg_proc WHERE proname IN ('uuid_sequence_nextval', 'uuid_time_nextval') ORDER BY proname;
SELECT p.oid::regprocedure AS function, obj_description(p.oid, 'pg_proc') AS comment
  FROM pg_proc p WHERE proname IN ('uuid_sequence_nextval', 'uuid_time_nextval') ORDER BY proname;

-- no settings
SELECT count(*) AS settings FROM pg_settings WHERE name LIKE 'sequential_uuids%';

-- Helpers of the tests that follow.
-- The bits of a UUID from the left, up to 48 of them.
CREATE FUNCTION leftmost(id uuid, bits int) RETURNS bigint
RETURN (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) >> (48 - bits);
-- The error of a statement: SQLSTATE, message, detail, hint.
CREATE FUNCTION error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' | ', SQLSTATE, message, nullif(detail, ''), nullif(hint, ''));
END $$;
