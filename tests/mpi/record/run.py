#!/usr/bin/env python3
"""Runs an MPI program bare and under the recorder, and compares: exit status, output where that is 0, and, where the
program says which events it makes (expect.h), the trace's events of every rank."""
import argparse, os, re, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument('--np', type=int, required=True)
parser.add_argument('--status', type=int, default=0, help='exit status of the program')
parser.add_argument('--no-trace', action='store_true', help='a trace must not appear')
parser.add_argument('--option', action='append', default=[], help='for scalatrace')
parser.add_argument('--unverified', action='store_true', help='--verify has the trace in memory in runs')
parser.add_argument('--contains', action='append', default=[], help='a line of the trace')
parser.add_argument('--matches', action='append', default=[], help='of some line, from its begin')
parser.add_argument('--lacks', action='append', default=[], help='a pattern in no line')
parser.add_argument('--says', action='append', default=[], help='of some line of the recorder, from its begin')
parser.add_argument('scalatrace')
parser.add_argument('scalastat')
parser.add_argument('program', nargs='+')
args = parser.parse_args()

mpirun = ['mpirun', '--oversubscribe', '-np', str(args.np)]
if os.geteuid() == 0:
    mpirun.insert(1, '--allow-run-as-root')
failures = 0


def result(right, what):
    global failures
    result.number += 1
    failures += not right
    print(f'{"ok" if right else "not ok"} {result.number} - {what}')


result.number = 0


def run(command, **env):
    done = subprocess.run(command, env={**os.environ, **env}, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr


with tempfile.TemporaryDirectory() as folder:
    trace = os.path.join(folder, 'trace')
    expected = os.path.join(folder, 'expected')
    bare = run(mpirun + args.program)
    recorded = run(mpirun + [args.scalatrace, '-o', trace] + ([] if args.unverified else ['--verify']) + args.option +
                   ['--'] + args.program, EXPECT=expected)
    result(bare[0] == args.status, f'exit status {bare[0]} without the recorder')
    result(recorded[0] == bare[0], f'exit status {recorded[0]} with the recorder, {bare[0]} without')
    if args.status == 0:  # else mpirun may end before it has passed on what all ranks wrote
        result(recorded[1] == bare[1], 'the output is the same')
    for pattern in args.says:
        result(any(re.match('scalatrace: ' + pattern, line) for line in recorded[2].split('\n')),
               f'the recorder says {pattern}')
    if args.no_trace:
        result(not os.path.exists(trace), 'no trace is written')
    else:
        result(os.path.exists(trace), 'a trace is written')
    if os.path.exists(trace):
        lines = open(trace).read().split('\n')
        if not args.unverified:
            result('meta verify "ok"' in lines, 'the trace has what was called')
        for line in args.contains:
            result(line in lines, f'the trace has the line "{line}"')
        for pattern in args.matches:
            result(any(re.match(pattern, line) for line in lines), f'a line of the trace matches {pattern}')
        for pattern in args.lacks:
            result(not any(re.search(pattern, line) for line in lines), f'no line has {pattern}')
    if os.path.exists(trace) and os.path.exists(expected + '.0'):
        for rank in range(args.np):
            want = open(f'{expected}.{rank}').read().split('\n')
            status, out, err = run([args.scalastat, '--events', '--rank', str(rank), trace])
            got = out.split('\n')
            result(status == 0 and got == want, f'rank {rank} has {len(want) - 1} events')
            if got != want:
                at = next((i for i, pair in enumerate(zip(want, got)) if pair[0] != pair[1]),
                          min(len(want), len(got)))
                print(f'# event {at}: want {want[at:at + 1]}, got {got[at:at + 1]}; {err}')
    if failures:
        print('# ' + recorded[2].replace('\n', '\n# '))
print(f'1..{result.number}')
sys.exit(failures != 0)
