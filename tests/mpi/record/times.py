#!/usr/bin/env python3
"""Records times.c and looks at its delta times: sleeps give lower limits that always hold, and upper ones for the
smaller half of the samples, which a busy machine does not blur.  times.py SCALATRACE SCALASTAT PROGRAM"""
import os, re, subprocess, sys, tempfile

scalatrace, scalastat, program = sys.argv[1:]
RANKS, MS = 4, 1e6
FIELDS = 'n min q10 q25 q50 q75 q90 max mean sd'.split()
LINE = re.compile(r' +(comp|comm)( first)?(?: after=(\d+))? (.*)')
results = []


def result(right, what):
    results.append(bool(right))
    print(f'{"ok" if right else "not ok"} {len(results)} - {what}')


def record(folder, *options):
    mpirun = ['mpirun', '--oversubscribe', '-np', str(RANKS)]
    if os.geteuid() == 0:
        mpirun.insert(1, '--allow-run-as-root')
    trace = os.path.join(folder, 'trace')
    done = subprocess.run(mpirun + [scalatrace, '--verify', '-o', trace, *options, '--', program], timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    result(done.returncode == 0, f'exit status {done.returncode}')
    return open(trace).read().split('\n'), done.stderr, trace


def times_of(lines, operation):
    """{(kind, first, site before): fields} of the only event of an operation, and its call site."""
    found, site, inside = {}, None, False
    for line in lines:
        match = LINE.fullmatch(line)
        if inside and match:
            kind, first, after, rest = match.groups()
            words = rest.split(' sketch ')[0].split()
            if words[0].endswith('P'):
                words[0] = str(int(words[0][:-1]) * RANKS)
            key = kind, bool(first), int(after) if after else None
            found[key] = dict(zip(FIELDS, map(float, words)))
        elif not match:
            inside = re.match(rf' *{operation} site=', line) is not None
            if inside:
                site = int(re.search(r'site=(\d+)', line)[1])
    return found, site


def check_times(lines):
    barrier, own = times_of(lines, 'Barrier')
    mark = next((after for kind, first, after in barrier if first and kind == 'comp'), None)
    keys = [('comp', True, mark), ('comp', False, mark), ('comp', False, own), ('comm', True, None),
            ('comm', False, None)]
    result(sorted(barrier, key=str) == sorted(keys, key=str),
           f'computation before Barrier is apart by what came before, and the first time: {list(barrier)}')
    if set(barrier) != set(keys):
        return
    first, outer, inner, waits, rest = (barrier[key] for key in keys)
    result([f['n'] for f in (first, outer, inner, waits, rest)] == [n * RANKS for n in (1, 9, 40, 1, 49)],
           'every execution counts once')
    result(first['min'] >= 50 * MS and first['max'] >= 600 * MS, 'the first time it is 50 ms, of rank 0 600')
    result(outer['min'] >= 20 * MS and outer['q25'] < 50 * MS, 'behind Bcast it is 20 ms')
    result(inner['min'] >= 2 * MS and inner['q25'] < 20 * MS, 'behind Barrier it is 2 ms')
    result(waits['q50'] >= 50 * MS, 'in the first Barrier the others wait for rank 0')
    result(rest['q25'] < 50 * MS, 'and not in the later ones')


def check_own(lines, timed):
    said = [float(line.split('"')[1]) for line in lines if line.startswith('meta rank.computation_own ')]
    result(len(said) == timed and all(0 <= share <= 1 for share in said), f'what of the scatter is own: {said}')


with tempfile.TemporaryDirectory() as folder:
    lines, err, trace = record(folder)
    result('meta verify "ok"' in lines, 'the trace is verified')
    check_times(lines)
    check_own(lines, True)
    result(not any('sketch' in line for line in lines), 'no sketches unless asked for')
    result(f'unrecorded "MPI_Barrier" {2 * RANKS}' in lines, 'calls during a pause are counted')
    tree = [line.strip() for line in lines if 'Region' in line]
    result([re.sub(r'site=\d+ ', '', line) for line in tree] ==
           ['Region_begin region=0', 'Region_begin region=1', 'Region_end region=1', 'Region_end region=0',
            'Region_begin region=2', 'Region_end region=2'], f'regions nest, and the last one is closed: {tree}')
    result([line for line in lines if line.startswith('region ')] ==
           ['region 0 "step"', 'region 1 "share"', 'region 2 "rest"'], 'they have their names')
    result(err.count('is left out') == RANKS, 'every rank warns once')
    listed = subprocess.run([scalastat, '--events', '--rank', '0', trace], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True).stdout
    result('Region' not in listed and listed.count('\n') == 2 + 10 + 50, 'the listing has MPI calls only')
    lines, _, trace = record(folder, '--times=full')
    check_times(lines)
    timed = [line for line in lines if LINE.fullmatch(line)]
    result(timed and all(' sketch ' in line for line in timed), 'with --times full every line has a sketch')
    lines, _, _ = record(folder, '--no-times')
    result(not any(LINE.fullmatch(line) for line in lines), 'without times there are none')
    check_own(lines, False)
print(f'1..{len(results)}')
sys.exit(not all(results))
