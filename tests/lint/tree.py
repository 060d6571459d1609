#!/usr/bin/env python3
"""What must stand nowhere in the tree: traces of the machine it was written on, left-over markers, odd
bytes; and sources that are no longer one subject."""
import re
import socket

from tap import ROOT, done, rule, sources

BINARY = {".png", ".gz", ".xz", ".pdf"}
MACHINE = re.compile(r"(?<![\w./-])/(home/\w+|root|work|Users|build)/[\w.-]+")
MARKER = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")  # not to find itself
MAX_LINES = 600


def lines_with(texts, pattern):
    return [f"{path}:{number}: {line.strip()[:80]}" for path, text in texts.items()
            for number, line in enumerate(text.split("\n"), 1) if pattern.search(line)]


def host_name():
    """The name of this machine, where it is one that would not be a word of a text by chance."""
    name = socket.gethostname()
    return name if re.search(r"\w{4,}[-.\d]", name) and "localhost" not in name else None


def never_run():
    """Cases of the command line and unit tests that no build file names."""
    files = [*sources("tests/cli/cases/*.sh"), *sources("tests/unit/*/*_test.c")]
    builds = {path: "".join((ROOT / build).read_text() for build in path.parents
                            for build in [build / "meson.build"] if (ROOT / build).exists())
              for path in files}
    return [str(path) for path in files
            if not re.search(rf"\b{re.escape(path.stem.removesuffix('_test'))}(_test)?\b", builds[path])]


def main():
    texts, odd = {}, []
    for path in sources("*"):
        if path.suffix in BINARY:
            continue
        data = (ROOT / path).read_bytes()
        try:
            texts[path] = data.decode("utf-8")
        except UnicodeDecodeError:
            odd.append(str(path))
    written = {path: text for path, text in texts.items() if "bad" not in path.parts}
    code = {path: text for path, text in texts.items() if path.suffix in (".c", ".h")}
    rule("text is UTF-8, but for bad inputs of tests", [name for name in odd if "/bad/" not in name])
    rule("no path of a machine", lines_with(texts, MACHINE))
    name = host_name()
    rule("no host name", lines_with(texts, re.compile(rf"\b{re.escape(name)}\b")) if name else [])
    rule("no left-over marker", lines_with(texts, MARKER))
    rule("no tab in C, no blank at a line's end, no carriage return",
         lines_with(code, re.compile(r"\t")) + lines_with(written, re.compile(r"[ \t\r]$")))
    rule("text ends with one newline",
         [str(path) for path, text in written.items()
          if text and (not text.endswith("\n") or text.endswith("\n\n"))])
    rule(f"no source of more than {MAX_LINES} lines: is it still one subject?",
         [f"{path}: {text.count(chr(10))}" for path, text in code.items()
          if text.count("\n") > MAX_LINES])
    rule("every case of the command line and every unit test is run", never_run())
    done()


main()
