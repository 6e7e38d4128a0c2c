-- Advice: what a table's keys cost, and what others would cost.  In SQL and PL/pgSQL; needs nothing else.  psql runs
-- this file; make puts what it lists together for CREATE EXTENSION.  Functions named "sequential_uuids_" are
-- internal.
--
-- Functions bind each other when they are created, so nothing on the caller's search_path is ever called.  Those with
-- several results return a set of one row: PostgreSQL plans such a function together with the query that calls it,
-- instead of anew in each call (measured: costs in a 30th of the time).  OFFSET 0 at its end keeps the planner from
-- writing each of its expressions wherever it is used.
\set ON_ERROR_STOP on
\ir bind.sql
\ir densities.sql
\ir costs.sql
\ir workload.sql
\ir cycle.sql
\ir defaults.sql
\ir calls.sql
\ir advise.sql
\ir sample.sql
\ir keys_now.sql
\ir obstacles.sql
\ir indexes.sql
\ir verdict.sql
\ir report.sql
\ir bound.sql
