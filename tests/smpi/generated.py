"""Programs that are generated from a trace, under simulated MPI, which says when nobody goes on."""
import pathlib, re, subprocess

from drafts import NP

HERE = pathlib.Path(__file__).resolve().parent
SYNCHRONOUS = {'Ssend': 'Send', 'Issend': 'Isend'}


def run(*words):
    return subprocess.run([str(word) for word in words], timeout=120, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)


def prepare(folder):
    (folder / 'platform.xml').write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n<platform version="4.1">\n'
        f'  <cluster id="cluster" prefix="node-" suffix="" radical="0-{NP - 1}" speed="10Gf" bw="12.5GBps" lat="1us"/>\n</platform>\n')
    (folder / 'hosts').write_text(''.join(f'node-{i}\n' for i in range(NP)))
    run('smpicc', '-O1', '-fPIC', '-c', HERE / 'standing.c', '-o', folder / 'standing.o').check_returncode()


def generate(folder, trace, *options):
    """What was said if the program b could not be made of the trace; else nothing."""
    made = run('scalabenchgen', '--options', 'all', *options, trace, '-o', folder / 'b.c')
    if made.returncode:
        return made.stderr
    built = run('smpicc', '-std=c11', '-O0', '-fPIC', folder / 'b.c', folder / 'standing.o', '-o', folder / 'b', '-lm')
    return built.stderr if built.returncode else ''


def simulate(folder, *options):
    """How b ends, with synchronous sends where it sends; where each rank stood last; and what it said."""
    sync = ['--sync'] if '"--sync"' in (folder / 'b.c').read_text() else []
    done = run('smpirun', '-np', NP, '-platform', folder / 'platform.xml', '-hostfile', folder / 'hosts',
               '--log=root.thres:critical', '--cfg=smpi/simulate-computation:no', folder / 'b', *sync, *options)
    stand = {int(rank): (SYNCHRONOUS.get(op, op), int(tag))
             for rank, op, tag in re.findall(r'^rank (\d+) in (\w+) (-?\d+)$', done.stderr, re.M)}
    how = 'deadlock' if 'Deadlock detected' in done.stderr else 'end'
    return how if done.returncode == 0 and len(stand) == NP else 'fails', stand, done.stderr
