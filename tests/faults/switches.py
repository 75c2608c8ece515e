#!/usr/bin/env python3
"""switches.py -- runs fault_switches with every combination of switches, and reads each
profile by each command.

    switches.py VALGRIND PROGRAM HOW EVERY FIRST

VALGRIND runs the tools, PROGRAM is tests/programs/fault_switches, HOW its second
argument.  Of all combinations, each EVERYth is run, from number FIRST, 0 or more.  The
commands come from the environment, as tests/lib.sh sets it.  Runs in the current
directory, which it fills and empties.  Prints a line for each failure, and last how many
runs, and profiles, there were; exits with 1 if any failed.
SPDX-License-Identifier: GPL-2.0-or-later
"""

import concurrent.futures
import glob
import itertools
import os
import shutil
import signal
import subprocess
import sys

OF_HOW = {
    "option": {"cachesim": ["--toggle-collect=counted"]},
    "killed": {"cachesim": ["--toggle-collect=counted", "--checkpoint=1"],
               "heapprof": ["--checkpoint=1"]},
    "start": {"cachesim": ["--instr-at-start=no"], "heapprof": ["--instr-at-start=no"]},
}
# One of each row.
SWITCHES = {
    "cachesim": [
        ["", "--machine=zen4", "--machine=cortex-a53"],
        ["", "--call-graph=yes", "--call-graph=yes --separate-threads=yes"],
        ["", "--objects=yes"],
        ["", "--sharing=yes"],
        ["", "--sweep=ways:1..4"],
        ["", "--branch-sim=yes --predictor=tage"],
    ],
    "heapprof": [
        ["", "--accesses=yes", "--stacks=yes", "--accesses=yes --stacks=yes",
         "--pages-as-heap=yes"],
        ["--time-unit=i", "--time-unit=B"],
    ],
}
N_THREADS = ["1", "3"]
REGIONS = [[], ["regions"]]
# Commands by tool; PROFILE stands for the file.
READ = {
    "cachesim": [
        ["CS_ANNOTATE", "PROFILE"],
        ["CS_ANNOTATE", "--json=all", "PROFILE"],
        ["CS_MERGE", "-o", "/dev/null", "PROFILE", "PROFILE"],
        ["CS_DIFF", "PROFILE", "PROFILE"],
        ["CS_EXPORT", "--format=callgrind", "PROFILE"],
    ],
    "heapprof": [
        ["HP_ANNOTATE", "PROFILE"],
        ["HP_ANNOTATE", "--json=all", "PROFILE"],
        ["HP_MERGE", "-o", "/dev/null", "PROFILE", "PROFILE"],
        ["HP_DIFF", "PROFILE", "PROFILE"],
        ["HP_EXPORT", "--format=massif", "PROFILE"],
    ],
}


def execute(command, **more):
    """Returns (status, standard error)."""
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, check=False, **more)
    return done.returncode, done.stderr.decode(errors="replace").strip()


def read(tool, profile):
    """Yields what each command says that does not read the profile."""
    for program, *arguments in READ[tool]:
        status, said = execute([os.environ[program],
                                *(profile if a == "PROFILE" else a for a in arguments)])
        if status != 0 or said:
            yield f"{program} {' '.join(arguments)}: status {status}: {said}"


def run(valgrind, program, how, number, tool, chosen):
    """Runs one combination; returns the number of profiles, and a list of failures."""
    *switches, n_threads, regions = chosen
    options = OF_HOW.get(how, {}).get(tool, []) + " ".join(switches).split()
    place = f"run{number}"
    os.mkdir(place)
    status, said = execute(
        [valgrind, "-q", f"--tool={tool}", f"--{tool}-out-file={place}/p", *options,
         program, n_threads, how, *regions])
    profiles = sorted(glob.glob(f"{place}/p*"))
    expected = -signal.SIGKILL if how == "killed" else 0
    wrong = [f"status {status}"] if status != expected else []
    wrong += [said] if said else []
    if len(profiles) < 1 + int(n_threads):
        wrong.append(f"only {len(profiles)} profiles")
    for profile in profiles:
        wrong += read(tool, profile)
    shutil.rmtree(place)
    which = " ".join([tool, *options, f"({n_threads} threads)", *regions])
    return len(profiles), [f"{which}: {w}" for w in wrong]


def combinations(tool):
    """All, as tuples of options, and then arguments of the program."""
    return itertools.product(*SWITCHES[tool], N_THREADS, REGIONS)


def main():
    valgrind, program, how = sys.argv[1:4]
    every, first = int(sys.argv[4]), int(sys.argv[5])
    chosen = [(tool, c) for tool in SWITCHES for c in combinations(tool)]
    chosen = chosen[first % every::every]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda i: run(valgrind, program, how, i, *chosen[i]),
                             range(len(chosen))))
    wrong = [w for _, failures in done for w in failures]
    for line in wrong[:20]:
        print(line)
    n_profiles = sum(n for n, _ in done)
    print(f"{len(chosen)} runs, {n_profiles} profiles, {len(wrong)} failures")
    sys.exit(1 if wrong else 0)


main()
