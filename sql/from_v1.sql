\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, conversions need C; sanitizers: yes; architectures: all; JIT: 0
-- UUIDv1 as v6 and v7.
SET TimeZone = 'UTC';

-- the RFC's example (appendix A), there and back
SELECT uuid_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846'), uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
-- every bit of the timestamp
WITH ticks AS (
	SELECT tick,
		   (lpad(to_hex(tick & 4294967295), 8, '0') || lpad(to_hex(tick >> 32 & 65535), 4, '0')
			|| '1' || lpad(to_hex(tick >> 48), 3, '0') || '8000000000000000')::uuid AS v1,
		   (overlay(lpad(to_hex(tick), 15, '0') PLACING '6' FROM 13 FOR 0) || '8000000000000000')::uuid AS v6
	  FROM generate_series(0, 59) AS bit, LATERAL (SELECT 1::bigint << bit AS tick) AS t
)
SELECT count(*) AS bits,
	   bool_and(uuid_v1_to_v6(v1) = v6) AS as_defined,
	   bool_and(uuid_v6_to_v1(uuid_v1_to_v6(v1)) = v1) AS lossless,
	   bool_and(uuid_generated_at(uuid_v1_to_v6(v1)) = uuid_generated_at(v1)) AS of_the_same_time
  FROM ticks;

-- v7: the same millisecond, and the hash of the 16 bytes
SET DateStyle = 'ISO';
SELECT id, uuid_generated_at(id),
	E'\n    ' || uuid_v1_to_v7(id) AS v7, uuid_generated_at(uuid_v1_to_v7(id)) AS its_time,
	   right(replace(uuid_v1_to_v7(id)::text, '-', ''), 15) = left(encode(sha256(uuid_send(id)), 'hex'), 15) AS hashed
  FROM unnest('{c232ab00-9414-11ec-b3c8-9f6bdeced846,
				c232ab01-9414-11ec-b3c8-9f6bdeced846,
				c232d20f-9414-11ec-b3c8-9f6bdeced846,
				c232d210-9414-11ec-b3c8-9f6bdeced846}'::uuid[]) AS id;
-- the order is kept exactly, over all ticks of two milliseconds
CREATE TABLE ticks AS
SELECT tick, uuid_v6_to_v1((left(hex, 12) || '6' || right(hex, 3) || 'b3c89f6bdeced846')::uuid) AS v1
  FROM generate_series(0, 19999) AS tick,
	   lpad(to_hex(x'1ec9414c232ab00'::bigint + tick), 15, '0') AS hex;
WITH converted AS (
	SELECT tick, uuid_v1_to_v7(v1) AS v7, ('x' || replace(uuid_v1_to_v7(v1)::text, '-', ''))::bit(128) AS bits
	  FROM ticks
)
SELECT count(*) AS ticks, count(DISTINCT v7) AS distinct_v7, bool_and(ascending) AS ascending,
	   -- 12 bits behind the version, and two behind the variant
	   bool_and((bits << 52)::bit(12)::int * 4 + (bits << 66)::bit(2)::int = tick % 10000 * 16384 / 10000) AS fraction
  FROM (SELECT *, v7 > lag(v7, 1, '00000000-0000-0000-0000-000000000000') OVER (ORDER BY tick) AS ascending
		  FROM converted) AS s;
DROP TABLE ticks;
-- the first and the last v1 that v7 holds
SELECT uuid_v1_to_v7('13814000-1dd2-11b2-8000-000000000000') AS of_first,
	   uuid_v1_to_v7('ffffffff-ffff-1fff-bfff-ffffffffffff') AS of_last;

-- errors: another version, another variant, before 1970
SELECT call || in_lines(error_of('SELECT ' || call)) AS refused
  FROM unnest(ARRAY[
		$$uuid_v1_to_v6('1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$,
		$$uuid_v1_to_v6('c232ab00-9414-11ec-73c8-9f6bdeced846')$$,
		$$uuid_v1_to_v6('00000000-0000-0000-0000-000000000000')$$,
		$$uuid_v6_to_v1('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$,
		$$uuid_v6_to_v1('ffffffff-ffff-ffff-ffff-ffffffffffff')$$,
		$$uuid_v1_to_v7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')$$,
		$$uuid_v1_to_v7('13813fff-1dd2-11b2-8000-000000000000')$$,
		$$uuid_v1_to_v7('00000000-0000-1000-8000-000000000000')$$]) AS call;
-- examples/from_uuidv1.sql: a partial index finds what is left to convert, and the primary key the row of an old key
-- or of its new one.
CREATE TABLE customers (id uuid PRIMARY KEY);
INSERT INTO customers
SELECT uuid_v6_to_v1(overlay(uuid_v7_at(at)::text PLACING '6' FROM 15 FOR 1)::uuid)
  FROM generate_series(timestamptz '2026-01-01 00:00:01', '2026-01-01 00:01:40', '1 s') AS at
UNION ALL
SELECT uuid_v7_at(at) FROM generate_series(timestamptz '2026-01-01 00:00:01', '2026-01-01 05:31:40', '1 s') AS at;
CREATE INDEX customers_v1 ON customers (id) WHERE substr(id::text, 15, 1) = '1';
VACUUM ANALYZE customers;
PREPARE of_either(uuid) AS
SELECT id FROM customers
 WHERE id IN ($1, CASE substr($1::text, 15, 1) WHEN '1' THEN uuid_v1_to_v7($1) END)
   FOR KEY SHARE;
SELECT name, scans(query)
  FROM (VALUES ('left', $$SELECT id FROM customers WHERE substr(id::text, 15, 1) = '1' LIMIT 1000$$),
			   ('count', $$SELECT count(*) FROM customers WHERE substr(id::text, 15, 1) = '1'$$),
			   ('old or new', $$EXECUTE of_either('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$)) AS q (name, query);
SET plan_cache_mode = force_generic_plan;
SELECT scans($$EXECUTE of_either('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$) ~ 'customers_pkey' AS generic_by_key;
RESET plan_cache_mode;
DEALLOCATE of_either;
DROP TABLE customers;
SELECT uuid_v1_to_v6(NULL) IS NULL AND uuid_v6_to_v1(NULL) IS NULL AND uuid_v1_to_v7(NULL) IS NULL AS null_in_null_out;
