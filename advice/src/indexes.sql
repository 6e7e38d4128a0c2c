---------------------------------------------------------------------------------------------------------------------
-- Indexes that there are, and what has been counted of them
---------------------------------------------------------------------------------------------------------------------

-- B-tree indexes with a uuid, or with a text that is as long as one, and what has been counted of their tables: while
-- "over" passes, or else since the server counts.  A partitioned index is one row.  Its rows are those of the partition
-- that inserts go to, if a range of another column decides, as with time; otherwise those of all.
CREATE FUNCTION @extschema@.sequential_uuids_indexes(over interval, only_table oid, at_most int4)
RETURNS TABLE (
	index oid, relation oid,
	class text,						-- 'key'; 'follows' a parent; 'behind' another column; 'text'
	parent oid,						-- to which a foreign key refers
	expression pg_node_tree,		-- the column default
	generator oid,					-- the function that it depends on
	needs_more bool,				-- depends on anything else, beside a sequence
	options text[],					-- of the table
	row_bytes float8,				-- NULL: the caller may not know
	row_count float8,
	partition_rows float8,			-- the most of any partition, where a range decides
	index_bytes float8,				-- and rows, as of the last VACUUM or ANALYZE
	index_rows float8,
	rows_inserted float8,			-- while they were counted
	rows_per_second float8,
	most_rows_per_second float8,
	updates_prevail bool,			-- updates that are not HOT, over inserts
	rows_go bool,					-- by more than stray deletes
	counted_since timestamptz)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	tables oid[];
	inserted_before int8[];
	updated_before int8[];
	deleted_before int8[];
	watched_since timestamptz;
	-- A reset of the database's statistics, or of all, which initdb is the first to do.
	server_counts_since CONSTANT timestamptz := (SELECT greatest(d.stats_reset, least(w.stats_reset, b.stats_reset))
		FROM pg_stat_database AS d, pg_stat_wal AS w, pg_stat_bgwriter AS b WHERE d.datname = current_database());
BEGIN
	IF over IS NOT NULL THEN
		-- What the transaction has read before.
		PERFORM pg_stat_clear_snapshot();
		SELECT array_agg(c.oid), array_agg(pg_stat_get_tuples_inserted(c.oid)),
			   array_agg(pg_stat_get_tuples_updated(c.oid) - pg_stat_get_tuples_hot_updated(c.oid)),
			   array_agg(pg_stat_get_tuples_deleted(c.oid))
		  INTO tables, inserted_before, updated_before, deleted_before
		  FROM pg_class AS c WHERE c.relkind = 'r';
		watched_since := clock_timestamp();
		PERFORM pg_sleep(extract(epoch FROM over));
		PERFORM pg_stat_clear_snapshot();
	END IF;

	RETURN QUERY
	WITH leaves AS MATERIALIZED (
		SELECT CASE WHEN x.relispartition THEN pg_partition_root(x.oid)::oid ELSE x.oid END AS index,
			   CASE WHEN t.relispartition THEN pg_partition_root(t.oid)::oid ELSE t.oid END AS top,
			   t.oid AS heap, a.attname, f.parent, x.relpages, x.reltuples,
			   CASE
				WHEN k.is_text THEN CASE WHEN a.atttypmod - 4 IN (36, 32) OR EXISTS (
					SELECT FROM pg_stats AS s WHERE s.avg_width - 1 IN (36, 32)
					   AND (s.schemaname, s.tablename, s.attname) = (n.nspname, t.relname, a.attname)) THEN 'text' END
				WHEN f.parent IS NOT NULL THEN CASE WHEN k.place = 0 THEN 'follows' END
				WHEN k.place > 0 THEN CASE WHEN i.indisunique THEN 'behind' END
				ELSE 'key' END AS class,
			   i.indisunique AND a.attnotnull AND i.indnkeyatts = 1 AS is_unique,
			   greatest(t.reltuples, pg_stat_get_live_tuples(t.oid), 0) AS row_count,
			   c.inserted, c.updated, c.deleted,
			   -- 0 if "over" is NULL, or somebody has reset the counters.
			   greatest(c.inserted - b.inserted, 0) AS just_inserted,
			   greatest(c.updated - b.updated, 0) AS just_updated,
			   greatest(c.deleted - b.deleted, 0) AS just_deleted,
			   t.relispartition AND EXISTS (
				SELECT FROM pg_partition_ancestors(t.oid) AS p
				  JOIN pg_partitioned_table AS o ON o.partrelid = p.relid AND o.partstrat = 'r'
				  JOIN pg_attribute AS u ON u.attrelid = p.relid AND u.attname = a.attname
				 WHERE u.attnum <> ALL (o.partattrs::int2[])) AS by_range
		  FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
		  JOIN pg_am AS m ON m.oid = x.relam JOIN pg_namespace AS n ON n.oid = t.relnamespace
		 CROSS JOIN LATERAL (
				-- The first column that may be a key.
				SELECT n AS place, o.opcintype <> 'uuid'::regtype AS is_text
				  FROM generate_series(0, i.indnkeyatts - 1) AS n JOIN pg_opclass AS o ON o.oid = i.indclass[n]
				 WHERE i.indkey[n] > 0
				   AND (o.opcintype = 'uuid'::regtype OR o.opcintype IN ('text'::regtype, 'bpchar'::regtype)
					AND i.indisunique AND i.indnkeyatts = 1)
				 ORDER BY n LIMIT 1) AS k
		  JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[k.place] AND a.attgenerated = ''
		 CROSS JOIN LATERAL (
				SELECT min(r.confrelid) AS parent FROM pg_constraint AS r
				 WHERE r.conrelid = t.oid AND r.contype = 'f' AND a.attnum = ANY (r.conkey)) AS f
		 CROSS JOIN LATERAL (
				SELECT pg_stat_get_tuples_inserted(t.oid) AS inserted, pg_stat_get_tuples_deleted(t.oid) AS deleted,
					   pg_stat_get_tuples_updated(t.oid) - pg_stat_get_tuples_hot_updated(t.oid) AS updated) AS c
		  LEFT JOIN unnest(tables, inserted_before, updated_before, deleted_before)
			AS b (heap, inserted, updated, deleted) ON b.heap = t.oid
		 WHERE m.amname = 'btree' AND x.relkind = 'i' AND t.relkind = 'r' AND x.relpersistence = 'p'
		   AND i.indisvalid AND i.indislive AND i.indpred IS NULL
	), parts AS MATERIALIZED (
		-- Which count: the one that has just got most, or else the newest that has any.
		SELECT l.*, NOT l.by_range OR row_number() OVER (
			PARTITION BY l.index ORDER BY l.just_inserted DESC, l.row_count > 0 DESC, l.heap DESC) = 1 AS counts
		  FROM leaves AS l
	), totals AS MATERIALIZED (
		SELECT p.index, max(p.top) AS top, max(p.attname) AS attname, max(p.class) AS class, max(p.parent) AS parent,
			   bool_and(p.is_unique) AS is_unique,
			   -- The newest partition that has statistics, preferably of those.
			   coalesce(max(p.heap) FILTER (WHERE p.counts AND p.reltuples > 0),
				max(p.heap) FILTER (WHERE p.reltuples > 0), max(p.heap)) AS heap,
			   sum(p.row_count) FILTER (WHERE p.counts) AS row_count,
			   max(p.row_count) FILTER (WHERE p.by_range) AS partition_rows,
			   sum(p.relpages) FILTER (WHERE p.counts) AS pages,
			   sum(greatest(p.reltuples, 0)) FILTER (WHERE p.counts) AS index_rows,
			   CASE WHEN over IS NULL THEN sum(p.inserted) ELSE sum(p.just_inserted) END AS inserted,
			   -- Fewer than 20 updates or deletes may be stray ones.  A bulk load hides what came after it.
			   sum(p.updated) > sum(p.inserted)
				OR sum(p.just_updated) >= 20 AND sum(p.just_updated) > sum(p.just_inserted) AS updates_prevail,
			   sum(p.deleted) > 0.05 * sum(p.inserted)
				OR sum(p.just_deleted) >= 20 AND sum(p.just_deleted) > 0.05 * sum(p.just_inserted) AS rows_go,
			   sum(p.inserted) / extract(epoch FROM clock_timestamp() - server_counts_since) AS average_rate,
			   sum(p.just_inserted) / extract(epoch FROM clock_timestamp() - watched_since) AS just_rate
		  FROM parts AS p WHERE p.class IS NOT NULL GROUP BY p.index
	)
	SELECT t.index, i.indrelid, t.class, t.parent, d.expression, d.generator, d.needs_more, h.reloptions,
		   -- The view leaves out columns that the caller may not read.
		   (SELECT least(24 + sum(s.avg_width * (1 - s.null_frac)), 8160)::float8 FROM pg_stats AS s
			 WHERE (s.schemaname, s.tablename) = (n.nspname, h.relname) AND NOT s.inherited
			   AND has_table_privilege(h.oid, 'SELECT') HAVING count(*) > 0),
		   t.row_count::float8, t.partition_rows::float8, t.pages * current_setting('block_size')::float8,
		   t.index_rows::float8, t.inserted::float8,
		   least(CASE WHEN over IS NULL THEN t.average_rate ELSE t.just_rate END, 1e9)::float8,
		   least(greatest(t.average_rate, t.just_rate), 1e9)::float8,
		   t.updates_prevail, t.rows_go, CASE WHEN over IS NULL THEN server_counts_since END
	  FROM totals AS t JOIN pg_index AS i ON i.indexrelid = t.index
	  LEFT JOIN pg_class AS h ON h.oid = t.heap LEFT JOIN pg_namespace AS n ON n.oid = h.relnamespace
	 -- That of the table above all partitions.
	 CROSS JOIN @extschema@.sequential_uuids_default(t.top, t.attname) AS d
	 WHERE (t.class <> 'key' OR t.is_unique OR d.expression IS NOT NULL)
	   -- A partition stands for its whole table.
	   AND (only_table IS NULL OR t.top = coalesce(pg_partition_root(only_table)::oid, only_table))
	 ORDER BY t.inserted DESC, t.row_count DESC, t.index LIMIT at_most;
END $$;

