#!/usr/bin/env python3
"""sharing.py -- holds a profile of tests/programs/sharing.* to its case.

Usage: sharing.py PROFILE SOURCE CASE bad|fixed|none

Prints the verdicts.  A queue's sides wait for each other, so how much they truly share
depends on the schedule: of a queue only false sharing by the marked lines is printed.
Exits 1 if a bad program's false sharing is not found with all of its marked lines, if a
fixed one has any, or if with `none` a marked line shares memory.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import sharing_notes  # noqa: E402


def marked(source, case):
    """The lines of code that contend."""
    with open(source, encoding="utf-8") as text:
        return {(os.path.basename(source), i) for i, line in enumerate(text, 1)
                if f" {case}: one" in line or f" {case}: other" in line}


def main():
    profile, source, case, kind = sys.argv[1:]
    found = sharing_notes.findings(profile)
    false = [lines for verdict, lines in found if verdict in ("false", "both")]
    wanted = marked(source, case)
    assert wanted, case
    if case == "queue":
        found = [("false", wanted & lines) for lines in false if wanted & lines]
    for verdict, lines in sorted({(v, tuple(sorted(lines))) for v, lines in found}):
        print(verdict, *(f"{file}:{line}" for file, line in lines))
    if kind == "fixed" and false:
        sys.exit(f"{case}: fixed, but false sharing was found")
    if kind == "none" and any(wanted & lines for _, lines in found):
        sys.exit(f"{case}: sharing was found")
    if kind == "bad" and not any(wanted <= lines for lines in false):
        sys.exit(f"{case}: no false sharing of {sorted(wanted)}")


main()
