# That uuid_index_report() runs no code of roles that its caller does not trust: whoever
# may alter a table is an adversary of whoever reports on it.  Each table has a function
# of its owner's in another place; it counts its calls, which no rollback undoes.
# Here rather than in pg_regress, as this needs several roles, sessions and databases.
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init;
$node->append_conf('postgresql.conf', "autovacuum = off\nconstraint_exclusion = on\nlog_statement = none\nmax_prepared_transactions = 1");
$node->start;
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');
my $superuser = getpwuid($<);
$node->safe_psql('postgres', q{
	CREATE ROLE owner LOGIN;
	CREATE ROLE other LOGIN;
	CREATE ROLE reader LOGIN IN ROLE pg_monitor, pg_read_all_data;
	CREATE DATABASE application OWNER owner});
$node->safe_psql('application', 'CREATE EXTENSION sequential_uuids; CREATE EXTENSION sequential_uuids_advice');

# What a statement gives or warns of.
sub as
{
	my ($role, $sql) = @_;
	my (undef, $stdout, $stderr) = $node->psql('application', $sql, extra_params => [ '-U', $role ]);
	return $stdout . $stderr;
}

sub run_as
{
	my ($role, $sql) = @_;
	my ($status, $stdout, $stderr) = $node->psql('application', $sql, extra_params => [ '-U', $role ], on_error_stop => 1);
	die "$sql: $stderr" if $status;
	return $stdout;
}

# The report on tables that match, as a role.
sub report
{
	my ($role, $columns, $tables, %options) = @_;
	my $parameters = $options{parameters} // '';
	return as($role, ($options{before} // '') . qq{SELECT $columns FROM @{[ $options{schema} // 'public' ]}.uuid_index_report($parameters) WHERE "table" ~ '^($tables)\$' ORDER BY "table"});
}

# How often the owner's function was called since the last time.
sub calls
{
	return run_as($superuser, q{SELECT coalesce(pg_sequence_last_value('app.calls'), 0); ALTER SEQUENCE app.calls RESTART});
}

# Where the function is, and how it gets there.
run_as('owner', q{
	CREATE SCHEMA app;
	CREATE SEQUENCE app.calls;
	CREATE FUNCTION app.evil(place text) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
	BEGIN
		IF session_user <> 'owner' THEN
			RAISE WARNING 'code of the owner, in %', place;
			PERFORM nextval('app.calls');
		END IF;
		RETURN 1;
	END$$});
my %evil = (
	of_array => q{CREATE DOMAIN app.listed AS int CHECK (app.evil('of_array') = 1); CREATE INDEX ON app.of_array (n) WHERE ARRAY[1]::app.listed[] IS NOT NULL},
	borrowed => q{CREATE OPERATOR app.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq); CREATE INDEX ON app.borrowed (n) WHERE 1 OPERATOR(app.===) 1},
	by_cast => q{CREATE TYPE app.mood AS ENUM ('good', 'bad'); CREATE FUNCTION app.to_int(app.mood) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RETURN app.evil('by_cast'); END$$;
		CREATE CAST (app.mood AS int) WITH FUNCTION app.to_int(app.mood); CREATE INDEX ON app.by_cast (n) WHERE 'good'::app.mood::int = 1},
	checked => q{ALTER TABLE app.checked ADD CHECK (app.evil('checked') = 1)},
	composite => q{CREATE DOMAIN app.part AS int CHECK (app.evil('composite') = 1); CREATE TYPE app.pair AS (a app.part, b int); CREATE INDEX ON app.composite (n) WHERE ROW(1, 2)::app.pair IS NOT NULL},
	domain => q{CREATE DOMAIN app.positive AS int CHECK (app.evil('domain') = 1); CREATE INDEX ON app.domain (n) WHERE n::app.positive = 1},
	# at first without a constraint
	domain_later => q{CREATE DOMAIN app.any AS int; CREATE INDEX ON app.domain_later (n) WHERE 1::app.any = 1; ALTER DOMAIN app.any ADD CHECK (app.evil('domain_later') = 1) NOT VALID},
	excluded => q{ALTER TABLE app.excluded ADD EXCLUDE USING btree ((n + app.evil('excluded')) WITH =) WHERE (n > 0)},
	expression => q{CREATE INDEX ON app.expression ((n + app.evil('expression')))},
	forced => q{CREATE POLICY of_owner ON app.forced USING (app.evil('forced') = 1); ALTER TABLE app.forced FORCE ROW LEVEL SECURITY, ENABLE ROW LEVEL SECURITY},
	inlined => q{CREATE FUNCTION app.inlined() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT app.evil(''inlined'')'; CREATE INDEX ON app.inlined (n) WHERE app.inlined() = 1},
	not_valid => q{ALTER TABLE app.not_valid ADD CHECK (n < app.evil('not_valid')) NOT VALID},
	operator => q{CREATE FUNCTION app.less(int, int) RETURNS bool IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM app.evil('operator'); RETURN true; END$$;
		CREATE OPERATOR app.<<< (LEFTARG = int, RIGHTARG = int, FUNCTION = app.less); CREATE INDEX ON app.operator (n) WHERE 1 OPERATOR(app.<<<) 2},
	policy => q{CREATE POLICY of_owner ON app.policy USING (app.evil('policy') = 1); ALTER TABLE app.policy ENABLE ROW LEVEL SECURITY},
	predicate => q{CREATE INDEX ON app.predicate (n) WHERE app.evil('predicate') = 1},
	range => q{CREATE TYPE app.bounds AS RANGE (subtype = int); CREATE INDEX ON app.range (n) WHERE int4range(1, app.evil('range')) IS NOT NULL AND app.bounds(1, 2) IS NOT NULL},
	statistics => q{CREATE STATISTICS app.of_statistics ON (n + app.evil('statistics')), id FROM app.statistics},
	stored => q{ALTER TABLE app.stored ADD m int GENERATED ALWAYS AS (n + app.evil('stored')) STORED});
# What a SELECT never calls, and what is no function of the owner's.
my %harmless = (
	built_in => q{CREATE INDEX ON app.built_in (lower(n::text)) WHERE n > 0; ALTER TABLE app.built_in ADD CHECK (n >= 0), ADD t tsvector GENERATED ALWAYS AS (to_tsvector('english', n::text)) STORED;
		CREATE STATISTICS app.of_built_in ON (n % 2), id FROM app.built_in; CREATE INDEX ON app.built_in USING gin (t)},
	defaults => q{ALTER TABLE app.defaults ALTER n SET DEFAULT app.evil('defaults')},
	enum => q{CREATE TYPE app.status AS ENUM ('new', 'sold'); ALTER TABLE app.enum ADD status app.status DEFAULT 'new'; CREATE INDEX ON app.enum (n) WHERE status = 'new' OR status = ANY ('{sold}'::app.status[])},
	key_domain => q{CREATE DOMAIN app.key AS uuid; ALTER TABLE app.key_domain ALTER id TYPE app.key; CREATE FUNCTION app.to_uuid(app.key) RETURNS uuid LANGUAGE plpgsql AS $$BEGIN PERFORM app.evil('key_domain'); RETURN NULL; END$$;
		SET client_min_messages = error; CREATE CAST (app.key AS uuid) WITH FUNCTION app.to_uuid(app.key); ALTER DOMAIN app.key ADD CHECK (app.evil('key_domain') = 1) NOT VALID},
	trigger => q{CREATE FUNCTION app.fire() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM app.evil('trigger'); RETURN NEW; END$$; CREATE TRIGGER fire BEFORE UPDATE ON app.trigger FOR EACH ROW EXECUTE FUNCTION app.fire()},
	view => q{CREATE VIEW app.over_it AS SELECT id FROM app.view WHERE app.evil('view') = 1; CREATE RULE notes AS ON INSERT TO app.view DO ALSO SELECT app.evil('view')});
$harmless{virtual} = q{ALTER TABLE app.virtual ADD m int GENERATED ALWAYS AS (n + 1) VIRTUAL} if $version >= 180000;
# A type that stands in a call of SQL/JSON.
$evil{json} = q{CREATE DOMAIN app.read AS int CHECK (app.evil('json') = 1); CREATE INDEX ON app.json (n) WHERE JSON_VALUE(jsonb '{"a": 1}', '$.a' RETURNING app.read) IS NOT NULL} if $version >= 170000;
my %all = (%evil, %harmless);
for my $place (sort keys %all)
{
	run_as('owner', "CREATE TABLE app.$place (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
		INSERT INTO app.$place SELECT FROM generate_series(1, 1000); $all{$place}; ANALYZE app.$place");
}
# Partitions by an expression, heirs, a materialized view; a superuser's operator classes,
# one over a function of the owner's, one given to the owner.
run_as('owner', q{
	CREATE TABLE app.parts (id uuid DEFAULT uuid_time_nextval(), n int DEFAULT 0) PARTITION BY RANGE ((n + app.evil('parts')));
	CREATE TABLE app.parts_1 PARTITION OF app.parts FOR VALUES FROM (0) TO (10);
	CREATE INDEX ON app.parts (id);
	INSERT INTO app.parts SELECT FROM generate_series(1, 1000);
	CREATE MATERIALIZED VIEW app.kept AS SELECT uuid_time_nextval() AS id, 0 AS n FROM generate_series(1, 1000);
	CREATE INDEX ON app.kept (id);
	CREATE INDEX ON app.kept (n) WHERE app.evil('kept') = 1;
	CREATE TABLE app.ancestor (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	CREATE TABLE app.heir (PRIMARY KEY (id)) INHERITS (app.ancestor);
	INSERT INTO app.ancestor SELECT FROM generate_series(1, 1000);
	INSERT INTO app.heir SELECT FROM generate_series(1, 1000);
	CREATE INDEX ON app.heir (n) WHERE app.evil('heir') = 1;
	CREATE FUNCTION app.compare(int, int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM app.evil('class'); RETURN $1 - $2; END$$;
	CREATE TABLE app.class (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	CREATE TABLE app.class_given (LIKE app.class INCLUDING ALL);
	INSERT INTO app.class SELECT FROM generate_series(1, 1000);
	INSERT INTO app.class_given SELECT FROM generate_series(1, 1000);
	ANALYZE app.parts, app.kept, app.ancestor, app.heir, app.class, app.class_given});
run_as($superuser, q{
	CREATE OPERATOR CLASS app.over_function FOR TYPE int USING btree AS OPERATOR 1 <, OPERATOR 3 =, OPERATOR 5 >, FUNCTION 1 app.compare(int, int);
	CREATE INDEX ON app.class (n app.over_function);
	CREATE OPERATOR CLASS app.given FOR TYPE int USING btree AS OPERATOR 1 <, OPERATOR 3 =, OPERATOR 5 >, FUNCTION 1 btint4cmp(int, int);
	CREATE INDEX ON app.class_given (n app.given);
	ALTER OPERATOR CLASS app.given USING btree OWNER TO owner});
my $unread = join('|', map { "app.$_" } sort keys %evil, qw(class class_given heir kept));
my $read = join('|', map { "app.$_" } sort keys %harmless, qw(ancestor parts));

# These tests test something: the planner calls the functions.
my $called = as($superuser, qq{DO \$\$DECLARE t regclass; BEGIN FOR t IN SELECT oid FROM pg_class WHERE oid::regclass::text ~ '^($unread)\$' LOOP EXECUTE format('SELECT FROM %s WHERE n > -1 LIMIT 1', t); END LOOP; END\$\$});
my %places = map { $_ => 1 } $called =~ /code of the owner, in (\w+)/g;
is(join(' ', sort keys %places), 'by_cast checked composite domain domain_later excluded expression heir inlined kept of_array operator predicate range statistics', 'SELECT calls functions of the owner');
calls();

# As any role, with any rights, and with and without rows, no function is called.
sub unmarked
{
	my ($name, $role, %options) = @_;
	my $result = report($role, '"table"', $unread . '|' . $read, %options);
	unlike($result, qr/WARNING|ERROR/, "$name: nothing is called, and the report comes to its end");
	is(calls(), 0, "$name: not even what was rolled back");
	return;
}

unmarked('superuser', $superuser);
unmarked('superuser, read-only', $superuser, before => 'SET default_transaction_read_only = on;');
unmarked('superuser, with a snapshot from before', $superuser, before => q{SET default_transaction_isolation = 'serializable';});
unmarked('superuser, watching', $superuser, parameters => "'1 ms'");
unmarked('reader', 'reader');
run_as('owner', 'GRANT ALL ON SCHEMA app TO other; GRANT ALL ON ALL TABLES IN SCHEMA app TO other');
unmarked('other, who may lock', 'other');
# Code of the owner's could change back to the session's role.
unmarked('superuser as the owner', $superuser, before => 'SET ROLE owner;');

# Without the extension, in a schema of its own.
run_as($superuser, 'CREATE SCHEMA advice; GRANT USAGE ON SCHEMA advice TO public');
$node->command_ok([ 'psql', '-XqU', $superuser, '-v', 'ON_ERROR_STOP=1', '-c', 'SET search_path = advice', '-f', 'advice/sequential_uuids_advice--1.0.sql', $node->connstr('application') ], 'advice stands alone');
unmarked('superuser, advice alone', $superuser, schema => 'advice');
unmarked('reader, advice alone', 'reader', schema => 'advice');

# What is known all the same: who generates the keys, where rows are read.
my $known = q{"table", clients_generate, note};
my $no_rate = 'few inserts: set a longer "over", on the primary';
my $of_statistics = qr/^app\.\w+\|\|its rows are not read: /;
# A domain for a key makes its default anew, so no key is known to come from it.
is(report($superuser, $known, $read), join("\n", map { "$_|" . (/key_domain/ ? '' : 'f') . "|$no_rate" } sort split /\|/, $read), 'a superuser reads the rows where nothing can be called');
is(report($superuser, $known, $read, schema => 'advice'), report($superuser, $known, $read), 'with advice alone, too');
like($_, qr/$of_statistics((function|operator|operator class|type) [^;]+ could run another role's code|cannot lock relation "kept"|"kept" is not a table); $no_rate/, 'and statistics where something can')
	for split /\n/, report($superuser, $known, $unread);
like($_, qr/${of_statistics}another role owns its schema/, 'a reader has statistics of all, unless policies hide rows')
	for grep { !/^app.(forced|policy)/ } split /\n/, report('reader', $known, "$unread|$read");
my $snapshot = report($superuser, $known, 'app.built_in', before => q{SET default_transaction_isolation = 'repeatable read';});
like($snapshot, qr/${of_statistics}the transaction's isolation level/, 'with a snapshot from before, whose catalogs are not those of the planner, statistics do');
like(report('owner', $known, 'app.predicate'), qr/\|f\|/, 'a role reads its own tables');

# What changes while the report is on its way: the owner makes an index while it sleeps,
# or makes it, or swaps tables, columns and schemas all the time.  The owner's own session does
# not count.
run_as('owner', q{
	CREATE TABLE app.raced (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	INSERT INTO app.raced SELECT FROM generate_series(1, 1000);
	CREATE TYPE app.other_key AS (key uuid);
	CREATE FUNCTION app.to_uuid(app.other_key) RETURNS uuid LANGUAGE plpgsql AS $$BEGIN PERFORM app.evil('raced'); RETURN NULL; END$$;
	CREATE CAST (app.other_key AS uuid) WITH FUNCTION app.to_uuid(app.other_key);
	CREATE TABLE app.raced_too (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	INSERT INTO app.raced_too SELECT FROM app.raced;
	CREATE INDEX ON app.raced_too (n) WHERE app.evil('raced') = 1;
	ALTER TABLE app.raced ADD other_id app.other_key DEFAULT ROW(NULL);
	CREATE TABLE app.swapped (LIKE app.raced_too INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (id));
	INSERT INTO app.swapped SELECT FROM app.raced;
	CREATE SCHEMA evil;
	CREATE TABLE evil.raced (LIKE app.raced_too INCLUDING ALL);
	INSERT INTO evil.raced SELECT FROM app.raced;
	CREATE SCHEMA good;
	CREATE TABLE good.raced (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int DEFAULT 0);
	INSERT INTO good.raced SELECT FROM app.raced});
as($superuser, $_) for 'SELECT FROM evil.raced', 'SELECT other_id::uuid FROM app.raced LIMIT 1';
is(calls(), 2, 'SELECT calls functions of the owner here, too');

# While the owner repeats some statements, samples a table for some seconds.
sub race
{
	my ($name, $table, @statements) = @_;
	my $oid = run_as('owner', "DROP INDEX IF EXISTS app.racer; SELECT '$table'::regclass::oid");
	my $file = PostgreSQL::Test::Utils::tempdir() . '/race.sql';
	# with some time in between
	append_to_file($file, join(";\n", (map { $_, /^(COMMIT|DROP)/ ? 'SELECT count(*) FROM generate_series(1, 20000)' : () } (@statements) x 20000), ''));
	my $racer = IPC::Run::start([ 'psql', '-XAtqU', 'owner', '-f', $file, $node->connstr('application') ], '>', \my $out, '2>', \my $err);
	$node->poll_query_until('application', q{SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = 'owner'});
	my $result = as($superuser, qq{
		CREATE OR REPLACE PROCEDURE pg_temp.sample(raced oid) LANGUAGE plpgsql AS \$\$
		DECLARE
			until CONSTANT timestamptz := clock_timestamp() + interval '3 s';
			was_read int := 0;
			was_not int := 0;
			complaint text;
			last_complaint text;
		BEGIN
			WHILE clock_timestamp() < until LOOP
				SELECT problem INTO complaint FROM public.sequential_uuids_sample(raced, 1::int2);
				IF complaint IS NULL THEN
					was_read := was_read + 1;
				ELSE
					was_not := was_not + 1;
					last_complaint := complaint;
				END IF;
				COMMIT;
			END LOOP;
			RAISE INFO 'read %, not read %: %', was_read, was_not, last_complaint;
		END\$\$;
		CALL pg_temp.sample($oid)});
	ok($racer->pumpable, "$name: the race goes on to the end");
	$racer->kill_kill;
	like($result, qr/\A(?!.*WARNING).*INFO:  read [1-9]\d*, not read [1-9]\d*: [^\n]+\s*\z/s, "$name: sometimes it is read, and sometimes not") or diag($err);
	is(calls(), 0, "$name: and no function is called");
	return;
}
race('indexes', 'app.raced', q{CREATE INDEX racer ON app.raced (n) WHERE app.evil('raced') = 1}, 'DROP INDEX app.racer');
race('tables', 'app.swapped', map { ('BEGIN', "ALTER TABLE app.swapped RENAME TO swapped_$_", 'ALTER TABLE app.raced_too RENAME TO swapped', "ALTER TABLE app.swapped_$_ RENAME TO raced_too", 'COMMIT') } 1, 2);
race('columns', 'app.raced', map { ('BEGIN', "ALTER TABLE app.raced RENAME id TO id_$_", 'ALTER TABLE app.raced RENAME other_id TO id', "ALTER TABLE app.raced RENAME id_$_ TO other_id", 'COMMIT') } 1, 2);
race('schemas', 'good.raced', map { ('BEGIN', "ALTER SCHEMA good RENAME TO good_$_", 'ALTER SCHEMA evil RENAME TO good', "ALTER SCHEMA good_$_ RENAME TO evil", 'COMMIT') } 1, 2);
# An index that comes while the report sleeps.
run_as('owner', 'CREATE TABLE app.late (id uuid PRIMARY KEY DEFAULT uuid_time_nextval(), n int); INSERT INTO app.late SELECT FROM generate_series(1, 1000)');
my $sleeper = IPC::Run::start([ 'psql', '-XAtqU', $superuser, '-c', q{SELECT note FROM uuid_index_report('3 s') WHERE "table" = 'app.late'}, $node->connstr('application') ], '>', \my $note, '2>', \my $warnings);
$node->poll_query_until('application', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'});
run_as('owner', q{CREATE INDEX ON app.late (n) WHERE app.evil('late') = 1});
ok($sleeper->finish, 'a report during which an index comes');
like($note, qr/^its rows are not read: function app.evil/, 'sees the index');
is($warnings . calls(), 0, 'and does not call its function');

# A lock on an index holds up its planning, but not for long; those on the table and its
# schema are not waited for, and not kept.
my $holder = $node->background_psql('application', extra_params => [ '-U', 'owner' ]);
my $problem = q{SELECT problem FROM sequential_uuids_sample('app.locked'::regclass, 1::int2)};
run_as('owner', 'CREATE TABLE app.locked (id uuid PRIMARY KEY DEFAULT uuid_time_nextval()); INSERT INTO app.locked SELECT FROM generate_series(1, 1000)');
for (
	[ 'ALTER INDEX app.locked_pkey SET TABLESPACE pg_default', qr/^canceling statement due to lock timeout/ ],
	[ 'LOCK TABLE app.locked IN SHARE UPDATE EXCLUSIVE MODE', qr/^could not obtain lock on relation/ ],
	[ 'ALTER SCHEMA app RENAME TO renamed', qr/^could not obtain lock on row/ ],
	[ 'INSERT INTO app.locked SELECT', qr/^$/ ],
	[ 'SELECT FROM app.locked FOR UPDATE', qr/^$/ ],
	[ 'GRANT USAGE ON SCHEMA app TO other', qr/^$/ ])
{
	my ($statement, $expected) = @$_;
	$holder->query_safe("BEGIN; $statement");
	like(run_as($superuser, $problem), $expected, "during $statement");
	$holder->query_safe('ROLLBACK');
}
$holder->quit;
is(run_as($superuser, q{BEGIN; SELECT count(*) > 10 FROM uuid_index_report(); SELECT count(*) FROM pg_locks JOIN pg_class AS c ON c.oid = relation WHERE relnamespace = 'app'::regnamespace}), "t\n0", 'no lock is kept');

# What makes no sense costs one table's figures: rows that nobody counted, and functions
# that have only the names of ours.
run_as('owner', q{
	CREATE FUNCTION app.uuid_time_nextval(float8) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
	CREATE TABLE app.counted (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	CREATE TABLE app.size_1 (id uuid PRIMARY KEY DEFAULT app.uuid_time_nextval('1e300'));
	CREATE TABLE app.size_2 (id uuid PRIMARY KEY DEFAULT app.uuid_time_nextval('NaN'));
	INSERT INTO app.counted SELECT FROM generate_series(1, 1000);
	ANALYZE app.counted});
run_as($superuser, 'SELECT pg_stat_reset()');
run_as('owner', "INSERT INTO app.$_ SELECT FROM generate_series(1, 1000); SELECT pg_stat_force_next_flush()") for qw(counted locked size_1 size_2);
like(report($superuser, '"table", wal_per_insert, note', 'app.size_.'), qr/^app.size_1\|\|invalid input.*\napp.size_2\|\|invalid input/, 'arguments that ours do not have');
for my $rows (qw(NaN Infinity 1e38 1e16 -5 -1 0 1e-45))
{
	run_as($superuser, qq{UPDATE pg_class SET reltuples = '$rows' WHERE relname ~ '^counted'});
	like(report($superuser, q{"table", rows BETWEEN 0 AND 1e15, wal_per_insert IS NULL}, 'app.(counted|locked)'), qr/^app.counted\|t\|f\napp.locked\|t\|f$/, "$rows rows: the report comes to its end");
}
SKIP:
{
	skip 'an owner can store statistics from PostgreSQL 18 on', 1 if $version < 180000;
	run_as('owner', q{SELECT pg_restore_relation_stats('schemaname', 'app', 'relname', 'counted', 'reltuples', '1e38'::real, 'relpages', 2147483647);
		SELECT pg_restore_attribute_stats('schemaname', 'app', 'relname', 'counted', 'attname', 'id', 'inherited', false, 'null_frac', 'NaN'::real, 'avg_width', -2147483648, 'n_distinct', 'Infinity'::real, 'correlation', 'NaN'::real,
			'histogram_bounds', '{00000000-0000-0000-0000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff}'::text)});
	like(report($superuser, '"table"', 'app.counted'), qr/^app.counted$/, 'what an owner stores as statistics does not end the report');
}
done_testing();
