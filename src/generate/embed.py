"""Makes a header with the text of C files as strings: embed.py OUTPUT FILE.. ; text_NAME for NAME.c."""
import pathlib
import sys

lines = []
for path in map(pathlib.Path, sys.argv[2:]):
    lines.append(f"static const char text_{path.stem}[] =")
    for line in path.read_text().splitlines():
        quoted = line.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'    "{quoted}\\n"')
    lines[-1] += ";"
pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")
