#!/usr/bin/env python3
"""A program that computes by the points of its ranks' blocks, recorded at a few scales under SMPI: at another one, where blocks are more uneven, the extrapolated
trace has the right busiest rank, and programs generated from it and from the formula trace take as long as the program itself. paced.py SOURCE 'INPUTS' TARGET.
TAP, with the tools on PATH."""
import json, math, os, pathlib, re, subprocess, sys, tempfile

from tap import end, result


def run(folder, *words):
    return subprocess.run([str(word) for word in words], cwd=folder, env=os.environ, timeout=200, capture_output=True,
                          text=True, check=False)


def record(folder, ranks):
    run(folder, 'scalatrace', '--smpi', ranks, '-o', f't{ranks}', '--', './program').check_returncode()


def busiest(folder, trace):
    """The mean and the most that ranks compute, ns."""
    line = re.search(r'^meta rank.computation_ns ".*mean (\d+), most (\d+) of rank (\d+)"$', (folder / trace).read_text(), re.M)
    return [int(number) for number in line.groups()]


def seconds(folder, ranks, trace):
    """How long a program takes that was generated from a trace."""
    run(folder, 'scalabenchgen', '--options', 'all', trace, '-o', 'b.c').check_returncode()
    run(folder, 'smpicc', '-std=c11', '-O1', 'b.c', '-o', 'b', '-lm').check_returncode()
    run(folder, 'scalatrace', '--smpi', ranks, '-o', 'again', '--', './b', '--compute', 'sleep', '--report',
        folder / 'report.json').check_returncode()
    return json.loads((folder / 'report.json').read_text())['seconds']


def points(ranks, rank):
    """Of a rank's block: 50 x 50 on a square of ranks."""
    q = math.isqrt(int(ranks))
    width, height = ((50 - at + q - 1) // q for at in (rank % q, rank // q))
    return width * height


def near(value, want, percent, what):
    off = 100 * (value / want - 1)
    result(abs(off) <= percent, f'{what}: {value:g}, want {want:g}', f'{off:.1f} % off')


def main(folder, source, inputs, target):
    run(folder, 'smpicc', '-O2', source, '-o', 'program', '-lm').check_returncode()
    for ranks in inputs + [target]:
        record(folder, ranks)
    done = run(folder, 'scalaextrap', *(f't{p}' for p in inputs), '--target', target, '-o', 'e')
    result(done.returncode == 0, 'extrapolated', done.stdout, done.stderr)
    mean, most, rank = busiest(folder, f't{target}')
    near(busiest(folder, 'e')[0], mean, 1, 'computed on the mean')
    near(busiest(folder, 'e')[1], most, 1, 'by the busiest')
    result(points(target, busiest(folder, 'e')[2]) == points(target, rank), 'as many points as the busiest')
    for trace in 'e', 'e.formula':
        near(seconds(folder, target, trace), most * 1e-9, 3, f'program of {trace}')


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where), pathlib.Path(sys.argv[1]).resolve(), sys.argv[2].split(), sys.argv[3])
end()
