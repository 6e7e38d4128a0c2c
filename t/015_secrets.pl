# What sessions remember of secrets, which needs several sessions and servers: whatever
# happens to a secret, the next statement of every session uses the present one, or
# none.  For sessions that change a secret at the same time, see specs/secrets.spec.
use strict;
use warnings;

use lib 't/lib';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Sessions;
use Test::More;

# An interval so long that no run meets its end, and its cycle.
my $count = 29247;
my $parameters = q{'3650 days', '106751550 days'};
my $minutes = 65536;
my ($k1, $k2) = ('01' x 32, '02' x 32);

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', "log_statement = none\nautovacuum = off\nmax_prepared_transactions = 2\nlock_timeout = '$PostgreSQL::Test::Utils::timeout_default s'\nwal_retrieve_retry_interval = '100 ms'");
$node->start;
$node->safe_psql('postgres', qq{
	CREATE EXTENSION sequential_uuids_opaque CASCADE;
	SELECT uuid_secret_create('orders');
	CREATE SCHEMA elsewhere;
	CREATE TABLE orders (id uuid DEFAULT uuid_opaque_nextval('orders', $parameters));
	CREATE TABLE many AS SELECT generate_series(1, 1000);
	ALTER TABLE many SET (parallel_workers = 2)});
$node->backup('base');

# A session that shows errors as answer() takes them.
sub session
{
	my ($on, $database) = @_;
	my $session = $on->background_psql($database // 'postgres', on_error_stop => 0);
	$session->set_query_timer_restart;
	# The functions' names are qualified where the extension moves.
	$session->query_safe("\\set VERBOSITY sqlstate\nSET search_path = public, elsewhere; SET plan_cache_mode = force_generic_plan");
	return $session;
}

# The place that a secret gives, in a database where each has another name, and none
# ever changes.
$node->safe_psql('postgres', 'CREATE DATABASE places');
$node->safe_psql('places', 'CREATE EXTENSION sequential_uuids_opaque CASCADE');
my $places = session($node, 'places');
sub place_of
{
	my ($secret, $at, $cycle) = @_;
	my $name = substr $secret, 0, 63;
	$places->query_safe("INSERT INTO sequential_uuids_secrets VALUES ('$name', '\\x$secret') ON CONFLICT DO NOTHING");
	return $places->query_safe("SELECT uuid_block(uuid_opaque_at('$name', $at), $cycle)");
}
sub present_place { my ($secret) = @_; return place_of($secret, "clock_timestamp(), $parameters", $count) }

# What is expected of a secret, by its bytes; of none, an error; or that very error.
sub expected { my ($secret) = @_; return $secret =~ /^(\d{5}|)$/ ? $1 || '42704' : present_place($secret) }

my $insert = "INSERT INTO orders DEFAULT VALUES RETURNING uuid_block(id, $count)";
my $call = "SELECT uuid_block(uuid_opaque_nextval('orders', $parameters), $count)";
my $reset = "BEGIN; DELETE FROM sequential_uuids_secrets; INSERT INTO sequential_uuids_secrets VALUES ('orders', '\\x$k1'), ('other', '\\x$k2'); COMMIT";
my $bytes = q{SELECT encode(secret, 'hex') FROM sequential_uuids_secrets WHERE name = 'orders'};
my $drop = q{SELECT uuid_secret_drop('orders')};
my $create = q{SELECT uuid_secret_create('orders')};
my $update = qq{UPDATE sequential_uuids_secrets SET secret = '\\x$k2' WHERE name = 'orders'};
# A statement follows, since psql is lost with a semicolon alone after the data.
my $copy = "COPY sequential_uuids_secrets FROM stdin;\norders\t\\\\x$k2\n\\.\nSELECT WHERE false";

# What one session does, and the secret that is there afterwards, '' for none, or
# undef for what is read.
my @changes = (
	[ 'dropped', $drop, '' ],
	[ 'dropped and created again', "$drop; $create", undef ],
	[ 'both in a transaction', "BEGIN; $drop; $create; COMMIT", undef ],
	[ 'dropped, rolled back', "BEGIN; $drop; ROLLBACK", $k1 ],
	[ 'created again, rolled back', "BEGIN; $drop; $create; ROLLBACK", $k1 ],
	[ 'dropped, rolled back to a savepoint', "BEGIN; SAVEPOINT s; $drop; ROLLBACK TO s; COMMIT", $k1 ],
	[ 'created again, rolled back to a savepoint', "BEGIN; $drop; SAVEPOINT s; $create; ROLLBACK TO s; COMMIT", '' ],
	[ 'dropped in a savepoint', "BEGIN; SAVEPOINT s; $drop; RELEASE s; COMMIT", '' ],
	[ 'of other bytes', $update, $k2 ],
	[ 'of other bytes, by MERGE', qq{MERGE INTO sequential_uuids_secrets AS s USING (VALUES ('orders', '\\x$k2'::bytea)) AS n ON s.name = n.column1 WHEN MATCHED THEN UPDATE SET secret = n.column2}, $k2 ],
	[ 'of other bytes, by an upsert', qq{INSERT INTO sequential_uuids_secrets VALUES ('orders', '\\x$k2') ON CONFLICT (name) DO UPDATE SET secret = excluded.secret}, $k2 ],
	[ 'too short', q{UPDATE sequential_uuids_secrets SET secret = substr(secret, 2)}, '55000' ],
	[ 'too long', q{UPDATE sequential_uuids_secrets SET secret = secret || '\x00'}, '55000' ],
	[ 'NULL', q{UPDATE sequential_uuids_secrets SET secret = NULL}, '55000' ],
	[ 'renamed', q{UPDATE sequential_uuids_secrets SET name = 'invoices' WHERE name = 'orders'}, '' ],
	[ 'another, renamed', q{DELETE FROM sequential_uuids_secrets WHERE name = 'orders'; UPDATE sequential_uuids_secrets SET name = 'orders'}, $k2 ],
	[ 'deleted', 'DELETE FROM sequential_uuids_secrets', '' ],
	[ 'deleted and inserted', qq{DELETE FROM sequential_uuids_secrets; INSERT INTO sequential_uuids_secrets VALUES ('orders', '\\x$k2')}, $k2 ],
	[ 'gone with the rows', 'TRUNCATE sequential_uuids_secrets', '' ],
	[ 'restored', "TRUNCATE sequential_uuids_secrets;\n$copy", $k2 ],
	(map { [ "as a replica: $_->[0]", "SET session_replication_role = replica; $_->[1]; RESET session_replication_role", $_->[2] ] }
		[ 'UPDATE', $update, $k2 ], [ 'DELETE', 'DELETE FROM sequential_uuids_secrets', '' ], [ 'TRUNCATE', 'TRUNCATE sequential_uuids_secrets', '' ],
		[ 'COPY', "DELETE FROM sequential_uuids_secrets;\n$copy", $k2 ]),
	[ 'restored without triggers', "BEGIN; DELETE FROM sequential_uuids_secrets; ALTER TABLE sequential_uuids_secrets DISABLE TRIGGER ALL;\n$copy; ALTER TABLE sequential_uuids_secrets ENABLE TRIGGER ALL; COMMIT;
		ALTER TABLE sequential_uuids_secrets ENABLE ALWAYS TRIGGER rows_changed; ALTER TABLE sequential_uuids_secrets ENABLE ALWAYS TRIGGER truncated", $k2 ],
	[ 'changed by a transaction that is prepared', "BEGIN; $update; PREPARE TRANSACTION 'p'", $k1, q{ROLLBACK PREPARED 'p'} ],
	[ 'and committed', "BEGIN; $update; PREPARE TRANSACTION 'p'; COMMIT PREPARED 'p'", $k2 ],
	[ 'and rolled back', "BEGIN; $update; PREPARE TRANSACTION 'p'; ROLLBACK PREPARED 'p'", $k1 ],
	[ 'the same in a table that is rewritten', 'VACUUM FULL sequential_uuids_secrets; REINDEX TABLE sequential_uuids_secrets; ANALYZE sequential_uuids_secrets', $k1 ],
	[ 'the same in another schema', 'ALTER EXTENSION sequential_uuids_opaque SET SCHEMA elsewhere', $k1, 'ALTER EXTENSION sequential_uuids_opaque SET SCHEMA public' ],
	[ 'changed there', "ALTER EXTENSION sequential_uuids_opaque SET SCHEMA elsewhere; $update", $k2, 'ALTER EXTENSION sequential_uuids_opaque SET SCHEMA public' ],
	[ 'changed among many messages', "$update; DO \$\$BEGIN FOR i IN 1..150 LOOP CREATE TEMPORARY TABLE t (a text PRIMARY KEY); DROP TABLE t; END LOOP; END\$\$", $k2 ],
);

my ($first, $second) = (session($node), session($node));
$first->query_safe('SET search_path = public, elsewhere');
$second->query_safe("PREPARE inserts AS $insert");
$second->query_safe("CREATE FUNCTION pg_temp.generate() RETURNS bigint LANGUAGE plpgsql AS \$\$BEGIN RETURN uuid_block(uuid_opaque_nextval('orders', $parameters), $count); END\$\$");
for my $mode (
	[ 'INSERT', '', $insert ],
	[ 'INSERT in a transaction', 'BEGIN', $insert ],
	[ 'INSERT under REPEATABLE READ', 'BEGIN ISOLATION LEVEL REPEATABLE READ', $insert ],
	[ 'EXECUTE under SERIALIZABLE', 'BEGIN ISOLATION LEVEL SERIALIZABLE', 'EXECUTE inserts' ],
	[ 'SELECT without a table', 'BEGIN', $call ],
	[ 'PL/pgSQL', 'BEGIN', 'SELECT pg_temp.generate()' ])
{
	my ($name, $begin, $statement) = @$mode;
	for my $change (@changes)
	{
		my ($label, $commands, $secret, $undo) = @$change;
		$first->query_safe($reset);
		$second->query_safe($begin) if $begin;
		my $before = answer($second, $statement);
		$first->query_safe($commands);
		$secret //= answer($first, $bytes);
		is("$before, " . answer($second, $statement), present_place($k1) . ', ' . expected($secret), "$name: $label");
		answer($second, 'ROLLBACK') if $begin;
		$first->query_safe($undo) if $undo;
	}
}

# Each function that is given a secret reads it anew by itself, for blocks and
# pivots that it remembers.
sub read_by_all
{
	my ($session, $secret) = @_;
	my $place = place_of($secret, q{'2026-01-01 12:00:00+00'}, $minutes);
	my @found = map { answer($session, "SELECT $_") }
		"uuid_block(uuid_opaque_at('orders', '2026-01-01 12:00:00+00'), $minutes)",
		"uuid_block(lo, $minutes) FROM uuid_opaque_ranges('orders', '2026-01-01 12:00:00+00', '2026-01-01 12:01:00+00')",
		"lower(uuid_opaque_window('orders', uuid_block_lower($place, $minutes), '2026-01-01 12:00:00+00')) = '2026-01-01 12:00:00+00'";
	return "@found" eq "$place $place t";
}
for my $function ("uuid_opaque_at('orders', '2026-01-01 12:00:00+00')", "uuid_opaque_ranges('orders', '2026-01-01 12:00:00+00', '2026-01-01 13:00:00+00')",
	"uuid_opaque_window('orders', uuid_block_lower(5, $minutes), '2026-01-01 12:00:00+00')")
{
	my ($name) = $function =~ /^(\w+)/;
	$first->query_safe($reset);
	$second->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
	ok(read_by_all($second, $k1), "$name: remembers");
	my $before = answer($second, "SELECT * FROM $function LIMIT 1");
	$first->query_safe($update);
	my $changed = answer($second, "SELECT * FROM $function LIMIT 1");
	# Of uuid_opaque_at() the rest is random.
	isnt(substr($changed, 0, 24), substr($before, 0, 24), 'reads it anew');
	ok(read_by_all($second, $k2), 'and so do the others');
	$first->query_safe($drop);
	is(answer($second, "SELECT * FROM $function"), '42704', 'or not at all');
	$second->query_safe('ROLLBACK');
}

# What a session does to what it remembers itself.
$first->query_safe($reset);
is(answer($first, $insert), expected($k1), 'one session: remembered');
$first->query_safe("BEGIN; SAVEPOINT s; $drop; $create");
my $secret = answer($first, $bytes);
is(answer($first, $insert), expected($secret), 'dropped and created');
$first->query_safe("SAVEPOINT t; $update");
is(answer($first, $insert), expected($k2), 'changed');
$first->query_safe('ROLLBACK TO t');
is(answer($first, $insert), expected($secret), 'rolled back to the second savepoint');
$first->query_safe('ROLLBACK TO s');
is(answer($first, $insert), expected($k1), 'to the first');
$first->query_safe($update);
is(answer($first, $insert), expected($k2), 'changed again');
$first->query_safe('ROLLBACK');
is(answer($first, $insert), expected($k1), 'rolled back');
$first->query_safe("BEGIN; $update; $insert; PREPARE TRANSACTION 'p'");
is(answer($first, $insert), expected($k1), 'changed and prepared');
$first->query_safe(q{COMMIT PREPARED 'p'});
is(answer($first, $insert), expected($k2), 'and committed');
$first->query_safe($reset);
# A table that this transaction has emptied before is emptied in its place.
$first->query_safe("$reset; BEGIN; TRUNCATE sequential_uuids_secrets; $create");
is(answer($first, $insert), expected(answer($first, $bytes)), 'created in a table that was emptied');
$first->query_safe('TRUNCATE sequential_uuids_secrets');
is(answer($first, $insert), '42704', 'and emptied again');
$first->query_safe("ROLLBACK; $reset");
is(answer($first, "WITH c AS MATERIALIZED ($update RETURNING name) $call FROM c"), expected($k1), 'a statement does not see what it changes');
is(answer($first, $insert), expected($k2), 'the next one does');
$first->query_safe("$reset; $drop");
my $generate = "uuid_block(uuid_opaque_nextval('orders', $parameters), $count)";
is(answer($first, "SELECT uuid_secret_create('orders')::text || $generate"), expected(answer($first, $bytes)), 'one statement creates and generates');
$first->query_safe("$reset; $drop");
is(answer($first, "SELECT uuid_secret_create('orders')::text || $generate || 1 / (random() - random() > 2)::int"), '22012', 'another fails then');
is(answer($first, $insert), '42704', 'and has left none');
$first->query_safe('BEGIN; SAVEPOINT s');
answer($first, "SELECT uuid_secret_create('orders')::text || $generate || 1 / (random() - random() > 2)::int");
$first->query_safe('ROLLBACK TO s');
is(answer($first, $insert), '42704', 'nor in a savepoint');
$first->query_safe('ROLLBACK');
$first->query_safe($reset);
$first->query_safe("CREATE TEMPORARY TABLE found (place bigint);
	DO \$\$BEGIN
		BEGIN
			$update;
			IF $generate <> @{[ expected($k2) ]} THEN RAISE 'of the old secret'; END IF;
			RAISE division_by_zero;
		EXCEPTION WHEN division_by_zero THEN
			INSERT INTO found SELECT $generate;
		END;
	END\$\$");
is(answer($first, 'TABLE found'), expected($k1), 'PL/pgSQL rolls back');
is(answer($first, "DISCARD ALL; $insert"), expected($k1), 'DISCARD ALL');
$first->query_safe("\\set VERBOSITY sqlstate\nSET search_path = public, elsewhere");

# A statement that generates before the trigger has run, and an error.
$first->query_safe("$reset;
	CREATE FUNCTION generate() RETURNS void LANGUAGE plpgsql AS \$\$BEGIN PERFORM FROM many LIMIT 1; IF $generate <> @{[ expected($k2) ]} THEN RAISE 'of the old secret'; END IF; RAISE division_by_zero; END\$\$;
	BEGIN; SAVEPOINT r; SAVEPOINT s");
is(answer($first, "$update RETURNING generate()"), '22012', 'a statement that generates with what it changes, and fails');
$first->query_safe('ROLLBACK TO s');
is(answer($first, $insert), expected($k1), 'leaves the secret');
$first->query_safe('ROLLBACK');

# In parallel workers.
$first->query_safe("SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET parallel_leader_participation = off; $reset");
like($first->query("EXPLAIN (ANALYZE, COSTS OFF) SELECT $generate FROM many"), qr/Workers Launched: 2/, 'there are workers');
is(answer($first, "SELECT DISTINCT $generate FROM many"), expected($k1), 'which generate');
$first->query_safe("BEGIN; $drop; $create");
is(answer($first, "SELECT DISTINCT $generate FROM many"), expected(answer($first, $bytes)), 'with a secret that their leader has created');
$first->query_safe("SAVEPOINT s; $update");
is(answer($first, "SELECT DISTINCT $generate FROM many"), expected($k2), 'or changed in a savepoint');
$first->query_safe("$drop");
is(answer($first, "SELECT DISTINCT $generate FROM many"), '42704', 'and not with what it has dropped');
$first->query_safe('ROLLBACK');
is(answer($first, "SELECT DISTINCT $generate FROM many"), expected($k1), 'nor after a rollback');

# The extension goes, and comes again with a secret of the same name.
$first->query_safe($reset);
$second->query_safe("PREPARE generates AS $call");
is(answer($second, 'EXECUTE generates'), expected($k1), 'before the extension goes');
is(answer($first, 'DROP EXTENSION sequential_uuids_opaque'), '2BP01', 'which a default prevents');
$first->query_safe('SET client_min_messages = warning; DROP EXTENSION sequential_uuids_opaque CASCADE');
is(answer($second, 'EXECUTE generates'), '42883', 'then there is no function');
$first->query_safe("CREATE EXTENSION sequential_uuids_opaque; $create; ALTER TABLE orders ALTER id SET DEFAULT uuid_opaque_nextval('orders', $parameters)");
is(answer($second, $_), expected(answer($first, $bytes)), 'and then another secret') for 'EXECUTE generates', $insert;
$first->query_safe("BEGIN; DROP EXTENSION sequential_uuids_opaque CASCADE; CREATE EXTENSION sequential_uuids_opaque; $create; $call; ROLLBACK");
is(answer($_, $insert), expected(answer($first, $bytes)), 'the same after all that is rolled back') for $first, $second;
$_->quit for $first, $second;

# A standby's session follows the primary.
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->append_conf('postgresql.conf', 'hot_standby_feedback = on');
$standby->start;
my $there = session($standby);
for my $isolation ('', 'BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ')
{
	my $name = $isolation || 'by itself';
	for my $change (
		[ 'dropped', $drop, '' ],
		[ 'dropped and created again', "$drop; $create", undef ],
		[ 'of other bytes', $update, $k2 ],
		[ 'rolled back', "BEGIN; $update; ROLLBACK", $k1 ],
		[ 'gone with the rows', 'TRUNCATE sequential_uuids_secrets', '' ],
		[ 'prepared and committed', "BEGIN; $update; PREPARE TRANSACTION 'p'; COMMIT PREPARED 'p'", $k2 ])
	{
		my ($label, $commands, $secret) = @$change;
		$node->safe_psql('postgres', $reset);
		$node->wait_for_catchup($standby);
		$there->query_safe($isolation) if $isolation;
		my $before = answer($there, $call);
		$node->safe_psql('postgres', $commands);
		$node->wait_for_catchup($standby);
		$secret //= $node->safe_psql('postgres', $bytes);
		is("$before, " . answer($there, $call), present_place($k1) . ', ' . expected($secret), "standby, $name: $label");
		answer($there, 'ROLLBACK') if $isolation;
	}
}
is(answer($there, $_), '25006', 'a standby has none of its own') for q{SELECT uuid_secret_create('new')}, $drop;
$there->quit;
$standby->stop;

# A subscriber's session follows what the worker applies, which fires only
# triggers for rows and of replicas.
$node->safe_psql('postgres', "CREATE DATABASE subscriber; $reset; CREATE PUBLICATION p FOR TABLE sequential_uuids_secrets; SELECT pg_create_logical_replication_slot('s', 'pgoutput')");
$node->safe_psql('subscriber', "CREATE EXTENSION sequential_uuids_opaque CASCADE; CREATE TABLE orders (id uuid DEFAULT uuid_opaque_nextval('orders', $parameters))");
$there = session($node, 'subscriber');
is(answer($there, $insert), '42704', 'a subscriber: no secret');
$node->safe_psql('subscriber', "CREATE SUBSCRIPTION s CONNECTION '" . $node->connstr . " dbname=postgres' PUBLICATION p WITH (create_slot = false)");
$node->wait_for_subscription_sync($node, 's', 'subscriber');
is(answer($there, $insert), expected($k1), 'the first ones are copied');
for my $isolation ('', 'BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ')
{
	my $name = $isolation || 'by itself';
	for my $change (
		[ 'updated', $update, $k2 ],
		[ 'deleted', 'DELETE FROM sequential_uuids_secrets', '' ],
		[ 'truncated', 'TRUNCATE sequential_uuids_secrets', '' ],
		[ 'inserted', "TRUNCATE sequential_uuids_secrets; $create", undef ])
	{
		my ($label, $commands, $secret) = @$change;
		$node->safe_psql('postgres', $reset);
		$node->wait_for_catchup('s');
		$there->query_safe($isolation) if $isolation;
		my $before = answer($there, $insert);
		$node->safe_psql('postgres', $commands);
		$node->wait_for_catchup('s');
		$secret //= $node->safe_psql('postgres', $bytes);
		is("$before, " . answer($there, $insert), present_place($k1) . ', ' . expected($secret), "subscriber, $name: $label");
		answer($there, 'ROLLBACK') if $isolation;
	}
}
$_->quit for $there, $places;
$node->safe_psql('subscriber', 'DROP SUBSCRIPTION s');

$node->stop;
done_testing();
