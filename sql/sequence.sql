-- uuid_sequence_nextval: which block each value of a sequence falls into.
-- The arithmetic over all its vectors is tested in t/pgtap/arithmetic.sql.

-- every block holds exactly block_size values, the first one included, and
-- after block_count blocks comes block 0
CREATE SEQUENCE seq;
SELECT leftmost(uuid_sequence_nextval('seq', 3, 4), 2) AS block, count(*)
  FROM generate_series(1, 3 * 4 * 10) GROUP BY 1 ORDER BY 1;
SELECT string_agg(leftmost(uuid_sequence_nextval('seq', 2, 3), 2)::text, ' ') AS blocks FROM generate_series(1, 14);

-- the defaults: blocks of 65536 values, 65536 of them
SELECT setval('seq', 65535);
SELECT leftmost(uuid_sequence_nextval('seq'), 16) AS last_of_block_0, leftmost(uuid_sequence_nextval('seq'), 16) AS first_of_block_1;
SELECT setval('seq', 4294967295);
SELECT leftmost(uuid_sequence_nextval('seq'), 16) AS last_block, leftmost(uuid_sequence_nextval('seq'), 16) AS block_0_again;

-- one block: no prefix, so random bits in its place
SELECT count(DISTINCT leftmost(uuid_sequence_nextval('seq', 1, 1), 48)) AS distinct_starts FROM generate_series(1, 1000);

-- a count that is no power of two takes the bits of the next one, and no
-- block number reaches the count
SELECT min(b), max(b), count(DISTINCT b)
  FROM (SELECT leftmost(uuid_sequence_nextval('seq', 1, 1000), 10) AS b FROM generate_series(1, 3000)) AS s;

-- CACHE and INCREMENT count in values, not in calls
CREATE SEQUENCE by_hundreds INCREMENT 100 CACHE 50;
SELECT string_agg(leftmost(uuid_sequence_nextval('by_hundreds', 250, 256), 8)::text, ' ') AS blocks FROM generate_series(1, 10);

-- values below 1 fall into the blocks before block 0
CREATE SEQUENCE countdown INCREMENT -1 START 4 MINVALUE -9 MAXVALUE 4 CYCLE;
SELECT string_agg(leftmost(uuid_sequence_nextval('countdown', 2, 4), 2)::text, ' ') AS blocks FROM generate_series(1, 15);

-- both ends of bigint; the first counter does not fit into one
CREATE SEQUENCE whole MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807 START -9223372036854775808 CYCLE;
SELECT leftmost(uuid_sequence_nextval('whole', 1, 16), 4) AS b15, leftmost(uuid_sequence_nextval('whole', 1, 16), 4) AS b0;
SELECT setval('whole', 9223372036854775806);
SELECT leftmost(uuid_sequence_nextval('whole', 1, 16), 4) AS b14, leftmost(uuid_sequence_nextval('whole', 1, 16), 4) AS b15;
SELECT setval('whole', 9223372036854775806);
SELECT leftmost(uuid_sequence_nextval('whole', 2147483647, 2147483647), 31) AS last, leftmost(uuid_sequence_nextval('whole', 2147483647, 2147483647), 31) AS first;

-- two sequences and several parameters, alternating, do not disturb each other
SELECT setval('seq', 1, false), setval('whole', 1000, false);
SELECT string_agg(leftmost(uuid_sequence_nextval('seq', 2, 16), 4) || '/' ||
				  leftmost(uuid_sequence_nextval('whole', 100, 256), 8), ' ') AS blocks FROM generate_series(1, 6);

-- a value is used up by each call, and by nothing else
SELECT setval('seq', 1, false);
SELECT count(uuid_sequence_nextval('seq')) FROM generate_series(1, 10);
SELECT nextval('seq'), currval('seq');

-- version 4, variant 10 (RFC 9562)
SELECT DISTINCT substr(id::text, 15, 1) AS version, substr(id::text, 20, 1) IN ('8', '9', 'a', 'b') AS variant
  FROM (SELECT uuid_sequence_nextval('seq') AS id FROM generate_series(1, 1000)) AS s;

DROP SEQUENCE seq, by_hundreds, countdown, whole;
