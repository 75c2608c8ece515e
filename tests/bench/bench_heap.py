#!/usr/bin/env python3
# bench_heap.py -- compares --tool=none, massif, DHAT and heapprof: time and
# memory, in one run and in turn.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success, whether or not targets are met; 1 an error, or a peak that
# differs from massif's; 2 usage.

"""The program behind `make bench-heap`.  README.md explains how to read
it.  Programs and inputs shared with bench.py are imported from there.

Four parts: workloads, measuring, figures, report.  Data flows in that order.
"""

import argparse
import dataclasses
import datetime
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from bench import (
    DICT_PYTHON, HASH_PERL, TABLE_SQL, Place, Prepare, Workload, compiled,
    compressor, fixed, geomean, prepare_cc1, script)
from bench_common import (
    ENVIRONMENT, ROUNDS, BenchError, Run, Target, check_files, clear_progress,
    cpu_model, first_line, machine, names_among, output_of, positive, print_targets,
    progress, reason_of, run, run_main, trial_note, write_json)

CLAMP = 0.01            # the overhead that stands for one lost in noise
TARGET = 1 / 2          # limit of heapprof's overhead, as a share of massif's
ACCESSES_TARGET = 1 / 5     # ... with --accesses=yes, as DHAT's
PEAK_TOLERANCE = 0.01   # massif counts blocks of size 0 otherwise, and an
                        # environment that has the tool's name in it

BASIC = ["none", "massif", "heapprof"]
SETUPS = [*BASIC, "accesses"]       # each round; DHAT once

# Python's own allocator would hide most blocks from every tool.
ENVIRONMENT["PYTHONMALLOC"] = "malloc"


# ---------------------------------------------------------------- workloads

PAIRS_C = """\
#include <stdlib.h>

static void *volatile kept;

int main(void)
{
   for (int i = 0; i < 10000000; i++) {
      kept = malloc(16 + i % 64);
      free(kept);
   }
   return 0;
}
"""

DEEP_C = """\
#include <stdlib.h>

static void *volatile kept;

__attribute__((noinline)) static int deeper(int depth)
{
   void *block = malloc(24);
   kept = block;
   int sum = depth == 0 ? 0 : deeper(depth - 1);
   free(block);
   return sum + 1;
}

int main(void)
{
   int sum = 0;
   for (int i = 0; i < 15000; i++)
      sum += deeper(60);
   return sum == 0;
}
"""

CONTAINERS_CC = """\
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

int main()
{
   unsigned state = 1;
   auto chance = [&state](unsigned n) {
      state = state * 1103515245u + 12345u;
      return (state >> 8) % n;
   };
   std::map<std::string, std::vector<int>> words;
   std::unordered_map<unsigned, std::unique_ptr<std::string>> names;
   for (int i = 0; i < 250000; i++) {
      std::string key = "a key that is too long for the inside " +
         std::to_string(chance(9000));
      words[key].push_back(i);
      names[chance(20000)] = std::make_unique<std::string>(key + "!");
      if (chance(4) == 0)
         words.erase(key);
      if (chance(4) == 0)
         names.erase(chance(20000));
   }
   std::printf("%zu %zu\\n", words.size(), names.size());
}
"""

THREADS_C = """\
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 8, BLOCKS = 4000, ROUNDS = 60 };

static void *work(void *argument)
{
   static __thread void *blocks[BLOCKS];
   (void)argument;
   for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < BLOCKS; i++)
         blocks[i] = malloc(8 + (size_t)i % 100);
      for (int i = 0; i < BLOCKS; i++)
         free(blocks[i]);
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[THREADS];
   for (int i = 0; i < THREADS; i++)
      if (pthread_create(&threads[i], NULL, work, NULL) != 0)
         return 1;
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
"""

# Many live blocks from many call paths of the same depth: at each level, one bit of
# the site's number chooses between two calls.
SERIES_C = """\
#include <stdlib.h>

enum { LEVELS = 17 };

static unsigned long state = 1;

static unsigned long chance(unsigned long n)
{
   state = state * 6364136223846793005ul + 1442695040888963407ul;
   return (state >> 20) % n;
}

__attribute__((noinline)) static void *at(int level, unsigned long site)
{
   void *block;
   if (level == 0)
      block = malloc(16);
   else if (site & 1)
      block = at(level - 1, site >> 1);
   else
      block = at(level - 1, site >> 1);
   __asm__ volatile("" ::: "memory");
   return block;
}

int main(int argc, char **argv)
{
   if (argc != 4)
      return 2;
   unsigned long live = strtoul(argv[1], NULL, 10);
   unsigned long sites = strtoul(argv[2], NULL, 10);
   unsigned long steps = strtoul(argv[3], NULL, 10);
   void **blocks = calloc(live, sizeof *blocks);
   if (blocks == NULL)
      return 1;
   for (unsigned long i = 0; i < live; i++)
      blocks[i] = at(LEVELS, chance(sites));
   for (unsigned long i = 0; i < steps; i++) {
      unsigned long k = chance(live);
      free(blocks[k]);
      blocks[k] = at(LEVELS, chance(sites));
   }
   return 0;
}
"""


def compile_cc(name: str, source: str) -> Prepare:
    """Prepares the run of one of our C++ sources.  Raises BenchError if g++
    fails, OSError if g++ or the file is missing."""
    def prepare(directory: pathlib.Path) -> list[str]:
        (directory / f"{name}.cc").write_text(source, encoding="ascii")
        done = subprocess.run(
            ["g++", "-O2", "-g", "-o", name, f"{name}.cc"], cwd=directory,
            env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True,
            text=True)
        if done.returncode != 0:
            raise BenchError(f"g++ {name}.cc: " + first_line(done.stderr))
        return [f"./{name}"]
    return prepare


WORKLOADS = {
    "pairs": Workload("events only", "gcc", "gcc", compiled("pairs", PAIRS_C)),
    "deep": Workload("deep stacks", "gcc", "gcc", compiled("deep", DEEP_C)),
    "containers": Workload("C++", "g++", "g++",
                           compile_cc("containers", CONTAINERS_CC)),
    "perl": Workload("interpreter", "perl", "perl",
                     script(["perl"], HASH_PERL)),
    "python3": Workload("interpreter", "/usr/bin/python3", "python3",
                        script(["/usr/bin/python3", "-S"], DICT_PYTHON)),
    "sqlite3": Workload("database", "sqlite3", "sqlite3",
                        fixed("sqlite3", ":memory:", TABLE_SQL)),
    "cc1": Workload("compiler", "gcc", "gcc", prepare_cc1),
    "bzip2": Workload("few events", "bzip2", "bzip2",
                      compressor("bzip2", ["-kc"], 3_000_000)),
    "xz": Workload("few events", "xz", "xz-utils",
                   compressor("xz", ["-kc", "-T1", "-3"], 2_000_000)),
    "lzip": Workload("few events, C++", "lzip", "lzip",
                     compressor("lzip", ["-kc", "-3"], 1_500_000)),
    "threads": Workload("threads", "gcc", "gcc",
                        compiled("threads", THREADS_C), repeats=False),
    "python3-start": Workload("start-up", "/usr/bin/python3", "python3",
                              fixed("/usr/bin/python3", "-c", "pass")),
    "true": Workload("start-up", "/usr/bin/true", "coreutils",
                     fixed("/usr/bin/true")),
}

STEPS = 1_000_000       # frees, each with an allocation, of a series' point
SERIES = {
    "live": [(live, 100) for live in (10**4, 10**5, 10**6, 10**7)],
    "sites": [(10**5, sites) for sites in (10**2, 10**3, 10**4, 10**5)],
}


# ---------------------------------------------------------------- measuring

@dataclasses.dataclass
class Sample:
    """The results of one workload's rounds: CPU time, user and system, in seconds;
    and peak memory in KiB.  DHAT's are of one run, or empty."""
    seconds: dict[str, list[float]]
    peak_kib: dict[str, list[int]]


class Bench(Run):
    """One run of this program."""

    def __init__(self, options: argparse.Namespace):
        super().__init__("bench_heap.py", options.rounds)
        self.valgrind = os.path.abspath(options.valgrind)
        self.tool = options.tool
        self.dhat = options.dhat
        self.places: dict[str, Place] = {}


def prepare_all(names: list[str], top: pathlib.Path, bench: Bench) -> None:
    """Write every workload's input into its own directory below `top`.  Workloads
    that cannot run are reported as errors and left out."""
    for name in names:
        workload, directory = WORKLOADS[name], top / name
        try:
            if not shutil.which(workload.program, path=ENVIRONMENT["PATH"]):
                raise BenchError(f"{workload.program} not found: install the "
                                 f"Debian package {workload.package}")
            directory.mkdir()
            bench.places[name] = Place(directory, workload.prepare(directory))
        except (BenchError, OSError) as error:
            bench.error(name, reason_of(error))


def run_setup(bench: Bench, setup: str, place: Place) -> tuple[float, int]:
    """One run under one of SETUPS or dhat; see run().  A tool that writes no
    outfile is a BenchError too."""
    tool = bench.tool if setup in ("heapprof", "accesses") else setup
    outfile = place.directory / f"{setup}.out"
    outfile.unlink(missing_ok=True)
    options = [] if tool == "none" else [f"--{tool}-out-file={setup}.out"]
    if setup == "accesses":
        options.append("--accesses=yes")
    try:
        result = run([bench.valgrind, f"--tool={tool}", *options,
                      *place.command], place.directory)
    except BenchError as error:
        raise BenchError(f"{setup}: {error}") from None
    if options and not outfile.exists():
        raise BenchError(f"{setup}: no outfile")
    return result


def peak_of(path: pathlib.Path) -> int | None:
    """The peak in bytes of an outfile by massif or heapprof; None if it has none.
    Raises OSError."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found = re.findall(r'"peak_bytes":(\d+)|^mem_heap_B=(\d+)$', text, re.M)
    return max((int(ours or stock) for ours, stock in found), default=None)


def check_peak(bench: Bench, name: str) -> None:
    """Check that heapprof's peak is at least massif's, and not much more: by
    default, massif's can be 1 % lower.  A difference is reported as an error."""
    directory = bench.places[name].directory
    stock = peak_of(directory / "massif.out")
    ours = peak_of(directory / "heapprof.out")
    if stock is None or ours is None or not (
            stock * (1 - PEAK_TOLERANCE) - 1024 <= ours
            <= stock * (1 + 2 * PEAK_TOLERANCE) + 16384):
        bench.error(name, f"peaks: massif {stock}, heapprof {ours}")


def measure(bench: Bench, name: str, place: Place) -> Sample:
    """All rounds of one workload, each setup in turn, and DHAT once.  Raises
    BenchError or OSError if a run fails."""
    setups = [*SETUPS, *(["dhat"] if bench.dhat else [])]
    sample = Sample({setup: [] for setup in setups},
                    {setup: [] for setup in setups})
    for number in range(bench.rounds):
        for setup in setups if number == 0 else SETUPS:
            progress(f"{name}: round {number + 1} of {bench.rounds}, {setup}")
            seconds, kib = run_setup(bench, setup, place)
            sample.seconds[setup].append(seconds)
            sample.peak_kib[setup].append(kib)
    return sample


def measure_all(bench: Bench) -> dict[str, Sample]:
    """All workloads.  Those that fail are reported as errors and left out."""
    samples = {}
    for name, place in bench.places.items():
        try:
            samples[name] = measure(bench, name, place)
            if WORKLOADS[name].repeats:
                check_peak(bench, name)
        except (BenchError, OSError) as error:
            bench.error(name, reason_of(error))
    clear_progress()
    return samples


def measure_series(bench: Bench, top: pathlib.Path, name: str,
                   most_live: int) -> list[dict]:
    """The points of a series, as in the JSON."""
    points = []
    directory = top / f"series-{name}"
    try:
        directory.mkdir()
        command = compiled("series", SERIES_C)(directory)
        for live, sites in SERIES[name]:
            if live > most_live:
                continue
            place = Place(directory, [*command, str(live), str(sites),
                                      str(STEPS)])
            sample = Sample({setup: [] for setup in BASIC},
                            {setup: [] for setup in BASIC})
            for number in range(min(bench.rounds, 3)):
                for setup in BASIC:
                    progress(f"series {name}: {live} live, {sites} sites, "
                             f"round {number + 1}, {setup}")
                    seconds, kib = run_setup(bench, setup, place)
                    sample.seconds[setup].append(seconds)
                    sample.peak_kib[setup].append(kib)
            points.append(point_json(live, sites, sample))
    except (BenchError, OSError) as error:
        bench.error(f"series {name}", reason_of(error))
    clear_progress()
    return points


# ------------------------------------------------------------------ figures

@dataclasses.dataclass(frozen=True)
class Figures:
    """Figures from the medians of one workload: ratios of CPU times; peaks in MiB.
    No overhead if massif's own was lost in noise."""
    massif_none: float
    dhat_none: float | None
    heapprof_none: float
    whole: float                # heapprof / massif
    overhead: float | None      # the same, with none's time taken off both
    clamped: bool               # True if overhead was below CLAMP
    none_mib: float
    massif_mib: float
    dhat_mib: float | None
    heapprof_mib: float
    accesses_none: float
    accesses_dhat: float | None     # overhead, of DHAT's
    accesses_mib: float


def median_of(values: list) -> float | None:
    """The median; None of no values."""
    return statistics.median(values) if values else None


def figures_of(sample: Sample) -> Figures:
    """The figures of a workload's rounds."""
    none, massif, ours, accesses = (statistics.median(sample.seconds[setup])
                                    for setup in SETUPS)
    dhat = median_of(sample.seconds.get("dhat", []))
    mib = {setup: median_of(sample.peak_kib.get(setup, []))
           for setup in [*SETUPS, "dhat"]}
    mib = {setup: kib and kib / 1024 for setup, kib in mib.items()}
    overhead = (ours - none) / (massif - none) if massif > none else None
    clamped = overhead is not None and overhead < CLAMP
    share = max((accesses - none) / (dhat - none), CLAMP) \
        if dhat and dhat > none else None
    return Figures(massif / none, dhat and dhat / none, ours / none,
                   ours / massif, CLAMP if clamped else overhead, clamped,
                   mib["none"], mib["massif"], mib["dhat"], mib["heapprof"],
                   accesses / none, share, mib["accesses"])


def means_of(rows: dict[str, Figures]) -> dict[str, float | None]:
    """The geometric means of each ratio, over the workloads that have it."""
    names = ["massif_none", "dhat_none", "heapprof_none", "whole", "overhead",
             "accesses_none", "accesses_dhat"]
    return {name: geomean([getattr(row, name) for row in rows.values()
                           if getattr(row, name) is not None])
            for name in names}


def point_json(live: int, sites: int, sample: Sample) -> dict:
    """One point of a series: nanoseconds above none for each allocation and
    each free, and bytes above none for each live block."""
    events = live + 2 * STEPS
    seconds = {setup: statistics.median(sample.seconds[setup])
               for setup in BASIC}
    kib = {setup: statistics.median(sample.peak_kib[setup])
           for setup in BASIC}
    point = {"live": live, "sites": sites, **dataclasses.asdict(sample)}
    for setup in BASIC[1:]:
        point[f"{setup}_ns"] = (seconds[setup] - seconds["none"]) \
            * 1e9 / events
        point[f"{setup}_bytes"] = (kib[setup] - kib["none"]) * 1024 / live
    return point


def targets_of(rows: dict[str, Figures]) -> list[Target]:
    """All targets; none if nothing was measured."""
    if not rows:
        return []
    mean = means_of(rows)["overhead"]
    slower = [f"{name} {row.whole:.2f}" for name, row in rows.items()
              if round(row.whole, 2) > 1]
    over = [f"{name} +{row.heapprof_mib - row.massif_mib:.1f}"
            for name, row in rows.items()
            if row.heapprof_mib - row.massif_mib > max(row.massif_mib / 10, 8)]
    return [
        Target("overhead, geometric mean, at most 1/2 of massif's",
               mean is not None and mean <= TARGET,
               "nothing measured" if mean is None else f"{mean:.3f}"),
        Target("no workload slower than massif", not slower,
               ", ".join(slower)
               or f"worst {max(row.whole for row in rows.values()):.2f}"),
        Target("peak memory at most massif's + max(10 %, 8 MiB)", not over,
               ", ".join(over) + " MiB" if over else "all"),
        *access_targets(rows),
    ]


def access_targets(rows: dict[str, Figures]) -> list[Target]:
    """The targets of --accesses=yes; none if DHAT was not run."""
    known = {name: row for name, row in rows.items()
             if row.accesses_dhat is not None and row.dhat_mib is not None}
    if not known:
        return []
    mean = means_of(known)["accesses_dhat"]
    slower = [f"{name} {row.accesses_dhat:.2f}" for name, row in known.items()
              if round(row.accesses_dhat, 2) > 1]
    over = [f"{name} +{row.accesses_mib - row.dhat_mib:.1f}"
            for name, row in known.items()
            if round(row.accesses_mib - row.dhat_mib, 1) > 0]
    return [
        Target("--accesses=yes: overhead, geometric mean, at most 1/5 of "
               "DHAT's", mean <= ACCESSES_TARGET, f"{mean:.3f}"),
        Target("--accesses=yes: no workload slower than DHAT", not slower,
               ", ".join(slower) or "worst "
               f"{max(row.accesses_dhat for row in known.values()):.2f}"),
        Target("--accesses=yes: peak memory at most DHAT's", not over,
               ", ".join(over) + " MiB" if over else "all"),
    ]


# ------------------------------------------------------------------- report

HEAD = (f"{'':<15}{'ms/none':>9}{'dh/none':>9}{'hp/none':>9}{'hp/ms':>8}"
        f"{'overhead':>11}{'none MiB':>10}{'ms MiB':>9}{'dh MiB':>9}"
        f"{'hp MiB':>9}{'ac/none':>9}{'of dhat':>9}{'ac MiB':>9}")


def cell(value: float | None, width: int, digits: int = 2) -> str:
    """A number, or a sign for none."""
    return f"{'-' if value is None else f'{value:.{digits}f}':>{width}}"


def row_text(name: str, row: Figures) -> str:
    """A line of the table."""
    return (f"{name:<15}{cell(row.massif_none, 9)}{cell(row.dhat_none, 9)}"
            f"{cell(row.heapprof_none, 9)}{cell(row.whole, 8)}"
            f"{cell(row.overhead, 10, 3)}{'*' if row.clamped else ' '}"
            f"{cell(row.none_mib, 10, 1)}{cell(row.massif_mib, 9, 1)}"
            f"{cell(row.dhat_mib, 9, 1)}{cell(row.heapprof_mib, 9, 1)}"
            f"{cell(row.accesses_none, 9)}{cell(row.accesses_dhat, 9, 3)}"
            f"{cell(row.accesses_mib, 9, 1)}")


def print_workloads(rows: dict[str, Figures]) -> None:
    """Print the table of the workloads, and the targets."""
    if not rows:
        print("nothing measured")
        return
    means = means_of(rows)
    print(f"\n{HEAD}")
    for name, row in rows.items():
        print(row_text(name, row))
    print(f"{'geometric mean':<15}{cell(means['massif_none'], 9)}"
          f"{cell(means['dhat_none'], 9)}{cell(means['heapprof_none'], 9)}"
          f"{cell(means['whole'], 8)}{cell(means['overhead'], 10, 3)}"
          f"{'':>38}{cell(means['accesses_none'], 9)}"
          f"{cell(means['accesses_dhat'], 9, 3)}")
    if any(row.clamped for row in rows.values()):
        print(f"* below {CLAMP}, which is noise: counts as {CLAMP}")
    if any(row.overhead is None for row in rows.values()):
        print("- massif's own overhead is lost in noise: not in the mean")
    print()
    print_targets(targets_of(rows))


def print_series(name: str, points: list[dict]) -> None:
    """Print one series."""
    print(f"\nby {name}: above none, of {STEPS:,} frees with an allocation "
          f"each\n\n{'live':>11}{'sites':>9}{'ms ns/event':>13}"
          f"{'hp ns/event':>13}{'ms B/block':>12}{'hp B/block':>12}")
    for point in points:
        print(f"{point['live']:>11,}{point['sites']:>9,}"
              f"{point['massif_ns']:>13.0f}{point['heapprof_ns']:>13.0f}"
              f"{point['massif_bytes']:>12.0f}{point['heapprof_bytes']:>12.0f}",
              flush=True)


def report_json(bench: Bench, started: datetime.datetime,
                samples: dict[str, Sample], series: dict) -> dict:
    """All measurements, with place and date."""
    rows = {name: figures_of(sample) for name, sample in samples.items()}
    banner = output_of([bench.valgrind, f"--tool={bench.tool}",
                        f"--{bench.tool}-out-file=/dev/null",
                        "/usr/bin/true"])
    return {
        "version": 1,
        "date": started.isoformat(timespec="seconds"),
        "machine": machine(),
        "tools": {"valgrind": output_of([bench.valgrind, "--version"]),
                  "heapprof": re.sub(r"^==\d+== ", "", banner),
                  "python": platform.python_version()},
        "rounds": bench.rounds,
        "workloads": {
            name: {"kind": WORKLOADS[name].kind,
                   "command": bench.places[name].command,
                   **dataclasses.asdict(sample),
                   "figures": dataclasses.asdict(rows[name])}
            for name, sample in samples.items()},
        "geometric_means": means_of(rows) if rows else {},
        "targets": [dataclasses.asdict(target) for target in targets_of(rows)],
        "series": series,
        "errors": bench.errors,
    }


# ------------------------------------------------------------- command line

def parse_options(arguments: list[str]) -> argparse.Namespace:
    """The command line.  Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bench_heap.py", allow_abbrev=False,
        description="Compare --tool=none, massif, DHAT and heapprof.")
    parser.add_argument("--valgrind", required=True, metavar="FILE",
                        help="valgrind-in-place of the tree to measure")
    parser.add_argument("--tool", default="heapprof", metavar="NAME",
                        help="what is measured in heapprof's place")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
                        help=f"runs of each kind (default {ROUNDS})")
    parser.add_argument("--quick", dest="rounds", action="store_const",
                        const=1, help="one round: a trial")
    parser.add_argument("--workloads", type=names_among(WORKLOADS),
                        default=list(WORKLOADS), metavar="A,B",
                        help=f"some of {', '.join(WORKLOADS)}")
    parser.add_argument("--parts",
                        type=names_among({"workloads": 0, **SERIES}),
                        default=["workloads", *SERIES], metavar="A,B",
                        help="some of workloads, live, sites")
    parser.add_argument("--most-live", type=positive, default=10**7,
                        metavar="N", help="the most live blocks of a series")
    parser.add_argument("--no-dhat", dest="dhat", action="store_false",
                        help="leave out DHAT, which takes the longest")
    parser.add_argument("--json", metavar="FILE",
                        help="where to write every single time and figure")
    return parser.parse_args(arguments)


def run_bench(options: argparse.Namespace) -> int:
    """Measure, print, write; the exit status.  Raises BenchError or OSError
    if it cannot start or end."""
    check_files(options.valgrind, options.json)
    started = datetime.datetime.now().astimezone()
    bench = Bench(options)
    samples, series = {}, {}
    with tempfile.TemporaryDirectory(prefix="quern-bench.") as place:
        top = pathlib.Path(place)
        print(f"{cpu_model()}; {trial_note(bench.rounds)}", flush=True)
        if "workloads" in options.parts:
            prepare_all(options.workloads, top, bench)
            samples = measure_all(bench)
            print_workloads({name: figures_of(sample)
                             for name, sample in samples.items()})
        for name in SERIES:
            if name in options.parts:
                series[name] = measure_series(bench, top, name,
                                              options.most_live)
                print_series(name, series[name])
    write_json(options.json,
               lambda: report_json(bench, started, samples, series))
    return 1 if bench.errors else 0


def main() -> int:
    """Run the program; returns the exit status."""
    options = parse_options(sys.argv[1:])
    return run_main("bench_heap.py", lambda: run_bench(options))


if __name__ == "__main__":
    sys.exit(main())
