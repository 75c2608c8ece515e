# upstream_run.py -- runs a program under --tool=none and under our tools, and compares.
# SPDX-License-Identifier: GPL-2.0-or-later

"""One run, and all runs of a program.  A problem is a pair: what is wrong, one word of
PROBLEMS, and the details."""

import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time

import upstream_read
from upstream_programs import Program

Mode = tuple[str, ...]      # a tool and its options
Problem = tuple[str, str]

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
               "LC_ALL": "C"}
PROBLEMS = {
    "status": "the exit status differs from that under none",
    "stdout": "the standard output does",
    "stderr": "the standard error does",
    "time": "the run was killed, because it took too long",
    "log": "the core or the tool reported an error",
    "left": "a file was left that is no profile",
    "lost": "there is no profile",
    "partial": "the profile is not whole",
    "read": "a command does not read the profile",
}
WITH_PATHS = {"heapprof", "--call-graph=yes", "--objects=yes", "--sharing=yes"}
# A mode may take this many times as long as none, and so many seconds more: other work on
# the machine counts, too.
LIMIT_TIMES, LIMIT_SECONDS = 30, 60
AGAIN = 5       # runs of none, to see whether a difference is the program's own
COMPLAINT = re.compile(r"impossible|assertion|fatal|error|panic|cannot|could not|unable"
                       r"|unhandled|unreadable|went elsewhere", re.IGNORECASE)
OF_FILES = re.compile(r"(Command|Profile|Annotated source|Heap report): ")
HEADER_LINES = 5            # of a log, that are not blank
GRACE_SECONDS = 30          # for processes that outlive the first
KILLED = 128 + signal.SIGKILL


@dataclasses.dataclass
class Run:
    """What a run showed.  `status` is the shell's: 128 and the signal, if one ended it;
    `seconds` is CPU time, with children; a log is a process'."""
    status: int
    seconds: float
    is_late: bool
    stdout: bytes = b""
    stderr: bytes = b""
    logs: list[str] = dataclasses.field(default_factory=list)

    def differs(self, other: "Run") -> set[str]:
        """What can be seen of the program and is not the same."""
        return {name for name in ("status", "stdout", "stderr")
                if getattr(self, name) != getattr(other, name)}

    def difference(self, what: str, none: "Run") -> str:
        """One of these in words."""
        if what == "status":
            return f"{none.status} under none, here {self.status}"
        pair = getattr(none, what).splitlines(), getattr(self, what).splitlines()
        for number, (old, new) in enumerate(zip(*pair), 1):
            if old != new:
                return f"line {number}: {old[:150]!r} under none, here {new[:150]!r}"
        return f"{len(pair[0])} lines under none, here {len(pair[1])}"

    def complaints(self) -> set[str]:
        """Lines about errors, of the core or the tool, without numbers."""
        lines = (re.sub(r"^(==|--|\*\*)\d+\1 ?", "", line)
                 for log in self.logs for line in log.splitlines())
        return {re.sub(r"\d+", "N", line) for line in lines
                if COMPLAINT.search(line) and not re.match(r" +(at|by) 0x", line)
                and not OF_FILES.match(line)}


def is_running(group: int) -> bool:
    """Whether a process of the group is, and not only to be waited for."""
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:     # it has ended
            continue
        if int(of_group) == group and state not in "ZX":
            return True
    return False


def shell(text: str, directory: pathlib.Path, limit: float, out: pathlib.Path) -> Run:
    """Runs a shell's text in a session of its own, which does not outlive it by long."""
    with (out / "stdout").open("wb") as stdout, (out / "stderr").open("wb") as stderr:
        process = subprocess.Popen(["sh", "-c", f"ulimit -c 0; {text}"], cwd=directory,
                                   env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                   stdout=stdout, stderr=stderr, start_new_session=True)
    is_late = threading.Event()

    def stop() -> None:
        is_late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, stop)
    timer.start()
    # Until the leader is waited for, its group's number is not given to others.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    timer.cancel()
    timer.join()
    end = time.monotonic() + GRACE_SECONDS
    while not is_late.is_set() and time.monotonic() < end and is_running(process.pid):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Run(process.returncode, usage.ru_utime + usage.ru_stime, is_late.is_set(),
               (out / "stdout").read_bytes(), (out / "stderr").read_bytes())


def succeeds(text: str, directory: pathlib.Path) -> bool:
    """Whether a shell does; what it prints is not looked at."""
    return subprocess.run(["sh", "-c", text], cwd=directory, env=ENVIRONMENT,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


class Bench:
    """Runs a program.  `place` is a directory for what a run leaves; what runs with
    problems left is kept below `found`."""

    def __init__(self, builddir: pathlib.Path, work: pathlib.Path, limit: int):
        self.valgrind = builddir / "valgrind-in-place"
        self.work, self.limit = work, limit
        self.readers = {tool: upstream_read.Reader(builddir, tool)
                        for tool in ("cachesim", "heapprof")}

    def place(self, program: Program) -> pathlib.Path:
        """Where its runs are."""
        return self.work / "runs" / program.name.replace("/", "-")

    def run(self, program: Program, mode: Mode, limit: float) -> Run:
        """One run."""
        place = self.place(program)
        shutil.rmtree(place, ignore_errors=True)
        for name in ("profiles", "logs"):
            (place / name).mkdir(parents=True)
        words = [str(self.valgrind), f"--tool={mode[0]}", *mode[1:],
                 f"--log-file={place}/logs/%p"]
        if mode[0] != "none":
            words.append(f"--{mode[0]}-out-file={place}/profiles/%p")
        text = " ".join([*program.variables, *map(shlex.quote, words), program.command])
        succeeds(program.before, program.directory)
        run = shell(text, program.directory, limit, place)
        succeeds(program.after, program.directory)
        run.logs = [path.read_text(encoding="utf-8", errors="replace")
                    for path in sorted((place / "logs").iterdir())]
        return run

    def nones(self, program: Program) -> tuple[list[Run], float]:
        """Two runs under none, and the seconds that the second took; fewer if one took
        too long."""
        runs, wall = [], 0.0
        while len(runs) < 2 and not (runs and runs[-1].is_late):
            started = time.monotonic()
            runs.append(self.run(program, ("none",), self.limit))
            wall = time.monotonic() - started
        return [run for run in runs if not run.is_late], wall

    def mode(self, program: Program, mode: Mode, nones: list[Run],
             wall: float) -> tuple[Run, int, list[Problem]]:
        """One run in a mode, compared with those under none, which grow if it differs:
        the number of its profiles, and its problems."""
        limit = LIMIT_SECONDS + LIMIT_TIMES * wall
        run = self.run(program, mode, limit)
        place = self.place(program)
        n_profiles, problems = self._profiles(mode, run, place)
        kept = place.with_suffix(".kept")
        shutil.rmtree(kept, ignore_errors=True)
        place.rename(kept)
        if run.is_late:
            problems.append(("time", f"over {limit:.0f} s"))
        else:
            problems += self._differences(program, run, nones)
        known = set().union(*(none.complaints() for none in nones))
        problems += [("log", line) for line in sorted(run.complaints() - known)]
        if problems:
            found = self.work / "found" / place.name
            found.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(found / "".join(mode), ignore_errors=True)
            kept.rename(found / "".join(mode))
        else:
            shutil.rmtree(kept)
        return run, n_profiles, problems

    def _differences(self, program: Program, run: Run, nones: list[Run]) -> list[Problem]:
        """What differs from all runs of none, and not between the first two of them."""
        while True:
            differs = set.intersection(*(run.differs(none) for none in nones))
            differs -= nones[0].differs(nones[1])
            if not differs or len(nones) == 2 + AGAIN:
                return [(what, run.difference(what, nones[0]))
                        for what in sorted(differs)]
            nones.append(self.run(program, ("none",), LIMIT_SECONDS))

    def _profiles(self, mode: Mode, run: Run,
                  place: pathlib.Path) -> tuple[int, list[Problem]]:
        """How many profiles there are, and what is wrong with them."""
        problems: list[Problem] = []
        names = sorted(path.name for path in (place / "profiles").iterdir())
        profiles = [place / "profiles" / name for name in names
                    if re.fullmatch(r"\d+(\.\w+)*", name)]
        problems += [("left", name) for name in names
                     if place / "profiles" / name not in profiles]
        said = [name for log in run.logs
                for name in re.findall(r"^==\d+== Profile: (.*)$", log, re.MULTILINE)]
        problems += [("lost", name) for name in said if not pathlib.Path(name).exists()]
        # A child by vfork has no profile; its log is the header.
        logs = [log for log in run.logs
                if len(re.findall(r"^==\d+== .", log, re.MULTILINE)) > HEADER_LINES]
        if len(profiles) < len(logs):
            problems.append(("lost", f"{len(logs)} processes, {len(profiles)} profiles"))
        for profile in profiles:
            if run.status != KILLED and re.search(
                    rb'^#: state partial|"how": *"partial"', profile.read_bytes(),
                    re.MULTILINE):
                problems.append(("partial", profile.name))
            to = place / "read"
            shutil.rmtree(to, ignore_errors=True)
            to.mkdir()
            problems += [("read", problem) for problem in self.readers[mode[0]].problems(
                profile, to, not WITH_PATHS.isdisjoint(mode))]
        return len(profiles), problems
