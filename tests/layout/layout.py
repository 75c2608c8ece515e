#!/usr/bin/env python3
# layout.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Compares simulated layouts with programs that are written so: see layout.sh.

    layout.py collect SOURCE ROW      reads the profiles of one program here; writes ROW
    layout.py rules ROW               was each rule followed by all its blocks?
    layout.py misses ROW              are misses within the bar?
    layout.py gains ROW               are gains in estimated cycles?
    layout.py order ROW               is the order of the layouts right?
    layout.py table ROW...            what was simulated, and what is true
    layout.py clock ROW PROGRAM...    runs the programs: is the sign on the clock right?
    layout.py clock-table ROW...      what the clock said

All but `collect` and the tables print what is wrong, and nothing if all is right.
"""

import json
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import data_notes  # noqa: E402

LAYOUTS = ("1", "2", "3")
MISS_BAR = 0.03     # misses of the layout, by those of the program written so
MISS_FLOOR = 64     # differences that are nothing: lines at the edges of blocks
GAIN_BAR = 1.25     # factor between gains
GAIN_LEAST = 0.03   # of the cycles; of smaller gains, the difference is judged:
GAIN_POINT = 0.01
ORDER_LEAST = 0.01  # layouts whose cycles differ by less, by the program's, are equal
CLOCK_LEAST = 0.10  # so much must clocks differ for their sign to be judged
CLOCK_PAIRS = 7
# What is off, and why: README.md.  Once it is right, this fails, so that it is taken out.
GAINS_OFF = {("tree.c", "3"), ("tokens.rs", "1"), ("lru.cc", "3")}
MISSES_OFF = {("lru.cc", "3")}


def head_value(source, key):
    """The words behind `KEY:` in a program's first lines."""
    text = Path(source).read_text(encoding="utf-8")
    match = re.search(rf"^\W*{key}: *(.*)$", text, re.M)
    return match.group(1).split() if match else []


def plain_name(function):
    """Of a function's name as profiles have it, the last word: load of a::load(int)."""
    return re.sub(r"\(.*|<.*|\..*|::h[0-9a-f]{16}$", "", function).split("::")[-1]


def misses(path, objects):
    """[D1, LL] of the variables and the blocks of functions with these names."""
    counts = [0, 0]
    for entry in data_notes.read(path).entries:
        frames = [plain_name(frame.function or "") for frame in entry.datum.frames]
        if objects & {entry.datum.name, *frames}:
            counts[0] += entry.counts[0] + entry.counts[2]
            counts[1] += entry.counts[1] + entry.counts[3]
    return counts


def cycles(path):
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    names = [metric["name"] for metric in report["metrics"]]
    return report["totals"]["values"][names.index("CEst")]


def rules(path):
    """[[rule, blocks, misfits]] of a profile."""
    texts, counts = [], {}
    for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("#: lr "):
            texts.append(line.split(" ", 3)[3])
        elif line.startswith("#: lc "):
            words = line.split()
            counts[int(words[2])] = int(words[3]), int(words[5])
    return [[text, *counts.get(i, (0, 0))] for i, text in enumerate(texts, 1)]


def collect(source, row_path):
    objects = set(head_value(source, "Objects"))
    row = {"name": Path(source).name, "plain": cycles("plain.json"), "layouts": {}}
    for n in LAYOUTS:
        layout = row["layouts"][n] = {
            "rules": rules(f"sim{n}.machine"),
            "cycles": [cycles(f"sim{n}.json"), cycles(f"new{n}.json")],
            "machine_misses": [misses(f"{which}{n}.machine", objects)
                               for which in ("sim", "new")]}
        if Path(f"sim{n}.caches").exists():
            layout["misses"] = [misses(f"{which}{n}.caches", objects)
                                for which in ("sim", "new")]
    Path(row_path).write_text(json.dumps(row), encoding="utf-8")


def read(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def is_near(found, true):
    return abs(found - true) <= max(MISS_BAR * true, MISS_FLOOR)


def check_rules(row):
    for n, layout in row["layouts"].items():
        if not layout["rules"]:
            yield f"layout {n} has no rule"
        for text, blocks, misfits in layout["rules"]:
            if blocks == 0 or misfits > 0:
                yield f"{text}: {blocks} blocks, {misfits} do not fit"


def check_misses(row):
    for n, layout in row["layouts"].items():
        if "misses" not in layout:
            continue
        sim, new = layout["misses"]
        if new[0] == 0:
            yield f"layout {n}: no misses on {row['name']}'s objects"
        off = [f"layout {n}: {level} {found:,}, but {true:,}"
               for level, found, true in zip(("D1", "LL"), sim, new)
               if not is_near(found, true)]
        if (row["name"], n) not in MISSES_OFF:
            yield from off
        elif not off:
            yield f"layout {n}: misses are right, and were known to be off"


def gains(row, layout):
    """What a layout gains of the program's cycles: simulated, and written so."""
    return [1 - part / row["plain"] for part in layout["cycles"]]


def check_gains(row):
    for n, layout in row["layouts"].items():
        sim, new = gains(row, layout)
        if abs(new) < GAIN_LEAST:
            is_right = abs(sim - new) <= GAIN_POINT
        else:
            is_right = sim * new > 0 and 1 / GAIN_BAR <= sim / new <= GAIN_BAR
        is_known = (row["name"], n) in GAINS_OFF
        if is_right == is_known:
            yield (f"layout {n}: gains {sim:.1%}, "
                   + (f"as is true: {new:.1%}" if is_known else f"but {new:.1%}"))


def pairs(row):
    """Pairs of layouts whose true cycles differ: those of the better one first."""
    layouts = sorted(row["layouts"].items(), key=lambda item: item[1]["cycles"][1])
    for i, better in enumerate(layouts):
        for worse in layouts[i + 1:]:
            apart = worse[1]["cycles"][1] - better[1]["cycles"][1]
            if apart >= ORDER_LEAST * row["plain"]:
                yield better, worse


def check_order(row):
    if not list(pairs(row)):
        yield "all layouts are equal"
    for (better, first), (worse, second) in pairs(row):
        if first["cycles"][0] >= second["cycles"][0]:
            yield f"layout {better} is better than {worse}"


def table(paths):
    """Of each layout: misses and gain, as simulated and as written so.  What the machine
    misses follows from what its prefetchers see, too, and is not judged."""
    heads = ("machine: D1 misses", "LL misses", "gain", "D1 misses", "LL misses")
    print(f"{'':14} " + "".join(f"{head:^30}" for head in heads))
    print(f"{'':14} " + len(heads) * f"{'simulated':>11} {'so':>10} {'ratio':>6} ")
    for row in map(read, paths):
        for n, layout in row["layouts"].items():
            print(f"{row['name'] + ' ' + n:14} "
                  + table_misses(layout["machine_misses"])
                  + table_gain(*gains(row, layout))
                  + table_misses(layout.get("misses", ())))


def ratio(found, true):
    return f"{found / true:6.2f}" if true else f"{'n/a':>6}"


def table_misses(counts):
    return "".join(f"{sim:11,} {new:10,} {ratio(sim, new)} " for sim, new in zip(*counts))


def table_gain(sim, new):
    return f"{sim:11.1%} {new:10.1%} {ratio(sim, new)} "


def seconds(program):
    begin = time.perf_counter()
    subprocess.run([program], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def clock(row_path, plain, *programs):
    """The programs by turns, so that what slows the machine down slows all of them."""
    row = read(row_path)
    for n, program in zip(LAYOUTS, programs):
        seconds(plain), seconds(program)
        times = [(seconds(plain), seconds(program)) for _ in range(CLOCK_PAIRS)]
        gain = 1 - statistics.median(new / old for old, new in times)
        row["layouts"][n]["clock"] = gain
        sim = gains(row, row["layouts"][n])[0]
        if abs(gain) >= CLOCK_LEAST and gain * sim <= 0:
            print(f"layout {n}: gains {sim:.1%}, on the clock {gain:.1%}")
    Path(row_path).write_text(json.dumps(row), encoding="utf-8")


def clock_table(paths):
    print(f"{'':14} {'simulated':>9} {'so':>7} {'clock':>7}")
    for row in map(read, paths):
        for n, layout in row["layouts"].items():
            sim, new = gains(row, layout)
            print(f"{row['name'] + ' ' + n:14} {sim:9.1%} {new:7.1%} "
                  f"{layout['clock']:7.1%}")


CHECKS = {"rules": check_rules, "misses": check_misses, "gains": check_gains,
          "order": check_order}

if __name__ == "__main__":
    mode, arguments = sys.argv[1], sys.argv[2:]
    if mode in CHECKS:
        print("\n".join(CHECKS[mode](read(arguments[0]))))
    elif mode == "table":
        table(arguments)
    elif mode == "clock-table":
        clock_table(arguments)
    else:
        {"collect": collect, "clock": clock}[mode](*arguments)
