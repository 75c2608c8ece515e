#!/usr/bin/env python3
"""data_heap.py known PROFILE: for each function that the program names (standard input:
name, blocks, bytes, D1 misses), the heap's data objects below it have these.

data_heap.py oracle PROFILE HEAP-PROFILE: every data object of the heap has the call path,
blocks and bytes of a site in heapprof's profile of the program.

data_heap.py use PROFILE: the same for name, lines, bytes of them inside, bytes used.

data_heap.py looks PROFILE: for each function or variable that the program names (its
name, a period of bytes or 0, and alternatives like 8+8,104+8: bytes used, by offset and
number), each look has one of these, in whole periods; each alternative is that of some.
Without alternatives there are no looks.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import data_notes  # noqa: E402


def bare(function):
    """Without its arguments; "???" for code without a symbol."""
    return re.sub(r"\(.*", "", function) if isinstance(function, str) else "???"


def d1_misses(counts):
    return counts[0] + counts[2]


def site_of(datum):
    """The first function of the path that is named so."""
    names = [bare(frame.function) for frame in datum.frames]
    return next((name for name in names if name.startswith("site_")), None)


def use(profile):
    found = {site_of(datum): list(datum.use) for datum in profile.data if datum.use}
    compare(found, "lines, inside, used")


def looks(profile):
    found = {site_of(datum) or datum.name: datum.looks for datum in profile.data
             if datum.kind in ("heap", "static")}
    n = 0
    for line in sys.stdin:
        name, period, *alternatives = line.split()
        n += 1
        check_looks(name, found.get(name, []), int(period),
                    [ranges(text) for text in alternatives])
    if n == 0:
        print("the program names nothing")


def ranges(text):
    """8+2,20+1 is {8, 9, 20}."""
    pairs = [word.split("+") for word in text.split(",")]
    return {int(at) + i for at, n in pairs for i in range(int(n))}


def check_looks(name, looks_of, period, alternatives):
    if not alternatives:
        if looks_of:
            print(f"{name}: {len(looks_of)} looks")
        return
    counts = [0] * len(alternatives)
    for look in looks_of:
        used = {at % period for at in look.used} if period else look.used
        if used in alternatives:
            counts[alternatives.index(used)] += look.count
        else:
            print(f"{name}: {look.count} looks have {sorted(used)}")
    if min(counts) < 30 or min(counts) < sum(counts) * 0.3:
        print(f"{name}: looks by alternative: {counts}")


def compare(found, what):
    """With what the program says."""
    n = 0
    for line in sys.stdin:
        words = line.split()
        if not line.startswith("site_"):
            continue
        n += 1
        expected = [int(word) for word in words[1:]]
        if found.get(words[0]) != expected:
            print(f"{words[0]}: {what}: expected {expected}, found {found.get(words[0])}")
    if n == 0:
        print("the program names no function")


def known(profile):
    found = collections.defaultdict(lambda: [0, 0, 0])
    for datum in profile.data:
        of = found[site_of(datum)]
        of[0] += datum.blocks
        of[1] += datum.bytes
        of[2] += sum(d1_misses(entry.counts) for entry in profile.entries
                     if entry.datum is datum and bare(entry.function) == "touch")
    compare(found, "blocks, bytes, misses")


def oracle(profile, name):
    """Of what the program itself allocates: heapprof has inlined functions of the C
    library, cachesim has not.  Data without misses are not in the profile."""
    with open(name, encoding="utf-8", errors="surrogateescape") as file:
        heap = json.load(file)
    sites, data = collections.Counter(), collections.Counter()
    for site in heap["pps"]:
        path = own([frame_of(heap["ftbl"][number]) for number in site["fs"]])
        sites[path, "blocks"] += site["tbk"]
        sites[path, "bytes"] += site["tb"]
    for datum in profile.data:
        path = own([(frame.function, os.path.basename(frame.file or ""), frame.line)
                    for frame in datum.frames])
        if path:
            data[path, "blocks"] += datum.blocks
            data[path, "bytes"] += datum.bytes
    for key, value in data.items():
        if value != sites[key]:
            print(f"{key}: heapprof {sites[key]}, cachesim {value}")
    if not data:
        print("no data object is on the heap")


def own(path):
    """The frames of the program, if it made the call."""
    if not path or not path[0][1].startswith("data_heap"):
        return ()
    return tuple(frame for frame in path if frame[1].startswith("data_heap"))


def frame_of(text):
    """Function, file and line of heapprof's frame."""
    text = text.split(": ", 1)[1]
    place = re.search(r" \(([^()]*):(\d+)\)$", text)
    if place:
        return text[:place.start()], place[1], int(place[2])
    return re.sub(r" \(in .*\)$", "", text), "", 0


def main():
    profile = data_notes.read(sys.argv[2])
    if sys.argv[1] == "known":
        known(profile)
    elif sys.argv[1] == "oracle":
        oracle(profile, sys.argv[3])
    elif sys.argv[1] == "looks":
        looks(profile)
    else:
        use(profile)


main()
