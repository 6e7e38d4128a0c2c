# runs: every; majors: all
# The parts of advice that need several sessions, roles or servers: tables that are locked or dropped meanwhile,
# privileges, a rate over some time, a standby, a database without anything else.  sql/index_report.sql has the
# verdicts.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 1);
$node->append_conf('postgresql.conf', q{
max_connections = 10
checkpoint_timeout = 1h
autovacuum = off
log_statement = none});
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids_advice;
	CREATE ROLE regress_monitor LOGIN;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int, filler text DEFAULT repeat('x', 50));
	CREATE INDEX ON orders (n);
	INSERT INTO orders SELECT FROM generate_series(1, 20000);
	CREATE FUNCTION key() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	CREATE TABLE doomed (id uuid PRIMARY KEY DEFAULT key());
	INSERT INTO doomed SELECT FROM generate_series(1, 1000)});
$node->safe_psql('postgres', 'VACUUM (ANALYZE)');

# The server compiles none of their many small plans, which would take minutes where a setting makes plans look costly;
# and no label promises more than that of what a body calls.
is($node->safe_psql('postgres', q{
	SELECT string_agg(proname, ' ') FROM pg_proc WHERE proname ~ '^uuid_' AND 'jit=off' <> ALL (proconfig)}),
	'', 'functions that users call run without JIT');
is($node->safe_psql('postgres', q{
	SELECT string_agg(format('%s calls %s', f.proname, c.proname), E'\n')
	  FROM pg_proc AS f, regexp_matches(f.prosrc, '([a-z0-9_]+)\(', 'g') AS m, pg_proc AS c
	 WHERE f.pronamespace = 'public'::regnamespace AND c.proname = m[1]
	   AND (f.proparallel, c.proparallel) IN (('s', 'r'), ('s', 'u'), ('r', 'u'))}),
	'', 'what is parallel safe calls nothing else');

# The report's columns of a table.
sub report
{
	my ($columns, $table, %options) = @_;
	my $parameters = join ', ', "only_table => '$table'", $options{parameters} // ();
	my ($status, $stdout, $stderr) = ($options{node} // $node)->psql($options{database} // 'postgres',
		($options{before} // '') . "SELECT $columns FROM uuid_index_report($parameters)",
		extra_params => [ '-U', $options{role} // scalar(getpwuid($<)) ]);
	return $status ? $stderr : $stdout . $stderr;
}

# Runs statements while a report of inserts sleeps; returns the report's row of orders, for how long it ran, and for how
# long it slept.  If it does not sleep long enough for this machine, then longer.
sub while_it_sleeps
{
	my ($columns, $statements, $seconds) = (@_, 2);
	my ($stdout, $stderr, $begun) = ('', '', time);
	# Bytes a day, if that is asked: as many per row, of 1,000 rows.
	my $worth = $columns =~ s/^worth (\d+): // ? int($1 * 1000 / $seconds * 86_400) : 0;
	my $query = "SELECT $columns FROM uuid_index_report('$seconds s', worth => '$worth', " .
		"checkpoint_interval => '10 min') WHERE table_name = 'orders'::regclass";
	my $report = IPC::Run::start(
		[ 'psql', '-XAtd', $node->connstr('postgres'), '-c', 'SET exit_on_error = on', '-c', $query ],
		'>', \$stdout, '2>', \$stderr);
	my $sleeps = q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'};
	$node->poll_query_until('postgres', $sleeps);
	my $in_time = $node->safe_psql('postgres', "$statements; SELECT pg_stat_force_next_flush(); $sleeps") =~ /^t$/m;
	$report->finish or diag($stderr);
	return while_it_sleeps($columns, $statements, 2 * $seconds) unless $in_time || $seconds > 100;
	chomp $stdout;
	return ($stdout =~ s/^SET\n//r, time - $begun, $seconds);
}

# It waits for no lock, and ends no session for any error that it meets.
my $locking = $node->background_psql('postgres');
$locking->set_query_timer_restart;
$locking->query_safe('BEGIN');
$locking->query_safe('LOCK TABLE orders, doomed');
$locking->query_safe('DROP TABLE doomed');
my $impatient = q{SET lock_timeout = '100 ms'; };
is(report('column_default', 'orders', before => $impatient), 'gen_random_uuid()', 'a locked table is reported');
is(report('column_default', 'doomed', before => $impatient), 'public.key()', 'and one that is being dropped');
like($node->safe_psql('postgres', "${impatient}SELECT dependent FROM uuid_key_dependencies('orders')"),
	qr/^constraint orders_pkey on table public\.orders$/m, 'and what depends on its keys');
$locking->query_safe('ROLLBACK');
# What is dropped once the report is on its way, which has begun with a snapshot of before.
my $dropping = 'DROP TABLE IF EXISTS doomed; DROP FUNCTION IF EXISTS key';
is((while_it_sleeps('column_default', $dropping))[0],
	'gen_random_uuid()', 'a table may go meanwhile, and its function');
$node->safe_psql('postgres', q{
	CREATE FUNCTION key() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	CREATE TABLE doomed (id uuid PRIMARY KEY DEFAULT key());
	INSERT INTO doomed SELECT FROM generate_series(1, 1000)});
$locking->query_safe('SET exit_on_error = on');
$locking->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
$locking->query_safe('SELECT count(*) FROM doomed');
$locking->query_safe('COMMIT');
$locking->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
$locking->query_safe('SELECT 1');
$node->safe_psql('postgres', $dropping);
my $seen = $locking->query_safe(
	q{SELECT string_agg(column_default, ' ' ORDER BY table_name::text) FROM uuid_index_report()});
like($seen, qr/^(?:\(not printed\) )?gen_random_uuid\(\)$/, 'nor does it meet them in an old snapshot');
$locking->query_safe('COMMIT');
$locking->quit;

# Privileges: none are needed.  Bytes of a row are known to those who may read the table.
my %row_bytes = map { $_ => ($node->psql('postgres',
	q{SELECT c.row_bytes
		FROM sequential_uuids_indexes(sequential_uuids_watch(NULL), 'orders'::regclass) AS i,
			 sequential_uuids_read_columns(i, 1) AS c},
	extra_params => [ '-U', $_ ]))[1] }
	('regress_monitor', scalar(getpwuid($<)));
is($row_bytes{regress_monitor}, '', 'a role without privileges does not learn the size of rows');
is($row_bytes{ scalar(getpwuid($<)) }, 24 + 16 + 51, '... which is that of the columns');
like(report('rows, column_default', 'orders', role => 'regress_monitor'), qr/^20000\|gen_random_uuid\(\)$/,
	'but all others');

# Inserts per second, which are counted before the session that inserts gets its answer.  As if the table were so large
# that random keys cost as much today as later.
$node->safe_psql('postgres', q{UPDATE pg_class SET reltuples = 1e8 WHERE oid = 'orders'::regclass});
my $insert = 'INSERT INTO orders (n) SELECT generate_series(1, %s)';
my ($report, $longest, $shortest) = while_it_sleeps('rows_per_second, verdict, wal_now > 50, wal_advised < wal_now',
	sprintf($insert, 1000));
like($report, qr/^\d+(\.\d+)?\|switch\|t\|t$/, 'a rate over some seconds has what the model makes of it');
my ($rate) = $report =~ /^([\d.]+)/;
ok(0.99 * 1000 / $longest <= $rate && $rate <= 1.01 * 1000 / $shortest, "the rate is that of the inserts: $rate");

# No more is promised than the server writes meanwhile, which holds fewer rows than somebody has written into the
# catalog: a kilobyte per row, and not five.
my $clipped = q{saved_bytes_per_day = server_wal_bytes_per_day, verdict, cause, reason ~ };
is((while_it_sleeps("$clipped 'saves .* of WAL a day, no more than the server wrote meanwhile'",
			sprintf($insert, 1000)))[0], 't|switch||t', 'no saving is more than what the server writes');
is((while_it_sleeps("worth 3000: $clipped 'would save .* but the server wrote only .*: give .over.'",
			sprintf($insert, 1000)))[0], 't|tell more|over|t', '... and if that decides, the time was too short');

# A bulk load hides later deletes and updates among all that the server has counted, but not among what happens
# meanwhile.
my %verdicts = (
	'DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 100)' => 'tell more',
	'DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 50)' => 'switch',
	'UPDATE orders SET n = n + 1 WHERE id IN (SELECT id FROM orders WHERE n > 0 LIMIT 1001)' => 'switch',
	'UPDATE orders SET n = n + 1 WHERE id IN (SELECT id FROM orders WHERE n > 0 LIMIT 1000)' => 'switch',
	q{UPDATE orders SET filler = '' WHERE false} => 'switch');
for my $statement (sort keys %verdicts)
{
	is((while_it_sleeps('verdict', sprintf("$insert; $statement", 1000)))[0], $verdicts{$statement}, $statement);
}
my $few_deletes = 'DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 19)';
is((while_it_sleeps('verdict', sprintf("$insert; $few_deletes", 20)))[0],
	'switch', 'nineteen deletes are too few to tell');
is((while_it_sleeps('verdict', sprintf($insert, 19)))[0], 'tell more', 'and so are nineteen inserts');

# Nor are inserts counted that came between an earlier reading in the transaction and the report.
my $earlier = $node->background_psql('postgres');
$earlier->query_safe('BEGIN');
$earlier->query_safe(q{SELECT pg_stat_get_tuples_inserted('orders'::regclass)});
$node->safe_psql('postgres', sprintf("$insert; SELECT pg_stat_force_next_flush()", 1000));
is($earlier->query_safe(q{SELECT rows_per_second FROM uuid_index_report('10 ms', only_table => 'orders')}), '0',
	'inserts of before are not counted');
$earlier->quit;

# Without page images, random keys cost as little as others.
$node->safe_psql('postgres', 'ALTER SYSTEM SET full_page_writes = off');
$node->reload;
$node->poll_query_until('postgres', q{SELECT current_setting('full_page_writes') = 'off'});
is($node->safe_psql('postgres', q{SELECT count(*) FROM uuid_advise(1000, '1 day') WHERE wal_images > 0}), '0',
	'full_page_writes = off is read');
$node->safe_psql('postgres', 'ALTER SYSTEM RESET full_page_writes');
$node->reload;

# A standby counts no inserts.
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
$node->wait_for_catchup($standby);
like(report('rows_per_second, verdict, reason', 'orders', node => $standby),
	qr/^\|tell more\|inserts are counted on the primary alone: ask there$/, 'the report works on a standby');
# Nor are averages over its past once it is promoted.
$node->safe_psql('postgres', 'CREATE TABLE last AS SELECT clock_timestamp() AS at');
$node->wait_for_catchup($standby);
$standby->promote;
is($standby->safe_psql('postgres', 'SELECT sequential_uuids_counted_since() >= at FROM last'), 't',
	'a promoted standby counts from then on');
$standby->stop;
$node->safe_psql('postgres', 'DROP TABLE last');

# PostgreSQL's own UUIDv7.
for my $default ($node->pg_version >= 18 ? ('uuidv7()', "uuidv7('-1 day')", "uuidv7(shift => '1 mon')") : ())
{
	$node->safe_psql('postgres', qq{
		CREATE TABLE of_core (id uuid PRIMARY KEY DEFAULT $default);
		INSERT INTO of_core SELECT FROM generate_series(1, 1000)});
	is(report('keys, known', 'of_core'), 'UUIDv7|by default', "$default is known");
	$node->safe_psql('postgres', 'DROP TABLE of_core');
}

# Which functions of other extensions are what their names say.
my %kinds = (
	'uuid-ossp' => [ 'uuid_generate_v4()', 'random' ],
	pgcrypto => [ 'public.gen_random_uuid()', 'random' ],
	pg_uuidv7 => [ 'uuid_generate_v7()', 'UUIDv7' ]);
my %available = map { $_ => 1 }
	split /\n/, $node->safe_psql('postgres', 'SELECT name FROM pg_available_extensions');
for my $extension (sort keys %kinds)
{
  SKIP:
	{
		skip "the extension $extension is not available here", 1 unless $available{$extension};
		my ($default, $keys) = @{ $kinds{$extension} };
		$node->safe_psql('postgres', qq{
			CREATE EXTENSION "$extension";
			CREATE TABLE of_extension (id uuid PRIMARY KEY DEFAULT $default);
			INSERT INTO of_extension SELECT FROM generate_series(1, 1000)});
		is(report('keys, known', 'of_extension'), "$keys|by default", "the generator of $extension is known");
		$node->safe_psql('postgres', qq{DROP TABLE of_extension; DROP EXTENSION "$extension"});
	}
}

# Where nothing else is installed, nor may be: the script, by the line of the page, as a role with CREATE on the
# database.
$node->safe_psql('postgres', 'CREATE ROLE regress_owner LOGIN; CREATE DATABASE bare OWNER regress_owner');
my ($line) = slurp_file('advice/README.md') =~ /^(sed .*\n?.*psql .*)$/m;
{
	local $ENV{PGHOST} = $node->host;
	local $ENV{PGPORT} = $node->port;
	local $ENV{PGDATABASE} = 'bare';
	local $ENV{PGUSER} = 'regress_owner';
	$node->command_ok([ 'bash', '-c', $line ], 'the script runs without files on the server');
}
my $bare = sub { return ($node->psql('bare', $_[0], extra_params => [ '-U', 'regress_owner' ], on_error_die => 1))[1] };
is($bare->('SELECT count(*) FROM advice.uuid_advise(100)'), '5', '... and advises');
# At a rate for which the plain default has blocks that are not too large, and however low it is on a slow server.
$bare->(q{
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO events SELECT FROM generate_series(1, 1000);
	ANALYZE events;
	SELECT pg_stat_force_next_flush()});
my $advised = q{SELECT verdict, advised
	FROM advice.uuid_index_report(kept => '30 days', left_behind => 0.05, worth => '1 kB')};
# As if it were large.
$node->safe_psql('bare', q{UPDATE pg_class SET reltuples = 1e8 WHERE oid = 'events'::regclass});
my ($verdict, $call) = split /\|/, $bare->($advised), 2;
is($verdict, 'switch', 'there is something to switch to');
# From 18 on, that may also be core's UUIDv7.
like($call, qr/^(?:encode\(.*\)::uuid|uuidv7\(\))$/, '... which needs nothing');
$bare->(qq{
	ALTER TABLE events ALTER id SET DEFAULT $call;
	INSERT INTO events SELECT FROM generate_series(1, 100);
	ANALYZE events;
	SELECT pg_stat_force_next_flush()});
like($bare->($advised), qr/^keep\|$/, '... and is read back');
# With unknown keys behind a time, of which the plain default saves nothing.
$bare->(q{
	CREATE FUNCTION key() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	CREATE TABLE visits (at timestamptz, id uuid DEFAULT key(), UNIQUE (at, id));
	INSERT INTO visits SELECT '2026-01-01' FROM generate_series(1, 3000);
	ANALYZE visits;
	INSERT INTO visits SELECT '2026-01-02' FROM generate_series(1, 2000);
	SELECT pg_stat_force_next_flush()});
like($bare->(q{SELECT cause, advised FROM advice.uuid_index_report(
		only_table => 'visits', worth => '1 kB', checkpoint_interval => '1 min')}), qr/^kind\|(?:uuidv7\(\))?$/,
	'nothing is advised that is not there, and that somebody else may put there');
$node->stop;

done_testing();
