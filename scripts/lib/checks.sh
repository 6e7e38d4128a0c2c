# shellcheck shell=bash
#
# Suites of tests, selected by what their first lines say; and parts of the checks, each a command
# of its own.  Both are summed up.

. "$(dirname "${BASH_SOURCE[0]}")/server.sh"

# What that line can say; CONTRIBUTING.md explains it.
runs='^runs: (every|long)(; (majors: all|edition in SQL: (yes|(no|only), [^;]+)|sanitizers: yes'
runs+='|architectures: all|JIT: [0-9]+|mutants: yes))*$'
# Patterns of it, all of which or none of which a selected test matches.
wanted=("${MATCHING:-^}")
unwanted=("${NOT_MATCHING:-^$}")
# Those of scripts/test, and why a test does not run that one of them refuses.
every='^runs: every' in_sql='edition in SQL: (yes|only)' only_in_sql='edition in SQL: only'
declare -A why_not=(
    ["$every"]='it takes long, and runs with --more'
    ["$in_sql"]='it is not for the edition in SQL'
    ["$only_in_sql"]='it is for the edition in SQL alone, and runs with --sql-only'
)

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

# is_selected NAME LINE: all tests of pg_regress need "helpers".  Sets $refusal to what refuses the test.
is_selected() {
    [ "$1" != helpers ] || return 0
    refusal=LEFT_OUT
    [[ " ${LEFT_OUT:-} " != *" $1 "* && " ${ONLY:-$1} " == *" $1 "* ]] || return 1
    for refusal in "${wanted[@]}"; do [[ $2 =~ $refusal ]] || return 1; done
    for refusal in "${unwanted[@]}"; do [[ ! $2 =~ $refusal ]] || return 1; done
}

# select_tests: in a copy of the tree, removes all tests that are not selected, except
# those of pg_regress, for which it sets $regress and $left_out.
regress=() left_out=()
select_tests() {
    local file name line refusal names=' ' removed=()
    for file in sql/*.sql specs/*.spec t/unit/*_test.c t/*.pl t/pgtap/*.sql; do
        [ -f "$file" ] || continue
        name=$(basename "${file%.*}")
        names+="$name "
        line=$(runs_of "$file")
        if is_selected "$name" "$line"; then
            [[ $file != sql/* ]] || regress+=("$name")
        else
            [[ " ${ONLY:-} " != *" $name "* ]] ||
                die "$name does not run here: ${why_not[$refusal]:-$refusal} (its first line says \"$line\")"
            removed+=("$name")
            [[ $file == sql/* ]] || rm "$file"
            [[ $file != sql/* ]] || left_out+=("$name")
        fi
    done
    for name in ${LEFT_OUT:-} ${ONLY:-}; do
        [[ $names == *" $name "* ]] || die "there is no test $name"
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
    "${run_as[@]}" timeout --kill-after=10 "$longest" "$@" >"$work/suite.out" 2>&1 &
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
    done < <(sed -nE -e 's/^ *ok [0-9]+.*# *skip *//Ip' -e 's/^ *(not )?ok [0-9]+.*# *(todo .*)/\2/Ip' \
        -e 's/.*\.\. skipped: //p' "$work/suite.out" | sort -u)
    return "$status"
}

# run_suites: those of which tests are selected, in $work/src.
more_pgtap=()
run_suites() {
    local make=(make -s PG_CONFIG="$PG_CONFIG" "${make_options[@]}")
    ! compgen -G 't/unit/*_test.c' >/dev/null || run_suite 'unit (cmocka)' "${make[@]}" unitcheck
    if [ ! -e "$(dirname "$(pg pgxs)")/../test/isolation/pg_isolation_regress" ]; then
        note_skip 'this PostgreSQL comes without pg_isolation_regress' >>"$work/summary"
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
    grep -q '^Suite ' "$work/summary" || die "no test was selected"
    cat "$work/summary"
    [ -z "$failed_suites" ] || die "failed: $failed_suites"
}

# Ends the parts that are running, and waits until they have cleaned up.
end_parts() {
    local jobs
    trap '' INT TERM
    mapfile -t jobs < <(jobs -p)
    [ ${#jobs[@]} = 0 ] || kill -TERM "${jobs[@]}" 2>/dev/null || true
    wait
}

# Refuses variables that make a part smaller, which would then count as if all of it had passed.
refuse_smaller_parts() {
    local variable
    for variable in ONLY LEFT_OUT MATCHING NOT_MATCHING PAGE CALLS ROWS; do
        [ -z "${!variable:-}" ] || die "unset $variable: the parts run whole"
    done
}

# open_table DIRECTORY: where the outputs and the results of the parts go.
open_table() {
    refuse_smaller_parts
    parts=$1
    mkdir -p "$parts"
    touch "$parts/table" "$parts/skips"
    trap end_parts EXIT
}

# put_row NAME SECONDS RESULT: writes the part's row of the table, in place of an earlier one.
put_row() {
    local file
    for file in "$parts/table" "$parts/skips"; do
        NAME=$1 awk -F '|' '$1 != ENVIRON["NAME"]' "$file" >"$file.new"
        mv "$file.new" "$file"
    done
    say "$1|$2|$3" >>"$parts/table"
}

# run_part NAME COMMAND...: notes its seconds of processor time and its result; shows its
# output if it fails.  Parts may run at the same time.
run_part() {
    local name=$1 log=$parts/${1//[^[:alnum:]]/_} status=0 seconds result
    shift
    rm -f "$log.seconds"
    "$top/scripts/lib/meter" "$log.seconds" "$@" </dev/null >"$log" 2>&1 &
    wait $! || status=$?
    seconds=$(cat "$log.seconds" 2>/dev/null || echo 0)
    result=$(result_of "$log" "$status")
    {
        flock 9
        put_row "$name" "$seconds" "$result"
        sed -n "s|^Skipped: |$name\||p" "$log" >>"$parts/skips"
        say "[$(date +%T)] $name: $seconds s, $result"
        [[ $result != failed* ]] || sed "s/^/  /" "$log"
    } 9>"$parts/lock"
}

# queue_part NAME COMMAND...: the same in the background, as soon as fewer than two others run.
queued=''
queue_part() {
    [[ "$queued|" != *"|$1|"* ]] || die "there are two parts of this name: $1"
    queued+="|$1"
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
    # Its row until it has ended.
    { flock 9 && put_row "$1" 0 'failed, without an end'; } 9>"$parts/lock"
    (
        # A signal ends the part first.
        trap end_parts EXIT
        trap 'exit 143' TERM
        run_part "$@"
    ) &
}

# result_of LOG STATUS: the result in words, with the number of tests that suites have counted.
result_of() {
    local tests
    tests=$(sed -n 's/^Suite .*: \([0-9]*\) tests, .*/\1/p' "$1" | paste -sd +)
    case $2 in
        0) say "passed${tests:+, $((tests)) tests}" ;;
        77) if grep -q '^Skipped: ' "$1"; then say skipped; else say 'failed, skipped without a reason'; fi ;;
        *) say "failed, exit status $2" ;;
    esac
}

# close_table: waits for all parts, and prints what they have used and said, and which tests were skipped
# and why; the last line counts results.  Returns whether each part has passed, or was skipped.
close_table() {
    wait
    say "" "$(printf '%-52s %7s  %s' part seconds result)"
    awk -F '|' '{ printf "%-52s %7d  %s\n", $1, $2, $3; all += $2 } END { printf "%-52s %7d\n", "all", all }' \
        "$parts/table"
    [ ! -s "$parts/skips" ] || say "" "Skipped, which t/allowed_skips allows:"
    sed 's/^/  /; s/|/: /' "$parts/skips"
    say ""
    awk -F '|' '{ sub(/,.*/, "", $3); n[$3]++ }
        END { printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"]
              exit NR == 0 || n["passed"] + n["skipped"] != NR }' "$parts/table" || return 1
}

# Writes the page doc/dev/long-level.md about the table: each part, its result, and what it skipped.
page_of_table() {
    say '# The long level of the checks' '' \
        "What \`scripts/test --long\` and \`--weekly\` last found: on $(date -u +%F), at commit" \
        "\`$(git rev-parse --short=12 HEAD)\`, with \`SEED=$SEED\` and PostgreSQL $(pg version | cut -d ' ' -f 2)." \
        "Seconds are those of processor time." '' \
        '| part | seconds | result | skipped |' '|---|---|---|---|'
    awk -F '|' 'FILENAME == ARGV[1] {
            split($2, said, ": ")
            what = said[2]
            sub(/^the extension /, "", what)
            sub(/ is not available here$/, "", what)
            if (!seen[$1, what]++) { skips[$1] = skips[$1] (skips[$1] ? "; " : "") what }
            next
        }
        { printf "| `%s` | %d | %s | %s |\n", $1, $2, $3, skips[$1] }' "$parts/skips" <(sort "$parts/table")
}

# list_parts WHEN: prints the parts of the second level as commands.  A script says in its
# first lines when it runs, and with which arguments; WHEN is long, weekly, or a pattern.
list_parts() {
    local file
    for file in scripts/* t/checks/*/run; do
        [ ! -f "$file" ] || sed -nE "1,20s;^# runs: ($1)(: (.*))?\$;$file \3;p" "$file"
    done | sed 's/ $//' | while IFS= read -r file; do
        # A part for each client.
        [[ $file != *' clients/*' ]] || printf "${file%clients/\*}%s\n" clients/*/ | sed 's;/$;;'
        [[ $file == *' clients/*' ]] || say "$file"
    done
}

# Prints where to remember what has passed for this commit, with this PostgreSQL.
state_of_commit() {
    local commit
    if commit=$(git rev-parse HEAD 2>/dev/null) && [ -z "$(git status --porcelain)" ]; then
        say "${XDG_STATE_HOME:-$HOME/.local/state}/sequential_uuids/$commit/$(pg version | cut -d ' ' -f 2)"
    else
        mktemp -d
    fi
}

# second_level WHEN [PART...]: runs these parts, by default all of long or weekly, that have not passed yet.
second_level() {
    local part when=$1 chosen=("${@:2}")
    cd "$top"
    # Python for scripts/lib/meter.
    require server python
    open_table "$(state_of_commit)"
    # One seed for all parts, also after an interruption.  Parts of weekly share it, and the table.
    [ -s "$parts/seed" ] || say "${SEED:-$((RANDOM * 32768 + RANDOM))}" >"$parts/seed"
    SEED=$(cat "$parts/seed") && export SEED
    say "Results are in $parts.  SEED=$SEED"
    trap 'exit 143' TERM
    [ $# != 1 ] || mapfile -t chosen < <(list_parts "$when")
    for part in "${chosen[@]}"; do
        if grep -qE "^$part\|[0-9]+\|passed(,|$)" "$parts/table"; then
            say "$part: has passed"
        else
            # shellcheck disable=SC2086 # a command with its arguments
            queue_part "$part" $part
        fi
    done
    wait
    [ $# != 1 ] || { page_of_table >"$parts/long-level.md" && say "For doc/dev: $parts/long-level.md"; }
    close_table
}
