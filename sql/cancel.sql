-- A long statement is cancelled in the midst of its calls.
CREATE SEQUENCE seq;
SET statement_timeout = '1s';
SELECT count(uuid_time_nextval(1, 2147483647)) FROM (SELECT generate_series(1, 1000000000000)) AS s;
SELECT count(uuid_sequence_nextval('seq', 2147483647, 2147483647)) FROM (SELECT generate_series(1, 1000000000000)) AS s;
RESET statement_timeout;
SELECT last_value > 1 AS calls_were_made FROM seq;
DROP SEQUENCE seq;
