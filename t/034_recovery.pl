# runs: every; edition in SQL: no, its functions are rows of catalogs
# Point-in-time recovery from a base backup and archived WAL: keys by time and by sequence go on, each new one.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(has_archiving => 1, allows_streaming => 1);
$node->append_conf('postgresql.conf', 'fsync = off');
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE keys;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
		number uuid UNIQUE DEFAULT uuid_sequence_nextval('keys', 10, 65536), n int)});
$node->backup('base');
$node->safe_psql('postgres', 'INSERT INTO orders (n) SELECT generate_series(1, 1000)');
my $target = $node->safe_psql('postgres', 'SELECT pg_current_wal_insert_lsn()');
$node->safe_psql('postgres', 'INSERT INTO orders (n) SELECT generate_series(1001, 2000); SELECT pg_switch_wal()');
$node->poll_query_until('postgres', qq{SELECT last_archived_wal >= pg_walfile_name('$target') FROM pg_stat_archiver});
$node->stop;

my $restored = PostgreSQL::Test::Cluster->new('restored');
$restored->init_from_backup($node, 'base', has_restoring => 1, standby => 0);
$restored->append_conf('postgresql.conf', "recovery_target_lsn = '$target'\nrecovery_target_action = promote");
$restored->start;
$restored->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()');
is($restored->safe_psql('postgres', 'SELECT count(*) FROM orders'), 1000, 'the rows of then are there');
my $last_block = 'SELECT max(uuid_block(number, 65536)) FROM orders';
my $block = $restored->safe_psql('postgres', $last_block);
$restored->safe_psql('postgres', 'INSERT INTO orders (n) SELECT generate_series(1, 1000)');
is($restored->safe_psql('postgres', q{
		SELECT count(*) FROM orders WHERE uuid_interval_since(id, now() - interval '1 h', '5 min', '60 days')}), 2000,
	'keys by time go on');
cmp_ok($restored->safe_psql('postgres', $last_block), '>=', $block + 100, '... and keys by sequence');
$restored->stop;

done_testing();
