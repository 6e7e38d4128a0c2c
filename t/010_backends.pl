# Backends that are stopped in the midst of their calls, which they obey at
# once, and 64 of them that generate at the same time, 10 million UUIDs with
# PG_TEST_EXTRA=long.
use strict;
use warnings;

use lib 't/lib';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);
use Writers;

my $node = new_node('backends', "jit = off\ntrack_functions = all");
$node->start;
$node->safe_psql('postgres', q{CREATE EXTENSION sequential_uuids_opaque CASCADE; SELECT uuid_secret_create('orders'); CREATE SEQUENCE s; CREATE UNLOGGED TABLE generated (id uuid)});

my @calls = ('uuid_time_nextval()', q{uuid_interval_nextval('1 ms', '1 day', 8)}, q{uuid_sequence_nextval('s')}, q{uuid_serial_nextval('s', 5000000000, 5000000000, 8)},
	'uuid_v7_nextval()', 'uuid_v7_nextval(5, 4)', 'uuid_interval_at(now())', 'uuid_serial_at(i)', 'uuid_v7_at(now())',
	q{uuid_opaque_nextval('orders')}, q{uuid_opaque_at('orders', now())});

# A statement without an end, and how it ends when something is done to it.  The
# rows come one by one, not all before the first call.
my @means = (
	[ 'pg_cancel_backend', qr/ERROR:  57014: canceling statement due to user request/ ],
	[ 'pg_terminate_backend', qr/FATAL:  57P01: terminating connection/ ],
	[ 'statement_timeout', qr/ERROR:  57014: canceling statement due to statement timeout/ ],
);
my ($longest, $called) = (0, 0);
sub stop
{
	my ($call, $statement, $means, $error) = @_;
	my ($begun, $stderr, $timeout) = (time, '', $means eq 'statement_timeout' ? 200 : 0);
	my $session = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'),
			'-c', '\set VERBOSITY verbose', '-c', "SET statement_timeout = $timeout", '-c', $statement ], '2>' => \$stderr);
	if (!$timeout)
	{
		my $at_work = q{state = 'active' AND query LIKE 'SELECT count(%uuid%' AND now() - query_start > interval '50 ms'};
		$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE $at_work AND pid <> pg_backend_pid()") or die 'the statement is not at work';
		$begun = time;
		$node->safe_psql('postgres', "SELECT $means(pid) FROM pg_stat_activity WHERE $at_work AND pid <> pg_backend_pid()");
	}
	$session->finish;
	my $milliseconds = 1000 * (time - $begun) - $timeout;
	$longest = $milliseconds if $milliseconds > $longest;
	like($stderr, $error, "$call obeys $means");
	# Not a measurement: a generator that never looks would take days.
	cmp_ok($milliseconds, '<', 10000, 'promptly');
	return;
}

for my $call (@calls)
{
	for (@means)
	{
		stop($call, "SELECT count($call) FROM (SELECT generate_series(1, 1000000000000) AS i OFFSET 0) AS s", @$_);

		# It was the generator that was interrupted, as its statistics tell.
		my $calls = q{SELECT coalesce(sum(calls), 0) FROM pg_stat_user_functions};
		ok($node->poll_query_until('postgres', "SELECT ($calls) > $called + 1000"), 'in the midst of its calls');
		$called = $node->safe_psql('postgres', $calls);
	}
}

# A call that takes seconds, and calls of which each takes a block without neighbours.
my $ranges = q{uuid_opaque_ranges('orders', '1970-01-01 00:00+00', '1970-03-17 00:00+00', '1 s', '76 days')};
for (@means)
{
	stop('uuid_opaque_ranges()', "SELECT count(*) FROM $ranges", @$_);
	stop('a block for each call', q{SELECT count(uuid_opaque_at('orders', timestamptz 'epoch' + i * interval '1 h', '1 us', '281474976710656 us')) FROM (SELECT generate_series(1, 2000000) AS i OFFSET 0) AS s}, @$_);
}
note sprintf('the longest took %.0f ms, with the time that psql takes', $longest);

# Prefixes of no bits and of few, so that it is the random bits that differ.
my $transactions = is_long() ? 25 : 1;
my $script = "$PostgreSQL::Test::Utils::tmp_check/generate.sql";
my @generators = (q{uuid_time_nextval(3600, 1)}, q{uuid_interval_nextval('1 ms', '256 ms', 8)}, q{uuid_sequence_nextval('s', 1, 1)}, q{uuid_serial_at(1)}, 'uuid_v7_nextval()', q{uuid_opaque_nextval('orders', '1 ms', '256 ms', 8)});
append_to_file($script, join('', map { "INSERT INTO generated SELECT $_ FROM generate_series(1, 1250);\n" } @generators));
$node->command_like([ 'pgbench', '--no-vacuum', '--client=64', '--jobs=2', "--transactions=$transactions", "--file=$script", $node->connstr('postgres') ],
	qr{actually processed: (\d+)/\1\n}, '64 backends generate');
my $expected = 64 * $transactions * 1250 * @generators;
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM generated'), "$expected|$expected", 'no UUID comes twice');

$node->stop;
done_testing();
