#!/usr/bin/env python3
"""Records a program under SMPI, and compares: the output with that of a run under a plain observer, every event with what
the observer saw, and the trace with the one of the same program under Open MPI. TAP.

    run.py NP SOURCE [ARGUMENT..]        with scalatrace, scalastat and scaladiff on PATH"""
import os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OBSERVER = sorted((ROOT / 'tests/observer').glob('*.c'))
NP, SOURCE, ARGUMENTS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
MPI = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
FORTRAN = SOURCE.suffix == '.f90'
number = failures = 0


def result(right, what, *why):
    global number, failures
    number += 1
    failures += not right
    print(f'{"ok" if right else "not ok"} {number} - {what}')
    for line in () if right else [line for text in why for line in text.splitlines()[:20]]:
        print('#', line)
    return right


def run(*command, **env):
    return subprocess.run([str(word) for word in command], env={**os.environ, **MPI, **env}, timeout=240,
                          capture_output=True, text=True, check=False)


def compile_with(folder, name, c, fortran, observer=()):
    program, objects = folder / name / 'program', []
    program.parent.mkdir()
    for source in observer:
        objects.append(program.parent / (source.stem + '.o'))
        run(c, '-O1', '-D_GNU_SOURCE', '-fPIC', '-c', source, '-o', objects[-1]).check_returncode()
    run(fortran if FORTRAN else c, '-g', '-O1', SOURCE, *objects, '-o', program, '-lm', '-ldl').check_returncode()
    return program


def structure(trace, program):
    """Loops, calls and their places in the source. The main program of Fortran has another name under SMPI."""
    text = run('scalastat', '--quiet', '--module-path', program.parent, '--tree', trace).stdout
    return re.sub(r'\[\w+:(\d+)[^]]*\]', r'[\1]', text) if FORTRAN else text


def main(folder):
    simulated = compile_with(folder, 'simulated', 'smpicc', 'smpif90')
    observed = compile_with(folder, 'observed', 'smpicc', 'smpif90', OBSERVER)
    native = compile_with(folder, 'native', 'mpicc', 'mpif90')
    traces = {name: folder / f't-{name}' for name in ('simulated', 'native')}

    one = run('scalatrace', '--smpi', NP, '--verify', '-o', traces['simulated'], '--', simulated, *ARGUMENTS)
    truth = run(ROOT / 'tests/truth/run-smpi', '-o', folder / 'listing', NP, observed, *ARGUMENTS)
    other = run('mpirun', '--oversubscribe', '-np', NP, 'scalatrace', '-o', traces['native'], '--',
                native, *ARGUMENTS)
    for what, ran in (('under SMPI', one), ('under the observer', truth), ('under Open MPI', other)):
        result(ran.returncode == 0, f'{what} it ends with status {ran.returncode}', ran.stdout, ran.stderr)
    result(one.stdout and one.stdout == truth.stderr, 'recorded, it prints the same', one.stdout, truth.stderr)
    text = traces['simulated'].read_text() if traces['simulated'].exists() else ''
    result('\nmeta verify "ok"\n' in text, 'the trace has what was called')

    seen = (folder / 'listing').read_text()
    got = run('scalastat', '--events', traces['simulated']).stdout
    first = next((f'{a} | {b}' for a, b in zip(got.splitlines(), seen.splitlines()) if a != b), '')
    result(seen and got == seen, f'{len(seen.splitlines())} events are those of the observer', first)
    differences = run('scaladiff', *traces.values())
    result(differences.returncode == 0, 'the trace is that of Open MPI', differences.stdout, differences.stderr)
    one, other = structure(traces['simulated'], simulated), structure(traces['native'], native)
    first = next((f'{a} | {b}' for a, b in zip(one.splitlines(), other.splitlines()) if a != b), '')
    result(re.search(r'\[[^?]*\d\]', one) and one == other, 'its loops, calls and lines, too', first)


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where))
print(f'1..{number}')
sys.exit(failures > 0)
