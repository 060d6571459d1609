#!/usr/bin/env python3
"""Traces of several builds of a program, for Open MPI and for SMPI or one for each number of ranks, as inputs of one extrapolation:
call sites are the same by function and line. TAP, with the tools on PATH."""
import os, pathlib, subprocess, tempfile

from tap import end, result

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / 'examples/apps/stencil1d.c'
SQUARE = ROOT / 'tests/smpi/programs/parities.c'
MPI = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}


def run(folder, *words):
    return subprocess.run([str(word) for word in words], cwd=folder, env={**os.environ, **MPI}, timeout=200,
                          capture_output=True, text=True, check=False)


def main(folder):
    for where, compiler, name in (('a', 'mpicc', 'stencil'), ('b', 'smpicc', 'simulated')):
        (folder / where).mkdir()
        run(folder, compiler, '-O2', '-g', SOURCE, '-o', f'{where}/{name}', '-lm').check_returncode()
    for ranks in ('4', '6'):
        run(folder, 'mpirun', '--oversubscribe', '-np', ranks, 'scalatrace', '-o', f't{ranks}', '--', 'a/stencil',
            '-n', '1000', '-i', '10').check_returncode()
    for ranks in ('9', '16'):
        run(folder, 'scalatrace', '--smpi', ranks, '-o', f't{ranks}', '--', 'b/simulated',
            '-n', '1000', '-i', '10').check_returncode()
    extrapolate = ('scalaextrap', 't4', 't6', 't9', '--target', '16', '-o', 'e16')
    done = run(folder, *extrapolate)
    result(done.returncode == 1 and 'a trace of simulated, but t4 is one of stencil' in done.stderr,
           'without the programs they are two programs', done.stderr)
    done = run(folder, *extrapolate, '--module-path', 'a:b')
    result(done.returncode == 0 and ' 0 exact, 0 fitted, 0 refused' in done.stdout,
           'with the programs all values are proved', done.stdout, done.stderr)
    done = run(folder, 'scaladiff', 'e16', 't16')
    result(done.returncode == 0, 'what was extrapolated is what was recorded', done.stdout, done.stderr)


def build_each(folder):
    """A build for each number of ranks, with functions elsewhere. The first one has few of the calls."""
    for place, ranks in enumerate(('4', '9', '16', '25', '36', '49')):
        run(folder, 'smpicc', '-O0', '-g', f'-falign-functions={16 << place}', SQUARE, '-o', f'square.{ranks}',
            '-lm').check_returncode()
        run(folder, 'scalatrace', '--smpi', ranks, '-o', f's{ranks}', '--', f'./square.{ranks}').check_returncode()
    done = run(folder, 'scalaextrap', 's4', 's9', 's16', 's25', 's36', '--target', '49', '-o', 'e49')
    result(done.returncode == 0 and 'another build' not in done.stderr,
           'calls that the first build has not made are found in others', done.stdout, done.stderr)
    done = run(folder, 'scaladiff', 'e49', 's49')
    result(done.returncode == 0, 'and what was extrapolated is what was recorded', done.stdout, done.stderr)


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where))
    build_each(pathlib.Path(where))
end()
