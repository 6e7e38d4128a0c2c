# runs: every; majors: all; architectures: all; mutants: yes
# The places of opaque keys, which depend on the server's own nonce.  This computes them
# by itself, from what pg_controldata prints, and finds them in keys: on servers of all
# kinds, which needs several.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Opaque;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# This computation is that of the vectors.
my @wrong;
my ($header, @vectors) = split /\n/, slurp_file('t/vectors/opaque.csv');
for (@vectors)
{
	my ($nonce, $database, $label, $size, $count, $counter, $cycle, undef, $key, undef, $place) = split /,/;
	my @parameters = (pack('H*', $nonce), $database, $label, $size, $count);
	my $is_right = $place == place_of(@parameters, $counter) && $key eq unpack 'H*', cycle_key(@parameters, $cycle);
	push @wrong, $_ unless $is_right;
}
is("@wrong", '', 'all ' . @vectors . ' vectors');

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1);
$primary->append_conf('postgresql.conf', 'autovacuum = off');
$primary->start;
$primary->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE TABLE many AS SELECT FROM generate_series(1, 1000)});
$primary->safe_psql('postgres', $_) for 'CREATE DATABASE other', 'CREATE DATABASE copied TEMPLATE postgres';
$primary->safe_psql('other', 'CREATE EXTENSION sequential_uuids');
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;
my $stranger = PostgreSQL::Test::Cluster->new('stranger');
$stranger->init(force_initdb => 1);
$stranger->start;
$stranger->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids');

my $nonce = nonce_of($primary);
is(nonce_of($standby), $nonce, 'a standby has the same nonce');
isnt(nonce_of($stranger), $nonce, 'another server has another one');

my ($minute, $hour, $week) = map { $_ * 1000000 } 60, 3600, 7 * 86400;
my @parameters = (
	[ '1 min', $minute, 65536 ],
	[ '1 ms', 1000, 86400000 ],
	[ '1 h', $hour, 2562047784 ],
	[ '7 days', $week, 3 ],
	[ '1 min', $minute, 1 ]);
sub check
{
	my ($node, $name, $database) = @_;
	for (@parameters)
	{
		my ($length, undef, $count) = @$_;
		is(unlike_present_place($node, $nonce, $database // 'postgres', 'orders', @$_), '',
			"$name: of $count blocks of $length");
	}
	return;
}
check($primary, 'on the primary');
is(unlike_present_place($primary, $nonce, 'postgres', $_, @{ $parameters[0] }), '', 'of the label ' . $_)
  for 'x', 'orders ', 'ORDERS', '%s', "Bestellungen \xc3\xa4\xc3\xb6\xc3\xbc", 'x' x 63;
check($primary, 'in another database', 'other');
check($primary, 'in one that was copied', 'copied');
check($standby, 'on a standby');

# By two workers, of whom each has a place of its own to compute.
my $parallel = q{
	(SELECT min(id::text)::uuid
	   FROM (SELECT uuid_opaque_nextval('orders', '1 h', '106751991 days') AS id FROM many OFFSET 0) AS s)};
$primary->safe_psql('postgres', q{
	ALTER TABLE many SET (parallel_workers = 2);
	ALTER DATABASE postgres SET parallel_setup_cost = 0;
	ALTER DATABASE postgres SET parallel_tuple_cost = 0;
	ALTER DATABASE postgres SET min_parallel_table_scan_size = 0;
	ALTER DATABASE postgres SET parallel_leader_participation = off;});
my $plan = $primary->safe_psql('postgres', "EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF) SELECT $parallel");
like($plan, qr/Workers Launched: 2.*Output: uuid_opaque_nextval/s, 'parallel workers generate');
for my $subselect ($parallel, $parallel =~ s/min/max/r)
{
	is(unlike_present_place($primary, $nonce, 'postgres', 'orders', '1 h', $hour, 2562047784, $subselect), '',
		'each of them in the place of the label');
}

# What has other places, of 2,562,047,784.
my %places;
my $call = q{uuid_block(uuid_opaque_nextval('%s', '1 h', '106751991 days'), 2562047784)};
for (
	[ $primary, 'postgres', 'orders' ],
	[ $primary, 'postgres', 'Orders' ],
	[ $primary, 'other', 'orders' ],
	[ $primary, 'copied', 'orders' ],
	[ $stranger, 'postgres', 'orders' ])
{
	my ($node, $database, $label) = @$_;
	$places{ $node->safe_psql($database, 'SELECT ' . sprintf $call, $label) } = 1;
}
is(scalar(keys %places), 5, 'another label, another database, a copied one, another server: other places');

$primary->restart;
check($primary, 'after a restart');
$primary->stop('immediate');
$standby->promote;
check($standby, 'after promotion');
$standby->stop;

# pg_resetwal makes a control file where there is none that it can read, without a nonce.
$stranger->safe_psql('postgres', q{
	CREATE TABLE t (id uuid DEFAULT uuid_opaque_nextval('orders', '1 min', '1 day'));
	CHECKPOINT});
$stranger->stop;
my ($control) = run_command([ 'pg_controldata', $stranger->data_dir ]);
my %lasts;
for my $name (qw(NextXID NextOID NextMultiXactId NextMultiOffset), 'REDO WAL file')
{
	($lasts{$name}) = $control =~ /^Latest checkpoint's \Q$name\E: +(\S+)$/m;
}
my $file = $stranger->data_dir . '/global/pg_control';
truncate $file, 0 or die $!;
append_to_file($file, "\0" x 8192);
my @positions = (
	'-x' => $lasts{NextXID} =~ s/.*://r,
	'-o' => $lasts{NextOID},
	'-O' => $lasts{NextMultiOffset},
	'-m' => join(',', ($lasts{NextMultiXactId}) x 2),
	'-l' => $lasts{'REDO WAL file'});
command_ok([ 'pg_resetwal', '--force', @positions, $stranger->data_dir ], 'pg_resetwal makes a control file');
$stranger->start;
my (undef, undef, $stderr) = $stranger->psql('postgres', "\\set VERBOSITY verbose\nINSERT INTO t DEFAULT VALUES");
like($stderr, qr/ERROR:  55000: server has no random bytes /, 'a root of zeros gives no key');
like($stderr, qr/\nDETAIL:  .* zeros, as after pg_resetwal .* new cluster with pg_dump\./, 'and says what to do');
$stranger->stop;

done_testing();
