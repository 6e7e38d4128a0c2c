-- Functions are bound in a new schema of one's own, and bound.sql moves them to the target schema.  Anyone who may
-- create objects there could have functions, operators or types in wait that match a call better than PostgreSQL's
-- own.  To see afterwards what was bound is too late: PostgreSQL evaluates constants while it binds a body, and so a
-- domain's CHECK, which runs its owner's code.
DO $$
DECLARE
	target CONSTANT pg_catalog.name := pg_catalog.current_schema();
	is_extension pg_catalog.bool;
BEGIN
	IF target IS NULL THEN
		RAISE invalid_schema_name USING MESSAGE = 'no schema has been selected to create in';
	END IF;
	-- Not IF NOT EXISTS: it could be another role's.
	CREATE SCHEMA sequential_uuids_binding;
	EXECUTE pg_catalog.format('COMMENT ON SCHEMA sequential_uuids_binding IS %L', pg_catalog.json_build_array(
		target, pg_catalog.current_setting('search_path')));
	PERFORM pg_catalog.set_config('search_path', 'sequential_uuids_binding, pg_temp', true);
	-- PostgreSQL restores the search_path at the end of an extension's script only if it was set locally; psql needs no
	-- transaction to run this one.
	is_extension := EXISTS (
		SELECT FROM pg_depend
		 WHERE (classid, objid, deptype) = ('pg_namespace'::regclass, 'sequential_uuids_binding'::regnamespace, 'e'));
	PERFORM set_config('search_path', current_setting('search_path'), is_extension);
END $$;
