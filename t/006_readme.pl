# The examples in README's table of functions, tried: a newcomer types them
# first.  This is Perl, as the table is text.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

open(my $readme, '<', 'README.md') or die $!;
my @rows = grep { /^\| `uuid_\w+\(/ } <$readme>;

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

$node->stop;
done_testing();
