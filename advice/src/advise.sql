---------------------------------------------------------------------------------------------------------------------
-- uuid_advise
---------------------------------------------------------------------------------------------------------------------

-- What UUIDv7 has from a REINDEX every so often; NULL if that would hardly make its index smaller.
CREATE FUNCTION @extschema@.sequential_uuids_rebuilt_in_words(
	load @extschema@.sequential_uuids_workload, way @extschema@.sequential_uuids_cost, maintenance_seconds float8)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	hardly CONSTANT float8 := 0.85;
	day CONSTANT float8 := 86400;
	rebuilt record;
BEGIN
	load := @extschema@.sequential_uuids_with(load, way);
	rebuilt := @extschema@.sequential_uuids_rebuilt(load, maintenance_seconds);
	RETURN CASE WHEN way.kind = 'ascending' AND load.young_rows IS NOT NULL
			AND rebuilt.most_bytes < hardly * way.bytes_per_million_rows * load.total_rows / 1e6 THEN
		format('with REINDEX INDEX CONCURRENTLY every %s days: at most %s instead of %s, %s of WAL a day more, and room '
			'for a second index meanwhile', trim_scale(round((maintenance_seconds / day)::numeric, 3)),
			pg_size_pretty(rebuilt.most_bytes::numeric),
			pg_size_pretty((way.bytes_per_million_rows * load.total_rows / 1e6)::numeric),
			pg_size_pretty((rebuilt.wal_per_second * day)::numeric)) END;
END $$;

-- Costs are those at the horizon, of a table that is empty now; or when its first rows are old enough, if that is
-- later.
CREATE FUNCTION @extschema@.uuid_advise(
	rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, row_bytes int4 DEFAULT 100,
	index_memory text DEFAULT NULL, checkpoint_interval interval DEFAULT NULL, dead_at_vacuum float8 DEFAULT NULL,
	random_before bool DEFAULT false, horizon interval DEFAULT '5 years', active float8 DEFAULT 1,
	active_every interval DEFAULT '1 day', public bool DEFAULT false, prefixes int4 DEFAULT 1,
	updates float8 DEFAULT 0, updated_after interval DEFAULT NULL, maintenance interval DEFAULT '90 days')
RETURNS TABLE (
	key text, call text, wal_per_row float8, wal_records float8, wal_images float8, wal_splits float8,
	wal_deletes float8, wal_vacuum float8, wal_hint_bits float8, wal_updates float8, reads_per_row float8, density text,
	bytes_per_million_rows int8, outsider_learns text, note text)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 10000 ROWS 5 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	-- Nothing is advised that saves less in a day.
	worth CONSTANT float8 := pg_size_bytes('1 GB');
	maintenance_seconds CONSTANT float8 := extract(epoch FROM maintenance);
	load @extschema@.sequential_uuids_workload;
	is_available CONSTANT bool := EXISTS (SELECT FROM pg_available_extensions() AS e WHERE e.name = 'sequential_uuids');
	has_opaque bool;
	none @extschema@.sequential_uuids_cost;
	ways @extschema@.sequential_uuids_cost[];
	way @extschema@.sequential_uuids_cost;
	random_wal float8;
	saves_little bool;
	low_percent float8;
	high_percent float8;
BEGIN
	load.rows_per_second := rows_per_second;
	load.most_rows_per_second := rows_per_second;
	load.active := active;
	load.active_every_seconds := extract(epoch FROM active_every);
	load.kept_seconds := extract(epoch FROM kept);
	load.left_behind := left_behind;
	load.rows_now := 0;
	load.horizon_seconds := extract(epoch FROM horizon);
	load.has_random_keys := random_before IS TRUE;
	load.row_bytes := row_bytes;
	load.prefixes := prefixes;
	load.updates := nullif(updates, 0);
	load.updated_after_seconds := extract(epoch FROM updated_after);
	load.dead_at_vacuum := dead_at_vacuum;
	load.memory_bytes := pg_size_bytes(index_memory);
	load.checkpoint_seconds := extract(epoch FROM checkpoint_interval);
	PERFORM @extschema@.sequential_uuids_check_value(
			p.name, p.value, 1e-7::float8, p.highest::float8, p.unit)
	  FROM (VALUES ('active', active, 1, ''), ('active_every', load.active_every_seconds, 1e10, ' seconds'),
			('maintenance', maintenance_seconds, 1e10, ' seconds')) AS p (name, value, highest, unit);
	load := @extschema@.sequential_uuids_server(load);
	PERFORM @extschema@.sequential_uuids_check(load);
	load := @extschema@.sequential_uuids_rows(load, true);

	ways := ARRAY(SELECT w FROM @extschema@.sequential_uuids_keys(load, none) AS w);
	-- Where others see keys, leave out those that show their time: UUIDv7 to anyone, wrapping ones to whoever knows the
	-- parameters, if opaque ones can be had.
	has_opaque := is_available OR EXISTS (SELECT FROM unnest(ways) AS w WHERE w.kind = 'opaque' AND w.needs < 2);
	IF public THEN
		ways := ARRAY(SELECT w FROM unnest(ways) AS w
			 WHERE w.kind IN ('random', CASE WHEN has_opaque THEN 'opaque' ELSE 'wrapping' END));
	END IF;
	random_wal := (SELECT w.wal_per_row FROM unnest(ways) AS w WHERE w.key = 'random');
	saves_little := (random_wal - (ways[1]).wal_per_row) * load.rows_per_second * 86400 < worth;
	IF saves_little THEN
		ways := ARRAY(SELECT w FROM unnest(ways) AS w WHERE w.key = 'random')
			|| ARRAY(SELECT w FROM unnest(ways) AS w WHERE w.key <> 'random');
	END IF;

	FOREACH way IN ARRAY ways LOOP
		key := way.key;
		call := way.call;
		wal_per_row := round(way.wal_per_row);
		wal_records := round(way.wal_records);
		wal_images := round(way.wal_images);
		wal_splits := round(way.wal_splits);
		wal_deletes := round(way.wal_deletes);
		wal_vacuum := round(way.wal_vacuum);
		wal_hint_bits := round(way.wal_hint_bits);
		wal_updates := round(way.wal_updates);
		reads_per_row := round(way.reads_per_row::numeric, 4);
		low_percent := floor(100 * way.density_low + 1e-9);
		high_percent := ceil(100 * way.density_high - 1e-9);
		density := concat_ws(' to ', nullif(low_percent, high_percent)::int4, high_percent::int4) || ' %';
		bytes_per_million_rows := way.bytes_per_million_rows;
		outsider_learns := CASE way.kind
			WHEN 'random' THEN 'nothing'
			WHEN 'ascending' THEN 'the time of each row to the millisecond or better, and the order of all rows'
			WHEN 'opaque' THEN
				format('which rows are of the same %s; when, once the time of one is known', way.interval_length)
			ELSE 'the time of each row that is younger than the cycle, to within ' || way.interval_length END;
		note := nullif(concat_ws('; ',
			CASE WHEN way.needs < 2 THEN NULL
				WHEN is_available THEN 'first create the extension sequential_uuids'
				WHEN way.kind = 'opaque' THEN 'first install sequential_uuids; its edition in SQL has no such keys'
				ELSE 'first install sequential_uuids, or its edition in SQL' END,
			CASE WHEN way.key = 'random' AND saves_little THEN
				'another key would save less than 1 GB of WAL a day' END,
			CASE WHEN public AND way.kind = 'wrapping' THEN
				'shows the time to whoever knows the parameters, but opaque keys need sequential_uuids in C' END,
			@extschema@.sequential_uuids_rebuilt_in_words(load, way, maintenance_seconds),
			CASE WHEN way.twice_kept IS NOT NULL THEN
				format('a cycle of twice the time kept would write %s %% more WAL, as %s rows are left behind for each'
					' that is kept', round(100 * way.twice_kept - 100)::int4,
					round(((load.total_rows - load.young_rows) / load.young_rows)::numeric, 1)) END), '');
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION @extschema@.uuid_advise(
	float8, interval, float8, int4, text, interval, float8, bool, interval, float8, interval, bool, int4, float8, interval,
	interval) IS
	'Ways to generate a table''s keys, the best first, with what each costs and reveals';

