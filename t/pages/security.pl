# doc/security.md: recipes that a superuser runs in a database of others run no code of theirs.  Its owner has put
# functions and operators that match a call better than PostgreSQL's own into the schema on everybody's search_path, and
# has column defaults that run code when they are written anew.
use strict;
use warnings;

use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

my $of_server = slurp('examples/page_images.sql');
my $of_wal = slurp('examples/index_wal.sql');
s/(?=^SELECT pg_sleep_for)/CHECKPOINT;\n/m && s/current_setting\('checkpoint_timeout'\)::interval/interval '1 s'/
  or BAIL_OUT('a query does not wait')
  for $of_server, $of_wal;
my $create = shell_block('sql-only/README.md', qr/-f sql-only\/sequential_uuids\.sql/);
my $remove = shell_block('sql-only/README.md', qr/DROP SCHEMA uuids;/);
my $owner = 'regress_owner';

page('doc/security.md', besides => sub {
	# All that PL/pgSQL can complain of when a function is created is an error.
	my $server = new_server('recipes', "plpgsql.extra_errors = 'all'");
	$server->safe_psql('postgres', "CREATE ROLE $owner LOGIN");
	$server->safe_psql('postgres', "CREATE DATABASE app OWNER $owner");
	in_database($server, 'app', sub {
		lie_in_wait();
		test_measuring();
		test_edition_in_sql();
		test_move_defaults();
		# Nothing but a column default in the way.
		query('DROP TABLE public.usual, public.timed; DROP SCHEMA hostile CASCADE', $owner);
		runs_shell($remove, 'the edition in SQL is removed');
		gives(q{SELECT to_regnamespace('uuids') IS NULL}, 't', 'and its schema');
	});
});

# For each operator, and each function that the recipes call, those of all pairs of types that PostgreSQL lacks.
sub lie_in_wait
{
	my %called = map { $_ => 1 } map { /\b([a-z_]+)\(/g } $of_server, $of_wal, $remove,
	  slurp('sql-only/move-defaults.sql');
	my $functions = join ',', map { "'$_'" } sort keys %called;
	query(qq{
		SET search_path = '';
		DO \$do\$
		DECLARE
			body CONSTANT text := 'LANGUAGE plpgsql AS ''BEGIN RAISE ''''code of the database owner''''; END''';
			statement text;
		BEGIN
			FOR statement IN
				WITH types AS (SELECT unnest('{oid,regclass,regtype,regnamespace,regproc,name,text,varchar,"char",int2,int4,
							int8,float4,float8,numeric,bool,anyarray}'::text[]) AS type),
					 pairs AS (SELECT l.type AS l, r.type AS r FROM types AS l, types AS r)
				SELECT format('CREATE FUNCTION public.%I(%s) RETURNS text %s', proname, arguments, body)
				  FROM (SELECT DISTINCT proname FROM pg_proc
						 WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN ($functions)) AS f,
					   (SELECT type AS arguments FROM types UNION ALL SELECT concat(l, ', ', r) FROM pairs) AS a
				UNION ALL
				SELECT format('CREATE FUNCTION public.compare(%s, %s) RETURNS bool %s', l, r, body) FROM pairs
				UNION ALL
				SELECT format('CREATE OPERATOR public.%s (FUNCTION = public.compare, LEFTARG = %s, RIGHTARG = %s)', op, l, r)
				  FROM pairs, unnest('{=,<>,~,+,-,*,/,||}'::text[]) AS op
				 WHERE to_regoperator(format('pg_catalog.%s(%s, %s)', op, l, r)) IS NULL
			LOOP
				EXECUTE statement;
			END LOOP;
		END \$do\$;
		CREATE TABLE public.orders (id uuid PRIMARY KEY, item text);
		INSERT INTO public.orders SELECT gen_random_uuid(), i FROM generate_series(1, 1000) AS i}, $owner);
	query('ANALYZE orders');
	fails('SELECT 1::oid = 1::oid::regclass', qr/code of the database owner/, 'operators lie in wait');
	return fails('SELECT pg_relation_size(1::oid)', qr/code of the database owner/, 'and functions');
}

# Errors name what has been called.
sub test_measuring
{
	like(query($of_server), qr/^orders\|orders_pkey\|\d+ kB\|\d+MB\|0\.\d+\|[\d.]*\|on$/m,
		q{the query of the server runs nobody's code, and shows the index});
	query('CREATE EXTENSION pg_walinspect');
	like(query($of_wal), qr{^\d+/[\dA-F]+$}m, 'nor does that of the WAL of each relation');
	# Functions that PostgreSQL has, too, where the owner has put them before those.
	query(q{
		SET search_path = '';
		DO $do$
		DECLARE
			twin text;
		BEGIN
			FOR twin IN
				SELECT format('CREATE OR REPLACE FUNCTION public.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', proname,
						oidvectortypes(proargtypes), prorettype::regtype,
						'BEGIN RAISE ''code of the database owner''; END')
				  FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN (
					'set_config', 'current_setting', 'pg_sleep_for', 'pg_current_wal_flush_lsn', 'pg_size_pretty')
			LOOP
				EXECUTE twin;
			END LOOP;
		END $do$;
		ALTER DATABASE app SET search_path = public, pg_catalog}, $owner);
	fails(q{SELECT current_setting('port')}, qr/code of the database owner/, 'functions lie in wait before the server\'s');
	like(query($of_server), qr/^orders\|orders_pkey\|/m, '... of which the query of the server runs none');
	like(query($of_wal), qr{^\d+/[\dA-F]+$}m, 'nor does the other');
	return query('ALTER DATABASE app RESET search_path', $owner);
}

# The edition in SQL is the same whatever settings its owner gives the database, and in any schema.
sub test_edition_in_sql
{
	query('ALTER DATABASE app SET quote_all_identifiers = on', $owner);
	# From PostgreSQL 19 on, it is always on.
	query('ALTER DATABASE app SET standard_conforming_strings = off', $owner)
	  if query('SHOW server_version_num') < 190000;
	runs_shell($create, 'the edition in SQL is created');
	gives(q{SELECT uuids.uuid_v7_lower('2026-01-01 00:00+00'), uuids.uuid_block_upper(3, 4)},
		'019b76da-a800-7000-8000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff', 'and its functions give the same');
	query('CREATE SCHEMA "In C"; CREATE SEQUENCE s; GRANT USAGE ON SCHEMA uuids TO PUBLIC');
	runs_shell("psql -X1 -v ON_ERROR_STOP=1 -c 'SET search_path = $_' -f sql-only/sequential_uuids.sql", "... in $_")
	  for '"In C"', 'public';
	return gives(q{
		SELECT uuid_v7_lower('2026-01-01 00:00+00'), uuid_block(uuid_interval_at(now(), '1 h', '1 h'), 1),
			   num_nulls(uuid_interval_nextval('1 ms', '1 day'), uuid_sequence_nextval('s', 3, 5), uuid_time_nextval(),
				   uuid_v7_nextval(), uuid_interval_window(uuid_time_nextval(), now(), '1 min', '45 days 12:16:00'))},
		'019b76da-a800-7000-8000-000000000000|0|0', 'where the functions give the same, too');
}

# A literal of a type with a domain in it runs the checks of the domain when it is read.  A name can look like a call.
sub test_move_defaults
{
	query(q{
		CREATE SCHEMA hostile;
		CREATE FUNCTION hostile.spy(value int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN
			IF current_user <> 'regress_owner' THEN RAISE 'code of the database owner'; END IF; RETURN true; END$$;
		CREATE DOMAIN hostile.dom AS int CHECK (hostile.spy(VALUE));
		CREATE TYPE hostile.com AS (a hostile.dom);
		CREATE TABLE hostile.by_array (id uuid DEFAULT
			CASE WHEN '{1}'::hostile.dom[] IS NULL THEN NULL ELSE uuids.uuid_time_nextval() END);
		CREATE TABLE hostile.by_row (id uuid DEFAULT
			CASE WHEN '(1)'::hostile.com IS NULL THEN NULL ELSE uuids.uuid_time_nextval() END);
		CREATE FUNCTION hostile."uuids.uuid_v7_nextval("() RETURNS uuid LANGUAGE sql RETURN NULL::uuid;
		CREATE TABLE hostile.odd (
			id uuid DEFAULT coalesce(hostile."uuids.uuid_v7_nextval("(), uuids.uuid_v7_nextval()));
		CREATE TABLE public.timed (id uuid DEFAULT uuids.uuid_interval_at('2026-01-01 00:00+00', '1 min', '1 day'));
		CREATE TABLE public.usual (id uuid DEFAULT uuids.uuid_interval_nextval('1 s', '1 day'))}, $owner);
	my @move = ('psql', '-v', 'ON_ERROR_STOP=1', '-f', 'sql-only/move-defaults.sql');
	my $defaults = q{
		SET quote_all_identifiers = off; SET search_path = pg_catalog;
		SELECT string_agg(pg_get_expr(adbin, adrelid), ' ' ORDER BY adrelid::regclass::text) FROM pg_attrdef};
	# Of another session, a temporary table, whose default nobody else can change.
	my $session = node()->background_psql('app');
	$session->query_safe('CREATE TEMPORARY TABLE of_session (id uuid DEFAULT uuids.uuid_v7_nextval())');
	my $before = query($defaults);
	# The statement_timeout ends what would wait for as long as somebody has the lock.
	$session->query_safe('BEGIN; LOCK TABLE public.usual IN ACCESS SHARE MODE');
	{
		local $ENV{PGOPTIONS} = '-c statement_timeout=180s';
		node()->command_fails_like([ @move, '-v', 'from=uuids', '-v', 'to=In C' ],
			qr/ERROR:  canceling statement due to lock timeout/, 'it waits for no lock');
	}
	$session->query_safe('COMMIT');
	node()->command_checks_all([ @move, '-v', 'from=uuids', '-v', 'to=In C' ], 0, [],
		[ qr/moved: column id of table public\.usual/, qr/\A(?!.*left: function)/s,
			map { qr/left: .* of table $_/ } qw(hostile\.by_array hostile\.by_row hostile\.odd public\.timed) ],
		'a default that is a call with constants is moved, and others are listed');
	gives($defaults, $before =~ s/(?<!")uuids\.uuid_interval_nextval/"In C".uuid_interval_nextval/r,
		'which changes the call, and nothing else');
	query('GRANT USAGE ON SCHEMA "In C" TO PUBLIC; CREATE TABLE of_other (id uuid DEFAULT "In C".uuid_v7_nextval())');
	node()->command_checks_all([ @move, '-U', $owner, '-v', 'from=In C', '-v', 'to=uuids' ], 0, [],
		[ qr/moved: column id of table public\.usual/, qr/left: .* of table public\.of_other/ ],
		'and moved back, by the owner of the table, while one of somebody else stays');
	query('DROP TABLE public.of_other');
	gives($defaults, $before, 'as they were');
	return $session->quit;
}
