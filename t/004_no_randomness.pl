# A source of strong randomness that fails, which takes a library preloaded
# into the server: an error and no UUID, and the next call works when the
# source does.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'the server does not take its randomness from a shared OpenSSL, or there is no ldd to tell'
  unless `ldd "\$(command -v postgres)" 2>/dev/null` =~ /libcrypto/;

my $library = "$PostgreSQL::Test::Utils::tmp_check/no_randomness.so";
my $file = "$PostgreSQL::Test::Utils::tmp_check/no_randomness";
my $cc = $ENV{CC} || 'cc';
system($cc, '-shared', '-fPIC', '-o', $library, 't/no_randomness.c', '-ldl') == 0
  or die "cannot compile t/no_randomness.c";

my $node = PostgreSQL::Test::Cluster->new('no_randomness');
$node->init;
{
	local $ENV{LD_PRELOAD} = $library;
	local $ENV{NO_RANDOMNESS} = $file;
	$node->start;
}
$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids; CREATE SEQUENCE seq;');

# One session each, since a backend needs randomness to start.
for my $call ('uuid_time_nextval()', q{uuid_sequence_nextval('seq')})
{
	my ($status, $stdout, $stderr) = $node->psql('postgres', qq{
\\set VERBOSITY verbose
\\! touch $file
SELECT $call;
\\! rm $file
SELECT 'later: ' || ($call IS NOT NULL);
\\! touch $file
SELECT count($call) FROM generate_series(1, 100000);
\\! rm $file
SELECT 'later: ' || count(DISTINCT id) FROM (SELECT $call AS id FROM generate_series(1, 100000)) AS s;
}, on_error_stop => 0);

	is($stdout, "later: true\nlater: 100000", "$call gives UUIDs just while the source works");
	is(scalar(() = $stderr =~ /ERROR:  XX000: could not generate random values/g), 2,
		'and an error while it fails, with an empty pool and with one that runs empty');
}

$node->stop;
done_testing();
