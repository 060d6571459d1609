#!/usr/bin/env python3
"""Deadlocks that are reported come about: a program is made in which receives from anybody take what the report says
(scalabenchgen --deadlock), runs with synchronous sends under simulated MPI, which says when nobody goes on, and its ranks then stand in
the calls that the report names. Programs of which none is reported come to their end. TAP.

    deadlocks.py PROGRAMS [SEED]     so many programs at random beside those written here; scalastat and scalabenchgen on PATH"""
import pathlib, random, re, sys, tempfile

from drafts import MAY_LEAVE, NP, RIGHT, WRONG, Draft, drawn
from generated import generate, prepare, run, simulate
from tap import end, result


def is_where(d, stand, rank, op, site):
    """Whether the rank stands in the call that the report names."""
    at, tag = stand[rank]
    return at == op and (tag < 0 or tag == d.tags[site]) or (op in MAY_LEAVE and at == 'Barrier')


def look_at(folder, d):
    """What is reported of it, whether that is what happens, and why not."""
    (folder / 't').write_text(d.text())
    report = run('scalastat', '-D', '-q', folder / 't').stdout
    is_found = 'deadlock possible' in report
    said = generate(folder, folder / 't', *(['--deadlock'] if is_found else []))
    how, stand, ran = ('fails', {}, '') if said else simulate(folder)
    circle = re.findall(r'^  rank (\d+) waits .*in (\w+) at app\+0x(\w+)', report, re.M)
    right = how == 'deadlock' and circle and all(is_where(d, stand, int(rank), op, int(site, 16) // 16 - 1)
                                                for rank, op, site in circle)
    kind = 'deadlock' if is_found else 'end' if 'no deadlock' in report else 'other'
    return kind, right if is_found else how == 'end', (report, said, ran, d.text())


def main(folder, programs, seed):
    prepare(folder)
    for pattern in WRONG + RIGHT:
        d = Draft()
        pattern(d, random.Random(1).randrange)
        kind, right, notes = look_at(folder, d)
        wanted = 'deadlock' if pattern in WRONG else 'end'
        result(kind == wanted and right, f'{pattern.__name__}: {"the deadlock comes about" if wanted == "deadlock" else "no deadlock"}',
               kind, *notes)
    counts = {'deadlock': 0, 'end': 0}
    for own in range(seed, seed + programs):
        fault = WRONG[own % len(WRONG)] if own % 4 else None
        kind, right, notes = look_at(folder, drawn(own, fault))
        if not right or kind != ('deadlock' if fault else 'end'):
            result(False, f'program {own}, {fault.__name__ if fault else "right"}: {kind}', *notes)
            continue
        counts[kind] += 1
    result(sum(counts.values()) == programs,
           f'of {programs} programs at random {counts["deadlock"]} come to the deadlock that is reported, {counts["end"]} to their end')


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where), int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
end()
