# runs: every
# max(uuid) and min(uuid) of examples/max_uuid.sql get into nobody's way where PostgreSQL has its own: neither in a
# dump, nor in pg_upgrade.  A major that has them is imitated by aggregates in pg_catalog.  In TAP, as it needs two
# servers.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# As a later major has them, in all databases.
sub create_theirs
{
	my ($node, $database) = @_;
	$node->safe_psql($database, q{
		CREATE FUNCTION pg_catalog.uuid_larger(uuid, uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT
			AS 'SELECT greatest($1, $2)';
		CREATE AGGREGATE pg_catalog.max(uuid) (
			SFUNC = pg_catalog.uuid_larger, STYPE = uuid, SORTOP = OPERATOR(pg_catalog.>))});
	return;
}

my $old = PostgreSQL::Test::Cluster->new('old');
$old->init;
$old->append_conf('postgresql.conf', 'fsync = off');
$old->start;
$old->safe_psql('postgres', 'CREATE ROLE regress_owner LOGIN; CREATE DATABASE app OWNER regress_owner');
$old->command_ok(
	[ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-U', 'regress_owner', '-d', $old->connstr('app'),
		'-f', 'examples/max_uuid.sql', '-c', 'CREATE TABLE keys (id uuid PRIMARY KEY)',
		'-c', 'CREATE VIEW newest AS SELECT max(id), min(id) FROM keys' ],
	'the owner of a database creates them');
$old->safe_psql('app', q{INSERT INTO keys SELECT gen_random_uuid() FROM generate_series(1, 1000)});
my $newest = $old->safe_psql('app', 'TABLE newest');
my $dump = PostgreSQL::Test::Utils::tempdir() . '/app.sql';
$old->command_ok([ 'pg_dump', '-f', $dump, $old->connstr('app') ], 'a dump');

my $new = PostgreSQL::Test::Cluster->new('new');
$new->init;
$new->append_conf('postgresql.conf', 'fsync = off');
$new->start;
create_theirs($new, 'template1');
$new->safe_psql('postgres', 'CREATE ROLE regress_owner LOGIN; CREATE DATABASE app OWNER regress_owner');
$new->command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', $new->connstr('app'), '-f', $dump ],
	'... is restored');
is($new->safe_psql('app', 'TABLE newest'), $newest, '... and its views work');
is($new->safe_psql('app', q{CREATE VIEW later AS SELECT max(id) FROM keys;
	SELECT p.pronamespace::regnamespace FROM pg_proc AS p WHERE p.oid = 'max(uuid)'::regprocedure}), 'pg_catalog',
	'a call without a schema finds that of PostgreSQL');
my (undef, undef, $said) = $new->psql('app', slurp_file('examples/max_uuid.sql'));
like($said, qr/PostgreSQL has max\(uuid\) and min\(uuid\): nothing to do/, 'the file creates none beside it');
$new->stop;
$old->stop;

my $upgraded = PostgreSQL::Test::Cluster->new('upgraded');
$upgraded->init;
# pg_upgrade makes databases from this.
$upgraded->start;
$upgraded->safe_psql('postgres', 'ALTER DATABASE template0 ALLOW_CONNECTIONS true');
create_theirs($upgraded, 'template0');
$upgraded->safe_psql('postgres', 'ALTER DATABASE template0 ALLOW_CONNECTIONS false');
$upgraded->stop;
my $bindir = $old->config_data('--bindir');
chdir PostgreSQL::Test::Utils::tempdir();
command_ok([ 'pg_upgrade', '--no-sync', '-b', $bindir, '-B', $bindir, '-d', $old->data_dir, '-D', $upgraded->data_dir,
		'-p', $old->port, '-P', $upgraded->port, '-s', $upgraded->host ], 'pg_upgrade');
$upgraded->start;
is($upgraded->safe_psql('app', 'TABLE newest'), $newest, '... keeps them');
is($upgraded->safe_psql('app', q{
		SELECT p.pronamespace::regnamespace FROM pg_proc AS p WHERE p.oid = 'max(uuid)'::regprocedure}), 'pg_catalog',
	'... behind those of PostgreSQL');
$upgraded->stop;

done_testing();
