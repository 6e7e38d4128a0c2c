# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='php-cli composer|type php composer'
linter='php-codesniffer|type phpcs'
mutated='IntervalUuid.php'

php=(php -d error_reporting=-1 -d display_errors=stderr)

lint() {
    # A program of one file has its classes beside what it does.
    phpcs --standard=PSR12 --exclude=PSR1.Files.SideEffects,PSR1.Classes.ClassDeclaration -q \
        clients/php/{src,tests} examples/php
}
check() {
    export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_DISABLE_NETWORK=1 COMPOSER_HOME=$PWD/composer
    (cd "$sources/php" && composer validate --quiet --strict)
    cp -r "$sources/php" package
    say '{"repositories": [{"type": "path", "url": "package"}, {"packagist.org": false}]}' >composer.json
    composer --quiet require sequential-uuids/interval-uuid:@dev
    tests
    example php example.php
    "${php[@]}" example.php
    "${php[@]}" package/tests/keys.php "$count" >keys
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { "${php[@]}" package/tests/interval_uuid_test.php; }
# Prints nanoseconds per key, and per random UUID.
speed() { php package/tests/speed.php; }
