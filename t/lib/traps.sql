-- For t/025_traps.pl: the traps that somebody sets in a schema, in the hope that another role's script or function
-- takes it for PostgreSQL's own or for one of the script's.  All of it notes that it was run.

CREATE SCHEMA harness;
GRANT USAGE ON SCHEMA harness TO PUBLIC;

-- How often the code of a trap ran as a role other than its owner: no rollback undoes nextval().
CREATE SEQUENCE harness.runs;
GRANT USAGE ON SEQUENCE harness.runs TO PUBLIC;
SELECT nextval('harness.runs');
CREATE FUNCTION harness.note(what text) RETURNS bool LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
	IF current_user NOT IN ('regress_eve', 'regress_owner') THEN
		RAISE WARNING 'code of a trap runs as %: %', current_user, what;
		PERFORM nextval('harness.runs');
	END IF;
	RETURN true;
END $$;

-- --- what scripts name ---------------------------------------------------------------------------------------------

CREATE TABLE harness.scripts (name text, script text);

-- Whatever a script may name, from its text: functions, operators and types.
CREATE VIEW harness.names AS
SELECT DISTINCT m[1] AS name FROM harness.scripts, regexp_matches(script, '([a-z_][a-z0-9_]*) ?\(', 'g') AS m;
CREATE VIEW harness.operators AS
SELECT DISTINCT m[1] AS name FROM harness.scripts, regexp_matches(script, '([-+*/<>=~!@#%^&|`?]+)', 'g') AS m;
CREATE VIEW harness.types AS
SELECT t.oid::regtype AS type, typname FROM pg_type AS t
 WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype = 'b' AND typarray <> 0 AND typcategory <> 'A'
   AND typname IN (
	SELECT m[1] FROM harness.scripts, regexp_matches(script, '([a-z_][a-z0-9_]*)', 'g') AS m);

-- Functions: PostgreSQL's of these names, and those that the scripts create.
CREATE TABLE harness.functions AS SELECT oid, proname::text, proargtypes::regtype[] AS arguments,
	prorettype::regtype AS result, proretset, provariadic::regtype AS variadic,
	proallargtypes::regtype[] AS all_arguments, proargnames, proargmodes::text[] AS modes, false AS is_own
	FROM pg_proc WHERE false;

-- Types that stand for others, with one in their place.
CREATE FUNCTION harness.concrete(type regtype, stands_for regtype) RETURNS regtype LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN type::text ~ '^any(compatible)?array$' THEN (SELECT typarray FROM pg_type WHERE oid = stands_for)
		WHEN type::text ~ '^("any"|any(element|nonarray|compatible|compatiblenonarray))$' THEN stands_for::oid
		ELSE type END::regtype $$;

-- The signatures that calls of these functions can have, with all types given.
CREATE TABLE harness.signatures (name text, arguments regtype[], result text, is_own bool);
CREATE FUNCTION harness.find_signatures() RETURNS void LANGUAGE sql AS $$
	INSERT INTO harness.signatures
	SELECT DISTINCT ON (proname, a.arguments) f.proname, a.arguments,
		   CASE
			-- A type of the script, which is not there yet.  A trap may return another one.
			WHEN NOT EXISTS (SELECT FROM pg_type AS y WHERE y.oid = f.result) THEN 'text'
			WHEN f.result <> 'record'::regtype OR f.modes IS NULL THEN concat(CASE WHEN proretset THEN 'SETOF ' END,
				harness.concrete(f.result, t.type))
			ELSE (SELECT format('TABLE (%s)', string_agg(format('%I %s', proargnames[n],
						harness.concrete(c, t.type)), ', ' ORDER BY n))
					FROM unnest(f.all_arguments) WITH ORDINALITY AS u (c, n) WHERE f.modes[n] IN ('o', 't')) END,
		   f.is_own
	  FROM harness.functions AS f
	  -- A variadic function is called with one to three values.
	  CROSS JOIN LATERAL generate_series(1, CASE WHEN f.variadic = 0::regtype THEN 1 ELSE 3 END) AS values
	  CROSS JOIN LATERAL (
			SELECT CASE WHEN f.variadic = 0::regtype THEN f.arguments
				ELSE trim_array(f.arguments, 1) || array_fill(CASE WHEN f.variadic = '"any"'::regtype THEN 'anyelement'
					ELSE f.variadic END::regtype, ARRAY[values - 1]) || f.variadic END AS arguments) AS e
	  CROSS JOIN LATERAL (
			SELECT type FROM harness.types WHERE '"any"'::regtype = ANY (e.arguments) OR EXISTS (
				SELECT FROM unnest(e.arguments || f.result) AS p WHERE harness.concrete(p, type) <> p)
			UNION ALL SELECT NULL WHERE NOT EXISTS (
				SELECT FROM unnest(e.arguments || f.result) AS p WHERE harness.concrete(p, 'text') <> p)) AS t
	  CROSS JOIN LATERAL (
			SELECT array_agg(CASE WHEN f.variadic = '"any"'::regtype AND u = 'anyelement'::regtype THEN u
				ELSE harness.concrete(u, t.type) END ORDER BY n) AS arguments
			  FROM unnest(e.arguments) WITH ORDINALITY AS u (u, n)) AS a
	 WHERE a.arguments IS NOT NULL AND NOT EXISTS (
			SELECT FROM unnest(a.arguments) AS u JOIN pg_type ON pg_type.oid = u
			 WHERE typtype = 'p' AND u <> 'anyelement'::regtype)
	   -- Nobody can create overloads over types that a script has yet to create.
	   AND NOT EXISTS (SELECT FROM unnest(a.arguments) AS u LEFT JOIN pg_type AS y ON y.oid = u WHERE y.oid IS NULL) $$;

-- --- traps ---------------------------------------------------------------------------------------------------------

-- Kinds of hostile types over each base type, or over the elements of an array.  Kind 'text' is a domain over text
-- wherever another type is: PostgreSQL prefers text for a literal without a type.
CREATE TABLE harness.hostile (base regtype, kind text, type text);
CREATE FUNCTION harness.find_hostile() RETURNS void LANGUAGE sql AS $$
	INSERT INTO harness.hostile
	SELECT DISTINCT oid, kind, format(form, CASE WHEN is_array AND typcategory = 'A' AND typelem <> 0 THEN typelem
			ELSE oid END)
	  FROM (SELECT u FROM harness.signatures, unnest(arguments) AS u UNION SELECT type FROM harness.types
			UNION SELECT typarray FROM harness.types JOIN pg_type ON pg_type.oid = type) AS bases (base)
	  JOIN pg_type ON pg_type.oid = base CROSS JOIN (VALUES
			('domain', 'domain_%s', false), ('array', 'domain_%s[]', true),
			('composite', 'composite_%s', false), ('composites', 'composite_%s[]', true), ('text', 'domain_25', false)
		   ) AS k (kind, form, is_array)
	 WHERE typtype <> 'p' AND (kind <> 'text' OR typcategory <> 'S') $$;

-- The traps, as statements, in each group: at a place, or at all (0).  Of ours are overloads of the scripts' own
-- functions.
CREATE TABLE harness.traps (kind text, place int, of_ours bool, name text, statement text);

-- The body of a function that is a trap.
CREATE FUNCTION harness.body(what text, result text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT format('BEGIN PERFORM harness.note(%L); RETURN %s; END', what,
		CASE WHEN result !~ '^(SETOF|TABLE)' THEN 'NULL' END) $$;

-- The hostile types, which all groups need, each with a cast to text; and twins of types.
CREATE VIEW harness.trap_types AS
SELECT format('CREATE DOMAIN domain_%s AS %s CHECK (harness.note(%L));
		CREATE TYPE composite_%1$s AS (a domain_%1$s);
		CREATE FUNCTION as_text(composite_%1$s) RETURNS text LANGUAGE plpgsql AS %4$L;
		CREATE CAST (composite_%1$s AS text) WITH FUNCTION as_text(composite_%1$s) AS IMPLICIT',
		base, base::regtype, 'a domain over ' || base::regtype, harness.body('a cast to text', '')) AS statement
  FROM (SELECT DISTINCT substring(type FROM '[0-9]+')::oid FROM harness.hostile) AS bases (base)
 UNION ALL
SELECT format('CREATE DOMAIN %I AS pg_catalog.text CHECK (harness.note(%L))', typname, 'a twin of ' || typname)
  FROM harness.types;

-- Overloads of functions; of those with many parameters, every fourth is at the same place.
CREATE VIEW harness.trap_functions AS
SELECT kind, place, is_own, name, format('CREATE FUNCTION %I(%s) RETURNS %s LANGUAGE plpgsql AS %L',
		name, overload, result, harness.body(format('%s(%s)', name, overload), result)) AS statement
  FROM (SELECT DISTINCT ON (kind, place, name, overload) kind, place, name, overload, result, is_own
		  FROM harness.signatures AS s, (SELECT DISTINCT kind FROM harness.hostile) AS kinds,
			   generate_series(0, 4) AS place, LATERAL (
				SELECT string_agg(coalesce(h.type, u::text), ', ' ORDER BY n) AS overload, count(h.type) AS count
				  FROM unnest(arguments) WITH ORDINALITY AS a (u, n) LEFT JOIN harness.hostile AS h
					ON (h.base, h.kind) = (u, kinds.kind) AND (place = 0 OR (n - 1) % 4 = place - 1)) AS o
		 WHERE o.count > CASE place WHEN 0 THEN 1 ELSE 0 END) AS overloads;

-- Operators of the types that scripts name, with hostile operands.
CREATE VIEW harness.trap_operators AS
WITH typed AS (
	SELECT DISTINCT oprname, harness.concrete(nullif(oprleft, 0)::regtype, type) AS l,
		   harness.concrete(oprright::regtype, type) AS r, harness.concrete(oprresult::regtype, type) AS result
	  FROM pg_operator JOIN harness.operators AS s ON s.name = oprname CROSS JOIN harness.types
	 WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprresult <> 0
), hostile AS (
	SELECT DISTINCT ON (hr.kind, place, oprname, left_type, right_type)
		   hr.kind, place, oprname, left_type, right_type, t.result
	  FROM typed AS t JOIN harness.hostile AS hr ON hr.base = t.r
	  LEFT JOIN harness.hostile AS hl ON (hl.base, hl.kind) = (t.l, hr.kind) CROSS JOIN generate_series(0, 2) AS place,
		   LATERAL (
			SELECT CASE WHEN place IN (0, 1) THEN hl.type ELSE t.l::text END,
				   CASE WHEN place IN (0, 2) THEN hr.type ELSE t.r::text END) AS h (left_type, right_type)
	 WHERE place = 2 OR hl.type IS NOT NULL
)
SELECT kind, place, false AS is_own, oprname::text AS name,
	   format('CREATE OR REPLACE FUNCTION %I(%s) RETURNS %s LANGUAGE plpgsql AS %L;
		CREATE OPERATOR %s (%s RIGHTARG = %s, FUNCTION = %1$I)', 'operator_' || result, concat_ws(', ', left_type,
		right_type), result, harness.body('an operator of ' || concat_ws(', ', left_type, right_type), ''), oprname,
		'LEFTARG = ' || left_type || ',', right_type) AS statement
  FROM hostile WHERE result NOT IN (SELECT oid FROM pg_type WHERE typtype = 'p');

CREATE FUNCTION harness.find_traps() RETURNS int8 LANGUAGE sql AS $$
	SELECT harness.find_signatures();
	SELECT harness.find_hostile();
	INSERT INTO harness.traps TABLE harness.trap_functions UNION ALL TABLE harness.trap_operators;
	SELECT count(*) FROM harness.traps $$;

-- Sets a group of traps in a schema, as a role that may create there; or of it only what has a name.  Gives how much
-- that is.
CREATE FUNCTION harness.set_traps(setter text, schema text, kind text, place int, of_ours bool, one text)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	statements CONSTANT text[] := ARRAY(
		SELECT p.statement FROM harness.trap_types AS p WHERE NOT of_ours
		UNION ALL SELECT p.statement FROM harness.traps AS p
		 WHERE (p.kind, p.place, p.of_ours) = (set_traps.kind, set_traps.place, set_traps.of_ours)
		   AND p.name = coalesce(one, p.name)
		UNION ALL SELECT format('GRANT USAGE ON SCHEMA %I TO PUBLIC', schema));
	statement text;
BEGIN
	PERFORM set_config('role', setter, true), set_config('search_path', quote_ident(schema), true),
		set_config('check_function_bodies', 'off', true);
	FOREACH statement IN ARRAY statements LOOP
		EXECUTE statement;
	END LOOP;
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog', true), pg_catalog.set_config('role', 'none', true),
		pg_catalog.set_config('check_function_bodies', 'on', true);
	RETURN cardinality(statements);
END $$;

-- --- what runs among them ------------------------------------------------------------------------------------------

-- Arguments with which calls succeed, one of these for each type.
CREATE TABLE harness.values (type text, value text);
CREATE TABLE harness.calls (script text, call text);
GRANT SELECT ON ALL TABLES IN SCHEMA harness TO PUBLIC;

-- The statement of a step: a script, or itself with the schema.
CREATE FUNCTION harness.statement(step text, schema text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT script FROM harness.scripts WHERE name = step), format(step, schema)) $$;

-- The outcome of a statement, as a role and with a search_path; then neither is left.
CREATE FUNCTION harness.try(role text, path text, statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_catalog.set_config('role', role, true), pg_catalog.set_config('search_path', path, true);
	EXECUTE statement;
	PERFORM pg_catalog.set_config('role', 'none', true), pg_catalog.set_config('search_path', 'pg_catalog', true);
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN
	RETURN SQLERRM;
END $$;

-- Calls with only the arguments that a function needs, one of all that can be made of the values.
CREATE FUNCTION harness.calls_of(function oid) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	WITH RECURSIVE made AS (
		SELECT 0 AS n, '' COLLATE "C" AS arguments
		UNION ALL
		SELECT n + 1, concat_ws(', ', nullif(arguments, ''), format('%L::pg_catalog.%I', value, typname) COLLATE "C")
		  FROM made JOIN pg_proc ON pg_proc.oid = function AND n < pronargs - pronargdefaults
		  JOIN pg_type ON pg_type.oid = proargtypes[n] JOIN harness.values ON type = typname
	)
	SELECT format('SELECT FROM %%I.%I(%s)', proname, arguments)
	  FROM made JOIN pg_proc ON pg_proc.oid = function AND n = pronargs - pronargdefaults $$;

-- Learns what a script has created in a schema of that name: its functions, and a call of each that succeeds.  Gives
-- those without one.
CREATE FUNCTION harness.learn(script text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	f record;
	made text;
BEGIN
	FOR f IN SELECT * FROM pg_proc WHERE pronamespace = quote_ident(script)::regnamespace AND proname ~ '^uuid_' LOOP
		SELECT c INTO made FROM harness.calls_of(f.oid) AS c
		 WHERE harness.try('none', 'pg_catalog', format(c, script)) = 'done' LIMIT 1;
		IF made IS NULL THEN
			RETURN NEXT f.oid::regprocedure;
		END IF;
		INSERT INTO harness.calls VALUES (script, made);
	END LOOP;
	INSERT INTO harness.functions
	SELECT oid, proname, proargtypes::regtype[], prorettype, proretset, provariadic, proallargtypes::regtype[],
		   proargnames, proargmodes::text[], pronamespace <> 'pg_catalog'::regnamespace
	  FROM pg_proc
	 WHERE pronamespace = quote_ident(script)::regnamespace OR pronamespace = 'pg_catalog'::regnamespace
	   AND proname IN (SELECT name FROM harness.names) AND oid NOT IN (SELECT oid FROM harness.functions);
END $$;

-- Steps of a script among traps, and calls of its functions by a superuser and by a stranger, one after the
-- other: each outcome, and how often the code of one has run.  Then nothing of them is left.
CREATE FUNCTION harness.run(script text, creator text, schema text, VARIADIC steps text[])
RETURNS TABLE (step text, outcome text, runs int8) LANGUAGE plpgsql AS $$
DECLARE
	done record;
	before int8;
BEGIN
	FOR done IN
		SELECT true AS is_step, creator AS role, s AS step, harness.statement(s, schema) AS statement
		  FROM unnest(steps) AS s
		UNION ALL
		SELECT false, r, call, format(call, schema)
		  FROM harness.calls AS c, unnest('{none,regress_stranger}'::text[]) AS r WHERE c.script = run.script
	LOOP
		before := pg_sequence_last_value('harness.runs');
		outcome := harness.try(done.role, quote_ident(schema), done.statement);
		runs := pg_sequence_last_value('harness.runs') - before;
		step := concat_ws(' ', run.script, 'by', done.role, left(done.step, 60));
		RETURN NEXT;
		EXIT WHEN outcome <> 'done' AND done.is_step; -- nothing is there to call
	END LOOP;
	RAISE SQLSTATE 'UNDO1';
EXCEPTION WHEN SQLSTATE 'UNDO1' THEN
	RETURN;
END $$;
