# runs: every
# Backends that are told to stop in the middle of their calls, and obey; and 64 of them
# that generate at the same time, 14 million UUIDs with PG_TEST_EXTRA=long.
use strict;
use warnings;

use lib 't/lib';
use Level;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Writers;

my $node = new_node('backends', "jit = off\ntrack_functions = all");
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE s;
	CREATE UNLOGGED TABLE generated (id uuid)});

my @calls = (
	'uuid_time_nextval()',
	q{uuid_interval_nextval('1 ms', '1 day', 8)},
	q{uuid_sequence_nextval('s')},
	'uuid_v7_nextval()',
	'uuid_v7_nextval(5, 4)',
	q{uuid_v7_nextval('-1 day')},
	q{uuid_interval_at(now(), '1 min', '1 day')},
	'uuid_sequence_at(i, 1, 65536)',
	'uuid_v7_at(now())',
	q{uuid_opaque_nextval('orders', '1 min', '1 day')});

# A statement without an end, which is stopped after some milliseconds of work; returns
# its error, and the seconds from then to its end.  The rows come one by one, not all
# before the first call.
my $working = q{
	FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count(%uuid%' AND pid <> pg_backend_pid()};
sub stop
{
	my ($statement, $means, $milliseconds) = @_;
	my ($stderr, $timeout) = ('', $means eq 'statement_timeout' ? $milliseconds : 0);
	my @psql = (
		'psql', '-XAtq', '-d', $node->connstr('postgres'),
		'-c', '\set VERBOSITY verbose', '-c', "SET statement_timeout = $timeout", '-c', $statement);
	my $session = IPC::Run::start(\@psql, '2>' => \$stderr,
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	if (!$timeout)
	{
		$node->poll_query_until('postgres',
			"SELECT count(*) = 1 $working AND now() - query_start > interval '$milliseconds ms'")
		  or die 'the statement is not at work';
		$node->safe_psql('postgres', "SELECT $means(pid) $working");
	}
	$session->finish;
	return $stderr;
}
my %error = (
	pg_cancel_backend => qr/ERROR:  57014: canceling statement due to user request/,
	pg_terminate_backend => qr/FATAL:  57P01: terminating connection/,
	statement_timeout => qr/ERROR:  57014: canceling statement due to statement timeout/);

# It was the generator that was interrupted, as its statistics tell, which come when the
# session has ended.  A slow machine gets more time for a thousand calls.
sub calls_until_now
{
	$node->poll_query_until('postgres',
		q{SELECT count(*) = 1 FROM pg_stat_activity WHERE backend_type = 'client backend'})
	  or die 'a session does not end';
	return $node->safe_psql('postgres', 'SELECT coalesce(sum(calls), 0) FROM pg_stat_user_functions');
}
# What holds off one means holds off all of them, so each call has one in turn.
my @means = sort keys %error;
for my $i (0 .. $#calls)
{
	my $call = $calls[$i];
	for my $means (is_long() ? @means : $means[ $i % @means ])
	{
		my ($stderr, $calls, $before) = ('', 0, calls_until_now());
		my $longest = 1000 * $PostgreSQL::Test::Utils::timeout_default;
		for (my $milliseconds = 50; $calls <= 1000 && $milliseconds < $longest; $milliseconds *= 2)
		{
			$stderr = stop(
				"SELECT count($call) FROM (SELECT generate_series(1, 1000000000000) AS i OFFSET 0) AS s",
				$means, $milliseconds);
			$calls = calls_until_now() - $before;
		}
		like($stderr, $error{$means}, "$call obeys $means");
		cmp_ok($calls, '>', 1000, 'in the midst of its calls');
	}
}

# Calls of which each takes a new block.
my $of_new_blocks = q{
	SELECT count(uuid_opaque_nextval('orders ' || i, '1 min', '1 day'))
	  FROM (SELECT generate_series(1, 1000000000) AS i OFFSET 0) AS s};
for my $means (@means)
{
	like(stop($of_new_blocks =~ s/^\s+//r, $means, 50), $error{$means}, "a block for each call: obeys $means");
}

# Prefixes of no bits and of few, so that it is the random bits that differ.
my $transactions = is_long() ? 25 : 1;
my $script = "$PostgreSQL::Test::Utils::tmp_check/generate.sql";
my @generators = (
	q{uuid_time_nextval(3600, 1)},
	q{uuid_interval_nextval('1 ms', '256 ms', 8)},
	q{uuid_sequence_nextval('s', 1, 1)},
	q{uuid_sequence_at(1, 1, 1)},
	'uuid_v7_nextval()',
	q{uuid_v7_nextval('-1 day')},
	q{uuid_opaque_nextval('orders', '1 ms', '256 ms', 8)});
append_to_file($script,
	join('', map { "INSERT INTO generated SELECT $_ FROM generate_series(1, 1250);\n" } @generators));
my @pgbench = ('pgbench', '--no-vacuum', '--client=64', '--jobs=2', "--transactions=$transactions", "--file=$script");
$node->command_like([ @pgbench, $node->connstr('postgres') ],
	qr{actually processed: (\d+)/\1\n}, '64 backends generate');
my $expected = 64 * $transactions * 1250 * @generators;
my $found = $node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM generated');
is($found, "$expected|$expected", 'no UUID comes twice');

$node->stop;
done_testing();
