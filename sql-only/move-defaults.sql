-- Changes all column defaults that call functions in one schema: they then call the
-- functions of the same names and parameters in another schema.  Use it to switch to
-- the edition in C, or back.
--
--   psql --set=from=SCHEMA --set=to=SCHEMA --file=move-defaults.sql
--
-- Runs in one transaction, its own, with an exclusive lock on all such tables until its end;
-- gives up after half a second without one of them, or ten seconds without all.  With
-- more than deadlock_timeout for one, it would cancel autovacuum.  It touches no row.
-- It fails if TO lacks a function that a default calls, or has one of another role than
-- yours, a superuser or the table's owner; or if a default of another role's table uses
-- a type of somebody's own, whose input could run that role's code.
-- Other objects that call the functions (views, generated columns, indexes, domains,
-- functions) stay as they are, and are listed.

\set ON_ERROR_STOP on
\if :{?from}
\else
\echo 'Name the schemas: psql --set=from=SCHEMA --set=to=SCHEMA --file=move-defaults.sql'
\quit
\endif
-- In another transaction, BEGIN would do nothing, and COMMIT end that one.
DO $$
BEGIN
	IF pg_catalog.now() OPERATOR(pg_catalog.<>) pg_catalog.statement_timestamp() THEN
		RAISE active_sql_transaction USING MESSAGE = 'move-defaults.sql cannot run inside a transaction';
	END IF;
END $$;
-- Others may change defaults until their tables are locked.
BEGIN ISOLATION LEVEL READ COMMITTED;
-- With an empty search_path, expressions show all schemas.
SET LOCAL search_path = '';
SET LOCAL standard_conforming_strings = on;
SET LOCAL quote_all_identifiers = off;
-- So that constants are read as they were printed.
SET LOCAL datestyle = iso;
SET LOCAL intervalstyle = postgres;
SET LOCAL extra_float_digits = 1;
SELECT set_config('sequential_uuids.from', :'from', true), set_config('sequential_uuids.to', :'to', true) \gset ignored_

-- The functions of FROM, except those of other extensions there.
CREATE FUNCTION pg_temp.sequential_uuids_functions() RETURNS SETOF oid LANGUAGE sql STABLE AS $$
	SELECT oid FROM pg_proc
	 WHERE pronamespace = quote_ident(current_setting('sequential_uuids.from'))::regnamespace AND proname LIKE 'uuid\_%'
	   AND NOT EXISTS (SELECT FROM pg_depend AS m JOIN pg_extension AS x ON x.oid = m.refobjid
						WHERE m.classid = 'pg_proc'::regclass AND m.objid = pg_proc.oid AND m.deptype = 'e'
						  AND extname <> 'sequential_uuids') $$;

-- The defaults of columns that call them, except other sessions' temporary tables.
CREATE FUNCTION pg_temp.sequential_uuids_defaults() RETURNS SETOF pg_attrdef LANGUAGE sql STABLE AS $$
	SELECT * FROM pg_attrdef AS d
	 WHERE EXISTS (SELECT FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
					WHERE attrelid = adrelid AND attnum = adnum AND attgenerated = '' AND NOT pg_is_other_temp_schema(relnamespace))
	   AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_attrdef'::regclass AND objid = d.oid
					  AND refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT pg_temp.sequential_uuids_functions())) $$;

-- Those of other roles' tables that use a type which is not PostgreSQL's own.
CREATE FUNCTION pg_temp.sequential_uuids_of_others() RETURNS SETOF pg_attrdef LANGUAGE sql STABLE AS $$
	SELECT * FROM pg_temp.sequential_uuids_defaults() AS d
	 WHERE NOT EXISTS (SELECT FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
						WHERE pg_class.oid = adrelid AND rolname = current_user)
	   AND EXISTS (SELECT FROM pg_depend
					WHERE classid = 'pg_attrdef'::regclass AND objid = d.oid AND refclassid = 'pg_type'::regclass) $$;

-- An expression with its calls moved to TO.  Strings and quoted names are tokens of
-- their own, so text in them that looks like a call stays as it is.
CREATE FUNCTION pg_temp.sequential_uuids_moved(expression text) RETURNS text LANGUAGE sql AS $$
	WITH schemas AS (
		SELECT quote_ident(current_setting('sequential_uuids.from')) AS moves_from,
			   quote_ident(current_setting('sequential_uuids.to')) AS moves_to
	), tokens AS (
		SELECT found[1] AS token, place
		  FROM regexp_matches(expression, '''(?:[^'']|'''')*''|"(?:[^"]|"")*"|\w+|.', 'g')
			   WITH ORDINALITY AS matches (found, place)
	), neighbors AS (
		SELECT token, place, lag(token) OVER w AS before,
			   lead(token) OVER w AS after, lead(token, 2) OVER w AS function, lead(token, 3) OVER w AS opening
		  FROM tokens WINDOW w AS (ORDER BY place)
	)
	SELECT string_agg(CASE
			WHEN token = moves_from AND before IS DISTINCT FROM '.' AND after = '.' AND opening = '('
				 AND function IN (SELECT proname FROM pg_proc
								   WHERE pronamespace = moves_to::regnamespace AND proname LIKE 'uuid\_%')
			THEN moves_to
			ELSE token END, '' ORDER BY place)
	  FROM neighbors, schemas $$;

SET LOCAL lock_timeout = '500 ms';
SET LOCAL statement_timeout = '10 s';
DO $$
DECLARE
	locked regclass;
BEGIN
	-- Lock all tables at once, except foreign tables and views: these cannot be locked,
	-- or only together with other tables.
	FOR locked IN
		SELECT DISTINCT adrelid FROM pg_temp.sequential_uuids_defaults() JOIN pg_class AS c ON c.oid = adrelid
		 WHERE relkind IN ('r', 'p')
		 ORDER BY adrelid
	LOOP
		EXECUTE format('LOCK TABLE ONLY %s', locked);
	END LOOP;
	-- To read a constant of such a type can be to run the checks of a domain in it.
	IF EXISTS (SELECT FROM pg_temp.sequential_uuids_of_others()) THEN
		RAISE insufficient_privilege USING
			MESSAGE = 'column defaults of other roles use types that are not PostgreSQL''s own',
			DETAIL = (SELECT string_agg(DISTINCT adrelid::regclass::text, ', ') FROM pg_temp.sequential_uuids_of_others()),
			HINT = 'Let the owner of the table change these defaults first.';
	END IF;
END $$;
SELECT count(*) AS moved FROM pg_temp.sequential_uuids_defaults() \gset
SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s', adrelid::regclass, attname,
			  pg_temp.sequential_uuids_moved(pg_get_expr(adbin, adrelid)))
  FROM pg_temp.sequential_uuids_defaults() AS d JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
 WHERE d.oid NOT IN (SELECT oid FROM pg_temp.sequential_uuids_of_others())
 ORDER BY adrelid, attnum
\gexec
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_temp.sequential_uuids_defaults()) THEN
		RAISE undefined_function USING
			MESSAGE = format('schema "%s" lacks functions that column defaults call', current_setting('sequential_uuids.to')),
			DETAIL = (SELECT string_agg(DISTINCT adrelid::regclass::text, ', ') FROM pg_temp.sequential_uuids_defaults());
	END IF;
END $$;
-- Whoever inserts would run such a function.  To bind it has run nothing: all arguments had their types.
DO $$
DECLARE
	strange CONSTANT text := (
		SELECT string_agg(DISTINCT p.oid::regprocedure::text, ', ')
		  FROM pg_attrdef AS d JOIN pg_class AS c ON c.oid = adrelid JOIN pg_depend ON objid = d.oid
		  JOIN pg_proc AS p ON p.oid = refobjid
		 WHERE classid = 'pg_attrdef'::regclass AND refclassid = 'pg_proc'::regclass
		   AND d.xmin = pg_current_xact_id()::xid AND proname LIKE 'uuid\_%' AND proowner <> relowner
		   AND pronamespace = quote_ident(current_setting('sequential_uuids.to'))::regnamespace
		   AND proowner NOT IN (SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user));
BEGIN
	IF strange IS NOT NULL THEN
		RAISE insufficient_privilege USING DETAIL = strange,
			MESSAGE = 'column defaults would call functions of another role';
	END IF;
END $$;
SELECT coalesce(string_agg(DISTINCT E'\n  ' || pg_describe_object(classid, objid, objsubid), ''), 'nothing') AS others
  FROM pg_depend AS d
 WHERE refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT pg_temp.sequential_uuids_functions()) AND deptype = 'n'
   AND NOT EXISTS (SELECT FROM pg_proc
					WHERE classid = 'pg_proc'::regclass AND oid = objid
					  AND pronamespace = quote_ident(:'from')::regnamespace)
\gset
DROP FUNCTION pg_temp.sequential_uuids_of_others(), pg_temp.sequential_uuids_defaults(),
	pg_temp.sequential_uuids_functions(), pg_temp.sequential_uuids_moved(text);
COMMIT;
\echo Defaults moved from :from to :to: :moved
\echo 'Other objects that call functions of' :from: :others
