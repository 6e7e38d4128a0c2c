# shellcheck shell=bash
#
# Selects tests by what their first lines say, runs suites of them, and sums up what each
# said.

. "$(dirname "${BASH_SOURCE[0]}")/server.sh"

# What that line can say; CONTRIBUTING.md explains it.
runs='^runs: (every|long)(; (majors: all|edition in SQL: (yes|(no|only), [^;]+)|sanitizers: yes'
runs+='|architectures: all|JIT: [0-9]+|mutants: yes))*$'
# Patterns of it, all of which or none of which a selected test matches.
wanted=("${MATCHING:-^}")
unwanted=("${NOT_MATCHING:-^$}")

# runs_of FILE: prints that line, without what makes it a comment.
runs_of() {
    local line
    line=$(sed -nE '1,4{ s/^(--|#|\/\*) (runs:.*)/\2/; T; s/ *\*\/$//; p; q; }' "$1")
    [[ $line =~ $runs ]] || die "$1 does not say when it runs: begin it with a comment such as" \
        '"runs: every; majors: all", as CONTRIBUTING.md explains' "${line:+(it says \"$line\")}"
    [[ $1 != @(sql|t/pgtap)/* || $line == *'edition in SQL: '* ]] ||
        die "$1 does not say whether it is for the edition in SQL, too:" \
            "add \"edition in SQL: yes\" or \"no, REASON\", as CONTRIBUTING.md explains"
    say "$line"
}

# is_selected NAME LINE: all tests of pg_regress need "helpers".
is_selected() {
    local pattern
    [ "$1" != helpers ] || return 0
    [[ " ${LEFT_OUT:-} " != *" $1 "* && " ${ONLY:-$1} " == *" $1 "* ]] || return 1
    for pattern in "${wanted[@]}"; do [[ $2 =~ $pattern ]] || return 1; done
    for pattern in "${unwanted[@]}"; do [[ ! $2 =~ $pattern ]] || return 1; done
}

# select_tests: in a copy of the tree, removes all tests that are not selected, except
# those of pg_regress, for which it sets $regress and $left_out.
regress=() left_out=()
select_tests() {
    local file name line names=' ' selected=' ' removed=()
    for file in sql/*.sql specs/*.spec t/unit/*_test.c t/*.pl t/pgtap/*.sql; do
        [ -f "$file" ] || continue
        name=$(basename "${file%.*}")
        names+="$name "
        line=$(runs_of "$file")
        if is_selected "$name" "$line"; then
            selected+="$name "
            [[ $file != sql/* ]] || regress+=("$name")
        else
            removed+=("$name")
            [[ $file == sql/* ]] || rm "$file"
            [[ $file != sql/* ]] || left_out+=("$name")
        fi
    done
    for name in ${LEFT_OUT:-} ${ONLY:-}; do
        [[ $names == *" $name "* ]] || die "there is no test $name"
    done
    for name in ${ONLY:-}; do
        [[ $selected == *" $name "* ]] ||
            die "the first line of $name says that it does not run here (\"runs: long\" needs --more)"
    done
    say "Not selected: ${removed[*]:-none}"
}

# Seconds that a suite may take, to end what hangs, not what is slow.  A multiple of
# PostgreSQL's own variable, after which a test stops waiting.
longest=$((40 * ${PG_TEST_TIMEOUT_DEFAULT:-180}))
failed_suites=''

# run_suite NAME COMMAND...: a suite in which no test runs, or one is skipped without being
# allowed to, has failed.
run_suite() {
    local name=$1 status=0 tests
    shift
    say "" "== $name"
    # A generator that never returned would ignore statement_timeout, too.
    # Run it in the background, so that a signal ends the wait and then the suite.
    "${as_server_user[@]}" timeout --kill-after=10 "$longest" "$@" >"$work/suite.out" 2>&1 &
    wait $! || status=$?
    cat "$work/suite.out"
    # What pg_regress, pg_isolation_regress and prove say at their ends.
    tests=$(sed -nE -e 's/^[ #]*(All|[0-9]+ of) ([0-9]+) tests .*/\2/p' \
        -e 's/^Files=[0-9]+, Tests=([0-9]+),.*/\1/p' "$work/suite.out" | paste -sd +)
    sum_up_skips "$name" || status=1
    [ "$((tests))" != 0 ] || status=1
    say "Suite $name: $((tests)) tests, $([ "$status" = 0 ] && echo passed || echo FAILED)" >>"$work/summary"
    [ "$status" = 0 ] || failed_suites+="${failed_suites:+, }$name"
}

# Part of run_suite: notes each reason for a skip once; returns whether all are allowed.
sum_up_skips() {
    local reason why status=0
    while IFS= read -r reason; do
        if why=$(allowed_skip "$reason"); then
            say "Skipped: $1: $reason: $why" >>"$work/summary"
        else
            say "Skipped, which t/allowed_skips does not allow: $1: $reason" >>"$work/summary"
            status=1
        fi
    done < <(sed -nE -e 's/^ *ok [0-9]+.*# *skip *//Ip' -e 's/.*\.\. skipped: //p' "$work/suite.out" | sort -u)
    return "$status"
}

# run_suites: those of which tests are selected, in $work/src.
more_pgtap=()
run_suites() {
    local make=(make -s PG_CONFIG="$PG_CONFIG" "${make_options[@]}") reason why
    ! compgen -G 't/unit/*_test.c' >/dev/null || run_suite 'unit (cmocka)' "${make[@]}" unitcheck
    if [ ! -e "$(dirname "$(pg pgxs)")/../test/isolation/pg_isolation_regress" ]; then
        reason='this PostgreSQL comes without pg_isolation_regress'
        why=$(allowed_skip "$reason") || die "not allowed to skip: $reason"
        say "Skipped: specs/: $reason: $why" >>"$work/summary"
    fi
    if [ "${regress[*]:-helpers}" != helpers ] || compgen -G 'specs/*.spec' >/dev/null; then
        run_suite pg_regress "${make[@]}" installcheck TAP_TESTS= LEFT_OUT="${left_out[*]}"
    fi
    cat regression.diffs output_iso/regression.diffs 2>/dev/null || true
    # Most of them wait more than they compute.
    ! compgen -G 't/*.pl' >/dev/null || run_suite 'TAP (own servers)' "${make[@]}" installcheck REGRESS= \
        PROVE_FLAGS='--timer --directives --jobs 3'
    [ -z "$failed_suites" ] || find tmp_check/log -name '*.log' -exec tail -n 20 {} + 2>/dev/null || true
    ! compgen -G 't/pgtap/*.sql' >/dev/null ||
        run_suite pgTAP pg_prove --verbose --timer --psql-bin "$bindir/psql" t/pgtap/*.sql "${more_pgtap[@]}"
}

# sum_up WHERE: prints what each suite said; exits with 1 if one failed.
sum_up() {
    say "" "== Summary, $1"
    cat "$work/summary"
    [ -z "$failed_suites" ] || die "failed: $failed_suites"
}
