#!/usr/bin/env python3
"""What it costs to read 100,000 fields of measurements in each format, to find their models, and to predict.
Usage: scalafit.py SCALAFIT."""
import json
import random
import sys
import tempfile
from pathlib import Path

from measure import Table, cost

FIELDS, SCALES, REPEATS, RUNS = 100_000, (4, 8, 16, 32, 64), 3, 3
CPU_BOUND = 6  # s: 10^6 fields in a minute

draw = random.Random(1)


def fields():
    """(region, [(p, values)]): a constant and a term in p, 3 % of noise."""
    for region in range(FIELDS):
        a, b = draw.random(), draw.random()
        yield f"main->region{region}", [(p, [f"{(a + b * p) * draw.gauss(1, .03):.6g}" for _ in range(REPEATS)])
                                        for p in SCALES]


def write_text(out, data):
    out.write(f"PARAMETER p\nPOINTS {' '.join(map(str, SCALES))}\nMETRIC time\n")
    for region, rows in data:
        out.write(f"REGION {region}\n" + "".join(f"DATA {' '.join(values)}\n" for _, values in rows))


def write_csv(out, data):
    out.write("p,region" + ",value" * REPEATS + "\n")
    for region, rows in data:
        out.write("".join(f"{p},{region},{','.join(values)}\n" for p, values in rows))


def write_json(out, data):
    out.write('{"parameters": ["p"], "measurements": {')
    for i, (region, rows) in enumerate(data):
        points = [{"point": [p], "values": list(map(float, values))} for p, values in rows]
        out.write(("," if i else "") + f"{json.dumps(region)}: {json.dumps({'time': points})}")
    out.write("}}")


tool = sys.argv[1]
table = Table()
with tempfile.TemporaryDirectory() as folder:
    for name, write in (("text", write_text), ("csv", write_csv), ("json", write_json)):
        path = Path(folder) / name
        with path.open("w", encoding="utf-8") as out:
            write(out, fields())
        cpu, peak = cost([tool, "--select", "paper", path, "-o", f"{folder}/out"], RUNS)
        table.row(f"{name}, {path.stat().st_size / 1e6:.1f} MB, published curves: CPU", cpu, "s")
        table.row("  peak memory", peak, "MB", digits=1)
    text = Path(folder) / "text"
    cpu, _ = cost([tool, text, "-o", f"{folder}/out"], RUNS)
    table.row("text, models: CPU", cpu, "s", CPU_BOUND)
    cpu, _ = cost([tool, "--at", "4096", text, "-o", f"{folder}/out"], RUNS)
    table.row("text, models and a target: CPU", cpu, "s", CPU_BOUND)
table.done()
