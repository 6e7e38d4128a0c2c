# runs: every; majors: all; architectures: all; mutants: yes
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
	ok(-f $meta->{provides}{$extension}{$_}, "with a $_ that is there") for qw(file docfile);
}
is($meta->{version}, "$version{sequential_uuids}.0", 'the release has the version of sequential_uuids');

my ($newest) = slurp_file('CHANGELOG.md') =~ /^## (\S+)/m;
is($newest, $version{sequential_uuids}, 'and so has the newest entry of CHANGELOG.md');

my %package = (
	'packaging/sequential_uuids.spec' => qr/^Version:\s+(\S+)$/m,
	'debian/changelog' => qr/\A\S+ \(([^-]+)-/);
is((slurp_file($_) =~ $package{$_})[0], $meta->{version}, "and $_") for sort keys %package;

is($meta->{prereqs}{runtime}{requires}{PostgreSQL},
	(slurp_file('debian/pgversions') =~ /^(\d+)\+$/)[0] . '.0.0',
	'the oldest PostgreSQL is that of the Debian package');
my %archives = map { $_ => 1 } map { slurp_file($_) =~ /\bsequential_uuids-[\w.]+\.zip\b/g } glob('*.md doc/*.md');
is(join(' ', keys %archives), "sequential_uuids-$meta->{version}.zip", 'pages name the archive that make dist makes');

# The clients have a version of their own, and the project's address, which scripts/release writes, in each file.
my ($client_version) = slurp_file('clients/javascript/package.json') =~ /^  "version": "(\d+\.\d+\.\d+)(?:-dev)?",$/m;
my $address = $meta->{resources}{homepage};
my @copied = grep { -f && !/_test\.go$/ } map { glob "clients/$_" } (
	'javascript/*.mjs',
	'javascript/*.d.mts',
	'python/src/*/__init__.py',
	'ruby/lib/interval_uuid{,/*}.rb',
	'php/src/*.php',
	'csharp/src/*.cs',
	'rust/src/*.rs',
	'go/intervaluuid/*.go',
	'java/src/main/java/{*/*,*/*/*}/sequentialuuids/IntervalUuid.java');
my %has_files = map { (split m{/})[1] => 1 } @copied;
my @clients = map { basename($_) } glob('clients/*/');
is(join(' ', sort keys %has_files), "@clients", 'each client has files to copy');
for my $file (@copied)
{
	my $origin = qr{interval-uuid \Q$client_version\E, from \Q$address\E, };
	like(slurp_file($file), qr{SPDX-License-Identifier: PostgreSQL\n\S+ $origin},
		"$file says where it is from, its version and its licence");
}
# Until packages are published, manifests add what each language calls a version before that one.
my %manifest = (
	'clients/javascript/package.json' => qr/"version": "(.+?)(-dev)?"/,
	'clients/python/pyproject.toml' => qr/^version = "(.+?)(\.dev0)?"$/m,
	'clients/ruby/interval_uuid.gemspec' => qr/^  spec\.version = "(.+?)(\.dev)?"$/m,
	'clients/rust/Cargo.toml' => qr/^version = "(.+?)(-dev)?"$/m,
	'clients/csharp/src/IntervalUuid.csproj' => qr{<Version>(.+?)(-dev)?</Version>},
	'clients/java/pom.xml' => qr{<version>(.+?)(-SNAPSHOT)?</version>});
my %published;
for my $file (sort keys %manifest)
{
	my ($version, $suffix) = slurp_file($file) =~ $manifest{$file};
	is($version, $client_version, "$file has this version");
	$published{ $suffix ? 'no' : 'yes' } = 1;
	like(slurp_file($file), qr{\Q$address\E\b}, 'and the address');
}
is(scalar keys %published, 1, 'all are published, or none');
my $module = ($address =~ s|^https://||r) . '/clients/go';
like(slurp_file('clients/go/go.mod'), qr{^module \Q$module\E$}m, 'and so has the module for Go');

# PostgreSQL loads all modules into one name space, so any other symbol could
# be taken for, or take the place of, one of another module.
SKIP:
{
	my @symbols = `nm --dynamic --defined-only sequential_uuids.so 2>/dev/null`;
	skip 'no library that nm can read', 2 unless @symbols;
	skip 'a library that counts which lines are run has symbols for that', 2 if $ENV{COVERAGE};
	my @functions = map { slurp_file($_) =~ /'MODULE_PATHNAME', '(\w+)'/g } glob('sequential_uuids*--*.sql');
	my %expected = map { $_ => 1 } 'Pg_magic_func', map { ($_, "pg_finfo_$_") } @functions;
	is( join(' ', sort map { (split)[2] } grep { !/ _(init|fini)$/ } @symbols),
		join(' ', sort keys %expected),
		'the library shows what the SQL scripts and the server look for and nothing else');

	# What it takes from the server, which the first release of each major has.  A minor release may add a function
	# that an inlined one calls, as those of November 2026 did for heap_getattr(); a library built there would not load
	# on any older one.  Names with an @ are those of glibc; musl's could not be told from the server's.
	my @needed = map { (split)[-1] } `nm --dynamic --undefined-only sequential_uuids.so`;
	skip 'the names of this C library have no versions', 1 unless grep { /\@/ } @needed;
	my %known = map { $_ => 1 } qw(
			BlessTupleDesc DirectFunctionCall1Coll DirectFunctionCall2Coll GetCurrentTimestamp
			GetMockAuthenticationNonce GetUserId HeapTupleHeaderGetDatum Int64GetDatum MyDatabaseId MyProcPid
			ReleaseSysCache SearchSysCache1 SysCacheGetAttr build_column_default contain_subplans
			contain_volatile_functions copyObjectImpl cost_qual_eval_node cpu_operator_cost cstring_to_text
			deparse_expression errcode errdetail errdetail_internal errfinish errhint errmsg errmsg_internal
			errstart_cold expand_function_arguments exprType get_attnum get_call_result_type get_opfamily_member
			hash_bytes heap_form_tuple interval_out list_make2_impl lookup_type_cache makeConst make_andclause
			make_opclause make_range needs_fmgr_hook nextval_internal object_aclcheck palloc pfree
			pg_cryptohash_create pg_cryptohash_error pg_cryptohash_final pg_cryptohash_free pg_cryptohash_init
			pg_cryptohash_update pg_detoast_datum_packed pg_global_prng_state pg_hmac_create pg_hmac_error
			pg_hmac_final pg_hmac_free pg_hmac_init pg_hmac_update pg_prng_uint32 pg_proc_aclcheck pg_strong_random
			psprintf pstrdup range_get_typcache record_plan_function_dependency relation_close sha256_bytea
			text_to_cstring timestamptz_out timestamptz_pl_interval try_relation_open uuid_out);
	# What an assertion that fails calls, if the server was built with assertions.
	$known{ExceptionalCondition} = 1;
	is(join(' ', grep { !/\@|^_/ && !$known{$_} } @needed),
		'', 'and needs nothing of the server that is new in a minor release');
}

done_testing();
