# shellcheck shell=bash
#
# Shared by the scripts: find or install what they need, build the extension
# outside of the source tree, and run a private PostgreSQL server in a temporary
# directory.
#
# Usage: source it, then
#   require NAME...             check or install requirements of the table below
#   make_work_dir MEGABYTES     create $work, with that much free space; at exit,
#                               end background jobs and remove it, with all
#                               servers in it
#   build_and_install           the extension, with $make_options for make
#   start_server [SETTING...]   a server in $work, settings as NAME=VALUE
#   mount_small_disk            set $SMALL_DISK, if it can be mounted
#   run_or_show COMMAND...      run it as the server's user
#   make_virtual_environment DIRECTORY [PYTHON]
#                               create its .venv from its requirements.txt
#   make_node_modules DIRECTORY create its node_modules from its package-lock.json
#   run_suite NAME COUNT COMMAND...; sum_up WHERE
#                               count passed tests; print and judge the counts
#   copy_postgres               continue with a copy of PostgreSQL in $work, for a
#                               build that must not stay installed
#
# PG_CONFIG names the PostgreSQL to use; by default the one on the PATH.

set -Eeuo pipefail
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'printf "%s: failed: %s (line %s)\n" "${0##*/}" "$BASH_COMMAND" "$LINENO" >&2' ERR

# If the caller names a pg_config, use no other.
pg_config_given=${PG_CONFIG:-}
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
oldest_major=15

say() { printf '%s\n' "$@"; }
# Prints the comment at the head of the script.
usage() { sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; }
# bad_argument WHAT: prints what is wrong, and how to call the script.
bad_argument() { printf '%s: %s\n\n' "${0##*/}" "$1" >&2; usage >&2; exit 2; }
die() { printf '%s\n' "${0##*/}: $*" >&2; exit 1; }

# The caller's connection settings must not lead to another server.
for variable in "${!PG@}"; do
    case $variable in
        PG_CONFIG | PG_TEST_*) ;;
        *) unset "$variable" ;;
    esac
done
export LC_ALL=C.UTF-8

# --- requirements ------------------------------------------------------------

# name | what it is | Debian and Ubuntu | Fedora | Alpine | Homebrew
# NN stands for the major version.  Each field lists packages or, after a colon, what to do.
requirements='
compiler|a C compiler|gcc libc6-dev|gcc|build-base|: xcode-select --install
make|GNU make|make|make|make|: xcode-select --install
server|the PostgreSQL server|postgresql-NN|postgresql-server|postgresql|postgresql@NN
headers|the PostgreSQL headers and PGXS|postgresql-server-dev-NN|postgresql-server-devel|postgresql-dev|postgresql@NN
pgbench|pgbench|postgresql-NN|postgresql-contrib|postgresql-client|postgresql@NN
contrib|pgstattuple and pg_walinspect|postgresql-NN|postgresql-contrib|postgresql-contrib|postgresql@NN
jit|JIT in PostgreSQL|postgresql-NN-jit|postgresql-llvmjit|postgresqlNN-jit|: a PostgreSQL that was configured with --with-llvm
prove|the command prove|perl|perl-Test-Harness|perl-utils|perl
ipc_run|the Perl module IPC::Run|libipc-run-perl|perl-IPC-Run|perl-ipc-run|: cpan IPC::Run
cluster_pm|PostgreSQL::Test::Cluster|postgresql-server-dev-NN|: a PostgreSQL that was configured with --enable-tap-tests|: a PostgreSQL that was configured with --enable-tap-tests|: a PostgreSQL that was configured with --enable-tap-tests
pgtap|the extension pgTAP|postgresql-NN-pgtap|: pgxn install pgtap|: pgxn install pgtap|: pgxn install pgtap
pg_prove|the command pg_prove|libtap-parser-sourcehandler-pgtap-perl|: cpan TAP::Parser::SourceHandler::pgTAP|: cpan TAP::Parser::SourceHandler::pgTAP|: cpan TAP::Parser::SourceHandler::pgTAP
runuser|the command runuser|util-linux|util-linux|runuser|util-linux
mariadb|the MariaDB server program|mariadb-server-core mariadb-client-core|mariadb-server|mariadb|mariadb
cmocka|the C library cmocka|libcmocka-dev|libcmocka-devel|cmocka-dev|cmocka
python|Python 3.11 or later with venv|python3-venv|python3|python3|python3
python3.12|Python 3.12 or later with venv|python3-venv|python3|python3|python3
go|Go 1.25 or later|: install it from go.dev|golang|go|go
ruby|Ruby with ActiveRecord and pg|ruby-activerecord ruby-pg|rubygem-activerecord rubygem-pg|: gem install activerecord pg|: gem install activerecord pg
rust|Rust 1.94 or later with cargo|: install it with rustup|: install it with rustup|: install it with rustup|rust
java|a JDK, 17 or later, with Maven|default-jdk-headless maven|java-latest-openjdk-devel maven|openjdk21 maven|openjdk maven
node|Node.js 20.19 or later with npm|nodejs npm|nodejs npm|nodejs npm|node
gcc|the compiler gcc|gcc libc6-dev|gcc|gcc|gcc
clang|the compiler clang|clang|clang|clang|: xcode-select --install
fuzzer|clang with libFuzzer|clang libclang-rt-dev|clang compiler-rt|clang compiler-rt|: brew install llvm
ccache|the command ccache|ccache|ccache|ccache|ccache
gcovr|the command gcovr|gcovr|gcovr|gcovr|gcovr
faketime|the library libfaketime|libfaketime|libfaketime|libfaketime|libfaketime
valgrind|valgrind|valgrind|valgrind|valgrind|: a system that has valgrind
source|what building PostgreSQL from its source package needs|dpkg-dev bison flex bzip2 xz-utils libssl-dev|: a system that has apt-get source|: a system that has apt-get source|: a system that has apt-get source
dieharder|dieharder|dieharder|dieharder|dieharder|dieharder
rngtest|the command rngtest|rng-tools5|rng-tools|rng-tools|: a system that has rng-tools
shellcheck|shellcheck|shellcheck|ShellCheck|shellcheck|shellcheck
'

pg() { "$PG_CONFIG" "--$1"; }

# is_at_least VERSION OTHER: succeeds if OTHER is not older.
is_at_least() { [ -n "$2" ] && printf '%s\n' "$1" "$2" | sort -C -V; }

# Prints a Python 3.12 or later, which may not be the system's.
find_recent_python() {
    local python
    for python in python3 python3.{12..19} "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
        if "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
            say "$python"
            return
        fi
    done
    return 1
}

have() {
    case $1 in
        compiler) command -v "$(pg cc 2>/dev/null | sed 's/ .*//' || echo gcc)" ;;
        make | prove | pg_prove | runuser | ccache | gcc | clang | shellcheck | valgrind | dieharder | rngtest | gcovr) command -v "$1" ;;
        fuzzer) clang -fsanitize=fuzzer -x c - -o /dev/null <<<'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n ? 0 : -1; }' ;;
        faketime) [ -n "$(find /usr/lib /usr/lib64 /opt/homebrew/lib -name 'libfaketime.*' 2>/dev/null)" ] ;;
        source) command -v dpkg-source && command -v bison && command -v flex && [ -f /usr/include/openssl/ssl.h ] ;;
        node) is_at_least 20.19 "$(node --version | sed 's/^v//')" && command -v npm ;;
        python) python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' ;;
        python3.12) find_recent_python ;;
        go) is_at_least 1.25 "$(go env GOVERSION | sed 's/^go//')" ;;
        ruby) ruby -e 'require "active_record"; require "pg"' ;;
        rust) is_at_least 1.94 "$(cargo --version | cut -d ' ' -f 2)" ;;
        java) command -v mvn && is_at_least 17 "$(javac -version | cut -d ' ' -f 2)" ;;
        ipc_run) perl -MIPC::Run -e 1 ;;
        mariadb) PATH=$PATH:/usr/sbin:/usr/libexec command -v mariadbd && command -v mariadb-install-db && command -v my_print_defaults ;;
        cmocka) [ -n "$(find /usr/include /usr/local/include /opt/homebrew/include -name cmocka.h)" ] ;;
        *) [ -n "${PG_CONFIG:-}" ] && have_in_postgres "$1" ;;
    esac >/dev/null 2>&1
}

have_in_postgres() {
    case $1 in
        server) [ -x "$(pg bindir)/postgres" ] ;;
        headers) [ -f "$(pg pgxs)" ] && [ -f "$(pg includedir-server)/postgres.h" ] ;;
        pgbench) [ -x "$(pg bindir)/pgbench" ] ;;
        contrib) [ -f "$(pg sharedir)/extension/pgstattuple.control" ] && [ -f "$(pg sharedir)/extension/pg_walinspect.control" ] ;;
        jit) [ -f "$(pg pkglibdir)/llvmjit.so" ] || [ -f "$(pg pkglibdir)/llvmjit.dylib" ] ;;
        pgtap) [ -f "$(pg sharedir)/extension/pgtap.control" ] ;;
        cluster_pm) [ -f "$(dirname "$(pg pgxs)")/../test/perl/PostgreSQL/Test/Cluster.pm" ] ;;
        *) die "no such requirement: $1" ;;
    esac
}

# requirement NAME COLUMN: prints that column of the table.
requirement() {
    local name=$1 column=$2
    awk -F'|' -v name="$name" -v column="$column" '$1 == name { print $column }' <<<"$requirements" |
        sed "s/NN/$major/"
}

# Sets $PG_CONFIG, if PostgreSQL is already there, and $major, the version that is
# there or would be installed ("" if that is not known yet).
find_postgres() {
    local server
    if [ -n "${PG_CONFIG:-}" ]; then
        command -v "$PG_CONFIG" >/dev/null || die "PG_CONFIG is $PG_CONFIG, which cannot be run"
        PG_CONFIG=$(command -v "$PG_CONFIG")
        PG_CONFIG=$(cd "$(dirname "$PG_CONFIG")" && pwd)/$(basename "$PG_CONFIG")
    elif command -v pg_config >/dev/null; then
        PG_CONFIG=$(command -v pg_config)
    fi
    if [ -n "${PG_CONFIG:-}" ]; then
        major=$(pg version | sed -n 's/^PostgreSQL \([0-9]*\).*/\1/p')
        [ -n "$major" ] || die "$PG_CONFIG is not pg_config"
    elif command -v apt-get >/dev/null; then
        # Debian keeps its servers off the PATH.
        server=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1)
        if [ -x "$server" ]; then
            major=$(basename "${server%/bin/postgres}")
        else
            major=$(apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p') || true
        fi
    else
        major=18
    fi
}

require() {
    local missing=() name
    # initdb and the server refuse to run as root.
    [ "$(id -u)" != 0 ] || set -- "$@" runuser
    find_postgres
    check_major
    for name; do
        have "$name" || missing+=("$name")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        command -v apt-get >/dev/null || explain_missing "${missing[@]}"
        install_missing "${missing[@]}"
        for name in "${missing[@]}"; do
            have "$name" || die "still missing after the installation: $(requirement "$name" 2)"
        done
    fi
    [ -z "${PG_CONFIG:-}" ] || bindir=$(pg bindir)
}

check_major() {
    [ "${major:-$oldest_major}" -ge "$oldest_major" ] ||
        die "PostgreSQL $major is out of support; $oldest_major or later is needed (the PostgreSQL project's apt repository has all of them)"
}

# Says how to install requirements without apt-get.
explain_missing() {
    local name
    say "Missing here:"
    for name; do say "  - $(requirement "$name" 2)"; done
    how_to_install Fedora 'dnf install' 4 "$@"
    how_to_install Alpine 'apk add' 5 "$@"
    how_to_install Homebrew 'brew install' 6 "$@"
    say "" "If pg_config is not on the PATH, name it with PG_CONFIG=; on Fedora it is" \
        "pg_server_config, with Homebrew \$(brew --prefix postgresql@$major)/bin/pg_config." ""
    die "there is no apt-get here to install them with"
}

# how_to_install SYSTEM COMMAND COLUMN NAME...
how_to_install() {
    local system=$1 command=$2 column=$3 entries packages
    shift 3
    entries=$(for name; do requirement "$name" "$column"; done | sort -u)
    packages=$(sed '/^:/d' <<<"$entries" | tr ' ' '\n' | sort -u | tr '\n' ' ')
    say "" "$system:"
    [ -z "${packages// /}" ] || say "  $command $packages"
    sed -n 's/^: /  /p' <<<"$entries"
}

install_missing() {
    local name packages as_root=()
    if [ "$(id -u)" != 0 ]; then
        as_root=(sudo)
    fi

    say "Missing here:"
    for name; do say "  - $(requirement "$name" 2)"; done
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        die "run this script as root, or install sudo, so that apt-get can install these"
    fi
    say "Fetching the package lists: apt-get update"
    "${as_root[@]}" apt-get -qq update
    find_postgres
    [ -n "$major" ] || die "apt-get does not know the package postgresql"
    check_major
    packages=$(for name; do requirement "$name" 3; done | tr ' ' '\n' | sort -u | tr '\n' ' ')
    say "Installing: apt-get install $packages" \
        "(A new server is installed without a cluster; pg_createcluster creates one.)"

    install_packages
    if [ -z "$pg_config_given" ] && [ -x "/usr/lib/postgresql/$major/bin/pg_config" ]; then
        PG_CONFIG=/usr/lib/postgresql/$major/bin/pg_config
    fi
}

# Part of install_missing, whose variables it uses, but in a subshell for its traps.
# A new server package would create a cluster, start it and open a port.  A temporary
# setting prevents that during the installation.
install_packages() (
    no_cluster=/etc/postgresql-common/createcluster.d/sequential_uuids.conf
    trap '"${as_root[@]}" rm -f "$no_cluster"' EXIT
    "${as_root[@]}" mkdir -p "${no_cluster%/*}"
    "${as_root[@]}" tee "$no_cluster" >/dev/null <<<'create_main_cluster = false'
    # shellcheck disable=SC2086 # a list of words
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --no-install-recommends $packages >/dev/null </dev/null ||
        die "apt-get could not install them"
)

# --- the work directory ------------------------------------------------------

work=''
# A prefix for commands, and a function that does the same.
as_server_user=()
as_server_user() { "${as_server_user[@]}" "$@"; }

make_work_dir() {
    local megabytes=$1 parent
    server_user=$(id -un)
    if [ "$(id -u)" = 0 ]; then
        server_user=$(id -un postgres 2>/dev/null || echo nobody)
        as_server_user=(runuser -u "$server_user" --)
    fi
    trap remove_work_dir EXIT
    # /var/tmp is meant for large files; /tmp may be in memory.
    for parent in ${TMPDIR:+"$TMPDIR"} /var/tmp /tmp; do
        if usable_for_work "$parent" "$megabytes"; then
            work=$(mktemp -d "$parent/sequential_uuids.XXXXXX")
            break
        fi
    done
    [ -n "$work" ] || die "$megabytes MB of free space are needed in /var/tmp or /tmp"
    chown "$server_user" "$work"
    as_server_user+=(env HOME="$work")
    # All other programs create their temporary files there, too.
    export TMPDIR=$work
    cd "$work"
}

# The path must be short enough for a Unix socket (on some systems at most 103
# characters), and have no blanks, since PostgreSQL's tests do not quote it.
usable_for_work() {
    local parent=$1 megabytes=$2
    case $parent in
        *[[:space:]]* | [!/]*) return 1 ;;
    esac
    [ ${#parent} -le 60 ] && [ -w "$parent" ] && as_server_user test -x "$parent" &&
        [ "$(df -Pm "$parent" | awk 'NR == 2 { print $4 }')" -ge "$megabytes" ]
}

# Leaves the servers in $work running.
keep_work_dir() {
    rm -rf "$work/src"
    trap - EXIT
}

remove_work_dir() {
    local pid_file job
    trap '' INT TERM
    [ -n "$work" ] || return 0
    cd /
    if [ -n "$(jobs -p)" ]; then
        for job in $(jobs -p); do
            kill -TERM -- "-$job" 2>/dev/null || kill -TERM "$job" 2>/dev/null || true
        done
        wait
        # A server that a job was just starting becomes visible a moment later.
        sleep 1
    fi
    # Processes that a suite started may outlive it for a moment, and keep writing.
    for _ in 1 2 3 4 5; do
        while IFS= read -r pid_file; do
            as_server_user "$bindir/pg_ctl" -D "${pid_file%/*}" -m immediate -w stop >/dev/null 2>&1 || true
        done < <(find "$work" -name postmaster.pid 2>/dev/null)
        unmount_small_disk
        rm -rf "$work" 2>/dev/null && break
        sleep 1
    done
}

# --- Python and Node.js ------------------------------------------------------

# make_virtual_environment DIRECTORY [PYTHON]: creates its .venv, again if the
# requirements have changed.
make_virtual_environment() {
    local venv=$top/$1/.venv requirements=$top/$1/requirements.txt
    if ! cmp -s "$requirements" "$venv/installed"; then
        say "Installing Python packages into $1/.venv"
        rm -rf "$venv"
        "${2:-python3}" -m venv "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement="$requirements"
        cp "$requirements" "$venv/installed"
    fi
}

# make_node_modules DIRECTORY: creates its node_modules, again if the requirements have
# changed.
make_node_modules() {
    local modules=$top/$1/node_modules lock=$top/$1/package-lock.json
    if ! cmp -s "$lock" "$modules/installed"; then
        say "Installing npm packages into $1/node_modules"
        (cd "$top/$1" && npm ci --loglevel=error --no-audit --no-fund >/dev/null)
        cp "$lock" "$modules/installed"
    fi
}

# --- the extension -----------------------------------------------------------

# Copies the installation to $work/postgres.  PostgreSQL finds its directories relative
# to its programs, so pg_config and the server use the copy.
copy_postgres() {
    local copy=$work/postgres directory
    [ "$bindir" != /usr/bin ] || die "PostgreSQL is not in a directory of its own, from which it could be copied"
    for directory in bindir pkglibdir sharedir; do
        directory=$(pg "$directory")
        mkdir -p "$copy${directory%/*}"
        cp -RL "$directory" "$copy${directory%/*}/"
    done
    directory=$(pg includedir-server)
    mkdir -p "$copy${directory%/*}"
    ln -s "$directory" "$copy$directory"
    # Copy its own libpq, unless it uses the system's.
    directory=$(pg libdir)
    mkdir -p "$copy$directory"
    cp -L "$directory"/libpq.so.* "$copy$directory/" 2>/dev/null || true
    PG_CONFIG=$copy$PG_CONFIG
    [ -x "$PG_CONFIG" ] || PG_CONFIG=$copy$bindir/pg_config
    bindir=$(pg bindir)
    [ "$(id -u)" != 0 ] || chown -R "$server_user" "$copy"
}

# copy_tree DIRECTORY [NAME...]: copies the tree without these names, and without
# anything built or installed in it.
copy_tree() {
    local to=$1
    shift
    mkdir -p "$to"
    tar -C "$top" --exclude={.venv,.mypy_cache,.ruff_cache,node_modules,target,./examples/go/bin,./examples/node/generated} "${@/#/--exclude=}" -cf - . |
        tar -C "$to" --no-same-owner -xf -
}

# Builds in a copy, $work/src, so that the tree stays as it is and the server's user can
# read the files.  Leaves the copy for the tests.
make_options=(COPT=)
build_and_install() {
    local make=(make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "${make_options[@]}")
    local as_installer=()
    if [ ! -w "$(pg pkglibdir)" ] || [ ! -w "$(pg sharedir)/extension" ]; then
        command -v sudo >/dev/null || die "no permission to install into $(pg pkglibdir), and no sudo; run this script as root"
        as_installer=(sudo)
    fi
    copy_tree "$work/src" ./.git ./bench
    [ "$(id -u)" != 0 ] || chown -R "$server_user" "$work/src"

    say "Building for $(pg version)"
    as_server_user "${make[@]}" clean >/dev/null
    as_server_user "${make[@]}" all >/dev/null
    say "Installing into $(pg pkglibdir) and $(pg sharedir)/extension"
    "${as_installer[@]}" "${make[@]}" install >/dev/null
}

# --- the private server ------------------------------------------------------

start_server() {
    as_server_user "$bindir/initdb" --pgdata="$work/data" --username=postgres --auth-local=trust --auth-host=scram-sha-256 \
        --encoding=UTF8 --no-locale --no-sync >"$work/initdb.log" 2>&1 ||
        { cat "$work/initdb.log" >&2; die "initdb failed"; }
    as_server_user tee -a "$work/data/postgresql.conf" >/dev/null <<<"listen_addresses = ''
unix_socket_directories = '$work'"
    restart_server "$@"
    export PGHOST=$work PGUSER=postgres PGDATABASE=postgres
}

# Starts the server, or restarts it with other settings.
restart_server() {
    local log=$work/data/server.log options="" setting
    for setting; do options+=" -c $setting"; done
    as_server_user "$bindir/pg_ctl" -D "$work/data" -w -l "$log" -o "$options" restart >"$work/pg_ctl.log" 2>&1 ||
        { cat "$work/pg_ctl.log" "$log" >&2; die "the server does not start"; }
}

# Mounts a small file system for the tests to fill.  Without the right to mount one,
# tests skip that, and say so.
unset SMALL_DISK
small_disk=''
mount_small_disk() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    mkdir "$work/small"
    if "${as_root[@]}" mount -t tmpfs -o size=64m,mode=0777 tmpfs "$work/small" 2>/dev/null; then
        small_disk=$work/small
        export SMALL_DISK=$small_disk
    fi
}

unmount_small_disk() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    [ -z "$small_disk" ] || ! mountpoint -q "$small_disk" || "${as_root[@]}" umount "$small_disk" || true
}

# run_or_show COMMAND...: runs it as the server's user; if it fails, shows the logs.
run_or_show() {
    as_server_user "$@" && return
    tail -n 50 regression.diffs "$work/data/server.log" 2>/dev/null || true
    die "failed: $*"
}

psql() { "$bindir/psql" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$@"; }

# --- suites of tests ---------------------------------------------------------

# Tests that do not apply to the edition in SQL, and why.
# shellcheck disable=SC2034 # for the scripts
not_in_sql='
install|its objects are those of the extension in C; t/pgtap/sql_only.sql compares the functions, their parameters and labels
opaque_errors|SQL reads the table of secrets like any other table, and does not limit hashes
v7_order|SQL has no state that is safe in parallel and survives a rollback, so keys of one tick of the clock are in no order
upgrade|the edition in SQL has only one version
sql_only|it compares both editions, and runs with the one in C
'

# Writes the extensions of the edition in SQL to where CREATE EXTENSION finds them.
# Creating them does not require a superuser.
write_sql_edition() {
    local extensions=$1 version name
    for name in sequential_uuids sequential_uuids_opaque; do
        version=$(sed -n "s/^default_version = '\(.*\)'$/\1/p" "$top/$name.control")
        "$top/sql-only/as-extension" "${name#sequential_uuids_}.sql" >"$extensions/$name--$version.sql"
        # The script that creates it also updates it.
        cp "$extensions/$name--$version.sql" "$extensions/$name--$version--next.sql"
        sed -e '/^module_pathname/d' -e 's/^relocatable = true/relocatable = false/' -e 's/^trusted = true/superuser = false/' "$top/$name.control" >"$extensions/$name.control"
    done
    # Advice is in SQL anyway.
    cp "$top"/advice/sequential_uuids_advice{.control,--1.0.sql} "$extensions"
}

# leave_out TABLE: adds the tests of a table like not_in_sql to $left_out.
left_out=()
leave_out() {
    local name reason
    while IFS='|' read -r name reason; do
        [ -n "$name" ] || continue
        [ -n "$(find "$top/sql" "$top/t" -name "$name.sql" -o -name "$name.pl")" ] || die "no such test to leave out: $name"
        left_out+=("$name")
        say "Left out: $name: $reason"
    done <<<"$1"
}

# Seconds that a suite may take, to end what hangs, not what is slow.  A multiple of
# PostgreSQL's own variable, after which a test stops waiting.
longest=$((40 * ${PG_TEST_TIMEOUT_DEFAULT:-180}))
passed=0
failed=0
skipped=0
failed_suites=''

# run_suite NAME COUNT COMMAND...: COUNT reads the output and prints how many tests
# passed, failed and were skipped.  A suite in which no test passes has failed.
run_suite() {
    local name=$1 count=$2 output=$work/suite.out status=0 p f s
    shift 2
    say "" "== $name"
    # A generator that never returned would ignore statement_timeout, too.
    # Run it in the background, so that a signal ends the wait and then the suite.
    "${as_server_user[@]}" timeout --kill-after=10 "$longest" "$@" >"$output" 2>&1 &
    wait $! || status=$?
    cat "$output"
    read -r p f s < <("$count" <"$output")
    if [ "$f" = 0 ] && { [ "$status" != 0 ] || [ "$p" = 0 ]; }; then
        f=1
    fi
    say "$name: $p passed, $f failed, $s skipped" >>"$work/summary"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    [ "$f" = 0 ] || failed_suites+="${failed_suites:+, }$name"
}

# Each assertion is a line; a file that is skipped completely counts as one.
count_tap() {
    awk '/^ *ok [0-9].*# *[Ss][Kk][Ii][Pp]|\.\. skipped: / { s++; next }
         /^ *ok [0-9]/ { p++ }
         /^ *not ok [0-9]/ { f++ }
         END { print p + 0, f + 0, s + 0 }'
}

# Each test is a file; the format changed with PostgreSQL 16.
count_regress() {
    awk '/^test .* ok +[0-9]+ ms|^ok [0-9]+ / { p++ }
         /FAILED|^not ok [0-9]+ / { f++ }
         END { print p + 0, f + 0, 0 }'
}

# sum_up WHERE: prints the numbers of each suite, and of all; exits with 1 if one failed.
sum_up() {
    say "" "== Summary, $1"
    cat "$work/summary"
    say "${failed_suites:+Failed: $failed_suites$'\n'}$passed passed, $failed failed, $skipped skipped"
    [ -z "$failed_suites" ] || exit 1
}
