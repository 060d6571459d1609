#!/usr/bin/env python3
"""Every header compiles alone, without a warning; the guards of src and tools are made of the path."""
import os
import re
import shlex
import subprocess

from tap import ROOT, done, rule, sources

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wstrict-prototypes",
            "-Wno-unused-function", "-Werror"]


def mpi_flags():
    found = subprocess.run(["pkg-config", "--cflags", "ompi-c"], capture_output=True, text=True,
                           check=True)
    return found.stdout.replace("-I", "-isystem").split()


def complaint(path, flags):
    """The first line of what the compiler says of a file that includes only this header."""
    command = [*shlex.split(os.environ.get("CC", "cc")), "-std=gnu11", "-D_GNU_SOURCE", "-fsyntax-only", *WARNINGS,
               "-I", ROOT / "src", "-I", ROOT / path.parent, *flags, "-x", "c", "-"]
    run = subprocess.run(command, input=f'#include "{ROOT / path}"\n', capture_output=True, text=True,
                         check=False)
    lines = [line for line in run.stderr.splitlines() if "error:" in line] or run.stderr.splitlines()
    return [lines[0]] if lines else []


def guard_breach(path):
    parts = path.parts[1:] if path.parts[0] == "src" else path.parts
    guard = re.sub(r"\W", "_", "SX_" + "_".join(parts)).upper()
    text = (ROOT / path).read_text(encoding="utf-8")
    return [] if f"#ifndef {guard}\n#define {guard}\n" in text else [f"{path} is not guarded by {guard}"]


def main():
    flags = mpi_flags()
    for path in sources("*.h"):
        rule(f"{path} compiles alone", complaint(path, flags))
    rule("guards are made of paths",
         [breach for path in sources("src/*/*.h", "tools/*.h") for breach in guard_breach(path)])
    done()


main()
