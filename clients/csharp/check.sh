# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='mono-mcs mono-runtime libmono-system-numerics4.0-cil nuget|type mcs mono nuget'
mutated='IntervalUuid.cs'

# Debian has no other linter for C#.
lint() {
    mcs -langversion:7.2 -warn:4 -warnaserror -r:System.Numerics.dll -out:"$work/linted.exe" clients/csharp/*/*.cs
}
check() {
    cp "$sources"/csharp/{src,test}/*.cs .
    # With checks for overflow, as a project that copies the files may have.
    mcs -checked+ -langversion:7.2 -doc:tests.xml -r:System.Numerics.dll -out:tests.exe ./*.cs
    tests
    mono tests.exe "$count" >keys
    mkdir package example
    (
        cd package
        # NuGet takes relative paths alone.
        cp -r "$sources/csharp" .
        mcs -langversion:7.2 -target:library -doc:IntervalUuid.xml -r:System.Numerics.dll -out:IntervalUuid.dll \
            csharp/src/*.cs
        csharp/test/nuspec.py csharp/src/IntervalUuid.csproj >IntervalUuid.nuspec
        HOME=$PWD nuget pack IntervalUuid.nuspec
    ) >log || { cat log; return 1; }
    cd example
    HOME=$PWD nuget install IntervalUuid -Prerelease -Source "$PWD/../package" -ExcludeVersion >../log ||
        { cat ../log; return 1; }
    example csharp Example.cs
    cp IntervalUuid/lib/netstandard2.0/IntervalUuid.dll .
    mcs -langversion:7.2 -r:IntervalUuid.dll -out:example.exe Example.cs
    mono example.exe
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { mono tests.exe; }
# Prints nanoseconds per key, and per random UUID.
speed() { mono tests.exe speed; }
