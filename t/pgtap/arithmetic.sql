-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 10; mutants: yes
-- The arithmetic through SQL, over the vectors.  Rows with parameters that an int holds are
-- tested by sequence value, which is the counter plus one; those of times by time, if an
-- interval holds the cycle.  t/unit/uuid_block_test.c tests all of them.
\ir ../lib/quiet.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(7);

CREATE TEMPORARY TABLE vectors (kind text, counter bigint, size bigint, count bigint, block bigint, prefix_bits int,
	first_uuid uuid, last_uuid uuid);
\copy vectors FROM 't/vectors/blocks.csv' WITH (FORMAT csv, HEADER)

CREATE FUNCTION pg_temp.bits(id uuid) RETURNS bit(128) RETURN ('x' || replace(id::text, '-', ''))::bit(128);
-- The bits in which two UUIDs differ.
CREATE FUNCTION pg_temp.differing(a uuid, b uuid) RETURNS bit(128) RETURN pg_temp.bits(a) # pg_temp.bits(b);
-- Are all bits that the first and the last UUID of a block have in common as
-- they are there?
CREATE FUNCTION pg_temp.fits(id uuid, first_uuid uuid, last_uuid uuid) RETURNS bool
RETURN pg_temp.differing(id, first_uuid) & ~pg_temp.differing(first_uuid, last_uuid) = 0::bit(128);
-- In whole microseconds, which the multiplication of intervals is not.
CREATE FUNCTION pg_temp.microseconds(n bigint) RETURNS interval RETURN (n || ' us')::interval;

CREATE TEMPORARY SEQUENCE seq MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807;
CREATE TEMPORARY TABLE by_sequence (LIKE vectors, id uuid);
DO $$
DECLARE
	v vectors;
BEGIN
	FOR v IN SELECT * FROM vectors WHERE size <= 2147483647 AND count <= 2147483647 LOOP
		PERFORM setval('seq', v.counter + 1, false);
		INSERT INTO by_sequence SELECT v.*, uuid_sequence_nextval('seq', v.size::int, v.count::int);
	END LOOP;
END $$;
CREATE TEMPORARY TABLE by_time AS
	SELECT *, timestamptz 'epoch' + pg_temp.microseconds(counter) AS at,
		   pg_temp.microseconds(size) AS length, pg_temp.microseconds(size * count) AS cycle
	  FROM vectors
	 WHERE kind = 'time_us' AND size::numeric * count <= 9223372036854775807;

SELECT is((SELECT count(*) FROM vectors), 565::bigint, 'all vectors are read');
SELECT is((SELECT count(*) FROM by_sequence), 334::bigint,
	'the functions of sequences are tested on the vectors with parameters that an int holds');
SELECT is_empty('SELECT * FROM by_sequence, uuid_sequence_at(counter + 1, size::int, count::int) AS at
		WHERE NOT pg_temp.fits(id, first_uuid, last_uuid)
		   OR NOT pg_temp.fits(at, first_uuid, last_uuid)',
	'uuid_sequence_nextval() and uuid_sequence_at() generate keys of the block of each such vector');
SELECT is((SELECT count(*) FROM by_time), 121::bigint,
	'the functions of time are tested on the vectors of times with a cycle that an interval holds');
SELECT is_empty('SELECT * FROM by_time
		WHERE NOT pg_temp.fits(uuid_interval_at(at, length, cycle), first_uuid, last_uuid)
		   OR uuid_interval_block(at, length, cycle) <> block
		   OR (at <@ uuid_interval_window(first_uuid, at, length, cycle)) IS NOT TRUE',
	'uuid_interval_at(), uuid_interval_block() and uuid_interval_window() give the block of each such vector');
SELECT is_empty('SELECT * FROM vectors
		WHERE uuid_block(first_uuid, count) IS DISTINCT FROM block
		   OR uuid_block(last_uuid, count) IS DISTINCT FROM block',
	'uuid_block() reads the block of the first and the last UUID');
SELECT is_empty($$SELECT * FROM vectors, uuid_block_lower(block, count) AS lo, uuid_block_upper(block, count) AS hi
		WHERE NOT (lo <= first_uuid AND last_uuid <= hi
			-- the same as theirs before the version
			AND left(lo::text, 13) = left(first_uuid::text, 13)
			AND left(hi::text, 13) = left(last_uuid::text, 13)
			-- and all bits alike from the version on
			AND lo::text LIKE '%-0000-0000-000000000000'
			AND hi::text LIKE '%-ffff-ffff-ffffffffffff')$$,
	'uuid_block_lower() and uuid_block_upper() are the first and the last UUID with all bits from the version on 0 or 1');

SELECT * FROM finish();
ROLLBACK;
