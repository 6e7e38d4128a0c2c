-- max(uuid) and min(uuid), which PostgreSQL lacks, in the first schema of your search_path.  Let its owner run it:
-- psql -d mydb -f max_uuid.sql
--
-- They use an index on the key; without one, ORDER BY id DESC LIMIT 1 is faster.  Only under UUIDv7 is the largest key
-- that of the newest row: wrapping and opaque keys start over.  Where PostgreSQL has functions of its own, this creates
-- none; where it gets them by an upgrade, calls without a schema find those first, and these can be dropped.

DO $do$
BEGIN
	IF to_regprocedure('pg_catalog.max(uuid)') IS NOT NULL THEN
		RAISE NOTICE 'PostgreSQL has max(uuid) and min(uuid): nothing to do';
		RETURN;
	END IF;
	CREATE FUNCTION uuid_larger(uuid, uuid) RETURNS uuid
		LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN greatest($1, $2);
	CREATE FUNCTION uuid_smaller(uuid, uuid) RETURNS uuid
		LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN least($1, $2);
	CREATE AGGREGATE max(uuid) (
		SFUNC = uuid_larger, STYPE = uuid, COMBINEFUNC = uuid_larger, SORTOP = OPERATOR(pg_catalog.>), PARALLEL = SAFE);
	CREATE AGGREGATE min(uuid) (
		SFUNC = uuid_smaller, STYPE = uuid, COMBINEFUNC = uuid_smaller, SORTOP = OPERATOR(pg_catalog.<), PARALLEL = SAFE);
END $do$;
