\echo Use "ALTER EXTENSION sequential_uuids UPDATE TO '2.0'" to load this file. \quit

-- The 1.0 on a server may be the older extension of the same name, whose
-- functions have other labels and argument names: set them again.  Objects that
-- use the functions, and privileges, stay as they are.

CREATE OR REPLACE FUNCTION uuid_sequence_nextval(
	sequence pg_catalog.regclass,
	block_size pg_catalog.int4 DEFAULT 65536,
	block_count pg_catalog.int4 DEFAULT 65536)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_sequence_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 60;

COMMENT ON FUNCTION uuid_sequence_nextval(pg_catalog.regclass, pg_catalog.int4, pg_catalog.int4) IS
	'Generate a version 4 UUID prefixed with the block of the sequence''s next value';

CREATE FUNCTION uuid_sequence_at(
	value pg_catalog.int8,
	block_size pg_catalog.int4,
	block_count pg_catalog.int4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_sequence_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_sequence_at(pg_catalog.int8, pg_catalog.int4, pg_catalog.int4) IS
	'Generate a UUID as uuid_sequence_nextval() would for a value of the sequence, for existing rows';

CREATE OR REPLACE FUNCTION uuid_time_nextval(
	interval_length pg_catalog.int4 DEFAULT 60,
	interval_count pg_catalog.int4 DEFAULT 65536)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_time_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_time_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'Generate a version 4 UUID prefixed with the block of the current time, in intervals of seconds; '
	'for other lengths or version 8 see uuid_interval_nextval()';

-- By time, in intervals of a microsecond or more.  Interval and cycle have no defaults:
-- they must agree with the column default, so a call that leaves one out is an error.

CREATE FUNCTION uuid_interval_nextval(
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval,
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_interval_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_interval_nextval(pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a version 4 or 8 UUID prefixed with the block of the current time';

CREATE FUNCTION uuid_interval_at(
	at pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval,
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_interval_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_interval_at(
	pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a UUID as uuid_interval_nextval() would at a given time, for existing rows';

CREATE FUNCTION uuid_interval_block(
	at pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval)
RETURNS pg_catalog.int8
AS 'MODULE_PATHNAME', 'uuid_interval_block'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_interval_block(pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Block of a time';

CREATE FUNCTION uuid_interval_window(
	id pg_catalog.uuid,
	not_after pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval)
RETURNS pg_catalog.tstzrange
AS 'MODULE_PATHNAME', 'uuid_interval_window'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_interval_window(
	pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Latest interval, not after a time, in which a key can have been generated';

-- For programs that generate keys themselves.  The settings are those under which the plain
-- default, which needs no extension, is printed and recognized.

CREATE FUNCTION uuid_key_parameters(
	relation pg_catalog.regclass,
	column_name pg_catalog.name,
	OUT function_name pg_catalog.text,
	OUT interval_microseconds pg_catalog.int8,
	OUT interval_count pg_catalog.int8,
	OUT version pg_catalog.int4)
AS 'MODULE_PATHNAME', 'uuid_key_parameters'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100
SET search_path = pg_catalog, pg_temp
SET quote_all_identifiers = off
SET intervalstyle = postgres
SET standard_conforming_strings = on;

COMMENT ON FUNCTION uuid_key_parameters(pg_catalog.regclass, pg_catalog.name) IS
	'Parameters with which a program generates keys as the column default does; an error says why it cannot';

-- By time, in an order that only the server knows.

CREATE FUNCTION uuid_opaque_nextval(
	label pg_catalog.text,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval,
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_opaque_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_opaque_nextval(pg_catalog.text, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a version 4 or 8 UUID prefixed with the place of the current time''s block '
	'in an order that only the server knows';

-- Blocks.

CREATE FUNCTION uuid_block(
	id pg_catalog.uuid,
	block_count pg_catalog.int8)
RETURNS pg_catalog.int8
AS 'MODULE_PATHNAME', 'uuid_block'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_block(pg_catalog.uuid, pg_catalog.int8) IS
	'Block that a key carries, or NULL if its prefix is not a block';

CREATE FUNCTION uuid_block_lower(
	block pg_catalog.int8,
	block_count pg_catalog.int8)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_block_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_block_lower(pg_catalog.int8, pg_catalog.int8) IS 'Smallest key of a block';

CREATE FUNCTION uuid_block_upper(
	block pg_catalog.int8,
	block_count pg_catalog.int8)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_block_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_block_upper(pg_catalog.int8, pg_catalog.int8) IS 'Largest key of a block';

-- UUIDv7.

CREATE FUNCTION uuid_v7_nextval()
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_nextval() IS 'Generate a UUIDv7 larger than all that this process has generated';

CREATE FUNCTION uuid_v7_nextval(shift pg_catalog.interval)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_nextval_shift'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_nextval(pg_catalog.interval) IS
	'Generate a UUIDv7 of the current time shifted by an interval';

CREATE FUNCTION uuid_v7_nextval(
	node pg_catalog.int4,
	node_bits pg_catalog.int4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_nextval_node'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'Generate a UUIDv7 that differs from those of other nodes with the same number of node bits';

CREATE FUNCTION uuid_v7_at(at pg_catalog.timestamptz)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_at(pg_catalog.timestamptz) IS 'Generate a UUIDv7 of a given time';

CREATE FUNCTION uuid_v7_lower(at pg_catalog.timestamptz)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_v7_lower(pg_catalog.timestamptz) IS 'Smallest UUIDv7 of a millisecond';

-- Conditions by time on the key.  The planner replaces the SQL functions with
-- their bodies, but only if they are not STRICT; NULL still returns NULL.  EXPLAIN
-- shows the functions that the bodies call.  Functions that read the clock are
-- PARALLEL RESTRICTED: each process of a parallel Append prunes partitions by
-- itself, and all of them have to prune the same ones.

CREATE FUNCTION sequential_uuids_lower(
	range pg_catalog.int4,
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'sequential_uuids_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION sequential_uuids_lower(
	pg_catalog.int4, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Smallest key of a span of time, up to the wrap (range 1) or after it (range 2), for uuid_interval_between()';

CREATE FUNCTION sequential_uuids_upper(
	range pg_catalog.int4,
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'sequential_uuids_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION sequential_uuids_upper(
	pg_catalog.int4, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Largest key of a span of time, up to the wrap (range 1) or after it (range 2), for uuid_interval_between()';

CREATE FUNCTION sequential_uuids_v7_lower(
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'sequential_uuids_v7_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION sequential_uuids_v7_lower(pg_catalog.timestamptz, pg_catalog.timestamptz) IS
	'Smallest UUIDv7 of a span of time, for uuid_v7_between()';

CREATE FUNCTION sequential_uuids_v7_upper(
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'sequential_uuids_v7_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION sequential_uuids_v7_upper(pg_catalog.timestamptz, pg_catalog.timestamptz) IS
	'Largest UUIDv7 of a span of time, for uuid_v7_between()';

CREATE FUNCTION sequential_uuids_present()
RETURNS pg_catalog.timestamptz
AS 'MODULE_PATHNAME', 'sequential_uuids_present'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;

COMMENT ON FUNCTION sequential_uuids_present() IS
	'End of a span of time up to now, for uuid_interval_since() and uuid_v7_since()';

CREATE FUNCTION sequential_uuids_support(pg_catalog.internal)
RETURNS pg_catalog.internal
AS 'MODULE_PATHNAME', 'sequential_uuids_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION sequential_uuids_support(pg_catalog.internal) IS 'Planner support for uuid_interval_between()';

CREATE FUNCTION uuid_interval_between(
	id pg_catalog.uuid,
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval)
RETURNS pg_catalog.bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE SUPPORT sequential_uuids_support
RETURN (id OPERATOR(pg_catalog.>=) sequential_uuids_lower(1, from_time, to_time, interval_length, cycle)
		AND id OPERATOR(pg_catalog.<=) sequential_uuids_upper(1, from_time, to_time, interval_length, cycle))
	OR (id OPERATOR(pg_catalog.>=) sequential_uuids_lower(2, from_time, to_time, interval_length, cycle)
		AND id OPERATOR(pg_catalog.<=) sequential_uuids_upper(2, from_time, to_time, interval_length, cycle));

COMMENT ON FUNCTION uuid_interval_between(
	pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'True for keys of the blocks from that of from_time to that of the last microsecond before to_time;'
	' write the call alone or = true, since IS TRUE uses no index';

CREATE FUNCTION uuid_interval_since(
	id pg_catalog.uuid,
	from_time pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	cycle pg_catalog.interval)
RETURNS pg_catalog.bool
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN uuid_interval_between(id, from_time, sequential_uuids_present(), interval_length, cycle);

COMMENT ON FUNCTION uuid_interval_since(
	pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'True for keys of the blocks from that of from_time to the present one;'
	' write the call alone or = true, since IS TRUE uses no index';

CREATE FUNCTION uuid_v7_between(
	id pg_catalog.uuid,
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz)
RETURNS pg_catalog.bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN id OPERATOR(pg_catalog.>=) sequential_uuids_v7_lower(from_time, to_time)
	AND id OPERATOR(pg_catalog.<=) sequential_uuids_v7_upper(from_time, to_time);

COMMENT ON FUNCTION uuid_v7_between(pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.timestamptz) IS
	'True for UUIDv7 from the millisecond of from_time to that of the last microsecond before to_time;'
	' write the call alone or = true, since IS TRUE uses no index';

CREATE FUNCTION uuid_v7_since(
	id pg_catalog.uuid,
	from_time pg_catalog.timestamptz)
RETURNS pg_catalog.bool
LANGUAGE sql STABLE PARALLEL RESTRICTED
RETURN uuid_v7_between(id, from_time, sequential_uuids_present());

COMMENT ON FUNCTION uuid_v7_since(pg_catalog.uuid, pg_catalog.timestamptz) IS
	'True for UUIDv7 from the millisecond of from_time to the present one;'
	' write the call alone or = true, since IS TRUE uses no index';

-- The versions of RFC 9562 that contain a time.  uuid_generated_at() is LEAKPROOF, as
-- it raises no error and has no other effect: a condition on it can use an index below a
-- row-level security policy.

CREATE FUNCTION uuid_generated_at(id pg_catalog.uuid)
RETURNS pg_catalog.timestamptz
AS 'MODULE_PATHNAME', 'uuid_generated_at'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

COMMENT ON FUNCTION uuid_generated_at(pg_catalog.uuid) IS 'Time in a UUID of version 1, 6 or 7, otherwise NULL';

CREATE FUNCTION uuid_v1_to_v6(id pg_catalog.uuid)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v1_to_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_v1_to_v6(pg_catalog.uuid) IS 'UUIDv1 as UUIDv6, which sorts by time';

CREATE FUNCTION uuid_v6_to_v1(id pg_catalog.uuid)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v6_to_v1'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_v6_to_v1(pg_catalog.uuid) IS 'UUIDv6 as the UUIDv1 that it stands for';

CREATE FUNCTION uuid_v1_to_v7(id pg_catalog.uuid)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v1_to_v7'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200;

COMMENT ON FUNCTION uuid_v1_to_v7(pg_catalog.uuid) IS 'UUIDv1 as a UUIDv7 of the same time and in the same order';
