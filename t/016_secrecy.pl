# runs: every; mutants: yes
# Nothing shows the nonce from which opaque keys are derived, nor what is derived from
# it: neither the most verbose server log, nor plans, messages, the catalog, statistics,
# dumps, nor what a role without privileges can call.  This needs server settings, roles
# with their own sessions, and the server's files.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use MIME::Base64;
use Opaque;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('secrecy');
$node->init;
my $libraries = $node->config_data('--pkglibdir');
# In list context: in scalar context, glob would first return the rest of the previous library's files.
my $preloaded = join ',', grep { () = glob "$libraries/$_.*" } qw(auto_explain pg_stat_statements);
my $log_parameters = $node->pg_version >= 16 ? 'auto_explain.log_parameter_max_length = -1' : '';
$node->append_conf('postgresql.conf', qq{
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
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_verbose = on
auto_explain.log_triggers = on
auto_explain.log_nested_statements = on
$log_parameters
pg_stat_statements.track = all
pg_stat_statements.track_utility = on});
$node->start;

# The bytes of the nonce and of cycles' keys, now and an hour later, in all forms, eight
# bytes at a time, so that a part is found.
my %forms;
sub remember
{
	my ($secret) = @_;
	for my $window (map { substr $secret, 4 * $_, 8 } 0 .. 6)
	{
		$forms{bytes}{$window} = 1;
		$forms{hex}{ unpack 'H*', $window } = 1;
		# One that is all text looks the same as bytes.
		my @escaped = map { $_ == 92 ? '\\' : $_ < 32 || $_ > 126 ? sprintf '\\%03o', $_ : chr } unpack 'C*', $window;
		$forms{escape}{ join '', @escaped } = 1 if $window =~ /[^ -~]/;
		# As in a plan that is printed.
		$forms{numbers}{ join ' ', unpack $_, $window } = 1 for 'C*', 'c*';
	}
	for my $shift (0 .. 2)
	{
		my $base64 = substr(encode_base64('x' x $shift . $secret, ''), 4, 36);
		$forms{base64}{ substr $base64, 4 * $_, 12 } = 1 for 0 .. 6;
	}
	return;
}
remember(nonce_of($node));
# Those of the calls below: '1 min', '1 day'.
my @parameters = (60_000_000, 1440);
for my $time (int time, time + 3600)
{
	remember(cycle_key(nonce_of($node), database_of($node, 'postgres'), 'orders', @parameters, int($time / 86_400)));
}

# The forms in which a text shows them, '' for none.
sub shown_in
{
	my ($text) = @_;
	my %text = (
		bytes => $text,
		base64 => $text,
		hex => lc $text,
		escape => $text =~ s/\\+/\\/gr,
		numbers => $text =~ s/,? +/ /gr);
	my @found;
	for my $form (sort keys %forms)
	{
		my $any = join '|', map { quotemeta } keys %{ $forms{$form} };
		push @found, $form if $text{$form} =~ /$any/;
	}
	return "@found";
}

# Everything that a role sees of statements: rows, plans, messages.
sub seen
{
	my ($role, $statements) = @_;
	my $verbosely = "\\set VERBOSITY verbose\nSET client_min_messages = debug5;\n$statements";
	my (undef, $stdout, $stderr) =
	  $node->psql('postgres', $verbosely, extra_params => [ '-U', $role ], on_error_stop => 0);
	return "$stdout\n$stderr";
}

my $uses = q{
	INSERT INTO orders DEFAULT VALUES;
	EXPLAIN (ANALYZE, VERBOSE, BUFFERS, SETTINGS) INSERT INTO orders DEFAULT VALUES;
	EXPLAIN (ANALYZE, VERBOSE, FORMAT json)
		SELECT uuid_opaque_nextval('orders', '1 min', '1 day') FROM generate_series(1, 3);
	PREPARE generates AS SELECT uuid_opaque_nextval($1, '1 min', '1 day');
	EXECUTE generates('orders');
	EXECUTE generates('');
	DO $$BEGIN
		PERFORM uuid_opaque_nextval('orders', '1 min', '1 day');
		PERFORM uuid_opaque_nextval(repeat('x', 64), '1 min', '1 day');
	END$$;
	SELECT uuid_opaque_nextval('orders', '1 min', '1 year -1 mon');
	SELECT uuid_opaque_nextval('orders', '1 min', '1 day', 5);
	TABLE pg_prepared_statements};
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE ROLE regress_stranger LOGIN;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_opaque_nextval('orders', '1 min', '1 day'));
	GRANT INSERT ON orders TO PUBLIC});
is(unlike_present_place($node, nonce_of($node), 'postgres', 'orders', '1 min', @parameters), '',
	'these are the keys of cycles that the calls use');
my $superuser = $node->safe_psql('postgres', 'SELECT current_user');
for my $role ('regress_stranger', $superuser)
{
	my $seen = seen($role, $uses);
	is(scalar(() = $seen =~ /ERROR:  22023/g), 4, "$role: messages");
	is(shown_in($seen), '', 'show nothing');
}
SKIP:
{
	skip 'the extension pg_stat_statements is not available here', 1 unless $preloaded =~ /pg_stat_statements/;
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_stat_statements');
	is($node->safe_psql('postgres', q{SELECT bool_or(query ~ 'uuid_opaque_nextval') FROM pg_stat_statements}),
		't', 'pg_stat_statements was at work');
}
for my $statement (
	'SELECT pg_control_init(), pg_read_binary_file($$global/pg_control$$)',
	'COPY orders FROM $$global/pg_control$$')
{
	like(seen('regress_stranger', $statement), qr/ERROR:  42501/, "and may not: $statement");
}
my $functions = seen('regress_stranger',
	'SELECT pg_control_system(), pg_control_checkpoint(), pg_control_recovery(), pg_control_init()');
like($functions, qr/^\(.*\(.*\(.*\(/m, 'functions that show the control file to anyone');
is(shown_in($functions), '', 'do not show its nonce');

# All that the catalog and its views have, after the same uses in one session.
my $silent = join '; ', map { "SET $_" } (
	'debug_print_parse = off',
	'debug_print_rewritten = off',
	'debug_print_plan = off',
	'log_min_messages = fatal',
	'client_min_messages = error',
	'log_statement = none',
	'log_min_duration_statement = -1',
	'auto_explain.log_min_duration = -1');
my $catalog = seen($superuser, "$uses; ANALYZE; $silent;
	SELECT format('COPY (TABLE %s) TO STDOUT', oid::regclass)
	  FROM pg_class
	 WHERE relnamespace IN ('pg_catalog'::regnamespace, 'public'::regnamespace)
	   AND relkind IN ('r', 'v') AND relname !~ '^pg_timezone_'
	\\gexec");
like($catalog, qr/uuid_opaque_nextval/, 'the catalog and its statistics');
is(shown_in($catalog), '', 'show nothing');
my ($dump) = run_command([ 'pg_dumpall', '-d', $node->connstr('postgres') ]);
like($dump, qr/uuid_opaque_nextval/, 'a dump');
is(shown_in($dump), '', 'shows nothing');
my $log = slurp_file($node->logfile);
like($log, qr/^.*LOG: .*plan:.*$/m, 'the log has plans');
SKIP:
{
	skip 'the module auto_explain is not available here', 1 unless $preloaded =~ /auto_explain/;
	like($log, qr/Query Text: .*uuid_opaque_nextval/, 'auto_explain was at work');
}
is(shown_in($log), '', 'and shows nothing');

# The search finds what is there.
my $decoy = join '', map { sprintf '%02x', 128 + 7 * $_ % 128 } 1 .. 32;
remember(pack 'H*', $decoy);
my $bytes = pack 'H*', $decoy;
for (
	[ 'hex', "'\\x$decoy'" ],
	[ 'hex', uc substr $decoy, 10, 24 ],
	[ 'bytes', "and $bytes after" ],
	[ 'base64', encode_base64("row $bytes after", '') ])
{
	my ($form, $text) = @$_;
	is(shown_in($text), $form, "a search finds: $form");
}
my $escaped = $node->safe_psql('postgres', "SET bytea_output = escape; SELECT '\\x$decoy'::bytea");
is(shown_in($escaped), 'escape', 'a search finds: escape');
is(shown_in($escaped =~ s/\\/\\\\/gr), 'escape', 'and escaped again');
my $offset = -s $node->logfile;
$node->safe_psql('postgres', "CREATE TABLE decoys (b) AS SELECT '\\x$decoy'::bytea");
is(shown_in(substr slurp_file($node->logfile), $offset), 'hex numbers', 'a search finds: what a statement gives');
my ($control) = run_command([ 'pg_controldata', $node->data_dir ]);
is(shown_in($control), 'hex', 'a search finds: what pg_controldata prints');
is(shown_in(slurp_file($node->data_dir . '/global/pg_control')), 'bytes', 'a search finds: the control file');

$node->stop;
done_testing();
