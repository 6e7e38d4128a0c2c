-- runs: every; edition in SQL: no, advice is the same in both editions
-- Indexes on foreign keys follow the key that they refer to, and what they save counts there.  A checkpoint every tenth
-- of a second makes random keys dear today, in tables that are small.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
SELECT plan(13);

CREATE TABLE parents (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), other uuid UNIQUE DEFAULT gen_random_uuid());
CREATE TABLE children (id bigint GENERATED ALWAYS AS IDENTITY, parent uuid REFERENCES parents);
CREATE INDEX ON children (parent);
CREATE TABLE of_other (other uuid REFERENCES parents (other));
CREATE INDEX ON of_other (other);
-- As programs have it that spread a class over several tables.
CREATE TABLE parts (id uuid PRIMARY KEY REFERENCES parents);
CREATE TABLE grandchildren (part uuid REFERENCES parts);
CREATE INDEX ON grandchildren (part);
CREATE TABLE nodes (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), parent uuid REFERENCES nodes);
CREATE INDEX ON nodes (parent);
CREATE TABLE heads (id uuid PRIMARY KEY);
CREATE TABLE tails (id uuid PRIMARY KEY REFERENCES heads);
CREATE TABLE alone (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE emptied (n int, parent uuid REFERENCES parents);
CREATE INDEX ON emptied (parent);
SELECT pg_stat_reset() \gset ignored_
INSERT INTO parents SELECT FROM generate_series(1, 20000);
INSERT INTO children (parent) SELECT id FROM parents, generate_series(1, 3);
INSERT INTO of_other SELECT other FROM parents;
INSERT INTO parts SELECT id FROM parents;
INSERT INTO grandchildren SELECT id FROM parents;
INSERT INTO nodes SELECT gen_random_uuid() FROM generate_series(1, 20000);
INSERT INTO alone SELECT FROM generate_series(1, 20000);
INSERT INTO heads SELECT id FROM parents;
INSERT INTO tails SELECT id FROM parents;
ALTER TABLE heads ADD FOREIGN KEY (id) REFERENCES tails;
INSERT INTO emptied SELECT 1, id FROM parents, generate_series(1, 3);
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE;
TRUNCATE emptied;

CREATE FUNCTION saved_per_row(only_table regclass, column_name text, at_most int DEFAULT 100) RETURNS numeric
LANGUAGE sql AS $$
	SELECT round((r.child_saved_bytes_per_day / r.rows_per_second / 86400)::numeric, -2)
	  FROM uuid_index_report(
			only_table => only_table, worth => '0', checkpoint_interval => '100 ms', at_most => at_most) AS r
	 WHERE r.table_name = 'parents'::regclass AND r.column_name = saved_per_row.column_name $$;
CREATE TABLE reported AS
SELECT r.*, r.table_name::text AS name
  FROM uuid_index_report(worth => '0', checkpoint_interval => '100 ms') AS r WHERE r.index_name IS NOT NULL;
SELECT set_eq($$SELECT name, column_name, reason FROM reported WHERE cause = 'follows'$$, $$VALUES
	('children', 'parent', 'its keys are those of tested.parents: counted with its parent'),
	('of_other', 'other', 'its keys are those of tested.parents: counted with its parent'),
	('parts', 'id', 'its keys are those of tested.parents: counted with its parent'),
	('grandchildren', 'part', 'its keys are those of tested.parts: counted with its parent'),
	('heads', 'id', 'its keys are those of tested.tails, and change with them'),
	('tails', 'id', 'its keys are those of tested.heads, and change with them'),
	('emptied', 'parent', 'its keys are those of tested.parents: counted with its parent')$$,
	'which indexes follow others, and which of these are counted');
SELECT ok(child_saved_bytes_per_day > 2.5 * saved_bytes_per_day, 'what three of them save is counted')
  FROM reported WHERE name = 'parents' AND column_name = 'id';
SELECT ok(child_saved_bytes_per_day BETWEEN 0.7 * saved_bytes_per_day AND 1.3 * saved_bytes_per_day,
	'... each with the column that it refers to') FROM reported WHERE name = 'parents' AND column_name = 'other';
SELECT ok(reason ~ ', and .* in 4 indexes on foreign keys to it, if their rows come soon after its own', 'it says so')
  FROM reported WHERE name = 'parents' AND column_name = 'id';
SELECT ok(child_saved_bytes_per_day IS NULL OR child_saved_bytes_per_day = 0, 'nothing refers to no value')
  FROM reported WHERE name = 'nodes' AND column_name = 'id';
SELECT ok(child_saved_bytes_per_day IS NULL AND saved_bytes_per_day > 0,
	'... nor is a saving said where nothing refers')
  FROM reported WHERE name = 'alone';
-- rates fall meanwhile
CREATE FUNCTION alike(saved numeric, expected numeric, description text) RETURNS text LANGUAGE sql AS
	$$SELECT ok(abs(saved / expected - 1) < 0.1, description)$$;
SELECT alike(saved_per_row('parents', 'id'), saved_per_row(NULL, 'id'), 'a single table saves as much');
SELECT alike(saved_per_row('parents', 'id', 2), saved_per_row(NULL, 'id'), '... and whatever the limit of indexes is');
SELECT alike(saved_per_row(NULL, 'id', 9), saved_per_row(NULL, 'id'), '... also of a whole report');
SELECT is((SELECT string_agg(table_name::text, ' ') FROM uuid_index_report(only_table => 'children')
			WHERE index_name IS NOT NULL), 'children', 'a child alone is reported alone');
CREATE TABLE wholes (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE pieces (n int, whole uuid) PARTITION BY LIST (n);
CREATE TABLE piece PARTITION OF pieces (UNIQUE (whole), FOREIGN KEY (whole) REFERENCES wholes) FOR VALUES IN (1);
INSERT INTO wholes SELECT FROM generate_series(1, 20000);
INSERT INTO pieces SELECT 1, id FROM wholes;
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE wholes, piece;
SELECT ok(child_saved_bytes_per_day > 0, 'the foreign key of a partition alone counts, too')
  FROM uuid_index_report(only_table => 'wholes', worth => '0', checkpoint_interval => '100 ms')
 WHERE table_name = 'wholes'::regclass;
-- The same difference is most of the WAL of short rows, and little of that of long ones.
CREATE FUNCTION saved(row_bytes float8) RETURNS float8[] LANGUAGE sql AS $$
	SELECT sequential_uuids_saved(random, ascending, NULL, false)
	  FROM sequential_uuids_server(jsonb_populate_record(NULL::sequential_uuids_workload, jsonb_build_object(
			'rows_per_second', 100, 'left_behind', 0, 'rows_now', 1e4, 'row_bytes', row_bytes, 'checkpoint_seconds', 300,
			'kind', 'random'))) AS random,
		   jsonb_populate_record(random, '{"kind": "ascending"}') AS ascending $$;
SELECT ok((saved(60))[1] > 0 AND saved(8000) = '{0,0}', 'what is within 15 % of all WAL is nothing');
-- How late updates come decides.
CREATE TABLE updated (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int);
CREATE INDEX ON updated (n);
INSERT INTO updated SELECT FROM generate_series(1, 1000);
UPDATE updated SET n = 1;
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE updated;
UPDATE pg_class SET reltuples = 1e7 WHERE oid = 'updated'::regclass;
CREATE FUNCTION cause_of(worth float8) RETURNS text LANGUAGE sql AS $$
	SELECT cause FROM uuid_index_report(only_table => 'updated', worth => worth::int8 || ' bytes',
		checkpoint_interval => '1 s') $$;
SELECT is(cause_of(1.3 * saved_bytes_per_day), 'updates', 'it says to tell how late updates come, if that decides')
  FROM uuid_index_report(only_table => 'updated', worth => '0', checkpoint_interval => '1 s');

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
