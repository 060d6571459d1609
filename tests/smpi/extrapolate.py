#!/usr/bin/env python3
"""A program recorded at a few scales under SMPI, extrapolated, and compared with what it does at others:
extrapolate.py [--generate] SOURCE 'INPUTS' 'TARGETS' ['ARGUMENTS']; --generate: and a program of the laws, compiled and recorded
there. A scale is a number of ranks, or P:NAME=NUMBER.., whose parameters stand
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


def generate(folder, scale):
    run(folder, 'scalabenchgen', f'e{scale}.formula', '-o', 'made.c').check_returncode()
    done = run(folder, 'smpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', 'made.c', '-o', 'made', '-lm')
    result(done.returncode == 0, f'a program for {scale} compiles without a warning', done.stderr)
    run(folder, 'scalatrace', '--smpi', scale, '-o', f'm{scale}', '--', './made')
    done = run(folder, 'scaladiff', '--kinds', f't{scale}', f'm{scale}')
    result(done.returncode == 0, f'and has the same events at {scale}', done.stdout, done.stderr)


def main(folder, source, inputs, targets, arguments='', generates=False):
    run(folder, 'smpicc', '-O2', '-g', source, '-o', 'program', '-lm').check_returncode()
    for scale in inputs + targets:
        record(folder, scale, arguments)
    for scale in targets:
        done = run(folder, 'scalaextrap', *(f't{p}' for p in inputs), '--target', scale, '-o', f'e{scale}')
        result(done.returncode == 0, f'{" ".join(inputs)} to {scale}: nothing refused', done.stdout, done.stderr)
        done = run(folder, 'scaladiff', f'e{scale}', f't{scale}')
        result(done.returncode == 0, f'{" ".join(inputs)} to {scale}: the same events', done.stdout, done.stderr)
        if generates:
            generate(folder, scale)


generates = '--generate' in sys.argv
words = [word for word in sys.argv[1:] if word != '--generate']
with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where), pathlib.Path(words[0]).resolve(), words[1].split(), words[2].split(), *words[3:], generates=generates)
end()
