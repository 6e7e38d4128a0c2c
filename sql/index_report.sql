-- uuid_index_report: what it reports on tables with each kind of key.
-- t/013_index_report.pl tests what needs several sessions, roles, a standby or WAL.
CREATE SCHEMA report;
SET search_path = report, public;

CREATE SEQUENCE s;
CREATE TABLE at_random (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE by_v7 (id uuid PRIMARY KEY DEFAULT uuid_v7_nextval());
CREATE TABLE by_time (id uuid PRIMARY KEY DEFAULT uuid_time_nextval());
CREATE TABLE by_interval (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval(version => 8, interval_length => '0.1 s'));
CREATE TABLE by_sequence (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('s', 64));
CREATE TABLE by_serial (id uuid PRIMARY KEY DEFAULT uuid_serial_nextval('s', 1, 5000000000));
-- known by its name, as the extension of opaque keys need not be there
CREATE FUNCTION uuid_opaque_nextval(secret text, interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00', version int DEFAULT 4) RETURNS uuid
	LANGUAGE sql AS $$SELECT uuid_serial_at(n / 100 * 40503 % 65536, 1, 65536, version) FROM nextval('s') AS n$$;
CREATE TABLE by_opaque (id uuid PRIMARY KEY DEFAULT uuid_opaque_nextval('it''s (a) secret', version => 8, interval_length => '1 s'));
INSERT INTO at_random SELECT FROM generate_series(1, 10000);
INSERT INTO by_v7 SELECT FROM generate_series(1, 1000);
INSERT INTO by_time SELECT FROM generate_series(1, 1000);
INSERT INTO by_interval SELECT FROM generate_series(1, 1000);
INSERT INTO by_sequence SELECT FROM generate_series(1, 1000);
INSERT INTO by_serial SELECT FROM generate_series(1, 1000);
INSERT INTO by_opaque SELECT FROM generate_series(1, 1000);

-- keys of clients: all; one in ten, beside blocks and beside UUIDv7; of another
-- version; and all that there can be, without a default
CREATE TABLE all_of_clients (id uuid PRIMARY KEY DEFAULT uuid_serial_nextval('s', 64));
CREATE TABLE some_of_clients (id uuid PRIMARY KEY DEFAULT uuid_serial_nextval('s', 64));
CREATE TABLE some_beside_v7 (id uuid PRIMARY KEY DEFAULT uuid_v7_nextval());
CREATE TABLE v7_of_clients (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE no_default (id uuid PRIMARY KEY);
INSERT INTO all_of_clients SELECT gen_random_uuid() FROM generate_series(1, 1000);
INSERT INTO v7_of_clients SELECT uuid_v7_nextval() FROM generate_series(1, 1000);
INSERT INTO no_default SELECT gen_random_uuid() FROM generate_series(1, 1000);
INSERT INTO some_of_clients SELECT CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_serial_nextval('s', 64) END FROM generate_series(1, 1000) AS i;
INSERT INTO some_beside_v7 SELECT CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_v7_nextval() END FROM generate_series(1, 1000) AS i;

-- keys from before a default are not of clients, also after a restore, which makes
-- them younger; few keys say nothing
CREATE TABLE changed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO changed SELECT FROM generate_series(1, 1000);
ALTER TABLE changed ALTER id SET DEFAULT uuid_time_nextval();
INSERT INTO changed SELECT FROM generate_series(1, 20);
CREATE TABLE restored (id uuid PRIMARY KEY DEFAULT uuid_serial_nextval('s', 64));
INSERT INTO restored SELECT gen_random_uuid() FROM generate_series(1, 1000);
INSERT INTO restored SELECT FROM generate_series(1, 50);
CREATE TABLE few (id uuid PRIMARY KEY DEFAULT uuid_time_nextval());
INSERT INTO few SELECT FROM generate_series(1, 19);

-- sorted, as CLUSTER does; updated rows, which look young
CREATE TABLE sorted (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO sorted SELECT id FROM at_random ORDER BY id;
CREATE TABLE updated (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text);
INSERT INTO updated SELECT FROM generate_series(1, 2000);
ALTER TABLE updated ALTER id SET DEFAULT uuid_serial_nextval('s', 64);
DO $$BEGIN FOR i IN 1 .. 30 LOOP UPDATE updated SET filler = i; END LOOP; END$$;

-- calls in defaults that fail, of functions of the user's own too; a generated column
CREATE FUNCTION uuid_interval_nextval(text) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE TABLE refused (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('0', '1 h'));
CREATE TABLE refused_too (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(0));
CREATE TABLE of_another (id uuid PRIMARY KEY DEFAULT report.uuid_interval_nextval('no interval'::text));
INSERT INTO of_another SELECT FROM generate_series(1, 1000);
CREATE TABLE generated (n bigint, id uuid GENERATED ALWAYS AS (uuid_block_lower(n, 65536)) STORED PRIMARY KEY);
INSERT INTO generated SELECT n FROM generate_series(0, 999) AS n;

-- names, a domain's default, a column's of a domain, nothing, deleted at the end, and
-- on so many pages that no last rows are found
CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid();
CREATE TABLE "Quoted ""table" ("the ""key" key PRIMARY KEY, first int, range int, row int);
INSERT INTO "Quoted ""table" SELECT FROM generate_series(1, 1000);
CREATE TABLE empty (id key PRIMARY KEY DEFAULT uuid_v7_nextval());
CREATE TABLE deleted (id uuid PRIMARY KEY DEFAULT gen_random_uuid()) WITH (autovacuum_enabled = off);
INSERT INTO deleted SELECT FROM generate_series(1, 20000);
DELETE FROM deleted WHERE ctid > '(10,0)';
CREATE TABLE long_deleted (id uuid PRIMARY KEY DEFAULT gen_random_uuid()) WITH (autovacuum_enabled = off);
INSERT INTO long_deleted SELECT FROM generate_series(1, 80000);
DELETE FROM long_deleted WHERE ctid > '(10,0)';

-- keys from elsewhere, a trigger, what writes no WAL, a part of a table, an unknown function
CREATE TABLE referring (parent uuid REFERENCES at_random, value int, tenant uuid, PRIMARY KEY (tenant, value));
CREATE INDEX ON referring (parent);
INSERT INTO referring SELECT id, row_number() OVER (), md5('x')::uuid FROM at_random;
CREATE TABLE triggered (id uuid PRIMARY KEY);
CREATE FUNCTION set_id() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN NEW.id := gen_random_uuid(); RETURN NEW; END$$;
CREATE TRIGGER set_id BEFORE INSERT ON triggered FOR EACH ROW EXECUTE FUNCTION set_id();
INSERT INTO triggered SELECT FROM generate_series(1, 1000);
CREATE UNLOGGED TABLE not_logged (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO not_logged SELECT FROM generate_series(1, 1000);
CREATE TABLE partial (id uuid DEFAULT gen_random_uuid(), value int);
CREATE UNIQUE INDEX ON partial (id) WHERE value % 10 = 0;
INSERT INTO partial (value) SELECT generate_series(1, 1000);
CREATE FUNCTION own() RETURNS uuid RETURN gen_random_uuid();
CREATE TABLE by_own (id uuid PRIMARY KEY DEFAULT own());
INSERT INTO by_own SELECT FROM generate_series(1, 1000);

-- one row for all partitions, at each level
CREATE TABLE parts (id uuid DEFAULT uuid_v7_nextval(), value int, PRIMARY KEY (id, value)) PARTITION BY RANGE (value);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (1000);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (1000) TO (3000) PARTITION BY RANGE (value);
CREATE TABLE parts_2_1 PARTITION OF parts_2 FOR VALUES FROM (1000) TO (2000);
CREATE TABLE parts_2_2 PARTITION OF parts_2 FOR VALUES FROM (2000) TO (3000);
INSERT INTO parts (value) SELECT generate_series(0, 1999);
-- not one of a uuid that comes first
CREATE TABLE others (value int, id uuid, PRIMARY KEY (value, id));
CREATE INDEX ON others USING hash (id);
CREATE INDEX ON others ((id::text));
CREATE TEMPORARY TABLE temporary (id uuid PRIMARY KEY DEFAULT gen_random_uuid());

VACUUM (ANALYZE) at_random, by_v7, by_time, by_interval, by_sequence, by_serial, by_opaque, all_of_clients, some_of_clients, some_beside_v7, v7_of_clients, no_default,
	restored, few, sorted, "Quoted ""table", empty, referring, triggered, not_logged, partial, by_own, parts, others;
ANALYZE changed, updated, deleted, long_deleted;
SELECT pg_stat_force_next_flush();
SELECT regexp_replace("table", '^(report|pg_temp_\d+)\.', '') AS "table", rows, versions, pattern, clients_generate AS clients, column_default
  FROM uuid_index_report() WHERE "table" ~ '^(report|pg_temp_\d+)\.' ORDER BY "table" COLLATE "C", index COLLATE "C";
SELECT replace("table", 'report.', '') AS "table", index, pattern, note FROM uuid_index_report('1 ms') WHERE note IS NOT NULL AND "table" ~ '^report\.' ORDER BY "table" COLLATE "C", index COLLATE "C";

-- the model: its figures where there is a rate, and with so many inserts just now
SELECT pg_stat_reset() IS NOT NULL AS reset;
INSERT INTO at_random SELECT FROM generate_series(1, 1000);
INSERT INTO by_v7 SELECT FROM generate_series(1, 1000);
INSERT INTO by_time SELECT FROM generate_series(1, 1000);
INSERT INTO by_opaque SELECT FROM generate_series(1, 1000);
INSERT INTO by_sequence SELECT FROM generate_series(1, 1000);
INSERT INTO some_beside_v7 SELECT CASE WHEN i % 10 = 0 THEN gen_random_uuid() ELSE uuid_v7_nextval() END FROM generate_series(1, 1000) AS i;
INSERT INTO referring SELECT id, row_number() OVER (), md5('y')::uuid FROM at_random LIMIT 100;
INSERT INTO not_logged SELECT FROM generate_series(1, 1000);
DELETE FROM by_sequence WHERE ctid >= '(1,0)' AND ctid < '(3,0)';
SELECT pg_stat_force_next_flush();
CREATE TEMPORARY TABLE reported AS SELECT * FROM uuid_index_report();
SELECT replace("table", 'report.', '') AS "table", index, inserts_per_second > 0 AS rate, wal_per_insert > 0 AS wal, wal_per_day IS NOT NULL AS per_day, advised_call IS NOT NULL AS advised, advised_percent_of_now <= 115 AS better, regexp_replace(note, 'for @ [^:;]*:', 'for some time:') AS note
  FROM reported WHERE inserts_per_second > 0 AND "table" ~ '^report\.' ORDER BY "table" COLLATE "C", index COLLATE "C";
-- a share of random keys costs its part
SELECT mixed.wal_per_insert BETWEEN 0.05 * random.wal_per_insert + 0.9 * v7.wal_per_insert AND random.wal_per_insert AS a_part, random.wal_per_insert > v7.wal_per_insert AS most
  FROM reported AS mixed, reported AS random, reported AS v7 WHERE mixed."table" = 'report.some_beside_v7' AND random."table" = 'report.at_random' AND v7."table" = 'report.by_v7';

-- where keys are to show no time, none that show it is advised
SELECT "table", advised_call ~ '^(uuid_opaque_nextval|gen_random_uuid)' AS shows_none FROM reported WHERE "table" IN ('report.by_opaque', 'report.by_time') ORDER BY 1;

-- what goes is deleted, and as told rather than as counted
SELECT "table", deleted_percent FROM reported WHERE deleted_percent > 0;
SELECT told.wal_per_insert > counted.wal_per_insert AS dearer
  FROM uuid_index_report(kept => '1 ms', left_behind => 0.5) AS told, reported AS counted WHERE told."table" = 'report.at_random' AND counted."table" = 'report.at_random';

-- the latest rows in the room that deletes left: of them the default tells
CREATE TABLE refilled (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int) WITH (autovacuum_enabled = off);
INSERT INTO refilled (n) SELECT generate_series(1, 30000);
DELETE FROM refilled WHERE n % 4 <> 0;
VACUUM refilled;
ALTER TABLE refilled ALTER id SET DEFAULT uuid_time_nextval();
INSERT INTO refilled (n) SELECT generate_series(1, 2000);
SELECT pg_stat_force_next_flush();
SELECT pattern, clients_generate, wal_per_insert > 0 AS wal, advised_call IS NOT NULL AS advised, note ~ 'its latest rows are not at its end' AS says_so FROM uuid_index_report() WHERE "table" LIKE '%refilled';

-- a queue that was empty when it was counted
CREATE TABLE queue (id uuid PRIMARY KEY DEFAULT uuid_time_nextval()) WITH (autovacuum_enabled = off);
INSERT INTO queue SELECT FROM generate_series(1, 1000);
DELETE FROM queue;
ANALYZE queue;
SELECT pg_stat_force_next_flush();
SELECT rows, advised_call, note FROM uuid_index_report() WHERE "table" LIKE '%queue';
SELECT advised_call IS NOT NULL AS advised, note FROM uuid_index_report(kept => '1 min') WHERE "table" LIKE '%queue';

-- a default's function is known however names are quoted
SET quote_all_identifiers = on;
SELECT clients_generate FROM uuid_index_report() WHERE "table" LIKE '%all_of_clients%';
RESET quote_all_identifiers;

-- largest first, and the sample of no more than told
SELECT count(*) > 20 AS all_rows, count(versions) AS sampled, count(*) FILTER (WHERE note ~ 'not among the largest') = count(*) - 2 AS says_so FROM uuid_index_report(largest => 2);
SELECT "table" FROM uuid_index_report() WHERE "table" ~ '^report\.' LIMIT 1;

-- density and bloat are near to what is there: a tenth of the rows stays
SELECT leaf_density BETWEEN 5 AND 10 AS density, pg_size_bytes(bloat) > 0.8 * pg_size_bytes(size) AS bloat FROM uuid_index_report() WHERE "table" = 'report.deleted';

-- parameters out of range
SELECT error_of('SELECT uuid_index_report(interval ''0'')');
SELECT error_of('SELECT uuid_index_report(interval ''61 min'')');
SELECT error_of('SELECT uuid_index_report(largest => -1)');
SELECT error_of('SELECT uuid_index_report(goal => ''best'')');
SELECT error_of('SELECT uuid_index_report(left_behind => 7)');
SELECT error_of('SELECT uuid_index_report(wal_megabytes => -1)');

-- it reads only, and a session's settings change nothing but how a default is shown
SET IntervalStyle = 'iso_8601';
SET enable_tidscan = off;
SET search_path = pg_temp, report;
CREATE TEMPORARY TABLE pg_class (oid int);
BEGIN READ ONLY;
SELECT "table", versions, pattern, clients_generate AS clients, column_default FROM public.uuid_index_report() WHERE "table" = 'report.by_interval';
COMMIT;
RESET IntervalStyle;
RESET enable_tidscan;
SHOW lock_timeout;
SHOW enable_seqscan;

RESET search_path;
DROP TABLE pg_temp.pg_class, reported, temporary;
SET client_min_messages = warning;
DROP SCHEMA report CASCADE;
RESET client_min_messages;
