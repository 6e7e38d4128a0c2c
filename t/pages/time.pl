# doc/time.md finds, deletes, exports, counts and divides the rows that it says.
use strict;
use warnings;

use Pages;
use Test::More;

page('doc/time.md',
	given => [ 'app.sql', 'orders.sql' ],
	sections => {
		map { $_ => { given => ['events.sql'] } } 'Delete rows by age, without another index',
		'Export new rows, each once', 'Count rows per hour', 'Equal slices for parallel readers'
	},
	after => [
		qr/orders_since\(.*AND created_at .*;\s*\z/s => sub { is(@_, 3, 'which finds the rows inserted above') },
		qr/CALL delete_old_events/ => \&test_keeps_the_rest,
		qr/UPDATE export SET mark/ => \&test_exports_each_row_once,
		qr/date_trunc\('hour'/ => \&test_counts_as_by_time,
		qr/histogram_bounds/ => \&test_equal_slices
	],
	besides => \&test_plan);

# Rows that are kept, or aren't settled, are still there; and what a span of a whole cycle misses is as the page says.
sub test_keeps_the_rest
{
	gives(q{
		SELECT count(*) FILTER (WHERE created_at >= now() - interval '29 days') > 28 * 1440,
			   count(*) FILTER (WHERE NOT settled) FROM events}, 't|8639', 'all others stay');
	my ($found, $older) = split /\|/, query(q{
		SELECT count(*) FILTER (WHERE uuid_interval_between(
				   id, now() - interval '60 days', now() - interval '30 days', '5 min', '60 days')), count(*)
		  FROM events WHERE created_at < now() - interval '60 days'});
	my ($of, $shown) = map { s/,//r } words('doc/time.md') =~ /test, ([\d,]+) rows were older .* found ([\d,]+) of them/;
	return ok(abs($found - $shown) < 5 && abs($older - $of) < 5, "a whole cycle: $found of $older");
}

# Reads of the page, each five minutes later, while transactions commit up to nine minutes after they generated keys.
sub test_exports_each_row_once
{
	my $runs = sub {
		my ($lag) = @_;
		return query(qq{
			CREATE TEMPORARY TABLE commits AS
			SELECT uuid_interval_at(at, '5 min', '60 days') AS id, at, at + n % 10 * interval '1 min' AS committed
			  FROM (SELECT n, timestamptz '2026-11-01 00:00+00' + n * interval '20 s' AS at
					  FROM generate_series(1, 360) AS n) AS s;
			CREATE TEMPORARY TABLE seen (id uuid);
			DO \$do\$
			DECLARE
				present timestamptz; from_time timestamptz := '2026-11-01 00:00+00'; to_time timestamptz;
			BEGIN
				FOR present IN SELECT generate_series(from_time + interval '15 min', '2026-11-01 03:02+00', '7 min') LOOP
					to_time := date_bin('5 min', present - interval '$lag', 'epoch');
					INSERT INTO seen SELECT id FROM commits
					 WHERE uuid_interval_between(id, from_time, to_time, '5 min', '60 days') AND committed <= present;
					from_time := to_time;
				END LOOP;
			END \$do\$;
			SELECT count(*) = count(DISTINCT id), count(*) FROM seen});
	};
	is($runs->('10 min'), 't|360', 'each row is exported once');
	return like($runs->('0 min'), qr/^t\|(?:[12]\d\d|\d\d)$/, 'without the lag, some are missed');
}

sub test_counts_as_by_time
{
	my (undef, @rows) = @_;
	my ($first, @others) = split /\n/, query(q{
		SELECT date_trunc('hour', created_at), count(*) FROM events
		 WHERE created_at >= now() - interval '10 days' GROUP BY 1 ORDER BY 1});
	# If an hour has ended between the two.
	shift @rows if substr($rows[0], 0, 13) lt substr($others[0], 0, 13);
	return is(join("\n", @rows), join("\n", @others), 'by key as by time, after the hour in which the span begins');
}

sub test_equal_slices
{
	my @counts;
	for (@_)
	{
		my ($from, $to) = map { $_ ? "'$_'" : 'NULL' } (split /\|/, $_, -1)[ 0, 1 ];
		push @counts, query(
			"SELECT count(*) FROM events WHERE (id >= $from OR $from IS NULL) AND (id < $to OR $to IS NULL)");
	}
	my @sorted = sort { $a <=> $b } @counts;
	is(scalar @counts, 4, 'four slices');
	cmp_ok($sorted[-1], '<', 1.2 * $sorted[0], "which are about equal: @counts");
	return gives('SELECT count(*) - ' . join(' - ', @counts) . ' FROM events', 0, 'and hold all rows');
}

# The plan that the page shows, of a row each two seconds.  ANALYZE reads all of these rows, so that it does not depend
# on a sample.  PostgreSQL 18 adds to its lines; the page breaks the longest.
sub test_plan
{
	my ($shown) = slurp('doc/time.md') =~ /^```text\n(Index Scan .*?)\n```$/ms;
	my $plan = query(q{
		CREATE TABLE orders (
			id uuid PRIMARY KEY,
			created_at timestamptz NOT NULL,
			payload text DEFAULT repeat('x', 60));
		INSERT INTO orders
		SELECT uuid_interval_at(at, '1 min', '45 days 12:16:00'), at
		  FROM generate_series(0, 29999) AS n,
			   LATERAL (SELECT timestamptz '2026-11-12 15:00' - n * interval '2 s' AS at) AS t;
		ANALYZE orders;
		EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF)
		SELECT * FROM orders
		 WHERE uuid_interval_between(id, '2026-11-12 07:00', '2026-11-12 08:00', '1 min', '45 days 12:16:00')});
	$plan =~ s/rows=\d+\K\.00|\n *Index Searches: \d+//g;
	return is($plan, $shown =~ s/\n *(?=\(id )/ /gr, 'the plan between literals is what EXPLAIN says');
}
