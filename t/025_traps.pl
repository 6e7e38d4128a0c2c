# runs: every
# That nothing of another role runs when a script of ours is run or its functions are called, whatever lies in wait in
# the schema: overloads of all functions and operators that the script names and of its own, over domains, arrays and
# composites with a CHECK, which PostgreSQL evaluates where it takes a literal for a constant of such a type.  A role
# with CREATE puts them into its own schema, or a database's owner in public, for a superuser to run into.
#
# One group at a time: a kind of type at one place, the second to fourth only with PG_TEST_EXTRA=long.  Two overloads
# that fit equally well are an error, which hides whatever comes later; so an error is a failure, too, and then each
# name is tried alone.
#
# Here rather than in pg_regress, as this needs several roles and databases.
use strict;
use warnings;

use lib 't/lib';
use InitdbTemplate;
use Level;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('traps');
$node->init;
$node->append_conf('postgresql.conf', "fsync = off\nautovacuum = off\njit = off\nmax_locks_per_transaction = 1000");
$node->start;
$node->safe_psql('postgres', q{
	CREATE ROLE regress_eve LOGIN;
	CREATE ROLE regress_owner LOGIN;
	CREATE ROLE regress_stranger LOGIN;
	CREATE DATABASE app OWNER regress_owner});
$node->safe_psql('app', q{
	GRANT CREATE ON DATABASE app TO regress_eve; SET SESSION AUTHORIZATION regress_eve; CREATE SCHEMA of_eve});
$node->safe_psql('app', slurp_file('t/lib/traps.sql'));

# Each script, and the steps that run it.
my %steps = (
	sequential_uuids => [
		q{CREATE EXTENSION sequential_uuids SCHEMA %I VERSION '1.0'}, 'ALTER EXTENSION sequential_uuids UPDATE' ],
	sequential_uuids_advice => ['CREATE EXTENSION sequential_uuids_advice SCHEMA %I'],
	'sql-only/sequential_uuids.sql' => ['sql-only/sequential_uuids.sql']);
my @extensions = grep { !/\.sql$/ } sort keys %steps;
my $directory = $node->config_data('--sharedir') . '/extension';
for my $script (sort keys %steps)
{
	my $text = join '', map { slurp_file($_) } $script =~ /\.sql$/ ? $script : glob("$directory/${script}--*.sql");
	$text =~ s/^\\.*//mg;
	$node->safe_psql('app', "INSERT INTO harness.scripts VALUES ('$script', \$script\$$text\$script\$)");
}

# The control, a hole of each kind: functions whose bodies take a literal for that of an overload that is a trap.
my %bodies = (
	array => q{array_position('{a,b}', k)},
	composite => q{format('(x)', k)},
	composites => q{array_position('{(x)}', k)},
	domain => q{format('x', k)},
	text => q{div('2', length(k)::numeric)});
$node->safe_psql('app',
	"INSERT INTO harness.scripts VALUES ('control', \$script\$" . join(', ', 'k text', values %bodies) . '$script$)');

# Steps as arguments of a function.
sub steps
{
	my ($script) = @_;
	return join ', ', map { "\$step\$$_\$step\$" } @{ $steps{$script} };
}

# What the scripts create in a clean schema, and calls that succeed.
$node->safe_psql('app', q{
	CREATE TABLE harness.keys (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
	INSERT INTO harness.keys SELECT FROM generate_series(1, 100);
	ANALYZE harness.keys;
	CREATE TABLE harness.visits (id uuid DEFAULT
		encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 150 % '34560'), 7)
			|| substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid);
	CREATE SEQUENCE harness.numbers;
	GRANT USAGE ON SEQUENCE harness.numbers TO PUBLIC;
	GRANT SELECT ON harness.keys TO PUBLIC;
	INSERT INTO harness.values VALUES
		('int4', '4'), ('int8', '4'), ('int8', '5'), ('float8', '100'), ('text', 'known'), ('interval', '1 min'),
		('timestamptz', '2026-01-01 00:00:00+00'), ('regclass', 'harness.numbers'), ('regclass', 'harness.keys'),
		('regclass', 'harness.visits'), ('name', 'id'), ('uuid', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'),
		('uuid', '1ec9414c-232a-6b00-b3c8-9f6bdeced846')});
for my $script (sort keys %steps)
{
	my $arguments = steps($script);
	is($node->safe_psql('app', qq{
			CREATE SCHEMA "$script";
			SELECT outcome FROM unnest(ARRAY[$arguments]) AS step, LATERAL harness.try('none', '"$script"',
				harness.statement(step, '$script')) AS outcome WHERE outcome <> 'done'}),
		'', "$script in a clean schema");
	is($node->safe_psql('app', "SELECT harness.learn('$script')"), '', '... each function has a call that succeeds');
	$node->safe_psql('app', qq{DROP EXTENSION IF EXISTS "$script"});
}
my $count = $node->safe_psql('app', 'SET search_path = pg_catalog; SELECT harness.find_traps()');
cmp_ok($count, '>', 1000, 'there are traps');

# Runs scripts and what they create among a group of traps, or those of one name.  Returns the steps that failed or ran
# the traps, and whether the control did.
sub among
{
	my ($setter, $creator, $schema, $kind, $place, $only) = @_;
	my $name = defined $only ? "'$only'" : 'NULL';
	my $set_traps = sub { "SELECT harness.set_traps('$setter', '$schema', '$kind', $place, $_[0], $name)" };
	my $run = sub { "SELECT * FROM harness.run('$_[0]', '$_[1]', '$schema', " . steps($_[0]) . ')' };
	local $steps{control} = [
		"CREATE FUNCTION control(k text) RETURNS text LANGUAGE sql BEGIN ATOMIC SELECT ($bodies{$kind})::text; END",
		"SELECT control('a')" ];
	# The edition in SQL refuses a schema that has functions of its names.
	my @lines = split /\n/, $node->safe_psql('app', join ";\n", 'BEGIN', 'SET LOCAL client_min_messages = error',
		'SET LOCAL search_path = pg_catalog', $set_traps->('false'), $run->('control', 'none'),
		$run->('sql-only/sequential_uuids.sql', 'none'),
		$set_traps->('true'), (map { $run->($_, $creator) } @extensions),
		'ROLLBACK');
	my $found = join "\n", grep { /\|/ && !/\|done\|0$/ && !/^control/ } @lines;
	return ($found, scalar grep { /^control.*\|[1-9]/ } @lines);
}

# An error may hide what would have run without it, so each name of the group is tried alone.
sub diagnose
{
	my @group = @_;
	my $names = $node->safe_psql('app',
		"SELECT DISTINCT name FROM harness.traps WHERE (kind, place) = ('$group[3]', $group[4])");
	for my $name (split /\n/, $names)
	{
		my ($found) = among(@group, $name);
		diag("$name alone: $found") if $found;
	}
	return;
}

my $is_diagnosed = 0;
for my $place (1, (is_long() ? (2, 3, 4) : ()), 0)
{
	for my $kind (sort keys %bodies)
	{
		for (
			[ 'a role with CREATE in its own schema', 'regress_eve', 'regress_eve', 'of_eve' ],
			[ 'the owner of the database in public, for a superuser', 'regress_owner', 'none', 'public' ])
		{
			my ($name, @roles) = @$_;
			my ($found, $control) = among(@roles, $kind, $place);
			my $where = $place ? "parameter $place" : 'all parameters';
			my $is_safe = is($found, '', "$name, $kind, $where: nothing runs");
			ok($control, '... except what was meant to') if $place == 1;
			# The first failure only: this takes minutes.
			diagnose(@roles, $kind, $place) unless $is_safe || $is_diagnosed++;
		}
	}
}

# The owner of a database can put types of their own before PostgreSQL's, in all sessions.
$node->safe_psql('postgres', 'CREATE DATABASE twins OWNER regress_owner TEMPLATE app');
$node->safe_psql('twins', join '; ', 'SET SESSION AUTHORIZATION regress_owner', 'CREATE SCHEMA twins',
	'GRANT USAGE ON SCHEMA twins TO PUBLIC',
	(map { "CREATE DOMAIN twins.$_ AS pg_catalog.$_ CHECK (harness.note('a twin of $_'))" }
		qw(bool float8 int4 int8 interval jsonb name oid regclass text)),
	'ALTER DATABASE twins SET search_path = twins, pg_catalog');
my ($create_advice) = slurp_file('advice/README.md') =~ /^(sed .*\| psql .*)$/m;
$create_advice =~ s/psql/psql -Xq -d "@{[ $node->connstr('twins') ]}"/;
my $before_twins = $node->safe_psql('twins', q{SELECT pg_catalog.pg_sequence_last_value('harness.runs')});
$node->command_ok([ 'bash', '-c', $create_advice ], 'the script of advice, in a database with twins of types');
is($node->safe_psql('twins', q{
	SET search_path = pg_catalog, pg_temp;
	SELECT count(*) > 1 FROM advice.uuid_advise(20, '1 day', 0.1);
	SELECT count(*) FROM advice.uuid_index_report();
	SELECT pg_sequence_last_value('harness.runs')}), "t\n1\n$before_twins", '... of which none runs');
$node->command_fails_like([
		'psql', '-Xq1', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('twins'),
		'-f', 'sql-only/sequential_uuids.sql' ],
	qr/the search_path names pg_catalog after another schema/, 'where the edition in SQL is refused');

# move-defaults.sql commits, so each kind has a database: among the traps in the schema that defaults move to, which is
# on the search_path, too.
sub move
{
	my ($database, $to) = @_;
	my ($stdout, $stderr) = run_command([ 'psql', '-Xq', '-v', 'from=moves_from', '-v', "to=$to",
		'-f', 'sql-only/move-defaults.sql', $node->connstr($database) ]);
	return $stdout . $stderr;
}
$node->safe_psql('app', q{
	CREATE SCHEMA moves_from;
	CREATE EXTENSION sequential_uuids SCHEMA moves_from;
	CREATE TABLE harness.moved (
		a uuid DEFAULT moves_from.uuid_time_nextval(),
		b uuid DEFAULT moves_from.uuid_sequence_nextval('harness.numbers', 16, 256),
		c uuid DEFAULT moves_from.uuid_interval_nextval('1 min', '1 day'))});
$node->safe_psql('app', "SET search_path = public;\n" . slurp_file('sql-only/sequential_uuids.sql'));
my $runs = q{SELECT pg_sequence_last_value('harness.runs')};
for my $kind (sort keys %bodies)
{
	$node->safe_psql('postgres', "CREATE DATABASE moved_$kind OWNER regress_owner TEMPLATE app");
	my $before = $node->safe_psql("moved_$kind", $runs);
	$node->safe_psql("moved_$kind", join ";\n", 'SET search_path = pg_catalog',
		map { "SELECT harness.set_traps('regress_owner', 'public', '$kind', 0, $_, NULL)" } 'false', 'true');
	my @moved = move("moved_$kind", 'public') =~ /moved: column ([abc]) of table harness\.moved/g;
	is("@moved", 'a b c', "$kind: defaults move");
	$node->safe_psql("moved_$kind", 'INSERT INTO harness.moved DEFAULT VALUES');
	is($node->safe_psql("moved_$kind", $runs), $before, '... and nothing runs');
}
# What the schema lacks, somebody else has put there.
my $generator = q{uuid_time_nextval(int4, int4) RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid'};
$node->safe_psql('app', qq{
	CREATE SCHEMA moves_to AUTHORIZATION regress_owner;
	ALTER TABLE harness.moved ALTER a SET DEFAULT moves_from.uuid_time_nextval(60, 256), 
		ALTER b DROP DEFAULT, ALTER c DROP DEFAULT;
	SET ROLE regress_owner; CREATE FUNCTION moves_to.$generator});
like(move('app', 'moves_to'),
	qr/schema moves_to lacks a function moves_from\.uuid_time_nextval\(integer,integer\) of yours/,
	'no default moves to a function of another role');
$node->safe_psql('app', 'ALTER TABLE harness.moved OWNER TO regress_owner;
	GRANT USAGE ON SCHEMA harness TO regress_owner');
like(move('app', 'moves_to'), qr/moved: column a of table harness\.moved/,
	'... except of a table of that role');

$node->stop;
done_testing();
