#!/usr/bin/env python3
# path_formats.py -- reads what cs_export and hp_export write for other viewers of call
# paths, as these viewers do.  SPDX-License-Identifier: GPL-2.0-or-later

"""path_formats.py same COMMAND OPTION PROFILE NAME...   that all formats hold the same
       paths and values as folded stacks: COMMAND is cs_export or hp_export, NAME what
       OPTION, --metric or --show, calls each value, in their order
   path_formats.py sums COMMAND OPTION PROFILE NAME=SUM...   that folded stacks of the
       value NAME add up to SUM
   path_formats.py lines COMMAND PROFILE REGEX...   that the functions which match have
       the same lines of source in pprof's and Firefox's format; prints them

Each reader checks that the file holds together: that numbers are in range, sums are the
ones told, and tables have one length."""

import collections
import gzip
import json
import re
import subprocess
import sys


def export(command, *options):
    """What the command writes, as bytes."""
    return subprocess.run([command, *options], check=True, capture_output=True).stdout


# ---- Folded stacks ----

def read_folded(data):
    """{"main;f": value}; the lines are sorted and differ."""
    lines = data.split(b"\n")
    assert lines.pop() == b"" and lines == sorted(lines)
    stacks = [line.decode().rsplit(" ", 1) for line in lines]
    assert len(dict(stacks)) == len(stacks)
    return {path: int(value) for path, value in stacks}


# ---- speedscope ----

SPEEDSCOPE = "https://www.speedscope.app/file-format-schema.json"


def read_speedscope(data):
    """[{"main;f": value}] by value; the frames' names have no semicolons."""
    file = json.loads(data)
    assert file["$schema"] == SPEEDSCOPE
    frames = file["shared"]["frames"]
    assert all(";" not in frame["name"] for frame in frames)
    assert len({tuple(sorted(frame.items())) for frame in frames}) == len(frames)
    assert 0 <= file["activeProfileIndex"] < len(file["profiles"])
    return [read_sampled(profile, frames) for profile in file["profiles"]]


def read_sampled(profile, frames):
    """A profile of speedscope's."""
    assert profile["type"] == "sampled" and profile["unit"] in ("none", "bytes")
    assert len(profile["samples"]) == len(profile["weights"])
    assert profile["startValue"] == 0
    assert profile["endValue"] == sum(profile["weights"])
    stacks = collections.Counter()
    for path, weight in zip(profile["samples"], profile["weights"]):
        assert path and all(0 <= i < len(frames) for i in path) and weight != 0
        stacks[";".join(frames[i]["name"] for i in path)] += weight
    return stacks


# ---- pprof: protobuf's wire format, and the numbers of pprof's fields ----

def fields_of(data):
    """The fields of a message: number, and an int or bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        assert key & 7 in (0, 2), "a wire type that pprof's format has not"
        value = varint()
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
            assert at <= len(data)
        yield key >> 3, value


def numbers_of(data):
    """Packed integers, of 64 bits with a sign."""
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(value - (value >> 63 << 64))
            value = shift = 0
    return numbers


def message(data, **names):
    """A dict of lists: names gives a field's name its number."""
    by_number = {number: name for name, number in names.items()}
    result = {name: [] for name in names}
    for number, value in fields_of(data):
        assert number in by_number, f"unknown field {number}"
        result[by_number[number]].append(value)
    return result


def one(values):
    """A field that is there once or has its default."""
    assert len(values) <= 1
    return values[0] if values else 0


class Pprof:
    """A decoded profile; locations are lists of (function, file, line), innermost
    first."""

    def __init__(self, data):
        root = message(gzip.decompress(data), sample_type=1, sample=2, mapping=3,
                       location=4, function=5, string_table=6, comment=13,
                       default_sample_type=14)
        self.strings = [text.decode() for text in root["string_table"]]
        assert self.strings[0] == "" and len(set(self.strings)) == len(self.strings)
        self.mappings = self.table(root["mapping"], self.mapping)
        self.functions = self.table(root["function"], self.function)
        self.locations = self.table(root["location"], self.location)
        kinds = [message(data, type=1, unit=2) for data in root["sample_type"]]
        self.kinds = [(self.strings[one(kind["type"])], self.strings[one(kind["unit"])])
                      for kind in kinds]
        self.shown = self.strings[one(root["default_sample_type"])]
        assert self.shown in [name for name, unit in self.kinds]
        self.samples = [self.sample(data) for data in root["sample"]]

    @staticmethod
    def table(messages, read):
        """Messages by their numbers, which differ and are not 0."""
        table = dict(read(data) for data in messages)
        assert len(table) == len(messages) and 0 not in table
        return table

    def mapping(self, data):
        """An object: path and build id."""
        m = message(data, id=1, filename=5, build_id=6, has_functions=7,
                    has_filenames=8, has_line_numbers=9, has_inline_frames=10)
        return one(m["id"]), (self.strings[one(m["filename"])],
                              self.strings[one(m["build_id"])])

    def function(self, data):
        """Name and file."""
        m = message(data, id=1, name=2, filename=4)
        return one(m["id"]), (self.strings[one(m["name"])],
                              self.strings[one(m["filename"])])

    def location(self, data):
        """Lines, innermost first."""
        m = message(data, id=1, mapping_id=2, address=3, line=4)
        assert one(m["mapping_id"]) in {0, *self.mappings} and m["line"]
        lines = [message(line, function_id=1, line=2) for line in m["line"]]
        return one(m["id"]), [(*self.functions[one(line["function_id"])],
                               one(line["line"])) for line in lines]

    def sample(self, data):
        """The path, innermost first, and the values."""
        m = message(data, location_id=1, value=2)
        path = [line for i in numbers_of(one(m["location_id"]))
                for line in self.locations[i]]
        values = numbers_of(one(m["value"]))
        assert path and len(values) == len(self.kinds)
        return path, values

    def stacks(self):
        """[{"main;f": value}] by value."""
        stacks = [collections.Counter() for kind in self.kinds]
        for path, values in self.samples:
            text = ";".join(name for name, file, line in reversed(path))
            for of_kind, value in zip(stacks, values):
                of_kind[text] += value
        return stacks


# ---- Firefox Profiler, processed profile ----

class Firefox:
    """A profile whose threads share their tables."""

    def __init__(self, data):
        self.profile = json.loads(data)
        self.meta = self.profile["meta"]
        assert self.meta["preprocessedProfileVersion"] == 60
        self.shared = self.profile["shared"]
        for name, table in self.shared.items():
            if name != "stringArray":
                self.check_length(table)
        self.check_ranges()
        self.texts = self.shared["stringArray"]
        self.paths = self.read_paths()

    @staticmethod
    def check_length(table):
        """All columns have the table's length."""
        for column in table.values():
            assert not isinstance(column, list) or len(column) == table["length"]

    def check_column(self, name, column, end, empty):
        """A column has numbers below `end`, or `empty`."""
        for value in self.shared[name][column]:
            assert value in empty or 0 <= value < end, (name, column, value)

    def check_ranges(self):
        """All references are to something."""
        shared, texts = self.shared, len(self.shared["stringArray"])
        length = {name: table["length"] for name, table in shared.items()
                  if name != "stringArray"}
        libs = len(self.profile["libs"])
        for name, column, end, empty in (
                ("stackTable", "frame", length["frameTable"], ()),
                ("stackTable", "prefix", length["stackTable"], (None,)),
                ("frameTable", "func", length["funcTable"], ()),
                ("frameTable", "nativeSymbol", length["nativeSymbols"], (None,)),
                ("frameTable", "category", len(self.meta["categories"]), ()),
                ("funcTable", "name", texts, ()),
                ("funcTable", "resource", length["resourceTable"], (-1,)),
                ("funcTable", "source", length["sources"], (None,)),
                ("nativeSymbols", "name", texts, ()),
                ("resourceTable", "lib", libs, ()),
                ("resourceTable", "name", texts, ()),
                ("sources", "filename", texts, ())):
            self.check_column(name, column, end, empty)

    def read_paths(self):
        """Of each stack: [(function, file, line)], outermost first.  A stack comes
        after its prefix."""
        stacks, frames, functions = (self.shared[name] for name in (
            "stackTable", "frameTable", "funcTable"))
        paths = []
        for frame, prefix in zip(stacks["frame"], stacks["prefix"]):
            function = frames["func"][frame]
            source = functions["source"][function]
            file = "" if source is None else self.texts[
                self.shared["sources"]["filename"][source]]
            line = (self.texts[functions["name"][function]], file,
                    frames["line"][frame] or 0)
            assert prefix is None or prefix < len(paths)
            paths.append([*([] if prefix is None else paths[prefix]), line])
        return paths

    def stacks(self):
        """[{"main;f": value}] by thread."""
        result = []
        for thread in self.profile["threads"]:
            samples = thread["samples"]
            self.check_length(samples)
            self.check_length(thread["markers"])
            assert samples["weightType"] in ("samples", "bytes")
            assert samples["time"] == sorted(samples["time"])
            stacks = collections.Counter()
            for stack, weight in zip(samples["stack"], samples["weight"]):
                path = self.paths[stack]
                stacks[";".join(name for name, file, line in path)] += weight
            result.append(stacks)
        assert self.meta["initialSelectedThreads"][0] < len(result)
        return result


# ---- Commands ----

def without_zeros(stacks):
    """As folded stacks have them."""
    return {path: value for path, value in stacks.items() if value != 0}


def same(command, option, profile, *names):
    """Compare all formats with folded stacks."""
    speedscope = read_speedscope(export(command, "--format=speedscope", profile))
    pprof = Pprof(export(command, "--format=pprof", profile))
    firefox = Firefox(export(command, "--format=firefox", profile))
    assert [name for name, unit in pprof.kinds] == list(names), pprof.kinds
    of_pprof, of_firefox = pprof.stacks(), firefox.stacks()
    assert len(speedscope) == len(of_firefox) == len(names)
    for i, name in enumerate(names):
        folded = read_folded(export(command, "--format=folded", f"{option}={name}",
                                    profile))
        for other in speedscope[i], of_pprof[i], of_firefox[i]:
            assert without_zeros(other) == folded, name


def sums(command, option, profile, *expected):
    """Check sums of folded stacks."""
    for value in expected:
        name, expected_sum = value.split("=")
        folded = read_folded(export(command, "--format=folded", f"{option}={name}",
                                    profile))
        assert sum(folded.values()) == int(expected_sum), name


def lines(command, profile, *patterns):
    """Check and print the lines of functions."""
    pprof = Pprof(export(command, "--format=pprof", profile))
    firefox = Firefox(export(command, "--format=firefox", profile))
    of_pprof = {line for path, values in pprof.samples for line in path}
    of_firefox = {line for path in firefox.paths for line in path}
    for pattern in patterns:
        found = [sorted(line for line in of if re.search(pattern, line[0]))
                 for of in (of_pprof, of_firefox)]
        # Firefox's functions have one file.
        assert {line for line in found[1] if line[2]} <= set(found[0]), pattern
        for line in found[0]:
            print(*line)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in ("same", "sums", "lines"):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    {"same": same, "sums": sums, "lines": lines}[sys.argv[1]](*sys.argv[2:])
