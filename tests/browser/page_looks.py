#!/usr/bin/env python3
# page_looks.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""page_looks.py REPORT PAGE THRESHOLD: has the page what it should of looks at owners?

REPORT is what --json writes, PAGE what --json=all does, with a threshold in percent.
Prints what is wrong."""

import json
import sys

MOST = 200  # leaks, and chains, of a look


def named(report, row):
    """A row with what it refers to by index: the frames of its path, all above it."""
    path = row["path"] and [report["frames"][i]["address"] for i in row["path"]]
    known = {**row, "path": path}
    if row.get("above") is not None:
        known["above"] = named(report, report["owners"][row["above"]])
    return known


def wanted(report, key, threshold):
    """The rows that the page should have, in any order."""
    rows = []
    for number, look in enumerate(report["looks"]):
        least = sum(look[f"{kind}_bytes"] for kind in (
            "definite", "indirect", "possible", "reachable")) * threshold / 100
        size = "retained_bytes" if key == "owners" else "bytes"
        large = [row for row in report[key] if row["look"] == number
                 and row[size] >= least and row.get("kind") != "reachable"
                 and row.get("retained_blocks", 1) > 0]
        large.sort(key=lambda row: -row[size])
        rows += large if key == "owners" else large[:MOST]
    return rows


def main():
    """Run the program; returns the exit status."""
    with open(sys.argv[1], encoding="utf-8") as text:
        report = json.load(text)
    with open(sys.argv[2], encoding="utf-8") as text:
        page = json.load(text)["report"]
    wrong = []
    for key in ("owners", "leaks", "chains"):
        found = [json.dumps(named(page, row)) for row in page[key]]
        expected = [json.dumps(named(report, row))
                    for row in wanted(report, key, float(sys.argv[3]))]
        if sorted(found) != sorted(expected):
            wrong.append(f"{len(found)} {key}, not {len(expected)}; "
                         f"only one has {set(found) ^ set(expected)}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
