#!/usr/bin/env python3
# mutate.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Do the tests see small faults?  make mutate.

Usage: mutate.py --tree=DIR [--seed=N] [--count=N] [--only=PATH,...] [--all]

In a copy of the sources, built in DIR, one place at a time is changed: a comparison, a
sign, a condition, a statement left out.  Places are chosen at random, each line of code
inside a function of cachesim/, heapprof/, toolkit/ and annotate/ as likely as another.
Then the tests whose names mirror the file run, and if they pass, the quick suite; with
--all, the whole one.  A mutant is killed if a test fails, if nothing builds, or if a test
takes far too long.  Mutants whose object code is the original's are not counted.

What survived is printed at the end with the line, and DIR/mutants.json has all.  The same
seed on the same sources makes the same mutants; those that are in that file already are
not tried again, so that a run can be cut off and go on later.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
FOLDERS = ("cachesim", "heapprof", "toolkit", "annotate")
DROPPED = 0.35          # the share of statements that can be left out and are
MOST_SECONDS = 1500     # of a suite: then a test hangs
MOST_OF_ONE = 150       # of the tests of a file
MOST_CPU_SECONDS = 60   # of a process: what a mutant does may never end
SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "),
         (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
         (" + ", " - "), (" - ", " + "), (" * ", " / "), (" += ", " -= "),
         (" -= ", " += "), ("++", "--"), ("--", "++"), ("true", "false"),
         ("false", "true"), (" & ", " | "), (" | ", " & "), (" << ", " >> ")]


@dataclass
class Mutant:
    """A change of one line; `fate` is what became of it."""
    path: str
    line: int           # from 1
    old: str
    new: str
    fate: str = ""      # killed, survived, or equal: not counted
    by: str = ""        # the first test that failed


# ---- Places ----------------------------------------------------------------

def code_lines(text: str) -> list[tuple[int, str]]:
    """The lines inside functions, without those in comments and of the preprocessor."""
    found, inside, comment = [], False, False
    for number, line in enumerate(text.split("\n")):
        if line.startswith("}"):
            inside = False
        if inside and not comment and "/*" not in line and '"' not in line \
                and re.search(r"\w", line) and not line.lstrip().startswith("#"):
            found.append((number, line))
        if line == "{":
            inside = True
        comment = (comment or "/*" in line) and "*/" not in line
    return found


def changes(line: str) -> list[str]:
    """What a line can become."""
    new = [line[:found.start()] + after + line[found.end():]
           for before, after in SWAPS for found in re.finditer(
               rf"\b{before}\b" if before.isalpha() else re.escape(before), line)]
    condition = re.match(r"(\s*(?:} else )?if \()(.*)(\)[ {]*)$", line)
    if condition and condition[2].count("(") == condition[2].count(")"):
        new.append(f"{condition[1]}!({condition[2]}){condition[3]}")
    new += [line[:found.start(1)] + str(int(found[1]) + 1) + line[found.end(1):]
            for found in re.finditer(r"[^\w.](\d+)\b(?!\.)", line)]
    return new


def statement(line: str) -> bool:
    """Whether the line is a statement that can be left out."""
    return re.match(r"\s+[a-z_][\w>.\[\]*-]*( [-+|&]?=|\(|\+\+|--).*;$", line) is not None


def choose(chance: random.Random, only: list[str]) -> Mutant:
    """Any line that can change."""
    while True:
        path, number, line = chance.choice(places(only))
        if statement(line) and chance.random() < DROPPED:
            return Mutant(path, number + 1, line, re.sub(r"\S.*", ";", line))
        new = changes(line)
        if new:
            return Mutant(path, number + 1, line, chance.choice(new))


_places: list[tuple[str, int, str]] = []


def places(only: list[str]) -> list[tuple[str, int, str]]:
    """All lines: path, number from 0, text."""
    if not _places:
        for path in sorted(path for folder in FOLDERS
                           for path in (TOP / folder).rglob("*.[ch]")):
            name = str(path.relative_to(TOP))
            if not only or any(name.startswith(word) for word in only):
                _places.extend((name, *place) for place in code_lines(
                    path.read_text(encoding="utf-8")))
    return _places


# ---- Trying ----------------------------------------------------------------

def limit_cpu() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_SECONDS, MOST_CPU_SECONDS))


def run(tree: Path, *command: str, seconds: float | None = None) -> tuple[int, str]:
    """Exit status and output; -1: it took too long."""
    with subprocess.Popen(command, cwd=tree, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          errors="replace", start_new_session=True,
                          preexec_fn=limit_cpu) as process:
        try:
            output = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            return -1, process.communicate()[0]
        return process.returncode, output


def make(tree: Path, *targets: str, seconds: float = MOST_SECONDS) -> tuple[int, str]:
    """Of the build in the tree."""
    return run(tree, "make", "-C", "build", f"-j{os.cpu_count()}", "LTO_CFLAGS=",
               *targets, seconds=seconds)


def objects_of(tree: Path, path: str) -> list[str]:
    """The object files of a source, as targets; of a header there are too many."""
    stem = Path(path).stem
    return [str(found.relative_to(tree / "build")) for found in
            (tree / "build" / Path(path).parent).glob(f"*{stem}.o")
            if re.fullmatch(rf"(.*-)?{re.escape(stem)}\.o", found.name)] \
        if path.endswith(".c") else []


def code_of(tree: Path, path: str) -> list[str] | None:
    """The machine code of a source's objects; None: it does not compile."""
    targets = [target for target in objects_of(tree, path) if "libchecked" not in target]
    if targets and make(tree, *targets)[0] != 0:
        return None
    changed = (tree / path).stat().st_mtime
    if any((tree / "build" / target).stat().st_mtime < changed for target in targets):
        sys.exit(f"mutate.py: {tree}: make does not build {path} again")
    return [run(tree / "build", "objdump", "-dr", "--no-addresses", target)[1]
            for target in targets]


def mirrors(tree: Path, path: str) -> list[str]:
    """The unit tests of a file: test_NAME, or of a part of it."""
    stem = Path(path).stem
    names = (found.stem for found in (tree / "tests" / "unit").glob("test_*.c"))
    return [f"tests/unit/{name}" for name in sorted(names)
            if name == f"test_{stem}" or name.startswith(f"test_{stem}_")]


def first_failure(output: str) -> str:
    """The first test that failed, or what was said last."""
    found = re.search(r"^(?:FAIL|ERROR): (\S+)", output, re.M)
    return found[1] if found else (output.rstrip().splitlines() or [""])[-1]


def judge(tree: Path, mutant: Mutant, before: list[str] | None, whole: bool) -> None:
    """Sets the fate of a mutant that is in place."""
    after = code_of(tree, mutant.path)
    if after is None:
        mutant.fate, mutant.by = "equal", "does not compile"
        return
    if after == before and after:
        mutant.fate, mutant.by = "equal", "the same code"
        return
    tests = mirrors(tree, mutant.path)
    words = " ".join(tests)
    suites = []
    if tests:
        suites.append(lambda: make(tree, "check", f"TESTS={words}",
                                   f"check_PROGRAMS={words}", seconds=MOST_OF_ONE))
    suites.append(lambda: run(tree, sys.executable, "-B", "scripts/check.py",
                              "--fail-fast", *(["--all"] if whole else []),
                              seconds=MOST_SECONDS))
    for suite in suites:
        status, output = suite()
        if status != 0:
            mutant.fate = "killed"
            mutant.by = "time" if status == -1 else first_failure(output)
            return
    mutant.fate = "survived"


def attempt(tree: Path, mutant: Mutant, whole: bool) -> None:
    """Makes the change, judges it and takes it back."""
    path = tree / mutant.path
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    before = code_of(tree, mutant.path)
    lines[mutant.line - 1] = mutant.new
    path.write_text("\n".join(lines), encoding="utf-8")
    try:
        judge(tree, mutant, before, whole)
    finally:
        path.write_text(text, encoding="utf-8")


def prepare(tree: Path) -> None:
    """A copy of what is committed, built."""
    if not (tree / ".git").exists():
        tree.parent.mkdir(parents=True, exist_ok=True)
        status, output = run(TOP, "git", "clone", "-q", str(TOP), str(tree))
        if status != 0:
            sys.exit(f"mutate.py: git: {output}")
    run(tree, "git", "checkout", "-q", ".")
    run(tree, "git", "pull", "-q")
    status, output = run(tree, sys.executable, "-B", "scripts/check.py", "--build")
    if status != 0:
        sys.exit(f"mutate.py: {output}")


def read_known(file: Path) -> dict[tuple[str, int, str, str], Mutant]:
    """What became of the mutants of an earlier run."""
    found = [Mutant(**members) for members in json.loads(file.read_text())] \
        if file.exists() else []
    return {(m.path, m.line, m.old, m.new): m for m in found}


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    tree = options.tree.resolve()
    prepare(tree)
    chance = random.Random(options.seed)
    only = [word for word in options.only.split(",") if word]
    known = read_known(tree / "mutants.json")
    mutants: list[Mutant] = []
    while sum(mutant.fate != "equal" for mutant in mutants) < options.count:
        mutant = choose(chance, only)
        found = known.get((mutant.path, mutant.line, mutant.old, mutant.new))
        mutants.append(found or mutant)
        mutant = mutants[-1]
        if found is None:
            attempt(tree, mutant, options.all)
            (tree / "mutants.json").write_text(json.dumps(
                [asdict(mutant) for mutant in mutants], indent=1) + "\n")
        print(f"{mutant.fate} {mutant.path}:{mutant.line}: {mutant.new.strip()}"
              + (f" ({mutant.by})" if mutant.by else ""), flush=True)
    survivors = [mutant for mutant in mutants if mutant.fate == "survived"]
    for mutant in survivors:
        print(f"\n{mutant.path}:{mutant.line}:\n- {mutant.old.strip()}\n"
              f"+ {mutant.new.strip()}")
    killed = options.count - len(survivors)
    print(f"\n{killed} of {options.count} killed ({100 * killed / options.count:.0f} %)")


if __name__ == "__main__":
    main()
