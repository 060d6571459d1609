#!/usr/bin/env python3
"""A program recorded at a few scales under SMPI, extrapolated, and compared with what it does at others:
extrapolate.py SOURCE 'INPUTS' 'TARGETS' ['ARGUMENTS']. A scale is a number of ranks, or P:NAME=NUMBER.., whose parameters stand
in the arguments as {NAME}. No value may be refused. TAP, with the tools on PATH."""
import os, pathlib, subprocess, sys, tempfile

from tap import end, result


def run(folder, *words):
    return subprocess.run([str(word) for word in words], cwd=folder, env=os.environ, timeout=200, capture_output=True,
                          text=True, check=False)


def record(folder, scale, arguments):
    ranks, *params = scale.split(':')
    told = [f'--param={param}' for param in params]
    words = arguments.format(**dict(param.split('=') for param in params)).split()
    run(folder, 'scalatrace', '--verify', '--smpi', ranks, *told, '-o', f't{scale}', '--', './program',
        *words).check_returncode()


def main(folder, source, inputs, targets, arguments=''):
    run(folder, 'smpicc', '-O2', '-g', source, '-o', 'program', '-lm').check_returncode()
    for scale in inputs + targets:
        record(folder, scale, arguments)
    for scale in targets:
        done = run(folder, 'scalaextrap', *(f't{p}' for p in inputs), '--target', scale, '-o', f'e{scale}')
        result(done.returncode == 0, f'{" ".join(inputs)} to {scale}: nothing refused', done.stdout, done.stderr)
        done = run(folder, 'scaladiff', f'e{scale}', f't{scale}')
        result(done.returncode == 0, f'{" ".join(inputs)} to {scale}: the same events', done.stdout, done.stderr)


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where), pathlib.Path(sys.argv[1]).resolve(), sys.argv[2].split(), sys.argv[3].split(), *sys.argv[4:])
end()
