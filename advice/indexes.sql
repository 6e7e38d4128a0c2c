-- The indexes of the report.

-- B-tree indexes of tables and partitions that are logged, without a predicate, with a uuid or text as a key column:
-- what they belong to, at which place that column is, and their statistics.
CREATE FUNCTION sequential_uuids_leaf_indexes(
	OUT root oid, OUT heap oid, OUT place int4, OUT is_text bool, OUT pages int8, OUT row_count float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 100
BEGIN ATOMIC
	SELECT coalesce(pg_partition_root(c.oid), c.oid)::oid, t.oid, p.place, p.is_text, c.relpages,
		   CASE WHEN t.relpages = 0 OR t.reltuples < 0 THEN pg_stat_get_live_tuples(t.oid) ELSE t.reltuples END
	  FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
	  JOIN pg_am AS m ON m.oid = c.relam AND m.amname = 'btree', LATERAL (
			SELECT n, o.opcintype <> 'uuid'::regtype
			  FROM generate_series(0, i.indnkeyatts - 1) AS n JOIN pg_opclass AS o ON o.oid = i.indclass[n]
			 WHERE i.indkey[n] > 0
			   AND (o.opcintype = 'uuid'::regtype OR n = 0 AND i.indisunique AND i.indnkeyatts = 1
				AND o.opcintype IN ('text'::regtype, 'bpchar'::regtype))
			 ORDER BY n LIMIT 1) AS p (place, is_text)
	 WHERE c.relkind = 'i' AND t.relkind = 'r' AND c.relpersistence = 'p' AND i.indisvalid AND i.indislive
	   AND i.indpred IS NULL;
END;

-- Whether a text is as long as a UUID is, with hyphens or without: by its type, or by statistics of how many bytes it
-- takes.
CREATE FUNCTION sequential_uuids_is_uuid_text(relation oid, attnum int2) RETURNS bool
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT a.atttypmod - 4 IN (36, 32) OR EXISTS (
			SELECT FROM pg_stats AS s
			 WHERE (s.schemaname, s.tablename, s.attname) = (n.nspname, c.relname, a.attname) AND s.avg_width - 1 IN (36, 32))
	  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
	 WHERE a.attrelid = relation AND a.attnum = sequential_uuids_is_uuid_text.attnum;
END;

-- The column, of the index's table and of the table above all partitions, and what it is: a 'key' that is generated
-- there; 'follows' a parent's key; 'behind' another column; 'text' that is as long as a UUID.  Otherwise there is no
-- row.
CREATE FUNCTION sequential_uuids_column(
	root oid, place int4, is_text bool, OUT relation oid, OUT top oid, OUT column_name name, OUT top_attnum int2,
	OUT type oid, OUT class text, OUT parent oid, OUT parent_column name)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT * FROM (
		SELECT t.oid, u.attrelid, a.attname, u.attnum, a.atttypid,
			   CASE WHEN is_text THEN CASE WHEN sequential_uuids_is_uuid_text(t.oid, a.attnum) THEN 'text' END
				WHEN f.confrelid IS NOT NULL THEN CASE WHEN place = 0 THEN 'follows' END
				WHEN g.is_generated OR i.indisunique AND a.attnotnull AND i.indnkeyatts = 1 OR place > 0 AND i.indisprimary
				THEN CASE WHEN place = 0 THEN 'key' WHEN i.indisunique THEN 'behind' END END AS class,
			   f.confrelid, f.attname
		  FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
		  JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[place] AND a.attgenerated = ''
		  JOIN pg_attribute AS u ON u.attrelid = coalesce(pg_partition_root(t.oid), t.oid) AND u.attname = a.attname
		  JOIN pg_type AS y ON y.oid = a.atttypid, LATERAL (
				SELECT u.atthasdef OR y.typdefaultbin IS NOT NULL) AS g (is_generated)
		  LEFT JOIN LATERAL (
				SELECT r.confrelid, p.attname
				  FROM pg_constraint AS r JOIN pg_attribute AS p ON p.attrelid = r.confrelid
				   AND p.attnum = r.confkey[array_position(r.conkey, a.attnum)]
				 WHERE r.conrelid = t.oid AND r.contype = 'f' AND a.attnum = ANY (r.conkey)
				 ORDER BY r.oid LIMIT 1) AS f ON true
		 WHERE i.indexrelid = root) AS found
	 WHERE found.class IS NOT NULL OFFSET 0;
END;
