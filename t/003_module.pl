# What the build makes, beyond what a server shows of it: the version, which
# stands in the control file, and the symbols of the library.
use strict;
use warnings;

use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;

my ($version) = slurp_file('sequential_uuids.control') =~ /^default_version = '(\d+\.\d+)'$/m;
ok($version, "the control file names a version, $version");

my $meta = decode_json(slurp_file('META.json'));
is($meta->{version}, "$version.0", 'META.json has it');
is($meta->{provides}{sequential_uuids}{version}, "$version.0", 'and so has its list of what it provides');
ok(-f $meta->{provides}{sequential_uuids}{file}, 'whose file is there');

my ($newest) = slurp_file('CHANGELOG.md') =~ /^## (\S+)/m;
is($newest, $version, 'the newest entry of CHANGELOG.md has it');

# PostgreSQL loads all modules into one name space, so any other symbol could
# be taken for, or take the place of, one of another module.
SKIP:
{
	my @symbols = `nm --dynamic --defined-only sequential_uuids.so 2>/dev/null`;
	skip 'no library that nm can read', 1 unless @symbols;
	skip 'a library that counts which lines are run has symbols for that', 1 if $ENV{COVERAGE};
	my @functions = map { slurp_file($_) =~ /'MODULE_PATHNAME', '(\w+)'/g } glob('sequential_uuids--*.sql');
	my %expected = map { $_ => 1 } 'Pg_magic_func', map { ($_, "pg_finfo_$_") } @functions;
	is( join(' ', sort map { (split)[2] } grep { !/ _(init|fini)$/ } @symbols),
		join(' ', sort keys %expected),
		'the library shows what the SQL scripts and the server look for and nothing else');
}

done_testing();
