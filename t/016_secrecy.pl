# Nothing shows a secret: neither the most verbose server log, nor anything that roles
# without privileges can reach, nor objects that lie in wait for the extension.  This
# needs roles with their own sessions, server settings, and the server's files.
use strict;
use warnings;

use lib 't/lib';
use Digest::SHA qw(sha256_hex);
use File::Find;
use MIME::Base64;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Sessions;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('secrecy');
$node->init;
my $libraries = $node->config_data('--pkglibdir');
my $preloaded = join ',', grep { glob "$libraries/$_.*" } qw(auto_explain pg_stat_statements);
my $log_parameters = $node->pg_version >= 16 ? 'auto_explain.log_parameter_max_length = -1' : '';
$node->append_conf('postgresql.conf', qq{
autovacuum = off
shared_preload_libraries = '$preloaded'
log_statement = all
log_min_messages = debug5
log_min_duration_statement = 0
log_error_verbosity = verbose
log_parameter_max_length = -1
log_parameter_max_length_on_error = -1
debug_print_parse = on
debug_print_rewritten = on
debug_print_plan = on
track_activity_query_size = 100000
default_statistics_target = 10000
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_verbose = on
auto_explain.log_triggers = on
auto_explain.log_nested_statements = on
$log_parameters
pg_stat_statements.track = all
pg_stat_statements.track_utility = on});
$node->start;
my $superuser = $node->safe_psql('postgres', 'SELECT current_user');

# --- The bytes ---------------------------------------------------------------

my %forms;

# All forms of each secret's bytes, eight at a time, so that a part of one is found.
sub remember_secrets
{
	for my $secret (map { pack 'H*', $_ } @_)
	{
		for my $window (map { substr $secret, 4 * $_, 8 } 0 .. 6)
		{
			$forms{bytes}{$window} = 1;
			$forms{hex}{ unpack 'H*', $window } = 1;
			# One that is all text looks the same as bytes.
			$forms{escape}{ join '', map { $_ == 92 ? '\\' : $_ < 32 || $_ > 126 ? sprintf '\\%03o', $_ : chr } unpack 'C*', $window } = 1 if $window =~ /[^ -~]/;
			# As in a plan that is printed.
			$forms{numbers}{ join ' ', unpack $_, $window } = 1 for 'C*', 'c*';
		}
		for my $shift (0 .. 2)
		{
			my $base64 = substr(encode_base64('x' x $shift . $secret, ''), 4, 36);
			$forms{base64}{ substr $base64, 4 * $_, 12 } = 1 for 0 .. 6;
		}
	}
	return;
}

# The forms in which a text shows a secret, '' for none.
sub shown_in
{
	my ($text) = @_;
	my %text = (bytes => $text, base64 => $text, hex => lc $text, escape => $text =~ s/\\+/\\/gr, numbers => $text =~ s/,? +/ /gr);
	return join ' ', grep { my $any = join '|', map { quotemeta } keys %{ $forms{$_} }; $text{$_} =~ /$any/ } sort keys %forms;
}

# The secrets that are there, read without a trace; returns how many.
sub read_secrets
{
	my ($database) = @_;
	my @secrets = split /\n/, $node->safe_psql($database, q{SELECT encode(secret, 'hex') FROM sequential_uuids_secrets WHERE length(secret) = 32});
	remember_secrets(@secrets);
	return scalar @secrets;
}

# Everything that a role sees of statements: rows, plans, messages.
sub seen
{
	my ($role, $statements) = @_;
	my (undef, $stdout, $stderr) = $node->psql('postgres', "\\set VERBOSITY verbose\nSET client_min_messages = debug5;\n$statements", extra_params => [ '-U', $role ], on_error_stop => 0);
	return "$stdout\n$stderr";
}

my $uses = q{
	INSERT INTO orders DEFAULT VALUES;
	EXPLAIN (ANALYZE, VERBOSE, BUFFERS, SETTINGS) INSERT INTO orders DEFAULT VALUES;
	EXPLAIN (ANALYZE, VERBOSE, FORMAT json) SELECT uuid_opaque_nextval('orders') FROM generate_series(1, 3);
	PREPARE generates AS SELECT uuid_opaque_nextval($1);
	EXECUTE generates('orders');
	EXECUTE generates('not there');
	DO $$BEGIN PERFORM uuid_opaque_nextval('orders'); PERFORM uuid_opaque_nextval('too short'); END$$;
	SELECT uuid_opaque_nextval('orders', '1 min', '1 year -1 mon');
	SELECT uuid_opaque_nextval('orders', version => 5);
	TABLE pg_prepared_statements};
my $decodes = q{
	SELECT uuid_opaque_at('orders', '2026-01-01 00:00:00+00');
	SELECT uuid_opaque_window('orders', gen_random_uuid(), '2026-01-01 00:00:00+00');
	SELECT * FROM uuid_opaque_ranges('orders', '2026-01-01 00:00:00+00', '2026-01-01 06:00:00+00');
	EXPLAIN (ANALYZE, VERBOSE) SELECT uuid_opaque_at('orders', '2026-01-01 00:00:00+00') FROM generate_series(1, 3);
	EXPLAIN (ANALYZE, VERBOSE) SELECT uuid_opaque_window('orders', gen_random_uuid(), '2026-01-01 00:00:00+00') FROM generate_series(1, 3);
	EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM uuid_opaque_ranges('orders', '2026-01-01 00:00:00+00', '2026-01-01 06:00:00+00');
	SELECT uuid_opaque_at('too short', now());
	SELECT uuid_opaque_at('NULL', now());
	SELECT uuid_opaque_window('not there', gen_random_uuid(), now());
	SELECT uuid_opaque_ranges('orders', '-infinity', now())};

$node->safe_psql('postgres', q{
	CREATE ROLE owner LOGIN;
	CREATE ROLE stranger LOGIN;
	GRANT CREATE ON DATABASE postgres TO owner;
	CREATE TABLE orders (id uuid);
	GRANT INSERT ON orders TO PUBLIC});
my $seen = seen('owner', q{
	CREATE EXTENSION sequential_uuids_opaque CASCADE;
	SELECT uuid_secret_create('orders');
	EXPLAIN (ANALYZE, VERBOSE) SELECT uuid_secret_create('dropped');
	PREPARE creates AS SELECT uuid_secret_create($1);
	EXECUTE creates('too short');
	DO $$BEGIN PERFORM uuid_secret_create('NULL'); PERFORM uuid_secret_create('orders'); END$$;
	SELECT uuid_secret_create('orders');
	SELECT uuid_secret_create(repeat('x', 64));
	SELECT uuid_secret_create('not committed'), 1 / (random() - random() > 2)::int});
is($seen =~ s/ERROR:  (42710|22023|22012)//gr =~ /(ERROR: .*)/ ? $1 : '', '', 'the owner of the extension creates secrets');
is(read_secrets('postgres'), 3, 'as many as there are');
$node->safe_psql('postgres', q{
	CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
	ALTER TABLE orders ALTER id SET DEFAULT uuid_opaque_nextval('orders');
	SELECT uuid_secret_create('NULL')});
read_secrets('postgres');
$node->safe_psql('postgres', q{
	UPDATE sequential_uuids_secrets SET secret = substr(secret, 2) WHERE name = 'too short';
	UPDATE sequential_uuids_secrets SET secret = NULL WHERE name = 'NULL'});
$seen .= seen('owner', "$uses; $decodes; SELECT uuid_secret_drop('dropped'); SELECT uuid_secret_drop('not there'); EXPLAIN (ANALYZE, VERBOSE) SELECT uuid_secret_create('dropped')");
$seen .= seen('stranger', "$uses; $decodes; SELECT uuid_secret_create('mine'); SELECT uuid_secret_drop('orders'); TABLE sequential_uuids_secrets;
	EXPLAIN (VERBOSE) SELECT * FROM sequential_uuids_secrets; EXPLAIN (ANALYZE) SELECT * FROM sequential_uuids_secrets; TABLE pg_stats; TABLE pg_stat_activity");
like($seen, qr/uuid_secret_create/, 'what roles see');
is(shown_in($seen), '', 'shows no secret');

# The superuser, with what changes the table and fails.
read_secrets('postgres');
my @errors = map { [ split /: /, $_, 2 ] } split /;\n\s*/, q{23505: UPDATE sequential_uuids_secrets SET name = 'orders';
	23505: INSERT INTO sequential_uuids_secrets TABLE sequential_uuids_secrets;
	22P02: UPDATE sequential_uuids_secrets SET secret = name::int::text::bytea;
	54000: UPDATE sequential_uuids_secrets SET name = (SELECT string_agg(gen_random_uuid()::text, '') FROM generate_series(1, 10000));
	23514: ALTER TABLE sequential_uuids_secrets ADD CHECK (name = 'orders');
	23502: ALTER TABLE sequential_uuids_secrets ALTER secret SET NOT NULL;
	42804: ALTER TABLE sequential_uuids_secrets ALTER secret TYPE int;
	39P01: SELECT sequential_uuids_secrets_changed()};
for (@errors)
{
	my ($state, $statement) = @$_;
	$seen = seen($superuser, $statement);
	like($seen, qr/ERROR:  (?:$state|0A000)/, "fails: $statement");
	is(shown_in($seen), '', 'and shows no secret');
}

# All that the catalog and its views have, after the same uses in one session.
$node->safe_psql('postgres', q{INSERT INTO sequential_uuids_secrets SELECT 'of many ' || i, sha256(i::text::bytea) FROM generate_series(1, 100) AS i; ANALYZE});
remember_secrets(map { sha256_hex($_) } 1, 50, 100);
my $silent = 'SET debug_print_parse = off; SET debug_print_rewritten = off; SET debug_print_plan = off; SET log_min_messages = fatal; SET client_min_messages = error; SET log_statement = none; SET log_min_duration_statement = -1; SET auto_explain.log_min_duration = -1';
my $catalog = seen($superuser, "$uses; $decodes; $silent;
	SELECT format('COPY (TABLE %s) TO STDOUT', oid::regclass) FROM pg_class
	 WHERE relnamespace IN ('pg_catalog'::regnamespace, 'public'::regnamespace) AND relkind IN ('r', 'v') AND relname !~ '^(pg_timezone_|sequential_uuids_secrets)'
	\\gexec");
like($catalog, qr/of many 99.*of many 99/s, 'the catalog has statistics of names');
is(shown_in($catalog), '', 'and no secret');
is($node->safe_psql('postgres', q{SELECT string_agg(attname, ' ') FROM pg_stats WHERE tablename = 'sequential_uuids_secrets'}), 'name', 'nor statistics of them');
my $log = slurp_file($node->logfile);
like($log, qr/^.*LOG: .*plan:.*$/m, 'the log has plans');
like($log, qr/Query Text: .*uuid_opaque_nextval/, 'auto_explain was at work') if $preloaded =~ /auto_explain/;
is(shown_in($log), '', 'the log shows no secret');

# The search finds what is there: of a secret given in a statement, of a COPY that
# fails, in the table, its file, and as text of each kind.
my $decoy = join '', map { sprintf '%02x', 128 + 7 * $_ % 128 } 1 .. 32;
remember_secrets($decoy);
is(shown_in($_->[1]), $_->[0], "a search finds: $_->[0]")
  for [ 'hex', "'\\x$decoy'" ], [ 'hex', uc substr $decoy, 10, 24 ], [ 'bytes', 'and ' . pack('H*', $decoy) . ' after' ], [ 'base64', encode_base64('row ' . pack('H*', $decoy) . ' after', '') ];
my $escaped = $node->safe_psql('postgres', "SET bytea_output = escape; SELECT '\\x$decoy'::bytea");
is(shown_in($escaped), 'escape', 'a search finds: escape');
is(shown_in($escaped =~ s/\\/\\\\/gr), 'escape', 'and escaped again');
my $offset = -s $node->logfile;
$node->safe_psql('postgres', "INSERT INTO sequential_uuids_secrets VALUES ('decoy', '\\x$decoy')");
is(shown_in(substr slurp_file($node->logfile), $offset), 'hex numbers', 'a search finds: what a statement gives');
$offset = -s $node->logfile;
seen($superuser, "COPY sequential_uuids_secrets FROM stdin;\ndecoy\t\\\\x$decoy\n\\.\n");
is(shown_in(substr slurp_file($node->logfile), $offset), '', 'a COPY that repeats a name shows no secret');
seen($superuser, "COPY sequential_uuids_secrets FROM stdin;\ndecoy\t\\\\x$decoy\tmore\n\\.\n");
is(shown_in(substr slurp_file($node->logfile), $offset), 'hex', 'a search finds: a line that COPY cannot read');
my ($dump) = run_command([ 'pg_dump', $node->connstr('postgres') ]);
is(shown_in($dump), 'hex', 'a search finds: a dump');
my $file = $node->safe_psql('postgres', q{CHECKPOINT; SELECT pg_relation_filepath('sequential_uuids_secrets')});

# --- Who may what ------------------------------------------------------------

# A session of a role, which shows errors as answer() takes them.
sub session
{
	my ($database, $role) = @_;
	my $session = $node->background_psql($database, on_error_stop => 0, extra_params => [ '-U', $role ]);
	$session->set_query_timer_restart;
	$session->query_safe("\\set VERBOSITY sqlstate\n$silent") if $role eq $superuser;
	$session->query_safe("\\set VERBOSITY sqlstate\nSET client_min_messages = error");
	return $session;
}

# A database where default privileges give all to everybody, and a role that may
# create extensions has created this one.
$node->append_conf('postgresql.conf', "log_min_messages = warning\nlog_statement = none\nlog_min_duration_statement = -1\ndebug_print_parse = off\ndebug_print_rewritten = off\ndebug_print_plan = off\nauto_explain.log_min_duration = -1");
$node->reload;
$node->safe_psql('postgres', 'CREATE DATABASE shop; GRANT CREATE ON DATABASE shop TO owner;' . join ';', map { "CREATE ROLE $_ LOGIN" } qw(readonly inserter creator dropper decoder heir member));
$node->safe_psql('shop', q{
	ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC, readonly, owner;
	ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO readonly WITH GRANT OPTION;
	ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO readonly, owner;
	GRANT owner TO member;
	CREATE EXTENSION sequential_uuids;
	SET ROLE owner;
	CREATE EXTENSION sequential_uuids_opaque});
my %of = map { $_ => session('shop', $_) } $superuser, qw(owner stranger readonly inserter creator dropper decoder heir member);
my $secrets = 'public.sequential_uuids_secrets';
my $privileges = qq{SELECT string_agg(concat_ws(' ', grantee::regrole, privilege_type, is_grantable), ', ' ORDER BY privilege_type)
	FROM pg_class, aclexplode(relacl) WHERE oid = '$secrets'::regclass AND grantee <> relowner};
is(answer($of{$superuser}, $privileges), 'owner DELETE t, owner INSERT t, owner SELECT t', 'who may what with the table');
is(answer($of{$superuser}, q{SELECT string_agg(concat_ws(' ', proname, CASE grantee WHEN 0 THEN '-' ELSE grantee::regrole::text END, is_grantable), ', ' ORDER BY proname COLLATE "C")
	FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE proname ~ '^(uuid_opaque_(at|window|ranges)|sequential_uuids_secrets_changed)$' AND grantee <> proowner}),
	'uuid_opaque_at owner t, uuid_opaque_ranges owner t, uuid_opaque_window owner t', 'and with the functions');
is(answer($of{$superuser}, "SELECT count(attacl) FROM pg_attribute WHERE attrelid = '$secrets'::regclass"), '0', 'nobody more with a column');
is(answer($of{$superuser}, qq{SELECT string_agg(DISTINCT owner::regrole::text, ' ') FROM (
	SELECT relowner AS owner FROM pg_class WHERE oid = '$secrets'::regclass UNION ALL
	SELECT proowner FROM pg_proc WHERE proname ~ '^(uuid_opaque|uuid_secret|sequential_uuids_secrets)_') AS objects}), $superuser, 'neither the table nor a function is the role\'s');

is(answer($of{owner}, q{SELECT uuid_secret_create('orders')}), '', 'the role creates a secret');
is(answer($of{$superuser}, q{CREATE TABLE orders (id uuid DEFAULT uuid_opaque_nextval('orders')); REVOKE ALL ON orders FROM PUBLIC; GRANT INSERT ON orders TO inserter}), '', 'a table');
is(answer($of{inserter}, 'INSERT INTO orders DEFAULT VALUES'), '', 'inserting takes no right on the secret');
is(answer($of{$superuser}, 'SELECT count(*) FROM orders'), '1', 'and works');
is(answer($of{stranger}, q{SELECT uuid_version(uuid_opaque_nextval('orders'))}), '4', 'anyone may generate');
my %calls = (
	at => q{SELECT count(*) FROM uuid_opaque_at('orders', '2026-01-01 00:00:00+00')},
	window => q{SELECT count(*) FROM uuid_opaque_window('orders', '01234567-89ab-4def-8123-456789abcdef', '2026-01-01 00:00:00+00')},
	ranges => q{SELECT count(*) FROM uuid_opaque_ranges('orders', '2026-01-01 00:00:00+00', '2026-01-01 00:01:00+00')});
for my $role (qw(stranger readonly inserter))
{
	is(answer($of{$role}, $calls{$_}), '42501', "$role: no uuid_opaque_$_()") for sort keys %calls;
	for my $name ('orders', 'not there', 'new')
	{
		is(answer($of{$role}, "SELECT uuid_secret_$_('$name')"), '42501', "$role: no uuid_secret_$_(), whether or not \"$name\" is there") for qw(create drop);
	}
	is(answer($of{$role}, "TABLE $secrets"), '42501', "$role: no table");
}
is(answer($of{owner}, $calls{$_}), '1', "the role that created the extension calls uuid_opaque_$_()") for sort keys %calls;
is(answer($of{member}, q{SELECT uuid_secret_create('of a member')}), '', 'and so may its members');

# By grants of the role that created the extension.
is(answer($of{owner}, "GRANT INSERT ON $secrets TO creator; GRANT DELETE ON $secrets TO dropper; " . join ';', map { "GRANT EXECUTE ON FUNCTION public.uuid_opaque_$_ TO decoder" } sort keys %calls), '', 'it grants');
is(answer($of{creator}, q{SELECT uuid_secret_create('created')}), '', 'INSERT: create');
is(answer($of{creator}, q{SELECT uuid_secret_drop('created')}), '42501', 'and no more');
is(answer($of{dropper}, q{SELECT uuid_secret_create('another')}), '42501', 'DELETE: not create');
is(answer($of{dropper}, q{SELECT uuid_secret_drop('created')}), '', 'but drop');
is(answer($of{dropper}, q{SELECT uuid_secret_drop('created')}), '42704', 'what is there');
is(answer($of{decoder}, $calls{$_}), '1', "EXECUTE: uuid_opaque_$_()") for sort keys %calls;
is(answer($of{decoder}, "SELECT uuid_secret_$_('orders')"), '42501', "and no uuid_secret_$_()") for qw(create drop);

# Another owner of the extension; what was granted stays granted.
is(answer($of{heir}, q{SELECT uuid_secret_create('inherited')}), '42501', 'before it owns the extension');
$node->safe_psql('shop', 'REASSIGN OWNED BY owner TO heir');
is(answer($of{heir}, "SELECT uuid_secret_$_('inherited')"), '', "a new owner of the extension: $_") for qw(create drop);
is(answer($of{heir}, $calls{at}), '42501', 'the rest is to be granted');
is(answer($of{owner}, q{SELECT uuid_secret_create('still')}), '', 'the old one still may');
is(answer($of{creator}, q{SELECT uuid_secret_create('creator')}), '', 'and to whom it granted');
$node->safe_psql('shop', 'DROP OWNED BY owner');
is(answer($of{$_}, q{SELECT uuid_secret_create('still not')}), '42501', "after DROP OWNED no more: $_") for qw(owner creator);
is(answer($of{owner}, $calls{at}), '42501', 'nor does it decode');

is(answer($of{$superuser}, 'REVOKE EXECUTE ON FUNCTION uuid_opaque_nextval FROM PUBLIC, readonly, owner'), '', 'REVOKE');
is(answer($of{$_->[0]}, $_->[1]), '42501', 'then it takes a right to generate') for [ 'stranger', q{SELECT public.uuid_opaque_nextval('orders')} ], [ 'inserter', 'INSERT INTO orders DEFAULT VALUES' ];
is(answer($of{$superuser}, 'GRANT EXECUTE ON FUNCTION uuid_opaque_nextval TO inserter'), '', 'GRANT');
is(answer($of{inserter}, 'INSERT INTO orders DEFAULT VALUES'), '', 'and works');
$_->quit for values %of;

# --- What lies in wait -------------------------------------------------------

# The prefix of ten years.
my $prefix = q{uuid_block(uuid_opaque_nextval('orders', '3650 days', '106751550 days'), 29247)};
my $expected = $node->safe_psql('postgres', "SELECT $prefix");
my $known = '00' x 32;
my $victim = session('postgres', $superuser);
my $shadow = qq{
	CREATE TABLE sequential_uuids_secrets (name text, secret bytea);
	INSERT INTO sequential_uuids_secrets VALUES ('orders', '\\x$known');
	CREATE FUNCTION sequential_uuids_secrets_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''a trap''; END'};
is(answer($victim, "CREATE SCHEMA trap; SET search_path = trap, public; $shadow"), '', 'a table of the same name in front');
is(answer($victim, "SELECT $prefix"), $expected, 'is not read');
is(answer($victim, q{DO $$BEGIN PERFORM uuid_secret_create('not there'); PERFORM uuid_secret_drop('not there'); END$$}), '', 'nor written');
is(answer($victim, "SET search_path = pg_temp, trap, public; $shadow; SELECT $prefix"), $expected, 'nor a temporary one');
is(answer($victim, 'SELECT count(*) FROM pg_temp.sequential_uuids_secrets, trap.sequential_uuids_secrets'), '1', 'they are as they were');
is(answer($victim, "CREATE FUNCTION trap.wrapped(text) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = trap, public AS \$\$SELECT uuid_block(uuid_opaque_nextval(\$1, '3650 days', '106751550 days'), 29247)\$\$; SELECT trap.wrapped('orders')"), $expected, 'nor by a function of that schema');
is(answer($victim, "ALTER SCHEMA public RENAME TO renamed; SELECT trap.wrapped('orders')"), '42883', 'a function that is elsewhere is not found');
is(answer($victim, 'SET search_path = trap, renamed; SELECT ' . $prefix), $expected, 'under its schema\'s other name it works');
answer($victim, 'ALTER SCHEMA renamed RENAME TO public; RESET search_path');
$victim->quit;

# Tables of the same name in a schema of the role.  t/pgtap/hostile.sql has functions,
# operators and types in wait for the script and the functions.
$node->safe_psql('postgres', 'CREATE DATABASE traps; GRANT CREATE ON DATABASE traps TO owner');
my $owner = session('traps', 'owner');
is(answer($owner, 'CREATE SCHEMA trap; CREATE TEMPORARY TABLE sequential_uuids_secrets (a int); CREATE EXTENSION sequential_uuids_opaque SCHEMA trap CASCADE'), '', 'a schema with the extension');
is(answer($owner, q{SET search_path = trap, pg_catalog; DO $$BEGIN PERFORM uuid_secret_create('orders'); PERFORM uuid_secret_drop('orders'); PERFORM uuid_secret_create('orders'); END$$}), '', 'secrets');
is(answer($owner, 'SELECT count(*) FROM trap.sequential_uuids_secrets'), '1', 'are in the table of that schema');
is(answer($owner, 'CREATE SCHEMA other; ALTER EXTENSION sequential_uuids_opaque SET SCHEMA other'), '42501', 'nor does the role move the extension, whose functions are not its own');
$node->safe_psql('traps', 'ALTER EXTENSION sequential_uuids_opaque SET SCHEMA other');
is(answer($owner, 'CREATE TABLE trap.sequential_uuids_secrets (name text, secret bytea)'), '', 'moved, it leaves room for a table');
is(answer($owner, q{SELECT other.uuid_opaque_nextval('not there')}), '42704', 'which it does not read');
is(answer($owner, q{SELECT count(*) FROM other.uuid_opaque_nextval('orders')}), '1', 'but its own');

# A superuser moves the table alone, or changes its columns.
$node->safe_psql('traps', 'CREATE SCHEMA away; ALTER TABLE other.sequential_uuids_secrets SET SCHEMA away');
for my $in_its_place (q{TABLE other.sequential_uuids_secrets AS SELECT text 'orders' AS name, decode(repeat('00', 32), 'hex') AS secret}, q{VIEW other.sequential_uuids_secrets AS SELECT 1})
{
	is(answer($owner, "CREATE $in_its_place"), '', "another role has: $in_its_place");
	is(answer($owner, $_), '42P01', "which is not read: $_") for q{SELECT other.uuid_opaque_nextval('orders')}, q{SELECT other.uuid_secret_create('x')}, q{SELECT other.uuid_secret_drop('orders')};
	answer($owner, 'DROP ' . ($in_its_place =~ s/ AS SELECT .*//r));
}
$node->safe_psql('traps', 'ALTER TABLE away.sequential_uuids_secrets SET SCHEMA other');
is(answer($owner, q{SELECT count(*) FROM other.uuid_opaque_nextval('orders')}), '1', 'back in its place it is');
$node->safe_psql('traps', 'ALTER TABLE other.sequential_uuids_secrets ADD a int');
is(answer($owner, $_), '55000', "nor is it with one column more: $_") for q{SELECT other.uuid_opaque_nextval('orders')}, q{SELECT other.uuid_secret_create('x')};
$owner->quit;

# --- The files ---------------------------------------------------------------

$node->stop;
my @found;
find({ no_chdir => 1, wanted => sub {
	return unless -f && !m{/pg_wal/};
	my $forms = shown_in(slurp_file($_));
	push @found, "$forms: " . substr($_, length $node->data_dir) =~ s{^/}{}r if $forms;
} }, $node->data_dir);
is("@found", "bytes: $file", 'on disk the secrets of the first database are in one file');

done_testing();
