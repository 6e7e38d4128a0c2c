# README.md works for an ordinary role, and its keys, figures, report, calls and defaults are what the extension prints,
# as are the cycles, the interval and the rate of doc/choosing.md.
use strict;
use warnings;
use utf8;

use IPC::Run qw(start);
use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

my $readme = slurp('README.md');

page('README.md', role => 'regress_newcomer', at_end => sub {
	test_shown_keys();
	test_shown_report();
	test_advised_call();
	test_defaults();
	test_ids_in_urls();
	test_call_that_fails();
});
page('doc/choosing.md', at_end => \&test_advised_cycles);

# The keys that it shows are of the same five minutes.
sub test_shown_keys
{
	my @shown = $readme =~ /^ ([-0-9a-f]{36})$/mg;
	is(join('', map { substr $_, 14, 1 } @shown), '444', 'the README shows three keys');
	return gives('SELECT count(DISTINCT uuid_block(id, 17280)) FROM unnest(ARRAY[' .
		  join(',', map { "uuid '$_'" } @shown) . ']) AS id', 1, 'of the same five minutes');
}

# The figures of tables that it shows are those of the model, for as many rows as the demo has; their rate follows from
# what is saved.
sub test_shown_figures
{
	my ($call, %shown) = @_;
	my ($most) = slurp('scripts/demo') =~ /report_rows=(\d+)$/m;
	my %rows_of = ('public.events' => $most);
	is(join(' ', keys %shown), 'public.events', 'the README has this table');
	for my $table (sort keys %shown)
	{
		my ($now, $advised, $saved) = @{ $shown{$table} };
		my $rate = query("SELECT round((pg_size_bytes('$saved') / ($now - $advised) / 86400.0), 1)");
		# A row there has a header of 24 bytes, a key, 'login', and a time.
		my $row_bytes = 24 + 16 + 6 + 8;
		my %table = (row_bytes => $row_bytes, rows_now => $rows_of{$table}, has_random_keys => 'true');
		# With the model's lengths, which are those that the README shows.
		my ($model_now, $model_best) = map { model('false', $rate, %table, kind => "'$_'") } 'random', 'wrapping';
		gives(qq{
			SELECT abs(now.wal_per_row / $now - 1) < 0.01 AND abs(best.wal_per_row / $advised - 1) < 0.01,
				   (SELECT call FROM uuid_advise($rate, '30 days', 0.05, row_bytes => $row_bytes, random_before => true) LIMIT 1)
			  FROM (SELECT wal_per_row FROM $model_now) AS now, (SELECT wal_per_row FROM $model_best) AS best},
			"t|$call", "the README's figures of $table are those of the model");
	}
	return;
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

# What report.sql prints for a table of "scripts/demo --report" is what the README shows, but for figures; and it runs
# as the README says for all tables, none of which it takes to lose rows.
sub test_shown_report
{
	my ($shown) = $readme =~ /^```text\n(switch to the default\n.*?)\n```$/ms;
	my ($call, $rows) = split /\n(?=  public)/, $shown =~ s/^.*\n//r, 2;
	test_shown_figures($call =~ s/^ +//r,
		$rows =~ /^  (\S+) \(id\)\n.* now (\d+), .* key (\d+): saves (\d+ [kMGT]B) / ? ($1 => [ $2, $3, $4 ]) : ());
	# psql takes any name for a variable.
	my %options = map { $_ => 1 } slurp('advice/report.sql') =~ /^--   (\w+) {2,}\S/mg;
	my @of_readme = $readme =~ /^psql .*-f advice\/report\.sql (.*)$/mg;
	my @commands = (@of_readme, slurp('advice/README.md') =~ /^psql .*-f advice\/report\.sql (.*)$/mg);
	is(join(' ', grep { !$options{$_} } map { /-v (\w+)=/g } @commands), '', 'the script has the options that are shown');

	query('CREATE DATABASE report');
	my %printed;
	in_database(node(), 'report', sub {
		query('CREATE EXTENSION sequential_uuids');
		node()->command_ok([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-v', 'rows=60000',
			'-f', 'scripts/lib/report_tables.sql' ], 'the tables of the demo');
		# As if they were as large as those of the page.
		query(q{UPDATE pg_class SET reltuples = 1e7 WHERE relname IN ('events', 'orders')});
		my $script = PostgreSQL::Test::Utils::tempdir() . '/rows.sql';
		append_to_file($script, "INSERT INTO $_ DEFAULT VALUES;\n") for qw(events orders sessions);
		my $inserts = start [ 'pgbench', '-n', '-R', '50', '-T', '600', '-f', $script ], '>', \my $log, '2>&1';
		node()->poll_query_until('report', "SELECT n_tup_ins > 0 FROM pg_stat_user_tables WHERE relname = 'sessions'");
		for my $command (@of_readme)
		{
			my @as_in_readme = split /\n/, qx{printf '%s\\n' $command};
			# A loaded machine may insert too few rows in a few seconds.
			for my $seconds (3, 15, 60)
			{
				($printed{$command}) = run_command([ 'psql', '-X', @as_in_readme, '-v', "over=$seconds s",
					'-v', 'worth=1 MB', '-f', 'advice/report.sql' ]);
				last if $printed{$command} !~ /^Too few new rows/m;
			}
		}
		$inserts->kill_kill;
	});
	my ($all, $table) = @printed{@of_readme};
	like($all, qr/'36500 days'\)\n(?=.*^  public\.events \(id\)$).*^  public\.orders \(id\)$/ms,
		'for all tables, as if their rows were permanent');
	# What this server writes, which holds fewer rows, is less than what is said.
	my $longer = qr/\s+\(a\s+longer\s+"over"\s+shows\s+more\)/;
	my $alike = sub {
		return $_[0] =~ s/,\s+(?:\d+ % of the server's|no more than the server wrote\s+meanwhile(?:$longer)?)//gr
			=~ s/\d+( MB)?/N/gr;
	};
	return like($alike->($table), qr/^\Q@{[ $alike->($shown) ]}\E/, 'it prints what the README shows, but for figures');
}

# The call that it shows is what uuid_advise() prints for its arguments, wherever it stands.
sub test_advised_call
{
	my ($advise) = $readme =~ /FROM (uuid_advise\([^;]*\)) LIMIT 1;/;
	my $call = query("SELECT call FROM $advise LIMIT 1") =~ s/^public\.//r;
	my @texts = map { slurp($_) =~ s/^\|.*\n//mgr } 'README.md', 'scripts/demo';
	my @calls = map { /(uuid_interval_nextval\('[^)]*\))/g } @texts;
	s/'00:05:00'/'5 min'/, s/::interval//g for @calls;
	cmp_ok(@calls, '>', 5, 'the call is in the README and in the demo');
	is(join("\n", grep { $_ ne $call } @calls), '', 'everywhere as advised');
	my ($plain) = slurp('doc/choosing.md') =~ /DEFAULT\s+(encode\(.*?::uuid),/s;
	return gives("SELECT call FROM $advise WHERE key = 'plain default'", $plain =~ s/\s+/ /gr,
		'so is the default of doc/choosing.md that needs nothing installed');
}

# The defaults of its three tables are word for word what it asks for.
sub test_defaults
{
	my %shown = $readme =~ /^\| `\w+`:.*? \| `(uuid_advise\(.*?\))` \| `(.*?)` \|$/mg;
	is(scalar keys %shown, 3, 'the README has the defaults of three tables');
	for my $advise (sort keys %shown)
	{
		my $call = query("SELECT call FROM $advise LIMIT 1");
		# From 18 on, advice calls core's function.
		$call =~ s/^uuidv7\(\)/public.uuid_v7_nextval()/ if node()->pg_version >= 18;
		is($shown{$advise}, $call, "as advised: $advise");
	}
	return;
}

# Pages give the same key to orders whose ids are in URLs.
sub test_ids_in_urls
{
	my $sentence = 'Would it harm you if a customer knew the day of an order? No: UUIDv7 or a wrapping key. '
	  . 'Yes: an opaque key, or a mask outside.';
	for my $page ('README.md', 'doc/choosing.md')
	{
		my $text = words($page) =~ s/\[([^]]*)\]\([^)]*\)/$1/gr =~ tr/*//dr;
		like($text, qr/\Q$sentence\E/, "$page: orders with ids in URLs");
	}
	return;
}

# A call that ALTER TABLE accepts, though every INSERT would fail.
sub test_call_that_fails
{
	my $switch = sql_block('README.md', qr/ALTER TABLE.*SET DEFAULT/);
	my $wrong = $switch =~ s/'5 min', '60 days'/'7 min', '60 days'/gr;
	my $invalid = qr/ERROR:  invalid value for parameter "cycle": 60 days$/m;
	my $insert = q{INSERT INTO events (happened) VALUES ('a row')};
	query($wrong =~ s/^SELECT uuid.*\n//mr);
	fails($insert, $invalid, 'without the SELECT, INSERTs would fail');
	query($switch);
	fails($wrong, $invalid, 'with it, the transaction fails');
	return gives("$insert RETURNING uuid_interval_between(id, now(), clock_timestamp(), '5 min', '60 days')",
		't', 'and the default stays');
}

# Twice the time that rows are kept, and a longer cycle just where doc/choosing.md says.
sub test_advised_cycles
{
	my $page = words('doc/choosing.md');
	like($page, qr/Twice the time after which you delete rows.*piled up to about four times the others/,
		'the page has the rule');
	# Of 5 %, 12.17 months a year: 3.6 times after six years, 4.2 after seven.
	gives(q{
		SELECT string_agg((substring(call FROM ', ''(\d+) days')::int > 60)::text, ' ' ORDER BY years)
		  FROM unnest('{1,6,7}'::int[]) AS years, uuid_advise(20, '30 days', 0.05, horizon => make_interval(years))
		 WHERE key = 'wrapping by time'}, 'false false true', 'which a cycle of rows kept 30 days follows');
	my $twice = model('true', 20, row_bytes => 100, rows_now => 0, has_random_keys => 'false', kind => "'wrapping'",
		horizon_seconds => q{extract(epoch FROM interval '7 years')});
	my ($said, $more) = split /\|/, query(qq{
		SELECT substring(note FROM '(\\d+) % more WAL'), round(100 * (twice.wal_per_row / longer.wal_per_row - 1))
		  FROM $twice AS twice, uuid_advise(20, '30 days', 0.05, horizon => '7 years') AS longer
		 WHERE longer.key = 'wrapping by time'});
	is($said, $more, 'what twice the time would write more');
	my ($interval) = query(q{SELECT substring(call FROM '\(''(.*)'', ')
		FROM uuid_advise(200, '30 days', 0.05) WHERE key = 'wrapping by time'});
	like($page, qr/at 200 rows per second, `'\Q$interval\E'`/, 'the interval of a peak');
	like($page, qr/At 2 inserts per second, another key saves about a gigabyte of WAL a day/,
		'the rate from which keys matter');
	my $saved = query(q{SELECT 2 * 86400 / 1e9 * (max(wal_per_row) - min(wal_per_row)) FROM uuid_advise(1)});
	return cmp_ok(abs($saved - 1), '<', 0.1, "which saves $saved GB a day");
}
