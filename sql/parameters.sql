\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, its errors say less; sanitizers: yes; architectures: all; JIT: 0
-- The first call of a session is checked as each other one, and does not go by what a session begins with.
SELECT left(error_of($$SELECT uuid_interval_at(now(), '0', '1 microsecond')$$), 5) AS no_length,
	   left(error_of($$SELECT uuid_interval_at(now(), '2 microseconds', '1 microsecond')$$), 5) AS too_long;
SELECT count(DISTINCT uuid_interval_at('2026-01-01', '1 microsecond', '1 microsecond')
	   < '80000000-0000-0000-0000-000000000000') AS halves
  FROM generate_series(1, 100);
\c -
SELECT bool_and((id >= '80000000-0000-0000-0000-000000000000') = (n % 2 = 1)) AS in_halves
  FROM generate_series(1, 100) AS n,
	   LATERAL uuid_interval_at(timestamptz '2026-01-01' + n * interval '1 microsecond',
			'1 microsecond', '2 microseconds') AS id;

-- Every int parameter from 1 to 2147483647 works; every other value is refused.
CREATE SEQUENCE seq;

-- Counts above 2^24 and above 2^30, and the largest of all; t/pgtap/arithmetic.sql has their blocks.
SELECT count(uuid_time_nextval(60, p)) AS count,
	   count(uuid_time_nextval(p, 65536)) AS length,
	   count(uuid_time_nextval(p, p)) AS both_of_time,
	   count(uuid_sequence_nextval('seq', 65536, p)) AS block_count,
	   count(uuid_sequence_nextval('seq', p, 65536)) AS block_size,
	   count(uuid_sequence_nextval('seq', p, p)) AS both_of_sequence
  FROM unnest('{1, 2, 3, 255, 256, 257, 65535, 65536, 65537, 16777215, 16777216, 16777217,
				1073741823, 1073741824, 1073741825, 2147483646, 2147483647}'::int[]) AS p,
	   generate_series(1, 100);

-- Zero, negative and the smallest int; above the largest there is no int.  A refused call
-- uses up no value of the sequence.
SELECT setval('seq', 1, false) \gset ignored_
SELECT call || ': ' || string_agg(p, ', ' ORDER BY n) || in_lines(error) AS refused
  FROM unnest(ARRAY['uuid_sequence_nextval(''seq'', %s)',
					'uuid_sequence_nextval(''seq'', 1, %s)',
					'uuid_time_nextval(%s)',
					'uuid_time_nextval(1, %s)']) AS call,
	   unnest('{0,-1,-2147483648,2147483648::int}'::text[]) WITH ORDINALITY AS values (p, n),
	   replace(error_of('SELECT ' || format(call, p)), ': ' || p || ' |', ': VALUE |') AS error
 GROUP BY call, error
 ORDER BY call COLLATE "C", error COLLATE "C";
-- NULL in, NULL out, and no value used up either.
SELECT uuid_sequence_nextval(NULL) IS NULL
	   AND uuid_sequence_nextval('seq', NULL) IS NULL
	   AND uuid_sequence_nextval('seq', 1, NULL) IS NULL AS sequence,
	   uuid_time_nextval(NULL) IS NULL AND uuid_time_nextval(60, NULL) IS NULL AS time;
SELECT nextval('seq') AS none_is_used_up;

DROP SEQUENCE seq;

-- What a program reads.  A catalog row that stays in use would be a warning here.
CREATE TEMPORARY TABLE of_default (id uuid DEFAULT uuid_interval_nextval('5 min', '60 days'));
SELECT * FROM uuid_key_parameters('of_default', 'id');
DROP TABLE of_default;
