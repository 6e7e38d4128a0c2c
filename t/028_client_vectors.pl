# runs: every
# The vectors that clients are tested with are what prints them: a server, of column defaults, which generate the keys
# that they are listed with, and of what keys are decoded to; and a program, of keys.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('client_vectors');
$node->init;
$node->start;
for my $file ('client_defaults.tsv', 'client_windows.csv')
{
	my $script = "t/vectors/$file" =~ s/\.\wsv$/.sql/r;
	my $out = PostgreSQL::Test::Utils::tempdir() . "/$file";
	my $psql = join ' ', 'psql', '--no-psqlrc', "--file=$script", "'" . $node->connstr('postgres') . "'";
	is(system("$psql >$out"), 0, "$script runs");
	is(slurp_file($out), slurp_file("t/vectors/$file"), "and prints $file");
}
$node->stop;
is(qx{"$^X" t/vectors/client_keys.pl}, slurp_file('t/vectors/client_keys.csv'), 'and so does client_keys.pl');
done_testing();
