-- uuid_advise.  t/pgtap/advice_properties.sql compares its figures with real indexes, and t/pgtap/workloads.sql
-- tries random workloads.  What would come from the server's settings is given.
-- The edition in SQL has no opaque keys: a stand-in.
SELECT to_regproc('public.uuid_opaque_nextval') IS NULL AS in_sql \gset
\if :in_sql
CREATE FUNCTION public.uuid_opaque_nextval(label text, interval_length interval = '1 min', cycle interval = '45 days 12:16:00', version int = 4)
RETURNS uuid LANGUAGE sql RETURN uuid_interval_nextval(interval_length, cycle, version);
\endif
CREATE SCHEMA "advice ""here";
CREATE EXTENSION sequential_uuids_advice SCHEMA "advice ""here";
CREATE SCHEMA advice;
ALTER EXTENSION sequential_uuids_advice SET SCHEMA advice;
\dx+ sequential_uuids_advice
SET search_path = advice, public;
CREATE VIEW kinds AS
SELECT w.n, a.* FROM (VALUES (1, 100, NULL::interval, 0, 'cheapest', NULL::float8, false), (2, 100, '30 days', 0, 'cheapest', NULL, false), (3, 20, '30 days', 0.05, 'cheapest', NULL, false),
		(4, 20, '30 days', 0.05, 'reveals least', NULL, false), (5, 0.1, NULL, 0, 'cheapest', 1e6, true), (6, 0.001, NULL, 0, 'cheapest', 100, true)) AS w (n, rate, kept, left_behind, goal, rows, random_before),
	   uuid_advise(rate, kept, left_behind, goal, rows, '32 MB', '5 min', 0.2, random_before => random_before) AS a;
-- kept for good, deleted whole, in part, with privacy in mind, above random keys, where another key saves little
-- from PostgreSQL 18 on with core's uuidv7(), and by default with checksums, which count if rows get deleted
SELECT n, row_number() OVER (PARTITION BY n) = 1 AS best, key, regexp_replace(CASE WHEN current_setting('server_version_num')::int4 >= 180000 AND call = 'uuidv7()' THEN 'public.uuid_v7_nextval()' ELSE call END, '[0-9a-f]{32}', '...') AS call, CASE WHEN n IN (1, 5, 6) THEN wal_per_row END AS wal, reads_per_row AS reads, density FROM kinds ORDER BY n, key;
SELECT n, interval_range, outsider_learns, note, assumes FROM kinds WHERE key ~ '^(wrapping|opaque) by time' ORDER BY n, key;

-- each argument counts; memory in each way that people write it
CREATE FUNCTION pg_temp.advice(arguments text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT string_agg(a::text, '' '') FROM advice.uuid_advise(%s) AS a', arguments) INTO said;
END $$;
SELECT argument, count(*) - count(DISTINCT a) AS same FROM unnest('{kept => ''29 days'',left_behind => 0.1,total_rows => 2e8,index_memory => ''64 kB'',checkpoint_interval => ''1 min'',dead_at_vacuum => 0.02,peak_rows_per_second => 1000,row_bytes => 101,random_before => true}'::text[]) AS argument,
	   LATERAL (SELECT pg_temp.advice('rows_per_second => 20, ' || (SELECT string_agg(format('%s => %L', k, CASE WHEN replaced AND argument LIKE k || ' %' THEN substring(argument FROM '=> ''?([^'']*)') ELSE v END), ', ')
		FROM (VALUES ('kept', '30 days'), ('left_behind', '0.05'), ('total_rows', '1e8'), ('index_memory', '32 MB'), ('checkpoint_interval', '5 min'), ('dead_at_vacuum', '0.2'), ('peak_rows_per_second', '20'), ('row_bytes', '100'), ('random_before', 'false')) AS d (k, v))) AS a
		  FROM unnest('{true,false}'::bool[]) AS replaced) AS answers GROUP BY argument ORDER BY argument;
SELECT count(DISTINCT pg_temp.advice('1, index_memory => ' || memory)) FROM unnest('{''8 GB'',8 * 1024 ^ 3,8589934592,'' 8192mb '',8 * 1024 ^ 3::numeric,''8388608kB''::varchar}'::text[]) AS memory;
-- every value out of range, and each NULL that has no meaning
SELECT error_of(format('SELECT FROM uuid_advise(%s)', call)) FROM string_to_table('NULL;''NaN'';1, ''-1 day'';1, ''1 day'', 1.1;1, left_behind => 0.1;1, goal => ''fast'';1, goal => NULL;1, total_rows => 0.5;1, index_memory => ''eight'';1, index_memory => 8191;1, checkpoint_interval => ''0'';1, dead_at_vacuum => -0.1;9, peak_rows_per_second => 8;1, row_bytes => 23;1, random_before => NULL', ';') AS call;

-- A call with a label can be pasted into a DEFAULT, as others are in t/pgtap/workloads.sql.  Each time it has another
-- label: 32 random digits, behind the beginning of the table's name, if that is known.
SELECT call FROM uuid_advise(20, goal => 'reveals least') WHERE key ~ 'opaque' \gset
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT :call);
INSERT INTO orders DEFAULT VALUES;
SELECT count(DISTINCT label) AS labels, bool_and(label ~ '^[0-9a-f]{32}$') AS of_32_digits, count(DISTINCT substr(label, 13, 1)) > 4 AS random, count(note) AS notes
  FROM generate_series(1, 20) AS i, LATERAL (SELECT substring(call FROM '''(.*?)'', ''') AS label, note FROM uuid_advise(20 + 0 * i, goal => 'reveals least') WHERE key ~ 'opaque') AS a;
SELECT regexp_replace(call, '[0-9a-f]{32}', '...') AS call
  FROM sequential_uuids_advice('advice', 20, '30 days', 0, 'reveals least', NULL, '32 MB', '5 min', 0.2, NULL, 100, false, '{"label": "it''s orders"}') WHERE key ~ 'opaque';
-- without the extension, functions of the edition in SQL, but not those of anyone
BEGIN;
DROP TABLE orders;
SET LOCAL client_min_messages = warning;
DROP EXTENSION sequential_uuids CASCADE;
DROP FUNCTION IF EXISTS public.uuid_opaque_nextval;
CREATE ROLE regress_anyone;
CREATE SCHEMA uuids;
CREATE SCHEMA of_anyone AUTHORIZATION regress_anyone;
CREATE FUNCTION of_anyone.uuid_interval_nextval(interval, interval, int4) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE FUNCTION uuids.uuid_interval_nextval(interval, interval, int4) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
CREATE FUNCTION uuids.uuid_time_nextval(int4, int4) RETURNS uuid LANGUAGE sql RETURN gen_random_uuid();
ALTER FUNCTION uuids.uuid_time_nextval OWNER TO regress_anyone;
SELECT regexp_replace(call, '[0-9a-f]{32}', '...') AS call, note FROM kinds WHERE key ~ 'time$' AND n = 4;
ROLLBACK;

-- the session's settings change nothing
CREATE TEMPORARY TABLE usual AS SELECT * FROM uuid_advise(1000, '30 days', 0.1);
SET IntervalStyle = 'iso_8601';
SET extra_float_digits = -15;
SET search_path = pg_temp;
SELECT count(*) AS other FROM (SELECT * FROM advice.uuid_advise(1000, '30 days', 0.1) EXCEPT TABLE usual) AS s;
RESET ALL;
DROP TABLE usual, advice.orders;
DROP VIEW advice.kinds;
DROP EXTENSION sequential_uuids_advice;
\if :in_sql
DROP FUNCTION public.uuid_opaque_nextval;
\endif
DROP SCHEMA advice, "advice ""here";
