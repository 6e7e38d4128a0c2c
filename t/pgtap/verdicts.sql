-- runs: every; edition in SQL: no, advice is the same in both editions
-- Tables of which a reader of statistics is easily wrong: what the report says of each.  A checkpoint every 60 rows
-- makes random keys dear today, in tables that are small.  And of all causes, which one is said.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
SELECT plan(22);

CREATE FUNCTION digits(i int) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT md5('digits' || i)$$;
-- With 48 bits in front, a version, and digits of a hash.
CREATE FUNCTION behind(bits48 int8, version text, i int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT (lpad(to_hex(bits48), 12, '0') || version || left(digits(i), 3) || '8' || right(digits(i), 15))::uuid $$;
CREATE FUNCTION v4(i int) RETURNS uuid LANGUAGE sql IMMUTABLE AS
	$$SELECT (left(digits(-i), 12) || '4' || left(digits(i), 3) || '8' || right(digits(i), 15))::uuid$$;
CREATE FUNCTION milliseconds(i int) RETURNS int8 LANGUAGE sql IMMUTABLE AS 'SELECT 1750000000000 + i * 1000::int8';

CREATE TABLE cases (name text, columns text, index text, filled text, answer text, keys text);
INSERT INTO cases VALUES
	-- Columns in front.
	('batches', 'batch int, id uuid DEFAULT gen_random_uuid()', 'UNIQUE (batch, id)', 'batch) SELECT i / 3000',
		'tell more column in front', 'random'),
	('hours', 'hour timestamptz, id uuid DEFAULT gen_random_uuid()', 'UNIQUE (hour, id)',
		'hour) SELECT timestamptz ''2026-11-29'' + i / 10000 * interval ''1 h''', 'switch', 'random'),
	('nulls_in_front', 'parent int8, id uuid DEFAULT gen_random_uuid()', 'UNIQUE (parent, id)',
		'parent) SELECT CASE WHEN i % 100 < 5 THEN i % 977 END', 'switch', 'random'),
	('small_tenants', 'tenant int, id uuid DEFAULT gen_random_uuid()', 'UNIQUE (tenant, id)',
		'tenant) SELECT CASE WHEN i % 10 > 0 THEN i % 5 ELSE i % 997 END', 'switch', 'random'),
	-- A default that is not what generates the keys.
	('default_not_v6', 'id uuid DEFAULT gen_random_uuid()', 'UNIQUE (id)',
		'id) SELECT behind(500000000000000 + i, ''6'', i)', 'tell more kind', 'UUIDv6'),
	('default_not_v1', 'id uuid DEFAULT gen_random_uuid()', 'UNIQUE (id)',
		'id) SELECT behind((i * 7919::int8 << 16) % (1::int8 << 48), ''1'', i)', 'tell more kind', 'UUIDv1'),
	('default_not_comb', 'id uuid DEFAULT gen_random_uuid()', 'UNIQUE (id)',
		'id) SELECT behind(milliseconds(i), ''4'', i)', 'tell more kind', 'ordered'),
	('default_not_hash', 'id uuid DEFAULT gen_random_uuid()', 'UNIQUE (id)',
		'id) SELECT overlay(v4(i)::text PLACING ''5'' FROM 15)::uuid', 'tell more kind', 'hash'),
	('default_of_digests', 'id text DEFAULT md5(random()::text)', 'UNIQUE (id)', 'id) SELECT digits(i)',
		'tell more kind', 'digests or tokens'),
	-- Keys that lie in a part of all values, or in another order than their times.
	('quarter_sorted', 'id uuid', 'UNIQUE (id)', 'id) SELECT behind((1::int8 << 46) + i * 1000000::int8, ''4'', i)',
		'tell more kind', 'ordered or wrapping'),
	('like_times', 'id uuid', 'UNIQUE (id)', 'id) SELECT (''0190'' || right(v4(i)::text, 32))::uuid',
		'tell more kind', NULL),
	('old_times', 'id uuid', 'UNIQUE (id)', 'id) SELECT behind(milliseconds(i * 7919 % 30000), ''7'', i)',
		'tell more kind', NULL),
	-- Texts.
	('prefixes', 'id text', 'UNIQUE (id)', 'id) SELECT (ARRAY[''ord_'', ''usr_'', ''inv_''])[1 + i % 3] || v4(i)',
		'tell more form', 'random'),
	('urns', 'id text', 'UNIQUE (id)', 'id) SELECT ''urn:uuid:'' || v4(i)', 'tell more form', 'random'),
	('of_both_cases', 'id text', 'UNIQUE (id)',
		'id) SELECT CASE WHEN i % 2 = 0 THEN v4(i)::text ELSE upper(v4(i)::text) END',
		'tell more form', 'random'),
	('half_digests', 'id text', 'UNIQUE (id)',
		'id) SELECT CASE WHEN i % 2 = 0 THEN digits(i) ELSE replace(v4(i)::text, ''-'', '''') END', 'tell more kind',
		'mixed, 48 % version 4, 45 % without a version, 2 % version 6, 2 % hashes'),
	-- Keys that only some rows have.
	('nullable', 'id uuid', 'UNIQUE (id)', 'id) SELECT CASE WHEN i % 20 = 0 THEN v4(i) END', 'switch', 'random'),
	('generated_in_front', 'n int, g uuid GENERATED ALWAYS AS (md5(n::text)::uuid) STORED, id uuid', 'UNIQUE (g, id)',
		'n, id) SELECT i, v4(i)', NULL, NULL);
SELECT pg_stat_reset() \gset ignored_
SELECT statement FROM cases CROSS JOIN LATERAL (
		SELECT format('CREATE TABLE %I (%s, %s) WITH (autovacuum_enabled = off)', name, columns, index), 1
		 UNION ALL
		SELECT format('INSERT INTO %I (%s FROM generate_series(1, 30000) AS i', name, filled), 2) AS s (statement, place)
 ORDER BY place \gexec
-- The keys of a table that refers to itself, together with another column.
CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), current uuid);
CREATE TABLE versions (document uuid REFERENCES documents, id uuid, PRIMARY KEY (document, id));
ALTER TABLE documents ADD FOREIGN KEY (id, current) REFERENCES versions (document, id);
INSERT INTO documents (id) SELECT v4(i) FROM generate_series(1, 30000) AS i;
CREATE TABLE on_expressions (data jsonb);
CREATE UNIQUE INDEX ON on_expressions (((data ->> 'id')::uuid));
CREATE TABLE programs_ignore (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 s', '36500 days'));
INSERT INTO programs_ignore SELECT v4(i) FROM generate_series(1, 30000) AS i;
CREATE TABLE wide (id uuid UNIQUE, body text);
INSERT INTO wide SELECT v4(i) FROM generate_series(1, 100) AS i;
-- Invalid indexes make no reference a key, nor are they reported.
CREATE TABLE half_built (id uuid, code text);
INSERT INTO half_built SELECT v4(i), v4(i) FROM generate_series(1, 30000) AS i;
CREATE INDEX half_built_id ON half_built (id);
CREATE UNIQUE INDEX half_built_key ON half_built (id);
CREATE INDEX half_built_code ON half_built (code);
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE;
UPDATE pg_index SET indisvalid = false WHERE indexrelid IN ('half_built_key'::regclass, 'half_built_code'::regclass);
-- Owners of tables can write this from PostgreSQL 18 on.
UPDATE pg_statistic SET stawidth = 8160 WHERE starelid = 'wide'::regclass;
CREATE INDEX wide_covering ON wide (id) INCLUDE (body);

SELECT 60 / rows_per_second || ' s' AS of_60_rows
  FROM uuid_index_report(only_table => 'documents') WHERE index_name IS NOT NULL \gset
CREATE TABLE reported AS
SELECT r.*, concat_ws(' ', r.verdict, r.cause) AS answer, r.table_name::text AS name
  FROM uuid_index_report(worth => '0', checkpoint_interval => :'of_60_rows', at_most => 1000) AS r;
SELECT set_eq('SELECT c.name, r.answer, r.keys FROM cases AS c LEFT JOIN reported AS r USING (name)',
	'SELECT name, answer, keys FROM cases', 'what the report says of them');
SELECT is_empty($$SELECT name, reason FROM reported
	WHERE verdict = 'switch' AND (advised IS NULL OR wal_advised >= wal_now)$$,
	'a switch has a call, and saves WAL');
SELECT set_eq($$SELECT index_name::text, answer FROM reported WHERE name = 'documents'$$,
	$$VALUES ('documents_pkey', 'switch')$$, 'a key that refers to something together with another column is one');
SELECT ok(reason ~ '\m1 on expressions' AND reason ~ '\m1 that are invalid',
	'an expression is counted, and of the invalid indexes, the one on a uuid') FROM reported WHERE cause = 'left out';
SELECT set_eq($$SELECT index_name::text, answer FROM reported WHERE name = 'half_built'$$,
	$$VALUES ('half_built_id', 'tell more reference')$$, '... while its column is no key');
SELECT ok(reason ~ '; its keys look random: of before the default, or of programs that do not use it', 'a default that '
	'programs may not use') FROM reported WHERE name = 'programs_ignore';
SELECT ok(n.wal_now - n.wal_advised < 0.1 * (d.wal_now - d.wal_advised), 'rows without a key save nothing')
  FROM reported AS n, reported AS d WHERE n.name = 'nullable' AND d.name = 'documents';
SELECT ok(count(*) = 2, 'entries are no longer than a third of a page') FROM reported WHERE name = 'wide';
-- Statistics tell nothing of rows that have come since.
INSERT INTO urns SELECT 'urn:uuid:' || v4(-i) FROM generate_series(1, 5000) AS i;
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT ok(reason ~ 'it has grown by a tenth since: ANALYZE tested.urns', 'a table that has grown since it was analyzed')
  FROM uuid_index_report(worth => '0', checkpoint_interval => :'of_60_rows', only_table => 'urns')
 WHERE index_name IS NOT NULL;

-- Where old rows may have random keys: behind a default of blocks of over 300 rows, at the highest rate, which is twice
-- the average here; but not in a new partition.  And how many updates count.
SELECT results_eq($$SELECT n, w.has_random_keys, w.updates
	  FROM (VALUES (1, '{"kind": "wrapping", "block_rows": 150}'), (2, '{"kind": "wrapping", "block_rows": 151}'),
				(3, '{"kind": "ascending", "updates_per_insert": 0.05}'), (4, '{"updates_per_insert": 0.06}'),
				(5, '{"kind": "random"}'), (6, '{"kind": "random", "partition_rows": 9, "rows_together": 9}')) AS c (n, told)
	 CROSS JOIN LATERAL (SELECT told::jsonb || '{"rows_per_second": 1, "most_rows_per_second": 2}') AS f (found)
	 CROSS JOIN LATERAL sequential_uuids_workload_of(jsonb_populate_record(NULL::sequential_uuids_entry, found), NULL,
			jsonb_populate_record(NULL::sequential_uuids_generated, found)) AS w
	 ORDER BY n$$,
	$$SELECT * FROM unnest('{1,2,3,4,5,6}'::int[], '{f,t,f,t,t,f}'::bool[], '{NULL,NULL,NULL,0.06,NULL,NULL}'::float8[])$$,
	'which rows of before may be random, and which updates count');
SELECT results_eq($$SELECT sequential_uuids_wal_of(
			jsonb_populate_record(NULL::sequential_uuids_cost, '{"wal_per_row": 100, "wal_table": 40}'),
			jsonb_populate_record(NULL::sequential_uuids_entry, jsonb_build_object('null_share', 0.5, 'is_first', is_first)))
	  FROM unnest('{f,t}'::bool[]) AS is_first$$,
	$$VALUES (66::float8), (106)$$, 'rows without a key write 72 bytes, and the first index counts those of the table');

-- Figures as they are printed, and how far the report looks ahead: as uuid_advise() does.
SELECT results_eq($$SELECT sequential_uuids_percent(s) FROM unnest('{0.0001,0.05,0.051}'::float8[]) AS s$$,
	$$VALUES ('0.1'), ('5'), ('6')$$, 'a share is rounded up');
SELECT results_eq($$SELECT sequential_uuids_rounded(r) FROM unnest('{0,0.00123456,9.999,1234.5}'::float8[]) AS r$$,
	$$VALUES (0::float8), (0.00123), (10), (1230)$$, 'a rate has three digits');
SELECT ok(pg_get_function_arguments('uuid_advise'::regproc) ~ format('horizon interval DEFAULT %L', '5 years')
		AND (sequential_uuids_usual(NULL, 0, NULL, 60)).horizon_seconds = extract(epoch FROM interval '5 years'),
	'costs are those of five years from now');

-- Causes, in the order in which the function looks for them; "uncertain" is what others have found.
CREATE FUNCTION source(function text) RETURNS text LANGUAGE sql AS
	$$SELECT prosrc FROM pg_proc WHERE oid = ('sequential_uuids_' || function)::regproc$$;
CREATE TABLE causes AS
WITH uncertain AS (
	SELECT m.match[1] AS cause, 10 * f.n + m.n AS n
	  FROM unnest('{look,judge}'::text[]) WITH ORDINALITY AS f (name, n),
		   regexp_matches(substring(source(f.name) FROM 'uncertain := ([^;]*);'), 'THEN ''([a-z]+)''', 'g')
		   WITH ORDINALITY AS m (match, n)
), of_cause AS (
	SELECT m.match[1] AS cause, m.n
	  FROM regexp_matches(source('cause'), '(?:THEN|ELSE) (?:''([a-z ]+)''|finding\.uncertain)', 'g')
		   WITH ORDINALITY AS m (match, n)
)
SELECT row_number() OVER (ORDER BY min(c.n), min(u.n)) AS n, coalesce(c.cause, u.cause) AS cause
  FROM of_cause AS c LEFT JOIN uncertain AS u ON c.cause IS NULL GROUP BY 2;
\set page `cat advice/README.md`
SELECT results_eq('SELECT sequential_uuids_verdict(cause), cause FROM causes ORDER BY n',
	format($$SELECT m[1], m[2] FROM regexp_matches(%L, '^\| `([a-z ]+)` \| `([a-z ]+)` \|', 'gn') AS m$$, :'page'),
	'the page has each cause, in this order, and its verdict');
CREATE FUNCTION found(causes text[]) RETURNS sequential_uuids_finding LANGUAGE sql AS $$
	SELECT jsonb_populate_record(NULL::sequential_uuids_finding, jsonb_build_object(
		'follows', 'follows' = ANY (causes), 'is_bounded', 'bounded' = ANY (causes),
		'is_idle', 'idle' = ANY (causes), 'is_short', true,
		'server_bytes', CASE WHEN 'over' = ANY (causes) THEN 9 END,
		'blind', CASE WHEN 'blind' = ANY (causes) THEN 'why' END, 'rows_go', 'rows go' = ANY (causes),
		'unknown_prefixes', CASE WHEN 'column in front' = ANY (causes) THEN 'why' END,
		'irreplaceable', CASE WHEN 'digests' = ANY (causes) THEN 'why' END,
		'saved_later', CASE WHEN 'small' = ANY (causes) THEN 9 ELSE 10 END,
		'saved_bytes', CASE WHEN 'children' = ANY (causes) THEN 9 ELSE 10 END,
		'saved_total', CASE WHEN causes && '{later,small,updates}' THEN 9 ELSE 10 END,
		'saved_most', CASE WHEN causes && '{later,small}' THEN 9 ELSE 10 END,
		'uncertain', (SELECT min(c) FROM unnest(causes) AS c WHERE c IN ('partial', 'reference', 'form')),
		'knows_kind', 'kind' <> ALL (causes), 'is_best', 'advised' = ANY (causes), 'worth_bytes', 10,
		'needs_install', 'install' = ANY (causes))) $$;
SELECT is_empty($$SELECT cause FROM causes WHERE sequential_uuids_cause(found(ARRAY[cause])) IS DISTINCT FROM cause$$,
	'each is said where it is alone');
SELECT is_empty($$SELECT a.cause, b.cause FROM causes AS a JOIN causes AS b ON a.n < b.n
	 WHERE NOT ARRAY[a.cause, b.cause] <@ '{partial,reference,form}'
	   AND sequential_uuids_cause(found(ARRAY[a.cause, b.cause])) IS DISTINCT FROM a.cause$$,
	'of each two, the first is said');
CREATE FUNCTION reason(cause text, found sequential_uuids_finding) RETURNS text LANGUAGE sql AS $$
	SELECT sequential_uuids_reason(cause, entry, found, '1 GB', NULL)
	  FROM jsonb_populate_record(NULL::sequential_uuids_entry, '{"column_name": "id"}') AS entry $$;
SELECT is_empty($$SELECT cause FROM causes, found(ARRAY[cause]) WHERE reason(cause, found) = reason(NULL, found)$$,
	'each has words of its own');
SELECT is(concat_ws(' ', sequential_uuids_cause(found('{}')), sequential_uuids_verdict(NULL)), 'switch',
	'where there is none, the table is to be switched');
CREATE TABLE loads AS SELECT l AS load
  FROM jsonb_populate_record(sequential_uuids_usual(NULL, 0, NULL, 300), '{"rows_per_second": 100,
		"most_rows_per_second": 100, "rows_now": 1000000, "row_bytes": 100, "kind": "random"}') AS l;
SELECT alike(sequential_uuids_reason('later', NULL, found('{later}'), '1 GB', load),
		'% a day in ' || to_char(now() + make_interval(secs => (load).horizon_seconds), 'YYYY') || ' if %',
		'a later year is one to come')
  FROM loads;
SELECT ok(costs[1] > 2 * costs[2] AND costs[2] > 0, 'each of few random keys costs more than one of many')
  FROM (SELECT ARRAY(
			SELECT sequential_uuids_random_costs(sequential_uuids_rows(load, false), share, o) / share
			  FROM loads, jsonb_populate_record(NULL::sequential_uuids_cost, '{"wal_per_row": 0}') AS o,
				   unnest('{0.01,1}'::float8[]) AS share ORDER BY share) AS costs) AS c;
SELECT is(concat_ws(' ', l.rows_now, l.rows_per_second), '250000 25', 'rows without a value count for nothing')
  FROM jsonb_populate_record(NULL::sequential_uuids_entry,
		'{"row_count": 1000000, "rows_per_second": 100, "null_share": 0.75}') AS e
 CROSS JOIN loads CROSS JOIN sequential_uuids_workload_of(e, load, NULL) AS l;

DROP SCHEMA tested CASCADE;
SELECT * FROM finish();
