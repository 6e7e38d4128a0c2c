# shellcheck shell=bash disable=SC2034 # for the scripts
#
# What every script begins with: strict errors, messages, an environment that leads to no other
# server; and requirements, of which it installs what is missing.  server.sh builds on this, and
# checks.sh on that: a script sources only the one that it needs.

set -Eeuo pipefail
# A server's user reads what root writes, also where new files are nobody else's.
umask 022
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'printf "%s: failed: %s (line %s)\n" "${0##*/}" "$BASH_COMMAND" "$LINENO" >&2' ERR

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)

say() { printf '%s\n' "$@"; }
# Prints the comment at the head of the script, without the lines that say when it runs.
usage() { sed -n '2,/^$/{ /^# runs: /d; s/^# \{0,1\}//p; }' "$0"; }
bad_argument() { printf '%s: %s\n\n' "${0##*/}" "$1" >&2; usage >&2; exit 2; }
die() { printf '%s\n' "${0##*/}: $*" >&2; exit 1; }

# finds_nothing COMMAND...: succeeds if this grep finds nothing, but not if it cannot look.
finds_nothing() {
    local status=0
    "$@" || status=$?
    [ "$status" = 1 ]
}

# Prints the paths of the reports that `scripts/bench --report` makes of raw data in the repository.
published_reports() { git -C "$top" ls-files 'bench/results/*/runs.jsonl.xz' | sed 's/runs\.jsonl\.xz$/report.html/'; }

# allowed_skip REASON: prints why t/allowed_skips allows a skip for this reason; fails if it does not.
allowed_skip() {
    local pattern why
    while IFS='|' read -r pattern why; do
        # shellcheck disable=SC2053 # a pattern
        [[ $1 != $pattern ]] || { say "$why" && return; }
    done <"$top/t/allowed_skips"
    return 1
}

# note_skip REASON: says that something cannot run here; ends the script if that is not allowed.
note_skip() {
    local why
    why=$(allowed_skip "$1") || die "skipped, which t/allowed_skips does not allow: $1"
    say "Skipped: $1: $why"
}

# skip REASON: ends a check that cannot run here, with exit status 77 if that is allowed.
skip() { note_skip "$1" && exit 77; }

# The caller's connection settings must not lead to another server.
for variable in "${!PG@}"; do
    [[ $variable =~ ^PG_(CONFIG$|TEST_) ]] || unset "$variable"
done
export LC_ALL=C.UTF-8

# name | packages of Debian and Ubuntu, NN being the major version | what finds it, by
# default a command of that name.  Scripts add what only they need.  PG_CONFIG names the
# PostgreSQL to use; by default the one on the PATH.
# shellcheck disable=SC2016 # for eval
requirements='
gcc|gcc libc6-dev|
make|make|
headers|postgresql-server-dev-NN|[ -f "$(pg includedir-server)/postgres.h" ]
server|postgresql-NN|[ -x "$(pg bindir)/postgres" ] && is_extension pg_walinspect
pgtap|postgresql-NN-pgtap libtap-parser-sourcehandler-pgtap-perl|pg_prove --version && is_extension pgtap
tap|perl libipc-run-perl|prove --version && perl -MIPC::Run -e 1
cmocka|libcmocka-dev|[ -f /usr/include/cmocka.h ]
faketime|libfaketime|ls /usr/lib/*/faketime/libfaketime.so.1
clang|clang|
source|dpkg-dev bison flex bzip2 xz-utils libssl-dev|type dpkg-source bison flex && [ -f /usr/include/openssl/ssl.h ]
chroot|mmdebstrap arch-test debian-archive-keyring qemu-user-static|type mmdebstrap arch-test qemu-s390x-static
git|git|
unzip|unzip|
rpm|rpm rpm2cpio cpio unzip|type rpmbuild rpm2cpio cpio unzip
python|python3-venv|python3 -c "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))"
node|nodejs npm|npm --version && is_at_least 20.19 "$(node --print process.versions.node)"
go|golang|is_at_least 1.22 "$(go env GOVERSION | tr -d go)"
rust|cargo|is_at_least 1.85 "$(cargo --version | cut -d " " -f 2)"
java|default-jdk-headless maven|mvn --version
chromium|chromium|type chromium || type google-chrome
plpgsql_check|postgresql-NN-plpgsql-check|is_extension plpgsql_check
perlcritic|libperl-critic-perl|
pg_bsd_indent|pg-bsd-indent|PATH=$PATH:$(pg bindir); type pg_bsd_indent
'

pg() { "$PG_CONFIG" "--$1"; }
is_extension() { [ -f "$(pg sharedir)/extension/$1.control" ]; }
is_at_least() { printf '%s\n' "$@" | sort --check --version-sort; }

# Sets $PG_CONFIG, which is not there yet if the server is missing, and $major, the
# version that is there or would be installed, or NN if apt-get does not know it yet.
find_postgres() {
    local newest
    PG_CONFIG=${PG_CONFIG:-$(command -v pg_config)} || true
    if [ -n "$PG_CONFIG" ]; then
        command -v "$PG_CONFIG" >/dev/null || die "PG_CONFIG is $PG_CONFIG, which cannot be run"
        PG_CONFIG=$(realpath --no-symlinks "$(command -v "$PG_CONFIG")")
        major=$(pg version | sed -n 's/^PostgreSQL \([0-9]*\).*/\1/p')
    else
        # Debian keeps its servers off the PATH.
        newest=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort --version-sort | tail -n 1)
        major=$(sed -n 's|.*/\([0-9]*\)/bin/postgres$|\1|p' <<<"$newest")
        [ -n "$major" ] || major=$(apt-cache depends postgresql 2>/dev/null |
            sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p') || true
        major=${major:-NN}
        PG_CONFIG=/usr/lib/postgresql/$major/bin/pg_config
    fi
    [ "$major" = NN ] || [ "$major" -ge 15 ] || die "this needs PostgreSQL 15 or later, not $major"
}

# Prints the packages of those of these requirements that are not there.
missing_packages() {
    local name row packages check
    for name; do
        row=$(grep "^$name|" <<<"$requirements") || die "no requirement has the name $name"
        IFS='|' read -r _ packages check <<<"$row"
        (eval "${check:-command -v $name}") &>/dev/null || say "${packages//NN/$major}"
    done | paste -sd ' '
}

# require NAME...: installs what is missing, after saying what that is.  With $no_install,
# only says so, and fails if something is missing.
no_install=''
require() {
    local missing
    find_postgres
    missing=$(missing_packages "$@") || exit
    if [ -n "$missing$no_install" ]; then
        say "Missing packages${missing:+, which apt-get will install as root}:" "  ${missing:-none}"
        [ "$major" != NN ] || say "  (NN is the major version of PostgreSQL that apt-get has.)"
        say "Nothing else needs root."
    fi
    [ -z "$no_install" ] || exit $((${#missing} > 0))
    [ -z "$missing" ] || install_packages "$@"
    # A report of the benchmark needs no PostgreSQL.
    bindir=$(pg bindir 2>/dev/null) || true
}

# Part of require, whose variables it uses.  This and what else installs something lock the tree, since checks run
# beside each other.
install_packages() {
    command -v apt-get >/dev/null || die "there is no apt-get to install it with"
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "run this as root, or install sudo, to install it"
    flock 8
    say "Fetching the package lists: ${as_root[*]} apt-get update"
    "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 update
    if [ "$major" = NN ]; then
        PG_CONFIG=''
        find_postgres
        missing=$(missing_packages "$@")
    fi
    say "Installing: ${as_root[*]} apt-get install $missing" \
        "(A new server has no cluster; pg_createcluster creates one.)"
    (
        # Its package would create a cluster, start it and open a port.  A temporary
        # setting prevents that.
        no_cluster=/etc/postgresql-common/createcluster.d/sequential_uuids.conf
        trap '"${as_root[@]}" rm -f "$no_cluster"' EXIT
        "${as_root[@]}" mkdir -p "${no_cluster%/*}"
        "${as_root[@]}" tee "$no_cluster" >/dev/null <<<'create_main_cluster = false'
        # shellcheck disable=SC2086 # a list of words
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get -qq -o DPkg::Lock::Timeout=300 install --no-install-recommends $missing >/dev/null </dev/null ||
            die "apt-get could not install them"
    )
    missing=$(missing_packages "$@") || exit
    [ -z "$missing" ] || die "still missing, or too old: $missing"
} 8<"$top"

# Prints the languages that have a client.
client_languages() { (cd "$top/clients" && printf '%s\n' */ | tr -d /); }

# read_client LANGUAGE: what check.sh of clients/LANGUAGE says, with nothing of the client that was read before; adds
# the requirements client_LANGUAGE and lint_LANGUAGE.
read_client() {
    local name
    unset -f lint check tests speed
    toolchain='' mutated='' linter='true|true'
    [ -f "$top/clients/$1/check.sh" ] || die "clients/$1 has no check.sh"
    # shellcheck source=/dev/null
    . "$top/clients/$1/check.sh"
    for name in lint check tests speed; do
        declare -F "$name" >/dev/null || die "clients/$1/check.sh has no $name()"
    done
    [[ -n $toolchain && -n $mutated ]] ||
        die "clients/$1/check.sh does not say what it needs, or what mutants are made of"
    requirements+="
client_$1|$toolchain
lint_$1|$linter
"
}

# make_virtual_environment DIRECTORY [PYTHON]: what its requirements.txt says, in its .venv.
make_virtual_environment() {
    local venv=$top/$1/.venv requirements=$top/$1/requirements.txt
    flock 8
    if [ ! -x "$venv/bin/python" ] || ! cmp -s "$requirements" "$venv/installed"; then
        say "Installing Python packages into $1/.venv"
        "${2:-python3}" -m venv --clear "$venv"
        # Python compiles what it imports, a part of what there is.
        "$venv/bin/pip" install --quiet --disable-pip-version-check --no-compile --requirement="$requirements"
        cp "$requirements" "$venv/installed"
    fi
} 8<"$top"

# make_node_modules DIRECTORY: what its package-lock.json says, in its node_modules.  Not as npm workspaces: these would
# share next to nothing, and a package.json at the top would change what "npm install" does in a clone.
make_node_modules() {
    local modules=$top/$1/node_modules lock=$top/$1/package-lock.json
    flock 8
    if ! cmp -s "$lock" "$modules/installed"; then
        say "Installing npm packages into $1/node_modules"
        (cd "$top/$1" && npm ci --prefer-offline --loglevel=error --no-audit --no-fund >/dev/null)
        cp "$lock" "$modules/installed"
    fi
} 8<"$top"

# make_go_tools: the programs that t/checks/lint/go_tools names, in t/checks/lint/.go.
make_go_tools() {
    local tool named=$top/t/checks/lint/go_tools bin=$top/t/checks/lint/.go
    flock 8
    if ! cmp -s "$named" "$bin/installed"; then
        say "Installing Go's tools into ${bin#"$top/"}"
        while read -r tool; do GOBIN=$bin go install "$tool"; done <"$named"
        cp "$named" "$bin/installed"
    fi
} 8<"$top"
