# shellcheck shell=bash
#
# Runs suites of tests, some tests left out, and sums up what each said.

. "$(dirname "${BASH_SOURCE[0]}")/server.sh"

# Tests that do not apply to the edition in SQL, and why.
# shellcheck disable=SC2034 # for the scripts
not_in_sql='
install|its objects are those of the extension in C; t/pgtap/sql_only.sql compares the functions and labels
opaque|opaque keys need C
names|its names are those of the extension in C
v7_node|nodes need C
from_v1|conversions of version 1 need C
v7_order|SQL has no state that is safe in parallel and survives a rollback: keys of one tick are in no order
upgrade|the edition in SQL has only one version
sql_only|it compares both editions, and runs with the one in C
'

# leave_out TABLE: adds the tests of a table like not_in_sql to $left_out.
left_out=()
leave_out() {
    local name reason
    while IFS='|' read -r name reason; do
        [ -n "$name" ] || continue
        [ -n "$(find "$top/sql" "$top/t" -name "$name.sql" -o -name "$name.pl")" ] ||
            die "no such test to leave out: $name"
        left_out+=("$name")
        say "Left out: $name: $reason"
    done <<<"$1"
}

# Removes the TAP and pgTAP tests that are left out, or not among $ONLY, from a copy of
# the tree.
remove_left_out() {
    local file name
    for name in ${ONLY:-}; do
        [ -e "t/$name.pl" ] || [ -e "t/pgtap/$name.sql" ] || die "no such test to run: $name"
    done
    for file in t/*.pl t/pgtap/*.sql; do
        name=$(basename "${file%.*}")
        [[ " ${left_out[*]} " != *" $name "* && " ${ONLY:-$name} " == *" $name "* ]] || rm "$file"
    done
}

# Whether a suite has to run: with $ONLY, only if some of its files are left.
is_chosen() { [ -z "${ONLY:-}" ] || [ -e "$1" ]; }

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
    counts=$(sed -nE -e 's/^[ #]*((All|[0-9]+ of) [0-9]+ tests .*[a-z])\.? *$/\1/p' \
        -e 's/^(Files=[0-9]+, Tests=[0-9]+).*/\1/p' "$work/suite.out" | paste -sd ';')
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
