-- What only the edition in C refuses: it reads and writes the table of secrets
-- itself, limits its hashes, and checks for parallel mode.
\pset format unaligned
CREATE EXTENSION sequential_uuids_opaque;
INSERT INTO sequential_uuids_secrets VALUES ('known', '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');

-- a table of another shape
BEGIN;
ALTER TABLE sequential_uuids_secrets ADD other int;
SELECT error_of($$SELECT uuid_opaque_nextval('known')$$), error_of($$SELECT uuid_secret_create('new')$$);
ROLLBACK;
CREATE FUNCTION error_with_type(changed name, type regtype) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE sequential_uuids_secrets ALTER %I TYPE %s USING NULL', changed, type);
	RETURN error_of($q$SELECT uuid_opaque_nextval('known')$q$);
END $$;
BEGIN;
DELETE FROM sequential_uuids_secrets;
SELECT error_with_type('name', 'varchar'), error_with_type('name', 'name');
ROLLBACK;
BEGIN;
SELECT error_with_type('secret', 'text'), error_with_type('secret', 'bool');
ROLLBACK;
DROP FUNCTION error_with_type;
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
