# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is checked.

# packages of Debian and Ubuntu | what finds them
needs='php-cli composer|type php composer'
mutated='IntervalUuid.php'

check() {
    export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_DISABLE_NETWORK=1 COMPOSER_HOME=$PWD/composer
    (cd "$sources/php" && composer validate --quiet --strict)
    cp -r "$sources/php" package
    say '{"repositories": [{"type": "path", "url": "package"}, {"packagist.org": false}]}' >composer.json
    composer --quiet require sequential-uuids/interval-uuid:@dev
    local php=(php -d error_reporting=-1 -d display_errors=stderr)
    "${php[@]}" package/tests/interval_uuid_test.php
    example php example.php
    "${php[@]}" example.php
    "${php[@]}" package/tests/keys.php "$count" >keys
}
# Prints nanoseconds per key, and per random UUID.
speed() { php package/tests/speed.php; }
