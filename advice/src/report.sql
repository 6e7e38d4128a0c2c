---------------------------------------------------------------------------------------------------------------------
-- uuid_index_report
---------------------------------------------------------------------------------------------------------------------

-- What is found of an index: what decides its verdict, and what it says.
CREATE TYPE @extschema@.sequential_uuids_finding AS (
	follows bool,					-- the keys of a parent
	irreplaceable text,				-- why nothing else can generate its keys
	is_bounded bool,				-- whatever its keys are, others save little
	blind text,						-- why nothing can be said, and what cures it; NULL: something can
	rows_go bool,					-- and nobody has said how
	unknown_prefixes text,			-- why nobody knows how many, and what to do
	knows_kind bool,				-- of its keys
	doubt text,						-- why not, and what to do
	contradicts bool,				-- its keys are not those of its default
	is_best bool,					-- what it has
	uncertain text,					-- 'reference', 'partial' or 'form': why nobody knows whether to replace its keys
	needs_install bool,				-- what the best key comes from
	remark text,					-- what else to look at
	worth_bytes float8,				-- in a day
	saved_bytes float8,				-- in a day, with the best key; of random ones if the kind is not known
	saved_later float8,				-- at the horizon
	server_bytes float8,			-- of WAL that the server writes in a day
	-- Bytes of WAL per row of its keys, if their kind is known, today and at the horizon; and of the best, today.
	wal_now float8,
	wal_later float8,
	wal_advised float8,
	call text,						-- the best key's, in the form of the column
	bytes_per_million_rows float8	-- of the index as it is
);

-- The cause of a verdict, the first that is true; NULL if it is to be switched.
CREATE FUNCTION @extschema@.sequential_uuids_cause(finding @extschema@.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN finding.follows THEN 'follows'
		WHEN finding.irreplaceable IS NOT NULL THEN 'digests'
		WHEN finding.is_bounded THEN 'bounded'
		WHEN finding.blind IS NOT NULL THEN 'blind'
		WHEN finding.rows_go THEN 'rows go'
		WHEN finding.unknown_prefixes IS NOT NULL THEN 'column in front'
		WHEN finding.is_best OR greatest(finding.saved_bytes, finding.saved_later) = 0 THEN 'advised'
		WHEN greatest(finding.saved_bytes, finding.saved_later) < finding.worth_bytes THEN 'small'
		WHEN finding.saved_bytes < finding.worth_bytes OR finding.saved_bytes = 0 THEN 'later'
		WHEN NOT finding.knows_kind THEN 'kind'
		WHEN finding.uncertain IS NOT NULL THEN finding.uncertain
		WHEN finding.needs_install THEN 'install' END;
END $$;

CREATE FUNCTION @extschema@.sequential_uuids_verdict(cause text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN cause IN ('follows', 'digests', 'bounded', 'advised', 'small', 'later') THEN 'keep'
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
		WHEN NOT has_table_privilege(entry.source, 'SELECT') THEN format(
			'%I may not see its statistics: GRANT SELECT ON %s TO %1$I', current_user, entry.relation::regclass)
		WHEN row_security_active(entry.source) THEN format(
			'row-level security hides its statistics from %I: ask as a role that has BYPASSRLS', current_user)
		ELSE format('nobody has analyzed it: ANALYZE %s', entry.source::regclass) END;
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
DECLARE
	with_value CONSTANT float8 := 1 - coalesce(entry.null_share, 0);
BEGIN
	-- Rows without a value go to the end of the index, whatever the others are.
	load.rows_per_second := @extschema@.sequential_uuids_rounded(entry.rows_per_second * with_value);
	load.most_rows_per_second :=
		greatest(load.rows_per_second, @extschema@.sequential_uuids_rounded(entry.most_rows_per_second * with_value));
	load.rows_now := greatest(entry.row_count * with_value, 1);
	load.partition_rows := least(entry.partition_rows, entry.rows_together) * with_value;
	load.row_bytes := coalesce(entry.row_bytes, load.row_bytes);
	load.entry_bytes := entry.entry_bytes;
	load.prefixes := entry.prefixes;
	load.form := CASE WHEN NOT entry.is_text THEN '%s' END;
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
	-- Unknown keys are taken for random ones.  Where random keys are, blocks are advised that have more rows than the 100
	-- of a new table at the highest rate (sequential_uuids_lengths()): thrice as many, since rates differ by then.  A new
	-- partition has no older rows.
	load.has_random_keys := load.partition_rows IS NULL AND (coalesce(load.kind, 'random') = 'random'
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
	finding.unknown_prefixes := entry.unknown_prefixes;
	finding.uncertain := CASE WHEN entry.is_partial THEN 'partial' WHEN entry.class = 'reference' THEN 'reference' END;
	RETURN finding;
END $$;

-- The workload that the present keys of an index are, if their kind is known.  The values of a reference come again,
-- each time at the end of the rows that have it: as ascending keys behind these values.
CREATE FUNCTION @extschema@.sequential_uuids_present(
	load @extschema@.sequential_uuids_workload, entry @extschema@.sequential_uuids_entry)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF entry.class = 'reference' AND entry.key_values IS NOT NULL AND load.kind IS DISTINCT FROM 'ascending' THEN
		load.kind := 'ascending';
		load.prefixes := coalesce(load.prefixes, 1) * entry.key_values;
		load.has_random_keys := false;
	END IF;
	RETURN load;
END $$;

-- What a way to generate keys costs in the table as it is today.
CREATE FUNCTION @extschema@.sequential_uuids_today(
	load @extschema@.sequential_uuids_workload, way @extschema@.sequential_uuids_cost)
RETURNS @extschema@.sequential_uuids_cost LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.kind := way.kind;
	load.block_rows := way.block_rows;
	load.cycle_rows := way.cycle_rows;
	RETURN @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(load, false));
END $$;

-- The bytes that a share of random keys costs more in a day than others in the same index.  Numbers of rows are known.
CREATE FUNCTION @extschema@.sequential_uuids_random_costs(
	load @extschema@.sequential_uuids_workload, random_share float8, others @extschema@.sequential_uuids_cost)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
BEGIN
	load.kind := 'random';
	load.checkpoint_rows := greatest(random_share * load.checkpoint_rows, 1);
	load.vacuum_rows := greatest(random_share * load.vacuum_rows, 1);
	RETURN random_share * load.rows_per_second * day
		* greatest(0, (@extschema@.sequential_uuids_model(load)).wal_per_row - others.wal_per_row);
END $$;

-- The WAL of a row of the table: that of the index, and for the first index that of the table.
CREATE FUNCTION @extschema@.sequential_uuids_wal_of(
	cost @extschema@.sequential_uuids_cost, entry @extschema@.sequential_uuids_entry)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- XLogRecord 24, a block 20, lengths and offset 4, and a tuple of 24 with a bitmap.
	null_record CONSTANT float8 := 72;
	null_share CONSTANT float8 := coalesce(entry.null_share, 0);
BEGIN
	RETURN (cost.wal_per_row - cost.wal_table) * (1 - null_share) + null_record * null_share
		+ CASE WHEN entry.is_first THEN cost.wal_table ELSE 0 END;
END $$;

-- The key to take, as of the horizon, and what it saves in a day, today and then.
CREATE FUNCTION @extschema@.sequential_uuids_compare(
	finding @extschema@.sequential_uuids_finding, load @extschema@.sequential_uuids_workload,
	entry @extschema@.sequential_uuids_entry, random_share float8)
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
	tolerance CONSTANT float8 := @extschema@.sequential_uuids_tolerance();
	today CONSTANT @extschema@.sequential_uuids_workload := @extschema@.sequential_uuids_rows(load, false);
	at_horizon CONSTANT @extschema@.sequential_uuids_workload := @extschema@.sequential_uuids_rows(load, true);
	of_present CONSTANT @extschema@.sequential_uuids_workload := @extschema@.sequential_uuids_present(load, entry);
	ways @extschema@.sequential_uuids_cost[];
	present @extschema@.sequential_uuids_cost;
	present_today @extschema@.sequential_uuids_cost;
	best @extschema@.sequential_uuids_cost;
	best_today @extschema@.sequential_uuids_cost;
BEGIN
	finding.knows_kind := of_present.kind IS NOT NULL;
	IF finding.knows_kind THEN
		present_today := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(of_present, false));
		present := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(of_present, true));
		present.key := 'present';
		present.needs := -1;
	END IF;
	-- Opaque keys are there to reveal little.
	ways := ARRAY(
		SELECT w FROM @extschema@.sequential_uuids_keys(at_horizon, present) AS w
		 WHERE present.kind IS DISTINCT FROM 'opaque' OR w.kind IN ('opaque', 'random'));
	-- What is to be installed first comes last, where only random keys are left.
	SELECT w.* INTO best FROM @extschema@.sequential_uuids_ranked(
		ARRAY(SELECT w FROM unnest(ways) AS w WHERE w.needs < 2)) AS w LIMIT 1;
	IF best.kind = 'random' THEN
		SELECT w.* INTO best FROM @extschema@.sequential_uuids_ranked(ways) AS w LIMIT 1;
	END IF;
	finding.needs_install := best.needs = 2;
	finding.is_best := best.key = 'present';
	best_today := CASE WHEN finding.is_best THEN present_today ELSE @extschema@.sequential_uuids_today(load, best) END;

	IF NOT finding.knows_kind THEN
		-- They may be random ones.
		finding.saved_bytes := @extschema@.sequential_uuids_random_costs(today, 1::float8, best_today);
		finding.saved_later := @extschema@.sequential_uuids_random_costs(at_horizon, 1::float8, best);
	ELSIF finding.is_best AND random_share > 0 AND entry.key_values IS NULL
		AND @extschema@.sequential_uuids_random_costs(at_horizon, random_share, present) / load.rows_per_second / day
			> (tolerance - 1) * present.wal_per_row
	THEN
		-- Of those that are known by statistics, some may be.
		finding.saved_bytes := @extschema@.sequential_uuids_random_costs(today, random_share, present_today);
		finding.saved_later := @extschema@.sequential_uuids_random_costs(at_horizon, random_share, present);
		finding.is_best := false;
		finding.knows_kind := false;
		finding.doubt := format('up to %s %% of its keys can be random: find out what generates them',
			@extschema@.sequential_uuids_percent(random_share));
	ELSE
		finding.saved_bytes := CASE WHEN present_today.wal_per_row > tolerance * best_today.wal_per_row
			THEN (present_today.wal_per_row - best_today.wal_per_row) * load.rows_per_second * day ELSE 0 END;
		finding.saved_later := (present.wal_per_row - best.wal_per_row) * load.rows_per_second * day;
	END IF;
	finding.saved_bytes := greatest(0, least(finding.saved_bytes, finding.server_bytes));
	finding.saved_later := greatest(0, finding.saved_later);

	finding.wal_now := @extschema@.sequential_uuids_wal_of(present_today, entry);
	finding.wal_later := @extschema@.sequential_uuids_wal_of(present, entry);
	finding.wal_advised := @extschema@.sequential_uuids_wal_of(best_today, entry);
	IF NOT finding.knows_kind THEN
		finding.wal_now := NULL;
		finding.wal_later := NULL;
	END IF;
	finding.call := format(load.form, best.call);
	finding.bytes_per_million_rows := present_today.bytes_per_million_rows;
	RETURN finding;
END $$;

-- A share, rounded up, as it is an upper bound.
CREATE FUNCTION @extschema@.sequential_uuids_percent(share float8)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN share < 0.01 THEN round(100 * share::numeric + 0.05, 1) ELSE ceil(100 * share::numeric - 1e-6) END;
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
	RETURN format('%s, others save up to %s; %s', CASE
			WHEN entry.expression IS NULL THEN 'programs generate these keys; if they are random'
			WHEN finding.contradicts THEN 'default and keys differ; if new keys are random'
			ELSE 'what its default generates is not known; if that is random' END,
		@extschema@.sequential_uuids_savings(finding), finding.doubt);
END $$;

-- What stands for the costs of an index, and is not in them.
CREATE FUNCTION @extschema@.sequential_uuids_besides(entry @extschema@.sequential_uuids_entry)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN concat(
		CASE WHEN entry.in_front IS NOT NULL THEN format('; rows are divided by %s, as by %s equally frequent values',
			entry.in_front, @extschema@.sequential_uuids_rounded(entry.prefixes)) END,
		CASE WHEN entry.behind_time IS NOT NULL THEN format('; rows of one %I come together, %s of them',
			entry.behind_time, @extschema@.sequential_uuids_rounded(entry.rows_together)) END,
		-- Statistics do not tell which rows are updated.
		CASE WHEN entry.updates_per_insert > 0.05 THEN format(
			'; updates (%s per insert, not HOT) save as much each if they are of recent rows, else nothing',
			round(entry.updates_per_insert::numeric, 1)) END,
		CASE WHEN entry.is_toasted THEN '; the WAL of its TOAST table comes on top' END);
END $$;

-- What a verdict rests on, and what to do.
CREATE FUNCTION @extschema@.sequential_uuids_reason(
	cause text, entry @extschema@.sequential_uuids_entry, finding @extschema@.sequential_uuids_finding,
	worth text, horizon interval)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	at_horizon CONSTANT text := to_char(
		clock_timestamp() + horizon, CASE WHEN horizon < '1 year' THEN '"on" YYYY-MM-DD' ELSE '"in" YYYY' END);
	besides CONSTANT text := @extschema@.sequential_uuids_besides(entry) || coalesce(finding.remark, '');
	another CONSTANT text := CASE WHEN finding.knows_kind THEN 'another key' ELSE 'if its keys are random, another' END;
BEGIN
	RETURN CASE cause
		WHEN 'follows' THEN format('its keys are those of %s, and change with them', entry.parent::regclass)
		WHEN 'digests' THEN finding.irreplaceable
		WHEN 'bounded' THEN format(
			'at %s rows per second, no key could save %s of WAL a day',
			@extschema@.sequential_uuids_rounded(entry.most_rows_per_second), worth)
		WHEN 'blind' THEN finding.blind
		WHEN 'rows go' THEN 'rows are deleted, truncated or rolled back: give "kept", for how long rows stay, and '
			'"left_behind", the share that stays nevertheless'
		WHEN 'column in front' THEN finding.unknown_prefixes
		WHEN 'kind' THEN @extschema@.sequential_uuids_unknown(entry, finding) || besides
		WHEN 'advised' THEN format('no other key saves %s %% of its WAL: nothing to do',
			round(100 * (@extschema@.sequential_uuids_tolerance() - 1))) || besides
		WHEN 'small' THEN format(CASE WHEN finding.saved_bytes < 1
				THEN '%1$s would save nothing today, and less than %3$s a day %4$s' ELSE '%1$s would save %2$s, less than %3$s' END,
			another, @extschema@.sequential_uuids_savings(finding), worth, at_horizon)
		WHEN 'later' THEN format('%s saves %s; %s, %s a day if it grows as it does', another,
			CASE WHEN finding.saved_bytes < 1 THEN 'nothing today' ELSE @extschema@.sequential_uuids_savings(finding) END,
			at_horizon, pg_size_pretty(finding.saved_later::int8)) || besides
		WHEN 'reference' THEN format('bytes of WAL per row: now %s%s; if %I refers to another table, the keys there '
			'decide%s: other keys save up to %s', CASE WHEN entry.key_values IS NOT NULL THEN 'at most ' ELSE '' END,
			round(finding.wal_now), entry.column_name, CASE WHEN entry.key_values IS NOT NULL THEN
				', and rows of one value cost less if they come together'
				ELSE '; if a program generates it, the database can' END,
			@extschema@.sequential_uuids_savings(finding)) || besides
		WHEN 'partial' THEN format('it is partial, and has %s %% of the rows: if all go to it when they are inserted, a row '
			'writes %s bytes of WAL, and another key saves up to %s',
			round(100 * least(1, entry.index_rows / greatest(entry.row_count, 1))), round(finding.wal_now),
			@extschema@.sequential_uuids_savings(finding)) || besides
		WHEN 'form' THEN format('bytes of WAL per row: now %s; its texts have a prefix, or several forms, so no call is '
			'advised: with other UUIDs in them, they save up to %s', round(finding.wal_now),
			@extschema@.sequential_uuids_savings(finding)) || besides
		WHEN 'install' THEN format('bytes of WAL per row: now %s; with a key of sequential_uuids or its edition in SQL %s, '
			'which saves %s: install it, and ask again', round(finding.wal_now), round(finding.wal_advised),
			@extschema@.sequential_uuids_savings(finding)) || besides
		ELSE format('bytes of WAL per row: now %s, with the advised key %s: saves %s; %s, %s a day if it grows as it does',
			round(finding.wal_now), round(finding.wal_advised), @extschema@.sequential_uuids_savings(finding), at_horizon,
			pg_size_pretty(finding.saved_later::int8)) || besides
			|| CASE WHEN entry.expression IS NULL THEN '; programs generate these keys, unless they are those of another table: '
				'let the database do so, or use a client library (doc/clients.md, "A table with keys from clients")'
				ELSE '' END
			|| CASE WHEN entry.is_text THEN '; the type uuid would take less WAL and space' ELSE '' END END;
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
DECLARE
	is_by_default CONSTANT bool := load.kind IS NOT NULL;
	has_grown CONSTANT bool := pg_stat_get_live_tuples(entry.heap) > 1.1 * entry.analyzed_rows;
BEGIN
	finding.doubt := @extschema@.sequential_uuids_contradiction(load.kind, held, has_grown);
	IF NOT is_by_default AND has_grown THEN
		held.kind := NULL;
		held.unknown := format('it has grown by a tenth since: ANALYZE %s', entry.source::regclass);
	END IF;
	finding.remark := CASE WHEN load.kind = 'wrapping' AND held.kind = 'random' THEN
		'; its keys look random: of before the default, or of programs that do not use it (doc/clients.md)' END;
	finding.contradicts := finding.doubt IS NOT NULL;
	finding.doubt := coalesce(finding.doubt, held.unknown, CASE WHEN held.kind = 'ordered or wrapping' THEN
		'its keys are ordered or wrap, and nothing shows whether new ones do: ' ELSE '' END
		|| 'find out what generates them');
	-- What a program writes around a UUID is its own.
	finding.uncertain := coalesce(finding.uncertain,
		CASE WHEN NOT is_by_default AND (held.prefix IS NOT NULL OR held.kind IS NOT NULL AND held.form IS NULL)
			THEN 'form' END);
	load := @extschema@.sequential_uuids_workload_held(load, held, finding.contradicts);
	finding := @extschema@.sequential_uuids_compare(finding, load, entry,
		CASE WHEN NOT is_by_default AND load.kind = 'ascending' THEN held.random_share END);
	IF finding.irreplaceable IS NOT NULL THEN
		finding.wal_advised := NULL;
		finding.saved_bytes := NULL;
		finding.saved_later := NULL;
	END IF;
	RETURN finding;
END $$;

-- An index with what is found of it.
CREATE TYPE @extschema@.sequential_uuids_looked_at AS (
	entry @extschema@.sequential_uuids_entry,
	load @extschema@.sequential_uuids_workload,
	finding @extschema@.sequential_uuids_finding,
	keys text,						-- which these are
	known text						-- and how that is known
);

-- What is found of an index, unless it is left out.
CREATE FUNCTION @extschema@.sequential_uuids_look_at(
	found_index @extschema@.sequential_uuids_looked_at, worth_bytes float8, server_bytes float8)
RETURNS @extschema@.sequential_uuids_looked_at LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	entry @extschema@.sequential_uuids_entry := found_index.entry;
	load @extschema@.sequential_uuids_workload := found_index.load;
	finding @extschema@.sequential_uuids_finding;
	held @extschema@.sequential_uuids_held;
	is_key bool;
	of_default text;				-- the kind of keys that it generates, unless those of the column contradict it
BEGIN
	entry := @extschema@.sequential_uuids_read_columns(
		entry, greatest(1, entry.rows_per_second * load.checkpoint_seconds));
	IF entry.left_out IS NULL THEN
		entry.is_first := entry.class = 'key' AND entry.is_first;
		load := @extschema@.sequential_uuids_workload_of(entry, load);
		finding := @extschema@.sequential_uuids_look(entry, load, worth_bytes, server_bytes);
		is_key := entry.class <> 'follows' AND finding.blind IS NULL AND NOT finding.rows_go
			AND finding.unknown_prefixes IS NULL;
		IF entry.is_text OR entry.class = 'reference'
			OR is_key AND NOT (finding.is_bounded AND load.kind IS NOT NULL) THEN
			held := @extschema@.sequential_uuids_keys_held(entry.source, entry.column_name::name);
		END IF;
		entry.left_out := CASE
			WHEN load.kind IS NOT NULL THEN NULL
			WHEN held.kind = 'no UUIDs' THEN 'on texts or bytes that hold no UUIDs'
			WHEN entry.row_count = 0 AND (entry.is_text OR entry.class = 'reference') THEN 'of empty tables'
			WHEN entry.class = 'reference' AND held.kind IS NULL AND entry.key_values IS NULL THEN
				'whose keys statistics do not show' END;
		finding.irreplaceable := CASE
			WHEN load.kind IS NOT NULL OR entry.expression IS NOT NULL THEN NULL
			WHEN held.kind = 'hash' THEN 'hashes (version 3 or 5) of what they identify: they can''t be replaced'
			WHEN held.kind = 'digest' THEN 'digests or tokens: they can''t be replaced' END;
		IF is_key AND entry.left_out IS NULL THEN
			finding := @extschema@.sequential_uuids_judge(entry, held, load, finding);
		END IF;
	END IF;
	of_default := CASE WHEN finding.contradicts IS NOT TRUE THEN load.kind END;
	RETURN ROW(entry, load, finding, @extschema@.sequential_uuids_name_keys(of_default, held),
		CASE WHEN of_default IS NOT NULL THEN 'by default' WHEN held.kind IS NOT NULL THEN 'by statistics' END)
		::@extschema@.sequential_uuids_looked_at;
END $$;

-- All indexes with what is found of them, up to at_most that are not left out.
CREATE FUNCTION @extschema@.sequential_uuids_findings(
	usual @extschema@.sequential_uuids_workload, worth_bytes float8, server_bytes float8,
	over interval, only_table oid, at_most int4)
RETURNS SETOF @extschema@.sequential_uuids_looked_at
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	found_index @extschema@.sequential_uuids_looked_at;
	entry @extschema@.sequential_uuids_entry;
	with_key oid[] := '{}';
	reported int4 := 0;
BEGIN
	FOR entry IN SELECT i.* FROM @extschema@.sequential_uuids_indexes(over, only_table) AS i LOOP
		IF reported = at_most THEN
			entry.left_out := coalesce(entry.left_out, 'not looked at, with fewer inserts ("at_most")');
		END IF;
		entry.is_first := entry.relation <> ALL (with_key);
		found_index := ROW(entry, usual, NULL, NULL, NULL)::@extschema@.sequential_uuids_looked_at;
		found_index := @extschema@.sequential_uuids_look_at(found_index, worth_bytes, server_bytes);
		entry := found_index.entry;
		IF entry.left_out IS NULL THEN
			reported := reported + 1;
			IF entry.class = 'key' THEN
				with_key := with_key || entry.relation;
			END IF;
		END IF;
		RETURN NEXT found_index;
	END LOOP;
END $$;

-- Since when rows are counted.  A rate is then an average, also over idle hours.
CREATE FUNCTION @extschema@.sequential_uuids_since(cause text, over interval, counted_since timestamptz)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN pg_is_in_recovery() OR cause IN ('follows', 'digests') THEN ''
		WHEN over IS NOT NULL AND cause = 'bounded' THEN to_char(counted_since,
			'"; that is its rate just now, or on average since" YYYY-MM-DD HH24":"MI", whichever is higher"')
		WHEN over IS NOT NULL THEN ''
		WHEN cause IN ('blind', 'rows go', 'column in front') THEN
			to_char(counted_since, '"; counted since" YYYY-MM-DD HH24":"MI')
		ELSE to_char(counted_since, '"; its rate is the average since" YYYY-MM-DD HH24":"MI')
			|| ', idle hours included: "over" in a busy hour, such as ''5 min'', tells more' END;
END $$;

-- An error where a timeout would come first, before anybody waits.
CREATE FUNCTION @extschema@.sequential_uuids_check_over(over interval)
RETURNS void LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	setting text;
BEGIN
	PERFORM @extschema@.sequential_uuids_check_value(
		'over'::text, coalesce(extract(epoch FROM over)::float8, 1), 1e-6::float8, 300::float8, ' seconds'::text);
	-- PostgreSQL 17 added the second.
	FOREACH setting IN ARRAY '{statement_timeout,transaction_timeout}'::text[] LOOP
		IF over >= nullif(current_setting(setting, true)::interval, interval '0') THEN
			RAISE invalid_parameter_value USING
				MESSAGE = format('parameter "over" (%s) must be shorter than %s (%s)', over, setting, current_setting(setting)),
				HINT = format('SET %s = 0 first, or give a shorter time.', setting);
		END IF;
	END LOOP;
END $$;

-- How many indexes are left out, by reason; NULL if none that anybody asks about.
CREATE FUNCTION @extschema@.sequential_uuids_closing(left_out text[], reported int4)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- They are of no interest.
	plain CONSTANT text := 'on other texts';
	counted CONSTANT text := (
		SELECT string_agg(format('%s %s', o.indexes, o.reason), ', ' ORDER BY o.indexes DESC, o.reason)
		  FROM (SELECT r.reason, count(*) AS indexes FROM unnest(left_out) AS r (reason)
				 WHERE r.reason <> plain GROUP BY r.reason) AS o);
	has_uuids CONSTANT bool := reported > 0 OR EXISTS (
		SELECT FROM unnest(left_out) AS r (reason) WHERE r.reason !~ '^on texts|^on other texts|^of empty tables');
BEGIN
	RETURN nullif(concat_ws('; ',
		CASE WHEN NOT has_uuids THEN
			'No index here holds UUIDs: see that this is the database, or the table, that you mean' END,
		'indexes left out: ' || counted), '');
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
	left_out text[] := '{}';
	reported int4 := 0;
BEGIN
	-- Until it returns, VACUUM removes no newly dead row, and CREATE INDEX CONCURRENTLY waits.
	PERFORM @extschema@.sequential_uuids_check_over(over);
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
		IF entry.left_out IS NOT NULL THEN
			left_out := left_out || entry.left_out;
			CONTINUE;
		END IF;
		reported := reported + 1;
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
		rows_per_second := CASE WHEN NOT pg_is_in_recovery() THEN
			@extschema@.sequential_uuids_rounded(entry.rows_per_second) END;
		wal_now := round(finding.wal_now);
		wal_later := round(finding.wal_later);
		wal_advised := round(finding.wal_advised);
		wal_bytes_per_day := finding.wal_now * rows_per_second * 86400;
		saved_bytes_per_day := CASE WHEN finding.knows_kind THEN finding.saved_bytes END;
		server_wal_bytes_per_day := server_bytes;
		column_default := load.column_default;
		keys := found_index.keys;
		known := found_index.known;
		advised := CASE WHEN verdict = 'switch' OR cause = 'kind' THEN finding.call END;
		RETURN NEXT;
	END LOOP;

	reason := @extschema@.sequential_uuids_closing(left_out, reported);
	IF reason IS NOT NULL THEN
		RETURN QUERY SELECT NULL::regclass, NULL::regclass, NULL::text, NULL::text, 'left out'::text, reason, NULL::int8,
			NULL::int8, NULL::float8, NULL::float8, NULL::float8, NULL::float8, NULL::int8, NULL::int8, NULL::int8,
			NULL::text, NULL::text, NULL::text, NULL::text;
	END IF;
END $$;
COMMENT ON FUNCTION @extschema@.uuid_index_report(
	interval, interval, float8, regclass, text, interval, interval, int4) IS
	'What the keys of each uuid index cost, and what the best would cost';
