\set ECHO errors
-- Which function a call resolves to, by the types of its parameters: those that
-- drivers declare (smallint, int, bigint, varchar and text) and those that they
-- leave to the server.
CREATE SEQUENCE s;
\pset format unaligned

-- What a call resolves to: a view depends on it.  Or the error.
CREATE FUNCTION resolves_to(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE 'CREATE TEMPORARY VIEW v AS SELECT ' || call;
	SELECT string_agg(refobjid::regprocedure::text, ', ' ORDER BY refobjid::regprocedure::text) INTO result
	  FROM pg_depend JOIN pg_rewrite AS r ON r.oid = objid
	 WHERE r.ev_class = 'v'::regclass AND classid = 'pg_rewrite'::regclass AND refclassid = 'pg_proc'::regclass;
	DROP VIEW v;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ': ' || SQLERRM;
END $$;
-- The types that the server finds for parameters declared as given, with NULL
-- for none; or the error.
CREATE FUNCTION prepared(types text, call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format('PREPARE p %s AS SELECT %s', '(' || types || ')', call);
	SELECT parameter_types INTO result FROM pg_prepared_statements WHERE name = 'p';
	DEALLOCATE p;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ': ' || SQLERRM;
END $$;

-- The functions of 1.0 take int parameters; bigint, interval or version are for the other
-- families.  Text has no cast to interval that needs no name, a bigint version no room.  The
-- serial family takes bigint parameters, which any whole number is cast to.
SELECT count(*) AS calls, resolves_to(call) FROM regexp_split_to_table($calls$
	uuid_time_nextval(); uuid_time_nextval(60); uuid_time_nextval(60, 65536); uuid_time_nextval(60::smallint, 256::smallint);
	uuid_time_nextval('60', '256'); uuid_time_nextval(NULL); uuid_time_nextval(NULL, NULL); uuid_time_nextval(interval_count => 256);
	uuid_sequence_nextval('s'); uuid_sequence_nextval('s', 256); uuid_sequence_nextval('s', 256, 65536);
	uuid_sequence_nextval('s', 256::smallint, 256::smallint); uuid_sequence_nextval('s', '256', '65536');
	uuid_sequence_nextval('s'::varchar); uuid_sequence_nextval('s'::text, 256, 256); uuid_sequence_nextval(NULL);
	uuid_sequence_nextval(NULL, NULL, NULL); uuid_sequence_nextval(sequence => 's', block_count => 4);
	uuid_time_nextval(60::bigint); uuid_time_nextval(60, 4294967296); uuid_time_nextval('1 ms');
	uuid_time_nextval(interval '1 ms'); uuid_time_nextval('60'::varchar); uuid_time_nextval(60, 65536, 4);
	uuid_sequence_nextval('s', 256::bigint); uuid_sequence_nextval('s', 256, 256::bigint);
	uuid_sequence_nextval('s', 5000000000, 65536); uuid_sequence_nextval('s', 256, 65536, 4);
	uuid_interval_nextval(); uuid_interval_nextval('1 ms'); uuid_interval_nextval('1 ms', '1 day');
	uuid_interval_nextval('1 ms', '1 day', 8); uuid_interval_nextval('1 ms', '1 day', 8::smallint);
	uuid_interval_nextval(interval '1 ms', interval '1 day', '8'); uuid_interval_nextval(interval '1 ms', '1 day');
	uuid_interval_nextval(NULL); uuid_interval_nextval(NULL, NULL, NULL); uuid_interval_nextval(version => 8);
	uuid_interval_nextval(version => 8, cycle => '1 day', interval_length => '1 ms'); uuid_interval_nextval(time '00:01');
	uuid_interval_at(now()); uuid_interval_at('2026-01-01'); uuid_interval_at(date '2026-01-01', '1 ms', '1 day', 8::smallint);
	uuid_interval_at(timestamp '2026-01-01', cycle => '1 day'); uuid_interval_at(NULL);
	uuid_interval_block(now()); uuid_interval_block('2026-01-01', '1 ms', '1 day');
	uuid_interval_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', now());
	uuid_interval_window('89741bef-1ddd-401a-9d89-960dec2cfbfd', current_date, cycle => '1 day');
	uuid_interval_nextval('1 ms'::varchar); uuid_interval_nextval('1 ms'::varchar::interval, '1 day'::text::interval);
	uuid_interval_nextval('1 ms', '1 day'::text); uuid_interval_nextval('1 ms', '1 day', 8::bigint); uuid_interval_nextval(60);
	uuid_interval_nextval('1 ms', 65536); uuid_interval_at('2026-01-01'::varchar);
	uuid_interval_window('89741bef-1ddd-401a-9d89-960dec2cfbfd'::varchar, now());
	uuid_serial_nextval('s'); uuid_serial_nextval('s', 256); uuid_serial_nextval('s', 256, 65536);
	uuid_serial_nextval('s', 256, 65536, 8); uuid_serial_nextval('s', 100::int, 5::smallint);
	uuid_serial_nextval('s', 256::smallint, 256::smallint, 8::smallint); uuid_serial_nextval('s', 256::bigint, 256, 8);
	uuid_serial_nextval('s', 5000000000, 281474976710656); uuid_serial_nextval('s', '256', '65536', '8');
	uuid_serial_nextval('s'::regclass); uuid_serial_nextval('s'::varchar); uuid_serial_nextval('s'::text, 256, 65536, 8);
	uuid_serial_nextval('s'::varchar::regclass); uuid_serial_nextval(NULL); uuid_serial_nextval(NULL, NULL, NULL, NULL);
	uuid_serial_nextval('s', version => 8); uuid_serial_nextval(sequence => 's', version => 8, block_count => 4, block_size => 256);
	uuid_serial_at(1); uuid_serial_at(1::smallint, 256::int, 65536::bigint, 8::smallint); uuid_serial_at('1', '256');
	uuid_serial_at(NULL); uuid_serial_block(1); uuid_serial_block(1::bigint, 256::smallint, 65536::int);
	uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd'); uuid_block('89741bef-1ddd-401a-9d89-960dec2cfbfd', 256::smallint);
	uuid_block_lower(1); uuid_block_upper(1::smallint, 256::int);
	uuid_serial_nextval('s', 256, 65536, 8::bigint); uuid_serial_nextval('s', '256'::varchar);
	uuid_serial_nextval('s', 256.0); uuid_serial_at(1.0); uuid_block_lower(1::numeric)$calls$, ';\s*') AS call
 GROUP BY 2 ORDER BY resolves_to(call) COLLATE "C";

-- Of parameters of these types.
SELECT call, types, prepared(types, call)
  FROM (VALUES ('uuid_time_nextval($1, $2)', '{NULL,"smallint, smallint","int, int","bigint, bigint"}'::text[]),
	('uuid_sequence_nextval($1, $2, $3)', '{NULL,"varchar, smallint, int","text, bigint, bigint"}'),
	('uuid_interval_nextval($1, $2, $3)', '{NULL,"unknown, unknown, smallint","interval, interval, bigint"}'),
	('uuid_interval_nextval($1, $2)', '{"varchar, varchar","text, text"}'), ('uuid_interval_nextval($1::interval, $2::interval)', '{"varchar, text"}'),
	('uuid_interval_at($1, $2, $3)', '{NULL}'), ('uuid_interval_at($1, $2)', '{"timestamptz, varchar"}'),
	('uuid_serial_nextval($1, $2, $3, $4)', '{NULL,"regclass, smallint, int, smallint","varchar, bigint, bigint, int","text, int, bigint, int","varchar, bigint, bigint, bigint"}'),
	('uuid_interval_since($1, $2)', '{NULL,"uuid, timestamp","varchar, timestamptz","uuid, varchar"}'),
	('uuid_interval_between($1, $2, $3, $4, $5)', '{NULL,"uuid, timestamptz, timestamptz, varchar, varchar"}'),
	('uuid_v7_nextval($1, $2)', '{NULL,"smallint, int","bigint, bigint"}'), ('uuid_serial_at($1, $2)', '{NULL,"smallint, int"}'), ('uuid_block_lower($1, $2)', '{NULL,"int, bigint"}')) AS p (call, lists), unnest(lists) AS types;

-- And they run: untyped, smallint, bigint, and the name as varchar, which is looked up at
-- each call.
PREPARE untyped AS SELECT num_nonnulls(uuid_interval_nextval($1, $2, $3), uuid_serial_nextval($4, $5, $6, $3), uuid_time_nextval($7, $8), uuid_sequence_nextval($4, $7, $8));
EXECUTE untyped ('1 ms', '1 day', 8, 's', 5000000000, 281474976710656, 60, 256);
PREPARE of_smallint (smallint, smallint, smallint) AS
	SELECT num_nonnulls(uuid_interval_nextval(version => $3), uuid_serial_nextval('s', $1, $2, $3), uuid_time_nextval($1, $2), uuid_sequence_nextval('s', $1, $2));
EXECUTE of_smallint (256, 256, 4);
PREPARE of_varchar (varchar, varchar, varchar, bigint) AS
	SELECT num_nonnulls(uuid_serial_nextval($1, $4), uuid_sequence_nextval($1, $4::int), uuid_interval_nextval($2::interval, $3::interval));
EXECUTE of_varchar ('s', '1 ms', '1 day', 256);
EXECUTE of_varchar ('missing', '1 ms', '1 day', 256);
DEALLOCATE ALL;

-- Why the generators of 1.0 take int alone: with bigint beside it, parameters without
-- a type, which many drivers send, would suit both; with text beside interval, each
-- literal would be parsed as text, for every row.
BEGIN;
CREATE FUNCTION uuid_time_nextval(bigint, bigint) RETURNS uuid LANGUAGE sql RETURN uuid_time_nextval($1::int, $2::int);
CREATE FUNCTION uuid_interval_nextval(text, text) RETURNS uuid LANGUAGE sql RETURN uuid_interval_nextval($1::interval, $2::interval);
SELECT prepared(NULL, 'uuid_time_nextval($1, $2)'), prepared(NULL, 'uuid_interval_nextval($1, $2)'), resolves_to($$uuid_interval_nextval('1 ms', '1 day')$$);
ROLLBACK;

DROP FUNCTION resolves_to(text), prepared(text, text);
DROP SEQUENCE s;
