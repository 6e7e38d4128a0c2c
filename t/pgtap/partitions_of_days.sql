-- runs: every; majors: all; edition in SQL: no, advice is the same in both editions
-- A partition by time that has just begun is judged half full: as it is on average over its day.
\ir ../lib/own_schema.sql
CREATE EXTENSION sequential_uuids_advice SCHEMA tested;
SELECT plan(3);

CREATE DOMAIN day AS date;
CREATE TABLE ranges (type text, bounds text, seconds float8);
INSERT INTO ranges VALUES
	('date', '(''2026-11-29'') TO (''2026-11-30'')', 86400),
	('timestamp', '(''2026-03-08 02:00'') TO (''2026-03-08 03:00'')', 3600),
	('timestamptz', '(''2026-03-08 00:00-05'') TO (''2026-03-09 00:00-04'')', 82800),
	('timestamptz', '(MINVALUE) TO (''2026-11-30'')', NULL),
	('timestamptz', '(''2026-11-30'') TO (''infinity'')', NULL),
	('day', '(''2026-11-29'') TO (''2026-11-30'')', NULL),
	('int', '(20261129) TO (20261130)', NULL);
SELECT statement
  FROM (SELECT *, row_number() OVER () AS n FROM ranges) AS r, unnest(ARRAY[
		format('CREATE TABLE whole_%s (id uuid DEFAULT gen_random_uuid(), at %s, PRIMARY KEY (id, at)) '
			'PARTITION BY RANGE (at)',
			n, type),
		format('CREATE TABLE part_%s PARTITION OF whole_%1$s FOR VALUES FROM %s', n, bounds)])
		WITH ORDINALITY AS s (statement, step) ORDER BY n, step \gexec
SET timezone = 'America/New_York';
SELECT is_empty($$SELECT * FROM (SELECT *, row_number() OVER () AS n FROM ranges) AS r
	WHERE sequential_uuids_range_seconds(('part_' || n)::regclass) IS DISTINCT FROM seconds$$,
	'the time that a partition is for, where that is one of PostgreSQL''s types');

INSERT INTO whole_1 SELECT gen_random_uuid(), '2026-11-29' FROM generate_series(1, 1000);
SELECT pg_stat_force_next_flush() \gset ignored_
ANALYZE whole_1, part_1;
CREATE TABLE found AS
SELECT c.rows_per_second, w.rows_now, w.partition_rows
  FROM sequential_uuids_indexes(sequential_uuids_watch(NULL), 'whole_1'::regclass) AS i,
	   sequential_uuids_read_columns(i, 1) AS c, sequential_uuids_workload_of(c, NULL, NULL) AS w;
SELECT ok(partition_rows / (rows_per_second * 86400) BETWEEN 0.99 AND 1.01, 'it gets the rows of its day') FROM found;
SELECT ok(rows_now / partition_rows BETWEEN 0.49 AND 0.51, 'and has half of them') FROM found;

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
