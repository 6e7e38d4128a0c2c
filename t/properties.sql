-- What holds for any parameters and all UUIDs: SEED in the environment, a
-- whole number, repeats a run's parameters.  The random bits themselves cannot
-- be repeated; the bounds on them are passed by chance less than once in a
-- million runs.
\ir lib/random_tests.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(20);
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

-- The functions of 1.1, over their full range.  Times are numbers of
-- microseconds here, which numeric counts exactly.
CREATE FUNCTION pg_temp.microseconds(n numeric) RETURNS interval RETURN (n || ' us')::interval;
CREATE FUNCTION pg_temp.at(n numeric) RETURNS timestamptz RETURN timestamptz 'epoch' + pg_temp.microseconds(n);
CREATE FUNCTION pg_temp.unix(at timestamptz) RETURNS numeric RETURN extract(epoch FROM at) * 1000000;
-- A random bigint or time, of either sign.
CREATE FUNCTION pg_temp.signed(lowest numeric) RETURNS numeric LANGUAGE sql VOLATILE AS
	$$SELECT greatest(lowest, least(9223372036854775807, CASE WHEN random() < 0.3 THEN -1 ELSE 1 END * pg_temp.up_to(63)))$$;
CREATE TEMPORARY TABLE encoded AS
	SELECT *, pg_temp.microseconds(size) AS length, pg_temp.at(microseconds) AS at
	  FROM (SELECT pg_temp.signed(-9223372036854775808)::bigint AS counter, pg_temp.signed(-210866803200000000) AS microseconds,
				   least(pg_temp.up_to(63), 9223372036854775807)::bigint AS size, pg_temp.up_to(48)::bigint AS count,
				   CASE WHEN random() < 0.5 THEN 4 ELSE 8 END AS version
			  FROM generate_series(1, 10000)) AS p;
ALTER TABLE encoded ADD by_counter uuid, ADD by_time uuid;
UPDATE encoded SET by_counter = uuid_sequence_at(counter, size, count, version), by_time = uuid_time_at(at, length, count, version);

SELECT is_empty('SELECT * FROM encoded WHERE uuid_sequence_block(counter, size, count) <> pg_temp.definition(counter::numeric + 1, size, count)
		OR uuid_time_block(at, length, count) <> pg_temp.definition(microseconds + 1, size, count)',
	'the block of a counter and of a time is floor(counter / size) mod count');
SELECT is_empty('SELECT * FROM encoded WHERE uuid_block(by_counter, count) IS DISTINCT FROM uuid_sequence_block(counter, size, count)
		OR uuid_block(by_time, count) IS DISTINCT FROM uuid_time_block(at, length, count)',
	'a UUID gives back the block that it was made of');
SELECT is_empty('SELECT * FROM encoded, unnest(ARRAY[by_counter, by_time]) AS id WHERE substr(id::text, 15, 1)::int <> version OR substr(id::text, 20, 1) NOT IN (''8'', ''9'', ''a'', ''b'')',
	'and carries its version and the variant');
SELECT is_empty('SELECT * FROM encoded, uuid_block_bounds(uuid_block(by_time, count), count) WHERE by_time NOT BETWEEN lo AND hi
		OR uuid_block(lo, count) <> uuid_block(hi, count)',
	'and lies within the bounds of its block');
SELECT is_empty('SELECT * FROM encoded WHERE (at <@ uuid_time_window(by_time, at, length, count)) IS NOT TRUE',
	'a time lies in the window of its UUID');

-- Windows seen from up to three turns later.
CREATE TEMPORARY TABLE windows AS
	SELECT before, size, count, uuid_block(by_time, count) AS block, pg_temp.unix(lower(w)) AS first, pg_temp.unix(upper(w)) AS after
	  FROM (SELECT *, least(floor(microseconds + size::numeric * count * (3 * random())::numeric), 9223372036854775807) AS before FROM encoded) AS e,
		   uuid_time_window(by_time, pg_temp.at(before), length, count) AS w
	 WHERE NOT lower_inf(w) AND NOT upper_inf(w);
SELECT cmp_ok((SELECT count(*) FROM windows), '>', 5000::bigint, 'windows are tested');
SELECT is_empty('SELECT * FROM windows WHERE after - first <> size OR pg_temp.floor_mod(first, size) <> 0 OR pg_temp.definition(first + 1, size, count) <> block
		OR first > before OR before >= first + size::numeric * count',
	'a window is the last interval with the block of the UUID that does not begin later');

-- Ranges of keys of spans of up to one and a half turns.
CREATE TEMPORARY TABLE spans AS
	SELECT row_number() OVER () AS n, *, floor((microseconds - pg_temp.floor_mod(microseconds, size)) / size) AS first_interval, floor((till - pg_temp.floor_mod(till, size)) / size) AS last_interval
	  FROM (SELECT microseconds, least(floor(microseconds + size::numeric * count * (1.5 * random())::numeric), 9223372036854775807) AS till, size, length, count FROM encoded) AS e;
CREATE TEMPORARY TABLE ranges AS
	SELECT n, count, lo, hi FROM spans, uuid_time_ranges(pg_temp.at(microseconds), pg_temp.at(till), length, count);
SELECT is_empty('SELECT * FROM spans, generate_series(0, 10) AS i, pg_temp.at(microseconds + floor((till - microseconds) * i / 10)) AS t, uuid_time_at(t, length, count) AS id
		WHERE NOT EXISTS (SELECT FROM ranges WHERE ranges.n = spans.n AND id BETWEEN lo AND hi)',
	'every UUID of a span of time is inside its ranges');
SELECT is_empty('SELECT n FROM spans JOIN ranges USING (n) GROUP BY n, first_interval, last_interval, spans.count
		HAVING sum(uuid_block(hi, spans.count) - uuid_block(lo, spans.count) + 1) <> least(last_interval - first_interval + 1, spans.count)',
	'the ranges are minimal: as many blocks as the span has intervals, or all');
SELECT is_empty('SELECT n FROM ranges GROUP BY n HAVING count(*) > 2 OR (count(*) = 2 AND NOT (array_agg(uuid_block(hi, count)))[1] + 1 < (array_agg(uuid_block(lo, count)))[2])',
	'one range or two with a gap between them, in ascending order');

-- An infinite interval, which PostgreSQL 17 brought, has no length.
SELECT throws_ok('SELECT uuid_time_nextval(interval ''infinity'', 1, 4)', CASE WHEN current_setting('server_version_num')::int >= 170000 THEN '22023' ELSE '22007' END, NULL,
	'an infinite interval is refused');

SELECT * FROM finish();
ROLLBACK;
