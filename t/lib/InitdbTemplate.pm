# Servers that are copies of one that initdb has made, since a copy takes a tenth of the time.  Copies have the
# identifier and the random bytes of the control file in common; where that matters, init(force_initdb => 1), which
# PostgreSQL 17 has for its INITDB_TEMPLATE, or arguments for initdb make a new one.
package InitdbTemplate;
use strict;
use warnings;

use Fcntl qw(:flock);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;

my ($init, $run) = (\&PostgreSQL::Test::Cluster::init, \&PostgreSQL::Test::Utils::system_or_bail);

# Made by the test that needs it first.
sub template
{
	my ($directory, @initdb) = @_;
	my $template = "$PostgreSQL::Test::Utils::tmp_check/initdb-template";
	open my $lock, '>', "$template.lock" or die $!;
	flock $lock, LOCK_EX or die $!;
	return $template if -e $template;
	$run->(map { $_ eq $directory ? "$template.new" : $_ } @initdb);
	rename "$template.new", $template or die $!;
	return $template;
}

no warnings qw(redefine);
*PostgreSQL::Test::Cluster::init = sub {
	my ($node, %params) = @_;
	return &$init if $params{force_initdb} || $params{extra};
	local *PostgreSQL::Test::Utils::system_or_bail = sub {
		my $directory = $node->data_dir;
		return $_[0] eq 'initdb' ? $run->('cp', '-RPp', template($directory, @_), $directory) : &$run;
	};
	return &$init;
};

1;
