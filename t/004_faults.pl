# runs: every; majors: all; architectures: all; mutants: yes
# Failing strong randomness, failing hashes, and a clock that stands still or moves on,
# simulated by a library preloaded into the server.  A failure raises an error and
# returns no UUID; the next call works once the source does.  Bits are discarded after
# a second, and keys erased.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Opaque;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(utime);

plan skip_all => 'the server does not take its randomness from a shared OpenSSL, or there is no ldd to tell'
  unless `ldd "\$(command -v postgres)" 2>/dev/null` =~ /libcrypto/;

my $faults = PostgreSQL::Test::Utils::tempdir();
my $library = "$faults/faults.so";
system($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', $library, 't/lib/faults.c', '-ldl') == 0
  or die "cannot compile t/lib/faults.c";

my $node = PostgreSQL::Test::Cluster->new('faults');
$node->init;
{
	local $ENV{LD_PRELOAD} = $library;
	local $ENV{FAULTS} = $faults;
	$node->start;
}
$node->safe_psql('postgres', q{CREATE EXTENSION sequential_uuids; CREATE SEQUENCE seq});

# From here on time passes only where a test says so, however slow the machine is.
# At a whole millisecond, so that UUIDv7 has all of it for its steps, but not at a whole
# second, so that all readings of the clock must get fractions right.
append_to_file("$faults/stopped", '');
utime time + 0.5, time + 0.5, "$faults/stopped" or die $!;

sub fills { return -s "$faults/fills" // 0 }

# One session per round, since a backend needs randomness to start.
for my $call ('uuid_time_nextval()', q{uuid_interval_nextval('1 ms', '1 day', 8)},
	q{uuid_sequence_nextval('seq')}, 'uuid_sequence_at(1, 1, 1)',
	q{uuid_interval_at(now(), '1 min', '1 day')},
	'uuid_v7_nextval()', q{uuid_v7_nextval('-1 day')}, 'uuid_v7_nextval(5, 4)', 'uuid_v7_at(now())',
	q{uuid_opaque_nextval('orders', '1 min', '1 day')})
{
	my ($status, $stdout, $stderr) = $node->psql('postgres', qq{
\\set VERBOSITY verbose
\\! touch $faults/no_randomness
SELECT $call;
\\! rm $faults/no_randomness
SELECT 'later: ' || ($call IS NOT NULL);
\\! touch $faults/no_randomness
SELECT count($call) FROM generate_series(1, 100000);
\\! rm $faults/no_randomness
SELECT 'later: ' || count(DISTINCT id) FROM (SELECT $call AS id FROM generate_series(1, 100000)) AS s;
}, on_error_stop => 0);
	is($stdout, "later: true\nlater: 100000", "$call gives UUIDs just while the source works");
	is(scalar(() = $stderr =~ /ERROR:  XX000: could not generate random values/g), 2,
		'and an error while it fails, with an empty pool and with one that runs empty');

	my $before = fills();
	$node->safe_psql('postgres', "SELECT $call, $call, $call");
	is(fills() - $before, 1, 'several calls of a moment share the bits fetched by the first');

	# COPY moves the clock while the statement runs.
	$before = fills();
	$node->safe_psql('postgres', qq{
		DO \$\$
		BEGIN
			PERFORM $call, $call;
			COPY (SELECT) TO PROGRAM 'cat >$faults/later';
			PERFORM $call, $call;
		END \$\$});
	unlink "$faults/later" or die $!;
	is(fills() - $before, 2, 'bits that are over a second old are fetched anew, within a statement, too');
}

# All have the same pool and the same clock: 512 slices at once.
my $before = fills();
$node->safe_psql('postgres', q{
	SELECT uuid_sequence_nextval('seq'),
		   uuid_time_nextval(),
		   uuid_sequence_at(1, 1, 1),
		   uuid_interval_at(now(), '1 min', '1 day'),
		   uuid_interval_nextval('1 ms', '1 day'),
		   uuid_v7_nextval(),
		   uuid_v7_nextval('-1 day'),
		   uuid_v7_nextval(1, 1),
		   uuid_v7_at(now()),
		   uuid_opaque_nextval('orders', '1 min', '1 day')
	  FROM generate_series(1, 51)});
is(fills() - $before, 1, 'a statement that calls them all takes from one pool');

# Each step of a hash that fails: in a new block, then in another one.
my @calls = map { "uuid_opaque_nextval('orders', $_)" } "'1 min', '1 day'", "'1 ms', '1 day'", "'1 h', '30 days'";
for my $step (qw(hash_new hash_init hash_update hash_final hmac_new hmac_init hmac_update hmac_final))
{
	# Each call fails first, and then prints its key to a file, and how many there are.
	my $statements = join '', map { <<~"SQL" } @calls;
		\\! touch $faults/no_$step
		SELECT $_;
		\\! rm $faults/no_$step
		SELECT $_ \\g $faults/output
		\\echo :ROW_COUNT
		SQL
	my (undef, $stdout, $stderr) =
	  $node->psql('postgres', "\\set VERBOSITY verbose\n$statements", on_error_stop => 0);
	is($stdout, "1\n1\n1", "opaque keys come just while hashing works, step $step");
	my $error =
		$step =~ /new/  ? '53200: out of memory'
	  : $step =~ /hash/ ? 'XX000: could not compute SHA-256 hash: '
	  :                   'XX000: could not compute HMAC: ';
	is(scalar(() = $stderr =~ /ERROR:  $error/g), 3, 'and errors that say so while it fails');
}
is($node->safe_psql('postgres', qq{
	\\! touch $faults/no_hash_init
	SELECT count(DISTINCT (uuid_interval_nextval('1 min', '1 day'), uuid_v7_nextval())) FROM generate_series(1, 10);
	\\! rm $faults/no_hash_init
}), 10, 'other generators take no hash');

# The key of a cycle does not stay in memory: neither alone, nor in what each round hashes.
append_to_file("$faults/erased", '');
$node->safe_psql('postgres', q{SELECT uuid_opaque_nextval('orders', '1 h', '10 h')});
my $cycle = int((stat "$faults/stopped")[9] / 36000);
my $key = unpack 'H*', cycle_key(nonce_of($node), database_of($node, 'postgres'), 'orders', 3600000000, 10, $cycle);
my @erased = grep { /$key/ } split /\n/, slurp_file("$faults/erased");
unlink "$faults/erased" or die $!;
is(scalar(grep { $_ eq $key } @erased), 1, 'the key of a cycle is erased');
is(scalar(grep { $_ ne $key } @erased), 1, 'and so is the message with it');

# Opaque keys on either side of an edge, to the microsecond: of an interval, and of a
# cycle.  In one session, which remembers the block before.
my $clock = sub { return "\\! touch -d '$_[0]' $faults/stopped\n" };
my $opaque = q{SELECT uuid_block(uuid_opaque_nextval('orders', '1 min', '65536 min'), 65536);};
my (@statements, @places);
for my $edge (1764000060, 450 * 65536 * 60, 0)
{
	for my $at ([ $edge - 1 . '.999999', 1000000 * $edge - 1 ], [ "$edge.000000", 1000000 * $edge ])
	{
		my ($seconds, $microseconds) = @$at;
		my $place =
		  place_of(nonce_of($node), database_of($node, 'postgres'), 'orders', 60000000, 65536, $microseconds);
		push @statements, $clock->("\@$seconds") . "$opaque\n$opaque\n";
		push @places, $place, $place;
	}
}
is($node->safe_psql('postgres', join '', @statements), join("\n", @places),
	'opaque keys change places at the edge of an interval and of a cycle');
utime time + 0.5, time + 0.5, "$faults/stopped" or die $!;

# A clock that steps back an hour, and one that jumps ahead and back: UUIDv7
# goes on ascending, at the highest time that the clock has shown.
my $ascending = q{
SELECT count(*) FILTER (WHERE id > previous AND uuid_generated_at(id) - uuid_generated_at(:'reached') < interval '1 ms')
  FROM (SELECT id, lag(id, 1, :'reached') OVER (ORDER BY i) AS previous
		  FROM (SELECT i, uuid_v7_nextval() AS id FROM generate_series(1, 10000) AS i OFFSET 0) AS s) AS t;
SELECT count(*) FILTER (WHERE id > previous)
  FROM (SELECT id, lag(id) OVER (ORDER BY i) AS previous
		  FROM (SELECT i, uuid_v7_nextval('-1 day') AS id FROM generate_series(1, 10000) AS i OFFSET 0) AS s) AS t;};
is($node->safe_psql('postgres', qq{
SELECT uuid_v7_nextval() AS reached \\gset
\\! touch $faults/earlier
SELECT clock_timestamp() < uuid_generated_at(:'reached') - interval '59 min';
$ascending
\\! rm $faults/earlier
SELECT uuid_generated_at(uuid_v7_nextval()) >= uuid_generated_at(:'reached');
}), "t\n10000\n9999\nt", 'UUIDv7 stands still, ascending, while the clock is behind');
is($node->safe_psql('postgres', qq{
SELECT uuid_v7_nextval() AS reached \\gset
\\! touch $faults/earlier
\\connect
SELECT uuid_generated_at(uuid_v7_nextval()) < uuid_generated_at(:'reached') - interval '59 min';
\\! rm $faults/earlier
}), 't', 'but a new session follows the clock');
is($node->safe_psql('postgres', qq{
\\! touch $faults/later
SELECT uuid_v7_nextval() AS reached \\gset
\\! rm $faults/later
SELECT clock_timestamp() < uuid_generated_at(:'reached') - interval '1 s';
$ascending
}), "t\n10000\n9999", 'and after the clock was ahead');

$node->stop;
done_testing();
