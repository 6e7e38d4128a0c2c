---------------------------------------------------------------------------------------------------------------------
-- The columns of an index: which one decides where a row goes, behind which others, and how long an entry is
---------------------------------------------------------------------------------------------------------------------

-- What the caller may see of the statistics of a table's columns, of which this prints none.  A partitioned table has
-- those of all rows of its partitions.  From PostgreSQL 18 on, owners of tables can write some that cannot be true.
CREATE FUNCTION @extschema@.sequential_uuids_statistics(relation oid)
RETURNS TABLE (
	column_name name, n_distinct float8, frequencies float4[], null_frac float8, avg_width int4, correlation float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_table record;
BEGIN
	-- A join with the view would read all of it.
	SELECT n.nspname, c.relname, c.relkind = 'p' AS is_partitioned INTO of_table
	  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = relation;
	RETURN QUERY
	SELECT s.attname, CASE WHEN s.n_distinct BETWEEN -1 AND 1e9 THEN s.n_distinct::float8 END, s.most_common_freqs,
		   greatest(0, least(s.null_frac, 1))::float8, greatest(1, least(s.avg_width, 8160)), s.correlation::float8
	  FROM pg_stats AS s
	 WHERE s.schemaname = of_table.nspname AND s.tablename = of_table.relname AND s.inherited = of_table.is_partitioned;
END $$;

-- The key columns of an index, in order.  Of an expression, nothing is known.
CREATE FUNCTION @extschema@.sequential_uuids_index_columns(index oid, source oid)
RETURNS TABLE (
	place int4, column_name name,
	may_be_uuid bool, is_text bool, is_time bool, is_generated bool,
	null_share float8,
	known_values float8,			-- negative: as a share of rows
	frequencies float4[],			-- of the most common values
	lists_all bool,					-- that are more common than others
	correlation float8)				-- of their order with that of rows
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT k.n::int4, a.attname,
		   a.attnum IS NOT NULL AND CASE
			WHEN o.opcintype = 'uuid'::regtype THEN true
			-- With their length in front: 16 bytes; texts of 36 or 32 digits, or longer ones with a prefix such as 'ord_'.
			WHEN o.opcintype = 'bytea'::regtype THEN coalesce(s.avg_width = 17, false)
			WHEN o.opcintype IN ('text'::regtype, 'bpchar'::regtype) THEN
				coalesce(s.avg_width BETWEEN 33 AND 65, a.atttypmod - 4 IN (36, 32))
			ELSE false END,
		   o.opcintype <> 'uuid'::regtype,
		   o.opcintype IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype),
		   a.attgenerated <> '', CASE WHEN a.attnotnull THEN 0 ELSE coalesce(s.null_frac, 0) END, s.n_distinct, s.frequencies,
		   coalesce(cardinality(s.frequencies), 0)
			< coalesce(nullif(a.attstattarget, -1), current_setting('default_statistics_target')::int4),
		   s.correlation
	  FROM pg_index AS i
	 CROSS JOIN LATERAL unnest(i.indclass::oid[]) WITH ORDINALITY AS k (operator_class, n)
	  JOIN pg_opclass AS o ON o.oid = k.operator_class
	  LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = nullif(i.indkey[k.n - 1], 0)
	  LEFT JOIN @extschema@.sequential_uuids_statistics(source) AS s ON s.column_name = a.attname
	 WHERE i.indexrelid = index
	 ORDER BY k.n;
END $$;

-- How many of some values of one frequency rows touch (Cardenas, see sequential_uuids_touched()).  Those of less than a
-- page of rows share pages: they are as many as they fill pages.
CREATE FUNCTION @extschema@.sequential_uuids_values_touched(
	members float8, frequency float8, rows float8, page_share float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	at_least CONSTANT float8 := least(greatest(frequency, page_share), 0.999999);
BEGIN
	RETURN members * frequency / at_least * (1 - exp(greatest(rows * ln(1 - at_least), -600)));
END $$;

-- The same of values that are less common than those that ANALYZE keeps.  Their frequencies are taken to go on falling
-- from that of the last common one by a power of the rank, as those of tenants do: by the power with which they add up
-- to the share of rows that is left.
CREATE FUNCTION @extschema@.sequential_uuids_rare_touched(
	common float8[], others float8, share float8, rows float8, page_share float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	steps CONSTANT int4 := 20;
	last_rank CONSTANT float8 := cardinality(common);
	last_frequency CONSTANT float8 := (SELECT min(f) FROM unnest(common) AS f);
	step CONSTANT float8 := ((last_rank + others) / last_rank) ^ (1.0 / steps);
	low float8 := 0;
	high float8 := 10;
	power float8;
	total float8;
	members float8;
	frequency float8;
	touched float8;
BEGIN
	-- ANALYZE may have found too few values.
	IF last_frequency * others <= share THEN
		RETURN @extschema@.sequential_uuids_values_touched(others, share / others, rows, page_share);
	END IF;
	FOR tries IN 1 .. 30 LOOP
		power := (low + high) / 2;
		total := 0;
		touched := 0;
		-- In groups of about the same frequency, each with its ranks up to "step" times the first.
		FOR k IN 0 .. steps - 1 LOOP
			members := last_rank * (step ^ (k + 1) - step ^ k);
			frequency := last_frequency * step ^ (-power * (k + 0.5));
			total := total + members * frequency;
			touched := touched + @extschema@.sequential_uuids_values_touched(members, frequency, rows, page_share);
		END LOOP;
		IF total > share THEN
			low := power;
		ELSE
			high := power;
		END IF;
	END LOOP;
	RETURN touched;
END $$;

-- How many values of the same frequency are touched by so many rows as often as these, the most common of which have
-- the frequencies given: from 1 to all.  ANALYZE keeps as many as its target says, unless the others are about as
-- frequent as each other (analyze_mcv_list() in PostgreSQL's analyze.c).
CREATE FUNCTION @extschema@.sequential_uuids_even_values(
	all_values float8, frequencies float4[], lists_all bool, rows float8, page_share float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Those that can be true.  A single row touches one value of any number.
	common CONSTANT float8[] := ARRAY(SELECT f::float8 FROM unnest(frequencies) AS f WHERE f > 0 AND f < 1);
	share CONSTANT float8 := greatest(1 - coalesce((SELECT sum(f) FROM unnest(common) AS f), 0), 0);
	others CONSTANT float8 := all_values - cardinality(common);
	n CONSTANT float8 := greatest(rows, 2);
	touched float8;
	low float8 := 1;
	high float8 := all_values;
	middle float8;
BEGIN
	touched := coalesce((SELECT sum(@extschema@.sequential_uuids_values_touched(1::float8, f, n, page_share))
						   FROM unnest(common) AS f), 0) + CASE
		-- No row that ANALYZE has read has one of the others.
		WHEN others < 1 OR share = 0 THEN 0
		WHEN lists_all OR cardinality(common) = 0 THEN
			@extschema@.sequential_uuids_values_touched(others, share / others, n, page_share)
		ELSE @extschema@.sequential_uuids_rare_touched(common, others, share, n, page_share) END;
	FOR tries IN 1 .. 40 LOOP
		middle := sqrt(low * high);
		IF @extschema@.sequential_uuids_touched(n, middle) < touched THEN
			low := middle;
		ELSE
			high := middle;
		END IF;
	END LOOP;
	RETURN low;
END $$;

-- How many combinations of values several columns have, as extended statistics say, whose last item is that of all
-- columns.
CREATE FUNCTION @extschema@.sequential_uuids_combinations(relation oid, columns name[])
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_table record;
BEGIN
	SELECT n.nspname, c.relname, c.relkind = 'p' AS is_partitioned INTO of_table
	  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = relation;
	RETURN (
		SELECT min(substring(s.n_distinct::text FROM '([0-9]+)[^0-9]*$')::float8)
		  FROM pg_stats_ext AS s
		 WHERE s.schemaname = of_table.nspname AND s.tablename = of_table.relname AND s.inherited = of_table.is_partitioned
		   AND s.exprs IS NULL AND s.attnames @> columns AND s.attnames <@ columns);
END $$;

-- The bytes of an entry's columns, on average over those that have all of them, or over the others.  Each column is
-- aligned as its type is, except texts and bytes of up to 126, which have their length in one byte
-- (heap_compute_data_size() in PostgreSQL's heaptuple.c).
CREATE FUNCTION @extschema@.sequential_uuids_data_bytes(index oid, source oid, all_present float8, has_nulls bool)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_column record;
	alignment float8;
	present float8;
	bytes float8 := 0;
BEGIN
	FOR of_column IN
		SELECT x.attlen, x.attalign, coalesce(s.null_frac, 0) AS null_frac,
			   CASE WHEN x.attlen > 0 THEN x.attlen ELSE coalesce(s.avg_width, e.avg_width, 17) END::float8 AS width
		  FROM pg_index AS i JOIN pg_attribute AS x ON x.attrelid = i.indexrelid
		  LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = nullif(i.indkey[x.attnum - 1], 0)
		  LEFT JOIN @extschema@.sequential_uuids_statistics(source) AS s ON s.column_name = a.attname
		  -- Statistics of expressions are those of the index.
		  LEFT JOIN @extschema@.sequential_uuids_statistics(index) AS e
			ON i.indkey[x.attnum - 1] = 0 AND e.column_name = x.attname
		 WHERE i.indexrelid = index ORDER BY x.attnum
	LOOP
		alignment := CASE WHEN of_column.attlen = -1 AND of_column.width <= 127 THEN 1
			ELSE CASE of_column.attalign WHEN 'd' THEN 8 WHEN 'i' THEN 4 WHEN 's' THEN 2 ELSE 1 END END;
		present := CASE WHEN has_nulls THEN greatest(0, (1 - of_column.null_frac - all_present) / (1 - all_present))
			ELSE 1 END;
		bytes := bytes + present * (ceil(bytes / alignment) * alignment - bytes + of_column.width);
	END LOOP;
	RETURN ceil(bytes / 8) * 8;
END $$;

-- The bytes of an entry on a leaf page, on average: a line pointer of 4, IndexTupleData of 8, and 8 more for a bitmap
-- if any column is NULL (index_form_tuple() in PostgreSQL's indextuple.c).
CREATE FUNCTION @extschema@.sequential_uuids_entry_bytes(index oid, source oid)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- As if NULLs of several columns had nothing to do with each other.
	all_present CONSTANT float8 := coalesce((
		SELECT exp(sum(ln(greatest(1 - s.null_frac, 1e-6))))
		  FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
		  JOIN @extschema@.sequential_uuids_statistics(source) AS s ON s.column_name = a.attname
		 WHERE i.indexrelid = index), 1);
	longest CONSTANT float8 := 2708;		-- a third of a page (BTMaxItemSize in PostgreSQL's nbtree.h)
BEGIN
	RETURN least(longest, 4 + 8 + @extschema@.sequential_uuids_data_bytes(index, source, all_present, false) * all_present
		+ CASE WHEN all_present < 1 THEN
			(8 + @extschema@.sequential_uuids_data_bytes(index, source, all_present, true)) * (1 - all_present) ELSE 0 END);
END $$;

-- Why nobody knows how many values the columns in front have, and what to do.
CREATE FUNCTION @extschema@.sequential_uuids_unknown_prefixes(
	entry @extschema@.sequential_uuids_entry, in_front name[])
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_table record;
BEGIN
	-- No two indexes of a schema have one name, so no two of these statistics do.
	SELECT format('%I.%I', n.nspname, x.relname) AS statistics, pg_has_role(c.relowner, 'USAGE') AS is_ours INTO of_table
	  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace, pg_class AS x
	 WHERE (c.oid, x.oid) = (entry.source, entry.index);
	RETURN format('how many values of %s there are is not known%s', entry.in_front, CASE
		WHEN cardinality(in_front) = 1 THEN concat(': ', CASE WHEN (SELECT a.attstattarget = 0 FROM pg_attribute AS a
				WHERE (a.attrelid, a.attname) = (entry.source, in_front[1])) THEN format(
				'ALTER TABLE %s ALTER %I SET STATISTICS 100; ', entry.source::regclass, in_front[1]) END,
			'ANALYZE ', entry.source::regclass)
		WHEN cardinality(in_front) > 8 THEN ', and statistics are of at most 8 columns'
		WHEN of_table.is_ours THEN format(': CREATE STATISTICS %s (ndistinct) ON %s FROM %s; ANALYZE %3$s',
			of_table.statistics, entry.in_front, entry.source::regclass)
		ELSE format(': extended statistics of %s are for its owner: ask as a member of that role',
			entry.source::regclass) END);
END $$;

-- The column of an index that decides where a row goes, and those in front of it.
--
-- Entries are in the order of the first column, and of the next where that is equal.  So the first column decides that
-- varies: whose values ANALYZE counts as a share of the rows.  One of few values divides the index, and those behind it
-- decide; if its values come one after another, as times do, they decide in those rows alone.  Times behind the values
-- of a reference are in the order in which rows come, as rows of one value are.
CREATE FUNCTION @extschema@.sequential_uuids_deciding_column(
	entry @extschema@.sequential_uuids_entry, checkpoint_rows float8)
RETURNS @extschema@.sequential_uuids_entry LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	other_decides CONSTANT text := 'in which another column decides';
	in_order CONSTANT float8 := 0.9;	-- the correlation from which on values may come one after another
	page_share CONSTANT float8 := 0.7 * current_setting('block_size')::float8 / entry.entry_bytes
		/ greatest(entry.row_count, 1);
	last_place int4;
	of_column record;
	in_front name[] := '{}';
	prefixes float8[] := '{}';
	all_values float8[] := '{}';
	ordered_column name;
BEGIN
	SELECT max(c.place) FILTER (WHERE c.may_be_uuid AND NOT c.is_generated), CASE
			WHEN bool_or(c.is_generated AND c.may_be_uuid) THEN 'on generated columns'
			WHEN NOT has_table_privilege(entry.source, 'SELECT') THEN 'on texts of tables that you may not read'
			WHEN entry.row_count > 0 AND bool_or(c.is_text AND c.known_values IS NULL) THEN
				'on texts that were not analyzed'
			ELSE 'on other texts' END
	  INTO last_place, entry.left_out
	  FROM @extschema@.sequential_uuids_index_columns(entry.index, entry.source) AS c;
	FOR of_column IN
		SELECT n.* FROM (
			SELECT c.*, coalesce(lead(c.is_time) OVER (ORDER BY c.place), c.place = max(c.place) OVER ()) AS before_time
			  FROM @extschema@.sequential_uuids_index_columns(entry.index, entry.source) AS c) AS n
		 WHERE n.place <= last_place ORDER BY n.place
	LOOP
		entry.left_out := NULL;
		IF of_column.may_be_uuid AND NOT of_column.is_generated
			AND (of_column.place = last_place OR of_column.known_values < 0 OR of_column.known_values IS NULL
			AND (@extschema@.sequential_uuids_default(entry.relation, of_column.column_name::text)).expression IS NOT NULL)
		THEN
			entry.column_name := of_column.column_name;
			entry.is_text := of_column.is_text;
			entry.null_share := of_column.null_share;
			-- Of rows with a value.
			entry.key_values := CASE
				WHEN of_column.known_values > 0 THEN @extschema@.sequential_uuids_even_values(of_column.known_values,
					ARRAY(SELECT (f / (1 - of_column.null_share))::float4 FROM unnest(of_column.frequencies) AS f
						 WHERE of_column.null_share < 1),
					of_column.lists_all, checkpoint_rows * (1 - of_column.null_share), 0::float8)
				WHEN of_column.known_values > -0.9 * (1 - of_column.null_share) THEN
					-of_column.known_values * entry.row_count END;
			entry.left_out := CASE WHEN of_column.null_share > 0.999 THEN 'of which nearly all values are NULL'
				WHEN of_column.known_values > 0 AND NOT of_column.before_time THEN other_decides END;
			EXIT;
		ELSIF of_column.column_name IS NULL OR of_column.known_values < 0
			OR of_column.is_time AND of_column.known_values IS NULL
		THEN
			entry.left_out := other_decides;
			RETURN entry;
		ELSIF of_column.is_time AND of_column.known_values >= 1 THEN
			entry.rows_together := least(entry.rows_together, entry.row_count / of_column.known_values);
			entry.behind_time := of_column.column_name;
		ELSIF (of_column.known_values <= 1) IS NOT TRUE THEN
			in_front := in_front || of_column.column_name;
			all_values := all_values || of_column.known_values;
			-- NULL is one more value.
			prefixes := prefixes || CASE WHEN of_column.known_values IS NOT NULL THEN
				@extschema@.sequential_uuids_even_values(of_column.known_values + CASE WHEN of_column.null_share > 0
						THEN 1 ELSE 0 END, of_column.null_share::float4 || of_column.frequencies, of_column.lists_all,
					checkpoint_rows, page_share) END;
			ordered_column := coalesce(ordered_column,
				CASE WHEN abs(of_column.correlation) > in_order THEN of_column.column_name END);
		END IF;
	END LOOP;
	entry.prefixes := 1;
	IF cardinality(in_front) > 0 THEN
		entry.in_front := (SELECT string_agg(format('%I', c.name), ', ') FROM unnest(in_front) AS c (name));
		-- Of several columns, as many times those of each as it has combinations with others.
		entry.prefixes := CASE WHEN cardinality(in_front) = 1 THEN prefixes[1] ELSE (
			SELECT min(u.touched * greatest(1, c.combinations / u.all_of_it))
			  FROM @extschema@.sequential_uuids_combinations(entry.source, in_front) AS c (combinations),
				   unnest(prefixes, all_values) AS u (touched, all_of_it) WHERE c.combinations IS NOT NULL) END;
		entry.unknown_prefixes := CASE
			WHEN entry.prefixes IS NULL THEN @extschema@.sequential_uuids_unknown_prefixes(entry, in_front)
			WHEN ordered_column IS NOT NULL THEN format('its rows lie in the order of %I: if that is the order in which they '
				'come, random keys cost little, and if they were loaded so, ANALYZE once others have come', ordered_column) END;
	END IF;
	RETURN entry;
END $$;

-- The bytes that an index of the same rows takes when REINDEX has built it: a page of metadata, leaf pages filled to
-- its fill factor, and those above, of which one has as many entries.  Rows of a value that comes several times share
-- an entry, with 6 bytes for each, up to a tenth of a page (_bt_load() in PostgreSQL's nbtsort.c), if nothing is behind
-- the value.  So do those of NULL.  If values are behind others, nobody knows how many come together.
CREATE FUNCTION @extschema@.sequential_uuids_rebuilt_bytes(entry @extschema@.sequential_uuids_entry)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	page_header CONSTANT float8 := 40;
	line_pointer CONSTANT float8 := 4;
	tid CONSTANT float8 := 6;
	null_share CONSTANT float8 := coalesce(entry.null_share, 0);
	with_value CONSTANT float8 := entry.index_rows * (1 - null_share);
	alone CONSTANT float8 := CASE WHEN null_share = 0 THEN entry.entry_bytes
		ELSE line_pointer + 8 + @extschema@.sequential_uuids_data_bytes(entry.index, entry.source, 1::float8, false) END;
	may_share CONSTANT bool := (
		SELECT NOT i.indisunique AND i.indnatts = i.indnkeyatts AND a.attname = entry.column_name
			   AND NOT EXISTS (SELECT FROM pg_class AS x CROSS JOIN pg_options_to_table(x.reloptions) AS o
				 WHERE x.oid = entry.index AND o.option_name = 'deduplicate_items' AND NOT o.option_value::bool)
		  FROM pg_index AS i LEFT JOIN pg_attribute AS a
			ON a.attrelid = i.indrelid AND a.attnum = nullif(i.indkey[i.indnkeyatts - 1], 0)
		 WHERE i.indexrelid = entry.index);
	rows_of_value CONSTANT float8 := CASE WHEN may_share AND entry.key_values > 0 THEN
		least(with_value / entry.key_values, (page_bytes / 10 - alone) / tid) END;
	row_bytes CONSTANT float8 := CASE WHEN rows_of_value >= 1.5
		THEN (line_pointer + 8 * ceil((alone - line_pointer + tid * rows_of_value) / 8)) / rows_of_value ELSE alone END;
	null_bytes CONSTANT float8 := CASE WHEN may_share THEN tid ELSE entry.entry_bytes END;
	leaf_pages CONSTANT float8 := ceil((with_value * row_bytes + entry.index_rows * null_share * null_bytes)
		/ ((page_bytes - page_header) * entry.fill));
BEGIN
	RETURN CASE WHEN entry.index_rows > 0 AND NOT (may_share AND entry.in_front IS NOT NULL) THEN
		page_bytes * (1 + leaf_pages + ceil(leaf_pages * alone / (page_bytes - page_header))) END;
END $$;

-- What an index's columns tell: what it holds, and whether it is to be reported.
CREATE FUNCTION @extschema@.sequential_uuids_read_columns(
	entry @extschema@.sequential_uuids_entry, checkpoint_rows float8)
RETURNS @extschema@.sequential_uuids_entry LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	density CONSTANT float8 := 0.7;		-- of pages that split in half
	inserted CONSTANT float8 := pg_stat_get_tuples_inserted(entry.heap);
	key_attnum int2;
BEGIN
	-- Rows that go to it when they are inserted stay in it, unless an UPDATE or DELETE takes them out.
	IF entry.is_partial AND entry.analyzed_rows > 0 AND entry.index_rows < 0.001 * entry.analyzed_rows
		AND NOT entry.rows_go AND inserted >= 0.9 * entry.analyzed_rows
		AND pg_stat_get_tuples_updated(entry.heap) <= 0.05 * inserted
	THEN
		entry.left_out := coalesce(entry.left_out, 'that are partial, and have no rows');
	END IF;
	IF entry.left_out IS NULL THEN
		entry.entry_bytes := @extschema@.sequential_uuids_entry_bytes(entry.index, entry.source);
		entry := @extschema@.sequential_uuids_deciding_column(entry, checkpoint_rows);
	END IF;
	IF entry.left_out IS NOT NULL THEN
		RETURN entry;
	END IF;
	key_attnum := (SELECT a.attnum FROM pg_attribute AS a
		 WHERE (a.attrelid, a.attname) = (entry.relation, entry.column_name::name));
	SELECT d.expression, d.generator, d.needs_more INTO entry.expression, entry.generator, entry.needs_more
	  FROM @extschema@.sequential_uuids_default(entry.relation, entry.column_name) AS d;
	-- Partitions of a parent have constraints of their own.  A column with a default may refer to something together with
	-- others, and is a key for all that.
	SELECT coalesce(pg_partition_root(r.confrelid)::oid, r.confrelid) AS parent, a.attname
	  INTO entry.parent, entry.parent_column
	  FROM pg_constraint AS r JOIN pg_attribute AS a ON (a.attrelid, a.attnum)
			= (r.confrelid, r.confkey[array_position(r.conkey, key_attnum)])
	 WHERE r.conrelid = entry.relation AND r.contype = 'f' AND key_attnum = ANY (r.conkey)
	   AND (cardinality(r.conkey) = 1 OR entry.expression IS NULL) ORDER BY parent, a.attnum LIMIT 1;
	entry.class := CASE
		WHEN entry.parent IS NOT NULL THEN 'follows'
		WHEN entry.expression IS NOT NULL AND entry.key_values IS NULL
			OR EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = entry.relation AND i.indisunique AND i.indisvalid
				 AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = key_attnum)
			OR entry.key_values IS NULL AND EXISTS (
				SELECT FROM pg_index AS i WHERE i.indexrelid = entry.index AND (i.indisunique OR i.indisexclusion)) THEN 'key'
		ELSE 'reference' END;
	entry.rebuilt_bytes := @extschema@.sequential_uuids_rebuilt_bytes(entry);
	-- Rows of one value share an entry, as far as pages have been short of room: so as the size of the index tells, less
	-- those of NULL, of which a row takes 6 bytes and little more.
	IF entry.class <> 'key' AND entry.key_values IS NOT NULL AND entry.index_rows > 0 THEN
		entry.entry_bytes := greatest(10, least(entry.entry_bytes, density
			* (entry.index_bytes / entry.index_rows - 7 * entry.null_share) / (1 - entry.null_share)));
	END IF;
	-- Without the columns that the caller may not read.
	entry.row_bytes := (
		SELECT greatest(24, least(24 + sum(c.avg_width * (1 - c.null_frac)), 8160))
		  FROM @extschema@.sequential_uuids_statistics(entry.source) AS c
		 WHERE has_table_privilege(entry.source, 'SELECT') HAVING count(*) > 0);
	RETURN entry;
END $$;
