\set ECHO errors
\pset format unaligned
\pset footer off
-- Opaque keys and their secrets.  The clock cannot be set here, so what depends on
-- the time is tested with uuid_opaque_at().
SET TimeZone = 'UTC';
SET IntervalStyle = 'postgres';
CREATE EXTENSION sequential_uuids_opaque;
-- the places of a secret that everybody knows can be in the expected output
INSERT INTO sequential_uuids_secrets VALUES ('known', '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');

-- secrets are 32 random bytes
SELECT uuid_secret_create('orders'), uuid_secret_create('Order''s "own" \ %s'), uuid_secret_create('x'), uuid_secret_create(repeat('x', 63));
SELECT name, octet_length(secret) FROM sequential_uuids_secrets WHERE name <> 'known' ORDER BY name;
SELECT count(DISTINCT secret) AS secrets, count(DISTINCT get_byte(secret, byte)) > 50 AS random_bytes FROM sequential_uuids_secrets, generate_series(0, 31) AS byte WHERE name <> 'known';
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_secret_create('orders')$$, $$uuid_secret_create('Order''s "own" \ %s')$$, $$uuid_secret_create('')$$, $$uuid_secret_create(repeat('y', 64))$$]) AS call;

-- The place is that of the present block, which may change in between.
CREATE FUNCTION is_present(secret text, length interval, count bigint, version int DEFAULT 4) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	cycle CONSTANT interval := make_interval(secs => extract(epoch FROM length) * count);
	earliest timestamptz; latest timestamptz; id uuid;
BEGIN
	LOOP
		earliest := clock_timestamp();
		id := uuid_opaque_nextval(secret, length, cycle, version);
		latest := clock_timestamp();
		EXIT WHEN uuid_interval_block(earliest, length, cycle) = uuid_interval_block(latest, length, cycle);
	END LOOP;
	RETURN uuid_version(id) = version AND uuid_block(id, count) = uuid_block(uuid_opaque_at(secret, earliest, length, cycle), count);
END $$;
-- twice, in another order: sessions remember places
SELECT count(*) AS calls, count(*) FILTER (WHERE is_present(secret, length, count, version)) AS right_place
  FROM (SELECT * FROM unnest('{known,orders,"Order''s \"own\" \\ %s",x}'::text[]) AS secret, unnest('{1 min,1 day,100 days}'::interval[]) AS length, unnest('{1,5,1000}'::bigint[]) AS count, unnest('{4,8}'::int[]) AS version
		 UNION ALL
		SELECT * FROM (SELECT * FROM unnest('{x,known,orders}'::text[]) AS secret, unnest('{1 day,1 min}'::interval[]) AS length, unnest('{5,1}'::bigint[]) AS count, unnest('{8,4}'::int[]) AS version) AS again) AS s;
SELECT count(DISTINCT leftmost(id, 16)) <= 1 + count(DISTINCT date_trunc('minute', at)) AS one_block, count(DISTINCT id) AS keys FROM (SELECT uuid_opaque_nextval('orders') AS id, clock_timestamp() AS at FROM generate_series(1, 1000) OFFSET 0) AS s;
-- the defaults
SELECT leftmost(uuid_opaque_at('known', '2026-01-01'), 16) = leftmost(uuid_opaque_at('known', '2026-01-01 00:00:59.999999', '1 min', '45 days 12:16:00', 4), 16) AS same;
-- what is remembered of one secret is not another's
SELECT uuid_opaque_at('known', '2026-01-01') IS NOT NULL AS generated, left(error_of($$SELECT uuid_opaque_at('', '2026-01-01')$$), 5) AS no_secret;

-- A permutation of the blocks, another one in each cycle.
CREATE TABLE places AS
	SELECT n, uuid_block(uuid_opaque_at('known', timestamptz 'epoch' + n * interval '1 s' + (n & 1) * interval '0.999999 s', '1 s', '7 s'), 7) AS place FROM generate_series(-14, 13) AS n;
SELECT floor(n / 7.0) AS cycle, array_agg(place ORDER BY n) AS places, array_agg(place ORDER BY place) = '{0,1,2,3,4,5,6}' AS permuted FROM places GROUP BY 1 ORDER BY 1;
SELECT uuid_block(uuid_opaque_at('known', at, '1 us', '3257 days 19:29:36.710656'), 281474976710656) AS place_of_2_to_the_48, leftmost(uuid_opaque_at('known', at), 16) AS place,
	   uuid_block(uuid_opaque_at('known', at, '1 us', '281474976710655 us'), 281474976710655) AS place_of_one_less, uuid_block(uuid_opaque_at('known', at, '106751991 days 04:00:54.775807', '106751991 days 04:00:54.775807'), 1) AS only_place
  FROM unnest('{4714-11-24 00:00:00+00 BC,1969-12-31 23:59:59.999999+00,1970-01-01 00:00:00+00,2026-01-01 00:00:00+00,294247-01-10 04:00:54.775807+00}'::timestamptz[]) AS at;

-- The window is the inverse, in the latest cycle in which the block has come.
SELECT count(*) AS windows, count(*) FILTER (WHERE uuid_opaque_window('known', uuid_block_upper(place, 7), timestamptz 'epoch' + not_after * interval '1 s', '1 s', '7 s')
			= tstzrange(timestamptz 'epoch' + n * interval '1 s', timestamptz 'epoch' + (n + 1) * interval '1 s')) AS right_window
  FROM generate_series(-7, 13) AS not_after, LATERAL (SELECT place, max(n) AS n FROM places WHERE n <= not_after GROUP BY place) AS p;
SELECT count(*) AS windows, count(*) FILTER (WHERE uuid_opaque_window('orders', uuid_opaque_at('orders', at), at) = tstzrange(date_trunc('minute', at), date_trunc('minute', at) + interval '1 min')) AS right_window
  FROM (SELECT timestamptz '2026-01-01' + n * n * n * interval '1 s' AS at FROM generate_series(-20, 20) AS n) AS s;
-- at the ends of time, and of a number of places
SELECT place, uuid_opaque_window('known', uuid_block_lower(place, 3), '4714-11-24 00:00:30+00 BC', '1 day', '3 days') AS first_day, uuid_opaque_window('known', uuid_block_lower(place, 3), '4714-11-26 00:00:00+00 BC', '7 days', '21 days') AS first_week,
	   uuid_opaque_window('known', uuid_block_lower(place, 3), '294247-01-10 04:00:54.775807+00', '1 day', '3 days') AS last_day
  FROM generate_series(0, 2) AS place;
SELECT uuid_opaque_window('known', 'ffffffff-ffff-4fff-bfff-ffffffffffff', '2026-01-01', '1 day', '3 days') AS no_place, uuid_opaque_window('none', 'ffffffff-ffff-4fff-bfff-ffffffffffff', '2026-01-01', '1 day', '3 days') AS nor_a_secret;

-- Ranges of whole blocks: each span of three cycles, by one row for each place and
-- merged by hand.
CREATE FUNCTION ranges_by_hand(first int, last int) RETURNS text[]
RETURN (SELECT array_agg(uuid_block_lower(min, 7) || ' ' || uuid_block_upper(max, 7) ORDER BY min)
		  FROM (SELECT min(place), max(place) FROM (SELECT place, place - rank() OVER (ORDER BY place) AS distance FROM (SELECT DISTINCT place FROM places WHERE n BETWEEN first AND last) AS d) AS r GROUP BY distance) AS s);
CREATE FUNCTION ranges(from_time timestamptz, to_time timestamptz) RETURNS text[]
RETURN (SELECT array_agg(lo || ' ' || hi ORDER BY place) FROM uuid_opaque_ranges('known', from_time, to_time, '1 s', '7 s') WITH ORDINALITY AS r (lo, hi, place));
SELECT count(*) AS spans, count(*) FILTER (WHERE ranges = ranges_by_hand(first, last)) AS right_ranges, count(*) FILTER (WHERE cardinality(ranges) = 1) AS one_range, max(cardinality(ranges)) AS most
  FROM (SELECT first, last, ranges(timestamptz 'epoch' + first * interval '1 s' + (first & 1) * interval '0.5 s', timestamptz 'epoch' + last * interval '1 s' + CASE last & 1 WHEN 1 THEN interval '0.500001 s' ELSE '1 s' END) AS ranges
		  FROM generate_series(-9, 9) AS first, generate_series(first, 9) AS last) AS s;
-- none, one block, whole cycles, 1000 blocks, too many
SELECT ranges('2026-01-01', '2026-01-01') AS empty, ranges('2026-01-02', '2026-01-01') AS reversed, ranges(timestamptz 'epoch' - interval '1 us', 'epoch') = ranges_by_hand(-1, -1) AS last_microsecond;
SELECT * FROM uuid_opaque_ranges('known', 'epoch', '1970-02-15 12:16');
SELECT * FROM uuid_opaque_ranges('known', '4714-11-24 00:00:00+00 BC', '294247-01-10 04:00:54.775807+00', '1 us', '281474976710655 us');
SELECT * FROM uuid_opaque_ranges('known', 'epoch', timestamptz 'epoch' + interval '281474976710656 us', '1 us', '281474976710656 us');
SELECT sum(uuid_block(hi) - uuid_block(lo) + 1) AS blocks, count(*) < 1000 AS merged, count(*) FILTER (WHERE uuid_block(lo) <= previous + 1) AS not_merged
  FROM (SELECT lo, hi, uuid_block(lag(hi) OVER (ORDER BY place)) AS previous FROM uuid_opaque_ranges('known', '2026-01-01', '2026-01-01 16:40') WITH ORDINALITY AS r (lo, hi, place)) AS s;
SELECT left(error_of($$SELECT * FROM uuid_opaque_ranges('known', '2026-01-01', '2026-01-02', '1 us', '281474976710656 us')$$), 5) AS too_many;

-- NULL in, NULL out
SELECT uuid_secret_create(NULL) IS NULL AND uuid_secret_drop(NULL) IS NULL AND uuid_opaque_nextval(NULL) IS NULL AND uuid_opaque_nextval('none', NULL) IS NULL
	   AND uuid_opaque_nextval('none', cycle => NULL) IS NULL AND uuid_opaque_nextval('none', version => NULL) IS NULL AND uuid_opaque_at('none', NULL) IS NULL AND uuid_opaque_at(NULL, now()) IS NULL
	   AND uuid_opaque_window('none', NULL, now()) IS NULL AND uuid_opaque_window('none', gen_random_uuid(), NULL) IS NULL AND NOT EXISTS (SELECT FROM uuid_opaque_ranges('none', NULL, now())) AS nulls;

-- Errors: the parameters' before the secret's.
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_opaque_nextval('none')$$, $$uuid_opaque_nextval('')$$, $$uuid_opaque_nextval('no "such" %s \ one''s')$$, $$uuid_opaque_nextval(repeat('x', 64))$$, $$uuid_opaque_nextval('ORDERS')$$,
	$$uuid_opaque_at('none', now())$$, $$uuid_opaque_window('none', '00000000-0000-0000-0000-000000000000', now())$$, $$uuid_opaque_ranges('none', '2026-01-01', '2026-01-02')$$, $$uuid_opaque_ranges('none', '2026-01-02', '2026-01-01')$$,
	$$uuid_secret_drop('none')$$, $$uuid_secret_drop('')$$, $$uuid_secret_drop(repeat('x', 64))$$,
	$$uuid_opaque_nextval('none', '0 s')$$, $$uuid_opaque_nextval('none', '1 mon')$$, $$uuid_opaque_nextval('none', '-1 mon 60 days', '60 days')$$, $$uuid_opaque_nextval('none', '1 mon -30 days')$$, $$uuid_opaque_nextval('none', '-1 s')$$, $$uuid_opaque_nextval('none', '106751991 days 04:00:54.775808', '106751991 days 04:00:54.775808')$$,
	$$uuid_opaque_nextval('none', '7 s', '15 s')$$, $$uuid_opaque_nextval('none', '7 s', '0')$$, $$uuid_opaque_nextval('none', '7 s', '-7 s')$$, $$uuid_opaque_nextval('none', '30 days', '1 mon')$$, $$uuid_opaque_nextval('none', '1 us', '281474976710657 us')$$, $$uuid_opaque_nextval('none', '1 hour', '106751991 days 05:00:00')$$,
	$$uuid_opaque_nextval('none', version => 7)$$, $$uuid_opaque_nextval('none', '0 s', '0', 7)$$, $$uuid_opaque_at('none', 'infinity', '0 s')$$, $$uuid_opaque_at('none', now(), '1 s', '1.5 s', 7)$$, $$uuid_opaque_at('none', now(), version => 5)$$,
	$$uuid_opaque_window('none', gen_random_uuid(), '-infinity', '0 s')$$, $$uuid_opaque_window('none', gen_random_uuid(), '294247-01-10 04:00:54.775808+00')$$, $$uuid_opaque_window('none', gen_random_uuid(), now(), '1 s', '1.5 s')$$, $$uuid_opaque_window('none', gen_random_uuid(), now(), '0')$$,
	$$uuid_opaque_ranges('none', '-infinity', now())$$, $$uuid_opaque_ranges('none', now(), 'infinity')$$, $$uuid_opaque_ranges('none', now(), '294247-01-10 04:00:54.775808+00')$$, $$uuid_opaque_ranges('none', now(), now(), '1 s', '1.5 s')$$, $$uuid_opaque_ranges('none', now(), now(), '0 days')$$]) AS call;
-- whatever the collation
SELECT uuid_opaque_nextval('known' COLLATE "POSIX") IS NOT NULL AND uuid_opaque_at('known' COLLATE "POSIX", now()) IS NOT NULL AND uuid_opaque_window('known' COLLATE "POSIX", '00000000-0000-0000-0000-000000000000', now()) IS NOT NULL AS any_collation;

-- A row that is no secret.
INSERT INTO sequential_uuids_secrets VALUES ('short', repeat('x', 31)::bytea), ('long', repeat('x', 33)::bytea), ('empty', ''), ('null', NULL), (NULL, repeat('x', 32)::bytea);
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_opaque_nextval('short')$$, $$uuid_opaque_nextval('long')$$, $$uuid_opaque_at('empty', now())$$, $$uuid_opaque_at('null', now())$$, $$uuid_opaque_window('short', '00000000-0000-0000-0000-000000000000', now())$$, $$uuid_opaque_ranges('null', now(), now())$$, $$uuid_secret_create('null')$$]) AS call;
SELECT uuid_secret_drop(name) FROM sequential_uuids_secrets WHERE name IN ('short', 'long', 'empty', 'null');
DELETE FROM sequential_uuids_secrets WHERE name IS NULL;

-- the chance that two names have the same of 2^48 places can be neglected
CREATE FUNCTION place(secret text) RETURNS bigint
RETURN uuid_block(uuid_opaque_at(secret, '2026-01-01', '1 us', '281474976710656 us'), 281474976710656);
-- names that are nearly the same, in a database of any encoding
INSERT INTO sequential_uuids_secrets SELECT name, sha256(name::bytea) FROM unnest(ARRAY['a', 'b', E'a\303\251', 'a name of 12', 'a name of 13']) AS name;
SELECT count(DISTINCT name) AS names, count(DISTINCT place) AS places, count(DISTINCT name || place) AS pairs
  FROM (SELECT name, place(name) FROM unnest(ARRAY['a', 'b', 'a', E'a\303\251', 'a', 'b', E'a\303\251', 'b', 'a name of 12', 'a name of 13', 'a name of 12']) AS name) AS s;
DELETE FROM sequential_uuids_secrets WHERE name ~ '^[ab]';
-- nothing is written where nothing may be
BEGIN TRANSACTION READ ONLY;
SELECT uuid_opaque_nextval('x') IS NOT NULL AND place('x') IS NOT NULL AS generates;
SELECT error_of($$SELECT uuid_secret_create('y')$$), error_of($$SELECT uuid_secret_drop('x')$$);
COMMIT;

SELECT uuid_secret_drop('x'), uuid_secret_drop(repeat('x', 63));
SELECT name FROM sequential_uuids_secrets ORDER BY name;

-- the bits that are neither prefix nor version nor variant, as in free_bits.sql
SELECT call, bits.* FROM unnest(ARRAY[$$uuid_opaque_nextval('known', '1000 days', '65536000 days')$$, $$uuid_opaque_at('known', '2026-01-01', '1 us', '281474976710656 us', 8)$$]) AS call, bits_of(call, 0) AS bits;

-- nothing stays behind
DROP FUNCTION is_present, place, ranges, ranges_by_hand;
DROP TABLE places;
DROP EXTENSION sequential_uuids_opaque;
SELECT count(*) AS functions FROM pg_proc WHERE proname ~ 'opaque|secret';
RESET TimeZone;
RESET IntervalStyle;
