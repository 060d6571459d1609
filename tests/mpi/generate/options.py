#!/usr/bin/env python3
"""What a generated program can be told, and what it computes: the program of TRACE, whose times are known, is run under MPI
and, where times count, under SMPI, where sleeping is exact."""
import argparse, json, os, shutil, subprocess, tempfile

parser = argparse.ArgumentParser()
for name in 'scalatrace', 'scalabenchgen', 'scaladiff', 'scalastat', 'trace':
    parser.add_argument(name)
args = parser.parse_args()

mpirun = ['mpirun', '--oversubscribe', '-np', '4'] + (['--allow-run-as-root'] if os.geteuid() == 0 else [])
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


def compiles(compiler, program):
    done = run(compiler, '-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', program + '.c', '-o', program, '-lm')
    check(done.returncode == 0, f'{compiler}: compiles without a warning', done.stdout)
    return done.returncode == 0


def events(folder, *options):
    """What the program does with the options, recorded: rank, operation, partner, bytes .. of each event."""
    trace = os.path.join(folder, 'again')
    done = run(*mpirun, args.scalatrace, '--no-times', '-o', trace, '--', os.path.join(folder, 'program'),
               *options)
    listing = run(args.scalastat, '--events', trace).stdout if done.returncode == 0 else done.stdout
    return trace, [line.split('\t') for line in listing.splitlines()]


def what_happens(folder):
    program = os.path.join(folder, 'program')
    done = run(*mpirun, program, '--help')
    check(done.returncode == 0 and '--message-scale' in done.stdout, '--help says what there is', done.stdout)
    for wrong in ['--slow'], ['--compute', 'sl'], ['--compute-scale'], ['--seed', '2x']:
        done = run(*mpirun, program, *wrong)
        check(done.returncode == 2 and f'{wrong[-1]}: no option' in done.stdout,
              f'{" ".join(wrong)} is an error', done.returncode, done.stdout)
    trace, plain = events(folder)
    for options in [], ['--jitter', '3'], ['--compute', 'kernels', '--report', os.path.join(folder, 'report')]:
        trace, _ = events(folder, *options)
        done = run(args.scaladiff, args.trace, trace)
        check(done.returncode == 0, f'the same events with {options}', done.stdout)
    _, twice = events(folder, '--message-scale', '2')
    check([[*e[:3], str(2 * int(e[3])) if e[3].isdigit() else e[3], *e[4:]] for e in plain] == twice,
          '--message-scale 2: twice the bytes', plain[:5], twice[:5])
    _, three = events(folder, '--iterations', '3')
    check(sum(e[1] == 'Isend' for e in three) == 3 * 4, '--iterations 3', three[:5])
    _, sync = events(folder, '--sync')
    check([[e[0], e[1].replace('Isend', 'Issend')] for e in plain] == [e[:2] for e in sync] and
          any('Issend' in e[1] for e in sync), '--sync: synchronous sends', sync[:5])


def computation(folder, *options, of='T_comp_s'):
    """Seconds of a rank, as the program reports them."""
    report = os.path.join(folder, 'report.json')
    done = run('smpirun', '-np', '4', '-platform', os.path.join(folder, 'platform.xml'), '-hostfile',
               os.path.join(folder, 'hosts'), '--cfg=smpi/simulate-computation:no', '--log=root.thres:error',
               os.path.join(folder, 'simulated'), '--report', report, *options)
    try:
        with open(report) as file:
            told = json.load(file)
        os.remove(report)
    except (OSError, ValueError):
        print('# ' + done.stdout)
        return -1
    in_all = sum(part['seconds'] for part in told['computation']) / told['ranks']
    return told[of] if abs(in_all - told['T_comp_s']) < 1e-8 else -1


def expected():
    with open(args.trace) as file:
        fields = [line.split() for line in file if line.startswith(('  comp', '    comp', '      comp'))]
    return sum(int(f[-10].rstrip('P')) * float(f[-2]) for f in fields) * 1e-9


def slow_ranks(folder):
    """The same with a time that differs, and one rank that computes half as much again as the mean."""
    with open(args.trace) as file:
        text = file.read()
    constant = ' '.join(['2000000'] * 8) + ' 0'
    spread = '200000 300000 700000 2000000 3300000 3700000 3800000 2000000 1260000'
    meta = 'meta rank.computation_ns "least 36000000 of rank 2, mean 48000000, most 72000000 of rank 1"\n'
    with open(os.path.join(folder, 'uneven'), 'w') as file:
        file.write(text.replace('ranks 4\n', 'ranks 4\n' + meta).replace(constant, spread))
    done = run(args.scalabenchgen, '--options', 'all', os.path.join(folder, 'uneven'), '-o',
               os.path.join(folder, 'simulated.c'))
    check(done.returncode == 0, 'with a slow rank: generated', done.stdout)
    if not compiles('smpicc', os.path.join(folder, 'simulated')):
        return
    most, mean = (computation(folder, '--compute', 'sleep', of=of) for of in ('T_comp_most_s', 'T_comp_s'))
    check(abs(most - mean - 0.5 * 9 * 0.002) < 0.002, f'the slowest rank computes for {most} s, and {mean} s are the mean')
    even = computation(folder, '--compute', 'sleep', '--mean', of='T_comp_most_s')
    check(abs(even - expected()) < 1e-4 * expected(), f'--mean: all ranks compute for {even} s')


def what_is_computed(folder):
    with open(os.path.join(folder, 'platform.xml'), 'w') as file:
        file.write('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
                   '<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-3" speed="1Gf" '
                   'bw="1GBps" lat="1us"/></platform>\n')
    with open(os.path.join(folder, 'hosts'), 'w') as file:
        file.write('n0\nn1\nn2\nn3\n')
    if not compiles('smpicc', os.path.join(folder, 'simulated')):
        return
    sleep = ['--compute', 'sleep']
    mean, drawn, other, apart = (computation(folder, *sleep, *more)
                                 for more in (['--mean'], [], ['--seed', '7'], ['--independent']))
    check(abs(mean - expected()) < 1e-5 * expected(), f'--mean: {mean} s are {expected()}')
    check(abs(drawn - expected()) < 0.002 * expected(), f'drawn: {drawn} s are nearly {expected()}')
    check(computation(folder, *sleep) == drawn and other not in (drawn, mean), f'--seed: {other} s are not {drawn}')
    check(abs(apart - expected()) < 0.002 * expected() and apart not in (drawn, mean), f'--independent: {apart} s')
    half = computation(folder, *sleep, '--mean', '--compute-scale', '0.5')
    check(abs(2 * half - mean) < 1e-5 * mean, f'--compute-scale 0.5: {half} s')
    check(computation(folder, '--compute', 'none') == 0, '--compute none')


with tempfile.TemporaryDirectory() as folder:
    done = run(args.scalabenchgen, '--options', 'all', args.trace, '-o', os.path.join(folder, 'program.c'))
    check(done.returncode == 0, 'generated', done.stdout)
    if compiles('mpicc', os.path.join(folder, 'program')):
        what_happens(folder)
    if shutil.which('smpicc'):
        shutil.copy(os.path.join(folder, 'program.c'), os.path.join(folder, 'simulated.c'))
        what_is_computed(folder)
        slow_ranks(folder)
    else:
        print(f'ok {number + 1} - # SKIP there is no smpicc')
        number += 1
print(f'1..{number}')
