-- Has column defaults call the functions of another schema: of the edition in C, or back.
--
--   psql -v from=SCHEMA -v to=SCHEMA -f move-defaults.sql
--
-- Changes the defaults of your tables (for a superuser, of all), together or not at all.  A
-- default is changed only if it is a call with constants and nothing else, so nothing else
-- is looked up or run.  What still uses functions of the old schema is listed.
SELECT pg_catalog.set_config('sequential_uuids.from', :'from', false),
	   pg_catalog.set_config('sequential_uuids.to', :'to', false) \gset ignored_
DO $$
DECLARE
	argument CONSTANT pg_catalog.text := '(\w+ => )?(-?[0-9]+|''[^'']+''::(interval|regclass))';
	old_schema pg_catalog.regnamespace;
	new_schema pg_catalog.regnamespace;
	new_function pg_catalog.oid;
	moved record;
BEGIN
	-- Defaults are read as they are printed.
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	PERFORM set_config('quote_all_identifiers', 'off', true), set_config('standard_conforming_strings', 'on', true),
			set_config('lock_timeout', '500ms', true);
	old_schema := quote_ident(current_setting('sequential_uuids.from'));
	new_schema := quote_ident(current_setting('sequential_uuids.to'));
	FOR moved IN
		SELECT adrelid::regclass AS "table", relowner, adnum, attname, p.oid::regprocedure AS function,
			   proname, proargtypes, arguments
		  FROM pg_proc AS p
		  JOIN pg_depend ON refclassid = 'pg_proc'::regclass AND refobjid = p.oid AND classid = 'pg_attrdef'::regclass
		  JOIN pg_attrdef AS d ON d.oid = objid
		  JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum JOIN pg_class AS c ON c.oid = adrelid,
			   concat(old_schema, '.', proname) AS called,
			   substr(pg_get_expr(adbin, adrelid), length(called) + 1) AS arguments
		 WHERE attgenerated = '' AND atttypid = 'uuid'::regtype AND pg_has_role(relowner, 'USAGE')
		   AND NOT pg_is_other_temp_schema(relnamespace) AND pronamespace = old_schema AND starts_with(proname, 'uuid_')
		   AND starts_with(pg_get_expr(adbin, adrelid), called)
		   AND arguments ~ format('^[(](%s(, %s)*)?[)]$', argument, argument)
		 ORDER BY adrelid, attnum
	LOOP
		SELECT p.oid INTO new_function FROM pg_proc AS p JOIN pg_roles AS o ON o.oid = proowner
		 WHERE pronamespace = new_schema AND (proname, proargtypes) = (moved.proname, moved.proargtypes)
		   AND (rolsuper OR rolname = current_user OR proowner = moved.relowner);
		EXECUTE format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s.%s%s',
			moved."table", moved.attname, new_schema, moved.proname, moved.arguments);
		IF NOT EXISTS (SELECT FROM pg_depend JOIN pg_attrdef AS d ON d.oid = objid AND classid = 'pg_attrdef'::regclass
						WHERE (adrelid, adnum, refobjid) = (moved."table", moved.adnum, new_function)) THEN
			RAISE undefined_function USING MESSAGE =
				format('schema %s lacks a function %s of yours or a superuser', new_schema, moved.function);
		END IF;
		RAISE NOTICE 'moved: column % of table %', moved.attname, moved."table";
	END LOOP;
	FOR moved IN
		SELECT DISTINCT pg_describe_object(classid, objid, objsubid) AS object
		  FROM pg_proc AS p JOIN pg_depend ON refclassid = 'pg_proc'::regclass AND refobjid = p.oid AND deptype = 'n'
		 WHERE pronamespace = old_schema AND starts_with(proname, 'uuid_')
		   AND (classid <> 'pg_proc'::regclass OR objid NOT IN (SELECT oid FROM pg_proc WHERE pronamespace = old_schema))
	LOOP
		RAISE NOTICE 'left: %', moved.object;
	END LOOP;
END $$;
