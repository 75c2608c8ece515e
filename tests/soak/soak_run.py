# soak_run.py -- one run of a program under a tool, with a dump each second.
# SPDX-License-Identifier: GPL-2.0-or-later

"""Starts, dumps, waits and measures.  Nothing here depends on the content of profiles."""

import dataclasses
import os
import pathlib
import resource
import subprocess
import threading
import time
from collections.abc import Callable

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
               "LC_ALL": "C"}
LIMIT_SECONDS = 3600     # longer runs count as hanging
ASK_SECONDS = 300        # for a dump
TRY_AGAIN_SECONDS = 0.05 # while Valgrind starts


@dataclasses.dataclass
class Run:
    """The result of a run.  `seconds` is CPU time including children; `peak_B` the
    largest memory of one process; `dumps` the result of `look` for each dump."""
    status: int
    output: str
    log: str
    seconds: float
    peak_B: int
    dumps: list


class Dumper(threading.Thread):
    """Requests a dump from a process each second until stopped.  Calls `look` with
    each dump, then removes the file."""

    def __init__(self, pid: int, directory: pathlib.Path, look: Callable):
        super().__init__(daemon=True)
        self.pid, self.directory, self.look = pid, directory, look
        self.found: list = []
        self.failure: Exception | None = None
        self.ended = threading.Event()

    def run(self) -> None:
        try:
            while not self.ended.is_set():
                started = time.monotonic()
                has_dumped = self._dump(self.directory / "dump")
                rest = started + 1 - time.monotonic()
                self.ended.wait(max(rest, 0) if has_dumped
                                else TRY_AGAIN_SECONDS)
        except (OSError, ValueError, KeyError) as error:
            self.failure = error

    def _dump(self, path: pathlib.Path) -> bool:
        """No dump if vgdb cannot reach the process, which is starting or ending."""
        answer = self._ask(["vgdb", f"--pid={self.pid}", "dump", path])
        if b"cannot write" in answer:
            raise OSError(answer.decode(errors="replace"))
        if not path.exists():
            return False
        self.found.append(self.look(path))
        path.unlink()
        return True

    def _ask(self, command: list) -> bytes:
        """vgdb's output.  vgdb waits forever for a process that ends before it reads the
        command."""
        deadline = time.monotonic() + ASK_SECONDS
        with subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as vgdb:
            while True:
                has_ended = self.ended.is_set()
                try:
                    return vgdb.communicate(timeout=1)[0]
                except subprocess.TimeoutExpired:
                    if has_ended:
                        vgdb.kill()
                    elif time.monotonic() > deadline:
                        vgdb.kill()
                        raise OSError(f"no dump in {ASK_SECONDS} seconds") \
                            from None

def wait(process: subprocess.Popen) -> resource.struct_rusage:
    """The resources of a child that has ended.  A child that hangs is killed, and one
    whose wait is abandoned."""
    timer = threading.Timer(LIMIT_SECONDS, process.kill)
    timer.daemon = True
    timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        process.kill()
        raise
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage


def run(command: list, directory: pathlib.Path,
        look: Callable | None = None) -> Run:
    """Runs a command in a directory, without input; with a dump each second if
    they are to be looked at.  Raises what a dump raised."""
    with (directory / "output").open("wb") as out, \
            (directory / "log").open("wb") as err:
        process = subprocess.Popen(command, cwd=directory, env=ENVIRONMENT,
                                   stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=err)
    dumper = Dumper(process.pid, directory, look) if look else None
    if dumper:
        dumper.start()
    usage = wait(process)
    if dumper:
        dumper.ended.set()
        dumper.join()
        if dumper.failure:
            raise dumper.failure
    texts = [(directory / name).read_text(encoding="utf-8", errors="replace")
             for name in ("output", "log")]
    return Run(process.returncode, *texts, usage.ru_utime + usage.ru_stime,
               usage.ru_maxrss * 1024, dumper.found if dumper else [])
