#!/usr/bin/env python3
"""What recording costs: an MPI call, an event of a stream without structure, MPI_Finalize, memory.
Usage: record.py BUILD [PAIRS]; needs mpicc and mpirun. Compared with the same program bare, in pairs of runs one
after the other, of which the median difference counts."""
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Table, instructions

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples/apps"
build = Path(sys.argv[1]).resolve()
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 15
DEPTH = 4  # frames between main and the calls
CALLS = 50000  # trips of four calls
EVENTS = 1000000
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

# Added CPU a call of the same program, 1 rank, ns, as measured with the published versions: without frames
# of the stack and without events; without times; with histograms of times.
PEERS = {"mpiP 3.5, no call sites": 78, "Pilgrim, no times": 840, "ScalaTrace V2": 2900}


def recorder(folder, *options):
    return [build / "tools/scalatrace", "-o", f"{folder}/trace", *options, "--"]


def output(command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=True, timeout=300).stdout


def paired(bare, recorded, measure, pairs=PAIRS):
    """Median of what `measure` of a recorded run's output is above that of the bare run before it."""
    differences = []
    for _ in range(pairs):
        before = measure(output(bare))
        after = measure(output(recorded))
        differences.append([b - a for a, b in zip(before, after)])
    return [statistics.median(column) for column in zip(*differences)]


def instructions_of_call(program, environment):
    """Between runs of 10,000 and 20,000 trips, each with a tenth more to warm up; None without valgrind."""
    os.environ.update(environment)
    counts = [instructions([program, trips, DEPTH]) for trips in (10000, 20000)]
    for name in environment:
        del os.environ[name]
    return None if None in counts else (counts[1] - counts[0]) / 44000


def calls(table, folder):
    program = f"{folder}/calls"
    subprocess.run(["mpicc", "-O2", HERE / "record/calls.c", "-o", program], check=True)
    preloaded = {"LD_PRELOAD": f"{build}/src/record/libscalatrace.so",
                 "SCALATRACE_OUTPUT": f"{folder}/trace"}
    bare = instructions_of_call(program, {})
    for name, options, environment, bound in (
            ("call sites and times", [], {}, 150),
            ("call sites", ["--no-times"], {"SCALATRACE_TIMES": "0"}, None),
            ("times", ["--depth=0"], {"SCALATRACE_DEPTH": "0"}, None),
            ("neither", ["--no-times", "--depth=0"],
             {"SCALATRACE_TIMES": "0", "SCALATRACE_DEPTH": "0"}, 80)):
        own = [program, CALLS, DEPTH]
        added, = paired(own, [*recorder(folder, *options), *own], lambda text: [float(text)])
        table.row(f"added to a call, {name}: CPU", added, "ns", bound, 1)
        count = instructions_of_call(program, {**preloaded, **environment})
        table.row("  instructions", None if count is None else count - bare, "", digits=0)
        for peer, cost in PEERS.items() if not options else ():
            table.row(f"  ratio to {peer} ({cost} ns)", added / cost, "", digits=2)


def streams(table):
    for line in output([build / "bench/streams", EVENTS]).splitlines():
        name, cpu, memory = re.match(r"(.+?)  +(\S+) ns an event +(\S+) bytes", line).groups()
        table.row(f"event of the stream {name}: CPU", float(cpu), "ns",
                  None if name == "loop" else 500, 1)
        table.row("  memory", float(memory), "bytes", digits=2)


def finalized(text):
    """Wall clock of the slowest rank and CPU of all ranks a core, ms; memory of the largest rank, MB."""
    ranks = [list(map(float, words)) for words in
             re.findall(r"finalize (\S+) (\S+) (\S+) (\S+)", text)]
    wall, cpu, _, resident = zip(*ranks)
    return max(wall), sum(cpu) / min(os.cpu_count(), len(ranks)), max(resident) / 1024


def finalize(table, folder):
    timer = f"{folder}/finalize.o"
    subprocess.run(["mpicc", "-O2", "-c", HERE / "record/finalize.c", "-o", timer], check=True)
    for name, arguments in (("stencil2d", ["-n", 96, "-i", 1000]), ("adi", ["-n", 128, "-i", 20])):
        program = f"{folder}/{name}"
        subprocess.run(["mpicc", "-O2", "-DMPI_Finalize=timed_finalize", EXAMPLES / f"{name}.c", timer,
                        "-o", program, "-lm"], check=True)
        for ranks, bound, pairs in ((16, 15, PAIRS), (64, 60, (PAIRS + 2) // 3)):
            start = ["mpirun", "--oversubscribe", "-np", ranks]
            wall, cpu, memory = paired([*start, program, *arguments],
                                       [*start, *recorder(folder), program, *arguments], finalized,
                                       pairs)
            table.row(f"Finalize of {name}, {ranks} ranks: CPU a core", cpu, "ms", bound, 1)
            table.row("  wall clock, slowest rank", wall, "ms", digits=1)
            table.row("  memory added to the largest rank", memory, "MB", 4, 2)


table = Table()
with tempfile.TemporaryDirectory() as folder:
    calls(table, folder)
    streams(table)
    finalize(table, folder)
table.done()
