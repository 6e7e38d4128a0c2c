# runs: every
# Runs the blocks of SQL in doc/servers.md on several servers, each on the server
# that its first line names, and hash partitions on other servers.  t/006_documentation.pl
# runs the blocks that name no server.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Pages;
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
my $has_fdw = $node{east}->safe_psql('postgres',
	q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'});
for my $block (grep { /^-- on / } sql_of('doc/servers.md'))
{
	my ($first_line, $sql) = $block =~ /^-- on (?:the )?(.*?)\n(.*)/s;
	# The documented names of hosts stand for these servers.
	$sql =~ s/CONNECTION 'host=(\w+)'/"CONNECTION '" . $node{$1}->connstr . " dbname=postgres'"/eg;
	for my $name (split / and /, $first_line)
	{
	SKIP:
		{
			skip 'this major cannot tell rows of another origin', 1 if !$has_origin && $sql =~ /SUBSCRIPTION/;
			my ($status, $stdout, $stderr) = $node{$name}->psql('postgres', $sql, on_error_stop => 1);
			is($status, 0, "$name: " . (split /\n/, $sql)[0] . ' ...') or diag($stderr);
		}
	}
}

SKIP:
{
	skip 'this major cannot tell rows of another origin', 3 unless $has_origin;
	for my $name (qw(east west))
	{
		$node{$name}->safe_psql('postgres',
			q{INSERT INTO orders (item) SELECT 'an order' FROM generate_series(1, 1000)});
	}
	$node{east}->wait_for_catchup('from_east');
	$node{west}->wait_for_catchup('from_west');
	for my $name (qw(east west))
	{
		is($node{$name}->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM orders'), '2000|2000',
			"$name has the rows of both");
	}
	my $sum = q{SELECT md5(string_agg(id::text, '' ORDER BY id)) FROM orders};
	is($node{east}->safe_psql('postgres', $sum), $node{west}->safe_psql('postgres', $sum), 'and they are the same');
}

SKIP:
{
	skip 'the extension postgres_fdw is not available here', 5 unless $has_fdw;
	$node{coordinator}->safe_psql('postgres', q{
		CREATE EXTENSION postgres_fdw;
		CREATE TABLE orders (id uuid NOT NULL DEFAULT uuid_time_nextval(), item text) PARTITION BY HASH (id)});
	for my $number (1, 2)
	{
		my $shard = $node{"shard_$number"};
		$shard->safe_psql('postgres', qq{
			CREATE TABLE orders_$number (id uuid PRIMARY KEY, item text);
			DROP EXTENSION sequential_uuids});
		$node{coordinator}->safe_psql('postgres', sprintf q{
			CREATE SERVER shard_%1$d FOREIGN DATA WRAPPER postgres_fdw
				OPTIONS (host '%2$s', port '%3$d', dbname 'postgres');
			CREATE USER MAPPING FOR CURRENT_USER SERVER shard_%1$d;
			CREATE FOREIGN TABLE orders_%1$d PARTITION OF orders
				FOR VALUES WITH (MODULUS 2, REMAINDER %4$d) SERVER shard_%1$d},
			$number, $shard->host, $shard->port, $number - 1);
	}
	my $rows = $node{coordinator}->safe_psql('postgres', q{
		INSERT INTO orders (item) SELECT 'an order' FROM generate_series(1, 1000);
		SELECT count(*) FROM orders});
	is($rows, '1000', 'the coordinator finds all rows');
	my @shares = map { $node{"shard_$_"}->safe_psql('postgres', "SELECT count(*) FROM orders_$_") } 1, 2;
	is($shares[0] + $shares[1], 1000, 'the shards have them');
	# Half, with a standard deviation of 16.
	cmp_ok($_, '>', 400, 'each has its share') for @shares;
	my $plan = $node{coordinator}->safe_psql('postgres',
		q{EXPLAIN (COSTS OFF) SELECT * FROM orders WHERE id = '89741bef-1ddd-401a-9d89-960dec2cfbfd'});
	is(scalar(() = $plan =~ /Foreign Scan/g), 1, 'a look-up by key asks one of them');
}

$_->stop for values %node;
done_testing();
