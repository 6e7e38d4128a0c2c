# sql-only/README.md: a role as on managed servers, which is no superuser and has no files, but its own database,
# CREATEROLE, CREATEDB and pg_monitor, creates, uses, dumps, restores and updates the edition in SQL, moves to the
# edition in C and back, and removes it, by the page's commands.  t/checks/documented runs those for pg_tle.
use strict;
use warnings;

use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

my $page = 'sql-only/README.md';
my $create = shell_block($page, qr/-f sql-only\/sequential_uuids\.sql/);
my $remove = shell_block($page, qr/DROP SCHEMA uuids;/);
my $functions = q{
	SELECT string_agg(concat_ws(' ', oid, prosrc, pg_get_function_sqlbody(oid), proacl), ',' ORDER BY oid)
	  FROM pg_proc WHERE pronamespace = 'uuids'::regnamespace};

page($page, given => ['edition_in_sql.sql'], besides => sub {
	# All that PL/pgSQL can complain of when a function is created is an error.
	my $server = new_server('managed', "plpgsql.extra_errors = 'all'");
	$server->safe_psql('postgres', 'CREATE ROLE regress_manager LOGIN CREATEROLE CREATEDB IN ROLE pg_monitor');
	# From here on that role does everything, except what a client does.
	local $ENV{PGUSER} = 'regress_manager';
	$server->safe_psql('postgres', 'CREATE DATABASE app; CREATE DATABASE restored; CREATE ROLE regress_client LOGIN');
	my $dump = PostgreSQL::Test::Utils::tempdir() . '/app.dump';
	in_database($server, 'app', sub {
		gives('SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user', 'regress_manager|f', 'no superuser');
		test_creation();
		runs_shell("pg_dump --no-sync --format=custom --file='$dump'", 'dumped');
	});
	in_database($server, 'restored', sub {
		runs_shell("pg_restore --exit-on-error --dbname=restored '$dump'", 'restored');
		works('uuids', 'restored');
		gives(q{SELECT uuids.uuid_block('00000004-0000-4000-8000-000000000000', 4294967296)}, 4,
			'restored: what was granted', 'regress_client');
		my $before = query($functions);
		test_update();
		test_moving();
		test_removal($before);
	});
});

# The rows that a client inserts, which has no right on the functions' schema; those that were there first, the schema
# of the defaults and the view are as expected.
my ($first, $rows) = ('', 0);
sub works
{
	my ($schema, $when) = @_;
	query('INSERT INTO app.orders SELECT FROM generate_series(1, 100)', 'regress_client');
	$rows += 100;
	gives(qq{
		SELECT count(DISTINCT by_time), count(DISTINCT by_interval), count(DISTINCT by_sequence), count(DISTINCT v7),
			   count(*) FILTER (
				WHERE span && $schema.uuid_interval_window(by_time, inserted, '1 min', '45 days 12:16:00')),
			   (SELECT count(*) FROM app.recent)
		  FROM app.orders, tstzrange(inserted - interval '1 min', inserted) AS span},
		join('|', ($rows) x 6), "$when: keys are generated and decoded");
	gives(q{
		SELECT string_agg(DISTINCT split_part(pg_get_expr(adbin, adrelid), '.', 1), ',')
		  FROM pg_attrdef
		 WHERE adrelid = 'app.orders'::regclass AND pg_get_expr(adbin, adrelid) ~ 'uuid_'},
		$schema, "$when: all defaults are of $schema");
	my $now = query(q{SELECT md5(string_agg(o::text, ',' ORDER BY n)) FROM app.orders AS o WHERE n <= 100});
	$first ||= $now;
	return is($now, $first, "$when: the first rows are the same");
}

sub test_creation
{
	runs_shell($create, 'created');
	query(q{
		CREATE SCHEMA app;
		CREATE SEQUENCE app.seq;
		CREATE TABLE app.orders (
			n serial,
			by_time uuid PRIMARY KEY DEFAULT uuids.uuid_time_nextval(),
			by_interval uuid DEFAULT uuids.uuid_interval_nextval('1 s', '1 day', 8),
			by_sequence uuid DEFAULT uuids.uuid_sequence_nextval('app.seq'),
			v7 uuid DEFAULT uuids.uuid_v7_nextval(),
			inserted timestamptz DEFAULT clock_timestamp());
		CREATE VIEW app.recent AS
			SELECT * FROM app.orders WHERE uuids.uuid_interval_since(
				by_time, now() - interval '1 hour', '1 min', '45 days 12:16:00');
		GRANT USAGE ON SCHEMA app TO regress_client;
		GRANT INSERT ON app.orders TO regress_client;
		GRANT USAGE ON ALL SEQUENCES IN SCHEMA app TO regress_client});
	works('uuids', 'created');
	query('ANALYZE app.orders');
	runs_shell(shell_block('advice/README.md', qr/^sed .*\| psql /m), 'advice, in a schema of its own');
	gives(q{
		SELECT table_name, rows, column_default FROM advice.uuid_index_report() WHERE table_name = 'app.orders'::regclass},
		'app.orders|100|uuids.uuid_time_nextval()', 'the index report reports');
	return query(q{
		SET client_min_messages = error;
		DROP SCHEMA advice CASCADE;
		GRANT USAGE ON SCHEMA uuids TO regress_client;
		REVOKE EXECUTE ON FUNCTION uuids.uuid_block FROM PUBLIC;
		GRANT EXECUTE ON FUNCTION uuids.uuid_block TO regress_client});
}

# The file again, which replaces what differs.
sub test_update
{
	my $before = query($functions);
	query(q{CREATE OR REPLACE FUNCTION uuids.uuid_v7_lower(at timestamptz) RETURNS uuid LANGUAGE sql RETURN NULL::uuid});
	(my $again = $create) =~ s/^psql -c 'CREATE SCHEMA uuids'\n//m or BAIL_OUT('no schema is created');
	runs_shell($again, 'updated');
	gives($functions, $before, 'updated: the functions, and who may call them');
	return works('uuids', 'updated');
}

# To the edition in C, which that role may create, and back.
sub test_moving
{
	runs_shell(shell_block($page, qr/-v to=in_c/), 'moved to the edition in C');
	gives(q{
		SELECT string_agg(DISTINCT lanname, ',')
		  FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
		 WHERE pronamespace = 'in_c'::regnamespace AND proname ~ '_nextval$'}, 'c', 'which is in C');
	works('in_c', 'in C');
	runs_shell(shell_block($page, qr/-v from=in_c/), 'moved back');
	gives(q{SELECT count(*) FROM pg_extension WHERE extname ~ 'uuids'}, 0, 'and that extension is gone');
	return works('uuids', 'moved back');
}

# Except while something uses it.
sub test_removal
{
	my ($before) = @_;
	runs_shell($remove, 'a column default is in the way of removal',
		qr/default value for column v7 of table app\.orders depends on function uuid_v7_nextval/);
	query("ALTER TABLE app.orders ALTER $_ SET DEFAULT gen_random_uuid()") for qw(by_time by_interval by_sequence v7);
	runs_shell($remove, 'so is a view', qr/view app\.recent depends on function uuid_interval_since/);
	query(q{
		DROP VIEW app.recent;
		CREATE FUNCTION uuids.uuid_is_ours(uuid) RETURNS bool LANGUAGE sql RETURN true;
		CREATE SCHEMA other;
		CREATE EXTENSION sequential_uuids SCHEMA other;
		CREATE FUNCTION uuids.uuid_time_of_another(uuid) RETURNS bool LANGUAGE sql RETURN true;
		ALTER EXTENSION sequential_uuids ADD FUNCTION uuids.uuid_time_of_another(uuid)});
	runs_shell($remove, 'and any other function in the schema',
		qr/cannot drop schema.*function uuid_is_ours\(uuid\) depends on schema uuids/s);
	runs_shell($remove, 'and what is of an extension',
		qr/cannot drop schema.*extension sequential_uuids depends on schema uuids/s);
	query('DROP FUNCTION uuids.uuid_is_ours(uuid); DROP EXTENSION sequential_uuids');
	gives($functions, $before, 'which all leave everything in its place');
	runs_shell($remove, 'removed');
	return gives(q{
		SELECT count(*), to_regnamespace('uuids') IS NULL,
			   (SELECT count(*) FROM pg_proc WHERE proname ~ '^(uuid|sequential_uuids)_' AND oid >= 16384)
		  FROM app.orders}, "$rows|t|0", 'the rows are there, and nothing else is');
}
