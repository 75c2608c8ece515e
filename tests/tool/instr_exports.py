# instr_exports.py -- whether exports have the counts of a profile's instructions.
# SPDX-License-Identifier: GPL-2.0-or-later

"""instr_exports.py callgrind PROFILE EXPORT   EXPORT: cs_export --format=callgrind
   instr_exports.py pprof PROFILE RAW          RAW: go tool pprof -raw -sample_index=Ir

Each address of each object must have the Ir that the profile's notes give it."""

import collections
import re
import sys

OBJECT_BITS = 40


def lines(path):
    """The lines of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def of_profile(path):
    """{(object, address): Ir}, and the sum that the profile has."""
    costs, objects, total, at = collections.Counter(), [], None, None
    for line in lines(path):
        words = line.split()
        if line.startswith("#: object "):
            objects.append(words[3])
        elif line.startswith("#: io "):
            at = objects[int(words[2]) - 1]
        elif line.startswith("#: x "):
            costs[at, int(words[2], 16)] += int(words[5])
        elif line.startswith("summary: "):
            total = int(words[1])
    return costs, total


def of_callgrind(path):
    """The same of callgrind's format."""
    costs, names, at, total, is_call = collections.Counter(), {}, None, None, False
    for line in lines(path):
        found = re.match(r"(c?ob)=\((\d+)\)(?: (.*))?$", line)
        if found:
            names.setdefault(found[2], found[3])
            if found[1] == "ob":
                at = names[found[2]]
        elif line.startswith("0x") and not is_call:
            words = line.split()
            costs[at, int(words[0], 16)] += int(words[2])
        elif line.startswith("totals: "):
            total = int(line.split()[1])
        is_call = line.startswith("calls=")
    return costs, total


def of_pprof(path):
    """The same of what pprof prints."""
    values, locations, objects, part = collections.Counter(), {}, {}, None
    for line in lines(path):
        if line in ("Locations", "Mappings") or line.startswith("Samples:"):
            part = line[:7]
        elif part == "Samples" and (found := re.match(r" *(\d+)[ \d]*: (\d+)", line)):
            values[found[2]] += int(found[1])
        elif part == "Locatio" and (found := re.match(r" *(\d+): 0x(\w+) M=(\d+)", line)):
            locations[found[1]] = int(found[2], 16), found[3]
        elif part == "Mapping" and (found := re.match(r"(\d+): \S+ (\S+)", line)):
            objects[found[1]] = found[2]
    costs = collections.Counter()
    for location, value in values.items():
        address, mapping = locations[location]
        costs[objects[mapping], address - ((int(mapping) - 1) << OBJECT_BITS)] += value
    return costs, sum(values.values())


def main():
    """0: they have."""
    readers = {"callgrind": of_callgrind, "pprof": of_pprof}
    expected, total = of_profile(sys.argv[2])
    found, found_total = readers[sys.argv[1]](sys.argv[3])
    wrong = [key for key in expected | found if expected[key] != found[key]]
    for key in wrong[:10]:
        print(key, found[key], "instead of", expected[key])
    print(len(expected), "instructions,", found_total, "of", total)
    return bool(wrong) or found_total != total or len(expected) < 100


if __name__ == "__main__":
    sys.exit(main())
