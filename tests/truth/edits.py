#!/usr/bin/env python3
# edits.py -- cs_diff on real commits: no line is reported as changed if its text and its
# counts are the same.
# are the same.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Applies the patches of a Debian source package one by one, builds and profiles the
program after each, and compares each profile with the one before, by the texts of both
sources and by counts alone.  A diff of Python's says which lines were not edited.

    edits.py --source=unzip-6.0 --build='make -f unix/Makefile CC="gcc -g -O1" unzips' \\
        --run='./unzip -qt /tmp/some.zip' --valgrind=build/valgrind-in-place \\
        --cs-diff=build/cs_diff
"""

import argparse
import csv
import difflib
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

SUFFIXES = (".c", ".h", ".cc", ".cpp", ".hpp", ".y", ".l")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("source", "build", "run", "valgrind", "cs-diff"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--work", default="edits", help="a folder, which is made again")
    parser.add_argument("--most", type=int, default=10, help="commits that count")
    return parser.parse_args()


def series_of(source):
    """The patches, in order."""
    folder = source / "debian" / "patches"
    names = (folder / "series").read_text().splitlines()
    return [folder / name.split()[0] for name in names
            if name.strip() and not name.startswith("#")]


def sources_of(tree):
    """{path: lines} of the source files of a tree."""
    return {path.relative_to(tree): path.read_text(errors="replace").split("\n")
            for path in tree.rglob("*") if path.suffix in SUFFIXES and path.is_file()}


def counts_of(profile):
    """{(file, function, line): counts} of a profile: all that its body says."""
    counts, file, function = {}, "", ""
    for line in pathlib.Path(profile).read_text(errors="replace").splitlines():
        if line.startswith("fl="):
            file = line[3:]
        elif line.startswith("fn="):
            function = line[3:]
        elif re.fullmatch(r"\d+( \d+)+", line):
            number, *values = map(int, line.split())
            key = (file, function, number)
            old = counts.setdefault(key, [0] * len(values))
            counts[key] = [a + b for a, b in zip(old, values)]
    return counts


def unedited(old, new):
    """The pairs of line numbers whose text is the same."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for block in matcher.get_matching_blocks():
        for i in range(block.size):
            yield block.a + i + 1, block.b + i + 1


class Comparison:
    """What cs_diff says of two profiles: counts of Ir by line, on each side."""

    def __init__(self, cs_diff, old, new, *options):
        run = subprocess.run([cs_diff, "--csv", "--show=Ir", *options, old, new],
                             stdout=subprocess.PIPE, check=True, text=True)
        self.rows = list(csv.DictReader(io.StringIO(run.stdout)))

    def changed(self):
        """{(file, function, line)} that are reported as changed, by old numbers and by
        new ones."""
        old, new = set(), set()
        for row in self.rows:
            if row["Ir old"] == row["Ir new"]:
                continue
            key = row["file"], row["function"]
            was = row.get("old line", "")  # an earlier cs_diff has none
            if was == row["line"]:  # gone
                old.add((*key, int(was)))
            else:
                new.add((*key, int(row["line"])))
                if was or row["Ir old"] != "0":  # else it is a new line
                    old.add((*key, int(was or row["line"])))
        return old, new


def faults_of(comparison, tree, profiles, texts):
    """The lines that are reported as changed though neither text nor count is."""
    old_changed, new_changed = comparison.changed()
    old_counts, new_counts = map(counts_of, profiles)
    faults, n_lines = [], 0
    functions = {}
    for file, function, line in new_counts:
        functions.setdefault((file, line), []).append(function)
    for path, new_text in texts[1].items():
        name = str(tree / path)
        if path not in texts[0]:
            continue
        for was, line in unedited(texts[0][path], new_text):
            for function in functions.get((name, line), []):
                old, new = (name, function, was), (name, function, line)
                if old_counts.get(old, [None])[0] != new_counts[new][0]:
                    continue
                n_lines += 1
                if old in old_changed or new in new_changed:
                    faults.append((path, function, was, line, new_text[line - 1].strip()))
    return faults, n_lines


def profile(options, tree, out):
    """Builds and runs the program; False if it does not build."""
    with open(f"{out}.log", "w", encoding="utf-8") as log:
        if subprocess.run(options.build, shell=True, cwd=tree, stdout=log,
                          stderr=subprocess.STDOUT, check=False).returncode != 0:
            return False
        subprocess.run([os.path.abspath(options.valgrind), "-q", "--tool=cachesim",
                        f"--cachesim-out-file={os.path.abspath(out)}",
                        *shlex.split(options.run)], cwd=tree, stdout=log,
                       stderr=subprocess.STDOUT, check=False)
    return os.path.exists(out)


def main():
    options = arguments()
    work = pathlib.Path(options.work).absolute()
    shutil.rmtree(work, ignore_errors=True)
    source = pathlib.Path(options.source)
    tree = work / "tree"
    shutil.copytree(source, tree, symlinks=True)
    before, n_commits, n_bad = None, 0, 0
    for i, patch in enumerate([None, *series_of(source)]):
        if patch is not None:
            applied = subprocess.run(["patch", "-p1", "-s", "-f", "-i", patch.absolute()],
                                     cwd=tree, check=False).returncode == 0
            if not applied:
                print(f"# {patch.name}: cannot be applied")
                continue
        out = work / f"{i}.out"
        if not profile(options, tree, out):
            print(f"# {patch and patch.name}: does not build")
            continue
        texts, kept = sources_of(tree), work / f"source.{i}"
        for path, lines in texts.items():
            (kept / path).parent.mkdir(parents=True, exist_ok=True)
            (kept / path).write_text("\n".join(lines), errors="replace")
        now = out, texts, kept
        if before is not None and before[1] != texts:
            n_commits += 1
            n_bad += judge(options, patch, tree, before, now)
        before = now
        if n_commits == options.most:
            break
    print(f"1..{n_commits}")
    return 1 if n_bad or n_commits == 0 else 0


def judge(options, patch, tree, before, now):
    """Prints what both comparisons found; 1 if they report what did not change."""
    found = []
    for by in (["--old-source=" + str(before[2])], ["--no-source"]):
        comparison = Comparison(options.cs_diff, before[0], now[0], *by)
        found.append(faults_of(comparison, tree, (before[0], now[0]),
                               (before[1], now[1])))
    is_bad = bool(found[0][0])
    edited = sum(1 for path in now[1] if before[1].get(path) != now[1][path])
    print(f"{'not ok' if is_bad else 'ok'} - {patch.name}: {edited} files edited, "
          f"{found[0][1]} unchanged lines, reported: {len(found[0][0])} by text, "
          f"{len(found[1][0])} by counts", flush=True)
    for way, (faults, _) in zip(("text", "counts"), found):
        for path, function, was, line, text in faults[:5]:
            print(f"#   by {way}: {path}:{line}, was {was}, in {function}: {text}")
    return is_bad


if __name__ == "__main__":
    sys.exit(main())
