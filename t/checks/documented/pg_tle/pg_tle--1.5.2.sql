-- What the documentation uses of pg_tle: its functions store extensions, here as files.
CREATE ROLE pgtle_admin;
GRANT USAGE ON SCHEMA pgtle TO pgtle_admin;
CREATE FUNCTION pgtle.path(name text) RETURNS text LANGUAGE sql
RETURN (SELECT setting || '/extension/' || path.name FROM pg_config() AS c WHERE c.name = 'SHAREDIR');
CREATE FUNCTION pgtle.write(name text, content text) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
    object CONSTANT oid := lo_from_bytea(0, convert_to(content, 'UTF8'));
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION pgtle.%I() RETURNS text LANGUAGE sql AS %L',
        name, format('SELECT %L', content));
    RETURN lo_export(object, pgtle.path(name)) + lo_unlink(object) = 2;
END $$;
CREATE FUNCTION pgtle.write_script(name text, versions text, ext text) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
    script CONSTANT text := format('%s--%s.sql', name, versions);
BEGIN
    IF strpos(pg_read_file(pgtle.path(name || '.control'), 0, 1000, true), 'pg_tle') = 0 THEN
        RAISE 'control file already exists for the % extension', name;
    ELSIF pg_stat_file(pgtle.path(script), true) IS NOT NULL THEN
        RAISE 'extension "%" already installed', name;
    END IF;
    RETURN pgtle.write(script, ext);
END $$;
CREATE FUNCTION pgtle.install_extension(
    name text, version text, description text, ext text, requires text[] DEFAULT NULL)
RETURNS bool LANGUAGE sql SECURITY DEFINER
RETURN pgtle.write_script(name, version, ext) AND pgtle.write(name || '.control',
    format(E'default_version = ''%s''\ncomment = ''%s''\nrequires = ''%s''\nsuperuser = false\n',
        version, description, array_to_string(requires || '{pg_tle}', ',')));
CREATE FUNCTION pgtle.install_extension_version_sql(name text, version text, ext text)
RETURNS bool LANGUAGE sql SECURITY DEFINER
RETURN pgtle.write_script(name, version, ext);
CREATE FUNCTION pgtle.install_update_path(name text, fromvers text, tovers text, ext text)
RETURNS bool LANGUAGE sql SECURITY DEFINER
RETURN pgtle.write_script(name, fromvers || '--' || tovers, ext);
CREATE FUNCTION pgtle.set_default_version(name text, version text) RETURNS bool LANGUAGE sql SECURITY DEFINER
RETURN pgtle.write(name || '.control',
    regexp_replace(pg_read_file(pgtle.path(name || '.control')), '''.*''', quote_literal(version)));
CREATE FUNCTION pgtle.uninstall_extension_if_exists(extname text) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    IF EXISTS (SELECT FROM pg_extension AS e WHERE e.extname = uninstall_extension_if_exists.extname) THEN
        RAISE 'cannot drop function pgtle."%.control"() because extension % depends on it', extname, extname;
    END IF;
    EXECUTE format('COPY (SELECT 1) TO PROGRAM ''rm %s.control %1$s--*.sql''', pgtle.path(extname));
    EXECUTE (SELECT 'DROP FUNCTION ' || string_agg(oid::regprocedure::text, ', ') FROM pg_proc
              WHERE pronamespace = 'pgtle'::regnamespace AND proname ~ format('^%s(--|\.control)', extname));
    RETURN true;
END $$;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA pgtle FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pgtle.install_extension, pgtle.install_extension_version_sql, pgtle.install_update_path,
    pgtle.set_default_version, pgtle.uninstall_extension_if_exists TO pgtle_admin;
