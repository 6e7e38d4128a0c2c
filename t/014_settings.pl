# uuid_advise on servers with settings that no session can change, and with a schema
# whose functions have names and arguments that match its calls better.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('settings');
$node->init;
$node->append_conf('postgresql.conf', "shared_buffers = '64MB'\ncheckpoint_timeout = '5min'\nautovacuum_vacuum_scale_factor = 0.2");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids');

# What is advised for a table, as one line.
sub advice
{
	my ($arguments) = @_;
	return $node->safe_psql('postgres', "SELECT string_agg(a::text, ' ') FROM uuid_advise(100, '30 days', 0.05, $arguments) AS a");
}

my ($given, $default) = (advice(q{index_memory => 16777216, checkpoint_interval => '5 min'}), advice(q{index_memory => NULL}));
is($default, $given, 'a quarter of shared_buffers, and checkpoint_timeout, are the defaults');
my $waits = q{SELECT extract(days FROM wraps_after) FROM uuid_advise(100, '30 days', 0.05) WHERE key = 'wrapping by time'};
my $cycle = $node->safe_psql('postgres', $waits);

$node->append_conf('postgresql.conf', "shared_buffers = '32MB'\ncheckpoint_timeout = '1min'");
$node->restart;
isnt(advice('index_memory => NULL'), $default, 'with others the advice differs');
is(advice('index_memory => NULL'), advice(q{index_memory => 8388608, checkpoint_interval => '1 min'}), 'as they do');
is(advice(q{index_memory => 16777216, checkpoint_interval => '5 min'}), $given, 'and not where it is told');

$node->append_conf('postgresql.conf', 'autovacuum_vacuum_scale_factor = 0.01');
$node->reload;
$node->poll_query_until('postgres', q{SELECT current_setting('autovacuum_vacuum_scale_factor') = '0.01'});
my $shorter = $node->safe_psql('postgres', $waits);
ok($shorter > 30 && $shorter < $cycle, "the sooner VACUUM comes, the shorter the cycle: $shorter and $cycle days");

# Autovacuum that waits for nothing.
$node->append_conf('postgresql.conf', "autovacuum_vacuum_scale_factor = 0\nautovacuum_vacuum_threshold = 0\nautovacuum_vacuum_insert_threshold = -1");
$node->reload;
$node->poll_query_until('postgres', q{SELECT current_setting('autovacuum_vacuum_threshold') = '0'});
is($node->safe_psql('postgres', q{SELECT count(*) FROM uuid_advise(100, '30 days', 0.05) WHERE wal_per_row > 0}), 7, 'VACUUM may come for every row');

$node->safe_psql('postgres', 'CREATE DATABASE hostile');
$node->safe_psql('hostile', join(';', (map { my $arguments = $_; "CREATE FUNCTION format(text" . ', text' x $arguments . q{) RETURNS text LANGUAGE sql RETURN 'hostile'} } 1 .. 4), 'CREATE EXTENSION sequential_uuids'));
is($node->safe_psql('hostile', q{SELECT count(*), count(*) FILTER (WHERE a::text ~ 'hostile') FROM uuid_advise(100) AS a}), '7|0', 'functions in the target schema are not called');

$node->stop;
done_testing();
