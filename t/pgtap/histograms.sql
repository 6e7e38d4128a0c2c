-- runs: long; edition in SQL: no, the planner sees the same comparisons
-- What a finer histogram does for conditions by time, as doc/time.md says: four million keys over 60 days, spans of an
-- hour and of a day.  The figures of the page are those printed here.
\ir ../lib/own_schema.sql
SELECT plan(4);
SET timezone = 'UTC';
SET synchronous_commit = off;
CREATE TABLE readings (id uuid NOT NULL) WITH (autovacuum_enabled = off);
INSERT INTO readings
SELECT uuid_interval_at(at, '5 min', '60 days')
  FROM generate_series(timestamptz '2026-09-01', '2026-10-30 23:59:59', '1.296 s') AS at;
ALTER TABLE readings ADD PRIMARY KEY (id);

-- How many rows PostgreSQL expects from spans of this length, and how long it plans and analyzes.
CREATE FUNCTION estimates(span interval) RETURNS SETOF int LANGUAGE plpgsql AS $$
DECLARE
	plan json;
	at timestamptz;
BEGIN
	FOR at IN SELECT generate_series(timestamptz '2026-09-03', '2026-10-28', '3 hours') LOOP
		EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM readings
						 WHERE uuid_interval_between(id, %L, %L, %L, %L)', at, at + span, '5 min', '60 days') INTO plan;
		RETURN NEXT (plan -> 0 -> 'Plan' ->> 'Plan Rows')::int;
	END LOOP;
END $$;
CREATE TABLE expected (target int, span interval, smallest int, median int, greatest int);
CREATE PROCEDURE estimate(target int) LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz := clock_timestamp();
	analyzed timestamptz;
BEGIN
	EXECUTE format('ALTER TABLE readings ALTER COLUMN id SET STATISTICS %s', target);
	ANALYZE readings;
	analyzed := clock_timestamp();
	INSERT INTO expected
	SELECT target, span, min(rows), percentile_disc(0.5) WITHIN GROUP (ORDER BY rows), max(rows)
	  FROM unnest('{1 hour,1 day}'::interval[]) AS span, estimates(span) AS rows
	 GROUP BY span;
	RAISE INFO '# STATISTICS %: ANALYZE %, 882 plans %', target, analyzed - start, clock_timestamp() - analyzed;
END $$;
CALL estimate(100);
CALL estimate(1000);
CALL estimate(10000);
SELECT diag(format('STATISTICS %s, %s: from %s, half of the spans up to %s, to %s',
		target, span, smallest, median, greatest))
  FROM expected ORDER BY target, span;
SELECT is(median, 1, 'by default, PostgreSQL expects one row from most hours') FROM expected
 WHERE target = 100 AND span = '1 hour';
SELECT ok(smallest > 20000 AND greatest < 130000, 'and a day''s rows to within a bin or two') FROM expected
 WHERE target = 100 AND span = '1 day';
SELECT ok(median BETWEEN 2000 AND 6000, 'with 1000, most hours have a bin''s rows') FROM expected
 WHERE target = 1000 AND span = '1 hour';
SELECT ok(smallest > 1800 AND greatest < 3800, 'with 10000, the estimate of each hour is about right') FROM expected
 WHERE target = 10000 AND span = '1 hour';
SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
