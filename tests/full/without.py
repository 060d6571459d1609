"""Lets single families of laws, lookalikes and dims policies be switched off. Usage: python3 without.py TREE

Changes a copy of the sources, TREE, so that a program built of it does without the row that the environment variable
SX_WITHOUT names: a family of the table of src/law/law.c, a search for lookalikes of a law, as it is called there, a family of who takes
part, as src/law/domain.c calls it, or a policy of the tables of
src/trace/policy.c, policy_held.c and policy_sides.c. Prints their names.
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


def made(path, functions):
    """Policies whose functions macros make: their returns, the name that each says of itself there, and all names."""
    text, names = path.read_text(), []
    for function, name, values in functions:
        text = put(text, re.escape(function), function.replace(
            "return ", f"return !is_off({name}) && ", 1).replace("\\", "\\\\"))
        names += values
    path.write_text(after_includes(text))
    return names


def held(path):
    axes, mpis = ("x", "y", "z"), ("create", "simgrid")
    names = [f"dims_{mpi}-held-{axis}-3d" for mpi in mpis for axis in axes]
    return made(path, [
        ('return hold("dims_" #as "-2d", held, false,', '"dims_" #as "-held-" #axis "-3d"', names),
        ('return hold("dims_" #as "-2d", held, true,', '"dims_" #as "-held-" #axis "-3d-reversed"',
         [f"{name}-reversed" for name in names]),
        ("return line_along(along,", '"line-" #axis "-3d"', [f"line-{axis}-3d" for axis in axes])])


def sides(path):
    """What reads the sides says that there are none."""
    text, names = path.read_text(), []
    for rule, name, values in (
            ("surface", '"sides-" #name "-" #n "d"',
             [f"sides-{rule}-{n}d" for rule in ("surface", "floor", "ceiling") for n in (2, 3, 4)]),
            ("longest", '"sides-longest-" #n "d"', [f"sides-longest-{n}d" for n in (2, 3, 4)])):
        head, macro, tail = text.partition(f"#define {rule.upper()}(")
        text = head + macro + put(tail, r"if \(!sx_sides_of", f"if (is_off({name}) || !sx_sides_of")
        names += values
    for function in ("ratio_2d", "ratio_2d_reversed"):
        name = "sides-" + function.replace("_", "-")
        head, start, tail = text.partition(f"static bool {function}(")
        text = head + start + put(tail, r"if \(!sx_sides_of", f'if (is_off("{name}") || !sx_sides_of')
        names.append(name)
    path.write_text(after_includes(text))
    return names


tree = pathlib.Path(sys.argv[1])
for name in families(tree / "src/law/law.c"):
    print("family", name)
for name in lookalikes(tree / "src/law/law.c"):
    print("lookalike", name)
for name in domains(tree / "src/law/domain.c"):
    print("domain", name)
trace = tree / "src/trace"
for name in (*policies(trace / "policy.c"), *held(trace / "policy_held.c"), *sides(trace / "policy_sides.c")):
    print("policy", name)
