"""Runs the commands of a page of documentation and compares what they print.

Usage: tutorial.py N PAGE...  (in a directory that has the page's files, after N tests)

Commands are the lines `    $ ...` of a page; what they must print follows, up to
the next command or the end of the block.  A line `…` stands for any lines.  Numbers
differ between machines and versions of libraries, so each is compared as a number
only in lines that match EXACT; elsewhere any number will do.  Process ids differ,
too: the page's are replaced by those of the run.

Prints TAP, a test for each command.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import subprocess
import sys

# What the samples do by themselves, whatever the libraries: counts of lines of
# source, without the shares, which depend on the totals.
EXACT = re.compile(r"matrix\[row\]|malloc\(|struct entry|words\.c:(37|50|67|116)")
SHARE = re.compile(r"\(?\d[\d.]*%\)?")
NUMBER = re.compile(r"\d[\d,.]*")
DRAWN = re.compile("[▁▂▃▄▅▆▇█▼┤│┼┬─ ]+")
PID = re.compile(r"(?<===)\d+(?===)")


def commands(page):
    """(line number, command, expected lines) of each command of a page."""
    found = []
    with open(page, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            line = line.rstrip("\n")
            if line.startswith("    $ "):
                found.append((number, line[6:], []))
                continue
            if found and (line.startswith("    ") or line == ""):
                found[-1][2].append(line[4:])
            elif found and line:
                found.append((0, None, []))
    for number, command, expected in found:
        if command is not None:
            while expected and expected[-1] == "":
                expected.pop()
            yield number, command, expected


def normal(line):
    """The line as it is compared."""
    line = PID.sub("PID", line.replace(os.getcwd(), "/home/you")).rstrip()
    line = re.sub(r"(cachesim|heapprof)\.out\.\d+", r"\1.out.PID", line)
    exact = EXACT.search(line)
    line = SHARE.sub("%", line)
    line = re.sub(r"([-#=])\1{2,}", r"\1\1\1", DRAWN.sub(" ", line))
    return (line if exact else NUMBER.sub("0", line)).strip()


def pieces(expected):
    """The runs of lines between those that are `…`."""
    runs = [[]]
    for line in expected:
        if line == "…":
            runs.append([])
        else:
            runs[-1].append(line)
    return runs


def first_difference(expected, printed):
    """The first expected line that is not there, or None.  Each run of lines must
    follow the one before; the first begins the output, the last ends it."""
    lines = [normal(line) for line in printed]
    runs = pieces(expected)
    at = 0
    for i, run in enumerate(runs):
        want = [normal(line) for line in run]
        if i == len(runs) - 1 and i > 0 and want:
            starts = [len(lines) - len(want)]
        else:
            starts = [0] if i == 0 else range(at, len(lines) + 1)
        fit = next((start for start in starts if start >= at
                    and lines[start:start + len(want)] == want), None)
        if fit is None:
            return closest(run, want, lines[at:])
        at = fit + len(want)
    if len(runs) == 1 and at < len(lines):
        return f"(nothing more, but there is) {printed[at]}"
    return None


def closest(run, want, lines):
    """The line of a run that is in none of the lines; or the run's first."""
    return next((run[i] for i, line in enumerate(want) if line not in lines),
                " / ".join(run[:3]))


def profiles():
    return {name for name in os.listdir(".")
            if re.fullmatch(r"(cachesim|heapprof)\.out\.\d+", name)}


def main():
    names = {}  # the page's names of profiles; those of this run
    n_tests = int(sys.argv[1])
    status = 0
    for page in sys.argv[2:]:
        for number, command, expected in commands(page):
            for name, ours in names.items():
                command = command.replace(name, ours)
            if command == "echo $?":
                command = f"echo {status}"
            before = profiles()
            # Both streams into one, in the order they are written.
            run = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, check=False)
            status = run.returncode
            printed = run.stdout.decode("utf-8", "replace").splitlines()
            pids = [PID.search(line) for line in expected]
            pids = {match.group(0) for match in pids if match}
            for new in profiles() - before:
                for pid in pids:
                    names[new.rsplit(".", 1)[0] + "." + pid] = new
            missing = first_difference(expected, printed)
            n_tests += 1
            title = f"{os.path.basename(page)}:{number}: {command}"
            if missing is None:
                print(f"ok {n_tests} - {title}")
            elif os.environ.get("OTHER_COMPILER"):
                print(f"ok {n_tests} - {title} # SKIP "
                      f"{os.environ['OTHER_COMPILER']}: not printed: {missing.strip()}")
            else:
                print(f"not ok {n_tests} - {title}\n#   not printed: {missing}")
                for line in printed[:60]:
                    print(f"#     {line}")
    print(f"1..{n_tests}")


if __name__ == "__main__":
    main()
