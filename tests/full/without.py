"""Lets single families of laws, lookalikes and dims policies be switched off. Usage: python3 without.py TREE

Changes a copy of the sources, TREE, so that a program built of it does without the row that the environment variable
SX_WITHOUT names: a family of the table of src/law/law.c, a search for lookalikes of a law, as it is called there, a family of who takes
part, as src/law/domain.c calls it, or a policy of the table of src/trace/policy.c. Prints their names.
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
    table = re.search(r"families\[\] = \{.*?^\};", text, re.M | re.S)[0]
    names = whole(re.findall(ROW + r"sx_law_", table, re.M), table, "families")
    text = put(text, r"(for \(const law_family \*family = (?:.*\n)??.*\{\n)",
               r"\1        if (is_off(family->name))\n            continue;\n")
    path.write_text(after_includes(text))
    return names


def lookalikes(path):
    """After families: is_off is there."""
    text, call = path.read_text(), r"if \(!st\)(\s+st = sx_(lookalikes_of_\w+)\()"
    last = r"^    (sx_(lookalikes_of_\w+)\()"
    names = [name for _, name in re.findall(call, text) + re.findall(last, text, re.M)]
    if len(names) != text.count("sx_lookalikes_of_") or not names:
        sys.exit("without.py: lookalikes are called otherwise")
    text = re.sub(call, r'if (!st && !is_off("\2"))\1', text)
    path.write_text(re.sub(last, r'    if (!is_off("\2"))\n        \1', text, flags=re.M))
    return names


def domains(path):
    text = path.read_text()
    table = re.search(r"\} family\[\] = \{(.*?)\};", text, re.S)[1]
    names = [f"domain_{name}" for name in re.findall(r"\{ \.\w+ = (\w+) \}", table)]
    if len(names) != table.count("{") or not names:
        sys.exit("without.py: families of who takes part look otherwise")
    listed = ", ".join(f'"{name}"' for name in names)
    text = put(text, r"(for \(size_t i = 0; i < sizeof family / sizeof \*family; i\+\+\) \{\n)",
               r"\1        static const char *const name[] = { " + listed +
               r" };\n        if (is_off(name[i]))\n            continue;\n")
    path.write_text(after_includes(text))
    return names


def policies(path):
    """Policies call each other: it is the tables that do without one, and for dims that are stated, what takes these. Dims that
    are told are no policy's."""
    names = []

    def table(found):
        head, rows, tail = found.groups()
        known = whole(re.findall(ROW + r"\d+,\s*(?:true|false),\s*(?:true|false),\s*(\w+)\s*\}", rows,
                                 re.M), rows, "policies")
        wrappers = ""
        for name, function in known:
            wrapper = f"or_not_{name.replace('-', '_')}"
            wrappers += (f"static bool {wrapper}(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS])\n"
                         f'{{\n    return !is_off("{name}") && {function}(p, arg, dim);\n}}\n\n')
            rows = re.sub(rf'("{name}",[^{{]*?)\b{function}(\s*\}})', rf"\1{wrapper}\2", rows)
            names.append(name)
        return wrappers + head + rows + tail

    text = re.sub(r"(^const sx_policy sx_(?!policy_given)\w+\[\w*\] = \{\n)(.*?)(^\};)", table,
                  path.read_text(), flags=re.M | re.S)
    text = put(text, r"(bool is_told = told_ndims == policy->ndims);", r"\1 && !is_off(policy->name);")
    text = re.sub(r"policy->dims == (\w+)", r"policy->dims == or_not_\1", text)
    path.write_text(after_includes(text))
    return names


tree = pathlib.Path(sys.argv[1])
for name in families(tree / "src/law/law.c"):
    print("family", name)
for name in lookalikes(tree / "src/law/law.c"):
    print("lookalike", name)
for name in domains(tree / "src/law/domain.c"):
    print("domain", name)
for name in policies(tree / "src/trace/policy.c"):
    print("policy", name)
