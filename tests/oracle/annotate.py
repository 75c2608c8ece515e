"""annotate.py -- finds the differences between our command and the stock one.

   annotate.py functions STOCK-TEXT OUR-JSON [CALLGRIND-OUTFILE]
                                               totals, files, functions
   annotate.py lines STOCK-TEXT OUR-CSV        each annotated line
   annotate.py merged STOCK-OUTFILE OUR-OUTFILE    each count of each line
   annotate.py changed CG-DIFF-OUTFILE OUR-CSV         changes of each function

Prints at most ten differences, and fails if there are any, or too few counts
to compare.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import csv
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from own_names import own_name

RULE = "-" * 80


def read(name):
    with open(name, encoding="latin-1", newline="") as file:
        return file.read().split("\n")


def tidy(name):
    """The name in the spelling of our readers; with or without a function."""
    name = re.sub(r"(?<=/)(\./|/)+", "", name)
    before = None
    while before != name:
        before = name
        name = re.sub(r"(?<=/)(?!\.\./)[^/]+/\.\./", "", name, count=1)
    return name


def unnamed(function):
    """Stock commands have one function for all code without symbols."""
    return re.sub(r"^(0x[0-9a-f]+|\?\?\?) in .*", "???", function)


def number(text):
    return int(text.replace(",", ""))


def add(table, key, counts):
    if key in table:
        counts = [a + b for a, b in zip(table[key], counts)]
    table[key] = list(counts)


def without_zeros(table):
    return {key: counts for key, counts in table.items() if any(counts)}


def same(what, stock, ours, at_least):
    """Compares two tables of counts by key."""
    bad = [(key, stock.get(key), ours.get(key))
           for key in sorted(set(stock) | set(ours))
           if stock.get(key) != ours.get(key)]
    for key, of_stock, of_ours in bad[:10]:
        print(f"{what} {key}: stock {of_stock}, ours {of_ours}")
    if bad:
        print(f"{len(bad)} of {len(stock)} differ")
    if len(stock) < at_least:
        print(f"only {len(stock)} {what}, expected {at_least}")
    return not bad and len(stock) >= at_least


def sections(lines):
    """The parts of stock text between its rules, in pairs: a title and its rows, if
    the first is a title."""
    parts = [[]]
    for line in lines:
        if line == RULE:
            parts.append([])
        else:
            parts[-1].append(line)
    return [(title, rows) for title, rows in zip(parts, parts[1:]) if title]


def row(line, n):
    """The n counts of a row and what follows them, or None."""
    match = re.match(r"\s*((?:(?:-?[\d,]+|\.)\s+){%d}) ?(.*)" % n, line + " ")
    if not match:
        return None
    words = match.group(1).split()
    rest = match.group(2)[:-1]
    return [0 if word == "." else number(word) for word in words], rest, words


def stock_functions(name):
    """Events, totals, and counts by file and function, without objects."""
    events, totals, functions = None, None, {}
    for title, rows in sections(read(name)):
        head = title[0].split()
        if head[-1:] == ["file:function"]:
            for line in filter(None, rows):
                counts, rest, _ = row(line, len(events))
                rest = re.sub(r" \[[^\]]*\]$", "", rest)
                add(functions, own_name(tidy(rest)), counts)
        elif rows and rows[0].endswith("PROGRAM TOTALS"):
            events = head
            totals = row(rows[0], len(events))[0]
    return events, totals, functions


def compare_functions(stock, ours, callgrind=None):
    events, totals, functions = stock_functions(stock)
    if callgrind:
        # Stock text repeats "summary:", which includes counts of no line.
        [totals] = [list(map(int, line.split()[1:]))
                    for line in read(callgrind) if line.startswith("totals:")]
    with open(ours, encoding="utf-8") as file:
        report = json.load(file)
    ok = [m["name"] for m in report["metrics"]] == events
    if not ok:
        print("events differ:", events, report["metrics"])
    ok &= same("totals", {"program": totals},
               {"program": report["totals"]["values"]}, 1)
    found, files_found = {}, {}
    for file in report["files"]:
        files_found[file["name"]] = file["values"]
        for function in file["functions"]:
            add(found, file["name"] + ":" + unnamed(function["name"]),
                function["values"])
    # Stock text has no table of files: which part of "a:b:c" is the file?
    files = {}
    for key, counts in functions.items():
        names = [name for name in files_found if key.startswith(name + ":")]
        add(files, max(names, key=len, default="?"), counts)
    ok &= same("functions", without_zeros(functions), without_zeros(found), 30)
    ok &= same("files", without_zeros(files), without_zeros(files_found), 5)
    return ok


def stock_lines(name):
    """Counts by file and line, of files annotated as a whole."""
    lines, files, n = {}, set(), 0
    for title, rows in sections(read(name)):
        if rows and rows[0].endswith("PROGRAM TOTALS"):
            n = len(title[0].split())
        match = re.match(r"-- Auto-annotated source: (.*)", title[0])
        if not match:
            continue
        file, at = tidy(match.group(1)), 1
        files.add(file)
        for line in rows[2:]:
            found = row(line, n)
            if found is None:
                marker = re.match(r"-- line (\d+) -", line)
                at = int(marker.group(1)) if marker else at
                continue
            counts, rest, words = found
            special = re.match(r"<(?:unknown|bogus) \(?line (\d+)\)?>", rest)
            if special:
                add(lines, (file, int(special.group(1))), counts)
                continue
            if words[0] != ".":
                add(lines, (file, at), counts)
            at += 1
    return lines, files


def our_csv(name):
    with open(name, encoding="latin-1", newline="") as file:
        return list(csv.reader(file))


def compare_lines(stock, ours):
    lines, files = stock_lines(stock)
    found = {}
    for record in our_csv(ours)[1:]:
        if record[0] in files:
            add(found, (record[0], int(record[2])), map(int, record[3:]))
    return same("lines", lines, found, 300)


def outfile(name):
    """Counts by file, function and line, and the sums."""
    counts, file, function, n = {}, None, None, 0
    for line in read(name):
        if line.startswith(("fl=", "fi=", "fe=")):
            file = tidy(line[3:])
        elif line.startswith("fn="):
            function = own_name(line[3:])
        elif line.startswith("events:"):
            n = len(line.split()) - 1
        elif line.startswith("summary:"):
            counts["summary"] = list(map(int, line.split()[1:]))
        elif line[:1].isdigit():
            words = list(map(int, line.split()))
            words += [0] * (n + 1 - len(words))
            add(counts, f"{file}:{function}:{words[0]}", words[1:])
    return counts


def compare_merged(stock, ours):
    return same("lines", outfile(stock), outfile(ours), 30)


def compare_changed(stock, ours):
    stock_changes, changes = {}, {}
    for key, counts in outfile(stock).items():
        if key != "summary":
            add(stock_changes, key.rsplit(":", 1)[0], counts)
    header, *records = our_csv(ours)
    end = len(header) - ("old line" in header)
    for record in records:
        both = list(map(int, record[3:end]))
        add(changes, record[0] + ":" + unnamed(record[1]),
            [new - old for old, new in zip(both[::2], both[1::2])])
    return same("functions", without_zeros(stock_changes),
                without_zeros(changes), 10)


COMPARE = {"functions": compare_functions, "lines": compare_lines,
           "merged": compare_merged, "changed": compare_changed}

if not COMPARE[sys.argv[1]](*sys.argv[2:]):
    sys.exit(1)
