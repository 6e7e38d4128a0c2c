\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- Nothing stays behind, and a column default is not dropped silently.
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_time_nextval());
\set VERBOSITY terse
DROP EXTENSION sequential_uuids;
\set VERBOSITY default
DROP TABLE orders;
DROP EXTENSION sequential_uuids;
SELECT count(*) AS functions FROM pg_proc WHERE probin LIKE '%sequential_uuids%';
DROP FUNCTION leftmost(uuid, int), error_of(text), wrapped(text), in_lines(text), explained(text, text),
	bounds_of(text), with_ranges(text), plan(text), scans(text), estimated(text), bits_of(text, int);
DROP PROCEDURE prefer_workers();
