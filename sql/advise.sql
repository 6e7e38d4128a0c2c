-- uuid_advise: whole, as it is read.  t/advice.sql compares its figures with
-- indexes really filled.
-- Twelve digits, since the last ones depend on the machine's mathematics.
SET extra_float_digits = -3;
\x on
SELECT * FROM uuid_advise(1000);
\x off

-- the columns that depend on the arguments, at other rates, cycles and sizes
CREATE FUNCTION advice(rows_per_second float8, cycle interval DEFAULT '45 days', total_rows bigint DEFAULT 1000000000, index_memory bigint DEFAULT 134217728,
	OUT goal text, OUT call text, OUT rows_per_block float8, OUT warm_pages bigint, OUT wraps_after interval, OUT random_bits int, OUT odds text, OUT leaf_density float8) RETURNS SETOF record
BEGIN ATOMIC
	SELECT goal, call, rows_per_block, warm_pages, wraps_after, random_bits, to_char(collision_odds, '9.99EEEE'), leaf_density FROM uuid_advise(rows_per_second, cycle, total_rows, index_memory);
END;
SELECT * FROM advice(1);
SELECT * FROM advice(20000);
SELECT * FROM advice(1000000, '12 h');
-- memory for a few pages: what does not fit says so
SELECT goal, call, warm_pages FROM advice(20000, index_memory => 65536);
-- ten cycles: blocks find rows of earlier ones under their prefix
SELECT * FROM advice(1000, '1 h', 36000000);
-- a cycle that is shorter than a block
SELECT goal, call, rows_per_block, outsider_learns FROM uuid_advise(0.001, '1 h');
-- the ends of all parameters
SELECT * FROM advice(1e9, '106751991 days 04:00:54.775807', 9223372036854775807, 9223372036854775807);
SELECT * FROM advice(0.0001, '1 us', 1, 8192);
SELECT outsider_learns FROM uuid_advise(1e9, '106751991 days 04:00:54.775807', 9223372036854775807, 9223372036854775807);

-- each call can be pasted into a DEFAULT
CREATE SEQUENCE seq;
CREATE TABLE orders (id uuid PRIMARY KEY);
DO $$
DECLARE
	call text;
BEGIN
	FOR call IN SELECT a.call FROM unnest('{0.0001,1,20000,1e9}'::float8[]) AS rate, uuid_advise(rate) AS a LOOP
		EXECUTE 'ALTER TABLE orders ALTER id SET DEFAULT ' || call;
		INSERT INTO orders DEFAULT VALUES;
	END LOOP;
END $$;
SELECT count(*) FROM orders;

-- the session's settings change nothing
SET IntervalStyle = 'iso_8601';
SET TimeZone = 'Asia/Tokyo';
SELECT call, outsider_learns FROM uuid_advise(1000);
RESET IntervalStyle;
RESET TimeZone;

DROP TABLE orders;
DROP SEQUENCE seq;
DROP FUNCTION advice(float8, interval, bigint, bigint);
