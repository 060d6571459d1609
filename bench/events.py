#!/usr/bin/env python3
"""What any event of any rank costs at 2^30 ranks, from a formula trace, without a trace of them.
Usage: events.py SCALAEXTRAP DATA EVENTS."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Table, cost

RANKS = 1 << 30
BOUND = 1000  # ns of an event, amortised over those of a rank
SEEK_BOUND = 10000  # ns, whatever came before

tool, data, events = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
table = Table()


def measure(what, formula):
    done = subprocess.run([events, formula, str(RANKS)], stdout=subprocess.PIPE, text=True, check=True)
    number, walked, sought, anywhere = map(float, done.stdout.split())
    table.row(f"{what}: events of the last rank", number / 1e6, "million", digits=1)
    table.row("  CPU of an event, one after the other", walked, "ns", BOUND, digits=0)
    table.row("  of any event, by its number", sought, "ns", SEEK_BOUND, digits=0)
    table.row("  of any event of any rank", anywhere, "ns", SEEK_BOUND, digits=0)


with tempfile.TemporaryDirectory() as folder:
    formula = Path(folder) / "t1024.formula"
    cost([tool, "--quiet", *(data / f"t{p}" for p in (16, 64, 144, 256)),
          "--target", "1024", "--output", formula.with_suffix("")], runs=1)
    measure(f"{RANKS:,} ranks", formula)
    text, n = re.subn(r"^loop \{20\}", "loop {1000000000}", formula.read_text(), count=1, flags=re.M)
    assert n == 1, "the loop over iterations is another"
    formula.write_text(text)
    measure("  10^9 iterations", formula)
table.done()
