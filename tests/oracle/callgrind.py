#!/usr/bin/env python3
# callgrind.py -- compares the calls that cs_annotate reads from a callgrind file with
# what callgrind_annotate says.  SPDX-License-Identifier: GPL-2.0-or-later
"""callgrind.py TEXT JSON [EVENT]

TEXT: callgrind_annotate --inclusive=yes --tree=both --threshold=100 --auto=no
--show-percs=no --show=EVENT; JSON: cs_export --format=json.

Functions have the same inclusive cost, and arcs the same cost and calls, to the digit,
but where functions call each other or themselves: callgrind_annotate adds up all calls
there, those within others, too.  Then ours is at most as much, at most the program's,
and at least what calls from outside cost.  It takes code that was inlined from another
file for a function of that file, so callers are compared by name."""

import collections
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from own_names import own_name

ROW = re.compile(r" *([\d,]+) +([<*>]) +(\S*?):(.*?)(?: \(([\d,]+)x\))?(?: \[[^]]*\])?$")


def number(text):
    """12345 of "12,345"."""
    return int(text.replace(",", ""))


def tidy(path):
    """As our reader writes names of files."""
    path = re.sub(r"(?<=/)\./", "", path)
    while "/../" in path:
        shorter = re.sub(r"(^|/)(?!\.\./)[^/]+/\.\./", r"\1", path, count=1)
        if shorter == path:
            break
        path = shorter
    return path


def read_stock(path):
    """Inclusive costs by name, a list of all files' functions; cost and calls of arcs by
    names."""
    functions, arcs = collections.defaultdict(list), {}
    name = None
    for line in open(path, errors="replace"):
        line = line.rstrip("\n")
        found = ROW.match(line)
        if found is None:
            continue
        cost, kind, file, function, calls = found.groups()
        function = own_name(function)
        if kind == "*":
            name = function
            functions[name].append((tidy(file), number(cost)))
        elif kind == ">":
            was = arcs.get((name, function), (0, 0))
            arcs[name, function] = was[0] + number(cost), was[1] + number(calls)
    return functions, arcs


def components(arcs):
    """The strongly connected components of a graph: of each function, one of its
    component; functions that call themselves are in `recursive`."""
    calls = collections.defaultdict(set)
    for caller, callee in arcs:
        calls[caller].add(callee)
    seen, order, back = set(), [], collections.defaultdict(set)
    for caller, callees in calls.items():
        for callee in callees:
            back[callee].add(caller)
    for start in list(calls):
        stack = [(start, iter(calls[start]))]
        if start in seen:
            continue
        seen.add(start)
        while stack:
            at, rest = stack[-1]
            for callee in rest:
                if callee not in seen:
                    seen.add(callee)
                    stack.append((callee, iter(calls[callee])))
                    break
            else:
                order.append(at)
                stack.pop()
    of = {}
    for start in reversed(order):
        todo = [start]
        while todo:
            at = todo.pop()
            if at not in of:
                of[at] = start
                todo.extend(back[at])
    return of


def compare(stock_path, json_path, event):
    stock, stock_arcs = read_stock(stock_path)
    ours = json.load(open(json_path))
    column = [m["name"] for m in ours["metrics"]].index(event) if event else 0
    total = ours["totals"][column]
    functions = ours["functions"]
    ids = range(len(functions))
    arcs = [(a["caller"], a["callee"]) for a in ours["arcs"] if a["caller"] is not None]
    of = components(arcs)
    size = collections.Counter(of.values())
    recursive = {i for i in ids if i in of and size[of[i]] > 1}
    recursive |= {caller for caller, callee in arcs if caller == callee}
    incoming = collections.Counter()
    for a in ours["arcs"]:
        if a["caller"] is None or of[a["caller"]] != of[a["callee"]]:
            incoming[a["callee"]] += a["inclusive"][column]
    names = collections.Counter((f["name"], f["file"]) for f in functions)
    n_equal = n_recursive = n_arcs = 0
    for i in ids:
        f = functions[i]
        cost = f["inclusive"][column]
        assert incoming[i] <= cost <= total, (f, incoming[i], total)
        # Its sum has instructions of no line, too (summary:).
        parts = [cost for file, cost in stock[f["name"]] if file == f["file"]]
        theirs = min(sum(parts), total)     # of a function that the compiler split
        if names[f["name"], f["file"]] > 1:
            continue  # of several objects, which it does not tell apart
        if not parts:
            assert cost == 0, f
        elif i in recursive:
            assert cost <= theirs, (f, theirs)
            n_recursive += 1
        else:
            assert cost == theirs, (f, theirs)
            n_equal += 1
    sums, is_inner = {}, collections.defaultdict(bool)
    for a in ours["arcs"]:
        if a["caller"] is None:
            continue
        key = functions[a["caller"]]["name"], functions[a["callee"]]["name"]
        was = sums.get(key, (0, 0))
        sums[key] = was[0] + a["inclusive"][column], was[1] + a["calls"]
        is_inner[key] |= of[a["caller"]] == of[a["callee"]]
    assert set(sums) >= set(stock_arcs), set(stock_arcs) - set(sums)
    for key, (cost, calls) in sums.items():
        if key not in stock_arcs:
            assert cost == 0, key
            continue
        assert stock_arcs[key][1] == calls, (key, calls, stock_arcs[key])
        if is_inner[key]:
            assert cost <= stock_arcs[key][0], (key, cost, stock_arcs[key])
        else:
            assert cost == stock_arcs[key][0], (key, cost, stock_arcs[key])
        n_arcs += 1
    print(f"{n_equal} functions and {n_arcs} arcs are equal, "
          f"{n_recursive} functions are recursive")
    assert n_equal > 10 and n_arcs > 10


compare(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
