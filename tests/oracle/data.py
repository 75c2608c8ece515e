"""data.py PROFILE MOST: the entries of data objects add up to each row (data_notes.py
sees to that), and at most MOST percent of the data misses is on what is unknown.  Prints
the share of each kind, and the lines that miss on unknown data.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import data_notes  # noqa: E402


def first_level(counts):
    return counts[0] + counts[2]


def main():
    profile = data_notes.read(sys.argv[1])
    kinds, unknown = collections.Counter(), collections.Counter()
    for entry in profile.entries:
        kinds[entry.datum.kind] += first_level(entry.counts)
        if entry.datum.kind == "unknown":
            unknown[f"{entry.function} ({entry.file}:{entry.line})"] += \
                first_level(entry.counts)
    total = sum(kinds.values())
    summary = profile.summary["D1mr"] + profile.summary["D1mw"]
    if total != summary:
        sys.exit(f"all entries have {total} misses, the summary {summary}")
    print(f"{total} misses on {len(profile.data)} data objects: " + ", ".join(
        f"{kind} {100 * n / total:.2f} %" for kind, n in kinds.most_common()))
    for where, n in unknown.most_common(3):
        print(f"unknown: {n} in {where}")
    if 100 * kinds["unknown"] > float(sys.argv[2]) * total:
        sys.exit("too many are unknown")


if __name__ == "__main__":
    try:
        main()
    except data_notes.Fault as fault:
        sys.exit(str(fault))
