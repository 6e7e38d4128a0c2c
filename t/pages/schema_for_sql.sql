-- The schema of the edition in SQL.
CREATE SCHEMA uuids;
