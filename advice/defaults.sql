-- What a column default generates.

-- A length of time as servers print it, in seconds; NULL for anything else, so that no text raises an error.  Not \d,
-- which also stands for other digits of Unicode, under collations of ICU.
CREATE FUNCTION sequential_uuids_seconds(printed text) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT CASE WHEN printed ~ '^[0-9]{1,18}$' THEN printed::float8
		WHEN printed ~ '^([0-9]{1,5} years? ?)?([0-9]{1,2} mons? ?)?([0-9]{1,9} days? ?)?'
				'([0-9]{2,8}:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?)?$'
			AND printed <> '' THEN extract(epoch FROM printed::interval)::float8 END;
END;

-- The function that a default calls, and its arguments by their names, as texts; nothing if it is no call with
-- constants.  The call may be cast, and so may an argument.  What sequential_uuids_plain() gives, as servers print it,
-- generates the keys of uuid_time_nextval().
CREATE FUNCTION sequential_uuids_call(expression text, OUT function text, OUT arguments jsonb)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT call[1], (
			SELECT coalesce(jsonb_object_agg(coalesce(m[1], (CASE
					WHEN call[1] = 'uuid_interval_nextval' THEN '{interval_length,cycle,version}'
					WHEN call[1] = 'uuid_time_nextval' THEN '{interval_length,interval_count}'
					WHEN call[1] = 'uuid_opaque_nextval' THEN '{label,interval_length,cycle,version}'
					ELSE '{sequence,block_size,block_count,version}' END::text[])[n], 'other'),
				coalesce(replace(m[2], '''''', ''''), m[3])), '{}')
			  FROM regexp_matches(call[2], p.argument, 'g') WITH ORDINALITY AS found (m, n))
	  FROM (SELECT '(?:(\w+) => )?(?:''((?:[^'']|'''')*)''|\(?([0-9]+)\)?)(?:::[a-z ]+)?(?:, |$)') AS p (argument),
		   regexp_match(expression, '^\(?(?:(?:[^."() ]+|"(?:[^"]|"")+")\.)?([a-z0-9_]+)\((.*)\)(?:\)?::[a-z ]+)?$') AS call
	 WHERE regexp_replace(call[2], p.argument, '', 'g') = ''
	UNION ALL
	SELECT 'uuid_time_nextval', jsonb_build_object('interval_length', plain[1], 'interval_count', plain[2])
	  FROM regexp_match(expression, '^\(encode\(\(substr\(int8send\(\(\(\(floor\(date_part\(''epoch''::text,'
			' clock_timestamp\(\)\)\)\)::bigint / ([0-9]{1,10})\) % ''([0-9]{5})''::bigint\)\), 7\)'
			' \|\| substr\(uuid_send\(gen_random_uuid\(\)\), 3\)\), ''hex''::text\)\)::uuid$') AS plain
	 WHERE plain[2]::int8 BETWEEN 32769 AND 65536 OFFSET 0;
END;

-- A number among the arguments, if it is given; NULL if it is not understood.
CREATE FUNCTION sequential_uuids_given(arguments jsonb, name text, otherwise float8) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN arguments ? name THEN sequential_uuids_seconds(arguments->>name) ELSE otherwise END;

-- The keys that a default generates: their kind, and the lengths of a block and of a cycle, in time or in rows.  A
-- default may be stored with arguments with which it raises an error: then there is no row.
CREATE FUNCTION sequential_uuids_generates(
	function text, arguments jsonb, OUT kind text, OUT block_seconds float8, OUT cycle_seconds float8,
	OUT block_rows float8, OUT cycle_rows float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT f.kind, CASE WHEN f.by_time THEN l.block END, CASE WHEN f.by_time THEN l.cycle END,
		   CASE WHEN f.by_sequence THEN l.block END, CASE WHEN f.by_sequence THEN l.cycle END
	  FROM (SELECT CASE WHEN function IN ('gen_random_uuid', 'uuidv4', 'uuid_generate_v4') THEN 'random'
				WHEN function IN ('uuidv7', 'uuid_v7_nextval', 'uuid_generate_v7') THEN 'ascending'
				WHEN function ~ '^uuid_(time|interval|sequence)_nextval$' THEN 'wrapping'
				WHEN function = 'uuid_opaque_nextval' THEN 'opaque' END,
			function IN ('uuid_time_nextval', 'uuid_interval_nextval', 'uuid_opaque_nextval'),
			function = 'uuid_sequence_nextval'
		   ) AS f (kind, by_time, by_sequence), LATERAL (
			SELECT CASE WHEN f.by_sequence THEN sequential_uuids_given(arguments, 'block_size', 65536)
				ELSE sequential_uuids_given(arguments, 'interval_length', 60) END) AS b (block), LATERAL (
			SELECT b.block, CASE WHEN f.by_sequence THEN b.block * sequential_uuids_given(arguments, 'block_count', 65536)
				WHEN function = 'uuid_time_nextval' THEN
					b.block * sequential_uuids_given(arguments, 'interval_count', 65536)
				ELSE sequential_uuids_given(arguments, 'cycle', 65536 * 60) END) AS l (block, cycle)
	 WHERE f.kind IN ('random', 'ascending') OR l.block > 0 AND l.cycle >= l.block OFFSET 0;
END;

-- The generators, with the types of their parameters as oidvectortypes() prints them.
CREATE FUNCTION sequential_uuids_signatures(OUT name text, OUT parameters text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 8
BEGIN ATOMIC
	VALUES ('gen_random_uuid', ''), ('uuidv7', ''),
		('uuid_time_nextval', 'integer, integer'), ('uuid_sequence_nextval', 'regclass, integer, integer'),
		('uuid_interval_nextval', 'interval, interval, integer'), ('uuid_v7_nextval', ''),
		('uuid_v7_nextval', 'integer, integer'),
		('uuid_opaque_nextval', 'text, interval, interval, integer');
END;

-- Whether what generates a key is known: it calls functions of pg_catalog, on which nothing is recorded to depend; of
-- these extensions, if a superuser or the caller owns them, as the database's owner can add others; or of the edition
-- in SQL, if one of the three does.  A default is in pg_attrdef, or that of a domain in pg_type.
CREATE FUNCTION sequential_uuids_is_known(class regclass, object oid) RETURNS bool
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT NOT EXISTS (
		SELECT FROM pg_depend AS d JOIN pg_proc AS p ON p.oid = d.refobjid
		 WHERE (d.classid, d.objid, d.refclassid) = (class::oid, object, 'pg_proc'::regclass::oid) AND NOT EXISTS (
			SELECT FROM pg_roles AS r JOIN pg_database AS b ON b.datname = current_database()
			 WHERE r.oid = p.proowner AND (r.rolsuper OR r.rolname = current_user OR r.oid = b.datdba) AND (EXISTS (
				SELECT FROM pg_depend AS e JOIN pg_extension AS x ON x.oid = e.refobjid
				 WHERE (e.classid, e.objid, e.deptype) = ('pg_proc'::regclass, p.oid, 'e')
				   AND x.extname IN ('sequential_uuids', 'uuid-ossp', 'pgcrypto', 'pg_uuidv7')
				   AND (r.rolsuper OR r.rolname = current_user))
				OR (p.proname::text, oidvectortypes(p.proargtypes)) IN (
				SELECT name, parameters FROM sequential_uuids_signatures() WHERE name ~ '_nextval$'))));
END;
