-- What holds for any parameters and all UUIDs: SEED in the environment, a
-- whole number, repeats a run's parameters.  The random bits themselves cannot be repeated; the
-- bounds on them are passed by chance less than once in a million runs.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
\getenv seed SEED
\if :{?seed}
\else
SELECT (random() * 1000000000)::int AS seed \gset
\endif
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(9);
SELECT diag('SEED=' || :'seed');
SELECT setseed((:seed % 1000000007) / 1000000007.0);

CREATE FUNCTION pg_temp.bits(id uuid) RETURNS bit(128) RETURN ('x' || replace(id::text, '-', ''))::bit(128);
CREATE FUNCTION pg_temp.leftmost(id uuid, bits int) RETURNS bigint RETURN (pg_temp.bits(id)::bit(48)::bigint) >> (48 - bits);
-- A random number of at most 2 ^ bits, each length as likely.
CREATE FUNCTION pg_temp.up_to(bits int) RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT floor(2::numeric ^ (random() * bits)::numeric)$$;

-- The block is the one of the definition, for random values and parameters.
CREATE TEMPORARY SEQUENCE seq MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807;
CREATE TEMPORARY TABLE tested (value numeric, size numeric, count numeric, block bigint);
DO $$
DECLARE
	value numeric; size numeric; count numeric;
BEGIN
	FOR i IN 1..5000 LOOP
		value := least(pg_temp.up_to(63), 9223372036854775807) * CASE WHEN random() < 0.5 THEN -1 ELSE 1 END;
		size := least(pg_temp.up_to(31), 2147483647);
		count := least(pg_temp.up_to(31), 2147483647);
		PERFORM setval('seq', value::bigint, false);
		INSERT INTO tested VALUES (value, size, count, pg_temp.leftmost(
			uuid_sequence_nextval('seq', size::int, count::int),
			(SELECT min(bits) FROM generate_series(0, 31) AS bits WHERE 2::numeric ^ bits >= count)));
	END LOOP;
END $$;
-- In whole numbers, since the division of numerics rounds.
CREATE FUNCTION pg_temp.floor_mod(a numeric, b numeric) RETURNS numeric RETURN mod(mod(a, b) + b, b);
CREATE FUNCTION pg_temp.definition(value numeric, size numeric, count numeric) RETURNS bigint
RETURN pg_temp.floor_mod(div(value - 1 - pg_temp.floor_mod(value - 1, size), size), count);
SELECT is((SELECT count(*) FROM tested), 5000::bigint, 'random parameters are tested');
SELECT is_empty('SELECT *, pg_temp.definition(value, size, count) FROM tested WHERE block <> pg_temp.definition(value, size, count)',
	'the block is floor((value - 1) / size) mod count');

-- The UUIDs are all different, those of one block included.
CREATE TEMPORARY TABLE made AS
	SELECT uuid_time_nextval(2147483647, 65536) AS by_time, uuid_sequence_nextval('seq', 2147483647, 65536) AS by_sequence, uuid_time_nextval(1, 1) AS no_prefix
	  FROM generate_series(1, 20000);
SELECT is((SELECT count(DISTINCT id) FROM (SELECT by_time FROM made UNION ALL SELECT by_sequence FROM made UNION ALL SELECT no_prefix FROM made) AS u (id)),
	60000::bigint, 'no UUID comes twice');

-- Free bits are ones and zeros in equal parts, to six standard deviations.
CREATE FUNCTION pg_temp.ones(id_column text) RETURNS TABLE (place int, ones bigint) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT place, sum(get_bit(pg_temp.bits(%I), place))
		FROM made, generate_series(0, 127) AS place GROUP BY place', id_column);
END $$;
CREATE TEMPORARY TABLE ones AS
	SELECT 16 AS prefix_bits, * FROM pg_temp.ones('by_time') UNION ALL
	SELECT 16, * FROM pg_temp.ones('by_sequence') UNION ALL
	SELECT 0, * FROM pg_temp.ones('no_prefix');
CREATE FUNCTION pg_temp.is_free(place int, prefix_bits int) RETURNS bool
RETURN place >= prefix_bits AND place NOT BETWEEN 48 AND 51 AND place NOT BETWEEN 64 AND 65;
SELECT is_empty('SELECT * FROM ones WHERE pg_temp.is_free(place, prefix_bits) AND abs(ones - 10000) > 6 * sqrt(20000) / 2',
	'every free bit is random');
SELECT is((SELECT count(*) FROM ones WHERE pg_temp.is_free(place, prefix_bits)), (106 + 106 + 122)::bigint,
	'106 bits are free by default, 122 without a prefix');
SELECT is_empty('SELECT * FROM ones WHERE NOT pg_temp.is_free(place, prefix_bits) AND ones NOT IN (0, 20000)
		AND NOT (prefix_bits = 16 AND place < 16)', 'version and variant never change');

-- A rollback gives no bits back to the pool.
CREATE TEMPORARY SEQUENCE rolled_back_seq;
SAVEPOINT before;
SELECT uuid_time_nextval(1, 1) AS rolled_back, uuid_sequence_nextval('rolled_back_seq', 1, 1) AS rolled_back_2 \gset
ROLLBACK TO before;
SELECT ok(uuid_time_nextval(1, 1) <> :'rolled_back' AND uuid_sequence_nextval('rolled_back_seq', 1, 1) <> :'rolled_back_2',
	'bits of a subtransaction that is rolled back do not come again');

-- An error between two calls leaves both generators working.
SELECT throws_ok('SELECT uuid_time_nextval(), uuid_sequence_nextval(''seq'', 2, 2), uuid_time_nextval(0)', '22023', NULL,
	'a refused call raises 22023');
SELECT ok(uuid_time_nextval() <> uuid_time_nextval() AND uuid_sequence_nextval('seq', 2, 2) <> uuid_sequence_nextval('seq', 2, 2),
	'and the calls after it work');

SELECT * FROM finish();
ROLLBACK;
