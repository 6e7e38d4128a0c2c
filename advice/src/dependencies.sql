---------------------------------------------------------------------------------------------------------------------
-- uuid_key_dependencies
---------------------------------------------------------------------------------------------------------------------

-- A table with its partitions or children, and with those that it is one of: what reads a partition's rows may be over
-- its parent.
CREATE FUNCTION @extschema@.sequential_uuids_family(relation oid)
RETURNS oid[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY(
		WITH RECURSIVE below AS (
			SELECT relation AS table_oid
			 UNION
			SELECT h.inhrelid FROM below AS b JOIN pg_inherits AS h ON h.inhparent = b.table_oid
		), above AS (
			SELECT relation AS table_oid
			 UNION
			SELECT h.inhparent FROM above AS b JOIN pg_inherits AS h ON h.inhrelid = b.table_oid
		)
		TABLE below UNION TABLE above);
END $$;

-- The key columns of such tables, by name: uuid columns that an index of any of them has, and those of texts and bytea
-- that a unique index has, since they may hold UUIDs.
CREATE FUNCTION @extschema@.sequential_uuids_key_names(tables oid[])
RETURNS name[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY(
		SELECT DISTINCT a.attname
		  FROM unnest(tables) AS t (table_oid) JOIN pg_index AS i ON i.indrelid = t.table_oid
		 CROSS JOIN generate_series(0, i.indnkeyatts - 1) AS place
		  JOIN pg_opclass AS c ON c.oid = i.indclass[place]
		  JOIN pg_attribute AS a ON (a.attrelid, a.attnum) = (i.indrelid, i.indkey[place])
		 WHERE c.opcintype = 'uuid'::regtype
			OR i.indisunique AND c.opcintype IN ('text'::regtype, 'bpchar'::regtype, 'bytea'::regtype));
END $$;

-- The columns of these names, and each foreign key to one.
CREATE FUNCTION @extschema@.sequential_uuids_key_columns(tables oid[], names name[])
RETURNS TABLE (table_oid oid, attnum int2, atttypid oid)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	WITH RECURSIVE keys AS (
		SELECT a.attrelid, a.attnum, a.atttypid
		  FROM unnest(tables) AS t (table_oid) JOIN pg_attribute AS a ON a.attrelid = t.table_oid
		 WHERE a.attname = ANY (names)
		 UNION
		SELECT a.attrelid, a.attnum, a.atttypid
		  FROM keys AS k
		  JOIN pg_constraint AS c ON c.contype = 'f' AND c.confrelid = k.attrelid AND k.attnum = ANY (c.confkey)
		  JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[array_position(c.confkey, k.attnum)]
	)
	SELECT k.attrelid, k.attnum, k.atttypid FROM keys AS k;
END $$;

-- What only depends on the table as a whole may read the key in a whole row.
CREATE FUNCTION @extschema@.uuid_key_dependencies(relation regclass)
RETURNS TABLE (depends_on text, dependent text)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE COST 10000 ROWS 100
SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	tables CONSTANT oid[] := @extschema@.sequential_uuids_family(relation::oid);
	names CONSTANT name[] := @extschema@.sequential_uuids_key_names(tables);
BEGIN
	IF names = '{}' THEN
		RAISE invalid_parameter_value USING
			MESSAGE = format('relation %s has no key that could be a UUID', relation),
			DETAIL = 'No index has a uuid column, and no unique index a column of text or bytea.';
	END IF;

	RETURN QUERY
	WITH RECURSIVE keys AS (
		SELECT c.table_oid, c.attnum, c.atttypid FROM @extschema@.sequential_uuids_key_columns(tables, names) AS c
	), domains AS (
		SELECT k.table_oid, k.attnum, k.atttypid AS type FROM keys AS k
		 UNION
		SELECT d.table_oid, d.attnum, t.typbasetype
		  FROM domains AS d JOIN pg_type AS t ON t.oid = d.type AND t.typtype = 'd'
	), dependents AS (
		SELECT d.refclassid, d.refobjid, d.refobjsubid, d.classid, d.objid, d.objsubid
		  FROM keys AS k JOIN pg_class AS t ON t.oid = k.table_oid LEFT JOIN pg_type AS y ON y.oid = t.reltype
		 CROSS JOIN LATERAL (VALUES
				('pg_class'::regclass, t.oid, k.attnum::int4), ('pg_class'::regclass, t.oid, 0),
				('pg_type'::regclass, y.oid, 0), ('pg_type'::regclass, y.typarray, 0))
			AS r (class, object, column_number)
		  JOIN pg_depend AS d ON (d.refclassid, d.refobjid, d.refobjsubid) = (r.class, r.object, r.column_number)
		 WHERE d.deptype IN ('n', 'a')
		   AND (r.column_number > 0 OR r.class = 'pg_type'::regclass OR d.classid IN ('pg_rewrite'::regclass,
				'pg_policy'::regclass, 'pg_constraint'::regclass, 'pg_publication_rel'::regclass, 'pg_proc'::regclass))
		 UNION
		-- What is over functions, generated columns and views.
		SELECT d.refclassid, d.refobjid, d.refobjsubid, d.classid, d.objid, d.objsubid
		  FROM dependents AS o CROSS JOIN LATERAL (
				SELECT o.classid, o.objid, 0 AS column_number WHERE o.classid = 'pg_proc'::regclass
				 UNION ALL
				SELECT 'pg_class'::regclass, a.adrelid, a.adnum
				  FROM pg_attrdef AS a WHERE (o.classid, o.objid) = ('pg_attrdef'::regclass, a.oid)
				 UNION ALL
				SELECT 'pg_class'::regclass, v.oid, NULL
				  FROM pg_rewrite AS w JOIN pg_class AS v ON v.oid = w.ev_class AND v.relkind IN ('v', 'm')
				 WHERE (o.classid, o.objid) = ('pg_rewrite'::regclass, w.oid)) AS r (class, object, column_number)
		  JOIN pg_depend AS d ON (d.refclassid, d.refobjid) = (r.class, r.object)
			AND coalesce(d.refobjsubid = r.column_number, true)
		 WHERE d.deptype IN ('n', 'a') AND (d.classid, d.objid) <> (o.classid, o.objid)
	), edges AS (
		SELECT d.* FROM dependents AS d
		 UNION
		SELECT 'pg_class'::regclass, t.tgrelid, 0, 'pg_trigger'::regclass, t.oid, 0
		  FROM pg_trigger AS t
		 WHERE t.tgrelid IN (
				SELECT k.table_oid FROM keys AS k
				 UNION
				SELECT r.ev_class FROM dependents AS d
				  JOIN pg_rewrite AS r ON (d.classid, d.objid) = ('pg_rewrite'::regclass, r.oid))
		 UNION
		SELECT 'pg_class'::regclass, d.table_oid, d.attnum, 'pg_constraint'::regclass, c.oid, 0
		  FROM domains AS d JOIN pg_constraint AS c ON c.contypid = d.type
	)
	SELECT pg_describe_object(e.refclassid, e.refobjid, e.refobjsubid),
		   pg_describe_object(e.classid, e.objid, e.objsubid)
	  FROM edges AS e
	 WHERE NOT EXISTS (
			SELECT FROM pg_trigger AS t
			 WHERE (e.classid, e.objid) = ('pg_trigger'::regclass, t.oid) AND t.tgisinternal)
	   -- The default is what is to be changed.
	   AND NOT EXISTS (
			SELECT FROM pg_attrdef AS a JOIN keys AS k ON (a.adrelid, a.adnum) = (k.table_oid, k.attnum)
			 WHERE (e.classid, e.objid) = ('pg_attrdef'::regclass, a.oid))
	 UNION
	SELECT pg_describe_object('pg_class'::regclass, k.table_oid, k.attnum),
		   'partition key of ' || pg_describe_object('pg_class'::regclass, k.table_oid, 0)
	  FROM keys AS k JOIN pg_partitioned_table AS p ON p.partrelid = k.table_oid
	 WHERE k.attnum = ANY (p.partattrs::int2[]) OR p.partexprs IS NOT NULL
	 ORDER BY 1, 2;
END $$;
COMMENT ON FUNCTION @extschema@.uuid_key_dependencies(regclass) IS
	'What is known to depend on a table''s keys, or on foreign keys to them: to be read before its default is changed';

