#!/usr/bin/env python3
"""What instantiating a formula trace costs, at 1,024 ranks and at many more; and how the trace grows.
Usage: instantiate.py SCALAEXTRAP DATA."""
import sys
import tempfile
from pathlib import Path

from measure import Table, cost, instructions

BASE = 1 << 10
LARGEST = 1 << 20
CPU_BOUND, PEAK_BOUND, GROWTH_BOUND = 0.05, 50, 1  # s, MB, %: at the largest
FORMULA_BOUND = 256  # KiB, with times

tool, data = Path(sys.argv[1]), Path(sys.argv[2])
table = Table()
size = {}
with tempfile.TemporaryDirectory() as folder:
    formula = f"{folder}/t{BASE}.formula"
    cost([tool, "--quiet", *(data / f"t{p}" for p in (16, 64, 144, 256)),
          "--target", BASE, "--output", f"{folder}/t{BASE}"], runs=1)
    table.row("formula trace, with times", Path(formula).stat().st_size / 1024, "KiB",
              FORMULA_BOUND, digits=1)
    for p in (BASE, 1 << 14, 1 << 16, LARGEST):
        trace = Path(folder) / f"instance{p}"
        command = [tool, "--quiet", "--from-formula", formula, "--target", p, "--output", trace]
        cpu, peak = cost(command)
        size[p] = trace.stat().st_size
        top = p == LARGEST
        count = instructions(command)
        table.row(f"instantiate {p:,} ranks: CPU", cpu, "s", CPU_BOUND if top else None)
        table.row("  peak memory", peak, "MB", PEAK_BOUND if top else None, digits=1)
        table.row("  instructions", None if count is None else count / 1e6, "million", digits=0)
        table.row("  file", size[p], "bytes", digits=0)
        table.row(f"  more than at {BASE:,} ranks", 100 * (size[p] / size[BASE] - 1), "%",
                  GROWTH_BOUND if top else None, digits=2)
table.done()
