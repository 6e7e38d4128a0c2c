-- What forbids to change a table's column default unseen: code or data that the new keys could break.  From catalogs
-- alone.

-- Whether a stored expression uses a column, or a whole row, other than to see whether a column is NULL.  Of one that
-- would take long to search, nobody knows.  Pass what is stored, each for itself: its length is known without reading
-- it, while two that are joined have to be read first, and can fill the memory.
CREATE FUNCTION sequential_uuids_uses(expression text, attnum int2) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(expression) > 1000000 THEN true ELSE
	regexp_replace(expression, '\{NULLTEST :arg \{VAR [^{}]*\} :nulltesttype \d :argisrow false', '', 'g')
		~ format(':varattno (0|%s) ', attnum) END;

-- A stored expression without the places in the statement that it is from; NULL if it is long.
CREATE FUNCTION sequential_uuids_anywhere(expression text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(expression) <= 1000000 THEN regexp_replace(expression, ':location -?\d+', '', 'g') END;

-- Whether a text may name a column, in any case: as a word or, where the server may not take all of its characters for
-- those of words, anywhere, also with its quotes doubled.
CREATE FUNCTION sequential_uuids_names(source text, column_name text) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN column_name ~ '^[A-Za-z_][A-Za-z0-9_]*$' THEN source ~* format('\m%s\M', column_name)
	ELSE position(lower(column_name) IN lower(source)) > 0
		OR position(lower(replace(column_name, '"', '""')) IN lower(source)) > 0 END;

-- Whether a trigger may use a column: its function has the column's name in its source or among the trigger's
-- arguments; or takes all columns of a row, or of all new rows (new_table: the name of these), without their names, and
-- may store them in a table that checks them; or, before a row is inserted, is not in PL/pgSQL, passes on the whole row
-- (NEW other than in RETURN NEW and before a field), or executes dynamic statements.  Of what would take long to
-- search, nobody knows.  type: pg_trigger.tgtype.
CREATE FUNCTION sequential_uuids_trigger_uses(
	trigger_function oid, arguments bytea, type int2, new_table name, column_name name, OUT may_use bool)
RETURNS SETOF bool LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT CASE WHEN octet_length(p.prosrc) + octet_length(arguments) > 100000 THEN true
			ELSE sequential_uuids_names(p.prosrc, column_name)
				-- As text, with zeros between them, and octal numbers for what is not ASCII.
				OR sequential_uuids_names(replace(encode(arguments, 'escape'), '\000', ' '),
					encode(convert_to(column_name, getdatabaseencoding()), 'escape'))
				OR p.prosrc ~ '\.\s*\*' -- NEW.*, (NEW).*, ($1).*
				OR new_table IS NOT NULL AND p.prosrc ~* '(\mselect|\mall|\mdistinct|,)\s*\*|\mtable\M'
				OR type & 3 = 3 -- for each row, before
					AND (l.lanname NOT IN ('plpgsql', 'internal') OR l.lanname = 'plpgsql' AND regexp_replace(p.prosrc,
						'\mreturn\s+new\s*;|\mnew\s*\.\s*["\w]', '', 'gi') ~* '\m(new|execute)\M') END
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

-- The columns that carry a table's keys: its own, that of its partitions and children, and those with foreign keys to
-- one of these, also in the tables of which these are partitions.  owner: of which other table, for a message.
-- STRICT, so that it is not inlined: the planner would expect thousands of rows.
CREATE FUNCTION sequential_uuids_carriers(
	relation oid, column_name name, OUT relid oid, OUT attnum int2, OUT owner text)
RETURNS SETOF record LANGUAGE sql STABLE STRICT PARALLEL SAFE ROWS 10
BEGIN ATOMIC
	WITH RECURSIVE carriers AS (
		SELECT t.relid, t.attnum, '' AS owner FROM sequential_uuids_tree(relation, column_name) AS t
		UNION
		SELECT k.attrelid, k.attnum, ' of ' || k.attrelid::regclass
		  -- A foreign key depends on the columns that it refers to; pg_constraint has no index on these.
		  FROM carriers AS c JOIN pg_depend AS d ON d.classid = 'pg_constraint'::regclass
			AND (d.refclassid, d.refobjid, d.refobjsubid) = ('pg_class'::regclass, c.relid, c.attnum)
		  JOIN pg_constraint AS f ON f.oid = d.objid AND f.contype = 'f' AND f.confrelid = c.relid
		  JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[array_position(f.confkey, c.attnum)]
		  CROSS JOIN LATERAL (SELECT f.conrelid UNION SELECT pg_partition_ancestors(f.conrelid)) AS above (relid)
		  JOIN pg_attribute AS k ON k.attrelid = above.relid AND k.attname = a.attname
		 WHERE c.attnum = ANY (f.confkey)
	)
	SELECT DISTINCT ON (c.relid, c.attnum) c.relid, c.attnum, c.owner FROM carriers AS c
	 ORDER BY c.relid, c.attnum, c.owner;
END;

-- Whether not all roles may execute the function of a call, as those must that insert with it as the column default,
-- or the internal functions that it calls in the edition in SQL, or those in what sequential_uuids_plain() gives.
CREATE FUNCTION sequential_uuids_is_restricted(call text, OUT is_restricted bool)
RETURNS SETOF bool LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT EXISTS (
		SELECT FROM sequential_uuids_signatures() AS s
		  JOIN pg_proc AS p ON (p.proname, oidvectortypes(p.proargtypes)) = (s.name, s.parameters)
		  JOIN pg_namespace AS n ON n.oid = p.pronamespace
		  JOIN pg_proc AS f ON f.pronamespace = n.oid
			AND (f.oid = p.oid OR p.probin IS NULL AND f.proname ~ '^sequential_uuids_')
		 WHERE starts_with(call, CASE n.nspname WHEN 'pg_catalog' THEN s.name || '('
				ELSE format('%I.%I(', n.nspname, s.name) END)
		   AND CASE WHEN call ~ '\(\)$' THEN p.pronargs = p.pronargdefaults ELSE p.pronargs > 0 END
		   AND NOT has_function_privilege('public', f.oid, 'EXECUTE')
		UNION ALL
		SELECT FROM pg_proc AS p
		 WHERE starts_with(call, 'encode(') AND p.pronamespace = 'pg_catalog'::regnamespace
		   AND p.proname = ANY ('{encode,substr,byteacat,uuid_send,gen_random_uuid,int8send,int8mod,int8div,int84div,'
				'int8,floor,date_part,clock_timestamp}'::text[])
		   AND NOT has_function_privilege('public', p.oid, 'EXECUTE')) OFFSET 0;
END;

-- The views over what carries a table's keys, also those over other views, that check what is inserted through them.
CREATE FUNCTION sequential_uuids_checking_views(relation oid, column_name name, OUT view name)
RETURNS SETOF name LANGUAGE sql STABLE STRICT PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	WITH RECURSIVE above AS (
		SELECT relid FROM sequential_uuids_carriers(relation, column_name)
		UNION
		SELECT r.ev_class FROM above AS a
		  JOIN pg_depend AS d ON (d.refclassid, d.refobjid) = ('pg_class'::regclass, a.relid)
			AND d.classid = 'pg_rewrite'::regclass
		  JOIN pg_rewrite AS r ON r.oid = d.objid
	)
	SELECT v.relname FROM above AS a JOIN pg_class AS v ON v.oid = a.relid
	 WHERE v.relkind = 'v' AND v.reloptions::text ~ 'check_option';
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
	WITH tree AS MATERIALIZED (
		SELECT * FROM sequential_uuids_tree(relation, column_name)
	), carriers AS MATERIALIZED (
		SELECT * FROM sequential_uuids_carriers(relation, column_name)
	)
	SELECT reason FROM (
		SELECT 1, 'it is not the only column of the primary key' AS reason
		 WHERE NOT EXISTS (SELECT FROM tree AS t JOIN pg_index AS i ON i.indrelid = t.relid AND i.indisprimary
							WHERE t.relid = relation AND i.indnkeyatts = 1 AND i.indkey[0] = t.attnum)
		UNION ALL
		SELECT 2, format('constraint %I%s uses it', c.conname, t.owner)
		  FROM carriers AS t JOIN pg_constraint AS c ON c.conrelid = t.relid
		 WHERE c.contype = 'c' AND sequential_uuids_uses(c.conbin::text, t.attnum)
			OR c.contype = 'x' AND EXISTS (
				SELECT FROM unnest(c.conkey, c.conexclop) AS x (attnum, operator) JOIN pg_operator AS o ON o.oid = x.operator
				 WHERE x.attnum = t.attnum AND (t.owner = '' OR o.oprname <> '='))
		UNION ALL
		SELECT 3, format('the domain %I%s has constraints or is over another', y.typname, t.owner)
		  FROM carriers AS t JOIN pg_attribute AS a ON a.attrelid = t.relid AND a.attnum = t.attnum
		  JOIN pg_type AS y ON y.oid = a.atttypid AND y.typtype = 'd'
		 WHERE y.typbasetype <> 'uuid'::regtype OR EXISTS (
			SELECT FROM pg_constraint AS c WHERE c.contypid = y.oid AND c.contype = 'c')
		UNION ALL
		SELECT 4, format('the generated column %I%s uses it', a.attname, t.owner)
		  FROM carriers AS t JOIN pg_attribute AS a ON a.attrelid = t.relid AND a.attgenerated <> ''
		  JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		 WHERE sequential_uuids_uses(d.adbin::text, t.attnum)
		UNION ALL
		SELECT 5, format('an expression of index %I%s uses it', c.relname, t.owner)
		  FROM carriers AS t JOIN pg_index AS i ON i.indrelid = t.relid JOIN pg_class AS c ON c.oid = i.indexrelid
		 WHERE sequential_uuids_uses(i.indexprs::text, t.attnum) OR sequential_uuids_uses(i.indpred::text, t.attnum)
		UNION ALL
		SELECT 6, format('trigger %I%s may use it', g.tgname, t.owner)
		  FROM carriers AS t JOIN pg_trigger AS g ON g.tgrelid = t.relid
		  JOIN pg_attribute AS a ON (a.attrelid, a.attnum) = (t.relid, t.attnum),
			   LATERAL sequential_uuids_trigger_uses(g.tgfoid, g.tgargs, g.tgtype, g.tgnewtable, a.attname) AS u
		 WHERE NOT g.tgisinternal AND g.tgenabled <> 'D' AND g.tgtype & 4 > 0 -- INSERT
		   -- AFTER triggers of other tables do not count: most of them name the foreign key, but need no form of it.
		   AND (t.owner = '' OR g.tgtype & 2 > 0)
		   AND (u.may_use OR sequential_uuids_uses(g.tgqual::text, t.attnum))
		UNION ALL
		SELECT 7, format('policy %I%s uses it', p.polname, t.owner)
		  FROM carriers AS t JOIN pg_policy AS p ON p.polrelid = t.relid
		 WHERE sequential_uuids_uses(p.polqual::text, t.attnum) OR sequential_uuids_uses(p.polwithcheck::text, t.attnum)
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
		SELECT 10, format('rule %I%s may use it', r.rulename, t.owner)
		  FROM carriers AS t JOIN pg_rewrite AS r ON r.ev_class = t.relid WHERE r.ev_type = '3' -- INSERT
		UNION ALL
		SELECT 11, format('the row filter of publication %I%s uses it', u.pubname, t.owner)
		  FROM carriers AS t JOIN pg_publication_rel AS p ON p.prrelid = t.relid JOIN pg_publication AS u ON u.oid = p.prpubid
		 WHERE sequential_uuids_uses(p.prqual::text, t.attnum)
		UNION ALL
		SELECT 12, format('view %I, which has a check option, may use it', v.view)
		  FROM sequential_uuids_checking_views(relation, column_name) AS v
		UNION ALL
		SELECT 13, format('%s is partitioned by it', c.relid::regclass)
		  FROM carriers AS c JOIN pg_partitioned_table AS p ON p.partrelid = c.relid
		 WHERE p.partstrat <> 'h' AND c.owner <> ''
		   AND (c.attnum = ANY (p.partattrs) OR sequential_uuids_uses(p.partexprs::text, c.attnum))
		) AS found (place, reason) ORDER BY place, reason LIMIT 1;
END;
