# runs: every
# The edition in SQL, used by a role as on managed servers: no superuser, no files, its
# own database, CREATEROLE, CREATEDB, pg_monitor.  The role creates, uses, dumps,
# restores and updates it, moves it to the edition in C and back, and removes it, with
# the exact commands of sql-only/README.md.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('managed');
$node->init;
# All that PL/pgSQL can complain of when a function is created is an error.
$node->append_conf('postgresql.conf', "plpgsql.extra_errors = 'all'");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE regress_manager LOGIN CREATEROLE CREATEDB IN ROLE pg_monitor');

# From here on that role does everything, except what a client does.
$ENV{PGUSER} = 'regress_manager';
$node->safe_psql('postgres', 'CREATE DATABASE app; CREATE DATABASE restored; CREATE ROLE regress_client LOGIN');
is($node->safe_psql('app', 'SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user'),
	'regress_manager|f',
	'no superuser');

# A block of shell commands of the page: the one that has a text in it.
my @blocks = slurp_file('sql-only/README.md') =~ /^```sh\n(.*?)^```$/msg;
sub block
{
	my ($text) = @_;
	my @found = grep { index($_, $text) >= 0 } @blocks;
	@found == 1 or BAIL_OUT(@found . " blocks with $text");
	return [ 'sh', '-ec', $found[0] ];
}

# The rows that a client inserts, which has no right on the functions' schema; those that
# were there first, the schema of the defaults and the view are as expected.
my ($first, $rows) = ('', 0);
sub check
{
	my ($database, $schema, $when) = @_;
	$node->safe_psql($database,
		'INSERT INTO app.orders SELECT FROM generate_series(1, 100)', extra_params => [ '-U', 'regress_client' ]);
	$rows += 100;
	my $counts = $node->safe_psql($database, qq{
		SELECT count(DISTINCT by_time), count(DISTINCT by_interval), count(DISTINCT by_sequence), count(DISTINCT v7),
			count(*) FILTER (
				WHERE span && $schema.uuid_interval_window(by_time, inserted, '1 min', '45 days 12:16:00')),
			(SELECT count(*) FROM app.recent)
		  FROM app.orders, tstzrange(inserted - interval '1 min', inserted) AS span});
	is($counts, join('|', ($rows) x 6), "$when: keys are generated and decoded");
	my $schemas = $node->safe_psql($database, q{
		SELECT string_agg(DISTINCT split_part(pg_get_expr(adbin, adrelid), '.', 1), ',')
		  FROM pg_attrdef
		 WHERE adrelid = 'app.orders'::regclass AND pg_get_expr(adbin, adrelid) ~ 'uuid_'});
	is($schemas, $schema, "$when: all defaults are of $schema");
	my $now = $node->safe_psql($database,
		q{SELECT md5(string_agg(o::text, ',' ORDER BY n)) FROM app.orders AS o WHERE n <= 100});
	$first = $now if $rows == 100;
	is($now, $first, "$when: the first rows are the same");
	return;
}

$ENV{PGDATABASE} = 'app';
$node->command_ok(block('-f sql-only/sequential_uuids.sql'), 'created');
$node->safe_psql('app', q{
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
check('app', 'uuids', 'created');
$node->safe_psql('app', 'ANALYZE app.orders');
my ($advice) = slurp_file('advice/README.md') =~ /^(sed .*\| psql .*)$/m;
$node->command_ok([ 'bash', '-c', $advice ], 'advice, in a schema of its own');
my $report = $node->safe_psql('app', q{
	SELECT table_name, rows, column_default FROM advice.uuid_index_report() WHERE table_name = 'app.orders'::regclass});
is($report, 'app.orders|100|uuids.uuid_time_nextval()', 'the index report reports');
$node->safe_psql('app', 'SET client_min_messages = error; DROP SCHEMA advice CASCADE');

# Dumped and restored by the same role, with its grants.
my $dump = PostgreSQL::Test::Utils::tempdir() . '/app.dump';
$node->safe_psql('app', q{
	GRANT USAGE ON SCHEMA uuids TO regress_client;
	REVOKE EXECUTE ON FUNCTION uuids.uuid_block FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION uuids.uuid_block TO regress_client});
my $may_decode = q{SELECT uuids.uuid_block('00000004-0000-4000-8000-000000000000', 4294967296)};
$node->command_ok([ 'pg_dump', '--no-sync', '--format=custom', "--file=$dump" ], 'dumped');
$node->command_ok([ 'pg_restore', '--exit-on-error', '--dbname=restored', $dump ], 'restored');
check('restored', 'uuids', 'restored');
is($node->safe_psql('restored', $may_decode, extra_params => [ '-U', 'regress_client' ]), 4,
	'restored: what was granted');

# Updated: the file again, which replaces what differs.
$ENV{PGDATABASE} = 'restored';
my $functions = q{
	SELECT string_agg(concat_ws(' ', oid, prosrc, pg_get_function_sqlbody(oid), proacl), ',' ORDER BY oid)
	  FROM pg_proc WHERE pronamespace = 'uuids'::regnamespace};
my $before = $node->safe_psql('restored', $functions);
$node->safe_psql('restored',
	q{CREATE OR REPLACE FUNCTION uuids.uuid_v7_lower(at timestamptz) RETURNS uuid LANGUAGE sql RETURN NULL::uuid});
my $again = block('-f sql-only/sequential_uuids.sql');
$again->[2] =~ s/^psql -c 'CREATE SCHEMA uuids'\n//m or BAIL_OUT('no schema is created');
$node->command_ok($again, 'updated');
is($node->safe_psql('restored', $functions), $before, 'updated: the functions, and who may call them');
check('restored', 'uuids', 'updated');

# To the edition in C, which that role may create, and back.
$node->command_ok(block('-v to=in_c'), 'moved to the edition in C');
my $languages = $node->safe_psql('restored', q{
	SELECT string_agg(DISTINCT lanname, ',')
	  FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
	 WHERE pronamespace = 'in_c'::regnamespace AND proname ~ '_nextval$'});
is($languages, 'c', 'which is in C');
check('restored', 'in_c', 'in C');
$node->command_ok(block('-v from=in_c'), 'moved back');
my $extensions = $node->safe_psql('restored', q{SELECT count(*) FROM pg_extension WHERE extname ~ 'uuids'});
is($extensions, 0, 'and that extension is gone');
check('restored', 'uuids', 'moved back');

# Removed, except while something uses it.
my $remove = block('DROP SCHEMA uuids;');
$node->command_fails_like($remove,
	qr/default value for column v7 of table app\.orders depends on function uuid_v7_nextval/,
	'a column default is in the way of removal');
for my $column (qw(by_time by_interval by_sequence v7))
{
	$node->safe_psql('restored', "ALTER TABLE app.orders ALTER $column SET DEFAULT gen_random_uuid()");
}
$node->command_fails_like($remove, qr/view app\.recent depends on function uuid_interval_since/, 'so is a view');
$node->safe_psql('restored', q{
	DROP VIEW app.recent;
	CREATE FUNCTION uuids.uuid_is_ours(uuid) RETURNS bool LANGUAGE sql RETURN true;
	CREATE SCHEMA other;
	CREATE EXTENSION sequential_uuids SCHEMA other;
	CREATE FUNCTION uuids.uuid_time_of_another(uuid) RETURNS bool LANGUAGE sql RETURN true;
	ALTER EXTENSION sequential_uuids ADD FUNCTION uuids.uuid_time_of_another(uuid)});
$node->command_fails_like($remove,
	qr/cannot drop schema.*function uuid_is_ours\(uuid\) depends on schema uuids/s,
	'and any other function in the schema');
$node->command_fails_like($remove, qr/cannot drop schema.*extension sequential_uuids depends on schema uuids/s,
	'and what is of an extension');
$node->safe_psql('restored', 'DROP FUNCTION uuids.uuid_is_ours(uuid); DROP EXTENSION sequential_uuids');
is($node->safe_psql('restored', $functions), $before, 'which all leave everything in its place');
$node->command_ok($remove, 'removed');
my $left = $node->safe_psql('restored', q{
	SELECT count(*), to_regnamespace('uuids') IS NULL,
		   (SELECT count(*) FROM pg_proc WHERE proname ~ '^(uuid|sequential_uuids)_' AND oid >= 16384)
	  FROM app.orders});
is($left, "$rows|t|0", 'the rows are there, and nothing else is');

$node->stop;
done_testing();
