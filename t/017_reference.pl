# runs: every
# What the documentation says of each function and for each client: signatures, examples,
# usual mistakes, a plan; lines of code, which are those of programs that are run; test
# vectors.  The SQL of its pages is in t/006_documentation.pl.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use lib 't/lib';
use InitdbTemplate;
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $functions_page = slurp('doc/reference.md');
my $node = PostgreSQL::Test::Cluster->new('reference');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'");
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE seq;
	CREATE EXTENSION sequential_uuids_advice});

# The example of each signature prints the result that stands behind it.
sub test_example
{
	my ($function, $text) = @_;
	my ($example, $result) = $text =~ /^`([^`]+)` → `([^`]+)`$/m or BAIL_OUT("no example: $function");
	my $got = $node->safe_psql('postgres', $example =~ /^SELECT/ ? $example : "SELECT $example");

	# Random digits stand for any, behind them comes what they cannot change.
	my $expected = quotemeta($result);
	if ($example =~ /_nextval/)
	{
		my $version = substr($result, 14, 1);
		$expected = "[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
	}
	$expected =~ s/\\…/[-0-9a-f]+/g;
	return like($got, qr/^$expected$/, $example);
}

# Each signature, with the text up to the next one.
my $signature = qr/^`(uuid_\w+\([^`]*\)) → [^`]*`\n/m;
my (undef, @entries) = split $signature, $functions_page . slurp('advice/README.md');
# Parameters of which a signature has only the name are in the table at the top of the page.
my %types = $functions_page =~ /^\| `(\w+)` \| `([^`]+)` \|/mg;
my @described;
while (my ($function, $text) = splice @entries, 0, 2)
{
	push @described, $function =~ s/[(,] ?\K(\w+)(?=[,)])/exists $types{$1} ? "$1 $types{$1}" : $1/ger;
	test_example($function, $text);
}

# Each function for users is there, with its parameters.
my @functions = split /\n/, $node->safe_psql('postgres', q{
	SELECT format('%s(%s)', proname, pg_get_function_arguments(p.oid))
	  FROM pg_proc AS p
	  JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid
	 WHERE refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'sequential\_uuids%')
	   AND deptype = 'e' AND proname LIKE 'uuid\_%'});
my %as_written = (
	' DEFAULT ' => ' = ',
	q{'00:01:00'} => q{'1 min'},
	integer => 'int',
	'timestamp with time zone' => 'timestamptz',
	'double precision' => 'float8');
for my $function (@functions)
{
	$function =~ s/, OUT .*\)/)/;
	$function =~ s/(DEFAULT (?:NULL|'[^']*'))::[a-z ]+/$1/g;
	$function =~ s/\Q$_\E/$as_written{$_}/g for keys %as_written;
}
is(join("\n", sort @described), join("\n", sort @functions), 'the page has each function and its parameters');

# The usual mistakes: the first call fails with that error, the second works.
my @mistakes = $functions_page =~ /^\| `(uuid_\w+\([^`]*\))`[^`|]* \| `([^`]+)` \| `(uuid_[^`]+)` \|$/mg;
is(@mistakes / 3, 3, 'the table of mistakes is there');
while (my ($wrong, $error, $right) = splice @mistakes, 0, 3)
{
	my ($status, $stdout, $stderr) = $node->psql('postgres', "SELECT $wrong");
	like($stderr, qr/ERROR:  \Q$error\E$/m, "$wrong fails");
	like($node->safe_psql('postgres', "SELECT $right"), qr/^[-0-9a-f]{36}$/, "$right works");
}

# The plan that the page shows, of a row each two seconds.  ANALYZE reads all of these
# rows, so that it does not depend on a sample.  PostgreSQL 18 adds to its lines; the page
# breaks the longest.
my ($shown) = slurp('doc/time.md') =~ /^```\n(Index Scan .*?)^```$/ms;
my $plan = $node->safe_psql('postgres', q{
	CREATE TABLE orders (
		id uuid PRIMARY KEY,
		created_at timestamptz NOT NULL,
		payload text DEFAULT repeat('x', 60));
	INSERT INTO orders
	SELECT uuid_interval_at(at, '1 min', '45 days 12:16:00'), at
	  FROM generate_series(0, 29999) AS n,
		   LATERAL (SELECT timestamptz '2026-11-12 15:00' - n * interval '2 s' AS at) AS t;
	ANALYZE orders;
	EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF)
	SELECT * FROM orders
	 WHERE uuid_interval_between(id, '2026-11-12 07:00', '2026-11-12 08:00', '1 min', '45 days 12:16:00')}) . "\n";
$plan =~ s/rows=\d+\K\.00|^ *Index Searches: \d+\n//mg;
is($plan, $shown =~ s/\n *(?=\(id )/ /gr, 'the plan between literals is what EXPLAIN says');
$node->stop;

# The lines for each client stand in the programs that its section links to.
my ($lines, @foreign) = 0;
for my $section (split /^## /m, slurp('doc/clients.md'))
{
	my @programs = map { slurp($_) } $section =~ m{\]\(\.\./(examples/[^)]+\.\w+)\)}g;
	my %of_programs = map { s/^\s+//r => 1 } map { split /\n/ } @programs;
	for my $line (map { split /\n/ } $section =~ /^```(?!sql)\w+\n(.*?)^```$/msg)
	{
		$lines++;
		push @foreign, $line unless $of_programs{ $line =~ s/^\s+//r };
	}
}
cmp_ok($lines, '>', 20, 'there are lines of code for clients');
is(join("\n", @foreign), '', 'which are those of the programs that are run');

# What migrations do to a default, by tools of which the page names each in a row, is what scripts/examples has seen.
my %seen;
for my $row (grep { !/^tool\t/ } split /\n/, slurp('examples/defaults.tsv'))
{
	my ($tool, @cells) = split /\t/, $row;
	$seen{ (split ' ', $tool)[0] }{ join ' | ', @cells } = 1;
}
my ($table) = slurp('doc/clients.md') =~ /^\| tool \|.*\n\|[-|]+\n((?:\|.*\n)+)/m;
my (%named, @unseen);
for my $row (split /\n/, $table)
{
	my ($tools, $cells) = $row =~ /^\| ([^|]+) \| (.*) \|$/;
	$cells =~ s/\*//g;
	for my $tool (grep { $tools =~ /\b\Q$_\E\b/ } keys %seen)
	{
		$named{$tool} = 1;
		push @unseen, "$tool: $cells" unless $seen{$tool}{$cells};
	}
}
is(join(' ', sort keys %named), join(' ', sort keys %seen), 'the page has each tool that migrates a default');
is(join("\n", @unseen), '', 'and what it does');

# The vectors for clients come from the server's.
my $vectors = slurp('t/vectors/client_keys.csv');
is($vectors, qx{"$^X" t/vectors/client_keys.pl}, 't/vectors/client_keys.pl prints its CSV');
my $cases = ($vectors =~ tr/\n//) - 1;
like(slurp('doc/format.md'), qr/ has $cases cases[ :.]/, 'the page has their number');

done_testing();
