#!/usr/bin/env python3
"""What the trace of a regular program takes, at several numbers of ranks and of iterations, and of one that is not.
Usage: sizes.py BUILD; needs mpicc and mpirun. Compared with other recorders (peers.py)."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import peers
from measure import Table

HERE = Path(__file__).resolve().parent
build = Path(sys.argv[1]).resolve()
RANKS = (4, 16, 64)
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def run(ranks, *command):
    subprocess.run(["mpirun", "--oversubscribe", "-np", str(ranks), *map(str, command)],
                   stdout=subprocess.DEVNULL, check=True, timeout=300, cwd=scratch)


def compiled(source):
    program = f"{scratch}/{source.stem}"
    subprocess.run(["mpicc", "-O2", source, "-o", program, "-lm"], check=True)
    return program


def recorded(ranks, options, *command):
    """Bytes of its trace."""
    trace = f"{scratch}/trace"
    run(ranks, build / "tools/scalatrace", "-o", trace, *options, "--", *command)
    return os.path.getsize(trace)


def recorded_by(mode, published, ranks, *command):
    """Bytes of all files that a peer leaves; what was published where it cannot be measured, or ends the program."""
    if not mode.library():
        return published, "published"
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        start = ["mpirun", "--oversubscribe", "-np", ranks, "env", "-C", folder]
        done = subprocess.run([str(word) for word in [*start, *mode.command()[1:], *command]],
                              capture_output=True, timeout=300)
        if done.returncode:
            return published, "published: it ends this program"
        return sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()), ""


def share(table, mode, size, published, ranks, *command):
    theirs, note = recorded_by(mode, published, ranks, *command)
    print(f"of {mode}, {theirs:,} bytes", note, flush=True)
    table.row("  share", size / theirs, "", digits=3)


def stencil(table):
    program = compiled(HERE.parent / "examples/apps/stencil2d.c")
    for what, form in (("stencil2d", ["-n", 96]), ("periodic stencil2d", ["-n", 96, "-p"]),
                       ("uneven stencil2d", ["-n", 101])):
        for name, options, bound in (("structure", ["--no-times"], 3500), ("with times", [], 6000),
                                     ("--times full", ["--times", "full"], 32000)):
            sizes = {}
            for ranks, iterations in (*((ranks, 1000) for ranks in RANKS), (64, 100)):
                size = recorded(ranks, options, program, *form, "-i", iterations)
                sizes[ranks, iterations] = size
                table.row(f"{what}, {name}, {ranks} ranks, {iterations:,} trips", size, "bytes",
                          bound, 0)
            if options == ["--no-times"]:
                table.row("  most over least", 100 * (max(sizes.values()) / min(sizes.values()) - 1),
                          "%", 10, 1)
            for mode in peers.MODES if "-p" in form and name != "--times full" else ():
                if mode.stencil and (name == "structure") == (mode.name == "no times"):
                    for ranks, published in zip(RANKS, mode.stencil):
                        share(table, mode, sizes[ranks, 1000], published, ranks, program, *form,
                              "-i", 1000)


def random_sizes(table):
    program = compiled(HERE.parent / "tests/mpi/patterns/random_sizes.c")
    size = recorded(8, [], program, 3000)
    table.row("random sizes, with times, 8 ranks, 3,000 trips", size, "bytes", 26000, 0)
    for mode in peers.MODES:
        if mode.random:
            share(table, mode, size, mode.random, 8, program, 3000)


table = Table()
peers.say_missing()
with tempfile.TemporaryDirectory() as scratch:
    stencil(table)
    random_sizes(table)
table.done()
