-- Every parameter of every function of 2.0 at, below and above each of its
-- bounds, and NULL.  (Those of 1.0 are in parameters.sql.)
SET TimeZone = 'UTC';
SET IntervalStyle = 'postgres';
SET statement_timeout = '10s';
\pset format unaligned
CREATE SEQUENCE seq MINVALUE -9223372036854775808;
-- in the first call of a session, too
SELECT left(error_of($$SELECT uuid_interval_nextval(cycle => '0')$$), 5) AS no_cycle;

-- The outcome of each call with each value in the place of %s: NULL (or no
-- rows), a result, or the error, with a mark for the hint of a cycle, which is
-- always the same.  Calls that agree share a row; of those that do not, each row
-- names its own.
CREATE FUNCTION outcomes(templates text[], tried text[], OUT value text, OUT calls text, OUT outcome text) RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
	template text; is_null bool; call text;
	names text[]; texts text[];
BEGIN
	FOREACH value IN ARRAY tried LOOP
		names := '{}'; texts := '{}';
		FOREACH template IN ARRAY templates LOOP
			call := format(template, value);
			outcome := regexp_replace(error_of('SELECT ' || call), ' \| The cycle is .*', ' | Hint');
			IF outcome = 'no error' THEN
				EXECUTE format('SELECT (%s) IS NULL', call) INTO is_null;
				outcome := CASE WHEN is_null THEN 'NULL' ELSE 'a result' END;
			END IF;
			names := names || template; texts := texts || outcome;
		END LOOP;
		FOR calls, outcome IN
			SELECT CASE WHEN count(*) = cardinality(templates) THEN 'all ' || count(*) ELSE string_agg(name, ' ' ORDER BY place) END, text
			  FROM unnest(names, texts) WITH ORDINALITY AS o (name, text, place) GROUP BY text ORDER BY min(place)
		LOOP
			RETURN NEXT;
		END LOOP;
	END LOOP;
END $$;

-- sizes
SELECT * FROM outcomes(ARRAY[$$uuid_serial_nextval('seq', %s)$$, $$uuid_serial_at(1, %s)$$, $$uuid_serial_block(1, %s)$$],
	'{-9223372036854775808,-1,0,1,9223372036854775807,"NULL"}');
-- above the largest there is no bigint
SELECT uuid_serial_at(1, 9223372036854775808::bigint);

-- counts
SELECT * FROM outcomes(ARRAY[$$uuid_serial_nextval('seq', 1, %s)$$, $$uuid_serial_at(1, 1, %s)$$, $$uuid_serial_block(1, 1, %s)$$,
		$$uuid_block('00000000-0000-0000-0000-000000000000', %s)$$, $$uuid_block_lower(0, %s)$$, $$uuid_block_upper(0, %s)$$],
	'{-9223372036854775808,-1,0,1,281474976710656,281474976710657,9223372036854775807,"NULL"}');

-- versions
SELECT * FROM outcomes(ARRAY[$$uuid_serial_nextval('seq', 1, 1, %s)$$, $$uuid_serial_at(1, 1, 1, %s)$$, $$uuid_interval_nextval('1 s', '1 s', %s)$$, $$uuid_interval_at(now(), '1 s', '1 s', %s)$$],
	'{-2147483648,-1,0,3,4,5,7,8,9,2147483647,"NULL"}');

-- lengths, each as the cycle as well: with parts that differ in sign, and with
-- months, even ones that cancel out
SELECT * FROM outcomes(ARRAY['uuid_interval_nextval(%1$s, %1$s)', 'uuid_interval_at(now(), %1$s, %1$s)', 'uuid_interval_block(now(), %1$s, %1$s)', $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), %1$s, %1$s)$$,
		$$uuid_interval_between('00000000-0000-0000-0000-000000000000', '2026-01-01', now(), %1$s, %1$s)$$, $$uuid_interval_since('00000000-0000-0000-0000-000000000000', '2026-01-01', %1$s, %1$s)$$,
		'sequential_uuids_lower(1, now(), now(), %1$s, %1$s)', 'sequential_uuids_upper(1, now(), now(), %1$s, %1$s)',
		'sequential_uuids_lower(2, now(), now(), %1$s, %1$s)', 'sequential_uuids_upper(2, now(), now(), %1$s, %1$s)'],
	ARRAY[$$'0'$$, $$'-1 us'$$, $$'1 us'$$, $$'1 day -24:00:00'$$, $$'1 day -23:59:59.999999'$$, $$'-1 day 24:00:00.000001'$$, $$'-1 day 24:00:00'$$,
		$$'106751991 days 04:00:54.775807'$$, $$'106751991 days 04:00:54.775808'$$, $$'106751992 days'$$, $$'2147483647 days'$$, $$'-2147483648 days'$$,
		$$'213503982 days -2562047788:00:54.775807'$$, $$'213503984 days -2562047788:00:54.775807'$$, $$'1 mon'$$, $$'1 year'$$, $$'32 years'$$, $$'178000000 years'$$, $$'-1 mon'$$, $$'1 mon -30 days'$$, $$'-1 mon 31 days'$$, $$'1 mon 1 s'$$, $$'1 year 23:00:00'$$, $$'-3 years 2000 days -23:00:00'$$, 'NULL']);

-- cycles, of intervals of a day and of a microsecond: no multiple, above 2^48
-- times it, none at all, with parts that differ in sign, with months
SELECT * FROM outcomes(ARRAY[$$uuid_interval_nextval('1 day', %s)$$, $$uuid_interval_at(now(), '1 day', %s)$$, $$uuid_interval_block(now(), '1 day', %s)$$, $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), '1 day', %s)$$,
		$$uuid_interval_between('00000000-0000-0000-0000-000000000000', '2026-01-01', now(), '1 day', %s)$$, $$uuid_interval_since('00000000-0000-0000-0000-000000000000', '2026-01-01', '1 day', %s)$$,
		$$sequential_uuids_lower(1, now(), now(), '1 day', %s)$$, $$sequential_uuids_upper(1, now(), now(), '1 day', %s)$$,
		$$sequential_uuids_lower(2, now(), now(), '1 day', %s)$$, $$sequential_uuids_upper(2, now(), now(), '1 day', %s)$$],
	ARRAY[$$'0'$$, $$'-1 us'$$, $$'-1 day'$$, $$'1 us'$$, $$'12:00:00'$$, $$'23:59:59.999999'$$, $$'1 day'$$, $$'24:00:00'$$, $$'1 day 00:00:00.000001'$$, $$'2 days -00:00:00.000001'$$, $$'2 days -24:00:00'$$, $$'-2 days 72:00:00'$$, $$'1 day -24:00:00'$$, $$'-2 days 24:00:00'$$, $$'45 days 12:16:00'$$,
		$$'106751991 days'$$, $$'106751991 days 04:00:54.775807'$$, $$'106751991 days 04:00:54.775808'$$, $$'106751992 days'$$, $$'2147483647 days'$$, $$'-2147483648 days'$$,
		$$'1 mon'$$, $$'11 mons'$$, $$'1 year'$$, $$'32 years'$$, $$'178000000 years'$$, $$'-1 mon'$$, $$'1 mon -30 days'$$, $$'-1 mon 31 days'$$, $$'1 mon 1 s'$$, $$'1 year 23:00:00'$$, $$'-3 years 2000 days -23:00:00'$$, 'NULL']);
SELECT * FROM outcomes(ARRAY[$$uuid_interval_nextval('1 us', %s)$$, $$uuid_interval_at(now(), '1 us', %s)$$, $$uuid_interval_block(now(), '1 us', %s)$$, $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), '1 us', %s)$$,
		$$uuid_interval_between('00000000-0000-0000-0000-000000000000', '2026-01-01', now(), '1 us', %s)$$, $$uuid_interval_since('00000000-0000-0000-0000-000000000000', '2026-01-01', '1 us', %s)$$],
	ARRAY[$$'3257 days 19:29:36.710655'$$, $$'3257 days 19:29:36.710656'$$, $$'3257 days 19:29:36.710657'$$, $$'9 years'$$, $$'106751991 days 04:00:54.775807'$$, $$'178000000 years'$$]);
-- the default cycle is no multiple of each length
SELECT * FROM outcomes(ARRAY['uuid_interval_nextval(%s)', 'uuid_interval_at(now(), %s)', 'uuid_interval_block(now(), %s)'],
	ARRAY[$$'1 ms'$$, $$'1 min'$$, $$'1 h'$$, $$'1 day'$$, $$'45 days 12:16:00'$$, $$'50 days'$$]);
-- the length is checked first
SELECT * FROM outcomes(ARRAY[$$uuid_interval_nextval('0', %s)$$, $$uuid_interval_at(now(), '0', %s)$$, $$uuid_interval_block(now(), '0', %s)$$, $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), '0', %s)$$], ARRAY[$$'0'$$, $$'1 day'$$, $$'1 mon'$$]);

-- times
SELECT * FROM outcomes(ARRAY['uuid_interval_at(%s)', 'uuid_interval_block(%s)', $$uuid_interval_window('00000000-0000-0000-0000-000000000000', %s)$$],
	ARRAY[$$'-infinity'$$, $$'4714-11-24 00:00:00 BC'$$, $$'294247-01-10 04:00:54.775807'$$, $$'294247-01-10 04:00:54.775808'$$, $$'294276-12-31 23:59:59.999999'$$, $$'infinity'$$, 'NULL']);

-- values of a sequence: every bigint
SELECT * FROM outcomes(ARRAY['uuid_serial_at(%s)', 'uuid_serial_block(%s)', 'uuid_serial_block(%s, 1, 1)'], '{-9223372036854775808,0,9223372036854775807,"NULL"}');

-- blocks
SELECT * FROM outcomes(ARRAY['uuid_block_lower(%s, 1)', 'uuid_block_upper(%s, 1)'], '{-9223372036854775808,-1,0,1,9223372036854775807,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_block_lower(%s)', 'uuid_block_upper(%s)', 'uuid_block_lower(%s, 65536)', 'uuid_block_upper(%s, 65536)'], '{-1,0,65535,65536,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_block_lower(%s, 1000)', 'uuid_block_upper(%s, 1000)'], '{-1,0,999,1000,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_block_lower(%s, 281474976710656)', 'uuid_block_upper(%s, 281474976710656)'], '{-1,0,281474976710655,281474976710656,9223372036854775807,"NULL"}');

-- UUIDs: every one
SELECT * FROM outcomes(ARRAY['uuid_block(%s)', $$uuid_interval_window(%s, '2026-01-01')$$],
	ARRAY[$$'00000000-0000-0000-0000-000000000000'$$, $$'ffffffff-ffff-ffff-ffff-ffffffffffff'$$, 'NULL']);

-- UUIDv7: times and nodes
SELECT * FROM outcomes(ARRAY['uuid_v7_at(%s)', 'uuid_v7_lower(%s)', 'uuid_v7_upper(%s)'],
	ARRAY[$$'-infinity'$$, $$'1969-12-31 23:59:59.999999'$$, $$'1970-01-01'$$, $$'10889-08-02 05:31:50.655999'$$, $$'10889-08-02 05:31:50.656'$$, $$'294276-12-31 23:59:59.999999'$$, $$'infinity'$$, 'NULL']);
SELECT * FROM outcomes(ARRAY['uuid_v7_nextval(0, %s)'], '{-2147483648,-1,0,1,16,17,2147483647,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_v7_nextval(%s, 1)'], '{-2147483648,-1,0,1,2,2147483647,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_v7_nextval(%s, 16)'], '{-1,0,65535,65536,2147483647,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_version(%s)', 'uuid_timestamp(%s)'], '{"NULL"}');

-- what nextval() refuses is refused with its error
SELECT * FROM outcomes(ARRAY['uuid_serial_nextval(%s)'], ARRAY[$$'missing'$$, 'NULL']);

DROP FUNCTION outcomes(text[], text[]);
DROP SEQUENCE seq;
\pset format aligned
RESET statement_timeout;
RESET IntervalStyle;
RESET TimeZone;
