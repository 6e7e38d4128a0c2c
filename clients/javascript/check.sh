# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='nodejs npm|npm --version && is_at_least 20.19 "$(node --print process.versions.node)"'
mutated='interval_uuid.mjs'

# All JavaScript and TypeScript, also the playground's.
lint() {
    local tools=t/checks/lint
    make_node_modules "$tools"
    # For its types.
    make_node_modules playground
    git ls-files '*.mjs' '*.cjs' '*.ts' '*.[mc]ts' |
        xargs "$tools"/node_modules/.bin/eslint --config "$tools"/eslint.config.mjs
}
check() {
    local tsc=$top/playground/node_modules/.bin/tsc
    make_node_modules playground
    # npm builds a checkout that is installed by its path.
    rm -f "$sources"/javascript/interval_uuid.{cjs,d.cts}
    mkdir by_path
    (
        cd by_path
        npm init --yes >/dev/null
        npm install --offline --loglevel=error --no-audit --no-fund "$sources/javascript" >/dev/null
        node --no-experimental-require-module --eval '
            const lengths = { interval: "5 min", cycle: "60 days" };
            const { IntervalUuid } = require("interval-uuid");
            import("interval-uuid").then((imported) => new imported.IntervalUuid(lengths).next());
            new IntervalUuid(lengths).next();'
    )
    (cd "$sources/javascript" && npm pack --silent --pack-destination "$work/javascript" >/dev/null)
    npm init --yes >/dev/null
    npm install --offline --loglevel=error --no-audit --no-fund ./interval-uuid-*.tgz >/dev/null
    cp -r "$sources/javascript/test" .
    example js test/example.mjs
    tests >log || { cat log; return 1; }
    cp test/example.mjs test/example.mts
    "$tsc" --project test
    # Its own source, typed as strictly, in a project that has no types of the DOM.
    "$tsc" --ignoreConfig --checkJs --strict --noEmit --module nodenext --target es2022 \
        --lib es2022 node_modules/interval-uuid/interval_uuid.[mc]js
    node test/keys.mjs "$count" >keys
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
# Without what Jest and older versions of Node.js do not have.
tests() { node --no-experimental-require-module --test test/*.test.*js; }
# Prints nanoseconds per key, and per random UUID.
speed() { node test/speed.mjs; }
