\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- UUIDv7 shifted in time: the keys have the time of the clock plus the shift, added in the session's time zone, to the
-- last bit; and uuidv7() of PostgreSQL 18 gives the same, or the same error.
SET DateStyle = 'ISO';
SET IntervalStyle = 'postgres';

-- In WebAssembly the clock has milliseconds alone, which keys that have to ascend run ahead of, and uuidv7() of
-- PostgreSQL 18 reads one rounded down.
SELECT CASE WHEN bool_and(extract(microseconds FROM clock_timestamp())::int % 1000 = 0) THEN '1 ms' ELSE '0' END
	   AS clock_step
  FROM generate_series(1, 100) \gset
SET sequential_uuids.clock_step = :'clock_step';
-- Whether a key has the time of its call, shifted, or else the error.  The clock may pass the end of a month or of
-- summer time between the readings, and what is later then comes first.
CREATE FUNCTION outcome(call text, shift interval) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	key uuid;
	before timestamptz := clock_timestamp();
	after timestamptz;
	step CONSTANT interval := current_setting('sequential_uuids.clock_step');
BEGIN
	EXECUTE format('SELECT %s(%L)', call, shift) INTO key;
	after := clock_timestamp();
	RETURN left(key::text, 18) BETWEEN left(uuid_v7_at(least(before + shift, after + shift) - step)::text, 18)
		AND left(uuid_v7_at(greatest(before + shift, after + shift) + interval '1 us' + step)::text, 18);
EXCEPTION WHEN OTHERS THEN
	RETURN concat_ws(' ', SQLSTATE, substring(SQLERRM, '^(timestamp|interval) out of range'));
END $$;
CREATE TABLE shifts (n serial, shift interval);
INSERT INTO shifts (shift)
SELECT shift::interval
  FROM unnest('{0, 1 us, -1 us, 124 us, -999 us, 1 ms, 1 s, -1 hour, 1 day, 24 hours, -1 day, 183 days, 1 mon, 6 mons,
				-6 mons, 1 mon -31 days, 11 mons 30 days 23:59:59.999999, -50 years, 8000 years, -100 years, 8870 years,
				292220 years, 300000 years, -7000 years, 178000000 years, -178000000 years, 2147483647 days,
				-2147483648 days}'::text[]) AS shift;
CREATE TABLE zones (zone text);
INSERT INTO zones VALUES ('UTC'), ('America/New_York'), ('Europe/Dublin'), ('Australia/Lord_Howe'), ('Asia/Kathmandu'),
	('Pacific/Kiritimati');
CREATE TABLE outcomes AS
SELECT zone, n, shift, outcome('uuid_v7_nextval', shift)
  FROM zones, set_config('TimeZone', zone, false) AS is_set, shifts
 WHERE is_set = zone;
SELECT shift, string_agg(DISTINCT outcome, ' or ') AS "in time" FROM outcomes GROUP BY n, shift ORDER BY n;

-- PostgreSQL's own function, where there is one, and infinite shifts from 17 on.
CREATE FUNCTION differs(shift interval) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF to_regprocedure('pg_catalog.uuidv7(interval)') IS NULL THEN
		RETURN false;
	END IF;
	-- For infinite shifts, it has another text.
	RETURN left(outcome('pg_catalog.uuidv7', shift), 5) <> left(outcome('uuid_v7_nextval', shift), 5);
END $$;
SELECT zone, shift
  FROM zones, set_config('TimeZone', zone, false) AS is_set, shifts
 WHERE is_set = zone AND differs(shift);
SELECT current_setting('server_version_num')::int >= 170000 AS has_infinity \gset
\if :has_infinity
SELECT shift
  FROM unnest('{infinity, -infinity}'::interval[]) AS shift
 WHERE outcome('uuid_v7_nextval', shift) NOT LIKE '22008%' OR differs(shift);
\else
SELECT shift FROM unnest('{infinity}'::text[]) AS shift
 WHERE error_of(format('SELECT uuid_v7_nextval(%L)', shift)) NOT LIKE '22007 %';
\endif

-- The ends of what a key can hold.
SET TimeZone = 'UTC';
SELECT left(uuid_v7_nextval(timestamptz '1970-01-01' + :'clock_step' - clock_timestamp())::text, 10) AS first,
	   left(uuid_v7_nextval('10889-08-02 05:31:49' - clock_timestamp())::text, 10) AS last;

SELECT uuid_v7_nextval(NULL) IS NULL AS null_in_null_out,
	   uuid_v7_nextval(shift => '1 s') > uuid_v7_nextval() AS by_name;
-- Each free bit takes both values.
SELECT bits.* FROM bits_of($$uuid_v7_nextval('1 month')$$, 64) AS bits;

DROP FUNCTION outcome(text, interval), differs(interval);
DROP TABLE shifts, zones, outcomes;
