-- sequential_uuids in SQL and PL/pgSQL only, for servers that do not allow
-- installing an extension in C.
--
--   psql -1 -v ON_ERROR_STOP=1 -c 'SET search_path = SCHEMA' -f sequential_uuids.sql
--
-- Creates the functions of the extension's version 2.0 in the first schema of the
-- search_path: the same names, parameters, defaults, results and errors.  PostgreSQL
-- 15 or later.  Functions whose names begin with "sequential_uuids_" are internal.
-- The same script creates and updates an extension in pg_tle.  See README.md beside
-- this file for more.
--
-- Random bits come from gen_random_uuid().  Its version and variant are not
-- random, but the result has its own in the same place, so all free bits are.
--
-- How it is written:
--
-- - Generators are SQL expressions.  PostgreSQL binds them when they are created,
--   so neither the caller's search_path nor a missing privilege on the schema
--   changes what they do.  PostgreSQL also inlines them.  For that, helpers use a
--   parameter that can be volatile only once, and STRICT helpers use only strict
--   operators, that is no AND, CASE or COALESCE.  With constant parameters, checks
--   and conversions happen once, during planning.
-- - An INSERT that is not prepared plans its default anew.  That costs more than
--   running it, most of all to read the inlined bodies.  So for the usual parameters
--   (version 4, a prefix of 16 bits, whole seconds) a generator is one expression,
--   inlined once, and everything else is left to sequential_uuids_generate(), which is
--   not inlined.  Literals in quotes have the type that they need, so nothing has to be
--   converted.  Operands and arguments of PostgreSQL's functions have the types that
--   these take: with others, one that is planted in the schema can match better.
-- - float8 holds the seconds since 1970 to the microsecond up to 2255, so the usual
--   generators by the clock are exact from 1970 to then.
-- - Functions that raise errors or have several steps are in PL/pgSQL.  They set
--   the search_path, unless all that they use is qualified, as in those that generators
--   call: setting it is slow.  They call none of the other functions.
-- - The end of the script makes sure that what was bound is PostgreSQL's or its own.

-- The one list of what the script creates, for updating, removing and comparing.
-- Refuse functions of these names that belong to another role or, unless this is the
-- extension's script, to the extension.  If their parameters match a call better, they
-- would be called instead; another role's functions could also be replaced.  Where the
-- script has never run, it would replace even one's own with the same parameters.
DO $$
DECLARE
	functions CONSTANT pg_catalog.text := '
		sequential_uuids_any_interval(interval,interval,int4); sequential_uuids_any_sequence(regclass,int4,int4);
		sequential_uuids_any_serial(regclass,int8,int8,int4); sequential_uuids_any_time(int4,int4);
		sequential_uuids_block(numeric,int8,int8);
		sequential_uuids_bound(text,int4,timestamptz,timestamptz,int8,int8);
		sequential_uuids_check(anyelement,bool,text,text,text); sequential_uuids_check_count(int8);
		sequential_uuids_check_id(uuid,int4); sequential_uuids_check_range(text,int8,int8,int8);
		sequential_uuids_check_size(int8); sequential_uuids_check_time(timestamptz);
		sequential_uuids_check_v7_time(timestamptz); sequential_uuids_check_version(int4);
		sequential_uuids_count(interval,interval); sequential_uuids_functions();
		sequential_uuids_generate(uuid,numeric,int8,int8,int4);
		sequential_uuids_lower(int4,timestamptz,timestamptz,interval,interval);
		sequential_uuids_prefix(uuid,int8,int4); sequential_uuids_prefix_bits(int8); sequential_uuids_present();
		sequential_uuids_seconds(timestamptz); sequential_uuids_set_bits(uuid,bit,bit);
		sequential_uuids_size(interval); sequential_uuids_stamp(uuid,int8,int8,int4);
		sequential_uuids_times(text,interval,int8,int8);
		sequential_uuids_upper(int4,timestamptz,timestamptz,interval,interval);
		sequential_uuids_usual_count(interval,interval,int4); sequential_uuids_v1_to_v7(uuid);
		sequential_uuids_v7(uuid,int8); sequential_uuids_v7_bound(numeric,text);
		sequential_uuids_v7_lower(timestamptz,timestamptz); sequential_uuids_v7_upper(timestamptz,timestamptz);
		sequential_uuids_window(numeric,int8,int8,int8); uuid_block(uuid,int8); uuid_block_lower(int8,int8);
		uuid_block_upper(int8,int8); uuid_interval_at(timestamptz,interval,interval,int4);
		uuid_interval_between(uuid,timestamptz,timestamptz,interval,interval);
		uuid_interval_block(timestamptz,interval,interval); uuid_interval_nextval(interval,interval,int4);
		uuid_interval_since(uuid,timestamptz,interval,interval);
		uuid_interval_window(uuid,timestamptz,interval,interval); uuid_sequence_nextval(regclass,int4,int4);
		uuid_serial_at(int8,int8,int8,int4); uuid_serial_block(int8,int8,int8);
		uuid_serial_nextval(regclass,int8,int8,int4); uuid_time_nextval(int4,int4); uuid_timestamp(uuid);
		uuid_v1_to_v6(uuid); uuid_v1_to_v7(uuid); uuid_v6_to_v1(uuid); uuid_v7_at(timestamptz);
		uuid_v7_between(uuid,timestamptz,timestamptz); uuid_v7_lower(timestamptz); uuid_v7_nextval();
		uuid_v7_nextval(int4,int4); uuid_v7_since(uuid,timestamptz); uuid_v7_upper(timestamptz);
		uuid_version(uuid)';
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	schema CONSTANT pg_catalog.regnamespace := pg_catalog.quote_ident(pg_catalog.current_schema());
	is_extension pg_catalog.bool;
	is_update pg_catalog.bool;
	claimed pg_catalog.text;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	-- CREATE EXTENSION replaces the first of these.
	is_extension := '@extschema@' <> '@ext' || 'schema@';
	is_update := to_regprocedure(format('%s.sequential_uuids_functions()', schema)) IS NOT NULL;
	SELECT min(format('%s belongs to %s.', p.oid::regprocedure,
				CASE WHEN extname IS NULL THEN 'role ' || proowner::regrole ELSE 'extension ' || quote_ident(extname) END))
	  INTO claimed
	  FROM pg_proc AS p
	  LEFT JOIN (pg_depend JOIN pg_extension ON pg_extension.oid = refobjid)
		ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
	 WHERE pronamespace = schema AND proname IN (SELECT (regexp_matches(functions, '([a-z0-9_]+)[(]', 'g'))[1])
	   AND CASE WHEN extname IS NULL OR is_extension AND extname = 'sequential_uuids'
			THEN proowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user) OR NOT is_update AND p.oid IN (
				SELECT to_regprocedure(format('%s.%s', schema, signature))
				  FROM regexp_split_to_table(btrim(functions, E'\n\t'), ';[[:space:]]+') AS signature)
			ELSE extname = 'sequential_uuids'
				OR proowner <> ALL (SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user) END;
	IF claimed IS NOT NULL THEN
		RAISE duplicate_function USING DETAIL = claimed,
			MESSAGE = format('schema %s already has functions of sequential_uuids', schema);
	END IF;
	EXECUTE format('CREATE OR REPLACE FUNCTION %s.sequential_uuids_functions() RETURNS SETOF text
		LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 60 RETURN regexp_split_to_table(%L, %L)',
		schema, btrim(functions, E'\n\t'), ';[[:space:]]+');
	PERFORM set_config('search_path', path, true);
END $$;

-- --- checks: each returns its value or raises an error -------------------------

CREATE OR REPLACE FUNCTION sequential_uuids_check(value anyelement, is_valid bool, code text, complaint text,
	detail text) RETURNS anyelement
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF NOT is_valid THEN
		RAISE USING ERRCODE = code, MESSAGE = pg_catalog.concat(complaint, ': ', value), DETAIL = detail;
	END IF;
	RETURN value;
END $$;

CREATE OR REPLACE FUNCTION sequential_uuids_check_range(parameter text, value int8, lowest int8, highest int8)
RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF pg_catalog.int8lt(value, lowest) OR pg_catalog.int8gt(value, highest) THEN
		RAISE invalid_parameter_value
			USING MESSAGE = pg_catalog.format('invalid value for parameter "%s": %s', parameter, value),
			DETAIL = pg_catalog.format('Valid values are between %s and %s.', lowest, highest);
	END IF;
	RETURN value;
END $$;

CREATE OR REPLACE FUNCTION sequential_uuids_check_size(block_size int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_check_range('block_size', block_size, 1, 9223372036854775807);

CREATE OR REPLACE FUNCTION sequential_uuids_check_count(block_count int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_check_range('block_count', block_count, 1, 281474976710656);

CREATE OR REPLACE FUNCTION sequential_uuids_check_version(version int4) RETURNS int4
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF pg_catalog.int4ne(version, 4) AND pg_catalog.int4ne(version, 8) THEN
		RAISE invalid_parameter_value
			USING MESSAGE = pg_catalog.concat('invalid value for parameter "version": ', version),
			DETAIL = 'Valid values are 4 and 8.';
	END IF;
	RETURN version;
END $$;

-- Check the version of a UUID.
CREATE OR REPLACE FUNCTION sequential_uuids_check_id(id uuid, version int4) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_check(id, id::text ~ ('^.{14}' || version::text || '.{4}[89ab]'),
	'22023', 'invalid value for parameter "id"',
	'Valid values are UUIDs of version ' || version::text || ' with the variant of RFC 9562.');

CREATE OR REPLACE FUNCTION sequential_uuids_check_time(at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_check(at, at <@ '(-infinity,294247-01-10 04:00:54.775807+00]'::tstzrange,
	'22008', 'timestamp out of range',
	'Valid values are finite and not after 294247-01-10 04:00:54.775807 UTC.');

CREATE OR REPLACE FUNCTION sequential_uuids_check_v7_time(at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_check(at, at <@ '[1970-01-01 00:00:00+00,10889-08-02 05:31:50.656+00)'::tstzrange,
	'22008', 'timestamp out of range',
	'Valid values are between 1970-01-01 00:00:00 UTC and 10889-08-02 05:31:50.655999 UTC.');

-- Divide a length of time by a number of microseconds: the result must be a whole
-- number from 1 to "most".  Days have 24 hours.  Refuse months and years, since
-- their length varies.
CREATE OR REPLACE FUNCTION sequential_uuids_times(parameter text, length interval, size int8, most int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF pg_catalog.interval_eq(pg_catalog.date_trunc('month', length), '0')
		AND pg_catalog.numeric_eq('0', pg_catalog.mod(
			pg_catalog.numeric_mul(extract(epoch FROM length), 1000000), size))
		AND pg_catalog.numeric_ge(extract(epoch FROM length), '0.000001')
		AND pg_catalog.numeric_le(pg_catalog.div(pg_catalog.numeric_mul(extract(epoch FROM length), 1000000), size),
			least(most, pg_catalog.int8div(9223372036854775807, size))) THEN
		RETURN pg_catalog.div(pg_catalog.numeric_mul(extract(epoch FROM length), 1000000), size);
	END IF;
	DECLARE
		day CONSTANT pg_catalog.int8 := 86400000000;
		longest CONSTANT pg_catalog.int8 := 9223372036854775807;
		-- extract() counts 365.25 days to a year and 30 to a month.
		exact CONSTANT pg_catalog.numeric := pg_catalog.numeric_mul(extract(epoch FROM length), 1000000);
		nearest pg_catalog.numeric := exact;
		message CONSTANT pg_catalog.text :=
			pg_catalog.format('invalid value for parameter "%s": %s', parameter, length);
	BEGIN
		IF pg_catalog.interval_ne(pg_catalog.date_trunc('month', length), '0') THEN
			nearest := pg_catalog.numeric_mul(pg_catalog.div(pg_catalog.numeric_add(exact, 43200000000), day), day);
		END IF;
		nearest := greatest(1, least(nearest, longest));
		nearest := pg_catalog.numeric_mul(size, greatest(1, least(most, pg_catalog.int8div(longest, size),
			pg_catalog.div(pg_catalog.numeric_add(pg_catalog.numeric_mul(2, nearest), size), pg_catalog.numeric_mul(2, size)))));
		-- An empty HINT would be shown, and NULL is an error.
		IF pg_catalog.int8eq(most, longest) THEN
			RAISE invalid_parameter_value USING MESSAGE = message, DETAIL = pg_catalog.format(
				'Valid values are between 1 microsecond and 106751991 days 04:00:54.775807, '
				'without months and years, such as %s.',
				pg_catalog.make_interval(days => pg_catalog.int4(pg_catalog.div(nearest, day)),
					secs => pg_catalog.float8div(pg_catalog.float8(pg_catalog.mod(nearest, day)), 1000000)));
		END IF;
		RAISE invalid_parameter_value USING MESSAGE = message, DETAIL = pg_catalog.format(
			'Valid values are whole multiples of "interval_length" (%s), up to 2^48 times it, '
			'without months and years, such as %s.',
			pg_catalog.make_interval(days => pg_catalog.int4(pg_catalog.int8div(size, day)),
				secs => pg_catalog.float8div(pg_catalog.float8(pg_catalog.int8mod(size, day)), 1000000)),
			pg_catalog.make_interval(days => pg_catalog.int4(pg_catalog.div(nearest, day)),
				secs => pg_catalog.float8div(pg_catalog.float8(pg_catalog.mod(nearest, day)), 1000000))),
			HINT = 'The cycle is the length of time after which the prefix wraps, by default 45 days 12:16:00.';
	END;
END $$;

-- The microseconds in an interval, and the intervals in a cycle.
CREATE OR REPLACE FUNCTION sequential_uuids_size(interval_length interval) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_times('interval_length', interval_length, '1', '9223372036854775807');

CREATE OR REPLACE FUNCTION sequential_uuids_count(interval_length interval, cycle interval) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_times('cycle', cycle,
	sequential_uuids_times('interval_length', interval_length, '1', '9223372036854775807'), '281474976710656');

-- The intervals in a cycle, if the parameters are the usual ones; otherwise NULL.  One
-- expression, since each of them is prepared anew in each transaction.
CREATE OR REPLACE FUNCTION sequential_uuids_usual_count(interval_length interval, cycle interval, version int4)
RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	RETURN CASE WHEN pg_catalog.int4eq(version, 4)
		AND pg_catalog.interval_gt(interval_length, '0') AND pg_catalog.interval_le(interval_length, '30 days')
		AND pg_catalog.interval_eq(pg_catalog.date_trunc('month', interval_length), '0')
		AND pg_catalog.interval_eq(pg_catalog.date_trunc('month', cycle), '0')
		AND pg_catalog.interval_eq(pg_catalog.date_trunc('second', interval_length), interval_length)
		AND pg_catalog.interval_gt(cycle, pg_catalog.interval_mul(interval_length, 32768))
		AND pg_catalog.interval_le(cycle, pg_catalog.interval_mul(interval_length, 65536))
		AND pg_catalog.numeric_eq('0', pg_catalog.mod(
			extract(epoch FROM cycle), extract(epoch FROM interval_length))) THEN
		pg_catalog.int8div(pg_catalog.int8(pg_catalog.date_part('epoch', cycle)),
			pg_catalog.int8(pg_catalog.date_part('epoch', interval_length))) END;
END $$;

-- --- times, blocks, bits -------------------------------------------------------

-- The exact seconds since 1970 of any finite time.  extract() of a timestamptz is not
-- IMMUTABLE, and not exact after 294246, when the difference from 1970 is too large.
CREATE OR REPLACE FUNCTION sequential_uuids_seconds(at timestamptz) RETURNS numeric
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN extract(epoch FROM at - '2000-01-01 00:00:00+00'::timestamptz) + numeric '946684800';

-- floor(counter / size) mod count.  div() rounds towards 0, not down, so first add
-- whole cycles, enough to make any int8 positive.
CREATE OR REPLACE FUNCTION sequential_uuids_block(counter numeric, size int8, count int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN mod(div(counter + 9223372036854775808 * size::numeric * count::numeric, size::numeric),
	count::numeric)::int8;

-- ceil(log2(count)).
CREATE OR REPLACE FUNCTION sequential_uuids_prefix_bits(count int8) RETURNS int4
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN length(ltrim((count - 1)::bit(48)::text, '0'));

-- Replace the bits of a UUID that are set in a mask.
CREATE OR REPLACE FUNCTION sequential_uuids_set_bits(id uuid, bits bit, mask bit) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substr(bit_send(bits | (('x' || encode(uuid_send(id), 'hex'))::bit(128) & ~ mask)), 5), 'hex')::uuid;

-- Set the block's prefix and the version in a UUID.
CREATE OR REPLACE FUNCTION sequential_uuids_stamp(id uuid, block int8, count int8, version int4) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_set_bits(id,
	(block::bit(128) << (128 - sequential_uuids_prefix_bits(count))) | (version::bit(128) << 76),
	((-1)::bit(128) << (128 - sequential_uuids_prefix_bits(count))) | (15::bit(128) << 76));

-- UUIDv7 of 4096ths of a millisecond since 1970, with the version after the whole
-- milliseconds.
CREATE OR REPLACE FUNCTION sequential_uuids_v7(id uuid, ticks int8) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substr(bit_send(overlay(ticks::bit(60) PLACING '0111' FROM 49 FOR 0)), 5)
	|| substr(uuid_send(id), 9), 'hex')::uuid;

-- A UUIDv7 from its first 48 bits, of seconds since 1970, and all others in hexadecimal.
CREATE OR REPLACE FUNCTION sequential_uuids_v7_bound(seconds numeric, others text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(trunc(seconds * numeric '1000')::int8), 12, '0') || others)::uuid;

-- A UUID of any counter and parameters.  See sequential_uuids_block().  The caller passes
-- random bits, since a VOLATILE function in PL/pgSQL cannot run in all parallel plans.
CREATE OR REPLACE FUNCTION sequential_uuids_generate(id uuid, counter numeric, size int8, count int8, version int4)
RETURNS uuid LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	block CONSTANT pg_catalog.int8 := pg_catalog.mod(pg_catalog.div(pg_catalog.numeric_add(counter,
		pg_catalog.numeric_mul(9223372036854775808, pg_catalog.numeric_mul(size, count))), size), count);
	-- Of the 48 bits before the version.
	free_bits CONSTANT pg_catalog.int4 := pg_catalog.int4mi(48, pg_catalog.length(pg_catalog.ltrim(
		pg_catalog.int8mi(count, 1)::pg_catalog.bit(48)::pg_catalog.text, '0')));
	random CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(id);
	first_bits CONSTANT pg_catalog.int8 := pg_catalog.concat('x',
		pg_catalog.encode(pg_catalog.substr(random, 1, 6), 'hex'))::pg_catalog.bit(48)::pg_catalog.int8;
BEGIN
	RETURN pg_catalog.encode(pg_catalog.byteacat(
		pg_catalog.substr(pg_catalog.int8send(pg_catalog.int8or(pg_catalog.int8shl(block, free_bits),
			pg_catalog.int8and(first_bits, pg_catalog.int8not(pg_catalog.int8shl(-1, free_bits))))), 3),
		pg_catalog.substr(pg_catalog.set_byte(random, 6, pg_catalog.int4or(pg_catalog.int4shl(version, 4),
			pg_catalog.int4and(pg_catalog.get_byte(random, 6), 15))), 7)), 'hex')::pg_catalog.uuid;
END $$;

-- --- generators ------------------------------------------------------------------

-- Generators are not STRICT, so that CASE is inlined.  The planner reads their bodies
-- whole, so what is unusual has a body of its own.  A refused call does not use up a
-- value.
CREATE OR REPLACE FUNCTION sequential_uuids_any_serial(
	sequence regclass, block_size int8, block_count int8, version int4) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
	WHEN sequence IS NOT NULL AND block_size IS NOT NULL AND block_count IS NOT NULL AND version IS NOT NULL
		AND sequential_uuids_check_size(block_size) > 0 AND sequential_uuids_check_count(block_count) > 0
		AND sequential_uuids_check_version(version) > 0 THEN
		sequential_uuids_generate(gen_random_uuid(), nextval(sequence)::numeric - numeric '1',
			block_size, block_count, version) END;

-- The remainder by the values in a cycle, which are less than 2^62, makes a value and
-- the cycle added to it positive, and so their quotient a floor.
CREATE OR REPLACE FUNCTION uuid_serial_nextval(sequence regclass,
	block_size int8 DEFAULT 65536, block_count int8 DEFAULT 65536, version int4 DEFAULT 4) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
	WHEN version = 4 AND block_count > 32768 AND block_count <= 65536
		AND block_size > 0 AND block_size < 70368744177664 THEN
		encode(substr(int8send((nextval(sequence) % (block_size * block_count) + (block_size * block_count - 1))
			/ block_size % block_count), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid
	ELSE sequential_uuids_any_serial(sequence, block_size, block_count, version) END;

CREATE OR REPLACE FUNCTION sequential_uuids_any_sequence(sequence regclass, block_size int4, block_count int4)
RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
	WHEN sequence IS NOT NULL AND block_size IS NOT NULL AND block_count IS NOT NULL THEN
		sequential_uuids_any_serial(sequence, sequential_uuids_check_range('block_size', block_size, 1, 2147483647),
			sequential_uuids_check_range('block_count', block_count, 1, 2147483647), 4) END;

CREATE OR REPLACE FUNCTION uuid_sequence_nextval(sequence regclass,
	block_size int4 DEFAULT 65536, block_count int4 DEFAULT 65536) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
	WHEN block_count > 32768 AND block_count <= 65536 AND block_size > 0 THEN
		encode(substr(int8send(
			(nextval(sequence) % (block_size::int8 * block_count) + (block_size::int8 * block_count - 1))
			/ block_size % block_count::int8), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid
	ELSE sequential_uuids_any_sequence(sequence, block_size, block_count) END;

CREATE OR REPLACE FUNCTION uuid_serial_at(value int8,
	block_size int8 DEFAULT 65536, block_count int8 DEFAULT 65536, version int4 DEFAULT 4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN sequential_uuids_generate(gen_random_uuid(), value::numeric - numeric '1',
	sequential_uuids_check_size(block_size), sequential_uuids_check_count(block_count),
	sequential_uuids_check_version(version));

CREATE OR REPLACE FUNCTION sequential_uuids_any_time(interval_length int4, interval_count int4) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
	WHEN interval_length IS NOT NULL AND interval_count IS NOT NULL THEN
		sequential_uuids_generate(gen_random_uuid(), floor(sequential_uuids_seconds(clock_timestamp())),
			sequential_uuids_check_range('interval_length', interval_length, 1, 2147483647),
			sequential_uuids_check_range('interval_count', interval_count, 1, 2147483647), 4) END;

CREATE OR REPLACE FUNCTION uuid_time_nextval(interval_length int4 DEFAULT 60, interval_count int4 DEFAULT 65536)
RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
	WHEN interval_count > 32768 AND interval_count <= 65536 AND interval_length > 0 THEN
		encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::int8 / interval_length
			% interval_count::int8), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid
	ELSE sequential_uuids_any_time(interval_length, interval_count) END;

CREATE OR REPLACE FUNCTION sequential_uuids_any_interval(interval_length interval, cycle interval, version int4)
RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
	WHEN interval_length IS NOT NULL AND cycle IS NOT NULL AND version IS NOT NULL THEN
		sequential_uuids_generate(gen_random_uuid(),
			(extract(epoch FROM clock_timestamp() - '2000-01-01 00:00:00+00') + '946684800') * '1000000',
			sequential_uuids_times('interval_length', interval_length, '1', '9223372036854775807'),
			sequential_uuids_times('cycle', cycle,
				sequential_uuids_times('interval_length', interval_length, '1', '9223372036854775807'), '281474976710656'),
			sequential_uuids_check_version(version)) END;

CREATE OR REPLACE FUNCTION uuid_interval_nextval(
	interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00', version int4 DEFAULT 4)
RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
	WHEN sequential_uuids_usual_count(interval_length, cycle, version) IS NOT NULL THEN
		encode(substr(int8send(
			floor(date_part('epoch', clock_timestamp()))::int8
				-- the planner computes this for any constant, even infinite ones
				/ least(abs(date_part('epoch', interval_length)), '2592000')::int8
			% sequential_uuids_usual_count(interval_length, cycle, version)), 7)
			|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid
	ELSE sequential_uuids_any_interval(interval_length, cycle, version) END;

CREATE OR REPLACE FUNCTION uuid_interval_at(at timestamptz,
	interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00', version int4 DEFAULT 4)
RETURNS uuid LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN sequential_uuids_generate(gen_random_uuid(),
	sequential_uuids_seconds(sequential_uuids_check_time(at)) * numeric '1000000',
	sequential_uuids_size(interval_length), sequential_uuids_count(interval_length, cycle),
	sequential_uuids_check_version(version));

-- Core's keys ascend within a session, and are faster.  After an upgrade to PostgreSQL 18,
-- the function stays as it was until the script runs again.  Before, float8 holds
-- microseconds up to 2^32 seconds before and after 2100 well enough to round them.
DO $$
BEGIN
	EXECUTE pg_catalog.concat(
		'CREATE OR REPLACE FUNCTION uuid_v7_nextval() RETURNS uuid LANGUAGE sql VOLATILE STRICT PARALLEL SAFE RETURN ',
		CASE WHEN pg_catalog.to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN 'pg_catalog.uuidv7()'
		ELSE $body$sequential_uuids_v7(gen_random_uuid(),
			((tstzrange_subdiff(clock_timestamp(), timestamptz '2100-01-01 00:00:00+00') * '1000000')::int8
				+ '4102444800000000') * '512' / '125')$body$ END);
END $$;

-- The node follows the variant.
CREATE OR REPLACE FUNCTION uuid_v7_nextval(node int4, node_bits int4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN sequential_uuids_set_bits(uuid_v7_nextval(),
	sequential_uuids_check_range('node', node, 0,
		(1 << sequential_uuids_check_range('node_bits', node_bits, 1, 16)::int4) - 1)::bit(128) << (62 - node_bits),
	((1 << node_bits) - 1)::bit(128) << (62 - node_bits));

CREATE OR REPLACE FUNCTION uuid_v7_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN sequential_uuids_v7(gen_random_uuid(),
	trunc(sequential_uuids_seconds(sequential_uuids_check_v7_time(at)) * numeric '4096000')::int8);

-- --- blocks, and times by block --------------------------------------------------

CREATE OR REPLACE FUNCTION uuid_serial_block(value int8, block_size int8 DEFAULT 65536, block_count int8 DEFAULT 65536)
RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_block(value::numeric - numeric '1',
	sequential_uuids_check_size(block_size), sequential_uuids_check_count(block_count));

CREATE OR REPLACE FUNCTION uuid_interval_block(at timestamptz, interval_length interval DEFAULT '1 min',
	cycle interval DEFAULT '45 days 12:16:00') RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_block(sequential_uuids_seconds(sequential_uuids_check_time(at)) * numeric '1000000',
	sequential_uuids_size(interval_length), sequential_uuids_count(interval_length, cycle));

-- The block in the prefix of a UUID, or NULL if the prefix is no block.
CREATE OR REPLACE FUNCTION sequential_uuids_prefix(id uuid, count int8, prefix_bits int4) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	prefix CONSTANT int8 := ('x' || encode(substr(uuid_send(id), 1, 6), 'hex'))::bit(48)::int8 >> (48 - prefix_bits);
BEGIN
	RETURN CASE WHEN prefix < count THEN prefix END;
END $$;

CREATE OR REPLACE FUNCTION uuid_block(id uuid, block_count int8 DEFAULT 65536) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_prefix(id,
	sequential_uuids_check_count(block_count), sequential_uuids_prefix_bits(block_count));

CREATE OR REPLACE FUNCTION uuid_block_lower(block int8, block_count int8 DEFAULT 65536) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_stamp('00000000-0000-0000-0000-000000000000',
	sequential_uuids_check_range('block', block, 0, sequential_uuids_check_count(block_count) - 1), block_count, 0);

CREATE OR REPLACE FUNCTION uuid_block_upper(block int8, block_count int8 DEFAULT 65536) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_stamp('ffffffff-ffff-ffff-ffff-ffffffffffff',
	sequential_uuids_check_range('block', block, 0, sequential_uuids_check_count(block_count) - 1), block_count, 15);

-- The latest interval of a block, not after a time in microseconds since 1970.  If no
-- timestamp can hold an end, that end is open; if none lies in the interval, it is
-- NULL.  Adding days and seconds is exact, and times without a zone have no days of 23
-- or 25 hours.
CREATE OR REPLACE FUNCTION sequential_uuids_window(not_after numeric, size int8, count int8, block int8)
RETURNS tstzrange
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Add whole cycles, as in sequential_uuids_block().
	cycles CONSTANT numeric := 9223372036854775808 * size * count;
	number CONSTANT numeric := div(not_after + cycles, size);
	start CONSTANT numeric := (number - mod(number - block, count)) * size - cycles;
	finish CONSTANT numeric := start + size;
	epoch CONSTANT timestamp := '1970-01-01 00:00:00';
	day CONSTANT numeric := 86400000000;
BEGIN
	IF finish <= -210866803200000000 THEN
		RETURN NULL;
	END IF;
	RETURN tstzrange(
		CASE WHEN start >= -210866803200000000 THEN
			(epoch + make_interval(days => div(start, day)::int4, secs => mod(start, day)::float8 / 1000000))
			AT TIME ZONE interval '0' END,
		CASE WHEN finish <= 9223372036854775807 THEN
			(epoch + make_interval(days => div(finish, day)::int4, secs => mod(finish, day)::float8 / 1000000))
			AT TIME ZONE interval '0' END);
END $$;

CREATE OR REPLACE FUNCTION uuid_interval_window(id uuid, not_after timestamptz,
	interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00') RETURNS tstzrange
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_window(sequential_uuids_seconds(sequential_uuids_check_time(not_after)) * numeric '1000000',
	sequential_uuids_size(interval_length), sequential_uuids_count(interval_length, cycle),
	uuid_block(id, sequential_uuids_count(interval_length, cycle)));

-- --- conditions by time ----------------------------------------------------------

-- One bound of the ranges of keys for all blocks from that of a time to that of the
-- last microsecond before another time.  Range 1 lies before the wrap, range 2 after it.
-- An empty range is (X + 1, X).
CREATE OR REPLACE FUNCTION sequential_uuids_bound(bound text, range int4, from_time timestamptz,
	to_time timestamptz, size int8, count int8) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	epoch CONSTANT timestamptz := '2000-01-01 00:00:00+00';
	-- Add whole cycles, as in sequential_uuids_block(), and the time from 1970 to 2000.
	shift CONSTANT numeric := 9223372036854775808 * size * count + 946684800000000;
	-- NULL for an infinite time.
	from_number CONSTANT numeric := CASE WHEN isfinite(from_time) THEN
		div(extract(epoch FROM from_time - epoch) * 1000000 + shift, size) END;
	to_number CONSTANT numeric := CASE WHEN isfinite(to_time) THEN
		div(extract(epoch FROM to_time - epoch) * 1000000 - 1 + shift, size) END;
	-- For a cycle or more, the last block is the one before the first, so that a later
	-- time only adds blocks to each range.
	first CONSTANT int8 := CASE
		WHEN isfinite(from_time) AND (isfinite(to_time) OR from_time >= to_time) THEN mod(from_number, count)
		ELSE 0 END;
	last CONSTANT int8 := CASE
		WHEN isfinite(from_time) AND isfinite(to_time) THEN mod(least(to_number, from_number + count - 1), count)
		ELSE count - 1 END;
	wraps CONSTANT bool := from_time < to_time AND first > last;
	free_bits CONSTANT int4 := 48 - length(ltrim((count - 1)::bit(48)::text, '0'));
BEGIN
	IF from_time >= to_time OR (range = 2 AND NOT wraps) THEN
		RETURN rpad(lpad(to_hex(first << free_bits), 12, '0'), 31, '0') || CASE WHEN bound = 'upper' THEN '0' ELSE '1' END;
	ELSIF bound = 'upper' THEN
		RETURN rpad(lpad(to_hex((CASE WHEN wraps AND range = 1 THEN count ELSE last + 1 END << free_bits) - 1),
			12, '0'), 32, 'f');
	END IF;
	RETURN rpad(lpad(to_hex(CASE WHEN range = 2 THEN 0 ELSE first END << free_bits), 12, '0'), 32, '0');
END $$;

CREATE OR REPLACE FUNCTION sequential_uuids_lower(range int4, from_time timestamptz, to_time timestamptz,
	interval_length interval, cycle interval) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_bound('lower', range, from_time, to_time,
	sequential_uuids_size(interval_length), sequential_uuids_count(interval_length, cycle));

CREATE OR REPLACE FUNCTION sequential_uuids_upper(range int4, from_time timestamptz, to_time timestamptz,
	interval_length interval, cycle interval) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_bound('upper', range, from_time, to_time,
	sequential_uuids_size(interval_length), sequential_uuids_count(interval_length, cycle));

-- Not STRICT, so that they are inlined and become index conditions.  Comparing two
-- bounds shows whether there is a wrap: if all is constant and there is no wrap, one
-- range is left.
CREATE OR REPLACE FUNCTION uuid_interval_between(id uuid, from_time timestamptz, to_time timestamptz,
	interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00') RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (id >= sequential_uuids_lower(1, from_time, to_time, interval_length, cycle)
		AND id <= sequential_uuids_upper(1, from_time, to_time, interval_length, cycle))
	OR (sequential_uuids_lower(2, from_time, to_time, interval_length, cycle)
			<= sequential_uuids_upper(2, from_time, to_time, interval_length, cycle)
		AND id >= sequential_uuids_lower(2, from_time, to_time, interval_length, cycle)
		AND id <= sequential_uuids_upper(2, from_time, to_time, interval_length, cycle));

-- The end of a span up to now: the wall clock plus a microsecond.  An index condition
-- needs the label STABLE.  That is safe because a later reading only adds blocks to
-- each range.  COST 1, since a condition uses it several times, and is not inlined with
-- an argument that is costly or, like clock_timestamp() itself, VOLATILE.  RESTRICTED,
-- since each process of a parallel Append prunes partitions by itself, and all of them
-- have to prune the same ones.
CREATE OR REPLACE FUNCTION sequential_uuids_present() RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 1 AS $$
BEGIN
	RETURN pg_catalog.timestamptz_pl_interval(pg_catalog.clock_timestamp(), '1 us');
END $$;

-- Do not test for a wrap: the bounds are never constant, so the test would save
-- nothing and run again for each row found.
CREATE OR REPLACE FUNCTION uuid_interval_since(id uuid, from_time timestamptz,
	interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00') RETURNS bool
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN (id >= sequential_uuids_lower(1, from_time, sequential_uuids_present(), interval_length, cycle)
		AND id <= sequential_uuids_upper(1, from_time, sequential_uuids_present(), interval_length, cycle))
	OR (id >= sequential_uuids_lower(2, from_time, sequential_uuids_present(), interval_length, cycle)
		AND id <= sequential_uuids_upper(2, from_time, sequential_uuids_present(), interval_length, cycle));

-- The UUIDv7 from the millisecond of a time to that of the last microsecond before
-- another, limited to the times that UUIDv7 can hold.  These functions are STRICT and
-- use CASE, so they are not inlined: EXPLAIN shows them.
CREATE OR REPLACE FUNCTION sequential_uuids_v7_lower(from_time timestamptz, to_time timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_v7_bound(
	sequential_uuids_seconds(greatest('1970-01-01 00:00:00+00', least(from_time, '10889-08-02 05:31:50.655999+00'))),
	CASE WHEN from_time < to_time AND from_time < '10889-08-02 05:31:50.656+00' AND to_time > '1970-01-01 00:00:00+00'
		THEN '70008000000000000000'
		ELSE '70008000000000000001' END);

CREATE OR REPLACE FUNCTION sequential_uuids_v7_upper(from_time timestamptz, to_time timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
	WHEN from_time < to_time AND from_time < '10889-08-02 05:31:50.656+00' AND to_time > '1970-01-01 00:00:00+00'
	THEN sequential_uuids_v7_bound(
		sequential_uuids_seconds(least(to_time, '10889-08-02 05:31:50.656+00')) - 0.000001,
		'7fffbfffffffffffffff')
	ELSE sequential_uuids_v7_bound(
		sequential_uuids_seconds(greatest('1970-01-01 00:00:00+00', least(from_time, '10889-08-02 05:31:50.655999+00'))),
		'70008000000000000000') END;

CREATE OR REPLACE FUNCTION uuid_v7_between(id uuid, from_time timestamptz, to_time timestamptz) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN id >= sequential_uuids_v7_lower(from_time, to_time) AND id <= sequential_uuids_v7_upper(from_time, to_time);

CREATE OR REPLACE FUNCTION uuid_v7_since(id uuid, from_time timestamptz) RETURNS bool
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN uuid_v7_between(id, from_time, sequential_uuids_present());

-- --- versions that contain a time ------------------------------------------------

CREATE OR REPLACE FUNCTION uuid_v7_lower(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_v7_bound(sequential_uuids_seconds(sequential_uuids_check_v7_time(at)), '70008000000000000000');

CREATE OR REPLACE FUNCTION uuid_v7_upper(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_v7_bound(sequential_uuids_seconds(sequential_uuids_check_v7_time(at)), '7fffbfffffffffffffff');

-- NULL if the variant is not that of RFC 9562.
CREATE OR REPLACE FUNCTION uuid_version(id uuid) RETURNS int4
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN get_byte(uuid_send(id), 8) >> 6 = 2 THEN get_byte(uuid_send(id), 6) >> 4 END;

-- To the microsecond (versions 1 and 6) or millisecond (7).
CREATE OR REPLACE FUNCTION uuid_timestamp(id uuid) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := encode(uuid_send(id), 'hex');
	day CONSTANT int8 := 86400000000;
	microseconds int8;
BEGIN
	IF substr(digits, 17, 1) NOT IN ('8', '9', 'a', 'b') THEN
		RETURN NULL;
	END IF;
	-- Ticks of 100 nanoseconds since 1582, or milliseconds since 1970.
	CASE substr(digits, 13, 1)
		WHEN '1' THEN
			microseconds := ('x' || substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8))::bit(60)::int8 / 10
				- 12219292800000000;
		WHEN '6' THEN
			microseconds := ('x' || left(digits, 12) || substr(digits, 14, 3))::bit(60)::int8 / 10
				- 12219292800000000;
		WHEN '7' THEN
			microseconds := ('x' || left(digits, 12))::bit(48)::int8 * 1000;
		ELSE
			RETURN NULL;
	END CASE;
	RETURN (timestamp '1970-01-01 00:00:00'
		+ make_interval(days => (microseconds / day)::int4, secs => (microseconds % day)::float8 / 1000000))
		AT TIME ZONE interval '0';
END $$;

-- The time has 15 hexadecimal digits.  UUIDv1 has the last 8 of them first, then the
-- middle 4, the version and the first 3.  UUIDv6 has the first 12, the version and the
-- last 3 (RFC 9562, sections 5.1 and 5.6).
CREATE OR REPLACE FUNCTION uuid_v1_to_v6(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(sequential_uuids_check_id(id, 1)::text,
	'^(.{5})(.{3})-(.{4})-1(.{3})', E'\\4\\3\\1-6\\2')::uuid;

CREATE OR REPLACE FUNCTION uuid_v6_to_v1(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(sequential_uuids_check_id(id, 6)::text,
	'^(.{3})(.{4})(.)-(.{4})-6(.{3})', E'\\3\\4\\5-\\2-1\\1')::uuid;

-- The tick within the millisecond becomes 14 bits, which keeps the order.  The other
-- bits are a hash.
CREATE OR REPLACE FUNCTION sequential_uuids_v1_to_v7(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := encode(uuid_send(id), 'hex');
	-- Ticks since 1970.
	ticks CONSTANT int8 := ('x' || substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8))::bit(60)::int8
		- 122192928000000000;
	fraction CONSTANT int8 := ticks % 10000 * 16384 / 10000;
BEGIN
	IF ticks < 0 THEN
		RAISE datetime_field_overflow USING MESSAGE = format('timestamp of UUID out of range: %s', id),
			DETAIL = 'UUIDs of version 7 begin in 1970.';
	END IF;
	RETURN (lpad(to_hex(ticks / 10000), 12, '0')
		|| '7' || lpad(to_hex(fraction >> 2), 3, '0')
		|| to_hex(8 | (fraction & 3)) || left(encode(sha256(uuid_send(id)), 'hex'), 15))::uuid;
END $$;

CREATE OR REPLACE FUNCTION uuid_v1_to_v7(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sequential_uuids_v1_to_v7(sequential_uuids_check_id(id, 1));

-- --- what \df+ shows ------------------------------------------------------------

COMMENT ON FUNCTION uuid_sequence_nextval(regclass, int4, int4) IS
	'Generate a version 4 UUID prefixed with the block of the sequence''s next value; '
	'for bigint sizes or version 8 see uuid_serial_nextval()';
COMMENT ON FUNCTION uuid_time_nextval(int4, int4) IS
	'Generate a version 4 UUID prefixed with the block of the current time, in intervals of seconds; '
	'for other lengths or version 8 see uuid_interval_nextval()';
COMMENT ON FUNCTION uuid_interval_nextval(interval, interval, int4) IS
	'Generate a version 4 or 8 UUID prefixed with the block of the current time';
COMMENT ON FUNCTION uuid_interval_at(timestamptz, interval, interval, int4) IS
	'Generate a UUID as uuid_interval_nextval() would at a given time, for existing rows';
COMMENT ON FUNCTION uuid_interval_block(timestamptz, interval, interval) IS
	'Block of a time';
COMMENT ON FUNCTION uuid_interval_window(uuid, timestamptz, interval, interval) IS
	'Latest interval, not after a time, in which a key can have been generated';
COMMENT ON FUNCTION uuid_serial_nextval(regclass, int8, int8, int4) IS
	'Generate a version 4 or 8 UUID prefixed with the block of the sequence''s next value';
COMMENT ON FUNCTION uuid_serial_at(int8, int8, int8, int4) IS
	'Generate a UUID as uuid_serial_nextval() does for a value of the sequence, for existing rows';
COMMENT ON FUNCTION uuid_serial_block(int8, int8, int8) IS
	'Block of a value of the sequence';
COMMENT ON FUNCTION uuid_block(uuid, int8) IS
	'Block that a key carries, or NULL if its prefix is not a block';
COMMENT ON FUNCTION uuid_block_lower(int8, int8) IS
	'Smallest key of a block';
COMMENT ON FUNCTION uuid_block_upper(int8, int8) IS
	'Largest key of a block';
COMMENT ON FUNCTION uuid_v7_nextval() IS
	'Generate a UUIDv7 of the current time';
COMMENT ON FUNCTION uuid_v7_nextval(int4, int4) IS
	'Generate a UUIDv7 that differs from those of other nodes with the same number of node bits';
COMMENT ON FUNCTION uuid_v7_at(timestamptz) IS
	'Generate a UUIDv7 of a given time';
COMMENT ON FUNCTION uuid_v7_lower(timestamptz) IS
	'Smallest UUIDv7 of a millisecond';
COMMENT ON FUNCTION uuid_v7_upper(timestamptz) IS
	'Largest UUIDv7 of a millisecond';
COMMENT ON FUNCTION sequential_uuids_lower(int4, timestamptz, timestamptz, interval, interval) IS
	'Smallest key of a span of time, up to the wrap (range 1) or after it (range 2), for uuid_interval_between()';
COMMENT ON FUNCTION sequential_uuids_upper(int4, timestamptz, timestamptz, interval, interval) IS
	'Largest key of a span of time, up to the wrap (range 1) or after it (range 2), for uuid_interval_between()';
COMMENT ON FUNCTION sequential_uuids_v7_lower(timestamptz, timestamptz) IS
	'Smallest UUIDv7 of a span of time, for uuid_v7_between()';
COMMENT ON FUNCTION sequential_uuids_v7_upper(timestamptz, timestamptz) IS
	'Largest UUIDv7 of a span of time, for uuid_v7_between()';
COMMENT ON FUNCTION sequential_uuids_present() IS
	'End of a span of time up to now, for uuid_interval_since() and uuid_v7_since()';
COMMENT ON FUNCTION uuid_interval_between(uuid, timestamptz, timestamptz, interval, interval) IS
	'Does the key belong to a block from that of from_time to that of the last microsecond before to_time?';
COMMENT ON FUNCTION uuid_interval_since(uuid, timestamptz, interval, interval) IS
	'Does the key belong to a block from that of from_time to the present one?';
COMMENT ON FUNCTION uuid_v7_between(uuid, timestamptz, timestamptz) IS
	'Is the key, if it is a UUIDv7, from the millisecond of from_time to that of the last microsecond before to_time?';
COMMENT ON FUNCTION uuid_v7_since(uuid, timestamptz) IS
	'Is the key, if it is a UUIDv7, from the millisecond of from_time to the present one?';
COMMENT ON FUNCTION uuid_version(uuid) IS
	'Version of a UUID, NULL if its variant is not RFC 9562''s';
COMMENT ON FUNCTION uuid_timestamp(uuid) IS
	'Time in a UUID of version 1, 6 or 7, otherwise NULL';
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS
	'UUIDv1 as UUIDv6, which sorts by time';
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS
	'UUIDv6 as the UUIDv1 that it stands for';
COMMENT ON FUNCTION uuid_v1_to_v7(uuid) IS
	'UUIDv1 as a UUIDv7 of the same time and in the same order';

-- --- what was bound -------------------------------------------------------------

-- Anyone who may create objects in the schema can have put functions, operators or types
-- there that match a call better than PostgreSQL's own.  Only objects that are not
-- PostgreSQL's own are recorded as dependencies.
DO $$
DECLARE
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	schema CONSTANT pg_catalog.regnamespace := pg_catalog.quote_ident(pg_catalog.current_schema());
	functions pg_catalog.regprocedure[];
	used pg_catalog.text;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	EXECUTE format('SELECT array_agg((%L || function)::regprocedure) FROM %s.sequential_uuids_functions() AS function',
		schema || '.', schema) INTO functions;
	IF EXISTS (SELECT FROM pg_proc
				WHERE pronamespace = schema AND proname IN (SELECT proname FROM pg_proc WHERE oid = ANY (functions))
				  AND proowner <> ALL (SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user)) THEN
		RAISE duplicate_function USING MESSAGE =
			format('another role has meanwhile created functions of sequential_uuids in schema %s', schema);
	END IF;
	SELECT min(pg_describe_object(refclassid, refobjid, refobjsubid)) INTO used
	  FROM pg_depend
	 WHERE classid = 'pg_proc'::regclass AND objid = ANY (functions)
	   AND refclassid <> ALL ('{pg_namespace,pg_language,pg_extension}'::regclass[])
	   AND NOT (refclassid = 'pg_proc'::regclass AND refobjid = ANY (functions));
	IF used IS NOT NULL THEN
		RAISE ambiguous_function USING MESSAGE = format('functions of sequential_uuids would use %s', used),
			DETAIL = 'It matches a call better than what PostgreSQL has.',
			HINT = 'Drop it, or choose a schema in which nobody else may create objects.';
	END IF;
	PERFORM set_config('search_path', path, true);
END $$;
