#!/usr/bin/env python3
# large_heap.py -- writes a heap profile as of a large C++ program: 600 sites in 200
# instances of templates, recursion, and more of everything than a report has room for.
# SPDX-License-Identifier: GPL-2.0-or-later

"""large_heap.py SEED >large.out: profiles of two seeds have most paths in common."""

import json
import random
import sys

SITES, TEMPLATES, END = 600, 200, 8_000_000
RECURSION = 24  # frames
always, seeded = random.Random(1), random.Random(int(sys.argv[1]))

frames, dirs = ["[root]"], ["", "/home/me/src", "/usr/include/c++/99/bits"]
frame_dirs, numbers = [0], {}


def frame(text, directory):
    if text not in numbers:
        numbers[text] = len(frames)
        frames.append(f"0x{0x401000 + 16 * len(frames):x}: {text}")
        frame_dirs.append(directory)
    return numbers[text]


def template(n):
    types = "std::pair<int const, std::basic_string<char, std::char_traits<char> > >"
    return f"Table<{n}, std::map<std::string, std::vector<{types}, Pool<{types}> > > >"


def path(n):
    """Of the site with this number, innermost first."""
    name = template(n % TEMPLATES)
    of = [frame(f"std::vector<{name}>::push_back({name}&&) (stl_vector.h:1287)", 2)]
    of.append(frame(f"{name}::fill<{n}>(std::vector<{name}>*) (table.h:{20 + n})", 1))
    for level in range(n % RECURSION):
        of.append(frame(f"visit<{name}> (table.h:{10 + (n + level) % 7})", 1))
        of.append(frame(f"std::invoke<{name}> (invoke.h:{90 + level})", 2))
    if n % 11 == 0:
        of.append(frame(f"??? (in /opt/{n % 13}/lib-{'long-' * 20}{n % 13}.so)", 0))
    return of + [frame(f"main (main.cc:{30 + n % 5})", 1),
                 frame("(below main) (libc_start_call_main.h:58)", 0)]


def site(n):
    blocks = always.randrange(1, 2000) * (80 if n % 50 == 0 else 1)
    size = 8 * always.randrange(1, 9)
    blocks += seeded.randrange(9 * (1 + blocks // 90))
    live = always.randrange(blocks + 1)
    at_end = always.randrange(live + 1)
    size_B = blocks * size
    is_read = n % 3
    cells = [[0, 900, 20, 0][(n + i) % 4] * is_read for i in range(size // 4)]
    return {
        "tb": size_B, "tbk": blocks, "tl": blocks * 20000, "mb": live * size,
        "mbk": live, "gb": live * size, "gbk": live, "eb": at_end * size,
        "ebk": at_end, "rb": 3 * sum(cells), "wb": size_B,
        "fs": path(n), "size": [size, size],
        "heat": {"unit": 4, "r": cells, "w": [1] * len(cells)},
        "nr": [0 if is_read else size_B, 0 if is_read else blocks],
        "nw": [0, 0], "nt": [0, 0]}


sites = [site(n) for n in range(SITES)]


def total(key):
    return sum(s[key] for s in sites)


peak = total("gb")
print(json.dumps({
    "dhatFileVersion": 2, "mode": "heap", "verb": "Allocated", "bklt": True,
    "bkacc": True, "tu": "instrs", "Mtu": "Minstr", "tuth": 500,
    "cmd": "./large " + "--define=NAME " * 200, "pid": 4713, "te": END,
    "tg": END // 2, "pps": sites, "ftbl": frames,
    "heapprof": {
        "version": 1, "creator": "heapprof 0.1.0, Valgrind 3.19.0",
        "options": {"time_unit": "i", "depth": 60, "heap_admin_B": 8,
                    "stacks": False, "pages": False, "peak_only": False,
                    "accesses": True, "histogram_B": 1024},
        "exit_code": 0,
        "totals": {
            "bytes": total("tb"), "blocks": total("tbk"), "peak_bytes": peak,
            "peak_blocks": total("gbk"), "peak_time": END // 2,
            "end_bytes": total("eb"), "end_blocks": total("ebk"),
            "most_blocks": total("gbk"), "peak_extra_bytes": 8,
            "temporary_blocks": 0, "temporary_bytes": 0, "zero_blocks": 0,
            "reallocs": 0, "failed": 0, "invalid_frees": 0,
            "freed_blocks": total("tbk") - total("ebk"),
            "freed_bytes": total("tb") - total("eb"), "threads": 1, "moves": 0,
            "moved_bytes": 0, "reads": total("rb"), "writes": total("wb")},
        "dirs": dirs, "ftbl_dirs": frame_dirs,
        "timeline": [[END, 0, peak, END // 2, total("eb"), total("gbk"), 8, 0,
                      total("ebk"), 8]],
        "snapshots": [],
        "objects": [[4194304, 14259840, "/home/me/large"]]}}))
