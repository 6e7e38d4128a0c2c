-- The generators with bigint counts, intervals and a choice of version, and
-- that each call which 1.0 resolves still resolves to the function of 1.0.
CREATE SEQUENCE s;

-- which function does a call resolve to?  A view shows it in its text.
CREATE FUNCTION resolves_to(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE 'CREATE TEMPORARY VIEW v AS SELECT ' || call;
	SELECT string_agg(refobjid::regprocedure::text, ', ') INTO result
	  FROM pg_depend JOIN pg_rewrite AS r ON r.oid = objid
	 WHERE r.ev_class = 'v'::regclass AND classid = 'pg_rewrite'::regclass AND refclassid = 'pg_proc'::regclass;
	DROP VIEW v;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ': ' || SQLERRM;
END $$;
SELECT call, resolves_to(call) FROM unnest(ARRAY[
	$$uuid_time_nextval()$$,
	$$uuid_time_nextval(60)$$,
	$$uuid_time_nextval(60, 65536)$$,
	$$uuid_time_nextval(60::smallint, 256::smallint)$$,
	$$uuid_time_nextval('60', '256')$$,
	$$uuid_time_nextval(NULL)$$,
	$$uuid_time_nextval(NULL, NULL)$$,
	$$uuid_time_nextval(interval_count => 256)$$,
	$$uuid_time_nextval('1 ms', 4294967296, 4)$$,
	$$uuid_time_nextval('1 ms', 256::smallint, 4::smallint)$$,
	$$uuid_time_nextval(interval_length => '1 ms', interval_count => 4294967296, version => 8)$$,
	$$uuid_time_nextval(NULL, NULL, NULL)$$,
	$$uuid_sequence_nextval('s')$$,
	$$uuid_sequence_nextval('s', 256)$$,
	$$uuid_sequence_nextval('s', 256, 65536)$$,
	$$uuid_sequence_nextval('s', 256::smallint, 256::smallint)$$,
	$$uuid_sequence_nextval('s', '256', '65536')$$,
	$$uuid_sequence_nextval(NULL)$$,
	$$uuid_sequence_nextval(NULL, NULL, NULL)$$,
	$$uuid_sequence_nextval(sequence => 's', block_count => 4)$$,
	$$uuid_sequence_nextval('s', 5000000000, 281474976710656, 4)$$,
	$$uuid_sequence_nextval('s', 256::smallint, 256::smallint, 4::smallint)$$,
	$$uuid_sequence_nextval('s', block_size => 1, block_count => 2, version => 8)$$,
	$$uuid_sequence_nextval(NULL, NULL, NULL, NULL)$$,
	-- what is wrong stays wrong: bigint without a version, interval without one
	$$uuid_time_nextval('1 ms')$$,
	$$uuid_time_nextval(60, 4294967296)$$,
	$$uuid_sequence_nextval('s', 5000000000, 65536)$$]) AS call;

-- a driver's parameters: smallint ones, and ones of no type, as in
-- pgbench --protocol=extended
PREPARE of_smallint (smallint, smallint, smallint) AS
	SELECT uuid_time_nextval($1, $2) IS NOT NULL AND uuid_time_nextval('1 ms', $2, $3) IS NOT NULL AS time,
		   uuid_sequence_nextval('s', $1, $2) IS NOT NULL AND uuid_sequence_nextval('s', $1, $2, $3) IS NOT NULL AS sequence;
EXECUTE of_smallint (256, 256, 4);
PREPARE untyped AS SELECT uuid_time_nextval($1, $2) IS NOT NULL AS two;
EXECUTE untyped (60, 256);
PREPARE untyped_3 AS SELECT uuid_time_nextval($1, $2, $3) IS NOT NULL AS three, uuid_sequence_nextval($4, $5, $6) IS NOT NULL AS "1.0";
EXECUTE untyped_3 ('1 ms', 4294967296, 8, 's', 256, 65536);
PREPARE untyped_4 AS SELECT uuid_sequence_nextval($1, $2, $3, $4) IS NOT NULL AS four;
EXECUTE untyped_4 ('s', 5000000000, 281474976710656, 4);
SELECT name, parameter_types FROM pg_prepared_statements ORDER BY name;
DEALLOCATE ALL;

-- NULL in, NULL out, and no value of the sequence used up
SELECT setval('s', 1, false);
SELECT uuid_sequence_nextval(NULL, 1, 1, 4) IS NULL AND uuid_sequence_nextval('s', NULL, 1, 4) IS NULL
   AND uuid_sequence_nextval('s', 1, NULL, 4) IS NULL AND uuid_sequence_nextval('s', 1, 1, NULL) IS NULL AS sequence,
	   uuid_time_nextval(NULL, 1, 4) IS NULL AND uuid_time_nextval('1 s', NULL, 4) IS NULL AND uuid_time_nextval('1 s', 1, NULL) IS NULL AS time;
-- nor by a refused call
SELECT call, error_of('SELECT ' || call) FROM unnest(ARRAY[
	$$uuid_sequence_nextval('s', 0, 1, 4)$$, $$uuid_sequence_nextval('s', 1, 281474976710657, 4)$$, $$uuid_sequence_nextval('s', 1, 1, 7)$$]) AS call;
SELECT nextval('s');

-- both versions, one after the other in the same block, and the variant
SELECT version, substr(id::text, 15, 1) AS by_sequence, substr(time::text, 15, 1) AS by_time, substr(id::text, 20, 1) IN ('8', '9', 'a', 'b') AS variant
  FROM unnest('{4,8,4,8}'::int[]) AS version, uuid_sequence_nextval('s', 65536, 65536, version) AS id, uuid_time_nextval('1 day', 65536, version) AS time;

-- the largest size and the largest count: 48 bits of prefix
SELECT setval('s', 9223372036854775806);
SELECT leftmost(uuid_sequence_nextval('s', 1, 281474976710656, 8), 48) = 9223372036854775806 % 281474976710656 AS last_block;
SELECT setval('s', 9223372036854775806);
SELECT leftmost(uuid_sequence_nextval('s', 9223372036854775807, 2, 4), 1) AS one_block_holds_all;
SELECT setval('s', 5000000000);
SELECT leftmost(uuid_sequence_nextval('s', 5000000000, 281474976710656, 4), 48) AS second_block;

-- the interval's parts add up: the block is that of the length in microseconds
CREATE FUNCTION block_of_now(length interval, count bigint) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	earliest timestamptz := clock_timestamp();
	id uuid := uuid_time_nextval(length, count, 4);
	latest timestamptz := clock_timestamp();
	microseconds numeric := extract(epoch FROM length) * 1000000;
BEGIN
	RETURN EXISTS (SELECT FROM generate_series(div(extract(epoch FROM earliest) * 1000000, microseconds), div(extract(epoch FROM latest) * 1000000, microseconds)) AS i
					WHERE mod(i, count) = uuid_block(id, count));
END $$;
SELECT length, count, block_of_now(length, count)
  FROM unnest('{1 us,10 us,1 ms,1 s,60 s,1 h,1 day,1000 days,1 day -23:59:59.999,-1 day 48:00:00,106751991 days 04:00:54.775807}'::interval[]) AS length,
	   unnest('{1,2,1000,65536,4294967296,281474976710655,281474976710656}'::bigint[]) AS count
 WHERE NOT block_of_now(length, count);

DROP FUNCTION block_of_now(interval, bigint), resolves_to(text);
DROP SEQUENCE s;
