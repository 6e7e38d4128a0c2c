-- What UUID keys cost in the database that you are connected to, and which would cost less.  Nothing is installed, and
-- nothing is left: all is temporary, in one transaction that is rolled back.  Any role with TEMP on the database may.
--
--   psql -d mydb -f report.sql
--   psql -d mydb -v kept='30 days' -v left_behind=0.05 -v table=events -v over='10 s' -f report.sql
--
--   over                 count inserts for so long, up to 5 minutes, rather than since the server counts
--   table                report this table alone
--   kept                 for how long rows are kept until they are deleted; without it: for good
--   left_behind          the share of rows that stays nevertheless, such as 0.05
--   updated_after        how long after its INSERT, or its last UPDATE, a row is updated
--   worth                what a switch must save in a day, by default '1 GB'
--   checkpoint_interval  the time between two checkpoints, rather than as the server tells
--   at_most              how many indexes, those with the most inserts first; by default 100
--   all                  on: print all indexes, also those of which nothing is to be done
--
-- This file is joined from the files in advice/src/: "make advice report".
\set ON_ERROR_STOP on
\set QUIET on
\set AUTOCOMMIT on
\set ECHO none
\set FETCH_COUNT 0
\set SHOW_CONTEXT never
\timing off
-- In a transaction, now() is when that began.  Its work would be rolled back with that of this file, and an error would
-- end it, too, unless it is one of psql.
SELECT pg_catalog.now() OPERATOR(pg_catalog.<>) pg_catalog.statement_timestamp() AS in_transaction \gset
\if :in_transaction
\warn 'report.sql ends with a ROLLBACK, and this session is in a transaction: COMMIT or ROLLBACK first.'
SELECT WHERE false \gset
\endif
\if :{?over} \else \set over '' \endif
\if :{?updated_after} \else \set updated_after '' \endif
\if :{?checkpoint_interval} \else \set checkpoint_interval '' \endif
\if :{?all} \else \set all off \endif
\if :{?kept} \else \set kept '' \endif
\if :{?left_behind} \else \set left_behind 0 \endif
\if :{?worth} \else \set worth '1 GB' \endif
\if :{?at_most} \else \set at_most 100 \endif
SELECT CAST(:'all' AS pg_catalog.bool) AS all \gset
-- With your own search_path.
\if :{?table}
SELECT CAST(:'table' AS pg_catalog.regclass)::pg_catalog.oid AS only_table \gset
\else
\set only_table ''
\endif
DO $$
BEGIN
	IF pg_catalog.pg_is_in_recovery() THEN
		RAISE EXCEPTION 'a standby can make nothing temporary, nor does it count inserts'
			USING HINT = 'Run this on the primary.';
	END IF;
END $$;

BEGIN READ WRITE;
SET LOCAL client_min_messages = warning;
SET LOCAL standard_conforming_strings = on;
SET LOCAL extra_float_digits = 1;
