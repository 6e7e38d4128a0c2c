# Servers under load: tables with keys of each generator, clients that insert into
# them, and comparisons of the rows acknowledged to clients with those that are there.
package Writers;
use strict;
use warnings;

use Exporter qw(import);
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use IPC::Run ();
use List::Util qw(sum);
use Opaque;
use Test::More;
use Time::HiRes qw(sleep);

our @EXPORT = qw(new_node start_again create_tables start_writers wait_for_writers finish_writers
  acknowledged_rows check_rows check_sequences check_opaque @tables);

# A server for many clients.  Unlike the test module's servers, it does not log each
# statement.
sub new_node
{
	my ($name, $settings, %init) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(%init);
	$node->append_conf('postgresql.conf', "max_connections = 100\nlog_statement = none\n" . ($settings // ''));
	return $node;
}

# Starts a server whose postmaster has died.  Its children may hold the shared memory
# for a moment longer.  And until its parent notices, the dead postmaster looks as if it
# were running.
sub start_again
{
	my ($node) = @_;
	for (1 .. 10 * $PostgreSQL::Test::Utils::timeout_default)
	{
		$node->kill9;
		return if $node->start(fail_ok => 1);
		sleep 0.1;
	}
	die 'the server does not come back';
}

# A table for each generator.  "value" is the value of the sequence, if there is one.
our @tables = qw(by_time by_millisecond by_sequence by_small_block by_v7 by_v7_of_node by_opaque);
sub create_tables
{
	my ($node) = @_;
	$node->safe_psql('postgres', q{
		CREATE EXTENSION sequential_uuids;
		CREATE TABLE begun AS SELECT now() AS begun;
		CREATE SEQUENCE s;
		CREATE SEQUENCE t;
		CREATE TABLE by_time (
			id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), value bigint);
		CREATE TABLE by_millisecond (
			id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 ms', '1 min', 8), value bigint);
		CREATE TABLE by_sequence (
			id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('s'), value bigint DEFAULT currval('s'));
		CREATE TABLE by_small_block (
			id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('t', 16, 2147483647), value bigint DEFAULT currval('t'));
		CREATE TABLE by_v7 (
			id uuid PRIMARY KEY DEFAULT uuid_v7_nextval(), value bigint);
		CREATE TABLE by_v7_of_node (
			id uuid PRIMARY KEY DEFAULT uuid_v7_nextval(5, 4), value bigint);
		CREATE TABLE by_opaque (
			id uuid PRIMARY KEY DEFAULT uuid_opaque_nextval('orders', '1 s', '45 days'), value bigint)});
	return;
}

# Starts clients that insert into all tables, one row per transaction, until an error
# or the end of the server (or 3.5 million rows).  They print committed rows into
# files, so that they do not wait for this process to read them.
sub start_writers
{
	my ($node, $count) = @_;
	my $directory = PostgreSQL::Test::Utils::tempdir();
	my $of_each_table = join '', map { "INSERT INTO $_ SELECT RETURNING '$_', id, value;\n" } @tables;
	append_to_file("$directory/load.sql", $of_each_table x 5000);
	return [ map {
		my $writer = { output => "$directory/output.$_", errors => "$directory/errors.$_" };
		$writer->{run} = IPC::Run::start(
			[
				'psql', '-XAtq', '-d', $node->connstr('postgres'), '-v', 'ON_ERROR_STOP=1',
				('-f', "$directory/load.sql") x 100
			],
			'>', $writer->{output}, '2>', $writer->{errors});
		$writer;
	} 1 .. $count ];
}

# Waits until this many more rows have been acknowledged to each client.
sub wait_for_writers
{
	my ($writers, $rows) = @_;
	# In bytes; a line has 44 to 60.
	my %enough = map { ($_->{output} => (-s $_->{output} // 0) + 60 * $rows) } @$writers;
	my ($written, $deadline) = (-1, 0);
	while (grep { (-s $_->{output} // 0) < $enough{ $_->{output} } } @$writers)
	{
		$_->{run}->pumpable or die 'a writer has ended: ' . slurp_file($_->{errors}) for @$writers;
		# They may be slow, but must make progress.
		my $sum = sum(map { -s $_->{output} // 0 } @$writers);
		($written, $deadline) = ($sum, time + $PostgreSQL::Test::Utils::timeout_default) if $sum > $written;
		die 'the writers stand still' if time > $deadline;
		sleep 0.05;
	}
	return;
}

# Waits for the clients to end, and returns how many were interrupted by an error or by
# the end of the server.  One test: no error is that of a duplicate UUID, which the
# primary key would refuse.
sub finish_writers
{
	my ($writers) = @_;
	$_->{run}->finish for @$writers;
	my @duplicates = map { slurp_file($_->{errors}) =~ /(ERROR: .*duplicate key.*\n.*)/ } @$writers;
	is(join('', @duplicates), '', 'no writer is refused a UUID that is there');
	return scalar grep { $_->{run}->result(0) != 0 } @$writers;
}

# Adds the acknowledged rows, as "table|id|value", to a hash that counts them.  Ignores
# incomplete lines.
sub acknowledged_rows
{
	my ($writers, $rows) = @_;
	for my $writer (@$writers)
	{
		$rows->{$_}++ for slurp_file($writer->{output}) =~ /^(\w+\|[0-9a-f-]{36}\|\d*)\n/mg;
	}
	return;
}

# Compares acknowledged rows with existing ones: three tests.
sub check_rows
{
	my ($node, $rows, $where) = @_;
	my $all = join ' UNION ALL ', map { "SELECT '$_', id, value FROM $_" } @tables;
	my %found = map { $_ => 1 } split /\n/, $node->safe_psql('postgres', $all);
	cmp_ok(scalar(keys %$rows), '>', 100, "$where: rows were acknowledged, " . keys %$rows);
	is(scalar(grep { !$found{$_} } keys %$rows), 0, 'none of them is lost');

	my %of_id;
	$of_id{ (split /\|/)[1] }++ for keys %{ { %found, %$rows } };
	is(scalar(grep { $_ > 1 } values %of_id, values %$rows), 0, 'no UUID comes twice, acknowledged or not');
	return;
}

# Compares the sequences with the values of rows that this server acknowledged, and
# these values with each other: a sequence that had fallen behind earlier would have
# repeated values.  Four tests.
sub check_sequences
{
	my ($node, $rows) = @_;
	my %highest;
	for (keys %$rows)
	{
		my ($table, undef, $value) = split /\|/, $_, 3;
		$highest{$table} = $value if length $value && $value > ($highest{$table} // 0);
	}
	my @next = split /\|/, $node->safe_psql('postgres', q{SELECT nextval('s'), nextval('t')});
	cmp_ok($next[0], '>', $highest{by_sequence}, 'a sequence is ahead of what was acknowledged');
	cmp_ok($next[1], '>', $highest{by_small_block}, 'and so is one of small blocks');
	for my $table (qw(by_sequence by_small_block))
	{
		my $twice = $node->safe_psql('postgres', "SELECT value FROM $table GROUP BY value HAVING count(*) > 1");
		is($twice, '', "and gave no value twice: $table");
	}
	return;
}

# Whether opaque keys have the places of intervals since the table was created, of which
# a second takes one.  One test.
sub check_opaque
{
	my ($node, $condition) = @_;
	my $count = 45 * 86400;
	# Before the time, as a standby may go on receiving rows.
	my @found = split /\n/,
		$node->safe_psql('postgres', "SELECT DISTINCT uuid_block(id, $count) FROM by_opaque WHERE $condition");
	my ($first, $last) = split /\|/, $node->safe_psql('postgres', q{
		SELECT extract(epoch FROM begun)::bigint - 1, extract(epoch FROM clock_timestamp())::bigint FROM begun});
	my ($nonce, $database) = (nonce_of($node), database_of($node, 'postgres'));
	my %places = map { place_of($nonce, $database, 'orders', 1000000, $count, $_ * 1000000) => 1 } $first .. $last;
	my @elsewhere = @found ? grep { !$places{$_} } @found : 'none';
	is("@elsewhere", '', 'opaque keys have the places of the last seconds: ' . @found . ' of ' . keys %places);
	return;
}

1;
