-- runs: every; majors: all; edition in SQL: yes
-- ULIDs of examples/ulid.sql: the example of the specification (https://github.com/ulid/spec), bounds, order, errors.
\ir ../lib/own_schema.sql
SELECT plan(14);
\ir ../../examples/ulid.sql

SELECT is(uuid_of_ulid(ulid), id, 'the uuid of ' || ulid)
  FROM (VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid),
			   ('00000000000000000000000000', '00000000-0000-0000-0000-000000000000'),
			   ('7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ffffffff-ffff-ffff-ffff-ffffffffffff')) AS v (ulid, id);
SELECT is(uuid_of_ulid('01arz3ndektsv4rrffq69g5fav'), uuid_of_ulid('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
	'digits of either case');
SELECT is_empty('SELECT id FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 1000)) AS k
	WHERE uuid_of_ulid(ulid_of_uuid(id)) <> id OR length(ulid_of_uuid(id)) <> 26', 'there and back');
SELECT is_empty('SELECT FROM (SELECT id, lag(id) OVER (ORDER BY ulid_of_uuid(id) COLLATE "C") AS before
		FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 1000)) AS k) AS o WHERE before > id',
	'both are in the same order');
SELECT is(uuid_v7_since(uuid_of_ulid(ulid_of_uuid(uuid_v7_nextval())), now() - interval '1 min'), true,
	'conditions of UUIDv7 find it');
SELECT ok(NOT uuid_v7_since(uuid_of_ulid('01ARZ3NDEKTSV4RRFFQ69G5FAV'), '2016-07-31'), 'but not one of 2016');
SELECT throws_ok(format('SELECT uuid_of_ulid(%L)', ulid), '22P02', format('invalid ULID: "%s"', ulid), error)
  FROM (VALUES ('8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'more than 128 bits'), ('01ARZ3NDEKTSV4RRFFQ69G5FAU', 'no digit U'),
			   ('01ARZ3NDEKTSV4RRFFQ69G5FA', 'too few digits'), ('01ARZ3NDEKTSV4RRFFQ69G5FAVV', 'too many'),
			   ('', 'no digits'), ('01ARZ3NDEKT' || CASE current_setting('server_encoding')
					WHEN 'UTF8' THEN chr(383) ELSE '!' END || 'V4RRFFQ69G5FAV', 'a letter whose capital is S')) AS v (ulid, error);

SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
