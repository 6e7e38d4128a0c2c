# runs: long; majors: all
# That advice answers beside thousands of partitions: the work that it does, in rows and index entries of catalogs,
# grows with their number, not with its square.  No time is measured.  In TAP, as it needs more locks than a server has
# at first.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('partitions');
$node->init;
$node->append_conf('postgresql.conf', "fsync = off\nautovacuum = off\nmax_locks_per_transaction = 10000");
$node->start;

my (%work, %rows);
for my $count (1000, 2000, 5000)
{
	my $database = "with_$count";
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, qq{
		CREATE EXTENSION sequential_uuids_advice;
		CREATE TABLE orders (id uuid DEFAULT gen_random_uuid(), n int, PRIMARY KEY (id, n)) PARTITION BY RANGE (n);
		SELECT format('CREATE TABLE orders_%s PARTITION OF orders FOR VALUES FROM (%1\$s) TO (%s)', n, n + 1)
		  FROM generate_series(1, $count) AS n \\gexec
		CREATE VIEW over_orders AS SELECT left(id::text, 8) FROM orders;
		CREATE TABLE beside (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
		CREATE VIEW over_beside AS SELECT left(id::text, 8) FROM beside;
		ANALYZE});
	for my $table ('orders', 'beside')
	{
		my $output = $node->safe_psql($database, qq{
			BEGIN;
			SELECT count(*) FROM uuid_key_dependencies('$table') WHERE dependent !~ '_not_null';
			SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_scan, 0) + coalesce(idx_tup_fetch, 0))
			  FROM pg_stat_xact_sys_tables;
			COMMIT});
		($rows{$table}{$count}, $work{$table}{$count}) = split /\n/, $output;
	}
	is($node->safe_psql($database, q{SELECT string_agg(r.table_name::text, ' ' ORDER BY r.table_name::text)
		FROM uuid_index_report() AS r}), 'beside orders', "$count partitions are one row of the report");
}
for my $count (1000, 2000, 5000)
{
	# A constraint of each, a view.
	is($rows{orders}{$count}, $count + 2, "what depends on a table of $count partitions");
	is($rows{beside}{$count}, 2, '... and on one beside');
}
for my $table ('orders', 'beside')
{
	for ([ 1000, 2000 ], [ 2000, 5000 ])
	{
		my ($few, $many) = @$_;
		cmp_ok($work{$table}{$many} / $work{$table}{$few}, '<', 1.3 * $many / $few,
			"$table: the work for $many is as much more as they are: $work{$table}{$many} after $work{$table}{$few}");
	}
}

$node->stop;
done_testing();
