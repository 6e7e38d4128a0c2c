-- What forbids to change a table's column default unseen: code or data that the new keys could break.  From catalogs
-- alone.

-- Whether a stored expression uses a column, or a whole row.
CREATE FUNCTION sequential_uuids_uses(expression text, attnum int2) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN expression ~ format(':varattno (0|%s) ', attnum);

-- A stored expression without the places in the statement that it is from.
CREATE FUNCTION sequential_uuids_anywhere(expression text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(expression, ':location -?\d+', '', 'g');

-- Whether a trigger's function may use a column: it has the column's name in its source; or, before the row is
-- inserted, it is not in PL/pgSQL, passes on the whole row (NEW other than in RETURN NEW and before a field), or
-- executes dynamic statements.
CREATE FUNCTION sequential_uuids_trigger_uses(
	trigger_function oid, is_before bool, column_name name, OUT may_use bool)
RETURNS SETOF bool LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT lower(column_name) = ANY (regexp_split_to_array(lower(p.prosrc), '\W+'))
			OR is_before AND (l.lanname <> 'plpgsql' OR column_name ~ '\W'
				OR regexp_replace(p.prosrc, '\mreturn\s+new\M|\mnew\s*\.\s*["\w]', '', 'gi') ~* '\m(new|execute)\M')
	  FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang WHERE p.oid = trigger_function;
END;

-- A table and all its partitions and children, with the number that its column of that name has in each.
CREATE FUNCTION sequential_uuids_tree(relation oid, column_name name, OUT relid oid, OUT attnum int2)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	WITH RECURSIVE tree AS (
		SELECT relation AS relid UNION SELECT i.inhrelid FROM tree AS t JOIN pg_inherits AS i ON i.inhparent = t.relid
	)
	SELECT t.relid, a.attnum FROM tree AS t JOIN pg_attribute AS a ON a.attrelid = t.relid AND a.attname = column_name;
END;

-- Whether rows go to a partition by this column's order, which other keys would not have.
CREATE FUNCTION sequential_uuids_is_partition_key(relation oid, column_name name, OUT is_partition_key bool)
RETURNS SETOF bool LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT EXISTS (
		SELECT FROM sequential_uuids_tree(relation, column_name) AS t JOIN pg_partitioned_table AS p ON p.partrelid = t.relid
		 WHERE p.partstrat <> 'h'
		   AND (t.attnum = ANY (p.partattrs) OR sequential_uuids_uses(p.partexprs::text, t.attnum))) OFFSET 0;
END;

-- The first reason why keys of another kind may not do in this column, or no row.
CREATE FUNCTION sequential_uuids_obstacle(relation oid, column_name name, OUT obstacle text)
RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	WITH tree AS MATERIALIZED (SELECT * FROM sequential_uuids_tree(relation, column_name))
	SELECT reason FROM (
		SELECT 1, 'it is not the only column of the primary key' AS reason
		 WHERE NOT EXISTS (SELECT FROM tree AS t JOIN pg_index AS i ON i.indrelid = t.relid AND i.indisprimary
							WHERE t.relid = relation AND i.indnkeyatts = 1 AND i.indkey[0] = t.attnum)
		UNION ALL
		SELECT 2, format('constraint %I uses it', c.conname)
		  FROM tree AS t JOIN pg_constraint AS c ON c.conrelid = t.relid
		 WHERE c.contype = 'c' AND sequential_uuids_uses(c.conbin::text, t.attnum)
			OR c.contype = 'x' AND t.attnum = ANY (c.conkey)
		UNION ALL
		SELECT 3, format('its type, the domain %I, has constraints or is over another', y.typname)
		  FROM tree AS t JOIN pg_attribute AS a ON a.attrelid = t.relid AND a.attnum = t.attnum
		  JOIN pg_type AS y ON y.oid = a.atttypid AND y.typtype = 'd'
		 WHERE y.typbasetype <> 'uuid'::regtype OR EXISTS (SELECT FROM pg_constraint AS c WHERE c.contypid = y.oid)
		UNION ALL
		SELECT 4, format('the generated column %I uses it', a.attname)
		  FROM tree AS t JOIN pg_attribute AS a ON a.attrelid = t.relid AND a.attgenerated <> ''
		  JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		 WHERE sequential_uuids_uses(d.adbin::text, t.attnum)
		UNION ALL
		SELECT 5, format('an expression of index %I uses it', c.relname)
		  FROM tree AS t JOIN pg_index AS i ON i.indrelid = t.relid JOIN pg_class AS c ON c.oid = i.indexrelid
		 WHERE sequential_uuids_uses(concat(i.indexprs::text, i.indpred::text), t.attnum)
		UNION ALL
		SELECT 6, format('trigger %I may use it', g.tgname)
		  FROM tree AS t JOIN pg_trigger AS g ON g.tgrelid = t.relid,
			   LATERAL sequential_uuids_trigger_uses(g.tgfoid, g.tgtype & 2 > 0, column_name) AS u -- 2: before
		 WHERE NOT g.tgisinternal AND g.tgenabled <> 'D' AND g.tgtype & 5 = 5 -- for each row, INSERT
		   AND (u.may_use OR sequential_uuids_uses(g.tgqual::text, t.attnum))
		UNION ALL
		SELECT 7, format('policy %I uses it', p.polname)
		  FROM tree AS t JOIN pg_policy AS p ON p.polrelid = t.relid
		 WHERE sequential_uuids_uses(concat(p.polqual::text, p.polwithcheck::text), t.attnum)
		UNION ALL
		SELECT 8, 'a subscription fills it' FROM tree AS t JOIN pg_subscription_rel AS s ON s.srrelid = t.relid
		UNION ALL
		SELECT 9, format('partition %I has a default of its own', c.relname)
		  FROM tree AS t JOIN pg_class AS c ON c.oid = t.relid AND c.relispartition AND c.oid <> relation
		  JOIN pg_attrdef AS d ON (d.adrelid, d.adnum) = (t.relid, t.attnum)
		 WHERE sequential_uuids_anywhere(d.adbin::text) IS DISTINCT FROM (
			SELECT sequential_uuids_anywhere(r.adbin::text) FROM tree AS top JOIN pg_attrdef AS r ON (r.adrelid, r.adnum)
				= (top.relid, top.attnum) WHERE top.relid = relation)
		UNION ALL
		SELECT 10, format('rule %I may use it', r.rulename)
		  FROM tree AS t JOIN pg_rewrite AS r ON r.ev_class = t.relid WHERE r.ev_type = '3' -- INSERT
		UNION ALL
		SELECT 11, format('the row filter of publication %I uses it', u.pubname)
		  FROM tree AS t JOIN pg_publication_rel AS p ON p.prrelid = t.relid JOIN pg_publication AS u ON u.oid = p.prpubid
		 WHERE sequential_uuids_uses(p.prqual::text, t.attnum)
		) AS found (place, reason) ORDER BY place, reason LIMIT 1;
END;
