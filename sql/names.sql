\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, its names are those of the extension in C; sanitizers: yes; JIT: 0
-- Names: which there are, that nobody else uses them, and that no parameter that must agree with the column default can
-- be left out.

-- \df uuid_* lists what a user can call, \df sequential_uuids_* what these call, and that is all: see install.sql.
CREATE VIEW functions AS
SELECT proname AS name, pronargs AS count, proargnames AS names, proargtypes AS types
  FROM pg_proc AS p
  JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
  JOIN pg_extension AS e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
 WHERE extname = 'sequential_uuids';
SELECT count(*) > 20 AS some, count(*) FILTER (WHERE name !~ '^uuid_|^sequential_uuids_') AS other FROM functions;

-- What others create, in whatever schema: a name of ours among theirs would keep one of the two from being installed,
-- updated or restored.
CREATE TABLE others (owner text, names text[]);
INSERT INTO others VALUES
	('PostgreSQL 15 to 19', '{bytea_uuid,gen_random_uuid,uuid_bytea,uuid_cmp,uuid_eq,uuid_extract_timestamp,
		uuid_extract_version,uuid_ge,uuid_gt,uuid_hash,uuid_hash_extended,uuid_in,uuid_le,uuid_lt,uuid_ne,uuid_out,
		uuid_recv,uuid_send,uuid_skipsupport,uuid_sortsupport,uuidv4,uuidv7}'),
	('uuid-ossp', '{uuid_generate_v1,uuid_generate_v1mc,uuid_generate_v3,uuid_generate_v4,uuid_generate_v5,uuid_nil,
		uuid_ns_dns,uuid_ns_oid,uuid_ns_url,uuid_ns_x500}'),
	('pgcrypto', '{gen_random_bytes,gen_random_uuid}'),
	('pg_uuidv7', '{uuid_generate_v7,uuid_timestamp_to_v7,uuid_timestamptz_to_v7,uuid_v7_to_timestamp,
		uuid_v7_to_timestamptz}'),
	('postgres-uuidv7-sql', '{uuidv7,uuidv7_boundary,uuidv7_extract_timestamp,uuidv7_sub_ms}'),
	('pg_idkit', '{idkit_uuidv6_extract_timestamptz,idkit_uuidv6_generate,idkit_uuidv6_generate_text,
		idkit_uuidv6_generate_uuid,idkit_uuidv7_extract_timestamptz,idkit_uuidv7_generate,idkit_uuidv7_generate_text,
		idkit_uuidv7_generate_uuid}'),
	('TimescaleDB', '{generate_uuidv7,to_uuidv7,to_uuidv7_boundary,uuid_timestamp,uuid_timestamp_micros,uuid_version}');
SELECT (SELECT count(*) FROM others, unnest(names)) AS names_of_others,
	   (SELECT count(*) FROM functions WHERE name IN (SELECT unnest(names) FROM others)) AS also_ours,
	   (SELECT count(*) FROM functions
		 WHERE name IN (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace)) AS of_this_server;

-- Beside TimescaleDB's, in each order, and in an update.
CREATE FUNCTION theirs() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	CREATE FUNCTION public.uuid_version(uuid uuid) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
	CREATE FUNCTION public.uuid_timestamp(uuid uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS 'SELECT now()';
	RETURN 'there';
END $$;
CREATE FUNCTION ours(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	RETURN (SELECT extversion <> '1.0' FROM pg_extension WHERE extname = 'sequential_uuids');
END $$;
BEGIN;
DROP EXTENSION sequential_uuids;
SELECT theirs(), ours('CREATE EXTENSION sequential_uuids') AS then_ours;
ROLLBACK;
BEGIN;
DROP EXTENSION sequential_uuids;
SELECT ours('CREATE EXTENSION sequential_uuids'), theirs() AS then_theirs;
ROLLBACK;
BEGIN;
DROP EXTENSION sequential_uuids;
CREATE EXTENSION sequential_uuids VERSION '1.0';
SELECT theirs(), ours('ALTER EXTENSION sequential_uuids UPDATE') AS then_ours_updated;
ROLLBACK;

-- Each function with each set of its arguments, NULL by name: which calls are not undefined (42883), although some are
-- left out.  Only the two functions of 1.0 have defaults, and the version; uuid_v7_nextval() is another function.
-- By position, and without types or with others, no call is ambiguous (42725).
CREATE VIEW calls AS
SELECT name, format('%s(%s)', name, list) AS call, left_out
  FROM functions AS f,
	   generate_series(0, (1 << count) - 1) AS subset,
	   LATERAL (
		SELECT coalesce(string_agg(format('%I => NULL::%s', names[i], types[i - 1]::regtype), ', ' ORDER BY i)
						FILTER (WHERE is_given), '') AS list,
			   string_agg(names[i], ', ' ORDER BY i) FILTER (WHERE NOT is_given) AS left_out
		  FROM generate_series(1, f.count) AS i, LATERAL (SELECT subset >> (i - 1) & 1 = 1 AS is_given) AS g
	   ) AS arguments
 WHERE names IS NOT NULL;
SELECT count(*) AS calls,
	   count(*) FILTER (WHERE left_out IS NULL) AS with_all,
	   count(*) FILTER (WHERE error = '42883') AS refused
  FROM calls, left(error_of('SELECT ' || call), 5) AS error;
SELECT name, left_out
  FROM calls
 WHERE left_out IS NOT NULL AND error_of('SELECT ' || call) !~ '^42883'
 ORDER BY 1, 2;
SELECT count(DISTINCT call) AS by_position, count(DISTINCT call) FILTER (WHERE error LIKE '42725%') AS ambiguous
  FROM functions, generate_series(0, count) AS given,
	   unnest('{NULL,''4'',4,4::smallint,4::bigint,''4''::text}'::text[]) AS a,
	   format('%s(%s)', name, array_to_string(array_fill(a, ARRAY[given]), ', ', 'NULL')) AS call,
	   error_of('SELECT ' || call) AS error;
DROP VIEW calls, functions;
DROP TABLE others;
DROP FUNCTION theirs(), ours(text);
-- What users do not call checks its own parameter as well.
SELECT error_of(format(call, 'lower', range)) AS lower,
	   error_of(format(call, 'upper', range)) = error_of(format(call, 'lower', range)) AS and_upper
  FROM unnest('{-1,0,1,2,3,7}'::int[]) AS range,
	   (VALUES ($$SELECT sequential_uuids_%s(%s, now(), now(), '1 s', '1 s')$$)) AS c (call);
