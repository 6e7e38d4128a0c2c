-- If nextval() fails, uuid_sequence_nextval() fails with the same error.  The texts
-- differ between PostgreSQL's versions, so compare them instead of showing them.
CREATE TABLE no_sequence ();
CREATE VIEW view_no_sequence AS SELECT 1;
CREATE SEQUENCE seq;
CREATE SEQUENCE exhausted MAXVALUE 2;
SELECT nextval('exhausted'), nextval('exhausted');
CREATE ROLE regress_uuids_user;

CREATE FUNCTION compare(sequence text, OUT sqlstate text, OUT as_nextval bool) LANGUAGE plpgsql AS $$
DECLARE
	expected text := error_of(format('SELECT nextval(%L)', sequence));
BEGIN
	sqlstate := left(expected, 5);
	as_nextval := error_of(format('SELECT uuid_sequence_nextval(%L)', sequence)) = expected;
END $$;

-- no sequence, none of that name, none of that OID, exhausted
SELECT name, (compare(name)).* FROM unnest('{no_sequence,view_no_sequence,missing,1,0,exhausted}'::text[]) AS name;

-- no privilege: SELECT is not enough, UPDATE or USAGE is
SET ROLE regress_uuids_user;
SELECT * FROM compare('seq');
RESET ROLE;
GRANT SELECT ON SEQUENCE seq TO regress_uuids_user;
SET ROLE regress_uuids_user;
SELECT * FROM compare('seq');
RESET ROLE;
GRANT USAGE ON SEQUENCE seq TO regress_uuids_user;
SET ROLE regress_uuids_user;
SELECT uuid_sequence_nextval('seq') IS NOT NULL AS with_usage;
RESET ROLE;
REVOKE ALL ON SEQUENCE seq FROM regress_uuids_user;
GRANT UPDATE ON SEQUENCE seq TO regress_uuids_user;
SET ROLE regress_uuids_user;
SELECT uuid_sequence_nextval('seq') IS NOT NULL AS with_update;
RESET ROLE;
REVOKE ALL ON SEQUENCE seq FROM regress_uuids_user;

-- a read-only transaction: allows a temporary sequence and the clock, no other sequence
CREATE TEMPORARY SEQUENCE temporary_seq;
BEGIN READ ONLY;
SELECT * FROM compare('seq');
SELECT uuid_sequence_nextval('temporary_seq') IS NOT NULL AS temporary, uuid_time_nextval() IS NOT NULL AS clock;
COMMIT;

-- dropped: while a default uses it, not at all
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('seq'));
DROP SEQUENCE seq;
DROP TABLE orders;
SELECT 'seq'::regclass::oid AS dropped \gset
DROP SEQUENCE seq;
SELECT * FROM compare(:'dropped');

DROP ROLE regress_uuids_user;
DROP FUNCTION compare(text);
DROP SEQUENCE temporary_seq, exhausted;
DROP VIEW view_no_sequence;
DROP TABLE no_sequence;
