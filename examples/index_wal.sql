-- Which index writes the WAL: psql -d mydb -f index_wal.sql, without a pooler. t/pages/switching.pl tests it.
--
-- First, as a superuser, CREATE EXTENSION pg_walinspect in this database. To let another role measure,
-- GRANT EXECUTE ON FUNCTION pg_get_wal_records_info(pg_lsn, pg_lsn) TO its name.
--
-- The query waits for one checkpoint_timeout, then reads all WAL of that time from disk, and may write as much to
-- temporary files. If it fails with "requested WAL segment ... has already been removed", raise wal_keep_size above the
-- WAL of one checkpoint_timeout, measure again, and lower it.

-- Nobody else's functions, whatever search_path the database's owner has set.
SET search_path = pg_catalog, pg_temp;
SELECT set_config('search_path', format('pg_catalog, %I, pg_temp', nspname), false)
  FROM pg_extension JOIN pg_namespace AS n ON n.oid = extnamespace WHERE extname = 'pg_walinspect';
SET statement_timeout = 0;
SELECT set_config('first.lsn', pg_current_wal_flush_lsn()::text, false);
SELECT pg_sleep_for(current_setting('checkpoint_timeout')::interval);
SELECT c.oid::regclass AS relation, records, images, pg_size_pretty(wal) AS wal, round(wal / records) AS wal_per_record
  FROM (SELECT substring(block_ref FROM 'rel \d+/' || d.oid::text || '/(\d+)')::oid AS filenode,
               count(*)::numeric AS records, sum(regexp_count(block_ref, 'FPW')) AS images,
               sum(record_length)::numeric AS wal
          FROM pg_database AS d,
               pg_get_wal_records_info(current_setting('first.lsn')::pg_lsn, pg_current_wal_flush_lsn())
         WHERE datname = current_database()
         GROUP BY 1) AS r
  JOIN pg_class AS c ON pg_relation_filenode(c.oid::regclass) = filenode
 ORDER BY r.wal DESC LIMIT 20;
