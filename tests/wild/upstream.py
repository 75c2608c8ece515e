#!/usr/bin/env python3
# upstream.py -- Valgrind's own test programs behave under our tools as under --tool=none,
# and each command reads each profile.  SPDX-License-Identifier: GPL-2.0-or-later

"""Runs each program of a built Valgrind's tests under --tool=none, twice, and in each
mode.  What must hold in a mode:

   - exit status, standard output and standard error are as under none, but for what
     differs between runs of none; the run takes not much longer;
   - neither the core nor the tool reports an error that they do not report under none;
   - each process leaves a whole profile and nothing else, unless SIGKILL ended it;
   - each command that fits reads each profile in all its forms.

upstream.txt has the exceptions with their reasons; one that does not apply is an error.
Results are noted in WORK/results as they come, what a bad run left in WORK/found.  Exit
status: 0, or 1 if anything failed, or nothing ran."""

import argparse
import collections
import concurrent.futures
import dataclasses
import fnmatch
import json
import os
import pathlib
import shutil
import sys
import threading

import upstream_programs
from upstream_programs import Program
from upstream_run import PROBLEMS, Bench, Mode, succeeds

MODES: list[Mode] = [
    ("cachesim",),
    ("cachesim", "--call-graph=yes", "--objects=yes"),
    ("cachesim", "--sharing=yes"),
    ("cachesim", "--machine=host"),
    ("cachesim", "--machine=zen4", "--sweep=LL:1M..16M"),
    ("cachesim", "--machine=zen4", "--toggle-collect=main", "--separate-threads=yes",
     "--call-graph=yes"),
    ("cachesim", "--branch-sim=yes", "--line-use=yes", "--objects=yes"),
    ("heapprof",),
    ("heapprof", "--accesses=yes"),
    ("heapprof", "--pages-as-heap=yes"),
]


class Results:
    """By program and mode; each is a line of a file as well, to go on later.  A mode's
    has `seconds`, `profiles` and `problems`; none's has `seconds` and `unstable`, or why
    the program was left out."""

    def __init__(self, path: pathlib.Path, goes_on: bool):
        self.path = path
        self.lock = threading.Lock()
        self.all: dict[tuple[str, str], dict] = {}
        if not goes_on or not path.exists():
            path.write_text("", encoding="utf-8")
        for line in path.read_text(encoding="utf-8").splitlines():
            self._keep(json.loads(line))

    def _keep(self, result: dict) -> None:
        self.all[result["program"], result["mode"]] = result

    def note(self, program: Program, mode: Mode, **values) -> None:
        """Keeps a result, and prints what is wrong."""
        result = {"program": program.name, "mode": " ".join(mode), **values}
        with self.lock:
            self._keep(result)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
            for what, details in result.get("problems", []):
                print(f"{program.name}: {result['mode']}: {what}: {details}", flush=True)

    def is_done(self, program: Program, mode: Mode) -> bool:
        """Whether nothing is left to do."""
        none = self.all.get((program.name, "none"), {})
        return "left_out" in none or (program.name, " ".join(mode)) in self.all

    def of_mode(self, mode: Mode) -> dict[str, dict]:
        """Those of a mode, by program."""
        return {program: result for (program, name), result in self.all.items()
                if name == " ".join(mode)}


def run_program(bench: Bench, results: Results, program: Program,
                modes: list[Mode]) -> None:
    """All runs of a program, but for those whose results are there."""
    wanted = [mode for mode in modes if not results.is_done(program, mode)]
    if not wanted:
        return
    none = ("none",)
    if not succeeds(program.before, program.directory):
        results.note(program, none, left_out="needs what is not here")
        return
    nones, wall = bench.nones(program)
    if len(nones) < 2:
        results.note(program, none, left_out=f"takes over {bench.limit} s under none")
        return
    results.note(program, none, seconds=nones[1].seconds,
                 unstable=sorted(nones[0].differs(nones[1])))
    for mode in wanted:
        run, n_profiles, problems = bench.mode(program, mode, nones, wall)
        results.note(program, mode, seconds=run.seconds, profiles=n_profiles,
                     problems=problems)
    shutil.rmtree(bench.place(program), ignore_errors=True)


@dataclasses.dataclass
class Known:
    """An exception: patterns of programs and modes, what is wrong, and why."""
    program: str
    modes: list[str]
    problems: set[str]
    reason: str
    was_tried: bool = False

    def fits(self, program: str, mode: str) -> bool:
        """Whether it is about this run."""
        return fnmatch.fnmatch(program, self.program) and \
            any(fnmatch.fnmatch(mode, pattern) for pattern in self.modes)


def read_known(path: pathlib.Path) -> list[Known]:
    """Three words and a reason on each line."""
    known = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split(None, 3)
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 4 or not PROBLEMS.keys() >= set(words[2].split(",")):
            sys.exit(f"upstream.py: {path.name}:{number}: expected program, mode, some "
                     f"of {','.join(PROBLEMS)}, and a reason")
        known.append(Known(words[0], words[1].replace("_", " ").split("|"),
                           set(words[2].split(",")), words[3]))
    return known


def judge(results: Results, known: list[Known]) -> list[str]:
    """The runs with problems that are not known, or without those that are."""
    failures = []
    for (program, mode), result in sorted(results.all.items()):
        if mode == "none":
            continue
        expected: set[str] = set()
        for entry in known:
            if entry.fits(program, mode):
                entry.was_tried = True
                expected |= entry.problems
        problems = {what for what, _ in result["problems"]}
        words = [*sorted(problems - expected),
                 *(f"{what} is listed, but is not so"
                   for what in sorted(expected - problems))]
        if words:
            failures.append(f"{program}: {mode}: {', '.join(words)}")
    return failures


def print_table(results: Results, modes: list[Mode]) -> None:
    """A row for each mode."""
    print(" | ".join(["| mode", "runs", "CPU, × none", *PROBLEMS, "profiles |"]))
    print("|---" * (len(PROBLEMS) + 4) + "|")
    for mode in modes:
        rows = results.of_mode(mode)
        counts = collections.Counter(
            what for result in rows.values()
            for what in {what for what, _ in result["problems"]})
        none = sum(results.all[program, "none"]["seconds"] for program in rows)
        seconds = sum(result["seconds"] for result in rows.values())
        n_profiles = sum(result["profiles"] for result in rows.values())
        print(" | ".join([f"| {' '.join(mode)}", str(len(rows)),
                          f"{seconds / none:.2f}" if none else "n/a",
                          *(str(counts[what]) for what in PROBLEMS), f"{n_profiles} |"]))


def print_left_out(results: Results, not_built: list[str]) -> None:
    """The programs of which nothing, or not all, was compared."""
    groups = {"not built": not_built}
    for (program, _), result in sorted(results.all.items()):
        if "left_out" in result:
            groups.setdefault(result["left_out"], []).append(program)
        if result.get("unstable"):
            groups.setdefault("differs from itself in " + ", ".join(result["unstable"]),
                              []).append(program)
    for reason, programs in groups.items():
        print(f"{reason}: {len(programs)}: {' '.join(programs)}")


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    for name in ("builddir", "source", "known", "work"):
        parser.add_argument(f"--{name}", type=lambda name: pathlib.Path(name).absolute(),
                            required=True)
    parser.add_argument("--mode", action="append", help="a pattern: only these modes")
    parser.add_argument("--every", type=int, default=1, help="only every Nth program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=30, help="seconds under none")
    parser.add_argument("--resume", action="store_true", help="go on where it ended")
    parser.add_argument("--list", action="store_true", help="list the programs")
    parser.add_argument("program", nargs="*", help="patterns: only these programs")
    return parser.parse_args()


def fits(program: Program, patterns: list[str]) -> bool:
    """Whether a pattern is for its name, or the last part of it; or there is none."""
    return not patterns or any(fnmatch.fnmatch(program.name, one) or
                               fnmatch.fnmatch(program.name, f"*/{one}")
                               for one in patterns)


def main() -> int:
    """Runs, prints what is wrong, a table and the counts."""
    arguments = parse()
    known = read_known(arguments.known)
    programs, not_built = upstream_programs.read(arguments.source)
    programs = [program for program in programs
                if fits(program, arguments.program)][::arguments.every]
    modes = [mode for mode in MODES if not arguments.mode or
             any(fnmatch.fnmatch(" ".join(mode), one) for one in arguments.mode)]
    if not programs or not modes:
        sys.exit("upstream.py: there is no such program, or no such mode")
    if arguments.list:
        print("\n".join(f"{program.name}: {program.command}" for program in programs))
        return 0
    arguments.work.mkdir(parents=True, exist_ok=True)
    bench = Bench(arguments.builddir, arguments.work, arguments.limit)
    results = Results(arguments.work / "results", arguments.resume)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(lambda program: run_program(bench, results, program, modes),
                      programs))
    print_table(results, modes)
    print_left_out(results, not_built)
    failures = judge(results, known)
    n_runs = sum("problems" in result for result in results.all.values())
    n_passed = n_runs - len(failures)
    if modes == MODES and not arguments.program and arguments.every == 1:
        failures += [f"{entry.program}: is listed, but did not run" for entry in known
                     if not entry.was_tried]
    for failure in failures:
        print(f"FAIL: {failure}")
    print(f"{n_passed} passed, {len(failures)} failed")
    return 1 if failures or not n_runs else 0


if __name__ == "__main__":
    sys.exit(main())
