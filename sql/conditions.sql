-- uuid_interval_between, uuid_interval_since, uuid_v7_between, uuid_v7_since:
-- conditions by time on the key, their results and their plans.  plans.sql tests what
-- else the documentation says about plans, t/pgtap/conditions_properties.sql tests their speed, and
-- t/002_standby.pl tests them on a standby.
SET TimeZone = 'UTC';

-- results, by definition: the key's block is that of a time from from_time on and
-- before to_time.  Cycles of 1, 5 and 8 seconds, each block's ends, each prefix
-- that is no block, each span within three cycles.
CREATE TABLE keys AS
SELECT count, id, uuid_block(id, count) AS block
  FROM unnest('{1,5,8}'::int[]) AS count, LATERAL (
	SELECT uuid_block_lower(b, count) AS id FROM generate_series(0, count - 1) AS b
	UNION ALL SELECT uuid_block_upper(b, count) FROM generate_series(0, count - 1) AS b
	UNION ALL SELECT uuid_block_upper(b, 8) FROM generate_series(count, 7) AS b WHERE count > 1) AS k;
CREATE TABLE spans AS
SELECT timestamptz 'epoch' + a * interval '0.5 s' AS from_time, timestamptz 'epoch' + b * interval '0.5 s' AS to_time
  FROM generate_series(-12, 12) AS a, generate_series(-18, 36) AS b;
CREATE FUNCTION is_within(block bigint, from_time timestamptz, to_time timestamptz, count int) RETURNS bool LANGUAGE sql STABLE AS $$
	SELECT block IS NOT NULL AND EXISTS (SELECT FROM generate_series(from_time, to_time - interval '1 us', '0.5 s') AS at
		WHERE uuid_interval_block(at, '1 s', make_interval(secs => count)) = block) $$;
SELECT count(*) AS compared, count(*) FILTER (WHERE within) AS within,
	   count(*) FILTER (WHERE uuid_interval_between(id, from_time, to_time, '1 s', make_interval(secs => count)) IS DISTINCT FROM within) AS wrong
  FROM (SELECT *, is_within(block, from_time, to_time, count) AS within FROM keys, spans WHERE from_time <= to_time + interval '1 s' OFFSET 0) AS conditions;
-- the same with constants, for which the planner has one range
CREATE FUNCTION wrong_with_constants(OUT compared bigint, OUT wrong bigint) LANGUAGE plpgsql AS $$
DECLARE
	span record;
	found bigint;
BEGIN
	compared := 0;
	wrong := 0;
	FOR span IN SELECT * FROM spans, unnest('{1,5,8}'::int[]) AS count WHERE from_time <= to_time + interval '1 s' AND date_trunc('second', from_time) = from_time LOOP
		EXECUTE format('SELECT count(*) FROM keys WHERE count = %s AND uuid_interval_between(id, %L, %L, ''1 s'', ''%1$s s'') IS DISTINCT FROM is_within(block, %2$L, %3$L, %1$s)',
			span.count, span.from_time, span.to_time) INTO found;
		compared := compared + 1;
		wrong := wrong + found;
	END LOOP;
END $$;
SELECT * FROM wrong_with_constants();
DROP FUNCTION wrong_with_constants();
-- the present is after the last microsecond that a key can be of
SELECT count(*) FILTER (WHERE present <= at) AS missed FROM (SELECT clock_timestamp() AS at, sequential_uuids_present() AS present FROM generate_series(1, 10000) OFFSET 0) AS clocks;
-- and with a clock that is read for each bound, later and later, as
-- uuid_interval_since() does: no key of the span up to the first reading is missed,
-- none beyond that up to the last one is found
SELECT count(*) AS compared, count(*) FILTER (WHERE is_within(block, a, t1, 5) AND NOT found) AS missed, count(*) FILTER (WHERE found AND NOT is_within(block, a, t4, 5)) AS beyond
  FROM (SELECT *, id >= sequential_uuids_lower(1, a, t1, '1 s', '5 s') AND id <= sequential_uuids_upper(1, a, t2, '1 s', '5 s')
				OR id >= sequential_uuids_lower(2, a, t3, '1 s', '5 s') AND id <= sequential_uuids_upper(2, a, t4, '1 s', '5 s') AS found
		  FROM (SELECT timestamptz 'epoch' + interval '500 ms' * n AS a, timestamptz 'epoch' + interval '1 s' * n1 AS t1, timestamptz 'epoch' + interval '1 s' * n2 AS t2,
					   timestamptz 'epoch' + interval '1 s' * n3 AS t3, timestamptz 'epoch' + interval '1 s' * n4 AS t4
				  FROM unnest('{0,5}'::int[]) AS n, generate_series(1, 8) AS n1, generate_series(n1, 8) AS n2, generate_series(n2, 8) AS n3, generate_series(n3, 8) AS n4) AS readings
		  JOIN keys ON count = 5) AS conditions;
DROP TABLE spans, keys;
-- the ranges of the last call are kept: after any other call, a call returns what it
-- returns after itself
CREATE FUNCTION bounds(a timestamptz, b timestamptz, length interval, cycle interval) RETURNS uuid[]
RETURN ARRAY[sequential_uuids_lower(1, a, b, length, cycle), sequential_uuids_upper(1, a, b, length, cycle), sequential_uuids_lower(2, a, b, length, cycle), sequential_uuids_upper(2, a, b, length, cycle)];
CREATE TABLE calls AS
SELECT a, b, length, cycle, bounds(a, b, length, cycle) AS first, bounds(a, b, length, cycle) AS answer
  FROM (VALUES (interval '1 s', interval '8 s'), ('2 s', '8 s'), ('1000 days', '8000 days')) AS p (length, cycle),
	   unnest('{-infinity,1970-01-01,1970-01-01 00:00:02.6,294275-01-01,infinity}'::timestamptz[]) AS a,
	   unnest('{-infinity,1970-01-01,1970-01-01 00:00:02.5,1970-01-01 00:00:02.7,2000-01-02,294276-12-31,infinity}'::timestamptz[]) AS b;
SELECT count(other) AS pairs, count(*) FILTER (WHERE answer <> after_other) AS different
  FROM (SELECT c.answer, bounds(o.a, o.b, o.length, o.cycle) AS other, bounds(c.a, c.b, c.length, c.cycle) AS after_other FROM calls AS c, calls AS o OFFSET 0) AS pairs;
DROP TABLE calls;
DROP FUNCTION bounds(timestamptz, timestamptz, interval, interval);

-- half-open: the last microsecond before to_time counts, to_time does not
SELECT uuid_interval_between(uuid_block_lower(1), '1970-01-01', '1970-01-01 00:01') AS before, uuid_interval_between(uuid_block_lower(1), '1970-01-01', '1970-01-01 00:01:00.000001') AS at;
-- whole blocks
SELECT uuid_interval_between(uuid_block_lower(0), '1970-01-01 00:00:59.999999', '1970-01-01 00:01') AS of_the_same_minute;

-- What the planner sees: constants without a wrap are one range, with one two.
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, n int NOT NULL);
-- The cycle's 1024 blocks end at 01:04.
INSERT INTO orders SELECT uuid_interval_at(at, '10 s', '10240 s'), at, n
  FROM generate_series(0, 9999) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS at) AS t;
VACUUM ANALYZE orders;
CREATE FUNCTION spans(OUT name text, OUT condition text) RETURNS SETOF record LANGUAGE sql AS $$
	VALUES ('an hour', $c$uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 02:10', '10 s', '10240 s')$c$),
		('one interval', $c$uuid_interval_between(id, '2026-01-01 01:00', '2026-01-01 01:00:00.000001', '10 s', '10240 s')$c$),
		('over the wrap', $c$uuid_interval_between(id, '2026-01-01 01:03', '2026-01-01 01:05', '10 s', '10240 s')$c$),
		('up to the wrap', $c$uuid_interval_between(id, '2026-01-01 01:03', '2026-01-01 01:04', '10 s', '10240 s')$c$),
		('from the wrap', $c$uuid_interval_between(id, '2026-01-01 01:04', '2026-01-01 01:05', '10 s', '10240 s')$c$),
		('a cycle less 20 s', $c$uuid_interval_between(id, '2026-01-01', '2026-01-01 02:50:20', '10 s', '10240 s')$c$),
		('a cycle', $c$uuid_interval_between(id, '2026-01-01', '2026-01-01 02:50:40', '10 s', '10240 s')$c$),
		('years', $c$uuid_interval_between(id, '2020-01-01', '2026-01-01', '10 s', '10240 s')$c$),
		('no time', $c$uuid_interval_between(id, '2026-01-01 01:00', '2026-01-01 01:00', '10 s', '10240 s')$c$),
		('reversed', $c$uuid_interval_between(id, '2026-01-01 02:00', '2026-01-01 01:00', '10 s', '10240 s')$c$),
		('open start', $c$uuid_interval_between(id, '-infinity', '2026-01-01 01:00', '10 s', '10240 s')$c$),
		('open end', $c$uuid_interval_between(id, '2026-01-01 01:00', 'infinity', '10 s', '10240 s')$c$),
		('infinite and reversed', $c$uuid_interval_between(id, 'infinity', '-infinity', '10 s', '10240 s')$c$),
		('infinitely late', $c$uuid_interval_between(id, 'infinity', 'infinity', '10 s', '10240 s')$c$),
		('infinitely early', $c$uuid_interval_between(id, '-infinity', '-infinity', '10 s', '10240 s')$c$),
		('the first timestamp', $c$uuid_interval_between(id, '4714-11-24 BC', '4714-11-24 00:00:00.000001 BC', '10 s', '10240 s')$c$),
		('the last timestamps', $c$uuid_interval_between(id, '294276-12-31 23:59:59', '294276-12-31 23:59:59.999999', '10 s', '10240 s')$c$),
		('both ends of the key space', $c$uuid_interval_between(id, '1970-01-01', '1970-01-01 00:00:00.000001', '1 us', '281474976710656 us')
			OR uuid_interval_between(id, '1969-12-31 23:59:59.999999', '1970-01-01', '1 us', '281474976710656 us')$c$),
		('one block', $c$uuid_interval_between(id, '2026-01-01', '2026-01-02', '1 day', '1 day')$c$),
		('NULL', $c$uuid_interval_between(id, NULL, '2026-01-01')$c$) $$;
CREATE FUNCTION found(condition text, relation text DEFAULT 'orders') RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	result bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM %s WHERE %s', relation, condition) INTO result;
	RETURN result;
END $$;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT name, found(condition), conditions FROM spans(), LATERAL (SELECT string_agg(trim(line), '; ') AS conditions FROM plan('SELECT id FROM orders WHERE ' || condition) AS line WHERE line ~ 'Cond|Filter|Result') AS p;
RESET enable_bitmapscan;
SELECT plan('SELECT id FROM orders WHERE ' || condition) FROM spans() WHERE name = 'over the wrap';

-- alone; with a condition on the timestamp, for the exact span
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
SELECT count(*), count(*) FILTER (WHERE created_at >= '2026-01-01 01:10:05' AND created_at < '2026-01-01 01:15:05') AS exact
  FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10:05', '2026-01-01 01:15:05', '10 s', '10240 s');
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s') AND n % 2 = 0$$);
SELECT plan($$SELECT * FROM orders WHERE NOT uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
-- of an expression that costs little
CREATE INDEX of_an_expression ON orders (((id::text)::uuid));
SET enable_bitmapscan = off;
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between((id::text)::uuid, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
-- measured in operators, whatever one costs
SET cpu_operator_cost = 0.1;
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between((id::text)::uuid, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
RESET cpu_operator_cost;
RESET enable_bitmapscan;
DROP INDEX of_an_expression;
-- with OR, in a CASE, and in the list of a SELECT
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:11', '10 s', '10240 s') OR uuid_interval_between(id, '2026-01-01 02:00', '2026-01-01 02:01', '10 s', '10240 s')$$);
SELECT count(*) FILTER (WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:11', '10 s', '10240 s')) AS within,
	   count(CASE WHEN uuid_interval_between(id, created_at, created_at + interval '1 us', '10 s', '10240 s') THEN 1 END) AS within_their_own FROM orders;
-- in the order of the key, with LIMIT, and from the index alone
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s') ORDER BY id LIMIT 10$$);
SELECT plan($$SELECT id FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
SELECT plan($$SELECT count(*) FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);

-- joined: to a subquery's time by the index, which a subquery as an argument is not
SELECT plan($$SELECT o.* FROM (SELECT max(created_at) - interval '1 minute' AS a FROM orders) AS t JOIN orders AS o ON uuid_interval_between(o.id, t.a, t.a + interval '1 minute', '10 s', '10240 s')$$);
SELECT count(*) FROM (SELECT max(created_at) - interval '1 minute' AS a FROM orders) AS t JOIN orders AS o ON uuid_interval_between(o.id, t.a, t.a + interval '1 minute', '10 s', '10240 s');
CREATE TABLE hours AS SELECT timestamptz '2026-01-01' + h * interval '1 h' AS start FROM generate_series(0, 2) AS h;
SELECT start, count(*) FROM hours JOIN orders ON uuid_interval_between(id, start, start + interval '1 h', '10 s', '10240 s') GROUP BY 1 ORDER BY 1;
DROP TABLE hours;

-- through a view, a security barrier, and row-level security: the condition goes
-- to the index, whatever stands before it
CREATE VIEW plain AS SELECT * FROM orders;
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM orders WHERE n % 2 = 0;
CREATE ROLE regress_uuids_user;
GRANT SELECT ON orders, plain, barrier TO regress_uuids_user;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON orders USING (n % 2 = 1);
SELECT plan($$SELECT * FROM plain WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
SELECT plan($$SELECT * FROM barrier WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
SELECT plan($$SELECT * FROM barrier WHERE uuid_interval_since(id, now() - interval '1 h', '10 s', '10240 s')$$);
SET ROLE regress_uuids_user;
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(id, '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
SELECT found(condition), found(condition, 'barrier') AS found_behind_barrier FROM spans() WHERE name = 'an hour';
RESET ROLE;
-- without the right to execute what the body calls, it is refused
REVOKE EXECUTE ON FUNCTION sequential_uuids_lower(integer, timestamptz, timestamptz, interval, interval) FROM public;
SET ROLE regress_uuids_user;
SELECT error_of('SELECT * FROM orders WHERE uuid_interval_since(id, now())');
RESET ROLE;
GRANT EXECUTE ON FUNCTION sequential_uuids_lower(integer, timestamptz, timestamptz, interval, interval) TO public;
-- and the function itself, also where the planner would replace it
REVOKE EXECUTE ON FUNCTION uuid_interval_between(uuid, timestamptz, timestamptz, interval, interval) FROM public;
SET ROLE regress_uuids_user;
SELECT error_of('SELECT * FROM orders WHERE uuid_interval_between(id, ''2026-01-01'', ''2026-01-02'')');
RESET ROLE;
GRANT EXECUTE ON FUNCTION uuid_interval_between(uuid, timestamptz, timestamptz, interval, interval) TO public;
DROP VIEW plain, barrier;
DROP POLICY odd ON orders;
ALTER TABLE orders DISABLE ROW LEVEL SECURITY;
REVOKE ALL ON orders FROM regress_uuids_user;
DROP ROLE regress_uuids_user;

-- prepared: a custom plan has constants, a generic one both ranges
PREPARE of_span(timestamptz, timestamptz) AS SELECT count(*) FROM orders WHERE uuid_interval_between(id, $1, $2, '10 s', '10240 s');
SET plan_cache_mode = force_custom_plan;
SELECT plan($$EXECUTE of_span('2026-01-01 01:10', '2026-01-01 01:15')$$);
EXECUTE of_span('2026-01-01 01:10', '2026-01-01 01:15');
EXECUTE of_span('2026-01-01 01:03', '2026-01-01 01:05');
SET plan_cache_mode = force_generic_plan;
SELECT plan($$EXECUTE of_span('2026-01-01 01:10', '2026-01-01 01:15')$$);
EXECUTE of_span('2026-01-01 01:10', '2026-01-01 01:15');
EXECUTE of_span('2026-01-01 01:03', '2026-01-01 01:05');
EXECUTE of_span('2026-01-01 01:15', '2026-01-01 01:10');
EXECUTE of_span(NULL, '2026-01-01 01:00');
-- and each parameter by a parameter
PREPARE with_all(timestamptz, timestamptz, interval, interval) AS SELECT count(*) FROM orders WHERE uuid_interval_between(id, $1, $2, $3, $4);
EXECUTE with_all('2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s');
SELECT error_of($$EXECUTE with_all('2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10241 s')$$);
RESET plan_cache_mode;
DEALLOCATE ALL;

-- up to the present
CREATE TABLE recent (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), created_at timestamptz DEFAULT clock_timestamp());
INSERT INTO recent SELECT uuid_interval_at(at), at FROM generate_series(now() - interval '30 days', now() - interval '2 h', '10 min') AS at;
VACUUM ANALYZE recent;
SELECT plan('SELECT * FROM recent WHERE uuid_interval_since(id, now() - interval ''1 hour'')');
-- the rows of the transaction itself, to the last one, also where a block is a microsecond
BEGIN;
INSERT INTO recent SELECT FROM generate_series(1, 100);
SELECT count(*) FROM recent WHERE uuid_interval_since(id, now() - interval '1 hour');
SELECT count(*) FROM recent WHERE uuid_interval_since(id, now() - interval '1 hour') AND created_at >= now();
CREATE TABLE fine (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 us', '1 day'), v7 uuid UNIQUE DEFAULT uuid_v7_nextval());
DO $$
DECLARE
	missed int := 0;
BEGIN
	FOR i IN 1 .. 1000 LOOP
		INSERT INTO fine DEFAULT VALUES;
		missed := missed + i - (SELECT count(*) FROM fine WHERE uuid_interval_since(id, now() - interval '1 minute', '1 us', '1 day'));
		missed := missed + i - (SELECT count(*) FROM fine WHERE uuid_v7_since(v7, now() - interval '1 minute'));
	END LOOP;
	RAISE NOTICE '% keys missed', missed;
END $$;
ROLLBACK;
SELECT found('uuid_interval_since(id, now())', 'recent') AS since_now, found('uuid_interval_since(id, ''infinity'')', 'recent') AS since_never,
	   found('uuid_interval_since(id, ''-infinity'')', 'recent') = (SELECT count(*) FROM recent) AS since_ever, found('uuid_interval_since(id, NULL)', 'recent') AS since_null,
	   found('uuid_interval_since(id, now() + interval ''1 day'')', 'recent') AS since_tomorrow;
-- what is costly or changes is not put into the condition, and not indexed
SELECT plan('SELECT * FROM recent WHERE uuid_interval_since(id, clock_timestamp() - interval ''1 hour'')');
SELECT plan('SELECT * FROM recent WHERE uuid_interval_since(id, (SELECT max(created_at) FROM recent))');
-- the join form is
SELECT plan('SELECT o.* FROM (SELECT max(created_at) AS a FROM recent) AS t JOIN recent AS o ON uuid_interval_since(o.id, t.a)');
SELECT count(*) >= 1 AS found FROM (SELECT max(created_at) AS a FROM recent) AS t JOIN recent AS o ON uuid_interval_since(o.id, t.a);
DROP TABLE recent;

-- partitions by key: for literals the others are left out when planned, for what
-- is only stable when the executor starts
CREATE TABLE ring (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 day', '4 days')) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE ring_%s PARTITION OF ring FOR VALUES FROM (%L) TO (%s)', block, uuid_block_lower(block, 4), coalesce(quote_literal(uuid_block_lower(nullif(block, 3) + 1, 4)), 'MAXVALUE'))
  FROM generate_series(0, 3) AS block \gexec
INSERT INTO ring SELECT uuid_interval_at(at, '1 day', '4 days') FROM generate_series(now() - interval '72 h', now(), '1 h') AS at;
INSERT INTO ring SELECT uuid_interval_at(timestamptz '2026-01-01' + h * interval '1 h', '1 day', '4 days') FROM generate_series(0, 95) AS h;
ANALYZE ring;
SELECT plan($$SELECT * FROM ring WHERE uuid_interval_between(id, '2026-01-03', '2026-01-04', '1 day', '4 days')$$);
SELECT plan($$SELECT * FROM ring WHERE uuid_interval_between(id, '2026-01-03', '2026-01-03', '1 day', '4 days')$$);
-- two partitions, one over the wrap: 2026-01-01 is day 20454, block 2
SELECT plan($$SELECT id FROM ring WHERE uuid_interval_between(id, '2026-01-02 12:00', '2026-01-03 12:00', '1 day', '4 days')$$) AS over_the_wrap;
SELECT regexp_replace(line, 'ring_\d', 'ring_N', 'g') FROM plan('SELECT * FROM ring WHERE uuid_interval_since(id, date_trunc(''day'', now()), ''1 day'', ''4 days'')') AS line;
SELECT count(DISTINCT tableoid) AS partitions FROM ring WHERE uuid_interval_since(id, date_trunc('day', now()), '1 day', '4 days');
DROP TABLE ring;

-- in parallel workers, except for what reads the clock, which the leader does
SET enable_seqscan = on;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET max_parallel_workers_per_gather = 2;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SET enable_indexscan = off;
SELECT plan($$SELECT count(*) FROM orders WHERE uuid_interval_between(id, now() - interval '1 hour', now(), '10 s', '10240 s')$$);
SELECT plan($$SELECT count(*) FROM orders WHERE uuid_interval_since(id, now() - interval '1 hour', '10 s', '10240 s')$$);
SELECT count(*) FROM orders WHERE uuid_interval_since(id, now() - interval '1 year', '10 s', '10240 s');
SELECT count(*) FROM orders WHERE uuid_interval_between(id, (timestamptz '2026-01-01 01:03' AT TIME ZONE 'UTC')::date + time '01:03', timestamptz '2026-01-01 01:05', '10 s', '10240 s');
RESET enable_indexonlyscan;
RESET enable_bitmapscan;
RESET enable_indexscan;
RESET min_parallel_table_scan_size;
RESET min_parallel_index_scan_size;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET max_parallel_workers_per_gather;

-- a key that is costly to compute is computed once, and so is one that changes
CREATE FUNCTION costly(id uuid) RETURNS uuid LANGUAGE plpgsql IMMUTABLE COST 1000 AS 'BEGIN RETURN id; END';
SELECT plan($$SELECT * FROM orders WHERE uuid_interval_between(costly(id), '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s')$$);
DROP FUNCTION costly(uuid);
-- nor is a subselect, which gives the right answer all the same
SELECT uuid_interval_between((SELECT id FROM orders WHERE n = 4200), '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s') AS within,
	   uuid_interval_between((SELECT id FROM orders WHERE n = 4500), '2026-01-01 01:10', '2026-01-01 01:15', '10 s', '10240 s') AS after;
SELECT count(*) BETWEEN 4000 AND 6000 AS half FROM (SELECT uuid_interval_between(gen_random_uuid(), '1970-01-01', '1970-01-05', '1 day', '8 days') AS b FROM generate_series(1, 10000)) AS s WHERE b;

-- immutable: in generated columns, partial indexes and constraints
CREATE TABLE marked (id uuid CHECK (uuid_interval_between(id, '2026-01-01', '2026-02-01')),
	first_day bool GENERATED ALWAYS AS (uuid_interval_between(id, '2026-01-01', '2026-01-02')) STORED);
CREATE INDEX of_first_day ON marked (id) WHERE uuid_interval_between(id, '2026-01-01', '2026-01-02');
INSERT INTO marked SELECT uuid_interval_at(at) FROM generate_series(timestamptz '2026-01-01', '2026-01-31 23:00', '1 h') AS at;
SELECT count(*), count(*) FILTER (WHERE first_day) AS of_first_day FROM marked;
VACUUM ANALYZE marked;
SELECT plan($$SELECT id FROM marked WHERE uuid_interval_between(id, '2026-01-01', '2026-01-02')$$);
SELECT left(error_of($$INSERT INTO marked VALUES (uuid_interval_at('2026-02-01'))$$), 5) AS sqlstate;
DROP TABLE marked;
SELECT error_of('CREATE INDEX ON orders (id) WHERE uuid_interval_since(id, ''2026-01-01'')');

-- UUIDv7: milliseconds, as far as it can hold them
CREATE TABLE events (id uuid PRIMARY KEY);
INSERT INTO events SELECT uuid_v7_at(at) FROM generate_series(timestamptz '2026-01-01', '2026-01-02', '1 min') AS at;
INSERT INTO events SELECT uuid_v7_at(at) FROM unnest('{1970-01-01,10889-08-02 05:31:50.655999}'::timestamptz[]) AS at;
VACUUM ANALYZE events;
SET enable_seqscan = off;
SELECT from_time, to_time, found(condition, 'events'), conditions
  FROM (VALUES ('2026-01-01', '2026-01-01 01:00'), ('2026-01-01', '2026-01-01 00:59:59.999'), ('2026-01-01', '2026-01-01 01:00:00.000001'), ('2026-01-01 00:00:00.000999', '2026-01-01 01:00'), ('2026-01-01 00:00:00.001', '2026-01-01 01:00'),
		('2026-01-01', '2026-01-01'), ('2026-01-01 01:00', '2026-01-01'), ('-infinity', '2026-01-01'), ('2026-01-01', 'infinity'), ('-infinity', 'infinity'), ('infinity', 'infinity'), ('infinity', '-infinity'),
		('4714-11-24 BC', '1970-01-01'), ('4714-11-24 BC', '1970-01-01 00:00:00.000001'), ('10889-08-02 05:31:50.65501', '10889-08-02 05:31:50.656'), ('10889-08-02 05:31:50.656', '294276-12-31'), ('1970-01-01', '294276-12-31')) AS v (from_time, to_time),
	   LATERAL (SELECT format('uuid_v7_between(id, %L, %L)', from_time, to_time) AS condition) AS c,
	   LATERAL (SELECT string_agg(trim(line), '; ') AS conditions FROM plan('SELECT id FROM events WHERE ' || condition) AS line WHERE line ~ 'Cond') AS p;
SELECT found('uuid_v7_between(id, NULL, ''2026-01-01'')', 'events') AS from_null, found('uuid_v7_between(id, ''2026-01-01'', NULL)', 'events') AS to_null, found('uuid_v7_since(id, NULL)', 'events') AS since_null;
SELECT plan('SELECT * FROM events WHERE uuid_v7_since(id, now() - interval ''1 hour'') ORDER BY id LIMIT 10');
BEGIN;
INSERT INTO events SELECT uuid_v7_nextval() FROM generate_series(1, 100);
SELECT count(*) FROM events WHERE uuid_v7_since(id, now());
ROLLBACK;
DROP TABLE events;
RESET enable_seqscan;

-- NULL in, NULL out, in each place; what is out of range is an error
SELECT uuid_interval_between(NULL, now(), now()) IS NULL AND uuid_interval_between(id, NULL, now()) IS NULL AND uuid_interval_between(id, now(), NULL) IS NULL
   AND uuid_interval_between(id, now(), now(), NULL) IS NULL AND uuid_interval_between(id, now(), now(), cycle => NULL) IS NULL
   AND uuid_interval_since(NULL, now()) IS NULL AND uuid_interval_since(id, NULL) IS NULL AND uuid_interval_since(id, now(), NULL) IS NULL AND uuid_interval_since(id, now(), cycle => NULL) IS NULL
   AND uuid_v7_between(NULL, now(), now()) IS NULL AND uuid_v7_between(id, NULL, now()) IS NULL AND uuid_v7_between(id, now(), NULL) IS NULL
   AND uuid_v7_since(NULL, now()) IS NULL AND uuid_v7_since(id, NULL) IS NULL AS null_in_null_out
  FROM orders LIMIT 1;
SELECT call, error_of('SELECT ' || call || ' FROM orders') FROM unnest(ARRAY[
	$$uuid_interval_between(id, '2026-01-01', '2026-01-02', '0')$$, $$uuid_interval_between(id, '2026-01-01', '2026-01-02', '1 min', '90 s')$$,
	$$uuid_interval_since(id, now(), '1 mon')$$, $$uuid_interval_since(id, now(), '1 min', '1 year')$$]) AS call;

DROP TABLE orders;
DROP FUNCTION is_within(bigint, timestamptz, timestamptz, int), spans(), found(text, text);
RESET TimeZone;
