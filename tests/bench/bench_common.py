# bench_common.py -- shared by the benchmarks: running and measuring a
# command, messages, options, the machine.
# SPDX-License-Identifier: GPL-2.0-or-later

"""Helpers of bench.py and bench_annotate.py.  Nothing here depends on
the measured programs."""

import argparse
import contextlib
import dataclasses
import json
import os
import pathlib
import platform
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

ROUNDS = 5              # fewer rounds are a trial, not a measurement
LIMIT_SECONDS = 600     # for one run; longer runs count as hanging
LEAVE = [signal.SIGINT, signal.SIGTERM]

# The same environment in every run, without the caller's variables.
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/nonexistent",
    "LC_ALL": "C",
    "PYTHONHASHSEED": "0",
    "PERL_HASH_SEED": "0",
    "PERL_PERTURB_KEYS": "0",
}


class BenchError(Exception):
    """An error to report: a missing program, a failed run."""


def progress(text: str) -> None:
    """Show the current step, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Erase the text of progress()."""
    progress("")


def reason_of(error: Exception) -> str:
    """The message of an error."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def first_line(text: str) -> str:
    """The first non-blank line of a text, or a note that there is none."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line), "no message")


def last_line(path: pathlib.Path) -> str:
    """The last non-blank line of a file, or a note that there is none."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return first_line("\n".join(reversed(text.splitlines())))


class Run:
    """One run of a benchmark: the number of rounds, and the errors."""

    def __init__(self, program: str, rounds: int):
        self.program = program
        self.rounds = rounds
        self.errors: list[str] = []

    def error(self, where: str, reason: str) -> None:
        """Report an error and go on; the exit status will be 1."""
        clear_progress()
        print(f"{self.program}: {where}: {reason}", file=sys.stderr)
        self.errors.append(f"{where}: {reason}")


def wait_usage(pid: int) -> tuple[int, resource.struct_rusage]:
    """Wait for a child; its exit status (negative: a signal's number) and
    resource usage.  Raises BenchError, the child gone, if it hangs."""
    def too_long(number, frame):
        raise BenchError(f"not done in {LIMIT_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT_SECONDS)
    try:
        _, status, usage = os.wait4(pid, 0)
    except BaseException:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        raise
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return os.waitstatus_to_exitcode(status), usage


def run(command: list[str], directory: pathlib.Path) -> tuple[float, int]:
    """Run a command once in a directory, in ENVIRONMENT and without input.
    User and system CPU time in seconds, and peak memory in KiB.  Raises
    BenchError if it fails or hangs, OSError if it cannot be run."""
    said = directory / "stderr"
    with said.open("wb") as err:
        process = subprocess.Popen(
            command, cwd=directory, env=ENVIRONMENT, stderr=err,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        status, usage = wait_usage(process.pid)
        process.returncode = status
    if status != 0:
        raise BenchError(f"exit status {status}: {last_line(said)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


@dataclasses.dataclass(frozen=True)
class Target:
    """One of the project's targets, and the result."""
    text: str
    met: bool
    found: str


def print_targets(targets: list[Target]) -> None:
    """Print which targets are met."""
    for target in targets:
        print(f"{'met   ' if target.met else 'MISSED'} {target.text}: "
              f"{target.found}")
    sys.stdout.flush()


def output_of(command: list[str]) -> str:
    """The first line of a command's output, or a note that there is none."""
    try:
        done = subprocess.run(command, env=ENVIRONMENT, text=True, timeout=60,
                              errors="replace", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"unknown: {error}"
    return first_line(done.stdout)


def cpu_model() -> str:
    """The processor's name, by Linux."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "unknown"


def machine() -> dict[str, str | int | None]:
    """The machine and the programs of the measurement."""
    return {"cpu": cpu_model(), "cpus": os.cpu_count(),
            "architecture": platform.machine(), "kernel": platform.release()}


def trial_note(rounds: int) -> str:
    """A note on a run with that many rounds."""
    if rounds < ROUNDS:
        return f"rounds: {rounds} (a trial: measure with {ROUNDS})"
    return f"rounds: {rounds}"


def names_among(known: dict[str, object]) -> Callable[[str], list[str]]:
    """A type of option: known names separated by commas; returned in the order of
    `known`, each once."""
    def names(text: str) -> list[str]:
        given = text.split(",")
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(
                    f"'{name}' is none of {','.join(known)}")
        return [name for name in known if name in given]
    return names


def positive(text: str) -> int:
    """A type of option: a number from 1 on."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
    return int(text)


def leave(number, frame) -> None:
    """A signal handler: exit, and ignore signals during the cleanup."""
    for each in LEAVE:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def check_files(valgrind: str | None, output: str | None) -> None:
    """Check at the start that Valgrind can run and that the output can be written
    at the end.  Raises BenchError or OSError."""
    if valgrind is not None and not os.access(valgrind, os.X_OK):
        raise BenchError(f"{valgrind}: no program that can be run")
    if output:
        with open(output, "a", encoding="utf-8"):
            pass


def write_json(output: str | None, report: Callable[[], dict[str, Any]]) -> None:
    """Write the report, if there is an output.  Raises OSError."""
    if output:
        with open(output, "w", encoding="utf-8") as out:
            json.dump(report(), out, indent=1)
            out.write("\n")


def run_main(program: str, body: Callable[[], int]) -> int:
    """Run `body`; returns the exit status.  Exceptions and interruptions are
    reported, with status 1."""
    for number in LEAVE:
        signal.signal(number, leave)
    try:
        return body()
    except (BenchError, OSError) as error:
        clear_progress()
        print(f"{program}: {reason_of(error)}", file=sys.stderr)
    except KeyboardInterrupt:
        clear_progress()
        print(f"{program}: interrupted", file=sys.stderr)
    return 1
