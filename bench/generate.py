#!/usr/bin/env python3
"""What it costs to write a program, from a formula trace and from traces of 1,024 ranks and of many more; and how it grows.
Usage: generate.py SCALAEXTRAP SCALABENCHGEN DATA."""
import sys
import tempfile
from pathlib import Path

from measure import Table, cost

RANKS = (1 << 10, 1 << 20)
CPU_BOUND, GROWTH_BOUND = 0.2, 1  # s, %

extrap, generator, data = map(Path, sys.argv[1:4])
table = Table()
with tempfile.TemporaryDirectory() as folder:
    size = {}
    for ranks in RANKS:
        trace = Path(folder) / f"t{ranks}"
        cost([extrap, "--quiet", *(data / f"t{p}" for p in (16, 64, 144, 256)), "--target", ranks, "--output", trace], runs=1)
        program = Path(folder) / "program.c"
        for source, what in (trace, f"trace of {ranks:,} ranks"), (Path(f"{trace}.formula"), f"formula trace made for {ranks:,} ranks"):
            cpu, peak = cost([generator, "--options", "all", source, "--output", program])
            table.row(f"{what}: CPU", cpu, "s", CPU_BOUND)
            table.row("  peak memory", peak, "MB", digits=1)
            lines = len(program.read_text().splitlines())
            table.row("  lines of C", lines, "", digits=0)
            size.setdefault(source == trace, []).append(lines)
    for of_run, (small, large) in size.items():
        table.row("more lines, of a run" if of_run else "more lines, of formulas", 100 * (large / small - 1), "%",
                  None if of_run else GROWTH_BOUND, digits=1)
table.done()
