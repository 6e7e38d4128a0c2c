# runs: every
# The SQL of the documentation: every block of each page, in order, as a newcomer would
# try it, compared with the output that the page shows behind it.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use FindBin;
use lib "$FindBin::Bin/lib";
use InitdbTemplate;
use IPC::Run qw(start kill_kill);
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('documentation');
my $has_statements;

# What single pages take as given (files of t/pages/), and what else has to be true: of the
# database after the blocks that match a pattern, while clients are at work, and at the end.
# The sections of a page with something given begin anew, since each shows another way.  A
# section may have its own.
my %from_v1 = (
	given => ['keys_of_version_1.sql'],
	clients => 'clients_with_old_keys.pgbench.sql',
	at_end => \&test_converted_keys);
my %pages = (
	'README.md' => {
		after => [ [ qr/events_since\(id, now/, \&test_finds_three_rows ] ]
	},
	'doc/clients.md' => {
		given => [ 'app.sql', 'keys_of_clients.sql' ],
		after => [
			[ qr/IS DISTINCT FROM '4'/, \&test_finds_keys_of_clients ],
			[ qr/has_column_privilege/, \&test_has_no_right_to_insert_keys ],
			[ qr/TRIGGER key_of_server/, \&test_refuses_keys_of_clients ],
			[ qr/RAISE LOG/, \&test_logs_keys_of_clients ],
			[ qr/TRIGGER key_near_created_at/, \&test_refuses_wrong_clocks ],
			[ qr/uuid_interval_between\(id, now\(\)/, \&test_finds_three_rows ]
		]
	},
	'doc/operating.md' => {
		given => ['orders.sql'],
		sections => { Packages => { given => [] } }
	},
	'doc/reference.md' => { given => [ 'app.sql', 'orders.sql' ] },
	'doc/new-keys.md' => {
		given => [ 'app.sql', 'orders.sql' ],
		after => [ [ qr/lag\(k\.new_id\)/, \&test_uuid_v7_in_order ] ],
		sections => {
			'A new uuid column' => {
				given => ['integer_keys.sql'],
				at_end => \&test_map_of_keys
			},
			'From integer keys' => {
				given => [ 'integer_keys.sql', 'second_keys.sql' ],
				at_end => \&test_integer_keys
			},
			'From UUIDv1' => {
				given => ['keys_of_version_1.sql'],
				at_end => \&test_conversions_in_sql
			}
		}
	},
	'doc/servers.md' => {
		after => [
			[ qr/^CALL make_room_for_tomorrow/, \&test_ring_of_partitions ],
			[ qr/^CALL make_room_for_tomorrow/, \&test_reads_one_partition ]
		]
	},
	'doc/switching.md' => {
		given => [ 'app.sql', 'orders.sql' ],
		after => [
			[ qr/only_table => 'orders'/, \&test_finds_one_table ],
			[ qr/GRANT pg_read_all_stats/, \&insert_orders ],
			[ qr/wal_per_row.*FROM pg_stat_statements/s, \&test_finds_inserts ]
		]
	},
	'doc/time.md' => {
		given => [ 'app.sql', 'orders.sql' ],
		sections => {
			map { $_ => { given => ['events.sql'] } } 'Delete rows by age, without another index',
			'Export new rows, each once', 'Count rows per hour', 'Equal slices for parallel readers'
		},
		after => [
			[ qr/orders_since\(.*AND created_at .*;\s*\z/s, \&test_finds_three_rows ],
			[ qr/CALL delete_old_events/, \&test_keeps_the_rest ],
			[ qr/UPDATE export SET mark/, \&test_exports_each_row_once ],
			[ qr/date_trunc\('hour'/, \&test_counts_as_by_time ],
			[ qr/histogram_bounds/, \&test_equal_slices ]
		]
	},
	'sql-only/README.md' => { given => ['edition_in_sql.sql'] },
	(map { $_ => { given => ['orders.sql'] } } glob('clients/*/README.md')),
	'examples/from_uuidv1.sql' => \%from_v1);

# Blocks without a language that are no output of the SQL before them: recorded on a test server, or no SQL at all.
# t/023_pasting.pl has those of the READMEs, t/017_reference.pl the plan of doc/time.md.
my %other_blocks = (
	'README.md' => 2,
	'doc/clients.md' => 1,
	'doc/format.md' => 2,
	'doc/new-keys.md' => 1,
	'doc/operating.md' => 1,
	'doc/switching.md' => 1,
	'doc/time.md' => 1);

sub test_finds_three_rows
{
	my ($database, @rows) = @_;
	return is(@rows, 3, 'which finds the rows inserted above');
}

# All of 2,000, except for version 4 whose random block is by chance that of its time.
sub test_finds_keys_of_clients
{
	my ($database, @rows) = @_;
	cmp_ok(scalar @rows, '>=', 1990, 'which finds nearly all keys of clients');
	return cmp_ok(scalar @rows, '<=', 2000, 'and no key of the server');
}

# Of many rows with one time, and of more than there are microseconds up to the next.
sub test_uuid_v7_in_order
{
	my ($database) = @_;
	my ($again) = slurp('doc/new-keys.md') =~ /^(CREATE TABLE new_v7_keys.*?;\n).*?^```$/ms;
	my ($count) = slurp('doc/new-keys.md') =~ /^(SELECT count\(\*\) FROM \(\n    SELECT k\.new_id.*?;)$/ms;
	$node->safe_psql($database, q{
		DROP TABLE new_v7_keys;
		INSERT INTO orders (created_at)
		SELECT timestamptz '2026-11-29' + n / 5000 * interval '20 us' FROM generate_series(1, 20000) AS n;});
	is($node->safe_psql($database, $again . $count), 0, 'which keeps the order of rows with the same time');
	return is($node->safe_psql($database, 'SELECT count(DISTINCT new_id) > 20000 FROM new_v7_keys'), 't',
		'... of all rows');
}

sub test_has_no_right_to_insert_keys
{
	my ($database, @rows) = @_;
	return is($rows[-1], 'f', 'the role has no right to insert keys');
}

sub test_refuses_keys_of_clients
{
	my ($database) = @_;
	my (undef, undef, $refused) = $node->psql($database, 'INSERT INTO orders (id) VALUES (gen_random_uuid())');
	like($refused, qr/a client has generated the key/, 'a key of a client is refused');
	my $rows = $node->safe_psql($database, q{
		WITH new AS (INSERT INTO orders DEFAULT VALUES RETURNING id),
			 old AS (UPDATE orders SET item = 1 WHERE created_at < now() RETURNING id)
		SELECT (SELECT count(*) FROM new), (SELECT count(*) FROM old)});
	return is($rows, '1|3003', 'those of the server are taken, and old rows updated');
}

sub test_logs_keys_of_clients
{
	my ($database) = @_;
	my $key = $node->safe_psql($database, 'INSERT INTO orders (id) VALUES (gen_random_uuid()) RETURNING id');
	return like(slurp_file($node->logfile), qr/LOG:  key $key from \S+ at/, 'or taken, and logged');
}

sub test_finds_one_table
{
	my ($database, @rows) = @_;
	return is(@rows, 1, 'which finds the table');
}

sub insert_orders
{
	my ($database) = @_;
	return $node->safe_psql($database, 'INSERT INTO orders SELECT FROM generate_series(1, 10)');
}

sub test_finds_inserts
{
	my ($database, @rows) = @_;
	return like($rows[0], qr/^1\|\d+\|[\d.]+\|INSERT INTO orders SELECT/, 'which shows the WAL of INSERTs');
}

# Rows that are kept, or aren't settled, are still there; and what a span of a whole cycle misses is as the page says.
sub test_keeps_the_rest
{
	my ($database) = @_;
	is($node->safe_psql($database, q{
		SELECT count(*) FILTER (WHERE created_at >= now() - interval '29 days') > 28 * 1440,
			   count(*) FILTER (WHERE NOT settled) FROM events}), 't|8639', 'all others stay');
	my ($found, $older) = split /\|/, $node->safe_psql($database, q{
		SELECT count(*) FILTER (WHERE uuid_interval_between(
				   id, now() - interval '60 days', now() - interval '30 days', '5 min', '60 days')), count(*)
		  FROM events WHERE created_at < now() - interval '60 days'});
	my ($of, $shown) = slurp('doc/time.md') =~ /test, ([\d,]+) rows were older .* found ([\d,]+) of\s+them/s;
	return ok(abs($found - $shown =~ s/,//r) < 5 && abs($older - $of =~ s/,//r) < 5, "a whole cycle: $found of $older");
}

# Reads of the page, each five minutes later, while transactions commit up to nine minutes after they generated keys.
sub test_exports_each_row_once
{
	my ($database) = @_;
	my $runs = sub {
		my ($lag) = @_;
		return $node->safe_psql($database, qq{
			CREATE TEMPORARY TABLE commits AS
			SELECT uuid_interval_at(at, '5 min', '60 days') AS id, at, at + n % 10 * interval '1 min' AS committed
			  FROM (SELECT n, timestamptz '2026-11-01 00:00+00' + n * interval '20 s' AS at
					  FROM generate_series(1, 360) AS n) AS s;
			CREATE TEMPORARY TABLE seen (id uuid);
			DO \$do\$
			DECLARE
				present timestamptz; from_time timestamptz := '2026-11-01 00:00+00'; to_time timestamptz;
			BEGIN
				FOR present IN SELECT generate_series(from_time + interval '15 min', '2026-11-01 03:02+00', '7 min') LOOP
					to_time := date_bin('5 min', present - interval '$lag', 'epoch');
					INSERT INTO seen SELECT id FROM commits
					 WHERE uuid_interval_between(id, from_time, to_time, '5 min', '60 days') AND committed <= present;
					from_time := to_time;
				END LOOP;
			END \$do\$;
			SELECT count(*) = count(DISTINCT id), count(*) FROM seen});
	};
	is($runs->('10 min'), 't|360', 'each row is exported once');
	return like($runs->('0 min'), qr/^t\|(?:[12]\d\d|\d\d)$/, 'without the lag, some are missed');
}

sub test_counts_as_by_time
{
	my ($database, @rows) = @_;
	my $by_time = $node->safe_psql($database, q{
		SELECT date_trunc('hour', created_at), count(*) FROM events
		 WHERE created_at >= now() - interval '10 days' GROUP BY 1 ORDER BY 1});
	my ($first, @others) = split /\n/, $by_time;
	shift @rows;
	# If an hour has ended between the two.
	shift @rows if substr($rows[0], 0, 13) lt substr($others[0], 0, 13);
	return is(join("\n", @rows), join("\n", @others), 'by key as by time, after the hour in which the span begins');
}

sub test_equal_slices
{
	my ($database, @rows) = @_;
	my @counts;
	for (@rows)
	{
		my ($from, $to) = map { $_ ? "'$_'" : 'NULL' } (split /\|/, $_, -1)[ 0, 1 ];
		push @counts, $node->safe_psql($database,
			"SELECT count(*) FROM events WHERE (id >= $from OR $from IS NULL) AND (id < $to OR $to IS NULL)");
	}
	my @sorted = sort { $a <=> $b } @counts;
	is(scalar @counts, 4, 'four slices');
	cmp_ok($sorted[-1], '<', 1.2 * $sorted[0], "which are about equal: @counts");
	my $all = 0;
	$all += $_ for @counts;
	return is($all, $node->safe_psql($database, 'SELECT count(*) FROM events'), 'and hold all rows');
}

# The trigger for keys that clients generate; t/024_client_rows.pl has its other tests.
sub test_refuses_wrong_clocks
{
	my ($database) = @_;
	my $parameters = q{'5 min', '60 days'};
	my @accepted;
	for my $wrong ('0', '1 hour', '1 day', '1 year', '-1 hour', '-25 hours', '-1 year', '60 days')
	{
		my ($status, undef, $stderr) = $node->psql($database, qq{
			SET ROLE app;
			INSERT INTO drafts (id) VALUES (uuid_interval_at(now() + interval '$wrong', $parameters))});
		push @accepted, $wrong if $status == 0;
		like($stderr, qr/is not a key of this time/, "a clock that is wrong by $wrong is refused") if $status;
	}
	is(join(', ', @accepted), '0, -1 hour, 60 days',
		'of wrong clocks, those that look like late rows or change nothing are accepted');

	my (undef, undef, $denied) = $node->psql($database,
		"SET ROLE app; INSERT INTO drafts (id, created_at) VALUES (uuid_interval_at(now(), $parameters), now())");
	like($denied, qr/permission denied for table drafts/, 'a client cannot set created_at');

	my $blocks_that_pass = $node->safe_psql($database, qq{
		SELECT count(*)
		  FROM generate_series(0, 32767) AS prefix
		 WHERE uuid_interval_between(uuid_block_lower(prefix, 32768),
									 now() - interval '24 hours', now() + interval '10 min', $parameters)});
	return like($blocks_that_pass, qr/^29[01]$/, 'as many random keys pass as the page says');
}

# After rows of two cycles, of which each day makes room for the next.
sub test_ring_of_partitions
{
	my ($database) = @_;
	my $partitions = $node->safe_psql($database, q{
		DO $$
		DECLARE
			noon timestamptz := '2026-11-01 12:00+00';
		BEGIN
			FOR day IN 0 .. 15 LOOP
				INSERT INTO events SELECT uuid_interval_at(noon, '1 min', '8 days'), noon, 'on day ' || day
				  FROM generate_series(1, 100);
				EXECUTE format('TRUNCATE events_%s',
							   uuid_interval_block(noon + interval '24 hours', '1 day', '8 days'));
				noon := noon + interval '24 hours';
			END LOOP;
		END $$;
		SELECT tableoid::regclass AS partition, count(*), min(happened) FROM events GROUP BY 1 ORDER BY min(at)});
	return is(
		$partitions,
		join("\n", map { 'events_' . ($_ + 6) % 8 . "|100|on day $_" } 9 .. 15),
		'the last seven days are there, each in its partition');
}

sub test_reads_one_partition
{
	my ($database) = @_;
	my $plan = $node->safe_psql($database, q{
		EXPLAIN (COSTS OFF) SELECT * FROM events
		 WHERE uuid_interval_between(id, '2026-11-16+00', '2026-11-17+00', '1 min', '8 days')});
	my %read = map { $_ => 1 } $plan =~ / on events_(\d)/g;
	return is(join(' ', sort keys %read), '5', 'of the partitions one is read');
}

# With the map, references without a foreign key lead to the same invoices, and who starts again gets the same keys.
sub test_map_of_keys
{
	my ($database) = @_;
	my $references = q{
		SELECT count(*), count(*) FILTER (WHERE subject_item = item) FROM comments JOIN invoices AS i ON i.id = subject_id
		UNION ALL
		SELECT count(*), count(*) FILTER (WHERE content ->> 'item' = item)
		  FROM messages JOIN invoices AS i ON i.id::text = content ->> 'invoice_id'};
	is($node->safe_psql($database, $references), "5000|5000\n5000|5000", 'each reference leads to its invoice');
	my ($fill) = grep { /CREATE TABLE new_invoice_keys/ } sql_of('doc/new-keys.md');
	$node->safe_psql($database, 'ALTER TABLE invoices DROP COLUMN id; ALTER TABLE invoices ADD COLUMN id uuid');
	$node->safe_psql($database, $fill =~ s/^CREATE TABLE .*//r);
	return is($node->safe_psql($database, $references), "5000|5000\n5000|5000", 'also after all was filled again');
}

# Clients have left out one key or the other meanwhile; the section itself has dropped the old one.
sub test_integer_keys
{
	my ($database) = @_;
	my $lines = $node->safe_psql($database, q{
		SELECT count(*), count(*) FILTER (WHERE item = invoice_item)
		  FROM invoice_lines JOIN invoices ON invoices.id = invoice_id});
	is($lines, '5000|5000', 'each line has its invoice');
	my $of_time = $node->safe_psql($database, q{
		SELECT bool_and(uuid_interval_between(id, created_at, created_at + interval '1 min', '5 min', '60 days'))
		  FROM invoices});
	return is($of_time, 't', 'and each invoice the key of its time');
}

# The functions that the page has for the edition in SQL convert as those in C.
sub test_conversions_in_sql
{
	my ($database) = @_;
	my $alike = $node->safe_psql($database, q{
		SELECT count(*),
			   bool_and((uuids.uuid_v1_to_v7(id), uuids.uuid_v1_to_v6(id), uuids.uuid_v6_to_v1(uuid_v1_to_v6(id)))
								  = (uuid_v1_to_v7(id), uuid_v1_to_v6(id), id))
		  FROM customers WHERE substr(id::text, 15, 1) = '1'});
	return is($alike, '10000|t', 'functions in SQL convert as those in C');
}

sub test_converted_keys
{
	my ($database) = @_;
	my $inserted = 30001;
	my $orders = $node->safe_psql($database, qq{
		SELECT bool_and(number = customer_number) AS same_customers,
			   count(*) = $inserted + (SELECT sum(touched) FROM customers) AS as_many_as_clients_inserted,
			   count(*) > $inserted + 10 AS clients_were_at_work,
			   string_agg(DISTINCT substr(o.id::text, 15, 1), ',') AS versions_of_orders,
			   string_agg(DISTINCT substr(c.id::text, 15, 1), ',') AS versions_of_customers
		  FROM orders AS o
		  JOIN customers AS c ON c.id = customer_id});
	is($orders, 't|t|t|4,7|4,7', 'at the end, all foreign keys lead to their customers, and all v1 keys are converted');
	my $in_order = $node->safe_psql($database, q{
		SELECT bool_and(ordered)
		  FROM (SELECT number > lag(number, 1, 0) OVER (ORDER BY id) AS ordered
				  FROM customers WHERE substr(id::text, 15, 1) = '7') AS s});
	is($in_order, 't', 'the new keys are in the order of the old');
	my $on_update = $node->safe_psql($database,
		q{SELECT confupdtype FROM pg_constraint WHERE conname = 'orders_customer_id_fkey'});
	return is($on_update, 'a', 'and the foreign key is as it was');
}

# Clients that go on until the end, or until they meet an error.
sub start_clients
{
	my ($database, $script, $output) = @_;
	local @ENV{qw(PGHOST PGPORT)} = ($node->host, $node->port);
	my $clients = start [
		'pgbench', '--no-vacuum', '--client=4', '--rate=100', '--time=600', '--max-tries=1000',
		"--file=t/pages/$script", $database ],
	  '>&', $output;
	$node->poll_query_until($database, 'SELECT sum(touched) > 100 FROM customers');
	return $clients;
}

sub end_clients
{
	my ($database, $clients, $output) = @_;
	ok($clients->pumpable, 'clients were at work to the end');
	kill_kill $clients;
	$node->poll_query_until($database,
		q{SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'pgbench')});
	return unlike(slurp($output), qr/aborted|ERROR/, 'no client meets an error meanwhile');
}

sub create_database
{
	my ($database, $text, @given) = @_;
	$node->safe_psql('postgres', qq{CREATE DATABASE "$database"});
	my $creates_it = $text =~ /^CREATE EXTENSION sequential_uuids\b(?!_)/m;
	$node->safe_psql($database, 'CREATE EXTENSION sequential_uuids') unless $creates_it;
	$node->safe_psql($database, 'CREATE EXTENSION sequential_uuids_advice')
	  if $text =~ /uuid_(?:advise|index_report|key_dependencies)\(/
	  && $text !~ /^CREATE EXTENSION sequential_uuids_advice\b/m;
	return if $creates_it;
	$node->safe_psql($database, slurp("t/pages/$_")) for @given;
	return;
}

sub test_block
{
	my ($page, $database, $block) = @_;
	my ($first_line) = split /\n/, $block->{sql};

	# Nothing need wait that long here.
	$block->{sql} =~ s/over => '10 s'/over => '1 s'/;
	$block->{sql} =~ s{^SELECT pg_sleep_for\(current_setting\('checkpoint_timeout'\)::interval\)}
					  {CHECKPOINT; SELECT pg_sleep(1)}m;

	# A validated CHECK spares SET NOT NULL from reading the table under its lock.
	my $sets_not_null = $block->{sql} =~
	  s/^(ALTER TABLE [^;]* SET NOT NULL\b[^;]*;)/SET client_min_messages = debug1;\n$1\nRESET client_min_messages;/m;

	my ($status, $printed, $messages) = run_block($node, $database, $block);
	if ($sets_not_null)
	{
		like($messages, qr/existing constraints .* are sufficient to prove/, 'which proves that no key is NULL');
		unlike($messages, qr/verifying table/, 'and reads no table under the lock');
	}
	my $shown = $block->{shown};
	is($status, $shown && $shown =~ /^ERROR:  /m ? 3 : 0, "$page: $first_line ...") or diag($messages);
	if ($shown)
	{
		# From 18 on, advice calls core's function.
		$printed =~ s/(?<![.\w])uuidv7\(\)/public.uuid_v7_nextval()/g if $node->pg_version >= 18;
		ok(prints_as_shown($printed, $shown), 'which prints what the page shows')
		  or diag("The page shows:\n$shown\npsql prints:\n$printed");
	}
	my @rows = rows($printed);
	is($rows[-1], $1, 'which prints the number that the page shows') if $block->{sql} =~ /^-- (\d+)$/m;
	return @rows;
}

sub skip_block
{
  SKIP: { skip 'the extension pg_stat_statements is not available here', 1 }
	return;
}

# The blocks of a page or section, in a database of its own.
sub test_section
{
	my ($page, $text, $database, $reached) = @_;
	my ($title) = $text =~ /.*^## (.*?)$/ms;
	my $about = $pages{$page} // {};
	$about = { %$about, %{ $about->{sections}{ $title // '' } // {} } };
	# Those for several servers, and their output, are in t/012_distributed.pl and t/019_citus.pl.  Those for pg_partman
	# run nowhere: packages have only versions that know no UUIDv7.
	my $elsewhere = qr/on (?:east|west|east and west)|with (?:citus|pg_partman)/;
	$text =~ s/^```sql\n-- $elsewhere\n.*?^```\n(?:\n?```\n.*?^```\n)?//msg;
	create_database($database, $text, @{ $about->{given} // [] });
	my $output = PostgreSQL::Test::Utils::tempdir() . '/clients';
	my $clients = $about->{clients} && start_clients($database, $about->{clients}, $output);

	for my $block (sql_blocks($text))
	{
		next if $block->{sql} =~ /^-- PostgreSQL 16 and later$/m && $node->pg_version < 16;
		my $lacks_statements = $block->{sql} =~ /pg_stat_statements/ && !$has_statements;
		my @rows = $lacks_statements ? skip_block() : test_block($page, $database, $block);
		for my $check (@{ $about->{after} // [] })
		{
			my ($pattern, $test) = @$check;
			next if $block->{sql} !~ /$pattern/m;
			$reached->{$check} = 1;
			next if $lacks_statements;
			$test->($database, @rows);
		}
	}

	end_clients($database, $clients, $output) if $clients;
	$about->{at_end}->($database) if $about->{at_end};
	return;
}

sub test_page
{
	my ($page) = @_;
	my $text = slurp($page);
	$text = "```sql\n$text```\n" if $page =~ /\.sql$/;
	my $about = $pages{$page} // {};
	my ($part, %reached) = 0;
	for my $section ($about->{given} ? sections($text) : $text)
	{
		test_section($page, $section, ($page =~ s/\W/_/gr) . $part++, \%reached);
	}
	is(other_blocks($text), $other_blocks{$page} // 0, "$page: all other blocks without a language are outputs");
	return unless $about->{after};
	my @not_reached = map { $_->[0] } grep { !$reached{$_} } @{ $about->{after} };
	return is("@not_reached", '', "$page: each of its tests has a block that it follows");
}

# What counts as the output that a page shows.
sub test_comparison
{
	my $table = " id  |   at\n-----+--------\n a1b | 12:00 \n c1d |\n(2 rows)\n\n";
	my $expanded = "-[ RECORD 1 ]\nid | a1b\nat | 12:00\n-[ RECORD 2 ]\nid | c1d\nat |\n\n";
	ok(prints_as_shown($table, $table =~ s/ +/ /gr), 'the width of columns makes no difference');
	ok(prints_as_shown($table, $table =~ s/a1b/a…/r =~ s/12:00/…/r), 'an ellipsis stands for any characters');
	ok(prints_as_shown($table, $table =~ s/ a1b.*/…/r), 'alone on its line, for any lines');
	ok(prints_as_shown($table, $table =~ s/\(2 rows\)//r), 'a count of rows may be left out');
	ok(prints_as_shown("$expanded$table", "…\n$table"), 'and so may what comes before');
	ok(prints_as_shown($expanded, $expanded =~ s/1 \]/1 ]-----+---/r), 'an expanded output is as shown');
	ok(!prints_as_shown($table, $table =~ s/ a1b.*\n//r), 'a missing row makes a difference');
	ok(!prints_as_shown($table, $table =~ s/a1b/b…/r), 'a wrong character does');
	ok(!prints_as_shown($table, $table =~ s/2 rows/3 rows/r), 'a wrong number of rows does');
	ok(!prints_as_shown($table, $table =~ s/id/ie/r), 'a wrong heading does');
	ok(!prints_as_shown($expanded, $expanded =~ s/at/an/r), 'a wrong column of an expanded output does');
	ok(!prints_as_shown("$expanded$table", $table), 'another output before it does');
	ok(!prints_as_shown("$table \n", $table), 'a row that is NULL does');
	ok(!prints_as_shown($table, '…'), 'and nothing but an ellipsis shows nothing');
	is(join(' ', rows("$expanded$table")), 'a1b|12:00 c1d|', 'the rows are those of the last table');
	return is(join(' ', rows("$table$expanded")), 'a1b|12:00 c1d|', 'or of the last expanded one');
}

test_comparison();

# The costs that pages show are those without data checksums, which are on by default from 18 on.
$node->init($node->pg_version < 18 ? () : (extra => ['--no-data-checksums']));
$node->append_conf('postgresql.conf', "timezone = 'UTC'");
# A PostgreSQL without contrib lacks it.
$has_statements = -e `pg_config --sharedir` =~ s/\n/\/extension\/pg_stat_statements.control/r;
$node->append_conf('postgresql.conf', 'shared_preload_libraries = pg_stat_statements') if $has_statements;
$node->start;

my @files = ('README.md', glob('doc/*.md doc/dev/*.md advice/*.md sql-only/*.md clients/*/*.md'),
	'examples/from_uuidv1.sql');
my $wanted = $ENV{PAGE} // '';
# An empty pattern alone would be the last one that matched.
my @chosen = grep { /(?:$wanted)/ } @files;
@chosen or die "PAGE=$wanted is in the name of no page";
test_page($_) for @chosen;
my %is_there = map { $_ => 1 } @files;
is(join(' ', grep { !$is_there{$_} } sort keys %pages), '', 'the pages are there that have tests');

$node->stop;
done_testing();
