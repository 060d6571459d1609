#!/usr/bin/env python3
"""Every include line obeys the table of rooms in ARCHITECTURE.md, which this test reads."""
import re

from tap import ROOT, done, rule, sources

ROW = re.compile(r"^\| `(src/\w+|tools)/` \|.*\| ([^|]*) \|$", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)
# Of other projects' headers, these belong to rooms; anybody may use the rest.
GUARDED = ("mpi.h", "gsl/", "lapacke.h", "cblas.h", "unwind.h", "jansson.h", "elfutils/", "dwarf.h", "smpi/", "simgrid/")


class Room:
    def __init__(self, path, cell):
        self.name = path.removeprefix("src/")
        self.headers = set(re.findall(r"`([^`]+)`", cell)) - {".c"}
        self.rooms = set(re.findall(r"\b\w+\b", re.sub(r"`[^`]*`", "", cell)))


def table():
    return [Room(*row) for row in ROW.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))]


def room_of(path, rooms):
    """The room whose table row binds this file: a unit test is bound as the room that it tests."""
    parts = path.parts
    if parts[0] == "src":
        return rooms.get(parts[1])
    return rooms.get(parts[2] if parts[:2] == ("tests", "unit") else parts[0])


def guarded(header):
    return next((mark for mark in GUARDED
                 if header == mark or mark.endswith("/") and header.startswith(mark)), None)


def breaches(path, rooms):
    room = room_of(path, rooms)
    if room is None:
        return
    for quote, header in INCLUDE.findall((ROOT / path).read_text(encoding="utf-8")):
        other, mark = header.split("/")[0], guarded(header)
        if quote == '"' and other in rooms and other != room.name:
            if other not in room.rooms and "everything" not in room.rooms:
                yield f"{path} includes {header}, but {room.name} may not include {other}"
        if mark and mark not in room.headers:
            yield f"{path} includes {header}, which {room.name} may not"
        elif mark and mark != "mpi.h" and path.suffix == ".h":
            yield f"{path} is a header and includes {header}, which stays in .c files"


def main():
    rows = table()
    rooms = {room.name: room for room in rows}
    code = sources("*.c", "*.h")
    order = {room.name: place for place, room in enumerate(rows)}
    rule("the table of rooms is there, and a room includes only rooms above it",
         ([] if len(rows) > 3 else ["no table found in ARCHITECTURE.md"]) +
         [f"{room.name} comes before {other}" for room in rows for other in room.rooms
          if order.get(other, -1) >= order[room.name]])
    rule("every folder of src is in the table",
         sorted({f"src/{path.parts[1]}" for path in code
                 if path.parts[0] == "src" and path.parts[1] not in rooms}))
    rule("files include only what the table lets their room include",
         [breach for path in code for breach in breaches(path, rooms)])
    rule("mpi.h appears only in rooms that may, in tests, examples and bench",
         [str(path) for path in code
          if room_of(path, rooms) is None and path.parts[0] not in ("tests", "examples", "bench")
          and any(header == "mpi.h" for _, header in
                  INCLUDE.findall((ROOT / path).read_text(encoding="utf-8")))])
    done()


main()
