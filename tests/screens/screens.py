#!/usr/bin/env python3
# screens.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Judges the first screen of programs with one fault each: see screens.sh.

    screens.py list [quick|all]      SOURCE TOOL of each program
    screens.py judge SOURCE ROWS     what is wrong with the reports here; adds a row
    screens.py table ROWS            what was found, and the three figures
    screens.py lists ROWS            the lists of programs.py, as they should be
    screens.py selftest              is text read as it is meant?

The reports are fault.screen, fault.json, twin.screen and twin.json.  Only the text of the
first 24 lines counts; JSON has what the whole run costs.  `judge` and `selftest` print
nothing if all is right."""

import json
import re
import statistics
import sys
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import programs

HERE = Path(__file__).resolve().parent
LINES, COLUMNS = 24, 80
CALM_PERCENT = 10   # of the run: less is no finding
FACTOR = 1.4        # what is said to be gained, and what the twin saves
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
THOUSANDS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}

PERCENT = re.compile(r" *<? *(\d[\d.]*) ?%")
AMOUNT = re.compile(r" *<? *(\d[\d.,]*) ?([kMG]?) ?(B|[KMG]iB|blocks?)(?= )")
BASIS = re.compile(r"\b(?:of|at) the (peak|end)\b|\bover the (run)\b")
HEADING = re.compile(
    r"\s*$|.*\bgains\b|\s*(of|at) the (peak|end)\s*$|\s*over the run\s*$")
DRAWN = re.compile("[┤│┼]")


# ---- Text

@dataclass
class Row:
    """A place of the first screen, and what it is said to gain: percent of the cycles, or
    an amount in "peak", "end", "run" (bytes) or "blocks"."""
    text: str
    gain: float | None
    basis: str

    def names(self, file, lines):
        """Whether it names one of the lines, alone, in a range or in a list."""
        for places in re.findall(re.escape(file) + r":(\d+(?:(?:-|, ?)\d+)*)", self.text):
            for place in re.split(", ?", places):
                first, _, last = place.partition("-")
                if any(int(first) <= line <= int(last or first) for line in lines):
                    return True
        return False

    def says(self, pattern):
        return re.search(pattern, self.text, re.IGNORECASE) is not None


def gain_of_run(line, gain_is_second):
    """The gain of a row that begins with it; a share may stand before."""
    first = PERCENT.match(line)
    if not gain_is_second:
        return float(first[1])
    second = PERCENT.match(line, first.end())
    return float(second[1]) if second else None


def gain_of_heap(line, rest, header):
    amount = AMOUNT.match(line)
    value = float(amount[1].replace(",", "")) * THOUSANDS[amount[2]]
    if amount[3].startswith("block"):
        return value, "blocks"
    basis = BASIS.search(rest) or BASIS.search(header)
    return value * UNITS[amount[3]], (basis[1] or basis[2]) if basis else "peak"


def rows_of(screen, tool):
    """The places above the report's sections, which say all of it again."""
    start = PERCENT if tool == "run" else AMOUNT
    found, header = [], ""
    lines = list(takewhile(lambda line: not line.startswith("-----"),
                           screen.splitlines()[:LINES]))
    for number, line in enumerate(lines):
        if DRAWN.search(line):
            continue
        if not start.match(line):
            if line.strip() and HEADING.match(line):
                header = line
            continue
        rest = []
        for more in lines[number + 1:]:
            if not more.strip() or HEADING.match(more) or start.match(more):
                break
            rest.append(more.strip())
        text = " ".join([line.strip(), *rest])
        if tool == "run":
            shared = re.search(r"\bshare\b.*\bgains?\b", header) is not None
            found.append(Row(text, gain_of_run(line, shared), "cycles"))
        else:
            found.append(Row(text, *gain_of_heap(line, text, header)))
    return found


def marked(source, mark):
    text = (HERE / source).read_text(encoding="utf-8")
    return [number for number, line in enumerate(text.splitlines(), 1) if mark in line]


# ---- One program

def totals_of(path):
    """What the run costs, by what rows count in."""
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    totals = report["totals"]
    if "peak_bytes" in totals:
        return {"peak": totals["peak_bytes"], "end": totals["end_bytes"],
                "run": totals["bytes"], "blocks": totals["blocks"]}
    names = [metric["name"] for metric in report["metrics"]]
    return {"cycles": totals["values"][names.index("CEst")]}


def percent_of(row, totals):
    """What a row gains; rows of cycles say it in percent."""
    if row.gain is None or row.basis == "cycles":
        return row.gain or 0
    return 100 * row.gain / max(totals[row.basis], 1)


def off_by(named, before, after):
    """How far the gains of the rows that name the fault are from what the twin saves."""
    with_gain = [row for row in named if row.gain]
    if not with_gain:
        return None
    basis = with_gain[0].basis
    said = sum(percent_of(row, before) for row in with_gain if row.basis == basis)
    saved = 100 * (before[basis] - after[basis]) / max(before[basis], 1)
    return max(said / saved, saved / said) if saved > 0 else float("inf")


def read_screen(path):
    return Path(path).read_text(encoding="utf-8")


def measure(program):
    """What holds of the reports in this folder."""
    source, tool = program.source, program.tool
    faults, cured = marked(source, "FAULT"), marked(source, "CURED")
    before, after = totals_of("fault.json"), totals_of("twin.json")
    at_fault = [row for row in rows_of(read_screen("fault.screen"), tool)
                if row.names(source, faults)]
    named = [row for row in at_fault if row.says(program.kind) and row.says(program.cure)]
    alarms = [row for row in rows_of(read_screen("twin.screen"), tool)
              if row.names(source, cured) and percent_of(row, after) > CALM_PERCENT]
    return {"source": source, "fault": program.fault, "named": bool(named),
            "there": [row.text for row in at_fault],
            "alarms": [row.text for row in alarms],
            "off": off_by(named, before, after),
            "before": before, "after": after}


def verdicts(row):
    """[(whether it is so, the list of those where it is not)]: what is not known, as no
    row says a gain, is in no list."""
    answers = [(row["named"], "NOT_NAMED"), (not row["alarms"], "NOT_CALM")]
    if row["off"] is not None:
        answers.append((row["off"] <= FACTOR, "WRONG_GAIN"))
    return answers


def judge(source, rows_path):
    program = next(each for each in programs.PROGRAMS if each.source == source)
    row = measure(program)
    with open(rows_path, "a", encoding="utf-8") as rows:
        print(json.dumps(row), file=rows)
    for is_so, name in verdicts(row):
        listed = source in getattr(programs, name)
        if is_so and listed:
            print(f"is in {name}, and does well: take it out")
        if not is_so and not listed:
            print(f"{name}: off by {row['off']}, at the fault:")
            print(*row["there"], "in the twin:", *row["alarms"], sep="\n  ")
    for screen in ("fault.screen", "twin.screen"):
        wide = [line for line in read_screen(screen).splitlines()[:LINES]
                if len(line) > COLUMNS]
        print(*(f"{screen} is too wide: {line}" for line in wide), sep="\n", end="")


# ---- All of them

def read_rows(path):
    return [json.loads(line)
            for line in Path(path).read_text(encoding="utf-8").splitlines()]


def saved(row):
    """What the twin saves, of the measure where that is most."""
    before, after = row["before"], row["after"]
    percent, basis = max((100 * (before[each] - after[each]) / max(before[each], 1), each)
                         for each in before)
    return f"{percent:.0f} % of {basis}"


def how_named(row):
    return "yes" if row["named"] else "place" if row["there"] else "NO"


def table(rows_path):
    """A fault whose place alone is named, without its kind or a cure, is not named."""
    rows = read_rows(rows_path)
    print(f"{'':16}{'named':7}{'off by':8}{'calm':6}{'the twin saves':18}the fault")
    for row in rows:
        off = f"{row['off']:.2f}" if row["off"] is not None else "-"
        print(f"{row['source']:16}{how_named(row):7}{off:8}"
              f"{'NO' if row['alarms'] else 'yes':6}{saved(row):18}{row['fault']}")
    known = [row["off"] for row in rows if row["off"] is not None]
    print(f"named: {sum(row['named'] for row in rows)} of {len(rows)}, the place of"
          f" {sum(bool(row['there']) for row in rows)};"
          f" twins that are not calm: {sum(bool(row['alarms']) for row in rows)};"
          f" gains off by {statistics.median(known) if known else 0:.2f} in the median"
          f" of {len(known)}")


def lists(rows_path):
    wrong = {"NOT_NAMED": [], "NOT_CALM": [], "WRONG_GAIN": []}
    for row in read_rows(rows_path):
        for is_so, name in verdicts(row):
            if not is_so:
                wrong[name].append(row["source"])
    for name, sources in wrong.items():
        print(f"{name} = {json.dumps(sources)}")


def list_programs(which="all"):
    for program in programs.PROGRAMS:
        if which == "all" or program.source in programs.QUICK:
            print(program.source, program.tool)


# ---- What text means

SCREEN_RUN = """\
report exited with 0 after 1.31 G instructions; 521 M +-15 % cycles on zen4 (host)

 share   gains
 61.2 %  60.9 %  is_valid (orders.cpp:41): builds a std::regex
                 1,500 times, 212k cycles each; the pattern is constant
                 -> build it once: a static const std::regex
  9.4 %   6.0 %  by_customer (orders.cpp:20-22, 31): map<string>::operator[]
  6.0 %          load (orders.cpp:77): getline
  5.6 %          everything else, 31 lines
"""
SCREEN_HEAP = """\
report exited with 0; peak 46.9 MiB in 3,071 blocks, at 97 % of the run

 46.9 MiB ┤     ▂▃▅▆█ at the peak:
          │ ▁▃▄▅▇████  46.9 MiB  receive (mail.c:10)

  of the peak
  46.9 MiB  digest (mail.c:24): 16 KiB kept for 25 bytes of it, 3,000 times
            -> copy the part that is needed, free the rest
  over the run
  397,003 blocks  words (main.rs:8): a String a word
 9796 blocks  short  make_line (sheet.cc:52), in operator+=
over the run  live 6.86 Kinstr: use the stack or a pool
    9.57 MiB  lost    handle (p08.cpp:26), in std::make_shared
  of the end  1,499 blocks; in a ring
"""


def selftest():
    run, heap = rows_of(SCREEN_RUN, "run"), rows_of(SCREEN_HEAP, "heap")
    right = {
        "gains": [row.gain for row in run] == [60.9, 6.0, None, None],
        "amounts": [(row.gain, row.basis) for row in heap] == [
            (46.9 * (1 << 20), "peak"), (397003, "blocks"), (9796, "blocks"),
            (9.57 * (1 << 20), "end")],
        "lines": run[1].names("orders.cpp", [21]) and run[1].names("orders.cpp", [31])
        and not run[1].names("orders.cpp", [23]) and not run[0].names("orders.cpp", [4]),
        "texts": run[0].says("STATIC const") and not run[1].says("getline")
        and heap[0].says("free the rest") and not heap[0].says("words"),
        "gains of old": [row.gain for row in rows_of(
            "gains  what\n47.3%  repeated-call  f (a.c:1)\n 7 calls\n", "run")] == [47.3],
    }
    print(*(f"{name} are read wrongly" for name, is_right in right.items()
            if not is_right), sep="\n", end="")


MODES = {"list": list_programs, "judge": judge, "table": table, "lists": lists,
         "selftest": selftest}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
