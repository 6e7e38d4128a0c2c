-- What was bound: anyone who may create objects in the schema can have put functions, operators or types there that
-- match a call better than PostgreSQL's own, or ours.  All that the two functions reach has to be PostgreSQL's own,
-- below FirstNormalObjectId, or a function of this schema with one of our names, which the same role has created.
-- sql-only/sequential_uuids.sql ends with a check of its own, since each is created without the other: it has a list of
-- its functions, and uses no system views, on which dependencies are recorded.
DO $$
DECLARE
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	schema CONSTANT pg_catalog.regnamespace := pg_catalog.quote_ident(pg_catalog.current_schema());
	used pg_catalog.text;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	WITH RECURSIVE reached (class, object) AS (
		SELECT 'pg_proc'::regclass::oid, oid FROM pg_proc
		 WHERE pronamespace = schema AND proname IN ('uuid_advise', 'uuid_index_report')
		UNION
		SELECT d.refclassid, d.refobjid FROM reached AS r JOIN pg_depend AS d ON (d.classid, d.objid) = (r.class, r.object)
		 WHERE r.class = 'pg_proc'::regclass
		   AND d.refclassid <> ALL ('{pg_namespace,pg_language,pg_extension}'::regclass[])
	)
	SELECT min(pg_describe_object(class, object, 0)) INTO used FROM reached
	 WHERE object >= 16384
	   AND NOT EXISTS (SELECT FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner
						WHERE class = 'pg_proc'::regclass AND pg_proc.oid = object AND pronamespace = schema
						  AND proname ~ '^(sequential_uuids_|uuid_advise$|uuid_index_report$)'
						  AND rolname = current_user);
	IF used IS NOT NULL THEN
		RAISE ambiguous_function USING MESSAGE = format('functions of sequential_uuids_advice would use %s', used),
			DETAIL = 'It matches a call better than what PostgreSQL has, or belongs to another role.',
			HINT = 'Drop it, or choose a schema in which nobody else may create objects.';
	END IF;
	PERFORM set_config('search_path', path, true);
END $$;
