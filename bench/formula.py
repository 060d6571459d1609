#!/usr/bin/env python3
"""What a formula trace takes, with times and without, whatever its target and inputs are. Usage: formula.py BUILD [SET ..]; needs
mpicc and mpirun for the example programs. A SET is of traces of any other program: FILE FILE .. TARGET in one word, as
'cg.4 cg.8 cg.16 64'."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Table

HERE = Path(__file__).resolve().parent
build = Path(sys.argv[1]).resolve()
STRUCTURE_BOUND, BOUND = 64 << 10, 256 << 10
DATA = [[f"{HERE.parent}/data/t{p}" for p in ranks] for ranks in ((16, 64, 144), (64, 144, 256))]
EXAMPLES = (  # arguments, two sets of inputs, two targets
    ("stencil1d", "-n 1000 -i 10", ((4, 6, 9), (6, 9, 12)), (64, 1024)),
    ("stencil2d", "-n 100 -i 10 -s 9 -p", ((8, 12, 20), (12, 20, 30)), (132, 1056)),
    ("stencil3d", "-n 50 -i 10 -s 7", ((8, 12, 24), (12, 24, 30)), (120, 1000)),
    ("fft", "-n 48 -i 2", ((6, 8, 12), (8, 12, 16)), (24, 48)),
)
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def recorded(example, arguments, ranks):
    trace, program = f"{scratch}/{example}.{ranks}", f"{scratch}/{example}"
    if not os.path.exists(program):
        subprocess.run(["mpicc", "-O2", HERE.parent / f"examples/apps/{example}.c", "-o", program,
                        "-lm"], check=True)
    if not os.path.exists(trace):
        subprocess.run(["mpirun", "--oversubscribe", "-np", str(ranks), build / "tools/scalatrace",
                        "-o", trace, "--", program, *arguments.split()],
                       stdout=subprocess.DEVNULL, check=True, timeout=300)
    return trace


def inferred(inputs, target):
    """The formula trace; exit status 3 is that of refused values."""
    done = subprocess.run([build / "tools/scalaextrap", "--quiet", "--no-match", *inputs, "--target",
                           str(target), "--output", f"{scratch}/out"])
    if done.returncode not in (0, 3):
        raise SystemExit(f"exit status {done.returncode}: {' '.join(inputs)}")
    return Path(f"{scratch}/out.formula").read_text()


def rows(what, inputs, targets):
    """Their bytes, with times and without."""
    texts = [inferred(inputs, target) for target in targets]
    bare = len(re.sub("^ +com[pm] .*\n", "", texts[0], flags=re.M))
    table.row(f"{what}, without times", bare, "bytes", STRUCTURE_BOUND, 0)
    table.row("  with times", len(texts[0]), "bytes", BOUND, 0)
    for target, text in zip(targets[1:], texts[1:]):
        table.row(f"  another for {target} ranks than for {targets[0]}", int(text != texts[0]), "", 0, 0)
    return bare, len(texts[0])


def compared(what, sets, targets):
    sizes = [rows(f"{what} from {name}", inputs, targets) for name, inputs in sets]
    for kind, pair in zip(("without times", "with times"), zip(*sizes)):
        if len(pair) == 2:
            table.row(f"  from those instead of the first, {kind}", 100 * (pair[1] / pair[0] - 1),
                      "%", digits=1)


table = Table()
with tempfile.TemporaryDirectory() as scratch:
    compared("adi", [(" ".join(Path(file).name for file in inputs), inputs) for inputs in DATA],
             (1024, 1 << 20))
    for example, arguments, scales, targets in EXAMPLES:
        compared(example, [(" ".join(map(str, ranks)),
                            [recorded(example, arguments, p) for p in ranks])
                           for ranks in scales], targets)
    for words in sys.argv[2:]:
        *inputs, target = words.split()
        rows(" ".join(Path(file).name for file in inputs), inputs, (target,))
table.done()
