-- Hostile use: a role without any privilege calls every function with all values at
-- the bounds of types and parameters, and with CALLS random ones (from the environment;
-- 100000 by default).  Objects with the names of PostgreSQL's own lie in wait when the
-- extensions are created and used.  A sequence that the role may not read stays
-- unknown.  SEED in the environment, a whole number, repeats the random values of a run.
\ir ../lib/random_tests.sql
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
SELECT plan(25);
SELECT diag('SEED=' || :'seed');
SELECT setseed((:seed % 1000000007) / 1000000007.0);

CREATE ROLE regress_uuids_stranger;
CREATE SCHEMA regress_hostile;
GRANT USAGE ON SCHEMA regress_hostile TO regress_uuids_stranger;
SET LOCAL search_path = regress_hostile, public;
CREATE SEQUENCE allowed MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807 CYCLE;
GRANT USAGE ON SEQUENCE allowed TO regress_uuids_stranger;
CREATE SEQUENCE secret;
SELECT setval('secret', 4711) \gset ignored_
CREATE TABLE no_sequence ();

-- What is tried for each type: at, below and above each bound of any parameter.
CREATE TABLE bounds AS
SELECT type, value FROM (VALUES
	('int8', '{-9223372036854775808,-9223372036854775807,-1,0,1,2,3,65535,65536,2147483648,281474976710655,281474976710656,281474976710657,9223372036854775806,9223372036854775807}'::text[]),
	('int4', '{-2147483648,-1,0,1,2,3,4,5,7,8,15,16,17,23,24,8160,8161,65535,65536,2147483646,2147483647}'),
	('bool', '{false,true}'),
	('text', ARRAY['known', '', ' ', '%s', '\x00', 'a "quoted" ''name''', repeat('x', 63), repeat('x', 64), repeat('é', 31) || 'x', repeat('é', 32), repeat('x', 10000)]),
	('float8', '{-infinity,-1,-0,0,5e-324,0.00009999,0.0001,1,1.0000000000000002,1000000000,1000000001,1.7976931348623157e308,infinity,nan}'),
	('interval', '{0,-1 us,1 us,999 us,1 ms,60 s,10000000000 s,10000000000.000001 s,45 days,106751991 days 04:00:54.775807,106751991 days 04:00:54.775808,2147483647 days,-2147483648 days,213503982 days -2562047788:00:54.775807,1 mon,1 mon -30 days,178000000 years}'),
	('timestamptz', '{-infinity,4714-11-24 00:00:00+00 BC,1582-10-14 23:59:59.999999+00,1969-12-31 23:59:59.999999+00,1970-01-01 00:00:00+00,2026-01-01 00:00:00+00,10889-08-02 05:31:50.655999+00,10889-08-02 05:31:50.656+00,294247-01-10 04:00:54.775807+00,294247-01-10 04:00:54.775808+00,294276-12-31 23:59:59.999999+00,infinity}'),
	('uuid', '{00000000-0000-0000-0000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff,00000000-0000-1000-8000-000000000000,ffffffff-ffff-1fff-bfff-ffffffffffff,00000000-0000-6000-8000-000000000000,ffffffff-ffff-6fff-bfff-ffffffffffff,ffffffff-ffff-7fff-bfff-ffffffffffff,01234567-89ab-4def-8123-456789abcdef}'),
	('regclass', ARRAY['0', '1', '4294967295', 'allowed'::regclass::oid::text, 'secret'::regclass::oid::text, 'no_sequence'::regclass::oid::text])
) AS v (type, list), unnest(list) AS value
UNION ALL SELECT unnest('{int8,int4,bool,float8,text,interval,timestamptz,uuid,regclass}'::text[]), NULL;

CREATE FUNCTION random_sign() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT CASE WHEN random() < 0.1 THEN -1 ELSE 1 END';
-- A random value of a type, of any magnitude; one of those above at times.
CREATE FUNCTION random_value(wanted text) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN random() < 0.3 THEN (SELECT value FROM bounds WHERE type = wanted ORDER BY random() LIMIT 1)
		ELSE CASE wanted
			WHEN 'int8' THEN (random_sign() * floor((2::numeric ^ (random() * 63)::numeric) * 0.999999999))::text
			WHEN 'int4' THEN (random_sign() * floor((2::numeric ^ (random() * 31)::numeric) * 0.999999999))::text
			WHEN 'float8' THEN (random_sign() * exp(random() * 60 - 30))::text
			WHEN 'interval' THEN make_interval(days => (random_sign() * exp(random() * 21))::int, secs => random_sign() * exp(random() * 28))::text
			WHEN 'timestamptz' THEN (timestamptz 'epoch' + make_interval(secs => random_sign() * exp(random() * 25)))::text
			WHEN 'uuid' THEN overlay(md5(random()::text) PLACING (1 + random() * 7)::int::text FROM 13)::uuid::text
			ELSE (SELECT value FROM bounds WHERE type = wanted ORDER BY random() LIMIT 1)
		END END $$;

-- The functions that SQL can call, each with its parameters' names and types.
CREATE TABLE functions AS
SELECT proname, proretset, proargnames AS names,
	coalesce((SELECT array_agg(typname::text ORDER BY place) FROM unnest(proargtypes) WITH ORDINALITY AS a (t, place) JOIN pg_type ON pg_type.oid = t), '{}') AS types
  FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid JOIN pg_extension AS e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
 WHERE extname = 'sequential_uuids' AND deptype = 'e'
   AND proname LIKE 'uuid\_%' AND prorettype <> 'internal'::regtype;
-- The edition in SQL has no earlier version.
SELECT EXISTS (SELECT FROM pg_available_extension_versions WHERE name = 'sequential_uuids' AND version = '1.0') AS has_update \gset

-- Random arguments; a cycle is mostly a multiple of the interval before it.
CREATE FUNCTION random_arguments(f functions) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
	arguments text[] := '{}';
BEGIN
	FOR place IN 1..cardinality(f.types) LOOP
		IF f.names[place] = 'cycle' AND f.types[place - 1] = 'interval' AND random() < 0.8 THEN
			arguments[place] := floor(least(greatest(-1, extract(epoch FROM arguments[place - 1]::interval) * 1000000 * floor(2::numeric ^ (random() * 49)::numeric)), 9223372036854775807)) || ' us';
		ELSE
			arguments[place] := random_value(f.types[place]);
		END IF;
	END LOOP;
	RETURN arguments;
END $$;

-- Calls as SQL: all combinations of bounds, for functions with many parameters
-- those of each pair of them, the rest being ordinary.
CREATE FUNCTION call_of(f functions, arguments text[]) RETURNS text RETURN format(
	CASE WHEN f.proretset THEN 'SELECT * FROM public.%I(%s)' ELSE 'SELECT public.%I(%s)' END, f.proname,
	(SELECT string_agg(format('%L::pg_catalog.%I', arguments[place], f.types[place]), ', ' ORDER BY place) FROM generate_series(1, cardinality(f.types)) AS place));
CREATE TABLE calls (proname name, call text, random bool);
DO $$
DECLARE
	f functions;
	usual text[];
BEGIN
	FOR f IN SELECT * FROM functions LOOP
		usual := (SELECT array_agg(CASE type WHEN 'int8' THEN '65536' WHEN 'int4' THEN CASE f.names[place] WHEN 'row_bytes' THEN '100' ELSE '4' END WHEN 'bool' THEN 'false' WHEN 'float8' THEN CASE f.names[place] WHEN 'left_behind' THEN '0.5' ELSE '100' END WHEN 'text' THEN 'known' WHEN 'interval' THEN CASE f.names[place] WHEN 'cycle' THEN '45 days' ELSE '60 s' END
			WHEN 'timestamptz' THEN CASE f.names[place] WHEN 'to_time' THEN '2026-01-01 00:05:00+00' ELSE '2026-01-01 00:00:00+00' END WHEN 'uuid' THEN '01234567-89ab-4def-8123-456789abcdef' ELSE 'allowed'::regclass::oid::text END ORDER BY place)
			FROM unnest(f.types) WITH ORDINALITY AS a (type, place));
		INSERT INTO calls SELECT f.proname, call_of(f, usual), false;
		INSERT INTO calls
		SELECT DISTINCT f.proname, call_of(f, (SELECT array_agg(CASE place WHEN i THEN b.value WHEN j THEN c.value ELSE usual[place] END ORDER BY place) FROM generate_series(1, cardinality(f.types)) AS place)), false
		  FROM generate_series(1, cardinality(f.types)) AS i, generate_series(i, cardinality(f.types)) AS j, bounds AS b, bounds AS c
		 WHERE b.type = f.types[i] AND c.type = f.types[j] AND (i < j OR b.value IS NOT DISTINCT FROM c.value);
	END LOOP;
END $$;
INSERT INTO calls
SELECT f.proname, call_of(f, random_arguments(f)), true
  FROM generate_series(1, :calls) AS i CROSS JOIN LATERAL (SELECT * FROM functions OFFSET i % (SELECT count(*) FROM functions) LIMIT 1) AS f;

-- What came out of each, and how long it took.
CREATE FUNCTION try_calls() RETURNS TABLE (proname name, call text, random bool, outcome text, milliseconds float8) LANGUAGE plpgsql AS $$
DECLARE
	begun timestamptz;
BEGIN
	FOR proname, call, random IN SELECT c.proname, c.call, c.random FROM calls AS c LOOP
		begun := clock_timestamp();
		BEGIN
			EXECUTE call;
			outcome := 'a result';
		EXCEPTION WHEN OTHERS THEN
			outcome := SQLSTATE;
		END;
		milliseconds := 1000 * extract(epoch FROM clock_timestamp() - begun);
		RETURN NEXT;
	END LOOP;
END $$;
GRANT SELECT ON calls TO regress_uuids_stranger;
SET LOCAL ROLE regress_uuids_stranger;
CREATE TEMPORARY TABLE outcomes AS SELECT * FROM try_calls();
RESET ROLE;
SELECT diag(format('%s: %s calls at bounds, %s random', outcome, count(*) FILTER (WHERE NOT random), count(*) FILTER (WHERE random))) FROM outcomes GROUP BY outcome ORDER BY outcome;
SELECT diag(format('the longest took %s ms: %s', round(milliseconds::numeric, 1), call)) FROM outcomes ORDER BY milliseconds DESC LIMIT 1;
SELECT is((SELECT count(*) FROM outcomes WHERE random), (SELECT count(*) FROM calls WHERE random), 'random calls');
SELECT cmp_ok((SELECT count(*) FROM outcomes WHERE NOT random), '>', 10000::bigint, 'calls with each pair of bounds');
-- The errors of parameters and of times that each function may raise, as a whole.
CREATE TABLE allowed_errors AS
SELECT proname, CASE
	WHEN proname ~ '^uuid_(v7_between|v7_since|present|version|timestamp)' THEN '{}'
	WHEN proname IN ('uuid_v7_at', 'uuid_v7_lower', 'uuid_v7_upper') THEN '{22008}'
	WHEN proname IN ('uuid_interval_at', 'uuid_interval_block', 'uuid_interval_window', 'uuid_v1_to_v7') THEN '{22023,22008}'
	ELSE '{22023}' END::text[] AS errors
  FROM functions WHERE proname NOT IN ('uuid_sequence_nextval', 'uuid_serial_nextval');
SELECT is_empty($$SELECT * FROM outcomes JOIN allowed_errors USING (proname) WHERE outcome <> 'a result' AND outcome <> ALL (errors)$$,
	'a result or an error that the function may raise, never another');
SELECT set_eq($$SELECT DISTINCT proname, outcome FROM outcomes JOIN allowed_errors USING (proname) WHERE outcome <> 'a result'$$,
	'SELECT proname, unnest(errors) FROM allowed_errors', 'and each of them was provoked');
-- An OID that is no relation is XX000, as for nextval().
SELECT is_empty(format($$SELECT * FROM outcomes WHERE proname IN ('uuid_sequence_nextval', 'uuid_serial_nextval') AND outcome <> CASE
		WHEN outcome = '22023' THEN '22023'
		WHEN call LIKE '%%NULL%%' THEN 'a result'
		WHEN call LIKE '%%(''%s''::pg_catalog.regclass%%' THEN '42501'
		WHEN call LIKE '%%(''%s''::pg_catalog.regclass%%' THEN '42809'
		WHEN call ~ '\(''(0|1|4294967295)''::' THEN 'XX000'
		ELSE 'a result' END$$, 'secret'::regclass::oid, 'no_sequence'::regclass::oid),
	'or that of nextval() for what is no sequence, or not for this role');
SELECT cmp_ok((SELECT max(milliseconds) FROM outcomes), '<', 10000::float8, 'none takes long, even under valgrind');
SELECT is((SELECT concat_ws(' ', last_value, is_called) FROM secret), '4711 t', 'the sequence that it may not use stands where it stood');

-- Whatever the state of that sequence is, the role gets one and the same error.
CREATE FUNCTION errors_of(calls text[], names text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	call text; name text; detail text; hint text;
BEGIN
	FOREACH call IN ARRAY calls LOOP
		FOREACH name IN ARRAY names LOOP
			BEGIN
				EXECUTE 'SELECT ' || format(call, name);
				RETURN NEXT 'no error';
			EXCEPTION WHEN OTHERS THEN
				GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
				RETURN NEXT concat_ws(' ', SQLSTATE, replace(SQLERRM, format('"%s"', name), 'NAME'), nullif(detail, ''), nullif(hint, ''));
			END;
		END LOOP;
	END LOOP;
END $$;
CREATE TEMPORARY TABLE errors (error text);
GRANT INSERT ON errors TO regress_uuids_stranger;
CREATE PROCEDURE try_as_stranger(statement text, calls text[], names text[]) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	SET LOCAL ROLE regress_uuids_stranger;
	INSERT INTO errors SELECT errors_of(calls, names);
	RESET ROLE;
END $$;
\set of_sequence '''{"nextval(%L)","uuid_sequence_nextval(%L)","uuid_sequence_nextval(%L, 1)","uuid_serial_nextval(%L)","uuid_serial_nextval(%L, 1, 1, 4)"}'', ''{secret}'''
CALL try_as_stranger('SELECT', :of_sequence);
CALL try_as_stranger('ALTER SEQUENCE secret MAXVALUE 4711', :of_sequence);
CALL try_as_stranger('ALTER SEQUENCE secret MAXVALUE 9000 RESTART 1', :of_sequence);
SELECT results_eq('SELECT DISTINCT error FROM errors', $$VALUES ('42501 permission denied for sequence secret')$$,
	'the sequence in use, exhausted or never used: the error is the same, and that of nextval()');

-- Twins of PostgreSQL's operators, functions and types, and operators for pairs of
-- types that it has none for, in the schema of the extensions, which comes first on
-- the search_path: a call of one raises an error.
DROP EXTENSION sequential_uuids CASCADE;
\if :has_update
\else
CREATE EXTENSION sequential_uuids SCHEMA regress_hostile;
\endif
SET LOCAL search_path = pg_catalog;
SET LOCAL check_function_bodies = off;
CREATE TEMPORARY TABLE traps AS
WITH types AS (SELECT oid FROM pg_type WHERE typtype IN ('b', 'r')), pairs AS (SELECT unnest('{oid,regclass,regprocedure,regtype,regrole,regnamespace,name,text,int2,int4,int8,float8,numeric,bool,uuid,bytea,interval,timestamptz,tstzrange,"\"char\""}'::regtype[])), body AS (SELECT 'LANGUAGE plpgsql AS ''BEGIN RAISE ''''a trap''''; END''' AS body)
SELECT format('CREATE FUNCTION regress_hostile.%I(%s) RETURNS %s %s', proname, array_to_string(proargtypes::regtype[], ','), prorettype::regtype, body) AS statement
  FROM pg_proc, body
 WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND NOT proretset AND prorettype IN (TABLE types) AND proargtypes::oid[] <@ ARRAY(TABLE types)
UNION ALL
SELECT format('CREATE FUNCTION regress_hostile.operator_%s(%s) RETURNS %s %s; CREATE OPERATOR regress_hostile.%s (%s RIGHTARG = %s, FUNCTION = regress_hostile.operator_%1$s)',
		oid, concat_ws(',', nullif(oprleft, 0)::regtype, oprright::regtype), oprresult::regtype, body, oprname, 'LEFTARG = ' || nullif(oprleft, 0)::regtype || ',', oprright::regtype)
  FROM pg_operator, body
 WHERE oprnamespace = 'pg_catalog'::regnamespace AND (oprleft = 0 OR oprleft IN (TABLE types)) AND oprright IN (TABLE types) AND oprresult IN (TABLE types)
UNION ALL
SELECT format('CREATE FUNCTION regress_hostile.pair(%1$s, %2$s) RETURNS bool %3$s', l::regtype, r::regtype, body)
	|| string_agg(format('; CREATE OPERATOR regress_hostile.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = regress_hostile.pair)', o, l::regtype, r::regtype), '')
  FROM body, pairs AS l (l), pairs AS r (r), unnest('{=,<>,<,<=,>,>=,||,+,-,*,/,%,~,&&,<@,@>}'::text[]) AS o
 WHERE NOT EXISTS (SELECT FROM pg_operator WHERE oprname = o AND oprleft = l AND oprright = r)
 GROUP BY l, r, body
UNION ALL
SELECT format('CREATE DOMAIN regress_hostile.%I AS pg_catalog.text', typname)
  FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r') AND typcategory <> 'A';
DO $$
DECLARE
	trap record;
BEGIN
	FOR trap IN SELECT statement FROM traps LOOP
		EXECUTE trap.statement;
	END LOOP;
END $$;
CREATE FUNCTION public.among_traps(statement text) RETURNS text LANGUAGE plpgsql SET search_path = regress_hostile, pg_catalog AS $$
BEGIN
	EXECUTE statement;
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN
	RETURN SQLERRM;
END $$;
SET LOCAL search_path = public;
SELECT diag(count(*) || ' traps') FROM traps;
SELECT is(among_traps(statement), 'a trap', 'a trap works: ' || statement)
  FROM unnest(ARRAY['SELECT 1 + 1', 'SELECT gen_random_uuid()', 'SELECT pg_catalog.now() < pg_catalog.now()', 'SELECT 1::oid = ''pg_class''::regclass']) AS statement;
SELECT is(among_traps('SELECT ''no uuid''::uuid'), 'done', 'a trap works: the type uuid');
\if :has_update
SELECT is(among_traps(statement), 'done', statement || ' calls none')
  FROM unnest('{"CREATE EXTENSION sequential_uuids SCHEMA regress_hostile VERSION ''1.0''","ALTER EXTENSION sequential_uuids UPDATE"}'::text[]) AS statement;
\else
-- The script that creates the edition in SQL also updates it.
SELECT isnt(among_traps('ALTER EXTENSION sequential_uuids UPDATE TO next'), error, 'the edition in SQL calls none, and uses none')
  FROM unnest('{a trap,done}'::text[]) AS error;
\endif
SELECT is((SELECT string_agg(DISTINCT format_type(t, NULL), ', ' ORDER BY format_type(t, NULL))
		FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid, unnest(coalesce(proallargtypes, proargtypes) || prorettype) AS t
	   WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sequential_uuids') AND proname ~ '^uuid_(?!opaque)' AND prorettype <> 'internal'::regtype),
	'bigint, boolean, integer, interval, regclass, timestamp with time zone, tstzrange, uuid', 'its types are PostgreSQL''s');
SELECT is((SELECT string_agg(DISTINCT among_traps(replace(call, 'public.', 'regress_hostile.')), ', ') FROM outcomes WHERE outcome = 'a result' AND NOT random),
	'done', 'nor do its functions');

-- Advice binds what it calls when it is created: not among traps that fit better, and what is planted later is too late.
-- These are twins of its functions, each with another type for one parameter.
CREATE TABLE regress_advised (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
SELECT matches(among_traps('CREATE EXTENSION sequential_uuids_advice SCHEMA regress_hostile'), 'would use|does not exist',
	'advice refuses to be created among traps, and calls none');
CREATE SCHEMA regress_advice;
CREATE EXTENSION sequential_uuids_advice SCHEMA regress_advice;
SELECT DISTINCT format('CREATE FUNCTION regress_advice.%I(%s) RETURNS SETOF record LANGUAGE plpgsql AS '
		'''BEGIN RAISE ''''a trap''''; END''', proname,
		(SELECT string_agg(CASE WHEN n = replaced THEN other ELSE t::regtype::text END, ', ' ORDER BY n)
		   FROM unnest(proargtypes) WITH ORDINALITY AS types (t, n)))
  FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid
  JOIN pg_extension AS x ON refclassid = 'pg_extension'::regclass AND refobjid = x.oid,
	   unnest('{text,name,int2,int4,int8,float4,float8,numeric,interval,json,jsonb}'::text[]) AS other,
	   generate_series(1, pronargs) AS replaced
 WHERE extname = 'sequential_uuids_advice' AND proargtypes[replaced - 1] <> other::regtype
\gexec
SELECT is(among_traps(statement), 'done', statement || ' calls none')
  FROM unnest(ARRAY['SELECT regress_advice.uuid_index_report()', 'SELECT regress_advice.uuid_advise(''100''::pg_catalog.float8)',
	$$SELECT regress_advice.uuid_advise('100'::pg_catalog.float8, kept => '30 days', goal => 'reveals least', index_memory => '8 GB')$$])
	AS statement;
SELECT is((SELECT count(*) FROM regress_advice.uuid_index_report()
			WHERE "table" = 'public.regress_advised' AND reason !~ 'trap'), 1::bigint, 'nor does the report on a table');
SELECT is(among_traps('DROP EXTENSION sequential_uuids CASCADE'), 'done', 'nor does its removal');

-- Functions of a stranger with the names and parameters of the extension's own
-- are not taken over, whichever script comes upon them.
GRANT CREATE ON SCHEMA regress_hostile TO regress_uuids_stranger;
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_hostile.uuid_time_nextval(pg_catalog.int4, pg_catalog.int4) RETURNS pg_catalog.uuid LANGUAGE sql AS 'SELECT NULL::pg_catalog.uuid';
RESET ROLE;
SELECT throws_ok('CREATE EXTENSION sequential_uuids SCHEMA regress_hostile', '42723', NULL,
	'a function that lies in wait under a name of ours stops the creation');
DROP FUNCTION regress_hostile.uuid_time_nextval(pg_catalog.int4, pg_catalog.int4);
\if :has_update
CREATE EXTENSION sequential_uuids SCHEMA regress_hostile VERSION '1.0';
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_hostile.uuid_v7_nextval() RETURNS pg_catalog.uuid LANGUAGE sql AS 'SELECT NULL::pg_catalog.uuid';
RESET ROLE;
SELECT throws_ok('ALTER EXTENSION sequential_uuids UPDATE', '42723', NULL, 'and an update');
\else
-- Nor such that would take its arguments without a cast.
SET LOCAL ROLE regress_uuids_stranger;
CREATE FUNCTION regress_hostile.sequential_uuids_check(pg_catalog.text, pg_catalog.int4, pg_catalog.int4, pg_catalog.int4) RETURNS pg_catalog.int8 LANGUAGE sql AS 'SELECT NULL::pg_catalog.int8';
RESET ROLE;
SELECT throws_ok('CREATE EXTENSION sequential_uuids SCHEMA regress_hostile', '42723', NULL, 'and so does one that would take arguments more exactly');
\endif

SELECT * FROM finish();
ROLLBACK;
