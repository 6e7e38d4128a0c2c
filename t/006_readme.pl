# The SQL in the documentation, tried as a newcomer would: the examples in
# README's table of functions, and every block of SQL, in order.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

sub slurp { my ($file) = @_; local (@ARGV, $/) = $file; return scalar <> }

my @rows = grep { /^\| `uuid_\w+\(/ } split /^/, slurp('README.md');

my $node = PostgreSQL::Test::Cluster->new('readme');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids; CREATE SEQUENCE seq;');

my @described;
for my $row (@rows)
{
	my ($function, $example, $result) = $row =~ /^\| `(\w+\(.*?\)) → .*?` \|.*\| `([^`]+)` → `([^`]+)` \|$/
		or BAIL_OUT("not understood: $row");
	push @described, $function;
	$result =~ s/\\\|/|/g;
	my $got = $node->safe_psql('postgres', $example =~ /^SELECT/ ? $example : "SELECT $example");

	# Random digits stand for any, behind them comes what they cannot change.
	my $expected = quotemeta($result);
	$expected = '[0-9a-f]{8}-[0-9a-f]{4}-' . substr($result, 14, 1) . '[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}' if $example =~ /_nextval/;
	$expected =~ s/\\…/[-0-9a-f]+/g;
	like($got, qr/^$expected$/, $example);
}

# Each function of the extension has its row, with its parameters.
my @functions = split /\n/, $node->safe_psql('postgres', q{
	SELECT format('%s(%s)', proname, pg_get_function_arguments(p.oid))
	  FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid
	 WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sequential_uuids') AND deptype = 'e'});
my %as_in_readme = (
	' DEFAULT ' => ' = ', q{'00:01:00'::interval} => q{'60 s'}, q{'45 days'::interval} => q{'45 days'},
	integer => 'int', 'timestamp with time zone' => 'timestamptz', 'double precision' => 'float8');
for my $function (@functions)
{
	$function =~ s/, OUT .*\)/)/;
	$function =~ s/\Q$_\E/$as_in_readme{$_}/g for keys %as_in_readme;
}
is(join("\n", sort @described), join("\n", sort @functions), 'the table has each function and its parameters');

# The blocks of each page, in a database of their own.
for my $file ('README.md', glob('doc/*.md'))
{
	my $text = slurp($file);
	my $database = $file =~ s/\W/_/gr;
	$node->safe_psql('postgres', qq{CREATE DATABASE "$database"});
	$node->safe_psql($database, 'CREATE EXTENSION sequential_uuids') unless $text =~ /^CREATE EXTENSION/m;
	while ($text =~ /^```sql\n(.*?)^```$/msg)
	{
		my $sql = $1;
		my ($first_line) = split /\n/, $sql;
		my ($status, $stdout, $stderr) = $node->psql($database, $sql, on_error_stop => 1);
		is($status, 0, "$file: $first_line ...") or diag($stderr);
		my @found = split /\n/, $stdout;
		is(@found, 3, 'which finds the rows inserted above') if $sql =~ /uuid_time_ranges/;
	}
}

$node->stop;
done_testing();
