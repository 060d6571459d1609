#!/usr/bin/env python3
"""Adversarial programs as MPI programs: recorded at their inputs and at a target, extrapolated, and compared; and recorded
traces, of which each scale is left out in turn and predicted from the others: what is called proved must be what was recorded."""
import argparse, os, subprocess, tempfile

parser = argparse.ArgumentParser()
parser.add_argument('--seed', type=int, default=100, help='of the first program that is tried')
parser.add_argument('--programs', type=int, default=0)
parser.add_argument('--run-program', help='the program that runs them')
parser.add_argument('--scalatrace')
parser.add_argument('scalaextrap')
parser.add_argument('proved_holds')
parser.add_argument('traces', nargs='*', help='of one program, all but one of which predict that one')
args = parser.parse_args()

mpirun = ['mpirun', '--oversubscribe'] + (['--allow-run-as-root'] if os.geteuid() == 0 else [])
number = 0


def result(right, what, out=''):
    global number
    number += 1
    print(f'{"ok" if right else "not ok"} {number} - {what}')
    for line in out.splitlines()[:12]:
        print(f'# {line}')


def run(command):
    done = subprocess.run(command, timeout=120, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def predict(what, inputs, target, recorded, folder):
    """Extrapolates, and looks at what is proved."""
    told = os.path.join(folder, 'told')
    status, out = run([args.scalaextrap, '--quiet'] + inputs + ['--target', str(target), '-o', told])
    if status == 1 and 'grid' in out:
        return result(True, f'{what}: {target} ranks declined', out)
    if status not in (0, 3):
        return result(False, f'{what}: extrapolated to {target} ranks', out)
    status, out = run([args.proved_holds, told, recorded])
    result(status == 0, f'{what}: what is proved at {target} ranks was recorded there', out)


def try_program(seed, inputs, targets, folder):
    for ranks in inputs + targets:
        status, out = run(mpirun + ['-np', ranks, args.scalatrace, '-o', os.path.join(folder, f't{ranks}'), '--',
                                    args.run_program, str(seed)])
        if status:
            return result(False, f'program {seed} recorded on {ranks} ranks', out)
    for target in targets:
        predict(f'program {seed}', [os.path.join(folder, f't{ranks}') for ranks in inputs], target,
                os.path.join(folder, f't{target}'), folder)


def ranks_of(trace):
    return next(line.split()[1] for line in open(trace) if line.startswith('ranks '))


tried, seed = 0, args.seed
while tried < args.programs:
    status, out = run([args.run_program, str(seed), 'scales'])
    if status == 0:
        inputs, targets = (side.split() for side in out.split('-'))
        with tempfile.TemporaryDirectory() as folder:
            try_program(seed, inputs, targets[:1], folder)
        tried += 1
    seed += 1
for left_out in args.traces:
    with tempfile.TemporaryDirectory() as folder:
        predict('left out', [trace for trace in args.traces if trace != left_out], ranks_of(left_out), left_out, folder)
print(f'1..{number}')
