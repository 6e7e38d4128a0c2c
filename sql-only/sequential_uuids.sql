-- sequential_uuids in SQL and PL/pgSQL, for servers that accept no extension in C.
--
--   psql -1 -v ON_ERROR_STOP=1 -c 'SET search_path = SCHEMA' -f sequential_uuids.sql
--
-- Creates functions in the first schema of the search_path, and nothing else.  They have
-- the names, parameters and results of those in C.  Run it again to update them.  As a
-- script of pg_tle, it creates and updates an extension.  PostgreSQL 15 or later.
--
-- You call functions named uuid_*; those named sequential_uuids_* are parts of them.  What
-- keeps them safe and fast:
--
-- - A body in PL/pgSQL looks names up when it runs, so it sets the search_path.  That costs an
--   INSERT some microseconds, so generators name the schema of all that they use instead.
-- - A body in SQL (RETURN) is bound when it is created.  It names the schema of operators,
--   and calls functions with arguments of exactly their types.
-- - The planner replaces the conditions at the end with their bodies, so that they use an
--   index.  It would not if they were STRICT or set the search_path.
-- - All free bits of a key come from gen_random_uuid().  Its version and variant are not
--   random, but the key has its own in the same place.

-- Refuse names that are taken: by another role, which could change its function later; with
-- parameters that match a call better; by another extension; and by yourself, unless this
-- script has run before.
DO $$
DECLARE
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	schema CONSTANT pg_catalog.regnamespace := pg_catalog.quote_ident(pg_catalog.current_schema());
	-- With pg_catalog, which comes first unless it is named, and pg_temp.
	searched CONSTANT pg_catalog.name[] := pg_catalog.current_schemas(true);
	taken pg_catalog.text;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	-- The session's temporary schema, which is there once it has been used, is its own.
	IF (array_remove(searched, (SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema())))[1] <> 'pg_catalog'
	THEN
		RAISE invalid_schema_name USING MESSAGE = 'the search_path names pg_catalog after another schema';
	END IF;
	-- All names of this script.  Its end needs them, too.
	PERFORM set_config('sequential_uuids.names', '{
		sequential_uuids_block, sequential_uuids_count, sequential_uuids_key, sequential_uuids_lower,
		sequential_uuids_present, sequential_uuids_ranges, sequential_uuids_seconds, sequential_uuids_upper,
		sequential_uuids_v7, sequential_uuids_v7_lower, sequential_uuids_v7_range, sequential_uuids_v7_upper,
		sequential_uuids_version, sequential_uuids_window, uuid_block, uuid_block_lower, uuid_block_upper,
		uuid_generated_at, uuid_interval_at, uuid_interval_between, uuid_interval_block, uuid_interval_nextval,
		uuid_interval_since, uuid_interval_window, uuid_key_parameters, uuid_sequence_at, uuid_sequence_nextval,
		uuid_time_nextval, uuid_v7_at, uuid_v7_between, uuid_v7_lower, uuid_v7_nextval, uuid_v7_since}', false);
	SELECT min(format('%s of %s', p.oid::regprocedure, coalesce('extension ' || extname, 'role ' || proowner::regrole)))
	  INTO taken
	  FROM pg_proc AS p
	  LEFT JOIN (pg_depend JOIN pg_extension AS x ON x.oid = refobjid)
		ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
	 WHERE pronamespace = schema
	   AND proname = ANY (current_setting('sequential_uuids.names')::name[])
	   AND (proowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
			-- In the script of an extension, PostgreSQL replaces the first of these.
			OR extname IS DISTINCT FROM CASE WHEN '@extschema@' <> '@ext' || 'schema@' THEN 'sequential_uuids' END
			OR to_regprocedure(schema || '.sequential_uuids_present()') IS NULL);
	IF taken IS NOT NULL THEN
		RAISE duplicate_function USING MESSAGE = format('schema %s already has %s', schema, taken);
	END IF;
	PERFORM set_config('search_path', path, true);
END $$;

-- --- generators ------------------------------------------------------------------

-- The block of a time is floor(seconds since 1970 / interval_length) mod interval_count.  The
-- prefix is the block, in as many bits as interval_count - 1 has.  It replaces the leftmost
-- bits of a random UUID.  bit_send() puts 4 bytes before the bits.
CREATE OR REPLACE FUNCTION uuid_time_nextval(interval_length int4 DEFAULT 60, interval_count int4 DEFAULT 65536)
RETURNS uuid LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
	block pg_catalog.int8;
	random CONSTANT pg_catalog.varbit := pg_catalog.concat('x',
		pg_catalog.encode(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()), 'hex'))::pg_catalog.bit(128);
	prefix pg_catalog.varbit;
BEGIN
	IF pg_catalog.int4lt(interval_length, 1) THEN
		RAISE 'invalid value for parameter "interval_length": %', interval_length USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 2147483647.';
	ELSIF pg_catalog.int4lt(interval_count, 1) THEN
		RAISE 'invalid value for parameter "interval_count": %', interval_count USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 2147483647.';
	END IF;
	block := pg_catalog.mod(pg_catalog.div(extract(epoch FROM pg_catalog.clock_timestamp()), interval_length),
		interval_count);
	prefix := substring(block::pg_catalog.bit(48)
		FROM position('1' IN pg_catalog.bitcat(pg_catalog.int4mi(interval_count, 1)::pg_catalog.bit(48), '1')));
	RETURN pg_catalog.encode(pg_catalog.substr(pg_catalog.bit_send(overlay(random PLACING prefix FROM 1)), 5),
		'hex')::pg_catalog.uuid;
END $$;

-- The block of a value is floor((value - 1) / block_size) mod block_count.
CREATE OR REPLACE FUNCTION uuid_sequence_nextval(sequence regclass,
	block_size int4 DEFAULT 65536, block_count int4 DEFAULT 65536)
RETURNS uuid LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
	cycle CONSTANT pg_catalog.int8 := pg_catalog.int8mul(block_size, block_count);
	block pg_catalog.int8;
	random CONSTANT pg_catalog.varbit := pg_catalog.concat('x',
		pg_catalog.encode(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()), 'hex'))::pg_catalog.bit(128);
	prefix pg_catalog.varbit;
BEGIN
	IF pg_catalog.int4lt(block_size, 1) THEN
		RAISE 'invalid value for parameter "block_size": %', block_size USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 2147483647.';
	ELSIF pg_catalog.int4lt(block_count, 1) THEN
		RAISE 'invalid value for parameter "block_count": %', block_count USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 2147483647.';
	END IF;
	-- A cycle more makes values below 1 positive, for which int8div() would not round down.
	block := pg_catalog.mod(pg_catalog.int8div(pg_catalog.int8pl(
		pg_catalog.mod(pg_catalog.nextval(sequence), cycle), pg_catalog.int8mi(cycle, 1)), block_size), block_count);
	prefix := substring(block::pg_catalog.bit(48)
		FROM position('1' IN pg_catalog.bitcat(pg_catalog.int4mi(block_count, 1)::pg_catalog.bit(48), '1')));
	RETURN pg_catalog.encode(pg_catalog.substr(pg_catalog.bit_send(overlay(random PLACING prefix FROM 1)), 5),
		'hex')::pg_catalog.uuid;
END $$;

-- As uuid_time_nextval(), with any version.  Checks what sequential_uuids_count() checks, but cannot
-- call it: without a search_path, which generators do not set, the body cannot name this schema.
CREATE OR REPLACE FUNCTION uuid_interval_nextval(interval_length interval, cycle interval, version int4 DEFAULT 4)
RETURNS uuid LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
	-- At least a microsecond, by which the cycle can be divided.
	size CONSTANT pg_catalog.numeric := greatest(extract(epoch FROM interval_length), 0.000001);
	count CONSTANT pg_catalog.numeric := pg_catalog.div(extract(epoch FROM cycle), size);
	prefix pg_catalog.varbit;
BEGIN
	IF pg_catalog.interval_lt(interval_length, '1 us')
		OR pg_catalog.interval_gt(interval_length, '106751991 days 04:00:54.775807')
		OR pg_catalog.interval_ne(pg_catalog.date_trunc('month', interval_length), '0')
	THEN
		RAISE 'invalid value for parameter "interval_length": %', interval_length USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 microsecond and 106751991 days 04:00:54.775807, without months and years.';
	ELSIF pg_catalog.interval_lt(cycle, interval_length)
		OR pg_catalog.interval_gt(cycle, '106751991 days 04:00:54.775807')
		OR pg_catalog.interval_ne(pg_catalog.date_trunc('month', cycle), '0')
		OR pg_catalog.numeric_gt(count, 281474976710656)
		OR pg_catalog.numeric_ne(pg_catalog.numeric_mul(count, size), extract(epoch FROM cycle))
	THEN
		RAISE 'invalid value for parameter "cycle": %', cycle USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are whole multiples of "interval_length", up to 2^48 times it, without months and years.';
	ELSIF pg_catalog.int4ne(version, 4) AND pg_catalog.int4ne(version, 8) THEN
		RAISE 'invalid value for parameter "version": %', version USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are 4 and 8.';
	END IF;
	-- In few expressions, since each transaction prepares each of them anew.
	prefix := substring(
		pg_catalog.mod(pg_catalog.div(extract(epoch FROM pg_catalog.clock_timestamp()), size), count)
			::pg_catalog.int8::pg_catalog.bit(48)
		FROM position('1' IN pg_catalog.bitcat(pg_catalog.int8mi(count::pg_catalog.int8, 1)::pg_catalog.bit(48), '1')));
	RETURN pg_catalog.encode(pg_catalog.substr(pg_catalog.bit_send(overlay(overlay(
		pg_catalog.concat('x', pg_catalog.encode(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()), 'hex'))
			::pg_catalog.bit(128)
		PLACING prefix FROM 1) PLACING version::pg_catalog.bit(4) FROM 49)), 5), 'hex')::pg_catalog.uuid;
END $$;

-- Milliseconds since 1970 in 48 bits, version 7, and 4096ths of a millisecond in 12 bits.
CREATE OR REPLACE FUNCTION uuid_v7_nextval() RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
	ticks CONSTANT pg_catalog.int8 := pg_catalog.trunc(pg_catalog.numeric_mul(
		extract(epoch FROM pg_catalog.clock_timestamp()), 4096000));
BEGIN
	RETURN pg_catalog.encode(pg_catalog.byteacat(
		pg_catalog.substr(pg_catalog.bit_send(overlay(ticks::pg_catalog.bit(60) PLACING '0111' FROM 49 FOR 0)), 5),
		pg_catalog.substr(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()), 9)), 'hex')::pg_catalog.uuid;
END $$;

-- Of the current time shifted by an interval.
CREATE OR REPLACE FUNCTION uuid_v7_nextval(shift interval) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
	shifted CONSTANT pg_catalog.timestamptz := pg_catalog.timestamptz_pl_interval(pg_catalog.clock_timestamp(), shift);
	ticks pg_catalog.int8;
BEGIN
	IF pg_catalog.timestamptz_lt(shifted, '1970-01-01 00:00:00+00')
		OR pg_catalog.timestamptz_ge(shifted, '10889-08-02 05:31:50.656+00')
	THEN
		RAISE 'timestamp out of range: %', shifted USING ERRCODE = 'datetime_field_overflow',
			DETAIL = 'Valid values are between 1970-01-01 00:00:00 UTC and 10889-08-02 05:31:50.655999 UTC.';
	END IF;
	ticks := pg_catalog.trunc(pg_catalog.numeric_mul(extract(epoch FROM shifted), 4096000));
	RETURN pg_catalog.encode(pg_catalog.byteacat(
		pg_catalog.substr(pg_catalog.bit_send(overlay(ticks::pg_catalog.bit(60) PLACING '0111' FROM 49 FOR 0)), 5),
		pg_catalog.substr(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()), 9)), 'hex')::pg_catalog.uuid;
END $$;

-- PostgreSQL's own, from 18 on, are faster, and their keys ascend within a session.
DO $$
BEGIN
	IF pg_catalog.to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
		CREATE OR REPLACE FUNCTION uuid_v7_nextval() RETURNS uuid LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
		RETURN pg_catalog.uuidv7();
		CREATE OR REPLACE FUNCTION uuid_v7_nextval(shift interval) RETURNS uuid
		LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
		RETURN pg_catalog.uuidv7(shift);
	END IF;
END $$;

-- --- times and lengths of time -----------------------------------------------------

-- The intervals in a cycle.  An interval has 1 to 2^63 - 1 microseconds, and no months and
-- years, since their length varies.  So does a cycle, which has 1 to 2^48 whole intervals.
CREATE OR REPLACE FUNCTION sequential_uuids_count(interval_length interval, cycle interval) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	longest CONSTANT interval := '106751991 days 04:00:54.775807';
	size CONSTANT numeric := extract(epoch FROM interval_length);
	count numeric;
BEGIN
	IF interval_length NOT BETWEEN '1 us' AND longest OR date_trunc('month', interval_length) <> '0' THEN
		RAISE 'invalid value for parameter "interval_length": %', interval_length USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 microsecond and 106751991 days 04:00:54.775807, without months and years.';
	END IF;
	count := div(extract(epoch FROM cycle), size);
	IF cycle NOT BETWEEN interval_length AND longest OR date_trunc('month', cycle) <> '0'
		OR count > 281474976710656 OR count * size <> extract(epoch FROM cycle)
	THEN
		RAISE 'invalid value for parameter "cycle": %', cycle USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are whole multiples of "interval_length", up to 2^48 times it, without months and years.';
	END IF;
	RETURN count;
END $$;

-- The seconds since 1970, up to 2^63 - 1 microseconds.  Later than that, extract() is exact
-- only for the time since 2000.
CREATE OR REPLACE FUNCTION sequential_uuids_seconds(at timestamptz) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF NOT isfinite(at) OR at > '294247-01-10 04:00:54.775807+00' THEN
		RAISE 'timestamp out of range: %', at USING ERRCODE = 'datetime_field_overflow',
			DETAIL = 'Valid values are finite and not after 294247-01-10 04:00:54.775807 UTC.';
	END IF;
	RETURN extract(epoch FROM at - '2000-01-01 00:00:00+00') + 946684800;
END $$;

-- --- blocks ----------------------------------------------------------------------

-- floor(counter / block_size) mod block_count.  div() rounds toward 0, so first add whole
-- cycles, enough to make any bigint positive.
CREATE OR REPLACE FUNCTION sequential_uuids_block(counter numeric, block_size numeric, block_count int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF block_size <= 0 THEN
		RAISE 'invalid value for parameter "block_size": %', block_size USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 2147483647.';
	ELSIF block_count < 1 THEN
		RAISE 'invalid value for parameter "block_count": %', block_count USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 2147483647.';
	END IF;
	RETURN mod(div(counter + 1e19 * block_size * block_count, block_size), block_count);
END $$;

-- A UUID with the prefix of a block.
CREATE OR REPLACE FUNCTION sequential_uuids_key(bits uuid, block int8, block_count int8) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	prefix varbit;
BEGIN
	IF block_count NOT BETWEEN 1 AND 281474976710656 THEN
		RAISE 'invalid value for parameter "block_count": %', block_count USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 281474976710656.';
	ELSIF block NOT BETWEEN 0 AND block_count - 1 THEN
		RAISE 'invalid value for parameter "block": %', block USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('Valid values are between 0 and %s.', block_count - 1);
	END IF;
	prefix := substring(block::bit(48) FROM position('1' IN (block_count - 1)::bit(48) || '1'));
	RETURN encode(substr(bit_send(overlay(
		('x' || encode(uuid_send(bits), 'hex'))::bit(128) PLACING prefix FROM 1)), 5), 'hex')::uuid;
END $$;

-- A random UUID with another version.
CREATE OR REPLACE FUNCTION sequential_uuids_version(random uuid, version int4) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF version NOT IN (4, 8) THEN
		RAISE 'invalid value for parameter "version": %', version USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are 4 and 8.';
	END IF;
	RETURN overlay(random::text PLACING version::text FROM 15)::uuid;
END $$;

CREATE OR REPLACE FUNCTION uuid_block_lower(block int8, block_count int8) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_key('00000000-0000-0000-0000-000000000000'::pg_catalog.uuid, block, block_count);

CREATE OR REPLACE FUNCTION uuid_block_upper(block int8, block_count int8) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_key('ffffffff-ffff-ffff-ffff-ffffffffffff'::pg_catalog.uuid, block, block_count);

CREATE OR REPLACE FUNCTION uuid_block(id uuid, block_count int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	first_bits CONSTANT bit(48) := 'x' || encode(substr(uuid_send(id), 1, 6), 'hex');
	block int8;
BEGIN
	IF block_count NOT BETWEEN 1 AND 281474976710656 THEN
		RAISE 'invalid value for parameter "block_count": %', block_count USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Valid values are between 1 and 281474976710656.';
	END IF;
	block := first_bits::int8 >> position('1' IN (block_count - 1)::bit(48) || '1') - 1;
	RETURN CASE WHEN block < block_count THEN block END;
END $$;

CREATE OR REPLACE FUNCTION uuid_sequence_at(value int8, block_size int4, block_count int4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_key(pg_catalog.gen_random_uuid(), sequential_uuids_block(
	value::pg_catalog.numeric OPERATOR(pg_catalog.-) 1::pg_catalog.numeric, block_size::pg_catalog.numeric,
	block_count::pg_catalog.int8), block_count::pg_catalog.int8);

CREATE OR REPLACE FUNCTION uuid_interval_block(at timestamptz, interval_length interval, cycle interval) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_block(sequential_uuids_seconds(at), extract(epoch FROM interval_length),
	sequential_uuids_count(interval_length, cycle));

CREATE OR REPLACE FUNCTION uuid_interval_at(at timestamptz, interval_length interval, cycle interval,
	version int4 DEFAULT 4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_version(sequential_uuids_key(pg_catalog.gen_random_uuid(),
	uuid_interval_block(at, interval_length, cycle), sequential_uuids_count(interval_length, cycle)), version);

-- The latest interval of a block, not after a time in seconds since 1970.  An end that no
-- timestamp can hold is open; if none lies in the interval, the result is NULL.
CREATE OR REPLACE FUNCTION sequential_uuids_window(not_after numeric, size numeric, count int8, block int8)
RETURNS tstzrange
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Whole cycles, as in sequential_uuids_block().
	cycles CONSTANT numeric := 1e19 * size * count;
	number CONSTANT numeric := div(not_after + cycles, size);
	start CONSTANT numeric := (number - mod(number - block, count)) * size - cycles;
	finish CONSTANT numeric := start + size;
	-- Without a time zone, a day always has 24 hours.
	epoch CONSTANT timestamp := '1970-01-01 00:00:00';
BEGIN
	IF finish <= -210866803200 THEN
		RETURN NULL;
	END IF;
	RETURN tstzrange(
		CASE WHEN start >= -210866803200 THEN
			(epoch + make_interval(days => div(start, 86400)::int4, secs => mod(start, 86400)::float8))
			AT TIME ZONE 'UTC' END,
		CASE WHEN finish <= 9223372036854.775807 THEN
			(epoch + make_interval(days => div(finish, 86400)::int4, secs => mod(finish, 86400)::float8))
			AT TIME ZONE 'UTC' END);
END $$;

CREATE OR REPLACE FUNCTION uuid_interval_window(id uuid, not_after timestamptz, interval_length interval,
	cycle interval) RETURNS tstzrange
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_window(sequential_uuids_seconds(not_after), extract(epoch FROM interval_length),
	sequential_uuids_count(interval_length, cycle), uuid_block(id, sequential_uuids_count(interval_length, cycle)));

-- --- for programs that generate keys ----------------------------------------------

-- Reads the default as PostgreSQL prints it, without evaluating it.  With this search_path, all functions outside of
-- pg_catalog are printed with their schema.
CREATE OR REPLACE FUNCTION uuid_key_parameters(relation regclass, column_name name,
	OUT function_name text, OUT interval_microseconds int8, OUT interval_count int8, OUT version int4)
RETURNS record LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp
SET quote_all_identifiers = off SET intervalstyle = postgres SET standard_conforming_strings = on AS $$
DECLARE
	plain_default CONSTANT text := '^\(encode\(\(substr\(int8send\(\(\(\(floor\(date_part\(''epoch''::text,'
		' clock_timestamp\(\)\)\)\)::bigint / ([0-9]{1,10})\) % ''([0-9]{5})''::bigint\)\), 7\)'
		' \|\| substr\(uuid_send\(gen_random_uuid\(\)\), 3\)\), ''hex''::text\)\)::uuid$';
	argument CONSTANT text :=
		'((\w+) => |)(''([^'']+)''::(interval[a-z ]*(\([0-6]\)|)|integer)|([0-9]+))(, |$)';
	context text;
	self regprocedure;
	column_found record;
	outer_expression text;
	expression text;
	plain text[];
	generator record;
	arguments text;
	given jsonb;
	why_not text;
	interval_length interval;
	cycle interval;
	size numeric;
	count numeric;
BEGIN
	-- A name without its schema is of pg_catalog, so this function's has one here, in any language.
	GET DIAGNOSTICS context = PG_CONTEXT;
	self := substring(context FROM '(("([^"]|"")+"|[a-z0-9_$]+)\.uuid_key_parameters\(regclass,name\))');
	SELECT c.relname, c.relkind, a.attnum, coalesce(d.oid, t.oid) AS owner,
		   a.attgenerated <> '' OR a.attidentity <> '' AS is_generated,
		   CASE WHEN a.attgenerated = '' THEN pg_get_expr(coalesce(d.adbin, t.typdefaultbin), 0) END AS expression
	  INTO column_found
	  FROM pg_class AS c
	  LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = column_name AND NOT a.attisdropped
	  LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
	  LEFT JOIN pg_type AS t ON t.oid = a.atttypid
	 WHERE c.oid = relation;
	IF column_found.relname IS NULL THEN
		RAISE undefined_table USING MESSAGE = format('relation with OID %s does not exist', relation::oid);
	ELSIF column_found.attnum IS NULL THEN
		RAISE undefined_column USING
			MESSAGE = format('column "%s" of relation "%s" does not exist', column_name, column_found.relname);
	END IF;

	-- The key may be converted to text, with or without hyphens, or to bytes.
	expression := regexp_replace(column_found.expression, '^uuid_send\((.*)\)$', '\1');
	WHILE expression IS DISTINCT FROM outer_expression LOOP
		outer_expression := expression;
		expression := regexp_replace(expression, '^\((.*)\)::(text|character varying)$', '\1');
		expression := regexp_replace(expression, '^replace\((.*), ''-''::text, ''''::text\)$', '\1');
	END LOOP;
	plain := regexp_match(expression, plain_default);

	-- What the expression calls, if it is one of this edition: of this function's schema and owner.
	SELECT p.proname, p.proargnames, oidvectortypes(p.proargtypes) AS types, format('%I.%I(', n.nspname, p.proname) AS call
	  INTO generator
	  FROM pg_proc AS o JOIN pg_namespace AS n ON n.oid = o.pronamespace
	  JOIN pg_proc AS p ON (p.pronamespace, p.proowner) = (o.pronamespace, o.proowner)
	  JOIN pg_depend AS d ON (d.refclassid, d.refobjid) = ('pg_proc'::regclass, p.oid)
	 WHERE o.oid = self AND d.classid IN ('pg_attrdef'::regclass, 'pg_type'::regclass) AND d.objid = column_found.owner
	   AND starts_with(expression, format('%I.%I(', n.nspname, p.proname));
	arguments := substr(expression, length(generator.call) + 1, length(expression) - length(generator.call) - 1);

	why_not := CASE
		WHEN column_found.is_generated THEN 'It is a generated or an identity column.'
		WHEN expression IS NULL AND column_found.relkind = 'v' THEN
			'It has no default; ask for the column of the view''s table.'
		WHEN expression IS NULL THEN 'It has no default.'
		WHEN plain[2]::int8 BETWEEN 32769 AND 65536 AND plain[1]::int8 BETWEEN 1 AND 2147483647 THEN NULL
		WHEN generator.proname IS NULL OR generator.proname IN ('uuid_interval_nextval', 'uuid_time_nextval')
			AND format('%s(%s)', generator.proname, generator.types) NOT IN (
				'uuid_interval_nextval(interval, interval, integer)', 'uuid_time_nextval(integer, integer)')
		THEN
			'It is no plain call of uuid_interval_nextval() or uuid_time_nextval() of this extension.'
		WHEN generator.proname = 'uuid_opaque_nextval' THEN 'Only the server can generate opaque keys.'
		WHEN generator.proname = 'uuid_sequence_nextval' THEN 'Only the server can generate keys by sequence.'
		WHEN generator.proname = 'uuid_v7_nextval' THEN 'Its keys are UUIDv7, which has no parameters.'
		WHEN generator.proname NOT IN ('uuid_interval_nextval', 'uuid_time_nextval') THEN
			format('It calls %s(), not uuid_interval_nextval() or uuid_time_nextval().', generator.proname)
		WHEN regexp_replace(arguments, argument, '', 'g') <> '' THEN
			format('An argument of %s() is not a constant.', generator.proname) END;
	IF why_not IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING DETAIL = why_not,
			MESSAGE = format('default of column "%s" of relation "%s" has no parameters for programs',
				column_name, column_found.relname);
	END IF;

	SELECT jsonb_object_agg(coalesce(m.match[2], generator.proargnames[m.n]), coalesce(m.match[4], m.match[7]))
	  INTO given
	  FROM regexp_matches(arguments, argument, 'g') WITH ORDINALITY AS m (match, n);
	function_name := generator.proname;
	version := coalesce(given->>'version', '4');
	IF function_name = 'uuid_interval_nextval' THEN
		interval_length := given->>'interval_length';
		cycle := given->>'cycle';
		size := 1000000 * extract(epoch FROM interval_length);
		count := 1000000 * extract(epoch FROM cycle) / greatest(size, 1);
	ELSE
		size := 1000000 * coalesce(plain[1], given->>'interval_length', '60')::int8;
		count := coalesce(plain[2], given->>'interval_count', '65536')::int8;
	END IF;
	-- A default may be wrong, as long as nobody has inserted with it.
	IF size < 1 OR size > 9223372036854775807 OR date_trunc('month', interval_length) <> '0' THEN
		RAISE invalid_parameter_value USING MESSAGE = 'invalid value for parameter "interval_length"';
	ELSIF count < 1 OR count > 281474976710656 OR count <> trunc(count) OR date_trunc('month', cycle) <> '0'
		OR 1000000 * extract(epoch FROM cycle) > 9223372036854775807
	THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "%s"',
			CASE function_name WHEN 'uuid_interval_nextval' THEN 'cycle' ELSE 'interval_count' END);
	ELSIF version NOT IN (4, 8) THEN
		RAISE invalid_parameter_value USING MESSAGE = 'invalid value for parameter "version"';
	END IF;
	interval_microseconds := size;
	interval_count := count;
END $$;

-- --- UUIDv7, and other versions with a time ----------------------------------------

-- A UUIDv7 of a time, whose last 64 bits, from the variant on, are those of another UUID.
CREATE OR REPLACE FUNCTION sequential_uuids_v7(bits uuid, at timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ticks int8;
BEGIN
	IF at < '1970-01-01 00:00:00+00' OR at >= '10889-08-02 05:31:50.656+00' THEN
		RAISE 'timestamp out of range: %', at USING ERRCODE = 'datetime_field_overflow',
			DETAIL = 'Valid values are between 1970-01-01 00:00:00 UTC and 10889-08-02 05:31:50.655999 UTC.';
	END IF;
	ticks := trunc(extract(epoch FROM at) * 4096000);
	RETURN encode(substr(bit_send(overlay(ticks::bit(60) PLACING '0111' FROM 49 FOR 0)), 5)
		|| substr(uuid_send(bits), 9), 'hex')::uuid;
END $$;

CREATE OR REPLACE FUNCTION uuid_v7_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_v7(pg_catalog.gen_random_uuid(), at);

CREATE OR REPLACE FUNCTION uuid_v7_lower(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN sequential_uuids_v7('00000000-0000-0000-8000-000000000000'::pg_catalog.uuid,
	pg_catalog.date_trunc('milliseconds'::pg_catalog.text, at));

-- To the microsecond (versions 1 and 6) or millisecond (7).
CREATE OR REPLACE FUNCTION uuid_generated_at(id uuid) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := encode(uuid_send(id), 'hex');
	microseconds int8;
BEGIN
	IF substr(digits, 17, 1) NOT IN ('8', '9', 'a', 'b') THEN
		RETURN NULL;
	END IF;
	-- 60 bits of 100 nanoseconds since 1582, or 48 bits of milliseconds since 1970.
	CASE substr(digits, 13, 1)
		WHEN '1' THEN
			microseconds := ('x' || substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8))::bit(60)::int8
				/ 10 - 12219292800000000;
		WHEN '6' THEN
			microseconds := ('x' || left(digits, 12) || substr(digits, 14, 3))::bit(60)::int8 / 10 - 12219292800000000;
		WHEN '7' THEN
			microseconds := ('x' || left(digits, 12))::bit(48)::int8 * 1000;
		ELSE
			RETURN NULL;
	END CASE;
	RETURN (timestamp '1970-01-01 00:00:00' + make_interval(days => (microseconds / 86400000000)::int4,
		secs => (microseconds % 86400000000)::float8 / 1000000)) AT TIME ZONE 'UTC';
END $$;

-- --- conditions by time ------------------------------------------------------------

-- The keys of the blocks from that of a time to that of the last microsecond before another:
-- the smallest and the largest up to the wrap, and those after it.  A range without keys is
-- (X + 1, X), for which the planner expects one row.
CREATE OR REPLACE FUNCTION sequential_uuids_ranges(from_time timestamptz, to_time timestamptz, size numeric,
	count int8) RETURNS uuid[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	epoch CONSTANT timestamptz := '2000-01-01 00:00:00+00';
	-- Whole cycles, as in sequential_uuids_block(), and the seconds from 1970 to 2000.
	shift CONSTANT numeric := 1e19 * size * count + 946684800;
	-- Of the 48 bits before the version, those that are not the prefix.
	free_bits CONSTANT int4 := position('1' IN (count - 1)::bit(48) || '1') - 1;
	first int8 := 0;
	last int8 := count - 1;
	number numeric;
	lower text;
	upper text;
	nothing text;
BEGIN
	IF isfinite(from_time) AND isfinite(to_time) THEN
		number := div(extract(epoch FROM from_time - epoch) + shift, size);
		first := mod(number, count);
		-- For a cycle or more, the last block is the one before the first.
		last := mod(least(number + count - 1,
			div(extract(epoch FROM to_time - epoch) - 0.000001 + shift, size)), count);
	END IF;
	lower := lpad(to_hex(first << free_bits), 12, '0');
	upper := lpad(to_hex(((last + 1) << free_bits) - 1), 12, '0');
	nothing := rpad(lower, 31, '0') || '1';
	IF from_time >= to_time THEN
		RETURN ARRAY[nothing, rpad(lower, 32, '0'), nothing, rpad(lower, 32, '0')];
	ELSIF first <= last THEN
		RETURN ARRAY[rpad(lower, 32, '0'), rpad(upper, 32, 'f'), nothing, rpad(lower, 32, '0')];
	END IF;
	RETURN ARRAY[rpad(lower, 32, '0'), rpad(lpad(to_hex((count << free_bits) - 1), 12, '0'), 32, 'f'),
		repeat('0', 32), rpad(upper, 32, 'f')];
END $$;

-- The smallest key of a span of time, up to the wrap (range 1) or after it (range 2), and the largest.
CREATE OR REPLACE FUNCTION sequential_uuids_lower(range int4, from_time timestamptz, to_time timestamptz,
	interval_length interval, cycle interval) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN (sequential_uuids_ranges(from_time, to_time, extract(epoch FROM interval_length),
	sequential_uuids_count(interval_length, cycle)))[range OPERATOR(pg_catalog.*) 2 OPERATOR(pg_catalog.-) 1];

CREATE OR REPLACE FUNCTION sequential_uuids_upper(range int4, from_time timestamptz, to_time timestamptz,
	interval_length interval, cycle interval) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN (sequential_uuids_ranges(from_time, to_time, extract(epoch FROM interval_length),
	sequential_uuids_count(interval_length, cycle)))[range OPERATOR(pg_catalog.*) 2];

-- The smallest and the largest UUIDv7 of a span of time, limited to the times that it can hold.
CREATE OR REPLACE FUNCTION sequential_uuids_v7_range(from_time timestamptz, to_time timestamptz) RETURNS uuid[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	earliest CONSTANT timestamptz := '1970-01-01 00:00:00+00';
	latest CONSTANT timestamptz := '10889-08-02 05:31:50.655999+00';
	microsecond CONSTANT interval := '1 us';
	last_time CONSTANT timestamptz :=
		greatest(earliest + microsecond, least(to_time, latest + microsecond)) - microsecond;
	first CONSTANT int8 := trunc(extract(epoch FROM greatest(earliest, least(from_time, latest))) * 1000);
	last CONSTANT int8 := trunc(extract(epoch FROM last_time) * 1000);
	lower CONSTANT text := lpad(to_hex(first), 12, '0') || '7000800000000000000';
BEGIN
	IF from_time >= to_time OR from_time > latest OR to_time <= earliest THEN
		RETURN ARRAY[lower || '1', lower || '0'];
	END IF;
	RETURN ARRAY[lower || '0', lpad(to_hex(last), 12, '0') || '7fffbfffffffffffffff'];
END $$;

CREATE OR REPLACE FUNCTION sequential_uuids_v7_lower(from_time timestamptz, to_time timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN (sequential_uuids_v7_range(from_time, to_time))[1];

CREATE OR REPLACE FUNCTION sequential_uuids_v7_upper(from_time timestamptz, to_time timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN (sequential_uuids_v7_range(from_time, to_time))[2];

-- The end of a span up to now: the microsecond after the present.  An index condition needs the
-- label STABLE; a later reading of the clock only adds blocks to a range.  COST 1, since a
-- condition uses it several times, and is not replaced by its body with a costly argument.
-- RESTRICTED, since each process of a parallel Append prunes partitions by itself, and all of
-- them have to prune the same ones.
CREATE OR REPLACE FUNCTION sequential_uuids_present() RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 1 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN clock_timestamp() + interval '1 us';
END $$;

-- Where all is constant, the comparison of two bounds shows whether a second range is needed.
CREATE OR REPLACE FUNCTION uuid_interval_between(id uuid, from_time timestamptz, to_time timestamptz,
	interval_length interval, cycle interval) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (id OPERATOR(pg_catalog.>=) sequential_uuids_lower(1, from_time, to_time, interval_length, cycle)
		AND id OPERATOR(pg_catalog.<=) sequential_uuids_upper(1, from_time, to_time, interval_length, cycle))
	OR (sequential_uuids_lower(2, from_time, to_time, interval_length, cycle)
			OPERATOR(pg_catalog.<=) sequential_uuids_upper(2, from_time, to_time, interval_length, cycle)
		AND id OPERATOR(pg_catalog.>=) sequential_uuids_lower(2, from_time, to_time, interval_length, cycle)
		AND id OPERATOR(pg_catalog.<=) sequential_uuids_upper(2, from_time, to_time, interval_length, cycle));

-- The present is not constant: the comparison would only cost time.
CREATE OR REPLACE FUNCTION uuid_interval_since(id uuid, from_time timestamptz, interval_length interval,
	cycle interval) RETURNS bool
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN (id OPERATOR(pg_catalog.>=)
			sequential_uuids_lower(1, from_time, sequential_uuids_present(), interval_length, cycle)
		AND id OPERATOR(pg_catalog.<=)
			sequential_uuids_upper(1, from_time, sequential_uuids_present(), interval_length, cycle))
	OR (id OPERATOR(pg_catalog.>=)
			sequential_uuids_lower(2, from_time, sequential_uuids_present(), interval_length, cycle)
		AND id OPERATOR(pg_catalog.<=)
			sequential_uuids_upper(2, from_time, sequential_uuids_present(), interval_length, cycle));

CREATE OR REPLACE FUNCTION uuid_v7_between(id uuid, from_time timestamptz, to_time timestamptz) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN id OPERATOR(pg_catalog.>=) sequential_uuids_v7_lower(from_time, to_time)
	AND id OPERATOR(pg_catalog.<=) sequential_uuids_v7_upper(from_time, to_time);

CREATE OR REPLACE FUNCTION uuid_v7_since(id uuid, from_time timestamptz) RETURNS bool
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN uuid_v7_between(id, from_time, sequential_uuids_present());

-- --- what \df+ shows --------------------------------------------------------------

COMMENT ON FUNCTION uuid_time_nextval IS
	'Generate a version 4 UUID prefixed with the block of the current time, in intervals of seconds; '
	'for other lengths or version 8 see uuid_interval_nextval()';
COMMENT ON FUNCTION uuid_sequence_nextval IS
	'Generate a version 4 UUID prefixed with the block of the sequence''s next value';
COMMENT ON FUNCTION uuid_interval_nextval IS
	'Generate a version 4 or 8 UUID prefixed with the block of the current time';
COMMENT ON FUNCTION uuid_v7_nextval() IS 'Generate a UUIDv7 of the current time';
COMMENT ON FUNCTION uuid_v7_nextval(interval) IS 'Generate a UUIDv7 of the current time shifted by an interval';
COMMENT ON FUNCTION uuid_block_lower IS 'Smallest key of a block';
COMMENT ON FUNCTION uuid_block_upper IS 'Largest key of a block';
COMMENT ON FUNCTION uuid_block IS 'Block that a key carries, or NULL if its prefix is not a block';
COMMENT ON FUNCTION uuid_sequence_at IS
	'Generate a UUID as uuid_sequence_nextval() would for a value of the sequence, for existing rows';
COMMENT ON FUNCTION uuid_interval_block IS 'Block of a time';
COMMENT ON FUNCTION uuid_interval_at IS
	'Generate a UUID as uuid_interval_nextval() would at a given time, for existing rows';
COMMENT ON FUNCTION uuid_interval_window IS
	'Latest interval, not after a time, in which a key can have been generated';
COMMENT ON FUNCTION uuid_key_parameters IS
	'Parameters with which a program generates keys as the column default does; an error says why it cannot';
COMMENT ON FUNCTION uuid_v7_at IS 'Generate a UUIDv7 of a given time';
COMMENT ON FUNCTION uuid_v7_lower IS 'Smallest UUIDv7 of a millisecond';
COMMENT ON FUNCTION uuid_generated_at IS 'Time in a UUID of version 1, 6 or 7, otherwise NULL';
COMMENT ON FUNCTION uuid_interval_between IS
	'True for keys of the blocks from that of from_time to that of the last microsecond before to_time;'
	' write the call alone or = true, since IS TRUE uses no index';
COMMENT ON FUNCTION uuid_interval_since IS
	'True for keys of the blocks from that of from_time to the present one;'
	' write the call alone or = true, since IS TRUE uses no index';
COMMENT ON FUNCTION uuid_v7_between IS
	'True for UUIDv7 from the millisecond of from_time to that of the last microsecond before to_time;'
	' write the call alone or = true, since IS TRUE uses no index';
COMMENT ON FUNCTION uuid_v7_since IS
	'True for UUIDv7 from the millisecond of from_time to the present one;'
	' write the call alone or = true, since IS TRUE uses no index';

-- Refuse functions that other roles have created since the beginning.
DO $$
DECLARE
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	schema CONSTANT pg_catalog.regnamespace := pg_catalog.quote_ident(pg_catalog.current_schema());
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	IF EXISTS (SELECT FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner
				WHERE pronamespace = schema AND proname = ANY (current_setting('sequential_uuids.names')::name[])
				  AND rolname <> current_user) THEN
		RAISE duplicate_function USING MESSAGE = format('schema %s now has functions of another role', schema);
	END IF;
	PERFORM set_config('search_path', path, true);
END $$;
