# The queries of examples/ measure what they say, and the loop of doc/switching.md switches a table that is locked.  On
# a server of its own, for settings, checkpoints, and locks that another session holds.
use strict;
use warnings;

use IPC::Run qw(start pump finish timeout);
use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

page('doc/operating.md',
	given => [],
	sections => { 'REINDEX' => { before => \&create_events } });
page('examples/index_wal.sql', before => sub { query('CREATE EXTENSION pg_walinspect') });
page('doc/switching.md',
	given => [],
	after => [
		qr/only_table => 'orders'/ => sub { is(@_, 1, 'which finds the table') }
	],
	besides => sub {
		# What a server has unless told otherwise, but VACUUM comes only when the test says so, as do checkpoints, which
		# remove no WAL.
		my $server = new_server('measured', 'shared_buffers = 128MB', 'checkpoint_timeout = 1d', 'max_wal_size = 16GB',
			'autovacuum = off', 'wal_keep_size = 4GB');
		in_database($server, 'postgres', sub {
			query(q{
				CREATE EXTENSION sequential_uuids;
				CREATE EXTENSION pg_walinspect;
				CREATE ROLE regress_dba LOGIN;
				CREATE ROLE regress_stranger LOGIN});
			test_diagnosis();
			test_who_may_measure();
			test_loop();
			test_partitions();
		});
	});

my $wait = qr/^SELECT pg_sleep_for\(current_setting\('checkpoint_timeout'\)::interval\).*$/m;
my $of_server = slurp('examples/page_images.sql');
my $migration = sql_block('doc/switching.md', qr/^BEGIN.*uuid_interval_nextval/s);
my $loop = sql_block('doc/switching.md', qr/LOOP/);
my $of_wal = slurp('examples/index_wal.sql');
my $insert = 'INSERT INTO public.orders SELECT FROM generate_series(1, %d)';

sub set
{
	my ($name, $value) = @_;
	query("ALTER SYSTEM SET $name = $value");
	query('SELECT pg_reload_conf()');
	return node()->poll_query_until('postgres', "SELECT current_setting('$name') = '$value'");
}

# What the query of the server says while 500 rows are inserted, then what that of pg_walinspect says of the index while
# another 500 are.
sub measure
{
	my $inserts = sprintf "CHECKPOINT; $insert;", 500;
	my $flush = 'SELECT pg_stat_force_next_flush(); SELECT pg_stat_clear_snapshot();';
	my ($images, $setting) =
	  query($of_server =~ s/$wait/$inserts $flush/r) =~ /^orders\|orders_pkey\|.*\|([\d.]+)\|(\w+)$/m;
	my ($records, $its_images, $per_record) =
	  query($of_wal =~ s/$wait/$inserts/r) =~ /^orders_pkey\|(\d+)\|(\d+)\|[^|]*\|(\d+)$/m;
	cmp_ok($records, '>=', 500, 'each row has a record of the WAL');
	return ($images, $setting, $its_images, $per_record);
}

# After a bulk load, which hides what inserts cost; then after the switch.
sub test_diagnosis
{
	query('CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), item text)');
	query(sprintf $insert, 300000);
	gives('SELECT wal_fpi / sum(tup_inserted) < 0.1 FROM pg_stat_wal, pg_stat_database GROUP BY wal_fpi', 't',
		'since the reset, the server looks healthy');
	for ([ 'two samples show that it is not', '>', 0.5, 250, 2000 ], [ 'after the switch, it is', '<', 0.1, 50, 500 ])
	{
		my ($what, $compared, @limits) = @$_;
		my ($images, undef, $its_images, $per_record) = measure();
		cmp_ok($images, $compared, $limits[0], "$what: $images images per row");
		cmp_ok($its_images, $compared, $limits[1], "its index has $its_images images for 500 rows");
		cmp_ok($per_record, $compared, $limits[2], "and $per_record bytes per record");
		query($migration);
	}
	query('ALTER TABLE orders ALTER id SET DEFAULT gen_random_uuid()');
	set('full_page_writes', 'off');
	return is(join(' ', (measure())[ 0, 1 ]), '0.00 off', 'without full_page_writes there are no images, which it shows');
}

# Of WAL that is still there.
sub test_who_may_measure
{
	my ($grant) = $of_wal =~ /(GRANT EXECUTE ON FUNCTION pg_get_wal_\w+\([^)]*\)) TO /;
	query("$grant TO regress_dba");
	my $block = $of_wal =~ s/$wait/CREATE TEMP TABLE filler ();/r;
	like(query($block, 'regress_dba'), qr/\|/, 'with the grant, a role may see the WAL of each relation');
	fails($block, qr/permission denied for function pg_get_wal/, 'and another role may not', 'regress_stranger');
	set('wal_keep_size', '0');
	query($_) for 'SELECT pg_switch_wal()', 'CHECKPOINT';
	return fails($block =~ s/pg_current_wal_flush_lsn\(\)::text/'0\/1000028'/r,
		qr/requested WAL segment \S+ has already been removed/, 'nor is WAL seen that has been removed', 'regress_dba');
}

sub default_is
{
	my ($table, $expected, $name) = @_;
	return gives("SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = '$table'::regclass AND adnum = 1",
		$expected, $name);
}
my $new_default = q{uuid_interval_nextval('00:05:00'::interval, '60 days'::interval)};

# While another session holds the lock that VACUUM takes.
sub test_loop
{
	cmp_ok(() = $loop =~ /\n/g, '<=', 20, 'the loop has at most 20 lines');
	$loop =~ s/pg_sleep\(10\)/pg_sleep(0.1)/ or BAIL_OUT('the loop does not wait');
	my $patience = $PostgreSQL::Test::Utils::timeout_default;
	my @psql = ('psql', '-XqAt', '-v', 'ON_ERROR_STOP=1');
	my ($locked, $said) = ('', '');
	my $input = "BEGIN; LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE; SELECT 'locked';\n";
	my $vacuum = start \@psql, '<', \$input, '>', \$locked, timeout($patience);
	pump $vacuum until $locked =~ /locked/;
	my $looping = start \@psql, '<', \"SET application_name = 'loop';\n$loop", '2>', \$said, timeout($patience);
	pump $looping until $said =~ /(?:the table is locked.*){2}/s;
	gives("SET statement_timeout = '$patience s'; INSERT INTO orders (item) VALUES ('a pen') RETURNING item", 'a pen',
		'between its tries, clients insert');
	my $now = query('SELECT txid_current()');
	ok(node()->poll_query_until('postgres', "SELECT backend_xmin::text::bigint > $now OR backend_xmin IS NULL
			FROM pg_stat_activity WHERE application_name = 'loop'"), 'it keeps no snapshot, so VACUUM removes rows');
	default_is('orders', 'gen_random_uuid()', 'the table is still locked');
	$input = "COMMIT;\n\\q\n";
	pump $vacuum while length $input;
	ok(finish($looping), 'once it is not, the loop ends') or diag($said);
	finish $vacuum;
	default_is('orders', $new_default, 'with the new default');
	return fails($loop =~ s/'5 min'/'7 min'/gr, qr/invalid value for parameter "cycle"/, 'a call that fails ends it');
}

sub test_partitions
{
	query(q{
		DROP TABLE orders;
		CREATE TABLE orders (id uuid DEFAULT gen_random_uuid(), item text) PARTITION BY RANGE (id);
		CREATE TABLE orders_all PARTITION OF orders DEFAULT});
	query($loop =~ s/ALTER TABLE/ALTER TABLE ONLY/r);
	default_is('orders', $new_default, 'ALTER TABLE ONLY changes the default of the root');
	default_is('orders_all', 'gen_random_uuid()', 'and not that of a partition');
	return gives(q{INSERT INTO orders DEFAULT VALUES
			RETURNING uuid_interval_between(id, now(), clock_timestamp(), '5 min', '60 days')}, 't',
		'which rows inserted into the root do not get');
}
