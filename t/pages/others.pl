# Pages that need no more than this.  doc/servers.md is tested in t/012_distributed.pl and t/019_citus.pl; which
# partitions of a ring are read is in sql/conditions.sql.
use strict;
use warnings;

use Pages;
use Test::More;

page('doc/format.md', besides => sub {
	my $cases = (slurp('t/vectors/client_keys.csv') =~ tr/\n//) - 1;
	like(slurp('doc/format.md'), qr/ has $cases cases[ :.]/, 'the page has the number of vectors');
});
page('examples/ring.sql', after => [
	qr/CALL empty_tomorrow/ => sub {
		# Rows of two cycles, each day of which empties the partition of the next.
		gives(q{
			DO $$
			DECLARE
				noon timestamptz := '2026-11-01 12:00+00';
			BEGIN
				FOR day IN 0 .. 15 LOOP
					INSERT INTO readings SELECT uuid_interval_at(noon, '1 min', '8 days'), noon, day
					  FROM generate_series(1, 100);
					EXECUTE format('TRUNCATE readings_%s',
								   uuid_interval_block(noon + interval '24 hours', '1 day', '8 days'));
					noon := noon + interval '24 hours';
				END LOOP;
			END $$;
			SELECT tableoid::regclass AS partition, count(*), min(celsius) FROM readings GROUP BY 1 ORDER BY min(at)},
			join("\n", map { 'readings_' . ($_ + 6) % 8 . "|100|$_" } 9 .. 15),
			'the last seven days are there, each in its partition');
	}
]);
