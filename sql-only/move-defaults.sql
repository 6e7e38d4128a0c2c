-- Changes all column defaults that call functions in one schema: they then call the
-- functions of the same names and parameters in another schema.  Use it to switch to
-- the edition in C, or back.
--
--   psql --set=from=SCHEMA --set=to=SCHEMA --file=move-defaults.sql
--
-- Runs in one transaction, with an exclusive lock on all such tables until its end;
-- gives up after ten seconds without the lock.  It touches no row.  It fails if TO
-- lacks a function that a default calls.  Other objects that call the functions
-- (views, generated columns, indexes, domains, functions) stay as they are, and are
-- listed.

\set ON_ERROR_STOP on
-- Others may change defaults until their tables are locked.
BEGIN ISOLATION LEVEL READ COMMITTED;
-- With an empty search_path, expressions show all schemas.
SET LOCAL search_path = '';
SELECT set_config('sequential_uuids.from', :'from', true), set_config('sequential_uuids.to', :'to', true) \gset ignored_

-- The functions of FROM, except those of other extensions there.
CREATE FUNCTION pg_temp.sequential_uuids_functions() RETURNS SETOF oid LANGUAGE sql AS $$
	SELECT oid FROM pg_proc
	 WHERE pronamespace = quote_ident(current_setting('sequential_uuids.from'))::regnamespace AND proname LIKE 'uuid\_%'
	   AND NOT EXISTS (SELECT FROM pg_depend AS m JOIN pg_extension AS x ON x.oid = m.refobjid
						WHERE m.classid = 'pg_proc'::regclass AND m.objid = pg_proc.oid AND m.deptype = 'e' AND extname NOT IN ('sequential_uuids', 'sequential_uuids_opaque')) $$;

-- The defaults of columns that call them, except other sessions' temporary tables.
CREATE FUNCTION pg_temp.sequential_uuids_defaults() RETURNS SETOF pg_attrdef LANGUAGE sql AS $$
	SELECT * FROM pg_attrdef AS d
	 WHERE EXISTS (SELECT FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
					WHERE attrelid = adrelid AND attnum = adnum AND attgenerated = '' AND NOT pg_is_other_temp_schema(relnamespace))
	   AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_attrdef'::regclass AND objid = d.oid
					  AND refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT pg_temp.sequential_uuids_functions())) $$;

-- An expression with its calls moved to TO.  Text in strings that looks like a call
-- stays as it is.
CREATE FUNCTION pg_temp.sequential_uuids_moved(expression text) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(CASE WHEN piece[1] LIKE '''%' THEN piece[1] ELSE regexp_replace(piece[1], written, becomes, 'g') END, '' ORDER BY place)
	  FROM regexp_matches(expression, '''(?:[^'']|'''')*''|(?:[^''"]|"(?:[^"]|"")*")+', 'g') WITH ORDINALITY AS pieces(piece, place),
		   (SELECT '(?<![\w".])' || regexp_replace(quote_ident(current_setting('sequential_uuids.from')), '(\W)', '\\\1', 'g')
					   || '\.(?=(?:' || coalesce(string_agg(proname, '|'), '') || ')\()' AS written,
				   replace(quote_ident(current_setting('sequential_uuids.to')), '\', '\\') || '.' AS becomes
			  FROM pg_proc WHERE pronamespace = quote_ident(current_setting('sequential_uuids.to'))::regnamespace AND proname ~ '^uuid_\w+$') AS call $$;

SET LOCAL statement_timeout = '10 s';
DO $$
DECLARE
	locked regclass;
BEGIN
	-- Lock all tables at once, except foreign tables and views: these cannot be locked,
	-- or only together with other tables.
	FOR locked IN SELECT DISTINCT adrelid FROM pg_temp.sequential_uuids_defaults() JOIN pg_class AS c ON c.oid = adrelid AND relkind IN ('r', 'p') ORDER BY adrelid LOOP
		EXECUTE format('LOCK TABLE ONLY %s', locked);
	END LOOP;
END $$;
SELECT count(*) AS moved FROM pg_temp.sequential_uuids_defaults() \gset
SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s', adrelid::regclass, attname, pg_temp.sequential_uuids_moved(pg_get_expr(adbin, adrelid)))
  FROM pg_temp.sequential_uuids_defaults() AS d JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
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
SELECT coalesce(string_agg(DISTINCT E'\n  ' || pg_describe_object(classid, objid, objsubid), ''), 'nothing') AS others FROM pg_depend AS d
 WHERE refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT pg_temp.sequential_uuids_functions()) AND deptype = 'n'
   AND NOT EXISTS (SELECT FROM pg_proc WHERE classid = 'pg_proc'::regclass AND oid = objid AND pronamespace = quote_ident(:'from')::regnamespace)
\gset
DROP FUNCTION pg_temp.sequential_uuids_defaults(), pg_temp.sequential_uuids_functions(), pg_temp.sequential_uuids_moved(text);
COMMIT;
\echo :moved defaults moved from :from to :to
\echo 'Other objects that call functions of' :from: :others
