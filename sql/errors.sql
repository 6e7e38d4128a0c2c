-- Every parameter of every function of 1.1 at, below and above each of its
-- bounds, and NULL.  (Those of 1.0 are in parameters.sql.)
SET TimeZone = 'UTC';
SET statement_timeout = '10s';
\pset format unaligned
CREATE SEQUENCE seq MINVALUE -9223372036854775808;

-- The outcome of each call with each value in the place of %s: NULL (or no
-- rows), a result, or the error.
CREATE FUNCTION outcomes(calls text[], tried text[], OUT call text, OUT outcome text) RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
	template text;
	value text;
	is_null bool;
BEGIN
	FOREACH template IN ARRAY calls LOOP
		FOREACH value IN ARRAY tried LOOP
			call := format(template, value);
			outcome := error_of('SELECT ' || call);
			IF outcome = 'no error' THEN
				EXECUTE format('SELECT (%s) IS NULL', call) INTO is_null;
				outcome := CASE WHEN is_null THEN 'NULL' ELSE 'a result' END;
			END IF;
			RETURN NEXT;
		END LOOP;
	END LOOP;
END $$;

-- sizes
SELECT * FROM outcomes(ARRAY[$$uuid_sequence_nextval('seq', %s, 1, 4)$$, $$uuid_sequence_at(1, %s)$$, $$uuid_sequence_block(1, %s, 1)$$],
	'{-9223372036854775808,-1,0,1,9223372036854775807,"NULL"}');
-- above the largest there is no bigint
SELECT uuid_sequence_at(1, 9223372036854775808::bigint);

-- counts
SELECT * FROM outcomes(ARRAY[$$uuid_sequence_nextval('seq', 1, %s, 4)$$, $$uuid_time_nextval(interval '1 s', %s, 4)$$, $$uuid_sequence_at(1, 1, %s)$$, $$uuid_time_at(now(), '1 s', %s)$$,
		$$uuid_sequence_block(1, 1, %s)$$, $$uuid_time_block(now(), '1 s', %s)$$, $$uuid_block('00000000-0000-0000-0000-000000000000', %s)$$, $$uuid_block_bounds(0, %s)$$,
		$$uuid_time_window('00000000-0000-0000-0000-000000000000', now(), '1 us', %s)$$, $$(SELECT nullif(count(*), 0) FROM uuid_time_ranges(now(), now(), '1 s', %s))$$],
	'{-9223372036854775808,-1,0,1,281474976710656,281474976710657,9223372036854775807,"NULL"}');

-- versions
SELECT * FROM outcomes(ARRAY[$$uuid_sequence_nextval('seq', 1, 1, %s)$$, $$uuid_time_nextval(interval '1 s', 1, %s)$$, $$uuid_sequence_at(1, 1, 1, %s)$$, $$uuid_time_at(now(), '1 s', 1, %s)$$],
	'{-2147483648,-1,0,3,4,5,7,8,9,2147483647,"NULL"}');

-- lengths: with parts that differ in sign, and with months, even ones that
-- cancel out
SELECT * FROM outcomes(ARRAY[$$uuid_time_nextval(%s::interval, 1, 4)$$, $$uuid_time_at(now(), %s)$$, $$uuid_time_block(now(), %s, 1)$$,
		$$uuid_time_window('00000000-0000-0000-0000-000000000000', now(), %s)$$, $$(SELECT nullif(count(*), 0) FROM uuid_time_ranges(now(), now(), %s))$$, $$(SELECT nullif(count(*), 0) FROM uuid_advise(1, %s))$$],
	ARRAY[$$'0'$$, $$'-1 us'$$, $$'1 us'$$, $$'1 day -24:00:00'$$, $$'1 day -23:59:59.999999'$$, $$'-1 day 24:00:00.000001'$$, $$'-1 day 24:00:00'$$,
		$$'106751991 days 04:00:54.775807'$$, $$'106751991 days 04:00:54.775808'$$, $$'106751992 days'$$, $$'2147483647 days'$$, $$'-2147483648 days'$$,
		$$'213503982 days -2562047788:00:54.775807'$$, $$'213503984 days -2562047788:00:54.775807'$$, $$'1 mon'$$, $$'1 year'$$, $$'-1 mon'$$, $$'1 mon -30 days'$$, $$'-1 mon 31 days'$$, $$'1 mon 1 s'$$, 'NULL']);

-- times
SELECT * FROM outcomes(ARRAY[$$uuid_time_at(%s)$$, $$uuid_time_block(%s, '1 s', 1)$$, $$uuid_time_window('00000000-0000-0000-0000-000000000000', %s)$$,
		$$(SELECT nullif(count(*), 0) FROM uuid_time_ranges(%s, '294247-01-10 04:00:54.775807'))$$, $$(SELECT nullif(count(*), 0) FROM uuid_time_ranges('4714-11-24 00:00:00 BC', %s))$$],
	ARRAY[$$'-infinity'$$, $$'4714-11-24 00:00:00 BC'$$, $$'294247-01-10 04:00:54.775807'$$, $$'294247-01-10 04:00:54.775808'$$, $$'294276-12-31 23:59:59.999999'$$, $$'infinity'$$, 'NULL']);

-- a span that ends before it begins
SELECT * FROM outcomes(ARRAY[$$(SELECT nullif(count(*), 0) FROM uuid_time_ranges('2026-01-01', %s))$$], ARRAY[$$'2025-12-31 23:59:59.999999'$$, $$'2026-01-01'$$]);

-- counters: every bigint
SELECT * FROM outcomes(ARRAY['uuid_sequence_at(%s)', 'uuid_sequence_block(%s, 1, 1)'], '{-9223372036854775808,0,9223372036854775807,"NULL"}');

-- blocks
SELECT * FROM outcomes(ARRAY['uuid_block_bounds(%s, 1)', 'uuid_block_bounds(%s, 1000)', 'uuid_block_bounds(%s, 281474976710656)'],
	'{-9223372036854775808,-1,0,1,999,1000,281474976710655,281474976710656,9223372036854775807,"NULL"}');

-- UUIDs: every one
SELECT * FROM outcomes(ARRAY['uuid_block(%s, 65536)', $$uuid_time_window(%s, '2026-01-01')$$],
	ARRAY[$$'00000000-0000-0000-0000-000000000000'$$, $$'ffffffff-ffff-ffff-ffff-ffffffffffff'$$, 'NULL']);

-- advice
SELECT * FROM outcomes(ARRAY['(SELECT nullif(count(*), 0) FROM uuid_advise(%s))'],
	ARRAY[$$'-infinity'$$, '-1', '0', '0.00009999', '0.0001', '1e9', '1000000001', $$'infinity'$$, $$'nan'$$, 'NULL']);
SELECT * FROM outcomes(ARRAY['(SELECT nullif(count(*), 0) FROM uuid_advise(1, total_rows => %s))'], '{-9223372036854775808,-1,0,1,9223372036854775807,"NULL"}');
SELECT * FROM outcomes(ARRAY['(SELECT nullif(count(*), 0) FROM uuid_advise(1, index_memory => %s))'], '{-9223372036854775808,0,8191,8192,9223372036854775807,"NULL"}');

-- UUIDv7: times and nodes
SELECT * FROM outcomes(ARRAY['uuid_v7_at(%s)', $$uuid_v7_bounds(%s, '10889-08-02 05:31:50.655999')$$, $$uuid_v7_bounds('1970-01-01', %s)$$],
	ARRAY[$$'-infinity'$$, $$'1969-12-31 23:59:59.999999'$$, $$'1970-01-01'$$, $$'10889-08-02 05:31:50.655999'$$, $$'10889-08-02 05:31:50.656'$$, $$'294276-12-31 23:59:59.999999'$$, $$'infinity'$$, 'NULL']);
SELECT * FROM outcomes(ARRAY[$$uuid_v7_bounds('2026-01-01', %s)$$], ARRAY[$$'2025-12-31 23:59:59.999999'$$, $$'2026-01-01'$$]);
SELECT * FROM outcomes(ARRAY['uuid_v7_nextval(0, %s)'], '{-2147483648,-1,0,1,16,17,2147483647,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_v7_nextval(%s, 1)', 'uuid_v7_nextval(%s, 16)'], '{-2147483648,-1,0,1,2,65535,65536,2147483647,"NULL"}');
SELECT * FROM outcomes(ARRAY['uuid_version(%s)', 'uuid_timestamp(%s)'], '{"NULL"}');

-- what nextval() refuses is refused with its error
SELECT * FROM outcomes(ARRAY['uuid_sequence_nextval(%s, 1::bigint, 1, 4)'], ARRAY[$$'missing'$$, 'NULL']);

DROP FUNCTION outcomes(text[], text[]);
DROP SEQUENCE seq;
\pset format aligned
RESET statement_timeout;
RESET TimeZone;
