#!/usr/bin/env python3
"""Compares a listing (scalastat --events) with SimGrid's time-independent trace of the same program, which
`smpirun -trace-ti -trace-file FILE` writes into the folder FILE_files.

usage: time_independent.py LISTING FOLDER

SimGrid leaves out what makes communicators, writes world ranks where a communicator has other ones, and has no size
of derived types and no tag of Sendrecv. What remains is compared event by event: operation, peer or root, bytes, tag. Tests and probes are
not, since SimGrid writes those that find nothing, too; nor are reductions that are scattered. Prints how many events are the same; exit status 1 when any
differs.
"""
import pathlib
import re
import sys

# Of the predefined types, as SimGrid 3.32 numbers them; type -1 is a derived one.
SIZES = {0: 8, 1: 4, 2: 1, 3: 2, 4: 8, 5: 4, 6: 1, 7: 8, 8: 1, 9: 1, 10: 2, 11: 4, 12: 8, 13: 8, 14: 16, 16: 1,
         17: 1, 18: 2, 19: 4, 20: 8, 21: 1, 22: 2, 23: 4, 24: 8, 25: 8, 26: 16, 28: 8, 30: 8, 32: 16, 34: 8, 38: 4,
         39: 4, 40: 8, 42: 8, 43: 16, 47: 4, 48: 8, 57: 1}
# The numbers after the name of an action, in order. Those of the receive side are `_`, a list of them `..`.
MESSAGE = "peer tag count type"
ACTIONS = {
    "init": "", "finalize": "", "barrier": "", "waitall": "_", "waitany": "_", "wait": "_ _ _",
    "send": MESSAGE, "isend": MESSAGE, "ssend": MESSAGE, "recv": MESSAGE, "irecv": MESSAGE,
    "sendrecv": "count peer _ _ type _",
    "bcast": "count peer type", "reduce": "count _ peer type", "allreduce": "count _ type", "scan": "count _ type",
    "exscan": "count _ type", "alltoall": "count _ type _", "alltoallv": "count .. type _",
    "allgather": "count _ type _", "allgatherv": "count .. type _", "gather": "count _ peer type _",
    "gatherv": "count .. peer type _", "scatter": "_ count peer _ type",
    "scatterv": ".. count peer _ type",
}
LEFT_OUT = {"compute", "test", "testall", "testany", "testsome", "iprobe", "probe", "reducescatter"}


def given(fields, numbers):
    fields = fields.split()
    if ".." in fields:
        at = fields.index("..")
        fields[at:at + 1] = ["_"] * (len(numbers) - len(fields) + 1)
    return dict(zip(fields, numbers))


def actions(path):
    for line in path.read_text(encoding="utf-8").split("\n"):
        name, *numbers = line.split()[1:] or [""]
        name = name.lower()
        if not name or name in LEFT_OUT:
            continue
        action = given(ACTIONS[name], numbers)  # an unknown action is an error
        type_number = int(action.get("type", 0))
        size = "?" if type_number == -1 else str(int(action.get("count", 0)) * SIZES[type_number])
        yield name, action.get("peer", "-"), size, action.get("tag", "-")


def agree(ours, theirs, sub):
    return (ours[0] == theirs[0] and theirs[2] in ("?", ours[2]) and (sub or ours[1] in ("any", theirs[1])) and
            (ours[0] == "sendrecv" or ours[3] in ("any", theirs[3])))


def main(listing, folder):
    files = {int(re.search(r"rank-(\d+)", path.name)[1]): path for path in pathlib.Path(folder).iterdir()}
    first = min(files)  # SimGrid's processes count from 0 or 1
    seen = {}
    for line in open(listing, encoding="utf-8"):
        rank, op, peer, size, tag, members = line.rstrip("\n").split("\t")
        op = op.lower().replace("init_thread", "init")
        if op in ACTIONS:
            seen.setdefault(int(rank), []).append(((op, peer, size, tag), members not in ("-", str(len(files)))))
    same = wrong = 0
    for number, path in files.items():
        rank, theirs = number - first, list(actions(path))
        ours = seen.pop(rank, [])
        for at, ((event, sub), action) in enumerate(zip(ours, theirs)):
            right = agree(event, action, sub)
            same += right
            if not right:
                wrong += 1
                print(f"rank {rank}, event {at}: {event}, SimGrid has {action}", file=sys.stderr)
        wrong += abs(len(ours) - len(theirs))
    wrong += sum(len(events) for events in seen.values())
    print(f"{same} events the same, {wrong} not")
    return 1 if wrong or not same else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
