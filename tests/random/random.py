#!/usr/bin/env python3
# random.py -- the random product: options of a tool, programs and signals, drawn from the
# tables themselves.  SPDX-License-Identifier: GPL-2.0-or-later

"""random.py BUILD SOURCE [--seed=N] [--minutes=M] [--runs=N]

Each run draws a tool, some of its options, a program, and now and then a signal.  Options
and their values come from what the tool's --help says, so a new option takes part by
itself; a new kind of value has to be taught here, and is an error until then.

Checked: the program's status and output are those without the tool; what the tool says
of a fault; the totals, which are those of the run without options, where all is counted;
every reader.  A failure prints the command, and its seed: --seed=N --runs=1 is it again.
"""

import argparse
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

TIME_S = 120
FAULT = re.compile(rb"INTERNAL ERROR|Assertion|impossible|the sites have|SIGSEGV in")
REFUSED = re.compile(rb"[Bb]ad option|valgrind: |cachesim: |heapprof: ")
# Options that are the test's own, or need rights or files that are not here.
OWN = {"cachesim-out-file", "heapprof-out-file", "fixed-schedule", "checkpoint", "layout",
       "each"}
# With these, not all of the program is counted, or it is counted in other units.
PARTIAL = {"instr-at-start", "toggle-collect", "collect-atstart", "mode", "ignore-fn",
           "pages-as-heap", "children"}
VALUES = {
    "number": ["1", "2", "7", "30", "200"],
    "bytes": ["0", "1", "64", "1024", "65536"],
    "pattern": ["main", "*", "no_such_*", "mak?"],
    "function": ["main", "*a*", "no_such"],
    "time": ["0", "1", "1000", "100000", "10000000"],
    "time,...": ["0", "1000,20000", "5,5,5", "99999999999"],
    "size>,<assoc>,<line size": ["32768,8,64", "1024,1,32", "49152,12,64", "65536,16,128",
                                 "1048576,16,64"],
    "size>..<size": ["64K..1M", "128K..64M"],
    "n>..<n": ["1..8", "4..16"],
    "bytes>..<bytes": ["32..128", "64..256"],
    "file": ["no-such.machine"],
}
# Of each: whether two runs have the same totals.
PROGRAMS = [
    ("heap_shape many 500", True),
    ("heap_shape many 1", True),
    ("owners_empty none", True),
    ("owners_empty pools", True),
    ("owners_empty signal", True),
    ("owners_reuse same", True),
    ("owners_reuse hidden", True),
    ("owners_reuse arena", True),
    ("owners_reuse kernel", True),
    ("owners_reuse_cpp maps", True),
    ("data_heap alone", True),
    ("memory", True),
    ("calls_code", True),
    ("fault_depth deep 2000", True),
    ("regions", True),
    ("owners_empty child", False),
    ("heap_threads", False),
    ("data_heap fork", False),
    ("fault_throw", True),
    ("/bin/true", True),
    ("/bin/false", True),
]


class Failure(Exception):
    """What is wrong with a run."""


def options_of(valgrind, tool):
    """(name, values as --help writes them) of each option of the tool's own."""
    text = subprocess.run([valgrind, f"--tool={tool}", "--help"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    section = re.search(rf"user options for {tool}:\n(.*?)\n\n", text, re.S).group(1)
    # Long ones go on in the next line.
    found = re.findall(r"^    --([\w-]+)=(\S.*?)(?:  .*)?$", section, re.M)
    return [(name, value.strip()) for name, value in found if name not in OWN]


def value_of(draw, syntax):
    """A value that the syntax allows: alternatives, some of them, or one as it is."""
    if re.fullmatch(r"([\w-]+:)?<[^|]*>", syntax):
        return fill(draw, syntax)
    words = syntax.removesuffix(",...").split("|")
    if words == [syntax] or not syntax.endswith(",..."):
        return fill(draw, draw.choice(words))
    some = [word for word in draw.sample(words, draw.randint(1, 2)) if word != "no"]
    return ",".join(fill(draw, word) for word in some) or "no"


def fill(draw, word):
    """The word with values for what is in angle brackets."""
    def of_kind(match):
        if match.group(1) not in VALUES:
            raise SystemExit(f"random.py: no values for <{match.group(1)}>")
        return draw.choice(VALUES[match.group(1)])
    return re.sub(r"<(.*)>", of_kind, word)


class Product:
    """Runs, and what is known of programs without options."""

    def __init__(self, build, source, folder):
        self.build, self.source, self.folder = build, source, folder
        VALUES["name"] = sorted(path.stem for path in
                                source.glob("cachesim/machine/presets/*.machine"))
        self.valgrind = str(build / "valgrind-in-place")
        self.options = {tool: options_of(self.valgrind, tool)
                        for tool in ("cachesim", "heapprof")}
        self.plain = {}

    def command(self, program):
        """The program's words, or None if it is not built here."""
        words = program.split()
        if not words[0].startswith("/"):
            words[0] = str(self.build / "tests" / "programs" / words[0])
        return words if os.access(words[0], os.X_OK) else None

    def run(self, words, number=None, after_s=0.0):
        """Status, output and messages; with a signal after a while."""
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, cwd=self.folder) as process:
            try:
                if number is not None:
                    try:
                        out, err = process.communicate(timeout=after_s)
                        return process.returncode, out, err
                    except subprocess.TimeoutExpired:
                        process.send_signal(number)
                out, err = process.communicate(timeout=TIME_S)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failure(f"it did not end within {TIME_S} s") from None
            return process.returncode, out, err

    def tool_run(self, tool, options, words, number=None, after_s=0.0):
        """The same under the tool; and its profile, or None."""
        for old in self.folder.glob("out*"):
            old.unlink()
        result = self.run([self.valgrind, f"--tool={tool}",
                           f"--{tool}-out-file={self.folder}/out", *options, *words],
                          number, after_s)
        profile = self.folder / "out"
        if not profile.exists():
            profile = self.folder / "out.checkpoint"
        return (*result, profile if profile.exists() else None)

    def total(self, tool, profile):
        """What all options leave as it is: instructions, or bytes and blocks."""
        if tool == "heapprof":
            sites = json.loads(profile.read_text(errors="replace"))["pps"]
            return sum(s["tb"] for s in sites), sum(s["tbk"] for s in sites)
        text = profile.read_text(errors="replace")
        events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
        sums = re.search(r"^summary: (.*)$", text, re.M).group(1).split()
        return int(sums[events.index("Ir")])

    def without_options(self, tool, program, words):
        """Status, output and total of the plain run."""
        key = (tool, program)
        if key not in self.plain:
            native = self.run(words)
            status, out, _, profile = self.tool_run(tool, [], words)
            if status != native[0] or out != native[1] or profile is None:
                raise Failure("the plain run differs from the native one")
            self.plain[key] = (*native[:2], self.total(tool, profile))
        return self.plain[key]

    def read(self, tool, profile):
        """Every reader takes it."""
        readers = {
            "cachesim": [["cs_annotate", "--no-pager"], ["cs_annotate", "--json"],
                         ["cs_annotate", "--json=all"], ["cs_annotate", "--csv"],
                         ["cs_annotate", "--html=-"], ["cs_merge", "-o", "-"],
                         ["cs_export", "--format=callgrind"],
                         ["cs_export", "--format=json"],
                         ["cs_diff", "--no-pager", str(profile)]],
            "heapprof": [["hp_annotate", "--no-pager"], ["hp_annotate", "--json"],
                         ["hp_annotate", "--json=all"], ["hp_annotate", "--csv"],
                         ["hp_annotate", "--html=-"], ["hp_merge", "-o", "-"],
                         ["hp_export", "--format=folded"], ["hp_export", "--format=dhat"],
                         ["hp_diff", "--no-pager", str(profile)]],
        }[tool]
        for command, *words in readers:
            status, out, err = self.run([str(self.build / command), *words, str(profile)])
            # A profile can lack what a format needs, which is one line.
            lacks = status == 1 and err.count(b"\n") == 1 and b": it has no " in err
            if status != 0 and not lacks and not re.search(rb": (the profile|it) ", err):
                raise Failure(f"{command} {' '.join(words)}: status {status}: "
                              f"{err[-300:].decode(errors='replace')}")
            if not out and status == 0 and "--format=folded" not in words: # of no block
                raise Failure(f"{command} {' '.join(words)} says nothing")

    def check(self, seed):
        """One run; returns its words and what came of it."""
        draw = random.Random(seed)
        tool = draw.choice(["cachesim", "heapprof"])
        program, repeats = draw.choice(PROGRAMS)
        words = self.command(program)
        if words is None:
            return [program], "not built"
        chosen = draw.sample(self.options[tool],
                             min(len(self.options[tool]), draw.randint(1, 5)))
        options = [f"--{name}={value_of(draw, syntax)}" for name, syntax in chosen]
        number = draw.choice([None] * 5 + [signal.SIGTERM, signal.SIGKILL])
        after_s = draw.uniform(0.1, 1.5)
        shown = [tool, *options, program, *([number.name] if number else [])]
        try:
            native_status, native_out, total = self.without_options(tool, program, words)
            status, out, err, profile = self.tool_run(tool, options, words, number,
                                                      after_s)
            if FAULT.search(err):
                raise Failure(err[-1500:].decode(errors="replace"))
            if number is not None and status == -number:
                if profile is not None:
                    self.read(tool, profile)
                return shown, "ended by a signal"
            # Options that do not go together: the tool says so before the program begins.
            if status == 1 and not out and profile is None and REFUSED.search(err):
                return shown, "refused"
            if status != native_status or out != native_out:
                raise Failure(f"status {status} for {native_status}, output "
                              f"{'alike' if out == native_out else 'other'}: "
                              f"{err[-600:].decode(errors='replace')}")
            if profile is None:
                raise Failure("no profile: " + err[-600:].decode(errors="replace"))
            self.read(tool, profile)
            if repeats and not PARTIAL & {name for name, _ in chosen}:
                found = self.total(tool, profile)
                if found != total:
                    raise Failure(f"total {found}, but {total} without options")
        except Failure as failure:
            raise Failure(f"seed {seed}: {' '.join(shown)}\n   {failure}") from None
        return shown, "as ever"


def main():
    """Runs until the time is over."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--runs", type=int, default=None)
    args = parser.parse_args()
    seed = int(time.time()) if args.seed is None else args.seed
    end = time.monotonic() + 60 * args.minutes
    counts, failures, n = {}, [], 0
    with tempfile.TemporaryDirectory(prefix="quern-random.") as folder:
        product = Product(args.build.resolve(), args.source.resolve(),
                          pathlib.Path(folder))
        while (n < args.runs) if args.runs is not None else time.monotonic() < end:
            try:
                shown, what = product.check(seed + n)
                counts[what] = counts.get(what, 0) + 1
                if args.runs == 1:
                    print(" ".join(shown))
            except Failure as failure:
                failures.append(str(failure))
                print(failure, flush=True)
            n += 1
    print(f"seed {seed}: {n} runs: "
          + ", ".join(f"{counts[what]} {what}" for what in sorted(counts))
          + f"; {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
