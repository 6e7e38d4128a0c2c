\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- If nextval() fails, uuid_sequence_nextval() fails with the same error.  The texts
-- differ between PostgreSQL's versions, so compare them instead of showing them.
CREATE TABLE no_sequence ();
CREATE VIEW view_no_sequence AS SELECT 1;
CREATE SEQUENCE seq;
CREATE SEQUENCE exhausted MAXVALUE 2;
CREATE TEMPORARY SEQUENCE temporary_seq;
SELECT nextval('exhausted'), nextval('exhausted') \gset ignored_
CREATE ROLE regress_uuids_user;

-- After a statement; as a role; the outcome of nextval(), and whether it is the same.
CREATE FUNCTION compare(sequence text, statement text DEFAULT 'SELECT', role text DEFAULT current_user,
						OUT sqlstate text, OUT same bool)
LANGUAGE plpgsql AS $$
DECLARE
	expected text;
BEGIN
	EXECUTE statement;
	EXECUTE 'SET LOCAL ROLE ' || role;
	expected := error_of(format('SELECT nextval(%L)', sequence));
	sqlstate := regexp_replace(expected, ' \|.*', '');
	same := error_of(format('SELECT uuid_sequence_nextval(%L)', sequence)) = expected;
	RESET ROLE;
END $$;

-- No sequence, none of that name, none of that OID, exhausted; no privilege: SELECT is not
-- enough, UPDATE or USAGE is; a read-only transaction allows a temporary sequence and the
-- clock, no other sequence.
SELECT name, c.*
  FROM unnest('{no_sequence,view_no_sequence,missing,1,0,exhausted}'::text[]) AS name, compare(name) AS c;
SELECT statement, c.*
  FROM (VALUES (1, 'SELECT'),
			   (2, 'GRANT SELECT ON SEQUENCE seq TO regress_uuids_user'),
			   (3, 'GRANT USAGE ON SEQUENCE seq TO regress_uuids_user'),
			   (4, 'REVOKE USAGE ON SEQUENCE seq FROM regress_uuids_user'),
			   (5, 'GRANT UPDATE ON SEQUENCE seq TO regress_uuids_user')) AS s (n, statement),
	   compare('seq', statement, 'regress_uuids_user') AS c
 ORDER BY n;
REVOKE ALL ON SEQUENCE seq FROM regress_uuids_user;
BEGIN READ ONLY;
SELECT name, c.*, uuid_time_nextval() IS NOT NULL AS clock
  FROM unnest('{seq,temporary_seq}'::text[]) AS name, compare(name) AS c;
COMMIT;

-- Dropped: while a default uses it, not at all.
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('seq'));
SELECT left(error_of('DROP SEQUENCE seq'), 5) AS sqlstate;
DROP TABLE orders;
SELECT 'seq'::regclass::oid AS dropped \gset
SELECT * FROM compare(:'dropped', 'DROP SEQUENCE seq');

DROP ROLE regress_uuids_user;
DROP FUNCTION compare(text, text, text);
DROP SEQUENCE temporary_seq, exhausted;
DROP VIEW view_no_sequence;
DROP TABLE no_sequence;
