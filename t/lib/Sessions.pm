# Answers of a session from background_psql() of PostgreSQL::Test::Cluster.
package Sessions;
use strict;
use warnings;

use Exporter qw(import);

our @EXPORT = qw(answer);

# The rows of a statement, or the error as VERBOSITY sqlstate shows it: SQLSTATE.
sub answer
{
	my ($session, $statement) = @_;
	my $rows = $session->query($statement);
	my ($error) = $session->{stderr} =~ /ERROR:\s+(\w+)/;
	$session->{stderr} = '';
	return $error // $rows;
}

1;
