#!/usr/bin/env python3
"""What inference costs: from the sample traces, and from inputs of many ranks beside inputs of few.
Usage: infer.py SCALAEXTRAP DATA PLAIN."""
import sys
import tempfile
from pathlib import Path

from measure import Table, cost, instructions

CPU_BOUND, PEAK_BOUND = 0.2, 500  # s, MB
GROWTH_BOUND = 4  # times, at 1,024 ranks what 64 cost
FEW, MANY = (36, 49, 64), (576, 784, 1024)

tool, data, plain = (Path(argument) for argument in sys.argv[1:])
table = Table()


def infer(what, inputs, output, cpu_bound=None):
    """Returns what it costs: instructions, or CPU time where they are not counted."""
    command = [tool, "--quiet", "--no-match", *inputs, "--target", 4096, "--output", output]
    cpu, peak = cost(command)
    count = instructions(command)
    table.row(f"infer from {what}: CPU", cpu, "s", cpu_bound)
    table.row("  peak memory", peak, "MB", PEAK_BOUND, digits=1)
    table.row("  instructions", None if count is None else count / 1e6, "million", digits=0)
    return count or cpu


def grow(name, inputs, settings, folder):
    """Laws from the inputs say what inputs of other ranks would be."""
    formula = f"{folder}/{name}.formula"
    cost([tool, "--quiet", "--no-match", *inputs, "--target", f"16{settings}", "--output",
          f"{folder}/{name}", "--formula", formula], runs=1)
    spent = []
    for scales in FEW, MANY:
        for p in scales:
            there, recorded = f"{folder}/there", f"{folder}/{name}{p}"
            cost([tool, "--quiet", "--no-match", "--from-formula", formula, "--target", f"{p}{settings}",
                  "--output", there], runs=1)
            cost([plain, there, recorded], runs=1)
        spent.append(infer(f"{name}, {scales[0]} to {scales[-1]:,} ranks",
                           [f"{folder}/{name}{p}" for p in scales], f"{folder}/t4096"))
    table.row(f"{name}, inputs of 1,024 ranks over those of 64", spent[1] / spent[0], "times", GROWTH_BOUND,
              digits=1)


samples = [data / f"t{p}" for p in (16, 64, 144, 256)]
stencil = [data.parent / "tests/cli/traces" / f"joint-{scale}" for scale in
           ("4-40-5", "9-40-5", "9-61-8", "16-54-5")]
with tempfile.TemporaryDirectory() as folder:
    infer("t16 t64 t144 t256", samples, f"{folder}/t4096", CPU_BOUND)
    grow("stencil", stencil, ":N=1000:iterations=20", folder)
    grow("adi", samples, "", folder)
table.done()
