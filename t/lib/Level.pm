# Whether tests of the second level run, or more of each: scripts/test --more.
package Level;
use strict;
use warnings;

use Exporter qw(import);

our @EXPORT = qw(is_long);

# Whether PG_TEST_EXTRA, PostgreSQL's own variable for optional tests, has "long".
sub is_long { return ($ENV{PG_TEST_EXTRA} // '') =~ /\blong\b/ }

1;
