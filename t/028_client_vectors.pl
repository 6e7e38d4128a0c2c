# runs: every
# The vectors that clients are tested with are what prints them: a server, of what keys are decoded to; and a program,
# of keys.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('client_vectors');
$node->init;
$node->start;
my $vectors = 't/vectors/client_windows';
my $out = PostgreSQL::Test::Utils::tempdir() . '/client_windows.csv';
my $psql = join ' ', 'psql', '--no-psqlrc', "--file=$vectors.sql", "'" . $node->connstr('postgres') . "'";
is(system("$psql >$out"), 0, "$vectors.sql runs");
is(slurp_file($out), slurp_file("$vectors.csv"), "and prints $vectors.csv");
$node->stop;
is(qx{"$^X" t/vectors/client_keys.pl}, slurp_file('t/vectors/client_keys.csv'), 'and so does client_keys.pl');
done_testing();
