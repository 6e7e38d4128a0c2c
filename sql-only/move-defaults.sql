-- Has every column default that calls a function of one schema call that of
-- the same name and parameters in another: to go on with the edition in C, or
-- to come back from it.
--
--   psql --set=from=SCHEMA --set=to=SCHEMA --file=move-defaults.sql
--
-- All in one transaction, with an exclusive lock on all such tables until its end,
-- for each of which it waits ten seconds at most; no row is touched.  It makes a
-- temporary table, and fails if a default is left that calls FROM.  What else calls
-- the functions (views, generated columns, indexes, domains, functions) is left
-- as it is: dropping them without CASCADE names what depends on them.

\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '10 s';
-- With no schema on it, expressions come with all of theirs.
SET LOCAL search_path = '';
-- The functions that both have, as they stand in expressions.
CREATE TEMPORARY TABLE sequential_uuids_moved ON COMMIT DROP AS
SELECT f.oid, '(?<![\w".])' || regexp_replace(quote_ident(:'from') || '.' || quote_ident(f.proname), '(\W)', '\\\1', 'g') || '(?=\()' AS written, replace(quote_ident(:'to') || '.' || quote_ident(f.proname), '\', '\\') AS becomes
  FROM pg_proc AS f JOIN pg_proc AS t ON t.proname = f.proname AND t.proargtypes = f.proargtypes
 WHERE f.pronamespace = quote_ident(:'from')::regnamespace AND t.pronamespace = quote_ident(:'to')::regnamespace;
-- The defaults of columns that call any function of FROM, but for those of other
-- sessions' temporary tables.
SELECT set_config('sequential_uuids.from', :'from', true) AS ignored \gset
CREATE FUNCTION pg_temp.sequential_uuids_defaults() RETURNS SETOF pg_attrdef LANGUAGE sql AS $$
	SELECT * FROM pg_attrdef AS d
	 WHERE EXISTS (SELECT FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE attrelid = adrelid AND attnum = adnum AND attgenerated = '' AND NOT pg_is_other_temp_schema(relnamespace))
	   AND EXISTS (SELECT FROM pg_depend JOIN pg_proc ON pg_proc.oid = refobjid JOIN pg_namespace AS n ON n.oid = pronamespace
					WHERE classid = 'pg_attrdef'::regclass AND objid = d.oid AND refclassid = 'pg_proc'::regclass AND nspname = current_setting('sequential_uuids.from')
					  AND proname LIKE 'uuid\_%') $$;
SELECT format('LOCK TABLE ONLY %s', adrelid::regclass) FROM pg_temp.sequential_uuids_defaults() GROUP BY adrelid ORDER BY adrelid
\gexec
SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s', adrelid::regclass, attname, expression)
  FROM pg_temp.sequential_uuids_defaults() AS d JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum,
	   LATERAL (WITH RECURSIVE steps AS (
			SELECT 0 AS step, pg_get_expr(adbin, adrelid) AS expression
			UNION ALL
			SELECT step + 1, regexp_replace(expression, written, becomes, 'g')
			  FROM steps JOIN (SELECT DISTINCT written, becomes, dense_rank() OVER (ORDER BY written) AS number FROM pg_temp.sequential_uuids_moved) AS m ON number = step + 1)
		SELECT expression FROM steps ORDER BY step DESC LIMIT 1) AS moved
 ORDER BY adrelid, attnum
\gexec
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_temp.sequential_uuids_defaults()) THEN
		RAISE 'defaults are left that call functions which the other schema does not have: %', (SELECT string_agg(DISTINCT adrelid::regclass::text, ', ') FROM pg_temp.sequential_uuids_defaults());
	END IF;
END $$;
DROP FUNCTION pg_temp.sequential_uuids_defaults();
COMMIT;
