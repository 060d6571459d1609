#!/usr/bin/env python3
"""The senders that receives from anybody get are possible ones: the program that is generated comes to its end with synchronous sends
however calls are delayed (--jitter), which is enough to see programs not come to theirs that receive from anybody. TAP.

    shaken.py SEEDS PATTERN..     with so many seeds, sources of programs to record; scalatrace and scalabenchgen on PATH"""
import pathlib, random, sys, tempfile

from drafts import Draft, answer, collect, late_name, two_names
from generated import generate, prepare, run, simulate
from tap import end, result


def ends(folder, seeds):
    """How the program ends, by seed."""
    return [simulate(folder, '--jitter', seed)[0] for seed in range(1, seeds + 1)]


def come_to_the_end(folder, what, trace, seeds, *options):
    said = generate(folder, trace, *options)
    how = [] if said else ends(folder, seeds)
    result(how.count('end') == seeds, f'{what}: {how.count("end")} of {seeds} seeds come to their end', said, how)


def drafted(folder, pattern):
    d = Draft()
    pattern(d, random.Random(1).randrange)
    (folder / 't').write_text(d.text())
    return folder / 't'


def recorded(folder, source):
    run('smpicc', '-O1', source, '-o', folder / 'original', '-lm').check_returncode()
    run('scalatrace', '--smpi', '4', '-o', folder / 't', '--', folder / 'original', '4').check_returncode()
    return folder / 't'


def main(folder, seeds, sources):
    prepare(folder)
    for pattern in answer, collect, late_name, two_names:
        come_to_the_end(folder, pattern.__name__, drafted(folder, pattern), seeds)
    for source in sources:
        come_to_the_end(folder, source.stem, recorded(folder, source), seeds)
    come_to_the_end(folder, 'collect, from anybody', drafted(folder, collect), seeds, '--keep-wildcards')
    said = generate(folder, drafted(folder, late_name), '--keep-wildcards')
    how = [] if said else ends(folder, seeds)
    result(how.count('end') and how.count('deadlock') and how.count('end') + how.count('deadlock') == seeds,
           'late_name, from anybody: some seeds come to their end, and some do not', said, how)


with tempfile.TemporaryDirectory() as where:
    main(pathlib.Path(where), int(sys.argv[1]), [pathlib.Path(source).resolve() for source in sys.argv[2:]])
end()
