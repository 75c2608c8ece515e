#!/usr/bin/env python3
# short_loops.py -- cycles of short loops: as estimated, and as the clock has them.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Print a table of short loops: the cycles of a pass on each machine, and by the clock.

    short_loops.py PROGRAM VALGRIND MACHINE...

PROGRAM is tests/truth/short_loops, VALGRIND one with cachesim.  A figure is the
difference of two runs of unlike length, so that what is around the loop does not count.
"""

import os
import subprocess
import sys
import tempfile

PASSES = (8 * 4096, 24 * 4096)  # whole walks through the program's words
EVENTS = ("Cx", "Cf")  # data that is not at hand is no part of it


def cycles_of(valgrind, machine, program, name, passes):
    """Return the cycles that the estimate has for a run: executing, and fetching code."""
    with tempfile.TemporaryDirectory() as place:
        out = os.path.join(place, "out")
        subprocess.run([valgrind, "-q", "--tool=cachesim", f"--machine={machine}",
                        f"--cachesim-out-file={out}", program, name, str(passes)],
                       check=True)
        with open(out, encoding="utf-8") as lines:
            rows = dict(line.split(":", 1) for line in lines
                        if line.startswith(("events:", "summary:")))
    counts = dict(zip(rows["events"].split(), rows["summary"].split()))
    return sum(int(counts[event]) for event in EVENTS)


def estimate(valgrind, machine, program, name):
    """Return the cycles of a pass."""
    few, many = (cycles_of(valgrind, machine, program, name, n) for n in PASSES)
    return (many - few) / (PASSES[1] - PASSES[0])


def main():
    """Print the table."""
    program, valgrind, *machines = sys.argv[1:]
    clock = subprocess.run([program, "--clock"], check=True, stdout=subprocess.PIPE,
                           text=True)
    print("| loop | clock |" + "".join(f" {machine} |" for machine in machines))
    print("|---|---|" + "---|" * len(machines))
    for line in clock.stdout.splitlines():
        name, cycles = line.split()
        found = (estimate(valgrind, machine, program, name) for machine in machines)
        print(f"| {name} | {cycles} |" + "".join(f" {n:.2f} |" for n in found))


if __name__ == "__main__":
    main()
