# What somebody gets who pastes what the documentation says: an ordinary role, the README from the top; a DBA, the
# queries that measure, and the loop that switches a table while it is locked.  In TAP, as that needs a new server,
# checkpoints, and a lock that another session holds.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use FindBin;
use lib "$FindBin::RealBin/lib";
use IPC::Run qw(start pump finish timeout);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

sub slurp { my ($file) = @_; local (@ARGV, $/) = $file; return scalar <> }
sub blocks { my ($file) = @_; return slurp($file) =~ /^```sql\n(.*?)^```$/msg }

my $node = PostgreSQL::Test::Cluster->new('pasting');
$node->init;
# What a server has unless told otherwise; only that checkpoints come when the test says so.
$node->append_conf('postgresql.conf', "shared_buffers = 128MB\ncheckpoint_timeout = 5min\nmax_wal_size = 16GB\nautovacuum = off");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE newcomer LOGIN; CREATE DATABASE new OWNER newcomer');
my @as_newcomer = (extra_params => [ '-U', 'newcomer' ]);
my $newcomer = sub { return $node->safe_psql('new', $_[0], @as_newcomer) };
my $wait = qr/^SELECT pg_sleep_for\(current_setting\('checkpoint_timeout'\)::interval\).*$/m;

# The README, from the top.
my @readme = blocks('README.md');
s/$wait/SELECT pg_sleep(0.1), pg_stat_clear_snapshot();/ for @readme;
for my $block (@readme)
{
	my ($status, undef, $stderr) = $node->psql('new', $block, on_error_stop => 1, @as_newcomer);
	is("$status$stderr", '0', 'an ordinary role pastes: ' . ($block =~ /^(.*)/)[0]);
}

# 100 days of keys of the default, which are older than its cycle, and random keys from before a switch.
my ($recent) = grep { /uuid_interval_since/ } @readme;
$newcomer->(q{
	INSERT INTO events SELECT uuid_interval_at(at, '5 min', '57 days'), 'default', at
	  FROM (SELECT clock_timestamp() - n * interval '1 min' AS at FROM generate_series(1, 144000) AS n) AS s;
	INSERT INTO events SELECT gen_random_uuid(), 'random', now() - interval '1 day' - n * interval '1 min'
	  FROM generate_series(1, 100000) AS n;
	ANALYZE events});
my $count = sub { return $newcomer->("SELECT count(*) FROM ($_[0]) AS s") };
my ($both, $alone) = map { s/;\s*\z//r } $recent, $recent =~ s/\s+AND created_at.*?;/;/sr;
my $found = $count->($both);
is($found, $count->(q{SELECT FROM events WHERE created_at >= now() - interval '1 hour'}), "the README's query finds the last hour, $found rows");
is($count->("$both AND happened = 'random'"), 0, 'none of another time or kind');
cmp_ok($count->("$alone AND happened = 'random'"), '>', 10, 'without created_at, it would find random keys of other days');
cmp_ok($count->("$alone AND happened = 'default'"), '>', $found, 'and rows of an earlier cycle');
like($newcomer->("EXPLAIN $both"), qr/events_pkey/, 'it uses the primary key');

# Its call is what uuid_advise() prints for its arguments, wherever it stands.
$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids; CREATE EXTENSION sequential_uuids_advice');
my ($advise) = slurp('README.md') =~ /`(SELECT call FROM uuid_advise\([^`]*)`/;
my $call = $node->safe_psql('postgres', $advise) =~ s/^public\.//r;
my @calls = map { s/'00:05:00'/'5 min'/r =~ s/::interval//gr } map { /(uuid_interval_nextval\('[^)]*\))/g } map { slurp($_) } 'README.md', 'scripts/demo';
cmp_ok(@calls, '>', 10, 'the call is in the README and in the demo');
is(join("\n", grep { $_ ne $call } @calls), '', 'everywhere as advised');
my ($arguments) = $call =~ /\((.*)\)/;
like($recent, qr/uuid_interval_since\(id, now\(\) - interval '1 hour', \Q$arguments\E\)/, 'and its arguments are those of the query');
my @django = slurp('README.md') =~ /Value\("([^"]*)"\)/g;
is(join(', ', map { "'$_'" } @django), $arguments, 'and those for Django');

# The threshold below which WAL is no concern.
my %wal = map { split /\|/ } split /\n/, $node->safe_psql('postgres', 'SELECT key, round(wal_per_row * 86400 / 1e6) FROM uuid_advise(1)');
like(slurp('doc/choosing.md') =~ s/\n/ /gr, qr/random keys write $wal{random} MB a day, UUIDv7 $wal{UUIDv7} MB/, 'the WAL of one row per second is as computed');
my $tenths = sprintf '%.1f', $wal{random} / 1000;
like(slurp('README.md'), qr/fewer than 1 row per second, \[$tenths GB of WAL a day\]/, 'also in the README');
my $at_less = sprintf '%.0f', 0.3 * $wal{random};
like(slurp('doc/choosing.md') =~ s/\n/ /gr, qr/0\.3 rows per second write $at_less MB/, 'and that of 0.3');

# Wherever a default changes to one of our calls, the call is tried first.
my @untried;
for my $file ('README.md', 'sql-only/README.md', 'advice/README.md', glob('doc/*.md doc/dev/*.md examples/*.sql'))
{
	for my $text ($file =~ /\.md$/ ? slurp($file) =~ /^ *```sql\n(.*?)^ *```$/msg : slurp($file))
	{
		while ($text =~ /SET DEFAULT ((?:\w+\.)?uuid_\w+\(.*\));/g)
		{
			my $default = $1;
			push @untried, "$file: $default" unless substr($text, 0, $-[0]) =~ /(?:SELECT|PERFORM) \Q$default\E;/;
		}
	}
}
is(join("\n", @untried), '', 'each switch begins with a SELECT of the call');

# A call that ALTER TABLE accepts, but every INSERT refuses, never becomes the default.
my ($switch) = grep { /ALTER TABLE/ } @readme;
my $wrong = $switch =~ s/\Q$arguments\E/'7 min', '132 days'/gr;
$node->psql('new', $wrong =~ s/^SELECT uuid.*\n//mr, @as_newcomer);
isnt(($node->psql('new', q{INSERT INTO events (happened) VALUES ('fails')}, @as_newcomer))[0], 0, 'without the SELECT, INSERTs would fail');
$newcomer->($switch);
like(($node->psql('new', $wrong, @as_newcomer))[2], qr/ERROR:  invalid value for parameter "cycle": 132 days$/m, 'with it, the transaction fails');
is($newcomer->(q{INSERT INTO events (happened) VALUES ('works') RETURNING uuid_interval_between(id, now(), clock_timestamp(), '5 min', '57 days')}), 't', 'and the default stays');

# The diagnosis, after a bulk load that hides what inserts cost; then the WAL of each index; then both after a switch.
$node->safe_psql('postgres', q{
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), item text, created_at timestamptz DEFAULT now());
	INSERT INTO orders SELECT FROM generate_series(1, 300000)});
my $insert = 'CHECKPOINT; INSERT INTO orders SELECT FROM generate_series(1, 500);';
my @of_wal = grep { /pg_walinspect/ } blocks('doc/dba.md');
my $measure = sub {
	my ($of_server) = blocks('README.md');
	$of_server =~ s/$wait/$insert SELECT pg_stat_force_next_flush(); SELECT pg_stat_clear_snapshot();/;
	my ($images, $full_page_writes) = $node->safe_psql('postgres', $of_server) =~ /^orders\|orders_pkey\|.*\|([\d.]+)\|(\w+)$/m;
	my %index;
	for my $block (@of_wal[ 0 .. ($node->pg_version < 16 ? 0 : 1) ])
	{
		my $of_index = $block =~ s/$wait/$insert SELECT txid_current();/r;
		my ($records, $of_images, $per_record) = $node->safe_psql('postgres', $of_index) =~ /^orders_pkey\|(\d+)\|(\d+)\|[^|]*\|(\d+)$/m;
		cmp_ok($records, '>=', 500, 'each row has a record of the WAL');
		push @{ $index{images} }, $of_images;
		push @{ $index{per_record} }, $per_record;
	}
	return { images => $images, full_page_writes => $full_page_writes, of_index => $index{images}, per_record => $index{per_record} };
};
cmp_ok($node->safe_psql('postgres', 'SELECT wal_fpi / sum(tup_inserted + tup_updated) FROM pg_stat_wal, pg_stat_database GROUP BY wal_fpi'),
	'<', 0.1, 'since the reset, the server looks healthy');
my $before = $measure->();
cmp_ok($before->{images}, '>', 0.5, "two samples show that it is not: $before->{images} images per row");
cmp_ok($_, '>', 250, "and so does its index: $_ images for 500 rows") for @{ $before->{of_index} };
cmp_ok($_, '>', 2000, "with $_ bytes per record") for @{ $before->{per_record} };
my ($migration) = grep { /^BEGIN.*uuid_interval_nextval/s } blocks('doc/migration.md');
$node->safe_psql('postgres', $migration);
my $after = $measure->();
cmp_ok($after->{images}, '<', 0.1, "after the switch, it is: $after->{images}");
cmp_ok($_, '<', 50, "the index has $_ images") for @{ $after->{of_index} };
cmp_ok($_, '<', 500, "and $_ bytes per record") for @{ $after->{per_record} };
$node->safe_psql('postgres', $_) for 'ALTER TABLE orders ALTER id SET DEFAULT gen_random_uuid()', 'ALTER SYSTEM SET full_page_writes = off', 'SELECT pg_reload_conf()';
$node->poll_query_until('postgres', q{SELECT current_setting('full_page_writes') = 'off'});
my $off = $measure->();
is("$off->{full_page_writes} $off->{images}", 'off 0.00', 'without full_page_writes, no image says so; the setting does');

# The loop, while another session holds the lock that VACUUM takes.
my ($loop) = grep { /LOOP/ } blocks('doc/migration.md');
cmp_ok(() = $loop =~ /\n/g, '<=', 20, 'the loop has at most 20 lines');
$loop =~ s/pg_sleep\(10\)/pg_sleep(0.1)/ or BAIL_OUT('the loop does not wait');
my @psql = ('psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', $node->connstr('postgres'));
my ($locked, $said) = ('', '');
my $vacuum = start \@psql, '<', \(my $orders = "BEGIN; LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE; SELECT 'locked';\n"), '>', \$locked, timeout(180);
pump $vacuum until $locked =~ /locked/;
my $looping = start \@psql, '<', \"SET application_name = 'loop';\n$loop", '2>', \$said, timeout(180);
pump $looping until $said =~ /(?:the table is locked.*){2}/s;
$node->safe_psql('postgres', 'SET statement_timeout = 20000; INSERT INTO orders SELECT FROM generate_series(1, 10)');
pass('meanwhile, clients insert');
my $now = $node->safe_psql('postgres', 'SELECT txid_current()');
ok($node->poll_query_until('postgres', "SELECT backend_xmin::text::bigint > $now OR backend_xmin IS NULL FROM pg_stat_activity WHERE application_name = 'loop'"),
	'it holds no snapshot, so that VACUUM can remove rows');
$orders = "COMMIT;\n\\q\n";
pump $vacuum while length $orders;
ok(finish($looping), 'once the lock is free, it succeeds') or diag($said);
finish $vacuum;
my $default = sub { return $node->safe_psql('postgres', "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = '$_[0]'::regclass AND adnum = 1") };
is($default->('orders'), q{uuid_interval_nextval('00:05:00'::interval, '132 days'::interval)}, 'with the default that it says');
like(($node->psql('postgres', $loop =~ s/\Q'5 min'/'7 min'/gr))[2], qr/invalid value for parameter "cycle"/, 'a call that fails ends it');

# A partition keeps its default.
$node->safe_psql('postgres', q{
	DROP TABLE orders;
	CREATE TABLE orders (id uuid DEFAULT gen_random_uuid(), item text) PARTITION BY RANGE (id);
	CREATE TABLE orders_all PARTITION OF orders DEFAULT});
$node->safe_psql('postgres', $loop =~ s/ALTER TABLE/ALTER TABLE ONLY/r);
is($default->('orders'), q{uuid_interval_nextval('00:05:00'::interval, '132 days'::interval)}, 'ALTER TABLE ONLY changes the default of the root');
is($default->('orders_all'), 'gen_random_uuid()', 'and not that of a partition');
my $is_new = q{uuid_interval_between(id, now(), clock_timestamp(), '5 min', '132 days')};
is($node->safe_psql('postgres', "INSERT INTO orders DEFAULT VALUES RETURNING $is_new"), 't', 'which rows inserted into the root do not get');

$node->stop;
done_testing();
