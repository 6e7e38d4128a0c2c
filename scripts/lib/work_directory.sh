# shellcheck shell=bash
#
# A temporary directory, removed at exit with all servers in it.

. "$(dirname "${BASH_SOURCE[0]}")/requirements.sh"

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
    [ ! -e "$work" ] || echo "left behind: $work" >&2
}
