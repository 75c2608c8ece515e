#!/usr/bin/env python3
# check.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Builds Quern and runs its tests; check.sh installs what that needs, and calls this.

The lists of tests are in tests/Makefile.inc: quick_tests, more_tests and nightly_tests.
automake runs them (make check TESTS=...), several at a time, those that take longest
first.  tests/seconds says how long: it is written by --measure, and only the order of
tests and the guess of what remains depend on it.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).absolute().parent.parent    # by a link, if check.sh came by one
BUILD = TOP / "build"
SECONDS = TOP / "tests" / "seconds"

# CPU seconds that the tests of --all may take together, as tests/seconds has them.  It
# only falls: a test that needs more takes it from another, or is run at night.
MOST_CPU_S = 1_750
LISTS = ("quick_tests", "more_tests", "nightly_tests")
GROUPS = {
    "unit": "pure code and glue that can be played, with sanitizers",
    "fuzz": "the corpus of each fuzzing target, replayed with sanitizers",
    "golden": "what the commands print, with sanitizers",
    "html": "the page's scripts, in Node.js",
    "plot": "cs_plot and hp_plot",
    "tool": "the tools on programs",
    "oracle": "the same counts as Valgrind's own tools, on real programs",
    "faults": "faults and bad input: docs/RELIABILITY.md",
    "random": "random options, programs and signals, of one seed",
    "layout": "layouts as they are simulated and as they are written",
    "findings": "planted faults are found, with what their cures gain",
    "screens": "the first screen says what is wrong with a program, and how to cure it",
    "browser": "pages in Chromium",
    "lint": "shellcheck, cppcheck, clang-format, and the rules of HACKING.md",
    "wild": "programs and servers of Debian behave as without the tools",
    "soak": "long and large runs",
    "truth": "estimated cycles against the clock",
    "dist": "a release builds, installs, works and is removed again: make distcheck",
}
# What else tests of these programs say when they are skipped is a package's name.
PACKAGES = {"callgrind_annotate": "valgrind", "cg_annotate": "valgrind",
            "ms_print": "valgrind", "gnuplot": "gnuplot-nox",
            "32-bit": "gcc-multilib", "massif-visualizer": "massif-visualizer",
            "chromium": "chromium", "terminal": "bsdutils"}
EVERY_SECONDS = 20      # between lines of progress, where they are kept
LAST_LINES = 80         # of the log of a test that failed


@dataclass
class Result:
    """What a test script said."""
    test: str
    passed: int = 0
    failed: list[str] = field(default_factory=list)     # names
    skipped: list[tuple[str, str]] = field(default_factory=list)    # names and reasons
    seconds: float = 0
    cpu_seconds: float = 0


def group_of(test: str) -> str:
    """"tests/tool/calls.sh" is of the group "tool"."""
    return "lint" if test in ("tests/lint.sh", "tests/html/lint.sh") \
        else test.split("/")[1]


def read_lists() -> dict[str, list[str]]:
    """The tests of each list, in which other lists of the Makefile may be."""
    text = (TOP / "tests" / "Makefile.inc").read_text(encoding="utf-8") \
        + subprocess.run(TOP / "scripts" / "unit_tests.sh", check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    found = {name: words.replace("\\\n", " ").split() for name, words in re.findall(
        r"^(\w+_tests) = ((?:.*\\\n)*.*)$", text, re.M)}

    def expand(words: list[str]) -> list[str]:
        tests = []
        for word in words:
            other = re.fullmatch(r"\$\((\w+)\)", word)
            tests += expand(found[other[1]]) if other else [word]
        return tests
    return {name: expand(found[name]) for name in LISTS}


def read_seconds() -> dict[str, float]:
    """CPU seconds of each test, on the machine that measured them."""
    if not SECONDS.exists():
        return {}
    lines = (line.split() for line in SECONDS.read_text().splitlines()
             if not line.startswith("#"))
    return {test: float(seconds) for seconds, test in lines}


# ---- Building --------------------------------------------------------------

def step(name: str, *command: str) -> bool:
    """Runs a step of the build; all further tests depend on it.  Its warnings are shown,
    and all of its output if it fails."""
    started = time.monotonic()
    say(f"{name} ...")
    with open(BUILD / "step.log", "w+", encoding="utf-8", errors="replace") as log:
        ok = subprocess.run(command, cwd=TOP, stdin=subprocess.DEVNULL, stdout=log,
                            stderr=subprocess.STDOUT, check=False).returncode == 0
        log.seek(0)
        lines = log.readlines()[-60:] if not ok else \
            dict.fromkeys(line for line in log
                          if re.search(r": warning: |WARNING: ", line))
        for line in lines:
            tell(line.rstrip())
    tell(f"{'PASS' if ok else 'FAIL'}: {name} ({time.monotonic() - started:.0f} s)")
    return ok


def make(*arguments: str, jobs: int) -> list[str]:
    """A command.  Optimizing commands across files takes a minute, and no test needs
    it; the Debian package is built with it."""
    return ["make", "-C", "build", f"-j{jobs}", "LTO_CFLAGS=", *arguments]


def build(jobs: int) -> tuple[int, bool]:
    """How many steps passed; whether all did."""
    steps = [("autogen.sh", ["./autogen.sh"]),
             ("configure", ["sh", "scripts/configure.sh", str(BUILD)])]
    steps += [("make", make(jobs=jobs)),
              ("make: test programs", make("check", "TESTS=", jobs=jobs))]
    for n, (name, command) in enumerate(steps):
        if not step(name, *command):
            return n, False
    return len(steps), True


# ---- Saying how far it is --------------------------------------------------

_shown = 0


def say(text: str) -> None:
    """A line that the next one replaces; only for a person who looks on."""
    global _shown
    if not sys.stdout.isatty():
        return
    width = os.get_terminal_size().columns - 1
    print(f"\r{text[:width]:{min(_shown, width)}}", end="", flush=True)
    _shown = len(text)


def tell(text: str) -> None:
    """A line that stays."""
    global _shown
    if _shown and sys.stdout.isatty():
        print(f"\r{'':{_shown}}\r", end="")
    _shown = 0
    print(text, flush=True)


def duration(seconds: float) -> str:
    """ "40 s", "3 min"."""
    return f"{max(1, seconds):.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def trs_of(test: str) -> Path:
    """What automake's driver writes when the test has ended."""
    return BUILD / (test.removesuffix(".sh") + ".trs")


def has_failed(test: str) -> bool:
    """Of a test that has ended."""
    return ":global-test-result: FAIL" in trs_of(test).read_text() \
        or ":global-test-result: ERROR" in trs_of(test).read_text()


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends make with all that it runs: a make that is killed leaves its tests."""
    os.killpg(process.pid, signal.SIGTERM)
    process.wait()


def watch(tests: list[str], weights: dict[str, float],
          process: subprocess.Popen[bytes], fail_fast: bool) -> None:
    """Says how far it is until the process ends."""
    started, said = time.monotonic(), time.monotonic()
    waiting = set(tests)
    while process.poll() is None:
        time.sleep(0.5)
        waiting -= {test for test in waiting if trs_of(test).exists()}
        done = [test for test in tests if test not in waiting]
        share = sum(weights[test] for test in done) / sum(weights.values())
        now = time.monotonic()
        rest = f", about {duration((now - started) * (1 - share) / share)} left" \
            if share > 0.05 else ""
        running = ", ".join(test.removeprefix("tests/") for test in tests
                            if Path(f"{trs_of(test)}.times").exists())
        if fail_fast and any(has_failed(test) for test in done):
            stop(process)
        line = f"{len(done)} of {len(tests)} test scripts{rest}: {running}"
        say(line)
        if not sys.stdout.isatty() and now - said >= EVERY_SECONDS:
            tell(line)
            said = now


# ---- Running ---------------------------------------------------------------

def result_of(test: str) -> Result:
    """From what the driver wrote."""
    result = Result(test)
    log = trs_of(test).with_suffix(".log")
    if not trs_of(test).exists():
        result.failed.append("did not run")
        return result
    trs = trs_of(test).read_text(encoding="utf-8", errors="replace")
    for key, value in re.findall(r"^:((?:cpu-)?seconds): (\S+)$", trs, re.M):
        setattr(result, key.replace("-", "_"), float(value))
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        found = re.match(rf"(PASS|XFAIL|FAIL|XPASS|ERROR|SKIP): {re.escape(test)}\s*(.*)",
                         line)
        if found is None:
            continue
        kind, name = found.groups()
        if kind in ("PASS", "XFAIL"):
            result.passed += 1
        elif kind == "SKIP":
            name, _, why = name.partition(" # SKIP ")
            result.skipped.append((name, why))
        else:
            result.failed.append(name)
    failures = len(re.findall(r"^:test-result: *(?:FAIL|ERROR|XPASS)", trs, re.M))
    while len(result.failed) < failures:
        result.failed.append("failed")
    return result


def run(tests: list[str], jobs: int, fail_fast: bool) -> list[Result]:
    """Runs the tests, or until one fails."""
    seconds = read_seconds()
    usual = sorted(seconds.values())[len(seconds) // 2] if seconds else 1.0
    weights = {test: max(0.1, seconds.get(test, usual)) for test in tests}
    tests = sorted(tests, key=lambda test: -weights[test])
    for test in tests:
        for path in (trs_of(test), Path(f"{trs_of(test)}.times")):
            path.unlink(missing_ok=True)
    with open(BUILD / "check.log", "wb") as log:
        process = subprocess.Popen(
            make("-k", "check", f"TESTS={' '.join(tests)}", jobs=jobs), cwd=TOP,
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            start_new_session=True)
        try:
            watch(tests, weights, process, fail_fast)
        except KeyboardInterrupt:
            stop(process)
            raise
    # make that is stopped takes away the logs of tests that ran.
    results = [result_of(test) for test in tests
               if not fail_fast or (trs_of(test).exists()
                                    and trs_of(test).with_suffix(".log").exists())]
    if process.returncode != 0 and not any(result.failed for result in results):
        tell("".join((BUILD / "check.log").read_text(
            encoding="utf-8", errors="replace").splitlines(keepends=True)[-40:]))
        results.append(Result("make check", failed=["ended with an error"]))
    return results


# ---- Reporting -------------------------------------------------------------

def package_of(why: str) -> str:
    """The package that would run a test which says why it is skipped; "": none."""
    named = re.search(r"Debian packages?:? ([\w+., -]+)", why)
    if named:
        return named[1]
    lacks = re.match(r"no ([\w+.-]+)$", why)
    word = lacks[1] if lacks else ""
    return PACKAGES.get(word, "") or (word if lacks and "/" not in word else "")


def report_failures(results: list[Result]) -> None:
    """What failed, the end of its log, and how to run it again."""
    for result in results:
        if not result.failed:
            continue
        log = trs_of(result.test).with_suffix(".log")
        if log.exists():
            tell(f"---- {log.relative_to(TOP)}")
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
            bad = [i for i, line in enumerate(lines) if line.startswith("not ok")]
            first = bad[0] if bad else 0
            tell("\n".join(lines[first:][:LAST_LINES]))
        for name in result.failed:
            tell(f"FAIL: {result.test} {name}")
        tell(f"again: make -C build check TESTS={result.test}")


def report(results: list[Result]) -> None:
    """What a maintainer asks next."""
    report_failures(results)
    tell("\nThe slowest:")
    for result in sorted(results, key=lambda result: -result.seconds)[:10]:
        tell(f"{result.seconds:7.0f} s {result.cpu_seconds:7.0f} s of CPU  {result.test}")
    reasons: dict[str, list[str]] = {}
    for result in results:
        for name, why in result.skipped:
            reasons.setdefault(why, []).append(f"{result.test}: {name}")
    if reasons:
        tell("\nSkipped:")
    for why, names in sorted(reasons.items()):
        package = package_of(why)
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        tell(f"  {names[0]}{more}: {why}"
             + (f" (package {package})" if package else ""))


def write_seconds(results: list[Result]) -> None:
    """Replaces those that were measured."""
    known = read_seconds() | {result.test: result.cpu_seconds for result in results}
    tests = {test for tests in read_lists().values() for test in tests}
    lines = [f"{seconds:.1f} {test}\n" for test, seconds in sorted(known.items())
             if test in tests]
    SECONDS.write_text("# CPU seconds of each test: ./check.sh --all --measure\n"
                       + "".join(lines))


# ---- The command -----------------------------------------------------------

def list_tests() -> None:
    """What there is."""
    lists = read_lists()
    seconds = read_seconds()
    print(f"{'group':9}{'quick':>6}{'all':>6}{'nightly':>9}{'CPU s':>8}")
    for group, what in GROUPS.items():
        of = {name: [test for test in lists[name] if group_of(test) == group]
              for name in LISTS}
        quick, more, nightly = (len(of[name]) for name in LISTS)
        cost = sum(seconds.get(test, 0) for tests in of.values() for test in tests)
        print(f"{group:9}{quick:6}{quick + more:6}{nightly:9}{cost:8.0f}  {what}")


def is_over_budget() -> bool:
    """Whether the tests of --all take longer than they may; says so."""
    seconds = read_seconds()
    quick, more, _ = read_lists().values()
    cost = sum(seconds.get(test, 0) for test in quick + more)
    if cost > MOST_CPU_S:
        tell(f"\ntests/seconds: {cost:.0f} CPU seconds; at most {MOST_CPU_S}")
    return cost > MOST_CPU_S


def choose(options: argparse.Namespace) -> list[str]:
    """The tests to run."""
    lists = read_lists()
    quick, more, nightly = (lists[name] for name in LISTS)
    if not options.only:
        return quick + more if options.all else quick
    every = quick + more + nightly
    chosen = []
    for word in options.only:
        if word in GROUPS:
            of = every if word in ("wild", "soak", "truth") else quick + more
            chosen += [test for test in of if group_of(test) == word]
            continue
        found = [test for test in every
                 if word in (test, test.removesuffix(".sh"), Path(test).stem)]
        if not found:
            sys.exit(f"check.sh: no group or test is called {word}; see --list")
        chosen += found
    return list(dict.fromkeys(chosen))


def parse() -> argparse.Namespace:
    """check.sh has the help."""
    parser = argparse.ArgumentParser(prog="check.sh", add_help=False)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 1) + 1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--fail-fast", action="store_true")
    options = parser.parse_args()
    options.only = [word for words in options.only for word in words.split(",") if word]
    return options


def main() -> int:
    """Runs the command; the exit status."""
    options = parse()
    if options.list:
        list_tests()
        return 0
    tests = choose(options)
    BUILD.mkdir(exist_ok=True)
    passed, ok = build(options.jobs)
    if options.build:
        tests = []
    results = run(tests, options.jobs, options.fail_fast) if ok and tests else []
    report(results) if results else None
    if options.measure:
        write_seconds(results)
    passed += sum(result.passed for result in results)
    failed = sum(len(result.failed) for result in results) + (not ok)
    failed += is_over_budget()
    skipped = sum(len(result.skipped) for result in results)
    print(f"\n{passed} passed, {failed} failed"
          + (f", {skipped} skipped" if skipped else ""))
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)   # as a shell has it for SIGINT
