# Runs the blocks of SQL in doc/distributed.md on several servers, each on the server
# that its first line names.  t/006_documentation.pl runs those that name none.
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

$_->stop for values %node;
done_testing();
