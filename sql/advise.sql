-- The output of uuid_advise.  t/advice.sql compares its figures with real indexes,
-- and t/workloads.sql tries random workloads.
-- Figures are rounded, since the last digits depend on the machine's arithmetic.
-- Parameters that default to the server's settings are given.
CREATE FUNCTION advice(rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, goal text DEFAULT 'cheapest', total_rows int8 DEFAULT NULL, index_memory int8 DEFAULT 33554432,
	peak_rows_per_second float8 DEFAULT NULL, row_bytes int DEFAULT 100, random_before bool DEFAULT false,
	OUT call text, OUT wal int, OUT images numeric, OUT deletes int, OUT reads numeric, OUT warm int8, OUT first numeric, OUT steady numeric, OUT mb_per_million numeric, OUT wraps_after interval, OUT odds text) RETURNS SETOF record
LANGUAGE sql AS $$
	SELECT call, wal_per_row::int, page_images::numeric(6,3), delete_wal::int, reads_per_row::numeric(6,3), warm_pages, first_density::numeric(5,1), steady_density::numeric(5,1),
		   (bytes_per_million_rows / 1e6)::numeric(9,1), wraps_after, to_char(collision_odds, '9.99EEEE')
	  FROM uuid_advise(rows_per_second, kept, left_behind, goal, total_rows, index_memory, '5 min', peak_rows_per_second, row_bytes, random_before) $$;

-- kept for good, then among random keys
SELECT * FROM advice(100);
SELECT call, wal, images, warm, first, steady FROM advice(100, random_before => true);
-- deleted whole, and in part
SELECT * FROM advice(100, '30 days');
SELECT * FROM advice(20, '30 days', 0.05);
-- if all are left behind, it does not matter when
SELECT count(*) AS differences FROM (SELECT advice(100) EXCEPT SELECT advice(100, '1 day', 1)) AS d;
-- other goals
SELECT call, images, warm, steady FROM advice(20, '30 days', 0.05, 'smallest index');
SELECT call, images, warm, steady FROM advice(20, '30 days', 0.05, 'reveals least');
-- a table that fits a page
SELECT call, images, warm, steady, odds FROM advice(0.001, total_rows => 100);
-- memory for a few pages, and a higher rate for a while
SELECT call, images, reads, warm FROM advice(100, '30 days', index_memory => 65536);
SELECT call, images, reads, warm FROM advice(100, '30 days', peak_rows_per_second => 10000);
-- each byte of a row is written as it is inserted, and as it is deleted
SELECT DISTINCT a.wal - b.wal AS wal, a.deletes - b.deletes AS deletes FROM advice(100, '30 days', row_bytes => 124) AS a JOIN advice(100, '30 days', row_bytes => 24) AS b USING (call);
-- in words
\x on
SELECT call, why, outsider_learns FROM uuid_advise(20, '30 days', 0.05, index_memory => 33554432, checkpoint_interval => '5 min');
\x off

-- the defaults: as many rows as five years bring, and what the server is set to
SELECT count(*) AS differences
  FROM (VALUES (100::float8, NULL::interval, 0::float8, 15778800000), (100, '1000 days', 0, 8640000000), (100, '1000 days', 0.5, 12209400000), (1, '10 years', 0.5, 315576000)) AS w (rate, kept, left_behind, rows),
	   LATERAL (SELECT uuid_advise(rate, w.kept, w.left_behind) EXCEPT
			SELECT uuid_advise(rate, w.kept, w.left_behind, 'cheapest', rows, pg_size_bytes(current_setting('shared_buffers')) / 4, current_setting('checkpoint_timeout')::interval, rate, 100, false)) AS d;

-- each call can be pasted into a DEFAULT; here without the extension of opaque keys
CREATE FUNCTION uuid_opaque_nextval(secret text, interval_length interval, cycle interval) RETURNS uuid LANGUAGE sql
RETURN uuid_interval_nextval(interval_length, cycle);
CREATE SEQUENCE seq;
CREATE TABLE orders (id uuid PRIMARY KEY);
DO $$
DECLARE
	call text;
BEGIN
	FOR call IN SELECT a.call FROM unnest('{0.0001,1,20000,1e9}'::float8[]) AS rate, unnest('{1 h,NULL}'::interval[]) AS w (kept), uuid_advise(rate, w.kept) AS a LOOP
		EXECUTE 'ALTER TABLE orders ALTER id SET DEFAULT ' || call;
		INSERT INTO orders DEFAULT VALUES;
	END LOOP;
END $$;
SELECT count(*) FROM orders;

-- the session's settings change nothing
CREATE TEMPORARY TABLE usual AS SELECT * FROM uuid_advise(1000, '30 days', 0.1);
SET IntervalStyle = 'iso_8601';
SET TimeZone = 'Asia/Tokyo';
SET DateStyle = 'German';
SET extra_float_digits = -15;
SET search_path = pg_temp;
CREATE TEMPORARY TABLE unusual AS SELECT * FROM public.uuid_advise(1000, '30 days', 0.1);
RESET search_path;
RESET extra_float_digits;
RESET DateStyle;
RESET TimeZone;
RESET IntervalStyle;
SELECT count(*) AS same FROM (TABLE usual INTERSECT TABLE unusual) AS s;

-- parallel workers advise as well
CREATE TABLE rates AS SELECT rate::float8 FROM generate_series(1, 100) AS rate;
ANALYZE rates;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(*) AS gathered FROM plan_nodes('SELECT (uuid_advise(rate)).key FROM rates') AS node WHERE node ~ '^Gather';
SELECT count(*) FROM (SELECT (uuid_advise(rate)).key FROM rates OFFSET 0) AS a;
RESET min_parallel_table_scan_size;
RESET parallel_tuple_cost;
RESET parallel_setup_cost;
RESET max_parallel_workers_per_gather;

DROP TABLE usual, unusual, rates, orders;
DROP SEQUENCE seq;
DROP FUNCTION uuid_opaque_nextval(text, interval, interval);
DROP FUNCTION advice(float8, interval, float8, text, int8, int8, float8, int, bool);
