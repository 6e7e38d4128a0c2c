---------------------------------------------------------------------------------------------------------------------
-- The report
---------------------------------------------------------------------------------------------------------------------

CREATE TEMPORARY TABLE sequential_uuids_report AS
SELECT r.* FROM pg_temp.uuid_index_report(
	over => nullif(:'over', '')::interval, kept => nullif(:'kept', '')::interval, left_behind => :'left_behind',
	only_table => nullif(:'only_table', '')::oid::regclass, worth => :'worth', at_most => :'at_most') AS r;

SELECT r.table_name, r.column_name, r.keys, r.known, r.verdict, r.cause, r.rows_per_second,
	   r.wal_now, r.wal_later, r.wal_advised, pg_size_pretty(r.saved_bytes_per_day) AS saved_per_day, r.advised
  FROM pg_temp.sequential_uuids_report AS r;
\echo 'wal_…: bytes of WAL per row, now, in five years with these keys, and then with the best.'
\echo ''
SELECT r.index_name, r.reason FROM pg_temp.sequential_uuids_report AS r;
-- Texts that are no UUIDs count, too, so that anyone who has many sees why indexes are missing.
SELECT count(*) AS indexes, count(*) > :'at_most'::int4 AS leaves_out,
	   count(*) <= :'at_most'::int4 AND NOT EXISTS (SELECT FROM pg_temp.sequential_uuids_report) AS is_empty
  FROM pg_temp.sequential_uuids_indexes(NULL::interval, nullif(:'only_table', '')::oid, 2147483647) \gset
\if :is_empty
\echo 'No index here holds UUIDs: is this the database (-d), or the table, that you mean?'
\echo ''
\endif
\if :leaves_out
\echo 'Only' :at_most 'of' :indexes 'indexes were looked at, those with the most inserts:'
\echo '  -v at_most=':indexes 'looks at all.'
\echo ''
\endif
\echo 'switch:    another key saves WAL.  Read what depends on the key (uuid_key_dependencies() of the extension'
\echo '           sequential_uuids_advice), then set the default that is advised.  Keys that are there stay.'
\echo 'keep:      nothing to do.'
\echo 'tell more: the reason says what is not known, and the command or the option that tells it.'
ROLLBACK;
