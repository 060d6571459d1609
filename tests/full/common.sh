# For the measurements of this folder: the executable files in it, which ./check --full runs one by one
# and ./check --full NAME alone. Each runs in an empty folder of its own, with
#   SX_SOURCE   the root of the source tree
#   SX_BUILD    the build that is measured: $SX_BUILD/tools/scalaextrap ..
# and prints a line of results for each thing it shows, with `result`. What it says to a person goes to stderr.
# Sourced by `. "$SX_SOURCE/tests/full/common.sh"`.
set -euo pipefail
PATH=$SX_BUILD/tools:$PATH
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# result NAME pass|fail|skip FIGURE COMMAND: the figure measured (for a skip: why), and the command that
# repeats it. A skip counts as a failure unless it says "not in Debian".
result() {
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4"
}

# verdict COMMAND..: pass or fail by its exit status.
verdict() {
    if "$@"; then echo pass; else echo fail; fi
}

# record RANKS TRACE PROGRAM ARGUMENT..: runs it under Open MPI and the recorder; its output goes to stderr.
record() {
    local ranks=$1 trace=$2
    shift 2
    mpirun --oversubscribe -np "$ranks" scalatrace -o "$trace" -- "$@" >&2
}

# compare_events TRACE TRACE: three numbers: events of the longer listing, those that are the same but
# perhaps for their bytes, and those that are wholly the same.
compare_events() {
    scalastat --events "$1" >listing.1
    scalastat --events "$2" >listing.2
    compare_listings listing.1 listing.2
    rm -f listing.1 listing.2
}

# compare_listings LISTING LISTING: the same for two files in the form of `scalastat --events`, which
# may list the ranks in any order, but the events of a rank in theirs.
compare_listings() {
    local n
    if cmp -s "$1" "$2"; then # as it should be: nothing to keep in memory
        n=$(wc -l <"$1")
        printf '%s\t%s\t%s\n' "$n" "$n" "$n"
        return
    fi
    awk -F'\t' -v OFS='\t' '
        FNR == 1 { file++ }
        { number = ++n[file, $1]; whole = $0; $4 = "" }
        file == 1 { wanted[$1, number] = whole; part[$1, number] = $0; first++; next }
        { second++; sized += whole == wanted[$1, number]; same += $0 == part[$1, number] }
        END { print (first > second ? first : second) + 0, same + 0, sized + 0 }' "$1" "$2"
}

# show_exact "INPUT.." "TARGET.." NAME EXAMPLE ARGUMENT..: extrapolates the traces to each target, and compares every event
# with what an observer saw of the example at that target under simulated MPI. Exact means every one.
show_exact() {
    local inputs=$1 targets=$2 name=$3 example=$4 target command events whole
    shift 4
    for target in $targets; do
        command="scalaextrap ${inputs//"$SX_SOURCE/"/} --target $target; "
        command+="tests/truth/run-smpi $target $example $*"
        if ! "$SX_SOURCE/tests/truth/run-smpi" -o truth "$target" "$SX_SOURCE/$example" "$@" >&2; then
            result "$name to $target" fail "the program itself failed" "$command"
        elif ! extrapolate "$target" extrapolated $inputs ||
            ! scalastat --events extrapolated >listing 2>>message; then
            result "$name to $target" fail "no events: $(tail -n 1 message)" "$command"
        else
            read -r events _ whole < <(compare_listings listing truth)
            result "$name to $target" "$(verdict [ "$events" -gt 0 -a "$whole" -eq "$events" ])" \
                "$whole of $events events" "$command"
        fi
    done
}

# extrapolate TARGET TRACE INPUT..: the summary goes to the file `summary`, errors and warnings to `message`.
# Refused values are no failure here.
extrapolate() {
    local status=0
    rm -f "$2"
    scalaextrap "${@:3}" --target "$1" -o "$2" >summary 2>message || status=$?
    cat summary message >&2
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}
