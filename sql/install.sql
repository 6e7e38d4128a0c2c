-- The objects of the extension, and who may create it.

-- trusted: a role that may create objects in the database, but is no
-- superuser, creates it and owns the extension, and can drop it again
CREATE ROLE regress_uuids_owner;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_uuids_owner', current_database()) \gexec
CREATE SCHEMA regress_uuids AUTHORIZATION regress_uuids_owner;
CREATE SCHEMA regress_uuids_2 AUTHORIZATION regress_uuids_owner;
SET ROLE regress_uuids_owner;
CREATE EXTENSION sequential_uuids SCHEMA regress_uuids;
SELECT extowner::regrole, extrelocatable FROM pg_extension WHERE extname = 'sequential_uuids';

-- relocatable, though only by a superuser, who owns what is in it
RESET ROLE;
ALTER EXTENSION sequential_uuids SET SCHEMA regress_uuids_2;
SET ROLE regress_uuids_owner;
SELECT regress_uuids_2.uuid_time_nextval() IS NOT NULL AS works;
-- where functions go on finding each other
SELECT regress_uuids_2.uuid_interval_since(regress_uuids_2.uuid_interval_nextval(), now()) AND regress_uuids_2.uuid_v7_since(regress_uuids_2.uuid_v7_nextval(), now()) AS conditions_work;
CREATE TEMPORARY TABLE moved (id uuid);
EXPLAIN (COSTS OFF) SELECT FROM moved WHERE regress_uuids_2.uuid_interval_between(id, '2026-01-01+00', '2026-01-02+00');
DROP TABLE moved;
DROP EXTENSION sequential_uuids;
RESET ROLE;
DROP SCHEMA regress_uuids, regress_uuids_2;
SELECT format('REVOKE CREATE ON DATABASE %I FROM regress_uuids_owner', current_database()) \gexec
DROP ROLE regress_uuids_owner;

CREATE EXTENSION sequential_uuids;

-- the version stands in the control file; the others must agree with it
SELECT default_version = installed_version AS installed, superuser, trusted, relocatable, schema, requires
  FROM pg_available_extensions JOIN pg_available_extension_versions USING (name)
 WHERE name = 'sequential_uuids' AND version = default_version;

-- just these objects, none of them outside of the extension's schema
\dx+ sequential_uuids

-- labels: nextval() cannot run in a parallel worker, the clock can be read
-- there; what decodes depends on its arguments alone
CREATE VIEW functions AS
SELECT p.* FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid
 WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sequential_uuids') AND deptype = 'e';
SELECT oid::regprocedure AS function, provolatile, proisstrict, proparallel, procost, prorows, prosecdef, proconfig
  FROM functions ORDER BY proname, pronargs;
\pset format unaligned
SELECT format('%s(%s) -> %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid)) AS signature
  FROM functions ORDER BY proname, pronargs;
\pset format aligned
SELECT oid::regprocedure AS function, obj_description(oid, 'pg_proc') AS comment
  FROM functions ORDER BY proname, pronargs;
DROP VIEW functions;

-- no settings
SELECT count(*) AS settings FROM pg_settings WHERE name LIKE 'sequential_uuids%';
DROP EXTENSION sequential_uuids;
