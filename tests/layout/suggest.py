#!/usr/bin/env python3
# suggest.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Does cs_annotate --suggest find what a good layout gains?

    suggest.py [--build=BUILD] [--keep=DIR] [--classic] [PROGRAM...]

Each program of this folder runs as it is, with each of its layouts NAME.N.layout, and
with the layout that --suggest makes of its profile.  The suggested one should gain half
of the best written by hand, in estimated cycles of small.machine, or by --classic of
cachegrind's model.  Prints a table, and last how many do.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MACHINE = HERE / "small.machine"
HALF = 0.5
NOTHING = 0.01  # a gain below is none
CACHES = {
    "small": [f"--machine={MACHINE}"],
    "classic": ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64",
                "--line-use=yes"],
}
COMPILERS = {
    ".c": ["gcc", "-std=gnu11", "-g", "-O2", "-pthread", "-DLAYOUT=0"],
    ".cc": ["g++", "-std=gnu++17", "-g", "-O2", "-pthread", "-DLAYOUT=0"],
    ".rs": ["rustc", "--edition=2021", "-g", "-C", "opt-level=2", "--cfg", 'layout="0"'],
}


class Trial:
    """One program, in a folder of its own."""

    def __init__(self, source, build, folder, caches):
        self.source, self.build, self.folder = source, Path(build), Path(folder)
        self.caches = caches
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(self, *command):
        env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C"}
        done = subprocess.run([str(word) for word in command], cwd=self.folder, env=env,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{self.source.name}: {' '.join(map(str, command))}\n{done.stderr}")
        return done.stdout

    def compile(self):
        # rustc is found by the home directory of its user.
        command = COMPILERS[self.source.suffix] + ["-o", "program", str(self.source)]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def cycles(self, name, *options):
        """Of a run, which is made if it is not there."""
        if not (self.folder / name).exists():
            self.run("setarch", "-R", self.build / "valgrind-in-place", "-q",
                     "--tool=cachesim", "--objects=yes", *self.caches, *options,
                     f"--cachesim-out-file={name}", "./program")
        report = json.loads(self.run(self.build / "cs_annotate", "--json", name))
        names = [metric["name"] for metric in report["metrics"]]
        return report["totals"]["values"][names.index("CEst")]

    def suggest(self):
        """The cycles of the layout that is suggested; None: there is none."""
        self.run(self.build / "cs_annotate", "--suggest=suggested.layout", "plain.out")
        text = (self.folder / "suggested.layout").read_text(encoding="utf-8")
        if not any(line and line[0] not in " #" for line in text.splitlines()):
            return None
        (self.folder / "suggested.out").unlink(missing_ok=True)
        return self.cycles("suggested.out", "--layout=suggested.layout")

    def rules(self):
        rules = []
        for line in (self.folder / "suggested.out").read_text(
                encoding="utf-8", errors="replace").splitlines():
            if line.startswith("#: lr "):
                rules.append(line.split(" ", 3)[3])
        return rules


    def expected(self):
        """What the first rules are said to gain, added up."""
        gain, is_other = 0, False
        for line in (self.folder / "suggested.layout").read_text(
                encoding="utf-8").splitlines():
            found = re.match(r"# expected: ([-+][0-9.]+)% cycles", line)
            if found and not is_other:
                gain -= float(found.group(1)) / 100
            is_other = line == "# Or, instead:" or (is_other and line != "")
        return gain


def judge(trial):
    """[best gain by hand, gain suggested, gain expected, rules]."""
    if not (trial.folder / "program").exists():
        trial.compile()
    plain = trial.cycles("plain.out")
    name = trial.source.stem
    by_hand = [1 - trial.cycles(f"{layout.stem}.out", f"--layout={layout}") / plain
               for layout in sorted(HERE.glob(f"{name}.[0-9].layout"))]
    suggested = trial.suggest()
    if suggested is None:
        return max(by_hand), 0, 0, ["nothing"]
    return max(by_hand), 1 - suggested / plain, trial.expected(), trial.rules()


def is_found(best, gain):
    return gain >= HALF * best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.environ.get("builddir", "build"))
    parser.add_argument("--keep")
    parser.add_argument("--classic", action="store_true")
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_args()
    folder = Path(arguments.keep or tempfile.mkdtemp(prefix="quern-suggest."))
    sources = sorted(path for path in HERE.iterdir()
                     if path.suffix in COMPILERS
                     and (HERE / f"{path.stem}.1.layout").exists()
                     and (not arguments.programs or path.stem in arguments.programs))
    n_found = n_judged = 0
    for source in sources:
        if shutil.which(COMPILERS[source.suffix][0]) is None:
            print(f"{source.name:16} no compiler")
            continue
        caches = CACHES["classic" if arguments.classic else "small"]
        best, gain, expected, rules = judge(
            Trial(source, Path(arguments.build).resolve(), folder / source.stem, caches))
        n_judged += best >= NOTHING
        n_found += best >= NOTHING and is_found(best, gain)
        print(f"{source.name:16} by hand {best:6.1%}  suggested {gain:6.1%}  "
              f"expected {expected:6.1%}"
              f"{'' if is_found(best, gain) else '  less than half'}"
              f"{'' if best >= NOTHING else '  (not judged)'}")
        for rule in rules:
            print(f"    {rule}")
        sys.stdout.flush()
    print(f"{n_found} of {n_judged} gain half of the best by hand, or more")
    if not arguments.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
