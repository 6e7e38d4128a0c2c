\set ECHO errors
\pset format unaligned
\pset footer off
-- uuid_index_report: what it prints as "alter" breaks no INSERT; where another default could, it gives the call and a
-- reason instead.
CREATE SCHEMA report;
CREATE EXTENSION sequential_uuids_advice SCHEMA report;
SET search_path = report, public;
SET client_min_messages = warning;

CREATE FUNCTION uuid_version(id uuid) RETURNS int IMMUTABLE RETURN substr(id::text, 15, 1)::int;
CREATE SCHEMA w;
CREATE FUNCTION w.gen_random_uuid() RETURNS uuid LANGUAGE sql AS 'SELECT pg_catalog.gen_random_uuid()';
-- the signature of the edition in SQL, which counts if its owner does
CREATE FUNCTION w.uuid_v7_nextval() RETURNS uuid LANGUAGE sql AS 'SELECT pg_catalog.gen_random_uuid()';
CREATE FUNCTION w.uuid_time_nextval(int, int) RETURNS uuid LANGUAGE sql AS 'SELECT pg_catalog.gen_random_uuid()';
CREATE ROLE regress_report_other;
ALTER FUNCTION w.uuid_time_nextval OWNER TO regress_report_other;
CREATE DOMAIN key AS uuid DEFAULT gen_random_uuid();
CREATE DOMAIN key_over_key AS key;
CREATE DOMAIN checked_key AS uuid DEFAULT gen_random_uuid() CHECK (uuid_version(VALUE) = 4);
CREATE FUNCTION set_id() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.Id := coalesce(NEW.id, NULL); RETURN NEW; END';
CREATE FUNCTION set_n() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN new . n := coalesce(NEW.n, 1); RETURN NEW; END';
CREATE FUNCTION see_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM to_jsonb(NEW); RETURN NEW; END';
CREATE FUNCTION see_new_rows() RETURNS trigger LANGUAGE plpgsql
	AS 'BEGIN PERFORM left(n.id::text, 8) FROM new_rows AS n; RETURN NULL; END';
CREATE FUNCTION see_argument() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
	EXECUTE format('SELECT left(($1).%I::text, 8)', TG_ARGV[1]) USING NEW; RETURN NULL; END$$;
CREATE FUNCTION see_order() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM NEW."order-id"; RETURN NULL; END';
SELECT format('CREATE FUNCTION see_much() RETURNS trigger LANGUAGE plpgsql AS %L',
	'BEGIN RETURN NEW; END -- ' || repeat('x', 100000))
\gexec
CREATE FUNCTION see_all() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM ROW(NEW.*); RETURN NEW; END';
CREATE FUNCTION see_table() RETURNS trigger LANGUAGE plpgsql
	AS 'BEGIN PERFORM min(t.id::text) FROM report.trigger_of_statement_by_name AS t; RETURN NULL; END';
CREATE FUNCTION see_quotes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM NEW."i""d"; RETURN NEW; END';
CREATE FUNCTION see_parent() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM NEW.p; RETURN NEW; END';
CREATE FUNCTION cast_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW::text::report.casted; END';
CREATE TABLE copies (id uuid, CHECK (id IS NOT NULL));
CREATE FUNCTION copy_row() RETURNS trigger LANGUAGE plpgsql
	AS 'BEGIN INSERT INTO report.copies VALUES (NEW.*); RETURN NULL; END';
CREATE FUNCTION copy_any_row() RETURNS trigger LANGUAGE plpgsql
	AS $$BEGIN EXECUTE 'INSERT INTO report.copies SELECT ($1).*' USING NEW; RETURN NULL; END$$;
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql
	AS 'BEGIN PERFORM 2 * (SELECT count(*) FROM new_rows) /* twice */; RETURN NULL; END';
CREATE FUNCTION copy_rows() RETURNS trigger LANGUAGE plpgsql
	AS 'BEGIN INSERT INTO report.copies TABLE new_rows; RETURN NULL; END';

-- the key, and what is beside it: in the table, and made after it, in which %I is its name
CREATE TABLE tables (name text, key text DEFAULT 'uuid DEFAULT gen_random_uuid()', columns text DEFAULT '',
	after text DEFAULT '');
INSERT INTO tables (name, columns) VALUES
	('check', ', CHECK (uuid_version(id) = 4)'),
	('check_of_row', ', n int DEFAULT 1, CHECK (check_of_row IS NOT NULL)'),
	('exclusion', ', EXCLUDE USING btree (id WITH =)'),
	('generated_column', ', short text GENERATED ALWAYS AS (left(id::text, 8)) STORED UNIQUE');
INSERT INTO tables (name, columns)
	SELECT 'check_long', format(', n text, CHECK (n <> %L)', repeat('z', 1000000));
INSERT INTO tables (name, key) VALUES
	('domain', 'key'),
	('domain_over_domain', 'key_over_key'),
	('domain_with_check', 'checked_key'),
	('no_default', 'uuid'),
	('own_edition', 'uuid DEFAULT w.uuid_v7_nextval()'),
	('others_edition', 'uuid DEFAULT w.uuid_time_nextval(60, 65536)'),
	('wrapper', 'uuid DEFAULT w.gen_random_uuid()'),
	('expression', 'uuid DEFAULT coalesce(NULL, gen_random_uuid())');
INSERT INTO tables (name, after) VALUES
	('plain', ''),
	-- what a subscription records of a table
	('subscription', $$INSERT INTO pg_subscription_rel (srsubid, srrelid, srsubstate) VALUES (1, '%I'::regclass, 'r')$$),
	('index', 'CREATE UNIQUE INDEX ON %I (left(id::text, 8))'),
	('predicate', $$CREATE UNIQUE INDEX ON %I ((1)) WHERE id < '00000000-0000-4000-8000-000000000000'$$),
	('rule', 'CREATE RULE r AS ON INSERT TO %I WHERE NEW.id IS NULL DO INSTEAD NOTHING'),
	('row_filter', $$SET client_min_messages = error;
		CREATE PUBLICATION regress_filtered FOR TABLE %I WHERE (id > '00000000-0000-4000-8000-000000000000')$$),
	('policy', 'CREATE POLICY four ON %I USING (uuid_version(id) = 4)'),
	('trigger', 'CREATE TRIGGER t BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION set_id()'),
	('trigger_after', 'CREATE TRIGGER t AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION set_id()'),
	('trigger_sees_row', 'CREATE TRIGGER t BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION see_row()'),
	('trigger_sees_all', 'CREATE TRIGGER t BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION see_all()'),
	('trigger_of_statement', 'CREATE TRIGGER t AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
		FOR EACH STATEMENT EXECUTE FUNCTION see_new_rows()'),
	('trigger_of_statement_by_name', 'CREATE TRIGGER t AFTER INSERT ON %I
		FOR EACH STATEMENT EXECUTE FUNCTION see_table()'),
	('trigger_casts_row', 'CREATE TYPE casted AS (id uuid);
		CREATE TRIGGER t BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION cast_row()'),
	('trigger_copies_row', 'CREATE TRIGGER t AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION copy_row()'),
	('trigger_copies_any_row', 'CREATE TRIGGER t AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION copy_any_row()'),
	('trigger_copies_rows', 'CREATE TRIGGER t AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
		FOR EACH STATEMENT EXECUTE FUNCTION copy_rows()'),
	('trigger_argument', $$CREATE TRIGGER t AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION see_argument('at', 'id')$$),
	('trigger_long', 'CREATE TRIGGER t AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION see_much()'),
	('view', $$CREATE VIEW fours AS SELECT id FROM %I WHERE uuid_version(id) = 4 WITH CHECK OPTION$$),
	-- what refers to the key
	('child_check', 'CREATE TABLE c1 (p uuid REFERENCES %I CHECK (uuid_version(p) = 4))'),
	('child_domain', 'CREATE TABLE c2 (p checked_key REFERENCES %I)'),
	('child_generated', 'CREATE TABLE c3 (p uuid REFERENCES %I, g text GENERATED ALWAYS AS (left(p::text, 8)) STORED)'),
	('grandchild_index', 'CREATE TABLE c4 (n int, p uuid REFERENCES %I PRIMARY KEY);
		CREATE TABLE c5 (q uuid REFERENCES c4); CREATE UNIQUE INDEX ON c5 (left(q::text, 8))'),
	('child_partitions', 'CREATE TABLE c6 (p uuid REFERENCES %I) PARTITION BY RANGE (p)'),
	('child_policy', 'CREATE TABLE c9 (p uuid REFERENCES %I);
		CREATE POLICY fours ON c9 WITH CHECK (uuid_version(p) = 4)'),
	('child_row_filter', $$SET client_min_messages = error; CREATE TABLE c10 (p uuid REFERENCES %I);
		CREATE PUBLICATION regress_filtered_child FOR TABLE c10
		WHERE (p > '00000000-0000-4000-8000-000000000000')$$),
	('child_rule', 'CREATE TABLE c11 (p uuid REFERENCES %I);
		CREATE RULE r AS ON INSERT TO c11 WHERE uuid_version(NEW.p) <> 4 DO INSTEAD NOTHING'),
	('child_trigger', 'CREATE TABLE c12 (p uuid REFERENCES %I);
		CREATE TRIGGER t BEFORE INSERT ON c12 FOR EACH ROW EXECUTE FUNCTION see_parent()'),
	('child_view', 'CREATE TABLE c13 (p uuid REFERENCES %I);
		CREATE VIEW fours_of_child AS SELECT p FROM c13 WHERE uuid_version(p) = 4 WITH CHECK OPTION'),
	('child_in_partition', 'CREATE TABLE c14 (n int, p uuid) PARTITION BY LIST (uuid_version(p));
		CREATE TABLE c15 (p uuid REFERENCES %I, n int);
		ALTER TABLE c14 ATTACH PARTITION c15 FOR VALUES IN (4)'),
	('view_over_view', $$CREATE VIEW all_fours AS SELECT * FROM %I AS t WHERE uuid_version(id) = 4;
		CREATE VIEW checked_fours AS SELECT id FROM all_fours WITH CASCADED CHECK OPTION$$),
	('child_exclusion', 'CREATE TABLE c8 (p uuid REFERENCES %I, EXCLUDE USING btree (p WITH =))'),
	('child_harmless', 'CREATE TABLE c7 (p uuid REFERENCES %I, q uuid, CHECK ((p IS NULL) <> (q IS NULL)));
		CREATE INDEX ON c7 (p) WHERE p IS NOT NULL;
		CREATE TRIGGER t AFTER INSERT ON c7 FOR EACH ROW EXECUTE FUNCTION see_parent()'),
	-- what would end a string or a DO block
	('dollars $$', ''),
	(E'two\nlines', '');
INSERT INTO tables (name, columns, after) VALUES
	('trigger_if', ', n int', 'CREATE TRIGGER t BEFORE INSERT ON %I FOR EACH ROW WHEN (uuid_version(NEW.id) <> 4)
		EXECUTE FUNCTION set_n()'),
	('partitions', ') PARTITION BY HASH (id', 'CREATE TABLE same_default
		PARTITION OF %I FOR VALUES WITH (MODULUS 1, REMAINDER 0)'),
	('partition_without_default', ') PARTITION BY HASH (id', 'CREATE TABLE without_default (id uuid NOT NULL);
		ALTER TABLE %I ATTACH PARTITION without_default FOR VALUES WITH (MODULUS 1, REMAINDER 0)'),
	('default_of_partition', ') PARTITION BY HASH (id', 'CREATE TABLE other_default
		PARTITION OF %I (id DEFAULT w.gen_random_uuid()) FOR VALUES WITH (MODULUS 1, REMAINDER 0)'),
	('trigger_of_partition', ') PARTITION BY HASH (id', 'CREATE TABLE triggered
		PARTITION OF %I FOR VALUES WITH (MODULUS 1, REMAINDER 0);
		CREATE TRIGGER t BEFORE INSERT ON triggered FOR EACH ROW EXECUTE FUNCTION set_id()'),
	('harmless', ', n int DEFAULT 1 CHECK (n > 0), m int GENERATED ALWAYS AS (n + 1) STORED',
		'CREATE INDEX ON %1$I (id, (n + 1)) WHERE n > 0; CREATE POLICY one ON %1$I USING (n = 1);
		CREATE TRIGGER t BEFORE INSERT ON %1$I FOR EACH ROW EXECUTE FUNCTION set_n();
		CREATE TRIGGER v AFTER INSERT ON %1$I FOR EACH ROW EXECUTE FUNCTION see_row();
		CREATE TRIGGER w AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
			FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
		CREATE TRIGGER u BEFORE UPDATE ON %1$I FOR EACH ROW EXECUTE FUNCTION set_id()');
SELECT format('CREATE TABLE %I (id %s PRIMARY KEY %s); ', name, key, columns) || format(after, name) FROM tables
\gexec
-- keys that are no primary key, or not the whole
CREATE TABLE invoices (n int GENERATED ALWAYS AS IDENTITY, public_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid());
CREATE TABLE two_columns (id uuid DEFAULT gen_random_uuid(), n int DEFAULT 1, PRIMARY KEY (id, n));
INSERT INTO tables VALUES ('invoices'), ('two_columns');
-- a name that is no word
CREATE TABLE trigger_on_order ("order-id" uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TRIGGER t AFTER INSERT ON trigger_on_order FOR EACH ROW EXECUTE FUNCTION see_order();
CREATE TABLE trigger_on_quotes ("i""d" uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TRIGGER t BEFORE INSERT ON trigger_on_quotes FOR EACH ROW EXECUTE FUNCTION see_quotes();
INSERT INTO tables VALUES ('trigger_on_order'), ('trigger_on_quotes');
SELECT pg_stat_reset() \gset ignored_
INSERT INTO no_default SELECT gen_random_uuid() FROM generate_series(1, 1000);
SELECT format('INSERT INTO %I SELECT FROM generate_series(1, 1000)', name) FROM tables WHERE name <> 'no_default'
\gexec
SELECT pg_stat_force_next_flush() \gset ignored_

CREATE TEMPORARY TABLE reported AS
SELECT substr("table", 8) AS name, r.*
  FROM uuid_index_report(index_memory => '1 TB', checkpoint_interval => '1 h') AS r
 WHERE "table" ~ '^report';
-- Which function is advised depends on how fast this server inserts.
SELECT name, regexp_replace(alter, '(public\.uuid_\w+_nextval|pg_catalog\.uuidv7)\(.*\);$', '(advised)') AS alter
  FROM reported
 WHERE alter <> ''
 ORDER BY name COLLATE "C", index COLLATE "C";
-- where there is none, why, and the call all the same
SELECT name, verdict, advised IS NOT NULL AS has_call,
	   E'\n    ' || wrapped(regexp_replace(reason, '; on average since .*', '')) AS reason
  FROM reported
 WHERE alter IS NULL
 ORDER BY name COLLATE "C", index COLLATE "C";
-- each can be executed, and rows inserted
SELECT alter FROM reported WHERE alter <> '' ORDER BY name COLLATE "C"
\gexec
SELECT format('INSERT INTO %I SELECT FROM generate_series(1, 10000)', name)
  FROM reported
 WHERE alter <> ''
 ORDER BY name COLLATE "C"
\gexec

-- the default that needs nothing, where a role may not execute one of the functions that it calls
CREATE FUNCTION is_refused(call text) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
	SET LOCAL ROLE regress_report_other;
	EXECUTE 'SELECT ' || call;
	RESET ROLE;
	RETURN false;
EXCEPTION WHEN insufficient_privilege THEN
	RETURN true;
END$$;
CREATE FUNCTION without(function text) RETURNS bool[] LANGUAGE plpgsql AS $$
DECLARE
	plain CONSTANT text := (SELECT call FROM sequential_uuids_plain(300, 86400 * 132));
	answers bool[];
BEGIN
	EXECUTE format('REVOKE EXECUTE ON FUNCTION pg_catalog.%s FROM PUBLIC', function);
	answers := ARRAY[is_refused(plain), sequential_uuids_is_restricted(plain)];
	EXECUTE format('GRANT EXECUTE ON FUNCTION pg_catalog.%s TO PUBLIC', function);
	RETURN answers;
END$$;
BEGIN;
SELECT function, without(function) AS is_refused_and_noticed
  FROM unnest('{encode(bytea\,text),substr(bytea\,integer),byteacat(bytea\,bytea),uuid_send(uuid),gen_random_uuid(),
			int8send(bigint),int8mod(bigint\,bigint),int84div(bigint\,integer),int8(double precision),
			floor(double precision),date_part(text\,timestamptz),clock_timestamp(),now()}'::text[]) AS function;
ROLLBACK;

DROP PUBLICATION regress_filtered, regress_filtered_child;
DROP SCHEMA report, w CASCADE;
DROP ROLE regress_report_other;
RESET client_min_messages;
