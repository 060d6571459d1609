#!/usr/bin/env python3
"""Compares a listing (scalastat --events) with SimGrid's time-independent trace of the same program, which
`smpirun -trace-ti -trace-file FILE` writes into the folder FILE_files.

usage: time_independent.py LISTING FOLDER

SimGrid leaves out what makes communicators, and the communicator of a collective. What remains is compared
event by event: operation, peer or root, bytes, tag. Prints how many events are the same; exit status 1 when any
differs.
"""
import pathlib
import re
import sys

SIZES = {"0": 8, "1": 4, "2": 1, "3": 2, "4": 8, "5": 4, "6": 1}  # MPI_DOUBLE, INT, CHAR, SHORT, LONG, FLOAT, BYTE
# The numbers after the name of an action, in order. Those of the receive side are `_`.
MESSAGE = "peer tag count type"
ACTIONS = {
    "init": "", "finalize": "", "barrier": "", "waitall": "_", "wait": "_ _ _",
    "send": MESSAGE, "isend": MESSAGE, "recv": MESSAGE, "irecv": MESSAGE,
    "bcast": "count peer type", "reduce": "count _ peer type", "allreduce": "count _ type",
    "alltoall": "count _ type _", "allgather": "count _ type _", "gather": "count _ peer type _",
}


def actions(path):
    for line in path.read_text(encoding="utf-8").split("\n"):
        name, *numbers = line.split()[1:] or [None]
        if name is None or name == "compute":
            continue
        given = dict(zip(ACTIONS[name].split(), numbers))  # an unknown action is an error
        size = int(given.get("count", 0)) * SIZES[given.get("type", "0")]
        yield name, given.get("peer", "-"), str(size), given.get("tag", "-")


def main(listing, folder):
    seen = {}
    for line in open(listing, encoding="utf-8"):
        rank, op, peer, size, tag, _ = line.rstrip("\n").split("\t")
        if op.lower() in ACTIONS:
            seen.setdefault(int(rank), []).append((op.lower(), peer, size, tag))
    same = wrong = 0
    files = {int(re.search(r"rank-(\d+)", path.name)[1]): path for path in pathlib.Path(folder).iterdir()}
    first = min(files)  # SimGrid's processes count from 0 or 1
    for number, path in files.items():
        rank, theirs = number - first, list(actions(path))
        ours = seen.pop(rank, [])
        for at, pair in enumerate(zip(ours, theirs)):
            same += pair[0] == pair[1]
            if pair[0] != pair[1]:
                wrong += 1
                print(f"rank {rank}, event {at}: {pair[0]}, SimGrid has {pair[1]}", file=sys.stderr)
        wrong += abs(len(ours) - len(theirs))
    wrong += sum(len(events) for events in seen.values())
    print(f"{same} events the same, {wrong} not")
    return 1 if wrong or not same else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
