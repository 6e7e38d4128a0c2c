# runs: every; majors: all
# advice/report.sql, as psql runs it for anyone who has only that file: it prints what uuid_index_report() returns,
# installs nothing and leaves nothing, and says so where it cannot run.  And the alert of doc/operating.md, in a healthy
# database and in one that is not.  In TAP, as it needs psql, roles and a standby.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 1);
# All that PL/pgSQL can complain of when a function is created is an error.
$node->append_conf('postgresql.conf', "autovacuum = off\nfsync = off\nplpgsql.extra_errors = 'all'");
$node->start;
$node->safe_psql('postgres', q{
	CREATE ROLE regress_app LOGIN;
	CREATE DATABASE app OWNER regress_app});

# report.sql as a role, with these options: the status, and what it prints.
sub report
{
	my ($server, $role, @options) = @_;
	my ($stdout, $stderr) = ('', '');
	IPC::Run::run([ 'psql', '-X', '-d', $server->connstr('app'), '-U', $role, @options, '-f', 'advice/report.sql' ],
		'>', \$stdout, '2>', \$stderr);
	return ($? >> 8, $stdout, $stderr);
}

# What is there that a session could leave.
sub state_of
{
	return $node->safe_psql('app', q{
		SELECT (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_class),
			   (SELECT count(*) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp'),
			   (SELECT count(*) FROM pg_depend), (SELECT count(*) FROM pg_extension)});
}

$node->safe_psql('app', q{
	SET SESSION AUTHORIZATION regress_app;
	CREATE SCHEMA app;
	CREATE TABLE app.events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 50));
	CREATE TABLE app.others (LIKE app.events INCLUDING ALL);
	INSERT INTO app.events SELECT FROM generate_series(1, 500);
	INSERT INTO app.others SELECT FROM generate_series(1, 300);
	SELECT pg_stat_force_next_flush();
	ANALYZE app.events, app.others});
# As if they were so large that random keys cost as much today as later.
$node->safe_psql('app', q{UPDATE pg_class SET reltuples = 1e8 WHERE relname IN ('events', 'others')});
$node->safe_psql('postgres', 'ALTER DATABASE app SET search_path = app');

my $before = state_of();
my ($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'worth=1 kB');
is("$status$stderr", '0', 'the owner runs it, who is no superuser');
my $row = qr/ {4}bytes of WAL per row: now \d+, with the advised key \d+: saves [\d.]+ \w+ of WAL a day\n/;
my $next = qr/(?:\nswitch .*\n.*\n)?/;
like($stdout, qr/^switch to the default\n {4}\S.*\n  app\.events \(id\)\n$row$next  app\.others \(id\)\n$row/m,
	'it reports all tables, with reasons, and with a default that stands once for several');
my $checkpoints = qr/Checkpoints come every [\d.]+ s, .*\. The server writes on average .* These switches save .*\./;
like($stdout =~ s/\n/ /gr, qr/ $checkpoints /,
	'... and what it rests on');
like($stdout, qr/^$_: +\w/m, "... and says what it means: $_") for 'switch', 'tell more';
is(join('', grep { length > 120 && !/encode/ } split /\n/, $stdout), '', '... in 120 columns, but for a long default');
is(state_of(), $before, 'nothing is left');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'worth=1 kB', '-v', 'table=others',
	'-v', 'kept=30 days', '-v', 'left_behind=0.05');
like("$status$stderr$stdout", qr/^0switch .*\n.*\n  app\.others \(id\)\n$row\nRates/, 'one table, by its name');
$node->safe_psql('app', q{
	SET SESSION AUTHORIZATION regress_app;
	CREATE TABLE app.codes (id char(36) PRIMARY KEY);
	INSERT INTO app.codes SELECT repeat('code', 8) || to_char(n, 'FM0000') FROM generate_series(1, 2000) AS n;
	SELECT pg_stat_force_next_flush();
	ANALYZE app.codes});
my $before_codes = state_of();
my $no_uuids = qr/1 on texts or bytes that hold no UUIDs/;
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'at_most=2');
like("$status$stderr$stdout", qr/^0switch .*\n  app\.events .*\n  app\.others .*\nindexes left out: $no_uuids\n/s,
	'all indexes, and which are left out');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'worth=8000 TB');
my $nothing = qr/Nothing to do for 2 indexes where no switch saves 8000 TB of WAL a day\./;
like("$status$stderr$stdout", qr/^0$nothing\n\nindexes /,
	'... but not those that have nothing to gain');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'worth=8000 TB', '-v', 'all=on');
my $facts = qr/ {4}random by default, .* rows per second, .*/;
like("$status$stderr$stdout", qr/^0keep\n  app\.events \(id\)\n$facts\n {4}.*\n  app\.others \(id\)\n$facts\n/,
	'... unless somebody wants all');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'at_most=1');
like("$status$stderr$stdout", qr/^0switch\ .*\n\ \ app\.events\ .*
	\nindexes\ left\ out:\ 1\ not\ looked\ at,\ with\ fewer\ inserts\ \("at_most"\),\ $no_uuids\n/sx,
	'... also those that were not looked at');
is(state_of(), $before_codes, 'nothing is left');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'table=app.codes');
like("$status$stderr$stdout" =~ s/\n/ /gr, qr/^0No\ index\ here\ holds\ UUIDs:\ see\ that\ this\ is\ the\ database,\ .*;
	\ indexes\ left\ out:\ $no_uuids\ /x,
	'where there are no UUIDs, it says so');
$node->safe_psql('app', q{
	SET SESSION AUTHORIZATION regress_app;
	DROP TABLE app.codes;
	CREATE TABLE app.texts (id text PRIMARY KEY) WITH (autovacuum_enabled = off);
	INSERT INTO app.texts SELECT gen_random_uuid() FROM generate_series(1, 2000)});
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'table=app.texts');
like("$status$stderr$stdout", qr/^0indexes left out: 1 on texts that were not analyzed\n/,
	'... but not of what nobody has looked at');
$node->safe_psql('app', q{
	CREATE ROLE regress_viewer LOGIN IN ROLE pg_monitor;
	GRANT USAGE ON SCHEMA app TO regress_viewer;
	ANALYZE app.texts});
($status, $stdout, $stderr) = report($node, 'regress_viewer', '-v', 'table=app.texts');
like("$status$stderr$stdout", qr/^0indexes left out: 1 on texts of tables that you may not read\n/,
	'... nor of what one may not read');
$node->safe_psql('app', 'DROP TABLE app.texts; DROP OWNED BY regress_viewer; DROP ROLE regress_viewer');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'over=10 ms');
like("$status$stderr$stdout", qr/^0Too few new rows to tell in 2 indexes: count in a busy hour, /,
	'inserts of some time');
like($stdout, qr/^Random keys there by default: app\.events \(id\), app\.others \(id\)\.$/m,
	'... and if there are none, which keys are random');
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'checkpoint_interval=7 s', '-v', 'updated_after=1 s');
like("$status$stderr$stdout", qr/^0.*\nCheckpoints come every 7 s, as given\. /s, 'checkpoints as somebody says');
is(state_of(), $before, 'nothing is left');

# A pooler gives a server to others after each transaction; and settings of a role or a psqlrc are anything.
for my $autocommit ('on', 'off')
{
	local $ENV{PGOPTIONS} = '-c default_transaction_read_only=on -c client_min_messages=debug1 -c search_path=' .
	  ' -c plpgsql.check_asserts=on';
	($status, $stdout, $stderr) = report($node, 'regress_app', '-v', "AUTOCOMMIT=$autocommit", '-v', 'table=app.events');
	like("$status$stdout", qr/^0switch .*\n  app\.events /s,
		"in sessions that only read, by default; AUTOCOMMIT $autocommit");
}

# Its ROLLBACK is not for the work of others.
my $script = PostgreSQL::Test::Utils::tempdir() . '/script.sql';
append_to_file($script, q{
	BEGIN;
	CREATE TABLE app.kept (n int);
	\i advice/report.sql
	\set ON_ERROR_STOP off
	COMMIT;
});
IPC::Run::run([ 'psql', '-XAtd', $node->connstr('app'), '-U', 'regress_app' ],
	'<', $script, '>', \$stdout, '2>', \$stderr);
like($stderr, qr/^report\.sql ends with a ROLLBACK, and this session is in a transaction: COMMIT or ROLLBACK first\.$/m,
	'it refuses to begin in a transaction');
is($node->safe_psql('app', 'DROP TABLE app.kept; SELECT 1'), '1', '... which goes on');
($status, $stdout, $stderr) = report($node, 'regress_app', '--single-transaction');
like("$status$stderr", qr/^3report\.sql ends with a ROLLBACK/, '... also in one of psql');

# Names that others have given are no part of the page.
$node->safe_psql('app', qq{SET SESSION AUTHORIZATION regress_app;
	CREATE TABLE app."x\n\nswitch to the default\n    evil()\e[2J" (id uuid PRIMARY KEY DEFAULT gen_random_uuid())});
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'all=on');
like($stdout, qr/^  app\."x\?\?switch to the default\?    evil\(\)\?\[2J" \(id\)$/m, 'a name is in one line');
unlike($stdout, qr/\e|^    evil/m, '... without control characters');
$node->safe_psql('app', qq{DROP TABLE app."x\n\nswitch to the default\n    evil()\e[2J"});

# An error comes before it waits.
($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'over=100 s', '-v', 'all=some');
like("$status$stderr", qr/^3.*invalid input syntax for type boolean: "some"/s, 'an option that is no boolean');
{
	local $ENV{PGOPTIONS} = '-c statement_timeout=100s';
	($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'over=100 s');
	like("$status$stderr", qr/^3.*parameter "over" \(00:01:40\) must be shorter than statement_timeout \(100s\)/s,
		'a timeout that would come first is said');
	($status, $stdout, $stderr) = report($node, 'regress_app', '-v', 'over=10 ms', '-v', 'table=app.events');
	is($status, 0, '... and no other');
}

# What an event trigger raises is the error that there is, and nothing is left.
$node->safe_psql('app', q{
	CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no DDL today''; END';
	CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION public.refuse()});
my $with_trigger = state_of();
($status, $stdout, $stderr) = report($node, 'regress_app');
like("$status$stderr", qr/^3.*ERROR:  no DDL today/s, 'an event trigger that raises');
is(state_of(), $with_trigger, 'nothing is left');
$node->safe_psql('app', 'DROP EVENT TRIGGER refuse; DROP FUNCTION public.refuse()');

# All characters are those of ASCII, which every encoding has.
my ($install) = slurp_file('advice/README.md') =~ /^(sed .*\n?.*psql .*)$/m;
for my $encoding ('LATIN2', 'WIN1250', 'WIN1251', 'EUC_JP')
{
	$node->safe_psql('postgres',
		"CREATE DATABASE $encoding ENCODING '$encoding' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
	local $ENV{PGCLIENTENCODING} = 'UTF8';
	local @ENV{qw(PGHOST PGPORT PGDATABASE)} = ($node->host, $node->port, lc $encoding);
	$node->command_ok([ 'psql', '-Xq', '-f', 'advice/report.sql' ], "a database in $encoding");
	$node->command_ok([ 'bash', '-c', $install ], '... and the functions in it');
	$node->safe_psql('postgres', "DROP DATABASE $encoding");
}

# It prints what the extension returns, but for rates, which fall while nothing is inserted.
$node->safe_psql('app', 'CREATE SCHEMA advice; CREATE EXTENSION sequential_uuids_advice SCHEMA advice');
my $returned = $node->safe_psql('app', q{SET search_path = pg_catalog;
	SELECT format(E'  %s (%s)\n    %s %s, %s rows per second, %s%s\n    %s', table_name, column_name, keys,
			known, rows_per_second, pg_size_pretty(index_bytes),
			', REINDEX would free ' || pg_size_pretty(nullif(reindex_frees_bytes, 0)), reason)
	  FROM advice.uuid_index_report(worth => '1 kB')});
my $figures = qr/[\d.]+( (kB|MB|GB|bytes)\b)?/;
(undef, $stdout) = report($node, 'regress_app', '-v', 'worth=1 kB', '-v', 'all=on');
is(join("\n", $stdout =~ /^(  app.*\n {4}.*\n {4}.*)$/mg) =~ s/$figures/N/gr, $returned =~ s/$figures/N/gr,
	'it prints what the extension returns');

# The alert of the page, of all that the server has counted and from 1 kB a day on.
my ($alert) = slurp_file('doc/operating.md') =~
  /^(SELECT [^;]* FROM uuid_index_report\(over => '10 s'\)\s+WHERE verdict = 'switch');$/m
  or BAIL_OUT('the page has no alert');
my $switches = 'SELECT count(*) FROM (' .
  $alert =~ s/uuid_index_report\(.*?\)/advice.uuid_index_report(worth => '1 kB')/r . ') AS a';
is($node->safe_psql('app', $switches), 2, 'two tables set off the alert');
$node->safe_psql('app', q{
	SELECT format('ALTER TABLE %s ALTER id SET DEFAULT %s', table_name, advised)
	  FROM advice.uuid_index_report(worth => '1 kB') WHERE verdict = 'switch' \gexec
	SELECT pg_stat_reset();
	INSERT INTO app.events SELECT FROM generate_series(1, 500);
	INSERT INTO app.others SELECT FROM generate_series(1, 300);
	SELECT pg_stat_force_next_flush();
	ANALYZE app.events, app.others});
is($node->safe_psql('app', q{SELECT string_agg(DISTINCT concat_ws(' ', verdict, cause), ', ')
		FROM advice.uuid_index_report(worth => '1 kB')}), 'keep advised', 'once they are switched, all is well');
is($node->safe_psql('app', $switches), 0, '... and nothing sets off the alert');

# Statistics can be anything: somebody restored them, or a tool wrote them.  That costs the row, not the report.
for my $rows ('1e30', 'NaN', 'Infinity', '-Infinity', '-5')
{
	$node->safe_psql('app', "UPDATE pg_class SET reltuples = '$rows'
		WHERE oid IN ('app.events'::regclass, 'app.events_pkey'::regclass)");
	is($node->safe_psql('app', 'SELECT count(*) FROM advice.uuid_index_report()'), 2, "reltuples of $rows");
}
$node->safe_psql('app', q{
	CREATE TABLE app.parts (id uuid DEFAULT gen_random_uuid() PRIMARY KEY) PARTITION BY HASH (id);
	SELECT format('CREATE TABLE app.part%s PARTITION OF app.parts FOR VALUES WITH (MODULUS 400, REMAINDER %1$s)', n)
	  FROM generate_series(0, 399) AS n \gexec
	UPDATE pg_class SET reltuples = 9.9e14 WHERE relname ~ '^part\d' AND relkind = 'r'});
is($node->safe_psql('app', q{SELECT rows FROM advice.uuid_index_report(only_table => 'app.parts')}), '1000000000000000',
	'... and of all partitions');
$node->safe_psql('app', q{
	UPDATE pg_statistic SET stanullfrac = 100 WHERE starelid = 'app.others'::regclass});
is($node->safe_psql('app', q{SELECT wal_now > 0
		FROM advice.uuid_index_report(kept => '1 day', left_behind => 0.1, only_table => 'app.others')}), 't',
	'rows of less than nothing');
$node->safe_psql('app', 'DROP TABLE app.parts; ANALYZE app.others');

# A partition may be older than its parent.
$node->safe_psql('app', q{
	CREATE TABLE app.part (id uuid PRIMARY KEY);
	CREATE TABLE app.whole (id uuid PRIMARY KEY) PARTITION BY HASH (id);
	ALTER TABLE app.whole ATTACH PARTITION app.part FOR VALUES WITH (MODULUS 1, REMAINDER 0);
	CREATE TABLE app.child (id uuid PRIMARY KEY REFERENCES app.whole)});
like($node->safe_psql('app', q{SELECT reason FROM advice.uuid_index_report(only_table => 'app.child')}),
	qr/^its keys are those of app\.whole,/, 'a key that refers to a partitioned table follows the whole');
$node->safe_psql('app', 'DROP TABLE app.child, app.whole');

# A role without rights, one that may make nothing temporary, and a standby.
$node->safe_psql('postgres', 'CREATE ROLE regress_monitor LOGIN');
(undef, $stdout) = report($node, 'regress_monitor');
like($stdout, qr/regress_monitor may not see its statistics: GRANT SELECT ON app\.others TO regress_monitor/,
	'a role without rights is told which it needs');
$node->safe_psql('app', 'GRANT USAGE ON SCHEMA app TO regress_monitor; GRANT SELECT ON app.others TO regress_monitor');
(undef, $stdout) = report($node, 'regress_monitor');
like($stdout, qr/\A(?!.*GRANT SELECT ON app\.others).*^Rates are averages/ms, '... and has them then');
# Of a partitioned table, that is the whole: tomorrow it has another partition.
$node->safe_psql('app', q{
	CREATE TABLE app.days (id uuid DEFAULT gen_random_uuid(), day int, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
	CREATE TABLE app.day_1 PARTITION OF app.days FOR VALUES FROM (1) TO (2);
	INSERT INTO app.days (day) SELECT 1 FROM generate_series(1, 2000);
	SELECT pg_stat_force_next_flush();
	ANALYZE app.day_1});
my $asked = sub { return (report($node, 'regress_monitor', '-v', 'table=app.days'))[1] };
like($asked->(), qr/regress_monitor may not see its statistics: GRANT SELECT ON app\.days TO regress_monitor/,
	'... to the whole table, not to a partition');
$node->safe_psql('app', 'GRANT SELECT ON app.days TO regress_monitor');
like($asked->(), qr/nobody has analyzed it: ANALYZE app\.days$/m, '... whose statistics it reads then');
$node->safe_psql('app', 'ANALYZE app.days');
like($asked->(), qr/\A(?!.*app\.days).*^Rates are averages/ms, '... and has them then');
$node->safe_psql('app', 'DROP TABLE app.days');
$node->safe_psql('postgres', 'REVOKE TEMP ON DATABASE app FROM PUBLIC');
($status, $stdout, $stderr) = report($node, 'regress_monitor');
like("$status$stdout$stderr", qr/^3.*permission denied to create temporary/s, 'a role that may make nothing temporary');
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
($status, $stdout, $stderr) = report($standby, 'regress_app');
like("$status$stdout$stderr", qr/^3.*a standby can make nothing temporary.*HINT:  Run this on the primary/s,
	'a standby');

$standby->stop;

# Once the server has counted for a day, tables that nothing could gain are healthy, whatever is not known of them:
# nobody has analyzed one, rows of another went, and none gets inserts.  libfaketime makes two days pass.
$node->safe_psql('app', q{
	CREATE TABLE app.never_analyzed (id uuid PRIMARY KEY);
	CREATE TABLE app.emptied (LIKE app.events INCLUDING ALL);
	INSERT INTO app.emptied SELECT FROM generate_series(1, 100);
	TRUNCATE app.emptied});
my $verdicts = q{SELECT string_agg(DISTINCT concat_ws(' ', verdict, cause), ', ') FROM advice.uuid_index_report()
	WHERE table_name IN ('app.never_analyzed'::regclass, 'app.emptied'::regclass)};
is($node->safe_psql('app', $verdicts), 'tell more idle, tell more rows go', 'counts of a minute do not tell');
$node->stop;
SKIP:
{
	my ($library) = grep { -e } glob('/usr/lib/*/faketime/libfaketime.so.1 /usr/lib{,64}/faketime/libfaketime.so.1');
	skip 'there is no libfaketime', 6 unless $library;
	local $ENV{LD_PRELOAD} = $library;
	local $ENV{FAKETIME} = '+2d';
	local $ENV{FAKETIME_DONT_FAKE_MONOTONIC} = 1;
	local $ENV{FAKETIME_DISABLE_SHM} = 1;
	$node->start;
	is($node->safe_psql('app', $verdicts), 'keep bounded', '... those of two days do');
	is($node->safe_psql('app', $verdicts =~ s/report\(/report(worth => '0'/r), 'tell more idle, tell more rows go',
		'... of what it would take to be worth it');
	is($node->safe_psql('app', q{SELECT reason FROM advice.uuid_index_report(only_table => 'app.never_analyzed')}),
		'at 0 rows per second, its rate just now or on average, no key could save 1 GB of WAL a day', 'a bound is of both');
	like($node->safe_psql('app', q{
			SELECT reason FROM advice.uuid_index_report(only_table => 'app.events', worth => '1 TB')}),
		qr/^at 0\.0*[1-9][0-9]{0,2} rows per second, /, '... at a rate of three digits');
	# By INSERT and VACUUM, a row has at most two images of pages.
	for ([ 1.9, 'f' ], [ 2.1, 't' ])
	{
		my ($pages, $is_bounded) = @$_;
		is($node->safe_psql('app', qq{
			SELECT (SELECT cause FROM advice.uuid_index_report(
						only_table => 'app.events', worth => rows_per_second * 86400 * 8192 * $pages || ' bytes')) = 'bounded'
			  FROM advice.uuid_index_report(only_table => 'app.events')}),
			$is_bounded, "a gain of $pages pages per row: $is_bounded");
	}
	$node->stop;
}
done_testing();
