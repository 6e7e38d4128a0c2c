-- The time generator runs in parallel workers; the sequence generator keeps
-- its plan in the leader, as nextval() does, and so works in any query.
CREATE TABLE rows_to_number AS SELECT i FROM generate_series(1, 50000) AS i;
ANALYZE rows_to_number;
CREATE SEQUENCE seq;
SET min_parallel_table_scan_size = 0;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET max_parallel_workers = 8;
SET max_parallel_workers_per_gather = 2;

EXPLAIN (COSTS OFF) SELECT count(uuid_time_nextval()) FROM rows_to_number;
SELECT count(uuid_time_nextval()) FROM rows_to_number;
EXPLAIN (COSTS OFF) SELECT count(uuid_sequence_nextval('seq')) FROM rows_to_number;
SELECT count(uuid_sequence_nextval('seq')) FROM rows_to_number;

-- where a label claims too much, the error is nextval()'s
CREATE FUNCTION mislabelled_nextval() RETURNS int LANGUAGE plpgsql PARALLEL SAFE AS $$ BEGIN PERFORM nextval('seq'); RETURN 1; END $$;
CREATE FUNCTION mislabelled_uuid() RETURNS int LANGUAGE plpgsql PARALLEL SAFE AS $$ BEGIN PERFORM uuid_sequence_nextval('seq'); RETURN 1; END $$;
SET parallel_leader_participation = off;
\set VERBOSITY terse
\set SHOW_CONTEXT never
SELECT sum(mislabelled_nextval()) FROM rows_to_number;
SELECT sum(mislabelled_uuid()) FROM rows_to_number;
DROP FUNCTION mislabelled_nextval(), mislabelled_uuid();

-- UUIDs made by several processes at once: all different
EXPLAIN (COSTS OFF) CREATE TABLE made AS SELECT uuid_time_nextval(3600, 1) AS id FROM rows_to_number;
CREATE TABLE made AS SELECT uuid_time_nextval(3600, 1) AS id FROM rows_to_number;
SELECT count(*), count(DISTINCT id) FROM made;

DROP TABLE made, rows_to_number;
DROP SEQUENCE seq;
