# runs: every
# Recipes that a superuser runs in a database of others.  Its owner has put functions and
# operators that match a call better than PostgreSQL's own into the schema on everybody's
# search_path, and has column defaults that run code when they are written anew.  No
# recipe runs any of that.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('recipes');
$node->init;
# All that PL/pgSQL can complain of when a function is created is an error.
$node->append_conf('postgresql.conf', "plpgsql.extra_errors = 'all'");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE regress_owner LOGIN; CREATE DATABASE app OWNER regress_owner');
$ENV{PGDATABASE} = 'app';
my $database = sub { return $node->safe_psql('app', $_[0]) };
my $as_owner = sub { return $node->safe_psql('app', $_[0], extra_params => [ '-U', 'regress_owner' ]) };

# For each operator, and each function that the recipes call, those of all pairs of types that
# PostgreSQL lacks.
my ($query) = grep { /pg_stat_wal/ } sql_of('doc/switching.md');
my @of_wal = grep { /^-- PostgreSQL 1[56]/ } sql_of('doc/operating.md');
my $of_wal = $of_wal[ $node->pg_version < 16 ? 0 : 1 ];
s/(?=^SELECT pg_sleep_for)/CHECKPOINT;\n/m && s/current_setting\('checkpoint_timeout'\)::interval/interval '1 s'/
	or BAIL_OUT('the query does not wait') for $query, $of_wal;
my @blocks = slurp_file('sql-only/README.md') =~ /^```sh\n(.*?)^```$/msg;
my ($create) = grep { /-f sql-only\/sequential_uuids\.sql/ } @blocks;
my ($remove) = grep { /DROP SCHEMA uuids;/ } @blocks;
my %called = map { $_ => 1 } map { /\b([a-z_]+)\(/g } $query, $of_wal, $remove,
	slurp_file('sql-only/move-defaults.sql');
my $functions = join ',', map { "'$_'" } sort keys %called;
$as_owner->(qq{
	SET search_path = '';
	DO \$do\$
	DECLARE
		types CONSTANT text[] := '{oid,regclass,regtype,regnamespace,regproc,name,text,varchar,"char",
								   int2,int4,int8,float4,float8,numeric,bool,anyarray}';
		functions CONSTANT text[] := (SELECT array_agg(DISTINCT proname) FROM pg_proc
									   WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN ($functions));
		l text; r text; op text; f text;
		body CONSTANT text := 'LANGUAGE plpgsql AS ''BEGIN RAISE ''''code of the database owner''''; END''';
	BEGIN
		FOREACH l IN ARRAY types LOOP
			FOREACH f IN ARRAY functions LOOP
				EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS text %s', f, l, body);
			END LOOP;
			FOREACH r IN ARRAY types LOOP
				FOREACH f IN ARRAY functions LOOP
					EXECUTE format('CREATE FUNCTION public.%I(%s, %s) RETURNS text %s', f, l, r, body);
				END LOOP;
				EXECUTE format('CREATE FUNCTION public.compare(%s, %s) RETURNS bool %s', l, r, body);
				FOREACH op IN ARRAY '{=,<>,~,+,-,*,/,||}'::text[] LOOP
					IF to_regoperator(format('pg_catalog.%s(%s, %s)', op, l, r)) IS NULL THEN
						EXECUTE format('CREATE OPERATOR public.%s (
							FUNCTION = public.compare, LEFTARG = %s, RIGHTARG = %s)', op, l, r);
					END IF;
				END LOOP;
			END LOOP;
		END LOOP;
	END \$do\$;
	CREATE TABLE public.orders (id uuid PRIMARY KEY, item text);
	INSERT INTO public.orders SELECT gen_random_uuid(), i FROM generate_series(1, 1000) AS i});
$database->('ANALYZE orders');
my $lies_in_wait = qr/code of the database owner/;
like(($node->psql('app', 'SELECT 1::oid = 1::oid::regclass'))[2], $lies_in_wait, 'operators lie in wait');
like(($node->psql('app', 'SELECT pg_relation_size(1::oid)'))[2], $lies_in_wait, 'and functions');
# Errors name what has been called.
my $runs = sub {
	my ($sql, $name) = @_;
	my ($status, $stdout, $stderr) = $node->psql('app', $sql);
	is($stderr, '', $name);
	return $stdout;
};
like($runs->($query, 'the query of the server runs nobody\'s code'),
	qr/^orders\|orders_pkey\|\d+ kB\|\d+MB\|0\.\d+\|[\d.]*\|on$/m, 'and shows the index');
$database->('CREATE EXTENSION pg_walinspect');
like($runs->($of_wal, 'nor does that of the WAL of each relation'), qr{^\d+/[\dA-F]+$}m, 'which runs');
# The edition in SQL is the same whatever settings its owner gives the database.
$as_owner->('ALTER DATABASE app SET quote_all_identifiers = on');
# From PostgreSQL 19 on, it is always on.
$as_owner->('ALTER DATABASE app SET standard_conforming_strings = off')
  if $node->safe_psql('postgres', 'SHOW server_version_num') < 190000;
$node->command_ok([ 'sh', '-ec', $create ], 'the edition in SQL is created');
is($database->(q{SELECT uuids.uuid_v7_lower('2026-01-01 00:00+00'), uuids.uuid_block_upper(3, 4)}),
	'019b76da-a800-7000-8000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff', 'and its functions give the same');

# A literal of a type with a domain in it runs the checks of the domain when it is read.
$database->('GRANT USAGE ON SCHEMA uuids TO PUBLIC');
$as_owner->(q{
	CREATE SCHEMA hostile;
	CREATE FUNCTION hostile.spy(value int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN
		IF current_user <> 'regress_owner' THEN RAISE 'code of the database owner'; END IF; RETURN true; END$$;
	CREATE DOMAIN hostile.dom AS int CHECK (hostile.spy(VALUE));
	CREATE TYPE hostile.com AS (a hostile.dom);
	CREATE TABLE hostile.by_array (id uuid DEFAULT
		CASE WHEN '{1}'::hostile.dom[] IS NULL THEN NULL ELSE uuids.uuid_time_nextval() END);
	CREATE TABLE hostile.by_row (id uuid DEFAULT
		CASE WHEN '(1)'::hostile.com IS NULL THEN NULL ELSE uuids.uuid_time_nextval() END);
	CREATE TABLE public.timed (id uuid DEFAULT uuids.uuid_interval_at('2026-01-01 00:00+00', '1 min', '1 day'));
	CREATE TABLE public.usual (id uuid DEFAULT uuids.uuid_interval_nextval('1 s', '1 day'))});
$database->('CREATE SCHEMA "In C"; CREATE SEQUENCE s');
my $create_in = sub
{
	my ($schema) = @_;
	return [ 'psql', '-X1', '-v', 'ON_ERROR_STOP=1', '-c', "SET search_path = $schema",
		'-f', 'sql-only/sequential_uuids.sql' ];
};
$node->command_ok($create_in->('"In C"'), 'a schema whose name needs quotes');
$node->command_ok($create_in->('public'), 'a schema with what lies in wait');
is($database->(q{SELECT uuid_v7_lower('2026-01-01 00:00+00'), uuid_block(uuid_interval_at(now(), '1 h', '1 h'), 1),
		num_nulls(uuid_interval_nextval('1 ms', '1 day'), uuid_sequence_nextval('s', 3, 5), uuid_time_nextval(),
			uuid_v7_nextval(), uuid_interval_window(uuid_time_nextval(), now(), '1 min', '45 days 12:16:00'))}),
	'019b76da-a800-7000-8000-000000000000|0|0', 'where the functions give the same, too');
# Names that look like a call.
$as_owner->(q{
	CREATE FUNCTION hostile."uuids.uuid_v7_nextval("() RETURNS uuid LANGUAGE sql RETURN NULL::uuid;
	CREATE TABLE hostile.odd (id uuid DEFAULT coalesce(hostile."uuids.uuid_v7_nextval("(), uuids.uuid_v7_nextval()))});
my @move = ('psql', '-v', 'ON_ERROR_STOP=1', '-v', 'from=uuids', '-v', 'to=In C', '-f', 'sql-only/move-defaults.sql');
my $defaults = q{
	SELECT string_agg(pg_get_expr(adbin, adrelid), ' ' ORDER BY adrelid::regclass::text) FROM pg_attrdef};
my $settings = q{SET quote_all_identifiers = off; SET search_path = pg_catalog; };
# Of another session, a temporary table, whose default nobody else can change.
my $session = $node->background_psql('app');
$session->query_safe('CREATE TEMPORARY TABLE of_session (id uuid DEFAULT uuids.uuid_v7_nextval())');
my $before = $database->($settings . $defaults);
# The statement_timeout ends what would wait for as long as somebody has the lock.
$session->query_safe('BEGIN; LOCK TABLE public.usual IN ACCESS SHARE MODE');
{
	local $ENV{PGOPTIONS} = '-c statement_timeout=180s';
	$node->command_fails_like(\@move, qr/ERROR:  canceling statement due to lock timeout/, 'it waits for no lock');
}
$session->query_safe('COMMIT');
$node->command_checks_all(\@move, 0, [],
	[ qr/moved: column id of table public\.usual/, map { qr/left: .* of table $_/ }
		  qw(hostile\.by_array hostile\.by_row hostile\.odd public\.timed) ],
	'a default that is a call with constants is moved, and others are listed');
is($database->($settings . $defaults), $before =~ s/(?<!")uuids\.uuid_interval_nextval/"In C".uuid_interval_nextval/r,
	'which changes the call, and nothing else');
$node->command_ok([ @move[ 0 .. 2 ], '-v', 'from=In C', '-v', 'to=uuids', @move[ 7, 8 ] ], 'and moved back');
is($database->($settings . $defaults), $before, 'as they were');

# Nothing but a column default in the way.
$session->quit;
$as_owner->('DROP TABLE public.usual, public.timed; DROP SCHEMA hostile CASCADE');
$node->command_ok([ 'sh', '-ec', $remove ], 'the edition in SQL is removed');
is($database->(q{SELECT to_regnamespace('uuids') IS NULL}), 't', 'and its schema');
$node->stop;
done_testing();
