"""strmem.py -- finds the differences between heapprof and stock DHAT for memory and
string functions.

   strmem.py copies DHAT-OUTFILE OUTFILE      of --mode=copy
   strmem.py accesses DHAT-OUTFILE OUTFILE    bytes read and written, histograms

Copies: bytes and number by call path, whose first frame is the function.  Those of
the dynamic loader are left out: it also loads DHAT's preload.

Prints at most ten differences, and fails if there are any, or too few counts
to compare.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

from heap import load, path_of  # noqa: E402 (the path is known only now)


def by_path(profile, row_of):
    """The rows of each path, sorted."""
    table = collections.defaultdict(list)
    for site in profile["pps"]:
        path = path_of(profile, site)
        row = row_of(site)
        if row is not None:
            table[path].append(row)
    return {path: sorted(rows) for path, rows in table.items()}


def is_loader(frame):
    """Is the frame in the dynamic loader?"""
    return frame.startswith(("_dl_", "dl_main")) or "/ld-" in frame


def copies(profile):
    """By path, the function by its name alone."""
    table = collections.defaultdict(lambda: (0, 0))
    for path, rows in by_path(
            profile, lambda site: (site["tb"], site["tbk"])).items():
        path = (path[0].split(" (")[0],) + path[1:]
        if not any(map(is_loader, path)):
            table[path] = tuple(map(sum, zip(table[path], *rows)))
    return table


LEAST_PATHS = 2     # lzip 1.26 has no more: a comparison of nothing fails
WIDE = ("wcsncpy", "wcpncpy")  # stock DHAT knows them from 3.20 on
WIDE_END_B = 4


def take_wide(stock, ours):
    """An older stock DHAT sees the memmove in them, which leaves out the NUL: takes
    both out where they agree."""
    if any(path[0] in WIDE for path in stock):
        return
    for path in [path for path in ours if path[0] in WIDE]:
        size, count = ours[path]
        inner = ("memmove",) + path[1:]
        inner_size, inner_count = stock.get(inner, (0, 0))
        if (inner_count == count
                and size - count * WIDE_END_B <= inner_size <= size):
            del ours[path], stock[inner]


def accesses(profile):
    """By path, for blocks that have a histogram."""
    return by_path(profile, lambda site: (
        site["tb"], site["tbk"], site["rb"], site["wb"], site["acc"])
        if "acc" in site else None)


def main(arguments):
    """The exit status."""
    if len(arguments) != 3 or arguments[0] not in ("copies", "accesses"):
        print(__doc__, file=sys.stderr)
        return 2
    table_of = copies if arguments[0] == "copies" else accesses
    stock, ours = (table_of(load(path)) for path in arguments[1:])
    if table_of is copies:
        take_wide(stock, ours)
    bad = [path for path in stock.keys() | ours.keys()
           if stock.get(path) != ours.get(path)]
    for path in sorted(bad)[:10]:
        print(f"stock {stock.get(path)}, ours {ours.get(path)}:")
        print(f"   {chr(10).join(path[:12])}")
    if bad:
        print(f"{len(bad)} paths of {len(stock)} differ")
    if len(stock) < LEAST_PATHS:
        print(f"only {len(stock)} paths, expected {LEAST_PATHS}")
    return 1 if bad or len(stock) < LEAST_PATHS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
