#!/usr/bin/env python3
"""Nothing that an application calls itself, its parts or its places is in what --anonymous writes: the trace of scalatrace, the formula
trace of scalaextrap, the program of scalabenchgen. Looked for are all words of the executable (nm, strings), its path, its
arguments and its parameters, but for those of a program without names of its own. What is extrapolated from anonymous
traces is what is made anonymous after extrapolation."""
import argparse, os, re, shutil, subprocess, tempfile

parser = argparse.ArgumentParser()
for name in 'scalatrace', 'scalaextrap', 'scalabenchgen', 'scaladiff', 'application', 'plain', 'source':
    parser.add_argument(name, type=os.path.abspath)
args = parser.parse_args()

RANKS = ['4', '5', '6', '8']
mpirun = ['mpirun', '--oversubscribe'] + (['--allow-run-as-root'] if os.geteuid() == 0 else [])
number = 0


def check(good, what, *notes):
    global number
    number += 1
    print(f'{"ok" if good else "not ok"} {number} - {what}')
    if not good:
        print('\n'.join('# ' + line for note in notes for line in str(note).splitlines()[-12:]))


def run(*command, **more):
    done = subprocess.run(command, timeout=120, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace', **more)
    check(done.returncode == 0, os.path.basename(command[0]) + ' ' + ' '.join(c for c in command if c[0] == '-'), done.stdout)


def words(text):
    return set(re.findall(r'[A-Za-z_][A-Za-z0-9_]{3,}', text))


def said_by(executable):
    said = [subprocess.run([tool, *options, executable], stdout=subprocess.PIPE, text=True, check=True).stdout
            for tool, *options in (['nm', '-a'], ['strings', '-a', '-n', '4'])]
    return words('\n'.join(said))


def found(names, path):
    with open(path, errors='replace') as file:
        text = file.read().lower()
    return sorted(name for name in names if name.lower() in text)


with tempfile.TemporaryDirectory() as top:
    folder = os.path.join(top, 'isotope_laboratory')
    os.mkdir(folder)
    program = shutil.copy(args.application, os.path.join(folder, 'reactor_burnup'))
    os.chmod(program, 0o755)
    names = said_by(program) - said_by(args.plain) | words(program) | {'critical', 'enrichment'}
    told = {'reactor_burnup', 'exchange_neutron_currents', 'neutron_flux', 'xenon', 'transient', 'assembly',
            'isotope_laboratory', 'critical', 'enrichment'}
    check(told <= names, 'names to look for are found', told - names)

    def out(name):
        return os.path.join(top, name)

    for p in RANKS:
        for option, start in ([], 'named.'), (['--anonymous'], 'nameless.'):
            run(*mpirun, '-np', p, args.scalatrace, '-t', *option, '-p', f'enrichment={p}', '-o', out(start + p), '--', program,
                '--critical', '200', cwd=folder)
    left = sorted(set(os.listdir(top)) - {start + p for p in RANKS for start in ('named.', 'nameless.')})
    check(left == ['isotope_laboratory'], 'no pipe is left', left)
    extrapolate = [args.scalaextrap, '-q', '-t', '16:enrichment=16']
    run(*extrapolate, '-o', out('t'), *(out('named.' + p) for p in RANKS))
    run(*extrapolate, '--anonymous', '-o', out('after'), *(out('named.' + p) for p in RANKS))
    extrapolate[-1] = '16:n1=16'
    run(*extrapolate, '--anonymous', '-o', out('before'), *(out('nameless.' + p) for p in RANKS))
    run(args.scalabenchgen, out('t'), '-o', out('t.c'))
    run(args.scalabenchgen, '--module-path', folder, '-p', 'enrichment=16', out('t.formula'), '-o', out('commented.c'))
    run(args.scalabenchgen, '--module-path', folder, '--anonymous', out('t'), '-o', out('after.c'))
    run(args.scalabenchgen, out('before'), '-o', out('before.c'))
    for name, least in ('named.8', 4), ('t', 4), ('t.formula', 4), ('t.c', 2), ('commented.c', 4):
        check(len(found(names, out(name))) >= least, f'{name} has names', found(names, out(name)))
    with open(args.source) as file:
        line = next(n for n, text in enumerate(file, 1) if 'MPI_Allreduce' in text)
    with open(out('commented.c')) as file:
        text = file.read()
    check(re.search(rf'/\* deplete_fuel_pins at reactor_burnup.c:{line} \*/\n *MPI_Allreduce', text), 'a comment names the call site', text)
    run('mpicc', '-std=c11', '-Wall', '-Wextra', '-Werror', out('commented.c'), '-o', out('a.out'), '-lm')
    for name in 'nameless.4', 'nameless.8', 'before', 'before.formula', 'after', 'after.formula', 'before.c', 'after.c':
        check(not found(names, out(name)), f'{name} has none', found(names, out(name)))
    for end in '', '.formula', '.c':
        with open(out('before' + end)) as before, open(out('after' + end)) as after:
            check(before.read() == after.read(), f'anonymous before or after extrapolation: the same (trace{end})')
    run(args.scaladiff, out('t'), out('after'))
    run('mpicc', '-std=c11', '-Wall', '-Wextra', '-Werror', out('after.c'), '-o', out('a.out'), '-lm')
print(f'1..{number}')
