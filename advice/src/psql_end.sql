---------------------------------------------------------------------------------------------------------------------
-- The report
---------------------------------------------------------------------------------------------------------------------

CREATE TEMPORARY TABLE sequential_uuids_report AS
SELECT r.* FROM pg_temp.uuid_index_report(
	over => nullif(:'over', '')::interval, kept => nullif(:'kept', '')::interval, left_behind => :'left_behind',
	only_table => nullif(:'only_table', '')::oid::regclass, worth => :'worth', at_most => :'at_most') AS r;

SELECT r.table_name, r.column_name, r.keys, r.known, r.verdict, r.cause, r.rows_per_second,
	   r.wal_now, r.wal_later, r.wal_advised, pg_size_pretty(r.saved_bytes_per_day) AS saved_per_day, r.advised
  FROM pg_temp.sequential_uuids_report AS r WHERE r.index_name IS NOT NULL;
\echo 'wal_now, wal_advised: bytes of WAL per row today, with the keys of today and with the best.'
\echo 'wal_later: in five years with the keys of today, if the table grows as it does.'
\echo ''
SELECT r.index_name, r.reason FROM pg_temp.sequential_uuids_report AS r WHERE r.index_name IS NOT NULL;
SELECT count(*) > 0 AS has_closing, max(r.reason) AS closing
  FROM pg_temp.sequential_uuids_report AS r WHERE r.index_name IS NULL \gset
\if :has_closing
\echo :closing
\echo ''
\endif
\echo 'switch:    another key saves WAL.  Read what depends on the key (uuid_key_dependencies() of the extension'
\echo '           sequential_uuids_advice), then set the default that is advised.  Keys that are there stay.'
\echo 'keep:      nothing to do.'
\echo 'tell more: the reason says what is not known, and the command or the option that tells it.'
ROLLBACK;
