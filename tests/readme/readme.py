#!/usr/bin/env python3
"""Runs the command lines of README.md: the blocks marked sh, in order, in one shell, in a tree that has
the examples and data of the source and the tools of the build.

usage: readme.py SOURCE BUILD
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
SHELL = """
set -o pipefail
run() {
    local status=0
    case $1 in mpirun*) preload=${SX_TEST_PRELOAD-} ;; *) preload= ;; esac
    eval "${preload:+LD_PRELOAD=$preload }$1" >output 2>&1 </dev/null || status=$?
    points=$((points + 1))
    [ $status != 141 ] || status=0 # head has seen enough
    if [ $status = 0 ]; then
        echo "ok $points - $1"
    else
        echo "not ok $points - $1"
        echo "# exit status $status"
        sed 's/^/# /' output
    fi
}
points=0
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def main(source, build):
    source, build = pathlib.Path(source), pathlib.Path(build)
    readme = (source / "README.md").read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(readme)
             for line in block.replace("\\\n", " ").splitlines() if line.strip()]
    script = SHELL + "".join(f"run {quoted(line)}\n" for line in lines) + 'echo "1..$points"\n'
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        (tree / "build").mkdir()
        (tree / "build" / "tools").symlink_to(build / "tools")
        for name in ("examples", "data"):
            (tree / name).symlink_to(source / name)
        subprocess.run(["bash", "-c", script], cwd=tree, check=False, env=os.environ)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
