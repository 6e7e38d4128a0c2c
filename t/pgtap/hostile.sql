-- runs: every; edition in SQL: yes; sanitizers: yes
-- Hostile use: a role without any privilege calls every function with all values at
-- the bounds of types and parameters, and with CALLS random ones.  Objects with the names
-- of PostgreSQL's own lie in wait when the extensions are created and used.  A sequence
-- that the role may not read stays unknown.  SEED in the environment, a whole number,
-- repeats the random values of a run.
\ir ../lib/random_tests.sql
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION sequential_uuids;
\ir ../lib/error_of.sql
SELECT plan(26);

CREATE ROLE regress_uuids_stranger;
\set as_stranger 'SET LOCAL ROLE regress_uuids_stranger;'
CREATE SCHEMA regress_hostile;
GRANT USAGE ON SCHEMA regress_hostile TO regress_uuids_stranger;
SET LOCAL search_path = regress_hostile, public;
CREATE SEQUENCE allowed MINVALUE -9223372036854775808 MAXVALUE 9223372036854775807 CYCLE;
GRANT USAGE ON SEQUENCE allowed TO regress_uuids_stranger;
CREATE SEQUENCE secret;
SELECT setval('secret', 4711) \gset ignored_
CREATE TABLE no_sequence ();

-- --- calls with any arguments ------------------------------------------------

-- What is tried for each type: at, below and above each bound of any parameter.
CREATE TABLE bounds AS
SELECT type, value FROM (VALUES
	('int8', '{-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 65535, 65536, 2147483648,
		281474976710655, 281474976710656, 281474976710657, 9223372036854775806, 9223372036854775807}'::text[]),
	('int4', '{-2147483648, -1, 0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 65535, 65536, 2147483646, 2147483647}'),
	('text', ARRAY['known', '', ' ', '%s', '\x00', 'a "quoted" ''name''', repeat('x', 63), repeat('x', 64),
		repeat('é', 31) || 'x', repeat('é', 32), repeat('x', 10000)]),
	('interval', '{0, -1 us, 1 us, 999 us, 1 ms, 60 s, 10000000000 s, 10000000000.000001 s, 45 days,
		106751991 days 04:00:54.775807, 106751991 days 04:00:54.775808, 2147483647 days, -2147483648 days,
		213503982 days -2562047788:00:54.775807, 1 mon, 1 mon -30 days, 178000000 years}'),
	('timestamptz', '{-infinity, 4714-11-24 00:00:00+00 BC, 1582-10-14 23:59:59.999999+00,
		1969-12-31 23:59:59.999999+00, 1970-01-01 00:00:00+00, 2026-01-01 00:00:00+00,
		10889-08-02 05:31:50.655999+00, 10889-08-02 05:31:50.656+00,
		294247-01-10 04:00:54.775807+00, 294247-01-10 04:00:54.775808+00, 294276-12-31 23:59:59.999999+00, infinity}'),
	('uuid', '{00000000-0000-0000-0000-000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff,
		00000000-0000-1000-8000-000000000000, ffffffff-ffff-1fff-bfff-ffffffffffff,
		00000000-0000-6000-8000-000000000000, ffffffff-ffff-6fff-bfff-ffffffffffff,
		ffffffff-ffff-7fff-bfff-ffffffffffff, 01234567-89ab-4def-8123-456789abcdef}'),
	('name', '{last_value, no_column, "", ctid}'),
	('regclass', ARRAY['0', '1', '4294967295', 'allowed'::regclass::oid::text, 'secret'::regclass::oid::text,
		'no_sequence'::regclass::oid::text])
) AS v (type, list), unnest(list || NULL::text) AS value;

-- A value of a type with which calls succeed.
CREATE FUNCTION usual_value(type text, parameter text) RETURNS text RETURN CASE type
	WHEN 'int8' THEN '65536'
	WHEN 'int4' THEN '4'
	WHEN 'text' THEN 'known'
	WHEN 'name' THEN 'last_value'
	WHEN 'interval' THEN CASE parameter WHEN 'cycle' THEN '45 days' ELSE '60 s' END
	WHEN 'timestamptz' THEN
		CASE parameter WHEN 'to_time' THEN '2026-01-01 00:05:00+00' ELSE '2026-01-01 00:00:00+00' END
	WHEN 'uuid' THEN '01234567-89ab-4def-8123-456789abcdef'
	WHEN 'regclass' THEN 'allowed'::regclass::oid::text END;

CREATE FUNCTION random_sign() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT CASE WHEN random() < 0.1 THEN -1 ELSE 1 END';
CREATE FUNCTION random_bound(wanted text) RETURNS text LANGUAGE sql VOLATILE AS
	'SELECT value FROM bounds WHERE type = wanted ORDER BY random() LIMIT 1';
-- A random value of a type, of any magnitude; one of those above at times.
CREATE FUNCTION random_value(wanted text) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT CASE CASE WHEN random() >= 0.3 THEN wanted END
		WHEN 'int8' THEN (random_sign() * floor((2::numeric ^ (random() * 63)::numeric) * 0.999999999))::text
		WHEN 'int4' THEN (random_sign() * floor((2::numeric ^ (random() * 31)::numeric) * 0.999999999))::text
		WHEN 'interval' THEN
			make_interval(days => (random_sign() * exp(random() * 21))::int,
						  secs => random_sign() * exp(random() * 28))::text
		WHEN 'timestamptz' THEN
			(timestamptz 'epoch' + make_interval(secs => random_sign() * exp(random() * 25)))::text
		WHEN 'uuid' THEN overlay(md5(random()::text) PLACING (1 + random() * 7)::int::text FROM 13)::uuid::text
		ELSE random_bound(wanted) END $$;

-- The functions that SQL can call, each with its parameters' names and types.
CREATE VIEW functions_of_extensions AS
SELECT extname, p.*
  FROM pg_proc AS p
  JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
  JOIN pg_extension AS e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
 WHERE prorettype <> 'internal'::regtype;
CREATE TABLE functions AS
SELECT proname, proretset, proargnames AS names, types, usual
  FROM functions_of_extensions, LATERAL (
		SELECT coalesce(array_agg(typname::text ORDER BY place), '{}') AS types,
			   coalesce(array_agg(usual_value(typname, proargnames[place]) ORDER BY place), '{}') AS usual
		  FROM unnest(proargtypes) WITH ORDINALITY AS parameters (type, place) JOIN pg_type ON pg_type.oid = type
	   ) AS of_parameters
 WHERE extname = 'sequential_uuids' AND proname LIKE 'uuid\_%';
SELECT is_empty('SELECT * FROM functions, unnest(types) AS type WHERE type NOT IN (SELECT type FROM bounds)',
	'there are values to try for the type of each parameter');

-- Random arguments; a cycle is mostly a multiple of the interval before it.
CREATE FUNCTION random_arguments(f functions) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
	arguments text[] := '{}';
	cycle numeric;
BEGIN
	FOR place IN 1..cardinality(f.types) LOOP
		IF f.names[place] = 'cycle' AND f.types[place - 1] = 'interval' AND random() < 0.8 THEN
			cycle := extract(epoch FROM arguments[place - 1]::interval) * 1000000
				* floor(2::numeric ^ (random() * 49)::numeric);
			arguments[place] := floor(least(greatest(-1, cycle), 9223372036854775807)) || ' us';
		ELSE
			arguments[place] := random_value(f.types[place]);
		END IF;
	END LOOP;
	RETURN arguments;
END $$;

-- Calls as SQL: the usual one, all pairs of bounds with the rest as usual, and random ones.
CREATE FUNCTION call_of(f functions, arguments text[]) RETURNS text RETURN (
	SELECT format(CASE WHEN f.proretset THEN 'SELECT * FROM public.%I(%s)' ELSE 'SELECT public.%I(%s)' END, f.proname,
				  string_agg(format('%L::pg_catalog.%I', argument, type), ', ' ORDER BY place))
	  FROM unnest(arguments, f.types) WITH ORDINALITY AS a (argument, type, place));
CREATE FUNCTION replaced(arguments text[], place int, value text) RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
	arguments[place] := value;
	RETURN arguments;
END $$;
CREATE TABLE calls AS
SELECT proname, call_of(f, usual) AS call, false AS random
  FROM functions AS f
 UNION
SELECT proname, call_of(f, replaced(replaced(usual, i, b.value), j, c.value)), false
  FROM functions AS f, generate_series(1, cardinality(types)) AS i, generate_series(i, cardinality(types)) AS j,
	   bounds AS b, bounds AS c
 WHERE b.type = types[i] AND c.type = types[j] AND (i < j OR b.value IS NOT DISTINCT FROM c.value)
 UNION ALL
SELECT proname, call_of(f, random_arguments(f)), true
  FROM generate_series(1, :calls) AS i, LATERAL (
		SELECT * FROM functions OFFSET i % (SELECT count(*) FROM functions) LIMIT 1) AS f;

-- What came out of each, and how much of the processor's time it took, whatever else the machine does: user and system,
-- in hundredths of a second.  PGlite does not tell.
CREATE FUNCTION processor_time() RETURNS int LANGUAGE sql VOLATILE SECURITY DEFINER AS $$
	SELECT coalesce(stat[14]::int + stat[15]::int, 0)
	  FROM string_to_array(pg_read_file('/proc/self/stat', 0, 1000, true), ' ') AS stat $$;
CREATE FUNCTION try_calls()
RETURNS TABLE (proname name, call text, random bool, outcome text, centiseconds int) LANGUAGE plpgsql AS $$
DECLARE
	begun int;
BEGIN
	FOR proname, call, random IN SELECT c.proname, c.call, c.random FROM calls AS c LOOP
		begun := processor_time();
		BEGIN
			EXECUTE call;
			outcome := 'a result';
		EXCEPTION WHEN OTHERS THEN
			outcome := SQLSTATE;
		END;
		centiseconds := processor_time() - begun;
		RETURN NEXT;
	END LOOP;
END $$;
GRANT SELECT ON calls TO regress_uuids_stranger;
:as_stranger
CREATE TEMPORARY TABLE outcomes AS SELECT * FROM try_calls();
RESET ROLE;
SELECT diag(format('%s: %s calls at bounds, %s random',
		outcome, count(*) FILTER (WHERE NOT random), count(*) FILTER (WHERE random)))
  FROM outcomes GROUP BY outcome ORDER BY outcome;
SELECT is(count(*), :calls::bigint, 'each random call has an outcome') FROM outcomes WHERE random;
SELECT cmp_ok(count(*), '>', 10000::bigint, 'more than 10000 calls at bounds have an outcome')
  FROM outcomes WHERE NOT random;
-- The errors of parameters and of times that each function may raise, as a whole.
CREATE TABLE allowed_errors AS
SELECT proname, CASE
	WHEN proname = 'uuid_key_parameters' THEN '{42703,42P01,55000}'
	WHEN proname ~ '^uuid_(v7_between|v7_since|generated_at)' THEN '{}'
	WHEN NOT EXISTS (SELECT FROM functions AS o WHERE o.proname = f.proname AND types <> '{}') THEN '{}'
	WHEN proname IN ('uuid_v7_at', 'uuid_v7_lower') THEN '{22008}'
	-- Only nodes have a range of their own, and the edition in SQL has no nodes.
	WHEN proname = 'uuid_v7_nextval'
	 AND NOT EXISTS (SELECT FROM functions AS o WHERE o.proname = f.proname AND 'int4' = ANY (types)) THEN '{22008}'
	WHEN proname IN ('uuid_interval_at', 'uuid_interval_block', 'uuid_interval_window', 'uuid_v1_to_v7',
		'uuid_v7_nextval') THEN '{22023,22008}'
	ELSE '{22023}' END::text[] AS errors
  FROM functions AS f WHERE proname <> 'uuid_sequence_nextval';
SELECT is_empty($$SELECT * FROM outcomes JOIN allowed_errors USING (proname)
		WHERE outcome <> 'a result' AND outcome <> ALL (errors)$$,
	'a function without a sequence gives a result or an error that it may raise');
SELECT set_eq(
	$$SELECT proname, outcome FROM outcomes JOIN allowed_errors USING (proname) WHERE outcome <> 'a result'$$,
	'SELECT proname, unnest(errors) FROM allowed_errors',
	'each error that a function without a sequence may raise was raised');
-- An OID that is no relation is XX000, as for nextval().
SELECT is_empty(format($$SELECT * FROM outcomes
		WHERE proname = 'uuid_sequence_nextval'
		  AND outcome <> '22023'
		  AND outcome <> CASE
			WHEN call LIKE '%%NULL%%' THEN 'a result'
			WHEN call LIKE '%%(''%s''::pg_catalog.regclass%%' THEN '42501'
			WHEN call LIKE '%%(''%s''::pg_catalog.regclass%%' THEN '42809'
			WHEN call ~ '\(''(0|1|4294967295)''::' THEN 'XX000'
			ELSE 'a result' END$$,
		'secret'::regclass::oid, 'no_sequence'::regclass::oid),
	'a function of a sequence gives a result, or the error of its parameters or of nextval()');
SELECT cmp_ok(max(centiseconds), '<', 1000, 'no call takes ten seconds of the processor''s time, even under valgrind')
  FROM outcomes;
SELECT is(concat_ws(' ', last_value, is_called), '4711 t', 'the sequence that the role may not use has not advanced')
  FROM secret;

-- --- the state of a sequence -------------------------------------------------

CREATE TEMPORARY TABLE errors (error text);
GRANT INSERT ON errors TO regress_uuids_stranger;
CREATE FUNCTION errors_of_secret() RETURNS SETOF text LANGUAGE sql VOLATILE AS $$
	SELECT pg_temp.error_of('SELECT ' || call)
	  FROM unnest(ARRAY['nextval(''secret'')', 'uuid_sequence_nextval(''secret'')',
			'uuid_sequence_nextval(''secret'', 1)', 'uuid_sequence_nextval(''secret'', 1, 1)']) AS call $$;
\set note_errors :as_stranger 'INSERT INTO errors SELECT errors_of_secret(); RESET ROLE;'
:note_errors
ALTER SEQUENCE secret MAXVALUE 4711;
:note_errors
ALTER SEQUENCE secret MAXVALUE 9000 RESTART 1;
:note_errors
SELECT results_eq('SELECT error, count(*) FROM errors GROUP BY error',
	$$VALUES ('42501 | permission denied for sequence secret', 12::bigint)$$,
	'whether a sequence is in use, exhausted or was never used, the error is the same, and that of nextval()');

-- --- traps -------------------------------------------------------------------

-- The edition in SQL has no earlier version: the script that creates it also updates it.
SELECT EXISTS (SELECT FROM pg_available_extension_versions
				WHERE name = 'sequential_uuids' AND version = '1.0') AS has_update \gset
DROP EXTENSION sequential_uuids CASCADE;
\if :has_update
\else
CREATE EXTENSION sequential_uuids SCHEMA regress_hostile;
\endif

-- Twins of PostgreSQL's operators, functions and types, and operators for pairs of
-- types that it has none for, in the schema of the extensions, which comes first on
-- the search_path: a call of one raises an error.
SET LOCAL search_path = pg_catalog;
SET LOCAL check_function_bodies = off;
CREATE TEMPORARY TABLE traps AS
WITH body AS (
	SELECT 'LANGUAGE plpgsql AS ''BEGIN RAISE ''''a trap''''; END''' AS body
), types AS (
	SELECT oid FROM pg_type WHERE typtype IN ('b', 'r')
), twins_of_functions AS (
	SELECT format('CREATE FUNCTION regress_hostile.%I(%s) RETURNS %s %s',
				  proname, array_to_string(proargtypes::regtype[], ','), prorettype::regtype, body) AS statement
	  FROM pg_proc, body
	 WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND NOT proretset
	   AND prorettype IN (TABLE types) AND proargtypes::oid[] <@ ARRAY(TABLE types)
), twins_of_operators AS (
	SELECT format('CREATE FUNCTION regress_hostile.operator_%s(%s) RETURNS %s %s; '
				  'CREATE OPERATOR regress_hostile.%s (%s RIGHTARG = %s, FUNCTION = regress_hostile.operator_%1$s)',
				  oid, concat_ws(',', nullif(oprleft, 0)::regtype, oprright::regtype), oprresult::regtype, body,
				  oprname, 'LEFTARG = ' || nullif(oprleft, 0)::regtype || ',', oprright::regtype) AS statement
	  FROM pg_operator, body
	 WHERE oprnamespace = 'pg_catalog'::regnamespace
	   AND (oprleft = 0 OR oprleft IN (TABLE types)) AND oprright IN (TABLE types) AND oprresult IN (TABLE types)
), operands AS (
	SELECT unnest('{oid,regclass,regprocedure,regtype,regrole,regnamespace,name,text,int2,int4,int8,float8,numeric,bool,
		uuid,bytea,interval,timestamptz,tstzrange,"\"char\""}'::regtype[]) AS type
), other_pairs AS (
	SELECT l.type AS left_type, r.type AS right_type, operator
	  FROM operands AS l, operands AS r, unnest('{=,<>,<,<=,>,>=,||,+,-,*,/,%,~,&&,<@,@>}'::text[]) AS operator
	 WHERE NOT EXISTS (SELECT FROM pg_operator WHERE oprname = operator AND oprleft = l.type AND oprright = r.type)
), operators_for_other_pairs AS (
	SELECT format('CREATE FUNCTION regress_hostile.pair(%s, %s) RETURNS bool %s', left_type, right_type, body)
		   || string_agg(format('; CREATE OPERATOR regress_hostile.%s (LEFTARG = %s, RIGHTARG = %s, '
				'FUNCTION = regress_hostile.pair)', operator, left_type, right_type), '') AS statement
	  FROM other_pairs, body
	 GROUP BY left_type, right_type, body
), twins_of_types AS (
	SELECT format('CREATE DOMAIN regress_hostile.%I AS pg_catalog.text', typname) AS statement
	  FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r') AND typcategory <> 'A'
)
TABLE twins_of_functions UNION ALL
TABLE twins_of_operators UNION ALL
TABLE operators_for_other_pairs UNION ALL
TABLE twins_of_types;
DO $$
DECLARE
	trap traps;
BEGIN
	FOR trap IN SELECT * FROM traps LOOP
		EXECUTE trap.statement;
	END LOOP;
END $$;
CREATE FUNCTION public.among_traps(statement text) RETURNS text
LANGUAGE plpgsql SET search_path = regress_hostile, pg_catalog AS $$
BEGIN
	EXECUTE statement;
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN
	RETURN SQLERRM;
END $$;
SET LOCAL search_path = public;
SELECT diag(count(*) || ' traps') FROM traps;
SELECT is(among_traps('SELECT 1 + 1'), 'a trap', 'a twin of an operator is a trap');
SELECT is(among_traps('SELECT gen_random_uuid()'), 'a trap', 'a twin of a function is a trap');
SELECT is(among_traps('SELECT pg_catalog.now() < pg_catalog.now()'), 'a trap',
	'a twin of an operator is a trap for results of qualified functions');
SELECT is(among_traps('SELECT 1::oid = ''pg_class''::regclass'), 'a trap',
	'an operator for a pair of types that has none is a trap');
SELECT is(among_traps('SELECT ''no uuid''::uuid'), 'done', 'a twin of a type is a trap: it takes any text');
\if :has_update
SELECT is(among_traps('CREATE EXTENSION sequential_uuids SCHEMA regress_hostile VERSION ''1.0'''), 'done',
	'the creation of version 1.0 calls no trap');
SELECT is(among_traps('ALTER EXTENSION sequential_uuids UPDATE'), 'done', 'its update calls no trap');
\else
SELECT is(among_traps('ALTER EXTENSION sequential_uuids UPDATE TO next'), 'done',
	'the update of the edition in SQL calls no trap');
SELECT is_empty($$SELECT p.oid::regprocedure, used
		FROM regress_hostile.functions_of_extensions AS p, pg_depend,
			 pg_describe_object(refclassid, refobjid, 0) AS used
	   WHERE extname = 'sequential_uuids' AND classid = 'pg_proc'::regclass AND objid = p.oid AND deptype <> 'e'
		 AND refclassid NOT IN ('pg_namespace'::regclass, 'pg_language'::regclass)
		 AND NOT (refclassid = 'pg_proc'::regclass
				  AND refobjid IN (SELECT o.oid FROM regress_hostile.functions_of_extensions AS o))$$,
	'the update of the edition in SQL binds no trap');
\endif
SELECT is((SELECT string_agg(DISTINCT type::regtype::text, ', ' ORDER BY type::regtype::text)
			 FROM regress_hostile.functions_of_extensions,
				  unnest(coalesce(proallargtypes, proargtypes) || prorettype) AS type
			WHERE extname = 'sequential_uuids' AND proname ~ '^uuid_(?!opaque)'),
	'bigint, boolean, integer, interval, name, record, regclass, text, timestamp with time zone, tstzrange, uuid',
	'the types of all functions are PostgreSQL''s own');
SELECT is_empty($$SELECT call, error
		FROM outcomes, LATERAL among_traps(replace(call, 'public.', 'regress_hostile.')) AS error
		WHERE outcome = 'a result' AND NOT random AND error <> 'done'$$,
	'no function calls a trap');

-- Advice parses nothing when it is created, and calls its own functions by their schema, with exactly their types: it
-- may stand among traps that fit better, and beside twins of its functions, each with another type for one parameter.
CREATE TABLE regress_advised (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
SELECT is(among_traps('CREATE EXTENSION sequential_uuids_advice SCHEMA regress_hostile'), 'done',
	'the creation of advice calls no trap');
SELECT DISTINCT format('CREATE FUNCTION regress_hostile.%I(%s) RETURNS SETOF record '
					   'LANGUAGE plpgsql AS ''BEGIN RAISE ''''a trap''''; END''',
		proname, (SELECT string_agg(CASE WHEN n = replaced THEN other ELSE type::regtype::text END, ', ' ORDER BY n)
					FROM unnest(proargtypes) WITH ORDINALITY AS parameters (type, n)))
  FROM regress_hostile.functions_of_extensions,
	   unnest('{text,name,int2,int4,int8,float4,float8,numeric,interval,json,jsonb}'::text[]) AS other,
	   generate_series(1, pronargs) AS replaced
 WHERE extname = 'sequential_uuids_advice' AND proargtypes[replaced - 1] <> other::regtype
\gexec
SELECT is(among_traps('SELECT regress_hostile.uuid_index_report()'), 'done', 'uuid_index_report() calls no trap');
SELECT is(among_traps('SELECT regress_hostile.uuid_advise(''100''::pg_catalog.float8)'), 'done',
	'uuid_advise() calls no trap');
SELECT is(among_traps($$SELECT regress_hostile.uuid_key_dependencies('public.regress_advised'::pg_catalog.regclass)$$),
	'done', 'uuid_key_dependencies() calls no trap');
SELECT is(count(*), 1::bigint, 'uuid_index_report() has read the default')
  FROM regress_hostile.uuid_index_report()
 WHERE table_name = 'public.regress_advised'::regclass AND column_default = 'gen_random_uuid()';
SELECT is(among_traps('DROP EXTENSION sequential_uuids CASCADE'), 'done', 'the removal of the extension calls no trap');

-- Functions of a stranger with the names and parameters of the extension's own
-- are not taken over, whichever script comes upon them.
GRANT CREATE ON SCHEMA regress_hostile TO regress_uuids_stranger;
:as_stranger
CREATE FUNCTION regress_hostile.uuid_time_nextval(pg_catalog.int4, pg_catalog.int4) RETURNS pg_catalog.uuid
LANGUAGE sql AS 'SELECT NULL::pg_catalog.uuid';
RESET ROLE;
SELECT throws_ok('CREATE EXTENSION sequential_uuids SCHEMA regress_hostile', '42723', NULL,
	'a stranger''s function with the name and parameters of one of ours stops the creation');
DROP FUNCTION regress_hostile.uuid_time_nextval(pg_catalog.int4, pg_catalog.int4);
\if :has_update
CREATE EXTENSION sequential_uuids SCHEMA regress_hostile VERSION '1.0';
:as_stranger
CREATE FUNCTION regress_hostile.uuid_v7_nextval() RETURNS pg_catalog.uuid
LANGUAGE sql AS 'SELECT NULL::pg_catalog.uuid';
RESET ROLE;
SELECT throws_ok('ALTER EXTENSION sequential_uuids UPDATE', '42723', NULL,
	'a stranger''s function with the name and parameters of one of ours stops an update');
\else
:as_stranger
CREATE FUNCTION regress_hostile.sequential_uuids_key(
	pg_catalog.uuid, pg_catalog.int4, pg_catalog.int8) RETURNS pg_catalog.uuid
LANGUAGE sql AS 'SELECT NULL::pg_catalog.uuid';
RESET ROLE;
SELECT throws_ok('CREATE EXTENSION sequential_uuids SCHEMA regress_hostile', '42723', NULL,
	'a stranger''s function that would take the arguments of one of ours without a cast stops the creation');
\endif

SELECT * FROM finish();
ROLLBACK;
