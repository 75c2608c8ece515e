# soak_profile.py -- the sums of large profiles, compared with the output of the soak
# programs (soak.h).
# SPDX-License-Identifier: GPL-2.0-or-later

"""Reads profiles by cachesim, cachegrind and heapprof, line by line: a
profile of a million call paths takes no more memory than one of ten.  cs_annotate
and hp_annotate check that profiles are complete and their sums right."""

import json
import pathlib
import re

SITE_KEYS = ["tb", "tbk", "gb", "gbk", "eb", "ebk"]
GROWING = ["bytes", "blocks", "peak_bytes", "freed_blocks", "freed_bytes"]
FRAME = re.compile(rb'"0x[0-9A-F]+: ([^ (]+)')


def expectations(text: str) -> dict[str, list[list[str]]]:
    """A program's output: the words of its lines by their first word."""
    found: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        kind, *words = line.split()
        found.setdefault(kind, []).append(words)
    return found


def names_in(expected: dict[str, list[list[str]]]) -> set[str]:
    """The functions with counts."""
    return {words[0] for kind, lines in expected.items() for words in lines
            if kind != "total"}


class HeapSums:
    """Of a profile by heapprof: `sites`, the sums of SITE_KEYS of all sites with a
    function on their path, for each of `names`; `paths`, how many these are;
    `totals`."""

    def __init__(self, path: pathlib.Path, names: set[str]):
        self.sites = {name: [0] * len(SITE_KEYS) for name in names}
        self.paths = dict.fromkeys(names, 0)
        functions = self._functions(path, names)
        with path.open("rb") as lines:
            for line in lines:
                if line.startswith(b'{"tb":'):
                    self._add_site(json.loads(line.rstrip(b",]\n")), functions)

    def _functions(self, path: pathlib.Path, names: set[str]) -> dict[int, str]:
        """Which of the frames are functions of these names; and the totals,
        which are in one of the last lines."""
        found, number = {}, None
        with path.open("rb") as lines:
            for line in lines:
                if line.startswith(b'"ftbl":['):
                    number, line = 0, line[len(b'"ftbl":['):]
                if number is not None and line.lstrip().startswith(b'"'):
                    match = FRAME.match(line)
                    if match and match[1].decode() in names:
                        found[number] = match[1].decode()
                    number += 1
                totals = re.search(rb'"totals":(\{[^}]*\})', line)
                if totals:
                    self.totals = json.loads(totals[1])
                    number = None
        return found

    def _add_site(self, site: dict, functions: dict[int, str]) -> None:
        for name in {functions[i] for i in site["fs"] if i in functions}:
            self.paths[name] += 1
            for i, key in enumerate(SITE_KEYS):
                self.sites[name][i] += site[key]

    def growing(self) -> dict[str, int]:
        """Sums that only grow during a run."""
        found = {key: self.totals[key] for key in GROWING}
        for name, values in self.sites.items():
            found[f"{name} tb"], found[f"{name} tbk"] = values[:2]
        return found

    def wrong(self, expected: dict[str, list[list[str]]]) -> list[str]:
        """Differences from the program's output."""
        found = []
        for name, *values in expected.get("site", []):
            if self.sites[name] != [int(value) for value in values]:
                found.append(f"{name}: expected {values}, "
                             f"found {self.sites[name]}")
        for name, value in expected.get("paths", []):
            if self.paths[name] != int(value):
                found.append(f"{name}: expected {value} paths, "
                             f"found {self.paths[name]}")
        for key, value in expected.get("total", []):
            if self.totals[key] != int(value):
                found.append(f"{key}: expected {value}, "
                             f"found {self.totals[key]}")
        return found


class CacheSums:
    """Of a profile by cachesim or cachegrind: instructions of each function of
    `names`, and of all."""

    def __init__(self, path: pathlib.Path, names: set[str]):
        self.functions = dict.fromkeys(names, 0)
        self.total = 0
        name, column = "", 1
        with path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("fn="):
                    name = line[3:].rstrip("\n")
                elif name in self.functions and line[0].isdigit():
                    self.functions[name] += int(line.split()[column])
                elif line.startswith("events:"):
                    column = line.split().index("Ir")
                elif line.startswith("summary:"):
                    self.total = int(line.split()[column])

    def growing(self) -> dict[str, int]:
        """Sums that only grow during a run."""
        return self.functions | {"Ir": self.total}

    def wrong(self, expected: dict[str, list[list[str]]],
              each_call: dict[str, int]) -> list[str]:
        """Differences from the program's output, and from the cost of each call."""
        found = []
        for name, value in expected.get("calls", []):
            if self.functions[name] != int(value) * each_call[name]:
                found.append(f"{name}: expected {value} calls of "
                             f"{each_call[name]} instructions, found "
                             f"{self.functions[name]} instructions")
        return found


def instructions_of_call(sums: CacheSums,
                         expected: dict[str, list[list[str]]]) -> dict[str, int]:
    """The cost of a call of each function, by a reference run."""
    found = {}
    for name, value in expected.get("calls", []):
        found[name], rest = divmod(sums.functions[name], int(value))
        if rest or not found[name]:
            raise ValueError(f"{name}: {sums.functions[name]} instructions in "
                             f"{value} calls")
    return found
