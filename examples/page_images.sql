-- How many whole pages the server logs after checkpoints: psql -d mydb -f page_images.sql, without a pooler.
-- t/pages/switching.pl tests it.
--
-- It waits for one checkpoint_timeout, and VACUUM removes no newly dead rows meanwhile.
--   page_images_per_row   of all databases. Below 0.1 is healthy. Updates and deletes of random rows, VACUUM, CREATE
--                         INDEX and base backups log some under any key
--   key_order             near 1 for UUIDv7, near 0 for random or opaque keys, and anything for wrapping keys
--   size                  if it's above shared_buffers, inserts may also have to read pages

-- Nobody else's functions, whatever search_path the database's owner has set.
SET search_path = pg_catalog, pg_temp;
SET statement_timeout = 0;
SELECT set_config('first.images', wal_fpi::text, false),
       set_config('first.rows', sum(tup_inserted + tup_updated)::text, false)
  FROM pg_stat_wal, pg_stat_database GROUP BY wal_fpi;
SELECT pg_sleep_for(current_setting('checkpoint_timeout')::interval), pg_stat_clear_snapshot();
SELECT i.relname AS "table", i.indexrelname AS index, pg_size_pretty(pg_relation_size(i.indexrelid::regclass)) AS size,
       current_setting('shared_buffers') AS shared_buffers, round(abs(s.correlation)::numeric, 2) AS key_order,
       (SELECT round((wal_fpi::numeric - current_setting('first.images')::numeric)
                     / nullif(sum(tup_inserted + tup_updated) - current_setting('first.rows')::numeric, 0::numeric), 2)
          FROM pg_stat_wal, pg_stat_database GROUP BY wal_fpi) AS page_images_per_row,
       current_setting('full_page_writes') AS full_page_writes
  FROM pg_stat_user_indexes AS i
  JOIN pg_attribute AS a ON a.attrelid = i.indexrelid AND a.attnum = 1 AND a.atttypid = 'uuid'::regtype::oid
  LEFT JOIN pg_stats AS s ON (s.schemaname, s.tablename, s.attname) = (i.schemaname, i.relname, a.attname)
 ORDER BY pg_relation_size(i.indexrelid::regclass) DESC;
