#!/usr/bin/env python3
# bench_starts.py -- what the tools add to programs that only start up, where that goes,
# and what a suite of unit tests costs.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success, whether or not targets are met; 1 an error; 2 usage.

"""The program behind `make bench-starts`.  README.md explains how to read it.

Three parts: overhead (CPU time, rounds in turn), split (samples of perf, by the function
they are in), and suite (wall time of many runs, and of a gate).
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from bench import CACHES, CLAMP, Place, write_functions
from bench_common import (
    ENVIRONMENT, ROUNDS, BenchError, Run, Target, check_files, clear_progress, cpu_model,
    first_line, names_among, positive, print_targets, progress, reason_of, run, run_main,
    trial_note, write_json)

CASES = 300             # of the unit test
SUITE_RUNS = 200
SUITE_REPEATS = 60      # of all cases: about 50 ms natively
FREQUENCY = 4000        # samples a second

PARTS = ["overhead", "split", "suite"]


@dataclasses.dataclass(frozen=True)
class Mode:
    """Options of both tools, those of cachegrind alone, and the target."""
    options: list[str]
    stock: list[str]
    target: float


# From Valgrind 3.21 on, cachegrind simulates no caches unless told to.
MODES = {
    "caches": Mode(CACHES, ["--cache-sim=yes"], 0.5),
    "none": Mode(["--cache-sim=no"], [], 0.25),
}


# ---------------------------------------------------------------- programs

TEST_HEAD = """\
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct test { const char *name; void (*run)(); };

static std::vector<test> &tests()
{
   static std::vector<test> all;
   return all;
}

struct add {
   add(const char *name, void (*run)()) { tests().push_back({name, run}); }
};

static void expect(bool holds, const char *what)
{
   if (!holds)
      throw std::runtime_error(what);
}
"""

TEST_CASES = [
    """\
   std::map<std::string, int> sums;
   for (int i = 0; i < {n}; i++)
      sums["key" + std::to_string(i * {x})] += i;
   expect(sums.size() == {n}, "as many sums as keys");
""", """\
   std::vector<int> numbers;
   for (int i = 0; i < {n}; i++)
      numbers.insert(numbers.begin(), i ^ {x});
   expect(numbers.back() == {x}, "the first is last");
""", """\
   std::ostringstream text;
   text << {x} << '-' << {n}.5;
   expect(text.str().size() > 3, "text was written");
""", """\
   std::function<int(int)> times = [](int i) {{ return i * {x}; }};
   expect(times(2) == 2 * {x}, "twice");
""", """\
   try {{
      expect(std::string("{x}").at(9) == 0, "not reached");
   }} catch (const std::out_of_range &) {{
      return;
   }}
   expect(false, "thrown");
"""]

TEST_MAIN = """\
int main(int argc, char **argv)
{
   int failed = 0;
   for (int left = argc > 1 ? std::atoi(argv[1]) : 1; left > 0; left--)
      for (auto &t : tests())
         try {
            t.run();
         } catch (const std::exception &e) {
            failed++;
            std::printf("%s: %s\\n", t.name, e.what());
         }
   std::printf("%d failed\\n", failed);
   return failed != 0;
}
"""


def unit_test() -> str:
    """The source of a unit test in C++, the same each time."""
    source = [TEST_HEAD]
    for i in range(CASES):
        body = TEST_CASES[i % len(TEST_CASES)].format(n=5 + i % 7, x=i + 1)
        source.append(f"\nstatic void case_{i}()\n{{\n{body}}}\n"
                      f"static add add_{i}(\"case_{i}\", case_{i});\n")
    return "".join(source) + "\n" + TEST_MAIN


def called(command: list[str], directory: pathlib.Path) -> str:
    """The output of a command.  Raises BenchError if it fails, OSError if missing."""
    done = subprocess.run(command, cwd=directory, env=ENVIRONMENT, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise BenchError(f"{command[0]}: {first_line(done.stderr)}")
    return done.stdout.strip()


def prepare_git(directory: pathlib.Path) -> list[str]:
    """A repository of eight files."""
    for number in range(8):
        (directory / f"file{number}").write_text(f"{number}\n", encoding="ascii")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "All"]):
        called([*git, *arguments], directory)
    return ["git", "status"]


def prepare_unit(directory: pathlib.Path) -> list[str]:
    """The unit test, with debug information."""
    (directory / "unit.cc").write_text(unit_test(), encoding="ascii")
    called(["g++", "-O0", "-g", "-o", "unit", "unit.cc"], directory)
    return ["./unit"]


def prepare_cc1(directory: pathlib.Path) -> list[str]:
    """The compiler proper, on a file of five functions."""
    write_functions(directory / "functions.c", 5)
    cc1 = called(["gcc", "-print-prog-name=cc1"], directory)
    return [cc1, "-quiet", "-O1", "functions.c", "-o", "/dev/null"]


PROGRAMS = {
    "python3": lambda directory: ["/usr/bin/python3", "-c", "pass"],
    "git": prepare_git,
    "perl": lambda directory: ["/usr/bin/perl", "-e", "1"],
    "unit": prepare_unit,
    "cc1": prepare_cc1,
}


class Bench(Run):
    """One run of this program."""

    def __init__(self, options: argparse.Namespace):
        super().__init__("bench_starts.py", options.rounds)
        self.valgrind = os.path.abspath(options.valgrind)
        self.symbols = options.symbols and os.path.abspath(options.symbols)
        self.commands = options.commands and os.path.abspath(options.commands)
        self.runs = options.runs
        self.places: dict[str, Place] = {}


def prepare_all(bench: Bench, names: list[str], top: pathlib.Path) -> None:
    """Make each program's directory.  Those that cannot run are reported as errors."""
    for name in names:
        directory = top / name
        directory.mkdir()
        try:
            command = PROGRAMS[name](directory)
            if not shutil.which(directory / command[0], path=ENVIRONMENT["PATH"]) \
                    and not shutil.which(command[0], path=ENVIRONMENT["PATH"]):
                raise BenchError(f"{command[0]} not found")
            bench.places[name] = Place(directory, command)
        except (BenchError, OSError) as error:
            bench.error(name, reason_of(error))


def under(tool: str, mode: Mode) -> list[str]:
    """The options of Valgrind to run a program under a tool."""
    if tool == "none":
        return ["-q", "--tool=none"]
    stock = mode.stock if tool == "cachegrind" else []
    return ["-q", f"--tool={tool}", f"--{tool}-out-file={tool}.out", *mode.options,
            *stock]


# ---------------------------------------------------------------- overhead

TOOLS = ["none", "cachegrind", "cachesim"]


def overhead_of(times: dict[str, list[float]]) -> float:
    """cachesim's overhead, of cachegrind's, by medians."""
    none, stock, ours = (statistics.median(times[tool]) for tool in TOOLS)
    return max((ours - none) / (stock - none), CLAMP) if stock > none else CLAMP


def measure(bench: Bench, mode: Mode, place: Place) -> dict[str, list[float]]:
    """CPU seconds of all rounds."""
    times: dict[str, list[float]] = {tool: [] for tool in TOOLS}
    for _ in range(bench.rounds):
        for tool in TOOLS:
            times[tool].append(run([bench.valgrind, *under(tool, mode), *place.command],
                                   place.directory)[0])
    return times


def measure_starts(bench: Bench) -> dict:
    """Measure and print the overheads of all modes."""
    results: dict = {}
    print(f"\n{'overhead':<15}{'cg/none':>9}{'cs/none':>9}{'overhead':>11}")
    for mode_name, mode in MODES.items():
        rows = {}
        for name, place in bench.places.items():
            progress(f"{mode_name}: {name}")
            try:
                times = measure(bench, mode, place)
            except (BenchError, OSError) as error:
                bench.error(name, reason_of(error))
                continue
            none, stock, ours = (statistics.median(times[tool]) for tool in TOOLS)
            rows[name] = {"seconds": times, "overhead": overhead_of(times)}
            clear_progress()
            print(f"{mode_name + ' ' + name:<15}{stock / none:9.2f}{ours / none:9.2f}"
                  f"{overhead_of(times):11.3f}", flush=True)
        results[mode_name] = rows
        if rows:
            mean = statistics.geometric_mean(row["overhead"] for row in rows.values())
            print_targets([Target(f"{mode_name}: geometric mean at most {mode.target}",
                                  mean <= mode.target, f"{mean:.3f}")])
    return results


# ------------------------------------------------------------------- split

# The part that a function belongs to; the first that matches.  All else is VEX and the
# rest of the core.
FUNCTIONS = [
    ("lines", r"tk_where|look_up$|function_of$|line_of$|start_of$|path_of$|tk_lines_"
              r"|tk_strings_|tk_code_objects|tk_elf_|n_before$|get_entry$|can_read$"
              r"|vgModuleLocal_search|search_all_|vgModuleLocal_find_rx|get_sym_name"
              r"|vgPlain_get_f|vgPlain_demangle|vgModuleLocal_demangle|d_|rust_"
              r"|vgPlain_find_DebugInfo|is_valid_for|vgPlain_am_is_valid"),
    ("debug", r"vgModuleLocal_|read_dwarf2|read_.*cfi|tinfl_|canonicalise|bm_"
              r"|compare_DiLoc|.*DedupPA|step_leb128|get_.*Form|summarise"
              r"|run_CF|shrinkBlock|is_elf|.*DiCfSI"),
    ("plans", r"cs_plan|line_at$|add_shares?$|end_group$|begin_group$|add_data_ref$"
              r"|current_site$|read_statement$|tk_roots|tk_ir_accesses|cs_flow|cs_blocks"
              r"|checksum_of$|fill_|known_ref$|tk_pool|cs_icache_at$|cs_sim_place$"
              r"|tk_translation|vgPlain_.*XA$|vgPlain_HT_"),
    ("code", r"cs_instrument|emit_|cs_guard|cs_calls|cs_slot_code|tk_vex"
             r"|__wrap_"),
    ("passes", r"pass$|cs_on_|refer_data$|cs_cache_t|cs_cache_r|cs_icache_install$"
               r"|cs_last_refer|cs_sim_|cs_branch|JIT"),
    ("promote", r"tk_hot|tk_retranslate|on_hot$|promote$|vgPlain_discard|delete_tte"
                r"|unchain|invalidateFastCache"),
    ("write", r"cs_outfile|cs_run|cs_summary|tk_text|tk_writer|settle$|vgPlain_ssort"
              r"|write_"),
    ("set-up", r"cs_cache_init|cs_last_init|cs_icache_init|cs_host|post_clo_init"),
]
KERNEL, REST = "kernel", "VEX"
SPLIT = [REST, KERNEL, *(name for name, _ in FUNCTIONS)]


def part_of(line: str) -> str:
    """The part that a line of perf's report, object and symbol, belongs to."""
    if "kernel" in line.split()[0]:
        return KERNEL
    symbol = "JIT" if "JIT" in line else line.split("] ", 1)[-1].split()[0]
    return next((name for name, pattern in FUNCTIONS if re.match(pattern, symbol)), REST)


def samples_of(bench: Bench, options: list[str], place: Place,
               library: pathlib.Path) -> collections.Counter:
    """The samples of a run, by part.  Raises BenchError or OSError."""
    data = place.directory / "perf.data"
    environment = {**ENVIRONMENT, "VALGRIND_LIB": str(library)}
    subprocess.run(
        ["perf", "record", "-q", "-F", str(FREQUENCY), "-e", "cpu-clock", "-o", data,
         "valgrind", *options, *place.command],
        cwd=place.directory, env=environment, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    report = called(
        ["perf", "report", "-i", str(data), "--stdio", "-F", "sample,dso,sym"],
        place.directory)
    samples: collections.Counter = collections.Counter()
    for line in report.splitlines():
        found = re.match(r" *([0-9]+) +(.*)", line)
        if found:
            samples[part_of(found[2])] += int(found[1])
    if not samples:
        raise BenchError("perf has no samples")
    return samples


def library_with_symbols(bench: Bench, top: pathlib.Path) -> pathlib.Path:
    """A copy of the tool directory whose cachesim has its symbols."""
    library = top / "library"
    library.mkdir()
    for file in (pathlib.Path(bench.valgrind).parent / "in-place").iterdir():
        (library / file.name).symlink_to(file.resolve())
    tool = library / os.path.basename(bench.symbols)
    tool.unlink()
    tool.symlink_to(bench.symbols)
    return library


def split_starts(bench: Bench, top: pathlib.Path) -> dict:
    """Print what each part adds: the samples of a run less those of one that counts
    nothing, in percent of the latter's."""
    if not shutil.which("perf") or not bench.symbols:
        print("\nsplit: left out; it needs perf (Debian's linux-perf) and --symbols")
        return {}
    library = library_with_symbols(bench, top)
    results: dict = {}
    print("\nsplit, percent of a run that counts nothing ('off')")
    print(f"{'':<15}" + "".join(f"{name:>9}" for name in SPLIT))
    for name, place in bench.places.items():
        for mode_name, mode in MODES.items():
            progress(f"split: {mode_name}: {name}")
            ours = under("cachesim", mode)
            try:
                off = samples_of(bench, [*ours, "--instr-at-start=no"], place, library)
                on = samples_of(bench, ours, place, library)
            except (BenchError, OSError) as error:
                bench.error(name, reason_of(error))
                continue
            clear_progress()
            whole = sum(off.values())
            if mode_name == "caches":
                print(f"{name + ' off':<15}"
                      + "".join(f"{100 * off[part] / whole:9.1f}" for part in SPLIT))
            print(f"{name + ' ' + mode_name:<15}"
                  + "".join(f"{100 * (on[part] - off[part]) / whole:+9.1f}"
                            for part in SPLIT), flush=True)
            results[f"{name} {mode_name}"] = {"off": off, "on": on}
    return results


# ------------------------------------------------------------------- suite

def wall(command: list[str], directory: pathlib.Path) -> float:
    """The seconds that a command takes.  Raises BenchError or OSError."""
    begin = time.monotonic()
    run(command, directory)
    return time.monotonic() - begin


def suite(bench: Bench) -> dict:
    """Print the wall time of many runs of the unit test, and of a gate for each."""
    place = bench.places["unit"]
    command = [*place.command, str(SUITE_REPEATS)]
    setups = {"native": [], "none": [bench.valgrind, *under("none", MODES["none"])]}
    for mode_name, mode in MODES.items():
        for tool in TOOLS[1:]:
            setups[f"{tool}, {mode_name}"] = [bench.valgrind, *under(tool, mode)]
    seconds: dict[str, float] = dict.fromkeys(setups, 0.0)
    for number in range(bench.runs):
        for setup, valgrind in setups.items():
            progress(f"suite: run {number + 1} of {bench.runs}: {setup}")
            seconds[setup] += wall([*valgrind, *command], place.directory)
    if bench.commands:
        shutil.copy(place.directory / "cachesim.out", place.directory / "before.out")
        gate = [f"{bench.commands}/cs_diff", "--no-annotate", "--limits=Ir=1%",
                "--limits-fn=Ir=5%>100K", "before.out", "cachesim.out"]
        seconds["gate, cs_diff"] = sum(wall(gate, place.directory)
                                       for _ in range(bench.runs))
    clear_progress()
    print(f"\nsuite: {bench.runs} runs of a unit test, wall time in all")
    for setup, total in seconds.items():
        print(f"{setup:<20}{total:9.1f} s{1000 * total / bench.runs:9.0f} ms a run"
              f"{total / seconds['none']:9.2f} of none")
    return seconds


# ------------------------------------------------------------- command line

def parse_options(arguments: list[str]) -> argparse.Namespace:
    """The command line.  Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bench_starts.py", allow_abbrev=False,
        description="Compare cachesim and cachegrind on programs that only start up.")
    parser.add_argument("--valgrind", required=True, metavar="FILE",
                        help="valgrind-in-place of the tree to measure")
    parser.add_argument("--symbols", metavar="FILE",
                        help="the same cachesim, not stripped, for the split")
    parser.add_argument("--commands", metavar="DIR", help="where cs_diff is")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
                        help=f"runs of each kind (default {ROUNDS})")
    parser.add_argument("--runs", type=positive, default=SUITE_RUNS, metavar="N",
                        help=f"runs of the suite (default {SUITE_RUNS})")
    parser.add_argument("--programs", type=names_among(PROGRAMS), metavar="A,B",
                        default=list(PROGRAMS), help=f"some of {', '.join(PROGRAMS)}")
    parser.add_argument("--parts", type=names_among(dict.fromkeys(PARTS)), metavar="A,B",
                        default=PARTS, help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--json", metavar="FILE", help="where to write all figures")
    return parser.parse_args(arguments)


def run_bench(options: argparse.Namespace) -> int:
    """Measure, print, write; the exit status.  Raises BenchError or OSError if it
    cannot start or end."""
    check_files(options.valgrind, options.json)
    bench = Bench(options)
    report: dict = {"rounds": bench.rounds}
    with tempfile.TemporaryDirectory(prefix="quern-bench.") as top:
        prepare_all(bench, options.programs, pathlib.Path(top))
        print(f"{cpu_model()}; {trial_note(bench.rounds)}", flush=True)
        if "overhead" in options.parts:
            report["overhead"] = measure_starts(bench)
        if "split" in options.parts:
            report["split"] = split_starts(bench, pathlib.Path(top))
        if "suite" in options.parts and "unit" in bench.places:
            report["suite"] = suite(bench)
    write_json(options.json, lambda: {**report, "errors": bench.errors})
    return 1 if bench.errors else 0


def main() -> int:
    """Run the program; returns the exit status."""
    options = parse_options(sys.argv[1:])
    return run_main("bench_starts.py", lambda: run_bench(options))


if __name__ == "__main__":
    sys.exit(main())
