"""Results in TAP, for the scripts of this folder."""
import sys

number = failures = 0


def result(right, what, *why):
    global number, failures
    number += 1
    failures += not right
    print(f'{"ok" if right else "not ok"} {number} - {what}')
    for line in () if right else [line for text in why for line in str(text).splitlines()[:20]]:
        print('#', line)


def end():
    print(f'1..{number}')
    sys.exit(failures > 0)
