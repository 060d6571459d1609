# Ways in which programs are written, each a function of one source file. In front of each stands what numbers of ranks it takes; inputs and targets are by
# that. Compiled without optimisation and with some of it; all events are to be the same. For the scripts that have such a file.

# variant FILE WAY OPTIMISATION "INPUTS" TARGET..: what scaladiff says at each target.
variant() {
    local name=$2$3 p inputs=()
    smpicc "$3" -Wno-unused-function -DWAY="$2" "$SX_SOURCE/tests/full/$1.c" -o "$name"
    for p in $4 "${@:5}"; do
        scalatrace --smpi "$p" -o "$name.$p" -- "./$name" >&2
    done
    for p in $4; do
        inputs+=("$name.$p")
    done
    for p in "${@:5}"; do
        scalaextrap "${inputs[@]}" --target "$p" -o extrapolated >&2 || :
        scaladiff extrapolated "$name.$p" | tail -n 1 || :
    done
    rm -f "$name"* extrapolated*
}

# way FILE NAME "INPUTS" "TARGETS"
way() {
    local said figure
    said=$(variant "$1" "$2" -O0 "$3" $4; variant "$1" "$2" -O1 "$3" $4)
    figure=$(awk '$1 == "same:" { same++; events += $2 } END { printf "%d events, all of them in %d of %d predictions", events, same, NR }' <<<"$said")
    result "$2 from $3 to $4" "$(verdict grep -q ' \([0-9]*\) of \1 predictions' <<<"$figure")" "$figure" \
        "smpicc -O1 -DWAY=$2 tests/full/$1.c; scalatrace --smpi; scalaextrap"
}

# ways FILE: "NAME RANKS" of each.
ways() {
    sed -n '/^\/\* [a-z ]* \*\/$/{N;s/^\/\* \(.*\) \*\/\nstatic void \([a-z_]*\)(void)$/\2 \1/p}' "$SX_SOURCE/tests/full/$1.c"
}
