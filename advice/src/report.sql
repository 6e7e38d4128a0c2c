---------------------------------------------------------------------------------------------------------------------
-- uuid_index_report
---------------------------------------------------------------------------------------------------------------------

CREATE FUNCTION @extschema@.uuid_index_report(
	over interval DEFAULT NULL, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0,
	only_table regclass DEFAULT NULL, worth text DEFAULT '1 GB', checkpoint_interval interval DEFAULT NULL,
	horizon interval DEFAULT '5 years', at_most int4 DEFAULT 100)
RETURNS TABLE (
	table_name regclass, index_name regclass, verdict text, reason text, rows int8, index_bytes int8,
	rows_per_second float8, wal_now float8, wal_later float8, wal_advised float8, wal_bytes_per_day int8,
	saved_bytes_per_day int8, column_default text, advised text)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED COST 100000 ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	worth_bytes CONSTANT float8 := pg_size_bytes(worth);
	usual @extschema@.sequential_uuids_workload;
	load @extschema@.sequential_uuids_workload;
	now_cost @extschema@.sequential_uuids_cost;
	present @extschema@.sequential_uuids_cost;
	ways @extschema@.sequential_uuids_cost[];
	best @extschema@.sequential_uuids_cost;
	random @extschema@.sequential_uuids_cost;
	entry record;
	tell text;
BEGIN
	-- Until it returns, VACUUM removes no newly dead row, and CREATE INDEX CONCURRENTLY waits.
	PERFORM @extschema@.sequential_uuids_check_value(
		'over'::text, coalesce(extract(epoch FROM over)::float8, 1), 1e-6::float8, 300::float8, ' seconds'::text);
	PERFORM @extschema@.sequential_uuids_check_value(
		'worth'::text, worth_bytes, 0::float8, 1e18::float8, ' bytes'::text);
	PERFORM @extschema@.sequential_uuids_check_value(
		'at_most'::text, at_most::float8, 1::float8, 2147483647::float8, ' rows'::text);
	usual.rows_per_second := 1;		-- which has to be in range; that of each table follows
	usual.kept_seconds := extract(epoch FROM kept);
	usual.left_behind := left_behind;
	usual.horizon_seconds := extract(epoch FROM horizon);
	usual.row_bytes := 100;
	usual.checkpoint_seconds := extract(epoch FROM checkpoint_interval);
	usual := @extschema@.sequential_uuids_server(usual);
	PERFORM @extschema@.sequential_uuids_check(usual);

	FOR entry IN SELECT i.* FROM @extschema@.sequential_uuids_indexes(over, only_table::oid, at_most) AS i LOOP
		load := usual;
		now_cost := NULL;
		present := NULL;
		best := NULL;
		tell := CASE
			WHEN pg_is_in_recovery() THEN 'inserts are counted on the primary alone'
			WHEN entry.rows_inserted < 20 OR entry.rows_per_second < 0.0001 THEN
				'too few inserts: give a longer "over", in a busy hour'
			WHEN kept IS NULL AND entry.rows_go THEN 'its rows get deleted: give "kept" and "left_behind"' END;
		-- Three digits, with which uuid_advise() gives the same answer.
		load.rows_per_second := CASE WHEN entry.rows_per_second > 0 THEN
			round(entry.rows_per_second::numeric, 2 - floor(log(entry.rows_per_second))::int4) ELSE 0 END;
		load.most_rows_per_second := greatest(load.rows_per_second, CASE WHEN entry.most_rows_per_second > 0 THEN
			round(entry.most_rows_per_second::numeric, 2 - floor(log(entry.most_rows_per_second))::int4) END);
		load.rows_now := greatest(entry.row_count, 1);
		load.partition_rows := entry.partition_rows;
		load.row_bytes := coalesce(entry.row_bytes, load.row_bytes);
		load.options := entry.options;
		-- Partitions by time are dropped, so "kept" is true of rows in them only if there are deletes.
		IF entry.partition_rows IS NOT NULL AND NOT entry.rows_go THEN
			load.kept_seconds := NULL;
			load.left_behind := 0;
		END IF;
		IF entry.class = 'key' AND entry.needs_more THEN
			load.column_default := '(not printed)';
		ELSIF entry.class = 'key' AND entry.expression IS NOT NULL THEN
			load := @extschema@.sequential_uuids_read_default(load, entry.expression, entry.generator);
		END IF;
		-- Unknown keys are taken for random ones.  Where random keys are, blocks are advised that have more rows than
		-- the 100 of a new table at the highest rate (sequential_uuids_lengths()): thrice as many, since rates differ by
		-- then.  A new partition has no older rows.
		load.has_random_keys := entry.partition_rows IS NULL AND (coalesce(load.kind, 'random') = 'random'
			OR load.kind = 'wrapping' AND load.block_rows * load.most_rows_per_second > 300 * load.rows_per_second);

		IF entry.class = 'key' AND tell IS NULL AND NOT entry.updates_prevail THEN
			IF load.kind IS NOT NULL THEN
				now_cost := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(load, false));
				present := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(load, true));
				present.key := 'present';
				present.needs := -1;
			END IF;
			load := @extschema@.sequential_uuids_rows(load, true);
			-- Again without what is to be installed first.  Opaque keys are there to reveal little.
			ways := ARRAY(
				SELECT w FROM @extschema@.sequential_uuids_keys(load, present) AS w
				 WHERE w.needs < 2 AND (present.kind IS DISTINCT FROM 'opaque' OR w.kind IN ('opaque', 'random')));
			SELECT w.* INTO best FROM @extschema@.sequential_uuids_ranked(ways) AS w LIMIT 1;
			-- Unknown keys may be random ones, which are good enough where others save little.
			IF present.key IS NULL THEN
				SELECT w.* INTO random FROM unnest(ways) AS w WHERE w.key = 'random';
				IF (random.wal_per_row - best.wal_per_row) * load.rows_per_second * 86400 < worth_bytes THEN
					best := random;
				END IF;
			END IF;
		END IF;

		table_name := entry.relation;
		index_name := entry.index;
		rows := entry.row_count;
		-- Nobody may have counted the pages of an index that has grown.
		index_bytes := entry.index_bytes;
		IF entry.row_count > 1.1 * entry.index_rows THEN
			index_bytes := greatest(
				entry.index_bytes, entry.row_count / 1e6 * coalesce(now_cost.bytes_per_million_rows, 40e6));
		END IF;
		rows_per_second := CASE WHEN NOT pg_is_in_recovery() THEN load.rows_per_second END;
		wal_now := round(now_cost.wal_per_row);
		wal_later := round(present.wal_per_row);
		wal_advised := round(best.wal_per_row);
		wal_bytes_per_day := now_cost.wal_per_row * load.rows_per_second * 86400;
		saved_bytes_per_day := (present.wal_per_row - best.wal_per_row) * load.rows_per_second * 86400;
		column_default := load.column_default;
		verdict := CASE
			WHEN entry.class IN ('text', 'behind') THEN 'not covered'
			WHEN entry.class = 'follows' THEN 'follows'
			WHEN tell IS NOT NULL THEN 'tell more'
			WHEN entry.expression IS NULL THEN 'no default'
			WHEN entry.updates_prevail THEN 'updates'
			WHEN load.kind IS NULL THEN 'unknown default'
			WHEN best.key = 'present' THEN 'as advised'
			WHEN saved_bytes_per_day < worth_bytes THEN 'small'
			ELSE 'switch' END;
		advised := CASE WHEN verdict IN ('no default', 'unknown default', 'switch') THEN best.call END;
		reason := CASE verdict
			WHEN 'not covered' THEN CASE entry.class
				WHEN 'text' THEN 'if these texts are UUIDs, convert them to uuid first'
				ELSE 'another column of the index comes before the key' END
			WHEN 'follows' THEN 'its keys are those of ' || entry.parent::regclass
			WHEN 'tell more' THEN tell
			WHEN 'no default' THEN 'the application that inserts generates the keys'
			WHEN 'updates' THEN 'more updates than inserts add to the index, and other keys change little of that'
			WHEN 'unknown default' THEN 'what its default generates is not known'
			WHEN 'as advised' THEN 'nothing to do'
			WHEN 'small' THEN format('another key would save less than %s of WAL a day', worth)
			ELSE format('bytes of WAL per row: now %s; %s as it is %s, with the advised key %s', wal_now, to_char(
				clock_timestamp() + horizon, CASE WHEN horizon < '1 year' THEN '"on" YYYY-MM-DD' ELSE '"in" YYYY' END),
				wal_later, wal_advised)
			END || coalesce(to_char(entry.counted_since, '"; on average since" YYYY-MM-DD HH24":"MI'), '');
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION @extschema@.uuid_index_report(
	interval, interval, float8, regclass, text, interval, interval, int4) IS
	'What the keys of each uuid index cost, and what the best would cost';

