---------------------------------------------------------------------------------------------------------------------
-- uuid_index_report
---------------------------------------------------------------------------------------------------------------------

-- What is found of an index: what decides its verdict, and what it says.
CREATE TYPE @extschema@.sequential_uuids_finding AS (
	follows bool,					-- the keys of a parent
	irreplaceable text,				-- why nothing else can generate its keys
	is_bounded bool,				-- whatever its keys are, others save little
	is_idle bool,					-- too few inserts were counted
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
	server_bytes float8,			-- of WAL that the server wrote while it was watched, in a day; NULL: it was not
	is_short bool,					-- it was watched for less than the time between two checkpoints
	-- In a day, with the best key rather than those there are, or random ones if their kind is not known: in this index,
	-- in those of foreign keys to it, and the sum.  If nobody knows how late updates come, at least, and at most.
	saved_bytes float8,
	child_saved_bytes float8,
	saved_total float8,
	saved_most float8,
	saved_later float8,				-- the sum, at the horizon, at most
	updated_after_seconds float8,	-- if that is not known: with which least is saved
	children int4,					-- indexes of foreign keys to it
	is_counted bool,				-- it is one of these
	-- Bytes of WAL per row of its keys, if their kind is known, and of the best, today.
	wal_now float8,
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
		WHEN finding.is_idle THEN 'idle'
		WHEN finding.blind IS NOT NULL THEN 'blind'
		WHEN finding.rows_go THEN 'rows go'
		WHEN finding.unknown_prefixes IS NOT NULL THEN 'column in front'
		WHEN finding.is_best OR greatest(finding.saved_most, finding.saved_later) = 0 THEN 'advised'
		WHEN greatest(finding.saved_most, finding.saved_later) < finding.worth_bytes THEN 'small'
		WHEN finding.saved_most < finding.worth_bytes OR finding.saved_most = 0 THEN 'later'
		WHEN finding.server_bytes < finding.worth_bytes THEN CASE WHEN finding.is_short THEN 'over' ELSE 'small' END
		WHEN finding.saved_total < finding.worth_bytes OR finding.saved_total = 0 THEN 'updates'
		WHEN NOT finding.knows_kind THEN 'kind'
		WHEN finding.saved_bytes < finding.worth_bytes THEN 'children'
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

-- The rate of rows that have a value: others go to the end of the index, whatever these are.
CREATE FUNCTION @extschema@.sequential_uuids_key_rate(entry @extschema@.sequential_uuids_entry, rate float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN @extschema@.sequential_uuids_rounded(rate * (1 - coalesce(entry.null_share, 0)));
END $$;

-- What the default of an index's column generates, if that decides.
CREATE FUNCTION @extschema@.sequential_uuids_generated_by(entry @extschema@.sequential_uuids_entry)
RETURNS @extschema@.sequential_uuids_generated LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	generated @extschema@.sequential_uuids_generated;
BEGIN
	IF entry.class = 'key' AND entry.needs_more THEN
		generated.column_default := '(not printed)';
	ELSIF entry.class = 'key' AND entry.expression IS NOT NULL THEN
		generated := @extschema@.sequential_uuids_read_default(
			entry.expression, entry.generator,
			-- What is idle has blocks, too.
			coalesce(nullif(@extschema@.sequential_uuids_key_rate(entry, entry.rows_per_second), 0), 1));
	END IF;
	generated.form := coalesce(generated.form, CASE WHEN NOT entry.is_text THEN '%s' END);
	RETURN generated;
END $$;

-- The workload of an index: that of all, with what is known of its table and its default.
CREATE FUNCTION @extschema@.sequential_uuids_workload_of(
	entry @extschema@.sequential_uuids_entry, load @extschema@.sequential_uuids_workload,
	generated @extschema@.sequential_uuids_generated)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	with_value CONSTANT float8 := 1 - coalesce(entry.null_share, 0);
BEGIN
	load.rows_per_second := @extschema@.sequential_uuids_key_rate(entry, entry.rows_per_second);
	load.most_rows_per_second := greatest(
		load.rows_per_second, @extschema@.sequential_uuids_key_rate(entry, entry.most_rows_per_second));
	-- A partition by time has had half of its rows, on average.
	load.partition_rows := with_value * least(entry.rows_together,
		greatest(entry.partition_rows, entry.rows_per_second * entry.range_seconds));
	load.rows_now := greatest(1, entry.row_count * with_value,
		CASE WHEN entry.range_seconds IS NOT NULL THEN load.partition_rows / 2 END);
	load.row_bytes := coalesce(entry.row_bytes, load.row_bytes);
	load.entry_bytes := entry.entry_bytes;
	load.prefixes := entry.prefixes;
	-- Fewer are of no account.
	load.updates := CASE WHEN entry.updates_per_insert > 0.05 THEN
		@extschema@.sequential_uuids_rounded(entry.updates_per_insert) END;
	load.options := entry.options;
	-- Partitions by time are dropped, so "kept" is true of rows in them only if there are deletes.
	IF entry.partition_rows IS NOT NULL AND NOT entry.rows_go THEN
		load.kept_seconds := NULL;
		load.left_behind := 0;
	END IF;
	load.kind := generated.kind;
	load.block_rows := generated.block_rows;
	load.cycle_rows := generated.cycle_rows;
	-- Unknown keys are taken for random ones.  Where random keys are, blocks are advised that have more rows than the 100
	-- of a new table at the highest rate (sequential_uuids_lengths()): thrice as many, since rates differ by then.  A new
	-- partition has no older rows.
	load.has_random_keys := load.partition_rows IS NULL AND (coalesce(load.kind, 'random') = 'random'
		OR load.kind = 'wrapping' AND load.block_rows * load.most_rows_per_second > 300 * load.rows_per_second);
	RETURN load;
END $$;

-- The same with the keys that statistics show.
CREATE FUNCTION @extschema@.sequential_uuids_workload_of_stored(
	load @extschema@.sequential_uuids_workload, stored @extschema@.sequential_uuids_stored_keys, contradicts bool)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF contradicts THEN
		load.kind := NULL;
	ELSIF load.kind IS NULL THEN
		load := @extschema@.sequential_uuids_assume(load, stored);
	END IF;
	-- Those that come are random, or else there may be some from before.
	IF load.partition_rows IS NULL AND load.kind <> 'random' THEN
		load.has_random_keys := coalesce(@extschema@.sequential_uuids_holds_random(stored), load.has_random_keys);
	END IF;
	RETURN load;
END $$;

-- What is found of an index before any cost.
CREATE FUNCTION @extschema@.sequential_uuids_look(
	entry @extschema@.sequential_uuids_entry, load @extschema@.sequential_uuids_workload,
	finding @extschema@.sequential_uuids_finding, children @extschema@.sequential_uuids_entry[])
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Each row, each update of one, and each row that refers to one has an image of an index page, and one by VACUUM; all
	-- else is the same under any key.
	worst_wal CONSTANT float8 := 2 * current_setting('block_size')::float8;
	images_per_second CONSTANT float8 := load.most_rows_per_second * (1 + coalesce(load.updates, 0))
		+ coalesce((SELECT sum(c.most_rows_per_second) FROM unnest(children) AS c), 0);
	day CONSTANT float8 := 86400;
	counts CONSTANT bool := NOT pg_is_in_recovery() AND current_setting('track_counts')::bool;
BEGIN
	finding.follows := entry.class = 'follows';
	-- A rate of less than a day may not have seen the busy hour.
	finding.is_bounded := counts AND clock_timestamp() - @extschema@.sequential_uuids_counted_since() >= interval '1 day'
		AND worst_wal * images_per_second * day < finding.worth_bytes;
	finding.is_idle := counts AND (entry.rows_inserted < 20 OR entry.rows_per_second < 0.0001);
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

-- The workload with the keys of a way to generate them.
CREATE FUNCTION @extschema@.sequential_uuids_with(
	load @extschema@.sequential_uuids_workload, way @extschema@.sequential_uuids_cost)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.kind := way.kind;
	load.block_rows := way.block_rows;
	load.cycle_rows := way.cycle_rows;
	RETURN load;
END $$;

-- What keys cost in the table as it is today.
CREATE FUNCTION @extschema@.sequential_uuids_today(load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_cost LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
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
	load.updated_after_rows := random_share * load.updated_after_rows;
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

-- The workload of an index on a foreign key to these keys, of which rows are inserted soon after the row that they
-- refer to.  Those of one key go to one place, as a single wide entry of it.
CREATE FUNCTION @extschema@.sequential_uuids_child(
	load @extschema@.sequential_uuids_workload, child @extschema@.sequential_uuids_entry)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	longest CONSTANT float8 := 2708;	-- of an entry: a third of a page
	with_value CONSTANT float8 := 1 - coalesce(child.null_share, 0);
	rows_of_key CONSTANT float8 := greatest(1, child.row_count * with_value / nullif(child.key_values, 0));
	keys_per_second CONSTANT float8 := child.rows_per_second * with_value / rows_of_key;
	of_parent CONSTANT float8 := keys_per_second / load.rows_per_second;
BEGIN
	load.block_rows := load.block_rows * of_parent;
	load.cycle_rows := load.cycle_rows * of_parent;
	load.rows_per_second := keys_per_second;
	load.rows_now := greatest(1, child.row_count * with_value / rows_of_key);
	load.entry_bytes := least(longest, child.entry_bytes * rows_of_key);
	load.prefixes := child.prefixes;
	load.partition_rows := child.partition_rows * with_value / rows_of_key;
	load.updates := NULL;
	RETURN load;
END $$;

-- Bytes of WAL in a day, today or at the horizon: of the table and this index, and of indexes on foreign keys to it.
CREATE FUNCTION @extschema@.sequential_uuids_wal_of_day(
	load @extschema@.sequential_uuids_workload, children @extschema@.sequential_uuids_entry[], later bool)
RETURNS float8[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
	own CONSTANT @extschema@.sequential_uuids_cost :=
		@extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(load, later));
	of_children float8 := 0;
	child @extschema@.sequential_uuids_entry;
	of_child @extschema@.sequential_uuids_workload;
	cost @extschema@.sequential_uuids_cost;
BEGIN
	FOREACH child IN ARRAY coalesce(children, '{}') LOOP
		CONTINUE WHEN (child.rows_per_second > 0) IS NOT TRUE;
		of_child := @extschema@.sequential_uuids_child(load, child);
		cost := @extschema@.sequential_uuids_model(@extschema@.sequential_uuids_rows(of_child, later));
		of_children := of_children + of_child.rows_per_second * day * (cost.wal_per_row - cost.wal_table);
	END LOOP;
	RETURN ARRAY[load.rows_per_second * day * own.wal_per_row, of_children];
END $$;

-- What the best keys save of both.  What is within the tolerance is nothing.
CREATE FUNCTION @extschema@.sequential_uuids_saved(
	present @extschema@.sequential_uuids_workload, best @extschema@.sequential_uuids_workload,
	children @extschema@.sequential_uuids_entry[], later bool)
RETURNS float8[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_present CONSTANT float8[] := @extschema@.sequential_uuids_wal_of_day(present, children, later);
	of_best CONSTANT float8[] := @extschema@.sequential_uuids_wal_of_day(best, children, later);
BEGIN
	-- Where one costs more, the other saves as much less.
	RETURN CASE
		WHEN of_present[1] + of_present[2] <= @extschema@.sequential_uuids_tolerance() * (of_best[1] + of_best[2])
			THEN '{0,0}'
		WHEN of_present[1] < of_best[1] THEN ARRAY[0, of_present[1] + of_present[2] - of_best[1] - of_best[2]]
		WHEN of_present[2] < of_best[2] THEN ARRAY[of_present[1] + of_present[2] - of_best[1] - of_best[2], 0]
		ELSE ARRAY[of_present[1] - of_best[1], of_present[2] - of_best[2]] END;
END $$;

-- What the best key saves, instead of the present ones, or of random ones if their kind is not known.
CREATE FUNCTION @extschema@.sequential_uuids_savings(
	finding @extschema@.sequential_uuids_finding, present @extschema@.sequential_uuids_workload,
	best @extschema@.sequential_uuids_workload, children @extschema@.sequential_uuids_entry[])
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- How late updates come, if nobody says so: to rows of any age, at once, and after a checkpoint.
	delays CONSTANT float8[] := CASE WHEN present.updates IS NULL OR present.updated_after_seconds IS NOT NULL
		THEN ARRAY[present.updated_after_seconds] ELSE ARRAY[NULL, 0, present.checkpoint_seconds] END;
	delay float8;
	saved float8[];
BEGIN
	present.kind := coalesce(present.kind, 'random');
	FOREACH delay IN ARRAY delays LOOP
		present.updated_after_seconds := delay;
		best.updated_after_seconds := delay;
		saved := @extschema@.sequential_uuids_saved(present, best, children, false);
		finding.saved_most := greatest(finding.saved_most, saved[1] + saved[2]);
		finding.saved_later := greatest(finding.saved_later, (
			SELECT sum(s) FROM unnest(@extschema@.sequential_uuids_saved(present, best, children, true)) AS s));
		IF (finding.saved_total <= saved[1] + saved[2]) IS NOT TRUE THEN
			finding.saved_bytes := saved[1];
			finding.child_saved_bytes := saved[2];
			finding.saved_total := saved[1] + saved[2];
			finding.updated_after_seconds := delay;
		END IF;
	END LOOP;
	finding.children := (SELECT count(*) FROM unnest(children) AS c WHERE c.rows_per_second > 0);
	RETURN finding;
END $$;

-- The key to take, as of the horizon, and what it saves in a day, today and then.
CREATE FUNCTION @extschema@.sequential_uuids_compare(
	finding @extschema@.sequential_uuids_finding, load @extschema@.sequential_uuids_workload,
	entry @extschema@.sequential_uuids_entry, random_share float8, form text,
	children @extschema@.sequential_uuids_entry[])
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
	tolerance CONSTANT float8 := @extschema@.sequential_uuids_tolerance();
	at_horizon CONSTANT @extschema@.sequential_uuids_workload := @extschema@.sequential_uuids_rows(load, true);
	of_present @extschema@.sequential_uuids_workload := @extschema@.sequential_uuids_present(load, entry);
	of_best @extschema@.sequential_uuids_workload;
	ways @extschema@.sequential_uuids_cost[];
	present @extschema@.sequential_uuids_cost;
	best @extschema@.sequential_uuids_cost;
	by_random float8;
	-- Under any keys, a row goes to the end of those of its value.
	fills_pages CONSTANT bool := entry.class = 'reference' AND coalesce(load.rows_now * entry.entry_bytes
		> current_setting('block_size')::float8 * entry.key_values * coalesce(load.prefixes, 1), false);
BEGIN
	finding.knows_kind := of_present.kind IS NOT NULL;
	IF finding.knows_kind THEN
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
	finding.is_best := best.key = 'present' OR fills_pages;
	of_best := CASE WHEN finding.is_best THEN of_present ELSE @extschema@.sequential_uuids_with(load, best) END;
	finding := @extschema@.sequential_uuids_savings(finding, of_present, of_best, children);
	of_present.updated_after_seconds := finding.updated_after_seconds;
	of_best.updated_after_seconds := finding.updated_after_seconds;

	-- Of those that are known by statistics, some may be random.
	IF finding.is_best AND random_share > 0 AND entry.key_values IS NULL THEN
		by_random := @extschema@.sequential_uuids_random_costs(at_horizon, random_share, present);
		IF by_random / load.rows_per_second / day > (tolerance - 1) * present.wal_per_row THEN
			finding.saved_later := by_random;
			finding.saved_bytes := @extschema@.sequential_uuids_random_costs(
				@extschema@.sequential_uuids_rows(load, false), random_share, @extschema@.sequential_uuids_today(of_present));
			finding.saved_total := finding.saved_bytes;
			finding.saved_most := finding.saved_bytes;
			finding.is_best := false;
			finding.knows_kind := false;
			finding.doubt := format('up to %s %% of its keys can be random: find out what generates them',
				@extschema@.sequential_uuids_percent(random_share));
		END IF;
	END IF;

	finding.wal_advised := @extschema@.sequential_uuids_wal_of(@extschema@.sequential_uuids_today(of_best), entry);
	IF finding.knows_kind THEN
		present := @extschema@.sequential_uuids_today(of_present);
		finding.wal_now := @extschema@.sequential_uuids_wal_of(present, entry);
		finding.bytes_per_million_rows := present.bytes_per_million_rows;
	END IF;
	finding.call := format(form, best.call);
	RETURN finding;
END $$;

-- A share, rounded up, as it is an upper bound.
CREATE FUNCTION @extschema@.sequential_uuids_percent(share float8)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN share < 0.01 THEN round(100 * share::numeric + 0.05, 1) ELSE ceil(100 * share::numeric - 1e-6) END;
END $$;

-- What could be saved in a day, or is: no more than the server has written.
CREATE FUNCTION @extschema@.sequential_uuids_in_words(finding @extschema@.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_clipped CONSTANT bool := coalesce(finding.saved_total > finding.server_bytes, false);
	own CONSTANT float8 := least(finding.saved_bytes, finding.server_bytes);
	by_children CONSTANT float8 := least(finding.saved_total, finding.server_bytes) - own;
	percent CONSTANT float8 := round(100 * own / nullif(finding.server_bytes, 0));
BEGIN
	RETURN pg_size_pretty(own::int8) || ' of WAL a day'
		|| CASE WHEN is_clipped THEN ', no more than the server wrote meanwhile'
				|| CASE WHEN finding.is_short THEN ' (a longer "over" shows more)' ELSE '' END
			WHEN percent >= 1 THEN format(', %s %% of the server''s', percent) ELSE '' END
		|| CASE WHEN by_children >= 0.1 * finding.saved_total AND by_children > 0 THEN
			format(', and %s in %s to it, if their rows come soon after its own',
				pg_size_pretty(by_children::int8), CASE finding.children WHEN 1 THEN 'an index on a foreign key'
					ELSE finding.children || ' indexes on foreign keys' END) ELSE '' END
		|| CASE WHEN finding.saved_most >= 1.1 * finding.saved_total + 1 AND NOT is_clipped THEN
			format(', or up to %s if rows are updated at about the same age ("updated_after")',
				pg_size_pretty(finding.saved_most::int8)) ELSE '' END;
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
		@extschema@.sequential_uuids_in_words(finding), finding.doubt);
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
		CASE WHEN entry.is_toasted THEN '; the WAL of its TOAST table comes on top' END,
		CASE WHEN entry.changes_per_insert > 0.05 THEN '; what updates write in the table comes on top' END);
END $$;

-- What a verdict rests on, and what to do.
CREATE FUNCTION @extschema@.sequential_uuids_reason(
	cause text, entry @extschema@.sequential_uuids_entry, finding @extschema@.sequential_uuids_finding,
	worth text, load @extschema@.sequential_uuids_workload)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	at_horizon CONSTANT text := to_char(clock_timestamp() + make_interval(secs => load.horizon_seconds), 'YYYY');
	saving CONSTANT text := @extschema@.sequential_uuids_in_words(finding);
	another CONSTANT text := CASE WHEN finding.knows_kind THEN 'another key' ELSE 'if its keys are random, another' END;
BEGIN
	RETURN CASE cause
		WHEN 'follows' THEN format(CASE WHEN finding.is_counted THEN 'its keys are those of %s: counted with its parent'
			ELSE 'its keys are those of %s, and change with them' END, entry.parent::regclass)
		WHEN 'digests' THEN finding.irreplaceable
		WHEN 'bounded' THEN format(
			'at %s rows per second, its rate just now or on average, no key could save %s of WAL a day',
			@extschema@.sequential_uuids_rounded(entry.most_rows_per_second), worth)
		WHEN 'idle' THEN format(
			'only %s rows were inserted while they were counted: give "over", such as ''5 min'', in a busy hour',
			entry.rows_inserted)
		WHEN 'blind' THEN finding.blind
		WHEN 'rows go' THEN 'rows are deleted, truncated or rolled back: give "kept", for how long rows stay, and '
			'"left_behind", the share that stays nevertheless'
		WHEN 'column in front' THEN finding.unknown_prefixes
		WHEN 'kind' THEN @extschema@.sequential_uuids_unknown(entry, finding)
		WHEN 'advised' THEN format('its WAL is within %s %% of that of the best key: nothing to do',
			round(100 * (@extschema@.sequential_uuids_tolerance() - 1)))
		WHEN 'small' THEN CASE
			WHEN finding.saved_most >= finding.worth_bytes THEN format(
				'the server wrote %s of WAL a day meanwhile: less than %s', pg_size_pretty(finding.server_bytes::int8), worth)
			WHEN finding.saved_most < 1 THEN format(
				'%s would save nothing today, and less than %s a day in %s', another, worth, at_horizon)
			ELSE format('%s would save %s: less than %s', another, saving, worth) END
		WHEN 'later' THEN format('%s saves %s a day %s; today it saves %s', another,
			pg_size_pretty(finding.saved_later::int8), CASE WHEN load.partition_rows IS NOT NULL
				THEN 'once its partition has grown' ELSE 'in ' || at_horizon || ' if the table grows as it does' END,
			CASE WHEN finding.saved_most < 1 THEN 'nothing' ELSE saving END)
		WHEN 'over' THEN format('%s would save %s of WAL a day, but the server wrote only %s meanwhile: give "over" '
			'as long as between two checkpoints (%s s), up to 5 min', another, pg_size_pretty(finding.saved_most::int8),
			pg_size_pretty(finding.server_bytes::int8), load.checkpoint_seconds)
		WHEN 'updates' THEN format('%s saves %s of WAL a day, or up to %s if rows are updated at about the same age '
			'(%s times each, not HOT): give "updated_after", the time since the INSERT or the last UPDATE', another,
			pg_size_pretty(finding.saved_total::int8), pg_size_pretty(finding.saved_most::int8), load.updates)
		WHEN 'children' THEN format('bytes of WAL per row: now %s, with the best key %s: saves %s: switch if they do',
			round(finding.wal_now), round(finding.wal_advised), saving)
		WHEN 'reference' THEN format('bytes of WAL per row: now %s%s; if %I refers to another table, the keys there '
			'decide%s: other keys save up to %s', CASE WHEN entry.key_values IS NOT NULL THEN 'at most ' ELSE '' END,
			round(finding.wal_now), entry.column_name, CASE WHEN entry.key_values IS NOT NULL THEN
				', and rows of one value cost less if they come together'
				ELSE '; if a program generates it, the database can' END, saving)
		WHEN 'partial' THEN format('it is partial, and has %s %% of the rows: if all go to it when they are inserted, a row '
			'writes %s bytes of WAL, and another key saves up to %s',
			round(100 * least(1, entry.index_rows / greatest(entry.row_count, 1))), round(finding.wal_now), saving)
		WHEN 'form' THEN format('bytes of WAL per row: now %s; its texts have a prefix, or several forms, so no call is '
			'advised: with other UUIDs in them, they save up to %s', round(finding.wal_now), saving)
		WHEN 'install' THEN format('bytes of WAL per row: now %s; with a key of sequential_uuids or its edition in SQL %s, '
			'which saves %s: install it, and ask again', round(finding.wal_now), round(finding.wal_advised), saving)
		ELSE format('bytes of WAL per row: now %s, with the advised key %s: saves %s', round(finding.wal_now),
				round(finding.wal_advised), saving)
			|| CASE WHEN entry.expression IS NULL THEN '; programs generate these keys, unless they are those of another table: '
				'let the database do so, or use a client library (doc/clients.md, "A table with keys from clients")'
				ELSE '' END
			|| CASE WHEN entry.is_text THEN '; the type uuid would take less WAL and space' ELSE '' END END
		|| CASE WHEN cause IN ('follows', 'digests', 'bounded', 'idle', 'blind', 'rows go', 'column in front', 'small')
			THEN '' ELSE @extschema@.sequential_uuids_besides(entry) || coalesce(finding.remark, '') END;
END $$;

-- What all indexes have in common.  The choice of a key looks five years ahead.
CREATE FUNCTION @extschema@.sequential_uuids_usual(
	kept interval, left_behind float8, updated_after interval, checkpoint_seconds float8)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	usual @extschema@.sequential_uuids_workload;
BEGIN
	usual.rows_per_second := 1;		-- which has to be in range; that of each table follows
	usual.kept_seconds := extract(epoch FROM kept);
	usual.left_behind := left_behind;
	usual.updated_after_seconds := extract(epoch FROM updated_after);
	usual.horizon_seconds := extract(epoch FROM interval '5 years');
	usual.row_bytes := 100;
	usual.checkpoint_seconds := checkpoint_seconds;
	usual := @extschema@.sequential_uuids_server(usual);
	PERFORM @extschema@.sequential_uuids_check(usual);
	RETURN usual;
END $$;

-- What is found of an index, with its keys and costs.
CREATE FUNCTION @extschema@.sequential_uuids_judge(
	entry @extschema@.sequential_uuids_entry, stored @extschema@.sequential_uuids_stored_keys,
	load @extschema@.sequential_uuids_workload, form text, finding @extschema@.sequential_uuids_finding,
	children @extschema@.sequential_uuids_entry[])
RETURNS @extschema@.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_by_default CONSTANT bool := load.kind IS NOT NULL;
	has_grown CONSTANT bool := pg_stat_get_live_tuples(entry.heap) > 1.1 * entry.analyzed_rows;
BEGIN
	finding.doubt := @extschema@.sequential_uuids_contradiction(load.kind, stored, has_grown);
	IF NOT is_by_default AND has_grown THEN
		stored.kind := NULL;
		stored.unknown := format('it has grown by a tenth since: ANALYZE %s', entry.source::regclass);
	END IF;
	finding.remark := CASE WHEN load.kind = 'wrapping' AND stored.kind = 'random' THEN
		'; its keys look random: of before the default, or of programs that do not use it (doc/clients.md)' END;
	finding.contradicts := finding.doubt IS NOT NULL;
	finding.doubt := coalesce(finding.doubt, stored.unknown, CASE WHEN stored.kind = 'ordered or wrapping' THEN
		'its keys are ordered or wrap, and nothing shows whether new ones do: ' ELSE '' END
		|| 'find out what generates them');
	-- What a program writes around a UUID is its own.
	finding.uncertain := coalesce(finding.uncertain,
		CASE WHEN NOT is_by_default AND (stored.prefix IS NOT NULL OR stored.kind IS NOT NULL AND stored.form IS NULL)
			THEN 'form' END);
	load := @extschema@.sequential_uuids_workload_of_stored(load, stored, finding.contradicts);
	finding := @extschema@.sequential_uuids_compare(finding, load, entry,
		CASE WHEN NOT is_by_default AND load.kind = 'ascending' THEN stored.random_share END, coalesce(form, stored.form),
		children);
	IF finding.irreplaceable IS NOT NULL THEN
		finding.wal_advised := NULL;
		finding.saved_bytes := NULL;
		finding.child_saved_bytes := NULL;
	END IF;
	RETURN finding;
END $$;

-- An index with what is found of it.
CREATE TYPE @extschema@.sequential_uuids_looked_at AS (
	entry @extschema@.sequential_uuids_entry,
	generated @extschema@.sequential_uuids_generated,
	load @extschema@.sequential_uuids_workload,
	stored @extschema@.sequential_uuids_stored_keys,
	finding @extschema@.sequential_uuids_finding,
	keys text,						-- which these are
	known text						-- and how that is known
);

-- An index with what its columns tell, and which keys it holds, if it is reported.
CREATE FUNCTION @extschema@.sequential_uuids_read_index(
	entry @extschema@.sequential_uuids_entry, usual @extschema@.sequential_uuids_workload, is_reported bool)
RETURNS @extschema@.sequential_uuids_looked_at LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	generated @extschema@.sequential_uuids_generated;
	load @extschema@.sequential_uuids_workload;
	stored @extschema@.sequential_uuids_stored_keys;
BEGIN
	entry := @extschema@.sequential_uuids_read_columns(
		entry, greatest(1, entry.rows_per_second * usual.checkpoint_seconds));
	IF entry.left_out IS NULL AND is_reported THEN
		generated := @extschema@.sequential_uuids_generated_by(entry);
		load := @extschema@.sequential_uuids_workload_of(entry, usual, generated);
		IF entry.is_text OR entry.class <> 'follows' THEN
			stored := @extschema@.sequential_uuids_recognize_keys(entry.source, entry.column_name::name);
		END IF;
		entry.left_out := CASE
			WHEN load.kind IS NOT NULL THEN NULL
			WHEN stored.kind = 'no UUIDs' THEN 'on texts or bytes that hold no UUIDs'
			WHEN entry.row_count = 0 AND (entry.is_text OR entry.class = 'reference') THEN 'of empty tables'
			WHEN entry.class = 'reference' AND stored.kind IS NULL AND entry.key_values IS NULL THEN
				'whose keys statistics do not show' END;
	END IF;
	RETURN ROW(entry, generated, load, stored, NULL, NULL, NULL)::@extschema@.sequential_uuids_looked_at;
END $$;

-- All indexes, up to at_most that are not left out, and further ones on foreign keys, which count with their parents.
-- The first of a table whose keys decide counts the WAL of its rows.
CREATE FUNCTION @extschema@.sequential_uuids_read_indexes(
	usual @extschema@.sequential_uuids_workload, watched @extschema@.sequential_uuids_watched, only_table oid,
	at_most int4)
RETURNS SETOF @extschema@.sequential_uuids_looked_at LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	too_many CONSTANT text := 'not looked at, with fewer inserts ("at_most")';
	only_relation CONSTANT oid := coalesce(pg_partition_root(only_table)::oid, only_table);
	entry @extschema@.sequential_uuids_entry;
	found_index @extschema@.sequential_uuids_looked_at;
	with_key oid[] := '{}';
	reported int4 := 0;
	is_over bool;
BEGIN
	FOR entry IN SELECT i.* FROM @extschema@.sequential_uuids_indexes(watched, only_table) AS i LOOP
		is_over := reported >= at_most AND coalesce(entry.relation = only_relation, true);
		IF is_over AND NOT EXISTS (
			SELECT FROM pg_constraint AS r WHERE r.conrelid = entry.relation AND r.contype = 'f')
		THEN
			entry.left_out := coalesce(entry.left_out, too_many);
		END IF;
		found_index := @extschema@.sequential_uuids_read_index(entry, usual, NOT is_over);
		entry := found_index.entry;
		IF entry.left_out IS NULL AND is_over THEN
			entry.left_out := too_many;
		ELSIF entry.left_out IS NULL THEN
			reported := reported + CASE WHEN entry.relation <> only_relation THEN 0 ELSE 1 END;
			entry.is_first := entry.class = 'key' AND entry.relation <> ALL (with_key);
			IF entry.is_first THEN
				with_key := with_key || entry.relation;
			END IF;
		END IF;
		found_index.entry := entry;
		RETURN NEXT found_index;
	END LOOP;
END $$;

-- What is found of an index that is not left out.  So far, "finding" has what is the same for all.
CREATE FUNCTION @extschema@.sequential_uuids_look_at(
	found_index @extschema@.sequential_uuids_looked_at, children @extschema@.sequential_uuids_entry[])
RETURNS @extschema@.sequential_uuids_looked_at LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	entry CONSTANT @extschema@.sequential_uuids_entry := found_index.entry;
	load CONSTANT @extschema@.sequential_uuids_workload := found_index.load;
	stored CONSTANT @extschema@.sequential_uuids_stored_keys := found_index.stored;
	finding @extschema@.sequential_uuids_finding := found_index.finding;
	of_default text;				-- the kind of keys that it generates, unless those of the column contradict it
BEGIN
	finding := @extschema@.sequential_uuids_look(entry, load, finding, children);
	finding.irreplaceable := CASE
		WHEN load.kind IS NOT NULL OR entry.expression IS NOT NULL THEN NULL
		WHEN stored.kind = 'hash' THEN 'hashes (version 3 or 5) of what they identify: they can''t be replaced'
		WHEN stored.kind = 'digest' THEN 'digests or tokens: they can''t be replaced' END;
	IF NOT (finding.follows OR finding.is_idle OR finding.rows_go) AND finding.blind IS NULL
		AND finding.unknown_prefixes IS NULL
	THEN
		finding := @extschema@.sequential_uuids_judge(
			entry, stored, load, (found_index.generated).form, finding, children);
	END IF;
	of_default := CASE WHEN finding.contradicts IS NOT TRUE THEN load.kind END;
	found_index.finding := finding;
	found_index.keys := @extschema@.sequential_uuids_name_keys(of_default, stored);
	found_index.known := CASE WHEN of_default IS NOT NULL THEN 'by default'
		WHEN stored.kind IS NOT NULL THEN 'by statistics' END;
	RETURN found_index;
END $$;

-- The index that counts the saving of one on a foreign key: of the column that this refers to, or of the one that that
-- refers to; NULL if there is none.  Columns are those of all indexes, by their names: keys, those that follow others,
-- and those that they follow.
CREATE FUNCTION @extschema@.sequential_uuids_counting_index(keys text[], follow text[], parents text[], child int4)
RETURNS int4 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	parent text := parents[child];
	counting int4;
BEGIN
	-- Tables may refer to each other in a circle.
	FOR tries IN 1 .. 10 LOOP
		EXIT WHEN parent IS NULL OR counting IS NOT NULL;
		counting := array_position(keys, parent);
		parent := parents[array_position(follow, parent)];
	END LOOP;
	RETURN counting;
END $$;

-- All indexes with what is found of them; those of tables that refer to "only_table" are just counted.
CREATE FUNCTION @extschema@.sequential_uuids_findings(
	usual @extschema@.sequential_uuids_workload, watched @extschema@.sequential_uuids_watched,
	common @extschema@.sequential_uuids_finding, only_table oid, at_most int4)
RETURNS SETOF @extschema@.sequential_uuids_looked_at
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	all_found CONSTANT @extschema@.sequential_uuids_looked_at[] := ARRAY(
		SELECT f FROM @extschema@.sequential_uuids_read_indexes(usual, watched, only_table, at_most) AS f);
	entries CONSTANT @extschema@.sequential_uuids_entry[] := ARRAY(SELECT f.entry FROM unnest(all_found) AS f);
	keys CONSTANT text[] := ARRAY(
		SELECT CASE WHEN e.class = 'key' AND e.left_out IS NULL THEN concat(e.relation, ' ', e.column_name) END
		  FROM unnest(entries) AS e);
	follow CONSTANT text[] := ARRAY(
		SELECT CASE WHEN e.class = 'follows' THEN concat(e.relation, ' ', e.column_name) END FROM unnest(entries) AS e);
	parents CONSTANT text[] := ARRAY(
		SELECT CASE WHEN e.class = 'follows' THEN concat(e.parent, ' ', e.parent_column) END FROM unnest(entries) AS e);
	counting CONSTANT int4[] := ARRAY(
		SELECT @extschema@.sequential_uuids_counting_index(keys, follow, parents, n)
		  FROM generate_series(1, cardinality(entries)) AS n);
	found_index @extschema@.sequential_uuids_looked_at;
	entry @extschema@.sequential_uuids_entry;
BEGIN
	FOR place IN 1 .. cardinality(all_found) LOOP
		found_index := all_found[place];
		entry := found_index.entry;
		CONTINUE WHEN entry.relation <> coalesce(pg_partition_root(only_table)::oid, only_table);
		IF entry.left_out IS NULL THEN
			found_index.finding := common;
			found_index.finding.is_counted := counting[place] IS NOT NULL;
			found_index := @extschema@.sequential_uuids_look_at(found_index, ARRAY(
				SELECT entries[n] FROM unnest(counting) WITH ORDINALITY AS c (by_index, n) WHERE c.by_index = place));
		END IF;
		RETURN NEXT found_index;
	END LOOP;
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
		SELECT FROM unnest(left_out) AS r (reason) WHERE r.reason <> ALL (ARRAY[
			plain, 'on texts or bytes that hold no UUIDs', 'of empty tables']));
BEGIN
	RETURN nullif(concat_ws('; ',
		CASE WHEN NOT has_uuids THEN
			'No index here holds UUIDs: see that this is the database, or the table, that you mean' END,
		'indexes left out: ' || counted), '');
END $$;

CREATE FUNCTION @extschema@.uuid_index_report(
	over interval DEFAULT NULL, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0,
	updated_after interval DEFAULT NULL, only_table regclass DEFAULT NULL, worth text DEFAULT '1 GB',
	checkpoint_interval interval DEFAULT NULL, at_most int4 DEFAULT 100)
RETURNS TABLE (
	table_name regclass, index_name regclass, column_name text, verdict text, cause text, reason text,
	rows int8, index_bytes int8, reindex_frees_bytes int8, rows_per_second float8, wal_now float8, wal_advised float8,
	wal_bytes_per_day int8, saved_bytes_per_day int8, child_saved_bytes_per_day int8,
	column_default text, keys text, known text, advised text,
	counted_since timestamptz, checkpoints text, server_wal_bytes_per_day int8)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED COST 100000 ROWS 100
SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	day CONSTANT float8 := 86400;
	longest CONSTANT float8 := 300;		-- that "over" can be
	watched @extschema@.sequential_uuids_watched;
	usual @extschema@.sequential_uuids_workload;
	found_index @extschema@.sequential_uuids_looked_at;
	entry @extschema@.sequential_uuids_entry;
	finding @extschema@.sequential_uuids_finding;
	common @extschema@.sequential_uuids_finding;
	left_out text[] := '{}';
	reported int4 := 0;
BEGIN
	-- Until it returns, VACUUM removes no newly dead row, and CREATE INDEX CONCURRENTLY waits.
	PERFORM @extschema@.sequential_uuids_check_over(over);
	common.worth_bytes := pg_size_bytes(worth);
	PERFORM @extschema@.sequential_uuids_check_value(
		'worth'::text, common.worth_bytes, 0::float8, 1e18::float8, ' bytes'::text);
	PERFORM @extschema@.sequential_uuids_check_value(
		'at_most'::text, at_most::float8, 1::float8, 2147483647::float8, ' rows'::text);
	IF only_table IS NOT NULL AND NOT EXISTS (
		SELECT FROM pg_class AS c WHERE c.oid = only_table AND c.relkind IN ('r', 'p', 'm'))
	THEN
		RAISE wrong_object_type USING MESSAGE = format('%s is no table', only_table);
	END IF;
	-- Errors come before anybody waits.
	usual := @extschema@.sequential_uuids_usual(
		kept, left_behind, updated_after, extract(epoch FROM checkpoint_interval)::float8);

	watched := @extschema@.sequential_uuids_watch(over);
	counted_since := watched.since;
	server_wal_bytes_per_day := watched.wal_per_second * day;
	checkpoints := 'as given';
	IF checkpoint_interval IS NULL THEN
		SELECT c.seconds, c.source INTO usual.checkpoint_seconds, checkpoints
		  FROM @extschema@.sequential_uuids_checkpoints(
				1::float8, CASE WHEN watched.seconds IS NOT NULL THEN watched.wal_per_second END) AS c;
	END IF;
	checkpoints := format('every %s s, %s', usual.checkpoint_seconds, checkpoints);
	IF watched.seconds IS NOT NULL THEN
		common.server_bytes := watched.wal_per_second * day;
		common.is_short := watched.seconds < 0.99 * least(usual.checkpoint_seconds, longest);
	END IF;

	FOR found_index IN
		SELECT f.* FROM @extschema@.sequential_uuids_findings(usual, watched, common, only_table::oid, at_most) AS f
	LOOP
		entry := found_index.entry;
		finding := found_index.finding;
		IF entry.left_out IS NOT NULL THEN
			left_out := left_out || entry.left_out;
			CONTINUE;
		END IF;
		reported := reported + 1;

		table_name := entry.relation;
		index_name := entry.index;
		column_name := entry.column_name;
		cause := @extschema@.sequential_uuids_cause(finding);
		verdict := @extschema@.sequential_uuids_verdict(cause);
		reason := @extschema@.sequential_uuids_reason(cause, entry, finding, worth, found_index.load);
		rows := entry.row_count;
		-- Nobody may have counted the pages of an index that has grown.
		index_bytes := CASE WHEN NOT entry.is_partial AND entry.row_count > 1.1 * entry.index_rows
			THEN greatest(entry.index_bytes, entry.row_count / 1e6 * coalesce(finding.bytes_per_million_rows, 40e6))
			ELSE entry.index_bytes END;
		reindex_frees_bytes := CASE WHEN entry.rebuilt_bytes IS NOT NULL THEN
			greatest(0, entry.index_bytes - entry.rebuilt_bytes) END;
		rows_per_second := CASE WHEN NOT pg_is_in_recovery() THEN
			@extschema@.sequential_uuids_rounded(entry.rows_per_second) END;
		wal_now := round(finding.wal_now);
		wal_advised := round(finding.wal_advised);
		wal_bytes_per_day := finding.wal_now * rows_per_second * day;
		saved_bytes_per_day := CASE WHEN finding.knows_kind THEN least(finding.saved_bytes, finding.server_bytes) END;
		child_saved_bytes_per_day := CASE WHEN finding.knows_kind AND finding.children > 0 THEN
			least(finding.child_saved_bytes, finding.server_bytes - saved_bytes_per_day) END;
		column_default := (found_index.generated).column_default;
		keys := found_index.keys;
		known := found_index.known;
		-- No name that somebody else's function may have.
		advised := CASE WHEN (verdict = 'switch' OR cause IN ('kind', 'children')) AND NOT finding.needs_install
			THEN finding.call END;
		RETURN NEXT;
	END LOOP;

	reason := @extschema@.sequential_uuids_closing(left_out, reported);
	IF reason IS NOT NULL THEN
		RETURN QUERY SELECT NULL::regclass, NULL::regclass, NULL::text, NULL::text, 'left out'::text, reason,
			NULL::int8, NULL::int8, NULL::int8, NULL::float8, NULL::float8, NULL::float8, NULL::int8, NULL::int8, NULL::int8,
			NULL::text, NULL::text, NULL::text, NULL::text, counted_since, checkpoints, server_wal_bytes_per_day;
	END IF;
END $$;
COMMENT ON FUNCTION @extschema@.uuid_index_report(
	interval, interval, float8, interval, regclass, text, interval, int4) IS
	'What the keys of each uuid index cost, and what the best would cost';
