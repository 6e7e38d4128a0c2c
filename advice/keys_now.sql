-- What generates a table's keys now.

-- A stored expression as SQL, printed without its table, which PostgreSQL would lock for it.  Or, so that it does not
-- end the report, the error: a function in it may have been dropped since, or it may be nested too deeply or long.
-- Printing takes many times the memory of what is stored, whose length is known without reading it.
CREATE FUNCTION sequential_uuids_printed(expression pg_node_tree) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF octet_length(expression::text) > 1000000 THEN
		RETURN '(longer than 10000 bytes)';
	END IF;
	RETURN CASE WHEN octet_length(printed) > 10000 THEN '(longer than 10000 bytes)' ELSE printed END
	  FROM pg_get_expr(expression, 0) AS printed;
EXCEPTION
	WHEN OTHERS THEN
		RETURN format('(%s)', SQLERRM);
END $$;

-- The column default, or its domain's: as SQL, how old it is, and what it generates; kind is NULL if that is not
-- known.
CREATE FUNCTION sequential_uuids_column_default(
	relation oid, attnum int2, type oid, OUT printed text, OUT age int8, OUT kind text, OUT version text,
	OUT block_seconds float8, OUT cycle_seconds float8, OUT block_rows float8, OUT cycle_rows float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL UNSAFE ROWS 1
BEGIN ATOMIC
	SELECT p.printed, sequential_uuids_age(e.xmin), g.kind, c.arguments->>'version', g.block_seconds, g.cycle_seconds,
		   g.block_rows, g.cycle_rows
	  FROM (SELECT 1, adbin, d.xmin, 'pg_attrdef'::regclass, d.oid
			  FROM pg_attrdef AS d JOIN pg_attribute AS a ON (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
			 -- The expression of a generated column cannot be printed without its table.
			 WHERE (adrelid, adnum) = (relation, sequential_uuids_column_default.attnum) AND a.attgenerated = ''
			UNION ALL SELECT 2, typdefaultbin, y.xmin, 'pg_type'::regclass, y.oid FROM pg_type AS y
			 WHERE y.oid = type AND typdefaultbin IS NOT NULL
			 ORDER BY 1 LIMIT 1) AS e (place, expression, xmin, class, object)
		   CROSS JOIN LATERAL sequential_uuids_printed(e.expression) AS p (printed)
	  LEFT JOIN LATERAL sequential_uuids_call(p.printed) AS c ON sequential_uuids_is_known(e.class, e.object)
	  LEFT JOIN LATERAL sequential_uuids_generates(c.function, c.arguments) AS g ON true OFFSET 0;
END;

-- The default with what sampled keys tell: present_kind is that of most new ones; clients, whether they generate keys
-- (NULL: it cannot be told); others, the share that the default does not generate; random_share, of all sampled keys.
CREATE FUNCTION sequential_uuids_keys_now(
	top oid, top_attnum int2, type oid, keys uuid[], ages int8[], rows_per_second float8, updated_share float8,
	OUT column_default text, OUT default_kind text, OUT version text, OUT block_seconds float8, OUT block_rows float8,
	OUT cycle_rows float8, OUT present_kind text, OUT clients bool, OUT others float8, OUT random_share float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL UNSAFE ROWS 1
BEGIN ATOMIC
	SELECT d.printed, d.kind, d.version, d.block_seconds, b.block_rows, b.cycle_rows,
		   coalesce(CASE WHEN l.are_enough AND (d.kind IS NOT NULL OR d.printed IS NULL) THEN nullif(l.usual, 'near') END,
			d.kind),
		   d.printed IS NULL OR sequential_uuids_clients(d.kind, l.are_enough, l.others, updated_share, b.block_rows,
			b.cycle_rows),
		   l.others, coalesce(l.random_share, (d.kind = 'random')::int4)
	  FROM (SELECT) AS one LEFT JOIN sequential_uuids_column_default(top, top_attnum, type) AS d ON true, LATERAL (
			SELECT coalesce(d.block_rows, rows_per_second * d.block_seconds),
				   coalesce(d.cycle_rows, rows_per_second * d.cycle_seconds)) AS b (block_rows, cycle_rows),
		   LATERAL sequential_uuids_look(keys, ages, d.age, d.kind) AS l OFFSET 0;
END;
