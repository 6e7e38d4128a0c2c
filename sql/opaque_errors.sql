\set ECHO errors
\pset format unaligned
\pset footer off
-- What only the edition in C refuses: it reads and writes the table of secrets
-- itself, limits its hashes, and checks for parallel mode.
CREATE EXTENSION sequential_uuids_opaque;
INSERT INTO sequential_uuids_secrets VALUES ('known', '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');

-- A table that is altered is neither read nor changed, by any function.  A session that
-- remembers the secret goes on after the few alterations that PostgreSQL tells no session.
CREATE ACCESS METHOD heap_2 TYPE TABLE HANDLER heap_tableam_handler;
CREATE TABLE other (name text COLLATE "C" UNIQUE, secret bytea);
CREATE TABLE parted (name text COLLATE "C", secret bytea) PARTITION BY LIST (name);
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE FUNCTION after(alterations text) RETURNS text LANGUAGE plpgsql SET client_min_messages = error AS $$
DECLARE
	calls text[] := ARRAY[$q$SELECT uuid_opaque_nextval('known')$q$, $q$SELECT uuid_opaque_at('known', now())$q$, $q$SELECT uuid_opaque_window('known', uuid_block_lower(0, 65536), now())$q$,
		$q$SELECT uuid_opaque_ranges('known', now(), now())$q$, $q$SELECT uuid_secret_create('new')$q$, $q$SELECT uuid_secret_drop('known')$q$];
BEGIN
	PERFORM uuid_opaque_nextval('known');
	EXECUTE replace(alterations, 'SECRETS', 'sequential_uuids_secrets');
	RAISE EXCEPTION USING MESSAGE = (SELECT string_agg(DISTINCT error_of(call), E'\n') FROM unnest(calls) AS call);
EXCEPTION WHEN raise_exception THEN
	RETURN replace(replace(SQLERRM, '| table "sequential_uuids_secrets" has been altered | ', ''), ' | Undo that: until then, secrets are neither read nor changed.', '');
END $$;
SELECT alterations, after(alterations) FROM unnest(ARRAY[
	-- columns
	'ALTER TABLE SECRETS ADD other int',
	$$ALTER TABLE SECRETS ADD other text GENERATED ALWAYS AS (lower(name)) STORED$$,
	'ALTER TABLE SECRETS DROP secret, ADD secret bytea',
	'ALTER TABLE SECRETS ALTER name TYPE varchar',
	'ALTER TABLE SECRETS ALTER name TYPE name USING NULL',
	'ALTER TABLE SECRETS ALTER name TYPE text COLLATE "POSIX"',
	'ALTER TABLE SECRETS ALTER secret TYPE text USING NULL',
	'ALTER TABLE SECRETS ALTER secret TYPE bool USING NULL',
	$$ALTER TABLE SECRETS ALTER secret SET DEFAULT sha256('')$$,
	'ALTER TABLE SECRETS ALTER name SET NOT NULL',
	-- constraints
	'ALTER TABLE SECRETS ADD CONSTRAINT short CHECK (length(name) < 10)',
	'ALTER TABLE SECRETS ADD CONSTRAINT never CHECK (false) NOT VALID',
	'ALTER TABLE SECRETS ADD PRIMARY KEY (name)',
	'ALTER TABLE SECRETS ADD CONSTRAINT e EXCLUDE (name WITH =)',
	'ALTER TABLE SECRETS ADD CONSTRAINT to_other FOREIGN KEY (name) REFERENCES other (name) NOT VALID',
	'CREATE TABLE from_other (name text COLLATE "C" REFERENCES SECRETS (name))',
	-- indexes
	'CREATE INDEX by_expression ON SECRETS (lower(name))',
	$$CREATE UNIQUE INDEX of_some ON SECRETS (name) WHERE name LIKE 'x%'$$,
	'CREATE INDEX not_unique ON SECRETS (name)',
	'CREATE UNIQUE INDEX of_both ON SECRETS (name, secret)',
	'CREATE UNIQUE INDEX with_secrets ON SECRETS (name) INCLUDE (secret)',
	'CREATE UNIQUE INDEX of_secrets ON SECRETS (secret)',
	'CREATE UNIQUE INDEX by_pattern ON SECRETS (name text_pattern_ops)',
	'CREATE UNIQUE INDEX collated ON SECRETS (name COLLATE "POSIX")',
	'CREATE INDEX hashed ON SECRETS USING hash (name)',
	'ALTER TABLE SECRETS DROP CONSTRAINT sequential_uuids_secrets_name_key',
	'ALTER TABLE SECRETS DROP CONSTRAINT sequential_uuids_secrets_name_key, ADD CONSTRAINT late UNIQUE (name) DEFERRABLE',
	$$UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'sequential_uuids_secrets_name_key'::regclass$$,
	-- triggers, rules, policies
	'CREATE TRIGGER before BEFORE INSERT ON SECRETS FOR EACH ROW EXECUTE FUNCTION audit()',
	'CREATE TRIGGER after AFTER INSERT OR UPDATE OR DELETE ON SECRETS FOR EACH ROW EXECUTE FUNCTION audit()',
	'CREATE TRIGGER statements AFTER TRUNCATE ON SECRETS EXECUTE FUNCTION audit()',
	'CREATE TRIGGER inserts AFTER INSERT ON SECRETS FOR EACH ROW EXECUTE FUNCTION sequential_uuids_secrets_changed()',
	'ALTER TABLE SECRETS DISABLE TRIGGER ALL',
	'ALTER TABLE SECRETS DISABLE TRIGGER truncated',
	'ALTER TABLE SECRETS ENABLE REPLICA TRIGGER rows_changed',
	'DROP TRIGGER rows_changed ON SECRETS',
	'DROP TRIGGER truncated ON SECRETS',
	'CREATE OR REPLACE TRIGGER rows_changed AFTER INSERT OR UPDATE OR DELETE ON SECRETS FOR EACH ROW WHEN (false) EXECUTE FUNCTION sequential_uuids_secrets_changed()',
	'CREATE OR REPLACE TRIGGER rows_changed AFTER INSERT OR UPDATE OF secret OR DELETE ON SECRETS FOR EACH ROW EXECUTE FUNCTION sequential_uuids_secrets_changed()',
	'CREATE CONSTRAINT TRIGGER late AFTER INSERT OR UPDATE OR DELETE ON SECRETS DEFERRABLE FOR EACH ROW EXECUTE FUNCTION sequential_uuids_secrets_changed()',
	'ALTER EXTENSION sequential_uuids_opaque DROP FUNCTION sequential_uuids_secrets_changed()',
	'ALTER EXTENSION sequential_uuids_opaque ADD FUNCTION audit(); CREATE TRIGGER member AFTER INSERT OR UPDATE OR DELETE ON SECRETS FOR EACH ROW EXECUTE FUNCTION audit()',
	'CREATE RULE nothing AS ON INSERT TO SECRETS DO INSTEAD NOTHING',
	'ALTER TABLE SECRETS ENABLE ROW LEVEL SECURITY',
	-- the table
	'CREATE TABLE child () INHERITS (SECRETS)',
	'CREATE TABLE parent (); ALTER TABLE SECRETS INHERIT parent',
	'ALTER TABLE parted ATTACH PARTITION SECRETS DEFAULT',
	'ALTER TABLE SECRETS SET ACCESS METHOD heap_2',
	'ALTER TABLE SECRETS SET UNLOGGED',
	-- another one in its place, for which ALTER EXTENSION takes the owner of both
	'ALTER TABLE SECRETS RENAME TO gone; CREATE VIEW SECRETS AS TABLE gone; ALTER EXTENSION sequential_uuids_opaque ADD VIEW SECRETS',
	'ALTER TABLE SECRETS RENAME TO gone; ALTER TABLE parted RENAME TO SECRETS; ALTER EXTENSION sequential_uuids_opaque ADD TABLE SECRETS',
	'ALTER TABLE SECRETS RENAME TO gone; CREATE TABLE SECRETS (); ALTER EXTENSION sequential_uuids_opaque ADD TABLE SECRETS',
	'ALTER TABLE SECRETS RENAME TO gone; ALTER TABLE other RENAME TO SECRETS; ALTER EXTENSION sequential_uuids_opaque ADD TABLE SECRETS',
	-- what is published, but cannot be found by subscribers
	'ALTER TABLE SECRETS REPLICA IDENTITY NOTHING; CREATE PUBLICATION p FOR TABLE SECRETS',
	-- what is harmless, or was undone
	'CREATE UNIQUE INDEX another ON SECRETS (name DESC)',
	'ALTER TABLE SECRETS DROP CONSTRAINT sequential_uuids_secrets_name_key, ADD UNIQUE (name)',
	'ALTER TABLE SECRETS DISABLE TRIGGER ALL; ALTER TABLE SECRETS ENABLE TRIGGER ALL',
	'ALTER TABLE SECRETS RENAME secret TO bytes; ALTER TRIGGER truncated ON SECRETS RENAME TO t',
	'ALTER FUNCTION sequential_uuids_secrets_changed() SET work_mem = 64',
	'CREATE TABLE child () INHERITS (SECRETS); DROP TABLE child',
	'CREATE RULE nothing AS ON INSERT TO SECRETS DO INSTEAD NOTHING; DROP RULE nothing ON SECRETS',
	'ALTER TABLE SECRETS ADD a int DEFAULT 1, ADD b text; ALTER TABLE SECRETS DROP a, DROP b',
	'CREATE TRIGGER after AFTER INSERT ON SECRETS FOR EACH ROW EXECUTE FUNCTION audit(); DROP TRIGGER after ON SECRETS'
]) WITH ORDINALITY AS a (alterations, i) ORDER BY i;
-- The hint.  A role that may only insert needs no right to the index.
CREATE INDEX by_expression ON sequential_uuids_secrets (lower(name));
CREATE ROLE regress_uuids_creator;
GRANT INSERT ON sequential_uuids_secrets TO regress_uuids_creator;
SET ROLE regress_uuids_creator;
SELECT uuid_secret_create('new');
RESET ROLE;
DROP INDEX by_expression;
DROP OWNED BY regress_uuids_creator;
DROP ROLE regress_uuids_creator;
-- a row after columns that were dropped
BEGIN;
ALTER TABLE sequential_uuids_secrets ADD a int DEFAULT 1, ADD b text;
ALTER TABLE sequential_uuids_secrets DROP a, DROP b;
SELECT uuid_secret_create('new');
SET LOCAL enable_seqscan = off;
SELECT name, length(secret) FROM sequential_uuids_secrets WHERE name = 'new';
ROLLBACK;
REINDEX TABLE CONCURRENTLY sequential_uuids_secrets;
SELECT uuid_opaque_nextval('known') IS NOT NULL AS reads;
DROP FUNCTION after, audit;
DROP TABLE other, parted;
DROP ACCESS METHOD heap_2;

-- no table there, or none of the extension
BEGIN;
ALTER TABLE sequential_uuids_secrets RENAME TO renamed;
SELECT error_of($$SELECT uuid_opaque_nextval('known')$$);
CREATE TABLE sequential_uuids_secrets (LIKE renamed);
INSERT INTO sequential_uuids_secrets TABLE renamed;
SELECT error_of($$SELECT uuid_opaque_nextval('known')$$);
ROLLBACK;
BEGIN;
ALTER EXTENSION sequential_uuids_opaque DROP FUNCTION uuid_opaque_nextval;
SELECT error_of($$SELECT uuid_opaque_nextval('known')$$);
ROLLBACK;

-- the trigger's function is for the trigger
SELECT error_of('SELECT sequential_uuids_secrets_changed() IS NULL');

-- A label that is not ours, in a parallel plan.
BEGIN;
ALTER FUNCTION uuid_secret_create PARALLEL SAFE;
ALTER FUNCTION uuid_secret_drop PARALLEL SAFE;
SELECT set_config(name, CASE WHEN vartype = 'enum' THEN 'on' ELSE '0' END, true)
  FROM pg_settings WHERE name IN ('parallel_setup_cost', 'parallel_tuple_cost', 'force_parallel_mode', 'debug_parallel_query') \g /dev/null
SAVEPOINT s;
SELECT uuid_secret_create('new');
ROLLBACK TO s;
SELECT uuid_secret_drop('known');
ROLLBACK;

-- Too many hashes: 640 for the pivots of each cycle, and for each block or, if that is
-- less, for each 256 blocks of its cycle.
SELECT first, last, cycle, error_of(format($$SELECT * FROM uuid_opaque_ranges('known', timestamptz 'epoch' + %s * interval '1 us', timestamptz 'epoch' + %s * interval '1 us', '1 us', '%s us')$$, first, last, cycle))
  FROM (VALUES (0, 26214, 281474976710656), (-13107, 13106, 281474976710656), (0, 6710528, 6710529), (1, 1099511627776, 1099511627776)) AS spans (first, last, cycle);

DROP EXTENSION sequential_uuids_opaque;
