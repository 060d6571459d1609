"""What a command costs: CPU time and peak memory (medians of runs), instructions under callgrind."""
import os
import re
import shutil
import statistics
import subprocess
import tempfile

RUNS = 9


def cost(command, runs=RUNS):
    """(CPU time in s, user and system; peak resident memory in MB), of the command and its threads."""
    cpu, peak = [], []
    for _ in range(runs):
        child = subprocess.Popen([str(word) for word in command])
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"exit status {child.returncode}: {' '.join(child.args)}")
        cpu.append(used.ru_utime + used.ru_stime)
        peak.append(used.ru_maxrss / 1024)
    return statistics.median(cpu), statistics.median(peak)


def instructions(command):
    """Instructions in user space, or None without valgrind: the same in every run of one build."""
    if not shutil.which("valgrind"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind",
                               f"--callgrind-out-file={folder}/out", *map(str, command)],
                              capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


class Table:
    """Rows of what was measured, the bound it has (None: none) and whether it holds."""

    def __init__(self):
        self.missed = 0

    def row(self, what, value, unit, bound=None, digits=3):
        shown = "not measured" if value is None else f"{value:,.{digits}f} {unit}"
        verdict = ""
        if bound is not None and value is not None:
            holds = value <= bound
            self.missed += not holds
            verdict = f"  bound {bound:g} {unit}: {'holds' if holds else 'MISSED'}"
        print(f"{what:<56} {shown:>20}{verdict}", flush=True)

    def done(self):
        raise SystemExit(1 if self.missed else 0)
