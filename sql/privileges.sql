\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- What a role needs to insert keys: EXECUTE on what the column default calls, USAGE on its sequence, but none on a
-- schema; SELECT only to see the key.  Each privilege is taken away and given back.
CREATE ROLE regress_uuids_user;
CREATE SCHEMA hidden;
CREATE SEQUENCE hidden.seq;
CREATE TABLE events (
	by_time uuid DEFAULT uuid_time_nextval(),
	by_interval uuid DEFAULT uuid_interval_nextval('1 min', '1 day'),
	by_sequence uuid DEFAULT uuid_sequence_nextval('hidden.seq'),
	v7 uuid DEFAULT uuid_v7_nextval(),
	shifted uuid DEFAULT uuid_v7_nextval('-1 day'));
GRANT INSERT ON events TO regress_uuids_user;

CREATE FUNCTION outcome(statement text, change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	found text;
BEGIN
	EXECUTE change;
	SET LOCAL ROLE regress_uuids_user;
	found := substring(error_of(statement), '^no error|^\w{5}');
	RESET ROLE;
	RETURN found;
END $$;
SELECT change, outcome('INSERT INTO events DEFAULT VALUES', change) AS inserts,
	   outcome('INSERT INTO events DEFAULT VALUES RETURNING v7', change) AS and_sees_the_key
  FROM unnest(ARRAY['SELECT',
		'GRANT USAGE ON SEQUENCE hidden.seq TO regress_uuids_user',
		'GRANT SELECT ON events TO regress_uuids_user',
		'REVOKE SELECT ON events FROM regress_uuids_user',
		'GRANT SELECT (v7) ON events TO regress_uuids_user',
		'REVOKE USAGE ON SEQUENCE hidden.seq FROM regress_uuids_user',
		'GRANT UPDATE ON SEQUENCE hidden.seq TO regress_uuids_user']) AS change;
-- Each function alone.
SELECT function::regprocedure, outcome('INSERT INTO events DEFAULT VALUES',
		format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', function)) AS without,
	   outcome('INSERT INTO events DEFAULT VALUES',
		format('GRANT EXECUTE ON FUNCTION %s TO regress_uuids_user', function)) AS with_it
  FROM unnest('{"uuid_time_nextval(int,int)","uuid_interval_nextval(interval,interval,int)",
		"uuid_sequence_nextval(regclass,int,int)",uuid_v7_nextval(),uuid_v7_nextval(interval)}'::text[]) AS function;
SELECT count(*) FILTER (WHERE num_nonnulls(by_time, by_interval, by_sequence, v7, shifted) = 5) = count(*) AS complete
  FROM events;

-- As they were.
SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM regress_uuids_user', p.oid::regprocedure),
	   format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', p.oid::regprocedure)
  FROM pg_proc AS p
 WHERE p.proacl::text ~ 'regress_uuids_user' \gexec
DROP TABLE events;
DROP SEQUENCE hidden.seq;
DROP SCHEMA hidden;
DROP FUNCTION outcome(text, text);
DROP ROLE regress_uuids_user;
