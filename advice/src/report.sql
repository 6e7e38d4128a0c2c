---------------------------------------------------------------------------------------------------------------------
-- uuid_index_report
---------------------------------------------------------------------------------------------------------------------

-- What is found of an index: what decides its verdict, and what it says.
CREATE TYPE @extschema@.sequential_uuids_finding AS (
	follows bool,					-- the keys of a parent
	is_bounded bool,				-- whatever its keys are, others save little
	blind text,						-- why nothing can be said, and what cures it; NULL: something can
	rows_go bool,					-- and nobody has said how
	is_behind bool,					-- another column
	knows_kind bool,				-- of its keys
	doubt text,						-- why not, and what to do
	contradicts bool,				-- its keys are not those of its default
	settled text,					-- why its keys are to be kept, whatever others save
	is_best bool,					-- what it has
	worth_bytes float8,				-- in a day
	saved_bytes float8,				-- in a day, with the best key at the horizon, of random ones if the kind is not known
	server_bytes float8,			-- of WAL that the server writes in a day
	-- Bytes of WAL per row of its keys, if their kind is known, and of the best.
	wal_now float8,
	wal_later float8,				-- at the horizon
	wal_advised float8,
	call text,						-- the best key's, in the form of the column
	converted text,					-- what the type uuid would save besides; NULL: it is one
	bytes_per_million_rows float8	-- of the index as it is
);

-- The cause of a verdict, the first that is true; NULL if it is to be switched.
CREATE FUNCTION @extschema@.sequential_uuids_cause(finding @extschema@.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN finding.follows THEN 'follows'
		WHEN finding.is_bounded THEN 'bounded'
		WHEN finding.blind IS NOT NULL THEN 'blind'
		WHEN finding.rows_go THEN 'rows go'
		WHEN finding.is_behind THEN 'column in front'
		WHEN NOT finding.knows_kind THEN 'kind'
		WHEN finding.is_best OR finding.settled IS NOT NULL THEN 'advised'
		WHEN finding.saved_bytes < finding.worth_bytes THEN 'small' END;
END $$;

CREATE FUNCTION @extschema@.sequential_uuids_verdict(cause text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN cause IN ('follows', 'bounded', 'advised', 'small') THEN 'keep'
		WHEN cause IS NULL THEN 'switch' ELSE 'tell more' END;
END $$;

-- Why nothing can be said of an index, and the command or the argument that cures it.
CREATE FUNCTION @extschema@.sequential_uuids_blind(entry @extschema@.sequential_uuids_entry)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN pg_is_in_recovery() THEN 'inserts are counted on the primary alone: ask there'
		WHEN NOT current_setting('track_counts')::bool THEN
			'the server counts no rows: ALTER SYSTEM SET track_counts = on; SELECT pg_reload_conf()'
		WHEN entry.rows_inserted < 20 OR entry.rows_per_second < 0.0001 THEN format(
			'only %s rows were inserted while they were counted: give "over" minutes of a busy hour, such as ''5 min''',
			entry.rows_inserted)
		-- An empty table has no statistics.
		WHEN entry.row_bytes IS NOT NULL OR entry.row_count = 0 THEN NULL
		WHEN NOT has_table_privilege(entry.heap, 'SELECT') THEN format(
			'%I may not see its statistics: GRANT SELECT ON %s TO %1$I', current_user, entry.heap::regclass)
		WHEN row_security_active(entry.heap) THEN format(
			'row-level security hides its statistics from %I: ask as a role that has BYPASSRLS', current_user)
		ELSE format('nobody has analyzed it: ANALYZE %s', entry.heap::regclass) END;
END $$;

-- Three digits, with which uuid_advise() gives the same answer.
CREATE FUNCTION @extschema@.sequential_uuids_rounded(rate float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN rate > 0 THEN round(rate::numeric, 2 - floor(log(rate))::int4) ELSE 0 END;
END $$;

-- The workload of an index: that of all, with what is known of its table and its default.
CREATE FUNCTION @extschema@.sequential_uuids_workload_of(
	entry @extschema@.sequential_uuids_entry, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.rows_per_second := @extschema@.sequential_uuids_rounded(entry.rows_per_second);
	load.most_rows_per_second :=
		greatest(load.rows_per_second, @extschema@.sequential_uuids_rounded(entry.most_rows_per_second));
	load.rows_now := greatest(entry.row_count, 1);
	load.partition_rows := entry.partition_rows;
	load.row_bytes := coalesce(entry.row_bytes, load.row_bytes);
	load.entry_bytes := entry.entry_bytes;
	load.form := CASE entry.class WHEN 'key' THEN '%s' END;
	load.options := entry.options;
	-- Partitions by time are dropped, so "kept" is true of rows in them only if there are deletes.
	IF entry.partition_rows IS NOT NULL AND NOT entry.rows_go THEN
		load.kept_seconds := NULL;
		load.left_behind := 0;
	END IF;
	IF entry.class IN ('key', 'text') AND entry.needs_more THEN
		load.column_default := '(not printed)';
	ELSIF entry.class IN ('key', 'text') AND entry.expression IS NOT NULL THEN
		load := @extschema@.sequential_uuids_read_default(load, entry.expression, entry.generator);
	END IF;
	-- Unknown keys are taken for random ones.  Where random keys are, blocks are advised that have more rows than the 100
	-- of a new table at the highest rate (sequential_uuids_lengths()): thrice as many, since rates differ by then.  A new
	-- partition has no older rows.
	load.has_random_keys := entry.partition_rows IS NULL AND (coalesce(load.kind, 'random') = 'random'
		OR load.kind = 'wrapping' AND load.block_rows * load.most_rows_per_second > 300 * load.rows_per_second);
	RETURN load;
END $$;

-- The same with the keys that statistics show.
CREATE FUNCTION @extschema@.sequential_uuids_workload_held(
	load @extschema@.sequential_uuids_workload, held @extschema@.sequential_uuids_held, contradicts bool)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.form := coalesce(load.form, held.form);
	IF contradicts THEN
		load.kind := NULL;
	ELSIF load.kind IS NULL THEN
		load := @extschema@.sequential_uuids_assume(load, held);
	END IF;
	-- Those that come are random, or else there may be some from before.
	IF load.partition_rows IS NULL AND load.kind <> 'random' THEN
		load.has_random_keys := coalesce(@extschema@.sequential_uuids_holds_random(held), load.has_random_keys);
	END IF;
	RETURN load;
END $$;

-- What is found of an index before any cost.
CREATE FUNCTION @extschema@.sequential_uuids_look(
	entry @extschema@.sequential_uuids_entry, load @extschema@.sequential_uuids_workload, worth_bytes float8,
	server_bytes float8)
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Each row has an image of an index page by its INSERT, and one by VACUUM; all else is the same under any key.
	worst_wal CONSTANT float8 := 2 * current_setting('block_size')::float8;
	day CONSTANT float8 := 86400;
	finding @extschema@.sequential_uuids_finding;
BEGIN
	finding.worth_bytes := worth_bytes;
	finding.server_bytes := server_bytes;
	finding.follows := entry.class = 'follows';
	-- A rate of less than a day may not have seen the busy hour.
	finding.is_bounded := NOT pg_is_in_recovery() AND current_setting('track_counts')::bool
		AND clock_timestamp() - @extschema@.sequential_uuids_counted_since() >= interval '1 day'
		AND worst_wal * load.most_rows_per_second * day < worth_bytes;
	finding.blind := @extschema@.sequential_uuids_blind(entry);
	finding.rows_go := entry.rows_go AND load.kept_seconds IS NULL;
	finding.is_behind := entry.class = 'behind';
	RETURN finding;
END $$;

-- What the type uuid would save besides the best key.  NULL if the column has it.
CREATE FUNCTION @extschema@.sequential_uuids_converted(
	load @extschema@.sequential_uuids_workload, best @extschema@.sequential_uuids_cost)
RETURNS text LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	none @extschema@.sequential_uuids_cost;
	as_uuid @extschema@.sequential_uuids_cost;
BEGIN
	IF load.entry_bytes = 28 THEN
		RETURN NULL;
	END IF;
	-- A key takes 16 bytes in the row rather than 17, 33 or 37.
	load.row_bytes := greatest(load.row_bytes - CASE WHEN load.entry_bytes = 36 THEN 1
		WHEN load.form LIKE '%replace%' THEN 17 ELSE 21 END, 24);
	load.entry_bytes := 28;
	SELECT w.* INTO as_uuid
	  FROM @extschema@.sequential_uuids_keys(@extschema@.sequential_uuids_rows(load, true), none) AS w LIMIT 1;
	RETURN format('; the type uuid would save another %s bytes of WAL per row, and %s %% of the index',
		greatest(0, round(best.wal_per_row - as_uuid.wal_per_row)),
		greatest(0, round(100 * (1 - as_uuid.bytes_per_million_rows / best.bytes_per_million_rows))));
END $$;

-- The same with costs, if they can be known.
CREATE FUNCTION @extschema@.sequential_uuids_compare(
	finding @extschema@.sequential_uuids_finding, load @extschema@.sequential_uuids_workload, is_first bool)
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
	now_cost @extschema@.sequential_uuids_cost;
	ways @extschema@.sequential_uuids_cost[];
	present @extschema@.sequential_uuids_cost;
	best @extschema@.sequential_uuids_cost;
BEGIN
	finding.knows_kind := load.kind IS NOT NULL;
	IF load.kind IS NOT NULL THEN
		now_cost := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(load, false));
		present := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(load, true));
		present.key := 'present';
		present.needs := -1;
	END IF;
	-- Without what is to be installed first.  Opaque keys are there to reveal little.
	ways := ARRAY(
		SELECT w FROM @extschema@.sequential_uuids_keys(@extschema@.sequential_uuids_rows(load, true), present) AS w
		 WHERE w.needs < 2 AND (present.kind IS DISTINCT FROM 'opaque' OR w.kind IN ('opaque', 'random')));
	SELECT w.* INTO best FROM @extschema@.sequential_uuids_ranked(ways) AS w LIMIT 1;
	IF finding.settled IS NOT NULL THEN
		best := present;
	END IF;
	finding.is_best := best.key = 'present';
	-- Unknown keys may be random ones, which are good enough where others save little.
	IF load.kind IS NULL THEN
		SELECT w.* INTO present FROM unnest(ways) AS w WHERE w.key = 'random';
	END IF;
	finding.saved_bytes := greatest(0, least(
		(present.wal_per_row - best.wal_per_row) * load.rows_per_second * day, finding.server_bytes));
	IF load.kind IS NULL AND finding.saved_bytes < finding.worth_bytes THEN
		best := present;
	END IF;

	-- A further index of a table adds its own WAL, not that of the table again.
	finding.wal_now := now_cost.wal_per_row - CASE WHEN is_first THEN 0 ELSE now_cost.wal_table END;
	finding.wal_later := CASE WHEN load.kind IS NOT NULL THEN
		present.wal_per_row - CASE WHEN is_first THEN 0 ELSE present.wal_table END END;
	finding.wal_advised := best.wal_per_row - CASE WHEN is_first THEN 0 ELSE best.wal_table END;
	finding.call := format(load.form, best.call);
	finding.converted := @extschema@.sequential_uuids_converted(load, best);
	finding.bytes_per_million_rows := now_cost.bytes_per_million_rows;
	RETURN finding;
END $$;

-- What could be saved in a day, or is.
CREATE FUNCTION @extschema@.sequential_uuids_savings(finding @extschema@.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	percent CONSTANT float8 := floor(100 * (nullif(finding.saved_bytes, 0) / nullif(finding.server_bytes, 0)));
BEGIN
	RETURN pg_size_pretty(finding.saved_bytes::int8) || ' of WAL a day'
		|| coalesce(', ' || CASE WHEN percent < 1 THEN 'under 1' ELSE percent::text END || ' % of the server''s', '');
END $$;

-- Why the keys of an index are unknown, and where to look.
CREATE FUNCTION @extschema@.sequential_uuids_unknown(
	entry @extschema@.sequential_uuids_entry, finding @extschema@.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN format('%s; if they are random, others save up to %s; %s', CASE
			WHEN entry.expression IS NULL THEN 'programs generate these keys'
			WHEN finding.contradicts THEN 'default and keys differ'
			ELSE 'what its default generates is not known' END,
		@extschema@.sequential_uuids_savings(finding), finding.doubt);
END $$;

-- What a verdict rests on, and what to do.
CREATE FUNCTION @extschema@.sequential_uuids_reason(
	cause text, entry @extschema@.sequential_uuids_entry, finding @extschema@.sequential_uuids_finding,
	worth text, horizon interval)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	at_horizon CONSTANT text := to_char(
		clock_timestamp() + horizon, CASE WHEN horizon < '1 year' THEN '"on" YYYY-MM-DD' ELSE '"in" YYYY' END);
BEGIN
	RETURN CASE cause
		WHEN 'follows' THEN format('its keys are those of %s, and change with them', entry.parent::regclass)
		WHEN 'bounded' THEN format(
			'at %s rows per second, no key could save %s of WAL a day',
			@extschema@.sequential_uuids_rounded(entry.most_rows_per_second), worth)
		WHEN 'blind' THEN finding.blind
		WHEN 'rows go' THEN 'rows are deleted, truncated or rolled back: give "kept", for how long rows stay, and '
			'"left_behind", the share that stays nevertheless'
		WHEN 'column in front' THEN format(
			'another column of the index comes before %s: ask uuid_advise() with the rows per second of one value of it',
			entry.column_name)
		WHEN 'kind' THEN @extschema@.sequential_uuids_unknown(entry, finding)
		WHEN 'advised' THEN coalesce(finding.settled, format('no other key saves %s %% of its WAL: nothing to do',
			round(100 * (@extschema@.sequential_uuids_tolerance() - 1))))
			|| coalesce(finding.converted, '')
		WHEN 'small' THEN format('another key would save %s, less than %s',
			@extschema@.sequential_uuids_savings(finding), worth)
		ELSE format('bytes of WAL per row: now %s; %s as it is %s, with the advised key %s: saves %s',
			round(finding.wal_now), at_horizon, round(finding.wal_later),
			round(finding.wal_advised), @extschema@.sequential_uuids_savings(finding))
			-- Statistics do not tell which rows are updated.
			|| CASE WHEN entry.updates_per_insert > 0.05 THEN format(
				'; updates (%s per insert, not HOT) save as much each if they are of recent rows, else nothing',
				round(entry.updates_per_insert::numeric, 1)) ELSE '' END
			|| CASE WHEN entry.expression IS NULL THEN '; programs generate these keys: let the database do so, or use a '
				'client library (doc/clients.md, "A table with keys from clients")' ELSE '' END
			|| coalesce(finding.converted, '') END;
END $$;

-- What all indexes have in common.
CREATE FUNCTION @extschema@.sequential_uuids_usual(
	kept interval, left_behind float8, checkpoint_interval interval, horizon interval)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	usual @extschema@.sequential_uuids_workload;
BEGIN
	usual.rows_per_second := 1;		-- which has to be in range; that of each table follows
	usual.kept_seconds := extract(epoch FROM kept);
	usual.left_behind := left_behind;
	usual.horizon_seconds := extract(epoch FROM horizon);
	usual.row_bytes := 100;
	usual.checkpoint_seconds := extract(epoch FROM checkpoint_interval);
	usual := @extschema@.sequential_uuids_server(usual);
	PERFORM @extschema@.sequential_uuids_check(usual);
	RETURN usual;
END $$;

-- What is found of an index, with its keys and costs.
CREATE FUNCTION @extschema@.sequential_uuids_judge(
	entry @extschema@.sequential_uuids_entry, held @extschema@.sequential_uuids_held,
	load @extschema@.sequential_uuids_workload, finding @extschema@.sequential_uuids_finding)
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	finding.doubt := @extschema@.sequential_uuids_contradiction(
		load.kind, held, pg_stat_get_live_tuples(entry.heap) > 1.1 * entry.analyzed_rows);
	finding.contradicts := finding.doubt IS NOT NULL;
	finding.doubt := coalesce(finding.doubt, held.unknown, 'find out what generates them');
	finding.settled := CASE
		WHEN load.kind IS NOT NULL THEN NULL
		WHEN held.kind = 'hash' THEN
			'its keys are hashes (version 3 or 5) of what they identify: nothing else can generate them'
		WHEN held.kind = 'ordered or wrapping' THEN
			'its keys are ordered or wrap, which costs little: nothing to do' END;
	load := @extschema@.sequential_uuids_workload_held(load, held, finding.contradicts);
	RETURN @extschema@.sequential_uuids_compare(finding, load, entry.is_first);
END $$;

-- All indexes with what is found of them.
CREATE FUNCTION @extschema@.sequential_uuids_findings(
	usual @extschema@.sequential_uuids_workload, worth_bytes float8, server_bytes float8,
	over interval, only_table oid, at_most int4)
RETURNS TABLE (
	entry @extschema@.sequential_uuids_entry, load @extschema@.sequential_uuids_workload,
	finding @extschema@.sequential_uuids_finding, keys text, known text)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	held @extschema@.sequential_uuids_held;
BEGIN
	FOR entry IN SELECT i.* FROM @extschema@.sequential_uuids_indexes(over, only_table, at_most) AS i LOOP
		load := @extschema@.sequential_uuids_workload_of(entry, usual);
		finding := @extschema@.sequential_uuids_look(entry, load, worth_bytes, server_bytes);
		held := NULL;
		IF entry.class = 'text' OR entry.class = 'key' AND finding.blind IS NULL AND NOT finding.rows_go
			AND NOT (finding.is_bounded AND load.kind IS NOT NULL)
		THEN
			held := @extschema@.sequential_uuids_keys_held(entry.heap, entry.column_name::name);
			CONTINUE WHEN held.kind = 'no UUIDs';
		END IF;
		keys := @extschema@.sequential_uuids_name_keys(load.kind, held);
		known := CASE WHEN load.kind IS NOT NULL THEN 'by default' WHEN held.kind IS NOT NULL THEN 'by statistics' END;
		IF entry.class IN ('key', 'text') AND finding.blind IS NULL AND NOT finding.rows_go THEN
			finding := @extschema@.sequential_uuids_judge(entry, held, load, finding);
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;

-- Since when rows are counted.  A rate is then an average, also over idle hours.
CREATE FUNCTION @extschema@.sequential_uuids_since(cause text, over interval, counted_since timestamptz)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN pg_is_in_recovery() OR cause = 'follows' THEN ''
		WHEN over IS NOT NULL AND cause = 'bounded' THEN to_char(counted_since,
			'"; that is its rate just now, or on average since" YYYY-MM-DD HH24":"MI", whichever is higher"')
		WHEN over IS NOT NULL THEN ''
		WHEN cause IN ('blind', 'rows go', 'column in front') THEN
			to_char(counted_since, '"; counted since" YYYY-MM-DD HH24":"MI')
		ELSE to_char(counted_since, '"; its rate is the average since" YYYY-MM-DD HH24":"MI')
			|| ', idle hours included: "over" in a busy hour, such as ''5 min'', tells more' END;
END $$;

CREATE FUNCTION @extschema@.uuid_index_report(
	over interval DEFAULT NULL, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0,
	only_table regclass DEFAULT NULL, worth text DEFAULT '1 GB', checkpoint_interval interval DEFAULT NULL,
	horizon interval DEFAULT '5 years', at_most int4 DEFAULT 100)
RETURNS TABLE (
	table_name regclass, index_name regclass, column_name text, verdict text, cause text, reason text,
	rows int8, index_bytes int8, rows_per_second float8, wal_now float8, wal_later float8, wal_advised float8,
	wal_bytes_per_day int8, saved_bytes_per_day int8, server_wal_bytes_per_day int8,
	column_default text, keys text, known text, advised text)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED COST 100000 ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	worth_bytes CONSTANT float8 := pg_size_bytes(worth);
	server_bytes CONSTANT float8 := @extschema@.sequential_uuids_server_wal();
	counted_since CONSTANT timestamptz := @extschema@.sequential_uuids_counted_since();
	usual CONSTANT @extschema@.sequential_uuids_workload :=
		@extschema@.sequential_uuids_usual(kept, left_behind, checkpoint_interval, horizon);
	found_index record;
	entry @extschema@.sequential_uuids_entry;
	load @extschema@.sequential_uuids_workload;
	finding @extschema@.sequential_uuids_finding;
BEGIN
	-- Until it returns, VACUUM removes no newly dead row, and CREATE INDEX CONCURRENTLY waits.
	PERFORM @extschema@.sequential_uuids_check_value(
		'over'::text, coalesce(extract(epoch FROM over)::float8, 1), 1e-6::float8, 300::float8, ' seconds'::text);
	PERFORM @extschema@.sequential_uuids_check_value(
		'worth'::text, worth_bytes, 0::float8, 1e18::float8, ' bytes'::text);
	PERFORM @extschema@.sequential_uuids_check_value(
		'at_most'::text, at_most::float8, 1::float8, 2147483647::float8, ' rows'::text);

	FOR found_index IN
		SELECT f.*, sum((f.finding).saved_bytes) FILTER (WHERE (f.finding).knows_kind) OVER () AS all_saved_bytes
		  FROM @extschema@.sequential_uuids_findings(
				usual, worth_bytes, server_bytes, over, only_table::oid, at_most) AS f
	LOOP
		entry := found_index.entry;
		load := found_index.load;
		finding := found_index.finding;
		-- Nor do all tables together save more than the server writes, as young ones would that are to grow.
		IF finding.knows_kind THEN
			finding.saved_bytes :=
				floor(finding.saved_bytes * least(1, server_bytes / nullif(found_index.all_saved_bytes, 0)));
		END IF;

		table_name := entry.relation;
		index_name := entry.index;
		column_name := entry.column_name;
		cause := @extschema@.sequential_uuids_cause(finding);
		verdict := @extschema@.sequential_uuids_verdict(cause);
		reason := @extschema@.sequential_uuids_reason(cause, entry, finding, worth, horizon)
			|| @extschema@.sequential_uuids_since(cause, over, counted_since);
		rows := entry.row_count;
		-- Nobody may have counted the pages of an index that has grown.
		index_bytes := CASE WHEN entry.row_count > 1.1 * entry.index_rows THEN greatest(entry.index_bytes,
				entry.row_count / 1e6 * coalesce(finding.bytes_per_million_rows, 40e6))
			ELSE entry.index_bytes END;
		rows_per_second := CASE WHEN NOT pg_is_in_recovery() THEN load.rows_per_second END;
		wal_now := round(finding.wal_now);
		wal_later := round(finding.wal_later);
		wal_advised := round(finding.wal_advised);
		wal_bytes_per_day := finding.wal_now * load.rows_per_second * 86400;
		saved_bytes_per_day := CASE WHEN finding.knows_kind THEN finding.saved_bytes END;
		server_wal_bytes_per_day := server_bytes;
		column_default := load.column_default;
		keys := found_index.keys;
		known := found_index.known;
		advised := CASE WHEN verdict = 'switch' OR cause = 'kind' THEN finding.call END;
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION @extschema@.uuid_index_report(
	interval, interval, float8, regclass, text, interval, interval, int4) IS
	'What the keys of each uuid index cost, and what the best would cost';
