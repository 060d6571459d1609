# For the scripts of this folder: arguments, a folder to work in, the observed program, its listing.
observer=$(cd "$(dirname "${BASH_SOURCE[0]}")/../observer" && pwd)

# Sets listing, seconds, ranks, program, arguments.
parse_arguments() {
    local option usage="usage: $(basename "$0") [-o LISTING] [-t SECONDS] NP FILE.c|EXECUTABLE [ARGUMENT..]"
    listing=- seconds=1800
    while getopts o:t: option; do
        case $option in
        o) listing=$OPTARG ;;
        t) seconds=$OPTARG ;;
        *) printf '%s\n' "$usage" >&2 && exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    if [ $# -lt 2 ] || ! [ "$1" -gt 0 ] 2>/dev/null; then
        printf '%s\n' "$usage" >&2
        exit 2
    fi
    ranks=$1 program=$2
    shift 2
    arguments=("$@")
}

# Sets work: gone at the end, in memory where there is a file system for that, since SMPI copies the executable
# once per rank.
make_work_folder() {
    local where=${TMPDIR:-/tmp}
    [ ! -w /dev/shm ] || where=/dev/shm
    work=$(mktemp -d "$where/truth.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/events"
}

# build_with COMPILER: sets executable.
build_with() {
    executable=$(realpath "$program")
    case $program in
    *.c)
        executable=$work/program
        "$1" -O2 -D_GNU_SOURCE "$program" "$observer"/*.c -o "$executable" -lm -ldl
        ;;
    esac
}

# Joins what the ranks wrote, in their order.
join_listing() {
    local rank
    [ "$listing" = - ] || exec >"$listing"
    for ((rank = 0; rank < ranks; rank++)); do
        [ ! -f "$work/events/$rank" ] || cat "$work/events/$rank"
    done
}
