# figures.py -- what a page must show, by its document, computed without the page's code.
# SPDX-License-Identifier: GPL-2.0-or-later
"""A Document reads what `--json=all` prints (docs/quern.schema.json) and knows each
figure.  text_problem() compares a figure's text, in any of its forms, with its value."""

import collections
import json
import math
import re

STEPS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
         "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "PiB": 2**50,
         "EiB": 2**60}
FIGURE = re.compile(r"(?P<less>[<>]?)(?P<sign>[+\u2212-]?)(?P<number>\d[\d,]*(\.\d+)?)"
                    r"(?P<percent>%?)(?:[ \u00a0\u202f]?(?P<step>[KMGTPE]iB|[kMGTPEB])"
                    r"(?=instr|\b))?")


GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")


def parse(text):
    """The number that a text shows, and half of its last digit; None without one."""
    match = FIGURE.search(text)
    if not match:
        return None
    step = STEPS[match["step"] or ""]
    digits = match["number"].replace(",", "")
    sign = -1 if match["sign"] in ("-", "\u2212") else 1
    return sign * float(digits) * step, 0.5 * step / 10 ** len(digits.partition(".")[2])


def text_problem(text, value):
    """Why a text does not show the value, rounded to the digits shown; None if it does.
    Text without a digit (n/a, new, gone) shows no figure."""
    value = float(value)
    ends = [parse(part) for part in text.split(" to ")]
    if len(ends) == 2 and None not in ends:  # a mean, between least and most
        (least, below), (most, above) = ends
        is_between = least - below <= value <= most + above
        return None if is_between else f"{text} shows {value!r}"
    if ends[0] is None:
        return None if text else "no text"
    found, half = ends[0]
    match = FIGURE.search(text)
    if match["less"]:
        return None if abs(value) < abs(found) else f"{text} shows {value!r}"
    if "," in match["number"] and not GROUPED.fullmatch(match["number"]):
        return f"{text} is grouped wrongly"
    return (None if math.isclose(found, value, rel_tol=1e-9, abs_tol=half * 1.0001)
            else f"{text} shows {value!r}")


class Document:
    """What a page must show.  Of a pair each value has two sides, old and new.  Tests try
    at most most_kinds metrics of call paths."""

    def __init__(self, path, most_kinds=1):
        self.most_kinds = most_kinds
        with open(path, encoding="utf-8") as file:
            self.doc = json.load(file)
        self.report = self.doc["report"]
        self.is_pair = self.doc["is_pair"]
        self.is_heap = self.doc["tool"] == "heapprof"
        self.paths = self.doc["paths"]
        self.counts = self.doc.get("lines") if self.is_heap else self.report
        self.columns = [m["name"] for m in self.counts["metrics"]] if self.counts else []
        self.tables = {"functions": {}, "lines": {}, "files": {}, "objects": {}}
        self.namesakes = {}
        if self.counts:
            self._read_counts()
        self._read_calls()
        for thing in self.report.get("objects", []) if not self.is_heap else []:
            self._row("objects", thing["path"], thing)

    def is_same(self, text):
        """Whether a text of JSON is this document."""
        return json.loads(text) == self.doc

    def has_libraries(self):
        """Whether some functions are known to be of libraries, and others are not."""
        marks = {fn.get("library", False)
                 for fn in (self.paths["functions"] if self.paths else [])}
        for file in [] if self.is_heap else self.report["files"]:
            marks |= {file.get("library", fn.get("library", False))
                      for fn in file["functions"]}
        return len(marks) == 2

    def sides(self):
        """The names of the values of one row."""
        return ("old", "new") if self.is_pair else ("values",)

    def _row(self, table, key, item):
        """Add an item's values to a row, {column or "column:side": value}."""
        row = self.tables[table].setdefault(key, collections.defaultdict(int))
        for side in self.sides():
            for name, value in zip(self.columns, item[side]):
                row[f"{name}:{side}" if self.is_pair else name] += value
        if self.is_pair:
            for name in self.columns:
                row[f"{name}:change"] = row[f"{name}:new"] - row[f"{name}:old"]

    def _read_counts(self):
        for file in self.counts["files"]:
            self._row("files", file["name"], file)
            for function in file["functions"]:
                self._row("functions", function["name"], function)
                self._row("functions", (file["name"], function["name"]), function)
                for line in function["lines"]:
                    self._row("lines", f"{file['name']}:{line['line']}", line)

    def _read_calls(self):
        """Inclusive values of functions, as "Ir:inclusive"."""
        calls = self.report.get("calls") if not self.is_heap else None
        for function in (calls or {}).get("functions", []):
            name, file = function["name"], function.get("file") or "???"
            unnamed = name == "???" and file == "???" and function.get("object")
            row = self.tables["functions"].setdefault((unnamed or file, name),
                                                      collections.defaultdict(int))
            if f"{self.columns[0]}:inclusive" in row:  # of the same name, elsewhere
                row = self.namesakes.setdefault((function.get("object"), name), {})
            for i, name in enumerate(self.columns):
                row[f"{name}:inclusive"] = (
                    function["new"][i] - function["old"][i] if self.is_pair
                    else function["inclusive"][i])

    def totals(self, side=-1):
        """{name: total} of the side that is shown, NEW's of a pair."""
        if self.counts:
            return dict(zip(self.columns, self.counts["totals"][self.sides()[side]]))
        return {}

    def shown_column(self):
        """The column that is shown first: of a pair, a change."""
        name = self.columns[0] if not self.is_heap else self.kinds()[self.paths["shown"]]
        return f"{name}:change" if self.is_pair else name

    # ---- Call paths ----

    def kinds(self):
        """The names of what call paths have values of."""
        return [kind["name"] for kind in self.paths["kinds"]] if self.paths else []

    def self_values(self, kind, side="new"):
        """By node."""
        columns = self.paths["self"]
        if side == "new" and self.paths.get("self_new"):
            columns = self.paths["self_new"]
        return columns[self.kinds().index(kind)]

    def inclusive(self, kind, side="new"):
        """By node: its own value and those of all nodes below it."""
        sums = list(self.self_values(kind, side))
        parent = self.paths["parent"]
        for node in range(len(sums) - 1, -1, -1):
            if parent[node] >= 0:
                sums[parent[node]] += sums[node]
        return sums

    def function_of(self, node):
        """The name of a node's function."""
        return self.paths["functions"][self.paths["function"][node]]["name"]

    def function_key(self, function):
        """How addresses name a function."""
        entry = self.paths["functions"][function]
        file, unnamed = entry.get("file"), entry["name"] == "???" and entry.get("object")
        place = file if file and file != "???" else unnamed
        return f"{entry['name']}|{place}" if place else entry["name"]

    def function_sums(self, kind, side="new"):
        """Inclusive values by function; recursion is counted once."""
        parent, function = self.paths["parent"], self.paths["function"]
        inclusive, above, sums = self.inclusive(kind, side), [], collections.Counter()
        for node, caller in enumerate(parent):
            before = above[caller] if caller >= 0 else frozenset()
            if function[node] not in before:
                sums[function[node]] += inclusive[node]
                before = before | {function[node]}
            above.append(before)
        return sums

    def heap_functions(self):
        """Rows of functions by the paths: what each allocates itself."""
        rows = {}
        for side in ("old", "new") if self.is_pair else ("new",):
            for kind in self.kinds():
                name = f"{kind}:{side}" if self.is_pair else kind
                for function, value in zip(self.paths["function"],
                                           self.self_values(kind, side)):
                    entry = self.paths["functions"][function]
                    key = (entry.get("file") or "???", entry["name"], function)
                    row = rows.setdefault(key, collections.defaultdict(int))
                    row[name] += value
                name = f"{kind}:inclusive:{side}" if self.is_pair else f"{kind}:inclusive"
                for function, value in self.function_sums(kind, side).items():
                    entry = self.paths["functions"][function]
                    key = (entry.get("file") or "???", entry["name"], function)
                    rows[key][name] = value
        for row in rows.values():
            for kind in self.kinds() if self.is_pair else []:
                row[f"{kind}:change"] = row[f"{kind}:new"] - row[f"{kind}:old"]
                row[f"{kind}:inclusive"] = (row[f"{kind}:inclusive:new"]
                                            - row[f"{kind}:inclusive:old"])
        return rows

    def frames(self):
        """By node: the first node of its frame.  Calls of one function from several lines
        of another are one frame of a graph, and so is what begins the program."""
        known, first = {}, []
        starts = set(self.paths.get("starts", []))
        for node, above in enumerate(self.paths["parent"]):
            if above >= 0 and {node, above} <= starts:
                first.append(first[above])
                continue
            key = (first[above] if above >= 0 else -1, self.paths["function"][node],
                   bool(self.paths["inlined"][node]))
            first.append(known.setdefault(key, node))
        return first

    def frame_name(self, node):
        """The function that a frame is called by: of what begins the program the last."""
        first, starts = self.frames(), self.paths.get("starts", [])
        return self.function_of(max((start for start in starts
                                     if first[start] == first[node]), default=node))

    def frame_sum(self, node, values):
        """The sum of values by node over the nodes of a frame."""
        first = self.frames()
        return sum(value for value, of in zip(values, first) if of == first[node])

    def frame_inclusive(self, node, kind):
        """What a frame cost with all that it called."""
        first, parent = self.frames(), self.paths["parent"]
        return sum(value for at, value in enumerate(self.inclusive(kind))
                   if first[at] == first[node]
                   and (parent[at] < 0 or first[parent[at]] != first[node]))

    def matching(self, kind, matches, side="new"):
        """What paths through functions whose names match cost, each path once."""
        parent, inclusive = self.paths["parent"], self.inclusive(kind, side)
        inside = [False] * len(parent)
        total = 0
        for node, above in enumerate(parent):
            if above >= 0 and inside[above]:
                inside[node] = True
            elif matches(self.function_of(node)):
                inside[node] = True
                total += inclusive[node]
        return total

    def hottest_function(self):
        """(file, name) of the function with most of what is shown first, or None."""
        column = self.shown_column()
        rows = {key: row for key, row in self.tables["functions"].items()
                if isinstance(key, tuple)}
        return max(rows, key=lambda key: abs(rows[key].get(column, 0)), default=None)
