# runs: every
# The vectors that clients are tested with and that a server prints: column defaults, which generate the keys that they
# are listed with, and what keys are decoded to.
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
done_testing();
