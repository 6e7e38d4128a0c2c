-- runs: every; majors: all; edition in SQL: no, advice is the same in both editions
-- Which column of an index decides where a row goes, behind which others, how long an entry is, and what the report
-- makes of it: of keys behind a tenant, of references, of partial and covering indexes, of digests and of texts with a
-- prefix.  Each table is as other people's schemas have it.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
CREATE EXTENSION IF NOT EXISTS pageinspect SCHEMA public;
SELECT plan(43);

CREATE FUNCTION v4(i int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT overlay(overlay(md5('v4' || i) PLACING '4' FROM 13) PLACING substr('89ab', 1 + i % 4, 1) FROM 17)::uuid $$;
-- Rows of 200 tenants, and of 50 departments of each; references to 100 of them, and to each row once.
CREATE TABLE tenant (id uuid PRIMARY KEY);
INSERT INTO tenant SELECT v4(i) FROM generate_series(0, 199) AS i;
CREATE TABLE of_uuid (tenant_id uuid, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id));
CREATE TABLE of_fk (tenant_id uuid REFERENCES tenant, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id));
CREATE TABLE of_bigint (tenant_id bigint, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id));
CREATE TABLE of_program (tenant_id bigint, id uuid, PRIMARY KEY (tenant_id, id));
CREATE TABLE of_one (tenant_id bigint, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id));
CREATE TABLE of_two (tenant_id int, department int, id uuid DEFAULT gen_random_uuid(),
	PRIMARY KEY (tenant_id, department, id));
CREATE TABLE of_nine (a int, b int, c int, d int, e int, f int, g int, h int, i int, id uuid DEFAULT gen_random_uuid());
CREATE INDEX of_nine_a ON of_nine (a, b, id);
CREATE INDEX of_nine_b ON of_nine (b, c, id);
CREATE INDEX of_nine_all ON of_nine (a, b, c, d, e, f, g, h, i, id);
CREATE TABLE of_skewed (tenant_id int, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id));
CREATE TABLE not_analyzed (tenant_id int, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (tenant_id, id))
	WITH (autovacuum_enabled = off);
CREATE TABLE key_first (id uuid DEFAULT gen_random_uuid(), tenant_id bigint, PRIMARY KEY (id, tenant_id));
CREATE TABLE by_time (at timestamptz, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (at, id));
CREATE TABLE by_user (user_id int, id uuid DEFAULT gen_random_uuid(), PRIMARY KEY (user_id, id));
CREATE TABLE by_expression (n int, id uuid DEFAULT gen_random_uuid());
CREATE INDEX ON by_expression ((n % 10), id);
CREATE TABLE members (user_id uuid, tenant_id uuid, PRIMARY KEY (user_id, tenant_id));
CREATE TABLE spans (n int, trace_id uuid, one_of uuid, instance_id uuid DEFAULT '00000000-0000-0000-0000-000000000000',
	deleted_at timestamptz, filler text);
CREATE INDEX spans_trace_id ON spans (trace_id);
CREATE INDEX spans_covering ON spans (trace_id) INCLUDE (filler);
CREATE INDEX spans_partial ON spans (trace_id) WHERE deleted_at IS NULL;
CREATE INDEX spans_no_rows ON spans (trace_id) WHERE deleted_at IS NOT NULL;
CREATE INDEX spans_one_of ON spans (one_of);
CREATE INDEX spans_instance_id ON spans (instance_id);
CREATE TABLE files (id bigint GENERATED ALWAYS AS IDENTITY, md5_digest text UNIQUE, token bytea UNIQUE,
	of_default text UNIQUE DEFAULT gen_random_uuid()::text, name text UNIQUE);
CREATE TABLE orders (id text PRIMARY KEY);
CREATE TABLE orders_of_default (id text PRIMARY KEY DEFAULT 'ord_' || gen_random_uuid());
CREATE TABLE big (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), body text);
ALTER TABLE big ALTER body SET STORAGE EXTERNAL;
-- left out
CREATE UNLOGGED TABLE not_logged (id uuid PRIMARY KEY);
CREATE INDEX of_hash ON spans USING hash (trace_id);
CREATE MATERIALIZED VIEW materialized AS SELECT id FROM tenant;
CREATE INDEX ON materialized (id);
CREATE TABLE generated (n int, id uuid GENERATED ALWAYS AS (md5(n::text)::uuid) STORED UNIQUE);

SELECT pg_stat_reset() \gset ignored_
INSERT INTO of_uuid (tenant_id) SELECT v4(i % 200) FROM generate_series(1, 40000) AS i;
INSERT INTO of_fk (tenant_id) SELECT v4(i % 200) FROM generate_series(1, 40000) AS i;
INSERT INTO of_bigint (tenant_id) SELECT i % 200 FROM generate_series(1, 40000) AS i;
INSERT INTO of_program SELECT i % 200, v4(i) FROM generate_series(1, 40000) AS i;
INSERT INTO of_one (tenant_id) SELECT 1 FROM generate_series(1, 20000) AS i;
INSERT INTO of_two (tenant_id, department) SELECT i % 20, i % 20 * 10 + i / 20 % 10 FROM generate_series(1, 40000) AS i;
INSERT INTO of_nine
SELECT n % 2, n % 3, n % 5, n % 2, n % 3, n % 2, n % 3, n % 2, n % 3 FROM generate_series(1, 20000) AS n;
INSERT INTO of_skewed (tenant_id) SELECT 10000 / i FROM generate_series(1, 10000) AS i;
INSERT INTO not_analyzed (tenant_id) SELECT i % 10 FROM generate_series(1, 2000) AS i;
INSERT INTO key_first (tenant_id) SELECT i % 200 FROM generate_series(1, 2000) AS i;
INSERT INTO by_time (at) SELECT timestamptz '2026-11-29' + i / 100 * interval '1 s' FROM generate_series(1, 2000) AS i;
INSERT INTO by_user (user_id) SELECT i % 1000 FROM generate_series(1, 2000) AS i;
INSERT INTO by_expression (n) SELECT i FROM generate_series(1, 2000) AS i;
INSERT INTO members SELECT v4(i / 20), v4(i % 20) FROM generate_series(1, 4000) AS i;
INSERT INTO spans (n, trace_id, one_of, filler)
SELECT i, v4(i), v4(i % 200), repeat('x', 20) FROM generate_series(1, 20000) AS i;
INSERT INTO files (md5_digest, token, name)
SELECT md5(i::text), decode(md5('token' || i), 'hex'), 'a file of ' || i FROM generate_series(1, 2000) AS i;
INSERT INTO orders SELECT 'ord_' || v4(i) FROM generate_series(1, 20000) AS i;
INSERT INTO orders_of_default SELECT FROM generate_series(1, 2000) AS i;
INSERT INTO big (body) SELECT repeat('x', 3000) FROM generate_series(1, 200) AS i;
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE tenant, of_uuid, of_fk, of_bigint, of_program, of_one, of_two, of_nine, of_skewed, key_first, by_time, by_user,
	by_expression, members, spans, files, orders, orders_of_default, big;

-- --- the column that decides ---------------------------------------------------------------------------------------

CREATE TABLE read AS
SELECT (e).index::regclass::text AS name, (e).column_name, (e).class, (e).in_front, round((e).prefixes) AS prefixes,
	   (e).unknown_prefixes, (e).key_values, (e).left_out, (e).entry_bytes
  FROM sequential_uuids_indexes(NULL, NULL) AS i, sequential_uuids_read_columns(i, 1e6) AS e
 WHERE (SELECT relnamespace FROM pg_class WHERE oid = i.relation) = 'tested'::regnamespace;
CREATE FUNCTION described(pattern text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT concat_ws(' ', name, column_name, class, in_front, prefixes, left_out)
	  FROM read WHERE name ~ pattern ORDER BY name COLLATE "C" $$;
SELECT results_eq($$SELECT described('^of_.*pkey')$$, ARRAY[
		'of_bigint_pkey id key tenant_id 200', 'of_fk_pkey id key tenant_id 200', 'of_one_pkey id key 1',
		'of_program_pkey id key tenant_id 200', 'of_skewed_pkey id key tenant_id 15',
		'of_two_pkey id key tenant_id, department', 'of_uuid_pkey id key tenant_id 200'],
	'a key behind a column of few values, of any type, with a foreign key or without');
SELECT results_eq($$SELECT described('^(by_|key_first|members)')$$, ARRAY[
		'by_expression_expr_id_idx in which another column decides', 'by_time_pkey id key 1',
		'by_user_pkey in which another column decides', 'key_first_pkey id key 1',
		'members_pkey tenant_id reference user_id 31'],
	'... and behind one that varies, which decides');
SELECT results_eq($$SELECT described('^(spans|files|orders|of_hash|generated|mater|not_logged)')$$, ARRAY[
		'files_md5_digest_key md5_digest key 1', 'files_name_key 1 on other texts', 'files_of_default_key of_default key 1',
		'files_token_key token key 1', 'generated_id_key 1 on generated columns',
		'materialized_id_idx of materialized views', 'not_logged_pkey of tables that write no WAL',
		'of_hash of other types than B-tree', 'orders_of_default_pkey id key 1', 'orders_pkey id key 1',
		'spans_covering trace_id reference 1', 'spans_instance_id instance_id reference 1',
		'spans_no_rows that are partial, and have no rows', 'spans_one_of one_of reference 1',
		'spans_partial trace_id reference 1', 'spans_trace_id trace_id reference 1'],
	'keys, what may be references, and what is left out');
-- Three rows of one value share an entry, whether other rows have NULL or not.
CREATE TABLE thirds (of_all uuid, of_half uuid);
INSERT INTO thirds SELECT v4(i / 3), CASE WHEN i % 2 = 0 THEN v4(i / 6) END FROM generate_series(1, 30000) AS i;
CREATE INDEX ON thirds (of_all);
CREATE INDEX ON thirds (of_half);
ANALYZE thirds;
SELECT ok(max(c.entry_bytes) < 1.1 * min(c.entry_bytes) AND min(c.entry_bytes) > 10 AND count(*) = 2,
		format('bytes of a row with a value: %s', string_agg(round(c.entry_bytes)::text, ', ')))
  FROM sequential_uuids_indexes(NULL, 'thirds'::regclass) AS i, sequential_uuids_read_columns(i, 1e6) AS c;
DROP INDEX spans_no_rows;
-- What it says to run makes the number known.
SELECT is(unknown_prefixes, 'how many values of tenant_id, department there are is not known: CREATE STATISTICS '
	'tested.of_two_pkey (ndistinct) ON tenant_id, department FROM tested.of_two; ANALYZE tested.of_two',
	'the number of several columns'' values')
  FROM read WHERE name = 'of_two_pkey';
SELECT is(unknown_prefixes, 'how many values of tenant_id there are is not known: ANALYZE tested.not_analyzed',
	'... and that of one that was not analyzed') FROM read WHERE name = 'not_analyzed_pkey';
SELECT is(unknown_prefixes,
	'how many values of a, b, c, d, e, f, g, h, i there are is not known, and statistics are of '
	'at most 8 columns', '... and that of more columns than statistics can have') FROM read WHERE name = 'of_nine_all';
SELECT regexp_replace(unknown_prefixes, '.*known: ', '') FROM read WHERE unknown_prefixes ~ 'known: ' \gexec
CREATE FUNCTION prefixes_of(relation regclass, rows_between float8) RETURNS int LANGUAGE sql AS $$
	SELECT round(c.prefixes) FROM sequential_uuids_indexes(NULL, relation) AS i,
		   sequential_uuids_read_columns(i, rows_between) AS c $$;
SELECT is(prefixes_of('of_two', 1e6), 200, 'both are known then');
SELECT is(prefixes_of('not_analyzed', 1e6), 10, '... both');
ALTER TABLE not_analyzed ALTER tenant_id SET STATISTICS 0;
DELETE FROM pg_statistic WHERE starelid = 'not_analyzed'::regclass;
SELECT substring(c.unknown_prefixes, ': (.*)') AS command
  FROM sequential_uuids_indexes(NULL, 'not_analyzed'::regclass) AS i, sequential_uuids_read_columns(i, 1e6) AS c \gset
SELECT is(:'command'::text, 'ALTER TABLE tested.not_analyzed ALTER tenant_id SET STATISTICS 100; '
	'ANALYZE tested.not_analyzed',
	'... and if ANALYZE is not to count them');
:command;
SELECT is(prefixes_of('not_analyzed', 1e6), 10, '... it is told to');
SELECT is(array_agg(round((c).prefixes)::int ORDER BY (c).in_front), '{6,NULL,15}',
		'... also of several indexes of one table')
  FROM sequential_uuids_indexes(NULL, 'of_nine'::regclass) AS i, sequential_uuids_read_columns(i, 1e6) AS c;
-- Rows come to tenants that are more or less frequent: to as many, between two checkpoints, as to these equal ones.
SELECT ok(abs(even * (1 - (1 - 1 / even) ^ 100)
			- (2 - 0.5 ^ 100 - 0.75 ^ 100 + 998 * (1 - (1 - 1 / 998.0) ^ 25))) < 0.01,
		format('1,000 unequal values are like %s', even))
  FROM sequential_uuids_even_values(1000, '{0.5,0.25}', true, 100, 0) AS even;
-- A setting of the column, n_distinct, can say that there are more values than rows have.
SELECT is(round(even), 2::float8, 'values that no row has are none')
  FROM sequential_uuids_even_values(500, '{0.5,0.5}', true, 100, 0) AS even;
SELECT ok(prefixes_of('of_skewed', 1) BETWEEN 2 AND 5 AND prefixes_of('of_skewed', 100) BETWEEN 6 AND 20
		AND prefixes_of('of_skewed', 1e6) BETWEEN 10 AND 30, '... the fewer rows come, the fewer');
SELECT ok(abs(even * (1 - (1 - 1 / even) ^ 10000) / touched - 1) < 0.1,
		format('10,000 by Zipf''s law are like %s', even))
  FROM (SELECT sum(1 - (1 - 1.0 / t / 9.7876) ^ 10000) AS touched FROM generate_series(1, 10000) AS t) AS t,
	   sequential_uuids_even_values(
			10000, ARRAY(SELECT (1.0 / t / 9.7876)::float4 FROM generate_series(1, 100) AS t), false, 10000, 0) AS even;
SELECT is(sequential_uuids_even_values(50, NULL, true, 100, 0)::numeric(5, 2), 50.00,
	'equal ones for as many as there are');
SELECT is(sequential_uuids_even_values(1000, array_fill(0.0005::float4, ARRAY[100]), false, 1000, 0) > 900, true,
	'... also where ANALYZE has found too few');
SELECT is(sequential_uuids_even_values(1000000, NULL, true, 1000, 0.001)::numeric(5, 0), 1000::numeric,
	'those of less than a page count as many as fill pages');

-- --- how long an entry is ------------------------------------------------------------------------------------------

CREATE TABLE lengths (
	id uuid DEFAULT gen_random_uuid(), small int2, flag bool, number bigint, code text, at timestamptz, maybe uuid,
	long text);
INSERT INTO lengths SELECT v4(i), i, true, i, 'c' || i % 10, now(), CASE WHEN i % 4 = 0 THEN v4(i) END, repeat('x', 150)
  FROM generate_series(1, 2000) AS i;
ANALYZE lengths;
CREATE TABLE columns (columns text);
INSERT INTO columns VALUES ('(id)'), ('(id, number)'), ('(id, small)'), ('(flag, id)'), ('(small, id)'),
	('(small, number, id)'), ('(code, id)'), ('(id) INCLUDE (code)'), ('(id) INCLUDE (flag, number)'),
	('(id, at) INCLUDE (small)'), ('(id, long)'),
	('(id, maybe)'), ('(maybe, number)'), ('(md5(code), id)');
SELECT format('CREATE INDEX ON lengths %s', columns) FROM columns \gexec
-- For statistics of the expression.
ANALYZE lengths;
SELECT is(abs(said / measured - 1) < 0.01, true, format('%s: %s bytes, and %s by pageinspect', columns, said, measured))
  FROM (SELECT i.indexrelid, pg_get_indexdef(i.indexrelid) AS columns,
			   sequential_uuids_entry_bytes(i.indexrelid, i.indrelid) AS said FROM pg_index AS i
		 WHERE i.indrelid = 'lengths'::regclass) AS s,
	   LATERAL (SELECT avg(p.itemlen) + 4 AS measured
				  FROM generate_series(1, pg_relation_size(indexrelid) / current_setting('block_size')::int - 1) AS block,
					   bt_page_stats(indexrelid::regclass::text, block) AS b,
					   bt_page_items(indexrelid::regclass::text, block) AS p
				 -- without high keys, and keys that come again
				 WHERE b.type = 'l' AND p.itemoffset > 1) AS m
 ORDER BY columns;

-- --- the report ----------------------------------------------------------------------------------------------------

-- As if tables were so large that random keys cost as much today as later.
UPDATE pg_class SET reltuples = 1e8
 WHERE relnamespace = 'tested'::regnamespace AND relkind = 'r'
   AND relname ~ '^(of_.*|spans|files|orders.*|key_first|big)$';
CREATE TABLE reported AS
SELECT r.*, concat_ws(' ', r.verdict, r.cause) AS answer
  FROM uuid_index_report(worth => '0', checkpoint_interval => '1 min', at_most => 1000) AS r
 WHERE r.cause = 'left out' OR (SELECT relnamespace FROM pg_class WHERE oid = r.table_name) = 'tested'::regnamespace;
SELECT set_eq($$SELECT index_name::text, answer, keys FROM reported
	WHERE index_name::text ~ '^of_(uuid|fk|bigint|program|two)'$$,
	$$VALUES ('of_uuid_pkey', 'switch', 'random'), ('of_fk_pkey', 'switch', 'random'),
		('of_bigint_pkey', 'switch', 'random'), ('of_program_pkey', 'switch', 'random'),
		('of_two_pkey', 'switch', 'random')$$,
	'keys behind tenants are switched');
SELECT set_eq($$SELECT index_name::text, answer, keys FROM reported
	WHERE index_name::text ~ '^(files|spans|orders)' AND index_name::text <> 'spans_one_of'$$,
	$$VALUES ('files_md5_digest_key', 'keep digests', 'digests or tokens'),
		('files_token_key', 'keep digests', 'digests or tokens'), ('files_of_default_key', 'switch', 'random'),
		('spans_trace_id', 'tell more reference', 'random'), ('spans_covering', 'tell more reference', 'random'),
		('spans_partial', 'tell more partial', 'random'),
		('spans_instance_id', 'keep advised', NULL), ('orders_pkey', 'tell more form', 'random'),
		('orders_of_default_pkey', 'switch', 'random')$$, 'digests, references and prefixed texts are not');
-- Under any keys, each goes to the end of its own pages.  Between two checkpoints, few rows come, on any machine.
SELECT is(concat_ws(' ', verdict, cause, saved_bytes_per_day), 'keep advised 0',
		'nor are references of whose values each has pages of rows')
  FROM uuid_index_report(worth => '0', checkpoint_interval => '50 ms', only_table => 'spans')
 WHERE index_name::text = 'spans_one_of';
SELECT ok(bool_and(advised IS NOT NULL AND wal_advised < wal_now) FILTER (WHERE verdict = 'switch')
		AND bool_and(advised IS NULL) FILTER (WHERE verdict = 'keep'),
	'a switch has a call, which costs less than what is there') FROM reported;
SELECT is(count(*), 0::bigint, 'nothing is said to save 0 bytes')
  FROM reported WHERE reason ~ 'saves? (up to )?0 bytes';
SELECT is(reason, 'indexes left out: 5 in which another column decides, 1 of materialized views, '
	'1 of other types than B-tree, 1 of tables that write no WAL, 1 on generated columns, '
	'1 whose keys statistics do not show', 'what is left out is counted, by reason')
  FROM reported WHERE cause = 'left out';
SELECT is(string_agg(table_name::text, ' '), 'big', 'a TOAST table that grows is named')
  FROM reported WHERE reason ~ '; the WAL of its TOAST table comes on top';
SELECT ok(bool_and(reason ~ '; rows are divided by tenant_id, as by 200 equally frequent values'),
		'so are columns in front')
  FROM reported WHERE index_name::text ~ '^of_(uuid|fk|bigint|program)_pkey';
-- Where statistics were lost, it says what to run, not what it does not know.
DELETE FROM pg_statistic WHERE starelid = 'of_bigint'::regclass AND staattnum = 1;
SELECT is(regexp_replace(reason, '; its rate.*|; counted.*', ''),
	'how many values of tenant_id there are is not known: ANALYZE tested.of_bigint', 'an unknown number of values')
  FROM uuid_index_report(only_table => 'of_bigint', worth => '0') WHERE cause = 'column in front';
-- What its default generates, its keys are not.
ALTER TABLE files ALTER md5_digest SET DEFAULT gen_random_uuid()::text;
SELECT is(verdict || ' ' || cause, 'tell more kind', 'digests under a default that generates UUIDs')
  FROM uuid_index_report(only_table => 'files', worth => '0', checkpoint_interval => '1 min')
 WHERE column_name = 'md5_digest';

DROP SCHEMA tested CASCADE;
SELECT * FROM finish();
