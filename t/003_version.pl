# The version stands in the control file; what repeats it must agree.
use strict;
use warnings;

use JSON::PP;
use Test::More;

sub slurp { my ($file) = @_; local (@ARGV, $/) = $file; return scalar <> }

my ($version) = slurp('sequential_uuids.control') =~ /^default_version = '(\d+\.\d+)'$/m;
ok($version, "the control file names a version, $version");

my $meta = decode_json(slurp('META.json'));
is($meta->{version}, "$version.0", 'META.json has it');
is($meta->{provides}{sequential_uuids}{version}, "$version.0", 'and so has its list of what it provides');
ok(-f $meta->{provides}{sequential_uuids}{file}, 'whose file is there');

my ($newest) = slurp('CHANGELOG.md') =~ /^## (\S+)/m;
is($newest, $version, 'the newest entry of CHANGELOG.md has it');

done_testing();
