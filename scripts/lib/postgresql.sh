# shellcheck shell=bash
#
# A PostgreSQL in the work directory, so that nothing is ever installed into the one that
# others use, or for a server that was built in another way: sets $PG_CONFIG and $bindir.

. "$(dirname "${BASH_SOURCE[0]}")/work_directory.sh"

# copy_postgres NAME: continues with a copy of PostgreSQL, in $work, unless it is there already.
# PostgreSQL finds its directories relative to its programs, so these use the copy.
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
    PG_CONFIG=$copy$bindir/pg_config
    bindir=$(pg bindir)
    chown -R "$server_user" "$copy"
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
        mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null |
            head -n 1) || true
        [ -n "$mirror" ] || die "the host is not Debian"
        say "deb-src [signed-by=$keys] ${mirror% } $1 main" >>apt/sources/all.list
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
