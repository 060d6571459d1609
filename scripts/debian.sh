# What ./quickstart and ./check share: progress lines, and the Debian packages that they need.
# Sourced by bash with the root of the tree as the working directory.

# To build the tools, record a program and extrapolate. A|B: one of them; A where there is none yet.
run_packages=(gcc g++ libc6-dev pkg-config meson ninja-build python3
    libgsl-dev liblapacke-dev 'libopenblas-serial-dev|libopenblas-dev' libopenmpi-dev openmpi-bin
    libdw-dev libjansson-dev uthash-dev)

# To run every test besides: Fortran programs, simulated runs, fuzzing, lint.
check_packages=(gfortran libsimgrid-dev valgrind clang libclang-rt-14-dev clang-format mandoc git)

# Programs that ./check --full records besides; installed when they are wanted.
recorded_packages=(lammps hpcc)

say() {
    printf '== %3d s: %s\n' "$SECONDS" "$*"
}

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# run_logged LOG COMMAND..: quiet while it goes well, the end of the log when it does not.
run_logged() {
    local log=$1 status=0
    shift
    "$@" >"$log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
        tail -n 40 "$log" >&2
        printf '%s: "%s" failed; its whole output is in %s\n' "${0##*/}" "$*" "$log" >&2
    fi
    return "$status"
}

# package_is_there A|B: is one of them installed?
package_is_there() {
    local name
    for name in ${1//|/ }; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] && return 0
    done
    return 1
}

# Installs those of the packages that are missing. Says nothing when there are none. Without the
# right to install, prints the one line that does it and ends with status 1.
install_packages() {
    local missing=() package as_root=() log
    if ! command -v dpkg-query >/dev/null; then
        say "this is no Debian: taking for granted what the Debian packages have: $*"
        return 0
    fi
    for package; do
        package_is_there "$package" || missing+=("${package%%|*}")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            printf '%s\n' "Packages are missing. This line installs them:" \
                "sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
            exit 1
        fi
        as_root=(sudo -n)
    fi
    log=$(mktemp)
    say "packages: reading the lists"
    run_logged "$log" "${as_root[@]}" apt-get -q update || exit 1
    say "packages: installing ${missing[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends "${missing[@]}" 2>&1 | tee "$log" | apt_progress
    if [ "${PIPESTATUS[0]}" -ne 0 ]; then
        tail -n 40 "$log" >&2
        die "apt-get could not install them; its whole output is in $log"
    fi
    rm -f "$log"
}

# One line for every 50 packages that apt-get reports on.
apt_progress() {
    local line unpacked=0 ready=0
    while IFS= read -r line; do
        case $line in
        'Need to get '*) say "packages: $line" ;;
        'Unpacking '*) [ $((++unpacked % 50)) -ne 0 ] || say "packages: $unpacked unpacked" ;;
        'Setting up '*) [ $((++ready % 50)) -ne 0 ] || say "packages: $ready set up" ;;
        esac
    done
}

# The MPI launcher for more ranks than there are cores; Open MPI wants to be told about root.
mpirun_words() {
    local words=(mpirun --oversubscribe)
    [ "$(id -u)" -ne 0 ] || words+=(--allow-run-as-root)
    printf '%s\n' "${words[*]}"
}
