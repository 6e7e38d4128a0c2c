-- uuid_index_report: what it reports on tables with each kind of key.  t/013_index_report.pl tests what needs several
-- sessions or servers, t/020_report_safety.pl whose code it runs, t/021_advice_loop.pl whether the advice is right.
CREATE SCHEMA report;
CREATE EXTENSION sequential_uuids_advice SCHEMA report;
SET search_path = report, public;

CREATE EXTENSION sequential_uuids_opaque SCHEMA public;
SELECT uuid_secret_create('it''s (a) secret') \gset ignored_
CREATE SEQUENCE s;
CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid();
CREATE FUNCTION own() RETURNS uuid RETURN gen_random_uuid();
-- named like one of ours, but not ours
CREATE FUNCTION uuid_interval_nextval(text) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE TABLE tables (name text, id_default text, filled_with text DEFAULT 'DEFAULT', n int DEFAULT 1000);
INSERT INTO tables VALUES
	('at_random', 'gen_random_uuid()', DEFAULT, 10000), ('by_v7', 'uuid_v7_nextval()', DEFAULT, DEFAULT), ('by_time', 'uuid_time_nextval()', DEFAULT, DEFAULT),
	('by_interval', $$uuid_interval_nextval(version => 8, interval_length => '0.1 s')$$, DEFAULT, DEFAULT),
	('by_sequence', $$uuid_sequence_nextval('s', 64)$$, DEFAULT, DEFAULT), ('by_serial', $$uuid_serial_nextval('s', 1, 5000000000)$$, DEFAULT, DEFAULT),
	('by_opaque', $$uuid_opaque_nextval('it''s (a) secret', version => 8, interval_length => '1 s')$$, DEFAULT, DEFAULT),
	-- keys of clients: all, one in ten, of another version, or without a default; too few to know
	('all_of_clients', $$uuid_serial_nextval('s', 64)$$, 'gen_random_uuid()', DEFAULT),
	('some_of_clients', $$uuid_serial_nextval('s', 64)$$, $$CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_serial_nextval('s', 64) END$$, DEFAULT),
	('some_beside_v7', 'uuid_v7_nextval()', 'CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_v7_nextval() END', DEFAULT),
	('v7_of_clients', 'gen_random_uuid()', 'uuid_v7_nextval()', DEFAULT), ('no_default', 'NULL', 'gen_random_uuid()', DEFAULT),
	-- whose blocks are too small, or may be, as the rate is not known
	('random_by_time', 'uuid_time_nextval()', 'gen_random_uuid()', DEFAULT), ('random_by_one', $$uuid_serial_nextval('s', 1, 64)$$, 'gen_random_uuid()', DEFAULT),
	('few', 'uuid_time_nextval()', DEFAULT, 19), ('empty', 'uuid_v7_nextval()', DEFAULT, 0),
	-- defaults of others
	('by_own', 'own()', DEFAULT, DEFAULT), ('of_another', $$report.uuid_interval_nextval('no interval'::text)$$, DEFAULT, DEFAULT);
DO $$
DECLARE
	t record;
BEGIN
	FOR t IN TABLE tables LOOP
		EXECUTE format('CREATE TABLE %I (id uuid PRIMARY KEY DEFAULT %s)', t.name, t.id_default);
		EXECUTE format(CASE t.filled_with WHEN 'DEFAULT' THEN 'INSERT INTO %I SELECT FROM generate_series(1, %s)' ELSE 'INSERT INTO %I SELECT %3$s FROM generate_series(1, %2$s) AS i' END, t.name, t.n, t.filled_with);
	END LOOP;
END $$;
-- what is read from a default
SELECT name, kind, block_rows, cycle_rows FROM tables, sequential_uuids_keys(name::regclass, 1::int2, NULL, NULL, 10, NULL) ORDER BY name COLLATE "C";
CREATE ROLE regress_other;
CREATE SCHEMA theirs;
CREATE FUNCTION theirs.uuid_time_nextval(interval_length int DEFAULT 60, interval_count int DEFAULT 65536) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
ALTER FUNCTION theirs.uuid_time_nextval OWNER TO regress_other;
CREATE TABLE reads (theirs uuid DEFAULT theirs.uuid_time_nextval(), id uuid, by_domain key, cut uuid DEFAULT uuid_interval_nextval('90 min', '3 days')::text::uuid, nested uuid DEFAULT uuid_serial_nextval('s', length('x')));
SELECT attname, expression, kind, block_rows, cycle_rows FROM pg_attribute, sequential_uuids_keys(attrelid, attnum, NULL, NULL, 10, NULL) WHERE attrelid = 'reads'::regclass AND attnum > 0 ORDER BY attnum;
-- keys from before a default are not of clients, also if it is not the first, or the new rows are among old ones
CREATE TABLE changed (LIKE at_random INCLUDING ALL);
INSERT INTO changed SELECT FROM generate_series(1, 1000);
ALTER TABLE changed ALTER id SET DEFAULT uuid_time_nextval();
INSERT INTO changed SELECT FROM generate_series(1, 20);
CREATE TABLE refilled (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int) WITH (autovacuum_enabled = off);
INSERT INTO refilled (n) SELECT generate_series(1, 30000);
DELETE FROM refilled WHERE n % 4 <> 0;
VACUUM refilled;
ALTER TABLE refilled ALTER id SET DEFAULT uuid_time_nextval();
INSERT INTO refilled (n) SELECT generate_series(1, 2000);
-- a generated column, names, a domain's default, keys from elsewhere, what writes no WAL, part of a table
CREATE TABLE generated (n bigint, id uuid GENERATED ALWAYS AS (uuid_block_lower(n, 65536)) STORED PRIMARY KEY);
INSERT INTO generated SELECT n FROM generate_series(0, 999) AS n;
CREATE TABLE "Quoted ""table" ("the ""key" key PRIMARY KEY, first int, range int, row int);
INSERT INTO "Quoted ""table" SELECT FROM generate_series(1, 1000);
CREATE TABLE referring (parent uuid REFERENCES at_random, value int, tenant uuid, PRIMARY KEY (tenant, value));
CREATE INDEX ON referring (parent);
INSERT INTO referring SELECT id, row_number() OVER (), md5('x')::uuid FROM at_random;
CREATE UNLOGGED TABLE not_logged (LIKE at_random INCLUDING ALL);
CREATE TABLE partial (id uuid DEFAULT gen_random_uuid(), value int);
CREATE UNIQUE INDEX ON partial (id) WHERE value % 10 = 0;
INSERT INTO partial (value) SELECT generate_series(1, 1000);
-- one row for all partitions, at each level; none for an index without a uuid that comes first
CREATE TABLE parts (id uuid DEFAULT gen_random_uuid(), value int, PRIMARY KEY (id, value)) PARTITION BY RANGE (value);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (1000);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (1000) TO (3000) PARTITION BY RANGE (value);
CREATE TABLE parts_2_1 PARTITION OF parts_2 FOR VALUES FROM (1000) TO (3000);
INSERT INTO parts (value) SELECT generate_series(0, 1999);
CREATE TABLE others (value int, id uuid, PRIMARY KEY (value, id));
CREATE INDEX ON others USING hash (id);
CREATE INDEX ON others ((id::text));
ANALYZE;
SELECT pg_stat_force_next_flush() \gset ignored_
CREATE VIEW reported AS SELECT replace("table", 'report.', '') AS name, r.* FROM uuid_index_report() AS r WHERE "table" ~ '^report';
SELECT name, rows, clients_generate AS clients, column_default FROM reported ORDER BY name COLLATE "C", index COLLATE "C";

-- figures, where rows are inserted: for the same rows, so in proportion; each ALTER TABLE can be executed as it is.  With
-- checkpoints that rare and a cycle that long, they are the same for any rate from ten rows per second on.
SELECT pg_stat_reset() \gset ignored_
INSERT INTO at_random SELECT FROM generate_series(1, 1000);
INSERT INTO by_v7 SELECT FROM generate_series(1, 1000);
INSERT INTO random_by_time SELECT gen_random_uuid() FROM generate_series(1, 1000);
INSERT INTO by_opaque SELECT FROM generate_series(1, 1000);
INSERT INTO some_beside_v7 SELECT CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_v7_nextval() END FROM generate_series(1, 1000) AS i;
INSERT INTO "Quoted ""table" SELECT FROM generate_series(1, 1000);
INSERT INTO no_default SELECT gen_random_uuid() FROM generate_series(1, 1000);
INSERT INTO referring SELECT id, row_number() OVER (), md5('y')::uuid FROM at_random LIMIT 100;
INSERT INTO not_logged SELECT FROM generate_series(1, 1000);
INSERT INTO parts (value) SELECT generate_series(2000, 2999);
INSERT INTO empty SELECT FROM generate_series(1, 1000);
TRUNCATE empty;
SELECT pg_stat_force_next_flush() \gset ignored_
CREATE TEMPORARY TABLE before AS SELECT r.*, replace("table", 'report.', '') AS name FROM uuid_index_report(index_memory => '1 TB', checkpoint_interval => '1 h') AS r WHERE inserts_per_second > 0;
SELECT name, index, wal_per_insert > 50 AS wal, abs(advised_percent_of_now - 100 * advised_wal_per_insert / wal_per_insert) < 1 AS in_proportion, alter, note FROM before ORDER BY name COLLATE "C", index COLLATE "C";
\set ECHO none
SELECT alter FROM before WHERE alter IS NOT NULL \gexec
\set ECHO all
SELECT name, advised_percent_of_now, alter, note FROM (SELECT replace("table", 'report.', '') AS name, r.* FROM uuid_index_report(index_memory => '1 TB', checkpoint_interval => '1 h') AS r) AS after
 WHERE column_default IS NOT NULL AND name IN (SELECT name FROM before WHERE alter IS NOT NULL) ORDER BY name COLLATE "C";
-- what a table's options say of VACUUM, and what is said of deletes
ALTER TABLE at_random ALTER id SET DEFAULT gen_random_uuid();
CREATE VIEW waits AS SELECT CASE WHEN substring(alter FROM '''([^'']*)''\)')::interval > interval '2 h' THEN 'long' ELSE 'short' END AS cycle, note FROM uuid_index_report(kept => '1 h', left_behind => 0.05, checkpoint_interval => '1 min') WHERE "table" = 'report.at_random';
SELECT * FROM waits;
ALTER TABLE at_random SET (autovacuum_vacuum_scale_factor = 2, autovacuum_vacuum_insert_scale_factor = 2);
SELECT * FROM waits;
-- a sequence or secret is not made; opaque keys are left as they are
SELECT count(*) FILTER (WHERE alter ~ 'serial|opaque') AS refused, count(alter) > 0 AS advised, (SELECT count(*) FROM uuid_index_report(largest => 2)) AS largest FROM uuid_index_report(goal => 'reveals least');

SELECT error_of(format('SELECT uuid_index_report(%s)', arguments)) FROM unnest(ARRAY['interval ''0''', 'interval ''61 min''', 'goal => ''best''', 'left_behind => 0.1', 'index_memory => ''eight''']) AS arguments;

-- it reads only, and a session's settings change nothing but how a default is shown
SET IntervalStyle = 'iso_8601';
SET quote_all_identifiers = on;
SET search_path = pg_temp, report;
CREATE TEMPORARY TABLE pg_class (oid int);
BEGIN READ ONLY;
SELECT "table", clients_generate AS clients, column_default FROM report.uuid_index_report() WHERE "table" ~ 'by_interval|"all';
COMMIT;
RESET ALL;
DROP TABLE pg_temp.pg_class, before;
SET client_min_messages = warning;
DROP SCHEMA report, theirs CASCADE;
DROP ROLE regress_other;
DROP EXTENSION sequential_uuids_opaque;
RESET client_min_messages;
