"""Lets single families of laws and dims policies be switched off. Usage: python3 without.py TREE

Changes a copy of the sources, TREE, so that a program built of it does without the row that the environment variable
SX_WITHOUT names: a family of the table of src/law/law.c, or a policy of that of src/trace/policy.c. Prints their names.
"""
import pathlib
import re
import sys

OFF = """#include <stdlib.h>
#include <string.h>

static bool is_off(const char *name)
{
    const char *off = getenv("SX_WITHOUT");
    return off && strcmp(off, name) == 0;
}
"""
ROW = r'^    \{ "([a-z0-9_-]+)",\s*(?:"[^"]*"\s*)+,\s*'


def put(text, pattern, replacement):
    text, n = re.subn(pattern, replacement, text, count=1, flags=re.M)
    if n != 1:
        sys.exit(f"without.py: nothing to change: {pattern}")
    return text


def after_includes(text):
    return put(text, r"((?:^#include .*\n|^\n)+)", r"\1" + OFF + "\n")


def whole(rows, table, what):
    """Every row of the table is known: each begins with an opening brace."""
    if len(rows) != len(re.findall(r"^    \{", table, re.M)):
        sys.exit(f"without.py: rows of the table of {what} look otherwise")
    return rows


def families(path):
    text = path.read_text()
    table = re.search(r"sx_law_families\[\] = \{.*?^\};", text, re.M | re.S)[0]
    names = whole(re.findall(ROW + r"sx_law_", table, re.M), table, "families")
    text = put(text, r"(for \(size_t i = 0; i < families; i\+\+\) \{\n)",
               r"\1        if (is_off(sx_law_families[i].name))\n            continue;\n")
    path.write_text(after_includes(text))
    return names


def policies(path):
    """Policies call each other: it is the table that does without one."""
    text = path.read_text()
    head, table = text.split("const sx_policy sx_policies[] = {")
    table, tail = table.split("\n};", 1)
    row = ROW + r"\d+,\s*(?:true|false),\s*(\w+)\s*\}"
    rows = whole(re.findall(row, table, re.M), table, "policies")
    wrappers = "".join(
        f"static bool or_not_{function}(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])\n"
        f'{{\n    return !is_off("{name}") && {function}(p, arg, dim);\n}}\n\n'
        for name, function in rows)
    table = re.sub(r"\b(\w+) \}", r"or_not_\1 }", table)
    path.write_text(after_includes(
        f"{head}{wrappers}const sx_policy sx_policies[] = {{{table}\n}};{tail}"))
    return [name for name, _ in rows]


tree = pathlib.Path(sys.argv[1])
for name in families(tree / "src/law/law.c"):
    print("family", name)
for name in policies(tree / "src/trace/policy.c"):
    print("policy", name)
