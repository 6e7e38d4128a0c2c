-- Moves the functions to the target schema.  Whatever they call is bound, so what else is there does not matter; it is
-- an error if a function of the name and parameters of one of them is.
DO $$
DECLARE
	schema CONSTANT regnamespace := 'sequential_uuids_binding';
	state CONSTANT json := obj_description(schema, 'pg_namespace');
	is_extension CONSTANT bool := EXISTS (
		SELECT FROM pg_depend WHERE (classid, objid, deptype) = ('pg_namespace'::regclass, schema, 'e'));
	function regprocedure;
BEGIN
	FOR function IN SELECT oid FROM pg_proc WHERE pronamespace = schema ORDER BY oid LOOP
		EXECUTE format('ALTER FUNCTION %s SET SCHEMA %I', function, state->>0);
	END LOOP;
	DROP SCHEMA sequential_uuids_binding;
	PERFORM set_config('search_path', state->>1, is_extension);
END $$;
