# For the measurements of this folder: the executable files in it, which ./check --full runs one by one
# and ./check --full NAME alone. Each runs in an empty folder of its own, with
#   SX_SOURCE   the root of the source tree
#   SX_BUILD    the build that is measured: $SX_BUILD/tools/scalaextrap ..
#   SX_TRUTH    optional: a folder that keeps the listings of simulated runs
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

# truth RANKS LISTING PROGRAM ARGUMENT..: what an observer sees of the program (a C file, or an executable that was
# linked with it) at that scale under simulated MPI. Where SX_TRUTH names a folder, listings are kept
# in it, named after all that they depend on, since large ones take a quarter of an hour.
truth() {
    local ranks=$1 listing=$2 program=$3 key kept=
    shift 3
    if [ -n "${SX_TRUTH-}" ]; then
        key=$({ sha256sum <"$program" && printf '%s\n' "$@" &&
            cat "$SX_SOURCE"/tests/observer/* "$SX_SOURCE/tests/truth/run-smpi"; } | sha256sum | head -c 16)
        kept=$SX_TRUTH/$(basename "$program")-$ranks-$key.gz
        [ ! -f "$kept" ] || { gzip -dc "$kept" >"$listing"; return; }
    fi
    "$SX_SOURCE/tests/truth/run-smpi" -o "$listing" "$ranks" "$program" "$@" >&2 || return
    [ -z "$kept" ] || { gzip -c "$listing" >"$kept.part" && mv "$kept.part" "$kept"; }
}

# compare_listings LISTING TRUTH [MASKED]: four numbers: events of the longer listing, those that are the same but
# perhaps for their bytes, those that are wholly the same, and those whose wrong bytes stand in MASKED too.
# All in the form of `scalastat --events`, ranks in order; MASKED has the lines of LISTING.
compare_listings() {
    local n
    if cmp -s "$1" "$2"; then
        n=$(wc -l <"$1")
        printf '%s\t%s\t%s\t0\n' "$n" "$n" "$n"
        return
    fi
    awk -F'\t' -v OFS='\t' -v truth="$2" -v masked="${3-}" '
        function next_true() { # its rank to `rank`, beyond all at the end
            rank = getline wanted < truth > 0 ? wanted + 0 : 2 ^ 53
            events_true += rank < 2 ^ 53
        }
        BEGIN { next_true() }
        {
            whole = $0
            if (masked != "")
                getline other < masked
            while (rank < $1 + 0)
                next_true()
            if (rank > $1 + 0)
                next # more events of this rank than there truly are
            if (whole == wanted) {
                same++
                exact++
            } else {
                split(wanted, field)
                $4 = field[4]
                if ($0 == wanted) {
                    same++
                    believed += masked != "" && other == whole
                }
            }
            next_true()
        }
        END {
            while (rank < 2 ^ 53)
                next_true()
            print (NR > events_true ? NR : events_true), same + 0, exact + 0, believed + 0
        }' "$1"
}

# show_exact "INPUT.." "TARGET.." NAME EXAMPLE ARGUMENT..: extrapolates the traces to each target, and compares every event
# with what an observer saw of the example at that target under simulated MPI. Exact means every one.
show_exact() {
    local inputs=$1 targets=$2 name=$3 example=$4 target command events whole
    shift 4
    for target in $targets; do
        command="scalaextrap ${inputs//"$SX_SOURCE/"/} --target $target; "
        command+="tests/truth/run-smpi $target $example $*"
        if ! truth "$target" truth "$SX_SOURCE/$example" "$@"; then
            result "$name to $target" fail "the program itself failed" "$command"
        elif ! extrapolate "$target" extrapolated $inputs ||
            ! scalastat --events extrapolated >listing 2>>message; then
            result "$name to $target" fail "no events: $(tail -n 1 message)" "$command"
        else
            read -r events _ whole _ < <(compare_listings listing truth)
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

# mask TRACE MASKED: the trace with another number for every size that is not labelled proved.
mask() {
    python3 -c '
import re, sys
label = r" !(?:proved|exact|fitted|refused)\b"
size = re.compile(rf"\b(r?counts?)=((?:(?!{label}).)*) !(exact|fitted|refused)\b")
for line in open(sys.argv[1]):
    print(size.sub(r"\1={1000003} !exact", line), end="")' "$1" >"$2"
}

# show_but_sizes NAME TARGET COMMAND INPUT..: extrapolates to the target and compares with the listing `truth`: every event of every
# rank but for its bytes; how many bytes are right too; and that no wrong ones are labelled proved.
show_but_sizes() {
    local what=$1 target=$2 line=$3 events same exact believed proved
    shift 3
    if ! extrapolate "$target" extrapolated "$@" ||
        ! { scalastat --events extrapolated >listing && mask extrapolated masked &&
            scalastat --events masked >masked-listing; } 2>>message; then
        result "$what" fail "no events: $(tail -n 1 message)" "$line"
        return
    fi
    read -r events same exact believed < <(compare_listings listing truth masked-listing)
    proved=$(sed -n 's/^values: //p' summary)
    result "$what: order, operations, peers, tags" \
        "$(verdict [ "$events" -gt 0 -a "$same" -eq "$events" ])" "$same of $events events" "$line"
    result "$what: bytes" pass "$exact of $events events wholly the same; values: ${proved%%;*}" "$line"
    result "$what: no wrong bytes are labelled proved" "$(verdict [ "$believed" -eq 0 ])" \
        "$believed events" "$line"
    rm -f listing masked-listing
}
