#!/usr/bin/env python3
# call_paths.py -- call_paths.py FILE: the call paths of a cachesim profile, a line each:
# calls, then Ir of the path itself and inclusive, then its functions.  FILE FUNCTION...:
# the sums of all events of the paths through these functions.  Fails if the paths do not
# add up to the totals.
# SPDX-License-Identifier: GPL-2.0-or-later
import sys

files, names, functions, arcs = [], [], [], []
rows = []      # [depth, arc, calls, counts, inclusive Ir]
left_out = []
file_of = function_of = None


def fail(why):
    sys.exit("%s: %s" % (sys.argv[1], why))


def counts(words):
    return [int(w) for w in words] + [0] * (n_events - len(words))


def read(line):
    global n_events, totals
    key, rest = line.split(" ", 1) if " " in line else (line, "")
    words = rest.split()
    if key == "fl":
        files.append(rest)
    elif key == "fn":
        if words[0].isdigit() and len(words) > 1:
            rest = rest.split(" ", 1)[1]
        names.append(rest)
    elif key == "f":
        functions.append(names[int(words[0]) - 1])
    elif key == "a":
        arcs.append(int(words[1]))
    elif key == "t":
        rows.append([int(words[0]), int(words[1]), int(words[2]), counts(words[3:])])
    elif key == "ti":
        row = rows[-1]
        row[3] = [a + b for a, b in zip(row[3], counts(words[2:]))]
    elif key == "tr":
        left_out.append([int(words[0]), counts(words[2:])])
        rows.append([int(words[0]), None, 0, left_out[-1][1]])


for line in open(sys.argv[1], encoding="utf-8"):
    line = line.rstrip("\n")
    if line.startswith("events:"):
        n_events = len(line.split()) - 1
    elif line.startswith("fn="):
        names.append(line[3:])
    elif line.startswith("summary:"):
        totals = [int(w) for w in line.split()[1:]]
    elif line.startswith("#: "):
        read(line[3:])

if not rows:
    fail("no call paths")
sums = [sum(column) for column in zip(*(row[3] for row in rows))]
if sums != totals:
    fail("the paths cost %s, all costs %s" % (sums, totals))
path, under = [], [0] * n_events
for i, (depth, arc, calls, own) in enumerate(rows):
    inclusive = own[0]
    for later in rows[i + 1:]:
        if later[0] <= depth:
            break
        inclusive += later[3][0]
    del path[max(depth - 1, 0):]
    if depth > 0 and arc is not None:
        path.append(functions[arcs[arc - 1] - 1])
    if set(path) & set(sys.argv[2:]):
        under = [a + b for a, b in zip(under, own)]
    if depth > 0 and arc is not None and len(sys.argv) == 2:
        print(calls, own[0], inclusive, " > ".join(path))
if len(sys.argv) > 2:
    print("summary:", *under)
