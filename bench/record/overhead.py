#!/usr/bin/env python3
"""What recording adds to a call: CPU time of calls.c bare and under the recorder, median of runs.
Usage: overhead.py BUILD [RUNS]; needs mpicc. Prints ns a call."""
import statistics, subprocess, sys, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
build, runs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 9
DEPTH = 4  # frames between main and the calls


def median(command):
    return statistics.median(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(runs))


with tempfile.TemporaryDirectory() as folder:
    program = f'{folder}/calls'
    subprocess.run(['mpicc', '-O2', HERE / 'calls.c', '-o', program], check=True)
    own = [program, '200000', str(DEPTH)]
    bare = median(own)
    print(f'not recorded                      {bare:6.1f} ns a call')
    for name, options in {'times, call paths': [], 'times, one frame': ['--depth=1'],
                          'call paths': ['--no-times'],
                          'one frame': ['--no-times', '--depth=1']}.items():
        cost = median([build / 'tools/scalatrace', '-o', f'{folder}/trace', *options, '--', *own])
        print(f'{name:<24} adds {cost - bare:6.1f} ns a call')
