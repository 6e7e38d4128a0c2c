# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='cargo|is_at_least 1.85 "$(cargo --version | cut -d " " -f 2)"'
mutated='lib.rs'

lint() {
    export CARGO_TARGET_DIR=$work/lint
    for directory in clients examples; do
        cargo fmt --check --manifest-path "$directory"/rust/Cargo.toml -- --config-path clients/rust/rustfmt.toml
    done
    cd clients/rust
    # The feature adds conversions, and takes nothing away.
    for features in '' uuid; do
        cargo clippy --quiet --locked --all-targets --features "$features" -- --deny warnings
        RUSTDOCFLAGS='--deny warnings' cargo doc --quiet --locked --no-deps --features "$features"
    done
}
check() {
    export CARGO_TARGET_DIR=$PWD/target
    cargo package --quiet --allow-dirty --no-verify --manifest-path "$sources/rust/Cargo.toml"
    tar -xzf target/package/interval-uuid-*.crate
    mv interval-uuid-*/ crate
    (
        # The feature adds conversions, and takes nothing away: the same tests pass with it, and one more.
        for features in '' uuid; do
            tests --features "$features" >log 2>&1 || { cat log; return 1; }
        done
        cd crate
        CARGO_TARGET_DIR=$work/rust/failing RUSTFLAGS='--cfg getrandom_backend="custom"' \
            cargo test --quiet --locked --test failing_source >log 2>&1 || { cat log; return 1; }
        grep -q '1 passed' log
    )
    (cd crate && cargo build --quiet --locked --release --example keys)
    target/release/examples/keys "$count" >keys
    cargo init --quiet --name example
    cp crate/Cargo.lock .
    cargo add --quiet --path crate
    example rust src/main.rs
    cargo run --quiet
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { (cd crate && cargo test --quiet --locked "$@"); }
# Prints nanoseconds per key, per random UUID, and per text of a key.
speed() { (cd crate && CARGO_TARGET_DIR=../target cargo run --quiet --locked --release --example speed); }
