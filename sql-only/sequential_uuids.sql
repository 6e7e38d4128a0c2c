-- sequential_uuids in SQL and PL/pgSQL alone, for servers on which no extension
-- in C can be installed.
--
--   psql --set=schema=SCHEMA --file=sequential_uuids.sql
--
-- Creates the functions of the extension's version 1.1 in a schema that is
-- there: the same names, parameters, defaults, results and errors.  PostgreSQL
-- 15 or later.  Those whose names begin with "sequential_uuids_" are for the
-- others alone.  README.md beside this file says more.
--
-- Random bits come from gen_random_uuid().  Its version and variant, which are
-- not random, are where those of the result are, and so in none of the free
-- bits.
--
-- How it is written.  Where an expression will do, a function is in SQL with a
-- body that PostgreSQL binds to all that it uses when it is created, and puts in
-- the place of the call: no caller's search_path, nor the lack of a right on the
-- schema, changes what it does, and it runs in parallel queries wherever it
-- stands.  For that, those that make UUIDs use each parameter that may be
-- volatile once.  PL/pgSQL is for what raises errors or has steps, and uses
-- nothing but what is in pg_catalog: it names that in what runs for each new
-- UUID, and sets the search_path, which takes longer, elsewhere.  Only the advice
-- has the schema on its search_path.

\set ON_ERROR_STOP on
BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;

-- What lies in wait under a name of these would be called in the place of one
-- that takes its arguments less exactly, or be replaced.
SELECT set_config('sequential_uuids.schema', quote_ident(:'schema'), true) \gset ignored_
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_proc AS p LEFT JOIN (pg_depend JOIN pg_extension ON pg_extension.oid = refobjid) ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
				WHERE pronamespace = current_setting('sequential_uuids.schema')::regnamespace AND proname ~ '^(uuid|sequential_uuids)_'
				  AND CASE WHEN extname IS NULL THEN proowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user) ELSE extname = 'sequential_uuids' END) THEN
		RAISE duplicate_function USING MESSAGE = format('schema %s has functions of such names already', current_setting('sequential_uuids.schema')),
			DETAIL = 'They belong to the extension sequential_uuids, or to another role.';
	END IF;
END $$;

-- --- checks: each returns the value that it is given, or raises an error -------

-- 22023 for a whole number out of range.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_check(parameter text, value int8, lowest int8, highest int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF value OPERATOR(pg_catalog.<) lowest OR value OPERATOR(pg_catalog.>) highest THEN
		RAISE invalid_parameter_value USING MESSAGE = pg_catalog.format('invalid value for parameter "%s": %s', parameter, value),
			DETAIL = pg_catalog.format('Valid values are between %s and %s.', lowest, highest);
	END IF;
	RETURN value;
END $$;

CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_check_version(version int4) RETURNS int4
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF version OPERATOR(pg_catalog.<>) 4 AND version OPERATOR(pg_catalog.<>) 8 THEN
		RAISE invalid_parameter_value USING MESSAGE = pg_catalog.format('invalid value for parameter "version": %s', version), DETAIL = 'Valid values are 4 and 8.';
	END IF;
	RETURN version;
END $$;

-- 22023 for a span of time that ends before it starts.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_check_end(from_time timestamptz, to_time timestamptz, value int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF from_time OPERATOR(pg_catalog.>) to_time THEN
		RAISE invalid_parameter_value USING MESSAGE = pg_catalog.format('invalid value for parameter "to_time": %s', to_time),
			DETAIL = pg_catalog.format('Valid values are not before "from_time", %s.', from_time);
	END IF;
	RETURN value;
END $$;

-- A UUID, which has to be of a version.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_check_id(id uuid, version int4) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	bytes pg_catalog.bytea := pg_catalog.uuid_send(id);
BEGIN
	IF pg_catalog.get_byte(bytes, 6) OPERATOR(pg_catalog.>>) 4 OPERATOR(pg_catalog.<>) version OR pg_catalog.get_byte(bytes, 8) OPERATOR(pg_catalog.>>) 6 OPERATOR(pg_catalog.<>) 2 THEN
		RAISE invalid_parameter_value USING MESSAGE = pg_catalog.format('invalid value for parameter "id": %s', id),
			DETAIL = pg_catalog.format('Valid values are UUIDs of version %s with the variant of RFC 9562.', version);
	END IF;
	RETURN id;
END $$;

-- --- times as microseconds, blocks ---------------------------------------------

-- Microseconds since 1970, up to what 64 bits hold.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_microseconds(at timestamptz) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	-- Far from the ends float8 holds microseconds; numeric takes longer.
	IF at OPERATOR(pg_catalog.>=) '1970-01-01 00:00:00+00'::pg_catalog.timestamptz AND at OPERATOR(pg_catalog.<) '2100-01-01 00:00:00+00'::pg_catalog.timestamptz THEN
		RETURN (pg_catalog.date_part('epoch', at) OPERATOR(pg_catalog.*) 1000000::pg_catalog.float8)::pg_catalog.int8;
	END IF;
	IF NOT pg_catalog.isfinite(at) OR at OPERATOR(pg_catalog.>) '294247-01-10 04:00:54.775807+00'::pg_catalog.timestamptz THEN
		RAISE datetime_field_overflow USING MESSAGE = pg_catalog.format('timestamp out of range: %s', at),
			DETAIL = 'Valid values are finite and not after 294247-01-10 04:00:54.775807 UTC.';
	END IF;
	RETURN pg_catalog.extract('epoch', at OPERATOR(pg_catalog.-) '1970-01-01 00:00:00+00'::pg_catalog.timestamptz) OPERATOR(pg_catalog.*) 1000000::pg_catalog.numeric;
END $$;

-- The first 64 bits of the UUIDv7 of a time: 48 of milliseconds since 1970, the
-- version, 12 of the rest, in 4096ths of a millisecond.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_v7_time(at timestamptz) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	microseconds pg_catalog.int8;
BEGIN
	IF at OPERATOR(pg_catalog.>=) '1970-01-01 00:00:00+00'::pg_catalog.timestamptz AND at OPERATOR(pg_catalog.<) '2100-01-01 00:00:00+00'::pg_catalog.timestamptz THEN
		microseconds := (pg_catalog.date_part('epoch', at) OPERATOR(pg_catalog.*) 1000000::pg_catalog.float8)::pg_catalog.int8;
	ELSIF at OPERATOR(pg_catalog.<) '1970-01-01 00:00:00+00'::pg_catalog.timestamptz OR at OPERATOR(pg_catalog.>) '10889-08-02 05:31:50.655999+00'::pg_catalog.timestamptz THEN
		RAISE datetime_field_overflow USING MESSAGE = pg_catalog.format('timestamp out of range: %s', at),
			DETAIL = 'Valid values are between 1970-01-01 00:00:00 UTC and 10889-08-02 05:31:50.655999 UTC.';
	ELSE
		microseconds := pg_catalog.extract('epoch', at OPERATOR(pg_catalog.-) '1970-01-01 00:00:00+00'::pg_catalog.timestamptz) OPERATOR(pg_catalog.*) 1000000::pg_catalog.numeric;
	END IF;
	RETURN ((microseconds OPERATOR(pg_catalog./) 1000::pg_catalog.int8) OPERATOR(pg_catalog.<<) 16) OPERATOR(pg_catalog.|) 28672::pg_catalog.int8
		OPERATOR(pg_catalog.|) (((microseconds OPERATOR(pg_catalog.%) 1000::pg_catalog.int8) OPERATOR(pg_catalog.*) 4096::pg_catalog.int8) OPERATOR(pg_catalog./) 1000::pg_catalog.int8);
END $$;

-- 1 to 2^63 - 1 microseconds; days have 24 hours, months are refused.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_length(parameter text, length interval) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	microseconds pg_catalog.numeric := pg_catalog.extract('epoch', length) OPERATOR(pg_catalog.*) 1000000::pg_catalog.numeric;
BEGIN
	IF pg_catalog.extract('month', length) OPERATOR(pg_catalog.<>) 0::pg_catalog.numeric OR pg_catalog.extract('year', length) OPERATOR(pg_catalog.<>) 0::pg_catalog.numeric
		OR microseconds OPERATOR(pg_catalog.<) 1::pg_catalog.numeric OR microseconds OPERATOR(pg_catalog.>) 9223372036854775807::pg_catalog.numeric THEN
		RAISE invalid_parameter_value USING MESSAGE = pg_catalog.format('invalid value for parameter "%s": %s', parameter, length),
			DETAIL = 'Valid values are between 1 and 9223372036854775807 microseconds, without months or years, whose length varies.';
	END IF;
	RETURN microseconds;
END $$;

-- floor(counter / size) mod count.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_block(counter int8, size int8, count int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF counter OPERATOR(pg_catalog.>=) 0::pg_catalog.int8 THEN
		RETURN (counter OPERATOR(pg_catalog./) size) OPERATOR(pg_catalog.%) count;
	END IF;
	RETURN (count OPERATOR(pg_catalog.-) 1::pg_catalog.int8) OPERATOR(pg_catalog.-) (((OPERATOR(pg_catalog.~) counter) OPERATOR(pg_catalog./) size) OPERATOR(pg_catalog.%) count);
END $$;

-- The same for a sequence's value, which is 1 for the first row; of the smallest
-- no int8 is the counter.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_sequence_block(value int8, size int8, count int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	IF value OPERATOR(pg_catalog.>) 0::pg_catalog.int8 THEN
		RETURN ((value OPERATOR(pg_catalog.-) 1::pg_catalog.int8) OPERATOR(pg_catalog./) size) OPERATOR(pg_catalog.%) count;
	END IF;
	RETURN (count OPERATOR(pg_catalog.-) 1::pg_catalog.int8)
		OPERATOR(pg_catalog.-) pg_catalog.mod(pg_catalog.div(OPERATOR(pg_catalog.-) value::pg_catalog.numeric, size::pg_catalog.numeric), count::pg_catalog.numeric)::pg_catalog.int8;
END $$;

-- floor(microseconds / length) mod count for the current time; where length and
-- count are constants, as in a default, without a call of PL/pgSQL.  While the
-- seconds since 1970 are below 2^32 either way, from 1834 to 2105, float8 is less
-- than half a microsecond off, which round() mends.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_clock_block(at timestamptz, length int8, count int8) RETURNS int8
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN mod(mod(floor(round(date_part('epoch', at) * 1000000) / length)::int8, count) + count, count);

-- --- bits of UUIDs -------------------------------------------------------------

-- The bits behind the prefix in the first 48: 48 - ceil(log2(count)).
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_free_bits(count int8) RETURNS int4
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN count <= 1 THEN 48 ELSE position('1' IN (count - 1)::bit(64)::text) - 17 END;

-- A random UUID with a block in the place of its first bits, of a version.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_stamp(id uuid, block int8, free_bits int4, version int4) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	bytes pg_catalog.bytea;
	-- Whose last six bytes are the first 48 bits, and how many of them are the block's alone.
	first_bits pg_catalog.bytea;
	whole pg_catalog.int4;
BEGIN
	-- A prefix of whole bytes, in one expression, since each takes its time.
	IF version OPERATOR(pg_catalog.=) 4 AND free_bits OPERATOR(pg_catalog.&) 7 OPERATOR(pg_catalog.=) 0 THEN
		RETURN pg_catalog.encode(pg_catalog.substr(pg_catalog.int8send(block), 3 OPERATOR(pg_catalog.+) (free_bits OPERATOR(pg_catalog.>>) 3))
			OPERATOR(pg_catalog.||) pg_catalog.substr(pg_catalog.uuid_send(id), 7 OPERATOR(pg_catalog.-) (free_bits OPERATOR(pg_catalog.>>) 3)), 'hex')::pg_catalog.uuid;
	END IF;
	bytes := pg_catalog.uuid_send(id);
	first_bits := pg_catalog.int8send(block OPERATOR(pg_catalog.<<) free_bits);
	whole := (48 OPERATOR(pg_catalog.-) free_bits) OPERATOR(pg_catalog.>>) 3;
	IF free_bits OPERATOR(pg_catalog.&) 7 OPERATOR(pg_catalog.>) 0 THEN
		bytes := pg_catalog.set_byte(bytes, whole, pg_catalog.get_byte(first_bits, 2 OPERATOR(pg_catalog.+) whole)
			OPERATOR(pg_catalog.|) (pg_catalog.get_byte(bytes, whole) OPERATOR(pg_catalog.&) ((1 OPERATOR(pg_catalog.<<) (free_bits OPERATOR(pg_catalog.&) 7)) OPERATOR(pg_catalog.-) 1)));
	END IF;
	IF version OPERATOR(pg_catalog.=) 8 THEN
		bytes := pg_catalog.set_byte(bytes, 6, 128 OPERATOR(pg_catalog.|) (pg_catalog.get_byte(bytes, 6) OPERATOR(pg_catalog.&) 15));
	END IF;
	RETURN pg_catalog.encode(pg_catalog.substr(first_bits, 3, whole) OPERATOR(pg_catalog.||) pg_catalog.substr(bytes, 1 OPERATOR(pg_catalog.+) whole), 'hex')::pg_catalog.uuid;
END $$;

-- A random UUID with the last 16 bits of a number in the place of its first.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_with_first_16(id uuid, bits int8) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(substr(int8send(bits), 7) || substr(uuid_send(id), 3), 'hex')::uuid;

-- With all of it.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_with_first_64(id uuid, bits int8) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(int8send(bits) || substr(uuid_send(id), 9), 'hex')::uuid;

-- A UUID with a node of so many bits behind the variant.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_with_node(id uuid, node int8, node_bits int4) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	bytes pg_catalog.bytea := pg_catalog.uuid_send(id);
	-- What stays of these 32 bits.
	free_bits pg_catalog.int4 := 30 OPERATOR(pg_catalog.-) node_bits;
	tail pg_catalog.int8 := ('x' OPERATOR(pg_catalog.||) pg_catalog.encode(pg_catalog.substr(bytes, 9, 4), 'hex'))::pg_catalog.bit(32)::pg_catalog.int8;
BEGIN
	tail := (2::pg_catalog.int8 OPERATOR(pg_catalog.<<) 30) OPERATOR(pg_catalog.|) (node OPERATOR(pg_catalog.<<) free_bits)
		OPERATOR(pg_catalog.|) (tail OPERATOR(pg_catalog.&) ((1::pg_catalog.int8 OPERATOR(pg_catalog.<<) free_bits) OPERATOR(pg_catalog.-) 1::pg_catalog.int8));
	RETURN pg_catalog.encode(pg_catalog.overlay(bytes, pg_catalog.substr(pg_catalog.int8send(tail), 5), 9), 'hex');
END $$;

-- --- generators ------------------------------------------------------------------

-- UUID whose prefix is the block of the sequence's next value, in the usual case
-- of two bytes.
CREATE OR REPLACE FUNCTION :"schema".uuid_sequence_nextval(sequence regclass, block_size int4 DEFAULT 65536, block_count int4 DEFAULT 65536) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
	WHEN num_nulls(sequence, block_size, block_count) > 0 THEN NULL
	WHEN block_count = 65536 AND block_size > 0 THEN
		:"schema".sequential_uuids_with_first_16(gen_random_uuid(), :"schema".sequential_uuids_sequence_block(nextval(sequence), block_size, 65536))
	WHEN :"schema".sequential_uuids_check('block_size', block_size, 1, 2147483647) > 0 AND :"schema".sequential_uuids_check('block_count', block_count, 1, 2147483647) > 0 THEN
		:"schema".sequential_uuids_stamp(gen_random_uuid(), :"schema".sequential_uuids_sequence_block(nextval(sequence), block_size, block_count), :"schema".sequential_uuids_free_bits(block_count), 4) END;

-- The same in full range, of a version.
CREATE OR REPLACE FUNCTION :"schema".uuid_sequence_nextval(sequence regclass, block_size int8, block_count int8, version int4) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
	WHEN num_nulls(sequence, block_size, block_count, version) > 0 THEN NULL
	WHEN :"schema".sequential_uuids_check('block_size', block_size, 1, 9223372036854775807) > 0 AND :"schema".sequential_uuids_check('block_count', block_count, 1, 281474976710656) > 0
		AND :"schema".sequential_uuids_check_version(version) > 0 THEN
		:"schema".sequential_uuids_stamp(gen_random_uuid(), :"schema".sequential_uuids_sequence_block(nextval(sequence), block_size, block_count), :"schema".sequential_uuids_free_bits(block_count), version) END;

-- UUID whose prefix is the block of the current time, in intervals of a length
-- in seconds; float8 holds whole seconds.
CREATE OR REPLACE FUNCTION :"schema".uuid_time_nextval(interval_length int4 DEFAULT 60, interval_count int4 DEFAULT 65536) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
	WHEN num_nulls(interval_length, interval_count) > 0 THEN NULL
	WHEN interval_count = 65536 AND interval_length > 0 THEN
		:"schema".sequential_uuids_with_first_16(gen_random_uuid(), floor(date_part('epoch', clock_timestamp()) / interval_length)::int8)
	ELSE
		:"schema".sequential_uuids_stamp(gen_random_uuid(),
			:"schema".sequential_uuids_clock_block(clock_timestamp(), :"schema".sequential_uuids_check('interval_length', interval_length, 1, 2147483647) * 1000000,
				:"schema".sequential_uuids_check('interval_count', interval_count, 1, 2147483647)),
			:"schema".sequential_uuids_free_bits(interval_count), 4) END;

-- The same with intervals down to a microsecond, of a version.
CREATE OR REPLACE FUNCTION :"schema".uuid_time_nextval(interval_length interval, interval_count int8, version int4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_stamp(gen_random_uuid(),
	:"schema".sequential_uuids_clock_block(clock_timestamp(), :"schema".sequential_uuids_length('interval_length', interval_length), :"schema".sequential_uuids_check('interval_count', interval_count, 1, 281474976710656)),
	:"schema".sequential_uuids_free_bits(interval_count), :"schema".sequential_uuids_check_version(version));

-- UUID as uuid_sequence_nextval makes it for a counter, the sequence's value less 1.
CREATE OR REPLACE FUNCTION :"schema".uuid_sequence_at(counter int8, block_size int8 DEFAULT 65536, block_count int8 DEFAULT 65536, version int4 DEFAULT 4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_stamp(gen_random_uuid(),
	:"schema".sequential_uuids_block(counter, :"schema".sequential_uuids_check('block_size', block_size, 1, 9223372036854775807), :"schema".sequential_uuids_check('block_count', block_count, 1, 281474976710656)),
	:"schema".sequential_uuids_free_bits(block_count), :"schema".sequential_uuids_check_version(version));

-- UUID as uuid_time_nextval makes it at a time.
CREATE OR REPLACE FUNCTION :"schema".uuid_time_at(at timestamptz, interval_length interval DEFAULT '60 s', interval_count int8 DEFAULT 65536, version int4 DEFAULT 4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_stamp(gen_random_uuid(),
	:"schema".sequential_uuids_block(:"schema".sequential_uuids_microseconds(at), :"schema".sequential_uuids_length('interval_length', interval_length), :"schema".sequential_uuids_check('interval_count', interval_count, 1, 281474976710656)),
	:"schema".sequential_uuids_free_bits(interval_count), :"schema".sequential_uuids_check_version(version));

-- UUIDv7 of the current time.
CREATE OR REPLACE FUNCTION :"schema".uuid_v7_nextval() RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_with_first_64(gen_random_uuid(), :"schema".sequential_uuids_v7_time(clock_timestamp()));

-- UUIDv7 that differs from those of other nodes with as many node bits.
CREATE OR REPLACE FUNCTION :"schema".uuid_v7_nextval(node int4, node_bits int4) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_with_node(:"schema".sequential_uuids_with_first_64(gen_random_uuid(), :"schema".sequential_uuids_v7_time(clock_timestamp())),
	:"schema".sequential_uuids_check('node', node, 0, (1 << :"schema".sequential_uuids_check('node_bits', node_bits, 1, 16)::int4) - 1), node_bits);

-- UUIDv7 of a time.
CREATE OR REPLACE FUNCTION :"schema".uuid_v7_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_with_first_64(gen_random_uuid(), :"schema".sequential_uuids_v7_time(at));

-- --- blocks, and times by block --------------------------------------------------

-- Block of a counter, the sequence's value less 1.
CREATE OR REPLACE FUNCTION :"schema".uuid_sequence_block(counter int8, block_size int8, block_count int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_block(counter, :"schema".sequential_uuids_check('block_size', block_size, 1, 9223372036854775807), :"schema".sequential_uuids_check('block_count', block_count, 1, 281474976710656));

-- Block of a time.
CREATE OR REPLACE FUNCTION :"schema".uuid_time_block(at timestamptz, interval_length interval, interval_count int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_block(:"schema".sequential_uuids_microseconds(at), :"schema".sequential_uuids_length('interval_length', interval_length), :"schema".sequential_uuids_check('interval_count', interval_count, 1, 281474976710656));

-- The prefix of a UUID, NULL if it is no block.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_prefix(id uuid, count int8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	bits pg_catalog.int4 := pg_catalog."position"(((count OPERATOR(pg_catalog.-) 1::pg_catalog.int8)::pg_catalog.bit(48))::pg_catalog.text, '1');
	prefix pg_catalog.int8 := ('x' OPERATOR(pg_catalog.||) pg_catalog.encode(pg_catalog.substr(pg_catalog.uuid_send(id), 1, 6), 'hex'))::pg_catalog.bit(48)::pg_catalog.int8;
BEGIN
	-- Of a count of 1 no bit is set, and none is the prefix.
	prefix := CASE WHEN count OPERATOR(pg_catalog.=) 1::pg_catalog.int8 THEN 0 ELSE prefix OPERATOR(pg_catalog.>>) (bits OPERATOR(pg_catalog.-) 1) END;
	IF prefix OPERATOR(pg_catalog.<) count THEN
		RETURN prefix;
	END IF;
	RETURN NULL;
END $$;

-- Block that a UUID carries, NULL if its prefix is none.
CREATE OR REPLACE FUNCTION :"schema".uuid_block(id uuid, block_count int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_prefix(id, :"schema".sequential_uuids_check('block_count', block_count, 1, 281474976710656));

-- The smallest UUID of one block and the largest of another.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_bounds(first int8, last int8, count int8, OUT lo uuid, OUT hi uuid)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	free_bits CONSTANT int4 := CASE WHEN count = 1 THEN 48 ELSE position('1' IN (count - 1)::bit(64)::text) - 17 END;
BEGIN
	lo := (lpad(to_hex(first << free_bits), 12, '0') || repeat('0', 20))::uuid;
	hi := (lpad(to_hex(((last + 1) << free_bits) - 1), 12, '0') || repeat('f', 20))::uuid;
END $$;

-- Smallest and largest UUID of a block.
CREATE OR REPLACE FUNCTION :"schema".uuid_block_bounds(block int8, block_count int8, OUT lo uuid, OUT hi uuid)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
	SELECT b.lo, b.hi
	  FROM :"schema".sequential_uuids_bounds(:"schema".sequential_uuids_check('block', block, 0, :"schema".sequential_uuids_check('block_count', block_count, 1, 281474976710656) - 1), block, block_count) AS b;
END;

-- The last interval in which there was a block, not after a time in microseconds
-- since 1970.  An end that no timestamp can be is open, an interval in which
-- there is none is NULL.  Days and seconds are exact, and a time without a zone
-- has no days of 23 or 25 hours.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_window(before int8, length int8, block int8, count int8) RETURNS tstzrange
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Intervals since 1970; floor(before / length), exactly, for those before it.
	current CONSTANT numeric := div(before, length) - CASE WHEN mod(before, length) < 0 THEN 1 ELSE 0 END;
	last CONSTANT numeric := current - mod(mod(current - block, count) + count, count);
	start CONSTANT numeric := last * length;
	finish CONSTANT numeric := start + length;
	epoch CONSTANT timestamp := '1970-01-01 00:00:00';
	day CONSTANT numeric := 86400000000;
BEGIN
	IF finish <= -210866803200000000 THEN
		RETURN NULL;
	END IF;
	RETURN tstzrange(
		CASE WHEN start >= -210866803200000000 THEN (epoch + make_interval(days => div(start, day)::int4, secs => mod(start, day)::float8 / 1000000)) AT TIME ZONE interval '0' END,
		CASE WHEN finish <= 9223372036854775807 THEN (epoch + make_interval(days => div(finish, day)::int4, secs => mod(finish, day)::float8 / 1000000)) AT TIME ZONE interval '0' END);
END $$;

-- Last interval, not after a time, in which a UUID can have been made.
CREATE OR REPLACE FUNCTION :"schema".uuid_time_window(id uuid, before timestamptz, interval_length interval DEFAULT '60 s', interval_count int8 DEFAULT 65536) RETURNS tstzrange
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_window(:"schema".sequential_uuids_microseconds(before), :"schema".sequential_uuids_length('interval_length', interval_length),
	:"schema".sequential_uuids_prefix(id, :"schema".sequential_uuids_check('interval_count', interval_count, 1, 281474976710656)), interval_count);

-- Ranges of blocks between two times in microseconds since 1970: from block to
-- block, around the end, or all where that is a full turn.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_ranges(since int8, until int8, length int8, count int8) RETURNS TABLE (first int8, last int8)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	from_interval CONSTANT numeric := div(since, length) - CASE WHEN mod(since, length) < 0 THEN 1 ELSE 0 END;
	to_interval CONSTANT numeric := div(until, length) - CASE WHEN mod(until, length) < 0 THEN 1 ELSE 0 END;
	from_block CONSTANT int8 := mod(mod(from_interval, count) + count, count);
	to_block CONSTANT int8 := mod(mod(to_interval, count) + count, count);
BEGIN
	IF to_interval - from_interval >= count - 1 THEN
		RETURN QUERY VALUES (0::int8, count - 1);
	ELSIF from_block <= to_block THEN
		RETURN QUERY VALUES (from_block, to_block);
	ELSE
		RETURN QUERY VALUES (0::int8, to_block), (from_block, count - 1);
	END IF;
END $$;

-- Ranges of keys that hold every UUID made between two times, both inclusive.
CREATE OR REPLACE FUNCTION :"schema".uuid_time_ranges(from_time timestamptz, to_time timestamptz, interval_length interval DEFAULT '60 s', interval_count int8 DEFAULT 65536, OUT lo uuid, OUT hi uuid) RETURNS SETOF record
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT b.lo, b.hi
	  FROM :"schema".sequential_uuids_ranges(:"schema".sequential_uuids_microseconds(from_time), :"schema".sequential_uuids_microseconds(to_time), :"schema".sequential_uuids_length('interval_length', interval_length),
				:"schema".sequential_uuids_check('interval_count', :"schema".sequential_uuids_check_end(from_time, to_time, interval_count), 1, 281474976710656)) AS r,
		   LATERAL :"schema".sequential_uuids_bounds(r.first, r.last, interval_count) AS b;
END;

-- --- versions that hold a time ---------------------------------------------------

-- The smallest and the largest UUIDv7 of the milliseconds that such begin with.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_v7_bounds(first int8, last int8, OUT lo uuid, OUT hi uuid)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	lo := (lpad(to_hex((first >> 16) & 281474976710655), 12, '0') || '70008000000000000000')::uuid;
	hi := (lpad(to_hex((last >> 16) & 281474976710655), 12, '0') || '7fffbfffffffffffffff')::uuid;
END $$;

-- Smallest and largest UUIDv7 of the milliseconds of two times.
CREATE OR REPLACE FUNCTION :"schema".uuid_v7_bounds(from_time timestamptz, to_time timestamptz, OUT lo uuid, OUT hi uuid)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
	SELECT b.lo, b.hi
	  FROM :"schema".sequential_uuids_v7_bounds(:"schema".sequential_uuids_v7_time(from_time), :"schema".sequential_uuids_check_end(from_time, to_time, :"schema".sequential_uuids_v7_time(to_time))) AS b;
END;

-- Version of a UUID, NULL if its variant is not that of RFC 9562.
CREATE OR REPLACE FUNCTION :"schema".uuid_version(id uuid) RETURNS int4
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN get_byte(uuid_send(id), 8) >> 6 = 2 THEN get_byte(uuid_send(id), 6) >> 4 END;

-- Time in a UUID of version 1, 6 (to the microsecond) or 7 (to the millisecond), NULL for the others.
CREATE OR REPLACE FUNCTION :"schema".uuid_timestamp(id uuid) RETURNS timestamptz
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
		WHEN '1' THEN microseconds := ('x' || substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8))::bit(60)::int8 / 10 - 12219292800000000;
		WHEN '6' THEN microseconds := ('x' || left(digits, 12) || substr(digits, 14, 3))::bit(60)::int8 / 10 - 12219292800000000;
		WHEN '7' THEN microseconds := ('x' || left(digits, 12))::bit(48)::int8 * 1000;
		ELSE RETURN NULL;
	END CASE;
	RETURN (timestamp '1970-01-01 00:00:00' + make_interval(days => (microseconds / day)::int4, secs => (microseconds % day)::float8 / 1000000)) AT TIME ZONE interval '0';
END $$;

-- In UUIDv1 the time, of 15 digits, stands with its last 8 first, then 4, then
-- the version and 3; in UUIDv6 with its first 12 first, then the version and 3
-- (RFC 9562, sections 5.1 and 5.6).
-- UUIDv1 as UUIDv6, which sorts by time.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_v6_of_v1(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := encode(uuid_send(id), 'hex');
	ticks CONSTANT text := substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8);
BEGIN
	RETURN (left(ticks, 12) || '6' || right(ticks, 3) || substr(digits, 17))::uuid;
END $$;

CREATE OR REPLACE FUNCTION :"schema".uuid_v1_to_v6(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_v6_of_v1(:"schema".sequential_uuids_check_id(id, 1));

-- UUIDv6 as the UUIDv1 that it stands for.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_v1_of_v6(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := encode(uuid_send(id), 'hex');
	ticks CONSTANT text := left(digits, 12) || substr(digits, 14, 3);
BEGIN
	RETURN (right(ticks, 8) || substr(ticks, 4, 4) || '1' || left(ticks, 3) || substr(digits, 17))::uuid;
END $$;

CREATE OR REPLACE FUNCTION :"schema".uuid_v6_to_v1(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_v1_of_v6(:"schema".sequential_uuids_check_id(id, 6));

-- UUIDv1 as a UUIDv7 of the same time and in the same order: the tick within
-- the millisecond becomes 14 bits, the others are a hash.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_v7_of_v1(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	digits CONSTANT text := encode(uuid_send(id), 'hex');
	-- Since 1970.
	ticks CONSTANT int8 := ('x' || substr(digits, 14, 3) || substr(digits, 9, 4) || left(digits, 8))::bit(60)::int8 - 122192928000000000;
	fraction CONSTANT int8 := ticks % 10000 * 16384 / 10000;
BEGIN
	IF ticks < 0 THEN
		RAISE datetime_field_overflow USING MESSAGE = format('timestamp of UUID out of range: %s', id), DETAIL = 'UUIDs of version 7 begin in 1970.';
	END IF;
	RETURN (lpad(to_hex(ticks / 10000), 12, '0') || '7' || lpad(to_hex(fraction >> 2), 3, '0') || to_hex(8 | (fraction & 3)) || left(encode(sha256(uuid_send(id)), 'hex'), 15))::uuid;
END $$;

CREATE OR REPLACE FUNCTION :"schema".uuid_v1_to_v7(id uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN :"schema".sequential_uuids_v7_of_v1(:"schema".sequential_uuids_check_id(id, 1));

-- --- advice ----------------------------------------------------------------------

-- The model is that of the edition in C, derived in doc/parameters.md.

-- Keys on a full leaf page, beside the one that bounds the page.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_keys_per_page() RETURNS int4
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (current_setting('block_size')::int4 - 40) / 28 - 1;

-- The units that lengths of time are written in.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_units(OUT length int8, OUT name text) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 6
BEGIN ATOMIC
	VALUES (86400000000, 'days'), (3600000000, 'h'), (60000000, 'min'), (1000000, 's'), (1000, 'ms'), (1, 'us');
END;

-- A length of time as SQL reads it, whatever the session's settings.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_length_text(microseconds int8) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT format('%s %s', microseconds / length, name) FROM :"schema".sequential_uuids_units() WHERE microseconds % length = 0 ORDER BY length DESC LIMIT 1);

-- The same to three digits, in the largest unit.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_rough_length_text(microseconds float8) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET extra_float_digits = -12
RETURN (SELECT format('%s %s', microseconds / length, name) FROM :"schema".sequential_uuids_units() WHERE microseconds >= length ORDER BY length DESC LIMIT 1);

-- As C's "%.15g" has it.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_float_text(value float8) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET extra_float_digits = 0
RETURN value::text;

-- A whole number with all of its digits.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_whole_text(value float8) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (floor(value / 4294967296)::int8::numeric * 4294967296 + (value - floor(value / 4294967296) * 4294967296)::int8)::text;

-- The largest of 1, 2, 5, 10, 20, 50 ... that is not above a value from 1.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_round_down(value float8) RETURNS int8
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	power int8 := 1;
BEGIN
	WHILE value / power >= 10 LOOP
		power := power * 10;
	END LOOP;
	RETURN power * CASE WHEN value / power >= 5 THEN 5 WHEN value / power >= 2 THEN 2 ELSE 1 END;
END $$;

-- 1 - exp(-x), exact for small x too.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_odds(x float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN x > 40 THEN 1 ELSE 2 * sinh(x / 2) * exp(- x / 2) END;

-- A setting with blocks of at most so many rows, and with enough of them for a turn.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_setting(by_time bool, rate float8, turn int8, at_most float8, OUT size int8, OUT count int8, OUT rows_per_block float8)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	rows_per_turn CONSTANT float8 := rate * turn / 1000000;
	rows CONSTANT float8 := least(at_most, rows_per_turn);
	size_wanted float8;
	unit int8;
BEGIN
	IF by_time THEN
		-- A turn as it is, since there and back the division rounds.
		size_wanted := greatest(CASE WHEN rows < rows_per_turn THEN rows / rate * 1000000 ELSE turn END, 1);
		unit := (SELECT max(u.length) FROM sequential_uuids_units() AS u WHERE u.length <= size_wanted);
		size := least(sequential_uuids_round_down(size_wanted / unit) * unit, turn);
		rows_per_block := rate * size / 1000000;
		count := least((turn - 1) / size + 1, 281474976710656);
	ELSE
		size := sequential_uuids_round_down(greatest(rows, 1));
		rows_per_block := size;
		count := greatest(1, least(ceil(rows_per_turn / size), 281474976710656));
	END IF;
END $$;

-- The density of the leaf pages that blocks leave behind in the first turn.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_first_turn_density(rows_per_block float8) RETURNS float8
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	full_page CONSTANT int4 := sequential_uuids_keys_per_page();
	left_behind CONSTANT float8 := full_page * 90 / 100;
	block CONSTANT int4 := CASE WHEN rows_per_block > 2 * full_page THEN 0 ELSE greatest(round(rows_per_block), 1) END;
	rows int4 := 0;
	-- The leaf pages that take rows of the block, from the left.
	keys float8[] := '{0}';
	old_keys float8[] := '{0}';
	share float8[] := '{1}';
	pages int4 := 1;
	pages_left float8 := 0;
	keys_left float8 := 0;
	i int4;
	stay float8;
	new_share float8;
	new_old_keys float8;
BEGIN
	-- The splits of large blocks are at random times.
	IF block = 0 THEN
		RETURN ln(2::float8);
	END IF;
	-- Rows that the split of the rightmost page takes along leave no more behind.
	IF block <= full_page - left_behind THEN
		RETURN left_behind / full_page;
	END IF;
	WHILE rows < 20000 LOOP
		-- A block begins on the rightmost page.
		FOR i IN 1 .. pages - 1 LOOP
			keys_left := keys_left + keys[i];
		END LOOP;
		pages_left := pages_left + pages - 1;
		keys := ARRAY[keys[pages]];
		old_keys := keys;
		share := '{1}';
		pages := 1;
		FOR row IN 1 .. block LOOP
			FOR i IN 1 .. pages LOOP
				keys[i] := keys[i] + share[i];
			END LOOP;
			i := 1;
			WHILE i <= pages LOOP
				IF keys[i] > full_page THEN
					stay := CASE WHEN i = pages THEN left_behind ELSE keys[i] / 2 END;
					new_share := share[i] * (1 - greatest(stay - old_keys[i], 0) / (keys[i] - old_keys[i]));
					new_old_keys := old_keys[i] - least(old_keys[i], stay);
					keys := keys[: i - 1] || stay || (keys[i] - stay) || keys[i + 1 :];
					old_keys := old_keys[: i - 1] || (old_keys[i] - new_old_keys) || new_old_keys || old_keys[i + 1 :];
					share := share[: i - 1] || (share[i] - new_share) || new_share || share[i + 1 :];
					pages := pages + 1;
					i := i + 1;
				END IF;
				i := i + 1;
			END LOOP;
		END LOOP;
		rows := rows + block;
	END LOOP;
	RETURN keys_left / (pages_left * full_page);
END $$;

-- The expected leaf density and how many leaf pages the rows of a block go to.
-- Where later turns have come by again, the pages have split in halves.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_pages(count int8, rows_per_block float8, rows float8, OUT density float8, OUT warm float8)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	turns CONSTANT float8 := rows / (rows_per_block * count);
	again CONSTANT float8 := least(greatest(turns - 1, 0), 1);
	inserts CONSTANT float8 := least(rows_per_block, rows);
	keys float8;
	pages float8;
BEGIN
	density := (1 + again) / (2 * again / ln(2::float8) + (1 - again) / sequential_uuids_first_turn_density(rows_per_block));
	keys := sequential_uuids_keys_per_page() * density;
	pages := 1 + inserts * ceil(turns) / keys;
	warm := ceil(rows / keys);
	IF count > 1 THEN
		warm := least(ceil(pages * sequential_uuids_odds(inserts / pages)), warm);
	END IF;
END $$;

-- A setting with about the largest blocks whose pages fit into memory.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_largest_setting(by_time bool, rate float8, turn int8, total_rows int8, index_memory int8, OUT size int8, OUT count int8, OUT rows_per_block float8)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	memory_pages CONSTANT float8 := floor(index_memory::float8 / current_setting('block_size')::float8);
	rows float8 := greatest((memory_pages - 1) * sequential_uuids_keys_per_page() * ln(2::float8) / ceil(total_rows / (rate * turn / 1000000)), memory_pages);
BEGIN
	LOOP
		SELECT s.size, s.count, s.rows_per_block INTO size, count, rows_per_block FROM sequential_uuids_setting(by_time, rate, turn, rows) AS s;
		EXIT WHEN (sequential_uuids_pages(count, rows_per_block, total_rows)).warm <= memory_pages OR rows < 1;
		rows := rows / 2;
	END LOOP;
END $$;

-- The probability that any two of the rows have the same UUID: those under the same prefix.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_collision_odds(count int8, rows_per_block float8, rows float8, random_bits int4) RETURNS float8
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	turns CONSTANT float8 := rows / (rows_per_block * count);
	begun CONSTANT float8 := turns - floor(turns);
	low CONSTANT float8 := floor(turns) * rows_per_block;
	high CONSTANT float8 := (floor(turns) + 1) * rows_per_block;
BEGIN
	RETURN sequential_uuids_odds(CASE WHEN rows <= rows_per_block THEN rows * greatest(rows - 1, 0) / 2
		ELSE count * ((1 - begun) * (low * greatest(low - 1, 0) / 2) + begun * (high * greatest(high - 1, 0) / 2)) END / power(2::float8, random_bits));
END $$;

-- Settings of both generators for a rate of inserts, with what each costs and reveals.
CREATE OR REPLACE FUNCTION :"schema".uuid_advise(rows_per_second float8, turn interval DEFAULT '45 days', total_rows int8 DEFAULT 1000000000, index_memory int8 DEFAULT 134217728,
	OUT goal text, OUT call text, OUT rows_per_block float8, OUT warm_pages int8, OUT wraps_after interval, OUT random_bits int4,
	OUT collision_odds float8, OUT leaf_density float8, OUT outsider_learns text) RETURNS SETOF record
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE ROWS 8 SET search_path = pg_catalog, :"schema", pg_temp AS $$
DECLARE
	length CONSTANT int8 := sequential_uuids_length('turn', turn);
	page CONSTANT int8 := current_setting('block_size');
	full_page CONSTANT int4 := sequential_uuids_keys_per_page();
	s record;
	before text;
	pages record;
	around float8;
BEGIN
	IF NOT rows_per_second BETWEEN 0.0001 AND 1e9 THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "rows_per_second": %s', sequential_uuids_float_text(rows_per_second)),
			DETAIL = 'Valid values are between 0.0001 and 1000000000.';
	END IF;
	PERFORM sequential_uuids_check('total_rows', total_rows, 1, 9223372036854775807), sequential_uuids_check('index_memory', index_memory, page, 9223372036854775807);

	FOR s IN
		SELECT candidate.*, by_time
		  FROM unnest('{true,false}'::bool[]) AS by_time, LATERAL (
			SELECT 1 AS place, 'order' AS goal, false AS is_default, o.* FROM sequential_uuids_setting(by_time, rows_per_second, length, 4 * (full_page - full_page * 90 / 100)) AS o
			UNION ALL SELECT 2, 'balance', false, o.* FROM sequential_uuids_setting(by_time, rows_per_second, length, 5000) AS o
			UNION ALL SELECT 3, 'privacy', false, o.* FROM sequential_uuids_largest_setting(by_time, rows_per_second, length, total_rows, index_memory) AS o
			UNION ALL SELECT 4, 'the default', true, CASE WHEN by_time THEN 60000000 ELSE 65536 END, 65536, CASE WHEN by_time THEN rows_per_second * 60 ELSE 65536 END) AS candidate
		 ORDER BY candidate.count = 1, candidate.rows_per_block, NOT by_time, is_default, place
	LOOP
		call := CASE
			WHEN s.is_default AND s.by_time THEN 'uuid_time_nextval()'
			WHEN s.is_default THEN 'uuid_sequence_nextval(''seq'')'
			WHEN s.by_time THEN format('uuid_time_nextval(''%s'', %s, 4)', sequential_uuids_length_text(s.size), s.count)
			ELSE format('uuid_sequence_nextval(''seq'', %s, %s, 4)', s.size, s.count) END;
		CONTINUE WHEN call = before;
		before := call;
		pages := sequential_uuids_pages(s.count, s.rows_per_block, total_rows);
		around := s.size::float8 * s.count;
		goal := CASE WHEN s.count = 1 THEN 'random keys' ELSE s.goal END
			|| CASE WHEN pages.warm * page > index_memory THEN format('; does not fit index_memory: takes %s bytes', sequential_uuids_whole_text(pages.warm * page)) ELSE '' END
			|| CASE WHEN (s.is_default OR s.count = 281474976710656) AND s.rows_per_block * s.count < rows_per_second * length / 1000000 THEN '; wraps before the turn' ELSE '' END;
		rows_per_block := s.rows_per_block;
		warm_pages := pages.warm;
		outsider_learns := CASE
			WHEN s.count = 1 THEN 'nothing'
			WHEN s.by_time THEN format('times of both rows to within %s and whole turns of %s, so the order of two made less than half a turn apart',
				sequential_uuids_length_text(s.size), sequential_uuids_rough_length_text(around))
			ELSE format('places of both rows to within blocks of %s and whole turns of %s rows, so the order of two less than half a turn apart', s.size, sequential_uuids_whole_text(around)) END;
		IF NOT s.by_time THEN
			around := around / rows_per_second * 1000000;
		END IF;
		wraps_after := make_interval(days => floor(around / 86400000000)::int4, secs => round(around - floor(around / 86400000000) * 86400000000) / 1000000);
		random_bits := 74 + sequential_uuids_free_bits(s.count);
		collision_odds := sequential_uuids_collision_odds(s.count, s.rows_per_block, total_rows, random_bits);
		leaf_density := round(1000 * pages.density) / 10;
		RETURN NEXT;
	END LOOP;
END $$;

-- --- what \df+ tells ------------------------------------------------------------

COMMENT ON FUNCTION :"schema".uuid_sequence_nextval(pg_catalog.regclass, pg_catalog.int4, pg_catalog.int4) IS
	'UUID whose prefix is the block of the sequence''s next value';
COMMENT ON FUNCTION :"schema".uuid_time_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'UUID whose prefix is the block of the current time, in intervals of a length in seconds';
COMMENT ON FUNCTION :"schema".uuid_sequence_nextval(pg_catalog.regclass, pg_catalog.int8, pg_catalog.int8, pg_catalog.int4) IS
	'UUID of a version, whose prefix is the block of the sequence''s next value';
COMMENT ON FUNCTION :"schema".uuid_time_nextval(pg_catalog.interval, pg_catalog.int8, pg_catalog.int4) IS
	'UUID of a version, whose prefix is the block of the current time';
COMMENT ON FUNCTION :"schema".uuid_sequence_at(pg_catalog.int8, pg_catalog.int8, pg_catalog.int8, pg_catalog.int4) IS
	'UUID as uuid_sequence_nextval makes it for a counter, the sequence''s value less 1';
COMMENT ON FUNCTION :"schema".uuid_time_at(pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8, pg_catalog.int4) IS
	'UUID as uuid_time_nextval makes it at a time';
COMMENT ON FUNCTION :"schema".uuid_sequence_block(pg_catalog.int8, pg_catalog.int8, pg_catalog.int8) IS
	'block of a counter, the sequence''s value less 1';
COMMENT ON FUNCTION :"schema".uuid_time_block(pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8) IS
	'block of a time';
COMMENT ON FUNCTION :"schema".uuid_block(pg_catalog.uuid, pg_catalog.int8) IS
	'block that a UUID carries';
COMMENT ON FUNCTION :"schema".uuid_block_bounds(pg_catalog.int8, pg_catalog.int8) IS
	'smallest and largest UUID of a block';
COMMENT ON FUNCTION :"schema".uuid_time_window(pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8) IS
	'last interval, not after a time, in which a UUID can have been made';
COMMENT ON FUNCTION :"schema".uuid_time_ranges(pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8) IS
	'ranges of keys that hold every UUID made between two times, both inclusive';
COMMENT ON FUNCTION :"schema".uuid_v7_nextval() IS
	'UUIDv7 of the current time';
COMMENT ON FUNCTION :"schema".uuid_v7_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'UUIDv7 that differs from those of other nodes with as many node bits';
COMMENT ON FUNCTION :"schema".uuid_v7_at(pg_catalog.timestamptz) IS
	'UUIDv7 of a time';
COMMENT ON FUNCTION :"schema".uuid_v7_bounds(pg_catalog.timestamptz, pg_catalog.timestamptz) IS
	'smallest and largest UUIDv7 of the milliseconds of two times';
COMMENT ON FUNCTION :"schema".uuid_version(pg_catalog.uuid) IS
	'version of a UUID';
COMMENT ON FUNCTION :"schema".uuid_timestamp(pg_catalog.uuid) IS
	'time in a UUID of version 1, 6 or 7';
COMMENT ON FUNCTION :"schema".uuid_v1_to_v6(pg_catalog.uuid) IS
	'UUIDv1 as UUIDv6, which sorts by time';
COMMENT ON FUNCTION :"schema".uuid_v6_to_v1(pg_catalog.uuid) IS
	'UUIDv6 as the UUIDv1 that it stands for';
COMMENT ON FUNCTION :"schema".uuid_v1_to_v7(pg_catalog.uuid) IS
	'UUIDv1 as a UUIDv7 of the same time and in the same order';
COMMENT ON FUNCTION :"schema".uuid_advise(pg_catalog.float8, pg_catalog.interval, pg_catalog.int8, pg_catalog.int8) IS
	'settings of both generators for a rate of inserts, with what each costs and reveals';

COMMIT;
