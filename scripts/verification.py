#!/usr/bin/env python3
"""Keeps the table of measured results in doc/verification.md.

usage: verification.py DOCUMENT COMMIT DATE RESULTS.tsv..

Each RESULTS.tsv holds the results of one script of tests/full and is named after it: name, pass or
fail or skip, figure, command. They replace the rows of that script; rows of other scripts stay, with
the commit and date at which they were measured.
"""
import pathlib
import sys

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
HEAD = ["| script | check | result | figure | command | commit | date |",
        "|---|---|---|---|---|---|---|"]


def cell(text):
    return text.replace("|", "\\|").strip() or "-"


def rows_of(path, commit, date):
    for line in path.read_text(encoding="utf-8").splitlines():
        name, result, figure, command = line.split("\t")
        command = f"`{cell(command)}`" if command.strip() else "-"
        cells = [path.stem, cell(name), result, cell(figure), command, commit, date]
        yield "| " + " | ".join(cells) + " |"


def main(document, commit, date, results):
    document = pathlib.Path(document)
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    table, after = rest.split(END)
    renewed = {path.stem for path in results}
    rows = [row for row in table.strip().splitlines()
            if row not in HEAD and row.split("|")[1].strip() not in renewed]
    for path in results:
        rows += rows_of(path, commit, date)
    rows.sort(key=lambda row: row.split("|")[1])  # stable: by script, then as measured
    table = "\n".join(HEAD + rows)
    document.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:4], [pathlib.Path(path) for path in sys.argv[4:]])
