-- The start of pgTAP tests with random values: SEED and CALLS from the environment,
-- or else a random seed and 100000 calls.  The seed of a run, which it prints, repeats its values.
\ir quiet.sql
\getenv seed SEED
\getenv calls CALLS
\if :{?calls}
\else
\set calls 100000
\endif
\if :{?seed}
\else
SELECT (random() * 1000000000)::int AS seed \gset
\endif
\echo '# SEED=':seed
SELECT setseed((:seed % 1000000007) / 1000000007.0) \gset ignored_
