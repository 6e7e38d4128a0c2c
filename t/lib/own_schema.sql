-- The start of pgTAP tests that no transaction can undo: a schema for all that they create, with
-- the extension in it.  They drop it at their end, or else the next one does.
\ir quiet.sql
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
DROP SCHEMA IF EXISTS tested CASCADE;
CREATE SCHEMA tested;
SET search_path = tested, public;
CREATE EXTENSION sequential_uuids SCHEMA tested;
