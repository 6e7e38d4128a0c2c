-- The start of pgTAP tests: results alone, and no statement after an error.
\set ECHO none
\set QUIET on
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
