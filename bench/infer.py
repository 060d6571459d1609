#!/usr/bin/env python3
"""What inference from the sample traces costs. Usage: infer.py SCALAEXTRAP DATA."""
import sys
import tempfile
from pathlib import Path

from measure import Table, cost, instructions

CPU_BOUND = 0.2  # s

tool, data = Path(sys.argv[1]), Path(sys.argv[2])
table = Table()
with tempfile.TemporaryDirectory() as folder:
    command = [tool, "--quiet", *(data / f"t{p}" for p in (16, 64, 144, 256)),
               "--target", "1024", "--output", f"{folder}/t1024"]
    cpu, peak = cost(command)
    count = instructions(command)
table.row("infer from t16 t64 t144 t256: CPU", cpu, "s", CPU_BOUND)
table.row("  peak memory", peak, "MB", digits=1)
table.row("  instructions", None if count is None else count / 1e6, "million", digits=0)
table.done()
