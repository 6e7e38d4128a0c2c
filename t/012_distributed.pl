# doc/distributed.md on several servers: its blocks of SQL, each on the server
# that its first line names.  Those that name none are run by t/006_documentation.pl.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my %node;
for my $name (qw(east west coordinator shard_1 shard_2))
{
	$node{$name} = PostgreSQL::Test::Cluster->new($name);
	$node{$name}->init(allows_streaming => $name =~ /st$/ ? 'logical' : 0);
	$node{$name}->start;
	$node{$name}->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids');
}

my $has_origin = $node{east}->safe_psql('postgres', 'SHOW server_version_num') >= 160000;
my $has_fdw = $node{east}->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'});
my %output;
for my $block (slurp_file('doc/distributed.md') =~ /^```sql\n(-- on .*?)^```$/msg)
{
	my ($first_line, $sql) = $block =~ /^-- on (?:the )?(.*?)\n(.*)/s;
	# The documented names of hosts stand for these servers.
	$sql =~ s/CONNECTION 'host=(\w+)'/"CONNECTION '" . $node{$1}->connstr . " dbname=postgres'"/eg;
	$sql =~ s/host '(\w+)'/"host '" . $node{$1}->host . "', port '" . $node{$1}->port . "'"/eg;
	for my $name (split / and /, $first_line)
	{
	SKIP:
		{
			skip 'this major cannot tell rows of another origin', 1 if !$has_origin && $sql =~ /SUBSCRIPTION/;
			skip 'the extension postgres_fdw is not available here', 1 if !$has_fdw && $name =~ /coordinator|shard/;
			my ($status, $stdout, $stderr) = $node{$name}->psql('postgres', $sql, on_error_stop => 1);
			is($status, 0, "$name: " . (split /\n/, $sql)[0] . ' ...') or diag($stderr);
			$output{$name} .= "$stdout\n";
		}
	}
}

SKIP:
{
	skip 'this major cannot tell rows of another origin', 3 unless $has_origin;
	$node{east}->wait_for_catchup('from_east');
	$node{west}->wait_for_catchup('from_west');
	is($node{$_}->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM orders'), '2000|2000', "$_ has the rows of both") for qw(east west);
	is($node{east}->safe_psql('postgres', 'SELECT md5(string_agg(id::text, $$$$ ORDER BY id)) FROM orders'),
		$node{west}->safe_psql('postgres', 'SELECT md5(string_agg(id::text, $$$$ ORDER BY id)) FROM orders'), 'and they are the same');
}

SKIP:
{
	skip 'the extension postgres_fdw is not available here', 5 unless $has_fdw;
	like($output{coordinator}, qr/^1000$/m, 'the coordinator finds all rows');
	is($node{shard_1}->safe_psql('postgres', 'SELECT count(*) FROM orders_1') + $node{shard_2}->safe_psql('postgres', 'SELECT count(*) FROM orders_2'), 1000, 'the shards have them');
	cmp_ok($node{$_}->safe_psql('postgres', "SELECT count(*) FROM orders_" . substr($_, -1)), '>', 400, "$_ has its share") for qw(shard_1 shard_2);
	is(scalar(() = $output{coordinator} =~ /Foreign Scan/g), 1, 'a look-up by key asks one of them');
}

# Citus, with a worker that rows are inserted through as well.
SKIP:
{
	skip 'the extension citus is not available here', 5
	  if $node{east}->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'citus'}) == 0;
	for my $name (qw(citus worker))
	{
		$node{$name} = PostgreSQL::Test::Cluster->new($name);
		$node{$name}->init(allows_streaming => 'logical');
		$node{$name}->append_conf('postgresql.conf', "shared_preload_libraries = 'citus'\nlisten_addresses = '127.0.0.1'\ncitus.node_conninfo = 'sslmode=prefer'");
		$node{$name}->start;
		$node{$name}->safe_psql('postgres', 'CREATE EXTENSION citus; CREATE EXTENSION sequential_uuids');
	}
	my ($coordinator, $worker) = @node{qw(citus worker)};
	$coordinator->safe_psql('postgres', sprintf(q{SELECT citus_set_coordinator_host('127.0.0.1', %d); SELECT citus_add_node('127.0.0.1', %d); SELECT citus_set_node_property('127.0.0.1', %1$d, 'shouldhaveshards', true)}, $coordinator->port, $worker->port));
	my ($sql) = slurp_file('doc/distributed.md') =~ /^```sql\n-- with citus\n(.*?)^```$/ms;
	my ($status, $stdout, $stderr) = $coordinator->psql('postgres', $sql, on_error_stop => 1);
	is($status, 0, 'citus: tables are distributed, filled and joined') or diag($stderr);
	like($stdout, qr/^100$/m, 'and no row is missing');
	$coordinator->safe_psql('postgres', q{
		CREATE SEQUENCE s;
		CREATE TABLE counted (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('s'));
		CREATE TABLE ordered (id uuid PRIMARY KEY DEFAULT uuid_v7_nextval());
		SELECT create_distributed_table('counted', 'id'), create_distributed_table('ordered', 'id')});
	$_->safe_psql('postgres', q{
		INSERT INTO counted SELECT FROM generate_series(1, 500);
		INSERT INTO ordered SELECT FROM generate_series(1, 500);
		INSERT INTO customers (name) SELECT 'customer' FROM generate_series(1, 500)}) for $coordinator, $worker;
	is($coordinator->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id), count(DISTINCT uuid_block(id, 65536)) FROM counted'), '1000|1000|1', 'keys by sequence are unique through both nodes, and have the same prefix');
	is($coordinator->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM ordered'), '1000|1000', 'UUIDv7 are unique');
	is($coordinator->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM customers'), '1100|1100', 'and so are keys by time');
}

$_->stop for values %node;
done_testing();
