# runs: every; majors: all
# The parts of uuid_index_report() that need several sessions, roles or servers: tables
# that are being dropped, privileges, a rate over some time, a standby.
# sql/index_report.sql has the tables.
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
max_connections = 10
checkpoint_timeout = 1h
autovacuum = off
log_statement = none});
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids_advice;
	CREATE ROLE monitor LOGIN IN ROLE pg_monitor;
	CREATE ROLE reader LOGIN IN ROLE pg_read_all_data;
	CREATE ROLE reader_of_keys LOGIN;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 50));
	INSERT INTO orders SELECT overlay(gen_random_uuid()::text PLACING '7' FROM 15)::uuid FROM generate_series(1, 20000);
	CREATE TABLE doomed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO doomed SELECT FROM generate_series(1, 1000);
	GRANT SELECT (id) ON orders TO reader_of_keys});
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

# Does something while a report of inserts per second sleeps; returns the report's rows, and for how long it ran.
sub while_it_sleeps
{
	my ($columns, $do) = @_;
	my ($stdout, $stderr, $begun) = ('', '', time);
	my $query = qq{SELECT $columns FROM uuid_index_report('4 s') WHERE "table" = 'public.orders'};
	my $report = IPC::Run::start([ 'psql', '-XAtd', $node->connstr('postgres'), '-c', $query ],
		'>', \$stdout, '2>', \$stderr);
	$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'});
	$do->();
	$report->finish or diag($stderr);
	chomp $stdout;
	return ($stdout, time - $begun);
}

# A table that is being dropped: what needs no lock is there, and nobody waits.
my $dropping = $node->background_psql('postgres');
$dropping->set_query_timer_restart;
$dropping->query_safe('BEGIN');
$dropping->query_safe('DROP TABLE doomed');
like(report('index, rows, client_keys, reason', 'doomed'), qr/^doomed_pkey\|1000\|.*could not obtain lock/,
	'a table that is being dropped is not read');
is(report(q{column_default, reason ~ 'lock'}, 'orders'), 'gen_random_uuid()|f', 'others are as ever');
$dropping->query_safe('ROLLBACK');
# The lock on an index is waited for, for 100 ms.
$dropping->query_safe('BEGIN; ALTER INDEX doomed_pkey SET TABLESPACE pg_default');
like(report('reason', 'doomed', before => q{SET statement_timeout = '50 ms'; }),
	qr/canceling statement due to statement timeout/, 'a timeout of the statement ends the report');
$dropping->query_safe('ROLLBACK');
is(report(q{column_default, reason ~ 'lock|connect'}, 'doomed'), 'gen_random_uuid()|f', 'one that stays is sampled');
# Dropped, once the report is on its way.
$dropping->query_safe('BEGIN');
$dropping->query_safe('DROP TABLE doomed');
my ($rows) = while_it_sleeps('rows', sub { $dropping->query_safe('COMMIT') });
is($rows, '20000', 'a table may go meanwhile');
# With the function that its default calls, which the report cannot print then.
$node->safe_psql('postgres', q{
	CREATE FUNCTION key() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	CREATE TABLE doomed (id uuid PRIMARY KEY DEFAULT key());
	INSERT INTO doomed SELECT FROM generate_series(1, 1000)});
($rows) = while_it_sleeps('rows', sub { $node->safe_psql('postgres', 'DROP TABLE doomed; DROP FUNCTION key') });
is($rows, '20000', '... and so may a function that it calls');
$dropping->quit;

# Privileges.
my $columns = q{size, rows, client_keys, column_default, reason};
like(report($columns, 'orders'), qr/^\d+ kB\|20000\|t\|gen_random_uuid\(\)\|/, 'a superuser sees all');
like(report($columns, 'orders', role => 'reader'), qr/^\d+ kB\|20000\|t\|gen_random_uuid\(\)\|/,
	q{and so does pg_read_all_data in a superuser's table});
like(report($columns, 'orders', role => 'monitor'),
	qr/^\d+ kB\|20000\|\|gen_random_uuid\(\)\|.*permission denied for table orders/, 'pg_monitor alone samples no keys');
# A role that may read some columns sees only their statistics, which are not those of a row: a key of 16 bytes, and
# a text of 51.
my %row_bytes = map { $_ => ($node->psql('postgres',
	q{SELECT row_bytes FROM sequential_uuids_row_bytes() WHERE heap = 'orders'::regclass},
	extra_params => [ '-U', $_ ]))[1] } qw(reader reader_of_keys monitor);
is_deeply(\%row_bytes, { reader => 24 + 16 + 51, reader_of_keys => '', monitor => '' },
	'the size of rows is known to those who may read the table');

# Inserts per second, which are counted before the session that inserts gets its answer.
my ($report, $longest) = while_it_sleeps('rows_per_second, wal_now > 50, wal_advised < wal_later / 2', sub {
	$node->safe_psql('postgres',
		'INSERT INTO orders SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()') });
like($report, qr/^\d+(\.\d+)?\|t\|t$/, 'a rate over some seconds has what the model makes of it');
my ($rate) = $report =~ /^([\d.]+)/;
ok(0.95 * 1000 / $longest <= $rate && $rate <= 1000 / 4, "the rate is that of the inserts, to two digits: $rate");

# A bulk load hides later deletes among all that the server has counted, but not among what happens meanwhile.
my $few_deletes = 'DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 100)';
my ($told) = while_it_sleeps('verdict, reason', sub {
	$node->safe_psql('postgres', 'INSERT INTO orders SELECT FROM generate_series(1, 1000); ' .
		"$few_deletes; SELECT pg_stat_force_next_flush()") });
is($told, 'tell more|its rows get deleted: give "kept" and "left_behind"', 'a tenth of the new rows is deleted');
unlike(report('reason', 'orders'), qr/get deleted/, 'which is little of all that were ever inserted');
($told) = while_it_sleeps('reason', sub {
	$node->safe_psql('postgres', 'INSERT INTO orders SELECT FROM generate_series(1, 100); ' .
		'DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 10); SELECT pg_stat_force_next_flush()') });
unlike($told, qr/get deleted/, 'ten deletes are too few to tell');

# Without page images, random keys cost as little as others.
$node->safe_psql('postgres', 'ALTER SYSTEM SET full_page_writes = off');
$node->reload;
is($node->safe_psql('postgres', q{SELECT count(*) FILTER (WHERE wal_images > 0), bool_and(assumes ~ '; no page images')
	FROM uuid_advise(1000, '1 day')}), '0|t', 'full_page_writes = off is read');
$node->safe_psql('postgres', 'ALTER SYSTEM RESET full_page_writes');
$node->reload;

# A standby counts no inserts, but has the keys.
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
$node->wait_for_catchup($standby);
like(report('rows, client_keys, rows_per_second, verdict, reason', 'orders', node => $standby),
	qr/^2\d{4}\|\|\|tell more\|too few inserts: .* on the primary/, 'the report works on a standby');
$standby->stop;

# Rows from more than 2^31 transactions ago, whose xmin looks as if it were of the future, are older than a default.
sub go_on_for
{
	my ($transactions) = @_;
	my $bindir = $node->config_data('--bindir');
	$node->command_ok([ "$bindir/vacuumdb", '--all', '--freeze', '--quiet' ], 'all is frozen');
	my $next = $node->safe_psql('postgres', 'SELECT txid_current()') + $transactions;
	$node->stop;
	command_ok([ "$bindir/pg_resetwal", '--next-transaction-id', $next % 2**32, $node->data_dir ],
		"$transactions transactions pass");
	my $segment = sprintf '%s/pg_xact/%04X', $node->data_dir, $next % 2**32 / 2**20;
	append_to_file($segment, "\0" x 262144);
	$node->start;
	return;
}
$node->safe_psql('postgres', q{
	ALTER DATABASE template0 ALLOW_CONNECTIONS true;
	CREATE EXTENSION sequential_uuids;
	CREATE TABLE old (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO old SELECT FROM generate_series(1, 1000)});
go_on_for(1150000000) for 1 .. 2;
is($node->safe_psql('postgres', 'SELECT bool_and(age(xmin) < 0) FROM old'), 't', 'rows are too old for their age');
$node->safe_psql('postgres', q{
	CREATE SEQUENCE s;
	ALTER TABLE old ALTER id SET DEFAULT uuid_sequence_nextval('s');
	INSERT INTO old SELECT FROM generate_series(1, 500);
	ANALYZE old});
is(report('rows, client_keys', 'old'), '1500|f', 'rows that old are not of clients');
$node->safe_psql('postgres', 'INSERT INTO old SELECT gen_random_uuid() FROM generate_series(1, 100)');
is(report('client_keys', 'old'), 't', 'those of clients are found beside them');
# Which functions of other extensions are what their names say.
SKIP:
{
	my @extensions = split /\n/, $node->safe_psql('postgres',
		q{SELECT name FROM pg_available_extensions WHERE name IN ('uuid-ossp', 'pgcrypto')});
	skip 'without uuid-ossp and pgcrypto', 2 if @extensions < 2;
	$node->safe_psql('postgres', q{
		CREATE EXTENSION "uuid-ossp";
		CREATE EXTENSION pgcrypto;
		CREATE TABLE of_ossp (id uuid PRIMARY KEY DEFAULT uuid_generate_v4());
		CREATE TABLE of_pgcrypto (id uuid PRIMARY KEY DEFAULT public.gen_random_uuid());
		SELECT pg_stat_reset();
		INSERT INTO of_ossp SELECT FROM generate_series(1, 1000);
		INSERT INTO of_pgcrypto SELECT FROM generate_series(1, 1000);
		SELECT pg_stat_force_next_flush()});
	my $parameters = q{index_memory => '1 TB', checkpoint_interval => '1 h'};
	for (qw(of_ossp of_pgcrypto))
	{
		like(report('alter', $_, parameters => $parameters), qr/^ALTER TABLE ONLY public.$_ /, "an ALTER is printed: $_");
	}
}

# Where neither edition is installed, a default that needs nothing: advised, printed, executed, read back.
$node->safe_psql('postgres', 'CREATE DATABASE bare');
my $bare = sub { return $node->safe_psql('bare', @_) };
$bare->(q{
	CREATE EXTENSION sequential_uuids_advice;
	CREATE TABLE events (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO events SELECT FROM generate_series(1, 100000);
	ANALYZE events;
	SELECT pg_stat_force_next_flush()});
my $advised = q{SELECT verdict, alter FROM uuid_index_report(kept => '30 days', left_behind => 0.05)};
my ($verdict, $alter) = split /\|/, $bare->($advised), 2;
is($verdict, 'switch', 'without the extension: something to switch to');
# From 18 on, that may also be core's UUIDv7.
like($alter, qr/ALTER COLUMN id SET DEFAULT (?:encode\(.*\)::uuid|pg_catalog\.uuidv7\(\));$/,
	'... which needs nothing');
$bare->(qq{
	$alter;
	INSERT INTO events SELECT FROM generate_series(1, 1000);
	ANALYZE events;
	SELECT pg_stat_force_next_flush()});
like($bare->($advised), qr/^as advised\|$/, '... and is read back');
$bare->(q{
	ALTER TABLE events ALTER COLUMN id SET DEFAULT
		encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 300 % '38016'), 7)
			|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid;
	INSERT INTO events SELECT FROM generate_series(1, 1000)});
is($bare->(q{SELECT client_keys, wal_now > 0 FROM uuid_index_report(kept => '90 days')}), 'f|t',
	'the default of the README is read on each major');
$node->stop;

done_testing();
