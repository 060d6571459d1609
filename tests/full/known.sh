# Simulated runs of which it is known what they compute: for the measurements of times in this folder. tests/truth/known_times.c says by which law, with KNOWN_LAW.
# Sourced behind common.sh, in the folder of the measurement.
simulator=(--cfg=smpi/simulate-computation:no --cfg=smpi/cpu-threshold:0)

# The functions that the recorder sees, but for those that begin a program or ask something.
{
    echo "WRAP(MPI_Finalize)"
    nm -D --defined-only "$SX_BUILD/src/record/libscalatrace-smpi.so" | awk '{ print "WRAP(" $3 ")" }' |
        grep -i '(mpi_' | grep -viE '\(mpi_(init|pcontrol|comm_rank|comm_size|wtime)'
} | sort -u >calls.h
gcc -O1 -fPIC -shared -I. -o known_times.so "$SX_SOURCE/tests/truth/known_times.c" -ldl -lm

# simulated RANKS PRELOAD PROGRAM ARGUMENT..: as scalatrace --smpi runs it; `links` may name another network.
links='bw="12.5GBps" lat="1us"'
simulated() {
    local ranks=$1 preload=$2 alltoall=ring
    shift 2
    [ $((ranks & (ranks - 1))) -ne 0 ] || alltoall=pair
    cat >platform.xml <<XML
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node-" suffix="" radical="0-$((ranks - 1))" speed="10Gf" $links
           loopback_bw="10GBps" loopback_lat="200ns"/>
</platform>
XML
    seq -f 'node-%.0f' 0 $((ranks - 1)) >hosts
    timeout 600 smpirun -np "$ranks" -platform platform.xml -hostfile hosts -wrapper "env LD_PRELOAD=$preload" \
        --log=root.thres:critical --cfg=smpi/privatization:dlopen --cfg=smpi/host-speed:10Gf \
        --cfg=smpi/alltoall:$alltoall --cfg=smpi/alltoallv:$alltoall "${simulator[@]}" "$@" >&2
}

# recorded RANKS PROGRAM ARGUMENT..: the trace t. scalatrace would have the recorder see calls before the computation.
recorded() (
    set -a
    eval "$(scalatrace --print-env -o t | grep -v LD_PRELOAD)"
    simulated "$1" "$PWD/known_times.so:$SX_BUILD/src/record/libscalatrace-smpi.so" "${@:2}"
)

# Work that ranks share alone (a), with a fixed part (b), and with one that grows with each doubling (c), all with 5 % of noise and uneven ranks and calls. Work by the
# points of each rank's block, but for noise nothing else (v), and more at sides and corners, with uneven ranks (w), and a fixed part for each call besides (x, and y of other numbers): of programs whose
# points and axes stand in `blocks`, as KNOWN_BLOCKS has them. A fixed part, and ranks that are alike but for the first, which does 30 % more (r). And laws
# of shapes that known_times.c knows by name (slope ..). SX_KNOWN may name a folder that keeps traces and times.
kept=${SX_KNOWN-$PWD/known}
mkdir -p "$kept"
declare -A law=([a]="20e-3 0 0 0.05 1" [b]="10e-3 50e-6 0 0.05 2" [c]="10e-3 0 20e-6 0.05 3"
    [r]="20e-3 50e-6 0 0.05 7 0 0 0.3"
    [slope]="20e-3 0 0 0.05 1" [parity]="20e-3 0 0 0.05 4" [ends]="20e-3 0 0 0.05 5" [first]="20e-3 0 0 0.05 6" [rare]="20e-3 0 0 0.05 7"
    [drift]="20e-3 0 0 0.05 8" [number]="20e-3 0 0 0.05 9" [fourth]="20e-3 50e-6 0 0.05 11" [crossed]="20e-3 0 0 0.05 12" [rotating]="20e-3 0 0 0.05 13"
    [v]="20e-3 0 0 0.05 4 0 0" [w]="20e-3 0 0 0.05 5 0.01 0.05"
    [x]="20e-3 10e-6 0 0.05 5 0.01 0.05" [y]="15e-3 25e-6 0 0.05 6 0.02 0.1")
declare -A blocks=([stencil2d-100]="100 2 1" [stencil2d-150]="150 2 1" [stencil3d-50]="50 3"
    [stencil3d-70]="70 3")

# run NAME LAW RANKS recorded|plain PROGRAM ARGUMENT..: the trace and the time, unless they are kept.
run() {
    local file=$kept/$1.$2.$3 ranks=$3 how=$4
    export KNOWN_LAW=${law[$2]} KNOWN_TIMES=$PWD/time KNOWN_BLOCKS= KNOWN_SHAPE=$2
    [[ $2 != [vwxy] ]] || KNOWN_BLOCKS=${blocks[$1]}
    shift 4
    [ ! -s "$file.time" ] || return 0
    rm -f t time
    if [ "$how" = recorded ]; then
        recorded "$ranks" "$@" && mv t "$file"
    else
        simulated "$ranks" "$PWD/known_times.so" "$@"
    fi && mv time "$file.time"
}
