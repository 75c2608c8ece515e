#!/usr/bin/env python3
# bench.py -- compares native, --tool=none, cachegrind and cachesim: time and
# memory, in one run and in turn.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success, whether or not targets are met; 1 an error, or different
# outfiles; 2 usage.

"""The program behind `make bench`.  README.md explains how to read it.

Four parts: workloads (programs and their inputs), measuring (one run; the
rounds of one workload), figures (ratios, means, targets), report (tables and
JSON).  Data flows in that order.
"""

import argparse
import dataclasses
import datetime
import itertools
import os
import pathlib
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

from bench_common import (
    ENVIRONMENT, ROUNDS, BenchError, Run, Target, check_files, clear_progress,
    cpu_model, first_line, machine, names_among, output_of, positive, print_targets,
    progress, reason_of, run, run_main, trial_note, write_json)

CLAMP = 0.01            # the overhead that stands for one lost in noise

CACHES = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64"]
SETUPS = ["native", "none", "cachegrind", "cachesim"]

# Writes a workload's input into a directory; the command to run there.
Prepare = Callable[[pathlib.Path], list[str]]


@dataclasses.dataclass(frozen=True)
class Mode:
    """Options of both tools, and the limit of cachesim's overhead as a share of
    cachegrind's."""
    options: list[str]
    overhead_target: float
    overhead_words: str
    never_slower: bool = False


MODES = {
    "caches": Mode(CACHES, 1 / 3, "1/3", never_slower=True),
    "branches": Mode([*CACHES, "--branch-sim=yes"], 1 / 2, "1/2"),
    "none": Mode(["--cache-sim=no", "--branch-sim=no"], 1 / 6, "1/6"),
}


# ---------------------------------------------------------------- workloads

# cachegrind takes one to three seconds for each workload, except for those that only
# start up, and except for cc1: 300 functions take eight seconds, however short.

FLOAT_C = """\
#include <stdio.h>

enum { N = 112, GRID = 256, SWEEPS = 400 };

static double a[N][N], b[N][N], c[N][N];
static double grid[2][GRID][GRID];

static void multiply(void)
{
   for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
         for (int j = 0; j < N; j++)
            c[i][j] += a[i][k] * b[k][j];
}

static void relax(int from)
{
   for (int y = 1; y < GRID - 1; y++)
      for (int x = 1; x < GRID - 1; x++)
         grid[!from][y][x] = 0.25
            * (grid[from][y - 1][x] + grid[from][y + 1][x]
               + grid[from][y][x - 1] + grid[from][y][x + 1]);
}

int main(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         a[i][j] = i - 0.5 * j;
         b[i][j] = 1.0 / (1 + i + j);
      }
   for (int x = 0; x < GRID; x++)
      grid[0][0][x] = grid[1][0][x] = x;
   for (int repeat = 0; repeat < 60; repeat++)
      multiply();
   for (int sweep = 0; sweep < SWEEPS; sweep++)
      relax(sweep % 2);
   printf("%g %g\\n", c[N / 2][N / 3], grid[SWEEPS % 2][2][GRID / 2]);
   return 0;
}
"""

THREADS_C = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 16, WORDS = 4096, ROUNDS = 900 };

static unsigned sums[THREADS];

static void *work(void *argument)
{
   unsigned *sum = argument;
   unsigned *table = calloc(WORDS, sizeof *table);
   unsigned state = (unsigned)(sum - sums) + 1;

   if (table == NULL)
      abort();
   for (int i = 0; i < WORDS * ROUNDS; i++) {
      state = state * 1664525u + 1013904223u;
      table[state >> 20] += state & 255;
   }
   for (int i = 0; i < WORDS; i++)
      *sum += table[i];
   free(table);
   return NULL;
}

int main(void)
{
   pthread_t threads[THREADS];
   unsigned total = 0;

   for (int i = 0; i < THREADS; i++)
      if (pthread_create(&threads[i], NULL, work, &sums[i]) != 0)
         return 1;
   for (int i = 0; i < THREADS; i++) {
      pthread_join(threads[i], NULL);
      total += sums[i];
   }
   printf("%u\\n", total);
   return 0;
}
"""

HASH_PERL = """\
my ($x, %h) = (1);
for my $i (1 .. 250_000) {
    $x = ($x * 1103515245 + 12345) % 2147483648;
    $h{"key" . $x % 60_000} += $i;
}
my $sum = 0;
$sum += $h{$_} for sort keys %h;
print "$sum\\n";
"""

DICT_PYTHON = """\
x, table = 1, {}
for i in range(100_000):
    x = (x * 1103515245 + 12345) % 2147483648
    key = "key%d" % (x % 40_000)
    table[key] = table.get(key, 0) + i
print(sum(table[key] for key in sorted(table)))
"""

# In one line: cachegrind's outfile has the command unescaped.
TABLE_SQL = " ".join("""\
CREATE TABLE item (id INTEGER PRIMARY KEY, key INTEGER, name TEXT);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
   WHERE i < 60000)
INSERT INTO item SELECT i, i * 7919 % 104729, 'name ' || i * 31 % 9973 FROM n;
CREATE INDEX item_key ON item (key);
SELECT count(*), sum(length(b.name)) FROM item a JOIN item b
   ON b.key = a.id * 15485863 % 104729;
SELECT name, count(*) FROM item GROUP BY name ORDER BY 2 DESC, 1 LIMIT 3;
""".split())


def write_text(path: pathlib.Path, size: int) -> None:
    """Write `size` bytes of text: words as in a language, the N-th with
    frequency 1/N; the same in every run.  Raises OSError."""
    chance = random.Random(3)
    letters = "etaoinshrdlucmfwyp"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 9)))
             for _ in range(4000)]
    weights = list(itertools.accumulate(1 / n for n in range(1, 4001)))
    with path.open("w", encoding="ascii") as out:
        left = size
        while left > 0:
            drawn = chance.choices(words, cum_weights=weights, k=12)
            line = (" ".join(drawn) + "\n")[:left]
            out.write(line)
            left -= len(line)


def write_lines(path: pathlib.Path, count: int) -> None:
    """Write `count` lines to sort, the same in every run.  Raises OSError."""
    chance = random.Random(4)
    with path.open("w", encoding="ascii") as out:
        for number in range(count):
            out.write(f"{chance.randrange(10**9):x} line {number}\n")


def write_functions(path: pathlib.Path, count: int) -> None:
    """Write a C file of `count` functions, the same in every run, most of
    them short: the compiler is large enough.  Raises OSError."""
    chance = random.Random(5)
    shapes = [
        "return (a ^ {x}) + b;",
        "for (; b > {x}; b--) a ^= b; return a;",
        "if (a > {x}) b *= {y}; return a - b;",
        "table[b & 63] += a; return table[a & 63];",
        "return a / {y} + (b << {z});",
        "return a ? g(b, {x}) : g({y}, a);",
    ]
    with path.open("w", encoding="ascii") as out:
        out.write("static int table[64];\nint g(int, int);\n")
        for number in range(count):
            body = chance.choices(shapes, [12, 1, 1, 1, 1, 1])[0].format(
                x=chance.randint(2, 999), y=chance.randint(3, 99),
                z=chance.randint(1, 7))
            out.write(f"int f{number}(int a, int b) {{ {body} }}\n")


def compile_c(directory: pathlib.Path, name: str, source: str) -> None:
    """Build the program `name` from a C source.  Raises BenchError if gcc fails,
    OSError if gcc or the file is missing."""
    (directory / f"{name}.c").write_text(source, encoding="ascii")
    done = subprocess.run(
        ["gcc", "-O2", "-g", "-pthread", "-o", name, f"{name}.c"],
        cwd=directory, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        capture_output=True, text=True)
    if done.returncode != 0:
        raise BenchError(f"gcc {name}.c (Debian packages gcc, libc6-dev): "
                         + first_line(done.stderr))


def compressor(name: str, options: list[str], size: int) -> Prepare:
    """Prepares a compressor's run on `size` bytes of text."""
    def prepare(directory: pathlib.Path) -> list[str]:
        write_text(directory / f"{name}.txt", size)
        return [name, *options, f"{name}.txt"]
    return prepare


def compiled(name: str, source: str) -> Prepare:
    """Prepares the run of one of our C sources."""
    def prepare(directory: pathlib.Path) -> list[str]:
        compile_c(directory, name, source)
        return [f"./{name}"]
    return prepare


def script(command: list[str], source: str) -> Prepare:
    """Prepares the run of an interpreter on one of our sources."""
    def prepare(directory: pathlib.Path) -> list[str]:
        (directory / "script").write_text(source, encoding="ascii")
        return [*command, "script"]
    return prepare


def fixed(*command: str) -> Prepare:
    """Prepares the run of a command without input."""
    return lambda directory: list(command)


def prepare_sort(directory: pathlib.Path) -> list[str]:
    """Lines for GNU sort, with options that hide the machine's size."""
    write_lines(directory / "lines", 350_000)
    return ["sort", "--parallel=1", "--buffer-size=64M", "lines"]


def prepare_cc1(directory: pathlib.Path) -> list[str]:
    """A C file for the compiler proper, which is not in PATH.  Its output goes
    to /dev/null: its work depends on whether the file existed.
    Raises BenchError if gcc does not know where it is."""
    asked = subprocess.run(["gcc", "-print-prog-name=cc1"], env=ENVIRONMENT,
                           capture_output=True, text=True)
    cc1 = asked.stdout.strip()
    if not os.path.isabs(cc1):
        raise BenchError("cc1 not found: install the Debian package gcc")
    write_functions(directory / "functions.c", 300)
    return [cc1, "-quiet", "-O1", "functions.c", "-o", "/dev/null"]


@dataclasses.dataclass(frozen=True)
class Workload:
    """A program and its input.  The command must leave no file behind: the next
    run must see the same directory."""
    kind: str
    program: str            # required, by name or path
    package: str            # the Debian package
    prepare: Prepare
    repeats: bool = True    # its counts are the same in every run


WORKLOADS = {
    "bzip2": Workload("hot loop", "bzip2", "bzip2",
                      compressor("bzip2", ["-kc"], 3_000_000)),
    "xz": Workload("hot loop", "xz", "xz-utils",
                   compressor("xz", ["-kc", "-T1", "-3"], 2_000_000)),
    "lzip": Workload("hot loop, C++", "lzip", "lzip",
                     compressor("lzip", ["-kc", "-3"], 1_500_000)),
    "float": Workload("hot loop", "gcc", "gcc", compiled("float", FLOAT_C)),
    "sort": Workload("hot loop", "sort", "coreutils", prepare_sort),
    "sqlite3": Workload("pointer chasing", "sqlite3", "sqlite3",
                        fixed("sqlite3", ":memory:", TABLE_SQL)),
    "perl": Workload("pointer chasing", "perl", "perl",
                     script(["perl"], HASH_PERL)),
    "python3": Workload("pointer chasing", "/usr/bin/python3", "python3",
                        script(["/usr/bin/python3", "-S"], DICT_PYTHON)),
    "cc1": Workload("large code", "gcc", "gcc", prepare_cc1),
    "python3-start": Workload("start-up", "/usr/bin/python3", "python3",
                              fixed("/usr/bin/python3", "-c", "pass")),
    "true": Workload("start-up", "/usr/bin/true", "coreutils",
                     fixed("/usr/bin/true")),
    "threads": Workload("threads", "gcc", "gcc",
                        compiled("threads", THREADS_C), repeats=False),
}


def prepare_all(names: list[str], top: pathlib.Path, bench: "Bench") -> None:
    """Write every workload's input into its own directory below `top`.  Workloads
    that cannot run are reported as errors and left out."""
    for name in names:
        workload = WORKLOADS[name]
        directory = top / name
        try:
            if not shutil.which(workload.program, path=ENVIRONMENT["PATH"]):
                raise BenchError(f"{workload.program} not found: install the "
                                 f"Debian package {workload.package}")
            directory.mkdir()
            command = workload.prepare(directory)
        except (BenchError, OSError) as error:
            bench.error(name, reason_of(error))
        else:
            bench.places[name] = Place(directory, command)


# ---------------------------------------------------------------- measuring

@dataclasses.dataclass(frozen=True)
class Place:
    """The directory and the command of a workload."""
    directory: pathlib.Path
    command: list[str]


@dataclasses.dataclass
class Sample:
    """The results of one workload's rounds for each of SETUPS: CPU time, user and
    system, in seconds; and peak memory in KiB.  Linux counts at least the peak of
    the parent, which is this program and smaller than any run of Valgrind."""
    seconds: dict[str, list[float]]
    peak_kib: dict[str, list[int]]


class Bench(Run):
    """One run of this program."""

    def __init__(self, valgrind: str, rounds: int):
        super().__init__("bench.py", rounds)
        self.valgrind = valgrind
        self.places: dict[str, Place] = {}


def setup_command(bench: Bench, setup: str, mode: Mode,
                  command: list[str]) -> list[str]:
    """The command line that runs `command` under one of SETUPS.  Outfiles are
    named after the tool: cachegrind.out, cachesim.out."""
    if setup == "native":
        return command
    valgrind = [bench.valgrind, f"--tool={setup}"]
    if setup == "none":
        return [*valgrind, *command]
    # From Valgrind 3.21 on, cachegrind simulates no caches unless told to.
    return [*valgrind, f"--{setup}-out-file={setup}.out", "--cache-sim=yes",
            *mode.options, *command]


def run_setup(bench: Bench, setup: str, mode: Mode,
              place: Place) -> tuple[float, int]:
    """One run of a workload under one of SETUPS; see run().  A tool that
    writes no outfile is a BenchError too."""
    outfile = place.directory / f"{setup}.out"
    outfile.unlink(missing_ok=True)
    try:
        result = run(setup_command(bench, setup, mode, place.command),
                     place.directory)
    except BenchError as error:
        raise BenchError(f"{setup}: {error}") from None
    if setup in ("cachegrind", "cachesim") and not outfile.exists():
        raise BenchError(f"{setup}: no outfile")
    return result


def body(path: pathlib.Path) -> Iterator[str]:
    """The lines of an outfile in which both tools must agree: every count of
    every line, the names, the order, the sums.  Raises OSError."""
    with path.open(encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith("events:"):
                yield line.rstrip()
            elif not line.startswith(("desc:", "cmd:", "#")):
                yield line


def first_difference(stock: Iterator[str], ours: Iterator[str]) -> str | None:
    """The first difference of two bodies, in words; None if there is none."""
    function = "no function"
    for theirs, mine in itertools.zip_longest(stock, ours, fillvalue="(end)"):
        if theirs != mine:
            return (f"outfiles differ in {function}: cachegrind '{theirs}', "
                    f"cachesim '{mine}'")
        if theirs.startswith("fn="):
            function = theirs
    return None


def check_exact(bench: Bench, name: str, mode_name: str) -> None:
    """Check that both tools count the same.  A difference is reported as an error.
    Raises BenchError or OSError if a run fails."""
    place, mode = bench.places[name], MODES[mode_name]
    for tool in ("cachegrind", "cachesim"):
        progress(f"{mode_name}: {name}: checking counts, {tool}")
        run_setup(bench, tool, mode, place)
    difference = first_difference(body(place.directory / "cachegrind.out"),
                                  body(place.directory / "cachesim.out"))
    if difference:
        bench.error(f"{name} ({mode_name})", difference)


def measure(bench: Bench, name: str, mode_name: str) -> Sample:
    """All rounds of one workload, each setup in turn.  Raises BenchError or
    OSError if a run fails."""
    sample = Sample({setup: [] for setup in SETUPS},
                    {setup: [] for setup in SETUPS})
    for number in range(bench.rounds):
        for setup in SETUPS:
            progress(f"{mode_name}: {name}: round {number + 1} of "
                     f"{bench.rounds}, {setup}")
            seconds, kib = run_setup(bench, setup, MODES[mode_name],
                                     bench.places[name])
            sample.seconds[setup].append(seconds)
            sample.peak_kib[setup].append(kib)
    return sample


def measure_mode(bench: Bench, mode_name: str) -> dict[str, Sample]:
    """All workloads in one mode.  Those that fail are reported as errors and left
    out."""
    samples = {}
    for name in bench.places:
        try:
            if WORKLOADS[name].repeats:
                check_exact(bench, name, mode_name)
            samples[name] = measure(bench, name, mode_name)
        except (BenchError, OSError) as error:
            bench.error(f"{name} ({mode_name})", reason_of(error))
    clear_progress()
    return samples


# ------------------------------------------------------------------ figures

@dataclasses.dataclass(frozen=True)
class Figures:
    """Figures from the medians of one workload: ratios of CPU times; peaks in MiB.
    No overhead if cachegrind's own was lost in noise."""
    cachegrind_none: float
    cachesim_none: float
    whole: float                # cachesim / cachegrind
    overhead: float | None      # the same, with none's time taken off both
    clamped: bool               # True if overhead was below CLAMP
    cachegrind_mib: float
    cachesim_mib: float


def figures_of(sample: Sample) -> Figures:
    """The figures of a workload's rounds."""
    none, stock, ours = (statistics.median(sample.seconds[setup])
                         for setup in SETUPS[1:])
    stock_mib, our_mib = (statistics.median(sample.peak_kib[setup]) / 1024
                          for setup in SETUPS[2:])
    overhead = (ours - none) / (stock - none) if stock > none else None
    clamped = overhead is not None and overhead < CLAMP
    return Figures(stock / none, ours / none, ours / stock,
                   CLAMP if clamped else overhead, clamped,
                   stock_mib, our_mib)


def geomean(values: list[float]) -> float | None:
    """The geometric mean of positive numbers; None if there are none."""
    return statistics.geometric_mean(values) if values else None


def means_of(rows: dict[str, Figures]) -> dict[str, float | None]:
    """The geometric means of each ratio.  Workloads without an overhead do not
    count in overhead's."""
    names = ["cachegrind_none", "cachesim_none", "whole", "overhead"]
    return {name: geomean([getattr(row, name) for row in rows.values()
                           if getattr(row, name) is not None])
            for name in names}


def overhead_target(mode: Mode, mean: float | None) -> Target:
    """The target of the mean overhead."""
    return Target(f"overhead, geometric mean, at most {mode.overhead_words}",
                  mean is not None and mean <= mode.overhead_target,
                  "nothing measured" if mean is None else f"{mean:.3f}")


def slower_target(text: str, rows: dict[str, Figures]) -> Target:
    """The target that no workload takes longer than under cachegrind, to the two
    decimals of the table."""
    slower = [f"{name} {row.whole:.2f}" for name, row in rows.items()
              if round(row.whole, 2) > 1]
    worst = max(row.whole for row in rows.values())
    return Target(text, not slower, ", ".join(slower) or f"worst {worst:.2f}")


def memory_target(rows: dict[str, Figures]) -> Target:
    """The target that no workload's peak exceeds cachegrind's plus the allowance."""
    def above(row: Figures) -> float:
        return row.cachesim_mib - row.cachegrind_mib

    over = [f"{name} +{above(row):.1f}" for name, row in rows.items()
            if above(row) > max(row.cachegrind_mib / 10, 8)]
    most = max(above(row) for row in rows.values())
    return Target("peak memory at most cachegrind's + max(10 %, 8 MiB)",
                  not over, (", ".join(over) or f"most {most:+.1f}")
                  + " MiB")


def targets_of(mode: Mode, rows: dict[str, Figures]) -> list[Target]:
    """All targets of one mode; none if nothing was measured."""
    if not rows:
        return []
    targets = [overhead_target(mode, means_of(rows)["overhead"])]
    start_up = {name: row for name, row in rows.items()
                if WORKLOADS[name].kind == "start-up"}
    if mode.never_slower:
        targets.append(slower_target("no workload slower than cachegrind",
                                     rows))
    if mode.never_slower and start_up:
        targets.append(slower_target("start-up not slower than cachegrind's",
                                     start_up))
    targets.append(memory_target(rows))
    return targets


# ------------------------------------------------------------------- report

HEAD = f"{'workload':<15}{'cg/none':>9}{'cs/none':>9}{'cs/cg':>8}" \
       f"{'overhead':>11}{'cg MiB':>9}{'cs MiB':>9}"


def overhead_cell(overhead: float | None, clamped: bool) -> str:
    """An overhead for the table: * if clamped, - if there is none."""
    if overhead is None:
        return "- "
    return f"{overhead:.3f}" + ("*" if clamped else " ")


def row_text(name: str, row: Figures) -> str:
    """One line of the table."""
    return (f"{name:<15}{row.cachegrind_none:9.2f}{row.cachesim_none:9.2f}"
            f"{row.whole:8.2f}{overhead_cell(row.overhead, row.clamped):>11}"
            f"{row.cachegrind_mib:9.1f}{row.cachesim_mib:9.1f}")


def means_text(means: dict[str, float | None]) -> str:
    """The last line of the table."""
    return (f"{'geometric mean':<15}{means['cachegrind_none']:9.2f}"
            f"{means['cachesim_none']:9.2f}{means['whole']:8.2f}"
            f"{overhead_cell(means['overhead'], False):>11}")


def print_mode(name: str, mode: Mode, rows: dict[str, Figures]) -> None:
    """Print the table and the targets of one mode."""
    print(f"\n{name}: {' '.join(mode.options)}\n")
    if not rows:
        print("nothing measured")
        return
    print(HEAD)
    for workload, row in rows.items():
        print(row_text(workload, row))
    print(means_text(means_of(rows)))
    if any(row.clamped for row in rows.values()):
        print(f"* below {CLAMP}, which is noise: counts as {CLAMP}")
    if any(row.overhead is None for row in rows.values()):
        print("- cachegrind's own overhead is lost in noise: not in the mean")
    print()
    print_targets(targets_of(mode, rows))


def tool_versions(bench: Bench) -> dict[str, str]:
    """The measured programs and the machine."""
    banner = output_of([bench.valgrind, "--tool=cachesim",
                        "--cachesim-out-file=/dev/null", "/usr/bin/true"])
    versions = {
        "valgrind": output_of([bench.valgrind, "--version"]),
        "cachesim": re.sub(r"^==\d+== ", "", banner),
        "python": platform.python_version(),
    }
    for name in bench.places:
        program = WORKLOADS[name].program
        versions[program] = output_of([program, "--version"])
    return versions


def mode_json(bench: Bench, mode: Mode, samples: dict[str, Sample]) -> dict:
    """The full report of one mode."""
    rows = {name: figures_of(sample) for name, sample in samples.items()}
    return {
        "options": mode.options,
        "workloads": {
            name: {"kind": WORKLOADS[name].kind,
                   "command": bench.places[name].command,
                   **dataclasses.asdict(samples[name]),
                   "figures": dataclasses.asdict(rows[name])}
            for name in rows},
        "geometric_means": means_of(rows),
        "targets": [dataclasses.asdict(target)
                    for target in targets_of(mode, rows)],
    }


def report_json(bench: Bench, started: datetime.datetime,
                results: dict[str, dict[str, Sample]]) -> dict:
    """All measurements, with place and date."""
    return {
        "version": 1,
        "date": started.isoformat(timespec="seconds"),
        "machine": machine(),
        "tools": tool_versions(bench),
        "rounds": bench.rounds,
        "modes": {name: mode_json(bench, MODES[name], samples)
                  for name, samples in results.items()},
        "errors": bench.errors,
    }


# ------------------------------------------------------------- command line

def parse_options(arguments: list[str]) -> argparse.Namespace:
    """The command line.  Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bench.py", allow_abbrev=False,
        description="Compare native, --tool=none, cachegrind and cachesim.")
    parser.add_argument("--valgrind", required=True, metavar="FILE",
                        help="valgrind-in-place of the tree to measure")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
                        help=f"runs of each kind (default {ROUNDS})")
    parser.add_argument("--quick", dest="rounds", action="store_const",
                        const=1, help="one round: a trial")
    parser.add_argument("--workloads", type=names_among(WORKLOADS),
                        default=list(WORKLOADS), metavar="A,B",
                        help=f"some of {', '.join(WORKLOADS)}")
    parser.add_argument("--modes", type=names_among(MODES),
                        default=list(MODES), metavar="A,B",
                        help=f"some of {', '.join(MODES)}")
    parser.add_argument("--json", metavar="FILE",
                        help="where to write every single time and figure")
    return parser.parse_args(arguments)


def run_bench(options: argparse.Namespace) -> int:
    """Measure, print, write; the exit status.  Raises BenchError or OSError
    if it cannot start or end."""
    check_files(options.valgrind, options.json)
    started = datetime.datetime.now().astimezone()
    bench = Bench(os.path.abspath(options.valgrind), options.rounds)
    results = {}
    with tempfile.TemporaryDirectory(prefix="quern-bench.") as top:
        prepare_all(options.workloads, pathlib.Path(top), bench)
        print(f"{cpu_model()}; {trial_note(bench.rounds)}", flush=True)
        for name in options.modes:
            results[name] = measure_mode(bench, name)
            rows = {workload: figures_of(sample)
                    for workload, sample in results[name].items()}
            print_mode(name, MODES[name], rows)
    write_json(options.json,
               lambda: report_json(bench, started, results))
    return 1 if bench.errors else 0


def main() -> int:
    """Run the program; returns the exit status."""
    options = parse_options(sys.argv[1:])
    return run_main("bench.py", lambda: run_bench(options))


if __name__ == "__main__":
    sys.exit(main())
