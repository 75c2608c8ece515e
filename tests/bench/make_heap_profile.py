#!/usr/bin/env python3
# make_heap_profile.py -- writes a generated heap profile of any number of call paths.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Usage: make_heap_profile.py PATHS OUT.  Exit status: 0 success; 1 the profile could
# not be written; 2 usage.

"""Path i follows the decimal digits of i, as a program's paths that share callers, and
ends in functions that all have.  Half of the blocks are freed.  The same number gives
the same bytes, and sums are exact (docs/FORMAT-heapprof.md)."""

import json
import sys

DIGITS = 10
START = ["soak_block", "case_path"]     # innermost first
OUTER = ["run", "main"]
TIME_STEP = 357


def site_of(i: int, end_time: int, depth: int) -> dict:
    """The site of path i, of `depth` digits."""
    size, blocks = 16 + i * 7919 % 4096, 1 + i % 3
    total, is_freed = size * blocks, i % 2 == 1
    life = TIME_STEP * (1 + i % 50) if is_freed else end_time - TIME_STEP * i
    live, n_live = (0, 0) if is_freed else (total, blocks)
    site = {"tb": total, "tbk": blocks, "tl": life * blocks, "mb": total, "mbk": blocks,
            "gb": live, "gbk": n_live, "eb": live, "ebk": n_live}
    if is_freed:
        site["tmp"] = [blocks, total]
    site |= {"size": [size, size], "hist": [[size.bit_length(), blocks]]}
    if is_freed:
        site["life"] = [blocks, life, life, life * blocks]
    first = 1 + len(START)
    digits = [first + place * DIGITS + i // DIGITS ** place % DIGITS
              for place in range(depth)]
    outer = first + depth * DIGITS
    site["fs"] = [*range(1, first), *digits, *range(outer, outer + len(OUTER))]
    return site


def totals_of(sums: dict[str, int], end_time: int) -> dict[str, int]:
    """The key "totals" of heapprof, from the sums of all sites."""
    freed, temporary = sums["life"], sums["tmp"]
    return {
        "bytes": sums["tb"], "blocks": sums["tbk"], "peak_bytes": sums["gb"],
        "peak_blocks": sums["gbk"], "peak_time": end_time, "peak_extra_bytes": 0,
        "end_bytes": sums["eb"], "end_blocks": sums["ebk"], "most_blocks": sums["gbk"],
        "temporary_blocks": temporary, "temporary_bytes": sums["tmp_B"],
        "zero_blocks": 0, "reallocs": 0, "moves": 0, "moved_bytes": 0, "failed": 0,
        "invalid_frees": 0, "freed_blocks": freed, "freed_bytes": sums["tmp_B"],
        "threads": 1}


def frames_of(depth: int) -> list[str]:
    """The table of frames, in the order that sites number them in."""
    names = [f"{name} (paths.c:{10 + i})" for i, name in enumerate(START)]
    names += [f"step{place} (paths.c:{100 + place * DIGITS + digit})"
              for place in range(depth) for digit in range(DIGITS)]
    names += [f"{name} (paths.c:{900 + i})" for i, name in enumerate(OUTER)]
    return ["[root]"] + [f"0x{0x401000 + 16 * i:X}: {name}"
                         for i, name in enumerate(names)]


def make_heap_profile(path: str, n: int) -> None:
    """Write a profile of n call paths.  Raises OSError."""
    depth, end_time = len(str(max(1, n - 1))), TIME_STEP * (n + 100)
    frames = frames_of(depth)
    sums = dict.fromkeys(["tb", "tbk", "gb", "gbk", "eb", "ebk", "life", "tmp", "tmp_B"],
                         0)
    with open(path, "w", encoding="ascii", buffering=1 << 20) as out:
        out.write('{"dhatFileVersion":2,\n"mode":"heap","verb":"Allocated","bklt":true,'
                  '"bkacc":false,\n"tu":"instrs","Mtu":"Minstr","tuth":500,\n'
                  f'"cmd":"./paths {n}",\n"pid":4711,"te":{end_time},"tg":{end_time},\n'
                  '"pps":[\n')
        for i in range(n):
            site = site_of(i, end_time, depth)
            for key in ("tb", "tbk", "gb", "gbk", "eb", "ebk"):
                sums[key] += site[key]
            if "life" in site:
                sums["life"] += site["tbk"]
                sums["tmp"] += site["tbk"]
                sums["tmp_B"] += site["tb"]
            out.write((",\n" if i > 0 else "") + json.dumps(site, separators=(",", ":")))
        own = {"version": 1, "creator": "heapprof 0.1.0, Valgrind 3.19.0",
               "options": {"time_unit": "i", "depth": 30, "heap_admin_B": 0,
                           "stacks": False, "pages": False, "peak_only": True,
                           "accesses": False, "histogram_B": 1024},
               "exit_code": 0, "state": {"how": "exited"},
               "totals": totals_of(sums, end_time), "dirs": ["", "/src"],
               "ftbl_dirs": [0] + [1] * (len(frames) - 1), "timeline": [],
               "snapshots": []}
        out.write('\n],\n"ftbl":' + json.dumps(frames) + ',\n"heapprof":'
                  + json.dumps(own) + "}\n")


def main() -> int:
    """Run the program; returns the exit status."""
    if len(sys.argv) != 3 or not sys.argv[1].isdigit() or int(sys.argv[1]) < 1:
        print("usage: make_heap_profile.py PATHS OUT", file=sys.stderr)
        return 2
    try:
        make_heap_profile(sys.argv[2], int(sys.argv[1]))
    except OSError as error:
        print(f"make_heap_profile.py: {sys.argv[2]}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
