#!/usr/bin/env perl
#
# Prints client_keys.csv, the vectors for keys that clients generate, from those of
# blocks.csv that whole milliseconds can hold: times in microseconds with their
# interval, and values of a sequence, read as milliseconds.  All numbers are below 2^53,
# so that floating point holds them exactly, and each cycle is one that the server takes.
#
#   t/vectors/client_keys.pl >t/vectors/client_keys.csv
use strict;
use warnings;

use File::Basename qw(dirname);

my $limit = 2**53;
print "time_us,interval_ms,count,smallest,largest\n";
open my $rows, '<', dirname(__FILE__) . '/blocks.csv' or die $!;
scalar <$rows>;
while (<$rows>)
{
	chomp;
	my ($kind, $counter, $size, $count, $block, $prefix_bits, $smallest, $largest) = split /,/;
	my ($time_us, $interval_ms) = $kind eq 'sequence' ? ($counter * 1000, $size) : ($counter, $size / 1000);
	next if abs($time_us) >= $limit || $interval_ms != int $interval_ms;
	next if $interval_ms * $count >= $limit;
	print join(',', $time_us, $interval_ms, $count, $smallest, $largest), "\n";
}
