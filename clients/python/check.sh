# shellcheck shell=bash disable=SC2016,SC2034,SC2154,SC2164 # for t/checks/clients/run
#
# Says what this package needs, which files mutants are made of, and how it is linted and checked.

# packages of Debian and Ubuntu | what finds them
toolchain='python3-venv|python3 -c "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))"'
mutated='__init__.py'

# t/checks/lint/run has ruff look at all Python.
lint() {
    t/checks/lint/.venv/bin/mypy --config-file=pyproject.toml clients/python/src
}
check() {
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check --no-compile \
        --requirement="$top/clients/python/tests/requirements.txt"
    # First an archive of the source, and from that the wheel, as PyPI gets them.
    (cd "$sources/python" &&
        "$work/python/.venv/bin/python" -m hatchling build --target sdist --directory "$work/python") \
        >build.log 2>&1 || { cat build.log; return 1; }
    .venv/bin/pip install --disable-pip-version-check --quiet --no-index --no-build-isolation ./*.tar.gz
    cp -r "$sources/python/tests" .
    tests 2>log || { cat log; return 1; }
    example python example.py
    .venv/bin/python -W error example.py
    .venv/bin/python tests/keys.py "$count" >keys
    # The order of steps to change interval or cycle.
    PATH="$bindir:$PATH" .venv/bin/python -W error tests/change.py >log || { cat log; return 1; }
}
# Runs its tests against the vectors in $VECTORS, where check() has installed it.
tests() { .venv/bin/python -W error -m unittest discover --start-directory tests; }
# Prints nanoseconds per key, and per random UUID.
speed() { .venv/bin/python tests/speed.py; }
