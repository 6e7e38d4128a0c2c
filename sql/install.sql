\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, it has other objects; sanitizers: yes; architectures: all; JIT: 0
-- The objects of the extension, and who may create it.

-- Trusted: a role that may create objects in the database, but is no superuser, creates it
-- and owns the extension, and can drop it again.  Relocatable, though only by a superuser,
-- who owns what is in it; functions go on finding each other.
CREATE ROLE regress_uuids_owner;
CREATE ROLE regress_uuids_other;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_uuids_owner', current_database()) \gexec
CREATE SCHEMA regress_uuids AUTHORIZATION regress_uuids_owner;
CREATE SCHEMA regress_uuids_2 AUTHORIZATION regress_uuids_owner;
SET ROLE regress_uuids_owner;
CREATE EXTENSION sequential_uuids SCHEMA regress_uuids;
RESET ROLE;
ALTER EXTENSION sequential_uuids SET SCHEMA regress_uuids_2;
SET ROLE regress_uuids_owner;
CREATE TEMPORARY TABLE moved (k uuid);
SELECT extowner::regrole, extrelocatable,
	   regress_uuids_2.uuid_time_nextval() IS NOT NULL AS works,
	   regress_uuids_2.uuid_interval_since(
		regress_uuids_2.uuid_interval_nextval('1 min', '1 day'), now(), '1 min', '1 day')
	   AND regress_uuids_2.uuid_v7_since(regress_uuids_2.uuid_v7_nextval(), now()) AS conditions_work
  FROM pg_extension WHERE extname = 'sequential_uuids';
EXPLAIN (COSTS OFF)
SELECT FROM moved WHERE regress_uuids_2.uuid_interval_between(k, '2026-01-01+00', '2026-01-02+00', '1 min', '7 days');
DROP TABLE moved;
-- Who has no USAGE on its schema can use what calls its functions, but not write such a call.
CREATE TABLE regress_uuids.keys (id uuid DEFAULT regress_uuids_2.uuid_interval_nextval('1 min', '7 days'));
CREATE FUNCTION regress_uuids.keys_since(id uuid, from_time timestamptz) RETURNS boolean LANGUAGE sql STABLE
	RETURN regress_uuids_2.uuid_interval_since(id, from_time, '1 min', '7 days');
GRANT USAGE ON SCHEMA regress_uuids TO regress_uuids_other;
GRANT SELECT, INSERT ON regress_uuids.keys TO regress_uuids_other;
RESET ROLE;
SET ROLE regress_uuids_other;
INSERT INTO regress_uuids.keys DEFAULT VALUES;
SELECT count(*) AS inserted FROM regress_uuids.keys WHERE regress_uuids.keys_since(id, now());
\set VERBOSITY terse
SELECT regress_uuids_2.uuid_v7_nextval();
\set VERBOSITY default
RESET ROLE;
SET ROLE regress_uuids_owner;
DROP FUNCTION regress_uuids.keys_since(uuid, timestamptz);
DROP TABLE regress_uuids.keys;
DROP EXTENSION sequential_uuids;
RESET ROLE;
DROP SCHEMA regress_uuids, regress_uuids_2;
SELECT format('REVOKE CREATE ON DATABASE %I FROM regress_uuids_owner', current_database()) \gexec
DROP ROLE regress_uuids_owner, regress_uuids_other;

CREATE EXTENSION sequential_uuids;
-- The version stands in the control file; the others must agree with it.  No settings.
SELECT default_version = installed_version AS installed, superuser, trusted, relocatable, schema, requires,
	   (SELECT count(*) FROM pg_settings WHERE name LIKE 'sequential_uuids%') AS settings
  FROM pg_available_extensions
  JOIN pg_available_extension_versions USING (name)
 WHERE name = 'sequential_uuids' AND version = default_version;

-- Just these objects, all of them functions in the extension's schema.
CREATE VIEW objects AS
SELECT classid, objid, p.*, obj_description(p.oid, 'pg_proc') AS comment
  FROM pg_depend
  JOIN pg_extension AS e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
  LEFT JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND objid = p.oid
 WHERE extname = 'sequential_uuids' AND deptype = 'e';
SELECT pg_describe_object(classid, objid, 0) AS object FROM objects WHERE proname IS NULL;
SELECT format(E'%s(%s)\n  -> %s',
			  oid::regproc,
			  replace(pg_get_function_arguments(oid), ', ', E',\n    '),
			  pg_get_function_result(oid)) AS function
  FROM objects
 ORDER BY proname, pronargs;
-- Labels: nextval() cannot run in a parallel worker, the clock can be read there; what
-- decodes depends on its arguments alone.
SELECT oid::regproc AS function, provolatile, proisstrict, proleakproof, proparallel, procost, prorows, prosecdef,
	   proconfig
  FROM objects
 ORDER BY proname, pronargs;
SELECT oid::regproc || regexp_replace(comment, '(.{1,100})(?: |$)', E'\n    \\1', 'g') AS comment
  FROM objects
 ORDER BY proname, pronargs;
DROP VIEW objects;
DROP EXTENSION sequential_uuids;
