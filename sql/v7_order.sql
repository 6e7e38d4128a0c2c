\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, no order within a tick; sanitizers: yes; architectures: all; JIT: 0
-- UUIDv7 ascends strictly within the process, even if many are of one tick of the
-- clock, and across calls of both functions and several nodes.
WITH keys AS MATERIALIZED (
	SELECT i, uuid_v7_nextval() AS id FROM generate_series(1, 100000) AS i
), neighbors AS (
	SELECT id, lag(id) OVER (ORDER BY i) AS previous FROM keys
)
SELECT count(*), count(*) FILTER (WHERE id > previous) AS ascending FROM neighbors;

WITH keys AS MATERIALIZED (
	SELECT i, CASE i % 4 WHEN 0 THEN uuid_v7_nextval()
						 WHEN 1 THEN uuid_v7_nextval(5, 4)
						 ELSE uuid_v7_nextval(i % 65536, 16) END AS id
	  FROM generate_series(1, 100000) AS i
), neighbors AS (
	SELECT id, lag(id) OVER (ORDER BY i) AS previous FROM keys
)
SELECT count(*), count(*) FILTER (WHERE id > previous) AS ascending_with_nodes FROM neighbors;

-- So do those of each shift, and those without one, while shifts and nodes alternate.
SET TimeZone = 'UTC';
WITH keys AS MATERIALIZED (
	SELECT i, shift, CASE WHEN i % 5 = 0 THEN uuid_v7_nextval(i % 16, 4)
						  WHEN shift IS NULL THEN uuid_v7_nextval()
						  ELSE uuid_v7_nextval(shift) END AS id
	  FROM generate_series(1, 100000) AS i,
		   LATERAL (SELECT CASE WHEN i % 5 > 0 THEN ('{0,1 us,-7 us,999 us,1 day,-40 years,-1 day 0.0005,NULL}'
												::interval[])[i / 5 % 8 + 1] END AS shift) AS s
), neighbors AS (
	SELECT id, lag(id) OVER (PARTITION BY coalesce(shift, '0') ORDER BY i) AS previous FROM keys
)
SELECT count(*), count(*) FILTER (WHERE id > previous) AS ascending_by_shift FROM neighbors;
