\set ECHO errors
\pset format unaligned
\pset footer off
-- uuid_index_report: what it reports on tables with each kind of key.  t/013_index_report.pl tests what needs several
-- sessions or servers, sql/report_alters.sql which ALTERs it prints, t/020_report_safety.pl whose code it runs,
-- t/021_advice_loop.pl whether the advice is right.
CREATE SCHEMA report;
CREATE EXTENSION sequential_uuids_advice SCHEMA report;
SET search_path = report, public;
SET client_min_messages = warning;

CREATE SEQUENCE s;
CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid();
CREATE FUNCTION own() RETURNS uuid RETURN gen_random_uuid();
-- named like one of core's and one of ours, but neither
CREATE FUNCTION gen_random_uuid() RETURNS uuid LANGUAGE sql RETURN uuid_in('00000000-0000-4000-8000-000000000000');
CREATE FUNCTION uuid_interval_nextval(text) RETURNS uuid LANGUAGE sql RETURN pg_catalog.gen_random_uuid();

-- What is read as the keys of now: their kind, and seconds or rows of a block and of a cycle.  filled_with NULL is the
-- default.
CREATE TABLE tables (name text, id_default text, read_as text, filled_with text, n int DEFAULT 1000);
INSERT INTO tables (name, id_default, read_as) VALUES
	('at_random', 'pg_catalog.gen_random_uuid()', 'random'),
	('by_v7', 'uuid_v7_nextval()', 'ascending'),
	('by_time', 'uuid_time_nextval(90)', 'wrapping 90 s 5898240 s'),
	('by_interval', $$uuid_interval_nextval(version => 8, cycle => '3932160 s', interval_length => '30.72 s')$$,
		'wrapping 30.72 s 3932160 s'),
	('by_short_cycle', $$uuid_interval_nextval('1 ms', '1 min', 8)$$, 'wrapping 0.001 s 60 s'),
	('by_sequence', $$uuid_sequence_nextval('s', 64)$$, 'wrapping 64 4194304'),
	('by_serial', $$uuid_sequence_nextval('s', 1, 2000000000)$$, 'wrapping 1 2000000000'),
	('by_opaque', $$uuid_opaque_nextval('it''s (a) label', version => 8, "cycle" => '9 days', interval_length => '1 s')$$,
		'opaque 1 s 777600 s'),
	-- too few to know
	('few', 'uuid_time_nextval()', 'wrapping 60 s 3932160 s');
INSERT INTO tables (name, id_default, read_as, filled_with) VALUES
	-- keys of clients: all, some, of another version, or without a default.  Of random keys, one in four is by chance
	-- near those around it; of 20 among the last 100, never so many that clients look like a twentieth or less.
	('all_of_clients', $$uuid_sequence_nextval('s', 64)$$, 'random', 'pg_catalog.gen_random_uuid()'),
	('some_of_clients', $$uuid_sequence_nextval('s', 64)$$, NULL,
		$$CASE WHEN i % 5 = 0 THEN pg_catalog.gen_random_uuid() ELSE uuid_sequence_nextval('s', 64) END$$),
	('some_beside_v7', 'uuid_v7_nextval()', NULL,
		'CASE WHEN i % 10 = 0 THEN pg_catalog.gen_random_uuid() ELSE uuid_v7_nextval() END'),
	('v7_of_clients', 'pg_catalog.gen_random_uuid()', 'ascending', 'uuid_v7_nextval()'),
	('no_default', 'NULL', 'random', 'pg_catalog.gen_random_uuid()'),
	-- whose blocks are too small, or may be, as the rate is not known
	('random_by_time', 'uuid_time_nextval()', 'random', 'pg_catalog.gen_random_uuid()'),
	('random_by_one', $$uuid_sequence_nextval('s', 1, 64)$$, 'random', 'pg_catalog.gen_random_uuid()'),
	-- by a function that is only named like core's
	('like_core', 'report.gen_random_uuid()', NULL, 'pg_catalog.gen_random_uuid()');
INSERT INTO tables (name, id_default) VALUES
	-- defaults of others, and which are not understood
	('by_opaque_too', $$uuid_opaque_nextval('it''s (a) label', make_interval(secs => 1), '1 day')$$),
	('by_own', 'own()'),
	('of_another', $$report.uuid_interval_nextval('no interval'::text)$$),
	('cut', $$uuid_interval_nextval('90 min', '3 days')::text::uuid$$),
	('nested', $$uuid_sequence_nextval('s', length('x'))$$);
UPDATE tables SET n = CASE name WHEN 'few' THEN 19 ELSE 10000 END WHERE name IN ('few', 'at_random');
CREATE PROCEDURE fill(rows int) LANGUAGE plpgsql AS $$
DECLARE
	t tables;
BEGIN
	FOR t IN TABLE tables LOOP
		EXECUTE format('CREATE TABLE IF NOT EXISTS %I (id uuid PRIMARY KEY DEFAULT %s)', t.name, t.id_default);
		EXECUTE format('INSERT INTO %I SELECT %s FROM generate_series(1, %s) AS i', t.name, t.filled_with,
			coalesce(rows, t.n));
	END LOOP;
END $$;
CALL fill(NULL);

-- keys from before a default are not of clients, also if it is not the first, or the new rows are among old ones
CREATE TABLE changed (LIKE at_random INCLUDING ALL);
INSERT INTO changed SELECT FROM generate_series(1, 1000);
ALTER TABLE changed ALTER id SET DEFAULT uuid_time_nextval();
INSERT INTO changed SELECT FROM generate_series(1, 20);
CREATE TABLE refilled (id uuid PRIMARY KEY DEFAULT pg_catalog.gen_random_uuid(), n int) WITH (autovacuum_enabled = off);
INSERT INTO refilled (n) SELECT generate_series(1, 30000);
DELETE FROM refilled WHERE n % 4 <> 0;
VACUUM refilled;
ALTER TABLE refilled ALTER id SET DEFAULT uuid_time_nextval();
INSERT INTO refilled (n) SELECT generate_series(1, 2000);
-- names, a domain's default; one row for all partitions, at each level
CREATE TABLE "Quoted ""table" ("the ""key" key PRIMARY KEY, first text DEFAULT '', beyond text DEFAULT '', range int,
	row int);
CREATE TABLE parts (id uuid PRIMARY KEY DEFAULT pg_catalog.gen_random_uuid(), value int) PARTITION BY HASH (id);
CREATE TABLE parts_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1) PARTITION BY HASH (id);
CREATE TABLE parts_1_0 PARTITION OF parts_1 FOR VALUES WITH (MODULUS 1, REMAINDER 0);
INSERT INTO parts (value) SELECT generate_series(0, 1999);
CREATE TABLE by_key (LIKE at_random INCLUDING ALL) PARTITION BY RANGE (id);
CREATE TABLE by_key_1 PARTITION OF by_key DEFAULT;
CREATE TABLE by_key_below (id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(), value int) PARTITION BY LIST (value);
CREATE TABLE by_key_below_1 PARTITION OF by_key_below DEFAULT PARTITION BY LIST (uuid_block(id, 8));
CREATE TABLE by_key_below_2 PARTITION OF by_key_below_1 DEFAULT;
CREATE INDEX ON by_key_below (id);
-- a child with a default of its own
CREATE TABLE child (id uuid PRIMARY KEY DEFAULT uuid_opaque_nextval('it''s (a) label', '1 min', '1 day')) INHERITS (at_random);

-- not the only column of a primary key
CREATE TABLE invoices (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	public_id uuid NOT NULL UNIQUE DEFAULT pg_catalog.gen_random_uuid());

-- no costs for keys behind others and texts; an index on a foreign key follows; a primary key may be one
CREATE TABLE tenants (tenant_id int DEFAULT 1, id uuid DEFAULT pg_catalog.gen_random_uuid(),
	PRIMARY KEY (tenant_id, id));
CREATE TABLE texts (id varchar(36) PRIMARY KEY DEFAULT pg_catalog.gen_random_uuid()::text);
CREATE TABLE analyzed_texts (id text PRIMARY KEY DEFAULT pg_catalog.gen_random_uuid()::text);
INSERT INTO analyzed_texts SELECT FROM generate_series(1, 100);
CREATE TABLE referring (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent uuid REFERENCES at_random);
CREATE INDEX ON referring (parent);
CREATE TABLE profiles (user_id uuid PRIMARY KEY REFERENCES at_random);
-- no row for keys from elsewhere, what writes no WAL, a part of a table, an index without a uuid
CREATE TABLE generated (n bigint, id uuid GENERATED ALWAYS AS (uuid_block_lower(n, 65536)) STORED PRIMARY KEY);
CREATE UNLOGGED TABLE not_logged (LIKE at_random INCLUDING ALL);
CREATE TABLE names (name text PRIMARY KEY, id uuid DEFAULT pg_catalog.gen_random_uuid());
CREATE UNIQUE INDEX ON names (id) WHERE name > '';
CREATE INDEX ON names USING hash (id);
CREATE INDEX ON names (name, id);
INSERT INTO names VALUES ('a name');
ANALYZE;
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT "table", index, rows, client_keys, E'\n    ' || wrapped(column_default) AS column_default
  FROM uuid_index_report()
 WHERE "table" ~ '^report'
 ORDER BY "table" COLLATE "C", index COLLATE "C";

-- figures, where rows are inserted: what there is to do.  by_serial gets more rows, since at low rates, which a slow
-- server has, another key would save little there.
SELECT pg_stat_reset() \gset ignored_
CALL fill(1000);
INSERT INTO by_serial SELECT FROM generate_series(1, 20000);
INSERT INTO "Quoted ""table" SELECT FROM generate_series(1, 1000);
CREATE PROCEDURE insert_into(tables text) LANGUAGE plpgsql AS $$
DECLARE
	t text;
BEGIN
	FOREACH t IN ARRAY string_to_array(tables, ', ') LOOP
		EXECUTE format('INSERT INTO %I SELECT FROM generate_series(1, 1000)', t);
	END LOOP;
END $$;
CALL insert_into('parts, by_key, by_key_below, child, invoices, tenants, texts, analyzed_texts');
INSERT INTO referring (parent) SELECT id FROM ONLY at_random LIMIT 1000;
INSERT INTO profiles SELECT id FROM ONLY at_random LIMIT 1000;
ANALYZE;
SELECT pg_stat_force_next_flush() \gset ignored_
CREATE VIEW reported AS
SELECT replace("table", 'report.', '') AS name, regexp_replace(reason, '; on average since .*', '') AS why, r.*
  FROM uuid_index_report(index_memory => '1 TB', checkpoint_interval => '1 h') AS r WHERE "table" ~ '^report';
CREATE TEMPORARY TABLE before AS TABLE reported;
SELECT name, verdict, E'\n    ' || wrapped(regexp_replace(why, '\d+ %', 'N %')) AS why
  FROM before
 WHERE rows_per_second > 0
 ORDER BY name COLLATE "C", index COLLATE "C";
SELECT DISTINCT reason ~ '; on average since \d{4}-\d\d-\d\d \d\d:\d\d' AS says_since FROM before WHERE wal_now > 0;
-- an ALTER with "switch" alone; the advised key wherever there are costs
SELECT count(*) FILTER (WHERE (alter IS NOT NULL) <> (verdict = 'switch')) AS others,
	   count(*) FILTER (WHERE replace(alter, 'pg_catalog.', '') <> format(
			'ALTER TABLE ONLY %s ALTER COLUMN %s SET DEFAULT %s;',
			"table", CASE name WHEN '"Quoted ""table"' THEN '"the ""key"' ELSE 'id' END, advised)) AS other_alters,
	   count(*) FILTER (WHERE wal_advised > 0 AND advised IS NULL) AS without_call
  FROM before;
-- those that cost later anything but what was read, of two digits
WITH read AS (
	SELECT name, rows, rows_per_second, wal_later, r[1] AS kind,
		   r[2]::float8 * CASE WHEN r[3] <> '' THEN rows_per_second ELSE 1 END AS rows_of_block,
		   r[4]::float8 * CASE WHEN r[5] <> '' THEN rows_per_second ELSE 1 END AS rows_of_cycle,
		   rows_per_second * 157788000 + rows AS horizon_rows
	  FROM tables
	  JOIN before USING (name), regexp_match(read_as, '(\w+)(?: (\S+)( s)? (\S+)( s)?)?') AS r
	 WHERE read_as <> '' AND name <> 'v7_of_clients'
)
SELECT count(*) AS compared,
	   string_agg(name, ' ') FILTER (WHERE (abs(wal_later / wal - 1) < 0.06) IS NOT TRUE) AS other
  FROM read,
	   LATERAL (SELECT sequential_uuids_costs_of(
			kind, rows_of_block, rows_of_cycle, rows_per_second, 3600,
			sequential_uuids_vacuum_rows(horizon_rows, 0, NULL, NULL), NULL, horizon_rows,
			CASE kind WHEN 'random' THEN rows ELSE 0 END, 0, 40, 1e12, true, false)) AS c (wal);

-- each ALTER TABLE can be executed as it is; afterwards, all is as advised
SELECT alter FROM before WHERE alter IS NOT NULL \gexec
-- counted anew, so that a slow server has the same rates as before
SELECT pg_stat_reset() \gset ignored_
CALL fill(1000);
CALL insert_into('parts, Quoted "table');
ANALYZE;
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT name, verdict, why FROM reported
 WHERE name IN (SELECT name FROM before WHERE alter IS NOT NULL) AND name <> 'random_by_one' AND verdict <> 'as advised'
 ORDER BY name COLLATE "C";

-- what a table's options say of VACUUM, and what is said of deletes; with enough rows that a slow server's rate is high
ALTER TABLE at_random ALTER id SET DEFAULT pg_catalog.gen_random_uuid();
INSERT INTO at_random SELECT FROM generate_series(1, 20000);
SELECT pg_stat_force_next_flush() \gset ignored_
CREATE VIEW waits AS
SELECT substring(alter FROM '''([^'']*)''\)')::interval > interval '2 h' AS is_long, verdict
  FROM uuid_index_report(kept => '1 h', left_behind => 0.05, checkpoint_interval => '1 min', horizon => '6 h')
 WHERE "table" = 'report.at_random';
TABLE waits;
ALTER TABLE at_random SET (autovacuum_vacuum_scale_factor = 2, autovacuum_vacuum_insert_scale_factor = 2);
TABLE waits;
DELETE FROM parts WHERE id < '40000000-0000-0000-0000-000000000000';
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT verdict, why, wal_now FROM reported WHERE name = 'parts';
SELECT count(*) AS of_at_most_2 FROM uuid_index_report(at_most => 2);
SELECT arguments, error_of(format('SELECT uuid_index_report(%s)', arguments)) AS refused
  FROM unnest(ARRAY[
		$$interval '0'$$,
		$$interval '61 min'$$,
		'left_behind => 0.1',
		$$index_memory => 'eight'$$,
		$$horizon => '0'$$,
		'at_most => -1']) AS arguments;

-- A default may be stored with arguments that no INSERT accepts: nobody's report must fail for it.
CREATE TABLE stored (id_default text);
INSERT INTO stored VALUES ('uuid_time_nextval(0, 0)'), ($$uuid_interval_nextval('0 s', '0')$$),
	($$uuid_interval_nextval('1 h', '-1 day')$$), ($$uuid_sequence_nextval('report.s', 0, 0)$$),
	($$uuid_sequence_nextval('report.s', -1)$$), ($$uuid_opaque_nextval('', '0', '0')$$),
	($$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 0 % '65536'), 7)
		|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid$$);
SET search_path = pg_catalog, public;
SELECT format('CREATE TABLE report.stored_%s (id uuid PRIMARY KEY DEFAULT %s)', row_number() OVER (), id_default)
  FROM report.stored
\gexec
SET search_path = report, public;
SELECT format('INSERT INTO stored_%s SELECT pg_catalog.gen_random_uuid() FROM generate_series(1, 1000)', n)
  FROM generate_series(1, 7) AS n
\gexec
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT verdict, count(*) FROM uuid_index_report() WHERE "table" ~ '^report.stored_' GROUP BY verdict;
-- an index on a foreign key costs what its parent's kind of key does
CREATE TABLE by_parent (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent uuid REFERENCES by_time);
CREATE INDEX ON by_parent (parent);
INSERT INTO by_parent (parent) SELECT id FROM by_time LIMIT 10;
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT verdict, wal_now > 0 AND wal_later > 0 AS has_costs FROM uuid_index_report() WHERE "table" = 'report.by_parent';
-- a parent whose key is a generated column
CREATE TABLE of_generated (parent uuid REFERENCES generated);
CREATE INDEX ON of_generated (parent);
SELECT verdict, column_default FROM uuid_index_report() WHERE "table" = 'report.of_generated';
-- nobody trusted: nothing is read
SELECT keys, problem FROM sequential_uuids_sample('at_random'::regclass, 1::int2, NULL);

-- a default that the transaction itself has set is not older than the rows
BEGIN;
SAVEPOINT s;
ALTER TABLE at_random ALTER id SET DEFAULT uuid_sequence_nextval('s');
RELEASE s;
SELECT client_keys, column_default FROM uuid_index_report() WHERE "table" = 'report.at_random';
ROLLBACK;

-- it reads only, and a session's settings change nothing
ALTER TABLE "Quoted ""table" ALTER "the ""key" SET DEFAULT uuid_interval_nextval('1 h', '36500 days');
CALL insert_into('Quoted "table');
SET IntervalStyle = 'iso_8601';
SET quote_all_identifiers = on;
SET plpgsql.extra_errors = 'all';
SET search_path = pg_temp, report;
CREATE TEMPORARY TABLE pg_class (oid int);
BEGIN READ ONLY;
SELECT "table", client_keys, E'\n    ' || column_default AS column_default
  FROM report.uuid_index_report()
 WHERE "table" ~ 'by_interval|"'
 ORDER BY 1;
SELECT pg_current_xact_id_if_assigned() AS transaction;
COMMIT;
RESET ALL;
SET client_min_messages = warning;
DROP TABLE pg_temp.pg_class, before;
DROP SCHEMA report CASCADE;
RESET client_min_messages;
