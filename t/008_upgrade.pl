# pg_upgrade from the major version whose programs are in OLD_BINDIR, as
# scripts/checks/chroot sets it.  Every default keeps working, and secrets stay as they
# are, with the privileges that their owner has granted.
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

# The extension of a role that is no superuser.
$old->safe_psql('postgres', 'CREATE ROLE owner LOGIN; CREATE ROLE reader LOGIN; CREATE DATABASE owned OWNER owner');
$old->safe_psql('owned', q{
	CREATE EXTENSION sequential_uuids_opaque CASCADE;
	SELECT uuid_secret_create('orders');
	GRANT SELECT ON sequential_uuids_secrets TO reader;
	GRANT EXECUTE ON FUNCTION uuid_opaque_at TO reader}, extra_params => [ '-U', 'owner' ]);
my $secrets = q{
	SELECT name, md5(secret::text) FROM sequential_uuids_secrets;
	SELECT grantor = relowner, grantee::regrole, privilege_type, is_grantable FROM pg_class, aclexplode(relacl)
	 WHERE relname = 'sequential_uuids_secrets' AND grantee <> relowner ORDER BY 2, 3;
	SELECT proname, grantor = proowner, CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END, is_grantable
	  FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
	 WHERE proname ~ '^(uuid_opaque|uuid_secret|sequential_uuids_secrets)_' AND grantee <> proowner ORDER BY 1, 3;
	SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = 'sequential_uuids_secrets'::regclass ORDER BY 1;
	SELECT relreplident, attstattarget, extconfig[1] = pg_class.oid FROM pg_class, pg_attribute, pg_extension
	 WHERE relname = 'sequential_uuids_secrets' AND attrelid = pg_class.oid AND attname = 'secret' AND extname = 'sequential_uuids_opaque'};
my $before = $old->safe_psql('owned', $secrets);
$_->stop for $old, $new;

chomp(my $new_bindir = `pg_config --bindir`);
command_ok([ 'pg_upgrade', '--no-sync', '--old-datadir', $old->data_dir, '--new-datadir', $new->data_dir,
	'--old-bindir', $old_bindir, '--new-bindir', $new_bindir, '--socketdir', $new->host,
	'--old-port', $old->port, '--new-port', $new->port ], 'pg_upgrade');
$new->start;
note "from $from to $to";
is(state_of_defaults($new, 'moved'), $state, 'all is there: defaults, indexes, views, sequence, rows');
ok(defaults_go_on($new, 'moved'), 'and every default goes on working');
is($new->safe_psql('owned', $secrets), $before, 'secrets are as they were, with privileges and triggers');
is($new->safe_psql('owned', q{SELECT uuid_secret_create('later'); SELECT uuid_secret_drop('orders'); SELECT string_agg(name, ' ') FROM sequential_uuids_secrets},
	extra_params => [ '-U', 'owner' ]) =~ s/^\n+//r, 'later', 'the owner of the extension creates and drops them');

$new->stop;
done_testing();
