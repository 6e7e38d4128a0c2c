\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- uuid_sequence_nextval, uuid_sequence_at: which block each value of a sequence falls into.
-- t/pgtap/arithmetic.sql tests the arithmetic over all its vectors, free_bits.sql the bits behind
-- the prefix.
CREATE SEQUENCE seq;
-- CACHE and INCREMENT count in values, not in calls; values below 1 fall into the blocks
-- before block 0; at both ends of bigint, the first counter does not fit into one.
CREATE SEQUENCE by_hundreds INCREMENT 100 CACHE 50;
CREATE SEQUENCE countdown INCREMENT -1 START 4 MINVALUE -9 MAXVALUE 4 CYCLE;
CREATE SEQUENCE whole MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807 START -9223372036854775808 CYCLE;

-- The blocks of so many calls, with so many bits, from a value of the sequence on.
CREATE FUNCTION blocks(sequence regclass, size int, count int, bits int, calls int, start bigint DEFAULT NULL)
RETURNS text LANGUAGE sql AS $$
	SELECT setval(sequence, start, false) WHERE start IS NOT NULL;
	SELECT string_agg(leftmost(uuid_sequence_nextval(sequence, size, count), bits)::text, ' ')
	  FROM generate_series(1, calls) $$;
-- Every block holds exactly block_size values, the first one included, and after
-- block_count blocks comes block 0.
SELECT sequence, size, count, start, blocks(sequence, size, count, bits, calls, start)
  FROM (VALUES ('seq'::regclass, 2, 3, 2, 14, NULL::bigint),
			   ('by_hundreds', 250, 256, 8, 10, NULL),
			   ('countdown', 2, 4, 2, 15, NULL),
			   ('whole', 1, 16, 4, 2, NULL),
			   ('whole', 1, 16, 4, 2, 9223372036854775807)) AS s (sequence, size, count, bits, calls, start);
-- The defaults are blocks of 65536 values, 65536 of them.
SELECT setval('seq', 65535), setval('whole', 4294967295) \gset ignored_
SELECT leftmost(uuid_sequence_nextval('seq'), 16) AS last_of_block_0,
	   leftmost(uuid_sequence_nextval('seq'), 16) AS first_of_block_1,
	   leftmost(uuid_sequence_nextval('whole'), 16) AS last_block,
	   leftmost(uuid_sequence_nextval('whole'), 16) AS block_0_again;

-- Two sequences and several parameters, alternating, do not disturb each other.  A value is
-- used up by each call, and by nothing else.
SELECT setval('seq', 1, false), setval('whole', 1000, false) \gset ignored_
SELECT string_agg(leftmost(uuid_sequence_nextval('seq', 2, 16), 4) || '/' ||
				  leftmost(uuid_sequence_nextval('whole', 100, 256), 8), ' ') AS blocks
  FROM generate_series(1, 6);
SELECT nextval('seq') AS after_six, currval('seq') AS the_same;

-- Each of 10,000 keys is in the block of its value, whatever the sequence's values are, and
-- so is what uuid_sequence_at() generates for the value.
CREATE SEQUENCE by_tens INCREMENT 10;
CREATE SEQUENCE from_1000 START 1000;
CREATE SEQUENCE cached CACHE 50;
CREATE SEQUENCE descending INCREMENT -1;
CREATE SEQUENCE descending_by_sevens INCREMENT -7 START 5000 MAXVALUE 5000 CACHE 50;
WITH keys AS MATERIALIZED (
	SELECT sequence, size, count, uuid_sequence_nextval(sequence, size, count) AS id, currval(sequence) AS value
	  FROM unnest('{by_tens,from_1000,cached,descending,descending_by_sevens}'::regclass[]) AS sequence,
		   generate_series(1, 10000) AS i,
		   LATERAL (SELECT CASE WHEN i % 2 = 0 THEN 100 ELSE 7 END AS size,
						   CASE WHEN i % 3 = 0 THEN 65536 ELSE 300 END AS count) AS p
)
SELECT sequence, count(*), count(DISTINCT id) AS distinct, min(value), max(value),
	   count(DISTINCT (count, block)) AS blocks,
	   bool_and(block = mod(mod(floor((value - 1)::numeric / size), count) + count, count)) AS as_defined,
	   bool_and(block = uuid_block(uuid_sequence_at(value, size, count), count)) AS same_as_at,
	   bool_and(id BETWEEN uuid_block_lower(block, count) AND uuid_block_upper(block, count)) AS between_bounds
  FROM keys, uuid_block(id, count) AS block
 GROUP BY sequence
 ORDER BY sequence::text;
DROP SEQUENCE by_tens, from_1000, cached, descending, descending_by_sevens;
-- Any bigint is a value, also those whose number no bigint holds.
SELECT value, size, count, uuid_block(uuid_sequence_at(value, size, count), count) AS block
  FROM (VALUES (1::bigint, 65536, 65536),
			   (65536, 65536, 65536),
			   (65537, 65536, 65536),
			   (4294967296, 65536, 65536),
			   (4294967297, 65536, 65536),
			   (0, 65536, 65536),
			   (9223372036854775807, 1, 2147483647),
			   (-9223372036854775807, 1, 16),
			   (-9223372036854775808, 1, 16),
			   (-9223372036854775808, 2147483647, 3)) AS v (value, size, count);

DROP FUNCTION blocks(regclass, int, int, int, int, bigint);
DROP SEQUENCE seq, by_hundreds, countdown, whole;
