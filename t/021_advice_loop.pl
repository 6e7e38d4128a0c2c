# runs: long
# That the advice is right: tables with random keys, of which uuid_index_report() is asked under different loads.  The
# advised call becomes the default, inserts go on, and the WAL per row is what the report said.
# Time is simulated: the new keys are those of uuid_interval_at() and uuid_v7_at() with the advised parameters, and
# checkpoints and VACUUM come after numbers of rows.  In TAP, since it needs checkpoints and an insert during a report.
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
# Hint bits cost WAL with data checksums (18's default), as much as readers come late: here nobody reads.
$node->init($node->pg_version < 18 ? () : (extra => ['--no-data-checksums']));
$node->append_conf('postgresql.conf', q{
autovacuum = off
checkpoint_timeout = 1d
max_wal_size = 16GB
wal_keep_size = 4GB
shared_buffers = 256MB
full_page_writes = on
log_statement = none});
$node->start;
$node->safe_psql('postgres', $_) for 'CREATE EXTENSION sequential_uuids', 'CREATE EXTENSION sequential_uuids_advice',
	'CREATE EXTENSION pg_walinspect', 'CREATE DATABASE managed';
$node->safe_psql('managed', 'CREATE SCHEMA uuids; CREATE EXTENSION sequential_uuids_advice;
	CREATE EXTENSION pg_walinspect');
{
	local $ENV{PGOPTIONS} = '-c search_path=uuids';
	$node->command_ok([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-f', 'sql-only/sequential_uuids.sql',
		$node->connstr('managed') ], 'the edition in SQL, in a schema');
}

# The seconds that a report watches.
my $watched = 4;

# The key that an advised call would have generated at the time t, and in another form if the column has one.
sub key_at
{
	my ($call, $schema) = @_;
	my ($inner, $cast) = $call =~ /^\((.*)\)::text$/ ? ($1, '::text') : ($call, '');
	# The plain default.
	return "($inner)$cast" =~ s/clock_timestamp\(\)/t/r if $inner =~ /^encode\(/;
	# From PostgreSQL 18 on, core has UUIDv7.
	my ($function, $arguments) = $inner =~ /^(?:$schema\.)?uuid_?(v7|interval)(?:_nextval)?\((.*)\)$/
	  or BAIL_OUT("a call of another kind is advised: $call");
	return ($function eq 'v7' ? "$schema.uuid_v7_at(t)" : "$schema.uuid_interval_at(t, $arguments)") . $cast;
}

# The report of the table, as the columns named, while a statement runs: again, if it has not ended in time.
sub report
{
	my ($columns, $database, $parameters, $statement, $tries) = (@_, 1);
	my ($stdout, $stderr) = ('', '');
	# A call may have any other character.
	my $query = "SELECT concat_ws(E'\\t', $columns) FROM public.uuid_index_report($parameters, over => '$watched s', " .
		"only_table => 'public.orders', worth => '0') WHERE column_name = 'id'";
	my $asked = IPC::Run::start([ 'psql', '-XAtd', $node->connstr($database), '-c', $query ],
		'>', \$stdout, '2>', \$stderr);
	my $sleeps = q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'};
	$node->poll_query_until($database, $sleeps);
	# Nothing that is promised is more than what the server writes meanwhile, which is most after a checkpoint.
	my $in_time = $node->safe_psql(
		$database, "CHECKPOINT; $statement; SELECT pg_stat_force_next_flush(); $sleeps") =~ /^t$/m;
	$asked->finish;
	return report($columns, $database, $parameters, $statement, $tries + 1) unless $in_time || $tries > 4;
	chomp $stdout;
	note("$stdout $stderr");
	return split /\t/, $stdout;
}

# Runs statements, and returns the bytes of WAL that they write, and how many of these are of the index.
sub wal_of
{
	my ($database, @statements) = @_;
	my $lsn = 'SELECT pg_current_wal_insert_lsn()';
	my @lsns = split /\n/, $node->safe_psql($database, join(";\n", 'CHECKPOINT', $lsn, @statements, $lsn));
	return split /\|/, $node->safe_psql($database, qq{CHECKPOINT;
		SELECT '$lsns[-1]'::pg_lsn - '$lsns[0]', (
			SELECT sum(record_length) FROM pg_get_wal_records_info('$lsns[0]', '$lsns[-1]')
			 WHERE resource_manager = 'Btree'
			   AND block_ref ~ ('/' || pg_relation_filenode(to_regclass('orders_pkey')) || ' '))});
}

# kept, checkpoint, vacuum, warm and after are numbers of rows; over, those inserted while a report watches.  Then rows
# are inserted until the new state is steady, and measured.  Rows are inserted in batches, each a transaction.
# Updates, so many of a row and each "after" the one before, are in transactions of as many rows.  more has further
# columns of the table and their values; besides, other statements of a batch from :from to :to.
my $indexed = 'CREATE INDEX ON orders (n); CREATE INDEX ON orders (state) WHERE state < 0;';
my %updated = (more => [', state int DEFAULT 0', ', 0'], rows => 200_000, checkpoint => 2000, batch => 10,
	vacuum => 10_000, warm => 60_000, over => 800, settled => 10_000, measured => 20_000, updates => 3,
	tables => $indexed, of_saving => 1);
my %behind = (rows => 400_000, checkpoint => 5000, over => 2000, settled => 10_000, measured => 20_000,
	key => 'PRIMARY KEY (tenant, id)');
my %loads = (
	'kept for good' => { rows => 648_000, checkpoint => 5000, over => 20, settled => 20_000, measured => 20_000 },
	'a small table' => { rows => 20_000, checkpoint => 2000, over => 1000, settled => 2000, measured => 6000 },
	'deleted whole' => { rows => 130_000, kept => 130_000, checkpoint => 10_000, vacuum => 26_050, over => 4000,
		settled => 180_000, measured => 78_150 },
	'some left behind' => { rows => 300_000, kept => 50_000, left => 0.05, checkpoint => 5000, vacuum => 13_200,
		over => 2000, settled => 90_000, measured => 39_000 },
	'options of its own' => { rows => 300_000, kept => 50_000, left => 0.05, checkpoint => 5000, vacuum => 3290,
		over => 2000, settled => 80_000, measured => 40_000,
		options => 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 0' },
	'edition in SQL' => { rows => 150_000, kept => 25_000, left => 0.1, checkpoint => 3000, vacuum => 8400,
		over => 2000, settled => 45_000, measured => 24_000, managed => 1 },
	'3 HOT updates' => { %updated, after => 125, tables => 'CREATE INDEX ON orders (n);',
		options => 'fillfactor = 30' },
	'3 updates at 0.06 checkpoints' => { %updated, after => 125 },
	'3 updates at 1.5 checkpoints' => { %updated, after => 3000 },
	'7 updates of 7 rows per checkpoint' => { %updated, rows => 20_000, updates => 7, after => 8, checkpoint => 7,
		batch => 1, vacuum => 500, warm => 3000, over => 28, settled => 700, measured => 1400 },
	'behind a bigint' => { %behind, more => [', tenant bigint', ', n * 7919::int8 % 50'] },
	'behind a uuid' => { %behind, more => [', tenant uuid', q{, md5((n * 7919::int8 % 50)::text)::uuid}] },
	'as text' => { rows => 300_000, checkpoint => 5000, over => 2000, settled => 10_000, measured => 20_000,
		type => 'text DEFAULT gen_random_uuid()::text' },
	'with a child' => { rows => 200_000, checkpoint => 5000, batch => 10, over => 2000, settled => 10_000,
		measured => 20_000, of_saving => 1, tables => q{
			CREATE TABLE items (id bigint, parent uuid REFERENCES orders); CREATE INDEX ON items (parent);
			CREATE INDEX ON orders (n);},
		besides => 'INSERT INTO items SELECT k, id FROM orders, generate_series(1, 3) AS k WHERE n > :from AND n <= :to' },
	'a partition by time' => { rows => 300_000, checkpoint => 5000, over => 2000, settled => 5000, measured => 20_000,
		key => 'PRIMARY KEY (id, n)', options => '', partition => ' PARTITION BY RANGE (n)',
		tables => 'CREATE TABLE first PARTITION OF orders FOR VALUES FROM (0) TO (1000000);' },
	'with TOAST' => { rows => 50_000, checkpoint => 2000, over => 800, settled => 2000, measured => 6000, of_saving => 1,
		more => [', body text', q{, (SELECT string_agg(md5(n || ' ' || k), '') FROM generate_series(1, 100) AS k)}] });
for my $name (sort keys %loads)
{
	my %load = (left => 0, options => 'fillfactor = 100', batch => 1000, type => 'uuid DEFAULT gen_random_uuid()',
		key => 'PRIMARY KEY (id)', more => ['', ''], partition => '', tables => '', updates => 0, %{ $loads{$name} });
	my ($database, $schema) = $load{managed} ? ('managed', 'uuids') : ('postgres', 'public');
	my $rate = $load{over} / $watched;
	my ($n, $since_checkpoint, $since_vacuum) = (0, 0, 0);
	my $seconds = sub { my ($rows) = @_; return $rows / $rate . ' s' };
	my $parameters = "checkpoint_interval => '" . $seconds->($load{checkpoint}) . q{'};
	$parameters .= q{, kept => '} . $seconds->($load{kept}) . "', left_behind => $load{left}" if $load{kept};
	$parameters .= q{, updated_after => '} . $seconds->($load{after}) . q{'} if $load{after};

	# Inserts the next rows, whose number stands for their time, updates and deletes those that are old enough.
	my $go_on = sub {
		my ($key, $rows) = @_;
		my ($from, $to) = ($n, $n + $rows);
		$n = $to;
		my @statements = "INSERT INTO orders SELECT n, $key, repeat('x', 40)$load{more}[1] " .
		  "FROM generate_series($from + 1, $to) AS n, " .
		  "LATERAL (SELECT timestamptz '2026-11-23' + n / $rate * interval '1 s') AS t (t)";
		push @statements, map { "UPDATE orders SET state = state + 1 WHERE n > $from - $_ AND n <= $to - $_" }
		  map { $_ * $load{after} } 1 .. $load{updates};
		push @statements, $load{besides} =~ s/:from/$from/r =~ s/:to/$to/r if $load{besides};
		push @statements, "DELETE FROM orders WHERE n > $from - $load{kept} AND n <= $to - $load{kept}" .
		  ($load{left} ? " AND n % @{[ 1 / $load{left} ]} > 0" : '') if $load{kept};
		return @statements;
	};
	# The WAL per row of as many rows.
	my $insert = sub {
		my ($key, $rows) = @_;
		my @statements;
		# wal_of() begins with a checkpoint.
		$since_checkpoint = 0;
		for (my $to = $n + $rows; $n < $to;)
		{
			my $batch = $to - $n < $load{batch} ? $to - $n : $load{batch};
			push @statements, $go_on->($key, $batch);
			$since_checkpoint += $batch;
			$since_vacuum += $batch;
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
		my ($all, $of_index) = wal_of($database, @statements);
		return wantarray ? ($all / $rows, $of_index / $rows) : $all / $rows;
	};
	my $reported = sub {
		my ($columns, $key) = @_;
		my @statements;
		for (my $to = $n + $load{over}; $n < $to;)
		{
			push @statements, $go_on->($key, $load{batch} < $load{over} ? $load{batch} : $load{over});
		}
		return report($columns, $database, $parameters, join('; ', @statements));
	};

	my ($with, $random) = (length $load{options} ? "WITH ($load{options})" : '',
		$load{type} =~ s/.* DEFAULT //r);
	$node->safe_psql($database, qq{
		CREATE TABLE orders (n bigint, id $load{type}, filler text DEFAULT repeat('x', 40)$load{more}[0], $load{key})
			$load{partition} $with;
		$load{tables}
		INSERT INTO orders SELECT n, $random, repeat('x', 40)$load{more}[1] FROM generate_series(1, $load{rows}) AS n}
		. ($load{left} ? qq{
			WHERE n % @{[ 1 / $load{left} ]} = 0 OR n > $load{rows} - $load{kept}} : ''));
	$node->safe_psql($database, $load{besides} =~ s/:from/0/r =~ s/:to/$load{rows}/r) if $load{besides};
	$n = $load{rows};
	$insert->($random, $load{warm} // $load{vacuum}) if $load{vacuum};
	# What filling it counted is no rate.
	$node->safe_psql($database, $_) for 'VACUUM (ANALYZE)', 'SELECT pg_stat_reset()';
	my ($verdict, $now, $promised, $call, $counted, $by_children) = $reported->(q{verdict, wal_now, wal_advised, advised,
		rows_per_second, coalesce(child_saved_bytes_per_day, 0) / rows_per_second / 86400}, $random);
	is($verdict, 'switch', "$name: another key is advised");
	# A loaded machine takes longer, so that the report sees a lower rate, and fewer rows between checkpoints.
	$load{checkpoint} *= $counted / $rate;
	my ($before, $index_before) = $insert->($random, $load{measured});
	$node->safe_psql($database, "ALTER TABLE orders ALTER id SET DEFAULT $call");
	my $key = key_at($call, $schema);
	$insert->($key, $load{settled});
	my ($after, $index_after) = $insert->($key, $load{measured});
	cmp_ok($after, '<', $before, "$name: it saves WAL");
	# What updates write in a table changes while that lives, so of updated rows only the index tells.
	my ($saving, $saved) =
	  ($now - $promised + $by_children, $load{updates} ? $index_before - $index_after : $before - $after);
	my @figures = ($before, $now, $after, $promised, $saved, $saving);
	diag(sprintf('| %s | %.0f (%.0f) | %.0f (%.0f) | %.0f (%.0f) |', $name, @figures));
	# Other indexes, TOAST and what updates write in the table are not in the figures of the index.
	if ($load{of_saving})
	{
		cmp_ok(abs($saving / $saved - 1), '<', 0.25, "$name: as much is saved as promised: $saving for $saved");
	}
	else
	{
		cmp_ok(abs($now / $before - 1), '<', 0.15, "$name: the WAL per row is what the report says: $now for $before");
		cmp_ok(abs($promised / $after - 1), '<', 0.25, "$name: as much as is promised: $promised for $after");
	}
	$node->safe_psql($database, 'ANALYZE orders');
	is(($reported->('verdict', $key))[0], 'keep', "$name: then it is as advised");
	$node->safe_psql($database, 'DROP TABLE orders CASCADE; DROP TABLE IF EXISTS items');
}

# Nobody has said how late updates come: what is saved at least, and at most.
$node->safe_psql('postgres', q{
	CREATE TABLE orders (n bigint, id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 40));
	CREATE INDEX ON orders (n);
	INSERT INTO orders SELECT n FROM generate_series(1, 300000) AS n;
	VACUUM ANALYZE orders});
my @answer = report(q{verdict, reason ~ ', or up to .* at about the same age'}, 'postgres',
	"checkpoint_interval => '20 s'", q{
	INSERT INTO orders SELECT n FROM generate_series(300001, 300040) AS n;
	UPDATE orders SET n = n + 1000000 WHERE n BETWEEN 1 AND 760});
is("@answer", 'tell more t', 'the reason says what updates save at most');
$node->safe_psql('postgres', 'DROP TABLE orders');

# Rows that are deleted before the next checkpoint, whose pages have their images by then.
$node->safe_psql('postgres', q{
	CREATE TABLE orders (n bigint, id uuid PRIMARY KEY DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 40));
	INSERT INTO orders SELECT n FROM generate_series(1, 60000) AS n});
{
	my $n = 60_000;
	my $queue = sub {
		my @statements;
		for (1 .. 100)
		{
			my ($from, $to) = ($n, $n + 3000);
			$n = $to;
			push @statements, "INSERT INTO orders SELECT n FROM generate_series($from + 1, $to) AS n",
			  "DELETE FROM orders WHERE n <= $to - 60000", $to % 12_000 ? () : 'VACUUM orders';
		}
		return (wal_of('postgres', @statements))[0] / 300_000;
	};
	$queue->();
	my $promised = $node->safe_psql('postgres', q{SELECT wal_per_row FROM uuid_advise(1000, '60 s',
		row_bytes => 24 + 8 + 16 + 41, checkpoint_interval => '300 s', dead_at_vacuum => 0.2) WHERE key = 'random'});
	my $measured = $queue->();
	cmp_ok(abs($promised / $measured - 1), '<', 0.15, "a queue: $promised for $measured");
	$node->safe_psql('postgres', 'DROP TABLE orders');
}

# Partitions by time: of one just begun, and of one with many rows, the WAL is measured as above.
$node->safe_psql('postgres', q{
	CREATE TABLE orders (n bigint, id uuid DEFAULT gen_random_uuid(), filler text DEFAULT repeat('x', 40),
		PRIMARY KEY (id, n)) PARTITION BY RANGE (n);
	CREATE TABLE first PARTITION OF orders FOR VALUES FROM (0) TO (500000);
	CREATE TABLE second PARTITION OF orders FOR VALUES FROM (500000) TO (1000000);
	CREATE TABLE third PARTITION OF orders FOR VALUES FROM (1000000) TO (1500000);
	INSERT INTO orders SELECT n FROM generate_series(1, 410000) AS n;
	VACUUM ANALYZE orders});
for (['one with many rows', 410_000], ['one just begun', 500_000])
{
	my ($name, $n) = @$_;
	my $insert = sub {
		return 'INSERT INTO orders SELECT n FROM generate_series(' . ($n + 1) . ', ' . ($n += $_[0]) . ') AS n';
	};
	# A checkpoint after every 5,000 rows, at 500 per second.
	my ($now) = report('wal_now', 'postgres', q{checkpoint_interval => '10 s'}, $insert->(2000));
	my $measured = (wal_of('postgres', $insert->(5000)))[0] / 5000;
	cmp_ok(abs($now / $measured - 1), '<', 0.3, "partitions, $name: $now for $measured");
}
$node->stop;
done_testing();
