# A crash under a running insert load, which pg_regress cannot provoke: what
# was acknowledged is still there, and no UUID comes twice.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $rounds = 3;
my $writers = 4;

my $node = PostgreSQL::Test::Cluster->new('crash');
$node->init;
$node->append_conf('postgresql.conf', 'fsync = off');
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE by_sequence_seq;
	CREATE TABLE by_time (id uuid DEFAULT uuid_time_nextval());
	CREATE TABLE by_sequence (id uuid DEFAULT uuid_sequence_nextval('by_sequence_seq'), value bigint DEFAULT currval('by_sequence_seq'));
});

# Each statement prints the UUIDs that it was given once it is committed.
my $load = "$PostgreSQL::Test::Utils::tmp_check/load.sql";
append_to_file($load, q{
INSERT INTO by_time SELECT RETURNING id;
INSERT INTO by_sequence SELECT RETURNING id;
} x 20000);

my (%acknowledged, $repeated, $lines, @exit);
for my $round (1 .. $rounds)
{
	my @output = ('') x $writers;
	my @writer = map {
		IPC::Run::start(
			[ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-f', $load ],
			'>' => \$output[$_], '2>' => \my $ignored,
			IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default))
	} 0 .. $writers - 1;

	# Stop only when every writer has been told of a few hundred rows.
	for my $i (0 .. $writers - 1)
	{
		$writer[$i]->pump while length $output[$i] < 37 * 400;
	}
	$node->stop('immediate');
	for my $writer (@writer)
	{
		$writer->finish;
		push @exit, $writer->result(0);
	}

	for my $id (map { /^([0-9a-f-]{36})$/mg } @output)
	{
		$repeated++ if $acknowledged{$id}++;
		$lines++;
	}
	$node->start;
}

note "$lines rows acknowledged in $rounds rounds with $writers writers";
# psql's exit status for a connection that broke
is(scalar(grep { $_ == 2 } @exit), $rounds * $writers, 'every writer was at work at each crash');
is($repeated // 0, 0, 'no acknowledged UUID comes twice');

my %found = map { $_ => 1 } split /\n/,
  $node->safe_psql('postgres', 'SELECT id FROM by_time UNION ALL SELECT id FROM by_sequence');
is(scalar(grep { !$found{$_} } keys %acknowledged), 0, 'every acknowledged row is still there');
is($node->safe_psql('postgres', 'SELECT count(*) - count(DISTINCT id) FROM (TABLE by_time UNION ALL SELECT id FROM by_sequence) AS u'),
	'0', 'no UUID of a surviving row comes twice');

is($node->safe_psql('postgres', q{SELECT max(value) < nextval('by_sequence_seq') FROM by_sequence}),
	't', 'the sequence is ahead of every surviving row');
my $after = $node->safe_psql('postgres', q{
	SELECT uuid_time_nextval() FROM generate_series(1, 20000)
	UNION ALL SELECT uuid_sequence_nextval('by_sequence_seq') FROM generate_series(1, 20000)});
is(scalar(grep { $found{$_}++ || $acknowledged{$_} } split /\n/, $after), 0, 'UUIDs made after the crashes are new');

$node->stop;
done_testing();
