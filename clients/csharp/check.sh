# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
needs='mono-mcs mono-runtime libmono-system-numerics4.0-cil|type mcs mono'
mutated='IntervalUuid.cs'

# Debian has no other linter for C#.
lint() {
    mcs -langversion:7.2 -warn:4 -warnaserror -r:System.Numerics.dll -out:"$work/linted.exe" clients/csharp/*/*.cs
}
check() {
    cp "$sources"/csharp/{src,test}/*.cs .
    # With checks for overflow, as a project that copies the files may have.
    mcs -checked+ -langversion:7.2 -doc:IntervalUuid.xml -r:System.Numerics.dll -out:tests.exe ./*.cs
    mono tests.exe
    mkdir example
    example csharp example/Example.cs
    mcs -langversion:7.2 -out:example.exe example/Example.cs "$sources"/csharp/src/*.cs
    mono example.exe
    mono tests.exe "$count" >keys
}
# Prints nanoseconds per key, and per random UUID.
speed() { mono tests.exe speed; }
