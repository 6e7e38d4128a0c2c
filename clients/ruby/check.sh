# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='ruby ruby-minitest ruby-activesupport|ruby -e "require %(minitest); require %(active_support)"'
linter='rubocop|type rubocop'
mutated='interval_uuid.rb'

lint() {
    rubocop --config clients/ruby/.rubocop.yml --format simple clients/ruby examples/ruby
}
check() {
    (cd "$sources/ruby" && gem build --quiet --strict --output "$work/ruby/interval-uuid.gem" interval_uuid.gemspec) \
        >build.log 2>&1 || { cat build.log; return 1; }
    gem install --quiet --local --no-document --install-dir gems interval-uuid.gem >/dev/null
    GEM_PATH=$PWD/gems:$(gem env gempath)
    export GEM_PATH
    tests >log 2>&1 || { cat log; return 1; }
    example ruby example.rb
    ruby -w example.rb
    ruby -w "$sources/ruby/test/keys.rb" "$count" >keys
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { ruby -w "$sources/ruby/test/interval_uuid_test.rb"; }
# Prints nanoseconds per key, and per random UUID.
speed() { GEM_PATH=$PWD/gems:$(gem env gempath) ruby "$sources/ruby/test/speed.rb"; }
