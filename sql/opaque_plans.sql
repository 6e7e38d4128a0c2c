\set ECHO errors
\pset format unaligned
\pset footer off
-- Plans and estimates of doc/opaque-keys.md.  OFFSET 0 has the planner use
-- the index, although it takes each range for a 200th of the table; a plain join takes
-- it for a ninth, and reads the table from end to end.
SET TimeZone = 'UTC';
CREATE EXTENSION sequential_uuids_opaque;
INSERT INTO sequential_uuids_secrets VALUES ('known', sha256('known'));
CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, payload text);
INSERT INTO orders SELECT uuid_opaque_at('known', at, '10 min', '100 days'), at, repeat('x', 60) FROM generate_series(timestamptz '2026-01-01', timestamptz '2026-01-01 23:59:40', '20 s') AS at;
VACUUM ANALYZE orders;
CREATE VIEW ranges AS SELECT * FROM uuid_opaque_ranges('known', '2026-01-01 23:00', '2026-01-02', '10 min', '100 days');
CREATE VIEW by_offset AS SELECT o.* FROM ranges AS r CROSS JOIN LATERAL (SELECT * FROM orders WHERE id BETWEEN r.lo AND r.hi OFFSET 0) AS o;
CREATE VIEW by_join AS SELECT o.* FROM ranges AS r JOIN orders AS o ON id BETWEEN r.lo AND r.hi;
SELECT way, found, (SELECT string_agg(line, E'\n') FROM plan_nodes(format('SELECT * FROM %s WHERE created_at >= ''2026-01-01 23:00''', way)) AS line) AS plan, round(rows / estimated('TABLE ' || way), digits) AS share
  FROM (SELECT estimated('TABLE ranges') * 4320.0 AS rows) AS s, (VALUES ('by_offset', (SELECT count(*) FROM by_offset), -1), ('by_join', (SELECT count(*) FROM by_join), 0)) AS v (way, found, digits);
DROP VIEW by_offset, by_join, ranges;
DROP TABLE orders;
DROP EXTENSION sequential_uuids_opaque;
RESET TimeZone;
