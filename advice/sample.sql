-- Who generates a table's keys: what its rows tell.

-- The roles whose code may run where rows are read: superusers, and the caller if it is the role that has connected, so
-- that neither a function with the rights of its owner nor SET ROLE lends them.
CREATE FUNCTION sequential_uuids_trusted() RETURNS oid[]
LANGUAGE sql STABLE PARALLEL RESTRICTED
BEGIN ATOMIC
	SELECT coalesce(array_agg(role.oid), '{}')
	  FROM pg_roles AS role JOIN pg_database AS d ON d.datname = current_database()
	  -- pg_database_owner stands for its member.
	  JOIN pg_roles AS member ON member.oid = CASE role.rolname WHEN 'pg_database_owner' THEN d.datdba ELSE role.oid END
	 WHERE member.rolsuper OR (member.rolname = current_user
		AND member.oid = (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())));
END;

-- Keys of a table, those of the youngest rows last, with the ages of their transactions: of eight pages all over it
-- and the last eight.  Or a problem.  To plan such a query, PostgreSQL evaluates functions in the table's indexes.  So
-- roles that could put some there, or another table in its place, have to be trusted: those that own it, a table of
-- which it is a partition (CREATE INDEX reaches partitions of others), and their schemas.
--
-- In PL/pgSQL, since a query over any table cannot be bound, and its errors must not end the report.  The error at the
-- end rolls the subtransaction back, which releases its lock, and keeps the values of variables; with exit_on_error, it
-- would end the session.
CREATE FUNCTION sequential_uuids_sample(
	relation oid, attnum int2, trusted oid[], OUT keys uuid[], OUT ages int8[], OUT problem text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET exit_on_error = off SET jit = off
SET row_security = off SET lock_timeout = '100ms' SET constraint_exclusion = off SET enable_seqscan = off
SET enable_tidscan = on AS $$
DECLARE
	table_name text;
	locked text;
	query text;
BEGIN
	-- An older snapshot would not show who owns the table now.
	IF current_setting('transaction_isolation') NOT LIKE 'read%' THEN
		RAISE feature_not_supported USING MESSAGE = 'rows are read in READ COMMITTED transactions only';
	END IF;
	LOOP -- twice: the name may have become another table's before the lock
		SELECT format('%I.%I', nspname, relname), format($query$
			SELECT array_agg(key ORDER BY age DESC, place), array_agg(age ORDER BY age DESC, place)
			  FROM (SELECT n * $1 / 8, n * $1 / 8 + CASE WHEN n = 8 THEN 8 ELSE least($1, 1) END
					  FROM generate_series(0, 8) AS n) AS pages (first, beyond), LATERAL (
				SELECT ctid AS place, %1$I::uuid AS key, age(xmin)::int8 + 1073741824 & 4294967295 AS age
				  FROM ONLY %2$I.%3$I AS sampled
				 WHERE ctid >= format('(%%s,0)', pages.first)::tid AND ctid < format('(%%s,0)', pages.beyond)::tid
				   AND %1$I IS NOT NULL OFFSET 0) AS row $query$, attname, nspname, relname)
		  INTO table_name, query
		  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace JOIN pg_attribute AS a ON attrelid = c.oid
		 WHERE c.oid = relation AND a.attnum = sequential_uuids_sample.attnum AND NOT EXISTS (
			SELECT FROM (SELECT relation AS relid UNION ALL SELECT relid FROM pg_partition_ancestors(relation)) AS above
			  LEFT JOIN pg_class AS t ON t.oid = above.relid LEFT JOIN pg_namespace AS s ON s.oid = t.relnamespace
			 WHERE (t.relowner = ANY (trusted) AND s.nspowner = ANY (trusted)) IS NOT TRUE);
		IF NOT FOUND THEN
			RAISE insufficient_privilege USING MESSAGE = 'connect as the owner to learn who generates the keys';
		END IF;
		EXIT WHEN table_name = locked;
		EXECUTE format('LOCK TABLE ONLY %s IN ACCESS SHARE MODE NOWAIT', table_name);
		locked := table_name;
	END LOOP;
	-- What an index or extended statistics call may be of yet another role, which may replace it.
	PERFORM FROM (SELECT relation AS relid UNION ALL SELECT relid FROM pg_partition_ancestors(relation)) AS above
	  JOIN LATERAL (SELECT 'pg_class'::regclass, indexrelid FROM pg_index WHERE indrelid = above.relid
			UNION ALL SELECT 'pg_statistic_ext'::regclass, s.oid FROM pg_statistic_ext AS s WHERE stxrelid = above.relid
		   ) AS planned (class, object) ON true
	  JOIN pg_depend AS d ON (d.classid, d.objid) = (planned.class, planned.object)
	  LEFT JOIN pg_proc AS p ON (d.refclassid, d.refobjid) = ('pg_proc'::regclass, p.oid)
	  LEFT JOIN pg_operator AS o ON (d.refclassid, d.refobjid) = ('pg_operator'::regclass, o.oid)
	  LEFT JOIN pg_type AS t ON (d.refclassid, d.refobjid) = ('pg_type'::regclass, t.oid)
	 WHERE coalesce(p.proowner, o.oprowner, t.typowner) <> ALL (trusted);
	IF FOUND THEN
		RAISE insufficient_privilege USING MESSAGE = 'its indexes use what belongs to other roles, so its rows were not read';
	END IF;
	PERFORM FROM pg_class WHERE oid = relation AND to_regclass(table_name) = oid AND relkind = 'r'
		AND relam = (SELECT oid FROM pg_am WHERE amname = 'heap');
	IF NOT FOUND THEN
		RAISE feature_not_supported USING MESSAGE = format('%s is no heap table', table_name);
	END IF;
	EXECUTE query INTO keys, ages
		USING greatest(pg_relation_size(relation) / current_setting('block_size')::int8 - 8, 0);
	RAISE SQLSTATE 'UUIDS';
EXCEPTION
	WHEN SQLSTATE 'UUIDS' THEN
		NULL;
	WHEN OTHERS THEN
		keys := NULL;
		problem := SQLERRM;
END $$;

-- How old a transaction is, also from before the last wraparound: negative ages are of the future only in appearance.
CREATE FUNCTION sequential_uuids_age(transaction xid) RETURNS int8
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN age(transaction)::int8 + 1073741824 & 4294967295;

-- What sampled keys are like: the share of random ones among all; of the last 100, unless they are older than the
-- default: whether there are enough to judge, the usual kind ('near' those before and after), and the share that the
-- default does not generate.  A key looks random if it is a sixteenth of all places or more from those before and
-- after it, as three of four random ones are.
CREATE FUNCTION sequential_uuids_look(
	keys uuid[], ages int8[], default_age int8, default_kind text,
	OUT random_share float8, OUT are_enough bool, OUT usual text, OUT others float8)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT avg((k.is_like = 'random')::int4), count(*) FILTER (WHERE k.is_new) >= 20,
		   mode() WITHIN GROUP (ORDER BY k.is_like) FILTER (WHERE k.is_new),
		   avg((k.is_like <> ALL (CASE default_kind WHEN 'random' THEN '{random,near}' WHEN 'ascending' THEN '{ascending}'
				ELSE '{near}' END::text[]))::int4) FILTER (WHERE k.is_new)
	  FROM (SELECT n > cardinality(keys) - 100 AND coalesce(age <= default_age, true) AS is_new,
				   CASE WHEN substr(key::text, 15, 1) IN ('6', '7') THEN 'ascending'
					WHEN abs(place - lag(place, 1, place + 0.5) OVER by_age) BETWEEN 0.0625 AND 0.9375
						AND abs(place - lead(place, 1, place + 0.5) OVER by_age) BETWEEN 0.0625 AND 0.9375 THEN 'random'
					ELSE 'near' END AS is_like
			  FROM unnest(keys, ages) WITH ORDINALITY AS u (key, age, n),
				   LATERAL (SELECT ('x' || left(key::text, 8))::bit(32)::int8 / 2 ^ 32) AS p (place)
			WINDOW by_age AS (ORDER BY n)) AS k OFFSET 0;
END;

-- Whether clients generate keys, although there is a default.  Updated rows look new, too.  Small blocks, or few to a
-- cycle, look like random keys, and random keys of clients like the default's: then nobody knows, which is NULL.
CREATE FUNCTION sequential_uuids_clients(
	default_kind text, are_enough bool, others float8, updated_share float8, block_rows float8, cycle_rows float8)
RETURNS bool LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN are_enough IS NOT TRUE OR default_kind IS NULL THEN NULL
	WHEN others <= 0.05 THEN CASE WHEN default_kind <> 'random' THEN false END
	WHEN others > 0.05 + coalesce(updated_share, 0) THEN nullif(
		CASE default_kind WHEN 'wrapping' THEN cycle_rows WHEN 'opaque' THEN block_rows * 10 ELSE 100 END >= 100, false) END;
