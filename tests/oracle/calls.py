#!/usr/bin/env python3
# calls.py -- compares the calls of a cachesim profile with those that callgrind saw.
# SPDX-License-Identifier: GPL-2.0-or-later
"""calls.py CALLGRIND CACHESIM AS_USUAL

Call counts and inclusive instructions of each arc -- caller, file and line of the call,
callee -- and own instructions of each function must be equal, but for what the rules
below explain.  (Of reads and writes, callgrind counts others.)  Prints how many arcs are
equal, and how many each rule explains.

CALLGRIND was written with --compress-strings=no --compress-pos=no, CACHESIM with
--call-graph=all --vex-guest-chase=no, as callgrind runs, AS_USUAL without the latter.
Where VEX joins blocks, some instructions count that are not executed, for cachegrind,
too.  So only the calls of AS_USUAL must be those of CACHESIM."""

import collections
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import calls_profile
from own_names import own_name

UNKNOWN = "???"
LAST_BLOCK = 20  # instructions
LEAST = 0.95  # of the arcs must be equal without any rule
# glibc's functions in assembly go on in the middle of each other.
ASSEMBLY = re.compile(r"_*(mem|str|wcs|wmem)[a-z_0-9]+$")
NOWHERE = ("0x0", UNKNOWN)  # code without a symbol, of unknown beginning


class Graph:
    """Calls and inclusive costs by (caller, place, callee), and own costs by function.
    A function is (name, object), a place (file, line)."""

    def __init__(self):
        self.calls = collections.Counter()
        self.costs = collections.Counter()
        self.own = collections.Counter()

    def add(self, arc, calls, cost):
        self.calls[arc] += calls
        self.costs[arc] += cost

    def renamed(self, function):
        """The same, with other functions."""
        graph = Graph()
        for (caller, place, callee), n in self.calls.items():
            graph.add((function(caller), place, function(callee)), n,
                      self.costs[caller, place, callee])
        for f, cost in self.own.items():
            graph.own[function(f)] += cost
        return graph


def is_unnamed(function):
    return function is not None and function[0].startswith("0x")


# ---- callgrind's file ---------------------------------------------------


def callgrind_name(name):
    """Levels of recursion are one function.  Code without a symbol is named by where it
    is."""
    name = re.sub(r"'\d+$", "", name)
    found = re.match(r"0x[0-9a-f]{8,}", name)
    return hex(int(found.group(), 16)) if found else own_name(name)


def read_callgrind(path):
    graph = Graph()
    now = {}
    calls = None
    for line in open(path, errors="replace"):
        line = line.rstrip("\n")
        key, _, rest = line.partition("=")
        if line[:1].isdigit():
            number, cost = map(int, (line + " 0").split()[:2])
            caller = (callgrind_name(now["fn"]), now["ob"])
            if calls is None:
                graph.own[caller] += cost
                continue
            callee = (callgrind_name(now["cfn"]), now.pop("cob", now["ob"]))
            graph.add((caller, (now["fi"], number), callee), calls, cost)
            calls = None
        elif key == "calls":
            calls = int(rest.split()[0])
        elif key in ("fi", "fe", "fl"):
            now["fi"] = rest
        elif key in ("ob", "fn", "cob", "cfn"):
            now[key] = os.path.realpath(rest) if rest.startswith("/") else rest
    return graph


def without_stubs(graph, explained):
    """callgrind knows no object for stubs of the procedure linkage table.  Calls through
    a stub become calls of its only callee."""
    callees = collections.defaultdict(set)
    calls = collections.Counter()
    for caller, place, callee in graph.calls:
        calls[callee] += graph.calls[caller, place, callee]
        callees[caller].add(callee)
    each = {}
    for stub in callees:
        if stub[1] == UNKNOWN and len(callees[stub]) == 1 and calls[stub] > 0:
            cost, rest = divmod(graph.own[stub], calls[stub])
            if rest == 0:
                each[stub] = cost
    whole = Graph()
    whole.own.update({f: cost for f, cost in graph.own.items() if f not in each})
    for (caller, place, callee), n in graph.calls.items():
        if caller in each:
            continue
        cost = graph.costs[caller, place, callee]
        if callee in each:
            whole.own[caller] += n * each[callee]
            cost -= n * each[callee]
            callee = next(iter(callees[callee]))
            explained["calls through stubs"] += 1
        whole.add((caller, place, callee), n, cost)
    return whole


def with_known_starts(graph, known):
    """callgrind names code without a symbol by any address where it begins to run.  Only
    where a function begins, by the unwind table, is a name."""
    return graph.renamed(lambda f: f if f in known or not is_unnamed(f) else NOWHERE)


# ---- cachesim's ---------------------------------------------------------


def function_of(f):
    if f.name != UNKNOWN:
        return (own_name(f.name), os.path.realpath(f.object))
    start = int(f.start, 16)
    return (hex(start), os.path.realpath(f.object)) if start else NOWHERE


class Tree:
    """The paths, and how they are told."""

    def __init__(self, profile):
        self.paths = profile.paths
        self.functions = {f: function_of(f) for f in profile.functions}
        self.joined = set()  # arcs that are part of their callers
        self.one = {}  # functions that count as another
        self.united = set()  # those that others count as

    def name(self, function):
        while function in self.one:
            function = self.one[function]
        return function

    def unite(self, function, other):
        function, other = self.name(function), self.name(other)
        if function != other:
            self.one[function] = other
            self.united.add(other)

    def is_vague(self, function):
        """Without a symbol, or does another one count as it?"""
        return is_unnamed(function) or function in self.united

    def graph(self):
        graph = Graph()
        acting = {None: None}  # the function that a path counts for
        n_open = collections.Counter()
        stack = []
        for path in self.paths:
            while stack and stack[-1][0] is not path.caller:
                n_open[stack.pop()[1]] -= 1
            f = caller = acting[path.caller]
            arc = None
            if path.arc is not None:
                f = self.name(self.functions[path.function])
                arc = (caller, (path.arc.file, path.arc.line), f)
                if arc in self.joined:
                    f, arc = caller, None
                else:
                    graph.add(arc, path.calls, 0 if n_open[arc] else path.inclusive[0])
            acting[path] = f
            graph.own[f] += path.own[0]
            if path.kind == "t":
                n_open[arc] += arc is not None
                stack.append((path, arc))
        return graph


# ---- Differences --------------------------------------------------------


def differences(stock, ours):
    """Arcs with other calls or costs.  What nobody calls is no arc for callgrind."""
    return {arc for arc in stock.calls.keys() | ours.calls.keys()
            if arc[0] is not None and (stock.calls[arc] != ours.calls[arc]
                                       or stock.costs[arc] != ours.costs[arc])}


def may_be_jump(tree, arc):
    caller, _, callee = arc
    if caller == callee:
        return False
    return tree.is_vague(callee) or (
        caller[1] == callee[1]
        and bool(ASSEMBLY.match(caller[0]) and ASSEMBLY.match(callee[0])))


def follow_jumps(tree, stock, explained):
    """A jump to code without a symbol, or into the middle of a function: callgrind goes
    on in the function that jumps, and so the arc becomes part of its caller.  If a
    function both calls and jumps to another, the two are compared as one."""
    while True:
        end = set(end_of(tree))
        names = stock.renamed(tree.name)
        ours = tree.graph()
        found = differences(names, ours)
        jumps = {arc for arc in found if may_be_jump(tree, arc)
                 and ours.calls[arc] >= names.calls[arc]
                 and ours.costs[arc] > names.costs[arc]}
        mixed = {arc for arc in jumps if names.calls[arc] > 0}
        if not jumps:
            component = components(names.calls.keys() | ours.calls.keys())
            mixed = {arc for arc in found if arc[0] != arc[2]
                     and (tree.is_vague(arc[0]) or tree.is_vague(arc[2]))
                     and (names.calls[arc] != ours.calls[arc]
                          or component[arc[0]] != component.get(arc[2]))
                     and arc not in end}
        for caller, _, callee in mixed:
            tree.unite(callee, caller)
        if mixed:
            tree.joined.clear()
        elif jumps:
            tree.joined |= jumps
        else:
            break
    explained["functions that count as another"] = len(tree.one)
    explained["jumps that callgrind does not see"] = len(tree.joined)
    return names, ours


def components(arcs):
    """The strongly connected component of each function (Tarjan)."""
    callees = collections.defaultdict(set)
    for caller, _, callee in arcs:
        callees[caller].add(callee)
    index, low, component, stack = {}, {}, {}, []
    for root in list(callees):
        if root in index:
            continue
        work = [(root, iter(callees[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            f, rest = work[-1]
            g = next(rest, None)
            if g is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[f])
                if low[f] == index[f]:
                    while f not in component:
                        component[stack.pop()] = index[f]
            elif g not in index:
                index[g] = low[g] = len(index)
                stack.append(g)
                work.append((g, iter(callees.get(g, ()))))
            elif g not in component:
                low[f] = min(low[f], index[g])
    return component


def leave_cycles(left, tree, stock, ours, explained):
    """callgrind counts what a function within a cycle costs more than once."""
    component = components(stock.calls.keys() | ours.calls.keys())
    for arc in list(left):
        caller, _, callee = arc
        if component[caller] != component.get(callee):
            continue
        if stock.calls[arc] == ours.calls[arc]:
            explained["costs within cycles"] += 1
        elif caller == callee and caller in tree.united:
            explained["calls within functions that count as one"] += 1
        elif caller == callee and stock.calls[arc] > ours.calls[arc]:
            explained["loops to the first instruction"] += 1
        else:
            continue
        left.discard(arc)


def path_of(tree, path):
    """The arcs of a path, from the last call on."""
    while path is not None and path.arc is not None:
        caller = path.caller.function
        yield (caller and tree.name(tree.functions[caller]),
               (path.arc.file, path.arc.line), tree.name(tree.functions[path.function]))
        path = path.caller


def end_of(tree):
    """The arcs of the path that ended the process."""
    for path in reversed(tree.paths):
        if path.function and path.function.name in ("_exit", "_Exit"):
            return list(path_of(tree, path))
    return []


def leave_end(left, own, tree, stock, ours, explained):
    """callgrind loses the last block, which ends the process: on all of its path."""
    end = end_of(tree)
    if not end:
        return
    lost = ours.own[end[0][2]] - stock.own[end[0][2]]
    if not 0 <= lost < LAST_BLOCK:
        return
    own.discard(end[0][2])
    for arc in left.intersection(end):
        if stock.calls[arc] == ours.calls[arc] \
                and ours.costs[arc] == stock.costs[arc] + lost:
            explained["calls that the end cuts off"] += 1
            left.discard(arc)


# ---- The whole ----------------------------------------------------------


def show(function):
    return f"{function[0]} ({os.path.basename(function[1])})" if function else "nobody"


def tell(left, own, stock, ours):
    """The largest differences."""
    def size(arc):
        return abs(stock.costs[arc] - ours.costs[arc])
    for arc in sorted(left, key=size, reverse=True)[:20]:
        caller, (file, line), callee = arc
        print(f"{show(caller)} {file}:{line} > {show(callee)}:",
              f"callgrind {stock.calls[arc]} {stock.costs[arc]},",
              f"cachesim {ours.calls[arc]} {ours.costs[arc]}")
    for f in sorted(own)[:20]:
        print(f"{show(f)}, own: callgrind {stock.own[f]}, cachesim {ours.own[f]}")


def main():
    callgrind, cachesim, as_usual = sys.argv[1:]
    explained = collections.Counter()
    profile = calls_profile.Profile(cachesim)
    profile.check()
    tree = Tree(profile)
    stock = without_stubs(read_callgrind(callgrind), explained)
    stock = with_known_starts(stock, set(tree.functions.values()))
    stock, ours = follow_jumps(tree, stock, explained)
    left = differences(stock, ours)
    own = {f for f in stock.own.keys() | ours.own.keys() if stock.own[f] != ours.own[f]}
    leave_cycles(left, tree, stock, ours, explained)
    leave_end(left, own, tree, stock, ours, explained)
    n_equal = sum(stock.calls[arc] == n and stock.costs[arc] == ours.costs[arc]
                  for arc, n in ours.calls.items())
    print(f"{n_equal} of {len(ours.calls)} arcs and",
          f"{len(ours.own) - len(own)} of {len(ours.own)} functions are equal;",
          "; ".join(f"{what}: {n}" for what, n in sorted(explained.items()) if n))
    tell(left, own, stock, ours)
    usual = calls_profile.Profile(as_usual)
    usual.check()
    has_all = Tree(usual).graph().calls == Tree(profile).graph().calls
    if not has_all:
        print("as usual, there are other calls")
    sys.exit(bool(left or own or n_equal < len(ours.calls) * LEAST or not has_all))


if __name__ == "__main__":
    main()
