# shellcheck shell=bash disable=SC2034 # for the scripts
#
# What every script begins with: strict errors, messages, and an environment that leads
# to no other server.  Each file here sources what it builds on, so a script sources only
# the one that it needs: base, requirements, work_directory, postgresql, extension,
# server, suites, in this order.

set -Eeuo pipefail
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'printf "%s: failed: %s (line %s)\n" "${0##*/}" "$BASH_COMMAND" "$LINENO" >&2' ERR

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
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
