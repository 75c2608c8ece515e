#!/usr/bin/env python3
# bench_paths.py -- hp_annotate on a heap profile of many call paths: time and memory of
# each kind of report.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success, whether or not targets are met; 1 an error; 2 usage.

"""A part of `make bench-annotate`; README.md explains how to read it.  There is no stock
command to compare with: --before=DIR names older commands of ours, which run in turn."""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile

import make_heap_profile
from bench_annotate import Sample, adopt_orphans, run
from bench_common import (
    ROUNDS, Run, Target, cpu_model, positive, print_targets, progress, run_main,
    trial_note)

PATHS = 1_000_000
MOST_MB = 500           # of memory, in millions of bytes
TIME = 1 / 10           # of the older command's
FORMS = {"text": [], "json": ["--json"], "csv": ["--csv"], "page": ["--json=all"],
         "html": ["--html=page.html"]}


def measure(bench: Run, commands: list[pathlib.Path], options: list[str],
            top: pathlib.Path) -> list[Sample]:
    """The rounds of one report, the commands in turn.  Raises BenchError or OSError."""
    samples = [Sample() for _ in commands]
    for number in range(bench.rounds):
        for command, sample in zip(commands, samples):
            progress(f"{' '.join(options)}: round {number + 1} of {bench.rounds}")
            seconds, kib = run([str(command), *options, "paths.hp"], top)
            sample.seconds.append(seconds)
            sample.peak_kib.append(kib)
    return samples


def targets_of(form: str, figures: list[tuple[float, float]]) -> list[Target]:
    """The targets of one report: `figures` are seconds and megabytes."""
    targets = [Target(f"{form}: at most {MOST_MB} MB", figures[0][1] <= MOST_MB,
                      f"{figures[0][1]:.0f}")]
    if len(figures) > 1:
        ratio = figures[0][0] / figures[1][0]
        targets.append(Target(f"{form}: at most {TIME:.3g} of the time before",
                              ratio <= TIME, f"{ratio:.3f}"))
    return targets


def run_bench(options: argparse.Namespace) -> int:
    """Measure and print; the exit status.  Raises BenchError or OSError."""
    bench = Run("bench_paths.py", options.rounds)
    directories = [options.commands] + ([options.before] if options.before else [])
    commands = [pathlib.Path(name).resolve() / "hp_annotate" for name in directories]
    if not os.access(commands[0], os.X_OK):
        print(f"\nthere is no {commands[0]}: left out", flush=True)
        return 0
    adopt_orphans()
    targets = []
    with tempfile.TemporaryDirectory(prefix="quern-bench.") as name:
        top = pathlib.Path(name)
        progress("making paths.hp")
        make_heap_profile.make_heap_profile(str(top / "paths.hp"), options.paths)
        size_B = (top / "paths.hp").stat().st_size
        print(f"{cpu_model()}; {trial_note(bench.rounds)}\n\npaths: hp_annotate, "
              f"{options.paths:,} call paths, {size_B / 1e6:.0f} MB\n\n"
              f"{'report':8}{'s':>8}{'MB':>8}{'before: s':>12}{'MB':>8}")
        for form, arguments in FORMS.items():
            figures = [(statistics.median(sample.seconds),
                        statistics.median(sample.peak_kib) * 1024 / 1e6)
                       for sample in measure(bench, commands, arguments, top)]
            cells = [f"{figures[0][0]:8.2f}{figures[0][1]:8.0f}"]
            cells += [f"{seconds:12.2f}{memory:8.0f}" for seconds, memory in figures[1:]]
            print(f"{form:8}{''.join(cells)}", flush=True)
            targets += targets_of(form, figures)
    print()
    print_targets(targets)
    return 1 if bench.errors else 0


def main() -> int:
    """Run the program; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="bench_paths.py", allow_abbrev=False,
        description="Measure hp_annotate on a profile of many call paths.")
    parser.add_argument("--commands", required=True, metavar="DIR",
                        help="where our commands are: the build tree")
    parser.add_argument("--before", metavar="DIR",
                        help="where older ones are, to compare with")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
                        help=f"runs of each kind (default {ROUNDS})")
    parser.add_argument("--paths", type=positive, default=PATHS, metavar="N",
                        help=f"call paths (default {PATHS})")
    options = parser.parse_args(sys.argv[1:])
    return run_main("bench_paths.py", lambda: run_bench(options))


if __name__ == "__main__":
    sys.exit(main())
