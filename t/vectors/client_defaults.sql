-- Prints client_defaults.tsv, the vectors for clients that read a column default: the interval and the cycle in
-- milliseconds, the version, and the default as PostgreSQL prints it, under each IntervalStyle, pretty or not, and with
-- or without a schema.  Defaults that clients must refuse have "-" in place of numbers.
--
--     psql --no-psqlrc --file=t/vectors/client_defaults.sql >t/vectors/client_defaults.tsv
--
-- A superuser runs it in a database without the extension, and it leaves nothing there.  t/028_client_vectors.pl
-- compares what it prints with the file.
\set QUIET on
\set ON_ERROR_STOP on
\pset tuples_only on
\pset format unaligned
\pset fieldsep '\t'
SET client_min_messages = warning;
BEGIN;
CREATE EXTENSION sequential_uuids SCHEMA public;

CREATE TEMPORARY TABLE cases (
    number      int GENERATED ALWAYS AS IDENTITY,
    interval_ms bigint,
    cycle_ms    bigint,
    version     int,
    expression  text NOT NULL,
    type        text NOT NULL DEFAULT 'uuid'
);
INSERT INTO cases (interval_ms, cycle_ms, version, expression) VALUES
    -- Both ways to write arguments.
    (300000, 4924800000, 4, $$uuid_interval_nextval('5 min', '57 days')$$),
    (300000, 4924800000, 8, $$uuid_interval_nextval('5 min', '57 days', 8)$$),
    (300000, 4924800000, 4, $$uuid_interval_nextval('5 min', '57 days', version => 4)$$),
    (300000, 4924800000, 8, $$uuid_interval_nextval('5 min', cycle => '57 days', version => 8)$$),
    (300000, 4924800000, 8, $$uuid_interval_nextval(version => 8, cycle => '57 days', interval_length => '5 min')$$),
    (300000, 4924800000, 4, $$uuid_interval_nextval(cycle => '57 days', interval_length => '5 min')$$),
    -- Lengths that have each unit, or lack it.
    (60000, 3932160000, 4, $$uuid_interval_nextval('1 min', '45 days 12:16:00')$$),
    (60000, 3932160000, 4, $$uuid_interval_nextval('1 min', '1092:16:00')$$),
    (1, 1, 4, $$uuid_interval_nextval('1 ms', '1 ms')$$),
    (250, 86400000, 4, $$uuid_interval_nextval('0.25 s', '1 day')$$),
    (1500, 86401500, 4, $$uuid_interval_nextval('1.5 s', '1 day 1.5 s')$$),
    (1000, 2000, 4, $$uuid_interval_nextval('1 s', '2 s')$$),
    (61000, 122000, 4, $$uuid_interval_nextval('1 min 1 s', '2 min 2 s')$$),
    (3600000, 7200000, 4, $$uuid_interval_nextval('1 hour', '2 hours')$$),
    (5400000, 353889000000, 4, $$uuid_interval_nextval('1:30', '98302:30')$$),
    (86400000, 172800000, 4, $$uuid_interval_nextval('1 day', '2 days')$$),
    (90061000, 90061000, 4, $$uuid_interval_nextval('1 day 1:01:01', '1 day 1:01:01')$$),
    (93784567, 2719752443, 4, $$uuid_interval_nextval('1 day 02:03:04.567', '29 days 59:29:12.443')$$),
    (5, 1407374883553280, 4, $$uuid_interval_nextval('5 ms', '16289061 days 3:39:13.28')$$),
    (9007199254740991, 9007199254740991, 4,
        $$uuid_interval_nextval('104249991 days 08:59:00.991', '104249991 days 08:59:00.991')$$),
    -- Seconds, with what is left out.
    (60000, 3932160000, 4, $$uuid_time_nextval()$$),
    (1000, 65536000, 4, $$uuid_time_nextval(1)$$),
    (300000, 4924800000, 4, $$uuid_time_nextval(300, 16416)$$),
    (60000, 984960000, 4, $$uuid_time_nextval(interval_count => 16416)$$),
    (7000, 700000, 4, $$uuid_time_nextval(interval_count => 100, interval_length => 7)$$),
    (2147483647000, 2147483647000, 4, $$uuid_time_nextval(2147483647, 1)$$);
CREATE FUNCTION pg_temp.plain_default(seconds int8, count text) RETURNS text LANGUAGE sql RETURN format(
    'encode(substr(int8send(floor(date_part(''epoch'', clock_timestamp()))::bigint / %s %% ''%s''), 7) '
    '|| substr(uuid_send(gen_random_uuid()), 3), ''hex'')::uuid', seconds, count);
INSERT INTO cases (interval_ms, cycle_ms, version, expression)
SELECT seconds * 1000, seconds * 1000 * count, 4, pg_temp.plain_default(seconds, count::text)
  FROM (VALUES (150::bigint, 32832), (1, 32769), (3600, 65536)) AS v (seconds, count);
-- Columns of another type.
INSERT INTO cases (interval_ms, cycle_ms, version, expression, type)
SELECT interval_ms, cycle_ms, version, format(form, expression), v.type
  FROM cases, (VALUES ('(%s)::text', 'text'), ('replace((%s)::text, ''-'', '''')', 'text'), ('%s', 'varchar(36)'))
              AS v (form, type)
 WHERE number IN (1, 2, (SELECT min(number) FROM cases WHERE expression ~ 'time_nextval\(300'),
                  (SELECT min(number) FROM cases WHERE expression ~ '150'));

-- What must be refused: other keys, other forms, and what is out of range for clients.
CREATE SEQUENCE pg_temp.numbers;
INSERT INTO cases (expression) VALUES
    ('gen_random_uuid()'),
    ('uuid_v7_nextval()'),
    ($$uuid_v7_nextval('1 day')$$),
    ('uuid_v7_nextval(5, 4)'),
    ($$uuid_sequence_nextval('numbers', 60, 65536)$$),
    ($$uuid_opaque_nextval('orders', '5 min', '57 days')$$),
    ($$uuid_interval_at(clock_timestamp(), '5 min', '57 days')$$),
    ($$'8129bd15-5f0c-4a9a-9d89-960dec2cfbfd'$$),
    ($$COALESCE(NULL, uuid_interval_nextval('5 min', '57 days'))$$),
    ($$uuid_interval_nextval(make_interval(mins => 5), '57 days')$$),
    ($$uuid_interval_nextval(interval '5' minute, interval(0) '57 days')$$),
    ($$uuid_interval_nextval('5 min', '57 days', 8::smallint)$$),
    ($$uuid_interval_nextval('1 day -00:05', '57 days')$$),
    ($$uuid_interval_nextval('5 min', '57 days', NULL)$$),
    ($$uuid_interval_nextval('5 min', '57 days', 7)$$),
    ($$uuid_interval_nextval('1 mon', '1 mon')$$),
    ($$uuid_interval_nextval('1 year 1 mon 1 day 1 s', '1 year 1 mon 1 day 1 s')$$),
    ($$uuid_interval_nextval('0', '1 day')$$),
    ($$uuid_interval_nextval('-5 min', '57 days')$$),
    ($$uuid_interval_nextval('5 min', '57 days 1 min')$$),
    ($$uuid_interval_nextval('1500 us', '3 ms')$$),
    ($$uuid_interval_nextval('1 s', '2147483647 days')$$),
    ($$uuid_interval_nextval('1 s', '2562047788:00:54.775807')$$),
    ('uuid_time_nextval(0)'),
    ('uuid_time_nextval(-1, 65536)'),
    ('uuid_time_nextval(60, NULL)'),
    (pg_temp.plain_default(150, '256')),
    (pg_temp.plain_default(150, '65537')),
    (pg_temp.plain_default(0, '32832')),
    (replace(pg_temp.plain_default(150, '32832'), '150 % ''32832''', '(150 % ''32832'')'));
INSERT INTO cases (expression, type) VALUES
    ($$upper(uuid_interval_nextval('5 min', '57 days')::text)$$, 'text'),
    ($$uuid_interval_nextval('5 min', '57 days')::text || uuid_time_nextval(60, 65536)::text$$, 'text'),
    ($$replace(uuid_interval_nextval('5 min', '57 days')::text, '-', '_')$$, 'text'),
    ($$left(uuid_interval_nextval('5 min', '57 days')::text, 8)$$, 'text'),
    ($$uuid_send(uuid_interval_nextval('5 min', '57 days'))$$, 'bytea');

-- Each default generates the keys that its line says.
CREATE FUNCTION pg_temp.create_tables() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c cases;
    id text;
BEGIN
    FOR c IN SELECT * FROM cases ORDER BY number LOOP
        EXECUTE format('CREATE TEMPORARY TABLE case_%s (number int, id %s DEFAULT %s)', c.number, c.type, c.expression);
        CONTINUE WHEN c.version IS NULL;
        EXECUTE format('INSERT INTO case_%s VALUES (1) RETURNING id', c.number) INTO id;
        ASSERT uuid_interval_between(id::uuid, now(), clock_timestamp() + interval '1 ms',
                                     c.interval_ms * interval '1 ms', c.cycle_ms * interval '1 ms')
               AND substr(id::uuid::text, 15, 1) = c.version::text, c.expression;
    END LOOP;
    -- Clients know each generator, if only to refuse it.
    ASSERT NOT EXISTS (
        SELECT FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace AND proname ~ '_nextval$' AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_attrdef'::regclass AND refobjid = p.oid));
END $$;
SELECT pg_temp.create_tables() \gset

CREATE TEMPORARY TABLE printed (number int, style text, pretty bool, path text, expression text);
CREATE FUNCTION pg_temp.print_all(path text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    style text;
BEGIN
    PERFORM set_config('search_path', path, true);
    FOREACH style IN ARRAY '{postgres,postgres_verbose,sql_standard,iso_8601}'::text[] LOOP
        PERFORM set_config('intervalstyle', style, true);
        INSERT INTO pg_temp.printed
        SELECT c.number, style, pretty, path, pg_get_expr(d.adbin, d.adrelid, pretty)
          FROM pg_temp.cases AS c, unnest('{f,t}'::bool[]) AS pretty, pg_attrdef AS d
         WHERE d.adrelid = to_regclass('pg_temp.case_' || c.number)
           AND (path = 'public' OR c.number IN (1, 2) OR c.expression ~ 'time_nextval\(300');
    END LOOP;
END $$;
SELECT pg_temp.print_all('public'), pg_temp.print_all('') \gset
CREATE SCHEMA "Our ""keys"" (1), 2";
ALTER EXTENSION sequential_uuids SET SCHEMA "Our ""keys"" (1), 2";
SELECT pg_temp.print_all('') \gset
CREATE SCHEMA "9.é => '::text";
ALTER EXTENSION sequential_uuids SET SCHEMA "9.é => '::text";
SELECT pg_temp.print_all('') \gset
CREATE SCHEMA _v2_5;
ALTER EXTENSION sequential_uuids SET SCHEMA _v2_5;
SELECT pg_temp.print_all('') \gset
SELECT COALESCE(c.interval_ms::text, '-'), COALESCE(c.cycle_ms::text, '-'), COALESCE(c.version::text, '-'), p.expression
  FROM printed AS p JOIN cases AS c USING (number)
 GROUP BY c.number, c.interval_ms, c.cycle_ms, c.version, p.expression
 ORDER BY c.number, p.expression COLLATE "C";

-- What no server prints, though it is close to what they do: all clients refuse the same.
SELECT '-', '-', '-', replace('uuid_interval_nextval(''%''::interval, ''57 days''::interval)', '%', length)
  FROM unnest('{5 min,00:05,0:5:00,00:05:0,00:05:00.,00:05:00.0000001,5,"5 ","1  day","1 day ",1 day 0 day,1d,
                @ 5mins,@ 5 minss,@  5 mins,@ 5 mins 1 day,@ 5 MINS,@5 mins,1D,PT5m,P5M,PT5M1H,P1DT5,p1d,
                ٥ days,00000000001 days}'::text[]) AS length
UNION ALL
SELECT '-', '-', '-', unnest(ARRAY[' uuid_time_nextval()', 'UUID_TIME_NEXTVAL()', 'uuid_time_nextval',
    '(uuid_time_nextval())', '3public.uuid_time_nextval()', 'Public.uuid_time_nextval()',
    '"public.uuid_time_nextval()', 'public..uuid_time_nextval()', 'a.b.uuid_time_nextval()',
    'uuid_time_nextval(60,65536)', 'uuid_time_nextval(60, )', 'uuid_time_nextval(60, 65536, 4)',
    'uuid_time_nextval(00000000060)', 'uuid_time_nextval(٦)', 'uuid_time_nextval(60 => 60)',
    'uuid_time_nextval(interval_length => 60, interval_length => 60)', 'uuid_time_nextval(60, interval_length => 60)',
    'uuid_time_nextval(version => 4)', 'uuid_time_nextval()::TEXT',
    $$uuid_interval_nextval(version 8, interval_length => '00:05:00'::interval, cycle => '57 days'::interval)$$,
    $$uuid_interval_nextval('00:05:00'::interval, '57 days'::interval, '8'::integer)$$]);
ROLLBACK;
