#!/usr/bin/env python3
"""A program is generated from a trace, compiled with all warnings as errors, and recorded like any other: its trace has the
events of the one it was made from. CASES: NP:PROGRAM[:ARGUMENT..] records the program and takes its trace;
formula:P:TRACE,TRACE,.. infers from the traces and compares at P ranks, which none of them has."""
import argparse, os, subprocess, tempfile

parser = argparse.ArgumentParser()
for tool in 'scalatrace', 'scalaextrap', 'scalabenchgen', 'scaladiff':
    parser.add_argument(tool)
parser.add_argument('case', nargs='+')
args = parser.parse_args()

mpirun = ['mpirun', '--oversubscribe'] + (['--allow-run-as-root'] if os.geteuid() == 0 else [])
number = failures = 0


def result(done, what):
    global number, failures
    number += 1
    failures += done.returncode != 0
    print(f'{"not ok" if done.returncode else "ok"} {number} - {what}')
    if done.returncode:
        print('\n'.join('# ' + line for line in done.stdout.splitlines()[-12:]))
    return done.returncode == 0


def run(*command):
    return subprocess.run(command, timeout=120, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace')


def record(np, trace, *program):
    return run(*mpirun, '-np', np, args.scalatrace, '--no-times', '-o', trace, '--', *program)


def wanted(case, folder):
    """The number of ranks, what to generate from, the trace to compare with, and what the case is called."""
    kind, *rest = case.split(':')
    trace = os.path.join(folder, 'trace')
    if kind == 'formula':
        inputs = rest[1].split(',')
        result(run(args.scalaextrap, '-q', '-t', rest[0], '-o', trace, *inputs), f'laws of {inputs[0]} ..')
        return rest[0], trace + '.formula', trace, f'{os.path.basename(inputs[0])} .. at {rest[0]}'
    result(record(kind, trace, *rest), f'{os.path.basename(rest[0])} is recorded')
    return kind, trace, trace, f'{os.path.basename(rest[0])} at {kind}'


def told(program):
    """Computation has a test of its own."""
    with open(program + '.c') as text:
        return ['--compute', 'none'] if '"--compute"' in text.read() else []


for case in args.case:
    with tempfile.TemporaryDirectory() as folder:
        np, source, trace, what = wanted(case, folder)
        program, again = os.path.join(folder, 'program'), os.path.join(folder, 'again')
        if result(run(args.scalabenchgen, source, '-o', program + '.c'), f'{what}: generated') and \
                result(run('mpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', program + '.c', '-o', program,
                           '-lm'), f'{what}: compiles without a warning') and \
                result(record(np, again, program, *told(program)), f'{what}: runs'):
            result(run(args.scaladiff, '--wildcards', 'resolved', trace, again), f'{what}: the same events')
            if case.startswith('formula') and case.count(':') == 4:
                *_, wrong, says = case.split(':')
                refused = run(*mpirun, '-np', wrong, program)
                right = refused.returncode != 0 and says in refused.stdout
                result(subprocess.CompletedProcess([], not right, refused.stdout), f'{what}: at {wrong} it says {says}')
print(f'1..{number}')
