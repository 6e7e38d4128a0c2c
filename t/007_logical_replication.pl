# runs: every
# Two servers that both generate keys and replicate to each other: there is no conflict,
# and both end up with every row.  Their sequences have the same values, so their keys
# have the same prefixes.
use strict;
use warnings;

use lib 't/lib';
use Level;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Writers;

my $writers = 8;
my @names = qw(east west);
my %node;
for my $name (@names)
{
	# A conflict stops a worker, which begins anew at once, and fails again.
	$node{$name} = new_node($name, 'wal_retrieve_retry_interval = 100ms',
		allows_streaming => 'logical', force_initdb => 1);
	$node{$name}->start;
	create_tables($node{$name});
}

# What came from the other is not sent back: with "origin" from PostgreSQL 16
# on, before that by a filter on the rows.
my $has_origin = $node{east}->safe_psql('postgres', 'SHOW server_version_num') >= 160000;
my $option = $has_origin ? ', origin = none' : '';
for my $name (@names)
{
	my $published = join(', ', map { $has_origin ? $_ : "$_ WHERE (home = '$name')" } @tables);
	my @alters = map { "ALTER TABLE $_ ADD home text DEFAULT '$name';" } @tables;
	$node{$name}->safe_psql('postgres',
		"@alters CREATE PUBLICATION here FOR TABLE $published WITH (publish = insert)");
}
for my $name (@names)
{
	my ($other) = grep { $_ ne $name } @names;
	my $connection = $node{$other}->connstr . ' dbname=postgres';
	$node{$name}->safe_psql('postgres', qq{
		CREATE SUBSCRIPTION to_$name CONNECTION '$connection' PUBLICATION here WITH (copy_data = false$option)});
}

my %load = map { $_ => start_writers($node{$_}, $writers) } @names;
wait_for_writers($load{$_}, is_long() ? 10000 : 500) for @names;
for my $name (@names)
{
	$node{$name}->safe_psql('postgres',
		q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'INSERT%'});
	is(finish_writers($load{$name}), $writers, "every writer $name was at work to the end");
}
my %rows;
acknowledged_rows($load{$_}, \%rows) for @names;
$node{$_}->wait_for_catchup('to_' . ($_ eq 'east' ? 'west' : 'east')) for @names;

for my $name (@names)
{
	check_rows($node{$name}, \%rows, $name);
	# Each has a nonce of its own.
	check_opaque($node{$name}, "home = '$name'");
	my $homes = $node{$name}->safe_psql('postgres',
		q{SELECT string_agg(DISTINCT home, ' ' ORDER BY home) FROM by_sequence});
	is($homes, 'east west', 'there are rows of both');
	my $errors = $node{$name}->safe_psql('postgres', 'SELECT apply_error_count FROM pg_stat_subscription_stats');
	is($errors, '0', 'nothing went wrong as they were applied');
	unlike(slurp_file($node{$name}->logfile), qr/ conflict|duplicate key/, 'nor was there a conflict');
}
my $all = join(' UNION ALL ', map { "SELECT '$_' AS t, $_.* FROM $_" } @tables);
my $sum = "SELECT md5(string_agg(u::text, '' ORDER BY t, id)), count(*) FROM ($all) AS u";
is($node{west}->safe_psql('postgres', $sum), $node{east}->safe_psql('postgres', $sum), 'both have the same rows');
my $twice = $node{west}->safe_psql('postgres', q{
	SELECT count(*) FROM by_sequence AS a JOIN by_sequence AS b ON a.value = b.value AND a.home < b.home});
isnt($twice, '0', 'though values of the sequences came twice');

$node{$_}->stop for @names;
done_testing();
