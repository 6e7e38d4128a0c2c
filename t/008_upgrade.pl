# runs: every; majors: all
# pg_upgrade from the major version whose programs are in OLD_BINDIR, as
# t/checks/chroot sets it.  Every default keeps working.
use strict;
use warnings;

use lib 't/lib';
use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use UuidDefaults;

my $old_bindir = $ENV{OLD_BINDIR};
plan skip_all => 'there is no older major to upgrade from' unless $old_bindir;
my $old = PostgreSQL::Test::Cluster->new('old', install_path => dirname($old_bindir));
my $new = PostgreSQL::Test::Cluster->new('new');
# With checksums everywhere: their default changed with PostgreSQL 18.
$_->init(extra => ['--data-checksums']) for $old, $new;
$_->start for $old, $new;
my ($from, $to) = map { $_->safe_psql('postgres', 'SHOW server_version') } $old, $new;

# Some minor releases, 15.20 is one, note something with each column in
# pg_attribute.attoptions, which older ones refuse when a dump has it.
my ($old_notes, $new_notes) = map { $_->safe_psql('postgres', q{
	CREATE TEMPORARY TABLE t (a int);
	SELECT count(attoptions) FROM pg_attribute WHERE attrelid = 't'::regclass}) } $old, $new;
if ($old_notes > $new_notes)
{
	$_->stop for $old, $new;
	plan skip_all => "PostgreSQL $to has not been brought up to date as $from has, and cannot take its place";
}

create_defaults($old, 'moved');
my $state = state_of_defaults($old, 'moved');

$_->stop for $old, $new;

chomp(my $new_bindir = `pg_config --bindir`);
command_ok([ 'pg_upgrade', '--no-sync', '--old-datadir', $old->data_dir, '--new-datadir', $new->data_dir,
	'--old-bindir', $old_bindir, '--new-bindir', $new_bindir, '--socketdir', $new->host,
	'--old-port', $old->port, '--new-port', $new->port ], 'pg_upgrade');
$new->start;
note "from $from to $to";
is(state_of_defaults($new, 'moved'), $state, 'all is there: defaults, indexes, views, sequence, rows');
ok(defaults_go_on($new, 'moved'), 'and every default goes on working');

$new->stop;
done_testing();
