#!/usr/bin/env python3
# findings.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Compares cachesim's findings with faults that were planted: see findings.sh.

    findings.py saving SOURCE FAULTY.json TWIN.json      does the twin save enough?
    findings.py pair SOURCE FAULTY.json TWIN.json ROWS   one pair; adds a row to ROWS
    findings.py order SOURCE FAULTY.json TWIN.json...    a program with several faults
    findings.py table ROWS                               what was predicted, what is true
    findings.py median ROWS [all|sample]               is it within the bar?

All but `table` print what is wrong, and nothing if all is right.
"""

import json
import re
import statistics
import sys
from pathlib import Path

N_FIRST = 5         # findings of the first screen
LINES_BESIDE = 2    # a finding may name the line before or after the fault's
TWIN_PERCENT = 3    # a finding of the twin below that is no false alarm
LEAST_SAVING = 0.1  # of the cycles: what a fault must cost to be worth a test
MEDIAN = 1.5        # the predicted gain is within this factor of the true one
MEDIAN_OF_SAMPLE = 1.7
MARK = re.compile(r"FAULT: ([a-z-]+(?: or [a-z-]+)*)")


def lines_of(path):
    return Path(path).read_text(encoding="utf-8").splitlines()


def paragraphs(path):
    """Numbered lines between empty ones: a function each, as a rule."""
    paragraph = []
    for number, text in enumerate(lines_of(path), 1):
        if text:
            paragraph.append((number, text))
        else:
            yield paragraph
            paragraph = []
    yield paragraph


class Source:
    """A program, and its marked lines: {line: [kind, ...]}.  The paragraphs that have
    some are their surroundings: the cure is in them, or what it cures."""

    def __init__(self, path):
        self.name = Path(path).name
        self.marks, self.surroundings = {}, set()
        for paragraph in paragraphs(path):
            marks = {number: mark[1].split(" or ") for number, text in paragraph
                     if (mark := MARK.search(text))}
            self.marks.update(marks)
            if marks:
                self.surroundings.update(number for number, _ in paragraph)
        self.kind = next(iter(self.marks.values()))[0]

    def has(self, finding):
        return Path(finding["file"] or "").name == self.name

    def is_fault(self, finding):
        """Whether it names a marked line, and one of that line's kinds."""
        if not self.has(finding) or finding["line"] is None:
            return False
        return any(
            abs(finding["line"] - line) <= LINES_BESIDE and finding["kind"] in kinds
            for line, kinds in self.marks.items())


def read(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def cycles(report):
    names = [metric["name"] for metric in report["metrics"]]
    return report["totals"]["values"][names.index("CEst")]


def describe(finding):
    return (f"{finding['kind']} {Path(finding['file'] or '?').name}:{finding['line']} "
            f"{finding['percent']}")


def predicted(source, findings):
    """Cycles that the cure would gain: of all findings of the first one's kind."""
    kinds = [finding["kind"] for finding in findings if source.is_fault(finding)]
    gains = [finding["cycles"] for finding in findings
             if source.is_fault(finding) and finding["kind"] == kinds[0]]
    return sum(gains) if gains and None not in gains else None


def saving(source_path, faulty_path, twin_path):
    """Sharing costs no estimated cycles: one core is simulated."""
    before, after = cycles(read(faulty_path)), cycles(read(twin_path))
    if (Source(source_path).kind != "false-sharing"
            and before - after < LEAST_SAVING * before):
        print(f"the twin saves {before - after:,} of {before:,} cycles only")


def check_pair(source, faulty, twin):
    if not any(map(source.is_fault, faulty["findings"][:N_FIRST])):
        yield f"no {source.kind} at {sorted(source.marks)}, but:"
        yield from map(describe, faulty["findings"][:N_FIRST])
    for finding in twin["findings"]:
        if (finding["kind"] == source.kind and source.has(finding)
                and finding["line"] in source.surroundings
                and (finding["percent"] is None or finding["percent"] >= TWIN_PERCENT)):
            yield f"the twin has {describe(finding)}"


def pair(source_path, faulty_path, twin_path, rows_path):
    source, faulty, twin = Source(source_path), read(faulty_path), read(twin_path)
    print("\n".join(check_pair(source, faulty, twin)))
    row = [source.name, source.kind, cycles(faulty), cycles(twin),
           predicted(source, faulty["findings"])]
    with open(rows_path, "a", encoding="utf-8") as rows:
        print(json.dumps(row), file=rows)


def order(source_path, faulty_path, *twin_paths):
    """Faults are in the source in the order of the twins."""
    source, faulty = Source(source_path), read(faulty_path)
    kinds = list(dict.fromkeys(marked[0] for marked in source.marks.values()))
    saved = [cycles(faulty) - cycles(read(path)) for path in twin_paths]
    wanted = [kind for _, kind in sorted(zip(saved, kinds), reverse=True)]
    found = list(dict.fromkeys(
        finding["kind"] for finding in faulty["findings"] if source.is_fault(finding)))
    if found != wanted:
        print("the cures save:", *(f"{kind} {gain:,}" for gain, kind in
                                   sorted(zip(saved, kinds), reverse=True)))
        print("the findings are:")
        print(*map(describe, faulty["findings"][:2 * N_FIRST]), sep="\n")


def read_rows(path):
    return [json.loads(line) for line in lines_of(path)]


def factor(row):
    """How far the predicted gain is off, 1 or more; None if nothing was predicted."""
    true, gain = row[2] - row[3], row[4]
    return max(gain / true, true / gain) if gain and true > 0 else None


def table(rows_path):
    print(f"{'':24}{'kind':16}{'cycles':>13}{'the twin':>13}{'saved':>13}"
          f"{'predicted':>13}  off by")
    for row in read_rows(rows_path):
        name, kind, before, after, gain = row
        print(f"{name:24}{kind:16}{before:13,}{after:13,}{before - after:13,}"
              f"{'none' if gain is None else format(gain, ','):>13}"
              + (f"{factor(row):8.2f}" if factor(row) else ""))


def median(rows_path, of="all"):
    """The bar is of all programs.  The middle one of a sample depends on the compiler:
    1.30 with gcc 14, 1.51 with gcc 16, whose code waits less."""
    bar = MEDIAN if of == "all" else MEDIAN_OF_SAMPLE
    factors = [factor(row) for row in read_rows(rows_path) if factor(row)]
    middle = statistics.median(factors) if factors else float("inf")
    if middle > bar:
        print(f"off by {middle:.2f}, more than {bar}")


MODES = {"saving": saving, "pair": pair, "order": order, "table": table,
         "median": median}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
