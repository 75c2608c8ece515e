#!/usr/bin/env python3
# bench_annotate.py -- compares cs_annotate, cs_diff and cs_merge with stock
# cg_annotate, cg_diff and cg_merge on large profiles: time and memory, in one
# run and in turn.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success, whether or not targets are met; 1 an error, or wrong
# totals; 2 usage.

"""The program behind `make bench-annotate`.  README.md explains how to
read it.  make_profile.py generates the profiles.

Four parts: measuring (one run; the rounds of one comparison), comparisons
(commands and profiles), figures (ratios, targets), report (tables and JSON).
"""

import argparse
import ctypes
import dataclasses
import datetime
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable

import make_profile
from bench_common import (
    ENVIRONMENT, ROUNDS, BenchError, Run, Target, check_files, clear_progress,
    cpu_model, last_line, machine, names_among, output_of, positive, print_targets,
    progress, reason_of, run_main, trial_note, wait_usage,
    write_json)

SIZES = [100_000, 1_000_000, 10_000_000]    # lines of a profile
MERGES = [10, 100, 1_000, 10_000]           # profiles merged
MERGED_LINES = 1_000                        # of each of them

# Stock commands get at most these: they would take hours with more.
STOCK_SIZE = 1_000_000
STOCK_MERGE = 1_000

ANNOTATE_TIME = 1 / 20  # of stock's
ANNOTATE_MEMORY = 2     # times the profile's size
MERGE_TIME = 1 / 10     # of stock's
MERGE_GROWTH = 1.5      # of memory, from the fewest profiles to the most, but
MERGE_NAMES_MIB = 1     # for the profiles' names, which are arguments
LINEAR = 1.5            # of the time a line takes, from STOCK_SIZE on

PR_SET_CHILD_SUBREAPER = 36     # of <linux/prctl.h>


# ---------------------------------------------------------------- measuring

@dataclasses.dataclass
class Sample:
    """The results of one command's rounds: CPU time, user and system, in seconds;
    and peak memory in KiB."""
    seconds: list[float] = dataclasses.field(default_factory=list)
    peak_kib: list[int] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Row:
    """One comparison.  `lines` and `size_B` are sums of all profiles."""
    profiles: int
    lines: int
    size_B: int
    ours: Sample
    stock: Sample | None    # None: not run on profiles of that size


class Bench(Run):
    """One run of this program."""

    def __init__(self, options: argparse.Namespace, top: str):
        super().__init__("bench_annotate.py", options.rounds)
        self.commands = pathlib.Path(options.commands).resolve()
        self.top = pathlib.Path(top)
        self.sizes = options.sizes
        self.merges = options.merges
        self.merged_lines = options.merged_lines

    def ours(self, name: str) -> str:
        """The path of one of our commands."""
        return str(self.commands / name)


def adopt_orphans() -> None:
    """Become the parent of processes that our children leave behind.  Raises
    BenchError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise BenchError("prctl: " + os.strerror(ctypes.get_errno()))


# Prints the pid of the process that waits for the end of standard input and then
# executes the command.
START = """
exec 3<&0
{ read -r go <&3; exec "$@" 3<&- </dev/null >/dev/null 2>stderr; } &
echo $!
"""


def run(command: list[str], directory: pathlib.Path) -> tuple[float, int]:
    """Run a command once in a directory, in ENVIRONMENT.  User and system CPU
    time in seconds, and peak memory in KiB.  Raises BenchError if it fails or
    hangs, OSError if it cannot be run.

    Linux counts as a program's peak at least the peak of the process that
    started it, and this one is larger than the measured ones.  Therefore a shell
    starts the command, exits, and leaves it to us."""
    shell = subprocess.Popen(
        ["sh", "-c", START, "sh", *command], cwd=directory, env=ENVIRONMENT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with shell.stdout, shell.stdin:
        said = shell.stdout.readline()
        shell.wait()
    if not said.strip().isdigit():
        raise BenchError("sh: did not start the command")
    status, usage = wait_usage(int(said))
    if status != 0:
        raise BenchError(f"{command[0]}: exit status {status}: "
                         + last_line(directory / "stderr"))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def measure(bench: Bench, what: str, ours: list[str],
            stock: list[str] | None) -> tuple[Sample, Sample | None]:
    """All rounds of one comparison, the commands in turn.  Raises BenchError
    or OSError if one fails."""
    samples = Sample(), (None if stock is None else Sample())
    for number in range(bench.rounds):
        for command, sample in zip((ours, stock), samples):
            if command is None or sample is None:
                continue
            progress(f"{what}: round {number + 1} of {bench.rounds}, "
                     f"{os.path.basename(command[0])}")
            seconds, kib = run(command, bench.top)
            sample.seconds.append(seconds)
            sample.peak_kib.append(kib)
    return samples


# -------------------------------------------------------------- comparisons

def shape_of(lines: int) -> make_profile.Shape:
    """The shape of a program with that many lines: about 500 per file, but at most
    2,000 files."""
    return make_profile.Shape(lines, max(1, min(2_000, lines // 500)))


def profile(bench: Bench, lines: int, variant: int) -> str:
    """The name of a profile in the bench's directory, which is made on
    first use.  Raises OSError."""
    name = f"lines{lines}.{variant}.out"
    if not (bench.top / name).exists():
        progress(f"making {name}")
        make_profile.make_profile(str(bench.top / name), shape_of(lines),
                                  variant)
    return name


def size_of(bench: Bench, names: Iterable[str]) -> int:
    """The size of some profiles in bytes.  Raises OSError."""
    return sum((bench.top / name).stat().st_size for name in names)


def totals_in(lines: Iterable[str]) -> list[int]:
    """The totals of the events in a profile or a report, or the changes in a report
    of cs_diff; empty if there are none.  Metrics, which are not events, come last."""
    changes: list[int] = []
    for line in lines:
        words = re.sub(r"\([^)]*\)|,", "", line).split()
        if line.startswith("summary:"):
            return [int(word) for word in words[1:]]
        if words[-2:] == ["PROGRAM", "TOTALS"]:
            return [int(word) for word in words[:len(make_profile.EVENTS)]]
        if len(words) == 4 and words[0] in make_profile.EVENTS:
            changes.append(int(words[3]))
    return changes


def totals_of(bench: Bench, name: str) -> list[int]:
    """The totals of a profile.  Raises OSError."""
    with (bench.top / name).open(encoding="utf-8") as lines:
        return totals_in(lines)


def totals_said(bench: Bench, command: list[str]) -> list[int]:
    """The totals in a command's output.  Raises OSError."""
    with subprocess.Popen(command, cwd=bench.top, env=ENVIRONMENT, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as process:
        totals = totals_in(process.stdout)
        for _ in process.stdout:    # against a broken pipe
            pass
    return totals


def check_totals(bench: Bench, where: str, expected: list[int],
                 found: list[int]) -> None:
    """Report wrong totals as an error."""
    if expected != found:
        bench.error(where, f"totals should be {expected}, are {found}")


def annotate_row(bench: Bench, lines: int) -> Row:
    """cs_annotate and cg_annotate on one profile.  Raises BenchError or
    OSError."""
    name = profile(bench, lines, 0)
    ours = [bench.ours("cs_annotate"), "--no-annotate", name]
    stock = ["cg_annotate", "--auto=no", name]
    check_totals(bench, f"cs_annotate, {lines} lines", totals_of(bench, name),
                 totals_said(bench, ours))
    samples = measure(bench, f"annotate, {lines} lines", ours,
                      stock if lines <= STOCK_SIZE else None)
    return Row(1, lines, size_of(bench, [name]), *samples)


def diff_row(bench: Bench, lines: int) -> Row:
    """cs_diff and cg_diff on two profiles.  Raises BenchError or OSError."""
    names = [profile(bench, lines, variant) for variant in (0, 1)]
    ours = [bench.ours("cs_diff"), "--no-annotate", *names]
    before, after = (totals_of(bench, name) for name in names)
    check_totals(bench, f"cs_diff, {lines} lines",
                 [b - a for a, b in zip(before, after)],
                 totals_said(bench, ours))
    samples = measure(bench, f"diff, {lines} lines", ours,
                      ["cg_diff", *names] if lines <= STOCK_SIZE else None)
    return Row(2, 2 * lines, size_of(bench, names), *samples)


def merge_row(bench: Bench, count: int) -> Row:
    """cs_merge and cg_merge on many profiles.  Raises BenchError or
    OSError."""
    each = bench.merged_lines
    names = [profile(bench, each, variant) for variant in range(count)]
    ours = [bench.ours("cs_merge"), "-o", "merged.ours", *names]
    stock = (["cg_merge", "-o", "merged.stock", *names]
             if count <= STOCK_MERGE else None)
    samples = measure(bench, f"merge, {count} profiles", ours, stock)
    progress(f"merge, {count} profiles: checking totals")
    expected = [sum(column) for column
                in zip(*(totals_of(bench, name) for name in names))]
    for command, name in (("cs_merge", "merged.ours"),
                          ("cg_merge", "merged.stock")):
        if command == "cs_merge" or stock is not None:
            check_totals(bench, f"{command}, {count} profiles", expected,
                         totals_of(bench, name))
    return Row(count, count * each, size_of(bench, names), *samples)


@dataclasses.dataclass(frozen=True)
class Part:
    """One of our commands, its counterpart, and the measurement."""
    ours: str
    stock: str
    sizes: Callable[[Bench], list[int]]
    row: Callable[[Bench, int], Row]


PARTS = {
    "annotate": Part("cs_annotate", "cg_annotate",
                     lambda bench: bench.sizes, annotate_row),
    "diff": Part("cs_diff", "cg_diff",
                 lambda bench: bench.sizes, diff_row),
    "merge": Part("cs_merge", "cg_merge",
                  lambda bench: bench.merges, merge_row),
}


def measure_part(bench: Bench, part: Part) -> list[Row]:
    """All comparisons of one command.  Those that fail are reported as errors
    and left out."""
    rows = []
    if not shutil.which(part.stock, path=ENVIRONMENT["PATH"]):
        bench.error(part.stock, "not found: install the Debian package "
                    "valgrind")
        return rows
    for size in part.sizes(bench):
        try:
            rows.append(part.row(bench, size))
        except (BenchError, OSError) as error:
            bench.error(f"{part.ours}, {size}", reason_of(error))
    clear_progress()
    return rows


# ------------------------------------------------------------------ figures

@dataclasses.dataclass(frozen=True)
class Figures:
    """Figures from the medians of one row."""
    our_seconds: float
    ns_per_line: float
    our_mib: float
    memory_ratio: float             # our peak / the size of all profiles
    stock_seconds: float | None
    stock_mib: float | None
    time_ratio: float | None        # ours / stock


def figures_of(row: Row) -> Figures:
    """The figures of one row."""
    seconds = statistics.median(row.ours.seconds)
    kib = statistics.median(row.ours.peak_kib)
    stock_seconds = stock_mib = ratio = None
    if row.stock is not None:
        stock_seconds = statistics.median(row.stock.seconds)
        stock_mib = statistics.median(row.stock.peak_kib) / 1024
        ratio = seconds / stock_seconds
    return Figures(seconds, seconds / row.lines * 1e9, kib / 1024,
                   kib * 1024 / row.size_B, stock_seconds, stock_mib, ratio)


def time_target(text: str, most: float, row: Row | None) -> Target:
    """The target of a command's time as a share of stock's."""
    ratio = None if row is None else figures_of(row).time_ratio
    return Target(f"{text}, at most {most:.3g}",
                  ratio is not None and ratio <= most,
                  "not measured" if ratio is None else f"{ratio:.4f}")


def linear_target(name: str, rows: list[Row]) -> Target:
    """The target that a line takes as long in the largest profiles as in those of
    STOCK_SIZE."""
    base, last = (figures_of(row).ns_per_line for row in (rows[0], rows[-1]))
    return Target(f"{name}: a line takes at most {LINEAR} times as long in "
                  "the largest", last <= LINEAR * base, f"{last / base:.2f}")


def annotate_targets(rows: list[Row]) -> list[Target]:
    """The targets of cs_annotate."""
    at_size = next((row for row in rows if row.lines == STOCK_SIZE), None)
    targets = [time_target(f"cs_annotate / cg_annotate, {STOCK_SIZE:,} lines",
                           ANNOTATE_TIME, at_size)]
    large = [figures_of(row).memory_ratio for row in rows
             if row.lines >= STOCK_SIZE]
    targets.append(Target(
        f"cs_annotate: peak memory at most {ANNOTATE_MEMORY} times the "
        f"profile's size, from {STOCK_SIZE:,} lines on",
        bool(large) and max(large) <= ANNOTATE_MEMORY,
        f"{max(large):.2f}" if large else "not measured"))
    return targets


def merge_targets(rows: list[Row]) -> list[Target]:
    """The targets of cs_merge."""
    at_size = next((row for row in rows if row.profiles == STOCK_MERGE), None)
    first, last = (figures_of(row).our_mib for row in (rows[0], rows[-1]))
    return [
        time_target(f"cs_merge / cg_merge, {STOCK_MERGE:,} profiles",
                    MERGE_TIME, at_size),
        Target(f"cs_merge: peak memory of {rows[-1].profiles:,} at most "
               f"{MERGE_GROWTH} times that of {rows[0].profiles:,}, and "
               f"{MERGE_NAMES_MIB} MiB",
               last <= MERGE_GROWTH * first + MERGE_NAMES_MIB,
               f"{last:.1f} and {first:.1f} MiB"),
    ]


def targets_of(name: str, rows: list[Row]) -> list[Target]:
    """All targets of one part; none if nothing was measured."""
    if not rows:
        return []
    targets = []
    if name == "annotate":
        targets += annotate_targets(rows)
    if name == "merge":
        targets += merge_targets(rows)
    large = [row for row in rows if row.lines >= STOCK_SIZE]
    if len(large) > 1:
        targets.append(linear_target(PARTS[name].ours, large))
    return targets


# ------------------------------------------------------------------- report

HEAD = f"{'profiles':>8}{'lines':>12}{'MiB':>8}{'cs s':>9}{'ns/line':>9}" \
       f"{'cs MiB':>8}{'of size':>8}{'cg s':>9}{'cg MiB':>8}{'cs/cg':>8}"


def cell(value: float | None, digits: int, width: int) -> str:
    """A number for the table; - for none."""
    return (f"{'-':>{width}}" if value is None
            else f"{value:{width}.{digits}f}")


def row_text(row: Row) -> str:
    """One line of the table."""
    figures = figures_of(row)
    return (f"{row.profiles:8,}{row.lines:12,}{row.size_B / 2**20:8.1f}"
            + cell(figures.our_seconds, 3, 9)
            + cell(figures.ns_per_line, 0, 9)
            + cell(figures.our_mib, 1, 8)
            + cell(figures.memory_ratio, 2, 8)
            + cell(figures.stock_seconds, 2, 9)
            + cell(figures.stock_mib, 1, 8)
            + cell(figures.time_ratio, 4, 8))


def print_part(name: str, rows: list[Row]) -> None:
    """Print the table and the targets of one part."""
    part = PARTS[name]
    print(f"\n{name}: {part.ours} (cs) and {part.stock} (cg)\n")
    if not rows:
        print("nothing measured", flush=True)
        return
    print(HEAD)
    for row in rows:
        print(row_text(row))
    print()
    print_targets(targets_of(name, rows))


def run_part(bench: Bench, name: str) -> list[Row]:
    """Measure and print one part; nothing if our command is missing."""
    part = PARTS[name]
    if not os.access(bench.ours(part.ours), os.X_OK):
        print(f"\n{name}: there is no {bench.ours(part.ours)}: left out",
              flush=True)
        return []
    rows = measure_part(bench, part)
    print_part(name, rows)
    return rows


def report_json(bench: Bench, started: datetime.datetime,
                results: dict[str, list[Row]]) -> dict:
    """The full report of a run."""
    return {
        "version": 1,
        "date": started.isoformat(timespec="seconds"),
        "machine": machine(),
        "tools": {
            "valgrind": output_of(["valgrind", "--version"]),
            **{PARTS[name].ours: output_of([bench.ours(PARTS[name].ours),
                                            "--version"])
               for name, rows in results.items() if rows}},
        "rounds": bench.rounds,
        "parts": {
            name: {"rows": [{**dataclasses.asdict(row),
                             "figures": dataclasses.asdict(figures_of(row))}
                            for row in rows],
                   "targets": [dataclasses.asdict(target)
                               for target in targets_of(name, rows)]}
            for name, rows in results.items()},
        "errors": bench.errors,
    }


# --------------------------------------------------------------------- main

def parse_options(arguments: list[str]) -> argparse.Namespace:
    """The command line.  Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bench_annotate.py", allow_abbrev=False,
        description="Compare cs_annotate, cs_diff and cs_merge with stock.")
    parser.add_argument("--commands", required=True, metavar="DIR",
                        help="where our commands are: the build tree")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
                        help=f"runs of each kind (default {ROUNDS})")
    parser.add_argument("--quick", action="store_true",
                        help="one round, and not the largest: a trial")
    parser.add_argument("--parts", type=names_among(PARTS),
                        default=list(PARTS), metavar="A,B",
                        help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--merged-lines", type=positive, default=MERGED_LINES,
                        metavar="N", help="lines of each merged profile "
                        f"(default {MERGED_LINES})")
    parser.add_argument("--json", metavar="FILE",
                        help="where to write every single time and figure")
    options = parser.parse_args(arguments)
    options.sizes, options.merges = SIZES, MERGES
    if options.quick:
        options.rounds = 1
        options.sizes, options.merges = SIZES[:-1], MERGES[:-1]
    return options


def run_bench(options: argparse.Namespace) -> int:
    """Measure, print, write; the exit status.  Raises BenchError or OSError
    if it cannot start or end."""
    check_files(None, options.json)
    adopt_orphans()
    started = datetime.datetime.now().astimezone()
    with tempfile.TemporaryDirectory(prefix="quern-bench.") as top:
        bench = Bench(options, top)
        print(f"{cpu_model()}; {trial_note(bench.rounds)}", flush=True)
        results = {name: run_part(bench, name) for name in options.parts}
    write_json(options.json, lambda: report_json(bench, started, results))
    return 1 if bench.errors else 0


def main() -> int:
    """Run the program; returns the exit status."""
    options = parse_options(sys.argv[1:])
    return run_main("bench_annotate.py", lambda: run_bench(options))


if __name__ == "__main__":
    sys.exit(main())
