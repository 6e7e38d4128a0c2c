---------------------------------------------------------------------------------------------------------------------
-- Indexes that there are, and what has been counted of them
---------------------------------------------------------------------------------------------------------------------

-- Rows of a table that the server has counted since its statistics were reset.
CREATE TYPE @extschema@.sequential_uuids_counts AS (
	heap oid,
	inserted int8,					-- also if rolled back, as are the others
	updated int8,					-- not HOT
	changed int8,					-- by any UPDATE
	deleted int8,
	dead int8,						-- and not removed yet
	died int8,						-- by an UPDATE or DELETE
	toasted int8					-- pieces of values that were inserted into its TOAST table
);

-- What was counted before somebody began to watch, and meanwhile.
CREATE TYPE @extschema@.sequential_uuids_watched AS (
	before @extschema@.sequential_uuids_counts[],	-- NULL if nobody watches: then since the server counts
	since timestamptz,				-- when the count began
	until timestamptz,				-- the same for all, so that indexes of one table have one rate
	seconds float8,					-- of watching; NULL: nobody does
	wal_per_second float8			-- that the server wrote, since then; NULL: not known, or a standby, which writes none
);

-- An index, or all those of a partitioned one.
CREATE TYPE @extschema@.sequential_uuids_entry AS (
	index oid,
	relation oid,
	heap oid,						-- the partition that has statistics, or else as above
	source oid,						-- of statistics that the caller may see: the heap, or else the relation
	is_partial bool,
	options text[],					-- of the table
	fill float8,					-- to which pages of the index are filled, as a share
	row_count float8,
	analyzed_rows float8,			-- of the partition that has statistics, as of the last VACUUM or ANALYZE
	partition_rows float8,			-- the most of any partition, where a range decides
	range_seconds float8,			-- of a partition, if that is one of time
	index_bytes float8,				-- and rows, as of the last VACUUM or ANALYZE
	index_rows float8,
	rows_inserted float8,			-- while they were counted
	rows_per_second float8,
	most_rows_per_second float8,
	updates_per_insert float8,		-- that are not HOT
	changes_per_insert float8,		-- all updates
	rows_go bool,					-- by more than stray deletes
	is_toasted bool,				-- whether inserts write to a TOAST table
	-- What its columns tell: sequential_uuids_read_columns().
	left_out text,					-- why it is not reported
	column_name text,				-- of the UUID that decides where a row goes
	class text,						-- 'key'; 'follows' a parent; 'reference' to one, perhaps
	is_text bool,					-- or bytes, which may be no UUIDs
	parent oid,						-- to which a foreign key refers,
	parent_column name,				-- and to which column of it
	expression pg_node_tree,		-- the column default
	generator oid,					-- the function that it depends on
	needs_more bool,				-- depends on anything else, beside a sequence
	in_front text,					-- the columns before it that have several values
	prefixes float8,				-- values of these, as if equally frequent; NULL: not known
	behind_time name,				-- a time before it,
	rows_together float8,			-- with so many rows of each
	unknown_prefixes text,			-- why not, and what to do
	key_values float8,				-- values of the UUID, as above; NULL: as many as rows, or not known
	null_share float8,				-- of rows that have none
	row_bytes float8,				-- of the table; NULL: the caller may not know
	entry_bytes float8,				-- of an entry of the index
	rebuilt_bytes float8,			-- of the index, if REINDEX built it again; NULL: not known
	is_first bool					-- of its table that is a key
);

-- What cannot be true is not known.
CREATE FUNCTION @extschema@.sequential_uuids_plausible(row_count float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN row_count BETWEEN 0 AND 1e15 THEN row_count END;
END $$;

CREATE FUNCTION @extschema@.sequential_uuids_count()
RETURNS SETOF @extschema@.sequential_uuids_counts LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT c.oid, pg_stat_get_tuples_inserted(c.oid),
		   pg_stat_get_tuples_updated(c.oid) - pg_stat_get_tuples_hot_updated(c.oid), pg_stat_get_tuples_updated(c.oid),
		   pg_stat_get_tuples_deleted(c.oid), pg_stat_get_dead_tuples(c.oid),
		   pg_stat_get_tuples_updated(c.oid) + pg_stat_get_tuples_deleted(c.oid),
		   CASE WHEN c.reltoastrelid <> 0 THEN pg_stat_get_tuples_inserted(c.reltoastrelid) ELSE 0 END
	  FROM pg_class AS c WHERE c.relkind = 'r';
END $$;

-- A reset of the database's statistics; or of all, as by initdb or a crash, which resets each kind of shared ones, too;
-- or a promotion, which is not seen once the server has been restarted.
CREATE FUNCTION @extschema@.sequential_uuids_counted_since()
RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT greatest(d.stats_reset, least(w.stats_reset, b.stats_reset, a.stats_reset),
				CASE WHEN NOT pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() END)
		  FROM pg_stat_database AS d, pg_stat_wal AS w, pg_stat_bgwriter AS b, pg_stat_archiver AS a
		 WHERE d.datname = current_database());
END $$;

-- Counts for this long, or takes what has been counted.
CREATE FUNCTION @extschema@.sequential_uuids_watch(over interval)
RETURNS @extschema@.sequential_uuids_watched LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	watched @extschema@.sequential_uuids_watched;
	start pg_lsn;
BEGIN
	IF over IS NULL THEN
		watched.since := @extschema@.sequential_uuids_counted_since();
		watched.until := clock_timestamp();
		watched.wal_per_second := (
			SELECT w.wal_bytes::float8 / greatest(extract(epoch FROM watched.until - w.stats_reset)::float8, 1)
			  FROM pg_stat_wal AS w WHERE NOT pg_is_in_recovery()
			   -- An average of another time is none to compare with.
			   AND extract(epoch FROM watched.until - w.stats_reset)
				/ nullif(extract(epoch FROM watched.until - watched.since), 0) BETWEEN 0.9 AND 1.1);
		RETURN watched;
	END IF;
	-- What the transaction has read before.
	PERFORM pg_stat_clear_snapshot();
	watched.before := ARRAY(SELECT c FROM @extschema@.sequential_uuids_count() AS c);
	watched.since := clock_timestamp();
	IF NOT pg_is_in_recovery() THEN
		start := pg_current_wal_insert_lsn();
	END IF;
	PERFORM pg_sleep(extract(epoch FROM over));
	PERFORM pg_stat_clear_snapshot();
	watched.until := clock_timestamp();
	watched.seconds := greatest(extract(epoch FROM watched.until - watched.since), 1e-6);
	IF start IS NOT NULL THEN
		watched.wal_per_second := (pg_current_wal_insert_lsn() - start)::float8 / watched.seconds;
	END IF;
	RETURN watched;
END $$;

-- Indexes with a column that may hold UUIDs, by its type: uuid, or texts and bytes that are not too short.
CREATE FUNCTION @extschema@.sequential_uuids_index_keys()
RETURNS TABLE (
	index oid, heap oid,
	uuids name[],					-- its key columns that may hold them
	other text)						-- why it is not reported, whatever its keys are
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10000 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT x.oid, t.oid, k.uuids, CASE
			WHEN m.amname <> 'btree' THEN 'of other types than B-tree'
			WHEN t.relkind = 'm' THEN 'of materialized views'
			WHEN x.relpersistence <> 'p' THEN 'of tables that write no WAL'
			WHEN NOT i.indisvalid THEN 'that are invalid'
			WHEN k.is_expression THEN 'on expressions' END
	  FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
	  JOIN pg_am AS m ON m.oid = x.relam
	 CROSS JOIN LATERAL (
			SELECT array_agg(a.attname) AS uuids, bool_or(o.opcintype = 'uuid'::regtype) AS has_uuids,
				   bool_and(i.indkey[n] = 0) AS is_expression
			  FROM generate_series(0, i.indnkeyatts - 1) AS n JOIN pg_opclass AS o ON o.oid = i.indclass[n]
			  LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = nullif(i.indkey[n], 0)
			 WHERE o.opcintype = 'uuid'::regtype OR a.attnum IS NOT NULL
			   AND o.opcintype IN ('text'::regtype, 'bpchar'::regtype, 'bytea'::regtype)
			   AND (a.atttypmod = -1 OR a.atttypmod - 4 >= 32)) AS k
	 WHERE x.relkind = 'i' AND t.relkind IN ('r', 'm') AND (k.has_uuids
		OR k.uuids IS NOT NULL AND m.amname = 'btree' AND t.relkind = 'r' AND x.relpersistence = 'p' AND i.indisvalid
		AND t.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace));
END $$;

-- These with what has been counted of their tables: in all, and since "before".  That is 0 if somebody has reset the
-- counters meanwhile.
CREATE FUNCTION @extschema@.sequential_uuids_leaves(before @extschema@.sequential_uuids_counts[])
RETURNS TABLE (
	index oid, top oid,				-- the partitioned ones, of a partition
	heap oid, other text,
	by_range bool,					-- whether a range of another column decides which partition gets a row
	pages int4, index_rows float8, row_count float8, inserted int8, updated int8, changed int8, deleted int8,
	gone float8,					-- rows inserted that are neither there nor deleted: truncated, or rolled back
	toasted int8,
	just_inserted int8, just_updated int8, just_changed int8, just_deleted int8, just_gone int8, just_toasted int8)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED ROWS 10000 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT CASE WHEN x.relispartition THEN pg_partition_root(x.oid)::oid ELSE x.oid END,
		   CASE WHEN t.relispartition THEN pg_partition_root(t.oid)::oid ELSE t.oid END,
		   t.oid, k.other,
		   t.relispartition AND EXISTS (
			SELECT FROM pg_partition_ancestors(t.oid) AS p
			  JOIN pg_partitioned_table AS o ON o.partrelid = p.relid AND o.partstrat = 'r'
			 WHERE NOT EXISTS (
				SELECT FROM pg_attribute AS u WHERE u.attrelid = p.relid AND u.attnum = ANY (o.partattrs::int2[])
				   AND u.attname = ANY (k.uuids))),
		   x.relpages, coalesce(@extschema@.sequential_uuids_plausible(x.reltuples::float8), 0), r.row_count,
		   c.inserted, c.updated, c.changed, c.deleted, greatest(c.inserted - c.deleted - r.row_count, 0), c.toasted,
		   greatest(c.inserted - b.inserted, 0), greatest(c.updated - b.updated, 0), greatest(c.changed - b.changed, 0),
		   greatest(c.deleted - b.deleted, 0), greatest(c.dead - b.dead - (c.died - b.died), 0),
		   greatest(c.toasted - b.toasted, 0)
	  FROM @extschema@.sequential_uuids_index_keys() AS k
	  JOIN pg_class AS x ON x.oid = k.index JOIN pg_class AS t ON t.oid = k.heap
	  LEFT JOIN @extschema@.sequential_uuids_count() AS c ON c.heap = t.oid
	  LEFT JOIN unnest(before) AS b ON b.heap = t.oid
	 CROSS JOIN LATERAL (
			SELECT greatest(@extschema@.sequential_uuids_plausible(t.reltuples::float8),
				pg_stat_get_live_tuples(t.oid), 0)) AS r (row_count);
END $$;

-- The time that a partition is for, if that is a range of one column with a time.  Nothing else is printed, as types of
-- others print their values with code of their own.
CREATE FUNCTION @extschema@.sequential_uuids_range_seconds(partition oid)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET datestyle = 'ISO' SET timezone = 'UTC' AS $$
DECLARE
	day CONSTANT text := '([0-9]{4}-[0-9]{2}-[0-9]{2}[ 0-9:.+-]*)';
BEGIN
	RETURN (
		SELECT min(extract(epoch FROM b.bounds[2]::timestamptz - b.bounds[1]::timestamptz))
		  FROM pg_partition_ancestors(partition) AS p
		  JOIN pg_class AS c ON c.oid = p.relid JOIN pg_inherits AS i ON i.inhrelid = c.oid
		  JOIN pg_partitioned_table AS t ON t.partrelid = i.inhparent AND t.partstrat = 'r' AND t.partnatts = 1
		  JOIN pg_attribute AS a ON a.attrelid = t.partrelid AND a.attnum = t.partattrs[0]
		 CROSS JOIN LATERAL regexp_match(
				CASE WHEN a.atttypid IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
					THEN pg_get_expr(c.relpartbound, 0) END,
				format('^FOR VALUES FROM [(]''%s''[)] TO [(]''%1$s''[)]$', day)) AS b (bounds));
END $$;

-- Those of a table, and of tables whose foreign keys refer to it; or of all.  A partitioned index is one row.  Its rows
-- are those of the partition that inserts go to, if a range of another column decides, as with time; otherwise of all.
CREATE FUNCTION @extschema@.sequential_uuids_indexes(
	watched @extschema@.sequential_uuids_watched, only_table oid)
RETURNS SETOF @extschema@.sequential_uuids_entry LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_watched CONSTANT bool := watched.seconds IS NOT NULL;
	counted_seconds CONSTANT float8 :=
		nullif(extract(epoch FROM watched.until - @extschema@.sequential_uuids_counted_since()), 0);
	-- Partitions stand for their whole table.
	tables CONSTANT oid[] := ARRAY(
		WITH RECURSIVE referring AS (
			SELECT coalesce(pg_partition_root(only_table)::oid, only_table) AS oid
			 UNION
			SELECT coalesce(pg_partition_root(r.conrelid)::oid, r.conrelid) FROM referring AS t JOIN pg_constraint AS r
				ON r.contype = 'f' AND coalesce(pg_partition_root(r.confrelid)::oid, r.confrelid) = t.oid)
		SELECT t.oid FROM referring AS t);
	entry @extschema@.sequential_uuids_entry;
BEGIN
	RETURN QUERY
	WITH parts AS MATERIALIZED (
		-- Which count: the one that has just got most, or else the newest that has any.
		SELECT l.*, NOT l.by_range OR row_number() OVER (
			PARTITION BY l.index ORDER BY l.just_inserted DESC, l.row_count > 0 DESC, l.heap DESC) = 1 AS counts
		  FROM @extschema@.sequential_uuids_leaves(watched.before) AS l
	), totals AS MATERIALIZED (
		SELECT p.index, max(p.top) AS top, max(p.other) AS other,
			   -- The newest partition that has statistics, preferably of those.
			   coalesce(max(p.heap) FILTER (WHERE p.counts AND p.index_rows > 0),
				max(p.heap) FILTER (WHERE p.index_rows > 0), max(p.heap)) AS heap,
			   least(sum(p.row_count) FILTER (WHERE p.counts), 1e15) AS row_count,
			   max(p.row_count) FILTER (WHERE p.by_range) AS partition_rows,
			   sum(p.pages) FILTER (WHERE p.counts) AS pages,
			   sum(p.index_rows) FILTER (WHERE p.counts) AS index_rows,
			   CASE WHEN is_watched THEN sum(p.just_inserted) ELSE sum(p.inserted) END AS inserted,
			   CASE WHEN is_watched THEN sum(p.just_updated) ELSE sum(p.updated) END AS updated,
			   CASE WHEN is_watched THEN sum(p.just_changed) ELSE sum(p.changed) END AS changed,
			   CASE WHEN is_watched THEN sum(p.just_toasted) ELSE sum(p.toasted) END > 0 AS is_toasted,
			   -- Fewer than 20 may be stray ones.  A bulk load hides what came after it.
			   sum(p.deleted) > 0.05 * sum(p.inserted)
				OR sum(p.just_deleted) >= 20 AND sum(p.just_deleted) > 0.05 * sum(p.just_inserted)
				OR sum(p.gone) FILTER (WHERE p.counts) >= 20
					AND sum(p.gone) FILTER (WHERE p.counts) > 0.05 * sum(p.inserted) FILTER (WHERE p.counts)
				OR sum(p.just_gone) >= 20 AND sum(p.just_gone) > 0.05 * sum(p.just_inserted) AS rows_go,
			   sum(p.inserted) / counted_seconds AS average_rate, sum(p.just_inserted) / watched.seconds AS just_rate
		  FROM parts AS p GROUP BY p.index
	)
	SELECT t.index, i.indrelid, t.heap, s.relation, i.indpred IS NOT NULL, h.reloptions,
		   coalesce((SELECT o.option_value::float8 FROM pg_class AS x CROSS JOIN pg_options_to_table(x.reloptions) AS o
			 WHERE x.oid = t.index AND o.option_name = 'fillfactor'), 90) / 100,
		   t.row_count, h.reltuples::float8, t.partition_rows,
		   CASE WHEN t.partition_rows IS NOT NULL THEN @extschema@.sequential_uuids_range_seconds(t.heap) END,
		   t.pages * current_setting('block_size')::float8, t.index_rows, t.inserted::float8,
		   least(CASE WHEN is_watched THEN t.just_rate ELSE t.average_rate END, 1e9)::float8,
		   least(greatest(t.average_rate, t.just_rate), 1e9)::float8,
		   (t.updated / nullif(t.inserted, 0))::float8, (t.changed / nullif(t.inserted, 0))::float8, t.rows_go,
		   t.is_toasted, t.other,
		   entry.column_name, entry.class, entry.is_text, entry.parent, entry.parent_column, entry.expression,
		   entry.generator, entry.needs_more, entry.in_front, entry.prefixes, entry.behind_time, entry.rows_together,
		   entry.unknown_prefixes, entry.key_values, entry.null_share,
		   entry.row_bytes, entry.entry_bytes, entry.rebuilt_bytes, entry.is_first
	  FROM totals AS t JOIN pg_index AS i ON i.indexrelid = t.index
	  LEFT JOIN pg_class AS h ON h.oid = t.heap
	 CROSS JOIN LATERAL (
			-- Those of a partition, unless the caller may see just those of the whole table.
			SELECT CASE WHEN has_table_privilege(t.heap, 'SELECT') IS FALSE AND has_table_privilege(i.indrelid, 'SELECT')
				THEN i.indrelid ELSE t.heap END AS relation) AS s
	 WHERE only_table IS NULL OR t.top = ANY (tables)
	 ORDER BY t.inserted DESC, t.row_count DESC, t.top, i.indisprimary DESC, t.index;
END $$;
