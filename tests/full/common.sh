# For the measurements of this folder: the executable files in it, which ./check --full runs one by one
# and ./check --full NAME alone. Each runs in an empty folder of its own, with
#   SX_SOURCE   the root of the source tree
#   SX_BUILD    the build that is measured: $SX_BUILD/tools/scalaextrap ..
# and prints a line of results for each thing it shows, with `result`. What it says to a person goes to stderr.
# Sourced by `. "$SX_SOURCE/tests/full/common.sh"`.
set -euo pipefail
PATH=$SX_BUILD/tools:$PATH

# result NAME pass|fail|skip FIGURE COMMAND: the figure measured (for a skip: why), and the command that
# repeats it from the root of the tree. A skip counts as a failure unless it says "not in Debian".
result() {
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4"
}

# verdict COMMAND..: pass or fail by its exit status.
verdict() {
    if "$@"; then echo pass; else echo fail; fi
}
