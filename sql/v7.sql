\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- UUIDv7 (RFC 9562, section 5.7), and the time in UUIDs.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- The RFC's examples (appendices A and B): the time of those that have one.  Another
-- variant has no version, whatever stands in its place.  The ends of each format.
SELECT name, uuid_generated_at(id)
  FROM (VALUES ('v1', uuid 'c232ab00-9414-11ec-b3c8-9f6bdeced846'),
			   ('v3', '5df41881-3aed-3515-88a7-2f4a814cf09e'),
			   ('v4', '919108f7-52d1-4320-9bac-f847db4148a8'),
			   ('v5', '2ed6657d-e927-568b-95e1-2665a8aea6a2'),
			   ('v6', '1ec9414c-232a-6b00-b3c8-9f6bdeced846'),
			   ('v7', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
			   ('v8 by time', '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0'),
			   ('v8 by name', '5c146b14-3c52-8afd-938a-375d0df1fbf6'),
			   ('nil', '00000000-0000-0000-0000-000000000000'),
			   ('max', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
			   ('variant 0', '017f22e2-79b0-7cc3-78c4-dc0c0c07398f'),
			   ('variant 10', '017f22e2-79b0-7cc3-88c4-dc0c0c07398f'),
			   ('variant 10, last', '017f22e2-79b0-7cc3-b8c4-dc0c0c07398f'),
			   ('variant 110', '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f'),
			   ('first v1', '00000000-0000-1000-8000-000000000000'),
			   ('last v1', 'ffffffff-ffff-1fff-8000-000000000000'),
			   ('first v6', '00000000-0000-6000-8000-000000000000'),
			   ('last v6', 'ffffffff-ffff-6fff-8000-000000000000'),
			   ('v7 at the end of a day', '01a2ce8b-d3ff-7000-8000-000000000000'),
			   ('first v7', '00000000-0000-7000-8000-000000000000'),
			   ('last v7', 'ffffffff-ffff-7fff-8000-000000000000')) AS examples (name, id);

-- Version, variant, and the time of the call.  The clock's microseconds are in the 12 bits
-- behind the version: more of them than the values of a loop have milliseconds, if the clock
-- reads any.
SELECT array_agg(DISTINCT substr(id::text, 15, 1)) AS versions,
	   bool_and(uuid_generated_at(id) BETWEEN date_trunc('milliseconds', statement_timestamp())
									   AND clock_timestamp() + interval '10 s') AS in_time,
	   count(DISTINCT substr(id::text, 16, 3)) + 1
	   >= least(100, count(DISTINCT extract(microseconds FROM at)::int % 1000)) AS fraction,
	   count(DISTINCT uuid_v7_at('2026-01-01')) AS of_one_time
  FROM (SELECT uuid_v7_nextval() AS id, clock_timestamp() AS at FROM generate_series(1, 100000) OFFSET 0) AS s;

-- A given time, the RFC's own example among them.  The lower bound is that of the millisecond.
SELECT at, left(uuid_v7_at(at)::text, 18) AS key,
	   uuid_v7_lower(at) AS lower
  FROM unnest('{2022-02-22 19:22:22,
				2022-02-22 19:22:22.000999,
				2022-02-22 19:22:22.001,
				1970-01-01,
				10889-08-02 05:31:50.655999}'::timestamptz[]) AS at;
SELECT bool_and(id >= uuid_v7_lower(at) AND id < uuid_v7_lower(at + interval '1 ms')) AS within,
	   bool_or(id < uuid_v7_lower(at)) AS within_the_one_before
  FROM (SELECT at, uuid_v7_at(at) AS id
		  FROM generate_series(timestamptz '2026-01-01', '2026-01-02', '7 min 0.123456 s') AS at) AS s;
