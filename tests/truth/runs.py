# runs.py -- runs commands, on the clock and by cachesim.
# SPDX-License-Identifier: GPL-2.0-or-later

"""What truth.py and programs.py share: all commands run in the same environment, without
input, in a directory."""

import pathlib
import shutil
import subprocess
import tempfile

from bench_common import ENVIRONMENT, BenchError, first_line, wait_usage

LIMIT_SECONDS = 600
TOOL = ["-q", "--tool=cachesim", "--cache-sim=yes", "--branch-sim=yes"]


def failed(command: list[str], stderr: bytes) -> BenchError:
    """The error to raise for a command that failed."""
    reason = first_line(stderr.decode(errors="replace"))
    return BenchError(f"{' '.join(command)}: {reason}")


def call(command: list[str], directory: str | None = None) -> bytes:
    """A command's output.  Raises BenchError if it fails, OSError if there is none."""
    try:
        done = subprocess.run(command, cwd=directory, env=ENVIRONMENT,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise BenchError(f"{' '.join(command[-4:])}: not done in {LIMIT_SECONDS} "
                         "seconds") from None
    if done.returncode != 0:
        raise failed(command, done.stderr)
    return done.stdout


def call_timed(command: list[str], directory: str) -> tuple[bytes, int]:
    """A command's output, and the nanoseconds of CPU time that it spent in user code,
    which is all that cachesim counts.  Raises as call()."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, cwd=directory, env=ENVIRONMENT,
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        process.returncode, usage = wait_usage(process.pid)
        for file in out, err:
            file.seek(0)
        if process.returncode != 0:
            raise failed(command, err.read())
        return out.read(), round(usage.ru_utime * 1e9)


def call_counted(valgrind: str, options: list[str], command: list[str],
                 directory: str | None = None) -> tuple[bytes, dict[str, int]]:
    """A command's output, and all events that cachesim counts.  Raises as call()."""
    valgrind = str(pathlib.Path(shutil.which(valgrind) or valgrind).absolute())
    with tempfile.NamedTemporaryFile(prefix="quern-truth.") as out:
        said = call([valgrind, *TOOL, f"--cachesim-out-file={out.name}", *options,
                     *command], directory)
        return said, read_summary(out.name)


def read_summary(path: str) -> dict[str, int]:
    """All events of a profile.  Raises BenchError if it is not whole."""
    found: dict[str, list[str]] = {}
    for line in pathlib.Path(path).read_text("utf-8", errors="replace").splitlines():
        key, _, rest = line.partition(": ")
        if key in ("events", "summary"):
            found[key] = rest.split()
    if len(found) != 2 or len(found["events"]) != len(found["summary"]):
        raise BenchError(f"{path}: no events and their sums in this profile")
    return dict(zip(found["events"], map(int, found["summary"]), strict=True))
