# Clients that need a server of their own or several databases: pg_dump and
# pg_restore, with each way to call the generators as a column default, and
# pgbench, which sends its parameters without a type.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('clients');
$node->init;
$node->start;

# The functions are in a schema that is not on the search_path, as in a dump.
my @calls = (
	'e.uuid_time_nextval()',
	'e.uuid_time_nextval(60)',
	'e.uuid_time_nextval(60, 65536)',
	'e.uuid_time_nextval(60::smallint, 256::smallint)',
	'e.uuid_time_nextval(interval_count => 256)',
	q{e.uuid_time_nextval('1 ms', 4294967296, 4)},
	q{e.uuid_time_nextval('1 day -23:59:59.999999', 256::smallint, 4::smallint)},
	q{e.uuid_time_nextval(interval_length => '1 ms', interval_count => 4294967296, version => 8)},
	q{e.uuid_sequence_nextval('s')},
	q{e.uuid_sequence_nextval('s', 256)},
	q{e.uuid_sequence_nextval('s', 256, 65536)},
	q{e.uuid_sequence_nextval('s', 256::smallint, 256::smallint)},
	q{e.uuid_sequence_nextval('s', block_count => 4)},
	q{e.uuid_sequence_nextval('s', 5000000000, 281474976710656, 4)},
	q{e.uuid_sequence_nextval('s', 256::smallint, 256::smallint, 8::smallint)},
	q{e.uuid_sequence_at(5000000000, 256)},
	q{e.uuid_time_at('2026-01-01 00:00:00+00', '1 ms', version => 8)},
);
my @nulls = ('e.uuid_time_nextval(NULL)', 'e.uuid_time_nextval(NULL, NULL, NULL)',
	'e.uuid_sequence_nextval(NULL, NULL, NULL)', 'e.uuid_sequence_nextval(NULL, NULL, NULL, NULL)');
my $columns = join(', ', map { "c$_ uuid DEFAULT " . (@calls, @nulls)[$_] } 0 .. $#calls + @nulls);

$node->safe_psql('postgres', 'CREATE DATABASE before');
$node->safe_psql('before', qq{
	CREATE SCHEMA e;
	CREATE EXTENSION sequential_uuids SCHEMA e;
	CREATE SEQUENCE s;
	CREATE TABLE orders ($columns,
		block bigint GENERATED ALWAYS AS (e.uuid_block(c0, 65536)) STORED,
		made_in tstzrange GENERATED ALWAYS AS (e.uuid_time_window(c0, '2026-01-01 00:00:00+00')) STORED);
	CREATE INDEX ON orders (e.uuid_block(c0, 65536)) WHERE c0 <= (e.uuid_block_bounds(32767, 65536)).hi;
	CREATE VIEW last_hour AS SELECT r.* FROM e.uuid_time_ranges(now() - interval '1 hour', clock_timestamp()) AS r;
	INSERT INTO orders SELECT FROM generate_series(1, 1000);
});

my $state = q{
	SELECT attname, pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum ORDER BY adnum;
	SELECT pg_get_indexdef(indexrelid), pg_get_viewdef('last_hour') FROM pg_index WHERE indrelid = 'orders'::regclass;
	SELECT last_value FROM s;
	SELECT md5(string_agg(orders::text, ',' ORDER BY c0)) FROM orders;};
my $expected = $node->safe_psql('before', $state);
my $filled = join(' AND ', map { "count(c$_) = 2000" } 0 .. $#calls)
	. join('', map { " AND count(c$_) = 0" } $#calls + 1 .. $#calls + @nulls);
my $file = PostgreSQL::Test::Utils::tempdir() . '/before.dump';
for my $format ('plain', 'custom')
{
	$node->safe_psql('postgres', "CREATE DATABASE $format");
	$node->command_ok([ 'pg_dump', "--format=$format", '--file', $file, $node->connstr('before') ], "pg_dump, format $format");
	$node->command_ok($format eq 'plain'
		? [ 'psql', '--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--output', "$file.out", '--file', $file, $node->connstr($format) ]
		: [ 'pg_restore', '--exit-on-error', '--dbname', $node->connstr($format), $file ], 'is restored');
	is($node->safe_psql($format, $state), $expected, 'with its defaults, its index, its view and its rows');
	is($node->safe_psql($format, "INSERT INTO orders SELECT FROM generate_series(1, 1000); SELECT $filled FROM orders"),
		't', 'and every default goes on working, those with a NULL parameter as NULL');
}

# pgbench in its extended and prepared modes leaves the types of parameters to
# the server, as many drivers do.
my $script = PostgreSQL::Test::Utils::tempdir() . '/script.sql';
append_to_file($script, <<'SQL');
\set size 256
\set count 65536
\set big 281474976710656
\set version 8
SELECT e.uuid_time_nextval(:size), e.uuid_time_nextval(:size, :count), e.uuid_sequence_nextval('s', :size, :count);
SELECT e.uuid_time_nextval('1 ms', :big, :version), e.uuid_sequence_nextval('s', :size, :big, :version);
SELECT e.uuid_sequence_at(:size, :size, :big, :version), e.uuid_block(e.uuid_sequence_at(:size), :big), e.uuid_block_bounds(:size, :big);
SQL
for my $protocol ('simple', 'extended', 'prepared')
{
	$node->command_like([ 'pgbench', '--no-vacuum', '--client=2', '--transactions=50', "--protocol=$protocol", "--file=$script", $node->connstr('before') ],
		qr{actually processed: 100/100}, "pgbench --protocol=$protocol");
}

$node->stop;
done_testing();
