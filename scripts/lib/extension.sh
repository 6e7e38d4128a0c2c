# shellcheck shell=bash
#
# Builds the extension outside of the tree, and installs it.

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

build_and_install() {
    local as_installer=()
    if [ ! -w "$(pg pkglibdir)" ] || [ ! -w "$(pg sharedir)/extension" ]; then
        command -v sudo >/dev/null ||
            die "no permission to install into $(pg pkglibdir), and no sudo; run this script as root"
        as_installer=(sudo)
    fi
    build
    "${as_installer[@]}" make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "${make_options[@]}" install >/dev/null
}

# Writes the extension of the edition in SQL to where CREATE EXTENSION finds it.
# Creating it does not require a superuser.
write_sql_edition() {
    local extensions=$1 name=sequential_uuids version
    version=$(sed -n "s/^default_version = '\(.*\)'$/\1/p" "$top/$name.control")
    cp "$top/sql-only/$name.sql" "$extensions/$name--$version.sql"
    # The script that creates it also updates it.
    cp "$top/sql-only/$name.sql" "$extensions/$name--$version--next.sql"
    sed -e '/^module_pathname/d' -e 's/^relocatable = true/relocatable = false/' \
        -e 's/^trusted = true/superuser = false/' "$top/$name.control" >"$extensions/$name.control"
    # Advice is in SQL anyway.
    cp "$top/advice/sequential_uuids_advice.control" "$top/advice/sequential_uuids_advice--1.0.sql" "$extensions"
}
