# That uuid_index_report() runs no code of roles that its caller does not trust: whoever may alter a table is an
# adversary of whoever reports on it.  Each table of theirs has a function in another place, which counts its calls, as
# no rollback undoes nextval().  Nor does the report leave a trace: a transaction id, a lock, or WAL.
# Here rather than in pg_regress, as this needs several roles, sessions and databases.
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(extra => ['--data-checksums']);
$node->append_conf('postgresql.conf', q{
autovacuum = off
constraint_exclusion = on
log_statement = none
max_locks_per_transaction = 256});
$node->start;
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');
my $superuser = getpwuid($<);
$node->safe_psql('postgres', q{
	CREATE ROLE owner LOGIN;
	CREATE ROLE other LOGIN;
	CREATE ROLE reader LOGIN IN ROLE pg_monitor, pg_read_all_data;
	CREATE DATABASE application OWNER owner});
$node->safe_psql('application', 'CREATE EXTENSION sequential_uuids; CREATE EXTENSION sequential_uuids_advice');

# What a statement gives or warns of.
sub as
{
	my ($role, $sql, $database) = @_;
	my (undef, $stdout, $stderr) = $node->psql($database // 'application', $sql, extra_params => [ '-U', $role ]);
	return $stdout . $stderr;
}

sub run_as
{
	my ($role, $sql) = @_;
	my ($status, $stdout, $stderr) =
		$node->psql('application', $sql, extra_params => [ '-U', $role ], on_error_stop => 1);
	die "$sql: $stderr" if $status;
	return $stdout;
}

# Columns of the report on tables that match, in the order of their names, as a role.
sub report
{
	my ($role, $columns, $tables, %options) = @_;
	my ($before, $schema, $parameters) = map { $options{$_} // '' } qw(before schema parameters);
	$schema ||= 'public';
	return as($role, qq{$before SELECT $columns FROM $schema.uuid_index_report($parameters)
		WHERE "table" ~ '^($tables)\$' ORDER BY "table" COLLATE "C"});
}

# How often the owner's function was called since the last time.
sub calls
{
	my $calls = run_as($superuser, q{SELECT coalesce(pg_sequence_last_value('app.calls'), 0)});
	run_as($superuser, 'ALTER SEQUENCE app.calls RESTART');
	return $calls;
}

# --- the owner's code -------------------------------------------------------------------------------------------------

run_as('owner', q{
	CREATE SCHEMA app;
	GRANT USAGE ON SCHEMA app TO PUBLIC;
	CREATE SEQUENCE app.calls;
	CREATE FUNCTION app.evil(place text) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
	BEGIN
		IF session_user <> 'owner' THEN
			RAISE WARNING 'code of the owner, in %', place;
			PERFORM nextval('app.calls');
		END IF;
		RETURN 1;
	END$$;
	CREATE FUNCTION app.evil_text(place text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT app.evil($1)::text';
	CREATE TYPE app.mood AS ENUM ('good', 'bad')});
# A cast of the enum is dropped once an index has been made with it, and made again after any check that could be.
my $cast = q{CREATE FUNCTION app.to_text(app.mood) RETURNS text IMMUTABLE STRICT LANGUAGE plpgsql
	AS $$BEGIN RETURN app.evil('a cast'); END$$; CREATE CAST (app.mood AS text) WITH FUNCTION app.to_text(app.mood)};
run_as('owner', $cast);
my %evil = (
	predicate => q{CREATE INDEX ON app.predicate (n) WHERE app.evil('predicate') = 1},
	expression => q{CREATE INDEX ON app.expression ((n + app.evil('expression')))},
	statistics => q{CREATE STATISTICS app.s ON (n + app.evil('statistics')), id FROM app.statistics},
	checked => q{ALTER TABLE app.checked ADD CHECK (app.evil('checked') = 1)},
	policy => q{CREATE POLICY p ON app.policy USING (app.evil('policy') = 1);
		ALTER TABLE app.policy FORCE ROW LEVEL SECURITY, ENABLE ROW LEVEL SECURITY},
	domain => q{CREATE DOMAIN app.any AS int; CREATE INDEX ON app.domain (n) WHERE 1::app.any = 1;
		ALTER DOMAIN app.any ADD CHECK (app.evil('domain') = 1) NOT VALID},
	# An oid is no dependency, and the partition key that it leads to is evaluated.
	by_oid => q{CREATE TABLE app.key (n int) PARTITION BY HASH ((n + app.evil('by_oid')));
		DO $$BEGIN EXECUTE format('CREATE INDEX ON app.by_oid (n) WHERE satisfies_hash_partition(%s::oid, 1, 0, 5)',
			'app.key'::regclass::oid); END$$},
	# Functions of PostgreSQL's that are inlined, and then cast what they are given.
	concatenated => q{CREATE INDEX ON app.concatenated (n) WHERE 'good'::app.mood || ''::text <> ''},
	quoted => q{CREATE INDEX ON app.quoted (n) WHERE quote_literal('good'::app.mood) <> ''},
	quoted_null => q{CREATE INDEX ON app.quoted_null (n) WHERE quote_nullable('good'::app.mood) <> ''},
	in_array => q{CREATE DOMAIN app.part AS int; CREATE TYPE app.pair AS (a app.part, b int);
		CREATE INDEX ON app.in_array (n) WHERE ARRAY[ROW(1, 2)::app.pair] IS NOT NULL;
		ALTER DOMAIN app.part ADD CHECK (app.evil('in_array') = 1) NOT VALID});
for my $place (sort keys %evil)
{
	run_as('owner', "CREATE TABLE app.$place (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
		INSERT INTO app.$place SELECT FROM generate_series(1, 1000); $evil{$place}; ANALYZE app.$place");
}
run_as('owner', "DROP CAST (app.mood AS text); DROP FUNCTION app.to_text(app.mood); $cast");
my $owners = join('|', map { "app.$_" } sort keys %evil);
my $count = keys %evil;

for my $place (sort keys %evil)
{
	my $role = $place eq 'policy' ? 'reader' : $superuser;
	like(as($role, "SELECT FROM app.$place WHERE n > -1"), qr/code of the owner/, "a query calls it: $place");
}
calls();

my $advice = 'CREATE SCHEMA advice; GRANT USAGE ON SCHEMA advice TO PUBLIC; SET search_path = advice';
$node->command_ok([ 'psql', '-XqU', $superuser, '-v', 'ON_ERROR_STOP=1', '-c', $advice,
	'-f', 'advice/sequential_uuids_advice.sql', $node->connstr('application') ], 'advice stands alone');
run_as('owner', 'GRANT ALL ON SCHEMA app TO other; GRANT ALL ON ALL TABLES IN SCHEMA app TO other');
run_as($superuser, q{CREATE FUNCTION of_superuser() RETURNS SETOF text LANGUAGE sql SECURITY DEFINER
	AS 'SELECT reason FROM uuid_index_report()'});
my $unread = qr/connect as the owner to learn who generates the keys/;
for (
	[ 'a superuser', $superuser ],
	[ 'a superuser, watching', $superuser, parameters => "'1 ms'" ],
	[ 'a superuser, read-only', $superuser, before => 'SET default_transaction_read_only = on;' ],
	[ 'a superuser, with advice alone', $superuser, schema => 'advice' ],
	[ 'a superuser as the owner, whose code could change back', $superuser, before => 'SET ROLE owner;' ],
	[ 'a superuser in a session of the owner', $superuser, before => 'SET SESSION AUTHORIZATION owner;' ],
	[ 'who reads all', 'reader' ],
	[ 'who may do all with the tables', 'other' ])
{
	my ($name, $role, %options) = @$_;
	my @notes = split /\n/, report($role, 'reason', $owners, %options);
	is(scalar(grep { /$unread/ } @notes), $count, "$name: no rows are read, and the reason says so") or diag(@notes);
	is(scalar(@notes), $count, "$name: the report warns of nothing");
	is(calls(), 0, "$name: nothing is called, not even what is rolled back");
}
my $exiting = report($superuser, 'reason', $owners, before => 'SET exit_on_error = on;');
is(scalar(grep { /$unread/ } split /\n/, $exiting), $count, 'no error of the report ends the session');
my $serializable = report($superuser, 'reason', $owners,
	before => q{SET default_transaction_isolation = serializable;});
unlike($serializable, qr/WARNING|ERROR/, 'with a snapshot from before: the report comes to its end');
as('owner', 'SELECT * FROM of_superuser()');
is(calls(), 0, 'nor is anything called for an owner whom a function of the superuser serves');
# What nobody can call, nobody needs to lock.
my $holder = $node->background_psql('application', extra_params => [ '-U', 'owner' ]);
$holder->query_safe('BEGIN; LOCK TABLE app.predicate');
like(report($superuser, 'reason', 'app.predicate'), qr/$unread/, 'the table of another role is not even locked');
$holder->query_safe('ROLLBACK');

# --- whose rows are read ----------------------------------------------------------------------------------------------

run_as($superuser, q{
	CREATE SCHEMA trusted;
	GRANT ALL ON SCHEMA trusted TO owner;
	CREATE SCHEMA shared AUTHORIZATION other;
	GRANT ALL ON SCHEMA shared TO owner;
	GRANT reader TO owner;
	CREATE TABLE trusted.of_superuser (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	CREATE TABLE app.of_superuser (LIKE trusted.of_superuser INCLUDING ALL);
	GRANT SELECT ON trusted.of_superuser, app.of_superuser TO owner});
run_as('owner', q{
	CREATE TABLE app.of_owner (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	CREATE TABLE trusted.of_owner (LIKE app.of_owner INCLUDING ALL);
	CREATE TABLE shared.of_owner (LIKE app.of_owner INCLUDING ALL);
	CREATE TABLE trusted.root (id uuid DEFAULT uuid_time_nextval(), n int DEFAULT 0) PARTITION BY LIST (n);
	CREATE INDEX ON trusted.root (id)});
run_as($superuser, 'CREATE TABLE trusted.partition PARTITION OF trusted.root DEFAULT');
my @tables = qw(app.of_owner app.of_superuser shared.of_owner trusted.of_owner trusted.of_superuser trusted.root);
run_as($superuser, "INSERT INTO $_ SELECT FROM generate_series(1, 1000); ANALYZE $_") for @tables;
# A partitioned table's owner makes indexes on partitions of others.
run_as('owner', q{CREATE INDEX ON trusted.root (n) WHERE app.evil('partition') = 1});
like(as($superuser, 'SELECT FROM trusted.partition'), qr/in partition/, "a query on a superuser's partition calls it");
calls();
for (
	[ $superuser, '', 'trusted.of_superuser' ],
	[ 'reader', '', 'trusted.of_superuser' ],
	[ 'owner', 'SET ROLE reader;', 'trusted.of_superuser' ],
	[ 'owner', '', 'app.of_owner app.of_superuser trusted.of_owner trusted.of_superuser trusted.root' ])
{
	my ($role, $before, $expected) = @$_;
	my $known = report($role, q{"table", client_keys, reason ~ 'connect as'}, join('|', @tables), before => $before);
	is(join(' ', $known =~ /^(\S+)\|f\|f$/mg), $expected, "$before $role reads tables of trusted roles");
	is(join(' ', $known =~ /^(\S+)\|\|t$/mg), join(' ', grep { " $expected " !~ / $_ / } @tables), '... and no others');
}
is(calls(), 0, 'nothing of the owner is called');

# In a superuser's table, too, what indexes and statistics call may be of others, who may replace it.
my %borrowed = (
	of_index => q{CREATE INDEX ON trusted.of_index (n) WHERE app.evil('index') = 1},
	of_statistics => q{CREATE STATISTICS trusted.s ON (n + app.evil('statistics')), id FROM trusted.of_statistics},
	of_domain => q{CREATE INDEX ON trusted.of_domain (n) WHERE 1::app.any = 1});
run_as($superuser, "CREATE TABLE trusted.$_ (LIKE trusted.of_superuser INCLUDING ALL);
	INSERT INTO trusted.$_ SELECT FROM generate_series(1, 1000); ANALYZE trusted.$_; $borrowed{$_}")
	for sort keys %borrowed;
like(as($superuser, "SELECT FROM trusted.$_ WHERE n > -1"), qr/code of the owner/, "a query on trusted.$_ calls it")
	for sort keys %borrowed;
calls();
my @of_others = split /\n/, report($superuser, q{"table", reason}, join('|', map { "trusted.$_" } keys %borrowed));
is(scalar(grep { /what belongs to other roles, so its rows were not read/ } @of_others), 3,
	'tables with indexes or statistics that call functions of others are not read')
	or diag(@of_others);
is(calls(), 0, 'nothing of others is called');

# Of a table of any size, 16 pages.
run_as($superuser, q{
	CREATE TABLE trusted.large (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int) WITH (fillfactor = 10);
	INSERT INTO trusted.large (n) SELECT generate_series(1, 10000);
	ANALYZE trusted.large;
	SELECT pg_stat_force_next_flush()});
run_as($superuser, q{SELECT pg_stat_reset_single_table_counters('trusted.large'::regclass)});
is(report($superuser, 'client_keys', 'trusted.large'), 'f', 'a large table is read');
my $pages = q{SELECT pg_relation_size(relid) / current_setting('block_size')::int, heap_blks_read + heap_blks_hit
	FROM pg_statio_all_tables WHERE relid = 'trusted.large'::regclass};
like(run_as($superuser, $pages), qr/^\d{3}\|16$/, '... 16 pages of it');

# What is held up, is not waited for.
my $superusers = $node->background_psql('application', extra_params => [ '-U', $superuser ]);
my $read = q{client_keys, substring(reason FROM '(could not obtain lock|lock timeout)')};
for (
	[ 'LOCK TABLE trusted.of_superuser IN EXCLUSIVE MODE', 'f|' ],
	[ 'LOCK TABLE trusted.of_superuser', '|could not obtain lock' ],
	[ 'ALTER INDEX trusted.of_superuser_pkey SET TABLESPACE pg_default', '|lock timeout' ])
{
	my ($statement, $expected) = @$_;
	$superusers->query_safe("BEGIN; $statement");
	is(report($superuser, $read, 'trusted.of_superuser'), $expected, "during $statement");
	$superusers->query_safe('ROLLBACK');
}
my $locks = q{SELECT string_agg(concat_ws(' ', c.oid::regclass, mode), ', ')
	FROM pg_locks JOIN pg_class AS c ON c.oid = relation WHERE relnamespace = 'trusted'::regnamespace};
is(run_as($superuser, "BEGIN; SELECT count(*) > 10 FROM uuid_index_report(); $locks"), "t\n", 'no lock is kept');

# --- what it advises to call ------------------------------------------------------------------------------------------

# In another database, whose owner has functions with the names and types of generators.
$node->safe_psql('postgres', 'CREATE DATABASE advised OWNER owner');
sub in_advised { return as(@_, 'advised') }
in_advised($superuser,
	q{CREATE EXTENSION sequential_uuids_advice; CREATE SCHEMA "s$$"; GRANT USAGE ON SCHEMA "s$$" TO PUBLIC});
my $function = q{%s.uuid_interval_nextval(interval, interval, int DEFAULT 4)};
my $create = "CREATE FUNCTION $function RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()'";
# What is advised does not depend on how fast this server is.
my $call = q{SELECT call FROM uuid_advise(20, '30 days', 0.05, index_memory => '32 MB') WHERE key = 'wrapping by time'};
my $as_function = qr/^public\.uuid_interval_nextval\(/;
in_advised('owner', sprintf $create, 'public');
in_advised($superuser, sprintf $create, '"s$$"');
my $none = q{SELECT count(*) FROM sequential_uuids_installed('{uuid_interval_nextval}')};
is(in_advised($superuser, $none), 0, 'a superuser is not advised to call a function of the owner of the database, nor'
	. ' one in a schema whose name ends a string');
like(in_advised('owner', $call), $as_function, 'that owner is');
in_advised('owner', 'DROP FUNCTION public.uuid_interval_nextval');
in_advised($superuser, 'CREATE EXTENSION sequential_uuids; GRANT CREATE ON SCHEMA public TO other');
like(in_advised($superuser, $call), $as_function, 'the function of the extension is advised');
in_advised('other', q{CREATE FUNCTION public.uuid_interval_nextval(text, text) RETURNS uuid
	LANGUAGE sql AS 'SELECT gen_random_uuid()'});
is(in_advised($superuser, $none), 0, '... but not where the call would be of a function of another role');
in_advised('other', 'DROP FUNCTION public.uuid_interval_nextval(text, text)');

# A function that not all roles may execute is no default unseen.
my $is_restricted = q{SELECT is_restricted FROM sequential_uuids_is_restricted('public.%s')};
my %restricted = map { $_ => sprintf $is_restricted, s/'/''/gr }
	q{uuid_interval_nextval('5 min', '57 days')}, 'uuid_time_nextval()', 'uuid_v7_nextval()';
is(in_advised($superuser, $restricted{$_}), 'f', "all roles may call $_") for sort keys %restricted;
in_advised($superuser,
	'REVOKE EXECUTE ON FUNCTION uuid_interval_nextval, uuid_time_nextval, uuid_v7_nextval() FROM PUBLIC');
is(in_advised($superuser, $restricted{$_}), 't', "not all roles may call $_") for sort keys %restricted;
is(in_advised('owner', $none), 0, 'to a role that may not execute it, it is not there');
in_advised('owner', q{CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO orders SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()});
like(in_advised($superuser, q{SELECT verdict, reason FROM uuid_index_report(kept => '30 days', left_behind => 0.05)}),
	qr/^by hand\|first allow all roles that insert/, 'the report does not print it as an ALTER');

# --- what it leaves behind --------------------------------------------------------------------------------------------

run_as('owner', 'CREATE SCHEMA many');
for ([ 'owner', 1000, 'many.of_owner' ], [ $superuser, 100, 'trusted.small' ])
{
	my ($role, $n, $table) = @$_;
	run_as($role, qq{DO \$\$BEGIN FOR n IN 1..$n LOOP
		EXECUTE format('CREATE TABLE ${table}_%s (id uuid PRIMARY KEY DEFAULT gen_random_uuid())', n);
		COMMIT; END LOOP; END\$\$});
}
my $all = 'FROM uuid_index_report(at_most => 10000)';
is(run_as($superuser, qq{SELECT count(*) $all WHERE "table" ~ '^many'}), 1000, 'a report on 1,000 tables');
$superusers->query_safe("BEGIN; SELECT count(*) $all");
is($superusers->query_safe('SELECT pg_current_xact_id_if_assigned() IS NULL'), 't', '... takes no transaction id');
my $exporter = $node->background_psql('application');
my $snapshot = $exporter->query_safe('BEGIN; SELECT pg_export_snapshot()');
like(slurp_file($node->data_dir . "/pg_snapshots/$snapshot"), qr/^sof:0$/m, "... and overflows nobody's snapshot");
$_->query_safe('COMMIT') for $exporter, $superusers;
my $explained = run_as($superuser, qq{CHECKPOINT;
	EXPLAIN (ANALYZE, WAL, FORMAT JSON) SELECT count(*) $all WHERE "table" ~ '^many'});
like($explained, qr/"WAL Records": 0,\s+"WAL FPI": 0,/, '... and writes no WAL');

# --- settings and schemas of the owner --------------------------------------------------------------------------------

run_as('owner', "DO 'BEGIN END'; ALTER DATABASE application SET plpgsql.extra_$_ = 'all'") for 'errors', 'warnings';
like(report($superuser, '"table", reason', 'trusted.of_superuser|app.predicate'),
	qr/\Aapp.predicate\|[^\n]*$unread[^\n]*\ntrusted.of_superuser\|(?![^\n]*connect)[^\n]*\z/,
	'extra errors of PL/pgSQL, which the owner of a database can set, end no report');
is(as($superuser, q{SELECT count(*) FROM uuid_advise(10, kept => '90 days')}), 4, '... nor advice');
run_as($superuser, 'CREATE SCHEMA theirs AUTHORIZATION owner');
my @create = ('psql', '-XqU', $superuser, '-v', 'ON_ERROR_STOP=1', '-c', 'SET search_path = theirs',
	'-f', 'advice/sequential_uuids_advice.sql', $node->connstr('application'));
my (undef, $complaints) = run_command(\@create);
is($complaints, '', '... nor the creation of advice');
run_as('owner', 'ALTER DATABASE application RESET ALL');

# A schema whose owner gives its name to another, with functions of the same names, while the report sleeps.
my $sleeper = IPC::Run::start([ 'psql', '-XAtqU', $superuser, '-d', $node->connstr('application'), '-c',
	q{SELECT client_keys, wal_now > 0, reason FROM theirs.uuid_index_report('3 s')
		WHERE "table" = 'trusted.of_superuser'} ],
	'>', \my $rows, '2>', \my $warnings);
$node->poll_query_until('application', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'});
run_as('owner', q{
	ALTER SCHEMA theirs RENAME TO renamed;
	CREATE SCHEMA theirs;
	DO $do$
	DECLARE
		twin text;
	BEGIN
		FOR twin IN SELECT format('CREATE FUNCTION theirs.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', proname,
				pg_get_function_arguments(oid), pg_get_function_result(oid), 'BEGIN PERFORM app.evil(''a twin''); END')
			  FROM pg_proc WHERE pronamespace = 'renamed'::regnamespace
		LOOP
			EXECUTE twin;
		END LOOP;
	END $do$});
run_as($superuser,
	'INSERT INTO trusted.of_superuser SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()');
like(as($superuser, 'SELECT * FROM theirs.uuid_index_report()'), qr/code of the owner, in a twin/, 'twins lie in wait');
calls();
$sleeper->finish;
is(calls(), 0, 'functions in a new schema of the old name are not called');
like("$rows$warnings", qr/\Af\|t\|[^\n]*another key would save[^\n]*\n\z/, '... and the report is complete');
$_->quit for $holder, $superusers, $exporter;

# --- figures that make no sense ---------------------------------------------------------------------------------------

# Rows that nobody counted cost no other table's figures; functions that have only the names of ours, none.
run_as('owner', q{
	CREATE FUNCTION app.uuid_time_nextval(float8) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	CREATE TABLE app.counted (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	CREATE TABLE app.of_namesake (id uuid PRIMARY KEY DEFAULT app.uuid_time_nextval('1e300'));
	INSERT INTO app.counted SELECT FROM generate_series(1, 1000);
	ANALYZE app.counted});
run_as($superuser, 'SELECT pg_stat_reset()');
run_as('owner', "INSERT INTO app.$_ SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()")
	for qw(counted of_namesake of_owner);
is(report($superuser, 'wal_now, wal_later', 'app.of_namesake'), '|', 'unknown costs are NULL');
for my $rows (qw(NaN Infinity 1e38 1e16 -5 -1 0 1e-45))
{
	run_as($superuser, qq{UPDATE pg_class SET reltuples = '$rows' WHERE relname ~ '^counted'});
	is(report($superuser, 'rows BETWEEN 0 AND 1e15, wal_now > 0', 'app.(counted|of_owner)'), "t|t\nt|t",
		"$rows rows: the report comes to its end");
}
SKIP:
{
	skip 'an owner can store statistics from PostgreSQL 18 on', 1 if $version < 180000;
	run_as('owner', q{
		SELECT pg_restore_relation_stats('schemaname', 'app', 'relname', 'counted', 'reltuples', '1e38'::real,
			'relpages', 2147483647);
		SELECT pg_restore_attribute_stats('schemaname', 'app', 'relname', 'counted', 'attname', 'id',
			'inherited', false, 'null_frac', 'NaN'::real, 'avg_width', -2147483648, 'n_distinct', 'Infinity'::real,
			'correlation', 'NaN'::real, 'histogram_bounds',
			'{00000000-0000-0000-0000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff}'::text)});
	is(report($superuser, '"table"', 'app.counted'), 'app.counted',
		'what an owner stores as statistics does not end the report');
}
# Nor does what an owner stores as code: expressions too deep to print, and sources too long to search.
my ($begin, $end) = ('lower(' x 4000, ')' x 4000);
run_as('owner', "CREATE TABLE app.deep (id uuid PRIMARY KEY DEFAULT (${begin}'x'$end)::uuid)");
run_as('owner', q{
	DO $do$BEGIN EXECUTE format('CREATE FUNCTION app.long() RETURNS trigger LANGUAGE plpgsql AS %L',
		'BEGIN RETURN NEW; END;/*' || repeat(' a', 8000000) || '*/'); END$do$;
	CREATE TRIGGER t AFTER INSERT ON app.counted FOR EACH ROW EXECUTE FUNCTION app.long()});
like(report($superuser, q{"table", column_default, verdict = 'switch'}, 'app.(counted|deep)'),
	# How deep a stack may be, depends on the build.
	qr/^app.counted\|gen_random_uuid\(\)\|f\napp.deep\|\((stack depth limit exceeded|longer than 10000 bytes)\)\|f$/,
	'what an owner stores as code does not end the report');
# Nor does it fill the caller's memory: where only the length of an expression is needed, nothing else is read.
run_as('owner', q{
	CREATE TABLE app.large (id uuid PRIMARY KEY);
	DO $do$
	DECLARE
		large CONSTANT text := format('%L <> %L', repeat('x', 20000000), 'x');
		key CONSTANT text := 'gen_random_uuid()';
	BEGIN
		EXECUTE format('ALTER TABLE app.large ALTER id SET DEFAULT CASE WHEN %s THEN %s ELSE %s END', large, key, key);
		EXECUTE format('CREATE POLICY p ON app.large USING (%s)', large);
		EXECUTE format('ALTER POLICY p ON app.large WITH CHECK (%s)', large);
	END$do$});
SKIP:
{
	skip 'no /proc/self/status, which has the peak of memory', 1 unless -r '/proc/self/status';
	my ($default, $megabytes) = split /\n/, as($superuser, q{
		SELECT column_default FROM uuid_index_report() WHERE "table" = 'app.large';
		SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB')::int / 1024});
	ok($default eq '(longer than 10000 bytes)' && $megabytes < 250,
		"what an owner stores as code does not fill the caller's memory: $default, $megabytes MB");
}
# Functions that a database's owner adds to an extension of their own are not those of the extension.
$node->safe_psql('postgres', 'CREATE DATABASE extended OWNER owner');
as('owner', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SCHEMA app;
	CREATE FUNCTION app.uuid_time_nextval(interval_length text) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	ALTER EXTENSION sequential_uuids ADD FUNCTION app.uuid_time_nextval(text);
	CREATE TABLE app.extended (id uuid PRIMARY KEY DEFAULT app.uuid_time_nextval('60'));
	INSERT INTO app.extended SELECT FROM generate_series(1, 1000);
	SELECT pg_stat_force_next_flush()}, 'extended');
is(as($superuser, q{CREATE EXTENSION sequential_uuids_advice;
		SELECT "table", verdict FROM uuid_index_report(kept => '1 day')}, 'extended'), 'app.extended|by hand',
	'what an owner adds to an extension is not known');
SKIP:
{
	skip 'PostgreSQL was built without ICU', 1 if $node->safe_psql('postgres',
		q{SELECT count(*) FROM pg_collation WHERE collprovider = 'i' AND collname <> 'unicode'}) == 0;
	$node->safe_psql('postgres', q{CREATE DATABASE unicode TEMPLATE template0 ENCODING UTF8
		LOCALE_PROVIDER icu ICU_LOCALE 'ar' LOCALE 'C'});
	is(as($superuser, q{CREATE EXTENSION sequential_uuids_advice;
			SELECT sequential_uuids_seconds(U&'\0663') IS NULL}, 'unicode'), 't',
		'digits that only Unicode takes for such are no number');
}
$node->stop;
done_testing();
