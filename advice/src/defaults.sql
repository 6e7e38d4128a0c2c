---------------------------------------------------------------------------------------------------------------------
-- Column defaults: which keys they generate
---------------------------------------------------------------------------------------------------------------------

-- The arguments of a call as it is printed, as texts, by the names of its function's parameters.  NULL if any is not a
-- constant.
CREATE FUNCTION @extschema@.sequential_uuids_arguments(call text, function_name name, parameters text[])
RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	argument CONSTANT text := '((\w+) => |)(''(([^'']|'''')*)''::[a-z]+|([0-9]{1,10}))(, |$)';
	-- What stands before the name can only be its schema.
	arguments CONSTANT text := substring(call FROM '^[^(]*' || function_name || '\((.*)\)$');
BEGIN
	IF regexp_replace(arguments, argument, '', 'g') = '' THEN
		RETURN (
			SELECT coalesce(jsonb_object_agg(coalesce(m.match[2], parameters[m.n], m.n::text),
				coalesce(m.match[4], m.match[6])), '{}')
			  FROM regexp_matches(arguments, argument, 'g') WITH ORDINALITY AS m (match, n));
	END IF;
	RETURN NULL;
END $$;

-- The call in a default that makes a text or bytes of it: sequential_uuids_form().
CREATE FUNCTION @extschema@.sequential_uuids_call_in(column_default text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	outer_call text;
	call text := column_default;
BEGIN
	WHILE call IS DISTINCT FROM outer_call LOOP
		outer_call := call;
		call := regexp_replace(call, '^\((.*)\)::(text|bpchar|character|character varying)(\([0-9]+\)|)$', '\1');
		call := regexp_replace(call, '^(replace|translate)\((.*), ''-''::text, ''''::text\)$', '\2');
		call := regexp_replace(call, '^decode\((.*), ''hex''::text\)$', '\1');
		call := regexp_replace(call, '^(upper|lower|uuid_send)\((.*)\)$', '\2');
		call := regexp_replace(call, '^\(''[A-Za-z0-9_:.-]*''::text \|\| (.*)\)$', '\1');
	END LOOP;
	RETURN call;
END $$;

-- The column default, as SQL, and the keys that it generates.  Their kind is that of the one function that the default
-- depends on, the generator.  PostgreSQL records no dependencies on its own functions, so these are recognized as they
-- are printed.  The kind stays NULL for everything else.
CREATE FUNCTION @extschema@.sequential_uuids_read_default(
	expression pg_node_tree, generator oid, rate float8)
RETURNS @extschema@.sequential_uuids_generated LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET intervalstyle = postgres SET standard_conforming_strings = on
SET quote_all_identifiers = off AS $$
DECLARE
	plain_default CONSTANT text := '^\(encode\(\(substr\(int8send\(\(\(\(floor\(date_part\(''epoch''::text,'
		' clock_timestamp\(\)\)\)\)::bigint / ([0-9]{1,10})\) % ''([0-9]{5})''::bigint\)\), 7\)'
		' \|\| substr\(uuid_send\(gen_random_uuid\(\)\), 3\)\), ''hex''::text\)\)::uuid$';
	function record;
	our_names text[];
	given jsonb;
	plain text[];
	call text;
	block_count float8;
	generated @extschema@.sequential_uuids_generated;
BEGIN
	-- Printing what is huge takes long, and printing a function that has been dropped since the snapshot is an error.
	IF octet_length(expression::text) > 50000
		OR generator IS NOT NULL AND pg_function_is_visible(generator) IS NULL
	THEN
		generated.column_default := '(not printed)';
		RETURN generated;
	END IF;
	-- Given a table instead of 0, it would lock that.
	generated.column_default := pg_get_expr(expression, 0);
	call := @extschema@.sequential_uuids_call_in(generated.column_default);

	IF generator IS NULL THEN
		plain := regexp_match(call, plain_default);
		generated.kind := CASE
			WHEN call IN ('gen_random_uuid()', 'uuidv4()') THEN 'random'
			WHEN call = 'uuidv7()' THEN 'ascending'
			WHEN call ~ '^uuidv7\((|shift => )''[^'']*''::interval\)$' THEN 'ascending'
			WHEN plain[2]::int4 BETWEEN 32769 AND 65536 THEN 'wrapping' END;
		generated.block_rows := plain[1]::float8 * rate;
		generated.cycle_rows := plain[2]::float8 * generated.block_rows;
	ELSE
		SELECT p.proname, p.proargnames, x.extname,
			   format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)) AS signature,
			   -- An older extension has the same uuid_time_nextval(), and names no parameter so.
			   EXISTS (SELECT FROM pg_proc AS o
						WHERE (o.proname, o.pronamespace) = ('uuid_sequence_nextval', p.pronamespace)
						  AND o.proargnames[1] = 'sequence') AS is_ours
		  INTO function
		  FROM pg_proc AS p
		  LEFT JOIN pg_depend AS d ON (d.classid, d.objid, d.deptype) = ('pg_proc'::regclass, p.oid, 'e')
		  LEFT JOIN pg_extension AS x ON x.oid = d.refobjid
		 WHERE p.oid = generator;
		generated.kind := CASE
			WHEN function.signature = 'gen_random_uuid()' AND function.extname = 'pgcrypto' THEN 'random'
			WHEN function.signature = 'uuid_generate_v4()' AND function.extname = 'uuid-ossp' THEN 'random'
			WHEN function.signature = 'uuid_generate_v7()' AND function.extname = 'pg_uuidv7' THEN 'ascending'
			WHEN function.signature IN ('uuid_v7_nextval()', 'uuid_v7_nextval(integer, integer)',
				'uuid_v7_nextval(interval)') AND function.is_ours THEN 'ascending'
			WHEN function.signature = 'uuid_time_nextval(integer, integer)' THEN 'wrapping'
			WHEN function.signature = 'uuid_sequence_nextval(regclass, integer, integer)' THEN 'wrapping'
			WHEN function.signature = 'uuid_interval_nextval(interval, interval, integer)' THEN 'wrapping'
			WHEN function.signature = 'uuid_opaque_nextval(text, interval, interval, integer)' THEN 'opaque' END;
		-- Others' names and arguments are anything: they must get into no pattern and no cast.  With our types and
		-- names of parameters, an argument has the type that it is read as.
		our_names := CASE function.proname
			WHEN 'uuid_time_nextval' THEN '{interval_length,interval_count}'
			WHEN 'uuid_sequence_nextval' THEN '{sequence,block_size,block_count}'
			WHEN 'uuid_interval_nextval' THEN '{interval_length,cycle,version}'
			WHEN 'uuid_opaque_nextval' THEN '{label,interval_length,cycle,version}' END;
		IF generated.kind IS NULL OR our_names IS NOT NULL AND function.proargnames IS DISTINCT FROM our_names THEN
			generated.kind := NULL;
			RETURN generated;
		END IF;
		given := @extschema@.sequential_uuids_arguments(call, function.proname, function.proargnames);
		IF given IS NULL THEN
			generated.kind := NULL;
		ELSIF function.proname = 'uuid_time_nextval' THEN
			generated.block_rows := coalesce((given->>'interval_length')::float8, 60) * rate;
			block_count := coalesce((given->>'interval_count')::float8, 65536);
			-- The older one wraps after whole bytes.
			IF function.is_ours OR block_count IN (256, 65536, 16777216) THEN
				generated.cycle_rows := block_count * generated.block_rows;
			END IF;
		ELSIF function.proname = 'uuid_sequence_nextval' THEN
			generated.block_rows := coalesce((given->>'block_size')::float8, 65536);
			generated.cycle_rows := coalesce((given->>'block_count')::float8, 65536) * generated.block_rows;
		ELSIF generated.kind IN ('wrapping', 'opaque') THEN
			generated.block_rows := extract(epoch FROM (given->>'interval_length')::interval) * rate;
			generated.cycle_rows := extract(epoch FROM (given->>'cycle')::interval) * rate;
		END IF;
	END IF;

	IF generated.kind IN ('wrapping', 'opaque') AND (generated.block_rows > 0
		AND generated.cycle_rows >= generated.block_rows AND generated.cycle_rows < 'infinity') IS NOT TRUE
	THEN
		generated.kind := NULL;
	END IF;
	IF generated.kind IS NOT NULL THEN
		generated.form := replace(replace(generated.column_default, '%', '%%'), replace(call, '%', '%%'), '%s');
	END IF;
	RETURN generated;
END $$;

-- A column's default, or else its domain's: the expression; the function that it depends on; and whether it depends on
-- anything else, beside a sequence.
CREATE FUNCTION @extschema@.sequential_uuids_default(
	relation oid, column_name text, OUT expression pg_node_tree, OUT generator oid, OUT needs_more bool)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	owner record;
BEGIN
	SELECT CASE WHEN d.oid IS NULL THEN 'pg_type'::regclass ELSE 'pg_attrdef'::regclass END AS class,
		   coalesce(d.oid, t.oid) AS object, coalesce(d.adbin, t.typdefaultbin) AS expression
	  INTO owner
	  FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
	  LEFT JOIN pg_attrdef AS d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
	 WHERE (a.attrelid, a.attname) = (relation, column_name) AND a.attgenerated = '';
	expression := owner.expression;
	IF expression IS NOT NULL THEN
		SELECT min(p.refobjid) FILTER (WHERE p.refclassid = 'pg_proc'::regclass),
			   count(*) FILTER (WHERE p.refclassid = 'pg_proc'::regclass) > 1 OR bool_or(p.refclassid NOT IN (
				'pg_proc'::regclass, 'pg_class'::regclass, 'pg_namespace'::regclass))
		  INTO generator, needs_more
		  FROM pg_depend AS p WHERE (p.classid, p.objid) = (owner.class, owner.object);
	END IF;
END $$;

