"""heap.py -- finds the differences between our heap profile and the stock tools'.

   heap.py exact DHAT-OUTFILE OUTFILE [MASSIF-OUTFILE...]
   heap.py threads DHAT-OUTFILE OUTFILE        all but the peak
   heap.py events DHAT-OUTFILE OUTFILE         without lifetimes: totals only
   heap.py near DHAT-OUTFILE OUTFILE [MASSIF-OUTFILE...]
                        one in a thousand bytes can differ
   heap.py accesses DHAT-OUTFILE OUTFILE       reads, writes and histograms
   heap.py near-accesses DHAT-OUTFILE OUTFILE  one in a hundred bytes can differ

Compares total, peak and end in bytes and blocks, of the program and of each call
path.  The peak equals the largest mem_heap_B of massif's files, which ignore
blocks of size 0, or exceeds it by at most mem_heap_extra_B: massif's peak is that
of the sum of both.  Addresses in libraries are not compared: another library that
a tool preloads moves them.

Prints at most ten differences, and fails if there are any, or too few counts
to compare.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import functools
import itertools
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from heap_profile import (  # noqa: E402 (the path is known only now)
    ALLOCATORS, frame_parts, load, massif_most, totals_of)

KEYS = ["tb", "tbk", "gb", "gbk", "eb", "ebk"]
TOTALS = ["bytes", "blocks", "peak_bytes", "peak_blocks", "end_bytes",
          "end_blocks"]
AT_PEAK = {"gb", "gbk", "peak_bytes", "peak_blocks"}
LIBRARIES = 0x4000000   # of the first one, ld.so, under Valgrind
ANYWHERE = 0x108000     # where it maps a position-independent program
ET_DYN = b"\3\0"        # of such a program's ELF header
FIRST_CODE = 4096       # no frame below it
AT_END = {"eb", "ebk", "end_bytes", "end_blocks"}
STEPS = 90              # of a path that are compared


def is_in_program(profile, parts):
    """Is the frame in the program itself, not in a library?"""
    if "heapprof" not in profile or not parts["object"]:
        return int(parts["address"], 16) < LIBRARIES
    return any(path == parts["object"] and start < LIBRARIES
               for start, _, path in profile["heapprof"].get("objects", []))


real_path = functools.cache(os.path.realpath)


@functools.cache
def base_of(path):
    """Where Valgrind maps a program that can be anywhere; else 0."""
    with open(path, "rb") as file:
        return ANYWHERE if file.read(18)[16:18] == ET_DYN else 0


def comparable(profile, text):
    """A frame without the parts that differ between tools: its address, except in
    the program's own code without lines.  That is an address in the file."""
    parts = frame_parts(text)
    if parts["file"]:
        return f"{parts['function']} ({parts['file']}:{parts['line']})"
    where = ""
    if is_in_program(profile, parts):
        is_moved = "heapprof" not in profile and parts["object"]
        base = base_of(parts["object"]) if is_moved else 0
        where = f"{int(parts['address'], 16) - base:#x}"
    # heapprof has the name of a symbolic link that started the program.
    obj = real_path(parts["object"]) if parts["object"] else None
    return f"{parts['function']} (in {obj}){where}"


def path_of(profile, site):
    """A site's path, from the caller of the allocation function to main, or to the
    start of the process: DHAT goes on into its arguments."""
    frames = [profile["ftbl"][i] for i in site["fs"]]
    known = profile.setdefault("comparable", {})
    frames = list(itertools.takewhile(
        lambda frame: int(frame_parts(frame)["address"], 16) >= FIRST_CODE,
        frames))
    names = [frame_parts(frame)["function"] for frame in frames]
    first = next((i for i, name in enumerate(names)
                  if not ALLOCATORS.fullmatch(name)), len(names))
    last = next((i for i, name in enumerate(names)
                 if name == "(below main)"), len(names))
    # Beyond the start it takes words of the stack for code.
    while last > first and is_lost(frames[last - 1]):
        last -= 1
    frames = frames[first:last][:STEPS]
    for frame in set(frames) - known.keys():
        known[frame] = comparable(profile, frame)
    return tuple(known[frame] for frame in frames)


def is_lost(text):
    """Is the frame without object and source?"""
    parts = frame_parts(text)
    return not parts["file"] and not parts["object"]


def by_path(profile, keys):
    """The sums of each path."""
    table = collections.defaultdict(lambda: [0] * len(keys))
    for site in profile["pps"]:
        row = table[path_of(profile, site)]
        for i, key in enumerate(keys):
            row[i] += site[key]
    return {path: row for path, row in table.items() if any(row)}


def same_totals(stock, ours, names):
    """Compares the sums of all."""
    theirs, mine = totals_of(stock), totals_of(ours)
    bad = [name for name in names if theirs[name] != mine[name]]
    for name in bad:
        print(f"{name}: stock {theirs[name]}, ours {mine[name]}")
    return not bad


def same_paths(stock, ours, keys):
    """Compares each path."""
    theirs, mine = by_path(stock, keys), by_path(ours, keys)
    bad = [path for path in theirs.keys() | mine.keys()
           if theirs.get(path) != mine.get(path)]
    bad.sort(key=lambda path: -(theirs.get(path) or mine[path])[0])
    for path in bad[:10]:
        print(f"{' '.join(keys)}: stock {theirs.get(path)}, "
              f"ours {mine.get(path)}:\n   {chr(10).join(path[:12])}")
    if bad:
        print(f"{len(bad)} paths of {len(theirs)} differ")
    if len(theirs) < 3:
        print(f"only {len(theirs)} paths, expected 3")
    return not bad and len(theirs) >= 3


def near(stock, ours):
    """Compares counts that depend on addresses: DHAT's own runs differ as much with
    another --alignment."""
    theirs, mine = totals_of(stock), totals_of(ours)
    bad = [name for name in TOTALS
           if abs(theirs[name] - mine[name]) * 1000 > theirs[name]]
    for name in bad:
        print(f"{name}: stock {theirs[name]}, ours {mine[name]}")
    theirs, mine = by_path(stock, KEYS), by_path(ours, KEYS)
    none = [0] * len(KEYS)
    for i, key in enumerate(KEYS):
        whole = sum(row[i] for row in theirs.values())
        apart = sum(abs(theirs.get(path, none)[i] - mine.get(path, none)[i])
                    for path in theirs.keys() | mine.keys())
        # Of live bytes, a single large block can be more.
        if apart * (100 if key in ("tb", "tbk") else 20) > whole:
            print(f"{key}: {apart} of {whole} are at other paths")
            bad.append(key)
    return not bad and len(theirs) >= 1000


def histograms(profile):
    """The histogram of each path with one site, in DHAT's form; or None."""
    table = {}
    for site in profile["pps"]:
        path = path_of(profile, site)
        table[path] = None if path in table else site.get("acc", [])
    return table


def expanded(runs):
    """The counts of DHAT's run-length array: -n, v is n of v."""
    found, length = [], 1
    for value in runs:
        if value < 0:
            length = -value
        else:
            found += [value] * length
            length = 1
    return found


def same_histograms(stock, ours):
    """Compares histograms where DHAT has one (it has none after a failed
    reallocation).  DHAT's counts are the lowest 16 bits, ours saturate."""
    theirs, mine = histograms(stock), histograms(ours)
    bad = n_counts = 0
    for path in theirs.keys() & mine.keys():
        if not theirs[path] or mine[path] is None:
            continue
        found, wanted = expanded(mine[path]), expanded(theirs[path])
        n_counts += len(found)
        if len(found) != len(wanted) or any(
                a not in (b, 0xffff) for a, b in zip(found, wanted)):
            bad += 1
            print(f"acc: stock {theirs[path]}, ours {mine[path]}:\n   "
                  f"{chr(10).join(path[:12])}")
    if n_counts == 0 and any(theirs.values()):
        print("no histogram was compared")
        bad = 1
    return not bad


def near_accesses(stock, ours):
    """Compares counts that depend on addresses."""
    fine = True
    keys = ["rb", "wb"]
    theirs, mine = by_path(stock, keys), by_path(ours, keys)
    for i, key in enumerate(keys):
        whole = sum(row[i] for row in theirs.values())
        apart = sum(abs(theirs.get(path, [0, 0])[i] - mine.get(path, [0, 0])[i])
                    for path in theirs.keys() | mine.keys())
        if apart * 100 > whole or whole == 0:
            print(f"{key}: {apart} of {whole} are at other paths")
            fine = False
    return fine


def same_peak(massif, ours, apart):
    """Compares massif's peak, which ignores blocks of size 0, and is the maximum of
    its bytes including those that it adds to each block."""
    totals = totals_of(ours)
    peak = totals["peak_bytes"]
    zero = totals.get("zero_blocks", 0)     # unknown to DHAT
    found, extra, _ = max(massif_most(path) for path in massif)
    if not peak - zero - extra - apart <= found <= peak + apart:
        print(f"massif's peak {found} and {extra} extra, ours {peak} with at most "
              f"{zero} blocks of size 0")
        return False
    return True


def main(arguments):
    """The exit status."""
    if len(arguments) < 3 or arguments[0] not in (
            "exact", "threads", "events", "near", "accesses",
            "near-accesses"):
        print(__doc__, file=sys.stderr)
        return 2
    how, stock, ours, *massif = arguments
    stock, ours = load(stock), load(ours)
    if how == "near":
        fine = [near(stock, ours), not massif or same_peak(
            massif, ours, totals_of(ours)["peak_bytes"] // 1000)]
        return 0 if all(fine) else 1
    if how == "near-accesses":
        return 0 if near_accesses(stock, ours) else 1
    if how == "accesses":
        fine = [same_paths(stock, ours, ["rb", "wb"]),
                same_histograms(stock, ours)]
        return 0 if all(fine) else 1
    left_out = {"threads": AT_PEAK, "events": AT_PEAK | AT_END}.get(how, set())
    fine = [same_totals(stock, ours, [n for n in TOTALS if n not in left_out]),
            same_paths(stock, ours, [k for k in KEYS if k not in left_out]),
            not massif or same_peak(massif, ours, 0)]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
