\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 10
-- uuid_interval_between, uuid_interval_since, uuid_v7_between, uuid_v7_since:
-- conditions by time on the key, their results and their plans.  plans.sql tests what
-- else the documentation says about plans, t/pgtap/condition_plans.sql a million
-- rows, t/pgtap/condition_properties.sql random spans, and t/002_standby.pl a standby.
SET TimeZone = 'UTC';

-- Results by definition: the key's block is that of a time from from_time on and before
-- to_time.  Cycles of 1, 5 and 8 seconds, each block's ends, each prefix that is no
-- block, with constants, for which the planner has one range.
CREATE TABLE keys AS
SELECT count, id, uuid_block(id, count) AS block
  FROM unnest('{1,5,8}'::int[]) AS count,
	   LATERAL (
		SELECT unnest(ARRAY[uuid_block_lower(b, count), uuid_block_upper(b, count)]) AS id
		  FROM generate_series(0, count - 1) AS b
		UNION ALL
		SELECT uuid_block_upper(b, 8) FROM generate_series(count, 7) AS b WHERE count > 1) AS k;
CREATE FUNCTION is_within(block bigint, from_time timestamptz, to_time timestamptz, count int)
RETURNS bool LANGUAGE sql STABLE AS $$
	SELECT block IS NOT NULL AND EXISTS (
		SELECT FROM generate_series(from_time, to_time - interval '1 us', '0.5 s') AS at
		 WHERE uuid_interval_block(at, '1 s', make_interval(secs => count)) = block) $$;
CREATE FUNCTION found(condition text, relation text DEFAULT 'orders') RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	result bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM %s WHERE %s', relation, condition) INTO result;
	RETURN result;
END $$;
WITH spans AS (
	SELECT from_time, to_time
	  FROM generate_series(timestamptz 'epoch' - interval '6 s', timestamptz 'epoch' + interval '2 s', '1 s')
		   AS from_time,
		   generate_series(from_time - interval '1 s', from_time + interval '16 s', '0.5 s') AS to_time
)
SELECT count(*) AS compared,
	   sum(found(
		format($$count = %3$s AND uuid_interval_between(id, %1$L, %2$L, '1 s', '%3$s s')
				 IS DISTINCT FROM is_within(block, %1$L, %2$L, %3$s)$$, from_time, to_time, count),
		'keys')) AS wrong
  FROM unnest('{1,5,8}'::int[]) AS count, spans;
-- The present is after the last microsecond that a key can be of.
SELECT count(*) FILTER (WHERE present <= at) AS missed
  FROM (SELECT clock_timestamp() AS at, sequential_uuids_present() AS present
		  FROM generate_series(1, 10000) OFFSET 0) AS clocks;
-- With a clock that is read for each bound, later and later, as uuid_interval_since()
-- does: no key of the span up to the first reading is missed, none beyond that up to the
-- last one is found.
WITH readings AS (
	SELECT timestamptz 'epoch' + interval '500 ms' * n AS a,
		   timestamptz 'epoch' + interval '1 s' * n1 AS t1,
		   timestamptz 'epoch' + interval '1 s' * n2 AS t2,
		   timestamptz 'epoch' + interval '1 s' * n3 AS t3,
		   timestamptz 'epoch' + interval '1 s' * n4 AS t4
	  FROM unnest('{0,5}'::int[]) AS n,
		   generate_series(1, 8) AS n1,
		   generate_series(n1, 8) AS n2,
		   generate_series(n2, 8) AS n3,
		   generate_series(n3, 8) AS n4
), conditions AS (
	SELECT *,
		   id >= sequential_uuids_lower(1, a, t1, '1 s', '5 s')
		   AND id <= sequential_uuids_upper(1, a, t2, '1 s', '5 s')
		   OR id >= sequential_uuids_lower(2, a, t3, '1 s', '5 s')
		   AND id <= sequential_uuids_upper(2, a, t4, '1 s', '5 s')
		   AS found
	  FROM readings
	  JOIN keys ON count = 5
)
SELECT count(*) AS compared,
	   count(*) FILTER (WHERE is_within(block, a, t1, 5) AND NOT found) AS missed,
	   count(*) FILTER (WHERE found AND NOT is_within(block, a, t4, 5)) AS beyond
  FROM conditions;
DROP TABLE keys;
-- The ranges of the last call are kept: after any other call, and before it, a call returns
-- what it returns after itself.
CREATE FUNCTION bounds(a timestamptz, b timestamptz, length interval, cycle interval) RETURNS uuid[]
RETURN ARRAY[
	sequential_uuids_lower(1, a, b, length, cycle),
	sequential_uuids_upper(1, a, b, length, cycle),
	sequential_uuids_lower(2, a, b, length, cycle),
	sequential_uuids_upper(2, a, b, length, cycle)];
CREATE TABLE calls AS
SELECT a, b, length, cycle, bounds(a, b, length, cycle) AS first, bounds(a, b, length, cycle) AS answer
  FROM (VALUES (interval '1 s', interval '8 s'), ('2 s', '8 s'), ('1000 days', '8000 days')) AS p (length, cycle),
	   unnest('{-infinity, 1970-01-01, 1970-01-01 00:00:02.6, 294275-01-01, infinity}'::timestamptz[]) AS a,
	   unnest('{-infinity, 1970-01-01, 1970-01-01 00:00:02.5, 1970-01-01 00:00:02.7, 2000-01-02,
				294276-12-31, infinity}'::timestamptz[]) AS b;
SELECT count(*) AS pairs, count(*) FILTER (WHERE (answer, other_answer) <> (after_other, other)) AS different
  FROM (SELECT c.answer, o.answer AS other_answer,
			   bounds(o.a, o.b, o.length, o.cycle) AS other,
			   bounds(c.a, c.b, c.length, c.cycle) AS after_other
		  FROM calls AS c, calls AS o OFFSET 0) AS pairs;
DROP TABLE calls;
DROP FUNCTION bounds(timestamptz, timestamptz, interval, interval);

-- Half-open: the last microsecond before to_time counts, to_time does not; whole blocks.
SELECT uuid_interval_between(uuid_block_lower(1, 1440), '1970-01-01', '1970-01-01 00:01', '1 min', '1 day') AS before,
	   uuid_interval_between(uuid_block_lower(1, 1440), '1970-01-01', '1970-01-01 00:01:00.000001',
							 '1 min', '1 day') AS at,
	   uuid_interval_between(uuid_block_lower(0, 1440), '1970-01-01 00:00:59.999999', '1970-01-01 00:01',
							 '1 min', '1 day') AS of_the_same_minute;
-- Whatever generates the key, once for the condition: of random keys half, to within 20 standard deviations of 50.
SELECT count(*) BETWEEN 4000 AND 6000 AS half
  FROM (SELECT uuid_interval_between(gen_random_uuid(), '1970-01-01', '1970-01-05', '1 day', '8 days') AS b
		  FROM generate_series(1, 10000)) AS s
 WHERE b;

-- What the planner sees: constants without a wrap are one range, with one two.
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, n int NOT NULL);
-- The cycle's 1024 blocks end at 01:04.
INSERT INTO orders
SELECT uuid_interval_at(at, '10 s', '10240 s'), at, n
  FROM generate_series(0, 9999) AS n,
	   LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS at) AS t;
VACUUM ANALYZE orders;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT name, found(condition), scans('SELECT id FROM orders WHERE ' || condition)
  FROM (VALUES ('an hour', '2026-01-01 01:10', '2026-01-01 02:10'),
			   ('one interval', '2026-01-01 01:00', '2026-01-01 01:00:00.000001'),
			   ('over the wrap', '2026-01-01 01:03', '2026-01-01 01:05'),
			   ('up to the wrap', '2026-01-01 01:03', '2026-01-01 01:04'),
			   ('from the wrap', '2026-01-01 01:04', '2026-01-01 01:05'),
			   ('a cycle less 20 s', '2026-01-01', '2026-01-01 02:50:20'),
			   ('a cycle', '2026-01-01', '2026-01-01 02:50:40'),
			   ('years', '2020-01-01', '2026-01-01'),
			   ('no time', '2026-01-01 01:00', '2026-01-01 01:00'),
			   ('reversed', '2026-01-01 02:00', '2026-01-01 01:00'),
			   ('open start', '-infinity', '2026-01-01 01:00'),
			   ('open end', '2026-01-01 01:00', 'infinity'),
			   ('infinite and reversed', 'infinity', '-infinity'),
			   ('infinitely late', 'infinity', 'infinity'),
			   ('infinitely early', '-infinity', '-infinity'),
			   ('the first timestamp', '4714-11-24 BC', '4714-11-24 00:00:00.000001 BC'),
			   ('the last timestamps', '294276-12-31 23:59:59', '294276-12-31 23:59:59.999999'),
			   ('NULL', NULL, '2026-01-01')) AS spans (name, from_time, to_time),
	   format($$uuid_interval_between(id, %L, %L, '10 s', '10240 s')$$, from_time, to_time) AS condition;
SELECT name, found(condition), scans('SELECT id FROM orders WHERE ' || condition)
  FROM (VALUES ('both ends of the key space', $$
				uuid_interval_between(id, '1970-01-01', '1970-01-01 00:00:00.000001', '1 us', '281474976710656 us')
				OR uuid_interval_between(id, '1969-12-31 23:59:59.999999', '1970-01-01',
										 '1 us', '281474976710656 us')$$),
			   ('one block', $$
				uuid_interval_between(id, '2026-01-01', '2026-01-02', '1 day', '1 day')$$)) AS spans (name, condition);

-- A span without a wrap, one with, and one that ends now.
\set five_minutes 'uuid_interval_between(id, ''2026-01-01 01:10'', ''2026-01-01 01:15'', ''10 s'', ''10240 s'')'
\set two_minutes 'uuid_interval_between(id, ''2026-01-01 01:03'', ''2026-01-01 01:05'', ''10 s'', ''10240 s'')'
\set last_hour 'uuid_interval_since(id, now() - interval ''1 hour'', ''10 s'', ''10240 s'')'
-- In the order of the key, from the index alone, and of an expression that costs little,
-- measured in operators, whatever one costs.
CREATE INDEX of_an_expression ON orders (((id::text)::uuid));
SELECT regexp_replace(:'five_minutes', '\mid\M', '(id::text)::uuid') AS of_expression \gset
SELECT name, scans(query)
  FROM (VALUES ('in order', 'SELECT * FROM orders WHERE ' || :'five_minutes' || ' ORDER BY id LIMIT 10'),
			   ('counted', 'SELECT count(*) FROM orders WHERE ' || :'five_minutes'),
			   ('expression', 'SELECT * FROM orders WHERE ' || :'of_expression')) AS q (name, query);
SET cpu_operator_cost = 0.1;
SELECT scans('SELECT * FROM orders WHERE ' || :'of_expression') ~ 'Index Cond' AS expression_indexed;
RESET cpu_operator_cost;
RESET enable_bitmapscan;
DROP INDEX of_an_expression;

-- Alone and with others; through a view and a security barrier, where the condition goes
-- to the index, whatever stands before it.  Not on the index: a key or a time that is
-- costly to compute, and so computed once; a subselect.  A join is.
CREATE VIEW plain AS SELECT * FROM orders;
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM orders WHERE n % 2 = 0;
CREATE FUNCTION costly(id uuid) RETURNS uuid LANGUAGE plpgsql IMMUTABLE COST 1000 AS 'BEGIN RETURN id; END';
SELECT name, scans('SELECT * FROM ' || query)
  FROM (VALUES ('alone', 'orders WHERE ' || :'five_minutes'),
			   ('over the wrap', 'orders WHERE ' || :'two_minutes'),
			   ('NOT', 'orders WHERE NOT ' || :'five_minutes'),
			   ('OR', format('orders WHERE %s OR %s', :'five_minutes', replace(:'five_minutes', ' 01:', ' 02:'))),
			   ('view', 'plain WHERE ' || :'five_minutes'),
			   ('barrier', 'barrier WHERE ' || :'five_minutes'),
			   ('since, barrier', 'barrier WHERE ' || :'last_hour'),
			   ('costly key', 'orders WHERE ' || regexp_replace(:'five_minutes', '\mid\M', 'costly(id)')),
			   ('costly time',
				$$orders WHERE uuid_interval_since(id, clock_timestamp() - interval '1 hour', '10 s', '10240 s')$$),
			   ('subselect',
				$$orders WHERE uuid_interval_since(id, (SELECT max(created_at) FROM orders), '10 s', '10240 s')$$),
			   ('join', $$(SELECT max(created_at) - interval '1 minute' AS a FROM orders) AS t
				JOIN orders AS o ON uuid_interval_between(o.id, t.a, t.a + interval '1 minute', '10 s', '10240 s')$$),
			   ('join, since', $$(SELECT max(created_at) AS a FROM orders) AS t
				JOIN orders AS o ON uuid_interval_since(o.id, t.a, '10 s', '10240 s')$$)) AS q (name, query);
DROP FUNCTION costly(uuid);
-- What they find: with a condition on the timestamp the exact span; in a CASE and in the
-- list of a SELECT.
SELECT count(*) FILTER (WHERE shifted) AS blocks,
	   count(*) FILTER (WHERE shifted AND created_at >= '2026-01-01 01:10:05'
						  AND created_at < '2026-01-01 01:15:05') AS exact,
	   count(CASE WHEN uuid_interval_between(id, created_at, created_at + interval '1 us', '10 s', '10240 s')
				  THEN 1 END) AS within_their_own
  FROM orders,
	   LATERAL (SELECT uuid_interval_between(id, '2026-01-01 01:10:05', '2026-01-01 01:15:05', '10 s', '10240 s')
				AS shifted) AS s;
-- Joined to a time, and to three.
SELECT start, length, count(*)
  FROM (VALUES (timestamptz '2026-01-01', interval '1 h'),
			   ('2026-01-01 01:00', '1 h'),
			   ('2026-01-01 02:00', '1 h'),
			   ((SELECT max(created_at) - interval '1 minute' FROM orders), '1 min')) AS spans (start, length)
  JOIN orders ON uuid_interval_between(id, start, start + length, '10 s', '10240 s')
 GROUP BY 1, 2
 ORDER BY 1, 2;
-- Of keys from a subselect.
SELECT n,
	   uuid_interval_between((SELECT id FROM orders AS o WHERE o.n = number.n),
							 '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s') AS within
  FROM unnest('{4200,4500}'::int[]) AS number (n);

-- With row-level security.  Without the right to execute what the body calls, or the
-- function itself, it is refused, also where the planner would replace it.
CREATE ROLE regress_uuids_user;
GRANT SELECT ON orders, barrier TO regress_uuids_user;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON orders USING (n % 2 = 1);
SET ROLE regress_uuids_user;
SELECT found(:'five_minutes'),
	   found(:'five_minutes', 'barrier') AS found_behind_barrier,
	   scans('SELECT * FROM orders WHERE ' || :'five_minutes');
RESET ROLE;
CREATE FUNCTION without(function regproc, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	error text;
BEGIN
	EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM public', function::oid::regprocedure);
	SET LOCAL ROLE regress_uuids_user;
	error := error_of(query);
	RESET ROLE;
	EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO public', function::oid::regprocedure);
	RETURN error;
END $$;
SELECT without(function, 'SELECT * FROM orders WHERE ' || condition) AS error
  FROM (VALUES ('sequential_uuids_lower'::regproc, $$uuid_interval_since(id, now(), '10 s', '10240 s')$$),
			   ('uuid_interval_between', $$uuid_interval_between(id, '2026-01-01', '2026-01-02', '10 s', '10240 s')$$)
	   ) AS s (function, condition);
DROP VIEW plain, barrier;
DROP POLICY odd ON orders;
ALTER TABLE orders DISABLE ROW LEVEL SECURITY;
REVOKE ALL ON orders FROM regress_uuids_user;
DROP ROLE regress_uuids_user;
DROP FUNCTION without(regproc, text);

-- Up to the present: also the rows of the transaction itself, to the last one, where a
-- block is a microsecond, too.
CREATE TABLE recent (
	id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 min', '36 days'),
	created_at timestamptz DEFAULT clock_timestamp());
INSERT INTO recent
SELECT uuid_interval_at(at, '1 min', '36 days'), at
  FROM generate_series(now() - interval '30 days', now() - interval '2 h', '10 min') AS at;
VACUUM ANALYZE recent;
SELECT scans($$SELECT * FROM recent WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '36 days')$$);
SELECT found($$uuid_interval_since(id, now(), '1 min', '36 days')$$, 'recent') AS since_now,
	   found($$uuid_interval_since(id, 'infinity', '1 min', '36 days')$$, 'recent') AS since_never,
	   found($$uuid_interval_since(id, '-infinity', '1 min', '36 days')$$, 'recent')
	   = (SELECT count(*) FROM recent) AS since_ever,
	   found($$uuid_interval_since(id, NULL, '1 min', '36 days')$$, 'recent') AS since_null,
	   found($$uuid_interval_since(id, now() + interval '1 day', '1 min', '36 days')$$, 'recent') AS since_tomorrow;
BEGIN;
INSERT INTO recent SELECT FROM generate_series(1, 100);
CREATE TABLE fine (
	id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 us', '1 day'),
	v7 uuid UNIQUE DEFAULT uuid_v7_nextval());
CREATE FUNCTION missed(i int, OUT by_interval bigint, OUT by_v7 bigint) LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO fine DEFAULT VALUES;
	by_interval := i - found($c$uuid_interval_since(id, now() - interval '1 minute', '1 us', '1 day')$c$, 'fine');
	by_v7 := i - found($c$uuid_v7_since(v7, now() - interval '1 minute')$c$, 'fine');
END $$;
SELECT found($$uuid_interval_since(id, now() - interval '1 hour', '1 min', '36 days')$$, 'recent'),
	   found($$uuid_interval_since(id, now() - interval '1 hour', '1 min', '36 days') AND created_at >= now()$$,
			 'recent') AS of_the_transaction,
	   sum(by_interval) AS missed,
	   sum(by_v7) AS missed_v7
  FROM generate_series(1, 1000) AS i, missed(i);
ROLLBACK;
DROP TABLE recent;

-- Partitions by key: for literals the others are left out when planned, for what is only
-- stable when the executor starts.  2026-01-01 is day 20454, block 2.
CREATE TABLE ring (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 day', '4 days')) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE ring_%s PARTITION OF ring FOR VALUES FROM (%L) TO (%s)',
			  block,
			  uuid_block_lower(block, 4),
			  coalesce(quote_literal(uuid_block_lower(nullif(block, 3) + 1, 4)), 'MAXVALUE'))
  FROM generate_series(0, 3) AS block
\gexec
INSERT INTO ring
SELECT uuid_interval_at(at, '1 day', '4 days') FROM generate_series(now() - interval '72 h', now(), '1 h') AS at
UNION ALL
SELECT uuid_interval_at(at, '1 day', '4 days')
  FROM generate_series(timestamptz '2026-01-01', timestamptz '2026-01-04 23:00', '1 h') AS at;
ANALYZE ring;
SELECT name, scans('SELECT id FROM ring WHERE ' || condition)
  FROM (VALUES ('one', '2026-01-03', '2026-01-04'),
			   ('none', '2026-01-03', '2026-01-03'),
			   ('over the wrap', '2026-01-02 12:00', '2026-01-03 12:00')) AS q (name, from_time, to_time),
	   format($$uuid_interval_between(id, %L, %L, '1 day', '4 days')$$, from_time, to_time) AS condition;
-- One, or two if midnight has come since.
SELECT count(DISTINCT tableoid) BETWEEN 1 AND 1 + (clock_timestamp() AT TIME ZONE 'UTC')::date
		- (now() AT TIME ZONE 'UTC')::date AS is_one_partition
  FROM ring
 WHERE uuid_interval_since(id, date_trunc('day', now()), '1 day', '4 days');
SELECT regexp_replace(plan, 'ring_\d( ring_\d)?', 'ring_N', 'g') AS plan
  FROM scans($$SELECT * FROM ring WHERE uuid_interval_since(id, date_trunc('day', now()), '1 day', '4 days')$$) AS plan;
DROP TABLE ring;

-- In parallel workers, except for what reads the clock, which the leader does.
SET enable_seqscan = on;
CALL prefer_workers();
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SET enable_indexscan = off;
SELECT found(condition), scans('SELECT count(*) FROM orders WHERE ' || condition)
  FROM (VALUES ($$uuid_interval_between(id, (timestamptz '2026-01-01 01:03' AT TIME ZONE 'UTC')::date + time '01:03',
										timestamptz '2026-01-01 01:05', '10 s', '10240 s')$$),
			   ($$uuid_interval_since(id, now() - interval '1 year', '10 s', '10240 s')$$)) AS q (condition);
RESET ALL;
SET TimeZone = 'UTC';

-- Immutable: in generated columns, partial indexes and constraints.  uuid_interval_since() is not, as its error says.
CREATE TABLE marked (
	id uuid CHECK (uuid_interval_between(id, '2026-01-01', '2026-02-01', '1 h', '40 days')),
	first_day bool GENERATED ALWAYS AS (
		uuid_interval_between(id, '2026-01-01', '2026-01-02', '1 h', '40 days')) STORED);
CREATE INDEX of_first_day ON marked (id)
 WHERE uuid_interval_between(id, '2026-01-01', '2026-01-02', '1 h', '40 days');
INSERT INTO marked
SELECT uuid_interval_at(at, '1 h', '40 days')
  FROM generate_series(timestamptz '2026-01-01', '2026-01-31 23:00', '1 h') AS at;
VACUUM ANALYZE marked;
SELECT count(*), count(*) FILTER (WHERE first_day) AS of_first_day FROM marked;
SELECT scans($$SELECT id FROM marked WHERE uuid_interval_between(id, '2026-01-01', '2026-01-02', '1 h', '40 days')$$),
	   left(error_of($$INSERT INTO marked VALUES (uuid_interval_at('2026-02-01', '1 h', '40 days'))$$), 5)
	   AS next_month,
	   left(error_of($$CREATE INDEX ON marked (id)
		 WHERE uuid_interval_since(id, '2026-01-01', '1 h', '40 days')$$), 5) AS since;
DROP TABLE marked;

-- UUIDv7: milliseconds, as far as it can hold them.
CREATE TABLE events (id uuid PRIMARY KEY);
INSERT INTO events
SELECT uuid_v7_at(at) FROM generate_series(timestamptz '2026-01-01', '2026-01-02', '1 min') AS at
UNION ALL
SELECT uuid_v7_at(at) FROM unnest('{1970-01-01,10889-08-02 05:31:50.655999}'::timestamptz[]) AS at;
VACUUM ANALYZE events;
SET enable_seqscan = off;
SELECT from_time, to_time, found(condition, 'events'), scans('SELECT id FROM events WHERE ' || condition)
  FROM (VALUES ('2026-01-01', '2026-01-01 01:00'),
			   ('2026-01-01', '2026-01-01 00:59:59.999'),
			   ('2026-01-01', '2026-01-01 01:00:00.000001'),
			   ('2026-01-01 00:00:00.000999', '2026-01-01 01:00'),
			   ('2026-01-01 00:00:00.001', '2026-01-01 01:00'),
			   ('2026-01-01', '2026-01-01'),
			   ('2026-01-01 00:00:00.0005', '2026-01-01 00:00:00.0005'),
			   ('2026-01-01 01:00', '2026-01-01'),
			   ('-infinity', '2026-01-01'),
			   ('2026-01-01', 'infinity'),
			   ('-infinity', 'infinity'),
			   ('infinity', 'infinity'),
			   ('infinity', '-infinity'),
			   ('4714-11-24 BC', '1970-01-01'),
			   ('4714-11-24 BC', '1970-01-01 00:00:00.000001'),
			   ('10889-08-02 05:31:50.65501', '10889-08-02 05:31:50.656'),
			   ('10889-08-02 05:31:50.656', '294276-12-31'),
			   ('1970-01-01', '294276-12-31'),
			   (NULL, '2026-01-01'),
			   ('2026-01-01', NULL)) AS v (from_time, to_time),
	   format('uuid_v7_between(id, %L, %L)', from_time, to_time) AS condition;
BEGIN;
INSERT INTO events SELECT uuid_v7_nextval() FROM generate_series(1, 100);
-- In PGlite, the clock of core's uuidv7() can be a millisecond behind that of now().
SELECT found($$uuid_v7_since(id, now() - interval '1 ms')$$, 'events'),
	   found($$uuid_v7_since(id, NULL)$$, 'events') AS since_null,
	   scans($$SELECT * FROM events WHERE uuid_v7_since(id, now() - interval '1 hour') ORDER BY id LIMIT 10$$);
ROLLBACK;
DROP TABLE events;

-- NULL in, NULL out, in each place.
SELECT bool_and(found(call || ' IS NULL') = 10000) AS null_in_null_out
  FROM unnest(ARRAY[
		'uuid_interval_between(NULL, now(), now(), ''1 min'', ''1 day'')',
		'uuid_interval_between(id, NULL, now(), ''1 min'', ''1 day'')',
		'uuid_interval_between(id, now(), NULL, ''1 min'', ''1 day'')',
		'uuid_interval_between(id, now(), now(), NULL, ''45 days 12:16:00'')',
		'uuid_interval_between(id, now(), now(), ''1 min'', NULL)',
		-- Where the others are constant, in C the planner looks at the arguments.
		'uuid_interval_between(id, NULL, ''2026-01-01'', ''1 min'', ''1 day'')',
		'uuid_interval_between(id, ''2026-01-01'', NULL, ''1 min'', ''1 day'')',
		'uuid_interval_between(id, ''2026-01-01'', ''2026-01-02'', NULL, ''1 day'')',
		'uuid_interval_between(id, ''2026-01-01'', ''2026-01-02'', ''1 min'', NULL)',
		'uuid_interval_since(NULL, now(), ''1 min'', ''1 day'')',
		'uuid_interval_since(id, NULL, ''1 min'', ''1 day'')',
		'uuid_interval_since(id, now(), NULL, ''45 days 12:16:00'')',
		'uuid_interval_since(id, now(), ''1 min'', NULL)',
		'uuid_v7_between(NULL, now(), now())',
		'uuid_v7_between(id, NULL, now())',
		'uuid_v7_between(id, now(), NULL)',
		'uuid_v7_since(NULL, now())',
		'uuid_v7_since(id, NULL)']) AS call;
DROP TABLE orders;
DROP FUNCTION is_within(bigint, timestamptz, timestamptz, int), found(text, text);
