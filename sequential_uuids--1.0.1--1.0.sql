\echo Use "ALTER EXTENSION sequential_uuids UPDATE TO '1.0'" to load this file. \quit

-- 1.0.1 is a version of the older extension of the same name.  Its functions
-- are those of its 1.0, which the update from 1.0 to 2.0 replaces.
