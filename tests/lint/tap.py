"""A TAP producer for lint tests: a point for each rule, and under it what breaks the rule."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("SX_SOURCE", pathlib.Path(__file__).parents[2]))
_points = []


def sources(*patterns):
    """The files of the tree that match; build folders and what git ignores are no part of it."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.split("\0")
    else:  # an unpacked archive
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
        names = [name for name in names if not name.startswith((".git/", "build"))]
    paths = sorted({pathlib.PurePath(name) for name in names if name})
    return [path for path in paths
            if (ROOT / path).is_file() and any(path.match(pattern) for pattern in patterns)]


def rule(what, breaches):
    breaches = list(breaches)
    _points.append(not breaches)
    print(f"{'not ok' if breaches else 'ok'} {len(_points)} - {what}")
    for breach in breaches:
        print(f"# {breach}")


def done():
    print(f"1..{len(_points)}")
    sys.exit(not all(_points))
