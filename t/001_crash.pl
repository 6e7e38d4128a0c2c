# runs: every
# Crashes under an insert load, which pg_regress cannot provoke: acknowledged rows are
# still there, no UUID comes twice, and no sequence falls behind.  One round of each
# kind, 30 with PG_TEST_EXTRA=long.  t/002_standby.pl has immediate stops.
use strict;
use warnings;

use lib 't/lib';
use Level;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Writers;

my $rounds = is_long() ? 30 : 1;
my $writers = 16;

my $node = new_node('crash', 'restart_after_crash = on');
$node->start;
create_tables($node);

my $inserting = q{FROM pg_stat_activity WHERE query LIKE 'INSERT%'};
my @kinds = (
	[ 'a backend killed with SIGKILL',
		sub { kill KILL => $node->safe_psql('postgres', "SELECT pid $inserting LIMIT 1") },
		sub { $node->poll_query_until('postgres', 'SELECT true') } ],
	[ 'the postmaster killed with SIGKILL', sub { $node->kill9 }, sub { start_again($node) } ]);

my %rows;
for (@kinds)
{
	my ($kind, $crash, $restart) = @$_;
	my $interrupted = 0;
	for my $round (1 .. $rounds)
	{
		my $load = start_writers($node, $writers);
		wait_for_writers($load, 100);
		$crash->();
		$interrupted += finish_writers($load);
		acknowledged_rows($load, \%rows);
		$restart->();
	}
	is($interrupted, $rounds * $writers, "$kind: every writer was at work, $rounds times");
	check_rows($node, \%rows, $kind);
	check_sequences($node, \%rows);
	check_opaque($node, 'true');
}

$node->stop;
done_testing();
