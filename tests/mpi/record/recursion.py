#!/usr/bin/env python3
"""Records a program that calls itself as deep as it is told: the call sites are the same at any depth, however many frames
are kept.  recursion.py SCALATRACE PROGRAM"""
import os, re, subprocess, sys, tempfile

scalatrace, program = sys.argv[1:]
mpirun = ['mpirun', '--oversubscribe', '-np', '2']
if os.geteuid() == 0:
    mpirun.insert(1, '--allow-run-as-root')
results = []


def result(right, what):
    results.append(bool(right))
    print(f'{"ok" if right else "not ok"} {len(results)} - {what}')


def sites_of(trace, depth, *options):
    done = subprocess.run(mpirun + [scalatrace, '--verify', '-o', trace, *options, '--', program, str(depth)], timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = open(trace).read().split('\n') if done.returncode == 0 else []
    result('meta verify "ok"' in lines, f'depth {depth} is recorded, and verified {done.stderr}')
    return [line for line in lines if re.match(r'site \d+ ', line)]


with tempfile.TemporaryDirectory() as folder:
    trace = os.path.join(folder, 'trace')
    for options in ([], ['--depth=3']):
        flat = sites_of(trace, 2, *options)
        result(len(flat) > 3, f'call sites: {flat}')
        for depth in (3, 70, 700):
            deep = sites_of(trace, depth, *options)
            result(deep == flat, f'at depth {depth} they are the same: {deep}')
print(f'1..{len(results)}')
sys.exit(not all(results))
