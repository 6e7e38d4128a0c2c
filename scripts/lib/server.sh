# shellcheck shell=bash
#
# A temporary directory, removed at exit with all servers in it, for what a script makes: a copy of
# PostgreSQL, so that nothing is ever installed into the one that others use; the extension, built
# outside of the tree; a private server.

. "$(dirname "${BASH_SOURCE[0]}")/base.sh"

work=''
# What runs a command as the server's user; for background jobs, whose process a signal has to reach.
run_as=()
as_server_user() { "${run_as[@]}" "$@"; }

# make_work_dir MEGABYTES: creates $work, with that much free space.  At exit, ends
# background jobs and removes it, with all servers in it.
make_work_dir() {
    local megabytes=$1 parent
    server_user=$(id -un)
    # initdb and the server refuse to run as root.
    if [ "$server_user" = root ]; then
        server_user=$(id -un postgres 2>/dev/null || echo nobody)
        run_as=(runuser -u "$server_user" --)
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
    run_as+=(env HOME="$work")
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
    [ ! -e "$work" ] || echo "left behind: $work" >&2
}

# copy_postgres NAME: continues with a copy of PostgreSQL, in $work, unless it is there already.
# PostgreSQL finds its directories relative to its programs, so these use the copy.  It is one without
# our extensions: tests would take files that the host has installed for those of the tree.
copy_postgres() {
    local copy=$work/$1 copied=("$bindir")
    [[ $PG_CONFIG != "$work"/* ]] || return 0
    # Some distributions have no directory for it.
    [ "$bindir" != /usr/bin ] || copied=("$bindir"/{postgres,initdb,pg_*,pgbench,psql,createdb,vacuumdb})
    say "Copying $(pg version) from $bindir, to install the extension into the copy alone"
    mkdir "$copy"
    cp -RL --parents "${copied[@]}" "$(pg pkglibdir)" "$(pg sharedir)" "$(pg includedir-server)" "$copy"
    # Its own libpq, unless it uses the system's.
    cp -L --parents "$(pg libdir)"/libpq.so.* "$copy" 2>/dev/null || true
    find "$copy$(pg pkglibdir)" "$copy$(pg sharedir)" -name 'sequential_uuids*' -prune -exec rm -r {} +
    PG_CONFIG=$copy$bindir/pg_config
    bindir=$(pg bindir)
    chown -R "$server_user" "$copy"
}

# Prints where the host gets Debian's packages from, or nothing if it is not Debian.
debian_mirror() {
    local mirror
    mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null |
        head -n 1) || true
    say "${mirror% }"
}

# fetch_postgres [SUITE]: fetches the newest source package of this major version of
# PostgreSQL that can be had, into $work/postgres, also from this suite of Debian.
fetch_postgres() {
    local options version mirror keys=/usr/share/keyrings/debian-archive-keyring.gpg
    # Use the repositories that apt-get installs from, but keep separate package lists.
    mkdir -p apt/lists/partial apt/sources
    find /etc/apt -name '*.list' -exec sed -n 's/^deb /deb-src /p' {} + >apt/sources/all.list
    find /etc/apt -name '*.sources' -exec sed 's/^Types:.*/Types: deb-src/' {} ';' -exec echo ';' \
        >apt/sources/all.sources
    if [ $# != 0 ]; then
        mirror=$(debian_mirror)
        [ -n "$mirror" ] || die "the host is not Debian"
        say "deb-src [signed-by=$keys] $mirror $1 main" >>apt/sources/all.list
    fi
    options=(-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/apt/sources"
        -o Dir::State::Lists="$work/apt/lists" -o Acquire::Check-Valid-Until=false)
    apt-get -qq "${options[@]}" -o Dir::Cache="$work/apt" update
    # Shortly before a new source package appears, the listed one may be gone.
    for version in $(apt-cache "${options[@]}" showsrc "postgresql-$major" | sed -n 's/^Version: //p' |
        sort --version-sort --reverse --unique); do
        say "Fetching the source package of postgresql-$major $version"
        ! apt-get -qq "${options[@]}" -o APT::Sandbox::User=root source "postgresql-$major=$version" >/dev/null || break
    done
    mv "postgresql-$major"-*/ postgres
    chown -R "$server_user" postgres
}

# build_postgres [OPTION...]: continues with PostgreSQL built from source, with assertions
# and these options of configure.  It needs "source" of the requirements, and pgTAP.
build_postgres() {
    local pgtap
    pgtap=$(pg sharedir)/extension
    fetch_postgres
    say "Building it"
    # Debian installs under /usr whatever the prefix, unless that has "pgsql" in it.
    (cd postgres && as_server_user ./configure --quiet --prefix="$work/pgsql" --enable-cassert --enable-debug \
        --with-openssl --without-readline --without-zlib --without-icu "$@")
    mkdir pgsql && chown "$server_user" pgsql
    as_server_user make -s -C postgres -j "$(nproc)" install-world-bin MAKELEVEL=0 >build.log 2>&1 ||
        { tail -n 20 build.log; die "PostgreSQL cannot be built"; }
    PG_CONFIG=$work/pgsql/bin/pg_config
    bindir=$(pg bindir)
    cp "$pgtap"/pgtap* "$(pg sharedir)/extension/"
}

# build_release MAJOR DIRECTORY: continues with PostgreSQL of this major version, built
# from Debian's unstable release into a directory, unless that has it.  The path has to
# have "pgsql" in it.  It needs "source" of the requirements, uuid-dev and liblz4-dev.
build_release() {
    local directory=$2
    major=$1
    as_server_user test -x "${directory%/*}" || die "$server_user cannot run what is in ${directory%/*}: set PG_CONFIG"
    # Programs have the directory in which they look for libpq, unless they were moved since.
    if ! grep -qsF "$directory/lib" "$directory/bin/pgbench"; then
        fetch_postgres sid
        say "Building it into $directory"
        (cd postgres && as_server_user ./configure --quiet --prefix="$directory" --with-openssl --with-lz4 \
            --with-uuid=e2fs --without-readline --without-zlib --without-icu CFLAGS=-O2)
        mkdir root && chown "$server_user" root
        as_server_user make -s -C postgres -j "$(nproc)" install-world-bin DESTDIR="$work/root" MAKELEVEL=0 \
            >build.log 2>&1 || { tail -n 20 build.log; die "PostgreSQL cannot be built"; }
        # The caller runs its programs, too, so nobody else may change them.
        chown -R "$(id -u):$(id -g)" "root$directory"
        rm -rf "$directory" "$directory.new"
        # Under its name there is never a part of it.
        mv "root$directory" "$directory.new"
        mv "$directory.new" "$directory"
        rm -rf postgres root
    fi
    PG_CONFIG=$directory/bin/pg_config
}

# copy_tree DIRECTORY [NAME...]: copies the tree without these names, and without
# anything built or installed in it.
copy_tree() {
    local to=$1
    shift
    mkdir -p "$to"
    tar -C "$top" --exclude={.venv,.go,.mypy_cache,.ruff_cache,node_modules,target} \
        --exclude=./{examples/go/bin,examples/node/generated,playground/dist} "${@/#/--exclude=}" -cf - . |
        tar -C "$to" --no-same-owner -xf -
}

# Builds in a copy, $work/src, so that the tree stays as it is and the server's user can
# read the files.  Leaves the copy for the tests.  Environment: WERROR, see scripts/test.
make_options=(COPT="-Wall -Wextra -Wno-unused-parameter -Wshadow ${WERROR:+-Werror}")
build() {
    local make=(make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "${make_options[@]}")
    copy_tree "$work/src" ./.git ./bench
    chown -R "$server_user" "$work/src"
    say "Building for $(pg version)"
    as_server_user "${make[@]}" clean >/dev/null
    as_server_user "${make[@]}" all >/dev/null
}

# Installs into a copy of PostgreSQL, with which the script continues.
build_and_install() {
    local how="$top $PG_CONFIG ${make_options[*]}"
    # What .ci/run has built for its steps, if this one would build the same.
    if [ -n "${BUILT:-}" ] && [ "$(cat "$BUILT/how" 2>/dev/null)" = "$how" ]; then
        cp -a "$BUILT"/{postgres,src} "$work"
        PG_CONFIG=$work/postgres$bindir/pg_config
        bindir=$(pg bindir)
        return
    fi
    copy_postgres postgres
    build
    as_server_user make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "${make_options[@]}" install >/dev/null
    say "$how" >"$work/how"
}

# Writes the extension of the edition in SQL to where CREATE EXTENSION finds it.
# Creating it does not require a superuser.
write_sql_edition() {
    local extensions=$1 name=sequential_uuids version
    version=$(sed -n "s/^default_version = '\(.*\)'$/\1/p" "$top/$name.control")
    install -m 644 "$top/sql-only/$name.sql" "$extensions/$name--$version.sql"
    # The script that creates it also updates it.
    install -m 644 "$top/sql-only/$name.sql" "$extensions/$name--$version--next.sql"
    sed -e '/^module_pathname/d' -e 's/^relocatable = true/relocatable = false/' \
        -e 's/^trusted = true/superuser = false/' "$top/$name.control" >"$extensions/$name.control"
    # Advice is in SQL anyway.  The path to the tree may have blanks, which make takes for several files.
    ln -sfn "$top" "$work/tree"
    make -s -C "$work" -f "$work/tree/Makefile" advice
    install -m 644 "$top"/advice/*.control "$work"/advice/sequential_uuids_advice--*.sql "$extensions"
}

# A busy machine starts servers slowly.
export PGCTLTIMEOUT=${PG_TEST_TIMEOUT_DEFAULT:-180}

# start_server [SETTING...]: with settings as NAME=VALUE, and with $initdb_options.
initdb_options=(--no-locale)
start_server() {
    as_server_user "$bindir/initdb" --pgdata="$work/data" --username=postgres --auth-local=trust \
        --auth-host=scram-sha-256 --encoding=UTF8 "${initdb_options[@]}" --no-sync >"$work/initdb.log" 2>&1 ||
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

psql() { "$bindir/psql" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$@"; }
