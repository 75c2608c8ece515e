#!/usr/bin/env python3
# truth.py -- holds what cachesim counts against the clock, for kernels and programs.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success, whatever the figures are; 1 an error; 2 usage.

"""The program behind `make truth`.  README.md explains how to read it.

Three parts: measuring (the clock, and counts by cachesim, of each variant of each
kernel, or of each program of programs.py), storing (files of JSON in a directory), and
printing what figures.py says.  Where it makes no difference, a program is a kernel here.
"""

import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import random
import sys
import tempfile
from typing import Any

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "bench")]

from bench_common import (  # noqa: E402  (found by the line above)
    BenchError, clear_progress, cpu_model, names_among, positive, progress, run_main)
from figures import (  # noqa: E402
    CLASSIC, ESTIMATE, Figures, FormulaError, Metric, Variant, families, figures, formula,
    half, is_decided, is_right, judged, pairs, typical, worst)
from programs import Programs  # noqa: E402
from runs import call, call_counted  # noqa: E402

ROUNDS = 3              # measurements in a process; the shortest counts
PARTS = {"times": "the clock", "classic": "two levels of cache",
         "machine": "with --tool-options", "host": "with --machine=host",
         "measured": "on the machine that cs_machine measured"}
HALVES = {"all": "all", "fit": "fitted", "report": "reported"}

Key = tuple[str, str]   # kernel, variant


# ---------------------------------------------------------------- measuring

class Kernels:
    """The program with all kernels."""

    folder = ""             # of stored parts
    noun = "kernels"

    def __init__(self, program: str, n_runs: int | None):
        self.program = program
        self.n_runs = [str(n_runs)] if n_runs else []

    def rows(self) -> list[list]:
        """[kernel, variant, whether all variants have one result, family, whether
        constants may be fitted to it] of each variant."""
        rows = [line.split() for line in call([self.program]).decode().splitlines()]
        return [[kernel, variant, one == "1", family, may_fit == "1"]
                for kernel, variant, one, family, may_fit in rows]

    def fingerprint(self) -> str:
        """Two programs with the same one have the same times and counts."""
        return hashlib.sha256(pathlib.Path(self.program).read_bytes()).hexdigest()[:16]

    def command(self, key: Key, rounds: int) -> list[str]:
        return [self.program, *key, str(rounds), *self.n_runs]

    def time(self, key: Key) -> tuple[str, int]:
        """A variant's checksum and its nanoseconds, in a new process."""
        checksum, time = call(self.command(key, ROUNDS)).decode().split()
        return checksum, int(time)

    def count(self, key: Key, valgrind: str, options: list[str]) -> dict[str, Any]:
        """A variant's checksum and its events, by cachesim."""
        said, counts = call_counted(valgrind, ["--instr-at-start=no", *options],
                                    self.command(key, 1))
        return {"checksum": said.decode().split()[0], "counts": counts}


def measure_times(kernels: Kernels, keys: list[Key], part: dict, n_passes: int) -> None:
    """Add the times of n passes over the variants, each in an order of its own."""
    order = random.Random(20)
    for number in range(n_passes):
        shuffled = order.sample(keys, len(keys))
        for done, key in enumerate(shuffled):
            progress(f"pass {number + 1} of {n_passes}: {done + 1} of {len(keys)}")
            checksum, time = kernels.time(key)
            entry = part["variants"].setdefault(
                "/".join(key), {"checksum": checksum, "times": []})
            entry["times"].append(time)


def measure_counts(kernels: Kernels, keys: list[Key], part: dict, valgrind: str,
                   options: list[str], n_jobs: int) -> None:
    """Add the counts of the variants, several at a time."""
    with concurrent.futures.ThreadPoolExecutor(n_jobs) as pool:
        runs = {pool.submit(kernels.count, key, valgrind, options): key
                for key in keys}
        try:
            for done, run in enumerate(concurrent.futures.as_completed(runs)):
                progress(f"cachesim: {done + 1} of {len(keys)}")
                part["variants"]["/".join(runs[run])] = run.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


# ---------------------------------------------------------------- storing

def read_part(directory: str | None, name: str) -> dict | None:
    """What is stored of a part; None if nothing is."""
    path = directory and pathlib.Path(directory) / f"{name}.json"
    if not path or not path.exists():
        return None
    try:
        part = json.loads(path.read_text("utf-8"))
        if not isinstance(part["variants"], dict) or not isinstance(part["list"], list):
            raise TypeError
        # Before kernels had families, all of them could be fitted.
        part["list"] = [row if len(row) == 5 else [*row, "", True]
                        for row in part["list"]]
    except (ValueError, KeyError, TypeError):
        raise BenchError(f"{path}: not a file that --keep wrote") from None
    return part


def write_part(directory: str | None, name: str, part: dict) -> None:
    """Store a part for --from."""
    if directory:
        path = pathlib.Path(directory)
        path.mkdir(parents=True, exist_ok=True)
        (path / f"{name}.json").write_text(json.dumps(part, indent=1) + "\n", "utf-8")


class Session:
    """The parts of a run: those that are stored, and what is measured for the rest."""

    def __init__(self, options: argparse.Namespace, kernels: Kernels | Programs):
        self.options = options
        self.kernels = kernels
        stored = [read_part(self.directory(options.from_), name) for name in PARTS]
        self.stored = dict(zip(PARTS, stored, strict=True))
        self.measured = ""      # the text of the machine, if it was measured
        known = next((part["list"] for part in stored if part), None)
        self.list = known or self.kernels.rows()
        names = dict.fromkeys(row[0] for row in self.list)
        only = names_among(names)(options.only) if options.only else names
        self.keys = [(row[0], row[1]) for row in self.list if row[0] in only]

    def directory(self, given: str | None) -> str | None:
        """Where parts are, of a directory that --from or --keep gives."""
        return given and str(pathlib.Path(given, self.kernels.folder))

    def tool_options(self, name: str) -> list[str]:
        """What a part is counted with; of "measured", the file is in the part."""
        return {"machine": self.options.tool_options.split(),
                "host": ["--machine=host"]}.get(name, [])

    def measure_machine(self) -> None:
        """Measure the machine, unless its counts are stored: at once before the clock,
        as both are of the machine as it is now."""
        if self.stored["measured"] is None or "measured" in self.options.again:
            progress("cs_machine measure")
            self.stored["measured"] = None
            self.measured = call([self.options.cs_machine, "measure"]).decode()
            clear_progress()

    def part(self, name: str) -> dict:
        """A part, measured as far as it is not stored, or is to be measured again."""
        part, again = self.stored[name], name in self.options.again
        tool_options = self.tool_options(name)
        if part and part["options"] != tool_options:
            part = None
        if part is None or again and part["program"] != self.kernels.fingerprint():
            part = {"list": self.list, "options": tool_options, "variants": {},
                    "program": self.kernels.fingerprint(), "cpu": cpu_model()}
            if name == "measured":
                part["text"] = self.measured
        keys = [k for k in self.keys if again or "/".join(k) not in part["variants"]]
        if keys:
            try:
                self.measure(name, keys, part)
            finally:
                clear_progress()
                write_part(self.directory(self.options.keep), name, part)
        else:
            write_part(self.directory(self.options.keep), name, part)
        return part

    def measure(self, name: str, keys: list[Key], part: dict) -> None:
        if part["program"] != self.kernels.fingerprint():
            raise BenchError(f"{name}.json is of other {self.kernels.noun}; "
                             "measure all --again")
        if name == "times":
            measure_times(self.kernels, keys, part, self.options.passes)
        else:
            with tempfile.NamedTemporaryFile("w", suffix=".machine") as file:
                file.write(part.get("text", ""))
                file.flush()
                options = [f"--machine={file.name}"] if "text" in part \
                    else part["options"]
                measure_counts(self.kernels, keys, part, self.options.valgrind, options,
                               self.options.jobs)

    def check(self, parts: list[dict]) -> None:
        """All runs of a variant, and of kernels with one result, must agree."""
        has_one = {row[0] for row in self.list if row[2]}
        if len({part["program"] for part in parts}) > 1:
            raise BenchError(f"the parts are of different {self.kernels.noun}; "
                             "measure --again")
        first: dict[str, str] = {}
        for part in parts:
            for kernel, variant in self.keys:
                checksum = part["variants"][f"{kernel}/{variant}"]["checksum"]
                group = kernel if kernel in has_one else f"{kernel}/{variant}"
                if first.setdefault(group, checksum) != checksum:
                    raise BenchError(f"{kernel} {variant}: another result than before")


def joined(keys: list[Key], times: dict, counts: dict) -> list[Variant]:
    """The variants with their shortest time and their counts."""
    rest = {(row[0], row[1]): row[3:] for row in times["list"]}
    return [Variant(*key, min(times["variants"]["/".join(key)]["times"]),
                    counts["variants"]["/".join(key)]["counts"], *rest[key])
            for key in keys]


def stored(directory: str, counts: str = "machine") -> list[Variant]:
    """The variants that --keep stored, with the counts of one part: for scripts that fit
    constants."""
    times, events = read_part(directory, "times"), read_part(directory, counts)
    if times is None or events is None:
        raise BenchError(f"{directory}: no times or no counts")
    return joined([(row[0], row[1]) for row in times["list"]], times, events)


def spread(keys: list[Key], times: dict) -> str:
    """How far the second shortest time of a variant is above its shortest."""
    shortest = [sorted(times["variants"]["/".join(key)]["times"])[:2] for key in keys]
    above = sorted(two[1] / two[0] - 1 for two in shortest if len(two) == 2)
    if not above:
        return "one pass: a trial"
    return (f"a second pass is as short within {above[len(above) // 2]:.1%} for half of "
            f"them, within {above[len(above) * 9 // 10]:.1%} for nine of ten")


# ---------------------------------------------------------------- printing

Column = tuple[str, list[Variant], Metric]      # a metric's name, and on which counts


def metric_of(text: str) -> Metric:
    """A formula as a metric."""
    function = formula(text)
    return lambda variant: function(variant.counts)


def columns_of(classic: list[Variant], machine: list[Variant],
               others: dict[str, list[Variant]],
               given: list[tuple[str, str]]) -> list[Column]:
    """Instructions, the classic formula, the tool's own estimate on each machine, and
    what was given."""
    columns = [("instructions", classic, metric_of("Ir")),
               ("classic", classic, metric_of(CLASSIC))]
    for name, variants in {"estimate": machine, **others}.items():
        if all(event in variants[0].counts for event in ESTIMATE.split(" + ")):
            columns.append((name, variants, metric_of(ESTIMATE)))
        elif name in others:
            print(f"{name}: this cachesim has no estimate of cycles")
    return columns + [(name, machine, metric_of(text)) for name, text in given]


def number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.2f}"


def times_faster(value: float) -> str:
    """A speed-up; below 1, the variant is predicted to be the slower one."""
    return f"{value:.2f}x"


def print_figures(columns: list[Column]) -> list[dict]:
    """Print the figures of each metric on each half; they, for JSON.  A half with
    nothing in it is left out: no program is fitted."""
    rows = []
    width = max(len(name) for name, _, _ in columns)
    print(f"{'metric':{width}}  {'half':8}  rank correlation   faster one named"
          "      speed-up off by  at most   2x called same")
    for name, variants, metric in columns:
        for which, word in HALVES.items():
            members = half(variants, which)
            if not members:
                continue
            found = figures(members, metric)
            rows.append({"metric": name, "kernels": which, **vars(found)})
            print_row(name, word, found, width)
    return rows


def print_row(name: str, word: str, found: Figures, width: int) -> None:
    share = f"{found.right / found.decided:4.0%}" if found.decided else " n/a"
    print(f"{name:{width}}  {word:8}  {number(found.correlation):>16}   "
          f"{found.right:4} of {found.decided:3} {share}  "
          f"{number(found.factor):>19}  {number(found.largest):>7}   "
          f"{found.missed:5} of {found.far:3}")


def print_families(columns: list[Column]) -> list[dict]:
    """Print how far each metric's speed-ups are off in each family; they, for JSON."""
    rows = []
    print(f"\n{'speed-up off by':16} {'pairs':>5}"
          + "".join(f" {name[:12]:>13}" for name, _, _ in columns))
    for family, members in families(columns[0][1]).items():
        found = {name: typical(judged(families(variants)[family], metric))
                 for name, variants, metric in columns}
        n_pairs = len(pairs(members))
        rows.append({"family": family, "pairs": n_pairs, "factors": found})
        print(f"{family:16} {n_pairs:5}"
              + "".join(f" {number(factor):>13}" for factor in found.values()))
    return rows


def print_worst(columns: list[Column], n: int) -> dict[str, list[dict]]:
    """Print the pairs of which each metric but the first two is furthest off, or, if
    there are only these, of which the second is; they, for JSON."""
    rows: dict[str, list[dict]] = {}
    for name, variants, metric in columns[2:] or columns[1:]:
        print(f"\n{name + ': furthest off':34} {'slower':16} {'faster':16}"
              f" {'measured':>9} {'predicted':>9} {'off by':>7}")
        rows[name] = []
        for pair in worst(variants, metric, n):
            slower, faster = pair.first, pair.second
            rows[name].append({
                "kernel": slower.kernel, "slower": slower.variant,
                "faster": faster.variant, "measured": pair.measured,
                "predicted": pair.predicted})
            print(f"  {slower.family:14} {slower.kernel:16}  {slower.variant:16}"
                  f" {faster.variant:16} {times_faster(pair.measured):>9}"
                  f" {times_faster(pair.predicted):>9} {number(pair.error):>7}")
    return rows


def print_table(columns: list[Column], keys: list[Key]) -> None:
    """Print each variant: time, and time and metrics as multiples of the variant of its
    kernel that is fastest on the clock.  "!" marks a metric that names another variant as
    the faster one of some pair with this one."""
    clock = {(v.kernel, v.variant): v for v in columns[0][1]}
    print(f"\n{'kernel':16} {'variant':16} {'ms':>8} {'ns/Ir':>7} {'clock':>8}"
          + "".join(f" {name[:12]:>13}" for name, _, _ in columns))
    for key in keys:
        this = clock[key]
        row = (f"{key[0]:16} {key[1]:16} {this.time / 1e6:8.2f}"
               f" {this.time / this.counts['Ir']:7.3f}")
        siblings = [v for v in clock.values() if v.kernel == key[0]]
        best = min(siblings, key=lambda v: v.time)
        row += f" {this.time / best.time:7.2f}x"
        for _, variants, metric in columns:
            of = {v.variant: v for v in variants if v.kernel == key[0]}
            wrong = any(is_decided(a, b) and not is_right(a, b, metric)
                        for a, b in pairs(list(of.values())) if of[key[1]] in (a, b))
            ratio = metric(of[key[1]]) / metric(of[best.variant])
            row += f" {ratio:11.2f}x{'!' if wrong else ' '}"
        print(row.rstrip())


def named_formula(text: str) -> tuple[str, str]:
    """The name and the formula of --metric.  Raises FormulaError."""
    name, equals, found = text.partition("=")
    if not name or not equals:
        raise FormulaError(f"--metric={text}: no NAME=FORMULA")
    formula(found)
    return name, found


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="truth.py", description="Hold what cachesim counts against the clock.")
    add = parser.add_argument
    add("--kernels", default="tests/truth/kernels", help="the program with the kernels")
    add("--programs", action="store_true", help="programs of Debian instead of kernels")
    add("--valgrind", default="./valgrind-in-place", help="a Valgrind with cachesim")
    add("--only", metavar="NAME,...", help="these kernels or programs")
    add("--passes", type=positive, default=5, help="processes of each variant (5)")
    add("--runs", type=positive, help="runs in a measurement, instead of each kernel's")
    add("--jobs", type=positive, default=1, help="runs of cachesim at a time (1)")
    add("--tool-options", default="", metavar="OPTIONS",
        help="count with these options, too; metrics are of these counts then")
    add("--cs-machine", metavar="COMMAND",
        help="measure this machine with it; count on `host` and on what was measured")
    add("--metric", action="append", default=[], metavar="NAME=FORMULA",
        help="a further metric: events, numbers, + - * / and parentheses")
    add("--keep", metavar="DIR", help="store times and counts there")
    add("--from", dest="from_", metavar="DIR",
        help="take what is stored there, and measure the rest")
    add("--again", type=names_among(PARTS), default=[], metavar="PART,...",
        help=f"measure these again ({', '.join(PARTS)}); times are added to stored ones")
    add("--table", action="store_true", help="print each variant")
    add("--half", choices=HALVES, default="all", help="variants of the table (all)")
    add("--worst", type=positive, default=10, metavar="N",
        help="print so many of the pairs that are furthest off (10)")
    add("--json", metavar="FILE", help="write figures and variants there")
    options = parser.parse_args()
    try:
        options.metric = [named_formula(text) for text in options.metric]
    except FormulaError as error:
        parser.error(str(error))
    return options


def report(session: Session, times: dict, columns: list[Column]) -> None:
    options = session.options
    shown = half(columns[0][1], options.half)
    n_kernels = len({v.kernel for v in columns[0][1]})
    noun = session.kernels.noun
    print(f"{len(columns[0][1])} variants of {n_kernels} {noun}; {times['cpu']}\n"
          f"clock: {spread(session.keys, times)}")
    rows = print_figures(columns)
    of_families = print_families(columns)
    furthest = print_worst(columns, options.worst)
    if options.table:
        print_table(columns, [(v.kernel, v.variant) for v in shown])
    if options.json:
        variants = [{"kernel": v.kernel, "variant": v.variant, "time_ns": v.time,
                     "metrics": {name: metric(of[index]) for name, of, metric in columns}}
                    for index, v in enumerate(columns[0][1])]
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump({"figures": rows, "families": of_families, "worst": furthest,
                       "variants": variants}, out, indent=1)
            out.write("\n")


def main() -> int:
    options = parse()
    try:
        session = Session(options, Programs() if options.programs
                          else Kernels(options.kernels, options.runs))
        names = ["times", "classic"] + (["machine"] if options.tool_options else [])
        hosts = ["host", "measured"] if options.cs_machine else []
        if hosts:
            session.measure_machine()
        parts = {name: session.part(name) for name in names + hosts}
        session.check(list(parts.values()))
        counts = {name: joined(session.keys, parts["times"], part)
                  for name, part in parts.items() if name != "times"}
        report(session, parts["times"],
               columns_of(counts["classic"], counts[names[-1]],
                          {name: counts[name] for name in hosts}, options.metric))
    except (FormulaError, argparse.ArgumentTypeError) as error:
        raise BenchError(str(error)) from None
    return 0


if __name__ == "__main__":
    sys.exit(run_main("truth.py", main))
