\echo Use "CREATE EXTENSION sequential_uuids_opaque" to load this file. \quit

-- The secrets of opaque keys, and the functions that need one.

-- No constraint except UNIQUE: error messages of all others show the row to the
-- client and in the log.  Instead, the functions check what they read.  They refuse the
-- table once it looks otherwise: see alteration() in src/secrets.c.
CREATE TABLE sequential_uuids_secrets (
	name pg_catalog.text COLLATE pg_catalog."C" UNIQUE,
	secret pg_catalog.bytea
) USING heap;

COMMENT ON TABLE sequential_uuids_secrets IS
	'Secrets of opaque keys, 32 bytes each: anyone who reads one can date all keys generated with it';

-- ANALYZE would copy secrets into pg_statistic.
ALTER TABLE sequential_uuids_secrets ALTER COLUMN secret SET STATISTICS 0;
-- For publications; a primary key would add a NOT NULL constraint.
ALTER TABLE sequential_uuids_secrets REPLICA IDENTITY FULL;

SELECT pg_catalog.pg_extension_config_dump('sequential_uuids_secrets', '');

-- Triggers notify sessions, which remember what they read.  They are FOR EACH ROW
-- and ALWAYS, since logical replication fires no others.
CREATE FUNCTION sequential_uuids_secrets_changed()
RETURNS trigger
AS 'MODULE_PATHNAME', 'sequential_uuids_secrets_changed'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

COMMENT ON FUNCTION sequential_uuids_secrets_changed() IS
	'Have all sessions read secrets anew';

CREATE TRIGGER rows_changed AFTER INSERT OR UPDATE OR DELETE ON sequential_uuids_secrets
	FOR EACH ROW EXECUTE FUNCTION sequential_uuids_secrets_changed();
CREATE TRIGGER truncated AFTER TRUNCATE ON sequential_uuids_secrets
	FOR EACH STATEMENT EXECUTE FUNCTION sequential_uuids_secrets_changed();
ALTER TABLE sequential_uuids_secrets ENABLE ALWAYS TRIGGER rows_changed;
ALTER TABLE sequential_uuids_secrets ENABLE ALWAYS TRIGGER truncated;

CREATE FUNCTION uuid_secret_create(
	name pg_catalog.text)
RETURNS pg_catalog.void
AS 'MODULE_PATHNAME', 'uuid_secret_create'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

COMMENT ON FUNCTION uuid_secret_create(pg_catalog.text) IS
	'Create a random secret for opaque keys; use another one for each table and database';

CREATE FUNCTION uuid_secret_drop(
	name pg_catalog.text)
RETURNS pg_catalog.void
AS 'MODULE_PATHNAME', 'uuid_secret_drop'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

COMMENT ON FUNCTION uuid_secret_drop(pg_catalog.text) IS
	'Drop a secret; column defaults that name it then raise an error';

-- The same COST as uuid_interval_nextval(), since the block is usually remembered.
CREATE FUNCTION uuid_opaque_nextval(
	secret pg_catalog.text,
	interval_length pg_catalog.interval DEFAULT '1 min',
	cycle pg_catalog.interval DEFAULT '45 days 12:16:00',
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_opaque_nextval'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION uuid_opaque_nextval(pg_catalog.text, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a version 4 or 8 UUID prefixed with the secret place of the current block';

CREATE FUNCTION uuid_opaque_at(
	secret pg_catalog.text,
	at pg_catalog.timestamptz,
	interval_length pg_catalog.interval DEFAULT '1 min',
	cycle pg_catalog.interval DEFAULT '45 days 12:16:00',
	version pg_catalog.int4 DEFAULT 4)
RETURNS pg_catalog.uuid
AS 'MODULE_PATHNAME', 'uuid_opaque_at'
LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION uuid_opaque_at(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a UUID as uuid_opaque_nextval() would at a given time, for existing rows';

-- STABLE, not IMMUTABLE: results change with the secret, so no index may use them.
CREATE FUNCTION uuid_opaque_window(
	secret pg_catalog.text,
	id pg_catalog.uuid,
	not_after pg_catalog.timestamptz,
	interval_length pg_catalog.interval DEFAULT '1 min',
	cycle pg_catalog.interval DEFAULT '45 days 12:16:00')
RETURNS pg_catalog.tstzrange
AS 'MODULE_PATHNAME', 'uuid_opaque_window'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION uuid_opaque_window(pg_catalog.text, pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Latest interval, not after a time, in which an opaque key can have been generated';

CREATE FUNCTION uuid_opaque_ranges(
	secret pg_catalog.text,
	from_time pg_catalog.timestamptz,
	to_time pg_catalog.timestamptz,
	interval_length pg_catalog.interval DEFAULT '1 min',
	cycle pg_catalog.interval DEFAULT '45 days 12:16:00',
	OUT lo pg_catalog.uuid,
	OUT hi pg_catalog.uuid)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'uuid_opaque_ranges'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100000 ROWS 60;

COMMENT ON FUNCTION uuid_opaque_ranges(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Ranges of the opaque keys generated in the blocks of a span of time';

-- Default privileges may have granted more.  Only the role that creates the
-- extension gets what reveals a secret or the permutation, and it can grant that to
-- others.  uuid_secret_create() and uuid_secret_drop() check who calls them, since
-- the owner of the extension may change.  All operators are schema-qualified: this
-- may run as a superuser, and other roles may have operators that match better.
DO LANGUAGE plpgsql $$
DECLARE
	command pg_catalog.text;
BEGIN
	FOR command IN
		SELECT DISTINCT pg_catalog.format('REVOKE ALL ON %s FROM %s', object,
					CASE WHEN grantee OPERATOR(pg_catalog.=) 0::pg_catalog.oid THEN 'PUBLIC' ELSE grantee::pg_catalog.regrole::pg_catalog.text END)
		  FROM (SELECT 'TABLE sequential_uuids_secrets', relacl, relowner
				  FROM pg_catalog.pg_class
				 WHERE oid OPERATOR(pg_catalog.=) 'sequential_uuids_secrets'::pg_catalog.regclass::pg_catalog.oid
				UNION ALL
				SELECT pg_catalog.format('FUNCTION %s', oid::pg_catalog.regprocedure), coalesce(proacl, pg_catalog.acldefault('f', proowner)), proowner
				  FROM pg_catalog.pg_proc
				 WHERE oid OPERATOR(pg_catalog.=) ANY (ARRAY[
					'sequential_uuids_secrets_changed()'::pg_catalog.regprocedure::pg_catalog.oid,
					'uuid_opaque_at(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4)'::pg_catalog.regprocedure::pg_catalog.oid,
					'uuid_opaque_window(pg_catalog.text, pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval)'::pg_catalog.regprocedure::pg_catalog.oid,
					'uuid_opaque_ranges(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval)'::pg_catalog.regprocedure::pg_catalog.oid
				 ])) AS o (object, acl, owner)
		 CROSS JOIN pg_catalog.aclexplode(acl)
		 WHERE grantee OPERATOR(pg_catalog.<>) owner
	LOOP
		EXECUTE command;
	END LOOP;
END $$;

GRANT SELECT, INSERT, DELETE ON sequential_uuids_secrets TO @extowner@ WITH GRANT OPTION;
GRANT EXECUTE ON FUNCTION
	uuid_opaque_at(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4),
	uuid_opaque_window(pg_catalog.text, pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval),
	uuid_opaque_ranges(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval)
	TO @extowner@ WITH GRANT OPTION;
