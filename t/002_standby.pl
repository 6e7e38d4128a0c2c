# runs: every
# A hot standby, which needs a second server.  Generators by time and conditions work
# there; generators by sequence are refused, like nextval().  If the primary dies under
# load and the standby is promoted, no acknowledged row is lost, and no UUID repeats.
use strict;
use warnings;

use lib 't/lib';
use Level;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Writers;

my $writers = is_long() ? 16 : 6;

my $primary = new_node('primary', '', allows_streaming => 1);
$primary->start;
create_tables($primary);
$primary->safe_psql('postgres', "\\set error_schema public\n" . slurp_file('t/lib/error_of.sql'));
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;
# A commit is acknowledged when it is safe on the standby as well.
$primary->append_conf('postgresql.conf', "synchronous_standby_names = '*'");
$primary->reload;
$primary->poll_query_until('postgres', q{SELECT sync_state = 'sync' FROM pg_stat_replication})
  or die 'the standby is not synchronous';
my $parameters = q{'1 min', '45 days 12:16:00'};
my $begun = $primary->safe_psql('postgres', 'SELECT quote_literal(now())');
my $load = start_writers($primary, $writers);
wait_for_writers($load, 100);

is($standby->safe_psql('postgres', 'SELECT pg_is_in_recovery()'), 't', 'the standby is in recovery');
my @calls = (
	'uuid_time_nextval()',
	q{uuid_interval_nextval('1 ms', '1 day')},
	'uuid_v7_nextval()',
	q{uuid_opaque_nextval('orders', '1 min', '1 day')});
for my $call (@calls)
{
	my $keys = $standby->safe_psql('postgres', "SELECT count(DISTINCT $call) FROM generate_series(1, 1000)");
	is($keys, '1000', "$call works on a standby");
}
check_opaque($standby, 'true');

# Rows that have come from the primary, in one snapshot, by their keys.  A commit does
# not wait until they can be seen.
$primary->wait_for_catchup($standby);
is($standby->safe_psql('postgres', qq{
	SELECT count(*) > 100 AND count(*) = count(*) FILTER (WHERE uuid_interval_since(id, $begun, $parameters))
	  FROM by_time
	UNION ALL SELECT count(*) > 100 AND count(*) = count(*) FILTER (WHERE uuid_v7_since(id, $begun)) FROM by_v7}),
	"t\nt", 'uuid_interval_since() and uuid_v7_since() find the rows there');
my $plan = $standby->safe_psql('postgres', qq{
	SET enable_seqscan = off;
	EXPLAIN (COSTS OFF) SELECT * FROM by_time WHERE uuid_interval_since(id, now() - interval '10 min', $parameters)});
like($plan, qr/Index Cond: .*\bid >= /, 'by the primary key');

my $error = sub { return $standby->safe_psql('postgres', "SELECT error_of(\$\$SELECT $_[0]\$\$)") };
my $expected = $error->(q{nextval('s')});
like($expected, qr/^25006/, 'nextval() is refused on a standby');
is($error->(q{uuid_sequence_nextval('s')}), $expected, 'uuid_sequence_nextval() is refused with the same error');
like($error->(q{uuid_sequence_nextval('s', 0)}), qr/^22023/, 'a parameter out of range is 22023 there as well');

my %rows;
wait_for_writers($load, 500);
$primary->stop('immediate');
is(finish_writers($load), $writers, 'every writer was at work when the primary went away');
acknowledged_rows($load, \%rows);
$standby->promote;
my $on_promoted = start_writers($standby, $writers);
wait_for_writers($on_promoted, 100);
$standby->stop('immediate');
finish_writers($on_promoted);
acknowledged_rows($on_promoted, \%rows);
$standby->start;

check_rows($standby, \%rows, 'after the promotion');
check_sequences($standby, \%rows);
check_opaque($standby, 'true');

$standby->stop;
done_testing();
