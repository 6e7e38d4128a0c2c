# runs: every; majors: all
#
# The extension outside of PostgreSQL's directories, as CloudNativePG mounts it: from PostgreSQL 18 on, two settings say
# where it is.  A server of its own, whose settings name nothing else.

use strict;
use warnings FATAL => 'all';

use File::Copy qw(copy);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('image');
plan skip_all => 'this major finds extensions in one directory' if $node->pg_version < 18;
$node->init;
$node->start;

# What "make install" has installed.
my ($share, $lib) = map { $node->config_data($_) } '--sharedir', '--pkglibdir';
my $image = PostgreSQL::Test::Utils::tempdir;
mkdir "$image/$_" or die $! for 'share', 'share/extension', 'lib';
copy($_, "$image/share/extension/") or die $! for glob("$share/extension/sequential_uuids*");
# The server looks for its own library of PL/pgSQL there, too.
copy("$lib/$_.so", "$image/lib/") or die $! for 'sequential_uuids', 'plpgsql';
$node->append_conf('postgresql.conf',
	"extension_control_path = '$image/share'\ndynamic_library_path = '$image/lib'");
$node->restart;

$node->safe_psql('postgres', 'CREATE EXTENSION sequential_uuids; CREATE EXTENSION sequential_uuids_advice');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name <> 'plpgsql'}),
	2, 'the server sees no other extensions');
like($node->safe_psql('postgres', q{SELECT uuid_interval_nextval('5 min', '60 days')}), qr/^[0-9a-f]{8}-/,
	'and generates keys');

done_testing();
