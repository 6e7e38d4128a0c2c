\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, its errors say less; sanitizers: yes; architectures: all; JIT: 10
-- Every parameter of every function of 2.0 at, below and above each of its bounds, and
-- NULL.  (Those of 1.0 are in parameters.sql.)  In the edition in SQL, errors have the
-- SQLSTATE and the parameter alone.
SET TimeZone = 'UTC';
SET IntervalStyle = 'postgres';
-- In the first call of a session, too.
SELECT left(error_of($$SELECT uuid_interval_nextval('1 min', '0')$$), 5) AS no_cycle;

-- The outcome of a call with a value in the place of %s: NULL, a result, or the error, with
-- marks for the value that it shows, and for the hint of a cycle, which is always the same.
CREATE FUNCTION outcome(template text, type regtype, value text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	call CONSTANT text := format(template, coalesce(quote_literal(value) || '::' || type, 'NULL'));
	outcome text := regexp_replace(error_of('SELECT ' || call), ' \| The cycle is .*', ' | Hint');
	is_null bool;
BEGIN
	IF outcome = 'no error' THEN
		EXECUTE format('SELECT (%s) IS NULL', call) INTO is_null;
		RETURN CASE WHEN is_null THEN 'NULL' ELSE 'a result' END;
	END IF;
	EXECUTE format($q$SELECT replace(%L, ': ' || %L::%s || ' | ', ': VALUE | ')$q$, outcome, value, type) INTO outcome;
	RETURN outcome;
END $$;
-- The outcomes of calls with each of some values.  Values and calls that agree share a row.
CREATE FUNCTION outcomes(
	templates text[], type regtype, tried text[], OUT "values" text, OUT calls text, OUT outcome text)
RETURNS SETOF record LANGUAGE sql AS $$
	WITH tests AS MATERIALIZED (
		SELECT coalesce(value, 'NULL') AS value, place, template, number, outcome(template, type, value) AS outcome
		  FROM unnest(tried) WITH ORDINALITY AS v (value, place),
			   unnest(templates) WITH ORDINALITY AS t (template, number)
	), by_value AS (
		SELECT value, place, outcome, min(number) AS first,
			   CASE count(*) WHEN cardinality(templates) THEN 'all ' || count(*)
							 ELSE string_agg(template, ' ' ORDER BY number) END AS calls
		  FROM tests
		 GROUP BY value, place, outcome
	)
	SELECT string_agg(value, ', ' ORDER BY place), calls, outcome
	  FROM by_value
	 GROUP BY calls, outcome
	 ORDER BY min(place), min(first) $$;

CREATE TABLE parameters (number serial, name text, type regtype, calls text[], tried text[]);
INSERT INTO parameters (name, type, calls, tried) VALUES
	('size in values', 'int4',
	 ARRAY['uuid_sequence_at(1, %s, 1)'],
	 '{-2147483648, -1, 0, 1, 2147483647, NULL}'),
	('count of such blocks', 'int4',
	 ARRAY['uuid_sequence_at(1, 1, %s)'],
	 '{-2147483648, -1, 0, 1, 2147483647, NULL}'),
	('count', 'int8',
	 ARRAY[$$uuid_block('00000000-0000-0000-0000-000000000000', %s)$$,
		   'uuid_block_lower(0, %s)',
		   'uuid_block_upper(0, %s)'],
	 '{-9223372036854775808, -1, 0, 1, 281474976710656, 281474976710657, 9223372036854775807, NULL}'),
	('version', 'int4',
	 ARRAY[$$uuid_interval_nextval('1 s', '1 s', %s)$$,
		   $$uuid_interval_at(now(), '1 s', '1 s', %s)$$],
	 '{-2147483648, -1, 0, 3, 4, 5, 7, 8, 9, 2147483647, NULL}'),
	-- Each as the cycle as well: with parts that differ in sign, and with months, even ones that cancel out.
	('length', 'interval',
	 ARRAY['uuid_interval_nextval(%1$s, %1$s)',
		   'uuid_interval_at(now(), %1$s, %1$s)',
		   'uuid_interval_block(now(), %1$s, %1$s)',
		   $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), %1$s, %1$s)$$,
		   $$uuid_interval_between('00000000-0000-0000-0000-000000000000', '2026-01-01', now(), %1$s, %1$s)$$,
		   $$uuid_interval_since('00000000-0000-0000-0000-000000000000', '2026-01-01', %1$s, %1$s)$$,
		   'sequential_uuids_lower(1, now(), now(), %1$s, %1$s)',
		   'sequential_uuids_upper(1, now(), now(), %1$s, %1$s)',
		   'sequential_uuids_lower(2, now(), now(), %1$s, %1$s)',
		   'sequential_uuids_upper(2, now(), now(), %1$s, %1$s)'],
	 '{0, -1 us, 1 us,
	   1 day -24:00:00, 1 day -23:59:59.999999, -1 day 24:00:00.000001, -1 day 24:00:00,
	   106751991 days 04:00:54.775807, 106751991 days 04:00:54.775808, 106751992 days,
	   2147483647 days, -2147483648 days,
	   213503982 days -2562047788:00:54.775807, 213503984 days -2562047788:00:54.775807,
	   1 mon, 1 year, 32 years, 178000000 years, -1 mon, 1 mon -30 days, -1 mon 31 days,
	   1 mon 1 s, 1 mon 11:59:59.999999, 1 mon 12:00:00, 1 year 23:00:00, -3 years 2000 days -23:00:00,
	   NULL}');

-- Cycles of intervals of a day and of a microsecond: no multiple, above 2^48 times it, none at
-- all; the length is checked first.
INSERT INTO parameters (name, type, calls, tried) VALUES
	('cycle of days', 'interval',
	 ARRAY[$$uuid_interval_nextval('1 day', %s)$$,
		   $$uuid_interval_at(now(), '1 day', %s)$$,
		   $$uuid_interval_block(now(), '1 day', %s)$$,
		   $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), '1 day', %s)$$,
		   $$uuid_interval_between('00000000-0000-0000-0000-000000000000', '2026-01-01', now(), '1 day', %s)$$,
		   $$uuid_interval_since('00000000-0000-0000-0000-000000000000', '2026-01-01', '1 day', %s)$$,
		   $$sequential_uuids_lower(1, now(), now(), '1 day', %s)$$,
		   $$sequential_uuids_upper(1, now(), now(), '1 day', %s)$$,
		   $$sequential_uuids_lower(2, now(), now(), '1 day', %s)$$,
		   $$sequential_uuids_upper(2, now(), now(), '1 day', %s)$$],
	 '{0, -1 us, -1 day, 1 us, 12:00:00, 23:59:59.999999, 35:59:59.999999, 36:00:00,
	   1 day, 24:00:00, 1 day 00:00:00.000001, 2 days -00:00:00.000001, 2 days -24:00:00, -2 days 72:00:00,
	   1 day -24:00:00, -2 days 24:00:00, 45 days 12:16:00,
	   106751991 days, 106751991 days 04:00:54.775807, 106751991 days 04:00:54.775808, 106751992 days,
	   2147483647 days, -2147483648 days,
	   1 mon, 1 mon 11:59:59.999999, 1 mon 12:00:00, 11 mons, 1 year, 32 years, 178000000 years,
	   -1 mon, 1 mon -30 days, -1 mon 31 days, 1 mon 1 s, 1 year 23:00:00, -3 years 2000 days -23:00:00,
	   NULL}'),
	('cycle of microseconds', 'interval',
	 ARRAY[$$uuid_interval_nextval('1 us', %s)$$,
		   $$uuid_interval_at(now(), '1 us', %s)$$,
		   $$uuid_interval_block(now(), '1 us', %s)$$,
		   $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), '1 us', %s)$$,
		   $$uuid_interval_between('00000000-0000-0000-0000-000000000000', '2026-01-01', now(), '1 us', %s)$$,
		   $$uuid_interval_since('00000000-0000-0000-0000-000000000000', '2026-01-01', '1 us', %s)$$],
	 '{3257 days 19:29:36.710655, 3257 days 19:29:36.710656, 3257 days 19:29:36.710657,
	   9 years, 106751991 days 04:00:54.775807, 178000000 years}'),
	('cycle of minutes', 'interval',
	 ARRAY[$$uuid_interval_nextval('1 min', %s)$$],
	 '{1 mon 40 s, 2147483647 days, 106751991 days 04:00:54.775807, 178000000 years}'),
	('cycle of the longest', 'interval',
	 ARRAY[$$uuid_interval_nextval('106751991 days 04:00:54.775806', %s)$$],
	 '{1 day, 106751991 days 04:00:54.775807}'),
	('both', 'interval',
	 ARRAY[$$uuid_interval_nextval('0', %s)$$,
		   $$uuid_interval_at(now(), '0', %s)$$,
		   $$uuid_interval_block(now(), '0', %s)$$,
		   $$uuid_interval_window('00000000-0000-0000-0000-000000000000', now(), '0', %s)$$],
	 '{0, 1 day, 1 mon}'),
	('time', 'timestamptz',
	 ARRAY[$$uuid_interval_at(%s, '1 min', '1 day')$$,
		   $$uuid_interval_block(%s, '1 min', '1 day')$$,
		   $$uuid_interval_window('00000000-0000-0000-0000-000000000000', %s, '1 min', '1 day')$$],
	 '{-infinity, 4714-11-24 00:00:00 BC, 294247-01-10 04:00:54.775807, 294247-01-10 04:00:54.775808,
	   294276-12-31 23:59:59.999999, infinity, NULL}'),
	('value of a sequence', 'int8',
	 ARRAY['uuid_sequence_at(%s, 65536, 65536)', 'uuid_sequence_at(%s, 1, 1)'],
	 '{-9223372036854775808, 0, 9223372036854775807, NULL}'),
	('block of 1', 'int8',
	 ARRAY['uuid_block_lower(%s, 1)', 'uuid_block_upper(%s, 1)'],
	 '{-9223372036854775808, -1, 0, 1, 9223372036854775807, NULL}'),
	('block of 65536', 'int8',
	 ARRAY['uuid_block_lower(%s, 65536)', 'uuid_block_upper(%s, 65536)'],
	 '{-1, 0, 65535, 65536, NULL}'),
	('block of 1000', 'int8',
	 ARRAY['uuid_block_lower(%s, 1000)', 'uuid_block_upper(%s, 1000)'],
	 '{-1, 0, 999, 1000, NULL}'),
	('block of 2^48', 'int8',
	 ARRAY['uuid_block_lower(%s, 281474976710656)', 'uuid_block_upper(%s, 281474976710656)'],
	 '{-1, 0, 281474976710655, 281474976710656, 9223372036854775807, NULL}'),
	('UUID', 'uuid',
	 ARRAY['uuid_block(%s, 65536)', $$uuid_interval_window(%s, '2026-01-01', '1 min', '1 day')$$],
	 '{00000000-0000-0000-0000-000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff, NULL}'),
	('time of UUIDv7', 'timestamptz',
	 ARRAY['uuid_v7_at(%s)', 'uuid_v7_lower(%s)'],
	 '{-infinity, 1969-12-31 23:59:59.999999, 1970-01-01, 10889-08-02 05:31:50.655999, 10889-08-02 05:31:50.656,
	   294276-12-31 23:59:59.999999, infinity, NULL}'),
	('any UUID', 'uuid',
	 ARRAY['uuid_generated_at(%s)'],
	 '{NULL}');

-- Which calls with which values, and their outcome.
SELECT wrapped(format('%s, %s: %s', name, o.calls, o.values)) || in_lines(outcome) AS outcomes
  FROM parameters AS p,
	   outcomes(calls, type, tried) WITH ORDINALITY AS o ("values", calls, outcome, n)
 ORDER BY p.number, o.n;
DROP TABLE parameters;
DROP FUNCTION outcomes(text[], regtype, text[]), outcome(text, regtype, text);

-- The error of a cycle proposes one in the session's style of writing intervals.
CREATE FUNCTION proposal(style text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('IntervalStyle', style, true);
	RETURN substring(
		error_of($q$SELECT uuid_interval_nextval('100 ms', '45 days 00:00:00.06')$q$), 'such as (.*)\. \| ');
END $$;
SELECT style, proposal(style) FROM unnest('{postgres,postgres_verbose,sql_standard,iso_8601}'::text[]) AS style;
DROP FUNCTION proposal(text);

-- Infinite ones, which PostgreSQL 17 brought; before, they are no intervals.
SELECT current_setting('server_version_num')::int >= 170000 AS has_infinity \gset
CREATE TABLE refused (call text, parameter text, value text, valid text, proposed text);
\set of_lengths '''between 1 microsecond and 106751991 days 04:00:54.775807'''
\set of_cycles '''whole multiples of "interval_length" (00:01:00), up to 2^48 times it'''
INSERT INTO refused VALUES
	($$('infinity', '1 day')$$, 'interval_length', 'infinity', :of_lengths, '106751991 days 04:00:54.775807'),
	($$('-infinity', '1 day')$$, 'interval_length', '-infinity', :of_lengths, '00:00:00.000001'),
	($$('1 min', 'infinity')$$, 'cycle', 'infinity', :of_cycles, '106751991 days 04:00:00'),
	($$('1 min', '-infinity')$$, 'cycle', '-infinity', :of_cycles, '00:01:00');
SELECT call AS calls_with_another_error
  FROM refused,
	   error_of('SELECT uuid_interval_nextval' || call) AS error,
	   format('22023 | invalid value for parameter "%s": %s | '
			  'Valid values are %s, without months and years, such as %s.',
			  parameter, value, valid, proposed) AS expected
 WHERE CASE WHEN :'has_infinity' THEN NOT starts_with(error, expected) ELSE left(error, 5) <> '22007' END;
DROP TABLE refused;
