# The parts of uuid_index_report() that need several sessions, roles or servers: tables
# that are being dropped, privileges, more tables than the server has locks for, a rate
# over some time, measured WAL, a standby.  sql/index_report.sql has the tables.
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
wal_keep_size = 1GB
checkpoint_timeout = 1h
autovacuum = off
log_statement = none});
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE ROLE monitor LOGIN IN ROLE pg_monitor;
	CREATE ROLE reader LOGIN IN ROLE pg_read_all_data;
	CREATE ROLE wal_reader LOGIN IN ROLE pg_monitor, pg_read_server_files;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 50));
	INSERT INTO orders SELECT FROM generate_series(1, 20000);
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

# WAL from a position on, as text.
sub waldump
{
	my ($start) = @_;
	return join '', `'@{[ $node->config_data('--bindir') ]}/pg_waldump' --bkp-details --path '@{[ $node->data_dir ]}/pg_wal' --start $start 2>/dev/null`;
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
is(report(q{index, rows, versions, column_default, note ~ 'lock timeout'}, 'doomed'), 'doomed_pkey|1000|||t', 'a table that is being dropped has NULLs');
is(report(q{versions, note ~ 'lock'}, 'orders'), '100 % v4|f', 'others are as ever');
like(report('note', 'doomed', before => q{SET statement_timeout = '50 ms'; }), qr/canceling statement due to statement timeout/, 'but a timeout of the statement ends it');
$dropping->query_safe('ROLLBACK');
is(report('versions, column_default', 'doomed'), '100 % v4|gen_random_uuid()', 'one that stays is sampled');
# Dropped, once the report is on its way.
my ($rows) = while_it_sleeps('rows', sub {
	$dropping->query_safe('SET client_min_messages = warning; CREATE TABLE IF NOT EXISTS doomed (id uuid PRIMARY KEY)');
	$dropping->query_safe('BEGIN');
	$dropping->query_safe('DROP TABLE doomed') },
	sub { $dropping->query_safe('COMMIT') });
is($rows, '20000', 'a table may go meanwhile');
$dropping->quit;

# Privileges.
my $columns = q{size, rows, versions, pattern, clients_generate, column_default, note};
my $seen = report($columns, 'orders');
like($seen, qr/^\d+ kB\|20000\|100 % v4\|random\|\|gen_random_uuid\(\)\|/, 'a superuser sees all');
is(report($columns, 'orders', role => 'reader'), $seen, 'and so does pg_read_all_data');
like(report($columns, 'orders', role => 'monitor'), qr/^\d+ kB\|20000\|\|\|\|gen_random_uuid\(\)\|permission denied for table orders/, 'pg_monitor alone samples no keys');
$node->safe_psql('postgres', 'GRANT SELECT ON with_policy TO monitor');
my $policy = report('versions, note', 'with_policy', role => 'monitor');
like($policy, qr/^\|query would be affected by row-level security policy/, 'a table whose policy hides rows is not sampled');
unlike($policy, qr/called/, 'and the policy is not asked');

# Inserts per second, which are counted before the session that inserts gets its answer.
my ($report, $shortest, $longest) = while_it_sleeps('inserts_per_second, wal_per_insert > 50, wal_per_day IS NOT NULL, advised_call IS NOT NULL', sub {}, sub {
	$node->safe_psql('postgres', 'INSERT INTO orders SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()') });
like($report, qr/^\d+(\.\d+)?\|t\|t\|t$/, 'a rate over some seconds has what the model makes of it');
my ($rate) = $report =~ /^([\d.]+)/;
cmp_ok($rate * $longest, '>=', 1000, 'the rate is that of the inserts');
cmp_ok($rate * $shortest, '<=', 1000, 'and not more');

# WAL: the inserts since a checkpoint write an image of each page.
SKIP:
{
	skip 'pg_walinspect is not available here', 7 unless $node->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_walinspect'});
	$node->safe_psql('postgres', 'CREATE SCHEMA "The WAL"; GRANT USAGE ON SCHEMA "The WAL" TO public; CREATE EXTENSION pg_walinspect SCHEMA "The WAL"');
	is(report('measured_wal_per_insert IS NULL', 'orders', role => 'monitor'), 't', 'WAL is not for everybody');
	$node->safe_psql('postgres', 'CREATE TABLE measured (LIKE orders INCLUDING ALL); INSERT INTO measured SELECT FROM generate_series(1, 20000); CHECKPOINT');
	my $start = $node->safe_psql('postgres', 'SELECT pg_current_wal_insert_lsn()');
	$node->safe_psql('postgres', 'INSERT INTO measured SELECT FROM generate_series(1, 1000)');
	my $file = $node->safe_psql('postgres', q{SELECT pg_relation_filepath('measured_pkey')});
	my $dump = waldump($start);
	my ($database, $relation) = $file =~ m{base/(\d+)/(\d+)$};
	my $images = () = $dump =~ m{rel \d+/$database/$relation (?:fork main )?blk \d+[^\n]*FPW}g;
	cmp_ok($images, '>', 50, 'pg_waldump shows images of the index');
	# Of 21000 inserts, all but the first few made no image.
	my ($per_insert, $bytes) = split /\|/, report('measured_images_per_insert, measured_wal_per_insert', 'measured', role => 'wal_reader');
	cmp_ok(abs($per_insert * 21000 - $images), '<', 0.1 * $images + 5, 'as many as the report measures');
	cmp_ok($bytes, '>', 64, 'an insert takes more bytes than its record');
	cmp_ok($bytes, '<', 1000, 'and, with few images, not many');
	# Pages that VACUUM deleted are used again, with a record that names no block.
	$node->safe_psql('postgres', $_) for 'DELETE FROM measured', 'VACUUM measured', ('SELECT txid_current()') x 3, 'VACUUM measured', 'INSERT INTO measured SELECT FROM generate_series(1, 20000)';
	like(waldump($start), qr/REUSE_PAGE/, 'pages are used again');
	is(report('measured_wal_per_insert > 64', 'measured'), 't', 'and WAL is measured all the same');
}

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
like(report('rows, versions, pattern, clients_generate, inserts_per_second, deleted_percent, misses_per_insert, note', 'orders', node => $standby),
	qr/^2\d{4}\|100 % v4\|random\|\|\|\|\|its rate of inserts is not known/, 'the report works on a standby');
$node->safe_psql('postgres', 'CREATE UNLOGGED TABLE not_logged (id uuid PRIMARY KEY DEFAULT gen_random_uuid()); INSERT INTO not_logged SELECT FROM generate_series(1, 100000); VACUUM not_logged; INSERT INTO measured SELECT FROM generate_series(1, 2000)');
$node->wait_for_catchup($standby);
like(report('versions, note', 'not_logged', node => $standby), qr/^\|cannot access temporary or unlogged relations during recovery/, 'which cannot read unlogged tables');
SKIP:
{
	skip 'pg_walinspect is not available here', 1 unless $node->safe_psql('postgres', q{SELECT count(*) FROM pg_extension WHERE extname = 'pg_walinspect'});
	is(report('measured_wal_per_insert > 64', 'measured', node => $standby), 't', 'and has the WAL');
}
$standby->stop;
$node->stop;

done_testing();
