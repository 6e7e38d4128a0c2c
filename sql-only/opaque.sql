-- sequential_uuids_opaque in PL/pgSQL, for servers that do not allow installing an
-- extension in C.
--
--   psql --set=schema=SCHEMA --file=opaque.sql
--
-- Creates the functions of that extension's version 1.0, and their table of secrets,
-- in a schema in which sequential_uuids.sql has been run: the same names, parameters,
-- defaults, results and errors.  Running it again leaves the table and all privileges
-- as they are.  See README.md beside this file for more.
--
-- How it is written:
--
-- - Functions that need a secret are SECURITY DEFINER.  They use the secret, and values
--   derived from it, only in PL/pgSQL expressions, never as parameters of a query or of
--   an SQL function: debug_print_plan, which anyone may set, would show them.  After an
--   error that a savepoint caught, PL/pgSQL plans such an expression as a query, but
--   with a generic plan, which does not show values.  No function returns these values,
--   and no error shows them.
-- - A session remembers the place of its latest block in a custom setting.  Anyone can
--   read and write that, so the secret encrypts and authenticates the place.  It is
--   useless to anyone who cannot call the function.  Forged places are not used, nor
--   are stale ones after the secret has changed.
-- - Calls of our own functions are schema-qualified; only PostgreSQL's own are not.
--   Otherwise another role that may create objects in that schema could add operators
--   and functions there that match better, and so read the secrets.  The owner of the
--   schema can do that anyway.
--
-- Guarantees and limits are those of the extension.  In addition, SQL in a REPEATABLE
-- READ or SERIALIZABLE transaction sees the secrets as of its start: one created since
-- does not exist there, and one dropped since still does.

\set ON_ERROR_STOP on
BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;

-- The same checks as in sequential_uuids.sql.  Existing objects keep their privileges.
SELECT set_config('sequential_uuids.schema', quote_ident(:'schema'), true) \gset ignored_
DO $$
DECLARE
	schema CONSTANT regnamespace := current_setting('sequential_uuids.schema');
BEGIN
	IF EXISTS (SELECT FROM pg_proc AS p LEFT JOIN (pg_depend JOIN pg_extension ON pg_extension.oid = refobjid) ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
				WHERE pronamespace = schema AND proname ~ '^(uuid|sequential_uuids)_'
				  AND CASE WHEN extname IS NULL THEN proowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user) ELSE extname = 'sequential_uuids_opaque' END) THEN
		RAISE duplicate_function USING MESSAGE = format('schema %s already has functions of sequential_uuids', schema),
			DETAIL = 'They belong to the extension sequential_uuids_opaque, or to another role.';
	ELSIF EXISTS (SELECT FROM pg_class WHERE relnamespace = schema AND relname = 'sequential_uuids_secrets' AND relowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user)) THEN
		RAISE duplicate_table USING MESSAGE = format('table %s.sequential_uuids_secrets belongs to another role', schema);
	ELSIF to_regprocedure(schema || '.sequential_uuids_size(interval)') IS NULL THEN
		RAISE undefined_function USING MESSAGE = format('sequential_uuids.sql has not been run in schema %s', schema);
	END IF;
	-- Anyone who can replace these objects can act with the privileges of their owner.
	IF NOT EXISTS (SELECT FROM pg_namespace AS n, pg_database AS d
					WHERE n.oid = schema AND datname = current_database() AND (SELECT oid FROM pg_roles WHERE rolname = current_user) = CASE nspowner WHEN 'pg_database_owner'::regrole THEN datdba ELSE nspowner END) THEN
		RAISE insufficient_privilege USING MESSAGE = format('schema %s belongs to another role', schema),
			DETAIL = format('That role could do everything that %I may do.', current_user);
	ELSIF EXISTS (SELECT FROM pg_namespace, aclexplode(nspacl) WHERE oid = schema AND grantee = 0 AND privilege_type = 'CREATE') THEN
		RAISE insufficient_privilege USING MESSAGE = format('everybody may create objects in schema %s', schema);
	END IF;
	PERFORM set_config('sequential_uuids.existing', ARRAY(SELECT oid FROM pg_proc WHERE pronamespace = schema)::text, true),
			set_config('sequential_uuids.has_secrets', (to_regclass(schema || '.sequential_uuids_secrets') IS NOT NULL)::text, true);
END $$;

-- --- secrets -------------------------------------------------------------------

-- No constraint except UNIQUE: error messages of all others show the row to the
-- client and in the log.  Instead, the functions check what they read.
DO $$
DECLARE
	secrets CONSTANT text := current_setting('sequential_uuids.schema') || '.sequential_uuids_secrets';
BEGIN
	IF NOT current_setting('sequential_uuids.has_secrets')::bool THEN
		EXECUTE format('CREATE TABLE %s (name text COLLATE "C" UNIQUE, secret bytea) USING heap', secrets);
		EXECUTE format('COMMENT ON TABLE %s IS %L', secrets,
			'Secrets of opaque keys, 32 bytes each: anyone who reads one can date all keys generated with it');
		-- ANALYZE would copy secrets into pg_statistic.
		EXECUTE format('ALTER TABLE %s ALTER COLUMN secret SET STATISTICS 0', secrets);
		-- For publications; a primary key would add a NOT NULL constraint.
		EXECUTE format('ALTER TABLE %s REPLICA IDENTITY FULL', secrets);
		-- Have dumps include the rows, if this is run as the script of an extension.
		BEGIN
			PERFORM pg_extension_config_dump(secrets::regclass, '');
		EXCEPTION WHEN feature_not_supported THEN
			NULL;
		END;
	END IF;
END $$;

-- psql does not replace :"schema" in function bodies; the DO block below does.
SET LOCAL check_function_bodies = off;

-- Raise the error for a secret that does not exist, or does not have 32 bytes.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_opaque_no_secret(name text, is_there bool) RETURNS void
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF is_there THEN
		RAISE undefined_object USING MESSAGE = format('secret "%s" is not 32 bytes long', name);
	END IF;
	RAISE undefined_object USING MESSAGE = format('secret "%s" does not exist', name), HINT = 'Create it with uuid_secret_create(); if it was lost, restore it, since a new one does not decode old keys.';
END $$;

-- Uses the caller's privileges on the table.  The query itself generates the bytes, as
-- explained above.  A UUID has 122 random bits.
CREATE OR REPLACE FUNCTION :"schema".uuid_secret_create(name text) RETURNS void
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF current_setting('transaction_read_only')::bool THEN
		RAISE read_only_sql_transaction USING MESSAGE = 'cannot execute uuid_secret_create() in a read-only transaction';
	ELSIF octet_length(name) NOT BETWEEN 1 AND 63 THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "name": %s', name), DETAIL = 'Valid values are between 1 and 63 bytes long.';
	ELSIF NOT has_table_privilege(':"schema".sequential_uuids_secrets', 'INSERT') THEN
		RAISE insufficient_privilege USING MESSAGE = format('permission denied to create secret "%s"', name), DETAIL = 'This requires the INSERT privilege on table "sequential_uuids_secrets".';
	END IF;
	INSERT INTO :"schema".sequential_uuids_secrets VALUES (uuid_secret_create.name, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
EXCEPTION WHEN unique_violation THEN
	RAISE duplicate_object USING MESSAGE = format('secret "%s" already exists', name);
END $$;

-- Uses the caller's privileges, too.  Finding a row requires reading its name.
CREATE OR REPLACE FUNCTION :"schema".uuid_secret_drop(name text) RETURNS void
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF current_setting('transaction_read_only')::bool THEN
		RAISE read_only_sql_transaction USING MESSAGE = 'cannot execute uuid_secret_drop() in a read-only transaction';
	ELSIF NOT (has_table_privilege(':"schema".sequential_uuids_secrets', 'DELETE') AND has_column_privilege(':"schema".sequential_uuids_secrets', 'name', 'SELECT')) THEN
		RAISE insufficient_privilege USING MESSAGE = format('permission denied to drop secret "%s"', name), DETAIL = 'This requires the DELETE privilege on table "sequential_uuids_secrets".';
	END IF;
	DELETE FROM :"schema".sequential_uuids_secrets AS s WHERE s.name = uuid_secret_drop.name COLLATE "C";
	IF NOT FOUND THEN
		RAISE undefined_object USING MESSAGE = format('secret "%s" does not exist', name);
	END IF;
END $$;

-- --- places ----------------------------------------------------------------------

-- Division that rounds down.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_opaque_floor(dividend int8, divisor int8) RETURNS int8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN dividend / divisor - (dividend % divisor < 0)::int4;

-- The places that swap-or-not gives to blocks of a cycle or, inversely, the blocks of
-- places.  (Hoang, Morris, Rogaway: An Enciphering Scheme Based on a Card Shuffle,
-- CRYPTO 2012.)
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_opaque_shuffle(secret bytea, size int8, count int8, cycle int8, numbers int8[], is_inverse bool) RETURNS int8[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	cycle_key CONSTANT bytea := sha256('sequential_uuids opaque 1'::bytea || secret || int8send(size) || int8send(count) || int8send(cycle));
	pivot_key CONSTANT bytea := cycle_key || decode('00', 'hex');
	word_key CONSTANT bytea := cycle_key || decode('01', 'hex');
	-- The words of a round, by number.  None is kept if hardly any is used twice.
	shares_words CONSTANT bool := cardinality(numbers) > 1 AND count <= 1048576;
	words bytea[];
	is_power_of_2 CONSTANT bool := count & (count - 1) = 0;
	round bytea;
	digits text;
	pivot int8;
	partner int8;
	larger int8;
	word bytea;
BEGIN
	FOR i IN 0..639 LOOP
		round := int2send((CASE WHEN is_inverse THEN 639 - i ELSE i END)::int2);
		digits := encode(sha256(pivot_key || round), 'hex');
		IF is_power_of_2 THEN
			pivot := ('x' || substr(digits, 17, 16))::bit(64)::int8 & (count - 1);
		ELSE
			-- 128 bits as 60, 60 and 8.
			pivot := mod((('x' || substr(digits, 1, 15))::bit(60)::int8 * 1152921504606846976::numeric + ('x' || substr(digits, 16, 15))::bit(60)::int8) * 256
					+ ('x' || substr(digits, 31, 2))::bit(8)::int4, count);
		END IF;
		words := NULL;
		FOR j IN 1..cardinality(numbers) LOOP
			partner := pivot - numbers[j];
			IF partner < 0 THEN
				partner := partner + count;
			END IF;
			larger := greatest(partner, numbers[j]);
			IF NOT shares_words THEN
				word := sha256(word_key || round || int8send(larger >> 8));
			ELSE
				word := words[larger >> 8];
				IF word IS NULL THEN
					word := sha256(word_key || round || int8send(larger >> 8));
					words[larger >> 8] := word;
				END IF;
			END IF;
			IF get_bit(word, larger & 255) = 1 THEN
				numbers[j] := partner;
			END IF;
		END LOOP;
	END LOOP;
	RETURN numbers;
END $$;

-- Generate a UUID with the place of a time's block.  Relies on its callers to set the
-- search_path.
CREATE OR REPLACE FUNCTION :"schema".sequential_uuids_opaque_generate(secret_name text, at timestamptz, interval_length interval, cycle interval, version int4) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
	counter CONSTANT int8 := :"schema".sequential_uuids_seconds(at) * 1000000;
	length CONSTANT numeric := extract(epoch FROM interval_length) * 1000000;
	times CONSTANT numeric := extract(epoch FROM cycle) * 1000000 / nullif(length, 0);
	size int8;
	count int8;
	number int8;
	cycle_number int8;
	secret bytea;
	pad bytea;
	mask int8;
	setting text;
	remembered text;
	place int8;
BEGIN
	-- The results of sequential_uuids_size() and sequential_uuids_count(), at less cost.
	IF date_trunc('month', interval_length) = '0' AND date_trunc('month', cycle) = '0'
		AND length BETWEEN 1 AND 9223372036854775807 AND times BETWEEN 1 AND 281474976710656 AND times = trunc(times) AND times * length <= 9223372036854775807 THEN
		size := length;
		count := times;
	ELSE
		size := :"schema".sequential_uuids_size(interval_length);
		count := :"schema".sequential_uuids_count(interval_length, cycle);
	END IF;
	IF version NOT IN (4, 8) THEN
		PERFORM :"schema".sequential_uuids_check_version(version);
	END IF;
	SELECT s.secret INTO secret FROM :"schema".sequential_uuids_secrets AS s WHERE s.name = secret_name COLLATE "C";
	IF octet_length(secret) IS DISTINCT FROM 32 THEN
		PERFORM :"schema".sequential_uuids_opaque_no_secret(secret_name, FOUND);
	END IF;

	-- The setting holds the place, encrypted with the first bytes of "pad", and its MAC.
	number := :"schema".sequential_uuids_opaque_floor(counter, size);
	pad := sha256('sequential_uuids place 1'::bytea || secret || int8send(size) || int8send(count) || int8send(number));
	mask := ('x' || encode(substr(pad, 1, 8), 'hex'))::bit(64)::int8;
	setting := 'sequential_uuids_opaque.place_' || to_hex(hashtextextended(secret_name COLLATE "C", size # count));
	remembered := current_setting(setting, true);
	IF octet_length(remembered) = 48 AND ltrim(remembered, '0123456789abcdef') = '' THEN
		place := ('x' || left(remembered, 16))::bit(64)::int8 # mask;
		IF right(remembered, 32) <> left(encode(sha256(pad || int8send(place)), 'hex'), 32) THEN
			place := NULL;
		END IF;
	END IF;
	IF place IS NULL THEN
		cycle_number := :"schema".sequential_uuids_opaque_floor(number, count);
		place := (:"schema".sequential_uuids_opaque_shuffle(secret, size, count, cycle_number, ARRAY[number - cycle_number * count], false))[1];
		remembered := set_config(setting, lpad(to_hex(place # mask), 16, '0') || left(encode(sha256(pad || int8send(place)), 'hex'), 32), false);
	END IF;
	RETURN :"schema".sequential_uuids_stamp(gen_random_uuid(), place, count, version);
END $$;

CREATE OR REPLACE FUNCTION :"schema".uuid_opaque_nextval(secret text, interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00', version int4 DEFAULT 4) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	RETURN :"schema".sequential_uuids_opaque_generate(secret, clock_timestamp(), interval_length, cycle, version);
END $$;

CREATE OR REPLACE FUNCTION :"schema".uuid_opaque_at(secret text, at timestamptz, interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00', version int4 DEFAULT 4) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan COST 1000 AS $$
BEGIN
	RETURN :"schema".sequential_uuids_opaque_generate(secret, :"schema".sequential_uuids_check_time(at), interval_length, cycle, version);
END $$;

CREATE OR REPLACE FUNCTION :"schema".uuid_opaque_window(secret text, id uuid, not_after timestamptz, interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00') RETURNS tstzrange
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan COST 100000 AS $$
DECLARE
	counter int8 := :"schema".sequential_uuids_seconds(:"schema".sequential_uuids_check_time(not_after)) * 1000000;
	size CONSTANT int8 := :"schema".sequential_uuids_size(interval_length);
	count CONSTANT int8 := :"schema".sequential_uuids_count(interval_length, cycle);
	number CONSTANT int8 := :"schema".sequential_uuids_opaque_floor(counter, size);
	cycle_number CONSTANT int8 := :"schema".sequential_uuids_opaque_floor(number, count);
	place CONSTANT int8 := :"schema".uuid_block(id, count);
	secret_bytes bytea;
	block int8;
BEGIN
	IF place IS NULL THEN
		RETURN NULL;
	END IF;
	SELECT s.secret INTO secret_bytes FROM :"schema".sequential_uuids_secrets AS s WHERE s.name = uuid_opaque_window.secret COLLATE "C";
	IF octet_length(secret_bytes) IS DISTINCT FROM 32 THEN
		PERFORM :"schema".sequential_uuids_opaque_no_secret(secret, FOUND);
	END IF;
	block := (:"schema".sequential_uuids_opaque_shuffle(secret_bytes, size, count, cycle_number, ARRAY[place], true))[1];
	-- The block has not come yet in this cycle: search back from the end of the previous.
	IF block > number - cycle_number * count THEN
		block := (:"schema".sequential_uuids_opaque_shuffle(secret_bytes, size, count, cycle_number - 1, ARRAY[place], true))[1];
		RETURN :"schema".sequential_uuids_window(cycle_number::numeric * count * size - 1, size, count, block);
	END IF;
	RETURN :"schema".sequential_uuids_window(counter, size, count, block);
END $$;

-- 1000 blocks take about half a second.
CREATE OR REPLACE FUNCTION :"schema".uuid_opaque_ranges(secret text, from_time timestamptz, to_time timestamptz, interval_length interval DEFAULT '1 min', cycle interval DEFAULT '45 days 12:16:00', OUT lo uuid, OUT hi uuid) RETURNS SETOF record
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan COST 1000000 ROWS 60 AS $$
DECLARE
	from_counter CONSTANT int8 := :"schema".sequential_uuids_seconds(:"schema".sequential_uuids_check_time(from_time)) * 1000000;
	to_counter CONSTANT int8 := :"schema".sequential_uuids_seconds(:"schema".sequential_uuids_check_time(to_time)) * 1000000;
	size CONSTANT int8 := :"schema".sequential_uuids_size(interval_length);
	count CONSTANT int8 := :"schema".sequential_uuids_count(interval_length, cycle);
	first_cycle CONSTANT int8 := :"schema".sequential_uuids_opaque_floor(:"schema".sequential_uuids_opaque_floor(from_counter, size), count);
	last_cycle CONSTANT int8 := :"schema".sequential_uuids_opaque_floor(:"schema".sequential_uuids_opaque_floor(to_counter - 1, size), count);
	-- The first and last block within their cycles.
	first CONSTANT int8 := :"schema".sequential_uuids_opaque_floor(from_counter, size) - first_cycle * count;
	last CONSTANT int8 := :"schema".sequential_uuids_opaque_floor(to_counter - 1, size) - last_cycle * count;
	blocks CONSTANT numeric := (last_cycle - first_cycle)::numeric * count + last - first + 1;
	secret_bytes bytea;
	numbers int8[];
	places int8[];
BEGIN
	SELECT s.secret INTO secret_bytes FROM :"schema".sequential_uuids_secrets AS s WHERE s.name = uuid_opaque_ranges.secret COLLATE "C";
	IF octet_length(secret_bytes) IS DISTINCT FROM 32 THEN
		PERFORM :"schema".sequential_uuids_opaque_no_secret(secret, FOUND);
	END IF;
	IF from_counter >= to_counter THEN
		RETURN;
	END IF;
	IF first_cycle + (first > 0)::int4 <= last_cycle - (last < count - 1)::int4 THEN
		lo := :"schema".uuid_block_lower(0, count);
		hi := :"schema".uuid_block_upper(count - 1, count);
		RETURN NEXT;
		RETURN;
	ELSIF blocks > 1000 THEN
		RAISE program_limit_exceeded USING MESSAGE = format('range has too many blocks: %s', blocks), DETAIL = 'At most 1000 are computed in one call.';
	END IF;
	numbers := ARRAY(SELECT generate_series(first, CASE WHEN first_cycle = last_cycle THEN last ELSE count - 1 END));
	places := :"schema".sequential_uuids_opaque_shuffle(secret_bytes, size, count, first_cycle, numbers, false);
	IF first_cycle < last_cycle THEN
		numbers := ARRAY(SELECT generate_series(0, last));
		places := places || :"schema".sequential_uuids_opaque_shuffle(secret_bytes, size, count, last_cycle, numbers, false);
	END IF;
	-- Neighbouring places have the same distance from their ranks.
	RETURN QUERY SELECT :"schema".uuid_block_lower(min(place), count), :"schema".uuid_block_upper(max(place), count)
		FROM (SELECT place, place - row_number() OVER (ORDER BY place) AS distance FROM (SELECT DISTINCT unnest(places)) AS p (place)) AS r
		GROUP BY distance ORDER BY distance;
END $$;

SET LOCAL check_function_bodies = on;
DO $$
DECLARE
	schema CONSTANT text := current_setting('sequential_uuids.schema');
	-- In two parts, so that it is not replaced here.
	variable CONSTANT text := ':' || '"schema"';
	definition text;
BEGIN
	FOR definition IN SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = schema::regnamespace AND strpos(prosrc, variable) > 0 LOOP
		definition := replace(definition, '''' || variable || '.sequential_uuids_secrets''', quote_literal(schema || '.sequential_uuids_secrets'));
		EXECUTE replace(definition, variable, schema);
	END LOOP;
END $$;

-- --- privileges --------------------------------------------------------------------

-- Default privileges may have granted more.  Only the owner gets those new objects that
-- reveal a secret or the permutation, and can grant them to others.  The same goes for
-- objects that a restore without privileges has left open.
DO $$
DECLARE
	command text;
BEGIN
	FOR command IN
		SELECT format('REVOKE ALL ON %s FROM %s', object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
		  FROM (SELECT 'TABLE ' || oid::regclass AS object, relacl AS acl, relowner AS owner
				  FROM pg_class WHERE relnamespace = current_setting('sequential_uuids.schema')::regnamespace AND relname = 'sequential_uuids_secrets'
				   AND NOT current_setting('sequential_uuids.has_secrets')::bool
				UNION ALL
				SELECT 'FUNCTION ' || oid::regprocedure, coalesce(proacl, acldefault('f', proowner)), proowner
				  FROM pg_proc WHERE pronamespace = current_setting('sequential_uuids.schema')::regnamespace AND (oid <> ALL (current_setting('sequential_uuids.existing')::oid[]) OR proacl IS NULL)
				   AND proname IN ('uuid_opaque_at', 'uuid_opaque_window', 'uuid_opaque_ranges', 'sequential_uuids_opaque_shuffle', 'sequential_uuids_opaque_generate')) AS new, aclexplode(acl)
		 WHERE grantee <> owner
	LOOP
		EXECUTE command;
	END LOOP;
END $$;

-- --- what \df+ shows ------------------------------------------------------------

COMMENT ON FUNCTION :"schema".uuid_secret_create(pg_catalog.text) IS
	'Create a random secret for opaque keys; use another one for each table and database';
COMMENT ON FUNCTION :"schema".uuid_secret_drop(pg_catalog.text) IS
	'Drop a secret; column defaults that name it then raise an error';
COMMENT ON FUNCTION :"schema".uuid_opaque_nextval(pg_catalog.text, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a version 4 or 8 UUID prefixed with the secret place of the current block';
COMMENT ON FUNCTION :"schema".uuid_opaque_at(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval, pg_catalog.int4) IS
	'Generate a UUID as uuid_opaque_nextval() would at a given time, for existing rows';
COMMENT ON FUNCTION :"schema".uuid_opaque_window(pg_catalog.text, pg_catalog.uuid, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Latest interval, not after a time, in which an opaque key can have been generated';
COMMENT ON FUNCTION :"schema".uuid_opaque_ranges(pg_catalog.text, pg_catalog.timestamptz, pg_catalog.timestamptz, pg_catalog.interval, pg_catalog.interval) IS
	'Ranges of the opaque keys generated in the blocks of a span of time';

COMMIT;
