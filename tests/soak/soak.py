#!/usr/bin/env python3
# soak.py -- long and large runs under both tools: nothing is lost, and memory has a
# bound.  SPDX-License-Identifier: GPL-2.0-or-later

"""Runs the programs soak_*.c, whose sums have closed forms, in two sizes, one ten
times the other: natively, under --tool=none and under our tools, with a dump each
second.  Checks:

   - the program's status and output are the same as natively;
   - all sums are exact: heapprof's equal those that the program prints, cachesim's
     equal the number of calls times the cost of a call under stock cachegrind;
   - each dump is a complete profile, with no sum less than in the previous dump or
     more than at the end;
   - the core reported no error, and no file is left;
   - each unit of size takes no more memory beyond that under --tool=none than its
     limit.

Prints TAP, or with --long a table (docs/RELIABILITY.md)."""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import soak_profile
import soak_run

# Difference of two runs: some memory is hidden by Valgrind's own peak at startup, and
# some is taken once.
NOISE_B = 12 << 20
SMALLER = 10 # times; the size that memory is compared with
BROKEN = re.compile(r"Assertion|the 'impossible' happened|Internal error|panic"
                    r"|error: ", re.IGNORECASE)
MB = 1_000_000


@dataclasses.dataclass(frozen=True)
class Tool:
    """One of our tools, with options."""
    name: str
    options: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its name in the output."""
        return " ".join([self.name, *self.options])

    @property
    def reader(self) -> str:
        """The command that reads its profiles."""
        return {"cachesim": "cs_annotate", "heapprof": "hp_annotate"}[self.name]


CACHESIM = Tool("cachesim")
HEAPPROF = Tool("heapprof")
ACCESSES = Tool("heapprof", ("--accesses=yes",))


@dataclasses.dataclass(frozen=True)
class Case:
    """A program; the unit of its size; the sizes of the short form, the long form and
    cachegrind; the limit of bytes per unit.  With `seconds`, the long form takes
    that long instead."""
    program: str
    units: str
    short: int
    long: int
    tiny: int
    may_take_B: dict[Tool, int]
    seconds: int = 0
    options: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    short_tools: tuple[Tool, ...] = (CACHESIM, HEAPPROF)


CASES = [
    Case("threads", "threads", 2500, 100_000, 250,
         {CACHESIM: 0, HEAPPROF: 300, ACCESSES: 300}),
    Case("allocations", "allocations", 2_000_000, 100_000_000 // 64 * 64, 64000,
         {CACHESIM: 0, HEAPPROF: 0, ACCESSES: 0}),
    Case("stacks", "stacks", 100_000, 1_000_000, 1000,
         {CACHESIM: 1000, HEAPPROF: 1000, ACCESSES: 1000}),
    # cachesim keeps a frame for each open call, and the first 131,072 nodes.
    Case("deep", "levels", 1_000_000, 10_000_000, 10_000,
         {CACHESIM: 64, HEAPPROF: 0, ACCESSES: 0}),
    # By default the core has so much space for translations that filling it takes a
    # minute.
    Case("code", "rounds", 5000, 0, 1000, seconds=60,
         may_take_B={CACHESIM: 0, HEAPPROF: 0, ACCESSES: 0},
         options=("--num-transtab-sectors=2", "--avg-transtab-entry-size=50"),
         arguments=("soak_library.so",),
         short_tools=(CACHESIM, HEAPPROF, ACCESSES)),
    Case("processes", "processes", 8, 200, 1,
         {CACHESIM: 0, HEAPPROF: 0, ACCESSES: 0},
         options=("--trace-children=yes",)),
]


@dataclasses.dataclass(frozen=True)
class Row:
    """The results of a case under a tool."""
    case: Case
    tool: Tool
    size: int
    run: soak_run.Run
    none: soak_run.Run
    unit_B: float
    wrong: list[str]


class Soak:
    """The tested builddir, a directory for output, and the results of runs that several
    rows need."""

    def __init__(self, builddir: pathlib.Path, work: pathlib.Path):
        self.builddir, self.work = builddir, work
        self.nones: dict[tuple[str, int], soak_run.Run] = {}
        self.natives: dict[tuple[str, int], soak_run.Run] = {}
        self.each_call: dict[str, dict[str, int]] = {}

    def command(self, case: Case, size: int) -> list:
        """The command that runs the program natively."""
        programs = self.builddir / "tests" / "soak"
        return [programs / f"soak_{case.program}", str(size),
                *(programs / argument for argument in case.arguments)]

    def valgrind(self, tool: str, case: Case, size: int, *options: str) -> list:
        """The command that runs it under a tool."""
        return [self.builddir / "valgrind-in-place", f"--tool={tool}",
                *case.options, *options, *self.command(case, size)]

    def native(self, case: Case, size: int) -> soak_run.Run:
        """The program's native run."""
        key = case.program, size
        if key not in self.natives:
            self.natives[key] = soak_run.run(self.command(case, size), self.work)
        return self.natives[key]

    def none(self, case: Case, size: int) -> soak_run.Run:
        """The resources of its run under --tool=none."""
        key = case.program, size
        if key not in self.nones:
            self.nones[key] = soak_run.run(
                self.valgrind("none", case, size, "-q"), self.work)
        return self.nones[key]

    def instructions(self, case: Case) -> dict[str, int]:
        """The cost of a call of each function of the program, by cachegrind."""
        if case.program not in self.each_call:
            size = case.tiny
            run = soak_run.run(
                self.valgrind("cachegrind", case, size, "--cache-sim=no",
                              "--cachegrind-out-file=stock.%p"), self.work)
            expected = soak_profile.expectations(run.output)
            profiles = list(self.work.glob("stock.*"))
            sums = [soak_profile.CacheSums(
                path, soak_profile.names_in(expected)) for path in profiles]
            for path in profiles:
                path.unlink()
            if "each" in expected:
                expected = {"calls": [["case_child", "1"]]}
                sums.sort(key=lambda s: s.functions["case_child"])
            self.each_call[case.program] = \
                soak_profile.instructions_of_call(sums[-1], expected)
        return self.each_call[case.program]


class Trial:
    """One run of a case under a tool, and its errors."""

    def __init__(self, soak: Soak, case: Case, tool: Tool, size: int):
        self.soak, self.case, self.tool, self.size = soak, case, tool, size
        self.wrong: list[str] = []
        self.native = soak.native(case, size)
        self.expected = soak_profile.expectations(self.native.output)
        self.names = soak_profile.names_in(self.expected)
        self.directory = soak.work / "trial"
        self.directory.mkdir()
        try:
            self.run = soak_run.run(
                soak.valgrind(tool.name, case, size, *tool.options,
                              f"--{tool.name}-out-file=out.%p"),
                self.directory, self.look)
            self.check()
        finally:
            shutil.rmtree(self.directory)

    def sums(self, path: pathlib.Path):
        """The sums of a profile, which must be complete."""
        reader = subprocess.run(
            [self.soak.builddir / self.tool.reader, "--no-source", path],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, check=False)
        if reader.returncode != 0:
            self.wrong.append(reader.stderr.decode(errors="replace").strip())
        if self.tool.name == "heapprof":
            return soak_profile.HeapSums(path, self.names)
        return soak_profile.CacheSums(path, self.names)

    def look(self, path: pathlib.Path) -> dict[str, int]:
        """The figures of a dump."""
        return self.sums(path).growing()

    def check(self) -> None:
        """Check all results."""
        if (self.run.status, self.run.output) != \
                (self.native.status, self.native.output):
            self.wrong.append(f"ended with {self.run.status}, natively "
                              f"{self.native.status}; or the output differs")
        self.wrong += [line for line in self.run.log.splitlines()
                       if BROKEN.search(line)]
        profiles = sorted(self.directory.glob("out.*"))
        others = {"output", "log", *(path.name for path in profiles)}
        self.wrong += [f"left behind: {name}"
                       for name in os.listdir(self.directory)
                       if name not in others]
        if not profiles:
            self.wrong.append("no profile")
        elif "each" in self.expected:
            self.check_processes([self.sums(path) for path in profiles])
        else:
            self.check_sums(self.sums(profiles[0]))

    def check_sums(self, sums) -> None:
        """Check a program of one process."""
        if self.tool.name == "heapprof":
            self.wrong += sums.wrong(self.expected)
        else:
            self.wrong += sums.wrong(self.expected,
                                     self.soak.instructions(self.case))
        before: dict[str, int] = {}
        for dump in [*self.run.dumps, sums.growing()]:
            self.wrong += [f"{key}: {value}, and before {before[key]}"
                           for key, value in dump.items()
                           if value < before.get(key, 0)]
            before = dump

    def check_processes(self, all_sums: list) -> None:
        """Check a program of many processes: the work of each is in exactly one
        profile."""
        found, expected = [], []
        for name, size_B, n in self.expected["each"]:
            if self.tool.name == "heapprof":
                expected.append((int(size_B), int(n)))
            else:
                expected.append(
                    self.soak.instructions(self.case)[name] * int(n))
        for sums in all_sums:
            of_child = tuple(sums.sites["case_child"][:2]) \
                if self.tool.name == "heapprof" else \
                sums.functions["case_child"]
            if of_child not in (0, (0, 0)):
                found.append(of_child)
        if sorted(found) != sorted(expected):
            self.wrong.append(f"of {len(expected)} processes "
                              f"{len(set(found) & set(expected))} are found, "
                              f"of {len(all_sums)} profiles")


def scaled(soak: Soak, case: Case) -> int:
    """The size that takes `case.seconds` under the first of the tools."""
    tool, trial = case.short_tools[0], case.short * 4
    short, long = [soak_run.run(
        soak.valgrind(tool.name, case, size, f"--{tool.name}-out-file=/dev/null"),
        soak.work) for size in (case.tiny, trial)]
    each = (long.seconds - short.seconds) / (trial - case.tiny)
    return max(int(case.seconds / each) // trial * trial, trial)


def measure(soak: Soak, case: Case, tool: Tool, size: int) -> Row:
    """A case under a tool, in two sizes."""
    less = max(size // SMALLER // case.tiny * case.tiny, case.tiny)
    small = Trial(soak, case, tool, less)
    large = Trial(soak, case, tool, size)
    none = soak.none(case, size)
    grown_B = large.run.peak_B - small.run.peak_B \
        - (none.peak_B - soak.none(case, less).peak_B)
    wrong = small.wrong + large.wrong
    may_take_B = case.may_take_B[tool] * (size - less) + NOISE_B
    if grown_B > may_take_B:
        wrong.append(f"{grown_B} bytes for {size - less} more {case.units}, "
                     f"and not {may_take_B} at most")
    return Row(case, tool, size, large.run, none,
               max(grown_B, 0) / (size - less), wrong)


def print_tap(number: int, row: Row) -> None:
    """A row as a test."""
    name = f"{row.case.program}: {row.tool.title}: {row.size:,} {row.case.units}"
    print(f"{'not ' if row.wrong else ''}ok {number} - {name}")
    for line in row.wrong[:20]:
        print(f"#   {line}")
    print(f"#   {row.run.seconds:.1f} s, none {row.none.seconds:.1f} s; "
          f"{row.run.peak_B / MB:.0f} MB, none {row.none.peak_B / MB:.0f} MB; "
          f"{len(row.run.dumps)} dumps", flush=True)


def print_row(row: Row) -> None:
    """A row of the table."""
    cells = [
        row.case.program, row.tool.title, f"{row.size:,} {row.case.units}",
        f"{row.run.seconds:.1f}", f"{row.run.seconds / row.none.seconds:.2f}",
        f"{row.run.peak_B / MB:.0f}", f"{row.none.peak_B / MB:.0f}",
        f"{row.unit_B:.0f}" if row.unit_B >= 1 else f"{row.unit_B:.2f}",
        str(len(row.run.dumps)), "exact" if not row.wrong else "WRONG"]
    print("| " + " | ".join(cells) + " |", flush=True)
    for line in row.wrong[:20]:
        print(f"soak.py: {row.case.program}: {row.tool.title}: {line}",
              file=sys.stderr)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--builddir", type=pathlib.Path, required=True)
    parser.add_argument("--long", action="store_true",
                        help="the long form, as a table")
    parser.add_argument("--only", metavar="PROGRAM", help="one of: "
                        + " ".join(case.program for case in CASES))
    return parser.parse_args()


def main() -> int:
    """Run everything; 1 after an error."""
    asked = options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if asked.long:
        print("| program | tool | size | CPU s | × none | MB | none's MB | "
              "bytes each | dumps | sums |")
        print("|---" * 10 + "|")
    n = n_wrong = 0
    with tempfile.TemporaryDirectory(prefix="quern-soak.") as work:
        soak = Soak(asked.builddir.resolve(), pathlib.Path(work))
        for case in CASES:
            if asked.only not in (None, case.program):
                continue
            size = case.short
            if asked.long:
                size = case.long or scaled(soak, case)
            for tool in case.may_take_B if asked.long else case.short_tools:
                row = measure(soak, case, tool, size)
                n += 1
                n_wrong += bool(row.wrong)
                if asked.long:
                    print_row(row)
                else:
                    print_tap(n, row)
    if not asked.long:
        print(f"1..{n}")
    return 1 if n_wrong and asked.long else 0


if __name__ == "__main__":
    sys.exit(main())
