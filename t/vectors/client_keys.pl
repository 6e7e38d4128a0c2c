#!/usr/bin/env perl
#
# Prints client_keys.json, the vectors for keys that clients generate, from those of
# blocks.csv that whole milliseconds can hold: times in microseconds with their
# interval, and values of a sequence, read as milliseconds.  All numbers are below 2^53,
# so that a JSON parser that reads them as floating point reads them exactly.
#
#   t/vectors/client_keys.pl >t/vectors/client_keys.json
use strict;
use warnings;

use File::Basename qw(dirname);

my $limit = 2**53;
my @vectors;
open my $rows, '<', dirname(__FILE__) . '/blocks.csv' or die $!;
scalar <$rows>;
while (<$rows>)
{
	chomp;
	my ($kind, $counter, $size, $count, $block, $prefix_bits, $smallest, $largest) = split /,/;
	my ($time_us, $interval_ms) = $kind eq 'sequence' ? ($counter * 1000, $size) : ($counter, $size / 1000);
	next if abs($time_us) >= $limit || $interval_ms != int $interval_ms;
	push @vectors, qq({"time_us": $time_us, "interval_ms": $interval_ms, "count": $count, "prefix_bits": $prefix_bits, ) .
		qq("block": $block, "smallest": "$smallest", "largest": "$largest"});
}
print "[\n", join(",\n", @vectors), "\n]\n";
