---------------------------------------------------------------------------------------------------------------------
-- Which keys
---------------------------------------------------------------------------------------------------------------------

-- How long a cycle has to be for blocks to find no older row: a little longer than rows are kept and then wait for
-- VACUUM; a century, if they stay.
CREATE FUNCTION @extschema@.sequential_uuids_needed(load @extschema@.sequential_uuids_workload)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN load.young_rows IS NULL THEN 36500 * 86400::float8
		ELSE least(1.05 * (load.kept_seconds + load.vacuum_rows / load.rows_per_second), 1e12) END;
END $$;

-- The interval and the cycle of a key by time, for a cycle of about this length; NULL if there are none.
CREATE FUNCTION @extschema@.sequential_uuids_lengths(
	load @extschema@.sequential_uuids_workload, key text, needed_seconds float8,
	OUT interval_length text, OUT interval_seconds float8, OUT cycle_seconds float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- What people write.
	lengths CONSTANT text[] := '{1 us,10 us,100 us,1 ms,10 ms,100 ms,1 s,2 s,5 s,10 s,30 s,1 min,2 min,5 min,10 min,'
		'30 min,1 h,2 h,3 h,6 h,12 h,1 day,2 days,5 days,10 days,20 days,50 days,100 days,200 days,500 days}';
	-- Where a cycle comes back to no older row, blocks of up to 100 rows, a third of a page, share pages in order.
	in_order CONSTANT bool := key = 'wrapping by time' AND load.young_rows IS NULL AND load.random_rows = 0;
	-- Otherwise a block has enough rows to fill pages, and leave them empty; and not so many that the processor's cache
	-- does not hold its pages.
	enough_rows CONSTANT float8 := 1000;
	block_limit CONSTANT float8 := CASE WHEN in_order THEN 100 * 28 / coalesce(load.entry_bytes, 28) ELSE 50000 END;
	-- Numbers of blocks that divide whole days into seconds.
	plain_counts CONSTANT float8[] := '{34560,36000,43200,57600,64800}';
	day CONSTANT float8 := 86400;
	seconds float8;
	length text;
	has_enough bool;
	is_long bool;
	step float8;
BEGIN
	-- At least ten blocks in a cycle.  Longer intervals reveal less.  One that is longer than the time between two
	-- checkpoints has its pages written whole again, so it is so long only for the sake of enough rows.  The highest rate
	-- may be that of a bulk load, which ends no shorter one before it has enough.
	FOREACH length IN ARRAY lengths LOOP
		seconds := extract(epoch FROM length::interval);
		has_enough := in_order OR @extschema@.sequential_uuids_rows_in(load, interval_seconds) >= enough_rows;
		is_long := seconds > load.checkpoint_seconds;
		EXIT WHEN interval_seconds IS NOT NULL AND (seconds > needed_seconds / 10
			OR block_limit < @extschema@.sequential_uuids_rows_in(load, seconds)
			OR block_limit < load.most_rows_per_second * seconds AND (has_enough OR is_long)
			OR NOT in_order AND is_long AND has_enough);
		interval_length := length;
		interval_seconds := seconds;
	END LOOP;

	-- Whole intervals, of which there can be 2^48, and whole days, if it has five.
	step := greatest(interval_seconds, CASE WHEN needed_seconds > 5 * day THEN day END);
	cycle_seconds := ceil(least(needed_seconds, 2.8e14 * interval_seconds) / step - 1e-9) * step;

	-- The plain default takes whole seconds, and 32,769 to 65,536 of them in a cycle, so that the number of a block has
	-- four hexadecimal digits.  If rows stay, the cycle becomes shorter before a block has too many rows.
	IF key = 'plain default' THEN
		seconds := greatest(1, floor(block_limit / load.most_rows_per_second));
		cycle_seconds := least(cycle_seconds, CASE WHEN load.young_rows IS NULL THEN 65536 * seconds END);
		seconds := least(floor(cycle_seconds / 32769), greatest(
			least(round(interval_seconds), seconds), ceil(cycle_seconds / 65536)));
		interval_seconds := nullif(coalesce((
			SELECT max(cycle_seconds / n) FROM unnest(plain_counts) AS n
			 WHERE cycle_seconds / n <= seconds AND cycle_seconds / n = floor(cycle_seconds / n)), seconds), 0);
		interval_length := interval_seconds::int8 || ' s';
		cycle_seconds := interval_seconds * least(65536, greatest(32769, round(cycle_seconds / interval_seconds)));
		-- Where rows go, a shorter cycle would end before they have.
		IF block_limit < greatest(load.most_rows_per_second * interval_seconds,
			@extschema@.sequential_uuids_rows_in(load, interval_seconds))
		THEN
			interval_seconds := NULL;
		END IF;
	END IF;
END $$;

-- The function of a signature, with its schema, that somebody can be advised to call: the caller may execute it, and it
-- and all functions of its name in that schema, which might match the call better, are a superuser's or the caller's.
-- So is the schema, or the database owner's, since its owner can add such a function later.  NULL if there is none.
-- Others may be allowed to add one, too, as all were to public before PostgreSQL 15: then it is open.
CREATE FUNCTION @extschema@.sequential_uuids_generator(signature text, OUT name text, OUT is_open bool)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
BEGIN
	SELECT format('%I.%I', n.nspname, p.proname), EXISTS (
			SELECT FROM aclexplode(n.nspacl) AS a LEFT JOIN pg_roles AS r ON r.oid = a.grantee
			 WHERE a.privilege_type = 'CREATE' AND a.grantee <> n.nspowner
			   AND (r.rolsuper OR r.rolname = current_user) IS NOT TRUE)
	  INTO name, is_open
	  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
	 WHERE p.proname = split_part(signature, '(', 1) AND p.prorettype = 'uuid'::regtype AND NOT p.proretset
	   AND format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)) = signature
	   AND has_function_privilege(p.oid, 'EXECUTE') AND has_schema_privilege(n.oid, 'USAGE')
	   AND n.oid <> pg_my_temp_schema()
	   -- Others have functions of this name.
	   AND (p.proname <> 'uuid_v7_nextval' OR EXISTS (SELECT FROM pg_proc AS o
			 WHERE (o.proname, o.pronamespace) = ('uuid_sequence_nextval', p.pronamespace)
			   AND o.proargnames[1] = 'sequence'))
	   AND NOT EXISTS (
			SELECT FROM pg_proc AS o JOIN pg_roles AS r ON r.oid = o.proowner
			 WHERE (o.proname, o.pronamespace) = (p.proname, p.pronamespace)
			   AND NOT r.rolsuper AND r.rolname <> current_user)
	   AND EXISTS (
			SELECT FROM pg_roles AS r CROSS JOIN pg_database AS d
			 WHERE r.oid = n.nspowner AND d.datname = current_database()
			   AND (r.rolsuper OR r.rolname IN (current_user, 'pg_database_owner') OR r.oid = d.datdba))
	 ORDER BY p.probin IS NULL, n.nspname LIMIT 1;
END $$;

-- Up to what ratio costs are equal.  The model is as far from what was measured.
CREATE FUNCTION @extschema@.sequential_uuids_tolerance()
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN 1.15;
END $$;

-- The rule: the least WAL comes first.  Of those with equal WAL, the smallest index comes first; of those with equal
-- indexes, too, what needs least to be installed.
CREATE FUNCTION @extschema@.sequential_uuids_ranked(ways @extschema@.sequential_uuids_cost[])
RETURNS SETOF @extschema@.sequential_uuids_cost LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	tolerance CONSTANT float8 := @extschema@.sequential_uuids_tolerance();
	equal_wal float8;
	equal_size float8;
BEGIN
	equal_wal := (SELECT min(w.wal_per_row) * tolerance FROM unnest(ways) AS w);
	equal_size := (
		SELECT min(w.bytes_per_million_rows) * tolerance FROM unnest(ways) AS w WHERE w.wal_per_row <= equal_wal);
	RETURN QUERY
		SELECT w.*
		  FROM generate_series(1, cardinality(ways)) AS place CROSS JOIN LATERAL (SELECT (ways[place]).*) AS w
		 ORDER BY greatest(w.wal_per_row, equal_wal),
			CASE WHEN w.wal_per_row <= equal_wal THEN greatest(w.bytes_per_million_rows, equal_size) END,
			w.needs, place;
END $$;

-- The column default of a way, by its key and interval_length, and what it needs.
CREATE FUNCTION @extschema@.sequential_uuids_call(
	way @extschema@.sequential_uuids_cost, interval_seconds float8, block_count float8, OUT call text, OUT needs int4)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET intervalstyle = postgres AS $$
DECLARE
	cycle CONSTANT interval := justify_hours(make_interval(secs => interval_seconds * block_count));
	lengths text := format('%L, %L', way.interval_length, cycle);
	-- With its interval in seconds and the number of intervals.  sequential_uuids_read_default() reads it.
	plain CONSTANT text := 'encode(substr(int8send(floor(date_part(''epoch'', clock_timestamp()))::bigint'
		' / %s %% ''%s''), 7) || substr(uuid_send(gen_random_uuid()), 3), ''hex'')::uuid';
	-- A label that nobody can guess.
	label text := quote_literal(
		left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32));
	signature CONSTANT text := CASE way.key WHEN 'UUIDv7' THEN 'uuid_v7_nextval()'
		WHEN 'wrapping by time' THEN 'uuid_interval_nextval(interval, interval, integer)'
		WHEN 'opaque by time' THEN 'uuid_opaque_nextval(text, interval, interval, integer)' END;
	generator text;
	is_open bool;
BEGIN
	SELECT g.name, g.is_open INTO generator, is_open FROM @extschema@.sequential_uuids_generator(signature) AS g;
	-- An overload could match the call better, unless the call has all arguments, of the right types.
	IF is_open THEN
		lengths := format('%L::interval, %L::interval, 4', way.interval_length, cycle);
		label := label || '::text';
	END IF;
	CASE way.key
		WHEN 'random' THEN
			generator := 'gen_random_uuid';
			call := 'gen_random_uuid()';
		WHEN 'UUIDv7' THEN
			-- Core has it from PostgreSQL 18 on.
			IF current_setting('server_version_num')::int4 >= 180000 THEN
				generator := 'uuidv7';
			END IF;
			call := coalesce(generator, 'uuid_v7_nextval') || '()';
		WHEN 'wrapping by time' THEN
			call := format('%s(%s)', coalesce(generator, 'uuid_interval_nextval'), lengths);
		WHEN 'plain default' THEN
			call := format(plain, interval_seconds::int8, block_count::int8);
		WHEN 'opaque by time' THEN
			call := format('%s(%s, %s)', coalesce(generator, 'uuid_opaque_nextval'), label, lengths);
	END CASE;
	needs := CASE WHEN way.key = 'plain default' THEN 1 WHEN generator IS NULL THEN 2 ELSE 0 END;
END $$;

-- A way to generate keys, with a cycle of about this length if they have one; its key is NULL if there is none.
CREATE FUNCTION @extschema@.sequential_uuids_way(
	load @extschema@.sequential_uuids_workload, key text, needed_seconds float8)
RETURNS @extschema@.sequential_uuids_cost LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	way @extschema@.sequential_uuids_cost;
	chosen record;
BEGIN
	chosen := @extschema@.sequential_uuids_lengths(load, key, needed_seconds);
	IF chosen.interval_seconds IS NOT NULL THEN
		load.block_rows := @extschema@.sequential_uuids_rows_in(load, chosen.interval_seconds);
		load.cycle_rows := chosen.cycle_seconds * load.rows_per_second;
		way := @extschema@.sequential_uuids_model(load);
		way.key := key;
		way.interval_length := chosen.interval_length;
		way.block_rows := load.block_rows;
		way.cycle_rows := load.cycle_rows;
		SELECT c.call, c.needs INTO way.call, way.needs
		  FROM @extschema@.sequential_uuids_call(
				way, chosen.interval_seconds, chosen.cycle_seconds / chosen.interval_seconds) AS c;
	END IF;
	RETURN way;
END $$;

-- The ways to generate keys for a workload, the best first, beside those that the table has now, if they are known.
CREATE FUNCTION @extschema@.sequential_uuids_keys(
	load @extschema@.sequential_uuids_workload, present @extschema@.sequential_uuids_cost)
RETURNS SETOF @extschema@.sequential_uuids_cost LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Those that need less come first.
	names CONSTANT text[] := '{random,UUIDv7,wrapping by time,plain default,opaque by time}';
	kinds CONSTANT text[] := '{random,ascending,wrapping,wrapping,opaque}';
	-- A cycle is twice the time that rows are kept, unless a longer one writes so much less WAL.
	tolerance CONSTANT float8 := 1.05;
	needed CONSTANT float8 := @extschema@.sequential_uuids_needed(load);
	twice CONSTANT float8 := CASE WHEN load.young_rows IS NULL THEN needed ELSE 2 * load.kept_seconds END;
	way @extschema@.sequential_uuids_cost;
	longer @extschema@.sequential_uuids_cost;
	ways @extschema@.sequential_uuids_cost[];
BEGIN
	FOR n IN 1 .. cardinality(names) LOOP
		load.kind := kinds[n];
		way := @extschema@.sequential_uuids_way(load, names[n], twice);
		IF needed > twice AND load.kind IN ('wrapping', 'opaque') THEN
			longer := @extschema@.sequential_uuids_way(load, names[n], needed);
			IF way.key IS NULL OR way.wal_per_row > tolerance * longer.wal_per_row THEN
				longer.twice_kept := way.wal_per_row / longer.wal_per_row;
				way := longer;
			END IF;
		END IF;
		IF way.key IS NOT NULL THEN
			ways := ways || way;
		END IF;
	END LOOP;
	IF present.key IS NOT NULL THEN
		ways := present || ways;
	END IF;
	RETURN QUERY SELECT r.* FROM @extschema@.sequential_uuids_ranked(ways) AS r;
END $$;

