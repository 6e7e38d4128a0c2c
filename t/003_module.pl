# Results of the build that a server does not show: the versions, which come from the
# control files, and the symbols of the library.
use strict;
use warnings;

use File::Basename;
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;

my $meta = decode_json(slurp_file('META.json'));
my %control = map { basename($_, '.control') => $_ } glob('{,*/}*.control');
is(join(' ', sort keys %{ $meta->{provides} }), join(' ', sort keys %control), 'META.json lists the extensions');
my %version;
for my $extension (sort keys %{ $meta->{provides} })
{
	($version{$extension}) = slurp_file($control{$extension}) =~ /^default_version = '(\d+\.\d+)'$/m;
	ok($version{$extension}, "the control file of $extension names a version, $version{$extension}");
	is($meta->{provides}{$extension}{version}, "$version{$extension}.0", 'which META.json has');
	ok(-f $meta->{provides}{$extension}{file}, 'with a file that is there');
}
is($meta->{version}, "$version{sequential_uuids}.0", 'the release has the version of sequential_uuids');

my ($newest, $entry) = slurp_file('CHANGELOG.md') =~ /^## (\S+)(.*?)(?=^## |\z)/ms;
is($newest, $version{sequential_uuids}, 'and so has the newest entry of CHANGELOG.md');
like($entry, qr/`sequential_uuids_opaque` \Q$version{sequential_uuids_opaque}\E\b/, 'which names that of sequential_uuids_opaque');

# The release archive has no debian/.
my %package = ('packaging/sequential_uuids.spec' => qr/^Version:\s+(\S+)$/m, 'debian/changelog' => qr/\A\S+ \(([^-]+)-/);
is((slurp_file($_) =~ $package{$_})[0], $meta->{version}, "and $_") for grep { -f } sort keys %package;

# PostgreSQL loads all modules into one name space, so any other symbol could
# be taken for, or take the place of, one of another module.
SKIP:
{
	my @symbols = `nm --dynamic --defined-only sequential_uuids.so 2>/dev/null`;
	skip 'no library that nm can read', 1 unless @symbols;
	skip 'a library that counts which lines are run has symbols for that', 1 if $ENV{COVERAGE};
	my @functions = map { slurp_file($_) =~ /'MODULE_PATHNAME', '(\w+)'/g } glob('sequential_uuids*--*.sql');
	my %expected = map { $_ => 1 } 'Pg_magic_func', map { ($_, "pg_finfo_$_") } @functions;
	is( join(' ', sort map { (split)[2] } grep { !/ _(init|fini)$/ } @symbols),
		join(' ', sort keys %expected),
		'the library shows what the SQL scripts and the server look for and nothing else');
}

done_testing();
