# paths.py -- what paths.sh needs to see that other viewers of call paths show what the
# profile says.  SPDX-License-Identifier: GPL-2.0-or-later

"""paths.py page COMMAND PROFILE OPTION=NAME    writes JavaScript with the profile, as
         speedscope's own command does
   paths.py speedscope DOM FOLDED   checks speedscope's table of functions, as a dumped
         page has it; values are counts
   paths.py pprof TOP FOLDED        checks what `pprof -top` prints
   paths.py firefox JSON FOLDED     checks what `profiler-cli thread functions` prints

Each function must have the self and inclusive costs that folded stacks give it."""

import base64
import collections
import html
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
# pylint: disable=wrong-import-position
from path_formats import export, read_folded  # noqa: E402


def read(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def costs_of(path):
    """{function: [self, inclusive]} of folded stacks."""
    costs = collections.defaultdict(lambda: [0, 0])
    with open(path, "rb") as file:
        for stack, value in read_folded(file.read()).items():
            steps = stack.split(";")
            costs[steps[-1]][0] += value
            for step in set(steps):
                costs[step][1] += value
    return costs


def compare(found, costs, least):
    """Functions shown, [(name, self, inclusive)], with the costs of all."""
    wrong = [row for row in found if list(row[1:]) != costs.get(row[0])]
    if wrong or len(found) < least:
        print(f"{len(found)} functions shown, {len(costs)} known; wrong:")
        for name, *values in wrong[:10]:
            print(values, "instead of", costs.get(name), name)
        return 1
    return 0


def joined(rows, costs):
    """Functions of one name in several files are rows of their own: their own costs are
    added up, and their inclusive costs, which overlap, are not compared."""
    by_name = collections.defaultdict(list)
    for name, own, total in rows:
        by_name[name].append((own, total))
    return [(name, sum(own for own, total in found),
             found[0][1] if len(found) == 1 else costs[name][1])
            for name, found in by_name.items()]


def page(command, profile, option):
    """A script that loads the profile."""
    data = export(command, "--format=speedscope", option, profile)
    text = base64.b64encode(data).decode()
    print(f'speedscope.loadFileFromBase64("profile.json", "{text}")')
    return 0


def speedscope(dom, folded):
    """Rows are "TOTAL (n%)", "SELF (n%)", name; the window is high enough for all."""
    costs = costs_of(folded)
    found = []
    for row in re.findall(r"<tr.*?</tr>", read(dom), re.S):
        cells = [html.unescape(re.sub("<[^>]*>", "", cell)).strip()
                 for cell in re.findall(r"<td.*?</td>", row, re.S)]
        if len(cells) == 3 and cells[0].endswith("%)"):
            total, own = (int(cell.split(" (")[0].replace(",", "")) for cell in cells[:2])
            found.append((cells[2], own, total))
    return compare(joined(found, costs), costs, len(costs))


def pprof(top, folded):
    """Lines are flat flat% sum% cum cum% name."""
    costs = costs_of(folded)
    found = []
    for line in read(top).splitlines():
        match = re.match(r" *(\d+) +\S+% +\S+% +(\d+) +\S+% +(.*)", line)
        if match:
            name = re.sub(r" \((partial-)?inline\)$", "", match[3])
            found.append((name, int(match[1]), int(match[2])))
    return compare(found, costs, len(costs))


def firefox(printed, folded):
    """What the option --json prints."""
    costs = costs_of(folded)
    found = [(function["name"], function["selfSamples"], function["totalSamples"])
             for function in json.loads(read(printed))["functions"]]
    return compare(joined(found, costs), costs, len(costs))


COMMANDS = {"page": page, "speedscope": speedscope, "pprof": pprof, "firefox": firefox}

if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
