# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
needs='nodejs npm|npm --version && is_at_least 20.19 "$(node --print process.versions.node)"'
mutated='interval_uuid.mjs'

# All JavaScript and TypeScript, also the playground's.
lint() {
    local room=t/checks/lint
    make_node_modules "$room"
    # For its types.
    make_node_modules playground
    git ls-files '*.mjs' '*.cjs' '*.ts' '*.[mc]ts' |
        xargs "$room"/node_modules/.bin/eslint --config "$room"/eslint.config.mjs
}
check() {
    local tools=$top/clients/javascript/tools
    make_node_modules clients/javascript/tools
    # A checkout can be installed by its path, without a build.
    mkdir by_path
    (
        cd by_path
        npm init --yes >/dev/null
        npm install --offline --loglevel=error --no-audit --no-fund "$sources/javascript" >/dev/null
        node --no-experimental-require-module --eval '
            const { IntervalUuid } = require("interval-uuid");
            import("interval-uuid").then((imported) => imported.IntervalUuid.fromDefault("uuid_time_nextval()").next());
            IntervalUuid.fromDefault("uuid_time_nextval()").next();'
    )
    (cd "$sources/javascript" && npm run --silent build)
    for file in interval_uuid.{cjs,d.cts}; do
        cmp "$top/clients/javascript/$file" "$sources/javascript/$file"
    done
    (cd "$sources/javascript" && npm pack --silent --pack-destination "$work/javascript" >/dev/null)
    npm init --yes >/dev/null
    npm install --offline --loglevel=error --no-audit --no-fund ./interval-uuid-*.tgz >/dev/null
    cp -r "$sources/javascript/test" "$tools/tsconfig.json" .
    example js test/example.mjs
    tests >log || { cat log; return 1; }
    cp test/example.mjs test/example.mts
    "$tools/node_modules/.bin/tsc" --project .
    # Its own source, typed as strictly, in a project that has no types of the DOM.
    "$tools/node_modules/.bin/tsc" --ignoreConfig --checkJs --strict --noEmit --module nodenext --target es2022 \
        --lib es2022 node_modules/interval-uuid/interval_uuid.[mc]js
    node test/keys.mjs "$count" >keys
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
# Without what Jest and older versions of Node.js do not have.
tests() { node --no-experimental-require-module --test test/*.test.*js; }
# Prints nanoseconds per key, and per random UUID.
speed() { node test/speed.mjs; }
