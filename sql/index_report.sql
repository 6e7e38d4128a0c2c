\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, advice is the same file in both editions
-- uuid_index_report and uuid_key_dependencies.  t/013_index_report.pl has what needs several sessions or servers,
-- t/025_traps.pl whose code they run, t/pgtap/one_answer.sql whether they agree with uuid_advise().
SET IntervalStyle = 'postgres';
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS report CASCADE;
CREATE SCHEMA report;
CREATE EXTENSION sequential_uuids_advice SCHEMA report;
SET search_path = report, public;

CREATE SEQUENCE s;
CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid();
CREATE FUNCTION own() RETURNS uuid RETURN gen_random_uuid();
-- named like one of core's, of an extension's and of ours, but none of them
CREATE FUNCTION gen_random_uuid() RETURNS uuid LANGUAGE sql RETURN uuid_in('00000000-0000-4000-8000-000000000000');
CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql RETURN pg_catalog.gen_random_uuid();
CREATE FUNCTION uuid_interval_nextval(text) RETURNS uuid LANGUAGE sql RETURN pg_catalog.gen_random_uuid();
-- whose name is no regular expression, or one that takes for ever; whose argument is no number
CREATE FUNCTION "own("() RETURNS uuid RETURN pg_catalog.gen_random_uuid();
CREATE FUNCTION "(.*)(.*)(.*)\1\2\3"(text) RETURNS uuid RETURN pg_catalog.gen_random_uuid();
CREATE FUNCTION uuid_time_nextval(interval_length text) RETURNS uuid RETURN pg_catalog.gen_random_uuid();
-- with our types, but names of parameters under which others are read
CREATE FUNCTION uuid_sequence_nextval(block_size regclass, a int, b int) RETURNS uuid
RETURN pg_catalog.gen_random_uuid();
CREATE FUNCTION uuid_opaque_nextval(interval_length text, a interval, "cycle" interval, b int) RETURNS uuid
RETURN pg_catalog.gen_random_uuid();
CREATE FUNCTION uuid_interval_nextval(interval, interval, int) RETURNS uuid RETURN pg_catalog.gen_random_uuid();
-- of the older extension, which wraps after whole bytes
CREATE SCHEMA older;
CREATE FUNCTION older.uuid_time_nextval(interval_length int, interval_count int) RETURNS uuid
RETURN pg_catalog.gen_random_uuid();

-- How defaults are read: the kind of keys, and rows of a block and of a cycle at one row per second.
CREATE TABLE tables (name text, id_default text);
INSERT INTO tables VALUES
	('at_random', 'pg_catalog.gen_random_uuid()'),
	('by_v7', 'uuid_v7_nextval()'),
	('by_v7_shifted', $$uuid_v7_nextval('-1 day 12:00')$$),
	('by_v7_of_node', 'uuid_v7_nextval(5, 4)'),
	('of_v7_shifted_at_random', $$uuid_v7_nextval(random() * interval '1 day')$$),
	('by_time', 'uuid_time_nextval()'),
	('by_time_of_both', 'uuid_time_nextval(90, 100)'),
	('by_time_of_one', 'uuid_time_nextval(interval_count => 100)'),
	('by_interval', $$uuid_interval_nextval('5 min', '60 days')$$),
	('by_interval_8', $$uuid_interval_nextval('0.5 s', '1 mon 1 day', version => 8)$$),
	('by_names', $$uuid_interval_nextval(interval_length => '1 h', "cycle" => '9 days')$$),
	('by_sequence', $$uuid_sequence_nextval('s')$$),
	('by_sequence_of_both', $$public.uuid_sequence_nextval('s', 64, 100)$$),
	('by_opaque', $$uuid_opaque_nextval('it''s (a) label', '1 s', '9 days')$$),
	('by_plain', $$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 150 % '34560'), 7)
		|| substr(uuid_send(pg_catalog.gen_random_uuid()), 3), 'hex')::uuid$$),
	-- others, and which raise an error
	('of_another_order', $$uuid_interval_nextval("cycle" => '9 days', interval_length => '1 h')$$),
	('of_older', 'older.uuid_time_nextval(300, 65536)'),
	('of_older_in_part', 'older.uuid_time_nextval(300, 17280)'),
	('of_an_expression', $$uuid_interval_nextval(make_interval(secs => 5), '60 days')$$),
	('by_own', 'own()'),
	('like_core', 'report.gen_random_uuid()'),
	('like_extension', 'report.uuid_generate_v7()'),
	('like_ours', $$report.uuid_interval_nextval('5 min'::text)$$),
	('like_ours_too', $$report.uuid_time_nextval('abc'::text)$$),
	('like_ours_in_types', $$report.uuid_sequence_nextval('s'::regclass, 1, 2)$$),
	('like_ours_in_types_too', $$report.uuid_opaque_nextval('abc'::text, '1 s', '1 day', 1)$$),
	('like_ours_without_names', $$report.uuid_interval_nextval('1 s', '1 day', 4)$$),
	('no_pattern', $$"own("()$$),
	('slow_pattern', format('"(.*)(.*)(.*)\1\2\3"(%L)', repeat('a', 9600))),
	('of_two', $$CASE WHEN own() IS NULL THEN uuid_v7_nextval() ELSE own() END$$),
	('cast_back', $$uuid_v7_nextval()::text::uuid$$),
	('of_none', $$uuid_time_nextval(0, 0)$$),
	('reversed', $$uuid_interval_nextval('1 h', '1 min')$$),
	('negative', $$uuid_sequence_nextval('s', -1)$$),
	('long', format('CASE %s ELSE own() END',
		(SELECT string_agg('WHEN clock_timestamp() > now() THEN NULL', ' ') FROM generate_series(1, 200))));
-- plain defaults, at the edges of the numbers of blocks that take two bytes
INSERT INTO tables
SELECT name, format($$encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 150 %% %L), 7)
		|| substr(uuid_send(pg_catalog.gen_random_uuid()), 3), 'hex')::uuid$$, block_count)
  FROM (VALUES ('of_too_few', 32768), ('of_fewest', 32769), ('of_most', 65536), ('of_too_many', 65537))
	AS plain (name, block_count);
SELECT format('CREATE TABLE %I (id uuid PRIMARY KEY DEFAULT %s)', name, id_default) FROM tables \gexec
CREATE TABLE of_domain (id key PRIMARY KEY);
SELECT c.relname, r.kind, r.block_rows, r.cycle_rows
  FROM pg_class AS c, sequential_uuids_default(c.oid, 'id') AS d,
	   sequential_uuids_read_default(d.expression, d.generator, 1) AS r
 WHERE c.relnamespace = 'report'::regnamespace AND c.relkind = 'r'
   AND d.expression IS NOT NULL AND d.needs_more IS NOT TRUE
 ORDER BY c.relname COLLATE "C";
-- each generator of ours is one of them
SELECT p.oid::regprocedure AS unknown
  FROM pg_proc AS p
 WHERE p.pronamespace = 'public'::regnamespace AND p.proname ~ '^uuid_.*_nextval$' AND NOT EXISTS (
	SELECT FROM pg_class AS c, sequential_uuids_default(c.oid, 'id') AS d,
		   sequential_uuids_read_default(d.expression, d.generator, 1) AS r
	 WHERE c.relnamespace = 'report'::regnamespace AND c.relkind = 'r' AND d.generator = p.oid AND r.kind IS NOT NULL);

-- Verdicts.  Other tables than those with a default that calls one function.
CREATE TABLE clients_make (id uuid PRIMARY KEY);
CREATE TABLE child (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent uuid REFERENCES at_random);
CREATE INDEX ON child (parent);
CREATE TABLE profile (id uuid PRIMARY KEY REFERENCES at_random);
CREATE TABLE tenants (tenant int, id uuid DEFAULT pg_catalog.gen_random_uuid(), PRIMARY KEY (tenant, id));
CREATE TABLE texts (id varchar(36) PRIMARY KEY);
CREATE TABLE analyzed_texts (id text PRIMARY KEY DEFAULT pg_catalog.gen_random_uuid()::text);
CREATE TABLE other_texts (id text PRIMARY KEY DEFAULT 'a');
CREATE TABLE deleted_from (LIKE at_random INCLUDING ALL);
CREATE TABLE hardly_deleted_from (LIKE at_random INCLUDING ALL);
CREATE TABLE updated (LIKE at_random INCLUDING ALL, n int);
CREATE INDEX ON updated (n);
CREATE TABLE hardly_updated (LIKE updated INCLUDING ALL);
CREATE TABLE of_both (LIKE at_random INCLUDING ALL, other uuid UNIQUE DEFAULT pg_catalog.gen_random_uuid(),
	filler text DEFAULT repeat('x', 495));
CREATE TABLE truncated (LIKE at_random INCLUDING ALL);
CREATE TABLE emptied (LIKE at_random INCLUDING ALL);
CREATE TABLE hardly_truncated (LIKE at_random INCLUDING ALL);
CREATE TABLE rolled_back (LIKE at_random INCLUDING ALL);
CREATE TABLE never_analyzed (LIKE at_random INCLUDING ALL) WITH (autovacuum_enabled = off);
CREATE TABLE hot_updated (LIKE at_random INCLUDING ALL, n int) WITH (fillfactor = 10);
CREATE TABLE few_inserts (LIKE at_random INCLUDING ALL);
CREATE TABLE enough_inserts (LIKE at_random INCLUDING ALL);
CREATE TABLE by_hash (LIKE at_random INCLUDING ALL) PARTITION BY HASH (id);
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE by_day (id uuid DEFAULT pg_catalog.gen_random_uuid(), day int, PRIMARY KEY (id, day))
	PARTITION BY RANGE (day);
CREATE TABLE by_day_1 PARTITION OF by_day FOR VALUES FROM (1) TO (2);
CREATE TABLE by_day_2 PARTITION OF by_day FOR VALUES FROM (2) TO (3);
CREATE TABLE by_day_3 PARTITION OF by_day FOR VALUES FROM (3) TO (4);
-- left out: keys from elsewhere, what writes no WAL, an index of another type; or with nothing but a text
CREATE TABLE generated (n bigint, id uuid GENERATED ALWAYS AS (uuid_block_lower(n, 65536)) STORED PRIMARY KEY);
CREATE UNLOGGED TABLE not_logged (LIKE at_random INCLUDING ALL);
CREATE TABLE names (name text PRIMARY KEY, id uuid DEFAULT pg_catalog.gen_random_uuid(), other uuid);
CREATE UNIQUE INDEX ON names (id) WHERE name > '';
CREATE INDEX ON names USING hash (id);
CREATE INDEX ON names (name, id);
CREATE INDEX ON names (other);

SELECT pg_stat_reset() \gset ignored_
INSERT INTO at_random SELECT FROM generate_series(1, 1000);
INSERT INTO by_opaque SELECT FROM generate_series(1, 1000);
INSERT INTO by_own SELECT FROM generate_series(1, 1000);
INSERT INTO of_two SELECT FROM generate_series(1, 1000);
INSERT INTO of_domain SELECT FROM generate_series(1, 1000);
INSERT INTO clients_make SELECT pg_catalog.gen_random_uuid() FROM generate_series(1, 1000);
INSERT INTO child (parent) SELECT id FROM at_random;
INSERT INTO profile SELECT id FROM at_random;
INSERT INTO tenants SELECT 1 FROM generate_series(1, 1000);
INSERT INTO analyzed_texts SELECT FROM generate_series(1, 1000);
INSERT INTO other_texts VALUES ('b');
INSERT INTO deleted_from SELECT FROM generate_series(1, 1000);
INSERT INTO hardly_deleted_from SELECT FROM generate_series(1, 1000);
DELETE FROM deleted_from WHERE id IN (SELECT id FROM deleted_from LIMIT 51);
DELETE FROM hardly_deleted_from WHERE id IN (SELECT id FROM hardly_deleted_from LIMIT 50);
INSERT INTO updated (n) SELECT generate_series(1, 1000);
INSERT INTO hardly_updated (n) SELECT generate_series(1, 1000);
INSERT INTO hot_updated (n) SELECT generate_series(1, 1000);
UPDATE updated SET n = n + 1;
UPDATE updated SET n = n + 1 WHERE n = 5;
UPDATE hardly_updated SET n = n + 1;
UPDATE hot_updated SET n = n + 1;
UPDATE hot_updated SET n = n + 1;
INSERT INTO of_both SELECT FROM generate_series(1, 1000);
INSERT INTO truncated SELECT FROM generate_series(1, 51);
TRUNCATE truncated;
INSERT INTO truncated SELECT FROM generate_series(1, 949);
INSERT INTO emptied SELECT FROM generate_series(1, 1000);
TRUNCATE emptied;
INSERT INTO hardly_truncated SELECT FROM generate_series(1, 50);
TRUNCATE hardly_truncated;
INSERT INTO hardly_truncated SELECT FROM generate_series(1, 950);
BEGIN;
INSERT INTO rolled_back SELECT FROM generate_series(1, 60);
ROLLBACK;
INSERT INTO rolled_back SELECT FROM generate_series(1, 940);
INSERT INTO few_inserts SELECT FROM generate_series(1, 19);
INSERT INTO enough_inserts SELECT FROM generate_series(1, 20);
INSERT INTO by_hash SELECT FROM generate_series(1, 1000);
INSERT INTO by_day (day) SELECT 1 FROM generate_series(1, 1000);
INSERT INTO by_day (day) SELECT 2 FROM generate_series(1, 100);
-- before the counts of ANALYZE
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE;
INSERT INTO never_analyzed SELECT FROM generate_series(1, 1000);
SELECT pg_stat_force_next_flush() \gset ignored_
-- As if these were so large that random keys cost as much today as later.
UPDATE pg_class SET reltuples = 1e8
 WHERE oid = ANY ('{at_random,by_opaque,of_domain,of_both,hot_updated,updated,hardly_updated}'::regclass[]);

CREATE VIEW reported AS
SELECT regexp_replace(reason, '[\d.]+ ([kMGT]B|bytes)', '…', 'g') AS why, r.*
  FROM uuid_index_report(at_most => 1000, checkpoint_interval => '5 min') AS r WHERE table_name::text !~ '[.]';
CREATE TEMPORARY TABLE of_gigabyte AS TABLE reported;
SELECT table_name, index_name, column_name, verdict, cause, why FROM of_gigabyte
 WHERE rows_per_second > 0 AND cause NOT IN ('small', 'later', 'updates')
 ORDER BY table_name::text COLLATE "C", index_name;
-- whatever a server's speed
SELECT count(*) FILTER (WHERE cause = 'small' OR verdict = 'switch') > 4 AS some,
	   count(*) FILTER (WHERE (cause = 'small') <> (saved_bytes_per_day < 2 ^ 30)
			AND (cause = 'small' OR verdict = 'switch')) AS other
  FROM of_gigabyte;
SELECT table_name, verdict, wal_now > 0 AND wal_advised > 0 AS has_costs,
	   advised IS NOT NULL AS is_advised
  FROM uuid_index_report(worth => '0', checkpoint_interval => '5 min')
 WHERE table_name IN ('enough_inserts'::regclass, 'hot_updated'::regclass);
SELECT table_name, verdict, cause,
	   regexp_replace(reason, '[\d.]+ ([kMGT]B|bytes)', '…', 'g') AS says_both,
	   advised
  FROM uuid_index_report(only_table => 'at_random', worth => '8000 TB', checkpoint_interval => '5 min');
-- keys that are not known may be random ones, which are good enough unless others save what is worth it
SELECT worth, verdict, cause, advised = 'gen_random_uuid()' AS is_random
  FROM unnest('{0,8000 TB}'::text[]) AS worth, uuid_index_report(
		only_table => 'of_two', worth => worth, checkpoint_interval => '100 ms');
-- what is saved is the difference of two figures of today, and the sentence has all three
SELECT abs(saved_bytes_per_day / ((wal_now - wal_advised) * rows_per_second * 86400) - 1) < 0.01 AS is_difference,
	   reason LIKE format('bytes of WAL per row: now %s, with the advised key %s: saves %s of WAL a day', wal_now,
		wal_advised, pg_size_pretty(saved_bytes_per_day)) AS names_all
  FROM uuid_index_report(only_table => 'at_random', worth => '0', checkpoint_interval => '5 min');
-- Updates save as much as inserts if they are of rows of one age, and late; if they may be of any, that is said.
SELECT table_name, u AS updated_after, reason ~ 'or up to .* at about the same age' AS says_up_to,
	   CASE WHEN u > '0' THEN (wal_now - wal_advised)
			/ max(wal_now - wal_advised) FILTER (WHERE u = '0') OVER (PARTITION BY table_name) > 1.4 END AS saves_more
  FROM unnest('{NULL,0,1 h}'::interval[]) AS u,
	   uuid_index_report(worth => '0', checkpoint_interval => '5 min', updated_after => u)
 WHERE table_name IN ('updated'::regclass, 'hardly_updated'::regclass, 'hot_updated'::regclass)
 ORDER BY table_name, u NULLS FIRST;
-- a further uuid of a table adds its index, not the table's WAL again
SELECT max(wal_now) FILTER (WHERE index_name = 'of_both_pkey'::regclass)
	   - max(wal_now) FILTER (WHERE index_name <> 'of_both_pkey'::regclass)
		BETWEEN 500 AND 700 AS is_of_the_table,
	   max(saved_bytes_per_day) = min(saved_bytes_per_day) AS save_alike
  FROM uuid_index_report(only_table => 'of_both', worth => '0', checkpoint_interval => '5 min');
-- opaque keys are there to reveal little
SELECT coalesce(advised ~ '^(public[.]uuid_opaque_nextval|gen_random_uuid)', verdict = 'keep') AS stay
  FROM uuid_index_report(only_table => 'by_opaque', worth => '0', checkpoint_interval => '5 min');
-- a key is advised to those whose default may be set; nothing else is
SELECT count(*) FILTER (WHERE (advised IS NOT NULL) <> (
			verdict = 'switch' OR cause = 'kind' AND why !~ 'texts')) AS other
  FROM of_gigabyte;
SELECT DISTINCT verdict, cause FROM reported WHERE rows_per_second = 0 ORDER BY 1, 2;
-- Without "over", rates are averages, and rows say since when; the interval of checkpoints says where it is from.
SELECT DISTINCT counted_since < now() - interval '10 ms' AS counts_all,
	   checkpoints ~ '^every [\d.]+ s, (by|as)' AS says_how
  FROM uuid_index_report();
SELECT DISTINCT counted_since > now() AS counts_meanwhile, checkpoints
  FROM uuid_index_report('10 ms', checkpoint_interval => '7 s');

-- rows of partitions: of all, or of the newest that has any
SELECT table_name, rows FROM of_gigabyte WHERE table_name::text ~ '^by_(hash|day)' ORDER BY 1;
-- a partition stands for its table
SELECT only_table, table_name FROM unnest('{by_day,by_day_1,by_hash_0}'::regclass[]) AS only_table,
	   uuid_index_report(only_table => only_table);
-- defaults as SQL
SELECT table_name, E'\n    ' || wrapped(column_default) AS column_default FROM of_gigabyte
 WHERE table_name::text ~ '^(by_interval|by_opaque|of_two|of_domain|long|clients_make)$' ORDER BY 1;

-- an index that has grown since its pages were counted
INSERT INTO enough_inserts SELECT FROM generate_series(1, 100000);
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT abs(index_bytes / pg_relation_size('enough_inserts_pkey')::float8 - 1) < 0.15 AS is_size
  FROM uuid_index_report(only_table => 'enough_inserts');
-- ... of keys of which nothing is known: 40 bytes for each of 1,000
SELECT index_bytes FROM of_gigabyte WHERE table_name = 'never_analyzed'::regclass;

SELECT count(index_name) AS of_at_most_2,
	   max(reason) FILTER (WHERE cause = 'left out') ~ '[0-9]+ not looked at' AS says_so
  FROM uuid_index_report(at_most => 2);
SELECT arguments, error_of(format('SELECT uuid_index_report(%s)', arguments)) AS refused
  FROM unnest(ARRAY[
		$$interval '0'$$,
		$$interval '61 min'$$,
		'left_behind => 0.1',
		$$worth => 'much'$$,
		'worth => NULL',
		$$worth => '-1 GB'$$,
		$$updated_after => '-1 s'$$,
		$$checkpoint_interval => '0'$$,
		'at_most => 0']) AS arguments;

-- it reads only, and a session's settings change nothing
CREATE TABLE usual AS SELECT table_name, column_default FROM reported;
-- A new session, which parses the functions under these settings.
\connect
SET IntervalStyle = 'iso_8601';
SET quote_all_identifiers = on;
SELECT count(set_config(name, 'off', false)) FROM pg_settings
 WHERE name = 'standard_conforming_strings' AND current_setting('server_version_num')::int < 190000 \gset ignored_
SET extra_float_digits = -15;
SET plpgsql.extra_errors = 'all';
SET search_path = pg_temp, report;
CREATE TEMPORARY TABLE pg_class (oid int);
BEGIN READ ONLY;
SELECT count(*) AS other FROM (
	SELECT table_name, column_default FROM report.reported EXCEPT TABLE report.usual) AS s;
SELECT pg_current_xact_id_if_assigned() AS transaction;
COMMIT;
RESET ALL;
SET client_min_messages = warning;
SET search_path = report, public;
DROP TABLE pg_temp.pg_class, usual;

-- what is known to depend on keys
CREATE SCHEMA d;
SET search_path = d, report, public;
CREATE DOMAIN key AS uuid CHECK (value IS NOT NULL);
CREATE TABLE o (id d.key PRIMARY KEY DEFAULT pg_catalog.gen_random_uuid(), n int CHECK (n > 0),
	short text GENERATED ALWAYS AS (left(id::text, 8)) STORED,
	CHECK (id <> uuid_in('00000000-0000-0000-0000-000000000000')));
CREATE INDEX ON o (n);
CREATE INDEX of_predicate ON o (n) WHERE id > '40000000-0000-0000-0000-000000000000';
CREATE INDEX of_short ON o (short);
CREATE TABLE c (o_id uuid REFERENCES o, n int);
CREATE TABLE also_o (id uuid PRIMARY KEY REFERENCES o, n int);
CREATE TABLE c_of_also_o (also_o_id uuid REFERENCES also_o);
CREATE VIEW v AS SELECT id, n FROM o;
CREATE VIEW over_v AS SELECT left(id::text, 3) AS short FROM v;
CREATE VIEW whole_row AS SELECT o::text FROM o;
CREATE MATERIALIZED VIEW m AS SELECT left(id::text, 8) AS short FROM o;
CREATE UNIQUE INDEX ON m (short);
CREATE FUNCTION trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM to_jsonb(NEW); RETURN NEW; END';
CREATE TRIGGER of_o AFTER INSERT ON o FOR EACH ROW EXECUTE FUNCTION trigger();
CREATE TRIGGER of_c BEFORE UPDATE ON c FOR EACH ROW EXECUTE FUNCTION trigger();
CREATE TRIGGER of_v INSTEAD OF INSERT ON v FOR EACH ROW EXECUTE FUNCTION trigger();
CREATE POLICY p ON o USING (id IS NOT NULL);
CREATE RULE r AS ON INSERT TO c DO ALSO SELECT 1;
SET client_min_messages = error;
CREATE PUBLICATION pub FOR TABLE o WHERE (n > 1);
SET client_min_messages = warning;
CREATE STATISTICS st ON id, n FROM o;
CREATE FUNCTION of_row(o) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT ($1).id::text';
CREATE INDEX of_function ON o ((of_row(o)));
CREATE FUNCTION of_whole_row() RETURNS SETOF text BEGIN ATOMIC SELECT o::text FROM o; END;
CREATE FUNCTION of_rows(o[]) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT ($1)[1].id::text';
CREATE TABLE parts (id uuid, n int, PRIMARY KEY (id)) PARTITION BY HASH (id);
CREATE TABLE part PARTITION OF parts FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TRIGGER of_part BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION trigger();
-- from PostgreSQL 18 on, NOT NULL is a constraint
SELECT * FROM uuid_key_dependencies('o')
 WHERE dependent !~ '_not_null' ORDER BY depends_on COLLATE "C", dependent COLLATE "C";
SELECT * FROM uuid_key_dependencies('parts') WHERE dependent ~ '^(partition|trigger)' ORDER BY dependent COLLATE "C";
-- what reads the rows of a partition, or of a child, over its parent, which need not have an index, and not its sibling
CREATE TABLE bare (id uuid) PARTITION BY HASH (id);
CREATE TABLE indexed PARTITION OF bare FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE sibling PARTITION OF bare FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE INDEX ON indexed (id);
CREATE TABLE parent (id uuid);
CREATE TABLE heir (PRIMARY KEY (id)) INHERITS (parent);
CREATE VIEW over_bare AS SELECT left(id::text, 8) FROM bare;
CREATE VIEW over_sibling AS SELECT left(id::text, 8) FROM sibling;
CREATE VIEW over_parent AS SELECT left(id::text, 8) FROM parent;
SELECT t.asked, k.* FROM unnest('{bare,indexed,heir}'::regclass[]) AS t (asked), uuid_key_dependencies(t.asked) AS k
 WHERE k.dependent ~ 'view' ORDER BY t.asked::text COLLATE "C", k.dependent COLLATE "C";
SELECT count(*) FROM uuid_key_dependencies(NULL);
-- the key's type may be a domain over a domain
CREATE DOMAIN inner_key AS uuid CHECK (value IS NOT NULL);
CREATE DOMAIN outer_key AS inner_key;
CREATE TABLE of_domains (id outer_key PRIMARY KEY);
SELECT * FROM uuid_key_dependencies('of_domains') WHERE dependent !~ '_not_null' ORDER BY dependent COLLATE "C";
-- a key without a unique index is one for the report, too
CREATE TABLE loose (id uuid DEFAULT pg_catalog.gen_random_uuid());
CREATE INDEX ON loose (id);
CREATE VIEW over_loose AS SELECT left(id::text, 8) FROM loose;
SELECT dependent FROM uuid_key_dependencies('loose') WHERE dependent ~ 'view';
-- texts and bytea may hold UUIDs, unless no index says that they are a key
CREATE TABLE of_text (id varchar(36) PRIMARY KEY, name text, code bytea UNIQUE, tag char(36));
CREATE INDEX ON of_text (name);
CREATE TABLE c_of_text (of_text_id text REFERENCES of_text, code bytea REFERENCES of_text (code));
CREATE VIEW over_text AS SELECT left(id, 8) AS short, name, tag FROM of_text;
CREATE VIEW over_c_of_text AS SELECT left(of_text_id, 8) AS short, encode(code, 'hex') FROM c_of_text;
SELECT * FROM uuid_key_dependencies('of_text') WHERE dependent !~ '_not_null'
 ORDER BY depends_on COLLATE "C", dependent COLLATE "C";
-- no key is not the same as nothing that depends on one
CREATE TABLE without_key (id int PRIMARY KEY, name text, other uuid);
CREATE INDEX ON without_key (name);
SELECT relation, error_of(format('SELECT uuid_key_dependencies(%L)', relation)) AS refused
  FROM unnest('{without_key,over_text,s}'::text[]) AS relation;
-- a function is advised in no schema of another role, who could add one that matches the call better
CREATE ROLE regress_other;
CREATE SCHEMA theirs AUTHORIZATION regress_other;
CREATE FUNCTION theirs.uuid_new() RETURNS uuid RETURN pg_catalog.gen_random_uuid();
SELECT name AS of_theirs FROM sequential_uuids_generator('uuid_new()');
ALTER SCHEMA theirs OWNER TO CURRENT_USER;
SELECT name AS of_mine, is_open FROM sequential_uuids_generator('uuid_new()');
-- one where others may add functions is open, unless they are superusers
CREATE ROLE regress_super SUPERUSER;
GRANT CREATE ON SCHEMA theirs TO regress_super;
GRANT USAGE ON SCHEMA theirs TO PUBLIC;
SELECT name, is_open AS to_superuser FROM sequential_uuids_generator('uuid_new()');
GRANT CREATE ON SCHEMA theirs TO PUBLIC;
SELECT name, is_open AS to_public FROM sequential_uuids_generator('uuid_new()');
DROP OWNED BY regress_super;
DROP ROLE regress_super;
-- there, none matches better what is advised
GRANT CREATE ON SCHEMA public TO regress_other;
CREATE TABLE open_calls AS SELECT call FROM uuid_advise(20, '30 days', 0.05, checkpoint_interval => '5 min')
 WHERE key ~ 'by time';
SELECT regexp_replace(call, '[0-9a-f]{32}', 'LABEL') AS call FROM open_calls ORDER BY 1;
CREATE FUNCTION trap() RETURNS uuid LANGUAGE plpgsql AS $$BEGIN RAISE 'trap'; END$$;
CREATE FUNCTION public.uuid_interval_nextval(text, text) RETURNS uuid RETURN d.trap();
CREATE FUNCTION public.uuid_interval_nextval(interval, interval) RETURNS uuid RETURN d.trap();
CREATE FUNCTION public.uuid_opaque_nextval(text, text, text) RETURNS uuid RETURN d.trap();
CREATE FUNCTION public.uuid_opaque_nextval(text, interval, interval) RETURNS uuid RETURN d.trap();
SELECT error_of($$SELECT public.uuid_interval_nextval('5 min', '60 days')$$) AS short_form;
SELECT format('SELECT %s IS NOT NULL AS is_ours', call) FROM open_calls \gexec
DROP FUNCTION public.uuid_interval_nextval(text, text), public.uuid_interval_nextval(interval, interval),
	public.uuid_opaque_nextval(text, text, text), public.uuid_opaque_nextval(text, interval, interval);
REVOKE CREATE ON SCHEMA public FROM regress_other;
RESET search_path;
DROP PUBLICATION pub;
DROP SCHEMA d, report, older, theirs CASCADE;
DROP ROLE regress_other;
RESET client_min_messages;
