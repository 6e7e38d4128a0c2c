-- uuid_index_report(): what the keys of each uuid index cost, and what the best would cost.

-- Two significant digits.
CREATE FUNCTION sequential_uuids_rounded(figure float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN figure > 0 THEN round(figure::numeric, 1 - floor(log(figure))::int4)::float8 ELSE figure END;

-- Since when rows are counted: a reset of the database's statistics, or of all, which initdb is the first to do.
CREATE FUNCTION sequential_uuids_counted_since() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT greatest(d.stats_reset, least(w.stats_reset, b.stats_reset))
	  FROM pg_stat_database AS d, pg_stat_wal AS w, pg_stat_bgwriter AS b WHERE d.datname = current_database();
END;

-- Bytes of a row of each table, as far as statistics tell; the view leaves out columns that one may not read.  All at
-- once, since it looks through all statistics for any table.
CREATE FUNCTION sequential_uuids_row_bytes(OUT heap oid, OUT row_bytes float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1000
BEGIN ATOMIC
	SELECT c.oid, greatest(least(24 + sum(s.avg_width * (1 - s.null_frac)), 8160), 24)
	  FROM pg_stats AS s JOIN pg_namespace AS n ON n.nspname = s.schemaname
	  JOIN pg_class AS c ON (c.relnamespace, c.relname) = (n.oid, s.tablename)
	 WHERE NOT s.inherited GROUP BY c.oid HAVING has_table_privilege(c.oid, 'SELECT');
END;

-- What keys of one kind cost a table: now, for the rows of today, and later, at the horizon.
CREATE FUNCTION sequential_uuids_costs_of(
	kind text, block_rows float8, cycle_rows float8, rows_per_second float8, checkpoint_seconds float8,
	vacuum_rows float8, young_rows float8, total_rows float8, random_rows float8, left_behind float8, row_bytes float8,
	memory_bytes float8, full_page_writes bool, hint_bits bool, OUT wal float8)
RETURNS SETOF float8 LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT c.wal_per_row
	  FROM sequential_uuids_costs(kind,
			CASE kind WHEN 'random' THEN total_rows WHEN 'ascending' THEN 1 ELSE greatest(block_rows, 1) END,
			CASE WHEN kind IN ('random', 'ascending') THEN 'infinity' ELSE cycle_rows END,
			greatest(rows_per_second * checkpoint_seconds, 1), vacuum_rows, young_rows, total_rows, random_rows,
			left_behind, row_bytes, memory_bytes, full_page_writes, hint_bits) AS c
	 WHERE kind IS NOT NULL OFFSET 0;
END;

-- The table's keys now and later, and the best that there could be later.  Nothing, if there are hardly any inserts.
CREATE FUNCTION sequential_uuids_compare(
	present_kind text, block_rows float8, cycle_rows float8, random_share float8, rows_per_second float8,
	rows_now float8, kept_seconds float8, left_behind float8, horizon_seconds float8, row_bytes float8, options text[],
	checkpoint_seconds float8, memory_bytes float8, full_page_writes bool, hint_bits bool,
	OUT wal_now float8, OUT wal_later float8, OUT wal_advised float8, OUT advised_kind text, OUT call text,
	OUT is_installed bool, OUT shortest_seconds float8, OUT longest_seconds float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	-- Plan with the rate that the report shows, so that uuid_advise() answers the same to somebody who passes that, about
	-- a table without older rows.
	WITH states AS MATERIALIZED (
		SELECT t.later, t.rate, t.young_rows, t.total_rows, v.vacuum_rows,
			   -- As in uuid_advise(), if random keys stay, plans count all as such.
			   CASE WHEN t.young_rows IS NOT NULL THEN 0 WHEN NOT t.later THEN random_share * t.total_rows
				WHEN random_share >= 0.05 THEN t.total_rows ELSE 0 END AS random_rows
		  FROM sequential_uuids_rounded(rows_per_second) AS shown, LATERAL sequential_uuids_rows(shown, kept_seconds,
				left_behind, rows_now, NULL, horizon_seconds) AS r, LATERAL (VALUES
				(false, rows_per_second, CASE WHEN r.young_rows > rows_now THEN rows_now ELSE r.young_rows END, rows_now),
				(true, shown, r.young_rows, r.horizon_rows)) AS t (later, rate, young_rows, total_rows), LATERAL
			   sequential_uuids_vacuum_rows(t.total_rows, left_behind, NULL, options) AS v
		 WHERE rows_per_second >= 0.0001
	), present AS MATERIALIZED (
		SELECT s.later, c.wal
		  FROM states AS s LEFT JOIN LATERAL sequential_uuids_costs_of(present_kind, block_rows, cycle_rows, s.rate,
				checkpoint_seconds, s.vacuum_rows, s.young_rows, s.total_rows, s.random_rows, left_behind, row_bytes,
				memory_bytes, full_page_writes, hint_bits) AS c ON true
	)
	SELECT n.wal, l.wal, w.wal_per_row, w.kind, w.call, w.is_installed,
		   -- What needs nothing installed may have to be outside of the range.
		   CASE WHEN w.shortest_seconds IS NULL THEN 0 ELSE least(w.shortest_seconds, w.block_seconds) END,
		   greatest(w.longest_seconds, w.block_seconds)
	  FROM present AS n JOIN present AS l ON l.later JOIN states AS s ON s.later,
		   LATERAL sequential_uuids_ways('cheapest', s.rate, s.rate, s.young_rows, left_behind, s.total_rows,
			s.random_rows, s.vacuum_rows, checkpoint_seconds, row_bytes, memory_bytes, full_page_writes, hint_bits, l.wal,
			NULL) AS w
	 WHERE NOT n.later AND w.rank = 1 OFFSET 0;
END;

-- A row of the report, from an index's column, statistics and sampled keys: what generates its keys, what they cost,
-- and the verdict.
CREATE FUNCTION sequential_uuids_entry(
	top oid, column_name name, top_attnum int2, type oid, class text, parent oid, parent_column name, heap oid,
	keys uuid[], ages int8[], row_bytes float8, row_count float8, rate float8, updated_share float8,
	deleted_share float8, kept_seconds float8, left_behind float8, horizon_seconds float8, checkpoint_seconds float8,
	memory_bytes float8, full_page_writes bool, hint_bits bool,
	OUT column_default text, OUT clients bool, OUT wal_now float8, OUT wal_later float8, OUT wal_advised float8,
	OUT call text, OUT verdict text, OUT alter text, OUT reason text)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL UNSAFE ROWS 1
BEGIN ATOMIC
	SELECT k.column_default, CASE class WHEN 'key' THEN k.clients END, f.wal_now, f.wal_later, f.wal_advised,
		   CASE class WHEN 'key' THEN f.call END, v.verdict,
		   CASE v.verdict WHEN 'switch' THEN a.alter END, v.reason
	  FROM pg_class AS t
	  CROSS JOIN LATERAL sequential_uuids_keys_now(top, top_attnum, type, keys, ages, sequential_uuids_rounded(rate),
			updated_share) AS k
	  LEFT JOIN pg_attribute AS q ON (q.attrelid, q.attname) = (parent, parent_column)
	  LEFT JOIN LATERAL sequential_uuids_column_default(parent, q.attnum, q.atttypid) AS p ON class = 'follows'
	  LEFT JOIN LATERAL sequential_uuids_is_partition_key(top, column_name) AS g ON true
	  CROSS JOIN LATERAL (
			SELECT CASE WHEN coalesce(rate, 0) < 0.0001 THEN
					'too few inserts: give a longer "over", in a busy hour, on the primary'
				WHEN kept_seconds IS NULL AND deleted_share > 0.05 THEN
					'its rows get deleted: give "kept" and "left_behind"' END,
				   CASE WHEN g.is_partition_key THEN 'it is partitioned by its keys'
					WHEN k.default_kind = 'opaque' THEN 'its keys hide their times' END) AS s (tell, leave)
	  CROSS JOIN LATERAL (
			SELECT coalesce(k.present_kind, p.kind), coalesce(k.block_rows, p.block_rows, rate * p.block_seconds),
				   coalesce(k.cycle_rows, p.cycle_rows, rate * p.cycle_seconds)) AS n (kind, block_rows, cycle_rows)
	  LEFT JOIN LATERAL sequential_uuids_compare(n.kind, n.block_rows, n.cycle_rows, k.random_share,
			CASE WHEN s.tell IS NULL AND class IN ('key', 'follows') THEN rate END,
			greatest(row_count, 1), kept_seconds, left_behind, horizon_seconds,
			CASE class WHEN 'key' THEN row_bytes END, t.reloptions, checkpoint_seconds, memory_bytes, full_page_writes,
			hint_bits) AS f ON true
	  LEFT JOIN LATERAL sequential_uuids_obstacle(top, column_name) AS o ON class = 'key'
	  LEFT JOIN LATERAL sequential_uuids_is_restricted(f.call) AS u ON true
	  -- A function without arguments or schema is PostgreSQL's own, also if the search_path begins with another schema.
	  -- What sequential_uuids_plain() gives could not be read any more with schemas: doc/security.md has the search_path.
	  CROSS JOIN LATERAL format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s;', top::regclass, column_name,
			regexp_replace(f.call, '^(\w+\(\))$', 'pg_catalog.\1')) AS a (alter)
	  CROSS JOIN LATERAL (
			SELECT f.advised_kind = k.default_kind AND f.wal_later * 0.85 <= f.wal_advised
				AND coalesce(k.block_seconds BETWEEN f.shortest_seconds AND f.longest_seconds, true),
				   1 - f.wal_advised / f.wal_later,
				   CASE WHEN k.version = '8' THEN 'something may need version 8: see what does'
					WHEN o.obstacle IS NOT NULL THEN o.obstacle
					-- Such a name could end the string or the DO block into which somebody pastes the statement.
					WHEN a.alter ~ '[$\\[:cntrl:]]' THEN 'a name has a dollar sign, a backslash or a line break'
					WHEN u.is_restricted THEN 'first allow all roles that insert to execute the function'
					WHEN NOT f.is_installed THEN 'first install sequential_uuids' END
		   ) AS r (is_as_advised, saves, obstacle), LATERAL sequential_uuids_verdict(class, parent, s.tell,
			k.column_default, k.clients, k.others, s.leave, r.is_as_advised, r.saves, r.obstacle) AS v
	 WHERE t.oid = heap OFFSET 0;
END;

-- Each index with its statistics, those of all partitions together: rows inserted per second while "over" passes, or
-- on average since the server counts.  heap is the partition that rows go to just now, or else the newest that has
-- rows.  Rows are counted twice, with a sleep between; each step needs the one before, so their order is certain.
-- updated_share, of new versions of rows, and deleted_share, deletes per insert, are those of this time or since the
-- server counts, whichever is larger, since a bulk load hides what came after it.
CREATE FUNCTION sequential_uuids_counted(
	over interval, OUT root oid, OUT place int4, OUT is_text bool, OUT heap oid, OUT pages int8, OUT row_count float8,
	OUT rate float8, OUT updated_share float8, OUT deleted_share float8, OUT counted text)
RETURNS SETOF record LANGUAGE sql VOLATILE PARALLEL UNSAFE SET stats_fetch_consistency = none
BEGIN ATOMIC
	WITH before AS MATERIALIZED (
		SELECT c.oid AS heap, pg_stat_get_tuples_inserted(c.oid) AS inserted,
			   pg_stat_get_tuples_updated(c.oid) AS updated, pg_stat_get_tuples_deleted(c.oid) AS deleted
		  FROM pg_class AS c
		 WHERE over IS NOT NULL AND c.relkind = 'r'
	), started AS MATERIALIZED (
		SELECT clock_timestamp() AS at FROM (SELECT count(*) FROM before) AS b
	), since AS MATERIALIZED (
		SELECT s.at FROM started AS s, LATERAL pg_sleep_for(CASE WHEN s.at IS NOT NULL THEN over END) WHERE over IS NOT NULL
		UNION ALL SELECT sequential_uuids_counted_since() WHERE over IS NULL
	), leaves AS MATERIALIZED (
		SELECT l.*, s.at, pg_stat_get_tuples_inserted(l.heap) AS inserted, coalesce(b.inserted, 0) AS earlier,
			   pg_stat_get_tuples_updated(l.heap) AS updated, coalesce(b.updated, 0) AS updated_earlier,
			   pg_stat_get_tuples_deleted(l.heap) AS deleted, coalesce(b.deleted, 0) AS deleted_earlier,
			   extract(epoch FROM clock_timestamp() - s.at)::float8 AS seconds
		  FROM since AS s CROSS JOIN sequential_uuids_leaf_indexes() AS l LEFT JOIN before AS b ON b.heap = l.heap
	), rows AS MATERIALIZED (
		-- Since the server counts, and meanwhile, unless somebody has reset the counters.
		SELECT l.root, sum(l.inserted)::float8 AS inserted, sum(l.updated)::float8 AS updated,
			   sum(l.deleted)::float8 AS deleted, sum(greatest(l.inserted - l.earlier, 0))::float8 AS just_inserted,
			   sum(greatest(l.updated - l.updated_earlier, 0))::float8 AS just_updated,
			   sum(greatest(l.deleted - l.deleted_earlier, 0))::float8 AS just_deleted
		  FROM leaves AS l GROUP BY l.root
	), shares AS MATERIALIZED (
		-- Fewer than 20 updates or deletes may be stray ones.
		SELECT r.root, r.just_inserted,
			   greatest(r.updated / nullif(r.inserted + r.updated, 0), CASE WHEN r.just_updated >= 20
				THEN r.just_updated / (r.just_inserted + r.just_updated) END) AS updated_share,
			   greatest(r.deleted / nullif(r.inserted, 0), CASE WHEN r.just_deleted >= 20
				THEN r.just_deleted / greatest(r.just_inserted, 1) END) AS deleted_share
		  FROM rows AS r
	)
	SELECT l.root, min(l.place), bool_or(l.is_text),
		   (array_agg(l.heap ORDER BY l.inserted > l.earlier DESC, l.row_count > 0 DESC, l.heap DESC))[1],
		   sum(l.pages), least(greatest(sum(l.row_count), 0), 1e15),
		   CASE WHEN NOT pg_is_in_recovery() THEN
			least(s.just_inserted / CASE WHEN max(l.seconds) > 1e-6 THEN max(l.seconds) ELSE 1e-6 END, 1e9) END,
		   s.updated_share, s.deleted_share,
		   CASE WHEN over IS NULL THEN format('on average since %s', date_trunc('minute', max(l.at))) END
	  FROM leaves AS l JOIN shares AS s ON s.root = l.root
	 GROUP BY l.root, s.just_inserted, s.updated_share, s.deleted_share;
END;

CREATE FUNCTION uuid_index_report(
	over interval DEFAULT NULL, at_most int4 DEFAULT 100, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0,
	index_memory text DEFAULT NULL, checkpoint_interval interval DEFAULT NULL, horizon interval DEFAULT '5 years',
	OUT "table" text, OUT index text, OUT rows int8, OUT client_keys bool, OUT rows_per_second float8,
	OUT wal_now float8, OUT wal_later float8, OUT wal_advised float8, OUT wal_per_day text, OUT verdict text,
	OUT size text, OUT column_default text, OUT advised text, OUT alter text, OUT reason text)
RETURNS SETOF record LANGUAGE sql VOLATILE PARALLEL UNSAFE ROWS 100 COST 100000
SET search_path = pg_catalog, pg_temp SET jit = off SET intervalstyle = postgres SET datestyle = iso
SET extra_float_digits = 1 SET standard_conforming_strings = on SET quote_all_identifiers = off
BEGIN ATOMIC
	WITH server AS MATERIALIZED (
		SELECT s.full_page_writes, s.hint_bits, coalesce(pg_size_bytes(index_memory), s.memory_bytes) AS memory_bytes,
			   coalesce(extract(epoch FROM checkpoint_interval)::float8, s.checkpoint_seconds) AS checkpoint_seconds
		  FROM sequential_uuids_server() AS s
	), checked AS MATERIALIZED (
		-- The watch depends on what was checked, and so comes later.
		SELECT s.*, CASE WHEN sequential_uuids_check(1, kept, left_behind, 'cheapest', NULL, s.memory_bytes,
				checkpoint_interval, NULL, NULL, 100, false, horizon, over) THEN over END AS watched
		  FROM server AS s
	), listed AS MATERIALIZED (
		SELECT s.*, i.*, c.*, x.relname, n.nspname, t.relname AS table_name
		  FROM checked AS s CROSS JOIN LATERAL sequential_uuids_counted(s.watched) AS i
		  CROSS JOIN LATERAL sequential_uuids_column(i.root, i.place, i.is_text) AS c
		  JOIN pg_class AS x ON x.oid = i.root JOIN pg_class AS t ON t.oid = c.relation
		  JOIN pg_namespace AS n ON n.oid = t.relnamespace
		 ORDER BY i.rate DESC NULLS LAST, i.row_count DESC, n.nspname, x.relname LIMIT at_most
	), sizes AS MATERIALIZED (
		SELECT * FROM sequential_uuids_row_bytes()
	), sampled AS MATERIALIZED (
		SELECT l.*, k.keys, k.ages, k.problem, coalesce(r.row_bytes, 100) AS row_bytes
		  FROM listed AS l JOIN pg_attribute AS a ON (a.attrelid, a.attname) = (l.heap, l.column_name)
		  -- A class whose rows tell nothing has no trusted roles: a join condition would come after the call.
		  CROSS JOIN LATERAL sequential_uuids_sample(l.heap, a.attnum,
				CASE WHEN l.class IN ('key', 'follows') THEN sequential_uuids_trusted() ELSE '{}' END) AS k
		  LEFT JOIN sizes AS r ON r.heap = l.heap
	), entries AS MATERIALIZED (
		SELECT s.*, e.*, s.rate * e.wal_now * 86400 AS wal_day
		  FROM sampled AS s, LATERAL sequential_uuids_entry(s.top, s.column_name, s.top_attnum, s.type, s.class, s.parent,
				s.parent_column, s.heap, s.keys, s.ages, s.row_bytes, s.row_count, s.rate, s.updated_share, s.deleted_share,
				extract(epoch FROM kept)::float8, left_behind, extract(epoch FROM horizon)::float8,
				s.checkpoint_seconds, s.memory_bytes, s.full_page_writes, s.hint_bits) AS e
	)
	SELECT format('%I.%I', e.nspname, e.table_name), quote_ident(e.relname), e.row_count::int8, e.clients,
		   sequential_uuids_rounded(e.rate), sequential_uuids_rounded(e.wal_now), sequential_uuids_rounded(e.wal_later),
		   sequential_uuids_rounded(e.wal_advised), pg_size_pretty(e.wal_day::int8), e.verdict,
		   pg_size_pretty(e.pages * current_setting('block_size')::int8), e.column_default, e.call, e.alter,
		   concat_ws('; ', e.reason, CASE WHEN e.class IN ('key', 'follows') THEN e.problem END,
			CASE WHEN e.wal_now IS NOT NULL THEN e.counted END)
	  FROM entries AS e
	 -- The largest writers first, an index on a foreign key after its parent's.
	 ORDER BY max(e.wal_day) OVER (PARTITION BY coalesce(e.parent, e.top)) DESC NULLS LAST,
		   coalesce(e.parent, e.top), e.class = 'follows', e.wal_day DESC NULLS LAST, e.relname;
END;
COMMENT ON FUNCTION uuid_index_report IS 'What the keys of each uuid index cost, and what the best would cost';
