\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, opaque keys need C; sanitizers: yes; architectures: all; JIT: 0
-- Opaque keys.  t/015_opaque.pl computes their places; here is what holds wherever
-- these are.  The intervals are so long that no run meets the end of one.
SET IntervalStyle = 'postgres';
CREATE FUNCTION place(label text, count bigint DEFAULT 29247) RETURNS bigint
RETURN uuid_block(uuid_opaque_nextval(label, '3650 days', count * interval '3650 days'), count);

-- Keys of one block share their place, and differ.
SELECT count(DISTINCT leftmost(id, 16)) <= 1 + count(DISTINCT date_trunc('minute', at)) AS one_block,
	   count(DISTINCT id) AS keys,
	   bool_and(substr(id::text, 15, 1) = '4') AS version_4
  FROM (SELECT uuid_opaque_nextval('orders', '1 min', '45 days 12:16:00') AS id, clock_timestamp() AS at
		  FROM generate_series(1, 1000) OFFSET 0) AS s;
SELECT count(DISTINCT uuid_block(id, 29247)) AS places, count(DISTINCT id) AS keys
  FROM (SELECT uuid_opaque_nextval('orders', '3650 days', '106751550 days', 8) AS id
		  FROM generate_series(1, 1000) OFFSET 0) AS s
 WHERE substr(id::text, 15, 1) = '8';
-- the bits that are neither prefix nor version nor variant, as in free_bits.sql
SELECT call, bits.*
  FROM unnest(ARRAY[$$uuid_opaque_nextval('orders', '1000 days', '65536000 days')$$,
					$$uuid_opaque_nextval('orders', '1 day', '1 day', 8)$$]) AS call,
	   bits_of(call, 0) AS bits;

-- Each label has its own place, of however many a session remembers, in any order.  Twelve are in the same set of
-- eight, by their hash.
CREATE TABLE labels AS
	SELECT repeat('x', i % 63) || i % 10 AS label FROM generate_series(0, 62) AS i
	UNION ALL
	SELECT unnest(ARRAY['a', 'A', 'a ', ' a', '%s', E'a\303\251', E'a\303\250', 'it''s a "label" \ of 30 bytes'])
	UNION ALL
	(SELECT label FROM generate_series(1, 5000) AS i, text(i) AS label WHERE hashtext(label) & 127 = 1 LIMIT 12);
WITH in_any_order AS MATERIALIZED (
	SELECT label
	  FROM labels, generate_series(1, 4) AS n
	 ORDER BY n, CASE WHEN n < 3 THEN label ELSE md5(label || n) END
), places AS MATERIALIZED (
	SELECT label, place(label) FROM in_any_order
)
SELECT count(DISTINCT label) AS labels, count(DISTINCT place) > 60 AS places, count(DISTINCT (label, place)) AS pairs
  FROM places;
-- Where there is no choice: one place.  Places are below any count.
SELECT count(*) FILTER (WHERE place(label, count) NOT BETWEEN 0 AND count - 1) AS outside,
	   count(DISTINCT place(label, 3)) AS of_3
  FROM labels, unnest('{1,2,3,255,256,257,29247}'::bigint[]) AS count;
-- Each interval and cycle, too, gives other places: compared for all labels, so that chance makes none equal.
SELECT count(DISTINCT places) AS of_other_intervals
  FROM (SELECT array_agg(leftmost(uuid_opaque_nextval(label, length, 20000 * length), 14) ORDER BY label) AS places
		  FROM labels, unnest('{1000 days,2000 days,3000 days,4000 days}'::interval[]) AS length
		 GROUP BY length) AS s;

-- a label of 1 to 63 bytes; other parameters as for uuid_interval_nextval()
SELECT octet_length(label) AS bytes,
	   error_of(format($$SELECT uuid_opaque_nextval(%L, '1 min', '1 day')$$, label)) AS error
  FROM unnest(ARRAY['', 'x', repeat('x', 63), repeat('x', 64), repeat('x', 1000000),
					repeat(E'\303\251', 31), repeat(E'\303\251', 32)]) AS label;
SELECT call || in_lines(error_of('SELECT uuid_opaque_nextval' || call)) AS refused
  FROM unnest(ARRAY[$$('x', '0 s', '1 day')$$,
					$$('x', '1 mon', '1 day')$$,
					$$('x', '7 s', '15 s')$$,
					$$('x', '1 us', '281474976710657 us')$$,
					$$('x', '1 min', '1 day', 7)$$,
					$$('', '0 s', '0', 7)$$,
					$$('', '1 min', '1 day', 7)$$]) AS call;
-- An error changes nothing that is remembered.
SELECT count(DISTINCT place('orders')) AS place,
	   left(error_of($$SELECT uuid_opaque_nextval('', '3650 days', '106751550 days')$$), 5) AS error
  FROM generate_series(1, 2);

-- whatever the collation, and where nothing may be written
SELECT uuid_opaque_nextval('orders' COLLATE "POSIX", '1 min', '45 days 12:16:00') IS NOT NULL AS any_collation;
BEGIN TRANSACTION READ ONLY;
SELECT place('orders') IS NOT NULL AS generates;
COMMIT;
DROP TABLE labels;
DROP FUNCTION place;
RESET IntervalStyle;
