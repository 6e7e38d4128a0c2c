-- What README says of the block size, measured on indexes really filled: how
-- full the leaf pages get, and what a block's start costs in WAL.  No
-- transaction around it, since CHECKPOINT refuses one.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS pgstattuple;
DROP SCHEMA IF EXISTS leaf_pages CASCADE;
CREATE SCHEMA leaf_pages;
SET search_path = leaf_pages, public;
CREATE EXTENSION sequential_uuids SCHEMA leaf_pages;
SELECT plan(4);

CREATE SEQUENCE seq CACHE 1000;
CREATE TABLE by_random (id uuid PRIMARY KEY DEFAULT gen_random_uuid()) WITH (autovacuum_enabled = off);
CREATE TABLE by_65536 (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('seq', 65536, 65536)) WITH (autovacuum_enabled = off);
CREATE TABLE by_256 (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('seq', 256, 65536)) WITH (autovacuum_enabled = off);

-- Two million rows into an empty index.
INSERT INTO by_random SELECT FROM generate_series(1, 2000000);
INSERT INTO by_65536 SELECT FROM generate_series(1, 2000000);
INSERT INTO by_256 SELECT FROM generate_series(1, 2000000);
SELECT r.avg_leaf_density AS random, l.avg_leaf_density AS large, s.avg_leaf_density AS small
  FROM pgstatindex('by_random_pkey') AS r, pgstatindex('by_65536_pkey') AS l, pgstatindex('by_256_pkey') AS s \gset
SELECT diag(format('leaf density: random %s %%, blocks of 65536 %s %%, blocks of 256 %s %%', :random, :large, :small));
SELECT ok(:random BETWEEN 60 AND 77, 'leaf pages under random keys are about ln 2 = 69 % full');
SELECT ok(:large BETWEEN 60 AND 77, 'and so they are within blocks of many pages');
SELECT ok(:small > greatest(:random, :large) + 2, 'blocks of about one page pack better');

-- 256,000 rows more into an index that keys of a whole turn have filled, as
-- random ones do.  With 4096 blocks each finds 488 rows in its place, as each
-- of 65536 does in an index of 32 million.
TRUNCATE by_65536, by_256;
ALTER TABLE by_65536 ALTER id SET DEFAULT uuid_sequence_nextval('seq', 65536, 4096);
ALTER TABLE by_256 ALTER id SET DEFAULT uuid_sequence_nextval('seq', 256, 4096);
INSERT INTO by_65536 SELECT id FROM by_random;
INSERT INTO by_256 SELECT id FROM by_random;
SELECT setval('seq', 1, false) \gset
CHECKPOINT;
SELECT pg_current_wal_insert_lsn() AS before \gset
INSERT INTO by_65536 SELECT FROM generate_series(1, 256000);
SELECT pg_current_wal_insert_lsn() AS large \gset
INSERT INTO by_256 SELECT FROM generate_series(1, 256000);
SELECT (:'large'::pg_lsn - :'before') / 256000 AS large, (pg_current_wal_insert_lsn() - :'large') / 256000 AS small \gset
SELECT diag(format('WAL bytes per row: blocks of 65536 %s, blocks of 256 %s', round(:large), round(:small)));
SELECT ok(:small > 1.1 * :large, 'large blocks cost less WAL, since fewer pages are touched first after a checkpoint');

SELECT * FROM finish();
DROP SCHEMA leaf_pages CASCADE;
