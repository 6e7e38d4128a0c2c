\set ECHO errors
\pset format unaligned
\pset footer off
-- runs: every; majors: all; edition in SQL: no, it has only one version; sanitizers: yes; architectures: all; JIT: 0
-- ALTER EXTENSION UPDATE from every released version, and from those of the
-- older extension of the same name: what uses the functions goes on working.
-- The extension is in a schema off the search_path, as it may be.
CREATE SCHEMA regress_uuids;
CREATE ROLE regress_uuids_user;
DROP EXTENSION sequential_uuids;

-- The objects of the older extension's versions, all alike: the first argument
-- has no name, and both functions claim to be parallel safe.  In the extension
-- they take the place of those of our 1.0.
CREATE PROCEDURE install_older(version text) LANGUAGE plpgsql AS $$
BEGIN
	CREATE EXTENSION sequential_uuids SCHEMA regress_uuids VERSION '1.0';
	ALTER EXTENSION sequential_uuids DROP FUNCTION regress_uuids.uuid_sequence_nextval(regclass, int, int);
	ALTER EXTENSION sequential_uuids DROP FUNCTION regress_uuids.uuid_time_nextval(int, int);
	DROP FUNCTION regress_uuids.uuid_sequence_nextval(regclass, int, int);
	DROP FUNCTION regress_uuids.uuid_time_nextval(int, int);
	CREATE FUNCTION regress_uuids.uuid_sequence_nextval(
		regclass, block_size int DEFAULT 65536, block_count int DEFAULT 65536)
		RETURNS uuid AS '$libdir/sequential_uuids', 'uuid_sequence_nextval' LANGUAGE C STRICT PARALLEL SAFE;
	CREATE FUNCTION regress_uuids.uuid_time_nextval(interval_length int DEFAULT 60, interval_count int DEFAULT 65536)
		RETURNS uuid AS '$libdir/sequential_uuids', 'uuid_time_nextval' LANGUAGE C STRICT PARALLEL SAFE;
	ALTER EXTENSION sequential_uuids ADD FUNCTION regress_uuids.uuid_sequence_nextval(regclass, int, int);
	ALTER EXTENSION sequential_uuids ADD FUNCTION regress_uuids.uuid_time_nextval(int, int);
	UPDATE pg_extension SET extversion = version WHERE extname = 'sequential_uuids';
END $$;

-- What a database may have that uses them, and rows.
CREATE PROCEDURE use_functions() LANGUAGE plpgsql AS $$
BEGIN
	CREATE SEQUENCE seq;
	CREATE TABLE orders (
		n serial,
		a uuid DEFAULT regress_uuids.uuid_sequence_nextval('seq', 4, 256),
		b uuid DEFAULT regress_uuids.uuid_sequence_nextval('seq'),
		c uuid DEFAULT regress_uuids.uuid_time_nextval(60, 256),
		d uuid DEFAULT regress_uuids.uuid_time_nextval()
	);
	CREATE VIEW new_ids AS
		SELECT regress_uuids.uuid_sequence_nextval('seq', 4, 256) AS a, regress_uuids.uuid_time_nextval(60, 256) AS c;
	GRANT USAGE ON SCHEMA regress_uuids TO regress_uuids_user;
	REVOKE EXECUTE ON FUNCTION regress_uuids.uuid_sequence_nextval(regclass, int, int) FROM public;
	REVOKE EXECUTE ON FUNCTION regress_uuids.uuid_time_nextval(int, int) FROM public;
	GRANT EXECUTE ON FUNCTION regress_uuids.uuid_time_nextval(int, int) TO regress_uuids_user;
	INSERT INTO orders SELECT FROM generate_series(1, 100);
END $$;

-- Whether a block, of so many minutes, is of the time since the transaction began.
CREATE FUNCTION is_recent(block bigint, count int) RETURNS bool LANGUAGE sql VOLATILE AS $$
	SELECT (block - begun % count + count) % count <= floor(extract(epoch FROM clock_timestamp()) / 60) - begun
	  FROM CAST(floor(extract(epoch FROM now()) / 60) AS bigint) AS begun $$;

-- Whether all is as it should be after the update.
CREATE FUNCTION check_update(
	OUT prefix_goes_on bool, OUT defaults bool, OUT view bool, OUT grants bool,
	OUT labels bool, OUT names bool, OUT comments bool, OUT new_functions bool)
LANGUAGE plpgsql AS $$
DECLARE
	by_sequence CONSTANT regprocedure := 'regress_uuids.uuid_sequence_nextval(regclass, int, int)';
	by_time CONSTANT regprocedure := 'regress_uuids.uuid_time_nextval(int, int)';
BEGIN
	INSERT INTO orders SELECT FROM generate_series(1, 100);
	-- A row takes two values of the sequence, the first one for a.
	SELECT count(*) = 200
		   AND bool_and(leftmost(a, 8) = 2 * (n - 1) / 4
						AND leftmost(b, 16) = 0
						AND is_recent(leftmost(c, 8), 256)
						AND is_recent(leftmost(d, 16), 65536))
	  INTO prefix_goes_on FROM orders;
	SELECT array_agg(pg_get_expr(adbin, adrelid) ORDER BY adnum) = ARRAY[
			'nextval(''orders_n_seq''::regclass)',
			'regress_uuids.uuid_sequence_nextval(''seq''::regclass, 4, 256)',
			'regress_uuids.uuid_sequence_nextval(''seq''::regclass)',
			'regress_uuids.uuid_time_nextval(60, 256)',
			'regress_uuids.uuid_time_nextval()']
	  INTO defaults FROM pg_attrdef WHERE adrelid = 'orders'::regclass;
	SELECT leftmost(a, 8) = 400 / 4 AND is_recent(leftmost(c, 8), 256) INTO view FROM new_ids;
	grants := has_function_privilege('regress_uuids_user', by_time, 'EXECUTE')
		AND NOT has_function_privilege('regress_uuids_user', by_sequence, 'EXECUTE');
	SELECT array_agg(concat_ws(' ', provolatile, proparallel, proisstrict, procost) ORDER BY proname)
		   = '{v u t 60,v s t 10}',
		   array_agg(array_to_string(proargnames, ' ') ORDER BY proname)
		   = '{sequence block_size block_count,interval_length interval_count}',
		   count(obj_description(oid, 'pg_proc')) = 2
	  INTO labels, names, comments
	  FROM pg_proc WHERE oid IN (by_sequence, by_time);
	new_functions := regress_uuids.uuid_block(regress_uuids.uuid_sequence_at(65537, 65536, 256), 256) = 1
		AND regress_uuids.uuid_interval_since(
			regress_uuids.uuid_interval_nextval('1 min', '1 day'), now(), '1 min', '1 day');
END $$;

-- The update, from use, to removal; of a version of the older extension, or of ours.  Before
-- it, the functions work with our library, too, though one of the older ones is labelled
-- parallel safe that is not.
CREATE FUNCTION try_update(version text, OUT parallel text, OUT worked bool, OUT newest bool, OUT survived bool)
LANGUAGE plpgsql AS $$
DECLARE
	checked record;
BEGIN
	IF version = 'ours' THEN
		CREATE EXTENSION sequential_uuids SCHEMA regress_uuids VERSION '1.0';
	ELSE
		CALL install_older(version);
	END IF;
	SELECT string_agg(proparallel::text, '' ORDER BY proname) INTO parallel
	  FROM pg_proc WHERE pronamespace = 'regress_uuids'::regnamespace;
	worked := regress_uuids.uuid_time_nextval(60, 256) IS NOT NULL;
	CALL use_functions();
	IF version = '1.0.9' THEN
		RAISE NOTICE '%', regexp_replace(error_of('ALTER EXTENSION sequential_uuids UPDATE'),
										 'to version "[0-9.]+"', 'to version "..."');
		UPDATE pg_extension SET extversion = '1.0' WHERE extname = 'sequential_uuids';
	END IF;
	ALTER EXTENSION sequential_uuids UPDATE;
	SELECT extversion = default_version INTO newest
	  FROM pg_extension JOIN pg_available_extensions ON name = extname WHERE extname = 'sequential_uuids';
	checked := check_update();
	survived := checked IS NOT NULL AND NOT to_jsonb(checked) @? '$.* ? (@ == false)';
	IF NOT survived THEN
		RAISE WARNING '%', to_jsonb(checked);
	END IF;
	DROP VIEW new_ids;
	DROP TABLE orders;
	DROP SEQUENCE seq;
	DROP EXTENSION sequential_uuids;
END $$;
-- From our 1.0, whose script works with the newest library as it is; from each version of
-- the older extension; from one that there is no path from: a superuser gives it the number
-- of one that there is.
SELECT version, t.* FROM unnest('{ours,1.0,1.0.1,1.0.2,1.0.3,1.0.9}'::text[]) AS version, try_update(version) AS t;

-- by an owner who is no superuser
SELECT format('GRANT CREATE ON DATABASE %I TO regress_uuids_user', current_database()) \gexec
GRANT ALL ON SCHEMA regress_uuids TO regress_uuids_user;
SET ROLE regress_uuids_user;
CREATE EXTENSION sequential_uuids SCHEMA regress_uuids VERSION '1.0';
ALTER EXTENSION sequential_uuids UPDATE;
DROP EXTENSION sequential_uuids;
RESET ROLE;
SELECT format('REVOKE CREATE ON DATABASE %I FROM regress_uuids_user', current_database()) \gexec
REVOKE ALL ON SCHEMA regress_uuids FROM regress_uuids_user;

-- these and no others lead to the newest
SELECT source FROM pg_extension_update_paths('sequential_uuids'), pg_available_extensions
 WHERE name = 'sequential_uuids' AND target = default_version AND path IS NOT NULL ORDER BY source;

DROP PROCEDURE install_older(text), use_functions();
DROP FUNCTION try_update(text), check_update(), is_recent(bigint, int);
DROP SCHEMA regress_uuids;
DROP ROLE regress_uuids_user;
CREATE EXTENSION sequential_uuids;
