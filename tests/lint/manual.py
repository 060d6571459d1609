#!/usr/bin/env python3
"""Manual pages are free of mandoc's warnings, and every tool has one."""
import subprocess

from tap import ROOT, done, rule, sources


def main():
    for path in sources("doc/man/*.[1-9]"):
        run = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", ROOT / path],
                             capture_output=True, text=True, check=False)
        rule(f"{path} has no warnings", run.stdout.splitlines()[:5] if run.returncode else [])
    pages = {path.stem for path in sources("doc/man/*.1")}
    tools = {path.stem for path in sources("tools/scala*.c")}
    rule("every tool has a manual page", sorted(tools - pages))
    rule("every manual page of section 1 has a tool", sorted(pages - tools))
    done()


main()
