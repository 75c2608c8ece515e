#!/usr/bin/env python3
# idioms.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Compares idioms that cs_annotate finds with those that a source has: see idioms.sh.

    idioms.py SOURCE FAULTY.json TWIN.json

Of idioms whose cure is not likely to gain, only places say that.

Prints each line whose idiom is not found, and each of the twin that still is, or of
either that is marked NOT; the last line has the numbers.
"""

import json
import re
import sys
from pathlib import Path

MARK = re.compile(r"IDIOM: ([a-z0-9-]+)")
NOT = re.compile(r"NOT: ([a-z0-9-]+)")


def marks_of(path):
    """{line: name}, and which marks are in the paragraph of each line."""
    marks, near, paragraph = {}, {}, []
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    for number, text in enumerate([*lines, ""], 1):
        paragraph.append(number)
        if mark := MARK.search(text):
            marks[number] = mark[1]
        if not text:
            names = {marks[line] for line in paragraph if line in marks}
            near.update((line, names) for line in paragraph)
            paragraph = []
    return marks, near


def findings(path, source, section="findings"):
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    return [finding for finding in report[section]
            if Path(finding.get("file") or "").name == Path(source).name]


def main(source, faulty, twin):
    marks, near = marks_of(source)
    found = {(finding["line"], finding.get("kind"))
             for section in ("findings", "places")
             for finding in findings(faulty, source, section)}
    missed = [f"{line}: no {name}" for line, name in marks.items()
              if not {(line - 1, name), (line, name), (line + 1, name)} & found]
    left = [f"{finding['line']}: the twin has {finding['kind']}"
            for finding in findings(twin, source)
            if finding["kind"] in near[finding["line"]]]
    texts = Path(source).read_text(encoding="utf-8").splitlines()
    left += [f"{number}: the twin has {mark[1]}, or neither should"
             for number, text in enumerate(texts, 1)
             if (mark := NOT.search(text)) and (number, mark[1]) in found]
    print(*missed, *left, sep="\n")
    print(f"{len(marks) - len(missed)} of {len(marks)} found, {len(left)} in the twin,",
          len(set(marks.values())), "rows")


main(*sys.argv[1:])
