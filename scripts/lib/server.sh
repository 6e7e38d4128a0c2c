# shellcheck shell=bash
#
# A private PostgreSQL server in the work directory.

. "$(dirname "${BASH_SOURCE[0]}")/extension.sh"

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
