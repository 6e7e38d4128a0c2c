# runs: every
#
# What doc/choosing.md says such keys break, as far as PostgreSQL itself is the other one:
# postgres_fdw, a subscriber of logical replication, and those who take a key for a time or
# for a random number.  t/checks/other_systems has those that are no PostgreSQL.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = PostgreSQL::Test::Cluster->new('publisher');
$publisher->init(allows_streaming => 'logical');
$publisher->start;
my $major = $publisher->safe_psql('postgres', 'SHOW server_version_num') / 10000;
$publisher->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE TABLE orders (
		id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
		created_at timestamptz NOT NULL DEFAULT now());
	-- A row of each hour of 60 days, which come in any order of their keys.
	INSERT INTO orders
	SELECT uuid_interval_at(at, '5 min', '60 days'), at
	  FROM generate_series(timestamptz '2026-09-02', '2026-10-31 23:00', '1 hour') AS at});

# postgres_fdw to itself.
SKIP:
{
	skip 'the extension postgres_fdw is not available here', 6
	  unless $publisher->safe_psql('postgres',
		q{SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'});
	my $connection = sprintf q{host '%s', port '%s', dbname 'postgres'}, $publisher->host, $publisher->port;
	$publisher->safe_psql('postgres', qq{
		CREATE EXTENSION postgres_fdw;
		CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS ($connection, extensions 'sequential_uuids');
		CREATE USER MAPPING FOR CURRENT_USER SERVER far;
		CREATE FOREIGN TABLE far_orders (id uuid, created_at timestamptz) SERVER far OPTIONS (table_name 'orders')});
	my $shipped = sub {
		my ($condition) = @_;
		my $query = "SELECT * FROM far_orders WHERE $condition";
		my $plan = $publisher->safe_psql('postgres', "EXPLAIN (VERBOSE, COSTS OFF) $query");
		my ($remote) = $plan =~ /Remote SQL: (.*)/;
		return $remote =~ /WHERE/ && $plan !~ /Filter/ ? 'shipped' : $remote =~ /WHERE/ ? 'in part' : 'not shipped';
	};
	is($shipped->(q{uuid_interval_since(id, '2026-10-31', '5 min', '60 days')}), 'not shipped',
		'a condition since a time is not shipped');
	is($shipped->(q{uuid_v7_since(id, '2026-10-31')}), 'not shipped', 'nor is one for UUIDv7');
	is($shipped->(q{uuid_interval_between(id, now() - interval '1 day', now(), '5 min', '60 days')}), 'not shipped',
		'nor is a span whose bounds the server computes');
	my $literals = q{uuid_interval_between(id, '2026-10-30', '2026-10-31', '5 min', '60 days')};
	is($shipped->($literals), 'shipped', 'a span with literals is shipped');
	is($publisher->safe_psql('postgres', "SELECT count(*) FROM far_orders WHERE $literals"), 24, 'and finds its rows');

	# A foreign table has the default only if that is imported, too.
	my $import = sub { return "IMPORT FOREIGN SCHEMA public LIMIT TO (orders) FROM SERVER far INTO $_[0]" };
	$publisher->safe_psql('postgres', "CREATE SCHEMA without; CREATE SCHEMA with_default; ${\$import->('without')};
		${\$import->('with_default')} OPTIONS (import_default 'true')");
	my $insert = q{BEGIN; INSERT INTO %s.orders (created_at) VALUES (now()); ROLLBACK};
	like(($publisher->psql('postgres', sprintf $insert, 'without'))[2], qr/null value in column "id"/,
		'without it, NULL is sent');
	$publisher->safe_psql('postgres', sprintf $insert, 'with_default');
}

# The largest key, and the last by key.
my (undef, undef, $error) = $publisher->psql('postgres', 'SELECT max(id) FROM orders');
like($error, $major < 20 ? qr/function max\(uuid\) does not exist/ : qr/^$/, 'there is a largest key from 20 on');
isnt(
	$publisher->safe_psql('postgres', 'SELECT created_at FROM orders ORDER BY id DESC LIMIT 1'),
	$publisher->safe_psql('postgres', 'SELECT max(created_at) FROM orders'),
	'the last row by key is not the newest one');

# Samples and short forms.
is($publisher->safe_psql('postgres', q{
	SELECT count(*) > 1, max(created_at) - min(created_at) < interval '8 days' FROM orders
	 WHERE left(id::text, 1) = (SELECT left(id::text, 1) FROM orders WHERE created_at = '2026-10-03')}), 't|t',
	'rows by their first digit are those of a few days');
is($publisher->safe_psql('postgres', q{
	SELECT max(created_at) - min(created_at) > interval '40 days'
	  FROM orders WHERE get_byte(uuid_send(id), 15) < 16}), 't', 'those by the last byte are of all days');
is($publisher->safe_psql('postgres', q{
	WITH keys AS (
		SELECT uuid_interval_at('2026-11-01', '5 min', '60 days')::text AS id FROM generate_series(1, 5000))
	SELECT count(DISTINCT left(id, 8)) < count(*), count(DISTINCT right(id, 12)) = count(*) FROM keys}), 't|t',
	'the first eight digits are not unique within a block, the last twelve are');

# A subscriber gets no generated column, unless, from 18 on, the publication says so.
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init;
$subscriber->start;
$publisher->safe_psql('postgres', q{
	CREATE TABLE events (
		id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
		block bigint GENERATED ALWAYS AS (uuid_block(id, 17280)) STORED);
	CREATE PUBLICATION events FOR TABLE events;
	INSERT INTO events DEFAULT VALUES});
$subscriber->safe_psql('postgres', 'CREATE TABLE events (id uuid PRIMARY KEY, block bigint)');
$subscriber->safe_psql('postgres',
	sprintf q{CREATE SUBSCRIPTION events CONNECTION '%s dbname=postgres' PUBLICATION events}, $publisher->connstr);
$subscriber->wait_for_subscription_sync($publisher, 'events');
is($subscriber->safe_psql('postgres', 'SELECT count(*), count(block) FROM events'), '1|0',
	'a plain column in place of a generated one stays NULL');
$subscriber->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	ALTER TABLE events DROP COLUMN block;
	ALTER TABLE events ADD block bigint GENERATED ALWAYS AS (uuid_block(id, 17280)) STORED});
$publisher->safe_psql('postgres', 'INSERT INTO events DEFAULT VALUES');
$publisher->wait_for_catchup('events');
is($subscriber->safe_psql('postgres', 'SELECT count(*), count(block) FROM events'), '2|2',
	'generated there, too, it is filled');
if ($major >= 18)
{
	$subscriber->safe_psql('postgres', 'ALTER TABLE events DROP COLUMN block; ALTER TABLE events ADD block bigint');
	$publisher->safe_psql('postgres', 'ALTER PUBLICATION events SET (publish_generated_columns = stored)');
	$publisher->safe_psql('postgres', 'INSERT INTO events DEFAULT VALUES');
	$publisher->wait_for_catchup('events');
	is($subscriber->safe_psql('postgres', 'SELECT count(*), count(block) FROM events'), '3|1',
		'from 18 on, a publication may publish it');
}

$subscriber->stop;
$publisher->stop;
done_testing();
