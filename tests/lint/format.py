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


def formatted(program, paths):
    """What the files are when they are formatted, one behind the other; --dry-run would also complain of what it
    cannot settle."""
    run = subprocess.run([program, "--style=file", *(ROOT / path for path in paths)], capture_output=True, check=True)
    return run.stdout


def unformatted(program, paths):
    """Those that formatting changes: by halves, since most of the time is that of starting the program."""
    text = b"".join((ROOT / path).read_bytes() for path in paths)
    if not paths or formatted(program, paths) == text:
        return []
    half = len(paths) // 2
    return list(paths) if half == 0 else unformatted(program, paths[:half]) + unformatted(program, paths[half:])


def main():
    program = formatter()
    rule(f"clang-format {VERSION} is there", [] if program else ["install the package clang-format"])
    if program:
        rule("every source is formatted",
             [f"clang-format -i {path}" for path in unformatted(program, list(sources("*.c", "*.h")))])
    done()


main()
