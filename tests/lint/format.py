#!/usr/bin/env python3
"""C sources are as clang-format 14, Debian 12's, leaves them: other versions lay out otherwise."""
import re
import shutil
import subprocess

from tap import ROOT, done, rule, sources

VERSION = "14"


def formatter():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            text = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
            if re.search(rf"version {VERSION}\.", text.stdout):
                return program
    return None


def unformatted(program, path):
    """Whether formatting changes the file; --dry-run would also complain of what it cannot settle."""
    run = subprocess.run([program, "--style=file", ROOT / path], capture_output=True, check=True)
    return run.stdout != (ROOT / path).read_bytes()


def main():
    program = formatter()
    rule(f"clang-format {VERSION} is there", [] if program else ["install the package clang-format"])
    if program:
        rule("every source is formatted",
             [f"clang-format -i {path}" for path in sources("*.c", "*.h") if unformatted(program, path)])
    done()


main()
