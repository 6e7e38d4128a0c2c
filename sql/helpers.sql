\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: yes; sanitizers: yes; architectures: all; JIT: 0
-- What the tests that follow take as given: the extension, and these.  Their output is
-- results alone, which say what they are of, and statements that fail.
CREATE EXTENSION sequential_uuids;
-- The bits of a UUID from the left, up to 48 of them.
CREATE FUNCTION leftmost(id uuid, bits int) RETURNS bigint
RETURN (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) >> (48 - bits);
-- error_of()
\getenv source PG_ABS_SRCDIR
\set error_schema public
\set file :source /t/lib/error_of.sql
\i :file
-- A text in lines of at most 100 characters, indented from the second on.
CREATE FUNCTION wrapped(text) RETURNS text
RETURN regexp_replace(regexp_replace($1, '(.{1,100})(?: |$)', E'\\1\n    ', 'g'), '\n    $', '');
-- An error as error_of() gives it: below the text that it follows, a line for each of its parts.
CREATE FUNCTION in_lines(error text) RETURNS text
RETURN (SELECT string_agg(E'\n    ' || wrapped(part), '' ORDER BY n)
		  FROM unnest(string_to_array(error, ' | ')) WITH ORDINALITY AS parts (part, n));
-- What EXPLAIN says of a query.
CREATE FUNCTION explained(query text, options text DEFAULT 'COSTS OFF') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('EXPLAIN (%s) %s', options, query);
END $$;
-- Which bounds a condition on an index has, in its order: of the lower or upper end, of the first or second range.
CREATE FUNCTION bounds_of(condition text) RETURNS text
RETURN (SELECT string_agg(concat_ws(' ', m[1], m[2]), ', ' ORDER BY n)
		  FROM regexp_matches(condition, 'sequential_uuids_(?:v7_)?(lower|upper)\((\d)?', 'g')
			   WITH ORDINALITY AS found (m, n));
-- A condition with each range as "id from A to B", and each alternative to it on a line of its own.
CREATE FUNCTION with_ranges(condition text) RETURNS text
RETURN regexp_replace(
		regexp_replace(condition, '\((\S+) >= ''([-0-9a-f]{36})''::uuid\) AND \(\1 <= ''([-0-9a-f]{36})''::uuid\)',
					   '\1 from \2 to \3', 'g'),
		'\) OR \(', E')\n        OR (', 'g');
-- The plan of a query, as PostgreSQL 15 shows it, without conditions that are checked
-- again.  Conditions by time that are not constant have other expressions in the edition
-- in SQL, which has to check some rows again: of those on an index it shows the bounds,
-- those on rows it leaves out.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN SELECT explained(query) LOOP
		IF line ~ 'Cond: .*sequential_uuids_' AND line !~ 'Recheck' THEN
			RETURN NEXT regexp_replace(line, 'Cond: .*', 'Cond: ') || bounds_of(line);
		ELSIF line !~ 'Filter: (?!uuid_).*sequential_uuids_|^ *(Recheck Cond|Disabled: true|Replaces: .*)' THEN
			line := regexp_replace(line, 'Filter: uuid_interval_(between|since)\(.*', 'Filter: the function itself');
			RETURN NEXT with_ranges(regexp_replace(line, 'InitPlan \w+$', 'InitPlan 1 (returns $0)'));
		END IF;
	END LOOP;
END $$;
-- The scans of a query, their conditions and filters, a line for each.
CREATE FUNCTION scans(query text) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(regexp_replace(line, '^ *(->  )?', ''), E'\n    ')
	  FROM plan(query) AS line
	 WHERE line ~ 'Bitmap|Scan|Result|Cond:|Filter:|Workers|Removed' $$;
-- Has the planner use parallel workers wherever it may.
CREATE PROCEDURE prefer_workers() LANGUAGE sql AS $$
	SELECT set_config(name, value, false)
	  FROM (VALUES ('min_parallel_table_scan_size', '0'),
				   ('min_parallel_index_scan_size', '0'),
				   ('parallel_setup_cost', '0'),
				   ('parallel_tuple_cost', '0'),
				   ('max_parallel_workers', '8'),
				   ('max_parallel_workers_per_gather', '2')) AS s (name, value) $$;
-- How many rows the planner expects.
CREATE FUNCTION estimated(query text) RETURNS bigint LANGUAGE sql AS $$
	SELECT substring(line, 'rows=(\d+)')::bigint FROM explained(query, 'COSTS') AS line LIMIT 1 $$;
-- Of 200 keys, from the bit "start" on: the fixed bits; and of each fifth, how
-- many pairs of the others go together.  A pair is a bit and one of the 64 behind
-- it, in a circle.
CREATE FUNCTION bits_of(call text, start int, OUT fixed text, OUT pairs bigint) LANGUAGE plpgsql AS $$
DECLARE
	keys bit(128)[];
	free bit(128);
BEGIN
	EXECUTE format('SELECT array_agg((''x'' || replace((%s)::text, ''-'', ''''))::bit(128))
					  FROM generate_series(1, 200) AS i', call) INTO keys;
	SELECT bit_or(key) # bit_and(key) INTO free FROM unnest(keys) AS key;
	free := free & (repeat('0', start) || repeat('1', 128 - start))::bit(128);
	-- Places that follow one another have the same difference to their number in the order.
	WITH fixed_bits AS (
		SELECT place, place - row_number() OVER (ORDER BY place) AS run
		  FROM generate_series(start, 127) AS place
		 WHERE get_bit(free, place) = 0
	), runs AS (
		SELECT min(place) AS first, max(place) AS last FROM fixed_bits GROUP BY run
	)
	SELECT string_agg(concat_ws('-', first, nullif(last, first)), ' ' ORDER BY first) INTO fixed FROM runs;
	WITH compared AS (
		SELECT n, key # ((key << n) | (key >> (128 - n))) AS different
		  FROM unnest(keys) WITH ORDINALITY AS k (key, i), generate_series(1, 64) AS n
		 WHERE i % 5 = 0
	), by_distance AS (
		SELECT n, bit_or(different) # bit_and(different) AS differs FROM compared GROUP BY n
	)
	SELECT sum(length(translate((free & ((free << n) | (free >> (128 - n))) & ~differs)::text, '0', ''))) INTO pairs
	  FROM by_distance;
END $$;
