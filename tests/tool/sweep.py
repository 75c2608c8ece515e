#!/usr/bin/python3
"""sweep.py -- holds the columns of --sweep and --split to runs and models that know no
sweeps.

  sweep.py same SWEEP EVENT ONE      EVENT of SWEEP is the last-level misses of ONE: in
                                     each row of the body, and in each entry of data
  sweep.py reasons LEVEL PROFILE     reasons add up to the level's misses, in each row
  sweep.py program PROFILE OUTPUT    the reasons are those that the program printed
  sweep.py trace PROFILE TRACE I1 D1 LL
                                     totals are those of a model of lackey's trace

Prints each difference; nothing if there is none.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import sys


class Profile:
    """rows: counts by event, of (file, function, line); entries: of (who, line, place),
    but for mappings, which code lies in: in a sweep, fetches have entries, too."""

    def __init__(self, path):
        self.rows, self.entries, self.totals = {}, {}, None
        self.events, self.data_events, self.is_mapping = [], [], [None]
        at = fn = who = None
        for line in open(path, encoding="utf-8", errors="surrogateescape"):
            words = line.split()
            if line.startswith("events: "):
                self.events = words[1:]
            elif line.startswith("#: data "):
                self.data_events = words[3:]
            elif line.startswith("fl="):
                at = line[3:-1]
            elif line.startswith("fn="):
                fn = line[3:-1]
            elif line.startswith("summary: "):
                self.totals = dict(zip(self.events, map(int, words[1:])))
            elif line.startswith("#: dn "):
                who = words[2]
            elif line.startswith("#: d "):
                self.add_entry(who, words[2:])
            elif line[:4] == "#: d" and words[1] in ("dh", "dv", "dk", "dm", "dr"):
                self.is_mapping.append(words[1] == "dm" or words[-1] == "unknown")
            elif line[0].isdigit():
                self.rows[at, fn, words[0]] = dict(zip(self.events, map(int, words[1:])))

    def add_entry(self, who, words):
        if self.is_mapping[int(words[1])]:
            return
        counts = dict.fromkeys(self.data_events, 0)
        counts.update(zip(self.data_events, map(int, words[3:])))
        key = who, words[0], words[2]
        known = self.entries.setdefault(key, collections.Counter())
        known.update(counts)


def differences(kind, left, right):
    for key in sorted(left.keys() | right.keys(), key=str):
        a, b = left.get(key, 0), right.get(key, 0)
        if a != b:
            print(kind, key, a, b)


def nonzero(counts):
    return {key: n for key, n in counts.items() if n != 0}


def same(sweep_path, event, one_path):
    sweep, one = Profile(sweep_path), Profile(one_path)
    differences("row", nonzero({k: c[event] for k, c in sweep.rows.items()}),
                nonzero({k: c["ILmr"] + c["DLmr"] + c["DLmw"]
                         for k, c in one.rows.items()}))
    differences("entry", nonzero({k: c[event] for k, c in sweep.entries.items()}),
                nonzero({k: c["DLmr"] + c["DLmw"] for k, c in one.entries.items()}))


REASONS = "cold", "cap", "conf"


def reasons(level, path):
    profile = Profile(path)
    misses = ("ILmr", "DLmr", "DLmw") if level == "L" else ("D1mr", "D1mw")
    for key, c in profile.rows.items():
        if sum(c[level + r] for r in REASONS) != sum(c[e] for e in misses):
            print(key, c)


def program(path, output):
    profile = Profile(path)
    for line in open(output, encoding="utf-8"):
        function, level, *expected = line.split()
        found = collections.Counter()
        for (_, fn, _), c in profile.rows.items():
            if fn == function:
                found.update(c)
        # A few misses are of code, and of the stack.
        for reason, n in zip(REASONS, map(int, expected)):
            if not n <= found[level + reason] <= n + 4:
                print(function, level + reason, found[level + reason], "not", n)


# ---- The model: lists, searched and shifted ------------------------------

class Cache:
    def __init__(self, text):
        size, self.ways, self.line = map(int, text.split(","))
        self.n_sets = size // self.ways // self.line
        self.sets = [[] for _ in range(self.n_sets)]
        self.all = collections.OrderedDict()  # fully associative
        self.most = size // self.line
        self.seen = set()
        self.latest = None
        self.reasons = collections.Counter()
        self.refer(0, 1)
        self.reasons.clear()
        self.latest = None

    def touch(self, line):
        lines = self.sets[line % self.n_sets]
        missed = line not in lines
        if not missed:
            lines.remove(line)
        elif len(lines) == self.ways:
            lines.pop()
        lines.insert(0, line)
        return missed

    def judge(self, line):
        is_cold, is_lost = line not in self.seen, line not in self.all
        self.seen.add(line)
        self.all[line] = None
        self.all.move_to_end(line)
        if len(self.all) > self.most:
            self.all.popitem(last=False)
        return 0 if is_cold else 1 if is_lost else 2

    def refer(self, addr, size):
        first, last = addr // self.line, (addr + size - 1) // self.line
        # Most references: nothing is younger than that line, so nothing changes.
        if first == last == self.latest:
            return False
        self.latest = last
        lines = range(first, last + 1)
        missed = [self.touch(line) for line in lines]
        reason = min([self.judge(line) for line in lines])
        if any(missed):
            self.reasons[REASONS[reason]] += 1
        return any(missed)


def trace(path, trace_path, i1, d1, ll):
    profile = Profile(path)
    i1, d1 = Cache(i1), Cache(d1)
    i1.sets[0].clear()
    last = Cache(ll)
    ways = {e: Cache(shape_of(e, ll)) for e in profile.events if e.startswith("Lm@")}
    misses = collections.Counter()
    n = collections.Counter()
    for line in open(trace_path, encoding="utf-8", errors="replace"):
        if line[:2] not in ("I ", " L", " S", " M"):
            continue
        addr, size = line[3:].split(",")
        addr, size = int(addr, 16), int(size)
        first = i1 if line[0] == "I" else d1
        size = size if line[0] == "I" else min(size, d1.line)
        n[line[0]] += 1
        if first.refer(addr, size):
            last.refer(addr, size)
            for event, cache in ways.items():
                misses[event] += cache.refer(addr, size)
    found = profile.totals
    differences("total", dict(misses), {e: found[e] for e in ways})
    differences("total", {"D1" + r: d1.reasons[r] for r in REASONS},
                {"D1" + r: found["D1" + r] for r in REASONS})
    differences("total", {"L" + r: last.reasons[r] for r in REASONS},
                {"L" + r: found["L" + r] for r in REASONS})
    differences("total", {"I": n["I"], "D": n[" "]},
                {"I": found["Ir"], "D": found["Dr"] + found["Dw"]})


def shape_of(event, ll):
    size, ways, line = map(int, ll.split(","))
    text = event[3:]
    if text.endswith("w"):
        n = int(text[:-1])
        return f"{size // ways * n},{n},{line}"
    if text.endswith("B"):
        return f"{size},{ways},{text[:-1]}"
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    size = int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)
    return f"{size},{ways},{line}"


globals()[sys.argv[1]](*sys.argv[2:])
