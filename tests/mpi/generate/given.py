#!/usr/bin/env python3
"""What the program of a formula trace is given by hand when it runs, parameters and the extents of its grid: it then does what the
application does with that parameter, and what its laws say of that grid. STENCIL is an application that computes its dims,
LATTICE the traces of one whose extents are powers of two, SQUARE those of one whose grid is a square."""
import argparse, os, re, subprocess, tempfile

parser = argparse.ArgumentParser()
for name in 'scalatrace', 'scalaextrap', 'scalabenchgen', 'scaladiff', 'stencil', 'lattice', 'square':
    parser.add_argument(name)
args = argparse.Namespace(**{name: os.path.abspath(value) if ',' not in value else value
                             for name, value in vars(parser.parse_args()).items()})

mpirun = ['mpirun', '--oversubscribe'] + (['--allow-run-as-root'] if os.geteuid() == 0 else []) + ['-np']
number = 0
failed = False


def check(right, what, *notes):
    global number, failed
    number += 1
    failed = failed or not right
    print(f'{"ok" if right else "not ok"} {number} - {what}')
    for note in notes if not right else []:
        print('\n'.join('# ' + line for line in str(note).splitlines()[-12:]))


def run(*command):
    return subprocess.run(command, timeout=120, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace')


def record(np, trace, *program):
    done = run(*mpirun, str(np), args.scalatrace, '--no-times', '-o', trace, '--', *program)
    check(done.returncode == 0, f'recorded on {np} ranks: {" ".join(map(os.path.basename, program))}', done.stdout)
    return trace


def program_of(target, inputs):
    """The program of their laws."""
    run(args.scalaextrap, '-q', '-t', target, '-o', 'laws', *inputs)
    done = run(args.scalabenchgen, '--options', 'all', 'laws.formula', '-o', 'program.c')
    check(done.returncode == 0, f'generated from {os.path.basename(inputs[0])} ..', done.stdout)
    done = run('mpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', 'program.c', '-o', 'program', '-lm')
    check(done.returncode == 0, 'compiles without a warning', done.stdout)


def same(a, b, what):
    done = run(args.scaladiff, a, b)
    check(done.returncode == 0, what, done.stdout)


def refuses(np, says, *options):
    start = [*mpirun, str(np)] if np > 1 else []
    done = run(*start, './program', *options)
    check(done.returncode == 2 and says in done.stdout, f'{" ".join(options)}: {says}', done.returncode, done.stdout)


def stencil():
    inputs = [record(np, f'stencil.{np}', args.stencil, '-n', '40', '-i', '3') for np in (6, 8, 12)]
    program_of('20', inputs)
    same(record(12, 'original', args.stencil, '-n', '23', '-i', '3'), record(12, 'ours', './program', '--param', 'N1=23'),
         '--param: as the application with so many points')
    done = run(args.scalaextrap, '-q', '--from-formula', 'laws.formula', '-t', '12', '--dims', '6,2', '-o', 'wide')
    check(done.returncode == 0, 'the laws at 6 x 2', done.stdout)
    same('wide', record(12, 'ours', './program', '--dims', '6,2'), '--dims 6,2: what the laws say of that grid')
    for wrong in 'N1=0', 'N1=4x', 'N1', 'N=4', 'N1=99999999999999999999':
        refuses(1, f'{wrong}: no option, or no value of one', '--param', wrong)
    for wrong in '1', '1,1,1', '1,', '0,1', '2,1', 'a,b':
        refuses(1, f'--dims {wrong}: these are not 2 extents for 1 ranks', '--dims', wrong)
    refuses(4, '--dims 3,2: 6 places are not 4 ranks', '--dims', '3,2')


def functions():
    """Computation before the calls of a function is scaled by its name."""
    done = run(*mpirun, '2', args.scalatrace, '-o', 'timed', '--', args.stencil, '-n', '40', '-i', '3')
    check(done.returncode == 0, 'recorded with times', done.stdout)
    run(args.scalabenchgen, '--options', 'all', '--neglect', '0', '--module-path', os.path.dirname(args.stencil), 'timed',
        '-o', 'program.c')
    done = run('mpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', 'program.c', '-o', 'program', '-lm')
    check(done.returncode == 0, 'compiles without a warning', done.stdout)
    with open('program.c') as file:
        table = file.read().split('} named[] = {')[1].split('};')[0]
    names = sorted(set(re.findall(r'"(.+)"', table)))
    check('main' in names, 'functions that are known', names)
    done = run(*mpirun, '2', './program', '--compute', 'none', *(word for name in names for word in ('--compute-scale', name + '=2')))
    check(done.returncode == 0, f'--compute-scale of each of {names}', done.stdout)
    refuses(2, 'nobody=2: no option', '--compute-scale', 'nobody=2')


def rules():
    program_of('64', args.lattice.split(','))
    done = run(*mpirun, '8', './program', '--dims', '1,2,4,1')
    check(done.returncode == 0, '--dims 1,2,4,1 of powers of two', done.stdout)
    refuses(8, '--dims 3,1,1,1: extents of this program are powers of two', '--dims', '3,1,1,1')
    program_of('256', args.square.split(','))
    done = run(*mpirun, '4', './program', '--compute', 'none', '--dims', '2,2')
    check(done.returncode == 0, '--dims 2,2 of a square', done.stdout)
    refuses(4, '--dims 4,1: 4 ranks have one grid in this program', '--dims', '4,1')


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    stencil()
    functions()
    rules()
print(f'1..{number}')
