"""Runs a page of documentation: writes its files, runs its commands.

Usage: build_systems.py PAGE [WORD...]   (in an empty directory)
       build_systems.py --packages PAGE     prints the Debian packages that it names

A code block whose first comment is `NAME -- ...` is the file NAME.  Other blocks of sh
are commands, each run in the directory that the one before it was left in; a heading of
second level starts again in the first directory.  A block's status is 0, or that of
`# exit status N` at its end.  Only headings that name packages (`Packages: ...`) are run,
and those are skipped whose packages are not installed.  Words restrict the run to the
headings that have them, and the first.

Where a block runs gates, each must have passed, but for the last one of a block that is
to fail: there each must have failed.  Prints TAP.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import subprocess
import sys

FILE = re.compile(r"(?:#!/bin/sh\n)?(?:#|//|/\*) ([\w./-]+) -- ")
STATUS = re.compile(r"# exit status (\d+)\n\Z")
GATES = 2  # of cachesim and of heapprof


def sections(page):
    """(heading, packages, [(line number, language, text)]) of each part of the page that
    names packages."""
    heading, packages, blocks = "", None, []
    language, text = None, ""
    with open(page, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if language is not None:
                if line == "```\n":
                    blocks.append((number - text.count("\n"), language, text))
                    language, text = None, ""
                else:
                    text += line
            elif line.startswith("```"):
                language = line[3:].strip()
            elif line.startswith("## "):
                if packages is not None:
                    yield heading, packages, blocks
                heading, packages, blocks = line[3:].strip(), None, []
            elif line.startswith("Packages: "):
                packages = re.findall("`([^`]+)`", line)
    if packages is not None:
        yield heading, packages, blocks


def is_installed(package):
    query = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package],
                           capture_output=True, text=True, check=False)
    return query.stdout == "install ok installed"


class Run:
    """The tests so far, and the directory that commands are in."""

    def __init__(self):
        self.top = self.directory = os.getcwd()
        self.n_tests = 0

    def say(self, result, title, directive=""):
        self.n_tests += 1
        print(f"{result} {self.n_tests} - {title}{directive}", flush=True)

    def write(self, name, text):
        path = os.path.join(self.directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    def commands(self, title, text):
        where = os.path.join(self.top, "directory")
        run = subprocess.run(["sh", "-e", "-c", f"trap 'pwd >{where}' EXIT\n{text}"],
                             cwd=self.directory, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             check=False)
        with open(where, encoding="utf-8") as line:
            self.directory = line.read().rstrip("\n")
        printed = run.stdout.decode("utf-8", "replace").splitlines()
        wanted = STATUS.search(text)
        wanted = int(wanted.group(1)) if wanted else 0
        passed = printed.count("0 exceeded")
        gates = GATES * max(0, text.count("gate.sh check") - (wanted != 0))
        if run.returncode == wanted and passed == gates:
            self.say("ok", title)
            return
        self.say("not ok", title)
        print(f"#   status {run.returncode}, expected {wanted}; {passed} gates passed, "
              f"expected {gates}")
        for line in printed[-60:]:
            print(f"#   {line}")


def main():
    if sys.argv[1] == "--packages":
        print(*sorted({package for _, packages, _ in sections(sys.argv[2])
                       for package in packages}))
        return
    page, wanted = sys.argv[1], set(sys.argv[2:])
    run = Run()
    is_first = True
    for heading, packages, blocks in sections(page):
        if wanted and not is_first and not wanted & set(heading.split()):
            continue
        is_first = False
        missing = [package for package in packages if not is_installed(package)]
        run.directory = run.top
        for number, language, text in blocks:
            title = f"{os.path.basename(page)}:{number}: {heading}"
            name = FILE.match(text)
            if missing:
                run.say("ok", title, f" # SKIP Debian packages {' '.join(missing)}")
                break
            if name:
                run.write(name.group(1), text)
            elif language == "sh":
                run.commands(f"{title}: {text.rstrip().splitlines()[-1]}", text)
    print(f"1..{run.n_tests}")


if __name__ == "__main__":
    main()
