#!/usr/bin/env python3
"""Records a program that keeps its own books, and compares them with what scalastat makes of the trace: calls and bytes
of each call site by function and line, of each rank, and from rank to rank."""
import argparse, collections, json, os, shutil, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument('--np', type=int, required=True)
parser.add_argument('scalatrace')
parser.add_argument('scalastat')
parser.add_argument('program')
args = parser.parse_args()

mpirun = ['mpirun', '--oversubscribe', '-np', str(args.np)]
if os.geteuid() == 0:
    mpirun.insert(1, '--allow-run-as-root')
failures = number = 0


def result(right, what):
    global failures, number
    number += 1
    failures += not right
    print(f'{"ok" if right else "not ok"} {number} - {what}')


def books(path):
    """What the ranks noted: calls and bytes by (line, function, operation), calls and bytes by rank, bytes from rank to rank."""
    sites = collections.Counter(), collections.Counter()
    ranks, matrix = [], []
    for rank in range(args.np):
        calls = volume = 0
        matrix.append([0] * args.np)
        for line in open(f'{path}.{rank}'):
            words = line.split()
            if words[0] == 'sent':
                matrix[rank][int(words[1])] = int(words[2])
                continue
            key = int(words[1]), words[2].replace('_ZN4team8togetherEv', 'team::together'), words[3]
            sites[0][key] += int(words[4])
            sites[1][key] += int(words[5])
            calls += int(words[4])
            volume += int(words[5])
        ranks.append((calls, volume))
    return sites, ranks, matrix


with tempfile.TemporaryDirectory() as folder:
    trace, expect = os.path.join(folder, 'trace'), os.path.join(folder, 'expect')
    subprocess.run(mpirun + [args.scalatrace, '-o', trace, '--', args.program], check=True, timeout=120,
                   env={**os.environ, 'EXPECT': expect}, stdout=subprocess.DEVNULL)
    out = subprocess.run([args.scalastat, '--json', '-q', '--module-path', os.path.dirname(args.program), trace],
                         check=True, timeout=60, stdout=subprocess.PIPE).stdout
    report = json.loads(out)
    sites, ranks, matrix = books(expect)

    got = collections.Counter(), collections.Counter()
    unbooked = 0  # calls that the program does not note: Init, Comm_split, Comm_free, Finalize
    for site in report['call_sites']:
        frame = site['frames'][0]
        key = frame.get('line'), frame.get('function'), site['operation']
        if key[2] in ('Init', 'Comm_split', 'Comm_free', 'Finalize'):
            unbooked += site['calls']
            continue
        got[0][key] += site['calls']
        got[1][key] += site['bytes']
    result(unbooked == 4 * args.np, f'{unbooked} calls are not in the books')
    for key in sorted(set(sites[0]) | set(got[0]), key=str):
        result((sites[0][key], sites[1][key]) == (got[0][key], got[1][key]),
               f'{key}: {got[0][key]} calls of {got[1][key]} bytes, booked {sites[0][key]} of {sites[1][key]}')
    for rank, row in enumerate(report['of_a_rank']['ranks']):
        result((row['calls'] - 4, row['bytes']) == ranks[rank],
               f'rank {rank}: {row["calls"]} calls of {row["bytes"]} bytes, booked {ranks[rank]}')
    result(report['matrix']['bytes'] == matrix, f'matrix {report["matrix"]["bytes"]}, booked {matrix}')
    result(report['all']['message_bytes'] == sum(map(sum, matrix)), 'bytes of messages')
    booked = collections.Counter()
    for sizes in report['message_sizes'].values():
        for size in sizes if isinstance(sizes, list) else []:
            booked['calls'] += size['calls']
            booked['bytes'] += size['bytes']
    result(booked['bytes'] == sum(sites[1].values()) and booked['calls'] == sum(sites[0].values()),
           f'the histogram holds {dict(booked)}')
    seconds = report['of_a_rank']['mpi_ns']['mean'] * args.np, sum(s['mpi_ns'] for s in report['call_sites'])
    result(0.99 * seconds[1] < seconds[0] < 1.01 * seconds[1],
           f'time of ranks {seconds[0]} ns, of call sites {seconds[1]} ns')
    computed, waited = report['of_a_rank']['computation_ns'], report['of_a_rank']['mpi_ns']
    result(computed['max_rank'] == args.np - 1 and computed['max'] > 4.9e8,
           f'rank {computed["max_rank"]} computes most, {computed["max"]} ns')
    result(waited['min_rank'] == args.np - 1 and waited['max'] > waited['min'] + 4e8,
           f'rank {waited["min_rank"]} waits least, {waited["min"]} ns, others up to {waited["max"]} ns')
    other = os.path.join(folder, 'other')
    os.mkdir(other)
    shutil.copy('/bin/sh', os.path.join(other, os.path.basename(args.program)))
    done = subprocess.run([args.scalastat, '--tree', '--module-path', other, trace], timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    result(done.returncode == 0 and 'is another build' in done.stderr and
           f'[{os.path.basename(args.program)}+0x' in done.stdout,
           f'a file of another build names no call site: {done.stderr.strip()}')
print(f'1..{number}')
sys.exit(failures != 0)
