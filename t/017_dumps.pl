# Who can dump and restore databases with and without a table of secrets, what a
# restore does to existing secrets, and publications of all tables.  This needs several
# databases and roles, and pg_dump, which pg_regress does not have.
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $directory = PostgreSQL::Test::Utils::tempdir();
my $superuser = getpwuid($<);
my $without_secrets = '--exclude-table-data=*.sequential_uuids_secrets';
my $denied = 'permission denied for table sequential_uuids_secrets';

my $node = PostgreSQL::Test::Cluster->new('dumps');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', "wal_retrieve_retry_interval = 100ms\nautovacuum = off");
$node->start;
$node->safe_psql('postgres', q{
	CREATE ROLE owner LOGIN;
	CREATE ROLE former LOGIN;
	CREATE ROLE latter LOGIN;
	CREATE ROLE reader LOGIN;
	CREATE ROLE all_reader LOGIN IN ROLE pg_read_all_data});

sub query
{
	my ($role, $database, $sql) = @_;
	return $node->safe_psql($database, $sql, extra_params => [ '-U', $role ]);
}

# What is wrong with a statement, or with a program that calls the server: its
# errors, as the server puts them; "" if nothing is.
sub errors { my ($stderr) = @_; return join "\n", $stderr =~ /ERROR: +(.*)/g }

sub error_of
{
	my ($role, $database, $sql) = @_;
	my (undef, undef, $stderr) = $node->psql($database, "\\set VERBOSITY verbose\n$sql", extra_params => [ '-U', $role ]);
	return errors($stderr);
}

sub run_program
{
	my @command = @_;
	my $stderr = '';
	my $success = IPC::Run::run(\@command, '>', \my $stdout, '2>', \$stderr);
	return '' if $success && $stderr eq '';
	return errors($stderr) || "@command: $stderr";
}

# Dumps a database as a role, into a new file: its name, and the errors.
my $files = 0;
sub dump_as
{
	my ($role, $database, $format, @options) = @_;
	my $file = "$directory/" . ++$files . ".$format";
	return ($file, run_program('pg_dump', '--no-sync', "--format=$format", "--file=$file", @options, $node->connstr($database) . " user=$role"));
}

sub restore_as
{
	my ($role, $database, $file, @options) = @_;
	my $to = $node->connstr($database) . " user=$role";
	return $file =~ /plain$/
	  ? run_program('psql', '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', "--file=$file", $to)
	  : run_program('pg_restore', '--exit-on-error', "--dbname=$to", @options, $file);
}

# A plain dump without its random \restrict.
sub text_of { my ($file) = @_; return slurp_file($file) =~ s/^\\(un)?restrict .*//mgr }

my $databases = 0;
sub create_database
{
	my ($owner) = @_;
	my $name = 'database_' . ++$databases;
	$node->safe_psql('postgres', "CREATE DATABASE $name OWNER $owner");
	return $name;
}

# A database, its extension of which role $creator is the owner.
my %has = (
	'sequential_uuids' => [ 'CREATE EXTENSION sequential_uuids', 'uuid_time_nextval()' ],
	'no secret' => [ 'CREATE EXTENSION sequential_uuids_opaque CASCADE', 'uuid_time_nextval()' ],
	'a secret' => [ q{CREATE EXTENSION sequential_uuids_opaque CASCADE; SELECT uuid_secret_create('orders')}, q{uuid_opaque_nextval('orders')} ]);

sub create_orders
{
	my ($what, $owner, $creator) = @_;
	my ($extension, $default) = @{ $has{$what} };
	my $database = create_database($owner);
	query($creator, $database, $extension);
	query($owner, $database, qq{
		CREATE SCHEMA app;
		CREATE TABLE app.orders (n int, id uuid PRIMARY KEY DEFAULT $default);
		INSERT INTO app.orders SELECT generate_series(1, 100);
		GRANT USAGE ON SCHEMA app TO reader;
		GRANT SELECT ON ALL TABLES IN SCHEMA app TO reader});
	return $database;
}

sub rows { my ($database) = @_; return query($superuser, $database, 'SELECT count(*), md5(string_agg(orders::text, $$,$$ ORDER BY n)) FROM app.orders') }

# Keys are generated again, and those of either database decode in both.
my $decode = q{SELECT count(*) FROM app.orders WHERE uuid_opaque_window('orders', id, clock_timestamp()) && tstzrange(now() - interval '1 hour', clock_timestamp(), '[]')};
sub check_restored
{
	my ($what, $database, $restored, $how) = @_;
	is(rows($restored), rows($database), "$how: has the rows");
	query($superuser, $restored, 'INSERT INTO app.orders SELECT generate_series(101, 200)');
	return is(query($superuser, $restored, 'SELECT count(DISTINCT id) FROM app.orders'), 200, "$how: generates keys") if $what ne 'a secret';
	my $same = 'SELECT md5(string_agg(s::text, $$,$$ ORDER BY name)) FROM sequential_uuids_secrets AS s';
	is(query($superuser, $restored, $same), query($superuser, $database, $same), "$how: has the secret");
	is(query($superuser, $restored, $decode), 200, "$how: decodes old keys and new ones");
	return;
}

# Without secrets nothing fails; with their table, whoever may not read it
# cannot dump the database as a whole, even if there is none.
for my $what ('sequential_uuids', 'no secret', 'a secret')
{
	for ([ 'owner', 'owner', 'created by the owner' ], [ 'owner', $superuser, 'created by an administrator' ], [ 'latter', 'former', 'with a new owner' ])
	{
		my ($owner, $creator, $case) = @$_;
		my $database = create_orders($what, $creator eq 'former' ? 'former' : $owner, $creator);
		query($superuser, $database, 'REASSIGN OWNED BY former TO latter');
		my $plain;
		for my $role ($superuser, $owner, 'reader', 'all_reader')
		{
			my $may_read = $role eq $superuser || $role eq $creator || $role eq 'all_reader';
			my $expected = $what =~ /secret/ && !$may_read ? $denied : '';
			my $by = "$what, $case, dumped by " . ($role eq $superuser ? 'a superuser' : $role);
			for my $format ('plain', 'custom')
			{
				my ($file, $error) = dump_as($role, $database, $format);
				is($error, $expected, "$by, $format: " . ($expected ? 'fails' : 'works'));
				next if $expected;
				$plain //= text_of($file);
				ok(text_of($file) eq $plain, 'is the same dump') if $format eq 'plain';
				# Those who only read restore nothing.
				next if $role =~ /reader$/;
				my $restored = create_database($role);
				is(restore_as($role, $restored, $file), '', 'is restored');
				check_restored($what, $database, $restored, $format);
			}
			next unless $expected;

			my ($without, $error) = dump_as($role, $database, 'custom', $without_secrets);
			is($error, '', "$by: works without the secrets");
			query($superuser, $database, "GRANT SELECT ON sequential_uuids_secrets TO $role");
			(my $with, $error) = dump_as($role, $database, 'custom');
			is($error, '', 'and once SELECT on them is granted');
			query($superuser, $database, "REVOKE SELECT ON sequential_uuids_secrets FROM $role");
			next unless $what eq 'a secret';

			my $restores = $role eq 'reader' ? $superuser : $role;
			my $restored = create_database($restores);
			is(restore_as($restores, $restored, $without), '', 'is restored without the secrets');
			is(rows($restored), rows($database), 'has the rows');
			is(error_of($owner, $restored, 'INSERT INTO app.orders SELECT 101'), '42704: secret "orders" does not exist', 'gives no key');
			query($restores, $restored, q{SELECT uuid_secret_create('orders')});
			query($owner, $restored, 'INSERT INTO app.orders SELECT 101');
			is(query($superuser, $restored, $decode . ' AND n > 100'), 1, 'until there is a secret');

			$restored = create_database($restores);
			is(restore_as($restores, $restored, $with), '', 'is restored with the secrets');
			check_restored($what, $database, $restored, 'with them');
			my $holders = q{SELECT grantee::regrole FROM pg_class, aclexplode(relacl) WHERE relname = 'sequential_uuids_secrets'};
			like(query($superuser, $restored, $holders), qr/^$role$/m, 'and with the privilege');
		}
	}
}

# A superuser who restores owns the extension then, so what its owner has granted is
# refused, unless it is restored as that owner.
my $database = create_orders('a secret', 'owner', 'owner');
query('owner', $database, 'GRANT SELECT ON sequential_uuids_secrets TO reader; GRANT EXECUTE ON FUNCTION uuid_opaque_at TO reader');
my ($file, $error) = dump_as('reader', $database, 'custom');
is($error, '', 'the owner grants SELECT on the secrets');
my $restored = create_database('owner');
like(restore_as($superuser, $restored, $file), qr/^permission denied for /, 'a superuser does not restore what the owner has granted');
is(error_of('owner', $restored, q{SELECT uuid_secret_create('later')}), '42501: permission denied to create secret "later"', 'to whom the extension does not belong there');
$restored = create_database('owner');
is(restore_as($superuser, $restored, $file, '--role=owner'), '', 'but does with --role');
check_restored('a secret', $database, $restored, 'so it');
query('owner', $restored, q{SELECT uuid_secret_create('later'); SELECT uuid_secret_drop('later')});
is(query('reader', $restored, q{SELECT count(uuid_opaque_at('orders', now())), (SELECT count(*) FROM sequential_uuids_secrets)}), '1|1', 'has the privileges');

# Only the data, into a database that has a secret of this name.
($file) = dump_as('owner', $database, 'custom');
$restored = create_database('owner');
is(restore_as('owner', $restored, $file, '--schema-only'), '', 'the schema is restored');
query('owner', $restored, q{SELECT uuid_secret_create('orders')});
my $digest = 'SELECT md5(secret::text) FROM sequential_uuids_secrets';
my $before = query('owner', $restored, $digest);
like(restore_as('owner', $restored, $file, '--data-only'), qr/^duplicate key value violates unique constraint "sequential_uuids_secrets_name_key"$/, 'a secret of the same name is in the way of the data');
is(query('owner', $restored, $digest), $before, 'and stays');
query('owner', $restored, q{TRUNCATE app.orders; SELECT uuid_secret_drop('orders')});
is(restore_as('owner', $restored, $file, '--data-only'), '', 'once it is dropped they are restored');
check_restored('a secret', $database, $restored, 'so it');

# --disable-triggers leaves triggers enabled as others are, which PostgreSQL does to
# any table: not in replication.
my $enabled = q{SELECT string_agg(tgenabled::text, '') FROM pg_trigger WHERE tgrelid = 'sequential_uuids_secrets'::regclass};
is(query($superuser, $restored, $enabled), 'AA', 'the triggers on the secrets are always enabled');
query($superuser, $restored, q{TRUNCATE app.orders; SELECT uuid_secret_drop('orders')});
is(restore_as($superuser, $restored, $file, '--data-only', '--disable-triggers'), '', '--disable-triggers');
is(query($superuser, $restored, $enabled), 'OO', 'leaves them so');
query($superuser, $restored, 'ALTER TABLE sequential_uuids_secrets ENABLE ALWAYS TRIGGER rows_changed, ENABLE ALWAYS TRIGGER truncated');
is(query($superuser, $restored, $enabled), 'AA', 'until that is said again');
check_restored('a secret', $database, $restored, 'the database');

# Before PostgreSQL 17, DROP OWNED leaves the role in what the extension has granted.
$node->safe_psql('postgres', 'CREATE ROLE leaver LOGIN');
$database = create_orders('a secret', 'leaver', 'leaver');
query($superuser, $database, 'REASSIGN OWNED BY leaver TO latter; DROP OWNED BY leaver; DROP ROLE leaver');
my $repair = 'DELETE FROM pg_init_privs WHERE EXISTS (SELECT FROM aclexplode(initprivs) WHERE grantee NOT IN (SELECT 0 UNION SELECT oid FROM pg_roles))';
for my $repaired (0, 1)
{
	query($superuser, $database, $repair) if $repaired;
	($file) = dump_as($superuser, $database, 'custom');
	$restored = create_database($superuser);
	like(restore_as($superuser, $restored, $file), $repaired || $node->pg_version >= 17 ? qr/^$/ : qr/^role "\d+" does not exist$/, 'the dump after its owner is dropped' . ($repaired ? ' and its privileges deleted' : ''));
}
check_restored('a secret', $database, $restored, 'and it');
my $of_all = q{SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc WHERE proname ~ '^uuid_(opaque|secret)' AND has_function_privilege('reader', oid, 'EXECUTE')};
is(query($superuser, $restored, $of_all), query($superuser, create_orders('a secret', 'owner', 'owner'), $of_all), 'gives all no more than the extension does');

# Publications.  The publisher's database, and a subscriber's with the same schema.
sub publisher_and_subscriber
{
	my ($publication) = @_;
	my $publisher = create_orders('a secret', $superuser, $superuser);
	query($superuser, $publisher, "CREATE PUBLICATION published FOR $publication");
	my $subscriber = create_database($superuser);
	my ($schema_only) = dump_as($superuser, $publisher, 'custom', '--schema-only', '--no-publications');
	is(restore_as($superuser, $subscriber, $schema_only), '', 'the subscriber has the schema');
	return ($publisher, $subscriber);
}

# The slot is in the same server, for which CREATE SUBSCRIPTION would wait.
sub subscribe
{
	my ($publisher, $subscriber) = @_;
	query($superuser, $publisher, "SELECT pg_create_logical_replication_slot('$subscriber', 'pgoutput')");
	query($superuser, $subscriber, "CREATE SUBSCRIPTION $subscriber CONNECTION \$\$" . $node->connstr($publisher) . '$$ PUBLICATION published WITH (create_slot = false)');
	return;
}

sub unsubscribe
{
	my ($publisher, $subscriber) = @_;
	query($superuser, $subscriber, "ALTER SUBSCRIPTION $subscriber DISABLE; ALTER SUBSCRIPTION $subscriber SET (slot_name = NONE); DROP SUBSCRIPTION $subscriber");
	ok($node->poll_query_until($publisher, "SELECT pg_drop_replication_slot(slot_name) IS NOT NULL FROM pg_replication_slots WHERE slot_name = '$subscriber' AND NOT active"), 'the subscription ends');
	return;
}

# Whether the subscriber has received so many orders.
sub receives { my ($subscriber, $rows) = @_; return $node->poll_query_until($subscriber, "SELECT count(*) = $rows FROM app.orders") }

my ($publisher, $subscriber) = publisher_and_subscriber('ALL TABLES');
subscribe($publisher, $subscriber);
ok(receives($subscriber, 100), 'FOR ALL TABLES: rows are published');
ok($node->poll_query_until($subscriber, 'SELECT count(*) = 1 FROM sequential_uuids_secrets'), 'and so is the secret');
is(query($superuser, $subscriber, $decode), 100, 'with which the subscriber decodes');
query($superuser, $publisher, q{SELECT uuid_secret_create('later')});
ok($node->poll_query_until($subscriber, 'SELECT count(*) = 2 FROM sequential_uuids_secrets'), 'later ones, too');
like(query($superuser, $subscriber, q{SELECT uuid_opaque_nextval('later')}), qr/^[-0-9a-f]{36}$/, 'with which it generates');

query($superuser, $subscriber, q{SELECT uuid_secret_create('of_both')});
query($superuser, $publisher, q{SELECT uuid_secret_create('of_both')});
query($superuser, $publisher, 'INSERT INTO app.orders SELECT 101');
ok($node->poll_query_until($subscriber, 'SELECT apply_error_count > 1 FROM pg_stat_subscription_stats'), 'the same name on both sides stops the subscription');
like(slurp_file($node->logfile), qr/sequential_uuids_secrets_name_key/, 'as the log tells');
# PostgreSQL 18 came with messages of conflicts that show the first 64 characters of
# each column: all but a byte of the secret, of which the documentation warns.
my $shown = query($superuser, $publisher, q{SELECT left(secret::text, 64) FROM sequential_uuids_secrets WHERE name = 'of_both'});
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');
is(index(slurp_file($node->logfile), $shown) >= 0, $version >= 180000, 'with most of the secret, from PostgreSQL 18 on');
is(query($superuser, $subscriber, 'SELECT count(*) FROM app.orders'), 100, 'and nothing more comes');
query($superuser, $subscriber, q{SELECT uuid_secret_drop('of_both')});
ok(receives($subscriber, 101), 'until the subscriber drops its own');
is(query($superuser, $subscriber, 'SELECT md5(string_agg(s::text, $$,$$ ORDER BY name)) FROM sequential_uuids_secrets AS s'),
	query($superuser, $publisher, 'SELECT md5(string_agg(s::text, $$,$$ ORDER BY name)) FROM sequential_uuids_secrets AS s'), 'and has that of the publisher');
unsubscribe($publisher, $subscriber);

# A subscriber that has no such table.
($publisher, $subscriber) = map { create_database($superuser) } 1, 2;
query($superuser, $_, 'CREATE SCHEMA app; CREATE TABLE app.orders (id int)') for $publisher, $subscriber;
query($superuser, $publisher, 'CREATE PUBLICATION published FOR ALL TABLES');
subscribe($publisher, $subscriber);
query($superuser, $publisher, 'INSERT INTO app.orders VALUES (1)');
ok(receives($subscriber, 1), 'rows are published before there are secrets');
my $log = -s $node->logfile;
query($superuser, $publisher, q{CREATE EXTENSION sequential_uuids_opaque CASCADE; SELECT uuid_secret_create('orders'); INSERT INTO app.orders VALUES (2)});
ok($node->poll_query_until($subscriber, 'SELECT apply_error_count > 1 FROM pg_stat_subscription_stats'), 'a secret stops a subscription without the extension');
like(slurp_file($node->logfile, $log), qr/logical replication target relation "\w+\.sequential_uuids_secrets" does not exist/, 'as the log tells');
query($superuser, $subscriber, 'CREATE EXTENSION sequential_uuids_opaque CASCADE');
ok(receives($subscriber, 2), 'until it is created there');
my $secrets = 'SELECT count(*) FROM sequential_uuids_secrets';
is(query($superuser, $subscriber, $secrets), 0, 'without the secrets');
query($superuser, $subscriber, "ALTER SUBSCRIPTION $subscriber REFRESH PUBLICATION");
ok($node->poll_query_until($subscriber, $secrets =~ s/\*\)/$& = 1/r), 'which come with REFRESH PUBLICATION');
unsubscribe($publisher, $subscriber);

# Without the secrets.
for my $publication ('TABLE app.orders', $version >= 190000 ? 'ALL TABLES EXCEPT (TABLE sequential_uuids_secrets)' : ())
{
	($publisher, $subscriber) = publisher_and_subscriber($publication);
	query($superuser, $subscriber, q{SELECT uuid_secret_create('orders')});
	subscribe($publisher, $subscriber);
	query($superuser, $_, q{SELECT uuid_secret_create('of_both')}) for $publisher, $subscriber;
	query($superuser, $publisher, 'INSERT INTO app.orders SELECT 101');
	ok(receives($subscriber, 101), "FOR $publication publishes rows and no secrets");
	unsubscribe($publisher, $subscriber);
}

$node->stop;
done_testing();
