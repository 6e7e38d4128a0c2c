# runs: every; majors: ends
# That the advice is right: tables with random keys, of which uuid_index_report() is asked under different loads; its
# ALTER TABLE is executed as printed, inserts go on, and the WAL per row is what it promised, before and after.  Time is
# simulated: the new keys are those of uuid_interval_at() and uuid_v7_at() with the parameters of the new default, and
# checkpoints and VACUUM come after numbers of rows.  In TAP, since it needs checkpoints and an insert during a report.
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $longer = ($ENV{PG_TEST_EXTRA} // '') =~ /\blong\b/ ? 4 : 1;
my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init;
$node->append_conf('postgresql.conf', q{
autovacuum = off
checkpoint_timeout = 1d
max_wal_size = 16GB
shared_buffers = 256MB
full_page_writes = on
log_statement = none});
$node->start;
$node->safe_psql('postgres', $_) for 'CREATE EXTENSION sequential_uuids', 'CREATE EXTENSION sequential_uuids_advice',
	'CREATE DATABASE managed';
$node->safe_psql('managed', 'CREATE SCHEMA uuids; CREATE SCHEMA advice');
for (['uuids', 'sql-only/sequential_uuids.sql'], ['advice', 'advice/sequential_uuids_advice.sql'])
{
	my ($schema, $script) = @$_;
	local $ENV{PGOPTIONS} = "-c search_path=$schema";
	$node->command_ok([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-f', $script, $node->connstr('managed') ],
		"$script in a schema");
}

# kept, checkpoint and vacuum are numbers of rows; what is over is the rows inserted during four seconds, of which a
# loaded machine adds a little.  Then rows are inserted until the new state is steady, and measured.
my %loads = (
	'kept for good' => { rows => 648_000, checkpoint => 5000, over => 1, settled => 20_000, measured => 20_000 },
	'a small table' => { rows => 20_000, checkpoint => 2000, over => 1000, settled => 2000, measured => 6000 },
	'deleted whole' => { rows => 100_000, kept => 100_000, checkpoint => 10_000, vacuum => 20_050, over => 4000,
		settled => 140_000, measured => 60_150 },
	'some left behind' => { rows => 300_000, kept => 50_000, left => 0.05, checkpoint => 5000, vacuum => 13_200,
		over => 2000, settled => 90_000, measured => 39_000 },
	'options of its own' => { rows => 300_000, kept => 50_000, left => 0.05, checkpoint => 5000, vacuum => 3290,
		over => 2000, settled => 80_000, measured => 40_000,
		options => 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 0' },
	'edition in SQL' => { rows => 150_000, kept => 25_000, left => 0.1, checkpoint => 3000, vacuum => 8400, over => 2000,
		settled => 45_000, measured => 24_000, managed => 1 });

# The rows of these numbers, at their times.
sub insertion
{
	my ($key, $from, $to, $rate) = @_;
	return "INSERT INTO orders SELECT n, $key FROM generate_series($from, $to) AS n, LATERAL (" .
		"SELECT timestamptz '2026-11-23' + n / $rate * interval '1 s') AS t (t)";
}

for my $name (sort keys %loads)
{
	my %load = (seconds => 4, left => 0, options => 'fillfactor = 100', %{ $loads{$name} });
	my ($database, $schema) = $load{managed} ? ('managed', 'uuids') : ('postgres', 'public');
	my $advice = $load{managed} ? 'advice' : 'public';
	my $rate = $load{over} / $load{seconds};
	# For longer only where the table does not grow: what the report said would no longer be of this table.
	my $measured = $load{measured} * ($load{kept} ? $longer : 1);
	my ($n, $since_checkpoint, $since_vacuum) = (0, 0, 0);
	my $seconds = sub { my ($rows) = @_; return $rows / $rate . ' s' };
	my $parameters = "over => '$load{seconds} s', checkpoint_interval => '" . $seconds->($load{checkpoint}) . q{'};
	$parameters .= q{, kept => '} . $seconds->($load{kept}) . "', left_behind => $load{left}" if $load{kept};
	# Rows left behind count for six times as long as rows are kept, others for the time that is measured.
	$parameters .= q{, horizon => '} . $seconds->($load{kept} ? 6 * $load{kept} : $load{settled}) . q{'};

	# Inserts rows, deletes those that are old enough, and returns the WAL per row.
	my $insert = sub {
		my ($key, $rows) = @_;
		my @statements = ('CHECKPOINT', 'SELECT pg_current_wal_insert_lsn()');
		for (my $to = $n + $rows; $n < $to;)
		{
			my $last = $n + 1000 < $to ? $n + 1000 : $to;
			push @statements, insertion($key, $n + 1, $last, $rate);
			push @statements, "DELETE FROM orders WHERE n > $n - $load{kept} AND n <= $last - $load{kept}" .
				($load{left} ? " AND n % @{[ 1 / $load{left} ]} > 0" : '') if $load{kept};
			$since_checkpoint += $last - $n;
			$since_vacuum += $last - $n;
			$n = $last;
			if ($load{vacuum} && $since_vacuum >= $load{vacuum})
			{
				push @statements, 'VACUUM orders';
				$since_vacuum = 0;
			}
			if ($since_checkpoint >= $load{checkpoint})
			{
				push @statements, 'CHECKPOINT';
				$since_checkpoint = 0;
			}
		}
		my @lsns = split /\n/,
			$node->safe_psql($database, join(";\n", @statements, 'SELECT pg_current_wal_insert_lsn()'));
		return $node->safe_psql($database, "SELECT ('$lsns[-1]'::pg_lsn - '$lsns[0]') / $rows");
	};
	# The report, of inserts while it sleeps.
	my $report = sub {
		my ($key) = @_;
		my ($stdout, $stderr) = ('', '');
		my $query = q{SELECT concat_ws('|', coalesce(alter, ''), wal_now, wal_advised, client_keys, verdict) FROM } .
			qq{$advice.uuid_index_report($parameters) WHERE "table" = 'public.orders'};
		my $asked = IPC::Run::start([ 'psql', '-XAtd', $node->connstr($database), '-c', $query ],
			'>', \$stdout, '2>', \$stderr);
		$node->poll_query_until($database, q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'});
		$node->safe_psql($database,
			insertion($key, $n + 1, $n + $load{over}, $rate) . '; SELECT pg_stat_force_next_flush()');
		$n += $load{over};
		$asked->finish;
		chomp $stdout;
		note("$name: $stdout $stderr");
		return split /\|/, $stdout;
	};

	$node->safe_psql($database, qq{
		CREATE TABLE orders (n bigint, id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 40))
			WITH ($load{options});
		INSERT INTO orders SELECT n FROM generate_series(1, $load{rows}) AS n} . ($load{left} ? qq{
			WHERE n % @{[ 1 / $load{left} ]} = 0 OR n > $load{rows} - $load{kept}} : ''));
	$n = $load{rows};
	$insert->('gen_random_uuid()', $load{vacuum}) if $load{vacuum};
	$node->safe_psql($database, 'VACUUM (ANALYZE) orders');
	my ($alter, $now, $promised) = $report->('gen_random_uuid()');
	my $before = $insert->('gen_random_uuid()', $measured);
	cmp_ok(abs($now / $before - 1), '<', 0.15, "$name: the WAL per row is what the report says")
		or diag("$now for $before");
	# From PostgreSQL 18 on, core has UUIDv7.
	my $call = qr/$schema\.uuid_\w+_nextval\(.*\)|pg_catalog\.uuidv7\(\)/;
	like($alter, qr/^ALTER TABLE ONLY public\.orders ALTER COLUMN id SET DEFAULT (?:$call);$/,
		"$name: an ALTER TABLE is advised");
	$node->safe_psql($database, $alter);
	my ($function, $arguments) = $alter =~ /uuid_?(\w+?)(?:_nextval)?\((.*)\);$/;
	my $key = $function eq 'v7' ? "$schema.uuid_v7_at(t" : "$schema.uuid_interval_at(t, ";
	$key .= ($function eq 'time' ? q{'1 min', '65536 min'} : $arguments) . ')';
	$insert->($key, $load{settled});
	my $after = $insert->($key, $measured);
	cmp_ok($after, '<', $before, "$name: it saves WAL");
	cmp_ok(abs($promised / $after - 1), '<', 0.25, "$name: as much as is promised")
		or diag("$promised for $after, after $alter");
	note(sprintf "$name: %d measured for %d now, %d for %d promised", $before, $now, $after, $promised);
	$node->safe_psql($database, 'ANALYZE orders');
	my ($again, undef, undef, $clients, $verdict) = $report->($key);
	is("$again $clients $verdict", ' f as advised', "$name: then it is as advised");
	$node->safe_psql($database, 'DROP TABLE orders');
}
$node->stop;
done_testing();
