# runs: every
# Loads whose rows between two checkpoints follow from more than a rate and checkpoint_timeout, against what
# uuid_advise() says of them: checkpoints by max_wal_size, as the server counts them, and rows that come in bursts.
#
# Here rather than in pg_regress, as this needs settings of a server, and its counters.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('loads');
$node->init;
$node->append_conf('postgresql.conf', <<~'CONF');
	fsync = off
	autovacuum = off
	jit = off
	shared_buffers = 64MB
	min_wal_size = 32MB
	max_wal_size = 32MB
	CONF
$node->start;
# Rows of 100 bytes.
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids_advice;
	CREATE TABLE events (id uuid DEFAULT gen_random_uuid(), payload text DEFAULT repeat('x', 59));
	INSERT INTO events SELECT FROM generate_series(1, 500000);
	CREATE UNIQUE INDEX ON events (id) WITH (fillfactor = 69);
	CREATE PROCEDURE insert_rows(batches int, batch_rows int) LANGUAGE plpgsql AS $$
	BEGIN
		FOR i IN 1 .. batches LOOP
			INSERT INTO events SELECT FROM generate_series(1, batch_rows);
			COMMIT;
		END LOOP;
	END $$});

# Bytes of WAL per row that it writes to insert these.
sub insert_rows
{
	my ($batches, $batch_rows) = @_;
	my ($before, $after) = split /\n/, $node->safe_psql('postgres', qq{
		SELECT pg_current_wal_insert_lsn() - '0/0';
		CALL insert_rows($batches, $batch_rows);
		SELECT pg_current_wal_insert_lsn() - '0/0'});
	return ($after - $before) / $batches / $batch_rows;
}

# What uuid_advise() says that random keys cost at a rate, in a table that has had so many rows by then.
sub said
{
	my ($rate, $rows, $arguments) = @_;
	return $node->safe_psql('postgres', qq{
		SELECT wal_per_row - wal_hint_bits
		  FROM uuid_advise($rate, horizon => make_interval(secs => $rows / ($rate))$arguments)
		 WHERE key = 'random'});
}

sub within
{
	my ($bound, $said, $measured, $name) = @_;
	return ok(abs($said / $measured - 1) <= $bound, sprintf "$name: %.0f bytes said, %.0f measured", $said, $measured);
}

# Checkpoints by max_wal_size, some ten of them.
my $counters = $node->pg_version < 17 ? 'bgwriter' : 'checkpointer';
$node->safe_psql('postgres', "SELECT pg_stat_reset_shared('$counters')");
my ($timeout) = said(100, 700000, '');
is($timeout, said(100, 700000, q{, checkpoint_interval => '5 min'}), 'few checkpoints: as configured');
$node->safe_psql('postgres', "SELECT pg_stat_reset_shared('$counters')");
my ($measured) = insert_rows(200, 2000);
# By the clock that counts checkpoints.
my $rate = $node->safe_psql('postgres',
	"SELECT 400000 / extract(epoch FROM clock_timestamp() - stats_reset) FROM pg_stat_$counters");
# They do not come evenly, and then some pages have fewer images.
within(0.3, said($rate, 700000, ''), $measured, 'checkpoints as they have come');
cmp_ok(said($rate, 700000, q{, checkpoint_interval => '5 min'}), '<', $measured / 1.5, 'which are not as configured');
# As many rows in half of the time have as many checkpoints.
cmp_ok(abs(said($rate / 2, 700000, ', active => 0.5') / said($rate / 2, 700000, '') - 1), '<', 0.1,
	'idle times change nothing where checkpoints come for rows');

# An import a night, and one an hour.
$node->append_conf('postgresql.conf', 'max_wal_size = 4GB');
$node->reload;
$node->safe_psql('postgres', 'CHECKPOINT');
($measured) = insert_rows(1, 200000);
my $of_night = q{, checkpoint_interval => '5 min'};
within(0.15, said('200000 / 86400.0', 1000000, "$of_night, active => 3 / 86400.0"), $measured, 'an import a night');
cmp_ok(said('200000 / 86400.0', 1000000, $of_night), '>', 2 * $measured, 'which is not as cheap all day long');
$node->safe_psql('postgres', 'CHECKPOINT');
($measured) = insert_rows(1, 20000);
within(0.15, said('20000 / 3600.0', 1110000, "$of_night, active => 1 / 3600.0, active_every => '1 hour'"), $measured,
	'an import an hour');

# A busy hour after a quiet night: not as the server has counted on average, but as the WAL of now means.
$node->append_conf('postgresql.conf', 'max_wal_size = 160MB');
$node->reload;
$node->safe_psql('postgres', "CHECKPOINT; SELECT pg_stat_reset_shared('$counters')");
my $report = IPC::Run::start([ 'psql', '-XAtd', $node->connstr('postgres'), '-c',
	q{SELECT checkpoints || '|' || server_wal_bytes_per_day / 86400 FROM uuid_index_report('2 s') LIMIT 1} ],
	'>', \my $watched);
$node->poll_query_until('postgres', q{SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'}, 1)
  or die 'the report does not watch';
my $requested = $node->pg_version < 17 ? 'checkpoints_req' : 'num_requested';
my ($per_row) = insert_rows(400, 2000);
my $bytes = $per_row * 800_000 / $node->safe_psql('postgres', "SELECT $requested FROM pg_stat_$counters");
$report->finish;
my $by_size = $node->safe_psql('postgres', 'SELECT sequential_uuids_checkpoint_bytes()');
within(0.3, $by_size, $bytes, 'WAL between two checkpoints');
my ($seconds, $wal) = $watched =~ /^every ([\d.]+) s, by max_wal_size, at the rate of WAL just now\|(\d+)$/;
within(0.06, $seconds * $wal, $by_size, '... which the report takes for their time');

$node->stop;
done_testing();
