-- The error of a statement: SQLSTATE, message, detail and hint.  In the schema error_schema, of
-- the session itself if that is not set.
\if :{?error_schema}
\else
\set error_schema pg_temp
\endif
CREATE FUNCTION :error_schema.error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' | ', SQLSTATE, message, nullif(detail, ''), nullif(hint, ''));
END $$;
