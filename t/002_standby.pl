# A hot standby, which needs a second server: the time generator works there,
# the sequence generator is refused as nextval() is, and both work after a
# promotion without repeating anything.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1);
$primary->start;
$primary->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE seq;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_sequence_nextval('seq', 256, 65536));
	INSERT INTO orders SELECT FROM generate_series(1, 1000);
});
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;
$primary->safe_psql('postgres', 'INSERT INTO orders SELECT FROM generate_series(1, 1000)');
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));

is($standby->safe_psql('postgres', 'SELECT pg_is_in_recovery()'), 't', 'the standby is in recovery');
is( $standby->safe_psql('postgres', 'SELECT count(DISTINCT uuid_time_nextval()) FROM generate_series(1, 1000)'),
	'1000', 'uuid_time_nextval() works on a standby');

sub error_of
{
	my ($statement) = @_;
	my ($status, $stdout, $stderr) = $standby->psql('postgres', "\\set VERBOSITY verbose\n$statement", on_error_stop => 1);
	return $stderr =~ /(ERROR:.*)/ ? $1 : "no error: $stdout";
}
my $expected = error_of(q{SELECT nextval('seq')});
like($expected, qr/25006/, 'nextval() is refused on a standby');
is(error_of(q{SELECT uuid_sequence_nextval('seq')}), $expected, 'uuid_sequence_nextval() is refused with the same error');
like(error_of(q{SELECT uuid_sequence_nextval('seq', 0)}), qr/22023/, 'a parameter out of range is 22023 there as well');

$primary->stop('immediate');
$standby->promote;
$standby->safe_psql('postgres', 'INSERT INTO orders SELECT FROM generate_series(1, 10000)');
is($standby->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM orders'), '12000|12000', 'the promoted standby goes on without repeating a UUID');

$standby->stop;
done_testing();
