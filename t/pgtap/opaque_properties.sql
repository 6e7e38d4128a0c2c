-- Opaque keys over the vectors, with secrets of known bytes: those vectors whose time a
-- timestamp can hold, and whose cycle an interval can.
\ir ../lib/quiet.sql
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
CREATE EXTENSION sequential_uuids_opaque;
SELECT plan(8);

CREATE TEMPORARY TABLE vectors (secret text, size bigint, count bigint, counter bigint, cycle bigint, block bigint, cycle_key text, pivot_0 bigint, place bigint, first_uuid uuid);
\copy vectors FROM 't/vectors/opaque.csv' WITH (FORMAT csv, HEADER)

CREATE FUNCTION pg_temp.bits(id uuid) RETURNS bit(128) RETURN ('x' || replace(id::text, '-', ''))::bit(128);
-- In whole microseconds, which the multiplication of intervals is not.
CREATE FUNCTION pg_temp.microseconds(n bigint) RETURNS interval RETURN (n || ' us')::interval;

-- Each secret's name is its number; fixed_bits are those of prefix, version and variant.
INSERT INTO sequential_uuids_secrets SELECT row_number() OVER (), decode(secret, 'hex') FROM (SELECT DISTINCT secret FROM vectors) AS s;
CREATE TEMPORARY TABLE by_time AS
	SELECT s.name, timestamptz 'epoch' + pg_temp.microseconds(counter) AS at, pg_temp.microseconds(size) AS length, pg_temp.microseconds(size * count) AS cycle,
		   count, block, place, first_uuid,
		   ~(pg_temp.bits(uuid_block_lower(0, count)) # pg_temp.bits(uuid_block_upper(0, count))) | ('x' || repeat('0', 12) || 'f000c' || repeat('0', 15))::bit(128) AS fixed_bits
	  FROM vectors AS v JOIN sequential_uuids_secrets AS s ON s.secret = decode(v.secret, 'hex')
	 WHERE counter >= -210866803200000000 AND size::numeric * count <= 9223372036854775807;

SELECT is((SELECT count(*) FROM vectors), 266::bigint, 'all vectors are read');
SELECT is((SELECT count(*) FROM by_time), 209::bigint, 'those of times with a cycle that an interval holds are tested');
SELECT is_empty('SELECT * FROM by_time WHERE uuid_block(uuid_opaque_at(name, at, length, cycle), count) <> place', 'uuid_opaque_at puts each block in its place');
SELECT is_empty('SELECT * FROM (SELECT *, uuid_opaque_at(name, at, length, cycle) AS id, uuid_opaque_at(name, at, length, cycle, 8) AS id_8 FROM by_time ORDER BY random()) AS s
		WHERE pg_temp.bits(id) & fixed_bits <> pg_temp.bits(first_uuid) OR pg_temp.bits(id_8) & fixed_bits <> pg_temp.bits(overlay(first_uuid::text PLACING ''8'' FROM 15)::uuid)',
	'in any order, all bits that are not random are those of the smallest UUID');
SELECT is_empty('SELECT * FROM by_time WHERE uuid_opaque_window(name, first_uuid, at, length, cycle) IS DISTINCT FROM uuid_interval_window(uuid_block_lower(block, count), at, length, cycle)',
	'uuid_opaque_window finds the interval of each');
SELECT is_empty('SELECT * FROM by_time WHERE uuid_opaque_window(name, overlay(uuid_block_upper(place, count)::text PLACING ''8'' FROM 15)::uuid, at, length, cycle) IS DISTINCT FROM uuid_opaque_window(name, first_uuid, at, length, cycle)',
	'from any key of the block');
SELECT is_empty('SELECT * FROM by_time, LATERAL uuid_opaque_ranges(name, at, at + interval ''1 us'', length, cycle) AS r
		WHERE at < ''294247-01-10 04:00:54.775807+00'' AND (lo, hi) IS DISTINCT FROM (uuid_block_lower(place, count), uuid_block_upper(place, count))',
	'uuid_opaque_ranges has all keys of the place and no other');
SELECT is((SELECT count(*) FROM by_time, LATERAL uuid_opaque_ranges(name, at, at + interval '1 us', length, cycle) AS r WHERE at < '294247-01-10 04:00:54.775807+00'),
	(SELECT count(*) FROM by_time WHERE at < '294247-01-10 04:00:54.775807+00'), 'in one row each');

SELECT * FROM finish();
ROLLBACK;
