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
-- What EXPLAIN says of a query.
CREATE FUNCTION explained(query text, options text DEFAULT 'COSTS OFF') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('EXPLAIN (%s) %s', options, query);
END $$;
-- The plan of a query, as PostgreSQL 15 shows it.  Conditions by time that are not
-- constant have other expressions in the edition in SQL, which has to check some rows
-- again: of those on an index it shows the bounds, those on rows it leaves out.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN SELECT explained(query) LOOP
		IF line ~ 'Cond: .*_between_' THEN
			line := regexp_replace(line, '_between_bound\(.*?, (true|false), (true|false)\)', '<\1,\2>', 'g');
			line := replace(replace(replace(replace(line, '<false,false>', '_between_lower'), '<true,false>', '_between_upper'), '<false,true>', '_between_lower_wrapped'), '<true,true>', '_between_upper_wrapped');
			RETURN NEXT regexp_replace(line, 'Cond: .*', 'Cond: ') || (SELECT string_agg(m[1], ', ' ORDER BY n) FROM regexp_matches(line, '_between_((?:lower|upper)(?:_wrapped)?)', 'g') WITH ORDINALITY AS found (m, n));
		ELSIF line !~ 'Filter: .*(_between_|sequential_uuids_)|^ *(Disabled: true|Replaces: .*)$' THEN
			RETURN NEXT regexp_replace(regexp_replace(line, 'Filter: uuid_interval_(between|since)\(.*', 'Filter: the function itself'), 'InitPlan \w+$', 'InitPlan 1 (returns $0)');
		END IF;
	END LOOP;
END $$;
-- The same without conditions on an index.
CREATE FUNCTION plan_nodes(query text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT line FROM plan(query) AS line WHERE line !~ '^ *(Recheck|Index) Cond:' $$;
