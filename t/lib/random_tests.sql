-- The start of pgTAP tests with random values: SEED and CALLS from the environment,
-- or else a random seed and 100000 calls.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
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
