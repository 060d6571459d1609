#!/usr/bin/env python3
"""What recording costs: an MPI call, an event of a stream without structure, MPI_Finalize, memory.
Usage: record.py BUILD [PAIRS [EVENTS]]; EVENTS are those of each stream, by default 10^6; the bound is meant for
10^7. Needs mpicc and mpirun. Compared with the same program bare, in pairs of runs one
after the other, of which the median difference counts; and with other recorders (peers.py)."""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import peers
from measure import Table, instructions

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples/apps"
build = Path(sys.argv[1]).resolve()
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 15
DEPTH = 4  # frames between main and the calls
CALLS = 50000  # trips of four calls
EVENTS = int(sys.argv[3]) if len(sys.argv) > 3 else 1000000
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def recorder(*options):
    return [build / "tools/scalatrace", "-o", f"{scratch}/trace", *options, "--"]


def output(command):
    """Run in the scratch folder, where peers leave their files."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=True, timeout=600, cwd=scratch).stdout


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


def cpu_of_call(text):
    """Peers print lines of their own."""
    return [float(re.search(r"^[0-9.]+$", text, re.M)[0])]


def calls(table):
    program = f"{scratch}/calls"
    subprocess.run(["mpicc", "-O2", HERE / "record/calls.c", "-o", program], check=True)
    own = [program, CALLS, DEPTH]
    bare = instructions_of_call(program, {})

    def added(name, before, environment, bound=None):
        cpu, = paired(own, [*before, *own], cpu_of_call)
        count = instructions_of_call(program, environment)
        table.row(f"added to a call, {name}: CPU", cpu, "ns", bound, 1)
        table.row("  instructions", None if count is None else count - bare, "", digits=0)
        return cpu

    preloaded = {"LD_PRELOAD": f"{build}/src/record/libscalatrace.so",
                 "SCALATRACE_OUTPUT": f"{scratch}/trace"}
    ours = {}
    for name, options, environment, bound in (
            ("call sites and times", [], {}, 150),
            ("call sites", ["--no-times"], {"SCALATRACE_TIMES": "0"}, None),
            ("times", ["--depth=0"], {"SCALATRACE_DEPTH": "0"}, None),
            ("neither", ["--no-times", "--depth=0"],
             {"SCALATRACE_TIMES": "0", "SCALATRACE_DEPTH": "0"}, 80)):
        ours[name] = added(name, recorder(*options), {**preloaded, **environment}, bound)
    measured = {mode: added(str(mode), mode.command(), mode.environment())
                for mode in peers.present()}
    for mode in peers.MODES:
        print(f"of {mode}, {measured.get(mode, mode.added_ns):,.0f} ns",
              "" if mode in measured else "as published", flush=True)
        for name in ("call sites and times", "neither"):
            table.row(f"  {name}: share", ours[name] / measured.get(mode, mode.added_ns), "",
                      digits=2)


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


def instructions_of_finalize(command, ranks):
    """Those of rank 0 in the recorder's part of MPI_Finalize, in millions; None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    preloaded = ["env", f"LD_PRELOAD={build}/src/record/libscalatrace.so",
                 f"SCALATRACE_OUTPUT={scratch}/trace"]
    done = subprocess.run(
        ["mpirun", "--oversubscribe", "-np", "1", *preloaded, "valgrind", "--tool=callgrind",
         f"--callgrind-out-file={scratch}/out", "--toggle-collect=sx_recorder_finish", *command,
         ":", "-np", str(ranks - 1), *preloaded, *command],
        capture_output=True, text=True, check=True, timeout=300, cwd=scratch)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]) / 1e6


def finalize(table):
    timer = f"{scratch}/finalize.o"
    subprocess.run(["mpicc", "-O2", "-c", HERE / "record/finalize.c", "-o", timer], check=True)
    for name, arguments in (("stencil2d", ["-n", "96", "-i", "1000"]),
                            ("adi", ["-n", "128", "-i", "20"])):
        program = f"{scratch}/{name}"
        subprocess.run(["mpicc", "-O2", "-DMPI_Finalize=timed_finalize", EXAMPLES / f"{name}.c", timer,
                        "-o", program, "-lm"], check=True)
        runs = [(16, "", recorder(), 15, PAIRS), (64, "", recorder(), 60, (PAIRS + 2) // 3)]
        runs += [(16, f" of {mode}", mode.command(), None, (PAIRS + 2) // 3)
                 for mode in peers.present()] if name == "stencil2d" else []
        for ranks, who, before, bound, pairs in runs:
            start = ["mpirun", "--oversubscribe", "-np", ranks]
            wall, cpu, memory = paired([*start, program, *arguments],
                                       [*start, *before, program, *arguments], finalized, pairs)
            table.row(f"Finalize{who}, {name}, {ranks} ranks: CPU a core", cpu, "ms", bound, 1)
            table.row("  wall clock, slowest rank", wall, "ms", digits=1)
            table.row("  memory added to the largest rank", memory, "MB", bound and 4, 2)
        table.row(f"Finalize, {name}, 16 ranks: instructions of rank 0",
                  instructions_of_finalize([program, *arguments], 16), "million", 15, 1)


table = Table()
peers.say_missing()
with tempfile.TemporaryDirectory() as scratch:
    calls(table)
    streams(table)
    finalize(table)
table.done()
