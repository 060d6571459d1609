#!/usr/bin/env python3
"""Adds up test results: what failed, what was skipped, and one last line of three sums.

usage: tally.py FILE..

FILE.json is a test log of Meson's; a TAP program counts by its points, any other test as one.
FILE.tsv has a result a line: name, pass or fail or skip, figure (or the reason), command.
A skip counts as a failure unless its reason begins with "not in Debian": what Debian has is to be
installed, and then the test has to run. Exit status 1 when anything failed or nothing passed.
"""
import json
import pathlib
import re
import sys

POINT = re.compile(r"^\s*(not )?ok\b\s*\d*\s*(?:-\s*)?([^#\n]*)(?:#\s*(skip|todo)\S*\s*(.*))?", re.I)
PLAN = re.compile(r"^\s*1\.\.(\d+)\s*(?:#\s*skip\S*\s*(.*))?", re.I)
EXCUSE = "not in Debian"
MAX_DIAGNOSTICS = 10


def tap_results(test):
    """The points of a TAP program's output, or None when it printed no plan. What it says of a failed
    point (lines of comment below it) goes with the point."""
    planned, points = False, []
    for line in test.get("stdout", "").splitlines():
        plan, point = PLAN.match(line), POINT.match(line)
        if plan:
            planned = True
            if plan[1] == "0":
                points.append((test["name"], "skip", plan[2] or ""))
        elif point:
            failed, what, directive, reason = point.groups()
            result = "fail" if failed else "pass"
            if directive and directive.lower() == "skip":
                result = "skip"
            points.append((f"{test['name']}: {what.strip()}", result, reason or ""))
        elif line.startswith("#") and points and points[-1][1] == "fail":
            name, result, why = points[-1]
            if why.count("\n") < MAX_DIAGNOSTICS:
                points[-1] = (name, result, f"{why}\n    {line}")
    return points if planned else None


def test_results(test):
    results = tap_results(test)
    if results is None:
        kind = {"OK": "pass", "EXPECTEDFAIL": "pass", "SKIP": "skip"}.get(test["result"], "fail")
        results = [(test["name"], kind, test["result"])]
    if test["result"] not in ("OK", "SKIP", "EXPECTEDFAIL") and not any(
            result == "fail" for _, result, _ in results):
        results.append((test["name"], "fail", test["result"]))  # died, or broke its plan
    return results


def read_results(path):
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if path.suffix == ".json":
                for name, result, why in test_results(json.loads(line)):
                    yield f"{path.stem}: {name.split(':', 1)[1]}", result, why
            else:
                name, result, figure, _ = line.rstrip("\n").split("\t")
                yield f"{path.stem}: {name}", result, figure


def main(paths):
    count = {"pass": 0, "fail": 0, "skip": 0}
    for path in paths:
        for name, result, why in read_results(path):
            if result == "skip" and not why.startswith(EXCUSE):
                result, why = "fail", f"skipped: {why or 'no reason given'}"
            count[result] += 1
            if result != "pass":
                print(f"{result}: {name}" + (": " if why and why[0] != "\n" else "") + why)
    print(f"{count['pass']} passed, {count['fail']} failed, {count['skip']} skipped")
    return count["fail"] > 0 or count["pass"] == 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main([pathlib.Path(name) for name in sys.argv[1:]]))
