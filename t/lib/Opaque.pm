# The places of opaque keys, from a server's nonce as pg_controldata prints it, by the
# construction in src/opaque_cycle.h.
package Opaque;
use strict;
use warnings;
use integer;

use Digest::SHA qw(hmac_sha256 sha256);
use Exporter qw(import);
use PostgreSQL::Test::Utils;

our @EXPORT = qw(nonce_of database_of cycle_key place_of unlike_present_place);

# Of a server, 32 bytes.
sub nonce_of
{
	my ($node) = @_;
	my ($stdout) = run_command([ 'pg_controldata', $node->data_dir ]);
	return pack 'H*', ($stdout =~ /^Mock authentication nonce: +([0-9a-f]{64})$/m)[0];
}

sub database_of
{
	my ($node, $database) = @_;
	return $node->safe_psql($database, 'SELECT oid FROM pg_database WHERE datname = current_database()');
}

# Rounded down.
sub divide
{
	my ($a, $b) = @_;
	return $a / $b - ($a % $b < 0 ? 1 : 0);
}

sub cycle_key
{
	my ($nonce, $database, $label, $size, $count, $cycle) = @_;
	my $parameters = pack 'N q> q> q>', $database, $size, $count, $cycle;
	return hmac_sha256('sequential_uuids opaque 2' . $parameters . $label, $nonce);
}

# Of a time, in microseconds.
sub place_of
{
	my ($nonce, $database, $label, $size, $count, $at) = @_;
	my $block = divide($at, $size);
	my $cycle = divide($block, $count);
	my $key = cycle_key($nonce, $database, $label, $size, $count, $cycle);
	my $x = $block - $cycle * $count;
	for my $round (0 .. 639)
	{
		my $pivot = 0;
		{
			# The remainder of unsigned numbers.
			no integer;
			$pivot = ($pivot * 65536 + $_) % $count for unpack 'n8', sha256($key . pack 'C n', 0, $round);
		}
		my $partner = $pivot - $x;
		$partner += $count if $partner < 0;
		my $larger = $x > $partner ? $x : $partner;
		my $word = sha256($key . pack 'C n q>', 1, $round, $larger / 256);
		$x = $partner if vec $word, $larger % 256, 1;
	}
	return $x;
}

# What is wrong with a call on this server now, or ''.  Its key is that of the block of
# a moment during the call.
sub unlike_present_place
{
	my ($node, $nonce, $database, $label, $interval, $size, $count, $call) = @_;
	my $now = 'floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint';
	$call //= "uuid_opaque_nextval('$label', '$interval', $count * interval '$interval')";
	my ($before, $found, $after) =
	  split /\|/, $node->safe_psql($database, "SELECT $now, uuid_block($call, $count), $now");
	my $oid = database_of($node, $database);
	my @blocks = divide($before, $size) .. divide($after, $size);
	my %places = map { place_of($nonce, $oid, $label, $size, $count, $_ * $size) => 1 } @blocks;
	return $places{$found} ? '' : "$call: $found, not " . join ' or ', keys %places;
}

1;
