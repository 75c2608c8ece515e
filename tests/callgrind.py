"""callgrind.py -- checks what other programs show of a profile that cs_export wrote in
callgrind's format against what cs_export --format=json says of it.

    callgrind.py annotated JSON TEXT   TEXT: callgrind_annotate --inclusive=yes
                                       --tree=both --threshold=100 --auto=no
                                       --show-percs=no --show=EVENT
    callgrind.py inclusive JSON TEXT   the same of a profile without arcs left out
    callgrind.py graph JSON DOT        DOT: the call graph that KCachegrind draws

EVENT is the JSON's first metric.  The inclusive cost that they show is the sum over all
calls of a function, so functions are not compared that have calls that were left out or
came from no function.  Arcs into a recursive function cost less than the JSON says: the
inner calls cost nothing.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import re
import sys


def number(text):
    """12345 of "12,345" or "12 345"."""
    return int(re.sub(r"\D", "", text))


class Profile:
    """The inclusive costs of functions, by name and file, and the calls between names."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            profile = json.load(file)
        functions = [(f["name"], f["file"]) for f in profile["functions"]]
        names = [name for name, _ in functions]
        self.unique = {name for name in names if names.count(name) == 1}
        received, self.arcs, self.by_nobody = {}, {}, set()
        for arc in profile["arcs"]:
            callee, cost = functions[arc["callee"]], arc["inclusive"][0]
            received[callee] = received.get(callee, 0) + cost
            if arc["caller"] is None:
                self.by_nobody.add(callee)
                continue
            key = functions[arc["caller"]][0], callee[0]
            calls, sum_ = self.arcs.get(key, (0, 0))
            self.arcs[key] = calls + arc["calls"], sum_ + cost
        self.inclusive = {
            key: function["inclusive"][0]
            for key, function in zip(functions, profile["functions"])
            if function["inclusive"] is not None and functions.count(key) == 1}
        self.costs = {key: cost for key, cost in self.inclusive.items()
                      if key not in self.by_nobody and received.get(key) == cost}
        self.recursive = {key[0] for key, cost in self.inclusive.items()
                          if received.get(key, 0) > cost}


def read_annotated(text):
    """What callgrind_annotate shows: the inclusive costs of functions, by name and file;
    the calls and costs of arcs, by names; and the cost of the program."""
    costs, arcs, caller, total = {}, {}, None, None
    row = re.compile(r" *([\d,]+) +([*>]) +(\S*?):(.*?)"
                     r"(?: \(([\d,]+)x\))?(?: \[[^]]*\])?$")
    for line in text.splitlines():
        if line.endswith("PROGRAM TOTALS"):
            total = number(line)
        found = row.match(line)
        if found is None:
            continue
        cost, kind, file, name, calls = found.groups()
        if kind == "*":
            caller = name
            costs[name, file] = number(cost)
        elif caller is not None:
            n_calls, sum_ = arcs.get((caller, name), (0, 0))
            arcs[caller, name] = n_calls + number(calls), sum_ + number(cost)
    return costs, arcs, total


def annotated(profile, text):
    """Functions have their inclusive costs, arcs their calls and costs."""
    costs, arcs, _ = read_annotated(text)
    seen = [key for key in profile.costs if key in costs]  # it leaves out small ones
    for key in seen:
        assert costs[key] == profile.costs[key], (key, costs[key])
    known = [key for key in profile.arcs if key in arcs]
    for key in known:
        if key[1] in profile.recursive:
            assert arcs[key][0] == profile.arcs[key][0], (key, arcs[key])
            assert arcs[key][1] <= profile.arcs[key][1], (key, arcs[key])
        else:
            assert arcs[key] == profile.arcs[key], (key, arcs[key])
    assert len(seen) >= 2 and len(known) >= 2, (seen, known)
    return len(seen), len(known)


def inclusive(profile, text):
    """Functions have their inclusive costs, recursive ones, too, and none has more than
    the program."""
    costs, _, total = read_annotated(text)
    most = max(costs.values())
    assert most <= total, (most, total)
    seen = [key for key in profile.inclusive
            if key in costs and key not in profile.by_nobody]
    for key in seen:
        assert costs[key] == profile.inclusive[key], (
            key, costs[key], profile.inclusive[key])
    recursive = [name for name, _ in seen if name in profile.recursive]
    assert recursive and len(seen) > len(recursive), (seen, recursive)
    return len(seen), len(recursive)


def graph(profile, text):
    """Nodes have at most their costs, and the arcs of main their costs and calls:
    further away KCachegrind draws only what belongs to main, by its estimate."""
    names, n_nodes, n_arcs = {}, 0, 0
    costs = {name: cost for (name, _), cost in profile.costs.items()}
    for node, name, cost in re.findall(
            r'^ *(F\w+) \[shape=box,label="\*\* (.*?)_* \*\*\\n\*\*\\n([^"]*)"\];$', text,
            re.M):
        names[node] = name
        if name in costs and name in profile.unique:
            assert number(cost) <= costs[name], (name, cost)
            n_nodes += 1
    for caller, callee, cost, calls in re.findall(
            r'^ *(F\w+) -> (F\w+) \[.*label="([^(]*) \(([^)]*)x\)"\];$', text, re.M):
        key = names[caller], names[callee]
        if key in profile.arcs and "main" in key and profile.unique.issuperset(key):
            assert (number(calls), number(cost)) == profile.arcs[key], (key, calls, cost)
            n_arcs += 1
    assert n_nodes >= 2 and n_arcs >= 2, text
    return n_nodes, n_arcs


def main():
    """Runs the check."""
    what, path, text = sys.argv[1:]
    with open(text, encoding="utf-8") as file:
        check = {"annotated": annotated, "inclusive": inclusive, "graph": graph}[what]
        print(what, *check(Profile(path), file.read()))


main()
