#!/usr/bin/env python3
# owners.py -- reads looks at owners in heap profiles, and what memcheck says of leaks,
# for tests; shares no code with the reader.
# SPDX-License-Identifier: GPL-2.0-or-later

"""owners.py check FILE           what docs/FORMAT-heapprof.md says of looks, and how many
   owners.py whys FILE            why each look was taken
   owners.py times FILE           when
   owners.py leaks FILE           bytes and blocks of the four kinds, in the last look
   owners.py sums FILE            bytes and blocks of each look
   owners.py match FILE EXPECTED  what differs from lines of a name "case_...", a kind,
                                  bytes, blocks and owners; any of them can be "any"
   owners.py rings FILE FUNCTION  blocks that are definitely lost and in rings
   owners.py memcheck FILE        bytes and blocks of the four kinds, as memcheck says

Without --look=NUMBER it is the last look."""

import argparse
import collections
import json
import re
import sys

KINDS = ["definite", "indirect", "possible", "reachable"]
WHYS = {"asked", "time", "peak", "exit", "end"}
ROOTS = {"lost", "static", "thread-local", "stack", "stack-top", "registers", "mapping"}
ROOT, SHARED, SITE = range(3)
MEMCHECK = [("definite", "definitely lost"), ("indirect", "indirectly lost"),
            ("possible", "possibly lost"), ("reachable", "still reachable")]


def require(condition, text, *values):
    """Exit unless the condition holds."""
    if not condition:
        sys.exit(" ".join([text, *(repr(value)[:200] for value in values)]))


def load(path):
    """A profile."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def looks_of(profile):
    """The looks in a profile."""
    return profile["heapprof"].get("owners", [])


def function_of(profile, frame):
    """The function's name in a frame."""
    return re.match(r"0x[0-9A-F]+: (.*?)(\(.*\))?( \(.*\))?$",
                    profile["ftbl"][frame]).group(1)


def case_of(profile, site):
    """The function of a test on a site's path; None: there is none."""
    for frame in profile["pps"][site]["fs"]:
        name = function_of(profile, frame)
        if name.startswith("case_"):
            return name
    return None


# ---------------------------------------------------------------- what looks must be

def check_roots(profile):
    """The names of roots."""
    roots = profile["heapprof"]["roots"]
    n_files = len(profile["heapprof"].get("build_ids", []))
    require(roots and roots[0] == {"kind": "lost"}, "the first root", roots[:1])
    for root in roots:
        require(root["kind"] in ROOTS, "kind of a root", root)
        require("file" not in root or 0 <= root["file"] < n_files, "file", root)
        require(all(0 <= i < len(profile["ftbl"]) for i in root.get("fs", [])),
                "frames", root)
        require("caller" not in root or roots[root["caller"]]["kind"] == "stack",
                "caller", root)


def check_tree(profile, look):
    """Owners, and roots that share."""
    roots, tree = profile["heapprof"]["roots"], look["tree"]
    for sharers in look["sharers"]:
        known = sharers[:-1] if sharers[-1] == -1 else sharers
        require(known == sorted(set(known)) and 0 < len(known) <= 4, "order", sharers)
        require(all(0 <= key < len(roots) for key in known), "key", sharers)
    bounds = [len(roots), len(look["sharers"]), len(profile["pps"])]
    for number, owner in enumerate(tree):
        require(5 <= len(owner) <= 7, "an owner", owner)
        above, kind, what, n_bytes, n_blocks = owner[:5]
        require(-1 <= above < number, "above", owner)
        # A pool, of the program's own allocator, is a site with none above.
        require(above == -1 or kind == SITE, "a root below others", owner)
        require(0 <= what < bounds[kind], "what", owner)
        require(n_bytes >= 0 and n_blocks >= 0, "amount", owner)
        require(kind == SITE or (n_bytes, n_blocks) == (0, 0), "a root's own", owner)


def check_leaks(profile, look):
    """Leaks by site, and their sum."""
    leaks = look["leaks"]
    kinds = [row[:2] for row in leaks]
    require(kinds == sorted(kinds), "order", leaks)
    for row in leaks:
        require(4 <= len(row) <= 5 and 0 <= row[0] < len(profile["pps"])
                and 0 <= row[1] < 4 and row[3] > 0, "leaks", row)
        require(len(row) == 4 or row[1] == 0 and 0 < row[4] <= row[3], "rings", row)
    require([sum(row[i] for row in leaks) for i in (2, 3)]
            == [sum(owner[i] for owner in look["tree"]) for i in (3, 4)],
            "the tree's sums are not the leaks'")


def check_chains(profile, look):
    """A chain for each site with blocks, from a root to that."""
    sites = sorted({row[0] for row in look["leaks"]})
    ends = []
    for chain in look["chains"]:
        require(0 < len(chain) <= 40, "length", chain)
        first = chain[0]
        if first[0] == ROOT:
            require(first[1] < len(profile["heapprof"]["roots"]), "begins", chain)
        else:
            pools = [owner for owner in look["tree"]
                     if owner[:2] == [-1, SITE] and owner[2] == first[1]]
            require(pools, "begins with a block that is no pool", chain)
        require(all(step[0] == SITE and -1 <= step[1] < len(profile["pps"])
                    for step in chain[1:]), "steps", chain)
        ends.append(chain[-1][1])
        steps = chain[1:-1] if first[:2] == [ROOT, 0] else chain[:-1]
        require(len(chain) == 40 or all(len(step) == 3 for step in steps),
                "a step without an offset", chain)
    require(ends == sites, "chains", ends, sites)


def check(profile):
    """Everything; prints how many looks there are."""
    looks = looks_of(profile)
    if looks:
        check_roots(profile)
    times = [look["time"] for look in looks]
    require(times == sorted(times), "times", times)
    for look in looks:
        require(look["why"] in WHYS, "why", look["why"])
        check_leaks(profile, look)
        check_tree(profile, look)
        check_chains(profile, look)
    print(len(looks))


# ---------------------------------------------------------------- what is found

def leaks(look):
    """Bytes and blocks of each kind."""
    found = {kind: [0, 0] for kind in KINDS}
    for row in look["leaks"]:
        for i in range(2):
            found[KINDS[row[1]]][i] += row[2 + i]
    return found


def print_leaks(found):
    """Four kinds, on a line each."""
    for kind in KINDS:
        print(kind, *found[kind])


def root_name(profile, number):
    """What a root is: its kind, and its name if it has one."""
    root = profile["heapprof"]["roots"][number]
    name = root.get("name", "")
    if root["kind"] == "stack":
        name = function_of(profile, root["fs"][0]) if root["fs"] else "?"
    name = re.sub(r"\.\d+$", "", name.rsplit("/", 1)[-1])
    return f"{root['kind']}:{name}" if name else root["kind"]


def owner_name(profile, look, number):
    """The root or roots that own what is in the tree at this place."""
    while look["tree"][number][0] != -1:
        number = look["tree"][number][0]
    kind, what = look["tree"][number][1:3]
    if kind == ROOT:
        return root_name(profile, what)
    if kind == SITE:
        return "pool"
    return "+".join(sorted("more" if key == -1 else root_name(profile, key)
                           for key in look["sharers"][what]))


def cases(profile, look):
    """What is found of each function of the test: lists of words."""
    amounts = collections.defaultdict(lambda: [0, 0])
    owners = collections.defaultdict(set)
    for row in look["leaks"]:
        name = case_of(profile, row[0])
        for i in range(2):
            amounts[name, KINDS[row[1]]][i] += row[2 + i]
    for number, owner in enumerate(look["tree"]):
        if owner[1] == SITE and owner[4] > 0:
            owners[case_of(profile, owner[2])].add(owner_name(profile, look, number))
    return [[name, kind, *map(str, amounts[name, kind]), ",".join(sorted(owners[name]))]
            for name, kind in sorted(key for key in amounts if key[0])]


def agrees(expected, found):
    """Are the words equal, where "any" stands for all?"""
    return len(expected) == len(found) and all(
        word in ("any", other) for word, other in zip(expected, found))


def match(profile, look, path):
    """Prints what differs from the lines in a file."""
    with open(path, encoding="utf-8", errors="replace") as file:
        expected = [line.split() for line in file if line.startswith("case_")]
    found = cases(profile, look)
    if not expected:
        print("no case")
    for words in expected:
        if not any(agrees(words, other) for other in found):
            print("expected:", *words)
    for words in found:
        if not any(agrees(other, words) for other in expected):
            print("found:   ", *words)


def rings(profile, look, function):
    """Prints how many blocks of the function are lost in rings."""
    print(sum(row[4] for row in look["leaks"]
              if len(row) > 4 and case_of(profile, row[0]) == function))


def memcheck(path):
    """Prints what memcheck says at its end."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    found = {kind: [0, 0] for kind in KINDS}
    for kind, words in MEMCHECK:
        for match in re.finditer(words + r": ([0-9,]+) bytes in ([0-9,]+) blocks", text):
            found[kind] = [int(number.replace(",", "")) for number in match.groups()]
    if "All heap blocks were freed" not in text:
        require("LEAK SUMMARY" in text, "memcheck has no summary")
    print_leaks(found)


def main():
    """Does what the arguments say."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what")
    parser.add_argument("file")
    parser.add_argument("other", nargs="?")
    parser.add_argument("--look", type=int, default=-1)
    args = parser.parse_args()
    if args.what == "memcheck":
        memcheck(args.file)
        return
    profile = load(args.file)
    looks = looks_of(profile)
    require(looks or args.what in ("check", "whys", "sums", "times"), "no looks")
    if args.what == "check":
        check(profile)
    elif args.what == "whys":
        print(*(look["why"] for look in looks))
    elif args.what == "times":
        print(*(look["time"] for look in looks))
    elif args.what == "sums":
        for look in looks:
            print(*(sum(row[i] for row in look["leaks"]) for i in (2, 3)))
    elif args.what == "leaks":
        print_leaks(leaks(looks[args.look]))
    elif args.what == "match":
        match(profile, looks[args.look], args.other)
    elif args.what == "rings":
        rings(profile, looks[args.look], args.other)


if __name__ == "__main__":
    main()
