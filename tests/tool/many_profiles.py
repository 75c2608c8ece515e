#!/usr/bin/env python3
# many_profiles.py -- writes small profiles as of many processes.
# SPDX-License-Identifier: GPL-2.0-or-later

"""many_profiles.py N same|own DIRECTORY: writes N profiles of each tool, DIRECTORY/0.cs
and 0.hp and so on.  same: but for their pids all are alike, so that their sum is as
large as one of them.  own: names in them are those of no other profile."""

import json
import pathlib
import sys

NAMES = 40  # of each kind


def names(kind, own):
    return [f"{kind}{i}{own}" for i in range(NAMES)]


def counts(pid, own):
    """A profile of cachesim: a function, objects and regions."""
    lines = ["desc: Tool: cachesim 0.1.0, format 1", "cmd: ./server", "events: Ir Dr",
             "#: cachesim 1", f"#: pid {pid}", "#: parent 99", "#: state exited 0"]
    lines += [f"#: lost-debug-info /opt/{name}.so" for name in names("lost", own)]
    lines += ["fl=server.c", "fn=main"]
    lines += [f"{i + 1} 9 3" for i in range(NAMES)]
    lines += [f"summary: {9 * NAMES} {3 * NAMES}"]
    for name in names("object", own):
        lines += [f"#: object abcd /opt/{name}.so", "#: object-counts 9 3"]
    for name in names("region", own):
        lines += [f"#: region 0 1 {name}", "#: counts 9 3"]
    return "\n".join(lines + [f"#: end {NAMES}", ""])


def heap(pid, own):
    """A profile of heapprof: call paths, regions, and debug information lost."""
    sites = [{"tb": 100, "tbk": 1, "tl": 9, "mb": 100, "mbk": 1, "gb": 100, "gbk": 1,
              "eb": 0, "ebk": 0, "fs": [i + 2, 1], "size": [100, 100],
              "hist": [[7, 1]], "life": [1, 9, 9, 9]} for i in range(NAMES)]
    both = {"peak_bytes": 100 * NAMES, "peak_blocks": NAMES}
    totals = {"bytes": 100 * NAMES, "blocks": NAMES, **both, "peak_time": 5,
              "end_bytes": 0, "end_blocks": 0, "most_blocks": NAMES,
              "peak_extra_bytes": 0, "temporary_blocks": 0, "temporary_bytes": 0,
              "zero_blocks": 0, "reallocs": 0, "failed": 0, "invalid_frees": 0,
              "freed_blocks": NAMES, "freed_bytes": 100 * NAMES, "threads": 1,
              "most_stack_bytes": 0}
    frames = [f"0x{4096 + i:X}: call_{name} (server.c:{i + 9})"
              for i, name in enumerate(names("site", own))]
    own_part = {
        "version": 1, "creator": "heapprof 0.1.0, Valgrind 3.19.0",
        "options": {"time_unit": "instrs", "depth": 30, "heap_admin_B": 8,
                    "stacks": False, "pages": False, "peak_only": False},
        "parent": 99, "exit_code": 0, "state": {"how": "exited", "status": 0},
        "totals": totals, "dirs": [""], "ftbl_dirs": [0] * (NAMES + 2),
        "timeline": [], "snapshots": [],
        "regions": [{"name": name, "parent": -1, "count": 1, "bytes": 9, "blocks": 1,
                     "peak": 9, "growth": 0} for name in names("region", own)],
        "lost_debug_info": [f"/opt/{name}.so" for name in names("lost", own)]}
    return json.dumps({
        "dhatFileVersion": 2, "mode": "heap", "verb": "Allocated", "bklt": True,
        "bkacc": False, "tu": "instrs", "Mtu": "Minstr", "tuth": 500,
        "cmd": "./server", "pid": pid, "te": 9, "tg": 5, "pps": sites,
        "ftbl": ["[root]", "0x1000: main (server.c:3)", *frames],
        "heapprof": own_part})


def main():
    n, kind, directory = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    directory.mkdir()
    for i in range(n):
        own = f"_{i}" if kind == "own" else ""
        (directory / f"{i}.cs").write_text(counts(100 + i, own))
        (directory / f"{i}.hp").write_text(heap(100 + i, own))


main()
