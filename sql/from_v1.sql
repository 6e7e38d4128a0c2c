\set ECHO errors
\pset format unaligned
\pset footer off
-- UUIDv1 as v6 and v7.
SET TimeZone = 'UTC';

-- the RFC's example (appendix A), there and back
SELECT uuid_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846'), uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
-- every bit of the timestamp
SELECT count(*) AS bits, bool_and(uuid_v6_to_v1(uuid_v1_to_v6(id)) = id AND uuid_timestamp(uuid_v1_to_v6(id)) = uuid_timestamp(id)) AS lossless,
	   bool_and(uuid_v1_to_v6(id) = (overlay(lpad(to_hex(1::bigint << bit), 15, '0') PLACING '6' FROM 13 FOR 0) || '8000000000000000')::uuid) AS as_defined
  FROM generate_series(0, 59) AS bit,
	   LATERAL (SELECT (lpad(to_hex((1::bigint << bit) & 4294967295), 8, '0') || lpad(to_hex((1::bigint << bit) >> 32 & 65535), 4, '0') || '1' || lpad(to_hex((1::bigint << bit) >> 48), 3, '0') || '8000000000000000')::uuid AS id) AS v;

-- v7: the same millisecond, and the hash of the 16 bytes
SELECT id, uuid_timestamp(id), uuid_v1_to_v7(id), uuid_timestamp(uuid_v1_to_v7(id)) AS as_v7,
	   right(replace(uuid_v1_to_v7(id)::text, '-', ''), 15) = left(encode(sha256(uuid_send(id)), 'hex'), 15) AS hashed
  FROM unnest('{c232ab00-9414-11ec-b3c8-9f6bdeced846,c232ab01-9414-11ec-b3c8-9f6bdeced846,c232d20f-9414-11ec-b3c8-9f6bdeced846,c232d210-9414-11ec-b3c8-9f6bdeced846}'::uuid[]) AS id;
-- the order is kept exactly, over all ticks of two milliseconds
CREATE TABLE ticks AS
	SELECT tick, uuid_v6_to_v1((left(hex, 12) || '6' || right(hex, 3) || 'b3c89f6bdeced846')::uuid) AS id
	  FROM generate_series(0, 19999) AS tick, LATERAL (SELECT lpad(to_hex(x'1ec9414c232ab00'::bigint + tick), 15, '0') AS hex) AS h;
SELECT count(*), count(DISTINCT uuid_v1_to_v7(id)), bool_and(ascending) AS ascending, bool_and(fraction = tick % 10000 * 16384 / 10000) AS fraction
  FROM (SELECT tick, id, uuid_v1_to_v7(id) > lag(uuid_v1_to_v7(id), 1, '00000000-0000-0000-0000-000000000000') OVER (ORDER BY tick) AS ascending,
			   (('x' || replace(uuid_v1_to_v7(id)::text, '-', ''))::bit(128) << 52)::bit(12)::int * 4 + (('x' || replace(uuid_v1_to_v7(id)::text, '-', ''))::bit(128) << 66)::bit(2)::int AS fraction
		  FROM ticks) AS s;
DROP TABLE ticks;
-- the first and the last v1 that v7 holds
SELECT uuid_v1_to_v7('13814000-1dd2-11b2-8000-000000000000'), uuid_v1_to_v7('ffffffff-ffff-1fff-bfff-ffffffffffff');

-- errors: another version, another variant, before 1970
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_v1_to_v6('1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$, $$uuid_v1_to_v6('c232ab00-9414-11ec-73c8-9f6bdeced846')$$, $$uuid_v1_to_v6('00000000-0000-0000-0000-000000000000')$$,
	$$uuid_v6_to_v1('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$, $$uuid_v6_to_v1('ffffffff-ffff-ffff-ffff-ffffffffffff')$$,
	$$uuid_v1_to_v7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')$$, $$uuid_v1_to_v7('13813fff-1dd2-11b2-8000-000000000000')$$, $$uuid_v1_to_v7('00000000-0000-1000-8000-000000000000')$$]) AS call;
SELECT uuid_v1_to_v6(NULL) IS NULL AND uuid_v6_to_v1(NULL) IS NULL AND uuid_v1_to_v7(NULL) IS NULL AS null_in_null_out;
