# doc/reference.md and advice/README.md have each function, with an example that works.
use strict;
use warnings;
use utf8;

use Pages;
use Test::More;

page('doc/reference.md', given => [ 'app.sql', 'orders.sql' ], besides => sub {
	query('CREATE SEQUENCE seq');
	query(q{CREATE TABLE events (id uuid DEFAULT uuid_interval_nextval('5 min', '60 days'))});
	my $page = slurp('doc/reference.md');
	# Each signature, with the text up to the next one.
	my (undef, @entries) = split /^`(uuid_\w+\([^`]*\)) → [^`]*`\n/m, $page . slurp('advice/README.md');
	# Parameters of which a signature has only the name are in the table at the top of the page.
	my %types = $page =~ /^\| `(\w+)` \| `([^`]+)` \|/mg;
	my @described;
	while (my ($function, $text) = splice @entries, 0, 2)
	{
		push @described, $function =~ s/[(,] ?\K(\w+)(?=[,)])/exists $types{$1} ? "$1 $types{$1}" : $1/ger;
		test_example($function, $text);
	}
	my @functions = functions_for_users();
	is(join("\n", sort @described), join("\n", sort @functions), 'each function is there, with its parameters');

	# The usual mistakes: the first call fails with that error, the second works.
	my @mistakes = $page =~ /^\| `(uuid_\w+\([^`]*\))`[^`|]* \| `([^`]+)` \| `(uuid_[^`]+)` \|$/mg;
	is(@mistakes / 3, 3, 'the table of mistakes is there');
	while (my ($wrong, $error, $right) = splice @mistakes, 0, 3)
	{
		fails("SELECT $wrong", qr/ERROR:  \Q$error\E$/m, "$wrong fails");
		like(query("SELECT $right"), qr/^[-0-9a-f]{36}$/, "$right works");
	}
});

# The example of a signature prints the result that stands behind it.
sub test_example
{
	my ($function, $text) = @_;
	my ($example, $result) = $text =~ /^`([^`]+)` → `([^`]+)`$/m or BAIL_OUT("no example: $function");
	my $expected = quotemeta($result) =~ s/\\…/[-0-9a-f]+/gr;
	# Random digits stand for any; the version cannot change.
	$expected = '[0-9a-f]{8}-[0-9a-f]{4}-' . substr($result, 14, 1) . '[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
	  if $example =~ /_nextval/;
	return like(query($example =~ s/^(?!SELECT)/SELECT /r), qr/^$expected$/, $example);
}

# What users call, as the pages write it.
sub functions_for_users
{
	my %as_written = (
		' DEFAULT ' => ' = ',
		q{'00:01:00'} => q{'1 min'},
		integer => 'int',
		'timestamp with time zone' => 'timestamptz',
		'double precision' => 'float8');
	my @functions = split /\n/, query(q{
		SELECT format('%s(%s)', proname, pg_get_function_arguments(p.oid))
		  FROM pg_proc AS p
		  JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid
		 WHERE refobjid IN (SELECT oid FROM pg_extension WHERE extname LIKE 'sequential\_uuids%')
		   AND deptype = 'e' AND proname LIKE 'uuid\_%'});
	for my $function (@functions)
	{
		$function =~ s/, OUT .*\)/)/;
		$function =~ s/(DEFAULT (?:NULL|'[^']*'))::[a-z ]+/$1/g;
		$function =~ s/\Q$_\E/$as_written{$_}/g for keys %as_written;
	}
	return @functions;
}
