# annotate.py -- runs cs_annotate or hp_annotate, which read the profiles.
# SPDX-License-Identifier: GPL-2.0-or-later
"""The plots have no reader of profiles: they draw what `cs_annotate --json` and
`hp_annotate --json` report (docs/schema)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .command import Failure, Usage, reason_of

VERSION = 1                     # of the JSON of both programs

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
         convert: Callable[[Any], Read]) -> Read:
    """`convert` of the JSON report that program `name` writes on a profile.
    Failure or Usage, with the program's own message, if the program fails."""
    words = [find(name), "--json", *options, "--", profile]
    try:
        done = subprocess.run(words, check=False, capture_output=True)
    except OSError as error:
        raise Failure(f"{words[0]}: {reason_of(error)}") from None
    if done.returncode != 0:
        _fail(name, done)
    try:
        report = json.loads(done.stdout)
        version = int(report["version"])
        if version == VERSION:
            return convert(report)
    except (ValueError, LookupError, TypeError) as error:
        raise Failure(f"{words[0]}: cannot understand its JSON: {error!r}") from None
    raise Failure(f"{words[0]}: its JSON has version {version}, expected {VERSION}")


def _fail(name: str, done: subprocess.CompletedProcess[bytes]) -> None:
    """Raise the program's message as our own."""
    lines = os.fsdecode(done.stderr).splitlines()
    message = lines[0].partition(": ")[2] if lines else ""
    message = message or f"{name} failed (status {done.returncode})"
    raise Usage(message) if done.returncode == 2 else Failure(message)
