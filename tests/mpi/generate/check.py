#!/usr/bin/env python3
"""--check of generated programs finds nothing on a good network, and every call that receives on a bad one (flip.c). TRACE is one of
messages that are the same but for their numbers; PROGRAMS are recorded."""
import argparse, os, re, subprocess, tempfile

parser = argparse.ArgumentParser()
for name in 'scalatrace', 'scalabenchgen', 'flip', 'trace':
    parser.add_argument(name)
parser.add_argument('program', nargs='+')
args = parser.parse_args()
here = {name: os.path.abspath(value) for name, value in vars(args).items() if name != 'program'}

mpirun = ['mpirun', '--oversubscribe', '-np', '4'] + (['--allow-run-as-root'] if os.geteuid() == 0 else [])
number = 0
failed = False
# What receives nothing: an Imrecv is of an empty message here.
silent = {'Send', 'Isend', 'Ssend', 'Issend', 'Rsend', 'Irsend', 'Bsend', 'Ibsend', 'Send_init', 'Ssend_init', 'Bsend_init',
          'Rsend_init', 'Start', 'Startall', 'Wait', 'Waitall', 'Waitany', 'Waitsome', 'Test', 'Testall', 'Testany',
          'Testsome', 'Request_free', 'Cancel', 'Comm_free', 'Imrecv'}


def check(right, what, *notes):
    global number, failed
    number += 1
    failed = failed or not right
    print(f'{"ok" if right else "not ok"} {number} - {what}')
    for note in notes if not right else []:
        print('\n'.join('# ' + line for line in str(note).splitlines()[-12:]))


def run(*command, **more):
    return subprocess.run(command, timeout=120, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace', env=dict(os.environ, **more))


def call_at(text, line):
    """Which call the statement makes that ends in that line, or is in it."""
    for one in reversed(text[:line]):
        found = re.search(r'MPI_(\w+)\(', one)
        if found:
            return found.group(1)


def look_at(name, trace):
    done = run(here['scalabenchgen'], '--options', 'all', trace, '-o', 'program.c')
    check(done.returncode == 0, f'{name}: generated', done.stdout)
    for extra, program in ([], 'good'), ([here['flip']], 'bad'):
        done = run('mpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', 'program.c', *extra, '-o', program, '-lm')
        check(done.returncode == 0, f'{name}: compiles', done.stdout)
    done = run(*mpirun, './good', '--check')
    check(done.returncode == 0 and not done.stdout, f'{name}: what was sent was received', done.stdout)
    with open('program.c') as file:
        text = file.read().splitlines()
    done = run(*mpirun, './bad', FLIP='1')
    check(done.returncode == 0 and ' is wrong' not in done.stdout, f'{name}: nothing is looked at without --check', done.stdout)
    done = run(*mpirun, './bad', '--check', FLIP='1')
    seen = {call_at(text, int(line)) for line in re.findall(r'rank \d+, line (\d+): .* from rank \d+ is wrong', done.stdout)}
    wanted = {m.group(1) for line in text for m in [re.match(r'#define MPI_(\w+)\(\.\.\.\) CALL\(check', line)] if m} - silent
    check(done.returncode == 1 and wanted <= seen and wanted, f'{name}: what differs is seen in {len(wanted)} kinds of calls',
          f'not in {wanted - seen}', done.stdout)


def replaced():
    """A collective by another way brings the same, and is not called where it is not in place."""
    def recorded(*options):
        done = run(*mpirun, here['scalatrace'], '--no-times', '-o', 'again', '--', './good', '--check', *options)
        with open('again') as file:
            return done, file.read()
    _, plain = recorded()
    done = run(*mpirun, './good', '--help')
    ways = re.search(r'--replace +(\S+)', done.stdout).group(1).split('|')
    check(sorted({way.split('=')[0] for way in ways}) ==
          ['allgather', 'allgatherv', 'allreduce', 'alltoall', 'alltoallv', 'bcast', 'gather', 'gatherv', 'reduce', 'reduce_scatter',
           'reduce_scatter_block', 'scatter', 'scatterv'],
          '--replace: what there is', ways)
    for way in ways:
        call = f'\n *{way.split("=")[0].capitalize()} (?!.*inplace)'
        done, text = recorded('--replace', way)
        check(done.returncode == 0 and not done.stdout and re.search(call, plain) and not re.search(call, text),
              f'--replace {way}: the same is received, without the call', done.stdout, text)
    done, text = recorded('--replace', 'bcast=tree', '--replace', 'alltoall=isend', '--replace', 'bcast=isend')
    check(not re.search(r'\n *(Bcast|Alltoall) (?!.*inplace)', text) and 'Allreduce' in text, '--replace, three times', text)
    for how, nreqs in ('isend', 8), ('pairwise', 2), ('grouped', 8):
        done = run(*mpirun, here['scalatrace'], '--no-times', '-o', 'again', '--', './good', '--check', '--replace', 'alltoall=' + how)
        with open('again') as file:
            text = file.read()
        check(done.returncode == 0 and not done.stdout and re.search(rf'Waitall.* nreqs={nreqs}\b', text) and 'Irecv' in text,
              f'--replace alltoall={how}', done.stdout, text)
    done = run(*mpirun, './good', '--replace', 'alltoall=bcast')
    check(done.returncode == 2 and 'alltoall=bcast: no option' in done.stdout, '--replace alltoall=bcast is an error', done.stdout)


def messages_apart():
    """A receive from anybody, with any tag, that is open during a broadcast by messages takes none of them."""
    with open('open', 'w') as file:
        file.write('scalatrace 1\nranks 4\nmodule 0 "open"\nsite 0 0+0x10\nsite 1 0+0x20\nsite 2 0+0x30\ncomm 0 world\ncomm 1 self\n'
                   'type 0 "MPI_INT" 4\nredop 0 "MPI_SUM"\nprogram\nInit site=0\nloop 3 {\n'
                   '  Irecv site=1 ranks=<1 1 3 1> comm=0 peer=any count=9 type=0 tag=any\n'
                   '  Bcast site=1 comm=0 root=0 count=7 type=0\n'
                   '  Reduce site=1 comm=0 root=1 count=7 type=0 redop=0\n'
                   '  Gather site=1 comm=0 root=2 count=7 type=0 rcount=7 rtype=0\n'
                   '  loop 3 ranks=<0 0> {\n    Send site=2 ranks=<0 0> comm=0 peer={i2 + 1} count=9 type=0 tag={i2}\n  }\n'
                   '  Wait site=2 ranks=<1 1 3 1> reqs=0\n}\nFinalize site=0\nend\n')
    done = run(here['scalabenchgen'], '--options', 'all', '--keep-wildcards', 'open', '-o', 'open.c')
    check(done.returncode == 0, 'open receives: generated', done.stdout)
    done = run('mpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', 'open.c', '-o', 'open', '-lm')
    check(done.returncode == 0, 'open receives: compiles', done.stdout)
    ways = [word for way in ('bcast=isend', 'reduce=tree', 'gather=isend') for word in ('--replace', way)]
    done = run('timeout', '40', *mpirun, './open', '--check', *ways)
    check(done.returncode == 0 and not done.stdout, 'open receives take no message of --replace', done.stdout)


def fan(ranks, root, peers, others, count=9, tag=5, between=''):
    """A trace in which the root sends to these peers, one after the other, and others receive."""
    return (f'scalatrace 1\nranks {ranks}\nmodule 0 "fan"\nsite 0 0+0x10\nsite 1 0+0x20\nsite 2 0+0x30\ncomm 0 world\ncomm 1 self\n'
            f'type 0 "MPI_INT" 4\nprogram\nInit site=0\nloop 3 {{\n  loop {len(peers)} ranks=<0 {root}> {{\n'
            f'    Send site=1 ranks=<0 {root}> comm=0 peer=({",".join(map(str, peers))}) count=9 type=0 tag=5\n  }}\n{between}'
            f'  Recv site=2 ranks={others} comm=0 peer={root} count={count} type=0 tag={tag}\n}}\nFinalize site=0\nend\n')


def requests(trace):
    """The same with sends that do not block, and a completion of all behind them, or behind the receives."""
    text = trace.replace('    Send ', '    Isend ')
    root = re.search(r'ranks=<0 (\d)> {', text).group(1)
    wait = f'  Waitall site=2 ranks=<0 {root}> nreqs=3 reqs=(2,1,0)\n'
    return text.replace('  Recv ', wait + '  Recv '), re.sub(r'(  Recv .*\n)', r'\1' + wait, text)


def rows(trace):
    """The same in the rows of a grid of two by four ranks, whose first ranks send."""
    text = trace.replace('ranks 4\n', 'ranks 8\n').replace('ranks=<0 0>', 'ranks=<1 0 2 4>').replace('<1 1 3 1>', '<2 1 2 4 3 1>')
    text = text.replace('comm 1 self\n', 'comm 1 self\ncomm 2 split parent=0 serial=0 size=4 rank={m mod 4}\n')
    return text.replace('Init site=0\n', 'Init site=0\nComm_split site=0 comm=0 newcomm=2 color={r div 4} key=0\n').replace(
        'Send site=1 ranks=<1 0 2 4> comm=0', 'Send site=1 ranks=<1 0 2 4> comm=2').replace('3 1> comm=0', '3 1> comm=2')


def fans_out():
    """Sends of one rank to all others are one broadcast with --replace sends=bcast; to fewer of them, or not of the same, they are not."""
    def generated(trace, ranks=4):
        with open('fan', 'w') as file:
            file.write(trace)
        done = run(here['scalabenchgen'], '--options', 'all', 'fan', '-o', 'fan.c')
        built = run('mpicc', '-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', 'fan.c', '-o', 'fan', '-lm')
        check(done.returncode == 0 and built.returncode == 0, 'fan: compiles', done.stdout, built.stdout)
        return run('timeout', '40', *mpirun[:3], str(ranks), *mpirun[4:], here['scalatrace'], '--no-times', '-o', 'again', '--', './fan', '--check', '--replace', 'sends=bcast')
    for root, peers, others in (0, (1, 2, 3), '<1 1 3 1>'), (2, (3, 0, 1), '<1 0 2 1><0 3>'):
        done = generated(fan(4, root, peers, others))
        with open('again') as file:
            text = file.read()
        check(done.returncode == 0 and not done.stdout and re.search(rf'loop 3 {{\n *Bcast .* root={root} count=9', text) and
              'Send' not in text and 'Recv' not in text, f'--replace sends=bcast from rank {root}', done.stdout, text)
    for what, trace in (('Isend, then Waitall', requests(fan(4, 0, (1, 2, 3), '<1 1 3 1>'))[0]),
                        ('Isend, and Waitall behind the receives', requests(fan(4, 0, (1, 2, 3), '<1 1 3 1>'))[1])):
        done = generated(trace)
        with open('again') as file:
            text = file.read()
        check(done.returncode == 0 and not done.stdout and re.search(r'\n *Bcast .* root=0 count=9', text) and 'Recv' not in text and
              re.search(r'Isend .*peer=~null', text) and not re.search(r'Isend .*peer=(?!~null)', text) and 'Waitall' in text,
              f'--replace sends=bcast: {what}', done.stdout, text)
    done = generated(rows(fan(4, 0, (1, 2, 3), '<1 1 3 1>')), 8)
    with open('again') as file:
        text = file.read()
    check(done.returncode == 0 and not done.stdout and re.search(r'\n *Bcast .* comm=2 root=0 count=9', text) and 'Send' not in text,
          '--replace sends=bcast in rows', done.stdout, text)
    for what, trace in (('in rows, twice to one', rows(fan(4, 0, (1, 2, 2), '<1 1 3 1>'))),
                        ('in rows, where a rank sends in one of them alone', rows(fan(4, 0, (1, 2, 3), '<1 1 3 1>')).replace('<1 0 2 4>', '<0 0>')),
                        ('to two of three', fan(4, 0, (1, 2), '<1 1 2 1>')),
                        ('twice to one of them', fan(4, 0, (1, 2, 2), '<1 1 3 1>')),
                        ('with room for more', fan(4, 0, (1, 2, 3), '<1 1 3 1>', count=10)),
                        ('with any tag', fan(4, 0, (1, 2, 3), '<1 1 3 1>', tag='any')),
                        ('with a barrier between', fan(4, 0, (1, 2, 3), '<1 1 3 1>', between='  Barrier site=0 comm=0\n'))):
        done = generated(trace)
        check(done.returncode == 2 and '--replace: no option' in done.stdout, f'sends {what} are no broadcast', done.stdout)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for program in args.program:
        done = run(*mpirun, here['scalatrace'], '--no-times', '-o', 'trace', '--', program)
        check(done.returncode in (0, 7), f'{os.path.basename(program)}: recorded', done.stdout)
        look_at(os.path.basename(program), 'trace')
        if 'collectives' in program:
            replaced()
    messages_apart()
    fans_out()
    look_at('one message after the other', here['trace'])
    done = run(*mpirun, './bad', '--check', '--compute', 'none', OLD='400')
    check(done.returncode == 1 and 'byte 0 from rank' in done.stdout, 'a message that was received before is wrong', done.stdout)
print(f'1..{number}')
