# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='golang|is_at_least 1.22 "$(go env GOVERSION | tr -d go)"'
mutated='intervaluuid.go uuid.go'

lint() {
    [ -z "$(gofmt -l clients/go examples/go)" ] || { gofmt -d clients/go examples/go; return 1; }
    cd clients/go
    go vet ./...
    "$top/t/checks/lint/.go/staticcheck" -checks all ./...
}
# As the proxy for modules has it.
check() {
    local version=v0.1.0
    module=$(sed -n 's/^module //p' "$sources/go/go.mod")
    mkdir -p "proxy/$module/@v"
    python3 -c 'if True:
        import pathlib, sys, zipfile
        module, version, source = sys.argv[1:]
        with zipfile.ZipFile(f"proxy/{module}/@v/{version}.zip", "w") as archive:
            for path in pathlib.Path(source).rglob("*.*"):
                archive.write(path, f"{module}@{version}/{path.relative_to(source)}")' \
        "$module" "$version" "$sources/go"
    cp "$sources/go/go.mod" "proxy/$module/@v/$version.mod"
    say "{\"Version\": \"$version\"}" >"proxy/$module/@v/$version.info"
    go mod init example 2>/dev/null
    example go main.go
    export GOFLAGS=-modcacherw GOMODCACHE=$PWD/cache
    GOPROXY=file://$PWD/proxy GONOSUMDB='*' go get "$module@$version"
    export GOPROXY=off
    go vet .
    go run .
    tests >log || { cat log; return 1; }
    (cd "$sources/go" && go run ./internal/keys "$count") >keys
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { go test "$module/..."; }
# Prints nanoseconds per key, and per random UUID.
speed() { (cd "$sources/go" && go run ./internal/speed); }
