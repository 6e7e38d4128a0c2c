# A database that uses every function, to check that all of it survives a move.
# Defaults call generators in each way, and all other functions.  Decoding and
# conditions are also in indexes, generated columns and views.
package UuidDefaults;
use strict;
use warnings;

use Exporter qw(import);

our @EXPORT = qw(create_defaults state_of_defaults defaults_go_on unused_functions);

# The functions are in a schema that is not on the search_path, as in a dump.
my @calls = (
	'e.uuid_time_nextval()',
	'e.uuid_time_nextval(60)',
	'e.uuid_time_nextval(60, 65536)',
	'e.uuid_time_nextval(60::smallint, 256::smallint)',
	'e.uuid_time_nextval(interval_count => 256)',
	q{e.uuid_interval_nextval('1 min', '45 days 12:16:00')},
	q{e.uuid_interval_nextval('1 ms', cycle => '1 day')},
	q{e.uuid_interval_nextval('10 ms', '500 days')},
	q{e.uuid_interval_nextval('1 day -23:59:59.999999', '256 us', 4::smallint)},
	q{e.uuid_interval_nextval(version => 8, cycle => '1 day', interval_length => '1 ms')},
	q{e.uuid_sequence_nextval('s')},
	q{e.uuid_sequence_nextval('s', 256)},
	q{e.uuid_sequence_nextval('s', 256, 65536)},
	q{e.uuid_sequence_nextval('s', 256::smallint, 256::smallint)},
	q{e.uuid_sequence_nextval('s', block_count => 4)},
	q{e.uuid_sequence_at(5000000000, 256, 65536)},
	q{e.uuid_sequence_at(5::smallint, 256::smallint, 256::smallint)},
	q{e.uuid_interval_at('2026-01-01 00:00:00+00', '1 ms', '1 day', version => 8)},
	'e.uuid_v7_nextval()',
	q{e.uuid_v7_nextval('1 mon -1 days')},
	'e.uuid_v7_nextval(5, 4::smallint)',
	q{e.uuid_v7_at('2026-01-01 00:00:00+00')},
	q{e.uuid_opaque_nextval('orders', '1 min', '1 day')},
	q{e.uuid_opaque_nextval(label => 'orders', cycle => '1 day', version => 8, interval_length => '1 s')},
	q{e.uuid_opaque_nextval('orders', '1 h', '500 days', 4::smallint)},
);
my @nulls = (
	'e.uuid_time_nextval(NULL)',
	q{e.uuid_interval_nextval(NULL, '45 days 12:16:00')},
	'e.uuid_interval_nextval(NULL, NULL, NULL)',
	'e.uuid_sequence_nextval(NULL, NULL, NULL)',
	'e.uuid_sequence_nextval(NULL)',
	'e.uuid_sequence_at(NULL, NULL, NULL)',
	'e.uuid_v7_nextval(shift => NULL)',
	'e.uuid_v7_nextval(NULL, NULL)',
	q{e.uuid_opaque_nextval(NULL, '1 min', '1 day')});

# A span of time, and an interval with its cycle.
my $span = q{'2026-01-01 00:00:00+00', '2026-02-01 00:00:00+00'};
my $parameters = q{'1 min', '45 days 12:16:00'};

# Functions that do not generate UUIDs.
my %others = (
	q{e.uuid_block('c232ab00-9414-41ec-b3c8-9f6bdeced846', 65536)} => 'bigint',
	'e.uuid_block_lower(5, 65536)' => 'uuid',
	'e.uuid_block_upper(5, 65536)' => 'uuid',
	"e.uuid_interval_window('c232ab00-9414-41ec-b3c8-9f6bdeced846', '2026-01-01 00:00:00+00', $parameters)" =>
	  'tstzrange',
	q{e.uuid_interval_block('2026-01-01 00:00:00+00', '1 min', '1 day')} => 'bigint',
	"e.sequential_uuids_lower(1, $span, $parameters)" => 'uuid',
	"e.sequential_uuids_upper(1, $span, $parameters)" => 'uuid',
	"e.sequential_uuids_v7_lower($span)" => 'uuid',
	"e.sequential_uuids_v7_upper($span)" => 'uuid',
	'e.sequential_uuids_present()' => 'timestamptz',
	q{e.uuid_generated_at('c232ab00-9414-11ec-b3c8-9f6bdeced846')} => 'timestamptz',
	q{e.uuid_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846')} => 'uuid',
	q{e.uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846')} => 'uuid',
	q{e.uuid_v1_to_v7('c232ab00-9414-11ec-b3c8-9f6bdeced846')} => 'uuid',
	q{e.uuid_v7_lower('2026-01-01 00:00:00+00')} => 'uuid');
my ($v7) = grep { $calls[$_] eq 'e.uuid_v7_nextval()' } 0 .. $#calls;
# The edition in SQL has no opaque keys, no nodes, no conversions of version 1, and other internals.
my $only_in_c = qr/_opaque_|_v7_nextval\([^)]*, |_v1_|_to_v1|\.sequential_uuids_/;
# What the latest database has of these.
my (@has_calls, @has_nulls);

# Creates either edition in the schema e.
sub create_functions
{
	my ($node, $database, $edition) = @_;
	return $node->safe_psql($database, 'CREATE SCHEMA e; CREATE EXTENSION sequential_uuids SCHEMA e')
	  if $edition eq 'c';

	# Do it as a role that owns only the schema.
	$node->safe_psql($database, 'CREATE ROLE "My-App" LOGIN; CREATE SCHEMA e AUTHORIZATION "My-App"');
	return $node->command_ok(
		[ 'psql', '-Xq1', '-v', 'ON_ERROR_STOP=1', '-c', 'SET search_path = e', '-f', 'sql-only/sequential_uuids.sql',
			$node->connstr($database) . ' user=My-App' ],
		'the edition in SQL, created by a role without privileges');
}

sub create_defaults
{
	my ($node, $database, $edition) = @_;
	my $number = 0;
	$edition //= 'c';
	@has_calls = grep { $edition eq 'c' || !/$only_in_c/ } @calls;
	@has_nulls = grep { $edition eq 'c' || !/$only_in_c/ } @nulls;
	my @columns = (
		(map { "uuid DEFAULT $_" } @has_calls, @has_nulls),
		(map { "$others{$_} DEFAULT $_" } grep { $edition eq 'c' || !/$only_in_c/ } sort keys %others));
	my $columns = join ', ', map { 'c' . $number++ . " $_" } @columns;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	create_functions($node, $database, $edition);
	$node->safe_psql($database, qq{
		CREATE SEQUENCE s;
		CREATE TABLE orders ($columns,
			block bigint GENERATED ALWAYS AS (e.uuid_block(c0, 65536)) STORED,
			generated_in tstzrange GENERATED ALWAYS AS (
				e.uuid_interval_window(c0, '2026-01-01 00:00:00+00', $parameters)) STORED,
			is_of_january bool GENERATED ALWAYS AS (e.uuid_interval_between(c0, $span, $parameters)) STORED,
			is_v7_of_january bool GENERATED ALWAYS AS (e.uuid_v7_between(c$v7, $span)) STORED);
		CREATE INDEX ON orders (e.uuid_block(c0, 65536)) WHERE c0 <= e.uuid_block_upper(32767, 65536);
		CREATE INDEX ON orders (c0)
		 WHERE e.uuid_interval_between(c0, $span, $parameters) AND NOT e.uuid_v7_between(c$v7, $span);
		CREATE VIEW last_hour AS
			SELECT c0 FROM orders
			 WHERE e.uuid_interval_since(c0, now() - interval '1 hour', $parameters)
			   AND e.uuid_v7_since(c$v7, now() - interval '1 hour');});
	$node->safe_psql($database, qq{
		CREATE VIEW dated AS
			SELECT c0 FROM orders
			 WHERE e.uuid_interval_window(c0, clock_timestamp(), $parameters)
				   && tstzrange(now() - interval '1 hour', clock_timestamp(), '[]');
		CREATE VIEW parameters AS SELECT * FROM e.uuid_key_parameters('orders', 'c0');
		CREATE VIEW of_a_day AS SELECT e.uuid_block_lower(hour, 65536) AS lo FROM generate_series(0, 23) AS hour});
	$node->safe_psql($database, 'INSERT INTO orders SELECT FROM generate_series(1, 1000)');
	return;
}

# Shows the defaults, indexes, sequence and rows, and whether views work.
sub state_of_defaults
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, q{
		SELECT attname, pg_get_expr(adbin, adrelid)
		  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum ORDER BY adnum;
		SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'orders'::regclass ORDER BY 1;
		SELECT count(*) FROM last_hour;
		SELECT count(*) FROM dated;
		SELECT parameters FROM parameters;
		SELECT md5(string_agg(of_a_day::text, ',' ORDER BY lo)) FROM of_a_day;
		SELECT last_value FROM s;
		SELECT md5(string_agg(orders::text, ',' ORDER BY c0)) FROM orders});
}

# Functions for users that nothing here uses except each other.  There should be none.
sub unused_functions
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, q{
		SELECT f.oid::regprocedure FROM pg_proc AS f
		 WHERE pronamespace = 'e'::regnamespace AND proname LIKE 'uuid\_%'
		   AND NOT EXISTS (
		   	SELECT FROM pg_depend AS d
		   	 WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = f.oid
		   	   AND d.deptype = 'n' AND d.classid <> 'pg_proc'::regclass)});
}

# Inserts as many rows again.  Returns whether each default gave them new UUIDs, or
# NULL if it has a NULL parameter.
sub defaults_go_on
{
	my ($node, $database) = @_;
	my $filled = join(' AND ',
		(map { "count(DISTINCT c$_) = 2000" } 0 .. $#has_calls),
		(map { "count(c$_) = 0" } $#has_calls + 1 .. $#has_calls + @has_nulls));
	my $is_filled = $node->safe_psql($database, qq{
		INSERT INTO orders SELECT FROM generate_series(1, 1000);
		SELECT $filled FROM orders});
	return $is_filled eq 't';
}

1;
