\set ECHO errors
-- A long statement is cancelled in the midst of its calls, by one of its own rows, so
-- that no clock decides when.
CREATE SEQUENCE seq;
SELECT count(uuid_time_nextval(1, 2147483647)) FROM (SELECT generate_series(1, 10000000) AS i) AS s WHERE i <> 10000 OR pg_cancel_backend(pg_backend_pid());
SELECT count(uuid_sequence_nextval('seq', 2147483647, 2147483647)) FROM (SELECT generate_series(1, 10000000) AS i) AS s WHERE i <> 10000 OR pg_cancel_backend(pg_backend_pid());
SELECT last_value BETWEEN 9999 AND 9999999 AS calls_were_made FROM seq;
DROP SEQUENCE seq;
