# What tests/full/forecasts and tests/full/heldout share: run times that `scalaextrap --summary` predicts, beside those of simulated runs. Sourced behind known.sh.
# SX_FORECASTS may name some programs; SX_KNOWN a folder that keeps traces and times. NPB_SMPI names a folder with cg.W.x .. as smpif90 makes them,
# which Debian does not have.
# forecast FILE TARGET INPUT..: value, low and high in seconds, to the file.
forecast() {
    local file=$1 target=$2 status=0
    shift 2
    scalaextrap --summary --json --no-match "$@" --target "$target" -o t >summary.json 2>message || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || return 1
    python3 -c 'import json
t = json.load(open("summary.json"))[0]["forecast"]["time_ns"]
print(*("%.4g" % (t[k] / 1e9) if t[k] is not None else "inf" for k in ("value", "low", "high")))' >"$file"
}

# alone TIMES TARGET SELECT TRUE FILE: the error of a model of run times alone, in %, to the end of the file.
alone() {
    scalafit --select "$3" --at "$2" "$1" | awk -v t="$4" 'NR == 2 { e = 100 * ($4 / t - 1); print (e < 0 ? -e : e), e }' >>"$5"
}

# spread FILE: the median and the 95th percentile of its first column, and how many lines there are.
spread() {
    sort -n "$1" | awk '{ e[NR] = $1 }
        END { printf "%.2f %.2f %d\n", (e[int((NR + 1) / 2)] + e[int(NR / 2) + 1]) / 2, e[int(0.95 * NR) + (0.95 * NR > int(0.95 * NR))], NR }'
}

# show NAME "LAW.." "RANKS of inputs" "RANKS of targets" PROGRAM ARGUMENT..
show() {
    local name=$1 laws=$2 inputs=$3 targets=$4 tag ranks value low high true input
    shift 4
    [ -z "${SX_FORECASTS-}" ] || [[ " $SX_FORECASTS " == *" $name "* ]] || return 0
    for tag in $laws; do
        input=()
        for ranks in $inputs; do
            run "$name" "$tag" "$ranks" recorded "$@" && input+=("$kept/$name.$tag.$ranks")
        done
        {
            printf 'PARAMETER p\nPOINTS %s\nREGION run\nMETRIC time\n' "$inputs"
            for ranks in $inputs; do
                echo "DATA $(cat "$kept/$name.$tag.$ranks.time")"
            done
        } >run_times
        for ranks in $targets; do
            if ! run "$name" "$tag" "$ranks" plain "$@" || ! forecast said "$ranks" "${input[@]}"; then
                result "$name, law $tag, at $ranks" fail "no run, or no forecast: $(tail -n 1 message)" ""
                continue
            fi
            read -r value low high <said
            true=$(cat "$kept/$name.$tag.$ranks.time")
            awk -v v="$value" -v l="$low" -v h="$high" -v t="$true" \
                'BEGIN { e = 100 * (v / t - 1); print (e < 0 ? -e : e), (l + 0 <= t && (h == "inf" || t <= h + 0)), e }' >>errors
            alone run_times "$ranks" default "$true" by_default
            alone run_times "$ranks" paper "$true" by_curves
            result "$name, law $tag, at $ranks" "$(verdict awk "BEGIN { exit !($(tail -n 1 errors | cut -d' ' -f1) <= 10) }")" \
                "$(tail -n 1 errors | awk '{ printf "%+.1f %%", $3 }') of $true s, said $low to $high; run times alone $(tail -n 1 by_default | awk '{ printf "%+.1f %%", $2 }'), by four curves $(tail -n 1 by_curves | awk '{ printf "%+.1f %%", $2 }')" \
                "scalaextrap --summary $name.$tag.{${inputs// /,}} --target $ranks"
        done
    done
}

# npb CODE "LAW.." "RANKS of inputs" "RANKS of targets"
npb() {
    local code=$1
    shift
    if [ -n "${NPB_SMPI-}" ]; then
        show "$code" "$@" "$NPB_SMPI/$code.x"
    else
        result "$code" skip "not in Debian: set NPB_SMPI" ""
    fi
}

# show_all NAME: over all, where half of the errors are at most 3 %, and 19 of 20 at most 10 %.
show_all() {
    local median most n default_median default_most curves_median curves_most
    read -r median most n < <(spread errors)
    read -r default_median default_most _ < <(spread by_default)
    read -r curves_median curves_most _ < <(spread by_curves)
    result "all" "$(verdict awk "BEGIN { exit !($n > 0 && $median <= 3 && $most <= 10) }")" \
        "$n forecasts: median $median %, 95th percentile $most %; $(awk '{ n += $2 } END { print n + 0 }' errors) in their intervals; run times alone $default_median and $default_most %, by four curves $curves_median and $curves_most %" \
        "tests/full/$1"
}

: >errors && : >by_default && : >by_curves
powers="4 8 16 32 64" squares="4 9 16 25 36 49 64"
