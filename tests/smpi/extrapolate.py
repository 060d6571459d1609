#!/usr/bin/env python3
"""A program recorded at a few numbers of ranks under SMPI, extrapolated, and compared with what it does at others:
extrapolate.py SOURCE 'INPUTS' 'TARGETS'. No value may be refused. TAP, with the tools on PATH."""
import os, pathlib, subprocess, sys, tempfile

from tap import end, result


def run(folder, *words):
    return subprocess.run([str(word) for word in words], cwd=folder, env=os.environ, timeout=200, capture_output=True,
                          text=True, check=False)


def main(folder, source, inputs, targets):
    run(folder, 'smpicc', '-O2', '-g', source, '-o', 'program', '-lm').check_returncode()
    for ranks in inputs + targets:
        run(folder, 'scalatrace', '--verify', '--smpi', ranks, '-o', f't{ranks}', '--', './program').check_returncode()
    for ranks in targets:
        done = run(folder, 'scalaextrap', *(f't{p}' for p in inputs), '--target', ranks, '-o', f'e{ranks}')
        result(done.returncode == 0, f'{" ".join(inputs)} to {ranks}: nothing refused', done.stdout, done.stderr)
        done = run(folder, 'scaladiff', f'e{ranks}', f't{ranks}')
        result(done.returncode == 0, f'{" ".join(inputs)} to {ranks}: the same events', done.stdout, done.stderr)


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where), pathlib.Path(sys.argv[1]).resolve(), sys.argv[2].split(), sys.argv[3].split())
end()
