# shellcheck shell=bash
#
# Runs parts of the checks, each a command of its own, and sums them up in a table.

. "$(dirname "${BASH_SOURCE[0]}")/requirements.sh"

# What makes a part smaller, which would then count as if all of it had passed.
for variable in ONLY LEFT_OUT MATCHING NOT_MATCHING PAGE CALLS ROWS; do
    [ -z "${!variable:-}" ] || die "unset $variable: the parts run whole"
done

# Ends the part that is running, and waits until it has cleaned up.
end_parts() {
    local jobs
    trap '' INT TERM
    mapfile -t jobs < <(jobs -p)
    [ ${#jobs[@]} = 0 ] || kill -TERM "${jobs[@]}" 2>/dev/null || true
    wait
}

# open_table DIRECTORY: where the outputs and the results of the parts go.
open_table() {
    parts=$1
    mkdir -p "$parts"
    touch "$parts/table" "$parts/skips"
    trap end_parts EXIT
    # For scripts/lib/meter.
    require python
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
        sed -i "/^${name//\//\\/}|/d" "$parts/table" "$parts/skips"
        say "$name|$seconds|$result" >>"$parts/table"
        sed -n "s|^Skipped: |$name\||p" "$log" >>"$parts/skips"
        say "[$(date +%T)] $name: $seconds s, $result"
        [[ $result != failed* ]] || sed "s/^/  /" "$log"
    } 9>"$parts/lock"
}

# result_of LOG STATUS: the result in words, with the number of tests that suites have counted.
result_of() {
    local tests
    tests=$(sed -n 's/^Suite .*: \([0-9]*\) tests, .*/\1/p' "$1" | paste -sd +)
    case $2 in
        0) say "passed${tests:+, $((tests)) tests}" ;;
        77) say skipped ;;
        *) say "failed, exit status $2" ;;
    esac
}

# close_table: prints what the parts have used and said, and which tests were skipped and
# why; the last line counts results.  Returns whether no part failed.
close_table() {
    say "" "$(printf '%-52s %7s  %s' part seconds result)"
    awk -F '|' '{ printf "%-52s %7d  %s\n", $1, $2, $3; all += $2 } END { printf "%-52s %7d\n", "all", all }' \
        "$parts/table"
    [ ! -s "$parts/skips" ] || say "" "Skipped, which t/allowed_skips allows:"
    sed 's/^/  /; s/|/: /' "$parts/skips"
    say ""
    awk -F '|' '{ n[substr($3, 1, 6)]++ }
        END { printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skippe"] }' "$parts/table"
    ! grep -q '|failed' "$parts/table"
}

# Writes the page doc/dev/long-level.md about the table: each part, its result, and what it skipped.
page_of_table() {
    say '# The long level of the checks' '' \
        "\`scripts/test --long\` last ran as a whole on $(date -u +%F), at commit" \
        "\`$(git rev-parse --short=12 HEAD)\`, with \`SEED=$SEED\` and PostgreSQL $(pg version | cut -d ' ' -f 2)." \
        "Seconds are those of processor time." '' \
        '| part | seconds | result | skipped |' '|---|---|---|---|'
    awk -F '|' 'FILENAME == ARGV[1] { sub(/: .*/, "", $2); skips[$1] = skips[$1] (skips[$1] ? ", " : "") $2; next }
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

# second_level [PART...]: runs these parts, by default all, that have not passed yet.
second_level() {
    local part chosen=("$@")
    cd "$top"
    require server
    open_table "$(state_of_commit)"
    # One seed for all parts, also after an interruption.
    [ -s "$parts/seed" ] || say "${SEED:-$((RANDOM * 32768 + RANDOM))}" >"$parts/seed"
    SEED=$(cat "$parts/seed") && export SEED
    say "Results are in $parts.  SEED=$SEED"
    [ $# != 0 ] || mapfile -t chosen < <(list_parts 'long|weekly')
    for part in "${chosen[@]}"; do
        if grep -q "^$part|[0-9]*|passed" "$parts/table"; then
            say "$part: has passed"
        else
            # shellcheck disable=SC2086 # a command with its arguments
            run_part "$part" $part
        fi
    done
    [ $# != 0 ] || { page_of_table >"$parts/long-level.md" && say "For doc/dev: $parts/long-level.md"; }
    close_table
}
