#!/usr/bin/env python3
# builds.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Builds a program in many ways, profiles each, and compares what cs_diff and hp_diff say
of two builds with what is true: see builds.sh.

    builds.py PROGRAM [PAIR...]     one program; prints a line for each test: its name, a
                                    tab, and what is wrong: nothing, if all is right; or
                                    SKIP and the missing compiler
    builds.py --programs KIND       names: own, or fetched

What is true comes from the profiles' own lines, read here, and from nm.  A function is
its name without what compilers and linkers add; the programs have two functions of one
name to see that those are told apart.  The environment has CS_DIFF, HP_DIFF, builddir and
SOURCES, a folder with the unpacked sources of Debian's programs.
"""

import argparse
import collections
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from own_names import own_name  # noqa: E402
from programs import FETCHED, PAIRS, PROGRAMS, SAMPLE, VARIANTS

PLANTED_LEAST = 0.08    # of the function: what is planted must be worth at least that
GATE = 0.05             # the limit that it must exceed
NEAR_LIMIT = 1.2        # percent: findings gain at least 1

# What is added to names, besides what own_names.py knows.
HASH = re.compile(r"(::h[0-9a-f]{16}|\[[0-9a-f]{8,16}\])")
ABI = re.compile(r"\[abi:[^]]*\]")
VERSION = re.compile(r"@@?[A-Z]+_[0-9.]+$|@@?GLIBC_PRIVATE$")


@functools.cache
def identity(name):
    """A function's name without what compilers and linkers add."""
    return HASH.sub("", ABI.sub("", own_name(VERSION.sub("", own_name(name)))))


def plain_identity(name):
    """The same in a program of C: clang gives parameters to functions that it makes
    unique, as one_word(scan*, unsigned long) [clone .__uniq.1234]."""
    return identity(re.sub(r"(?<=.)\(.*\)", "", identity(name)))


def base_name(path):
    return path.rsplit("/", 1)[-1]


def end_of(path):
    """A file with its folder: there are many mod.rs."""
    return "/".join(path.split("/")[-2:])


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"builds.py: {shlex.join(map(str, command))}:\n"
                         f"{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout.decode(errors="replace")


# ---- Builds and their profiles -----------------------------------------------

class Build:
    """A program, built in one way in a folder of its own, when it is first needed."""

    def __init__(self, work, program, variant, planted):
        self.program, self.variant, self.planted = program, VARIANTS[variant], planted
        self.name = f"{variant}+planted" if planted else variant
        self.identity = plain_identity if program.language == "c" else identity
        self.top = work / program.name / self.name
        self.exe = self.top / "bin" / (self.variant.exe or program.name)

    def compile_all(self):
        shutil.rmtree(self.top, ignore_errors=True)
        source = self.top / "source"
        (self.top / "bin").mkdir(parents=True)
        self.program.unpack(source)
        if self.planted:
            self.program.plant(source)
        names = self.variant.arrange(self.program, source)
        for step in self.variant.steps(self.program, names, self.exe, self.planted):
            if step == "TRAIN":
                run([self.exe, *self.program.arguments], cwd=source,
                    env=os.environ | {"LLVM_PROFILE_FILE": "raw.profraw"})
            else:
                run(step, cwd=source)
        self.made = source

    @functools.cached_property
    def ready(self):
        self.compile_all()
        return True

    def profile(self, tool="cachesim"):
        path = self.top / f"{tool}.out"
        if self.ready and not path.exists():
            more = ["--call-graph=yes", "--machine=zen4"] if tool == "cachesim" else []
            run(["env", "-i", "PATH=/usr/bin:/bin",
                 f"{os.environ['builddir']}/valgrind-in-place", "-q", f"--tool={tool}",
                 f"--{tool}-out-file={path}", *more, self.exe, *self.program.arguments],
                cwd=self.made)
        return path

    @functools.cached_property
    def own(self):
        """{identity: {file}} of the program's own functions: where they begin, by nm."""
        homes = collections.defaultdict(set)
        assert self.ready
        for line in run(["nm", "-C", "-l", "--defined-only", self.exe]).splitlines():
            symbol = re.match(r"[0-9a-f]+ [tTwWiIuU] (.*?)(?:\t(.*):\d+)?$", line)
            if symbol:
                homes[self.identity(symbol[1])].add(end_of(symbol[2] or "???"))
        return homes

    @functools.cached_property
    def rows(self):
        """{(function, file): instructions}, as the profile's lines have them."""
        rows, file, function = collections.Counter(), "", ""
        for line in self.profile().read_text(errors="replace").splitlines():
            if line.startswith("fl="):
                file = line[3:]
            elif line.startswith("fn="):
                function = line[3:]
            elif line[:1].isdigit():
                rows[function, file] += int(line.split()[1])
            elif line.startswith("summary:"):
                break
        return rows

    @functools.cached_property
    def no_file(self):
        """Identities of functions, or parts of some, whose file is not known."""
        return {self.identity(function) for function, file in self.rows if file == "???"}

    @functools.cached_property
    def files(self):
        """{identity: {file}} of the functions' parts; {"???"}: no file is known."""
        files = collections.defaultdict(set)
        for function, file in self.rows:
            files[self.identity(function)].add(file)
        return files

    @functools.cached_property
    def sums(self):
        """{identity: instructions} of all parts of each function of the program."""
        sums = collections.Counter()
        for (function, _), count in self.rows.items():
            sums[self.identity(function)] += count
        return sums


# ---- Counts -------------------------------------------------------------------

def is_ambiguous(old, new, name):
    """Whether there are two functions of one name, and their files do not tell which is
    which.  Valgrind does not know all files of clang's."""
    if max(len(old.own[name]), len(new.own[name])) < 2:
        return False
    return old.own[name] != new.own[name] or name in old.no_file or name in new.no_file


def ran_in_both(old, new, name):
    """Whether both programs have the function, ran it, and have only one of that name."""
    return (name in old.own and name in new.own and old.sums[name] and new.sums[name]
            and not is_ambiguous(old, new, name))


def at_home(build, function, file):
    """Whether a row of a profile is the function itself, not a header inlined into it."""
    homes = build.own[build.identity(function)]
    return end_of(file) in homes or "???" in homes or file == "???"


class Refused(Exception):
    """A command did not do what it should: its status and message."""


def report_of(command, profiles, *options, statuses=(0, 3)):
    """What a command prints as JSON."""
    done = subprocess.run([os.environ[command], "--json", *options, *profiles],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in statuses:
        said = done.stderr.decode(errors="replace").splitlines()
        raise Refused(f"status {done.returncode}: {said[0] if said else 'no message'}")
    return json.loads(done.stdout)


def counts_report(old, new, *options):
    return report_of("CS_DIFF", (old.profile(), new.profile()), "--show=Ir", *options)


def rows_of(report):
    for file in report["files"]:
        for function in file["functions"]:
            yield function["name"], file["name"], function["old"][0], function["new"][0]


def alone(report, old, new, is_same_code):
    """Functions that the report has as gone or new, and that ran in both.  Of two builds
    with the same code, any row; else those of a function's own file, if both have code
    there, as another compiler inlines other code.  Of a function whose files one side
    alone knows, the table has the sum."""
    for function, file, before, after in rows_of(report):
        name = old.identity(function)
        if (before == 0) == (after == 0):
            continue
        if not ran_in_both(old, new, name):
            continue
        knows_files = [build.files[name] != {"???"} for build in (old, new)]
        if not is_same_code and knows_files[0] != knows_files[1]:
            continue
        side, other = (old, new) if before else (new, old)
        if is_same_code or (at_home(side, function, file) and any(
                at_home(other, function, end_of(path)) for path in other.files[name])):
            kind = "gone" if before else "new"
            yield f"{function} ({base_name(file)}) is {kind}: {before or after}"


def compare_counts(old, new, pair):
    """What cs_diff says of two builds of one source."""
    report = counts_report(old, new, "--threshold=0")
    return sorted(set(alone(report, old, new, pair.is_same_code)))


def is_right(pair, before, after, slack=1000):
    """Whether what a function cost can be true: with the same code, it can only depend on
    addresses and on the length of the program's name."""
    is_equal = abs(after - before) <= max(before // 100, slack)
    return before and after and (is_equal or not pair.is_same_code)


def compare_verdict(old, new, pair):
    """The headline: of the same code no own function changed, with the library code it
    runs; else none is gone or new that ran in both."""
    report = counts_report(old, new)
    slack = report["totals"]["old"][0] // 200
    return [row["text"] for row in report["verdict"]["rows"]
            if not is_right(pair, row["old"][0], row["new"][0], slack)
            and ran_in_both(old, new, old.identity(row["function"]))]


# A row of the table, and not one of a function's files.
ROW = re.compile(r"\| ([\d,]+) \| ([\d,]+) \| [^|]*\| `(.*?)(?: \([^()]*\))?` \|$")


def compare_table(old, new, pair):
    """The table of functions: each that ran in both is one row, and of the same code it
    did not change."""
    printed = run([os.environ["CS_DIFF"], "--by=function", "--markdown", "--full-names",
                   "--show=Ir", "--top=0", "--threshold=0", old.profile(), new.profile()])
    wrong = []
    for row in filter(None, map(ROW.match, printed.replace("\\", "").splitlines())):
        before, after = (int(row[n].replace(",", "")) for n in (1, 2))
        if not is_right(pair, before, after) \
                and ran_in_both(old, new, old.identity(row[3])):
            wrong.append(f"{row[3]}: {before} to {after}")
    return sorted(wrong)


def compare_findings(old, new, pair):
    """Findings whose lines have only moved are neither gone nor new.  One near the limit
    of 1 % can be, as branches at other addresses are predicted otherwise; so can one of
    library code, where the source that moved has its headers in it: what they have
    inlined is the program's then, and stands at lines of its own."""
    if not pair.is_moved:
        return None
    return [f"{found['state']}: {found['kind']} in {found['function']} "
            f"({base_name(found['file'] or '???')}:{found['line']})"
            for found in counts_report(old, new).get("findings", ())
            if found["state"] in ("gone", "new")
            and max(found["percent"], found["old_percent"]) > NEAR_LIMIT
            and not (pair.has_headers and found["library"])
            and ran_in_both(old, new, old.identity(found["function"]))]


def compare_calls(old, new):
    """Of the table by inclusive cost: functions that are called in both, and are there on
    one side only."""
    report = counts_report(old, new, "--by=inclusive", "--threshold=0")
    one_sided = collections.defaultdict(list)
    for function in report["calls"]["functions"]:
        before, after = function["old"][0], function["new"][0]
        name = old.identity(function["name"])
        if (before == 0) != (after == 0) and ran_in_both(old, new, name):
            file = base_name(function.get("file", "???"))
            one_sided[name].append(f"{before} to {after} in {file}")
    return sorted(f"{name}: {', '.join(rows)}"
                  for name, rows in one_sided.items() if len(rows) > 1)


def compare_gate(old, new, pair):
    """Of builds with the same code, a limit of 1 % holds for each function of the
    program, but for what depends on the length of the program's name."""
    if not pair.is_same_code:
        return None
    report = counts_report(old, new, "--limits-fn=Ir=1%&1K")
    return [f"{limit['function']}: {limit['old']} to {limit['new']} exceeds"
            for limit in report["limits"]
            if limit["exceeded"] and old.identity(limit["function"]) in old.own
            and not is_ambiguous(old, new, old.identity(limit["function"]))]


def planted_part(old, planted, name):
    """By how much the planted function grew, by all lines of both profiles."""
    before = old.sums[name]
    after = before and planted.sums[name]
    return after / before - 1 if after else None


def compare_planted(old, new, planted, name):
    """The gate names the function that was made slower.  Compilers differ: whether it
    is slower than in OLD is by the lines of the profiles."""
    grown = planted_part(new, planted, name)
    if grown is None:
        return None     # inlined in one of them
    if grown < PLANTED_LEAST:
        return [f"the rig: {name} grew by only {grown:.1%}"]
    against_old = planted_part(old, planted, name)
    if against_old is None or against_old < GATE * 1.1:
        return None
    report = counts_report(old, planted, "--limits-fn=Ir=5%")
    found = [limit for limit in report["limits"]
             if limit["exceeded"] and old.identity(limit["function"]) == name]
    if not found:
        return [f"{name} grew by {against_old:.1%} and passes Ir=5%"]
    return []


def short_name(name):
    """As people write it: without parameters, template arguments and what it is in."""
    return re.sub(r"(?<=\w)\(.*", "", name).split("::")[-1]


def compare_inclusive(old, planted, name):
    """A limit on the inclusive cost of the planted function, by its name.  What it calls
    can cost less in NEW: the sum counts, and has at least its own lines."""
    against_old = planted_part(old, planted, name)
    if against_old is None or against_old < GATE * 3:
        return None
    wanted = re.sub(r"(?<=\w)\(.*", "", name)
    if wanted != name:
        wanted = f"*{'::'.join(wanted.split('::')[-2:])}(*"    # with any parameters
    report = counts_report(old, planted, f"--limits-incl={wanted}:Ir=5%")
    found = [limit for limit in report["limits"]
             if old.identity(limit["inclusive"]) == name or len(report["limits"]) == 1]
    too_small = [f"{limit['old']} to {limit['new']}" for limit in found
                 if limit["old"] < old.sums[name] or limit["new"] < planted.sums[name]]
    if too_small or not any(
            limit["exceeded"] or limit["new"] <= limit["old"] * (1 + GATE)
            for limit in found):
        return [f"--limits-incl={wanted}: {'; '.join(too_small) or 'is not exceeded'}"]
    return []


# ---- Heaps --------------------------------------------------------------------

FRAME = re.compile(r"0x([0-9A-F]+): (.*?)(?: \((?:in [^()]*|[^()]*:\d+)\))?$")


def heap_paths(build):
    """{path: {called}} of a heap profile.  A path is the functions of all frames; called
    are those without what is inlined: the last frame of each address."""
    profile = json.loads(build.profile("heapprof").read_text(errors="replace"))
    frames = [FRAME.fullmatch(frame) for frame in profile["ftbl"]]
    paths = collections.defaultdict(set)
    for site in profile["pps"]:
        found = [(frames[at][1], build.identity(frames[at][2]))
                 for at in site["fs"] if at]
        called = [frame for frame, after in zip(found, [*found[1:], ("", "")])
                  if frame[0] != after[0]]
        paths[tuple(name for _, name in found)].add(tuple(name for _, name in called))
    return paths


def compare_heap(old, new, pair):
    """Paths that hp_diff has on one side only, though the other has the same functions:
    if the code is the same, those that were called; else, with those inlined."""
    report = report_of("HP_DIFF", (old.profile("heapprof"), new.profile("heapprof")),
                       "--all-frames", "--top=0", "--threshold=0")
    metric = [metric["name"] for metric in report["metrics"]].index("total")
    sides = [heap_paths(old), heap_paths(new)]
    called = [{names for path in side.values() for names in path} for side in sides]
    paired, one_sided = set(), []
    for path in report["paths"]:
        before, after = path["old"][metric], path["new"][metric]
        names = tuple(old.identity(frame["function"]) for frame in path["frames"])
        if before and after:
            paired.add(names)
        elif before or after:
            one_sided.append((names, before, after))
    wrong = []
    for names, before, after in one_sided:
        in_both = names in sides[0] and names in sides[1] and names not in paired
        if pair.is_same_code and not in_both:
            in_both = any(real in called[1 if before else 0]
                          for real in sides[0 if before else 1].get(names, ()))
        if in_both:
            wrong.append(f"{' < '.join(names[:3])} is {'gone' if before else 'new'}: "
                         f"{before or after}")
    return sorted(set(wrong))


# ---- Tests --------------------------------------------------------------------

def tests_of(builds, pair):
    """(name, function, arguments) of each test of a pair: what is wrong, or None if it
    does not apply."""
    old, new = builds(pair.old, False), builds(pair.new, False)
    yield "functions", compare_counts, (old, new, pair)
    yield "table", compare_table, (old, new, pair)
    if pair.knows_inlined:
        yield "verdict", compare_verdict, (old, new, pair)
    yield "findings", compare_findings, (old, new, pair)
    yield "inclusive", compare_calls, (old, new)
    yield "limits hold", compare_gate, (old, new, pair)
    planted = builds(pair.new, True)
    for name in old.program.planted:
        yield f"{short_name(name)}, planted", compare_planted, (old, new, planted, name)
        yield f"{short_name(name)}, inclusive", compare_inclusive, (old, planted, name)
    if pair.knows_inlined:
        yield "heap", compare_heap, (old, new, pair)


def wrong_in(compare, arguments):
    try:
        return compare(*arguments)
    except Refused as refused:
        return [str(refused)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", choices=("own", "fetched"))
    parser.add_argument("--sample", action="store_true", help="some pairs")
    parser.add_argument("--work", default="builds", type=Path)
    parser.add_argument("program", nargs="?", choices=sorted(PROGRAMS))
    parser.add_argument("pairs", nargs="*")
    options = parser.parse_args()
    if options.programs:
        is_fetched = options.programs == "fetched"
        print(*[name for name in PROGRAMS if (name in FETCHED) == is_fetched])
        return
    program = PROGRAMS[options.program]
    if program.folder and not program.fetched():
        print(f"{program.name}\tSKIP source")
        return
    made = {}

    def builds(variant, planted):
        key = variant, planted
        if key not in made:
            made[key] = Build(options.work.resolve(), program, variant, planted)
        return made[key]

    for pair in PAIRS:
        name = f"{pair.old} {pair.new}"
        wanted = SAMPLE.get(program.name, ()) if options.sample else options.pairs
        if pair.language != program.language or (wanted and name not in wanted):
            continue
        missing = [tool for variant in (pair.old, pair.new)
                   for tool in VARIANTS[variant].needs(program) if not shutil.which(tool)]
        if missing:
            print(f"{program.name}, {name}\tSKIP {missing[0]}")
            continue
        for test, compare, arguments in tests_of(builds, pair):
            wrong = wrong_in(compare, arguments)
            if wrong is not None:
                print(f"{program.name}, {name}: {test}\t{'; '.join(wrong)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
