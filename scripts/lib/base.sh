# shellcheck shell=bash disable=SC2034 # for the scripts
#
# What every script begins with: strict errors, messages, and an environment that leads
# to no other server.  Each file here sources what it builds on, so a script sources only
# the one that it needs: base, requirements, work_directory, postgresql, extension,
# server, suites, in this order; parts builds on requirements.

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

# finds_nothing COMMAND...: succeeds if this grep finds nothing; ends the script if grep cannot look.
finds_nothing() {
    local status=0
    "$@" || status=$?
    [ "$status" -le 1 ] || die "cannot look for it: $*"
    [ "$status" = 1 ]
}

# Prints the paths of the reports that `scripts/bench --report` makes of raw data in the repository.
published_reports() { git -C "$top" ls-files 'bench/results/*/runs.jsonl.xz' | sed 's/runs\.jsonl\.xz$/report.html/'; }

# allowed_skip REASON: prints why t/allowed_skips allows a skip for this reason; fails if it does not.
allowed_skip() {
    local pattern why
    while IFS='|' read -r pattern why; do
        # shellcheck disable=SC2053 # a pattern
        [[ $pattern == '#'* || $1 != $pattern ]] || { say "$why" && return; }
    done <"$top/t/allowed_skips"
    return 1
}

# skip REASON: ends a check that cannot run here, with exit status 77 if that is allowed.
skip() {
    local why
    why=$(allowed_skip "$1") || die "skipped, which t/allowed_skips does not allow: $1"
    say "Skipped: $1: $why"
    exit 77
}

# The caller's connection settings must not lead to another server.
for variable in "${!PG@}"; do
    [[ $variable =~ ^PG_(CONFIG$|TEST_) ]] || unset "$variable"
done
export LC_ALL=C.UTF-8
