\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- The bits of each generator's keys: those that are not prefix, time, node, version
-- or variant take both values, and no two of them are always equal or always
-- opposite.  t/checks/randomness tests more keys, and how often each is 1.  By chance
-- two of 40 keys go together once in 2^39, and all the pairs here once in three million runs.
CREATE SEQUENCE s;

-- Times and values of one block.  Of UUIDv7, the bits from the variant on.
CREATE TABLE calls (start int DEFAULT 0, call text);
INSERT INTO calls (call) VALUES
	($$uuid_sequence_nextval('s', 100000, 65536)$$),
	($$uuid_sequence_nextval('s', 100000, 1)$$),
	($$uuid_sequence_at(i, 1000, 65536)$$),
	($$uuid_sequence_at(i, 1000, 5)$$),
	($$uuid_time_nextval(2147483647)$$),
	($$uuid_time_nextval(1, 1)$$),
	($$uuid_interval_nextval('1000 days', '65536000 days')$$),
	($$uuid_interval_nextval('1 us', '1 us', 8)$$),
	($$uuid_interval_nextval('1000 days', '5000 days', 8)$$),
	($$uuid_interval_at('2026-01-01', '1 min', '45 days 12:16:00')$$),
	($$uuid_interval_at('2026-01-01', '1 us', '281474976710656 us', 8)$$),
	($$uuid_v7_at('2026-01-01')$$);
INSERT INTO calls VALUES (64, 'uuid_v7_nextval()');
SELECT call, start, bits.* FROM calls, bits_of(call, start) AS bits;

-- each generator is among them, except those of opaque keys, which are in opaque.sql
SELECT oid::regprocedure AS missing
  FROM pg_proc AS f
 WHERE proname ~ '^uuid_(?!opaque)' AND prorettype = 'uuid'::regtype AND provolatile = 'v'
   AND EXISTS (SELECT FROM pg_depend WHERE objid = f.oid AND deptype = 'e')
   AND NOT EXISTS (SELECT FROM calls WHERE starts_with(call, proname || '('));

DROP TABLE calls;
DROP SEQUENCE s;
