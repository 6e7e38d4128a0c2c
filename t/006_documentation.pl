# The SQL in the documentation, tried as a newcomer would: the examples of each
# function, the usual mistakes, and every block of SQL of each page, in order.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use IPC::Run qw(start kill_kill);
use Test::More;

sub slurp { my ($file) = @_; local (@ARGV, $/) = $file; return scalar <> }

# Each signature, with the text up to the next one.  Parameters of which it has only the
# name are in the table at the top of the page.
my @entries = join('', map { slurp($_) } 'doc/functions.md', 'advice/README.md') =~ /^`(uuid_\w+\([^`]*\)) → [^`]*`\n(.*?)(?=^`uuid_\w+\([^`]*\) → [^`]*`\n|\z)/msg;

my $node = PostgreSQL::Test::Cluster->new('readme');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'");
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE seq;
	CREATE EXTENSION sequential_uuids_advice;});

my %types = slurp('doc/functions.md') =~ /^\| `(\w+)` \| `([^`]+)` \|/mg;
my @described;
while (my ($function, $text) = splice @entries, 0, 2)
{
	push @described, $function =~ s/[(,] ?\K(\w+)(?=[,)])/exists $types{$1} ? "$1 $types{$1}" : $1/ger;
	my ($example, $result) = $text =~ /^`([^`]+)` → `([^`]+)`$/m or BAIL_OUT("no example: $function");
	my $got = $node->safe_psql('postgres', $example =~ /^SELECT/ ? $example : "SELECT $example");

	# Random digits stand for any, behind them comes what they cannot change.
	my $expected = quotemeta($result);
	$expected = '[0-9a-f]{8}-[0-9a-f]{4}-' . substr($result, 14, 1) . '[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}' if $example =~ /_nextval/;
	$expected =~ s/\\…/[-0-9a-f]+/g;
	like($got, qr/^$expected$/, $example);
}

# The usual mistakes: the first call fails with that error, the second works.
my @mistakes = slurp('doc/functions.md') =~ /^\| `(uuid_\w+\([^`]*\))`[^`|]* \| `([^`]+)` \| `(uuid_[^`]+)` \|$/mg;
is(@mistakes / 3, 3, 'the table of mistakes is there');
while (my ($wrong, $error, $right) = splice @mistakes, 0, 3)
{
	my ($status, $stdout, $stderr) = $node->psql('postgres', "SELECT $wrong");
	like($stderr, qr/ERROR:  \Q$error\E$/m, "$wrong fails");
	like($node->safe_psql('postgres', "SELECT $right"), qr/^[-0-9a-f]{36}$/, "$right works");
}

# Each function for users is there, with its parameters.
my @functions = split /\n/, $node->safe_psql('postgres', q{
	SELECT format('%s(%s)', proname, pg_get_function_arguments(p.oid))
	  FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid
	 WHERE refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'sequential\_uuids%') AND deptype = 'e'
	   AND proname LIKE 'uuid\_%'});
my %as_written = (
	' DEFAULT ' => ' = ', q{'00:01:00'} => q{'1 min'},
	integer => 'int', 'timestamp with time zone' => 'timestamptz', 'double precision' => 'float8');
for my $function (@functions)
{
	$function =~ s/, OUT .*\)/)/;
	$function =~ s/(DEFAULT (?:NULL|'[^']*'))::[a-z ]+/$1/g;
	$function =~ s/\Q$_\E/$as_written{$_}/g for keys %as_written;
}
is(join("\n", sort @described), join("\n", sort @functions), 'the page has each function and its parameters');

# The lines for each client stand in the programs that its section links to.
my ($lines, @foreign) = 0;
for my $section (split /^## /m, slurp('doc/clients.md'))
{
	my %of_programs = map { s/^\s+//r => 1 } map { split /\n/, slurp($_) } $section =~ m{\]\(\.\./(examples/[^)]+\.\w+)\)}g;
	for my $line (map { split /\n/ } $section =~ /^```(?!sql)\w+\n(.*?)^```$/msg)
	{
		$lines++;
		push @foreign, $line unless $of_programs{ $line =~ s/^\s+//r };
	}
}
cmp_ok($lines, '>', 20, 'there are lines of code for clients');
is(join("\n", @foreign), '', 'which are those of the programs that are run');

# The vectors for clients come from the server's.
is(slurp('t/vectors/client_keys.json'), qx{"$^X" t/vectors/client_keys.pl}, 't/vectors/client_keys.pl prints its JSON');
my $vectors = () = slurp('t/vectors/client_keys.json') =~ /time_us/g;
like(slurp('doc/client-keys.md'), qr/ has $vectors cases:/, 'the page has their number');

# The trigger for keys that clients generate, with clocks that are wrong; t/024_client_rows.pl has its other tests.
sub test_check_of_times
{
	my ($database) = @_;
	my $parameters = q{'5 min', '132 days'};
	my @wrong = ('0', '1 hour', '1 day', '1 year', '-1 hour', '-25 hours', '-1 year', '132 days');
	my $accepted = join ', ', grep {
		my ($status, undef, $stderr) = $node->psql($database, "SET ROLE app; INSERT INTO drafts (id) VALUES (uuid_interval_at(now() + interval '$_', $parameters))");
		$status && $stderr !~ /is not a key of this time/ ? diag($stderr) : !$status } @wrong;
	is($accepted, '0, -1 hour, 132 days', 'of wrong clocks, those that look like late rows or change nothing are accepted');
	my (undef, undef, $denied) = $node->psql($database, 'SET ROLE app; INSERT INTO drafts (id, created_at) VALUES (uuid_interval_at(now()), now())');
	like($denied, qr/permission denied for table drafts/, 'a client cannot set created_at');
	like($node->safe_psql($database, "SELECT count(*) FROM generate_series(0, 65535) AS p WHERE uuid_interval_between(uuid_block_lower(p, 65536), now() - interval '24 hours', now() + interval '10 min', $parameters)"),
		qr/^29[01]$/, 'as many random keys pass as the page says');
}

# What a page takes as given, and what is true at the end of each of its
# sections: those begin anew, behind the page's head, as each shows another way.
my $orders = q{
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), created_at timestamptz DEFAULT now());
	INSERT INTO orders SELECT FROM generate_series(1, 3);};
my $app = q{
	SELECT 'CREATE ROLE app' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') \gexec
};
my %given = ('doc/client-keys.md' => $app, 'doc/functions.md' => $app . $orders, 'doc/migration.md' => $app . $orders, 'doc/operations.md' => $orders,
	# Of 3,000 rows of the last days, clients have made the keys of 2,000.
	'doc/clients.md' => $app . q{
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '132 days'), item text, created_at timestamptz NOT NULL DEFAULT now());
	INSERT INTO orders (id, created_at)
	SELECT CASE i % 3 WHEN 0 THEN uuid_interval_at(at + random() * interval '5 min', '5 min', '132 days') WHEN 1 THEN gen_random_uuid() ELSE uuid_v7_at(at) END, at
	  FROM (SELECT i, now() - i * interval '2 min' AS at FROM generate_series(1000, 3999) AS i) AS s;
	INSERT INTO orders SELECT FROM generate_series(1, 3);},
	'sql-only/README.md' => q{
CREATE SCHEMA uuids;
SET search_path = uuids;
\i sql-only/sequential_uuids.sql
RESET search_path;
},
	'doc/from-uuidv1.md' => q{
	CREATE SEQUENCE ticks START 300001;
	CREATE TABLE customers (id uuid PRIMARY KEY, number int, touched int NOT NULL DEFAULT 0);
	CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid NOT NULL CONSTRAINT orders_customer_id_fkey REFERENCES customers (id), customer_number int);
	CREATE FUNCTION v1(tick bigint) RETURNS uuid LANGUAGE sql AS $$
		SELECT uuid_v6_to_v1((left(hex, 12) || '6' || right(hex, 3) || 'b3c89f6bdeced846')::uuid) FROM lpad(to_hex(x'1ec9414c232ab00'::bigint + tick), 15, '0') AS hex $$;
	INSERT INTO customers SELECT v1(n), n FROM generate_series(1, 10000) AS n;
	INSERT INTO orders SELECT v1(n), v1(n % 10000 + 1), n % 10000 + 1 FROM generate_series(100001, 130000) AS n;
	INSERT INTO customers VALUES ('8aeb2ac4-4c3f-4bd5-a3b6-b1ef1c1e37f7', 10001);
	INSERT INTO orders VALUES ('1e0ff5b3-dcd8-4e0d-9d3a-3bd8d9b6cf1e', '8aeb2ac4-4c3f-4bd5-a3b6-b1ef1c1e37f7', 10001);
	ALTER TABLE orders ALTER id SET DEFAULT v1(nextval('ticks'));
	CREATE TABLE old_keys AS SELECT number AS i, id FROM customers;
	CREATE UNIQUE INDEX ON old_keys (i);});
# Clients that know only the old keys, and go on while a section is run.
my %clients = ('doc/from-uuidv1.md' => q{
\set i random(1, 10001)
\set j random(1, 10001)
SELECT id AS customer FROM old_keys WHERE i = :i \gset
SELECT id AS other FROM old_keys WHERE i = :j \gset
BEGIN;
INSERT INTO orders (customer_id, customer_number)
	SELECT id, number FROM customers WHERE id IN (':customer', CASE uuid_version(':customer') WHEN 1 THEN uuid_v1_to_v7(':customer') END) FOR KEY SHARE;
UPDATE customers SET touched = touched + 1 WHERE id IN (':other', CASE uuid_version(':other') WHEN 1 THEN uuid_v1_to_v7(':other') END);
COMMIT;
});
my %outcome = ('doc/from-uuidv1.md' => q{
	SELECT count(*) = 30001 + (SELECT sum(touched) FROM customers) AND bool_and(number = customer_number) AND count(*) > 30001 + 10, string_agg(DISTINCT uuid_version(o.id)::text, ','), string_agg(DISTINCT uuid_version(c.id)::text, ','),
		   (SELECT bool_and(ordered) FROM (SELECT number > lag(number, 1, 0) OVER (ORDER BY id) AS ordered FROM customers WHERE uuid_version(id) = 7) AS s),
		   (SELECT confupdtype FROM pg_constraint WHERE conname = 'orders_customer_id_fkey')
	  FROM orders AS o JOIN customers AS c ON c.id = customer_id});

# The blocks of each page, in order, in a database of their own; and a script, as one block.
$_->{'examples/from_uuidv1.sql'} = $_->{'doc/from-uuidv1.md'} for \%given, \%clients, \%outcome;
for my $file ('README.md', glob('doc/*.md doc/dev/*.md'), 'sql-only/README.md', 'examples/from_uuidv1.sql')
{
	my $part = 0;
	my $page = $file =~ /\.sql$/ ? "```sql\n" . slurp($file) . "```\n" : slurp($file);
	my ($head, @sections) = $given{$file} ? split(/^(?=## )/m, $page) : $page;
	for my $text (@sections ? map { $head . $_ } grep { /^ *```sql/m } @sections : $head)
	{
		# Those for several servers are in t/012_distributed.pl and t/019_citus.pl.
		$text =~ s/^```sql\n-- (on|with) .*?^```$//msg;
		my $database = ($file =~ s/\W/_/gr) . $part++;
		$node->safe_psql('postgres', qq{CREATE DATABASE "$database"});
		$node->safe_psql($database, 'CREATE EXTENSION sequential_uuids') unless $text =~ /^CREATE EXTENSION sequential_uuids\b(?!_)/m;
		$node->safe_psql($database, 'CREATE EXTENSION sequential_uuids_advice') if $text =~ /uuid_(?:advise|index_report)\(|sequential_uuids_densities/;
		$node->safe_psql($database, $given{$file}) if $given{$file};
		my $clients;
		my $said = PostgreSQL::Test::Utils::tempdir() . '/said';
		if ($clients{$file})
		{
			my $script = PostgreSQL::Test::Utils::tempdir() . '/clients.sql';
			append_to_file($script, $clients{$file});
			local @ENV{qw(PGHOST PGPORT)} = ($node->host, $node->port);
			$clients = start [ 'pgbench', '--no-vacuum', '--client=4', '--time=600', '--max-tries=1000', "--file=$script", $database ], '>&', $said;
			$node->poll_query_until($database, 'SELECT sum(touched) > 100 FROM customers');
		}
		while ($text =~ /^( *)```sql\n(.*?)^\1```\n(?:```\n[^\n]*\n[-+]+\n(.*?)^```$)?/msg)
		{
			my ($sql, $shown) = ($2, $3);
			# Nothing need wait that long here.
			$sql =~ s/over => '10 s'/over => '1 s'/;
			$sql =~ s/^SELECT pg_sleep_for\(current_setting\('checkpoint_timeout'\)::interval\)/CHECKPOINT; SELECT pg_sleep(1)/m;
			next if $sql =~ /^-- PostgreSQL 16 and later$/m && $node->pg_version < 16;
			my ($first_line) = split /\n/, $sql;
			my ($status, $stdout, $stderr) = $node->psql($database, $sql, on_error_stop => 1);
			is($status, 0, "$file: $first_line ...") or diag($stderr);
			my @found = split /\n/, $stdout;
			# The rows that the page shows, as psql aligns them.
			is($stdout, join("\n", map { join '|', map { s/^\s+|\s+$//gr } split /\|/ } split /\n/, $shown), 'which prints what the page shows') if $shown;
			is($found[-1], $1, 'which prints the number that the page shows') if $sql =~ /^-- (\d+)$/m;
			is(@found, 3, 'which finds the rows inserted above') if $sql =~ /uuid_interval_since/;
			# All of 2,000, but for version 4 whose random block is by chance that of its time.
			ok(@found >= 1990 && @found <= 2000, 'which finds ' . @found . ' keys of clients') if $sql =~ /IS DISTINCT FROM 4/;
			is(@found, 1, 'which finds the table') if $sql =~ /WHERE "table" =/;
			is($found[-1], 'f', 'the role has no right to insert keys') if $sql =~ /has_column_privilege/;
			if ($sql =~ /TRIGGER key_of_server/)
			{
				my (undef, undef, $refused) = $node->psql($database, 'INSERT INTO orders (id) VALUES (gen_random_uuid())');
				like($refused, qr/a client has generated the key/, 'a key of a client is refused');
				is($node->safe_psql($database, 'WITH new AS (INSERT INTO orders DEFAULT VALUES RETURNING id), old AS (UPDATE orders SET item = 1 WHERE created_at < now() RETURNING id) SELECT (SELECT count(*) FROM new), (SELECT count(*) FROM old)'),
					'1|3003', 'those of the server are taken, and old rows updated');
			}
			test_check_of_times($database) if $sql =~ /TRIGGER key_near_created_at/;
			# The ring of partitions, after rows of two cycles, of which each day makes room for the next.
			is($node->safe_psql($database, q{
					DO $$
					DECLARE
						noon timestamptz := '2026-11-01 12:00+00';
					BEGIN
						FOR day IN 0 .. 15 LOOP
							INSERT INTO events SELECT uuid_interval_at(noon, '1 min', '8 days'), noon, 'on day ' || day
							  FROM generate_series(1, 100);
							EXECUTE format('TRUNCATE events_%s', uuid_interval_block(noon + interval '24 hours', '1 day', '8 days'));
							noon := noon + interval '24 hours';
						END LOOP;
					END $$;
					SELECT tableoid::regclass AS partition, count(*), min(happened) FROM events GROUP BY 1 ORDER BY min(at)}),
				join("\n", map { 'events_' . ($_ + 6) % 8 . "|100|on day $_" } 9 .. 15), 'the last seven days are there, each in its partition') if $sql =~ /^CALL make_room_for_tomorrow/;
			is(join(' ', sort keys %{ { map { $_ => 1 } $node->safe_psql($database, q{EXPLAIN (COSTS OFF) SELECT * FROM events
					WHERE uuid_interval_between(id, '2026-11-16+00', '2026-11-17+00', '1 min', '8 days')}) =~ / on events_(\d)/g } }),
				'5', 'of the partitions one is read') if $sql =~ /^CALL make_room_for_tomorrow/;
		}
		if ($clients)
		{
			kill_kill $clients;
			$node->poll_query_until($database, q{SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'pgbench')});
			unlike(slurp($said), qr/aborted|ERROR/, 'no client meets an error meanwhile');
		}
		is($node->safe_psql($database, $outcome{$file}), 't|4,7|4,7|t|a', 'at the end all keys match and are in order, and the foreign key is as it was')
			if $outcome{$file};
	}
}

# The plan that doc/functions.md shows, of a row each two seconds.  ANALYZE reads all of
# these rows, so that it does not depend on a sample.  PostgreSQL 18 adds to its lines; the
# page breaks the longest.
my ($shown) = slurp('doc/functions.md') =~ /^```\n(Index Scan .*?)^```$/ms;
my $plan = $node->safe_psql('postgres', q{
	CREATE TABLE orders (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, payload text DEFAULT repeat('x', 60));
	INSERT INTO orders SELECT uuid_interval_at(at), at FROM generate_series(0, 29999) AS n, LATERAL (SELECT timestamptz '2026-11-12 15:00' - n * interval '2 s' AS at) AS t;
	ANALYZE orders;
	EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF)
	SELECT * FROM orders WHERE uuid_interval_between(id, '2026-11-12 07:00', '2026-11-12 08:00')}) . "\n";
$plan =~ s/rows=\d+\K\.00|^ *Index Searches: \d+\n//mg;
is($plan, $shown =~ s/\n *(?=\(id )/ /gr, 'the plan between literals is what EXPLAIN says');

$node->stop;
done_testing();
