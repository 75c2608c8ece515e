#!/usr/bin/env python3
"""data.py PROFILE SOURCE...: the misses of each line and data object are those that a
naive model of the caches has, fed with what the program says it accessed (standard
input, see tests/programs/data.h).  The lines are those that the program names; their
entries must be just these: data object, place in it, and counts.

data.py shares PROFILE: the share of each kind in all data misses, in percent.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import data_notes  # noqa: E402

FLUSHES = "flush_bytes"


class Cache:
    """One set-associative cache with LRU."""

    def __init__(self, size, ways, line):
        self.line, self.ways = line, ways
        self.n_sets = size // ways // line
        self.sets = [[] for _ in range(self.n_sets)]

    def touch(self, line):
        """Whether it was missing."""
        ways = self.sets[line % self.n_sets]
        missing = line not in ways
        if not missing:
            ways.remove(line)
        ways.insert(0, line)
        del ways[self.ways:]
        return missing

    def misses(self, address, size):
        lines = range(address // self.line, (address + size - 1) // self.line + 1)
        return any([self.touch(line) for line in lines])


class Declared:
    """Data that the program says is there."""

    def __init__(self, address, size, kind, words, lines):
        self.address, self.size, self.kind = address, size, kind
        # Of what is a part of its block, the place is not known.
        self.is_part = "part" in words
        self.frames = [lines[name[1:]] for name in words[0].split(",")] \
            if kind == "heap" else []
        self.name = words[0] if words else None
        self.binary = words[1] if kind in ("static", "tls") else None

    @property
    def key(self):
        return " ".join([self.kind, self.name or "", self.binary or ""]).strip()

    def fits(self, datum):
        """Is it this one of the profile?"""
        if datum.kind != self.kind:
            return False
        if self.kind == "heap":
            path = iter(datum.frames)
            return all(any((os.path.basename(f.file or ""), f.line) == frame
                           for f in path) for frame in self.frames)
        if self.kind in ("static", "tls"):
            return (re.fullmatch(re.escape(self.name) + r"(\.\d+)?",
                                 (datum.name or "-").replace(" ", ""))
                    and re.fullmatch(re.escape(self.binary) + r"(32)?",
                                     os.path.basename(datum.binary)))
        if self.kind == "stack":
            return datum.name == self.name
        if self.kind == "map":
            return os.path.basename(datum.file or "anonymous") == self.name
        return True


class Model:
    """What the program says, and what it makes the caches miss."""

    def __init__(self, caches, limit, lines):
        self.d1, self.ll = Cache(*caches["D1"]), Cache(*caches["LL"])
        self.limit, self.lines = limit, lines
        self.there = []
        self.blocks = collections.defaultdict(list)
        self.declared = {}
        # {(line, key of the data): [[offset, counts]...]}
        self.misses = {}
        self.seen = set()

    def note(self, words):
        address = int(words[1], 16)
        if words[0] == "o":
            what = Declared(address, int(words[2]), words[3], words[4:-2], self.lines)
            self.there.append(what)
            self.declared[what.key] = what
            if what.kind == "heap":
                self.blocks[what.key].append(what.size)
        elif words[0] == "x":
            last = [what for what in self.there if what.address == address][-1]
            self.there.remove(last)
        else:
            size, how, name, count, stride = \
                int(words[2]), words[3], words[4][1:], int(words[5]), int(words[6])
            self.seen.add(name)
            for i in range(count):
                self.access(name, how, address + i * stride, size)

    def access(self, name, how, address, size):
        if not self.d1.misses(address, size):
            return
        counts = [1, int(self.ll.misses(address, size))]
        if name == FLUSHES:
            return
        counts = [0, 0] + counts if how == "w" else counts + [0, 0]
        what = self.what_is_at(name, address)
        entry = self.misses.setdefault((name, what.key), [])
        entry.append((self.place(what, address), counts))

    def what_is_at(self, name, address):
        """The innermost, i.e. the last that begins before it."""
        found = [what for what in self.there
                 if what.address <= address < what.address + what.size]
        if not found:
            sys.exit(f"@{name}: nothing is declared at {address:#x}")
        return max(found, key=lambda what: (what.address, -what.size))

    def place(self, what, address):
        if what.kind not in ("heap", "static", "tls") or what.is_part:
            return None
        return what.size, address - what.address

    def expected(self):
        """{(name of the line, key): {place: counts}}"""
        return {key: self.places(found) for key, found in self.misses.items()}

    def places(self, found):
        places, large = {}, []
        for place, counts in found:
            if place is not None and place[0] > self.limit:
                large.append((place[1], counts))
                continue
            where = "-" if place is None else str(place[1])
            data_notes.add(places.setdefault(where, [0] * 4), counts)
        if large:
            offsets = [offset for offset, _ in large]
            where = residue(offsets[0], math.gcd(*(o - offsets[0] for o in offsets)))
            for _, counts in large:
                data_notes.add(places.setdefault(where, [0] * 4), counts)
        return places


def residue(offset, stride):
    return f"{offset % stride}%{stride}" if stride else str(offset)


def named_lines(sources):
    """{name: (file, line)} of @name in comments."""
    lines = {}
    for source in sources:
        with open(source, encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                for name in re.findall(r"/[*/].*@(\w+)", line):
                    lines[name] = (os.path.basename(source), number)
    return lines


def found_entries(profile, model):
    """As Model.expected, of the profile."""
    names = {line: name for name, line in model.lines.items()
             if name in model.seen and name != FLUSHES}
    found = {}
    for entry in profile.entries:
        name = names.get((os.path.basename(entry.file or ""), entry.line))
        if name is None:
            continue
        keys = [key for key, what in model.declared.items() if what.fits(entry.datum)]
        key = keys[0] if len(keys) == 1 else str(entry.datum)
        place = "-" if entry.place is None else residue(*entry.place)
        if len(keys) == 1 and model.declared[key].is_part:
            place = "-"
        data_notes.add(found.setdefault((name, key), {}).setdefault(place, [0] * 4),
                       entry.counts)
    return found


def wrong_blocks(profile, model):
    """What the data of heap blocks say of themselves."""
    for key, sizes in model.blocks.items():
        data = [datum for datum in profile.data if model.declared[key].fits(datum)]
        if not data:
            continue
        want = len(sizes), sum(sizes), min(sizes), max(sizes)
        found = (sum(d.blocks for d in data), sum(d.bytes for d in data),
                 min(d.min for d in data), max(d.max for d in data))
        if found != want and not model.declared[key].is_part:
            yield f"{key}: blocks, bytes, min, max: expected {want}, found {found}"
    for key, what in model.declared.items():
        for datum in profile.data:
            if what.kind in ("static", "tls") and what.fits(datum) and \
                    not what.is_part and what.size not in (1, datum.size):
                yield f"{key}: has {what.size} bytes, not {datum.size}"


def check(profile, sources):
    model = Model(profile.caches, profile.limit, named_lines(sources))
    facts = []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "fact":
            facts.append(words[1:])
        elif words[0] == "end":
            break
        else:
            model.note(words)
    else:
        sys.exit("the program did not end")
    wrong = [f"not so: {' '.join(fact)}" for fact in facts if fact[-1] != "1"]
    expected, found = model.expected(), found_entries(profile, model)
    n_entries = 0
    for key in sorted(expected.keys() | found.keys()):
        want, have = expected.get(key, {}), found.get(key, {})
        n_entries += len(want)
        if want != have:
            wrong.append(f"@{key[0]}, {key[1]}:")
            for place in sorted(want.keys() | have.keys()):
                if want.get(place) != have.get(place):
                    wrong.append(f"   at {place}: expected {want.get(place)}, "
                                 f"found {have.get(place)}")
    wrong += wrong_blocks(profile, model)
    print(f"{len(expected)} pairs of line and data object, {n_entries} places, "
          f"{sum(c[0] + c[2] for p in expected.values() for c in p.values())} misses")
    if wrong:
        sys.exit("\n".join(wrong[:60]))


def shares(profile):
    kinds = collections.Counter()
    for datum, counts in data_notes.by_datum(profile).items():
        kinds[datum.kind] += counts[0] + counts[2]
    total = max(sum(kinds.values()), 1)
    print(" ".join(f"{kind} {100 * n / total:.2f}" for kind, n in kinds.most_common()))


if __name__ == "__main__":
    try:
        if sys.argv[1] == "shares":
            shares(data_notes.read(sys.argv[2]))
        else:
            check(data_notes.read(sys.argv[1]), sys.argv[2:])
    except data_notes.Fault as fault:
        sys.exit(str(fault))
