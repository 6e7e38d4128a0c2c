-- Prints client_windows.csv, the vectors for clients that decode keys: a key, a time, the interval, the number of
-- intervals in a cycle, and what uuid_block() and uuid_interval_window() return, nothing if that is NULL.  Times and
-- lengths are in milliseconds.
--
--     psql --no-psqlrc --file=t/vectors/client_windows.sql >t/vectors/client_windows.csv
--
-- A superuser runs it in a database without the extension, and it leaves nothing there.  t/024_client_rows.pl
-- compares what it prints with the file.
\set QUIET on
\set ON_ERROR_STOP on
\pset tuples_only on
\pset format unaligned
\pset fieldsep ','
SET client_min_messages = warning;
BEGIN;
CREATE EXTENSION sequential_uuids SCHEMA public;
\echo id,not_after_ms,interval_ms,count,block,from_ms,to_ms
WITH parameters AS (
    SELECT length, count, row_number() OVER (ORDER BY length, count) AS number
      FROM unnest('{1,100,1000,7919,300000,86400000}'::bigint[]) AS length,
           unnest('{1,2,3,7,256,16416,32832,65536,4294967296,281474976710656}'::bigint[]) AS count
     WHERE length * count::numeric < 2::numeric ^ 53
), times (at_ms) AS (
    VALUES (-1::bigint), (0), (1764000000000), (1764000300000), (-12345678901), (253402300799999)
), cases AS (
    SELECT p.*, at_ms, block.number AS block,
           -- Free bits that differ, and the smallest and the largest UUID of all.
           CASE WHEN at_ms = 0 THEN '00000000-0000-0000-0000-000000000000'
                WHEN at_ms = -1 THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff'
                ELSE overlay(md5(p.number || ' ' || at_ms) PLACING left(uuid_block_upper(block.number, count)::text, 8)
                             FROM 1 FOR 8)::uuid END AS id
      FROM parameters AS p, times,
           -- Now and then, the block of that time.
           LATERAL (SELECT CASE (p.number + at_ms / 300000) % 3
                           WHEN 0 THEN uuid_interval_block('epoch'::timestamptz + at_ms * interval '1 ms',
                                                           length * interval '1 ms', count * length * interval '1 ms')
                           ELSE (p.number * 2654435761) % count END AS number) AS block
)
SELECT id, at_ms, length, count, uuid_block(id, count), (extract(epoch FROM lower(w)) * 1000)::bigint,
       (extract(epoch FROM upper(w)) * 1000)::bigint
  FROM cases,
       LATERAL (SELECT uuid_interval_window(id, 'epoch'::timestamptz + at_ms * interval '1 ms',
                                            length * interval '1 ms', count * length * interval '1 ms') AS w) AS w
 -- Times that each language can hold.
 WHERE uuid_block(id, count) IS NULL OR lower(w) > '0001-01-02 00:00:00+00' AND upper(w) < '9999-12-31 00:00:00+00'
 ORDER BY length, count, at_ms;
ROLLBACK;
