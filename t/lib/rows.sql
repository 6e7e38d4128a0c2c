-- The rows of each index that a pgTAP test fills: ROWS from the environment, as scripts/test sets it.
\getenv rows ROWS
\if :{?rows}
\else
\set rows 1000000
\endif
