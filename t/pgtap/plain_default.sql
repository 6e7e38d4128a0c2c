-- runs: every; edition in SQL: yes
-- The column default that needs nothing, as doc/choosing.md has it: around every edge of blocks
-- from 1970 to 2200 it is of the block that uuid_interval_block() gives (the one in C, if
-- that edition is installed).  CALLS and SEED as in the other tests with random values.
\ir ../lib/random_tests.sql
SET client_min_messages = warning;
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(19);
\set choosing `cat doc/choosing.md`

-- The expression, and with another interval and count.
CREATE TEMPORARY TABLE given AS
SELECT substring(:'choosing' FROM 'DEFAULT\s+(encode\(.*?::uuid),\n') AS expression;
CREATE FUNCTION pg_temp.expression(seconds int8, count int8) RETURNS text LANGUAGE sql AS $$
	SELECT replace(replace(expression, '150', seconds::text), '34560', count::text) FROM given $$;
SELECT isnt((SELECT expression FROM given), NULL, 'doc/choosing.md has the column default');

-- Settings of a session that must not matter.
SET LOCAL TimeZone = 'America/New_York';
SET LOCAL DateStyle = 'German';
SET LOCAL IntervalStyle = 'iso_8601';
SET LOCAL extra_float_digits = -15;
SET LOCAL bytea_output = 'escape';

-- Edges of random blocks, the first ones and the last ones, a microsecond and more to
-- both sides.
CREATE TEMPORARY TABLE lengths AS
SELECT seconds, count, (seconds || ' s')::interval AS length, (seconds * count || ' s')::interval AS cycle
  FROM unnest('{1,2,3,7,59,60,300,601,3600,86399,86400,604800}'::int8[]) AS seconds,
	   unnest('{32769,32771,34560,65535,65536}'::int8[]) AS count;
CREATE TEMPORARY TABLE times AS
SELECT DISTINCT seconds, count, length, cycle, at
  FROM lengths, generate_series(1, greatest(2, :calls / 100)) AS i,
	   LATERAL (SELECT 7258118400 / seconds AS most) AS m,
	   LATERAL (SELECT CASE i WHEN 1 THEN 0 WHEN 2 THEN most ELSE floor(random() * most)::int8 END AS drawn) AS d,
	   -- Every other block is the first of its cycle.
	   LATERAL (SELECT CASE WHEN i % 2 = 1 THEN drawn - drawn % count ELSE drawn END * seconds AS second) AS s,
	   unnest('{-500001,-2,-1,0,1,2,499999,500000,999999}'::int8[]) AS microseconds,
	   LATERAL (SELECT timestamptz '1970-01-01 00:00:00+00' + microseconds * interval '1 us'
					   + make_interval(days => (second / 86400)::int, secs => second % 86400) AS at) AS a
 WHERE at >= '1970-01-01 00:00:00+00';
SELECT cmp_ok((SELECT count(*) FROM times), '>', 1000::bigint, 'more than 1000 times are tested');
SELECT cmp_ok((SELECT max(at) FROM times), '>=', timestamptz '2200-01-01 00:00:00+00', 'times up to 2200 are tested');

-- The clock of the expression is a column.
CREATE FUNCTION pg_temp.generated() RETURNS TABLE (at timestamptz, length interval, cycle interval, count int8, id uuid)
LANGUAGE plpgsql AS $$
DECLARE
	l lengths;
BEGIN
	FOR l IN SELECT * FROM lengths LOOP
		RETURN QUERY EXECUTE format('SELECT at, length, cycle, count, %s FROM times WHERE (seconds, count) = ($1, $2)',
			replace(pg_temp.expression(l.seconds, l.count), 'clock_timestamp()', 'at')) USING l.seconds, l.count;
	END LOOP;
END $$;
CREATE TEMPORARY TABLE keys AS SELECT * FROM pg_temp.generated();
SELECT is((SELECT count(*) FROM keys), (SELECT count(*) FROM times), 'the expression gives a key for each time');
SELECT is_empty('SELECT * FROM keys
		WHERE uuid_block(id, count) IS DISTINCT FROM uuid_interval_block(at, length, cycle)',
	'each key is in the block that uuid_interval_block() gives for its time');
SELECT is_empty('SELECT * FROM keys WHERE (uuid_interval_window(id, at, length, cycle) @> at) IS NOT TRUE',
	'uuid_interval_window() dates each key');
SELECT is_empty($$SELECT * FROM keys
		WHERE uuid_interval_between(id, at, at + interval '1 us', length, cycle) IS NOT TRUE$$,
	'uuid_interval_between() finds each key');
SELECT is_empty('SELECT * FROM keys WHERE substr(id::text, 15, 1) <> ''4''',
	'each key is of version 4 and the variant of RFC 9562');
SELECT is((SELECT count(DISTINCT substr(id::text, 6)) FROM keys), (SELECT count(*) FROM keys),
	'no two keys are alike behind their prefixes');
SELECT is_empty('SELECT * FROM keys, uuid_interval_at(at, length, cycle) AS of_extension
		WHERE uuid_block(id, 65536) IS DISTINCT FROM uuid_block(of_extension, 65536)',
	'each key has the prefix that uuid_interval_at() gives for its time');
SELECT is(
	(SELECT translate((bit_or(bits) # bit_and(bits))::text, '01', '.r')
	   FROM keys, LATERAL (SELECT ('x' || replace(id::text, '-', ''))::bit(128) AS bits) AS b),
	overlay(overlay(repeat('r', 128) PLACING '....' FROM 49) PLACING '..' FROM 65),
	'all bits of the keys vary except version and variant');

-- As a default, of a role that may do nothing else.
CREATE ROLE regress_nothing_installed;
CREATE TEMPORARY TABLE orders (n int, id uuid PRIMARY KEY DEFAULT gen_random_uuid());
SELECT format('ALTER TABLE orders ALTER COLUMN id SET DEFAULT %s', expression) AS alter FROM given \gset
:alter;
GRANT INSERT, SELECT ON orders TO regress_nothing_installed;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
SET LOCAL ROLE regress_nothing_installed;
INSERT INTO orders (n) SELECT generate_series(1, 1000);
RESET ROLE;
SELECT is(count(*), 1000::bigint, 'a role without privileges inserts keys of the present block')
  FROM orders
 WHERE uuid_interval_between(id, now(), clock_timestamp() + interval '1 us', '150 s', '60 days');

-- What servers make of it, which no setting changes, and reading it back.
SELECT pg_get_expr(adbin, adrelid) AS deparsed FROM pg_attrdef WHERE adrelid = 'orders'::regclass \gset
SELECT is(:'deparsed', concat('(encode((',
		$$substr(int8send((((floor(date_part('epoch'::text, clock_timestamp())))::bigint / 150)$$,
		$$ % '34560'::bigint)), 7) || substr(uuid_send(gen_random_uuid()), 3)), 'hex'::text))::uuid$$),
	'all majors show the default alike');
SELECT format('ALTER TABLE orders ALTER COLUMN id SET DEFAULT %s', :'deparsed') AS alter \gset
:alter;
SELECT is((SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'orders'::regclass), :'deparsed',
	'what is shown gives the same default again, as in a dump');

-- Functions, operators and types of others that are closer to being a match are not used:
-- only objects that are not PostgreSQL's own are recorded as dependencies.
CREATE SCHEMA regress_hostile;
SET LOCAL search_path = regress_hostile, public;
CREATE FUNCTION regress_hostile.encode(bytea, varchar) RETURNS text LANGUAGE sql AS $$SELECT 'mine'$$;
CREATE FUNCTION regress_hostile.encode(bytea, text) RETURNS text LANGUAGE sql AS $$SELECT 'mine'$$;
CREATE FUNCTION regress_hostile.substr(bytea, int8) RETURNS bytea LANGUAGE sql AS $$SELECT '\x'::bytea$$;
CREATE FUNCTION regress_hostile.date_part(varchar, timestamptz) RETURNS float8 LANGUAGE sql AS 'SELECT 0.0::float8';
CREATE FUNCTION regress_hostile.floor(numeric) RETURNS numeric LANGUAGE sql AS 'SELECT 0.0';
CREATE FUNCTION regress_hostile.remainder(int8, int4) RETURNS int8 LANGUAGE sql AS 'SELECT 0::int8';
CREATE OPERATOR regress_hostile.% (FUNCTION = regress_hostile.remainder, LEFTARG = int8, RIGHTARG = int4);
SELECT format('CREATE TABLE regress_hostile.orders (id uuid DEFAULT %s)', expression) AS make FROM given \gset
:make;
SELECT is_empty($$SELECT pg_describe_object(refclassid, refobjid, refobjsubid) FROM pg_depend
		WHERE classid = 'pg_attrdef'::regclass AND refclassid <> 'pg_class'::regclass
		  AND objid = (SELECT oid FROM pg_attrdef WHERE adrelid = 'regress_hostile.orders'::regclass)$$,
	'the default uses nothing but PostgreSQL''s own, whatever else is on the search_path');
SELECT is(pg_get_expr(adbin, adrelid), :'deparsed', 'the default is shown alike, whatever else is on the search_path')
  FROM pg_attrdef WHERE adrelid = 'regress_hostile.orders'::regclass;
RESET search_path;

-- The numbers of doc/choosing.md for a cycle make it, and have four digits.
CREATE TEMPORARY TABLE numbers AS
SELECT m[1]::numeric AS seconds, m[2]::numeric AS count, 2 AS days FROM regexp_matches(:'choosing',
	'An even number of days\*\*: ([0-9.]+) seconds for each day, and `''(\d+)''`') AS m
UNION ALL
SELECT 1, m[1]::numeric, 0.5 FROM regexp_matches(:'choosing', 'a second for each half day, and `''(\d+)''`') AS m;
SELECT is(count(*), 2::bigint, 'doc/choosing.md has numbers for even days, and for half days') FROM numbers;
SELECT is_empty('SELECT * FROM numbers
		WHERE seconds * CASE days WHEN 2 THEN days ELSE 1 END * count <> days * 86400
		   OR seconds * CASE days WHEN 2 THEN days ELSE 1 END <> floor(seconds * days + 0.5)
		   OR count NOT BETWEEN 32769 AND 65536',
	'they make such a cycle, of whole seconds and 32,769 to 65,536 intervals');
SELECT matches(expression, '/ 150 % ''34560''', 'for 60 days, they are those of the default that it shows') FROM given;

SELECT * FROM finish();
ROLLBACK;
