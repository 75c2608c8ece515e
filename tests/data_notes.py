"""Reads the notes about data objects of a cachesim profile (docs/FORMAT-cachesim.md), and
checks that they add up.  Independent of the commands.

    profile = data_notes.read(FILE)

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import re

ESCAPE = re.compile(r"\\x([0-9a-f]{2})")
MISSES = ("D1mr", "DLmr", "D1mw", "DLmw")

# Of code: its function, its file (with directory), and its line.
Frame = collections.namedtuple("Frame", "binary address function file line")
# place: (offset, stride) or None
Entry = collections.namedtuple("Entry", "function file line datum place counts")

# used: the offsets of bytes that were used
Look = collections.namedtuple("Look", "count offset lines used")


class Datum:
    """kind, name, file, binary (path), frames, size, blocks, bytes, min, max; None or 0
    where its kind has none."""

    def __init__(self, kind):
        self.kind = kind
        self.name = self.file = self.binary = self.use = self.sets = None
        self.looks = []
        self.frames, self.is_cut = [], False
        self.address = self.size = self.blocks = self.bytes = self.min = self.max = 0

    def __str__(self):
        where = "<".join(f"{f.function}:{f.line}" for f in self.frames)
        return " ".join(str(word) for word in (
            self.kind, self.name, self.file, self.binary, where) if word)


class Profile:
    """data, entries, rows {(file, function, line): counts of MISSES}, caches {name:
    (bytes, ways, bytes of a line)}, summary {event: count}"""

    def __init__(self, name):
        self.name = name
        self.limit = self.look_line_B = None
        self.events, self.data_events = [], []
        self.data, self.entries = [], []
        self.rows, self.caches, self.summary = {}, {}, {}
        self.saturated = False
        self.codes = {}


class Fault(Exception):
    """What is wrong with a profile."""


class Reader:
    """Takes the profile's lines one after the other."""

    def __init__(self, profile):
        self.profile = profile
        self.texts, self.binaries, self.frames = [None], [(None, None)], [None]
        self.names = []
        self.file = self.name = self.object = None
        self.split = []

    def line(self, line):
        if line.startswith("desc: ") and " cache:" in line:
            self.cache(line)
        elif line.startswith("events:"):
            self.profile.events = line.split()[1:]
        elif line.startswith("fl="):
            self.file = unescaped(line[3:])
        elif line.startswith("fn="):
            self.names.append((self.file, unescaped(line[3:])))
        elif line[:1].isdigit():
            words = line.split()
            row = self.profile.rows.setdefault(
                self.names[-1] + (int(words[0]),), [0] * len(MISSES))
            add(row, self.of_misses(words[1:]))
        elif line.startswith("summary:"):
            counts = [int(word) for word in line.split()[1:]]
            self.profile.summary = dict(zip(self.profile.events, counts))
        elif line.startswith("#: "):
            self.note(*(line[3:].split(" ", 1) + [""])[:2])

    def cache(self, line):
        level = line.split()[1]
        size, line_B = re.findall(r"(\d+) B", line)
        ways = re.search(r"(\d+)-way", line)
        self.profile.caches[level] = (
            int(size), int(ways.group(1)) if ways else 1, int(line_B))

    def of_misses(self, words):
        counts = dict(zip(self.profile.events, (int(word) for word in words)))
        return [counts.get(event, 0) for event in MISSES]

    def note(self, key, rest):
        read = getattr(self, "note_" + key.replace("-", "_"), None)
        if read is not None:
            read(rest)

    def note_saturated(self, _):
        self.profile.saturated = True

    def note_data(self, rest):
        words = rest.split()
        self.profile.limit = int(words[0])
        self.profile.data_events = words[1:]

    def note_object(self, rest):
        self.object = unescaped(rest.split(" ", 1)[1])
        self.split.append(self.object)

    def note_code(self, rest):
        words = rest.split()
        row = self.profile.codes.setdefault((self.object, int(words[0], 16)), [0] * 4)
        add(row, self.of_misses(words[1:]))

    def note_ds(self, rest):
        self.texts.append(unescaped(rest))

    def note_db(self, rest):
        build_id, path = rest.split(" ", 1)
        self.binaries.append((unescaped(path), build_id))

    def note_df(self, rest):
        address, binary, function, file, line = rest.split()
        self.frames.append(Frame(
            self.binaries[int(binary)][0], int(address, 16), self.texts[int(function)],
            self.texts[int(file)], int(line)))

    def datum(self, kind):
        self.profile.data.append(Datum(kind))
        return self.profile.data[-1]

    def note_dh(self, rest):
        datum = self.datum("heap")
        words = rest.split()
        datum.is_cut = words[-1] == "..."
        if datum.is_cut:
            words.pop()
        datum.blocks, datum.bytes, datum.min, datum.max = map(int, words[:4])
        datum.frames = [self.frames[int(word)] for word in words[4:]]

    def note_dv(self, rest):
        kind, binary, address, size, name = rest.split()
        datum = self.datum({"s": "static", "t": "tls"}[kind])
        datum.binary = self.binaries[int(binary)][0]
        datum.address, datum.size = int(address, 16), int(size)
        datum.name = self.texts[int(name)]

    def note_dk(self, rest):
        function, file = rest.split()
        datum = self.datum("stack")
        datum.name, datum.file = self.texts[int(function)], self.texts[int(file)]

    def note_dm(self, rest):
        self.datum("map").file = self.texts[int(rest)]

    def note_dr(self, rest):
        self.datum(rest)

    def note_dn(self, rest):
        if ":" in rest:
            number, address = rest.split(":")
            self.name = (self.split[int(number) - 1], int(address, 16))
        else:
            self.name = self.names[int(rest) - 1]

    def note_d(self, rest):
        line, datum, place, *words = rest.split()
        if place == "-":
            place = None
        elif "%" in place:
            place = tuple(int(word) for word in place.split("%"))
        else:
            place = (int(place), 0)
        counts = dict(zip(self.profile.data_events, map(int, words)))
        file, function = self.name
        self.profile.entries.append(Entry(
            function, file, int(line), self.profile.data[int(datum) - 1], place,
            [counts.get(event, 0) for event in MISSES]))

    def note_du(self, rest):
        datum, *use = map(int, rest.split())
        self.profile.data[datum - 1].use = use

    def note_looks(self, rest):
        self.profile.look_line_B = int(rest)

    def note_dl(self, rest):
        datum, count, offset, *words = rest.split()
        lines = []
        for word in words:
            times, _, used = word.rpartition("*")
            bits = int(used.lstrip("w"), 16)
            width = 4 if used.startswith("w") else 1
            found = {k * width + i for k in range(64) if bits >> k & 1
                     for i in range(width)}
            lines += [found] * int(times or 1)
        line_B = self.profile.look_line_B
        self.profile.data[int(datum) - 1].looks.append(Look(
            int(count), int(offset), len(lines),
            frozenset(int(offset) + i * line_B + byte
                      for i, line in enumerate(lines) for byte in line)))

    def note_de(self, rest):
        datum, *words = rest.split()
        sets = []
        for word in words:
            times, _, count = word.rpartition("*")
            sets += [int(count)] * int(times or 1)
        self.profile.data[int(datum) - 1].sets = sets


def unescaped(text):
    return ESCAPE.sub(lambda match: chr(int(match.group(1), 16)), text)


def add(to, counts):
    for i, count in enumerate(counts):
        to[i] += count


def add_up(profile):
    """Fails unless the entries of each row add up to it, and those of each code."""
    sums = {}
    for entry in profile.entries:
        key = (entry.file, entry.function, entry.line)
        if isinstance(entry.function, int):
            key = (entry.file, entry.function)
        add(sums.setdefault(key, [0] * len(MISSES)), entry.counts)
    unnamed = ("???", "???", 0)
    if profile.codes and any(len(key) == 2 for key in sums):
        sums[unnamed] = [0] * len(MISSES)
        for key in [key for key in sums if len(key) == 2]:
            counts = sums.pop(key)
            if counts != profile.codes.get(key):
                raise Fault(f"{key}: entries have {counts}, "
                            f"the code {profile.codes.get(key)}")
            add(sums[unnamed], counts)
    for key, counts in profile.rows.items():
        found = sums.pop(key, [0] * len(MISSES))
        if found != counts:
            raise Fault(f"{key}: entries have {found}, the row {counts}")
    if sums:
        raise Fault(f"{next(iter(sums))}: entries without a row")


def by_datum(profile):
    """{datum: counts}"""
    sums = {}
    for entry in profile.entries:
        add(sums.setdefault(entry.datum, [0] * len(MISSES)), entry.counts)
    return sums


def read(name):
    profile = Profile(name)
    reader = Reader(profile)
    with open(name, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for line in file:
            reader.line(line.rstrip("\n"))
    if not profile.data_events:
        raise Fault(f"{name}: no data objects")
    if tuple(profile.data_events) != MISSES:
        raise Fault(f"{name}: events {profile.data_events}")
    if not profile.saturated:
        add_up(profile)
    for datum, counts in by_datum(profile).items():
        if datum.sets and sum(datum.sets) != counts[0] + counts[2]:
            raise Fault(f"{datum}: its sets have {sum(datum.sets)} of {counts}")
    return profile
