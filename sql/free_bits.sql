\set ECHO errors
-- The bits of each generator's keys: those that are not prefix, time, node, version
-- or variant take both values, and no two of them are always equal or always
-- opposite.  scripts/checks/randomness tests more keys, and how often each is 1.
CREATE EXTENSION sequential_uuids_opaque;
SELECT uuid_secret_create('x') \gset ignored_
CREATE SEQUENCE s;

-- Of 200 keys, from the bit "start" on: the fixed bits; and of each fifth, how
-- many pairs of the others go together.  A pair is a bit and one of the 64 behind
-- it, in a circle.
CREATE FUNCTION bits_of(call text, start int, OUT fixed text, OUT pairs bigint) LANGUAGE plpgsql AS $$
DECLARE
	keys bit(128)[];
	free bit(128);
BEGIN
	EXECUTE format('SELECT array_agg((''x'' || replace((%s)::text, ''-'', ''''))::bit(128)) FROM generate_series(1, 200) AS i', call) INTO keys;
	SELECT bit_or(key) # bit_and(key) INTO free FROM unnest(keys) AS key;
	free := free & (repeat('0', start) || repeat('1', 128 - start))::bit(128);
	SELECT string_agg(concat_ws('-', first, nullif(last, first)), ' ' ORDER BY first) INTO fixed
	  FROM (SELECT min(place) AS first, max(place) AS last
			  FROM (SELECT place, place - row_number() OVER (ORDER BY place) AS run FROM generate_series(start, 127) AS place WHERE get_bit(free, place) = 0) AS p
			 GROUP BY run) AS r;
	SELECT sum(length(translate((free & ((free << n) | (free >> (128 - n))) & ~differs)::text, '0', ''))) INTO pairs
	  FROM (SELECT n, bit_or(different) # bit_and(different) AS differs
			  FROM (SELECT n, key # ((key << n) | (key >> (128 - n))) AS different FROM unnest(keys) WITH ORDINALITY AS k (key, i), generate_series(1, 64) AS n WHERE i % 5 = 0) AS d
			 GROUP BY n) AS p;
END $$;

-- Times and values of one block.  Of UUIDv7, the bits from the variant on.
CREATE TABLE calls (start int DEFAULT 0, call text);
INSERT INTO calls (call) VALUES
	($$uuid_sequence_nextval('s', 100000, 65536)$$), ($$uuid_sequence_nextval('s', 100000, 1)$$),
	($$uuid_serial_nextval('s', 100000)$$), ($$uuid_serial_nextval('s', 100000, 5, 8)$$), ($$uuid_serial_nextval('s', 100000, 281474976710656)$$),
	($$uuid_serial_at(i)$$), ($$uuid_serial_at(i, 1000, 5, 8)$$),
	($$uuid_time_nextval(2147483647)$$), ($$uuid_time_nextval(1, 1)$$),
	($$uuid_interval_nextval('1000 days', '65536000 days')$$), ($$uuid_interval_nextval('1 us', '1 us', 8)$$),
	($$uuid_interval_at('2026-01-01')$$), ($$uuid_interval_at('2026-01-01', '1 us', '281474976710656 us', 8)$$),
	($$uuid_opaque_nextval('x', '1000 days', '65536000 days')$$), ($$uuid_opaque_at('x', '2026-01-01', '1 us', '281474976710656 us', 8)$$),
	($$uuid_v7_at('2026-01-01')$$);
INSERT INTO calls VALUES
	(64, 'uuid_v7_nextval()'), (64, 'uuid_v7_nextval(5, 4)'), (64, 'uuid_v7_nextval(65535, 16)');
SELECT call, start, bits.* FROM calls, bits_of(call, start) AS bits;

-- each generator is among them
SELECT oid::regprocedure AS missing FROM pg_proc AS f
 WHERE proname LIKE 'uuid%' AND prorettype = 'uuid'::regtype AND provolatile = 'v' AND EXISTS (SELECT FROM pg_depend WHERE objid = f.oid AND deptype = 'e')
   AND NOT EXISTS (SELECT FROM calls WHERE starts_with(call, proname || '('));

DROP TABLE calls;
DROP FUNCTION bits_of;
DROP SEQUENCE s;
DROP EXTENSION sequential_uuids_opaque;
