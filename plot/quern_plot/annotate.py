# annotate.py -- runs the commands that read the profiles.
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plots have no reader of profiles: they draw what `cs_annotate --json` and
`hp_annotate --json` report, and the call paths of cs_export and hp_export
(docs/quern.schema.json).  Source text comes from the table that
`--by=line` prints, so that the same rules say which source files are opened."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from .command import Failure, Usage, reason_of

VERSION = 1                     # of the JSON of all of them
SOURCE_OPTIONS = ("source-path", "source-root", "debug-path")   # passed on, with a value
TABLE = ["--by=line", "--top=500", "--threshold=0", "--width=0", "--full-names",
         "--no-show-percs", "--color=never", "--no-pager"]
LABELS = "function (file:line), source"

Read = TypeVar("Read")


def find(name: str) -> str:
    """The program `name` ("hp_annotate"): the value of its variable in capitals
    (HP_ANNOTATE), else the program beside this command, else the first in PATH."""
    given = os.environ.get(name.upper())
    if given:
        return given
    beside = os.path.join(os.path.dirname(os.path.realpath(sys.argv[0])), name)
    if os.access(beside, os.X_OK):
        return beside
    found = shutil.which(name)
    if found is None:
        raise Failure(f"{name}, which reads the profiles, was not found")
    return found


def read(name: str, profile: str, options: Sequence[str],
         convert: Callable[[Any], Read], form: str = "--json") -> Read:
    """`convert` of the JSON report that program `name` writes on a profile with the
    option `form`.  Failure or Usage, with the program's own message, if the program
    fails."""
    program = find(name)
    output = _run(program, name, [form, *options, "--", profile])
    report, version = understood(name, lambda: _parsed(output))
    if version == VERSION:
        return understood(name, lambda: convert(report))
    raise Failure(f"{program}: its JSON has version {version}, expected {VERSION}")


def _parsed(output: bytes) -> tuple[Any, int]:
    report = json.loads(output)
    return report, int(report["version"])


def understood(name: str, convert: Callable[[], Read]) -> Read:
    """What `convert` makes of the JSON of program `name`; Failure if that is not what
    it expects."""
    try:
        return convert()
    except (ValueError, LookupError, TypeError) as error:
        raise Failure(f"{find(name)}: cannot understand its JSON: {error!r}") from None


class Line(NamedTuple):
    """What a label says of a source line; `source` is "" if it is not known."""
    function: str
    source: str


def read_lines(name: str, profile: str, options: Sequence[str]) -> dict[str, Line]:
    """The 500 hottest lines by their place, "file:line", as printable text."""
    output = _run(find(name), name, [*TABLE, *options, "--", profile])
    return lines_of(output.decode(errors="backslashreplace"))


def lines_of(table: str) -> dict[str, Line]:
    """The lines of a table of --by=line.  Each has "function (file:line)", and the
    source below.  Both function and file can contain " (": every place that can be
    meant is in the result."""
    head, _, rows = table.partition(LABELS + "\n")
    column = len(head) - head.rfind("\n") - 1
    lines: dict[str, Line] = {}
    places: list[str] = []
    for row in rows.split("\n"):
        label = row[column:]
        if row.startswith(("...", "@@")) or not label:
            break
        if row[:column].strip():
            starts = [i for i in range(len(label)) if label.startswith(" (", i)]
            places = [label[i + 2:-1] for i in starts]
            lines |= {label[i + 2:-1]: Line(label[:i], "") for i in starts}
        else:
            lines |= {place: Line(lines[place].function, label.strip())
                      for place in places}
    return lines


def keep_input() -> None:
    """Let standard input be read by several programs, each from its start."""
    with contextlib.suppress(OSError):
        if not os.lseek(0, 0, os.SEEK_CUR):
            return
    with contextlib.suppress(OSError), tempfile.TemporaryFile() as copy:
        while data := os.read(0, 1 << 20):
            copy.write(data)
        copy.flush()
        os.dup2(copy.fileno(), 0)


def _run(program: str, name: str, words: Sequence[str]) -> bytes:
    """What the program writes; its message as our own if it fails."""
    if words[-1] == "-":
        with contextlib.suppress(OSError):
            os.lseek(0, 0, os.SEEK_SET)
    try:
        done = subprocess.run([program, *words], check=False, capture_output=True)
    except OSError as error:
        raise Failure(f"{program}: {reason_of(error)}") from None
    if done.returncode != 0:
        _fail(name, done)
    return done.stdout


def _fail(name: str, done: subprocess.CompletedProcess[bytes]) -> None:
    """Raise the program's message as our own."""
    lines = os.fsdecode(done.stderr).splitlines()
    message = lines[0].partition(": ")[2] if lines else ""
    message = message or f"{name} failed (status {done.returncode})"
    raise Usage(message) if done.returncode == 2 else Failure(message)
