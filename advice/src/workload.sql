---------------------------------------------------------------------------------------------------------------------
-- A workload
---------------------------------------------------------------------------------------------------------------------

-- The rows that come in a time, at most: at the average rate, unless it is so short that rows may come in all of it.
CREATE FUNCTION @extschema@.sequential_uuids_rows_in(load @extschema@.sequential_uuids_workload, seconds float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN load.rows_per_second
		* greatest(seconds, least(seconds / coalesce(load.active, 1), load.active_every_seconds));
END $$;

-- Two digits, so that the same is advised a moment later.
CREATE FUNCTION @extschema@.sequential_uuids_two_digits(value float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN round(value::numeric, 1 - floor(log(value))::int4);
END $$;

-- The WAL after which a checkpoint comes: max_wal_size is for two of them, as far as the second overlaps with the first
-- (CalculateCheckpointSegments() and XLogCheckpointNeeded() in PostgreSQL's xlog.c).  It comes at the end of a segment.
CREATE FUNCTION @extschema@.sequential_uuids_checkpoint_bytes()
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	segment CONSTANT float8 := pg_size_bytes(current_setting('wal_segment_size'));
BEGIN
	RETURN segment * (greatest(1, floor(pg_size_bytes(current_setting('max_wal_size')) / segment
		/ (1 + current_setting('checkpoint_completion_target')::float8))) - 0.5);
END $$;

-- The time between two checkpoints while rows come, and how that is known: as the server has counted them, or as
-- configured if there were few.  Those that are late by the clock came in idle times, too.  Counted times include idle
-- ones, so what the WAL of a time means that was watched counts where it is less.
CREATE FUNCTION @extschema@.sequential_uuids_checkpoints(
	active float8, wal_per_second float8, OUT seconds float8, OUT source text)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	enough CONSTANT float8 := 5;
	timeout CONSTANT float8 := extract(epoch FROM current_setting('checkpoint_timeout')::interval);
	by_size CONSTANT float8 := @extschema@.sequential_uuids_checkpoint_bytes() / nullif(wal_per_second, 0);
	timed float8;
	requested float8;
	counted_seconds float8;
BEGIN
	seconds := timeout;
	source := 'by checkpoint_timeout';
	IF current_setting('server_version_num')::int4 >= 170000 THEN
		SELECT c.num_timed, c.num_requested, extract(epoch FROM clock_timestamp() - c.stats_reset)
		  INTO timed, requested, counted_seconds FROM pg_stat_checkpointer AS c;
	ELSE
		SELECT b.checkpoints_timed, b.checkpoints_req, extract(epoch FROM clock_timestamp() - b.stats_reset)
		  INTO timed, requested, counted_seconds FROM pg_stat_bgwriter AS b;
	END IF;
	IF timed + requested >= enough AND counted_seconds > 0 THEN
		counted_seconds := active * counted_seconds
			/ greatest(timed + requested - (1 - active) * counted_seconds / timeout, requested, 1);
		IF counted_seconds < 0.99 * timeout THEN
			seconds := @extschema@.sequential_uuids_two_digits(counted_seconds);
			source := 'as counted on average';
		END IF;
	END IF;
	IF by_size < seconds THEN
		seconds := @extschema@.sequential_uuids_two_digits(by_size);
		source := 'by max_wal_size, at the rate of WAL just now';
	END IF;
END $$;

-- What is not known of a server, as it is configured.  A quarter of shared_buffers is for one index.
CREATE FUNCTION @extschema@.sequential_uuids_server(load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.memory_bytes := coalesce(load.memory_bytes, pg_size_bytes(current_setting('shared_buffers')) / 4);
	load.checkpoint_seconds := coalesce(load.checkpoint_seconds,
		(@extschema@.sequential_uuids_checkpoints(coalesce(load.active, 1), NULL::float8)).seconds);
	load.full_page_writes := current_setting('full_page_writes');
	-- PostgreSQL 19 has further words for checksums that are being enabled.
	load.hint_bits := current_setting('data_checksums') <> 'off' OR current_setting('wal_log_hints')::bool;
	RETURN load;
END $$;

-- Raises an error for what is out of range, or NULL.
CREATE FUNCTION @extschema@.sequential_uuids_check_value(
	name text, value float8, lowest float8, highest float8, unit text)
RETURNS void LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF (value BETWEEN lowest AND highest) IS NOT TRUE THEN
		RAISE invalid_parameter_value USING
			MESSAGE = format('invalid value for parameter "%s": %s', name, coalesce(value::text, 'NULL')),
			DETAIL = format('Valid values are between %s and %s%s.', lowest::numeric, highest::numeric, unit);
	END IF;
END $$;

-- The same for a workload.  Names are those of the parameters of users.
CREATE FUNCTION @extschema@.sequential_uuids_check(load @extschema@.sequential_uuids_workload)
RETURNS void LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF load.kept_seconds IS NULL AND load.left_behind <> 0 THEN
		RAISE invalid_parameter_value USING
			MESSAGE = format('parameter "left_behind" is %s, and "kept" is missing', load.left_behind),
			DETAIL = 'A share of the rows can stay only if the others are deleted after some time.',
			HINT = 'Give "kept", such as ''30 days'', or leave out "left_behind".';
	END IF;
	PERFORM @extschema@.sequential_uuids_check_value(
			p.name, p.value::float8, p.lowest::float8, p.highest::float8, p.unit)
	  FROM (VALUES
			('rows_per_second', load.rows_per_second, 0.0001, 1e9, ''),
			('kept', coalesce(load.kept_seconds, 1), 0.001, 1e10, ' seconds'),
			('left_behind', load.left_behind, 0, 1, ''),
			('row_bytes', load.row_bytes, 24, 8160, ''),
			('prefixes', coalesce(load.prefixes, 1), 1, 1e9, ''),
			('index_memory', load.memory_bytes, current_setting('block_size')::float8, 1e18, ' bytes'),
			('checkpoint_interval', load.checkpoint_seconds, 0.001, 1e10, ' seconds'),
			('updates', coalesce(load.updates, 0), 0, 1e6, ''),
			('updated_after', coalesce(load.updated_after_seconds, 0), 0, 1e10, ' seconds'),
			('dead_at_vacuum', coalesce(load.dead_at_vacuum, 0), 0, 100, ''),
			('horizon', load.horizon_seconds, 1, 1e10, ' seconds')
		   ) AS p (name, value, lowest, highest, unit);
END $$;

-- An option of autovacuum: the table's own, or else the server's.  NULL if it is -1, which stands for none, or unknown
-- to this major of PostgreSQL.
CREATE FUNCTION @extschema@.sequential_uuids_autovacuum(options text[], name text)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	value text;
BEGIN
	IF options IS NOT NULL THEN
		value := (SELECT o.option_value FROM pg_options_to_table(options) AS o WHERE o.option_name = name);
	END IF;
	RETURN nullif(coalesce(value, current_setting(name, true))::float8, -1);
END $$;

-- The numbers of rows now, or at the horizon: those that the table has, and those that come and stay.
CREATE FUNCTION @extschema@.sequential_uuids_rows(load @extschema@.sequential_uuids_workload, later bool)
RETURNS @extschema@.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	stays CONSTANT float8 := CASE WHEN load.left_behind > 1e-6 THEN load.left_behind ELSE 0 END;
	updates CONSTANT float8 := coalesce(load.updates, 0);
	come CONSTANT float8 := load.rows_per_second * load.horizon_seconds;
	dead_rows float8;
	new_rows float8;
BEGIN
	load.young_rows := CASE WHEN load.left_behind < 1 THEN load.rows_per_second * load.kept_seconds END;
	IF NOT later THEN
		load.total_rows := load.rows_now;
		load.young_rows := CASE WHEN load.young_rows > load.total_rows THEN load.total_rows ELSE load.young_rows END;
	ELSIF load.young_rows IS NULL THEN
		load.total_rows := load.rows_now + come;
	ELSE
		-- If some rows stay, those that the table has beyond the young ones have stayed.
		load.total_rows := load.young_rows + stays * greatest(come - load.young_rows, 0)
			+ CASE WHEN stays > 0 THEN greatest(load.rows_now - load.young_rows, 0) ELSE 0 END;
	END IF;
	-- A partition by time may be full before any of its rows is old.
	IF load.young_rows > load.partition_rows THEN
		load.young_rows := load.partition_rows;
	END IF;
	load.total_rows := greatest(least(load.total_rows, load.partition_rows, 1e15), load.young_rows, 1);
	-- Random keys that stay count for all of the table, so that plans for it are the same at any time.
	load.random_rows := CASE WHEN load.has_random_keys AND load.young_rows IS NULL THEN load.total_rows ELSE 0 END;
	load.checkpoint_rows := greatest(@extschema@.sequential_uuids_rows_in(load, load.checkpoint_seconds), 1);
	load.updated_after_rows := CASE WHEN load.updated_after_seconds IS NOT NULL THEN
		least(load.total_rows, @extschema@.sequential_uuids_rows_in(load, load.updated_after_seconds)) END;

	-- VACUUM comes for dead rows, at a share of the table that is given or configured, or for inserted ones.  Only
	-- PostgreSQL 18 and later have a maximum of dead rows; they count only inserts into pages that are not frozen, here
	-- all pages.
	IF load.dead_at_vacuum IS NOT NULL THEN
		dead_rows := load.dead_at_vacuum * load.total_rows;
	ELSE
		dead_rows := least(
			@extschema@.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_threshold'::text)
			+ @extschema@.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_scale_factor'::text)
			* load.total_rows,
			@extschema@.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_max_threshold'::text));
		new_rows := @extschema@.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_insert_threshold'::text)
			+ @extschema@.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_insert_scale_factor'::text)
			* load.total_rows;
	END IF;
	-- What dies for each row that is inserted: its versions, and in the end the row.
	load.vacuum_rows := greatest(1, least(new_rows, dead_rows / greatest(1e-6,
		CASE WHEN load.young_rows IS NOT NULL THEN 1 - load.left_behind ELSE 0 END + updates)));
	RETURN load;
END $$;

