#!/usr/bin/env python3
# bench_html.py -- how fast HTML reports open and search in Chromium.
# SPDX-License-Identifier: GPL-2.0-or-later

"""Profile programs, write their reports with --html, and measure in headless Chromium:
the first paint, the first view, and a search in the flame graph and in the tables."""

import argparse
import dataclasses
import datetime
import pathlib
import statistics
import sys
import tempfile
import time

from bench import WORKLOADS
from bench_common import (
    ROUNDS, BenchError, Run, Target, check_files, clear_progress, cpu_model, machine,
    names_among, output_of, positive, print_targets, progress, reason_of, run, run_main,
    trial_note, write_json)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "browser"))

PROGRAMS = ["true", "python3", "perl", "cc1"]  # of bench.py; cc1 has most of everything
TOOLS = {"cachesim": "cs_annotate", "heapprof": "hp_annotate"}
OPTIONS = {"cachesim": ["--call-graph=yes"], "heapprof": []}
ORDINARY_B, MOST_B = 2_000_000, 10_000_000
PAINT_MS, SEARCH_MS = 1000, 100     # targets: the paint up to ORDINARY_B
SEARCHES = {"flame": "alloc", "tables": "alloc"}


@dataclasses.dataclass(frozen=True)
class Row:
    """One page, and the figures of each round, in milliseconds."""
    program: str
    tool: str
    profile_B: int
    page_B: int
    write_ms: float
    paint_ms: list[float]
    ready_ms: list[float]
    search_ms: dict[str, list[float]]


class Bench(Run):
    """One run of this program."""

    def __init__(self, options: argparse.Namespace, top: str):
        super().__init__("bench_html.py", options.rounds)
        self.valgrind = options.valgrind
        self.commands = pathlib.Path(options.commands).resolve()
        self.top = pathlib.Path(top)


def page_of(bench: Bench, program: str,
            tool: str) -> tuple[pathlib.Path, pathlib.Path, float]:
    """The profile, the page, and the milliseconds that writing it took."""
    directory = bench.top / program
    directory.mkdir(exist_ok=True)
    command = WORKLOADS[program].prepare(directory)
    profile, page = directory / f"{tool}.out", directory / f"{tool}.html"
    progress(f"{program}: {tool}")
    run([bench.valgrind, f"--tool={tool}", f"--{tool}-out-file={profile}",
         *OPTIONS[tool], *command], directory)
    start = time.monotonic()
    run([str(bench.commands / TOOLS[tool]), f"--html={page}", str(profile)], directory)
    return profile, page, 1000 * (time.monotonic() - start)


def measured(bench: Bench, browser, program: str, tool: str) -> Row:
    """One page in the browser.  Raises BenchError or OSError."""
    profile, page, write_ms = page_of(bench, program, tool)
    row = Row(program, tool, profile.stat().st_size, page.stat().st_size, write_ms,
              [], [], {view: [] for view in SEARCHES})
    for number in range(bench.rounds):
        progress(f"{program}: {tool}: page, round {number + 1}")
        shown = browser.open(page)
        paint, ready = shown.started()
        row.paint_ms.append(paint)
        row.ready_ms.append(ready)
        for view, text in SEARCHES.items():
            if shown.has(f"nav [data-view='{view}']"):
                shown.go(view=view)
                row.search_ms[view].append(shown.search_time(text))
        if shown.problems():
            raise BenchError("the page complains; see make browser")
    return row


def median(values: list[float]) -> float:
    """The median; 0 of nothing."""
    return statistics.median(values) if values else 0.0


def targets_of(rows: list[Row]) -> list[Target]:
    """The project's targets."""
    ordinary = [row for row in rows if row.page_B <= ORDINARY_B]
    paints = [median(row.ready_ms) for row in ordinary]
    searches = [median(times) for row in rows for times in row.search_ms.values()]
    largest = max(row.page_B for row in rows)
    return [
        Target(f"pages have at most {MOST_B:,} bytes", largest <= MOST_B, f"{largest:,}"),
        Target(f"pages of at most {ORDINARY_B:,} bytes show their first view in under "
               f"{PAINT_MS} ms", bool(paints) and max(paints) < PAINT_MS,
               f"{max(paints, default=0):.0f} ms"),
        Target(f"a search shows its result in under {SEARCH_MS} ms, in the largest, too",
               max(searches) < SEARCH_MS, f"{max(searches):.0f} ms"),
    ]


HEAD = f"{'program':<10}{'tool':<10}{'profile MB':>11}{'page MB':>9}{'written ms':>12}" \
       f"{'paint ms':>10}{'view ms':>9}{'flame ms':>10}{'table ms':>10}"


def row_text(row: Row) -> str:
    """One line of the table; searches are those of SEARCHES."""
    return (f"{row.program:<10}{row.tool:<10}{row.profile_B / 1e6:11.2f}"
            f"{row.page_B / 1e6:9.2f}{row.write_ms:12.0f}{median(row.paint_ms):10.0f}"
            f"{median(row.ready_ms):9.0f}"
            + "".join(f"{median(times):10.1f}" if times else f"{'-':>10}"
                      for times in row.search_ms.values()))


def parse_options(arguments: list[str]) -> argparse.Namespace:
    """The command line.  Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bench_html.py", allow_abbrev=False,
        description="Measure HTML reports in Chromium.")
    parser.add_argument("--valgrind", required=True, metavar="PROGRAM",
                        help="Valgrind with our tools: valgrind-in-place")
    parser.add_argument("--commands", required=True, metavar="DIR",
                        help="where our commands are: the build tree")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
                        help=f"how often each page is opened (default {ROUNDS})")
    parser.add_argument("--programs", type=names_among(dict.fromkeys(PROGRAMS)),
                        default=PROGRAMS, metavar="A,B",
                        help=f"some of {', '.join(PROGRAMS)}")
    parser.add_argument("--json", metavar="FILE",
                        help="where to write every single time and figure")
    return parser.parse_args(arguments)


def all_rows(bench: Bench, programs: list[str]) -> list[Row]:
    """Measure and print.  What fails is reported as an error and left out."""
    try:
        from browser import Browser
    except ImportError as error:
        raise BenchError(f"{error}; Debian packages: chromium-driver python3-selenium") \
            from error
    rows = []
    print(HEAD, flush=True)
    with Browser(whole=True) as browser:
        for program in programs:
            for tool in TOOLS:
                try:
                    rows.append(measured(bench, browser, program, tool))
                    clear_progress()
                    print(row_text(rows[-1]), flush=True)
                except (AssertionError, BenchError, OSError) as error:
                    bench.error(f"{program}, {tool}", reason_of(error))
    return rows


def run_bench(options: argparse.Namespace) -> int:
    """Measure, print, write; the exit status.  Raises BenchError or OSError if it
    cannot start or end."""
    check_files(options.valgrind, options.json)
    started = datetime.datetime.now().astimezone()
    with tempfile.TemporaryDirectory(prefix="quern-bench.") as top:
        bench = Bench(options, top)
        print(f"{cpu_model()}; {trial_note(bench.rounds)}\n", flush=True)
        rows = all_rows(bench, options.programs)
    targets = targets_of(rows) if rows else []
    print()
    print_targets(targets)
    write_json(options.json, lambda: {
        "version": 1, "date": started.isoformat(timespec="seconds"), "machine": machine(),
        "chromium": output_of(["chromium", "--version"]), "rounds": bench.rounds,
        "rows": [dataclasses.asdict(row) for row in rows],
        "targets": [dataclasses.asdict(target) for target in targets],
        "errors": bench.errors})
    return 1 if bench.errors or not rows else 0


def main() -> int:
    """Run the program; returns the exit status."""
    options = parse_options(sys.argv[1:])
    return run_main("bench_html.py", lambda: run_bench(options))


if __name__ == "__main__":
    sys.exit(main())
