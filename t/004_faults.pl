# Failing strong randomness, failing hashes, and a clock that stands still or moves on,
# simulated by a library preloaded into the server.  A failure raises an error and
# returns no UUID; the next call works once the source does.  Bits are discarded after
# a second.
use strict;
use warnings;

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
$node->safe_psql('postgres', q{CREATE EXTENSION sequential_uuids_opaque CASCADE; SELECT uuid_secret_create('orders'); CREATE SEQUENCE seq});

# From here on time passes only where a test says so, however slow the machine is.
# At a whole millisecond, so that UUIDv7 has all of it for its steps, but not at a whole
# second, so that all readings of the clock must get fractions right.
append_to_file("$faults/stopped", '');
utime time + 0.5, time + 0.5, "$faults/stopped" or die $!;

sub fills { return -s "$faults/fills" // 0 }

# One session per round, since a backend needs randomness to start.
for my $call ('uuid_time_nextval()', q{uuid_interval_nextval('1 ms', '1 day', 8)},
	q{uuid_sequence_nextval('seq')}, q{uuid_serial_nextval('seq', 65536, 5000000000, 8)},
	'uuid_interval_at(now())', 'uuid_serial_at(1)',
	'uuid_v7_nextval()', 'uuid_v7_nextval(5, 4)', 'uuid_v7_at(now())',
	q{uuid_opaque_nextval('orders')}, q{uuid_opaque_at('orders', now())})
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
	SELECT uuid_sequence_nextval('seq'), uuid_serial_nextval('seq'), uuid_time_nextval(), uuid_serial_at(1), uuid_interval_at(now()), uuid_interval_nextval('1 ms', '1 day'), uuid_v7_nextval(), uuid_v7_nextval(1, 1), uuid_v7_at(now()), uuid_opaque_nextval('orders'), uuid_opaque_at('orders', now())
	  FROM generate_series(1, 46)});
is(fills() - $before, 1, 'a statement that calls them all takes from one pool');

# Reading a secret can wait for a lock, while the bits of earlier calls age.
$node->safe_psql('postgres', q{SELECT uuid_secret_create('locked')});
for my $call (q{uuid_opaque_nextval('locked')}, q{uuid_opaque_at('locked', now())})
{
	my $holder = $node->background_psql('postgres');
	my $waiting = $node->background_psql('postgres');
	$waiting->query_safe('SELECT uuid_time_nextval()');
	$holder->query_safe('BEGIN; LOCK TABLE sequential_uuids_secrets');
	$before = fills();
	$waiting->query_until(qr/asked/, "\\echo asked\nSELECT $call;\n");
	$node->poll_query_until('postgres', q{SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'sequential_uuids_secrets'::regclass AND NOT granted)}) or die;
	append_to_file("$faults/later", '');
	$holder->query_safe('ROLLBACK');
	like($waiting->query_safe('SELECT 1'), qr/\A[0-9a-f-]{36}\n1\z/, "$call waits for a lock");
	is(fills() - $before, 1, 'and uses no bits from before that');
	unlink "$faults/later" or die $!;
	$_->quit for $holder, $waiting;
}

# A secret is random or is not.
my ($status, $stdout, $stderr) = $node->psql('postgres', qq{
\\set VERBOSITY verbose
\\! touch $faults/no_randomness
SELECT uuid_secret_create('later');
\\! rm $faults/no_randomness
SELECT uuid_opaque_nextval('later');
SELECT uuid_secret_create('later');
SELECT 'later: ' || octet_length(secret) FROM sequential_uuids_secrets WHERE name = 'later';
}, on_error_stop => 0);
is($stdout =~ s/^\n//r, 'later: 32', 'uuid_secret_create() creates a secret just while the source works');
is(join(' ', $stderr =~ /ERROR:  (\w+: .*)/g), 'XX000: could not generate random values 42704: secret "later" does not exist', 'and none while it fails');

# Each step of a hash that fails: the first of a session, then in the same cycle, and
# in another.
for (
	[ map { "uuid_opaque_nextval('orders'$_)" } '', ", '1 ms', '1 day'", ", '1 h', '30 days'" ],
	[ map { "uuid_opaque_at('orders', '$_')" } '2026-01-20 12:00+00', '2026-01-20 14:00+00', '2026-06-20 12:00+00' ],
	[ map { "uuid_opaque_window('orders', $_)" } "'01234567-89ab-4def-8123-456789abcdef', '2026-01-20 12:00+00'",
		"'11234567-89ab-4def-8123-456789abcdef', '2026-01-20 12:00+00'", "'01234567-89ab-4def-8123-456789abcdef', '2026-06-20 12:00+00'" ],
	[ map { "count(*) FROM uuid_opaque_ranges('orders', $_)" } "'2026-01-20 12:00+00', '2026-01-20 13:00+00'",
		"'2026-01-20 14:00+00', '2026-01-20 15:00+00'", "'2026-06-20 12:00+00', '2026-06-20 13:00+00'" ])
{
	my @calls = @$_;
	for my $step ('new', 'init', 'update', 'final')
	{
		($status, $stdout, $stderr) = $node->psql('postgres', join('', "\\set VERBOSITY verbose\n",
			map { "\\! touch $faults/no_hash_$step\nSELECT $_;\n\\! rm $faults/no_hash_$step\nSELECT $_ \\g $faults/output\n\\echo :ROW_COUNT\n" } @calls), on_error_stop => 0);
		is($stdout, "1\n1\n1", "$calls[0] and the like work just while hashing does, step $step");
		is(scalar(() = $stderr =~ /ERROR:  (XX000: could not compute SHA-256 hash|53200: out of memory)/g), 3, 'and are errors while it fails');
	}
}
is($node->safe_psql('postgres', qq{
	\\! touch $faults/no_hash_init
	SELECT count(DISTINCT (uuid_interval_nextval(), uuid_v7_nextval())) FROM generate_series(1, 10);
	\\! rm $faults/no_hash_init
}), 10, 'other generators take no hash');

# A secret that another session changes while its first place is computed: what is
# remembered then is not used afterwards.
append_to_file("$faults/change", "#!/bin/sh\nunset LD_PRELOAD\nexec psql -XqAt -d '" . $node->connstr('postgres')
	  . q{' -c "UPDATE sequential_uuids_secrets SET secret = decode(repeat('02', 32), 'hex') WHERE name = 'changed'"} . "\n");
chmod 0755, "$faults/change" or die $!;
for my $call (q{uuid_block(uuid_opaque_nextval('changed', '1000 days', '65536000 days'))}, q{uuid_block(uuid_opaque_at('changed', '2026-01-20 12:00+00'))},
	q{uuid_opaque_window('changed', '01234567-89ab-4def-8123-456789abcdef', '2026-01-20 12:00+00')},
	q{(SELECT lo FROM uuid_opaque_ranges('changed', '2026-01-20 12:00+00', '2026-01-20 12:01+00'))})
{
	is($node->safe_psql('postgres', qq{
		DELETE FROM sequential_uuids_secrets WHERE name = 'changed';
		INSERT INTO sequential_uuids_secrets VALUES ('changed', decode(repeat('01', 32), 'hex'));
		\\! cp $faults/change $faults/during_hash
		SELECT $call AS before \\gset
		SELECT $call AS after \\gset
		\\connect
		SELECT :'before' = $call\:\:text, :'after' = $call\:\:text;
	}), 'f|t', "$call: a secret that is changed meanwhile");
}

# A clock that steps back an hour, and one that jumps ahead and back: UUIDv7
# goes on ascending, at the highest time that the clock has shown.
my $ascending = q{SELECT count(*) FILTER (WHERE id > previous AND uuid_timestamp(id) - uuid_timestamp(:'reached') < interval '1 ms')
	FROM (SELECT id, lag(id, 1, :'reached') OVER (ORDER BY i) AS previous FROM (SELECT i, uuid_v7_nextval() AS id FROM generate_series(1, 10000) AS i OFFSET 0) AS s) AS t;};
is($node->safe_psql('postgres', qq{
SELECT uuid_v7_nextval() AS reached \\gset
\\! touch $faults/earlier
SELECT clock_timestamp() < uuid_timestamp(:'reached') - interval '59 min';
$ascending
\\! rm $faults/earlier
SELECT uuid_timestamp(uuid_v7_nextval()) >= uuid_timestamp(:'reached');
}), "t\n10000\nt", 'UUIDv7 stands still, ascending, while the clock is behind');
is($node->safe_psql('postgres', qq{
SELECT uuid_v7_nextval() AS reached \\gset
\\! touch $faults/earlier
\\connect
SELECT uuid_timestamp(uuid_v7_nextval()) < uuid_timestamp(:'reached') - interval '59 min';
\\! rm $faults/earlier
}), 't', 'but a new session follows the clock');
is($node->safe_psql('postgres', qq{
\\! touch $faults/later
SELECT uuid_v7_nextval() AS reached \\gset
\\! rm $faults/later
SELECT clock_timestamp() < uuid_timestamp(:'reached') - interval '1 s';
$ascending
}), "t\n10000", 'and after the clock was ahead');

$node->stop;
done_testing();
