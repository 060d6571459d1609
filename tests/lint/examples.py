#!/usr/bin/env python3
"""Every example is one self-contained C file: `mpicc FILE.c -lm` and `smpicc FILE.c -lm` compile it, the
first with every warning an error."""
import subprocess
import tempfile

from tap import ROOT, done, rule, sources

COMPILERS = {"mpicc": ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"], "smpicc": []}


def main():
    with tempfile.TemporaryDirectory() as folder:
        for path in sources("examples/apps/*.c"):
            for compiler, flags in COMPILERS.items():
                run = subprocess.run([compiler, *flags, ROOT / path, "-o", f"{folder}/a.out", "-lm"],
                                     cwd=folder, capture_output=True, text=True, check=False)
                rule(f"{compiler} compiles {path}", run.stderr.splitlines()[:5] if run.returncode else [])
    done()


main()
