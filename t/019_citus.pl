# runs: every
# What doc/servers.md says of Citus, on a coordinator and two workers.  Runs its
# block of SQL and those of examples/citus.sql in order, on the coordinator unless the first
# line names a worker, and checks between them what the page says.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use IPC::Run qw(start kill_kill);
use Test::More;

my ($extensions) = run_command([ 'pg_config', '--sharedir' ]);
plan skip_all => 'the extension citus is not available here' if !-f "$extensions/extension/citus.control";

# The nodes reach each other by the directory of the sockets, which is for nobody
# else: over TCP, initdb would let any user of this machine in.
my %node;
sub start_citus
{
	my ($name) = @_;
	$node{$name} = PostgreSQL::Test::Cluster->new($name);
	$node{$name}->init(allows_streaming => 'logical');
	my $directory = $node{$name}->host;
	$node{$name}->append_conf('postgresql.conf', <<~"CONF");
		shared_preload_libraries = 'citus'
		max_connections = 100
		log_statement = none
		citus.node_conninfo = 'sslmode=prefer'
		citus.local_hostname = '$directory'
		CONF
	$node{$name}->start;
	$node{$name}->safe_psql('postgres', 'CREATE EXTENSION citus');
	return $node{$name};
}

my $page = slurp_file('doc/servers.md');
my $statements = slurp_file('examples/citus.sql');
my @blocks = $statements =~ /^(-- with citus.*?)(?=^-- with citus|\z)/msg;
# The page itself has the one that changes the default of "events".
splice @blocks, 4, 0, grep { /^-- with citus/ } sql_of('doc/servers.md');
$page .= $statements =~ s/^-- //mgr;
$page =~ s/\s+/ /g;

my $coordinator = start_citus('coordinator_of_citus');
my @workers = map { start_citus("worker_$_") } 1 .. 2;
my $host = $coordinator->host;
$coordinator->safe_psql('postgres', "SELECT citus_set_coordinator_host('$host', " . $coordinator->port . ')');
my $add_node = sub
{
	my ($node) = @_;
	return $coordinator->safe_psql('postgres', "SELECT citus_add_node('$host', " . $node->port . ')');
};
$add_node->($_) for @workers;
my $addresses = $coordinator->safe_psql('postgres',
	q{SELECT string_agg(result, '') FROM run_command_on_all_nodes('SHOW listen_addresses')});
is($addresses, '', 'no node listens on TCP');

# The next block, verbatim; its text has to be the expected one, so that what is
# tested next is what is said there.  Returns the output.
my $run_block = sub {
	my ($expected) = @_;
	my $block = shift @blocks // '';
	like($block, $expected, "the next block is that of $expected");
	my $node = $block =~ /, on a worker/ ? $workers[0] : $coordinator;
	my ($status, $stdout, $stderr) = $node->psql('postgres', $block, on_error_stop => 1);
	is($status, 0, 'and runs') or diag($stderr);
	return $stdout;
};
my $query = sub { return $coordinator->safe_psql('postgres', $_[0]) };
my $fails = sub {
	my ($on, $sql, $error) = @_;
	my (undef, undef, $stderr) = $on->psql('postgres', $sql);
	like($stderr, qr/ERROR:  \Q$error\E/, 'fails: ' . ($sql =~ s/^\s+//r =~ s/\s+/ /gr));
	like($page, qr/`\Q$error\E`/, 'with the error that the page quotes');
};
# Whether each shard searches its index.
my $uses_index = sub {
	my ($sql, $name) = @_;
	my $plan = $query->("SET citus.explain_all_tasks = on; EXPLAIN (COSTS OFF) $sql");
	my $searched = grep { /Index Cond: .*id >=/ && !/Seq Scan/ } split /->  Task$/m, $plan;
	is($searched, 32, $name) or diag($plan);
};
my $on_all_nodes = sub
{
	my ($command) = @_;
	return $query->(qq{
		SELECT string_agg(result, ' ' ORDER BY nodeid) FROM run_command_on_all_nodes(\$\$$command\$\$)});
};

my $installed = q{SELECT extversion FROM pg_extension WHERE extname = 'sequential_uuids'};
my $version = $query->(q{SELECT default_version FROM pg_available_extensions WHERE name = 'sequential_uuids'});
$query->(q{CREATE EXTENSION sequential_uuids VERSION '1.0'});
$query->('ALTER EXTENSION sequential_uuids UPDATE');
is($on_all_nodes->($installed), join(' ', ($version) x 3), 'the extension is updated on each node');
$query->('DROP EXTENSION sequential_uuids');
like($run_block->(qr/CREATE EXTENSION sequential_uuids;/), qr/^100$/m, 'tables are distributed, filled and joined');
is($on_all_nodes->($installed), join(' ', ($version) x 3), 'the extension is on each node');
my $id = $query->(q{INSERT INTO customers (name) VALUES ('returned') RETURNING id});
my $upserted = $query->(qq{
	INSERT INTO customers (id, name) VALUES ('$id', 'again')
		ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id, name});
is($upserted, "$id|again", 'RETURNING and ON CONFLICT');
my $copied = $query->(<<~'SQL');
	COPY customers (name) FROM STDIN;
	copied
	copied
	\.
	SELECT count(DISTINCT id) FROM customers WHERE name = 'copied'
	SQL
is($copied, '2', 'COPY');
for my $worker (@workers)
{
	$worker->safe_psql('postgres', q{INSERT INTO customers (name) SELECT 'by worker' FROM generate_series(1, 50)});
}
is($query->('SELECT count(*), count(DISTINCT id) FROM customers'), '203|203', 'rows inserted through each node');

# The parameters of the column default.
my $parameters = q{'1 min', '45 days 12:16:00'};

# Rows of a span of time, in a table that also has those of a whole cycle.
$query->(qq{
	INSERT INTO customers (id, name, created_at) SELECT uuid_interval_at(t, $parameters), 'old', t
	  FROM generate_series(now() - interval '45 days', now() - interval '2 h', interval '2 min') AS t;
	ANALYZE customers});
my $plan = $run_block->(qr/EXPLAIN/);
is((split /\n/, $plan)[0], '203', 'rows of the last hour');
like($plan, qr/Task Count: 32/, 'all shards are asked');
is(scalar(() = $plan =~ /Index Cond/g), 32, 'each searches its index');
like($query->(qq{EXPLAIN SELECT * FROM customers WHERE id = '$id'}), qr/Task Count: 1\n/, 'a look-up by key asks one');
# A span of literals, since one up to now has the wrap in it once per cycle.
my ($from, $to) = map { "'2026-11-16 $_:00+00'" } 12, 13;
my $span = "uuid_interval_between(id, $from, $to, $parameters)";
$uses_index->(
	qq{SELECT * FROM customers WHERE uuid_interval_since(id, now() - interval '1 hour', $parameters)},
	'each shard searches its index for "since"');
my $prepared = $query->(qq{
	PREPARE latest(timestamptz, timestamptz) AS
		SELECT * FROM customers WHERE uuid_interval_between(id, \$1, \$2, $parameters) ORDER BY id LIMIT 10;
	EXPLAIN (COSTS OFF) EXECUTE latest($from, $to)});
my $uuid = qr/'[-0-9a-f]{36}'::uuid/;
like($prepared, qr/Limit(?:(?!Index Cond).)*Index Cond: \(\(id >= $uuid\) AND \(id <= $uuid\)\)$/s,
	'parameters become one range');
my $with_offset = $query->(
	"EXPLAIN SELECT * FROM (SELECT * FROM customers WHERE $span OFFSET 0) AS c ORDER BY id LIMIT 10");
like($with_offset, qr/Distributed Subplan/, 'with OFFSET 0 the coordinator fetches the rows');
$fails->($coordinator, qq{
	SELECT * FROM generate_series(1, 2) AS g CROSS JOIN LATERAL
		(SELECT * FROM customers WHERE uuid_interval_since(id, now() - g * interval '1 h', $parameters) OFFSET 0) AS c},
	'cannot push down this subquery');
for ('UPDATE customers SET name = NULL', 'DELETE FROM customers')
{
	$fails->($coordinator, "$_ WHERE uuid_interval_since(id, now(), $parameters)",
		'STABLE functions used in UPDATE queries cannot be called with column references');
}
$uses_index->("UPDATE customers SET name = NULL WHERE $span", 'and for an UPDATE');
$run_block->(qr/UPDATE customers/);
is($query->('SELECT count(*) FROM customers WHERE name = upper(name)'), '203', 'the rows of the last hour are updated');
my $deleted = $query->(qq{
	WITH gone AS (
		DELETE FROM customers
		 WHERE uuid_interval_between(id, now() - interval '1 hour', now(), $parameters) AND name = 'COPIED'
		RETURNING id)
	SELECT count(*) FROM gone});
is($deleted, '2', 'or deleted');

# Another default.
my $defaults = q{
	SELECT pg_get_expr(adbin, adrelid)
	  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
	 WHERE adrelid = 'events'::regclass AND attname = 'id'};
my $by_minutes = join ' ', ('uuid_time_nextval()') x 3;
my $by_seconds = join ' ', (q{uuid_interval_nextval('00:00:10'::interval, '45 days'::interval)}) x 3;
$run_block->(qr/CREATE TABLE events/);
$fails->($coordinator, 'ALTER TABLE events ALTER COLUMN id SET DEFAULT uuid_time_nextval()',
	'cannot execute ALTER TABLE command involving partition column');
# A node reports success only if it has the new default, and otherwise keeps the old one.
my $change = $blocks[0];
my $holder = $workers[0]->background_psql('postgres');
$holder->query_safe(q{BEGIN; INSERT INTO events (item) VALUES ('held')});
like($run_block->(qr/run_command_on_all_nodes.*SET DEFAULT/s),
	qr/\A1\|t\|DO\n2\|f\|ERROR: +canceling statement due to lock timeout\n3\|t\|DO\z/,
	'a lock on one node: that one reports a failure');
like($page, qr/`canceling statement due to lock timeout`/, 'with the error that the page quotes');
is($on_all_nodes->($defaults), 'uuid_time_nextval() gen_random_uuid() uuid_time_nextval()',
	'and has the old default');
$holder->query_safe('ROLLBACK');
$holder->quit;
like($query->($change), qr/\A(\d+\|t\|DO\n?){3}\z/, 'the statement again succeeds on three nodes');
is($on_all_nodes->($defaults), $by_minutes, 'each has the new default');
like($query->($change =~ s/uuid_time_nextval/uuid_nextval_of_nobody/r),
	qr/\A(\d+\|f\|ERROR: +function uuid_nextval_of_nobody\(\) does not exist\n?){3}\z/,
	'a function that does not exist fails on each node');
is($on_all_nodes->($defaults), $by_minutes, 'which has the default that it had');
is($on_all_nodes->('SHOW citus.enable_ddl_propagation'), 'on on on', 'and no other setting');
$run_block->(qr/undistribute_table/);
is($on_all_nodes->($defaults), $by_seconds, 'each node has another default');
my $in_shards = $query->(q{
	SELECT count(*) FROM events;
	SELECT pg_relation_size('events'), citus_table_type
	  FROM citus_tables WHERE table_name = 'events'::regclass});
is($in_shards, "1000\n0|distributed", 'with all rows in shards');
my $shards = $query->(q{
	CREATE TABLE few (id uuid PRIMARY KEY);
	SELECT create_distributed_table('few', 'id', shard_count => 4);
	SELECT undistribute_table('few');
	SELECT create_distributed_table('few', 'id');
	SELECT shard_count FROM citus_tables WHERE table_name = 'few'::regclass});
is($shards =~ s/\s//gr, '32', 'the number of shards is lost');

# Keys for old rows.
$fails->($coordinator, qq{UPDATE events SET id = uuid_interval_at(created_at, $parameters)},
	'functions used in UPDATE queries on distributed tables must not be VOLATILE');
$query->(q{
	CREATE ROLE regress_keeper;
	GRANT CREATE ON SCHEMA public TO regress_keeper;
	ALTER TABLE events OWNER TO regress_keeper;
	GRANT SELECT ON events TO PUBLIC;
	ALTER TABLE events ENABLE ROW LEVEL SECURITY;
	CREATE POLICY everyone ON events USING (true);
	ALTER TABLE events SET (fillfactor = 90);
	CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
	SET citus.enable_unsafe_triggers = on;
	CREATE TRIGGER nothing BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION nothing()});
my $kept = sub
{
	return $query->(q{
		SELECT relowner = 'regress_keeper'::regrole, relacl IS NOT NULL, relrowsecurity, reloptions IS NOT NULL,
			   EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid),
			   EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname = 'nothing'),
			   (SELECT indexrelid::regclass FROM pg_index WHERE indrelid = c.oid)
		  FROM pg_class AS c WHERE oid = 'events'::regclass});
};
is($kept->(), 't|t|t|t|t|t|events_pkey', 'a table with much that LIKE does not copy');
$run_block->(qr/new_events/);
is($kept->(), 'f|f|f|f|f|f|events_pkey', 'which the copy has not, except the name of its index');
my $old_rows = $query->(q{
	SELECT count(*), bool_and(uuid_interval_window(id, created_at, '10 s', '45 days') @> created_at) FROM events});
is($old_rows, '1000|t', 'old rows have keys of their time');
is($on_all_nodes->($defaults), $by_seconds, 'and the table its default');

# Sequences.
$fails->($coordinator, 'CREATE SEQUENCE late OWNED BY customers.id',
	'cannot create sequences that specify a distributed table in their OWNED BY option');
$run_block->(qr/CREATE SEQUENCE invoices_id_seq/);
$query->('CREATE ROLE regress_another LOGIN; GRANT INSERT ON invoices TO regress_another');
$fails->($coordinator, 'SET ROLE regress_another; INSERT INTO invoices (amount) VALUES (1)',
	'permission denied for sequence invoices_id_seq');
$query->(q{
	CREATE ROLE regress_clerk LOGIN;
	GRANT SELECT, INSERT ON invoices TO regress_clerk;
	GRANT USAGE ON SEQUENCE invoices_id_seq TO regress_clerk;
	SET ROLE regress_clerk;
	INSERT INTO invoices (amount) SELECT i FROM generate_series(1, 1000) AS i;
	INSERT INTO invoices (amount) SELECT amount FROM invoices});
my $by_sequence = $query->(
	q{SELECT count(*), count(DISTINCT id), string_agg(DISTINCT uuid_block(id, 65536)::text, ' ') FROM invoices});
is($by_sequence, '2000|2000|0', 'keys by sequence are unique, and their blocks the same');
my ($first, @others) = split / /, $on_all_nodes->('SELECT last_value FROM invoices_id_seq');
is($first, '1100', 'the coordinator has counted what it generated, and the cache of the session that tried the call');
is(join(' ', map { $_ >> 48 } @others), '1 2', 'the sequences of the workers begin at multiples of 2^48');
cmp_ok($others[0] + $others[1] - 3 * 2**48, '>=', 1000, 'and have counted the others');
my $blocks_of_worker = $query->(q{
	SELECT uuid_block(uuid_sequence_at(v, 65536, 65536), 65536),
		   uuid_block(uuid_sequence_at(v, 1000, 65536), 65536) <> 0
	  FROM (SELECT (2::numeric ^ 48 + 1)::bigint AS v) AS s});
is($blocks_of_worker, '0|t', 'where other blocks would lie elsewhere');

# UUIDv7 with a node, in the bits behind the variant.
my $nodes = q{
	SELECT string_agg(DISTINCT (('x' || substr(id::text, 20, 4))::bit(16) << 2)::bit(8)::int::text, ' ') FROM };
$run_block->(qr/CREATE FUNCTION this_node/);
like($query->("$nodes readings"), qr/^0 [12]$/, 'the coordinator has node 0, and a worker that generates another');
$workers[$_ - 1]->safe_psql('postgres', "INSERT INTO readings (value) VALUES (30 + $_)") for 1, 2;
is($query->("$nodes readings WHERE value = 30 + $_"), $_, "worker $_ has node $_") for 1, 2;
# Which node generates the keys of INSERT ... SELECT.
my %group = map { ($coordinator, @workers)[$_]->port => $_ } 0 .. 2;
my $number = 50;
for (
	[ $coordinator, '1 2', 'SELECT %d FROM invoices' ],
	[ $coordinator, '1 2', 'SELECT %d FROM invoices GROUP BY amount' ],
	[ $coordinator, '1 2', 'SELECT %d FROM invoices ORDER BY amount LIMIT 500' ],
	[ $coordinator, '1 2',
		'WITH c AS MATERIALIZED (SELECT amount FROM invoices) SELECT %d FROM c JOIN invoices USING (amount)' ],
	[ $coordinator, '0', 'SELECT %d FROM generate_series(1, 3)' ],
	[ $coordinator, '0', 'SELECT %d FROM invoices UNION ALL SELECT 0 FROM invoices' ],
	[ $coordinator, '0', 'SELECT %d + 0 * count(*) FROM invoices' ],
	[ $coordinator, '0', 'SELECT %d FROM (SELECT count(*) FROM invoices) AS s' ],
	[ $coordinator, '0', 'SELECT %d FROM (SELECT amount FROM invoices LIMIT 500) AS s' ],
	[ $coordinator, '0', 'SELECT %d FROM (SELECT amount FROM invoices OFFSET 0) AS s' ],
	[ $coordinator, '0', 'WITH c AS (SELECT amount FROM invoices LIMIT 500) SELECT %d FROM c' ],
	[ $coordinator, '0', 'WITH c AS MATERIALIZED (SELECT amount FROM invoices) SELECT %d FROM c' ],
	[ $workers[0], '1', 'SELECT %d FROM (SELECT amount FROM invoices LIMIT 500) AS s' ],
	[ $workers[0], '1 2', 'SELECT %d FROM invoices' ])
{
	my ($server, $expected, $select) = @$_;
	my $insert = 'INSERT INTO readings (value) ' . sprintf($select, ++$number);
	$server->safe_psql('postgres', $insert);
	is($query->("$nodes readings WHERE value = $number"), $expected,
		$server->name . ": node $expected generates for $select");
	next if $select =~ /generate_series|\* count/;
	my $plan_of_insert = $server->safe_psql('postgres', "EXPLAIN (VERBOSE, COSTS OFF) $insert");
	my ($port) = $plan_of_insert =~ /Query: SELECT [^\n]*uuid_v7_nextval[^\n]*\n *Node: host=\S+ port=(\d+)/;
	like($expected, qr/\b$group{$port}\b/, 'as EXPLAIN shows');
}

# Reference tables.
my $alike = sub
{
	my ($table) = @_;
	return $query->(qq{
		SELECT count(*), count(DISTINCT result) FROM run_command_on_all_nodes(\$\$
			SELECT md5(string_agg(id::text, ' ' ORDER BY code)) FROM $table HAVING count(id) > 2\$\$)});
};
$query->(q{
	CREATE TABLE currencies (code text PRIMARY KEY);
	SELECT create_reference_table('currencies');
	INSERT INTO currencies VALUES ('eur'), ('gbp'), ('usd');
	ALTER TABLE currencies ADD COLUMN id uuid DEFAULT uuid_time_nextval()});
is($alike->('currencies'), '3|3', 'a column with a volatile default has other values on each node');
my $insert = q{INSERT INTO countries VALUES ('mt') RETURNING id;};
ok($blocks[0] =~ s/(SET DEFAULT uuid_time_nextval\(\);\n)/$1$insert\n/,
	'a client inserts a row when the default is there');
# The first key is that of the SELECT that tries the call.
my (undef, $returned) = $run_block->(qr/create_reference_table/) =~ /^([-0-9a-f]{36})$/mg;
is($alike->('countries'), '3|1', 'and the same as the page has it');
is($query->(q{SELECT id FROM countries WHERE code = 'mt'}), $returned, 'and the key that the client has');
$query->(q{INSERT INTO countries SELECT i FROM generate_series(1, 10) AS i});
is($alike->('countries'), '3|1', 'as have inserted rows');

# Opaque keys.
$run_block->(qr/uuid_opaque_nextval/);
my $places = 'SELECT count(*), count(DISTINCT id), count(DISTINCT uuid_block(id, 65536)) <= 6 FROM documents';
is($query->($places), '2000|2000|t', 'each node generates in the places of a minute or two');
$workers[0]->safe_psql('postgres', q{INSERT INTO documents (body) VALUES ('by a worker')});

$query->('CREATE EXTENSION sequential_uuids_advice');
like($run_block->(qr/uuid_index_report/), qr/\A(\w+_\d+\|\d+\|.*\n?){10}\z/, 'the report on a worker is of shards');
is(scalar @blocks, 0, 'no block is left');

# A shard moves while two clients insert.
my $directory = PostgreSQL::Test::Utils::tempdir();
append_to_file("$directory/load.sql", "INSERT INTO customers (name) VALUES ('moved') RETURNING id;\n" x 5000);
my $acknowledged_by = sub { return "$directory/acknowledged." . $_[0]->name };
my @writers;
for my $server ($coordinator, $workers[0])
{
	my @psql = ('psql', '-XAtq', '-d', $server->connstr('postgres'), '-v', 'ON_ERROR_STOP=1');
	push @writers, start [ @psql, ('-f', "$directory/load.sql") x 100 ], '>', $acknowledged_by->($server), '2>&1';
}
$coordinator->poll_query_until('postgres', q{SELECT count(*) > 100 FROM customers WHERE name = 'moved'});
$query->(sprintf q{
	SELECT citus_move_shard_placement(shardid, nodename, nodeport, nodename, %d, 'force_logical')
	  FROM citus_shards WHERE table_name = 'customers'::regclass AND nodeport = %d
	 ORDER BY shardid LIMIT 1}, $workers[1]->port, $workers[0]->port);
my $shards_of_second = $query->(sprintf q{
	SELECT count(*) FROM citus_shards WHERE table_name = 'customers'::regclass AND nodeport = %d}, $workers[1]->port);
is($shards_of_second, '17', 'a shard has moved');
ok($_->pumpable, 'meanwhile a client inserts') for @writers;
kill_kill $_ for @writers;
$coordinator->poll_query_until('postgres', q{
	SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE '%moved%' AND pid <> pg_backend_pid())});
my %found = map { $_ => 1 } split /\n/, $query->('SELECT id FROM customers');
my @acknowledged = map { slurp_file($acknowledged_by->($_)) =~ /^([-0-9a-f]{36})\n/mg } $coordinator, $workers[0];
cmp_ok(@acknowledged, '>', 100, 'rows are acknowledged, ' . @acknowledged);
is(scalar(grep { !$found{$_} } @acknowledged), 0, 'and none is lost');
is($query->('SELECT count(*) - count(DISTINCT id) FROM customers'), '0', 'nor is there a key twice');

# A node that is added later.
$coordinator->safe_psql('postgres',
	q{SET citus.enable_ddl_propagation = off; ALTER DATABASE postgres SET app.other = 'coordinator'});
my $later = start_citus('worker_3');
$add_node->($later);
is($later->safe_psql('postgres', 'SHOW app.other'), 'coordinator',
	'it takes settings of the database from the coordinator');
$later->safe_psql('postgres', q{
	INSERT INTO events (item) VALUES ('later');
	INSERT INTO readings (value) VALUES (40)});
is($query->("$nodes readings WHERE value = 40"), '3', 'it has a node of its own');
my $of_now = $query->(q{
	SELECT uuid_interval_window(id, clock_timestamp(), '10 s', '45 days') && tstzrange(now() - interval '10 min', NULL)
	  FROM events WHERE item = 'later'});
is($of_now, 't', 'the changed default');
my $body = $later->safe_psql('postgres', q{INSERT INTO documents (body) VALUES ('later') RETURNING body});
is($body, 'later', 'and generates opaque keys');

$_->stop for values %node;
done_testing();
