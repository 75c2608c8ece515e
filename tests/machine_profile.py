# tests/machine_profile.py -- writes small cachesim profiles of a machine of several
# levels: sweeps, reasons of misses, estimated cycles; docs/FORMAT-cachesim.md has them.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each access of the program below misses a cache of a size that it does not fit into.
Its counts are computed from that, so every test can say what a report must show.

    machine_profile.py size|ways|line|plain|cycles|everything [FILE]
"""

import sys

import data_profile

KIB, MIB = 1 << 10, 1 << 20
SIZES = [256 * KIB << i for i in range(9)]
WAYS, LINES = [1, 2, 4, 8, 16], [32, 64, 128, 256]
CLASSIC = data_profile.EVENTS
BRANCHES = "Bc Bcm Bi Bim".split()
REASONS = "Lcold Lcap Lconf".split()
SPLIT = "D1cold D1cap D1conf".split()
LEVELS = "I2mr D2mr D2mw Pf1 Pf2 PfL Pu1 Pu2 PuL Wb1 Wb2 WbL ITm ITw DTm DTw".split()
CYCLES = "Cx Cf Cd Cb".split()
JOIN, GRID = "/home/ann/join/join.c", "/home/ann/join/grid.c"


def size_name(size):
    return f"{size // MIB}M" if size >= MIB else f"{size // KIB}K"


SWEEPS = {
    "size": [f"Lm@{size_name(size)}" for size in SIZES],
    "ways": [f"Lm@{n}w" for n in WAYS],
    "line": [f"Lm@{n}B" for n in LINES],
}
LAST_SIZE, LAST_WAYS, LAST_LINE = 1 * MIB, 8, 64


class Access:
    """One line of source that goes over `footprint` bytes again and again."""

    def __init__(self, where, reads, footprint, cold, ways=1, stride=64, writes=False,
                 tail=0.0, mispredicts=0, datum=None):
        self.where, self.reads, self.footprint, self.cold = where, reads, footprint, cold
        self.ways, self.stride, self.writes, self.tail = ways, stride, writes, tail
        self.mispredicts, self.datum = mispredicts, datum

    def misses(self, size=LAST_SIZE, ways=LAST_WAYS, line=LAST_LINE):
        """Those of a last level of this shape: all if the footprint is larger or needs
        more ways, else the cold ones and a tail that no size takes."""
        fits = self.footprint <= size and self.ways <= ways
        n = self.cold + int(self.tail * self.reads) if fits else self.reads
        return n * max(64, self.stride) // max(line, self.stride) \
            if line > 64 else n * 64 // line

    def counts(self):
        last, side = self.misses(), "w" if self.writes else "r"
        conflict = last - self.cold if self.ways > LAST_WAYS else 0
        first = max(last, self.reads)
        out = {"Ir": 8 * self.reads, "Dr" if side == "r" else "Dw": 2 * self.reads,
               f"D1m{side}": first, f"D2m{side}": (first + last) // 2, f"DLm{side}": last,
               "Bc": 2 * self.reads, "Bcm": self.mispredicts, "Lcold": self.cold,
               "Lconf": conflict, "Lcap": last - self.cold - conflict,
               "D1cold": self.cold, "D1cap": first - self.cold,
               "Pf2": first // 2, "Pu2": first // 4, "WbL": last // 8, "DTm": first // 16,
               "DTw": first // 64, "Cx": 3 * self.reads, "Cf": self.reads // 100,
               "Cd": 20 * last + 4 * first, "Cb": 14 * self.mispredicts}
        out |= {f"Lm@{size_name(s)}": self.misses(size=s) for s in SIZES}
        out |= {f"Lm@{n}w": self.misses(ways=n) for n in WAYS}
        out |= {f"Lm@{n}B": self.misses(line=n) for n in LINES}
        return out


def accesses(profile):
    nodes = profile.heap([("node_new", JOIN, 41), ("main", JOIN, 88)], 100000, 2400000,
                         24, 24)
    table = profile.variable("s", "/usr/bin/join", 0x4040, 524288, "table")
    grid = profile.heap([("grid_new", GRID, 12), ("main", JOIN, 90)], 1, 8388608,
                        8388608, 8388608)
    return [
        Access((JOIN, "find", 34), 400000, 6 * MIB, 1600, datum=nodes, mispredicts=30000),
        Access((JOIN, "find", 36), 200000, 400 * KIB, 800, datum=table),
        Access((GRID, "columns", 20), 300000, 128 * KIB, 2000, ways=16, stride=4096,
               datum=grid),
        Access((GRID, "columns", 24), 90000, 200 * MIB, 1000, datum=grid, writes=True),
        Access((GRID, "fill", 7), 50000, 128 * KIB, 50000, datum=grid, writes=True),
        Access((JOIN, "sum", 60), 10000, 40 * MIB, 100, tail=0.02, datum=table),
    ]


def make(events, data_events):
    profile = data_profile.Profile()
    profile.events, profile.data_events = events, data_events
    for access in accesses(profile):
        counts = access.counts()
        profile.miss(*access.where, access.datum, "-" if access.datum == 3 else 8,
                     *(counts.get(event, 0) for event in data_events))
        row = profile.rows[access.where]
        row |= {event: counts.get(event, 0) for event in events}
    profile.row(JOIN, "main", 90, Ir=100000, I1mr=40, ILmr=10)
    profile.row(JOIN, "parse", 70, Ir=900000, Dr=200000)
    for event, count in {"Bc": 300000, "Bcm": 90000, "Cx": 400000,
                         "Cb": 14 * 90000}.items():
        if event in events:
            profile.row(JOIN, "parse", 70, **{event: count})
    return profile


def example(name):
    classic = data_profile.DATA_EVENTS
    if name == "plain":
        return make(CLASSIC + BRANCHES, classic)
    if name == "cycles":
        return make(CLASSIC + BRANCHES + CYCLES, classic)
    if name == "everything":
        more = LEVELS + REASONS + SPLIT + CYCLES + SWEEPS["size"]
        return make(CLASSIC + BRANCHES + more,
                    classic + REASONS + SPLIT + SWEEPS["size"])
    more = REASONS + SWEEPS[name]
    return make(CLASSIC + BRANCHES + more, classic + more)


def main():
    profile = example(sys.argv[1])
    if len(sys.argv) > 2:
        profile.write(sys.argv[2])
    else:
        sys.stdout.write(str(profile))


if __name__ == "__main__":
    main()
