-- uuid_index_report: what it reports on tables with each kind of key.  t/013_index_report.pl tests what needs several
-- sessions or servers, t/020_report_safety.pl whose code it runs, t/021_advice_loop.pl whether the advice is right.
CREATE SCHEMA report;
CREATE EXTENSION sequential_uuids_advice SCHEMA report;
SET search_path = report, public;

-- The edition in SQL has no opaque keys: a stand-in.
SELECT to_regproc('public.uuid_opaque_nextval') IS NULL AS in_sql \gset
\if :in_sql
CREATE FUNCTION public.uuid_opaque_nextval(label text, interval_length interval = '1 min', cycle interval = '45 days 12:16:00', version int = 4)
RETURNS uuid LANGUAGE sql RETURN uuid_interval_nextval(interval_length, cycle, version);
\endif
CREATE SEQUENCE s;
CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid();
CREATE FUNCTION own() RETURNS uuid RETURN gen_random_uuid();
-- named like one of ours, but not ours
CREATE FUNCTION uuid_interval_nextval(text) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
-- what is read as the keys of now: their kind, and seconds or rows of a block and of a cycle
CREATE TABLE tables (name text, id_default text, read_as text, filled_with text DEFAULT 'DEFAULT', n int DEFAULT 1000);
INSERT INTO tables VALUES
	('at_random', 'gen_random_uuid()', 'random', DEFAULT, 10000), ('by_v7', 'uuid_v7_nextval()', 'ascending', DEFAULT, DEFAULT), ('by_time', 'uuid_time_nextval(90)', 'wrapping 90 s 5898240 s', DEFAULT, DEFAULT),
	('by_interval', $$uuid_interval_nextval(version => 8, interval_length => '30.72 s')$$, 'wrapping 30.72 s 3932160 s', DEFAULT, DEFAULT),
	('by_short_cycle', $$uuid_interval_nextval('1 ms', '1 min', 8)$$, 'wrapping 0.001 s 60 s', DEFAULT, DEFAULT),
	('by_sequence', $$uuid_sequence_nextval('s', 64)$$, 'wrapping 64 4194304', DEFAULT, DEFAULT), ('by_serial', $$uuid_serial_nextval('s', 1, 5000000000)$$, 'wrapping 1 5000000000', DEFAULT, DEFAULT),
	('by_opaque', $$uuid_opaque_nextval('it''s (a) label', version => 8, "cycle" => '9 days', interval_length => '1 s')$$, 'opaque 1 s 777600 s', DEFAULT, DEFAULT),
	('by_opaque_too', $$uuid_opaque_nextval('it''s (a) label', make_interval(secs => 1))$$, NULL, DEFAULT, DEFAULT),
	-- keys of clients: all, one in ten, of another version, or without a default
	('all_of_clients', $$uuid_serial_nextval('s', 64)$$, 'random', 'gen_random_uuid()', DEFAULT),
	('some_of_clients', $$uuid_serial_nextval('s', 64)$$, NULL, $$CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_serial_nextval('s', 64) END$$, DEFAULT),
	('some_beside_v7', 'uuid_v7_nextval()', NULL, 'CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_v7_nextval() END', DEFAULT),
	('v7_of_clients', 'gen_random_uuid()', 'ascending', 'uuid_v7_nextval()', DEFAULT), ('no_default', 'NULL', 'random', 'gen_random_uuid()', DEFAULT),
	-- whose blocks are too small, or may be, as the rate is not known; too few to know
	('random_by_time', 'uuid_time_nextval()', 'random', 'gen_random_uuid()', DEFAULT), ('random_by_one', $$uuid_serial_nextval('s', 1, 64)$$, 'random', 'gen_random_uuid()', DEFAULT), ('few', 'uuid_time_nextval()', 'wrapping 60 s 3932160 s', DEFAULT, 19),
	-- defaults of others, and which are not understood
	('by_own', 'own()', NULL, DEFAULT, DEFAULT), ('of_another', $$report.uuid_interval_nextval('no interval'::text)$$, NULL, DEFAULT, DEFAULT),
	('cut', $$uuid_interval_nextval('90 min', '3 days')::text::uuid$$, NULL, DEFAULT, DEFAULT), ('nested', $$uuid_serial_nextval('s', length('x'))$$, NULL, DEFAULT, DEFAULT);
CREATE PROCEDURE fill(rows int) LANGUAGE plpgsql AS $$
DECLARE
	t tables;
BEGIN
	FOR t IN TABLE tables LOOP
		EXECUTE format('CREATE TABLE IF NOT EXISTS %I (id uuid PRIMARY KEY DEFAULT %s)', t.name, t.id_default);
		EXECUTE format(CASE t.filled_with WHEN 'DEFAULT' THEN 'INSERT INTO %I SELECT FROM generate_series(1, %s)' ELSE 'INSERT INTO %I SELECT %3$s FROM generate_series(1, %2$s) AS i' END, t.name, coalesce(rows, t.n), t.filled_with);
	END LOOP;
END $$;
SET client_min_messages = warning;
CALL fill(NULL);
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
-- names, a domain's default; one row for all partitions, at each level
CREATE TABLE "Quoted ""table" ("the ""key" key PRIMARY KEY, first text DEFAULT '', beyond text DEFAULT '', range int, row int);
CREATE TABLE parts (id uuid DEFAULT gen_random_uuid(), value int, PRIMARY KEY (id, value)) PARTITION BY RANGE (value);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (1000);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (1000) TO (3000) PARTITION BY RANGE (value);
CREATE TABLE parts_2_1 PARTITION OF parts_2 FOR VALUES FROM (1000) TO (3000);
INSERT INTO parts (value) SELECT generate_series(0, 1999);
CREATE TABLE by_key (LIKE at_random INCLUDING ALL) PARTITION BY RANGE (id);
CREATE TABLE by_key_1 PARTITION OF by_key DEFAULT;
CREATE TABLE by_key_below (id uuid NOT NULL DEFAULT gen_random_uuid(), value int) PARTITION BY LIST (value);
CREATE TABLE by_key_below_1 PARTITION OF by_key_below DEFAULT PARTITION BY LIST (uuid_block(id, 8));
CREATE TABLE by_key_below_2 PARTITION OF by_key_below_1 DEFAULT;
CREATE INDEX ON by_key_below (id);
-- partitions with indexes of their own, whose rows take the default of the table above; a domain's default
CREATE TABLE above (id uuid NOT NULL DEFAULT gen_random_uuid(), value int) PARTITION BY LIST (value);
CREATE TABLE part PARTITION OF above (id DEFAULT NULL) DEFAULT;
CREATE UNIQUE INDEX ON part (id);
CREATE TABLE of_domain (id key UNIQUE);
-- a child with a default of its own
CREATE TABLE child (id uuid PRIMARY KEY DEFAULT uuid_opaque_nextval('it''s (a) label')) INHERITS (at_random);
-- no row for keys from elsewhere, what writes no WAL, a part of a table, an index without a uuid that comes first
CREATE TABLE generated (n bigint, id uuid GENERATED ALWAYS AS (uuid_block_lower(n, 65536)) STORED PRIMARY KEY);
CREATE TABLE referring (parent uuid REFERENCES at_random, value int, tenant uuid, PRIMARY KEY (tenant, value));
CREATE INDEX ON referring (parent);
CREATE UNLOGGED TABLE not_logged (LIKE at_random INCLUDING ALL);
CREATE TABLE others (value int, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (value, id));
CREATE UNIQUE INDEX ON others (id) WHERE value > 0;
CREATE INDEX ON others USING hash (id);
CREATE INDEX ON others ((id::text));
ANALYZE;
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT "table", rows, clients_generate AS clients, column_default FROM uuid_index_report() WHERE "table" ~ '^report' ORDER BY "table" COLLATE "C";

-- figures, where rows are inserted; each ALTER TABLE can be executed as it is
SELECT pg_stat_reset() \gset ignored_
CALL fill(1000);
INSERT INTO "Quoted ""table" SELECT FROM generate_series(1, 1000);
INSERT INTO parts (value) SELECT generate_series(2000, 2999);
INSERT INTO by_key SELECT FROM generate_series(1, 1000);
INSERT INTO by_key_below SELECT FROM generate_series(1, 1000);
INSERT INTO above SELECT FROM generate_series(1, 1000);
INSERT INTO child SELECT FROM generate_series(1, 1000);
SELECT pg_stat_force_next_flush() \gset ignored_
CREATE VIEW reported AS SELECT replace("table", 'report.', '') AS name, replace(alter, 'uuidv7()', 'public.uuid_v7_nextval()') AS advised, r.* FROM uuid_index_report(index_memory => '1 TB', checkpoint_interval => '1 h') AS r;
CREATE TEMPORARY TABLE before AS TABLE reported;
-- with checkpoints that rare and a cycle that long, the same for any rate from ten rows per second on
SELECT name, advised, replace(note, ': uuidv7()', ': public.uuid_v7_nextval()') AS note FROM before WHERE inserts_per_second > 0 AND name !~ 'sequence|serial|some_of' ORDER BY name COLLATE "C";
-- those that cost now anything but what was read
SELECT count(*) AS compared, string_agg(name, ' ') FILTER (WHERE (abs(wal_per_row - wal_per_insert) <= 1) IS NOT TRUE) AS other FROM tables JOIN before USING (name), regexp_match(read_as, '(\w+)(?: (\S+)( s)? (\S+)( s)?)?') AS r, LATERAL (
	SELECT jsonb_build_object('kind', r[1], 'block_rows', r[2]::float8 * CASE WHEN r[3] <> '' THEN inserts_per_second ELSE 1 END, 'cycle_rows', r[4]::float8 * CASE WHEN r[5] <> '' THEN inserts_per_second ELSE 1 END)) AS t (now),
	   sequential_uuids_advice('report', inserts_per_second, NULL, 0, 'cheapest', greatest(rows, inserts_per_second * 2592000), '1 TB', '1 h', NULL, NULL, 40, coalesce(r[1] = 'random', false), now) AS a
 WHERE key = 'now';
\set ECHO none
SELECT alter FROM before WHERE alter IS NOT NULL \gexec
\set ECHO all
SELECT name, advised_percent_of_now AS percent, alter, note FROM reported WHERE column_default IS NOT NULL AND name IN (SELECT name FROM before WHERE alter IS NOT NULL) AND (advised_percent_of_now, note) IS DISTINCT FROM (100, 'fewer rows than 30 days bring: figures are of the full table; as advised');
-- what a table's options say of VACUUM, and what is said of deletes
ALTER TABLE at_random ALTER id SET DEFAULT gen_random_uuid();
CREATE VIEW waits AS SELECT substring(alter FROM '''([^'']*)''\)')::interval > interval '2 h' AS is_long, note FROM uuid_index_report(kept => '1 h', left_behind => 0.05, checkpoint_interval => '1 min') WHERE "table" = 'report.at_random';
TABLE waits;
ALTER TABLE at_random SET (autovacuum_vacuum_scale_factor = 2, autovacuum_vacuum_insert_scale_factor = 2);
TABLE waits;
SELECT count(*) FROM uuid_index_report(largest => 2);
SELECT error_of(format('SELECT uuid_index_report(%s)', arguments)) FROM unnest(ARRAY['interval ''0''', 'interval ''61 min''', 'left_behind => 0.1', 'index_memory => ''eight''']) AS arguments;

-- a default that the transaction itself has set is not older than the rows
BEGIN;
SAVEPOINT s;
ALTER TABLE at_random ALTER id SET DEFAULT uuid_sequence_nextval('s');
RELEASE s;
SELECT clients_generate AS clients, column_default FROM uuid_index_report() WHERE "table" = 'report.at_random';
ROLLBACK;

-- it reads only, and a session's settings change nothing but how a default is shown
SET IntervalStyle = 'iso_8601';
SET quote_all_identifiers = on;
SET search_path = pg_temp, report;
CREATE TEMPORARY TABLE pg_class (oid int);
BEGIN READ ONLY;
SELECT "table", clients_generate AS clients, column_default FROM report.uuid_index_report() WHERE "table" ~ 'by_interval|"all';
COMMIT;
RESET ALL;
SET client_min_messages = warning;
DROP TABLE pg_temp.pg_class, before;
DROP SCHEMA report CASCADE;
\if :in_sql
DROP FUNCTION public.uuid_opaque_nextval;
\endif
RESET client_min_messages;
