\echo Use "ALTER EXTENSION sequential_uuids UPDATE TO '1.1'" to load this file. \quit

-- The 1.0 on a server may be the older extension of the same name, whose
-- functions carry other labels and names of arguments: state them anew.  What
-- uses the functions, and who may, stays as it is.

CREATE OR REPLACE FUNCTION uuid_sequence_nextval(
	sequence pg_catalog.regclass,
	block_size pg_catalog.int4 DEFAULT 65536,
	block_count pg_catalog.int4 DEFAULT 65536)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_sequence_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 60;

COMMENT ON FUNCTION uuid_sequence_nextval(pg_catalog.regclass, pg_catalog.int4, pg_catalog.int4) IS
	'UUID whose prefix is the block of the sequence''s next value';

CREATE OR REPLACE FUNCTION uuid_time_nextval(
	interval_length pg_catalog.int4 DEFAULT 60,
	interval_count pg_catalog.int4 DEFAULT 65536)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_time_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_time_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'UUID whose prefix is the block of the current time, in intervals of a length in seconds';

-- The same with the full range.  version has no default, so that calls with
-- untyped, smallint or NULL arguments still resolve to the functions above.

CREATE FUNCTION uuid_sequence_nextval(
	sequence pg_catalog.regclass,
	block_size pg_catalog.int8,
	block_count pg_catalog.int8,
	version pg_catalog.int4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_sequence_nextval_bigint'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 60;

COMMENT ON FUNCTION uuid_sequence_nextval(pg_catalog.regclass, pg_catalog.int8, pg_catalog.int8, pg_catalog.int4) IS
	'UUID of a version, whose prefix is the block of the sequence''s next value';

CREATE FUNCTION uuid_time_nextval(
	interval_length pg_catalog.interval,
	interval_count pg_catalog.int8,
	version pg_catalog.int4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_time_nextval_interval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_time_nextval(pg_catalog.interval, pg_catalog.int8, pg_catalog.int4) IS
	'UUID of a version, whose prefix is the block of the current time';

-- Backfill.

CREATE FUNCTION uuid_sequence_at(
	counter pg_catalog.int8,
	block_size pg_catalog.int8 DEFAULT 65536,
	block_count pg_catalog.int8 DEFAULT 65536,
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_sequence_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_sequence_at(pg_catalog.int8, pg_catalog.int8, pg_catalog.int8, pg_catalog.int4) IS
	'UUID as uuid_sequence_nextval makes it for a counter, the sequence''s value less 1';

CREATE FUNCTION uuid_time_at(
	at pg_catalog.timestamptz,
	interval_length pg_catalog.interval DEFAULT '60 s',
	interval_count pg_catalog.int8 DEFAULT 65536,
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_time_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_time_at(pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8, pg_catalog.int4) IS
	'UUID as uuid_time_nextval makes it at a time';

-- Decoding.

CREATE FUNCTION uuid_sequence_block(
	counter pg_catalog.int8,
	block_size pg_catalog.int8,
	block_count pg_catalog.int8)
RETURNS pg_catalog.int8
AS 'MODULE_PATHNAME', 'uuid_sequence_block'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_sequence_block(pg_catalog.int8, pg_catalog.int8, pg_catalog.int8) IS
	'block of a counter, the sequence''s value less 1';

CREATE FUNCTION uuid_time_block(
	at pg_catalog.timestamptz,
	interval_length pg_catalog.interval,
	interval_count pg_catalog.int8)
RETURNS pg_catalog.int8
AS 'MODULE_PATHNAME', 'uuid_time_block'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_time_block(pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8) IS
	'block of a time';

CREATE FUNCTION uuid_block(
	id pg_catalog.uuid,
	block_count pg_catalog.int8)
RETURNS pg_catalog.int8
AS 'MODULE_PATHNAME', 'uuid_block'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_block(pg_catalog.uuid, pg_catalog.int8) IS
	'block that a UUID carries';

CREATE FUNCTION uuid_block_bounds(
	block pg_catalog.int8,
	block_count pg_catalog.int8,
	OUT lo pg_catalog.uuid,
	OUT hi pg_catalog.uuid)
AS 'MODULE_PATHNAME', 'uuid_block_bounds'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_block_bounds(pg_catalog.int8, pg_catalog.int8) IS
	'smallest and largest UUID of a block';

CREATE FUNCTION uuid_time_window(
	id pg_catalog.uuid,
	before pg_catalog.timestamptz,
	interval_length pg_catalog.interval DEFAULT '60 s',
	interval_count pg_catalog.int8 DEFAULT 65536)
RETURNS pg_catalog.tstzrange
AS 'MODULE_PATHNAME', 'uuid_time_window'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_time_window(pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8) IS
	'last interval, not after a time, in which a UUID can have been made';

CREATE FUNCTION uuid_time_ranges(
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz,
	interval_length pg_catalog.interval DEFAULT '60 s',
	interval_count pg_catalog.int8 DEFAULT 65536,
	OUT lo pg_catalog.uuid,
	OUT hi pg_catalog.uuid)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'uuid_time_ranges'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION uuid_time_ranges(pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.int8) IS
	'ranges of keys that hold every UUID made between two times, both inclusive';

-- UUIDv7.

CREATE FUNCTION uuid_v7_nextval()
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_nextval() IS
	'UUIDv7, larger than all that the process made before';

CREATE FUNCTION uuid_v7_nextval(
	node pg_catalog.int4,
	node_bits pg_catalog.int4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_nextval_node'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'UUIDv7 that differs from those of other nodes with as many node bits';

CREATE FUNCTION uuid_v7_at(
	at pg_catalog.timestamptz)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v7_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_v7_at(pg_catalog.timestamptz) IS
	'UUIDv7 of a time';

CREATE FUNCTION uuid_v7_bounds(
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz,
	OUT lo pg_catalog.uuid,
	OUT hi pg_catalog.uuid)
AS 'MODULE_PATHNAME', 'uuid_v7_bounds'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_v7_bounds(pg_catalog.timestamptz, pg_catalog.timestamptz) IS
	'smallest and largest UUIDv7 of the milliseconds of two times';

-- The versions of RFC 9562 that hold a time.

CREATE FUNCTION uuid_version(
	id pg_catalog.uuid)
RETURNS pg_catalog.int4
AS 'MODULE_PATHNAME', 'uuid_version'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_version(pg_catalog.uuid) IS
	'version of a UUID';

CREATE FUNCTION uuid_timestamp(
	id pg_catalog.uuid)
RETURNS pg_catalog.timestamptz
AS 'MODULE_PATHNAME', 'uuid_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_timestamp(pg_catalog.uuid) IS
	'time in a UUID of version 1, 6 or 7';

CREATE FUNCTION uuid_v1_to_v6(
	id pg_catalog.uuid)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v1_to_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_v1_to_v6(pg_catalog.uuid) IS
	'UUIDv1 as UUIDv6, which sorts by time';

CREATE FUNCTION uuid_v6_to_v1(
	id pg_catalog.uuid)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v6_to_v1'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION uuid_v6_to_v1(pg_catalog.uuid) IS
	'UUIDv6 as the UUIDv1 that it stands for';

CREATE FUNCTION uuid_v1_to_v7(
	id pg_catalog.uuid)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_v1_to_v7'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 200;

COMMENT ON FUNCTION uuid_v1_to_v7(pg_catalog.uuid) IS
	'UUIDv1 as a UUIDv7 of the same time and in the same order';

-- Choosing the parameters.

CREATE FUNCTION uuid_advise(
	rows_per_second pg_catalog.float8,
	turn pg_catalog.interval DEFAULT '45 days',
	total_rows pg_catalog.int8 DEFAULT 1000000000,
	index_memory pg_catalog.int8 DEFAULT 134217728,
	OUT goal pg_catalog.text,
	OUT call pg_catalog.text,
	OUT rows_per_block pg_catalog.float8,
	OUT warm_pages pg_catalog.int8,
	OUT wraps_after pg_catalog.interval,
	OUT random_bits pg_catalog.int4,
	OUT collision_odds pg_catalog.float8,
	OUT leaf_density pg_catalog.float8,
	OUT outsider_learns pg_catalog.text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'uuid_advise'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 8;

COMMENT ON FUNCTION uuid_advise(pg_catalog.float8, pg_catalog.interval, pg_catalog.int8, pg_catalog.int8) IS
	'settings of both generators for a rate of inserts, with what each costs and reveals';
