-- runs: every; majors: all; edition in SQL: no, advice is the same in both editions
-- For which keys sequential_uuids_recognize_keys() takes those of a column: tables of all kinds, filled as programs and
-- defaults fill them, and analyzed.  Another kind is a failure, except for the known cases of one group; "not known" is
-- none, but few may be.  Each table has ROWS / 100 rows.  Where keys are to be random, they are hashes of
-- numbers, so that each run has the same.  There is no transaction around all this, since VACUUM cannot run in one.
\ir ../lib/own_schema.sql
\ir ../lib/rows.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
CREATE EXTENSION IF NOT EXISTS pageinspect SCHEMA public;
SELECT plan(52);
SELECT :rows / 100 AS rows \gset

-- A UUID with these leading 48 bits, version, and a hash of the rest; or with 48 bits of a hash, too.  Without FROM,
-- calls are inlined.
CREATE FUNCTION behind(bits48 int8, version text, salt text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT (lpad(to_hex(bits48), 12, '0') || version || left(md5('behind' || salt), 3)
		|| substr('89ab', 1 + (ascii(md5('variant' || salt)) & 3), 1) || right(md5('behind' || salt), 15))::uuid $$;
CREATE FUNCTION hash48(salt text) RETURNS int8 LANGUAGE sql IMMUTABLE AS
	$$SELECT ('x' || left(md5(salt), 12))::bit(48)::int8$$;
CREATE FUNCTION v4(i int8) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$SELECT behind(hash48(i::text), '4', i::text)$$;
-- A key a second since 2025-06-15, in milliseconds since 1970, and in 60 bits of 100 ns since 1582-10-15.
CREATE FUNCTION milliseconds(i int8) RETURNS int8 LANGUAGE sql IMMUTABLE AS 'SELECT 1750000000000 + i * 1000';
CREATE FUNCTION ticks(i int8) RETURNS text LANGUAGE sql IMMUTABLE AS
	$$SELECT lpad(to_hex(122192928000000000 + (1750000000000 + i * 1000) * 10000), 15, '0')$$;
CREATE FUNCTION v7(i int8) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$SELECT behind(milliseconds(i), '7', i::text)$$;
CREATE FUNCTION v6(i int8) RETURNS uuid LANGUAGE sql IMMUTABLE AS
	$$SELECT behind(('x' || left(ticks(i), 12))::bit(48)::int8, '6', i::text)$$;
-- Its lowest 32 bits come first.
CREATE FUNCTION v1(i int8) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT (right(ticks(i), 8) || substr(ticks(i), 4, 4) || '1' || left(ticks(i), 3) || '8'
		|| right(md5('node'), 15))::uuid $$;
-- The prefix of a block takes as many bits as the number of blocks does.
CREATE FUNCTION in_block(block int8, blocks int8, version text, salt text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT behind((block << (48 - ceil(log(2, blocks))::int4)) + (hash48(salt) >> ceil(log(2, blocks))::int4),
		version, salt) $$;
CREATE FUNCTION wrapping(i int8, block_rows int8, blocks int8, version text = '4') RETURNS uuid
LANGUAGE sql IMMUTABLE AS 'SELECT in_block(i / block_rows % blocks, blocks, version, i::text)';
-- A block has another place in each cycle.
CREATE FUNCTION opaque(i int8, block_rows int8, blocks int8) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT in_block((i / block_rows * 7919 + i / (block_rows * blocks) * 104729) % blocks, blocks, '4', i::text) $$;

-- In a PostgreSQL that was built without ICU, a copy of C stands for it.
DO $$
BEGIN
	CREATE COLLATION of_icu (provider = icu, locale = 'en-US');
EXCEPTION WHEN feature_not_supported THEN
	CREATE COLLATION of_icu FROM pg_catalog."C";
END $$;
CREATE DOMAIN key AS uuid;
CREATE DOMAIN key_of_key AS key NOT NULL;
CREATE TABLE cases (
	n int GENERATED ALWAYS AS IDENTITY,
	kind text,						-- NULL: nothing tells
	key text,						-- of row i, of n
	type text,
	then_run text,					-- once the table is filled
	target int,						-- of statistics
	wrong text						-- the kind that keys are taken for
);
-- UUIDv7, in all states that a table may be in.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('UUIDv7', 'v7(i)', 'uuid', NULL, NULL, NULL),
	('UUIDv7', 'v7(i)', 'uuid', NULL, 10, NULL),
	('UUIDv7', 'v7(i)', 'uuid', NULL, 1000, NULL),
	('UUIDv7', 'v7(i * 7919 % n)', 'uuid', NULL, NULL, NULL),
	('UUIDv7', 'v7(-i * 400000000 / n)', 'uuid', NULL, NULL, NULL),
	('UUIDv7', 'v7(i / 10)', 'uuid', NULL, NULL, NULL),
	('UUIDv7', 'CASE WHEN i % 3 = 0 THEN v7(i) END', 'uuid', NULL, NULL, NULL),
	('UUIDv7', 'v7(i)', 'uuid', 'UPDATE stored SET i = i; DELETE FROM stored WHERE i % 5 > 0', NULL, NULL),
	('UUIDv7', 'v7(i)::text', 'varchar(36)', NULL, NULL, NULL),
	('UUIDv7', 'replace(v7(i)::text, ''-'', '''')', 'char(32)', NULL, NULL, NULL),
	('UUIDv7', 'upper(v7(i)::text)', 'text COLLATE of_icu', NULL, NULL, NULL),
	('UUIDv7', 'uuid_send(v7(i))', 'bytea', NULL, NULL, NULL),
	('UUIDv7', 'v7(i)', 'key_of_key', 'DELETE FROM stored WHERE i > 200', NULL, NULL);

-- Others whose version tells.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('UUIDv6', 'v6(i)', 'uuid', NULL, NULL, NULL),
	('UUIDv6', 'v6(i)::text', 'text', NULL, NULL, NULL),
	('UUIDv1', 'v1(i)', 'uuid', NULL, NULL, NULL),
	('UUIDv1', 'uuid_send(v1(i))', 'bytea', NULL, NULL, NULL),
	('hash', 'behind(hash48(i::text), ''5'', i::text)', 'uuid', NULL, NULL, NULL),
	('hash', 'behind(hash48(i::text), ''3'', i::text)', 'key', NULL, NULL, NULL);

-- ULIDs, and keys labelled 4 that begin with a time (COMB).
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('ordered', '(lpad(to_hex(milliseconds(i)), 12, ''0'') || right(md5(i::text), 20))::uuid', 'uuid',
		NULL, NULL, NULL),
	('ordered', 'behind(milliseconds(i), ''4'', i::text)', 'uuid', NULL, NULL, NULL),
	('ordered', 'behind(milliseconds(i), ''4'', i::text)::text', 'char(36)', NULL, NULL, NULL);

-- Random keys.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('random', 'v4(i)', 'uuid', NULL, NULL, NULL),
	('random', 'v4(i)', 'uuid', NULL, 10, NULL),
	('random', 'v4(i)', 'uuid', NULL, 1000, NULL),
	('random', 'v4(i)::text', 'varchar(36)', NULL, NULL, NULL),
	('random', 'upper(v4(i)::text)', 'text', NULL, NULL, NULL),
	('random', 'CASE WHEN i % 2 = 0 THEN v4(i)::text ELSE upper(v4(i)::text) END', 'text COLLATE "C"',
		NULL, NULL, NULL),
	('random', 'v4(i)::text', 'text COLLATE of_icu', NULL, NULL, NULL),
	('random', 'v4(i)::text', 'char(40)', NULL, NULL, NULL),
	('random', 'replace(v4(i)::text, ''-'', '''')', 'char(32)', NULL, NULL, NULL),
	('random', 'uuid_send(v4(i))', 'bytea', NULL, NULL, NULL),
	('random', 'CASE WHEN i % 4 > 0 THEN v4(i) END', 'key', NULL, NULL, NULL),
	('random', 'v4(i)', 'uuid',
		'DELETE FROM stored WHERE i % 3 > 0; VACUUM stored; INSERT INTO stored SELECT -i, v4(-i) FROM stored', NULL, NULL),
	('random', 'v4(i)', 'uuid',
		'UPDATE stored SET i = i WHERE i % 2 = 0; VACUUM stored; UPDATE stored SET i = i WHERE i % 3 = 0', NULL, NULL),
	('random', 'v4(i)', 'key_of_key',
		'DELETE FROM stored WHERE i % 10 > 0; VACUUM stored;
		INSERT INTO stored SELECT -i, v4(-i) FROM generate_series(1, 2000) AS i', NULL, NULL),
	('random', '''ord_'' || v4(i)', 'text', NULL, NULL, NULL),
	('random', '''ord-'' || replace(v4(i)::text, ''-'', '''')', 'varchar(64)', NULL, NULL, NULL);

-- Digests and tokens: of random digits, an eighth has a version and a variant.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('digest', 'md5(i::text)', 'text', NULL, NULL, NULL),
	('digest', 'md5(i::text)', 'char(32)', NULL, NULL, NULL),
	('digest', 'upper(md5(i::text))', 'varchar(32)', NULL, 10, NULL),
	('digest', 'decode(md5(i::text), ''hex'')', 'bytea', NULL, NULL, NULL),
	('digest', 'md5(i::text)', 'text', 'DELETE FROM stored WHERE i > 200', NULL, NULL),
	('digest', 'md5(i::text)', 'text', 'CREATE INDEX by_id ON stored (id); CLUSTER stored USING by_id', NULL, NULL),
	('mixed', 'CASE WHEN i % 2 = 0 THEN md5(i::text) ELSE replace(v4(i)::text, ''-'', '''') END', 'text',
		NULL, NULL, NULL),
	('mixed', 'CASE WHEN i % 2 = 0 THEN v4(i)::text ELSE lpad(i::text, 36, ''x'') END', 'text', NULL, NULL, NULL);

-- ... of which nothing tells, since an index or a program has sorted them, they are few, each comes twice, or they have
-- no version, as random keys of some programs and digests.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	(NULL, 'md5(i::text)::uuid', 'uuid', NULL, NULL, NULL),
	(NULL, 'v4(i)', 'uuid', 'CREATE INDEX by_id ON stored (id); CLUSTER stored USING by_id', NULL, NULL),
	(NULL, 'behind((i * 281474976710655::numeric / n)::int8, ''4'', i::text)', 'uuid', NULL, NULL, NULL),
	(NULL, 'v4(i)', 'uuid', 'DELETE FROM stored WHERE i > 500', NULL, NULL),
	(NULL, 'v4(i / 2)', 'uuid', NULL, NULL, NULL),
	(NULL, 'v4(i / 2)::text', 'varchar(36)', NULL, NULL, NULL),
	(NULL, 'behind(hash48(i::text), substr(''48'', 1 + i::int4 % 2, 1), i::text)', 'uuid', NULL, NULL, NULL);

-- Mixtures.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('mixed', 'CASE WHEN i * 37 % 100 < 1 THEN v7(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i * 37 % 100 < 5 THEN v7(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i * 37 % 100 < 20 THEN v7(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i * 37 % 100 < 50 THEN v7(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i * 37 % 100 < 80 THEN v7(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i * 37 % 100 < 97 THEN v7(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i < n * 0.9 THEN v4(i) ELSE v7(i) END::text', 'varchar(36)', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i < n * 0.7 THEN v1(i) ELSE v4(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i < n * 0.5 THEN v6(i) ELSE v7(i) END', 'uuid', NULL, NULL, NULL),
	('mixed', 'CASE WHEN i % 2 = 0 THEN v4(i) ELSE v7(i) END', 'uuid', NULL, 10, NULL);

-- Wrapping keys: within the first cycle, over several, with older rows deleted, after random keys.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('ordered or wrapping', 'wrapping(i, 1, 17280)', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 10, 300)', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 3, 1000)', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 50, 34560)', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 1, 5000)', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 1, 17280)', 'uuid', NULL, 10, NULL),
	('ordered or wrapping', 'wrapping(i, 10, 17280)', 'uuid', NULL, 1000, NULL),
	('ordered or wrapping', 'wrapping(i, 7, 600, ''8'')', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 100, 17280)::text', 'varchar(36)', NULL, NULL, NULL),
	('ordered or wrapping', 'replace(wrapping(i, 2, 2592)::text, ''-'', '''')', 'char(32)', NULL, NULL, NULL),
	('ordered or wrapping', 'uuid_send(wrapping(i, 5, 700))', 'bytea', NULL, NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 1, 3000)', 'uuid',
		'DELETE FROM stored WHERE i < 0.6 * (SELECT max(i) FROM stored)', NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 2, 2000)', 'uuid',
		'DELETE FROM stored WHERE i % 20 > 0 AND i < 2000; VACUUM stored;
		INSERT INTO stored SELECT -i, wrapping(100000 + i, 2, 2000) FROM generate_series(1, 1500) AS i', NULL, NULL),
	('ordered or wrapping', 'wrapping(i, 3, 4096)', 'uuid', NULL, NULL, NULL),
	('ordered or wrapping', 'CASE WHEN i < n * 0.8 THEN v4(i) ELSE wrapping(i, 1, 17280) END', 'uuid',
		NULL, NULL, NULL),
	('ordered or wrapping', 'CASE WHEN i < n * 0.5 THEN v4(i) ELSE wrapping(i, 1, 17280) END::text', 'text',
		NULL, NULL, NULL),
	('ordered or wrapping', 'opaque(i, 100, 4320)', 'uuid', NULL, NULL, NULL);

-- No UUIDs, although they are as long.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('no UUIDs', '''INV-'' || lpad(i::text, 32, ''0'')', 'varchar(36)', NULL, NULL, NULL),
	('no UUIDs', 'translate(encode(sha256(i::text::bytea), ''base64''), ''='', '''')::varchar(36)', 'varchar(36)',
		NULL, NULL, NULL),
	('no UUIDs', 'left(''https://example.org/items/'' || i || repeat(''/'', 36), 36)', 'text', NULL, NULL, NULL),
	('no UUIDs', 'translate(md5(i::text), ''abcdef'', ''uvwxyz'')', 'char(32)', NULL, NULL, NULL),
	('no UUIDs', 'sha256(i::text::bytea)', 'bytea', NULL, NULL, NULL),
	('no UUIDs', '''x'' || left(md5(i::text), 31)', 'text', NULL, NULL, NULL);

-- Known to be taken for others: no statistic tells.
INSERT INTO cases (kind, key, type, then_run, target, wrong) VALUES
	('ordered or wrapping', 'wrapping(i, 1, 256)', 'uuid', NULL, NULL, 'random'),
	('ordered or wrapping', 'wrapping(i, 2, 64)::text', 'varchar(36)', NULL, NULL, 'random'),
	('ordered or wrapping', 'wrapping(i, 1, 255)', 'uuid', NULL, NULL, 'random'),
	('ordered or wrapping', 'opaque(i, 1, 1024)', 'uuid', NULL, NULL, 'random'),
	(NULL, 'behind((i % 20 << 40) + (hash48(i::text) >> 8), ''4'', i::text)', 'uuid', NULL, NULL, NULL);

-- A share of random keys, in percent, beside others; and random keys of which a range was deleted, or behind a prefix.
ALTER TABLE cases ADD random_share float8;
CREATE FUNCTION is_in(i int8, percent float8) RETURNS bool LANGUAGE sql IMMUTABLE AS
	$$SELECT hash48('share' || i) % 1000 < 10 * percent$$;
INSERT INTO cases (kind, key, type, random_share)
SELECT 'of a share', format('CASE WHEN is_in(i, %s) THEN v4(i) ELSE %s END', percent, other), 'uuid', percent / 100
  FROM unnest('{0,1,5,15,50,85,98}'::float8[]) AS percent, unnest(ARRAY[
		-- that begin with their time; sorted over all values; wrapping, in the first of many blocks, in all of them, and
		-- for several cycles; behind one prefix, in order
		$$behind(milliseconds(i), '4', i::text)$$,
		$$behind((i * 281474976710655::numeric / n)::int8, '4', i::text)$$,
		'wrapping(i, 10, 17280)', 'wrapping(i, 10, n / 10)', 'wrapping(i, 1, n * 10 / 35)', 'wrapping(i, 1, n * 10 / 82)',
		$$behind((7::int8 << 40) + i, '4', i::text)$$]) AS other;
INSERT INTO cases (kind, key, type, then_run, random_share)
SELECT 'of a share', key, 'uuid', format('DELETE FROM stored WHERE id < %L', lpad(to_hex(percent * 256 / 100), 2, '0')
		|| '000000-0000-0000-0000-000000000000'), 1
  FROM unnest('{1,5,15,50,85}'::int[]) AS percent,
	   unnest('{v4(i),"CASE WHEN is_in(i, 98.5) THEN v4(i) ELSE v7(i) END"}'::text[]) AS key;
INSERT INTO cases (kind, key, type, then_run, random_share)
SELECT 'of a share', format('behind((i %% %s << 40) + (hash48(i::text) >> 8), ''4'', i::text)', prefixes), 'uuid',
	   then_run, 1
  FROM unnest('{1,3,20,200}'::int[]) AS prefixes,
	   unnest(ARRAY[NULL, 'DELETE FROM stored WHERE i % 10 = 0 AND id < ''10000000-0000-0000-0000-000000000000''']) 
		AS t (then_run);

CREATE TABLE results AS
SELECT 0 AS n, '' AS key, 0::float8 AS share_v7, h.* FROM CAST(NULL AS sequential_uuids_stored_keys) AS h LIMIT 0;
SELECT statement
  FROM cases AS c CROSS JOIN LATERAL (
		SELECT format('CREATE TABLE stored (i int8, id %s) WITH (autovacuum_enabled = off)', type), 1
		 UNION ALL
		SELECT format('INSERT INTO stored SELECT i, %s FROM CAST(%s AS int8) AS n, generate_series(1, n) AS i',
			key, :rows), 2
		 UNION ALL
		SELECT step, 2 + place FROM string_to_table(then_run, ';') WITH ORDINALITY AS t (step, place)
		 UNION ALL
		SELECT format('ALTER TABLE stored ALTER id SET STATISTICS %s; ANALYZE stored', coalesce(target, -1)), 10
		 UNION ALL
		SELECT format('INSERT INTO results SELECT %s, k.*, h.* '
			'FROM sequential_uuids_recognize_keys(''stored''::regclass, ''id'') AS h, '
			'(SELECT max(id::text), avg((id::text LIKE ''______________7%%'')::int4) FROM stored) AS k', n), 11
		 UNION ALL
		SELECT 'DROP TABLE stored', 12) AS s (statement, place)
 ORDER BY n, place \gexec

SELECT is((SELECT count(*) FROM results), (SELECT count(*) FROM cases), 'all tables were asked about');
SELECT is_empty($$SELECT c.key, c.type, r.kind FROM cases AS c JOIN results AS r USING (n)
	WHERE c.random_share IS NULL AND r.kind NOT IN (coalesce(c.kind, 'none'), coalesce(c.wrong, c.kind, 'none'))$$,
	'none is taken for another kind, except for those of which that is known');
SELECT cmp_ok((SELECT count(*) FROM cases AS c JOIN results AS r USING (n)
	 WHERE c.random_share IS NULL AND c.kind <> 'ordered or wrapping' AND c.wrong IS NULL AND r.kind IS NULL),
	'<=', 2::int8, 'nearly all are known, except those that wrap several times');
-- Right: random keys are called so where nearly all are, and otherwise no more can be random than is said.
CREATE VIEW answers AS
SELECT c.random_share AS share, c.key, c.then_run, r.kind, r.random_share AS at_most, r.unknown, CASE
		WHEN r.kind IS NULL THEN 'unknown'
		WHEN CASE r.kind WHEN 'random' THEN c.random_share >= 0.85 ELSE r.random_share >= c.random_share END THEN 'right'
		ELSE 'wrong' END AS answer
  FROM cases AS c JOIN results AS r USING (n) WHERE c.random_share IS NOT NULL;
SELECT is_empty($$SELECT * FROM answers WHERE answer = 'wrong'$$, 'no share of random keys is larger than is said');
SELECT diag(format('%s tables with shares of random keys: %s right, %s unknown, %s wrong', count(*),
		count(*) FILTER (WHERE answer = 'right'), count(*) FILTER (WHERE answer = 'unknown'),
		count(*) FILTER (WHERE answer = 'wrong'))) FROM answers;
SELECT is_empty($$SELECT c.key, share_v7, (figures).v7 FROM cases AS c JOIN results AS r USING (n)
	WHERE c.kind = 'mixed' AND c.type = 'uuid' AND abs(share_v7 - (figures).v7) > 1.1 / coalesce(c.target, 100)$$,
	'the shares of versions are right, as far as the number of bounds goes');
CREATE FUNCTION generated(form text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	key text;
BEGIN
	EXECUTE format('SELECT (%s)::text', format(form, 'gen_random_uuid()')) INTO key;
	RETURN key;
END $$;
SELECT is_empty($$SELECT c.key, c.type, r.form
	FROM cases AS c JOIN results AS r USING (n)
	WHERE r.kind <> 'no UUIDs' AND r.form IS NOT NULL
	  AND regexp_replace(generated(r.form), '[0-9a-f]', '.', 'g')
		<> regexp_replace(rtrim(r.key), '[0-9a-f]', '.', 'g')
	  AND regexp_replace(generated(r.form), '[0-9A-F]', '.', 'g')
		<> regexp_replace(rtrim(r.key), '[0-9A-F]', '.', 'g')$$,
	'what is generated in the form of the column looks like the keys that are there');
SELECT is_empty($$SELECT c.key, r.kind, r.unknown FROM cases AS c JOIN results AS r USING (n)
	WHERE (r.kind IS NULL) = (r.unknown IS NULL)$$, 'it is said why a kind is not known, and only then');

-- --- what to do where statistics do not show the keys ------------------------------------------------------------

DROP ROLE IF EXISTS regress_reader, regress_owner;
CREATE ROLE regress_reader;
CREATE ROLE regress_owner;
GRANT USAGE ON SCHEMA tested TO regress_reader, regress_owner;
CREATE TABLE unseen (id uuid) WITH (autovacuum_enabled = off);
INSERT INTO unseen SELECT v4(i) FROM generate_series(1, 2000) AS i;
CREATE FUNCTION asked(role text, relation regclass = 'unseen', OUT kind text, OUT unknown text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SET ROLE %I', role);
	SELECT h.kind, h.unknown INTO kind, unknown FROM sequential_uuids_recognize_keys(relation, 'id') AS h;
	RESET ROLE;
END $$;
-- What it says to run makes the kind known.
CREATE FUNCTION advises(role text, advice text, name text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN NEXT is((asked(role)).unknown, advice, name);
	EXECUTE substring(advice FROM ': (.*)');
	RETURN NEXT is((asked(role)).kind, 'random', '... and then its kind is known');
END $$;
SELECT current_user AS me \gset
SELECT advises(:'me', 'its keys were not yet analyzed: ANALYZE tested.unseen', 'a table that was never analyzed');
TRUNCATE unseen;
INSERT INTO unseen SELECT v4(i) FROM generate_series(1, 2000) AS i;
SELECT advises(:'me', 'its keys were not yet analyzed: ANALYZE tested.unseen', 'a table that was emptied since');
ALTER TABLE unseen ALTER id SET STATISTICS 1;
ANALYZE unseen;
SELECT 'statistics of its keys are too few: '
	'ALTER TABLE tested.unseen ALTER id SET STATISTICS 100; ANALYZE tested.unseen' AS advice \gset
SELECT advises(:'me', :'advice', 'a column of which ANALYZE keeps little');
ALTER TABLE unseen ALTER id SET STATISTICS 0;
DELETE FROM pg_statistic WHERE starelid = 'unseen'::regclass;
SELECT advises(:'me', :'advice', '... or nothing');
TRUNCATE unseen;
INSERT INTO unseen SELECT CASE WHEN i % 50 = 0 THEN v4(i) END FROM generate_series(1, 100000) AS i;
ALTER TABLE unseen ALTER id SET STATISTICS 100;
ANALYZE unseen;
SELECT (asked(:'me')).unknown AS advice \gset
SELECT alike(:'advice'::text, 'statistics of its keys are too few: % SET STATISTICS 2__; ANALYZE tested.unseen',
	'a column of few values needs more');
SELECT advises(:'me', :'advice', '... as many as that');
UPDATE unseen SET id = NULL WHERE id < 'e0000000-0000-0000-0000-000000000000';
ALTER TABLE unseen ALTER id SET STATISTICS 400;
ANALYZE unseen;
SELECT 'its keys are too few to tell: ask again when there are 1,000' AS few \gset
SELECT is((asked(:'me')).unknown, :'few', 'unless it has been read as a whole');
UPDATE unseen SET id = NULL;
ALTER TABLE unseen ALTER id SET STATISTICS 100;
ANALYZE unseen;
SELECT is((asked(:'me')).unknown, :'few', '... or no row of the sample has one');
TRUNCATE unseen;
INSERT INTO unseen SELECT v4(i) FROM generate_series(1, 2000) AS i;
ALTER TABLE unseen ALTER id SET STATISTICS 100;
ANALYZE unseen;
SELECT advises('regress_reader',
	'statistics are for those who may read the keys: GRANT SELECT (id) ON tested.unseen TO regress_reader',
	'a role that may not read the column');
ALTER TABLE unseen OWNER TO regress_owner;
ALTER TABLE unseen ENABLE ROW LEVEL SECURITY;
SELECT is((asked('regress_owner')).kind, 'random', 'row-level security hides no statistics from the owner');
SELECT is((asked('regress_reader')).unknown,
	'row-level security hides statistics of tested.unseen: ask as a role with BYPASSRLS', '... but from others');
ALTER TABLE unseen FORCE ROW LEVEL SECURITY;
SELECT is((asked('regress_owner')).unknown,
	'row-level security hides statistics of tested.unseen: ask as a role with BYPASSRLS',
	'... and if it is forced, from the owner, too');
ALTER ROLE regress_reader BYPASSRLS;
SELECT is((asked('regress_reader')).kind, 'random', '... except with that');

-- --- keys of partitions, and of others' types ---------------------------------------------------------------------

CREATE TABLE by_key (id uuid) PARTITION BY RANGE (id);
CREATE TABLE by_key_low PARTITION OF by_key
	FOR VALUES FROM (MINVALUE) TO ('40000000-0000-0000-0000-000000000000') PARTITION BY HASH (id);
CREATE TABLE by_key_low_0 PARTITION OF by_key_low FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TABLE by_key_high PARTITION OF by_key DEFAULT;
INSERT INTO by_key SELECT v4(i) FROM generate_series(1, 10000) AS i;
ANALYZE by_key;
SELECT is((asked(:'me', 'by_key_low_0')).unknown, 'each partition has a range of keys: find out what generates them',
	'keys of a partition that has a range of them');

-- A base type whose output is an error, and a domain over it.
CREATE TYPE raising;
CREATE FUNCTION raising_in(cstring) RETURNS raising LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION raising_out(raising) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'shell_out';
CREATE TYPE raising (INPUT = raising_in, OUTPUT = raising_out, LIKE = text, COLLATABLE = true);
CREATE CAST (text AS raising) WITHOUT FUNCTION;
CREATE CAST (raising AS text) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION raising_eq(raising, raising) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'texteq';
CREATE FUNCTION raising_hash(raising) RETURNS int4 LANGUAGE internal IMMUTABLE STRICT AS 'hashtext';
CREATE OPERATOR = (FUNCTION = raising_eq, LEFTARG = raising, RIGHTARG = raising);
CREATE OPERATOR CLASS raising_ops DEFAULT FOR TYPE raising USING hash AS OPERATOR 1 =, FUNCTION 1 raising_hash(raising);
CREATE DOMAIN domain_raising AS raising;
CREATE TABLE of_raising (id raising, id_of_domain domain_raising);
INSERT INTO of_raising SELECT v4(i / 5)::text::raising, v4(i / 5)::text::raising FROM generate_series(1, 2000) AS i;
ANALYZE of_raising;
SELECT throws_ok('SELECT most_common_vals::text FROM pg_stats WHERE tablename = ''of_raising''', NULL, NULL,
	'statistics whose output is an error');
SELECT is(h.unknown, 'statistics of its type are not read: find out what generates its keys', '... are not read')
  FROM unnest('{id,id_of_domain}'::name[]) AS c (name),
	   sequential_uuids_recognize_keys('of_raising'::regclass, c.name) AS h;

-- --- the report ---------------------------------------------------------------------------------------------------

CREATE SCHEMA programs;
CREATE FUNCTION programs.own() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
CREATE TABLE programs.reported (name text, type text, id_default text, key text, kind text, known text, verdict text);
INSERT INTO programs.reported VALUES
	('at_random', 'uuid', NULL, 'v4(i)', 'random', 'by statistics', 'switch'),
	('in_text', 'varchar(36)', NULL, 'v4(i)::text', 'random', 'by statistics', 'switch'),
	('in_hex', 'char(32)', NULL, $$replace(v4(i)::text, '-', '')$$, 'random', 'by statistics', 'switch'),
	('in_bytes', 'bytea', NULL, 'uuid_send(v4(i))', 'random', 'by statistics', 'switch'),
	('of_own', 'uuid', 'programs.own()', 'v4(i)', 'random', 'by statistics', 'switch'),
	('of_default', 'text', 'upper(gen_random_uuid()::text)', 'upper(v4(i)::text)', 'random', 'by default', 'switch'),
	('of_hex_default', 'char(32)', $$replace(gen_random_uuid()::text, '-', '')$$, $$replace(v4(i)::text, '-', '')$$,
		'random', 'by default', 'switch'),
	('ascending', 'uuid', NULL, 'v7(i)', 'UUIDv7', 'by statistics', 'keep'),
	('of_names', 'uuid', NULL, $$behind(hash48(i::text), '5', i::text)$$, 'hash', 'by statistics', 'keep'),
	('mixed', 'uuid', NULL, 'CASE WHEN i % 4 = 0 THEN v7(i) ELSE v4(i) END', 'mixed, 75 % version 4, 25 % version 7',
		'by statistics', 'tell more'),
	('contradicts', 'uuid', 'gen_random_uuid()', 'CASE WHEN i % 4 > 0 THEN v7(i) ELSE v4(i) END',
		'mixed, 74 % version 7, 26 % version 4', 'by statistics', 'tell more'),
	('few', 'uuid', NULL, 'CASE WHEN i > 1100 THEN v4(i) END', NULL, NULL, 'tell more'),
	('numbers', 'varchar(36)', NULL, $$'INV-' || lpad(i::text, 32, '0')$$, NULL, NULL, NULL);
-- What a server has counted before, and how often it made a checkpoint, tells nothing of these tables.
SELECT pg_stat_reset(), pg_stat_reset_shared(CASE WHEN current_setting('server_version_num')::int >= 170000
	THEN 'checkpointer' ELSE 'bgwriter' END) \gset ignored_
SELECT statement FROM programs.reported CROSS JOIN LATERAL (
		SELECT concat_ws(' ', format('CREATE TABLE programs.%I (id %s UNIQUE NOT NULL', name, type),
			'DEFAULT ' || id_default, ') WITH (autovacuum_enabled = off)'), 1
		 UNION ALL
		SELECT format('INSERT INTO programs.%I SELECT k FROM generate_series(1::int8, 2000) AS i, '
			'LATERAL (SELECT %s) AS g (k) WHERE k IS NOT NULL', name, key), 2
		 UNION ALL
		-- What is counted only after ANALYZE would look like rows that have come since.
		SELECT 'DO ''BEGIN PERFORM pg_stat_force_next_flush(); END''', 3
		 UNION ALL
		SELECT format('ANALYZE programs.%I', name), 4) AS s (statement, place)
 ORDER BY place, name \gexec
SELECT pg_stat_force_next_flush() \gset ignored_
CREATE TABLE programs.answers AS
SELECT p.name, r.*
  FROM programs.reported AS p, uuid_index_report(
		only_table => ('programs.' || p.name)::regclass, worth => '0', checkpoint_interval => '100 ms') AS r
 WHERE r.index_name IS NOT NULL;
SELECT is((SELECT concat_ws(', ', a.keys, a.known, a.verdict) FROM programs.answers AS a WHERE a.name = r.name),
		nullif(concat_ws(', ', r.kind, r.known, r.verdict), ''), format('the report of keys %s', r.name))
  FROM programs.reported AS r ORDER BY r.name;
SELECT ok(reason LIKE '%; its keys are too few to tell: ask again when there are 1,000',
	'what to do where they are few') FROM programs.answers WHERE name = 'few';
SELECT ok(reason LIKE '%; its default generates other keys, and 74 \% of its keys are UUIDv7: they are from before%',
	'... and where they contradict the default') FROM programs.answers WHERE name = 'contradicts';
SELECT results_eq($$SELECT name, substring(advised FROM '^\(|^replace|^uuid_send|^upper') FROM programs.answers
	WHERE verdict = 'switch' AND name ~ 'in_|default' ORDER BY name COLLATE "C"$$,
	$$VALUES ('in_bytes', 'uuid_send'), ('in_hex', 'replace'), ('in_text', '('), ('of_default', 'upper'),
		('of_hex_default', 'replace')$$, 'a call is advised in the form of the column');
SELECT set_eq($$SELECT name FROM programs.answers
	WHERE reason ~ '; the type uuid would take less WAL and space'$$,
	$$SELECT name FROM programs.answers WHERE name ~ 'in_|default'$$,
	'that the type uuid would save more is said of texts and bytes');
SELECT set_eq($$SELECT name FROM programs.answers
	WHERE reason ~ '; programs generate these keys, unless they are those of another table: let the database'$$,
	$$SELECT name FROM programs.answers WHERE verdict = 'switch' AND name ~ 'in_|at_random'$$,
	'... and that programs generate keys, where they do');
SELECT results_eq($$SELECT sequential_uuids_in_words(jsonb_populate_record(NULL::sequential_uuids_finding,
			jsonb_build_object('saved_bytes', 9e9, 'saved_total', 9e9 + child, 'saved_most', most, 'server_bytes', server,
				'children', children, 'is_short', is_short)))
	  FROM (VALUES (0, 0, 9e9, 4e10, true), (0, 0, 9e9, 9e11, false), (0, 0, 9e9, NULL, NULL), (0, 0, 9e9, 1e9, false),
			(0, 0, 9e9, 1e9, true), (4e9, 1, 13e9, 4e10, false), (8e9, 2, 17e9, 1.2e10, false),
			(0, 0, 20e9, NULL, NULL)) AS s (child, children, most, server, is_short)$$,
	$$VALUES ('8583 MB of WAL a day, 22 % of the server''s'), ('8583 MB of WAL a day, 1 % of the server''s'),
		('8583 MB of WAL a day'), ('954 MB of WAL a day, no more than the server wrote meanwhile'),
		('954 MB of WAL a day, no more than the server wrote meanwhile (a longer "over" shows more)'),
		('8583 MB of WAL a day, 22 % of the server''s, and 3815 MB in an index on a foreign key to it, if their rows come '
			'soon after its own'),
		('8583 MB of WAL a day, no more than the server wrote meanwhile, and 2861 MB in 2 indexes on foreign keys to it, if '
			'their rows come soon after its own'),
		('8583 MB of WAL a day, or up to 19 GB if rows are updated at about the same age ("updated_after")')$$,
	'savings are no more than the WAL of the server, and count indexes on foreign keys, and updates');
-- Twenty such rows would be enough for rows to go, and a table may have more partitions than that.
SELECT is_empty('SELECT heap::regclass
	  FROM tested.sequential_uuids_leaves(ARRAY(SELECT c FROM tested.sequential_uuids_count() AS c))
	 WHERE greatest(just_inserted, just_updated, just_deleted, just_gone) > 0',
	'no row has come or gone between two looks at the same counters');
-- ANALYZE may have come before the default, so only keys that are missing since then contradict it.
ALTER TABLE programs.at_random ALTER id SET DEFAULT uuid_v7_nextval();
CREATE FUNCTION cause(relation regclass) RETURNS text LANGUAGE sql AS
	$$SELECT cause FROM uuid_index_report(only_table => relation, worth => '0', checkpoint_interval => '100 ms')$$;
SELECT isnt(cause('programs.at_random'), 'kind', 'a default of which there are no keys yet');
INSERT INTO programs.at_random SELECT v4(i) FROM generate_series(3001, 3250) AS i;
SELECT pg_stat_force_next_flush() \gset ignored_
SELECT is(cause('programs.at_random'), 'kind', '... and once there should be some');
DROP SCHEMA programs CASCADE;

DROP SCHEMA tested CASCADE;
DROP ROLE regress_reader, regress_owner;
SELECT * FROM finish();
