#!/usr/bin/env python3
"""What a generated program can be told, and what it computes: the program of TRACE, whose times are known, is run under MPI
and, where times count, under SMPI, where sleeping is exact."""
import argparse, json, os, re, shutil, subprocess, tempfile

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


os.environ.pop('MALLOC_PERTURB_', None)  # memory that nobody writes to takes none


def run(*command):
    return subprocess.run(command, timeout=120, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace')


def compiles(compiler, program, *more):
    done = run(compiler, '-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', program + '.c', *more, '-o', program, '-lm')
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


def simulate(folder, *options, platform='platform.xml'):
    return run('smpirun', '-np', '4', '-platform', os.path.join(folder, platform), '-hostfile',
               os.path.join(folder, 'hosts'), '--cfg=smpi/simulate-computation:no', '--log=root.thres:error',
               os.path.join(folder, 'simulated'), *options)


def simulated(folder, *options, platform='platform.xml'):
    """What the program reports."""
    report = os.path.join(folder, 'report.json')
    done = simulate(folder, '--report', report, *options, platform=platform)
    try:
        with open(report) as file:
            told = json.load(file)
        os.remove(report)
        return told
    except (OSError, ValueError):
        print('# ' + done.stdout)
        return None


def computation(folder, *options, of='T_comp_s'):
    """Seconds of a rank."""
    told = simulated(folder, *options)
    if not told:
        return -1
    in_all = sum(part['seconds'] for part in told['computation']) / told['ranks']
    return told[of] if abs(in_all - told['T_comp_s']) < 1e-8 else -1


def what_is_reported(folder):
    program, report = (os.path.join(folder, name) for name in ('program', 'report.json'))

    def told(*options):
        done = run(*mpirun, program, '--report', report, *options)
        with open(report) as file:
            return json.load(file)
    arguments = ['--compute', 'none', '--pingpong']
    of = told(*arguments)
    check(of['arguments'] == ['--report', report, *arguments], '--report: arguments', of['arguments'])
    check(sum(node['ranks'] for node in of['placement']) == 4 and all(node['node'] for node in of['placement']),
          '--report: nodes of all ranks', of['placement'])
    check(len(of['model']) == 16 and of['mpi'] and of['build'], '--report: model, MPI and compiler', of)
    with open(program + '.c') as file:
        lines = file.read().splitlines()
    calls = {}
    for call in of['communication']:
        name = next(m.group(1) for m in (re.search(r'MPI_(\w+)\(', line) for line in reversed(lines[:call['line']])) if m)
        calls[name] = (call['times'], call['bytes'])
    wanted = {'Bcast': (4, 16), 'Isend': (40, 16000), 'Recv': (40, 16000), 'Wait': (40, 0), 'Allreduce': (20, 80),
              'Barrier': (40, 0)}
    check(calls == wanted, '--report: how often each statement was executed, and its bytes', calls)
    check(0 < sum(call['seconds'] for call in of['communication']) <= 4 * of['T_comm_s'] * 1.000001,
          '--report: statements take no longer than all communication', of)
    check([(size['bytes'], size['times']) for size in of['sizes']] == [(4, 24), (400, 80)], '--report: sizes', of['sizes'])
    check([size['bytes'] for size in of['pingpong']] == [4, 400] and all(0 < size['seconds'] < 0.1 for size in of['pingpong']),
          '--pingpong at these sizes', of['pingpong'])
    large = told('--compute', 'none', '--message-scale', '20000')
    more = large['memory_most_bytes'] - of['memory_most_bytes']
    # One room for what is sent and one for what comes; some kernels count the first, which is only read, and others do not.
    check(max(size['bytes'] for size in large['sizes']) == 8000000 and more < 2.25 * 8000000,
          f'40 messages of 8 MB take {more} bytes of memory')
    done = run(*mpirun, program, '--message-scale', '1e8')
    check(done.returncode == 2 and "elements are more than MPI's counts" in done.stdout, 'more elements than fit in an int', done.stdout)


def delays(folder):
    """--jitter takes time, another time for each seed, and no more than a tenth of a millisecond each time."""
    took = [(simulated(folder, '--compute', 'none', *more) or {'seconds': -1})['seconds']
            for more in ([], ['--jitter', '3'], ['--jitter', '3'], ['--jitter', '4'])]
    check(took[1] == took[2] != took[3] and all(20e-6 * 20 < one - took[0] < 100e-6 * 120 for one in took[1:]),
          f'--jitter: {took} s with seeds 0, 3, 3 and 4')


def kernels(folder):
    """What is computed by arithmetic takes as long as it is to, and longer on a machine that is busy."""
    report = os.path.join(folder, 'report.json')
    run(*mpirun, os.path.join(folder, 'program'), '--compute', 'kernels', '--report', report)
    with open(report) as file:
        took = json.load(file)['T_comp_s']
    check(took > expected() / 4, f'--compute kernels: {took} s are to be {expected()}')


def another_machine(folder):
    """What is predicted from a report for one with a quarter of the bandwidth that computes half as fast, and how long it takes there."""
    with open(os.path.join(folder, 'platform.xml')) as file:
        platform = file.read()
    with open(os.path.join(folder, 'other.xml'), 'w') as file:
        file.write(platform.replace('1GBps', '250MBps').replace('lat="1us"', 'lat="4us"'))
    options = ['--compute', 'sleep', '--mean', '--message-scale', '5000']
    here = simulated(folder, *options)
    there = simulated(folder, *options, '--compute-scale', '2', platform='other.xml')
    report = os.path.join(folder, 'here.json')
    with open(report, 'w') as file:
        json.dump(here, file)
    done = run(args.scalastat, '--predict', report, '--json', '--compute-speedup', '2', '--comm-speedup', '4')
    told = json.loads(done.stdout)[0] if done.returncode == 0 else {'T_s': -1}
    took = there['T_comm_s'] + there['T_comp_s']
    check(abs(told['T_s'] - took) < 0.05 * took, f'another machine: {took:.6f} s, {100 * (told["T_s"] / took - 1):.2f} % more predicted '
          f'(communication {here["T_comm_s"]:.6f} s here, {there["T_comm_s"]:.6f} s there)', done.stdout)


def sweeps(folder):
    """Each run of a sweep is the program, from its beginning, with one thing changed."""
    def rows(*options):
        done = simulate(folder, '--compute', 'sleep', '--mean', *options)
        lines = [line.split(',') for line in done.stdout.splitlines() if ',' in line]
        return lines[0], [[float(number) for number in line] for line in lines[1:]]
    head, less = rows('--sweep', 'compute')
    check(head == ['compute', 'ranks', 'seconds', 'T_comm_s', 'T_comp_s'] and
          [row[0] for row in less] == [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0] and
          all(abs(row[4] - row[0] * expected()) < 1e-4 * expected() for row in less), '--sweep compute', head, less)
    _, more = rows('--sweep', 'message', '--message-scale', '50')
    of = {row[0]: row[3] for row in more}
    took = [of[scale] for scale in sorted(of)]
    check(sorted(of) == [0.1, 0.25, 0.5, 1, 4, 16, 64, 256] and took == sorted(took) and took[-1] > 20 * took[3] and
          all(abs(row[4] - expected()) < 1e-4 * expected() for row in more), '--sweep message', more)
    _, plain = events(folder, '--compute', 'none', '--iterations', '3')
    _, swept = events(folder, '--compute', 'none', '--iterations', '3', '--sweep', 'compute')
    inner = [[e for e in one if e[0] == '0' and e[1] not in ('Init', 'Finalize')] for one in (plain, swept)]
    check(len(inner[0]) > 10 and inner[0] * 11 == inner[1], '--sweep: the same events eleven times', len(inner[0]), len(inner[1]))


def large_messages(folder):
    """Of 3 GB, which have a buffer and go nowhere."""
    with open(os.path.join(folder, 'large'), 'w') as file:
        file.write('scalatrace 1\nranks 1\nmodule 0 "large"\nsite 0 0+0x10\ncomm 0 world\ncomm 1 self\n'
                   'type 0 "MPI_DOUBLE" 8\nprogram\nInit site=0\nBcast site=0 comm=0 root=0 count=402653184 type=0\n'
                   'Send site=0 comm=0 peer=null count=402653184 type=0 tag=1\nFinalize site=0\nend\n')
    program = os.path.join(folder, 'large-program')
    done = run(args.scalabenchgen, '--options', 'all', os.path.join(folder, 'large'), '-o', program + '.c')
    check(done.returncode == 0, 'messages of 3 GB: generated', done.stdout)
    if compiles('mpicc', program):
        report = os.path.join(folder, 'report.json')
        done = run(program, '--report', report)
        with open(report) as file:
            sizes = json.load(file)['sizes']
        check([(size['bytes'], size['times']) for size in sizes] == [(3 << 30, 2)], 'messages of 3 GB', done.stdout, sizes)


HEAD = ('scalatrace 1\nranks 2\nmodule 0 "large"\nsite 0 0+0x10\nsite 1 0+0x20\ncomm 0 world\ncomm 1 self\ntype 0 "MPI_BYTE" 1\n'
        'type 1 "MPI_DOUBLE" 8\nredop 0 "MPI_SUM"\nprogram\nInit site=0\n')


def large_counts(folder):
    """Three thousand million elements, which no int counts: here so many fewer, and the largest count as much less."""
    program = os.path.join(folder, 'counts')
    with open(program, 'w') as file:
        file.write(HEAD + 'Send site=1 ranks=<0 0> comm=0 peer=1 count=3000000007 type=0 tag=1\n'
                   'Recv site=1 ranks=<0 1> comm=0 peer=0 count=3000000007 type=0 tag=1\n'
                   'loop 3 {\n  Irecv site=1 comm=0 peer={1 - r} count=2500000000 type=1 tag=2\n'
                   '  Send site=1 comm=0 peer={1 - r} count=2500000000 type=1 tag=2\n  Wait site=1 reqs=0\n}\n'
                   'Bcast site=1 comm=0 root=1 count=4000000000 type=1\n'
                   'Alltoall site=1 comm=0 count=2600000000 type=0 rcount=2600000000 rtype=0\n'
                   'Gather site=1 comm=0 root=0 count=2700000000 type=1 rcount=2700000000 rtype=1\n'
                   'Allreduce site=1 comm=0 count=900000000 type=1 redop=0\nFinalize site=0\nend\n')
    done = run(args.scalabenchgen, '--options', 'all', program, '-o', program + '.c')
    check(done.returncode == 0, 'counts beyond an int: generated', done.stdout)
    if not compiles('mpicc', program, '-DLARGEST_COUNT=100'):
        return
    pair = [*mpirun[:2], '-np', '2', *mpirun[4:]]
    for scale, blocks in ('1e-7', 'several blocks and a rest'), ('1e-9', 'less than a block'):
        done = run(*pair, program, '--check', '--message-scale', scale)
        check(done.returncode == 0 and not done.stdout, f'counts beyond an int: {blocks}', done.stdout)
    done = run(*pair, program, '--message-scale', '2.02e-8')
    check(done.returncode == 0, 'counts beyond an int: one block, or less', done.stdout)
    done = run(*pair, program, '--message-scale', '1e-6')
    check(done.returncode == 2 and "elements are more than MPI's counts" in done.stdout, 'numbers that are reduced are in no type', done.stdout)


def room_once(folder):
    """Messages of more sizes than one have memory that is made once, for the largest."""
    program = os.path.join(folder, 'room')
    with open(program, 'w') as file:
        file.write(HEAD + ''.join(f'Bcast site=1 comm=0 root=0 count={size} type={kind}\nAllgather site=1 comm=0 count={size} type=0 '
                                  f'rcount={size} rtype=0\n' for kind, size in ((0, 1000), (1, 200), (0, 3000), (1, 1000))) +
                   'Finalize site=0\nend\n')
    with open(program + '.h', 'w') as file:
        file.write('#include <stdio.h>\n#include <stdlib.h>\nstatic void *told(size_t n, size_t size)\n{\n'
                   '    printf("room for %zu\\n", n * size);\n    return calloc(n, size);\n}\n#define calloc told\n')
    done = run(args.scalabenchgen, '--options', 'some', program, '-o', program + '.c')
    check(done.returncode == 0, 'room for messages: generated', done.stdout)
    if compiles('mpicc', program, '-include', program + '.h'):
        done = run(*mpirun[:2], '-np', '2', *mpirun[4:], program)
        check(sorted(done.stdout.split('\n')) == [''] + 2 * ['room for 3064'] + 2 * ['room for 8064'],
              'room for messages is made once, for the largest', done.stdout)


def overlaps(folder):
    """Computation that goes on during the call behind it: each trip takes as long as the longer of both."""
    times = ' '.join(['2000000'] * 8) + ' 0\n'
    with open(os.path.join(folder, 'even'), 'w') as file:
        file.write('scalatrace 1\nranks 4\nmodule 0 "even"\nsite 0 0+0x10\nsite 1 0+0x20\ncomm 0 world\ncomm 1 self\n'
                   'type 0 "MPI_INT" 4\nprogram\nInit site=0\nloop 10 {\n'
                   '  Alltoall site=1 comm=0 count=100000 type=0 rcount=100000 rtype=0\n    comp first after=0 1P ' + times +
                   '    comp after=1 9P ' + times + '}\nFinalize site=0\nend\n')
    done = run(args.scalabenchgen, '--options', 'all', '--neglect', '0', os.path.join(folder, 'even'), '-o',
               os.path.join(folder, 'simulated.c'))
    check(done.returncode == 0, 'computation before a call: generated', done.stdout)
    if not compiles('smpicc', os.path.join(folder, 'simulated')):
        return
    bare = (simulated(folder, '--compute', 'none') or {'seconds': -1})['seconds']
    for scale in 0.1, 0.25, 4:
        options = ['--compute', 'sleep', '--compute-scale', str(scale)]
        plain, over = (simulated(folder, *options, *more) for more in ([], ['--overlap']))
        computes = 10 * 2e-3 * scale
        check(abs(plain['seconds'] - bare - computes) < 0.01 * computes, f'{scale}: one after the other', plain['seconds'], bare)
        check(abs(over['seconds'] - max(bare, computes)) < 0.01 * computes,
              f'--overlap: {bare:.6f} s of calls and {computes:.6f} s of computation take {over["seconds"]:.6f} s')
        check(abs(over['T_comp_s'] - max(0, computes - bare)) < 0.02 * computes, '--overlap: only the rest is reported', over['T_comp_s'])


def regions(folder):
    """Computation by regions, some of it in one, in two, or in none."""
    trace = os.path.join(folder, 'regions')
    at = 'comp first after=0 1P 1000000 1000000 1000000 1000000 1000000 1000000 1000000 1000000 0\n'
    with open(trace, 'w') as file:
        file.write('scalatrace 1\nranks 4\nmodule 0 "regions"\nsite 0 0+0x10\ncomm 0 world\ncomm 1 self\nregion 0 "a=b"\n'
                   'region 1 "in\\"ner"\nprogram\nInit site=0\nBarrier site=0 comm=0\n  ' + at +
                   'Region_begin site=0 region=0\nBarrier site=0 comm=0\n  ' + at.replace('1000000', '2000000') +
                   'Region_begin site=0 region=1\nBarrier site=0 comm=0\n  ' + at.replace('1000000', '4000000') +
                   'Region_end site=0 region=1\nRegion_end site=0 region=0\nFinalize site=0\nend\n')
    done = run(args.scalabenchgen, '--options', 'all', '--neglect', '0', trace, '-o', os.path.join(folder, 'simulated.c'))
    check(done.returncode == 0, 'with regions: generated', done.stdout)
    with open(os.path.join(folder, 'mark.c'), 'w') as file:  # which SMPI has not
        file.write('int MPI_Pcontrol(const int level, ...);\nint MPI_Pcontrol(const int level, ...)\n{\n'
                   '    return level < 0;\n}\n')
    if not compiles('smpicc', os.path.join(folder, 'simulated'), os.path.join(folder, 'mark.c')):
        return
    for options, outside, outer, inner in (([], 1, 2, 4), (['a=b=0.5'], 1, 1, 2), (['in"ner=3'], 1, 2, 12),
                                           (['a=b=0.5', 'in"ner=3', '10'], 10, 10, 60)):
        of = simulated(folder, '--compute', 'sleep', *(word for one in options for word in ('--compute-scale', one)))
        regions = {one['name']: one for one in of['regions']} if of else {}
        near = [of['T_comp_s'], regions['a=b']['T_comp_s'] / 4, regions['in"ner']['T_comp_s'] / 4] if regions else []
        wanted = [(outside + outer + inner) * 1e-3, (outer + inner) * 1e-3, inner * 1e-3]
        check(len(near) == 3 and all(abs(a - b) < 1e-3 * b for a, b in zip(near, wanted)),
              f'--compute-scale {options}: {wanted} s in all and in the regions', near)
    done = run(*mpirun, os.path.join(folder, 'program'), '--compute-scale', 'inner=3')
    check(done.returncode == 2 and 'inner=3: no option' in done.stdout, 'a region that there is not is an error', done.stdout)


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
    placement = (simulated(folder, '--compute', 'none') or {'placement': []})['placement']
    check([(at['node'], at['first_rank'], at['ranks']) for at in placement] == [(f'n{r}', r, 1) for r in range(4)],
          '--report: a node for each rank', placement)


with tempfile.TemporaryDirectory() as folder:
    done = run(args.scalabenchgen, '--options', 'all', args.trace, '-o', os.path.join(folder, 'program.c'))
    check(done.returncode == 0, 'generated', done.stdout)
    if compiles('mpicc', os.path.join(folder, 'program')):
        what_happens(folder)
        what_is_reported(folder)
        kernels(folder)
    large_messages(folder)
    large_counts(folder)
    room_once(folder)
    if shutil.which('smpicc'):
        shutil.copy(os.path.join(folder, 'program.c'), os.path.join(folder, 'simulated.c'))
        what_is_computed(folder)
        another_machine(folder)
        delays(folder)
        sweeps(folder)
        slow_ranks(folder)
        overlaps(folder)
        regions(folder)
    else:
        print(f'ok {number + 1} - # SKIP there is no smpicc')
        number += 1
print(f'1..{number}')
