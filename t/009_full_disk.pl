# runs: long
# A full disk.  If the tables are on it, inserts raise an error; if the WAL is, the
# server goes down, and comes back when there is space.  Acknowledged rows are still
# there.  SMALL_DISK names a file system of about 64 MB, which scripts/test mounts.
use strict;
use warnings;

use lib 't/lib';
use Level;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Writers;

my $disk = $ENV{SMALL_DISK};
plan skip_all => 'no small file system was mounted: that takes root' unless $disk;
my $writers = is_long() ? 16 : 6;

# Leaves 4 MB to fill.
sub reserve
{
	my ($free) = (split ' ', (`df -Pm $disk`)[1])[3];
	append_to_file("$disk/reserve", "\0" x (($free - 4) << 20));
	return;
}

my (%rows, $load, $node);

# More rows, then an immediate stop, and all is there.
sub load_and_crash
{
	my ($when) = @_;
	$load = start_writers($node, $writers);
	wait_for_writers($load, 100);
	$node->stop('immediate');
	finish_writers($load);
	acknowledged_rows($load, \%rows);
	$node->start;
	check_rows($node, \%rows, $when);
	check_sequences($node, \%rows);
	check_opaque($node, 'true');
	return;
}

# The tables are on it.
$node = new_node('tablespace');
$node->start;
mkdir "$disk/tables" or die $!;
$node->safe_psql('postgres', "CREATE TABLESPACE small LOCATION '$disk/tables'");
$node->append_conf('postgresql.conf', 'default_tablespace = small');
$node->reload;
create_tables($node);
# From PostgreSQL 19 on a table is given its visibility map when it is read, for
# which there would be no space.
$node->safe_psql('postgres', "INSERT INTO $_ SELECT") for @tables;
$node->safe_psql('postgres', "VACUUM $_") for @tables;
reserve();
$load = start_writers($node, $writers);
finish_writers($load);
acknowledged_rows($load, \%rows);
my @refused = grep { slurp_file($_->{errors}) =~ /ERROR: .*No space left on device/ } @$load;
is(scalar(@refused), $writers, 'tables: each writer ends with an error');
check_rows($node, \%rows, 'while it is full');
check_sequences($node, \%rows);
check_opaque($node, 'true');
unlink "$disk/reserve";
load_and_crash('once there is space');
$node->stop;
$node->clean_node;

# The WAL is on it.
%rows = ();
# Nothing is removed at checkpoints.
$node = new_node('wal', <<~'CONF', extra => [ '--waldir', "$disk/wal", '--wal-segsize', '1' ]);
	checkpoint_timeout = 1h
	max_wal_size = 1GB
	wal_keep_size = 1GB
	CONF
$node->start;
create_tables($node);
reserve();
$load = start_writers($node, $writers);
is(finish_writers($load), $writers, 'WAL: the server goes down under all writers');
acknowledged_rows($load, \%rows);
like(slurp_file($node->logfile), qr/PANIC: .*No space left on device/, 'as it must when it cannot write its WAL');
unlink "$disk/reserve";
start_again($node);
check_rows($node, \%rows, 'once there is space');
check_sequences($node, \%rows);
check_opaque($node, 'true');
load_and_crash('and after more load');

$node->stop;
done_testing();
