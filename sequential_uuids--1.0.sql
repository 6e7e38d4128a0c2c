\echo Use "CREATE EXTENSION sequential_uuids" to load this file. \quit

-- COST is in units of a plain operator, such as the addition of two integers:
-- nextval() writes WAL in every 33rd call, uuid_time_nextval() reads the clock.

CREATE FUNCTION uuid_sequence_nextval(
	sequence pg_catalog.regclass,
	block_size pg_catalog.int4 DEFAULT 65536,
	block_count pg_catalog.int4 DEFAULT 65536)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_sequence_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 60;

COMMENT ON FUNCTION uuid_sequence_nextval(pg_catalog.regclass, pg_catalog.int4, pg_catalog.int4) IS
	'Generate a version 4 UUID prefixed with the block of the sequence''s next value';

CREATE FUNCTION uuid_time_nextval(
	interval_length pg_catalog.int4 DEFAULT 60,
	interval_count pg_catalog.int4 DEFAULT 65536)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_time_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_time_nextval(pg_catalog.int4, pg_catalog.int4) IS
	'Generate a version 4 UUID prefixed with the block of the current time, in intervals of seconds';
