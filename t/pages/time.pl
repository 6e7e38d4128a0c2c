# doc/time.md finds, deletes and exports the rows that it says, and examples/equal_slices.sql divides them.
use strict;
use warnings;

use Pages;
use Test::More;

my $recent = sql_block('doc/time.md', qr/FROM events\n WHERE events_since/);
my $slices = slurp('examples/equal_slices.sql');
my $events = sub {
	create_events();
	query(slurp('t/pages/events.sql'));
};

page('doc/time.md',
	given => [],
	before => $events,
	after => [
		qr/events_since\(.*AND created_at / => \&test_recent_rows,
		qr/CALL delete_old_events/ => \&test_deletes_what_is_due,
		qr/UPDATE export SET mark/ => \&test_exports_each_row_once
	]);
page('examples/equal_slices.sql', before => $events, after => [ qr/histogram_bounds/ => \&test_equal_slices ]);

# Among keys of two cycles of the default, and random keys from before a switch.
sub test_recent_rows
{
	query(q{
		INSERT INTO events SELECT gen_random_uuid(), 'random', now() - interval '1 day' - n * interval '1 min'
		  FROM generate_series(1, 100000) AS n;
		ANALYZE events});
	my ($both) = $recent =~ /^(SELECT .*?);/ms;
	my $alone = $both =~ s/\s+AND created_at.*//sr;
	# In one statement, which has one present.
	my ($found, $of_hour, $random, $random_alone, $purchases) = split /\|/, query('SELECT ' . join ', ',
		map { "(SELECT count(*) FROM ($_) AS s)" } $both,
		q{SELECT FROM events WHERE created_at >= now() - interval '1 hour'},
		"$both AND happened = 'random'", "$alone AND happened = 'random'", "$alone AND happened = 'purchase'");
	is($found, $of_hour, "the query finds the last hour, $found rows");
	is($random, 0, 'and no random key of another day');
	# 12 or 13 of 32,768 prefixes: 36 or more are expected, and 6 or fewer come once in 1e9 runs.
	cmp_ok($random_alone, '>', 6, 'which it would without created_at');
	# Of an hour, three or four.
	cmp_ok($purchases, '>', 5, 'as well as rows of an earlier cycle');
	return like(query("EXPLAIN $both"), qr/events_pkey/, 'it uses the primary key');
}

# Rows that aren't due, and purchases, are still there; and what a span of 30 days misses is as the page says.
sub test_deletes_what_is_due
{
	gives(q{
		SELECT count(*) FILTER (WHERE created_at < now() - interval '30 days' AND happened <> 'purchase'),
			   count(*) FILTER (WHERE created_at >= now() - interval '29 days') > 28 * 1440,
			   count(*) FILTER (WHERE happened = 'purchase') FROM events}, '0|t|8639',
		'what is due is gone, and all else stays');
	my ($found, $older) = split /\|/, query(q{
		SELECT count(*) FILTER (WHERE uuid_interval_between(
				   id, now() - interval '60 days', now() - interval '30 days', '5 min', '60 days')), count(*)
		  FROM events WHERE created_at < now() - interval '60 days'});
	my ($of, $shown) = map { s/,//r } words('doc/time.md') =~ /of ([\d,]+) rows older .* found ([\d,]+)\./;
	return ok(abs($found - $shown) < 5 && abs($older - $of) < 5, "a span of 30 days: $found of $older");
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

# With the default number of bins, and with the one that the page sets.
sub test_equal_slices
{
	are_equal_slices(@_);
	query($_) for sql_block('doc/time.md', qr/SET STATISTICS/) =~ /([^;]+;)/g;
	return are_equal_slices(split /\n/, query($slices));
}

sub are_equal_slices
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
