# runs: long
# What doc/operating.md says of dumps: the extension must be in the same schema on both sides, whatever is dumped and
# whoever restores it, and the extension in C can take the place of the edition in SQL.  In TAP, as it takes several
# databases, roles and pg_restore.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('restore');
$node->init;
$node->start;
my $dump_file = PostgreSQL::Test::Utils::tempdir() . '/dump';

sub create_database
{
	my ($database, $sql) = @_;
	$node->safe_psql('postgres', "DROP DATABASE IF EXISTS $database");
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, $sql) if $sql;
	return;
}

# Dumps a database with these options, restores that into one that has been prepared, and returns how many rows are
# there, or the first error.
sub restore_into
{
	my ($prepare, $database, @options) = @_;
	create_database('target', $prepare);
	$node->run_log([ 'pg_dump', '--format=custom', "--file=$dump_file", @options, $database ]) or die 'pg_dump fails';
	my ($status, $stdout, $stderr) = (0, '', '');
	IPC::Run::run([ 'pg_restore', '--dbname=' . $node->connstr('target'), $dump_file ], '>', \$stdout, '2>', \$stderr);
	my ($failed, $rows) = $node->psql('target',
		'INSERT INTO app.events DEFAULT VALUES; SELECT count(*) FROM app.events');
	return $failed == 0 ? $rows : ($stderr =~ /^pg_restore: error: .*?(ERROR: .*)$/m)[0];
}

my $extension = 'CREATE EXTENSION sequential_uuids';
my $elsewhere = 'CREATE SCHEMA keys; CREATE EXTENSION sequential_uuids SCHEMA keys';
my $table = q{CREATE SCHEMA app;
	CREATE TABLE app.events (id uuid PRIMARY KEY DEFAULT %suuid_interval_nextval('5 min', '60 days'), item text);
	INSERT INTO app.events SELECT FROM generate_series(1, 3)};
my $missing = 'ERROR:  function public.uuid_interval_nextval(interval, interval) does not exist';
create_database('source', "$extension; " . sprintf $table, '');

is(restore_into('', 'source'), 4, 'a whole database brings the extension along');
is(restore_into($extension, 'source'), 4, 'or finds it');
is(restore_into($elsewhere, 'source'), $missing, 'but not in another schema');
is(restore_into('', 'source', '--schema=app'), $missing, 'a schema alone leaves the extension out');
is(restore_into($extension, 'source', '--schema=app'), 4, 'and finds it if it is there');
is(restore_into($elsewhere, 'source', '--schema=app'), $missing, 'in the same schema');
is(restore_into('', 'source', '--schema=app', '--extension=sequential_uuids'), 4, 'or with --extension');
is(restore_into('CREATE SCHEMA app', 'source', '--table=app.events'), $missing, 'so does a table alone');

# Databases in which a role that is no superuser has created one extension or both, in public or in a schema of its own.
my @extensions = ('sequential_uuids', 'sequential_uuids_advice');
my %created = ('' => [@extensions], '_keys_only' => [ $extensions[0] ], '_advice_only' => [ $extensions[1] ]);
my %works = (
	$extensions[0] => 'count(uuid_interval_nextval(%s)) = 1',
	$extensions[1] => '(SELECT count(*) > 1 FROM uuid_advise(20))');
my $arguments = q{'5 min', '60 days'};
$node->safe_psql('postgres', 'CREATE ROLE regress_app LOGIN');

# Whether what a database had is there, and goes on working.
sub goes_on
{
	my ($server, $database, $schema, $of) = @_;
	my $calls = join ' AND ', map { sprintf $works{$_}, $arguments } @$of;
	return $server->safe_psql($database, qq{
		SET ROLE regress_app;
		SET search_path = $schema;
		INSERT INTO app.events (item) VALUES ('new');
		SELECT $calls AND (SELECT count(*) FROM app.events) = 4});
}

my %databases;
for my $schema ('public', 'keys')
{
	for my $of (sort keys %created)
	{
		my $database = "of_$schema$of";
		my $default = $created{$of}[0] eq $extensions[0] ? "$schema.uuid_interval_nextval($arguments)" : 'gen_random_uuid()';
		create_database($database, join '; ', "ALTER DATABASE $database OWNER TO regress_app",
			'SET SESSION AUTHORIZATION regress_app', "CREATE SCHEMA IF NOT EXISTS $schema",
			(map { "CREATE EXTENSION $_ SCHEMA $schema" } @{ $created{$of} }), 'CREATE SCHEMA app',
			"CREATE TABLE app.events (id uuid PRIMARY KEY DEFAULT $default, item text)",
			'INSERT INTO app.events SELECT FROM generate_series(1, 3)');
		$node->run_log([ 'pg_dump', '--format=custom', "--file=$dump_file", $database ]) or die 'pg_dump fails';
		my %restore = (
			'a superuser in one transaction' => ['--single-transaction'],
			'the owner' => ['--username=regress_app'],
			'a superuser as the owner' => ['--role=regress_app']);
		for my $by (sort keys %restore)
		{
			create_database('target', 'ALTER DATABASE target OWNER TO regress_app');
			$node->command_ok([ 'pg_restore', '--exit-on-error', '--dbname=' . $node->connstr('target'),
				@{ $restore{$by} }, $dump_file ], "$database is restored by $by");
			is(goes_on($node, 'target', $schema, $created{$of}), 't', '... and goes on');
		}
		$databases{$database} = [ $schema, $created{$of} ];
	}
}

create_database('managed');
$node->command_ok(
	[ 'psql', '-Xq1', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('managed'), '-c', 'CREATE SCHEMA uuids',
		'-c', 'SET LOCAL search_path = uuids', '-f', 'sql-only/sequential_uuids.sql' ], 'the edition in SQL');
$node->safe_psql('managed', sprintf $table, 'uuids.');
is(restore_into('', 'managed'), 4, 'is in a dump');
is($node->safe_psql('target', q{
	ALTER SCHEMA uuids RENAME TO keys;
	INSERT INTO app.events DEFAULT VALUES;
	SELECT count(*) FROM app.events}), 5, 'whose schema can then be renamed');
is(restore_into('CREATE SCHEMA uuids; CREATE EXTENSION sequential_uuids SCHEMA uuids', 'managed'), 4,
	'and gives way to the extension in C, in a schema of the same name');
my $language = $node->safe_psql('target', q{SELECT lanname FROM pg_proc JOIN pg_language ON prolang = pg_language.oid
	WHERE pg_proc.oid = 'uuids.uuid_interval_nextval'::regproc});
is($language, 'c', 'which the default then calls');

# pg_upgrade restores with everything as it was; t/008_upgrade.pl comes from an older major.
my $new = PostgreSQL::Test::Cluster->new('new');
$new->init;
$node->stop;
chomp(my $programs = `pg_config --bindir`);
command_ok([ 'pg_upgrade', '--no-sync', '--old-datadir', $node->data_dir, '--new-datadir', $new->data_dir,
	'--old-bindir', $programs, '--new-bindir', $programs, '--socketdir', $new->host,
	'--old-port', $node->port, '--new-port', $new->port ], 'pg_upgrade');
$new->start;
is(goes_on($new, $_, @{ $databases{$_} }), 't', "$_ goes on after it") for sort keys %databases;

$new->stop;
done_testing();
