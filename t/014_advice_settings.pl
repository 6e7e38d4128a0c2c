# runs: every; majors: all
# uuid_advise on servers with settings that no session can change, and against the figures
# of the documentation.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('settings');
$node->init;
$node->append_conf('postgresql.conf', <<~'CONF');
	shared_buffers = '64MB'
	checkpoint_timeout = '5min'
	autovacuum_vacuum_scale_factor = 0.2
	autovacuum_vacuum_insert_threshold = -1
	CONF
# From 18 on, VACUUM also comes after a fixed number of dead rows.
$node->append_conf('postgresql.conf', 'autovacuum_vacuum_max_threshold = -1') if $node->pg_version >= 18;
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids; CREATE EXTENSION sequential_uuids_advice');

# What is advised for a table, as one line.
sub advice
{
	my ($arguments) = @_;
	return $node->safe_psql('postgres', qq{
		SELECT string_agg(a::text, ' ')
		  FROM uuid_advise(100, '30 days', 0.05, $arguments) AS a WHERE key !~ 'opaque'});
}

my $given = advice(q{index_memory => '16 MB', checkpoint_interval => '5 min'});
is(advice('index_memory => NULL'), $given, 'a quarter of shared_buffers, and checkpoint_timeout, are the defaults');
my $waits = q{
	SELECT substring(call FROM '(\d+) days')
	  FROM uuid_advise(100, '30 days', 0.2%s) WHERE key = 'wrapping by time'};
my $cycle = $node->safe_psql('postgres', sprintf $waits, '');
is($node->safe_psql('postgres', sprintf $waits, ', dead_at_vacuum => 0.2'), $cycle,
	'and the scale factor of autovacuum');

$node->append_conf('postgresql.conf', <<~'CONF');
	shared_buffers = '32MB'
	checkpoint_timeout = '1min'
	autovacuum_vacuum_scale_factor = 0.01
	CONF
$node->restart;
is(advice('dead_at_vacuum => NULL'), advice(q{index_memory => '8388608', checkpoint_interval => '1 min'}),
	'with others as they are');
my $shorter = $node->safe_psql('postgres', sprintf $waits, '');
ok($shorter > 30 && $shorter < $cycle, "the sooner VACUUM comes, the shorter the cycle: $shorter and $cycle days");

# Autovacuum that waits for nothing.
$node->append_conf('postgresql.conf', "autovacuum_vacuum_scale_factor = 0\nautovacuum_vacuum_threshold = 0");
$node->reload;
$node->poll_query_until('postgres', q{SELECT current_setting('autovacuum_vacuum_threshold') = '0'});
my $with_costs = $node->safe_psql('postgres',
	q{SELECT count(*) FROM uuid_advise(100, '30 days', 0.05) WHERE wal_per_row > 0});
is($with_costs, 5, 'VACUUM may come for every row');

# Each figure of density that the documentation has, to within the 3 points that runs of the benchmark differ by.
my @figures;
for my $row (slurp_file('doc/dev/model.md') =~ /^\| [^|`]+ \| `(1, [^`]+` \|.*) \|$/mg)
{
	my ($arguments, %figure);
	($arguments, @figure{'random', 'UUIDv7', 'wrapping by time'}) = split /\s*\|\s*/, $row;
	for my $key (grep { $figure{$_} } 'random', 'UUIDv7', 'wrapping by time')
	{
		push @figures, [ $figure{$key} =~ /(\d+)/, $key, $arguments =~ s/`//r ];
	}
}
cmp_ok(@figures, '==', 11, 'there are figures');
for (@figures)
{
	my ($figure, $key, $arguments) = @$_;
	my $density = $node->safe_psql('postgres', qq{
		SELECT density
		  FROM uuid_advise($arguments, dead_at_vacuum => 0.05, checkpoint_interval => '1000 s')
		 WHERE key = '$key'});
	my ($least, $most) = $density =~ /^(\d+) (?:to (\d+) )?%$/;
	$most //= $least;
	ok($least - 3 <= $figure && $figure <= $most + 3, "$key, $arguments: $figure % is in $least to $most");
}

$node->stop;
done_testing();
