-- The arithmetic through the sequence generator: every row of the vectors
-- whose parameters an int holds, whichever kind it is, since both generators
-- count alike.  The rows beyond int are tested in t/unit/uuid_block_test.c.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(3);

CREATE TEMPORARY TABLE vectors (kind text, counter numeric, size numeric, count numeric, block bigint, prefix_bits int, first_uuid uuid, last_uuid uuid);
\copy vectors FROM 't/vectors/blocks.csv' WITH (FORMAT csv, HEADER)

CREATE TEMPORARY SEQUENCE seq MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807;
CREATE FUNCTION pg_temp.bits(id uuid) RETURNS bit(128) RETURN ('x' || replace(id::text, '-', ''))::bit(128);

-- The UUID of a counter, and whether all bits that the first and the last UUID
-- of its block have in common are as they are there.
CREATE TEMPORARY TABLE tested (counter numeric, size numeric, count numeric, id uuid, fixed_bits_right bool);
DO $$
DECLARE
	v record; id uuid; free bit(128);
BEGIN
	FOR v IN SELECT * FROM vectors WHERE size <= 2147483647 AND count <= 2147483647 LOOP
		PERFORM setval('seq', (v.counter + 1)::bigint, false);
		id := uuid_sequence_nextval('seq', v.size::int, v.count::int);
		free := pg_temp.bits(v.first_uuid) # pg_temp.bits(v.last_uuid);
		INSERT INTO tested VALUES (v.counter, v.size, v.count, id,
			(pg_temp.bits(id) # pg_temp.bits(v.first_uuid)) & ~free = 0::bit(128));
	END LOOP;
END $$;

SELECT is((SELECT count(*) FROM vectors), 565::bigint, 'all vectors are read');
SELECT is((SELECT count(*) FROM tested), 334::bigint, 'those within int are tested');
SELECT is_empty('SELECT * FROM tested WHERE NOT fixed_bits_right', 'prefix, version and variant are as in the vectors');

SELECT * FROM finish();
ROLLBACK;
