# shellcheck shell=bash
#
# Builds the extension outside of the tree, and installs it into a copy of PostgreSQL.

. "$(dirname "${BASH_SOURCE[0]}")/postgresql.sh"

# copy_tree DIRECTORY [NAME...]: copies the tree without these names, and without
# anything built or installed in it.
copy_tree() {
    local to=$1
    shift
    mkdir -p "$to"
    tar -C "$top" --exclude={.venv,.mypy_cache,.ruff_cache,node_modules,target} \
        --exclude=./{examples/go/bin,examples/node/generated,playground/dist} "${@/#/--exclude=}" -cf - . |
        tar -C "$to" --no-same-owner -xf -
}

# Builds in a copy, $work/src, so that the tree stays as it is and the server's user can
# read the files.  Leaves the copy for the tests.
make_options=(COPT=)
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
    copy_postgres postgres
    build
    as_server_user make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "${make_options[@]}" install >/dev/null
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
    # Advice is in SQL anyway.
    make -s -C "$work" -f "$top/Makefile" advice
    install -m 644 "$top"/advice/*.control "$work"/advice/sequential_uuids_advice--*.sql "$extensions"
}
