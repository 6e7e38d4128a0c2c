# runs: every; architectures: all
# Clocks that step back, stand still, or show impossible times, by libfaketime.  The
# prefix follows the clock, or there is a clear error; no UUID comes twice.
use strict;
use warnings;

use Config;

use lib 't/lib';
use InitdbTemplate;
use Opaque;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($library) = grep { -e } glob('/usr/lib/*/faketime/libfaketime.so.1 /usr/lib{,64}/faketime/libfaketime.so.1');
plan skip_all => 'there is no libfaketime' unless $library;

my $clock = PostgreSQL::Test::Utils::tempdir() . '/clock';
sub set_clock
{
	my ($time) = @_;
	# At once, so that nobody reads half of it.
	append_to_file("$clock.new", "$time\n");
	rename "$clock.new", $clock or die $!;
	return;
}

my $node = PostgreSQL::Test::Cluster->new('clocks');
$node->init;
$node->append_conf('postgresql.conf', "timezone = UTC\nlog_timezone = UTC\nautovacuum = off");
set_clock('+0');
{
	local %ENV = (
		%ENV,
		LD_PRELOAD => $library,
		FAKETIME_TIMESTAMP_FILE => $clock,
		FAKETIME_NO_CACHE => 1,
		FAKETIME_DONT_FAKE_MONOTONIC => 1,
		FAKETIME_DISABLE_SHM => 1,
		NO_FAKE_STAT => 1,
		TZ => 'UTC');
	$node->start;
}
# Programs that were built for an older C library are out of its reach.
set_clock('2026-01-01 00:00:00');
if ($node->safe_psql('postgres', 'SELECT clock_timestamp()') !~ /^2026-01-01 00:00:00/)
{
	$node->stop;
	plan skip_all => "libfaketime does not reach this server's programs";
}
set_clock('+0');
$node->safe_psql('postgres', q{
	CREATE EXTENSION sequential_uuids;
	CREATE SEQUENCE s;
	CREATE TABLE generated (
		n bigserial, process int DEFAULT pg_backend_pid(), call text, id uuid, before timestamptz, after timestamptz);
	-- How many milliseconds a block of 1 ms is later than a time, in a cycle of a day.
	CREATE FUNCTION blocks_since(before timestamptz, block bigint) RETURNS bigint
	RETURN (block - uuid_interval_block(before, '1 ms', '1 day') + 86400000) % 86400000;
	-- SQLSTATE of a call, with the time it names; or "ok" where what it gives
	-- carries this time, or no time at all.
	CREATE FUNCTION outcome(call text) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		before timestamptz; after timestamptz; id uuid;
	BEGIN
		before := clock_timestamp();
		EXECUTE 'SELECT ' || call INTO id;
		after := clock_timestamp();
		INSERT INTO generated (call, id, before, after) VALUES (call, id, before, after);
		RETURN CASE
			WHEN call ~ '^uuid_(sequence|opaque)' THEN 'ok'
			WHEN call LIKE 'uuid_v7%' AND uuid_generated_at(id) BETWEEN date_trunc('ms', before) AND after THEN 'ok'
			WHEN call LIKE 'uuid_v7%' THEN 'of another time'
			WHEN call LIKE '%()' AND uuid_block(id, 65536) IN (
				uuid_interval_block(before, '1 min', '45 days 12:16:00'),
				uuid_interval_block(after, '1 min', '45 days 12:16:00')) THEN 'ok'
			WHEN call LIKE '%1 ms%' AND blocks_since(before, uuid_block(id, 86400000))
				<= blocks_since(before, uuid_interval_block(after, '1 ms', '1 day')) THEN 'ok'
			ELSE 'of another block'
		END;
	EXCEPTION WHEN OTHERS THEN
		RETURN SQLSTATE;
	END $$});
my @calls = (
	'uuid_time_nextval()',
	q{uuid_interval_nextval('1 ms', '1 day', 8)},
	q{uuid_sequence_nextval('s')},
	q{uuid_opaque_nextval('orders', '1 s', '1 day')},
	'uuid_v7_nextval()',
	'uuid_v7_nextval(5, 4)');
my $array = join ', ', map { "\$\$$_\$\$" } @calls;
my $outcomes = "SELECT string_agg(outcome(call), ' ') FROM unnest(ARRAY[$array]) AS call";

# In seconds from now, since a year has more digits than libfaketime reads.
sub at { my ($seconds) = @_; return sprintf '%+.0fs', $seconds - time }
my $end_of_v7 = 281474976710.656;
my $end_of_range = 9223372036854.775807;
my @clocks = (
	[ 'an hour behind' => '-1h', 'ok ok ok ok ok ok' ],
	[ 'an hour ahead' => '+1h', 'ok ok ok ok ok ok' ],
	[ 'standing still' => '2026-01-01 00:00:00', 'ok ok ok ok ok ok', '2026-01-01 00:00:00+00' ],
	[ 'a second before 2^31 seconds' => '2038-01-19 03:14:07', 'ok ok ok ok ok ok', '2038-01-19 03:14:07+00' ],
	[ 'past 2^31 seconds' => '2038-01-19 03:14:08', 'ok ok ok ok ok ok', '2038-01-19 03:14:08+00' ],
	[ 'past 2^32 seconds' => '2106-02-07 06:28:16', 'ok ok ok ok ok ok', '2106-02-07 06:28:16+00' ],
	[ 'at 1970' => '1970-01-01 00:00:00', 'ok ok ok ok ok ok', '1970-01-01 00:00:00+00' ],
	[ 'before 1970' => '1969-12-31 23:59:59', 'ok ok ok ok 22008 22008', '1969-12-31 23:59:59+00' ],
	[ 'long before 1970' => '1905-03-01 12:00:00', 'ok ok ok ok 22008 22008', '1905-03-01 12:00:00+00' ],
	[ 'an hour before the end of UUIDv7' => at($end_of_v7 - 3600), 'ok ok ok ok ok ok' ],
	[ 'past the end of UUIDv7' => at($end_of_v7 + 3600), 'ok ok ok ok 22008 22008' ],
	[ 'an hour before the end of 64-bit microseconds' => at($end_of_range - 3600), 'ok ok ok ok 22008 22008' ],
	[ 'past it' => at($end_of_range + 3600), '22008 22008 ok 22008 22008 22008' ],
);
# The C library of 32-bit Debian 12 has no later times.
my $has_all_times = $Config{longsize} >= 8;
note 'times after 2038 are left out: this C library has none' unless $has_all_times;
@clocks = grep { $_->[1] !~ /^\+\d{9}|^20[34]8-01-19 03:14:08|^2106/ } @clocks unless $has_all_times;

for (@clocks)
{
	my ($name, $time, $expected, $exactly) = @$_;
	set_clock($time);
	is($node->safe_psql('postgres', 'SELECT clock_timestamp()'), $exactly, "the clock stands at $exactly") if $exactly;
	my $as_expected = $expected =~ /2/ ? 'errors just where they must be' : 'all go by the clock';
	is($node->safe_psql('postgres', $outcomes), $expected, "$name: $as_expected");
}

# One session that sees all of them: prefixes follow, UUIDv7 never falls behind
# the highest time that it has used, and what cannot be leaves no trace.
my @statements = map { "\\! echo '$_->[1]' >$clock.2 && mv $clock.2 $clock\n$outcomes;\n" } @clocks, [ '', '+0' ];
my @seen = split /\n/, $node->safe_psql('postgres', join '', @statements);
is(scalar(@seen), @clocks + 1, 'a session goes through them all');
my @v7 = $has_all_times
  ? qw(ok ok behind ok ok ok behind 22008 22008 ok 22008 22008 22008 behind)
  : qw(ok ok behind ok behind 22008 22008 behind);
for my $i (0 .. $#seen)
{
	my ($name, undef, $expected) = @{ $clocks[$i] // [ 'back in the present', '+0', 'ok ok ok ok ok ok' ] };
	$expected =~ s/ \w+ \w+$/ $v7[$i] $v7[$i]/;
	is($seen[$i] =~ s/of another time/behind/gr, $expected, "then $name");
}
is($node->safe_psql('postgres', 'SELECT count(*) > 50, count(*) = count(DISTINCT id) FROM generated'), 't|t',
	'no UUID comes twice');
my $in_order = $node->safe_psql('postgres', q{
	SELECT count(*) > 10, bool_and(id > previous), bool_and(uuid_generated_at(id) >= uuid_generated_at(previous))
	  FROM (SELECT id, lag(id) OVER (PARTITION BY process ORDER BY n) AS previous
			  FROM generated WHERE call ~ '^uuid_v7') AS s
	 WHERE previous IS NOT NULL});
is($in_order, 't|t|t', 'and within a session UUIDv7 never falls behind');

# Opaque keys have the places of these times.
my ($nonce, $database) = (nonce_of($node), database_of($node, 'postgres'));
my @opaque = map { [ split /\|/ ] } split /\n/, $node->safe_psql('postgres', q{
	SELECT uuid_block(id, 86400), floor(extract(epoch FROM before)), floor(extract(epoch FROM after))
	  FROM generated WHERE call ~ '^uuid_opaque'});
my @elsewhere;
for (@opaque)
{
	my ($place, @seconds) = @$_;
	my @places = map { place_of($nonce, $database, 'orders', 1000000, 86400, 1000000 * $_) } @seconds;
	push @elsewhere, $seconds[0] unless grep { $place == $_ } @places;
}
is(join(' ', @elsewhere), '', 'opaque keys follow the clock, too: ' . @opaque);
cmp_ok(scalar(@opaque), '>', 10, 'at each time');

# A long time in one moment.
set_clock('2026-01-01 00:00:00');
my $standing_still = $node->safe_psql('postgres', q{
	SELECT count(DISTINCT id), count(DISTINCT uuid_block(id, 65536)), bool_and(v7 > previous),
		   max(uuid_generated_at(v7)) - clock_timestamp() < interval '1 ms'
	  FROM (SELECT id, v7, lag(v7, 1, uuid_v7_at('1970-01-01')) OVER (ORDER BY i) AS previous
			  FROM (SELECT i, uuid_time_nextval() AS id, uuid_v7_nextval() AS v7
					  FROM generate_series(1, 100000) AS i OFFSET 0) AS s) AS t});
is($standing_still, '100000|1|t|t', 'a clock that stands still: all different, and UUIDv7 ascending');

set_clock('+0');
$node->stop;
done_testing();
