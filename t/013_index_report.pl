# The parts of uuid_index_report() that need several sessions, roles or servers: tables
# that are being dropped, privileges, more tables than the server has locks for, a rate
# over some time, a standby.  sql/index_report.sql has the tables.
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 1);
$node->append_conf('postgresql.conf', q{
max_locks_per_transaction = 10
max_connections = 10
checkpoint_timeout = 1h
autovacuum = off
log_statement = none});
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids_advice;
	CREATE ROLE monitor LOGIN IN ROLE pg_monitor;
	CREATE ROLE reader LOGIN IN ROLE pg_read_all_data;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 50));
	INSERT INTO orders SELECT overlay(gen_random_uuid()::text PLACING '7' FROM 15)::uuid FROM generate_series(1, 20000);
	CREATE TABLE doomed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO doomed SELECT FROM generate_series(1, 1000);
	CREATE TABLE with_policy (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO with_policy SELECT FROM generate_series(1, 1000);
	CREATE FUNCTION hostile(id uuid) RETURNS bool LANGUAGE plpgsql AS $$BEGIN RAISE WARNING 'called'; RETURN true; END$$;
	CREATE POLICY only_some ON with_policy USING (hostile(id));
	ALTER TABLE with_policy ENABLE ROW LEVEL SECURITY});
$node->safe_psql('postgres', 'VACUUM (ANALYZE)');

# The report's columns of a table, as a role.
sub report
{
	my ($columns, $table, %options) = @_;
	my $parameters = $options{parameters} // '';
	my ($status, $stdout, $stderr) = ($options{node} // $node)->psql('postgres',
		($options{before} // '') . qq{SELECT $columns FROM uuid_index_report($parameters) WHERE "table" = 'public.$table'},
		extra_params => [ '-U', $options{role} // scalar(getpwuid($<)) ]);
	return $status ? $stderr : $stdout . $stderr;
}

# Does something while a report of inserts per second sleeps, which on a slow machine
# takes longer; returns the report's rows, and how long it slept at least and at most.
sub while_it_sleeps
{
	my ($columns, $prepare, $do) = @_;
	my $sleeping = q{SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'};
	for (my $seconds = 1; $seconds < $PostgreSQL::Test::Utils::timeout_default; $seconds *= 2)
	{
		$prepare->();
		my ($stdout, $stderr, $begun) = ('', '', time);
		my $report = IPC::Run::start([ 'psql', '-XAtd', $node->connstr('postgres'), '-c', "SELECT $columns FROM uuid_index_report('$seconds s') WHERE \"table\" = 'public.orders'" ], '>', \$stdout, '2>', \$stderr);
		1 until $node->safe_psql('postgres', $sleeping) || !$report->pumpable;
		$do->();
		my $in_time = $node->safe_psql('postgres', $sleeping);
		$report->finish or return diag($stderr);
		chomp $stdout;
		return ($stdout, $seconds, time - $begun) if $in_time;
	}
	return;
}

# A table that is being dropped: what needs no lock is there, and nobody waits.
my $dropping = $node->background_psql('postgres');
$dropping->set_query_timer_restart;
$dropping->query_safe('BEGIN');
$dropping->query_safe('DROP TABLE doomed');
is(report(q{index, rows, column_default, note ~ 'lock timeout'}, 'doomed'), 'doomed_pkey|||t', 'a table that is being dropped has NULLs');
is(report(q{column_default, note ~ 'lock'}, 'orders'), 'gen_random_uuid()|f', 'others are as ever');
like(report('note', 'doomed', before => q{SET statement_timeout = '50 ms'; }), qr/canceling statement due to statement timeout/, 'but a timeout of the statement ends it');
$dropping->query_safe('ROLLBACK');
is(report(q{column_default, note ~ 'lock|read:'}, 'doomed'), 'gen_random_uuid()|f', 'one that stays is sampled');
# Dropped, once the report is on its way.
my ($rows) = while_it_sleeps('rows', sub {
	$dropping->query_safe('SET client_min_messages = warning; CREATE TABLE IF NOT EXISTS doomed (id uuid PRIMARY KEY)');
	$dropping->query_safe('BEGIN');
	$dropping->query_safe('DROP TABLE doomed') },
	sub { $dropping->query_safe('COMMIT') });
is($rows, '20000', 'a table may go meanwhile');
$dropping->quit;

# Privileges.
my $columns = q{size, rows, clients_generate, column_default, note};
my $seen = report($columns, 'orders');
like($seen, qr/^\d+ kB\|20000\|t\|gen_random_uuid\(\)\|/, 'a superuser sees all');
is(report($columns, 'orders', role => 'reader'), $seen, 'and so does pg_read_all_data');
like(report($columns, 'orders', role => 'monitor'), qr/^\d+ kB\|20000\|\|gen_random_uuid\(\)\|its rows are not read: permission denied for table orders/, 'pg_monitor alone samples no keys');
$node->safe_psql('postgres', 'GRANT SELECT ON with_policy TO monitor');
my $policy = report('note', 'with_policy', role => 'monitor');
like($policy, qr/^its rows are not read: query would be affected by row-level security policy/, 'a table whose policy hides rows is not sampled');
unlike($policy, qr/called/, 'and the policy is not asked');

# Inserts per second, which are counted before the session that inserts gets its answer.
my ($report, $shortest, $longest) = while_it_sleeps('inserts_per_second, wal_per_insert > 50, advised_wal_per_insert > 50', sub {}, sub {
	$node->safe_psql('postgres', 'INSERT INTO orders SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()') });
like($report, qr/^\d+(\.\d+)?\|t\|t$/, 'a rate over some seconds has what the model makes of it');
my ($rate) = $report =~ /^([\d.]+)/;
cmp_ok($rate * $longest, '>=', 1000, 'the rate is that of the inserts');
cmp_ok($rate * $shortest, '<=', 1000, 'and not more');

# More tables than there are locks for.
$node->safe_psql('postgres', join ';', 'BEGIN', (map { "CREATE TABLE many_$_ (id uuid PRIMARY KEY)" . ($_ % 50 ? '' : ';COMMIT;BEGIN') } 1 .. 1000), 'COMMIT');
my (undef, undef, $error) = $node->psql('postgres', join ';', 'BEGIN', map { "SELECT FROM many_$_" } 1 .. 1000);
like($error, qr/out of shared memory/, 'a transaction cannot lock all tables');
is($node->safe_psql('postgres', q{SELECT count(*), count(note) FILTER (WHERE note ~ 'memory') FROM uuid_index_report(largest => 10000) WHERE "table" ~ '^public\.many_'}), '1000|0', 'the report samples all of them');
is($node->safe_psql('postgres', q{BEGIN; SELECT count(*) > 1000 FROM uuid_index_report(largest => 10000); SELECT count(*) FROM pg_locks WHERE relation IN (SELECT oid FROM pg_class WHERE relname ~ '^many_')}), "t\n0", 'and keeps no lock');

# A standby counts no inserts, but has the keys.
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
$node->wait_for_catchup($standby);
like(report('rows, clients_generate, inserts_per_second, note', 'orders', node => $standby), qr/^2\d{4}\|\|\|its rate of inserts is not known/, 'the report works on a standby');
# The sizes that VACUUM notes, by which it is among the largest, reach the WAL on disk with the next commit or checkpoint.
$node->safe_psql('postgres', 'CREATE UNLOGGED TABLE not_logged (id uuid PRIMARY KEY DEFAULT gen_random_uuid()); INSERT INTO not_logged SELECT FROM generate_series(1, 100000); VACUUM not_logged; CHECKPOINT');
$node->wait_for_catchup($standby);
like(report('note', 'not_logged', node => $standby), qr/^its rows are not read: cannot access temporary or unlogged relations during recovery/, 'which cannot read unlogged tables');
$standby->stop;
$node->stop;

done_testing();
