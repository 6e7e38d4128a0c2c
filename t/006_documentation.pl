# runs: every
# The documentation: every block of SQL of each page, in order, as a newcomer would try it, compared with the output
# that the page shows behind it; and what else has to be true of a page, as its file in t/pages/ says.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

use lib 't/lib';
use Pages;
use Test::More;

my @pages = ('README.md', glob('doc/*.md doc/dev/*.md advice/*.md sql-only/*.md clients/*/*.md'),
	map { "examples/$_.sql" }
	  qw(v7_in_order uuid_column from_integer_keys from_uuidv1 ring index_wal page_images equal_slices));

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

# Wherever a default changes to one of our calls.
sub test_calls_are_tried_first
{
	my ($tried, @untried) = 0;
	for my $text ((map { sql_of($_) } grep { !/^clients/ } @pages), map { slurp($_) } glob('examples/*.sql'))
	{
		while ($text =~ /SET DEFAULT ((?:\w+\.)?uuid_\w+\(.*\));/g)
		{
			my $call = $1;
			substr($text, 0, $-[0]) =~ /(?:SELECT|PERFORM) \Q$call\E;/ ? $tried++ : push @untried, $call;
		}
	}
	cmp_ok($tried, '>', 10, 'there are calls that become a default');
	return is(join("\n", @untried), '', 'each is tried first');
}

for my $needs (glob('t/pages/*.pl'))
{
	# Two of them may not have a function of one name.
	local $SIG{__WARN__} = sub { die @_ };
	defined do "./$needs" or die $@ || "$needs: $!";
}
test_comparison();
test_calls_are_tried_first();
my $wanted = $ENV{PAGE} // '';
# An empty pattern alone would be the last one that matched.
my @chosen = grep { /(?:$wanted)/ } @pages;
@chosen or die "PAGE=$wanted is in the name of no page";
for my $page (@chosen)
{
	eval { test_page($page); 1 } or fail("$page: $@");
}
done_testing();
