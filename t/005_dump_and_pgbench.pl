# runs: every; majors: all
# pg_dump and pg_restore, with all ways to call the generators of both editions as column
# defaults; and pgbench, which sends parameters without a type.  In TAP, as it takes
# several databases, and programs other than psql.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use UuidDefaults;

my $node = PostgreSQL::Test::Cluster->new('dumps');
$node->init;
$node->start;

for my $edition ('c', 'sql')
{
	my $before = "before_$edition";
	create_defaults($node, $before, $edition);
	my $expected = state_of_defaults($node, $before);
	is(unused_functions($node, $before), '', 'every function is in use');
	for my $format ('plain', 'custom')
	{
		my $after = "${format}_$edition";
		my $file = PostgreSQL::Test::Utils::tempdir() . "/$after.dump";
		$node->safe_psql('postgres', "CREATE DATABASE $after");
		$node->command_ok(
			[ 'pg_dump', "--format=$format", '--file', $file, $node->connstr($before) ],
			"pg_dump, format $format, the edition in $edition");
		my @psql = ('psql', '--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--output', "$file.out");
		$node->command_ok(
			$format eq 'plain'
			? [ @psql, '--file', $file, $node->connstr($after) ]
			: [ 'pg_restore', '--exit-on-error', '--dbname', $node->connstr($after), $file ],
			'is restored');
		is(state_of_defaults($node, $after), $expected, 'with its defaults, its indexes, its views and its rows');
		ok(defaults_go_on($node, $after), 'and every default goes on working, those with a NULL parameter as NULL');
	}
}

# pgbench in its extended and prepared modes leaves the types of parameters to
# the server, as many drivers do.
my $script = PostgreSQL::Test::Utils::tempdir() . '/script.sql';
append_to_file($script, <<'SQL');
\set size 256
\set count 65536
\set big 281474976710656
\set version 8
SELECT e.uuid_time_nextval(:size), e.uuid_time_nextval(:size, :count), e.uuid_sequence_nextval('s', :size, :count);
SELECT e.uuid_interval_nextval('1 ms', '1 day', :version);
SELECT e.uuid_opaque_nextval('orders', '1 ms', '1 day', :version);
SELECT e.uuid_sequence_at(:big, :size, :count), e.uuid_block(e.uuid_sequence_at(:size, :size, :count), :big);
SELECT e.uuid_block_lower(:size, :big), e.uuid_block_upper(:size, :count);
SQL
for my $protocol ('simple', 'extended', 'prepared')
{
	my @pgbench = ('pgbench', '--no-vacuum', '--client=2', '--transactions=50', "--protocol=$protocol");
	$node->command_like([ @pgbench, "--file=$script", $node->connstr('before_c') ],
		qr{actually processed: 100/100}, "pgbench --protocol=$protocol");
}

$node->stop;
done_testing();
