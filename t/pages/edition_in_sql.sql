CREATE SCHEMA uuids;
SET search_path = uuids;
\i sql-only/sequential_uuids.sql
RESET search_path;
