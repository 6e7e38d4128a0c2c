\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 10
-- The serial family: blocks of the values of a sequence, over the full range.
CREATE SEQUENCE s;
-- The smallest value of all, whose number no bigint holds.
CREATE SEQUENCE whole MINVALUE -9223372036854775808 START -9223372036854775808;

-- The sequence's value: each of 10,000 keys is in the block of its value, whatever the
-- sequence's values are.
CREATE SEQUENCE by_tens INCREMENT 10;
CREATE SEQUENCE from_1000 START 1000;
CREATE SEQUENCE cached CACHE 50;
CREATE SEQUENCE descending INCREMENT -1;
CREATE SEQUENCE descending_by_sevens INCREMENT -7 START 5000 MAXVALUE 5000 CACHE 50;
CREATE TABLE keys AS
SELECT sequence, currval(sequence) AS value, size, count, id
  FROM (SELECT sequence, size, count, uuid_serial_nextval(sequence, size, count) AS id
		  FROM unnest('{by_tens,from_1000,cached,descending,descending_by_sevens}'::regclass[]) AS sequence,
			   generate_series(1, 10000) AS i,
			   LATERAL (SELECT CASE WHEN i % 2 = 0 THEN 100 ELSE 7 END::bigint AS size,
							   CASE WHEN i % 3 = 0 THEN 65536 ELSE 300 END::bigint AS count) AS p) AS s;
SELECT sequence, count(*), count(DISTINCT id) AS distinct, min(value), max(value),
	   count(DISTINCT (count, uuid_block(id, count))) AS blocks,
	   bool_and(uuid_block(id, count) = block) AS same_block,
	   bool_and(uuid_block(id, count) = mod(mod(floor((value - 1)::numeric / size), count) + count, count)) AS as_defined,
	   bool_and(uuid_block(id, count) = uuid_block(uuid_serial_at(value, size, count), count)) AS same_as_at,
	   bool_and(id BETWEEN uuid_block_lower(block, count) AND uuid_block_upper(block, count)) AS between_bounds
  FROM keys, uuid_serial_block(value, size, count) AS block
 GROUP BY sequence
 ORDER BY sequence::text;
DROP TABLE keys;
DROP SEQUENCE by_tens, from_1000, cached, descending, descending_by_sevens;

-- NULL in, NULL out, and no value of the sequence used up, nor by a refused call.  The
-- parameters are checked in their order, and before the sequence, whose errors are those
-- of nextval().
SELECT uuid_serial_nextval(NULL) IS NULL AND uuid_serial_nextval('s', NULL) IS NULL
   AND uuid_serial_nextval('s', 1, NULL) IS NULL AND uuid_serial_nextval('s', 1, 1, NULL) IS NULL AS is_null;
CREATE TABLE no_sequence ();
SELECT arguments,
	   CASE WHEN arguments !~ ',' THEN error = error_of(format('SELECT nextval(%s)', arguments)) END AS as_nextval,
	   in_lines(regexp_replace(error, '(XX000|42\w+) \| .*', '\1')) AS error
  FROM unnest(ARRAY[
		$$'s', 0, 0, 0$$,
		$$'s', 1, 0, 0$$,
		$$'s', 1, 1, 0$$,
		$$1, 0, 0, 0$$,
		$$'s', 1, 281474976710657$$,
		$$'missing'$$,
		$$'no_sequence'$$,
		$$'0'$$]) AS arguments,
	   error_of(format('SELECT uuid_serial_nextval(%s)', arguments)) AS error;
DROP TABLE no_sequence;
SELECT nextval('s') AS none_is_used_up;

-- Both versions, one after the other in the same block, and the variant.
SELECT version, substr(id::text, 15, 1) AS digit, substr(id::text, 20, 1) IN ('8', '9', 'a', 'b') AS variant
  FROM unnest('{4,8,4,8}'::int[]) AS version, uuid_serial_nextval('s', version => version) AS id;

-- The defaults are those of uuid_sequence_nextval.  The largest size and the largest count:
-- 48 bits of prefix.
CREATE FUNCTION set(value bigint) RETURNS regclass LANGUAGE sql AS $$SELECT setval('s', value); SELECT 's'::regclass$$;
SELECT leftmost(uuid_serial_nextval(set(65535)), 16) AS last_of_block_0,
	   leftmost(uuid_sequence_nextval('s'), 16) AS first_of_block_1,
	   leftmost(uuid_serial_nextval('s'), 16) AS second_of_block_1;
SELECT leftmost(uuid_serial_nextval(set(9223372036854775806), 1, 281474976710656, 8), 48)
	   = 9223372036854775806 % 281474976710656 AS last_block,
	   leftmost(uuid_serial_nextval(set(9223372036854775806), 9223372036854775807, 2), 1) AS one_block_holds_all,
	   leftmost(uuid_serial_nextval(set(5000000000), 5000000000, 281474976710656), 48) AS second_block;
SELECT leftmost(uuid_serial_nextval('whole', 1, 16), 4) AS b15,
	   leftmost(uuid_serial_nextval('whole', 1, 16), 4) AS b0,
	   uuid_serial_block(-9223372036854775808, 1, 16) AS b15_at,
	   uuid_serial_block(-9223372036854775807, 1, 16) AS b0_at;

DROP FUNCTION set(bigint);
DROP SEQUENCE s, whole;
