#!/usr/bin/env python3
"""instrs.py -- compares the instructions of a profile by cachesim --instr=yes with
those of callgrind --dump-instr=yes.

    instrs.py CALLGRIND CACHESIM

Each instruction has the same count of Ir in both.  callgrind knows no object of code
outside of .text, as of the linker's stubs, and gives such code its address in memory:
there the last 12 bits of the addresses and the counts must be the same, all together.
callgrind loses the last block, which ends the process by a system call, and names an
executable by what a link to it leads to.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import sys
from collections import Counter

PAGE = 0xfff
SYSTEM_CALL = "0f05"  # of amd64


def read_cachesim(path):
    """Counts of Ir, and codes, by object and address."""
    counts, codes, objects, current = Counter(), {}, [None], None
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            if line.startswith("#: object "):
                objects.append(os.path.realpath(line.rstrip("\n").split(" ", 3)[3]))
            elif line.startswith("#: io "):
                current = objects[int(line.split()[2])]
            elif line.startswith("#: x "):
                fields = line.split()
                counts[current, int(fields[2], 16)] += int(fields[5])
                codes[current, int(fields[2], 16)] = fields[3]
    return counts, codes


def read_callgrind(path):
    """The same; the object is '' where callgrind knows none."""
    counts, current, is_call = Counter(), "", False
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            if line.startswith("ob="):
                current = line[3:].rstrip("\n")
                current = "" if current == "???" else current
            elif line.startswith("calls="):
                is_call = True
            elif re.match(r"0x[0-9a-f]+ ", line):
                fields = line.split()
                if not is_call:
                    counts[current, int(fields[0], 16)] += int(fields[2])
                is_call = False
    return counts


def without_object(counts, known):
    """What is left of the counts, by the last bits of the address."""
    return Counter((address & PAGE, n) for (name, address), n in counts.items()
                   if (name, address) not in known and n > 0)


def last_block(ours, codes, known):
    """The block that ends the process: it ran once, up to a system call, and callgrind
    does not have it."""
    ends = [key for key, code in codes.items()
            if code == SYSTEM_CALL and key not in known and ours[key] == 1]
    if len(ends) != 1:
        return []
    block, (name, address) = [], ends[0]
    before = {(of, at + len(code) // 2): at for (of, at), code in codes.items()}
    while address is not None and (name, address) not in known \
            and ours[name, address] == 1:
        block.append((name, address))
        address = before.get((name, address))
    return block


def compare(stock, ours, codes):
    """Prints what differs; returns how much."""
    known = {key for key in stock if key[0] != ""}
    lost = last_block(ours, codes, known)
    for key in lost:
        del ours[key]
    wrong = [key for key in sorted(known) if stock[key] != ours[key]]
    for name, address in wrong[:10]:
        print(f"{name} {address:#x}: callgrind {stock[name, address]}, "
              f"cachesim {ours[name, address]}")
    rest_stock, rest_ours = without_object(stock, known), without_object(ours, known)
    only_stock, only_ours = rest_stock - rest_ours, rest_ours - rest_stock
    for what, rest in (("callgrind", only_stock), ("cachesim", only_ours)):
        for (low, n), times in sorted(rest.items())[:10]:
            print(f"only {what}: {times} with ...{low:03x} and {n}")
    print(f"{len(known)} instructions in objects, {sum(rest_stock.values())} elsewhere, "
          f"{len(lost)} that end the process, {sum(ours.values())} Ir")
    return len(wrong) + sum(only_stock.values()) + sum(only_ours.values())


def main():
    stock, (ours, codes) = read_callgrind(sys.argv[1]), read_cachesim(sys.argv[2])
    if not stock or not ours:
        sys.exit("no instructions")
    sys.exit(1 if compare(stock, ours, codes) else 0)


main()
