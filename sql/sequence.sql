\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- uuid_sequence_nextval: which block each value of a sequence falls into.
-- The arithmetic over all its vectors is tested in t/pgtap/arithmetic.sql, over random
-- values in t/pgtap/generator_properties.sql.
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
			   ('seq', 65536, 65536, 16, 2, 65536),
			   ('seq', 65536, 65536, 16, 2, 4294967296),
			   ('by_hundreds', 250, 256, 8, 10, NULL),
			   ('countdown', 2, 4, 2, 15, NULL),
			   ('whole', 1, 16, 4, 2, NULL),
			   ('whole', 1, 16, 4, 2, 9223372036854775807),
			   ('whole', 2147483647, 2147483647, 31, 2, 9223372036854775807)) AS s (sequence, size, count, bits, calls, start);
-- The defaults are blocks of 65536 values, 65536 of them.
SELECT setval('seq', 65535), setval('whole', 4294967295) \gset ignored_
SELECT leftmost(uuid_sequence_nextval('seq'), 16) AS last_of_block_0,
	   leftmost(uuid_sequence_nextval('seq'), 16) AS first_of_block_1,
	   leftmost(uuid_sequence_nextval('whole'), 16) AS last_block,
	   leftmost(uuid_sequence_nextval('whole'), 16) AS block_0_again;

-- One block: no prefix, so random bits in its place.  A count that is no power of two
-- takes the bits of the next one, and no block number reaches the count.  Version 4,
-- variant 10 (RFC 9562).
SELECT setval('seq', 1, false), setval('whole', 1000, false) \gset ignored_
SELECT min(block) AS first_block, max(block) AS last_block, count(DISTINCT block) AS blocks,
	   count(DISTINCT start) AS distinct_starts,
	   array_agg(DISTINCT substr(id, 15, 1)) AS versions,
	   bool_and(substr(id, 20, 1) ~ '[89ab]') AS variant
  FROM (SELECT leftmost(uuid_sequence_nextval('seq', 1, 1000), 10) AS block,
			   leftmost(uuid_sequence_nextval('whole', 1, 1), 48) AS start,
			   uuid_sequence_nextval('whole')::text AS id
		  FROM generate_series(1, 3000)) AS s;

-- Two sequences and several parameters, alternating, do not disturb each other.  A value is
-- used up by each call, and by nothing else.
SELECT setval('seq', 1, false), setval('whole', 1000, false) \gset ignored_
SELECT string_agg(leftmost(uuid_sequence_nextval('seq', 2, 16), 4) || '/' ||
				  leftmost(uuid_sequence_nextval('whole', 100, 256), 8), ' ') AS blocks
  FROM generate_series(1, 6);
SELECT nextval('seq') AS after_six, currval('seq') AS the_same;

DROP FUNCTION blocks(regclass, int, int, int, int, bigint);
DROP SEQUENCE seq, by_hundreds, countdown, whole;
