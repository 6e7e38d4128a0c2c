-- The call that is to be a column default.

-- A generator that somebody can be advised to call: the first of these names, in pg_catalog if it is there, otherwise
-- in C, if it is there; with its schema, ready for SQL.  The caller may execute it.  Superusers, the caller or the
-- database's owner own it, its schema, and all other functions of its name there, which might match the call better.
-- But a superuser is not to run functions of the database's owner.  The schema's name cannot end
-- a string or a DO block into which somebody pastes the call.  No row if there is none.
CREATE FUNCTION sequential_uuids_installed(names text[], OUT installed text)
RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT CASE nspname WHEN 'pg_catalog' THEN proname ELSE format('%I.%I', nspname, proname) END
	  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = pronamespace
	 WHERE proname = ANY (names) AND p.prorettype = 'uuid'::regtype AND NOT p.proretset
	   AND nspname !~ '^pg_temp_|[$\\[:cntrl:]]'
	   AND (p.proname::text, oidvectortypes(p.proargtypes)) IN (
			SELECT s.name, s.parameters FROM sequential_uuids_signatures() AS s)
	   AND has_function_privilege(p.oid, 'EXECUTE') AND has_schema_privilege(n.oid, 'USAGE')
	   AND NOT EXISTS (
			SELECT FROM pg_proc AS o JOIN pg_roles AS r ON r.oid IN (o.proowner, n.nspowner)
			  JOIN pg_database AS d ON datname = current_database() JOIN pg_roles AS c ON c.rolname = current_user
			 WHERE (o.proname, o.pronamespace) = (p.proname, p.pronamespace)
			   AND NOT (r.rolsuper OR r.oid = c.oid OR (r.oid = datdba OR r.rolname = 'pg_database_owner')
				AND NOT (c.rolsuper AND r.oid = o.proowner)))
	 ORDER BY nspname <> 'pg_catalog', probin IS NULL, nspname LIMIT 1;
END;

-- A label for opaque keys that nobody can guess: 32 random hexadecimal digits, after the first 30 bytes of a name.
CREATE FUNCTION sequential_uuids_label(name text) RETURNS text
LANGUAGE sql VOLATILE PARALLEL SAFE
BEGIN ATOMIC
	SELECT concat_ws(' ', (SELECT left(name, n) FROM generate_series(30, 1, -1) AS n
							WHERE octet_length(left(name, n)) <= 30 LIMIT 1),
		left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32));
END;

-- A column default that needs nothing installed, and generates the same keys as uuid_interval_nextval(): any interval
-- of whole seconds, with 32,769 to 65,536 of them in a cycle, whose number then has four hexadecimal digits.  Of these,
-- the nearest to what is wanted; no row for cycles that are too short.
CREATE FUNCTION sequential_uuids_plain(
	wanted_seconds float8, cycle_seconds float8, OUT call text, OUT block_seconds float8, OUT wrap_seconds float8)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT format('encode(substr(int8send(floor(date_part(''epoch'', clock_timestamp()))::bigint / %s %% ''%s''), 7)'
			' || substr(uuid_send(gen_random_uuid()), 3), ''hex'')::uuid', s.seconds, c.count),
		   s.seconds, s.seconds * c.count
	  FROM (SELECT least(floor(cycle_seconds / 32769), greatest(round(wanted_seconds), ceil(cycle_seconds / 65536)))
		   ) AS s (seconds), LATERAL (
			SELECT least(65536, greatest(32769, round(cycle_seconds / s.seconds)))) AS c (count)
	 WHERE cycle_seconds >= 32769 OFFSET 0;
END;

-- The keys to choose from, the simplest first, with the seconds of a block and of a cycle.  Where there is no function
-- for wrapping keys, these have the default that needs none.
CREATE FUNCTION sequential_uuids_keys(
	interval_seconds float8, cycle_seconds float8, label text,
	OUT place int4, OUT key text, OUT kind text, OUT call text, OUT is_installed bool, OUT block_seconds float8,
	OUT wrap_seconds float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 5
BEGIN ATOMIC
	SELECT k.place, k.key, k.kind, coalesce(i.installed || k.arguments, p.call, k.names[1] || k.arguments),
		   coalesce(i.installed, p.call) IS NOT NULL,
		   CASE WHEN i.installed IS NULL THEN coalesce(p.block_seconds, k.block_seconds) ELSE k.block_seconds END,
		   CASE WHEN i.installed IS NULL THEN coalesce(p.wrap_seconds, k.wrap_seconds) ELSE k.wrap_seconds END
	  FROM (SELECT format('%L, %L', sequential_uuids_written(interval_seconds), sequential_uuids_written(cycle_seconds))
		   ) AS a (arguments), LATERAL (VALUES
			(1, 'random', 'random', '{gen_random_uuid}'::text[], '()', NULL::float8, NULL::float8),
			(2, 'UUIDv7', 'ascending', '{uuid_v7_nextval,uuidv7}', '()', NULL, NULL),
			(3, 'default by time', 'wrapping', '{uuid_time_nextval}', '()', 60, 65536 * 60),
			(4, 'wrapping by time', 'wrapping', '{uuid_interval_nextval}', format('(%s)', a.arguments), interval_seconds,
				cycle_seconds),
			(5, 'opaque by time', 'opaque', '{uuid_opaque_nextval}', format('(%L, %s)', label, a.arguments),
				interval_seconds, cycle_seconds)
		   ) AS k (place, key, kind, names, arguments, block_seconds, wrap_seconds)
	  LEFT JOIN LATERAL sequential_uuids_installed(k.names) AS i ON true
	  LEFT JOIN LATERAL sequential_uuids_plain(k.block_seconds, k.wrap_seconds) AS p ON k.kind = 'wrapping' OFFSET 0;
END;
