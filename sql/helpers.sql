-- What the tests that follow take as given: the extension, and these.
CREATE EXTENSION sequential_uuids;
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
-- The plan of a query, without its conditions.
CREATE FUNCTION plan_nodes(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF line !~ '^ *(Recheck|Index) Cond:' THEN
			RETURN NEXT line;
		END IF;
	END LOOP;
END $$;
