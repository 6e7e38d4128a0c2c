-- The serial family: blocks of the values of a sequence, over the full range.
CREATE SEQUENCE s;

-- the defaults are those of uuid_sequence_nextval
SELECT setval('s', 65535);
SELECT leftmost(uuid_serial_nextval('s'), 16) AS last_of_block_0, leftmost(uuid_sequence_nextval('s'), 16) AS first_of_block_1, leftmost(uuid_serial_nextval('s'), 16) AS second_of_block_1;

-- The sequence's value: each of 10,000 keys is in the block of its value,
-- whatever the sequence's values are.
CREATE SEQUENCE by_tens INCREMENT 10;
CREATE SEQUENCE from_1000 START 1000;
CREATE SEQUENCE cached CACHE 50;
CREATE SEQUENCE descending INCREMENT -1;
CREATE SEQUENCE descending_by_sevens INCREMENT -7 START 5000 MAXVALUE 5000 CACHE 50;
CREATE TABLE keys (sequence text, value bigint, size bigint, count bigint, id uuid);
DO $$
DECLARE
	sequence text; id uuid; size bigint; count bigint;
BEGIN
	FOREACH sequence IN ARRAY '{by_tens,from_1000,cached,descending,descending_by_sevens}'::text[] LOOP
		FOR i IN 1..10000 LOOP
			size := CASE WHEN i % 2 = 0 THEN 100 ELSE 7 END;
			count := CASE WHEN i % 3 = 0 THEN 65536 ELSE 300 END;
			id := uuid_serial_nextval(sequence, size, count);
			INSERT INTO keys VALUES (sequence, currval(sequence), size, count, id);
		END LOOP;
	END LOOP;
END $$;
SELECT sequence, count(*), count(DISTINCT id) AS distinct, min(value), max(value), count(DISTINCT (count, uuid_block(id, count))) AS blocks,
	   bool_and(uuid_block(id, count) = uuid_serial_block(value, size, count)) AS same_block,
	   bool_and(uuid_block(id, count) = mod(mod(floor((value - 1)::numeric / size), count) + count, count)) AS as_defined,
	   bool_and(uuid_block(id, count) = uuid_block(uuid_serial_at(value, size, count), count)) AS same_as_at,
	   bool_and(id BETWEEN uuid_block_lower(uuid_serial_block(value, size, count), count) AND uuid_block_upper(uuid_serial_block(value, size, count), count)) AS between_bounds
  FROM keys GROUP BY sequence ORDER BY sequence;
DROP TABLE keys;
DROP SEQUENCE by_tens, from_1000, cached, descending, descending_by_sevens;

-- NULL in, NULL out, and no value of the sequence used up
SELECT setval('s', 1, false);
SELECT uuid_serial_nextval(NULL) IS NULL AND uuid_serial_nextval('s', NULL) IS NULL
   AND uuid_serial_nextval('s', 1, NULL) IS NULL AND uuid_serial_nextval('s', 1, 1, NULL) IS NULL AS is_null;
-- nor by a refused call
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_serial_nextval('s', 0)$$, $$uuid_serial_nextval('s', 1, 281474976710657)$$, $$uuid_serial_nextval('s', 1, 1, 7)$$]) AS call;
SELECT nextval('s');
-- the parameters are checked in their order, and before the sequence
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_serial_nextval('s', 0, 0, 0)$$, $$uuid_serial_nextval('s', 1, 0, 0)$$, $$uuid_serial_nextval('s', 1, 1, 0)$$, $$uuid_serial_nextval(1, 0, 0, 0)$$]) AS call;

-- both versions, one after the other in the same block, and the variant
SELECT version, substr(id::text, 15, 1) AS digit, substr(id::text, 20, 1) IN ('8', '9', 'a', 'b') AS variant
  FROM unnest('{4,8,4,8}'::int[]) AS version, uuid_serial_nextval('s', version => version) AS id;

-- the largest size and the largest count: 48 bits of prefix
SELECT setval('s', 9223372036854775806);
SELECT leftmost(uuid_serial_nextval('s', 1, 281474976710656, 8), 48) = 9223372036854775806 % 281474976710656 AS last_block;
SELECT setval('s', 9223372036854775806);
SELECT leftmost(uuid_serial_nextval('s', 9223372036854775807, 2), 1) AS one_block_holds_all;
SELECT setval('s', 5000000000);
SELECT leftmost(uuid_serial_nextval('s', 5000000000, 281474976710656), 48) AS second_block;
-- the smallest value of all, whose number no bigint holds
CREATE SEQUENCE whole MINVALUE -9223372036854775808 START -9223372036854775808;
SELECT leftmost(uuid_serial_nextval('whole', 1, 16), 4) AS b15, leftmost(uuid_serial_nextval('whole', 1, 16), 4) AS b0;
SELECT uuid_serial_block(-9223372036854775808, 1, 16) AS b15, uuid_serial_block(-9223372036854775807, 1, 16) AS b0;

-- a sequence that does not exist, and what is none
CREATE TABLE no_sequence ();
SELECT name, error_of(format('SELECT uuid_serial_nextval(%L)', name)) = error_of(format('SELECT nextval(%L)', name)) AS as_nextval,
	   left(error_of(format('SELECT uuid_serial_nextval(%L)', name)), 5) AS sqlstate
  FROM unnest('{missing,no_sequence,0}'::text[]) AS name;
DROP TABLE no_sequence;

DROP SEQUENCE s, whole;
