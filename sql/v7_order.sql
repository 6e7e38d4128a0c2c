\set ECHO errors
\pset format unaligned
\pset footer off
-- UUIDv7 ascends strictly within the process, even if many are of one tick of the
-- clock, and across calls of both functions and several nodes.
SELECT count(*), count(*) FILTER (WHERE id > previous) AS ascending
  FROM (SELECT id, lag(id) OVER (ORDER BY i) AS previous
		  FROM (SELECT i, CASE i % 4 WHEN 0 THEN uuid_v7_nextval() WHEN 1 THEN uuid_v7_nextval(5, 4) ELSE uuid_v7_nextval(i % 65536, 16) END AS id FROM generate_series(1, 100000) AS i OFFSET 0) AS s) AS t;
SELECT count(*), count(*) FILTER (WHERE id > previous) AS ascending
  FROM (SELECT id, lag(id) OVER (ORDER BY i) AS previous FROM (SELECT i, uuid_v7_nextval() AS id FROM generate_series(1, 100000) AS i OFFSET 0) AS s) AS t;
