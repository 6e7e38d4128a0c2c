-- runs: every; edition in SQL: no, the trigger is the same with both
-- The trigger of doc/clients.md for clients that send NULL as key: the error without it, and what it costs.
\ir ../lib/own_schema.sql
SELECT plan(4);
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'), n int);
SELECT throws_ok('INSERT INTO orders VALUES (NULL, 1)', '23502',
	'null value in column "id" of relation "orders" violates not-null constraint', 'NULL is no default');
CREATE TABLE plain (LIKE orders INCLUDING ALL);
\set page `sed -n '/^CREATE FUNCTION fill_key/,/^CREATE TRIGGER/ { s/public\./tested./; p }' doc/clients.md`
:page
COPY orders (id, n) FROM stdin WITH (FORMAT csv);
,1
,2
\.
SELECT is(count(*), 2::int8, 'COPY works') FROM orders;
INSERT INTO orders VALUES (gen_random_uuid(), 3), (DEFAULT, 4);
SELECT is(count(*) FILTER (WHERE uuid_interval_since(id, now() - interval '1 h', '5 min', '60 days')) >= 3, true,
	'those that are sent stay') FROM orders;

-- The least of five times for so many rows each; printed, not tested.
CREATE TABLE times (name text, seconds float8);
DO $$
DECLARE
	measured record;
	start timestamptz;
BEGIN
	FOR i IN 1 .. 5 LOOP
		FOR measured IN VALUES
			('the default', 'INSERT INTO plain (n) SELECT generate_series(1, 20000)'),
			('the default beside the trigger', 'INSERT INTO orders (n) SELECT generate_series(1, 20000)'),
			('the trigger', 'INSERT INTO orders SELECT NULL, generate_series(1, 20000)')
		LOOP
			TRUNCATE plain, orders;
			start := clock_timestamp();
			EXECUTE measured.column2;
			INSERT INTO times VALUES (measured.column1, extract(epoch FROM clock_timestamp() - start));
		END LOOP;
	END LOOP;
END $$;
SELECT diag(format('%s: %s us per row', name, round((min(seconds) * 50)::numeric, 2)))
  FROM times GROUP BY name ORDER BY 1;
SELECT is(count(id), 20000::int8, 'all rows have a key') FROM orders;
SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
