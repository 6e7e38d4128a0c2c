# runs: every
# What the server makes of clients' keys.  The vectors that clients are tested with are what prints them: a server, of
# what keys are decoded to; and a program, of keys.  The ranges of t/vectors/ranges.csv, which all clients compute, hold
# the keys that uuid_interval_between() is true for.  The trigger of examples/refuse_other_times.sql: which rows it
# refuses, and that no retry of a row that is there fails, whoever sees that row, and whichever transaction is just
# inserting it.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Math::BigInt;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('client_rows');
$node->init;
$node->start;
my $windows = 't/vectors/client_windows';
my ($printed) = run_command([ 'psql', '--no-psqlrc', "--file=$windows.sql", $node->connstr('postgres') ]);
is("$printed\n", slurp_file("$windows.csv"), "$windows.sql prints $windows.csv");
is(qx{"$^X" t/vectors/client_keys.pl}, slurp_file('t/vectors/client_keys.csv'), 'and so does client_keys.pl');

$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids; CREATE ROLE app LOGIN');
my $recipe = slurp_file('examples/refuse_other_times.sql');
$node->safe_psql('postgres', $recipe);

# The keys beside each bound and random ones tell whether the ranges are exact.
sub beside
{
	my ($id, $step) = @_;
	my $number = Math::BigInt->from_hex($id =~ s/-//gr)->badd($step);
	return $number->is_neg || length $number->to_hex > 32 ? () : sprintf('%032s', $number->to_hex) =~ s/ /0/gr;
}
my (@spans, @ranges, @keys);
my ($header, @vectors) = split /\n/, slurp_file('t/vectors/ranges.csv');
is($header, 'from_ms,to_ms,interval_ms,count,ranges', 'the vectors have these columns');
for my $span (0 .. $#vectors)
{
	my ($from, $to, $interval, $count, $ranges) = split /,/, $vectors[$span], -1;
	push @spans, "($span, $from, $to, $interval, $count)";
	for my $range (split /;/, $ranges)
	{
		my ($smallest, $largest) = split /\.\./, $range;
		push @ranges, "($span, '$smallest'::uuid, '$largest'::uuid)";
		push @keys, map { "($span, '$_'::uuid)" } $smallest, $largest, beside($smallest, -1), beside($largest, 1);
	}
}
my $wrong = $node->safe_psql('postgres', q{
	WITH spans (span, from_ms, to_ms, interval_ms, count) AS (VALUES } . join(', ', @spans) . q{),
		 ranges (span, smallest, largest) AS (VALUES } . join(', ', @ranges) . q{),
		 keys (span, id) AS MATERIALIZED (
			VALUES } . join(', ', @keys) . q{
			UNION ALL SELECT span, gen_random_uuid() FROM spans, generate_series(1, 100))
	SELECT count(*), count(*) FILTER (WHERE NOT found), count(*) FILTER (
			WHERE found IS DISTINCT FROM EXISTS (
				SELECT FROM ranges AS r WHERE r.span = k.span AND id BETWEEN smallest AND largest))
	  FROM keys AS k JOIN spans USING (span),
		   make_interval(secs => interval_ms / 1000.0) AS length,
		   uuid_interval_between(id, timestamptz 'epoch' + from_ms / 1000.0 * interval '1 s',
				timestamptz 'epoch' + to_ms / 1000.0 * interval '1 s', length, count * length) AS found});
my ($compared, $outside, $differ) = split /\|/, $wrong;
cmp_ok($compared, '>', 100 * @vectors, 'all keys are compared');
cmp_ok($outside, '>', @vectors, 'some of them outside');
is($differ, 0, 'and the server finds those in the ranges of clients, no others');

my $parameters = q{'5 min', '60 days'};
my $late = qr/ERROR:  23514: \S+ is not a key of this time$/m;
# What a statement of the client prints, or its error.
my $as_app = sub {
	my ($statement) = @_;
	my (undef, $stdout, $stderr) =
	  $node->psql('postgres', $statement, extra_params => [ '-U', 'app', '-v', 'VERBOSITY=verbose' ]);
	return $stderr || $stdout;
};
# Inserts a row that has been there for that long, and returns its key.
my $stored = sub {
	my ($age) = @_;
	return $node->safe_psql('postgres', qq{
		INSERT INTO drafts (id, item, created_at)
		SELECT uuid_interval_at(at, $parameters), 'first', at
		  FROM CAST(now() - interval '$age' AS timestamptz) AS at RETURNING id});
};
my $insert = sub { return "INSERT INTO drafts (id, item) VALUES ('$_[0]', 'again')" };
my $rows = sub { return $node->safe_psql('postgres', "SELECT item FROM drafts WHERE id = '$_[0]'") };

# The longest cycle.
like(
	($node->psql('postgres', q{SELECT uuid_interval_nextval('1 s', 2^48 * interval '1 s')}))[2],
	qr/ERROR:  (interval out of range|invalid value for parameter "cycle")/,
	'2^48 intervals of a second have no column default');
is($node->safe_psql('postgres', q{
	SELECT substr(uuid_interval_nextval('153.092023 s', '106751991 days 04:00:54.775807')::text, 15, 1)}), 4,
	'2^63 - 1 microseconds have one');

# Retries.
my $key = $stored->('3 days');
for my $conflict ('ON CONFLICT (id) DO NOTHING', 'ON CONFLICT DO NOTHING')
{
	is($as_app->($insert->($key) . $conflict . ' RETURNING id'), '', "three days late, $conflict raises no error");
	is($rows->($key), 'first', 'and leaves the row as it is');
}
like($as_app->($insert->($key)), qr/ERROR:  23505: duplicate key/,
	'without ON CONFLICT, the error is that of a duplicate');
$node->safe_psql('postgres', 'GRANT UPDATE (item) ON drafts TO app');
is($as_app->($insert->($key) . 'ON CONFLICT (id) DO UPDATE SET item = excluded.item RETURNING item'), 'again',
	'an upsert changes the row');
my $inserted = $as_app->(qq{
	INSERT INTO drafts (id, item)
	SELECT * FROM (VALUES ('$key'::uuid, 'again'), (uuid_interval_at(now(), $parameters), 'new')) AS v
		ON CONFLICT (id) DO NOTHING RETURNING item});
is($inserted, 'new', 'a batch inserts those of its rows that are not there yet');

# A row that is too late.
my $lost = $node->safe_psql('postgres', "SELECT uuid_interval_at(now() - interval '3 days', $parameters)");
like($as_app->($insert->($lost) . 'ON CONFLICT (id) DO NOTHING'), $late,
	'a row that comes for the first time, three days late, is refused');
like($as_app->($insert->($lost)), qr/^CONSTRAINT NAME:  key_near_created_at$/m, 'with the name of the trigger');
is($rows->($lost), '', 'and is not there');
my $new = $node->safe_psql('postgres', "SELECT uuid_interval_at(now(), $parameters)");
is($as_app->($insert->($new) . 'ON CONFLICT (id) DO NOTHING RETURNING id'), $new, 'under a new key it is taken');
is($as_app->($insert->($new) . 'ON CONFLICT (id) DO NOTHING RETURNING id'), '', 'once');

# Of a row that another transaction is inserting, nobody knows yet whether it will be there.
# The error codes stand for the errors.
my $session_of = sub
{
	my ($role) = @_;
	my @options = ('-U', $role, '-v', 'VERBOSITY=sqlstate');
	return $node->background_psql('postgres', on_error_stop => 0, extra_params => \@options);
};
my $superuser = $node->safe_psql('postgres', 'SELECT current_user');
my ($first, $retry) = map { $session_of->($_) } $superuser, 'app';
for my $end ([ 'COMMIT', 'INSERT 0 0', 'first' ], [ 'ROLLBACK', '23514', '' ])
{
	my ($command, $expected, $left) = @$end;
	my $id = $node->safe_psql('postgres', "SELECT uuid_interval_at(now() - interval '3 days', $parameters)");
	$first->query_safe("BEGIN; INSERT INTO drafts VALUES ('$id', 'first', now() - interval '3 days')");
	my $statement = $insert->($id) . 'ON CONFLICT (id) DO NOTHING';
	$retry->{stdin} .= "\\set QUIET off\n$statement;\n\\set QUIET on\n\\echo done\n";
	$retry->{run}->pump_nb;
	$node->poll_query_until('postgres', q{
		SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'app' AND wait_event_type = 'Lock')});
	$first->query_safe($command);
	my $printed = $retry->query('SELECT 1');
	like($printed . $retry->{stderr}, qr/$expected/, "a retry waits for the first attempt: $command");
	$retry->{stderr} = '';
	is($rows->($id), $left, 'and nothing else is inserted');
}
$_->quit for $first, $retry;

# A policy that hides the row from the client.
$key = $stored->('3 days');
$node->safe_psql('postgres', q{
	ALTER TABLE drafts ENABLE ROW LEVEL SECURITY;
	CREATE POLICY inserts ON drafts FOR INSERT WITH CHECK (true);
	CREATE POLICY sees ON drafts FOR SELECT USING (item <> 'first')});
is($as_app->("SELECT FROM drafts WHERE id = '$key'"), '', 'a client that no longer sees its row');
is($as_app->($insert->($key) . 'ON CONFLICT DO NOTHING'), '', 'retries without an error');
like($as_app->($insert->($lost) . 'ON CONFLICT DO NOTHING'), $late, 'while a row that is too late is refused');
$node->safe_psql('postgres', 'ALTER TABLE drafts DISABLE ROW LEVEL SECURITY');

# Dumps: those of data only fire the trigger.
my $sum = 'SELECT count(*), md5(string_agg(d::text, chr(10) ORDER BY id)) FROM drafts AS d';
my $all = $node->safe_psql('postgres', $sum);
my $dump = PostgreSQL::Test::Utils::tempdir() . '/drafts.dump';
$node->command_ok([ 'pg_dump', '--format=custom', "--file=$dump", $node->connstr('postgres') ], 'the table is dumped');
for my $sections ([], [ '--data-only' ])
{
	my $database = 'restored' . @$sections;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, "CREATE EXTENSION sequential_uuids; $recipe") if @$sections;
	$node->command_ok(
		[ 'pg_restore', '--exit-on-error', @$sections, '--dbname', $node->connstr($database), $dump ],
		"and restored @$sections");
	is($node->safe_psql($database, $sum), $all, 'with all rows');
}
my (undef, undef, $refused) = $node->psql('restored0', "INSERT INTO drafts (id) VALUES ('$lost')");
like($refused, qr/is not a key of this time/, 'and with its trigger');

$node->stop;
done_testing();
