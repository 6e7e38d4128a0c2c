-- The start of pgTAP tests with random values: SEED and CALLS from the environment,
-- as scripts/test sets them.  Two runs with one seed have the same values.
\ir quiet.sql
\getenv seed SEED
\getenv calls CALLS
\if :{?calls}
\else
\set calls 100000
\endif
\if :{?seed}
\else
\set seed 1
\endif
\echo '# SEED=':seed
SELECT setseed((:seed % 1000000007) / 1000000007.0) \gset ignored_
