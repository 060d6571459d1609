"""Programs as texts of traces, of 4 ranks: what comes to its end, what may not, and such patterns one after the other at random."""
import random

NP = 4
MAY_LEAVE = {'Bcast', 'Reduce'}  # before all have come


class Draft:
    """The text of a trace, statement by statement. Rows of two are communicator 2."""

    def __init__(self):
        self.p, self.tag, self.depth, self.lines, self.tags = NP, 0, 0, [], []

    def put(self, op, who=None, **params):
        """who: the ranks that make the call."""
        ranks = ''.join(f'<0 {rank}>' for rank in sorted(who)) if who is not None else ''
        if who is not None and not ranks:
            return
        words = ''.join(f' {key}={value}' for key, value in params.items())
        self.lines.append(f'{"  " * self.depth}{op} site={len(self.tags)}{" ranks=" + ranks if ranks else ""}{words}')
        self.tags.append(params.get('tag', -1))

    def message(self, op, peer, who=None, count=2, comm=0):
        self.put(op, who, comm=comm, peer=peer, count=count, type=0, tag=self.tag)

    def loop(self, trips):
        self.lines.append(f'{"  " * self.depth}loop {trips} {{')
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.lines.append(f'{"  " * self.depth}}}')

    def text(self):
        sites = ''.join(f'site {i} 0+0x{16 * (i + 1):x}\n' for i in range(len(self.tags) + 1))
        last = len(self.tags)
        return (f'scalatrace 1\nranks {self.p}\nmodule 0 "app"\n{sites}comm 0 world\ncomm 1 self\n'
                'comm 2 split parent=0 serial=0 size=2 rank={m mod 2}\ntype 0 "MPI_INT" 4\nredop 0 "MPI_SUM"\nprogram\n'
                f'Init site={last}\nComm_split site={last} comm=0 newcomm=2 color={{r div 2}} key=0\n' +
                '\n'.join(self.lines) + f'\nFinalize site={last}\nend\n')

    def others(self, *but):
        return [rank for rank in range(self.p) if rank not in but]


def even(d):
    return d.others(*range(1, d.p, 2))


def odd(d):
    return d.others(*range(0, d.p, 2))


# What comes to its end. `pick` draws from 0 on.

def requests(d, pick):
    step, n = 1 + pick(3), pick(3)
    calls = [('Isend', f'{{(r + {step}) mod {d.p}}}'), ('Irecv', f'{{(r - {step}) mod {d.p}}}')]
    if n == 0:
        d.put('Ibarrier', comm=0)
    for op, peer in calls if pick(2) else reversed(calls):
        d.message(op, peer)
    d.put('Waitall', nreqs=3 if n == 0 else 2, reqs='(2,1,0)' if n == 0 else '(1,0)')


def exchange(d, pick):
    step = 1 + pick(3)
    d.put('Sendrecv', comm=0, peer=f'{{(r + {step}) mod {d.p}}}', count=5, type=0, tag=d.tag,
          source=f'{{(r - {step}) mod {d.p}}}', rcount=5, rtype=0, rtag=d.tag)


def pairs(d, pick):
    d.message('Send', '{r xor 1}', even(d))
    d.message('Recv', '{r xor 1}')
    d.message('Send', '{r xor 1}', odd(d))


def pipeline(d, pick):
    d.message('Recv', '{r - 1}', d.others(0))
    d.message('Send', '{r + 1}', d.others(d.p - 1))


def ring(d, pick):
    d.message('Send', 1, [0])
    d.message('Recv', f'{{(r - 1) mod {d.p}}}')
    d.message('Send', f'{{(r + 1) mod {d.p}}}', d.others(0))


def collect(d, pick):
    root = pick(4)
    d.message('Send', root, d.others(root))
    d.loop(d.p - 1)
    d.message('Recv', 'any', [root])
    d.close()
    d.put('Barrier', comm=0)


def answer(d, pick):
    first = pick(d.p - 1)
    d.message('Send', 0, d.others(0))
    d.message('Recv', 0, d.others(0))
    d.loop(d.p - 1)
    d.message('Recv', 'any', [0])
    d.message('Send', f'{{1 + (i{d.depth} + {first}) mod {d.p - 1}}}', [0])
    d.close()


def together(d, pick):
    comm, op = 2 * pick(2), ('Bcast', 'Reduce', 'Allreduce', 'Barrier')[pick(4)]
    more = {'count': 2, 'type': 0} if op != 'Barrier' else {}
    if 'duce' in op:
        more['redop'] = 0
    if op in MAY_LEAVE:
        more = {'root': 1, **more}
    d.put(op, comm=comm, **more)


# What may not.

def both_send(d, pick):
    d.message('Send', '{r xor 1}')
    d.message('Recv', '{r xor 1}')


def large(d, pick):
    """Over what implementations buffer."""
    d.message('Send', '{r xor 1}', count=1 << 18)
    d.message('Recv', '{r xor 1}', count=1 << 18)


def ring_of_sends(d, pick):
    d.message('Send', f'{{(r + 1) mod {d.p}}}')
    d.message('Recv', f'{{(r - 1) mod {d.p}}}')


def other_order(d, pick):
    """Of two collective operations, on one rank."""
    rank = pick(d.p)
    d.put('Allreduce', d.others(rank), comm=0, count=1, type=0, redop=0)
    d.put('Allreduce', comm=2, count=1, type=0, redop=0)
    d.put('Allreduce', [rank], comm=0, count=1, type=0, redop=0)


def early_root(d, pick):
    """It would have to leave the Bcast before the rank that waits for it comes."""
    d.message('Recv', 0, [1])
    d.put('Bcast', comm=0, root=0, count=1, type=0)
    d.message('Send', 1, [0])


def early_wait(d, pick):
    d.message('Isend', '{r xor 1}')
    d.put('Wait', reqs=0)
    d.message('Recv', '{r xor 1}')


def late_name(d, pick):
    """A receive from a rank whose message another may have taken."""
    root = pick(4)
    d.message('Send', root, d.others(root))
    d.loop(d.p - 2)
    d.message('Recv', 'any', [root])
    d.close()
    d.message('Recv', d.others(root)[pick(d.p - 1)], [root])


def two_names(d, pick):
    """The same with two of them."""
    d.message('Send', 0, d.others(0))
    d.message('Recv', 'any', [0])
    for rank in d.others(0)[1:]:
        d.message('Recv', rank, [0])


RIGHT = [requests, exchange, pairs, pipeline, ring, collect, answer, together]
WRONG = [both_send, large, ring_of_sends, other_order, early_root, early_wait, late_name, two_names]


def block(d, draw, at, fault, number):
    """Patterns, the `at`-th of which is the fault; how many there were."""
    for _ in range(1 + draw.randrange(3)):
        kind = draw.randrange(10 if d.depth < 2 else 8)
        if kind >= 8:
            d.loop(1 + draw.randrange(3))
            number = block(d, draw, at, fault, number)
            d.close()
            continue
        pattern = fault if number == at else RIGHT[kind]
        pattern(d, draw.randrange)
        d.tag += 1
        number += 1
    return number


def drawn(seed, fault):
    n = block(Draft(), random.Random(seed), -1, None, 0)
    d = Draft()
    block(d, random.Random(seed), seed % n if fault else -1, fault, 0)
    return d
