# runs: every
# What somebody gets who pastes what the documentation says: an ordinary role, the README from the top; a DBA, the
# queries that measure, and the loop that switches a table while it is locked.  In TAP, as that needs a new server,
# checkpoints, and a lock that another session holds.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use lib 't/lib';
use InitdbTemplate;
use IPC::Run qw(start pump finish timeout);
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('pasting');
# The README's figures are those without data checksums, which are on by default from 18 on.
$node->init($node->pg_version < 18 ? () : (extra => ['--no-data-checksums']));
# What a server has unless told otherwise, but VACUUM comes only when the test says so, as do checkpoints once WAL is
# measured, and they remove none of it.
$node->append_conf('postgresql.conf', $_)
	for 'shared_buffers = 128MB', 'checkpoint_timeout = 5min', 'max_wal_size = 16GB', 'autovacuum = off',
		'wal_keep_size = 4GB';
$node->start;
my $query = sub { return $node->safe_psql('postgres', $_[0]) };
$query->('CREATE ROLE regress_newcomer LOGIN; CREATE DATABASE new OWNER regress_newcomer');
$query->('CREATE EXTENSION sequential_uuids; CREATE EXTENSION sequential_uuids_advice');
my @as_newcomer = (extra_params => [ '-U', 'regress_newcomer' ]);
my $newcomer = sub { return $node->safe_psql('new', $_[0], @as_newcomer) };

my $wait = qr/^SELECT pg_sleep_for\(current_setting\('checkpoint_timeout'\)::interval\).*$/m;
my @readme = sql_of('README.md');
my ($of_server) = grep { /pg_stat_wal/ } sql_of('doc/switching.md');
my ($recent) = grep { /FROM events$/m } @readme;
my ($switch) = grep { /ALTER TABLE/ } @readme;
my ($migration) = grep { /^BEGIN.*uuid_interval_nextval/s } sql_of('doc/switching.md');
my ($loop) = grep { /LOOP/ } sql_of('doc/switching.md');
my @of_wal = grep { /pg_get_wal_/ } sql_of('doc/operating.md');
my $operating = slurp('doc/operating.md') =~ s/\s+/ /gr;
my @grants = $operating =~ /`(GRANT EXECUTE ON FUNCTION pg_get_wal_\w+\([^)]*\)) TO [^`]+`/g;

sub test_readme_from_the_top
{
	for my $block (@readme)
	{
		my $sql = $block =~ s/over => '10 s'/over => '1 s'/r;
		my ($status, undef, $stderr) = $node->psql('new', $sql, on_error_stop => 1, @as_newcomer);
		is("$status$stderr", '0', 'an ordinary role pastes: ' . ($block =~ /^(.*)/)[0]);
	}
}

# Among 100 days of keys of the default, which is more than its cycle, and random keys from before a switch.
sub test_recent_rows
{
	$newcomer->(q{
		INSERT INTO events SELECT uuid_interval_at(at, '5 min', '60 days'), 'default', at
		  FROM (SELECT clock_timestamp() - n * interval '1 min' AS at FROM generate_series(1, 144000) AS n) AS s;
		INSERT INTO events SELECT gen_random_uuid(), 'random', now() - interval '1 day' - n * interval '1 min'
		  FROM generate_series(1, 100000) AS n;
		ANALYZE events});
	my ($both) = $recent =~ /^(SELECT .*?);/ms;
	my $alone = $both =~ s/\s+AND created_at.*//sr;
	# In one statement, which has one present.
	my ($found, $of_hour, $random, $random_alone, $default_alone) = split /\|/, $newcomer->('SELECT ' . join ', ',
		map { "(SELECT count(*) FROM ($_) AS s)" } $both,
		q{SELECT FROM events WHERE created_at >= now() - interval '1 hour'},
		"$both AND happened = 'random'", "$alone AND happened = 'random'", "$alone AND happened = 'default'");
	is($found, $of_hour, "the README's query finds the last hour, $found rows");
	is($random, 0, 'and no random key of another day');
	# 12 or 13 of 32,768 prefixes: 36 or more are expected, and 6 or fewer come once in 1e9 runs.
	cmp_ok($random_alone, '>', 6, 'which it would without created_at');
	cmp_ok($default_alone, '>', $found, 'as well as rows of an earlier cycle');
	like($newcomer->("EXPLAIN $both"), qr/events_pkey/, 'it uses the primary key');
}

# The keys that the README shows are of five minutes, which begin as it says, and so do those of the next five.
sub test_shown_keys
{
	my $readme = slurp('README.md');
	my $key = qr/([-0-9a-f]{36})/;
	my (@wrapping, @others);
	while ($readme =~ /^ $key \| $key \| $key$/mg)
	{
		push @wrapping, $1;
		push @others, substr($2, 14, 1) . substr($3, 14, 1);
	}
	is("@others", '47 47 47', 'the README shows three keys of each kind');
	my $window = q{lower(uuid_interval_window('%s', '2026-11-27', '5 min', '60 days'))};
	my ($begin, @later) = map { $query->('SELECT ' . sprintf $window, $_) } @wrapping;
	is("@later", "$begin $begin", 'the wrapping ones are of the same five minutes');
	for (['', 'Wrapping keys of these five minutes begin with'], [" + interval '5 min'", 'those of the next five with'])
	{
		my ($later, $text) = @$_;
		my $bound = qq{uuid_block_%s(uuid_interval_block('$begin'::timestamptz$later, '5 min', '60 days'), 17280)};
		my ($first, $last) = map { substr $query->('SELECT ' . sprintf $bound, $_), 0, 4 } 'lower', 'upper';
		like($readme, qr/$text\s+`$first` or `$last`/, "which begin with $first or $last");
	}
}

# A source of rows: the model's costs of a load, now or later, of which rows are kept 30 days, and a cycle twice that.
sub model
{
	my ($later, $rate, %more) = @_;
	my %load = (
		rows_per_second => $rate,
		most_rows_per_second => $rate,
		kept_seconds => 30 * 86400,
		left_behind => 0.05,
		block_rows => $rate * 300,
		cycle_rows => $rate * 60 * 86400,
		%more);
	my $fields = join ', ', map { "'$_', $load{$_}" } sort keys %load;
	return qq{jsonb_populate_record(NULL::sequential_uuids_workload, jsonb_build_object($fields)) AS load,
		sequential_uuids_server(load) AS here, sequential_uuids_rows(here, $later) AS filled,
		sequential_uuids_model(filled)};
}

# The figures of tables that the README shows are those of the model, for as many rows as the demo has; their rate
# follows from what is saved.
sub test_shown_figures
{
	my ($call, %shown) = @_;
	my ($most) = slurp('scripts/demo') =~ /report_rows=(\d+)$/m;
	my %rows_of = ('public.events' => $most, 'public.carts' => $most / 10);
	is(join(' ', sort keys %shown), join(' ', sort keys %rows_of), 'the README has these tables');
	for my $table (sort keys %shown)
	{
		my ($now, $advised, $saved) = @{ $shown{$table} };
		my $rate = $query->("SELECT round((pg_size_bytes('$saved') / ($now - $advised) / 86400.0), 1)");
		# A row there has a header of 24 bytes, a key, 'login', and a time.
		my $row_bytes = 24 + 16 + 6 + 8;
		my %table = (row_bytes => $row_bytes, rows_now => $rows_of{$table}, has_random_keys => 'true');
		# With the model's lengths, which are those that the README shows.
		my ($model_now, $model_best) = map { model('false', $rate, %table, kind => "'$_'") } 'random', 'wrapping';
		my ($in_words, $as_called) = split /\|/, $query->(qq{
			SELECT abs(now.wal_per_row / $now - 1) < 0.01 AND abs(best.wal_per_row / $advised - 1) < 0.01,
				   (SELECT call FROM uuid_advise($rate, '30 days', 0.05, row_bytes => $row_bytes, random_before => true) LIMIT 1)
			  FROM (SELECT wal_per_row FROM $model_now) AS now, (SELECT wal_per_row FROM $model_best) AS best});
		is("$in_words $as_called", "t $call", "the README's figures of $table are those of the model");
	}
	my ($now, $advised) = map { s/(\d)(\d{3})$/$1,$2/r } @{ $shown{'public.events'} };
	return like(slurp('README.md') =~ s/\s+/ /gr, qr/`events` writes $now bytes of WAL today, and $advised with/,
		'the sentence has the figures of the first row');
}

# What the README shows is what report.sql prints for the tables of "scripts/demo --report", but for figures.
sub test_shown_report
{
	my ($shown) = slurp('README.md') =~ /^```\n(switch to the default\n.*?)\n```$/ms;
	my ($call, $rows) = split /\n(?=  public)/, $shown =~ s/^.*\n//r, 2;
	test_shown_figures($call =~ s/^ +//r,
		map { /^  (\S+) \(id\)\n.* now (\d+), .* key (\d+): saves (\d+ [kMGT]B) / ? ($1 => [ $2, $3, $4 ]) : () }
		  split /^(?=  public)/m, $rows);

	$query->('CREATE DATABASE report');
	$node->safe_psql('report', 'CREATE EXTENSION sequential_uuids');
	local @ENV{qw(PGHOST PGPORT PGDATABASE)} = ($node->host, $node->port, 'report');
	my $directory = PostgreSQL::Test::Utils::tempdir();
	append_to_file("$directory/rows.sql", "INSERT INTO $_ DEFAULT VALUES;\n") for qw(events carts sessions);
	$node->command_ok([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-v', 'rows=60000', '-f',
		'scripts/lib/report_tables.sql' ], 'the tables of the demo');
	# As if they were as large as those of the page.
	$node->safe_psql('report', q{
		UPDATE pg_class SET reltuples = 1e7 WHERE relname IN ('events', 'carts')});
	# psql takes any name for a variable.
	my %options = map { $_ => 1 } slurp('advice/report.sql') =~ /^--   (\w+) {2,}\S/mg;
	my @commands = map { slurp($_) =~ /^psql .*-f advice\/report\.sql (.*)$/mg } 'README.md', 'advice/README.md';
	my @unknown = grep { !$options{$_} } map { /-v (\w+)=/g } @commands;
	is("@unknown", '', 'the script has the options that are shown');
	my @as_in_readme = split /\n/, qx{printf '%s\\n' $commands[0]};
	my $inserts = start [ 'pgbench', '-n', '-R', '50', '-T', '600', '-f', "$directory/rows.sql" ], '>', \my $log, '2>&1';
	$node->poll_query_until('report', "SELECT n_tup_ins > 0 FROM pg_stat_user_tables WHERE relname = 'sessions'");
	my $printed;
	# A loaded machine may insert too few rows in a few seconds.
	for my $seconds (3, 15, 60)
	{
		($printed) = run_command([ 'psql', '-X', @as_in_readme, '-v', "over=$seconds s", '-v', 'worth=1 MB',
			'-f', 'advice/report.sql' ]);
		last if $printed !~ /^Too few new rows/m;
	}
	$inserts->kill_kill;
	# What this server writes, which holds fewer rows, is less than what is said, so either table may come first.
	my $alike = sub {
		my ($page) = $_[0] =~ s/,\s+(?:\d+ % of the server's|no more than the server wrote\s+meanwhile)//gr =~
		  s/\d+( MB)?/N/gr =~ s/public\.carts/public.events/gr;
		return $page;
	};
	return like($alike->($printed), qr/^\Q@{[ $alike->($shown) ]}\E/, 'it prints what the README shows, but for figures');
}

# The call that the README shows is what uuid_advise() prints for its arguments, wherever it stands.
sub test_advised_call
{
	my ($advise) = slurp('README.md') =~ /FROM (uuid_advise\([^;]*\) LIMIT 1);/;
	my $call = $query->("SELECT call FROM $advise") =~ s/^public\.//r;
	my ($arguments) = $call =~ /\((.*)\)/;
	my @texts = map { slurp($_) =~ s/^\|.*\n//mgr } 'README.md', 'scripts/demo';
	my @calls = map { /(uuid_interval_nextval\('[^)]*\))/g } @texts;
	s/'00:05:00'/'5 min'/, s/::interval//g for @calls;
	cmp_ok(@calls, '>', 5, 'the call is in the README and in the demo');
	is(join("\n", grep { $_ ne $call } @calls), '', 'everywhere as advised');
	like($recent, qr/from_time, \Q$arguments\E\)/, 'and the condition for recent rows has its arguments');
	my ($plain) = slurp('README.md') =~ /DEFAULT\s+(encode\(.*?::uuid),/s;
	my $plain_call = $query->("SELECT call FROM ${\($advise =~ s/ LIMIT 1//r)} WHERE key = 'plain default'");
	return is($plain =~ s/\s+/ /gr, $plain_call, 'so has the default that needs nothing installed');
}

# And so are those of the README's other tables, in its words.
sub test_other_tables
{
	my $readme = slurp('README.md');
	my %arguments = (
		'`clicks`, 300 per second, kept 90 days, whole partitions dropped' => q{300, horizon => '1 day'},
		'`orders`, 15 per second, kept for good, keys in URLs' => '15, public => true',
		'`sessions`, 100 per second, deleted after 14 days, except 2 %' => q{100, '14 days', 0.02});
	for my $table (sort keys %arguments)
	{
		my ($shown) = $readme =~ /^\| \Q$table\E \| `(.*?)`/m;
		my $call = $query->("SELECT call FROM uuid_advise($arguments{$table}) LIMIT 1");
		# From 18 on, advice calls core's function.
		$call =~ s/^uuidv7\(\)/uuid_v7_nextval()/ if $node->pg_version >= 18;
		is($shown =~ s/'orders 9d1c…'/'…'/r, $call =~ s/^public\.//r =~ s/'[0-9a-f]{32}'/'…'/r, "as advised: $table");
	}
	return;
}

# The cycles and the interval of doc/choosing.md's example are those that uuid_advise() computes: twice the time that
# rows are kept, and a longer one just where it says.
sub test_advised_cycles
{
	my $page = slurp('doc/choosing.md') =~ s/\s+/ /gr;
	like($page, qr/Twice as long as you keep rows.*outnumber the kept ones about four times/, 'the page has the rule');
	for my $years (1, 6, 7)
	{
		my ($cycle) = advised(20, ", horizon => '$years years'") =~ /, '(\d+) days'/;
		# Of 5 %, 12.17 months a year.
		my $outnumber = 0.05 * ($years * 365.25 - 30) / 30;
		is($cycle > 60, $outnumber > 4, "the cycle of rows kept 30 days, after $years years: $cycle days");
	}
	my $twice = model('true', 20, row_bytes => 100, rows_now => 0, has_random_keys => 'false', kind => "'wrapping'",
		horizon_seconds => q{extract(epoch FROM interval '7 years')});
	my ($said, $more) = split /\|/, $query->(qq{
		SELECT substring(note FROM '(\\d+) % more WAL'), round(100 * (twice.wal_per_row / longer.wal_per_row - 1))
		  FROM $twice AS twice, uuid_advise(20, '30 days', 0.05, horizon => '7 years') AS longer
		 WHERE longer.key = 'wrapping by time'});
	is($said, $more, 'what twice the time would write more');
	my ($interval) = advised(200, '') =~ /\('(.*)', /;
	my ($of_peak) = $page =~ /at 200 rows per second, `'(.*?)'`/;
	return is($of_peak, $interval, 'the interval of a peak');
}

sub advised
{
	my ($rate, $argument) = @_;
	return $query->("SELECT call FROM uuid_advise($rate, '30 days', 0.05$argument) WHERE key = 'wrapping by time'");
}

# Below two rows per second, another key saves less than a gigabyte a day.
sub test_wal_that_is_no_concern
{
	my $saved = $query->(q{SELECT 2 * 86400 / 1e9 * (max(wal_per_row) - min(wal_per_row)) FROM uuid_advise(1)});
	like(slurp('doc/choosing.md') =~ s/\s+/ /gr, qr/At 2 inserts per second, another key saves about a gigabyte a day/,
		'the rate from which keys matter');
	cmp_ok(abs($saved - 1), '<', 0.1, "saves $saved GB a day");
}

# Wherever a default changes to one of our calls.
sub test_calls_are_tried_first
{
	my ($tried, @untried) = 0;
	my @pages = ('README.md', 'sql-only/README.md', 'advice/README.md', glob('doc/*.md doc/dev/*.md'));
	for my $text ((map { sql_of($_) } @pages), map { slurp($_) } glob('examples/*.sql'))
	{
		while ($text =~ /SET DEFAULT ((?:\w+\.)?uuid_\w+\(.*\));/g)
		{
			my $call = $1;
			substr($text, 0, $-[0]) =~ /(?:SELECT|PERFORM) \Q$call\E;/ ? $tried++ : push @untried, $call;
		}
	}
	cmp_ok($tried, '>', 10, 'there are calls that become a default');
	is(join("\n", @untried), '', 'each is tried first');
}

# One that ALTER TABLE accepts, though every INSERT would fail.
sub test_call_that_fails
{
	my $wrong = $switch =~ s/'5 min', '60 days'/'7 min', '60 days'/gr;
	my $insert = q{INSERT INTO events (happened) VALUES ('a row')};
	$newcomer->($wrong =~ s/^SELECT uuid.*\n//mr);
	isnt(($node->psql('new', $insert, @as_newcomer))[0], 0, 'without the SELECT, INSERTs would fail');
	$newcomer->($switch);
	like(($node->psql('new', $wrong, @as_newcomer))[2], qr/ERROR:  invalid value for parameter "cycle": 60 days$/m,
		'with it, the transaction fails');
	is($newcomer->("$insert RETURNING uuid_interval_between(id, now(), clock_timestamp(), '5 min', '60 days')"),
		't', 'and the default stays');
}

# What the query of the server says while 500 rows are inserted, then what that of pg_walinspect, from 16 on
# in both its forms, says of the index while another 500 are.
sub measure
{
	my $insert = 'CHECKPOINT; INSERT INTO orders SELECT FROM generate_series(1, 500);';
	my $measure = $of_server =~ s/$wait/$insert SELECT pg_stat_force_next_flush(); SELECT pg_stat_clear_snapshot();/r;
	my ($images, $setting) = $query->($measure) =~ /^orders\|orders_pkey\|.*\|([\d.]+)\|(\w+)$/m;
	my @of_index;
	for my $block (@of_wal[ 0 .. ($node->pg_version < 16 ? 0 : 1) ])
	{
		my $rows = $query->($block =~ s/$wait/$insert/r);
		my ($records, $its_images, $per_record) = $rows =~ /^orders_pkey\|(\d+)\|(\d+)\|[^|]*\|(\d+)$/m;
		cmp_ok($records, '>=', 500, 'each row has a record of the WAL');
		push @of_index, [ $its_images, $per_record ];
	}
	return ($images, $setting, @of_index);
}

# After a bulk load, which hides what inserts cost; then after the switch.
sub test_diagnosis
{
	$query->($_) for q{ALTER SYSTEM SET checkpoint_timeout = '1 d'}, 'SELECT pg_reload_conf()';
	$node->poll_query_until('postgres', q{SELECT current_setting('checkpoint_timeout') = '1d'});
	$query->(q{
		CREATE EXTENSION pg_walinspect;
		CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), item text);
		INSERT INTO orders SELECT FROM generate_series(1, 300000)});
	cmp_ok($query->('SELECT wal_fpi / sum(tup_inserted) FROM pg_stat_wal, pg_stat_database GROUP BY wal_fpi'),
		'<', 0.1, 'since the reset, the server looks healthy');
	my ($images, undef, @of_index) = measure();
	cmp_ok($images, '>', 0.5, "two samples show that it is not: $images images per row");
	for (@of_index)
	{
		cmp_ok($_->[0], '>', 250, "its index has $_->[0] images for 500 rows");
		cmp_ok($_->[1], '>', 2000, "and $_->[1] bytes per record");
	}
	$query->($migration);
	($images, undef, @of_index) = measure();
	cmp_ok($images, '<', 0.1, "after the switch, it is: $images");
	for (@of_index)
	{
		cmp_ok($_->[0], '<', 50, "its index has $_->[0] images for 500 rows");
		cmp_ok($_->[1], '<', 500, "and $_->[1] bytes per record");
	}
	$query->($_) for 'ALTER TABLE orders ALTER id SET DEFAULT gen_random_uuid()',
		'ALTER SYSTEM SET full_page_writes = off', 'SELECT pg_reload_conf()';
	$node->poll_query_until('postgres', q{SELECT current_setting('full_page_writes') = 'off'});
	is(join(' ', (measure())[ 0, 1 ]), '0.00 off', 'without full_page_writes there are no images, which it shows');
}

# Of WAL that is still there.
sub test_who_may_measure
{
	my $major = $node->pg_version < 16 ? 0 : 1;
	$query->("CREATE ROLE regress_dba LOGIN; $grants[$major] TO regress_dba");
	my $block = $of_wal[$major] =~ s/$wait/CREATE TEMP TABLE filler ();/r;
	my $as = sub { return ($node->psql('postgres', $_[1], extra_params => [ '-U', $_[0] ]))[2] };
	unlike($as->('regress_dba', $block), qr/ERROR/, 'with the grant, a role may see the WAL of each relation');
	like($as->('regress_newcomer', $block), qr/permission denied for function pg_get_wal/, 'and another role may not');
	$query->($_) for 'ALTER SYSTEM SET wal_keep_size = 0', 'SELECT pg_reload_conf()';
	$node->poll_query_until('postgres', q{SELECT current_setting('wal_keep_size') = '0'});
	$query->($_) for 'SELECT pg_switch_wal()', 'CHECKPOINT';
	like($as->('regress_dba', $block =~ s/pg_current_wal_flush_lsn\(\)::text/'0\/1000028'/r),
		qr/requested WAL segment \S+ has already been removed/, 'nor is WAL seen that has been removed');
}

sub default_of
{
	my ($table) = @_;
	return $query->("SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef
		WHERE adrelid = '$table'::regclass AND adnum = 1");
}
my $new_default = q{uuid_interval_nextval('00:05:00'::interval, '60 days'::interval)};

# While another session holds the lock that VACUUM takes.
sub test_loop
{
	cmp_ok(() = $loop =~ /\n/g, '<=', 20, 'the loop has at most 20 lines');
	$loop =~ s/pg_sleep\(10\)/pg_sleep(0.1)/ or BAIL_OUT('the loop does not wait');
	my $patience = $PostgreSQL::Test::Utils::timeout_default;
	my @psql = ('psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', $node->connstr('postgres'));
	my ($locked, $said) = ('', '');
	my $input = "BEGIN; LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE; SELECT 'locked';\n";
	my $vacuum = start \@psql, '<', \$input, '>', \$locked, timeout($patience);
	pump $vacuum until $locked =~ /locked/;
	my $looping = start \@psql, '<', \"SET application_name = 'loop';\n$loop", '2>', \$said, timeout($patience);
	pump $looping until $said =~ /(?:the table is locked.*){2}/s;
	is($query->("SET statement_timeout = '$patience s'; INSERT INTO orders (item) VALUES ('a pen') RETURNING item"),
		'a pen', 'between its tries, clients insert');
	my $now = $query->('SELECT txid_current()');
	ok($node->poll_query_until('postgres', "SELECT backend_xmin::text::bigint > $now OR backend_xmin IS NULL
			FROM pg_stat_activity WHERE application_name = 'loop'"), 'it keeps no snapshot, so VACUUM removes rows');
	isnt(default_of('orders'), $new_default, 'the table is still locked');
	$input = "COMMIT;\n\\q\n";
	pump $vacuum while length $input;
	ok(finish($looping), 'once it is not, the loop ends') or diag($said);
	finish $vacuum;
	is(default_of('orders'), $new_default, 'with the new default');
	like(($node->psql('postgres', $loop =~ s/'5 min'/'7 min'/gr))[2], qr/invalid value for parameter "cycle"/,
		'a call that fails ends it');
}

sub test_partitions
{
	$query->(q{
		DROP TABLE orders;
		CREATE TABLE orders (id uuid DEFAULT gen_random_uuid(), item text) PARTITION BY RANGE (id);
		CREATE TABLE orders_all PARTITION OF orders DEFAULT});
	$query->($loop =~ s/ALTER TABLE/ALTER TABLE ONLY/r);
	is(default_of('orders'), $new_default, 'ALTER TABLE ONLY changes the default of the root');
	is(default_of('orders_all'), 'gen_random_uuid()', 'and not that of a partition');
	my $is_new = q{uuid_interval_between(id, now(), clock_timestamp(), '5 min', '60 days')};
	is($query->("INSERT INTO orders DEFAULT VALUES RETURNING $is_new"), 't',
		'which rows inserted into the root do not get');
}

test_readme_from_the_top();
test_recent_rows();
test_shown_keys();
test_shown_report();
test_advised_call();
test_other_tables();
test_advised_cycles();
test_wal_that_is_no_concern();
test_calls_are_tried_first();
test_call_that_fails();
test_diagnosis();
test_who_may_measure();
test_loop();
test_partitions();
$node->stop;
done_testing();
