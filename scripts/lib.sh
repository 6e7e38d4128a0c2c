# shellcheck shell=bash
#
# Sourced by the scripts: finds or installs what they need, builds the extension outside
# of the tree, and runs a private PostgreSQL server in a temporary directory.  PG_CONFIG
# names the PostgreSQL to use; by default the one on the PATH.

set -Eeuo pipefail
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'printf "%s: failed: %s (line %s)\n" "${0##*/}" "$BASH_COMMAND" "$LINENO" >&2' ERR

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)

say() { printf '%s\n' "$@"; }
# Prints the comment at the head of the script.
usage() { sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; }
bad_argument() { printf '%s: %s\n\n' "${0##*/}" "$1" >&2; usage >&2; exit 2; }
die() { printf '%s\n' "${0##*/}: $*" >&2; exit 1; }

# The caller's connection settings must not lead to another server.
for variable in "${!PG@}"; do
    [[ $variable =~ ^PG_(CONFIG$|TEST_) ]] || unset "$variable"
done
export LC_ALL=C.UTF-8

# --- requirements ------------------------------------------------------------

# name | packages of Debian and Ubuntu, NN being the major version | what finds it, by
# default a command of that name.  Scripts add what only they need.
# shellcheck disable=SC2016 # for eval
requirements='
gcc|gcc libc6-dev|
make|make|
headers|postgresql-server-dev-NN|[ -f "$(pg includedir-server)/postgres.h" ]
server|postgresql-NN|[ -x "$(pg bindir)/postgres" ] && [ -f "$(pg sharedir)/extension/pg_walinspect.control" ]
pgtap|postgresql-NN-pgtap libtap-parser-sourcehandler-pgtap-perl|pg_prove --version && [ -f "$(pg sharedir)/extension/pgtap.control" ]
cmocka|libcmocka-dev|[ -f /usr/include/cmocka.h ]
clang|clang|
chroot|mmdebstrap arch-test debian-archive-keyring qemu-user-static|type mmdebstrap arch-test && ls /usr/bin/qemu-*-static
python|python3-venv|python3 -c "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))"
node|nodejs npm|npm --version && printf "%s\n" 20.19 "$(node --print process.versions.node)" | sort --check --version-sort
'

pg() { "$PG_CONFIG" "--$1"; }

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
        major=${major:-$(apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p')} || true
        major=${major:-NN}
        PG_CONFIG=/usr/lib/postgresql/$major/bin/pg_config
    fi
    [ "$major" = NN ] || [ "$major" -ge 15 ] || die "this needs PostgreSQL 15 or later, not $major"
}

# Prints the packages of those of these requirements that are not there.
missing_packages() {
    local name row packages check
    for name; do
        row=$(grep "^$name|" <<<"$requirements")
        IFS='|' read -r _ packages check <<<"$row"
        (eval "${check:-command -v $name}") &>/dev/null || say "${packages//NN/$major}"
    done | paste -sd ' '
}

# require NAME...: installs what is missing, after saying what that is and, if
# $installs_extension, where the extension will be installed.  With $no_install, only
# says so, and fails if something is missing.
installs_extension=''
no_install=''
require() {
    local missing
    find_postgres
    missing=$(missing_packages "$@")
    if [ -n "$missing$no_install" ]; then
        say "Missing packages${missing:+, which apt-get will install}:" "  ${missing:-none}"
        [ "$major" != NN ] || say "  (NN is the major version of PostgreSQL that apt-get has.)"
    fi
    [ -z "$installs_extension" ] || say "The extension will be built in a temporary directory, and installed into" \
        "  $(pg pkglibdir 2>/dev/null || say "/usr/lib/postgresql/$major/lib")" \
        "  $(pg sharedir 2>/dev/null || say "/usr/share/postgresql/$major")/extension"
    [ -z "$no_install" ] || exit $((${#missing} > 0))
    [ -z "$missing" ] || install_packages "$@"
    # A report of the benchmark needs no PostgreSQL.
    bindir=$(pg bindir 2>/dev/null) || true
}

# Part of require, whose variables it uses.
install_packages() {
    command -v apt-get >/dev/null || die "there is no apt-get to install it with"
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "run this as root, or install sudo, to install it"
    say "Fetching the package lists: ${as_root[*]} apt-get update"
    "${as_root[@]}" apt-get -qq update
    if [ "$major" = NN ]; then
        PG_CONFIG=''
        find_postgres
        missing=$(missing_packages "$@")
    fi
    say "Installing: ${as_root[*]} apt-get install $missing" "(A new server has no cluster; pg_createcluster creates one.)"
    (
        # Its package would create a cluster, start it and open a port.  A temporary
        # setting prevents that.
        no_cluster=/etc/postgresql-common/createcluster.d/sequential_uuids.conf
        trap '"${as_root[@]}" rm -f "$no_cluster"' EXIT
        "${as_root[@]}" mkdir -p "${no_cluster%/*}"
        "${as_root[@]}" tee "$no_cluster" >/dev/null <<<'create_main_cluster = false'
        # shellcheck disable=SC2086 # a list of words
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get -qq install --no-install-recommends $missing >/dev/null </dev/null || die "apt-get could not install them"
    )
    missing=$(missing_packages "$@")
    [ -z "$missing" ] || die "still missing, or too old: $missing"
}

# --- the work directory ------------------------------------------------------

work=''
# A prefix for commands, and a function that does the same.
as_server_user=()
as_server_user() { "${as_server_user[@]}" "$@"; }

# make_work_dir MEGABYTES: creates $work, with that much free space.  At exit, ends
# background jobs and removes it, with all servers in it.
make_work_dir() {
    local megabytes=$1 parent
    server_user=$(id -un)
    # initdb and the server refuse to run as root.
    if [ "$server_user" = root ]; then
        server_user=$(id -un postgres 2>/dev/null || echo nobody)
        as_server_user=(runuser -u "$server_user" --)
    fi
    trap remove_work_dir EXIT
    # /var/tmp is meant for large files; /tmp may be in memory.
    for parent in ${TMPDIR:+"$TMPDIR"} /var/tmp /tmp; do
        # The path of a socket may have at most 103 characters, and PostgreSQL's tests do
        # not quote paths.
        [[ $parent =~ ^/[^[:space:]]{1,59}$ ]] && [ -w "$parent" ] && as_server_user test -x "$parent" &&
            [ "$(df -Pm "$parent" | awk 'NR == 2 { print $4 }')" -ge "$megabytes" ] &&
            work=$(mktemp -d "$parent/sequential_uuids.XXXXXX") && break
    done
    [ -n "$work" ] || die "$megabytes MB of free space are needed in /var/tmp or /tmp"
    chown "$server_user" "$work"
    as_server_user+=(env HOME="$work")
    # All other programs create their temporary files there, too.
    export TMPDIR=$work
    cd "$work"
}

# A file system that scripts/test mounts in $work.
unset SMALL_DISK
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
            as_server_user "$bindir/pg_ctl" -D "${pid_file%/*}" -m immediate -w stop &>/dev/null || true
        done < <(find "$work" -name postmaster.pid 2>/dev/null)
        [ -z "${SMALL_DISK:-}" ] || "${as_root[@]}" ${as_root:+-n} umount "$SMALL_DISK" 2>/dev/null || true
        rm -rf "$work" 2>/dev/null && break
        sleep 1
    done
}

# --- Python and Node.js ------------------------------------------------------

# make_virtual_environment DIRECTORY [PYTHON]: what its requirements.txt says, in its .venv.
make_virtual_environment() {
    local venv=$top/$1/.venv
    if [ ! -x "$venv/bin/pip" ]; then
        say "Installing Python packages into $1/.venv"
        "${2:-python3}" -m venv --clear "$venv"
    fi
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement="$top/$1/requirements.txt"
}

# make_node_modules DIRECTORY: what its package-lock.json says, in its node_modules.
make_node_modules() {
    local modules=$top/$1/node_modules lock=$top/$1/package-lock.json
    if ! cmp -s "$lock" "$modules/installed"; then
        say "Installing npm packages into $1/node_modules"
        (cd "$top/$1" && npm ci --prefer-offline --loglevel=error --no-audit --no-fund >/dev/null)
        cp "$lock" "$modules/installed"
    fi
}

# --- the extension -----------------------------------------------------------

# Continues with a copy of PostgreSQL in $work, for a build that must not stay installed.
# PostgreSQL finds its directories relative to its programs, so these use the copy.
copy_postgres() {
    local copy=$work/postgres
    [ "$bindir" != /usr/bin ] || die "PostgreSQL is not in a directory of its own, from which it could be copied"
    mkdir "$copy"
    cp -RL --parents "$bindir" "$(pg pkglibdir)" "$(pg sharedir)" "$(pg includedir-server)" "$copy"
    # Its own libpq, unless it uses the system's.
    cp -L --parents "$(pg libdir)"/libpq.so.* "$copy" 2>/dev/null || true
    PG_CONFIG=$copy$bindir/pg_config
    bindir=$(pg bindir)
    chown -R "$server_user" "$copy"
}

# copy_tree DIRECTORY [NAME...]: copies the tree without these names, and without
# anything built or installed in it.
copy_tree() {
    local to=$1
    shift
    mkdir -p "$to"
    tar -C "$top" --exclude={.venv,.mypy_cache,.ruff_cache,node_modules,target,./examples/go/bin,./examples/node/generated,./playground/dist} "${@/#/--exclude=}" -cf - . |
        tar -C "$to" --no-same-owner -xf -
}

# Builds in a copy, $work/src, so that the tree stays as it is and the server's user can
# read the files.  Leaves the copy for the tests.
make_options=(COPT=)
build_and_install() {
    local make=(make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "${make_options[@]}") as_installer=()
    if [ ! -w "$(pg pkglibdir)" ] || [ ! -w "$(pg sharedir)/extension" ]; then
        command -v sudo >/dev/null || die "no permission to install into $(pg pkglibdir), and no sudo; run this script as root"
        as_installer=(sudo)
    fi
    copy_tree "$work/src" ./.git ./bench
    chown -R "$server_user" "$work/src"

    say "Building and installing for $(pg version)"
    as_server_user "${make[@]}" clean >/dev/null
    as_server_user "${make[@]}" all >/dev/null
    "${as_installer[@]}" "${make[@]}" install >/dev/null
}

# --- the private server ------------------------------------------------------

# start_server [SETTING...]: with settings as NAME=VALUE.
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
    local log=$work/data/server.log
    as_server_user "$bindir/pg_ctl" -D "$work/data" -w -l "$log" -o "${*/#/-c }" restart >"$work/pg_ctl.log" 2>&1 ||
        { cat "$work/pg_ctl.log" "$log" >&2; die "the server does not start"; }
}

# Runs a command as the server's user; if it fails, shows the logs.
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
opaque|opaque keys need C
v7_order|SQL has no state that is safe in parallel and survives a rollback, so keys of one tick of the clock are in no order
upgrade|the edition in SQL has only one version
sql_only|it compares both editions, and runs with the one in C
'

# Writes the extension of the edition in SQL to where CREATE EXTENSION finds it.
# Creating it does not require a superuser.
write_sql_edition() {
    local extensions=$1 name=sequential_uuids version
    version=$(sed -n "s/^default_version = '\(.*\)'$/\1/p" "$top/$name.control")
    cp "$top/sql-only/$name.sql" "$extensions/$name--$version.sql"
    # The script that creates it also updates it.
    cp "$top/sql-only/$name.sql" "$extensions/$name--$version--next.sql"
    sed -e '/^module_pathname/d' -e 's/^relocatable = true/relocatable = false/' -e 's/^trusted = true/superuser = false/' "$top/$name.control" >"$extensions/$name.control"
    # Advice is in SQL anyway.
    cp "$top/advice/sequential_uuids_advice.control" "$extensions"
    "$top/advice/assemble" >"$extensions/sequential_uuids_advice--1.0.sql"
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

# Removes the TAP and pgTAP tests that are left out, or not among $ONLY, from a copy of
# the tree.
remove_left_out() {
    local file name
    for file in t/*.pl t/pgtap/*.sql; do
        name=$(basename "${file%.*}")
        [[ " ${left_out[*]} " != *" $name "* && " ${ONLY:-$name} " == *" $name "* ]] || rm "$file"
    done
}

# Seconds that a suite may take, to end what hangs, not what is slow.  A multiple of
# PostgreSQL's own variable, after which a test stops waiting.
longest=$((40 * ${PG_TEST_TIMEOUT_DEFAULT:-180}))
failed_suites=''

# run_suite NAME COMMAND...: a suite in which no test runs has failed.
run_suite() {
    local name=$1 status=0 counts skipped
    shift
    say "" "== $name"
    # A generator that never returned would ignore statement_timeout, too.
    # Run it in the background, so that a signal ends the wait and then the suite.
    "${as_server_user[@]}" timeout --kill-after=10 "$longest" "$@" >"$work/suite.out" 2>&1 &
    wait $! || status=$?
    cat "$work/suite.out"
    # What pg_regress, pg_isolation_regress and prove say at their ends.
    counts=$(sed -nE 's/^[ #]*((All|[0-9]+ of) [0-9]+ tests .*[a-z])\.? *$/\1/p; s/^(Files=[0-9]+, Tests=[0-9]+).*/\1/p' \
        "$work/suite.out" | paste -sd ';')
    skipped=$(grep -ciE '^ *ok [0-9]+.*# *skip|\.\. skipped: ' "$work/suite.out" || true)
    say "$name: $counts, $skipped skipped" >>"$work/summary"
    if [ "$status" != 0 ] || [ -z "$counts" ] || [[ $counts == *=0* ]]; then
        failed_suites+="${failed_suites:+, }$name"
    fi
}

# sum_up WHERE: prints what each suite said; exits with 1 if one failed.
sum_up() {
    say "" "== Summary, $1"
    cat "$work/summary"
    [ -z "$failed_suites" ] || die "failed: $failed_suites"
}
